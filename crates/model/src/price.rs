//! The costs of the building blocks of the model. The costs of its types come from their declarations.

use super::Typed;
use super::geo::{Coordinates, GeometryKind};
use super::plain::Absent;
use super::syndication::UpdatePeriod;
use crate::cost::{BRACKETS, MEMBER, NUMBER, Priced, flat};
use bozofeed_date::{Moment, Timestamp};

/// Returns the size of an object member as JSON.
pub fn member<T: Priced + Absent>(name: &str, value: &T) -> usize {
    if value.is_absent() { 0 } else { MEMBER + name.len() + value.written() }
}

flat! {
    Timestamp: 2 * NUMBER,
    UpdatePeriod: NUMBER,
    GeometryKind: NUMBER,
    Coordinates: 3 * (NUMBER + MEMBER) + BRACKETS,
}

impl Priced for Moment {
    fn heap(&self) -> usize {
        0
    }

    /// Includes the offset, which is a separate member.
    fn written(&self) -> usize {
        2 * NUMBER + self.offset().map_or(0, |_| MEMBER + "offset".len() + NUMBER)
    }
}

impl<T: Priced> Priced for Typed<T> {
    fn heap(&self) -> usize {
        self.raw.heap() + self.value.heap()
    }

    fn written(&self) -> usize {
        let written = |length: usize| MEMBER + "value".len() + length;
        let raw = self.raw.as_ref().map_or(0, |raw| written(raw.written()));
        raw + self.value.as_ref().map_or(0, |value| written(value.written())) + BRACKETS
    }
}
