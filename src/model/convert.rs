//! Conversions between dates and those of other crates.
//!
//! A date of another crate that is out of the range of [`Timestamp`](crate::Timestamp) becomes a text that cannot be read.

#[cfg(feature = "jiff")]
mod jiff {
    use crate::Timestamp;
    use crate::date::{Moment, zoned};
    use crate::model::Date;

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
        /// Returns the moment in its offset, or in UTC if that is not known.
        ///
        /// ```
        /// let moment = bozofeed::date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap();
        /// assert_eq!(moment.to_jiff().to_string(), "2026-01-02T03:04:05+02:00[+02:00]");
        /// ```
        pub fn to_jiff(self) -> jiff::ZonedDateTime {
            zoned(self.instant(), self.offset())
        }
    }

    impl From<jiff::ZonedDateTime> for Date {
        fn from(date: jiff::ZonedDateTime) -> Self {
            Moment::new(Timestamp::from_jiff(date.timestamp()), Some(date.offset().seconds())).into()
        }
    }
}

#[cfg(feature = "chrono04")]
mod chrono {
    use chrono04::{DateTime, FixedOffset, SecondsFormat, TimeZone, Utc};

    use crate::Timestamp;
    use crate::date::Moment;
    use crate::model::Date;

    impl From<Timestamp> for DateTime<Utc> {
        fn from(timestamp: Timestamp) -> Self {
            // chrono has all years that a timestamp has.
            Self::from_timestamp(timestamp.seconds(), timestamp.nanoseconds()).unwrap_or_default()
        }
    }

    impl Moment {
        /// Returns the moment in its offset, or in UTC if that is not known; `None` if chrono does not have the offset.
        ///
        /// ```
        /// let moment = bozofeed::date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap();
        /// assert_eq!(moment.to_chrono04().unwrap().to_rfc3339(), "2026-01-02T03:04:05+02:00");
        /// ```
        pub fn to_chrono04(self) -> Option<DateTime<FixedOffset>> {
            let offset = FixedOffset::east_opt(self.offset().unwrap_or(0))?;
            Some(DateTime::<Utc>::from(self.instant()).with_timezone(&offset))
        }
    }

    impl<Z: TimeZone> From<DateTime<Z>> for Date {
        fn from(date: DateTime<Z>) -> Self {
            let date = date.fixed_offset();
            match Timestamp::new(date.timestamp(), date.timestamp_subsec_nanos()) {
                Some(instant) => Moment::new(instant, Some(date.offset().local_minus_utc())).into(),
                None => {
                    Self { value: None, raw: Some(date.to_rfc3339_opts(SecondsFormat::AutoSi, true).into()) }
                }
            }
        }
    }
}

#[cfg(feature = "time03")]
mod time {
    use time03::{OffsetDateTime, UtcOffset};

    use crate::Timestamp;
    use crate::date::Moment;
    use crate::model::Date;

    impl From<Timestamp> for OffsetDateTime {
        fn from(timestamp: Timestamp) -> Self {
            // time has all years that a timestamp has.
            Self::from_unix_timestamp_nanos(timestamp.to_jiff().as_nanosecond()).unwrap_or(Self::UNIX_EPOCH)
        }
    }

    impl Moment {
        /// Returns the moment in its offset, or in UTC if that is not known; `None` if time does not have the offset.
        ///
        /// ```
        /// let date = bozofeed::date::parse("Fri, 02 Jan 2026 03:04:05 +0200").unwrap().to_time03().unwrap();
        /// assert_eq!((date.hour(), date.offset().whole_hours()), (3, 2));
        /// ```
        pub fn to_time03(self) -> Option<OffsetDateTime> {
            let offset = UtcOffset::from_whole_seconds(self.offset().unwrap_or(0)).ok()?;
            Some(OffsetDateTime::from(self.instant()).to_offset(offset))
        }
    }

    impl From<OffsetDateTime> for Date {
        fn from(date: OffsetDateTime) -> Self {
            match Timestamp::new(date.unix_timestamp(), date.nanosecond()) {
                Some(instant) => Moment::new(instant, Some(date.offset().whole_seconds())).into(),
                None => Self { value: None, raw: Some(date.to_string().into()) },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::date::Moment;
    use crate::model::Date;

    #[test]
    fn dates_are_converted_and_back() {
        for (raw, offset) in [
            ("2026-01-02T03:04:05+02:00", 7200),
            ("1969-12-31T23:59:59.5-03:30", -12_600),
            ("0001-01-01T00:00:00Z", 0),
            ("9999-12-30T22:00:00.999999999Z", 0),
        ] {
            let moment = Moment::new(raw.parse().unwrap(), Some(offset));
            assert_eq!(moment.to_rfc3339(), raw);
            let date = Date::from(moment);
            #[cfg(feature = "jiff")]
            assert_eq!(Date::from(moment.to_jiff()), date, "{raw}");
            #[cfg(feature = "chrono04")]
            assert_eq!(moment.to_chrono04().map(Date::from).as_ref(), Some(&date), "{raw}");
            #[cfg(feature = "time03")]
            assert_eq!(moment.to_time03().map(Date::from).as_ref(), Some(&date), "{raw}");
            let _ = date;
        }
    }

    #[test]
    fn the_bounds_are_converted() {
        for instant in [crate::Timestamp::MIN, crate::Timestamp::UNIX_EPOCH, crate::Timestamp::MAX] {
            #[cfg(feature = "chrono04")]
            assert_eq!(chrono04::DateTime::<chrono04::Utc>::from(instant).timestamp(), instant.seconds());
            #[cfg(feature = "time03")]
            assert_eq!(time03::OffsetDateTime::from(instant).unix_timestamp(), instant.seconds());
            let _ = instant;
        }
    }
}
