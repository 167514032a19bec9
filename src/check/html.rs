//! Markup in texts: what readers remove, and references that depend on a base.

use super::Rule;
use super::rules::{HTML_LEFT_OUT, HTML_RELATIVE_REFERENCE, HTML_REMOVED, URI_DANGEROUS};
use crate::html::entities;
use crate::html::references::decode;
use crate::html::uri::{is_relative, is_script_url};
use crate::markup::{Pieces, TagName, kind_of, lower};

/// Elements that every reader removes.
const REMOVED: &[&str] =
    &["applet", "base", "embed", "form", "frame", "frameset", "link", "meta", "object", "script"];

/// Elements that many readers remove.
const LEFT_OUT: &[&str] = &["button", "iframe", "input", "select", "style", "textarea"];

/// Elements that load something from an address, with the attributes of the address.
const REFERENCES: &[(&str, &[&str])] = &[
    ("a", &["href"]),
    ("area", &["href"]),
    ("audio", &["src"]),
    ("embed", &["src"]),
    ("iframe", &["src"]),
    ("img", &["src", "longdesc"]),
    ("object", &["data"]),
    ("source", &["src"]),
    ("video", &["src", "poster"]),
    ("blockquote", &["cite"]),
    ("q", &["cite"]),
];

/// A finding in markup.
#[derive(Debug, PartialEq)]
pub(super) struct MarkupFinding {
    pub(super) rule: &'static Rule,
    /// The offset of the tag in the markup.
    pub(super) offset: usize,
    /// The name of what is removed, or the address.
    pub(super) value: String,
}

/// Calls `found` for each tag that breaks a rule: for everything that readers remove, but for the first reference without a base
/// alone.
pub(super) fn scan(markup: &str, has_base: bool, mut found: impl FnMut(MarkupFinding)) {
    let mut pieces = Pieces::new(markup);
    let mut is_reference_found = has_base;
    while let Some(tag) = pieces.next_tag() {
        if tag.is_end {
            continue;
        }
        if tag.is_self_closing {
            pieces.ignore_raw_text();
        }
        let (start, name) = (pieces.start, lower(tag.name));
        if let Some(rule) = rule_of_element(&name) {
            found(MarkupFinding { rule, offset: start, value: name.clone().into_owned() });
        }
        for attribute in &pieces.attributes {
            let value = decode(attribute.value, true);
            if let Some(finding) = of_attribute(&name, attribute.name, &value, start, &mut is_reference_found)
            {
                found(finding);
            }
        }
    }
}

/// Returns the rule that an element of markup breaks.
pub(super) fn rule_of_element(name: &str) -> Option<&'static Rule> {
    if REMOVED.contains(&name) {
        return Some(&HTML_REMOVED);
    }
    LEFT_OUT.contains(&name).then_some(&HTML_LEFT_OUT)
}

/// Returns the finding about an attribute of a tag at `offset`.
pub(super) fn of_attribute(
    element: &str,
    name: &str,
    value: &str,
    offset: usize,
    is_reference_found: &mut bool,
) -> Option<MarkupFinding> {
    let name = lower(name);
    if name.starts_with("on") && name.len() > 4 && name.bytes().all(|b| b.is_ascii_lowercase()) {
        return Some(MarkupFinding { rule: &HTML_REMOVED, offset, value: name.into_owned() });
    }
    let is_reference =
        REFERENCES.iter().any(|(known, attributes)| *known == element && attributes.contains(&&*name));
    if !is_reference {
        return None;
    }
    let value = value.trim();
    if is_script_url(value) {
        return Some(MarkupFinding { rule: &URI_DANGEROUS, offset, value: value.to_owned() });
    }
    if *is_reference_found || value.starts_with('#') || !is_relative(value) {
        return None;
    }
    *is_reference_found = true;
    Some(MarkupFinding { rule: &HTML_RELATIVE_REFERENCE, offset, value: value.to_owned() })
}

/// Returns whether a text that should be plain has a tag of HTML, or a character reference.
pub(super) fn has_markup(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr2_iter(b'<', b'&', bytes).any(|at| {
        if bytes.get(at) == Some(&b'<') {
            let name = TagName::read(text, at).map(|tag| tag.name);
            return name.is_some_and(|name| kind_of(name).is_some());
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let Some(end) = rest.bytes().take(32).position(|b| b == b';') else { return false };
        let name = rest.get(..=end).unwrap_or_default();
        match name.strip_prefix('#') {
            Some(number) => {
                let digits = number.trim_start_matches(['x', 'X']).trim_end_matches(';');
                !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit())
            }
            None => entities::named(name).is_some(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_break_rules() {
        let wrong: Vec<_> = [
            ("<p>Tides</p>", ""),
            ("<script>if (a<b) '<form>'</script><b>x</b>", "0 html-removed script"),
            ("<p><FORM action='/x'><input></form>", "3 html-removed form; 21 html-removed input"),
            ("<iframe src='https://a.example/'></iframe>", "0 html-removed iframe"),
            ("<img src='/a.png'><img src='/b.png'>", "0 html-relative-reference /a.png"),
            ("<a href='#top'>x</a><a href='mailto:a@b.example'>y</a>", ""),
            ("<a href='java&#115;cript:x'>", "0 uri-dangerous javascript:x"),
            ("<p onclick='x()' one='2'>", "0 html-removed onclick"),
            ("<!-- <script> --><a name='/x'>", ""),
            ("a < b <script", ""),
        ]
        .into_iter()
        .filter_map(|(markup, expected)| {
            let mut all = Vec::new();
            scan(markup, false, |MarkupFinding { rule, offset, value }| {
                all.push(format!("{offset} {} {value}", rule.id));
            });
            let all = all.join("; ");
            (all != expected).then_some((markup, all))
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn references_do_not_matter_with_a_base() {
        scan("<img src='/a.png'>", true, |finding| panic!("{finding:?}"));
    }

    #[test]
    fn plain_text_has_no_markup() {
        let wrong: Vec<_> = [
            ("Tides & storms", false),
            ("a < b > c", false),
            ("R&D; AT&T", false),
            ("vec<T>", false),
            ("<b>x</b>", true),
            ("x<br/>", true),
            ("&amp;", true),
            ("it&#8217;s", true),
            ("it&#x2019;s", true),
            ("&eacute;", true),
        ]
        .into_iter()
        .filter(|(text, expected)| has_markup(text) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
