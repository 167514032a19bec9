//! Times as the database writes them.

use bozofeed::Timestamp;

/// Returns a time as text that sorts: `2026-11-22T08:15:00Z`.
pub(crate) fn to_text(time: Timestamp) -> String {
    Timestamp::new(time.seconds(), 0).unwrap_or(time).to_string()
}

/// Reads a time that [`to_text`] wrote.
pub(crate) fn from_text(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}
