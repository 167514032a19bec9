//! Converts a program's JSON to values of the model. Unknown names are errors, and each error has its place.

use std::fmt;
use std::iter::Enumerate;
use std::slice;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};

/// A value that cannot be written, and its place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The place, such as `entries[0].title`.
    pub(crate) path: String,
    /// A name for the reason, for programs.
    pub(crate) reason: &'static str,
    /// The reason.
    pub(crate) message: String,
}

impl Problem {
    /// Returns the problem of a value with the wrong type or syntax.
    pub(crate) fn value(message: impl Into<String>) -> Self {
        Self { path: String::new(), reason: "invalid", message: message.into() }
    }

    /// Returns the problem of an unknown name.
    pub(crate) fn unknown(name: &str, known: &[&str]) -> Self {
        if known.is_empty() {
            return Self { path: name.to_owned(), reason: "unknown", message: "unknown name".to_owned() };
        }
        let error = bozofeed::SettingError::unknown(name, known.iter().copied()).to_string();
        let message = error.strip_prefix(&format!("{name}: unknown option")).unwrap_or(&error).to_owned();
        Self { path: name.to_owned(), reason: "unknown", message: format!("unknown name{message}") }
    }

    /// Prefixes the problem's path with an outer one: a member, or an element of a list (`[3]`).
    pub(crate) fn within(mut self, outer: impl fmt::Display) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{outer}{joint}{}", self.path);
        self
    }
}

/// Returns the value described by JSON.
pub(crate) fn read<T: DeserializeOwned>(json: &Value) -> Result<T, Problem> {
    T::deserialize(Given(json))
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for Problem {}

impl de::Error for Problem {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::value(message.to_string())
    }
}

/// A value from a program.
struct Given<'de>(&'de Value);

/// Values without parts are read like in `serde_json`.
macro_rules! without_parts {
    ($($method:ident($($parameter:ident: $kind:ty),*))*) => {
        $(fn $method<V: Visitor<'de>>(self, $($parameter: $kind,)* visitor: V) -> Result<V::Value, Problem> {
            self.0.$method($($parameter,)* visitor).map_err(|error| Problem::value(error.to_string()))
        })*
    };
}

impl<'de> Deserializer<'de> for Given<'de> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match self.0 {
            Value::Array(list) => visitor.visit_seq(GivenList(list.iter().enumerate())),
            Value::Object(members) => visitor.visit_map(GivenMembers { rest: members.iter(), value: None }),
            value => value.deserialize_any(visitor).map_err(|error| Problem::value(error.to_string())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let mut given = self.0.as_object().into_iter().flat_map(Map::keys);
        match given.find(|name| !names.contains(&name.as_str())) {
            Some(unknown) => Err(Problem::unknown(unknown, names)),
            None => self.deserialize_any(visitor),
        }
    }

    /// Called for values with unknown names, which are errors here. Types that are also read from a bare value do not list their
    /// names beforehand.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Problem> {
        Err(Problem::unknown("", &[]))
    }

    without_parts! {
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        identifier
    }
}

struct GivenList<'de>(Enumerate<slice::Iter<'de, Value>>);

impl<'de> SeqAccess<'de> for GivenList<'de> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        let Some((at, value)) = self.0.next() else { return Ok(None) };
        seed.deserialize(Given(value)).map(Some).map_err(|problem| problem.within(format!("[{at}]")))
    }
}

struct GivenMembers<'de> {
    rest: map::Iter<'de>,
    /// The member whose name was just read.
    value: Option<(&'de String, &'de Value)>,
}

impl<'de> MapAccess<'de> for GivenMembers<'de> {
    type Error = Problem;

    fn next_key_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Problem> {
        self.value = self.rest.next();
        let name = self.value.map(|(name, _)| name.as_str());
        name.map(|name| seed.deserialize(BorrowedStrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Problem> {
        let (name, value) = self.value.take().ok_or_else(|| Problem::value("a value without a name"))?;
        seed.deserialize(Given(value)).map_err(|problem| problem.within(name))
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use bozofeed::model::Entry;
    use serde_json::json;

    #[test]
    fn errors_have_their_place() {
        let mut wrong = Vec::new();
        for (json, expected) in [
            (json!({"title": "Tides", "tags": [], "itunes": {"season": 3}, "comments": null}), None),
            (json!({"title": {"value": "a", "media_type": "text/html", "is_sanitized": true}}), None),
            (json!({"titel": "Tides"}), Some("titel")),
            (json!({"itunes": {"keyword": []}}), Some("itunes.keyword")),
            (json!({"itunes": {"season": {"valeu": 3}}}), Some("itunes.season.valeu")),
            (json!({"title": 5}), Some("title")),
            (json!({"links": [{"rel": "a"}, {"href": 5}]}), Some("links[1].href")),
            (json!({"links": [{"rel": "a"}, {"herf": "b"}]}), Some("links[1].herf")),
            (json!({"itunes": {"season": "x"}}), Some("itunes.season")),
            (json!({"itunes": {"owner": {"name": []}}}), Some("itunes.owner.name")),
            (json!([]), None),
        ] {
            let found = read::<Entry>(&json).err().map(|problem| problem.path);
            if found.as_deref() != expected {
                wrong.push((json, found));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
