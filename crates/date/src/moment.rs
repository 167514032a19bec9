//! A parsed date.

use super::{Timestamp, zoned};

/// An instant, and the offset from UTC in the source text.
///
/// ```
/// let moment = bozofeed_date::parse("Fri, 02 Jan 2026 22:15:00 +0900").unwrap();
/// assert_eq!(moment.instant().to_string(), "2026-01-02T13:15:00Z");
/// assert_eq!(moment.offset(), Some(9 * 60 * 60));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    instant: Timestamp,
    zone: WrittenZone,
}

/// The zone of a date. It is a single value, so that a moment is no larger than an instant and an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum WrittenZone {
    Absent,
    Unknown,
    /// Seconds, positive to the east.
    Offset(i32),
}

impl Moment {
    /// Returns the moment with this offset from UTC in seconds, positive to the east; `None` for an unknown offset.
    #[inline]
    pub fn new(instant: Timestamp, offset: Option<i32>) -> Self {
        Self { instant, zone: offset.map_or(WrittenZone::Absent, WrittenZone::Offset) }
    }

    /// Sets whether the date has an unknown zone.
    pub(super) fn with_unknown_zone(mut self, is_unknown: bool) -> Self {
        if is_unknown {
            self.zone = WrittenZone::Unknown;
        }
        self
    }

    /// Returns the instant. A date without an offset is read as UTC.
    #[inline]
    pub fn instant(self) -> Timestamp {
        self.instant
    }

    /// Returns the offset from UTC in the source text, in seconds, positive to the east.
    ///
    /// `None` if the text has no zone, an unknown zone or `-0000`, which means that the local offset is unknown (RFC 5322 §3.3). Then the
    /// instant is the written time in UTC.
    #[inline]
    pub fn offset(self) -> Option<i32> {
        match self.zone {
            WrittenZone::Offset(seconds) => Some(seconds),
            WrittenZone::Absent | WrittenZone::Unknown => None,
        }
    }

    /// Returns whether the text has an unknown zone, so that the instant may be wrong by some hours.
    ///
    /// Dates in the model of `bozofeed` do not keep this; the parser reports the warning `UnknownZone` instead.
    pub fn has_unknown_zone(self) -> bool {
        self.zone == WrittenZone::Unknown
    }

    /// Formats the moment as RFC 3339, at its offset, or in UTC if the offset is unknown.
    ///
    /// ```
    /// let moment = bozofeed_date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap();
    /// assert_eq!(moment.to_rfc3339(), "2026-01-02T03:04:05+02:00");
    /// ```
    pub fn to_rfc3339(self) -> String {
        match self.offset() {
            None | Some(0) => self.instant.to_string(),
            offset => {
                let zoned = zoned(self.instant, offset);
                zoned.timestamp().display_with_offset(zoned.offset()).to_string()
            }
        }
    }

    /// Formats the moment like e-mail (RFC 2822), at its offset, or in UTC if the offset is unknown; `None` for a year before 0.
    ///
    /// ```
    /// let moment = bozofeed_date::parse("2026-01-02T03:04:05+02:00").unwrap();
    /// assert_eq!(moment.to_rfc2822().unwrap(), "Fri, 2 Jan 2026 03:04:05 +0200");
    /// ```
    pub fn to_rfc2822(self) -> Option<String> {
        jiff::fmt::rfc2822::to_string(&zoned(self.instant, self.offset())).ok()
    }
}

/// The moment in UTC.
impl From<Timestamp> for Moment {
    fn from(instant: Timestamp) -> Self {
        Self::new(instant, Some(0))
    }
}
