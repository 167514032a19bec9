//! Conversion of markup to plain text.

use super::{Flow, HtmlElement, Kind, Piece, Pieces, kind_of};
use crate::forward::memchr2;
use crate::html::references::unescape;
use std::borrow::Cow;

/// Returns the text of HTML: tags, comments, scripts and styles are removed, character references are resolved, and white space is
/// collapsed and trimmed (CSS Text 3 §4.1.1). Tags of block elements count as white space.
pub fn plain_text(markup: &str) -> Cow<'_, str> {
    // Without tags and references, the text is the markup itself.
    if memchr2(b'<', b'&', markup.as_bytes()).is_none() {
        return one_line(markup);
    }
    Cow::Owned(text_of(markup, Layout::OneLine))
}

/// Returns text on one line: its white space and line breaks are collapsed and trimmed.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim_matches(' ');
    if length_of_words(trimmed.as_bytes(), Layout::OneLine) == trimmed.len() {
        return Cow::Borrowed(trimmed);
    }
    let mut out = Collapsed::new(Layout::OneLine);
    out.push(text);
    Cow::Owned(out.text)
}

/// Returns the length of the white space at `at`, which separates words. On one line, all characters that break lines are white space
/// (UAX #14).
#[inline]
fn space_at(text: &[u8], at: usize, layout: Layout) -> Option<usize> {
    match text.get(at..)? {
        [b, ..] if b.is_ascii_whitespace() => Some(1),
        [b'\x0B', ..] if layout == Layout::OneLine => Some(1),
        // U+0085, next line
        [0xC2, 0x85, ..] if layout == Layout::OneLine => Some(2),
        // U+2028 and U+2029, line separator and paragraph separator
        [0xE2, 0x80, 0xA8 | 0xA9, ..] if layout == Layout::OneLine => Some(3),
        _ => None,
    }
}

/// Returns the length of the initial words that are separated by single spaces, which need no change.
fn length_of_words(text: &[u8], layout: Layout) -> usize {
    let mut at = 0;
    while let Some(&b) = text.get(at) {
        if let Some(&near) = text.get(at..).and_then(|rest| rest.first_chunk()) {
            let plain = single_spaced(u64::from_le_bytes(near), layout);
            if plain > 0 {
                at += plain;
                continue;
            }
        }
        let ends = match b {
            b' ' => at + 1 == text.len() || space_at(text, at + 1, layout).is_some(),
            0x21..=0x7F => false,
            _ => space_at(text, at, layout).is_some(),
        };
        if ends {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// Returns how many of eight bytes certainly are of words with one space between them. There may be more, if there are control characters
/// or, on one line, characters of several bytes. A space at the end is not counted, since another may follow.
#[inline]
fn single_spaced(word: u64, layout: Layout) -> usize {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const UPPER: u64 = 0x80 * EACH;
    /// Returns a word with the upper bit of each byte that is equal to `byte`.
    const fn equal(word: u64, byte: u8) -> u64 {
        let difference = word ^ (byte as u64 * EACH);
        // Without the upper bits, no sum carries into the next byte.
        !(((difference & !UPPER) + !UPPER) | difference) & UPPER
    }
    let spaces = equal(word, b' ');
    // The upper bit of the sum is set unless the byte is less than a space.
    let mut others = !(((word & !UPPER) + (0x80 - u64::from(b' ')) * EACH) | word) & UPPER;
    if layout == Layout::OneLine {
        // The first bytes of line breaks, 0xC2 and 0xE2, differ in one bit.
        others |= equal(word & (0xDF * EACH), 0xC2);
    }
    let is_more_space = spaces & ((others | spaces) >> 8 | 0x80 << 56);
    ((others | is_more_space).trailing_zeros() / u8::BITS) as usize
}

/// Returns the text of HTML like [`plain_text`], with line breaks: one for each block and each list item, which begins with a dash, an
/// empty line between paragraphs, and the original lines of preformatted text.
pub fn plain_lines(markup: &str) -> String {
    text_of(markup, Layout::Lines)
}

fn text_of(markup: &str, layout: Layout) -> String {
    let mut out = Collapsed::new(layout);
    out.text.reserve(markup.len() / 2);
    for piece in Pieces::without_attributes(markup) {
        match piece {
            Piece::RawText(name, _) if kind_of(name) == Some(Kind::Dropped) => {}
            Piece::Text(_) | Piece::RawText(..) if out.is_in_annotation => {}
            Piece::Text(text) | Piece::RawText(_, text) => out.push(&unescape(text)),
            Piece::Tag(tag) => out.tag(tag.name, tag.is_end),
        }
    }
    out.text
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    OneLine,
    Lines,
}

/// The white space between two words, from the weakest to the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    Nothing,
    Space,
    Line,
    Paragraph,
}

/// Text with runs of white space collapsed, and none at its ends.
struct Collapsed {
    text: String,
    layout: Layout,
    gap: Gap,
    /// Whether the next word starts a list item.
    is_item: bool,
    /// The numbers of open lists and preformatted elements.
    lists: usize,
    preformatted: usize,
    /// The number of open formulas, whose elements are all inline.
    formulas: usize,
    /// Whether an annotation of a formula is open, which repeats the formula in another notation.
    is_in_annotation: bool,
    /// The offset after the parenthesis before an open reading of `ruby`.
    reading: Option<usize>,
}

impl Collapsed {
    fn new(layout: Layout) -> Self {
        Self {
            text: String::new(),
            layout,
            gap: Gap::Nothing,
            is_item: false,
            lists: 0,
            preformatted: 0,
            formulas: 0,
            is_in_annotation: false,
            reading: None,
        }
    }

    fn push(&mut self, text: &str) {
        let mut rest = text;
        loop {
            rest = self.skip_space(rest);
            if rest.is_empty() {
                return;
            }
            let (words, after) = rest.split_at(length_of_words(rest.as_bytes(), self.layout));
            rest = after;
            match std::mem::take(&mut self.gap) {
                // The gap before the first word is always dropped.
                _ if self.text.is_empty() => {}
                Gap::Nothing => {}
                Gap::Space => self.text.push(' '),
                Gap::Line | Gap::Paragraph if self.layout == Layout::OneLine => self.text.push(' '),
                Gap::Line => self.text.push('\n'),
                Gap::Paragraph => self.text.push_str("\n\n"),
            }
            if std::mem::take(&mut self.is_item) {
                self.text.push_str("- ");
            }
            self.text.push_str(words);
        }
    }

    /// Returns the text after white space, which widens the gap.
    fn skip_space<'a>(&mut self, text: &'a str) -> &'a str {
        let mut rest = text;
        while let Some(length) = space_at(rest.as_bytes(), 0, self.layout) {
            let is_line = self.preformatted > 0 && rest.starts_with('\n');
            self.gap = self.gap.max(if is_line { Gap::Line } else { Gap::Space });
            rest = rest.get(length..).unwrap_or_default();
        }
        rest
    }

    /// Processes a tag with this name, which separates the words around it unless its element is inline.
    fn tag(&mut self, name: &str, is_end: bool) {
        let element = HtmlElement::of(name);
        let flow = element.map_or_else(|| self.other_tag(name, is_end), |element| element.flow);
        if matches!(flow, Flow::Ruby | Flow::Reading) {
            self.ruby(flow == Flow::Reading && !is_end);
        }
        // All elements of a formula are inline.
        if self.formulas > 0 {
            return;
        }
        let count = |open: usize| if is_end { open.saturating_sub(1) } else { open + 1 };
        let gap = match flow {
            Flow::Inline | Flow::Ruby | Flow::Reading => return,
            Flow::Cell => Gap::Space,
            // Within a list, paragraphs begin on a new line, without an empty one.
            Flow::Paragraph if self.lists == 0 => Gap::Paragraph,
            Flow::Line | Flow::Paragraph => Gap::Line,
            Flow::Item => {
                self.is_item |= !is_end && self.layout == Layout::Lines;
                Gap::Line
            }
            Flow::List => {
                // Only the outermost list is set off by empty lines.
                let is_outermost = self.lists == 0 || is_end && self.lists == 1;
                self.lists = count(self.lists);
                if is_outermost { Gap::Paragraph } else { Gap::Line }
            }
            Flow::Preformatted => {
                self.preformatted = count(self.preformatted);
                Gap::Paragraph
            }
        };
        self.gap = self.gap.max(gap);
    }

    /// Processes a tag of an element that is not HTML; returns how the element is set off.
    fn other_tag(&mut self, name: &str, is_end: bool) -> Flow {
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("math") {
            self.formulas = if is_end { self.formulas.saturating_sub(1) } else { self.formulas + 1 };
            // Also ends an annotation whose end tag is missing, which would hide the rest of the text.
            self.is_in_annotation &= !is_end;
            return Flow::Inline;
        }
        if self.formulas > 0 && (is("annotation") || is("annotation-xml")) {
            self.is_in_annotation = !is_end;
        }
        if is("svg") { Flow::Inline } else { Flow::Line }
    }
}

impl Collapsed {
    /// Processes a tag of `ruby`. Readings are in parentheses, which come from an `rp` or are added.
    fn ruby(&mut self, is_reading: bool) {
        match self.reading.take() {
            // The reading is empty.
            Some(start) if start == self.text.len() => drop(self.text.pop()),
            Some(_) => self.text.push(')'),
            None => {}
        }
        if is_reading && !self.text.is_empty() && !self.text.ends_with(['(', '\u{FF08}', '[']) {
            self.gap = Gap::Nothing;
            self.text.push('(');
            self.reading = Some(self.text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{one_line, plain_lines, plain_text};
    use bozofeed_testing::{check, text};

    #[test]
    fn tags_are_removed_and_references_resolved() {
        for (markup, expected) in [
            ("", ""),
            ("Masts", "Masts"),
            (" Masts and sails ", "Masts and sails"),
            ("Masts \n\t and  sails", "Masts and sails"),
            ("The crew&#8217;s &amp; &eacute;", "The crew’s & é"),
            ("&lt;b&gt;", "<b>"),
            ("&amp;amp;", "&amp;"),
            ("<b>Ma</b>sts", "Masts"),
            ("<p>Masts</p><p>sails</p>", "Masts sails"),
            ("Masts<br/>sails", "Masts sails"),
            ("<LI>a<LI>b", "a b"),
            ("<a title=\"x > y\">z</a>", "z"),
            ("<a title= 'x > y'>z</a>", "z"),
            ("it<b x'>'s</b>", "it's"),
            ("a<!-- <b> -->b", "ab"),
            ("a<!-->b", "ab"),
            ("a<!-- b", "a"),
            ("<!DOCTYPE html>a<?x y?>b", "ab"),
            ("a<script>if (a < b) {}</script>b", "ab"),
            ("a<style>b</STYLE >c", "ac"),
            ("a<script>b", "a"),
            ("<ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>の朝", "港(みなと)の朝"),
            ("<ruby>港<rt>みなと</rt></ruby>の朝", "港(みなと)の朝"),
            ("<ruby>港<rt>みなと<rb>朝<rt>あさ</ruby>", "港(みなと)朝(あさ)"),
            ("<ruby>港<rp>（</rp><rt>みなと</rt><rp>）</rp></ruby>", "港（みなと）"),
            ("<ruby>港<rt></rt></ruby>の朝", "港の朝"),
            ("<rt>a", "a"),
            ("a<math><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></math>b", "ax+1b"),
            (
                "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>\\x</annotation></semantics></math>.",
                "x.",
            ),
            ("<math><annotation>x</math>y", "y"),
            ("a<picture><source srcset=x><img src=y></picture>b", "ab"),
            ("1 < 2 > 1 <3 <", "1 < 2 > 1 <3 <"),
            ("a <b", "a"),
            ("a <b c='", "a"),
            ("</", "</"),
            ("a\u{A0} &nbsp;b", "a\u{A0} \u{A0}b"),
            ("a\u{2028}b<br>\u{85}c\u{B}", "a b c"),
        ] {
            assert_eq!(plain_text(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn any_text_is_put_on_one_line() {
        for (text, expected) in [
            ("", ""),
            (" \n", ""),
            ("Masts and sails", "Masts and sails"),
            (" a\n\n b\tc ", "a b c"),
            ("a\r\nb\u{B}c\u{C}d\u{85}e\u{2028}f\u{2029}g", "a b c d e f g"),
            ("a &amp; <b>\u{A0}c", "a &amp; <b>\u{A0}c"),
        ] {
            assert_eq!(one_line(text), expected, "{text:?}");
        }
    }

    #[test]
    fn blocks_and_list_items_are_lines() {
        for (markup, expected) in [
            ("Masts <b>and</b>\n sails", "Masts and sails"),
            ("a<br>b<br/>c", "a\nb\nc"),
            ("<p>a</p><p>b</p>", "a\n\nb"),
            ("<h1>a</h1><div>b</div><div>c</div>", "a\n\nb\nc"),
            ("x<ul><li>a<li>b</ul>y", "x\n\n- a\n- b\n\ny"),
            ("<ul><li>a<ul><li>b</ul></ul>", "- a\n- b"),
            ("<pre>a\n  b</pre>c", "a\nb\n\nc"),
            ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
            ("</ul></pre>&lt;p&gt; &amp;", "<p> &"),
        ] {
            assert_eq!(plain_lines(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn words_are_separated_by_one_space_whatever_is_between_them() {
        check(512, |u| {
            let text = text(u, 0..=80, &["abé…本", "a ", " \t\n\u{B}\u{85}\u{2028}\u{A0}"])?;
            let is_space = |c: char| c.is_whitespace() && c != '\u{A0}';
            let words: Vec<_> = text.split(is_space).filter(|word| !word.is_empty()).collect();
            assert_eq!(one_line(&text), words.join(" "), "{text:?}");
            let words: Vec<_> = text.split_ascii_whitespace().collect();
            assert_eq!(plain_lines(&text), words.join(" "), "{text:?}");
            Ok(())
        });
    }

    #[test]
    fn white_space_is_collapsed_whatever_the_markup() {
        check(256, |u| {
            let markup = text(u, 0..=40, &["<>/!-&abc;='\" \n"])?;
            let text = plain_text(&markup);
            assert!(!text.contains("  ") && !text.contains('\n'), "{markup:?} is {text:?}");
            assert_eq!(text.trim_matches(' '), &*text, "{markup:?}");
            Ok(())
        });
    }
}
