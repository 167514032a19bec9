//! Each policy, row by row. A comment before each row names the rule that it tests.

use bozofeed::encoding::decode;
use bozofeed::{Bozo, Document, EncodingPolicy, Headers};

/// The bozo exception that a row expects.
#[derive(Debug, PartialEq)]
enum Verdict {
    Fine,
    Override,
    NonXml,
    Unknown,
}

use Verdict::{Fine, NonXml, Override};

/// Rule, Content-Type (`None`: a file; `Some("")`: headers without one), document, encoding, verdict.
type Row = (&'static str, Option<&'static str>, &'static [u8], &'static str, Verdict);

fn walk(policy: &EncodingPolicy, rows: &[Row]) {
    for (rule, content_type, bytes, encoding, verdict) in rows {
        let headers: Headers = match content_type {
            None => Headers::new(),
            Some("") => [("ETag", "\"1\"")].into_iter().collect(),
            Some(value) => [("Content-Type", *value)].into_iter().collect(),
        };
        let decoded = decode(policy, Document::new(bytes).headers(&headers));
        let found = match decoded.exception.map(Bozo::from) {
            None => Fine,
            Some(Bozo::CharacterEncodingOverride { .. }) => Override,
            Some(Bozo::NonXMLContentType { .. }) => NonXml,
            Some(_) => Verdict::Unknown,
        };
        let expected = (*encoding, verdict);
        assert_eq!(
            (decoded.encoding.as_ref(), &found),
            expected,
            "{}: {rule}\n{}",
            policy.name(),
            decoded.trail
        );
        assert!(decoded.text.starts_with('<') || decoded.text.starts_with('{'), "{rule}: {}", decoded.text);
    }
}

const ASCII: &[u8] = b"<?xml version='1.0'?><rss>plain</rss>";
const ASCII_DECLARED: &[u8] = b"<?xml version='1.0' encoding='iso-8859-2'?><rss>plain</rss>";
const UTF_8: &[u8] = b"<?xml version='1.0'?><rss>caf\xC3\xA9</rss>";
const UTF_8_DECLARED: &[u8] = b"<?xml version='1.0' encoding='utf-8'?><rss>caf\xC3\xA9</rss>";
const LATIN_2_DECLARED: &[u8] = b"<?xml version='1.0' encoding='iso-8859-2'?><rss>\xB3\xB1ka</rss>";
const BOM_UTF_8: &[u8] = b"\xEF\xBB\xBF<rss>caf\xC3\xA9</rss>";
const BOM_UTF_16: &[u8] = b"\xFF\xFE<\0r\0s\0s\0>\0\xE9\0<\0";
const UTF_16_BARE: &[u8] = b"\0<\0r\0s\0s\0>\0\xE9\0<";
const HTML_META: &[u8] = b"<html><head><meta charset='windows-1251'></head>\xEF\xF0\xE8\xE2\xE5\xF2</html>";
const META_AND_DECLARATION: &[u8] =
    b"<?xml version='1.0' encoding='koi8-r'?><html><meta charset='windows-1251'>\xEF\xF0\xE8</html>";

#[test]
fn rfc_3023_is_followed_row_by_row_for_xml_types() {
    walk(
        &EncodingPolicy::RFC3023,
        &[
            // §3.2, §8.9: application/xml with a charset parameter.
            ("charset", Some("application/xml; charset=iso-8859-1"), ASCII_DECLARED, "iso-8859-1", Fine),
            // §3.2, §8.10: without one, the XML declaration.
            ("declaration", Some("application/xml"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            // §3.2, §8.11: without either, utf-8.
            ("utf-8", Some("application/xml"), UTF_8, "utf-8", Fine),
            // §7.1: +xml types are treated as application/xml.
            ("suffix", Some("application/atom+xml"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            // §3.3: external parsed entities; §3.5: DTDs.
            ("entity", Some("application/xml-external-parsed-entity"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            ("DTD", Some("application/xml-dtd"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            // §3.1, §8.1: text/xml with a charset parameter.
            ("text charset", Some("text/xml; charset=\"utf-8\""), UTF_8, "utf-8", Fine),
            // §3.1, §8.5: without one, us-ascii, regardless of the declaration.
            ("text us-ascii", Some("text/xml"), ASCII_DECLARED, "us-ascii", Fine),
            ("text +xml", Some("text/rss+xml"), ASCII, "us-ascii", Fine),
            // As above, if the bytes are not us-ascii: declaration, Appendix F, detector, utf-8, windows-1252.
            ("text not us-ascii", Some("text/xml"), UTF_8_DECLARED, "utf-8", Override),
            ("retry declared", Some("text/xml"), LATIN_2_DECLARED, "iso-8859-2", Override),
            ("retry mark", Some("text/xml"), BOM_UTF_16, "utf-16le", Override),
            ("retry Appendix F", Some("application/xml"), UTF_16_BARE, "utf-16be", Override),
            ("retry valid utf-8", Some("text/xml"), UTF_8, "utf-8", Override),
            ("retry meta", Some("text/html"), HTML_META, "windows-1251", Override),
        ],
    );
}

#[test]
fn beside_rfc_3023_other_media_types_and_files_are_read_as_universal_feed_parser_does() {
    walk(
        &EncodingPolicy::RFC3023,
        &[
            // RFC 2046 §4.1.2: other text types default to us-ascii.
            ("other text", Some("text/plain"), ASCII, "us-ascii", NonXml),
            ("html", Some("text/html; charset=utf-8"), UTF_8, "utf-8", NonXml),
            // Not an XML type: declaration, else utf-8. Its charset does not apply to XML.
            ("octets", Some("application/octet-stream"), LATIN_2_DECLARED, "iso-8859-2", NonXml),
            ("octets, charset", Some("image/png; charset=iso-8859-1"), UTF_8, "utf-8", NonXml),
            // RFC 8259 §8.1: JSON is UTF-8.
            ("JSON", Some("application/feed+json"), b"{\"version\":\"\xC3\xA9\"}", "utf-8", Fine),
            // Headers without a Content-Type: declaration, else iso-8859-1 (RFC 2616 §3.7.1).
            ("absent, declared", Some(""), LATIN_2_DECLARED, "iso-8859-2", NonXml),
            ("absent", Some(""), ASCII, "iso-8859-1", NonXml),
            // A file: declaration, else utf-8 (XML 1.0 §4.3.3).
            ("file, declared", None, LATIN_2_DECLARED, "iso-8859-2", Fine),
            ("file", None, UTF_8, "utf-8", Fine),
            ("file with a mark", None, BOM_UTF_8, "utf-8", Fine),
        ],
    );
}

#[test]
fn rfc_7303_is_followed_row_by_row() {
    walk(
        &EncodingPolicy::RFC7303,
        &[
            // §3.3: a byte order mark is authoritative, over the charset parameter and the declaration.
            ("mark", Some("application/xml; charset=iso-8859-1"), BOM_UTF_8, "utf-8", Fine),
            ("mark of utf-16", Some("text/xml; charset=utf-8"), BOM_UTF_16, "utf-16le", Fine),
            // §3.2: then the charset parameter.
            ("charset", Some("application/xml; charset=iso-8859-1"), ASCII_DECLARED, "iso-8859-1", Fine),
            // §3.2: then the rules of XML.
            ("declaration", Some("text/xml"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            // §8.1 and Appendix C: text/xml has lost its default of us-ascii.
            ("text/xml utf-8", Some("text/xml"), UTF_8, "utf-8", Fine),
            ("text/xml declared", Some("text/xml"), UTF_8_DECLARED, "utf-8", Fine),
            // §4.2: the suffix, under any top-level type.
            ("suffix", Some("image/svg+xml"), UTF_8, "utf-8", Fine),
            ("no XML", Some("text/plain"), UTF_8, "utf-8", NonXml),
        ],
    );
}

#[test]
fn the_encoding_divination_flow_chart_is_followed_row_by_row() {
    walk(
        &EncodingPolicy::ENCODING_DIVINATION,
        &[
            // Step 1: charset parameter.
            ("charset", Some("text/xml; charset=utf-8"), UTF_8, "utf-8", Fine),
            (
                "charset over mark",
                Some("application/xml; charset=iso-8859-1"),
                b"\xEF\xBB\xBF<rss>a</rss>",
                "iso-8859-1",
                Fine,
            ),
            // Step 2: byte order mark.
            ("mark", Some("text/xml"), BOM_UTF_8, "utf-8", Fine),
            ("mark of utf-16", Some("application/xml"), BOM_UTF_16, "utf-16le", Fine),
            // Step 3: META.
            ("meta", Some("text/html"), HTML_META, "windows-1251", NonXml),
            (
                "meta over declaration",
                Some("application/xhtml+xml"),
                META_AND_DECLARATION,
                "windows-1251",
                Fine,
            ),
            // Step 4: XML declaration, read in its encoding family.
            ("declaration", Some("text/xml"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            // Step 5: defaults of the media types.
            ("text/xml", Some("text/xml"), ASCII, "us-ascii", Fine),
            ("text/plain", Some("text/plain"), ASCII, "iso-8859-1", NonXml),
            ("text/html", Some("text/html"), ASCII, "iso-8859-1", NonXml),
            ("application/xml", Some("application/xml"), UTF_8, "utf-8", Fine),
        ],
    );
}

#[test]
fn the_w3c_recipe_is_followed_row_by_row() {
    walk(
        &EncodingPolicy::W3C_RECIPE,
        &[
            // 1: charset parameter.
            ("charset", Some("text/xml; charset=iso-8859-1"), ASCII_DECLARED, "iso-8859-1", Fine),
            // 2: XML declaration.
            ("declaration over meta", Some("application/xhtml+xml"), META_AND_DECLARATION, "koi8-r", Fine),
            // 3: byte order mark.
            ("mark", Some("text/html"), BOM_UTF_8, "utf-8", NonXml),
            // 4: META.
            ("meta", Some("text/html"), HTML_META, "windows-1251", NonXml),
            // 5: defaults of the media types.
            ("text/html", Some("text/html"), ASCII, "iso-8859-1", NonXml),
            ("text/xml", Some("text/xml"), UTF_8, "utf-8", Fine),
            // 6: validity as UTF-8.
            ("valid utf-8", Some("text/plain"), UTF_8, "utf-8", NonXml),
            // 7: windows-1252.
            ("windows-1252", None, b"<rss>caf\xE9</rss>", "windows-1252", Override),
        ],
    );
}

#[test]
fn the_encoding_standard_is_followed_row_by_row() {
    walk(
        &EncodingPolicy::ENCODING_STANDARD,
        &[
            // Encoding §6, "decode": a byte order mark is more authoritative than anything else.
            ("mark", Some("text/html; charset=iso-8859-1"), BOM_UTF_8, "utf-8", NonXml),
            // HTML §13.2.3.2: then the transport layer.
            ("charset", Some("application/xml; charset=iso-8859-1"), UTF_8_DECLARED, "iso-8859-1", Fine),
            // The prescan: meta elements; a meta element's utf-16 is utf-8.
            ("meta", Some("text/html"), HTML_META, "windows-1251", NonXml),
            ("meta utf-16", Some("text/html"), b"<html><meta charset=utf-16>caf\xC3\xA9", "utf-8", NonXml),
            // XML declaration.
            ("declaration", Some("application/xml"), LATIN_2_DECLARED, "iso-8859-2", Fine),
            // Encoding §4.2: an unknown label is ignored.
            ("no label", Some("application/xml; charset=cp037"), UTF_8, "utf-8", Fine),
            // Detector.
            ("valid utf-8", None, UTF_8, "utf-8", Fine),
            (
                "detector",
                None,
                b"<rss>\xC2\xF1\xE5 \xEB\xFE\xE4\xE8 \xF0\xEE\xE6\xE4\xE0\xFE\xF2\xF1\xFF \xF1\xE2\xEE\xE1\xEE\xE4\xED\xFB\xEC\xE8</rss>",
                "windows-1251",
                Override,
            ),
        ],
    );
}
