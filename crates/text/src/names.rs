//! Hash tables of element and attribute names, looked up without regard to ASCII case.
//!
//! Tables of the crate's lists are built on first use. More than half of the slots of a table are empty, so static tables would enlarge
//! programs.

use std::borrow::Cow;

/// The first and last eight bytes of a name, which may overlap. Together with the length, they identify names of up to sixteen bytes. In
/// tables, they are in lower case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ends {
    first: u64,
    last: u64,
}

impl Ends {
    /// Returns the ends of a name in lower case.
    #[inline]
    pub const fn of(name: &str) -> Self {
        let Self { first, last } = Self::as_written(name);
        Self { first: lower(first), last: lower(last) }
    }

    /// Returns the ends of a name as written.
    #[inline]
    pub const fn as_written(name: &str) -> Self {
        Self::of_bytes(name.as_bytes())
    }

    /// Returns the ends of bytes.
    #[inline]
    pub const fn of_bytes(bytes: &[u8]) -> Self {
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

    /// Returns whether the ends of a name of this length contain all its bytes.
    #[inline]
    pub const fn cover(length: usize) -> bool {
        length <= 2 * size_of::<u64>()
    }

    /// Returns the first slot to search for a name with these ends in any case. The number of slots is a power of two.
    #[inline]
    const fn caseless_place(self, slots: usize) -> usize {
        // The case of letters is one bit. Other bytes may also change, but always in the same way.
        const CASE: u64 = u64::from_le_bytes([b' '; 8]);
        Self { first: self.first | CASE, last: self.last | CASE }.place(slots)
    }

    /// Returns the first slot to search. The number of slots is a power of two.
    #[inline]
    pub const fn place(self, slots: usize) -> usize {
        // The last bytes are rotated: if there are eight bytes, they equal the first ones and would cancel them out. The factor is 2^64
        // divided by the golden ratio (Fibonacci hashing): the upper bits of the product depend on all bits of the names.
        let mixed = (self.first ^ self.last.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & slots.wrapping_sub(1)
    }
}

/// Returns eight bytes with their ASCII letters in lower case.
#[inline]
const fn lower(word: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    // Without the upper bits, no sum carries into the next byte. The upper bit of a sum is set if the byte is at least `A`, or greater
    // than `Z`.
    let seven = word & (0x7F * EACH);
    let from_a = seven + (0x80 - b'A' as u64) * EACH;
    let beyond_z = seven + (0x7F - b'Z' as u64) * EACH;
    // Non-ASCII bytes are not changed. Shifted by two, the upper bit becomes the bit for lower case.
    let upper = (from_a ^ beyond_z) & !word & (0x80 * EACH);
    word | upper >> 2
}

/// A slot of a table: empty, or a name with its value.
type Slot<V, N> = Option<(Ends, N, V)>;

/// A hash table by name, with open addressing and linear probing. More than half of the slots are empty.
#[derive(Clone)]
pub struct NameTable<V, N = &'static str> {
    slots: Box<[Slot<V, N>]>,
}

/// A table that owns its names.
pub type ListTable<V> = NameTable<V, Box<str>>;

impl<V: Copy, N: AsRef<str>> NameTable<V, N> {
    /// Creates a table. `merge` combines two values with the same name.
    pub fn merging<'n>(entries: impl IntoIterator<Item = (&'n str, V)>, merge: fn(V, V) -> V) -> Self
    where
        N: From<&'n str>,
    {
        let entries: Vec<_> = entries.into_iter().collect();
        let empty = std::iter::repeat_with(|| None);
        let mut table = Self { slots: empty.take(slots_for(entries.len())).collect() };
        for (name, value) in entries {
            let place = table.place_of(name);
            match table.slots.get_mut(place) {
                Some(Some((.., known))) => *known = merge(*known, value),
                Some(empty) => *empty = Some((Ends::of(name), name.into(), value)),
                None => {}
            }
        }
        table
    }

    /// Returns the index of the slot of a name, or of the empty slot for inserting it.
    #[inline]
    fn place_of(&self, name: &str) -> usize {
        let ends = Ends::as_written(name);
        let mut at = ends.caseless_place(self.slots.len());
        // The loop terminates, since half of the slots are empty.
        while let Some(Some((known, known_name, _))) = self.slots.get(at) {
            let known_name = known_name.as_ref();
            // Most names are in lower case.
            if known_name.len() == name.len()
                // The ends of a name of up to sixteen bytes contain the whole name, so comparing them is equivalent to comparing the
                // bytes.
                && (*known == ends && Ends::cover(name.len()) || is_caseless(known_name, name))
            {
                break;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    /// Returns a name as spelled in the table, and its value.
    #[inline]
    pub fn entry(&self, name: &str) -> Option<(&str, &V)> {
        let (_, name, value) = self.slots.get(self.place_of(name))?.as_ref()?;
        Some((name.as_ref(), value))
    }

    /// Returns the value of a name.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&V> {
        self.entry(name).map(|(_, value)| value)
    }

    /// Returns all names with their values.
    pub fn entries(&self) -> std::collections::BTreeMap<&str, V> {
        self.slots.iter().flatten().map(|(_, name, value)| (name.as_ref(), *value)).collect()
    }
}

/// Compares names that are long, in upper case, or different. Inlined, it would take registers from the common case, which would have to
/// save them.
#[cold]
#[inline(never)]
fn is_caseless(known: &str, name: &str) -> bool {
    known.eq_ignore_ascii_case(name)
}

/// If a name has two values, the first is used.
impl<'n, V: Copy, N: AsRef<str> + From<&'n str>> FromIterator<(&'n str, V)> for NameTable<V, N> {
    fn from_iter<T: IntoIterator<Item = (&'n str, V)>>(entries: T) -> Self {
        Self::merging(entries, |first, _| first)
    }
}

/// Returns the number of slots of a table for a number of names.
fn slots_for(names: usize) -> usize {
    (2 * names + 1).next_power_of_two()
}

/// Returns whether two names are equal.
#[inline]
pub fn is_same(one: &str, other: &str) -> bool {
    let ends = Ends::as_written(one);
    one.len() == other.len() && ends == Ends::as_written(other) && (Ends::cover(one.len()) || one == other)
}

/// A list of names: static, or owned by the caller.
#[derive(Clone, PartialEq)]
pub enum Names {
    /// Static names.
    Fixed(&'static [&'static str]),
    /// Names of the caller.
    Owned(Box<[Box<str>]>),
}

impl Names {
    fn len(&self) -> usize {
        match self {
            Self::Fixed(names) => names.len(),
            Self::Owned(names) => names.len(),
        }
    }

    /// Returns whether the list is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn get(&self, index: usize) -> Option<&str> {
        match self {
            Self::Fixed(names) => names.get(index).copied(),
            Self::Owned(names) => names.get(index).map(AsRef::as_ref),
        }
    }

    /// Returns whether the list contains exactly this name.
    #[inline]
    pub fn contains(&self, name: &str) -> bool {
        self.iter().any(|known| known == name)
    }

    /// Returns the names in their order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl<N: Into<Box<str>>> FromIterator<N> for Names {
    fn from_iter<T: IntoIterator<Item = N>>(names: T) -> Self {
        Self::Owned(names.into_iter().map(Into::into).collect())
    }
}

/// A text: static, or from the caller.
#[derive(Clone, PartialEq)]
pub enum OneName {
    /// A static text.
    Fixed(&'static str),
    /// A text from the caller.
    Owned(Box<str>),
}

impl OneName {
    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Fixed(name) => name,
            Self::Owned(name) => name,
        }
    }

    /// Returns whether the text is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }
}

/// Returns an owned name. It is only copied if it is not one of the `usual` names.
#[inline]
pub fn kept(usual: &[&'static str], name: &str) -> Cow<'static, str> {
    match usual.iter().find(|usual| **usual == name) {
        Some(usual) => Cow::Borrowed(usual),
        None => Cow::Owned(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{ListTable, is_same, lower};
    use bozofeed_testing::{check, text};

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
        let table: ListTable<_> = [("a", 1), ("viewBox", 2), (long, 3), ("A", 4)].into_iter().collect();
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
