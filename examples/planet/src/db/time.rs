//! The format of times in the database.

use bozofeed::Timestamp;

/// Returns a time as sortable text: `2026-11-22T08:15:00Z`.
pub(crate) fn to_text(time: Timestamp) -> String {
    Timestamp::new(time.seconds(), 0).unwrap_or(time).to_string()
}

/// Parses a time written by [`to_text`].
pub(crate) fn from_text(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}
