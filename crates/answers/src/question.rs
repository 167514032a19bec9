//! Questions.

use std::fmt;

use bozofeed::write::Writer;
use bozofeed::{Headers, Parser, SettingError, SettingValue};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The known members of a question, besides `id` and the options for reading and writing.
const MEMBERS: &[&str] =
    &["url", "headers", "body_base64", "body", "path", "as", "title", "source", "position", "fetched"];

/// Returns whether a member of a question is known.
fn is_known(name: &str) -> bool {
    [MEMBERS, Parser::SETTINGS, Writer::SETTINGS].iter().any(|names| names.contains(&name))
}

/// A question. Of duplicate members, the last one is used.
#[derive(Debug)]
pub struct Question<'a> {
    /// The identifier as written: a number may have more digits than fit into any type.
    pub id: Option<&'a RawValue>,
    members: Map<String, Value>,
}

impl Question<'_> {
    /// Returns a member other than the identifier, unless it is absent or null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        debug_assert!(is_known(name), "{name} is ignored");
        self.members.get(name).filter(|member| !member.is_null())
    }

    /// Returns a text member.
    pub fn text(&self, name: &str) -> Result<Option<&str>, String> {
        self.get(name)
            .map(|member| member.as_str().ok_or_else(|| format!("{name}: not a string")))
            .transpose()
    }

    /// Returns the headers of the response, if the question has any.
    pub fn headers(&self) -> Result<Option<Headers>, String> {
        let Some(given) = self.get("headers") else { return Ok(None) };
        let fields = given.as_object().ok_or("headers: not an object")?.iter();
        let field = |(name, value): (&String, &Value)| match value.as_str() {
            Some(value) => Ok((name.clone(), value.to_owned())),
            None => Err(format!("headers.{name}: not a string")),
        };
        let fields = fields.filter(|(_, value)| !value.is_null()).map(field);
        Ok(Some(fields.collect::<Result<Vec<_>, _>>()?.into_iter().collect()))
    }

    /// Returns a parser with the options of the question, if it has any. Its limits cannot exceed the limits of the given parser:
    /// otherwise, one question could end the process, and with it the answers to all others.
    pub fn parser(&self, parser: &Parser) -> Result<Option<Parser>, String> {
        if !Parser::SETTINGS.iter().any(|name| self.get(name).is_some()) {
            return Ok(None);
        }
        let own = self.set(parser.clone(), Parser::SETTINGS, Parser::set)?;
        match own.limit_above(parser) {
            Some(name) => Err(format!("limits.{name}: higher than what is allowed for all questions")),
            None => Ok(Some(own)),
        }
    }

    /// Returns a parser or a writer with the options of the question.
    pub(crate) fn set<T>(
        &self,
        to: T,
        names: &[&str],
        set: impl Fn(T, &str, SettingValue) -> Result<T, SettingError>,
    ) -> Result<T, String> {
        names.iter().filter_map(|name| Some((name, self.get(name)?))).try_fold(to, |to, (name, value)| {
            let setting = SettingValue::deserialize(value).map_err(|error| format!("{name}: {error}"))?;
            set(to, name, setting).map_err(|error| error.to_string())
        })
    }
}

impl<'de> Deserialize<'de> for Question<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Question<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a question, which is a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut question = Question { id: None, members: Map::new() };
                while let Some(name) = map.next_key::<String>()? {
                    if name == "id" {
                        question.id = Some(map.next_value()?);
                    } else if is_known(&name) {
                        question.members.insert(name, map.next_value_seed(MemberValue { depth: 0 })?);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(question)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// Reads the value of a member. Options are nested at most `MemberValue::DEEPEST` levels deep, because a caller may have a small stack.
#[derive(Clone, Copy)]
struct MemberValue {
    depth: usize,
}

impl MemberValue {
    const DEEPEST: usize = 4;

    /// Returns the reader for the values of a list or an object.
    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.depth == Self::DEEPEST {
            return Err(E::custom("nested too deeply"));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for MemberValue {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MemberValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value in JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let (inner, mut values) = (self.inner()?, Vec::new());
        while let Some(value) = seq.next_element_seed(inner)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let (inner, mut members) = (self.inner()?, Map::new());
        while let Some(name) = map.next_key()? {
            members.insert(name, map.next_value_seed(inner)?);
        }
        Ok(members.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_nested_as_options_are() {
        let mut wrong = Vec::new();
        for (question, is_read) in [
            (r#"{"limits": {"entries": 5}, "headers": {"etag": null}}"#, true),
            (r#"{"title": [[[[1, -1, 0.5, true, "a"]]]]}"#, true),
            (r#"{"title": [[[[[1]]]]]}"#, false),
            (r#"{"title": {"a": {"a": {"a": {"a": {}}}}}}"#, false),
            (r#"{"id": [[[[[[7]]]]]], "unknown": [[[[[[7]]]]]]}"#, true),
        ] {
            let read = serde_json::from_str::<Question<'_>>(question);
            if read.is_ok() != is_read {
                wrong.push((question, read.err()));
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn values_are_those_of_serde_json() {
        let text =
            r#"{"title": "a\u0000b", "limits": {"a": [18446744073709551615, -5, 1e300, true, null, {}]}}"#;
        let question: Question<'_> = serde_json::from_str(text).unwrap();
        assert_eq!(Value::Object(question.members), serde_json::from_str::<Value>(text).unwrap());
    }
}
