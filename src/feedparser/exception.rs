//! The exception for a document according to Universal Feed Parser, which may differ from the model's.
//!
//! Universal Feed Parser does not distinguish feeds from pages, only XML from other data: a well-formed page is an empty feed. It
//! trusts any label in which the document can be decoded, whereas the model prefers the evidence in the bytes. It also accepts only
//! the media types of RFC 3023.

use crate::diagnostics::fault::BrokenRule;
use crate::diagnostics::{Bozo, LooksLike, Position, WellFormednessError};
use crate::parsed::Parsed;
use crate::{Document, Fault, Headers};
use bozofeed_encoding::{Attempt, AttemptOutcome, Refusal, decodes};

/// The XML media types (RFC 3023 §3), except types ending in `+xml`.
const XML_TYPES: [&str; 5] = [
    "application/xml",
    "application/xml-dtd",
    "application/xml-external-parsed-entity",
    "text/xml",
    "text/xml-external-parsed-entity",
];

/// Returns the exception for a document that was read.
pub(super) fn exception(document: &Document<'_>, parsed: &Parsed) -> Option<Bozo> {
    match &parsed.bozo {
        // Universal Feed Parser has no limits.
        Some(limit @ Bozo::LimitExceeded { .. }) => return Some(limit.clone()),
        // It does not read JSON Feed, either.
        bozo if parsed.format.is_json() => return bozo.clone(),
        _ if document.bytes.is_empty() => return None,
        _ => {}
    }
    // The byte order mark of UTF-8 is not part of the text.
    let text = document.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&document.bytes);
    // An exception of the XML parser, which runs later, replaces one of the encoding or the media type.
    not_well_formed(text, parsed).or_else(|| encoding(text, document.headers.as_ref(), parsed))
}

/// Returns the exception of the XML parser, including an unbound prefix.
fn not_well_formed(text: &[u8], parsed: &Parsed) -> Option<Bozo> {
    let xml = parsed.faults.iter().find_map(|Fault { error, position }| match error.0 {
        BrokenRule::Xml(_) => Some((error.clone(), *position)),
        BrokenRule::Json(_) | BrokenRule::Encoding(_) => None,
    });
    let (error, position) = match (xml, &parsed.bozo) {
        (Some(xml), _) => xml,
        // Data without an element, which was not parsed as XML.
        (None, Some(Bozo::NotAFeed(looks_like)))
            if !matches!(looks_like, LooksLike::Html | LooksLike::Xml) =>
        {
            (WellFormednessError::NoRoot.into(), Position::START)
        }
        // In the declared encoding, it does not begin like markup.
        (None, _) if parsed.trail.candidates().first().is_some_and(|first| is_gibberish(first, text)) => {
            (WellFormednessError::TextOutsideRoot.into(), Position::START)
        }
        (None, _) => return None,
    };
    Some(Bozo::NotWellFormed { error, position })
}

/// Returns the exception for a wrong encoding, or else for the media type.
fn encoding(text: &[u8], headers: &Headers, parsed: &Parsed) -> Option<Bozo> {
    let trail = &parsed.trail;
    let first = trail.candidates().first()?;
    let Some(chosen) = trail.chosen() else {
        let tried = trail.candidates().iter().map(|candidate| candidate.label.to_string()).collect();
        return Some(Bozo::CharacterEncodingUnknown { tried });
    };
    // A wrong encoding replaces the exception for the media type (`convert_to_utf8`).
    if !is_decodable(first, text) {
        return Some(Bozo::CharacterEncodingOverride {
            declared: first.label.to_string(),
            used: chosen.label.to_string(),
            damage: trail.damage(),
        });
    }
    let content_type = headers.content_type();
    // Without headers, the document is a file, for which no media type is expected.
    if content_type.map_or(headers.is_empty(), is_xml) {
        return None;
    }
    let essence = |value: &str| value.split(';').next().unwrap_or_default().trim().to_owned();
    Some(Bozo::NonXMLContentType { content_type: content_type.map(essence) })
}

/// Returns whether a document can be decoded in the encoding of a candidate, regardless of other evidence against it.
fn is_decodable(candidate: &Attempt, bytes: &[u8]) -> bool {
    match &candidate.outcome {
        AttemptOutcome::Chosen => true,
        AttemptOutcome::ChosenWithDamage(_)
        | AttemptOutcome::Refused(
            Refusal::UnknownLabel | Refusal::NotDecodable | Refusal::Malformed { .. },
        ) => false,
        AttemptOutcome::Refused(
            Refusal::NotMarkup
            | Refusal::HidesEscapeSequences
            | Refusal::ValidUtf8
            | Refusal::ContradictsByteOrderMark,
        ) => decodes(&candidate.label, bytes),
    }
}

/// Returns whether a document can be decoded in the encoding of a candidate, but into something other than markup.
fn is_gibberish(candidate: &Attempt, bytes: &[u8]) -> bool {
    candidate.outcome == AttemptOutcome::Refused(Refusal::NotMarkup) && decodes(&candidate.label, bytes)
}

/// Returns whether a Content-Type is an XML type. The comparison is case-sensitive.
fn is_xml(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let is_text = essence.starts_with("application/") || essence.starts_with("text/");
    XML_TYPES.contains(&essence) || is_text && essence.ends_with("+xml")
}

#[cfg(test)]
mod tests {
    use crate::{Bozo, Document, Parser};

    #[test]
    fn exceptions_are_those_of_universal_feed_parser() {
        const OVERRIDE: &str = "CharacterEncodingOverride";
        const MEDIA_TYPE: &str = "NonXMLContentType";
        const SAX: &str = "SAXParseException";
        let mut failures = Vec::new();
        let rss: &[u8] = b"<rss version='2.0'><channel><title>Tides</title></channel></rss>";
        let utf_8 = "<rss><channel><title>Möwen, Dünen, Bäume</title></channel></rss>".as_bytes();
        let page: &[u8] = b"<html><head><title>Tides</title></head><body/></html>";
        for (content_type, document, expected) in [
            ("", rss, ""),
            ("text/xml", rss, ""),
            ("application/rss+xml; charset=utf-8", rss, ""),
            ("text/html", rss, MEDIA_TYPE),
            ("Text/XML", rss, MEDIA_TYPE),
            ("image/svg+xml", rss, MEDIA_TYPE),
            ("application/json", rss, MEDIA_TYPE),
            // A label in which the document can be decoded is correct.
            ("text/xml; charset=iso-8859-1", utf_8, ""),
            ("text/xml; charset=us-ascii", utf_8, OVERRIDE),
            ("text/html; charset=us-ascii", utf_8, OVERRIDE),
            ("", b"<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>M\xC3\xB6we, D\xC3\xBCne, B\xC3\xB6</title></channel></rss>", ""),
            ("", b"<?xml version='1.0' encoding='utf-8'?><rss><channel><title>M\xF6we</title></channel></rss>", OVERRIDE),
            ("text/xml; charset=windows-1252", b"<\0r\0s\0s\0>\0<\0/\0r\0s\0s\0>\0", SAX),
            // Any well-formed document is accepted.
            ("", page, ""),
            ("text/html", page, MEDIA_TYPE),
            ("", b"<svg xmlns='http://www.w3.org/2000/svg'/>", ""),
            ("", b"<html><br></html>", SAX),
            ("", b"", ""),
            ("text/html", b"", ""),
            ("", b" \n", SAX),
            ("", b"\xEF\xBB\xBF", SAX),
            ("", b"Not found", SAX),
            ("", b"{\"error\": 404}", SAX),
            ("", b"\x89PNG\r\n\x1A\n\0", SAX),
            ("text/html", b"<rss><channel><title>a & b</title></channel></rss>", SAX),
            ("", b"<rss><channel><x:y/></channel></rss>", SAX),
            // JSON Feed is read, unlike in Universal Feed Parser.
            ("application/feed+json", br#"{"version": "https://jsonfeed.org/version/1.1", "title": "a", "items": []}"#, ""),
        ] {
            let document = Document::new(document);
            let document =
                if content_type.is_empty() { document } else { document.content_type(content_type) };
            let text = document.bytes.escape_ascii().to_string();
            let found = Parser::new().dictionary(document);
            let found = found.bozo().map_or("", Bozo::name);
            if found != expected {
                failures.push((content_type, text, expected, found));
            }
        }
        assert_eq!(failures, []);
    }
}
