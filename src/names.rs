//! Tables of the names of elements and attributes, asked by a name in any case: those of our own lists are made when the
//! crate is compiled, those of other lists when a parser is made for them.

#![cfg_attr(not(feature = "sanitize"), allow(dead_code, reason = "the sanitizer uses it"))]

use std::borrow::Cow;

/// A name's first bytes and its last, which may be the same: with its length they tell names of up to sixteen bytes
/// apart. In tables they are in lower case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ends {
    first: u64,
    last: u64,
}

impl Ends {
    pub(crate) const fn of(name: &str) -> Self {
        let Self { first, last } = Self::as_written(name);
        Self { first: lower(first), last: lower(last) }
    }

    pub(crate) const fn as_written(name: &str) -> Self {
        let bytes = name.as_bytes();
        let (first, last) = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk())
        {
            (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
        } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk()) {
            (u32::from_le_bytes(*first) as u64, u32::from_le_bytes(*last) as u64)
        } else {
            match *bytes {
                [] => (0, 0),
                [one] => (one as u64, 0),
                [one, two] => (u16::from_le_bytes([one, two]) as u64, 0),
                [one, two, three, ..] => (u16::from_le_bytes([one, two]) as u64, three as u64),
            }
        };
        Self { first, last }
    }

    /// Where to begin to look among so many slots, which are a power of two.
    pub(crate) const fn place(self, slots: usize) -> usize {
        let mixed = (self.first ^ self.last.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & slots.wrapping_sub(1)
    }
}

/// Eight bytes with their ASCII letters in lower case.
const fn lower(word: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let seven = word & (0x7F * EACH);
    let from_a = seven + (0x80 - b'A' as u64) * EACH;
    let beyond_z = seven + (0x7F - b'Z' as u64) * EACH;
    let upper = (from_a ^ beyond_z) & !word & (0x80 * EACH);
    word | upper >> 2
}

/// A name and what belongs to it, or nothing.
pub(crate) type Slot<V> = Option<(Ends, &'static str, V)>;

/// What belongs to each name: open addressing, with linear probing.
#[derive(Debug, Clone)]
pub(crate) struct NameTable<V: Copy + 'static> {
    slots: Cow<'static, [Slot<V>]>,
}

impl<V: Copy> NameTable<V> {
    /// A table that is made when the crate is compiled.
    pub(crate) const fn fixed(slots: &'static [Slot<V>]) -> Self {
        Self { slots: Cow::Borrowed(slots) }
    }

    /// A table for so many names, which `fill` puts in.
    pub(crate) fn with_room_for(names: usize, fill: impl FnOnce(&mut [Slot<V>])) -> Self {
        let mut slots = vec![None; slots_for(names)];
        fill(&mut slots);
        Self { slots: Cow::Owned(slots) }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&V> {
        let slots = &*self.slots;
        let ends = Ends::of(name);
        let mut at = ends.place(slots.len());
        // Half of the slots are empty.
        while let Some(Some((known, known_name, value))) = slots.get(at) {
            if *known == ends
                && known_name.len() == name.len()
                && (name.len() <= 16 || known_name.eq_ignore_ascii_case(name))
            {
                return Some(value);
            }
            at = (at + 1) & (slots.len() - 1);
        }
        None
    }
}

#[cfg(test)]
impl<V: Copy> NameTable<V> {
    /// All names with what belongs to them.
    pub(crate) fn entries(&self) -> std::collections::BTreeMap<&'static str, V> {
        let entries = self.slots.iter().flatten();
        entries.map(|&(_, name, value)| (name, value)).collect()
    }

    /// Whether more than half of the slots are empty.
    pub(crate) fn has_room(&self) -> bool {
        self.slots.is_empty() || self.slots.len() > 2 * self.entries().len()
    }
}

/// Puts a name into one of the slots, more than half of which stay empty. Of two names that are alike the first counts.
pub(crate) const fn put<V: Copy>(slots: &mut [Slot<V>], name: &'static str, value: V) {
    let at = place_of(slots, name);
    if slots[at].is_none() {
        slots[at] = Some((Ends::of(name), name, value));
    }
}

/// The slot in which a name stands, or the empty one in which it would.
pub(crate) const fn place_of<V: Copy>(slots: &[Slot<V>], name: &str) -> usize {
    let mut at = Ends::of(name).place(slots.len());
    while let Some((_, known, _)) = slots[at] {
        if are_alike(known, name) {
            return at;
        }
        at = (at + 1) & (slots.len() - 1);
    }
    at
}

/// How many slots a table of so many names has.
pub(crate) const fn slots_for(names: usize) -> usize {
    (2 * names + 1).next_power_of_two()
}

/// The slots of a table of names with what belongs to each, list after list.
pub(crate) const fn slots<V: Copy, const N: usize>(lists: &[&[(&'static str, V)]]) -> [Slot<V>; N] {
    let mut slots = [None; N];
    let mut list = 0;
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            let (name, value) = lists[list][at];
            put(&mut slots, name, value);
            at += 1;
        }
        list += 1;
    }
    slots
}

/// Puts in names that say nothing but that they are there.
pub(crate) const fn put_all(slots: &mut [Slot<()>], names: &[&'static str]) {
    let mut at = 0;
    while at < names.len() {
        put(slots, names[at], ());
        at += 1;
    }
}

/// Whether two names are written alike.
#[inline]
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && Ends::as_written(one) == Ends::as_written(other)
        && (one.len() <= 16 || one == other)
}

/// Whether two names are one, but for their case.
const fn are_alike(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if !one[at].eq_ignore_ascii_case(&other[at]) {
            return false;
        }
        at += 1;
    }
    one.len() == other.len()
}

/// A list of names, each as it is written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Names(Cow<'static, [&'static str]>);

impl Names {
    pub(crate) const fn fixed(names: &'static [&'static str]) -> Self {
        Self(Cow::Borrowed(names))
    }

    /// All of them.
    pub(crate) const fn all(&self) -> &[&'static str] {
        match &self.0 {
            Cow::Borrowed(names) => names,
            Cow::Owned(names) => names.as_slice(),
        }
    }

    pub(crate) const fn contains(&self, name: &str) -> bool {
        contains(self.all(), name)
    }
}

impl FromIterator<&'static str> for Names {
    fn from_iter<T: IntoIterator<Item = &'static str>>(names: T) -> Self {
        Self(Cow::Owned(names.into_iter().collect()))
    }
}

/// A name to be kept: one of the usual ones is not copied.
pub(crate) fn kept(usual: &[&'static str], name: &str) -> Cow<'static, str> {
    match usual.iter().find(|usual| **usual == name) {
        Some(usual) => Cow::Borrowed(usual),
        None => Cow::Owned(name.to_owned()),
    }
}

/// Whether a name is among others, as it is written.
pub(crate) const fn contains(names: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if equal(names[at], name) {
            return true;
        }
        at += 1;
    }
    false
}

/// `==`, which cannot be asked when the crate is compiled.
const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{NameTable, is_same, lower, put};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn names_are_compared_by_their_ends(one in "[ab]{0,18}", other in "[ab]{0,18}") {
            prop_assert_eq!(is_same(&one, &other), one == other);
            let changed = one.replacen('a', "b", 1);
            prop_assert_eq!(is_same(&one, &changed), one == changed);
            prop_assert!(is_same(&one, &one.clone()));
        }
    }

    #[test]
    fn letters_are_lowered_and_nothing_else() {
        for byte in 0..=u8::MAX {
            let expected = u64::from_le_bytes([byte.to_ascii_lowercase(); 8]);
            assert_eq!(lower(u64::from_le_bytes([byte; 8])), expected, "{byte}");
        }
    }

    #[test]
    fn names_are_found_in_any_case_and_length() {
        let long = "aNameThatIsLongerThanAnyThatHTMLHas";
        let table = NameTable::with_room_for(3, |slots| {
            for (name, value) in [("a", 1), ("viewBox", 2), (long, 3), ("A", 4)] {
                put(slots, name, value);
            }
        });
        for (name, expected) in [
            ("a", Some(1)),
            ("A", Some(1)),
            ("viewbox", Some(2)),
            (long, Some(3)),
            (&long.to_uppercase(), Some(3)),
            ("", None),
            ("b", None),
            ("a\0", None),
            ("\u{e9}", None),
            ("aNameThatIsLonger, and otherwise, THANANYTHATHTMLHAS", None),
            ("aNameThatIsLongerThanOnesThatHTMLHas", None),
        ] {
            assert_eq!(table.get(name).copied(), expected, "{name:?}");
        }
    }
}
