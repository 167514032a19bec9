//! The steps of a policy, and the path of a document through them.

use super::EncodingPolicy;
use super::media_type::MediaKind;
use super::trail::{Attempt, AttemptOutcome, Source, Trail};

/// A step of a policy: a source that may propose an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PolicyStep {
    /// The source.
    pub source: Source,
    /// The label that the policy itself proposes, if any.
    pub label: Option<&'static str>,
    /// Whether the step is only taken if no declared encoding is right.
    pub is_retry: bool,
    /// The specification and the section with the rule.
    pub section: &'static str,
    /// The URL of the section.
    pub url: &'static str,
}

/// The outcome of a step of a policy for a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepTaken<'t> {
    /// The step.
    pub step: PolicyStep,
    /// Whether the step was taken. If not, an encoding had already been chosen, or the step does not apply.
    pub is_taken: bool,
    /// The candidates that were tried; empty if the source proposed nothing, or only encodings that had been tried before.
    pub attempts: Vec<&'t Attempt>,
}

impl StepTaken<'_> {
    /// Returns whether the encoding was chosen at this step.
    pub fn is_choice(&self) -> bool {
        self.attempts.iter().any(|attempt| !matches!(attempt.outcome, AttemptOutcome::Refused(_)))
    }
}

impl Trail {
    /// Returns the steps of the policy, with their outcomes for the document. `kind` is the kind of its media type.
    pub fn path(&self, kind: MediaKind) -> Vec<StepTaken<'_>> {
        let policy = EncodingPolicy::ALL.iter().find(|policy| policy.name() == self.policy);
        policy.map_or_else(Vec::new, |policy| policy.path(kind, self))
    }
}

impl EncodingPolicy {
    /// Returns the steps for documents with a kind of media type, in order: the sources that declare the encoding, the default if there
    /// is no declaration, and the sources that are tried if no declared encoding is right.
    fn steps(&self, kind: MediaKind) -> Vec<PolicyStep> {
        let step = |source, label, is_retry| {
            let (section, url) = self.section(source);
            PolicyStep { source, label, is_retry, section, url }
        };
        let label = |source| match source {
            Source::Fallback(label) => Some(label.as_str()),
            _ => None,
        };
        let declared = self.sources(kind).iter().map(|source| step(*source, None, false));
        let default =
            self.default_label(kind).map(|label| step(Source::MediaTypeDefault, Some(label), false));
        let retries = self.retries().iter().map(|source| step(*source, label(*source), true));
        declared.chain(default).chain(retries).collect()
    }

    /// Returns the steps with their outcomes for a document, from its trail under this policy.
    fn path<'t>(&self, kind: MediaKind, trail: &'t Trail) -> Vec<StepTaken<'t>> {
        let steps = self.steps(kind).into_iter();
        let mut path: Vec<StepTaken<'t>> =
            steps.map(|step| StepTaken { step, is_taken: false, attempts: Vec::new() }).collect();
        let mut cursor = 0;
        for attempt in &trail.candidates {
            // Attempts are in the order of the steps, so a source with two steps is attributed to the right one.
            let rest = path.iter().enumerate().skip(cursor);
            let Some((at, _)) = rest.into_iter().find(|(_, taken)| taken.step.source == attempt.source)
            else {
                continue;
            };
            cursor = at;
            if let Some(taken) = path.get_mut(at) {
                taken.attempts.push(attempt);
            }
        }
        // As in decoding: the default only applies if nothing is declared.
        let is_declared = path.iter().any(|taken| {
            !taken.step.is_retry
                && taken.step.source != Source::MediaTypeDefault
                && !taken.attempts.is_empty()
        });
        let is_text = !trail.evidence.iter().any(|evidence| evidence.source == Source::Signature);
        // The text of an earlier candidate is used if no later one is better.
        let choice = path.iter().position(StepTaken::is_choice).filter(|choice| *choice == cursor);
        let end = choice.map_or(path.len(), |choice| choice + 1);
        for taken in path.iter_mut().take(if is_text { end } else { 0 }) {
            taken.is_taken = taken.step.source != Source::MediaTypeDefault || !is_declared;
        }
        path
    }

    /// Returns the section with the rule for a source, and its URL.
    fn section(&self, source: Source) -> (&'static str, &'static str) {
        const RFC_3023: &str = "https://www.rfc-editor.org/rfc/rfc3023#section-3.1";
        const RFC_7303: &str = "https://www.rfc-editor.org/rfc/rfc7303#section-3";
        let is = |policy: &Self| self.name() == policy.name();
        match source {
            Source::Charset | Source::MediaTypeDefault
                if is(&Self::RFC3023) || is(&Self::ENCODING_DIVINATION) =>
            {
                ("RFC 3023 §3.1", RFC_3023)
            }
            Source::Charset | Source::MediaTypeDefault => ("RFC 7303 §3", RFC_7303),
            Source::ByteOrderMark if is(&Self::RFC7303) => {
                ("RFC 7303 §3.3", "https://www.rfc-editor.org/rfc/rfc7303#section-3.3")
            }
            Source::ByteOrderMark if is(&Self::ENCODING_STANDARD) => {
                ("Encoding Standard, BOM sniff", "https://encoding.spec.whatwg.org/#bom-sniff")
            }
            Source::ByteOrderMark | Source::EncodingFamily | Source::Signature => {
                ("XML 1.0 Appendix F", "https://www.w3.org/TR/xml/#sec-guessing")
            }
            Source::XmlDeclaration => ("XML 1.0 §4.3.3", "https://www.w3.org/TR/xml/#charencoding"),
            Source::Meta => (
                "HTML §13.2.3.2",
                "https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding",
            ),
            Source::EscapeSequences => ("RFC 1468", "https://www.rfc-editor.org/rfc/rfc1468"),
            Source::Utf8Validity => ("RFC 3629 §4", "https://www.rfc-editor.org/rfc/rfc3629#section-4"),
            Source::NearlyRight => ("Encoding Standard §6", "https://encoding.spec.whatwg.org/#decode"),
            Source::Detector | Source::Fallback(_) => (
                "HTML §13.2.3.2",
                "https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Headers;
    use crate::decode;
    use crate::exception::EncodingException;
    use crate::trail::Refusal;

    const DOCUMENTS: [&[u8]; 9] = [
        b"",
        b"<rss>plain</rss>",
        b"<rss>caf\xC3\xA9</rss>",
        b"<rss>caf\xE9</rss>",
        b"\xEF\xBB\xBF<rss>caf\xC3\xA9</rss>",
        b"<?xml version='1.0' encoding='koi8-r'?><rss>\xD7\xC5\xD3\xD4\xCE\xC9\xCB</rss>",
        b"<?xml version='1.0' encoding='bogus'?><rss>caf\xE9</rss>",
        b"caf\xE9 is not markup",
        b"<\0r\0s\0s\0>\0\xE9\0<\0",
    ];

    #[test]
    fn the_path_has_the_attempts_of_the_trail_in_their_order() {
        let mut wrong = Vec::new();
        for policy in EncodingPolicy::ALL {
            for content_type in
                [None, Some("text/xml"), Some("text/html; charset=koi8-r"), Some("application/json")]
            {
                let headers: Headers =
                    content_type.map(|value| ("content-type", value)).into_iter().collect();
                for document in DOCUMENTS {
                    let decoded = decode(&policy, document, &headers);
                    let path = policy.path(MediaKind::of(&headers), &decoded.trail);
                    let attempts: Vec<_> = path.iter().flat_map(|taken| taken.attempts.clone()).collect();
                    let is_whole = attempts == decoded.trail.candidates.iter().collect::<Vec<_>>();
                    let is_taken = path.iter().all(|taken| taken.is_taken || taken.attempts.is_empty());
                    if !is_whole || !is_taken {
                        wrong.push((
                            policy.name(),
                            document.escape_ascii().to_string(),
                            decoded.trail.to_string(),
                        ));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn nothing_is_tried_after_a_choice() {
        let decoded = decode(&EncodingPolicy::RFC7303, b"<rss>caf\xC3\xA9</rss>", &Headers::new());
        let path = EncodingPolicy::RFC7303.path(MediaKind::File, &decoded.trail);
        let taken: Vec<_> =
            path.iter().filter(|taken| taken.is_taken).map(|taken| taken.step.source).collect();
        let expected =
            [Source::ByteOrderMark, Source::Charset, Source::XmlDeclaration, Source::MediaTypeDefault];
        assert_eq!(taken, expected);
    }

    #[test]
    fn data_that_is_not_text_takes_no_step() {
        let decoded = decode(&EncodingPolicy::RFC3023, b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", &Headers::new());
        assert_eq!(decoded.exception, Some(EncodingException::NotText));
        assert!(
            EncodingPolicy::RFC3023.path(MediaKind::File, &decoded.trail).iter().all(|taken| !taken.is_taken)
        );
    }

    #[test]
    fn a_text_that_is_not_markup_is_read_in_an_earlier_candidate() {
        let decoded = decode(&EncodingPolicy::RFC3023, b"caf\xC3\xA9 is not markup", &Headers::new());
        let path = EncodingPolicy::RFC3023.path(MediaKind::File, &decoded.trail);
        assert!(path.iter().any(StepTaken::is_choice), "{}", decoded.trail);
        let refused = |taken: &StepTaken<'_>| {
            taken.attempts.iter().any(|a| matches!(a.outcome, AttemptOutcome::Refused(Refusal::NotMarkup)))
        };
        assert!(!path.iter().any(|taken| refused(taken) && !taken.is_taken));
    }
}
