//! Tables in which every part is in its place or implied (HTML Standard 13.2.6.4.9, .11 to .15).

use super::writer::{Bailout, Writer};
use crate::content::sanitizer::elements::{Kind, Plain};
use crate::content::tag::MarkupTag;

impl<'r> Writer<'_, 'r> {
    /// Returns whether a tag of a part of a table is ignored because no table is open. Markup that starts with a part is parsed
    /// in a table.
    pub(super) fn is_part_without_table(&self, element: &Plain, tag: &MarkupTag<'_>) -> bool {
        let is_ignored = || tag.is_end || element.kind != Kind::Table && !self.is_first(self.start);
        element.kind.is_of_tables() && !self.open.iter().any(|open| open.kind == Kind::Table) && is_ignored()
    }

    /// Returns whether only white space is before an offset.
    fn is_first(&self, at: usize) -> bool {
        let before = self.out.markup().get(..at).unwrap_or_default();
        before.bytes().all(|b| b.is_ascii_whitespace())
    }

    /// Closes a part of a table with everything that is open in it.
    pub(super) fn end_in_table(&mut self, element: &'r Plain) -> Result<(), Bailout> {
        let part = self.open.iter().rposition(|open| open.kind == element.kind || open.kind == Kind::Table);
        let part =
            part.filter(|&at| self.is_at(at, |open| open.name == element.name)).ok_or(Bailout::Table)?;
        self.close_part(part)
    }

    /// Closes a part of a table with everything in it. Formatting elements in an object would be those of the cell.
    fn close_part(&mut self, part: usize) -> Result<(), Bailout> {
        let within = self.open.get(part..).unwrap_or_default();
        if within.iter().any(|open| open.kind == Kind::Object) {
            return Err(Bailout::Table);
        }
        self.close_until(part)
    }

    /// Closes the elements that the start tag of a part of a table closes, and opens those that it implies.
    pub(super) fn make_room_in_table(&mut self, element: &'r Plain) -> Result<(), Bailout> {
        let parents: &[Kind] = match element.kind {
            Kind::Cell => &[Kind::Row, Kind::Section, Kind::Table],
            Kind::Row => &[Kind::Section, Kind::Table],
            Kind::Column => &[Kind::ColumnGroup, Kind::Table],
            _ => &[Kind::Table],
        };
        loop {
            let part = self.open.iter().rposition(|open| open.kind.is_of_tables()).ok_or(Bailout::Table)?;
            if self.is_at(part, |open| open.kind == Kind::Caption) {
                return Err(Bailout::Table);
            }
            if self.is_at(part, |open| parents.contains(&open.kind)) {
                break;
            }
            self.close_part(part)?;
        }
        let implied: &[&str] = match (element.kind, self.open.last().map(|open| open.kind)) {
            (Kind::Cell, Some(Kind::Table)) => &["tbody", "tr"],
            (Kind::Cell, Some(Kind::Section)) => &["tr"],
            (Kind::Row, Some(Kind::Table)) => &["tbody"],
            (Kind::Column, Some(Kind::Table)) => &["colgroup"],
            _ => &[],
        };
        for name in implied {
            let element =
                self.rules.plain.get(name).filter(|element| element.is_listed).ok_or(Bailout::Table)?;
            self.out.insert(self.start, "<");
            self.out.push(name);
            self.out.push(">");
            self.push(element);
        }
        Ok(())
    }
}
