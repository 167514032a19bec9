//! Text that may contain markup: text constructs (RFC 4287 §3.1), content (§4.1.3) and similar elements of other formats.

use std::borrow::Cow;

use super::buffer::Buffer;
use crate::budget::Budget;
use crate::content::{Syntax, decode_base64, has_html, looks_like_html, resolve_attribute, unescape};
use crate::conventions::Conventions;
use crate::html::escape::escape;
use crate::html::resolve::LONGEST_BASE;
use crate::markup::is_void;
use crate::media_type::{ParsedMediaType, normalized_with_parameters};
use crate::model::Str;
use crate::trim::trimmed;
use crate::vocabulary::TextField;
use crate::xml::{Name, RawText, XmlAttribute};

const PLAIN: &str = "text/plain";
const HTML: &str = "text/html";
const XHTML: &str = "application/xhtml+xml";

/// A text construct whose element is open.
#[derive(Debug)]
pub(super) struct Construct {
    pub(super) field: TextField,
    pub(super) media_type: Str,
    base64: bool,
    /// Whether markup is escaped as a whole, even XHTML (Atom 0.3 `mode="escaped"`).
    escaped: bool,
    pub(super) src: Option<Box<Str>>,
    /// How plain text and escaped XHTML are judged.
    looks: Looks,
    /// Whether an attribute gives the type.
    pub(super) is_typed: bool,
    /// The elements within the construct, if there are any.
    inner: Option<Box<InnerElements>>,
}

/// Whether text is taken for HTML because it looks like it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks {
    /// It depends on the format.
    OfFormat,
    /// It is: the declared type is a word that means nothing.
    Decide,
    /// It is not: the type is certain.
    Ignored,
}

/// The state of the elements within a construct.
#[derive(Debug, Default)]
struct InnerElements {
    /// The first `div`, which only wraps the markup (RFC 4287 §3.1.1.3).
    wrapper: Option<Wrapper>,
    /// The number of open elements.
    depth: usize,
    /// The bases that `xml:base` attributes set, with their depths.
    bases: Vec<(usize, String)>,
    /// The outermost of them that ended last.
    ended_base: Option<String>,
}

#[derive(Debug)]
struct Wrapper {
    /// The offset after its start tag.
    inside: usize,
    /// The offsets before and after its end tag.
    end: Option<(usize, usize)>,
    /// Its `xml:lang` or `lang`, which is the language of the text (XML 1.0 §2.12).
    language: Option<Str>,
    /// Whether it gives the direction of the text, for which there is no field: the element stays then.
    has_direction: bool,
}

/// The output for the end of an element within a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inline {
    /// The end tag.
    Ends,
    /// Nothing: the element is empty, or its tags are not part of the text.
    Silent,
}

impl Construct {
    pub(super) fn new(
        field: TextField,
        declared: Option<&str>,
        mode: Option<&str>,
        src: Option<Str>,
    ) -> Self {
        let media_type = declared.map_or_else(|| Str::from_static(default_type(field)), full_type);
        let is_text = declared.is_none()
            || media_type.starts_with("text/")
            || ParsedMediaType::parse(&media_type).is_xml();
        // RFC 4287 §4.1.3.3: content that is neither text nor XML is Base64.
        let base64 = !is_text || mode.is_some_and(|mode| mode.eq_ignore_ascii_case("base64"));
        let escaped = mode.is_some_and(|mode| mode.eq_ignore_ascii_case("escaped"));
        Self {
            field,
            media_type,
            base64,
            escaped,
            src: src.map(Box::new),
            looks: Looks::OfFormat,
            is_typed: declared.is_some(),
            inner: None,
        }
    }

    /// Returns the construct as plain text, even if the text looks like HTML (Media RSS, `media:description`).
    pub(super) fn plain(self) -> Self {
        Self { media_type: Str::from_static(PLAIN), looks: Looks::Ignored, ..self }
    }

    /// Returns the construct as one whose text is judged by its looks, whatever the format is.
    pub(super) fn judged(self) -> Self {
        Self { looks: Looks::Decide, ..self }
    }

    /// Writes a start tag within the construct, without its prefix. `resolves`: references in attributes are resolved.
    pub(super) fn start_tag(
        &mut self,
        name: &Name<'_>,
        (raw, resolves): (&str, bool),
        empty: bool,
        (attributes, budget): (&[XmlAttribute<'_>], &Budget),
        buffer: &mut Buffer<'_>,
        unwrap: bool,
    ) -> Inline {
        let inner = self.inner.get_or_insert_default();
        inner.depth += 1;
        // An element in the construct shows that its markup is not escaped, whatever `mode` says.
        self.escaped = false;
        // The common case, for each element within.
        if self.media_type != XHTML && !ParsedMediaType::parse(&self.media_type).is_xml() {
            // Unescaped markup in a construct of another type makes it XHTML. As in Universal Feed Parser, a `div` alone does not: it
            // is dropped, and escaped markup may follow.
            if name.local.eq_ignore_ascii_case("div") {
                return Inline::Silent;
            }
            self.media_type = Str::from_static(XHTML);
        }
        let wraps = unwrap
            && inner.depth == 1
            && inner.wrapper.is_none()
            && name.local == "div"
            && buffer.as_str().trim().is_empty();
        if wraps && empty {
            return Inline::Silent;
        }
        let text = buffer.text_mut();
        text.push('<');
        text.push_str(name.local);
        if inner.bases.is_empty() && !resolves {
            text.push_str(raw.get(name.qualified.len()..).unwrap_or_default());
        } else {
            let base = inner.bases.last().map_or("", |(_, base)| base.as_str());
            write_attributes(name.local, attributes, (base, budget), text);
        }
        // The declaration may be outside of the text.
        if crate::forward::memchr(b':', raw.as_bytes()).is_some()
            && raw.contains(" xlink:")
            && !raw.contains("xmlns:xlink")
        {
            text.push_str(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        }
        if !empty {
            text.push('>');
            if wraps {
                inner.wrapper = Some(Wrapper {
                    inside: text.len(),
                    end: None,
                    language: language_of(attributes),
                    has_direction: has_direction(attributes),
                });
            }
            return Inline::Ends;
        }
        let lower =
            name.local.bytes().any(|b| b.is_ascii_uppercase()).then(|| name.local.to_ascii_lowercase());
        // XHTML 1.0 §C.2, §C.3: HTML parsers know the short form for void elements alone.
        if is_void(lower.as_deref().unwrap_or(name.local)) {
            text.push_str(" />");
        } else {
            text.push_str("></");
            text.push_str(name.local);
            text.push('>');
        }
        Inline::Silent
    }

    /// Sets the base for the element that begins next, which has an `xml:base` (XML Base §4).
    pub(super) fn rebase(&mut self, outer: &str, reference: &str, budget: &Budget) {
        let inner = self.inner.get_or_insert_default();
        let outer = inner.bases.last().map_or(outer, |(_, base)| base.as_str());
        if let Some(base) = budget.resolve_safe(outer, reference).filter(|base| base.len() <= LONGEST_BASE) {
            inner.bases.push((inner.depth + 1, base.into_owned()));
        }
    }

    fn wrapper(&self) -> Option<&Wrapper> {
        self.inner.as_ref()?.wrapper.as_ref()
    }

    /// Returns the language of the `div` around all of the text.
    pub(super) fn language(&self) -> Option<&Str> {
        self.wrapper()?.language.as_ref()
    }

    /// Returns the outermost base within the construct that ended last, and leaves none.
    pub(super) fn take_ended_base(&mut self) -> Option<String> {
        self.inner.as_mut()?.ended_base.take()
    }

    /// Ends an element within the construct. An end tag that the document lacks is not written.
    pub(super) fn end_tag(&mut self, name: &str, inline: Inline, implied: bool, buffer: &mut Buffer<'_>) {
        let inner = self.inner.get_or_insert_default();
        if let Some((_, base)) = inner.bases.pop_if(|(depth, _)| *depth >= inner.depth) {
            inner.ended_base = Some(base).filter(|_| inner.bases.is_empty());
        }
        inner.depth = inner.depth.saturating_sub(1);
        let begin = buffer.len();
        if inline == Inline::Ends && !implied {
            let text = buffer.text_mut();
            text.push_str("</");
            text.push_str(name);
            text.push('>');
        }
        if inner.depth == 0
            && let Some(wrapper) = &mut inner.wrapper
            && wrapper.end.is_none()
        {
            wrapper.end = Some((begin, buffer.len()));
        }
    }

    /// Returns whether text is kept as written.
    pub(super) fn is_written(&self) -> bool {
        self.media_type == XHTML && !self.escaped
    }

    /// Adds text. References stay in markup, and are resolved in plain text. `included`: the text as written, with the
    /// document's own entities included.
    pub(super) fn text<'a>(
        &mut self,
        text: &RawText<'a>,
        included: Option<Cow<'a, str>>,
        decoded: &mut String,
        buffer: &mut Buffer<'a>,
    ) {
        match (self.is_written(), text.decoded) {
            // A CDATA section, or a `<` that begins no tag, is text among markup.
            (true, _) if text.cdata || text.raw.starts_with('<') => {
                escape(if text.decoded { decoded } else { text.raw }, IN_TEXT, buffer.text_mut());
            }
            (true, _) => match included {
                Some(Cow::Owned(mut included)) => buffer.push_owned(&mut included),
                // References that need no declaration.
                Some(Cow::Borrowed(written)) if text.decoded && has_only_own_references(written) => {
                    escape(decoded, IN_TEXT, buffer.text_mut());
                }
                Some(Cow::Borrowed(written)) => buffer.push(written),
                None => buffer.push(text.raw),
            },
            (false, false) => buffer.push(text.raw),
            (false, true) => buffer.push_owned(decoded),
        }
    }

    /// Returns the text without the wrapper and the encoding, not yet sanitized. Determines the type of plain text if `guess` is set,
    /// and of XHTML that is escaped as a whole.
    pub(super) fn finish<'a>(
        &mut self,
        mut buffer: Buffer<'a>,
        guess: bool,
        conventions: &Conventions,
    ) -> Cow<'a, str> {
        if let Some(Wrapper { inside, end: Some((begin, end)), has_direction, .. }) = self.wrapper()
            && !(*has_direction && conventions.wrappers_have_attributes)
        {
            let (inside, begin, end) = (*inside, *begin, *end);
            let text = buffer.text_mut();
            // A `div` with something after it is part of the markup, not its wrapper.
            if text.get(end..).is_some_and(|rest| rest.trim().is_empty()) && inside <= begin {
                text.truncate(begin);
                text.drain(..inside);
            }
        }
        let (mut value, _) = buffer.into_trimmed();
        if self.base64
            && let Some(decoded) = decode_base64(&value)
        {
            value = trimmed(Cow::Owned(decoded));
        }
        if self.media_type == XHTML && value.contains('&') && !value.contains('<') {
            let unescaped = unescape(&value);
            // Nobody means to show tags and nothing else: the publisher escaped the markup.
            if conventions.escaped_xhtml_is_html && unescaped.contains('<') && has_html(&unescaped) {
                self.media_type = Str::from_static(HTML);
                value = Cow::Owned(unescaped.into_owned());
            } else {
                // Text without a tag is not read as markup again.
                let mut text = String::new();
                escape(&unescaped, IN_TEXT, &mut text);
                value = Cow::Owned(text);
            }
        }
        let guess = match self.looks {
            Looks::OfFormat => guess,
            Looks::Decide => true,
            Looks::Ignored => false,
        };
        let looks_like = if conventions.every_tag_is_markup { has_html } else { looks_like_html };
        if guess && self.media_type == PLAIN && looks_like(&value) {
            self.media_type = Str::from_static(HTML);
        }
        value
    }

    /// Returns the syntax of markup.
    pub(super) fn syntax(&self) -> Syntax {
        if self.media_type == XHTML { Syntax::Xhtml } else { Syntax::Html }
    }

    pub(super) fn is_markup(&self) -> bool {
        self.media_type == HTML || self.media_type == XHTML
    }
}

/// Returns the language in the attributes of an element of XHTML.
fn language_of(attributes: &[XmlAttribute<'_>]) -> Option<Str> {
    let is_language = |attribute: &&XmlAttribute<'_>| matches!(attribute.name.qualified, "xml:lang" | "lang");
    let language = attributes.iter().find(is_language)?.value.trim();
    Some(language).filter(|language| !language.is_empty()).map(Str::shared)
}

/// Returns whether the attributes of an element of XHTML give a direction.
fn has_direction(attributes: &[XmlAttribute<'_>]) -> bool {
    attributes.iter().any(|attribute| match attribute.name.qualified {
        "dir" => true,
        "style" => attribute.value.contains("direction"),
        _ => false,
    })
}

/// Returns whether all references in a text are to characters by number, or to one of the five entities of XML (XML 1.0 §4.6).
fn has_only_own_references(text: &str) -> bool {
    text.split('&').skip(1).all(|after| {
        after.starts_with('#')
            || ["amp;", "apos;", "gt;", "lt;", "quot;"].iter().any(|entity| after.starts_with(entity))
    })
}

/// Returns the media type of an element without a `type` attribute.
fn default_type(field: TextField) -> &'static str {
    match field {
        TextField::Description | TextField::Encoded => HTML,
        TextField::Body => XHTML,
        TextField::Title
        | TextField::Summary
        | TextField::Subtitle
        | TextField::Content
        | TextField::Info
        | TextField::Rights => PLAIN,
    }
}

/// Names of media types of texts (RFC 4287 §3.1.1), with their media types.
const NAMES: [(&str, &str); 7] = [
    ("html", HTML),
    ("text", PLAIN),
    ("xhtml", XHTML),
    (HTML, HTML),
    (PLAIN, PLAIN),
    (XHTML, XHTML),
    ("plain", PLAIN),
];

/// Returns whether a `type` is that of a text: a media type, or one of Atom's short names. A word such as `CDATA` is as if it were
/// absent.
pub(super) fn is_type(declared: &str) -> bool {
    named_type(declared).is_some() || ParsedMediaType::parse(declared).is_complete()
}

/// Returns the media type of Atom's short names (RFC 4287 §3.1.1).
fn full_type(declared: &str) -> Str {
    named_type(declared).map_or_else(|| normalized_with_parameters(declared).into(), Str::from_static)
}

/// Returns the media type that is among [`NAMES`], with parameters or without.
fn named_type(declared: &str) -> Option<&'static str> {
    // Nearly all are written in this way, and need not be parsed.
    let exact = NAMES.iter().find(|(name, _)| *name == declared);
    let named = exact.or_else(|| {
        let media_type = ParsedMediaType::parse(declared);
        NAMES.iter().find(|(name, _)| media_type.is(name))
    });
    named.map(|(_, full)| *full)
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

/// The characters in text that are written as references (XML 1.0 §2.4).
const IN_TEXT: &[char] = &['&', '<', '>'];
/// The characters in attribute values that are written as references.
const IN_ATTRIBUTE: &[char] = &['&', '<', '>', '"'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_may_have_parameters() {
        for (declared, media_type, is_markup) in [
            ("html", HTML, true),
            ("Text/HTML; charset=utf-8", HTML, true),
            ("text/html;", HTML, true),
            (" xhtml ", XHTML, true),
            ("application/xhtml+xml; charset=utf-8", XHTML, true),
            ("text/plain; charset=utf-8", PLAIN, false),
            ("text/markdown; variant=GFM", "text/markdown; variant=GFM", false),
        ] {
            let construct = Construct::new(TextField::Content, Some(declared), None, None);
            assert_eq!(
                (&*construct.media_type, construct.is_markup()),
                (media_type, is_markup),
                "{declared:?}"
            );
        }
    }
}
