//! Start and end tags, and the open elements that they close.

use super::MarkupWriter;
use super::open::{MAX_DEPTH, Waiting};
use crate::sanitizer::elements::Plain;
use bozofeed_text::markup::Kind;
use smallvec::SmallVec;

/// Returns whether the end tag of an element of this kind cannot close blocks.
fn is_inline(kind: Kind) -> bool {
    !kind.is_special() && !kind.has_optional_end()
}

/// Returns whether such an element ends with the block in which it started, and is not opened again. The end of a drawing also ends its
/// elements, but not the HTML in them.
fn ends_alone(kind: Kind) -> bool {
    match kind {
        Kind::Formatting | Kind::Svg | Kind::MathMl => false,
        _ => is_inline(kind),
    }
}

impl<'r> MarkupWriter<'_, 'r> {
    /// Closes the elements from `index` on. Formatting elements among them wait to be opened again, except within cells,
    /// captions and objects. Without implied tags they stay open instead, as they do in a browser.
    pub(super) fn close_to(&mut self, index: usize) {
        if self.conventions.implied_tags_are_omitted {
            return self.close_others(index);
        }
        let closed = self.open.stack.get(index..).unwrap_or_default();
        let outside = closed.iter().take_while(|open| !open.element.kind.has_marker());
        let waiting: SmallVec<[Waiting<'r>; 4]> = outside
            .filter(|open| open.element.kind == Kind::Formatting)
            .map(|open| Waiting { element: open.element, tag: open.tag })
            .collect();
        while self.open.stack.len() > index {
            self.close_implied();
        }
        // Only after everything is closed: the end of a cell, a caption or an object discards the elements that wait within it.
        for element in waiting {
            self.wait(element);
        }
    }

    /// Closes the elements from `index` on, except formatting elements that are not in a cell, caption or object among them.
    fn close_others(&mut self, index: usize) {
        let closed = self.open.stack.get(index..).unwrap_or_default();
        let outside = index + closed.iter().take_while(|open| !open.element.kind.has_marker()).count();
        let inline =
            closed.iter().position(|open| ends_alone(open.element.kind)).map(|inline| index + inline);
        for at in (index..self.open.stack.len()).rev() {
            let Some(element) = self.open.stack.get(at).map(|open| open.element) else { continue };
            if element.kind != Kind::Formatting || at >= outside {
                self.open.remove(at);
                self.push_implied_end(element, at, inline);
            }
        }
    }

    /// Closes an element by its end tag, and the elements within it.
    pub(super) fn close_at(&mut self, at: usize) {
        let Some(element) = self.open.stack.get(at).map(|open| open.element) else { return };
        if self.conventions.implied_tags_are_omitted && element.kind.has_marker() {
            while self.open.stack.len() > at + 1 {
                self.close_implied();
            }
        } else {
            self.close_to(at + 1);
        }
        self.open.remove(at);
        self.push_end_tag(element.name);
    }

    /// Closes the last element. A formatting element is not opened again.
    pub(super) fn close_last(&mut self) {
        if let Some(element) = self.open.pop() {
            self.push_end_tag(element.name);
        }
    }

    /// Closes all elements at the end of the markup.
    pub(super) fn close_all(&mut self) {
        let inline = self.open.stack.iter().position(|open| is_inline(open.element.kind));
        while let Some(element) = self.open.pop() {
            self.push_implied_end(element, self.open.stack.len(), inline);
        }
    }

    /// Closes the last element, for which the markup has no end tag here.
    fn close_implied(&mut self) {
        if let Some(element) = self.open.pop() {
            self.push_implied_end(element, self.open.stack.len(), None);
        }
    }

    /// Writes the end tag of the element that was at `index`, for which the markup has no end tag here. It is omitted if HTML implies it
    /// and implied tags are omitted, unless it is in an inline element or in the text of a drawing or formula, whose end tags imply no
    /// others: in the previous element, or in the one at `inline`, which also ends here.
    fn push_implied_end(&mut self, element: Plain<'_>, index: usize, inline: Option<usize>) {
        let kind = element.kind;
        let around = self.open.stack.get(..index).unwrap_or_default();
        let mut around = around.iter().rev().map(|open| open.element.kind);
        let parent = around.clone().next();
        let mut is_in_foreign = || around.find(|kind| *kind != Kind::Choice).is_some_and(Kind::is_foreign);
        let is_in_inline = inline.is_some_and(|inline| index > inline)
            || kind.is_special() && parent.is_some_and(ends_alone)
            || !kind.is_foreign() && is_in_foreign();
        // The end of a drawing ends all its elements.
        let is_implied = kind.has_optional_end() || kind == Kind::Svg && element.name != "svg";
        if !(is_implied && self.conventions.implied_tags_are_omitted) || is_in_inline {
            self.push_end_tag(element.name);
        }
    }

    pub(super) fn push_end_tag(&mut self, name: &str) {
        self.out.insert(self.start, "</");
        self.out.push(name);
        self.out.push(">");
    }

    /// Prepares for the start tag of an element: closes and opens elements as needed. Returns whether the tag may be written.
    pub(super) fn make_room(&mut self, element: Plain<'r>) -> bool {
        let kind = element.kind;
        if self.open.selects > 0 && !self.make_room_in_select(element) {
            return false;
        }
        let among_parts = self.open.is_among_parts();
        // The tags of an unlisted element still separate paragraphs. Without implied tags, the output could not show that.
        if !element.is_listed {
            if kind.closes_paragraph() && !among_parts && !self.conventions.implied_tags_are_omitted {
                self.close_paragraph();
            }
            return false;
        }
        if (kind.is_part() || among_parts) && !self.make_room_among_parts(element) {
            return false;
        }
        if kind.closes_paragraph() {
            self.close_paragraph();
        }
        match kind {
            Kind::Heading => {
                if let Some(at) = self.open.find(|open| open.kind == Kind::Heading, Kind::is_special) {
                    self.close_to(at);
                }
            }
            Kind::Item if !self.make_room_for_item(kind, Kind::List, "ul") => return self.leave_out(kind),
            Kind::Definition if !self.make_room_for_item(kind, Kind::DefinitionList, "dl") => {
                return self.leave_out(kind);
            }
            Kind::Choice => {
                let is_before = |open: Plain<'_>| {
                    open.kind == Kind::Choice && (open.name == "option" || element.name == "optgroup")
                };
                while let Some(at) = self.open.find(is_before, Kind::is_special) {
                    self.close_to(at);
                }
            }
            Kind::Ruby => self.make_room_in_ruby(element),
            Kind::Button => {
                // There may be cells without a table, which browsers ignore.
                let ends = |kind: Kind| kind.is_scope() && !kind.is_part();
                if let Some(at) = self.open.find(|open| open.kind == Kind::Button, ends) {
                    self.close_to(at);
                }
            }
            Kind::Table if self.conventions.implied_tags_are_omitted => self.close_table_without_cell(),
            // Forms are not nested (HTML Standard 13.2.6.4.7).
            Kind::Form if self.open.stack.iter().any(|open| open.element.kind == Kind::Form) => return false,
            Kind::Formatting if matches!(element.name, "a" | "nobr") => self.end_formatting_before(element),
            _ => {}
        }
        // After closing elements, and before the depth is measured: these elements enclose the new one, and add to its depth.
        if kind.reopens_formatting() {
            self.reopen();
        }
        self.open.has_room(kind) || self.leave_out(kind)
    }

    /// Removes the tags of an element that is nested too deeply, but keeps its content.
    pub(super) fn leave_out(&mut self, kind: Kind) -> bool {
        self.open.left_out += usize::from(!kind.is_void());
        self.budget.set_nesting_exceeded();
        false
    }

    /// Closes a table if another starts in it outside of a cell, as browsers do: they would not find the end tags between them.
    fn close_table_without_cell(&mut self) {
        if let Some(at) = self.open.find(|open| open.kind == Kind::Table, Kind::has_marker) {
            self.close_to(at);
        }
    }

    /// Closes the elements whose end tags an element of a `ruby` implies (HTML Standard 13.2.6.3).
    fn make_room_in_ruby(&mut self, element: Plain<'_>) {
        if self.open.find(|open| open.name == "ruby", Kind::is_scope).is_none() {
            return;
        }
        let stays_in_container = matches!(element.name, "rp" | "rt");
        while self.open.last().is_some_and(|last| match last.element.kind {
            Kind::Item | Kind::Definition | Kind::Choice | Kind::Paragraph => true,
            Kind::Ruby => !(stays_in_container && last.element.name == "rtc"),
            _ => false,
        }) {
            self.close_to(self.open.stack.len() - 1);
        }
    }

    /// Closes a `p` in button scope (HTML Standard 13.2.4.2).
    pub(super) fn close_paragraph(&mut self) {
        let ends = |kind: Kind| kind.is_scope() || kind == Kind::Button;
        if self.open.paragraphs > 0
            && let Some(at) = self.open.find(|open| open.kind == Kind::Paragraph, ends)
        {
            self.close_to(at);
        }
    }

    /// Prepares for an element within a `select`, which can only contain options: a control closes it, other tags are removed.
    fn make_room_in_select(&mut self, element: Plain<'_>) -> bool {
        let Some(at) = self.open.find(|open| open.name == "select", |_| false) else { return true };
        match element.kind {
            Kind::Choice => true,
            _ if matches!(element.name, "input" | "keygen" | "select" | "textarea") => {
                self.close_to(at);
                true
            }
            _ => false,
        }
    }

    /// Closes the item before an item of a list (HTML Standard 13.2.6.4.7). An item without a list could close an item of the surrounding
    /// page, so it gets a list. Returns whether there is room for that.
    fn make_room_for_item(&mut self, item: Kind, list: Kind, name: &str) -> bool {
        let is_around = |open: Plain<'_>| open.kind == item || open.kind == list;
        let ends = |kind: Kind| kind.is_special() && !matches!(kind, Kind::Division | Kind::Paragraph);
        // The nearest of both: an item of an inner list must not close an item of the outer list.
        match self.open.find(is_around, ends) {
            Some(at) if self.open.stack.get(at).is_some_and(|open| open.element.kind == item) => {
                self.close_to(at);
                true
            }
            Some(_) => true,
            None => {
                let is_bounded = self.open.stack.iter().any(|open| ends(open.element.kind));
                is_bounded || self.conventions.implied_tags_are_omitted || self.imply(name, true)
            }
        }
    }

    /// Opens an element that the markup lacks. Returns whether there is room for it and for its parts.
    pub(super) fn imply(&mut self, name: &str, is_implied: bool) -> bool {
        let Some(element) = self.rules.plain.get(name).filter(|element| element.is_listed) else {
            return true;
        };
        if !self.open.has_room(element.kind) || self.open.stack.len() + 2 > MAX_DEPTH && is_implied {
            return false;
        }
        let before = self.out.position(self.start);
        self.out.insert(self.start, "<");
        self.out.push(element.name);
        self.out.push(">");
        let after = self.out.position(self.start);
        self.open.push(element, (before, after), is_implied);
        true
    }

    /// Handles an end tag: closes elements. The tag itself is removed.
    pub(super) fn end(&mut self, element: Plain<'r>) {
        let name = element.name;
        let is_same = |open: Plain<'_>| open.name == name;
        // Each kind of end tag is matched within its own scope (HTML Standard 13.2.4.2, 13.2.6.4.7).
        let found = match element.kind {
            kind if kind.is_void() => None,
            Kind::Formatting => return self.end_formatting(element),
            Kind::Paragraph => {
                let ends = |kind: Kind| kind.is_scope() || kind == Kind::Button;
                let found = self.open.find(is_same, ends);
                if found.is_none() {
                    return self.empty_paragraph(element);
                }
                found
            }
            // The end tag of any heading ends whichever heading is open (HTML Standard 13.2.6.4.7).
            Kind::Heading => self.open.find(|open| open.kind == Kind::Heading, Kind::is_scope),
            Kind::Item => self.open.find(is_same, |kind| kind.is_scope() || kind == Kind::List),
            // Table scope ends at the next table, which is the element searched for.
            Kind::Table => self.open.find(is_same, |_| false),
            kind if kind.is_part() => self.open.find(is_same, |kind| kind == Kind::Table),
            kind if kind.is_special() => self.open.find(is_same, Kind::is_scope),
            _ => self.open.find(is_same, Kind::is_special),
        };
        match found {
            Some(at) => self.close_at(at),
            // It may be the end tag of an element that was removed because of its depth.
            None => self.open.left_out = self.open.left_out.saturating_sub(1),
        }
    }

    /// Writes the empty paragraph for an end tag without a start tag (HTML Standard 13.2.6.4.7), which separates the texts around it.
    fn empty_paragraph(&mut self, element: Plain<'r>) {
        // The end tag may belong to a `p` that was removed because of its depth.
        if self.open.left_out > 0 {
            self.open.left_out -= 1;
            return;
        }
        // It would end SVG and `MathML`.
        if self.open.last().is_some_and(|last| last.element.kind.is_foreign()) {
            return;
        }
        if self.conventions.implied_tags_are_omitted {
            self.push_end_tag(element.name);
        } else if !self.open.is_among_parts() && element.is_listed && self.make_room(element) {
            self.out.insert(self.start, "<p></p>");
        }
    }
}
