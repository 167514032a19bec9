//! Conversions between dates and the dates of other crates.
//!
//! A date of another crate outside the range of [`Timestamp`](bozofeed_date::Timestamp) becomes an unreadable text.

#[cfg(feature = "jiff")]
mod jiff {
    use crate::Date;
    use bozofeed_date::Moment;

    impl From<jiff::ZonedDateTime> for Date {
        fn from(date: jiff::ZonedDateTime) -> Self {
            Moment::new(date.timestamp().into(), Some(date.offset().seconds())).into()
        }
    }
}

#[cfg(feature = "chrono04")]
mod chrono {
    use chrono04::{DateTime, SecondsFormat, TimeZone};

    use crate::Date;
    use bozofeed_date::{Moment, Timestamp};

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
    use time03::OffsetDateTime;

    use crate::Date;
    use bozofeed_date::{Moment, Timestamp};

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
    use crate::Date;
    use bozofeed_date::Moment;

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
        for instant in [
            bozofeed_date::Timestamp::MIN,
            bozofeed_date::Timestamp::UNIX_EPOCH,
            bozofeed_date::Timestamp::MAX,
        ] {
            #[cfg(feature = "chrono04")]
            assert_eq!(chrono04::DateTime::<chrono04::Utc>::from(instant).timestamp(), instant.seconds());
            #[cfg(feature = "time03")]
            assert_eq!(time03::OffsetDateTime::from(instant).unix_timestamp(), instant.seconds());
            let _ = instant;
        }
    }
}
