//! The values of the dictionary, with the types that they have in Universal Feed Parser.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::time::Duration;

#[cfg(feature = "serde")]
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::diagnostics::{Bozo, Diagnostics};
use crate::json_feed::{JsonNode, JsonToken, JsonTokens};
use crate::model::internal::digest::Digest;
use bozofeed_model::internal::cost::{self, Priced, allocated};
use bozofeed_text::html::url_names::shows_text;
use bozofeed_text::maps::{self, Map, room};

/// A value of Universal Feed Parser's dictionary. Strings are borrowed from the [`FeedParserDict`](super::FeedParserDict) where
/// possible.
///
/// As JSON, times and tuples are lists, durations are seconds, and exceptions are objects with `type`, `message` and `severity`.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Value<'a> {
    /// `None`.
    #[default]
    None,
    /// A `bool`.
    Bool(bool),
    /// An `int`.
    Int(i64),
    /// A `float`.
    Float(f64),
    /// A `str`.
    Str(Cow<'a, str>),
    /// A `time.struct_time` in UTC: year, month, day, hour, minute, second, weekday from Monday = 0, day of the year
    /// from 1, and 0.
    Time([i16; 9]),
    /// A `datetime.timedelta`.
    Duration(Duration),
    /// A `list`.
    List(Vec<Value<'a>>),
    /// A `tuple`.
    Tuple(Vec<Value<'a>>),
    /// A `FeedParserDict`.
    Dictionary(Dictionary<'a>),
    /// A plain `dict`: the attributes of an unknown element or of Media RSS, or the namespaces.
    Attributes(Dictionary<'a>),
    /// An exception: the reason why the document is bozo.
    Exception(&'a Bozo),
}

/// A dictionary, in the order in which its members were inserted.
///
/// ```
/// use bozofeed::Parser;
/// use bozofeed::feedparser::Value;
///
/// let dictionary = Parser::new().dictionary(b"<rss><channel><item><title>Tides</title></item></channel></rss>");
/// let entry = dictionary.entries().next().unwrap();
/// assert_eq!(entry.get("title"), Some(&Value::Str("Tides".into())));
/// assert_eq!(entry.iter().next().unwrap().0, "title");
/// ```
#[derive(Debug, Clone, Default)]
pub struct Dictionary<'a> {
    members: Vec<(Cow<'a, str>, Value<'a>)>,
    /// The indices of the members, once there are many.
    #[allow(clippy::box_collection, reason = "an absent box makes every value smaller")]
    index: Option<Box<Map<Cow<'a, str>, usize>>>,
}

/// The maximum number of members for which a linear search is faster than an index.
const FEW: usize = 48;

impl<'a> Dictionary<'a> {
    /// Returns a dictionary with capacity for this many members.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { members: Vec::with_capacity(capacity), index: None }
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the members in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value<'a>)> {
        self.members.iter().map(|(key, value)| (key.as_ref(), value))
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        let (_, value) = self.members.get(self.position(key)?)?;
        Some(value)
    }

    /// Returns whether a key has a value, even if it is [`Value::None`].
    pub fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    fn position(&self, key: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).copied(),
            None => self.members.iter().position(|(known, _)| known == key),
        }
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Value<'a>> {
        let position = self.position(key)?;
        self.members.get_mut(position).map(|(_, value)| value)
    }

    /// Sets the value of a key. An existing key keeps its place.
    pub(super) fn insert(&mut self, key: impl Into<Cow<'a, str>>, value: impl IntoValue<'a>) {
        let (key, value) = (key.into(), value.into_value());
        let position = match &mut self.index {
            // A new key gets the position of the member that is pushed below, so `get_mut` does not find it yet.
            Some(index) => Some(*index.entry(key.clone()).or_insert(self.members.len())),
            None => self.position(&key),
        };
        if let Some((_, known)) = position.and_then(|position| self.members.get_mut(position)) {
            *known = value;
            return;
        }
        self.members.push((key, value));
        if self.index.is_none() && self.members.len() > FEW {
            self.index = Some(Box::new(self.positions()));
        }
    }

    fn positions(&self) -> Map<Cow<'a, str>, usize> {
        let mut positions = maps::map_for(self.members.capacity());
        positions.extend(self.members.iter().enumerate().map(|(at, (key, _))| (key.clone(), at)));
        positions
    }

    /// Sets the values of keys.
    pub(super) fn extend<K: Into<Cow<'a, str>>, V: IntoValue<'a>>(
        &mut self,
        members: impl IntoIterator<Item = (K, V)>,
    ) {
        for (key, value) in members {
            self.insert(key, value);
        }
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: &str) {
        if let Some(position) = self.position(key) {
            self.members.remove(position);
            // The positions after it have changed. The next insertion rebuilds the index if necessary.
            self.index = None;
        }
    }

    /// Returns a copy that borrows from this dictionary.
    pub(super) fn borrowed(&self) -> Dictionary<'_> {
        let members = self.members.iter().map(|(key, value)| (Cow::Borrowed(key.as_ref()), value.borrowed()));
        members.into_dictionary()
    }
}

impl<'a> IntoIterator for Dictionary<'a> {
    type Item = (Cow<'a, str>, Value<'a>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

impl PartialEq for Dictionary<'_> {
    /// Returns whether both have the same members, in any order.
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

/// Dictionaries with the same members in the same order have the same digest.
impl Digest for Dictionary<'_> {
    fn digest(&self, state: &mut dyn Hasher) {
        state.write_usize(self.members.len());
        for (key, value) in &self.members {
            key.digest(state);
            value.digest(state);
        }
    }
}

/// Values are nested a few levels deep, or `DEEPEST_JSON` levels in JSON, so recursion is bounded.
impl Digest for Value<'_> {
    fn digest(&self, mut state: &mut dyn Hasher) {
        discriminant(self).hash(&mut state);
        match self {
            Self::None | Self::Exception(_) => {}
            Self::Bool(value) => value.digest(state),
            Self::Int(value) => value.digest(state),
            Self::Float(value) => value.digest(state),
            Self::Str(text) => text.digest(state),
            Self::Time(fields) => fields.hash(&mut state),
            Self::Duration(duration) => duration.digest(state),
            Self::List(list) | Self::Tuple(list) => list.digest(state),
            Self::Dictionary(d) | Self::Attributes(d) => d.digest(state),
        }
    }
}

impl<'a> Value<'a> {
    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Str(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a dictionary.
    pub fn as_dictionary(&self) -> Option<&Dictionary<'a>> {
        match self {
            Self::Dictionary(d) | Self::Attributes(d) => Some(d),
            _ => None,
        }
    }

    /// Returns the same value with all borrowed data copied.
    pub(super) fn into_owned(self) -> Value<'static> {
        let members = |d: Dictionary<'a>| {
            let members =
                d.into_iter().map(|(key, value)| (Cow::Owned(key.into_owned()), value.into_owned()));
            members.into_dictionary()
        };
        match self {
            Self::None | Self::Exception(_) => Value::None,
            Self::Bool(value) => Value::Bool(value),
            Self::Int(value) => Value::Int(value),
            Self::Float(value) => Value::Float(value),
            Self::Str(text) => Value::Str(text.into_owned().into()),
            Self::Time(fields) => Value::Time(fields),
            Self::Duration(duration) => Value::Duration(duration),
            Self::List(list) => Value::List(list.into_iter().map(Value::into_owned).collect()),
            Self::Tuple(list) => Value::Tuple(list.into_iter().map(Value::into_owned).collect()),
            Self::Dictionary(d) => Value::Dictionary(members(d)),
            Self::Attributes(d) => Value::Attributes(members(d)),
        }
    }

    /// Returns a copy that borrows from this value.
    fn borrowed(&self) -> Value<'_> {
        match self {
            Self::None => Value::None,
            Self::Bool(value) => Value::Bool(*value),
            Self::Int(value) => Value::Int(*value),
            Self::Float(value) => Value::Float(*value),
            Self::Str(text) => Value::Str(Cow::Borrowed(text)),
            Self::Time(fields) => Value::Time(*fields),
            Self::Duration(duration) => Value::Duration(*duration),
            Self::List(list) => Value::List(list.iter().map(Value::borrowed).collect()),
            Self::Tuple(list) => Value::Tuple(list.iter().map(Value::borrowed).collect()),
            Self::Dictionary(d) => Value::Dictionary(d.borrowed()),
            Self::Attributes(d) => Value::Attributes(d.borrowed()),
            Self::Exception(bozo) => Value::Exception(bozo),
        }
    }
}

/// A value that can become a member of a dictionary.
pub(super) trait IntoValue<'a> {
    fn into_value(self) -> Value<'a>;
}

impl<'a> IntoValue<'a> for Value<'a> {
    fn into_value(self) -> Value<'a> {
        self
    }
}

impl<'a> IntoValue<'a> for &'a str {
    fn into_value(self) -> Value<'a> {
        Value::Str(Cow::Borrowed(self))
    }
}

impl<'a> IntoValue<'a> for String {
    fn into_value(self) -> Value<'a> {
        Value::Str(Cow::Owned(self))
    }
}

impl<'a> IntoValue<'a> for Cow<'a, str> {
    fn into_value(self) -> Value<'a> {
        Value::Str(self)
    }
}

impl<'a> IntoValue<'a> for Duration {
    fn into_value(self) -> Value<'a> {
        Value::Duration(self)
    }
}

impl<'a> IntoValue<'a> for bool {
    fn into_value(self) -> Value<'a> {
        Value::Bool(self)
    }
}

impl<'a> IntoValue<'a> for i64 {
    fn into_value(self) -> Value<'a> {
        Value::Int(self)
    }
}

impl<'a> IntoValue<'a> for Dictionary<'a> {
    fn into_value(self) -> Value<'a> {
        Value::Dictionary(self)
    }
}

impl<'a, V: IntoValue<'a>> IntoValue<'a> for Option<V> {
    fn into_value(self) -> Value<'a> {
        self.map_or(Value::None, IntoValue::into_value)
    }
}

impl<'a, V: IntoValue<'a>> IntoValue<'a> for Vec<V> {
    fn into_value(self) -> Value<'a> {
        self.into_iter().into_list()
    }
}

/// Collects values. Only this crate uses it.
pub(super) trait IntoValues: Iterator + Sized {
    fn into_list<'a>(self) -> Value<'a>
    where
        Self::Item: IntoValue<'a>,
    {
        Value::List(self.map(IntoValue::into_value).collect())
    }

    fn into_dictionary<'a, K: Into<Cow<'a, str>>, V: IntoValue<'a>>(self) -> Dictionary<'a>
    where
        Self: Iterator<Item = (K, V)>,
    {
        let mut d = Dictionary::with_capacity(self.size_hint().0);
        d.extend(self);
        d
    }
}

impl<I: Iterator> IntoValues for I {}

impl Priced for Dictionary<'_> {
    fn heap(&self) -> usize {
        let members = self.members.iter().map(|(key, value)| key.heap() + value.heap());
        let index = self.index.as_ref().map_or(0, |index| room(index) * size_of::<(Cow<'_, str>, usize)>());
        allocated(self.members.capacity() * size_of::<(Cow<'_, str>, Value<'_>)>())
            + allocated(index)
            + members.sum::<usize>()
    }

    fn written(&self) -> usize {
        let members = self.members.iter().map(|(key, value)| cost::MEMBER + key.len() + value.written());
        cost::BRACKETS + members.sum::<usize>()
    }
}

/// Kept values are nested a few levels deep, or `DEEPEST_JSON` levels in JSON, so recursion is bounded.
impl Priced for Value<'_> {
    fn heap(&self) -> usize {
        match self {
            Self::Str(text) => text.heap(),
            Self::List(list) | Self::Tuple(list) => list.heap(),
            Self::Dictionary(d) | Self::Attributes(d) => d.heap(),
            Self::None
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Float(_)
            | Self::Time(_)
            | Self::Duration(_)
            | Self::Exception(_) => 0,
        }
    }

    fn written(&self) -> usize {
        match self {
            Self::Str(text) => text.len(),
            Self::List(list) | Self::Tuple(list) => list.written(),
            Self::Dictionary(d) | Self::Attributes(d) => d.written(),
            Self::Time(fields) => cost::BRACKETS + fields.len() * cost::ELEMENT,
            Self::None
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Float(_)
            | Self::Duration(_)
            | Self::Exception(_) => cost::ELEMENT,
        }
    }
}

/// The maximum nesting depth of JSON arrays and objects in a dictionary. Most JSON parsers allow 128 levels.
pub(super) const DEEPEST_JSON: usize = 96;

/// An open JSON array or object.
enum OpenJson<'a> {
    List(Vec<Value<'a>>),
    /// The members, and the name of the current one.
    Dictionary(Dictionary<'a>, Option<String>),
}

impl<'a> Value<'a> {
    /// Parses JSON. Returns `None` if it is not JSON, or contains a number or character that cannot be represented. Script URLs are
    /// omitted from members whose names indicate URLs.
    pub(super) fn from_json(json: &'a str) -> Option<Self> {
        let document = JsonNode::of(json)?;
        let mut open: Vec<OpenJson<'a>> = Vec::new();
        for (token, raw) in JsonTokens::new(document.raw) {
            let mut value = match token {
                JsonToken::Open => {
                    open.push(if raw == "{" {
                        OpenJson::Dictionary(Dictionary::default(), None)
                    } else {
                        OpenJson::List(Vec::new())
                    });
                    continue;
                }
                JsonToken::Close => match open.pop()? {
                    OpenJson::List(mut list) => {
                        // The budget charges for values (`cost_of_json`), not for spare capacity.
                        list.shrink_to_fit();
                        Self::List(list)
                    }
                    OpenJson::Dictionary(mut d, _) => {
                        d.members.shrink_to_fit();
                        Self::Dictionary(d)
                    }
                },
                JsonToken::String => {
                    let text = json_text(raw)?;
                    if let Some(OpenJson::Dictionary(_, name @ None)) = open.last_mut() {
                        *name = Some(text.into_owned());
                        continue;
                    }
                    Self::Str(text)
                }
                JsonToken::Literal => Self::of_literal(raw)?,
            };
            match open.last_mut() {
                None => return Some(value),
                Some(OpenJson::List(list)) => list.push(value),
                Some(OpenJson::Dictionary(d, name)) => {
                    let name = name.take()?;
                    let is_shown =
                        |value: &Value<'_>| value.as_str().is_none_or(|text| shows_text(&name, text));
                    if let Value::List(elements) = &mut value {
                        elements.retain(is_shown);
                    }
                    if is_shown(&value) {
                        d.insert(name, value);
                    }
                }
            }
        }
        None
    }

    /// Returns a number, a boolean or `null`. Returns `None` for a number that is too large for a `float`.
    fn of_literal(raw: &str) -> Option<Self> {
        match raw {
            "null" => Some(Self::None),
            "true" => Some(Self::Bool(true)),
            "false" => Some(Self::Bool(false)),
            _ => {
                // Only a `float` preserves the sign of zero.
                let int = raw.parse().ok().filter(|_| raw != "-0").map(Self::Int);
                int.or_else(|| raw.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Float))
            }
        }
    }
}

/// Returns the text of a JSON string. Returns `None` if it contains a lone surrogate (RFC 8259 §8.2).
fn json_text(raw: &str) -> Option<Cow<'_, str>> {
    let mut faults = Diagnostics::default();
    let text = JsonNode { raw, offset: 0 }.text(&mut faults);
    (faults.count() == 0).then_some(text)
}

#[cfg(feature = "serde")]
impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::Str(text) => serializer.serialize_str(text),
            Self::Time(fields) => serializer.collect_seq(fields),
            Self::Duration(duration) => serializer.serialize_f64(duration.as_secs_f64()),
            Self::List(list) | Self::Tuple(list) => serializer.collect_seq(list),
            Self::Dictionary(d) | Self::Attributes(d) => d.serialize(serializer),
            Self::Exception(bozo) => {
                let mut members = serializer.serialize_map(Some(3))?;
                members.serialize_entry("type", bozo.name())?;
                members.serialize_entry("message", &bozo.to_string())?;
                members.serialize_entry("severity", &bozo.severity().to_string())?;
                members.end()
            }
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Dictionary<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_json_are_read_to_the_last_digit() {
        let wrong: Vec<_> = [
            ("0", Some(Value::Int(0))),
            ("-9223372036854775808", Some(Value::Int(i64::MIN))),
            ("9223372036854775808", Some(Value::Float(9_223_372_036_854_775_808.0))),
            ("-0", Some(Value::Float(-0.0))),
            ("1e2", Some(Value::Float(100.0))),
            ("52.520006599999999", Some(Value::Float(52.520_006_6))),
            ("51.24817837550540", Some(Value::Float(51.248_178_375_505_4))),
            ("1e-999", Some(Value::Float(0.0))),
            ("1e999", None),
            ("01", None),
            ("\"\\ud800\"", None),
        ]
        .into_iter()
        .map(|(json, expected)| (json, Value::from_json(json), expected))
        .filter(|(_, found, expected)| found != expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn json_is_read_with_its_structure() {
        let json = r#" {"a": [1, {"b\n": null}, []], "url": "javascript:x()", "a": {"c": [true]}} "#;
        let Some(Value::Dictionary(d)) = Value::from_json(json) else { panic!() };
        assert_eq!(serde_json::to_string(&d).unwrap(), r#"{"a":{"c":[true]}}"#);
        let json = r#"[1,{"b\n":null,"d":{}},[],"é"]"#;
        assert_eq!(serde_json::to_string(&Value::from_json(json)).unwrap(), json);
    }
}
