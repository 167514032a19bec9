//! Which elements end where nobody says so.
//!
//! A missing end tag shows only later, so the decision looks ahead, over tags alone and only from a place where something
//! is odd already: a known element of the feed inside one that should hold none.

use memchr::{memchr, memmem};

use super::event::{Namespace, Schema, Shape};
use super::reader::Open;

/// How many tags the look ahead passes before it takes the document at its word.
const FURTHEST: usize = 256;

/// How many bytes it passes at the most, so that it stays linear whatever stands there.
const WINDOW: usize = 64 * 1024;

/// How much an end tag may close: nothing that is stronger than its own element.
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

/// What an end tag does.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EndTag {
    /// It ends this many elements, the last of them its own.
    Ends(usize),
    /// It stands for the end tag that is missing here: this many elements end.
    StandsFor(usize),
    /// It ends nothing.
    Stray,
}

/// What an end tag of `name` ends; `behind` is the text that follows it.
pub(super) fn end_tag<S: Schema>(stack: &[Open<'_>], name: &str, behind: &str) -> EndTag {
    let same = |open: &Open<'_>| open.name.qualified == name;
    let alike = |open: &Open<'_>| open.name.qualified.eq_ignore_ascii_case(name);
    let found = stack.iter().rposition(same).or_else(|| stack.iter().rposition(alike));
    if let Some(index) = found {
        let own = strength(stack[index].shape);
        if stack[index + 1..].iter().all(|above| strength(above.shape) <= own) {
            return EndTag::Ends(stack.len() - index);
        }
        return EndTag::Stray;
    }
    // `<title>…</bogus>`: the end tag that the title needs is not to come, so this one stands for it.
    let Some(index) = stack.iter().rposition(|open| open.shape != Shape::Unknown) else {
        return EndTag::Stray;
    };
    let unclosed = matches!(stack[index].shape, Shape::Leaf | Shape::Markup)
        && !is_closed::<S>(stack, index, "", behind, 0);
    if unclosed { EndTag::StandsFor(stack.len() - index) } else { EndTag::Stray }
}

/// How many elements end before a start tag of a known element, `opened`; `behind` is the text that follows its name.
pub(super) fn ends_before_start<S: Schema>(
    stack: &[Open<'_>],
    shape: Shape,
    opened: &str,
    behind: &str,
) -> usize {
    // Outside of a feed, names mean nothing.
    if stack.iter().all(|open| open.shape < Shape::Feed) {
        return 0;
    }
    if shape == Shape::Entry
        && let Some(index) = stack.iter().rposition(|open| open.shape >= Shape::Entry)
        && stack[index].shape == Shape::Entry
        // An entry within something else of an entry's may well be meant.
        && !(index + 1 < stack.len() && is_closed::<S>(stack, index + 1, opened, behind, 0))
        && !is_closed::<S>(stack, index, opened, behind, usize::from(!is_empty(behind)))
    {
        return stack.len() - index;
    }
    let known = stack.iter().rposition(|open| open.shape != Shape::Unknown);
    let suspect = match known {
        Some(index) if matches!(stack[index].shape, Shape::Leaf | Shape::Markup) => index,
        Some(index) if stack[index].shape == Shape::Container && shape >= Shape::Entry => index,
        // Nothing that is unknown is mended outside a feed: it may be the page around it.
        Some(index) if index + 1 < stack.len() => index + 1,
        _ => return 0,
    };
    if is_closed::<S>(stack, suspect, opened, behind, 0) { 0 } else { stack.len() - suspect }
}

/// Whether the element at `index` gets its own end tag before one of the elements around it ends or it starts again.
///
/// `opened`: the name of the element that opens where `behind` begins, if one does. `nested`: how many elements of the
/// suspect's name are to end before.
fn is_closed<S: Schema>(
    stack: &[Open<'_>],
    index: usize,
    opened: &str,
    behind: &str,
    mut nested: usize,
) -> bool {
    let Open { name, shape, .. } = &stack[index];
    let around: Vec<&str> = stack[..index].iter().rev().take(3).map(|open| open.name.qualified).collect();
    let mut namesakes = usize::from(around.contains(&opened) && !is_empty(behind));
    let window = (0..4).find_map(|back| behind.get(..WINDOW - back)).unwrap_or(behind);
    let mut rest = window;
    for _ in 0..FURTHEST {
        // Where the window ends before the text does, the document is taken at its word.
        let Some(at) = memchr(b'<', rest.as_bytes()) else { return window.len() < behind.len() };
        rest = &rest[at + 1..];
        if let Some(cdata) = rest.strip_prefix("![CDATA[") {
            rest = memmem::find(cdata.as_bytes(), b"]]>").map_or("", |end| &cdata[end + 3..]);
        } else if let Some(comment) = rest.strip_prefix("!--") {
            rest = memmem::find(comment.as_bytes(), b"-->").map_or("", |end| &comment[end + 3..]);
        } else if let Some(instruction) = rest.strip_prefix('?') {
            rest = memmem::find(instruction.as_bytes(), b"?>").map_or("", |end| &instruction[end + 2..]);
        } else if let Some(end_tag) = rest.strip_prefix('/') {
            let ended = tag_name(end_tag);
            if ended == name.qualified {
                if nested == 0 {
                    return true;
                }
                nested -= 1;
            } else if around.contains(&ended) {
                if namesakes == 0 {
                    return false;
                }
                namesakes -= 1;
            }
        } else {
            let started = tag_name(rest);
            if *shape != Shape::Unknown
                && (started == name.qualified || *shape < Shape::Entry && is_entry::<S>(started))
            {
                return false;
            }
            namesakes += usize::from(around.contains(&started) && !is_empty(rest));
        }
    }
    true
}

fn is_entry<S: Schema>(name: &str) -> bool {
    S::element(Namespace::NONE, name).is_some_and(|element| S::shape(element) == Shape::Entry)
}

/// Whether what begins here is an empty-element tag.
fn is_empty(tag: &str) -> bool {
    memchr(b'>', tag.as_bytes()).is_some_and(|end| tag[..end].ends_with('/'))
}

fn tag_name(tag: &str) -> &str {
    let end = tag.bytes().position(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'>' | b'/' | b'<'));
    &tag[..end.unwrap_or(tag.len())]
}
