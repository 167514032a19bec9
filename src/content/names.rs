//! Tables of the names of elements and attributes, asked by a name in any case.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A name of up to sixteen bytes in lower case: its first bytes, its last, which may be the same, and how many it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Short {
    first: u64,
    last: u64,
    length: usize,
}

impl Short {
    fn new(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let (first, last) = if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk())
        {
            (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
        } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk()) {
            (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)))
        } else {
            let at = |at: usize| u64::from(bytes.get(at).copied().unwrap_or_default());
            (at(0) | at(1) << 8, at(2))
        };
        let short = Self { first: lower(first), last: lower(last), length: bytes.len() };
        (short.length <= 16).then_some(short)
    }
}

/// Eight bytes with their ASCII letters in lower case.
fn lower(word: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let seven = word & (0x7F * EACH);
    let from_a = seven + (0x80 - u64::from(b'A')) * EACH;
    let beyond_z = seven + (0x7F - u64::from(b'Z')) * EACH;
    let upper = (from_a ^ beyond_z) & !word & (0x80 * EACH);
    word | upper >> 2
}

impl Hash for Short {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.first);
        state.write_u64(self.last);
    }
}

/// A word at a time: names are short, and only ours are stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct NameHasher(u64);

impl Default for NameHasher {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.write_u64(chunk.iter().fold(0, |word: u64, &byte| word << 8 | u64::from(byte)));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// A set of names.
pub(super) type Names = HashSet<&'static str, BuildHasherDefault<NameHasher>>;

/// What belongs to each name.
#[derive(Debug)]
pub(super) struct NameTable<V> {
    short: HashMap<Short, V, BuildHasherDefault<NameHasher>>,
    long: HashMap<String, V>,
}

impl<V> Default for NameTable<V> {
    fn default() -> Self {
        Self { short: HashMap::default(), long: HashMap::default() }
    }
}

impl<V: Copy> NameTable<V> {
    pub(super) fn get(&self, name: &str) -> Option<V> {
        match Short::new(name) {
            Some(short) => self.short.get(&short).copied(),
            None if self.long.is_empty() => None,
            None => self.long.get(&name.to_ascii_lowercase()).copied(),
        }
    }
}

impl<'a, V> FromIterator<(&'a str, V)> for NameTable<V> {
    fn from_iter<T: IntoIterator<Item = (&'a str, V)>>(names: T) -> Self {
        let mut table = Self::default();
        for (name, value) in names {
            match Short::new(name) {
                Some(short) => table.short.insert(short, value),
                None => table.long.insert(name.to_ascii_lowercase(), value),
            };
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::{NameTable, lower};

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
        let table: NameTable<u8> = [("a", 1), ("viewBox", 2), (long, 3)].into_iter().collect();
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
            ("anotherNameThatIsLongerThanAnyThatHTMLHas", None),
        ] {
            assert_eq!(table.get(name), expected, "{name:?}");
        }
    }
}
