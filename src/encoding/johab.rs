//! Johab (KS X 1001 Annex 3): hangul composed of five bits for each of its parts, all else by row of KS X 1001.

use super::codec::Malformed;
use super::double_byte::KS_X_1001;

/// Decodes strictly.
pub(super) fn decode(bytes: &[u8]) -> Result<String, Malformed> {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut at = 0;
    while let Some(&a) = bytes.get(at) {
        if a.is_ascii() {
            text.push(char::from(a));
            at += 1;
            continue;
        }
        let b = *bytes.get(at + 1).ok_or(Malformed::at(at, 1))?;
        text.push(character(a, b).ok_or(Malformed::at(at, 2))?);
        at += 2;
    }
    Ok(text)
}

fn character(a: u8, b: u8) -> Option<char> {
    match a {
        0x84..=0xD3 => hangul(u16::from_be_bytes([a, b])),
        0xD9..=0xDE => by_row(0x21 + 2 * (a - 0xD9), b),
        0xE0..=0xF9 => by_row(0x4A + 2 * (a - 0xE0), b),
        _ => None,
    }
}

/// The character of the two rows that share a lead byte.
fn by_row(row: u8, trail: u8) -> Option<char> {
    let cell = match trail {
        0x31..=0x7E => trail - 0x31,
        0x91..=0xFE => trail - 0x43,
        _ => return None,
    };
    // Row 4, the compatibility jamo, is written as hangul with parts left out.
    let (row, cell) = if cell < 94 {
        (row, cell)
    } else {
        (row + 1, cell - 94)
    };
    (row != 0x24 || cell > 50).then(|| KS_X_1001.character(row, cell + 0x21))?
}

/// What a part of a syllable is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Left out.
    Fill,
    /// The n-th letter, from 0 in Unicode's order.
    Letter(u16),
}

/// A syllable, or a letter that stands alone.
fn hangul(code: u16) -> Option<char> {
    // Unicode's compatibility jamo of the initial consonants and of the final ones.
    const INITIALS: [u16; 19] = [
        0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147,
        0x3148, 0x3149, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ];
    const FINALS: [u16; 27] = [
        0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D,
        0x313E, 0x313F, 0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B,
        0x314C, 0x314D, 0x314E,
    ];
    let initial = match code >> 10 & 31 {
        1 => Part::Fill,
        n @ 2..=20 => Part::Letter(n - 2),
        _ => return None,
    };
    let medial = match code >> 5 & 31 {
        2 => Part::Fill,
        n @ 3..=7 => Part::Letter(n - 3),
        n @ 10..=15 => Part::Letter(n - 5),
        n @ 18..=23 => Part::Letter(n - 7),
        n @ 26..=29 => Part::Letter(n - 9),
        _ => return None,
    };
    let last = match code & 31 {
        1 => Part::Fill,
        n @ 2..=17 => Part::Letter(n - 2),
        n @ 19..=29 => Part::Letter(n - 3),
        _ => return None,
    };
    let character = match (initial, medial, last) {
        (Part::Letter(i), Part::Letter(m), Part::Fill) => 0xAC00 + (i * 21 + m) * 28,
        (Part::Letter(i), Part::Letter(m), Part::Letter(f)) => 0xAC00 + (i * 21 + m) * 28 + f + 1,
        (Part::Letter(i), Part::Fill, Part::Fill) => *INITIALS.get(usize::from(i))?,
        (Part::Fill, Part::Letter(m), Part::Fill) => 0x314F + m,
        (Part::Fill, Part::Fill, Part::Letter(f)) => *FINALS.get(usize::from(f))?,
        (Part::Fill, Part::Fill, Part::Fill) => 0x3000,
        (Part::Letter(_), Part::Fill, Part::Letter(_)) | (Part::Fill, Part::Letter(_), Part::Letter(_)) => {
            return None;
        }
    };
    char::from_u32(u32::from(character))
}
