//! Values of which the feed's own spelling is kept.

use std::fmt;

/// A typed value beside the text that the feed gave, so that what could not be understood is not lost.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Typed<T> {
    /// The text as the feed gave it, without surrounding white space.
    pub raw: Box<str>,
    /// Its meaning, or `None` where it has none.
    pub value: Option<T>,
}

impl<T> Typed<T> {
    /// Keeps `raw` with what `parse` makes of it.
    pub fn new(raw: impl Into<Box<str>>, parse: impl FnOnce(&str) -> Option<T>) -> Self {
        let raw = raw.into();
        let value = parse(&raw);
        Self { raw, value }
    }
}

impl<T> Default for Typed<T> {
    fn default() -> Self {
        Self { raw: Box::default(), value: None }
    }
}

impl<T: std::str::FromStr> Typed<T> {
    /// Keeps `raw` with what [`FromStr`](std::str::FromStr) makes of it.
    pub fn parsed(raw: impl Into<Box<str>>) -> Self {
        Self::new(raw, |text| text.trim().parse().ok())
    }
}

impl<T> fmt::Display for Typed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.raw)
    }
}

/// A date: the text that the feed gave and the instant that it means (in UTC where it names no zone).
pub type Date = Typed<jiff::Timestamp>;

/// From when to when something is valid (`dcterms:valid`, a DCMI Period).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Validity {
    /// The text as the feed gave it.
    pub raw: String,
    /// The start.
    pub start: Option<Date>,
    /// The end.
    pub end: Option<Date>,
}
