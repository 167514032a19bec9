//! Values of the dictionary that differ from the model, as in Universal Feed Parser.

use serde_json::{Value, json};

fn dictionary(document: &str) -> Value {
    serde_json::Value::from(bozofeed::Parser::new().dictionary(document.as_bytes()))
}

fn channel(content: &str) -> Value {
    let namespaces = "xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:dc='http://purl.org/dc/elements/1.1/'";
    dictionary(&format!("<rss version='2.0' {namespaces}><channel>{content}</channel></rss>"))["feed"].take()
}

const OWNER: &str =
    "<itunes:owner><itunes:name>Ola</itunes:name><itunes:email>ola@example.org</itunes:email></itunes:owner>";
const OWNER_BY_EMAIL: &str =
    "<itunes:owner><itunes:email>ola@example.org</itunes:email><itunes:name>Ola</itunes:name></itunes:owner>";
const EMAIL_ALONE: &str = "<itunes:owner><itunes:email>ola@example.org</itunes:email></itunes:owner>";

#[test]
fn an_owner_is_taken_for_the_author_before() {
    let ola = json!({"name": "Ola", "email": "ola@example.org"});
    let may = json!({"name": "May", "email": "may@example.org"});
    for (content, authors, author, detail) in [
        (OWNER.to_owned(), json!([ola]), json!("Ola"), Value::Null),
        (OWNER_BY_EMAIL.to_owned(), json!([ola]), json!("ola@example.org"), Value::Null),
        (EMAIL_ALONE.to_owned(), json!([{"email": "ola@example.org"}]), Value::Null, Value::Null),
        (format!("<dc:creator>Cy</dc:creator>{OWNER}"), json!([ola]), json!("Ola"), ola.clone()),
        (
            format!("<dc:creator>Cy</dc:creator>{OWNER_BY_EMAIL}"),
            json!([ola]),
            json!("Cy (ola@example.org)"),
            ola.clone(),
        ),
        (
            format!("<managingEditor>may@example.org (May)</managingEditor>{OWNER}"),
            json!([ola]),
            json!("Ola (may@example.org)"),
            ola.clone(),
        ),
        (
            format!("{OWNER}<managingEditor>may@example.org (May)</managingEditor>"),
            json!([ola, may]),
            json!("may@example.org (May)"),
            may.clone(),
        ),
        (
            format!("<webMaster>web@example.org (Wes)</webMaster>{EMAIL_ALONE}"),
            json!([{"email": "ola@example.org"}]),
            Value::Null,
            Value::Null,
        ),
    ] {
        let feed = channel(&content);
        assert_eq!(feed["authors"], authors, "{content}");
        assert_eq!(feed["author"], author, "{content}");
        assert_eq!(feed["author_detail"], detail, "{content}");
    }
}

#[test]
fn an_owner_is_the_models_publisher_alone() {
    let parsed = bozofeed::parse(format!("<rss><channel>{OWNER}</channel></rss>").as_bytes());
    assert!(parsed.feed.authors.is_empty());
}

#[test]
fn authors_of_elements_have_the_address_of_the_one_before() {
    let entry = "<author><name>Ann</name><email>ann@example.org</email><uri>http://a.example/</uri></author>\
        <author><name>Ben</name></author>";
    let feed = format!("<feed xmlns='http://www.w3.org/2005/Atom'><entry>{entry}</entry></feed>");
    let entry = dictionary(&feed)["entries"][0].take();
    assert_eq!(entry["authors"][1], json!({"name": "Ben", "email": "ann@example.org"}));
    assert_eq!(entry["author"], "Ben (ann@example.org)");
    assert_eq!(entry["href"], "http://a.example/");
    assert_eq!(bozofeed::parse(feed.as_bytes()).entries[0].authors[1].email, None);
}

#[test]
fn white_space_around_a_yes_makes_it_nothing() {
    for (text, explicit, block) in [
        ("yes", json!(true), 1),
        (" yes ", Value::Null, 0),
        ("clean", json!(false), 0),
        ("no", Value::Null, 0),
    ] {
        let feed =
            channel(&format!("<itunes:explicit>{text}</itunes:explicit><itunes:block>{text}</itunes:block>"));
        assert_eq!((&feed["itunes_explicit"], &feed["itunes_block"]), (&explicit, &json!(block)), "{text:?}");
    }
}

#[test]
fn outside_of_the_channel_images_and_text_inputs_are_nearly_empty() {
    let image = "<image><title>t</title><url>http://i.example/</url><link>http://l.example/</link></image>";
    let input = "<textinput><title>t</title><name>q</name><link>http://l.example/</link></textinput>";
    let rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'";
    let feed = dictionary(&format!("<rdf:RDF {rdf}><channel/>{image}{input}</rdf:RDF>"))["feed"].take();
    let links = json!([{"rel": "alternate", "type": "text/html"}]);
    assert_eq!(feed["image"], json!({"links": links}));
    assert_eq!(feed["textinput"], json!({"name": "q", "links": links}));
    let feed =
        dictionary(&format!("<rdf:RDF {rdf}><channel>{image}{input}</channel></rdf:RDF>"))["feed"].take();
    assert_eq!(feed["image"]["href"], "http://i.example/");
    assert_eq!(feed["textinput"]["title"], "t");
}

#[test]
fn a_base_stays_in_force_if_there_is_no_other() {
    let entry = |base: &str| format!("<entry><title>t</title><content xml:base='{base}'>c</content></entry>");
    for (root, expected) in [
        ("", ["", "http://a.example/", "http://a.example/"]),
        (" xml:base='http://r.example/'", ["http://r.example/"; 3]),
    ] {
        let entries =
            [entry("http://a.example/"), entry("http://b.example/"), entry("http://c.example/")].concat();
        let feed = dictionary(&format!("<feed xmlns='http://www.w3.org/2005/Atom'{root}>{entries}</feed>"));
        let bases = [0, 1, 2].map(|n| feed["entries"][n]["title_detail"]["base"].clone());
        assert_eq!(bases.each_ref().map(|base| base.as_str().unwrap_or("?")), expected, "{root}");
    }
}

#[test]
fn references_in_text_without_tags_are_kept() {
    for (html, expected) in [
        ("it&amp;rsquo;s &amp;#X2014;", "it&rsquo;s &#x2014;"),
        ("&amp;#34;so&amp;#34;, it&amp;#39;s", "\"so\", it's"),
        ("&lt;b>it&amp;rsquo;s&lt;/b>", "<b>it&rsquo;s</b>"),
    ] {
        let feed = dictionary(&format!(
            "<rss><channel><item><description>{html}</description></item></channel></rss>"
        ));
        assert_eq!(feed["entries"][0]["summary"], expected, "{html}");
    }
}

#[test]
fn a_category_of_itunes_may_be_text() {
    let scheme = "http://www.itunes.com/";
    for (category, term) in
        [("<itunes:category>Sports</itunes:category>", "Sports"), ("<itunes:category text='News'/>", "News")]
    {
        let tags = channel(category)["tags"].take();
        assert_eq!(tags, json!([{"term": term, "scheme": scheme, "label": null}]), "{category}");
    }
}

#[test]
fn faults_and_warnings_have_a_stable_type_and_a_message() {
    let d = dictionary(
        "<rss version='2.0'><channel><title>AT&T</title>\n<pubDate>soon</pubDate><ttl>often</ttl></channel></rss>",
    );
    let fault = json!({
        "type": "BareAmpersand",
        "message": "unescaped '&'",
        "severity": "mended",
        "offset": 37,
        "line": 1,
        "column": 38,
    });
    assert_eq!(d["faults"], json!([fault]));
    let warnings: Vec<_> =
        d["warnings"].as_array().unwrap().iter().map(|w| (&w["type"], &w["message"], &w["value"])).collect();
    assert_eq!(
        warnings,
        [
            (&json!("UnreadableDate"), &json!("invalid date"), &json!("soon")),
            (&json!("UnreadableNumber"), &json!("invalid number"), &json!("often")),
        ]
    );
}

#[test]
fn items_have_the_quirks_of_universal_feed_parser() {
    let namespaces = "xmlns:media='http://search.yahoo.com/mrss/' xmlns:psc='http://podlove.org/simple-chapters' \
                      xmlns:atom='http://www.w3.org/2005/Atom' xmlns:s='http://ships.example/' \
                      xmlns:content='http://purl.org/rss/1.0/modules/content/'";
    let chapters = |start| format!("<psc:chapters><psc:chapter start='{start}'/></psc:chapters>");
    let markup = |markup: &str| {
        let escaped = markup.replace('&', "&amp;").replace('<', "&lt;");
        format!("<description>{escaped}</description>")
    };
    for (content, pointer, expected) in [
        // The second description is content.
        (
            "<description>x</description><media:description>y</media:description>".to_owned(),
            "/content/0/type",
            json!("text/plain"),
        ),
        (
            "<description>x</description><media:description type='html'>y</media:description>".to_owned(),
            "/content/0/type",
            json!("text/html"),
        ),
        // The values of `rel` and `type` are in lower case.
        ("<s:sail rel='Main'/>".to_owned(), "/s_sail/rel", json!("main")),
        (
            "<atom:link rel='Alternate' type='Text/HTML' href='x'/>".to_owned(),
            "/links/0/rel",
            json!("alternate"),
        ),
        (
            "<atom:link rel='Alternate' type='Text/HTML' href='x'/>".to_owned(),
            "/links/0/type",
            json!("text/html"),
        ),
        ("<enclosure type='Audio/MPEG' url='x'/>".to_owned(), "/links/0/type", json!("audio/mpeg")),
        // Element names are key names, with or without a prefix.
        ("<media_thumbnail url='x'/>".to_owned(), "/media_thumbnail/0/url", json!("x")),
        ("<media_content url='x'/>".to_owned(), "/media_content/0/url", json!("x")),
        ("<media_credit role='r'>x</media_credit>".to_owned(), "/credit", json!("x")),
        // The first list of chapters is used, and only times with two digits in each part are read.
        (
            [chapters("00:01"), chapters("00:02")].concat(),
            "/psc_chapters/chapters",
            json!([{"start": "00:01", "start_parsed": 1.0}]),
        ),
        (chapters("0:01"), "/psc_chapters/chapters", json!([{"start": "0:01", "start_parsed": null}])),
        (
            chapters("00:00:01.5"),
            "/psc_chapters/chapters",
            json!([{"start": "00:00:01.5", "start_parsed": null}]),
        ),
        (chapters("00:00:01.500"), "/psc_chapters/chapters/0/start_parsed", json!(1.5)),
        // Tags around markup are removed, and sections are text.
        (markup("safe<iframe> <b>x</b></iframe>"), "/summary", json!("safe <b>x</b>")),
        (markup("safe<xmp> <b>x</b></xmp>"), "/summary", json!("safe <b>x</b>")),
        (
            "<content:encoded><![CDATA[x <![CDATA[y <b>z</b>]]></content:encoded>".to_owned(),
            "/content/0/value",
            json!("x &lt;![CDATA[y <b>z</b>"),
        ),
        // Attributes and styles.
        (markup("<img src='x' alt>"), "/summary", json!("<img alt=\"alt\" src=\"x\" />")),
        (
            markup("<p style='border: 1px #FFF; color: #FFF'>x</p>"),
            "/summary",
            json!("<p style=\"color: #FFF;\">x</p>"),
        ),
        (markup("<a href='http://a b/'>x</a>"), "/summary", json!("<a href=\"http://a b/\">x</a>")),
        (markup("<tr>x</tr>"), "/summary", json!("<tr>x</tr>")),
    ] {
        let document =
            format!("<rss version='2.0' {namespaces}><channel><item>{content}</item></channel></rss>");
        let mut dictionary = dictionary(&document);
        let entry = dictionary["entries"][0].take();
        assert_eq!(entry.pointer(pointer), Some(&expected), "{content}: {entry}");
    }
}

#[test]
fn only_uris_of_elements_links_and_generators_are_absolute() {
    let namespaces = "xmlns:atom='http://www.w3.org/2005/Atom' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
                      xmlns:cc='http://web.resource.org/cc/' xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                      xmlns:media='http://search.yahoo.com/mrss/' \
                      xmlns:common='http://backend.userland.com/creativeCommonsRssModule'";
    let mut failures = Vec::new();
    for (content, pointer, expected) in [
        ("<link>a</link>", "/link", "https://harbour.example/b/a"),
        ("<comments>a</comments>", "/comments", "https://harbour.example/b/a"),
        ("<guid>a</guid>", "/id", "https://harbour.example/b/a"),
        ("<atom:link rel='related' href='a'/>", "/links/0/href", "https://harbour.example/b/a"),
        ("<atom:link rel='enclosure' href='a'/>", "/links/0/href", "https://harbour.example/b/a"),
        ("<enclosure url='a'/>", "/links/0/href", "a"),
        ("<enclosure href='?a'/>", "/links/0/href", "?a"),
        ("<source url='a'>b</source>", "/source/href", "a"),
        ("<itunes:image href='a'/>", "/image/href", "a"),
        ("<cc:license rdf:resource='a'/>", "/links/0/href", "a"),
        ("<common:license>a</common:license>", "/links/0/href", "a"),
        ("<media:content url='a'/>", "/media_content/0/url", "a"),
        ("<atom:content type='image/png' src='a'/>", "/content/0/src", "a"),
    ] {
        let document =
            format!("<rss version='2.0' {namespaces}><channel><item>{content}</item></channel></rss>");
        let document = bozofeed::Document::new(document.as_bytes()).url("https://harbour.example/b/");
        let dictionary = serde_json::Value::from(bozofeed::Parser::new().dictionary(document));
        let got = dictionary.pointer("/entries/0").and_then(|entry| entry.pointer(pointer));
        if got != Some(&json!(expected)) {
            failures.push((content, got.cloned()));
        }
    }
    assert_eq!(failures, []);
}

#[test]
fn the_root_of_rdf_is_an_element_without_a_rule() {
    let namespaces = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/' \
                      xmlns:s='http://ships.example/'";
    for (attributes, expected) in [
        ("xml:lang='de'", json!({"xml:lang": "de"})),
        ("s:sail='main' mast='fore'", json!({"s:sail": "main", "sail": "main", "mast": "fore"})),
        ("", Value::Null),
    ] {
        let feed = &dictionary(&format!(
            "<rdf:RDF {namespaces} {attributes}><channel xml:lang='fr'><title>x</title></channel></rdf:RDF>"
        ))["feed"];
        assert_eq!(feed["rdf_rdf"], expected, "{attributes}");
        assert_eq!(feed["language"], Value::Null, "{attributes}");
    }
}

#[test]
fn an_unsafe_base_does_not_replace_another() {
    for (base, expected) in [
        ("ships/", "https://harbour.example/ships/"),
        ("gopher://dock.example/", "gopher://dock.example/"),
        ("javascript:x", "https://harbour.example/"),
        ("ship:x", "https://harbour.example/"),
    ] {
        let feed = format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='https://harbour.example/'>\
             <entry><title xml:base='{base}'>x</title></entry></feed>"
        );
        assert_eq!(dictionary(&feed)["entries"][0]["title_detail"]["base"], expected, "{base}");
    }
}

#[test]
fn empty_elements_have_no_content() {
    let media = "xmlns:media='http://search.yahoo.com/mrss/' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
        xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#' xmlns:psc='http://podlove.org/simple-chapters'";
    for (content, expected) in [
        ("<media:credit role='r'/>", json!({"credit": "", "media_credit": [{"role": "r"}]})),
        ("<media:rating/>", json!({"rating": "", "media_rating": {}})),
        ("<media:player url='u'/>", json!({"media_player": {"content": "", "url": "u"}})),
        (
            "<itunes:category/>",
            json!({"tags": [{"term": null, "scheme": "http://www.itunes.com/", "label": null}]}),
        ),
        ("<category/>", json!({"tags": []})),
        ("<geo:lat>1</geo:lat><geo:long>2</geo:long>", json!({"geo_lat": "1", "geo_long": "2"})),
        ("<psc:chapters/>", json!({"psc_chapters": {"chapters": []}})),
        ("<guid isPermaLink='false'>x</guid>", json!({"id": "x", "guidislink": false})),
    ] {
        let found = dictionary(&format!(
            "<rss version='2.0' {media}><channel><item>{content}</item></channel></rss>"
        ));
        assert_eq!(found["entries"][0], expected, "{content}");
    }
}

#[test]
fn elements_that_are_out_of_place_are_under_the_keys_of_universal_feed_parser() {
    for (content, in_entry) in [
        // Parts of people and images are dropped, except addresses.
        ("<name>x</name><email>x</email><width>1</width><height>2</height>", json!({})),
        ("<url>x</url>", json!({"href": "x"})),
        ("<homepage a='b'>x</homepage>", json!({"href": "x"})),
        ("<uri>javascript:x</uri>", json!({"href": ""})),
        ("<generator>x</generator>", json!({"generator": "x", "generator_detail": {"name": "x"}})),
        (
            "<webMaster>x@y.example (Z)</webMaster>",
            json!({
                "publisher": "x@y.example (Z)", "publisher_detail": {"name": "Z", "email": "x@y.example"}
            }),
        ),
        (
            "<info>x</info>",
            json!({
                "info": "x", "info_detail": {"type": "text/plain", "language": null, "base": "", "value": "x"}
            }),
        ),
        // The text of a source is a title without details.
        ("<source>x</source>", json!({"source": {"title": "x"}})),
        // Of several identifiers, the first one is the page, and the last one is the identifier.
        ("<guid>x</guid><guid>y</guid>", json!({"id": "y", "guidislink": true, "link": "x"})),
        (
            "<guid isPermaLink='false'>x</guid><guid>y</guid>",
            json!({"id": "y", "guidislink": false, "link": "y"}),
        ),
        (
            "<guid>x</guid><link>z</link>",
            json!({
                "id": "x", "guidislink": true, "link": "z",
                "links": [{"rel": "alternate", "type": "text/html", "href": "z"}]
            }),
        ),
        // The first of two publishers is described.
        (
            "<dc:publisher>x</dc:publisher><dc:publisher>y</dc:publisher>",
            json!({
                "publisher": "y", "publisher_detail": {"name": "x"}
            }),
        ),
    ] {
        let document = format!(
            "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item>{content}</item></channel></rss>"
        );
        assert_eq!(dictionary(&document)["entries"], json!([in_entry]), "{content}");
    }
}

#[test]
fn an_entry_that_is_cut_off_is_kept_if_it_says_anything() {
    for content in ["<author>x</author>", "<author>x</auth", "<category/>", "<title>x</title>"] {
        let document = format!("<rss version='2.0'><channel><item>{content}");
        assert_eq!(dictionary(&document)["entries"].as_array().map(Vec::len), Some(1), "{content}");
    }
}

#[test]
fn values_of_items_are_those_of_universal_feed_parser() {
    const NAMESPACES: &str = "xmlns:media='http://search.yahoo.com/mrss/' xmlns:x='urn:x' \
        xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:content='http://purl.org/rss/1.0/modules/content/'";
    const CAPTIONS: &str = "<media:content url='b.jpg'><media:description>One</media:description></media:content>\
        <media:content url='c.jpg'><media:description>Two</media:description></media:content>";
    let mut failures = Vec::new();
    for (item, path, expected) in [
        // A more deeply nested description replaces the details of the summary, but not the summary itself.
        (format!("<description>Own</description>{CAPTIONS}"), "/summary", json!("Own")),
        (format!("<description>Own</description>{CAPTIONS}"), "/summary_detail/value", json!("Two")),
        (format!("<description>Own</description>{CAPTIONS}"), "/content/0/value", json!("One")),
        (
            "<description>Own</description><x:a><description>In</description></x:a>".to_owned(),
            "/summary",
            json!("Own"),
        ),
        // The surrounding element is not shown, either.
        (
            "<description>Own</description><x:a><description>In</description></x:a>".to_owned(),
            "/x_a",
            Value::Null,
        ),
        ("<x:a><content:encoded>In</content:encoded></x:a>".to_owned(), "/x_a", json!("")),
        (
            "<content:encoded>A</content:encoded><description>B</description><itunes:summary>B</itunes:summary>"
                .to_owned(),
            "/summary_detail/type",
            json!("text/plain"),
        ),
        (
            "<enclosure url='' type='a/b'/>".to_owned(),
            "/links/0",
            json!({"rel": "enclosure", "url": "", "type": "a/b"}),
        ),
        ("<link rel='license' href='urn:l'/>".to_owned(), "/links/0/type", json!("text/html")),
        ("<itunes:image>http://e.example/i.png</itunes:image>".to_owned(), "/image", Value::Null),
        (
            "<description>&lt;q cite='urn:isbn:1'>a&lt;/q></description>".to_owned(),
            "/summary",
            json!("<q cite=\"urn:isbn:1\">a</q>"),
        ),
        (
            "<description>&lt;svg role='img'>&lt;g xlink:role='a'/>&lt;/svg></description>".to_owned(),
            "/summary",
            json!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><g xlink:role=\"a\" \
                 xmlns:xlink=\"http://www.w3.org/1999/xlink\"></svg>"
            ),
        ),
    ] {
        let document = format!("<rss version='2.0' {NAMESPACES}><channel><item>{item}</item></channel></rss>");
        let found =
            dictionary(&document)["entries"][0].pointer(path).cloned().unwrap_or_default();
        if found != expected {
            failures.push((item, path, expected, found));
        }
    }
    assert_eq!(failures, []);
}

#[test]
fn a_base_within_markup_stays_in_force_if_there_is_no_other() {
    let document = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>\
        <div xmlns='http://www.w3.org/1999/xhtml' xml:base='http://b.example/'><a title='&#8217;'>a</a></div>\
        </content><title>b</title></entry></feed>";
    let entry = dictionary(document)["entries"][0].take();
    assert_eq!(entry["content"][0]["base"], "");
    assert_eq!(entry["title_detail"]["base"], "http://b.example/");
    assert_eq!(entry["content"][0]["value"], "<a title=\"\u{2019}\">a</a>");
}

#[test]
fn rdf_is_the_format_whose_namespace_it_declares_first() {
    let mut failures = Vec::new();
    let (rss, atom) = ("xmlns='http://purl.org/rss/1.0/'", "xmlns:a='http://www.w3.org/2005/Atom'");
    for (namespaces, expected) in [([rss, atom], "rss10"), ([atom, rss], "atom10"), ([rss, ""], "rss10")] {
        let document = format!(
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' {}><item><title>a</title></item></rdf:RDF>",
            namespaces.join(" ")
        );
        let found = dictionary(&document)["version"].take();
        if found != expected {
            failures.push((namespaces, found));
        }
    }
    assert_eq!(failures, []);
}

/// The order of the keys is also the order of the elements.
#[test]
fn rss_in_json_is_the_same_as_in_xml() {
    let namespaces = [
        ("dc", "http://purl.org/dc/elements/1.1/"),
        ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
        ("media", "http://search.yahoo.com/mrss/"),
        ("x", "urn:x"),
    ];
    let mut wrong = Vec::new();
    for (json, xml) in [
        (
            r#""title": "T", "x:wind": "12", "link": "http://e.example/""#,
            "<title>T</title><x:wind>12</x:wind><link>http://e.example/</link>",
        ),
        (
            r#""x:wind": "12", "language": "nl", "x:tide": "high""#,
            "<x:wind>12</x:wind><language>nl</language><x:tide>high</x:tide>",
        ),
        (
            r##""link": "http://e.example/", "item": [{"source": {"url": "/s", "itunes:docs": {"x:a": 1}, "x:b": "2", "#value": "S"}, "x:c": "3"}]"##,
            "<link>http://e.example/</link><item><source url='/s' x:b='2'>S<itunes:docs x:a='1'></itunes:docs></source><x:c>3</x:c></item>",
        ),
        (
            r##""item": {"media:content": [{"url": "/a", "media:title": {"type": "html", "#value": "<b>c</b>"}}, {"url": "/b"}], "dc:date": "2026"}"##,
            "<item><media:content url='/a'><media:title type='html'>&lt;b>c&lt;/b></media:title></media:content>\
             <media:content url='/b'/><dc:date>2026</dc:date></item>",
        ),
        (
            r#""item": [{"description": "a <i>&amp;</i> b", "x:place": {"x:name": ["Ghent", " Delft\n"]}, "pubDate": "soon"}]"#,
            "<item><description>a &lt;i>&amp;amp;&lt;/i> b</description><x:place><x:name>Ghent</x:name><x:name> Delft&#10;</x:name></x:place><pubDate>soon</pubDate></item>",
        ),
    ] {
        let json_names = namespaces.map(|(prefix, uri)| format!("\"xmlns:{prefix}\": \"{uri}\", ")).concat();
        let xml_names = namespaces.map(|(prefix, uri)| format!(" xmlns:{prefix}='{uri}'")).concat();
        let json = format!("{{\"rss\": {{\"version\": \"2.0\", {json_names}\"channel\": {{{json}}}}}}}");
        let xml = format!("<rss version='2.0'{xml_names}><channel>{xml}</channel></rss>");
        let [(found, model), (expected, expected_model)] = [&json, &xml].map(|document| {
            let dictionary = bozofeed::Parser::new().dictionary(document.as_bytes());
            let mut texts = vec![serde_json::to_string(&dictionary.feed()).unwrap()];
            texts.extend(dictionary.entries().map(|entry| serde_json::to_string(&entry).unwrap()));
            let parsed = bozofeed::parse(document.as_bytes());
            (texts, (parsed.feed, parsed.entries))
        });
        if found != expected || model != expected_model {
            wrong.push((json, found, expected));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
