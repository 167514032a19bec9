//! An instant.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use jiff::fmt::rfc2822::DateTimePrinter;
use jiff::tz::Offset;

/// The number of nanoseconds per second.
const NANOSECONDS: u32 = 1_000_000_000;

/// An instant, to the nanosecond, from the year −9999 to 9999, except for the first and the last 26 hours of these years.
///
/// It is formatted and parsed as RFC 3339, also in JSON.
///
/// ```
/// use bozofeed_date::Timestamp;
///
/// let high_tide: Timestamp = "2026-11-21T08:15:00Z".parse()?;
/// assert_eq!(high_tide.seconds(), 1_795_248_900);
/// assert_eq!(high_tide.to_string(), "2026-11-21T08:15:00Z");
/// assert_eq!(high_tide.to_http_date().unwrap(), "Sat, 21 Nov 2026 08:15:00 GMT");
/// assert!(high_tide > Timestamp::UNIX_EPOCH);
/// # Ok::<(), bozofeed_date::InvalidTimestamp>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    seconds: i64,
    /// The nanoseconds plus 1, so that an absent timestamp takes no more memory.
    nanoseconds: NonZeroU32,
}

impl Timestamp {
    /// The start of 1970 in UTC.
    pub const UNIX_EPOCH: Self = Self { seconds: 0, nanoseconds: NonZeroU32::MIN };
    // The limits match `jiff::Timestamp`, which has a civil date for each instant at each offset.
    /// The earliest instant.
    pub const MIN: Self = Self { seconds: -377_705_023_201, nanoseconds: NonZeroU32::MIN };
    /// The latest instant.
    pub const MAX: Self =
        Self { seconds: 253_402_207_200, nanoseconds: NonZeroU32::MIN.saturating_add(NANOSECONDS - 1) };

    /// Returns the instant at a number of seconds since 1970, plus nanoseconds; `None` if it is out of range.
    ///
    /// ```
    /// use bozofeed_date::Timestamp;
    ///
    /// assert_eq!(Timestamp::new(-1, 500_000_000).unwrap().to_string(), "1969-12-31T23:59:59.5Z");
    /// assert_eq!(Timestamp::new(i64::MAX, 0), None);
    /// ```
    pub fn new(seconds: i64, nanoseconds: u32) -> Option<Self> {
        let seconds = seconds.checked_add((nanoseconds / NANOSECONDS).into())?;
        let nanoseconds = NonZeroU32::MIN.saturating_add(nanoseconds % NANOSECONDS);
        let instant = Self { seconds, nanoseconds };
        (Self::MIN..=Self::MAX).contains(&instant).then_some(instant)
    }

    /// Returns the current time of the system clock. WebAssembly without an operating system has no clock, and lacks this function.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn now() -> Self {
        Self::from(SystemTime::now())
    }

    /// Returns the whole seconds since 1970, rounded down.
    #[inline]
    pub fn seconds(self) -> i64 {
        self.seconds
    }

    /// Returns the nanoseconds after [`seconds`](Self::seconds): 0 to 999,999,999.
    #[inline]
    pub fn nanoseconds(self) -> u32 {
        self.nanoseconds.get() - 1
    }

    pub(crate) fn from_jiff(instant: jiff::Timestamp) -> Self {
        // Before 1970, both parts of jiff's instants are negative.
        let fraction = i64::from(instant.subsec_nanosecond());
        let seconds = instant.as_second() + fraction.div_euclid(NANOSECONDS.into());
        let nanoseconds = fraction.rem_euclid(NANOSECONDS.into());
        u32::try_from(nanoseconds)
            .ok()
            .and_then(|nanoseconds| Self::new(seconds, nanoseconds))
            .unwrap_or(Self::MAX)
    }

    pub(crate) fn to_jiff(self) -> jiff::Timestamp {
        let whole = jiff::Timestamp::from_second(self.seconds);
        let instant =
            whole.and_then(|whole| whole.checked_add(Duration::from_nanos(self.nanoseconds().into())));
        instant.unwrap_or(jiff::Timestamp::MAX)
    }

    /// Returns the time from an earlier instant to this one; zero if the other is later.
    ///
    /// ```
    /// use bozofeed_date::Timestamp;
    /// use std::time::Duration;
    ///
    /// let (low, high) = (Timestamp::new(0, 0).unwrap(), Timestamp::new(22_350, 0).unwrap());
    /// assert_eq!(high.since(low), Duration::from_secs(22_350));
    /// assert_eq!(low.since(high), Duration::ZERO);
    /// ```
    pub fn since(self, earlier: Self) -> Duration {
        Duration::try_from(self.to_jiff().duration_since(earlier.to_jiff())).unwrap_or_default()
    }

    /// Returns the instant after this time; [`MAX`](Self::MAX) if it is out of range.
    #[must_use]
    pub fn saturating_add(self, time: Duration) -> Self {
        self.to_jiff().checked_add(time).map_or(Self::MAX, Self::from_jiff)
    }

    /// Returns the instant before this time; [`MIN`](Self::MIN) if it is out of range.
    #[must_use]
    pub fn saturating_sub(self, time: Duration) -> Self {
        self.to_jiff().checked_sub(time).map_or(Self::MIN, Self::from_jiff)
    }

    /// Formats the instant for HTTP (RFC 9110 §5.6.7); `None` for a year before 0, which that format does not support.
    ///
    /// ```
    /// let high_tide: bozofeed_date::Timestamp = "2026-11-21T09:15:00+01:00".parse()?;
    /// assert_eq!(high_tide.to_http_date().unwrap(), "Sat, 21 Nov 2026 08:15:00 GMT");
    /// # Ok::<(), bozofeed_date::InvalidTimestamp>(())
    /// ```
    pub fn to_http_date(self) -> Option<String> {
        DateTimePrinter::new().timestamp_to_rfc9110_string(&self.to_jiff()).ok()
    }
}

impl fmt::Display for Timestamp {
    /// Formats the instant as RFC 3339, in UTC.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_jiff(), f)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that is not an RFC 3339 date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a date in RFC 3339")]
#[non_exhaustive]
pub struct InvalidTimestamp;

/// Parses RFC 3339. [`date::parse`](crate::parse) parses dates from feeds.
impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        text.parse().map(Self::from_jiff).map_err(|_| InvalidTimestamp)
    }
}

/// A time that is out of range becomes the latest or earliest instant.
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let is_early = time < SystemTime::UNIX_EPOCH;
        jiff::Timestamp::try_from(time).map_or(if is_early { Self::MIN } else { Self::MAX }, Self::from_jiff)
    }
}

/// The error for an instant that the system clock cannot represent. On Windows, these are all instants before 1601.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an instant of the system's clock")]
#[non_exhaustive]
pub struct NotSystemTime;

impl TryFrom<Timestamp> for SystemTime {
    type Error = NotSystemTime;

    fn try_from(timestamp: Timestamp) -> Result<Self, NotSystemTime> {
        timestamp.to_jiff().try_into().map_err(|_| NotSystemTime)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Timestamp {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Returns an instant at an offset in seconds, or in UTC if the offset is absent or too large.
pub fn zoned(instant: Timestamp, offset: Option<i32>) -> jiff::ZonedDateTime {
    let offset = offset.and_then(|seconds| Offset::from_seconds(seconds).ok()).unwrap_or(Offset::UTC);
    instant.to_jiff().to_zoned_datetime(offset.to_time_zone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_nanoseconds_make_up_the_instant() {
        for (text, seconds, nanoseconds) in [
            ("1970-01-01T00:00:00Z", 0, 0),
            ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
            ("1969-12-31T23:59:59Z", -1, 0),
            ("2026-11-21T08:15:00.000000001Z", 1_795_248_900, 1),
        ] {
            let instant: Timestamp = text.parse().unwrap();
            assert_eq!((instant.seconds(), instant.nanoseconds()), (seconds, nanoseconds), "{text}");
            assert_eq!(Timestamp::new(seconds, nanoseconds), Some(instant), "{text}");
            assert_eq!(SystemTime::try_from(instant).map(Timestamp::from), Ok(instant), "{text}");
        }
    }

    #[test]
    fn the_bounds_are_those_of_jiff() {
        for (own, of_jiff) in [(Timestamp::MIN, jiff::Timestamp::MIN), (Timestamp::MAX, jiff::Timestamp::MAX)]
        {
            assert_eq!((Timestamp::from_jiff(of_jiff), own.to_jiff()), (own, of_jiff));
        }
        assert_eq!(Timestamp::new(Timestamp::MAX.seconds(), NANOSECONDS), None);
        assert_eq!(size_of::<Option<Timestamp>>(), 16);
    }

    #[test]
    fn sums_stay_in_range() {
        let (now, long) = (Timestamp::UNIX_EPOCH, Duration::MAX);
        assert_eq!((now.saturating_add(long), now.saturating_sub(long)), (Timestamp::MAX, Timestamp::MIN));
        assert_eq!(Timestamp::MIN.since(Timestamp::MAX), Duration::ZERO);
    }
}
