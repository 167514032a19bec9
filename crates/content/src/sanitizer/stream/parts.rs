//! The parts of tables and lists.
//!
//! Between the parts of a table, a browser only expects other parts: it moves everything else before the table. Here, a cell is opened
//! around it instead. Parts without a table get a table.

use super::MarkupWriter;
use crate::sanitizer::elements::Plain;
use bozofeed_text::markup::Kind;

impl<'r> MarkupWriter<'_, 'r> {
    /// Prepares for an element that is a part of a table, or that appears between the parts of a table or list. Returns whether its tag
    /// may be written.
    pub(super) fn make_room_among_parts(&mut self, element: Plain<'r>) -> bool {
        let kind = element.kind;
        while let Some(last) = self.open.last().filter(|last| last.is_implied) {
            let fits = match last.element.kind {
                Kind::List => kind == Kind::Item,
                Kind::DefinitionList => kind == Kind::Definition,
                _ => kind.is_part(),
            };
            if fits {
                break;
            }
            self.close_to(self.open.stack.len() - 1);
        }
        if kind.is_part() {
            return self.make_room_for_part(kind) || self.leave_out(kind);
        }
        if !self.open.last().is_some_and(|last| last.element.kind.has_parts())
            || self.conventions.implied_tags_are_omitted
        {
            return true;
        }
        if matches!(kind, Kind::Form | Kind::Metadata) {
            return false;
        }
        self.imply_cell();
        true
    }

    /// Closes everything up to the parent element of a part. Returns whether there is one, or room for it.
    fn make_room_for_part(&mut self, part: Kind) -> bool {
        let Some(table) = self.open.find(|open| open.kind == Kind::Table, |_| false) else {
            if self.conventions.implied_tags_are_omitted {
                let is_before =
                    |open: Plain<'_>| rank(open.kind).is_some_and(|open| Some(open) <= rank(part));
                while let Some(at) = self.open.find(is_before, |_| false) {
                    self.close_to(at);
                }
                return true;
            }
            self.close_paragraph();
            return self.imply("table", true);
        };
        let belongs = |open: Plain<'_>| match part {
            Kind::Cell => matches!(open.kind, Kind::Row | Kind::Section | Kind::Table),
            Kind::Row => matches!(open.kind, Kind::Section | Kind::Table),
            Kind::Column => matches!(open.kind, Kind::ColumnGroup | Kind::Table),
            _ => open.kind == Kind::Table,
        };
        let at = self.open.find(belongs, |_| false).unwrap_or(table);
        self.close_to(at + 1);
        true
    }

    /// Prepares for content other than white space: closes a list or table that was added for its parts, opens a cell between the parts
    /// of a table, and reopens formatting elements.
    pub(super) fn expect_content(&mut self) {
        while self.open.last().is_some_and(|last| last.is_implied) {
            self.close_to(self.open.stack.len() - 1);
        }
        if !self.conventions.implied_tags_are_omitted
            && self.open.last().is_some_and(|last| last.element.kind.has_parts())
        {
            self.imply_cell();
        }
        // Last, so that the formatting elements are opened within the cell, not between the parts of the table.
        self.reopen();
    }

    /// Opens a cell between the parts of a table.
    fn imply_cell(&mut self) {
        // A `colgroup` can only contain columns, so no cell is opened in it.
        if self.open.last().is_some_and(|last| last.element.kind == Kind::ColumnGroup) {
            self.close_to(self.open.stack.len() - 1);
        }
        if self.open.last().is_some_and(|last| last.element.kind != Kind::Row) {
            self.imply("tr", false);
        }
        self.imply("td", false);
    }
}

/// Returns the rank of a part in the order in which parts contain each other.
fn rank(part: Kind) -> Option<u8> {
    match part {
        Kind::Cell | Kind::Column => Some(0),
        Kind::Row => Some(1),
        Kind::Section | Kind::Caption | Kind::ColumnGroup => Some(2),
        _ => None,
    }
}
