//! Long texts of an answer, which a host may copy directly from linear memory. Escaping them and parsing them as JSON takes much
//! longer.

use std::borrow::Cow;

use encoding_rs::mem::convert_utf8_to_latin1_lossy;

/// Shorter texts stay in the JSON: for a host, a call takes longer than parsing them.
const SHORT: usize = 64;

/// The texts extracted from an answer, in order.
#[derive(Default)]
pub(crate) struct Parts {
    /// Latin-1 texts, with one byte per character.
    narrow: Vec<u8>,
    /// Other texts, in UTF-16.
    wide: Vec<u16>,
    /// For each text, twice the number of its code units, plus one if it is in `wide`.
    lengths: Vec<u32>,
}

impl Parts {
    /// Creates an empty collection, with room for a document of this length in ASCII.
    pub(crate) fn with_room(length: usize) -> Self {
        Self { narrow: Vec::with_capacity(length), ..Self::default() }
    }

    /// Returns the text to leave in the answer: an empty one, if the text was extracted.
    pub(crate) fn take<'a>(&mut self, text: Cow<'a, str>) -> Cow<'a, str> {
        if !text.is_empty() && text.len() < SHORT {
            return text;
        }
        let greatest = greatest_byte(text.as_bytes());
        let is_narrow = greatest <= LAST_OF_LATIN1;
        let length = if greatest.is_ascii() {
            self.narrow.extend_from_slice(text.as_bytes());
            text.len()
        } else if is_narrow {
            push_latin1(&mut self.narrow, &text)
        } else {
            push_utf16(&mut self.wide, &text)
        };
        // Linear memory has no room for more.
        self.lengths.push(u32::try_from(length * 2).unwrap_or_default() | u32::from(!is_narrow));
        Cow::Borrowed("")
    }

    /// Returns the number of texts, and the addresses of their lengths, of the Latin-1 texts, and of the others.
    pub(crate) fn places(&self) -> [usize; 4] {
        let Self { narrow, wide, lengths } = self;
        [lengths.len(), lengths.as_ptr().addr(), narrow.as_ptr().addr(), wide.as_ptr().addr()]
    }
}

/// The first byte of the last Latin-1 characters in UTF-8. Only bytes of other characters are greater.
const LAST_OF_LATIN1: u8 = 0xC3;

/// Returns the greatest byte of a text, or some byte of a character outside Latin-1. Compilers vectorize this.
fn greatest_byte(text: &[u8]) -> u8 {
    let mut greatest = 0;
    for chunk in text.chunks(64) {
        greatest = chunk.iter().fold(greatest, |greatest, byte| greatest.max(*byte));
        if greatest > LAST_OF_LATIN1 {
            break;
        }
    }
    greatest
}

/// Appends a Latin-1 text; returns its length.
fn push_latin1(to: &mut Vec<u8>, text: &str) -> usize {
    let start = to.len();
    to.resize(start + text.len(), 0);
    let length = convert_utf8_to_latin1_lossy(text.as_bytes(), to.get_mut(start..).unwrap_or_default());
    to.truncate(start + length);
    length
}

/// Appends a text in UTF-16; returns its length. ASCII, which makes up most of a text, is converted sixteen bytes at a time.
fn push_utf16(to: &mut Vec<u16>, text: &str) -> usize {
    let start = to.len();
    to.reserve(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        while let Some((near, after)) = rest.split_at_checked(16)
            && let Ok(near) = <[u8; 16]>::try_from(near.as_bytes())
            && near.iter().fold(0, |all, byte| all | byte).is_ascii()
        {
            to.extend_from_slice(&near.map(u16::from));
            rest = after;
        }
        // Convert single characters until the next one may start sixteen bytes of ASCII.
        let mut characters = rest.chars();
        let mut was_ascii = true;
        while let Some(character) = characters.next() {
            // `extend_from_slice` is much slower for a single unit.
            match u16::try_from(u32::from(character)) {
                Ok(unit) => to.push(unit),
                Err(_) => to.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            }
            was_ascii &= character.is_ascii();
            if !was_ascii && characters.as_str().bytes().next().is_some_and(|byte| byte.is_ascii()) {
                break;
            }
        }
        rest = characters.as_str();
    }
    to.len() - start
}

#[cfg(test)]
mod tests {
    use super::{Parts, SHORT, push_utf16};

    #[test]
    fn long_texts_are_taken_out_in_the_smaller_form() {
        let mut parts = Parts::default();
        let [ascii, latin, other] = ["a", "\u{ff}", "\u{1F600}"].map(|text| text.repeat(SHORT));
        let nearly = ["a".repeat(SHORT), "\u{100}".to_owned()].concat();
        for text in ["", "short", &ascii, &latin, &other, &nearly] {
            let expected = if text == "short" { text } else { "" };
            assert_eq!(parts.take(text.into()), expected);
        }
        assert_eq!(parts.lengths, [0, 2 * 64, 2 * 64, 2 * 128 + 1, 2 * 65 + 1]);
        assert_eq!(parts.narrow, [ascii.as_bytes(), &[0xFF; SHORT]].concat());
        assert_eq!(String::from_utf16(&parts.wide).unwrap(), other + &nearly);
    }

    #[test]
    fn characters_are_converted_at_each_offset() {
        for before in 0..40 {
            let text = ["a".repeat(before), "\u{1F600}本\u{e9}".to_owned(), "b".repeat(40 - before)].concat();
            let mut wide = vec![7];
            assert_eq!(push_utf16(&mut wide, &text), 44);
            assert_eq!(wide, [&[7][..], &text.encode_utf16().collect::<Vec<_>>()].concat());
        }
    }
}
