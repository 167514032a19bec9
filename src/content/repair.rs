//! Text that was encoded twice or in the wrong table, repaired, and base64 taken off.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use std::borrow::Cow;

/// What the code points U+0080 to U+009F mean in windows-1252, which is what those who write them have in mind;
/// where that has no character, `None`. Encoding Standard, index windows-1252.
#[rustfmt::skip]
static WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// The character that a code point from U+0080 to U+009F stands for.
pub(crate) fn windows_1252(code: u32) -> Option<char> {
    WINDOWS_1252.get(usize::try_from(code.checked_sub(0x80)?).ok()?).copied()
}

/// Undoes two kinds of damage: UTF-8 that was taken for ISO-8859-1 and encoded again, and code points U+0080 to
/// U+009F, which are windows-1252. Text without either comes back as it is.
pub(crate) fn repair(text: Cow<'_, str>) -> Cow<'_, str> {
    let ascii = encoding_rs::Encoding::ascii_valid_up_to(text.as_bytes());
    if ascii == text.len() {
        return text;
    }
    if let Some(once) = undo_double_encoding(&text, ascii) {
        return Cow::Owned(once);
    }
    // In UTF-8 they are the only ones that begin with C2 80 to C2 9F.
    let bytes = text.as_bytes();
    if memchr::memchr_iter(0xC2, bytes).any(|at| bytes.get(at + 1).is_some_and(|b| *b < 0xA0)) {
        return Cow::Owned(text.chars().map(|c| windows_1252(u32::from(c)).unwrap_or(c)).collect());
    }
    text
}

/// The text whose UTF-8 bytes are the code points of `text`, if it is one; the first `ascii` bytes are themselves.
fn undo_double_encoding(text: &str, ascii: usize) -> Option<String> {
    // The first two characters beyond ASCII decide nearly always: they must be the lead byte of a UTF-8 sequence and one
    // that continues it.
    let mut beyond = text.get(ascii..)?.chars();
    if !(matches!(beyond.next()?, '\u{C2}'..='\u{F4}') && matches!(beyond.next()?, '\u{80}'..='\u{BF}')) {
        return None;
    }
    let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<u8>>>()?;
    String::from_utf8(bytes).ok()
}

/// White space that base64 is folded with is skipped; padding may be missing.
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
    fn damage_is_undone_and_the_rest_is_left() {
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
    fn sound_text_is_not_copied() {
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
