//! A readable rendering of the model: one line for each value, and nothing for absent values.

use std::fmt::Write as _;

use bozofeed::Parsed;
use bozofeed::model::IdentityRule;
use serde_json::{Map, Value};

/// Renders a result: the verdict, then the faults, then the feed and its entries.
pub fn render(parsed: &Parsed) -> String {
    let Value::Object(mut members) = serde_json::to_value(parsed).unwrap() else {
        panic!("a struct is an object")
    };
    for shown_otherwise in
        ["version", "encoding", "codec", "bozo", "well_formed", "faults", "fault_count", "trail"]
    {
        members.shift_remove(shown_otherwise);
    }
    let mut out = String::new();
    let version = parsed.format;
    line(&mut out, 0, &format!("version: {version}"));
    line(&mut out, 0, &format!("encoding: {} ({})", parsed.encoding, parsed.codec));
    match &parsed.bozo {
        Some(bozo) => line(&mut out, 0, &format!("bozo: {} ({}): {bozo}", bozo.name(), bozo.severity())),
        None => line(&mut out, 0, "bozo: no"),
    }
    if parsed.bozo.is_some() {
        line(&mut out, 0, &format!("well-formed: {}", if parsed.well_formed { "yes" } else { "no" }));
    }
    for fault in &parsed.faults {
        let (position, error) = (fault.position, &fault.error);
        let (name, severity) = (error.name(), error.severity());
        line(
            &mut out,
            0,
            &format!("fault: {}:{} {name} ({severity}): {error}", position.line, position.column),
        );
    }
    if parsed.fault_count > parsed.faults.len() {
        line(&mut out, 0, &format!("faults in all: {}", parsed.fault_count));
    }
    for (prefix, uri) in &parsed.namespaces {
        line(&mut out, 0, &format!("namespace: {prefix}={}", quoted(uri)));
    }
    members.shift_remove("namespaces");
    let rule = parsed.identity_rule();
    if rule > IdentityRule::Id {
        line(&mut out, 0, &format!("identity rule: {}", rule.as_str()));
        for entry in &parsed.entries {
            line(&mut out, 0, &format!("identity: {}", quoted(&entry.identity(rule))));
        }
    }
    for (name, value) in &members {
        member(&mut out, 0, name, value);
    }
    out
}

/// Writes one member. The members of a list are written one after the other.
fn member(out: &mut String, depth: usize, name: &str, value: &Value) {
    match value {
        Value::Null => {}
        Value::Array(values) if values.iter().any(Value::is_number) => {
            line(out, depth, &format!("{name}: {value}"));
        }
        Value::Array(values) => values.iter().for_each(|value| member(out, depth, name, value)),
        Value::Object(members) if matches!(name, "attributes" | "params" | "subscribe") => {
            line(out, depth, &format!("{name}: {}", pairs(members)));
        }
        Value::Object(members) => object(out, depth, name, members),
        scalar => line(out, depth, &format!("{name}: {}", atom(scalar))),
    }
}

fn object(out: &mut String, depth: usize, name: &str, members: &Map<String, Value>) {
    if let Some(text) = as_text(members) {
        line(out, depth, &format!("{name} {text}"));
    } else if let Some(typed) = as_typed(members) {
        line(out, depth, &format!("{name}: {typed}"));
    } else if let Some(extension) = as_extension(members) {
        line(out, depth, &format!("{name}: {extension}"));
        member(out, depth + 1, "children", members.get("children").unwrap_or(&Value::Null));
    } else if depth > 0
        && let Some(flat) = as_flat(members)
    {
        line(out, depth, format!("{name}: {flat}").trim_end());
    } else {
        line(out, depth, &format!("{name}:"));
        for (name, value) in members {
            member(out, depth + 1, name, value);
        }
    }
}

/// Returns a text: `(type, language, base, source): "value"`.
fn as_text(members: &Map<String, Value>) -> Option<String> {
    let (value, media_type) = (members.get("value")?.as_str()?, members.get("media_type")?.as_str()?);
    let mut about = media_type.to_owned();
    for name in ["language", "base", "src"] {
        let scope = members.get("scope").and_then(Value::as_object);
        let value = members.get(name).or_else(|| scope?.get(name));
        if let Some(value) = value.and_then(Value::as_str) {
            let _ = write!(about, ", {name} {value}");
        }
    }
    Some(format!("({about}): {}", quoted(value)))
}

/// Returns a typed value: `"text" → value`.
fn as_typed(members: &Map<String, Value>) -> Option<String> {
    let is_typed = members.keys().all(|name| matches!(name.as_str(), "raw" | "value" | "offset"));
    let raw = members.get("raw").filter(|_| is_typed)?.as_str()?;
    let meaning = match members.get("value") {
        None => "nothing known".to_owned(),
        Some(Value::String(meaning)) => meaning.clone(),
        Some(other) => other.to_string(),
    };
    let offset = members.get("offset").map(|offset| format!(" (offset {offset} s)")).unwrap_or_default();
    Some(format!("{} → {meaning}{offset}", quoted(raw)))
}

/// Returns an extension: `prefix:name {namespace} attribute="value" "text"`.
fn as_extension(members: &Map<String, Value>) -> Option<String> {
    let nothing = Map::new();
    let attributes = members.get("attributes").and_then(Value::as_object).unwrap_or(&nothing);
    let [prefix, name, text] =
        ["prefix", "name", "text"].map(|name| members.get(name).and_then(Value::as_str));
    let (prefix, text) = (prefix?, text?);
    let mut out = if prefix.is_empty() { name?.to_owned() } else { format!("{prefix}:{}", name?) };
    if let Some(namespace) = members.get("namespace").and_then(Value::as_str) {
        let _ = write!(out, " {{{namespace}}}");
    }
    if !attributes.is_empty() {
        let _ = write!(out, " {}", pairs(attributes));
    }
    match members.get("json").and_then(Value::as_str) {
        Some(json) => {
            let _ = write!(out, " = {}", quoted(json));
        }
        None if !text.is_empty() => {
            let _ = write!(out, " {}", quoted(text));
        }
        None => {}
    }
    Some(out)
}

/// Returns an object without nested lists and objects: `name="value"` one after the other, followed by its attributes.
fn as_flat(members: &Map<String, Value>) -> Option<String> {
    let mut all = Vec::new();
    for (name, value) in members {
        match value {
            Value::Null => {}
            Value::Array(values) if values.is_empty() => {}
            Value::Object(attributes) if name == "attributes" => all.push(pairs(attributes)),
            Value::Array(_) => return None,
            Value::Object(typed) => all.push(format!("{name}={}", as_typed(typed)?)),
            scalar => all.push(format!("{name}={}", atom(scalar))),
        }
    }
    Some(all.join(" "))
}

fn pairs(attributes: &Map<String, Value>) -> String {
    attributes.iter().map(|(name, value)| format!("{name}={}", atom(value))).collect::<Vec<_>>().join(" ")
}

fn atom(scalar: &Value) -> String {
    scalar.as_str().map_or_else(|| scalar.to_string(), quoted)
}

/// Returns a string between quotes, with invisible characters escaped. Quotes in it are not escaped, for legibility.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\'' => out.push(c),
            c => out.extend(c.escape_debug()),
        }
    }
    out.push('"');
    out
}

fn line(out: &mut String, depth: usize, text: &str) {
    out.push_str(&"  ".repeat(depth));
    out.push_str(text);
    out.push('\n');
}
