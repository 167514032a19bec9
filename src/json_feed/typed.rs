//! Members whose strings, numbers and booleans have typed values: dates, sizes, durations.

use std::time::Duration;

use super::reading::{Object, Reading};
use crate::diagnostics::JsonType;
use crate::model::{Date, Typed};
use crate::vocabulary::{Length, Read, read_date, read_typed};

impl Reading<'_> {
    /// Reads a member that is a date (RFC 3339).
    pub(super) fn date(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Date> {
        let value = self.scalar(object, name, JsonType::String)?;
        let path = object.path.member(name);
        let text = self.text_of(value, path);
        let options = self.options;
        Some(read_date(&options.date_handlers, text, |kind, raw| self.warn(value, kind, raw, path)))
    }

    /// Reads a member that is a number of bytes.
    pub(super) fn length(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Typed<u64>> {
        self.typed::<Length>(object, name, JsonType::Number)
    }

    /// Reads a member that is a number of seconds.
    pub(super) fn duration(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
    ) -> Option<Typed<Duration>> {
        self.typed::<Duration>(object, name, JsonType::Number)
    }

    /// Reads a member that is true or false.
    pub(super) fn boolean(&mut self, object: &mut Object<'_, '_>, name: &'static str) -> Option<Typed<bool>> {
        self.typed::<bool>(object, name, JsonType::Boolean)
    }

    fn typed<K: Read>(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        expected: JsonType,
    ) -> Option<Typed<K::Value>> {
        let value = self.scalar(object, name, expected)?;
        let path = object.path.member(name);
        let text = self.text_of(value, path);
        Some(read_typed::<K>(text, |kind, raw| self.warn(value, kind, raw, path)))
    }
}
