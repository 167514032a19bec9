//! Start tags that are missing, or of another name than was meant: what ends behind them tells.

use std::cell::Cell;

use super::attributes::Region;
use super::event::{Event, Name, Schema, Shape, Tag};
use super::mend::entry_ended_first;
use super::reader::{Open, Reader};
use crate::diagnostics::WellFormednessError as Error;

impl<'a, S: Schema> Reader<'a, S> {
    /// Begins the entry whose start tag is missing: elements of an entry stand where entries do, and then comes an end tag
    /// that no entry is open for.
    #[cold]
    pub(super) fn missing_entry(
        &mut self,
        start: usize,
        region: Region<'a>,
    ) -> Option<Event<'a, S::Element>> {
        let shape = self.shape_of(region.element.qualified)?;
        if shape >= Shape::Entry || self.last_entry.is_none() && !self.is_said_again(shape, start, region) {
            return None;
        }
        let ended_by = self.foresight.ended_by(self.text, &self.stack, start)?;
        if self.last_entry.is_some_and(|entry| entry != ended_by) {
            return None;
        }
        let (name, element) = self.known(ended_by)?;
        (S::shape(element) == Shape::Entry).then(|| self.start_unwritten(name, element, start))
    }

    /// Whether an element at `start` says what the feed has said of itself: that is another's. The first text of a feed is
    /// its title.
    fn is_said_again(&mut self, shape: Shape, start: usize, region: Region<'a>) -> bool {
        if let Some((name, offset)) = self.first_text {
            return name == region.element.qualified && offset < start;
        }
        if shape == Shape::Markup {
            self.first_text = Some((region.element.qualified, start));
        }
        false
    }

    /// Begins the element of the text from `start` to `behind`, where only elements are expected: an end tag stands behind
    /// it that nothing is open for.
    #[cold]
    pub(super) fn missing_start(&mut self, start: usize, behind: usize) -> Option<Event<'a, S::Element>> {
        let (name, element) = self.known(self.next_end_tag(behind)?)?;
        let is_text = matches!(S::shape(element), Shape::Leaf | Shape::Markup);
        (is_text && !self.is_open(name.qualified)).then(|| self.start_unwritten(name, element, start))
    }

    /// The element that the one opened last was meant as, whose name no vocabulary knows: an end tag of it ends that one.
    #[cold]
    pub(super) fn meant_element(&mut self, around: Shape) -> Option<(Name<'a>, S::Element)> {
        let open = self.stack.last()?;
        let (offset, written) = (open.offset, open.name.qualified);
        let ended_by = match self.end_tag_behind_text() {
            Some(own) if own == written => return None,
            Some(other) => other,
            None => match self.foresight.ended_by(self.text, &self.stack, self.at) {
                Some(other) => other,
                None if around > Shape::Entry => entry_ended_first::<S>(self.text.get(self.at..)?, written)?,
                None => return None,
            },
        };
        let (name, element) = self.known(ended_by)?;
        let shape = S::shape(element);
        if shape >= around || self.is_open(name.qualified) {
            return None;
        }
        self.faults.add(offset, || Error::MalformedTag(ended_by.to_owned()));
        let open = self.stack.last_mut()?;
        (open.name, open.shape) = (name, shape);
        Some((name, element))
    }

    /// The name of the end tag that is the next tag, behind text or one section.
    fn end_tag_behind_text(&mut self) -> Option<&'a str> {
        let behind = self.text.get(self.at..)?;
        let section = behind.trim_start();
        let from = if section.starts_with("<![CDATA[") {
            self.cdata_end_behind(self.at).checked_add("]]>".len())?
        } else {
            self.at
        };
        self.next_end_tag(from)
    }

    /// What a name means here, if a vocabulary knows it.
    pub(super) fn known(&self, qualified: &'a str) -> Option<(Name<'a>, S::Element)> {
        let name = self.bind(Name::split(qualified));
        S::element(name.namespace, name.local).map(|element| (name, element))
    }

    pub(super) fn is_open(&self, qualified: &str) -> bool {
        self.stack.iter().any(|open| open.name.qualified == qualified)
    }

    /// Opens an element whose start tag is not there.
    fn start_unwritten(
        &mut self,
        name: Name<'a>,
        element: S::Element,
        offset: usize,
    ) -> Event<'a, S::Element> {
        self.faults.add(offset, || Error::MissingStartTag(name.qualified.to_owned()));
        self.attributes.list.clear();
        let (shape, mark) = (S::shape(element), self.namespaces.mark());
        self.stack.push(Open { name, shape, mark, offset, seen: Cell::default() });
        Event::Start { name, element: Some(element), tag: Tag { raw: name.qualified, empty: false, offset } }
    }
}
