//! What is in order is never mended: whether the tags that follow match, up to the end of an element.

use memchr::{memchr, memmem};

use super::reader::Open;
use super::tags::{name_length, tag_length};

/// Elements open at once, further than which nothing is foreseen.
const DEEPEST: usize = 4096;

/// Kinds of sections, for those that are never closed.
const COMMENT: usize = 0;
const CDATA: usize = 1;
const INSTRUCTION: usize = 2;

/// What was found when last looked ahead: every tag is looked at once, unless something is wrong with it.
#[derive(Debug)]
pub(super) struct Foresight<'a> {
    /// From here …
    from: usize,
    /// … to here, all tags match.
    until: usize,
    /// Where the elements begin that are open at `until`, if the tag there does not match.
    open: Option<Vec<usize>>,
    /// The name of the end tag there.
    end_tag: &'a str,
    /// No section of a kind that begins behind here is ever closed.
    unclosed_from: [usize; 3],
}

impl Default for Foresight<'_> {
    fn default() -> Self {
        Self { from: 0, until: 0, open: None, end_tag: "", unclosed_from: [usize::MAX; 3] }
    }
}

/// A tag or section passed.
enum Passed<'a> {
    Start(&'a str),
    End(&'a str),
    /// Something that opens and ends nothing.
    Neutral,
    /// No markup that XML knows.
    Malformed,
}

impl<'a> Foresight<'a> {
    /// Whether the open element at `index` ends with its own end tag, and all tags from `at` up to it match.
    pub(super) fn is_in_order(&mut self, text: &'a str, stack: &[Open<'a>], index: usize, at: usize) -> bool {
        if at < self.from || at >= self.until {
            self.look(text, stack, index, at);
        }
        match (&self.open, stack.get(index)) {
            (None, _) => true,
            (Some(open), Some(element)) => open.binary_search(&element.offset).is_err(),
            (Some(_), None) => false,
        }
    }

    /// Behind the tag that was looked at last.
    pub(super) fn until(&self) -> usize {
        self.until
    }

    /// Whether the first tag from `at` that does not match is an end tag of `name`, for which nothing that begins behind
    /// `at` is open.
    pub(super) fn is_ended_by(&mut self, text: &'a str, stack: &[Open<'a>], name: &str, at: usize) -> bool {
        self.ended_by(text, stack, at) == Some(name)
    }

    /// The name of the end tag that ends the innermost element under another name: it is the first tag from `at` that
    /// does not match, and nothing that begins behind `at` is open there.
    pub(super) fn ended_by(&mut self, text: &'a str, stack: &[Open<'a>], at: usize) -> Option<&'a str> {
        let index = stack.len().checked_sub(1)?;
        if at < self.from || at >= self.until {
            self.look(text, stack, index, at);
        }
        let innermost = self.open.as_ref()?.last();
        (innermost == stack.last().map(|open| &open.offset)).then_some(self.end_tag)
    }

    /// Looks from `at` up to the end of the element at `index`, or to the first tag that does not match.
    fn look(&mut self, text: &'a str, stack: &[Open<'a>], index: usize, at: usize) {
        self.from = at;
        self.open = None;
        self.end_tag = "";
        let mut around = stack.len();
        let mut within: Vec<(usize, &str)> = Vec::new();
        let mut next = at;
        loop {
            let found = text.as_bytes().get(next..).and_then(|rest| memchr(b'<', rest));
            let Some(tag) = found.map(|found| next + found) else {
                self.until = text.len();
                break;
            };
            self.until = tag + 1;
            let (passed, length) = self.pass(text, tag);
            next = tag + length.max(1);
            match passed {
                Passed::Neutral => continue,
                Passed::Start(name) if within.len() < DEEPEST => {
                    within.push((tag, name));
                    continue;
                }
                Passed::End(name) => {
                    self.end_tag = name;
                    if let Some((_, open)) = within.last() {
                        if *open == name {
                            within.pop();
                            continue;
                        }
                    } else if let Some(open) = around.checked_sub(1).and_then(|last| stack.get(last))
                        && open.name.qualified == name
                    {
                        around -= 1;
                        if around <= index {
                            return;
                        }
                        continue;
                    }
                }
                Passed::Start(_) | Passed::Malformed => self.end_tag = "",
            }
            break;
        }
        let around = stack.iter().take(around).map(|open| open.offset);
        self.open = Some(around.chain(within.iter().map(|(offset, _)| *offset)).collect());
    }

    /// What begins with the `<` at `at`, and how long it is.
    fn pass(&mut self, text: &'a str, at: usize) -> (Passed<'a>, usize) {
        let rest = &text[at..];
        let section = |open: usize, close: &str| {
            memmem::find(rest.as_bytes().get(open..)?, close.as_bytes()).map(|end| open + end + close.len())
        };
        let (kind, length) = match rest.as_bytes() {
            [_, b'/', inside @ ..] => {
                let Some(end) = memchr::memchr2(b'<', b'>', inside) else { return (Passed::Malformed, 1) };
                if inside.get(end) != Some(&b'>') {
                    return (Passed::Malformed, 1);
                }
                let name = rest[2..2 + end].trim_end_matches([' ', '\t', '\r', '\n']);
                return (Passed::End(name), end + 3);
            }
            [_, b'!', b'-', b'-', ..] if at < self.unclosed_from[COMMENT] => (COMMENT, section(4, "-->")),
            [_, b'!', b'[', ..] if rest.starts_with("<![CDATA[") && at < self.unclosed_from[CDATA] => {
                (CDATA, section(9, "]]>"))
            }
            [_, b'?', ..] if at < self.unclosed_from[INSTRUCTION] => (INSTRUCTION, section(2, "?>")),
            [_, b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':' | 0x80.., ..] => {
                let inside = &rest[1..];
                let Some(end) = tag_length(inside) else { return (Passed::Malformed, 1) };
                let passed = if inside[..end].ends_with('/') {
                    Passed::Neutral
                } else {
                    Passed::Start(&inside[..name_length(inside).min(end)])
                };
                return (passed, end + 2);
            }
            [..] => return (Passed::Malformed, 1),
        };
        if let Some(length) = length {
            return (Passed::Neutral, length);
        }
        self.unclosed_from[kind] = self.unclosed_from[kind].min(at);
        (Passed::Malformed, 1)
    }
}
