//! Guessing by statistics, with chardetng.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// The label of the encoding that the bytes look like; UTF-8 is never the answer, as it is not guessed but known.
pub(super) fn guess(bytes: &[u8]) -> String {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector
        .guess(None, Utf8Detection::Deny)
        .name()
        .to_ascii_lowercase()
}
