//! Scripts without spaces between words, in which a word matches any part of a text.

/// The characters of these scripts: Thai to Myanmar, Khmer, Hiragana to Han, and Han beyond the Basic Multilingual Plane. The
/// schema also contains them.
const RANGES: [(char, char); 7] = [
    ('\u{E00}', '\u{EFF}'),
    ('\u{1000}', '\u{109F}'),
    ('\u{1780}', '\u{17FF}'),
    ('\u{3040}', '\u{30FF}'),
    ('\u{3400}', '\u{9FFF}'),
    ('\u{F900}', '\u{FAFF}'),
    ('\u{20000}', '\u{3FFFF}'),
];

/// Returns whether a text has such characters.
pub(crate) fn is_in(text: &str) -> bool {
    text.chars().any(|c| RANGES.iter().any(|(first, last)| (*first..=*last).contains(&c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_has_the_same_characters() {
        let class: String = RANGES.iter().flat_map(|(first, last)| [*first, '-', *last]).collect();
        let schema = include_str!("../schema/6.sql");
        assert!(schema.contains(&format!("GLOB '*[{class}]*'")), "{class}");
    }

    #[test]
    fn scripts_without_spaces_are_known() {
        for (text, expected) in [
            ("潮汐", true),
            ("ひがた", true),
            ("カタ", true),
            ("น้ำ", true),
            ("tide", false),
            ("밀물", false),
            ("прилив", false),
        ] {
            assert_eq!(is_in(text), expected, "{text}");
        }
    }
}
