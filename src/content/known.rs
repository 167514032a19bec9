//! Start tags that were met before in the same markup. Most stand in it more than once (`<p>`, `<span class="k">`), and
//! what a tag becomes tells nothing of where it stands.

use super::marks::find_in_tag;
use super::output::Output;
use super::plain::Plain;
use super::tag::Tag;
use crate::names::Ends;

/// Longer tags are seldom met again.
const LONGEST: usize = 128;

/// How many are known at once.
const SLOTS: usize = 64;

/// A start tag of HTML and what has become of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    /// All of it, from `<` to `>`.
    text: &'a str,
    name: &'a str,
    is_self_closing: bool,
    pub(super) element: Plain,
    pub(super) has_attributes: bool,
    /// Where in the answer that is which it has become, if it does not stay as it stands.
    became: Option<(usize, usize)>,
}

impl<'a> Known<'a> {
    /// The tag, where it stands at `start`.
    pub(super) fn tag(&self, start: usize) -> Tag<'a> {
        let is_self_closing = self.is_self_closing;
        Tag { name: self.name, is_end: false, end: start + self.text.len(), is_self_closing }
    }

    /// Writes what it becomes where it stands at `start`.
    pub(super) fn write(&self, start: usize, out: &mut Output<'a>) {
        if let Some(became) = self.became {
            out.replace_again(start, start + self.text.len(), became);
        }
    }
}

/// The start tags that were met last, each in the slot of its ends.
pub(super) struct KnownTags<'a> {
    slots: [Option<Known<'a>>; SLOTS],
}

impl<'a> KnownTags<'a> {
    pub(super) fn new() -> Self {
        Self { slots: [None; SLOTS] }
    }

    /// The tag at `start`, if it is known. All of it is compared: the bytes up to the first `>` are those of a whole tag.
    #[inline]
    pub(super) fn find(&self, markup: &str, start: usize) -> Option<Known<'a>> {
        let text = markup.get(start..=find_in_tag(markup.as_bytes(), start, LONGEST)?)?;
        let known = self.slots.get(Ends::as_written(text).place(SLOTS))?.as_ref()?;
        (known.text == text).then_some(*known)
    }

    /// Knows a tag that stands at `start` and was written from `before` in the answer on.
    pub(super) fn learn(
        &mut self,
        tag: &Tag<'a>,
        element: Plain,
        has_attributes: bool,
        (start, before): (usize, usize),
        out: &Output<'a>,
    ) {
        let Some(text) = out.markup().get(start..tag.end).filter(|text| text.len() <= LONGEST) else {
            return;
        };
        if let Some(slot) = self.slots.get_mut(Ends::as_written(text).place(SLOTS)) {
            let became = out.is_changed_behind(start).then(|| (before, out.position(tag.end)));
            let is_self_closing = tag.is_self_closing;
            *slot = Some(Known { text, name: tag.name, is_self_closing, element, has_attributes, became });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fast::clean;
    use super::super::rules::Rules;

    /// More of them than are known at once.
    #[test]
    fn tags_are_known_and_forgotten_and_become_the_same() {
        let numbers = (0..1000).chain(0..1000).flat_map(|n| [n, n % 7, n % 100]);
        let tags = numbers.map(|n| (format!("<B ID={n} onclick=x>y</B>"), format!("<b id=\"{n}\">y</b>")));
        let (markup, expected): (String, String) = tags.unzip();
        assert_eq!(clean(&markup, None, &Rules::FEED_PARSER), Ok(expected.into()));
    }
}
