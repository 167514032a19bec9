//! Dates as aware `datetime` objects.

use bozofeed::{Timestamp, model};
use jiff::tz::Offset;
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDelta, PyTzInfo};

/// Returns a date with the offset that was written, or in UTC. There is none for a date that Python cannot express.
pub(super) fn date<'py>(
    py: Python<'py>,
    date: Option<&model::Date>,
) -> PyResult<Option<Bound<'py, PyDateTime>>> {
    let Some(date) = date else { return Ok(None) };
    let Some(instant) = date.value else { return Ok(None) };
    datetime(py, instant, date.offset)
}

/// Returns an instant in the zone with this offset.
pub(super) fn datetime(
    py: Python<'_>,
    instant: Timestamp,
    offset: Option<i32>,
) -> PyResult<Option<Bound<'_, PyDateTime>>> {
    let (local, zone) = match offset {
        Some(seconds) if seconds != 0 => {
            let zone = PyTzInfo::fixed_offset(py, PyDelta::new(py, 0, seconds, 0, true)?)?;
            (Offset::from_seconds(seconds).unwrap_or(Offset::UTC).to_datetime(instant.into()), zone)
        }
        _ => (Offset::UTC.to_datetime(instant.into()), PyTzInfo::utc(py)?.to_owned()),
    };
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
        Some(&zone),
    )?;
    Ok(Some(made))
}
