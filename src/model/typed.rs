//! Values that keep the text they were read from.

use std::cmp::Ordering;
use std::fmt;

use super::Str;
use super::plain::plain;
use crate::Timestamp;
use crate::date::zoned;

/// A typed value with the text that the feed wrote, so that a value that cannot be read is not lost.
///
/// ```
/// let feed = "<rss><channel><ttl>60</ttl><image><width>wide</width></image></channel></rss>";
/// let feed = bozofeed::parse(feed).feed;
/// assert_eq!(feed.ttl().value, Some(60));
/// let width = &feed.image().unwrap().width;
/// assert_eq!((width.value, width.raw.as_deref()), (None, Some("wide")));
/// ```
///
/// In JSON a duration is a number of seconds, or a string of decimal digits if a number would not be exact.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Typed<T> {
    /// The text, trimmed; `None` if the feed does not say it.
    pub raw: Option<Str>,
    /// The value. `None` if the feed does not say it, or if the text cannot be read; a [`Warning`](crate::Warning) then says so.
    pub value: Option<T>,
}

impl<T: 'static> Typed<T> {
    /// A value that is absent.
    pub(crate) const ABSENT: &'static Self = &Self { raw: None, value: None };
}

impl<T> Typed<T> {
    /// Keeps `raw` with the value that `parse` returns for it.
    pub fn new(raw: impl Into<String>, parse: impl FnOnce(&str) -> Option<T>) -> Self {
        let raw = raw.into();
        let value = parse(&raw);
        Self { raw: Some(raw.into()), value }
    }

    /// Returns the text; empty if the feed does not say it.
    pub fn text(&self) -> &str {
        self.raw.as_deref().unwrap_or_default()
    }

    /// Returns the value; `default` if the feed does not say it, and `None` if the text cannot be read.
    pub(crate) fn or(&self, default: T) -> Option<T>
    where
        T: Copy,
    {
        if self.is_absent() { Some(default) } else { self.value }
    }

    /// Returns `true` if the element is absent.
    pub fn is_absent(&self) -> bool {
        self.raw.is_none() && self.value.is_none()
    }
}

/// A value without the text of a feed. It is written as its element requires.
impl<T> From<T> for Typed<T> {
    fn from(value: T) -> Self {
        Self { raw: None, value: Some(value) }
    }
}

impl<T> Default for Typed<T> {
    fn default() -> Self {
        Self { raw: None, value: None }
    }
}

impl<T> fmt::Display for Typed<T> {
    /// Writes the text of the feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

plain! {
    /// A date.
    pub struct Date {
        /// The text, trimmed.
        pub raw: Str,
        /// The instant, or `None` if the text cannot be read. A date without a zone is read as UTC.
        pub value: Option<Timestamp>,
        /// The offset from UTC that the text gives, in seconds, positive to the east; `None` if it gives none, or one that is
        /// unknown (`-0000`).
        pub offset: Option<i32>,
    }
}

impl Date {
    /// Writes the date as RFC 3339, in the offset that was written, or in UTC if none was; `None` if it cannot be read.
    ///
    /// ```
    /// let feed = "<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
    /// let published = bozofeed::parse(feed).feed.published.unwrap();
    /// assert_eq!(published.to_rfc3339().unwrap(), "2026-01-02T03:04:05+02:00");
    /// ```
    pub fn to_rfc3339(&self) -> Option<String> {
        let instant = self.value?;
        Some(match self.offset {
            None | Some(0) => instant.to_string(),
            offset => {
                let zoned = zoned(instant, offset);
                zoned.timestamp().display_with_offset(zoned.offset()).to_string()
            }
        })
    }

    /// Writes the date as e-mail does (RFC 2822), in the offset that was written, or in UTC if none was; `None` if it cannot be
    /// read, or is before the year 0.
    ///
    /// ```
    /// let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><updated>2026-01-02T03:04:05+02:00</updated></feed>";
    /// let updated = bozofeed::parse(feed).feed.updated.unwrap();
    /// assert_eq!(updated.to_rfc2822().unwrap(), "Fri, 2 Jan 2026 03:04:05 +0200");
    /// ```
    pub fn to_rfc2822(&self) -> Option<String> {
        jiff::fmt::rfc2822::to_string(&zoned(self.value?, self.offset)).ok()
    }
}

/// The date of an instant, in UTC.
impl From<Timestamp> for Date {
    fn from(instant: Timestamp) -> Self {
        Self { raw: instant.to_string().into(), value: Some(instant), offset: Some(0) }
    }
}

/// Dates are ordered by their instants; those that cannot be read come first.
impl Ord for Date {
    fn cmp(&self, other: &Self) -> Ordering {
        // The text comes last: it only matters so that the order agrees with `==`.
        let key = |date: &Self| (date.value, date.offset);
        key(self).cmp(&key(other)).then_with(|| self.raw.cmp(&other.raw))
    }
}

impl PartialOrd for Date {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Date {
    /// Writes the text of the feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

plain! {
    /// The period in which something is valid (`dcterms:valid`, a DCMI Period).
    pub struct Validity {
        /// The text, trimmed.
        pub raw: Str,
        /// The start.
        pub start: Option<Date>,
        /// The end.
        pub end: Option<Date>,
    }
}
