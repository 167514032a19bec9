//! Repair of text that was encoded twice or with the wrong code page, and decoding of base64.

use crate::html::characters::windows_1252;
use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::borrow::Cow;

/// Repairs two kinds of damage: UTF-8 that was read as ISO-8859-1 and encoded again, and code points U+0080 to U+009F, which
/// are windows-1252. Other text is returned unchanged.
#[inline]
pub(crate) fn repair(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() { text } else { repair_beyond_ascii(text) }
}

fn repair_beyond_ascii(text: Cow<'_, str>) -> Cow<'_, str> {
    let ascii = encoding_rs::Encoding::ascii_valid_up_to(text.as_bytes());
    if let Some(once) = undo_double_encoding(&text, ascii) {
        return Cow::Owned(once);
    }
    // U+0080 to U+009F are encoded as C2 80 to C2 9F.
    let bytes = text.as_bytes();
    if crate::forward::memchr_iter(0xC2, bytes).any(|at| bytes.get(at + 1).is_some_and(|b| *b < 0xA0)) {
        return Cow::Owned(text.chars().map(|c| windows_1252(u32::from(c)).unwrap_or(c)).collect());
    }
    text
}

/// Returns the text whose UTF-8 bytes are the code points of `text`, if there is one. The first `ascii` bytes are ASCII.
fn undo_double_encoding(text: &str, ascii: usize) -> Option<String> {
    // A cheap check: the first two characters beyond ASCII must be a lead byte and a continuation byte of UTF-8.
    let mut beyond = text.get(ascii..)?.chars();
    if !(matches!(beyond.next()?, '\u{C2}'..='\u{F4}') && matches!(beyond.next()?, '\u{80}'..='\u{BF}')) {
        return None;
    }
    let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<u8>>>()?;
    String::from_utf8(bytes).ok()
}

/// Decodes base64 whose text is UTF-8. White space is skipped; padding may be missing.
pub(crate) fn decode_base64(text: &str) -> Option<String> {
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    let folded: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    String::from_utf8(LENIENT.decode(folded).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::{decode_base64, repair};
    use std::borrow::Cow;

    #[test]
    fn damage_is_repaired() {
        for (text, expected) in [
            ("plain", "plain"),
            ("café", "café"),
            ("cafÃ©", "café"),
            ("â\u{80}\u{93}", "–"),
            ("a \u{96} b", "a – b"),
            ("Ã", "Ã"),
            ("é cafÃ©", "é cafÃ©"),
            ("日本 Ã©", "日本 Ã©"),
            ("\u{81}", "\u{81}"),
            ("", ""),
        ] {
            assert_eq!(repair(Cow::Borrowed(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn undamaged_text_is_not_copied() {
        for text in ["plain", "café", "日本"] {
            assert!(matches!(repair(Cow::Borrowed(text)), Cow::Borrowed(_)), "{text:?}");
        }
    }

    #[test]
    fn base64_may_be_folded_and_unpadded() {
        for (text, expected) in [
            ("RXhhbXBsZQ==", Some("Example")),
            ("\n RXhh\n bXBsZQ \n", Some("Example")),
            ("", Some("")),
            ("no base64!", None),
            ("/////w==", None),
        ] {
            assert_eq!(decode_base64(text).as_deref(), expected, "{text:?}");
        }
    }
}
