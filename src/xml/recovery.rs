//! The recovery table: the reader's reactions to tags that do not match.
//!
//! [`decide`] is the table. For each kind of [`Mismatch`], it states the [`Repair`] and its reason, based on the facts in
//! [`RecoveryEvidence`]. The reader carries out the repair and reports the fault.
//!
//! Elements that no vocabulary defines are usually HTML, and are repaired as little as possible. A document whose tags match
//! is never repaired.

#[cfg(test)]
mod tests;

use super::chars::{is_space, leading_name};
use super::event::{Name, Schema, Shape};
use super::evidence::RecoveryEvidence;
use super::misspelt::Misspelling;
use super::open_elements::ElementStack;

/// The minimum length of the beginning of a name that is recognized as that name.
const MIN_NAME_PREFIX: usize = 3;

/// A mismatch between the tags of a document, or a tag that may be misspelt.
#[derive(Debug, Clone, Copy)]
pub(super) enum Mismatch<'a> {
    /// An end tag of the open element at `index`, which is not the innermost one or is spelt differently.
    EndTagOfAncestor { index: usize },
    /// An end tag with a name that no open element has. `after` is the offset after it.
    UnknownEndTag { after: usize },
    /// An end tag of the innermost element that is followed by text.
    EndTagBeforeText,
    /// A start tag of an entry inside the entry at `entry`.
    EntryInEntry { entry: usize },
    /// A start tag of a known element inside the text element at `index`.
    ElementInText { index: usize },
    /// A start tag without attributes among the words of a text element with the same name. `after` is the offset after it.
    NamesakeInText { after: usize },
    /// A start tag of an entry or feed inside the container at `index`.
    EntryInContainer { index: usize },
    /// A start tag of a known element inside the unknown element at `index`, which is inside a known one.
    ElementInUnknown { index: usize },
    /// A start tag of an entry's child, directly in the feed.
    EntryChildInFeed { name: &'a str },
    /// Text that ends at `after`, in an element whose content is elements.
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
    /// An end tag of the innermost element without `<` or `</`, at the end of a text that ends at `after`.
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
    /// Read the text or tag as the markup that is probably meant.
    ReadAsMeant,
    /// Read the tag as text.
    ReadAsText,
}

/// Returns the repair of a mismatch.
#[expect(clippy::match_same_arms, reason = "each arm is a row of the table")]
pub(super) fn decide<'a, S: Schema>(
    mismatch: Mismatch<'a>,
    evidence: &mut RecoveryEvidence<'_, 'a, S>,
) -> Repair<'a, S::Element> {
    let depth = evidence.open.len();
    // The first row that applies is used. The last row of each mismatch has no condition: it covers the case without evidence.
    match mismatch {
        // `<item><b></title></item>`, with `title` open outside of the item: an end tag does not end elements stronger than its
        // own. Ignoring it loses nothing, while ending an entry would.
        Mismatch::EndTagOfAncestor { index } if evidence.is_shielded(index) => Repair::Ignore,
        // `<item><title>One</item>`: the end tags of the elements inside are missing.
        Mismatch::EndTagOfAncestor { index } => Repair::Close(depth - index),

        // `<title>One</bogus><link>`: the text element has no other end tag, so this one is misspelt. Otherwise, the tag
        // is a remnant of HTML.
        Mismatch::UnknownEndTag { after } => match evidence.unclosed_text_element(after) {
            Some(index) => Repair::Close(depth - index),
            None => Repair::Ignore,
        },

        // `<title>How to use </title> in a page</title>`: the text continues until a second end tag.
        Mismatch::EndTagBeforeText if evidence.is_ended_again() => Repair::Ignore,
        Mismatch::EndTagBeforeText => Repair::Close(1),

        // `<item>…<item>…</item></item>`: entries are nested on purpose if the tags match up to the end of the outer one, if
        // the inner one is inside a child of the outer one, or if the outer one has its own end tag. Otherwise, the end tag of
        // the outer one is missing.
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

        // `<title>The <title> tag</title>`: the text mentions its own element, which ends only once.
        Mismatch::NamesakeInText { after } if evidence.ends_once(after) => Repair::ReadAsText,
        Mismatch::NamesakeInText { .. } => Repair::Accept,

        // `</item><title>Two</title></item>`: an end tag of an entry follows without a start tag.
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

        // `<titel>One</title>`: the end tag belongs to a known element, so the start tag is misspelt, unless its own end tag
        // follows.
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

        // The document ends inside the tag, which is read if its name is known. This row precedes the general one, which looks
        // for an end tag in the text after this tag.
        Mismatch::UnclosedStartTag { content, after } if after >= evidence.input.text().len() => {
            let name = leading_name(content);
            if evidence.shape_of(name).is_some() {
                Repair::ReadAsTag { name, length: content.len() }
            } else {
                Repair::ReadAsText
            }
        }
        Mismatch::UnclosedStartTag { content, after } => unclosed_start_tag(content, after, evidence),

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

/// Returns the mismatches of a start tag of a known element, in the order in which they are decided. The first repair that ends
/// elements applies.
pub(super) fn mismatches_of_start_tag<'a>(
    shape: Shape,
    open: &ElementStack<'_>,
) -> impl Iterator<Item = Mismatch<'a>> + use<'a> {
    let stack = open.as_slice();
    let shape_at = |index: usize| stack.get(index).map(|element| element.shape);
    // Outside of a feed, names have no meaning.
    let is_in_feed = open.innermost_at_least(stack.len(), Shape::Feed).is_some();
    let entry = open
        .innermost_at_least(stack.len(), Shape::Entry)
        .filter(|index| shape == Shape::Entry && shape_at(*index) == Some(Shape::Entry))
        .map(|entry| Mismatch::EntryInEntry { entry });
    let surrounding = open.innermost_known().and_then(|index| match shape_at(index)? {
        Shape::Leaf | Shape::Markup => Some(Mismatch::ElementInText { index }),
        Shape::Container if shape >= Shape::Entry => Some(Mismatch::EntryInContainer { index }),
        Shape::Unknown | Shape::Container | Shape::Entry | Shape::Feed | Shape::Root => {
            (index + 1 < stack.len()).then_some(Mismatch::ElementInUnknown { index: index + 1 })
        }
    });
    // The repair of an entry also ends the text element inside. The other way round, `<item><title>One<item>` would only end the
    // title, and the second entry would be inside the first.
    entry.into_iter().chain(surrounding).filter(move |_| is_in_feed)
}

/// Returns the repair of a start tag that is not closed before the `<` at `after`.
fn unclosed_start_tag<'a, S: Schema>(
    content: &'a str,
    after: usize,
    evidence: &RecoveryEvidence<'_, 'a, S>,
) -> Repair<'a, S::Element> {
    let name = leading_name(content);
    let has_attributes = content.contains('=');
    // `<titleOne</title>`, `<tit One</title>`: the end tag has the name, or a longer one.
    let meant = evidence.known_end_tag(after).filter(|end_tag| {
        content.starts_with(end_tag) || name.len() >= MIN_NAME_PREFIX && end_tag.starts_with(name)
    });
    match (meant, evidence.shape_of(name)) {
        // The rest is the text of the element.
        (Some(meant), _) if !has_attributes => {
            Repair::ReadAsTag { name: meant, length: name.len().min(meant.len()) }
        }
        // `<link href="x" <title>`: attributes identify a tag.
        (Some(_), _) | (None, Some(_)) if has_attributes => Repair::ReadAsTag { name, length: content.len() },
        // `<item<title>`, `<title<!-- … -->`: without attributes or an end tag, only a tag without further content is
        // recognized.
        (_, Some(shape)) => {
            let is_before_comment = evidence.input.from(after).starts_with("<!--");
            if (is_before_comment || shape > Shape::Markup) && content.trim() == name {
                Repair::ReadAsTag { name, length: content.len() }
            } else {
                Repair::ReadAsText
            }
        }
        (_, None) => Repair::ReadAsText,
    }
}
