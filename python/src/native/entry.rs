//! The entries of a feed.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bozofeed::model;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyList, PySlice};

use super::date::{date, datetime};
use super::{Extension, Feed, Link, Person, Tag, Text, all, member, methods, serialized};

/// The entries of a feed, each of which becomes an object when it is asked for.
#[pyclass(frozen, sequence, module = "bozofeed")]
pub(crate) struct Entries(Arc<bozofeed::Parsed>);

impl Entries {
    pub(super) fn of(parsed: &Arc<bozofeed::Parsed>) -> Self {
        Self(Arc::clone(parsed))
    }

    fn at(&self, index: usize) -> Entry {
        Entry { parsed: Arc::clone(&self.0), index }
    }
}

#[pymethods]
impl Entries {
    fn __len__(&self) -> usize {
        self.0.entries.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = isize::try_from(self.0.entries.len())?;
        if let Ok(slice) = index.cast::<PySlice>() {
            let all =
                PyList::new(py, (0..self.0.entries.len()).map(|index| self.at(index)).collect::<Vec<_>>())?;
            return all.as_any().get_item(slice);
        }
        let index: isize =
            index.extract().map_err(|_| PyTypeError::new_err("indices of entries are integers or slices"))?;
        let from_start = if index < 0 { index + length } else { index };
        match usize::try_from(from_start) {
            Ok(at) if from_start < length => Ok(Bound::new(py, self.at(at))?.into_any()),
            _ => Err(PyIndexError::new_err("there is no such entry")),
        }
    }

    fn __iter__(&self) -> EntryIterator {
        EntryIterator { parsed: Arc::clone(&self.0), next: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<Entries of {}>", self.0.entries.len())
    }
}

/// Returns one entry at a time.
#[pyclass(module = "bozofeed")]
pub(crate) struct EntryIterator {
    parsed: Arc<bozofeed::Parsed>,
    next: usize,
}

#[pymethods]
impl EntryIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Entry> {
        let index = self.next;
        self.next += 1;
        (index < self.parsed.entries.len()).then(|| Entry { parsed: Arc::clone(&self.parsed), index })
    }

    fn __length_hint__(&self) -> usize {
        self.parsed.entries.len().saturating_sub(self.next)
    }
}

/// One entry of a feed.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Entry {
    parsed: Arc<bozofeed::Parsed>,
    index: usize,
}

static NO_ENTRY: LazyLock<model::Entry> = LazyLock::new(model::Entry::default);

impl Entry {
    fn model(&self) -> &model::Entry {
        self.parsed.entries.get(self.index).unwrap_or(&NO_ENTRY)
    }
}

methods! {
    impl Entry {
        #[getter]
        fn title_text(&self) -> Option<String> {
            self.model().title_text().map(Cow::into_owned)
        }

        /// The page of the entry, or its identifier if that is a permalink.
        #[getter]
        fn link(&self) -> Option<&str> {
            self.model().permalink()
        }

        #[getter]
        fn enclosures(&self) -> Vec<Link> {
            all(self.model().enclosures())
        }

        /// A stable key for recognising the entry across fetches.
        #[getter]
        fn identity(&self) -> String {
            self.model().identity(self.parsed.identity_rule()).into_owned()
        }

        #[getter]
        fn summary(&self) -> Option<Text> {
            self.model().summary.as_ref().map(Text::from)
        }

        #[getter]
        fn contents(&self) -> Vec<Text> {
            all(&self.model().content)
        }

        /// The best of the contents, or the summary.
        #[getter]
        fn content(&self) -> Option<Text> {
            self.model().best_content().map(Text::from)
        }

        #[getter]
        fn authors(&self) -> Vec<Person> {
            all(self.model().authors_in(&self.parsed.feed))
        }

        /// The first date that can be read: published, updated, created.
        #[getter]
        fn date<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
            let Some(instant) = self.model().date() else { return Ok(None) };
            datetime(py, instant, None)
        }

        #[getter]
        fn comments(&self) -> Option<&str> {
            self.model().comments()
        }

        #[getter]
        fn language(&self) -> Option<&str> {
            self.model().language()
        }

        #[getter]
        fn duration(&self) -> Option<Duration> {
            self.model().duration()
        }

        /// The feed that the entry was taken from.
        #[getter]
        fn source(&self) -> Option<Feed> {
            Feed::of_source(&self.parsed, self.index)
        }
    }
}
