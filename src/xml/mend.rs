//! Which elements end where nobody says so.
//!
//! A missing end tag shows only later, so the decision looks ahead, over tags alone and only from a place where something
//! is odd already: a known element of the feed inside one that should hold none.

use memchr::{memchr, memmem};

use super::chars::is_name_char;
use super::event::{Namespace, Schema, Shape};
use super::foresight::Foresight;
use super::reader::Open;

/// How many tags the look ahead passes before it takes the document at its word.
const FURTHEST: usize = 256;

/// How many bytes it passes at the most, so that it stays linear whatever stands there.
const WINDOW: usize = 64 * 1024;

/// Within so many of its own name, an element is not meant to hold them: its end tags are missing.
const MOST_NAMESAKES: usize = 8;

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

/// The element whose text the innermost elements stand in: what it holds is markup, whatever it is called.
fn host(stack: &[Open<'_>]) -> Option<usize> {
    let feed = stack.iter().position(|open| open.shape >= Shape::Feed)?;
    let within = stack.get(feed..)?;
    within.iter().position(|open| matches!(open.shape, Shape::Leaf | Shape::Markup)).map(|at| feed + at)
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

/// Where a decision is asked for.
pub(super) struct Situation<'r, 'a> {
    pub(super) text: &'a str,
    /// The elements that are open.
    pub(super) stack: &'r [Open<'a>],
    pub(super) foresight: &'r mut Foresight<'a>,
    /// Where the tag stands.
    pub(super) at: usize,
}

impl Situation<'_, '_> {
    /// What an end tag of `name` ends; `behind` is where the text goes on.
    pub(super) fn end_tag<S: Schema>(&mut self, name: &str, behind: usize) -> EndTag {
        let stack = self.stack;
        let same = |open: &Open<'_>| open.name.qualified == name;
        let alike = |open: &Open<'_>| open.name.qualified.eq_ignore_ascii_case(name);
        let found = stack.iter().rposition(same).or_else(|| stack.iter().rposition(alike));
        if let Some(index) = found {
            let markup = host(stack).map_or(stack.len(), |host| host + 1);
            let own = if index < markup { strength(stack[index].shape) } else { 0 };
            let above = stack.get(index + 1..markup).unwrap_or(&[]);
            if above.iter().all(|above| strength(above.shape) <= own) {
                return EndTag::Ends(stack.len() - index);
            }
            return EndTag::Stray;
        }
        // `<title>…</bogus>`: the end tag that the title needs is not to come, so this one stands for it.
        let Some(index) = stack.iter().rposition(|open| open.shape != Shape::Unknown) else {
            return EndTag::Stray;
        };
        let unclosed =
            matches!(stack[index].shape, Shape::Leaf | Shape::Markup) && !self.is_closed::<S>(index, behind);
        if unclosed { EndTag::StandsFor(stack.len() - index) } else { EndTag::Stray }
    }

    /// How many elements end before the start tag of a known element.
    pub(super) fn ends_before_start<S: Schema>(&mut self, shape: Shape) -> usize {
        let stack = self.stack;
        // Outside of a feed, names mean nothing.
        if stack.iter().all(|open| open.shape < Shape::Feed) {
            return 0;
        }
        if shape == Shape::Entry
            && let Some(index) = stack.iter().rposition(|open| open.shape >= Shape::Entry)
            && stack[index].shape == Shape::Entry
        {
            if self.is_in_order(index) {
                return 0;
            }
            // An entry within something else of an entry's may well be meant.
            let is_held = index + 1 < stack.len() && self.is_closed::<S>(index + 1, self.at);
            if !is_held && !self.is_closed::<S>(index, self.at) {
                return stack.len() - index;
            }
        }
        let known = stack.iter().rposition(|open| open.shape != Shape::Unknown);
        let suspect = match known {
            Some(index) if matches!(stack[index].shape, Shape::Leaf | Shape::Markup) => index,
            Some(index) if stack[index].shape == Shape::Container && shape >= Shape::Entry => index,
            // Nothing that is unknown is mended outside a feed: it may be the page around it.
            Some(index) if index + 1 < stack.len() => index + 1,
            Some(_) | None => return 0,
        };
        if self.is_in_order(suspect) || self.is_closed::<S>(suspect, self.at) {
            0
        } else {
            stack.len() - suspect
        }
    }

    /// Whether what XML says of the element at `index` is right: nothing is wrong up to its end.
    pub(super) fn is_in_order(&mut self, index: usize) -> bool {
        self.foresight.is_in_order(self.text, self.stack, index, self.at)
    }

    /// Whether the element at `index` gets its own end tag, counted from `from` on, before one of the elements around it
    /// ends. What was seen of an element is remembered, so that nothing is looked at for each child again.
    pub(super) fn is_closed<S: Schema>(&self, index: usize, from: usize) -> bool {
        let Some(open) = self.stack.get(index) else { return false };
        let (until, closed) = open.seen.get();
        if from < until {
            return closed;
        }
        let behind = self.text.get(from..).unwrap_or("");
        let (closed, passed) = look_ahead::<S>(self.stack, index, behind);
        open.seen.set((from + passed, closed));
        closed
    }
}

/// Whether the element at `index` gets its own end tag in `text`, and how much of that tells so.
fn look_ahead<S: Schema>(stack: &[Open<'_>], index: usize, text: &str) -> (bool, usize) {
    let Open { name, shape, .. } = &stack[index];
    let around: Vec<&str> = stack[..index].iter().rev().take(3).map(|open| open.name.qualified).collect();
    // Elements of the same names that begin, and so end, before.
    let (mut namesakes, mut namesakes_around) = (0_usize, 0_usize);
    let mut tags = Ahead::new(text);
    for passed in 0..FURTHEST {
        match tags.next() {
            // Where the window ends before the text does, the document is taken at its word.
            None => return (tags.window.len() < text.len() && namesakes == 0, tags.window.len()),
            Some(TagAhead::End(ended)) if ended == name.qualified => {
                if namesakes == 0 {
                    return (true, tags.passed());
                }
                namesakes -= 1;
            }
            Some(TagAhead::End(ended)) if around.contains(&ended) => {
                if namesakes_around == 0 {
                    return (false, tags.passed());
                }
                namesakes_around -= 1;
            }
            Some(TagAhead::Start { name: started, empty }) => {
                if passed > 0 && *shape != Shape::Unknown && *shape < Shape::Entry && is_entry::<S>(started) {
                    return (false, tags.passed());
                }
                if !empty {
                    namesakes += usize::from(started == name.qualified);
                    if namesakes > MOST_NAMESAKES {
                        return (false, tags.passed());
                    }
                    namesakes_around += usize::from(started != name.qualified && around.contains(&started));
                }
            }
            Some(TagAhead::End(_) | TagAhead::Section) => {}
        }
    }
    (namesakes == 0, tags.passed())
}

/// The name of the entry of which an end tag comes in `text` before a start tag does, and before one that ends `name`.
pub(super) fn entry_ended_first<'a, S: Schema>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut tags = Ahead::new(text);
    for _ in 0..FURTHEST {
        match tags.next()? {
            TagAhead::End(ended) if ended == name => return None,
            TagAhead::End(ended) if is_entry::<S>(ended) => return Some(ended),
            TagAhead::Start { name, .. } if is_entry::<S>(name) => return None,
            TagAhead::Start { .. } | TagAhead::End(_) | TagAhead::Section => {}
        }
    }
    None
}

/// A tag that comes.
enum TagAhead<'a> {
    Start { name: &'a str, empty: bool },
    End(&'a str),
    Section,
}

/// What comes in a text, as far as is looked.
struct Ahead<'a> {
    window: &'a str,
    rest: &'a str,
}

impl<'a> Ahead<'a> {
    fn new(text: &'a str) -> Self {
        let window = (0..4).find_map(|back| text.get(..WINDOW - back)).unwrap_or(text);
        Self { window, rest: window }
    }

    /// How much was passed: up to behind the `<` of the tag that came last.
    fn passed(&self) -> usize {
        self.window.len() - self.rest.len()
    }

    fn next(&mut self) -> Option<TagAhead<'a>> {
        self.rest = &self.rest[memchr(b'<', self.rest.as_bytes())? + 1..];
        let behind = |open: &str, close: &str| {
            let inside = self.rest.strip_prefix(open)?;
            let end = memmem::find(inside.as_bytes(), close.as_bytes());
            Some(end.map_or("", |end| &inside[end + close.len()..]))
        };
        let section =
            behind("![CDATA[", "]]>").or_else(|| behind("!--", "-->")).or_else(|| behind("?", "?>"));
        if let Some(behind) = section {
            self.rest = behind;
            return Some(TagAhead::Section);
        }
        Some(match self.rest.strip_prefix('/') {
            Some(end_tag) => TagAhead::End(tag_name(end_tag)),
            None => TagAhead::Start { name: tag_name(self.rest), empty: is_empty(self.rest) },
        })
    }
}

fn is_entry<S: Schema>(name: &str) -> bool {
    S::element(Namespace::NONE, name).is_some_and(|element| S::shape(element) == Shape::Entry)
}

/// Whether what begins here is an empty-element tag.
fn is_empty(tag: &str) -> bool {
    memchr(b'>', tag.as_bytes()).is_some_and(|end| tag[..end].ends_with('/'))
}

fn tag_name(tag: &str) -> &str {
    &tag[..tag.find(|c| !is_name_char(c)).unwrap_or(tag.len())]
}
