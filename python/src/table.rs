//! Feeds, entries and faults as Arrow tables.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::SchemaRef;
use bozofeed_arrow::{DocumentKey, TableBuilder};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::read::{Input, for_each, inputs, parser};

/// A table, which can be given to any library that knows Arrow's `PyCapsule` interface.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    fn new(mut batches: Vec<RecordBatch>, last: RecordBatch) -> Self {
        let schema = last.schema();
        batches.push(last);
        batches.retain(|batch| batch.num_rows() > 0);
        Self { schema, batches }
    }
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
#[pyo3(signature = (documents, *, source="", threads=0, sanitize="reader", resolve_urls=true, limits=None))]
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
    let [feeds, entries, faults] = py.detach(|| {
        // Documents are read in groups, so that not all of them are in memory at once.
        const GROUP: usize = 256;
        let mut builder = TableBuilder::new();
        let (mut feeds, mut entries, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        let mut positions = 0..;
        for inputs in inputs.chunks(GROUP) {
            let read = |input: &Input| options.parse(input.document());
            let parsed = for_each(inputs, threads, read);
            for ((input, parsed), position) in inputs.iter().zip(&parsed).zip(positions.by_ref()) {
                builder.push(&input.key(source, position), parsed);
                if builder.is_full() {
                    let tables = builder.finish();
                    feeds.push(tables.feeds);
                    entries.push(tables.entries);
                    faults.push(tables.faults);
                }
            }
        }
        let last = builder.finish();
        [(feeds, last.feeds), (entries, last.entries), (faults, last.faults)]
            .map(|(batches, last)| Table::new(batches, last))
    });
    Ok(Tables { feeds: Py::new(py, feeds)?, entries: Py::new(py, entries)?, faults: Py::new(py, faults)? })
}

impl Input {
    fn key<'i>(&'i self, source: &'i str, position: i64) -> DocumentKey<'i> {
        let mut key = DocumentKey::new(source, position);
        key.document = self.name.as_deref();
        key.url = self.url.as_deref();
        key.bytes = Some(self.bytes.get().len());
        key
    }
}
