//! A cache of earlier start tags of the same markup with their output, which does not depend on their position. Most tags are repeated
//! (`<p>`, `<span class="k">`).

use crate::output::Output;
use crate::sanitizer::elements::Plain;
use bozofeed_text::delimiters::find_in_tag;
use bozofeed_text::markup::MarkupTag;
use bozofeed_text::names::Ends;

/// The maximum length of a cached tag. Longer ones are rarely repeated.
const LONGEST: usize = 128;

/// The number of cached tags.
const SLOTS: usize = 64;

/// A start tag of HTML and its output.
#[derive(Debug, Clone, Copy)]
pub(super) struct CachedTag<'a, 'r> {
    /// The tag from `<` to `>`.
    text: &'a [u8],
    ends: Ends,
    name: &'a str,
    is_self_closing: bool,
    pub(super) element: Plain<'r>,
    pub(super) has_attributes: bool,
    rewrite: Rewrite,
}

/// The difference between a tag and its output.
#[derive(Debug, Clone, Copy)]
enum Rewrite {
    /// None.
    AsWritten,
    /// The part of the tag between two offsets is cut.
    Cut(usize, usize),
    /// The output is a copy of the output between two offsets.
    Copied(usize, usize),
}

impl<'a> CachedTag<'a, '_> {
    /// Returns the tag for a position in the markup.
    pub(super) fn tag(&self, start: usize) -> MarkupTag<'a> {
        let is_self_closing = self.is_self_closing;
        MarkupTag { name: self.name, is_end: false, end: start + self.text.len(), is_self_closing }
    }

    /// Returns the number of bytes by which the output exceeds the tag.
    pub(super) fn growth(&self) -> usize {
        match self.rewrite {
            Rewrite::AsWritten | Rewrite::Cut(..) => 0,
            Rewrite::Copied(start, end) => (end - start).saturating_sub(self.text.len()),
        }
    }

    /// Writes the output of the tag at `start`.
    pub(super) fn write(&self, start: usize, out: &mut Output<'a>) {
        match self.rewrite {
            Rewrite::AsWritten => {}
            Rewrite::Cut(from, to) => out.cut(start + from, start + to),
            Rewrite::Copied(from, to) => out.replace_again(start, start + self.text.len(), (from, to)),
        }
    }
}

/// Returns whether a tag starts a link. Most links in a text are different.
#[inline]
fn is_link(tag: &[u8]) -> bool {
    matches!(tag, [b'<', b'a' | b'A', b' ', ..])
}

/// The most recent start tags, each in a slot that depends on its first and last bytes.
pub(super) struct TagCache<'a, 'r> {
    slots: [Option<CachedTag<'a, 'r>>; SLOTS],
}

impl<'a, 'r> TagCache<'a, 'r> {
    pub(super) fn new() -> Self {
        Self { slots: [None; SLOTS] }
    }

    /// Returns the tag at `start`, if it is cached. The bytes up to the first `>` are compared.
    #[inline]
    pub(super) fn find(&self, markup: &[u8], start: usize) -> Option<&CachedTag<'a, 'r>> {
        if is_link(markup.get(start..)?) {
            return None;
        }
        // A tag with a `>` in a value was inserted with its whole text, which is longer than this. So it is not found, but never confused
        // with another one either.
        let text = markup.get(start..find_in_tag(markup, start, LONGEST)? + 1)?;
        let ends = Ends::of_bytes(text);
        let known = self.slots.get(ends.place(SLOTS))?.as_ref()?;
        let is_same = known.ends == ends
            && known.text.len() == text.len()
            && (Ends::cover(text.len()) || known.text == text);
        is_same.then_some(known)
    }

    /// Inserts a tag at `start` whose output starts at `before`.
    pub(super) fn insert(
        &mut self,
        tag: &MarkupTag<'a>,
        element: Plain<'r>,
        has_attributes: bool,
        (start, before): (usize, usize),
        out: &Output<'a>,
    ) {
        let bytes = out.markup().as_bytes();
        let is_repeated = |text: &&[u8]| text.len() <= LONGEST && !is_link(text);
        let Some(text) = bytes.get(start..tag.end).filter(is_repeated) else {
            return;
        };
        let ends = Ends::of_bytes(text);
        if let Some(slot) = self.slots.get_mut(ends.place(SLOTS)) {
            // The ways of repeating the output are tried from the cheapest to the most general one.
            let rewrite = if !out.is_changed_after(start) {
                Rewrite::AsWritten
            } else if let Some((from, to)) = out.cut_after(start, before) {
                Rewrite::Cut(from, to)
            } else {
                Rewrite::Copied(before, out.position(tag.end))
            };
            let is_self_closing = tag.is_self_closing;
            let name = tag.name;
            *slot = Some(CachedTag { text, ends, name, is_self_closing, element, has_attributes, rewrite });
        }
    }
}
