//! JSON members without a field are written in a form that strict parsers accept.

use std::collections::BTreeSet;
use std::fmt;

use bozofeed::parse;
use bozofeed::write::Target;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::writer;

/// A value whose objects have no duplicate names.
struct Strict;

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self, A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = members.next_key::<String>()? {
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("two members '{name}'")));
            }
            members.next_value::<Self>()?;
        }
        Ok(self)
    }
}

#[rustfmt::skip]
const TABLE: &[(&str, &str)] = &[
    (r#""_x": "\ud800""#, "\"_x\": \"\u{FFFD}\""),
    (r#""_x": {"\udc00": [1e999]}"#, "\"_x\": {\"\u{FFFD}\":[null]}"),
    (r#""_x": 1, "_x": 2"#, r#""_x": 2"#),
    (r#""_x": [{"a": 1, "\u0061": {"b": 1, "b": 2}}]"#, r#""_x": [{"a":{"b":2}}]"#),
    (r#""authors": [{"name": "A", "_x": {"a": 1, "a": "\udfff"}}]"#, "\"_x\": {\"a\":\"\u{FFFD}\"}"),
    (r#""attachments": [{"url": "https://a.example/a", "mime_type": "audio/mpeg", "size_in_bytes": 1e999, "_x": -1e999}]"#, r#""_x": null"#),
];

#[test]
fn strict_parsers_read_members_that_no_field_reads() {
    let mut wrong = Vec::new();
    for (members, expected) in TABLE {
        let feed = format!(
            r#"{{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{{"id": "1", {members}}}]}}"#
        );
        let text = writer(Target::Json).to_text(&parse(&*feed)).unwrap();
        let again = writer(Target::Json).to_text(&parse(&*text)).unwrap();
        let is_read = serde_json::from_str::<Strict>(&text).map(|_| ()).map_err(|error| error.to_string());
        if is_read.is_err() || !text.contains(expected) || again != text {
            wrong.push(format!("{members}: {is_read:?}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(serde_json::from_str::<Strict>(r#"[{"a": 1, "a": 1}]"#).is_err());
}
