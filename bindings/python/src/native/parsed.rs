//! The result of parsing a document.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use bozofeed::write::Target;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::fields::{Given, parts};
use super::reading::Reading;
use super::write::write;
use super::{Bozo, Entries, Entry, Fault, Feed, Reduced, UnreadValue, all, immutable, reduced};
use crate::input::wrong_type;

/// A feed and its faults.
#[pyclass(frozen, eq, hash, weakref, module = "bozofeed")]
pub(crate) struct Parsed(Arc<Reading>);

impl Parsed {
    pub(crate) fn new(reading: Arc<Reading>) -> Self {
        Self(reading)
    }
}

impl PartialEq for Parsed {
    fn eq(&self, other: &Self) -> bool {
        self.0.parsed == other.0.parsed && self.0.failure == other.0.failure
    }
}

impl Hash for Parsed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let parsed = &self.0.parsed;
        (parsed.format.json_name(), parsed.entries.len(), &parsed.feed.id, &parsed.feed.title).hash(state);
    }
}

immutable! {
    impl Parsed {
        get(this) {
            /// The format: `rss20`, `atom10`, `json11` …; empty if none was recognized.
            version: &'static str = this.0.parsed.format.json_name();
            /// The label of the encoding that was used.
            encoding: &str = &this.0.parsed.encoding;
            /// Whether the document is a feed, however damaged.
            is_feed: bool = this.0.parsed.is_feed();
            /// Whether the document is well-formed, even if its labels are wrong.
            well_formed: bool = this.0.parsed.well_formed;
            /// The way the document breaks the rules; `None` if it does not.
            bozo: Option<Bozo> = this.0.parsed.bozo.as_ref().map(Bozo::from);
            /// The reason why one of many documents could not be read, such as a missing file; `None` if it was read.
            failure: Option<&str> = this.0.failure.as_deref();
            /// The cost of the broken rules: `benign`, `mended` or `lossy`; `None` if none is broken.
            severity: Option<String> = this.0.parsed.bozo.as_ref().map(|bozo| bozo.severity().to_string());
            /// The first hundred places where rules are broken.
            faults: Vec<Fault> = all(&this.0.parsed.faults);
            /// The number of all faults.
            fault_count: usize = this.0.parsed.fault_count;
            /// The first hundred values that could not be read.
            warnings: Vec<UnreadValue> = all(&this.0.parsed.warnings);
            /// How the encoding was determined, step by step.
            trail: Vec<String> = this.0.parsed.trail.to_string().lines().map(str::to_owned).collect();
            /// The feed.
            feed: Feed = Feed::of_reading(&this.0);
            /// The entries, in document order.
            entries: Entries = Entries::of(&this.0);
        }

        #[new]
        #[pyo3(signature = (feed=None, entries=None, *, version="atom10"))]
        fn new_of(feed: Given<'_, '_>, entries: Given<'_, '_>, version: &str) -> PyResult<Self> {
            let mut parsed = bozofeed::Parsed::default();
            (parsed.bozo, parsed.well_formed) = (None, true);
            parsed.format = serde_json::from_value(version.into())
                .map_err(|_| PyValueError::new_err(format!("unknown version '{version}'")))?;
            if let Some(given) = feed.filter(|feed| !feed.is_none()) {
                let feed = given.cast::<Feed>().map_err(|_| wrong_type("feed", given, "a bozofeed.Feed"))?;
                parsed.feed = feed.get().model().clone();
            }
            parsed.entries = parts("entries", entries, "Entry", |entry: &Entry| entry.model().clone())?;
            Ok(Self(Reading::new(Ok(parsed))))
        }

        /// The namespaces declared by the document, by prefix.
        #[getter]
        fn namespaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            let d = PyDict::new(py);
            for (prefix, uri) in &self.0.parsed.namespaces {
                d.set_item(prefix, uri)?;
            }
            Ok(d)
        }

        /// Returns everything as JSON, for `from_json`.
        fn to_json(&self) -> PyResult<String> {
            super::to_json(&self.0.parsed)
        }

        /// Returns everything as plain Python objects, with the structure of its JSON.
        fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            super::to_python(py, &self.to_json()?)
        }

        /// Returns the object described by JSON from `to_json`. Raises `ValueError` for anything else.
        #[staticmethod]
        fn from_json(text: &str) -> PyResult<Self> {
            Ok(Self(Reading::new(Ok(super::from_json(text)?))))
        }

        fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
            reduced(this.py(), "_restored", (this.get_type(), this.get().0.state(None)?))
        }

        #[staticmethod]
        fn _from_state(state: &str) -> PyResult<Self> {
            Ok(Self(Arc::new(super::from_json(state)?)))
        }

        /// Returns the feed as Atom 1.0.
        ///
        /// `feed_url` is the URL where the document will be published, `indent` the number of spaces for each level of indentation
        /// (0 writes no line breaks), and `entries` the maximum number of entries. `sanitize` is the policy for markup, and
        /// `stylesheet` the URL of a style sheet for Atom and RSS in browsers. With `keep_everything`, values that the format cannot
        /// express are kept in namespaces that only this library reads. Atom requires dates: `fallback_date`, which must have a time
        /// zone, is used for entries without a date in a feed without one. If it is needed but not given, `MissingDate` is raised.
        #[pyo3(signature = (**options))]
        fn to_atom(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
            write(py, Target::Atom, &self.0.parsed, options)
        }

        /// Returns the feed as RSS 2.0. It takes the options of `to_atom`, but requires no date.
        #[pyo3(signature = (**options))]
        fn to_rss(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
            write(py, Target::Rss, &self.0.parsed, options)
        }

        /// Returns the feed as JSON Feed 1.1. It takes the options of `to_atom`, but requires no date.
        #[pyo3(signature = (**options))]
        fn to_json_feed(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
            write(py, Target::Json, &self.0.parsed, options)
        }

        fn __repr__(&self) -> String {
            let bozo = self.severity().map_or_else(String::new, |severity| format!(" bozo={severity}"));
            format!("<Parsed {} entries={}{bozo}>", self.0.parsed.format.as_str(), self.0.parsed.entries.len())
        }
    }
}
