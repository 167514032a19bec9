//! Values that keep their source text.

use std::fmt;

use super::Str;
use super::plain::plain;
use bozofeed_date::{Moment, Timestamp};

/// A typed value with its source text, so that an unreadable value is not lost.
///
/// ```
/// let feed = "<rss><channel><ttl>60</ttl><image><width>wide</width></image></channel></rss>";
/// let feed = bozofeed::parse(feed).feed;
/// assert_eq!(feed.ttl().value, Some(60));
/// let width = &feed.image().unwrap().width;
/// assert_eq!((width.value, width.raw.as_deref()), (None, Some("wide")));
/// ```
///
/// In JSON, a duration is a number of seconds, or a string of decimal digits if a number would not be exact.
///
/// Values determine the order; unreadable texts come first.
// The text is compared last, so that the order agrees with `==`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Typed<T> {
    /// The value. `None` if it is absent, or if the text cannot be parsed, which is reported as a `Warning`.
    pub value: Option<T>,
    /// The text, trimmed; `None` if it is absent, or if a program created the value.
    pub raw: Option<Str>,
}

impl<T: 'static> Typed<T> {
    /// A value that is absent.
    pub(crate) const ABSENT: &'static Self = &Self { raw: None, value: None };
}

impl<T> Typed<T> {
    /// Keeps `raw` with the value that `parse` returns for it.
    #[inline]
    pub fn new(raw: impl Into<Str>, parse: impl FnOnce(&str) -> Option<T>) -> Self {
        let raw = raw.into();
        let value = parse(&raw);
        Self { raw: Some(raw), value }
    }

    /// Returns the text; empty if it is absent.
    pub fn text(&self) -> &str {
        self.raw.as_deref().unwrap_or_default()
    }

    /// Returns the value; `default` if it is absent, and `None` if the text cannot be read.
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

impl<T> Default for Typed<T> {
    fn default() -> Self {
        Self { raw: None, value: None }
    }
}

/// A value without a source text. The writer formats it according to its specification.
///
/// ```
/// use bozofeed::model::itunes::Itunes;
///
/// let mut itunes = Itunes::default();
/// itunes.season = 2.into();
/// itunes.explicit = false.into();
/// assert_eq!((itunes.season.value, itunes.season.raw), (Some(2), None));
/// ```
impl<T> From<T> for Typed<T> {
    fn from(value: T) -> Self {
        Self { raw: None, value: Some(value) }
    }
}

impl<T> fmt::Display for Typed<T> {
    /// Writes the source text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A date: a [`Moment`] with its source text.
///
/// ```
/// use bozofeed::Timestamp;
/// use bozofeed::model::Entry;
///
/// let feed = "<rss><channel><pubDate>Fri, 02 Jan 2026 03:04:05 +0200</pubDate></channel></rss>";
/// let published = bozofeed::parse(feed).feed.published;
/// assert_eq!(published.text(), "Fri, 02 Jan 2026 03:04:05 +0200");
/// assert_eq!(published.instant().unwrap().to_string(), "2026-01-02T01:04:05Z");
/// assert_eq!(published.value.unwrap().to_rfc3339(), "2026-01-02T03:04:05+02:00");
///
/// let mut entry = Entry::default();
/// entry.published = Timestamp::UNIX_EPOCH.into();
/// assert!(entry.updated.is_absent());
/// ```
///
/// In JSON, the instant is the member `value`, and the offset is a separate member.
pub type Date = Typed<Moment>;

impl Date {
    /// Returns the instant, or `None` if it is absent or its text cannot be read.
    pub fn instant(&self) -> Option<Timestamp> {
        self.value.map(Moment::instant)
    }
}

/// The date of an instant, in UTC.
impl From<Timestamp> for Date {
    fn from(instant: Timestamp) -> Self {
        Moment::from(instant).into()
    }
}

plain! {
    /// A period. Either end may be open.
    pub struct Period {
        /// The start.
        pub start: Date,
        /// The end.
        pub end: Date,
    }
}
