//! Forward searches: the reader continues at the result, or the text is a value that is read once. So each byte is scanned a bounded
//! number of times, whatever the document contains, and nothing is charged.
//!
//! If the reader does not continue at the result, the search is a lookahead: it may scan the same bytes again from the next position.
//! Lookaheads use [`Scan`](crate::scan::Scan), which charges for them. `clippy.toml` disallows the functions of `memchr` elsewhere, so
//! that each search is one or the other. The functions have the same names as in `memchr`.
//!
//! The tests count the bytes that both kinds of search scan ([`steps`](crate::scan::steps)).

#![allow(
    clippy::disallowed_methods,
    reason = "each function is the one of `memchr`, and counts its bytes in tests"
)]

use crate::scan::look;

/// Counts the bytes up to the result, or all of them.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it only has an effect in tests")]
fn looked(found: Option<usize>, text: &[u8]) -> Option<usize> {
    look(found.map_or(text.len(), |at| at + 1));
    found
}

/// Returns the offset of the first byte that is `first`.
#[inline]
pub fn memchr(first: u8, text: &[u8]) -> Option<usize> {
    looked(memchr::memchr(first, text), text)
}

/// Returns the offset of the first byte that is `first` or `second`.
#[inline]
pub fn memchr2(first: u8, second: u8, text: &[u8]) -> Option<usize> {
    looked(memchr::memchr2(first, second, text), text)
}

/// Returns the offset of the first byte that is `first`, `second` or `third`.
#[inline]
pub fn memchr3(first: u8, second: u8, third: u8, text: &[u8]) -> Option<usize> {
    looked(memchr::memchr3(first, second, third, text), text)
}

/// Returns the offset of the last byte that is `last`.
#[inline]
pub fn memrchr(last: u8, text: &[u8]) -> Option<usize> {
    let found = memchr::memrchr(last, text);
    look(text.len() - found.unwrap_or_default());
    found
}

/// Returns the offsets of all bytes that are `byte`.
#[inline]
pub fn memchr_iter(byte: u8, text: &[u8]) -> Matches<memchr::Memchr<'_>> {
    Matches::new(memchr::memchr_iter(byte, text), text)
}

/// Returns the number of bytes that are `byte`. It is not counted among the steps, because it processes many bytes at a time.
#[inline]
pub fn count(byte: u8, text: &[u8]) -> usize {
    memchr::memchr_iter(byte, text).count()
}

/// Returns the offsets of all bytes that are `first` or `second`.
#[inline]
pub fn memchr2_iter(first: u8, second: u8, text: &[u8]) -> Matches<memchr::Memchr2<'_>> {
    Matches::new(memchr::memchr2_iter(first, second, text), text)
}

/// Searches for several bytes in a row.
pub mod memmem {
    use super::{Matches, looked};

    /// Returns the offset of the first `pattern`.
    #[inline]
    pub fn find(text: &[u8], pattern: &[u8]) -> Option<usize> {
        looked(memchr::memmem::find(text, pattern), text)
    }

    /// Returns the offsets of all non-overlapping occurrences of `pattern`.
    #[inline]
    pub fn find_iter<'t, P: AsRef<[u8]> + ?Sized>(
        text: &'t [u8],
        pattern: &'t P,
    ) -> Matches<memchr::memmem::FindIter<'t, 't>> {
        Matches::new(memchr::memmem::find_iter(text, pattern), text)
    }
}

/// The offsets of the matches, found one by one.
#[derive(Debug)]
pub struct Matches<I> {
    places: I,
    /// The number of bytes scanned so far, and the number of all bytes.
    #[cfg(any(test, debug_assertions, fuzzing))]
    looked: (usize, usize),
}

impl<I> Matches<I> {
    #[cfg_attr(
        not(any(test, debug_assertions, fuzzing)),
        allow(unused_variables, reason = "bytes are counted in tests")
    )]
    #[inline]
    fn new(places: I, text: &[u8]) -> Self {
        Self {
            places,
            #[cfg(any(test, debug_assertions, fuzzing))]
            looked: (0, text.len()),
        }
    }
}

impl<I: Iterator<Item = usize>> Iterator for Matches<I> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let found = self.places.next();
        #[cfg(any(test, debug_assertions, fuzzing))]
        {
            let now = found.map_or(self.looked.1, |at| at + 1);
            look(now - self.looked.0);
            self.looked.0 = now;
        }
        found
    }

    #[inline]
    fn count(self) -> usize {
        #[cfg(any(test, debug_assertions, fuzzing))]
        look(self.looked.1 - self.looked.0);
        self.places.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::steps;

    #[test]
    fn each_byte_that_is_looked_at_is_counted() {
        let text = b"abcabc";
        for (name, search, expected) in [
            ("found", (|t| memchr(b'c', t)) as fn(&[u8]) -> Option<usize>, 3),
            ("not found", |t| memchr(b'x', t), 6),
            ("one of two", |t| memchr2(b'x', b'b', t), 2),
            ("one of three", |t| memchr3(b'x', b'y', b'z', t), 6),
            ("from the end", |t| memrchr(b'b', t), 2),
            ("from the end in vain", |t| memrchr(b'x', t), 6),
            ("in a row", |t| memmem::find(t, b"bc"), 2),
            ("the second", |t| memchr_iter(b'b', t).nth(1), 5),
            ("the number", |t| Some(memchr2_iter(b'b', b'c', t).count()), 6),
            ("all in a row", |t| memmem::find_iter(t, "ab").last(), 6),
        ] {
            steps::take();
            search(text);
            assert_eq!(steps::take(), expected, "{name}");
        }
    }
}
