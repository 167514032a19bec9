//! Rules about the encoding and its labels.

use super::TEXT_MOJIBAKE;
use crate::fixes::{Edit, Fix, FixPlace};
use crate::ledger::Ledger;
use bozofeed::Headers;
use bozofeed::Parsed;
use bozofeed::inspect::DocumentText;
use bozofeed_encoding::{AttemptOutcome, Evidence, MediaKind, Refusal, Source};

rule_family! {
    ENCODING_UNDECLARED = "encoding-undeclared", Error, "the document does not tell its encoding", "Write the document in UTF-8, or name its encoding in its first line: <?xml version=\"1.0\" encoding=\"…\"?>.", "XML 1.0 §4.3.3";
    ENCODING_LABEL_WRONG = "encoding-label-wrong", Error, "the text is not in the encoding that is declared for it", "Declare the encoding in which the text is written: utf-8 in most cases.", "XML 1.0 §4.3.3; RFC 7303 §3"
        [fix Nothing label_utf_8];
    ENCODING_LABEL_UNKNOWN = "encoding-label-unknown", Error, "an encoding of an unknown name is declared", "Declare utf-8, or another encoding by the name that browsers know.", "XML 1.0 §4.3.3"
        [fix Nothing label_utf_8];
    ENCODING_LABELS_CONFLICT = "encoding-labels-conflict", Warning, "two different encodings are declared", "Let the server, in its Content-Type, and the first line of the document name the same encoding.", "RFC 7303 §3"
        [fix Nothing label_utf_8];
    ENCODING_NOT_UTF_8 = "encoding-not-utf-8", Note, "the document is not in UTF-8", "Publish in UTF-8, which every reader knows.", "RFC 7303 §3; JSON Feed";
    MEDIA_TYPE_NOT_A_FEED = "media-type-not-a-feed", Warning, "the server sends a Content-Type that is not that of a feed", "Let the server send application/rss+xml, application/atom+xml or application/feed+json.", "RFC 4287 §7; RSS Profile";
}

/// Checks the labels of a document.
pub(crate) fn check(
    bytes: &[u8],
    headers: &Headers,
    parsed: &Parsed,
    text: &DocumentText<'_>,
    ledger: &mut Ledger,
) {
    let Parsed { trail, codec, .. } = parsed;
    let place = |evidence: &Evidence| {
        let start = evidence.offset.map_or(0, |offset| offset.saturating_sub(text.start));
        start..if evidence.offset.is_some() { start + evidence.label.len() } else { start }
    };
    let kind = MediaKind::of(headers);
    if !matches!(kind, MediaKind::File | MediaKind::Absent) && !kind.is_fit_for_a_feed() {
        let value = headers.content_type().unwrap_or_default();
        ledger.add(&MEDIA_TYPE_NOT_A_FEED, 0..0, String::new, value);
    }
    let labels =
        trail.evidence().iter().filter(|e| matches!(e.source, Source::Charset | Source::XmlDeclaration));
    let mut has_label = false;
    let mut is_reported = false;
    for evidence in labels {
        has_label = true;
        let attempt = trail.candidates().iter().find(|candidate| {
            candidate.source == evidence.source && candidate.label.eq_ignore_ascii_case(&evidence.label)
        });
        let rule = match attempt.map(|attempt| &attempt.outcome) {
            Some(AttemptOutcome::Refused(Refusal::UnknownLabel)) => Some(&ENCODING_LABEL_UNKNOWN),
            Some(AttemptOutcome::Refused(Refusal::NotDecodable)) => None,
            Some(AttemptOutcome::Refused(_)) if trail.damage().is_none() => Some(&ENCODING_LABEL_WRONG),
            Some(
                AttemptOutcome::Refused(_) | AttemptOutcome::Chosen | AttemptOutcome::ChosenWithDamage(_),
            )
            | None => None,
        };
        if let Some(rule) = rule {
            is_reported = true;
            ledger.add(rule, place(evidence), String::new, &evidence.label);
        }
    }
    let is_ascii = bytes.is_ascii();
    // Any bytes are valid text in such an encoding, but hardly any such text is valid UTF-8 by
    // chance.
    let is_utf_8 = !is_ascii && LATIN.contains(&&**codec) && std::str::from_utf8(bytes).is_ok();
    let label = || {
        trail
            .evidence()
            .iter()
            .find(|evidence| trail.chosen().is_some_and(|chosen| chosen.source == evidence.source))
    };
    if is_utf_8
        && !is_reported
        && let Some(evidence) = label()
    {
        is_reported = true;
        ledger.drop_rule(TEXT_MOJIBAKE.id);
        ledger.add(&ENCODING_LABEL_WRONG, place(evidence), String::new, &evidence.label);
    }
    let has_mark = text.byte_order_marks > 0;
    // ASCII text is also UTF-8, which is the encoding of XML without a label (XML 1.0 §4.3.3).
    if !has_label && !has_mark && codec != "utf-8" && !is_ascii && trail.damage().is_none() {
        ledger.add(&ENCODING_UNDECLARED, 0..0, String::new, codec);
    }
    if !is_reported {
        let charset = trail.evidence().iter().find(|evidence| evidence.source == Source::Charset);
        let declared = trail.evidence().iter().find(|evidence| evidence.source == Source::XmlDeclaration);
        if let (Some(charset), Some(declared)) = (charset, declared)
            && !are_compatible(&charset.label, &declared.label)
        {
            ledger.add(&ENCODING_LABELS_CONFLICT, place(declared), String::new, &declared.label);
        }
    }
    if !matches!(&**codec, "utf-8" | "us-ascii" | "") && !is_ascii && !is_utf_8 {
        ledger.add(&ENCODING_NOT_UTF_8, 0..0, String::new, codec);
    }
}

/// The single-byte encodings whose non-ASCII letters usually occur between ASCII letters.
const LATIN: &[&str] = &[
    "iso-8859-1", "iso-8859-2", "iso-8859-9", "iso-8859-15", "windows-1250", "windows-1252", "windows-1254",
];

/// Returns whether two labels denote the same encoding, or one denotes a subset of the other.
fn are_compatible(one: &str, other: &str) -> bool {
    let normal = |label: &str| label.to_ascii_lowercase().replace(['-', '_'], "");
    let (one, other) = (normal(one), normal(other));
    let is_ascii = |label: &str| matches!(label, "usascii" | "ascii");
    one == other
        || is_ascii(&one)
        || is_ascii(&other)
        || one.starts_with("utf16") && other.starts_with("utf16")
}

/// Writes the name of the document's actual encoding.
// A document in another encoding is not changed at all.
fn label_utf_8(place: &FixPlace<'_>) -> Option<Fix> {
    let declaration = place.before().trim_end_matches(['"', '\'']);
    let is_declared = declaration.trim_end().trim_end_matches('=').trim_end().ends_with("encoding");
    let label = place.literal(place.value()).filter(|_| is_declared && !place.value().is_empty())?;
    Some(Fix::safe("write `utf-8`", vec![Edit::replace(&label, "utf-8")]))
}
