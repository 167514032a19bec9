//! The place of a finding in the text of a document.

use std::borrow::Cow;
use std::ops::Range;

use super::super::Rule;
use super::super::ledger::Unlocated;
use super::Edit;
use crate::cut::floor_char_boundary;
use crate::html::escape::escape;
use crate::html::references;

/// The bytes in which the end of a tag, a value or an element is searched.
const NEAR: usize = 1 << 16;

/// The text of a document, and what the changes need to know of it.
#[derive(Debug)]
pub(in crate::check) struct SourceText<'a> {
    pub(super) text: &'a str,
    pub(super) is_json: bool,
    /// The URL of the document, if it is known.
    pub(super) url: Option<&'a str>,
    /// The start tag of the root.
    pub(super) root: Option<SourceTag<'a>>,
}

impl<'a> SourceText<'a> {
    pub(in crate::check) fn new(text: &'a str, is_json: bool, url: Option<&'a str>) -> Self {
        let root = if is_json { None } else { root(text) };
        Self { text, is_json, url, root }
    }
}

/// A start tag.
#[derive(Debug, Clone)]
pub(super) struct SourceTag<'a> {
    pub(super) name: &'a str,
    /// From its `<` to the end of its `>`.
    pub(super) range: Range<usize>,
    /// Whether it is an empty-element tag.
    pub(super) is_empty: bool,
}

impl<'a> SourceTag<'a> {
    /// Returns the start tag at an offset.
    pub(super) fn at(text: &'a str, start: usize) -> Option<Self> {
        let rest = near(text, start).strip_prefix('<')?;
        let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?;
        let name =
            rest.get(..length).filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))?;
        let mut quote = None;
        for (at, byte) in rest.bytes().enumerate() {
            match (byte, quote) {
                (b'>', None) => {
                    let is_empty = rest.as_bytes().get(at.wrapping_sub(1)) == Some(&b'/');
                    return Some(Self { name, range: start..start + at + 2, is_empty });
                }
                (b'"' | b'\'', None) => quote = Some(byte),
                (_, Some(open)) if open == byte => quote = None,
                _ => {}
            }
        }
        None
    }

    /// Returns the offset after the name.
    pub(super) fn after_name(&self) -> usize {
        self.range.start + 1 + self.name.len()
    }

    /// Returns the offset of its `>` or `/>`.
    pub(super) fn close(&self) -> usize {
        self.range.end - 1 - usize::from(self.is_empty)
    }

    /// Returns the value of an attribute in quotes, by its name as written.
    pub(super) fn attribute(&self, text: &str, name: &str) -> Option<Range<usize>> {
        let inside = text.get(self.after_name()..self.close())?;
        let found = inside.match_indices(name).find_map(|(at, _)| {
            let before = inside.as_bytes().get(at.wrapping_sub(1));
            let start = self.after_name() + at;
            before.filter(|b| b.is_ascii_whitespace()).and_then(|_| quoted_after(text, start + name.len()))
        })?;
        (found.end <= self.close()).then_some(found)
    }
}

/// Returns the start tag of the root.
fn root(text: &str) -> Option<SourceTag<'_>> {
    let mut at = 0;
    loop {
        let rest = near(text, at);
        at += rest.find('<')?;
        let rest = near(text, at);
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!") => {
                // An internal subset, which may contain tags in literals and comments.
                let is_next = |at| rest.as_bytes().get(at) == Some(&b'[');
                if rest.find(['[', '>']).is_some_and(is_next) {
                    return None;
                }
                ">"
            }
            _ => return SourceTag::at(text, at),
        };
        at += rest.find(end)? + end.len();
    }
}

/// Returns the text from an offset, as far as it is near.
pub(super) fn near(text: &str, start: usize) -> &str {
    let end = floor_char_boundary(text, start.saturating_add(NEAR).min(text.len()));
    text.get(start..end).unwrap_or_default()
}

/// Returns the range within the quotes after `=`, at an offset after the name of an attribute.
fn quoted_after(text: &str, after_name: usize) -> Option<Range<usize>> {
    let rest = near(text, after_name);
    let value = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let start = after_name + (rest.len() - value.len()) + 1;
    let length = value.get(1..)?.find(quote)?;
    Some(start..start + length)
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueSyntax {
    Text,
    Cdata,
    Attribute,
    Json,
}

/// The place of a finding.
#[derive(Debug)]
pub(in crate::check) struct Place<'a> {
    pub(super) source: &'a SourceText<'a>,
    rule: &'static Rule,
    pub(super) start: usize,
    /// The path to the element, attribute or member.
    pub(super) subject: &'a str,
    /// The value, or its first 200 bytes.
    pub(super) value: &'a str,
    /// The length of the value as it was read; 0 if that is not known.
    length: usize,
}

impl<'a> Place<'a> {
    pub(in crate::check) fn new(source: &'a SourceText<'a>, finding: &'a Unlocated) -> Self {
        let Unlocated { rule, span, subject, value, .. } = finding;
        Self { source, rule, start: span.start, subject, value, length: span.len() }
    }

    /// Returns whether the rule is one for the values of attributes.
    pub(super) fn rule_is_about_attributes(&self) -> bool {
        self.rule.id == "xml/LessThanInAttributeValue"
    }

    pub(super) fn text(&self) -> &'a str {
        self.source.text
    }

    /// Returns the text at the start of the place.
    pub(super) fn rest(&self) -> &'a str {
        near(self.source.text, self.start)
    }

    /// Returns the name of the attribute that the finding is about.
    pub(super) fn attribute(&self) -> Option<&'a str> {
        self.subject.rsplit_once("/@").map(|(_, name)| name)
    }

    /// Returns the path of the element that the finding is about, or whose attribute it is about.
    pub(super) fn element_path(&self) -> &'a str {
        self.subject.rsplit_once("/@").map_or(self.subject, |(path, _)| path)
    }

    /// Returns the start tag at the place, or that of the attribute at the place.
    pub(super) fn tag(&self) -> Option<SourceTag<'a>> {
        let text = self.text();
        if self.rest().starts_with('<') {
            return SourceTag::at(text, self.start);
        }
        let from = floor_char_boundary(text, self.start.saturating_sub(NEAR));
        let before = text.get(from..self.start)?;
        let open = before.rfind('<').map(|at| from + at)?;
        let tag = SourceTag::at(text, open)?;
        // The place may be in its content.
        let is_in_content = self.attribute().is_none() && tag.range.end <= self.start;
        (is_in_content || tag.range.contains(&self.start)).then_some(tag)
    }

    /// Returns the end tag of an element, unless it is far away.
    pub(super) fn end_tag(&self, tag: &SourceTag<'_>) -> Option<Range<usize>> {
        end_tag(self.text(), tag)
    }

    /// Returns where the value is, without white space around it, and how it is written.
    pub(super) fn value_range(&self) -> Option<(Range<usize>, ValueSyntax)> {
        value_range(self.source, self.start, self.length, self.subject)
    }

    /// Returns the offset after the quote that ends a value.
    pub(super) fn end_of_quoted(&self, end: usize) -> usize {
        let rest = near(self.text(), end);
        let space = rest.len() - rest.trim_start().len();
        end + space + usize::from(rest.trim_start().starts_with(['"', '\'']))
    }

    /// Returns the whole value.
    pub(super) fn whole_value(&self) -> Option<Cow<'a, str>> {
        let (range, syntax) = self.value_range()?;
        let raw = self.text().get(range)?;
        Some(match syntax {
            ValueSyntax::Cdata => Cow::Borrowed(raw),
            ValueSyntax::Text => references::decode(raw, false),
            ValueSyntax::Attribute => references::decode(raw, true),
            ValueSyntax::Json => Cow::Borrowed(Some(raw).filter(|raw| !raw.contains('\\'))?),
        })
    }

    /// Returns the edit that writes another value.
    pub(super) fn write(&self, value: &str) -> Option<Edit> {
        let (range, syntax) = self.value_range()?;
        let mut text = String::new();
        match syntax {
            ValueSyntax::Cdata if value.contains("]]>") => return None,
            ValueSyntax::Json if value.contains(['"', '\\']) || value.contains(char::is_control) => {
                return None;
            }
            ValueSyntax::Cdata | ValueSyntax::Json => value.clone_into(&mut text),
            ValueSyntax::Text => escape(value, &['&', '<', '>'], &mut text),
            ValueSyntax::Attribute => escape(value, &['&', '<', '"', '\''], &mut text),
        }
        Some(Edit::replace(range, text))
    }
}

/// Returns the end tag of an element, unless it is far away.
pub(super) fn end_tag(text: &str, tag: &SourceTag<'_>) -> Option<Range<usize>> {
    if tag.is_empty {
        return None;
    }
    let mut depth = 0_usize;
    let mut at = tag.range.end;
    let end = at.saturating_add(NEAR);
    while at < end {
        at += near(text, at).find('<')?;
        let rest = near(text, at);
        let skip = |end: &str| rest.find(end).map(|found| found + end.len());
        let is_named = |rest: &str| {
            let after = rest.strip_prefix(tag.name).and_then(|rest| rest.chars().next());
            after.is_some_and(|c| c.is_whitespace() || matches!(c, '>' | '/'))
        };
        at += if rest.starts_with("<![CDATA[") {
            skip("]]>")?
        } else if rest.starts_with("<!--") {
            skip("-->")?
        } else if let Some(name) = rest.strip_prefix("</") {
            let length = skip(">")?;
            if is_named(name) {
                let Some(outer) = depth.checked_sub(1) else { return Some(at..at + length) };
                depth = outer;
            }
            length
        } else if is_named(rest.get(1..)?) {
            let inner = SourceTag::at(text, at)?;
            depth += usize::from(!inner.is_empty);
            inner.range.len()
        } else {
            1
        };
    }
    None
}

/// Returns where a value is that begins at `start`, or whose attribute does.
pub(in crate::check) fn value_range(
    source: &SourceText<'_>,
    start: usize,
    length: usize,
    subject: &str,
) -> Option<(Range<usize>, ValueSyntax)> {
    let text = source.text;
    let rest = near(text, start);
    if source.is_json {
        let inside = text.get(start..start + length)?.strip_prefix('"')?.strip_suffix('"')?;
        let leading = inside.len() - inside.trim_start().len();
        let from = start + 1 + leading;
        return Some((from..from + inside.trim().len(), ValueSyntax::Json));
    }
    if let Some((_, name)) = subject.rsplit_once("/@") {
        let range = match name {
            // The finding is at the name of the namespace.
            _ if name.starts_with("xmlns") => {
                let end = rest.find(['"', '\''])?;
                start..start + end
            }
            // The finding may be at the attribute or at its element.
            _ if rest.starts_with('<') => SourceTag::at(text, start)?.attribute(text, name)?,
            _ => quoted_after(text, start + rest.strip_prefix(name).map(|_| name.len())?)?,
        };
        let value = text.get(range.clone())?;
        let from = range.start + (value.len() - value.trim_start().len());
        return Some((from..from + value.trim().len(), ValueSyntax::Attribute));
    }
    let before = text.get(floor_char_boundary(text, start.saturating_sub(1024))..start)?.trim_end();
    let syntax = if before.ends_with("<![CDATA[") { ValueSyntax::Cdata } else { ValueSyntax::Text };
    if syntax == ValueSyntax::Text && !before.ends_with('>') || rest.starts_with('<') {
        return None;
    }
    let end = match syntax {
        ValueSyntax::Cdata => rest.find("]]>")?,
        _ => rest.find('<')?,
    };
    // Nothing may follow the section.
    let after = rest.get(end..)?;
    let after = after.strip_prefix("]]>").map_or(after, str::trim_start);
    after.starts_with("</").then_some(())?;
    let value = rest.get(..end)?.trim_end();
    Some((start..start + value.len(), syntax))
}

/// Returns the end in the source of text that begins at `start` and has `length` bytes when it is read: references, CDATA sections,
/// comments and line ends of two characters take more.
pub(in crate::check) fn source_end(text: &str, start: usize, length: usize) -> usize {
    let end = start + length;
    let Some(plain) = text.get(start..end) else { return end.min(text.len()) };
    if !plain.contains(['&', '<', ']', '\r']) {
        return end;
    }
    let before = text.get(floor_char_boundary(text, start.saturating_sub(1024))..start).unwrap_or_default();
    let mut is_cdata = before.trim_end().ends_with("<![CDATA[");
    let (mut at, mut left) = (start, length);
    while left > 0 {
        let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) else { break };
        let (used, read) = match rest.as_bytes() {
            [b'\r', b'\n', ..] => (2, 1),
            [b']', b']', b'>', ..] if is_cdata => {
                is_cdata = false;
                (3, 0)
            }
            [b'&', ..] if !is_cdata => {
                let (characters, length) = references::reference(rest.get(1..).unwrap_or_default(), false);
                match characters {
                    Some((first, second)) => {
                        (1 + length, first.len_utf8() + second.map_or(0, char::len_utf8))
                    }
                    None => (1, 1),
                }
            }
            [b'<', ..] if !is_cdata && rest.starts_with("<![CDATA[") => {
                is_cdata = true;
                ("<![CDATA[".len(), 0)
            }
            [b'<', b'!' | b'?', ..] if !is_cdata => {
                let end = if rest.starts_with("<!--") { "-->" } else { ">" };
                match near(text, at).find(end) {
                    Some(found) => (found + end.len(), 0),
                    None => (1, 1),
                }
            }
            // A tag ends the value.
            [b'<', ..] if !is_cdata => break,
            _ => (1, 1),
        };
        at += used;
        left = left.saturating_sub(read);
    }
    crate::cut::floor_char_boundary(text, at.min(text.len()))
}
