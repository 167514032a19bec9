//! The characters that XML allows.

/// `Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]` (XML 1.0 §2.2)
#[inline]
pub fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Returns whether XML allows all characters of a text.
pub fn is_xml_text(text: &str) -> bool {
    find_forbidden(text, 0) == text.len()
}

/// Returns the offset of the first character at or after `from` that is not a `Char`, or the length of the text.
///
/// A `str` does not contain surrogates, so these are the C0 controls, U+FFFE and U+FFFF (`EF BF BE`, `EF BF BF`).
#[inline]
pub fn find_forbidden(text: &str, from: usize) -> usize {
    find_forbidden_and_return(text, from).0
}

/// Like [`find_forbidden`], with an offset before which there is no carriage return from `from` on. It is a lower bound for the offset of
/// the first one.
pub fn find_forbidden_and_return(text: &str, from: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    let (blocks, rest) = bytes.get(from..).unwrap_or_default().as_chunks::<BLOCK>();
    let (mut at, mut carriage_return) = (from, usize::MAX);
    for block in blocks {
        // The first check is cheap but not exact: carriage returns and most characters from U+F000 on are allowed.
        let Suspicion { has_control, has_lead } = Suspicion::of(block);
        if has_control {
            carriage_return = carriage_return.min(at);
        }
        if (has_control && has_forbidden_control(block) || has_lead && has_noncharacter(bytes, at))
            && let Some(found) = forbidden_within(bytes, at, block)
        {
            return (found, carriage_return.min(at));
        }
        at += BLOCK;
    }
    let carriage_return = if rest.contains(&b'\r') { carriage_return.min(at) } else { carriage_return };
    (forbidden_within(bytes, at, rest).unwrap_or(bytes.len()), carriage_return)
}

/// The number of bytes that are examined at once.
const BLOCK: usize = 128;
/// The size of the vector registers of every processor, in bytes.
const LANES: usize = 16;

/// Bytes in a block that may belong to forbidden characters.
#[derive(Clone, Copy)]
struct Suspicion {
    /// Whether there is a control character other than tab and line feed.
    has_control: bool,
    /// Whether there is a byte that may begin U+FFFE or U+FFFF.
    has_lead: bool,
}

impl Suspicion {
    /// Checks a block. Extremes are cheaper to compute than membership: one instruction for 16 bytes each. The code is branchless, so
    /// that the loops compile to vector instructions.
    #[inline]
    fn of(block: &[u8; BLOCK]) -> Self {
        const AFTER_LINE_FEED: u8 = b'\n' + 1;
        let (mut least, mut greatest) = ([u8::MAX; LANES], [0; LANES]);
        // The minimum distance from the controls after the line feed. For smaller bytes, it wraps around and is large.
        let mut distance = [u8::MAX; LANES];
        for lanes in block.as_chunks::<LANES>().0 {
            for (i, &b) in lanes.iter().enumerate() {
                least[i] = least[i].min(b);
                greatest[i] = greatest[i].max(b);
                distance[i] = distance[i].min(b.wrapping_sub(AFTER_LINE_FEED));
            }
        }
        let controls = (0..LANES).fold(0, |found, i| {
            found | u8::from(least[i] < b'\t') | u8::from(distance[i] < b' ' - AFTER_LINE_FEED)
        });
        // The bytes of four-byte characters, such as emoji, are also greater. `has_noncharacter` distinguishes them.
        let leads = greatest.iter().fold(0, |found, b| found | u8::from(*b >= 0xEF));
        Self { has_control: controls != 0, has_lead: leads != 0 }
    }
}

/// Returns whether there is a control character that is not white space.
fn has_forbidden_control(block: &[u8; BLOCK]) -> bool {
    let found = block.iter().fold(0, |found, &b| {
        let is_between = u8::from(b == 0x0B) | u8::from(b == 0x0C);
        found | u8::from(b < b'\t') | is_between | u8::from(b.wrapping_sub(0x0E) < b' ' - 0x0E)
    });
    found != 0
}

/// Returns whether U+FFFE or U+FFFF begins in the block at `start`, or the block is at the end of the text.
fn has_noncharacter(bytes: &[u8], start: usize) -> bool {
    let from = |start: usize| bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>());
    let (Some(first), Some(second), Some(third)) = (from(start), from(start + 1), from(start + 2)) else {
        return true;
    };
    // Three views of the block, each shifted by one byte, so that the loop is vectorized and sequences across the end of the block are
    // found.
    let found = (0..BLOCK).fold(0, |found, i| {
        found | u8::from(first[i] == 0xEF) & u8::from(second[i] == 0xBF) & u8::from(third[i] >= 0xBE)
    });
    found != 0
}

/// Returns the offset of the first such character in `block`, which is at `start` in `bytes`.
fn forbidden_within(bytes: &[u8], start: usize, block: &[u8]) -> Option<usize> {
    (start..).zip(block).find_map(|(at, &b)| {
        let noncharacter = || matches!(bytes.get(at + 1..at + 3), Some([0xBF, 0xBE | 0xBF]));
        (b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r') || b == 0xEF && noncharacter()).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::{check, pieces};

    #[test]
    fn the_first_forbidden_character_is_found_at_any_offset() {
        for pad in [0, 1, 61, 62, 63, 64, 65, 200] {
            for bad in ["\u{0}", "\u{B}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] {
                let text = format!("{}{bad}\u{8}", "é".repeat(pad));
                assert_eq!(find_forbidden(&text, 0), 2 * pad, "{bad:?} after {pad}");
            }
            let fine = format!("{}\t\n\r\u{7F}\u{85}\u{FFFD}\u{FEFF}", "x".repeat(pad));
            assert_eq!(find_forbidden(&fine, 0), fine.len());
        }
    }

    #[test]
    fn there_is_no_carriage_return_before_the_offset() {
        for pad in [0, 1, 62, 63, 64, 65, 200] {
            for (end, is_known) in
                [("\r", true), ("\u{1}\r", true), ("\u{FFFF}\r", true), ("", false), ("\n", false)]
            {
                let text = format!("{}{end}", "é".repeat(pad));
                let offset = find_forbidden_and_return(&text, 0).1;
                assert_eq!(offset < text.len(), is_known, "{end:?} after {pad}");
                assert!(
                    !text.get(..offset.min(text.len())).is_none_or(|before| before.contains('\r')),
                    "{text:?}"
                );
            }
        }
    }

    const ALLOWED: [&str; 10] =
        ["a", " ", "\t", "\n", "\r", "\u{80}", "\u{EFFF}", "\u{FFDF}", "\u{FFFD}", "\u{10000}"];
    const FORBIDDEN: [&str; 8] = ["", "\0", "\u{8}", "\u{B}", "\u{C}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"];

    #[test]
    fn forbidden_characters_are_those_that_the_production_lacks() {
        check(256, |u| {
            let (first, second) = (*u.choose(&FORBIDDEN)?, *u.choose(&FORBIDDEN)?);
            let (before, between) = (pieces(u, 0..=200, &ALLOWED)?, pieces(u, 0..=200, &ALLOWED)?);
            let text = format!("{before}{first}{between}{second}");
            let found = text.char_indices().find(|(_, c)| !is_xml_char(*c));
            assert_eq!(find_forbidden(&text, 0), found.map_or(text.len(), |(at, _)| at), "{text:?}");
            Ok(())
        });
    }
}
