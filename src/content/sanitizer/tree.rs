//! Sanitizing with ammonia, which parses markup into a tree as a browser does.

use super::Policy;
use super::comments::is_kept;
use super::foreign_names::ROOTS;
use super::prepare::prepare;
use super::rules::{DROPPED_WITH_CONTENT, Rules};
use super::single_pass;
use crate::content::budget::Budget;
use crate::content::links::Links;
use crate::content::markup::is_void;
use crate::content::tag::{MarkupTag, Written, lower};
use crate::html::characters::escape;
use ammonia::{Builder, UrlRelative};
use memchr::memmem;
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};

/// The elements that parts of a table must be in.
static CONTEXTS: &[(&[&str], &str, &str)] = &[
    (&["caption", "colgroup", "tbody", "tfoot", "thead"], "<table>", "</table>"),
    (&["col"], "<table><colgroup>", "</colgroup></table>"),
    (&["tr"], "<table><tbody>", "</tbody></table>"),
    (&["td", "th"], "<table><tbody><tr>", "</tr></tbody></table>"),
];

/// Returns the markup around a part of a table: the tags before it and after it.
pub(super) fn context_of(part: &str) -> Option<(&'static str, &'static str)> {
    CONTEXTS.iter().find(|(parts, ..)| parts.contains(&part)).map(|&(_, before, after)| (before, after))
}

/// How often markup is cleaned again if cleaning changes its own output.
const MAX_READINGS: usize = 4;

/// The permissions of an embedded `iframe`: enough for a video player, without access to the page around it.
const SANDBOX: &str = "allow-popups allow-presentation allow-same-origin allow-scripts";

impl Policy {
    /// Sanitizes markup without a byte order mark. Its URIs are rewritten, it is parsed, and markup that is not listed is removed from the tree.
    /// Markup that exceeds the budget is escaped.
    pub(super) fn clean_in_tree(&self, markup: &str, links: Links<'_>, budget: &Budget) -> String {
        if !budget.add_markup(markup.len()) {
            return as_text(markup);
        }
        let prepared = prepare(markup, links, &self.rules, budget);
        let mut clean = self.clean_prepared(&prepared.markup, links.unresolved());
        if !prepared.rest.is_empty() {
            clean.push_str(&as_text(prepared.rest));
        }
        clean
    }

    fn clean_prepared(&self, markup: &str, links: Links<'_>) -> String {
        if let Some(part) = self.clean_in_table(markup, links) {
            return part;
        }
        let mut clean = self.parse(markup);
        // Some trees cannot be serialized so that they are parsed as themselves: links within links, forms within forms,
        // HTML within MathML. The tree that a browser makes of the output must have been cleaned too.
        for _ in 0..MAX_READINGS {
            if single_pass::clean(&clean, links, &self.rules).is_ok_and(|again| again == clean) {
                return clean;
            }
            // Its long texts are split again, so that the serializer takes linear time.
            let budget = Budget::default();
            let prepared = prepare(&clean, links, &self.rules, &budget);
            if !prepared.rest.is_empty() {
                break;
            }
            let again = self.parse(&prepared.markup);
            if again == clean {
                return clean;
            }
            clean = again;
        }
        as_text(&clean)
    }

    /// Cleans a part of a table within a table. Ammonia parses every value within a `div`, where the tags of parts of a
    /// table are ignored. Only markup that the single pass accepts is cleaned here.
    fn clean_in_table(&self, markup: &str, links: Links<'_>) -> Option<String> {
        let start = markup.find(|c: char| !c.is_ascii_whitespace())?;
        let first = MarkupTag::read(markup, start, &mut Written::new()).filter(|tag| !tag.is_end)?;
        let first = lower(first.name);
        let (before, after) = context_of(&first)?;
        let whole = format!("{before}{markup}{after}");
        let whole = single_pass::clean(&whole, links, &self.rules).ok()?;
        let part = whole.strip_prefix(before)?.strip_suffix(after)?;
        let again = single_pass::clean(&whole, links, &self.rules).is_ok_and(|again| again == whole);
        (again && is_balanced(part)).then(|| part.to_owned())
    }

    fn parse(&self, markup: &str) -> String {
        let mut clean = self.ammonia.get_or_init(|| ammonia(&self.rules)).clean(markup).to_string();
        if self.rules.listed.comments {
            clean = without_odd_comments(clean, &self.rules);
        }
        if !self.rules.listed.embed_hosts.all().is_empty() {
            clean = without_empty_embeds(clean);
        }
        keep_line_feeds(clean)
    }
}

/// Removes every `iframe` whose URL was removed from serialized markup.
fn without_empty_embeds(clean: String) -> String {
    const END: &str = "</iframe>";
    let mut out = String::new();
    let mut rest = clean.as_str();
    while let Some((before, after)) = rest.find("<iframe").and_then(|at| rest.split_at_checked(at)) {
        let tag = after.split('>').next().unwrap_or_default();
        let end = after.find(END).map_or(after.len(), |at| at + END.len());
        let (embed, after) = after.split_at_checked(end).unwrap_or((after, ""));
        out.push_str(before);
        if tag.contains(" src=\"") {
            out.push_str(embed);
        }
        rest = after;
    }
    if rest.len() == clean.len() {
        return clean;
    }
    out.push_str(rest);
    out
}

/// Escapes markup so that its source is shown, as a serializer escapes text.
fn as_text(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len() + markup.len() / 4);
    for c in markup.chars().map(|c| match c {
        '\r' => '\n',
        '\0' => char::REPLACEMENT_CHARACTER,
        c => c,
    }) {
        match escape(c) {
            Some(escape) => text.push_str(escape),
            None => text.push(c),
        }
    }
    text
}

/// Returns whether the tags of serialized markup are balanced, so that they close nothing around it.
fn is_balanced(markup: &str) -> bool {
    let mut open = Vec::new();
    for tag in markup.split('<').skip(1) {
        let name = tag.split([' ', '>']).next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            Some(_) => {}
            None if is_void(name) => {}
            None => open.push(name),
        }
    }
    open.is_empty()
}

/// Removes the comments that are not kept from serialized markup.
fn without_odd_comments(clean: String, rules: &Rules) -> String {
    const START: &str = "<!--";
    const END: &str = "-->";
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(start) = clean.get(at..).and_then(|rest| rest.find(START)).map(|found| at + found) {
        let text = clean.get(start + START.len()..).unwrap_or_default();
        let text = text.split_once(END).map_or(text, |(text, _)| text);
        at = (start + START.len() + text.len() + END.len()).min(clean.len());
        if !is_kept(text, rules) {
            out.push_str(clean.get(copied..start).unwrap_or_default());
            copied = at;
        }
    }
    if copied == 0 {
        return clean;
    }
    out.push_str(clean.get(copied..).unwrap_or_default());
    out
}

/// Doubles line feeds at the start of `pre` and `textarea`, where a parser drops the first one (HTML Standard 13.2.6.4.7).
fn keep_line_feeds(clean: String) -> String {
    let mut out = String::new();
    let mut copied = 0;
    let mut comment = next_comment(&clean, 0);
    // In serialized markup `>` ends a tag or is in a comment, and a line feed after a tag is text.
    for end in memmem::find_iter(clean.as_bytes(), ">\n").map(|at| at + 1) {
        while let Some((_, comment_end)) = comment.filter(|&(_, comment_end)| comment_end < end) {
            comment = next_comment(&clean, comment_end);
        }
        if comment.is_some_and(|(start, _)| start < end) {
            continue;
        }
        let tag = clean.get(copied..end).and_then(|text| text.rfind('<').and_then(|at| text.get(at + 1..)));
        let name = tag.and_then(|tag| tag.split([' ', '>']).next());
        if matches!(name, Some("pre" | "textarea" | "listing")) {
            out.push_str(clean.get(copied..end).unwrap_or_default());
            out.push('\n');
            copied = end;
        }
    }
    if copied == 0 {
        return clean;
    }
    out.push_str(clean.get(copied..).unwrap_or_default());
    out
}

/// Returns the offsets of the next comment.
fn next_comment(clean: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = clean.as_bytes();
    let start = from + memmem::find(bytes.get(from..)?, b"<!--")?;
    let length = memmem::find(bytes.get(start..)?, b"-->").map_or(bytes.len(), |at| at + "-->".len());
    Some((start, start + length))
}

fn ammonia(rules: &Rules) -> Builder<'static> {
    let listed = &rules.listed;
    let mut attributes: HashMap<&'static str, HashSet<&'static str>> = HashMap::new();
    for (elements, names) in [
        (&listed.elements, rules.html_attributes().collect::<HashSet<_>>()),
        (&listed.svg_elements, listed.svg_attributes.all().iter().copied().collect()),
        (&listed.mathml_elements, listed.mathml_attributes.all().iter().copied().collect()),
    ] {
        for &element in elements.all() {
            // Copying a set does not hash its members again.
            match attributes.entry(element) {
                Entry::Vacant(entry) => _ = entry.insert(names.clone()),
                Entry::Occupied(mut entry) => entry.get_mut().extend(&names),
            }
        }
    }
    let mut schemes: HashSet<&'static str> = listed.url_schemes.all().iter().copied().collect();
    if listed.data_images {
        schemes.insert("data");
    }
    let mut builder = Builder::empty();
    builder
        .tags(attributes.keys().copied().collect())
        .clean_content_tags(DROPPED_WITH_CONTENT.iter().copied().collect())
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .url_schemes(schemes)
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some(listed.link_rel).filter(|rel| !rel.is_empty()))
        .strip_comments(!listed.comments);
    // `svg` and `math` must declare their namespaces in XML.
    for (root, namespace) in ROOTS {
        if listed.svg_elements.contains(root) || listed.mathml_elements.contains(root) {
            builder.set_tag_attribute_value(root, "xmlns", namespace);
        }
    }
    if !listed.embed_hosts.all().is_empty() {
        builder.set_tag_attribute_value("iframe", "sandbox", SANDBOX);
    }
    let rules = rules.clone();
    builder.attribute_filter(move |element, attribute, value| rules.filter(element, attribute, value));
    builder
}

#[cfg(test)]
mod tests {
    use super::{as_text, is_balanced, keep_line_feeds, prepare};
    use crate::content::sanitizer::FEED_PARSER;
    use crate::content::{Budget, links::Links};

    fn clean(markup: &str) -> String {
        let budget = Budget::default();
        FEED_PARSER.clean(markup, Links::new(None, &budget), &budget).into_owned()
    }

    #[test]
    fn parts_of_a_table_are_parsed_within_a_table() {
        for (markup, expected) in [
            ("<td>x", "<td>x</td>"),
            ("<tr><td>x<td>y", "<tr><td>x</td><td>y</td></tr>"),
            ("<thead></thead>", "<thead></thead>"),
            ("<col><col>", "<col><col>"),
            ("\n<TH onclick=x()>x</TH>", "\n<th>x</th>"),
            ("<td>x</td></tr><tr><td>y</td>", "xy"),
            ("<td>x</table><p>y", "x<p>y</p>"),
            ("<tr>x</tr>", "x"),
        ] {
            assert_eq!(clean(markup), expected, "{markup:?}");
        }
    }

    /// Trees that cannot be written so that they are read as themselves: an element that may not be within another of its
    /// kind is moved there before a table.
    #[test]
    fn output_that_is_read_as_another_tree_is_cleaned_again() {
        let budget = Budget::default();
        let links = Links::new(None, &budget);
        for (markup, first, last) in [
            (
                "<a href=x>y<table><a href=z>w</table>",
                "<a href=\"x\">y<a href=\"z\">w</a><table></table></a>",
                "<a href=\"x\">y</a><a href=\"z\">w</a><table></table>",
            ),
            (
                "<h1>y<table><h2>w</table>",
                "<h1>y<h2>w</h2><table></table></h1>",
                "<h1>y</h1><h2>w</h2><table></table>",
            ),
            (
                "<ul><li><table><li>x",
                "<ul><li><li>x</li><table></table></li></ul>",
                "<ul><li></li><li>x</li><table></table></ul>",
            ),
            (
                "<button>y<table><button>w</table>",
                "<button>y<button>w</button><table></table></button>",
                "<button>y</button><button>w</button><table></table>",
            ),
            (
                "<form><div></form><form>x",
                "<form><div><form>x</form></div></form>",
                "<form><div>x</div></form>",
            ),
        ] {
            let prepared = prepare(markup, links, &FEED_PARSER.rules, &budget);
            assert_eq!(FEED_PARSER.parse(&prepared.markup), first, "{markup:?}");
            assert_eq!(clean(markup), last, "{markup:?}");
            assert_eq!(clean(last), last, "{markup:?} a second time");
        }
    }

    #[test]
    fn intended_line_feeds_are_kept() {
        for (markup, expected) in [
            ("<pre>\nx</pre>", "<pre>\n\nx</pre>"),
            ("<pre>x</pre>\n<p>\n</p>", "<pre>x</pre>\n<p>\n</p>"),
            ("<!--<pre>\nx--><pre>\n<!--<pre -->\n", "<!--<pre>\nx--><pre>\n\n<!--<pre -->\n"),
            ("<b>\n</b><textarea a=\"b\">\n</textarea>", "<b>\n</b><textarea a=\"b\">\n\n</textarea>"),
        ] {
            assert_eq!(keep_line_feeds(markup.to_owned()), expected, "{markup:?}");
        }
    }

    #[test]
    fn escaped_markup_is_stable() {
        let text = as_text("<a title=\"b\">\r\n/ &amp; &#13;\u{A0}\t<pre>\n</a>");
        assert_eq!(text, "&lt;a title=\"b\"&gt;\n\n/ &amp;amp; &amp;#13;&nbsp;\t&lt;pre&gt;\n&lt;/a&gt;");
        assert_eq!(clean(&text), text);
        let budget = Budget::default();
        assert_eq!(FEED_PARSER.clean_by_ammonia(&text, Links::new(None, &budget), &budget), text);
    }

    #[test]
    fn balance_of_tags_is_checked() {
        for (markup, expected) in
            [("", true), ("<td>x<br></td>", true), ("<td>x</td></tr><tr>", false), ("<td>", false)]
        {
            assert_eq!(is_balanced(markup), expected, "{markup:?}");
        }
    }
}
