//! Replaces character references, comments and other spellings of ASCII characters before a date is read.

use std::borrow::Cow;

use super::comments;
use bozofeed_text::html::references::unescape;

/// Returns the text without character references and comments, with digits and punctuation in ASCII, and with a space for any other white
/// space.
pub(super) fn tidy(text: &str) -> Cow<'_, str> {
    // References come first, since they may encode characters that are replaced below (`&minus;`). Comments come last, since their
    // parentheses may be full-width.
    let mut text = unescaped(text);
    if !text.is_ascii() {
        text = Cow::Owned(text.chars().filter_map(plain).collect());
    }
    if !text.contains('(') {
        return text;
    }
    match text {
        Cow::Borrowed(text) => comments::strip(text),
        Cow::Owned(text) => Cow::Owned(comments::strip(&text).into_owned()),
    }
}

/// Returns whether there is nothing to replace. Without an early exit, the loop compiles to vector instructions.
pub(super) fn is_tidy(text: &str) -> bool {
    !text.bytes().fold(false, |found, byte| found | is_replaced(byte))
}

/// Returns whether a byte may belong to replaced text.
#[inline]
pub(super) fn is_replaced(byte: u8) -> bool {
    !byte.is_ascii() || byte == b'&' || byte == b'('
}

/// Replaces character references, twice, since feeds sometimes escape twice. Unknown references are kept.
fn unescaped(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    for _ in 0..2 {
        if !text.contains('&') {
            break;
        }
        text = Cow::Owned(unescape(&text).into_owned());
    }
    text
}

/// Returns the ASCII character for another spelling of it, and `None` for an invisible character.
fn plain(letter: char) -> Option<char> {
    let digit = |zero: u32| char::from_digit(u32::from(letter) - zero, 10);
    match letter {
        // Direction marks, joiners, the byte order mark.
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => Some('-'),
        '\u{660}'..='\u{669}' => digit(0x660),
        '\u{6f0}'..='\u{6f9}' => digit(0x6f0),
        '\u{966}'..='\u{96f}' => digit(0x966),
        // Full-width forms of ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0),
        _ if letter.is_whitespace() => Some(' '),
        _ => Some(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_of_ascii_are_replaced() {
        for (text, tidied) in [
            ("2003-12-31", "2003-12-31"),
            ("12:00:00 &#43;0000", "12:00:00 +0000"),
            ("31&nbsp;M&auml;rz&#x20;2003", "31 März 2003"),
            ("12:00 &amp;#43;0100", "12:00 +0100"),
            ("12:00 & 13:00", "12:00 & 13:00"),
            ("12:00&unheard;", "12:00&unheard;"),
            ("２００３－１２－３１", "2003-12-31"),
            ("\u{200f}٣١ ديسمبر", "31 ديسمبر"),
            ("31\u{a0}Dec\u{2009}2003 −0100", "31 Dec 2003 -0100"),
            ("2004年5月28日（金）10:00", "2004年5月28日 10:00"),
        ] {
            assert_eq!(tidy(text), tidied);
        }
    }
}
