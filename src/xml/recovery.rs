//! The recovery table: what the reader does if tags do not match.
//!
//! [`decide`] is the table. For each kind of [`Mismatch`] it states the [`Repair`] and its reason, based on facts that
//! [`Evidence`] finds in the open elements and the tags that follow. The reader carries the repair out and reports the fault.
//!
//! Elements that no vocabulary defines are usually HTML, and are repaired as little as possible. A document whose tags match
//! is never repaired.

use std::marker::PhantomData;

use super::chars::{is_space, leading_name};
use super::event::{Name, Schema, Shape};
use super::input::Input;
use super::lookahead::Lookahead;
use super::missing_start_tag::FeedHistory;
use super::misspelt::Misspelling;
use super::namespaces::Namespaces;
use super::open_elements::OpenElements;

/// The number of characters from which on the beginning of a name is recognized as that name.
const MIN_NAME_PREFIX: usize = 3;

/// A mismatch between the tags of a document, or a tag that may be misspelt.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mismatch<'a> {
    /// An end tag of the open element at `index`, which is not the innermost one or is spelt differently.
    EndTagOfAncestor { index: usize },
    /// An end tag with a name that no open element has. `after` is the offset after it.
    UnknownEndTag { after: usize },
    /// An end tag of the innermost element, followed by text.
    EndTagBeforeText,
    /// A start tag of an entry inside the entry at `entry`.
    EntryInEntry { entry: usize },
    /// A start tag of a known element inside the text element at `index`.
    ElementInText { index: usize },
    /// A start tag of an entry or feed inside the container at `index`.
    EntryInContainer { index: usize },
    /// A start tag of a known element inside the unknown element at `index`, which is inside a known one.
    ElementInUnknown { index: usize },
    /// A start tag of an element of entries that is a child of the feed.
    EntryChildInFeed { name: &'a str },
    /// Text, ending at `after`, in an element whose content is elements.
    TextBetweenElements { after: usize },
    /// An empty-element tag, whose element is the innermost one.
    EmptyTag,
    /// A start tag that no vocabulary defines, inside an element of the kind `around`. Its element is the innermost one.
    UnknownStartTag { around: Shape },
    /// A start tag with white space in its content, but no attributes. `after` is the offset after it.
    SpacedStartTag { content: &'a str, after: usize },
    /// A start tag without `>` before the `<` at `after`, or before the end of the document.
    UnclosedStartTag { content: &'a str, after: usize },
    /// Misspelt markup after the `<` at the current offset.
    Misspelt(Misspelling<'a>),
    /// A start tag without `<`, whose name is at `offset`.
    StartTagWithoutLessThan { name: &'a str, offset: usize },
    /// An end tag of the innermost element without `<` or `</` at the end of a text that ends at `after`.
    EndTagWithoutLessThan { after: usize },
}

/// A repair of a mismatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repair<'a, E> {
    /// Read the document as written.
    Accept,
    /// Ignore the end tag.
    Ignore,
    /// End this many of the innermost elements.
    Close(usize),
    /// Open an element without a start tag.
    Open(Name<'a>, E),
    /// Give the innermost element another name.
    Rename(Name<'a>, E),
    /// Read the first `length` bytes of the tag's content as a start tag named `name`.
    ReadAsTag { name: &'a str, length: usize },
    /// Read the text or tag as the markup that it is likely meant as.
    ReadAsMeant,
    /// Read the tag as text.
    ReadAsText,
}

/// Returns the repair of a mismatch.
#[expect(clippy::match_same_arms, reason = "each arm is a row of the table")]
pub(super) fn decide<'a, S: Schema>(
    mismatch: Mismatch<'a>,
    evidence: &mut Evidence<'_, 'a, S>,
) -> Repair<'a, S::Element> {
    let depth = evidence.open.len();
    match mismatch {
        // `<item><b></title></item>`, with `title` open outside of the item: an end tag does not end stronger elements than
        // its own. Ignoring it loses nothing, while ending an entry would.
        Mismatch::EndTagOfAncestor { index } if evidence.is_shielded(index) => Repair::Ignore,
        // `<item><title>One</item>`: the end tags of the elements inside are missing.
        Mismatch::EndTagOfAncestor { index } => Repair::Close(depth - index),

        // `<title>One</bogus><link>`: the text element does not get its own end tag, so this one is a misspelt one.
        // Otherwise, the tag is a remnant of HTML.
        Mismatch::UnknownEndTag { after } => match evidence.unclosed_text_element(after) {
            Some(index) => Repair::Close(depth - index),
            None => Repair::Ignore,
        },

        // `<title>How to use </title> in a page</title>`: the text goes on, and a second end tag ends it.
        Mismatch::EndTagBeforeText if evidence.is_ended_again() => Repair::Ignore,
        Mismatch::EndTagBeforeText => Repair::Close(1),

        // `<item>…<item>…</item></item>`: entries are nested on purpose if the tags match up to the end of the outer one, if
        // a child of the outer one holds the inner one, or if the outer one gets its end tag. Otherwise, its end tag is
        // missing.
        Mismatch::EntryInEntry { entry }
            if evidence.tags_match(entry)
                || entry + 1 < depth && evidence.is_closed(entry + 1)
                || evidence.is_closed(entry) =>
        {
            Repair::Accept
        }
        Mismatch::EntryInEntry { entry } => Repair::Close(depth - entry),

        // `<title>One<link>…</link></item>`: a known element is misplaced here, so the end tag of the surrounding element is
        // missing, unless it follows later.
        Mismatch::ElementInText { index }
        | Mismatch::EntryInContainer { index }
        | Mismatch::ElementInUnknown { index }
            if evidence.tags_match(index) || evidence.is_closed(index) =>
        {
            Repair::Accept
        }
        Mismatch::ElementInText { index }
        | Mismatch::EntryInContainer { index }
        | Mismatch::ElementInUnknown { index } => Repair::Close(depth - index),

        // `</item><title>Two</title></item>`: the end tag of an entry follows that has no start tag.
        Mismatch::EntryChildInFeed { name } => match evidence.entry_without_start_tag(name) {
            Some((name, element)) => Repair::Open(name, element),
            None => Repair::Accept,
        },

        // `<item>One</title>`: the start tag of a text element is missing if its end tag follows the text.
        Mismatch::TextBetweenElements { after } => match evidence.text_element_ended_at(after) {
            Some((name, element)) => Repair::Open(name, element),
            None => Repair::Accept,
        },

        // `<item/><title>One</title></item>`: an empty-element tag is meant as a start tag if its end tag follows.
        Mismatch::EmptyTag if evidence.is_ended_later() => Repair::ReadAsMeant,
        Mismatch::EmptyTag => Repair::Accept,

        // `<titel>One</title>`: the end tag is that of a known element, so the start tag is misspelt.
        Mismatch::UnknownStartTag { around } => match evidence.element_by_end_tag(around) {
            Some((name, element)) => Repair::Rename(name, element),
            None => Repair::Accept,
        },

        // `<tit le>One</title>`: the content without spaces is the name in the end tag.
        Mismatch::SpacedStartTag { content, after } => match evidence.known_end_tag(after) {
            Some(name) if content.bytes().filter(|b| !is_space(*b)).eq(name.bytes()) => {
                Repair::ReadAsTag { name, length: content.len() }
            }
            Some(_) | None => Repair::Accept,
        },

        // The document ends in the tag: it is one if its name is known.
        Mismatch::UnclosedStartTag { content, after } if after >= evidence.input.text().len() => {
            let name = leading_name(content);
            if evidence.shape_of(name).is_some() {
                Repair::ReadAsTag { name, length: content.len() }
            } else {
                Repair::ReadAsText
            }
        }
        Mismatch::UnclosedStartTag { content, after } => evidence.unclosed_start_tag(content, after),

        // `<![ CDATA[`: CDATA sections are only allowed in elements.
        Mismatch::Misspelt(Misspelling::CdataStart { .. }) if depth > 0 => Repair::ReadAsMeant,
        // `< title>`: a start tag of a known element that has an end tag, or whose content is not text.
        Mismatch::Misspelt(Misspelling::StartTag { name, gap })
            if evidence.is_start_tag(name, evidence.at + "<".len() + gap) =>
        {
            Repair::ReadAsMeant
        }
        // `< /title>`: an end tag of an open element.
        Mismatch::Misspelt(Misspelling::EndTag { name, .. }) if evidence.open.contains(name) => {
            Repair::ReadAsMeant
        }
        Mismatch::Misspelt(
            Misspelling::CdataStart { .. } | Misspelling::StartTag { .. } | Misspelling::EndTag { .. },
        ) => Repair::ReadAsText,

        // `title>One</title>`: the tag is a start tag if its end tag follows, and would not end another element.
        Mismatch::StartTagWithoutLessThan { name, offset }
            if evidence.shape_of(name).is_some()
                && evidence.lookahead.next_end_tag(offset) == Some(name)
                && !evidence.open.contains(name) =>
        {
            Repair::ReadAsMeant
        }
        Mismatch::StartTagWithoutLessThan { .. } => Repair::ReadAsText,

        // `<title>One/title>`: the element does not get another end tag.
        Mismatch::EndTagWithoutLessThan { after } if !evidence.is_innermost_closed(after) => {
            Repair::ReadAsMeant
        }
        Mismatch::EndTagWithoutLessThan { .. } => Repair::ReadAsText,
    }
}

/// Returns the mismatches that a start tag of a known element makes, in the order in which they are to be decided. The first
/// repair that ends elements applies.
pub(super) fn mismatches_of_start_tag<'a>(
    shape: Shape,
    open: &OpenElements<'_>,
) -> impl Iterator<Item = Mismatch<'a>> + use<'a> {
    let stack = open.as_slice();
    let shape_at = |index: usize| stack.get(index).map(|element| element.shape);
    // Outside of a feed, names have no meaning.
    let is_in_feed = stack.iter().any(|element| element.shape >= Shape::Feed);
    let entry = stack
        .iter()
        .rposition(|element| element.shape >= Shape::Entry)
        .filter(|index| shape == Shape::Entry && shape_at(*index) == Some(Shape::Entry))
        .map(|entry| Mismatch::EntryInEntry { entry });
    let surrounding = open.innermost_known().and_then(|index| match shape_at(index)? {
        Shape::Leaf | Shape::Markup => Some(Mismatch::ElementInText { index }),
        Shape::Container if shape >= Shape::Entry => Some(Mismatch::EntryInContainer { index }),
        Shape::Unknown | Shape::Container | Shape::Entry | Shape::Feed | Shape::Root => {
            (index + 1 < stack.len()).then_some(Mismatch::ElementInUnknown { index: index + 1 })
        }
    });
    entry.into_iter().chain(surrounding).filter(move |_| is_in_feed)
}

/// The strength of elements: an end tag does not end elements that are stronger than its own.
fn strength(shape: Shape) -> u8 {
    match shape {
        Shape::Unknown => 0,
        Shape::Leaf | Shape::Markup => 1,
        Shape::Container => 2,
        Shape::Entry => 3,
        Shape::Feed => 4,
        Shape::Root => 5,
    }
}

/// The facts on which decisions are based. Those that require lookahead are only determined on demand.
pub(super) struct Evidence<'r, 'a, S> {
    /// The offset of the tag or text in question.
    pub(super) at: usize,
    pub(super) input: &'r mut Input<'a>,
    pub(super) open: &'r OpenElements<'a>,
    pub(super) lookahead: &'r mut Lookahead<'a>,
    pub(super) namespaces: &'r Namespaces<'a>,
    pub(super) history: &'r mut FeedHistory<'a>,
    pub(super) schema: PhantomData<S>,
}

impl<'a, S: Schema> Evidence<'_, 'a, S> {
    /// Returns the kind of content of the element that a name denotes here, if it is known.
    fn shape_of(&self, name: &'a str) -> Option<Shape> {
        self.namespaces.find_element::<S>(name).map(|(_, element)| S::shape(element))
    }

    /// Returns whether an element inside the open element at `index` is stronger. Elements in the text of another are markup,
    /// and weak.
    fn is_shielded(&self, index: usize) -> bool {
        let stack = self.open.as_slice();
        let markup = self.open.text_host().map_or(stack.len(), |host| host + 1);
        let own = stack.get(index).filter(|_| index < markup).map_or(0, |element| strength(element.shape));
        let inside = stack.get(index + 1..markup).unwrap_or(&[]);
        inside.iter().any(|element| strength(element.shape) > own)
    }

    /// Returns the index of the innermost known element, if it is a text element that does not get its own end tag after
    /// `after`.
    fn unclosed_text_element(&self, after: usize) -> Option<usize> {
        let stack = self.open.as_slice();
        let index = self.open.innermost_known()?;
        let is_text = stack.get(index)?.shape.is_text();
        (is_text && !self.lookahead.is_closed::<S>(stack, index, after)).then_some(index)
    }

    /// Returns whether the next tag is another end tag of the innermost element.
    fn is_ended_again(&self) -> bool {
        let innermost = self.open.innermost().map(|element| element.name.qualified);
        self.lookahead.next_end_tag(self.input.at).is_some_and(|name| innermost == Some(name))
    }

    /// Returns whether all tags match up to the end of the open element at `index`.
    fn tags_match(&mut self, index: usize) -> bool {
        self.lookahead.tags_match(self.open.as_slice(), index, self.at)
    }

    /// Returns whether the open element at `index` gets its own end tag.
    fn is_closed(&self, index: usize) -> bool {
        self.lookahead.is_closed::<S>(self.open.as_slice(), index, self.at)
    }

    /// Returns whether the innermost element gets its own end tag after `after`.
    fn is_innermost_closed(&mut self, after: usize) -> bool {
        let stack = self.open.as_slice();
        let innermost = stack.len().saturating_sub(1);
        self.lookahead.tags_match(stack, innermost, after)
            || self.lookahead.is_closed::<S>(stack, innermost, after)
    }

    /// Returns the entry that begins with the element `name`, if its end tag follows.
    fn entry_without_start_tag(&mut self, name: &'a str) -> Option<(Name<'a>, S::Element)> {
        let shape = self.shape_of(name).filter(|shape| *shape < Shape::Entry)?;
        if !self.history.may_be_in_entry(name, shape, self.at) {
            return None;
        }
        let end_tag = self.lookahead.mismatched_end_tag(self.open.as_slice(), self.at)?;
        if self.history.last_entry().is_some_and(|entry| entry != end_tag) {
            return None;
        }
        self.namespaces.find_element::<S>(end_tag).filter(|(_, element)| S::shape(*element) == Shape::Entry)
    }

    /// Returns the text element that is not open, but whose end tag follows `after`.
    fn text_element_ended_at(&self, after: usize) -> Option<(Name<'a>, S::Element)> {
        self.namespaces
            .find_element::<S>(self.lookahead.next_end_tag(after)?)
            .filter(|(name, element)| S::shape(*element).is_text() && !self.open.contains(name.qualified))
    }

    /// Returns whether an end tag of the innermost element follows, although it has an empty-element tag.
    fn is_ended_later(&mut self) -> bool {
        let Some((element, around)) = self.open.as_slice().split_last() else { return false };
        let at = self.input.at;
        let may_have_content = match element.shape {
            Shape::Unknown | Shape::Container => false,
            // An empty element is followed by a tag, not by text.
            Shape::Leaf | Shape::Markup => {
                self.input.is_text_next() || self.input.rest().starts_with("<![CDATA[")
            }
            Shape::Entry | Shape::Feed | Shape::Root => true,
        };
        may_have_content && self.lookahead.mismatched_end_tag(around, at) == Some(element.name.qualified)
    }

    /// Returns the known element whose end tag ends the innermost element, inside an element of the kind `around`.
    fn element_by_end_tag(&mut self, around: Shape) -> Option<(Name<'a>, S::Element)> {
        let written = self.open.innermost()?.name.qualified;
        let at = self.input.at;
        let end_tag = match self.end_tag_after_text(at) {
            Some(own) if own == written => return None,
            Some(other) => other,
            None => match self.lookahead.mismatched_end_tag(self.open.as_slice(), at) {
                Some(other) => other,
                None if around > Shape::Entry => self.lookahead.entry_end::<S>(at, written)?,
                None => return None,
            },
        };
        self.namespaces
            .find_element::<S>(end_tag)
            .filter(|(name, element)| S::shape(*element) < around && !self.open.contains(name.qualified))
    }

    /// Returns the name of the end tag that follows text or a single CDATA section at `at`.
    fn end_tag_after_text(&mut self, at: usize) -> Option<&'a str> {
        let is_cdata = self.input.from(at).trim_start().starts_with("<![CDATA[");
        let from = if is_cdata { self.input.cdata_end(at).checked_add("]]>".len())? } else { at };
        self.lookahead.next_end_tag(from)
    }

    /// Returns the name of the end tag of a known element that follows text at `after`.
    fn known_end_tag(&self, after: usize) -> Option<&'a str> {
        self.lookahead.next_end_tag(after).filter(|name| self.shape_of(name).is_some())
    }

    /// Returns the repair of a start tag that is not closed before the `<` at `after`.
    fn unclosed_start_tag(&self, content: &'a str, after: usize) -> Repair<'a, S::Element> {
        let name = leading_name(content);
        let has_attributes = content.contains('=');
        // `<titleOne</title>`, `<tit One</title>`: the end tag has the name, or a longer one.
        let meant = self.known_end_tag(after).filter(|end_tag| {
            content.starts_with(end_tag) || name.len() >= MIN_NAME_PREFIX && end_tag.starts_with(name)
        });
        match (meant, self.shape_of(name)) {
            // The rest is the text of the element.
            (Some(meant), _) if !has_attributes => {
                Repair::ReadAsTag { name: meant, length: name.len().min(meant.len()) }
            }
            // `<link href="x" <title>`: a tag is recognized by its attributes.
            (Some(_), _) | (None, Some(_)) if has_attributes => {
                Repair::ReadAsTag { name, length: content.len() }
            }
            // `<item<title>`, `<title<!-- … -->`: without attributes or end tag, only a tag without further content is one.
            (_, Some(shape)) => {
                let is_before_comment = self.input.from(after).starts_with("<!--");
                if (is_before_comment || shape > Shape::Markup) && content.trim() == name {
                    Repair::ReadAsTag { name, length: content.len() }
                } else {
                    Repair::ReadAsText
                }
            }
            (_, None) => Repair::ReadAsText,
        }
    }

    /// Returns whether `name`, at `offset`, is that of a known element with elements as its content, or whose end tag follows.
    fn is_start_tag(&self, name: &'a str, offset: usize) -> bool {
        self.shape_of(name)
            .is_some_and(|shape| shape >= Shape::Entry || self.lookahead.next_end_tag(offset) == Some(name))
    }
}
