//! The markup in text of undeclared type: in titles, names and captions, which may be text or HTML.

use std::borrow::Cow;

use super::allowlist::{is_foreign_element, is_shown_element};
use super::guess::ReferenceKind;
use bozofeed_text::forward::{memchr, memchr_iter, memchr2};
use bozofeed_text::html::escape::escape;
use bozofeed_text::markup::{CDATA, HtmlElement, TagName, end_of_comment};
use bozofeed_text::sorted::sorted;

/// The role of each tag in a text of undeclared type.
///
/// A tag is markup if its element formats text and is closed, or formats text and is void: `br`, or an `img` with an image. All other
/// tags are text: a title that mentions an element (`The <head> element`, `Vec<T>`) shows its tag. If paragraphs, lists or tables are
/// closed, the text is a document: then all elements are markup if they are closed or HTML implies their end tags.
#[derive(Debug, Default)]
pub struct UndeclaredMarkup {
    /// The offsets of each `<` that is text, in order.
    named: Vec<u32>,
    /// The spans of tags that contain a `<` in a value.
    nested: Vec<(u32, u32)>,
    /// The offset of an unclosed tag, from which everything is text.
    tail: Option<usize>,
    has_tags: bool,
    has_references: bool,
    has_unknown_references: bool,
    is_written: bool,
}

/// The characters of tags that are escaped. References are kept.
const TAGS: &[char] = &['<', '>'];

/// The purpose of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagPurpose {
    /// It formats its content, or is void and shown within text.
    Format,
    /// Any other HTML element.
    Other,
    /// Not an HTML element.
    Unknown,
}

/// The tags found so far.
#[derive(Debug, Default)]
struct TagFinder<'a> {
    found: UndeclaredMarkup,
    /// The start tags of unclosed elements, by name. The number of names is bounded.
    open: Vec<UnclosedTags<'a>>,
    /// The tags of complete elements that do not format text.
    others: Vec<u32>,
    is_document: bool,
    is_foreign: bool,
    has_open_comment: bool,
}

/// The start tags of one name that are not closed yet.
#[derive(Debug)]
struct UnclosedTags<'a> {
    name: &'a str,
    element: Option<HtmlElement>,
    starts: Vec<u32>,
}

impl UndeclaredMarkup {
    /// Finds the markup in a text.
    pub fn of(text: &str) -> Self {
        Self::until(text, |_| false)
    }

    /// Returns the text parts of a text that only mentions elements, without any sign that its author wrote HTML: it has neither end
    /// tags, nor attributes with values, nor elements whose end tags HTML implies. Returns `None` for any other text, usually after its
    /// first tag.
    pub fn of_names(text: &str) -> Option<Self> {
        // Most markup has an end tag early on.
        let bytes = text.as_bytes();
        let is_end_tag = |at: usize| matches!(bytes.get(at + 1..), Some([b'/', letter, ..]) if letter.is_ascii_alphabetic());
        let mut found = memchr_iter(b'<', bytes).peekable();
        found.peek()?;
        if found.any(is_end_tag) {
            return None;
        }
        let markup = Self::until(text, |found| found.is_written || found.has_tags);
        (!markup.is_written && !markup.has_tags && !markup.named.is_empty()).then_some(markup)
    }

    /// Finds the markup in a text until `is_known` holds.
    fn until(text: &str, is_known: impl Fn(&Self) -> bool) -> Self {
        let bytes = text.as_bytes();
        let mut tags = TagFinder::default();
        let mut from = 0;
        while let Some(found) = bytes.get(from..).and_then(|rest| memchr2(b'<', b'&', rest)) {
            let at = from + found;
            let Ok(offset) = u32::try_from(at) else {
                tags.found.tail = Some(at);
                break;
            };
            if bytes.get(at) == Some(&b'&') {
                tags.found.reference(text.get(at + 1..).unwrap_or_default());
                from = at + 1;
            } else if let Some(end) = tags.read(text, at, offset) {
                from = end;
                if is_known(&tags.found) {
                    break;
                }
            } else {
                tags.found.tail = Some(at);
                break;
            }
        }
        tags.finish()
    }

    fn reference(&mut self, rest: &str) {
        match ReferenceKind::of(rest) {
            ReferenceKind::Known => self.has_references = true,
            ReferenceKind::Unknown => self.has_unknown_references = true,
            ReferenceKind::Invalid | ReferenceKind::None => {}
        }
    }

    /// Returns whether the text is HTML: it has markup, or references that are all defined in HTML.
    pub fn is_html(&self) -> bool {
        self.has_tags || self.has_references && !self.has_unknown_references
    }

    /// Returns whether a tag of the text is markup.
    pub fn has_tags(&self) -> bool {
        self.has_tags
    }

    /// Returns the text that was scanned as HTML, with its text parts escaped.
    pub fn escaped<'a>(&self, text: Cow<'a, str>) -> Cow<'a, str> {
        if self.named.is_empty() && self.tail.is_none() {
            return text;
        }
        let mut html = String::with_capacity(text.len() + 3 * (self.named.len() + 1));
        let mut nested = self.nested.iter().copied().peekable();
        let mut done = 0;
        for at in self.named.iter().copied() {
            while nested.next_if(|(start, _)| *start < at).is_some() {}
            let end = nested.next_if(|(start, _)| *start == at).map_or(at + 1, |(_, end)| end);
            let (start, end) = (position(at), position(end));
            html.push_str(text.get(done..start).unwrap_or_default());
            escape(text.get(start..end).unwrap_or_default(), TAGS, &mut html);
            done = end;
            // The end of the tag, as a serializer writes it.
            let rest = text.get(end..).unwrap_or_default();
            if let Some(length) =
                memchr2(b'<', b'>', rest.as_bytes()).filter(|at| rest.as_bytes().get(*at) == Some(&b'>'))
            {
                html.push_str(rest.get(..length).unwrap_or_default());
                html.push_str("&gt;");
                done = end + length + 1;
            }
        }
        let tail = self.tail.unwrap_or(text.len());
        html.push_str(text.get(done..tail).unwrap_or_default());
        escape(text.get(tail..).unwrap_or_default(), TAGS, &mut html);
        Cow::Owned(html)
    }
}

impl<'a> TagFinder<'a> {
    /// Reads the tag, comment or text at the `<` at `at`, and returns where to continue; `None` if the rest is text.
    fn read(&mut self, text: &'a str, at: usize, offset: u32) -> Option<usize> {
        let rest = text.get(at + 1..)?;
        if !rest.strip_prefix('/').unwrap_or(rest).starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Some(self.read_other(text, at, offset));
        }
        // Another tag may begin before this one ends, outside of values. This is checked before the name is read, which has no length
        // limit.
        let delimiter = rest.bytes().position(|b| matches!(b, b'<' | b'>' | b'"' | b'\''));
        let is_open = delimiter.is_none_or(|found| rest.as_bytes().get(found) == Some(&b'<'));
        let tag = if is_open { None } else { TagName::read(text, at) };
        let element = tag.and_then(|tag| HtmlElement::of(tag.name));
        let purpose = tag.map_or(TagPurpose::Unknown, |tag| self.purpose(tag.name, element));
        let Some(tag) = tag.filter(|_| purpose != TagPurpose::Unknown) else {
            let name = rest.get(..delimiter.unwrap_or(0)).unwrap_or_default();
            self.found.is_written |= rest.starts_with('/') || name.ends_with('=');
            self.found.named.push(offset);
            return Some(at + 1 + delimiter.unwrap_or(rest.len()));
        };
        let (mut has_attributes, mut has_values, mut has_image) = (false, false, false);
        let whole = tag.rest(text, |attribute| {
            has_attributes = true;
            // Words without values may belong to a comparison: `a <b and c> d`.
            has_values |= attribute.has_value;
            has_image |= attribute.name.to_ascii_lowercase().contains("src");
        })?;
        if memchr(b'<', text.as_bytes().get(tag.end..whole.end)?).is_some() {
            self.found.nested.push((offset, u32::try_from(whole.end).ok()?));
        }
        self.found.is_written |= tag.is_end || has_values || has_optional_end(element);
        if tag.is_end {
            self.end_tag(tag.name, element, purpose, offset);
        } else if element.is_some_and(|element| element.kind.is_void()) {
            let is_image = tag.name.eq_ignore_ascii_case("img");
            match purpose {
                TagPurpose::Format if has_image || !is_image => self.markup(element),
                TagPurpose::Other if has_attributes => self.others.push(offset),
                _ => self.found.named.push(offset),
            }
        } else if !whole.is_self_closing {
            match self.unclosed(tag.name) {
                Some(open) => open.starts.push(offset),
                None => self.open.push(UnclosedTags { name: tag.name, element, starts: vec![offset] }),
            }
        } else if purpose == TagPurpose::Format {
            self.markup(element);
        } else {
            self.others.push(offset);
        }
        Some(whole.end)
    }

    /// Reads a comment, or a `<` that does not begin a tag.
    fn read_other(&mut self, text: &str, at: usize, offset: u32) -> usize {
        let rest = text.get(at..).unwrap_or_default();
        let is_comment = rest.starts_with("<!--") && !self.has_open_comment;
        if let Some((_, length)) = is_comment.then(|| end_of_comment(rest, 0)).flatten() {
            self.found.is_written = true;
            return at + length;
        }
        self.has_open_comment |= is_comment;
        // An HTML parser drops text that begins like this. For it, anything else is also text.
        if matches!(rest.as_bytes(), [b'<', b'!' | b'?' | b'/', ..]) && !rest.starts_with(CDATA) {
            self.found.named.push(offset);
        }
        at + 1
    }

    fn purpose(&mut self, name: &str, element: Option<HtmlElement>) -> TagPurpose {
        let is_root = element.is_none() && ["math", "svg"].iter().any(|root| name.eq_ignore_ascii_case(root));
        self.is_foreign |= is_root;
        if is_root
            || element.is_some_and(|element| element.formats_text)
            || self.is_foreign && is_foreign_element(name)
        {
            TagPurpose::Format
        } else if element.is_some() || is_shown_element(name) {
            TagPurpose::Other
        } else {
            TagPurpose::Unknown
        }
    }

    fn unclosed(&mut self, name: &str) -> Option<&mut UnclosedTags<'a>> {
        self.open.iter_mut().find(|open| open.name.eq_ignore_ascii_case(name))
    }

    fn end_tag(&mut self, name: &str, element: Option<HtmlElement>, purpose: TagPurpose, offset: u32) {
        match self.unclosed(name).and_then(|open| open.starts.pop()) {
            Some(_) if purpose == TagPurpose::Format => self.markup(element),
            Some(start) => self.others.extend([start, offset]),
            None => self.found.named.push(offset),
        }
    }

    /// Adds an element that is markup.
    fn markup(&mut self, element: Option<HtmlElement>) {
        self.found.has_tags = true;
        self.is_document |= element.is_some_and(|element| element.kind.closes_paragraph());
    }

    fn finish(mut self) -> UndeclaredMarkup {
        for open in self.open {
            if !(self.is_document && has_optional_end(open.element)) {
                self.found.named.extend(open.starts);
            }
        }
        if !self.is_document {
            self.found.named.append(&mut self.others);
        }
        self.found.named = sorted(self.found.named);
        self.found
    }
}

fn has_optional_end(element: Option<HtmlElement>) -> bool {
    element.is_some_and(|element| element.formats_text && element.kind.has_optional_end())
}

/// Returns an offset as an index.
fn position(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Allowlist;
    use bozofeed_text::markup::KINDS;

    fn html(text: &str) -> Option<String> {
        let markup = UndeclaredMarkup::of(text);
        markup.is_html().then(|| markup.escaped(Cow::Borrowed(text)).into_owned())
    }

    #[test]
    fn tags_are_markup_if_they_format_text_and_are_closed() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            // Markup.
            ("Fog<br/>rain", "Fog<br/>rain"),
            ("Fog<br>rain", "Fog<br>rain"),
            ("a<wbr>b", "a<wbr>b"),
            ("<ruby>港<rt>みなと</rt></ruby>", "<ruby>港<rt>みなと</rt></ruby>"),
            ("a <MARK>b</mark>", "a <MARK>b</mark>"),
            ("<B\nclass='x'>Fog</b >", "<B\nclass='x'>Fog</b >"),
            ("<math><mi>x</mi></math>", "<math><mi>x</mi></math>"),
            ("<svg><path d='M0 0'/></svg>", "<svg><path d='M0 0'/></svg>"),
            ("<img src=x alt='a>b'>", "<img src=x alt='a>b'>"),
            ("<b>x</b> <3", "<b>x</b> <3"),
            ("<b><i>x</b></i>", "<b><i>x</b></i>"),
            ("<a href='?a<b'>x</a>", "<a href='?a<b'>x</a>"),
            ("<b>x</b><!-- <i> -->", "<b>x</b><!-- <i> -->"),
            ("<a id='x'/>Fog", "<a id='x'/>Fog"),
            // References.
            ("a &amp; b", "a &amp; b"),
            ("&eacute;", "&eacute;"),
            ("The <head> &amp; more", "The &lt;head&gt; &amp; more"),
            ("<b>x</b> &bogus;", "<b>x</b> &bogus;"),
            // Markup and text.
            ("<b>Use</b> <script>", "<b>Use</b> &lt;script&gt;"),
            ("<b>Use</b> <b> and <i>", "<b>Use</b> &lt;b&gt; and &lt;i&gt;"),
            ("The <b> tag is <b>bold</b>", "The &lt;b&gt; tag is <b>bold</b>"),
            ("<b>x</b> <foo>", "<b>x</b> &lt;foo&gt;"),
            ("<b>x</b> <script>a()</script>", "<b>x</b> &lt;script&gt;a()&lt;/script&gt;"),
            ("<i>x</i> <?php and <!doctype html>", "<i>x</i> &lt;?php and &lt;!doctype html&gt;"),
            ("<i>x</i> <!-- y", "<i>x</i> &lt;!-- y"),
            ("x</b> <i>y</i>", "x&lt;/b&gt; <i>y</i>"),
            ("x <b and <i>y</i>", "x &lt;b and <i>y</i>"),
            ("<i>x</i> <a title='<b>'>", "<i>x</i> &lt;a title='&lt;b&gt;'&gt;"),
            ("<i>x</i> <img> <input>", "<i>x</i> &lt;img&gt; &lt;input&gt;"),
            ("<i>x</i> <b y='z <u>w</u>", "<i>x</i> &lt;b y='z &lt;u&gt;w&lt;/u&gt;"),
            // Documents.
            ("<p>x</p><script>a()</script>", "<p>x</p><script>a()</script>"),
            ("<p>x</p><iframe src=y></iframe>", "<p>x</p><iframe src=y></iframe>"),
            ("<p>x</p><input type=checkbox>", "<p>x</p><input type=checkbox>"),
            ("<ul><li>x<li>y</ul>", "<ul><li>x<li>y</ul>"),
            ("<p>Use <script></p>", "<p>Use &lt;script&gt;</p>"),
        ] {
            let found = html(text);
            if found.as_deref() != Some(expected) {
                wrong.push((text, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn text_that_only_names_tags_is_text() {
        let named = [
            "<b>Fog",
            "Fog</b>",
            "<script>x</script>",
            "<mi>x</mi>",
            "<path>",
            "<foo>x</foo>",
            "a < b",
            "a <b",
            "a <b <c",
            "a<1>b",
            "AT&T",
            "<anna@h.example>",
            "<https://h.example/>",
            "Vec<u8>",
            "Iterator<I>",
            "Map<String, I>",
            "<>",
            "</>",
            "<!-- x -->",
            "",
            "Why <img> needs alt",
            "<Testing>",
            "R&D;",
            "What is <script type=\"module\">?",
            "Array<Object> and Ref<Select>",
            "&amp; and &bogus;",
        ];
        assert_eq!(named.into_iter().filter(|text| html(text).is_some()).collect::<Vec<_>>(), [""; 0]);
    }

    /// For every element, a lone start tag is text, and a pair of tags is markup if the element formats text.
    #[test]
    fn every_element_is_text_if_it_is_named() {
        let lists = [Allowlist::reader(), Allowlist::feedparser()];
        let mut names: Vec<&str> = KINDS.iter().flat_map(|(_, names)| *names).copied().collect();
        names.extend(lists.iter().flat_map(|lists| &lists.elements).map(String::as_str));
        let mut wrong = Vec::new();
        for name in names {
            let is_shown_void = matches!(name, "br" | "hr" | "wbr");
            let formats_text = HtmlElement::of(name).is_some_and(|element| element.formats_text);
            let start = format!("a <{name}> b");
            for (text, expected) in [
                (format!("a </{name}> b"), false),
                (start.to_uppercase(), is_shown_void),
                (start, is_shown_void),
                (format!("<{name}>x</{name}>"), formats_text && name != "img"),
            ] {
                if html(&text).is_some() != expected {
                    wrong.push(text);
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
        let foreign = lists.iter().flat_map(|lists| lists.svg_elements.iter().chain(&lists.mathml_elements));
        let missed: Vec<_> =
            foreign.filter(|name| html(&format!("<svg><{name}>x</{name}></svg>")).is_none()).collect();
        assert_eq!(missed, [""; 0]);
    }

    #[test]
    fn descriptions_are_text_if_they_only_name_tags() {
        for (text, expected) in [
            ("Use <script> and <select> now", true),
            ("Vec<T> & Map<String, I>", true),
            ("Write to <anna@h.example>", true),
            ("Fog", false),
            ("if a <b and c> d", true),
            ("a < b", false),
            ("one<p>two", false),
            ("one<br>two", false),
            ("<iframe src=x>", false),
            ("<a href=x>Read", false),
            ("Fog</b>", false),
            ("<script>x()</script>", false),
        ] {
            assert_eq!(UndeclaredMarkup::of_names(text).is_some(), expected, "{text:?}");
        }
    }
}
