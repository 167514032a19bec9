//! The entries of a document, one at a time.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::iter::FusedIterator;

use crate::assemble::Assembler;
use crate::budget::{Budget, Purpose};
use crate::document::Document;
use crate::encoding::Decoded;
use crate::model::{Entry, Feed};
use crate::options::Options;
use crate::parsed::Parsed;
use crate::sink::Sink;
use crate::source::{DecodedDocument, Pass};
use crate::vocabulary::ValueReader;

/// A decoded document for reading entries one by one: see [`Parser::reader`](crate::Parser::reader).
///
/// [`entries`](Self::entries) returns an iterator over the entries, each available once it is complete. They are the same as
/// in [`Parser::parse`](crate::Parser::parse), in the same order. In addition to the text of the document, a long feed takes only
/// the memory of its largest entry.
///
/// ```
/// use bozofeed::{Parser, Format};
///
/// let feed = b"<rss version='2.0'><channel><title>Tides</title>
///     <item><title>High</title></item><item><title>Low</title></item>
///     <ttl>60</ttl></channel></rss>";
/// let mut reader = Parser::new().reader(feed);
/// let mut entries = reader.entries();
/// let mut lines = Vec::new();
/// while let Some(entry) = entries.next() {
///     // The feed as known at the end of the entry.
///     let feed = entries.feed().title.as_ref().map_or("", |title| &title.value);
///     lines.push(format!("{feed}: {}", entry.title.unwrap().value));
/// }
/// assert_eq!(lines, ["Tides: High", "Tides: Low"]);
///
/// // The complete feed, the verdict, faults and warnings.
/// let parsed = entries.finish();
/// assert_eq!(parsed.format, Format::Rss20);
/// assert_eq!(parsed.feed.ttl().value, Some(60));
/// assert!(parsed.bozo.is_none());
/// ```
///
/// In addition to the largest entry, the following remains in memory:
///
/// - the text of the document: borrowed from the [`Document`] itself if it is in UTF-8, or otherwise a copy, and another copy for
///   damaged JSON, which is repaired first;
/// - the feed, without its entries;
/// - an entry that contains other entries, as in a document without end tags, together with these entries, until it ends: an outer
///   entry comes before its inner ones;
/// - eight bytes for each XML entry, to identify repetitions: a document may contain its feed twice;
/// - the translation of a page with microformats or of RSS in JSON. For the latter, all entries are read before the first one is
///   returned.
///
/// The [limits](crate::Limits) are the same as for `parse`, except that the limit on [memory](crate::Limits::memory) does not
/// include entries that were already returned: it bounds the memory in use at a time, so that even a low limit allows a long feed
/// to be read to its end.
pub struct DocumentReader<'a> {
    options: Options,
    source: DecodedDocument<'a>,
    /// The initial budget of the document.
    unspent: Budget,
    budget: Budget,
    assembler: Assembler,
}

impl<'a> DocumentReader<'a> {
    pub(crate) fn new(options: Options, document: Document<'a>) -> Self {
        let unspent = options.budget(&document, Purpose::MODEL);
        let size = options.limits.size;
        let assembler = Assembler::default();
        let source = match &document.bytes {
            Cow::Borrowed(bytes) => {
                // Borrowed bytes outlive the reader, and are not copied. Owned bytes belong to the document, which is dropped when
                // this function returns.
                let bytes: &'a [u8] = bytes;
                let within = bytes.get(..size).unwrap_or(bytes);
                let within = (within, within.len() < bytes.len());
                DecodedDocument::of(&document, within, &options, &unspent, true)
            }
            Cow::Owned(_) => DecodedDocument::of(&document, document.within(size), &options, &unspent, true)
                .detached()
                .attached(document.bytes.into_owned()),
        };
        let budget = unspent.clone();
        Self { options, source, unspent, budget, assembler }
    }

    /// Returns an iterator over the entries, in document order. Each call starts again at the beginning of the document.
    ///
    /// ```
    /// let mut reader = bozofeed::Parser::new().reader("<rss><channel><item/><item/></channel></rss>");
    /// assert_eq!(reader.entries().count(), 2);
    /// assert_eq!(reader.entries().count(), 2);
    /// ```
    pub fn entries(&mut self) -> DocumentEntries<'_> {
        // Each pass may use the whole budget, since the results of earlier passes are not kept.
        self.budget.clone_from(&self.unspent);
        self.assembler = Assembler::default();
        let Self { options, source, budget, assembler, .. } = self;
        let pass = source.pass(options, budget, assembler);
        let ready = VecDeque::new();
        DocumentEntries { source, budget, pass, ready, feed: Feed::default(), is_complete: false }
    }
}

/// Formats only the options: the document may be long.
impl fmt::Debug for DocumentReader<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DocumentReader").field("options", &self.options).finish_non_exhaustive()
    }
}

/// An iterator over the entries of a document: see [`DocumentReader::entries`].
pub struct DocumentEntries<'r> {
    source: &'r DecodedDocument<'r>,
    budget: &'r Budget,
    pass: Pass<'r>,
    /// The complete entries.
    ready: VecDeque<Entry>,
    /// The feed at the last request, or the complete one.
    feed: Feed,
    /// Whether the document has ended.
    is_complete: bool,
}

/// Returns the feed as known so far, or the complete feed once the document has ended. Returns `None` if it has not changed since
/// the last call.
fn known_feed(sink: &mut dyn Sink, values: &ValueReader<'_>) -> Option<Feed> {
    sink.as_any()?.downcast_mut::<Assembler>()?.feed(values)
}

impl DocumentEntries<'_> {
    /// Returns the feed as known so far, from the document up to the end of the last returned entry. It is complete after the last
    /// entry.
    ///
    /// It is rebuilt if it has changed since the last call, which takes time proportional to its own fields. Most feeds describe
    /// themselves before their entries, but a hostile one may do so between all of them. If that matters, call this only once, at
    /// the end. Fields may change, since a later element may outrank an earlier one.
    ///
    /// ```
    /// let mut reader = bozofeed::Parser::new().reader("<rss><channel><title>Tides</title><item/><ttl>60</ttl></channel></rss>");
    /// let mut entries = reader.entries();
    /// assert!(entries.next().is_some());
    /// assert!(entries.feed().title.is_some() && entries.feed().ttl().value.is_none());
    /// assert!(entries.next().is_none());
    /// assert!(entries.feed().ttl().value.is_some());
    /// ```
    pub fn feed(&mut self) -> &Feed {
        if !self.is_complete
            && let Some(feed) = self.pass.ask(known_feed)
        {
            self.feed = feed;
        }
        &self.feed
    }

    /// Reads the document to its end, without keeping the entries that were not returned. Returns the result of
    /// [`Parser::parse`](crate::Parser::parse) without entries.
    ///
    /// ```
    /// let mut reader = bozofeed::Parser::new().reader("<rss version='2.0'><channel><item/><title>AT&T</title></channel></rss>");
    /// let mut entries = reader.entries();
    /// assert!(entries.next().is_some());
    /// let parsed = entries.finish();
    /// assert_eq!(parsed.feed.title.unwrap().value, "AT&T");
    /// assert_eq!(parsed.fault_count, 1);
    /// assert!(parsed.entries.is_empty());
    /// ```
    pub fn finish(mut self) -> Parsed {
        while self.next().is_some() {}
        let Self { source, pass, feed, .. } = self;
        let Decoded { encoding, codec, trail, .. } = &source.decoded;
        let parsed = pass.finish(source);
        Parsed { encoding: encoding.clone(), codec: codec.clone(), trail: trail.clone(), feed, ..parsed }
    }

    /// Reads until an entry has ended. Returns whether the document may have more.
    fn read_entry(&mut self) -> bool {
        if self.is_complete {
            return false;
        }
        self.is_complete = !self.pass.read_entry();
        // Also at the end of the document, where elements without end tags complete their entries.
        self.pass.take_entries(&mut self.ready);
        if self.is_complete
            && let Some(feed) = self.pass.ask(known_feed)
        {
            self.feed = feed;
        }
        true
    }
}

impl Iterator for DocumentEntries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        while self.ready.is_empty() && self.read_entry() {}
        let entry = self.ready.pop_front()?;
        self.budget.hand_out(&entry);
        Some(entry)
    }
}

impl FusedIterator for DocumentEntries<'_> {}

impl fmt::Debug for DocumentEntries<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DocumentEntries")
            .field("is_complete", &self.is_complete)
            .finish_non_exhaustive()
    }
}
