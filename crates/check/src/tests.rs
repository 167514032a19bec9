use bozofeed::{Document, Timestamp};

use super::*;
use bozofeed_testing::{check as check_property, pieces};

/// Returns a checker with a fixed clock.
fn checker() -> Checker {
    Checker::new().now(Timestamp::new(1_600_000_000, 0).unwrap())
}

/// Returns the findings of a document, one per line: line, severity, rule, subject and value.
fn found<'a>(document: impl Into<Document<'a>>) -> Vec<String> {
    let findings = checker().check(document);
    let shown = |Finding { rule, position, subject, value, .. }: Finding| {
        format!("{}:{} {} {} {subject} {value}", position.line, position.column, rule.severity, rule.id)
    };
    findings.into_iter().filter(|finding| finding.rule.id != "feed-self-missing").map(shown).collect()
}

/// The required parts of a channel.
const CHANNEL: &str = "<title>a</title><link>https://a.example/</link><description>a</description>";

#[test]
fn findings_have_positions_subjects_and_values() {
    let mut wrong = Vec::new();
    for (content, expected) in [
        ("", &[][..]),
        ("<ttl>soon</ttl>", &["2:6 error value/UnreadableNumber rss/channel/ttl soon"]),
        ("<ttl>\n 5x\n</ttl>", &["3:2 error value/UnreadableNumber rss/channel/ttl 5x"]),
        (
            "<language>en</language><language>en</language>",
            &["2:24 error element-repeated rss/channel/language language"],
        ),
        (
            "<x:a xmlns:x='urn:x:y'><b/><c/></x:a>",
            &[
                "2:15 note namespace-unknown rss/channel/x:a urn:x:y",
                "2:24 warning element-unknown rss/channel/x:a/b b",
            ],
        ),
        ("<a/>", &["2:1 error element-unknown rss/channel/a a"]),
        ("<TTL>5</TTL>", &["2:1 error element-unknown rss/channel/TTL TTL"]),
        ("<generator>a<b>c</b></generator>", &["2:13 error text-has-elements rss/channel/generator/b b"]),
        (
            "<item><title>x</title><link>https://a.example/1</link><guid>https://a.example/1</guid>\
             <pubDate>Sat, 21 Nov 2015 09:30:00 GMT</pubDate><enclosure url='x' type='audio/mpeg' length='1'/></item>",
            &["2:146 error uri-relative rss/channel/item[1]/enclosure/@url x"],
        ),
        (
            "<item><description>a &lt;b&gt; \n &lt;script&gt;x</description><link>https://a.example/1</link>\
             <guid>https://a.example/1</guid><pubDate>Sat, 21 Nov 2015 09:30:00 GMT</pubDate></item>",
            &["3:2 warning html-removed rss/channel/item[1]/description script"],
        ),
    ] {
        let document = format!("<rss version='2.0'><channel>{CHANNEL}\n{content}</channel></rss>");
        let found = found(document.as_bytes());
        if found != expected {
            wrong.push((content, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn labels_are_checked() {
    let mut wrong = Vec::new();
    let feed = |declaration: &str, title: &[u8]| {
        let start = format!("{declaration}<rss version='2.0'><channel><title>");
        let rest = "</title><link>https://a.example/</link><description>a</description></channel></rss>";
        [start.as_bytes(), title, rest.as_bytes()].concat()
    };
    let cyrillic = b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCF\xF0\xE8\xE2\xE5\xF2 \xE2\xF1\xE5\xEC \xEB\xFE\xE4\xFF\xEC";
    for (document, content_type, expected) in [
        (feed("", b"a"), None, &[][..]),
        (feed("", "é".as_bytes()), None, &[]),
        (feed("", "é".as_bytes()), Some("text/xml"), &[]),
        (feed("<?xml version='1.0' encoding='utf-8'?>", "é".as_bytes()), Some("application/xml"), &[]),
        (
            feed("<?xml version='1.0' encoding='bogus'?>", b"a"),
            None,
            &["1:31 error encoding-label-unknown  bogus"],
        ),
        (
            feed("<?xml version='1.0' encoding='utf-8'?>", cyrillic),
            None,
            &["1:1 note encoding-not-utf-8  windows-1251", "1:31 error encoding-label-wrong  utf-8"],
        ),
        (
            feed("", cyrillic),
            None,
            &["1:1 error encoding-undeclared  windows-1251", "1:1 note encoding-not-utf-8  windows-1251"],
        ),
        (
            feed("<?xml version='1.0' encoding='iso-8859-1'?>", "é".as_bytes()),
            Some("application/xml; charset=utf-8"),
            &["1:31 warning encoding-labels-conflict  iso-8859-1"],
        ),
        (
            feed("<?xml version='1.0' encoding='iso-8859-1'?>", b"it\x92s"),
            None,
            &[
                "1:1 note encoding-not-utf-8  iso-8859-1",
                "1:79 warning text-mojibake rss/channel/title it\u{92}s",
            ],
        ),
        (feed("", b"a"), Some("text/html"), &["1:1 warning media-type-not-a-feed  text/html"]),
    ] {
        let whole = Document::new(&document);
        let found =
            found(content_type.map_or_else(|| whole.clone(), |value| whole.clone().content_type(value)));
        if found != expected {
            wrong.push((String::from_utf8_lossy(&document).into_owned(), found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_document_that_is_not_a_feed_has_one_finding() {
    assert_eq!(found(b"<html><body><p>No</p></body></html>"), ["1:1 error not-a-feed  an HTML page"]);
    assert_eq!(found(b"{}"), ["1:1 error not-a-feed  another kind of JSON"]);
    let outlines = "<!-- a -->\n<opml><body><outline xmlUrl='https://a.example/a&b'/><outline></body></opml>";
    assert_eq!(found(outlines.as_bytes()), ["2:1 error not-a-feed  another kind of XML"]);
}

/// Returns the rules broken by a document, only errors and warnings.
fn grave(document: &str) -> Vec<String> {
    let graver = |line: &&String| !line.contains(" note ");
    let rule = |line: &String| line.split(' ').nth(2).unwrap_or_default().to_owned();
    found(document.as_bytes()).iter().filter(graver).map(rule).collect()
}

#[test]
fn what_feeds_do_by_the_rules_of_modules_is_not_found() {
    let item = "<item><title>a</title><link>https://a.example/1</link><guid>https://a.example/1</guid>\
                <pubDate>Sat, 21 Nov 2015 09:30:00 GMT</pubDate>";
    let mut wrong = Vec::new();
    for (namespaces, channel, entry) in [
        (
            "xmlns:a10='http://www.w3.org/2005/Atom'",
            "<a10:author><a10:name>Anna</a10:name></a10:author><a10:updated>2015-11-21T09:30:00Z</a10:updated>",
            "<a10:author><a10:name>Anna</a10:name><a10:email>a@a.example</a10:email></a10:author>\
             <a10:updated>2015-11-21T09:30:00Z</a10:updated><a10:content type='html'>a</a10:content>",
        ),
        (
            "xmlns:thr='http://purl.org/syndication/thread/1.0'",
            "<thr:in-reply-to ref='https://a.example/0'/>",
            "",
        ),
        (
            "xmlns:ev='http://purl.org/rss/1.0/modules/event/'",
            "",
            "<ev:startdate>2016-11-21T09:30:00</ev:startdate><ev:enddate>2016-11-22</ev:enddate>",
        ),
        (
            "xmlns:georss='http://www.georss.org/georss' xmlns:gml='http://www.opengis.net/gml'",
            "",
            "<georss:where><gml:Polygon srsName='urn:ogc:def:crs:EPSG:6.6:26986'><gml:exterior><gml:LinearRing>\
             <gml:posList>45.2 -110.4 46.4 -109.4 43.8 -109.8 45.2 -110.4</gml:posList></gml:LinearRing></gml:exterior>\
             </gml:Polygon></georss:where>",
        ),
        (
            "",
            "<image><url>https://a.example/logo.php</url><title>a</title><link>https://a.example/</link></image>",
            "",
        ),
        ("", "<managingEditor>mailto:anna@a.example</managingEditor>", ""),
        (
            "xml:base='https://a.example/' xmlns:atom='http://www.w3.org/2005/Atom'",
            "<atom:link rel='self' href='feed'/>",
            "",
        ),
        ("", "", "<description>&lt;img src='data:image/png;base64,AAAA'></description>"),
        ("xmlns:xhtml='http://www.w3.org/1999/xhtml'", "<xhtml:meta name='robots' content='noindex'/>", ""),
    ] {
        let document = format!(
            "<rss version='2.0' {namespaces}><channel>{CHANNEL}{channel}{item}{entry}</item></channel></rss>"
        );
        let found = grave(&document);
        if !found.is_empty() {
            wrong.push((channel, entry, found));
        }
    }
    let former = "<feed version='0.3' xmlns='http://purl.org/atom/ns#' xmlns:atom10='http://www.w3.org/2005/Atom'><title>a</title>\
        <link rel='alternate' type='text/html' href='https://a.example/'/><modified>2015-11-21T09:30:00Z</modified>\
        <atom10:link rel='hub' href='https://a.example/hub'/></feed>";
    assert_eq!(grave(former), ["namespace-unknown-format"]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn rdf_has_nodes_and_properties_in_turn() {
    let mut wrong = Vec::new();
    for (content, expected) in [
        (
            "<dc:creator><rdf:Description rdf:ID='a'><dc:title>a</dc:title></rdf:Description></dc:creator>",
            false,
        ),
        ("<x:a rdf:resource='urn:x:y'/>", false),
        ("<x:a rdf:parseType='Literal'>a <b>c</b></x:a>", false),
        ("<x:a rdf:parseType='Resource'><x:b>a</x:b><x:c>a</x:c></x:a>", false),
        ("<x:a rdf:parseType='Collection'><x:b/><x:c/></x:a>", false),
        ("<x:a><rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li></rdf:Bag></x:a>", false),
        ("<x:a><x:b>text</x:b></x:a>", true),
        ("<x:a>text<x:b/></x:a>", true),
        ("<x:a><x:b/><x:c/></x:a>", true),
        ("<x:a rdf:resource='urn:x:y'>text</x:a>", true),
        ("<x:a rdf:bagID='a'/>", true),
        ("<x:a><x:b rdf:ID='1 2'/></x:a>", true),
        ("<x:a><x:b rdf:ID='a' rdf:about='urn:x:y'/></x:a>", true),
        ("<rdf:Description>a</rdf:Description>", true),
        ("<dc:creator>Anna <rdf:Description/></dc:creator>", true),
    ] {
        let document = format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' xmlns:x='urn:x:z' \
             xmlns:dc='http://purl.org/dc/elements/1.1/'><channel rdf:about='https://a.example/'>{CHANNEL}<items><rdf:Seq/></items>\
             {content}</channel></rdf:RDF>"
        );
        let found = grave(&document);
        if found != ["rdf-invalid"][usize::from(!expected)..] {
            wrong.push((content, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn dates_in_the_future_are_silent_in_a_feed_of_events() {
    let item = |number: usize, year: i32| {
        format!(
            "<item><title>a</title><link>https://a.example/{number}</link><guid>https://a.example/{number}</guid>\
             <pubDate>21 Nov {year} 09:30:00 GMT</pubDate></item>"
        )
    };
    let count = |years: &[i32]| {
        let items: String = years.iter().enumerate().map(|(number, year)| item(number, *year)).collect();
        let document = format!("<rss version='2.0'><channel>{CHANNEL}{items}</channel></rss>");
        found(document.as_bytes()).len()
    };
    assert_eq!([count(&[2015]), count(&[2030]), count(&[2030, 2030, 2030, 2015])], [0, 1, 0]);
}

#[test]
fn a_hundred_findings_of_a_rule_are_kept() {
    let document = format!("<rss version='2.0'><channel>{CHANNEL}{}</channel></rss>", "<a/>".repeat(200));
    assert_eq!(found(document.as_bytes()).len(), 100);
}

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<rss version='2.0'>", "<channel>", "</channel>", "<item>", "</item>", "<title>", "</title>", "<link>", "</link>",
    "<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry>", "</entry>", "<content type='xhtml'>", "</content>", "<div>",
    "<link href='/a' rel='self'/>", "<content src='x'/>", "<id>", "</id>", "<guid>", "</guid>", "a", "é", "â€", "&lt;b&gt;", "&lt;img src=/a",
    "<![CDATA[<script>]]>", " ", "\r\n", "xmlns:dc='", "<p xmlns=", "'", ">", "{\"items\":[", "{\"id\":1}", "]}", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>",
];

#[test]
fn nothing_panics_and_findings_are_in_order() {
    check_property(256, |u| {
        let text = pieces(u, 0..=30, PIECES)?;
        let findings = Checker::new().check(text.as_bytes());
        assert!(findings.is_sorted_by_key(|finding| finding.position), "{text}");
        assert!(findings.iter().all(|finding| finding.position <= finding.end), "{text}");
        let report = Checker::new().report("a", text.as_bytes());
        assert!(report.html().ends_with("</html>\n"));
        Ok(())
    });
}

#[test]
fn unknown_roots_are_errors_and_are_checked_as_they_are_read() {
    let item = "<item><link>https://a.example/1</link><ttl/></item>";
    let mut wrong = Vec::new();
    for (document, expected) in [
        (
            format!("<RSS version='0.91'><channel>{CHANNEL}<x/></channel></RSS>"),
            ["element-unknown", "element-unknown"],
        ),
        (format!("<unknown><channel>{CHANNEL}<x/></channel></unknown>"), ["root-unknown", "element-unknown"]),
        (format!("<channel>{CHANNEL}<x/></channel>"), ["root-unknown", "element-unknown"]),
        (
            format!("<html><body><rss version='0.91'><channel>{CHANNEL}<x/></channel></rss></body></html>"),
            ["root-unknown", "element-unknown"],
        ),
        (
            format!("<root>{}</root>", item.replace("<link>", "<title>a</title><link>")),
            ["root-unknown", "element-misplaced"],
        ),
        (item.replace("<link>", "<title>a</title><link>"), ["root-unknown", "element-misplaced"]),
        (
            format!(
                "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><channel>{CHANNEL}<x/></channel></rdf:RDF>"
            ),
            ["root-unknown", "element-unknown"],
        ),
    ] {
        let findings = checker().check(&*document);
        let errors = findings.iter().filter(|finding| finding.rule.severity == RuleSeverity::Error);
        let errors: Vec<_> = errors.map(|finding| finding.rule.id).collect();
        if errors != expected {
            wrong.push((document, errors));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_specifications_allow_is_no_error() {
    let rdf = |uri: &str, about: &str| {
        format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='{uri}'><channel rdf:about='/'>{CHANNEL}\
             <items><rdf:Seq><rdf:li rdf:resource='{about}'/></rdf:Seq></items></channel>\
             <item rdf:about='{about}'><title>a</title><link>https://a.example/1</link></item></rdf:RDF>"
        )
    };
    let input = "<textinput><title>a</title><description>a</description><name>a</name><link>https://a.example/</link></textinput>";
    let mut wrong = Vec::new();
    for (document, expected) in [
        // RDF/XML §2.14: references may be relative.
        (rdf("http://purl.org/rss/1.0/", "topic-1"), &[][..]),
        (rdf("http://purl.org/rss/1.0", "topic-1"), &["namespace-misspelt"]),
        // RSS 0.91 by Netscape has the name in lower case.
        (format!("<rss version='0.91'><channel>{CHANNEL}{input}</channel></rss>"), &[]),
        (format!("<rss version='2.0'><channel>{CHANNEL}{input}</channel></rss>"), &["element-unknown"]),
        // An item may have several Dublin Core dates.
        (
            format!(
                "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>{CHANNEL}<item><title>a</title>\
                 <dc:date>2020-11-21</dc:date><dc:date>2020-11-22</dc:date></item></channel></rss>"
            ),
            &[],
        ),
        // Everything after the root is a single fault.
        (
            format!("<rss version='2.0'><channel>{CHANNEL}</channel></rss><script>a()</script>"),
            &["xml/SecondRoot"],
        ),
    ] {
        let findings = checker().check(&*document);
        let errors = findings.iter().filter(|finding| finding.rule.severity == RuleSeverity::Error);
        let errors: Vec<_> = errors.map(|finding| finding.rule.id).collect();
        if errors != expected {
            wrong.push((document, errors));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn links_between_parts_of_a_feed_are_checked() {
    let mut wrong = Vec::new();
    let own = "https://a.example/feed";
    for (content, expected) in [
        ("<link rel='next' href='/2'/><link rel='first' href='https://a.example/feed'/>", ""),
        (
            "<link rel='prev' href='/2'/><link rel='first' href='https://a.example/feed'/>",
            "history-past-end prev",
        ),
        (
            "<link rel='next' href='/2'/><link rel='last' href='https://A.example/feed'/>",
            "history-past-end next",
        ),
        ("<link rel='next' href='/2'/><link rel='last' href='/3'/>", ""),
        ("<fh:complete/>", ""),
        ("<fh:complete/><link rel='current' href='https://a.example/feed'/>", ""),
        ("<link rel='current' href='/2'/><fh:complete/>", "history-current-differs current"),
        ("<fh:complete/><link rel='next-archive' href='/2'/>", "history-complete-paged next-archive"),
        ("<fh:archive/>", "history-current-missing current"),
        ("<fh:archive/><link rel='current' href='/'/><link rel='prev-archive' href='/2'/>", ""),
        (
            "<entry><id>urn:a:1</id><title>a</title><updated>2015-11-20T20:00:00Z</updated><content>a</content>\
             <author><name>a</name></author><link rel='next' href='/2'/></entry>",
            "history-in-entry next",
        ),
    ] {
        let document = format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:fh='http://purl.org/syndication/history/1.0'><id>urn:a:2</id>\
             <title>a</title><updated>2015-11-20T20:00:00Z</updated><link rel='self' href='{own}'/>{content}</feed>"
        );
        let found = found(document.as_bytes());
        let shown: Vec<_> = found
            .iter()
            .filter(|line| line.contains(" history-"))
            .map(|line| {
                let mut words = line.split(' ');
                format!("{} {}", words.nth(2).unwrap_or_default(), words.next_back().unwrap_or_default())
            })
            .collect();
        if shown.join("; ") != expected {
            wrong.push((content, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn elements_of_a_feed_precede_its_entries() {
    let item = "<item><title>a</title><link>https://a.example/1</link></item>";
    let document = |rest: &str| format!("<rss version='0.91'><channel>{rest}</channel></rss>");
    assert_eq!(found(document(&format!("{CHANNEL}{item}{item}")).as_bytes()), [""; 0]);
    assert_eq!(
        found(document(&format!("{item}{CHANNEL}")).as_bytes()),
        ["1:91 note element-misplaced rss/channel/title title"],
        "only the first is reported",
    );
}

/// The offsets of a fix refer to the document, so its text must encode to the same bytes.
#[test]
fn a_document_is_only_mended_if_its_text_gives_its_bytes() {
    let text = format!("<rss version='2.0'><channel>{CHANNEL}<TTL>5</TTL></channel></rss>");
    let mark = "\u{FEFF}".to_owned() + &text;
    let utf_16: Vec<u8> = mark.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let labelled = |label: &str| format!("<?xml version='1.0' encoding='{label}'?>{text}");
    let latin = [labelled("iso-8859-1").as_bytes(), b"<!-- caf\xE9 -->"].concat();
    // A second escape to ASCII has no effect.
    let not_jis = [labelled("iso-2022-jp").as_bytes(), b"<!-- \x1B(B\x1B$B3$\x1B(B -->"].concat();
    let mut wrong = Vec::new();
    for (name, document, expected) in [
        ("as it is", text.clone().into_bytes(), true),
        ("a byte order mark", mark.into_bytes(), true),
        ("ASCII", labelled("iso-8859-1").into_bytes(), true),
        ("ISO-8859-1", latin, true),
        ("not ISO-2022-JP", not_jis, false),
        ("UTF-16", utf_16, false),
    ] {
        let findings = checker().check(&*document);
        let has_fix = findings.into_iter().any(|finding| finding.fix.is_some());
        if has_fix != expected {
            wrong.push(name);
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn utf_8_that_is_declared_as_latin_1_has_a_wrong_label() {
    let rules = |label: &str, text: &[u8]| {
        let mut document =
            format!("<?xml version='1.0' encoding='{label}'?><rss version='2.0'><channel><title>")
                .into_bytes();
        document.extend_from_slice(text);
        document.extend_from_slice(
            b"</title><link>https://a.example/</link><description>a</description></channel></rss>",
        );
        let findings = checker().check(document);
        let rules: Vec<_> =
            findings.iter().map(|finding| finding.rule.id).filter(|id| *id != "feed-self-missing").collect();
        rules.join(" ")
    };
    let wrong: Vec<_> = [
        ("iso-8859-1", &b"Caf\xC3\xA9"[..], "encoding-label-wrong"),
        ("windows-1252", b"it\xE2\x80\x99s caf\xC3\xA9", "encoding-label-wrong"),
        ("iso-8859-1", b"Caf\xE9", "encoding-not-utf-8"),
        ("iso-8859-1", b"Cafe", ""),
        ("utf-8", b"Caf\xC3\xA9", ""),
        ("windows-1251", b"\xCF\xF0\xE8\xEB\xE8\xE2", "encoding-not-utf-8"),
    ]
    .into_iter()
    .map(|(label, text, expected)| (label, text, expected, rules(label, text)))
    .filter(|(.., expected, found)| expected != found)
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn addresses_beyond_the_limit_are_not_resolved_and_the_limit_is_found() {
    let base = format!("https://h.example/{}/", "a".repeat(1_900));
    let links = |count: usize| "<link rel='self' href='a'/>".repeat(count);
    let mut wrong = Vec::new();
    for (name, count, limit, expected) in [
        ("few links", 3, None, [false, true]),
        ("many links", 2_000, None, [true, true]),
        ("no limit is left", 1, Some(0), [true, false]),
    ] {
        let feed =
            format!("<feed xmlns='http://www.w3.org/2005/Atom' xml:base='{base}'>{}</feed>", links(count));
        let limits =
            limit.map_or_else(bozofeed::Limits::default, |left| bozofeed::Limits::default().resolved(left));
        let checker = Checker::new().parser(bozofeed::Parser::new().limits(limits));
        let findings = checker.check(Document::from(feed.as_str()).url("https://other.example/"));
        let has = |id: &str| findings.iter().any(|finding| finding.rule.id == id);
        // The link counts even if its address is unknown.
        let found = [has("limit-exceeded"), has("feed-self-differs")];
        if found != expected || has("feed-self-missing") || has("feed-self-relative") {
            wrong.push((name, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_name_is_spelled_unless_an_element_beside_it_has_the_name() {
    let mut wrong = Vec::new();
    for (item, expected) in [
        ("<Title>a</Title>", true),
        ("<Title>a</Title><TITLE>b</TITLE>", true),
        ("<Title>a</Title><title>b</title>", false),
        ("<title>b</title><Title>a</Title>", false),
        // Elements in other places do not matter, nor do texts, however close.
        ("<Title>a</Title></item><item><title>b</title>", true),
        ("<Title>a</Title><media:content><media:title>b</media:title></media:content>", true),
        ("<Title>a</Title><!-- <title>b</title> -->", true),
    ] {
        let feed = format!(
            "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><title>c</title><item>{item}</item></channel></rss>"
        );
        let findings = Checker::new().check(feed.as_bytes());
        let fix =
            findings.iter().find(|finding| finding.value == "Title").and_then(|found| found.fix.as_ref());
        if fix.map(|fix| fix.is_safe) != Some(expected) {
            wrong.push((item, fix.cloned()));
        }
    }
    assert_eq!(wrong, []);
}

/// The advice is specific to the element, the attribute and the value.
#[test]
fn advice_is_about_the_finding() {
    const ATOM: &str = "<feed xmlns='http://www.w3.org/2005/Atom'><entry>";
    let channel = format!(
        "<rss version='2.0' xmlns:podcast='https://podcastindex.org/namespace/1.0'><channel>{CHANNEL}"
    );
    let item = format!("{channel}<item>");
    let mut wrong = Vec::new();
    for (before, element, expected) in [
        (&*channel, "<podcast:funding>a</podcast:funding>", "Write the address: url=\"https://…\"."),
        (&channel, "<published>x</published>", "Write it as pubDate, which is what it is called here."),
        (&channel, "<updated>x</updated>", "Write it as lastBuildDate, which is what it is called here."),
        (&channel, "<subtitle>x</subtitle>", "write it as `description`"),
        (&item, "<summary>x</summary>", "write it as `description`"),
        (&item, "<content>x</content>", "Write it as content:encoded, which is what it is called here."),
        (&item, "<id>x</id>", "Write it as guid, which is what it is called here."),
        (ATOM, "<guid>x</guid>", "write it as `id`"),
        (ATOM, "<pubDate>x</pubDate>", "Write it as published, which is what it is called here."),
        (ATOM, "<description>x</description>", "Write it as summary, which is what it is called here."),
        (ATOM, "<enclosure url='x'/>", "Write a link: <link rel=\"enclosure\" href=\"https://…\"/>."),
        (
            ATOM,
            "<tides>x</tides>",
            "Correct the name, remove the element, or put it into a namespace of its own.",
        ),
    ] {
        let document = format!("{before}{element}");
        let start = before.len() + 1;
        let findings = checker().check(document.as_bytes());
        let found = findings.iter().find(|finding| {
            finding.position.column == start
                && matches!(finding.rule.id, "element-unknown" | "attribute-missing")
        });
        let advice = found.map(Finding::advice);
        if advice != Some(expected) {
            wrong.push((element, advice.map(str::to_owned)));
        }
    }
    assert_eq!(wrong, []);
}

/// A label that the first bytes of the document contradict.
#[test]
fn a_label_that_cannot_be_right_is_wrong() {
    for label in ["utf-16", "UTF-16LE", "ucs-2", "ebcdic-cp-us", "us-ascii"] {
        let document = format!(
            "<?xml version='1.0' encoding='{label}'?><rss version='2.0'><channel>{CHANNEL}é</channel></rss>"
        );
        let found = found(document.as_bytes());
        let expected = format!("1:31 error encoding-label-wrong  {label}");
        assert!(found.contains(&expected), "{label}: {found:?}");
    }
}

/// A fix must not invent facts.
#[test]
fn a_date_is_rewritten_safely_if_its_meaning_is_certain() {
    for (date, is_safe) in [
        ("2020-11-21T09:30:00+01:00", true),
        ("Sat, 21 Nov 20 09:30:00 EST", true),
        ("2020-11-21T09:30:00", false),
        ("02/01/2020 09:30:00 GMT", false),
    ] {
        let document =
            format!("<rss version='2.0'><channel>{CHANNEL}<pubDate>{date}</pubDate></channel></rss>");
        let findings = checker().check(document.as_bytes());
        let fix =
            findings.iter().find(|finding| finding.value == date).and_then(|finding| finding.fix.as_ref());
        assert_eq!(fix.map(|fix| fix.is_safe), Some(is_safe), "{date}");
    }
}
