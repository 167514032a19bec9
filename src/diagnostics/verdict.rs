//! The verdict on a document: `bozo`, `well_formed` and the list of faults.

use bozofeed_encoding::MalformedBytes;

use super::bozo::{Bozo, Limit, LooksLike};
use super::collection::{Diagnostic, Diagnostics, in_order};
use super::encoding_error::EncodingError;
use super::fault::{BrokenRule, Fault, Violation};
use super::position::{Position, Positions};
use super::well_formedness::WellFormednessError;

/// The findings of the decoder.
#[derive(Debug, Clone, Default)]
pub(crate) struct EncodingFindings {
    /// The exception for the choice of the encoding.
    pub(crate) bozo: Option<Bozo>,
    /// Whether the document itself declares an encoding other than its actual one. XML 1.0 §4.3.3 makes that an error in the
    /// document; a wrong label in the HTTP headers is not.
    pub(crate) is_mislabelled: bool,
    /// The first malformed sequences, with their offsets in the text.
    pub(crate) malformed: Vec<MalformedBytes>,
    /// The total number of malformed sequences.
    pub(crate) malformed_count: usize,
}

/// The findings of a reader.
#[derive(Debug)]
pub(crate) struct DocumentFindings<E> {
    /// A byte order mark where it is not allowed, reported before all other faults.
    pub(crate) byte_order_mark: Option<(E, Position)>,
    pub(crate) faults: Diagnostics<E>,
    /// The limit at which the reader stopped or omitted a part.
    pub(crate) limit: Option<Limit>,
    /// The kind of input, if no feed was recognized.
    pub(crate) not_a_feed: Option<LooksLike>,
}

impl<E: Diagnostic> Default for DocumentFindings<E> {
    fn default() -> Self {
        Self { byte_order_mark: None, faults: Diagnostics::default(), limit: None, not_a_feed: None }
    }
}

/// The verdict on a document.
#[derive(Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) bozo: Option<Bozo>,
    pub(crate) well_formed: bool,
    /// The first [`KEPT`] faults, in document order.
    pub(crate) faults: Vec<Fault>,
    /// The total number of faults.
    pub(crate) fault_count: usize,
}

impl<E: Diagnostic + Into<Violation>> DocumentFindings<E> {
    /// Returns the verdict.
    pub(crate) fn verdict(self, encoding: EncodingFindings, positions: &mut Positions<'_>) -> Verdict {
        let most = self.faults.most();
        let fault_count =
            self.faults.count() + encoding.malformed_count + usize::from(self.byte_order_mark.is_some());
        let malformed =
            encoding.malformed.into_iter().map(|MalformedBytes { offset, bytes, is_lost, .. }| {
                let error = EncodingError::MalformedSequence { bytes, is_lost };
                (Violation::from(error), positions.of(offset))
            });
        let mut faults: Vec<(Violation, Position)> = malformed.collect();
        faults
            .extend(self.faults.into_positioned(positions).map(|(error, position)| (error.into(), position)));
        let faults = in_order(faults, |(_, position)| position.offset);
        let byte_order_mark = self.byte_order_mark.map(|(error, position)| (error.into(), position));
        // A byte order mark precedes the text to which the other offsets refer.
        let mut faults: Vec<Fault> = byte_order_mark
            .into_iter()
            .chain(faults)
            .map(|(error, position)| Fault { error, position })
            .collect();
        let well_formed =
            !encoding.is_mislabelled && !faults.iter().any(|fault| fault.error.breaks_grammar());
        // The most significant finding is the exception.
        let bozo = not_a_feed(self.not_a_feed, self.limit)
            .or_else(|| self.limit.map(|limit| Bozo::LimitExceeded { limit }))
            .or_else(|| faults.iter().find_map(exception))
            .or(encoding.bozo);
        // Truncated last, since the verdict does not depend on the number kept.
        faults.truncate(most);
        Verdict { bozo, well_formed, faults, fault_count }
    }
}

/// Returns `NotAFeed`, unless the input was truncated at [`Limit::Size`] and a feed could still follow.
fn not_a_feed(looks_like: Option<LooksLike>, limit: Option<Limit>) -> Option<Bozo> {
    let looks_like = looks_like?;
    let could_follow = match looks_like {
        // Neither can become a feed, regardless of the remaining input.
        LooksLike::Html | LooksLike::Binary => false,
        LooksLike::Empty | LooksLike::Json | LooksLike::Xml | LooksLike::Other => limit == Some(Limit::Size),
    };
    (!could_follow).then_some(Bozo::NotAFeed(looks_like))
}

/// Returns the exception for a fault. Returns `None` for a malformed sequence: the choice of the encoding determines its exception.
fn exception(fault: &Fault) -> Option<Bozo> {
    let position = fault.position;
    let error = || fault.error.clone();
    Some(match &fault.error.0 {
        BrokenRule::Xml(WellFormednessError::UnboundPrefix(prefix)) => {
            Bozo::UndeclaredNamespace { prefix: prefix.clone(), position }
        }
        BrokenRule::Xml(_) => Bozo::NotWellFormed { error: error(), position },
        BrokenRule::Json(_) => Bozo::Json { error: error(), position },
        BrokenRule::Encoding(EncodingError::MalformedSequence { .. }) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::collection::KEPT;
    use super::super::fault_severity::FaultSeverity;
    use super::super::json_error::JsonError;
    use super::*;

    fn diagnostics<E: Diagnostic>(errors: impl IntoIterator<Item = E>) -> Diagnostics<E> {
        let mut diagnostics = Diagnostics::default();
        for (offset, error) in errors.into_iter().enumerate() {
            diagnostics.add(offset, || error);
        }
        diagnostics
    }

    /// Returns the name of the exception, its severity, and `well_formed`.
    fn summary<E: Diagnostic + Into<Violation>>(
        findings: DocumentFindings<E>,
        encoding: EncodingFindings,
    ) -> (Option<(&'static str, FaultSeverity)>, bool) {
        let verdict = findings.verdict(encoding, &mut Positions::new("text", 0));
        (verdict.bozo.map(|bozo| (bozo.name(), bozo.severity())), verdict.well_formed)
    }

    fn mislabelled() -> EncodingFindings {
        let (declared, used) = ("us-ascii".to_owned(), "utf-8".to_owned());
        let bozo = Bozo::CharacterEncodingOverride { declared, used, damage: None };
        EncodingFindings { bozo: Some(bozo), is_mislabelled: true, ..EncodingFindings::default() }
    }

    #[test]
    fn the_exception_is_the_finding_that_says_most() {
        use FaultSeverity::{Benign, Lossy, Mended};
        let xml = |errors: &[WellFormednessError], limit, not_a_feed| DocumentFindings {
            faults: diagnostics(errors.to_vec()),
            limit,
            not_a_feed,
            ..DocumentFindings::default()
        };
        let ampersand = [WellFormednessError::BareAmpersand];
        let prefix = [WellFormednessError::UnboundPrefix("x".to_owned()), WellFormednessError::NoRoot];
        let (html, other) = (Some(LooksLike::Html), Some(LooksLike::Other));
        for (errors, limit, looks_like, expected, well_formed) in [
            (&[][..], None, None, None, true),
            (&ampersand[..], None, None, Some(("SAXParseException", Mended)), false),
            (&prefix[..], None, None, Some(("UndeclaredNamespace", Mended)), false),
            (&ampersand[..], Some(Limit::Depth), None, Some(("LimitExceeded", Lossy)), false),
            (&[][..], Some(Limit::Entries), None, Some(("LimitExceeded", Lossy)), true),
            (&ampersand[..], Some(Limit::Depth), other, Some(("NotAFeed", Lossy)), false),
            // The beginning of an HTML page shows that it is not a feed. The beginning of other text does not.
            (&[][..], Some(Limit::Size), html, Some(("NotAFeed", Lossy)), true),
            (&[][..], Some(Limit::Size), other, Some(("LimitExceeded", Lossy)), true),
        ] {
            let found = summary(xml(errors, limit, looks_like), EncodingFindings::default());
            assert_eq!(found, (expected, well_formed), "{errors:?} {limit:?} {looks_like:?}");
        }
        let found = summary(xml(&[], None, None), mislabelled());
        assert_eq!(found, (Some(("CharacterEncodingOverride", Benign)), false));
        let found = summary(xml(&ampersand, None, None), mislabelled());
        assert_eq!(found, (Some(("SAXParseException", Mended)), false));
    }

    #[test]
    fn json_is_well_formed_unless_a_rule_of_its_grammar_is_broken() {
        for (error, well_formed) in [
            (JsonError::MissingVersion, true),
            (JsonError::TrailingComma, false),
            (JsonError::Comment, false),
        ] {
            let findings = DocumentFindings { faults: diagnostics([error]), ..DocumentFindings::default() };
            let (bozo, found) = summary(findings, EncodingFindings::default());
            assert_eq!((bozo, found), (Some(("JsonError", FaultSeverity::Mended)), well_formed));
        }
    }

    #[test]
    fn a_byte_order_mark_is_the_first_fault() {
        let findings = DocumentFindings {
            byte_order_mark: Some((JsonError::ByteOrderMark, Position::START)),
            faults: diagnostics(std::iter::repeat_n(JsonError::MissingComma, KEPT)),
            ..DocumentFindings::default()
        };
        let verdict = findings.verdict(EncodingFindings::default(), &mut Positions::new("", 3));
        assert_eq!(verdict.faults.len(), KEPT);
        assert_eq!(verdict.fault_count, KEPT + 1);
        assert_eq!(verdict.faults.first().map(|fault| fault.error.name()), Some("ByteOrderMark"));
    }
}
