//! The readers of values: as strict as their specifications, unless stated otherwise.

use std::time::Duration;

pub use crate::model::guessed_type as media_type_of_name;
use crate::vocabulary::{Explicit, Read, place};

/// Reads a whole number without a sign.
pub fn number(text: &str) -> Option<u64> {
    u64::read_strictly(text)
}

/// Reads a whole number without a sign, in any notation that the parser reads: `1,337`.
pub fn any_number(text: &str) -> Option<u64> {
    u64::read(text)
}

/// Reads a whole number.
pub fn integer(text: &str) -> Option<i64> {
    i64::read_strictly(text)
}

/// Reads a decimal number.
pub fn decimal(text: &str) -> Option<f64> {
    f64::read_strictly(text)
}

/// Reads decimal numbers with spaces or commas between them, as places have them.
pub fn decimals(text: &str) -> Option<Vec<f64>> {
    place::parts(text).map(decimal).collect()
}

/// Reads a duration: seconds, `MM:SS` or `HH:MM:SS`, with a fraction perhaps.
pub fn duration(text: &str) -> Option<Duration> {
    Duration::read_strictly(text)
}

/// Reads a duration in any form that the parser reads.
pub fn any_duration(text: &str) -> Option<Duration> {
    Duration::read(text)
}

/// Reads a boolean, in any of the words that feeds have for it.
pub fn boolean(text: &str) -> Option<bool> {
    bool::read(text)
}

/// Reads whether an episode is explicit (`itunes:explicit`), in any of the words that feeds have for it.
pub fn explicit(text: &str) -> Option<bool> {
    Explicit::read(text)
}
