//! Text that may hold markup: text constructs (RFC 4287 §3.1), content (§4.1.3) and their elder relatives.

use std::borrow::Cow;

use super::buffer::{Buffer, trim};
use crate::content::{decode_base64, is_void, looks_like_html, unescape};
use crate::vocabulary::TextField;
use crate::xml::{Name, Text};

const PLAIN: &str = "text/plain";
const HTML: &str = "text/html";
const XHTML: &str = "application/xhtml+xml";

/// A text construct whose element is open.
#[derive(Debug)]
pub(super) struct Construct {
    pub(super) field: TextField,
    pub(super) media_type: Cow<'static, str>,
    base64: bool,
    pub(super) src: Option<String>,
    /// The first `div`, which only wraps the markup (RFC 4287 §3.1.1.3).
    wrapper: Option<Wrapper>,
    /// How many elements are open within.
    depth: usize,
}

#[derive(Debug)]
struct Wrapper {
    inside: usize,
    /// Where its end tag begins and ends.
    end: Option<(usize, usize)>,
}

/// What the end of an element within a construct writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inline {
    /// The end tag.
    Ends,
    /// Nothing: it was empty, or its tags are not part of the text.
    Silent,
}

impl Construct {
    pub(super) fn new(
        field: TextField,
        declared: Option<&str>,
        mode: Option<&str>,
        src: Option<String>,
    ) -> Self {
        let media_type = declared.map_or_else(|| Cow::Borrowed(default_type(field)), full_type);
        let base64 = mode.is_some_and(|mode| mode.eq_ignore_ascii_case("base64"))
            || !(media_type.starts_with("text/")
                || media_type.ends_with("+xml")
                || media_type.ends_with("/xml"));
        Self { field, media_type, base64, src, wrapper: None, depth: 0 }
    }

    fn is_xml(&self) -> bool {
        self.media_type.ends_with("xml")
    }

    /// A start tag within: it is written as it stands, but for its prefix.
    pub(super) fn start_tag(
        &mut self,
        name: &Name<'_>,
        raw: &str,
        empty: bool,
        buffer: &mut Buffer<'_>,
        unwrap: bool,
    ) -> Inline {
        self.depth += 1;
        if !self.is_xml() {
            if name.local.eq_ignore_ascii_case("div") {
                return Inline::Silent;
            }
            self.media_type = Cow::Borrowed(XHTML);
        }
        let wraps = unwrap
            && self.depth == 1
            && self.wrapper.is_none()
            && name.local == "div"
            && buffer.as_str().trim().is_empty();
        let text = buffer.text_mut();
        text.push('<');
        text.push_str(name.local);
        text.push_str(raw.get(name.qualified.len()..).unwrap_or(""));
        // The declaration may stand outside of the text.
        if raw.contains(" xlink:") && !raw.contains("xmlns:xlink") {
            text.push_str(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        }
        if !empty {
            text.push('>');
            if wraps {
                self.wrapper = Some(Wrapper { inside: text.len(), end: None });
            }
            return Inline::Ends;
        }
        let lower =
            name.local.bytes().any(|b| b.is_ascii_uppercase()).then(|| name.local.to_ascii_lowercase());
        if is_void(lower.as_deref().unwrap_or(name.local)) {
            text.push_str(" />");
        } else {
            text.push_str("></");
            text.push_str(name.local);
            text.push('>');
        }
        Inline::Silent
    }

    /// The end of an element within. One that the document does not write is not written.
    pub(super) fn end_tag(&mut self, name: &str, inline: Inline, implied: bool, buffer: &mut Buffer<'_>) {
        self.depth = self.depth.saturating_sub(1);
        let begin = buffer.len();
        if inline == Inline::Ends && !implied {
            let text = buffer.text_mut();
            text.push_str("</");
            text.push_str(name);
            text.push('>');
        }
        if self.depth == 0
            && let Some(wrapper) = &mut self.wrapper
            && wrapper.end.is_none()
        {
            wrapper.end = Some((begin, buffer.len()));
        }
    }

    /// Whether text within is kept as it is written.
    pub(super) fn is_written(&self) -> bool {
        self.media_type == XHTML
    }

    /// Text within: markup keeps its references, plain text has them resolved. `included`: what is written, with the
    /// document's own entities included.
    pub(super) fn text<'a>(
        &mut self,
        text: &Text<'a>,
        included: Option<Cow<'a, str>>,
        decoded: &mut String,
        buffer: &mut Buffer<'a>,
    ) {
        match (self.is_written(), text.decoded) {
            (true, _) if text.cdata || text.raw.starts_with('<') => {
                escape(if text.decoded { decoded } else { text.raw }, buffer.text_mut());
            }
            (true, _) => match included {
                Some(Cow::Owned(mut included)) => buffer.push_owned(&mut included),
                Some(Cow::Borrowed(written)) => buffer.push(written),
                None => buffer.push(text.raw),
            },
            (false, false) => buffer.push(text.raw),
            (false, true) => buffer.push_owned(decoded),
        }
    }

    /// The text as the feed means it, still to be cleaned, without the wrapper and the encoding.
    pub(super) fn finish<'a>(&mut self, mut buffer: Buffer<'a>, guess: bool) -> Cow<'a, str> {
        if let Some(Wrapper { inside, end: Some((begin, end)) }) = self.wrapper {
            let text = buffer.text_mut();
            if text.get(end..).is_some_and(|rest| rest.trim().is_empty()) && inside <= begin {
                text.truncate(begin);
                text.drain(..inside);
            }
        }
        let mut value = buffer.into_trimmed();
        if self.base64
            && let Some(decoded) = decode_base64(&value)
        {
            value = trim(Cow::Owned(decoded));
        }
        if guess && self.media_type == PLAIN && looks_like_html(&value) {
            self.media_type = Cow::Borrowed(HTML);
        }
        value
    }

    pub(super) fn is_markup(&self) -> bool {
        self.media_type == HTML || self.media_type == XHTML
    }
}

/// The type that an element has if it does not say.
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

/// The media type behind Atom's short names (RFC 4287 §3.1.1).
fn full_type(declared: &str) -> Cow<'static, str> {
    let lower = declared.trim().to_ascii_lowercase();
    Cow::Borrowed(match lower.as_str() {
        "text" | "plain" | PLAIN => PLAIN,
        "html" | HTML => HTML,
        "xhtml" | XHTML => XHTML,
        _ => return Cow::Owned(lower),
    })
}

fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            _ => "&gt;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// A plain value in which a feed escaped its references once too often.
pub(super) fn unescape_link(value: Cow<'_, str>) -> Cow<'_, str> {
    if value.contains("&amp;") { Cow::Owned(unescape(&value).into_owned()) } else { value }
}
