//! The start of a long text, and the first picture of an article.

/// Texts with more characters are folded.
const LONG: usize = 900;

/// The number of characters shown of a folded text.
const EXCERPT: usize = 320;

/// Returns the start of a text that is too long to be shown, up to the end of a word; `None` if it is not too long.
pub(super) fn excerpt(text: &str) -> Option<String> {
    text.char_indices().nth(LONG)?;
    let end = text.char_indices().nth(EXCERPT).map_or(text.len(), |(at, _)| at);
    let start = text.get(..end)?;
    let words = start.rsplit_once(char::is_whitespace).map_or(start, |(words, _)| words);
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!("{}…", line.trim_end_matches(['.', ',', ';', ':', '…'])))
}

/// Returns the address of the first picture in sanitized markup, where attributes are always quoted.
pub(super) fn first_image(html: &str) -> Option<String> {
    let (_, tag) = html.split_once("<img ")?;
    let (tag, _) = tag.split_once('>')?;
    let (_, source) = tag.split_once("src=\"")?;
    let (source, _) = source.split_once('"')?;
    let source = source.replace("&amp;", "&");
    let is_web = source.starts_with("https://") || source.starts_with("http://");
    is_web.then_some(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_texts_are_cut_and_at_a_word() {
        assert_eq!(excerpt("Three masts"), None);
        assert_eq!(excerpt(&"ä".repeat(LONG)), None);
        let long = excerpt(&"masts, ".repeat(400)).unwrap();
        assert!(long.ends_with("masts…") && long.chars().count() <= EXCERPT + 1, "{long}");
        let word = excerpt(&"ä".repeat(LONG + 1)).unwrap();
        assert_eq!(word.chars().count(), EXCERPT + 1);
    }

    #[test]
    fn the_first_picture_of_the_web_is_found() {
        for (html, expected) in [
            ("<p>a</p>", None),
            (
                "<img alt=\"x\" src=\"https://a/b?c=1&amp;d=2\"><img src=\"https://e/\">",
                Some("https://a/b?c=1&d=2"),
            ),
            ("<img alt=\"x\"><img src=\"https://e/\">", None),
            ("<img src=\"data:image/png;base64,AA\">", None),
            ("<img src=\"https://a", None),
        ] {
            assert_eq!(first_image(html).as_deref(), expected, "{html}");
        }
    }
}
