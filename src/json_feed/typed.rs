//! Members whose strings, numbers and booleans have typed values: dates, sizes, durations.

use std::time::Duration;

use super::path::Path;
use super::reading::{Object, Reading};
use super::value::Value;
use crate::diagnostics::{JsonType, WarningKind};
use crate::model::{Date, Typed};
use crate::vocabulary::{self, read_date, read_typed};

impl Reading<'_> {
    /// Reads a member that is a date (RFC 3339).
    pub(super) fn date(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Date> {
        let value = self.scalar(object, name, JsonType::String)?;
        let text = self.text_of(value);
        let options = self.options;
        let path = object.path.member(name);
        Some(read_date(&options.date_handlers, text, |kind, raw| self.warn(value, kind, raw, path)))
    }

    /// Reads a member that is a number of bytes.
    pub(super) fn length(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Typed<u64>> {
        let value = self.scalar(object, name, JsonType::Number)?;
        Some(self.typed(value, WarningKind::UnreadableLength, object.path.member(name), whole))
    }

    /// Reads a member that is a number of seconds.
    pub(super) fn duration(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
    ) -> Option<Typed<Duration>> {
        let value = self.scalar(object, name, JsonType::Number)?;
        let seconds = |raw: &str| {
            // A number may have an exponent.
            let number = || raw.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            vocabulary::duration(raw).or_else(number)
        };
        Some(self.typed(value, WarningKind::UnreadableDuration, object.path.member(name), seconds))
    }

    /// Reads a member that is true or false.
    pub(super) fn boolean(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Typed<bool>> {
        let value = self.scalar(object, name, JsonType::Boolean)?;
        let path = object.path.member(name);
        Some(self.typed(value, WarningKind::UnreadableBoolean, path, vocabulary::boolean))
    }

    fn typed<T>(
        &mut self,
        value: Value<'_>,
        kind: WarningKind,
        path: Path<'_>,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Typed<T> {
        let text = self.text_of(value);
        read_typed(text, kind, parse, |kind, raw| self.warn(value, kind, raw, path))
    }
}

/// Returns an integer in any notation: `1337`, `1337.0`, `1.337e3`.
fn whole(raw: &str) -> Option<u64> {
    let raw = raw.trim();
    raw.parse().ok().or_else(|| {
        let number: f64 = raw.parse().ok()?;
        let is_whole = number >= 0.0 && number.fract() == 0.0;
        // Beyond 2⁵³, a floating-point number does not have the digits that were written.
        (is_whole && number <= 9_007_199_254_740_992.0)
            .then(|| format!("{:.0}", number.abs()).parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        for (raw, number) in [
            ("1337", Some(1337)),
            ("1337.0", Some(1337)),
            ("1.337e3", Some(1337)),
            ("0", Some(0)),
            ("-0", Some(0)),
            ("1.5", None),
            ("-1", None),
            ("1e300", None),
            ("NaN", None),
            ("inf", None),
            ("18446744073709551615", Some(u64::MAX)),
            ("", None),
        ] {
            assert_eq!(whole(raw), number, "{raw}");
        }
    }
}
