//! The types of the model with their fields, and specimens of them: values with every field filled, as returned by the reader.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::model::{declarations, full_name};

/// The content of a field, in its JSON form.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// A string, a number, a boolean, attributes, or a list of such values.
    Leaf,
    /// A type of the model.
    Struct(String),
    /// A text with its parsed value.
    Typed(Box<Kind>),
    List(Box<Kind>),
}

/// The fields of the types, by the names of the types: `podcast::PodcastPerson`.
#[derive(Debug)]
pub(crate) struct Schema(BTreeMap<String, BTreeMap<String, Kind>>);

impl Schema {
    /// Parses the declarations of the model.
    pub(crate) fn of_model() -> Self {
        let all = declarations();
        let types = all.iter().map(|(name, declaration)| {
            let module = name.split_once("::").map_or("", |(module, _)| module);
            let fields = declaration.fields.iter().filter_map(|field| {
                let field = field.strip_prefix("pub(crate) ").or(field.strip_prefix("pub ")).unwrap_or(field);
                let (name, kind) = field.strip_suffix(',')?.split_once(": ")?;
                let name = name.split(" / ").next()?;
                let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                let kind = kind_of(kind, &|name| full_name(&all, module, name).cloned())?;
                is_name.then(|| (name.to_owned(), kind))
            });
            (name.clone(), fields.collect())
        });
        let mut schema = Self(types.collect());
        // Its elevation is inside an attribute, and all its fields are public.
        schema.0.remove("Attributes");
        schema
    }

    pub(crate) fn fields(&self, name: &str) -> &BTreeMap<String, Kind> {
        self.0.get(name).unwrap_or_else(|| panic!("{name} is not declared"))
    }

    /// Adds the types that a value of this type can contain.
    fn reachable(&self, name: &str, types: &mut Vec<String>) {
        if types.iter().any(|known| known == name) {
            return;
        }
        types.push(name.to_owned());
        for kind in self.fields(name).values() {
            if let Some(name) = kind.name() {
                self.reachable(name, types);
            }
        }
    }
}

impl Kind {
    /// Returns the type of the model inside it.
    fn name(&self) -> Option<&str> {
        match self {
            Self::Leaf => None,
            Self::Struct(name) => Some(name),
            Self::Typed(kind) | Self::List(kind) => kind.name(),
        }
    }
}

/// Returns the content of a type: `Option<Box<Text>>`, `list(Person)`.
fn kind_of(written: &str, full_name: &impl Fn(&str) -> Option<String>) -> Option<Kind> {
    // Newznab has the attributes of Torznab, in another namespace.
    let written = if written == "Newznab" { "Torznab" } else { written };
    let Some((outer, inner)) = written.split_once(['<', '(']) else {
        return Some(match full_name(written) {
            Some(name) if !is_leaf(written) => Kind::Struct(name),
            _ => Kind::Leaf,
        });
    };
    let inner = kind_of(inner.strip_suffix(['>', ')'])?, full_name)?;
    Some(match outer {
        "Option" | "Box" | "Arc" | "boxed" | "part" | "shared" | "vocabulary" => inner,
        "Vec" | "list" => Kind::List(Box::new(inner)),
        "Typed" | "typed" => Kind::Typed(Box::new(inner)),
        _ => return None,
    })
}

/// Returns whether a type is a scalar in JSON, or an object with arbitrary names.
fn is_leaf(name: &str) -> bool {
    matches!(name, "Str" | "Attributes" | "GeometryKind" | "UpdatePeriod")
}

/// Values of each type that fill its fields.
#[derive(Debug, Default)]
pub(crate) struct Specimens(BTreeMap<String, Map<String, Value>>);

impl Specimens {
    /// Adds the fields of a value. For each field, the value with the most data is kept.
    pub(crate) fn add(&mut self, schema: &Schema, kind: &Kind, value: &Value) {
        match (kind, value) {
            (Kind::List(kind), Value::Array(items)) => {
                for item in items {
                    self.add(schema, kind, item);
                }
            }
            (Kind::Typed(kind), Value::Object(members)) => {
                if let Some(value) = members.get("value") {
                    self.add(schema, kind, value);
                }
            }
            (Kind::Struct(name), Value::Object(members)) => {
                for (field, kind) in schema.fields(name) {
                    let Some(value) = members.get(field) else { continue };
                    self.add(schema, kind, value);
                    let known = self.0.entry(name.clone()).or_default();
                    let is_better = known.get(field).is_none_or(|known| worth(value) > worth(known));
                    if is_better {
                        known.insert(field.clone(), value.clone());
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the fields without a value: `podcast::PodcastPerson.img`.
    pub(crate) fn missing(&self, schema: &Schema) -> Vec<String> {
        let mut types = Vec::new();
        schema.reachable("Feed", &mut types);
        schema.reachable("Entry", &mut types);
        types.sort();
        let is_known =
            |name: &str, field: &str| self.0.get(name).is_some_and(|known| known.contains_key(field));
        let of = |name: &String| {
            let fields = schema.fields(name).keys().filter(|field| !is_known(name, field));
            fields.map(|field| format!("{name}.{field}")).collect::<Vec<_>>()
        };
        types.iter().flat_map(of).collect()
    }

    /// Returns a value of a kind with every field filled. `within` lists the surrounding types: an entry does not contain entries.
    pub(crate) fn full(
        &self,
        schema: &Schema,
        kind: &Kind,
        specimen: &Value,
        within: &mut Vec<String>,
    ) -> Value {
        match kind {
            Kind::Leaf => specimen.clone(),
            Kind::List(kind) => {
                let items = specimen.as_array().map_or(&[][..], Vec::as_slice);
                let best = items.iter().max_by_key(|item| worth(item));
                let full = best.map(|item| self.full(schema, kind, item, within));
                let first = items.first().filter(|first| Some(*first) != best);
                Value::Array(first.cloned().into_iter().chain(full).filter(|item| !is_empty(item)).collect())
            }
            Kind::Typed(kind) => {
                let mut typed = specimen.clone();
                if kind.name().is_none() || typed.get("value").is_none() {
                    return typed;
                }
                let full = self.full(schema, kind, &typed["value"], within);
                typed["value"] = full;
                typed
            }
            Kind::Struct(name) => {
                let has_own_meaning = matches!(
                    name.as_str(),
                    "Date" | "Person" | "Link" | "Text" | "geo::Geometry" | "geo::Coordinates" | "Extension"
                );
                if has_own_meaning {
                    return specimen.clone();
                }
                if within.iter().filter(|outer| *outer == name).count() > 0 {
                    return json!({});
                }
                within.push(name.clone());
                let members = schema.fields(name).iter().filter_map(|(field, kind)| {
                    let specimen = specimen.get(field).filter(|value| !is_empty(value));
                    let specimen = specimen.or_else(|| self.0.get(name)?.get(field))?;
                    let value = self.full(schema, kind, specimen, within);
                    (!is_empty(&value)).then(|| (field.clone(), value))
                });
                let full = Value::Object(members.collect());
                within.pop();
                full
            }
        }
    }

    pub(crate) fn of(&self, name: &str) -> Value {
        self.0.get(name).map_or(Value::Null, |members| Value::Object(members.clone()))
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Null => true,
        _ => false,
    }
}

/// Returns the amount of data in a value. The value with the most is the specimen.
fn worth(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::Bool(value) => 1 + usize::from(*value),
        Value::Number(_) => 2,
        // Texts are equivalent, except that an empty one is useless.
        Value::String(text) => 1 + usize::from(!text.trim().is_empty()),
        Value::Array(items) => items.iter().map(worth).max().unwrap_or_default(),
        // A parsed value is better than an unreadable one.
        Value::Object(members) => {
            members.iter().map(|(name, value)| worth(value) + 10 * usize::from(name == "value")).sum()
        }
    }
}
