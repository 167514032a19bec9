//! The named character references of HTML (HTML Standard 13.5).

use crate::included::{count, rows, split};
use crate::names::Ends;

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

const SLOTS: usize = 8192;

const EMPTY: u16 = u16::MAX;

/// A hash table of the rows of [`NAMED`], with linear probing.
static SLOTS_OF_NAMES: [u16; SLOTS] = {
    let mut slots = [EMPTY; SLOTS];
    let mut row: u16 = 0;
    while (row as usize) < NAMED.len() {
        let mut slot = Ends::as_written(NAMED[row as usize].0).place(SLOTS);
        while slots[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = row;
        row += 1;
    }
    slots
};

/// A row for each name, with the code points of its characters.
const FILE: &str = include_str!("entities.txt");

/// All names, sorted.
static NAMED: [(&str, Characters); count(FILE)] = {
    let rows = rows::<{ count(FILE) }>(FILE);
    let mut named = [("", ('\0', None)); count(FILE)];
    let mut row = 0;
    while row < named.len() {
        let (name, characters) = rows[row];
        let (first, second) = split(characters, b' ');
        let Some(first) = character(first) else { break };
        named[row] = (name, (first, character(second)));
        row += 1;
    }
    assert!(row == named.len(), "a row without a code point");
    named
};

/// Returns the character of a code point in hexadecimal digits.
const fn character(digits: &str) -> Option<char> {
    match u32::from_str_radix(digits, 16) {
        Ok(code_point) => char::from_u32(code_point),
        Err(_) => None,
    }
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
        for (name, characters) in NAMED {
            assert_eq!(named(name), Some(characters), "{name}");
        }
    }
}
