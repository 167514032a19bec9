//! Conversions between dates and those of other crates.
//!
//! A date of another crate that is out of the range of [`Timestamp`](crate::Timestamp) becomes one without a value.

#[cfg(feature = "jiff")]
mod jiff {
    use crate::Timestamp;
    use crate::date::zoned;
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

    impl Date {
        /// Returns the date in the offset that was written, or in UTC if none was; `None` if it cannot be read.
        ///
        /// ```
        /// let feed = "<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
        /// let published = bozofeed::parse(feed).feed.published.unwrap();
        /// assert_eq!(published.to_jiff().unwrap().to_string(), "2026-01-02T03:04:05+02:00[+02:00]");
        /// ```
        pub fn to_jiff(&self) -> Option<jiff::ZonedDateTime> {
            self.value.map(|instant| zoned(instant, self.offset))
        }
    }

    /// The text is the date in RFC 3339.
    impl From<jiff::ZonedDateTime> for Date {
        fn from(date: jiff::ZonedDateTime) -> Self {
            let instant = date.timestamp();
            let raw = instant.display_with_offset(date.offset()).to_string();
            Self {
                raw: raw.into(),
                value: Some(Timestamp::from_jiff(instant)),
                offset: Some(date.offset().seconds()),
            }
        }
    }
}

#[cfg(feature = "chrono04")]
mod chrono {
    use chrono04::{DateTime, FixedOffset, SecondsFormat, TimeZone, Utc};

    use crate::Timestamp;
    use crate::model::Date;

    impl From<Timestamp> for DateTime<Utc> {
        fn from(timestamp: Timestamp) -> Self {
            // chrono has all years that a timestamp has.
            Self::from_timestamp(timestamp.seconds(), timestamp.nanoseconds()).unwrap_or_default()
        }
    }

    impl Date {
        /// Returns the date in the offset that was written, or in UTC if none was; `None` if it cannot be read.
        ///
        /// ```
        /// let feed = "<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
        /// let published = bozofeed::parse(feed).feed.published.unwrap();
        /// assert_eq!(published.to_chrono04().unwrap().to_rfc3339(), "2026-01-02T03:04:05+02:00");
        /// ```
        pub fn to_chrono04(&self) -> Option<DateTime<FixedOffset>> {
            let offset = FixedOffset::east_opt(self.offset.unwrap_or(0))?;
            Some(DateTime::<Utc>::from(self.value?).with_timezone(&offset))
        }
    }

    /// The text is the date in RFC 3339.
    impl<Z: TimeZone> From<DateTime<Z>> for Date {
        fn from(date: DateTime<Z>) -> Self {
            let date = date.fixed_offset();
            Self {
                raw: date.to_rfc3339_opts(SecondsFormat::AutoSi, true).into(),
                value: Timestamp::new(date.timestamp(), date.timestamp_subsec_nanos()),
                offset: Some(date.offset().local_minus_utc()),
            }
        }
    }
}

#[cfg(feature = "time03")]
mod time {
    use time03::{OffsetDateTime, UtcOffset};

    use crate::Timestamp;
    use crate::model::{Date, Str};

    impl From<Timestamp> for OffsetDateTime {
        fn from(timestamp: Timestamp) -> Self {
            // time has all years that a timestamp has.
            Self::from_unix_timestamp_nanos(timestamp.to_jiff().as_nanosecond()).unwrap_or(Self::UNIX_EPOCH)
        }
    }

    impl Date {
        /// Returns the date in the offset that was written, or in UTC if none was; `None` if it cannot be read.
        ///
        /// ```
        /// let feed = "<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
        /// let published = bozofeed::parse(feed).feed.published.unwrap().to_time03().unwrap();
        /// assert_eq!((published.hour(), published.offset().whole_hours()), (3, 2));
        /// ```
        pub fn to_time03(&self) -> Option<OffsetDateTime> {
            let offset = UtcOffset::from_whole_seconds(self.offset.unwrap_or(0)).ok()?;
            Some(OffsetDateTime::from(self.value?).to_offset(offset))
        }
    }

    /// The text is the date in RFC 3339.
    impl From<OffsetDateTime> for Date {
        fn from(date: OffsetDateTime) -> Self {
            let value = Timestamp::new(date.unix_timestamp(), date.nanosecond());
            let offset = Some(date.offset().whole_seconds());
            let date = Self { raw: Str::default(), value, offset };
            Self { raw: date.to_rfc3339().unwrap_or_default().into(), ..date }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::Date;

    #[test]
    fn dates_are_converted_and_back() {
        for (raw, offset) in [
            ("2026-01-02T03:04:05+02:00", 7200),
            ("1969-12-31T23:59:59.5-03:30", -12_600),
            ("0001-01-01T00:00:00Z", 0),
            ("9999-12-30T22:00:00.999999999Z", 0),
        ] {
            let date = Date { raw: raw.into(), value: raw.parse().ok(), offset: Some(offset) };
            assert_eq!(date.to_rfc3339().as_deref(), Some(raw));
            #[cfg(feature = "jiff")]
            assert_eq!(date.to_jiff().map(Date::from).unwrap().value, date.value, "{raw}");
            #[cfg(feature = "chrono04")]
            assert_eq!(date.to_chrono04().map(Date::from).unwrap().value, date.value, "{raw}");
            #[cfg(feature = "time03")]
            assert_eq!(date.to_time03().map(Date::from), Some(date.clone()), "{raw}");
        }
        assert_eq!((Date::default().to_rfc3339(), Date::default().to_rfc2822()), (None, None));
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
