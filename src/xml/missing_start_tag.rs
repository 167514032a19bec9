//! Evidence for missing start tags of entries.

use super::event::Shape;

/// The elements of the feed read so far that help to recognize an entry without its start tag.
#[derive(Debug, Default)]
pub(super) struct FeedHistory<'a> {
    /// The name of the last entry that ended.
    last_entry: Option<&'a str>,
    /// The name and offset of the first text element that is a child of the feed: its title.
    first_text: Option<(&'a str, usize)>,
}

impl<'a> FeedHistory<'a> {
    /// Records the end of an element.
    pub(super) fn record_end(&mut self, name: &'a str, shape: Shape) {
        if shape == Shape::Entry {
            self.last_entry = Some(name);
        }
    }

    /// Returns the name of the last entry that ended.
    pub(super) fn last_entry(&self) -> Option<&'a str> {
        self.last_entry
    }

    /// Returns whether an element that is a child of the feed may belong to an entry: after an entry, or if it repeats the
    /// title of the feed.
    pub(super) fn may_be_in_entry(&mut self, name: &'a str, shape: Shape, offset: usize) -> bool {
        if self.last_entry.is_some() {
            return true;
        }
        if let Some((first, first_offset)) = self.first_text {
            // A tag is checked again after earlier elements were ended. It does not repeat itself.
            return first == name && first_offset < offset;
        }
        if shape == Shape::Markup {
            self.first_text = Some((name, offset));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_title_or_content_after_an_entry_may_be_in_an_entry() {
        let mut history = FeedHistory::default();
        assert!(!history.may_be_in_entry("link", Shape::Leaf, 1));
        assert!(!history.may_be_in_entry("title", Shape::Markup, 2));
        // An element is looked up again after the end of another one.
        assert!(!history.may_be_in_entry("title", Shape::Markup, 2));
        assert!(!history.may_be_in_entry("description", Shape::Markup, 3));
        assert!(history.may_be_in_entry("title", Shape::Markup, 4));
        history.record_end("title", Shape::Markup);
        assert!(!history.may_be_in_entry("link", Shape::Leaf, 5));
        history.record_end("item", Shape::Entry);
        assert!(history.may_be_in_entry("link", Shape::Leaf, 6));
    }
}
