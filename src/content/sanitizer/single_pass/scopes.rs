//! The stack of open elements and its scopes (HTML Standard 13.2.4.2, 13.2.6.4.7).

use super::writer::{Bailout, Writer};
use crate::content::sanitizer::elements::{Kind, Plain};
use crate::content::tag::MarkupTag;

impl<'r> Writer<'_, 'r> {
    #[inline]
    pub(super) fn push(&mut self, element: &'r Plain) {
        self.paragraphs += usize::from(element.kind == Kind::Paragraph);
        self.open.push(element);
    }

    /// Removes the last open element from the stack. A formatting element stays on the list of active ones.
    fn pop(&mut self) -> Option<&'r Plain> {
        let element = self.open.pop()?;
        if element.kind == Kind::Formatting {
            self.active.close(self.open.len());
        } else if element.kind.is_special() {
            self.paragraphs -= usize::from(element.kind == Kind::Paragraph);
            self.active.close_block(self.open.len());
            if element.kind.has_marker() {
                self.active.clear_to_marker();
            }
        } else if element.is_unknown() {
            self.unknown.pop();
        }
        Some(element)
    }

    /// Removes the last open element from the stack, if its end tag as written ends no other element. Returns whether it does.
    #[inline]
    pub(super) fn end_last(&mut self) -> bool {
        if self.open.last().is_none_or(|last| last.kind != Kind::Formatting) {
            return self.pop().is_some();
        }
        let ends = self.active.end_last(self.open.len() - 1);
        if ends {
            self.open.pop();
        }
        ends
    }

    /// Closes the elements that a start tag closes.
    pub(super) fn make_room(&mut self, element: &'r Plain) -> Result<(), Bailout> {
        // A table without one of its parts would be parsed differently.
        if element.kind.is_of_tables() && !element.is_listed {
            return Err(Bailout::Table);
        }
        match element.kind {
            // Forms cannot be nested.
            Kind::Form if self.open.iter().any(|open| open.kind == Kind::Form) => Err(Bailout::Nesting),
            Kind::Button if self.open.iter().any(|open| open.kind == Kind::Button) => Err(Bailout::Nesting),
            Kind::Svg | Kind::MathMl | Kind::MathMlText => Err(Bailout::Foreign),
            Kind::Table if self.open.last().is_some_and(|open| open.kind.has_parts()) => Err(Bailout::Table),
            Kind::Table | Kind::Form => self.close_paragraph(),
            Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::ColumnGroup | Kind::Column => {
                self.make_room_in_table(element)
            }
            Kind::RawText => Err(Bailout::Element),
            Kind::Ruby => self.make_room_in_ruby(element),
            Kind::Formatting if matches!(element.name, "a" | "nobr") => self.end_same(element.name),
            Kind::Formatting
            | Kind::Ordinary
            | Kind::Void
            | Kind::Metadata
            | Kind::Button
            | Kind::Object
            | Kind::Dropped
            | Kind::Ignored => Ok(()),
            Kind::Block | Kind::Division | Kind::Paragraph | Kind::Preformatted | Kind::Rule => {
                self.close_paragraph()
            }
            Kind::Heading => {
                self.close_paragraph()?;
                if self.open.last().is_some_and(|open| open.kind == Kind::Heading) {
                    self.close_last();
                }
                self.expect_heading(self.open.len())
            }
            Kind::Item | Kind::Definition => {
                let passes = |open: &Plain| {
                    matches!(open.kind, Kind::Division | Kind::Paragraph) || !open.kind.is_special()
                };
                let last = self.find(|open| open.kind == element.kind || !passes(open));
                if let Some(at) = last.filter(|&at| self.is_at(at, |open| open.kind == element.kind)) {
                    self.close_until(at)?;
                }
                let mut listed = self.open.iter().rev().filter(|open| open.is_listed);
                if listed
                    .find(|open| open.kind == element.kind || !passes(open))
                    .is_some_and(|open| open.kind == element.kind)
                {
                    return Err(Bailout::Nesting);
                }
                self.close_paragraph()
            }
        }
    }

    /// Bails out if a heading on the stack of open elements at an index would be within another when the output is parsed.
    /// Elements that are not listed will not be between them.
    pub(super) fn expect_heading(&self, at: usize) -> Result<(), Bailout> {
        let outer = self.open.get(..at).unwrap_or_default();
        let last_listed = outer.iter().rfind(|open| open.is_listed);
        let nested = [outer.last(), last_listed].into_iter().flatten().any(|open| open.kind == Kind::Heading);
        if nested { Err(Bailout::Nesting) } else { Ok(()) }
    }

    /// Closes the elements in a `ruby` whose end tags are implied.
    fn make_room_in_ruby(&mut self, element: &'r Plain) -> Result<(), Bailout> {
        if self.find(|open| open.name == "ruby").is_none() {
            // Without an object the `ruby` around it may be in scope when the output is parsed.
            let is_hidden = self.open.iter().any(|open| open.kind == Kind::Object && !open.is_listed);
            return if is_hidden { Err(Bailout::Nesting) } else { Ok(()) };
        }
        let is_closed = |open: &Plain| {
            open.kind.has_implied_end() && (open.name != "rtc" || matches!(element.name, "rb" | "rtc"))
        };
        while self.open.last().copied().is_some_and(is_closed) {
            self.close_last();
        }
        // Elements that are not listed will not be between two that are when the output is parsed.
        let last_listed = self.open.iter().copied().rfind(|open| open.is_listed);
        if last_listed.is_some_and(is_closed) { Err(Bailout::Nesting) } else { Ok(()) }
    }

    /// Ends an `a` or a `nobr` where another starts.
    fn end_same(&mut self, name: &str) -> Result<(), Bailout> {
        if name == "nobr" {
            self.reopen(self.start)?;
        }
        if self.active.rposition(|entry| entry.element.name == name).is_some() {
            self.end_formatting(name)?;
        }
        let is_like = |open: &Plain| open.name == name;
        let is_bound = |open: &Plain| open.kind.is_scope() && open.is_listed;
        let last = self.open.iter().copied().rfind(|open| is_like(open) || is_bound(open));
        if last.is_some_and(is_like) { Err(Bailout::Nesting) } else { Ok(()) }
    }

    /// Returns the index of the last open element that matches, within the last cell, caption or table.
    fn find(&self, is_so: impl Fn(&Plain) -> bool) -> Option<usize> {
        let scope = self.open.iter().rposition(|open| open.kind.is_scope()).map_or(0, |at| at + 1);
        self.open.get(scope..)?.iter().rposition(|open| is_so(open)).map(|at| scope + at)
    }

    /// Returns the index of the last open element with this name, which HTML does not know, after any special element.
    fn find_unknown(&self, name: &str) -> Option<usize> {
        let mut names = self.unknown.iter().rev();
        let open = self.open.iter().enumerate().rev().take_while(|(_, open)| !open.kind.is_special());
        open.filter(|(_, open)| open.is_unknown())
            .find(|_| names.next().is_some_and(|other| other.eq_ignore_ascii_case(name)))
            .map(|(at, _)| at)
    }

    pub(super) fn is_at(&self, at: usize, is_so: impl Fn(&Plain) -> bool) -> bool {
        self.open.get(at).is_some_and(|open| is_so(open))
    }

    /// Returns the index of the open `p` "in button scope".
    fn find_paragraph(&self) -> Result<Option<usize>, Bailout> {
        if self.paragraphs == 0 {
            return Ok(None);
        }
        let is_bound = |open: &Plain| open.kind == Kind::Button || open.kind.is_scope();
        let found = self.open.iter().rposition(|open| open.kind == Kind::Paragraph || is_bound(open));
        match found.and_then(|found| self.open.get(found)) {
            Some(open) if open.kind == Kind::Paragraph => Ok(found),
            // Without the button or object the `p` around it would be in scope when the output is parsed.
            Some(bound) if !bound.is_listed => Err(Bailout::Nesting),
            _ => Ok(None),
        }
    }

    fn close_paragraph(&mut self) -> Result<(), Bailout> {
        match self.find_paragraph()? {
            Some(at) => self.close_until(at),
            None => Ok(()),
        }
    }

    pub(super) fn end(&mut self, element: &'r Plain, tag: &MarkupTag<'_>) -> Result<(), Bailout> {
        let ends_last = self.open.last().is_some_and(|open| open.is_listed && open.name == element.name);
        let is_plain = tag.end - self.start == "</>".len() + tag.name.len() && tag.name == element.name;
        if ends_last && is_plain && self.end_last() {
            return Ok(());
        }
        self.out.cut(self.start, tag.end);
        let like = |open: &Plain| open.name == element.name;
        let found = match element.kind {
            // As in XHTML, where `<br></br>` is one line break.
            Kind::Void
            | Kind::Metadata
            | Kind::Rule
            | Kind::Column
            | Kind::RawText
            | Kind::Dropped
            | Kind::Ignored => None,
            Kind::Paragraph => {
                let found = self.find_paragraph()?;
                if found.is_none() && element.is_listed {
                    self.out.push("<p></p>");
                }
                found
            }
            Kind::Block | Kind::Division | Kind::Preformatted | Kind::Definition | Kind::Button => {
                self.find(like)
            }
            // Elements in it stay open, except those with an implied end tag.
            Kind::Form => {
                let found = self.open.iter().rposition(|open| like(open));
                let within = found.and_then(|at| self.open.get(at + 1..)).unwrap_or_default();
                if !within.iter().all(|open| open.kind.has_implied_end()) {
                    return Err(Bailout::Overlap);
                }
                if let Some(form) = found {
                    self.close_until(form + 1)?;
                    self.close_last();
                }
                return Ok(());
            }
            Kind::Heading => self.find(|open| open.kind == Kind::Heading),
            // A list bounds its scope.
            Kind::Item => {
                let found = self.find(|open| like(open) || matches!(open.name, "ol" | "ul"));
                found.filter(|&at| self.is_at(at, like))
            }
            Kind::Object => {
                let scope = self.open.iter().rposition(|open| open.kind.is_scope());
                scope.filter(|&at| self.is_at(at, like))
            }
            Kind::Formatting => return self.end_formatting(element.name),
            Kind::Ordinary if element.is_unknown() => self.find_unknown(tag.name),
            Kind::Ordinary | Kind::Ruby => return self.end_ordinary(element.name),
            Kind::Table | Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::ColumnGroup => {
                return self.end_in_table(element);
            }
            Kind::Svg | Kind::MathMl | Kind::MathMlText => return Err(Bailout::Foreign),
        };
        match found {
            Some(at) => self.close_until(at),
            None => Ok(()),
        }
    }

    /// Ends the last open element with a name, after any special element ("any other end tag").
    pub(super) fn end_ordinary(&mut self, name: &str) -> Result<(), Bailout> {
        let found = self.open.iter().rposition(|open| open.name == name || open.kind.is_special());
        match found.filter(|&at| self.is_at(at, |open| open.name == name)) {
            Some(at) => self.close_until(at),
            None => Ok(()),
        }
    }

    /// Closes all open elements from index `at`. A form can only be closed by its end tag.
    pub(super) fn close_until(&mut self, at: usize) -> Result<(), Bailout> {
        while self.open.len() > at {
            if self.is_at(self.open.len() - 1, |open| open.kind == Kind::Form) {
                return Err(Bailout::Overlap);
            }
            self.close_last();
        }
        Ok(())
    }

    /// Closes the last open element. Returns whether there was one.
    pub(super) fn close_last(&mut self) -> bool {
        let Some(element) = self.pop() else {
            return false;
        };
        if element.is_listed {
            self.out.insert(self.start, "</");
            self.out.push(element.name);
            self.out.push(">");
        }
        true
    }
}
