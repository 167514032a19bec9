//! What a date is cleaned of before a second look: character references, and other characters for those of ASCII.

use std::borrow::Cow;

use crate::content::unescape;

/// The text with its character references replaced, digits and punctuation in ASCII, and one space for any other.
pub(super) fn tidy(text: &str) -> Cow<'_, str> {
    let text = unescaped(text);
    if text.is_ascii() {
        return text;
    }
    Cow::Owned(text.chars().filter_map(plain).collect())
}

/// Feeds escape twice now and then, hence two rounds. A reference that nobody knows stays.
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

/// The ASCII character that the other one stands for; none for one that is not seen.
fn plain(letter: char) -> Option<char> {
    let digit = |zero: u32| char::from_digit(u32::from(letter) - zero, 10);
    match letter {
        // Marks of direction, joiners, the byte order mark.
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
    fn other_characters_for_those_of_ascii_are_replaced() {
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
        ] {
            assert_eq!(tidy(text), tidied);
        }
    }
}
