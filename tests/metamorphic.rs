//! A document written in another way is the same feed.
//!
//! Each well-formed fixture is rewritten as equivalent XML with other characters: other prefixes, comments in text, CDATA sections,
//! white space between elements, another encoding. Elements of an unknown namespace are also added, which only adds extensions. The
//! model stays the same.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use bozofeed::{Document, Parsed, parse};
use quick_xml::events::{BytesStart, Event};
use serde_json::{Value, json};

use crate::common::{fixtures, headers_beside, repository};

/// A way to write a document differently.
struct Rewriting {
    name: &'static str,
    write: fn(&[Token<'_>]) -> Option<Vec<u8>>,
    /// Fixtures whose meaning changes, with the reason.
    exceptions: &'static [(&'static str, &'static str)],
}

/// A namespace with a wrong name is identified by its customary prefix, or by its elements if it is the default namespace.
const MISNAMED: &str = "the name of a namespace is wrong";

const REWRITINGS: &[Rewriting] = &[
    Rewriting {
        name: "other prefixes",
        write: with_other_prefixes,
        exceptions: &[
            ("model/content-of-another-xml-type.xml", "declarations are part of XML that is kept as written"),
            ("namespaces/default-namespace-of-a-vocabulary.xml", MISNAMED),
            ("namespaces/default-namespace-unknown-of-an-item.xml", MISNAMED),
            ("namespaces/default-namespace-unknown-of-rdf.xml", MISNAMED),
            ("namespaces/default-namespace-unknown.xml", MISNAMED),
            ("namespaces/known-prefix-bound-to-something-else.xml", MISNAMED),
            ("namespaces/podcast-in-other-spellings.xml", MISNAMED),
        ],
    },
    Rewriting {
        name: "no prefixes",
        write: without_prefixes,
        exceptions: &[
            ("namespaces/default-namespace-of-a-vocabulary.xml", MISNAMED),
            ("namespaces/default-namespace-unknown-of-rdf.xml", MISNAMED),
            ("namespaces/known-prefix-bound-to-something-else.xml", MISNAMED),
            ("namespaces/podcast-in-other-spellings.xml", MISNAMED),
        ],
    },
    Rewriting { name: "comments", write: |tokens| Some(with_comments(tokens)), exceptions: &[] },
    Rewriting { name: "CDATA", write: |tokens| Some(with_cdata(tokens)), exceptions: &[] },
    Rewriting { name: "white space", write: with_white_space, exceptions: &[] },
    Rewriting { name: "foreign elements", write: with_foreign_elements, exceptions: &[] },
    Rewriting { name: "UTF-16", write: |tokens| Some(in_utf_16(tokens)), exceptions: &[] },
];

/// The namespace of the added elements.
const FOREIGN: &str = "urn:example:metamorphic";

/// Elements that contain only elements.
const CONTAINERS: &[&str] = &["rss", "rdf", "channel", "feed", "item", "entry", "image", "source", "group"];

/// A part of a document, as written.
enum Token<'t> {
    Start {
        tag: BytesStart<'static>,
        raw: &'t str,
        is_empty: bool,
    },
    End {
        raw: &'t str,
    },
    Text {
        raw: &'t str,
    },
    /// A comment, a CDATA section or a declaration.
    Other {
        raw: &'t str,
    },
}

#[test]
fn what_is_written_differently_means_the_same() {
    let mut wrong = Vec::new();
    let mut rewritten_fixtures = 0;
    for path in fixtures().into_iter().chain(feeds()) {
        let name = path.strip_prefix(repository().join("fixtures")).unwrap_or(&path).display().to_string();
        let Some(text) = std::fs::read(&path).ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
            continue;
        };
        let headers = headers_beside(&path);
        let read = |bytes: &[u8]| parse(Document::new(bytes).headers(&headers).url("http://b.example/d/e"));
        let expected = read(text.as_bytes());
        // Repairs depend on the notation of a document.
        if expected.bozo.is_some() || !headers.is_empty() || text.trim_start().starts_with('{') {
            continue;
        }
        let Some(tokens) = tokens(&text) else { continue };
        let expected = meaning(&expected);
        rewritten_fixtures += 1;
        for rewriting in REWRITINGS {
            let Some(bytes) = (rewriting.write)(&tokens) else { continue };
            let found = meaning(&read(&bytes));
            let excepted = rewriting.exceptions.iter().any(|(exception, _)| *exception == name);
            if (found != expected) != excepted {
                let difference = first_difference(&expected, &found);
                wrong.push(format!("{name}, {}: {difference}", rewriting.name));
            }
        }
    }
    assert!(rewritten_fixtures > 100, "{rewritten_fixtures} fixtures");
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
}

#[test]
fn an_entry_is_the_same_with_and_without_a_feed_around_it() {
    let mut wrong = Vec::new();
    let mut entries = 0;
    for path in fixtures().into_iter().chain(feeds()) {
        let name = path.strip_prefix(repository().join("fixtures")).unwrap_or(&path).display().to_string();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Some(tokens) = tokens(&text).filter(|_| parse(Document::from(text.as_str())).bozo.is_none())
        else {
            continue;
        };
        let root = tokens.iter().find_map(|token| match token {
            Token::Start { tag, .. } => Some(tag),
            _ => None,
        });
        let Some(root) = root.filter(|root| root.name().as_ref() == "feed") else { continue };
        for (entry, content) in entries_of(&tokens) {
            let own = attributes(entry);
            let is_inherited = |name: &str| name.starts_with("xmlns") || name.starts_with("xml:");
            let mut around = attributes(root);
            around.retain(|(name, _)| is_inherited(name) && own.iter().all(|(known, _)| known != name));
            let [own, around] = [own, around].map(|attributes| {
                attributes.iter().fold(String::new(), |mut all, (name, value)| {
                    let _ = write!(all, " {name}=\"{value}\"");
                    all
                })
            });
            let alone = format!("<entry{own}{around}>{content}</entry>");
            let within = format!("<feed{around}>{alone}</feed>");
            let read = |text: &str| parse(Document::from(text).url("http://b.example/d/e")).entries;
            let [alone, within] = [read(&alone), read(&within)].map(|entries| json!(entries));
            entries += 1;
            if alone != within {
                wrong.push(format!("{name}: {}", first_difference(&within, &alone)));
            }
        }
    }
    assert!(entries > 40, "{entries} entries");
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
}

/// The root never affects how a text construct is read (RFC 4287 §3.1): every construct, with every type, in every document.
#[test]
fn a_text_construct_is_the_same_in_any_document() {
    const ATOM: &str = " xmlns='http://www.w3.org/2005/Atom'";
    let constructs =
        ["title", "summary", "content", "rights"].map(|name| format!("<{name}TYPE>VALUE</{name}>"));
    let in_source = "<source><title TYPE>VALUE</title></source>".replace(" TYPE", "TYPE");
    let types =
        ["", " type='text'", " type='html'", " type='xhtml'", " type='TEXT/HTML'", " type='text/plain'"];
    let values = [
        "a &lt;b>b&lt;/b> &amp;amp; c",
        "a &amp; b",
        "<div xmlns='http://www.w3.org/1999/xhtml'><p>a <b>b</b></p></div>",
        "<![CDATA[<p>a</p>]]>",
    ];
    let (mut read_entries, mut wrong) = (0, Vec::new());
    for namespace in [ATOM, "", " xmlns='http://purl.org/atom/ns#'"] {
        for construct in constructs.iter().chain([&in_source]) {
            for (media_type, value) in types.iter().flat_map(|of| values.iter().map(move |value| (of, value)))
            {
                let content = construct.replace("TYPE", media_type).replace("VALUE", value);
                let entry = format!("<entry{namespace}>{content}</entry>");
                let read = |text: &str| json!(parse(Document::from(text)).entries);
                let expected = read(&format!("<feed{namespace}>{entry}</feed>"));
                let mut others = vec![entry.clone()];
                if namespace == ATOM {
                    others.push(format!("<x>{entry}</x>"));
                    others.push(format!("<rss version='2.0'><channel>{entry}</channel></rss>"));
                }
                for other in others {
                    let found = read(&other);
                    read_entries += 1;
                    if found != expected {
                        wrong.push(format!("{other}: {}", first_difference(&expected, &found)));
                    }
                }
            }
        }
    }
    assert!(read_entries > 300, "{read_entries} entries");
    assert!(wrong.is_empty(), "{} differ: {wrong:#?}", wrong.len());
}

/// Returns the feeds of a folder, if one is specified.
pub(crate) fn feeds() -> Vec<PathBuf> {
    let folder = std::env::var_os("BOZOFEED_FEEDS").and_then(|folder| std::fs::read_dir(folder).ok());
    folder.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

/// Returns the start tag and the content of each outermost `entry`.
fn entries_of<'t>(tokens: &'t [Token<'_>]) -> Vec<(&'t BytesStart<'static>, String)> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut open: Option<(&BytesStart<'static>, String)> = None;
    for token in tokens {
        match token {
            Token::Start { tag, is_empty: false, .. } => {
                depth += 1;
                if depth == 2 && tag.name().as_ref() == "entry" {
                    open = Some((tag, String::new()));
                    continue;
                }
            }
            Token::End { .. } => {
                depth -= 1;
                if depth == 1 {
                    found.extend(open.take());
                }
            }
            _ => {}
        }
        if let Some((_, content)) = &mut open {
            content.push_str(raw(token));
        }
    }
    found
}

/// Returns the parts of a document, if quick-xml considers it well-formed.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let text = text.trim_start_matches('\u{FEFF}');
    let mut reader = quick_xml::Reader::from_str(text);
    let mut tokens = Vec::new();
    let mut depth = 0;
    loop {
        let before = usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let raw = text.get(before..usize::try_from(reader.buffer_position()).ok()?)?;
        let token = match event {
            Event::Start(tag) => {
                depth += 1;
                Token::Start { tag: tag.into_owned(), raw, is_empty: false }
            }
            Event::Empty(tag) => Token::Start { tag: tag.into_owned(), raw, is_empty: true },
            Event::End(_) => {
                depth -= 1;
                Token::End { raw }
            }
            Event::Text(_) | Event::GeneralRef(_) => match tokens.last_mut() {
                // References are separate parts.
                Some(Token::Text { raw: text_before }) => {
                    let from = before - text_before.len();
                    *text_before = text.get(from..before + raw.len())?;
                    continue;
                }
                _ => Token::Text { raw },
            },
            // Entities and default attributes are written in terms of the prefixes.
            Event::DocType(_) => return None,
            Event::Eof => break,
            _ => Token::Other { raw },
        };
        tokens.push(token);
    }
    (depth == 0).then_some(tokens)
}

fn raw<'t>(token: &Token<'t>) -> &'t str {
    match token {
        Token::Start { raw, .. } | Token::End { raw } | Token::Text { raw } | Token::Other { raw } => raw,
    }
}

/// Returns the names and the values of attributes, as written, with double quotes as references.
fn attributes(tag: &BytesStart<'_>) -> Vec<(String, String)> {
    let mut all = tag.attributes();
    let all = all.with_checks(false).flatten();
    all.map(|attribute| (attribute.key.as_ref().to_owned(), attribute.value.replace('"', "&quot;"))).collect()
}

/// The declarations in scope.
struct Names {
    /// The declarations of open elements, with their depth.
    declared: Vec<(usize, String, String)>,
    depth: usize,
}

impl Names {
    fn enter(&mut self, tag: &BytesStart<'_>) {
        self.depth += 1;
        for (name, value) in attributes(tag) {
            let prefix = if name == "xmlns" { Some("") } else { name.strip_prefix("xmlns:") };
            if let Some(prefix) = prefix {
                self.declared.push((self.depth, prefix.to_owned(), value));
            }
        }
    }

    fn leave(&mut self) {
        self.declared.retain(|(depth, _, _)| *depth < self.depth);
        self.depth -= 1;
    }

    fn uri(&self, prefix: &str) -> Option<&str> {
        let declared = self.declared.iter().rev().find(|(_, known, _)| known == prefix);
        declared.map(|(_, _, uri)| uri.as_str()).filter(|uri| !uri.is_empty())
    }
}

/// Writes a document with other names for elements and attributes. `element` returns the name of an element and its declarations,
/// given its prefix, its local name and its namespace.
fn renamed(
    tokens: &[Token<'_>],
    element: impl Fn(&str, &str, Option<&str>) -> (String, String),
    attribute: impl Fn(&str) -> Option<String>,
) -> Option<Vec<u8>> {
    let mut names = Names { declared: Vec::new(), depth: 0 };
    let mut open: Vec<(String, String)> = Vec::new();
    let mut out = String::new();
    for token in tokens {
        match token {
            Token::Start { tag, is_empty, .. } => {
                names.enter(tag);
                let qualified = tag.name().as_ref().to_owned();
                let (prefix, local) = qualified.split_once(':').unwrap_or(("", &qualified));
                let uri = names.uri(prefix);
                // A prefix without a declaration has its customary meaning, which no other prefix has.
                if !prefix.is_empty() && uri.is_none() {
                    return None;
                }
                let (name, declaration) = element(prefix, local, uri);
                let outer = open.last().map_or("", |(_, declaration)| declaration);
                let is_declared = declaration.is_empty() || declaration == outer;
                let _ = write!(out, "<{name}{}", if is_declared { "" } else { &declaration });
                let declaration = if declaration.is_empty() { outer.to_owned() } else { declaration };
                for (name, value) in attributes(tag) {
                    let renamed = match name.split_once(':') {
                        Some((prefix, local)) if !matches!(prefix, "xml" | "xmlns") => {
                            names.uri(prefix)?;
                            attribute(prefix).map(|prefix| format!("{prefix}:{local}"))
                        }
                        _ if name == "xmlns" => continue,
                        Some(("xmlns", prefix)) => attribute(prefix).map(|prefix| format!("xmlns:{prefix}")),
                        _ => Some(name.clone()),
                    };
                    let _ = write!(out, " {}=\"{value}\"", renamed?);
                }
                if *is_empty {
                    names.leave();
                    out.push_str("/>");
                } else {
                    out.push('>');
                    open.push((name, declaration));
                }
            }
            Token::End { .. } => {
                names.leave();
                let _ = write!(out, "</{}>", open.pop()?.0);
            }
            Token::Text { raw } | Token::Other { raw } => out.push_str(raw),
        }
    }
    Some(out.into_bytes())
}

/// Gives each default namespace a prefix, and renames each prefix.
fn with_other_prefixes(tokens: &[Token<'_>]) -> Option<Vec<u8>> {
    let element = |prefix: &str, local: &str, uri: Option<&str>| match uri {
        Some(uri) if prefix.is_empty() => (format!("default:{local}"), format!(" xmlns:default=\"{uri}\"")),
        Some(_) => (format!("my-{prefix}:{local}"), String::new()),
        None => (local.to_owned(), String::new()),
    };
    renamed(tokens, element, |prefix| Some(format!("my-{prefix}")))
}

/// Declares the namespace of each element as the default namespace.
fn without_prefixes(tokens: &[Token<'_>]) -> Option<Vec<u8>> {
    let element = |_: &str, local: &str, uri: Option<&str>| {
        (local.to_owned(), format!(" xmlns=\"{}\"", uri.unwrap_or_default()))
    };
    renamed(tokens, element, |prefix| Some(prefix.to_owned()))
}

/// Writes a document with its texts replaced.
fn with_texts(tokens: &[Token<'_>], text: impl Fn(&str) -> Cow<'_, str>) -> Vec<u8> {
    let mut out = String::new();
    for token in tokens {
        match token {
            Token::Text { raw } if !raw.trim().is_empty() => out.push_str(&text(raw)),
            other => out.push_str(raw(other)),
        }
    }
    out.into_bytes()
}

fn with_comments(tokens: &[Token<'_>]) -> Vec<u8> {
    with_texts(tokens, |text| {
        let start = text.len() - text.trim_start().len();
        let mut rest = text[start..].chars();
        // Not inside a reference.
        if rest.next() == Some('&') {
            return format!("{}<!-- > & ' -->{}", &text[..start], &text[start..]).into();
        }
        let at = text.len() - rest.as_str().len();
        format!("{}<!-- > & ' -->{}", &text[..at], &text[at..]).into()
    })
}

fn with_cdata(tokens: &[Token<'_>]) -> Vec<u8> {
    with_texts(tokens, |text| match quick_xml::escape::unescape(text) {
        Ok(plain) if !plain.contains("]]>") && !plain.contains('\r') => format!("<![CDATA[{plain}]]>").into(),
        _ => text.into(),
    })
}

/// Writes a document with an addition in each element that contains only elements.
fn with_additions(tokens: &[Token<'_>], addition: &str) -> Vec<u8> {
    let mut out = String::new();
    let mut open: Vec<bool> = Vec::new();
    for token in tokens {
        let is_tag = matches!(token, Token::Start { .. } | Token::End { .. });
        if is_tag && open.last() == Some(&true) {
            out.push_str(addition);
        }
        out.push_str(raw(token));
        match token {
            Token::Start { tag, is_empty: false, .. } => {
                let local = tag.local_name().as_ref().to_lowercase();
                let is_known = CONTAINERS.contains(&&*local) && open.iter().all(|is_container| *is_container);
                open.push(is_known);
            }
            Token::End { .. } => {
                open.pop();
            }
            _ => {}
        }
    }
    out.into_bytes()
}

/// Text directly inside the extended elements has a meaning.
fn with_white_space(tokens: &[Token<'_>]) -> Option<Vec<u8>> {
    (!has_text_in_container(tokens)).then(|| with_additions(tokens, "\n\t "))
}

fn with_foreign_elements(tokens: &[Token<'_>]) -> Option<Vec<u8>> {
    let foreign = format!("<mm:x xmlns:mm=\"{FOREIGN}\" a=\"b\"><mm:y>z</mm:y></mm:x>");
    (!has_text_in_container(tokens)).then(|| with_additions(tokens, &foreign))
}

fn has_text_in_container(tokens: &[Token<'_>]) -> bool {
    let mut open: Vec<bool> = Vec::new();
    for token in tokens {
        match token {
            Token::Start { tag, is_empty: false, .. } => {
                let local = tag.local_name().as_ref().to_lowercase();
                open.push(CONTAINERS.contains(&&*local));
            }
            Token::End { .. } => drop(open.pop()),
            Token::Text { raw } if !raw.trim().is_empty() && open.last() == Some(&true) => return true,
            _ => {}
        }
    }
    false
}

fn in_utf_16(tokens: &[Token<'_>]) -> Vec<u8> {
    let text: String = tokens.iter().map(raw).filter(|raw| !raw.starts_with("<?xml ")).collect();
    let text = text.trim_start_matches('\u{FEFF}');
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

/// Returns the model, without the prefixes from the document and without the added elements.
fn meaning(parsed: &Parsed) -> Value {
    fn normalize(value: &mut Value) {
        match value {
            Value::Array(list) => {
                list.retain(|item| item.get("namespace").is_none_or(|namespace| namespace != FOREIGN));
                list.iter_mut().for_each(normalize);
                // The remainder of a known element, without the added elements.
                list.retain(|item| {
                    let is_part = |name: &String| matches!(name.as_str(), "namespace" | "name" | "text");
                    let is_tree =
                        item.get("name").is_some() && item.get("text").is_some_and(|text| text == "");
                    !is_tree || !item.as_object().is_some_and(|members| members.keys().all(is_part))
                });
            }
            Value::Object(members) => {
                members.remove("prefix");
                if let Some(Value::Object(attributes)) = members.get_mut("attributes") {
                    let local = |name: &str| name.rsplit(':').next().unwrap_or_default().to_owned();
                    let named: HashMap<String, Value> = std::mem::take(attributes)
                        .into_iter()
                        .map(|(name, value)| (local(&name), value))
                        .collect();
                    let mut named: Vec<_> = named.into_iter().collect();
                    named.sort_by(|(one, _), (other, _)| one.cmp(other));
                    attributes.extend(named);
                }
                members.values_mut().for_each(normalize);
                members.retain(|name, value| {
                    let is_list = matches!(name.as_str(), "extensions" | "children");
                    !(is_list && value.as_array().is_some_and(Vec::is_empty))
                });
            }
            _ => {}
        }
    }
    let mut all =
        json!({ "version": parsed.format.as_str(), "feed": parsed.feed, "entries": parsed.entries });
    normalize(&mut all);
    all
}

/// Returns the first member in which two values differ, in readable form.
fn first_difference(expected: &Value, found: &Value) -> String {
    match (expected, found) {
        (Value::Object(one), Value::Object(other)) => {
            let names = one.keys().chain(other.keys().filter(|name| !one.contains_key(*name)));
            let mut differing = names.filter(|name| one.get(*name) != other.get(*name));
            let Some(name) = differing.next() else { return "the order of members".to_owned() };
            match (one.get(name), other.get(name)) {
                (Some(one), Some(other)) => format!("{name}.{}", first_difference(one, other)),
                (one, other) => format!("{name}: {one:.300?} became {other:.300?}"),
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let at = one.iter().zip(other).position(|(one, other)| one != other).unwrap_or_default();
            format!("{at}.{}", first_difference(&one[at], &other[at]))
        }
        (one, other) => format!("{one:.300} became {other:.300}"),
    }
}
