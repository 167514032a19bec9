//! Conversions between dates and those of other crates.

#[cfg(feature = "chrono")]
mod chrono {
    use chrono::{DateTime, FixedOffset, SecondsFormat, TimeZone, Utc};
    use jiff::Timestamp;
    use jiff::tz::Offset;

    use crate::model::Date;

    /// The date in the offset that was written; `None` if the date cannot be read.
    ///
    /// ```
    /// let feed = b"<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
    /// let published = bozofeed::parse(feed).feed.published.unwrap();
    /// let date: Option<chrono::DateTime<chrono::FixedOffset>> = (&published).into();
    /// assert_eq!(date.unwrap().to_rfc3339(), "2026-01-02T03:04:05+02:00");
    /// ```
    impl From<&Date> for Option<DateTime<FixedOffset>> {
        fn from(date: &Date) -> Self {
            let instant = date.value?;
            let utc = utc(instant)?;
            let seconds = date.offset.map_or(0, Offset::seconds);
            Some(utc.with_timezone(&FixedOffset::east_opt(seconds)?))
        }
    }

    /// The date in UTC; `None` if the date cannot be read.
    impl From<&Date> for Option<DateTime<Utc>> {
        fn from(date: &Date) -> Self {
            utc(date.value?)
        }
    }

    /// `chrono` counts nanoseconds from the second before, also before 1970.
    fn utc(instant: Timestamp) -> Option<DateTime<Utc>> {
        let nanoseconds = instant.as_nanosecond();
        let second = i64::try_from(nanoseconds.div_euclid(1_000_000_000)).ok()?;
        let fraction = u32::try_from(nanoseconds.rem_euclid(1_000_000_000)).ok()?;
        DateTime::from_timestamp(second, fraction)
    }

    /// The text is the date in RFC 3339. A date out of the range of this crate has no value.
    impl<Z: TimeZone> From<DateTime<Z>> for Date {
        fn from(date: DateTime<Z>) -> Self {
            let date = date.fixed_offset();
            let nanoseconds =
                i128::from(date.timestamp()) * 1_000_000_000 + i128::from(date.timestamp_subsec_nanos());
            Self {
                raw: date.to_rfc3339_opts(SecondsFormat::AutoSi, true),
                value: Timestamp::from_nanosecond(nanoseconds).ok(),
                offset: Offset::from_seconds(date.offset().local_minus_utc()).ok(),
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn dates_are_converted_and_back() {
            for raw in
                ["2026-01-02T03:04:05+02:00", "1969-12-31T23:59:59.5-03:30", "0001-01-01T00:00:00+00:00"]
            {
                let value = raw.parse::<Timestamp>().ok();
                let offset = DateTime::parse_from_rfc3339(raw).map(|date| date.offset().local_minus_utc());
                let offset = offset.ok().and_then(|seconds| Offset::from_seconds(seconds).ok());
                let date = Date { raw: raw.to_owned(), value, offset };
                let converted: Option<DateTime<FixedOffset>> = (&date).into();
                let back = converted.map(Date::from).unwrap_or_default();
                assert_eq!((back.value, back.offset), (date.value, date.offset), "{raw}");
            }
            assert_eq!(Option::<DateTime<Utc>>::from(&Date::default()), None);
        }
    }
}

#[cfg(feature = "time")]
mod time {
    use jiff::Timestamp;
    use jiff::tz::Offset;
    use time::{OffsetDateTime, UtcOffset};

    use crate::model::Date;

    /// The date in the offset that was written; `None` if the date cannot be read.
    ///
    /// ```
    /// let feed = b"<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
    /// let published = bozofeed::parse(feed).feed.published.unwrap();
    /// let date: Option<time::OffsetDateTime> = (&published).into();
    /// assert_eq!((date.unwrap().hour(), date.unwrap().offset().whole_hours()), (3, 2));
    /// ```
    impl From<&Date> for Option<OffsetDateTime> {
        fn from(date: &Date) -> Self {
            let utc = OffsetDateTime::from_unix_timestamp_nanos(date.value?.as_nanosecond()).ok()?;
            let seconds = date.offset.map_or(0, Offset::seconds);
            Some(utc.to_offset(UtcOffset::from_whole_seconds(seconds).ok()?))
        }
    }

    /// The text is the date in RFC 3339. A date out of the range of this crate has no value.
    impl From<OffsetDateTime> for Date {
        fn from(date: OffsetDateTime) -> Self {
            let value = Timestamp::from_nanosecond(date.unix_timestamp_nanos()).ok();
            let offset = Offset::from_seconds(date.offset().whole_seconds()).ok();
            let raw = value.map(|instant| {
                let offset = offset.unwrap_or(Offset::UTC);
                instant.display_with_offset(offset).to_string()
            });
            Self { raw: raw.unwrap_or_default(), value, offset }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn dates_are_converted_and_back() {
            for (raw, offset) in
                [("2026-01-02T03:04:05+02:00", 7200), ("1969-12-31T23:59:59.5-03:30", -12_600)]
            {
                let date = Date {
                    raw: raw.to_owned(),
                    value: raw.parse::<Timestamp>().ok(),
                    offset: Offset::from_seconds(offset).ok(),
                };
                let converted: Option<OffsetDateTime> = (&date).into();
                assert_eq!(converted.map(Date::from), Some(date), "{raw}");
            }
            assert_eq!(Option::<OffsetDateTime>::from(&Date::default()), None);
        }
    }
}
