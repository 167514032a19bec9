//! Preparation of markup for the tree builder.
//!
//! URIs are resolved and emptied if they are not safe, because ammonia would remove the attribute, which Universal Feed
//! Parser keeps empty. Nesting is bounded, and long text is split, so that the tree builder and its serializer take time in
//! proportion to the length of the markup.

use super::attribute_kinds::{XLINK, is_boolean, is_of_xlink};
use super::image_candidates::resolve_candidates;
use super::lazy_images::{adopt_sources, may_be_lazy};
use super::rules::Rules;
use super::tree_cost::{MAX_ATTRIBUTES, OpenElements};
use crate::content::budget::Budget;
use crate::content::links::Links;
use crate::content::markup::{CDATA, end_of, end_of_non_tag, end_of_raw_text, is_raw_text, is_void};
use crate::content::output::Output;
use crate::content::tag::{MarkupAttribute, MarkupTag, Written, lower};
use crate::content::uri_attributes::role;
use crate::html::references::decode;
use memchr::{memchr, memchr2, memrchr};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Replaces a tag that is left out, so that the text around it does not become one.
pub(super) const NOTHING: &str = "<!---->";

/// The longest text without a comment to split it. The serializer searches a text from each character that it escapes.
const LONGEST_TEXT: usize = 1024;

/// How many bytes the serializer searches in the time of a step.
const SEARCHED_IN_A_STEP: usize = 256;

/// Returns whether a tag is left out: those of `noscript` and of an `iframe` that is not allowed, whose content is kept as
/// markup, and end tags of void elements, as in XHTML, where `<br></br>` is one line break.
pub(super) fn is_left_out(name: &str, is_end: bool, rules: &Rules) -> bool {
    name == "noscript"
        || name == "iframe" && !rules.listed.elements.contains("iframe")
        || is_end && is_void(name)
}

/// Returns whether a start tag is an empty element to authors of XHTML: `<p/>`. HTML ignores the slash. It is also ignored
/// here after attributes, where it may be part of a value.
pub(super) fn is_empty(tag: &MarkupTag<'_>, name: &str, attributes: &[MarkupAttribute<'_>]) -> bool {
    tag.is_self_closing && attributes.is_empty() && !is_void(name)
}

/// Returns whether a text that starts with `<!` is not a comment, a conditional comment, or a document type that ends. HTML
/// reads it as a comment, or as a type that hides the rest. `last_end` is the offset of the last `>`, relative to the `<`.
pub(super) fn is_text(rest: &str, last_end: Option<usize>) -> bool {
    let Some(declaration) = rest.strip_prefix("<!") else {
        return false;
    };
    let is_type = declaration.get(..7).is_some_and(|name| name.eq_ignore_ascii_case("doctype"));
    let is_conditional = declaration.starts_with('[') && !rest.starts_with(CDATA);
    !(is_type && last_end.is_some() || declaration.starts_with("--") || is_conditional)
}

/// Markup that is ready for the tree builder.
pub(super) struct Prepared<'a> {
    pub(super) markup: Cow<'a, str>,
    /// The rest, which would cost too much as markup.
    pub(super) rest: &'a str,
}

/// Prepares `markup` for the tree builder.
pub(super) fn prepare<'a>(markup: &'a str, links: Links<'_>, rules: &Rules, budget: &Budget) -> Prepared<'a> {
    let mut preparation = Preparation {
        links,
        rules,
        budget,
        out: Output::new(markup),
        open: OpenElements::default(),
        last_end: memrchr(b'>', markup.as_bytes()),
        has_foreign: false,
        raw_until: 0,
        comments_stay_open: false,
        text: 0,
        has_escapes: false,
    };
    let mut attributes = Written::new();
    let mut at = 0;
    while at < markup.len() {
        let start =
            memchr(b'<', markup.as_bytes().get(at..).unwrap_or_default()).map_or(markup.len(), |n| at + n);
        if !preparation.text(at, start) {
            return preparation.cut(at);
        }
        if start == markup.len() {
            break;
        }
        match preparation.markup(start, &mut attributes) {
            Some(next) => at = next,
            None => return preparation.cut(start),
        }
    }
    Prepared { markup: preparation.out.finish(), rest: "" }
}

/// The result of rewriting an attribute.
enum AttributeRewrite {
    AsWritten,
    Rewritten,
    Removed,
}

struct Preparation<'a, 'b> {
    links: Links<'b>,
    rules: &'b Rules,
    budget: &'b Budget,
    out: Output<'a>,
    open: OpenElements<'a>,
    /// The offset of the last `>`.
    last_end: Option<usize>,
    /// Up to where text of foreign content, which is also read as markup, may be raw: nothing in it closes an element.
    raw_until: usize,
    /// Whether SVG or `MathML` was met: from then on self-closing tags are left to the parser.
    has_foreign: bool,
    /// Whether no comment that starts from here on ends.
    comments_stay_open: bool,
    /// The length of the text since it was last split.
    text: usize,
    /// Whether that text has characters that the serializer escapes.
    has_escapes: bool,
}

impl<'a> Preparation<'a, '_> {
    /// Ends the preparation at an offset.
    fn cut(mut self, at: usize) -> Prepared<'a> {
        let markup = self.out.markup();
        self.out.cut(at, markup.len());
        Prepared { markup: self.out.finish(), rest: markup.get(at..).unwrap_or_default() }
    }

    /// Handles text without `<`. Returns whether its cost is within the budget.
    fn text(&mut self, from: usize, to: usize) -> bool {
        let bytes = self.out.markup().as_bytes().get(from..to).unwrap_or_default();
        if bytes.is_empty() || from < self.raw_until {
            return true;
        }
        // The tokenizer delivers text in pieces; characters that are escaped in the output are pieces of it.
        let pieces = 1 + bytes.iter().filter(|b| matches!(b, b'&' | b'>' | b'\n' | b'\r' | 0xC2)).count();
        if !self.budget.add_steps(self.open.text(pieces)) {
            return false;
        }
        self.text += bytes.len();
        self.has_escapes |= memchr2(b'&', 0xC2, bytes).is_some();
        let mut split = from;
        while self.has_escapes && self.text > LONGEST_TEXT {
            let markup = self.out.markup();
            // Not within a reference.
            let end = (split + LONGEST_TEXT).min(to);
            let at = markup.get(..end).map_or_else(|| ceil_boundary(markup, end), |_| end);
            let at = markup
                .get(split..at)
                .and_then(|text| text.rfind('&'))
                .filter(|found| *found > 0 && at - split - found <= 40)
                .map_or(at, |found| split + found);
            self.out.insert(at, NOTHING);
            split = at;
            self.text = to - at;
            if at == to {
                break;
            }
        }
        true
    }

    /// Handles what starts with the `<` at `start`. Returns the offset after it, or `None` if the budget is spent.
    fn markup(&mut self, start: usize, attributes: &mut Written<'a>) -> Option<usize> {
        let markup = self.out.markup();
        let Some(tag) = MarkupTag::read(markup, start, attributes) else {
            return self.non_tag(start);
        };
        let name = lower(tag.name);
        if tag.is_end {
            self.end_tag(&tag, &name, start)
        } else {
            self.start_tag(&tag, &name, start, attributes)
        }
    }

    fn end_tag(&mut self, tag: &MarkupTag<'_>, name: &str, start: usize) -> Option<usize> {
        if is_left_out(name, true, self.rules) {
            self.leave_out(start, tag.end);
        } else if start >= self.raw_until {
            let steps = self.open.end(name);
            if !self.budget.add_steps(steps) {
                return None;
            }
        }
        Some(tag.end)
    }

    fn start_tag(
        &mut self,
        tag: &MarkupTag<'a>,
        name: &str,
        start: usize,
        attributes: &mut Written<'a>,
    ) -> Option<usize> {
        let markup = self.out.markup();
        if is_left_out(name, false, self.rules) {
            self.leave_out(start, tag.end);
            return Some(tag.end);
        }
        if name == "iframe" && !self.rules.listed.embed_hosts.all().is_empty() {
            return Some(self.embed(tag, start, attributes));
        }
        let cost = self.open.start(lower(tag.name), tag.end - start, attributes.len(), markup.len());
        let attribute_steps: usize = attributes.iter().map(|attribute| search_steps(attribute.value)).sum();
        if !self.budget.add_steps(cost.steps + attribute_steps) {
            return None;
        }
        let is_foreign = self.open.is_foreign();
        self.has_foreign |= is_foreign;
        if !cost.is_kept {
            self.budget.set_nesting_exceeded();
            self.leave_out(start, tag.end);
            return Some(tag.end);
        }
        if !self.has_foreign && is_empty(tag, name, attributes) {
            self.out.insert(tag.end, &format!("</{name}>"));
            self.open.end(name);
            return Some(tag.end);
        }
        if self.rules.listed.lazy_images && may_be_lazy(name) {
            adopt_sources(attributes);
        }
        self.attributes(name, attributes, tag.end);
        if is_raw_text(name) && start >= self.raw_until {
            let end = end_of_raw_text(markup, tag.end, name);
            let raw = markup.get(tag.end..end).unwrap_or_default();
            if !self.budget.add_steps(search_steps(raw) + self.open.text(1)) {
                return None;
            }
            if !is_foreign {
                return Some(end);
            }
            self.raw_until = end;
        }
        Some(tag.end)
    }

    fn leave_out(&mut self, start: usize, end: usize) {
        self.out.replace(start, end, NOTHING);
        self.text = 0;
        self.has_escapes = false;
    }

    /// Handles an `iframe`, which is kept without its content if its host is listed, and otherwise replaced by it.
    fn embed(&mut self, tag: &MarkupTag<'_>, start: usize, attributes: &Written<'_>) -> usize {
        let markup = self.out.markup();
        let value = |name: &str| {
            let found = attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name));
            found.map(|attribute| decode(attribute.value, true))
        };
        let source = value("src").unwrap_or_default();
        let source = self.rules.link(self.links, "iframe", "src", &source);
        if !self.rules.is_embeddable(&source) {
            self.leave_out(start, tag.end);
            return tag.end;
        }
        let end = end_of_raw_text(markup, tag.end, "iframe");
        self.out.cut(start, end);
        self.out.push("<iframe");
        for name in ["width", "height", "title"] {
            if let Some(value) = value(name) {
                self.push_attribute(name, &value);
            }
        }
        self.push_attribute("src", &source);
        for (name, value) in [("loading", "lazy"), ("referrerpolicy", "strict-origin-when-cross-origin")] {
            self.push_attribute(name, value);
        }
        self.out.push(" allowfullscreen=\"allowfullscreen\">");
        if let Some(end_tag) = MarkupTag::read(markup, end, &mut Written::new()) {
            return end_tag.end;
        }
        self.out.push("</iframe>");
        end
    }

    fn push_attribute(&mut self, name: &str, value: &str) {
        self.out.push(&format!(" {name}=\"{}\"", value.replace('&', "&amp;").replace('"', "&quot;")));
    }

    /// Handles a `<` that does not start a complete tag. Returns the offset after it, or `None` if the budget is spent.
    fn non_tag(&mut self, start: usize) -> Option<usize> {
        let markup = self.out.markup();
        let rest = markup.get(start..).unwrap_or_default();
        let is_raw = self.open.is_foreign() && start < self.raw_until;
        let is_section = rest.starts_with(CDATA);
        let is_text = is_text(rest, self.last_end.and_then(|end| end.checked_sub(start)));
        if !is_raw && is_text && !(self.open.is_foreign() && is_section) {
            self.out.replace(start, start + 1, "&lt;");
            return Some(start + 1);
        }
        if !is_raw && !self.budget.add_steps(self.open.text(1)) {
            return None;
        }
        let may_stay_open = !self.open.is_foreign() && starts_comment(rest);
        let at = if may_stay_open && self.comments_stay_open {
            markup.len()
        } else {
            end_of_non_tag(markup, start)
        };
        if may_stay_open && at == markup.len() && is_lost(rest, at - start) {
            self.comments_stay_open = true;
            let end = end_of_open_comment(markup, start);
            self.leave_out(start, end);
            return Some(end);
        }
        if !is_raw
            && self.rules.listed.comments
            && !(self.open.is_foreign() && is_section)
            && is_lost(rest, at - start)
        {
            self.leave_out(start, at);
        }
        if is_raw {
            let until = self.raw_until;
            self.raw_until = at.max(until);
            return Some(at.min(until));
        }
        if self.open.is_foreign() && is_section {
            self.raw_until = end_of(markup, start, b"]]>");
            let section = markup.get(start..self.raw_until).unwrap_or_default();
            if !self.budget.add_steps(search_steps(section)) {
                return None;
            }
        }
        Some(at)
    }

    fn attributes(&mut self, element: &str, attributes: &[MarkupAttribute<'_>], tag_end: usize) {
        let mut is_declared = false;
        let mut removed = SmallVec::<[Cow<'_, str>; 4]>::new();
        for attribute in attributes.iter().take(MAX_ATTRIBUTES) {
            let name = lower(attribute.name);
            // Of two attributes of one name the first counts, even if it is removed.
            let is_rewritten = if removed.contains(&name) {
                self.out.replace(attribute.span.0, attribute.span.1, "");
                true
            } else {
                match self.attribute(element, &name, attribute) {
                    AttributeRewrite::AsWritten => false,
                    AttributeRewrite::Rewritten => true,
                    AttributeRewrite::Removed => {
                        removed.push(name.clone());
                        true
                    }
                }
            };
            if is_of_xlink(&name) && !std::mem::replace(&mut is_declared, true) {
                let end = attribute.span.1;
                // After `=` without a value the declaration would become the value.
                let last = self.out.markup().as_bytes().get(end.saturating_sub(1));
                let lacks_value = !is_rewritten
                    && attribute.has_value
                    && attribute.value.is_empty()
                    && !matches!(last, Some(b'"' | b'\''));
                let value = if lacks_value { "\"\"" } else { "" };
                self.out.insert(end, &format!("{value} xmlns:xlink=\"{XLINK}\""));
            }
        }
        if let Some(excess) = attributes.get(MAX_ATTRIBUTES) {
            self.out.replace(excess.span.0, tag_end - 1, "");
        }
    }

    /// Rewrites an attribute if its value changes, or removes it.
    fn attribute(&mut self, element: &str, name: &str, attribute: &MarkupAttribute<'_>) -> AttributeRewrite {
        let (from, to) = attribute.span;
        if name.is_empty() {
            self.out.replace(from, to, "");
            return AttributeRewrite::Rewritten;
        }
        let value = decode(attribute.value, true);
        let rewritten = match role(element, name) {
            Some(_) => Some(self.rules.link(self.links, element, name, &value))
                .filter(|link| !self.rules.removes_url(link)),
            None if name == "class" => self.rules.filter_classes(&value),
            None if matches!(name, "srcset" | "imagesrcset")
                && self.rules.listed.attributes.contains(name) =>
            {
                Some(resolve_candidates(&value, self.links))
            }
            None if name == "xmlns:xlink" => Some(Cow::Borrowed(XLINK)),
            None if !attribute.has_value && is_boolean(element, name) => Some(Cow::Borrowed(name)),
            None => return AttributeRewrite::AsWritten,
        };
        let Some(rewritten) = rewritten else {
            self.out.replace(from, to, "");
            return AttributeRewrite::Removed;
        };
        let is_renamed = !self.out.markup().get(from..).is_some_and(|written| {
            written.get(..name.len()).is_some_and(|written| written.eq_ignore_ascii_case(name))
        });
        if rewritten == value && !is_renamed {
            return AttributeRewrite::AsWritten;
        }
        let escaped = rewritten.replace('&', "&amp;").replace('"', "&quot;");
        self.out.replace(from, to, &format!("{name}=\"{escaped}\""));
        AttributeRewrite::Rewritten
    }
}

/// Returns the next character boundary.
fn ceil_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// Returns the steps of serializing a text that cannot be split.
fn search_steps(text: &str) -> usize {
    let searches = text.bytes().filter(|b| matches!(b, b'&' | b'"' | b'<' | b'>' | 0xC2)).count();
    searches.saturating_mul(text.len() + searches * "quot;".len()) / SEARCHED_IN_A_STEP
}

/// Returns whether a comment starts that does not end at once.
fn starts_comment(rest: &str) -> bool {
    rest.strip_prefix("<!--").is_some_and(|text| !text.starts_with('>') && !text.starts_with("->"))
}

/// Returns where a comment without an end is taken to end, so that the text after it is kept: at the first `>` after another
/// `--`, as in SGML (ISO 8879 §10.3), or at the end of the text.
fn end_of_open_comment(markup: &str, start: usize) -> usize {
    let dashes = end_of(markup, start + "<!--".len(), b"--");
    end_of(markup, dashes, b">")
}

/// Returns whether HTML reads what starts with a `<`, but is not a tag, as a comment, although it is not written as one, or
/// does not end.
fn is_lost(rest: &str, length: usize) -> bool {
    let Some(comment) = rest.strip_prefix("<!--") else {
        return length > 1;
    };
    let comment = comment.get(..length.saturating_sub("<!--".len())).unwrap_or_default();
    !(comment.ends_with("-->") || comment.ends_with("--!>"))
}

#[cfg(test)]
mod tests {
    use super::{Prepared, prepare};
    use crate::content::Budget;
    use crate::content::links::Links;
    use crate::content::sanitizer::rules::Rules;
    use crate::content::sanitizer::tree_cost::MAX_ATTRIBUTES;
    use std::borrow::Cow;

    fn prepared<'a>(markup: &'a str, base: Option<&str>, rules: &Rules) -> Prepared<'a> {
        let budget = Budget::default();
        prepare(markup, Links::new(base, &budget), rules, &budget)
    }

    #[test]
    fn unsafe_uris_are_emptied_and_fallbacks_unwrapped() {
        for (markup, expected) in [
            ("<a href=javascript:x>y</a>", "<a href=\"\">y</a>"),
            ("<a href='java&#10;script&colon;x'>", "<a href=\"\">"),
            ("a<p/>b<i />c<br/>d<a name=x/>", "a<p/></p>b<i /></i>c<br/>d<a name=x/>"),
            ("<input checked><img alt><p open>", "<input checked=\"checked\"><img alt><p open>"),
            ("a<!-- -- b>c<!-- d", "a<!---->c<!---->"),
            ("<!x><!'y<!-- z --><!DOCTYPE z>", "&lt;!x>&lt;!'y<!-- z --><!---->"),
            ("<p>x<!DOCTYPE y", "<p>x&lt;!DOCTYPE y"),
            ("<![CDATA[x]]>", "&lt;![CDATA[x]]>"),
            ("<![endif]>", "<!---->"),
            ("<svg><![CDATA[x]]>", "<svg><![CDATA[x]]>"),
            ("<g xlink:x=>", "<g xlink:x=\"\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"),
            ("<g xlink:href=x>", "<g xlink:href=x xmlns:xlink=\"http://www.w3.org/1999/xlink\">"),
            ("<noscript><img src=x></noscript>", "<!----><img src=x><!---->"),
            ("<iframe><b>x</b></iframe>", "<!----><b>x</b><!---->"),
            ("<a href=\"x\">y</a>", "<a href=\"x\">y</a>"),
        ] {
            assert_eq!(prepared(markup, None, &Rules::FEED_PARSER).markup, expected, "{markup:?}");
        }
    }

    #[test]
    fn unchanged_markup_is_not_copied() {
        let prepared = prepared("<a href=\"http://x/\">y</a>", Some("http://b/"), &Rules::FEED_PARSER);
        assert!(matches!(prepared.markup, Cow::Borrowed(_)));
    }

    #[test]
    fn excess_attributes_are_removed() {
        let attributes: Vec<String> = (0..100).map(|n| format!("a{n}=1")).collect();
        let markup = format!("<p {}>x", attributes.join(" "));
        let kept = prepared(&markup, None, &Rules::FEED_PARSER).markup.matches("=1").count();
        assert_eq!(kept, MAX_ATTRIBUTES);
    }

    #[test]
    fn long_text_is_split_between_references_and_characters() {
        for piece in ["&amp;", "&", "\u{b7}", "&CounterClockwiseContourIntegral;"] {
            let markup = piece.repeat(10_000);
            let split = prepared(&markup, None, &Rules::FEED_PARSER).markup.into_owned();
            assert_eq!(split.replace("<!---->", ""), markup, "{piece:?}");
            let longest = split.split("<!---->").map(str::len).max().unwrap_or_default();
            assert!(longest <= 1024 + piece.len(), "{piece:?}: {longest}");
            for part in split.split("<!---->") {
                assert!(piece.len() == 1 || part.starts_with(piece.chars().next().unwrap()), "{part:?}");
            }
        }
    }
}
