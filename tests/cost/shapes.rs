//! Documents that repeat something as often as it fits: a table of everything that was, or could be, expensive.

use super::damage::{DAMAGES, Damage};
use super::{inheritance, outgoing, structure};

/// The purpose of a document, which decides how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Feed,
    /// A list of subscriptions.
    List,
    /// A page whose feeds are found.
    Page,
}

/// A document that grows.
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Whether the shape is measured at full size. This applies to some combinations of a beginning and a repeated part, so
    /// that each part is in one of them.
    pub(crate) is_sample: bool,
    content: Content,
}

enum Content {
    Damage(&'static Damage),
    Text(Parts),
    /// The head as ASCII in this encoding, and bytes that are repeated.
    Bytes {
        head: Vec<u8>,
        unit: Vec<u8>,
    },
}

/// Text in which one part is repeated to fill half of the size, and another part to fill the rest. `{}` is the number of the
/// repetition.
#[derive(Clone)]
struct Parts {
    head: String,
    long: String,
    between: String,
    many: String,
    tail: String,
}

impl Parts {
    fn document(&self, size: usize) -> Vec<u8> {
        let Self { head, long, between, many, tail } = self;
        let mut document = head.clone().into_bytes();
        repeat(long, if many.is_empty() { size } else { size / 2 }, &mut document);
        document.extend_from_slice(between.as_bytes());
        repeat(many, size / 2, &mut document);
        document.extend_from_slice(tail.as_bytes());
        document
    }
}

/// Appends a text as many times as it fits into `size` bytes.
fn repeat(unit: &str, size: usize, out: &mut Vec<u8>) {
    if unit.is_empty() {
        return;
    }
    let end = out.len() + size;
    let numbered = unit.contains("{}");
    let mut number = 0;
    while out.len() + unit.len() <= end {
        if numbered {
            out.extend_from_slice(unit.replace("{}", &number.to_string()).as_bytes());
            number += 1;
        } else {
            out.extend_from_slice(unit.as_bytes());
        }
    }
}

impl Shape {
    /// Returns a document in which about `size` bytes are repeated parts.
    pub(crate) fn document(&self, size: usize) -> Vec<u8> {
        match &self.content {
            Content::Damage(damage) => damage.document(size),
            Content::Text(parts) => parts.document(size),
            Content::Bytes { head, unit } => {
                let mut document = head.clone();
                while document.len() < head.len() + size {
                    document.extend_from_slice(unit);
                }
                document
            }
        }
    }
}

/// The namespaces used in the table.
const NAMESPACES: &str = "xmlns:atom='http://www.w3.org/2005/Atom' xmlns:content='http://purl.org/rss/1.0/modules/content/' \
     xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:geo='http://www.w3.org/2003/01/geo/wgs84_pos#' \
     xmlns:georss='http://www.georss.org/georss' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd' \
     xmlns:media='http://search.yahoo.com/mrss/' xmlns:podcast='https://podcastindex.org/namespace/1.0' \
     xmlns:psc='http://podlove.org/simple-chapters' xmlns:thr='http://purl.org/syndication/thread/1.0' \
     xmlns:q='urn:q'";

fn rss(attributes: &str) -> String {
    format!("<rss version='2.0' {NAMESPACES} {attributes}><channel>")
}

fn atom(attributes: &str) -> String {
    format!("<feed xmlns='http://www.w3.org/2005/Atom' {NAMESPACES} {attributes}>")
}

/// Returns a base of almost the maximum length.
fn base() -> String {
    format!("xml:base='http://base.example/{}/'", "b".repeat(1990))
}

/// Elements that become members of lists, or candidates for a field.
const ELEMENTS: &[&str] = &[
    "<title>a</title>",
    "<link href='x'/>",
    "<link>x</link>",
    "<link",
    "<link>",
    "<atom:link rel='hub' href='x'/>",
    "<enclosure url='x'/>",
    "<description>a</description>",
    "<content:encoded>a</content:encoded>",
    "<content src='x'/>",
    "<category>a</category>",
    "<itunes:category text='a'/>",
    "<itunes:keywords>a,b,c</itunes:keywords>",
    "<author>a</author>",
    "<author><name/></author>",
    "<contributor>",
    "<dc:creator>a</dc:creator>",
    "<dc:subject>a</dc:subject>",
    "<guid>x</guid>",
    "<pubDate>x</pubDate>",
    "<language>x</language>",
    "<source url='x'>a</source>",
    "<image><url>x</url></image>",
    "<cloud port='x'/>",
    "<media:content/>",
    "<media:content url='x'/>",
    "<media:content>",
    "<media:group/>",
    "<media:group><media:content/></media:group>",
    "<media:thumbnail url='x'/>",
    "<media:credit>a</media:credit>",
    "<media:text type='html'>&lt;table>x&lt;br></media:text>",
    "<media:community/>",
    "<media:keywords>a,b,c</media:keywords>",
    "<media:restriction>a b c</media:restriction>",
    "<podcast:person href='x'/>",
    "<podcast:transcript url='x'/>",
    "<podcast:value><podcast:valueRecipient/></podcast:value>",
    "<podcast:alternateEnclosure><podcast:source uri='x'/></podcast:alternateEnclosure>",
    "<podcast:liveItem/>",
    "<podcast:images srcset='x 1w, y 2w'/>",
    "<psc:chapters><psc:chapter start='0'/></psc:chapters>",
    "<psc:chapter/>",
    "<thr:in-reply-to ref='x' href='y'/>",
    "<georss:point>1 2</georss:point>",
    "<georss:where/>",
    "<geo:lat>1</geo:lat><geo:long>2</geo:long>",
    "<q:a/>",
    "<q:a{}/>",
    "<q:a q:b='c'/>",
    "<q:a><q:b/></q:a>",
    "<q:a>",
    "<a xmlns='u{}'/>",
    "<a xmlns='u{}'><b/></a>",
    "<media:content xmlns:media='u{}'/>",
    "<p{}:a xmlns:p{}='u{}'>",
    "<p{}:a/>",
    "<a xml:lang='l{}'/>",
    "<a xml:base='b{}/'/>",
    "<title xml:base='b{}/'>a</title>",
    "<a b='c' b='d'/>",
    "<item/>",
    "<item><title>a</title></item>",
    "<item><guid>{}</guid></item>",
    "<item>",
    "<entry><title>a</title></entry>",
    "<channel>",
    "<rss><channel><item><guid>1</guid><pubDate>{}</pubDate></item></channel></rss>",
    "</a{}>",
    "&amp;",
    "&a{};",
    "<!---->",
    "<![CDATA[x]]>",
    "<?a b?>",
    "]]>",
    "\u{0}",
    "\u{feff}",
];

/// The shortest elements of each format that become values, with the text before and after them.
const SHORTEST: &[(&str, Kind, [&str; 3])] = &[
    ("items", Kind::Feed, ["<rss version='2.0'><channel>", "<item/>", "</channel></rss>"]),
    (
        "items of RSS 1.0",
        Kind::Feed,
        [
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>",
            "<item/>",
            "</rdf:RDF>",
        ],
    ),
    ("entries", Kind::Feed, ["<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry/>", "</feed>"]),
    (
        "entries of Atom 0.3",
        Kind::Feed,
        ["<feed version='0.3' xmlns='http://purl.org/atom/ns#'>", "<entry/>", "</feed>"],
    ),
    ("items of CDF", Kind::Feed, ["<CHANNEL HREF='http://h.example/'>", "<ITEM/>", "</CHANNEL>"]),
    (
        "items with a reference of CDF",
        Kind::Feed,
        ["<CHANNEL HREF='http://h.example/'>", "<ITEM HREF='x'/>", "</CHANNEL>"],
    ),
    ("entries of microformats", Kind::Feed, [H_FEED, "<p class=h-entry>", "</div></html>"]),
    ("items of JSON", Kind::Feed, [JSON_ITEMS, "{},", "{}]}"]),
    ("items of JSON that are lists", Kind::Feed, [JSON_ITEMS, "[],", "{}]}"]),
    (
        "items of RSS in JSON",
        Kind::Feed,
        ["{\"rss\":{\"version\":\"2.0\",\"channel\":{\"item\":[", "{},", "{}]}}}"],
    ),
    (
        "members that are objects",
        Kind::Feed,
        ["{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"_a\":[", "{},", "{}]}]}"],
    ),
    (
        "members that are lists",
        Kind::Feed,
        ["{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"_a\":[", "[],", "[]]}]}"],
    ),
    (
        "members that are numbers",
        Kind::Feed,
        ["{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"_a\":[", "1,", "1]}]}"],
    ),
    ("links", Kind::Feed, ["<rss version='2.0'><channel><item>", "<link/>", "</item></channel></rss>"]),
    (
        "links of Atom",
        Kind::Feed,
        ["<feed xmlns='http://www.w3.org/2005/Atom'><entry>", "<link/>", "</entry></feed>"],
    ),
    (
        "categories",
        Kind::Feed,
        ["<rss version='2.0'><channel><item>", "<category/>", "</item></channel></rss>"],
    ),
    (
        "categories that differ",
        Kind::Feed,
        ["<rss version='2.0'><channel><item>", "<category>{}</category>", "</item></channel></rss>"],
    ),
    ("elements", Kind::Feed, ["<rss version='2.0'><channel><item>", "<a/>", "</item></channel></rss>"]),
    (
        "elements in elements",
        Kind::Feed,
        ["<rss version='2.0'><channel><item><x>", "<a/>", "</x></item></channel></rss>"],
    ),
    (
        "media contents",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:m='http://search.yahoo.com/mrss/'><channel><item>",
            "<m:content/>",
            "</item></channel></rss>",
        ],
    ),
    (
        "media groups and a long description",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:m='http://search.yahoo.com/mrss/'><channel><item><m:description>High water</m:description>",
            "<m:group><m:content/></m:group>",
            "</item></channel></rss>",
        ],
    ),
    (
        "media contents in a group",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:m='http://search.yahoo.com/mrss/'><channel><item><m:group><m:description>High water, low water, \
             tides and winds</m:description>",
            "<m:content/>",
            "</m:group></item></channel></rss>",
        ],
    ),
    (
        "people of podcasts",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:p='https://podcastindex.org/namespace/1.0'><channel><item>",
            "<p:person/>",
            "</item></channel></rss>",
        ],
    ),
    (
        "people of podcasts with a name",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:p='https://podcastindex.org/namespace/1.0'><channel><item>",
            "<p:person>a</p:person>",
            "</item></channel></rss>",
        ],
    ),
    (
        "places of GML",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:g='http://www.georss.org/georss' xmlns:gml='http://www.opengis.net/gml'><channel><item>",
            "<g:where><gml:Point><gml:pos>1 2</gml:pos></gml:Point></g:where>",
            "</item></channel></rss>",
        ],
    ),
    (
        "positions of GML",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:g='http://www.georss.org/georss' xmlns:gml='http://www.opengis.net/gml'><channel><item><g:where><gml:LineString><gml:posList>",
            "1 2 ",
            "</gml:posList></gml:LineString></g:where></item></channel></rss>",
        ],
    ),
    (
        "positions of GML in items",
        Kind::Feed,
        [
            "<rss version='2.0' xmlns:gml='http://www.opengis.net/gml'><channel>",
            "<item><gml:pos>1 2</gml:pos></item>",
            "</channel></rss>",
        ],
    ),
    (
        "authors",
        Kind::Feed,
        [
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry>",
            "<author><name>{}</name></author>",
            "</entry></feed>",
        ],
    ),
    ("sources", Kind::Feed, ["<rss version='2.0'><channel>", "<item><source/></item>", "</channel></rss>"]),
    ("images", Kind::Feed, ["<rss version='2.0'><channel>", "<item><image/></item>", "</channel></rss>"]),
    (
        "titles",
        Kind::Feed,
        ["<rss version='2.0'><channel>", "<item><title>a</title></item>", "</channel></rss>"],
    ),
    ("outlines in a feed", Kind::Feed, ["<opml><body>", "<outline/>", "</body></opml>"]),
    ("outlines in a list", Kind::List, ["<opml><body>", "<outline/>", "</body></opml>"]),
    (
        "outlines in an outline",
        Kind::List,
        ["<opml><body><outline>", "<outline/>", "</outline></body></opml>"],
    ),
    ("feeds in a list", Kind::List, ["<opml><body>", "<outline xmlUrl='u'/>", "</body></opml>"]),
    ("elements of a page", Kind::Page, ["", "<a href=a>", ""]),
];

/// Unterminated markup at the beginning, and the number of its repetitions.
const OPENERS: &[(&str, usize)] = &[
    ("", 1),
    ("<table>", 1),
    ("<table>", 100),
    ("<b>", 50),
    ("<span>", 511),
    ("<p>", 1),
    ("<svg>", 1),
    ("<math>", 1),
    ("<a href=x>", 1),
    ("<select>", 1),
    ("<ul><li>", 1),
];

/// Markup that is repeated after an opener.
const MARKUP: &[&str] = &[
    "x<br>", "<p>", "</b>", "</p>", "x<b></b>", "<div>x</div>", "<td>", "<b><i></b></i>", "<a href=y>",
    "<img src=x>", "<img src=x{}>", "<table>", "&", "&amp;", "\u{b7}", "<p title='&'>", "<x-y>", "</br>",
    "<option>", "<!-- -->", "<font color=a>",
];

/// Values that are written once and belong to everything after them.
const LONG_AND_MANY: &[(&str, [&str; 5])] = &[
    (
        "long base",
        ["<rss xml:base='http://b.example/", "b", "'><channel>", "<item><title>a</title></item>", ""],
    ),
    ("long language", ["<rss xml:lang='", "b", "'><channel>", "<item><title>a</title></item>", ""]),
    ("long namespace", ["<rss xmlns:q='", "b", "'><channel>", "<item><q:a/></item>", ""]),
    ("long author", ["<rss><channel><managingEditor>", "b", "</managingEditor>", "<item/>", ""]),
    ("long title", ["<rss><channel><title>", "b", "</title>", "<item><source>a</source></item>", ""]),
    (
        "long page",
        ["<rss><channel><link>http://b.example/", "b", "</link>", "<item><link>x</link></item>", ""],
    ),
    (
        "long default attribute",
        ["<!DOCTYPE rss [<!ATTLIST link href CDATA '", "b", "'>]><rss><channel>", "<link/>", ""],
    ),
    (
        "long default base",
        [
            "<!DOCTYPE rss [<!ATTLIST item xml:base CDATA '",
            "b",
            "'>]><rss><channel>",
            "<item><title>a</title></item>",
            "",
        ],
    ),
    (
        "many default attributes",
        ["<!DOCTYPE rss [<!ATTLIST x", " a{} CDATA 'a'", ">]><rss><channel><item>", "<x/>", ""],
    ),
    (
        "long entity",
        [
            "<!DOCTYPE rss [<!ENTITY e '",
            "<![CDATA[x<b></b>]]>",
            "'>]><rss><channel><item><description>",
            "&e;",
            "",
        ],
    ),
    (
        "entity in attributes",
        ["<!DOCTYPE rss [<!ENTITY e '", "x", "'>]><rss><channel><item>", "<q:a b='&e;'/>", ""],
    ),
    (
        "many entities",
        [
            "<!DOCTYPE rss [",
            "<!ENTITY e{} 'x&e0;'>",
            "]><rss><channel>",
            "<item><title>&e9;</title></item>",
            "",
        ],
    ),
    ("attributes", ["<rss><channel><item><x ", "a{}='' ", "/>", "<x/>", ""]),
    (
        "attributes in escaped markup",
        ["<rss><channel><item><description>&lt;p ", "a{}='' ", "&gt;", "&lt;p>", ""],
    ),
    ("titles in open elements", ["<rss><channel><item>", "<b>", "", "<title/>", ""]),
    ("stray end tags in open elements", ["<rss><channel><item>", "<b>", "", "</c>", ""]),
    (
        "open elements in XHTML",
        ["<feed><entry><content type='xhtml'>", "<b>", "", "<i>x</i>", "</content></entry></feed>"],
    ),
    ("contents that are too deep", ["<rss><channel><item>", "<b>", "", "<title><i>x</i></title>", ""]),
    ("declarations", ["<rss><channel><item><x ", "xmlns:a{}='u' ", "/>", "<a1:x/>", ""]),
    (
        "long language in JSON",
        [
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"language\":\"",
            "b",
            "\",\"items\":[",
            "{\"title\":\"a\"},",
            "]}",
        ],
    ),
    (
        "a long namespace in JSON",
        [
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"_bozofeed\":{\"namespaces\":{\"p\":\"",
            "b",
            "\"}},\"items\":[",
            "{\"_bozofeed\":{\"elements\":[{\"name\":\"p:a\"}]}},",
            "]}",
        ],
    ),
    (
        "many namespaces in JSON",
        [
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"_bozofeed\":{\"namespaces\":{",
            "\"p{}\":\"u{}\",",
            "\"p\":\"u\"}},\"items\":[",
            "{\"_bozofeed\":{\"elements\":[{\"name\":\"p{}:a\"}]}},",
            "]}",
        ],
    ),
    ("a long name of an element with children", ["<rss><channel><item><", "b", ">", "<b/>", ""]),
    (
        "a long name of an element in JSON",
        [
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"_bozofeed\":{\"elements\":[{\"name\":\"",
            "b",
            "\",\"children\":[",
            "{\"name\":\"a\"},",
            "]}]}}]}",
        ],
    ),
    (
        "many authors in JSON",
        [
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"authors\":[",
            "{\"name\":\"b\"},",
            "],\"items\":[",
            "{\"id\":\"a\"},",
            "]}",
        ],
    ),
];

/// Constructs that end far away or never, so that the parser searches for the end.
const LOOKAHEAD: &[(&str, [&str; 5])] = &[
    ("raw texts in turn", [SECTION, "<script/><style/>", "", "", "</script></style>"]),
    ("raw texts in turn, one of them listed", [SECTION, "<xmp><title>", "", "", "</title></xmp>"]),
    ("raw text one after the other", [SECTION, "<iframe/>", "", "<textarea/>", "</iframe></textarea>"]),
    ("a script with a name that never ends", [SECTION, "<script>", "", "<a", ""]),
    ("unknown tags in each other", [SECTION, "<x", "", "", ">"]),
    ("scripts with a name that ends far away", [SECTION, "<script><a", "", "<b", ">"]),
    ("lists, then a string without an end", [JSON_ITEMS, "[[1]],", "\"", "b", ""]),
    (
        "names without a quote",
        ["{\"version\":\"https://jsonfeed.org/version/1.1\",", "\"b:1,\\", "", "", "x\""],
    ),
    ("comments in comments", [ITEM, "<item><title><!-- <!-- </b>", "", "", "-->"]),
    ("sections that end far away", [ITEM, "<title><![CDATA[b</title>", "]]>", "b", "]]>"]),
];

const SECTION: &str = "<rss><channel><item><description><![CDATA[";
const ITEM: &str = "<rss><channel><item>";
const JSON_ITEMS: &str = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[";

/// Lists of subscriptions.
const LISTS: &[(&str, [&str; 5])] = &[
    ("outlines", ["<opml><body>", "<outline/>", "", "", ""]),
    ("outlines with a text", ["<opml><body>", "<outline text='a{}'/>", "", "", ""]),
    ("outlines with many attributes", ["<opml><body>", "<outline a='' b='' c='' d='' e=''/>", "", "", ""]),
    ("attributes", ["<opml><body><outline ", "a{}='' ", "/>", "<outline a='b'/>", ""]),
    ("nested outlines", ["<opml><body>", "<outline>", "", "", ""]),
    ("nested folders", ["<opml><body>", "<outline text='a'>", "", "<outline xmlUrl='u'/>", ""]),
    ("a folder with a long name", ["<opml><body><outline text='", "b", "'>", "<outline xmlUrl='u'/>", ""]),
    (
        "folders in turn",
        ["<opml><body><outline text='", "b", "'>", "<outline text='c'><outline xmlUrl='u'/></outline>", ""],
    ),
    ("feeds never closed", ["<opml><body>", "<outline xmlUrl='u'>", "", "", ""]),
    ("outlines in open elements", ["<opml><body>", "<a>", "", "<outline/>", ""]),
    ("stray end tags in open elements", ["<opml><body>", "<a>", "", "</b>", ""]),
    ("elements of the head", ["<opml><head>", "<windowTop>1</windowTop>", "", "", ""]),
    ("namespaces", ["<opml ", "xmlns:p{}='u{}' ", ">", "<outline p0:a='' p1:b='' p2:c=''/>", ""]),
];

/// Pages.
const PAGES: &[(&str, [&str; 5])] = &[
    ("a long base", ["<base href='http://b.example/", "b", "/'>", "<a href=feed>", ""]),
    ("feeds", ["", "<link rel=alternate type='application/rss+xml' href='x{}'>", "", "", ""]),
    ("links of feeds", ["", "<a href='{}/feed'>x</a>", "", "", ""]),
    ("links with a long text", ["", "<a href='{}/feed'>", "", "x<br>", ""]),
    ("images", ["", "<img src='x{}'>", "", "", ""]),
    ("metadata", ["", "<meta name='a{}' content='b'>", "", "", ""]),
    ("attributes", ["<a ", "a{}='' ", ">", "<a href=feed>", ""]),
    ("attributes of the root", ["<html ", "a{}='b' ", ">", "", ""]),
    ("identifiers", ["", "<p id='a{}'>", "", "", ""]),
    ("fields to copy", ["", "<input value='http://b.example/{}.rss'>", "", "", ""]),
    ("templates", ["", "<template>", "", "<link rel=feed href=x>", ""]),
    ("files of WordPress", ["", "<img src='/a{}/wp-content/'>", "", "", ""]),
    ("sections of a shop", ["<script>Shopify.theme</script>", "<a href='/blogs/a{}'>x</a>", "", "", ""]),
    ("texts of links", ["", "<a href='/{}'>フィードをRSS</a>", "", "", ""]),
    ("open tags", ["", "<a href='", "", "", ""]),
    ("open comments", ["", "<!--", "", "", ""]),
    ("icons", ["", "<link rel=icon href='x{}' sizes='16x16'>", "", "", ""]),
];

/// Pages with microformats.
const H_FEEDS: &[(&str, [&str; 5])] = &[
    ("entries", [H_FEED, "<p class=h-entry>a", "", "", ""]),
    ("entries in each other", [H_FEED, "<div class=h-entry><p class=p-name>a", "", "", ""]),
    ("feeds in each other", [H_FEED, "<div class=h-feed><p class=p-name>a", "", "", ""]),
    ("categories", [H_ENTRY, "<b class=p-category>a</b>", "", "", ""]),
    ("categories in each other", [H_ENTRY, "<b class=p-category>a", "", "", ""]),
    ("authors", [H_ENTRY, "<b class='p-author h-card'>a</b>", "", "", ""]),
    ("pictures", [H_ENTRY, "<img class=u-photo src=a{}>", "", "", ""]),
    ("parts of a date", [H_ENTRY, "<b class=dt-published>", "", "<b class=value>a</b>", ""]),
    (
        "a long content in properties",
        [
            "<html><div class=h-feed><div class=h-entry><p class='p-name p-summary p-category e-content'>",
            "a",
            "",
            "",
            "",
        ],
    ),
    ("quotes", [H_ENTRY, "<div class=e-content>\"", "", "", ""]),
    ("entries with all properties in each other", [H_FEED, H_PROPERTIES, "", "a", ""]),
    ("people in each other", [H_ENTRY, "<b class='p-author p-name h-card'><i class=p-name>", "", "a", ""]),
    (
        "an attribute of many properties",
        [
            "<html><div class=h-feed><div class=h-entry><data class='p-name p-summary p-category p-author u-url u-photo' value='",
            "a",
            "'>",
            "",
            "",
        ],
    ),
    ("classes", ["<html><div class=h-feed><p class='h-entry ", "p-name ", "'>", "", ""]),
    (
        "identifiers and a long base",
        [
            "<html><base href='http://b.example/",
            "b",
            "/'><div class=h-feed>",
            "<p class=h-entry><a class=u-uid href=a>",
            "",
        ],
    ),
    ("end tags in open elements", [H_FEED, "<i>", "", "</b>", ""]),
    ("open elements", [H_FEED, "<p><div>", "", "", ""]),
    ("list items in open elements", [H_FEED, "<i>", "", "<li>", ""]),
];

/// An entry whose text is the value of many properties.
const H_PROPERTIES: &str =
    "<div class=h-entry><b class='p-name p-summary p-category p-author u-url u-uid u-photo dt-published'>";
const H_FEED: &str = "<html><div class=h-feed>";
const H_ENTRY: &str = "<html><div class=h-feed><div class=h-entry>";

/// The repeated part of an item in a JSON Feed, with the text before and after it.
const JSON: &[(&str, &str, &str)] = &[
    ("}],\"items\":[", "{},", "]}"),
    ("}],\"items\":[", "1,", "]}"),
    ("}],\"hubs\":[", "{},", "]}"),
    ("}],\"hubs\":[", "{\"url\":\"x\"},", "]}"),
    ("}],\"authors\":[", "{\"name\":\"a\"},", "]}"),
    ("\"attachments\":[", "{},", "]}]}"),
    ("\"attachments\":[", "{\"url\":\"x\"},", "]}]}"),
    ("\"tags\":[", "\"a\",", "]}]}"),
    ("\"tags\":[", "1,", "]}]}"),
    ("", "\"a{}\":1,", ""),
    ("", "\"a\":1,", ""),
    ("", "\"a\":{},", ""),
    ("", "\"a", ""),
    ("", "\"a\"", ""),
    ("", "a:1,", ""),
    ("\"_a\":", "[", ""),
    ("\"_a\":", "{\"a\":", ""),
    ("\"_a\":[", "[],", "]}]}"),
    ("\"_a\":[", "{\"b\":1},", "]}]}"),
    ("\"_a\":[", "{'b':'c'},", "]}]}"),
    ("", "]", ""),
    ("", "}", ""),
    ("", ",", ""),
    ("", "/**/", ""),
    ("\"title\":\"", "\\n", "\"}]}"),
    ("\"title\":\"", "\\ud800", "\"}]}"),
    ("\"title\":\"", "\\", ""),
    ("\"content_html\":\"", "&", "\"}]}"),
    ("\"content_html\":\"<table>", "x<br>", "\"}]}"),
    ("\"content_html\":\"", "<img src=x>", "\"}]}"),
    ("", "\"date_published\":\"x\",", ""),
    ("\"_bozofeed\":{\"elements\":[", "{\"name\":\"a\"},", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "{},", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "1,", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "{\"name\":\"entry\"},", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "{\"name\":\"media:content\"},", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "{\"name\":\"source\"},", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "{\"name\":\"p{}:a\"},", "]}}]}"),
    ("\"_bozofeed\":{\"elements\":[", "{\"name\":\"a\",\"children\":[", ""),
    ("\"_bozofeed\":{\"elements\":[", "{\"children\":[", ""),
    ("\"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"text\":\"", "&lt;", "\"}]}}]}"),
    ("\"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"attributes\":{", "\"a{}\":\"\",", "}}]}}]}"),
    ("\"_bozofeed\":{\"elements\":[{\"name\":\"a\",\"attributes\":{", "\"a\":\"\",", "}}]}}]}"),
    ("\"_bozofeed\":{\"namespaces\":{", "\"a{}\":\"b\",", "}}}]}"),
];

/// Declared encodings, and bytes that are invalid in them.
const BYTES: &[(&str, &[u8])] = &[
    ("utf-8", b"\xff"),
    ("utf-8", b"a\xc3"),
    ("utf-8", b"\xe2\x80"),
    ("euc-jp", b"\x8e\x20\xff"),
    ("big5", b"\x81\x20"),
    ("gb18030", b"\x81\x30\x20"),
    ("shift_jis", b"\xa0\x81"),
    ("euc-kr", b"\xff\x80"),
    ("iso-2022-jp", b"\x1b$B\x7f"),
    ("windows-1252", b"\x81"),
    ("us-ascii", b"\xe9"),
    ("x-none", b"\xe9 "),
    ("utf-16", b"\xe9"),
    ("utf-8", b"<title>\xe9</title>"),
];

/// Invalid bytes, with the bytes before them.
const BINARY: &[(&str, &[u8], &[u8])] = &[
    ("lone surrogates", b"\xff\xfe<\0r\0s\0s\0>\0", b"\0\xd8"),
    ("low surrogates", b"\xfe\xff\0<\0r\0s\0s\0>", b"\xdc\0\0a"),
    ("UTF-32", b"\xff\xfe\0\0<\0\0\0r\0\0\0>\0\0\0", b"\xff\xff\xff\xff"),
    ("nothing", b"", b"\0"),
    ("an archive", b"PK\x03\x04", b"\x9a\x00\xe1"),
    ("white space", b"", b" "),
    ("less-than signs", b"", b"<"),
];

/// Returns the table.
#[allow(clippy::too_many_lines, reason = "a table")]
pub(crate) fn shapes() -> Vec<Shape> {
    let mut all: Vec<Shape> = DAMAGES
        .iter()
        .map(|damage| Shape {
            name: damage.name.to_owned(),
            kind: Kind::Feed,
            is_sample: true,
            content: Content::Damage(damage),
        })
        .collect();
    let mut add = |name: String, is_sample: bool, [head, long, between, many, tail]: [&str; 5]| {
        let [head, long, between, many, tail] = [head, long, between, many, tail].map(str::to_owned);
        all.push(Shape {
            name,
            kind: Kind::Feed,
            is_sample,
            content: Content::Text(Parts { head, long, between, many, tail }),
        });
    };
    let base = base();
    for (row, element) in ELEMENTS.iter().enumerate() {
        for (column, (place, head)) in [
            ("channel", rss("")),
            ("item", rss("") + "<item>"),
            ("item with a base", rss(&base) + "<item>"),
            ("entry", atom("") + "<entry>"),
        ]
        .into_iter()
        .enumerate()
        {
            add(format!("{element} in {place}"), row % 5 == column, [&head, element, "", "", ""]);
        }
        add(
            format!("{element} in items"),
            row % 5 == 4,
            [&rss(&base), &format!("<item>{element}</item>"), "", "", ""],
        );
    }
    for (row, (opener, times)) in OPENERS.iter().enumerate() {
        let opener = opener.repeat(*times);
        for (column, markup) in MARKUP.iter().enumerate() {
            let name = format!("{markup} after {} of {opener:.20}", opener.len());
            let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
            let head = rss("") + "<item><description>" + &escaped(&opener);
            add(
                format!("description: {name}"),
                (row + column) % OPENERS.len() == 0,
                [&head, &escaped(markup), "", "", ""],
            );
            let head = atom(&base) + "<entry><content type='html'>" + &escaped(&opener);
            add(
                format!("content with a base: {name}"),
                (row + column) % OPENERS.len() == 5,
                [&head, &escaped(markup), "", "", ""],
            );
        }
    }
    for markup in
        ["<b>", "<b/>", "<p>x</p>", "<img src='x'/>", "<p xml:base='a/'/>", "<table>", "&amp;", "</b>"]
    {
        let head = atom(&base) + "<entry><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>";
        add(format!("XHTML: {markup}"), true, [&head, markup, "", "", ""]);
    }
    for (name, parts) in LOOKAHEAD {
        add((*name).to_owned(), true, *parts);
    }
    // The innermost block is at the maximum depth of markup.
    let blocks = "'>".to_owned() + &"<div>".repeat(126);
    let start = SECTION.to_owned() + "<b title='";
    add(
        "long formatting in blocks, ended again and again".to_owned(),
        true,
        [&start, "b", &blocks, "</b>", ""],
    );
    for text in ["<title>a</title>", "<description>a</description>", "<content>a</content>"] {
        let head = rss("") + &format!("<q:a {base}/>");
        add(
            format!("{text} where a base lingers"),
            true,
            [&head, &format!("<item>{text}</item>"), "", "", ""],
        );
    }
    for (name, parts) in structure::rows(&rss("")) {
        add(name, true, parts.each_ref().map(String::as_str));
    }
    for (name, parts) in inheritance::rows(rss, &atom("")) {
        add(name, true, parts.each_ref().map(String::as_str));
    }
    for (name, parts) in LONG_AND_MANY {
        add((*name).to_owned(), true, *parts);
    }
    for (start, unit, end) in JSON {
        let head = ("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",".to_owned()
            + start)
            .replace(",}", "}");
        add(format!("JSON: {start} {unit}"), true, [&head, unit, "", "", end]);
    }
    let deep = "{\"name\":\"a\",\"children\":[".repeat(60);
    let head = format!("{JSON_ITEMS}{{\"_bozofeed\":{{\"elements\":[{deep}");
    let end = format!("1{}]}}}}]}}", "]}".repeat(60));
    add("elements deep in JSON".to_owned(), true, [&head, "{\"name\":\"a\"},", "", "", &end]);
    for (encoding, unit) in BYTES {
        let head = format!("<?xml version='1.0' encoding='{encoding}'?>{}<item><title>", rss(""));
        let content = Content::Bytes { head: head.into_bytes(), unit: unit.to_vec() };
        let name = format!("{encoding}: {unit:x?}");
        all.push(Shape { name, kind: Kind::Feed, is_sample: true, content });
    }
    for (name, head, unit) in BINARY {
        all.push(Shape {
            name: (*name).to_owned(),
            kind: Kind::Feed,
            is_sample: true,
            content: Content::Bytes { head: head.to_vec(), unit: unit.to_vec() },
        });
    }
    for (kind, rows) in [(Kind::List, LISTS), (Kind::Page, PAGES), (Kind::Feed, H_FEEDS)] {
        for (name, parts) in rows {
            let [head, long, between, many, tail] = parts.map(str::to_owned);
            all.push(Shape {
                name: format!("{kind:?}: {name}"),
                kind,
                is_sample: true,
                content: Content::Text(Parts { head, long, between, many, tail }),
            });
        }
    }
    for (name, kind, [head, long, between, many, tail]) in outgoing::rows(&rss(""), &atom("")) {
        let content = Content::Text(Parts { head, long, between, many, tail });
        all.push(Shape { name, kind, is_sample: true, content });
    }
    for (name, kind, [head, long, tail]) in SHORTEST {
        let [head, long, tail] = [head, long, tail].map(|part| (*part).to_owned());
        let parts = Parts { head, long, between: String::new(), many: String::new(), tail };
        all.push(Shape {
            name: format!("shortest: {name}"),
            kind: *kind,
            is_sample: true,
            content: Content::Text(parts),
        });
    }
    all.extend(international_hosts());
    all
}

/// Returns documents that contain URLs with international hosts, some of the maximum length and some longer.
fn international_hosts() -> Vec<Shape> {
    // Ideographs that are far apart, the worst case for Punycode.
    let host =
        |length| (0..length).filter_map(|n| char::from_u32(0x4E00 + n * 241 % 20_000)).collect::<String>();
    let hosts = [
        ("a long host", host(84)),
        ("a host that is too long", host(330)),
        ("a host of accents", "a\u{301}\u{323}".repeat(50)),
    ];
    let rss = rss("");
    let places: [(&str, Kind, [&str; 3]); 5] = [
        (
            "an embedded page",
            Kind::Feed,
            [&(rss.clone() + "<item><description>"), "&lt;iframe src='//HOST/{}'>&lt;/iframe>", ""],
        ),
        (
            "a link",
            Kind::Feed,
            [&rss, "<item><link>http://HOST/</link><guid>http://HOST/{}</guid></item>", ""],
        ),
        ("an outline", Kind::List, ["<opml><body>", "<outline xmlUrl='http://HOST/{}'/>", "</body></opml>"]),
        ("an anchor", Kind::Page, ["<html><body>", "<a href='http://HOST/{}'>RSS</a>", ""]),
        (
            "a link of a page",
            Kind::Page,
            ["<html>", "<link rel='alternate' type='application/rss+xml' href='http://HOST/{}'>", ""],
        ),
    ];
    places
        .iter()
        .flat_map(|(place, kind, [head, long, tail])| {
            hosts.iter().map(move |(name, host)| Shape {
                name: format!("{kind:?}: {name} in {place}"),
                kind: *kind,
                is_sample: true,
                content: Content::Text(Parts {
                    head: (*head).to_owned(),
                    long: long.replace("HOST", host),
                    between: String::new(),
                    many: String::new(),
                    tail: (*tail).to_owned(),
                }),
            })
        })
        .collect()
}
