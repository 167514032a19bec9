//! The output format of a feed.

use bozofeed::model::Text;
use bozofeed::write::{Target, WriteError, Writer, Written};
use bozofeed::{Format, Parsed};

/// Writes a feed, with another title if there is one. Returns the document and the values that could not be written.
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

/// An output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Atom 1.0
    Atom,
    /// RSS 2.0
    Rss,
    /// JSON Feed 1.1
    Json,
    /// The format of the document: Atom 1.0, RSS 2.0 or JSON Feed 1.1.
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

    /// Returns the format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    /// Returns the target format for a feed of this format.
    pub fn of(self, format: Format) -> Target {
        match self {
            Self::Atom => Target::Atom,
            Self::Rss => Target::Rss,
            Self::Json => Target::Json,
            Self::Same => Target::of(format),
        }
    }
}
