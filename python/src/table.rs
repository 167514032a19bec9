//! Feeds, entries and faults as Arrow tables.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    StructBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef, TimeUnit};
use bozofeed::feedparser::{Dictionary, FeedParserDict, Value};
use jiff::civil;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::read::{Input, for_each, inputs, parser};

/// A kind of column.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Texts,
    Enclosures,
    Bool,
    Int,
    Long,
    Time,
    Day,
}

impl Kind {
    fn data_type(self) -> DataType {
        match self {
            Self::Text => DataType::Utf8,
            Self::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
            Self::Enclosures => {
                DataType::List(Arc::new(Field::new("item", DataType::Struct(enclosure_fields()), true)))
            }
            Self::Bool => DataType::Boolean,
            Self::Int => DataType::Int32,
            Self::Long => DataType::Int64,
            Self::Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::Day => DataType::Date32,
        }
    }

    fn column(self) -> Column {
        match self {
            Self::Text => Column::Text(StringBuilder::new()),
            Self::Texts => Column::Texts(ListBuilder::new(StringBuilder::new())),
            Self::Enclosures => {
                Column::Enclosures(ListBuilder::new(StructBuilder::from_fields(enclosure_fields(), 0)))
            }
            Self::Bool => Column::Bool(BooleanBuilder::new()),
            Self::Int => Column::Int(Int32Builder::new()),
            Self::Long => Column::Long(Int64Builder::new()),
            Self::Time => Column::Time(TimestampMicrosecondBuilder::new().with_timezone("UTC")),
            Self::Day => Column::Day(Date32Builder::new()),
        }
    }
}

fn enclosure_fields() -> Fields {
    Fields::from(vec![
        Field::new("href", DataType::Utf8, true),
        Field::new("type", DataType::Utf8, true),
        Field::new("length", DataType::Int64, true),
    ])
}

use Kind::{Bool, Day, Enclosures, Int, Long, Text, Texts, Time};

/// The columns of the tables, which are those of `examples/spark`.
const FEEDS: &[(&str, Kind)] = &[
    ("source", Text),
    ("position", Long),
    ("document", Text),
    ("url", Text),
    ("bytes", Long),
    ("fetched", Time),
    ("failure", Text),
    ("version", Text),
    ("encoding", Text),
    ("bozo", Bool),
    ("exception_type", Text),
    ("exception_message", Text),
    ("severity", Text),
    ("well_formed", Bool),
    ("title", Text),
    ("subtitle", Text),
    ("link", Text),
    ("id", Text),
    ("language", Text),
    ("author", Text),
    ("generator", Text),
    ("rights", Text),
    ("image", Text),
    ("published", Time),
    ("updated", Time),
    ("tags", Texts),
    ("hubs", Texts),
    ("entries", Int),
    ("faults", Int),
    ("warnings", Int),
];

const ENTRIES: &[(&str, Kind)] = &[
    ("source", Text),
    ("position", Long),
    ("index", Int),
    ("id", Text),
    ("link", Text),
    ("title", Text),
    ("title_type", Text),
    ("summary", Text),
    ("summary_type", Text),
    ("content", Text),
    ("content_type", Text),
    ("author", Text),
    ("published", Time),
    ("updated", Time),
    ("tags", Texts),
    ("enclosures", Enclosures),
    ("comments", Text),
    ("date", Day),
];

const FAULTS: &[(&str, Kind)] = &[
    ("source", Text),
    ("position", Long),
    ("kind", Text),
    ("index", Int),
    ("type", Text),
    ("message", Text),
    ("severity", Text),
    ("path", Text),
    ("value", Text),
    ("offset", Long),
    ("line", Long),
    ("column", Long),
];

/// A column that is being built.
enum Column {
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Enclosures(ListBuilder<StructBuilder>),
    Bool(BooleanBuilder),
    Int(Int32Builder),
    Long(Int64Builder),
    Time(TimestampMicrosecondBuilder),
    Day(Date32Builder),
}

/// A value of a column.
enum Cell<'c> {
    None,
    Text(&'c str),
    Texts(Vec<&'c str>),
    Enclosures(Vec<&'c Dictionary<'c>>),
    Bool(bool),
    Number(i64),
    Time(i64),
    Day(i32),
}

impl<'c> From<Option<&'c str>> for Cell<'c> {
    fn from(text: Option<&'c str>) -> Self {
        text.map_or(Self::None, Self::Text)
    }
}

impl Column {
    /// Adds a value. One of another kind is null.
    fn push(&mut self, cell: &Cell<'_>) {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_value(text),
            (Self::Text(column), _) => column.append_null(),
            (Self::Texts(column), Cell::Texts(texts)) => {
                for text in texts {
                    column.values().append_value(text);
                }
                column.append(true);
            }
            (Self::Texts(column), _) => column.append(false),
            (Self::Enclosures(column), Cell::Enclosures(links)) => {
                for link in links {
                    push_enclosure(column.values(), link);
                }
                column.append(true);
            }
            (Self::Enclosures(column), _) => column.append(false),
            (Self::Bool(column), Cell::Bool(value)) => column.append_value(*value),
            (Self::Bool(column), _) => column.append_null(),
            (Self::Int(column), Cell::Number(number)) => column.append_option(i32::try_from(*number).ok()),
            (Self::Int(column), _) => column.append_null(),
            (Self::Long(column), Cell::Number(number)) => column.append_value(*number),
            (Self::Long(column), _) => column.append_null(),
            (Self::Time(column), Cell::Time(instant)) => column.append_value(*instant),
            (Self::Time(column), _) => column.append_null(),
            (Self::Day(column), Cell::Day(day)) => column.append_value(*day),
            (Self::Day(column), _) => column.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => ArrayBuilder::finish(column),
            Self::Texts(column) => ArrayBuilder::finish(column),
            Self::Enclosures(column) => ArrayBuilder::finish(column),
            Self::Bool(column) => ArrayBuilder::finish(column),
            Self::Int(column) => ArrayBuilder::finish(column),
            Self::Long(column) => ArrayBuilder::finish(column),
            Self::Time(column) => ArrayBuilder::finish(column),
            Self::Day(column) => ArrayBuilder::finish(column),
        }
    }
}

fn push_enclosure(column: &mut StructBuilder, link: &Dictionary<'_>) {
    for (index, key) in ["href", "type"].into_iter().enumerate() {
        if let Some(column) = column.field_builder::<StringBuilder>(index) {
            column.append_option(string(link, key));
        }
    }
    if let Some(column) = column.field_builder::<Int64Builder>(2) {
        let length = string(link, "length").filter(|length| length.bytes().all(|b| b.is_ascii_digit()));
        column.append_option(length.and_then(|length| length.parse().ok()));
    }
    column.append(true);
}

/// The longest text of a batch, in bytes: offsets of Arrow's strings have 32 bits.
const MOST_TEXT: usize = 1 << 30;

/// A table that is being built.
struct Builder {
    schema: SchemaRef,
    columns: Vec<Column>,
    rows: usize,
    text: usize,
    batches: Vec<RecordBatch>,
}

impl Builder {
    fn new(columns: &[(&str, Kind)]) -> Self {
        let fields: Vec<Field> =
            columns.iter().map(|(name, kind)| Field::new(*name, kind.data_type(), true)).collect();
        Self {
            schema: Arc::new(Schema::new(fields)),
            columns: columns.iter().map(|(_, kind)| kind.column()).collect(),
            rows: 0,
            text: 0,
            batches: Vec::new(),
        }
    }

    fn push(&mut self, cells: &[Cell<'_>]) -> Result<(), ArrowError> {
        for cell in cells {
            self.text += match cell {
                Cell::Text(text) => text.len(),
                Cell::Texts(texts) => texts.iter().map(|text| text.len()).sum(),
                _ => 0,
            };
        }
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.rows += 1;
        if self.text > MOST_TEXT { self.end_batch() } else { Ok(()) }
    }

    fn end_batch(&mut self) -> Result<(), ArrowError> {
        if self.rows > 0 {
            let arrays = self.columns.iter_mut().map(Column::finish).collect();
            self.batches.push(RecordBatch::try_new(Arc::clone(&self.schema), arrays)?);
        }
        (self.rows, self.text) = (0, 0);
        Ok(())
    }

    fn into_table(mut self) -> Result<Table, ArrowError> {
        self.end_batch()?;
        Ok(Table { schema: self.schema, batches: self.batches })
    }
}

/// A table, which can be given to any library that knows Arrow's `PyCapsule` interface.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    /// Returns the table as a stream of record batches. The schema that is asked for is not followed, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Table of {} rows: {}>", self.__len__(), self.columns().join(", "))
    }
}

/// The tables of many documents.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Tables {
    feeds: Py<Table>,
    entries: Py<Table>,
    faults: Py<Table>,
}

/// Returns feeds, entries and faults as Arrow tables.
#[pyfunction]
#[pyo3(signature = (documents, *, source="", threads=0, sanitize="feedparser", resolve_urls=true, limits=None))]
pub(crate) fn table(
    py: Python<'_>,
    documents: &Bound<'_, PyAny>,
    source: &str,
    threads: usize,
    sanitize: &str,
    resolve_urls: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tables> {
    let options = parser(sanitize, resolve_urls, limits)?;
    let inputs = inputs(documents)?;
    let tables = py.detach(|| {
        // Documents are read in groups, so that not all of them are in memory at once.
        const GROUP: usize = 256;
        let mut tables = [FEEDS, ENTRIES, FAULTS].map(Builder::new);
        for (group, inputs) in inputs.chunks(GROUP).enumerate() {
            let read = |input: &Input| FeedParserDict::read(&options, input.document());
            let documents = for_each(inputs, threads, read);
            for (at, (input, document)) in inputs.iter().zip(&documents).enumerate() {
                let position = i64::try_from(group * GROUP + at).unwrap_or(i64::MAX);
                push_document(&mut tables, source, position, input, document)?;
            }
        }
        let [feeds, entries, faults] = tables;
        Ok((feeds.into_table()?, entries.into_table()?, faults.into_table()?))
    });
    let (feeds, entries, faults) =
        tables.map_err(|error: ArrowError| PyValueError::new_err(error.to_string()))?;
    Ok(Tables { feeds: Py::new(py, feeds)?, entries: Py::new(py, entries)?, faults: Py::new(py, faults)? })
}

fn count(length: usize) -> Cell<'static> {
    Cell::Number(i64::try_from(length).unwrap_or(i64::MAX))
}

fn push_document(
    [feeds, entries, faults]: &mut [Builder; 3],
    source: &str,
    position: i64,
    input: &Input,
    document: &FeedParserDict,
) -> Result<(), ArrowError> {
    let key = || [Cell::Text(source), Cell::Number(position)];
    let mut entry_count = 0;
    for entry in document.entries() {
        push_entry(entries, key(), entry_count, &entry)?;
        entry_count += 1;
    }
    let diagnostics = document.diagnostics();
    let mut counts = [0, 0];
    for (kind, count) in [("fault", 0), ("warning", 1)] {
        let listed = diagnostics.get(if count == 0 { "faults" } else { "warnings" });
        for (index, fault) in dictionaries(listed).enumerate() {
            counts[count] += 1;
            let [source, position] = key();
            let text = |name| Cell::from(string(fault, name));
            let number = |name| match fault.get(name) {
                Some(Value::Int(number)) => Cell::Number(*number),
                _ => Cell::None,
            };
            faults.push(&[
                source,
                position,
                Cell::Text(kind),
                self::count(index),
                text("type"),
                text("message"),
                text("severity"),
                text("path"),
                text("value"),
                number("offset"),
                number("line"),
                number("column"),
            ])?;
        }
    }
    let (head, feed) = (document.head(), document.feed());
    let bozo = document.bozo();
    let (message, severity) = (bozo.map(ToString::to_string), bozo.map(|bozo| bozo.severity().to_string()));
    let text = |name| Cell::from(string(&feed, name));
    let image = feed.get("image").and_then(Value::as_dictionary).and_then(|image| string(image, "href"));
    let is_hub = |link: &&Dictionary<'_>| string(link, "rel") == Some("hub");
    let hubs =
        dictionaries(feed.get("links")).filter(is_hub).filter_map(|link| string(link, "href")).collect();
    let [source, position] = key();
    feeds.push(&[
        source,
        position,
        input.name.as_deref().into(),
        input.url.as_deref().into(),
        count(input.bytes.get().len()),
        Cell::None,
        Cell::None,
        string(&head, "version").into(),
        string(&head, "encoding").into(),
        Cell::Bool(bozo.is_some()),
        bozo.map(bozofeed::Bozo::name).into(),
        message.as_deref().into(),
        severity.as_deref().into(),
        Cell::Bool(document.is_well_formed()),
        text("title"),
        text("subtitle"),
        text("link"),
        text("id"),
        text("language"),
        text("author"),
        text("generator"),
        text("rights"),
        image.into(),
        time(feed.get("published_parsed")),
        time(feed.get("updated_parsed")),
        Cell::Texts(tags(&feed)),
        Cell::Texts(hubs),
        count(entry_count),
        count(counts[0]),
        count(counts[1]),
    ])
}

fn push_entry(
    entries: &mut Builder,
    [source, position]: [Cell<'_>; 2],
    index: usize,
    entry: &Dictionary<'_>,
) -> Result<(), ArrowError> {
    let text = |name| Cell::from(string(entry, name));
    let kind = |name| {
        let detail = entry.get(name).and_then(Value::as_dictionary);
        Cell::from(detail.and_then(|detail| string(detail, "type")))
    };
    // Of several contents, the first of the longest.
    let length =
        |content: &&Dictionary<'_>| string(content, "value").map_or(0, |value| value.chars().count());
    let contents: Vec<_> = dictionaries(entry.get("content")).collect();
    let content = contents.iter().rev().copied().max_by_key(length);
    let is_enclosure = |link: &&Dictionary<'_>| string(link, "rel") == Some("enclosure");
    let (published, updated) = (entry.get("published_parsed"), entry.get("updated_parsed"));
    let day = match day(published) {
        Cell::None if matches!(time(published), Cell::None) => day(updated),
        day => day,
    };
    entries.push(&[
        source,
        position,
        count(index),
        text("id"),
        text("link"),
        text("title"),
        kind("title_detail"),
        text("summary"),
        kind("summary_detail"),
        content.and_then(|content| string(content, "value")).into(),
        content.and_then(|content| string(content, "type")).into(),
        text("author"),
        time(published),
        time(updated),
        Cell::Texts(tags(entry)),
        Cell::Enclosures(dictionaries(entry.get("links")).filter(is_enclosure).collect()),
        text("comments"),
        day,
    ])
}

/// Returns a text. An extension of the same name that is not a text is null.
fn string<'d>(d: &'d Dictionary<'_>, key: &str) -> Option<&'d str> {
    d.get(key)?.as_str()
}

fn dictionaries<'d, 'v: 'd>(value: Option<&'d Value<'v>>) -> impl Iterator<Item = &'d Dictionary<'v>> {
    let list = match value {
        Some(Value::List(list)) => list.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(Value::as_dictionary)
}

fn tags<'d>(d: &'d Dictionary<'_>) -> Vec<&'d str> {
    let said = |tag: &'d Dictionary<'_>| {
        let term = string(tag, "term").filter(|term| !term.is_empty());
        term.or_else(|| string(tag, "label").filter(|label| !label.is_empty()))
    };
    dictionaries(d.get("tags")).filter_map(said).collect()
}

/// Returns the moment of a `struct_time`, within the years that Python knows.
fn moment(value: Option<&Value<'_>>) -> Option<civil::DateTime> {
    let Some(Value::Time([year, month, day, hour, minute, second, ..])) = value else { return None };
    let small = |number: &i16| i8::try_from(*number).ok();
    let date = civil::Date::new(*year, small(month)?, small(day)?).ok().filter(|_| *year >= 1)?;
    let time = civil::Time::new(small(hour)?, small(minute)?, small(second)?.min(59), 0).ok()?;
    Some(date.to_datetime(time))
}

fn time(value: Option<&Value<'_>>) -> Cell<'static> {
    let instant = moment(value).and_then(|moment| moment.to_zoned(jiff::tz::TimeZone::UTC).ok());
    instant.map_or(Cell::None, |zoned| Cell::Time(zoned.timestamp().as_microsecond()))
}

fn day(value: Option<&Value<'_>>) -> Cell<'static> {
    let date = moment(value).map(civil::DateTime::date).filter(|date| (1990..2100).contains(&date.year()));
    let days = date.and_then(|date| {
        let epoch = civil::date(1970, 1, 1);
        epoch.until(date).ok().map(|span| span.get_days())
    });
    days.map_or(Cell::None, Cell::Day)
}
