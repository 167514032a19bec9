//! Feeds as documents.

use bozofeed::Timestamp;
use bozofeed::write::{Format, WriteError, Writer};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDateTime;

create_exception!(
    bozofeed,
    MissingDate,
    PyValueError,
    "Atom requires a date that neither the feed has nor the caller gave."
);

/// How a feed is written: the keyword arguments of a call.
pub(super) struct WriteOptions<'a, 'py> {
    pub(super) feed_url: Option<&'a str>,
    pub(super) fallback_date: Option<&'a Bound<'py, PyDateTime>>,
    pub(super) indent: usize,
    pub(super) entries: Option<usize>,
}

impl WriteOptions<'_, '_> {
    /// Returns the document.
    pub(super) fn write(self, py: Python<'_>, format: Format, parsed: &bozofeed::Parsed) -> PyResult<String> {
        let mut writer = Writer::new(format).indent(self.indent);
        if let Some(url) = self.feed_url {
            writer = writer.feed_url(url);
        }
        if let Some(date) = self.fallback_date {
            writer = writer.fallback_date(timestamp("fallback_date", date)?);
        }
        if let Some(most) = self.entries {
            writer = writer.entries(most);
        }
        py.detach(|| writer.to_text(parsed)).map_err(|error| raised(py, &error))
    }
}

/// Returns an exception.
fn raised(py: Python<'_>, error: &WriteError) -> PyErr {
    let WriteError::MissingDate { entry, identity } = error else {
        return PyRuntimeError::new_err(error.to_string());
    };
    let exception = MissingDate::new_err(format!("{error}: give a fallback_date"));
    let value = exception.value(py);
    let identity = entry.is_some().then_some(identity);
    match value.setattr("entry", entry).and_then(|()| value.setattr("identity", identity)) {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// Returns the instant of a date that has a zone.
pub(super) fn timestamp(name: &str, date: &Bound<'_, PyDateTime>) -> PyResult<Timestamp> {
    if date.call_method0("utcoffset")?.is_none() {
        return Err(PyValueError::new_err(format!("{name} has no time zone")));
    }
    // A float of seconds would not be exact.
    let since = date.sub(super::date::epoch(date.py())?)?;
    let part = |name| since.getattr(name)?.extract::<i64>();
    let seconds = part("days")? * 24 * 60 * 60 + part("seconds")?;
    let nanoseconds = u32::try_from(part("microseconds")? * 1000)?;
    Timestamp::new(seconds, nanoseconds)
        .ok_or_else(|| PyValueError::new_err(format!("{name} is out of range")))
}
