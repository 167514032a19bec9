//! The result of reading a document.

use std::sync::Arc;

use bozofeed::write::Format;
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDict};

use super::write::WriteOptions;
use super::{Bozo, Entries, Fault, Feed, UnreadValue, all, serialized};

/// A feed and what is wrong with it.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Parsed(pub(crate) Arc<bozofeed::Parsed>);

#[pymethods]
impl Parsed {
    #[getter]
    fn version(&self) -> &'static str {
        self.0.version.json_name()
    }

    #[getter]
    fn encoding(&self) -> &str {
        &self.0.encoding
    }

    #[getter]
    fn is_feed(&self) -> bool {
        self.0.is_feed()
    }

    #[getter]
    fn well_formed(&self) -> bool {
        self.0.well_formed
    }

    #[getter]
    fn bozo(&self) -> Option<Bozo> {
        self.0.bozo.as_ref().map(Bozo::from)
    }

    #[getter]
    fn severity(&self) -> Option<String> {
        self.0.bozo.as_ref().map(|bozo| bozo.severity().to_string())
    }

    #[getter]
    fn faults(&self) -> Vec<Fault> {
        all(&self.0.faults)
    }

    #[getter]
    fn fault_count(&self) -> usize {
        self.0.fault_count
    }

    #[getter]
    fn warnings(&self) -> Vec<UnreadValue> {
        all(&self.0.warnings)
    }

    #[getter]
    fn namespaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let d = PyDict::new(py);
        for (prefix, uri) in &self.0.namespaces {
            d.set_item(prefix, uri)?;
        }
        Ok(d)
    }

    #[getter]
    fn trail(&self) -> Vec<String> {
        self.0.trail.to_string().lines().map(str::to_owned).collect()
    }

    #[getter]
    fn feed(&self) -> Feed {
        Feed::of(&self.0)
    }

    #[getter]
    fn entries(&self) -> Entries {
        Entries::of(&self.0)
    }

    /// Returns everything as the JSON of the crate, as Python objects.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        serialized(py, &*self.0)
    }

    /// Returns the feed as Atom 1.0.
    #[pyo3(signature = (*, feed_url=None, fallback_date=None, indent=2, entries=None))]
    fn to_atom(
        &self,
        py: Python<'_>,
        feed_url: Option<&str>,
        fallback_date: Option<&Bound<'_, PyDateTime>>,
        indent: usize,
        entries: Option<usize>,
    ) -> PyResult<String> {
        WriteOptions { feed_url, fallback_date, indent, entries }.write(py, Format::Atom, &self.0)
    }

    /// Returns the feed as RSS 2.0.
    #[pyo3(signature = (*, feed_url=None, fallback_date=None, indent=2, entries=None))]
    fn to_rss(
        &self,
        py: Python<'_>,
        feed_url: Option<&str>,
        fallback_date: Option<&Bound<'_, PyDateTime>>,
        indent: usize,
        entries: Option<usize>,
    ) -> PyResult<String> {
        WriteOptions { feed_url, fallback_date, indent, entries }.write(py, Format::Rss, &self.0)
    }

    /// Returns the feed as JSON Feed 1.1.
    #[pyo3(signature = (*, feed_url=None, fallback_date=None, indent=2, entries=None))]
    fn to_json_feed(
        &self,
        py: Python<'_>,
        feed_url: Option<&str>,
        fallback_date: Option<&Bound<'_, PyDateTime>>,
        indent: usize,
        entries: Option<usize>,
    ) -> PyResult<String> {
        WriteOptions { feed_url, fallback_date, indent, entries }.write(py, Format::Json, &self.0)
    }

    fn __repr__(&self) -> String {
        let bozo = self.severity().map_or_else(String::new, |severity| format!(" bozo={severity}"));
        format!("<Parsed {} entries={}{bozo}>", self.0.version.as_str(), self.0.entries.len())
    }
}
