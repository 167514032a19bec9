//! Times as the database writes them.

use bozofeed::jiff::Timestamp;

/// Returns a time as text that sorts: `2026-11-22T08:15:00Z`.
pub(crate) fn to_text(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Reads a time that [`to_text`] wrote.
pub(crate) fn from_text(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}
