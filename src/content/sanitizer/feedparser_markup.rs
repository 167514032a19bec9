//! The markup that only Universal Feed Parser's dictionary keeps: its text is rewritten before it is sanitized, so that the
//! sanitizer has the last word. Markup that the sanitizer cannot keep is replaced by noncharacters, which are replaced in its output.

use super::prepare::{NOTHING, is_empty};
use super::single_pass::Dialect;
use super::style::{keeps_declaration, keeps_declarations};
use super::tree::context_of;
use super::{Policy, without_byte_order_mark};
use crate::content::budget::Budget;
use crate::content::links::{Links, UNPARSABLE, is_of_the_web};
use crate::content::markup::{end_of_raw_text, is_raw_text, next_tag};
use crate::content::output::Output;
use crate::content::tag::{MarkupAttribute, MarkupTag, Written, lower};
use memchr::memmem;
use std::borrow::Cow;

/// Marks the start of a `title` in SVG.
const TITLE: char = '\u{FDD1}';

/// Marks the end of a `title` in SVG.
const TITLE_END: char = '\u{FDD2}';

/// Elements whose content is text to a browser, and markup without their tags to Universal Feed Parser.
const OTHER_TEXT: &[&str] = &["noembed", "noframes", "plaintext", "template", "title", "xmp"];

impl Policy {
    /// Sanitizes markup as [`clean`](Self::clean) does, and keeps what Universal Feed Parser keeps:
    ///
    /// - An attribute without a value has its name as value.
    /// - A declaration of `background`, `border`, `margin` or `padding` is removed if it has a colour in upper case.
    /// - A `title` in SVG stays if it only has text.
    /// - The content of other elements that are removed is markup, even if a browser reads it as text.
    /// - A part of a table that is the whole value keeps its tags, even if it has text between the tags of a table.
    pub(in crate::content) fn clean_as_feedparser<'a>(
        &self,
        markup: &'a str,
        links: Links<'_>,
        budget: &Budget,
    ) -> Cow<'a, str> {
        if let Some(part) = self.clean_part_of_a_table(markup, links, budget) {
            return Cow::Owned(part);
        }
        // Most markup needs no rewriting.
        if !self.rules.listed.lazy_images
            && let Ok(clean) =
                self.try_single_pass(without_byte_order_mark(markup), links, budget, Dialect::FeedParser)
        {
            return restored(clean);
        }
        restored(self.clean_rewritten(markup, links, budget))
    }

    /// Rewrites markup, and sanitizes it. Marks stay in the output.
    pub(super) fn clean_rewritten<'a>(
        &self,
        markup: &'a str,
        links: Links<'_>,
        budget: &Budget,
    ) -> Cow<'a, str> {
        match self.rewrite(markup) {
            Cow::Borrowed(markup) => self.clean(markup, links, budget),
            Cow::Owned(markup) => Cow::Owned(self.clean(&markup, links, budget).into_owned()),
        }
    }

    /// Rewrites markup before it is sanitized.
    fn rewrite<'a>(&self, markup: &'a str) -> Cow<'a, str> {
        let keeps_titles = self.rules.listed.svg_elements.contains("svg");
        let mut out = Output::new(markup);
        let mut attributes = Written::new();
        let mut svg_depth = 0_usize;
        let mut at = 0;
        while let Some((start, tag)) = next_tag(markup, at, &mut attributes) {
            at = tag.end;
            let name = lower(tag.name);
            if OTHER_TEXT.contains(&&*name) && (name != "title" || svg_depth == 0) {
                // So that the text around it does not become a tag.
                out.replace(start, tag.end, NOTHING);
                continue;
            }
            if tag.is_end {
                svg_depth = svg_depth.saturating_sub(usize::from(name == "svg"));
                continue;
            }
            if svg_depth > 0 && name == "title" && keeps_titles {
                if let Some((text, end)) = text_of(markup, &tag) {
                    out.replace(start, end, &format!("{TITLE}{text}{TITLE_END}"));
                    at = end;
                }
                continue;
            }
            svg_depth += usize::from(name == "svg" && !tag.is_self_closing);
            for attribute in &attributes {
                self.rewrite_attribute(attribute, &mut out);
            }
            if is_raw_text(&name) && !is_empty(&tag, &name, &attributes) {
                at = end_of_raw_text(markup, at, &name);
            }
        }
        out.finish()
    }

    /// Gives an attribute without a value its name, and removes declarations from a `style`.
    fn rewrite_attribute(&self, attribute: &MarkupAttribute<'_>, out: &mut Output<'_>) {
        let is_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':');
        if !attribute.has_value && attribute.name.bytes().all(is_name) {
            let value = lower(attribute.name);
            out.insert(attribute.span.1, &format!("=\"{value}\""));
        } else if attribute.name.eq_ignore_ascii_case("style")
            && !keeps_declarations(attribute.value, &self.rules.css_properties)
        {
            let is_kept = |declaration: &&str| keeps_declaration(declaration, &self.rules.css_properties);
            let kept: Vec<&str> = attribute.value.split(';').filter(is_kept).collect();
            let quote = if attribute.value.contains('"') { '\'' } else { '"' };
            let (from, to) = attribute.span;
            out.replace(from, to, &format!("style={quote}{}{quote}", kept.join(";")));
        }
    }

    /// Cleans a part of a table that is the whole value and has no other part of a table in it.
    fn clean_part_of_a_table(&self, markup: &str, links: Links<'_>, budget: &Budget) -> Option<String> {
        let markup = markup.trim();
        let mut attributes = Written::new();
        let tag = MarkupTag::read(markup, 0, &mut attributes).filter(|tag| !tag.is_end)?;
        let name = lower(tag.name);
        let (before, after) = context_of(&name)?;
        let end = markup.rfind("</")?;
        let last = MarkupTag::read(markup, end, &mut attributes)?;
        let content = markup.get(tag.end..end)?;
        let is_whole = last.end == markup.len() && last.name.eq_ignore_ascii_case(&name);
        // With white space alone, or with elements of a table, it is cleaned in a table.
        if !is_whole || content.trim().is_empty() || has_parts_of_tables(content) {
            return None;
        }
        let start_tag = markup.get(..tag.end)?;
        let empty = format!("{before}{start_tag}</{name}>{after}");
        let empty = self.clean_as_feedparser(&empty, links, budget);
        let empty = empty.strip_prefix(before)?.strip_suffix(after)?;
        let start_tag =
            empty.strip_suffix(&format!("</{name}>")).filter(|tag| tag.matches('<').count() == 1)?;
        let content = self.clean_as_feedparser(content, links, budget);
        Some(format!("{start_tag}{content}</{name}>"))
    }
}

/// Returns the text of an element without other content, and the offset after its end tag.
fn text_of<'a>(markup: &'a str, start: &MarkupTag<'_>) -> Option<(&'a str, usize)> {
    let text = markup.get(start.end..)?.split('<').next()?;
    let end = start.end + text.len();
    let tag = MarkupTag::read(markup, end, &mut Written::new())?;
    let is_end = tag.is_end && tag.name.eq_ignore_ascii_case(start.name) && !start.is_self_closing;
    is_end.then_some((text, tag.end))
}

fn has_parts_of_tables(markup: &str) -> bool {
    let mut tags = markup.split('<').skip(1).map(|tag| tag.strip_prefix('/').unwrap_or(tag));
    tags.any(|tag| {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        name.eq_ignore_ascii_case("table") || context_of(&lower(name)).is_some()
    })
}

/// Replaces the marks in sanitized markup, in which `<` only starts tags and comments.
fn restored(clean: Cow<'_, str>) -> Cow<'_, str> {
    // The first bytes of the marks in UTF-8.
    if memmem::find(clean.as_bytes(), b"\xEF\xB7").is_none() {
        return clean;
    }
    let mut out = String::with_capacity(clean.len() + clean.len() / 8);
    let mut rest = &*clean;
    let mut is_in_tag = false;
    while let Some(at) = rest.find([TITLE, UNPARSABLE]) {
        let (before, marked) = rest.split_at(at);
        if let Some(last) = before.rfind(['<', '>']) {
            is_in_tag = before.as_bytes().get(last) == Some(&b'<');
        }
        out.push_str(before);
        let mut after = marked.chars();
        let mark = after.next().unwrap_or(TITLE);
        rest = after.as_str();
        if mark == UNPARSABLE {
            // Only at the start of a value, and only if its scheme is harmless.
            if !(before.ends_with("=\"") && is_of_the_web(rest)) {
                out.push(mark);
            }
            continue;
        }
        let text = rest.split([TITLE, TITLE_END, UNPARSABLE, '<', '>']).next().unwrap_or_default();
        match rest.get(text.len()..).and_then(|after| after.strip_prefix(TITLE_END)) {
            Some(after) if !is_in_tag => {
                out.push_str("<title>");
                out.push_str(text);
                out.push_str("</title>");
                rest = after;
            }
            _ => out.push(mark),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use crate::content::sanitizer::FEED_PARSER;
    use crate::content::{Budget, links::Links};

    fn clean(markup: &str) -> String {
        let budget = Budget::default();
        let links = Links::new(Some("http://b.example/"), &budget).marking_unparsable();
        FEED_PARSER.clean_as_feedparser(markup, links, &budget).into_owned()
    }

    #[test]
    fn attributes_without_a_value_have_their_name_as_value() {
        for (markup, expected) in [
            ("<img alt>", "<img alt=\"alt\">"),
            ("<img ALT src=x>", "<img alt=\"alt\" src=\"http://b.example/x\">"),
            ("<p id>x</p>", "<p id=\"id\">x</p>"),
            ("<img alt=>", "<img alt=\"\">"),
            ("<img onerror>", "<img>"),
            ("<!-- <img alt> -->x", "<!-- <img alt> -->x"),
        ] {
            assert_eq!(clean(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn declarations_with_a_colour_in_upper_case_are_removed_from_families() {
        for (style, expected) in [
            ("border: 1px solid #CCC", ""),
            ("border: 1px solid #ccc", " style=\"border: 1px solid #ccc;\""),
            ("border-left: 1px #Fff; color: #FFF", " style=\"color: #FFF;\""),
            ("background-color: #EEE", " style=\"background-color: #EEE;\""),
            ("margin: 0; padding: #A; width: 1px", " style=\"margin: 0; width: 1px;\""),
        ] {
            assert_eq!(
                clean(&format!("<p style=\"{style}\">x</p>")),
                format!("<p{expected}>x</p>"),
                "{style:?}"
            );
        }
    }

    #[test]
    fn titles_of_svg_that_are_text_are_kept() {
        const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\">";
        for (markup, expected) in [
            ("<svg><title>x &lt; y</title></svg>", format!("{SVG}<title>x &lt; y</title></svg>")),
            ("<svg><g><TITLE id=x>x</title></g></svg>", format!("{SVG}<g><title>x</title></g></svg>")),
            ("<svg></svg><title>x</title>", format!("{SVG}</svg>x")),
            ("<title>x</title>", "x".to_owned()),
            ("<svg><title>x<p title='</title><img onerror=y()>'></p></title></svg>", format!("{SVG}x</svg>")),
            ("<p title='&#xFDD1;x&#xFDD2;'>", "<p title=\"\u{FDD1}x\u{FDD2}\"></p>".to_owned()),
        ] {
            assert_eq!(clean(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn the_content_of_text_elements_is_markup() {
        for (markup, expected) in [
            ("a<xmp><b>x</b></xmp>", "a<b>x</b>"),
            ("<title>a <b>x</b></title>", "a <b>x</b>"),
            ("a<plaintext><img onerror=x()>", "a<img>"),
            ("<template><script>x()</script>y</template>", "y"),
            ("a<xmp/>b", "ab"),
            ("a <<xmp>b>c", "a &lt;b&gt;c"),
        ] {
            assert_eq!(clean(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn parts_of_a_table_keep_their_tags() {
        for (markup, expected) in [
            ("<tr>x</tr>", "<tr>x</tr>"),
            (" <TBODY class=a onclick=b()>x <b>y</TBODY> ", "<tbody class=\"a\">x <b>y</b></tbody>"),
            ("<tr>x<script>y()</script></tr>", "<tr>x</tr>"),
            ("<tr><td>x</td></tr>", "<tr><td>x</td></tr>"),
            ("<tr>x<td>y</td></tr>", "xy"),
            ("<tr>x</td>", "x"),
            ("<tr title='</tr>'>x", "x"),
        ] {
            assert_eq!(clean(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn urls_without_a_valid_host_are_kept() {
        for (markup, expected) in [
            ("<a href='https://'>x</a>", "<a href=\"https://\">x</a>"),
            ("<a href='HTTPS://a b/?c'>x</a>", "<a href=\"HTTPS://a b/?c\">x</a>"),
            ("<p><a href='http://a b/'>x</p></a>", "<p><a href=\"http://a b/\">x</a></p>"),
            ("<a href='http://[x'>x</a>", "<a href=\"\">x</a>"),
            (
                "<a href='&#xFDD0;javascript:x()'>y</a>",
                "<a href=\"http://b.example/\u{FDD0}javascript:x()\">y</a>",
            ),
            ("<p title='&#xFDD0;javascript:x'>", "<p title=\"\u{FDD0}javascript:x\"></p>"),
        ] {
            assert_eq!(clean(markup), expected, "{markup:?}");
        }
    }
}
