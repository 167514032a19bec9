//! The state shared by all objects of a result.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use bozofeed::model::IdentityRule;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::stream::Failure;

/// A result, the rule that identifies its entries, and the reason if it was not read.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Reading {
    pub(super) parsed: bozofeed::Parsed,
    pub(super) failure: Option<String>,
    /// It depends on all entries, and is determined only once.
    rule: OnceCell,
}

#[derive(Default, Clone)]
struct OnceCell(OnceLock<IdentityRule>);

impl Serialize for OnceCell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.get().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OnceCell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let known = Option::<IdentityRule>::deserialize(deserializer)?;
        Ok(Self(known.map_or_else(OnceLock::new, OnceLock::from)))
    }
}

impl Reading {
    /// Stores a result, or the reason why there is none.
    pub(crate) fn new(outcome: Result<bozofeed::Parsed, Failure>) -> Arc<Self> {
        let failure = outcome.as_ref().err().map(|failure| failure.message.clone());
        Arc::new(Self { parsed: outcome.unwrap_or_default(), failure, ..Self::default() })
    }

    pub(super) fn rule(&self) -> IdentityRule {
        *self.rule.0.get_or_init(|| self.parsed.identity_rule())
    }

    /// Returns the state of one entry, or of everything, as JSON.
    pub(super) fn state(&self, entry: Option<usize>) -> PyResult<String> {
        self.rule();
        let Some(index) = entry else { return super::to_json(self) };
        super::to_json(&self.with_entries(self.parsed.entries.get(index).cloned().into_iter().collect()))
    }

    /// Returns what an entry needs that takes the place of one.
    pub(super) fn of_entry(&self, entry: bozofeed::model::Entry) -> Arc<Self> {
        self.rule();
        Arc::new(self.with_entries(vec![entry]))
    }

    fn with_entries(&self, entries: Vec<bozofeed::model::Entry>) -> Self {
        let whole = &self.parsed;
        let mut parsed = bozofeed::Parsed::default();
        (parsed.format, parsed.encoding) = (whole.format, Cow::clone(&whole.encoding));
        parsed.feed = whole.feed.clone();
        parsed.entries = entries;
        Self { parsed, failure: None, rule: self.rule.clone() }
    }
}
