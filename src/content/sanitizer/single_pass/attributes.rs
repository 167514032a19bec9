//! The attributes of a start tag in the single pass.

use super::judge::{Filtered, Judge};
use crate::content::links::Links;
use crate::content::output::Output;
use crate::content::sanitizer::attribute_kinds::{XLINK, is_of_xlink};
use crate::content::sanitizer::elements::{Kind, Plain, PlainAttribute};
use crate::content::sanitizer::foreign_names::namespace_of_root;
use crate::content::tag::{MarkupAttribute, Written};
use crate::delimiters::find_in_value;
use crate::html::characters::NO_BREAK_SPACE;
use crate::html::references::decode;
use crate::names::is_same;
use memchr::memchr;
use smallvec::SmallVec;
use std::borrow::Cow;

/// An attribute that is not written yet.
struct PendingAttribute<'a> {
    /// Its index among the written attributes, or their number if it is added.
    at: usize,
    name: &'static str,
    outcome: Filtered<'a>,
}

/// The attributes of one element after another.
pub(super) struct AttributeFilter<'a, 'b> {
    /// The attributes as written.
    pub(super) written: Written<'a>,
    /// The names that were met, since only the first attribute of a name counts.
    names: SmallVec<[&'static str; 8]>,
    /// Attributes that cannot be written in order.
    read: SmallVec<[PendingAttribute<'a>; 8]>,
    judge: Judge<'a, 'b>,
}

impl<'a, 'b> AttributeFilter<'a, 'b> {
    pub(super) fn new(judge: Judge<'a, 'b>) -> Self {
        Self { written: Written::new(), names: SmallVec::new(), read: SmallVec::new(), judge }
    }

    /// Returns whether some attribute is not of the dialect.
    pub(super) fn is_of_another_dialect(&self) -> bool {
        self.judge.is_of_another_dialect
    }

    pub(super) fn links(&self) -> Links<'b> {
        self.judge.links
    }

    /// Writes the attributes that are kept. `end` is the offset after the element's name. Returns the offset after the last
    /// attribute.
    pub(super) fn write(&mut self, element: &Plain, end: usize, out: &mut Output<'a>) -> usize {
        let is_link = element.name == "a" && !self.judge.rules.listed.link_rel.is_empty();
        if self.written.is_empty() && !element.kind.is_foreign() && !is_link {
            return end;
        }
        self.names.clear();
        if element.kind.is_foreign() {
            self.read(element, 0);
            return self.write_read(end, out);
        }
        match self.write_until_one_goes(element, end, out) {
            (end, None) if is_link => self.write_rel(end, out),
            (end, None) => end,
            (end, Some(at)) => {
                self.read(element, at);
                self.write_read(end, out)
            }
        }
    }

    /// Adds the forced `rel` of a link after its attributes.
    fn write_rel(&self, end: usize, out: &mut Output<'a>) -> usize {
        let after = self.written.last().map_or(end, |last| last.span.1);
        out.cut(end, after);
        let rel = self.judge.rules.listed.link_rel;
        if self.judge.rules.has_plain_rel {
            out.push(" rel=\"");
            out.push(rel);
            out.push("\"");
        } else {
            push_attribute("rel", rel, out);
        }
        after
    }

    /// Writes the attributes up to the first that ammonia removes, because another may take its place. Returns the offset after
    /// the last one, and the index of the removed one.
    fn write_until_one_goes(
        &mut self,
        element: &Plain,
        mut end: usize,
        out: &mut Output<'a>,
    ) -> (usize, Option<usize>) {
        let listed = &self.judge.rules.plain_attributes;
        for (at, attribute) in self.written.iter().enumerate() {
            // HTML Standard 13.2.5.33: of two attributes of one name the first counts.
            let Some(name) = listed.get(attribute.name).filter(|name| !is_among(&self.names, name)) else {
                continue;
            };
            match self.judge.outcome(element, name, attribute) {
                Filtered::AsWritten => end = keep(attribute, end, out),
                Filtered::Kept(value) => end = replace(attribute, name.written, &value, end, out),
                Filtered::Styled => end = replace(attribute, name.written, &self.judge.styled, end, out),
                Filtered::Refused => {}
                Filtered::Removed => return (end, Some(at)),
            }
            self.names.push(name.written);
        }
        (end, None)
    }

    /// Writes the attributes of `read`, whose order may have changed.
    fn write_read(&mut self, mut end: usize, out: &mut Output<'a>) -> usize {
        let after = self.written.last().map_or(end, |last| last.span.1);
        let is_ordered = self.read.is_sorted_by_key(|read| read.at);
        for PendingAttribute { at, name, outcome } in &self.read {
            let attribute = self.written.get(*at);
            let value = match (outcome, attribute) {
                (Filtered::AsWritten, Some(attribute)) if is_ordered => {
                    end = keep(attribute, end, out);
                    continue;
                }
                (Filtered::AsWritten, Some(attribute)) => decode(attribute.value, true),
                (Filtered::Kept(value), _) => Cow::Borrowed(&**value),
                (Filtered::Styled, _) => Cow::Borrowed(&*self.judge.styled),
                _ => continue,
            };
            if let Some(attribute) = attribute.filter(|_| is_ordered) {
                end = replace(attribute, name, &value, end, out);
            } else {
                out.cut(end, after);
                push_attribute(name, &value, out);
                end = after;
            }
        }
        end
    }

    /// Filters the attributes from index `from` into `read`.
    fn read(&mut self, element: &Plain, from: usize) {
        let rules = self.judge.rules;
        let listed = match element.kind {
            Kind::Svg => &rules.foreign.svg_attributes,
            Kind::MathMl | Kind::MathMlText => &rules.foreign.mathml_attributes,
            _ => &rules.plain_attributes,
        };
        self.read.clear();
        for (at, attribute) in self.written.iter().enumerate().skip(from) {
            if let Some(name) = listed.get(attribute.name).filter(|name| !is_among(&self.names, name)) {
                let outcome = self.judge.outcome(element, name, attribute);
                self.names.push(name.written);
                self.read.push(PendingAttribute { at, name: name.written, outcome });
            }
            // The declaration that is added for the tree builder.
            if element.kind.is_foreign()
                && is_of_xlink(attribute.name)
                && let Some(name) = listed.get("xmlns:xlink").filter(|name| !is_among(&self.names, name))
            {
                let outcome = Filtered::Kept(Cow::Borrowed(XLINK));
                self.names.push(name.written);
                self.read.push(PendingAttribute { at: self.written.len(), name: name.written, outcome });
            }
        }
        let namespace = namespace_of_root(element);
        if let Some(namespace) = namespace {
            self.read.retain(|read| !matches!(read.outcome, Filtered::Refused));
            let outcome = Filtered::Kept(Cow::Borrowed(namespace));
            self.read.push(PendingAttribute { at: self.written.len(), name: "xmlns", outcome });
        }
        let listed = &rules.listed;
        let is_link = element.name == "a" && !listed.link_rel.is_empty();
        if is_link {
            self.read.retain(|read| !matches!(read.outcome, Filtered::Refused));
            let outcome = Filtered::Kept(Cow::Borrowed(listed.link_rel));
            self.read.push(PendingAttribute { at: self.written.len(), name: "rel", outcome });
        }
        self.remove();
        // When the output is parsed, the namespace is added again.
        if namespace.is_some()
            && let Some(at) = self.read.iter().position(|read| read.name == "xmlns")
        {
            let namespace = self.read.remove(at);
            self.read.push(namespace);
        }
        if is_link && let Some(at) = self.read.iter().position(|read| read.name == "rel") {
            let rel = self.read.remove(at);
            self.read.push(rel);
        }
    }

    /// Removes attributes, with the effect on the order that removal by ammonia has.
    fn remove(&mut self) {
        self.read.retain(|read| !matches!(read.outcome, Filtered::Refused));
        for at in (0..self.read.len()).rev() {
            if self.read.get(at).is_some_and(|read| matches!(read.outcome, Filtered::Removed)) {
                self.read.swap_remove(at);
            }
        }
    }
}

fn is_among(names: &[&str], name: &PlainAttribute) -> bool {
    names.iter().any(|other| is_same(other, name.written))
}

/// Keeps an attribute as written. The text before it ends at `end`. Returns the offset after it.
fn keep(attribute: &MarkupAttribute<'_>, end: usize, out: &mut Output<'_>) -> usize {
    let (from, to) = attribute.span;
    if end + 1 != from || out.markup().as_bytes().get(end) != Some(&b' ') {
        out.replace(end, from, " ");
    }
    to
}

/// Replaces an attribute. The text before it ends at `end`. Returns the offset after it.
fn replace(
    attribute: &MarkupAttribute<'_>,
    name: &str,
    value: &str,
    end: usize,
    out: &mut Output<'_>,
) -> usize {
    out.cut(end, attribute.span.1);
    push_attribute(name, value, out);
    attribute.span.1
}

fn push_attribute(name: &str, value: &str, out: &mut Output<'_>) {
    out.push(" ");
    out.push(name);
    out.push("=\"");
    push_escaped(out, value);
    out.push("\"");
}

fn needs_no_escape(value: &str) -> bool {
    let bytes = value.as_bytes();
    find_in_value(bytes, 0).is_none() && (bytes.is_ascii() || memchr(NO_BREAK_SPACE[0], bytes).is_none())
}

/// Writes an attribute value escaped (HTML Standard 13.3).
fn push_escaped(out: &mut Output<'_>, value: &str) {
    if needs_no_escape(value) {
        out.push(value);
        return;
    }
    let mut rest = value;
    while let Some(at) = rest.bytes().position(|b| matches!(b, b'&' | b'"' | b'<' | b'>' | 0xC2)) {
        let (plain, special) = rest.split_at(at);
        out.push(plain);
        let mut characters = special.chars();
        match characters.next() {
            Some('&') => out.push("&amp;"),
            Some('"') => out.push("&quot;"),
            Some('<') => out.push("&lt;"),
            Some('>') => out.push("&gt;"),
            Some('\u{A0}') => out.push("&nbsp;"),
            Some(other) => out.push(other.encode_utf8(&mut [0; 4])),
            None => {}
        }
        rest = characters.as_str();
    }
    out.push(rest);
}
