//! Seconds or milliseconds since 1970 (POSIX §4.19), from 1973 on.

use jiff::Timestamp;
use jiff::tz::Offset;

use super::civil::{CivilDate, ClockTime, DateTimeFields};
use super::zone::Zone;

/// Parses nine or ten digits as seconds, with an optional fraction, and twelve or thirteen as milliseconds.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let value: i64 = whole.parse().ok()?;
    let instant = match whole.len() {
        // Eight digits are a date (`20031231`); eleven are neither seconds before 2286 nor milliseconds after 1973.
        9 | 10 => {
            let milliseconds =
                fraction.bytes().chain(*b"000").take(3).fold(0, |ms, byte| ms * 10 + i64::from(byte - b'0'));
            Timestamp::from_millisecond(value * 1000 + milliseconds).ok()?
        }
        12 | 13 => Timestamp::from_millisecond(value).ok()?,
        _ => return None,
    };
    // Split into fields and recombined, so that all forms pass the same calendar checks.
    let utc = Offset::UTC.to_datetime(instant);
    Some(DateTimeFields {
        date: CivilDate { year: utc.year().into(), month: utc.month().into(), day: utc.day().into() },
        time: ClockTime {
            hour: utc.hour().into(),
            minute: utc.minute().into(),
            second: utc.second().into(),
            nanosecond: utc.subsec_nanosecond(),
            zone: Zone::Unspecified,
        },
    })
}

#[cfg(test)]
mod tests {
    use crate::tests::check_form;

    #[test]
    fn length_tells_seconds_from_milliseconds() {
        check_form(
            super::parse,
            &[
                ("1088712000", "2004-07-01T20:00:00Z"),
                ("1088712000.25", "2004-07-01T20:00:00.25Z"),
                ("1088712000123", "2004-07-01T20:00:00.123Z"),
                ("888712000", "1998-03-01T00:26:40Z"),
                ("888712000000", "1998-03-01T00:26:40Z"),
                ("20031231", ""),
                ("10887120001", ""),
                ("1088712000.", ""),
                ("-1088712000", ""),
                ("99999999999999999999", ""),
                ("", ""),
            ],
        );
    }
}
