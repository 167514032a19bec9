//! Writing of OPML 2.0.

use bozofeed_text::html::escape::escape_xml;
use bozofeed_text::html::url_names::{runs_scripts, shows_attribute, shows_text};
use std::collections::BTreeSet;

use super::{Opml, Outline};

/// Returns the document. Outlines are walked without recursion, whatever their depth.
pub(super) fn write(opml: &Opml) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\"");
    // A prefix is declared if its name can be.
    let is_declarable = |prefix: &str, uri: &str| {
        is_portable_name(prefix)
            && !prefix.contains(':')
            && !prefix.to_ascii_lowercase().starts_with("xml")
            && !uri.is_empty()
    };
    let mut prefixes: BTreeSet<&str> = BTreeSet::new();
    for (prefix, uri) in &opml.namespaces {
        if is_declarable(prefix, uri) && prefixes.insert(prefix) {
            xml.push_str(" xmlns:");
            xml.push_str(prefix);
            value(&mut xml, uri);
        }
    }
    xml.push_str(">\n  <head>\n");
    let head = &opml.head;
    let elements = [
        ("title", &head.title),
        ("dateCreated", &head.date_created),
        ("dateModified", &head.date_modified),
        ("ownerName", &head.owner_name),
        ("ownerEmail", &head.owner_email),
        ("ownerId", &head.owner_id),
        ("docs", &head.docs),
    ];
    for (name, text) in elements {
        element(&mut xml, name, text.as_deref().filter(|text| shows_text(name, text)));
    }
    for (name, text) in head.others.iter().filter(|(name, _)| is_portable_name(name) && !name.contains(':')) {
        element(&mut xml, name, Some(text.as_str()).filter(|text| shows_text(name, text)));
    }
    xml.push_str("  </head>\n  <body>\n");
    outlines(&mut xml, &opml.outlines, &prefixes);
    xml.push_str("  </body>\n</opml>\n");
    xml
}

/// Returns whether any XML parser accepts a name: a `Name` of ASCII characters (XML 1.0 §2.3) whose prefix, if any, is followed by
/// a local part.
fn is_portable_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':'))
        && !name.ends_with(':')
}

fn element(xml: &mut String, name: &str, text: Option<&str>) {
    let Some(text) = text else { return };
    xml.push_str("    <");
    xml.push_str(name);
    xml.push('>');
    escape_xml(text, xml);
    xml.push_str("</");
    xml.push_str(name);
    xml.push_str(">\n");
}

fn outlines(xml: &mut String, all: &[Outline], prefixes: &BTreeSet<&str>) {
    let mut open = vec![all.iter()];
    while let Some(siblings) = open.last_mut() {
        let Some(outline) = siblings.next() else {
            open.pop();
            if !open.is_empty() {
                indent(xml, open.len());
                xml.push_str("</outline>\n");
            }
            continue;
        };
        indent(xml, open.len());
        xml.push_str("<outline");
        attributes(xml, outline, prefixes);
        if outline.outlines.is_empty() {
            xml.push_str("/>\n");
        } else {
            xml.push_str(">\n");
            open.push(outline.outlines.iter());
        }
    }
}

fn indent(xml: &mut String, depth: usize) {
    /// The maximum depth of indentation.
    const MOST: usize = 8;
    xml.extend(std::iter::repeat_n("  ", depth.min(MOST) + 1));
}

fn attributes(xml: &mut String, outline: &Outline, prefixes: &BTreeSet<&str>) {
    // `text` is required, and `type` is for feeds (OPML 2.0).
    let text = outline.text.as_deref().unwrap_or_else(|| outline.name());
    let kind = outline.kind.as_deref().or_else(|| outline.is_feed().then_some("rss"));
    let known = [
        ("text", Some(text)),
        ("title", outline.title.as_deref()),
        ("type", kind),
        ("xmlUrl", outline.xml_url.as_deref()),
        ("htmlUrl", outline.html_url.as_deref()),
        ("url", outline.url.as_deref()),
        ("description", outline.description.as_deref()),
        ("language", outline.language.as_deref()),
        ("version", outline.version.as_deref()),
        ("category", outline.category.as_deref()),
        ("created", outline.created.as_deref()),
    ];
    let is_known = |name: &str| known.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
    let mut written: BTreeSet<&str> = BTreeSet::new();
    for (name, text) in &known {
        if let Some(text) = text.filter(|text| shows_attribute(name, text)) {
            attribute(xml, name, text);
        }
    }
    for (name, text) in &outline.attributes {
        let is_bound = match name.split_once(':') {
            None => true,
            Some((prefix, local)) => !local.contains(':') && prefixes.contains(prefix),
        };
        // XML allows each attribute only once per tag (XML 1.0 §3.1), but an application may add one that has a field.
        let is_free = !is_known(name) && !name.to_ascii_lowercase().starts_with("xmlns");
        let is_inert = shows_attribute(name, text) && !runs_scripts(name);
        if is_portable_name(name) && is_bound && is_free && is_inert && written.insert(name) {
            attribute(xml, name, text);
        }
    }
}

fn attribute(xml: &mut String, name: &str, text: &str) {
    xml.push(' ');
    xml.push_str(name);
    value(xml, text);
}

fn value(xml: &mut String, text: &str) {
    xml.push_str("=\"");
    escape_xml(text, xml);
    xml.push('"');
}
