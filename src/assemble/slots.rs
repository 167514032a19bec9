//! The fields of an open scope. Values of the model are filled in place. Beside them, a table records the source of each field's
//! value; [`Slots::offer`] uses it to decide between two candidates, in any order.

use super::lost::{self, ValueSource};
use crate::budget::{Paid, PaidList, push_exact};
use crate::model::podcast::LiveItem;
use crate::model::{Entry, Extension, Feed, Image, Link, TextInput};
use crate::sink::{
    AfterLoss, CandidateOutcome, Complete as _, Completeness, DESCRIBED_IMAGE, FieldChoice, FieldValue as _,
    Halves, Journal, Kept, Origin, Priority, Rank, ScopeKind, Single, SingleField, SingleOwner, Subject, Tie,
    Tree,
};
use crate::vocabulary::{self, Described, ValueReader, set_aside::unread};
use crate::xml::Namespace;
use bozofeed_model::internal::RareFields as _;
use bozofeed_text::maps::{Set, set_of};

/// The value that an open scope describes.
#[derive(Debug, Clone)]
pub(super) enum ScopeValue {
    Feed(Box<Feed>),
    Entry(Box<Entry>),
    LiveItem(Box<LiveItem>),
    Image(Box<Image>),
    TextInput(Box<TextInput>),
}

/// Returns a part of a feed or an entry, or `None` for an image or a text input.
macro_rules! of_feed_or_entry {
    ($value:expr, $it:ident => $part:expr) => {
        match $value {
            ScopeValue::Feed($it) => Some($part),
            ScopeValue::Entry($it) => Some($part),
            ScopeValue::LiveItem(live_item) => {
                let $it = &mut live_item.item;
                Some($part)
            }
            ScopeValue::Image(_) | ScopeValue::TextInput(_) => None,
        }
    };
}

pub(super) use of_feed_or_entry;

impl ScopeValue {
    fn of(subject: Subject) -> Self {
        match subject {
            Subject::Feed | Subject::Inner(ScopeKind::Source) => Self::Feed(Box::default()),
            Subject::Entry => Self::Entry(Box::default()),
            Subject::Inner(ScopeKind::LiveItem) => Self::LiveItem(Box::default()),
            Subject::Inner(ScopeKind::Image) => Self::Image(Box::default()),
            Subject::Inner(ScopeKind::TextInput) => Self::TextInput(Box::default()),
        }
    }

    fn owner(&mut self) -> SingleOwner<'_> {
        match self {
            Self::Feed(feed) => SingleOwner::Feed(feed),
            Self::Entry(entry) => SingleOwner::Entry(entry),
            Self::LiveItem(live_item) => SingleOwner::Entry(&mut live_item.item),
            Self::Image(image) => SingleOwner::Image(image),
            Self::TextInput(input) => SingleOwner::TextInput(input),
        }
    }

    fn described(&mut self) -> Option<Described<'_>> {
        match self {
            Self::Feed(feed) => Some(Described::Feed(feed)),
            Self::Entry(entry) => Some(Described::Entry(entry)),
            Self::LiveItem(live_item) => Some(Described::Entry(&mut live_item.item)),
            Self::Image(_) | Self::TextInput(_) => None,
        }
    }

    pub(super) fn links(&mut self) -> &mut Vec<Link> {
        match self {
            Self::Feed(feed) => &mut feed.links,
            Self::Entry(entry) => &mut entry.links,
            Self::LiveItem(live_item) => &mut live_item.item.links,
            Self::Image(image) => &mut image.links,
            Self::TextInput(input) => &mut input.links,
        }
    }

    fn add_extension(&mut self, extension: Extension) {
        let extensions = match self {
            Self::Feed(feed) => &mut feed.rare_mut().extensions,
            Self::Entry(entry) => &mut entry.rare_mut().extensions,
            Self::LiveItem(live_item) => &mut live_item.item.rare_mut().extensions,
            Self::Image(image) => &mut image.extensions,
            Self::TextInput(input) => &mut input.extensions,
        };
        push_exact(extensions, extension);
    }
}

/// The source of a field's value.
#[derive(Debug, Clone, Copy)]
struct Best {
    priority: Priority,
    /// The vocabulary of the element.
    vocabulary: Namespace,
    /// The place of the element. Markup may be stated after elements that follow it.
    offset: usize,
}

impl Best {
    const NOTHING: Self = Self { priority: Priority::LEAST, vocabulary: Namespace::NONE, offset: 0 };
}

/// The element that a value comes from.
#[derive(Debug)]
pub(super) enum Given {
    /// The value is its text or its attributes.
    Value,
    /// It is the last scope that ended.
    Scope(Option<Paid<Tree>>),
}

/// The fields of an open scope.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    pub(super) subject: Subject,
    pub(super) value: ScopeValue,
    halves: Halves,
    /// The fields that have a value, one bit each.
    filled: u64,
    best: [Best; SingleField::COUNT],
    /// The sources of values, except elements of the format with a complete value: those lose only to elements of the same name.
    sources: Vec<(SingleField, ValueSource)>,
    /// The summaries that lost their field.
    summaries: Vec<(Single, ValueSource)>,
    /// Unknown elements, and elements that a vocabulary reads together.
    pub(super) trees: PaidList<Tree>,
    /// Elements that describe another feed.
    pub(super) of_other_feeds: PaidList<Tree>,
}

impl Slots {
    pub(super) fn new(subject: Subject) -> Self {
        const { assert!(SingleField::COUNT <= u64::BITS as usize) }
        Self {
            subject,
            value: ScopeValue::of(subject),
            halves: Halves::default(),
            filled: 0,
            best: [Best::NOTHING; SingleField::COUNT],
            sources: Vec::new(),
            summaries: Vec::new(),
            trees: PaidList::default(),
            of_other_feeds: PaidList::default(),
        }
    }

    fn is_filled(&self, field: SingleField) -> bool {
        self.filled & (1 << field as u32) != 0
    }

    fn owner(&mut self, field: SingleField) -> SingleOwner<'_> {
        match field {
            SingleField::DescribedImage | SingleField::GeneratorAgent => {
                SingleOwner::Halves(&mut self.halves)
            }
            _ => self.value.owner(),
        }
    }

    /// Removes and returns the value of a field, with its element if it was recorded.
    fn take(&mut self, field: SingleField) -> Option<(Single, Option<ValueSource>)> {
        let value = if self.is_filled(field) { field.take_from(self.owner(field)) } else { None };
        self.filled &= !(1 << field as u32);
        let source = self.sources.iter().position(|(of, _)| *of == field);
        value.map(|value| (value, source.map(|at| self.sources.swap_remove(at).1)))
    }

    /// Fills a field. A value without a field in the model is kept as an extension.
    fn fill(&mut self, value: Single, best: Best, source: Option<ValueSource>) {
        let field = value.field();
        if let Some(stray) = value.put_into(self.owner(field)) {
            return self.keep(source.and_then(|source| lost::extension(&stray, source)));
        }
        self.filled |= 1 << field as u32;
        if let Some(slot) = self.best.get_mut(field as usize) {
            *slot = best;
        }
        if let Some(source) = source {
            self.sources.push((field, source));
        }
    }

    /// Offers a value to its field, which keeps the better of two. The choice is recorded in the journal, and the loser is kept
    /// elsewhere if it differs.
    pub(super) fn offer(&mut self, value: Single, origin: &Origin<'_>, given: Given, journal: &Journal) {
        let field = value.field();
        let shown = journal.show(|| value.display_text());
        let completeness = value.completeness();
        let (source, is_scope) = match given {
            Given::Value if origin.rank == Rank::Own && completeness == Completeness::Full => (None, false),
            Given::Value => (Some(ValueSource::of(origin)), false),
            Given::Scope(tree) => (Some(ValueSource::of_scope(origin, tree)), true),
        };
        let best = Best {
            priority: origin.priority.with(completeness),
            vocabulary: origin.vocabulary,
            offset: origin.offset,
        };
        let mut loser = None;
        let known = self.best.get(field as usize).copied().filter(|_| self.is_filled(field));
        let choice = match known {
            // Even an empty field rejects it: otherwise, the result would describe two feeds at once.
            None if origin.is_of_other_feed => {
                loser = Some((value, source.unwrap_or_else(|| ValueSource::of(origin))));
                FieldChoice::Lost(CandidateOutcome::OtherFeed)
            }
            None => {
                self.fill(value, best, source);
                FieldChoice::Taken
            }
            Some(known) => self.choose((value, best, source), known, origin, &mut loser),
        };
        journal.note_in(field.place(), shown, (origin, is_scope), choice);
        if let Some((value, source)) = loser {
            self.keep_loser(value, source);
        }
    }

    /// Keeps the better of a new value and the existing one.
    fn choose(
        &mut self,
        (value, best, source): (Single, Best, Option<ValueSource>),
        known: Best,
        origin: &Origin<'_>,
        loser: &mut Option<(Single, ValueSource)>,
    ) -> FieldChoice {
        let field = value.field();
        let is_first = field.tie() == Tie::First;
        let (priority, of_known) = (best.priority, known.priority);
        let counts = if is_first { best.offset < known.offset } else { best.offset >= known.offset };
        let is_better = !origin.is_of_other_feed && (priority > of_known || priority == of_known && counts);
        let Some((old, of_old)) = self.take(field) else { return FieldChoice::Nothing };
        // A loser with the same meaning is not kept, since nothing is lost without it.
        let is_same = old.means_same_as(&value);
        if is_better {
            let of_old = of_old.unwrap_or_else(|| ValueSource::of(origin).in_vocabulary(known.vocabulary));
            *loser = (!is_same).then_some((old, of_old));
            self.fill(value, best, source);
            return FieldChoice::Replaced(of_known.reason_against(priority, is_first));
        }
        *loser = (!is_same).then(|| (value, source.unwrap_or_else(|| ValueSource::of(origin))));
        self.fill(old, known, of_old);
        FieldChoice::Lost(if origin.is_of_other_feed {
            CandidateOutcome::OtherFeed
        } else {
            priority.reason_against(of_known, is_first)
        })
    }

    /// Keeps a value that lost its field as an extension, unless it is kept elsewhere.
    fn keep_loser(&mut self, value: Single, source: ValueSource) {
        let has_own_field = || {
            source.has_own_field()
                && !matches!(self.subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput))
        };
        let extension = match value.field().after_loss() {
            AfterLoss::Dropped => None,
            AfterLoss::KeptOfFormat if has_own_field() => None,
            AfterLoss::Summary => {
                self.summaries.push((value, source));
                None
            }
            // `rdf:about` is an attribute of the element that has the field, and usually contains its page.
            AfterLoss::Identifier if source.is_hint() => {
                let about = value.main_text();
                (!about.is_empty() && self.page() != Some(about)).then(|| lost::about(about))
            }
            AfterLoss::Kept | AfterLoss::KeptOfFormat | AfterLoss::Identifier => {
                lost::extension(&value, source)
            }
        };
        self.keep(extension);
    }

    fn page(&mut self) -> Option<&str> {
        of_feed_or_entry!(&mut self.value, it => it.link.as_deref()).flatten()
    }

    /// Keeps an extension.
    pub(super) fn keep(&mut self, extension: Option<Extension>) {
        if let Some(extension) = extension {
            self.value.add_extension(extension);
        }
    }

    /// Completes the value with the decisions that require the whole scope.
    pub(super) fn finish(&mut self, values: &ValueReader<'_>) {
        self.finish_image(values);
        self.finish_generator(values);
        self.finish_summaries();
        (self.filled, self.halves) = (0, Halves::default());
        self.sources.clear();
        let mut trees = std::mem::take(&mut self.trees);
        // No vocabulary reads most links, but some relations are read.
        if let Some(described) = self.value.described()
            && (!trees.is_empty() || !described.links().is_empty())
        {
            vocabulary::read(&trees, described, values);
        }
        // Entries do not describe another feed.
        let of_other_feeds = self.of_other_feeds.take();
        let is_feed = matches!(self.value, ScopeValue::Feed(_));
        let of_other_feeds = of_other_feeds.into_iter().filter(|_| is_feed);
        for extension in unread(trees.drain_from(0).chain(of_other_feeds)) {
            self.value.add_extension(extension);
        }
        // Its memory is reused for the next entry.
        self.trees = trees;
    }

    /// RSS 1.0 §5.3.4, §5.4: the channel refers to the image by its URL, which the element that describes the image need not
    /// repeat. So an image that is only a URL and an image without a URL are two halves of one image. Any other one becomes an
    /// extension.
    fn finish_image(&mut self, values: &ValueReader<'_>) {
        let Some((Single::DescribedImage(described), source)) = self.take(SingleField::DescribedImage) else {
            return;
        };
        let Some((Single::Image(mut image), _)) = self.take(SingleField::Image) else {
            return self.fill(Single::Image(described), Best::NOTHING, None);
        };
        // An image with a title or a link is described, so the other one is a different image.
        let is_reference = image.title.is_none() && image.link.is_none();
        let is_one = is_reference && (described.title.is_some() || described.link.is_some());
        // One candidate is the image; the parts of the other one may describe it.
        let content = if is_one { Kept::Yes } else { Kept::No };
        values.journal.revoke(DESCRIBED_IMAGE, CandidateOutcome::Incomplete, content);
        if is_one {
            let Image { title, link, links, width, height, description, extensions, .. } = *described;
            (image.title, image.link) = (title, link);
            image.description = image.description.or(description);
            image.links.extend(links);
            image.extensions.extend(extensions);
            for (own, other) in [(&mut image.width, width), (&mut image.height, height)] {
                if own.completeness() < other.completeness() {
                    *own = other;
                }
            }
        } else if let Some(extension) =
            source.and_then(|source| lost::extension(&Single::DescribedImage(described), source))
        {
            self.keep(values.budget.keep_element(extension).map(Paid::into_inner));
        }
        self.fill(Single::Image(image), Best::NOTHING, None);
    }

    /// Adds the URI of `admin:generatorAgent` to a generator without a URI.
    fn finish_generator(&mut self, values: &ValueReader<'_>) {
        let ScopeValue::Feed(feed) = &mut self.value else { return };
        if feed.generator().is_some_and(|generator| generator.uri.is_some()) {
            values.journal.revoke(("", "generator.uri"), CandidateOutcome::LowerRank, Kept::No);
        } else if let Some(agent) = self.halves.generator_agent.take() {
            feed.rare_mut().generator.get_or_insert_default().uri = Some(agent);
        }
    }

    /// Keeps the summaries that lost as extensions, unless a content or the summary says the same.
    fn finish_summaries(&mut self) {
        /// The largest number of pairs of texts that are compared one by one.
        const FEW: usize = 64;
        let others = std::mem::take(&mut self.summaries);
        if others.is_empty() {
            return;
        }
        let kept: Option<Vec<_>> = of_feed_or_entry!(&mut self.value, it => {
            let texts = || it.content.iter().chain(&it.summary).map(|text| text.value.as_str());
            // Above that, a set is used, so that many summaries beside many contents do not take quadratic time.
            let is_few = others.len().saturating_mul(it.content.len()) <= FEW;
            let known = if is_few { Set::new() } else { set_of(texts()) };
            let is_known = |text: &str| if is_few { texts().any(|known| known == text) } else { known.contains(text) };
            others.into_iter().filter(|(text, source)| !source.has_own_field() && !is_known(text.main_text())).collect()
        });
        for (text, source) in kept.into_iter().flatten() {
            self.keep(lost::extension(&text, source));
        }
    }
}
