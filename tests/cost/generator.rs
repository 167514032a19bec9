//! Documents that combine every name of the vocabularies with everything that could make it expensive. The names come from
//! the source of the crate, so new elements and members are included automatically.

use std::path::Path;

/// A document that can be generated in almost any size.
pub(crate) struct Generated {
    pub(crate) name: String,
    head: String,
    /// The part that fills half of the size: each `{long}` in it is replaced by a text of the same length.
    long: String,
    between: String,
    /// The part that is repeated in the other half. `{}` is the number of the repetition, and `{name}` is a different name each
    /// time.
    many: String,
    tail: String,
    names: Vec<String>,
}

impl Generated {
    fn new(name: String, parts: Parts<'_>, names: &[String]) -> Self {
        let [head, long, between, many, tail] = parts.map(str::to_owned);
        Self { name, head, long, between, many, tail, names: names.to_vec() }
    }

    /// Returns a document of about `size` bytes.
    pub(crate) fn document(&self, size: usize) -> Vec<u8> {
        let mut document = self.head.clone();
        let places = self.long.matches("{long}").count().max(1);
        let rest = (size / 2).saturating_sub(self.long.len());
        document.push_str(&self.long.replace("{long}", &"b".repeat(rest / places)));
        document.push_str(&self.between);
        let end = document.len() + size / 2;
        let is_numbered = self.many.contains('{');
        let mut names = self.names.iter().cycle();
        let mut number = 0;
        while !self.many.is_empty() && document.len() < end {
            if is_numbered {
                let name = names.next().map_or("", String::as_str);
                document.push_str(&self.many.replace("{}", &number.to_string()).replace("{name}", name));
                number += 1;
            } else {
                document.push_str(&self.many);
            }
        }
        document.push_str(&self.tail);
        document.into_bytes()
    }
}

/// The names and namespace names in a source file of the crate.
struct Words {
    names: Vec<String>,
    namespaces: Vec<String>,
}

/// Returns the string literals in the source of the crate that are names or URIs.
fn words(source: &str) -> Words {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let code =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut words = Words { names: Vec::new(), namespaces: Vec::new() };
    for literal in code.split('"').skip(1).step_by(2) {
        let is_name = literal.starts_with(|c: char| c.is_ascii_alphabetic())
            && literal.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let to = match literal.split_once(':') {
            Some(("http" | "https" | "urn", _)) => &mut words.namespaces,
            _ if is_name => &mut words.names,
            _ => continue,
        };
        if !to.iter().any(|known| known == literal) {
            to.push(literal.to_owned());
        }
    }
    words
}

/// Returns the folder of the crate's sources. Several packages include these tests.
fn sources() -> std::path::PathBuf {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("src"));
    folders.find(|folder| folder.join("vocabulary").is_dir()).unwrap()
}

/// Returns a file of the crate.
fn source(file: &str) -> String {
    std::fs::read_to_string(sources().join(file)).unwrap()
}

/// Returns the files of a folder of the crate.
fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = sources().join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// The depth of nested elements.
const DEEP: usize = 200;

/// The parts of a document, as in [`Generated`].
type Parts<'p> = [&'p str; 5];

/// Returns the name of any element with the prefix of this one.
fn child_of(element: &str) -> String {
    element.split_once(':').map_or("{name}".to_owned(), |(prefix, _)| format!("{prefix}:{{name}}"))
}

/// Returns the part that is repeated inside an element from which children could inherit.
fn many_in(element: &str) -> String {
    let child = child_of(element);
    format!("<{child} {{name}}='?'>x</{child}>")
}

/// Adds the documents for an element in a place.
fn of_element(place: &str, head: &str, element: &str, names: &[String], add: &mut impl FnMut(Generated)) {
    let each = |text: &str| names.iter().map(|name| text.replace("{name}", name)).collect::<String>();
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    let unit = format!("{open}x{close}");
    let child = child_of(element);
    let small = format!("{open}<{child}>x</{child}>{close}");
    let long_children = each(&format!("<{child}>{{long}}</{child}>"));
    let long_attributes = each(" {name}='{long}'");
    let base = format!("<channel xml:base='http://b.example/{}/'", "b/".repeat(900));
    let based = head.replacen("<channel", &base, 1);
    let mut row = |shape: &str, parts: Parts<'_>| {
        let name = format!("{shape}: <{element}> in {place}");
        add(Generated::new(name, parts, names));
    };
    row("many", [head, "", "", &unit, ""]);
    row("many that are empty", [head, "", "", &format!("<{element}/>"), ""]);
    row("a long value, then many", [&format!("{head}{open}"), "{long}", &close, &unit, ""]);
    row("many attributes", [&format!("{head}<{element}"), "", "", " a{}=''", "/>"]);
    let many = format!("<{element} {{name}}='?'/>");
    row("long attributes, then many", [&format!("{head}<{element}"), &long_attributes, "/>", &many, ""]);
    row("nested", [&format!("{head}{}", open.repeat(DEEP)), "", "", &unit, &close.repeat(DEEP)]);
    row("a long child, then many", [&format!("{head}{open}"), &long_children, &close, &small, ""]);
    row("many children", [&format!("{head}{open}"), "", "", &format!("<{child}>x</{child}>"), &close]);
    row("a long base", [&based, "", "", &format!("<{element}{}>x{close}", each(" {name}='x'")), ""]);
    let many = format!("<{element}{}>?{close}", each(" {name}='?'"));
    row("a long name around", [&format!("{head}<a"), "{long}", ">", &many, ""]);
    let many = many_in(element);
    row("long attributes around", [&format!("{head}<{element}"), &long_attributes, ">", &many, &close]);
    row("long children before", [&format!("{head}{open}"), &long_children, "", &many, &close]);
}

/// Adds the documents in which an element has one long attribute that many children could inherit.
fn of_attributes(place: &str, head: &str, element: &str, names: &[String], add: &mut impl FnMut(Generated)) {
    let many = many_in(element);
    let (head, close) = (format!("{head}<{element}"), format!("</{element}>"));
    for name in names {
        let parts = [&head, &format!(" {name}='{{long}}'"), ">", &many, &*close];
        add(Generated::new(format!("{name} of <{element}> around in {place}"), parts, names));
    }
}

/// Adds the documents for a member of JSON objects.
fn of_member(
    place: &str,
    [head, end]: [&str; 2],
    member: &str,
    names: &[String],
    add: &mut impl FnMut(Generated),
) {
    let (list, list_end) = (format!("{head}\"{member}\":["), format!("0],{end}"));
    let unit = format!("\"{member}\":\"x\",");
    let long_members: Vec<String> = names.iter().map(|name| format!("\"{name}\":\"{{long}}\",")).collect();
    let long_members = long_members.concat();
    let mut row = |shape: &str, parts: Parts<'_>| {
        let name = format!("{shape}: \"{member}\" in {place}");
        add(Generated::new(name, parts, names));
    };
    row("many", [head, "", "", &unit, end]);
    row("a long value, then many", [&format!("{head}\"{member}\":\""), "{long}", "\",", &unit, end]);
    row("a list", [&list, "", "", "\"x\",", &list_end]);
    row("a list of numbers", [&list, "", "", "0,", &list_end]);
    row("a long element, then many", [&format!("{list}\""), "{long}", "\",", "\"x\",", &list_end]);
    row("objects", [&list, "", "", "{\"{name}\":\"x\"},", &list_end]);
    row(
        "a long object, then many",
        [&format!("{list}{{"), &long_members, "\"_\":0},", "{\"{name}\":\"x\"},", &list_end],
    );
    row("nested lists", [&list, "", "", "[", ""]);
    row("nested objects", [&list, "", "", "{\"{name}\":", ""]);
}

const FEED: &str = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[],";
const ITEM: &str = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",";
const RSS: &str = "{\"rss\":{\"channel\":{";

/// Unterminated constructs for [`of_pairs`]: their place, the text before them, their beginnings, and texts that may end them.
type Beginnings<'b> = (&'b str, &'b str, &'b [&'b str], &'b [&'b str]);

const BEGINNINGS: &[Beginnings<'_>] = &[
    (
        "markup",
        "<rss version='2.0'><channel><item><description><![CDATA[",
        &[
            "<script/>", "<script>", "<style>", "<textarea/>", "<title>", "<xmp>", "<iframe/>", "<noscript>",
            "<svg>", "<b title='", "<b title=\"", "<!--", "<![CDATA[", "<a", "<p style='b:url(\"/*",
        ],
        &["", "</script></style></textarea></title></xmp></iframe></noscript></svg>", "'>\">-->"],
    ),
    (
        "XML",
        "<rss version='2.0'><channel><item>",
        &[
            "<title><!-- ", "<title><![CDATA[", "<title><?", "<link b='", "<link b=\"c>", "<title",
            "</titel>", "< title>", "<item>", "<![CDATA[b</title>",
        ],
        &["", "-->", "]]>", "?>", "'>", "</title></item></channel></rss>"],
    ),
    (
        "JSON",
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[",
        &[
            "[[1]],", "[", "{", "]", "}", "\"b\":1,", "\"b", "'b',", "b:", "\"b:1,\\", "{[1},", "/*", ",",
            "\"b\"c",
        ],
        &["", "\"", "'", "*/", "]}"],
    ),
];

/// Adds the documents in which two constructs alternate, follow each other, or have a long value, with each end.
fn of_pairs(add: &mut impl FnMut(Generated)) {
    for (place, head, units, tails) in BEGINNINGS {
        for one in *units {
            for other in *units {
                for tail in *tails {
                    let both = one.to_string() + other;
                    let mut row = |shape: &str, parts: Parts<'_>| {
                        let name = format!("{shape}: {one} and {other} in {place}, then {tail:?}");
                        add(Generated::new(name, parts, &[]));
                    };
                    row("in turn", [head, "", "", &both, tail]);
                    row("long, then in turn", [&format!("{head}{one}"), "{long}", "", &both, tail]);
                    row(
                        "in turn, then long",
                        [&format!("{head}{}", both.repeat(100)), "{long}", "", other, tail],
                    );
                }
            }
        }
    }
}

/// Calls the function for each element of each vocabulary, in a feed and in an entry, with the place, the beginning, the
/// element and the names of its vocabulary.
fn of_each_element(mut of: impl FnMut(&str, &str, &str, &[String])) {
    for file in files("vocabulary") {
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&file).unwrap();
        let Words { names, mut namespaces } = words(&source);
        let is_vocabulary = source.contains("URIS: &[&str] =") || source.contains("URI: &str =");
        if !is_vocabulary || names.is_empty() {
            continue;
        }
        let is_core = matches!(stem.as_str(), "rss" | "atom");
        if is_core {
            namespaces.truncate(1);
        }
        for (number, namespace) in namespaces.iter().enumerate() {
            let prefix = if is_core { String::new() } else { format!("{stem}{number}:").replace('_', "") };
            let declaration = match prefix.strip_suffix(':') {
                Some(prefix) => format!("xmlns:{prefix}='{namespace}'"),
                None => String::new(),
            };
            let atom = if stem == "atom" { "xmlns='http://www.w3.org/2005/Atom'" } else { "" };
            for (place, start) in [("feed", ""), ("entry", "<item>")] {
                let head = format!("<rss version='2.0' {declaration}><channel {atom}>{start}");
                for name in &names {
                    of(place, &head, &format!("{prefix}{name}"), &names);
                }
            }
        }
    }
}

/// Returns the documents in which many elements are inside one with a long attribute.
pub(crate) fn around() -> Vec<Generated> {
    let mut all = Vec::new();
    let mut add = |generated| all.push(generated);
    of_each_element(|place, head, element, names| of_attributes(place, head, element, names, &mut add));
    all
}

/// Returns the other documents.
pub(crate) fn all() -> Vec<Generated> {
    let mut all = Vec::new();
    let mut add = |generated| all.push(generated);
    of_each_element(|place, head, element, names| of_element(place, head, element, names, &mut add));
    let Words { names, .. } = words(&source("json_feed/feed.rs"));
    for name in &names {
        of_member("a feed", [FEED, "\"_\":0}"], name, &names, &mut add);
        of_member("an item", [ITEM, "\"_\":0}]}"], name, &names, &mut add);
    }
    let Words { names, .. } = words(&source("vocabulary/rss.rs"));
    for name in &names {
        of_member("RSS in JSON", [RSS, "\"_\":0}}}"], name, &names, &mut add);
    }
    of_pairs(&mut add);
    all
}
