//! chardetng's guess.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::excerpt::beyond_ascii;

/// The number of bytes passed to chardetng, which reads a few megabytes per second.
const ENOUGH: usize = 16 << 10;
/// The bytes for which KOI8-U differs from KOI8-R. A text without them is reported as KOI8-R.
const BEYOND_KOI8_R: [u8; 8] = [0xA4, 0xA6, 0xA7, 0xAD, 0xB4, 0xB6, 0xB7, 0xBD];

/// Returns the label of chardetng's guess.
pub(super) fn guess(bytes: &[u8]) -> Cow<'static, str> {
    let guess = detect(bytes);
    if guess == encoding_rs::KOI8_U && !bytes.iter().any(|byte| BEYOND_KOI8_R.contains(byte)) {
        "koi8-r".into()
    } else {
        guess.name().to_ascii_lowercase().into()
    }
}

/// Returns chardetng's guess. For a long document, only the non-ASCII words are used.
fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    if bytes.len() <= ENOUGH {
        detector.feed(bytes, true);
    } else {
        let (excerpt, is_whole) = beyond_ascii(bytes, ENOUGH);
        detector.feed(&excerpt, is_whole);
    }
    // UTF-8 was tried earlier.
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn koi8_u_without_its_own_letters_is_koi8_r() {
        // Both encode "Новости дня" in the same way. KOI8-R cannot encode "Новини дня її".
        assert_eq!(guess(b"\xEE\xCF\xD7\xCF\xD3\xD4\xC9 \xC4\xCE\xD1"), "koi8-r");
        assert_eq!(guess(b"\xEE\xCF\xD7\xC9\xCE\xC9 \xC4\xCE\xD1 \xA7\xA7"), "koi8-u");
    }

    #[test]
    fn a_long_document_is_judged_by_what_is_not_ascii() {
        let mut document = b"<a>".repeat(30_000);
        document.extend(b"\x83e\x83X\x83g 12345678901234\x83e\x83X\x83g".repeat(3));
        assert_eq!(guess(&document), "shift_jis");
    }
}
