//! Values for the fields of the model that are passed by programs.

use bozofeed::content::is_script_url;
use bozofeed::date::Moment;
use bozofeed::{SettingError, model};
use std::time::Duration;

use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::{PyDateTime, PyDict, PyString};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::Text;
use super::write::timestamp;
use crate::input::{text, wrong_type};

/// The value passed for an argument, if any.
pub(super) type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Returns a text, or plain text for a string.
pub(super) fn text_like(name: &str, given: Given<'_, '_>) -> PyResult<Option<model::Text>> {
    let like = |given: &Bound<'_, PyAny>| {
        if let Ok(known) = given.cast::<Text>() {
            return Ok(known.get().0.clone());
        }
        let wrong = |_| wrong_type(name, given, "a str or a bozofeed.Text");
        text(given).map(model::Text::plain).map_err(wrong)
    };
    given.filter(|given| !given.is_none()).map(like).transpose()
}

/// Returns the texts of a list.
pub(super) fn text_likes(name: &str, given: Given<'_, '_>) -> PyResult<Vec<model::Text>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let wrong = || wrong_type(name, given, "a list of texts");
    if given.is_instance_of::<PyString>() {
        return Err(wrong());
    }
    let list = given.try_iter().map_err(|_| wrong())?;
    let texts = list.enumerate().map(|(at, given)| text_like(&format!("{name}[{at}]"), Some(&given?)));
    texts.filter_map(Result::transpose).collect()
}

/// Returns a string.
pub(super) fn string(name: &str, given: Given<'_, '_>) -> PyResult<Option<model::Str>> {
    let string = |given: &Bound<'_, PyAny>| {
        text(given).map(model::Str::from).map_err(|_| wrong_type(name, given, "a str"))
    };
    given.filter(|given| !given.is_none()).map(string).transpose()
}

/// Converts a URL. A script URL is an error, since parsed documents contain none.
pub(super) fn url(name: &str, given: Given<'_, '_>) -> PyResult<Option<model::Str>> {
    let url = string(name, given)?;
    match url.as_deref().filter(|url| is_script_url(url)) {
        Some(script) => Err(PyValueError::new_err(format!("{name}: {script:?} would run a script"))),
        None => Ok(url),
    }
}

/// Converts a vocabulary passed by a program, such as `itunes`: a dictionary of its members, with numbers and strings in place of typed
/// values.
pub(super) fn vocabulary<T: DeserializeOwned>(
    name: &str,
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<T>> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(None) };
    let members = given.cast::<PyDict>().map_err(|_| wrong_type(name, given, "a dict"))?;
    let mut known = Members(&[]);
    let _ = T::deserialize(&mut known);
    for member in members.keys() {
        let member = member.str()?.to_string();
        if !known.0.contains(&member.as_str()) {
            let error = SettingError::unknown(&member, known.0.iter().copied());
            return Err(PyValueError::new_err(format!("{name}.{error}")));
        }
    }
    let json: String = given.py().import("json")?.call_method1("dumps", (members,))?.extract()?;
    let read = serde_json::from_str(&json);
    read.map(Some).map_err(|error| {
        let message = error.to_string();
        let reason = message.split(" at line ").next().unwrap_or(&message).to_owned();
        PyValueError::new_err(format!("{name}: {reason}"))
    })
}

/// Returns an image with a URL.
pub(super) fn image(url: Option<model::Str>) -> Option<model::Image> {
    url.map(|url| {
        let mut image = model::Image::default();
        image.href = Some(url);
        image
    })
}

/// Returns the parts of a list, such as links. `kind` is the name of their class.
pub(super) fn parts<T, M>(
    name: &str,
    given: Given<'_, '_>,
    kind: &str,
    of: impl Fn(&T) -> M,
) -> PyResult<Vec<M>>
where
    T: PyClass<Frozen = True> + Sync,
{
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(Vec::new()) };
    let wrong = || wrong_type(name, given, &format!("a list of bozofeed.{kind}"));
    let list = given.try_iter().map_err(|_| wrong())?;
    let parts = list.map(|part| part?.cast::<T>().map(|part| of(part.get())).map_err(|_| wrong()));
    parts.collect()
}

/// Returns a duration.
pub(super) fn duration(name: &str, given: Given<'_, '_>) -> PyResult<Option<Duration>> {
    let read = |given: &Bound<'_, PyAny>| {
        given.extract().map_err(|_| wrong_type(name, given, "a datetime.timedelta that is not negative"))
    };
    given.filter(|given| !given.is_none()).map(read).transpose()
}

/// Returns a date of the model.
pub(super) fn date(name: &str, given: Given<'_, '_>) -> PyResult<model::Date> {
    let Some(given) = given.filter(|given| !given.is_none()) else { return Ok(model::Date::default()) };
    let date = given.cast::<PyDateTime>().map_err(|_| wrong_type(name, given, "a datetime.datetime"))?;
    // This comes before the offset, which a date without a time zone does not have.
    let instant = timestamp(name, date)?;
    let offset = date.call_method0("utcoffset")?.call_method0("total_seconds")?.extract::<f64>()?;
    #[allow(clippy::cast_possible_truncation, reason = "an offset is less than a day")]
    let seconds = offset as i32;
    let moment = Moment::new(instant, Some(seconds));
    let text = date.call_method0("isoformat")?.extract::<String>()?;
    Ok(model::Date::new(text, |_| Some(moment)))
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
        let error = SettingError::unknown(name, members.0.iter().copied()).to_string();
        let rest = error.split_once(": unknown option").map_or("", |(_, rest)| rest);
        return Err(PyValueError::new_err(format!("unknown vocabulary '{name}'{rest}")));
    }
    let value = serde_json::to_value(value).unwrap_or_default();
    value.get(name).map(|member| super::to_python(py, &member.to_string())).transpose()
}

/// Records the names of a type's members.
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
