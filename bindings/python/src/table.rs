//! Feeds, entries and faults as Arrow tables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use bozofeed_arrow::{DocumentKey, FeedTables, TableBuilder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::input::{Options, parser};
use crate::stream::{Answer, Stream};

/// A table for any library that supports Arrow's `PyCapsule` interface.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    fn new(mut batches: Vec<RecordBatch>) -> Self {
        let empty = || TableBuilder::new().finish().feeds.schema();
        let schema = batches.first().map_or_else(empty, RecordBatch::schema);
        batches.retain(|batch| batch.num_rows() > 0);
        Self { schema, batches }
    }
}

#[pymethods]
impl Table {
    // The requested schema is ignored, as the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        capsule(py, reader)
    }

    /// Returns the table with some of its columns, in this order. Raises `ValueError` for an unknown one.
    fn select(&self, columns: Vec<String>) -> PyResult<Self> {
        let indices = indices(&self.schema, &columns)?;
        let project = |error: ArrowError| PyValueError::new_err(error.to_string());
        let batches = self.batches.iter().map(|batch| batch.project(&indices).map_err(project));
        let schema = Arc::new(self.schema.project(&indices).map_err(project)?);
        Ok(Self { schema, batches: batches.collect::<PyResult<_>>()? })
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
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
    /// A row for each document.
    feeds: Py<Table>,
    /// A row for each entry.
    entries: Py<Table>,
    /// A row for each fault, each warning and each failure.
    faults: Py<Table>,
}

/// Returns feeds, entries and faults as Arrow tables.
#[pyfunction]
#[pyo3(signature = (documents, *, source="", threads=0, options))]
pub(crate) fn table(
    py: Python<'_>,
    documents: &Bound<'_, PyAny>,
    source: &str,
    #[pyo3(from_py_with = crate::input::threads)] threads: usize,
    options: &Options<'_>,
) -> PyResult<Tables> {
    let mut rows = Rows::new(Stream::new(documents, threads, None, parser(options)?)?, source);
    let (mut feeds, mut entries, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let (tables, is_last) = rows.next(py)?;
        feeds.push(tables.feeds);
        entries.push(tables.entries);
        faults.push(tables.faults);
        if is_last {
            break;
        }
    }
    let table = |batches| Py::new(py, Table::new(batches));
    Ok(Tables { feeds: table(feeds)?, entries: table(entries)?, faults: table(faults)? })
}

/// The rows of documents, produced while they are read.
struct Rows {
    stream: Stream,
    builder: TableBuilder,
    source: String,
    position: i64,
}

impl Rows {
    fn new(stream: Stream, source: &str) -> Self {
        Self { stream, builder: TableBuilder::new(), source: source.to_owned(), position: 0 }
    }

    /// Returns the rows of some documents, and whether they are the last ones.
    fn next(&mut self, py: Python<'_>) -> PyResult<(FeedTables, bool)> {
        /// The maximum number of documents in a batch: their texts take a few megabytes.
        const DOCUMENTS: usize = 256;
        for _ in 0..DOCUMENTS {
            let Some(answer) = self.stream.next(py)? else { return Ok((self.builder.finish(), true)) };
            py.detach(|| self.push(&answer));
            if self.builder.is_full() {
                break;
            }
        }
        Ok((self.builder.finish(), false))
    }

    fn push(&mut self, Answer { input, size, outcome }: &Answer) {
        let mut key = DocumentKey::new(&self.source, self.position);
        key.document = input.name.as_deref();
        key.url = input.url.as_deref();
        self.position += 1;
        match outcome {
            Ok(parsed) => {
                key.bytes = Some(*size);
                self.builder.push(&key, parsed);
            }
            Err(failure) => self.builder.push_failure(&key, failure.name, &failure.message),
        }
    }
}

/// The rows of one table, as a stream of record batches. Documents are parsed while it is read.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct TableStream {
    batches: SharedBatches,
}

#[pymethods]
impl TableStream {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        // Some libraries request only the schema first.
        if self.batches.is_begun.load(Ordering::Relaxed) {
            return Err(PyValueError::new_err("the stream was read before"));
        }
        capsule(py, self.batches.clone())
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.batches.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<TableStream: {}>", self.columns().join(", "))
    }
}

/// Returns one table as a stream.
#[pyfunction]
#[pyo3(signature = (documents, table="entries", *, columns=None, source="", threads=0, buffer=None, options))]
#[allow(clippy::too_many_arguments, reason = "a call with names, of one caller")]
pub(crate) fn tables(
    documents: &Bound<'_, PyAny>,
    table: &str,
    columns: Option<Vec<String>>,
    source: &str,
    #[pyo3(from_py_with = crate::input::threads)] threads: usize,
    #[pyo3(from_py_with = crate::input::buffer)] buffer: Option<usize>,
    options: &Options<'_>,
) -> PyResult<TableStream> {
    let choose: fn(FeedTables) -> RecordBatch = match table {
        "feeds" => |tables| tables.feeds,
        "entries" => |tables| tables.entries,
        "faults" => |tables| tables.faults,
        "documents" => |tables| tables.by_document(),
        other => {
            let known = "known: feeds, entries, faults, documents";
            return Err(PyValueError::new_err(format!("unknown table '{other}' ({known})")));
        }
    };
    let whole = choose(TableBuilder::new().finish()).schema();
    let indices = columns.map(|columns| indices(&whole, &columns)).transpose()?;
    let schema = match &indices {
        Some(indices) => {
            Arc::new(whole.project(indices).map_err(|error| PyValueError::new_err(error.to_string()))?)
        }
        None => whole,
    };
    let stream = Stream::new(documents, threads, buffer, parser(options)?)?;
    let batches = Arc::new(Mutex::new(Batches { rows: Some(Rows::new(stream, source)), choose, indices }));
    Ok(TableStream { batches: SharedBatches { schema, batches, is_begun: Arc::default() } })
}

/// The record batches of a stream. Several readers may share them, but only one reads.
#[derive(Clone)]
struct SharedBatches {
    schema: SchemaRef,
    batches: Arc<Mutex<Batches>>,
    is_begun: Arc<AtomicBool>,
}

impl Iterator for SharedBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.is_begun.store(true, Ordering::Relaxed);
        // Waiting for another reader could deadlock, since it may be waiting for the interpreter.
        match self.batches.try_lock() {
            Ok(mut batches) => batches.next(),
            Err(_) => Some(Err(ArrowError::CDataInterface("the stream is being read".to_owned()))),
        }
    }
}

/// The record batches of a stream.
struct Batches {
    /// `None` at the end.
    rows: Option<Rows>,
    choose: fn(FeedTables) -> RecordBatch,
    indices: Option<Vec<usize>>,
}

impl Batches {
    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        loop {
            let rows = self.rows.as_mut()?;
            let (tables, is_last) = match Python::attach(|py| rows.next(py)) {
                Ok(next) => next,
                Err(error) => {
                    self.rows = None;
                    return Some(Err(ArrowError::ExternalError(error.into())));
                }
            };
            if is_last {
                self.rows = None;
            }
            let batch = (self.choose)(tables);
            if batch.num_rows() > 0 {
                return Some(match &self.indices {
                    Some(indices) => batch.project(indices),
                    None => Ok(batch),
                });
            }
        }
    }
}

impl RecordBatchReader for SharedBatches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Returns the indices of columns.
fn indices(schema: &SchemaRef, columns: &[String]) -> PyResult<Vec<usize>> {
    let index = |column: &String| {
        let known =
            || schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
        schema
            .index_of(column)
            .map_err(|_| PyValueError::new_err(format!("unknown column '{column}' (known: {})", known())))
    };
    columns.iter().map(index).collect()
}

/// Returns a stream for other libraries.
fn capsule(
    py: Python<'_>,
    reader: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
}
