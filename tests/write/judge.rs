//! Judges written documents with independent parsers: roxmltree and `serde_json` parse them, html5ever parses them as a page, and
//! `url` parses their URLs. This file does not depend on the crate, so the fuzz target `write` also uses it.

#[allow(clippy::duplicate_mod, reason = "the fuzz target uses this file by itself")]
#[path = "../safety/browser.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod browser;

use browser::{elements, resolve};
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

const ATOM: &str = "http://www.w3.org/2005/Atom";

/// The namespaces whose elements browsers run anywhere in a document, and the elements that run something, load a page or a style,
/// or change the surrounding page. Names are case-sensitive, as in XML.
#[rustfmt::skip]
const RUN: &[(&str, &[&str])] = &[
    ("http://www.w3.org/1999/xhtml", &[
        "applet", "base", "embed", "fencedframe", "frame", "frameset", "iframe", "link", "meta", "noembed", "noframes", "noscript", "object",
        "param", "plaintext", "portal", "script", "slot", "style", "template", "xmp",
    ]),
    ("http://www.w3.org/2000/svg", &[
        "animate", "animateMotion", "animateTransform", "foreignObject", "handler", "listener", "script", "set", "style",
    ]),
    ("http://www.w3.org/1998/Math/MathML", &[]),
];

/// Attributes with a URL that is followed or loaded.
#[rustfmt::skip]
const URLS: &[&str] = &[
    "action", "background", "cite", "codebase", "data", "formaction", "href", "icon", "longdesc", "manifest", "ping", "poster", "src",
    "srcset", "url", "uri", "xlink:href",
];

/// Elements of feeds, and members of JSON Feed, whose text is a URL that is followed or loaded.
#[rustfmt::skip]
const URL_TEXTS: &[&str] = &[
    "avatar", "banner_image", "comments", "docs", "external_url", "favicon", "feed_url", "home_page_url", "icon", "image", "link",
    "logo", "next_url", "uri", "url",
];

/// RSS texts that readers always display as markup, with their namespaces.
const SHOWN: &[(&str, &[&str])] = &[
    ("", &["title", "description"]),
    ("http://purl.org/rss/1.0/modules/content/", &["encoded"]),
    ("http://www.itunes.com/dtds/podcast-1.0.dtd", &["summary", "subtitle"]),
];

/// Namespaces whose elements readers display as markup if their type is HTML.
const TYPED: &[(&str, &[&str])] = &[
    ("", &["content", "description", "info", "rights", "subtitle", "summary", "tagline", "title"]),
    (ATOM, &["content", "rights", "subtitle", "summary", "title"]),
    ("http://search.yahoo.com/mrss/", &["description", "text", "title"]),
];

/// Names of elements that readers interpret as entries anywhere.
const ENTRIES: &[&str] = &["item", "entry"];

/// Namespaces in which readers interpret them as entries. Some readers only see names without prefixes.
const OF_ENTRIES: &[&str] = &[
    "",
    ATOM,
    "http://purl.org/atom/ns#",
    "http://purl.org/rss/1.0/",
    "http://my.netscape.com/rdf/simple/0.9/",
    "http://channel.netscape.com/rdf/simple/0.9/",
    "http://backend.userland.com/rss2",
];

/// Returns the identifiers of the entries in a document.
///
/// # Errors
///
/// Returns everything that is wrong with it.
pub(crate) fn judge(document: &[u8]) -> Result<Vec<Option<String>>, String> {
    let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
    let mut faults = Vec::new();
    let ids = if text.starts_with('{') { of_json(text, &mut faults) } else { of_xml(text, &mut faults) }?;
    if faults.is_empty() {
        return Ok(ids);
    }
    faults.dedup();
    faults.truncate(10);
    Err(faults.join("; "))
}

fn of_json(text: &str, faults: &mut Vec<String>) -> Result<Vec<Option<String>>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut open = vec![("", &value)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::String(text) if name == "content_html" => runs_as_page("content_html: ", text, faults),
            Value::String(text) if URL_TEXTS.contains(&name) && is_script(text) => {
                faults.push(format!("script URL: {name}: {text:.80}"));
            }
            Value::Array(values) => open.extend(values.iter().map(|value| (name, value))),
            Value::Object(members) => {
                // Extensions have arbitrary values.
                let members = members.iter().filter(|(name, _)| !name.starts_with('_'));
                open.extend(members.map(|(name, value)| (name.as_str(), value)));
            }
            _ => {}
        }
    }
    let items = value["items"].as_array().ok_or("no items")?;
    Ok(items.iter().map(|item| item["id"].as_str().map(str::to_owned)).collect())
}

fn of_xml(text: &str, faults: &mut Vec<String>) -> Result<Vec<Option<String>>, String> {
    let options = ParsingOptions { nodes_limit: u32::MAX, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| format!("not well-formed: {error}: {}", near(text, error.pos())))?;
    let root = document.root_element();
    let is_atom = root.tag_name().name() == "feed";
    let (list, name, id, namespace) = if is_atom {
        (Some(root), "entry", "id", ATOM)
    } else {
        (root.children().find(|child| child.has_tag_name("channel")), "item", "guid", "")
    };
    let list = list.ok_or("no channel")?;
    let of_format = |node: Node<'_, '_>, local: &str| {
        node.tag_name().name() == local && node.tag_name().namespace().unwrap_or_default() == namespace
    };
    let mut ids = Vec::new();
    for node in root.descendants() {
        if node.is_pi() {
            faults.push(format!("an instruction: {}", node.tag_name().name()));
        }
        if !node.is_element() {
            continue;
        }
        if node.parent() == Some(list) && of_format(node, name) {
            let id = node.children().find(|child| of_format(*child, id));
            ids.push(id.map(|id| id.text().unwrap_or_default().to_owned()));
        } else {
            phantom(node, text, faults);
        }
        has_names(node, text, faults);
        runs_as_xml(node, faults);
        if shows_markup(node, is_atom) {
            let text: String = node.children().filter_map(|child| child.text()).collect();
            runs_as_page(&format!("<{}>: ", node.tag_name().name()), &text, faults);
        }
    }
    runs_as_page("as HTML: ", text, faults);
    Ok(ids)
}

/// Returns the part of a text at a position.
fn near(text: &str, position: roxmltree::TextPos) -> String {
    let line = text.lines().nth(position.row.saturating_sub(1) as usize).unwrap_or_default();
    line.chars().skip((position.col as usize).saturating_sub(40)).take(80).collect()
}

/// Finds names and declarations that Namespaces in XML forbids, but roxmltree accepts.
fn has_names(node: Node<'_, '_>, text: &str, faults: &mut Vec<String>) {
    let starts_with_colon = |at: usize| text.get(at..).is_some_and(|rest| rest.starts_with(':'));
    let attributes = node.attributes().map(|attribute| attribute.range_qname().start);
    if attributes.chain([node.range().start + 1]).any(starts_with_colon) {
        faults.push(format!("not well-formed: an empty prefix in {}", node.tag_name().name()));
    }
    // The declarations of surrounding elements are included.
    if text.len() < 1 << 16 {
        let is_bad = |name: &str, uri: &str| uri.is_empty() || name == "xmlns";
        if node
            .namespaces()
            .any(|namespace| namespace.name().is_some_and(|name| is_bad(name, namespace.uri())))
        {
            faults.push(format!("not well-formed: a declaration at {}", node.tag_name().name()));
        }
    }
}

/// Finds an element that a reader would interpret as an entry although it is not.
fn phantom(node: Node<'_, '_>, text: &str, faults: &mut Vec<String>) {
    let name = node.tag_name();
    let is_entry = ENTRIES.iter().any(|entry| name.name().eq_ignore_ascii_case(entry));
    let is_named = || {
        text.get(node.range()).is_some_and(|tag| tag.get(1..).is_some_and(|tag| tag.starts_with(name.name())))
    };
    if is_entry && (OF_ENTRIES.contains(&name.namespace().unwrap_or_default()) || is_named()) {
        let parent = node.parent().map_or("", |parent| parent.tag_name().name());
        faults.push(format!("phantom: <{}> in <{parent}>", name.name()));
    }
}

/// Returns whether readers display the text of an element as markup.
fn shows_markup(node: Node<'_, '_>, is_atom: bool) -> bool {
    let tag = node.tag_name();
    let namespace = tag.namespace().unwrap_or_default();
    let is_of = |list: &[(&str, &[&str])]| {
        list.iter().any(|(of, names)| *of == namespace && names.contains(&tag.name()))
    };
    if matches!(node.attribute("type"), Some("html" | "text/html")) {
        return is_of(TYPED);
    }
    let parent = node.parent().map_or("", |parent| parent.tag_name().name());
    !is_atom && is_of(SHOWN) && matches!(parent, "channel" | "item" | "image" | "textInput")
}

/// Finds elements that run when a browser parses a document as XML.
fn runs_as_xml(node: Node<'_, '_>, faults: &mut Vec<String>) {
    let tag = node.tag_name();
    let namespace = tag.namespace().unwrap_or_default();
    let name = tag.name();
    let run = RUN.iter().find(|(run, _)| *run == namespace);
    if run.is_some_and(|(_, never)| never.contains(&name)) {
        faults.push(format!("runs as XML: {{{namespace}}}{name}"));
    }
    for attribute in node.attributes() {
        let of = attribute.name().to_ascii_lowercase();
        if run.is_some() && attribute.namespace().is_none() && is_run_attribute(&of) {
            faults.push(format!("runs as XML: @{of} of {{{namespace}}}{name}"));
        }
        if URLS.contains(&of.as_str()) && is_script(attribute.value()) {
            faults.push(format!("script URL: @{of} of {name}: {:.80}", attribute.value()));
        }
    }
    if URL_TEXTS.contains(&name) && node.text().is_some_and(is_script) {
        faults.push(format!("script URL: {name}: {:.80}", node.text().unwrap_or_default()));
    }
}

/// Finds elements that run when a browser parses a text as a page.
fn runs_as_page(place: &str, text: &str, faults: &mut Vec<String>) {
    if !text.contains('<') {
        return;
    }
    for element in elements(text) {
        let name = element.name.as_str();
        let has = |name: &str| element.attributes.iter().any(|(known, _)| known == name);
        let is_run = match name {
            "script" | "applet" | "frameset" | "portal" => true,
            "iframe" | "frame" => has("src") || has("srcdoc"),
            "object" => has("data"),
            "embed" => has("src"),
            "meta" => has("http-equiv"),
            "base" => has("href"),
            _ => false,
        };
        if is_run {
            faults.push(format!("{place}runs: <{name}>"));
        }
        for (attribute, value) in &element.attributes {
            if is_run_attribute(attribute) {
                faults.push(format!("{place}runs: @{attribute} of <{name}>"));
            }
            if URLS.contains(&attribute.as_str()) && is_script(value) {
                faults.push(format!("{place}script URL: @{attribute} of <{name}>: {value:.80}"));
            }
        }
    }
}

/// Returns whether a browser runs the value of an attribute.
fn is_run_attribute(name: &str) -> bool {
    name.starts_with("on") && name.len() > 2 || name == "srcdoc"
}

/// Returns whether a browser runs something when it follows a URL.
fn is_script(url: &str) -> bool {
    let Some(url) = resolve(url) else { return false };
    match url.scheme() {
        "javascript" | "vbscript" | "blob" | "filesystem" => true,
        "data" => ["text/html", "text/xml", "application/x"].iter().any(|kind| url.path().starts_with(kind)),
        _ => false,
    }
}

#[test]
fn documents_are_judged() {
    let rss = |inner: &str| format!("<rss version='2.0'><channel>{inner}</channel></rss>");
    let item = |inner: &str| rss(&format!("<item><guid>1</guid>{inner}</item>"));
    let good = [
        item("<title>a</title><link>https://a.example/</link>"),
        item("<x:script xmlns:x='urn:x'/>"),
        item("<h:p xmlns:h='http://www.w3.org/1999/xhtml' title='onclick'>javascript:</h:p>"),
        item("<title>&amp;lt;img onerror=x></title>"),
        "{\"items\":[{\"id\":\"1\",\"content_html\":\"<p>\"}]}".to_owned(),
    ];
    let bad = [
        ("not well-formed", item("<x b='c'd='e'/>")),
        ("not well-formed", item("<x b='&#1;'/>")),
        ("not well-formed", item("<x b='&#xFFFE;'/>")),
        ("not well-formed", item("<x>&#xFFFE;</x>")),
        ("not well-formed", item("<x>\u{1}</x>")),
        ("not well-formed", item("<x>\u{FFFE}</x>")),
        ("not well-formed", item("<x b='\u{FFFF}'/>")),
        ("not well-formed", item("<x ::z='1'/>")),
        ("not well-formed", item("<x a:b:c='1' xmlns:a='urn:a'/>")),
        ("not well-formed", item("<x :z='1'/>")),
        ("not well-formed", item("<x 1='1'/>")),
        ("not well-formed", item("<:x/>")),
        ("not well-formed", item("<x:/>")),
        ("not well-formed", item("<x:y/>")),
        ("not well-formed", item("<x a='1' a='2'/>")),
        ("not well-formed", item("<x xmlns:a='u' xmlns:b='u' a:c='1' b:c='2'/>")),
        ("not well-formed", item("<x xmlns:a=''/>")),
        ("not well-formed", item("<x xmlns:xmlns='u'/>")),
        ("not well-formed", item("<x xmlns:xml='u'/>")),
        ("not well-formed", item("<x xmlns='http://www.w3.org/2000/xmlns/'/>")),
        ("not well-formed", item("<x a='<'/>")),
        ("not well-formed", item("&nbsp;")),
        ("not well-formed", item("a & b")),
        ("not well-formed", item("]]>")),
        ("not well-formed", item("<!-- a -- b -->")),
        ("not well-formed", item("<x></y>")),
        ("not well-formed", rss("") + "x"),
        ("not well-formed", rss("") + "<a/>"),
        ("runs as XML", item("<s:script xmlns:s='http://www.w3.org/2000/svg'/>")),
        ("runs as XML", item("<h:p onclick='x' xmlns:h='http://www.w3.org/1999/xhtml'/>")),
        ("script URL", item("<h:a href='java&#10;script:x' xmlns:h='http://www.w3.org/1999/xhtml'/>")),
        ("script URL", item("<link> javascript:x</link>")),
        ("as HTML: runs", item("<svg xmlns='urn:x' onload='x'/>")),
        ("<title>: runs", item("<title>&lt;img onerror=x></title>")),
        ("<description>: script URL", item("<description>&lt;a href=javascript:x></description>")),
        ("phantom", item("<x><item/></x>")),
        ("phantom", item("<x xmlns:r='http://purl.org/rss/1.0/'><r:item/></x>")),
        ("phantom", item("<x xmlns='urn:x'><item/></x>")),
        ("content_html: runs", "{\"items\":[{\"content_html\":\"<img onerror=x>\"}]}".to_owned()),
        ("script URL", "{\"items\":[{\"url\":\"javascript:x\"}]}".to_owned()),
    ];
    let mut wrong = Vec::new();
    for document in good {
        let ids = judge(document.as_bytes());
        if ids != Ok(vec![Some("1".to_owned())]) {
            wrong.push(format!("{document}: {ids:?}"));
        }
    }
    for (expected, document) in bad {
        let found = judge(document.as_bytes());
        if !found.as_ref().is_err_and(|fault| fault.contains(expected)) {
            wrong.push(format!("{document}: {found:?} instead of {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
