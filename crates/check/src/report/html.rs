//! Incremental HTML output, with all text escaped.

use std::fmt::Display;

use crate::RuleSection;

use bozofeed::Parsed;
use bozofeed_text::html::escape::escape;

/// A page under construction.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Appends trusted markup.
    pub(super) fn markup(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Appends text, which may come from a document.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        // Attributes are in double quotes.
        const MARKS: &[char] = &['&', '<', '>', '"'];
        for (number, part) in text.split(|c| !is_shown(c)).enumerate() {
            if number > 0 {
                self.0.push(char::REPLACEMENT_CHARACTER);
            }
            escape(part, MARKS, &mut self.0);
        }
        self
    }

    /// Appends a number or other trusted text.
    pub(super) fn show(&mut self, value: impl Display) -> &mut Self {
        self.text(&value.to_string())
    }

    /// Appends an element with text.
    pub(super) fn element(&mut self, name: &str, text: &str) -> &mut Self {
        self.markup("<").markup(name).markup(">").text(text).markup("</").markup(name).markup(">")
    }

    /// Appends the start of a text, up to this number of characters.
    pub(super) fn start_of(&mut self, text: &str, most: usize) -> &mut Self {
        match text.char_indices().nth(most) {
            Some((end, _)) => self.text(text.get(..end).unwrap_or_default()).markup("…"),
            None => self.text(text),
        }
    }

    /// Appends the start of a text from the document, with its own direction.
    pub(super) fn bdi(&mut self, text: &str, most: usize) -> &mut Self {
        self.markup("<bdi>").start_of(text, most).markup("</bdi>")
    }

    /// Appends the attribute with the language of a feed, if it has one.
    pub(super) fn language(&mut self, parsed: &Parsed) -> &mut Self {
        let language = parsed.feed.language().map(str::trim).unwrap_or_default();
        // A buffer of 35 characters is enough for tags (RFC 5646 §4.4.1).
        let is_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !language.is_empty() && language.len() <= 35 && language.chars().all(is_tag) {
            self.markup(" lang=\"").text(language).markup("\"");
        }
        self
    }

    /// Appends the description of a fix; text between backticks is code.
    pub(super) fn description(&mut self, text: &str) -> &mut Self {
        for (number, part) in text.split('`').enumerate() {
            if number % 2 == 0 {
                self.text(part)
            } else {
                self.element("code", part)
            };
        }
        self
    }

    /// Appends sections of specifications, as links.
    pub(super) fn sections(&mut self, sections: &[RuleSection]) -> &mut Self {
        for (number, RuleSection { text, url }) in sections.iter().enumerate() {
            if number > 0 {
                self.markup("; ");
            }
            match url {
                Some(url) => self
                    .markup("<a rel=\"noreferrer\" href=\"")
                    .text(url)
                    .markup("\">")
                    .text(text)
                    .markup("</a>"),
                None => self.text(text),
            };
        }
        self
    }

    /// Begins a table. The header cells are trusted text.
    pub(super) fn begin_table(&mut self, caption: &str, columns: &[&str]) {
        self.markup("<div class=\"scroll\"><table>").element("caption", caption).markup("<thead><tr>");
        for column in columns {
            self.markup("<th scope=\"col\">").text(column).markup("</th>");
        }
        self.markup("</tr></thead><tbody>");
    }

    pub(super) fn end_table(&mut self) {
        self.markup("</tbody></table></div>");
    }

    /// Writes the number of items left out of a listing, if any: `and 12 more feeds`.
    pub(super) fn left_out(&mut self, count: usize, kind: &str) {
        if count > 0 {
            self.markup("<p class=\"soft\">and ").show(count).markup(" more").markup(kind).markup("</p>");
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

/// Returns whether a character is allowed in a page. Control characters, noncharacters and characters that change the
/// direction of the surrounding text are not.
fn is_shown(c: char) -> bool {
    let code = u32::from(c);
    !(c.is_control() && !matches!(c, '\t' | '\n')
        || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FDD0}'..='\u{FDEF}')
        || code & 0xFFFE == 0xFFFE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_never_markup() {
        let mut html = Html::default();
        html.markup("<p>").text("<b a=\"'\">&\u{1}\u{202E}\u{FFFF}é").markup("</p>");
        assert_eq!(html.finish(), "<p>&lt;b a=&quot;'&quot;&gt;&amp;\u{FFFD}\u{FFFD}\u{FFFD}é</p>");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        let mut html = Html::default();
        html.start_of("éé<", 2).start_of("éé", 2);
        assert_eq!(html.finish(), "éé…éé");
    }
}
