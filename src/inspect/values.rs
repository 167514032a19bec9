//! Value parsers. Unless stated otherwise, they are as strict as the specifications.

use std::time::Duration;

pub use crate::model::guessed_type as media_type_of_name;
use crate::vocabulary::{Explicit, Read, place};

/// Parses a whole number without a sign.
pub fn number(text: &str) -> Option<u64> {
    u64::read_strictly(text)
}

/// Parses a whole number without a sign, in any notation that the parser accepts: `1,337`.
pub fn any_number(text: &str) -> Option<u64> {
    u64::read(text)
}

/// Parses a whole number.
pub fn integer(text: &str) -> Option<i64> {
    i64::read_strictly(text)
}

/// Parses a decimal number.
pub fn decimal(text: &str) -> Option<f64> {
    f64::read_strictly(text)
}

/// Parses decimal numbers separated by spaces or commas, as in coordinates.
pub fn decimals(text: &str) -> Option<Vec<f64>> {
    place::parts(text).map(decimal).collect()
}

/// Parses a duration: seconds, `MM:SS` or `HH:MM:SS`, with an optional fraction.
pub fn duration(text: &str) -> Option<Duration> {
    Duration::read_strictly(text)
}

/// Parses a duration in any form that the parser accepts.
pub fn any_duration(text: &str) -> Option<Duration> {
    Duration::read(text)
}

/// Parses a boolean, in any of the words that feeds use for it.
pub fn boolean(text: &str) -> Option<bool> {
    bool::read(text)
}

/// Parses the value of `itunes:explicit`, in any of the words that feeds use for it.
pub fn explicit(text: &str) -> Option<bool> {
    Explicit::read(text)
}
