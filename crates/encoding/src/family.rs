//! The encoding family, determined from the first bytes of a document without a byte order mark (XML 1.0 Appendix F.1).

use super::utf_32::ByteOrder;

/// A family of encodings that encode the characters of an XML declaration in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EncodingFamily {
    /// Four bytes per character.
    Ucs4(ByteOrder),
    /// Two bytes per code unit, most significant byte first.
    Utf16Be,
    /// Two bytes per code unit, least significant byte first.
    Utf16Le,
    /// One byte per character, in an EBCDIC code page.
    Ebcdic,
    /// ASCII and its supersets; also any other bytes.
    Ascii,
}

impl EncodingFamily {
    /// Returns the family of a document that begins with `<` or `{`, optionally after white space.
    pub(super) fn of(bytes: &[u8]) -> Self {
        // Four bytes are checked before two: `<\0\0\0` is `<` in little-endian UCS-4, but may also begin a text in UTF-16. EBCDIC comes
        // last, since its `<` is `L` in ASCII.
        const FAMILIES: [EncodingFamily; 7] = [
            EncodingFamily::Ucs4(ByteOrder::BigEndian),
            EncodingFamily::Ucs4(ByteOrder::LittleEndian),
            EncodingFamily::Ucs4(ByteOrder::Order2143),
            EncodingFamily::Ucs4(ByteOrder::Order3412),
            EncodingFamily::Utf16Be,
            EncodingFamily::Utf16Le,
            EncodingFamily::Ebcdic,
        ];
        FAMILIES.into_iter().find(|family| family.begins_markup(bytes)).unwrap_or(Self::Ascii)
    }

    /// Returns the family of the encoding of a byte order mark.
    pub(super) fn of_label(label: &str) -> Self {
        match label {
            "utf-32be" => Self::Ucs4(ByteOrder::BigEndian),
            "utf-32le" => Self::Ucs4(ByteOrder::LittleEndian),
            "x-iso-10646-ucs-4-2143" => Self::Ucs4(ByteOrder::Order2143),
            "x-iso-10646-ucs-4-3412" => Self::Ucs4(ByteOrder::Order3412),
            "utf-16be" => Self::Utf16Be,
            "utf-16le" => Self::Utf16Le,
            _ => Self::Ascii,
        }
    }

    /// Returns the encoding to assume if a document does not declare an encoding of this family; `None` for ASCII.
    pub(super) fn label(self) -> Option<&'static str> {
        Some(match self {
            Self::Ucs4(ByteOrder::BigEndian) => "utf-32be",
            Self::Ucs4(ByteOrder::LittleEndian) => "utf-32le",
            Self::Ucs4(ByteOrder::Order2143) => "x-iso-10646-ucs-4-2143",
            Self::Ucs4(ByteOrder::Order3412) => "x-iso-10646-ucs-4-3412",
            Self::Utf16Be => "utf-16be",
            Self::Utf16Le => "utf-16le",
            // As in Universal Feed Parser.
            Self::Ebcdic => "cp037",
            Self::Ascii => return None,
        })
    }

    /// Returns the number of bytes per character of the XML declaration.
    pub(super) fn unit(self) -> usize {
        match self {
            Self::Ucs4(_) => 4,
            Self::Utf16Be | Self::Utf16Le => 2,
            Self::Ebcdic | Self::Ascii => 1,
        }
    }

    /// Returns the characters at the start of `bytes`, as ASCII, up to the first one that cannot be part of a declaration.
    pub(super) fn ascii(self, bytes: &[u8]) -> impl Iterator<Item = u8> {
        bytes.chunks_exact(self.unit()).map_while(move |unit| match (self, unit) {
            (Self::Ucs4(order), &[a, b, c, d]) => u8::try_from(order.code_point([a, b, c, d])).ok(),
            (Self::Utf16Be, &[0, c]) | (Self::Utf16Le, &[c, 0]) | (Self::Ascii, &[c]) => Some(c),
            (Self::Ebcdic, &[c]) => ebcdic(c),
            _ => None,
        })
    }

    /// Returns whether the bytes, read in this family, begin with `<` or `{`, optionally after white space.
    fn begins_markup(self, bytes: &[u8]) -> bool {
        let mut characters = self.ascii(bytes).skip_while(|c| matches!(c, b' ' | b'\t' | b'\r' | b'\n'));
        match (self, characters.next()) {
            // A single byte is weak evidence, so a name, a declaration or an instruction must follow.
            (Self::Ebcdic, Some(b'<')) => {
                matches!(characters.next(), Some(b'?' | b'!' | b'a'..=b'z' | b'A'..=b'Z'))
                    && characters
                        .take(2)
                        .filter(|c| matches!(c, b'a'..=b'z' | b'A'..=b'Z' | b'-' | b':' | b'['))
                        .count()
                        == 2
            }
            (Self::Ebcdic, _) => false,
            // A zero byte before `<rss` in ASCII: no name in UTF-16 begins with a character that consists of two ASCII bytes.
            (Self::Utf16Be, Some(b'<')) => {
                let mut units = bytes.chunks_exact(2).skip_while(|unit| *unit != b"\0<").skip(1);
                !matches!(units.next(), Some(&[1..=0x7F, second]) if second.is_ascii())
            }
            (_, first) => matches!(first, Some(b'<' | b'{')),
        }
    }
}

/// Returns the character of an EBCDIC byte, for characters that all code pages share and the others of an XML declaration.
fn ebcdic(byte: u8) -> Option<u8> {
    Some(match byte {
        0x05 => b'\t',
        0x0D => b'\r',
        // Line feed, or the new line character of Unix System Services.
        0x15 | 0x25 => b'\n',
        0x40 => b' ',
        0x4B => b'.',
        0x4C => b'<',
        0x4D => b'(',
        0x4E => b'+',
        0x5A => b'!',
        0x5D => b')',
        0x60 => b'-',
        0x61 => b'/',
        0x6B => b',',
        0x6D => b'_',
        0x6E => b'>',
        0x6F => b'?',
        0x7A => b':',
        0x7D => b'\'',
        0x7E => b'=',
        // The quotation mark. In the Turkish code page 1026 it is 0xFC.
        0x7F | 0xFC => b'"',
        0x81..=0x89 => byte - 0x81 + b'a',
        0x91..=0x99 => byte - 0x91 + b'j',
        0xA2..=0xA9 => byte - 0xA2 + b's',
        0xC1..=0xC9 => byte - 0xC1 + b'A',
        0xD1..=0xD9 => byte - 0xD1 + b'J',
        0xE2..=0xE9 => byte - 0xE2 + b'S',
        0xF0..=0xF9 => byte - 0xF0 + b'0',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_appendix_f_without_a_byte_order_mark_is_recognised() {
        for (bytes, family) in [
            (&b"\0\0\0<"[..], EncodingFamily::Ucs4(ByteOrder::BigEndian)),
            (b"<\0\0\0", EncodingFamily::Ucs4(ByteOrder::LittleEndian)),
            (b"\0\0<\0", EncodingFamily::Ucs4(ByteOrder::Order2143)),
            (b"\0<\0\0", EncodingFamily::Ucs4(ByteOrder::Order3412)),
            (b"\0<\0?", EncodingFamily::Utf16Be),
            (b"<\0?\0", EncodingFamily::Utf16Le),
            (b"<?xm", EncodingFamily::Ascii),
            (b"\x4C\x6F\xA7\x94", EncodingFamily::Ebcdic),
            (b"", EncodingFamily::Ascii),
        ] {
            assert_eq!(EncodingFamily::of(bytes), family, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_document_without_a_declaration_has_a_family_too() {
        for (bytes, family) in [
            (&b"<\0r\0s\0s\0"[..], EncodingFamily::Utf16Le),
            (b"\0<\0f\0e\0e\0d", EncodingFamily::Utf16Be),
            (b"\0\n\0 \0<\0r", EncodingFamily::Utf16Be),
            (b"{\0\"\0", EncodingFamily::Utf16Le),
            (b"<\0\xE5\x65", EncodingFamily::Utf16Le),
            (b"\0<\x65\xE5", EncodingFamily::Utf16Be),
            (b" \0\0\0<\0\0\0", EncodingFamily::Ucs4(ByteOrder::LittleEndian)),
            (b"\x25\x4C\x99\xA2\xA2", EncodingFamily::Ebcdic),
            (b"<rss", EncodingFamily::Ascii),
            (b"\0<rss", EncodingFamily::Ascii),
            (b"\0<?xml", EncodingFamily::Ascii),
            (b"\0<a>", EncodingFamily::Ascii),
            (b"L\xE0-bas", EncodingFamily::Ascii),
            (b"Lorem", EncodingFamily::Ascii),
        ] {
            assert_eq!(EncodingFamily::of(bytes), family, "{}", bytes.escape_ascii());
        }
    }
}
