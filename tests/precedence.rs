//! No result depends on the order of different elements.

use proptest::prelude::*;
use serde_json::Value;

const NAMESPACES: &str = r#"xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"
    xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
    xmlns:georss="http://www.georss.org/georss" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"
    xmlns:admin="http://webns.net/mvcb/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#""#;

const OF_AN_ITEM: &[&str] = &[
    "<title>own</title>",
    "<dc:title>of Dublin Core</dc:title>",
    "<media:title>of a file</media:title>",
    "<ship><title>nested</title></ship>",
    "<link>https://harbour.example/own</link>",
    "<atom:link href='https://harbour.example/atom'/>",
    "<guid>https://harbour.example/guid</guid>",
    "<atom:id>urn:atom</atom:id>",
    "<description>own</description>",
    "<dc:description>of Dublin Core</dc:description>",
    "<itunes:summary>of iTunes</itunes:summary>",
    "<media:description>of a file</media:description>",
    "<atom:summary>of Atom</atom:summary>",
    "<content:encoded>content</content:encoded>",
    "<itunes:subtitle>of iTunes</itunes:subtitle>",
    "<author>ada@harbour.example (Ada)</author>",
    "<dc:creator>Bo</dc:creator>",
    "<itunes:author>Cy</itunes:author>",
    "<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>",
    "<dcterms:issued>2026-01-03T00:00:00Z</dcterms:issued>",
    "<atom:published>2026-01-04T00:00:00Z</atom:published>",
    "<dc:date>2026-01-05T00:00:00Z</dc:date>",
    "<atom:updated>2026-01-06T00:00:00Z</atom:updated>",
    "<dcterms:modified>soon</dcterms:modified>",
    "<category domain='x'/>",
    "<category>masts</category>",
    "<dc:subject>sails</dc:subject>",
    "<image><url>https://harbour.example/own.png</url></image>",
    "<itunes:image href='https://harbour.example/itunes.png'/>",
    "<enclosure url='https://harbour.example/a.mp3' length='1,000'/>",
    "<itunes:duration>62:03</itunes:duration>",
    "<georss:point>59.33 18.07</georss:point>",
    "<georss:elev>3</georss:elev>",
    "<geo:lat>59.34</geo:lat>",
    "<geo:long>18.08</geo:long>",
    "<geo:alt>5</geo:alt>",
    "<source url='https://harbour.example/rss'>Harbour</source>",
    "<comments/>",
    "<comments>https://harbour.example/comments</comments>",
];

const OF_A_CHANNEL: &[&str] = &[
    "<title>own</title>",
    "<dc:title>of Dublin Core</dc:title>",
    "<link>https://harbour.example/</link>",
    "<atom:link rel='self' href='https://harbour.example/rss'/>",
    "<description>own</description>",
    "<itunes:subtitle>of iTunes</itunes:subtitle>",
    "<itunes:summary>of iTunes</itunes:summary>",
    "<copyright>own</copyright>",
    "<dc:rights>of Dublin Core</dc:rights>",
    "<language>sv</language>",
    "<dc:language>en</dc:language>",
    "<managingEditor>ada@harbour.example (Ada)</managingEditor>",
    "<webMaster>bo@harbour.example (Bo)</webMaster>",
    "<dc:publisher>Press</dc:publisher>",
    "<itunes:owner><itunes:name>Cy</itunes:name><itunes:email>cy@harbour.example</itunes:email></itunes:owner>",
    "<lastBuildDate>Fri, 02 Jan 2026 03:04:05 GMT</lastBuildDate>",
    "<atom:updated>2026-01-06T00:00:00Z</atom:updated>",
    "<image><url>https://harbour.example/own.png</url><title>Own</title></image>",
    "<itunes:image href='https://harbour.example/itunes.png'/>",
    "<generator>Tool</generator>",
    "<admin:generatorAgent rdf:resource='https://harbour.example/tool'/>",
    "<newLocation>https://harbour.example/moved</newLocation>",
    "<itunes:new-feed-url>https://harbour.example/moved-too</itunes:new-feed-url>",
    "<item><title>entry</title></item>",
];

/// Returns the result for a document, with every list sorted.
fn read(channel: &[&str], item: &[&str]) -> Value {
    let document = format!(
        "<rss version='2.0' {NAMESPACES}><channel>{}<item>{}</item></channel></rss>",
        channel.concat(),
        item.concat()
    );
    let parsed = bozofeed::parse(document.as_bytes());
    let mut model = serde_json::json!({
        "feed": serde_json::to_value(&parsed.feed).unwrap(),
        "entries": serde_json::to_value(&parsed.entries).unwrap(),
    });
    sort(&mut model);
    model
}

fn sort(value: &mut Value) {
    match value {
        Value::Array(values) => {
            values.iter_mut().for_each(sort);
            values.sort_by_key(Value::to_string);
        }
        Value::Object(members) => members.values_mut().for_each(sort),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_order_of_an_items_elements_does_not_matter(item in Just(OF_AN_ITEM.to_vec()).prop_shuffle()) {
        prop_assert_eq!(read(&[], &item), read(&[], OF_AN_ITEM));
    }

    #[test]
    fn the_order_of_a_channels_elements_does_not_matter(
        channel in Just(OF_A_CHANNEL.to_vec()).prop_shuffle(),
    ) {
        prop_assert_eq!(read(&channel, &[]), read(OF_A_CHANNEL, &[]));
    }
}

#[test]
fn an_entry_without_author_has_the_next_best() {
    let namespaces = "xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
                      xmlns:googleplay='http://www.google.com/schemas/play-podcasts/1.0'";
    let editor = "<managingEditor>may@harbour.example (May)</managingEditor>";
    let web_master = "<webMaster>wes@harbour.example (Wes)</webMaster>";
    let owner = "<itunes:owner><itunes:name>Ola</itunes:name></itunes:owner>";
    let of_google = "<googleplay:author>Gro</googleplay:author>";
    let all = [web_master, owner, of_google, editor].concat();
    let item_of_google = "<googleplay:author>Gil</googleplay:author>";
    for (channel, item, expected) in [
        (all.as_str(), "<author>ada@harbour.example (Ada)</author>", Some("Ada")),
        (&all, item_of_google, Some("Gil")),
        (&all, "<itunes:author/>", Some("May")),
        (&[web_master, owner, of_google].concat(), "", Some("Gro")),
        (&[web_master, owner].concat(), "", Some("Ola")),
        (&[web_master, "<itunes:owner/>"].concat(), "", Some("Wes")),
        (web_master, "", Some("Wes")),
        ("", item_of_google, Some("Gil")),
        ("<webMaster/>", "", None),
    ] {
        let feed = format!(
            "<rss version='2.0' {namespaces}><channel>{channel}<item><title>x</title>{item}</item></channel></rss>"
        );
        let parsed = bozofeed::parse(feed.as_bytes());
        let authors = parsed.entries[0].authors_in(&parsed.feed);
        assert_eq!(
            authors.first().and_then(bozofeed::model::Person::display_name),
            expected,
            "{channel} {item}"
        );
    }
}

#[test]
fn relative_links_have_the_same_base_wherever_the_link_of_the_channel_is() {
    let item = "<item><link>1</link><description>&lt;a href='2'&gt;x&lt;/a&gt;</description>\
                <enclosure url='3.mp3'/></item>";
    let alone = "<item><description>&lt;a href='2'&gt;x&lt;/a&gt;</description></item>";
    for page in [
        "<link>https://harbour.example/news/</link>",
        "<link> <![CDATA[https://harbour.example/news/]]> </link>",
        "<link><!-- home -->https://harbour.example/news/</link>",
        "<link/><ship><link>https://ship.example/</link></ship><link>/news/</link>",
    ] {
        for children in [[page, item, alone], [item, page, alone], [item, alone, page]] {
            let feed = format!("<rss version='2.0'><channel>{}</channel></rss>", children.concat());
            let parser = bozofeed::Parser::new().sanitize(bozofeed::Sanitize::FeedParser);
            let parsed = parser.parse(bozofeed::Document::from(&feed).url("https://harbour.example/feed/x"));
            assert_eq!(parsed.feed.link.as_deref(), Some("https://harbour.example/news/"), "{feed}");
            let [one, other] = &parsed.entries[..] else { panic!("{feed}") };
            assert_eq!(one.link.as_deref(), Some("https://harbour.example/news/1"), "{feed}");
            assert_eq!(one.links[1].href.as_deref(), Some("https://harbour.example/news/3.mp3"), "{feed}");
            for (entry, base) in
                [(one, "https://harbour.example/news/1"), (other, "https://harbour.example/news/")]
            {
                let text = entry.summary.as_ref().unwrap();
                assert_eq!(text.value, "<a href=\"https://harbour.example/news/2\">x</a>", "{feed}");
                assert_eq!(text.base(), Some(base), "{feed}");
            }
        }
    }
}

#[test]
fn no_page_is_taken_from_a_broken_document() {
    let feed =
        "<rss version='2.0'><channel><item><link>1</link><p></item><link>https://harbour.example/</link>";
    let parsed = bozofeed::parse(bozofeed::Document::from(feed).url("https://feeds.example/x"));
    assert_eq!(parsed.entries[0].link.as_deref(), Some("https://feeds.example/1"));
}

#[test]
fn an_empty_reference_is_not_the_base() {
    let channel = "<link/><docs> </docs><image><url/><link></link></image><item><link></link><comments/>\
                   <enclosure url=''/><source url=''>x</source><media:thumbnail url=''/></item>";
    let rss = format!(
        "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel>{channel}</channel></rss>"
    );
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><link/><icon/><logo/><author><uri/></author>\
                <generator uri=''>x</generator><entry><link/><content src='' type='image/png'/></entry></feed>";
    let cdf = "<CHANNEL HREF=''><LOGO HREF='' STYLE='ICON'/><ITEM HREF=''/></CHANNEL>";
    for document in [rss.as_str(), atom, cdf] {
        let parsed = bozofeed::parse(bozofeed::Document::from(document).url("https://harbour.example/feed"));
        let links = parsed.feed.links.iter().chain(parsed.entries.iter().flat_map(|entry| &entry.links));
        assert!(links.clone().count() > 0, "{document}");
        for link in links {
            assert!(link.href.as_deref().is_none_or(str::is_empty), "{document}: {link:?}");
        }
        assert!(parsed.feed.link.as_deref().is_none_or(str::is_empty), "{document}");
        assert!(
            parsed.feed.image.as_ref().is_none_or(|image| image.href.as_deref() == Some("")),
            "{document}"
        );
        assert!(parsed.feed.icon.as_deref().is_none_or(str::is_empty), "{document}");
        assert!(parsed.feed.logo.as_deref().is_none_or(str::is_empty), "{document}");
        assert_eq!(parsed.entries[0].permalink(), None, "{document}");
        assert!(parsed.entries[0].comments().is_none_or(str::is_empty), "{document}");
    }
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><link href=''/></feed>";
    let parsed = bozofeed::parse(bozofeed::Document::from(atom).url("https://harbour.example/feed"));
    assert_eq!(parsed.feed.link.as_deref(), Some("https://harbour.example/feed"));
}

#[test]
fn candidates_of_rss_in_json_are_where_their_values_are() {
    let feed = r#"{"rss": {"version": "2.0", "channel": {"title": "Harbour",
        "item": [{"title": "Regatta"}, {"title": "Lighthouse"}]}}}"#;
    let candidates = bozofeed::explain::explain(&bozofeed::Parser::new(), feed.as_bytes()).candidates;
    for value in ["Harbour", "Regatta", "Lighthouse"] {
        let candidate = candidates.iter().find(|candidate| candidate.value.contains(value)).unwrap();
        let expected = feed.find(&format!("\"{value}\"")).unwrap();
        assert_eq!(candidate.position.offset, expected, "{candidate:?}");
    }
}
