//! Reads values of the model from JSON of a program, where a name that is not known is an error, and each error has its place.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A value that cannot be written, and its place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The place, such as `entries[0].title`.
    pub(crate) path: String,
    /// The word for the reason, for programs.
    pub(crate) reason: &'static str,
    /// The reason.
    pub(crate) message: String,
}

impl Problem {
    /// Returns the problem that a value has another type or form than it must have.
    pub(crate) fn value(message: impl Into<String>) -> Self {
        Self { path: String::new(), reason: "invalid", message: message.into() }
    }

    /// Returns the problem that a name is not known.
    pub(crate) fn unknown(name: &str, known: &[&str]) -> Self {
        if known.is_empty() {
            return Self { path: name.to_owned(), ..Self::value("unknown name") };
        }
        let error = bozofeed::SettingError::unknown(name, known.iter().copied()).to_string();
        let message = error.strip_prefix(&format!("{name}: unknown option")).unwrap_or(&error).to_owned();
        Self { path: name.to_owned(), reason: "unknown", message: format!("unknown name{message}") }
    }

    /// Returns the problem as one within a value: a member, or an element of a list (`[3]`).
    pub(crate) fn within(mut self, outer: impl fmt::Display) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{outer}{joint}{}", self.path);
        self
    }
}

/// Returns the value that JSON describes.
pub(crate) fn read<T: DeserializeOwned + Serialize>(json: &Value) -> Result<T, Problem> {
    let read: T = serde_json::from_value(json.clone()).map_err(|error| locate::<T>(json, &error))?;
    let written = serde_json::to_value(&read).map_err(|error| Problem::value(error.to_string()))?;
    match lost(json, &written) {
        Some(problem) => Err(problem),
        None => Ok(read),
    }
}

/// Returns the first name in the JSON that was not read.
fn lost(json: &Value, written: &Value) -> Option<Problem> {
    match (json, written) {
        (Value::Object(members), Value::Object(read)) => members.iter().find_map(|(name, value)| {
            match read.get(name) {
                Some(read) => lost(value, read).map(|problem| problem.within(name)),
                // What is absent is left out, and the sanitizer alone decides whether markup is safe.
                None if is_absent(value) || name == "is_sanitized" => None,
                None => Some(Problem::unknown(name, &[])),
            }
        }),
        (Value::Array(list), Value::Array(read)) => {
            let mut pairs = list.iter().zip(read).enumerate();
            pairs.find_map(|(at, (value, read))| {
                lost(value, read).map(|problem| problem.within(format!("[{at}]")))
            })
        }
        _ => None,
    }
}

/// Returns whether a value may be left out where it is written.
fn is_absent(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.values().all(is_absent),
        Value::Bool(true) | Value::Number(_) | Value::String(_) => false,
    }
}

/// A step from a value to a part of it.
#[derive(Clone)]
enum Step {
    Member(String),
    Element(usize),
}

/// Returns where the part is because of which JSON is not read: the innermost one that is not read either if it is alone.
fn locate<T: DeserializeOwned>(json: &Value, error: &serde_json::Error) -> Problem {
    let (mut path, mut part, mut message) = (Vec::new(), json, error.to_string());
    loop {
        let parts: Vec<(Step, &Value)> = match part {
            Value::Object(members) => {
                members.iter().map(|(name, value)| (Step::Member(name.clone()), value)).collect()
            }
            Value::Array(list) => {
                list.iter().enumerate().map(|(at, value)| (Step::Element(at), value)).collect()
            }
            _ => Vec::new(),
        };
        let failing = parts.into_iter().find_map(|(step, value)| {
            let steps = [&path[..], std::slice::from_ref(&step)].concat();
            let error = serde_json::from_value::<T>(alone(&steps, value)).err()?;
            Some((step, value, error.to_string()))
        });
        let Some((step, value, error)) = failing else { break };
        path.push(step);
        (part, message) = (value, error);
    }
    path.iter().rev().fold(Problem::value(message), |problem, step| match step {
        Step::Member(name) => problem.within(name),
        Step::Element(at) => problem.within(format!("[{at}]")),
    })
}

/// Returns a value at the end of a path of objects and lists that have nothing else.
fn alone(path: &[Step], value: &Value) -> Value {
    path.iter().rev().fold(value.clone(), |inner, step| match step {
        Step::Member(name) => Value::Object([(name.clone(), inner)].into_iter().collect()),
        Step::Element(_) => Value::Array(vec![inner]),
    })
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
