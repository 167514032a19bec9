//! Sanitizing by ammonia, the authority on what is safe.

use super::bounds::{MAX_ATTRIBUTES, is_void};
use super::characters::escape;
use super::fast;
use super::html::decode;
use super::lists::Lists;
use super::plain::{Kind, Plain};
use super::rewrite::rewrite;
use super::rules::{DROPPED_WITH_CONTENT, Holds, Rules, is_local_paint};
use super::tag::{Attribute, Tag, Written, lower};
use ammonia::{Builder, UrlRelative};
use memchr::memmem;
use std::borrow::Cow;
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::OnceLock;

/// What the parts of a table stand in.
static CONTEXTS: &[(&[&str], &str, &str)] = &[
    (&["caption", "colgroup", "tbody", "tfoot", "thead"], "<table>", "</table>"),
    (&["col"], "<table><colgroup>", "</colgroup></table>"),
    (&["tr"], "<table><tbody>", "</tbody></table>"),
    (&["td", "th"], "<table><tbody><tr>", "</tr></tbody></table>"),
];

/// How often markup may change when it is read again.
const MAX_READINGS: usize = 4;

/// A set of lists with all that is made of them once.
#[derive(Debug)]
pub(super) struct Policy {
    pub(super) rules: Rules,
    /// Made when the fast way first declines.
    ammonia: OnceLock<Builder<'static>>,
}

pub(super) static FEED_PARSER: Policy = Policy::of(Rules::FEED_PARSER);
pub(super) static READER: Policy = Policy::of(Rules::READER);

impl Policy {
    const fn of(rules: Rules) -> Self {
        Self { rules, ammonia: OnceLock::new() }
    }

    pub(super) fn new(lists: &Lists) -> Self {
        Self::of(Rules::new(lists))
    }

    /// Markup, made safe: the fast way where it is plain.
    pub(super) fn clean<'a>(&self, markup: &'a str, base: Option<&str>) -> Cow<'a, str> {
        fast::clean(markup, base, &self.rules)
            .unwrap_or_else(|_| Cow::Owned(self.clean_by_ammonia(markup, base)))
    }

    /// Any markup at all, made safe: its URIs rewritten, then all of it parsed as a browser does, and what is not
    /// listed left out of the tree.
    pub(super) fn clean_by_ammonia(&self, markup: &str, base: Option<&str>) -> String {
        let rewritten = rewrite(markup, base, Some(&self.rules));
        if let Some(part) = self.read_in_table(&rewritten) {
            return part;
        }
        let mut clean = self.read(&rewritten);
        // Some trees have no markup that is read as them again: links within links, forms within forms, HTML within
        // MathML. What a browser would make of it must have been looked at too.
        for _ in 0..MAX_READINGS {
            if fast::clean(&clean, None, &self.rules).is_ok_and(|again| again == clean) {
                return clean;
            }
            let again = self.read(&clean);
            if again == clean {
                return clean;
            }
            clean = again;
        }
        // It never comes to rest.
        as_text(&clean)
    }

    /// A value that is a part of a table is read where it may stand: ammonia reads every value as in a `div`, where
    /// the tags of a table's parts are nothing. Only what the fast way takes for plain in a table is answered.
    fn read_in_table(&self, markup: &str) -> Option<String> {
        let start = markup.find(|c: char| !c.is_ascii_whitespace())?;
        let first = Tag::read(markup, start, &mut Written::new()).filter(|tag| !tag.is_end)?;
        let first = lower(first.name);
        let (before, after) =
            CONTEXTS.iter().find(|(parts, ..)| parts.contains(&&*first)).map(|c| (c.1, c.2))?;
        let whole = format!("{before}{markup}{after}");
        let whole = fast::clean(&whole, None, &self.rules).ok()?;
        let part = whole.strip_prefix(before)?.strip_suffix(after)?;
        let again = fast::clean(&whole, None, &self.rules).is_ok_and(|again| again == whole);
        (again && is_balanced(part)).then(|| part.to_owned())
    }

    fn read(&self, markup: &str) -> String {
        let mut clean = self.ammonia.get_or_init(|| ammonia(&self.rules)).clean(markup).to_string();
        if self.rules.listed.comments {
            clean = without_odd_comments(clean, &self.rules);
        }
        keep_line_feeds(clean)
    }
}

/// Markup to be seen as it is written, in the form in which a serializer writes text.
fn as_text(markup: &str) -> String {
    let mut text = String::with_capacity(markup.len() + markup.len() / 4);
    for c in markup.chars().map(|c| if c == '\r' { '\n' } else { c }) {
        match escape(c) {
            Some(escape) => text.push_str(escape),
            None => text.push(c),
        }
    }
    text
}

/// Whether every end tag has its start tag in front of it, and every start tag its end tag behind it, in what a
/// serializer wrote: then nothing of it closes what it stands in.
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

/// Whether a comment may stay, if comments may: it is not empty, as those are that stand where something was left out,
/// and would do no harm if anybody read it as markup.
pub(super) fn is_kept(comment: &str, rules: &Rules) -> bool {
    let mut attributes = Written::new();
    let mut tags = memchr::memchr_iter(b'<', comment.as_bytes());
    !comment.is_empty()
        && tags.all(|at| {
            Tag::read(comment, at, &mut attributes).is_some_and(|tag| is_harmless(&tag, &attributes, rules))
        })
}

/// Whether a tag is of a plain element and with attributes that are listed, none of them with a URI that is not safe. A
/// `pre` would be taken for one when line feeds are counted.
fn is_harmless(tag: &Tag<'_>, attributes: &[Attribute<'_>], rules: &Rules) -> bool {
    let element = lower(tag.name);
    rules.plain.get(&element).is_some_and(|plain| plain.is_listed && plain.kind != Kind::Preformatted)
        && attributes.len() <= MAX_ATTRIBUTES
        && attributes.iter().all(|attribute| {
            let name = lower(attribute.name);
            let value = decode(attribute.value, true);
            rules.plain_attributes.get(&name).is_some_and(|listed| match listed.holds {
                Holds::Text | Holds::Namespace => true,
                Holds::Style => rules.filter_style(&value).is_some(),
                Holds::Uri => rules.is_safe(&element, &name, &value),
                Holds::Candidates => rules.are_safe(&value),
                Holds::Paint => is_local_paint(&value),
            })
        })
}

/// What a serializer wrote, without the comments that may not stay.
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

/// A line feed behind `<pre>` or `<textarea>` is dropped when it is read (HTML Standard 13.2.6.4.7): one that is
/// meant needs another in front.
fn keep_line_feeds(clean: String) -> String {
    let mut out = String::new();
    let mut copied = 0;
    let mut comment = next_comment(&clean, 0);
    // In what a serializer wrote, `>` ends a tag or stands in a comment, and a line feed behind a tag is text.
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

/// Where the next comment begins and ends.
fn next_comment(clean: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = clean.as_bytes();
    let start = from + memmem::find(bytes.get(from..)?, b"<!--")?;
    let length = memmem::find(bytes.get(start..)?, b"-->").map_or(bytes.len(), |at| at + "-->".len());
    Some((start, start + length))
}

/// The root elements of foreign content, and their namespaces.
static ROOTS: [(&str, &str); 2] =
    [("math", "http://www.w3.org/1998/Math/MathML"), ("svg", "http://www.w3.org/2000/svg")];

/// The namespace that an element is told to have, if it is a root of foreign content.
pub(super) fn namespace_of_root(element: &Plain) -> Option<&'static str> {
    let is_root = |&&(root, _): &&(&str, _)| element.kind.is_foreign() && element.name == root;
    ROOTS.iter().find(is_root).map(|&(_, namespace)| namespace)
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
            // A copy of a set is made without hashing what is in it.
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
        .link_rel(None)
        .strip_comments(!listed.comments);
    // An `svg` or a `math` keeps its meaning where it is read as XML.
    for (root, namespace) in ROOTS {
        if listed.svg_elements.contains(root) || listed.mathml_elements.contains(root) {
            builder.set_tag_attribute_value(root, "xmlns", namespace);
        }
    }
    let rules = rules.clone();
    builder.attribute_filter(move |element, attribute, value| rules.filter(element, attribute, value));
    builder
}

#[cfg(test)]
mod tests {
    use super::{FEED_PARSER, as_text, is_balanced, keep_line_feeds};
    use std::time::{Duration, Instant};

    #[test]
    fn a_part_of_a_table_is_read_where_it_may_stand() {
        let policy = &FEED_PARSER;
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
            assert_eq!(policy.clean(markup, None), expected, "{markup:?}");
        }
    }

    #[test]
    fn a_comment_stays_that_would_do_no_harm_as_markup() {
        let policy = &FEED_PARSER;
        for (comment, expected) in [
            ("x", true),
            ("a -- b > c & d", true),
            ("<p class='x'>y</p>", true),
            ("<a href=\"/x\">y</a>", true),
            ("<p style='color: red'>", true),
            ("", false),
            ("<", false),
            ("a < b", false),
            ("<script>", false),
            ("</noscript>", false),
            ("</textarea>", false),
            ("<img src=x onerror=y>", false),
            ("<a href=javascript:x>", false),
            ("<p style='behavior: url(x)'>", false),
            ("<svg>", false),
            ("<p", false),
        ] {
            let (comment, clean) = (format!("a<!--{comment}-->b"), expected.then_some(comment));
            let clean = clean.map_or("ab".to_owned(), |comment| format!("a<!--{comment}-->b"));
            assert_eq!(policy.clean(&comment, None), clean, "{comment}");
        }
    }

    #[test]
    fn a_line_feed_that_is_meant_is_kept() {
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
    fn markup_that_became_text_is_left_as_it_is() {
        let text = as_text("<a title=\"b\">\r\n/ &amp; &#13;\u{A0}\t<pre>\n</a>");
        assert_eq!(text, "&lt;a title=\"b\"&gt;\n\n/ &amp;amp; &amp;#13;&nbsp;\t&lt;pre&gt;\n&lt;/a&gt;");
        assert_eq!(FEED_PARSER.clean(&text, None), text);
        assert_eq!(FEED_PARSER.clean_by_ammonia(&text, None), text);
    }

    #[test]
    fn markup_is_balanced_when_nothing_of_it_closes_what_it_stands_in() {
        for (markup, expected) in
            [("", true), ("<td>x<br></td>", true), ("<td>x</td></tr><tr>", false), ("<td>", false)]
        {
            assert_eq!(is_balanced(markup), expected, "{markup:?}");
        }
    }

    #[test]
    fn hostile_markup_takes_time_and_room_in_proportion_to_its_length() {
        let policy = &FEED_PARSER;
        for (piece, filler) in [
            ("<div>", ""),
            ("<b>", "<x>"),
            ("<p><font color=red title=a>", "<x>"),
            ("<a href=x>", ""),
            ("<table><td>", ""),
            ("<table>x", ""),
            ("<svg><g>", ""),
            ("<svg><title>", ""),
            ("<math><mi>", ""),
            ("<b><table><td></b></td></table>", ""),
            ("<span><div></span></div>", "<x>"),
            ("<!--", ""),
            ("<!---->", "<x>"),
            ("<![CDATA[", "<svg>"),
            ("<a ", ""),
            ("<p a=b ", ""),
            ("<", ""),
            ("&", "<p>"),
            ("</p>", "<x>"),
            ("<select><option>", ""),
            ("<form>", ""),
            ("<nobr>", ""),
            ("<p style='color:red;'>", ""),
            ("<i style='(((((((((((('>", ""),
        ] {
            let markup = filler.to_owned() + &piece.repeat(100_000 / piece.len());
            let start = Instant::now();
            let clean = policy.clean(&markup, Some("http://b.example/"));
            assert!(clean.len() < 40 * markup.len(), "{piece:?} became {} bytes", clean.len());
            assert!(start.elapsed() < Duration::from_secs(10), "{piece:?} took {:?}", start.elapsed());
        }
    }
}
