//! The following tags, kept while elements search for their end tags.

use std::collections::VecDeque;
use std::rc::Rc;

use super::event::{Namespace, Schema, Shape};
use super::scanner::{ScannedToken, Scanner, Token};
use bozofeed_text::names::Ends;
use bozofeed_text::scan::Scan;

/// The number of tags after which a search gives up.
pub(super) const MAX_TAGS: usize = 256;

/// The number of bytes after which a search gives up.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// The number of chains of names. Names that share a chain are distinguished by comparison.
const CHAINS: usize = 64;

/// The number of a token that does not exist.
const NONE: usize = usize::MAX;

/// A token in the window.
#[derive(Debug)]
struct Seen<'a> {
    scanned: ScannedToken<'a>,
    /// The offset after the token, where the next one is searched for.
    end: usize,
    is_entry: bool,
    /// The chain of its name, if it is a start tag or an end tag.
    chain: Option<usize>,
    /// The number of the next token in the same chain.
    next: usize,
    /// The number of the next tag of an entry, if this is one.
    next_entry: usize,
}

/// The numbers of the first and the last token with something in common.
#[derive(Debug, Clone, Copy)]
struct Chain {
    first: usize,
    last: usize,
}

impl Chain {
    const EMPTY: Self = Self { first: NONE, last: NONE };

    /// Adds a token. Returns the number of the previous one.
    fn add(&mut self, number: usize) -> usize {
        if self.first == NONE {
            self.first = number;
        }
        std::mem::replace(&mut self.last, number)
    }

    /// Removes the first token, which the token `next` follows.
    fn remove_first(&mut self, next: usize) {
        self.first = next;
        if next == NONE {
            self.last = NONE;
        }
    }
}

/// A tag reached by a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visited<'a> {
    pub(super) token: Token<'a>,
    /// The offset of its `<`.
    pub(super) offset: usize,
    /// Whether it is the tag of an entry.
    pub(super) is_entry: bool,
    /// Whether it is the first tag after the start of the search.
    pub(super) is_first: bool,
}

/// The end of a search without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exhausted {
    /// The offset where the examined tags end.
    pub(super) until: usize,
    /// Whether the text ends there.
    pub(super) is_end: bool,
}

/// The tokens from an offset on, as far as searches have come. Each token is scanned once while the offset increases, and a
/// search visits only the tags of a few names, so that the cost stays low if every element searches.
#[derive(Debug)]
pub(super) struct TokenWindow<'a> {
    scanner: Scanner<'a>,
    text_end: usize,
    /// The offset from which on the tokens are known.
    from: usize,
    tokens: VecDeque<Seen<'a>>,
    /// The number of the first token. Tokens are numbered consecutively.
    first: usize,
    /// The start tags and end tags by a hash of their names, except for empty-element tags.
    names: [Chain; CHAINS],
    /// The tags of entries.
    entries: Chain,
}

impl<'a> TokenWindow<'a> {
    pub(super) fn new(text: &'a str, scan: Rc<Scan>) -> Self {
        Self {
            scanner: Scanner::new(text, 0, text.len(), scan),
            text_end: text.len(),
            from: 0,
            tokens: VecDeque::new(),
            first: 0,
            names: [Chain::EMPTY; CHAINS],
            entries: Chain::EMPTY,
        }
    }

    /// Visits the start tags and end tags with one of the names, and the tags of entries if `with_entries`, in document order,
    /// until there is a result. It also visits other tokens. Empty-element tags are visited only if they belong to entries.
    pub(super) fn search<S: Schema, R>(
        &mut self,
        from: usize,
        names: impl Iterator<Item = &'a str>,
        with_entries: bool,
        mut visit: impl FnMut(Visited<'a>) -> Option<R>,
    ) -> Result<R, Exhausted> {
        self.move_to(from);
        // Bounded in tags and in bytes, so that searches from every element take linear time in total.
        let limit = self.first.saturating_add(MAX_TAGS);
        let cut = from.saturating_add(MAX_BYTES);
        // Read after the window was moved, which may remove the first tags from the chains.
        let mut entry = if with_entries { self.entries.first } else { NONE };
        let mut next: [usize; 4] = [NONE; 4];
        for (next, name) in next.iter_mut().zip(names) {
            *next = self.names[chain_of(name)].first;
        }
        loop {
            let [own, around @ ..] = next;
            // The chains are merged in document order. `NONE` is greater than the number of any token.
            let number = own.min(around[0]).min(around[1]).min(around[2]).min(entry);
            let Some(seen) = number.checked_sub(self.first).and_then(|at| self.tokens.get(at)) else { break };
            if number >= limit || seen.scanned.offset >= cut {
                return Err(self.exhausted(cut));
            }
            // Names that share a chain are at the same token. All of them advance, or the token would be visited once for each.
            for next in next.iter_mut().filter(|next| **next == number) {
                *next = seen.next;
            }
            if entry == number {
                entry = seen.next_entry;
            }
            if let Some(result) = visit(self.visited(seen, number)) {
                return Ok(result);
            }
        }
        // All relevant known tokens were visited.
        loop {
            // These tokens are visited regardless of their names. Visitors compare the names anyway, since several names may
            // share a chain.
            let number = self.first + self.tokens.len();
            let is_cut = self.tokens.back().is_some_and(|last| last.scanned.offset >= cut);
            if number >= limit || is_cut || !self.scan::<S>() {
                return Err(self.exhausted(cut));
            }
            if let Some(seen) = self.tokens.back().filter(|seen| seen.scanned.offset < cut)
                && let Some(result) = visit(self.visited(seen, number))
            {
                return Ok(result);
            }
        }
    }

    fn visited(&self, seen: &Seen<'a>, number: usize) -> Visited<'a> {
        let ScannedToken { token, offset, .. } = seen.scanned;
        Visited { token, offset, is_entry: seen.is_entry, is_first: number == self.first }
    }

    /// Returns the end of a search up to `cut`.
    fn exhausted(&self, cut: usize) -> Exhausted {
        // The search ended at the limit on tags if it comes before `cut`.
        match self.tokens.get(MAX_TAGS - 1).filter(|last| last.scanned.offset < cut) {
            Some(last) => Exhausted { until: last.scanned.offset + 1, is_end: false },
            None => Exhausted { until: cut.min(self.text_end), is_end: cut >= self.text_end },
        }
    }

    /// Makes the first token at or after `from` the first one of the window.
    fn move_to(&mut self, from: usize) {
        let mut is_inside = from < self.from;
        while let Some(seen) = self.tokens.front().filter(|seen| seen.scanned.offset < from && !is_inside) {
            is_inside = seen.end > from;
            if !is_inside {
                self.remove_first();
            }
        }
        // The reader is now inside a token that was scanned as a whole, such as an unclosed comment, so the tokens after it
        // differ.
        if is_inside {
            self.first += self.tokens.len();
            self.tokens.clear();
            (self.names, self.entries) = ([Chain::EMPTY; CHAINS], Chain::EMPTY);
        }
        self.from = from;
        if is_inside || self.tokens.is_empty() && self.scanner.position() < from {
            self.scanner.move_to(from);
        }
    }

    fn remove_first(&mut self) {
        // The first token of the window is also the first one of each chain that it is in.
        let Some(seen) = self.tokens.pop_front() else { return };
        if let Some(chain) = seen.chain {
            self.names[chain].remove_first(seen.next);
        }
        if seen.is_entry {
            self.entries.remove_first(seen.next_entry);
        }
        self.first += 1;
    }

    /// Scans a token. Returns whether there is one.
    fn scan<S: Schema>(&mut self) -> bool {
        let Some(scanned) = self.scanner.next() else { return false };
        let number = self.first + self.tokens.len();
        let (name, is_empty) = match scanned.token {
            Token::Start { name, is_empty } => (name, is_empty),
            Token::End { name } => (name, false),
            // Only tags are searched by name.
            Token::Section(_) | Token::Other => ("", true),
        };
        let is_entry = is_entry::<S>(name);
        if is_entry {
            let previous = self.entries.add(number);
            if let Some(previous) = self.token_mut(previous) {
                previous.next_entry = number;
            }
        }
        // An empty-element tag neither needs an end tag nor is one, so no search by name has to visit it.
        let chain = (!is_empty).then(|| chain_of(name));
        if let Some(chain) = chain {
            let previous = self.names[chain].add(number);
            if let Some(previous) = self.token_mut(previous) {
                previous.next = number;
            }
        }
        let end = self.scanner.position();
        self.tokens.push_back(Seen { scanned, end, is_entry, chain, next: NONE, next_entry: NONE });
        true
    }

    fn token_mut(&mut self, number: usize) -> Option<&mut Seen<'a>> {
        number.checked_sub(self.first).and_then(|at| self.tokens.get_mut(at))
    }
}

/// Returns the chain of a name.
fn chain_of(name: &str) -> usize {
    Ends::as_written(name).place(CHAINS)
}

/// Returns whether an element with this name is an entry.
fn is_entry<S: Schema>(name: &str) -> bool {
    // The prefix is not resolved: tags ahead are not interpreted, so their declarations are unknown.
    S::element(Namespace::NONE, name).is_some_and(|element| S::shape(element) == Shape::Entry)
}

#[cfg(test)]
mod tests {
    use super::super::test_schema::TestSchema;
    use super::*;

    fn window_of(text: &str) -> TokenWindow<'_> {
        TokenWindow::new(text, Rc::new(Scan::new(text.len())))
    }

    /// Returns the offsets of the tags that a search visits, and its end.
    fn search(window: &mut TokenWindow<'_>, from: usize, names: &[&'static str]) -> (Vec<usize>, Exhausted) {
        let mut visited = Vec::new();
        let end = window.search::<TestSchema, ()>(from, names.iter().copied(), true, |tag| {
            let name = match tag.token {
                Token::Start { name, is_empty: false } | Token::End { name } => name,
                Token::Start { .. } | Token::Section(_) | Token::Other => "",
            };
            if names.contains(&name) || tag.is_entry {
                visited.push(tag.offset);
            }
            None
        });
        (visited, end.unwrap_err())
    }

    #[test]
    fn a_search_visits_the_tags_of_its_names_wherever_the_last_one_ended() {
        let text = "<a>x<b><!-- <a> --><a/></b></a><item/><b c='<a>'></b>";
        let end = Exhausted { until: text.len(), is_end: true };
        for from in [0, 1, 3, 4, 7, 9, 19, 23, 40, 44, text.len()] {
            for names in [&["a"][..], &["b"], &["a", "b"], &["x", "y", "a"]] {
                let expected = search(&mut window_of(text), from, names);
                assert_eq!(expected.1, end, "{from} {names:?}");
                for before in [0, 7, 9, 31, 44] {
                    let mut window = window_of(text);
                    search(&mut window, before, &["b", "a"]);
                    assert_eq!(search(&mut window, from, names), expected, "{from} after {before} {names:?}");
                }
            }
        }
        let mut window = window_of(text);
        assert_eq!(search(&mut window, 0, &["b"]).0, [4, 23, 31, 38, 49]);
        assert_eq!(search(&mut window, 5, &["a"]).0, [27, 31]);
        // Inside a comment or a value, the tags differ.
        assert_eq!(search(&mut window, 9, &["a"]).0, [12, 27, 31]);
        assert_eq!(search(&mut window, 40, &["a"]).0, [44]);
    }

    #[test]
    fn a_search_gives_up_after_many_tags_or_bytes() {
        let many = "<a>".repeat(MAX_TAGS + 5);
        let far = format!("<a>{}<b>", " ".repeat(MAX_BYTES));
        // The tag that is too far away is known after the first search.
        let same = format!("<a>{}<a>", " ".repeat(MAX_BYTES));
        for (text, from, visited, until) in [
            (&many, 0, MAX_TAGS, (MAX_TAGS - 1) * 3 + 1),
            (&many, 3, MAX_TAGS, MAX_TAGS * 3 + 1),
            (&far, 0, 1, MAX_BYTES),
            (&far, 3, 0, MAX_BYTES + 3),
            (&same, 0, 1, MAX_BYTES),
        ] {
            let mut window = window_of(text);
            let (found, end) = search(&mut window, from, &["a"]);
            assert_eq!((found.len(), end), (visited, Exhausted { until, is_end: false }), "{until}");
            assert_eq!(search(&mut window, from, &["a"]), (found, end), "the same again");
        }
    }

    #[test]
    fn each_tag_is_scanned_once() {
        let text = "<a>x<b>y".repeat(1000);
        let mut window = window_of(&text);
        let mut scanned = 0;
        for from in (0..text.len()).step_by(8) {
            let before = window.first + window.tokens.len();
            search(&mut window, from, &["c"]);
            scanned += window.first + window.tokens.len() - before;
        }
        assert_eq!(scanned, 2000);
    }
}
