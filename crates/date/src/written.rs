//! Formatting of dates.

use std::borrow::Cow;

use crate::format::DateFormat;
use crate::{Moment, Timestamp};

impl DateFormat {
    /// Returns a date in this format, with a four-digit year: the source text if it has the format and the same meaning, else the moment.
    /// W3C-DTF formats are written as RFC 3339, which is one of them. `None` if the format does not support the year.
    pub fn write(self, read: &str, moment: Moment) -> Option<Cow<'_, str>> {
        if self.is_form_of(read, moment.instant()) {
            return Some(Cow::Borrowed(read));
        }
        let mut text = match self {
            Self::Rfc3339 | Self::W3c | Self::W3cLocal | Self::W3cBase => moment.to_rfc3339(),
            Self::Rfc822 => moment.to_rfc2822()?,
        };
        if moment.offset().is_none() {
            // The offset is unknown (RFC 3339 §4.3, RFC 2822 §3.3).
            let (utc, unknown) = match self {
                Self::Rfc3339 | Self::W3c | Self::W3cLocal | Self::W3cBase => ("Z", "-00:00"),
                Self::Rfc822 => ("+0000", "-0000"),
            };
            text.truncate(text.trim_end_matches(utc).len());
            text.push_str(unknown);
        }
        Some(Cow::Owned(text))
    }

    /// Returns whether a text has the format, and denotes the instant for a reader that only supports this format: years of other
    /// calendars and 24 o'clock are read, but not written.
    fn is_form_of(self, raw: &str, instant: Timestamp) -> bool {
        let instant = instant.to_jiff();
        match self {
            Self::Rfc3339 | Self::W3c | Self::W3cLocal | Self::W3cBase => {
                is_rfc3339(raw) && raw.parse().is_ok_and(|read: jiff::Timestamp| read == instant)
            }
            // The weekday must be right.
            Self::Rfc822 => {
                // jiff's parser also accepts the obsolete forms of RFC 5322 §4.3. The other checks reject them: not every RSS reader
                // supports them.
                raw.is_ascii()
                    && !raw.contains("  ")
                    && has_known_zone(raw)
                    && has_long_year(raw)
                    && has_month(raw)
                    && jiff::fmt::rfc2822::parse(raw).is_ok_and(|date| date.timestamp() == instant)
            }
        }
    }
}

/// Returns whether a date has the format of RFC 3339 §5.6, in upper case.
fn is_rfc3339(raw: &str) -> bool {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00";
    let (Some(start), Some(end)) = (raw.as_bytes().get(..SHAPE.len()), raw.get(SHAPE.len()..)) else {
        return false;
    };
    let is_shaped = start.iter().zip(SHAPE).all(|(byte, shape)| match shape {
        b'0' => byte.is_ascii_digit(),
        _ => byte == shape,
    });
    let zone = match end.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => end,
    };
    let is_zone = zone == "Z"
        || zone.strip_prefix(['+', '-']).and_then(|offset| offset.split_once(':')).is_some_and(
            |(hours, minutes)| {
                [hours, minutes]
                    .iter()
                    .all(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()))
            },
        );
    is_shaped && is_zone
}

/// Returns whether the zone is an offset or one of the names of RFC 822 §5.1.
fn has_known_zone(raw: &str) -> bool {
    // Without the single letters, whose meaning is unreliable (RFC 2822 §4.3).
    const NAMES: [&str; 10] = ["GMT", "UT", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"];
    raw.rsplit(' ').next().is_some_and(|zone| zone.starts_with(['+', '-']) || NAMES.contains(&zone))
}

/// Returns whether the month is a name (RFC 822 §5.1).
fn has_month(raw: &str) -> bool {
    const NAMES: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    raw.split(' ').any(|word| NAMES.contains(&word))
}

/// Returns whether one of the words is a four-digit year.
fn has_long_year(raw: &str) -> bool {
    // RSS 2.0 allows two-digit years, but prefers four digits.
    raw.split_ascii_whitespace().any(|word| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_as_they_are_if_readers_of_their_form_understand_them() {
        use DateFormat::{Rfc822, Rfc3339, W3c};
        let wrong: Vec<_> = [
            (Rfc3339, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
            (Rfc3339, "2026-01-02T03:04:05.123+02:00", "2026-01-02T03:04:05.123+02:00"),
            (Rfc3339, "2026-01-02T03:04:05", "2026-01-02T03:04:05-00:00"),
            (Rfc3339, "2026-01-02T03:04Z", "2026-01-02T03:04:00Z"),
            (Rfc3339, "2026-01-02 03:04:05Z", "2026-01-02T03:04:05Z"),
            (Rfc3339, "2026-01-02T03:04:05+0200", "2026-01-02T03:04:05+02:00"),
            // Hours end at 23 (RFC 3339 §5.6).
            (Rfc3339, "2026-01-01T24:00:00Z", "2026-01-02T00:00:00Z"),
            // A year of the Buddhist era.
            (Rfc3339, "2568-05-01T00:00:00Z", "2025-05-01T00:00:00Z"),
            (Rfc822, "Fri, 02 Jan 2026 03:04:05 GMT", "Fri, 02 Jan 2026 03:04:05 GMT"),
            (Rfc822, "2 Jan 2026 03:04 +0200", "2 Jan 2026 03:04 +0200"),
            (Rfc822, "Mon, 02 Jan 2026 03:04:05 GMT", "Fri, 2 Jan 2026 03:04:05 +0000"),
            (Rfc822, "Fri, 02 Jan 26 03:04:05 GMT", "Fri, 2 Jan 2026 03:04:05 +0000"),
            (Rfc822, "Fri, 02 Jan 2026 03:04:05 JST", "Fri, 2 Jan 2026 03:04:05 +0900"),
            (Rfc822, "Fri, 01 May 2568 03:04:05 GMT", "Thu, 1 May 2025 03:04:05 +0000"),
            (W3c, "2026-01-02", "2026-01-02T00:00:00-00:00"),
            (Rfc822, "2026-01-02", "Fri, 2 Jan 2026 00:00:00 -0000"),
        ]
        .into_iter()
        .map(|(form, raw, expected)| {
            (raw, form.write(raw, crate::parse(raw).unwrap()).map(Cow::into_owned), expected)
        })
        .filter(|(_, written, expected)| written.as_deref() != Some(expected))
        .collect();
        assert_eq!(wrong, []);
    }
}
