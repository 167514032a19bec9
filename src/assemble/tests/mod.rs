#[cfg(feature = "serde")]
mod choices;

use crate::explain::CandidateOutcome;
use crate::shown::{check, item};
use crate::{Parser, parse};

/// Returns the identifiers of the entries of a document.
fn ids(document: &str) -> String {
    let parsed = parse(document.as_bytes());
    parsed
        .entries
        .iter()
        .map(|entry| entry.id.as_deref().unwrap_or("-").to_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn an_entry_is_left_out_only_if_nothing_is_lost() {
    let [a, b] = ["a", "b"].map(|id| format!("<guid>{id}</guid>"));
    let mut wrong = Vec::new();
    for (document, expected) in [
        // Equal entries of one feed are both kept, but only once if the feed is repeated.
        (format!("<rss><channel><item>{a}</item><item>{a}</item></channel></rss>"), "a a"),
        (
            format!(
                "<rss><channel><item>{a}</item></channel></rss><rss><channel><item>{a}</item></channel></rss>"
            ),
            "a",
        ),
        // An entry that contains entries is kept, since they come after it.
        (
            format!(
                "<rss><channel><item>{a}</item></channel></rss><rss><channel><item>{a}<item>{b}</item></item></channel></rss>"
            ),
            "a a b",
        ),
        // A start tag without any content.
        ("<rss><channel><item><guid>a</guid></item><item>".to_owned(), "a"),
        (format!("<rss><channel><item><item>{a}</item></channel></rss>"), "a"),
    ] {
        let found = ids(&document);
        if found != expected {
            wrong.push((document, found));
        }
    }
    assert_eq!(wrong, []);
}

/// Our own writer wraps set-aside elements in an element of its namespace; any other element of that name is an ordinary extension.
#[test]
fn only_elements_that_our_writer_set_aside_are_unwrapped() {
    use crate::vocabulary::set_aside::{ELEMENT, URI};
    let mut wrong = Vec::new();
    for (namespace, name, expected) in [
        (URI, ELEMENT, "a"),
        ("urn:x", ELEMENT, ELEMENT),
        (URI, "others", "others"),
        ("urn:x", "others", "others"),
    ] {
        for place in ["channel", "item"] {
            let element =
                format!("<x:{name} xmlns:x='{namespace}' name='a'><y:b xmlns:y='urn:y'>c</y:b></x:{name}>");
            let (before, after) = if place == "item" { ("<item>", "</item>") } else { ("", "") };
            let parsed = parse(format!("<rss><channel>{before}{element}{after}</channel></rss>").as_bytes());
            let extensions = match parsed.entries.first() {
                Some(entry) => entry.extensions(),
                None => parsed.feed.extensions(),
            };
            let names: Vec<_> = extensions.iter().map(|extension| extension.name.to_string()).collect();
            if names != [expected] {
                wrong.push((namespace, name, place, names));
            }
        }
    }
    assert_eq!(wrong, []);
}

/// Returns the value of a field in an item or a channel with these elements, and the outcomes of the candidates in document order.
fn chosen(place: &str, field: &str, elements: &str) -> (String, Vec<&'static str>) {
    let (before, after) = if place == "item" { ("<item>", "</item>") } else { ("", "") };
    let (before, after) = if place == "image" { ("<image>", "</image>") } else { (before, after) };
    let document = format!(
        "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom' xmlns:dc='http://purl.org/dc/elements/1.1/' \
         xmlns:dcterms='http://purl.org/dc/terms/' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
         xmlns:media='http://search.yahoo.com/mrss/'><channel>{before}{elements}{after}</channel></rss>"
    );
    let candidates = Parser::new().explain(document.as_bytes()).candidates;
    let of_field: Vec<_> = candidates.iter().filter(|candidate| &*candidate.field == field).collect();
    let kept = of_field.iter().find(|candidate| candidate.outcome == CandidateOutcome::Kept);
    let value =
        kept.map_or_else(String::new, |kept| kept.value.split(' ').next().unwrap_or_default().to_owned());
    (value, of_field.iter().map(|candidate| candidate.outcome.as_str()).collect())
}

/// Of two elements, the first is kept in either order, and the second is rejected for this reason.
#[test]
fn the_better_of_two_elements_is_kept_in_either_order() {
    let mut wrong = Vec::new();
    for (place, field, better, worse, reason) in [
        // The rank of the element.
        ("item", "title", "<title>a</title>", "<dc:title>b</dc:title>", "lower_rank"),
        ("item", "title", "<title>a</title>", "<media:title>b</media:title>", "lower_rank"),
        ("item", "title", "<title>a</title>", "<atom:title>b</atom:title>", "lower_rank"),
        ("item", "title", "<atom:title>a</atom:title>", "<dc:title>b</dc:title>", "lower_rank"),
        ("item", "title", "<dc:title>a</dc:title>", "<media:title>b</media:title>", "lower_rank"),
        (
            "item",
            "summary",
            "<description>a</description>",
            "<itunes:summary>b</itunes:summary>",
            "lower_rank",
        ),
        (
            "item",
            "summary",
            "<dc:description>a</dc:description>",
            "<itunes:summary>b</itunes:summary>",
            "lower_rank",
        ),
        ("item", "id", "<guid>a</guid>", "<atom:id>b</atom:id>", "lower_rank"),
        (
            "item",
            "published",
            "<pubDate>2026-01-01</pubDate>",
            "<atom:published>2025</atom:published>",
            "lower_rank",
        ),
        (
            "item",
            "published",
            "<issued>2026-01-01</issued>",
            "<atom:published>2025</atom:published>",
            "lower_rank",
        ),
        (
            "item",
            "updated",
            "<atom:updated>2026-01-01</atom:updated>",
            "<dc:date>2025</dc:date>",
            "lower_rank",
        ),
        (
            "channel",
            "updated",
            "<lastBuildDate>2026-01-01</lastBuildDate>",
            "<dc:date>2025</dc:date>",
            "lower_rank",
        ),
        // Of the same rank, the position in the vocabulary decides.
        (
            "item",
            "updated",
            "<dcterms:modified>2026-01-01</dcterms:modified>",
            "<dc:date>2025</dc:date>",
            "lower_precedence",
        ),
        ("item", "updated", "<modified>2026-01-01</modified>", "<date>2025</date>", "lower_precedence"),
        ("item", "itunes.image", "<itunes:image href='a'/>", "<itunes:link href='b'/>", "lower_precedence"),
        ("image", "href", "<url>a</url>", "<href>b</href>", "lower_precedence"),
        ("image", "href", "<href>a</href>", "<homepage>b</homepage>", "lower_precedence"),
        ("image", "href", "<url>a</url>", "<uri>b</uri>", "lower_precedence"),
        // The completeness of a value takes precedence over all of that.
        ("item", "title", "<media:title>a</media:title>", "<title/>", "empty"),
        (
            "item",
            "updated",
            "<dc:date>2026-01-01</dc:date>",
            "<dcterms:modified>soon</dcterms:modified>",
            "unreadable",
        ),
        ("item", "itunes.image", "<itunes:link href='a'/>", "<itunes:image href=''/>", "empty"),
    ] {
        let value = if field == "updated" || field == "published" { "2026-01-01" } else { "a" };
        for (elements, outcomes) in
            [(better.to_owned() + worse, ["kept", reason]), (worse.to_owned() + better, [reason, "kept"])]
        {
            let found = chosen(place, field, &elements);
            if (found.0.as_str(), &*found.1) != (value, &outcomes[..]) {
                wrong.push((elements, found));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Of two equal elements, the first is the title or the summary, since a second one is an addition; the last is the date or the
/// identifier, since it is a correction.
#[test]
fn of_equal_elements_the_field_says_which_one_counts() {
    let mut wrong = Vec::new();
    for (field, name, values, expected) in [
        ("title", "title", ["a", "b"], "a"),
        ("summary", "description", ["a", "b"], "a"),
        ("id", "guid", ["a", "b"], "b"),
        ("published", "pubDate", ["2025-01-01", "2026-01-01"], "2026-01-01"),
        ("updated", "dc:date", ["2026-01-01", "2025-01-01"], "2025-01-01"),
        ("comments", "comments", ["a", "b"], "b"),
    ] {
        let elements = values.map(|value| format!("<{name}>{value}</{name}>")).concat();
        let found = chosen("item", field, &elements);
        let outcomes = if values[0] == expected { ["kept", "later"] } else { ["earlier", "kept"] };
        if (found.0.as_str(), &*found.1) != (expected, &outcomes[..]) {
            wrong.push((elements, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A document that is too short to reach its limits can still repeat half of its bytes in each element of the other half.
#[test]
fn what_many_elements_inherit_is_in_proportion_to_the_document() {
    let urn = crate::vocabulary::set_aside::URI;
    let wrong: Vec<_> = [
        ("<b:element name='x' namespace='{long}'>", "<b:element name='y'/>", "</b:element>"),
        ("<b:element name='x' namespace='u' prefix='{long}'>", "<b:element name='y'/>", "</b:element>"),
        ("<author><b:element name='x' namespace='{long}'>", "<b:element name='y'/>", "</b:element></author>"),
        ("<itunes:category text='{long}'>", "<itunes:category text='{number}'/>", "</itunes:category>"),
    ]
    .into_iter()
    .flat_map(|row| [("", ""), ("<item>", "</item>")].map(|place| (row, place)))
    .filter_map(|((start, many, end), (before, after))| {
        const HALF: usize = 25_000;
        let children = (0..HALF / many.len()).map(|number| many.replace("{number}", &number.to_string()));
        let document = format!(
            "<rss version='2.0' xmlns:b='{urn}' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'>\
             <channel>{before}{}{}{end}{after}</channel></rss>",
            start.replace("{long}", &"n".repeat(HALF)),
            children.collect::<String>()
        );
        let parsed = parse(document.as_bytes());
        let written = format!("{:?}{:?}", parsed.feed, parsed.entries).len();
        (written > 32 * document.len()).then_some((start, before, written / document.len()))
    })
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn only_short_namespaces_and_prefixes_are_inherited() {
    let urn = crate::vocabulary::set_aside::URI;
    let [short, long] = ["n".repeat(64), "n".repeat(65)];
    for (outer, expected) in [(&short, short.as_str()), (&long, "")] {
        let element = format!(
            "<b:element xmlns:b='{urn}' name='x' namespace='{outer}' prefix='{outer}'><b:element name='y'/></b:element>"
        );
        let parsed = parse(format!("<rss><channel>{element}</channel></rss>").as_bytes());
        let inner = &parsed.feed.extensions()[0].children[0];
        let found = (inner.namespace.as_deref().unwrap_or_default(), &*inner.prefix);
        assert_eq!(found, (expected, expected));
    }
}

#[test]
fn the_size_of_an_image_is_the_one_that_can_be_read() {
    let mut wrong = Vec::new();
    for (reference, described, expected) in [
        // RSS 1.0: the channel refers to the image, which is described outside of it.
        ("", "<width>88</width><height>31</height>", (Some(88), Some(31))),
        ("<width>88</width>", "<height>31</height>", (Some(88), Some(31))),
        ("<width>wide</width>", "<width>88</width><height>31</height>", (Some(88), Some(31))),
        (
            "<width>88</width><height>31</height>",
            "<width>wide</width><height>high</height>",
            (Some(88), Some(31)),
        ),
        ("<width>88</width><height>31</height>", "<width>1</width><height>2</height>", (Some(88), Some(31))),
    ] {
        let document = format!(
            "<rss version='2.0'><channel><image><url>http://h.example/i.png</url>{reference}</image>\
             <image><title>Tides</title>{described}</image></channel></rss>"
        );
        let image = parse(document.as_bytes()).feed.image().cloned().expect("an image");
        let found = (image.width.value, image.height.value);
        if found != expected || image.title.is_none() {
            wrong.push((document, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn a_permalink_that_is_a_host_gets_a_scheme() {
    let mut wrong = Vec::new();
    for (guid, url, expected) in [
        ("//h.example/a", "", Some("http://h.example/a")),
        ("//h.example/a", "https://f.example/feed", Some("https://h.example/a")),
        ("http://h.example/a", "", Some("http://h.example/a")),
        ("https://h.example/a", "http://f.example/feed", Some("https://h.example/a")),
    ] {
        let document =
            format!("<rss version='2.0'><channel><item><guid>{guid}</guid></item></channel></rss>");
        let document = crate::Document::from(document.as_str());
        let document = if url.is_empty() { document } else { document.url(url) };
        let entry = parse(document).entries.remove(0);
        let page = entry.permalink().map(str::to_owned);
        if page.as_deref() != expected || entry.id.as_deref() != Some(guid) {
            wrong.push((guid, url, page, entry.id));
        }
    }
    assert_eq!(wrong, []);
}

/// Of two RSS elements, one may be in the RSS namespace. The loser keeps its own namespace, not the prefix of the other.
#[test]
fn an_extension_has_the_namespace_and_prefix_of_its_element() {
    let rss = "xmlns:r='http://backend.userland.com/rss2'";
    let mut wrong = Vec::new();
    for (elements, namespace) in [
        (format!("<ttl>1</ttl><r:ttl {rss}>2</r:ttl>"), None),
        (format!("<r:ttl {rss}>1</r:ttl><ttl>2</ttl>"), Some("http://purl.org/rss/1.0/")),
        ("<ttl>1</ttl><ttl>2</ttl>".to_owned(), None),
    ] {
        let feed = parse(format!("<rss><channel>{elements}</channel></rss>").as_bytes()).feed;
        let extension = &feed.extensions()[0];
        let found = (extension.namespace.as_deref(), &*extension.prefix, &*extension.name, &*extension.text);
        if found != (namespace, "", "ttl", "1") {
            wrong.push((elements, format!("{found:?}")));
        }
    }
    assert_eq!(wrong, []);
}

/// Above a certain number of pairs, summaries and contents are not compared one by one.
#[test]
fn many_summaries_are_compared_with_contents_as_few_are() {
    for (summaries, contents) in [(2, 1), (4, 4), (30, 3), (3, 30), (30, 30)] {
        let elements: String = (0..summaries)
            .map(|number| format!("<description>s{number}</description>"))
            .chain((0..contents).map(|number| format!("<fullitem>c{number}</fullitem>")))
            // One summary repeats a content, the other one repeats the summary.
            .chain(["<description>c0</description>".to_owned(), "<description>s0</description>".to_owned()])
            .collect();
        let entry = parse(format!("<rss><channel><item>{elements}</item></channel></rss>").as_bytes())
            .entries
            .remove(0);
        let kept: Vec<_> = entry.extensions().iter().map(|extension| extension.text.to_string()).collect();
        let expected: Vec<_> = (1..summaries).map(|number| format!("s{number}")).collect();
        assert_eq!(kept, expected, "{summaries} {contents}");
    }
}

/// The feed read so far is rebuilt only if it has changed.
#[test]
fn the_feed_so_far_is_what_was_read_before_the_entry() {
    let document = "<rss><channel><title>a</title><item/><item/><image><url>https://h.example/i</url></image><item/></channel></rss>";
    let mut reader = Parser::new().reader(document);
    let mut entries = reader.entries();
    let mut found = Vec::new();
    for _ in 0..4 {
        let is_entry = entries.next().is_some();
        let feed = entries.feed();
        found.push((is_entry, feed.title.is_some(), feed.image().is_some()));
    }
    assert_eq!(found, [(true, true, false), (true, true, false), (true, true, true), (false, true, true)]);
}

/// Markup is stated once the page of its item is known, possibly after a later text.
#[test]
fn of_equal_texts_the_first_in_the_document_counts() {
    let link = "<link>https://h.example/</link>";
    let (markup, plain) = ("<description>&lt;b>a&lt;/b></description>", "<description>b</description>");
    check(
        item,
        &[
            (&format!("{markup}{plain}{link}"), "/entries/0/summary/value", "'<b>a</b>'"),
            (&format!("{plain}{markup}{link}"), "/entries/0/summary/value", "'b'"),
            (&format!("{link}{markup}{plain}"), "/entries/0/summary/value", "'<b>a</b>'"),
        ],
    );
}
