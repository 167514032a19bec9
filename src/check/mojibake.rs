//! Text that was decoded in a wrong encoding before it was published.

/// Returns whether a text was decoded in a wrong encoding before it was published.
pub(super) fn is_mojibake(text: &str) -> bool {
    /// UTF-8 that was read as windows-1252: the punctuation and the letters that are met most.
    const TWICE: &[&str] =
        &["â€", "Ã©", "Ã¨", "Ã¼", "Ã¶", "Ã¤", "Ã±", "Ã§", "Ã¡", "Ã³", "Ã¥", "Ã¸", "Â\u{A0}", "Ð°", "Ð¾"];
    let has_control = memchr::memchr_iter(0xC2, text.as_bytes())
        .any(|at| text.as_bytes().get(at + 1).is_some_and(|b| *b < 0xA0 && *b != 0x85));
    has_control || text.contains('\u{FFFD}') || TWICE.iter().any(|twice| text.contains(twice))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_was_decoded_wrongly_is_recognised() {
        let wrong: Vec<_> = [
            ("café – “quoted”", false),
            ("ÃO", false),
            ("é", false),
            ("cafÃ©", true),
            ("itâ€™s", true),
            ("a \u{96} b", true),
            ("a\u{FFFD}", true),
            ("日本語", false),
        ]
        .into_iter()
        .filter(|(text, expected)| is_mojibake(text) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
