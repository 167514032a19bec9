//! Explains why a field has its value: every candidate, its element, and the reason why it was kept or rejected.
//!
//! ```
//! use bozofeed::explain::CandidateOutcome;
//!
//! let feed = b"<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item>
//!     <dc:title>From Dublin Core</dc:title><title>Own</title></item></channel></rss>";
//! let candidates = bozofeed::Parser::new().explain(feed).candidates;
//! let titles: Vec<_> = candidates.iter().filter(|candidate| candidate.field == "title").collect();
//! assert_eq!((titles[0].element.as_str(), titles[0].outcome), ("dc:title", CandidateOutcome::LowerRank));
//! assert_eq!((titles[1].element.as_str(), titles[1].outcome), ("title", CandidateOutcome::Kept));
//! ```

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::assemble::Assembler;
use crate::budget::{Budget, Purpose};
use crate::diagnostics::{Limit, Position};
use crate::limits::DefaultMemory;
use crate::parsed::Parsed;
pub use crate::sink::{CandidateOutcome, Rank};
use crate::sink::{Journal, Record, ScopeName, SingleField};
use crate::{Document, Parser, vocabulary};

/// The names of fields that neither have a single value nor belong to a vocabulary.
const OTHER_FIELDS: &[&str] = &[
    "authors", "chapters", "content", "contributors", "geometries", "links", "paging.current",
    "paging.first", "paging.last", "paging.next", "paging.next_archive", "paging.prev_archive",
    "paging.previous", "rating", "rawvoice.alternates", "skip_days", "skip_hours", "podcast.live_items",
    "tags", "threading.replies",
];

/// Returns whether [`Parser::explain`] supports a field with this name.
///
/// ```
/// assert!(bozofeed::explain::is_field("published"));
/// assert!(bozofeed::explain::is_field("podcast.season"));
/// assert!(!bozofeed::explain::is_field("pubDate"));
/// ```
pub fn is_field(name: &str) -> bool {
    SingleField::NAMES.contains(&name) || OTHER_FIELDS.contains(&name) || vocabulary::has_field(name)
}

/// A candidate for the value of a field, from one element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Candidate {
    /// The owner of the field, shared by its candidates: `feed`, `entries[3]`, `entries[3].source`. The entry is `entry` if it was
    /// not kept because it is empty or repeats another one.
    pub subject: Arc<str>,
    /// The name of the field in the model: `link`, `published`, `itunes.duration`.
    pub field: Cow<'static, str>,
    /// The value, as text.
    pub value: String,
    /// The qualified name of the element, or the name of the JSON member.
    pub element: String,
    /// The position of the element.
    pub position: Position,
    /// The authority of the element over the field.
    pub rank: Rank,
    /// Whether the value was kept, or the reason why not.
    pub outcome: CandidateOutcome,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, field, value, element, position, rank, outcome } = self;
        let (rank, outcome) = (rank.description(), outcome.description());
        write!(f, "{subject}.{field}: {value:?} from <{element}> at {position} ({rank}): {outcome}")
    }
}

/// A document with the candidates for its fields.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explanation {
    /// The result of [`Parser::parse`] for the document.
    pub parsed: Parsed,
    /// Every candidate for every field, in document order.
    pub candidates: Vec<Candidate>,
    /// The limit at which further candidates were omitted, if any.
    pub limit: Option<Limit>,
}

impl Parser {
    /// Reads a document, and also returns every candidate for every field. Their total size is limited to a few times the size of
    /// the document.
    ///
    /// ```
    /// let explanation = bozofeed::Parser::new().explain(b"<rss><channel><title>Tides</title><title>Winds</title></channel></rss>");
    /// let candidates: Vec<_> = explanation.candidates.iter().map(ToString::to_string).collect();
    /// assert!(candidates[0].starts_with("feed.title: \"Tides\" from <title> at line 1"));
    /// ```
    pub fn explain<'a>(&self, document: impl Into<Document<'a>>) -> Explanation {
        explain_document(self, &document.into())
    }
}

fn explain_document(parser: &Parser, document: &Document<'_>) -> Explanation {
    /// The maximum number of bytes of candidates per byte of the document.
    const BYTES_PER_BYTE: usize = 6;
    /// The name of the subject of each scope.
    const PURPOSE: Purpose =
        Purpose { beside: 2 * size_of::<ScopeName>(), memory: DefaultMemory::LARGE, ..Purpose::MODEL };
    let budget = Rc::new(parser.budget(document, PURPOSE));
    let room = budget.left().saturating_add(document.bytes.len().saturating_mul(BYTES_PER_BYTE));
    let journal = Journal::new(Budget::default().resolved(room), Rc::clone(&budget));
    let mut model = Assembler::with_journal(journal.clone());
    let (parsed, text) = parser.run_with_text(document, &budget, &mut model);
    let (feed, entries) = model.into_parts();
    let parsed = Parsed { feed, entries, ..parsed };
    let (names, mut records) = journal.take();
    // Candidates of the same element keep their order. A stable sort would take half of the memory again.
    records.sort_unstable_by_key(|record| (record.offset, record.number));
    let subjects = subjects(&names, &journal);
    let mut positions = text.positions();
    let candidate = |Record { scope, field, value, element, offset, rank, outcome, .. }| {
        let subject = Arc::clone(subjects.get::<usize>(scope)?);
        Some(Candidate { subject, field, value, element, position: positions.of(offset), rank, outcome })
    };
    // In the memory of the records: both lists would be too much.
    let candidates = records.into_iter().filter_map(candidate).collect();
    let limit = journal.limit().or_else(|| budget.stop());
    Explanation { parsed, candidates, limit }
}

/// Returns the subject of each scope: `entries[3].source`. An outer scope comes before its inner ones.
fn subjects(names: &[ScopeName], journal: &Journal) -> Vec<Arc<str>> {
    let mut all: Vec<Arc<str>> = Vec::with_capacity(names.len());
    for ScopeName { name, outer, .. } in names {
        // Scopes may be nested hundreds of levels deep.
        let outer = outer.and_then(|outer| journal.inherit(all.get(outer)?));
        all.push(match outer {
            Some(outer) => format!("{outer}.{name}").into(),
            None => name.as_ref().into(),
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_has_its_reason() {
        let item = "<dc:date>2026-01-01</dc:date><atom:updated>2026-01-02T00:00:00Z</atom:updated>\
            <atom:updated>soon</atom:updated><guid/><guid>/a</guid><guid>/b</guid><title>one</title><title>two</title>\
            <link>http://a/</link>";
        let feed = format!(
            "<rss xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:atom='http://www.w3.org/2005/Atom'>\
             <channel><item>{item}</item></channel></rss>"
        );
        let candidates = Parser::new().explain(feed.as_bytes()).candidates;
        let found: Vec<_> = candidates
            .iter()
            .filter(|candidate| candidate.field != "links")
            .map(|candidate| (&*candidate.field, candidate.value.as_str(), candidate.outcome))
            .collect();
        assert_eq!(
            found,
            [
                ("updated", "2026-01-01 (2026-01-01T00:00:00Z)", CandidateOutcome::LowerRank),
                ("updated", "2026-01-02T00:00:00Z (2026-01-02T00:00:00Z)", CandidateOutcome::Kept),
                ("updated", "soon", CandidateOutcome::Unreadable),
                ("id", "", CandidateOutcome::Empty),
                ("id", "/a", CandidateOutcome::Earlier),
                ("link", "/a", CandidateOutcome::Earlier),
                ("id", "/b", CandidateOutcome::Kept),
                ("link", "/b", CandidateOutcome::LowerRank),
                ("title", "one", CandidateOutcome::Kept),
                ("title", "two", CandidateOutcome::Later),
                ("link", "http://a/", CandidateOutcome::Kept),
            ]
        );
        assert!(candidates.iter().all(|candidate| &*candidate.subject == "entries[0]"));
    }

    #[test]
    fn inner_scopes_and_repeated_entries_have_their_subjects() {
        let item = "<item><guid>/a</guid><source><link>s</link></source></item>";
        let feed = format!(
            "<rss><channel><image><url>i</url></image>{item}</channel></rss><rss><channel>{item}</channel></rss>"
        );
        let candidates = Parser::new().explain(feed.as_bytes()).candidates;
        let subjects: Vec<_> = candidates
            .iter()
            .filter(|candidate| candidate.field != "links")
            .map(|candidate| format!("{}.{}", candidate.subject, candidate.field))
            .collect();
        assert_eq!(
            subjects,
            [
                "feed.image", "feed.image.href", "entries[0].id", "entries[0].link", "entries[0].source",
                "entries[0].source.link", "entry.id", "entry.link", "entry.source", "entry.source.link"
            ]
        );
        let of_lost = candidates.iter().filter(|candidate| candidate.subject.starts_with("entry"));
        assert!(of_lost.clone().count() > 0);
        for candidate in of_lost {
            assert_eq!(candidate.outcome, CandidateOutcome::ScopeLost, "{candidate}");
        }
    }
}
