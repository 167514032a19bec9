//! The feed itself, or the source of an entry.

use std::sync::{Arc, LazyLock};

use bozofeed::model;
use pyo3::prelude::*;
use pyo3::types::PyDateTime;

use super::date::date;
use super::{Extension, Link, Person, Tag, Text, all, member, methods, serialized};

/// The owner of a feed: a result, or the source of one of its entries.
enum Of {
    Feed(Arc<bozofeed::Parsed>),
    Source(Arc<bozofeed::Parsed>, usize),
}

/// The feed itself, or the source of an entry.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Feed(Of);

static NO_FEED: LazyLock<model::Feed> = LazyLock::new(model::Feed::default);

impl Feed {
    pub(super) fn of(parsed: &Arc<bozofeed::Parsed>) -> Self {
        Self(Of::Feed(Arc::clone(parsed)))
    }

    /// Returns the source of an entry, if it has one.
    pub(super) fn of_source(parsed: &Arc<bozofeed::Parsed>, entry: usize) -> Option<Self> {
        parsed.entries.get(entry)?.source()?;
        Some(Self(Of::Source(Arc::clone(parsed), entry)))
    }

    fn model(&self) -> &model::Feed {
        match &self.0 {
            Of::Feed(parsed) => &parsed.feed,
            Of::Source(parsed, index) => {
                parsed.entries.get(*index).and_then(|entry| entry.source()).unwrap_or(&NO_FEED)
            }
        }
    }
}

methods! {
    impl Feed {
        #[getter]
        fn subtitle(&self) -> Option<Text> {
            self.model().subtitle().map(Text::from)
        }

        #[getter]
        fn rights(&self) -> Option<Text> {
            self.model().rights().map(Text::from)
        }

        #[getter]
        fn link(&self) -> Option<&str> {
            self.model().link.as_deref()
        }

        #[getter]
        fn authors(&self) -> Vec<Person> {
            all(&self.model().authors)
        }

        #[getter]
        fn language(&self) -> Option<&str> {
            self.model().language()
        }

        #[getter]
        fn generator(&self) -> Option<&str> {
            self.model().generator()?.name.as_deref()
        }

        /// The URL of the picture that represents the feed.
        #[getter]
        fn picture(&self) -> Option<&str> {
            self.model().picture()
        }

        /// The `WebSub` hub.
        #[getter]
        fn hub(&self) -> Option<&str> {
            self.model().hub()
        }

        #[getter]
        fn self_url(&self) -> Option<&str> {
            self.model().self_url()
        }

        #[getter]
        fn next_page(&self) -> Option<&str> {
            self.model().next_page()
        }
    }
}
