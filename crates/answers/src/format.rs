//! How a feed is written.

use bozofeed::model::Text;
use bozofeed::write::{Target, WriteError, Writer, Written};
use bozofeed::{Format, Parsed};

/// Returns the document of a feed, which has a title in place of its own if there is one, and what could not be written.
pub fn write(
    writer: &Writer,
    title: Option<&str>,
    mut parsed: Parsed,
) -> Result<(Vec<u8>, Written), WriteError> {
    if let Some(title) = title {
        parsed.feed.title = Some(Text::plain(title));
    }
    let mut document = Vec::new();
    let written = writer.write(&parsed, &mut document)?;
    Ok((document, written))
}

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
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
    /// All formats.
    pub const ALL: [Self; 4] = [Self::Atom, Self::Rss, Self::Json, Self::Same];

    /// Returns the name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Atom => "atom",
            Self::Rss => "rss",
            Self::Json => "json",
            Self::Same => "same",
        }
    }

    /// Returns the format with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// Returns the format in which a feed of this format is written.
    pub fn of(self, format: Format) -> Target {
        match self {
            Self::Atom => Target::Atom,
            Self::Rss => Target::Rss,
            Self::Json => Target::Json,
            Self::Same => Target::of(format),
        }
    }
}
