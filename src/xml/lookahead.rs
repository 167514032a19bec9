//! Queries about the following tags, on which repairs of the structure depend.

use std::rc::Rc;

use super::event::{Schema, Shape};
use super::open_elements::OpenElement;
use super::scanner::{
    CDATA_END, CDATA_START, ScannedToken, Scanner, SectionEnds, Token, is_among_words, next_end_tag,
    next_known_end_tag,
};
use super::window::{Exhausted, TokenWindow};
use bozofeed_text::scan::{NextPlace, Scan};

/// The number of elements that may be open at the same time while matching tags. Deeper nesting counts as a mismatch.
const MAX_DEPTH: usize = 4096;

/// The number of nested elements of the same name after which their end tags are assumed to be missing.
const MAX_NAMESAKES: usize = 8;

/// The lookahead, with the result of the last match of tags: unless there is a mismatch, every tag is scanned only once.
#[derive(Debug)]
pub(super) struct Lookahead<'a> {
    text: &'a str,
    /// The offset at which the last match began.
    from: usize,
    /// The offset after the `<` of the last tag that was examined.
    until: usize,
    /// The mismatch at `until`, if there is one.
    mismatch: Option<Unmatched<'a>>,
    scan: Rc<Scan>,
    section_ends: SectionEnds,
    /// The next start and end of a CDATA section.
    cdata_start: NextPlace,
    cdata_end: NextPlace,
    /// The tags that were reached by searches.
    window: TokenWindow<'a>,
}

/// The state at the first tag that does not match.
#[derive(Debug)]
struct Unmatched<'a> {
    /// The offset of the innermost open element that began before the match.
    outer: Option<usize>,
    /// The offsets of the open elements that began during the match.
    inner: Vec<usize>,
    /// The name in the tag, if it is a well-formed end tag, else an empty string.
    end_tag: &'a str,
}

impl Unmatched<'_> {
    /// Returns the offset of the innermost open element.
    fn innermost(&self) -> Option<usize> {
        self.inner.last().copied().or(self.outer)
    }

    /// Returns whether the element that began at `offset` is open.
    fn is_open(&self, offset: usize) -> bool {
        // Tags were matched in document order, so the offsets are sorted.
        self.outer.is_some_and(|outer| offset <= outer) || self.inner.binary_search(&offset).is_ok()
    }
}

/// The result of looking for an end tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Search {
    Found,
    Missing,
    /// The search gave up. The end tag is assumed to follow.
    OutOfReach,
}

impl Search {
    /// Returns the result of a search that ended without a decision, in a place where the end tag may follow.
    fn gave_up(may_follow: bool) -> Self {
        if may_follow { Self::OutOfReach } else { Self::Missing }
    }
}

impl<'a> Lookahead<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let scan = Rc::new(Scan::new(text.len()));
        let window = TokenWindow::new(text, Rc::clone(&scan));
        Self {
            text,
            from: 0,
            until: 0,
            mismatch: None,
            scan,
            section_ends: SectionEnds::default(),
            cdata_start: NextPlace::default(),
            cdata_end: NextPlace::default(),
            window,
        }
    }

    /// Returns whether all tags from `at` up to the end of the open element at `index` match.
    pub(super) fn tags_match(&mut self, open: &[OpenElement<'a>], index: usize, at: usize) -> bool {
        // The same tags follow each offset that the last match has passed, so its result holds for all of them. Tags before
        // `from` and after `until` were not examined.
        if at < self.from || at >= self.until {
            self.match_tags(open, index, at);
        }
        match (&self.mismatch, open.get(index)) {
            (None, _) => true,
            (Some(mismatch), Some(element)) => !mismatch.is_open(element.offset),
            (Some(_), None) => false,
        }
    }

    /// Returns the offset of the first `<![CDATA[` at or after `at`.
    pub(super) fn cdata_start(&mut self, at: usize) -> Option<usize> {
        self.cdata_start.find(at, |at| self.scan.find(self.text.as_bytes(), at, CDATA_START.as_bytes()))
    }

    /// Returns the offset of the first `]]>` at or after `at`.
    pub(super) fn cdata_end(&mut self, at: usize) -> Option<usize> {
        self.cdata_end.find(at, |at| self.scan.find(self.text.as_bytes(), at, CDATA_END.as_bytes()))
    }

    /// Returns whether a search was cut off.
    pub(super) fn is_exhausted(&self) -> bool {
        self.scan.is_exhausted()
    }

    /// Returns the offset after the `<` of the last tag that was matched.
    pub(super) fn until(&self) -> usize {
        self.until
    }

    /// Returns the name of the first tag from `at` that does not match, if the innermost open element is still the innermost
    /// one there. The name is empty if the tag is not a well-formed end tag.
    pub(super) fn mismatched_end_tag(&mut self, open: &[OpenElement<'a>], at: usize) -> Option<&'a str> {
        let innermost = open.last()?;
        if at < self.from || at >= self.until {
            self.match_tags(open, open.len() - 1, at);
        }
        let mismatch = self.mismatch.as_ref()?;
        (mismatch.innermost() == Some(innermost.offset)).then_some(mismatch.end_tag)
    }

    /// Matches tags from `at` up to the end of the open element at `index`, or to the first mismatch.
    fn match_tags(&mut self, open: &[OpenElement<'a>], index: usize, at: usize) {
        self.from = at;
        self.until = self.text.len();
        self.mismatch = None;
        // The number of earlier elements that are still open, and the elements opened since.
        let mut outer = open.len();
        let mut inner: Vec<(usize, &str)> = Vec::new();
        let mut end_tag = "";
        let mut scanner = Scanner::new(self.text, at, self.text.len(), Rc::clone(&self.scan));
        // Kept for the next match, so that the rest of the text is not searched again for a missing `]]>`.
        scanner.section_ends = self.section_ends;
        for ScannedToken { token, offset, is_well_formed } in scanner.by_ref() {
            // One byte after the `<`, so that this match also covers the tag itself.
            self.until = offset + 1;
            let matches = is_well_formed
                && match token {
                    // An unclosed section is not well-formed, so it is a mismatch in spite of this row.
                    Token::Section(_) | Token::Start { is_empty: true, .. } => true,
                    Token::Start { name, is_empty: false } => {
                        inner.push((offset, name));
                        inner.len() <= MAX_DEPTH
                    }
                    Token::End { name } => match inner.last() {
                        Some((_, innermost)) if *innermost == name => inner.pop().is_some(),
                        Some(_) => false,
                        None => {
                            let innermost = outer.checked_sub(1).and_then(|last| open.get(last));
                            let is_same = innermost.is_some_and(|element| element.name.qualified == name);
                            outer -= usize::from(is_same);
                            is_same
                        }
                    },
                    Token::Other => false,
                };
            if !matches {
                end_tag = match token {
                    Token::End { name } if is_well_formed => name,
                    Token::Start { .. } | Token::End { .. } | Token::Section(_) | Token::Other => "",
                };
                break;
            }
            if outer <= index {
                self.section_ends = scanner.section_ends;
                return;
            }
        }
        self.section_ends = scanner.section_ends;
        self.mismatch = Some(Unmatched {
            outer: outer.checked_sub(1).and_then(|last| open.get(last)).map(|element| element.offset),
            inner: inner.into_iter().map(|(offset, _)| offset).collect(),
            end_tag,
        });
    }

    /// Returns whether the open element at `index` gets its own end tag from `from` on, before an element around it ends.
    ///
    /// The result is remembered in the element, so that the same tags are not scanned again for each of its children.
    pub(super) fn is_closed<S: Schema>(
        &mut self,
        open: &[OpenElement<'a>],
        index: usize,
        from: usize,
    ) -> bool {
        let Some(element) = open.get(index) else { return false };
        let (until, is_closed) = element.seen.get();
        // The answer was found by a search that began earlier, and holds up to the tag that decided it.
        if from < until {
            return is_closed;
        }
        let (search, until) = self.find_end_tag::<S>(open, index, from);
        let is_closed = match search {
            // Only a conclusive search may end an element: the length of an element is no reason to assume that its end tag is
            // missing.
            Search::Found | Search::OutOfReach => true,
            Search::Missing => false,
        };
        element.seen.set((until, is_closed));
        is_closed
    }

    /// Returns whether the end tag of the innermost open element is in reach after `from`.
    pub(super) fn finds_end_tag<S: Schema>(&mut self, open: &[OpenElement<'a>], from: usize) -> bool {
        let innermost = open.len().checked_sub(1);
        // Unlike in `is_closed`, an end tag out of reach does not count here: it would prevent a misspelt start tag from being
        // corrected.
        innermost.is_some_and(|index| self.find_end_tag::<S>(open, index, from).0 == Search::Found)
    }

    /// Looks for the end tag of the open element at `index`. Returns the result and the offset until which it is valid.
    fn find_end_tag<S: Schema>(
        &mut self,
        open: &[OpenElement<'a>],
        index: usize,
        from: usize,
    ) -> (Search, usize) {
        let OpenElement { name, shape, .. } = &open[index];
        // Three, since the window follows four names at once.
        let around = || open[..index].iter().rev().take(3).map(|element| element.name.qualified);
        let is_around = |name: &str| around().any(|around| around == name);
        let is_in_entry = *shape != Shape::Unknown && *shape < Shape::Entry;
        // Elements of the same names that begin, and therefore end, earlier.
        let (mut namesakes, mut namesakes_around) = (0_usize, 0_usize);
        let names = std::iter::once(name.qualified).chain(around());
        let text = self.text;
        let found = self.window.search::<S, _>(from, names, is_in_entry, |tag| {
            let until = tag.offset + 1;
            match tag.token {
                // The element's own name is compared first. In an entry inside an entry, the names are the same, and the
                // element's own end tag would be mistaken for that of the outer one.
                Token::End { name: ended } if ended == name.qualified => {
                    if namesakes == 0 {
                        return Some((Search::Found, until));
                    }
                    namesakes -= 1;
                }
                Token::End { name: ended } if is_around(ended) => {
                    if namesakes_around == 0 {
                        return Some((Search::Missing, until));
                    }
                    namesakes_around -= 1;
                }
                Token::Start { name: started, is_empty } => {
                    let is_namesake = started == name.qualified;
                    // The next entry begins, so the end tag is missing. The first tag is the one in question, which may itself
                    // be an entry. A tag without attributes among words counts as a word.
                    let is_word = || {
                        let end = tag.offset + "<>".len() + started.len();
                        let after = text.get(end..).unwrap_or_default().trim_start();
                        text.get(..end).is_some_and(|text| text.ends_with('>'))
                            && !after.starts_with('<')
                            && is_among_words(text, tag.offset, end)
                    };
                    if is_in_entry && tag.is_entry && !tag.is_first && !is_namesake {
                        if is_word() {
                            return None;
                        }
                        return Some((Search::Missing, until));
                    }
                    if !is_empty {
                        namesakes += usize::from(is_namesake);
                        if namesakes > MAX_NAMESAKES {
                            return Some((Search::Missing, until));
                        }
                        namesakes_around += usize::from(!is_namesake && is_around(started));
                    }
                }
                Token::End { .. } | Token::Section(_) | Token::Other => {}
            }
            None
        });
        found
            // If namesakes are still open, the following end tags are theirs, so no further end tag is assumed.
            .unwrap_or_else(|Exhausted { until, is_end }| (Search::gave_up(!is_end && namesakes == 0), until))
    }

    /// Returns the name of the entry that ends first after `from`, if no entry begins and no element named `name` ends
    /// before.
    pub(super) fn entry_end<S: Schema>(&mut self, from: usize, name: &'a str) -> Option<&'a str> {
        let names = std::iter::once(name);
        let found = self.window.search::<S, _>(from, names, true, |tag| match tag.token {
            Token::End { name: ended } if ended == name => Some(None),
            Token::End { name: ended } if tag.is_entry => Some(Some(ended)),
            Token::Start { .. } if tag.is_entry => Some(None),
            Token::Start { .. } | Token::End { .. } | Token::Section(_) | Token::Other => None,
        });
        found.ok().flatten()
    }

    /// Returns the name of the end tag at the next `<` after `from`, if there is one.
    pub(super) fn next_end_tag(&self, from: usize) -> Option<&'a str> {
        next_end_tag(self.text.get(from..)?)
    }

    /// Returns the name of the first end tag of a known element after `from`, unless a start tag of one comes before.
    pub(super) fn next_known_end_tag(
        &self,
        from: usize,
        is_known: impl Fn(&'a str) -> bool,
    ) -> Option<&'a str> {
        next_known_end_tag(self.text.get(from..)?, is_known)
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::{Name, Namespace};
    use super::super::open_elements::ElementStack;
    use super::super::test_schema::TestSchema;
    use super::super::window::MAX_TAGS;
    use super::*;

    /// Returns the elements of the start tags without attributes at the start of a text, and the offset after them.
    fn opened(text: &str) -> (ElementStack<'_>, usize) {
        let mut open = ElementStack::new(100);
        let mut at = 0;
        while let Some(name) = text.get(at..).and_then(|rest| rest.strip_prefix('<')?.split_once('>')) {
            let (name, _) = name;
            if name.starts_with('/') || name.contains(' ') {
                break;
            }
            let shape = TestSchema::element(Namespace::NONE, name).unwrap_or(Shape::Unknown);
            open.push(Name::split(name), shape, 0, at);
            at += name.len() + 2;
        }
        (open, at)
    }

    #[test]
    fn tags_match_up_to_the_end_of_an_element_or_a_mismatch() {
        for (text, mismatched, matching) in [
            // The innermost element contains the text. Which of the open elements end before the mismatch?
            ("<rss><item><title>a</title></item></rss>", None, &[true, true, true][..]),
            ("<rss><item><title>a</title></item><x>", None, &[false, true, true]),
            ("<rss><item><title>a</item></rss>", Some("item"), &[false, false, false]),
            ("<rss><item><title>a<b c='d></title></item></rss>", Some(""), &[false, false, false]),
            ("<rss><item><title>a<b c='>'/></title></item></rss>", None, &[true, true, true]),
            ("<rss><item><title>a<!-- </b> --><![CDATA[</b>]]></title>", None, &[false, false, true]),
            ("<rss><item><title>a<!-- </title>", Some(""), &[false, false, false]),
            ("<rss><item><title>a</title x></item>", Some(""), &[false, false, false]),
            ("<rss><item><title>a<b>c</b>", Some(""), &[false, false, false]),
        ] {
            let (open, at) = opened(text);
            let found: Vec<_> = (0..open.len())
                .map(|index| Lookahead::new(text).tags_match(open.as_slice(), index, at))
                .collect();
            assert_eq!(found, matching, "{text}");
            let end_tag = Lookahead::new(text).mismatched_end_tag(open.as_slice(), at);
            assert_eq!(end_tag, mismatched, "{text}");
        }
    }

    #[test]
    fn an_element_is_closed_by_its_own_end_tag_before_the_element_around_it_ends() {
        let many = format!("<rss><item><title>{}</title></item>", "<b>x</b>".repeat(MAX_TAGS));
        let nested = format!("<rss><item><title>{}", "<title>x</title>".repeat(MAX_NAMESAKES));
        let too_nested = format!("<rss><item><title>{}", "<title>".repeat(MAX_NAMESAKES + 1));
        for (text, is_closed) in [
            ("<rss><item><title>a</title></item>", true),
            ("<rss><item><title>a</bogus></title></item>", true),
            ("<rss><item><title>a</item><title></title>", false),
            ("<rss><item><title>a<title>b</title></item>", false),
            ("<rss><item><title>a <link/> and <item> b</title></item>", true),
            ("<rss><item><title>a<link/> <item><title>b</title></item>", false),
            ("<rss><item><title>a<title/></title></item>", true),
            ("<rss><item><title>a<link c='</title>'/></item>", false),
            ("<rss><item><title>a<link/><item></title></item>", false),
            ("<rss><item><title>a", false),
            // The end tag is too far away, so it is assumed to follow.
            (&many, true),
            (&nested, false),
            (&too_nested, false),
        ] {
            let (open, at) = opened(text.split_inclusive("<title>").next().unwrap_or(text));
            let mut lookahead = Lookahead::new(text);
            let innermost = open.len() - 1;
            assert_eq!(
                lookahead.is_closed::<TestSchema>(open.as_slice(), innermost, at),
                is_closed,
                "{text}"
            );
        }
    }

    #[test]
    fn matching_tags_are_scanned_once() {
        let text = format!("<rss><item>{}</item></rss>", "<title>a</title>".repeat(100));
        let (open, at) = opened("<rss><item>");
        let mut lookahead = Lookahead::new(&text);
        assert!(lookahead.tags_match(open.as_slice(), 1, at));
        let from = lookahead.from;
        for start_tag in 0..100 {
            assert!(lookahead.tags_match(open.as_slice(), 1, at + 16 * start_tag));
            assert_eq!(lookahead.from, from);
        }
    }
}
