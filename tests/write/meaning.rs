//! The meaning of a value, regardless of its notation.

use bozofeed::model::Text;
use serde_json::{Map, Value, json};

/// Returns a value without the texts that could not be parsed as a number or a date: invalid values are not written.
pub(super) fn readable(value: &Value) -> Value {
    with_members(value, &|members| (!is_unreadable(members)).then_some(()))
}

/// Returns a value with each text as displayed, and without everything that depends on the format: the form of dates and numbers,
/// the text from which a person was read, the type, language and base of texts, and whether an identifier is a page.
pub(super) fn meaning(value: &Value) -> Value {
    match value {
        Value::Object(members) if is_text(members) => shown(value),
        Value::Object(members) => {
            let is_person = members.contains_key("name") || members.contains_key("email");
            let has_value = members.contains_key("value");
            let is_said = |name: &str| match name {
                "raw" => !is_person && !has_value,
                "offset" => !has_value,
                "id_is_permalink" => false,
                _ => true,
            };
            let kept = members.iter().filter(|(name, value)| is_said(name) && !is_unreadable_value(value));
            let kept = kept.map(|(name, value)| (name.clone(), meaning(value)));
            Value::Object(kept.filter(|(_, value)| !is_empty(value)).collect())
        }
        Value::Array(items) => items.iter().filter(|item| !is_unreadable_value(item)).map(meaning).collect(),
        _ => value.clone(),
    }
}

/// Returns a value with each text as displayed, ignoring white space and characters that XML does not allow.
pub(super) fn shown(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(shown).collect(),
        Value::Object(members) if is_text(members) => match serde_json::from_value::<Text>(value.clone()) {
            Ok(text) => json!(line(&text.to_plain())),
            Err(_) => value.clone(),
        },
        Value::Object(members) => {
            Value::Object(members.iter().map(|(name, value)| (name.clone(), shown(value))).collect())
        }
        Value::String(text) => json!(line(text)),
        _ => value.clone(),
    }
}

fn line(text: &str) -> String {
    let words = text
        .split(|c: char| c.is_whitespace() || matches!(c, '\u{85}' | '\u{FEFF}'))
        .filter(|word| !word.is_empty());
    let is_lacking =
        |c: char| c.is_control() || matches!(c, '\u{FDD0}' | '\u{FFFE}' | '\u{FFFF}' | '\u{1FFFF}');
    words.collect::<Vec<_>>().join(" ").replace(is_lacking, "\u{FFFD}")
}

fn with_members(value: &Value, is_kept: &impl Fn(&Map<String, Value>) -> Option<()>) -> Value {
    match value {
        Value::Array(items) => items
            .iter()
            .filter(|item| item.as_object().is_none_or(|members| is_kept(members).is_some()))
            .map(|item| with_members(item, is_kept))
            .collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .filter(|(_, value)| value.as_object().is_none_or(|members| is_kept(members).is_some()))
                .map(|(name, value)| (name.clone(), with_members(value, is_kept)))
                .filter(|(_, value)| !is_empty(value))
                .collect(),
        ),
        _ => value.clone(),
    }
}

/// Returns whether an object or a list has become empty.
fn is_empty(value: &Value) -> bool {
    value.as_object().is_some_and(Map::is_empty) || value.as_array().is_some_and(Vec::is_empty)
}

fn is_unreadable_value(value: &Value) -> bool {
    value.as_object().is_some_and(is_unreadable)
}

/// Returns whether a text could not be parsed as a value of its type. People have other members.
fn is_unreadable(members: &Map<String, Value>) -> bool {
    members.len() == 1 && members.contains_key("raw")
}

fn is_text(members: &Map<String, Value>) -> bool {
    members.contains_key("media_type") && members.contains_key("value")
}
