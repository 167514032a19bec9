//! Shapes of the table that are cheap to read, but could be expensive to write, merge, check or fix: one value that belongs to many
//! others, and faults that are fixed one by one.

use super::shapes::Kind;

/// The name, the kind and the parts of a shape.
pub(crate) type Row = (String, Kind, [String; 5]);

/// Elements of an item with a relative URL, in every place where a writer resolves it.
const RELATIVE: &[&str] = &[
    "<link>x</link>",
    "<comments>x</comments>",
    "<guid isPermaLink='true'>x{}</guid>",
    "<enclosure url='x' type='audio/mpeg' length='1'/>",
    "<source url='x'>a</source>",
    "<image><url>x</url><link>y</link></image>",
    "<category domain='x'>a</category>",
    "<description>&lt;a href='x'></description>",
    "<description>&lt;img src='x' srcset='y 1x, z 2x'></description>",
    "<title>&lt;a href='x'>a&lt;/a></title>",
    "<content:encoded>&lt;a href='x'></content:encoded>",
    "<atom:link rel='related' href='x'/>",
    "<atom:link rel='replies' href='x'/>",
    "<atom:author><atom:name>a</atom:name><atom:uri>x</atom:uri></atom:author>",
    "<atom:contributor><atom:name>a</atom:name><atom:uri>x</atom:uri></atom:contributor>",
    "<atom:content src='x' type='video/mp4'/>",
    "<atom:content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='x'>a</a></div></atom:content>",
    "<atom:summary type='html'>&lt;a href='x'></atom:summary>",
    "<atom:rights type='html'>&lt;a href='x'></atom:rights>",
    "<atom:source><atom:id>a</atom:id><atom:link href='x'/><atom:icon>y</atom:icon></atom:source>",
    "<atom:generator uri='x'>a</atom:generator>",
    "<media:content url='x'/>",
    "<media:group><media:content url='x'><media:player url='y'/></media:content></media:group>",
    "<media:thumbnail url='x'/>",
    "<media:player url='x'/>",
    "<media:text type='html'>&lt;a href='x'></media:text>",
    "<media:title type='html'>&lt;a href='x'></media:title>",
    "<media:credit scheme='x'>a</media:credit>",
    "<media:license href='x'/>",
    "<media:community><media:starRating average='1'/></media:community><media:comments><media:comment>x</media:comment></media:comments>",
    "<itunes:image href='x'/>",
    "<itunes:summary>&lt;a href='x'></itunes:summary>",
    "<podcast:person href='x' img='y'>a</podcast:person>",
    "<podcast:transcript url='x' type='text/vtt'/>",
    "<podcast:chapters url='x' type='application/json'/>",
    "<podcast:alternateEnclosure><podcast:source uri='x'/></podcast:alternateEnclosure>",
    "<podcast:socialInteract uri='x' protocol='activitypub'/>",
    "<podcast:contentLink href='x'>a</podcast:contentLink>",
    "<podcast:images srcset='x 1w, y 2w'/>",
    "<podcast:license url='x'>a</podcast:license>",
    "<podcast:funding url='x'>a</podcast:funding>",
    "<podcast:trailer url='x' pubdate='y'>a</podcast:trailer>",
    "<podcast:liveItem><enclosure url='x'/><link>y</link></podcast:liveItem>",
    "<psc:chapters><psc:chapter start='0' href='x' image='y'/></psc:chapters>",
    "<thr:in-reply-to ref='a{}' href='x' source='y'/>",
    "<dc:creator>x</dc:creator>",
    "<q:a href='x'>y</q:a>",
];

/// Values of a channel that a writer might repeat for each entry: the text before and after each value.
const OF_FEED: &[(&str, &str)] = &[
    ("<title>", "</title>"),
    ("<link>http://b.example/", "/</link>"),
    ("<description>", "</description>"),
    ("<description>&lt;b>", "&lt;/b></description>"),
    ("<copyright>", "</copyright>"),
    ("<language>", "</language>"),
    ("<generator>", "</generator>"),
    ("<docs>http://b.example/", "</docs>"),
    ("<managingEditor>", "</managingEditor>"),
    ("<webMaster>a@b.example (", ")</webMaster>"),
    ("<category>", "</category>"),
    ("<image><url>http://b.example/", "</url></image>"),
    ("<image><title>", "</title><url>http://b.example/</url></image>"),
    ("<atom:id>http://b.example/", "</atom:id>"),
    ("<atom:icon>http://b.example/", "</atom:icon>"),
    ("<atom:logo>http://b.example/", "</atom:logo>"),
    ("<atom:link rel='self' href='http://b.example/", "'/>"),
    ("<atom:link rel='hub' href='http://b.example/", "'/>"),
    ("<atom:rights xml:base='http://b.example/", "'>a</atom:rights>"),
    ("<atom:rights xml:lang='", "'>a</atom:rights>"),
    ("<atom:rights>", "</atom:rights>"),
    ("<atom:subtitle type='html'>&lt;b>", "</atom:subtitle>"),
    ("<atom:generator uri='http://b.example/", "'>a</atom:generator>"),
    ("<atom:generator version='", "'>a</atom:generator>"),
    ("<atom:author><atom:name>", "</atom:name></atom:author>"),
    ("<atom:author><atom:name>a</atom:name><q:a>", "</q:a></atom:author>"),
    ("<atom:category term='a' label='", "'/>"),
    ("<itunes:summary>", "</itunes:summary>"),
    ("<itunes:owner><itunes:name>", "</itunes:name></itunes:owner>"),
    ("<itunes:image href='http://b.example/", "'/>"),
    ("<q:a>", "</q:a>"),
    ("<q:a q:b='", "'/>"),
];

/// Scopes with a long value: the text before and after the value, and the content of the scope.
const SCOPES: &[(&str, &str, &str)] = &[
    ("<item><q:a xmlns:p='", "' ", "p:a{}='' "),
    ("<item><q:a xmlns:p='", "'>", "<q:b p:a=''/>"),
    ("<q:a xmlns:p='", "'><item>", "<q:b p:a='' p:b='' p:c=''/>"),
    ("<item><q:a xmlns:p='", "'>", "<p:b p:a='' p:c=''/>"),
    ("<item><q:a xmlns:p='", "'>", "<p:b><p:c/></p:b>"),
    ("<item><q:a xmlns='", "'>", "<b/>"),
    ("<item><q:a xmlns='", "'>", "<q:b><b><q:c/></b></q:b>"),
    ("<item><a xmlns='", "'>", "<b xmlns=''><c xmlns='u'/></b>"),
    ("<item><q:a xml:base='http://b.example/", "/'>", "<q:b href='x'/>"),
    ("<item xml:base='http://b.example/", "/'>", "<q:b href='x'/>"),
    ("<item xml:lang='", "'>", "<atom:summary>a</atom:summary>"),
    ("<item xml:lang='", "'>", "<media:group><media:content url='http://b.example/'/></media:group>"),
];

/// Items with faults that are fixed or reported.
const FAULTS: &[&str] = &[
    "<item/>",
    "<item></item>",
    "<item><title/></item>",
    "<item><pubDate>2026-01-02</pubDate></item>",
    "<item><pubDate>Mon, 02 Jan 2026 03:04:05 GMT</pubDate></item>",
    "<item><pubDate>02/01/2026</pubDate></item>",
    "<item><guid>a{}</guid></item>",
    "<item><guid> a{} </guid></item>",
    "<item><title>a & b</title></item>",
    "<item><title>a ]]> b</title></item>",
    "<item><title>&lt;b>a&lt;/b></title></item>",
    "<item><link>x</link></item>",
    "<item><link>http://b.example/a b</link></item>",
    "<item><enclosure url='http://b.example/{}'/></item>",
    "<item><enclosure url='http://b.example/{}' type='mp3' length='x'/></item>",
    "<item><enclosur url='x'/></item>",
    "<item><enclosure uri='x'/></item>",
    "<item><itunes:duration>1:2</itunes:duration></item>",
    "<item><itunes:explicit>maybe</itunes:explicit></item>",
    "<item><author>Ole</author></item>",
    "<item><language>xx-yy-zz</language></item>",
    "<item b='c' b='d'/>",
    "<item b=c/>",
    "<item b/>",
    "<item><title>a</item>",
    "<item></title></item>",
    "<item>\u{1}</item>",
    "<item>&nbsp;</item>",
    "<atom:link rel='self' href='/feed'/>",
    "<atom:link title='write href=\"/feed\" here' rel='self' href='/feed'/>",
    "<xhtml:script xmlns:xhtml='http://www.w3.org/1999/xhtml'/>",
    "<atom:entry><atom:id>a{}</atom:id><atom:published>2026-01-02T03:04:05Z</atom:published></atom:entry>",
];

/// Pages with microformats: their beginnings, the number of repetitions, and the content.
const OPEN: &[(&str, usize, &str)] = &[
    ("<div class='h-entry'><p class='p-name'>", 60, "a "),
    ("<div class='h-entry'><p class='p-name p-summary p-category p-author e-content'>", 60, "a "),
    ("<div class='h-entry'><p class='p-name'>", 60, "<b>a</b>"),
    ("<div class='h-entry'><p class='e-content'>", 60, "<b>a</b>"),
    ("<div class='h-entry'><p class='p-author h-card'>", 60, "<b class='p-name'>a</b>"),
    ("<div class='h-entry'><p class='u-in-reply-to h-cite'>", 60, "<b class='p-name'>a</b>"),
    ("<p class='p-category'>", 200, "a "),
    ("<p class='p-category'>", 200, "<b class='p-category'>a</b>"),
    ("<div class='p-category h-card'>", 100, "a "),
    ("<div class='dt-published'>", 100, "<b class='value'>a</b>"),
    ("<div class='u-photo'>", 100, "<img src='x' alt='a'>"),
    ("<div class='h-feed'><p class='p-name'>", 40, "<p class='h-entry'>a"),
];

const JSON: &str = "{\"version\":\"https://jsonfeed.org/version/1.1\",";

/// JSON documents, in the format of the table.
const OF_JSON: &[(&str, [&str; 5])] = &[
    (
        "a long default namespace around many elements",
        [
            "\"items\":[{\"id\":\"1\",\"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"attributes\":{\"xmlns\":\"",
            "b",
            "\"},\"children\":[",
            "{\"name\":\"b\"},",
            "]}]}}]}",
        ],
    ),
    (
        "a long default namespace around many elements with children",
        [
            "\"items\":[{\"id\":\"1\",\"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"attributes\":{\"xmlns\":\"",
            "b",
            "\"},\"children\":[",
            "{\"name\":\"b\",\"children\":[{\"name\":\"c\"}]},",
            "]}]}}]}",
        ],
    ),
    (
        "a long namespace of an element around many elements",
        [
            "\"items\":[{\"id\":\"1\",\"_bozofeed\":{\"elements\":[{\"name\":\"p:a\",\"attributes\":{\"xmlns:p\":\"",
            "b",
            "\"},\"children\":[",
            "{\"name\":\"p:b\",\"attributes\":{\"p:c\":\"\",\"p:d\":\"\"}},",
            "]}]}}]}",
        ],
    ),
    (
        "a long namespace of many attributes",
        [
            "\"_bozofeed\":{\"namespaces\":{\"p\":\"",
            "b",
            "\"}},\"items\":[{\"id\":\"1\",\"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"attributes\":{",
            "\"p:a{}\":\"\",",
            "\"c\":\"\"}}]}}]}",
        ],
    ),
    (
        "a long page of relative URLs",
        [
            "\"home_page_url\":\"http://b.example/",
            "b",
            "/\",\"items\":[",
            "{\"id\":\"{}\",\"url\":\"x\",\"image\":\"y\"},",
            "{}]}",
        ],
    ),
    (
        "a long page of markup",
        [
            "\"home_page_url\":\"http://b.example/",
            "b",
            "/\",\"items\":[",
            "{\"id\":\"{}\",\"content_html\":\"<a href=x>\"},",
            "{}]}",
        ],
    ),
    (
        "a long page of attachments",
        [
            "\"home_page_url\":\"http://b.example/",
            "b",
            "/\",\"items\":[{\"id\":\"1\",\"attachments\":[",
            "{\"url\":\"x\",\"mime_type\":\"a/b\"},",
            "{}]}]}",
        ],
    ),
    (
        "a long page of authors",
        [
            "\"feed_url\":\"http://b.example/",
            "b",
            "/\",\"items\":[{\"id\":\"1\",\"authors\":[",
            "{\"name\":\"{}\",\"url\":\"x\",\"avatar\":\"y\"},",
            "{}]}]}",
        ],
    ),
    (
        "a long description of many items",
        ["\"description\":\"", "b", "\",\"items\":[", "{\"id\":\"{}\"},", "{}]}"],
    ),
    (
        "a long icon of many items",
        ["\"icon\":\"http://b.example/", "b", "\",\"items\":[", "{\"id\":\"{}\"},", "{}]}"],
    ),
    (
        "an author of many items",
        ["\"authors\":[{\"name\":\"", "b", "\"}],\"items\":[", "{\"id\":\"{}\"},", "{}]}"],
    ),
    ("a version before a colon", ["\"version\":\"h\":1,", "\"a\":\"b\":1,", "", "", "}"]),
];

/// Documents that take a long time to read, especially with older processors.
const SLOW: &[(&str, [&str; 3])] = &[
    ("a date of commas", ["<item><pubDate>", ",", "</pubDate></item>"]),
    ("dates of commas", ["", "<item><pubDate>,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,</pubDate></item>", ""]),
    (
        "attributes that differ in each link",
        ["<item>", "<atom:link a{}='b' href='http://b.example/'/>", "</item>"],
    ),
    ("end tags that all differ", ["<item>", "</a{}></b{}>", "</item>"]),
];

/// Returns the shapes. `rss` and `atom` are the beginnings of feeds.
pub(crate) fn rows(rss: &str, atom: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut add = |name: String, kind, parts: [&str; 5]| rows.push((name, kind, parts.map(str::to_owned)));
    let based = rss.replacen("<channel", "<channel xml:base='http://b.example/", 1);
    let based = based.strip_suffix('>').unwrap_or(&based);
    for element in RELATIVE {
        let item = format!("<item>{element}</item>");
        let link = format!("{rss}<link>http://b.example/");
        let own = format!("{rss}<atom:link rel='self' href='http://b.example/");
        add(format!("a long page: {element} in each item"), Kind::Feed, [&link, "b", "/</link>", &item, ""]);
        add(format!("a long page: {element}"), Kind::Feed, [&link, "b", "/</link><item>", element, ""]);
        add(format!("a long base: {element} in each item"), Kind::Feed, [based, "b", "/'>", &item, ""]);
        add(
            format!("a long own address: {element} in each item"),
            Kind::Feed,
            [&own, "b", "/'/>", &item, ""],
        );
    }
    for (start, end) in OF_FEED {
        let head = format!("{rss}{start}");
        let item = "<item><guid>a{}</guid></item>";
        add(format!("a long value of a feed: {start}"), Kind::Feed, [&head, "b", end, item, ""]);
        let item = "<item><title>a</title><source url='http://c.example/'>c</source></item>";
        add(format!("a long value beside sources: {start}"), Kind::Feed, [&head, "b", end, item, ""]);
        add(
            format!("many values of a feed: {start}"),
            Kind::Feed,
            [rss, &format!("{start}b{{}}{end}"), "", "<item><guid>a{}</guid></item>", ""],
        );
    }
    for (name, end) in
        [("title", ""), ("subtitle", ""), ("rights", ""), ("logo", ""), ("icon", ""), ("generator", "")]
    {
        let head = format!("{atom}<{name}>http://b.example/");
        let end = format!("{end}</{name}>");
        add(
            format!("a long {name} of Atom"),
            Kind::Feed,
            [&head, "b", &end, "<entry><id>urn:{}</id></entry>", ""],
        );
    }
    for (start, between, unit) in SCOPES {
        let head = format!("{rss}{start}");
        add(format!("a long scope: {start}{between} {unit}"), Kind::Feed, [&head, "b", between, unit, ""]);
    }
    let entity = format!("<!DOCTYPE rss [<!ENTITY n '{}'>]>{rss}<item>", "b".repeat(2000));
    add(
        "a long namespace in an entity".to_owned(),
        Kind::Feed,
        [&entity, "<q:a xmlns:p{}='&n;' p{}:b=''/>", "", "", ""],
    );
    for unit in FAULTS {
        add(format!("faults: {unit}"), Kind::Feed, [rss, unit, "", "", "</channel></rss>"]);
    }
    add(
        "faults: rss </item>version".to_owned(),
        Kind::Feed,
        ["<rss ", "</item>version=\"2.0\" ", "", "", "><channel/></rss>"],
    );
    for (opener, times, unit) in OPEN {
        let head = format!("<html><div class=h-feed><div class=h-entry>{}", opener.repeat(*times));
        add(format!("{opener} {times} times around {unit}"), Kind::Feed, [&head, unit, "", "", ""]);
        let head = "<html><div class=h-feed><div class=h-entry>";
        add(format!("{opener} again and again"), Kind::Feed, [head, &format!("{opener}{unit}"), "", "", ""]);
    }
    for (name, [head, rest @ ..]) in OF_JSON {
        let head = format!("{JSON}{head}");
        let [long, between, many, tail] = rest;
        add((*name).to_owned(), Kind::Feed, [&head, long, between, many, tail]);
    }
    for (name, [head, unit, tail]) in SLOW {
        add((*name).to_owned(), Kind::Feed, [&format!("{rss}{head}"), unit, "", "", tail]);
    }
    rows
}
