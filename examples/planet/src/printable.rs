//! Text of feeds that is safe for a terminal.

/// Returns a text on one line, without characters that control a terminal or reorder the text around
/// them.
pub(crate) fn printable(text: &str) -> String {
    let text: String = text.chars().map(harmless).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the same text, cut to `width` characters.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let text = printable(text);
    if text.chars().count() <= width {
        return text;
    }
    let cut: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

fn harmless(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => ' ',
        // Bidi_Control (UAX #9 §2).
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_replaced_and_long_texts_cut() {
        for (text, expected) in [
            ("Ebb  and\nflow", "Ebb and f…"),
            ("Ebb \n at", "Ebb at"),
            ("a\u{1b}[31mb", "a\u{fffd}[31mb"),
            ("a\u{202e}b", "a\u{fffd}b"),
            ("abcdefghij", "abcdefghij"),
            ("abcdefghijk", "abcdefghi…"),
            ("äöüßäöüßä ök", "äöüßäöüßä…"),
        ] {
            assert_eq!(cut(text, 10), expected, "{text:?}");
        }
    }
}
