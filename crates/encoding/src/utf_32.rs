//! UTF-32 and UCS-4 in the four byte orders of XML 1.0 Appendix F.

use super::malformed::{Meaning, Stopped, TextBuilder};

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

/// Decodes bytes to a text. Surrogates, code points beyond U+10FFFF and an incomplete character are malformed.
pub(super) fn decode(bytes: &[u8], order: ByteOrder, text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    let (units, rest) = bytes.as_chunks::<4>();
    text.reserve(units.len());
    for (at, &unit) in units.iter().enumerate() {
        match char::from_u32(order.code_point(unit)) {
            Some(character) => text.push(character),
            None => text.malformed(4 * at, 4, Meaning::Lost)?,
        }
    }
    if !rest.is_empty() {
        text.malformed(bytes.len() - rest.len(), rest.len(), Meaning::Lost)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::codec::Codec;
    use super::super::malformed::MalformedSequence;
    use super::ByteOrder;

    fn decode(bytes: &[u8], order: ByteOrder) -> Result<Cow<'_, str>, MalformedSequence> {
        let name = match order {
            ByteOrder::BigEndian => "utf-32be",
            ByteOrder::LittleEndian => "utf-32le",
            ByteOrder::Order2143 => "x-iso-10646-ucs-4-2143",
            ByteOrder::Order3412 => "x-iso-10646-ucs-4-3412",
        };
        Codec::named(name).expect("a codec").decode(bytes)
    }

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
}
