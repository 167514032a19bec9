//! Policies: the evidence that is used, its order, and the default encoding.

use std::fmt;

use super::label::LabelSet;
use super::media_type::MediaKind;
use super::trail::{Label, Source};

/// The sources of evidence for each media type, in order of precedence.
///
/// A policy is data; one function interprets it. The first encoding found by its rules is *the declared one*. If it cannot be right, the
/// next one is tried, and the document is [`CharacterEncodingOverride`](crate::EncodingException::CharacterEncodingOverride).
///
/// The policies for feeds ([`RFC3023`](Self::RFC3023), [`RFC7303`](Self::RFC7303), [`ENCODING_DIVINATION`](Self::ENCODING_DIVINATION))
/// also override a legacy label if the bytes are valid UTF-8 with at least three multi-byte sequences, or ten if the label denotes a
/// multi-byte encoding. [`W3C_RECIPE`](Self::W3C_RECIPE) and [`ENCODING_STANDARD`](Self::ENCODING_STANDARD) do not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct EncodingPolicy {
    name: &'static str,
    /// The rules by media type. Each kind belongs to one rule.
    rules: &'static [PolicyRule],
    /// The sources that are tried, in order, if no encoding from the rules is right.
    retries: &'static [Source],
    /// The known labels.
    pub(super) labels: LabelSet,
    /// Whether an unknown label is treated as a failed declaration. Otherwise it is ignored.
    pub(super) unknown_labels_count: bool,
    /// Whether a legacy label is refused for bytes that are valid UTF-8.
    pub(super) utf_8_overrides_labels: bool,
}

/// The sources of evidence for documents of some kinds of media types.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PolicyRule {
    kinds: &'static [MediaKind],
    /// The sources that declare the encoding, most authoritative first.
    pub(super) sources: &'static [Source],
    /// The default label if there is no declaration.
    pub(super) default: Option<&'static str>,
}

use MediaKind::{Absent, ApplicationXml, File, Html, Json, Other, OtherText, TextXml};
use Source::{
    ByteOrderMark, Charset, Detector, EncodingFamily, EscapeSequences, Fallback, Meta, NearlyRight,
    Utf8Validity, XmlDeclaration,
};

/// The sources that are tried last, whatever was declared.
const RETRIES: &[Source] = &[
    XmlDeclaration,
    ByteOrderMark,
    // After the declaration, which may specify another encoding of the family: `cp037` is merely the most common one of EBCDIC.
    EncodingFamily,
    Charset,
    Meta,
    EscapeSequences,
    Utf8Validity,
    NearlyRight,
    // After UTF-8, which the detector must not return.
    Detector,
    // The last resorts of Universal Feed Parser, in the same order.
    Fallback(Label::UTF_8),
    Fallback(Label::WINDOWS_1252),
    // The last one, since ISO 8859-2 defines every byte.
    Fallback(Label::ISO_8859_2),
];

impl EncodingPolicy {
    /// RFC 3023, as implemented by Universal Feed Parser. This is the default.
    ///
    /// ```
    /// assert_eq!(bozofeed_encoding::EncodingPolicy::default(), bozofeed_encoding::EncodingPolicy::RFC3023);
    /// ```
    pub const RFC3023: Self = Self {
        name: "RFC 3023",
        rules: &[
            PolicyRule {
                kinds: &[ApplicationXml],
                // RFC 3023 §3.2: the charset parameter is authoritative. Without one, the encoding
                // declaration is.
                sources: &[Charset, XmlDeclaration],
                default: Some("utf-8"),
            },
            // RFC 3023 §8.5: without a charset parameter, text/xml is us-ascii, whatever the XML declaration specifies. Universal Feed
            // Parser treats every `text/*` type like this.
            PolicyRule { kinds: &[TextXml, Html, OtherText], sources: &[Charset], default: Some("us-ascii") },
            // RFC 8259 §8.1; §11: the type has no charset parameter.
            PolicyRule { kinds: &[Json], sources: &[], default: Some("utf-8") },
            // As in Universal Feed Parser: ISO 8859-1 was the default of HTTP (RFC 2616 §3.7.1), while a file has the default of XML.
            PolicyRule { kinds: &[Absent], sources: &[XmlDeclaration], default: Some("iso-8859-1") },
            PolicyRule { kinds: &[File, Other], sources: &[XmlDeclaration], default: Some("utf-8") },
        ],
        retries: RETRIES,
        labels: LabelSet::All,
        unknown_labels_count: true,
        utf_8_overrides_labels: true,
    };

    /// RFC 7303, which replaced RFC 3023: a byte order mark has the highest authority, and no XML type defaults to us-ascii.
    ///
    /// ```
    /// use bozofeed_encoding::{EncodingPolicy, Headers, decode};
    ///
    /// let headers: Headers = [("Content-Type", "text/xml; charset=iso-8859-1")].into_iter().collect();
    /// let decoded = decode(&EncodingPolicy::RFC7303, "\u{FEFF}<title>Möwe</title>".as_bytes(), &headers);
    /// assert_eq!(decoded.encoding, "utf-8");
    /// ```
    pub const RFC7303: Self = Self {
        name: "RFC 7303",
        rules: &[
            PolicyRule {
                // §3: text/xml is treated like application/xml.
                kinds: &[ApplicationXml, TextXml, Html, OtherText, Other, Absent, File],
                // §3.2: the byte order mark comes first, then the charset parameter, then the encoding declaration.
                sources: &[ByteOrderMark, Charset, XmlDeclaration],
                default: Some("utf-8"),
            },
            PolicyRule { kinds: &[Json], sources: &[], default: Some("utf-8") },
        ],
        retries: RETRIES,
        labels: LabelSet::All,
        unknown_labels_count: true,
        utf_8_overrides_labels: true,
    };

    /// The flow chart "Encoding Divination".
    pub const ENCODING_DIVINATION: Self = Self {
        name: "Encoding Divination",
        rules: &[
            PolicyRule {
                kinds: &[TextXml],
                sources: &[Charset, ByteOrderMark, Meta, XmlDeclaration],
                default: Some("us-ascii"),
            },
            PolicyRule {
                kinds: &[Html, OtherText],
                sources: &[Charset, ByteOrderMark, Meta, XmlDeclaration],
                default: Some("iso-8859-1"),
            },
            PolicyRule {
                kinds: &[ApplicationXml, Json, Other, Absent, File],
                sources: &[Charset, ByteOrderMark, Meta, XmlDeclaration],
                default: Some("utf-8"),
            },
        ],
        retries: RETRIES,
        labels: LabelSet::All,
        unknown_labels_count: true,
        utf_8_overrides_labels: true,
    };

    /// The recipe of the W3C's internationalization pages and validator.
    pub const W3C_RECIPE: Self = Self {
        name: "W3C recipe",
        rules: &[
            PolicyRule {
                kinds: &[Html],
                sources: &[Charset, XmlDeclaration, ByteOrderMark, Meta],
                default: Some("iso-8859-1"),
            },
            PolicyRule {
                kinds: &[ApplicationXml, TextXml, Json],
                sources: &[Charset, XmlDeclaration, ByteOrderMark, Meta],
                default: Some("utf-8"),
            },
            PolicyRule {
                kinds: &[OtherText, Other, Absent, File],
                sources: &[Charset, XmlDeclaration, ByteOrderMark, Meta],
                default: None,
            },
        ],
        retries: &[EncodingFamily, EscapeSequences, Utf8Validity, NearlyRight, Fallback(Label::WINDOWS_1252)],
        labels: LabelSet::All,
        unknown_labels_count: true,
        utf_8_overrides_labels: false,
    };

    /// The behaviour of browsers (Encoding Standard; HTML §13.2.3): only its labels, then its detector.
    pub const ENCODING_STANDARD: Self = Self {
        name: "Encoding Standard",
        rules: &[PolicyRule {
            kinds: &[ApplicationXml, TextXml, Json, Html, OtherText, Other, Absent, File],
            // HTML §13.2.3.2: the byte order mark, the transport layer, and the prescan, in this order.
            sources: &[ByteOrderMark, Charset, Meta, XmlDeclaration],
            default: None,
        }],
        retries: &[Utf8Validity, NearlyRight, Detector, Fallback(Label::WINDOWS_1252)],
        labels: LabelSet::EncodingStandard,
        unknown_labels_count: false,
        utf_8_overrides_labels: false,
    };

    /// Returns the name of the policy.
    ///
    /// ```
    /// assert_eq!(bozofeed_encoding::EncodingPolicy::default().name(), "RFC 3023");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// All policies.
    pub const ALL: [Self; 5] =
        [Self::RFC3023, Self::RFC7303, Self::ENCODING_DIVINATION, Self::W3C_RECIPE, Self::ENCODING_STANDARD];

    /// Returns the sources that declare the encoding of this kind of document, in order.
    pub(super) fn sources(&self, kind: MediaKind) -> &'static [Source] {
        self.rule(kind).map_or(&[], |rule| rule.sources)
    }

    /// Returns the default encoding of this kind of document, if none is declared.
    pub(super) fn default_label(&self, kind: MediaKind) -> Option<&'static str> {
        self.rule(kind).and_then(|rule| rule.default)
    }

    /// Returns the sources that are tried if the declared encoding is not right, in order.
    pub(super) fn retries(&self) -> &'static [Source] {
        self.retries
    }

    /// Returns whether a source is tried if the declared encoding is not right, such as the escape sequences of seven-bit encodings.
    pub(super) fn retries_with(&self, source: Source) -> bool {
        self.retries.contains(&source)
    }

    fn rule(&self, kind: MediaKind) -> Option<&'static PolicyRule> {
        self.rules.iter().find(|rule| rule.kinds.contains(&kind))
    }
}

impl fmt::Debug for EncodingPolicy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("EncodingPolicy").field(&self.name).finish()
    }
}

impl Default for EncodingPolicy {
    fn default() -> Self {
        Self::RFC3023
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_media_type_has_one_rule_in_every_policy() {
        for policy in EncodingPolicy::ALL {
            for kind in [ApplicationXml, TextXml, Json, Html, OtherText, Other, Absent, File] {
                let rules = policy.rules.iter().filter(|rule| rule.kinds.contains(&kind)).count();
                assert_eq!(rules, 1, "{}: {kind:?}", policy.name);
            }
        }
    }
}
