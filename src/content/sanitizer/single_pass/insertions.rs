//! Text that is inserted before output that was written earlier.

use smallvec::SmallVec;
use std::borrow::Cow;

/// The side of a start tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Before,
    After,
}

/// The place of a start tag.
#[derive(Debug, Clone, Copy)]
pub(super) struct TagPlace {
    /// Its offset in the markup.
    pub(super) start: usize,
    /// Its offsets in the output, which are equal if the element is not kept.
    pub(super) output: (usize, usize),
}

/// Text next to a start tag.
#[derive(Debug)]
struct Insertion {
    tag: TagPlace,
    side: Side,
    /// The offsets of the text in `Insertions::text`.
    text: (usize, usize),
}

impl Insertion {
    /// The offset in the output.
    fn position(&self) -> usize {
        match self.side {
            Side::Before => self.tag.output.0,
            Side::After => self.tag.output.1,
        }
    }
}

/// The insertions into the output, which are made when all of it is written. This takes linear time.
#[derive(Debug, Default)]
pub(super) struct Insertions {
    insertions: Vec<Insertion>,
    text: String,
}

impl Insertions {
    /// Adds text to be inserted directly before or after a start tag: next to the tag, so that text that was added there
    /// earlier is further from it.
    pub(super) fn add(&mut self, tag: TagPlace, side: Side, write: impl FnOnce(&mut String)) -> usize {
        let from = self.text.len();
        write(&mut self.text);
        let length = self.text.len() - from;
        if length > 0 {
            self.insertions.push(Insertion { tag, side, text: (from, self.text.len()) });
        }
        length
    }

    /// Makes the insertions. Line feeds at the start of a `pre`, whose offsets are given, are doubled: a parser drops the
    /// first one.
    pub(super) fn apply<'a>(mut self, out: Cow<'a, str>, preformatted: &[usize]) -> Cow<'a, str> {
        // Of the texts before a tag the last added is next to it, of those after it as well.
        self.insertions.sort_by_key(|insertion| {
            let (from, _) = insertion.text;
            let order = match insertion.side {
                Side::Before => from,
                Side::After => usize::MAX - from,
            };
            (insertion.tag.start, insertion.side, order)
        });
        let is_kept = |&&at: &&usize| {
            let next = self.insertions.partition_point(|insertion| insertion.position() < at);
            let is_alone = self.insertions.get(next).is_none_or(|insertion| insertion.position() != at);
            is_alone && out.as_bytes().get(at) == Some(&b'\n')
        };
        let line_feeds: SmallVec<[usize; 4]> = preformatted.iter().filter(is_kept).copied().collect();
        if self.insertions.is_empty() && line_feeds.is_empty() {
            return out;
        }
        let mut text = String::with_capacity(out.len() + self.text.len() + line_feeds.len());
        let mut line_feeds = line_feeds.into_iter().peekable();
        let mut copied = 0;
        let mut insert = |at: usize, inserted: &str| {
            text.push_str(out.get(copied..at).unwrap_or_default());
            text.push_str(inserted);
            copied = at;
        };
        for insertion in &self.insertions {
            let at = insertion.position();
            while let Some(at) = line_feeds.next_if(|&line_feed| line_feed < at) {
                insert(at, "\n");
            }
            insert(at, self.text.get(insertion.text.0..insertion.text.1).unwrap_or_default());
        }
        for at in line_feeds {
            insert(at, "\n");
        }
        insert(out.len(), "");
        Cow::Owned(text)
    }
}
