//! The named character references of HTML (HTML Standard 13.5).

use std::sync::LazyLock;

use crate::names::Ends;

/// One or two characters.
pub type Characters = (char, Option<char>);

/// Returns the characters of a named reference. `name` includes the semicolon; 106 names are also valid without it.
pub fn named(name: &str) -> Option<Characters> {
    // More than half of the slots are empty, and the first empty one ends the search. `map_while` is correct because names are never
    // removed, so no slot before a name is empty.
    places(name.as_bytes()).map_while(|slot| ROWS.get(slot).filter(|&&row| row != EMPTY)).find_map(|&row| {
        let row = FILE.get(usize::from(row)..)?;
        read(row.strip_prefix(name)?.strip_prefix(' ')?)
    })
}

/// Returns the characters of a named reference in a feed: XHTML's entities, which equal HTML's with two exceptions (XHTML 1.0 Appendix
/// A.2).
pub fn resolve(reference: &str) -> Option<Characters> {
    match reference {
        "lang;" => Some(('\u{2329}', None)),
        "rang;" => Some(('\u{232A}', None)),
        _ => named(reference),
    }
}

/// A row for each name, with the code points of its characters, sorted by name.
const FILE: &str = include_str!("entities.txt");

const SLOTS: usize = 8192;

const EMPTY: u16 = u16::MAX;

/// A hash table of the offsets of the rows, with linear probing. It is built on first use, since its static data would be twice the size
/// of the names. Rows are only parsed when they are found: most feeds have few names.
static ROWS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut slots = vec![EMPTY; SLOTS];
    let mut offset = 0;
    for row in FILE.as_bytes().split_inclusive(|&byte| byte == b'\n') {
        let name = row.split(|&byte| byte == b' ').next().unwrap_or_default();
        let free = places(name).find(|&slot| slots.get(slot) == Some(&EMPTY));
        if let (Some(slot), Ok(offset)) = (free.and_then(|slot| slots.get_mut(slot)), u16::try_from(offset)) {
            *slot = offset;
        }
        offset += row.len();
    }
    slots
});

/// Returns the slots that may contain a name, in search order.
fn places(name: &[u8]) -> impl Iterator<Item = usize> {
    let first = Ends::of_bytes(name).place(SLOTS);
    (0..SLOTS).map(move |step| (first + step) % SLOTS)
}

/// Reads the characters at the start of the rest of a row.
fn read(row: &str) -> Option<Characters> {
    let (first, rest) = code_point(row.as_bytes())?;
    let first = char::from_u32(first)?;
    let second = code_point(rest).and_then(|(second, _)| char::from_u32(second));
    Some((first, second))
}

/// Reads the hexadecimal digits at the start of the rest of a row. Returns the code point, and the text after a space.
fn code_point(row: &[u8]) -> Option<(u32, &[u8])> {
    let mut code_point = 0;
    for (at, byte) in row.iter().enumerate() {
        match char::from(*byte).to_digit(16) {
            Some(digit) => code_point = code_point << 4 | digit,
            None if *byte == b' ' => return Some((code_point, &row[at + 1..])),
            None => return (at > 0).then_some((code_point, &[])),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{FILE, named, read, resolve};

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
        // `tests/character_references.rs` compares them with an HTML parser.
        let names = FILE.split_inclusive('\n').filter_map(|row| row.split_once(' '));
        assert!(names.clone().is_sorted_by_key(|(name, _)| name));
        for (name, characters) in names.clone() {
            let expected = read(characters);
            assert!(expected.is_some(), "{name}");
            assert_eq!(named(name), expected, "{name}");
        }
        assert_eq!(names.count(), 2231);
    }
}
