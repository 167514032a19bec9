//! The Content-Type field: its media type and its charset parameters.

use crate::Headers;
use bozofeed_text::media_type::ParsedMediaType;

/// The kinds of media types that policies distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MediaKind {
    /// `application/xml`, its DTD and external entity types, and `application/*+xml` (RFC 3023 §3.2, §7).
    ApplicationXml,
    /// `text/xml`, its external entity type, and `text/*+xml` (RFC 3023 §3.1).
    TextXml,
    /// JSON types: `application/json` and `*/*+json` (RFC 8259 §11, RFC 6839 §3.1).
    Json,
    /// `text/html`.
    Html,
    /// Other `text/*` types.
    OtherText,
    /// Any other type, or a value that is not a media type.
    Other,
    /// There are headers, but no Content-Type.
    Absent,
    /// There are no headers: the bytes came from a file.
    File,
}

impl MediaKind {
    /// Returns the kind of the media type in the headers.
    pub fn of(headers: &Headers) -> Self {
        match headers.content_type() {
            None if headers.is_empty() => Self::File,
            None => Self::Absent,
            Some(content_type) => Self::named(ParsedMediaType::parse(content_type)),
        }
    }

    fn named(media_type: ParsedMediaType<'_>) -> Self {
        let (is_application, is_text) = (media_type.is_top("application"), media_type.is_top("text"));
        // First, since `text/…+xml` is also a `+xml` type, but has the default encoding of `text/xml` (RFC 3023 §3.1).
        if media_type.is_xml() && is_text {
            Self::TextXml
        } else if media_type.is_xml() && (is_application || media_type.is_suffixed_xml()) {
            // RFC 7303 §4.2: every `+xml` type is XML, whatever its top-level type.
            Self::ApplicationXml
        } else if media_type.is_json() {
            Self::Json
        } else if media_type.is("text/html") {
            Self::Html
        } else if is_text {
            Self::OtherText
        } else {
            Self::Other
        }
    }

    /// Returns whether a feed may be served with this media type (RFC 3023 §3). True for files.
    pub fn is_fit_for_a_feed(self) -> bool {
        match self {
            Self::ApplicationXml | Self::TextXml | Self::Json | Self::File => true,
            Self::Html | Self::OtherText | Self::Other | Self::Absent => false,
        }
    }
}

/// Returns the non-empty charset parameters of a Content-Type, without quotes and trailing text.
pub(super) fn charsets(content_type: &str) -> impl Iterator<Item = &str> {
    // The values of duplicate fields are joined by a comma (RFC 9110 §5.3).
    content_type.split([';', ',']).filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = name.trim().eq_ignore_ascii_case("charset").then(|| unquoted(value))?;
        (!value.is_empty()).then_some(value)
    })
}

/// Returns the value within quotes, or up to the first white space.
fn unquoted(value: &str) -> &str {
    let value = value.trim();
    match value.strip_prefix(['"', '\'']) {
        Some(quoted) => quoted.split(['"', '\'']).next().unwrap_or_default().trim(),
        None => value.split(|c: char| c.is_whitespace() || c == '"' || c == '\'').next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_told_apart() {
        for (content_type, kind) in [
            ("application/xml", MediaKind::ApplicationXml),
            ("APPLICATION/ATOM+XML; type=feed", MediaKind::ApplicationXml),
            ("application/xml-dtd", MediaKind::ApplicationXml),
            ("image/svg+xml", MediaKind::ApplicationXml),
            ("text/xml", MediaKind::TextXml),
            ("text/rss+xml ;charset=x", MediaKind::TextXml),
            ("application/feed+json", MediaKind::Json),
            ("application/json", MediaKind::Json),
            ("text/html", MediaKind::Html),
            ("text/plain", MediaKind::OtherText),
            ("image/png", MediaKind::Other),
            ("xml", MediaKind::Other),
            ("", MediaKind::Other),
        ] {
            let headers: Headers = [("Content-Type", content_type)].into_iter().collect();
            assert_eq!(MediaKind::of(&headers), kind, "{content_type}");
        }
        assert_eq!(MediaKind::of(&Headers::new()), MediaKind::File);
        assert_eq!(MediaKind::of(&[("ETag", "1")].into_iter().collect()), MediaKind::Absent);
    }

    #[test]
    fn charset_parameters_are_found_however_they_are_written() {
        for (content_type, found) in [
            ("text/xml; charset=utf-8", &["utf-8"][..]),
            ("text/xml;CHARSET = \"utf-8\"", &["utf-8"]),
            ("text/xml; charset=' utf-8 '; x=y", &["utf-8"]),
            ("text/xml; charset=\"utf-8\" rubbish", &["utf-8"]),
            ("text/xml; charset=\"utf-8", &["utf-8"]),
            ("text/xml; charset=utf-8 rubbish", &["utf-8"]),
            ("text/xml; charset=utf-8\"", &["utf-8"]),
            ("text/xml; charset=; charset=utf-8", &["utf-8"]),
            ("text/xml; charset=a; charset=b", &["a", "b"]),
            ("text/xml; charset=utf-8, text/xml; charset=koi8-r", &["utf-8", "koi8-r"]),
            ("text/xml; charset:utf-8", &[]),
            ("text/xml; charset", &[]),
            ("text/xml; xcharset=utf-8", &[]),
            ("charset=utf-8", &["utf-8"]),
        ] {
            assert!(charsets(content_type).eq(found.iter().copied()), "{content_type}");
        }
    }
}
