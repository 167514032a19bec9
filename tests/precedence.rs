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
    "<id>urn:without-a-namespace</id>",
    "<description>own</description>",
    "<dc:description>of Dublin Core</dc:description>",
    "<itunes:summary>of iTunes</itunes:summary>",
    "<media:description>of a file</media:description>",
    "<atom:summary>of Atom</atom:summary>",
    "<summary>without a namespace</summary>",
    "<content:encoded>content</content:encoded>",
    "<itunes:subtitle>of iTunes</itunes:subtitle>",
    "<author>ada@harbour.example (Ada)</author>",
    "<dc:creator>Bo</dc:creator>",
    "<itunes:author>Cy</itunes:author>",
    "<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>",
    "<dcterms:issued>2026-01-03T00:00:00Z</dcterms:issued>",
    "<atom:published>2026-01-04T00:00:00Z</atom:published>",
    "<published>2026-01-07T00:00:00Z</published>",
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
    "<atom:rights>of Atom</atom:rights>",
    "<rights>without a namespace</rights>",
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
            let parser = bozofeed::Parser::new().sanitize(bozofeed::content::Sanitize::FeedParser);
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
        assert!(parsed.feed.image().is_none_or(|image| image.href.as_deref() == Some("")), "{document}");
        assert!(parsed.feed.icon().is_none_or(str::is_empty), "{document}");
        assert!(parsed.feed.logo().is_none_or(str::is_empty), "{document}");
        assert_eq!(parsed.entries[0].permalink(), None, "{document}");
        assert!(parsed.entries[0].comments().is_none_or(str::is_empty), "{document}");
    }
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><link href=''/></feed>";
    let parsed = bozofeed::parse(bozofeed::Document::from(atom).url("https://harbour.example/feed"));
    assert_eq!(parsed.feed.link.as_deref(), Some("https://harbour.example/feed"));
}

#[test]
fn candidates_of_rss_in_json_are_where_their_values_are() {
    let feed = r#"{"rss": {"version": "2.0", "channel": {"title": "Harbour", "media:rating": "calm",
        "item": [{"title": "Regatta"}, {"title": "Lighthouse", "media:keywords": "light"}]}}}"#;
    let candidates = bozofeed::Parser::new().explain(feed.as_bytes()).candidates;
    for value in ["Harbour", "calm", "Regatta", "Lighthouse", "light"] {
        let candidate = candidates.iter().find(|candidate| candidate.value == value).unwrap();
        assert_eq!(Some(candidate.position.offset), feed.find(&format!("\"{value}\"")), "{candidate:?}");
    }
}

#[test]
fn candidates_of_a_page_are_where_their_items_are() {
    let page =
        "<!doctype html><title>Page</title><main class=h-feed><p class=p-name>Notes</p><div class=h-entry>
        <p class=p-summary>Gulls</p><img class=u-photo src=/gull.jpg></div></main>";
    let candidates = bozofeed::Parser::new().explain(page.as_bytes()).candidates;
    for (value, item) in [("Notes", "<main"), ("Gulls", "<div"), ("gull.jpg", "<div")] {
        let candidate = candidates.iter().find(|candidate| candidate.value.contains(value)).unwrap();
        assert_eq!(Some(candidate.position.offset), page.find(item), "{candidate:?}");
    }
}

/// Reads an RSS 2.0 channel and returns the model.
fn model_of(document: &str) -> Value {
    let parsed = bozofeed::parse(document.as_bytes());
    serde_json::json!({ "feed": parsed.feed, "entries": parsed.entries })
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn an_empty_or_unreadable_value_never_replaces_a_full_one() {
    let namespaces = format!(
        "{NAMESPACES} xmlns:podcast='https://podcastindex.org/namespace/1.0' xmlns:thr='http://purl.org/syndication/thread/1.0'"
    );
    let mut failures = Vec::new();
    for (is_of_item, full, lesser, path, expected) in [
        (
            true,
            "<podcast:season>2</podcast:season>",
            "<podcast:season/>",
            "/podcast/season/number/value",
            "2",
        ),
        (
            true,
            "<podcast:season>2</podcast:season>",
            "<podcast:season name='x'>two</podcast:season>",
            "/podcast/season/number/value",
            "2",
        ),
        (
            true,
            "<podcast:episode>3</podcast:episode>",
            "<podcast:episode/>",
            "/podcast/episode/number/value",
            "3.0",
        ),
        (
            false,
            "<podcast:locked>yes</podcast:locked>",
            "<podcast:locked owner='x'/>",
            "/podcast/locked/locked/value",
            "true",
        ),
        (
            true,
            "<media:content url='a'><media:keywords>a</media:keywords></media:content>",
            "<media:keywords/>",
            "/media/contents/0/details/keywords/value/0",
            "\"a\"",
        ),
        (
            false,
            "<textInput><link>http://t.example/</link></textInput>",
            "<textInput/>",
            "/text_input/link",
            "\"http://t.example/\"",
        ),
        (false, "<textInput><name>q</name></textInput>", "<textInput/>", "/text_input/name", "\"q\""),
        (
            false,
            "<image><url>http://i.example/</url></image>",
            "<image/>",
            "/image/href",
            "\"http://i.example/\"",
        ),
        (false, "<image><title>i</title></image>", "<image/>", "/image/title/value", "\"i\""),
        (true, "<source><atom:rights>r</atom:rights></source>", "<source/>", "/source/rights/value", "\"r\""),
        (
            true,
            "<source url='http://s.example/'>s</source>",
            "<source><atom:rights>r</atom:rights></source>",
            "/source/href",
            "\"http://s.example/\"",
        ),
        (true, "<dc:identifier>urn:a</dc:identifier>", "<guid/>", "/id", "\"urn:a\""),
        (
            true,
            "<atom:link href='http://a.example/'/>",
            "<atom:link href='' xml:base='http://b.example/'/>",
            "/link",
            "\"http://a.example/\"",
        ),
        (true, "<dc:identifier>urn:a</dc:identifier>", "<dc:identifier/>", "/id", "\"urn:a\""),
        (
            true,
            "<atom:link rel='replies' type='text/html' href='http://c.example/'/>",
            "<comments/>",
            "/comments",
            "\"http://c.example/\"",
        ),
        (
            true,
            "<itunes:season>4</itunes:season>",
            "<itunes:season>four</itunes:season>",
            "/itunes/season/value",
            "4",
        ),
        (false, "<ttl>60</ttl>", "<ttl>soon</ttl>", "/ttl/value", "60"),
        (false, "<generator>Tool</generator>", "<generator version='2'/>", "/generator/name", "\"Tool\""),
        (
            true,
            "<media:keywords>a</media:keywords>",
            "<media:keywords> , </media:keywords>",
            "/media/details/keywords/value/0",
            "\"a\"",
        ),
        (
            true,
            "<media:content url='a'/>",
            "<media:content/><media:rating/>",
            "/media/contents",
            "[{\"url\":\"a\"}]",
        ),
        (
            true,
            "<media:group><media:credit>a</media:credit></media:group>",
            "<media:group><media:credit/></media:group>",
            "/media/groups/0/details/credits",
            "[{\"name\":\"a\"}]",
        ),
        (
            false,
            "<podcast:location>Harbour</podcast:location>",
            "<podcast:location/>",
            "/podcast/locations",
            "[{\"name\":\"Harbour\"}]",
        ),
        (false, "<image><title>i</title></image>", "<image href=''/>", "/image/title/value", "\"i\""),
        (false, "<image><width>8</width></image>", "<image type='x'/>", "/image/width/value", "8"),
        (
            false,
            "<textInput><name>q</name></textInput>",
            "<textInput type='x'/>",
            "/text_input/name",
            "\"q\"",
        ),
        (
            false,
            "<itunes:owner><itunes:name>Ada</itunes:name></itunes:owner>",
            "<itunes:owner><itunes:name/><itunes:email> </itunes:email></itunes:owner>",
            "/itunes/owner/name",
            "\"Ada\"",
        ),
    ] {
        for children in [[full, lesser], [lesser, full], [full, lesser]] {
            let children = children.concat();
            let content = if is_of_item { format!("<item>{children}</item>") } else { children };
            let document = format!("<rss version='2.0' {namespaces}><channel>{content}</channel></rss>");
            let model = model_of(&document);
            let found = model.pointer(&format!("{}{path}", if is_of_item { "/entries/0" } else { "/feed" }));
            if found.map(Value::to_string).as_deref() != Some(expected) {
                failures.push(format!("{content}: {path} is {found:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn an_empty_member_of_json_never_hides_a_full_one() {
    let mut failures = Vec::new();
    for (name, full, path, expected) in [
        ("title", "\"T\"", "/title/value", "T"),
        ("url", "\"https://harbour.example/\"", "/link", "https://harbour.example/"),
        ("summary", "\"T\"", "/summary/value", "T"),
        ("content_html", "\"T\"", "/content/0/value", "T"),
        ("date_published", "\"2026-01-02T00:00:00Z\"", "/published/raw", "2026-01-02T00:00:00Z"),
        ("language", "\"en\"", "/language", "en"),
        ("author", "{\"name\": \"Ada\"}", "/authors/0/name", "Ada"),
    ] {
        for lesser in ["null", "\"\"", "\" \"", "{}", "[ ]"] {
            for [one, other] in [[full, lesser], [lesser, full]] {
                let feed = format!(
                    r#"{{"version": "https://jsonfeed.org/version/1.1",
                    "items": [{{"id": "1", "{name}": {one}, "{name}": {other}}}]}}"#
                );
                let model = model_of(&feed);
                let found = model.pointer(&format!("/entries/0{path}")).and_then(Value::as_str);
                if found != Some(expected) {
                    failures.push(format!("{feed}: {found:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn what_loses_is_kept_whichever_part_it_has() {
    let mut failures = Vec::new();
    for (winner, loser) in [
        ("<generator>Tool</generator>", "<generator uri='lost'/>"),
        ("<cloud domain='d.example'/>", "<cloud registerProcedure='lost'/>"),
        ("<channel><title>First</title></channel>", "<channel><category domain='lost'/></channel>"),
        ("<channel><title>First</title></channel>", "<channel><enclosure url='a' length='lost'/></channel>"),
    ] {
        let is_channel = winner.starts_with("<channel>");
        let (start, end) = if is_channel { ("", "") } else { ("<channel>", "</channel>") };
        let orders = [[winner, loser], [loser, winner]];
        // The first channel is used.
        for children in &orders[..if is_channel { 1 } else { 2 }] {
            let document = format!("<rss version='2.0'>{start}{}{end}</rss>", children.concat());
            let model = model_of(&document);
            if !model.to_string().contains("lost") {
                failures.push(format!("{document}: {model}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn the_channel_outranks_what_is_outside_of_it() {
    let mut failures = Vec::new();
    for (stray, own, path, expected) in [
        ("<title>Stray</title>", "<title>Own</title>", "/feed/title/value", "Own"),
        (
            "<link>http://stray.example/</link>",
            "<link>http://own.example/</link>",
            "/feed/link",
            "http://own.example/",
        ),
        ("<description>Stray</description>", "<description>Own</description>", "/feed/subtitle/value", "Own"),
        ("<copyright>Stray</copyright>", "<copyright>Own</copyright>", "/feed/rights/value", "Own"),
        ("<language>sv</language>", "<language>en</language>", "/feed/language", "en"),
        (
            "<pubDate>2026-01-01T00:00:00Z</pubDate>",
            "<pubDate>2026-01-02T00:00:00Z</pubDate>",
            "/feed/published/raw",
            "2026-01-02T00:00:00Z",
        ),
    ] {
        for (start, end) in [
            ("<rss version='2.0'>", "</rss>"),
            (
                "<rdf:RDF xmlns='http://purl.org/rss/1.0/' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
                "</rdf:RDF>",
            ),
        ] {
            let channel = format!("<channel>{own}</channel>");
            for (content, expected) in [
                ([stray, &channel].concat(), Some(expected)),
                ([&channel, stray].concat(), Some(expected)),
                // No other element states it.
                ([stray, "<channel/>"].concat(), None),
                (["<channel/>", stray].concat(), None),
            ] {
                let model = model_of(&[start, &content, end].concat());
                let found = model.pointer(path).and_then(Value::as_str);
                if found.is_none() || expected.is_some() && found != expected {
                    failures.push(format!("{content}: {path} is {found:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_document_with_two_channels_describes_the_first_one_that_says_anything() {
    let first = "<channel><title>First</title><item><title>one</title></item></channel>";
    let second = "<channel><title>Second</title><description>Of the second</description>\
        <link>http://second.example/</link><category>masts</category><managingEditor>Bo</managingEditor>\
        <image><url>http://second.example/i.png</url></image><item><title>two</title></item></channel>";
    for document in [
        format!("<rss version='2.0'>{first}{second}</rss>"),
        format!("<rss version='2.0'><channel/>{first}{second}</rss>"),
        format!("<rss version='2.0'>{first}</rss><rss version='2.0'>{second}</rss>"),
    ] {
        let parsed = bozofeed::parse(document.as_bytes());
        let feed = &parsed.feed;
        assert_eq!(feed.title.as_ref().map(|title| title.value.as_str()), Some("First"), "{document}");
        assert_eq!((feed.subtitle(), feed.link.as_deref(), feed.image()), (None, None, None), "{document}");
        assert!(feed.tags.is_empty() && feed.authors.is_empty() && feed.links.is_empty(), "{document}");
        assert_eq!(parsed.entries.len(), 2, "{document}");
        // The value of the second one is kept.
        let extensions = serde_json::to_string(feed.extensions()).unwrap();
        for value in ["Second", "Of the second", "http://second.example/", "masts", "Bo", "i.png"] {
            assert!(extensions.contains(value), "{document}: {value}");
        }
    }
}

#[test]
fn the_parts_of_an_image_are_put_together_in_any_order() {
    let namespaces = "xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
        xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'";
    for reference in
        ["<itunes:image href='http://i.example/1.png'/>", "<image rdf:resource='http://i.example/1.png'/>"]
    {
        let described = "<image><title>Harbour</title><link>http://h.example/</link><width>8</width></image>";
        for children in [[reference, described], [described, reference]] {
            let feed =
                format!("<rss version='2.0' {namespaces}><channel>{}</channel></rss>", children.concat());
            let image = bozofeed::parse(feed.as_bytes()).feed.image().unwrap().clone();
            assert_eq!(image.href.as_deref(), Some("http://i.example/1.png"), "{feed}");
            assert_eq!(
                image.title.map(|title| title.value.to_string()).as_deref(),
                Some("Harbour"),
                "{feed}"
            );
            assert_eq!(
                (image.link.as_deref(), image.width.value),
                (Some("http://h.example/"), Some(8)),
                "{feed}"
            );
        }
    }
}

#[test]
fn a_scope_that_loses_is_kept_with_all_that_it_has() {
    let namespaces =
        format!("{NAMESPACES} xmlns:x='urn:x' xmlns:podcast='https://podcastindex.org/namespace/1.0'");
    let of_all = "<title>v1</title><atom:author><atom:name>v2</atom:name><atom:email>v3@e</atom:email></atom:author>\
        <category domain='v4'>v5</category><pubDate>v6</pubDate><lastBuildDate>2026-01-02</lastBuildDate>\
        <generator uri='http://v7.example/'>v8</generator><dc:creator>v9</dc:creator><dc:rights>v10</dc:rights>\
        <media:title>v11</media:title><media:thumbnail url='http://v12.example/'/><x:a b='v13'><x:c>v14</x:c></x:a>\
        <link>http://v15.example/</link><width>v16</width><description>v17 &lt;b&gt;v18&lt;/b&gt;</description>\
        <name>v19</name><itunes:summary>v20</itunes:summary><itunes:image href='http://v21.example/'/>\
        <podcast:guid>v22</podcast:guid><media:description>v23</media:description><dc:title>v24</dc:title>";
    let mut failures = Vec::new();
    for (scope, better) in [
        ("image", "<image><url>http://b.example/</url><title>b</title></image>"),
        ("textInput", "<textInput><link>http://b.example/</link></textInput>"),
        ("source", "<source url='http://b.example/'>b</source>"),
    ] {
        // It loses regardless of its position.
        let link = if scope == "textInput" { "" } else { "<link>http://v15.example/</link>" };
        let content = of_all.replace("<link>http://v15.example/</link>", link);
        let content = if scope == "source" { content.replace("<title>v1</title>", "") } else { content };
        let content = if scope == "source" { content.replace(link, "") } else { content };
        for order in [0, 1] {
            let loser = format!("<{scope}>{content}</{scope}>");
            let children = if order == 0 { [&loser, better] } else { [better, &loser] }.concat();
            let children = if scope == "source" { format!("<item>{children}</item>") } else { children };
            let document = format!("<rss version='2.0' {namespaces}><channel>{children}</channel></rss>");
            let model = model_of(&document).to_string();
            let values = (1..=24).map(|number| format!("v{number}"));
            let missing: Vec<_> = values
                .filter(|value| {
                    let is_there = |text: &str| {
                        text.match_indices(value.as_str()).any(|(at, _)| {
                            !text[at + value.len()..].starts_with(|c: char| c.is_ascii_digit())
                        })
                    };
                    is_there(&document) && !is_there(&model)
                })
                .collect();
            if !missing.is_empty() || !model.contains("http://b.example/") {
                failures.push(format!("{scope} {order}: {missing:?} {model}"));
            }
            // A kept one also contains everything.
            let alone = if scope == "source" { format!("<item>{loser}</item>") } else { loser };
            let document = format!("<rss version='2.0' {namespaces}><channel>{alone}</channel></rss>");
            let model = model_of(&document).to_string();
            let lost: Vec<_> = (1..=24)
                .map(|number| format!("v{number}"))
                .filter(|value| document.contains(value) && !model.contains(value))
                .collect();
            if !lost.is_empty() {
                failures.push(format!("{scope} alone: {lost:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}
