//! The non-ASCII bytes of a document, and their neighbours.

use encoding_rs::Encoding;

use super::context::LetterPairs;

/// The number of non-ASCII bytes that are used.
const SAMPLE: usize = 4096;

/// The exponent that converts the frequency of a pair to its weight. It is less than 1 because titles and names are repeated.
const REPETITION: f32 = 0.6;

/// Two adjacent bytes, at least one of them non-ASCII.
///
/// Spaces replace ASCII characters other than letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    pub(super) a: u8,
    pub(super) b: u8,
    pub(super) weight: f32,
}

pub(super) struct Sample {
    /// The distinct pairs.
    pub(super) pairs: Vec<Pair>,
    /// The number of non-ASCII bytes used.
    pub(super) length: f32,
    /// The weight of the pairs that end with a non-ASCII byte.
    pub(super) weight: f32,
    /// The distinct non-ASCII bytes of the whole document, sorted.
    pub(super) present: Vec<u8>,
    pub(super) context: LetterPairs,
}

impl Sample {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut present = [false; 256];
        let mut pairs = Vec::new();
        let mut context = LetterPairs::new();
        let mut length = 0_u16;
        let mut rest = bytes;
        let mut before = b' ';
        while usize::from(length) < SAMPLE {
            let (ascii, run) = rest.split_at(Encoding::ascii_valid_up_to(rest));
            if let Some(last) = ascii.last() {
                before = folded(*last);
            }
            context.add(ascii, length > 0, !run.is_empty());
            if run.is_empty() {
                rest = run;
                break;
            }
            let end = run.iter().take(SAMPLE - usize::from(length)).position(u8::is_ascii);
            let (run, after) = run.split_at(end.unwrap_or(run.len().min(SAMPLE - usize::from(length))));
            for &byte in run {
                present[usize::from(byte)] = true;
                pairs.push([before, byte]);
                length += 1;
                before = byte;
            }
            // A run longer than the sample is not followed by ASCII.
            if after.first().is_none_or(u8::is_ascii) {
                pairs.push([before, after.first().map_or(b' ', |byte| folded(*byte))]);
            }
            rest = after;
        }
        // An encoding must define the bytes of the whole document, not only of the sample.
        for &byte in rest {
            present[usize::from(byte)] = true;
        }
        pairs.sort_unstable();
        let pairs: Vec<Pair> = pairs
            .chunk_by(|x, y| x == y)
            .filter_map(|equal| {
                let &[a, b] = equal.first()?;
                let count = u16::try_from(equal.len()).unwrap_or(u16::MAX);
                Some(Pair { a, b, weight: f32::from(count).powf(REPETITION) })
            })
            .collect();
        let weight = pairs.iter().filter(|pair| !pair.b.is_ascii()).map(|pair| pair.weight).sum();
        let present = (0x80..=u8::MAX).filter(|byte| present[usize::from(*byte)]).collect();
        Self { pairs, length: length.into(), weight, present, context }
    }
}

fn folded(byte: u8) -> u8 {
    if byte.is_ascii_alphabetic() { byte } else { b' ' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_of_bytes_beyond_ascii_and_their_neighbours() {
        let sample = Sample::of(b"<p>d\xE9j\xE0</p>\xE9");
        let pairs: Vec<_> = sample.pairs.iter().map(|pair| [pair.a, pair.b]).collect();
        assert_eq!(pairs, [*b" \xE9", *b"d\xE9", *b"j\xE0", *b"\xE0 ", *b"\xE9 ", *b"\xE9j"]);
        assert_eq!(sample.present, [0xE0, 0xE9]);
    }

    #[test]
    fn a_long_document_is_sampled_but_all_its_bytes_are_known() {
        let sample = Sample::of(&[b"\xE9".repeat(1 << 20), b"\xE8".to_vec()].concat());
        assert_eq!(sample.pairs.len(), 2);
        assert_eq!(sample.present, [0xE8, 0xE9]);
    }

    #[test]
    fn a_pair_that_is_repeated_counts_less_each_time() {
        let weight = |text: &[u8]| Sample::of(text).weight;
        assert!(weight(b"\xE9 \xE9 \xE9") < weight(b"\xE9 \xE8 \xE0"));
    }
}
