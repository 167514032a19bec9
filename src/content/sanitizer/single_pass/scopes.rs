//! The stack of open elements and its scopes (HTML Standard 13.2.4.2, 13.2.6.4.7).

use super::writer::{Bailout, Writer};
use crate::content::sanitizer::elements::{Kind, Plain};
use crate::content::tag::MarkupTag;

impl Writer<'_, '_> {
    pub(super) fn push(&mut self, element: Plain) {
        self.paragraphs += usize::from(element.kind == Kind::Paragraph);
        self.open.push(element);
    }

    pub(super) fn pop(&mut self) -> Option<Plain> {
        let element = self.open.pop()?;
        if element.is_prefixed() {
            self.prefixed.pop();
        }
        self.paragraphs -= usize::from(element.kind == Kind::Paragraph);
        Some(element)
    }

    /// Closes the elements that a start tag closes.
    pub(super) fn make_room(&mut self, element: Plain) -> Result<(), Bailout> {
        // A table without one of its parts would be parsed differently.
        if element.kind.is_of_tables() && !element.is_listed {
            return Err(Bailout::Table);
        }
        match element.kind {
            // Forms cannot be nested.
            Kind::Form if self.open.iter().any(|open| open.kind == Kind::Form) => Err(Bailout::Nesting),
            Kind::Button if self.open.iter().any(|open| open.kind == Kind::Button) => Err(Bailout::Nesting),
            Kind::Ordinary | Kind::Void | Kind::Button | Kind::Dropped | Kind::Ignored => Ok(()),
            Kind::Svg | Kind::MathMl | Kind::MathMlText => Err(Bailout::Foreign),
            Kind::Table if self.open.last().is_some_and(|open| open.kind.has_parts()) => Err(Bailout::Table),
            Kind::Table | Kind::Form => self.close_paragraph(),
            Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::ColumnGroup | Kind::Column => {
                self.make_room_in_table(element)
            }
            Kind::RawText => Err(Bailout::Element),
            Kind::Formatting => {
                let nested = element.name == "a" && self.find(|open| open.name == "a").is_some();
                if nested { Err(Bailout::Nesting) } else { Ok(()) }
            }
            Kind::Block | Kind::Division | Kind::Paragraph | Kind::Preformatted | Kind::Rule => {
                self.close_paragraph()
            }
            Kind::Heading => {
                self.close_paragraph()?;
                let last = self.open.last();
                // Elements that are not listed will not be between two that are when the output is parsed.
                let last_listed = self.open.iter().rfind(|open| open.is_listed);
                let nested = [last, last_listed].into_iter().flatten().any(|open| open.kind == Kind::Heading);
                if nested { Err(Bailout::Nesting) } else { Ok(()) }
            }
            Kind::Item | Kind::Definition => {
                let passes = |open: &Plain| {
                    matches!(open.kind, Kind::Division | Kind::Paragraph) || !open.kind.is_special()
                };
                let last = self.find(|open| open.kind == element.kind || !passes(open));
                if let Some(at) = last.filter(|&at| self.is_at(at, |open| open.kind == element.kind)) {
                    self.close_through(at)?;
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

    /// Returns the index of the last open element that matches, within the last cell, caption or table.
    fn find(&self, is_so: impl Fn(&Plain) -> bool) -> Option<usize> {
        let scope = self.open.iter().rposition(|open| open.kind.is_scope()).map_or(0, |at| at + 1);
        self.open.get(scope..)?.iter().rposition(is_so).map(|at| scope + at)
    }

    /// Returns the index of the last open element with this name, which has a prefix, after any special element.
    fn find_prefixed(&self, name: &str) -> Option<usize> {
        let mut names = self.prefixed.iter().rev();
        let open = self.open.iter().enumerate().rev().take_while(|(_, open)| !open.kind.is_special());
        open.filter(|(_, open)| open.is_prefixed())
            .find(|_| names.next().is_some_and(|other| other.eq_ignore_ascii_case(name)))
            .map(|(at, _)| at)
    }

    pub(super) fn is_at(&self, at: usize, is_so: impl Fn(&Plain) -> bool) -> bool {
        self.open.get(at).is_some_and(is_so)
    }

    /// Returns the index of the open `p` "in button scope".
    fn find_paragraph(&self) -> Result<Option<usize>, Bailout> {
        if self.paragraphs == 0 {
            return Ok(None);
        }
        let Some(found) = self.find(|open| matches!(open.kind, Kind::Paragraph | Kind::Button)) else {
            return Ok(None);
        };
        match self.open.get(found) {
            Some(open) if open.kind == Kind::Paragraph => Ok(Some(found)),
            // Without the button the `p` around it would be in scope when the output is parsed.
            Some(button) if !button.is_listed => Err(Bailout::Nesting),
            _ => Ok(None),
        }
    }

    fn close_paragraph(&mut self) -> Result<(), Bailout> {
        match self.find_paragraph()? {
            Some(at) => self.close_through(at),
            None => Ok(()),
        }
    }

    pub(super) fn end(&mut self, element: Plain, tag: &MarkupTag<'_>) -> Result<(), Bailout> {
        let ends_last = self.open.last().is_some_and(|open| open.is_listed && open.name == element.name);
        let is_plain = tag.end - self.start == "</>".len() + tag.name.len() && tag.name == element.name;
        if ends_last && is_plain {
            self.pop();
            return Ok(());
        }
        self.out.cut(self.start, tag.end);
        let like = |open: &Plain| open.name == element.name;
        let found = match element.kind {
            // As in XHTML, where `<br></br>` is one line break.
            Kind::Void | Kind::Rule | Kind::Column | Kind::RawText | Kind::Dropped | Kind::Ignored => None,
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
                let found = self.open.iter().rposition(like);
                let within = found.and_then(|at| self.open.get(at + 1..)).unwrap_or_default();
                let ends_itself =
                    |open: &Plain| matches!(open.kind, Kind::Paragraph | Kind::Item | Kind::Definition);
                if !within.iter().all(ends_itself) {
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
            Kind::Formatting => {
                let found = self.find(like);
                if found.is_some_and(|at| at + 1 != self.open.len()) {
                    return Err(Bailout::Overlap);
                }
                found
            }
            Kind::Ordinary if element.is_prefixed() => self.find_prefixed(tag.name),
            Kind::Ordinary => {
                let found = self.find(|open| like(open) || open.kind.is_special());
                found.filter(|&at| self.is_at(at, like))
            }
            Kind::Table | Kind::Section | Kind::Row | Kind::Cell | Kind::Caption | Kind::ColumnGroup => {
                return self.end_in_table(element);
            }
            Kind::Svg | Kind::MathMl | Kind::MathMlText => return Err(Bailout::Foreign),
        };
        match found {
            Some(at) => self.close_through(at),
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

    /// Closes all open elements from index `at`. A formatting element within it would be reopened.
    fn close_through(&mut self, at: usize) -> Result<(), Bailout> {
        let within = self.open.get(at + 1..).unwrap_or_default();
        if within.iter().any(|open| open.kind == Kind::Formatting) {
            return Err(Bailout::Overlap);
        }
        self.close_until(at)
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
