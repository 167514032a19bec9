//! The interpreter of policies: gathers evidence, tries candidates, and records the trail.

use std::borrow::Cow;
use std::cell::OnceCell;

use encoding_rs::Encoding;

use super::byte_order_mark::ByteOrderMark;
use super::codec::Codec;
use super::decoded_text::{DecodedText, begins_like_markup, without_marks};
use super::head::GatheredEvidence;
use super::label;
use super::malformed::{DecodedBytes, MalformedSequence, TextDamage, Tolerance};
use super::media_type::MediaKind;
use super::trail::{Attempt, AttemptOutcome, Evidence, Refusal, Source, Trail};
use super::{Decoded, EncodingPolicy, binary, detector, escapes};
use crate::Headers;
use crate::exception::{Damage, EncodingException, MalformedBytes};
use bozofeed_text::media_type::ParsedMediaType;

/// The minimum number of multi-byte sequences for which valid UTF-8 cannot be text in a single-byte encoding by coincidence.
const FEWEST_SEQUENCES: usize = 3;
/// The minimum number for a multi-byte encoding, where a few characters may be valid UTF-8.
const FEWEST_SEQUENCES_OF_MULTI_BYTE: usize = 10;

/// Decodes `bytes` according to `policy`, and records the trail.
pub(super) fn sniff<'a>(bytes: &'a [u8], headers: &Headers, policy: &EncodingPolicy) -> Decoded<'a> {
    // First, since ISO 8859-2, the last resort, defines every byte and would read an image or archive as text.
    if let Some(format) = binary::format(bytes) {
        return not_text(format, policy);
    }
    let mut sniffer = Sniffer::new(bytes, headers, policy);
    let decoded = sniffer.search();
    sniffer.conclude(decoded)
}

/// Returns the result for binary data.
fn not_text(format: &'static str, policy: &EncodingPolicy) -> Decoded<'static> {
    let evidence = Evidence { source: Source::Signature, label: format.into(), offset: None };
    Decoded {
        text: "".into(),
        text_start: 0,
        byte_order_marks: 0,
        malformed: Vec::new(),
        encoding: "".into(),
        codec: Cow::Borrowed(""),
        exception: Some(EncodingException::NotText),
        trail: Trail { policy: policy.name().into(), evidence: vec![evidence], ..Trail::default() },
    }
}

/// A label to try.
struct Proposal {
    source: Source,
    label: Cow<'static, str>,
}

struct Sniffer<'a, 'p> {
    bytes: &'a [u8],
    policy: &'p EncodingPolicy,
    kind: MediaKind,
    content_type: Option<String>,
    head: GatheredEvidence,
    /// Determined on first use.
    escapes: OnceCell<Option<(&'static str, usize)>>,
    /// The first decoded text that does not begin like markup. It is used if there is no other.
    pending: Option<(DecodedText<'a>, Codec)>,
    trail: Trail,
}

impl<'a, 'p> Sniffer<'a, 'p> {
    fn new(bytes: &'a [u8], headers: &Headers, policy: &'p EncodingPolicy) -> Self {
        let kind = MediaKind::of(headers);
        let head = GatheredEvidence::of(bytes, headers, kind);
        let trail = Trail {
            policy: policy.name().into(),
            evidence: head.evidence(),
            candidates: Vec::new(),
            detection: None,
        };
        Self {
            bytes,
            policy,
            kind,
            content_type: headers
                .content_type()
                .map(|value| ParsedMediaType::parse(value).essence().to_owned()),
            head,
            escapes: OnceCell::new(),
            pending: None,
            trail,
        }
    }

    /// Tries the sources of the policy for the media type, then its retries.
    fn search(&mut self) -> Option<DecodedText<'a>> {
        let mut is_declared = false;
        for &source in self.policy.sources(self.kind) {
            let Some(proposal) = self.proposal(source) else { continue };
            is_declared = true;
            if let Some(decoded) = self.consider(proposal) {
                return Some(decoded);
            }
        }
        // The default is for documents without a declaration. A document with a wrong declaration continues with the retries.
        if !is_declared && let Some(label) = self.policy.default_label(self.kind) {
            let proposal = Proposal { source: Source::MediaTypeDefault, label: label.into() };
            if let Some(decoded) = self.consider(proposal) {
                return Some(decoded);
            }
        }
        for &source in self.policy.retries() {
            let Some(proposal) = self.proposal(source) else { continue };
            if let Some(decoded) = self.consider(proposal) {
                return Some(decoded);
            }
        }
        self.pending.take().map(|(decoded, _)| decoded)
    }

    /// Returns the label from a source, if any.
    fn proposal(&mut self, source: Source) -> Option<Proposal> {
        let label = match source {
            Source::Charset => {
                // A duplicate field has several. If none of them has a codec, the first one is still proposed, so that the trail shows an
                // unknown label.
                let usable = self.head.charsets.iter().find(|charset| self.codec(charset).is_some());
                label::lowered(usable.or(self.head.charsets.first())?)
            }
            Source::ByteOrderMark => self.head.mark?.label.into(),
            Source::EncodingFamily => self.head.family.label()?.into(),
            Source::XmlDeclaration => self.in_family(&self.head.declared.as_ref()?.label),
            // HTML §13.2.3.2: a document with a meta element in ASCII is not in UTF-16.
            Source::Meta => match label::lowered(&self.head.meta.as_ref()?.label) {
                wide if self.codec(&wide).is_some_and(|codec| codec.name.starts_with("utf-16")) => {
                    "utf-8".into()
                }
                label => label,
            },
            Source::MediaTypeDefault => self.policy.default_label(self.kind)?.into(),
            Source::EscapeSequences => self.escapes()?.into(),
            Source::Utf8Validity => "utf-8".into(),
            // Neither proposes anything: `NearlyRight` is the name for an attempt at UTF-8 that found damage, and a signature ends the
            // search before it begins.
            Source::NearlyRight | Source::Signature => return None,
            Source::Detector => self.guess()?,
            Source::Fallback(label) => label.as_str().into(),
        };
        let counts = self.policy.unknown_labels_count || self.codec(&label).is_some();
        counts.then_some(Proposal { source, label })
    }

    fn codec(&self, label: &str) -> Option<Codec> {
        match self.policy.labels {
            // A byte order mark uses our name for the encoding, which the Encoding Standard may not define.
            label::LabelSet::EncodingStandard if self.head.mark.is_some_and(|mark| mark.label == label) => {
                label::codec(label, label::LabelSet::All)
            }
            labels => label::codec(label, labels),
        }
    }

    /// Returns the label with the byte order of the encoding family in which it was read, if the label does not determine it.
    fn in_family(&self, label: &str) -> Cow<'static, str> {
        let open = self.codec(label).is_some_and(|codec| label::unit_of_open_byte_order(&codec).is_some());
        match self.head.family.label() {
            Some(family) if open && self.head.family.unit() > 1 => family.into(),
            _ => label::lowered(label),
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn escapes(&mut self) -> Option<&'static str> {
        if let Some(found) = self.escapes.get() {
            return found.map(|(label, _)| label);
        }
        let (label, offset) = (*self.escapes.get_or_init(|| escapes::find(self.bytes)))?;
        let source = Source::EscapeSequences;
        self.trail.evidence.push(Evidence { source, label: label.into(), offset: Some(offset) });
        Some(label)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn guess(&mut self) -> Option<Cow<'static, str>> {
        let detector::Detected { label, detection } = detector::detect(self.bytes);
        self.trail.detection = detection.map(Box::new);
        let label = label?;
        self.trail.evidence.push(Evidence { source: Source::Detector, label: label.clone(), offset: None });
        Some(label)
    }

    /// Tries a candidate. Returns the text if it decodes and begins like markup.
    fn consider(&mut self, Proposal { source, label }: Proposal) -> Option<DecodedText<'a>> {
        let candidate = self.trail.candidates.len();
        let codec = self.codec(&label);
        let is_tried = |codec: Codec| {
            self.trail.candidates.iter().any(|tried| tried.codec.as_deref() == Some(codec.name))
        };
        // Several sources often agree. Each attempt would decode the document again, with the same result.
        if codec.is_some_and(is_tried) {
            return None;
        }
        let result = codec
            .ok_or(Refusal::UnknownLabel)
            .and_then(|codec| self.read(codec, candidate, tolerance(source)));
        // GB 2312 is read as its superset, and reported under the superset's name.
        let label = if label == "gb2312" { "gb18030".into() } else { label };
        let (outcome, decoded) = match result {
            // The final outcome is recorded at the end.
            Ok(decoded) => (AttemptOutcome::Chosen, Some(decoded)),
            Err(refusal) => (AttemptOutcome::Refused(refusal), None),
        };
        let is_damaged = decoded.as_ref().is_some_and(|decoded| decoded.damage.is_some());
        // The bytes are almost valid UTF-8.
        let source = if is_damaged && source == Source::Utf8Validity { Source::NearlyRight } else { source };
        self.trail.candidates.push(Attempt {
            source,
            label,
            codec: codec.map(|codec| codec.name.into()),
            outcome,
        });
        decoded
    }

    fn read(
        &mut self,
        codec: Codec,
        candidate: usize,
        tolerance: Tolerance,
    ) -> Result<DecodedText<'a>, Refusal> {
        if !codec.is_decodable() {
            return Err(Refusal::NotDecodable);
        }
        let codec = self.with_byte_order(codec);
        if self.contradicts_mark(codec) {
            return Err(Refusal::ContradictsByteOrderMark);
        }
        // Text in ISO-2022 or HZ is valid ASCII, so it would decode without any error.
        if codec.is_ascii_superset()
            && self.policy.retries_with(Source::EscapeSequences)
            && self.escapes().is_some()
        {
            return Err(Refusal::HidesEscapeSequences);
        }
        if self
            .pending
            .as_ref()
            .is_some_and(|(_, other)| other.is_ascii_superset() && codec.is_ascii_superset())
        {
            // The text begins with the same characters.
            return Err(Refusal::NotMarkup);
        }
        let start = self.head.length();
        let body = self.bytes.get(start..).unwrap_or_default();
        if self.policy.utf_8_overrides_labels && is_utf_8_by_another_name(&codec, body) {
            return Err(Refusal::ValidUtf8);
        }
        let decoded = codec.read(body, tolerance).map_err(|malformed| self.refusal(malformed, start))?;
        // Only checked after the candidate has shown damage, since it decodes the document once more.
        if let Some(damage) = &decoded.damage
            && codec != Codec::UTF_8
            && codec.is_ascii_superset()
            && Codec::UTF_8.decode(body).is_ok()
        {
            // There are no malformed sequences in UTF-8.
            return Err(self.refusal(damage.first, start));
        }
        let decoded = without_marks(decoded, start, candidate);
        // An empty document does not begin like markup in any encoding, so the first one is accepted.
        if begins_like_markup(&decoded.text) || self.bytes.is_empty() {
            return Ok(decoded);
        }
        self.pending.get_or_insert((decoded, codec));
        Err(Refusal::NotMarkup)
    }

    /// Returns the codec with the byte order of the document's first bytes.
    fn with_byte_order(&self, codec: Codec) -> Codec {
        // RFC 2781 §4.3: the label `utf-16` does not specify the byte order, so the first bytes decide.
        let unit = label::unit_of_open_byte_order(&codec);
        let ordered = self.head.family.label().filter(|_| unit == Some(self.head.family.unit()));
        ordered.and_then(Codec::named).unwrap_or(codec)
    }

    /// Returns whether there is a UTF-8 byte order mark, the document is valid UTF-8, and the candidate is another superset of ASCII.
    fn contradicts_mark(&self, codec: Codec) -> bool {
        let Some(ByteOrderMark { label: "utf-8", length }) = self.head.mark else {
            return false;
        };
        let rest = self.bytes.get(length..).unwrap_or_default();
        // ASCII is the same in UTF-8 and in any superset.
        codec != Codec::UTF_8 && !rest.is_ascii() && Codec::UTF_8.decode(rest).is_ok()
    }

    fn refusal(&self, malformed: MalformedSequence, start: usize) -> Refusal {
        let offset = start + malformed.offset;
        let shown = MalformedSequence { offset, length: malformed.length.min(8) };
        Refusal::Malformed { offset, bytes: shown.of(self.bytes).to_vec() }
    }

    /// Returns the result: the text, the exception and the trail.
    fn conclude(mut self, decoded: Option<DecodedText<'a>>) -> Decoded<'a> {
        let Some(DecodedText { text, start, marks, candidate, damage }) = decoded else {
            return self.give_up();
        };
        let (damage, malformed) = match damage {
            Some(damage) => {
                let (damage, malformed) = self.report(&text, start, &damage);
                (Some(damage), malformed)
            }
            None => (None, Vec::new()),
        };
        let first = self.trail.candidates.first().map(|first| first.label.clone()).unwrap_or_default();
        let mut encoding = Cow::Borrowed("");
        let mut codec = Cow::Borrowed(Codec::UTF_8.name);
        if let Some(chosen) = self.trail.candidates.get_mut(candidate) {
            encoding.clone_from(&chosen.label);
            codec = chosen.codec.clone().unwrap_or(codec);
            chosen.outcome = damage.map_or(AttemptOutcome::Chosen, AttemptOutcome::ChosenWithDamage);
        }
        // Every candidate except the first overrides the declaration.
        let exception = if candidate > 0 || damage.is_some() {
            Some(EncodingException::CharacterEncodingOverride {
                declared: first.into_owned(),
                used: encoding.clone().into_owned(),
                damage,
            })
        } else {
            self.unfit_media_type()
        };
        let text_start = if matches!(text, Cow::Borrowed(_)) { start } else { 0 };
        let byte_order_marks = usize::from(self.head.length() > 0) + marks;
        Decoded {
            text,
            text_start,
            byte_order_marks,
            malformed,
            encoding,
            codec,
            exception,
            trail: self.trail,
        }
    }

    /// Returns the report of damage in a text that begins `start` bytes into the document, without byte order marks.
    fn report(&self, text: &str, start: usize, damage: &TextDamage) -> (Damage, Vec<MalformedBytes>) {
        let first_in_text = damage.places.first().map_or(0, |place| place.offset);
        let before = text.as_bytes().get(..first_in_text).unwrap_or_default();
        let reported = Damage {
            count: damage.count,
            sequences: damage.sequences,
            offset: start + damage.first.offset,
            line: 1 + bozofeed_text::forward::memchr_iter(b'\n', before).count(),
        };
        let body = self.bytes.get(start..).unwrap_or_default();
        let places = damage.places.iter().map(|place| {
            let bytes = place.malformed.of(body).iter().map(|byte| format!("{byte:02X}"));
            let bytes = bytes.take(8).collect::<Vec<_>>().join(" ");
            MalformedBytes { offset: place.offset, bytes, is_lost: place.is_lost }
        });
        (reported, places.collect())
    }

    fn unfit_media_type(&mut self) -> Option<EncodingException> {
        (!self.kind.is_fit_for_a_feed())
            .then(|| EncodingException::NonXMLContentType { content_type: self.content_type.take() })
    }

    /// Decodes with replacement characters, in the encoding suggested by the first bytes, else in UTF-8.
    fn give_up(self) -> Decoded<'a> {
        let start = self.head.length();
        let body = self.bytes.get(start..).unwrap_or_default();
        let codec = self.head.family.label().and_then(Codec::named).unwrap_or(Codec::UTF_8);
        let decoded = codec
            .read(body, Tolerance::Endless)
            .unwrap_or_else(|_| DecodedBytes::intact(String::from_utf8_lossy(body)));
        let decoded = without_marks(decoded, start, 0);
        let malformed =
            decoded.damage.iter().flat_map(|damage| self.report(&decoded.text, start, damage).1).collect();
        let tried = self.trail.candidates.iter().map(|candidate| candidate.label.to_string()).collect();
        let DecodedText { text, marks, .. } = decoded;
        Decoded {
            text: Cow::Owned(text.into_owned()),
            text_start: 0,
            byte_order_marks: usize::from(start > 0) + marks,
            malformed,
            encoding: codec.name.into(),
            codec: codec.name.into(),
            exception: Some(EncodingException::CharacterEncodingUnknown { tried }),
            trail: self.trail,
        }
    }
}

/// Returns the number of malformed sequences allowed in an encoding from a source. A last resort must not have any.
fn tolerance(source: Source) -> Tolerance {
    match source {
        Source::Charset
        | Source::ByteOrderMark
        | Source::XmlDeclaration
        | Source::Meta
        | Source::MediaTypeDefault => Tolerance::WhileRight { is_labelled: true },
        Source::Signature
        | Source::EncodingFamily
        | Source::EscapeSequences
        | Source::Utf8Validity
        | Source::NearlyRight
        | Source::Detector => Tolerance::WhileRight { is_labelled: false },
        Source::Fallback(_) => Tolerance::Strict,
    }
}

/// Returns whether a codec other than UTF-8 is proposed for bytes that are valid UTF-8 with too many multi-byte sequences for a
/// coincidence.
fn is_utf_8_by_another_name(codec: &Codec, bytes: &[u8]) -> bool {
    if *codec == Codec::UTF_8 || !codec.is_ascii_superset() {
        return false;
    }
    let beyond = bytes.get(Encoding::ascii_valid_up_to(bytes)..).unwrap_or_default();
    let fewest = if codec.is_single_byte() { FEWEST_SEQUENCES } else { FEWEST_SEQUENCES_OF_MULTI_BYTE };
    // In most texts in other encodings, the first non-ASCII character is malformed UTF-8.
    Encoding::utf8_valid_up_to(beyond) == beyond.len()
        && beyond.iter().filter(|byte| **byte >= 0xC0).take(fewest).count() == fewest
}

#[cfg(test)]
mod tests {
    use crate::{EncodingPolicy, Headers, decode};

    #[test]
    fn a_document_that_is_cut_off_within_a_character_has_its_encoding() {
        let head = "<rss><channel><title>caf\u{e9}";
        let mut wrong = Vec::new();
        for (end, is_damaged) in [
            (&b""[..], false),
            (b"\xC3", true),
            (b"\xE2\x82", true),
            (b"\xF0\x9F\x98", true),
            // A run of this length is not a character, and not letters either, but one malformed sequence leaves the document in UTF-8.
            (b"\x80\x80\x80\x80", true),
            (b"\xC3a", true),
        ] {
            let document = [head.as_bytes(), end].concat();
            let decoded = decode(&EncodingPolicy::RFC3023, &document, &Headers::new());
            let found = (decoded.trail.damage().is_some(), decoded.text.starts_with(head));
            if found != (is_damaged, true) {
                wrong.push((end, found, decoded.encoding));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
