//! Johab (KS X 1001 Annex 3): each part of a hangul syllable has five bits; other characters follow the rows of KS X 1001.

use super::double_byte::KS_X_1001;
use super::malformed::{Meaning, Stopped, TextBuilder};
use super::mapping::{FINALS, INITIALS};

/// Decodes bytes to a text.
pub(super) fn decode(bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    text.reserve(bytes.len() + bytes.len() / 2);
    let mut at = 0;
    while let Some(&a) = bytes.get(at) {
        if a.is_ascii() {
            text.push(char::from(a));
            at += 1;
            continue;
        }
        let b = bytes.get(at + 1).copied();
        if let Some(character) = b.and_then(|b| character(a, b)) {
            text.push(character);
            at += 2;
            continue;
        }
        // As in the encodings of the Encoding Standard, an ASCII byte is not part of a malformed sequence.
        let length = if b.is_some_and(|b| !b.is_ascii()) { 2 } else { 1 };
        text.malformed(at, length, if is_lead(a) { Meaning::Lost } else { Meaning::Stray })?;
        at += length;
    }
    Ok(())
}

/// Returns whether a byte begins a character.
fn is_lead(byte: u8) -> bool {
    matches!(byte, 0x84..=0xD3 | 0xD9..=0xDE | 0xE0..=0xF9)
}

fn character(a: u8, b: u8) -> Option<char> {
    match a {
        0x84..=0xD3 => hangul(u16::from_be_bytes([a, b])),
        // Symbols are in the rows 1 to 12 of KS X 1001, hanja in the rows 42 to 93.
        0xD9..=0xDE => by_row(0x21 + 2 * (a - 0xD9), b),
        0xE0..=0xF9 => by_row(0x4A + 2 * (a - 0xE0), b),
        _ => None,
    }
}

/// Returns a character of the two rows that share a lead byte.
fn by_row(row: u8, trail: u8) -> Option<char> {
    let cell = match trail {
        0x31..=0x7E => trail - 0x31,
        0x91..=0xFE => trail - 0x43,
        _ => return None,
    };
    // Row 4, the compatibility jamo, is encoded as syllables with missing parts.
    let (row, cell) = if cell < 94 { (row, cell) } else { (row + 1, cell - 94) };
    (row != 0x24 || cell > 50).then(|| KS_X_1001.character(row, cell + 0x21))?
}

/// A part of a syllable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SyllablePart {
    /// Missing.
    Fill,
    /// The n-th letter, from 0 in Unicode's order.
    Letter(u16),
}

/// Returns the syllable, or the single letter, with this code.
fn hangul(code: u16) -> Option<char> {
    let initial = match code >> 10 & 31 {
        1 => SyllablePart::Fill,
        n @ 2..=20 => SyllablePart::Letter(n - 2),
        _ => return None,
    };
    let medial = match code >> 5 & 31 {
        2 => SyllablePart::Fill,
        n @ 3..=7 => SyllablePart::Letter(n - 3),
        n @ 10..=15 => SyllablePart::Letter(n - 5),
        n @ 18..=23 => SyllablePart::Letter(n - 7),
        n @ 26..=29 => SyllablePart::Letter(n - 9),
        _ => return None,
    };
    let last = match code & 31 {
        1 => SyllablePart::Fill,
        n @ 2..=17 => SyllablePart::Letter(n - 2),
        n @ 19..=29 => SyllablePart::Letter(n - 3),
        _ => return None,
    };
    // Syllables are composed as in Unicode §3.12. The vowels of the compatibility jamo, from U+314F on, are in the same
    // order.
    let code = match (initial, medial, last) {
        (SyllablePart::Letter(i), SyllablePart::Letter(m), SyllablePart::Fill) => 0xAC00 + (i * 21 + m) * 28,
        (SyllablePart::Letter(i), SyllablePart::Letter(m), SyllablePart::Letter(f)) => {
            0xAC00 + (i * 21 + m) * 28 + f + 1
        }
        (SyllablePart::Letter(i), SyllablePart::Fill, SyllablePart::Fill) => {
            return INITIALS.get(usize::from(i)).copied();
        }
        (SyllablePart::Fill, SyllablePart::Letter(m), SyllablePart::Fill) => 0x314F + m,
        (SyllablePart::Fill, SyllablePart::Fill, SyllablePart::Letter(f)) => {
            return FINALS.get(usize::from(f)).copied();
        }
        (SyllablePart::Fill, SyllablePart::Fill, SyllablePart::Fill) => 0x3000,
        (SyllablePart::Letter(_), SyllablePart::Fill, SyllablePart::Letter(_))
        | (SyllablePart::Fill, SyllablePart::Letter(_), SyllablePart::Letter(_)) => {
            return None;
        }
    };
    char::from_u32(u32::from(code))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::codec::Codec;
    use super::super::malformed::MalformedSequence;

    fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, MalformedSequence> {
        Codec::named("johab").expect("a codec").decode(bytes)
    }

    #[test]
    fn syllables_are_composed_and_all_else_goes_by_row() {
        for (bytes, text) in [
            (&b"\xD0\x65\x8B\x69!"[..], "한글!"),
            (b"\x88\x61\xD3\xBD", "가힣"),
            (b"\x88\x41\x84\x61\x84\x44", "ㄱㅏㄳ"),
            (b"\xE0\x31\xE0\x91\xF9\xFE", "伽感詰"),
            (b"\xD9\x31", "\u{3000}"),
        ] {
            assert_eq!(decode(bytes).as_deref(), Ok(text), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn what_johab_leaves_open_is_malformed() {
        for (bytes, malformed) in [
            (&b"a\x80"[..], MalformedSequence::at(1, 1)),
            (b"\xD4\x41", MalformedSequence::at(0, 1)),
            (b"\x88\x7F", MalformedSequence::at(0, 1)),
            (b"\xE0\x80", MalformedSequence::at(0, 2)),
            (b"\x88", MalformedSequence::at(0, 1)),
        ] {
            assert_eq!(decode(bytes), Err(malformed), "{}", bytes.escape_ascii());
        }
    }
}
