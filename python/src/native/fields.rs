//! Values that programs give for the fields of the model.

use bozofeed::model;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDict};
use serde::de::value::Error;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::Text;
use super::write::timestamp;

/// A text, or a string that is plain text.
#[derive(FromPyObject)]
pub(super) enum TextLike<'py> {
    Text(PyRef<'py, Text>),
    Plain(String),
}

impl TextLike<'_> {
    pub(super) fn text(self) -> model::Text {
        match self {
            Self::Text(text) => text.0.clone(),
            Self::Plain(text) => model::Text::plain(text),
        }
    }
}

/// Returns a date of the model.
pub(super) fn date(name: &str, date: Option<&Bound<'_, PyDateTime>>) -> PyResult<Option<model::Date>> {
    let Some(date) = date else { return Ok(None) };
    let mut made = model::Date::default();
    made.value = Some(timestamp(name, date)?);
    let offset = date.call_method0("utcoffset")?.call_method0("total_seconds")?.extract::<f64>()?;
    #[allow(clippy::cast_possible_truncation, reason = "an offset is less than a day")]
    let seconds = offset as i32;
    made.offset = Some(seconds);
    made.raw = date.call_method0("isoformat")?.extract::<String>()?.into();
    Ok(Some(made))
}

/// Returns the attributes of a dictionary.
pub(super) fn attributes(given: Option<&Bound<'_, PyDict>>) -> PyResult<model::Attributes> {
    let pairs = given.into_iter().flatten();
    pairs.map(|(name, value)| Ok((name.extract::<String>()?, value.extract::<String>()?))).collect()
}

/// Returns one member of a part of the model, as Python objects.
pub(super) fn member<'py, M>(py: Python<'py>, value: &M, name: &str) -> PyResult<Option<Bound<'py, PyAny>>>
where
    M: serde::Serialize + for<'de> Deserialize<'de>,
{
    let mut members = Members(&[]);
    let _ = M::deserialize(&mut members);
    if !members.0.contains(&name) {
        return Err(PyValueError::new_err(format!(
            "unknown vocabulary '{name}' (known: {})",
            members.0.join(", ")
        )));
    }
    let value = serde_json::to_value(value).unwrap_or_default();
    value.get(name).map(|member| super::to_python(py, &member.to_string())).transpose()
}

/// Learns which members a type has.
struct Members(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut Members {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("not a type with members"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        self.0 = fields;
        Err(Error::custom("they are known"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
