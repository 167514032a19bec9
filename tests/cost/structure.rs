//! Shapes of the table in which the structure is expensive: nested elements, missing end tags, and lists in one value.

/// Beginnings, each with a repeated part in which every tag depends on the following or surrounding tags.
const TAGS: &[(&str, (&str, usize), &str)] = &[
    // Elements with many names, all without end tags.
    ("unknown elements before known ones", ("<item>", 1), "<x#>a</y><title>t</title>"),
    ("unknown elements with content before known ones", ("", 1), "<x#><b/>a</y><title>t</title>"),
    ("elements of many names never closed", ("<item>", 1), "<x#>a<title>b"),
    ("open tags before other tags", ("<item>", 1), "<link href='x' <title "),
    ("markup in titles never closed", ("<item>", 1), "<title><b>a</b>"),
    ("quotes that end nothing", ("<a b='>", 20), "<title b='>a<link>c'>"),
    // Lookups that could visit all surrounding elements.
    ("known elements in deep ones", ("<q:a>", 480), "<title/>"),
    ("texts in deep ones", ("<q:a>", 480), "<link>a</link>"),
    ("stray end tags in deep elements", ("<q:a>", 480), "</x>"),
    ("end tags of outer elements in deep ones", ("<a><item>", 1), "</a>"),
    ("swapped end tags in deep elements", ("<q:a>", 480), "<b><a></b></a>"),
    ("misspelt end tags in deep elements", ("<q:a>", 480), "< /x>"),
    ("end tags in other case in deep elements", ("<q:a>", 480), "</Q:A>"),
];

/// Elements whose value is a long list: the start tag, the repeated part and the end tag.
const LONG_LISTS: &[(&str, &str, &str)] = &[
    ("<georss:polygon>", "1 ", "</georss:polygon>"),
    ("<georss:line>", "1,2 ", "</georss:line>"),
    ("<media:keywords>", "a,", "</media:keywords>"),
    ("<media:restriction>", "a ", "</media:restriction>"),
    ("<media:community><media:tags>", "a:1,", "</media:tags></media:community>"),
    ("<itunes:keywords>", "a,", "</itunes:keywords>"),
    ("<podcast:images srcset='", "x 1w, ", "'/>"),
    ("<q:a ", "q:b{}='c' ", "/>"),
    ("<q:a ", "b{} ", "/>"),
    ("<q:a ", "xmlns:p{}='u{}' ", "/>"),
];

/// An item whose elements each set a field, without end tags.
const UNCLOSED_ITEM: &str = "<item><title>a<link>a<description>a<guid>a<author>a<category>a<comments>a<pubDate>a<source>a\
     <content>a<summary>a<id>a<updated>a<published>a<rights>a<subtitle>a<generator>a<logo>a<icon>a<name>a</item>";

/// Returns the names of the shapes, and their parts after the beginning of a feed.
pub(crate) fn rows(feed: &str) -> Vec<(String, [String; 5])> {
    let mut rows = Vec::new();
    let mut add = |name: String, head: String, unit: &str, end: &str| {
        rows.push((name, [head, unit.to_owned(), String::new(), String::new(), end.to_owned()]));
    };
    for (name, (opener, times), unit) in TAGS {
        let units: String = (0..20).map(|number| unit.replace('#', &number.to_string())).collect();
        add((*name).to_owned(), feed.to_owned() + &opener.repeat(*times), &units, "");
    }
    let deep = feed.to_owned() + "<a>" + &"<q:b>".repeat(480) + "<item>";
    add("end tags of elements around an item".to_owned(), deep, "</a>", "");
    add("titles without a feed".to_owned(), String::new(), "<title>", "");
    for (start, unit, end) in LONG_LISTS {
        add(format!("a list of {unit} in {start}"), format!("{feed}<item>{start}"), unit, end);
    }
    for unit in ["q:{}='' ", "{}='' "] {
        let attributes: String = ('a'..='y').map(|name| unit.replace("{}", &name.to_string())).collect();
        let item = format!("<item><q:a {attributes}/></item>");
        add(format!("items with {unit}"), feed.to_owned(), &item, "");
    }
    add("items with elements never closed".to_owned(), feed.to_owned(), UNCLOSED_ITEM, "");
    for date in ["x@y.example (z)", "3 Moon 2020 4:00", "2020-13-01"] {
        add(format!("dates: {date}"), format!("{feed}<item>"), &format!("<pubDate>{date}</pubDate>"), "");
    }
    rows
}
