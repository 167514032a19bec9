//! The scanner that looks ahead in the document.
//!
//! It finds the tags and sections after a position without interpreting them. All repairs rely on this one scanner, so that
//! they agree on where a tag ends and which quotes belong together.

use std::rc::Rc;

use super::attribute_syntax::is_misquoted;
use super::chars::{
    is_name_start, leading_name, name_length, scan_name, scan_to_bracket, trim_space_end, trim_space_start,
};
use bozofeed_text::forward::{memchr, memchr2};
use bozofeed_text::scan::{NextPlace, Scan};

/// The delimiters of a CDATA section (XML 1.0 §2.7).
pub(super) const CDATA_START: &str = "<![CDATA[";
pub(super) const CDATA_END: &str = "]]>";

/// White space in a misspelt tag, and the backslash that sometimes replaces a slash.
pub(super) const GAP: [char; 5] = [' ', '\t', '\r', '\n', '\\'];

/// The number of bytes from the first `<` in an attribute value in which the tag must end.
// Without a bound, a tag with a missing closing quote would be read up to the end of the text, and so would each tag after it:
// the length of a malformed tag is not charged against the allowance.
const MAX_VALUE: usize = 4096;

/// The steps for each byte of a tag: more than one, since tags are read byte by byte.
const STEPS: usize = 4;

/// The markup that a `<` begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A start tag or empty-element tag, including misspelt ones: `< title>`.
    Start { name: &'a str, is_empty: bool },
    /// An end tag, including misspelt ones: `</ title>`, `< /title>`, `<\title>`.
    End { name: &'a str },
    /// A comment, CDATA section or processing instruction.
    Section(Section),
    /// A declaration, or a `<` that does not begin markup.
    Other,
}

/// Constructs that end at their own delimiter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Comment,
    Cdata,
    Instruction,
}

impl Section {
    const ALL: [Self; 3] = [Self::Comment, Self::Cdata, Self::Instruction];

    /// Returns the section at the start of `text`, its content, and the text after it, which is empty if the section is not
    /// closed.
    pub(super) fn read(text: &str) -> Option<(Self, &str, &str)> {
        Self::ALL.into_iter().find_map(|section| {
            let (open, close) = section.delimiters();
            let inside = text.strip_prefix(open)?;
            let (content, after) = inside.split_once(close).unwrap_or((inside, ""));
            Some((section, content, after))
        })
    }

    fn delimiters(self) -> (&'static str, &'static str) {
        match self {
            Self::Comment => ("<!--", "-->"),
            Self::Cdata => (CDATA_START, CDATA_END),
            Self::Instruction => ("<?", "?>"),
        }
    }
}

/// A token and its extent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScannedToken<'a> {
    pub(super) token: Token<'a>,
    /// The offset of its `<`.
    pub(super) offset: usize,
    /// Whether it matches the grammar in everything that affects the structure: it is closed, its quotes pair up, and it has a
    /// name.
    pub(super) is_well_formed: bool,
}

/// The next end of each kind of section.
pub(super) type SectionEnds = [NextPlace; Section::ALL.len()];

/// An iterator over the tokens in a part of the text.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    scan: Rc<Scan>,
    pub(super) section_ends: SectionEnds,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner for the text from `from` up to `to`, or to the start of the character there.
    pub(super) fn new(text: &'a str, from: usize, to: usize, scan: Rc<Scan>) -> Self {
        // A UTF-8 character has at most four bytes, so one of these four offsets is the start of one.
        let to = (0..4).find_map(|back| text.get(..to.checked_sub(back)?)).unwrap_or(text);
        Self { text: to, at: from, scan, section_ends: SectionEnds::default() }
    }

    /// Returns the offset after the last token.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Continues at `offset`.
    pub(super) fn move_to(&mut self, offset: usize) {
        self.at = offset;
    }

    /// Returns the offset after the section at `offset`, or `None` if it is not closed.
    fn section_end(&mut self, section: Section, offset: usize) -> Option<usize> {
        let (open, close) = section.delimiters();
        let (text, scan) = (self.text.as_bytes(), &self.scan);
        let search = |from| scan.find(text, from, close.as_bytes());
        self.section_ends[section as usize].find(offset + open.len(), search).map(|at| at + close.len())
    }
}

impl<'a> Iterator for Scanner<'a> {
    type Item = ScannedToken<'a>;

    fn next(&mut self) -> Option<ScannedToken<'a>> {
        let Some(found) = memchr(b'<', self.text.as_bytes().get(self.at..)?) else {
            self.at = self.text.len();
            return None;
        };
        let offset = self.at + found;
        let rest = &self.text[offset..];
        let (token, length) = classify(rest);
        // A spent allowance looks like the end of the text, so that callers find a mismatch or no end tag. They must not assume
        // that unread tags match.
        if !self.scan.pay((found + length.unwrap_or_default()) * STEPS) {
            self.at = self.text.len();
            return None;
        }
        let end = match token {
            Token::Section(section) => self.section_end(section, offset),
            Token::Start { .. } | Token::End { .. } | Token::Other => length.map(|length| offset + length),
        };
        self.at = match (end, token) {
            (Some(end), _) => end,
            // The rest of the text is its content.
            (None, Token::Section(_)) => self.text.len(),
            // The extent of a malformed tag is a guess, so the next tag may begin inside.
            (None, Token::Start { .. } | Token::End { .. } | Token::Other) => offset + 1,
        };
        Some(ScannedToken { token, offset, is_well_formed: end.is_some() })
    }
}

/// Returns the name of the end tag at the next `<`, if there is one.
pub(super) fn next_end_tag(text: &str) -> Option<&str> {
    let at = memchr(b'<', text.as_bytes())?;
    match classify(&text[at..]).0 {
        Token::End { name } => Some(name),
        Token::Start { .. } | Token::Section(_) | Token::Other => None,
    }
}

/// Returns the name of the first end tag of a known element, unless a start tag of one, a section or too much markup comes
/// before it.
pub(super) fn next_known_end_tag<'a>(text: &'a str, is_known: impl Fn(&'a str) -> bool) -> Option<&'a str> {
    /// Enough for a few words in bold or italics.
    const MOST_TAGS: usize = 16;
    let mut rest = text;
    for _ in 0..MOST_TAGS {
        let at = memchr(b'<', rest.as_bytes())?;
        match classify(&rest[at..]).0 {
            Token::End { name } if is_known(name) => return Some(name),
            Token::Start { name, .. } if is_known(name) => return None,
            Token::Section(_) => return None,
            Token::Start { .. } | Token::End { .. } | Token::Other => rest = &rest[at + 1..],
        }
    }
    None
}

/// Returns whether the tag from `start` to `end` is among words on its line.
pub(super) fn is_among_words(text: &str, start: usize, end: usize) -> bool {
    let (before, after) =
        (&text.as_bytes()[..start.min(text.len())], text.as_bytes().get(end..).unwrap_or_default());
    !matches!(before, [.., b'>' | b'\n' | b'\r']) && !matches!(after, [b'\n' | b'\r', ..])
}

/// Returns the token at the start of `text`, which is a `<`, and the length of the token if it is a well-formed tag.
fn classify(text: &str) -> (Token<'_>, Option<usize>) {
    let inside = &text[1..];
    match inside.as_bytes() {
        [b'/' | b' ' | b'\t' | b'\r' | b'\n' | b'\\', ..] => end_tag(inside),
        [b'!' | b'?', ..] => {
            let section = Section::ALL.into_iter().find(|section| text.starts_with(section.delimiters().0));
            // Sections have no length here: `section_end` caches the delimiters that it found, while a search here would read
            // the rest of the text for each unclosed `<!--`.
            (section.map_or(Token::Other, Token::Section), None)
        }
        [b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':', ..] => start_tag(inside),
        [0x80..=0xFF, ..] if inside.starts_with(is_name_start) => start_tag(inside),
        [..] => (Token::Other, None),
    }
}

/// Scans a start tag from the text after its `<`.
fn start_tag(inside: &str) -> (Token<'_>, Option<usize>) {
    let length = tag_length(inside);
    let end = length.unwrap_or_else(|| scan_to_bracket(inside).0);
    let content = &inside[..end];
    let scanned = scan_name(content.as_bytes());
    let (name, is_name) = if scanned.is_plain {
        (&content[..scanned.length], true)
    } else {
        let written = &content[..name_length(content)];
        let name = leading_name(written);
        (name, name.len() == written.len())
    };
    let token = Token::Start { name, is_empty: content.ends_with('/') };
    // `<a"b">` and the like have a malformed name and therefore no length, so that the next tag may begin inside.
    (token, length.filter(|_| is_name).map(|length| "<".len() + length + ">".len()))
}

/// Scans an end tag, or a tag with white space before its name, from the text after its `<`.
fn end_tag(inside: &str) -> (Token<'_>, Option<usize>) {
    let spelt = inside.trim_start_matches(GAP);
    let has_gap = spelt.len() < inside.len();
    // The slash is tried before the backslash, since `<\/title>` has both, and the name follows the slash. The backslash itself
    // was already removed with the gap.
    let Some(content) = spelt.strip_prefix('/').or_else(|| inside.starts_with('\\').then_some(spelt)) else {
        let name = leading_name(spelt);
        let is_tag = trim_space_start(&spelt[name.len()..]).starts_with('>') && !name.is_empty();
        let token = if is_tag { Token::Start { name, is_empty: false } } else { Token::Other };
        return (token, None);
    };
    let name = leading_name(content.trim_start_matches(GAP));
    let (end, is_closed) = scan_to_bracket(content);
    // A misspelt end tag has no length, so it counts as a mismatch, which allows repairs.
    let is_exact = is_closed && !has_gap && !name.is_empty() && trim_space_end(&content[..end]) == name;
    (Token::End { name }, is_exact.then_some("</".len() + end + ">".len()))
}

/// Returns the length of the content of a start tag in which all quotes pair up.
fn tag_length(inside: &str) -> Option<usize> {
    let (end, is_closed) = scan_to_bracket(inside);
    let mut rest = &inside.as_bytes()[..end];
    while let Some(open) = memchr2(b'"', b'\'', rest) {
        let value = &rest[open + 1..];
        // The bracket at `end` is in quotes.
        let Some(close) = memchr(rest[open], value) else { return tag_length_by_byte(inside) };
        rest = &value[close + 1..];
    }
    is_closed.then_some(end)
}

/// Returns the length of the content of a start tag in which a `<` or `>` is in quotes.
#[cold]
fn tag_length_by_byte(inside: &str) -> Option<usize> {
    let mut quote = None;
    for (at, b) in inside.bytes().enumerate() {
        match (b, quote) {
            (b'<', None) => return None,
            (b'<', Some(_)) => return tag_length_with_markup(inside, at),
            (b'>', None) => return Some(at),
            (b'"' | b'\'', None) => quote = Some(b),
            (_, Some(open)) if open == b => quote = None,
            (_, Some(_) | None) => {}
        }
    }
    None
}

/// Returns the length of the content of a start tag with a `<` in a value, the first one at `first`. Like the reader, it
/// assumes that the closing quote is missing if the value is not followed by white space or the end of the tag.
#[cold]
fn tag_length_with_markup(inside: &str, first: usize) -> Option<usize> {
    let mut quote = None;
    for (at, b) in inside.bytes().enumerate().take(first + MAX_VALUE) {
        match (b, quote) {
            (b'<', None) => return None,
            (b'>', None) => return (!is_misquoted(&inside[..at])).then_some(at),
            (b'"' | b'\'', None) => quote = Some(b),
            (_, Some(open)) if open == b => quote = None,
            (_, Some(_) | None) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_text::scan::steps;

    fn scanner(text: &str, from: usize, to: usize) -> Scanner<'_> {
        Scanner::new(text, from, to, Rc::new(Scan::new(text.len())))
    }

    fn start(name: &str) -> Token<'_> {
        Token::Start { name, is_empty: false }
    }

    fn empty(name: &str) -> Token<'_> {
        Token::Start { name, is_empty: true }
    }

    fn end(name: &str) -> Token<'_> {
        Token::End { name }
    }

    #[test]
    fn tags_and_sections_are_found_with_their_names() {
        use Section::{Cdata, Comment, Instruction};
        for (text, tokens) in [
            ("a<b>c</b>", vec![(start("b"), 1, true), (end("b"), 5, true)]),
            ("<x:b c='d'/></x:b >", vec![(empty("x:b"), 0, true), (end("x:b"), 12, true)]),
            // Quotes
            ("<a b='>'/>", vec![(empty("a"), 0, true)]),
            ("<a b=\"'>'\">", vec![(start("a"), 0, true)]),
            ("<a b='c><d>", vec![(start("a"), 0, false), (start("d"), 8, true)]),
            ("<a b='c/><d>", vec![(empty("a"), 0, false), (start("d"), 9, true)]),
            ("<a b='<c>'>", vec![(start("a"), 0, true)]),
            ("<a b='<c>' d='</a>'/>", vec![(empty("a"), 0, true)]),
            ("<a b='c><d e='f'>", vec![(start("a"), 0, false), (start("d"), 8, true)]),
            // Sections
            ("<!-- <a> --><b>", vec![(Token::Section(Comment), 0, true), (start("b"), 12, true)]),
            ("<![CDATA[<a>]]><b>", vec![(Token::Section(Cdata), 0, true), (start("b"), 15, true)]),
            ("<? <a> ?><b>", vec![(Token::Section(Instruction), 0, true), (start("b"), 9, true)]),
            ("<!-- <a>", vec![(Token::Section(Comment), 0, false)]),
            ("<!DOCTYPE a><b>", vec![(Token::Other, 0, false), (start("b"), 12, true)]),
            // Not well-formed
            ("<a<b>", vec![(start("a"), 0, false), (start("b"), 2, true)]),
            ("<a", vec![(start("a"), 0, false)]),
            ("<a\"b\">", vec![(start("a"), 0, false)]),
            ("</a<b>", vec![(end("a"), 0, false), (start("b"), 3, true)]),
            ("</a b>", vec![(end("a"), 0, false)]),
            ("</ a>", vec![(end("a"), 0, false)]),
            ("< /a>", vec![(end("a"), 0, false)]),
            ("<\\a>", vec![(end("a"), 0, false)]),
            ("</>", vec![(end(""), 0, false)]),
            ("< a >", vec![(start("a"), 0, false)]),
            ("< a b>", vec![(Token::Other, 0, false)]),
            ("<1>", vec![(Token::Other, 0, false)]),
            ("<<a>", vec![(Token::Other, 0, false), (start("a"), 1, true)]),
            ("<é>", vec![(start("é"), 0, true)]),
            ("<×>", vec![(Token::Other, 0, false)]),
            ("<", vec![(Token::Other, 0, false)]),
            ("a > b", vec![]),
        ] {
            let found: Vec<_> = scanner(text, 0, text.len())
                .map(|scanned| (scanned.token, scanned.offset, scanned.is_well_formed))
                .collect();
            assert_eq!(found, tokens, "{text}");
        }
    }

    #[test]
    fn only_a_part_of_the_text_is_scanned() {
        let text = "<a><é><c>";
        for (from, to, names) in [
            (0, 10, vec!["a", "é", "c"]),
            (1, 10, vec!["é", "c"]),
            (3, 7, vec!["é"]),
            (3, 5, vec![]),
            (9, 99, vec![]),
        ] {
            let found: Vec<_> = scanner(text, from, to)
                .filter(|scanned| scanned.is_well_formed)
                .map(|scanned| scanned.token)
                .collect();
            assert_eq!(found, names.into_iter().map(start).collect::<Vec<_>>(), "{from} to {to}");
        }
    }

    #[test]
    fn the_end_of_a_section_is_searched_for_once() {
        for (unit, tail) in [
            ("<!-- ", ""),
            ("<!-- ", "-->"),
            ("<!-- <![CDATA[ <? ", ""),
            ("<!-- <![CDATA[ <? ", "?>]]>-->"),
            ("<![CDATA[<!-- ", "-->"),
            ("<?<![CDATA[", "]]>"),
        ] {
            let text = unit.repeat(10_000) + tail;
            let mut scanner = scanner(&text, 0, text.len());
            steps::take();
            // Like the reader, which treats them all as unclosed.
            for at in 0..text.len() {
                scanner.move_to(at);
                scanner.next();
            }
            let steps = steps::take();
            assert!(steps < 64 * text.len(), "{unit}: {steps} steps for {} bytes", text.len());
        }
    }

    #[test]
    fn the_next_end_tag_is_found_after_text_only() {
        for (text, name) in [
            ("a</b>", Some("b")),
            ("a< / b>", Some("b")),
            ("a<\\b>", Some("b")),
            ("a</b", Some("b")),
            ("a<c></b>", None),
            ("<!-- --></b>", None),
            ("a < b</b>", None),
            ("a", None),
        ] {
            assert_eq!(next_end_tag(text), name, "{text}");
        }
    }
}
