//! Detection of text that was decoded in a wrong encoding before publication.

rule_family! {
    TEXT_MOJIBAKE = "text-mojibake", Warning, "garbled letters: the text was decoded in a wrong encoding before it was published", "Repair the text where it is stored, and the program that read it.", "";
}

/// Returns whether a text was decoded in a wrong encoding before publication.
pub(crate) fn is_mojibake(text: &str) -> bool {
    /// UTF-8 decoded as windows-1252: the most frequent punctuation and letters. The first byte is always 0xC3.
    const TWICE: &[&str] =
        &["â€", "Ã©", "Ã¨", "Ã¼", "Ã¶", "Ã¤", "Ã±", "Ã§", "Ã¡", "Ã³", "Ã¥", "Ã¸", "Â\u{A0}", "Ð°", "Ð¾"];
    let bytes = text.as_bytes();
    memchr::memchr3_iter(0xC2, 0xC3, 0xEF, bytes).any(|at| {
        let rest = bytes.get(at..).unwrap_or_default();
        match rest {
            // A C1 control character, except NEL.
            [0xC2, second, ..] => *second < 0xA0 && *second != 0x85,
            [0xC3, ..] => TWICE.iter().any(|twice| rest.starts_with(twice.as_bytes())),
            _ => rest.starts_with("\u{FFFD}".as_bytes()),
        }
    })
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
