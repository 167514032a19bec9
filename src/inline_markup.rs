//! Markup inside the text of an element: XHTML, or unescaped tags.

use crate::budget::Budget;
use crate::model::Str;
use crate::xml::{Name, XmlAttribute};
use bozofeed_content::internal::resolve_attribute;
use bozofeed_text::html::escape::escape;
use bozofeed_text::html::resolve::LONGEST_BASE;
use bozofeed_text::markup::is_void;

/// The elements inside a text, which are written to it.
#[derive(Debug, Default)]
pub(crate) struct InlineMarkup {
    /// The first `div`, which only wraps the markup (RFC 4287 §3.1.1.3).
    wrapper: Option<Wrapper>,
    /// The number of open elements.
    depth: usize,
    /// The bases set by `xml:base` attributes, with their depths.
    bases: Vec<(usize, String)>,
}

/// The `div` around markup.
#[derive(Debug)]
pub(crate) struct Wrapper {
    /// The offset after its start tag.
    inside: usize,
    /// The offsets before and after its end tag.
    end: Option<(usize, usize)>,
    /// Its `xml:lang` or `lang`, which is the language of the text (XML 1.0 §2.12).
    pub(crate) language: Option<Str>,
    /// Whether it specifies the direction of the text.
    pub(crate) has_direction: bool,
}

/// A start tag as written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InlineTag<'t> {
    /// The text between `<` and `>`.
    pub(crate) raw: &'t str,
    pub(crate) is_empty: bool,
    /// Whether the references in its attributes are resolved.
    pub(crate) resolves: bool,
    /// Whether a `div` around the whole text is its wrapper.
    pub(crate) unwraps: bool,
}

impl InlineMarkup {
    /// Begins an element.
    pub(crate) fn begin(&mut self) {
        self.depth += 1;
    }

    /// Sets the base for the next element, which has an `xml:base` (XML Base §4).
    pub(crate) fn rebase(&mut self, outer: &str, reference: &str, budget: &Budget) {
        let outer = self.bases.last().map_or(outer, |(_, base)| base.as_str());
        if let Some(base) = budget.resolve_safe(outer, reference).filter(|base| base.len() <= LONGEST_BASE) {
            self.bases.push((self.depth + 1, base.into_owned()));
        }
    }

    /// Writes the start tag of the current element, without its prefix. Returns whether its end tag is also to be written.
    pub(crate) fn start_tag(
        &mut self,
        name: &Name<'_>,
        tag: InlineTag<'_>,
        (attributes, budget): (&[XmlAttribute<'_>], &Budget),
        text: &mut String,
    ) -> bool {
        let InlineTag { raw, is_empty, resolves, unwraps } = tag;
        let wraps = unwraps
            && self.depth == 1
            && self.wrapper.is_none()
            && name.local == "div"
            && text.trim().is_empty();
        if wraps && is_empty {
            return false;
        }
        text.push('<');
        text.push_str(name.local);
        if self.bases.is_empty() && !resolves {
            text.push_str(raw.get(name.qualified.len()..).unwrap_or_default());
        } else {
            let base = self.bases.last().map_or("", |(_, base)| base.as_str());
            write_attributes(name.local, attributes, (base, budget), text);
        }
        // The declaration may be outside of the text.
        if bozofeed_text::forward::memchr(b':', raw.as_bytes()).is_some()
            && raw.contains(" xlink:")
            && !raw.contains("xmlns:xlink")
        {
            text.push_str(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        }
        if !is_empty {
            text.push('>');
            if wraps {
                self.wrapper = Some(Wrapper {
                    inside: text.len(),
                    end: None,
                    language: language_of(attributes),
                    has_direction: has_direction(attributes),
                });
            }
            return true;
        }
        let lower =
            name.local.bytes().any(|b| b.is_ascii_uppercase()).then(|| name.local.to_ascii_lowercase());
        // XHTML 1.0 §C.2, §C.3: HTML parsers support the short form only for void elements.
        if is_void(lower.as_deref().unwrap_or(name.local)) {
            text.push_str(" />");
        } else {
            text.push_str("></");
            text.push_str(name.local);
            text.push('>');
        }
        false
    }

    /// Ends an element. Returns its base if no base applies after it.
    pub(crate) fn end_tag(&mut self, name: &str, is_written: bool, text: &mut String) -> Option<String> {
        // A base has the depth of the element that set it.
        let ended = self.bases.pop_if(|(depth, _)| *depth >= self.depth);
        self.depth = self.depth.saturating_sub(1);
        let begin = text.len();
        if is_written {
            text.push_str("</");
            text.push_str(name);
            text.push('>');
        }
        if self.depth == 0
            && let Some(wrapper) = &mut self.wrapper
        {
            // Only the first end: a second element after the wrapper shows that the `div` did not contain the whole text.
            wrapper.end.get_or_insert((begin, text.len()));
        }
        ended.map(|(_, base)| base).filter(|_| self.bases.is_empty())
    }

    /// Returns the `div` around the markup.
    pub(crate) fn wrapper(&self) -> Option<&Wrapper> {
        self.wrapper.as_ref()
    }
}

impl Wrapper {
    /// Removes the wrapper from the text. A `div` followed by something else is part of the markup, not its wrapper.
    pub(crate) fn remove_from(&self, text: &mut String) {
        let Some((begin, end)) = self.end else { return };
        let is_last = text.get(end..).is_some_and(|rest| rest.trim().is_empty());
        if is_last && self.inside <= begin {
            // The end is removed first, since removing the beginning shifts all later offsets.
            text.truncate(begin);
            text.drain(..self.inside);
        }
    }
}

/// Returns the language in the attributes of an XHTML element.
fn language_of(attributes: &[XmlAttribute<'_>]) -> Option<Str> {
    let is_language = |attribute: &&XmlAttribute<'_>| matches!(attribute.name.qualified, "xml:lang" | "lang");
    let language = attributes.iter().find(is_language)?.value.trim();
    Some(language).filter(|language| !language.is_empty()).map(Str::shared)
}

/// Returns whether the attributes of an XHTML element specify a direction.
fn has_direction(attributes: &[XmlAttribute<'_>]) -> bool {
    attributes.iter().any(|attribute| match attribute.name.qualified {
        "dir" => true,
        "style" => attribute.value.contains("direction"),
        _ => false,
    })
}

/// Returns whether all references in a text are numeric, or to one of the five predefined entities (XML 1.0 §4.6).
pub(crate) fn has_only_own_references(text: &str) -> bool {
    text.split('&').skip(1).all(|after| {
        after.starts_with('#')
            || ["amp;", "apos;", "gt;", "lt;", "quot;"].iter().any(|entity| after.starts_with(entity))
    })
}

/// Writes attributes under their names in the document, with their URIs resolved.
fn write_attributes(
    element: &str,
    attributes: &[XmlAttribute<'_>],
    (base, budget): (&str, &Budget),
    out: &mut String,
) {
    let element = element.to_ascii_lowercase();
    for attribute in attributes {
        let name = attribute.name.qualified;
        out.push(' ');
        out.push_str(name);
        out.push_str("=\"");
        let names = (element.as_str(), &*name.to_ascii_lowercase());
        escape(&resolve_attribute(names, &attribute.value, base, budget), IN_ATTRIBUTE, out);
        out.push('"');
    }
}

/// The characters that are written as references in text (XML 1.0 §2.4).
pub(crate) const IN_TEXT: &[char] = &['&', '<', '>'];
/// The characters that are written as references in attribute values.
const IN_ATTRIBUTE: &[char] = &['&', '<', '>', '"'];
