//! ISO-2022-KR (RFC 1557): KS X 1001 between SO and SI, after `ESC $ ) C` has designated it.

use super::double_byte::{KS_X_1001, push_pair};
use super::malformed::{Meaning, Stopped, TextBuilder};

const SO: u8 = 0x0E;
const SI: u8 = 0x0F;
/// Designates KS X 1001 to G1.
pub(super) const DESIGNATION: &[u8] = b"\x1B$)C";

/// Decodes bytes to a text. Other escapes, SO without the designation and undefined pairs are malformed.
pub(super) fn decode(bytes: &[u8], text: &mut TextBuilder<'_>) -> Result<(), Stopped> {
    text.reserve(bytes.len());
    let (mut designated, mut shifted) = (false, false);
    let mut at = 0;
    while let Some(&a) = bytes.get(at) {
        at += match a {
            0x1B if bytes.get(at..).is_some_and(|rest| rest.starts_with(DESIGNATION)) => {
                designated = true;
                text.add_sign();
                DESIGNATION.len()
            }
            SO if designated => {
                shifted = true;
                1
            }
            SI => {
                shifted = false;
                1
            }
            SO | 0x1B => {
                text.malformed(at, 1, Meaning::Lost)?;
                1
            }
            0x80.. => {
                text.malformed(at, 1, Meaning::Stray)?;
                1
            }
            0x21..=0x7E if shifted => push_pair(text, &KS_X_1001, at, a, bytes.get(at + 1).copied())?,
            _ => {
                // Every line begins in ASCII.
                shifted &= a != b'\n';
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
        Codec::named("iso-2022-kr").expect("a codec").decode(bytes)
    }

    #[test]
    fn shifts_switch_between_ascii_and_ks_x_1001() {
        for (bytes, text) in [(&b"\x1B$)C\x0EGQ1[\x0F!"[..], "한글!"), (b"a\x1B$)C\x0EGQ 1[\nb", "a한 글\nb")]
        {
            assert_eq!(decode(bytes).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_rfc_1557_does_not_have_is_malformed() {
        for (bytes, malformed) in [
            (&b"\x0EGQ\x0F"[..], MalformedSequence::at(0, 1)),
            (b"\x1B$)C\x0EG", MalformedSequence::at(5, 1)),
            (b"\x1B$B", MalformedSequence::at(0, 1)),
            (b"\xC7\xD1", MalformedSequence::at(0, 1)),
        ] {
            assert_eq!(decode(bytes), Err(malformed), "{}", bytes.escape_ascii());
        }
    }
}
