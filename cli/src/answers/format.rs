//! How a feed is written.

use bozofeed::model::Text;
use bozofeed::write::{Format, WriteError, Writer, Written};
use bozofeed::{Parsed, Timestamp, Version, date};

/// The spaces by which a document is indented at most.
pub(crate) const MOST_SPACES: u8 = 16;

/// The spaces by which a document is indented unless something else is asked for.
pub(crate) const SPACES: u8 = 2;

/// How a feed is written.
#[derive(Debug)]
pub(crate) struct WriteOptions {
    pub(crate) format: OutputFormat,
    pub(crate) feed_url: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) fallback_date: Option<Timestamp>,
    pub(crate) indent: u8,
    pub(crate) entries: Option<usize>,
    pub(crate) sanitize: bool,
}

impl WriteOptions {
    /// Returns the document, and what could not be written.
    pub(crate) fn write(&self, format: Format, mut parsed: Parsed) -> Result<(Vec<u8>, Written), WriteError> {
        if let Some(title) = &self.title {
            parsed.feed.title = Some(Text::plain(title.as_str()));
        }
        let mut writer = Writer::new(format).indent(self.indent.into()).sanitize(self.sanitize);
        if let Some(url) = &self.feed_url {
            writer = writer.feed_url(url);
        }
        if let Some(date) = self.fallback_date {
            writer = writer.fallback_date(date);
        }
        if let Some(most) = self.entries {
            writer = writer.entries(most);
        }
        let mut document = Vec::new();
        let written = writer.write(&parsed, &mut document)?;
        Ok((document, written))
    }
}

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// Atom 1.0
    Atom,
    /// RSS 2.0
    Rss,
    /// JSON Feed 1.1
    Json,
    /// The format that was read: Atom 1.0, RSS 2.0 or JSON Feed 1.1
    Same,
}

impl OutputFormat {
    pub(crate) const ALL: [Self; 4] = [Self::Atom, Self::Rss, Self::Json, Self::Same];

    /// Returns the name.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Atom => "atom",
            Self::Rss => "rss",
            Self::Json => "json",
            Self::Same => "same",
        }
    }

    /// Returns the format of a feed that is read in this version.
    pub(crate) fn of(self, version: Version) -> Format {
        match self {
            Self::Atom => Format::Atom,
            Self::Rss => Format::Rss,
            Self::Json => Format::Json,
            Self::Same => Format::of(version),
        }
    }
}

/// Parses a date in any form that feeds have.
pub(crate) fn fallback_date(text: &str) -> Result<Timestamp, String> {
    date::parse(text).map(|moment| moment.instant).map_err(|error| error.to_string())
}
