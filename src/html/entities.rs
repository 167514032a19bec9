//! The named character references of HTML (HTML Standard 13.5).

use crate::names::Ends;
use std::sync::LazyLock;

/// One character or two.
pub(crate) type Characters = (char, Option<char>);

/// Returns the characters of a named reference. `name` includes the semicolon; 106 names are also known without it.
pub(crate) fn named(name: &str) -> Option<Characters> {
    let mut slot = Ends::as_written(name).place(SLOTS);
    loop {
        // More than half of the slots are empty.
        let row = SLOTS_OF_NAMES.get(slot).copied().filter(|&row| row != EMPTY)?;
        let &(known, characters) = NAMED.get(usize::from(row))?;
        if known == name {
            return Some(characters);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Returns the characters of a named reference as feeds use it: XHTML's entities, which are HTML's except for two
/// (XHTML 1.0 Appendix A.2).
pub(crate) fn resolve(reference: &str) -> Option<Characters> {
    match reference {
        "lang;" => Some(('\u{2329}', None)),
        "rang;" => Some(('\u{232A}', None)),
        _ => named(reference),
    }
}

/// A row for each name, with the code points of its characters.
const FILE: &str = include_str!("entities.txt");

/// All names, sorted.
static NAMED: LazyLock<Vec<(&str, Characters)>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (name, characters) = line.split_once(' ')?;
        let mut characters = characters.split(' ').map(character);
        Some((name, (characters.next()??, characters.next().flatten())))
    };
    FILE.lines().filter_map(row).collect()
});

const SLOTS: usize = 8192;

const EMPTY: u16 = u16::MAX;

/// A hash table of the rows of [`NAMED`], with linear probing. It is made when it is first used: in a program, it would take twice the
/// room of the names.
static SLOTS_OF_NAMES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut slots = vec![EMPTY; SLOTS];
    for ((name, _), row) in NAMED.iter().zip(0..) {
        let place = Ends::as_written(name).place(SLOTS);
        let (before, after) = slots.split_at_mut(place);
        if let Some(slot) = after.iter_mut().chain(before).find(|slot| **slot == EMPTY) {
            *slot = row;
        }
    }
    slots
});

/// Returns the character of a code point in hexadecimal digits.
fn character(digits: &str) -> Option<char> {
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::{NAMED, named, resolve};

    #[test]
    fn references_resolve_to_one_character_or_two() {
        for (reference, characters) in [
            ("eacute;", Some(('é', None))),
            ("alpha;", Some(('α', None))),
            ("nGt;", Some(('\u{226B}', Some('\u{20D2}')))),
            ("lang;", Some(('\u{2329}', None))),
            ("bogus;", None),
            ("eacute", Some(('é', None))),
            ("alpha", None),
            ("zwnj;", Some(('\u{200C}', None))),
            ("ébogus;", None),
            ("", None),
        ] {
            assert_eq!(resolve(reference), characters, "{reference}");
        }
    }

    #[test]
    fn every_name_is_found() {
        // `tests/character_references.rs` compares them with those of an HTML parser.
        assert!(NAMED.is_sorted_by_key(|(name, _)| name));
        assert_eq!(NAMED.len(), 2231);
        for (name, characters) in NAMED.iter() {
            assert_eq!(named(name), Some(*characters), "{name}");
        }
    }
}
