//! Hash tables of the names of elements and attributes, looked up without regard to ASCII case.
//!
//! Tables of the crate's lists are built at compile time, tables of the caller's lists when a parser is created.

#![cfg_attr(not(feature = "sanitize"), allow(dead_code, reason = "the sanitizer uses it"))]

use std::borrow::Cow;

/// The first and last eight bytes of a name, which may overlap. Together with the length, they identify names of up to sixteen
/// bytes. In tables they are in lower case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ends {
    first: u64,
    last: u64,
}

impl Ends {
    /// Returns the ends of a name in lower case.
    pub(crate) const fn of(name: &str) -> Self {
        let Self { first, last } = Self::as_written(name);
        Self { first: lower(first), last: lower(last) }
    }

    /// Returns the ends of a name as written.
    pub(crate) const fn as_written(name: &str) -> Self {
        Self::of_bytes(name.as_bytes())
    }

    /// Returns the ends of bytes.
    #[inline]
    pub(crate) const fn of_bytes(bytes: &[u8]) -> Self {
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

    /// Returns whether the ends of this many bytes contain all of them.
    pub(crate) const fn cover(length: usize) -> bool {
        length <= 2 * size_of::<u64>()
    }

    /// Returns the slot at which to start looking for a name of these ends in any case. The number of slots is a power of two.
    const fn caseless_place(self, slots: usize) -> usize {
        // The case of letters is one bit. Other bytes may change as well, but in the same way wherever they are.
        const CASE: u64 = u64::from_le_bytes([b' '; 8]);
        Self { first: self.first | CASE, last: self.last | CASE }.place(slots)
    }

    /// Returns the slot at which to start looking. The number of slots is a power of two.
    pub(crate) const fn place(self, slots: usize) -> usize {
        // The last bytes are rotated, since they are the first ones as well if there are eight, and would cancel them out.
        // The factor is 2^64 divided by the golden ratio (Fibonacci hashing): the upper bits of the product depend on all
        // bits of the names.
        let mixed = (self.first ^ self.last.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & slots.wrapping_sub(1)
    }
}

/// Returns eight bytes with their ASCII letters in lower case.
const fn lower(word: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    // Without the upper bits, no sum carries into the next byte. The upper bit of a sum is set if the byte is at least `A`,
    // or greater than `Z`.
    let seven = word & (0x7F * EACH);
    let from_a = seven + (0x80 - b'A' as u64) * EACH;
    let beyond_z = seven + (0x7F - b'Z' as u64) * EACH;
    // Bytes beyond ASCII are left alone. Shifted by two, the upper bit is that of lower case.
    let upper = (from_a ^ beyond_z) & !word & (0x80 * EACH);
    word | upper >> 2
}

/// A slot of a table: empty, or a name with its value.
pub(crate) type Slot<V, N = &'static str> = Option<(Ends, N, V)>;

/// Returns the name that a table has for `name`, and its value.
#[inline]
fn find<'t, V, N: AsRef<str>>(slots: &'t [Slot<V, N>], name: &str) -> Option<(&'t str, &'t V)> {
    let ends = Ends::as_written(name);
    let mut at = ends.caseless_place(slots.len());
    // The loop ends, since half of the slots are empty.
    while let Some(Some((known, known_name, value))) = slots.get(at) {
        let known_name = known_name.as_ref();
        // Most names are written in lower case.
        if known_name.len() == name.len()
            && (*known == ends && Ends::cover(name.len()) || known_name.eq_ignore_ascii_case(name))
        {
            return Some((known_name, value));
        }
        at = (at + 1) & (slots.len() - 1);
    }
    None
}

/// A hash table by name, with open addressing and linear probing, that was filled at compile time.
#[derive(Clone, Copy)]
pub(crate) struct NameTable<V: 'static> {
    slots: &'static [Slot<V>],
}

impl<V: Copy> NameTable<V> {
    /// Creates a table from slots that were filled at compile time.
    pub(crate) const fn fixed(slots: &'static [Slot<V>]) -> Self {
        Self { slots }
    }

    /// Returns the value of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&'static V> {
        find(self.slots, name).map(|(_, value)| value)
    }

    /// Returns all names with their values.
    #[cfg(any(test, feature = "check"))]
    pub(crate) fn entries(&self) -> std::collections::BTreeMap<&'static str, V> {
        self.slots.iter().flatten().map(|&(_, name, value)| (name, value)).collect()
    }

    /// Returns whether more than half of the slots are empty.
    #[cfg(test)]
    pub(crate) fn has_room(&self) -> bool {
        self.slots.is_empty() || self.slots.len() > 2 * self.entries().len()
    }
}

/// A hash table by the names of a list: one that was filled at compile time, or one that owns the names of a caller's list.
#[derive(Clone)]
pub(crate) enum ListTable<V: 'static> {
    Fixed(&'static [Slot<V>]),
    Owned(Box<[Slot<V, Box<str>>]>),
}

impl<V: Copy> ListTable<V> {
    /// Creates a table for a number of names, which `fill` inserts, as it does at compile time.
    pub(crate) fn with_room_for<'n>(names: usize, fill: impl FnOnce(&mut [Slot<V, &'n str>])) -> Self {
        let mut slots = vec![None; slots_for(names)];
        fill(&mut slots);
        let owned = |slot: Slot<V, &str>| slot.map(|(ends, name, value)| (ends, name.into(), value));
        Self::Owned(slots.into_iter().map(owned).collect())
    }

    /// Returns a name as it is in the list, and its value.
    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<(&str, &V)> {
        match self {
            Self::Fixed(slots) => find(slots, name),
            Self::Owned(slots) => find(slots, name),
        }
    }

    /// Returns all names with their values.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> std::collections::BTreeMap<&str, V> {
        match self {
            Self::Fixed(slots) => slots.iter().flatten().map(|&(_, name, value)| (name, value)).collect(),
            Self::Owned(slots) => {
                slots.iter().flatten().map(|(_, name, value)| (name.as_ref(), *value)).collect()
            }
        }
    }

    /// Returns whether more than half of the slots are empty.
    #[cfg(test)]
    pub(crate) fn has_room(&self) -> bool {
        let slots = match self {
            Self::Fixed(slots) => slots.len(),
            Self::Owned(slots) => slots.len(),
        };
        slots == 0 || slots > 2 * self.entries().len()
    }
}

/// Inserts a name, unless it is there already. More than half of the slots must stay empty.
pub(crate) const fn put<'n, V: Copy>(slots: &mut [Slot<V, &'n str>], name: &'n str, value: V) {
    let at = place_of(slots, name);
    if slots[at].is_none() {
        slots[at] = Some((Ends::of(name), name, value));
    }
}

/// Returns the index of the slot of a name, or of the empty slot to insert it into.
pub(crate) const fn place_of<V: Copy>(slots: &[Slot<V, &str>], name: &str) -> usize {
    let mut at = Ends::as_written(name).caseless_place(slots.len());
    while let Some((_, known, _)) = slots[at] {
        if are_alike(known, name) {
            return at;
        }
        at = (at + 1) & (slots.len() - 1);
    }
    at
}

/// Returns the number of slots of a table for a number of names.
pub(crate) const fn slots_for(names: usize) -> usize {
    (2 * names + 1).next_power_of_two()
}

/// Inserts names without values.
pub(crate) const fn put_all<'n>(slots: &mut [Slot<(), &'n str>], names: &'n Names) {
    let mut at = 0;
    while let Some(name) = names.get(at) {
        put(slots, name, ());
        at += 1;
    }
}

/// Returns whether two names are equal.
#[inline]
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let ends = Ends::as_written(one);
    one.len() == other.len() && ends == Ends::as_written(other) && (Ends::cover(one.len()) || one == other)
}

/// Returns whether two names are equal without regard to ASCII case.
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

/// A list of names: one of the crate, or one that owns the names of a caller.
#[derive(Clone, PartialEq)]
pub(crate) enum Names {
    Fixed(&'static [&'static str]),
    Owned(Box<[Box<str>]>),
}

impl Names {
    pub(crate) const fn len(&self) -> usize {
        match self {
            Self::Fixed(names) => names.len(),
            Self::Owned(names) => names.len(),
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the name at an index, at compile time as well.
    pub(crate) const fn get(&self, index: usize) -> Option<&str> {
        match self {
            Self::Fixed(names) if index < names.len() => Some(names[index]),
            Self::Owned(names) if index < names.len() => Some(&names[index]),
            Self::Fixed(_) | Self::Owned(_) => None,
        }
    }

    pub(crate) const fn contains(&self, name: &str) -> bool {
        let mut at = 0;
        while let Some(known) = self.get(at) {
            if equal(known, name) {
                return true;
            }
            at += 1;
        }
        false
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl<N: Into<Box<str>>> FromIterator<N> for Names {
    fn from_iter<T: IntoIterator<Item = N>>(names: T) -> Self {
        Self::Owned(names.into_iter().map(Into::into).collect())
    }
}

/// A text of the crate, or one of a caller.
#[derive(Clone, PartialEq)]
pub(crate) enum OneName {
    Fixed(&'static str),
    Owned(Box<str>),
}

impl OneName {
    pub(crate) const fn as_str(&self) -> &str {
        match self {
            Self::Fixed(name) => name,
            Self::Owned(name) => name,
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }
}

/// Returns an owned name. A copy is only made if it is not one of the `usual` names.
pub(crate) fn kept(usual: &[&'static str], name: &str) -> Cow<'static, str> {
    match usual.iter().find(|usual| **usual == name) {
        Some(usual) => Cow::Borrowed(usual),
        None => Cow::Owned(name.to_owned()),
    }
}

/// Returns whether a list contains a name.
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

/// Returns whether two names are equal, at compile time, at which `==` is not available.
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
    use super::{ListTable, is_same, lower, put};
    use crate::testing::{check, text};

    #[test]
    fn names_are_compared_by_their_ends() {
        check(256, |u| {
            let (one, other) = (text(u, 0..=18, &["ab"])?, text(u, 0..=18, &["ab"])?);
            assert_eq!(is_same(&one, &other), one == other, "{one} {other}");
            let changed = one.replacen('a', "b", 1);
            assert_eq!(is_same(&one, &changed), one == changed, "{one} {changed}");
            assert!(is_same(&one, &one.clone()), "{one}");
            Ok(())
        });
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
        let table = ListTable::with_room_for(4, |slots| {
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
            assert_eq!(table.get(name).map(|(_, value)| *value), expected, "{name:?}");
        }
    }
}
