//! Search for the next delimiter of markup, eight bytes at a time (HTML Standard 13.2.5.1).

use crate::forward::{memchr, memchr2, memchr3};
use crate::scan::look;

const EACH: u64 = u64::from_le_bytes([1; 8]);

/// After this many bytes, a search with larger steps is faster.
const NEAR: usize = 32;

/// Returns the offset of the first `<`, `>` or `&` at or after `from`.
#[inline]
pub fn find_in_text(text: &[u8], from: usize) -> Option<usize> {
    // `<` and `>` differ in one bit.
    let marks = |word: u64| zeros((word | EACH << 1) ^ of(b'>')) | zeros(word ^ of(b'&'));
    match find(text, from, NEAR, marks, |b| matches!(b, b'<' | b'>' | b'&')) {
        Ok(found) => found,
        Err(at) => memchr3(b'<', b'>', b'&', text.get(at..)?).map(|found| at + found),
    }
}

/// Returns the offset of the first `&` at or after `from`. It is close in escaped markup.
#[inline]
pub fn find_ampersand(text: &[u8], from: usize) -> Option<usize> {
    const NEAR: usize = 16;
    match find(text, from, NEAR, |word| zeros(word ^ of(b'&')), |b| b == b'&') {
        Ok(found) => found,
        Err(at) => memchr(b'&', text.get(at..)?).map(|found| at + found),
    }
}

/// Returns the offset of the first `&` or carriage return at or after `from`. It is close in escaped markup.
#[inline]
pub fn find_ampersand_or_return(text: &[u8], from: usize) -> Option<usize> {
    const NEAR: usize = 16;
    let marks = |word: u64| zeros(word ^ of(b'&')) | zeros(word ^ of(b'\r'));
    match find(text, from, NEAR, marks, |b| matches!(b, b'&' | b'\r')) {
        Ok(found) => found,
        Err(at) => memchr2(b'&', b'\r', text.get(at..)?).map(|found| at + found),
    }
}

/// Returns the offset of the first `"`, `<`, `>` or `&` at or after `from`.
#[inline]
pub fn find_in_value(text: &[u8], from: usize) -> Option<usize> {
    // `"` and `&` differ in one bit.
    let marks = |word: u64| zeros((word | EACH << 1) ^ of(b'>')) | zeros((word | EACH << 2) ^ of(b'&'));
    find(text, from, usize::MAX, marks, |b| matches!(b, b'"' | b'<' | b'>' | b'&')).unwrap_or_default()
}

/// Returns the offset of the first `>` at or after `from`, if it is within `near` bytes.
#[inline]
pub fn find_in_tag(text: &[u8], from: usize, near: usize) -> Option<usize> {
    find(text, from, near, |word| zeros(word ^ of(b'>')), |b| b == b'>').ok()?
}

/// Returns the offset of the first byte less than `limit`, which is ASCII, at or after `from`.
#[inline]
pub fn find_below(limit: u8, text: &[u8], from: usize) -> Option<usize> {
    find(text, from, usize::MAX, |word| below(word, limit), |b| b < limit).unwrap_or_default()
}

/// Returns the offset of the first ASCII white space or control character at or after `from`.
#[inline]
pub fn find_blank(text: &[u8], from: usize) -> Option<usize> {
    find_below(b'!', text, from)
}

/// Returns the offset of the first delimiter, or where to continue if there is none within `near` bytes. The lowest bit that `marks` sets
/// belongs to the first delimiter in a word.
#[inline]
fn find(
    text: &[u8],
    from: usize,
    near: usize,
    marks: impl Fn(u64) -> u64,
    is_mark: impl Fn(u8) -> bool,
) -> Result<Option<usize>, usize> {
    let Some((words, tail)) = text.get(from..).map(<[u8]>::as_chunks::<8>) else {
        return Ok(None);
    };
    let mut at = from;
    for word in words {
        let found = marks(u64::from_le_bytes(*word));
        look(word.len());
        if found != 0 {
            return Ok(Some(at + found.trailing_zeros() as usize / 8));
        }
        at += word.len();
        // The next delimiter is usually close. Beyond that, `memchr` is faster, but has a higher startup cost.
        if at - from >= near {
            return Err(at);
        }
    }
    look(tail.len());
    Ok(tail.iter().position(|&b| is_mark(b)).map(|found| at + found))
}

/// Returns a word that repeats a byte.
const fn of(byte: u8) -> u64 {
    byte as u64 * EACH
}

/// Returns a word with the upper bit of the lowest zero byte set; higher bytes may be wrong.
const fn zeros(word: u64) -> u64 {
    // A borrow only reaches the bytes above the lowest zero byte.
    word.wrapping_sub(EACH) & !word & (0x80 * EACH)
}

/// Returns a word with the upper bit of the lowest byte less than `limit`, which is ASCII, set; higher bytes may be wrong.
const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(of(limit)) & !word & (0x80 * EACH)
}

#[cfg(test)]
mod tests {
    use super::{
        find_ampersand, find_ampersand_or_return, find_below, find_blank, find_in_tag, find_in_text,
        find_in_value,
    };
    use bozofeed_testing::{LETTERS, check, text};

    #[test]
    fn ampersands_are_found_at_any_offset() {
        for pad in 0..40 {
            let text = format!("{}&{}&", "é".repeat(pad), "%'x".repeat(8));
            assert_eq!(find_ampersand(text.as_bytes(), 0), Some(2 * pad), "{text:?}");
            assert_eq!(find_ampersand("%".repeat(pad).as_bytes(), 0), None, "{pad}");
        }
    }

    #[test]
    fn the_first_delimiter_is_found() {
        check(256, |u| {
            let from = u.int_in_range(0..=40)?;
            let text = if u.arbitrary()? {
                text(u, 0..=80, &[LETTERS, " \r\n\"'<>&?%=\u{bc}\u{be}"])?
            } else {
                [
                    text(u, 0..=60, &[LETTERS, "\u{a2}"])?,
                    text(u, 0..=1, &["<>&\""])?,
                    text(u, 0..=20, &[LETTERS])?,
                ]
                .concat()
            };
            let bytes = text.as_bytes();
            let first = |is_mark: fn(u8) -> bool| {
                bytes.iter().enumerate().skip(from).find(|(_, b)| is_mark(**b)).map(|(at, _)| at)
            };
            let in_text = first(|b| matches!(b, b'<' | b'>' | b'&'));
            let in_value = first(|b| matches!(b, b'"' | b'<' | b'>' | b'&'));
            assert_eq!(find_in_text(bytes, from), in_text, "{text:?} from {from}");
            assert_eq!(find_in_value(bytes, from), in_value, "{text:?} from {from}");
            let ampersand = first(|b| b == b'&');
            assert_eq!(find_ampersand(bytes, from), ampersand, "{text:?} from {from}");
            let or_return = first(|b| matches!(b, b'&' | b'\r'));
            assert_eq!(find_ampersand_or_return(bytes, from), or_return, "{text:?} from {from}");
            assert_eq!(find_blank(bytes, from), first(|b| b <= b' '), "{text:?} from {from}");
            assert_eq!(find_below(b'A', bytes, from), first(|b| b < b'A'), "{text:?} from {from}");
            let in_tag = first(|b| b == b'>');
            assert_eq!(find_in_tag(bytes, from, 200), in_tag, "{text:?} from {from}");
            Ok(())
        });
    }
}
