//! Truncation of long texts.

/// Returns the start of the character at an offset, or the end of the text.
///
/// The standard library's function of this name is newer than the minimum Rust version.
pub fn floor_char_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    // A character has at most four bytes.
    (at.saturating_sub(3)..=at).rfind(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Returns at most the first `most` bytes of a text, without splitting a character.
pub fn beginning(text: &str, most: usize) -> &str {
    text.get(..floor_char_boundary(text, most)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        let wrong: Vec<_> = [
            ("", 3, ""),
            ("abc", 0, ""),
            ("abc", 2, "ab"),
            ("abc", 9, "abc"),
            ("é", 1, ""),
            ("aé", 2, "a"),
            ("\u{1F6A2}a", 3, ""),
            ("\u{1F6A2}a", 4, "\u{1F6A2}"),
        ]
        .into_iter()
        .filter(|(text, most, expected)| beginning(text, *most) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
