//! The values of a document, one at a time, and the trait for receiving them.
//!
//! The interpreter and the JSON Feed reader pass each value with its [`Origin`] to a [`Sink`]: a [`Single`] is a candidate for a
//! field, and a [`Member`] belongs to a list. [`assemble`](crate::assemble) keeps the best candidate for each field of the model,
//! and [`explain`](crate::explain) lists all candidates.

mod complete;
mod field;
mod field_value;
mod journal;
mod single;
mod tree;
mod values;

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;

use bozofeed_text::named;

use crate::budget::Paid;
use crate::model::podcast::LiveItem;
use crate::model::{Entry, Feed, Image, Link, Person, Tag, Text, TextInput};
use crate::options::Options;
use crate::xml::{Name, Namespace, RawTag, WrittenText, XmlAttribute};
use bozofeed_content::Sanitizer;
use bozofeed_model::internal::cost::{self, Priced};

pub(crate) use self::complete::is_nobody;
pub(crate) use self::field::{PersonField, ScopeKind, TextField};
pub(crate) use self::field_value::{FieldValue, ImageUrl, StatedId};
pub use self::journal::CandidateOutcome;
pub(crate) use self::journal::{DESCRIBED_IMAGE, FieldPlace, Journal, Kept, Record, ScopeName};
pub(crate) use self::single::{AfterLoss, Halves, Single, SingleField, SingleForm, SingleOwner, Tie};
pub(crate) use self::tree::{DEEPEST, Tree};
pub(crate) use self::values::{ValueReader, ValueWarning};

/// The subject of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Subject {
    #[default]
    Feed,
    Entry,
    /// An image, a text input, a source or a live item inside a feed or an entry.
    Inner(ScopeKind),
}

impl Priced for Subject {
    /// Every subject except the feed is allocated on the heap.
    fn heap(&self) -> usize {
        match self {
            Self::Feed => 0,
            Self::Entry => size_of::<Entry>(),
            Self::Inner(ScopeKind::Image) => size_of::<Image>(),
            Self::Inner(ScopeKind::TextInput) => size_of::<TextInput>(),
            Self::Inner(ScopeKind::Source) => size_of::<Feed>(),
            Self::Inner(ScopeKind::LiveItem) => size_of::<LiveItem>(),
        }
    }

    fn written(&self) -> usize {
        cost::BRACKETS + cost::ELEMENT
    }
}

impl Subject {
    /// Returns whether the subject has the fields of an entry.
    pub(crate) fn is_entry(self) -> bool {
        matches!(self, Self::Entry | Self::Inner(ScopeKind::LiveItem))
    }
}

/// The authority of an element over the field that it fills, from the least to the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rank {
    /// An attribute, or an element with another purpose.
    Hint,
    /// Media RSS, which describes a file.
    Media,
    /// Another vocabulary with its own audience, such as iTunes.
    StandIn,
    /// Dublin Core.
    Module,
    /// The other family of formats: Atom in RSS, RSS in Atom.
    Foreign,
    /// A name that was replaced in a later version of the format.
    Elder,
    /// The format itself.
    Own,
}

named! {
    Rank: "rank" {
        Hint => "hint",
        Media => "media",
        StandIn => "stand_in",
        Module => "module",
        Foreign => "foreign",
        Elder => "elder",
        Own => "own",
    }
}

impl Rank {
    /// Returns the rank in words, for messages.
    pub fn description(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Media => "Media RSS",
            Self::StandIn => "other vocabulary",
            Self::Module => "Dublin Core",
            Self::Foreign => "other format",
            Self::Elder => "replaced name",
            Self::Own => "own element",
        }
    }
}

/// The priority of a candidate: first the completeness of its value, then the rank of its element, then the distance of the element
/// from that of its subject, then its precedence among elements of the same rank. If two are equal, the position in the document
/// decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Priority(u32);

// A priority is a single number, so that comparing two takes one comparison: from the top, 2 bits of completeness, 4 of rank, 22 of
// nearness and 4 of precedence.
const NEARNESS_SHIFT: u32 = 4;
const RANK_SHIFT: u32 = 26;
const COMPLETENESS_SHIFT: u32 = 30;

impl Priority {
    /// Lower than the priority of any candidate.
    pub(crate) const LEAST: Self = Self(0);

    /// The number of the first place.
    const FIRST: u32 = (1 << NEARNESS_SHIFT) - 1;

    /// Returns the priority of an element with the highest precedence.
    pub(crate) fn new(rank: Rank, depth: usize) -> Self {
        const DEEPEST: u32 = (1 << (RANK_SHIFT - NEARNESS_SHIFT)) - 1;
        let depth = u32::try_from(depth).map_or(DEEPEST, |depth| depth.min(DEEPEST));
        // Inverted, since an element closer to its subject has a higher priority.
        Self(((rank as u32) << RANK_SHIFT) | ((DEEPEST - depth) << NEARNESS_SHIFT) | Self::FIRST)
    }

    /// Returns the priority of an element at this place among the elements of its rank, where 0 is the first.
    pub(crate) fn in_place(self, place: u8) -> Self {
        Self(self.0 & !Self::FIRST | Self::FIRST.saturating_sub(u32::from(place)))
    }

    /// Returns the priority of a candidate with this completeness, which outranks everything else.
    pub(crate) fn with(self, completeness: Completeness) -> Self {
        Self(self.0 | ((completeness as u32) << COMPLETENESS_SHIFT))
    }

    /// Returns the completeness of the candidate, and the rank and the nearness of its element as numbers.
    fn parts(self) -> (Completeness, u32, u32) {
        const RANKS: u32 = (1 << (COMPLETENESS_SHIFT - RANK_SHIFT)) - 1;
        const NEARNESS: u32 = (1 << (RANK_SHIFT - NEARNESS_SHIFT)) - 1;
        let completeness = match self.0 >> COMPLETENESS_SHIFT {
            0 => Completeness::Empty,
            1 => Completeness::Raw,
            2 => Completeness::Partial,
            _ => Completeness::Full,
        };
        (completeness, self.0 >> RANK_SHIFT & RANKS, self.0 >> NEARNESS_SHIFT & NEARNESS)
    }
}

/// The decision about a value that was offered to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldChoice {
    /// It is the first value of the field.
    Taken,
    /// It is a member of a list.
    Added,
    /// It is better than the previous value, which lost for this reason.
    Replaced(CandidateOutcome),
    /// It lost, for this reason.
    Lost(CandidateOutcome),
    /// There is no value: the element is empty, or its value must not be shown.
    Nothing,
}

impl FieldChoice {
    /// Returns whether the field has the value.
    pub(crate) fn is_kept(self) -> bool {
        match self {
            Self::Taken | Self::Added | Self::Replaced(_) => true,
            Self::Lost(_) | Self::Nothing => false,
        }
    }
}

/// The completeness of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Completeness {
    /// The element is empty.
    Empty,
    /// The text could not be read.
    Raw,
    /// The value lacks its most important part, such as the URL of an image.
    Partial,
    /// The value is complete.
    Full,
}

/// A value that can judge its own completeness.
pub(crate) trait Complete {
    fn completeness(&self) -> Completeness;
}

/// Replaces a value unless it is more complete than the new one. Returns the one that is not kept.
pub(crate) fn fill<T: Complete>(field: &mut Option<T>, value: T) -> Option<T> {
    if field.as_ref().is_none_or(|known| value.completeness() >= known.completeness()) {
        field.replace(value)
    } else {
        Some(value)
    }
}

/// The origin of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Origin<'s> {
    /// The qualified name of the element, or the path of the JSON member.
    pub(crate) name: &'s str,
    /// The namespace of the element.
    pub(crate) vocabulary: Namespace,
    /// The byte offset of the start tag, or of the JSON value, in the text.
    pub(crate) offset: usize,
    pub(crate) rank: Rank,
    pub(crate) priority: Priority,
    /// Whether the element describes a feed other than the first one of the document.
    pub(crate) is_of_other_feed: bool,
    /// Whether the element has an attribute for the type of its text.
    pub(crate) is_typed: bool,
}

impl<'s> Origin<'s> {
    /// Returns the origin of a value in a JSON Feed: a member of the object at `offset`.
    pub(crate) fn of_member(name: &'s str, rank: Rank, offset: usize) -> Self {
        let priority = Priority::new(rank, 0);
        Self {
            name,
            vocabulary: Namespace::NONE,
            offset,
            rank,
            priority,
            is_of_other_feed: false,
            is_typed: false,
        }
    }
}

/// A member of a list of the subject.
///
/// Large values are boxed, since each is moved several times.
#[derive(Debug)]
pub(crate) enum Member {
    Content(Text),
    Link(Link),
    Author(Box<Person>),
    Contributor(Box<Person>),
    Tag(Tag),
    /// The status and the times of the live item that is the subject.
    LiveItem(Box<LiveItem>),
}

impl Priced for Member {
    fn heap(&self) -> usize {
        match self {
            Self::Content(text) => text.heap(),
            Self::Link(link) => link.heap(),
            Self::Author(person) | Self::Contributor(person) => person.heap(),
            Self::Tag(tag) => tag.heap(),
            Self::LiveItem(item) => {
                cost::allocated(size_of::<LiveItem>())
                    + item.status.heap()
                    + item.start.heap()
                    + item.end.heap()
            }
        }
    }

    fn written(&self) -> usize {
        let name = cost::MEMBER + cost::NAME;
        match self {
            Self::Content(text) => name + text.written(),
            Self::Link(link) => name + link.written(),
            Self::Author(person) | Self::Contributor(person) => name + person.written(),
            Self::Tag(tag) => name + tag.written(),
            Self::LiveItem(item) => {
                3 * name + item.status.written() + item.start.written() + item.end.written()
            }
        }
    }
}

/// The end of a scope.
#[derive(Debug)]
pub(crate) struct Ending<'s> {
    pub(crate) origin: Origin<'s>,
    /// The element of an image, a text input or a source, to be kept if the scope is not.
    pub(crate) tree: Option<Paid<Tree>>,
    /// Whether the scope ended without an end tag.
    pub(crate) is_implied: bool,
    /// The length of the text read since the first entry began, and the length of the remaining text.
    pub(crate) progress: (usize, usize),
}

/// A receiver of values.
///
/// It is passed as a trait object, so that readers are compiled once for all sinks. It does not require `Debug`: the vtable would
/// keep the `Debug` code of the whole model in every program.
pub(crate) trait Sink {
    /// Returns whether the sink also receives the elements of XML documents.
    fn receives_markup(&self) -> bool {
        false
    }

    /// Returns the sanitizer for the markup of texts.
    fn cleaner<'o>(&self, options: &'o Options) -> &'o Sanitizer {
        options.cleaner()
    }

    /// Returns the journal in which decisions are recorded. By default, there is none.
    fn journal(&self) -> Journal {
        Journal::default()
    }

    /// Receives the start of a scope. Values belong to `subject` until it ends. The scope of the feed is open from the start.
    ///
    /// `may_repeat` means that the document contains more than one feed, so that entries may be repeated.
    fn begin(&mut self, subject: Paid<Subject>, may_repeat: bool);

    /// Receives a candidate for a field of the innermost scope.
    fn offer(&mut self, value: Paid<Single>, origin: &Origin<'_>);

    /// Receives a member of a list of the innermost scope.
    fn add(&mut self, member: Paid<Member>, origin: &Origin<'_>);

    /// Receives an element of the innermost scope that is unknown, or that its vocabulary reads together with others.
    fn add_element(&mut self, element: Paid<Tree>, origin: &Origin<'_>);

    /// Receives the end of the innermost scope. `values` reads vocabularies whose elements are only meaningful together. Returns
    /// the memory taken by the kept parts of the scope.
    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize;

    /// Moves the complete entries to `entries`, except those inside an incomplete one. `may_recur` means that the document may
    /// contain them again. By default, a sink has no entries.
    fn take_entries(&mut self, entries: &mut VecDeque<Entry>, may_recur: bool) {
        let _ = (entries, may_recur);
    }

    /// Returns the sink as its concrete type, if it has additional methods. A method of the trait is in every program, since it is
    /// in the vtable; rarely needed methods belong to the type.
    fn as_any(&mut self) -> Option<&mut dyn Any> {
        None
    }

    /// Receives a start tag, with its attributes as written. Its end is also received, even if it has no end tag.
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        let _ = (name, tag, attributes);
    }

    /// Receives text in the innermost element: character data or a CDATA section.
    fn text(&mut self, text: &str, written: &WrittenText) {
        let _ = (text, written);
    }

    /// Receives the end of the innermost element, with the extent of its end tag, if any.
    fn end_tag(&mut self, written: Option<Range<usize>>) {
        let _ = written;
    }
}

#[cfg(test)]
mod tests;
