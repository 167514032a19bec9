//! Text that may contain markup: text constructs (RFC 4287 §3.1), content (§4.1.3) and similar elements of other formats.

use std::borrow::Cow;

use super::buffer::Buffer;
use crate::budget::Budget;
use crate::inline_markup::{IN_TEXT, InlineMarkup, InlineTag, Wrapper, has_only_own_references};
use crate::model::Str;
use crate::text_repair::decode_base64;
use crate::vocabulary::TextField;
use crate::xml::{Name, RawText, XmlAttribute};
use bozofeed_content::internal::{Syntax, UndeclaredMarkup};
use bozofeed_text::html::escape::escape;
use bozofeed_text::html::references::unescape;
use bozofeed_text::media_type::{ParsedMediaType, normalized_with_parameters};
use bozofeed_text::trim::trimmed;

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
    pub(super) src: Option<Str>,
    /// The way in which plain text and escaped XHTML are judged.
    looks: Looks,
    /// Whether an attribute gives the type.
    pub(super) is_typed: bool,
    /// Whether it contains markup that is neither escaped nor declared.
    has_raw_tags: bool,
    /// The elements inside the construct, if any.
    inner: Option<Box<InlineMarkup>>,
}

/// Whether text that looks like HTML is treated as HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks {
    /// Depends on the format.
    OfFormat,
    /// Yes: the declared type is a meaningless word.
    Decide,
    /// No: the type is certain.
    Ignored,
}

/// The output for the end of an element inside a construct.
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
            src,
            looks: Looks::OfFormat,
            is_typed: declared.is_some(),
            has_raw_tags: false,
            inner: None,
        }
    }

    /// Returns the construct as plain text, even if the text looks like HTML (Media RSS, `media:description`).
    pub(super) fn plain(self) -> Self {
        Self { media_type: Str::from_static(PLAIN), looks: Looks::Ignored, ..self }
    }

    /// Returns the construct with its text judged by appearance, regardless of the format.
    pub(super) fn judged(self) -> Self {
        Self { looks: Looks::Decide, ..self }
    }

    /// Writes a start tag inside the construct, without its prefix.
    pub(super) fn start_tag(
        &mut self,
        name: &Name<'_>,
        tag: InlineTag<'_>,
        attributes: (&[XmlAttribute<'_>], &Budget),
        buffer: &mut Buffer<'_>,
    ) -> Inline {
        // An element in the construct shows that its markup is not escaped, regardless of `mode`.
        self.escaped = false;
        // The common case, for each element inside.
        if self.media_type != XHTML && !ParsedMediaType::parse(&self.media_type).is_xml() {
            // Unescaped markup in a construct of another type makes it XHTML, except a lone `div`, as in Universal Feed Parser:
            // it is dropped, and escaped markup may follow.
            if name.local.eq_ignore_ascii_case("div") {
                self.inner.get_or_insert_default().begin();
                return Inline::Silent;
            }
            self.has_raw_tags = self.is_undeclared();
            self.media_type = Str::from_static(XHTML);
        }
        let inner = self.inner.get_or_insert_default();
        inner.begin();
        if inner.start_tag(name, tag, attributes, buffer.text_mut()) { Inline::Ends } else { Inline::Silent }
    }

    /// Sets the base for the next element, which has an `xml:base` (XML Base §4).
    pub(super) fn rebase(&mut self, outer: &str, reference: &str, budget: &Budget) {
        self.inner.get_or_insert_default().rebase(outer, reference, budget);
    }

    fn wrapper(&self) -> Option<&Wrapper> {
        self.inner.as_ref()?.wrapper()
    }

    /// Returns the language of the `div` around the whole text.
    pub(super) fn language(&self) -> Option<&Str> {
        self.wrapper()?.language.as_ref()
    }

    /// Ends an element inside the construct. A missing end tag is not written.
    pub(super) fn end_tag(&mut self, name: &str, inline: Inline, implied: bool, buffer: &mut Buffer<'_>) {
        let is_written = inline == Inline::Ends && !implied;
        self.inner.get_or_insert_default().end_tag(name, is_written, buffer.text_mut());
    }

    /// Drops what is known of the elements within, once the text and its language are known.
    pub(super) fn forget_elements(&mut self) {
        self.inner = None;
    }

    /// Returns whether text is kept as written.
    pub(super) fn is_written(&self) -> bool {
        self.media_type == XHTML && !self.escaped
    }

    /// Adds text. References are kept in markup and resolved in plain text. `included` is the text as written, with the
    /// document's own entities included.
    pub(super) fn text<'a>(
        &mut self,
        text: &RawText<'a>,
        included: Option<Cow<'a, str>>,
        decoded: &mut String,
        buffer: &mut Buffer<'a>,
    ) {
        match (self.is_written(), text.decoded) {
            // A CDATA section, or a `<` that does not begin a tag, is text among markup.
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

    /// Returns the text without the wrapper and the encoding, not yet sanitized. If `guess` is set, determines the type of
    /// plain text and of XHTML that is escaped as a whole.
    pub(super) fn finish<'a>(&mut self, mut buffer: Buffer<'a>, guess: bool) -> Cow<'a, str> {
        // The model has no field for the text direction, so an element with one is kept.
        if let Some(wrapper) = self.wrapper().filter(|wrapper| !wrapper.has_direction) {
            wrapper.remove_from(buffer.text_mut());
        }
        let mut value = buffer.into_trimmed();
        // From the outside inwards: the encoding, then the escaping, and only then the guess, which needs the text itself.
        if self.base64
            && let Some(decoded) = decode_base64(&value)
        {
            value = trimmed(Cow::Owned(decoded));
        }
        if self.media_type == XHTML && value.contains('&') && !value.contains('<') {
            let unescaped = unescape(&value);
            // Text that consists only of tags is not meant to be shown: the publisher escaped the markup.
            let markup = UndeclaredMarkup::of(&unescaped);
            if markup.has_tags() {
                self.media_type = Str::from_static(HTML);
                value = Cow::Owned(markup.escaped(unescaped).into_owned());
            } else {
                // Text without a tag must not be parsed as markup again.
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
        self.with_tags_as_text(value, guess)
    }

    /// Returns the text with the tags that it mentions escaped as text, if nothing declares it to be markup.
    fn with_tags_as_text<'a>(&mut self, value: Cow<'a, str>, guess: bool) -> Cow<'a, str> {
        let is_guessed = guess && self.media_type == PLAIN;
        if is_guessed || self.has_raw_tags && !self.is_prose() {
            let markup = UndeclaredMarkup::of(&value);
            if self.has_raw_tags && !markup.has_tags() {
                self.media_type = Str::from_static(PLAIN);
                return Cow::Owned(unescape(&markup.escaped(value)).into_owned());
            }
            if markup.is_html() {
                if is_guessed {
                    self.media_type = Str::from_static(HTML);
                }
                return markup.escaped(value);
            }
        } else if (self.has_raw_tags || self.media_type == HTML && self.is_undeclared())
            && let Some(markup) = UndeclaredMarkup::of_names(&value)
        {
            return markup.escaped(value);
        }
        value
    }

    /// Returns whether nothing declares the text to be markup.
    fn is_undeclared(&self) -> bool {
        match self.field {
            TextField::Encoded | TextField::Body => false,
            _ if self.is_typed => self.media_type == PLAIN,
            _ => true,
        }
    }

    /// Returns whether the text is usually longer than a title or a caption.
    fn is_prose(&self) -> bool {
        match self.field {
            TextField::Description
            | TextField::Summary
            | TextField::Content
            | TextField::Encoded
            | TextField::Body => true,
            TextField::Title | TextField::Subtitle | TextField::Info | TextField::Rights => false,
        }
    }

    /// Returns the syntax of markup.
    pub(super) fn syntax(&self) -> Syntax {
        if self.media_type == XHTML { Syntax::Xhtml } else { Syntax::Html }
    }

    pub(super) fn is_markup(&self) -> bool {
        self.media_type == HTML || self.media_type == XHTML
    }
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

/// Returns whether a `type` denotes text: a media type, or one of Atom's short names. A word such as `CDATA` is treated like a
/// missing type.
pub(super) fn is_type(declared: &str) -> bool {
    named_type(declared).is_some() || ParsedMediaType::parse(declared).is_complete()
}

/// Returns the media type for one of Atom's short names (RFC 4287 §3.1.1).
fn full_type(declared: &str) -> Str {
    named_type(declared).map_or_else(|| normalized_with_parameters(declared).into(), Str::from_static)
}

/// Returns the media type in [`NAMES`], with or without parameters.
fn named_type(declared: &str) -> Option<&'static str> {
    // Nearly all are written exactly like this, and need not be parsed.
    let exact = NAMES.iter().find(|(name, _)| *name == declared);
    let named = exact.or_else(|| {
        let media_type = ParsedMediaType::parse(declared);
        NAMES.iter().find(|(name, _)| media_type.is(name))
    });
    named.map(|(_, full)| *full)
}

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
