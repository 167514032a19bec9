//! Elements whose text may be markup: titles, summaries and contents.

use std::borrow::Cow;

use super::Dictionary;
use super::value::{IntoValue as _, Value};
use crate::budget::Budget;
use crate::inline_markup::{IN_TEXT, InlineMarkup, InlineTag, has_only_own_references};
use crate::model::Str;
use crate::options::Options;
use crate::text_repair::{decode_base64, repair_if};
use crate::xml::{Name, RawText, XmlAttribute};
use bozofeed_content::internal::{MarkupConventions, SanitizeValues as _, Syntax, looks_like_html};
use bozofeed_text::html::escape::escape;
use bozofeed_text::html::references::normalized_reference;
use bozofeed_text::trim::trimmed;

pub(super) const PLAIN: &str = "text/plain";
pub(super) const HTML: &str = "text/html";
pub(super) const XHTML: &str = "application/xhtml+xml";

/// The type, the language and the base of the current text, which become its detail.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) media_type: Cow<'static, str>,
    language: Option<Str>,
    base: Str,
    is_base64: bool,
    /// Whether markup is escaped as a whole, even XHTML (Atom 0.3 `mode="escaped"`).
    is_escaped: bool,
    pub(super) src: Option<String>,
    inner: InlineMarkup,
}

/// Returns the media type of one of Atom's short names, in lower case.
pub(super) fn full_type(declared: &str) -> Cow<'static, str> {
    match declared.to_lowercase().as_str() {
        "text" | "plain" => PLAIN.into(),
        "html" => HTML.into(),
        "xhtml" => XHTML.into(),
        other => other.to_owned().into(),
    }
}

/// Returns whether text of this type is markup.
pub(super) fn is_markup(media_type: &str) -> bool {
    matches!(media_type, HTML | XHTML)
}

impl Content {
    pub(super) fn new(
        declared: Option<&str>,
        default: &'static str,
        mode: Option<&str>,
        language: Option<Str>,
        base: Str,
    ) -> Self {
        let media_type = declared.map_or(default.into(), full_type);
        let is_text =
            media_type.starts_with("text/") || media_type.ends_with("+xml") || media_type.ends_with("/xml");
        let is_mode = |name: &str| mode.is_some_and(|mode| mode.eq_ignore_ascii_case(name));
        Self {
            is_base64: !is_text || is_mode("base64"),
            is_escaped: is_mode("escaped"),
            media_type,
            language,
            base,
            src: None,
            inner: InlineMarkup::default(),
        }
    }

    /// Returns whether its child elements belong to the feed instead of being markup: it is XML of a type other than XHTML.
    pub(super) fn has_elements_of_feed(&self) -> bool {
        self.media_type != XHTML && self.media_type.ends_with("xml")
    }

    /// Returns whether text is kept as written.
    pub(super) fn is_written(&self) -> bool {
        self.media_type == XHTML && !self.is_escaped
    }

    /// Sets the base for the next element, which has an `xml:base` (XML Base §4).
    pub(super) fn rebase(&mut self, reference: &str, budget: &Budget) {
        self.inner.rebase(&self.base, reference, budget);
    }

    /// Adds the start tag of an element inside. Returns whether its end tag is also to be added.
    pub(super) fn start_tag(
        &mut self,
        name: &Name<'_>,
        tag: InlineTag<'_>,
        attributes: (&[XmlAttribute<'_>], &Budget),
        text: &mut String,
    ) -> bool {
        self.inner.begin();
        // An element shows that the markup is not escaped, regardless of `mode`.
        self.is_escaped = false;
        if !self.media_type.ends_with("xml") {
            // Some publishers put a `div` around escaped markup.
            if name.local.eq_ignore_ascii_case("div") {
                return false;
            }
            self.media_type = XHTML.into();
        }
        self.inner.start_tag(name, tag, attributes, text)
    }

    /// Ends an element inside. Returns its base if the content after it has no other base.
    pub(super) fn end_tag(&mut self, name: &str, is_written: bool, text: &mut String) -> Option<String> {
        self.inner.end_tag(name, is_written, text)
    }

    /// Adds text. `included` is the text as written, with the entities of the document expanded, if it has any.
    pub(super) fn push(&self, piece: &RawText<'_>, decoded: &str, included: Option<&str>, text: &mut String) {
        let value = if piece.decoded { decoded } else { piece.raw };
        // A CDATA section, or a `<` that does not begin a tag, is text among markup. References that need no declaration are
        // resolved.
        let is_escaped = piece.cdata
            || piece.raw.starts_with('<')
            || included.is_none() && piece.decoded && has_only_own_references(piece.raw);
        if !self.is_written() {
            text.push_str(value);
        } else if is_escaped {
            escape(value, IN_TEXT, text);
        } else {
            text.push_str(included.unwrap_or(piece.raw));
        }
    }

    /// Returns the value of the text. If `is_guessed` is set, plain text that looks like HTML is HTML.
    pub(super) fn value(
        &mut self,
        mut text: String,
        is_guessed: bool,
        options: &Options,
        budget: &Budget,
    ) -> String {
        // Before any other change: the offsets of the wrapper refer to the text as collected.
        if let Some(wrapper) = self.inner.wrapper() {
            wrapper.remove_from(&mut text);
        }
        let mut text = into_trimmed(text);
        if self.is_base64
            && let Some(decoded) = decode_base64(&text)
        {
            text = into_trimmed(decoded);
        }
        if self.media_type == XHTML && text.contains('&') && !text.contains('<') {
            // Text without a tag must not be parsed as markup again.
            let mut escaped = String::new();
            escape(&bozofeed_text::html::references::unescape(&text), IN_TEXT, &mut escaped);
            text = escaped;
        }
        if is_guessed && self.media_type == PLAIN && looks_like_html(&text) {
            self.media_type = HTML.into();
        }
        // Before the text is sanitized: a repair could restore removed markup.
        let text = repair_if(text.into(), |_| true);
        if !is_markup(&self.media_type) {
            return text.into_owned();
        }
        let syntax = if self.media_type == XHTML { Syntax::Xhtml } else { Syntax::Html };
        let value =
            options.cleaner().value(text, syntax, &self.base, &MarkupConventions::FEED_PARSER, budget);
        // The sanitizer writes references as Universal Feed Parser does.
        if value.is_safe() { value.into_string() } else { references(&value).into_owned() }
    }

    /// Returns the detail of a value.
    pub(super) fn detail(&self, value: &str, budget: &Budget) -> Value<'static> {
        let mut d = Dictionary::with_capacity(5);
        d.insert("type", self.media_type.to_string());
        let language = self.language.as_ref().map(ToString::to_string);
        d.insert("language", language);
        d.insert("base", budget.inherit(&&*self.base).unwrap_or_default().to_owned());
        d.insert("value", value.to_owned());
        if let Some(src) = &self.src {
            d.insert("src", src.clone());
        }
        d.into_value()
    }
}

/// Trims white space from both ends of a text.
pub(super) fn into_trimmed(text: String) -> String {
    trimmed(text.into()).into_owned()
}

/// The maximum number of digits of a numeric reference that is rewritten.
const LONGEST_NUMBER: usize = 8;

/// Writes numeric references with lower-case digits, maps windows-1252 code points to the intended characters, and resolves quotes.
fn references(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for at in bozofeed_text::forward::memmem::find_iter(html.as_bytes(), "&#") {
        let number = html.get(at + 2..).unwrap_or_default();
        let length = number.bytes().take(LONGEST_NUMBER + 1).position(|b| b == b';');
        let Some(number) = length.and_then(|length| number.get(..length)) else { continue };
        let Some(written) = normalized_reference(number) else { continue };
        out.push_str(html.get(copied..at).unwrap_or_default());
        out.push_str(&written);
        copied = at + "&#;".len() + number.len();
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    out.push_str(html.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::references;

    #[test]
    fn numeric_references_are_written_as_the_reference_does() {
        for (html, expected) in [
            ("a &#34;b&#34; &#39;c&#39; &#039;", "a \"b\" 'c' &#039;"),
            ("&#X2F; &#x1F600; &#8217;", "&#x2f; &#x1f600; &#8217;"),
            ("&#150;&#x0096;&#129;", "&#x2013;&#x2013;&#129;"),
            ("&#; &#x; &#xg; &#", "&#; &#x; &#xg; &#"),
            ("&rsquo; &amp; é", "&rsquo; &amp; é"),
        ] {
            assert_eq!(references(html), expected, "{html}");
        }
    }
}
