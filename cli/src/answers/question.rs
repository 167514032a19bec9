//! Questions.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The members of a question that count, besides `id`.
const MEMBERS: &[&str] = &[
    "url", "headers", "body_base64", "body", "path", "as", "feed_url", "title", "fallback_date", "indent",
    "entries", "source", "position", "fetched",
];

/// A question. Of members with the same name, the last one counts.
pub(crate) struct Question<'a> {
    /// The identifier as it is written: a number may have more digits than any type has room for.
    pub(crate) id: Option<&'a RawValue>,
    members: Map<String, Value>,
}

impl Question<'_> {
    /// Returns a member; the identifier is none of them.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        debug_assert!(MEMBERS.contains(&name), "{name} is ignored");
        self.members.get(name)
    }

    /// Returns a member that is text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
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
                    } else if MEMBERS.contains(&name.as_str()) {
                        question.members.insert(name, map.next_value()?);
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
