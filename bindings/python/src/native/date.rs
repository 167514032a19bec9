//! Dates as aware `datetime` objects.

use bozofeed::{Timestamp, model};
use jiff::tz::Offset;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDateTime, PyDelta, PyTzInfo};

/// Returns a date with its original offset; `None` if Python cannot represent it.
pub(super) fn date<'py>(py: Python<'py>, date: &model::Date) -> PyResult<Option<Bound<'py, PyDateTime>>> {
    let Some(moment) = date.value else { return Ok(None) };
    datetime(py, moment.instant(), &zone(py, moment.offset())?, moment.offset().unwrap_or(0))
}

/// Returns the zone with this offset. Without an offset, it is UTC with the name `-00:00` (RFC 3339 §4.3).
fn zone(py: Python<'_>, offset: Option<i32>) -> PyResult<Bound<'_, PyTzInfo>> {
    static UNKNOWN: PyOnceLock<Py<PyTzInfo>> = PyOnceLock::new();
    match offset {
        Some(0) => Ok(PyTzInfo::utc(py)?.to_owned()),
        Some(seconds) => PyTzInfo::fixed_offset(py, PyDelta::new(py, 0, seconds, 0, true)?),
        None => {
            let zone = UNKNOWN.get_or_try_init(py, || {
                let zone = py.import("datetime")?.getattr("timezone")?;
                let zone = zone.call1((PyDelta::new(py, 0, 0, 0, true)?, "-00:00"))?;
                PyResult::Ok(zone.cast_into::<PyTzInfo>()?.unbind())
            })?;
            Ok(zone.bind(py).clone())
        }
    }
}

/// Returns the start of 1970 in UTC.
pub(super) fn epoch(py: Python<'_>) -> PyResult<Option<Bound<'_, PyDateTime>>> {
    datetime(py, Timestamp::UNIX_EPOCH, &zone(py, Some(0))?, 0)
}

/// Returns an instant in a zone with this offset.
fn datetime<'py>(
    py: Python<'py>,
    instant: Timestamp,
    zone: &Bound<'py, PyTzInfo>,
    offset: i32,
) -> PyResult<Option<Bound<'py, PyDateTime>>> {
    let local = Offset::from_seconds(offset).unwrap_or(Offset::UTC).to_datetime(instant.into());
    if local.year() < 1 {
        return Ok(None);
    }
    let small = |number: i8| u8::try_from(number).unwrap_or(0);
    let made = PyDateTime::new(
        py,
        i32::from(local.year()),
        small(local.month()),
        small(local.day()),
        small(local.hour()),
        small(local.minute()),
        small(local.second()),
        u32::try_from(local.subsec_nanosecond() / 1000).unwrap_or(0),
        Some(zone),
    )?;
    Ok(Some(made))
}
