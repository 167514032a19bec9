//! New entries of a feed: a [`Matcher`] remembers the entries of earlier polls and recognises them, even if their identifiers, addresses
//! or titles change.
//!
//! [`Entry::identity`](bozofeed::model::Entry::identity) is a key that depends on one entry alone, so it fails where the publisher
//! breaks the rules: if an identifier changes, so does the key, and two entries with one identifier are one. A matcher compares each
//! entry with all remembered entries of the feed. It has no clock and does no I/O.
//!
//! ```
//! use bozofeed_polling::matcher::{EntryField, EntryStatus, Matcher};
//!
//! let mut matcher = Matcher::new();
//! let mut poll = |items: &str| {
//!     let parsed = bozofeed::parse(format!("<rss><channel>{items}</channel></rss>").as_str());
//!     matcher.poll(&parsed.entries)
//! };
//! let fog = "<item><guid>https://harbour.example/?p=1</guid><title>Fog</title></item>";
//! let rain = "<item><guid>https://harbour.example/?p=2</guid><title>Rain</title></item>";
//! assert_eq!(poll(fog)[0].status, EntryStatus::New);
//!
//! let found = poll(&[rain, fog].concat());
//! assert_eq!(found.iter().map(|found| found.status).collect::<Vec<_>>(), [EntryStatus::New, EntryStatus::Same]);
//! // The same entries have the same numbers.
//! assert_eq!(found.iter().map(|found| found.entry).collect::<Vec<_>>(), [2, 1]);
//!
//! let found = poll(&fog.replace("Fog", "Fog lifts").replace("https:", "http:"));
//! assert_eq!((found[0].status, found[0].entry), (EntryStatus::Moved, 1));
//! assert!(found[0].changed.contains(&EntryField::Title));
//! ```
//!
//! # Rules
//!
//! An entry is compared by one [`MatchKey`] after the other, in the order of their declaration: from all identifying values down to the
//! text alone. If a remembered entry has the same value, the evidence for and against the same entry is weighed:
//!
//! | evidence for the same entry | evidence against it |
//! | --- | --- |
//! | the same title, or a similar one with the same numbers | another identifier |
//! | the same date and time, to the second | a date at least about a day later, or earlier |
//! | the same text, especially a long one, or a similar text | another text |
//! | the same page | another page, or the start page of the site |
//! | the same file | another file |
//! | the same title and the same identifier, if that is an address | a value that several entries share |
//! | | it replaces the only entry of a feed, and is not similar to it |
//! | | another identifier and date, and no common page: a site that moves its entries keeps their dates |
//! | | another identifier and no common page, while other entries of the poll keep their identifiers |
//! | | neither an identifier nor a separate page, and another date |
//!
//! Facts of equal weight cancel each other out. Of several remembered entries, the least doubtful one is chosen. Some keys alone are not
//! enough: the same path on another host, or the same number with another slug, needs a title, a date or a text that agrees; the same
//! date needs a similar title or text. Identifiers such as `1`, titles, dates and texts only count within one feed.
//!
//! | case | result |
//! | --- | --- |
//! | the identifier changes with each build, but the link stays | [`Moved`](EntryStatus::Moved) |
//! | another scheme, host or slug, with the same path or number | `Moved` |
//! | other tracking parameters ([`without_tracking`](bozofeed::content::without_tracking)) | [`Same`](EntryStatus::Same) |
//! | the identifiers number the places in the document | they are ignored |
//! | an identifier that several entries share, or that is reused for another entry | [`New`](EntryStatus::New) |
//! | the only entry of a feed gets another text and a later date at the same address | `New` |
//! | everything is the same, except that the date of publication is a day later or more | [`Again`](EntryStatus::Again) |
//! | the dates of all entries change with each build | `Same` |
//! | one entry among others always has the date of the build, and nothing else changes | `Again` once, then [`Changed`](EntryStatus::Changed) |
//! | an entry falls out of the feed and comes back | `Same`, or `Again` with a later date of publication |
//! | another feed of the same matcher has had the entry | `Same` |
//!
//! # How long an entry is remembered
//!
//! Every entry of the last poll is remembered. Of the entries no longer in a feed, a matcher keeps the most recently seen: three times
//! as many as the largest poll of the feed had, and at least 1,000. So an entry is recognised if it comes back because a server sent an
//! old copy, a page was empty for a day, or old entries are shown again. The memory stays proportional to the largest document, however
//! long the feed is polled. An entry takes about 200 bytes.

mod keys;
mod rules;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bozofeed::model::Entry;
use smallvec::SmallVec;

use bozofeed_text::names;
use keys::{Sketch, Traits};
use rules::{Comparison, KEYS, KeyKind};

/// The minimum number of absent entries that are remembered.
const LEAST_REMEMBERED: usize = 1_000;

/// The maximum number of feeds that a matcher remembers: the most recently polled ones.
const MOST_FEEDS: usize = 1_000;

/// The maximum number of remembered entries with the same value that are compared with an entry. It bounds the time if all entries share
/// a value.
const MOST_CANDIDATES: usize = 16;

/// The memory of a feed's entries. See the [module](self).
///
/// It is plain data: store it between two polls. With the `serde` feature it can be serialized. It holds hashes, not texts.
///
/// ```
/// use bozofeed_polling::matcher::{EntryStatus, Matcher};
///
/// let parsed = bozofeed::parse("<rss><channel><item><title>Fog</title></item></channel></rss>");
/// let mut matcher = Matcher::new();
/// assert_eq!(matcher.poll(&parsed.entries)[0].status, EntryStatus::New);
/// # #[cfg(feature = "serde")] {
/// let stored = serde_json::to_string(&matcher)?;
/// let mut matcher: Matcher = serde_json::from_str(&stored)?;
/// assert_eq!(matcher.poll(&parsed.entries)[0].status, EntryStatus::Same);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "StoredMatcher"))]
pub struct Matcher {
    /// The number of polls.
    polls: u64,
    /// The number of entries that were ever new.
    numbered: u64,
    feeds: Vec<KnownFeed>,
    known: Vec<KnownEntry>,
}

/// A stored matcher, perhaps from an untrusted source: its numbers may be inconsistent.
#[cfg(feature = "serde")]
#[derive(Default, serde::Deserialize)]
#[serde(default, rename = "Matcher")]
struct StoredMatcher {
    polls: u64,
    numbered: u64,
    feeds: Vec<KnownFeed>,
    known: Vec<KnownEntry>,
}

#[cfg(feature = "serde")]
impl From<StoredMatcher> for Matcher {
    fn from(stored: StoredMatcher) -> Self {
        let StoredMatcher { polls, numbered, mut feeds, mut known } = stored;
        // No poll may be later than the last one, or its entries would never be forgotten.
        // The entries of the largest poll are never forgotten, so its size cannot exceed their number, unless the document repeated
        // entries.
        let largest = known.len().max(LEAST_REMEMBERED);
        for feed in &mut feeds {
            feed.polled = feed.polled.min(polls);
            feed.largest = feed.largest.min(largest);
        }
        for entry in &mut known {
            entry.seen = entry.seen.min(polls);
        }
        // A number is never reused.
        let numbered = known.iter().map(|known| known.entry).fold(numbered, u64::max);
        let mut matcher = Self { polls, numbered, feeds, known };
        matcher.forget();
        matcher
    }
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A feed with remembered entries.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct KnownFeed {
    /// The hash of its name.
    name: u64,
    /// The number of its last poll.
    polled: u64,
    /// The largest number of entries in a poll.
    largest: usize,
}

/// A remembered entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct KnownEntry {
    entry: u64,
    /// The feed in which it was first seen. Only this feed can change it: others may have an excerpt.
    feed: u64,
    /// The number of the last poll that contained it.
    seen: u64,
    /// How often in a row only its date advanced, by a day or two.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    redated: u8,
    #[cfg_attr(feature = "serde", serde(flatten))]
    traits: Traits,
    #[cfg_attr(feature = "serde", serde(flatten))]
    sketch: Sketch,
}

/// The result for one entry of a poll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EntryMatch {
    /// Whether the entry is new.
    pub status: EntryStatus,
    /// The number of the entry: 1 for the first one that the matcher saw. It is the same in all polls, so an application can store
    /// entries by it. A number is never reused.
    pub entry: u64,
    /// The fields that differ from the last poll with this entry. Empty if it is [new](EntryStatus::New) or the
    /// [same](EntryStatus::Same).
    pub changed: Vec<EntryField>,
    /// The value that identified the entry. `None` if it is new.
    pub key: Option<MatchKey>,
}

/// The status of an entry in a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EntryStatus {
    /// The entry was not seen before, or was forgotten.
    New,
    /// The entry has not changed.
    Same,
    /// Texts, dates, authors, categories or enclosures were edited.
    Changed,
    /// The entry has another identifier or link than before. Its texts may also have changed.
    Moved,
    /// The entry was published again: its date of publication is at least a day later than before, or later at all after the entry was
    /// missing. Whether to show it again is a matter of taste.
    Again,
}

names! {
    EntryStatus: "status of an entry" {
        New => "new",
        Same => "same",
        Changed => "changed",
        Moved => "moved",
        Again => "again",
    }
}

/// A field whose changes are recognised. In texts, only the words matter, not the tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EntryField {
    /// The identifier.
    Id,
    /// The link, without tracking parameters.
    Link,
    /// The title.
    Title,
    /// The summary.
    Summary,
    /// The contents.
    Content,
    /// The authors.
    Authors,
    /// The date of publication.
    Published,
    /// The date of the last change.
    Updated,
    /// The categories.
    Tags,
    /// The enclosures, without the query parameters of their addresses.
    Enclosures,
}

names! {
    EntryField: "field of an entry" {
        Id => "id",
        Link => "link",
        Title => "title",
        Summary => "summary",
        Content => "content",
        Authors => "authors",
        Published => "published",
        Updated => "updated",
        Tags => "tags",
        Enclosures => "enclosures",
    }
}

/// The value that identified an entry, from the strongest to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum MatchKey {
    /// All identifying values: identifier, link, title, text, date and enclosure.
    Everything,
    /// The identifier and the link.
    IdAndLink,
    /// The address (the link, or else the identifier) and the title.
    LinkAndTitle,
    /// The identifier.
    Id,
    /// The link.
    Link,
    /// The first enclosure.
    Enclosure,
    /// The path of the address, on another host.
    Path,
    /// The host of the address and the numbers in it, one of them long, with another slug.
    Number,
    /// The title.
    Title,
    /// The date, to the second, if the titles or texts are similar.
    Date,
    /// The text.
    Text,
}

names! {
    MatchKey: "key of a match" {
        Everything => "everything",
        IdAndLink => "id_and_link",
        LinkAndTitle => "link_and_title",
        Id => "id",
        Link => "link",
        Enclosure => "enclosure",
        Path => "path",
        Number => "number",
        Title => "title",
        Date => "date",
        Text => "text",
    }
}

/// An entry of a poll while it is matched.
struct PolledEntry<'e> {
    entry: &'e Entry,
    traits: Traits,
    sketch: Sketch,
    /// The matching remembered entry, and its key.
    found: Option<(usize, MatchKey)>,
    /// The earlier entry of the same poll that it repeats.
    repeats: Option<usize>,
}

impl PolledEntry<'_> {
    fn is_open(&self) -> bool {
        self.found.is_none() && self.repeats.is_none()
    }
}

/// The facts about a poll as a whole.
#[derive(Clone, Copy)]
struct Poll {
    number: u64,
    feed: u64,
    /// The number of the feed's poll before this one.
    previous: u64,
    /// Whether the feed has never had more than one entry.
    is_single: bool,
    /// Whether dates distinguish entries. They do not if they change with each build.
    has_dates: bool,
    /// Whether identifiers belong to entries. They do not if they number the places in the document.
    has_ids: bool,
    /// Whether most of the entries recognised so far kept their identifiers.
    keeps_ids: bool,
}

/// The remembered entries with a value, and the number of polled entries with it.
#[derive(Default)]
struct Holders {
    in_poll: usize,
    known: SmallVec<[usize; 2]>,
    /// The number of remembered entries with the value.
    count: usize,
}

impl Matcher {
    /// Returns an empty matcher.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compares the entries of a document with the remembered ones, and remembers them. Returns a result for each entry, in the same
    /// order. If a document repeats an entry, the second one is the [same](EntryStatus::Same).
    ///
    /// Do not call it for a document that is not a feed: it has no entries, so all would count as missing.
    ///
    /// ```
    /// use bozofeed_polling::matcher::{EntryStatus, Matcher};
    ///
    /// let parsed = bozofeed::parse("<rss><channel><item><guid>1</guid></item><item><guid>2</guid></item></channel></rss>");
    /// let mut matcher = Matcher::new();
    /// matcher.poll(&parsed.entries[..1]);
    /// let found = matcher.poll(&parsed.entries);
    /// let new = parsed.entries.iter().zip(&found).filter(|(_, found)| found.status == EntryStatus::New);
    /// assert_eq!(new.filter_map(|(entry, _)| entry.id.as_deref()).collect::<Vec<_>>(), ["2"]);
    /// ```
    pub fn poll(&mut self, entries: &[Entry]) -> Vec<EntryMatch> {
        self.poll_feed("", entries)
    }

    /// Like [`poll`](Self::poll), for one of several feeds that share entries, such as the categories of a site. An entry that another
    /// of the feeds had is not new. The name is any text that stays the same.
    ///
    /// A matcher remembers the 1,000 feeds that were polled last. Short identifiers (`1`) only count within their feed. The time of a
    /// poll is proportional to the number of entries of all the matcher's feeds, so use a separate matcher for each feed or group of
    /// feeds.
    ///
    /// ```
    /// use bozofeed_polling::matcher::{EntryStatus, Matcher};
    ///
    /// let parsed = bozofeed::parse("<rss><channel><item><link>https://harbour.example/fog</link></item></channel></rss>");
    /// let mut matcher = Matcher::new();
    /// assert_eq!(matcher.poll_feed("weather", &parsed.entries)[0].status, EntryStatus::New);
    /// assert_eq!(matcher.poll_feed("everything", &parsed.entries)[0].status, EntryStatus::Same);
    /// ```
    pub fn poll_feed(&mut self, feed: &str, entries: &[Entry]) -> Vec<EntryMatch> {
        let mut candidates: Vec<PolledEntry<'_>> = entries.iter().map(candidate).collect();
        find_repetitions(&mut candidates);
        let mut poll = self.begin(feed, entries.len());
        poll.has_dates = !are_dates_of_build(&candidates);
        let mut is_taken = vec![false; self.known.len()];
        let holders = self.holders(&[KeyKind::Everything], &candidates);
        self.match_by(&[KeyKind::Everything], holders, &mut candidates, &mut is_taken, poll);
        if candidates.iter().any(PolledEntry::is_open) {
            for candidate in candidates.iter_mut().filter(|candidate| candidate.is_open()) {
                candidate.sketch = Sketch::of(candidate.entry);
            }
            let holders = self.holders(KeyKind::OTHERS, &candidates);
            poll.has_dates &= !self.dates_change_with_each_build(&holders, &candidates);
            poll.has_ids = !self.ids_are_places(&holders, &candidates);
            self.match_by(KeyKind::OTHERS, holders, &mut candidates, &mut is_taken, poll);
        }
        let found = self.record(candidates, poll);
        self.forget();
        found
    }

    /// Counts a poll, and returns the facts about it.
    fn begin(&mut self, feed: &str, size: usize) -> Poll {
        self.polls = self.polls.saturating_add(1);
        let name = keys::name(feed);
        let at = self.feeds.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.feeds.push(KnownFeed { name, ..KnownFeed::default() });
            self.feeds.len() - 1
        });
        let mut poll = Poll {
            number: self.polls,
            feed: name,
            previous: 0,
            is_single: false,
            has_dates: true,
            has_ids: true,
            keeps_ids: false,
        };
        if let Some(known) = self.feeds.get_mut(at) {
            known.largest = known.largest.max(size);
            poll.previous = std::mem::replace(&mut known.polled, self.polls);
            poll.is_single = known.largest == 1;
        }
        poll
    }

    /// Matches the open entries of a poll by some kinds of values, the strongest first. Of the pairs with a common value, the least
    /// doubtful come first, whatever the order of the document.
    fn match_by(
        &self,
        kinds: &[KeyKind],
        mut holders: BTreeMap<u64, Holders>,
        candidates: &mut [PolledEntry<'_>],
        is_taken: &mut [bool],
        mut poll: Poll,
    ) {
        let mut pairs: Vec<(i32, usize, usize)> = Vec::new();
        let have_common_page: Vec<bool> =
            candidates.iter().map(|candidate| shares_page(&holders, candidate)).collect();
        for &kind in kinds.iter().filter(|kind| poll.has_ids || !kind.is_of_id()) {
            poll.keeps_ids = self.keeps_ids(candidates);
            for (at, candidate) in candidates.iter().enumerate().filter(|(_, candidate)| candidate.is_open())
            {
                let Some(value) = kind.value(&candidate.traits) else { continue };
                let Some(holders) = holders.get_mut(&value) else { continue };
                holders.known.retain(|known| !is_taken.get(*known).copied().unwrap_or(true));
                let is_shared = holders.in_poll > 1 || holders.count > 1;
                // Many entries share the date of a day or of a build, and comparing all of them would take long.
                if is_shared && kind == KeyKind::Date {
                    continue;
                }
                let shares_page = have_common_page.get(at).copied().unwrap_or_default();
                let rule = &KEYS[kind as usize];
                let doubt = |known: usize| {
                    let (traits, sketch) = (&candidate.traits, &candidate.sketch);
                    let known = self.known.get(known)?;
                    rule.doubt(&Comparison { kind, traits, sketch, known, is_shared, shares_page, poll })
                };
                pairs.extend(holders.known.iter().filter_map(|known| Some((doubt(*known)?, at, *known))));
            }
            // A stable sort: of equal pairs, the first entry of the poll gets the newest remembered one.
            pairs.sort_by_key(|(doubt, ..)| *doubt);
            for (_, at, known) in pairs.drain(..) {
                let candidate = candidates.get_mut(at).filter(|candidate| candidate.is_open());
                let taken = is_taken.get_mut(known).filter(|taken| !**taken);
                if let (Some(candidate), Some(taken)) = (candidate, taken) {
                    candidate.found = Some((known, KEYS[kind as usize].key));
                    *taken = true;
                }
            }
        }
    }

    fn keeps_ids(&self, candidates: &[PolledEntry<'_>]) -> bool {
        let (mut kept, mut changed) = (0_usize, 0_usize);
        for candidate in candidates.iter().filter(|candidate| candidate.traits.id.whole != 0) {
            let known = candidate.found.and_then(|(known, _)| self.known.get(known));
            match known.map(|known| known.traits.id.whole == candidate.traits.id.whole) {
                Some(true) => kept += 1,
                Some(false) => changed += 1,
                None => {}
            }
        }
        kept > changed
    }

    /// Returns the remembered entries that share a value with an open entry of the poll, the newest first.
    fn holders(&self, kinds: &[KeyKind], candidates: &[PolledEntry<'_>]) -> BTreeMap<u64, Holders> {
        let open = candidates.iter().filter(|candidate| candidate.is_open()).count();
        let mut holders: BTreeMap<u64, Holders> = BTreeMap::new();
        let mut filter = keys::Filter::new(open * kinds.len());
        for candidate in candidates.iter().filter(|candidate| candidate.repeats.is_none()) {
            for &kind in kinds {
                let Some(value) = kind.value(&candidate.traits) else { continue };
                // The other entries are counted, but need no match.
                if candidate.is_open() {
                    filter.insert(value);
                    holders.entry(value).or_default().in_poll += 1;
                } else if filter.may_have(value)
                    && let Some(holders) = holders.get_mut(&value)
                {
                    holders.in_poll += 1;
                }
            }
        }
        for (at, known) in self.known.iter().enumerate().rev() {
            for &kind in kinds {
                let Some(value) = kind.value(&known.traits).filter(|value| filter.may_have(*value)) else {
                    continue;
                };
                if let Some(holders) = holders.get_mut(&value) {
                    holders.count += 1;
                    if holders.known.len() < MOST_CANDIDATES {
                        holders.known.push(at);
                    }
                }
            }
        }
        holders
    }

    /// Returns whether all or nearly all dates of the otherwise recognised entries changed: they are not dates of publication.
    fn dates_change_with_each_build(
        &self,
        holders: &BTreeMap<u64, Holders>,
        candidates: &[PolledEntry<'_>],
    ) -> bool {
        let (mut same, mut changed) = (0_usize, 0_usize);
        for candidate in candidates.iter().filter(|candidate| candidate.traits.date.is_some()) {
            if candidate.found.is_some() {
                same += 1;
            } else if let Some(value) = KeyKind::LinkAndTitle.value(&candidate.traits)
                && let Some(Holders { in_poll: 1, count: 1, known }) = holders.get(&value)
                && let Some(known) = known.first().and_then(|known| self.known.get(*known))
                && known.traits.date.is_some()
            {
                if known.traits.date == candidate.traits.date { same += 1 } else { changed += 1 }
            }
        }
        changed > 1 && changed >= 4 * same
    }

    /// Returns whether identifiers number the places in the document: at least two entries, and nearly all, have a new identifier that
    /// belonged to an entry with another title, link and date.
    fn ids_are_places(&self, holders: &BTreeMap<u64, Holders>, candidates: &[PolledEntry<'_>]) -> bool {
        let known = |kind: KeyKind, traits: &Traits| {
            let holders = holders.get(&kind.value(traits)?).filter(|holders| holders.count == 1)?;
            Some(&self.known.get(*holders.known.first()?)?.traits)
        };
        let (mut kept, mut moved) = (0_usize, 0_usize);
        for PolledEntry { traits, found, .. } in candidates {
            if found.is_some() {
                kept += 1;
            } else if let Some(of_id) = known(KeyKind::Id, traits)
                && let Some(of_title) = known(KeyKind::Title, traits)
            {
                let is_other = of_title.id.whole != traits.id.whole
                    && of_title.date == traits.date
                    && (of_id.date != traits.date || traits.date.is_none())
                    && (of_id.link.whole != traits.link.whole || !traits.has_link());
                if is_other { moved += 1 } else { kept += 1 }
            }
        }
        moved > 1 && moved >= 4 * kept
    }

    /// Remembers the entries of a poll, and returns their results.
    fn record(&mut self, candidates: Vec<PolledEntry<'_>>, poll: Poll) -> Vec<EntryMatch> {
        let noise = self.dates_of_build(&candidates, poll);
        let mut numbers = Vec::with_capacity(candidates.len());
        let mut found = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            let result = if let Some(earlier) = candidate.repeats {
                let entry = numbers.get(earlier).copied().unwrap_or_default();
                EntryMatch {
                    status: EntryStatus::Same,
                    entry,
                    changed: Vec::new(),
                    key: Some(MatchKey::Everything),
                }
            } else if let Some((at, key)) = candidate.found
                && let Some(known) = self.known.get_mut(at)
            {
                known.record(candidate, key, poll, noise)
            } else {
                self.numbered = self.numbered.saturating_add(1);
                let entry = self.numbered;
                let PolledEntry { traits, sketch, .. } = candidate;
                let (feed, seen) = (poll.feed, poll.number);
                self.known.push(KnownEntry { entry, feed, seen, redated: 0, traits, sketch });
                EntryMatch { status: EntryStatus::New, entry, changed: Vec::new(), key: None }
            };
            numbers.push(result.entry);
            found.push(result);
        }
        found
    }

    /// Returns the dates that changed in nearly all known entries of the poll, and in more than one: they are dates of the build.
    fn dates_of_build(&self, candidates: &[PolledEntry<'_>], poll: Poll) -> DatesOfBuild {
        let (mut entries, mut published, mut updated) = (0_usize, 0_usize, 0_usize);
        for candidate in candidates {
            let Some(known) = candidate.found.and_then(|(at, _)| self.known.get(at)) else { continue };
            entries += 1;
            published += usize::from(known.traits.differs(&candidate.traits, EntryField::Published));
            updated += usize::from(known.traits.differs(&candidate.traits, EntryField::Updated));
        }
        let is_noise = |changed: usize| changed > 1 && changed * 5 >= entries * 4;
        let published = !poll.has_dates || is_noise(published);
        DatesOfBuild { published, updated: published || is_noise(updated) }
    }

    /// Forgets the least recently polled feeds and the least recently seen entries, if there are too many.
    fn forget(&mut self) {
        if self.feeds.len() > MOST_FEEDS {
            self.feeds.sort_by_key(|feed| Reverse(feed.polled));
            self.feeds.truncate(MOST_FEEDS);
        }
        let largest = self.feeds.iter().map(|feed| feed.largest).fold(0, usize::saturating_add);
        let most = largest.saturating_add(largest.saturating_mul(3).max(LEAST_REMEMBERED));
        let Some(surplus) = self.known.len().checked_sub(most).filter(|surplus| *surplus > 0) else { return };
        let mut seen: Vec<(u64, u64)> = self.known.iter().map(|known| (known.seen, known.entry)).collect();
        let (_, &mut last, _) = seen.select_nth_unstable(surplus - 1);
        self.known.retain(|known| (known.seen, known.entry) > last);
    }
}

/// Returns whether other entries, remembered or of the poll, link to the page of an entry.
fn shares_page(holders: &BTreeMap<u64, Holders>, candidate: &PolledEntry<'_>) -> bool {
    let value = KeyKind::Link.value(&candidate.traits);
    let holders = value.and_then(|value| holders.get(&value));
    holders.is_some_and(|holders| holders.in_poll > 1 || holders.count > 1)
}

/// Whether the dates of a poll are dates of the build.
#[derive(Clone, Copy)]
struct DatesOfBuild {
    published: bool,
    updated: bool,
}

impl KnownEntry {
    /// Remembers that the entry was seen, and returns how it changed.
    fn record(
        &mut self,
        candidate: PolledEntry<'_>,
        key: MatchKey,
        poll: Poll,
        noise: DatesOfBuild,
    ) -> EntryMatch {
        let PolledEntry { traits, sketch, .. } = candidate;
        let was_missing = self.seen < poll.previous;
        self.seen = poll.number;
        let mut result =
            EntryMatch { status: EntryStatus::Same, entry: self.entry, changed: Vec::new(), key: Some(key) };
        if self.feed != poll.feed {
            return result;
        }
        let differs = |field: &EntryField| match field {
            EntryField::Published if noise.published => false,
            EntryField::Updated if noise.updated => false,
            field => self.traits.differs(&traits, *field),
        };
        result.changed = EntryField::ALL.iter().copied().filter(differs).collect();
        let later = match (self.traits.published, traits.published) {
            (Some(before), Some(now)) if !noise.published => now.saturating_sub(before),
            _ => 0,
        };
        let is_moved = result.changed.contains(&EntryField::Id)
            || result.changed.contains(&EntryField::Link) && self.traits.has_link() && traits.has_link();
        let is_dated_by_build = self.is_dated_by_build(&result.changed, later) && !poll.is_single;
        result.status = if is_dated_by_build {
            EntryStatus::Changed
        } else if later >= rules::DAY || was_missing && later > 0 {
            EntryStatus::Again
        } else if is_moved {
            EntryStatus::Moved
        } else if result.changed.is_empty() {
            EntryStatus::Same
        } else {
            EntryStatus::Changed
        };
        if self.traits != traits {
            // If everything matched, the words are the same.
            if key != MatchKey::Everything {
                self.sketch = sketch;
            }
            self.traits = traits;
        }
        result
    }
}

impl KnownEntry {
    /// Records the changes. Returns whether only the date advanced, now and in an earlier poll: a pinned entry may have the date of the
    /// build, while other entries have their own.
    fn is_dated_by_build(&mut self, changed: &[EntryField], later: i64) -> bool {
        /// The longest time between two builds, in seconds.
        const LONGEST: i64 = 3 * 24 * 60 * 60;
        if changed.is_empty() {
            return false;
        }
        let is_date = |field: &EntryField| matches!(field, EntryField::Published | EntryField::Updated);
        let is_moved_on = changed.iter().all(is_date) && (rules::DAY..LONGEST).contains(&later);
        let before = self.redated;
        self.redated = if is_moved_on { before.saturating_add(1) } else { 0 };
        is_moved_on && before > 0
    }
}

fn candidate(entry: &Entry) -> PolledEntry<'_> {
    PolledEntry { entry, traits: Traits::of(entry), sketch: Sketch::default(), found: None, repeats: None }
}

/// Finds the entries that a document repeats.
fn find_repetitions(candidates: &mut [PolledEntry<'_>]) {
    let mut first: BTreeMap<u64, usize> = BTreeMap::new();
    for (at, candidate) in candidates.iter_mut().enumerate() {
        if let Some(value) = KeyKind::Everything.value(&candidate.traits) {
            let earlier = *first.entry(value).or_insert(at);
            candidate.repeats = (earlier < at).then_some(earlier);
        }
    }
}

/// Returns whether three entries or more have dates, all within two minutes.
fn are_dates_of_build(candidates: &[PolledEntry<'_>]) -> bool {
    let dates = || candidates.iter().filter_map(|candidate| candidate.traits.date);
    let span = dates().min().zip(dates().max()).map_or(0, |(first, last)| last.saturating_sub(first));
    dates().count() > 2 && span <= 120
}
