//! Elements whose content is text even if it looks like markup (HTML Standard 13.2.5.2 to .5).

use super::tag::TagName;
use super::{Kind, kind_of};
use crate::html::characters::is_space;
use memchr::{memchr, memmem};

/// Returns whether the content of an element is text even if it looks like markup, where scripts do not run.
pub(super) fn is_raw_text(name: &str) -> bool {
    let is = |other: &&str| name.eq_ignore_ascii_case(other);
    match kind_of(name) {
        Some(Kind::Frame | Kind::Source | Kind::Text) => true,
        Some(Kind::Dropped) => !is(&"applet"),
        Some(Kind::Ignored) => ["noembed", "noframes", "plaintext"].iter().any(is),
        _ => false,
    }
}

/// Returns the offset of the end tag that closes a raw text element, or the end of the text (HTML Standard 13.2.5.14).
pub(super) fn end_of_raw_text(markup: &str, at: usize, name: &str) -> usize {
    if name.eq_ignore_ascii_case("plaintext") {
        markup.len()
    } else {
        find_end_tag(markup, at, name).unwrap_or(markup.len())
    }
}

/// Returns the offset of the next end tag of an element.
fn find_end_tag(markup: &str, at: usize, name: &str) -> Option<usize> {
    find_tag(markup, at, b"</", name)
}

/// Returns the offset of the next tag of an element that begins with `start`.
fn find_tag(markup: &str, at: usize, start: &[u8], name: &str) -> Option<usize> {
    let bytes = markup.as_bytes();
    let rest = bytes.get(at..)?;
    memmem::find_iter(rest, start).map(|found| at + found).find(|&found| {
        let from = found + start.len();
        let is_same =
            bytes.get(from..from + name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()));
        is_same && bytes.get(from + name.len()).is_none_or(|&b| is_space(b) || matches!(b, b'/' | b'>'))
    })
}

/// The ends of raw text in one markup. An end tag that was searched in vain is not searched again.
#[derive(Debug, Default)]
pub(crate) struct RawTextEnds {
    /// The names of elements without an end tag in the rest of the markup.
    without_end: Vec<&'static str>,
    /// The offset of the next end tag that was found last, and its element.
    next: Option<(&'static str, usize)>,
}

impl RawTextEnds {
    /// Returns the offset of the end tag of an element whose start tag ends at `at`, or `None` if it has none. An element
    /// that ends with `/>` has none either if another of its kind starts before the end tag: it is empty, as its author
    /// meant.
    pub(crate) fn end(&mut self, markup: &str, at: usize, name: &'static str) -> Option<usize> {
        if self.without_end.contains(&name) {
            return None;
        }
        let known = self.next.filter(|&(known, end)| known == name && end >= at).map(|(_, end)| end);
        let Some(end) = known.or_else(|| find_end_tag(markup, at, name)) else {
            self.without_end.push(name);
            return None;
        };
        self.next = Some((name, end));
        let is_empty = markup.get(..at).is_some_and(|tag| tag.ends_with("/>"))
            && find_tag(markup.get(..end).unwrap_or_default(), at, b"<", name).is_some();
        (!is_empty).then_some(end)
    }
}

/// Returns where a script or style sheet without an end tag ends: at the next tag of an HTML element that is not one.
pub(crate) fn end_of_open_script(markup: &str, mut at: usize) -> usize {
    while let Some(found) = markup.as_bytes().get(at..).and_then(|rest| memchr(b'<', rest)) {
        let start = at + found;
        match TagName::read(markup, start) {
            Some(tag) if kind_of(tag.name).is_some_and(|kind| kind != Kind::Dropped) => return start,
            _ => at = start + 1,
        }
    }
    markup.len()
}
