//! Excerpts of long documents.

use encoding_rs::Encoding;

/// The number of ASCII bytes on either side of other bytes in an excerpt.
const AROUND: usize = 16;

/// Returns about `enough` bytes: non-ASCII bytes with their surroundings. Also returns whether the last character is complete.
pub(super) fn beyond_ascii(bytes: &[u8], enough: usize) -> (Vec<u8>, bool) {
    let mut excerpt = Vec::with_capacity(enough.min(bytes.len()));
    let mut at = 0;
    while excerpt.len() < enough {
        let rest = bytes.get(at..).unwrap_or_default();
        let skipped = Encoding::ascii_valid_up_to(rest);
        if skipped == rest.len() {
            break;
        }
        // The ASCII letters around a byte are a hint to its meaning: a letter in a word, or a sign between words.
        let start = at + skipped.saturating_sub(AROUND);
        let run = rest.get(skipped..).unwrap_or_default();
        let room = run.len().min(enough - excerpt.len());
        let Some(length) = run.iter().take(room + 1).position(u8::is_ascii) else {
            // The run exceeds the size of the excerpt.
            excerpt.extend_from_slice(bytes.get(start..at + skipped + room).unwrap_or_default());
            return (excerpt, room == run.len());
        };
        // The part ends before the next non-ASCII byte, so that no character is truncated.
        let after = Encoding::ascii_valid_up_to(run.get(length..).unwrap_or_default()).min(AROUND);
        let end = at + skipped + length + after;
        excerpt.extend_from_slice(bytes.get(start..end).unwrap_or_default());
        at = end;
    }
    (excerpt, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_is_cut() {
        let mut document = b"<a>".repeat(30_000);
        document.extend(b"\x83e\x83X\x83g 12345678901234\x83e\x83X\x83g".repeat(3));
        let (excerpt, is_whole) = beyond_ascii(&document, 8 << 10);
        assert_eq!(excerpt.iter().filter(|byte| !byte.is_ascii()).count(), 18);
        assert!(is_whole);
    }

    #[test]
    fn an_excerpt_of_one_long_run_ends_within_it() {
        let run = b"\xE9".repeat(3000);
        assert_eq!(beyond_ascii(&run, 1000), (run[..1000].to_vec(), false));
        assert_eq!(beyond_ascii(&run[..1000], 1000), (run[..1000].to_vec(), true));
    }
}
