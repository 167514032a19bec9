//! Conversions between instants and the dates of other crates.

#[cfg(feature = "jiff")]
mod jiff {
    use crate::{Moment, Timestamp, zoned};

    impl From<Timestamp> for jiff::Timestamp {
        fn from(timestamp: Timestamp) -> Self {
            timestamp.to_jiff()
        }
    }

    impl From<jiff::Timestamp> for Timestamp {
        fn from(timestamp: jiff::Timestamp) -> Self {
            Self::from_jiff(timestamp)
        }
    }

    impl Moment {
        /// Returns the moment at its offset, or in UTC if the offset is unknown.
        ///
        /// ```
        /// let moment = bozofeed_date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap();
        /// assert_eq!(moment.to_jiff().to_string(), "2026-01-02T03:04:05+02:00[+02:00]");
        /// ```
        pub fn to_jiff(self) -> jiff::ZonedDateTime {
            zoned(self.instant(), self.offset())
        }
    }
}

#[cfg(feature = "chrono04")]
mod chrono {
    use chrono04::{DateTime, FixedOffset, Utc};

    use crate::{Moment, Timestamp};

    impl From<Timestamp> for DateTime<Utc> {
        fn from(timestamp: Timestamp) -> Self {
            // chrono supports all years of a timestamp.
            Self::from_timestamp(timestamp.seconds(), timestamp.nanoseconds()).unwrap_or_default()
        }
    }

    impl Moment {
        /// Returns the moment at its offset, or in UTC if the offset is unknown; `None` if chrono does not support the offset.
        ///
        /// ```
        /// let moment = bozofeed_date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap();
        /// assert_eq!(moment.to_chrono04().unwrap().to_rfc3339(), "2026-01-02T03:04:05+02:00");
        /// ```
        pub fn to_chrono04(self) -> Option<DateTime<FixedOffset>> {
            let offset = FixedOffset::east_opt(self.offset().unwrap_or(0))?;
            Some(DateTime::<Utc>::from(self.instant()).with_timezone(&offset))
        }
    }
}

#[cfg(feature = "time03")]
mod time {
    use time03::{OffsetDateTime, UtcOffset};

    use crate::{Moment, Timestamp};

    impl From<Timestamp> for OffsetDateTime {
        fn from(timestamp: Timestamp) -> Self {
            // time supports all years of a timestamp.
            Self::from_unix_timestamp_nanos(timestamp.to_jiff().as_nanosecond()).unwrap_or(Self::UNIX_EPOCH)
        }
    }

    impl Moment {
        /// Returns the moment at its offset, or in UTC if the offset is unknown; `None` if time does not support the offset.
        ///
        /// ```
        /// let date = bozofeed_date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap().to_time03().unwrap();
        /// assert_eq!((date.hour(), date.offset().whole_hours()), (3, 2));
        /// ```
        pub fn to_time03(self) -> Option<OffsetDateTime> {
            let offset = UtcOffset::from_whole_seconds(self.offset().unwrap_or(0)).ok()?;
            Some(OffsetDateTime::from(self.instant()).to_offset(offset))
        }
    }
}
