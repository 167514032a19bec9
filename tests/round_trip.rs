//! Results can be written as JSON and read back.

use crate::common::{fixtures, with_headers_beside};
use bozofeed::Parsed;
use serde_json::Value;

#[test]
fn every_fixture_is_read_back_as_it_was_written() {
    for path in fixtures() {
        let parsed = with_headers_beside(&path).parse(&std::fs::read(&path).unwrap());
        let json = serde_json::to_string(&parsed).unwrap();
        let back: Parsed = serde_json::from_str(&json).unwrap();
        assert!(back == parsed, "{}: {back:#?}", path.display());
    }
}

#[test]
fn absent_values_are_left_out_and_names_are_snake_case() {
    for path in fixtures() {
        let parsed = with_headers_beside(&path).parse(&std::fs::read(&path).unwrap());
        let mut open = vec![serde_json::to_value(&parsed.feed).unwrap()];
        open.extend(parsed.entries.iter().map(|entry| serde_json::to_value(entry).unwrap()));
        while let Some(value) = open.pop() {
            match value {
                Value::Object(members) => {
                    for (name, value) in members {
                        assert!(!value.is_null(), "{}: {name} is null", path.display());
                        // The names of attributes are the feed's own.
                        if matches!(name.as_str(), "attributes" | "params" | "subscribe") {
                            continue;
                        }
                        assert!(!name.contains(|c: char| c.is_ascii_uppercase() || c == '-'), "{name}");
                        open.push(value);
                    }
                }
                Value::Array(values) => open.extend(values),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }
}
