//! UTF-32 and UCS-4 in the four byte orders of XML 1.0 Appendix F.

use super::malformed::MalformedSequence;
use super::malformed::{CHARACTERS_FOR_EACH_BAD, Damaged, Patience};

/// The order of the four bytes of a character; 1 is the most significant one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    /// 1234
    BigEndian,
    /// 4321
    LittleEndian,
    /// 2143
    Order2143,
    /// 3412
    Order3412,
}

impl ByteOrder {
    /// Returns the code point of four bytes.
    pub(super) fn code_point(self, [a, b, c, d]: [u8; 4]) -> u32 {
        u32::from_be_bytes(match self {
            Self::BigEndian => [a, b, c, d],
            Self::LittleEndian => [d, c, b, a],
            Self::Order2143 => [b, a, d, c],
            Self::Order3412 => [c, d, a, b],
        })
    }
}

/// Decodes strictly: surrogates, code points beyond U+10FFFF and an incomplete character are malformed.
pub(super) fn decode(bytes: &[u8], order: ByteOrder) -> Result<String, MalformedSequence> {
    let (units, rest) = bytes.as_chunks::<4>();
    let mut text = String::with_capacity(units.len());
    for (at, &unit) in units.iter().enumerate() {
        text.push(char::from_u32(order.code_point(unit)).ok_or(MalformedSequence::at(4 * at, 4))?);
    }
    if rest.is_empty() { Ok(text) } else { Err(MalformedSequence::at(bytes.len() - rest.len(), rest.len())) }
}

/// Decodes with U+FFFD for each malformed character.
pub(super) fn decode_damaged(bytes: &[u8], order: ByteOrder, patience: Patience) -> Option<Damaged> {
    let (units, rest) = bytes.as_chunks::<4>();
    let mut damaged = Damaged::of(CHARACTERS_FOR_EACH_BAD, 0);
    for (at, &unit) in units.iter().enumerate() {
        if let Some(c) = char::from_u32(order.code_point(unit)) {
            damaged.good += 1;
            damaged.text.push(c);
        } else {
            damaged.bad += 1;
            damaged.first = damaged.first.min(4 * at);
            damaged.text.push(char::REPLACEMENT_CHARACTER);
            let rest = units.len() - at;
            if patience == Patience::WhileNearlyRight && rest > 1 && damaged.is_hopeless(rest) {
                return None;
            }
        }
    }
    if !rest.is_empty() {
        damaged.bad += 1;
        damaged.first = damaged.first.min(bytes.len() - rest.len());
        damaged.text.push(char::REPLACEMENT_CHARACTER);
    }
    Some(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_order_of_appendix_f_gives_the_same_text() {
        for (order, bytes) in [
            (ByteOrder::BigEndian, *b"\0\0\0<\0\x01\xF6\0"),
            (ByteOrder::LittleEndian, *b"<\0\0\0\0\xF6\x01\0"),
            (ByteOrder::Order2143, *b"\0\0<\0\x01\0\0\xF6"),
            (ByteOrder::Order3412, *b"\0<\0\0\xF6\0\0\x01"),
        ] {
            assert_eq!(decode(&bytes, order).as_deref(), Ok("<\u{1F600}"), "{order:?}");
        }
    }

    #[test]
    fn surrogates_numbers_too_large_and_cut_characters_are_malformed() {
        for (bytes, malformed) in [
            (&b"\0\0\0<\0\0\xD8\0"[..], MalformedSequence::at(4, 4)),
            (b"\0\x11\0\0", MalformedSequence::at(0, 4)),
            (b"\0\0\0<\0\0", MalformedSequence::at(4, 2)),
        ] {
            assert_eq!(decode(bytes, ByteOrder::BigEndian), Err(malformed));
        }
    }

    #[test]
    fn a_cut_character_is_one_damaged_place() {
        let damaged =
            decode_damaged(b"\0\0\0<\0\0", ByteOrder::BigEndian, Patience::Endless).expect("a text");
        assert_eq!((damaged.text.as_str(), damaged.good, damaged.bad, damaged.first), ("<\u{FFFD}", 1, 1, 4));
    }
}
