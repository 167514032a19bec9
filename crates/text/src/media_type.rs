//! Media types (RFC 6838 §4.2, RFC 9110 §8.3.1): the only module that parses them and classifies their documents.

use std::borrow::Cow;

use crate::names::kept;
use crate::trim::trim;

/// A parsed media type. Names are not case-sensitive, and parameters are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsedMediaType<'a> {
    /// The type and the subtype, as written.
    essence: &'a str,
    top: &'a str,
    subtype: &'a str,
}

/// The documents of a media type for feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedType {
    /// Only feeds.
    Feed,
    /// Any XML.
    Xml,
    /// Any JSON or RDF.
    Data,
}

/// The media types of feeds, and the variants found in pages. Types that are not listed do not denote feeds: `application/json+oembed`,
/// `application/activity+json`, `application/rsd+xml`.
const FEEDS: &[(&str, FeedType)] = &[
    // The registered types come first, followed by other types in use.
    ("application/rss+xml", FeedType::Feed),
    ("application/atom+xml", FeedType::Feed),
    ("application/feed+json", FeedType::Feed),
    ("application/x-rss+xml", FeedType::Feed),
    ("application/x-atom+xml", FeedType::Feed),
    ("application/x.atom+xml", FeedType::Feed),
    ("application/xml+rss", FeedType::Feed),
    ("application/xml+atom", FeedType::Feed),
    ("application/rss", FeedType::Feed),
    ("application/atom", FeedType::Feed),
    ("application/x-rss", FeedType::Feed),
    ("text/rss+xml", FeedType::Feed),
    ("text/atom+xml", FeedType::Feed),
    ("text/rss", FeedType::Feed),
    ("text/atom", FeedType::Feed),
    ("text/x-rss", FeedType::Feed),
    ("application/rss-xml", FeedType::Feed),
    ("application/atom-xml", FeedType::Feed),
    ("application/rss2+xml", FeedType::Feed),
    ("application/rssxml", FeedType::Feed),
    ("application/json+feed", FeedType::Feed),
    // In a URL or a form, a plus is a space.
    ("application/rss xml", FeedType::Feed),
    ("application/atom xml", FeedType::Feed),
    ("application/feed json", FeedType::Feed),
    // Without the type or the subtype.
    ("rss+xml", FeedType::Feed),
    ("atom+xml", FeedType::Feed),
    ("feed+json", FeedType::Feed),
    ("rss", FeedType::Feed),
    ("atom", FeedType::Feed),
    ("text/xml", FeedType::Xml),
    ("application/xml", FeedType::Xml),
    ("application/rdf+xml", FeedType::Data),
    ("application/json", FeedType::Data),
];

impl<'a> ParsedMediaType<'a> {
    /// Parses a media type. A text without a slash is a type without a subtype.
    pub fn parse(text: &'a str) -> Self {
        // A duplicate field becomes a list.
        let essence = trim(text.split([';', ',']).next().unwrap_or_default());
        let (top, subtype) = essence.split_once('/').unwrap_or((essence, ""));
        Self { essence, top, subtype }
    }

    /// Returns the type and the subtype, as written.
    #[inline]
    pub fn essence(self) -> &'a str {
        self.essence
    }

    /// Returns whether it has a type and a subtype, with valid characters.
    pub fn is_complete(self) -> bool {
        is_name(self.top) && is_name(self.subtype)
    }

    /// Returns whether it has this type and subtype.
    #[inline]
    pub fn is(self, name: &str) -> bool {
        self.essence.eq_ignore_ascii_case(name)
    }

    /// Returns whether it has this top-level type.
    pub fn is_top(self, top: &str) -> bool {
        !self.subtype.is_empty() && self.top.eq_ignore_ascii_case(top)
    }

    /// Returns whether its documents are composite (RFC 2046 §5).
    pub fn is_composite(self) -> bool {
        self.is_top("multipart") || self.is_top("message")
    }

    /// Returns whether its documents are XML (RFC 7303 §4.2, §9).
    pub fn is_xml(self) -> bool {
        // The subtypes of RFC 7303 §9, under any top-level type.
        let names = ["xml", "xml-dtd", "xml-external-parsed-entity"];
        names.iter().any(|name| self.subtype.eq_ignore_ascii_case(name)) || self.is_suffixed_xml()
    }

    /// Returns whether the suffix of its subtype declares XML, whatever its top-level type.
    pub fn is_suffixed_xml(self) -> bool {
        has_suffix(self.subtype, "+xml")
    }

    /// Returns whether its documents are JSON (RFC 8259 §11, RFC 6839 §3.1).
    pub fn is_json(self) -> bool {
        self.is("application/json") || self.is("text/json") || has_suffix(self.subtype, "+json")
    }

    /// Returns whether it is HTML or XHTML, by its name or by Atom's short name (RFC 4287 §3.1.1).
    pub fn is_html(self) -> bool {
        ["html", "text/html", "xhtml", "application/xhtml+xml"].iter().any(|name| self.is(name))
    }

    /// Returns the kind of its documents, if it may denote a feed.
    pub fn feed_type(self) -> Option<FeedType> {
        FEEDS.iter().find(|(name, _)| self.is(name)).map(|(_, kind)| *kind)
    }
}

/// A media type in an attribute or member of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredType<'a> {
    /// The media type, [`normalized`]. `None` for a word that is not a media type (`mp3`, `file`, `CDATA`).
    pub media_type: Option<Cow<'a, str>>,
    /// Whether the text has more than that and is also kept as written: it has parameters, or is such a word.
    pub has_more: bool,
}

/// The types of most links and texts, in their usual spelling.
const USUAL: [&str; 9] = [
    "text/html", "application/rss+xml", "application/atom+xml", "audio/mpeg", "image/jpeg", "image/png",
    "video/mp4", "audio/x-m4a", "application/json",
];

/// Returns a media type; common ones are not copied.
#[inline]
pub fn shared(media_type: &str) -> Cow<'static, str> {
    kept(&USUAL, media_type)
}

/// Reads the media type that a feed declares.
pub fn declared(text: &str) -> DeclaredType<'_> {
    // Most types are one of these, which are already normalized and have no parameters.
    if USUAL.contains(&text) {
        return DeclaredType { media_type: Some(Cow::Borrowed(text)), has_more: false };
    }
    let media_type = Some(normalized(text)).filter(|_| is_declared(text));
    let kept = if media_type.is_some() { ParsedMediaType::parse(text).essence().len() } else { 0 };
    DeclaredType { media_type, has_more: kept < text.trim().len() }
}

/// Returns whether a text is a media type, with or without parameters, or a short name for one in links: `html`, `rss`.
pub fn is_declared(text: &str) -> bool {
    let parsed = ParsedMediaType::parse(text);
    parsed.is_complete() || parsed.is_html() || parsed.feed_type().is_some()
}

/// Returns whether a text is a media type by its specifications: `type "/" subtype *(";" parameter)` (RFC 2045 §5.1, RFC 6838 §4.2).
pub fn is_valid(text: &str) -> bool {
    let mut parts = text.split(';');
    let essence = parts.next().unwrap_or_default().trim();
    let is_type = essence.split_once('/').is_some_and(|(top, sub)| is_name(top) && is_name(sub));
    is_type && parts.all(|parameter| parameter.contains('='))
}

/// Returns whether a text only has characters of a type or subtype (RFC 6838 §4.2), or other token characters (RFC 2045 §5.1).
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+*".contains(&b))
}

/// Returns a media type in lower case and without its parameters, for comparisons.
pub fn normalized(text: &str) -> Cow<'_, str> {
    let essence = ParsedMediaType::parse(text).essence();
    if essence.bytes().any(|b| b.is_ascii_uppercase()) {
        return Cow::Owned(essence.to_ascii_lowercase());
    }
    Cow::Borrowed(essence)
}

/// Returns a media type with its type and subtype in lower case and its parameters as written: texts have no other place for parameters
/// that define their interpretation (`text/markdown; variant=GFM`, RFC 7763).
pub fn normalized_with_parameters(text: &str) -> String {
    let trimmed = text.trim();
    let essence = ParsedMediaType::parse(trimmed).essence();
    essence.to_ascii_lowercase() + trimmed.get(essence.len()..).unwrap_or_default()
}

fn has_suffix(text: &str, suffix: &str) -> bool {
    text.len()
        .checked_sub(suffix.len())
        .and_then(|at| text.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A media type, and whether it is XML, JSON, HTML and a feed type.
    const TYPES: &[(&str, [bool; 4])] = &[
        ("application/rss+xml", [true, false, false, true]),
        ("application/atom+xml", [true, false, false, true]),
        ("application/rdf+xml", [true, false, false, true]),
        ("application/xml", [true, false, false, true]),
        ("text/xml", [true, false, false, true]),
        ("application/xml-dtd", [true, false, false, false]),
        ("text/xml-external-parsed-entity", [true, false, false, false]),
        ("image/svg+xml", [true, false, false, false]),
        ("application/xhtml+xml", [true, false, true, false]),
        ("application/feed+json", [false, true, false, true]),
        ("application/json", [false, true, false, true]),
        ("text/json", [false, true, false, false]),
        ("application/activity+json", [false, true, false, false]),
        ("text/html", [false, false, true, false]),
        ("html", [false, false, true, false]),
        ("xhtml", [false, false, true, false]),
        ("text/rss", [false, false, false, true]),
        ("application/xml+rss", [false, false, false, true]),
        ("application/rss xml", [false, false, false, true]),
        ("rss", [false, false, false, true]),
        ("text/plain", [false, false, false, false]),
        ("text/htmlx", [false, false, false, false]),
        ("audio/mpeg", [false, false, false, false]),
        ("xml", [false, false, false, false]),
        ("+xml", [false, false, false, false]),
        ("", [false, false, false, false]),
    ];

    #[test]
    fn neither_case_nor_parameters_nor_white_space_change_a_type() {
        let mut wrong = Vec::new();
        for (name, expected) in TYPES {
            let mixed = name.replace("ml", "Ml").replace("text", "TexT");
            for name in [(*name).to_owned(), name.to_ascii_uppercase(), mixed] {
                for (before, after) in [
                    ("", ""),
                    (" ", "\n"),
                    ("", ";"),
                    ("", "; charset=utf-8"),
                    ("\t", " ;Charset=\"UTF-8\"; q=0.5"),
                    ("", ", text/plain"),
                ] {
                    let text = [before, &name, after].concat();
                    let parsed = ParsedMediaType::parse(&text);
                    let found =
                        [parsed.is_xml(), parsed.is_json(), parsed.is_html(), parsed.feed_type().is_some()];
                    if found != *expected || parsed.essence() != name {
                        wrong.push((text, found));
                    }
                }
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn types_are_normalized_and_parameters_are_dropped() {
        let wrong: Vec<_> = [
            ("audio/mpeg", "audio/mpeg"),
            (" Audio/MPEG ", "audio/mpeg"),
            ("Video/MP4; Codecs=\"avc1.4D401E\"", "video/mp4"),
            ("TEXT/HTML ;Charset=UTF-8", "text/html"),
            ("text/html, text/plain", "text/html"),
            (";charset=utf-8", ""),
            ("MP3", ""),
            ("\u{c9}/X", ""),
            ("", ""),
        ]
        .into_iter()
        .filter(|(text, expected)| {
            let has_parameters_too = normalized_with_parameters(text).eq_ignore_ascii_case(text.trim());
            let declared = declared(text);
            let is_read = declared.media_type.as_deref().unwrap_or_default() == *expected;
            let has_more = declared.media_type.is_none() && !text.is_empty() || text.contains([';', ',']);
            !is_read || declared.has_more != has_more || !has_parameters_too
        })
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn words_that_are_no_media_types_are_as_if_absent() {
        let mut wrong = Vec::new();
        for (text, media_type, has_more) in [
            ("audio/mpeg", Some("audio/mpeg"), false),
            (" Audio/MPEG ", Some("audio/mpeg"), false),
            ("video/mp4; codecs=\"avc1.4D401E\"", Some("video/mp4"), true),
            ("application/vnd.x+json", Some("application/vnd.x+json"), false),
            ("html", Some("html"), false),
            ("XHTML", Some("xhtml"), false),
            ("rss", Some("rss"), false),
            ("application/rss xml", Some("application/rss xml"), false),
            ("", None, false),
            (" ", None, false),
            ("mp3", None, true),
            ("file", None, true),
            ("CDATA", None, true),
            ("escaped", None, true),
            ("html5", None, true),
            ("audio", None, true),
            ("audio/", None, true),
            ("/mpeg", None, true),
            ("/", None, true),
            ("audio/mpeg/x", None, true),
            ("an mp3/file", None, true),
            ("https://h.example/1.mp3", None, true),
            (";charset=utf-8", None, true),
        ] {
            let found = declared(text);
            if (found.media_type.as_deref(), found.has_more) != (media_type, has_more) {
                wrong.push((text, found));
            }
        }
        assert_eq!(wrong, []);
    }
}
