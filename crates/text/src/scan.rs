//! Lookahead: searches beyond the current token, whose results the reader does not continue at.
//!
//! Without a limit, such a search may scan the same bytes again from each position, which takes quadratic time. So [`Scan`] is the only
//! way to perform one, and each byte is charged against an allowance in proportion to the text. Once it is spent, searches find nothing,
//! parsing continues, and the result reports an exceeded limit.
//!
//! [`NextPlace`] remembers results, so that normal documents stay far below the allowance. There is one for each search target: if
//! several targets shared one, alternating searches would overwrite each other.

#![allow(clippy::disallowed_methods, reason = "each scanned byte is charged")]

use std::cell::Cell;

/// The number of steps per byte of the text.
const STEPS_PER_BYTE: usize = 64;

/// The number of additional steps for any text.
const FREE_STEPS: usize = 4096;

/// The lookahead in a text, with its remaining allowance: 64 steps per byte, and some for any text. A step is a scanned byte, or an
/// equivalent amount of work that the caller of [`pay`](Self::pay) states.
#[derive(Debug)]
pub struct Scan {
    left: Cell<usize>,
}

impl Scan {
    /// Returns the lookahead in a text of this length.
    pub fn new(length: usize) -> Self {
        Self { left: Cell::new(length.saturating_mul(STEPS_PER_BYTE).saturating_add(FREE_STEPS)) }
    }

    /// Returns the offset of the first `byte` at or after `from`; `None` if the allowance does not reach it.
    #[inline]
    pub fn find_byte(&self, text: &[u8], from: usize, byte: u8) -> Option<usize> {
        self.search(text, from, 1, |text| memchr::memchr(byte, text))
    }

    /// Returns the offset of the first of two bytes at or after `from`; `None` if the allowance does not reach it.
    #[inline]
    pub fn find_either(&self, text: &[u8], from: usize, first: u8, second: u8) -> Option<usize> {
        self.search(text, from, 1, |text| memchr::memchr2(first, second, text))
    }

    /// Returns the offset of the first `pattern` at or after `from`; `None` if the allowance does not reach it.
    #[inline]
    pub fn find(&self, text: &[u8], from: usize, pattern: &[u8]) -> Option<usize> {
        self.search(text, from, pattern.len(), |text| memchr::memmem::find(text, pattern))
    }

    /// Searches as far as the allowance reaches, and charges for the bytes up to the end of the result, which has `length` bytes.
    #[inline]
    fn search(
        &self,
        text: &[u8],
        from: usize,
        length: usize,
        find: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<usize> {
        let rest = text.get(from..)?;
        let reach = rest.get(..self.left.get()).unwrap_or(rest);
        let found = find(reach);
        // Beyond the allowance, this spends the rest.
        self.pay(found.map_or(rest.len(), |at| at + length));
        found.map(|at| from + at)
    }

    /// Spends steps. Returns whether the allowance was sufficient; if not, it is set to zero.
    #[inline]
    pub fn pay(&self, steps: usize) -> bool {
        let left = self.left.get();
        look(steps.min(left));
        match left.checked_sub(steps) {
            // One step is reserved, so that zero means exhausted.
            Some(rest) if rest > 0 => {
                self.left.set(rest);
                true
            }
            _ => {
                self.left.set(0);
                false
            }
        }
    }

    /// Returns whether a search was cut off.
    pub fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }
}

/// Cached knowledge about the next occurrence in a text.
#[derive(Debug, Clone, Copy, Default)]
pub struct NextPlace(Option<Answer>);

/// The answer for all offsets from `from` up to `place`: `place`, or that there is none.
#[derive(Debug, Clone, Copy)]
struct Answer {
    from: usize,
    place: Option<usize>,
}

impl NextPlace {
    /// Returns the first occurrence at or after `at`. It only searches if the last result does not cover `at`.
    #[inline]
    pub fn find(&mut self, at: usize, search: impl FnOnce(usize) -> Option<usize>) -> Option<usize> {
        // A search that found nothing from `from` on also finds nothing from any later offset.
        let is_told = |known: &Answer| known.from <= at && known.place.is_none_or(|place| at <= place);
        if let Some(known) = self.0.filter(is_told) {
            return known.place;
        }
        let place = search(at);
        self.0 = Some(Answer { from: at, place });
        place
    }
}

/// Counts scanned bytes, in tests and under a fuzzer.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it only has an effect in tests")]
#[cfg_attr(
    not(any(test, debug_assertions, fuzzing)),
    allow(unused_variables, reason = "bytes are not counted")
)]
pub fn look(bytes: usize) {
    #[cfg(any(test, debug_assertions, fuzzing))]
    steps::add(bytes);
}

/// The number of bytes that searches on this thread have scanned: lookaheads and forward searches. They are counted in builds without
/// optimization and under a fuzzer, since a crate cannot detect that another one is compiled for its tests.
pub mod steps {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    #[cfg(any(test, debug_assertions, fuzzing))]
    pub(super) fn add(bytes: usize) {
        STEPS.with(|steps| steps.set(steps.get().saturating_add(bytes)));
    }

    /// Returns the number, and resets it.
    pub fn take() -> usize {
        STEPS.with(Cell::take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::check;

    #[test]
    fn what_is_looked_at_is_charged_until_nothing_is_left() {
        let text = [b'.'; 1000];
        let scan = Scan::new(text.len());
        let allowance = 1000 * STEPS_PER_BYTE + FREE_STEPS;
        steps::take();
        let mut searches = 0;
        while !scan.is_exhausted() {
            assert_eq!(scan.find_byte(&text, searches % 7, b'x'), None);
            searches += 1;
        }
        assert_eq!((steps::take(), searches), (allowance, 69));
        assert_eq!(scan.find_byte(&text, 0, b'.'), None, "there is one, but nothing is left");
        assert!(!scan.pay(1));
        assert_eq!(steps::take(), 0);
    }

    /// A search in a text.
    type Search = fn(&Scan, &[u8]) -> Option<usize>;

    #[test]
    fn what_is_near_costs_little() {
        let text = b"ab--cd\"\\";
        let scan = Scan::new(text.len());
        let searches: [(Search, Option<usize>, usize); 5] = [
            (|scan, text| scan.find_byte(text, 1, b'-'), Some(2), 2),
            (|scan, text| scan.find(text, 1, b"--"), Some(2), 3),
            (|scan, text| scan.find(text, 3, b"--"), None, 5),
            (|scan, text| scan.find_either(text, 0, b'\\', b'"'), Some(6), 7),
            (|scan, text| scan.find_byte(text, 99, b'a'), None, 0),
        ];
        for (number, (search, expected, steps)) in searches.into_iter().enumerate() {
            let before = scan.left.get();
            assert_eq!(search(&scan, text), expected, "{number}");
            assert_eq!(before - scan.left.get(), steps, "{number}");
        }
        assert_eq!(scan.left.get(), 8 * STEPS_PER_BYTE + FREE_STEPS - 17);
        assert!(!scan.is_exhausted());
    }

    #[test]
    fn a_place_is_searched_for_once_until_it_is_passed() {
        let text = b"..x....x..";
        let mut searches = 0;
        let mut next = NextPlace::default();
        let mut asked = Vec::new();
        for at in [0, 1, 2, 3, 4, 7, 8, 9, 10, 5] {
            let found = next.find(at, |at| {
                searches += 1;
                text.get(at..)?.iter().position(|b| *b == b'x').map(|found| at + found)
            });
            asked.push((found, searches));
        }
        let expected = [
            (Some(2), 1),
            (Some(2), 1),
            (Some(2), 1),
            (Some(7), 2),
            (Some(7), 2),
            (Some(7), 2),
            (None, 3),
            (None, 3),
            (None, 3),
            // Before the start of the last search.
            (Some(7), 4),
        ];
        assert_eq!(asked, expected);
    }

    #[test]
    fn no_sequence_of_searches_looks_at_more_than_the_allowance() {
        check(128, |u| {
            let length = u.int_in_range(0..=200)?;
            let text: Vec<u8> = (0..length).map(|_| *u.choose(b"ab<->").unwrap_or(&b'a')).collect();
            let scan = Scan::new(text.len());
            steps::take();
            for _ in 0..u.int_in_range(0..=2000)? {
                let from = u.int_in_range(0..=length)?;
                let found = match u.int_in_range(0..=3)? {
                    0 => scan.find_byte(&text, from, b'>'),
                    1 => scan.find_either(&text, from, b'<', b'-'),
                    2 => scan.find(&text, from, b"->"),
                    _ => scan.pay(u.int_in_range(0..=9)?).then_some(from),
                };
                assert!(found.is_none_or(|at| at >= from), "{found:?} from {from}");
            }
            let looked = steps::take();
            assert!(looked <= STEPS_PER_BYTE * length + FREE_STEPS, "{looked} steps for {length} bytes");
            Ok(())
        });
    }
}
