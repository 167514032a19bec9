//! No result depends on the order of different elements.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a test may fail so")]

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
