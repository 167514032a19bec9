//! Elements whose content is text even if it looks like markup (HTML Standard 13.2.5.2 to .5).

use super::Kind;
use super::tag::kind_at;
use crate::forward::memchr;
use crate::html::characters::is_space;
use crate::scan::{NextPlace, Scan};
use smallvec::SmallVec;

/// Returns whether the content of an element of this kind is text even if it looks like markup, with scripting disabled.
pub fn is_raw_text(name: &str, kind: Kind) -> bool {
    let is = |other: &&str| name.eq_ignore_ascii_case(other);
    match kind {
        Kind::Frame | Kind::Source | Kind::Text => true,
        // The sanitizer removes the content of an `applet`, but browsers treat it as markup.
        Kind::Dropped => !is(&"applet"),
        Kind::Ignored => ["noembed", "noframes", "plaintext"].iter().any(is),
        _ => false,
    }
}

/// Returns the offset of the end tag that closes a raw text element, or the end of the text (HTML Standard 13.2.5.14).
pub fn end_of_raw_text(markup: &str, at: usize, name: &str) -> usize {
    if name.eq_ignore_ascii_case("plaintext") {
        markup.len()
    } else {
        find_end_tag(markup, at, name).unwrap_or(markup.len())
    }
}

/// Returns the offset of the next end tag of an element.
fn find_end_tag(markup: &str, at: usize, name: &str) -> Option<usize> {
    let bytes = markup.as_bytes();
    find_tag(bytes, at, true, name, |from| Some(from + memchr(b'<', bytes.get(from..)?)?))
}

/// Returns the offset of the next start or end tag of an element; `next` finds the next `<`.
fn find_tag(
    bytes: &[u8],
    mut at: usize,
    is_end: bool,
    name: &str,
    next: impl Fn(usize) -> Option<usize>,
) -> Option<usize> {
    loop {
        let found = next(at)?;
        at = found + 1;
        let rest = bytes.get(at..)?;
        let rest = if is_end { rest.strip_prefix(b"/") } else { Some(rest) };
        let Some((start, after)) = rest.and_then(|rest| rest.split_at_checked(name.len())) else { continue };
        // Only such an end tag is appropriate for raw text (HTML Standard 13.2.5.14): `</scripts>` is text.
        let ends = after.first().is_none_or(|&b| is_space(b) || matches!(b, b'/' | b'>'));
        if ends && start.eq_ignore_ascii_case(name.as_bytes()) {
            return Some(found);
        }
    }
}

/// The next tags of an element.
#[derive(Debug, Clone, Copy)]
struct NextTags<'n> {
    name: &'n str,
    start: NextPlace,
    end: NextPlace,
}

/// The ends of raw text in one markup. The next tags of each element are remembered, so that alternating elements are only searched for
/// once.
#[derive(Debug)]
pub struct RawTextEnds<'n> {
    scan: Scan,
    next: SmallVec<[NextTags<'n>; 2]>,
}

impl<'n> RawTextEnds<'n> {
    /// Returns the ends of raw text in markup of this length.
    pub fn new(length: usize) -> Self {
        Self { scan: Scan::new(length), next: SmallVec::new() }
    }

    /// Returns the offset of the end tag of an element whose start tag ends at `at`, or `None` if it has none. An element that ends with
    /// `/>` is empty, as its author intended, if another of its kind starts before the end tag.
    pub fn end(&mut self, markup: &str, at: usize, name: &'n str) -> Option<usize> {
        let Self { scan, next } = self;
        let index = next.iter().position(|tags| tags.name == name).unwrap_or_else(|| {
            next.push(NextTags { name, start: NextPlace::default(), end: NextPlace::default() });
            next.len() - 1
        });
        let tags = next.get_mut(index)?;
        let bytes = markup.as_bytes();
        let search = |at, is_end| find_tag(bytes, at, is_end, name, |from| scan.find_byte(bytes, from, b'<'));
        // The end tag is searched for first: without one there is no raw text, whatever else starts.
        let end = tags.end.find(at, |at| search(at, true))?;
        let is_empty = markup.get(..at).is_some_and(|tag| tag.ends_with("/>"))
            && tags.start.find(at, |at| search(at, false)).is_some_and(|start| start < end);
        (!is_empty).then_some(end)
    }

    /// Returns whether an end tag may have been missed because the search for it was cut off.
    pub fn is_exhausted(&self) -> bool {
        self.scan.is_exhausted()
    }
}

/// Returns the end of an unclosed script or style sheet: the next tag of an HTML element other than script or style.
pub fn end_of_open_script(markup: &str, mut at: usize) -> usize {
    while let Some(found) = markup.as_bytes().get(at..).and_then(|rest| memchr(b'<', rest)) {
        let start = at + found;
        match kind_at(markup, start) {
            Some(kind) if kind != Kind::Dropped => return start,
            _ => at = start + 1,
        }
    }
    markup.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::steps;

    const NAMES: &[&str] = &["script", "style", "title", "textarea", "xmp", "iframe", "noscript"];

    #[test]
    fn an_empty_element_has_no_end_tag_if_another_starts_before_it() {
        for (markup, at, name, end) in [
            ("<script>a</script>", 8, "script", Some(9)),
            ("<script>a</SCRIPT\n>", 8, "script", Some(9)),
            ("<script>a</scripts></script>", 8, "script", Some(19)),
            ("<script>a<script></script>", 8, "script", Some(17)),
            ("<script/>a<script></script>", 9, "script", None),
            ("<script/>a<style></script>", 9, "script", Some(17)),
            ("<script/>a</script><script>", 9, "script", Some(10)),
            ("<script>a</style>", 8, "script", None),
            ("<script>a</script", 8, "script", Some(9)),
            ("<script>a</scrip", 8, "script", None),
        ] {
            assert_eq!(RawTextEnds::new(markup.len()).end(markup, at, name), end, "{markup:?}");
        }
    }

    /// Returns the steps per byte for finding the end of each raw text in `unit`, repeated, with `tail` after it.
    fn steps_per_byte(unit: &[(&str, &'static str)], tail: &str, count: usize) -> usize {
        let text: String = unit.iter().map(|(tag, _)| *tag).collect();
        let markup = text.repeat(count) + tail;
        let mut ends = RawTextEnds::new(markup.len());
        let mut at = 0;
        steps::take();
        for (tag, name) in unit.iter().cycle().take(unit.len() * count) {
            at += tag.len();
            ends.end(&markup, at, name);
        }
        assert!(!ends.is_exhausted(), "{text}");
        steps::take() / markup.len()
    }

    #[test]
    fn elements_that_take_turns_are_searched_once_each() {
        let mut all = Vec::new();
        for first in NAMES {
            for second in NAMES {
                for slash in ["", "/", " title='x' /"] {
                    for tail in ["", &format!("</{first}>"), &format!("</{first}></{second}>"), "<", "</"] {
                        let (one, other) = (format!("<{first}{slash}>"), format!("<{second}{slash}>"));
                        let unit = [(&*one, *first), (&*other, *second)];
                        let [few, many] = [200, 2_000].map(|count| steps_per_byte(&unit, tail, count));
                        if few > 4 || many > 4 {
                            all.push(format!("{one}{other} … {tail}: {few} and {many} for each byte"));
                        }
                    }
                }
            }
        }
        assert!(all.is_empty(), "{}", all.join("\n"));
    }

    #[test]
    fn an_open_script_ends_at_an_element_however_its_text_looks() {
        for (markup, end) in [
            ("a<b", 3),
            ("a<b>", 1),
            ("a<b<b>", 3),
            ("a<script>b<style><p>", 17),
            ("a</p>", 1),
            ("a<x><1></ p>", 12),
        ] {
            assert_eq!(end_of_open_script(markup, 0), end, "{markup:?}");
        }
        let names = "<a".repeat(100_000);
        steps::take();
        assert_eq!(end_of_open_script(&names, 0), names.len());
        let steps = steps::take();
        assert!(steps < 64 * names.len(), "{steps} steps");
    }
}
