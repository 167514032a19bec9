//! The trail: the evidence, the candidates, and the reasons for choosing or refusing them.

use std::borrow::Cow;
use std::fmt;

use crate::exception::Damage;

/// The source of a label or a guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Source {
    /// The charset parameter of the Content-Type field (RFC 3023 §3, RFC 7303 §3).
    Charset,
    /// The byte order mark (Unicode §23.8, XML 1.0 Appendix F).
    ByteOrderMark,
    /// The signature of a binary format, or its NULs; the label is the format's name.
    Signature,
    /// The encoding family of the first bytes, without a byte order mark (XML 1.0 Appendix F).
    EncodingFamily,
    /// The encoding declaration (XML 1.0 §4.3.3).
    XmlDeclaration,
    /// An HTML `meta` element (HTML §4.2.5.4).
    Meta,
    /// The policy's default for the media type, if nothing is declared.
    MediaTypeDefault,
    /// The escape sequences of a seven-bit encoding (RFC 1468, RFC 1557, RFC 1843).
    EscapeSequences,
    /// The bytes are valid UTF-8.
    Utf8Validity,
    /// The bytes are valid UTF-8 except for a few malformed sequences.
    NearlyRight,
    /// chardetng and the letter statistics; [`Trail::detection`] has the details.
    Detector,
    /// A last resort of the policy.
    Fallback(Label),
}

/// The label of an encoding that a policy falls back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Label(&'static str);

impl Label {
    pub(super) const UTF_8: Self = Self("utf-8");
    pub(super) const WINDOWS_1252: Self = Self("windows-1252");
    pub(super) const ISO_8859_2: Self = Self("iso-8859-2");
    #[cfg(feature = "serde")]
    const ALL: [Self; 3] = [Self::UTF_8, Self::WINDOWS_1252, Self::ISO_8859_2];

    /// Returns the label, in lower case.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Label {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Label {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let label = <String as serde::Deserialize>::deserialize(deserializer)?;
        let known = Self::ALL.into_iter().find(|known| known.0 == label);
        known.ok_or_else(|| serde::de::Error::custom("not the label of a fallback"))
    }
}

impl Source {
    /// Returns the source in words.
    fn description(self) -> &'static str {
        match self {
            Self::Charset => "charset parameter",
            Self::ByteOrderMark => "byte order mark",
            Self::Signature => "signature",
            Self::EncodingFamily => "first bytes",
            Self::XmlDeclaration => "XML declaration",
            Self::Meta => "meta element",
            Self::MediaTypeDefault => "default of the media type",
            Self::EscapeSequences => "escape sequences",
            Self::Utf8Validity => "valid UTF-8",
            Self::NearlyRight => "nearly right",
            Self::Detector => "detector",
            Self::Fallback(_) => "fallback",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

/// A label and its origin.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Evidence {
    /// The source of the label.
    pub source: Source,
    /// The label as spelled in the source, or the label of the encoding that the bytes suggest.
    pub label: Cow<'static, str>,
    /// The offset of the label in the document; `None` if it is not in the document.
    pub offset: Option<usize>,
}

/// An encoding that was tried.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Attempt {
    /// The source that proposed it.
    pub source: Source,
    /// The label, in lower case.
    pub label: Cow<'static, str>,
    /// The canonical name of the codec with this label, if there is one.
    pub codec: Option<Cow<'static, str>>,
    /// The outcome.
    pub outcome: AttemptOutcome,
}

/// The outcome of trying a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum AttemptOutcome {
    /// The text was decoded in it.
    Chosen,
    /// The text was decoded in it, with a few malformed sequences.
    ChosenWithDamage(Damage),
    /// It was refused.
    Refused(Refusal),
}

/// The reason for refusing a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Refusal {
    /// The label is unknown.
    UnknownLabel,
    /// The encoding is known, but not implemented.
    NotDecodable,
    /// A sequence is malformed.
    Malformed {
        /// The offset of the sequence in the document.
        offset: usize,
        /// The sequence, at most eight bytes.
        bytes: Vec<u8>,
    },
    /// The text would not begin like markup, and another candidate was better or came first.
    NotMarkup,
    /// It would read the escape sequences of a seven-bit encoding as ASCII.
    HidesEscapeSequences,
    /// The bytes are valid UTF-8, with too many multi-byte sequences for a coincidence.
    ValidUtf8,
    /// It would read the byte order mark as text, and the text after the mark is well-formed in the encoding of the mark.
    ContradictsByteOrderMark,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownLabel => f.write_str("no such encoding"),
            Self::NotDecodable => f.write_str("no codec"),
            Self::Malformed { offset, bytes } => {
                write!(f, "malformed at byte {offset}:")?;
                bytes.iter().try_for_each(|byte| write!(f, " {byte:02X}"))
            }
            Self::NotMarkup => f.write_str("does not begin like markup"),
            Self::HidesEscapeSequences => f.write_str("hides escape sequences"),
            Self::ValidUtf8 => f.write_str("the bytes are valid UTF-8"),
            Self::ContradictsByteOrderMark => f.write_str("contradicts the byte order mark"),
        }
    }
}

/// The details of the detector's decision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Detection {
    /// The label of the first guess, from the frequency of byte sequences (chardetng).
    pub first_guess: Cow<'static, str>,
    /// The label of the most likely encoding for the letters of the text.
    pub likeliest: Option<Cow<'static, str>>,
    /// The language of the letters, as a BCP 47 tag. It is a guess: a few letters do not distinguish closely related
    /// languages.
    pub language: Option<Cow<'static, str>>,
    /// The reason for the answer.
    pub decision: Decision,
}

/// The reason for choosing chardetng's guess, or another encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(not(feature = "detect-languages"), allow(dead_code, reason = "the detector of languages decides"))]
pub enum Decision {
    /// chardetng's guess is also the most likely encoding for the letters of the text.
    Agreed,
    /// Another encoding is more likely, but not by enough to overrule chardetng.
    Kept,
    /// The bytes are undefined in chardetng's guess.
    Impossible,
    /// Another web encoding is much more likely.
    Refuted,
    /// The text is implausible in every web encoding, and plausible in a rare one, such as an encoding of DOS or the Macintosh.
    Rare,
    /// The text is not plausible in any encoding.
    NotText,
}

impl Decision {
    /// Returns the reason in words, for messages.
    pub fn description(self) -> &'static str {
        match self {
            Self::Agreed => "both agree",
            Self::Kept => "chardetng's guess is kept",
            Self::Impossible => "chardetng's guess is impossible",
            Self::Refuted => "the letters refute chardetng's guess",
            Self::Rare => "implausible in every encoding of the web",
            Self::NotText => "plausible in no encoding",
        }
    }
}

impl fmt::Display for Detection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chardetng guesses {}", self.first_guess)?;
        if let Some(likeliest) = &self.likeliest {
            write!(f, ", the letters suggest {likeliest}")?;
        }
        if let Some(language) = &self.language {
            write!(f, " ({language})")?;
        }
        write!(f, ": {}", self.decision.description())
    }
}

/// The determination of an encoding: all evidence, and all candidates in the order in which they were tried.
///
/// `Display` writes a short list, with one line for each piece of evidence and each candidate. With the feature `serde`, JSON has the
/// details.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Trail {
    /// The name of the policy.
    pub(crate) policy: Cow<'static, str>,
    /// The evidence, in the order in which it was collected.
    pub(crate) evidence: Vec<Evidence>,
    /// The candidates, in the order in which they were tried. At most one is chosen, and none if nothing decodes.
    pub(crate) candidates: Vec<Attempt>,
    /// The result of the detector, if it was used, the bytes are not ASCII, and the feature `detect-languages` is on.
    pub(crate) detection: Option<Box<Detection>>,
}

impl Trail {
    /// Returns the source of the chosen encoding in words, such as `byte order mark`; `None` if no encoding could decode the text.
    ///
    /// ```
    /// use bozofeed_encoding::{EncodingPolicy, Headers, decode};
    ///
    /// let document = b"<?xml version='1.0' encoding='koi8-r'?><rss version='2.0'><channel/></rss>";
    /// let decoded = decode(&EncodingPolicy::RFC3023, document, &Headers::new());
    /// assert_eq!((&*decoded.encoding, decoded.trail.source()), ("koi8-r", Some("XML declaration")));
    /// ```
    pub fn source(&self) -> Option<&'static str> {
        self.chosen().map(|chosen| chosen.source.description())
    }

    /// Returns whether the encoding was guessed from the letters of the text, or is a last resort.
    pub fn is_guess(&self) -> bool {
        self.chosen().is_some_and(|chosen| matches!(chosen.source, Source::Detector | Source::Fallback(_)))
    }

    /// Returns the name of the policy.
    pub fn policy(&self) -> &str {
        &self.policy
    }

    /// Returns the evidence, in the order in which it was collected.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }

    /// Returns the candidates, in the order in which they were tried. At most one is chosen, and none if nothing decodes.
    pub fn candidates(&self) -> &[Attempt] {
        &self.candidates
    }

    /// Returns the result of the detector, if it was used, the bytes are not ASCII, and the feature `detect-languages` is on.
    pub fn detection(&self) -> Option<&Detection> {
        self.detection.as_deref()
    }

    /// Returns the chosen candidate; `None` if no encoding could decode the text.
    pub fn chosen(&self) -> Option<&Attempt> {
        self.candidates.iter().find(|candidate| !matches!(candidate.outcome, AttemptOutcome::Refused(_)))
    }

    /// Returns the malformed sequences of the text, if there are any.
    pub fn damage(&self) -> Option<Damage> {
        self.chosen().and_then(|candidate| match candidate.outcome {
            AttemptOutcome::ChosenWithDamage(damage) => Some(damage),
            AttemptOutcome::Chosen | AttemptOutcome::Refused(_) => None,
        })
    }
}

impl fmt::Display for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "policy: {}", self.policy)?;
        for Evidence { source, label, offset } in &self.evidence {
            write!(f, "found: {label} ({source}")?;
            match offset {
                Some(offset) => writeln!(f, ", byte {offset})")?,
                None => writeln!(f, ")")?,
            }
        }
        if let Some(detection) = &self.detection {
            writeln!(f, "detector: {detection}")?;
        }
        for Attempt { source, label, codec, outcome } in &self.candidates {
            match outcome {
                AttemptOutcome::Chosen => write!(f, "chosen: {label} ({source})")?,
                AttemptOutcome::ChosenWithDamage(damage) => {
                    write!(f, "chosen: {label} ({source}), {damage}")?;
                }
                AttemptOutcome::Refused(refusal) => write!(f, "refused: {label} ({source}): {refusal}")?,
            }
            match codec {
                Some(codec) if codec != label => writeln!(f, " [codec {codec}]")?,
                _ => writeln!(f)?,
            }
        }
        Ok(())
    }
}
