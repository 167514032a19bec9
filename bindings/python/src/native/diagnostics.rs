//! Faults of documents and values that could not be read.

use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use super::value;

/// The way the document breaks the rules.
#[pyclass(frozen, eq, hash, get_all, weakref, module = "bozofeed")]
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Bozo {
    /// The kind of problem: `SAXParseException`, `CharacterEncodingOverride`, `NotAFeed` …
    r#type: String,
    /// A short description of the problem.
    message: String,
    /// The cost for the result: `benign`, `mended` or `lossy`.
    severity: String,
    /// The line, from 1; `None` if the problem is not at one place.
    line: Option<usize>,
    /// The column, from 1; `None` if the problem is not at one place.
    column: Option<usize>,
}

/// A place where a rule is broken.
#[pyclass(frozen, eq, hash, get_all, weakref, module = "bozofeed")]
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Fault {
    /// The name of the fault.
    r#type: String,
    /// A short description of the problem.
    message: String,
    /// The cost for the result: `benign`, `mended` or `lossy`.
    severity: String,
    /// The byte offset in the document.
    offset: usize,
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
}

/// A value that could not be read.
#[pyclass(frozen, eq, hash, get_all, weakref, module = "bozofeed")]
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct UnreadValue {
    /// The kind of value.
    r#type: String,
    /// A short description of the problem.
    message: String,
    /// The value, verbatim.
    value: String,
    /// The element or member with the value.
    path: String,
    /// The byte offset in the document.
    offset: usize,
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
}

impl From<&bozofeed::Bozo> for Bozo {
    fn from(bozo: &bozofeed::Bozo) -> Self {
        let position = match bozo {
            bozofeed::Bozo::NotWellFormed { position, .. } | bozofeed::Bozo::Json { position, .. } => {
                Some(position)
            }
            _ => None,
        };
        Self {
            r#type: bozo.name().to_owned(),
            message: bozo.to_string(),
            severity: bozo.severity().to_string(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        }
    }
}

impl From<&bozofeed::Fault> for Fault {
    fn from(fault: &bozofeed::Fault) -> Self {
        Self {
            r#type: fault.error.name().to_owned(),
            message: fault.error.to_string(),
            severity: fault.error.severity().to_string(),
            offset: fault.position.offset,
            line: fault.position.line,
            column: fault.position.column,
        }
    }
}

impl From<&bozofeed::Warning> for UnreadValue {
    fn from(warning: &bozofeed::Warning) -> Self {
        Self {
            r#type: warning.kind.name().to_owned(),
            message: warning.kind.description().to_owned(),
            value: warning.value.clone(),
            path: warning.path.clone(),
            offset: warning.position.offset,
            line: warning.position.line,
            column: warning.position.column,
        }
    }
}

value! {
    impl Bozo {
        fn __repr__(&self) -> String {
            format!("<Bozo {}: {}>", self.r#type, self.message)
        }

        fn __str__(&self) -> &str {
            &self.message
        }
    }
}

value! {
    impl Fault {
        fn __repr__(&self) -> String {
            format!("<Fault line {}, column {}: {}>", self.line, self.column, self.message)
        }
    }
}

value! {
    impl UnreadValue {
        fn __repr__(&self) -> String {
            format!(
                "<UnreadValue line {}, column {}: {} ({:?})>",
                self.line, self.column, self.message, self.value
            )
        }
    }
}
