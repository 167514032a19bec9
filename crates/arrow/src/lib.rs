//! Feeds, entries and faults as Arrow tables.
//!
//! A [`TableBuilder`] collects parsed documents ([`Parsed`]) and returns [`FeedTables`], which Parquet writers, data frames and databases
//! can use. There is a row in `feeds` for each document, in `entries` for each of its entries, and in `faults` for each broken rule and
//! each unreadable value. `source` and `position` are the key of a document in all three. `examples/spark/README.md` lists the columns.
//! The types come from `arrow-array` and `arrow-schema`, version 60.
//!
//! ```
//! use arrow_array::{Array, cast::AsArray};
//! use bozofeed_arrow::{DocumentKey, TableBuilder};
//! use bozofeed::Parser;
//!
//! let feed = b"<rss version='2.0'><channel><item><title>High tide</title></item><item/></channel></rss>";
//! let mut builder = TableBuilder::new();
//! builder.push(&DocumentKey::new("tides.xml", 0), &Parser::new().parse(feed));
//! let tables = builder.finish();
//! let titles = tables.entries.column_by_name("title").unwrap().as_string::<i32>();
//! assert_eq!(titles.value(0), "High tide");
//! assert!(titles.is_null(1));
//! ```

mod column;
mod rows;
mod schema;

use std::sync::Arc;

use arrow_array::{Array as _, ArrayRef, ListArray, RecordBatch, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef};

use self::column::{Cell, Column};
use self::rows::{Outcome, entry_row, failure_row, fault_row, feed_row, unread_row, warning_row};
use self::schema::{ColumnKind, ENTRIES, FAULTS, FEEDS, fields};
use bozofeed::{Parsed, Timestamp};

/// The key of a document, and its metadata.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct DocumentKey<'a> {
    /// The file or crawl that contains the document.
    pub source: &'a str,
    /// The position of the document in the source.
    pub position: i64,
    /// The name of the document.
    pub document: Option<&'a str>,
    /// The base URL for relative references.
    pub url: Option<&'a str>,
    /// The size of the document in bytes.
    pub bytes: Option<usize>,
    /// The time of the download.
    pub fetched: Option<Timestamp>,
}

impl<'a> DocumentKey<'a> {
    /// Creates the key of a document.
    pub fn new(source: &'a str, position: i64) -> Self {
        Self { source, position, ..Self::default() }
    }
}

/// The failure of a document whose texts do not fit into a table.
const TOO_LARGE: (&str, &str) = ("TooLarge", "the texts of the document do not fit into a table");

/// Collects the rows of documents.
#[derive(Debug)]
pub struct TableBuilder {
    feeds: TableRows<{ FEEDS.len() }>,
    entries: TableRows<{ ENTRIES.len() }>,
    faults: TableRows<{ FAULTS.len() }>,
    /// The number of rows of each document in `entries` and in `faults`.
    lengths: Vec<[usize; 2]>,
}

impl Default for TableBuilder {
    fn default() -> Self {
        Self {
            feeds: TableRows::new(&FEEDS),
            entries: TableRows::new(&ENTRIES),
            faults: TableRows::new(&FAULTS),
            lengths: Vec::new(),
        }
    }
}

impl TableBuilder {
    /// Creates a builder without rows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the rows of a document.
    ///
    /// The texts of a column are limited to 2 GiB. A single document with more gets the failure `TooLarge`, and no rows for further
    /// entries and faults; [`is_full`](Self::is_full) tells when to start new tables for the next documents.
    pub fn push(&mut self, key: &DocumentKey<'_>, parsed: &Parsed) {
        let before = [self.entries.count, self.faults.count];
        let mut outcome = Outcome::default();
        let mut all_fit = true;
        let rule = parsed.identity_rule();
        for (index, entry) in parsed.entries.iter().enumerate() {
            all_fit = all_fit && self.entries.push(&entry_row(key, index, entry, (&parsed.feed, rule)));
        }
        outcome.entries = self.entries.count - before[0];
        for (index, fault) in parsed.faults.iter().enumerate() {
            all_fit = all_fit && self.faults.push(&fault_row(key, index, fault));
        }
        outcome.faults = self.faults.count - before[1];
        for (index, warning) in parsed.warnings.iter().enumerate() {
            all_fit = all_fit && self.faults.push(&warning_row(key, index, warning));
        }
        outcome.warnings = self.faults.count - before[1] - outcome.faults;
        if !all_fit || !self.feeds.push(&feed_row(key, outcome, parsed)) {
            let (failure, message) = TOO_LARGE;
            self.faults.push_or_null(&failure_row(key, failure, message));
            self.feeds.push_or_null(&unread_row(key, Outcome { failure: Some(failure), ..outcome }));
        }
        self.lengths.push([self.entries.count - before[0], self.faults.count - before[1]]);
    }

    /// Adds the rows of a document that could not be read: the failure, such as `Unreadable`, and a message.
    pub fn push_failure(&mut self, key: &DocumentKey<'_>, failure: &str, message: &str) {
        self.faults.push_or_null(&failure_row(key, failure, message));
        self.feeds.push_or_null(&unread_row(key, Outcome { failure: Some(failure), ..Outcome::default() }));
        self.lengths.push([0, 1]);
    }

    /// Returns whether to call [`finish`](Self::finish) before the next document: there are 65,536 rows, or 64 MiB of text.
    pub fn is_full(&self) -> bool {
        const MOST_ROWS: usize = 1 << 16;
        const MOST_TEXT: usize = 64 << 20;
        let fill = |count, weight| count >= MOST_ROWS || weight >= MOST_TEXT;
        fill(self.feeds.count, self.feeds.weight)
            || fill(self.entries.count, self.entries.weight)
            || fill(self.faults.count, self.faults.weight)
    }

    /// Returns the rows, and resets the builder.
    pub fn finish(&mut self) -> FeedTables {
        FeedTables {
            feeds: self.feeds.finish(),
            entries: self.entries.finish(),
            faults: self.faults.finish(),
            lengths: std::mem::take(&mut self.lengths),
        }
    }
}

/// The rows of one table.
#[derive(Debug)]
struct TableRows<const N: usize> {
    fields: Fields,
    columns: [Column; N],
    count: usize,
    /// A lower bound for the size of all texts, in bytes.
    weight: usize,
}

impl<const N: usize> TableRows<N> {
    fn new(columns: &[(&str, ColumnKind); N]) -> Self {
        Self {
            fields: fields(columns),
            columns: columns.map(|(_, kind)| Column::new(kind)),
            count: 0,
            weight: 0,
        }
    }

    /// Adds a row. Returns whether it fits.
    fn push(&mut self, cells: &[Cell<'_>; N]) -> bool {
        // The offsets of texts and lists have 32 bits.
        const MOST: usize = i32::MAX as usize;
        let weight = cells.iter().map(Cell::weight).fold(self.weight, usize::saturating_add);
        if weight > MOST || self.count >= MOST {
            return false;
        }
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.count += 1;
        self.weight = weight;
        true
    }

    /// Adds a row, or a row of nulls if it does not fit.
    fn push_or_null(&mut self, cells: &[Cell<'_>; N]) {
        if !self.push(cells) {
            self.push(&[const { Cell::None }; N]);
        }
    }

    fn finish(&mut self) -> RecordBatch {
        (self.count, self.weight) = (0, 0);
        let columns = self.fields.iter().cloned().zip(self.columns.iter_mut().map(Column::finish));
        // Each row has a value in each column, so they have the same length.
        RecordBatch::from(StructArray::from(columns.collect::<Vec<(FieldRef, ArrayRef)>>()))
    }
}

/// Three tables.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FeedTables {
    /// A row for each document.
    pub feeds: RecordBatch,
    /// A row for each entry.
    pub entries: RecordBatch,
    /// A row for each fault and each warning.
    pub faults: RecordBatch,
    lengths: Vec<[usize; 2]>,
}

impl FeedTables {
    /// Returns a single table with a row for each document: `feeds` is its row in that table, and `entries` and `faults` are lists of its
    /// rows in the others. A stream of such rows can be written while documents are read.
    ///
    /// ```
    /// use bozofeed_arrow::{DocumentKey, TableBuilder, FeedTables};
    ///
    /// let mut builder = TableBuilder::new();
    /// builder.push_failure(&DocumentKey::new("tides.xml", 0), "Unreadable", "permission denied");
    /// let rows = builder.finish().by_document();
    /// assert_eq!(rows.num_rows(), 1);
    /// assert_eq!(rows.schema(), FeedTables::schema_by_document());
    /// ```
    pub fn by_document(&self) -> RecordBatch {
        let schema = Self::schema_by_document();
        let lists = [&self.entries, &self.faults].into_iter().enumerate().map(|(at, rows)| {
            let offsets = OffsetBuffer::from_lengths(self.lengths.iter().map(|lengths| lengths[at]));
            let rows = StructArray::from(rows.clone());
            let item = Arc::new(Field::new_list_field(rows.data_type().clone(), true));
            Arc::new(ListArray::new(item, offsets, Arc::new(rows), None)) as ArrayRef
        });
        let feeds = Arc::new(StructArray::from(self.feeds.clone())) as ArrayRef;
        let columns = std::iter::once(feeds).chain(lists);
        let columns: Vec<_> = schema.fields().iter().cloned().zip(columns).collect();
        RecordBatch::from(StructArray::from(columns))
    }

    /// Returns the schema of [`by_document`](Self::by_document).
    pub fn schema_by_document() -> SchemaRef {
        let row = |columns: &[(&str, ColumnKind)]| DataType::Struct(fields(columns));
        let rows = |columns| DataType::List(Arc::new(Field::new_list_field(row(columns), true)));
        let fields = [("feeds", row(&FEEDS)), ("entries", rows(&ENTRIES)), ("faults", rows(&FAULTS))];
        Arc::new(Schema::new(fields.map(|(name, kind)| Field::new(name, kind, true)).to_vec()))
    }
}

/// The README's examples are also tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed::Parser;

    fn read(document: &str) -> Parsed {
        Parser::new().parse(document)
    }

    #[test]
    fn documents_keep_their_rows() {
        let mut builder = TableBuilder::new();
        let documents = ["<rss><channel><item/><item/></channel></rss>", "", "<feed><entry/></feed>"];
        for (position, document) in (0..).zip(documents) {
            builder.push(&DocumentKey::new("a", position), &read(document));
        }
        builder.push_failure(&DocumentKey::new("b", 0), "Unreadable", "permission denied");
        assert_eq!(builder.lengths.iter().map(|lengths| lengths[0]).collect::<Vec<_>>(), [2, 0, 1, 0]);
        let tables = builder.finish();
        assert_eq!((tables.feeds.num_rows(), tables.entries.num_rows()), (4, 3));
        let rows = tables.by_document();
        assert_eq!((rows.num_rows(), rows.schema()), (4, FeedTables::schema_by_document()));
        assert_eq!(builder.finish().by_document().num_rows(), 0);
    }

    #[test]
    fn the_content_and_the_author_are_those_of_the_model() {
        let document = read(
            "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel><managingEditor>May</managingEditor><item>\
             <atom:content type='text'>A long text without markup</atom:content>\
             <atom:content type='html'>&lt;p>Short</atom:content></item></channel></rss>",
        );
        let mut builder = TableBuilder::new();
        builder.push(&DocumentKey::new("", 0), &document);
        let entries = builder.finish().entries;
        for (name, expected) in [("content", "<p>Short</p>"), ("author", "May")] {
            let column = entries.column_by_name(name).map(|column| format!("{column:?}"));
            assert!(column.is_some_and(|column| column.contains(expected)), "{name}");
        }
    }

    #[test]
    fn a_document_that_does_not_fit_fails() {
        let mut builder = TableBuilder::new();
        // Pretends that the tables have almost 2 GiB of text.
        builder.entries.weight = i32::MAX as usize - 8;
        builder.faults.weight = i32::MAX as usize - 50;
        let document = read("<rss><channel><item><title>High tide</title></item><item/></channel></rss>");
        builder.push(&DocumentKey::new("", 0), &document);
        assert!(builder.is_full());
        assert_eq!(builder.lengths, [[0, 1]]);
        let tables = builder.finish();
        assert_eq!((tables.feeds.num_rows(), tables.entries.num_rows(), tables.faults.num_rows()), (1, 0, 1));
        let failure = tables.feeds.column_by_name("failure").map(|failures| failures.is_valid(0));
        assert_eq!(failure, Some(true));
        assert!(!builder.is_full());
    }
}
