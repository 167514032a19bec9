//! Judges documents with quick-xml and `serde_json`, independently of the crate.

use std::collections::HashSet;

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

/// Returns an error if a document is not well-formed, or uses an undeclared prefix.
pub(crate) fn well_formed(document: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
    if text.starts_with('{') {
        let value = serde_json::from_str::<serde_json::Value>(text).map_err(|error| error.to_string())?;
        return value.is_object().then_some(()).ok_or_else(|| "not an object".to_owned());
    }
    if let Some(c) = text.chars().find(|c| !is_char(*c)) {
        return Err(format!("the character {c:?}"));
    }
    let mut reader = NsReader::from_str(text);
    reader.config_mut().check_comments = true;
    let (mut depth, mut roots) = (0_usize, 0);
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|error| error.to_string())?;
        if let ResolveResult::Unknown(prefix) = namespace {
            return Err(format!("undeclared prefix {prefix:?}"));
        }
        if depth == 0 && matches!(&event, Event::GeneralRef(_) | Event::CData(_)) {
            return Err("text outside of the root".to_owned());
        }
        match &event {
            Event::Start(tag) | Event::Empty(tag) => {
                roots += usize::from(depth == 0);
                attributes(&reader, tag)?;
                depth += usize::from(matches!(event, Event::Start(_)));
            }
            Event::End(_) => depth -= 1,
            Event::Text(text) => {
                if depth == 0 && !text.trim().is_empty() {
                    return Err(format!("text outside of the root: {text:?}"));
                }
                if text.contains("]]>") {
                    return Err("']]>' in text".to_owned());
                }
            }
            Event::GeneralRef(reference) => {
                is_reference(&format!("&{};", &**reference))?;
            }
            Event::DocType(_) => return Err("a document type declaration".to_owned()),
            Event::Eof => break,
            _ => {}
        }
    }
    if (depth, roots) == (0, 1) { Ok(()) } else { Err(format!("{roots} roots, {depth} open elements")) }
}

fn attributes(reader: &NsReader<&[u8]>, tag: &BytesStart<'_>) -> Result<(), String> {
    let mut names = HashSet::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let (namespace, local) = reader.resolver().resolve_attribute(attribute.key);
        let namespace = match namespace {
            ResolveResult::Unknown(prefix) => return Err(format!("undeclared prefix {prefix:?}")),
            ResolveResult::Bound(namespace) => Some(namespace.as_ref().to_owned()),
            ResolveResult::Unbound => None,
        };
        if !names.insert((namespace, local.as_ref().to_owned())) {
            return Err(format!("duplicate attribute {:?}", attribute.key));
        }
        if attribute.value.contains('<') {
            return Err(format!("'<' in the value of {:?}", attribute.key));
        }
        is_reference(&attribute.value)?;
    }
    Ok(())
}

/// Checks that every reference in a text is predefined in XML or denotes a character that XML allows.
fn is_reference(text: &str) -> Result<(), String> {
    let plain = quick_xml::escape::unescape(text).map_err(|error| error.to_string())?;
    match plain.chars().find(|c| !is_char(*c)) {
        Some(c) => Err(format!("a reference to {c:?}")),
        None => Ok(()),
    }
}

/// `Char` (XML 1.0 §2.2).
fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

#[test]
fn faults_are_found() {
    let wrong: Vec<_> = [
        ("<a/>", true),
        ("<a b='&amp;&#9;'>&lt;x</a>\n", true),
        ("<a xmlns:b='c'><b:d b:e=''/></a>", true),
        ("{\"a\":1}", true),
        ("{\"a\":1,}", false),
        ("<a>", false),
        ("<a/><b/>", false),
        ("<a/>x", false),
        ("<a>\u{1}</a>", false),
        ("<a>&#1;</a>", false),
        ("<a>&nbsp;</a>", false),
        ("<a b='&nbsp;'/>", false),
        ("<a b='1' b='2'/>", false),
        ("<a xmlns:b='x' xmlns:c='x' b:d='1' c:d='2'/>", false),
        ("<b:a/>", false),
        ("<a b:c=''/>", false),
        ("<a b='<'/>", false),
        ("<a>]]></a>", false),
    ]
    .into_iter()
    .filter(|(document, expected)| well_formed(document.as_bytes()).is_ok() != *expected)
    .collect();
    assert_eq!(wrong, []);
}
