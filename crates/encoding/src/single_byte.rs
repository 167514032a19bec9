//! Single-byte code pages: one table lookup per byte.

use super::malformed::{Meaning, Stopped, TextBuilder};

/// A code page.
#[derive(Debug)]
pub(super) struct CodePage {
    /// The canonical name.
    pub(super) name: &'static str,
    /// Whether the bytes below 0x80 are ASCII.
    pub(super) ascii: bool,
    /// The character of each byte. U+0000 marks an undefined byte, except for byte 0.
    characters: [u16; 256],
}

impl CodePage {
    /// Returns the page that maps the bytes to these characters.
    pub(super) const fn new(name: &'static str, characters: &str) -> Self {
        Self { name, ascii: false, characters: table(0, characters) }
    }

    /// Returns the page that extends ASCII with these characters.
    pub(super) const fn extending_ascii(name: &'static str, characters: &str) -> Self {
        Self { name, ascii: true, characters: table(0x80, characters) }
    }

    /// Returns the character of `byte`, unless the page leaves it undefined.
    pub(super) fn character(&self, byte: u8) -> Option<char> {
        match self.characters[usize::from(byte)] {
            0 if byte != 0 => None,
            code => char::from_u32(u32::from(code)),
        }
    }

    /// Decodes bytes to a text. An undefined byte is malformed.
    pub(super) fn decode(&self, bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
        text.reserve(bytes.len() + bytes.len() / 2);
        // In EBCDIC, a windows-1252 byte is meaningless.
        let meaning = if self.ascii { Meaning::Stray } else { Meaning::Lost };
        for (offset, &byte) in bytes.iter().enumerate() {
            match self.character(byte) {
                Some(character) => text.push(character),
                None => text.malformed(offset, 1, meaning)?,
            }
        }
        Ok(())
    }
}

/// Returns a table of ASCII up to byte `first`, and of `characters` from there on.
///
/// Evaluated at compile time, so that a page with more or fewer characters fails the build.
const fn table(first: u8, characters: &str) -> [u16; 256] {
    let mut table = [0; 256];
    let mut ascii = 0;
    while ascii < first {
        table[ascii as usize] = ascii as u16;
        ascii += 1;
    }
    // `str::chars` is not a `const fn`. No page has characters beyond the Basic Multilingual Plane, which take four bytes in UTF-8.
    let (mut byte, mut rest) = (first as usize, characters.as_bytes());
    while let Some(&lead) = rest.first() {
        let length = if lead < 0x80 { 1 } else { 2 + (lead >= 0xE0) as usize };
        let character;
        (character, rest) = rest.split_at(length);
        table[byte] = match *character {
            [a] => a as u16,
            [a, b] => (a as u16 & 0x1F) << 6 | (b as u16 & 0x3F),
            [a @ ..0xF0, b, c] => (a as u16 & 0x0F) << 12 | (b as u16 & 0x3F) << 6 | (c as u16 & 0x3F),
            _ => break,
        };
        byte += 1;
    }
    assert!(byte == 256);
    table
}
