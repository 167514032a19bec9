//! ISO-2022-JP (RFC 1468) with the sets of ISO-2022-JP-1, -2 (RFC 2237, RFC 1554) and Python's extension.

use super::double_byte::{CharacterSet, GB_2312, JIS_X_0208, JIS_X_0212, KS_X_1001, push_pair};
use super::malformed::{Meaning, Stopped, TextBuilder};

const ESC: u8 = 0x1B;

/// The current set for the bytes from 0x21 to 0x7E.
#[derive(Clone, Copy)]
enum G0 {
    Ascii,
    /// JIS X 0201: ASCII with ¥ and ‾ instead of the backslash and the tilde.
    Roman,
    /// JIS X 0201's half-width katakana.
    Katakana,
    Double(fn() -> &'static CharacterSet),
}

/// The escape sequences that designate a set, without ESC.
const DESIGNATIONS: [(&[u8], G0); 10] = [
    (b"(B", G0::Ascii),
    (b"(J", G0::Roman),
    (b"(I", G0::Katakana),
    (b"$@", G0::Double(|| &JIS_X_0208)),
    (b"$B", G0::Double(|| &JIS_X_0208)),
    (b"$(B", G0::Double(|| &JIS_X_0208)),
    (b"$(D", G0::Double(|| &JIS_X_0212)),
    (b"$A", G0::Double(|| &GB_2312)),
    (b"$(A", G0::Double(|| &GB_2312)),
    (b"$(C", G0::Double(|| &KS_X_1001)),
];

/// Decodes bytes to a text.
pub(super) fn decode(bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    text.reserve(bytes.len());
    let mut g0 = G0::Ascii;
    // A single shift selects a character of this set: the upper half of ISO 8859-1 or ISO 8859-7.
    let mut g2 = None;
    let mut at = 0;
    while let Some(&a) = bytes.get(at) {
        at += match (a, g0) {
            (ESC, _) => {
                let rest = bytes.get(at + 1..).unwrap_or_default();
                match (DESIGNATIONS.iter().find(|(escape, _)| rest.starts_with(escape)), rest) {
                    (Some((escape, set)), _) => {
                        g0 = *set;
                        text.add_sign();
                        1 + escape.len()
                    }
                    (None, [b'.', b'A', ..]) => {
                        // From 0xA0 on, windows-1252 is ISO 8859-1.
                        g2 = Some(encoding_rs::WINDOWS_1252);
                        3
                    }
                    (None, [b'.', b'F', ..]) => {
                        g2 = Some(encoding_rs::ISO_8859_7);
                        3
                    }
                    (None, [b'N', c @ 0x20..=0x7F, ..]) => {
                        let byte = [c | 0x80];
                        let character =
                            g2.and_then(|set| set.decode_without_bom_handling_and_without_replacement(&byte));
                        match character {
                            Some(character) => text.push_str(&character),
                            None => text.malformed(at, 3, Meaning::Lost)?,
                        }
                        3
                    }
                    (None, _) => {
                        text.malformed(at, 1, Meaning::Lost)?;
                        1
                    }
                }
            }
            // The katakana of JIS X 0201 are at 0x21 to 0x5F.
            (0x60..=0x7E, G0::Katakana) => {
                text.malformed(at, 1, Meaning::Lost)?;
                1
            }
            (0x80.., _) => {
                text.malformed(at, 1, Meaning::Stray)?;
                1
            }
            // Spaces and line ends, which are below 0x21, are single bytes in every set.
            (0x21..=0x7E, G0::Double(set)) => push_pair(text, set(), at, a, bytes.get(at + 1).copied())?,
            (0x21..=0x5F, G0::Katakana) => {
                text.push(
                    char::from_u32(0xFF61 + u32::from(a - 0x21)).unwrap_or(char::REPLACEMENT_CHARACTER),
                );
                1
            }
            (b'\\', G0::Roman) => {
                text.push('¥');
                1
            }
            (b'~', G0::Roman) => {
                text.push('‾');
                1
            }
            (_, _) => {
                text.push(char::from(a));
                1
            }
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::super::codec::Codec;
    use super::super::malformed::MalformedSequence;

    fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, MalformedSequence> {
        Codec::named("iso-2022-jp").expect("a codec").decode(bytes)
    }

    #[test]
    fn every_designated_set_is_read() {
        for (bytes, text) in [
            (&b"<\x1B$B$9\x1B(B>"[..], "<す>"),
            (b"\x1B$B$9\x1B(B\x1B$B$9\x1B(B>", "すす>"),
            (b"\x1B$B$9\n$9\x1B(B", "す\nす"),
            (b"\x1B$(D0!\x1B(B", "丂"),
            (b"\x1B$AVP\x1B(B", "中"),
            (b"\x1B$(CGQ\x1B(B", "한"),
            (b"\x1B(I1\x1B(B", "ｱ"),
            (b"\x1B(J\\~\x1B(B\\", "¥‾\\"),
            (b"\x1B.A\x1BNi", "é"),
            (b"\x1B.F\x1BNa", "α"),
        ] {
            assert_eq!(decode(bytes).as_deref(), Ok(text), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn what_is_not_designated_is_malformed() {
        for (bytes, malformed) in [
            (&b"\x1B$(O$9"[..], MalformedSequence::at(0, 1)),
            (b"\x1BNi", MalformedSequence::at(0, 3)),
            (b"\x1B$B$", MalformedSequence::at(3, 1)),
            (b"\x1B(Ip", MalformedSequence::at(3, 1)),
            (b"\xE9", MalformedSequence::at(0, 1)),
        ] {
            assert_eq!(decode(bytes), Err(malformed), "{}", bytes.escape_ascii());
        }
    }
}
