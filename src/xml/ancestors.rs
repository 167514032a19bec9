//! An open element, and facts about the elements around it. The facts are cached if many elements are open, so that no lookup
//! costs more in a deeply nested document.

use std::borrow::Cow;
use std::cell::Cell;

use super::event::{Name, Shape};
use bozofeed_text::maps::Map;

/// An element whose end was not yet reached.
#[derive(Debug)]
pub(super) struct OpenElement<'a> {
    pub(super) name: Name<'a>,
    pub(super) shape: Shape,
    /// The number of namespace declarations in scope before the element.
    pub(super) mark: usize,
    /// The offset of the start tag.
    pub(super) offset: usize,
    /// The result of the last search for the end tag, and the offset until which it is valid. See
    /// [`Lookahead::is_closed`](super::lookahead::Lookahead::is_closed).
    pub(super) seen: Cell<(usize, bool)>,
}

/// The largest number of open elements for which a linear search is faster.
pub(super) const FEW: usize = 24;

/// The number of kinds of content.
const SHAPES: usize = Shape::Root as usize + 1;

/// The facts about an element and those around it.
#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    /// For each kind of content, the index of the innermost element of this kind or a later one.
    at_least: [Option<usize>; SHAPES],
    /// The index of the element whose text contains the innermost elements.
    text_host: Option<usize>,
}

/// The names of the open elements, in the form in which they are compared.
#[derive(Debug, Default)]
struct OpenNames<'a> {
    /// The index of the innermost open element with each name; `None` for a name whose elements have all ended. The key is the
    /// whole name, not a short hash of it: a document could choose names whose hashes collide, and each stray end tag would
    /// then be compared with all open elements.
    innermost: Map<Cow<'a, str>, Option<usize>>,
    /// For each element, outermost first, its name and the index of the next element around it with the same name.
    elements: Vec<(Cow<'a, str>, Option<usize>)>,
}

impl<'a> OpenNames<'a> {
    /// Forgets the elements from `length` on.
    fn truncate(&mut self, length: usize) {
        while self.elements.len() > length
            && let Some((name, outer)) = self.elements.pop()
        {
            // The next element around it with this name is the innermost one again.
            self.innermost.insert(name, outer);
        }
    }

    /// Adds the open elements that are missing here. Returns the index of the innermost one whose name equals `name` after
    /// `key` was applied to both.
    fn find(
        &mut self,
        open: &[OpenElement<'a>],
        name: &str,
        key: impl for<'n> Fn(&'n str) -> Cow<'n, str>,
    ) -> Option<usize> {
        for (at, element) in open.iter().enumerate().skip(self.elements.len()) {
            let name = key(element.name.qualified);
            let outer = self.innermost.insert(name.clone(), Some(at)).flatten();
            self.elements.push((name, outer));
        }
        self.innermost.get(&*key(name)).copied().flatten()
    }
}

/// Returns a name in lower case.
fn lowercase(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// The facts about the open elements, outermost first. They are determined on demand.
#[derive(Debug, Default)]
pub(super) struct Ancestors<'a> {
    facts: Vec<Facts>,
    names: OpenNames<'a>,
    lower_names: OpenNames<'a>,
}

impl<'a> Ancestors<'a> {
    /// Forgets the elements from `length` on.
    #[inline]
    pub(super) fn truncate(&mut self, length: usize) {
        self.facts.truncate(length);
        self.names.truncate(length);
        self.lower_names.truncate(length);
    }

    /// Determines the facts about the open elements that are not known yet.
    fn extend(&mut self, open: &[OpenElement<'_>]) {
        for (at, element) in open.iter().enumerate().skip(self.facts.len()) {
            let mut facts = self.facts.last().copied().unwrap_or_default();
            // As in `ElementStack::text_host`: outside of a feed, names have no meaning.
            let is_in_feed = facts.at_least[Shape::Feed as usize].is_some();
            if facts.text_host.is_none() && is_in_feed && element.shape.is_text() {
                facts.text_host = Some(at);
            }
            // Kinds of content are ordered: an element also has all earlier kinds.
            for innermost in facts.at_least.iter_mut().take(element.shape as usize + 1) {
                *innermost = Some(at);
            }
            self.facts.push(facts);
        }
    }

    /// Returns the index of the innermost element whose kind of content is `shape` or a later one.
    pub(super) fn innermost_at_least(&mut self, open: &[OpenElement<'_>], shape: Shape) -> Option<usize> {
        self.extend(open);
        self.facts.get(open.len().checked_sub(1)?)?.at_least[shape as usize]
    }

    /// Returns the index of the element whose text contains the innermost elements.
    pub(super) fn text_host(&mut self, open: &[OpenElement<'_>]) -> Option<usize> {
        self.extend(open);
        self.facts.last()?.text_host
    }

    /// Returns the index of the innermost element with a name.
    pub(super) fn find(&mut self, open: &[OpenElement<'a>], name: &str) -> Option<usize> {
        self.names.find(open, name, |name| Cow::Borrowed(name))
    }

    /// Returns the index of the innermost element with a name, ignoring case.
    pub(super) fn find_ignoring_case(&mut self, open: &[OpenElement<'a>], name: &str) -> Option<usize> {
        self.lower_names.find(open, name, lowercase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(name: &str) -> OpenElement<'_> {
        OpenElement {
            name: Name::split(name),
            shape: Shape::Unknown,
            mark: 0,
            offset: 0,
            seen: Cell::default(),
        }
    }

    #[test]
    fn the_innermost_element_is_found_whatever_was_closed() {
        let names = ["a", "A", "b", "c:d", "C:D"];
        let mut all: Vec<OpenElement<'_>> = Vec::new();
        let mut ancestors = Ancestors::default();
        for step in 0..1000 {
            // Slightly more elements are opened than closed.
            if step % 7 < 4 {
                all.push(open(names[step * step % names.len()]));
            } else {
                all.truncate(all.len().saturating_sub(step % 3));
                ancestors.truncate(all.len());
            }
            for name in ["a", "A", "d", "c:D", "C:D"] {
                let exact = all.iter().rposition(|open| open.name.qualified == name);
                assert_eq!(ancestors.find(&all, name), exact, "{step}: {name}");
                let alike = all.iter().rposition(|open| open.name.qualified.eq_ignore_ascii_case(name));
                assert_eq!(ancestors.find_ignoring_case(&all, name), alike, "{step}: {name}");
            }
        }
    }

    #[test]
    fn the_names_of_known_elements_are_not_read_again() {
        let all: Vec<OpenElement<'_>> = (0..5000).map(|_| open("a")).collect();
        let mut names = OpenNames::default();
        names.find(&all, "a", lowercase);
        let read = Cell::new(0);
        for other in 0..1000 {
            let name = format!("b{other}");
            assert_eq!(
                names.find(&all, &name, |name| {
                    read.set(read.get() + 1);
                    Cow::Borrowed(name)
                }),
                None
            );
        }
        // Only the key of each searched name was computed.
        assert_eq!(read.get(), 1000);
    }
}
