//! The facts on which repairs are based: the open elements, and the tags that follow.

use std::marker::PhantomData;

use super::event::{Name, Schema, Shape};
use super::input::Input;
use super::lookahead::Lookahead;
use super::missing_start_tag::FeedHistory;
use super::namespaces::Namespaces;
use super::open_elements::ElementStack;
use super::scanner::{CDATA_END, CDATA_START};

/// Returns the first kind of content that is stronger than `shape`: an end tag does not end elements stronger than its own.
fn stronger(shape: Shape) -> Option<Shape> {
    match shape {
        Shape::Unknown => Some(Shape::Leaf),
        // Text elements are equally strong, so that `</description>` also ends an unclosed `link` inside.
        Shape::Leaf | Shape::Markup => Some(Shape::Container),
        Shape::Container => Some(Shape::Entry),
        Shape::Entry => Some(Shape::Feed),
        Shape::Feed => Some(Shape::Root),
        Shape::Root => None,
    }
}

/// The facts on which decisions are based. Facts that require lookahead are determined on demand.
pub(super) struct RecoveryEvidence<'r, 'a, S> {
    /// The offset of the tag or text in question.
    pub(super) at: usize,
    pub(super) input: &'r mut Input<'a>,
    pub(super) open: &'r ElementStack<'a>,
    pub(super) lookahead: &'r mut Lookahead<'a>,
    pub(super) namespaces: &'r Namespaces<'a>,
    pub(super) history: &'r mut FeedHistory<'a>,
    pub(super) schema: PhantomData<S>,
}

impl<'a, S: Schema> RecoveryEvidence<'_, 'a, S> {
    /// Returns the kind of content of the element that a name denotes here, if it is known.
    pub(super) fn shape_of(&self, name: &'a str) -> Option<Shape> {
        self.namespaces.find_element::<S>(name).map(|(_, element)| S::shape(element))
    }

    /// Returns whether an element inside the open element at `index` is stronger. Elements in the text of another are markup,
    /// and weak.
    pub(super) fn is_shielded(&self, index: usize) -> bool {
        // `<description>… <source> …</description>`: an unclosed HTML element with the name of a feed element must not keep the
        // description open, which would swallow the rest of the entry.
        let markup = self.open.text_host().map_or(self.open.len(), |host| host + 1);
        let own = self.open.as_slice().get(index).filter(|_| index < markup).map(|element| element.shape);
        let stronger = stronger(own.unwrap_or(Shape::Unknown));
        let innermost = stronger.and_then(|stronger| self.open.innermost_at_least(markup, stronger));
        innermost.is_some_and(|innermost| innermost > index)
    }

    /// Returns the index of the innermost known element, if it is a text element without its own end tag after `after`.
    pub(super) fn unclosed_text_element(&mut self, after: usize) -> Option<usize> {
        let stack = self.open.as_slice();
        let index = self.open.innermost_known()?;
        let is_text = stack.get(index)?.shape.is_text();
        (is_text && !self.lookahead.is_closed::<S>(stack, index, after)).then_some(index)
    }

    /// Returns whether the next tag is another end tag of the innermost element.
    pub(super) fn is_ended_again(&self) -> bool {
        let innermost = self.open.innermost().map(|element| element.name.qualified);
        self.lookahead.next_end_tag(self.input.at).is_some_and(|name| innermost == Some(name))
    }

    /// Returns whether the next tag of a known element after `after` is the end tag of the innermost element, and no further
    /// end tag follows for an open element of the same name.
    pub(super) fn ends_once(&mut self, after: usize) -> bool {
        let innermost = self.open.innermost().map(|element| element.name.qualified);
        let end_tag = self.lookahead.next_known_end_tag(after, |name| self.shape_of(name).is_some());
        end_tag.is_some_and(|name| innermost == Some(name)) && !self.is_innermost_closed(self.at)
    }

    /// Returns whether all tags match up to the end of the open element at `index`.
    pub(super) fn tags_match(&mut self, index: usize) -> bool {
        self.lookahead.tags_match(self.open.as_slice(), index, self.at)
    }

    /// Returns whether the open element at `index` gets its own end tag.
    pub(super) fn is_closed(&mut self, index: usize) -> bool {
        self.lookahead.is_closed::<S>(self.open.as_slice(), index, self.at)
    }

    /// Returns whether the innermost element gets its own end tag after `after`.
    pub(super) fn is_innermost_closed(&mut self, after: usize) -> bool {
        let stack = self.open.as_slice();
        let innermost = stack.len().saturating_sub(1);
        self.lookahead.tags_match(stack, innermost, after)
            || self.lookahead.is_closed::<S>(stack, innermost, after)
    }

    /// Returns the entry that begins with the element `name`, if the end tag of the entry follows.
    pub(super) fn entry_without_start_tag(&mut self, name: &'a str) -> Option<(Name<'a>, S::Element)> {
        let shape = self.shape_of(name).filter(|shape| *shape < Shape::Entry)?;
        // This check comes before the lookahead, which is costly. It must also see each child of the feed, since it remembers
        // the first text element.
        if !self.history.may_be_in_entry(name, shape, self.at) {
            return None;
        }
        // If all tags match up to an end tag without a start tag, that end tag closes the entry that begins here.
        let end_tag = self.lookahead.mismatched_end_tag(self.open.as_slice(), self.at)?;
        if self.history.last_entry().is_some_and(|entry| entry != end_tag) {
            return None;
        }
        self.namespaces.find_element::<S>(end_tag).filter(|(_, element)| S::shape(*element) == Shape::Entry)
    }

    /// Returns the text element that is not open, but whose end tag follows `after`.
    pub(super) fn text_element_ended_at(&self, after: usize) -> Option<(Name<'a>, S::Element)> {
        self.namespaces
            .find_element::<S>(self.lookahead.next_end_tag(after)?)
            .filter(|(name, element)| S::shape(*element).is_text() && !self.open.contains(name.qualified))
    }

    /// Returns whether an end tag of the innermost element follows, although it has an empty-element tag.
    pub(super) fn is_ended_later(&mut self) -> bool {
        let Some((element, around)) = self.open.as_slice().split_last() else { return false };
        let at = self.input.at;
        let may_have_content = match element.shape {
            Shape::Unknown | Shape::Container => false,
            // An empty element is followed by a tag, not by text.
            Shape::Leaf | Shape::Markup => {
                self.input.is_text_next() || self.input.rest().starts_with(CDATA_START)
            }
            Shape::Entry | Shape::Feed | Shape::Root => true,
        };
        may_have_content && self.lookahead.mismatched_end_tag(around, at) == Some(element.name.qualified)
    }

    /// Returns the known element whose end tag ends the innermost element, inside an element of the kind `around`.
    pub(super) fn element_by_end_tag(&mut self, around: Shape) -> Option<(Name<'a>, S::Element)> {
        let stack = self.open.as_slice();
        let written = stack.last()?.name.qualified;
        let at = self.input.at;
        let end_tag = match self.end_tag_after_text(at) {
            // The element's own end tag follows its text, so nothing is misspelt. This is the common case, and needs no
            // lookahead.
            Some(own) if own == written => return None,
            // The element has its own end tag, so the other end tag is stray.
            Some(_) if self.lookahead.finds_end_tag::<S>(stack, at) => return None,
            Some(other) => other,
            None => match self.lookahead.mismatched_end_tag(stack, at) {
                Some(other) => other,
                // `<itme><title>One</title></item>`: the element contains others, and an entry ends before another one
                // begins.
                None if around > Shape::Entry && !self.lookahead.tags_match(stack, stack.len() - 1, at) => {
                    self.lookahead.entry_end::<S>(at, written)?
                }
                None => return None,
            },
        };
        self.namespaces
            .find_element::<S>(end_tag)
            .filter(|(name, element)| S::shape(*element) < around && !self.open.contains(name.qualified))
    }

    /// Returns the name of the end tag that follows text or a single CDATA section at `at`.
    fn end_tag_after_text(&mut self, at: usize) -> Option<&'a str> {
        let is_cdata = self.input.from(at).trim_start().starts_with(CDATA_START);
        let from = if is_cdata { self.input.cdata_end(at).checked_add(CDATA_END.len())? } else { at };
        self.lookahead.next_end_tag(from)
    }

    /// Returns the name of the end tag of a known element that follows text at `after`.
    pub(super) fn known_end_tag(&self, after: usize) -> Option<&'a str> {
        self.lookahead.next_end_tag(after).filter(|name| self.shape_of(name).is_some())
    }

    /// Returns whether `name`, at `offset`, is a known element that contains elements, or one whose end tag follows.
    pub(super) fn is_start_tag(&self, name: &'a str, offset: usize) -> bool {
        self.shape_of(name)
            .is_some_and(|shape| shape >= Shape::Entry || self.lookahead.next_end_tag(offset) == Some(name))
    }
}
