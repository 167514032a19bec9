//! Simply nested SVG and `MathML` (HTML Standard 13.2.6.5).

use super::attributes::AttributeFilter;
use super::writer::{Bailout, MAX_DEPTH, Writer};
use crate::content::sanitizer::elements::Kind;
use crate::content::sanitizer::tree_cost::MAX_ATTRIBUTES;
use crate::content::tag::{MarkupTag, lower};

fn is_root(name: &str) -> bool {
    matches!(name, "math" | "svg")
}

impl<'a> Writer<'a, '_> {
    pub(super) fn is_in_foreign_content(&self) -> bool {
        self.open.last().is_some_and(|open| open.kind.is_foreign())
    }

    /// Handles a tag of SVG or `MathML`, or one within them (HTML Standard 13.2.6.5).
    pub(super) fn foreign_tag(
        &mut self,
        tag: &MarkupTag<'a>,
        attributes: &mut AttributeFilter<'a, '_>,
    ) -> Result<Option<Kind>, Bailout> {
        self.has_foreign = true;
        let parent = self.open.last().map(|open| open.kind);
        let name = &*lower(tag.name);
        if tag.is_end {
            self.out.cut(self.start, tag.end);
            let ends_last = self
                .open
                .last()
                .is_some_and(|open| open.kind.is_foreign() && open.name.eq_ignore_ascii_case(name));
            if !(ends_last && self.close_last()) {
                return Err(Bailout::Foreign);
            }
            self.end_removed(tag.end);
            return Ok(None);
        }
        let foreign = &self.rules.foreign;
        let element = match parent {
            Some(Kind::MathMlText) => None,
            Some(Kind::Svg) if name == "style" && !tag.is_self_closing => {
                self.out.cut(self.start, tag.end);
                return Ok(Some(Kind::Dropped));
            }
            Some(Kind::Svg) => foreign.svg.get(name),
            Some(Kind::MathMl) => foreign.mathml.get(name),
            Some(parent) if parent.has_parts() => None,
            _ if name == "svg" => foreign.svg.get(name),
            _ => foreign.mathml.get(name),
        };
        let element = element.ok_or(Bailout::Foreign)?;
        if self.open.len() >= MAX_DEPTH || attributes.written.len() > MAX_ATTRIBUTES {
            return Err(Bailout::Excess);
        }
        if !parent.is_some_and(Kind::is_foreign) {
            self.reopen(self.start)?;
        }
        self.start_tag(element, tag, attributes);
        // Without its root, ammonia removes an element of another language with its content.
        let is_without_root = self.open.last().is_some_and(|parent| {
            parent.kind.is_foreign() && !parent.is_listed && is_root(parent.name) && !is_root(element.name)
        });
        if is_without_root && self.removed.is_none() {
            self.removed = Some((self.open.len(), self.out.position(tag.end)));
        }
        self.push(element);
        if tag.is_self_closing {
            self.start = tag.end;
            self.close_last();
            self.end_removed(tag.end);
        }
        Ok(None)
    }

    /// Removes the content of an element that ends at `end` if it is removed with its content.
    fn end_removed(&mut self, end: usize) {
        if let Some((_, position)) = self.removed.take_if(|(depth, _)| *depth == self.open.len()) {
            self.out.cut_output(position, end);
        }
    }
}
