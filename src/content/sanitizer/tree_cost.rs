//! An upper bound of what the tree builder does with markup.
//!
//! For every tag a tree builder looks through the open elements. In every new block it reopens the formatting elements (`b`,
//! `font` …) whose block was closed before they were. Content between the parts of a table is moved before the table, which
//! searches the table among its siblings. On hostile markup each of these grows with the square of the length. The model of
//! open elements here never has fewer elements than the tree builder.

use crate::content::markup::is_void;
use std::borrow::Cow;

/// The maximum number of open elements. Further start tags are left out.
const MAX_OPEN: usize = 512;

/// The maximum number of attributes of an element. A parser compares each with all before it. Further ones are removed.
pub(super) const MAX_ATTRIBUTES: usize = 64;

/// The bytes of tags that may be reopened, beside four times the length of the markup.
const REOPENED: usize = 65_536;

/// Returns the maximum number of bytes of tags that may be reopened in markup of a length.
pub(super) fn max_reopened(markup: usize) -> usize {
    REOPENED + markup.saturating_mul(4)
}

/// How many siblings are searched in the time of a step.
const SIBLINGS_IN_A_STEP: usize = 8;

/// The elements that are open at a point of the markup.
#[derive(Default)]
pub(super) struct OpenElements<'a> {
    elements: Vec<CostedElement<'a>>,
    /// The number of formatting elements among them.
    formatting: usize,
    /// The bytes of tags that were reopened, at most.
    reopened: usize,
    /// The nodes that were created, at most.
    nodes: usize,
    /// The number of open `svg` and `math` elements.
    foreign: usize,
}

struct CostedElement<'a> {
    name: Cow<'a, str>,
    category: Category,
    length: usize,
    /// Whether it is a formatting element whose block was closed: it may be reopened anywhere.
    is_orphan: bool,
    /// Whether the tree builder may have closed it already.
    is_doubtful: bool,
}

impl<'a> CostedElement<'a> {
    fn new(name: Cow<'a, str>, category: Category, length: usize) -> Self {
        let is_doubtful = is_closed_implicitly(&name);
        Self { name, category, length, is_orphan: false, is_doubtful }
    }
}

/// Returns whether start tags of other elements, or text, may close an element.
fn is_closed_implicitly(name: &str) -> bool {
    is_heading(name)
        || is_foreign_root(name)
        || matches!(
            name,
            "body"
                | "button"
                | "caption"
                | "colgroup"
                | "dd"
                | "dt"
                | "form"
                | "frame"
                | "frameset"
                | "head"
                | "html"
                | "li"
                | "optgroup"
                | "option"
                | "p"
                | "rb"
                | "rp"
                | "rt"
                | "rtc"
                | "select"
                | "tbody"
                | "td"
                | "template"
                | "tfoot"
                | "th"
                | "thead"
                | "tr"
        )
}

/// How the end of an element is found (HTML Standard 13.2.4.2, 13.2.4.3).
#[derive(Clone, Copy, PartialEq)]
enum Category {
    Formatting,
    /// Bounds the scope of other elements.
    Scope,
    Special,
    Ordinary,
}

fn category(name: &str) -> Category {
    match name {
        "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong"
        | "tt" | "u" => Category::Formatting,
        "applet" | "button" | "caption" | "marquee" | "math" | "object" | "select" | "svg" | "table"
        | "td" | "th" | "template" => Category::Scope,
        "address" | "article" | "aside" | "blockquote" | "center" | "colgroup" | "dd" | "details"
        | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure" | "footer"
        | "form" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "header" | "hgroup" | "iframe" | "li"
        | "listing" | "main" | "menu" | "nav" | "ol" | "optgroup" | "option" | "p" | "plaintext" | "pre"
        | "search" | "section" | "summary" | "tbody" | "textarea" | "tfoot" | "thead" | "tr" | "ul"
        | "xmp" => Category::Special,
        _ => Category::Ordinary,
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

fn is_foreign_root(name: &str) -> bool {
    matches!(name, "math" | "svg")
}

/// Returns whether a foreign element may contain HTML (HTML Standard 13.2.6).
fn may_contain_html(name: &str) -> bool {
    matches!(
        name,
        "annotation-xml" | "desc" | "foreignobject" | "mi" | "mn" | "mo" | "ms" | "mtext" | "title"
    )
}

/// Returns whether a start tag closes an open `p`. `form` does so too, unless it is ignored.
fn closes_paragraph(name: &str) -> bool {
    is_heading(name)
        || matches!(
            name,
            "address"
                | "article"
                | "aside"
                | "blockquote"
                | "center"
                | "dd"
                | "details"
                | "dialog"
                | "dir"
                | "div"
                | "dl"
                | "dt"
                | "fieldset"
                | "figcaption"
                | "figure"
                | "footer"
                | "header"
                | "hgroup"
                | "hr"
                | "li"
                | "listing"
                | "main"
                | "menu"
                | "nav"
                | "ol"
                | "p"
                | "plaintext"
                | "pre"
                | "search"
                | "section"
                | "summary"
                | "table"
                | "ul"
                | "xmp"
        )
}

/// Returns whether an element only contains parts of a table.
fn has_parts(name: &str) -> bool {
    matches!(name, "table" | "tbody" | "tfoot" | "thead" | "tr")
}

/// Returns whether an element is a table or a part of one.
fn is_of_tables(name: &str) -> bool {
    has_parts(name) || matches!(name, "caption" | "colgroup" | "td" | "th")
}

/// Returns whether an element may be closed by the start tag of another.
fn is_closed_by_others(element: &CostedElement<'_>) -> bool {
    element.category == Category::Formatting
        || is_heading(&element.name)
        || matches!(&*element.name, "button" | "dd" | "dt" | "li" | "optgroup" | "option" | "p")
}

/// The cost of a start tag.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TagCost {
    /// Whether the tag is kept, or left out because too much is open.
    pub(super) is_kept: bool,
    /// The elements that the tree builder looks at.
    pub(super) steps: usize,
}

impl<'a> OpenElements<'a> {
    /// Adds a start tag of `length` bytes. `markup` is the length of all markup.
    pub(super) fn start(
        &mut self,
        name: Cow<'a, str>,
        length: usize,
        attributes: usize,
        markup: usize,
    ) -> TagCost {
        self.close_for(&name);
        // The end tag is paid for as well, so that the output costs no more than the input.
        let mut steps = 2 * (1 + self.elements.len()) + self.foster_steps();
        self.nodes += 1;
        if is_void(&name) {
            return TagCost { is_kept: true, steps };
        }
        let category = category(&name);
        let implied = self.implied_by(&name);
        if self.is_exhausted(markup) || self.elements.len() + implied.len() >= MAX_OPEN {
            return TagCost { is_kept: false, steps };
        }
        if category == Category::Formatting {
            // It is compared with the formatting elements of its name, by copies of their attributes.
            steps += self.formatting.saturating_mul(1 + attributes.saturating_mul(8));
            self.formatting += 1;
        }
        for implied in implied {
            let (name, category) = (Cow::Borrowed(*implied), Category::Special);
            self.elements.push(CostedElement::new(name, category, 0));
        }
        self.foreign += usize::from(is_foreign_root(&name));
        self.elements.push(CostedElement::new(name, category, length));
        TagCost { is_kept: true, steps }
    }

    /// Closes the elements that a start tag closes (HTML Standard 13.2.6.4.7).
    fn close_for(&mut self, name: &str) {
        if matches!(name, "li" | "dd" | "dt") {
            let is_like = |element: &CostedElement<'_>| {
                element.name == name || name != "li" && matches!(&*element.name, "dd" | "dt")
            };
            let is_bound = |element: &CostedElement<'_>| {
                matches!(element.category, Category::Scope | Category::Special)
                    && !matches!(&*element.name, "address" | "div" | "p")
            };
            let found = self.elements.iter().rposition(|element| is_like(element) || is_bound(element));
            if let Some(found) = found.filter(|&at| self.elements.get(at).is_some_and(is_like)) {
                self.close_one(found);
            }
        }
        if closes_paragraph(name)
            && let Some(paragraph) = self.find("p", Category::Special)
        {
            self.close_one(paragraph);
        }
        if is_heading(name) {
            self.elements.pop_if(|last| is_heading(&last.name));
        } else if matches!(name, "option" | "tr" | "td" | "th") {
            self.elements.pop_if(|last| last.name == name);
        }
        if is_of_tables(name) || name == "col" {
            self.doubt_in_table(name);
        } else if self.is_foreign() {
            // HTML ends foreign content.
            let root = self.elements.iter().position(|element| is_foreign_root(&element.name));
            self.doubt_from(root.unwrap_or_default());
        }
    }

    /// Handles the start tag of a table or of a part of one, which closes others within the innermost table, or the table.
    fn doubt_in_table(&mut self, name: &str) {
        let is_of_table = |element: &CostedElement<'_>| is_of_tables(&element.name);
        let Some(part) = self.elements.iter().rposition(is_of_table) else { return };
        let is_in_cell =
            self.elements.get(part).is_some_and(|part| matches!(&*part.name, "caption" | "td" | "th"));
        if name == "table" && is_in_cell {
            return;
        }
        let table = self.elements.iter().rposition(|element| element.name == "table");
        self.doubt_from(table.map_or(0, |table| table + usize::from(name != "table")));
    }

    fn doubt_from(&mut self, at: usize) {
        for element in self.elements.get_mut(at..).unwrap_or_default() {
            element.is_doubtful = true;
        }
    }

    /// Returns the elements that the start tag of a part of a table implies.
    fn implied_by(&self, name: &str) -> &'static [&'static str] {
        let last = self.elements.last().map_or("", |last| &*last.name);
        match (name, last) {
            ("td" | "th", "table") => &["tbody", "tr"],
            ("td" | "th", "tbody" | "tfoot" | "thead") => &["tr"],
            ("tr", "table") => &["tbody"],
            _ => &[],
        }
    }

    /// Adds an end tag; returns its steps.
    pub(super) fn end(&mut self, name: &str) -> usize {
        let category = category(name);
        let mut steps = 1 + self.elements.len();
        if name == "p" {
            steps += self.foster_steps();
            self.nodes += 1;
        }
        let Some(found) = self.find(name, category) else {
            return steps;
        };
        let is_last = found + 1 == self.elements.len();
        if is_last {
            steps = 0;
        }
        if is_foreign_root(name) {
            self.end_foreign(found);
        } else if category == Category::Formatting || name == "form" {
            if !is_last {
                steps = steps.saturating_mul(4);
            }
            self.close_one(found);
        } else if self.elements.get(found).is_some_and(|element| element.is_doubtful) {
            self.close_one(found);
        } else {
            self.close_from(found);
        }
        steps
    }

    /// Returns the bytes of the formatting elements that may be within an open element.
    fn formatting_within(&self, at: usize) -> usize {
        let is_within = |(index, element): &(usize, &CostedElement<'_>)| {
            element.category == Category::Formatting && (*index > at || element.is_orphan)
        };
        self.elements.iter().enumerate().filter(is_within).map(|(_, element)| element.length).sum()
    }

    /// Closes an element, and perhaps those within it, which stay here.
    fn close_one(&mut self, found: usize) {
        if found + 1 < self.elements.len() {
            self.reopened = self.reopened.saturating_add(self.formatting_within(found));
        }
        if self.elements.get(found).is_some_and(|element| element.category == Category::Formatting) {
            self.formatting -= 1;
        }
        self.elements.remove(found);
        for element in self.elements.get_mut(found..).unwrap_or_default() {
            element.is_doubtful = true;
            element.is_orphan = true;
        }
    }

    /// Closes an element and those within it, except formatting elements, which are reopened.
    fn close_from(&mut self, found: usize) {
        self.reopened = self.reopened.saturating_add(self.formatting_within(found));
        let mut at = 0;
        self.elements.retain_mut(|element| {
            at += 1;
            element.is_orphan |= at > found;
            at <= found || element.category == Category::Formatting
        });
        if self.foreign > 0 {
            self.foreign = self.elements.iter().filter(|element| is_foreign_root(&element.name)).count();
        }
    }

    /// Closes `svg` or `math`, unless an HTML element within it prevents that. Elements within it stay open: HTML elements
    /// have ended the foreign content before, and foreign elements are closed with what is around them.
    fn end_foreign(&mut self, found: usize) {
        let within = self.elements.get(found + 1..).unwrap_or_default();
        if within
            .iter()
            .all(|element| element.category == Category::Ordinary && !may_contain_html(&element.name))
        {
            self.close_one(found);
            self.foreign -= 1;
        }
    }

    /// Returns whether the next token may be parsed as foreign content.
    pub(super) fn is_foreign(&self) -> bool {
        self.foreign > 0
    }

    /// Adds text that the tokenizer delivers in so many pieces; returns its steps.
    pub(super) fn text(&mut self, pieces: usize) -> usize {
        let open = if self.formatting > 0 { self.elements.len() } else { 0 };
        let steps = pieces.saturating_mul(1 + open + self.foster_steps());
        self.nodes += 1;
        steps
    }

    /// Returns the index of the open element that an end tag closes.
    fn find(&self, name: &str, category: Category) -> Option<usize> {
        for (at, element) in self.elements.iter().enumerate().rev() {
            if element.name == name {
                return Some(at);
            }
            let is_bound = match category {
                Category::Formatting | Category::Special => element.category == Category::Scope,
                Category::Ordinary => matches!(element.category, Category::Scope | Category::Special),
                Category::Scope => false,
            };
            if is_bound {
                return None;
            }
        }
        None
    }

    /// Returns the steps of moving a node before a table, if the next node may be moved (HTML Standard 13.2.6.1).
    fn foster_steps(&self) -> usize {
        let parent = self
            .elements
            .iter()
            .rev()
            .find(|element| has_parts(&element.name) || !is_closed_by_others(element));
        if parent.is_some_and(|parent| has_parts(&parent.name)) { self.nodes / SIBLINGS_IN_A_STEP } else { 0 }
    }

    fn is_exhausted(&self, markup: usize) -> bool {
        self.reopened > max_reopened(markup)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_OPEN, OpenElements, TagCost};
    use std::borrow::Cow;

    fn add(open: &mut OpenElements<'static>, tag: &'static str) -> TagCost {
        match tag.strip_prefix('/') {
            Some(name) => TagCost { is_kept: true, steps: open.end(name) },
            None => open.start(Cow::Borrowed(tag), 3, 0, usize::MAX / 8),
        }
    }

    fn open_after(tags: &[&'static str], times: usize) -> usize {
        let mut open = OpenElements::default();
        for tag in tags.iter().cycle().take(tags.len() * times) {
            add(&mut open, tag);
        }
        open.elements.len()
    }

    #[test]
    fn open_elements_are_never_underestimated() {
        for (tags, expected) in [
            (&["p"][..], 1),
            (&["p", "/p"][..], 0),
            (&["li", "p"][..], 2),
            (&["dd", "div"][..], 11),
            (&["dd", "div", "dd", "ul", "/div"][..], 20),
            (&["ul", "li", "/ul"][..], 0),
            (&["table", "table", "/table", "ul", "/table"][..], 10),
            (&["ul", "li"][..], 20),
            (&["p", "b", "div"][..], 20),
            (&["table", "td"][..], 40),
            (&["div", "b", "/div"][..], 10),
            (&["div", "b", "/b", "/div"][..], 0),
            (&["span", "div", "/span", "/div"][..], 10),
            (&["b", "td", "/b", "/td"][..], 10),
            (&["form", "div", "/form"][..], 10),
            (&["x", "/y"][..], 10),
            (&["br"][..], 0),
        ] {
            assert_eq!(open_after(tags, 10), expected, "{tags:?}");
        }
        assert_eq!(open_after(&["div"], 10 * MAX_OPEN), MAX_OPEN);
    }

    #[test]
    fn foreign_content_ends_with_its_root() {
        for (tags, expected) in [
            (&["svg"][..], true),
            (&["svg", "g", "/svg"][..], false),
            (&["svg", "desc", "/svg"][..], true),
            (&["svg", "p", "/svg"][..], true),
            (&["div", "svg", "p", "/div"][..], true),
            (&["math", "/svg"][..], true),
        ] {
            let mut open = OpenElements::default();
            for tag in tags {
                add(&mut open, tag);
            }
            assert_eq!(open.is_foreign(), expected, "{tags:?}");
        }
    }

    #[test]
    fn unclosed_formatting_is_bounded() {
        let mut open = OpenElements::default();
        let allowed = (0..100_000)
            .take_while(|_| {
                let is_kept = open.start(Cow::Borrowed("font"), 100, 0, 1000).is_kept;
                open.start(Cow::Borrowed("p"), 3, 0, 1000).is_kept && is_kept
            })
            .count();
        assert!(allowed < 100, "{allowed}");
    }

    #[test]
    fn formatting_that_is_not_reopened_costs_nothing() {
        let mut open = OpenElements::default();
        open.start(Cow::Borrowed("a"), 200, 1, 1000);
        for _ in 0..1000 {
            assert!(open.start(Cow::Borrowed("span"), 6, 0, 1000).is_kept);
            open.end("span");
        }
        assert_eq!(open.reopened, 0);
    }

    /// (tags, tags that are repeated, the steps of the last tag after 100 repetitions)
    #[test]
    fn steps_are_counted() {
        for (before, repeated, expected) in [
            (&["div"][..], &["br"][..], 4),
            (&["div"][..], &["span"][..], 202),
            (&["table"][..], &["img"][..], 4 + 100 / 8),
            (&["div"][..], &["b", "/b"][..], 0),
            (&["div"][..], &["/b"][..], 2),
            (&["table", "td"][..], &["img"][..], 10),
            (&["table", "div"][..], &["img"][..], 6),
        ] {
            let mut open = OpenElements::default();
            for tag in before {
                add(&mut open, tag);
            }
            let steps = repeated
                .iter()
                .cycle()
                .take(100 * repeated.len())
                .map(|tag| add(&mut open, tag).steps)
                .last();
            assert_eq!(steps, Some(expected), "{before:?} {repeated:?}");
        }
    }
}
