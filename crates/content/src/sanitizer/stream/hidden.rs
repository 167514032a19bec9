//! Content that a browser never shows, which is removed: `hidden`, `display: none`, `template`, and copies of mathematics for the scripts
//! of a page.

use super::MarkupWriter;
use crate::sanitizer::elements::Plain;
use bozofeed_text::forward::{memchr, memchr_iter};
use bozofeed_text::html::characters::{is_space, words};
use bozofeed_text::html::references::decode;
use bozofeed_text::markup::{
    Kind, MarkupAttribute, MarkupTag, TagName, end_of_non_tag, end_of_raw_text, end_of_tag, is_raw_text,
    kind_of,
};
use smallvec::SmallVec;
use std::borrow::Cow;

/// The maximum number of elements within hidden content whose end tags are matched. Deeper ones are only counted.
const MAX_DEPTH: usize = 128;

/// The elements with raw text that may be hidden.
const RAW_TEXT: [&str; 5] = ["noembed", "noframes", "textarea", "title", "xmp"];

/// The maximum number of characters of an emoji: some are sequences of several.
const LONGEST_EMOJI: usize = 12;

/// The attributes of a start tag that decide whether a browser shows its element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Visibility<'a> {
    /// There is `hidden`, or a `style` with `display: none`.
    is_hidden: bool,
    /// There is `open`.
    is_open: bool,
    /// There is `aria-hidden="true"`.
    is_decoration: bool,
    class: &'a str,
    media_type: &'a str,
    alt: &'a str,
    is_checked: bool,
    /// The direction in the `style`, and whether there is `dir`.
    pub(super) direction: Option<&'static str>,
    pub(super) has_direction: bool,
}

impl<'a> Visibility<'a> {
    /// Takes an attribute into account.
    #[inline]
    pub(super) fn see(&mut self, attribute: &MarkupAttribute<'a>) {
        let is = |name: &str| attribute.name.eq_ignore_ascii_case(name);
        let value = attribute.value;
        // The length and the first letter rule out most attributes.
        match (attribute.name.len(), attribute.name.as_bytes().first().map(|first| first | 0x20)) {
            (3, Some(b'a')) if is("alt") => self.alt = value,
            (3, Some(b'd')) if is("dir") => self.has_direction = true,
            (4, Some(b'o')) if is("open") => self.is_open = true,
            (4, Some(b't')) if is("type") => self.media_type = value,
            (5, Some(b'c')) if is("class") => self.class = value,
            (5, Some(b's')) if is("style") && may_have_property(value) => self.see_style(value),
            // A browser shows the latter if a search finds it (HTML Standard 6.1).
            (6, Some(b'h')) if is("hidden") => {
                self.is_hidden |= !value.trim().eq_ignore_ascii_case("until-found");
            }
            (7, Some(b'c')) if is("checked") => self.is_checked = true,
            (11, Some(b'a')) if is("aria-hidden") => {
                self.is_decoration = value.trim().eq_ignore_ascii_case("true");
            }
            _ => {}
        }
    }

    /// Takes a `style` into account.
    #[cold]
    fn see_style(&mut self, style: &str) {
        let style = decode(style, true);
        let mut is_shown = true;
        for declaration in declarations(&style) {
            let Some((name, value)) = declaration.split_once(':') else { continue };
            let value = value.split('!').next().unwrap_or_default().trim();
            let is = |keyword: &str| value.eq_ignore_ascii_case(keyword);
            // The last declaration of a property is used.
            if name.trim_end().eq_ignore_ascii_case("display") {
                is_shown = !is("none");
            } else if name.trim_end().eq_ignore_ascii_case("direction") {
                self.direction = ["rtl", "ltr"].into_iter().find(|direction| is(direction));
            }
        }
        self.is_hidden |= !is_shown;
    }

    /// Returns whether a browser does not show the element of this name, or shows another form of it.
    #[inline]
    pub(super) fn hides(&self, name: &str) -> bool {
        // Without `aria-hidden`, only a preview is a copy.
        let may_be_copy = self.is_decoration || matches!(self.class.as_bytes(), [b'M', ..]);
        self.is_hidden || may_be_copy && self.is_copy_of_mathematics(name)
    }

    /// Returns whether browsers never show an element, whatever its attributes: it is not listed, and its content is for scripts, for
    /// other browsers, or for the window's title.
    #[inline]
    pub(super) fn is_never_shown(&self, element: Plain<'_>) -> bool {
        !element.is_listed
            && match element.name {
                "datalist" | "noembed" | "noframes" | "template" | "title" => true,
                "dialog" => !self.is_open,
                _ => false,
            }
    }

    /// Returns whether the element contains mathematics that also exist as `MathML` or TeX. Both scripts mark the boxes that they draw as
    /// decoration if there is another form for other programs.
    #[cold]
    fn is_copy_of_mathematics(&self, name: &str) -> bool {
        let has = |class: &str| words(self.class, is_space).any(|word| word == class);
        match self.class.as_bytes().first() {
            // KaTeX, MathJax 2 and MathJax 3.
            Some(b'k') if self.is_decoration => has("katex-html"),
            Some(b'M') if self.is_decoration => {
                has("MathJax") || has("MJX-TEX") || has("MathJax_SVG") || has("MathJax_CHTML")
            }
            Some(b'M') => has("MathJax_Preview"),
            _ => {
                self.is_decoration
                    && (has("mjx-math")
                        || ["mjx-math", "nobr"].iter().any(|drawn| drawn.eq_ignore_ascii_case(name)))
            }
        }
    }

    /// Returns the text equivalent of a pictured element: an emoji, or, if it is `in_item`, the box of a task.
    pub(super) fn text(&self, name: &str, in_item: impl FnOnce() -> bool) -> Option<Cow<'a, str>> {
        match name {
            "img" if !self.class.is_empty() && !self.alt.is_empty() => {
                let is_emoji = |class: &str| matches!(class, "emoji" | "emojione" | "twemoji" | "wp-smiley");
                let alt = decode(self.alt, true);
                // Other pictures with such a class have a name, such as `:octocat:`.
                let is_text = !alt.is_ascii() && alt.chars().count() <= LONGEST_EMOJI;
                (is_text && words(self.class, is_space).any(is_emoji)).then_some(alt)
            }
            "input" if self.media_type.eq_ignore_ascii_case("checkbox") && in_item() => {
                Some(Cow::Borrowed(if self.is_checked { "\u{2611}" } else { "\u{2610}" }))
            }
            _ => None,
        }
    }

    /// Returns whether a `script` has TeX, and whether it is displayed as a separate block (`MathJax` 2, "The `MathJax` preprocessors").
    fn tex(&self) -> Option<bool> {
        let (media_type, mode) = self.media_type.split_once(';').unwrap_or((self.media_type, ""));
        media_type.trim().eq_ignore_ascii_case("math/tex").then(|| mode.contains("display"))
    }
}

/// Returns whether a `style` may have one of the relevant properties, by the first letters of their names. Most have neither these, nor a
/// reference that could encode the name. The code is branchless, so that it compiles to vector instructions.
fn may_have_property(style: &str) -> bool {
    let bytes = style.as_bytes();
    let [second, third] = [1, 2].map(|from| bytes.get(from..).unwrap_or_default());
    let is = |b: &u8, letter: u8| u8::from(*b | 0x20 == letter);
    let triples = bytes.iter().zip(second).zip(third);
    let begins = triples.fold(0, |found, ((first, second), third)| {
        found | is(first, b'd') & is(second, b'i') & (is(third, b's') | is(third, b'r'))
    });
    begins != 0 || memchr(b'&', bytes).is_some()
}

/// Returns the declarations of a `style` that may be `display` or `direction`, by their first letter.
fn declarations(style: &str) -> impl Iterator<Item = &str> {
    let starts = std::iter::once(0).chain(memchr_iter(b';', style.as_bytes()).map(|end| end + 1));
    starts.filter_map(|start| {
        let rest = style.get(start..)?.trim_ascii_start();
        rest.starts_with(['d', 'D']).then(|| rest.split(';').next().unwrap_or_default())
    })
}

impl<'a> MarkupWriter<'a, '_> {
    /// Returns the text equivalent of a pictured void element.
    pub(super) fn pictured(&self, element: Plain<'_>, visibility: &Visibility<'a>) -> Option<Cow<'a, str>> {
        // The box may be in a paragraph or in a label.
        let nearest = self.open.stack.iter().rev().take(2);
        let in_item = || !element.is_listed && nearest.map(|open| open.element.kind).any(|k| k == Kind::Item);
        visibility.text(element.name, in_item)
    }

    /// Removes a hidden element. Returns the offset after it.
    pub(super) fn hidden(&mut self, name: &'a str, kind: Kind, tag: &MarkupTag<'a>) -> usize {
        let markup = self.out.markup();
        // Its tags still separate paragraphs.
        if kind.closes_paragraph() && !self.open.is_among_parts() {
            self.close_paragraph();
        }
        let raw = RAW_TEXT.into_iter().find(|raw| raw.eq_ignore_ascii_case(name));
        let end = match raw {
            _ if kind.is_void() => tag.end,
            // Without an end tag, the rest of the markup would be its text.
            Some(raw) => {
                self.raw_text.end(markup, tag.end, raw).map_or(tag.end, |end| end_of_tag(markup, end))
            }
            None => {
                let is_open = |name: &str| {
                    self.open.stack.iter().any(|open| open.element.name.eq_ignore_ascii_case(name))
                };
                end_of_hidden(markup, (name, kind), tag.end, is_open)
            }
        };
        self.out.cut(self.start, end);
        end
    }

    /// Writes the TeX in a `script` as text between the delimiters that scripts look for, unless there is `MathML` before it. Returns the
    /// offset after it, or `None` if the `script` has no TeX.
    pub(super) fn tex(&mut self, visibility: &Visibility<'_>, tag: &MarkupTag<'a>) -> Option<usize> {
        let is_display = visibility.tex()?;
        let markup = self.out.markup();
        let end = self.raw_text.end(markup, tag.end, "script")?;
        let after = end_of_tag(markup, end);
        let text = markup.get(tag.end..end).unwrap_or_default();
        // A section that hides the TeX from HTML or XML.
        let text = text.trim().trim_start_matches("% <![CDATA[").trim_end_matches("%]]>").trim();
        if text.is_empty() || self.follows_mathml() {
            self.out.cut(self.start, after);
            return Some(after);
        }
        self.expect_content();
        let (open, close) = if is_display { ("\\[", "\\]") } else { ("\\(", "\\)") };
        self.out.replace(self.start, after, open);
        self.push_text(text);
        self.out.push(close);
        Some(after)
    }

    /// Returns whether a `MathML` formula ends before the current tag, with at most a few end tags in between.
    fn follows_mathml(&self) -> bool {
        const MOST: usize = 4;
        let mut before = self.out.markup().get(..self.start).unwrap_or_default().trim_end();
        for _ in 0..MOST {
            let tag = before.get(before.len().saturating_sub(32)..).and_then(|near| near.rfind("</"));
            let Some(at) = tag.map(|at| before.len() - before.len().min(32) + at) else { return false };
            let name = before.get(at + "</".len()..).unwrap_or_default();
            let Some(name) = name.strip_suffix('>').filter(|name| !name.contains('>')) else { return false };
            if name.eq_ignore_ascii_case("math") {
                return true;
            }
            before = before.get(..at).unwrap_or_default().trim_end();
        }
        false
    }
}

/// Returns whether the start tag of an element of the kind `next` implies the end of `hidden` (HTML Standard 13.1.2.4).
fn implies_end(hidden: Kind, next: Kind) -> bool {
    match hidden {
        Kind::Paragraph => next.closes_paragraph(),
        Kind::Cell => matches!(next, Kind::Cell | Kind::Row | Kind::Section),
        Kind::Row => matches!(next, Kind::Row | Kind::Section),
        Kind::Item | Kind::Definition | Kind::Choice | Kind::Section | Kind::Ruby | Kind::Heading => {
            next == hidden
        }
        _ => false,
    }
}

/// Returns the offset of the end of a hidden element whose start tag ends at `at`: after its end tag, before the tag that implies it, or
/// at the end of the markup. `is_open` returns whether an element with a name is open around it.
fn end_of_hidden<'a>(
    markup: &'a str,
    hidden: (&'a str, Kind),
    mut at: usize,
    is_open: impl Fn(&str) -> bool,
) -> usize {
    let mut open: SmallVec<[(&str, Kind); 16]> = SmallVec::new();
    open.push(hidden);
    let mut deeper = 0_usize;
    while let Some(found) =
        markup.as_bytes().get(at..).and_then(|rest| bozofeed_text::forward::memchr(b'<', rest))
    {
        let here = at + found;
        let Some(name) = TagName::read(markup, here) else {
            let is_text = !matches!(markup.as_bytes().get(here + 1), Some(b'!' | b'?' | b'/'));
            at = if is_text { here + 1 } else { end_of_non_tag(markup, here) };
            continue;
        };
        let Some(tag) = name.rest(markup, |_| {}) else { return markup.len() };
        at = tag.end;
        let kind = kind_of(name.name).unwrap_or(Kind::Ordinary);
        let is_inline = |from: usize| open.iter().skip(from).all(|(_, kind)| !kind.is_special());
        if name.is_end {
            match open.iter().rposition(|(known, _)| known.eq_ignore_ascii_case(name.name)) {
                Some(0) => return tag.end,
                Some(inner) => {
                    // Open elements within the one that ends here end with it, and so do elements that were only counted.
                    open.truncate(inner);
                    deeper = 0;
                }
                None if deeper > 0 => deeper -= 1,
                // The enclosing element ends, and with it the hidden one.
                None if (kind.is_special() || is_inline(0)) && is_open(name.name) => return here,
                None => {}
            }
        // A block that is open within the hidden element would contain the tag instead.
        } else if implies_end(hidden.1, kind) && is_inline(1) {
            return here;
        } else if is_raw_text(name.name, kind) {
            at = end_of_tag(markup, end_of_raw_text(markup, tag.end, name.name));
        } else if !kind.is_void() {
            if open.len() > 1 && open.last().is_some_and(|(_, last)| implies_end(*last, kind)) {
                open.pop();
            }
            if open.len() < MAX_DEPTH {
                open.push((name.name, kind));
            } else {
                deeper += 1;
            }
        }
    }
    markup.len()
}

#[cfg(test)]
mod tests {
    use super::Visibility;

    #[test]
    fn the_last_display_counts() {
        let mut wrong = Vec::new();
        for (style, expected) in [
            ("display:none", true),
            ("color: red; DISPLAY : None !important", true),
            ("display&#58;none", true),
            ("display:none;", true),
            ("display:block;display:none;color:red", true),
            ("display:none;display:block", false),
            ("display:inline", false),
            ("list-style-display:none", false),
            ("visibility:hidden", false),
            ("none", false),
            ("", false),
        ] {
            let mut visibility = Visibility::default();
            visibility.see_style(style);
            if visibility.is_hidden != expected {
                wrong.push(style);
            }
        }
        assert_eq!(wrong, [""; 0]);
    }
}
