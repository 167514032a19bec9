//! Single-byte code pages: one table lookup per byte.

use std::borrow::Cow;

use super::malformed::MalformedSequence;

/// A code page.
#[derive(Debug)]
pub(super) struct CodePage {
    /// The canonical name.
    pub(super) name: &'static str,
    /// Whether the bytes below 0x80 are ASCII.
    pub(super) ascii: bool,
    /// The character of each byte. U+0000 marks an undefined byte, except for byte 0.
    pub(super) characters: [u16; 256],
}

impl CodePage {
    /// Returns the character of `byte`, unless the page leaves it undefined.
    pub(super) fn character(&self, byte: u8) -> Option<char> {
        match self.characters[usize::from(byte)] {
            0 if byte != 0 => None,
            code => char::from_u32(u32::from(code)),
        }
    }

    /// Decodes strictly: an undefined byte is malformed.
    pub(super) fn decode<'a>(&self, bytes: &'a [u8]) -> Result<Cow<'a, str>, MalformedSequence> {
        if self.ascii
            && bytes.is_ascii()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return Ok(Cow::Borrowed(text));
        }
        let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
        for (offset, &byte) in bytes.iter().enumerate() {
            text.push(self.character(byte).ok_or(MalformedSequence::at(offset, 1))?);
        }
        Ok(Cow::Owned(text))
    }
}
