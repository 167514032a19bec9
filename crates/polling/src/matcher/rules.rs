//! The rules: the values used to look up entries, and the evidence for and against a match.

use super::keys::{Traits, likeness};
use super::{KnownEntry, MatchKey, Poll, Sketch, keys};

/// Nearly a day, in seconds: daily entries may appear a little earlier or later.
pub(super) const DAY: i64 = 20 * 60 * 60;

/// The doubt at which two entries are considered different.
const OTHERS: i32 = 2;

/// A kind of value. Entries are looked up in this order: the values that agree in most respects come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum KeyKind {
    Everything,
    IdLinkAndTitle,
    IdAndLink,
    LinkAndTitle,
    Id,
    Link,
    Enclosure,
    Path,
    Number,
    Title,
    Date,
    Text,
}

/// A rule for looking up an entry.
pub(super) struct KeyRule {
    kind: KeyKind,
    pub(super) key: MatchKey,
    /// The initial doubt of the comparison.
    doubt: i32,
    #[allow(dead_code, reason = "a row has its reason")]
    reason: &'static str,
}

/// The rules, in the order of [`KeyKind`].
pub(super) const KEYS: [KeyRule; 12] = [
    row(KeyKind::Everything, MatchKey::Everything, i32::MIN, "no identifying value has changed"),
    row(
        KeyKind::IdLinkAndTitle,
        MatchKey::IdAndLink,
        0,
        "among entries with the same identifier, the title decides",
    ),
    row(
        KeyKind::IdAndLink,
        MatchKey::IdAndLink,
        0,
        "among entries with the same identifier, the link decides",
    ),
    row(KeyKind::LinkAndTitle, MatchKey::LinkAndTitle, 0, "each build may generate a new identifier"),
    row(
        KeyKind::Id,
        MatchKey::Id,
        0,
        "the purpose of an identifier is to recognise the entry (RFC 4287 §4.2.6, RSS 2.0 guid)",
    ),
    row(
        KeyKind::Link,
        MatchKey::Link,
        0,
        "an entry keeps its page, even if its identifier changes or is missing",
    ),
    row(
        KeyKind::Enclosure,
        MatchKey::Enclosure,
        0,
        "an episode keeps its file, whatever else a new podcast host changes",
    ),
    row(
        KeyKind::Path,
        MatchKey::Path,
        2,
        "a site may move to another host; but many sites have a page /1, so titles must agree",
    ),
    row(
        KeyKind::Number,
        MatchKey::Number,
        2,
        "a slug changes with the headline, but the number in the address stays",
    ),
    row(
        KeyKind::Title,
        MatchKey::Title,
        0,
        "an entry without an address can only be recognised by its title",
    ),
    row(
        KeyKind::Date,
        MatchKey::Date,
        0,
        "a new headline also changes the slug in the address, but the date of publication stays",
    ),
    row(
        KeyKind::Text,
        MatchKey::Text,
        1,
        "a title may be corrected or missing; short texts are repeated by chance",
    ),
];

const fn row(kind: KeyKind, key: MatchKey, doubt: i32, reason: &'static str) -> KeyRule {
    KeyRule { kind, key, doubt, reason }
}

/// A fact for or against the same entry.
struct Fact {
    /// The change of the doubt.
    doubt: i32,
    holds: fn(&Comparison<'_>) -> bool,
    #[allow(dead_code, reason = "a row has its reason")]
    reason: &'static str,
}

const fn fact(doubt: i32, holds: fn(&Comparison<'_>) -> bool, reason: &'static str) -> Fact {
    Fact { doubt, holds, reason }
}

/// The facts. A negative number is evidence for the same entry.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method has a lifetime too few")]
const FACTS: &[Fact] = &[
    fact(2, |pair| pair.has_other_id(), "a different identifier should mean a different entry"),
    fact(
        2,
        |pair| pair.has_other_link(),
        "two entries rarely share a page, and an entry rarely moves to another page",
    ),
    fact(2, |pair| pair.has_other_enclosure(), "different episodes have different files"),
    fact(
        2,
        |pair| pair.is_repetition(),
        "a site that moves its entries keeps their dates; otherwise, an alert, an earthquake or a thread recurs",
    ),
    fact(
        1,
        |pair| pair.is_among_steady(),
        "if other entries keep their identifiers, a new identifier means a new entry",
    ),
    fact(2, |pair| pair.is_shared, "a value shared by several entries is weak evidence"),
    fact(2, |pair| pair.is_later(), "an entry published a day later is probably a different one"),
    fact(1, |pair| pair.is_earlier(), "an entry published a day earlier may be a different one"),
    fact(1, |pair| pair.has_other_text(), "a different text may mean a different entry, or an edit"),
    fact(
        1,
        |pair| pair.is_replaced(),
        "the only entry of a feed is replaced by the next one, often at the same address",
    ),
    fact(
        1,
        |pair| pair.is_replaced() && pair.traits.id.whole == 0,
        "without an identifier, each new only entry of a feed may have the same address",
    ),
    fact(1, |pair| pair.is_of_site(), "the start page of a site is not the page of an entry"),
    fact(
        4,
        |pair| pair.has_only_title_and_date(),
        "without an address, only the date distinguishes entries with the same title",
    ),
    fact(
        9,
        |pair| pair.has_only_date(),
        "two entries may be published in the same second, and dates without a time are often equal",
    ),
    fact(
        9,
        |pair| pair.is_local(),
        "two feeds may use the identifier `1`, or a title, for different entries",
    ),
    fact(-1, |pair| pair.has_same_page(), "an entry keeps its page, whatever its content"),
    fact(-2, |pair| pair.has_same_enclosure(), "a file belongs to one episode"),
    fact(
        -1,
        |pair| pair.has_global_id(),
        "an identifier that is an address is rarely reused, especially for an entry with the same title",
    ),
    fact(-2, |pair| pair.has_same_title(), "people distinguish entries by their titles"),
    fact(-1, |pair| pair.has_long_title(), "a long title is not repeated by chance"),
    fact(
        -1,
        |pair| pair.has_similar_title(),
        "titles may be corrected, but a changed number means another episode",
    ),
    fact(-2, |pair| pair.has_same_date(), "two entries are rarely published in the same second"),
    fact(-1, |pair| pair.has_same_text(), "short texts may be repeated by chance"),
    fact(-2, |pair| pair.has_same_long_text(), "nobody writes a long text twice"),
    fact(-2, |pair| pair.has_similar_text(), "texts are edited"),
];

/// A polled entry and a remembered one that share a value.
pub(super) struct Comparison<'p> {
    pub(super) kind: KeyKind,
    pub(super) traits: &'p Traits,
    pub(super) sketch: &'p Sketch,
    pub(super) known: &'p KnownEntry,
    /// Whether other entries also have the value.
    pub(super) is_shared: bool,
    /// Whether other entries link to the page of the polled one.
    pub(super) shares_page: bool,
    pub(super) poll: Poll,
}

impl KeyRule {
    /// Returns how doubtful it is that the two are the same entry; `None` if they are not.
    pub(super) fn doubt(&self, pair: &Comparison<'_>) -> Option<i32> {
        debug_assert_eq!(self.kind, pair.kind);
        if self.kind == KeyKind::Everything {
            return (!pair.is_local()).then_some(self.doubt);
        }
        let doubts = FACTS.iter().filter(|fact| (fact.holds)(pair)).map(|fact| fact.doubt);
        Some(self.doubt + doubts.sum::<i32>()).filter(|doubt| *doubt < OTHERS)
    }
}

impl KeyKind {
    /// All kinds except [`KeyKind::Everything`].
    pub(super) const OTHERS: &'static [Self] = &[
        Self::IdLinkAndTitle,
        Self::IdAndLink,
        Self::LinkAndTitle,
        Self::Id,
        Self::Link,
        Self::Enclosure,
        Self::Path,
        Self::Number,
        Self::Title,
        Self::Date,
        Self::Text,
    ];

    /// Returns whether the value includes the identifier.
    pub(super) fn is_of_id(self) -> bool {
        matches!(self, Self::IdLinkAndTitle | Self::IdAndLink | Self::Id)
    }

    /// Returns the value of an entry, or `None` if it has none. Values of different kinds never collide.
    pub(super) fn value(self, traits: &Traits) -> Option<u64> {
        let (id, link, address) = (traits.id.whole, traits.link.whole, traits.address());
        let (kind, title) = (self as u64, traits.title);
        let one = |part: u64| (part != 0).then(|| keys::key_of(&[kind, part]));
        let two =
            |part: u64, other: u64| (part != 0 && other != 0).then(|| keys::key_of(&[kind, part, other]));
        match self {
            Self::Everything => {
                let date = traits.date.map_or(0, i64::cast_unsigned);
                Some(keys::key_of(&[kind, id, link, title, traits.text, traits.enclosure, date]))
            }
            Self::IdLinkAndTitle => {
                two(id, link).filter(|_| title != 0).map(|both| keys::key_of(&[both, title]))
            }
            Self::IdAndLink => two(id, link),
            Self::LinkAndTitle => two(address.whole, title),
            Self::Id => one(id),
            Self::Link => one(link),
            Self::Enclosure => one(traits.enclosure),
            Self::Path => one(address.path),
            Self::Number => one(address.number),
            Self::Title => one(title),
            Self::Date => traits.date.map(|date| keys::key_of(&[kind, date.cast_unsigned()])),
            Self::Text => one(traits.text),
        }
    }
}

impl Comparison<'_> {
    /// Returns whether the entry may have replaced the only entry of a feed, at an address such as `latest.mp3`: no visible value is
    /// similar.
    fn is_replaced(&self) -> bool {
        let is_alike = self.has_same_title() || self.has_similar_title();
        self.poll.is_single && (!is_alike || self.has_other_text())
    }

    fn has_other_id(&self) -> bool {
        self.poll.has_ids && differ(self.traits.id, self.known.traits.id)
    }

    /// Returns whether the two entries have no common page.
    fn has_no_common_page(&self) -> bool {
        self.has_other_link() || !self.traits.has_link() && !self.known.traits.has_link()
    }

    /// Returns whether the identifier and the date differ, and there is no common page. An entry that was merely uploaded again within
    /// hours, with the same long text, does not count.
    fn is_repetition(&self) -> bool {
        let is_other = self.has_other_id() && self.has_no_common_page() && self.has_other_date();
        is_other && (self.is_later() || !self.has_same_long_text())
    }

    /// Returns whether the identifier differs while other entries keep theirs, and neither a page nor the date nor a long text agrees.
    fn is_among_steady(&self) -> bool {
        let is_other = self.poll.keeps_ids && self.has_other_id() && self.has_no_common_page();
        is_other && !self.has_same_date() && !self.has_same_long_text()
    }

    fn has_other_date(&self) -> bool {
        self.later().is_some_and(|later| later != 0)
    }

    fn has_other_link(&self) -> bool {
        differ(self.traits.link, self.known.traits.link)
    }

    fn has_other_enclosure(&self) -> bool {
        let (one, other) = (self.traits.enclosure, self.known.traits.enclosure);
        one != other && one != 0 && other != 0
    }

    fn has_global_id(&self) -> bool {
        self.traits.id_is_global
            && self.traits.id.whole == self.known.traits.id.whole
            && self.has_same_title()
    }

    fn has_same_enclosure(&self) -> bool {
        // The only episode may always have the address `latest.mp3`.
        !self.is_replaced()
            && self.traits.enclosure == self.known.traits.enclosure
            && self.traits.enclosure != 0
    }

    /// Returns how much later the entry is than the remembered one, in seconds. `None` if the dates cannot be compared.
    fn later(&self) -> Option<i64> {
        let (now, before) = (self.traits.date?, self.known.traits.date?);
        self.poll.has_dates.then(|| now.saturating_sub(before))
    }

    fn is_later(&self) -> bool {
        self.later().is_some_and(|later| later >= DAY)
    }

    fn is_earlier(&self) -> bool {
        self.later().is_some_and(|later| later <= -DAY)
    }

    fn has_same_date(&self) -> bool {
        self.later() == Some(0) && self.traits.has_time()
    }

    fn has_only_date(&self) -> bool {
        let is_alike = self.has_same_title()
            || self.has_similar_title()
            || self.has_same_text()
            || self.has_similar_text();
        self.kind == KeyKind::Date && !(self.poll.has_dates && self.traits.has_time() && is_alike)
    }

    fn has_same_page(&self) -> bool {
        let is_same = self.traits.link.whole == self.known.traits.link.whole;
        !self.is_replaced() && !self.shares_page && is_same && self.traits.link.path != 0
    }

    fn is_of_site(&self) -> bool {
        let is_by_link = matches!(self.kind, KeyKind::Link | KeyKind::LinkAndTitle);
        is_by_link && self.traits.has_link() && self.traits.link.path == 0
    }

    fn has_only_title_and_date(&self) -> bool {
        let has_no_address = |traits: &Traits| {
            let is_of_many = self.shares_page && traits.id.whole == 0;
            (traits.address().whole == 0 || is_of_many) && traits.enclosure == 0
        };
        self.has_other_date() && has_no_address(self.traits) && has_no_address(&self.known.traits)
    }

    fn is_local(&self) -> bool {
        let is_local = match self.kind {
            KeyKind::Title | KeyKind::Date | KeyKind::Text => true,
            KeyKind::Id => !self.traits.id_is_global,
            KeyKind::Everything | KeyKind::LinkAndTitle => {
                !self.traits.id_is_global && !self.traits.has_link()
            }
            KeyKind::IdLinkAndTitle
            | KeyKind::IdAndLink
            | KeyKind::Link
            | KeyKind::Enclosure
            | KeyKind::Path
            | KeyKind::Number => false,
        };
        is_local && self.known.feed != self.poll.feed
    }

    fn has_same_title(&self) -> bool {
        self.traits.title == self.known.traits.title && self.traits.title != 0
    }

    fn has_long_title(&self) -> bool {
        self.kind == KeyKind::Title
            && self.sketch.title_words.len() > 3
            && (self.has_other_id() || self.has_other_link())
            && !self.is_later()
            && !self.is_earlier()
    }

    fn has_similar_title(&self) -> bool {
        let likeness = likeness(&self.sketch.title_words, &self.known.sketch.title_words);
        let is_similar = likeness.is_some_and(|(of_all, of_shorter)| of_all >= 40 || of_shorter >= 80);
        let has_same_numbers = self.sketch.title_numbers == self.known.sketch.title_numbers;
        !self.has_same_title() && is_similar && has_same_numbers
    }

    fn has_same_text(&self) -> bool {
        self.traits.text == self.known.traits.text && self.traits.text != 0
    }

    fn has_same_long_text(&self) -> bool {
        self.has_same_text() && self.traits.is_long
    }

    fn text_likeness(&self) -> Option<usize> {
        let likeness = likeness(&self.sketch.text_words, &self.known.sketch.text_words);
        likeness.filter(|_| !self.has_same_text()).map(|(of_all, of_shorter)| of_all.max(of_shorter / 2))
    }

    fn has_similar_text(&self) -> bool {
        self.text_likeness().is_some_and(|likeness| likeness >= 40)
    }

    fn has_other_text(&self) -> bool {
        self.text_likeness().is_some_and(|likeness| likeness < 25)
    }
}

/// Returns whether two addresses denote different things: neither the path nor the number agrees, and they are not revisions.
fn differ(one: keys::Address, other: keys::Address) -> bool {
    let agree = |one: u64, other: u64| one == other && one != 0;
    one.whole != 0
        && other.whole != 0
        && one.whole != other.whole
        && !agree(one.path, other.path)
        && !agree(one.number, other.number)
        && !agree(one.revised, other.revised)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_are_in_the_order_of_their_kinds() {
        let places: Vec<usize> = KEYS.iter().map(|rule| rule.kind as usize).collect();
        assert_eq!(places, (0..KEYS.len()).collect::<Vec<_>>());
        assert_eq!(KeyKind::OTHERS.len() + 1, KEYS.len());
        assert!(KEYS.iter().map(|rule| rule.key).is_sorted());
    }

    #[test]
    fn every_row_has_its_own_reason() {
        let mut reasons: Vec<&str> =
            KEYS.iter().map(|rule| rule.reason).chain(FACTS.iter().map(|fact| fact.reason)).collect();
        let count = reasons.len();
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons.len(), count);
        assert!(reasons.iter().all(|reason| !reason.is_empty()));
    }
}
