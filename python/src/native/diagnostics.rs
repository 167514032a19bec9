//! Faults of documents and values that could not be read.

use pyo3::prelude::*;

/// How the document breaks the rules.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Bozo {
    r#type: &'static str,
    message: String,
    severity: String,
    line: Option<usize>,
    column: Option<usize>,
}

/// A place where a rule is broken.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Fault {
    r#type: &'static str,
    message: String,
    severity: String,
    offset: usize,
    line: usize,
    column: usize,
}

/// A value that could not be read.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct UnreadValue {
    r#type: &'static str,
    message: String,
    value: String,
    path: String,
    offset: usize,
    line: usize,
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
            r#type: bozo.name(),
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
            r#type: fault.error.name(),
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
            r#type: warning.kind.name(),
            message: warning.kind.description().to_owned(),
            value: warning.value.clone(),
            path: warning.path.clone(),
            offset: warning.position.offset,
            line: warning.position.line,
            column: warning.position.column,
        }
    }
}

#[pymethods]
impl Bozo {
    fn __repr__(&self) -> String {
        format!("<Bozo {}: {}>", self.r#type, self.message)
    }

    fn __str__(&self) -> &str {
        &self.message
    }
}

#[pymethods]
impl Fault {
    fn __repr__(&self) -> String {
        format!("<Fault line {}, column {}: {}>", self.line, self.column, self.message)
    }
}

#[pymethods]
impl UnreadValue {
    fn __repr__(&self) -> String {
        format!(
            "<UnreadValue line {}, column {}: {} ({:?})>",
            self.line, self.column, self.message, self.value
        )
    }
}
