//! Repairs text that was encoded twice or with the wrong code page, and decodes base64.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bozofeed_text::html::characters::{windows_1252, without_controls};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The evidence of whether text that looks doubly encoded really is.
///
/// Software that encodes text twice does so with all text. If the document also contains non-ASCII text that was encoded once, a
/// value such as `cafÃ©` is intended: the text is about mojibake.
#[derive(Debug)]
pub(crate) struct DoubleEncoding<'d> {
    document: &'d str,
    /// Whether the document contains text that was encoded once. It is computed at most once, when a value is in question.
    has_intact_text: OnceCell<bool>,
}

impl<'d> DoubleEncoding<'d> {
    pub(crate) fn new(document: &'d str) -> Self {
        Self { document, has_intact_text: OnceCell::new() }
    }

    /// Returns whether a value that looks doubly encoded is decoded: no text in the document was encoded only once.
    pub(crate) fn is_undone(&self) -> bool {
        !*self.has_intact_text.get_or_init(|| has_intact_text(self.document))
    }
}

/// Returns whether a text contains non-ASCII characters that are not UTF-8 misread as windows-1252: letters, or characters above
/// U+00FF. A lone `©` or no-break space may come from a template around doubly encoded text.
fn has_intact_text(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
        let from = &rest[start..];
        let run = &from[..from.find(|c: char| c.is_ascii()).unwrap_or(from.len())];
        rest = &from[run.len()..];
        // Byte order marks and replacement characters were not written by the author.
        let mut characters = run.chars().filter(|c| !matches!(*c, '\u{FEFF}' | char::REPLACEMENT_CHARACTER));
        let Some(bytes) = characters.clone().map(windows_1252_byte).collect::<Option<Vec<u8>>>() else {
            return true;
        };
        // Each byte is a character.
        for chunk in bytes.utf8_chunks() {
            let mut intact = characters.by_ref().skip(chunk.valid().len()).take(chunk.invalid().len());
            if intact.any(|c| c.is_alphabetic() || c > '\u{FF}') {
                return true;
            }
        }
    }
    false
}

/// Returns the byte for a character in windows-1252, or in ISO-8859-1.
fn windows_1252_byte(c: char) -> Option<u8> {
    u8::try_from(u32::from(c))
        .ok()
        .or_else(|| (0x80..=0x9F).find(|byte| windows_1252((*byte).into()) == Some(c)))
}

/// Repairs two kinds of damage: UTF-8 that was read as ISO-8859-1 and encoded again, and code points U+0080 to U+009F, which are
/// windows-1252. Other text is returned unchanged. `is_undone` is called with text that looks doubly encoded, and returns whether
/// it was.
#[inline]
pub(crate) fn repair_if(text: Cow<'_, str>, is_undone: impl FnOnce(&str) -> bool) -> Cow<'_, str> {
    if text.is_ascii() { text } else { repair_beyond_ascii(text, is_undone) }
}

fn repair_beyond_ascii(text: Cow<'_, str>, is_undone: impl FnOnce(&str) -> bool) -> Cow<'_, str> {
    let ascii = encoding_rs::Encoding::ascii_valid_up_to(text.as_bytes());
    // First, since doubly encoded text may contain code points from U+0080 to U+009F that are bytes of UTF-8.
    if let Some(once) = undo_double_encoding(&text, ascii)
        && is_undone(&text)
    {
        return Cow::Owned(once);
    }
    without_controls(text)
}

/// Returns the text whose UTF-8 bytes are the code points of `text`, if any. The first `ascii` bytes are ASCII.
fn undo_double_encoding(text: &str, ascii: usize) -> Option<String> {
    // A cheap check: the first two characters beyond ASCII must be a lead byte and a continuation byte of UTF-8.
    let mut beyond = text.get(ascii..)?.chars();
    if !(matches!(beyond.next()?, '\u{C2}'..='\u{F4}') && matches!(beyond.next()?, '\u{80}'..='\u{BF}')) {
        return None;
    }
    let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect::<Option<Vec<u8>>>()?;
    String::from_utf8(bytes).ok()
}

/// Decodes base64-encoded UTF-8. White space is skipped; padding may be missing.
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
    use super::{decode_base64, has_intact_text, repair_if};
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
            assert_eq!(repair_if(Cow::Borrowed(text), |_| true), expected, "{text:?}");
        }
    }

    #[test]
    fn text_that_was_encoded_once_is_evidence() {
        let wrong: Vec<_> = [
            ("", false),
            ("<title>cafÃ©</title>", false),
            ("\u{FEFF}<a>cafÃ©</a><b>naÃ¯ve</b> © 2026", false),
            ("cafÃ© a\u{A0}b « c » a\u{FFFD}", false),
            ("cafÃ© café", true),
            ("Ã©crit, réécrit", true),
            ("éÃ©", true),
            ("â€œcafÃ©â€\u{9D}", false),
            ("cafÃ© it’s", true),
            ("cafÃ©’s", true),
            ("cafÃ© 日本", true),
            ("Ã", true),
        ]
        .into_iter()
        .filter(|(text, expected)| has_intact_text(text) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn undamaged_text_is_not_copied() {
        for text in ["plain", "café", "日本"] {
            assert!(matches!(repair_if(Cow::Borrowed(text), |_| true), Cow::Borrowed(_)), "{text:?}");
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
