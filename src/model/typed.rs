//! Values that keep the text they were read from.

use std::fmt;

use jiff::Timestamp;
use jiff::tz::Offset;

use super::plain::plain;

/// A typed value with the text that the feed wrote, so that a value that cannot be read is not lost.
///
/// In JSON a duration is a number of seconds, or a string of decimal digits if a number would not be exact.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Typed<T> {
    /// The text, trimmed.
    pub raw: String,
    /// The value, or `None` if the text cannot be read; a [`Warning`](crate::Warning) then says so.
    pub value: Option<T>,
}

impl<T> Typed<T> {
    /// Keeps `raw` with the value that `parse` returns for it.
    pub fn new(raw: impl Into<String>, parse: impl FnOnce(&str) -> Option<T>) -> Self {
        let raw = raw.into();
        let value = parse(&raw);
        Self { raw, value }
    }
}

impl<T> Default for Typed<T> {
    fn default() -> Self {
        Self { raw: String::new(), value: None }
    }
}

impl<T> fmt::Display for Typed<T> {
    /// Writes the text of the feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

plain! {
    /// A date.
    pub struct Date {
        /// The text, trimmed.
        pub raw: String,
        /// The instant, or `None` if the text cannot be read. A date without a zone is read as UTC.
        pub value: Option<Timestamp>,
        /// The offset from UTC that the text gives; `None` if it gives none, or one that is unknown (`-0000`).
        #[cfg_attr(feature = "serde", serde(with = "super::json::offset"))]
        pub offset: Option<Offset>,
    }
}

impl Date {
    /// Returns the date in the offset that was written, or in UTC if none was.
    ///
    /// ```
    /// let feed = b"<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
    /// let published = bozofeed::parse(feed).feed.published.unwrap();
    /// assert_eq!(published.zoned().unwrap().to_string(), "2026-01-02T03:04:05+02:00[+02:00]");
    /// ```
    pub fn zoned(&self) -> Option<jiff::Zoned> {
        let offset = self.offset.unwrap_or(Offset::UTC);
        self.value.map(|instant| instant.to_zoned(offset.to_time_zone()))
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
        pub raw: String,
        /// The start.
        pub start: Option<Date>,
        /// The end.
        pub end: Option<Date>,
    }
}
