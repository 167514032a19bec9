//! Explains why a field has its value: every candidate, its element, and the reason why it was kept or not.
//!
//! ```
//! use bozofeed::explain::{CandidateOutcome, explain};
//!
//! let feed = b"<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><item>
//!     <dc:title>From Dublin Core</dc:title><title>Own</title></item></channel></rss>";
//! let candidates = explain(&bozofeed::Parser::new(), feed).candidates;
//! let titles: Vec<_> = candidates.iter().filter(|candidate| candidate.field == "title").collect();
//! assert_eq!((titles[0].element.as_str(), titles[0].outcome), ("dc:title", CandidateOutcome::LowerRank));
//! assert_eq!((titles[1].element.as_str(), titles[1].outcome), ("title", CandidateOutcome::Kept));
//! ```

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::assemble::{self, Kept};
use crate::budget::{Budget, Paid, PaidList, Purpose};
use crate::cost::{self, Priced};
use crate::diagnostics::{Limit, Position};
use crate::parsed::Parsed;
pub use crate::statement::Rank;
use crate::statement::{
    Beginning, Complete, Completeness, Ending, FieldValue as _, Offer, Offered, Origin, Priority,
    SingleField, Sink, Statement, Subject,
};
use crate::vocabulary::{DateField, PersonField, ScopeKind, TextField, ValueReader};
use crate::{Document, Parser};

/// The names of fields that are not rows of [`SingleField`].
const OTHER_FIELDS: &[&str] = &[
    "authors", "content", "contributors", "description", "geometries", "id", "itunes.block",
    "itunes.complete", "itunes.duration", "itunes.episode", "itunes.explicit", "itunes.is_closed_captioned",
    "itunes.kind", "itunes.new_feed_url", "itunes.order", "itunes.season", "itunes.title", "link", "links",
    "published", "summary", "tags", "title", "updated",
];

/// Returns whether [`explain`] knows a field of this name.
///
/// ```
/// assert!(bozofeed::explain::is_field("published"));
/// assert!(!bozofeed::explain::is_field("pubDate"));
/// ```
pub fn is_field(name: &str) -> bool {
    SingleField::NAMES.contains(&name) || OTHER_FIELDS.contains(&name)
}

/// A value that an element gives for a field.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The owner of the field, shared by its candidates: `feed`, `entries[3]`, `entries[3].source`. The entry is `entry` if it was not kept, because
    /// it is empty or repeats another one.
    pub subject: Arc<str>,
    /// The name of the field in the model: `link`, `published`, `itunes.duration`.
    pub field: &'static str,
    /// The value, as text.
    pub value: String,
    /// The qualified name of the element, or the name of the JSON member.
    pub element: String,
    /// The position of the element.
    pub position: Position,
    /// The authority of the element over the field.
    pub rank: Rank,
    /// Whether the value was kept, or else why not.
    pub outcome: CandidateOutcome,
}

/// The outcome for a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CandidateOutcome {
    /// It is the value of the field, or a member of the list.
    Kept,
    /// It is empty, and another one is not.
    Empty,
    /// It cannot be read, and another one can.
    Unreadable,
    /// Another element has more authority over the field.
    LowerRank,
    /// Another element of the same rank is closer to the feed or entry.
    Farther,
    /// An equal candidate came later, and the last one counts.
    Earlier,
    /// An equal candidate came earlier, and the first one counts.
    Later,
}

impl fmt::Display for CandidateOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kept => "kept",
            Self::Empty => "empty",
            Self::Unreadable => "cannot be read",
            Self::LowerRank => "lower rank",
            Self::Farther => "farther from the feed or entry",
            Self::Earlier => "a later candidate of the same rank counts",
            Self::Later => "an earlier candidate of the same rank counts",
        })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hint => "hint",
            Self::Media => "Media RSS",
            Self::StandIn => "other vocabulary",
            Self::Module => "Dublin Core",
            Self::Foreign => "other format",
            Self::Elder => "replaced name",
            Self::Own => "own element",
        })
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, field, value, element, position, rank, outcome } = self;
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
    /// The limit at which further candidates were left out, if any.
    pub limit: Option<Limit>,
}

/// Returns every candidate for every field. Their total size is limited to a few times that of the document.
pub fn explain<'a>(parser: &Parser, document: impl Into<Document<'a>>) -> Explanation {
    explain_document(parser, document.into())
}

fn explain_document(parser: &Parser, document: Document<'_>) -> Explanation {
    /// The bytes of candidates that a byte of the document may cause.
    const BYTES_PER_BYTE: usize = 6;
    /// The name of the subject of each scope.
    const PURPOSE: Purpose = Purpose { beside: 2 * size_of::<ScopeName>(), ..Purpose::MODEL };
    let budget = parser.budget(&document, PURPOSE);
    let room = budget.left_to_resolve().saturating_add(document.bytes.len().saturating_mul(BYTES_PER_BYTE));
    let own = Budget::default().resolved(room);
    let mut log = Log::new(&own, &budget);
    let (parsed, text) = parser.run_with_text(document, &budget, &mut log);
    let Log { model, done, names, .. } = log;
    let (feed, entries) = model.into_parts();
    let parsed = Parsed { feed, entries, ..parsed };
    let mut done = done.into_vec();
    done.sort_by_key(|record| record.offset);
    let subjects = subjects(&names, &own);
    let mut positions = text.positions();
    let mut candidates = Vec::with_capacity(done.len());
    for Record { scope, field, value, element, offset, rank, outcome, .. } in done {
        let Some(subject) = subjects.get(scope).map(Arc::clone) else { continue };
        let position = positions.of(offset);
        candidates.push(Candidate { subject, field, value, element, position, rank, outcome });
    }
    let limit = own.limit().or_else(|| budget.stop());
    Explanation { parsed, candidates, limit }
}

/// The name of a scope, and the scope around it.
#[derive(Debug, Default)]
struct ScopeName {
    name: Cow<'static, str>,
    /// The index of the scope around it, if its name is part of the subject.
    outer: Option<usize>,
}

/// Returns the subject of each scope: `entries[3].source`. An outer scope comes before those within it.
fn subjects(names: &[ScopeName], budget: &Budget) -> Vec<Arc<str>> {
    let mut all: Vec<Arc<str>> = Vec::with_capacity(names.len());
    for ScopeName { name, outer } in names {
        let outer = outer.and_then(|outer| all.get(outer));
        // Scopes may be nested in each other hundreds of times.
        let outer = outer.filter(|outer| budget.inherit_bytes(outer.len()));
        all.push(match outer {
            Some(outer) => format!("{outer}.{name}").into(),
            None => name.as_ref().into(),
        });
    }
    all
}

/// How a field chooses among its candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Selection {
    /// It is a list, and keeps all.
    All,
    /// The best; of equals the last.
    Last,
    /// The best; of equals the first.
    First,
}

/// A statement that was made.
#[derive(Debug)]
struct Record {
    /// The index of its scope.
    scope: usize,
    field: &'static str,
    choice: Selection,
    value: String,
    element: String,
    offset: usize,
    rank: Rank,
    completeness: Completeness,
    priority: Priority,
    outcome: CandidateOutcome,
}

impl Priced for Record {
    /// While candidates are made of the records, there are both.
    fn heap(&self) -> usize {
        size_of::<Candidate>() + self.value.heap() + self.element.heap()
    }

    fn written(&self) -> usize {
        cost::ELEMENT + self.value.len() + self.element.len()
    }
}

/// An open scope.
#[derive(Debug)]
struct OpenScope {
    subject: Subject,
    /// The index of its name.
    index: usize,
    records: PaidList<Record>,
}

/// A sink that keeps every statement.
#[derive(Debug)]
struct Log<'b> {
    /// Tells which entries are kept, and where.
    model: assemble::Assembler,
    /// The budget of the values of candidates.
    own: &'b Budget,
    budget: &'b Budget,
    names: PaidList<ScopeName>,
    /// The open scopes, innermost last.
    scopes: Vec<OpenScope>,
    done: PaidList<Record>,
}

impl<'b> Log<'b> {
    fn new(own: &'b Budget, budget: &'b Budget) -> Self {
        let mut names = PaidList::default();
        names.extend(budget.keep_scope(Subject::Feed, false).map(|feed| feed.map(|_| ScopeName::default())));
        Self {
            model: assemble::Assembler::default(),
            own,
            budget,
            names,
            scopes: vec![OpenScope { subject: Subject::Feed, index: 0, records: PaidList::default() }],
            done: PaidList::default(),
        }
    }
}

impl Sink for Log<'_> {
    fn begin(&mut self, subject: Paid<Subject>, beginning: Beginning) {
        let (subject, receipt) = subject.open();
        let (receipt, of_name) = receipt.split();
        self.model.begin_scope(receipt.of(subject), beginning);
        let outer = match subject {
            Subject::Inner(_) => self.scopes.last().map(|scope| scope.index),
            Subject::Feed | Subject::Entry => None,
        };
        self.scopes.push(OpenScope { subject, index: self.names.len(), records: PaidList::default() });
        self.names.push(of_name.of(ScopeName { outer, ..ScopeName::default() }));
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        if let Some(OpenScope { subject, index, records }) = self.scopes.last_mut() {
            let record = record(&statement, origin, *subject, *index, self.own);
            records.extend(record.and_then(|record| self.budget.keep(record)));
        }
        self.model.state(statement, origin);
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) -> usize {
        values.offers.replace(Some(PaidList::default()));
        let (kept, mut memory) = self.model.end_scope(subject, ending, values);
        let Some(OpenScope { index, mut records, .. }) = self.scopes.pop() else { return memory };
        decide(&mut records);
        for offer in values.offers.take().unwrap_or_default().into_paid() {
            add_offer(&mut records, offer, index);
        }
        memory += 2 * size_of::<ScopeName>();
        memory += records.iter().map(|record| values.budget.memory_of(record)).sum::<usize>();
        for record in records.into_paid() {
            self.done.push(record);
        }
        if let Some(scope) = self.names.get_mut(index) {
            scope.name = match subject {
                Subject::Feed => "feed".into(),
                Subject::Entry => match kept {
                    Kept::At(place) => format!("entries[{place}]").into(),
                    Kept::Yes | Kept::No => "entry".into(),
                },
                Subject::Inner(ScopeKind::Image) => "image".into(),
                Subject::Inner(ScopeKind::TextInput) => "text_input".into(),
                Subject::Inner(ScopeKind::Source) => "source".into(),
                Subject::Inner(ScopeKind::LiveItem) => "podcast.live_items".into(),
            };
        }
        memory
    }
}

/// Decides which candidates of a scope are kept.
fn decide(records: &mut [Record]) {
    let mut best: HashMap<&'static str, usize> = HashMap::new();
    for (at, record) in records.iter().enumerate().filter(|(_, record)| record.choice != Selection::All) {
        let known = best.entry(record.field).or_insert(at);
        let is_better = records.get(*known).is_some_and(|known| {
            record.priority > known.priority
                || record.priority == known.priority && record.choice == Selection::Last
        });
        if is_better {
            *known = at;
        }
    }
    let best: HashMap<&'static str, (usize, Completeness, Rank, Priority)> = best
        .into_iter()
        .filter_map(|(field, at)| {
            let winner = records.get(at)?;
            Some((field, (at, winner.completeness, winner.rank, winner.priority)))
        })
        .collect();
    for (at, record) in records.iter_mut().enumerate().filter(|(_, record)| record.choice != Selection::All) {
        let Some((best, completeness, rank, priority)) = best.get(record.field) else { continue };
        record.outcome = if at == *best {
            CandidateOutcome::Kept
        } else if record.completeness < *completeness {
            if record.completeness == Completeness::Empty {
                CandidateOutcome::Empty
            } else {
                CandidateOutcome::Unreadable
            }
        } else if record.rank < *rank {
            CandidateOutcome::LowerRank
        } else if record.priority < *priority {
            CandidateOutcome::Farther
        } else if record.choice == Selection::First {
            CandidateOutcome::Later
        } else {
            CandidateOutcome::Earlier
        };
    }
}

/// Adds the record of a value that the rows of a vocabulary have read, if its field is one that is explained.
fn add_offer(records: &mut PaidList<Record>, offer: Paid<Offer>, scope: usize) {
    let (offer, receipt) = offer.open();
    let (vocabulary, name) = offer.field;
    let is_it = |field: &&&str| field.split_once('.').unwrap_or(("", **field)) == (vocabulary, name);
    let Some(field) = OTHER_FIELDS.iter().find(is_it) else { return };
    let is_empty = offer.value.is_empty();
    let outcome = match offer.offered {
        Offered::Lost if is_empty => CandidateOutcome::Empty,
        Offered::Lost => CandidateOutcome::Later,
        Offered::Taken | Offered::Replaced | Offered::Added => CandidateOutcome::Kept,
    };
    let is_known = |record: &&mut Record| record.field == *field && record.outcome == CandidateOutcome::Kept;
    if offer.offered == Offered::Replaced
        && let Some(known) = records.iter_mut().find(is_known)
    {
        known.outcome =
            if known.value.is_empty() { CandidateOutcome::Empty } else { CandidateOutcome::Unreadable };
    }
    records.push(receipt.of(Record {
        scope,
        field,
        choice: Selection::All,
        value: offer.value,
        element: offer.element,
        offset: offer.offset,
        rank: Rank::StandIn,
        completeness: Completeness::Full,
        priority: Priority::default(),
        outcome,
    }));
}

/// Returns the record of a statement. Returns `None` if the budget has no room for it, or if the statement is not a
/// candidate for a field.
#[allow(clippy::too_many_lines, reason = "a table of all statements")]
fn record(
    statement: &Statement,
    origin: &Origin<'_>,
    subject: Subject,
    scope: usize,
    budget: &Budget,
) -> Option<Record> {
    /// The bytes of a candidate beside its texts.
    const FIXED: usize = 80;
    use Selection::{All, First, Last};
    let shown = |value: &str| value.to_owned();
    let (field, choice, value, completeness) = match statement {
        Statement::Text(field, text) => {
            let has_description = matches!(subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput));
            let (field, choice) = match field {
                TextField::Title => ("title", First),
                TextField::Description | TextField::Summary | TextField::Subtitle if has_description => {
                    ("description", Last)
                }
                TextField::Description if !subject.is_entry() => ("subtitle", Last),
                TextField::Description | TextField::Summary => ("summary", First),
                TextField::Subtitle => ("subtitle", Last),
                TextField::Content | TextField::Encoded | TextField::Body => ("content", All),
                TextField::Info => ("info", Last),
                TextField::Rights => ("rights", Last),
            };
            (field, choice, shown(&text.value), text.completeness())
        }
        Statement::Date(field, date) => {
            let field = match field {
                DateField::Published => "published",
                DateField::Updated => "updated",
                DateField::Created => "created",
                DateField::Expired => "expired",
            };
            (field, Last, date.display_text(), date.completeness())
        }
        Statement::Id { id, .. } | Statement::About(id) => ("id", Last, shown(id), id.completeness()),
        Statement::Page(page) => ("link", Last, shown(page), page.completeness()),
        Statement::Link(link) => {
            let href = link.href.as_deref().unwrap_or_default();
            ("links", All, format!("{} {href}", link.rel), Completeness::Full)
        }
        Statement::Person(field, details) => {
            let (field, choice) = match field {
                PersonField::Author => ("authors", All),
                PersonField::Contributor | PersonField::ContributorName => ("contributors", All),
                PersonField::Publisher => ("publisher", Last),
                PersonField::WebMaster => ("web_master", Last),
                PersonField::Owner => ("itunes.owner", Last),
            };
            (field, choice, details.person.display_text(), details.person.completeness())
        }
        Statement::Tag(tag) => {
            ("tags", All, shown(tag.term.as_deref().unwrap_or_default()), Completeness::Full)
        }
        Statement::Single(single) => (single.name(), Last, single.display_text(), single.completeness()),
        Statement::Image(image) => {
            ("image", Last, shown(image.href.as_deref().unwrap_or_default()), image.completeness())
        }
        Statement::LiveItem { .. } | Statement::Element(_) => return None,
    };
    let is_paid = budget.pay(FIXED + value.len() + origin.name.len());
    is_paid.then(|| Record {
        scope,
        field,
        choice,
        value,
        element: origin.name.to_owned(),
        offset: origin.offset,
        rank: origin.rank,
        completeness,
        priority: origin.priority.with(completeness),
        outcome: CandidateOutcome::Kept,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_has_its_reason() {
        let item = "<dc:date>2026-01-01</dc:date><atom:updated>2026-01-02T00:00:00Z</atom:updated>\
            <atom:updated>soon</atom:updated><guid/><guid>a</guid><guid>b</guid><title>one</title><title>two</title>\
            <link>http://a/</link>";
        let feed = format!(
            "<rss xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:atom='http://www.w3.org/2005/Atom'>\
             <channel><item>{item}</item></channel></rss>"
        );
        let candidates = explain(&Parser::new(), feed.as_bytes()).candidates;
        let found: Vec<_> = candidates
            .iter()
            .filter(|candidate| candidate.field != "links")
            .map(|candidate| (candidate.field, candidate.value.as_str(), candidate.outcome))
            .collect();
        assert_eq!(
            found,
            [
                ("updated", "2026-01-01 (2026-01-01T00:00:00Z)", CandidateOutcome::LowerRank),
                ("updated", "2026-01-02T00:00:00Z (2026-01-02T00:00:00Z)", CandidateOutcome::Kept),
                ("updated", "soon", CandidateOutcome::Unreadable),
                ("id", "", CandidateOutcome::Empty),
                ("id", "a", CandidateOutcome::Earlier),
                ("link", "a", CandidateOutcome::LowerRank),
                ("id", "b", CandidateOutcome::Kept),
                ("link", "b", CandidateOutcome::LowerRank),
                ("title", "one", CandidateOutcome::Kept),
                ("title", "two", CandidateOutcome::Later),
                ("link", "http://a/", CandidateOutcome::Kept),
            ]
        );
        assert!(candidates.iter().all(|candidate| &*candidate.subject == "entries[0]"));
    }

    #[test]
    fn inner_scopes_and_repeated_entries_have_their_subjects() {
        let item = "<item><guid>a</guid><source><link>s</link></source></item>";
        let feed = format!(
            "<rss><channel><image><url>i</url></image>{item}</channel></rss><rss><channel>{item}</channel></rss>"
        );
        let candidates = explain(&Parser::new(), feed.as_bytes()).candidates;
        let subjects: Vec<_> = candidates
            .iter()
            .filter(|candidate| candidate.field != "links")
            .map(|candidate| format!("{}.{}", candidate.subject, candidate.field))
            .collect();
        assert_eq!(
            subjects,
            [
                "feed.image.href", "entries[0].id", "entries[0].link", "entries[0].source.link", "entry.id",
                "entry.link", "entry.source.link"
            ]
        );
    }
}
