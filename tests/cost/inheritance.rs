//! Shapes of the table in which one value belongs to many others, or many values are compared.

/// The beginning of a document.
#[derive(Clone, Copy)]
enum Start {
    Document,
    Channel,
    Item,
    Entry,
    /// An item in a channel whose base has a thousand segments.
    ItemWithBase,
    /// An item with the namespace of this crate.
    ItemWithOurs,
    /// An item of a JSON Feed.
    JsonItem,
}

use Start::{Channel, Document, Entry, Item, ItemWithBase, ItemWithOurs, JsonItem};

/// The parts after the beginning, as in the table.
const ROWS: &[(&str, Start, [&str; 5])] = &[
    (
        "a name for other authors",
        Entry,
        ["<author><name>", "b", "</name></author>", "<author><uri>x</uri></author>", ""],
    ),
    (
        "an address for other authors",
        Entry,
        ["<author><email>", "b", "</email></author>", "<author><uri>x</uri></author>", ""],
    ),
    (
        "a name for other contributors",
        Entry,
        ["<contributor><name>", "b", "</name></contributor>", "<contributor><uri>x</uri></contributor>", ""],
    ),
    (
        "a name for other authors in JSON",
        JsonItem,
        ["\"authors\":[{\"name\":\"", "b", "\"},", "{\"url\":\"x\"},", "{}]}]}"],
    ),
    (
        "a web master among others",
        Channel,
        ["<webMaster>a", "<z>n</z>", "</webMaster>", "<webMaster><z>q</z></webMaster>", ""],
    ),
    (
        "a publisher among others",
        Channel,
        ["<dc:publisher>a", "<z>n</z>", "</dc:publisher>", "<dc:publisher><z>q</z></dc:publisher>", ""],
    ),
    (
        "a long prefix before many keywords",
        Document,
        [
            "<rss xmlns:",
            "b",
            "='http://www.itunes.com/dtds/podcast-1.0.dtd' xmlns:q='http://www.itunes.com/dtds/podcast-1.0.dtd'>\
             <channel><item><q:keywords>",
            "a,",
            "",
        ],
    ),
    (
        "warnings below a long name",
        Document,
        [
            "<",
            "r",
            "><rss xmlns:media='http://search.yahoo.com/mrss/'><channel><item>",
            "<media:content url='x' width='q'/>",
            "",
        ],
    ),
    ("faults in elements of a long name", Document, ["<", "r", ">", "<a b></c>", ""]),
    ("feeds below a long name", Document, ["<", "r", ">", "<rss/>", ""]),
    ("a warning in an element of a long name", Item, ["<", "x", " width='", "", "'/>"]),
    ("faults at the end of a long line", Item, ["<title>", "x", "", "&x ", ""]),
    ("attributes of podcast:person", Item, ["<podcast:person ", "a{}='' ", "/>", "", ""]),
    ("attributes of media:content", Item, ["<media:content ", "a{}='' ", "/>", "", ""]),
    ("attributes of media:title", Item, ["<media:title ", "a{}='' ", ">x</media:title>", "", ""]),
    ("attributes of link", Item, ["<link ", "a{}='' ", "/>", "", ""]),
    ("attributes of cloud", Channel, ["<cloud ", "a{}='' ", "/>", "", ""]),
    ("candidates for one field", Item, ["", "<guid>x</guid>", "", "", ""]),
    ("feeds that declare a namespace each", Document, ["", "<feed xmlns:p{}='u{}'/>", "", "", ""]),
    (
        "roots of RDF that declare a namespace each",
        Document,
        ["", "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:p{}='u{}'/>", "", "", ""],
    ),
    ("summaries among contents", Entry, ["", "<summary>ab</summary>", "", "<content>cd</content>", ""]),
    (
        "an author who is among many authors, many times",
        JsonItem,
        [
            "\"authors\":[",
            "{\"name\":\"a{}\"},",
            "{\"name\":\"b\"}],\"author\":[",
            "{\"name\":\"b\"},",
            "{}]}]}",
        ],
    ),
    (
        "images of an element with many attributes",
        Item,
        ["<podcast:images ", "a{}='' ", "srcset='", "x 1w, ", "'/>"],
    ),
    (
        "a namespace for elements that were set aside",
        ItemWithOurs,
        ["<b:element name='x' namespace='", "n", "'>", "<b:element name='y'/>", ""],
    ),
    (
        "a prefix for elements that were set aside",
        ItemWithOurs,
        ["<b:element name='x' namespace='u' prefix='", "n", "'>", "<b:element name='y'/>", ""],
    ),
    (
        "a category around others",
        Channel,
        ["<itunes:category text='", "n", "'>", "<itunes:category text='{}'/>", ""],
    ),
    ("nested subjects", Channel, ["", "<podcast:liveItem><source>", "", "<title>x</title>", ""]),
    (
        "descriptions beside places",
        Item,
        ["<georss:featurename>", "b", "</georss:featurename>", "<georss:point>1 2</georss:point>", ""],
    ),
    (
        "a description of 250 bytes beside places",
        Item,
        [
            "<georss:featuretypetag>bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
             bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\
             bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb</georss:featuretypetag>",
            "<georss:point>1 2</georss:point>",
            "",
            "",
            "",
        ],
    ),
    ("links against a base of many segments", ItemWithBase, ["", "<link>x</link>", "", "", ""]),
    ("empty links against a base of many segments", ItemWithBase, ["", "<atom:link href=''/>", "", "", ""]),
    ("markup against a base of many segments", ItemWithBase, ["<description>", "&lt;a href=x>", "", "", ""]),
    (
        "references with a scheme against a base of many segments",
        ItemWithBase,
        ["<description>", "&lt;a href=http:x>", "", "", ""],
    ),
    (
        "images against a base of many segments",
        ItemWithBase,
        ["<description>&lt;img srcset='", "x 1w, ", "", "", "'>"],
    ),
    (
        "image after image against a base of many segments",
        ItemWithBase,
        ["<description>", "&lt;img srcset='x 1w'>", "", "", ""],
    ),
    (
        "podcast images against a base of many segments",
        ItemWithBase,
        ["<podcast:images srcset='", "x 1w, ", "", "", "'/>"],
    ),
    ("bases against a base of many segments", ItemWithBase, ["", "<a xml:base='b{}/'/>", "", "", ""]),
    (
        "bases in content against a base of many segments",
        ItemWithBase,
        ["<atom:content type='xhtml'><div>", "<p xml:base='a/'/>", "", "", ""],
    ),
    ("words that are null in JSON", JsonItem, ["\"x\":[", "nan ", "", "", ""]),
    ("words that are true in JSON", JsonItem, ["\"x\":[", "True ", "", "", ""]),
    ("words in JSON", JsonItem, ["\"x\":[", "x y,", "", "", ""]),
    ("control characters in JSON", JsonItem, ["\"title\":\"", "\u{1}", "", "", "\"}]}"]),
    (
        "categories in RSS as JSON",
        Document,
        ["{\"rss\":{\"version\":\"2.0\",\"channel\":{\"category\":[", "\"x\",", "", "", "\"x\"]}}}"],
    ),
    (
        "a long name in RSS as JSON",
        Document,
        ["{\"rss\":{\"version\":\"2.0\",\"channel\":{\"", "b", "\":[", "\"x\",", "\"x\"]}}}"],
    ),
    ("dates with commas", Channel, ["", "<item><pubDate>Mon, a, b, c, d</pubDate></item>", "", "", ""]),
    (
        "descriptions with text between the parts of a table",
        Channel,
        ["", "<item><description>&lt;table>x&lt;tr>&lt;td>b</description></item>", "", "", ""],
    ),
    ("end tags of many names", Item, ["", "</a{}>", "", "", ""]),
    ("prefixes declared and not declared", Item, ["", "<p{}:a xmlns:p{}='u{}'/><p{}:b/>", "", "", ""]),
];

/// Returns the names of the shapes, and their parts.
pub(crate) fn rows(rss: impl Fn(&str) -> String, atom: &str) -> Vec<(String, [String; 5])> {
    let base = format!("xml:base='http://b.example/{}'", "a/".repeat(1000));
    let deep = [70, 400].map(|depth| {
        let unit = "<a>".repeat(depth) + &"</a>".repeat(depth);
        (
            format!("elements nested {depth} deep"),
            [rss(""), unit, String::new(), String::new(), String::new()],
        )
    });
    let rows = ROWS.iter().map(|(name, start, [head, rest @ ..])| {
        let start = match start {
            Document => String::new(),
            Channel => rss(""),
            Item => rss("") + "<item>",
            Entry => format!("{atom}<entry>"),
            ItemWithBase => rss(&base) + "<item>",
            ItemWithOurs => rss("xmlns:b='urn:uuid:8eb81d1a-dc77-5313-9f94-c7dfad72aeb2'") + "<item>",
            JsonItem => {
                "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",".to_owned()
            }
        };
        let [long, between, many, tail] = rest.map(str::to_owned);
        ((*name).to_owned(), [start + head, long, between, many, tail])
    });
    rows.chain(deep).collect()
}
