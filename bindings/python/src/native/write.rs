//! Writing feeds.

use bozofeed::write::{Target, WriteError, Writer};
use bozofeed::{SettingValue, Timestamp};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDict};

use crate::input::{setting, wrong_option};

create_exception!(
    bozofeed,
    MissingDate,
    PyValueError,
    "Atom requires a date that neither the feed has nor the caller gave."
);

/// Writes a feed, using the keyword arguments of a call.
pub(super) fn write(
    py: Python<'_>,
    target: Target,
    parsed: &bozofeed::Parsed,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let mut writer = Writer::new(target);
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let setting = match value.cast::<PyDateTime>() {
            Ok(date) => SettingValue::Text(timestamp(&name, date)?.to_string()),
            Err(_) => setting(&value)?,
        };
        let is_known = Writer::SETTINGS.contains(&name.as_str());
        writer = writer.set(&name, setting).map_err(|error| {
            // A call with another argument than it has.
            if is_known { wrong_option(&error, &value) } else { PyTypeError::new_err(error.to_string()) }
        })?;
    }
    py.detach(|| writer.to_text(parsed)).map_err(|error| raised(py, &error))
}

/// Converts an error to an exception.
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

/// Returns the instant of a date with a time zone.
pub(super) fn timestamp(name: &str, date: &Bound<'_, PyDateTime>) -> PyResult<Timestamp> {
    if date.call_method0("utcoffset")?.is_none() {
        return Err(PyValueError::new_err(format!("{name} has no time zone")));
    }
    // The seconds as a float would not be exact.
    let since = date.sub(super::date::epoch(date.py())?)?;
    let part = |name| since.getattr(name)?.extract::<i64>();
    let seconds = part("days")? * 24 * 60 * 60 + part("seconds")?;
    let nanoseconds = u32::try_from(part("microseconds")? * 1000)?;
    Timestamp::new(seconds, nanoseconds)
        .ok_or_else(|| PyValueError::new_err(format!("{name} is out of range")))
}
