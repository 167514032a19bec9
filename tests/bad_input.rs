//! Damaged feeds and other input: parsing ends soon, and returns everything that could be read.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use bozofeed::{Bozo, Document, Limit, Limits, LooksLike, Parsed, Parser, parse};

use crate::common::sampled;

/// The time limit for one document: far more than it needs, far less than a hang.
const SOON: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 5 });

/// The sizes of the damaged documents. Smaller ones are sufficient in builds without optimization.
const SIZES: &[usize] =
    if cfg!(debug_assertions) { &[10_000, 120_000] } else { &[10_000, 100_000, 1_000_000, 10_000_000] };

/// The maximum ratio of the time per byte in a larger document to that in a smaller one. On a busy machine, memory outside the
/// processor's caches can increase it several times; a nonlinear algorithm increases it at least tenfold.
const FACTOR: f64 = 8.0;

/// Kinds of damage to a JSON Feed: a name, and the repeated text.
const JSON_DAMAGE: &[(&str, &str)] = &[
    ("arrays that are not closed before a name", r#"{"a":["b","c":1},"#),
    ("objects that are not opened", r#""id":"1","a":{"b":[]}},"#),
    ("arrays in which names stand", r#"["a":"#),
    ("commas", ","),
    ("trailing commas", "[1,],"),
    ("colons", ":"),
    ("quotes", "\""),
    ("single quotes", "'"),
    ("backslashes", "\\"),
    ("quotes within", "\"a \"b\" c\","),
    ("quotes and spaces", "\"      "),
    ("names without quotes", "a:1,"),
    ("words", "NaN,"),
    ("words between spaces", "a  b  "),
    ("numbers", "1,"),
    ("arrays never closed", "["),
    ("objects never closed", "{\"a\":"),
    ("objects in arrays never closed", "[{"),
    ("nameless objects", "{\"a\":1,{"),
    ("ends of arrays", "]"),
    ("ends of objects", "}"),
    ("crossed brackets", "[{]}"),
    ("crossed ends", "[}"),
    ("arrays closed too early", "{\"a\":[1],{},"),
    ("items cut off", "{\"id\":\"1\",\"title\":\"One},"),
    ("items", "{\"id\":\"1\"},"),
    ("items without commas", "{\"id\":\"1\"}"),
    ("items of the wrong type", "17,"),
    ("values of the wrong type", "{\"id\":17,\"title\":{}},"),
    ("nulls", "null,"),
    ("members", "\"a\":1,"),
    ("names twice", "\"title\":\"a\","),
    ("lists twice", "\"items\":[],"),
    ("halves of characters", "\"\\ud800\","),
    ("control characters", "\"\u{1}\","),
    ("comments", "/**/"),
    ("comments never closed", "/*"),
    ("line comments", "//"),
    ("spaces and brackets", "}    "),
];

/// The places in which the damage occurs: a name, the text before and the text after.
const AROUND_JSON: &[(&str, &str, &str)] = &[
    ("alone", "{", ""),
    ("in the items", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[", "]}"),
    ("in a string", "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"", "\",\"items\":[]}"),
    ("in an extension", "{\"items\":[{\"id\":\"1\"}],\"_a\":[", "]}"),
];

/// Kinds of damage to an XML document: a name, and the repeated text.
const DAMAGE: &[(&str, &str)] = &[
    ("less-than signs", "<"),
    ("ampersands", "&"),
    ("start tags", "<a>"),
    ("end tags", "</a>"),
    ("starts of CDATA sections", "<![CDATA["),
    ("ends of CDATA sections", "]]>"),
    ("starts of comments", "<!--"),
    ("starts of instructions", "<?a "),
    ("starts of document type declarations", "<!DOCTYPE a ["),
    ("declarations", "<!a "),
    ("tags with an open quote", "<a \""),
    ("tags with an open value", "<a b=\""),
    ("attributes without a value", "<a b "),
    ("items never closed", "<item>"),
    ("titles never closed", "<title>"),
    ("links never closed", "<link>x"),
    ("ends of items", "</item>"),
    ("references without an end", "&amp"),
    ("unknown entities", "&x;"),
    ("character references", "&#0;"),
    ("undeclared prefixes", "<x:a>"),
    ("empty feeds", "<feed/>"),
    ("whole feeds", "<rss version='2.0'><channel><item><title>x</title></item></channel></rss>"),
    ("control characters", "\u{1}"),
    ("spaces", " "),
    ("byte order marks", "\u{FEFF}"),
    ("braces", "{"),
    ("JSON members", "{\"items\":["),
    ("HTML without end tags", "<p><b>"),
];

/// The places in which the damage occurs: a name, the text before and the text after.
const AROUND: &[(&str, &str, &str)] = &[
    ("alone", "", ""),
    ("in a channel", "<rss version='2.0'><channel>", "</channel></rss>"),
    (
        "in a description",
        "<rss version='2.0'><channel><item><description>",
        "</description></item></channel></rss>",
    ),
    (
        "in escaped HTML",
        "<rss version='2.0'><channel><item><description><![CDATA[<p ",
        "]]></description></item></channel></rss>",
    ),
    ("in an attribute", "<rss version='2.0'><channel><item><enclosure url='", "'/></item></channel></rss>"),
    (
        "in a start tag",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><link ",
        "/><title>x</title></entry></feed>",
    ),
];

fn within(limit: Duration, what: &str, bytes: &[u8]) -> Parsed {
    let (parsed, taken) = timed(bytes);
    assert!(taken < limit, "{what}: {} bytes took {taken:?}", bytes.len());
    parsed
}

fn damaged(prefix: &str, unit: &str, suffix: &str, size: usize) -> Vec<u8> {
    [prefix, &unit.repeat(size / unit.len()), suffix].concat().into_bytes()
}

/// Returns the processor time of this thread, if the system provides it.
fn time_of_thread() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Parses a document, and returns the processor time used, which is independent of other load on the machine.
fn timed(bytes: &[u8]) -> (Parsed, Duration) {
    let (start, start_of_thread) = (Instant::now(), time_of_thread());
    let parsed = std::hint::black_box(parse(bytes));
    let of_thread = time_of_thread().zip(start_of_thread).map(|(end, start)| end.saturating_sub(start));
    (parsed, of_thread.unwrap_or(start.elapsed()))
}

/// Repeats a kind of damage more and more often. Returns an error if the time per byte grows.
fn grow((place, prefix, suffix): (&str, &str, &str), (name, unit): (&str, &str)) -> Result<(), String> {
    const TRIES: usize = 3;
    let mut least = f64::INFINITY;
    for &size in SIZES {
        let bytes = damaged(prefix, unit, suffix, size);
        let length = f64::from(u32::try_from(bytes.len()).unwrap());
        // The best of a few tries, for the smallest document, with which all others are compared, and for apparently slow ones.
        let mut per_byte = f64::INFINITY;
        let mut tries = 0;
        while tries < TRIES && (least.is_infinite() || per_byte > FACTOR * least) {
            // Very short times cannot be compared.
            per_byte = per_byte.min(timed(&bytes).1.max(Duration::from_millis(1)).as_secs_f64() / length);
            tries += 1;
        }
        if per_byte > FACTOR * least {
            let factor = per_byte / least;
            return Err(format!("{name} {place}: {size} bytes take {factor:.0} times as long per byte"));
        }
        least = least.min(per_byte);
    }
    Ok(())
}

#[test]
fn an_empty_document_is_not_a_feed() {
    for empty in ["", " ", "\n\n", "\u{FEFF}"] {
        let parsed = parse(empty.as_bytes());
        assert_eq!(parsed.bozo, Some(Bozo::NotAFeed(LooksLike::Empty)), "{empty:?}");
        assert!(parsed.entries.is_empty());
    }
}

#[test]
fn a_single_byte_is_not_a_feed() {
    for byte in 0..=u8::MAX {
        let parsed = parse(&[byte]);
        assert!(matches!(parsed.bozo, Some(Bozo::NotAFeed(_))), "{byte:#04X}: {:?}", parsed.bozo);
    }
}

#[test]
fn damaged_documents_are_not_well_formed_and_their_faults_are_counted() {
    for (name, unit) in DAMAGE {
        let parsed = parse(damaged("", unit, "", 10_000));
        assert!(parsed.bozo.is_some(), "{name}");
        assert!(parsed.faults.len() <= 100, "{name}: {} faults", parsed.faults.len());
    }
}

#[test]
fn time_is_linear_in_the_size_of_any_damage() {
    let all = AROUND.iter().flat_map(|around| DAMAGE.iter().map(|damage| (*around, *damage)));
    let superlinear: Vec<String> =
        sampled(all, 3).filter_map(|(around, damage)| grow(around, damage).err()).collect();
    assert!(superlinear.is_empty(), "{superlinear:#?}");
}

#[test]
fn time_is_linear_in_the_size_of_any_damage_to_json() {
    let all = AROUND_JSON.iter().flat_map(|around| JSON_DAMAGE.iter().map(|damage| (*around, *damage)));
    let superlinear: Vec<String> =
        sampled(all, 3).filter_map(|(around, damage)| grow(around, damage).err()).collect();
    assert!(superlinear.is_empty(), "{superlinear:#?}");
}

#[test]
fn a_hundred_thousand_nested_tags_end_at_the_limit_on_depth() {
    for (open, close) in
        [("<a>", "</a>"), ("<item>", "</item>"), ("<x:y xmlns:x='z'>", "</x:y>"), ("<div>", "</div>")]
    {
        for (_, prefix, suffix) in &AROUND[..3] {
            let nested =
                [prefix, open.repeat(100_000).as_str(), close.repeat(100_000).as_str(), suffix].concat();
            within(SOON, open, nested.as_bytes());
        }
    }
    let nested = ["<rss version='2.0'><channel><title>x</title>", "<a>".repeat(100_000).as_str()].concat();
    let parsed = parse(nested.as_bytes());
    assert_eq!(parsed.bozo.as_ref().map(Bozo::name), Some("LimitExceeded"));
    assert_eq!(parsed.feed.title.map(|title| title.value).as_deref(), Some("x"));
}

#[test]
fn a_hundred_thousand_nested_arrays_are_read_soon() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"items\":[", "]}")] {
        let nested = [
            r#"{"version":"https://jsonfeed.org/version/1","title":"x","a":"#,
            &open.repeat(100_000),
            &close.repeat(100_000),
            "}",
        ];
        let parsed = within(SOON, open, nested.concat().as_bytes());
        assert_eq!(parsed.feed.title.map(|title| title.value).as_deref(), Some("x"), "{open}");
        assert_eq!(parsed.bozo.as_ref().map(Bozo::name), Some("LimitExceeded"), "{open}");
    }
}

#[test]
fn json_within_the_limit_on_depth_is_kept_unchanged() {
    for (depth, kept) in [(1, true), (200, true), (4_999, true), (5_000, false)] {
        let nested = ["[".repeat(depth), "]".repeat(depth)].concat();
        let parsed =
            parse(format!("{{\"version\":\"https://jsonfeed.org/version/1.1\",\"_a\":{nested}}}").as_bytes());
        let extension = parsed.feed.extensions().first();
        assert_eq!(extension.and_then(|e| e.json.as_deref()), kept.then_some(nested.as_str()));
        assert_eq!(parsed.bozo.is_none(), kept);
    }
}

#[test]
fn a_limit_on_entries_keeps_the_first_items_of_a_json_feed() {
    let feed = r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"},{"id":"2"},{"id":"3"}],"title":"x"}"#;
    for (limit, read) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)] {
        let parsed = Parser::new().limits(Limits::default().entries(limit)).parse(feed.as_bytes());
        assert_eq!(parsed.entries.len(), read, "{limit}");
        let bozo = (limit < 3).then_some(Bozo::LimitExceeded { limit: Limit::Entries });
        assert_eq!(parsed.bozo, bozo, "{limit}");
        assert!(parsed.feed.title.is_some() && parsed.feed.extensions().is_empty());
    }
}

#[test]
fn input_beyond_the_size_limit_is_not_read() {
    let limited =
        |size, text: &str| Parser::new().limits(Limits::default().size(size)).parse(text.as_bytes());
    let size = Some(Bozo::LimitExceeded { limit: Limit::Size });
    let feed = "<rss><channel><title>a</title><item><title>b</title></item></channel></rss>";
    let parsed = limited(40, feed);
    assert_eq!((parsed.feed.title.map(|title| title.value), parsed.bozo), (Some("a".into()), size.clone()));
    assert_eq!(limited(feed.len(), feed).bozo, None);
    // A feed could still follow, except in an HTML page.
    assert_eq!(limited(3, feed).bozo, size);
    let page = "<html><head><title>a</title></head><body><p>b</p></body></html>";
    assert_eq!(limited(40, page).bozo, Some(Bozo::NotAFeed(LooksLike::Html)));
}

#[test]
fn a_depth_limit_of_any_size_is_safe() {
    let text = format!("<rss><channel><item>{}", "<x>".repeat(2_000));
    for (depth, limit) in [(1_000, Limit::Depth), (10_000_000, Limit::Extensions)] {
        let parsed = Parser::new().limits(Limits::default().depth(depth)).parse(text.as_bytes());
        assert_eq!(parsed.bozo, Some(Bozo::LimitExceeded { limit }), "{depth}");
        assert_eq!(parsed.entries.len(), 1);
    }
}

#[test]
fn a_hundred_thousand_attributes_are_read_soon() {
    for attribute in [" a='1'", " xmlns:a='1'", " a", " a=1", " x:a='1'"] {
        let same = format!("<rss version='2.0'{}><channel/></rss>", attribute.repeat(100_000));
        within(SOON, attribute, same.as_bytes());
        let numbered = (0..100_000).map(|i| attribute.replacen('a', &format!("a{i}"), 1));
        let different = format!("<rss version='2.0'{}><channel/></rss>", numbered.collect::<String>());
        within(SOON, attribute, different.as_bytes());
    }
}

#[test]
fn entities_are_expanded_up_to_the_limit() {
    /// The default of [`Limits::expansion`].
    const EXPANSION: usize = 1 << 20;

    let mut doctype = String::from("<!DOCTYPE rss [<!ENTITY e0 'ha'>");
    for i in 1..100 {
        write!(doctype, "<!ENTITY e{i} '&e{0};&e{0};&e{0};&e{0};'>", i - 1).unwrap();
    }
    let text = format!(
        "{doctype}]><rss version='2.0'><channel><title>{}</title></channel></rss>",
        "&e99;".repeat(1000)
    );
    let parsed = within(SOON, "entities", text.as_bytes());
    assert!(parsed.feed.title.is_some_and(|title| title.value.len() <= text.len()));
    // Each use of a long entity adds its full length, so the total is limited.
    let long = "x".repeat(10_000);
    let text = format!(
        "<!DOCTYPE rss [<!ENTITY e '{long}'>]><rss version='2.0'><channel><title>{}</title></channel></rss>",
        "&e;".repeat(10_000)
    );
    let parsed = within(SOON, "a long entity", text.as_bytes());
    assert_eq!(parsed.bozo, Some(Bozo::LimitExceeded { limit: Limit::Expansion }));
    assert!(parsed.feed.title.is_some_and(|title| title.value.len() <= text.len() + EXPANSION));
    let narrow = Parser::new().limits(Limits::default().expansion(100_000)).parse(text.as_bytes());
    assert!(
        narrow.feed.title.is_some_and(|title| title.value.starts_with("xxx") && title.value.ends_with("&e;"))
    );
}

/// Returns documents of two kilobytes with many different constructs.
fn typical() -> [String; 3] {
    let atom = r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE feed [<!ENTITY ship "Aurora">]>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="sv" xml:base="https://harbour.example/">
  <title type="html">Hamnnytt &amp;amp; sk&#228;rg&#xE5;rd</title>
  <link rel="self" href="feed"/>
  <!-- made by hand -->
  <?note this?>
  <entry>
    <title>&ship; came in – första gången</title>
    <id>tag:harbour.example,2023:ship</id>
    <link href="ship" title='"Aurora"'/>
    <author><name>Anna</name><email>anna@harbour.example</email></author>
    <updated>2023-03-02T08:15:00Z</updated>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Three <b>masts</b> &lt;3</p></div></content>
    <media:content url="ship.mp4"><media:title>ship</media:title></media:content>
  </entry>
</feed>
"#;
    let rss = r#"<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>
    <title>Hamnnytt</title>
    <image><url>https://harbour.example/logo.png</url><title>logo</title></image>
    <item>
      <title>Skeppet är här</title>
      <guid isPermaLink="false">ship-1</guid>
      <pubDate>Thu, 02 Mar 2023 08:15:00 +0100</pubDate>
      <dc:creator>Anna</dc:creator>
      <description>Three &lt;em&gt;masts&lt;/em&gt; &amp;amp; a flag</description>
      <content:encoded><![CDATA[<p style="color: red">Three <a href="/masts">masts</a> &amp; a flag]]></content:encoded>
      <enclosure url="https://harbour.example/horn.mp3" length="1337" type="audio/mpeg"/>
      <category domain="https://harbour.example/rigs">three masts</category>
    </item>
    <item><title>Båten också</title><h:ship xmlns:h="https://harbour.example/ns"><h:name>Aurora</h:name></h:ship></item>
  </channel>
</rss>
"#;
    let json = r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "Hamnnytt",
  "items": [
    {"id": "1", "title": "Skeppet är här \ud83d\udea2", "content_html": "<p>Three <b>masts</b></p>", "tags": ["ships", "masts"]},
    {"id": "2", "date_published": "2023-03-02T08:15:00Z", "attachments": [{"url": "https://harbour.example/horn.mp3", "size_in_bytes": 1337}]}
  ]
}
"#;
    [atom.to_owned(), rss.to_owned(), json.to_owned()]
}

#[test]
fn a_document_cut_at_any_byte_keeps_every_entry_before_the_cut() {
    for document in typical() {
        let whole = parse(document.as_bytes());
        assert_eq!(whole.bozo, None, "{document}");
        for cut in 0..document.len() {
            let parsed = parse(&document.as_bytes()[..cut]);
            let end_of_first =
                document.find("</item>").or(document.find("</entry>")).map_or(usize::MAX, |at| at + 8);
            if cut > end_of_first {
                assert!(!parsed.entries.is_empty(), "cut at {cut}");
                assert_eq!(parsed.entries[0], whole.entries[0], "cut at {cut}");
            }
            // Only a line break follows the end tag of the root element.
            assert!(parsed.bozo.is_some() || cut + 1 == document.len(), "cut at {cut}: {:?}", parsed.bozo);
        }
    }
}

#[test]
fn a_document_without_any_one_byte_is_still_read() {
    for document in typical() {
        let mut bytes = document.into_bytes();
        for at in 0..bytes.len() {
            let removed = bytes.remove(at);
            parse(&bytes);
            bytes.insert(at, removed);
        }
    }
}

#[test]
fn a_document_with_any_one_byte_replaced_is_still_read() {
    /// Without optimization, each position gets only every third replacement byte, in rotation.
    const TURNS: usize = if cfg!(debug_assertions) { 3 } else { 1 };
    for document in typical() {
        let mut bytes = document.into_bytes();
        for at in 0..bytes.len() {
            let right = bytes[at];
            let all = [0, b'<', b'>', b'&', b'"', b'/', 0x80, 0xFF, right ^ 0x20];
            for wrong in sampled(all.into_iter().skip(at % TURNS).step_by(TURNS), 3) {
                bytes[at] = wrong;
                parse(&bytes);
            }
            bytes[at] = right;
        }
    }
}

#[test]
fn a_document_with_bytes_flipped_at_random_is_still_read() {
    // A linear congruential generator (Knuth's MMIX), so that failures are reproducible.
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below
    };
    for document in typical() {
        for _ in 0..if cfg!(debug_assertions) { 500 } else { 5_000 } {
            let mut bytes = document.clone().into_bytes();
            for _ in 0..=random(20) {
                let at = random(bytes.len());
                bytes[at] = u8::try_from(random(256)).unwrap();
            }
            parse(&bytes);
        }
    }
}

#[test]
fn html_pages_are_distinguished_from_feeds() {
    for (page, looks_like) in [
        ("<!DOCTYPE html><html><head><title>x</title></head><body><p>y</body></html>", LooksLike::Html),
        ("<html><head><title>404 Not Found</title></head><body>not found</body></html>", LooksLike::Html),
        ("{\"error\": \"not found\"}", LooksLike::Json),
        ("not found", LooksLike::Other),
        ("<error>not found</error>", LooksLike::Xml),
        ("\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR", LooksLike::Binary),
        ("%PDF-1.7\n1 0 obj\n", LooksLike::Binary),
    ] {
        let parsed = parse(Document::from(page).content_type("text/html; charset=utf-8"));
        assert_eq!(parsed.bozo, Some(Bozo::NotAFeed(looks_like)), "{page}");
    }
}

/// A start tag without its `<` is read if the single byte before its name can replace the `<`.
#[test]
fn tags_without_less_than_are_read_after_any_white_space() {
    for (before, title) in [
        ("", "One"),
        (" ", "One"),
        ("\u{A0}\n", "One"),
        ("\u{A0}", "title>One"),
        ("\u{2003}\u{3000}", "title>One"),
    ] {
        for end in ["", "</item></channel></rss>"] {
            let document = format!("<rss version='2.0'><channel><item>{before}title>One</title>{end}");
            let parsed = parse(document.as_bytes());
            let found = parsed.entries[0].title.as_ref().map(|title| title.value.trim());
            assert_eq!(found, Some(title), "{document:?}");
        }
        let unfinished = format!("<rss>{before}description></description");
        assert!(!parse(unfinished.as_bytes()).well_formed, "{unfinished:?}");
    }
}
