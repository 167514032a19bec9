//! Tests every field of the model separately.

use std::sync::LazyLock;

use bozofeed::model::{Entry, Feed};
use serde_json::{Map, Value, json};

use super::meaning::meaning;
use super::schema::{Kind, Schema};
use super::{Exception, FORMATS, Ledger, result, specimens, written_and_read};
use crate::leaves::compare;

/// Fields that are lost or changed if a feed or an entry has no others: the formats, the path and a reason.
const NOT_KEPT: &[Exception] = &[
    ("atom rss json", "entry.banner_image*", "only JSON Feed has it, as a URL"),
    ("atom rss json", "*live_items.item.banner_image*", "only JSON Feed has it, as a URL"),
    ("atom rss json", "*itunes.owner.extensions*", "an owner only has a name and an address"),
    ("atom rss json", "*links.duration*", "links of Atom and RSS have no duration"),
    ("atom rss json", "entry.source.podcast.live_items*", "live items belong to the feed itself"),
    ("atom rss json", "*expired.value", "only JSON Feed has it"),
    ("atom rss", "feed.href", "it is also a link"),
    ("atom rss json", "*source.href", "it is also a link"),
    ("atom rss json", "entry.source.language", "it applies to the entry"),
    ("atom rss", "feed.authors.extensions*", "JSON members are not elements"),
    ("json", "entry.links.*", "attachments come after the page"),
    ("atom rss json", "entry.podcast.live_items.*", "an entry has no live items"),
    ("atom rss json", "*live_items.item.tags.*", "tags from several elements are in a different order"),
    ("atom rss json", "*tags.parent", "only iTunes categories are nested"),
];

/// Returns each field of a feed and of an entry: its name, and a feed or an entry with only this field, in JSON.
pub(super) fn fields() -> Vec<(&'static str, String, Value)> {
    static FIELDS: LazyLock<Vec<(&str, String, Value)>> = LazyLock::new(all_fields);
    FIELDS.clone()
}

fn all_fields() -> Vec<(&'static str, String, Value)> {
    let schema = Schema::of_model();
    let specimens = specimens(&schema);
    let mut all = Vec::new();
    for (owner, name) in [("feed", "Feed"), ("entry", "Entry")] {
        let full =
            specimens.full(&schema, &Kind::Struct(name.to_owned()), &specimens.of(name), &mut Vec::new());
        let Value::Object(members) = full else { panic!("{name} is an object") };
        assert!(members.len() > 40, "{name} has {} fields", members.len());
        all.extend(members.into_iter().map(|(field, value)| (owner, field, value)));
    }
    all
}

/// Writes a field of a feed or an entry, and reads it again.
pub(super) fn alone(
    format: bozofeed::write::Target,
    owner: &str,
    field: &str,
    value: &Value,
) -> Result<(Value, bozofeed::Parsed), String> {
    let json = json!({ field: value });
    let (mut feed, mut entries) = (Feed::default(), Vec::new());
    if owner == "feed" {
        feed = serde_json::from_value(json).map_err(|error| format!("feed: {error}"))?;
    } else {
        entries.push(serde_json::from_value::<Entry>(json).map_err(|error| format!("entry: {error}"))?);
    }
    let expected = if owner == "feed" { json!(feed) } else { json!(entries[0]) };
    let (_, again) = written_and_read(format, &result(feed, entries))?;
    Ok((expected[field].clone(), again))
}

/// Returns which fields are not read as they were written, after a change that applies to them, and the number of documents.
fn not_kept(change: impl Fn(&mut Value) -> bool, ledger: &mut Ledger) -> (Vec<String>, usize) {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (owner, field, mut value) in fields() {
        if !change(&mut value) {
            continue;
        }
        for (name, format) in FORMATS {
            count += 1;
            let (expected, again) = match alone(format, owner, &field, &value) {
                Ok(both) => both,
                Err(fault) => {
                    wrong.push(format!("{name} {owner}.{field}: {fault}"));
                    continue;
                }
            };
            let found = if owner == "feed" { json!(again.feed) } else { json!(again.entries[0]) };
            let found = found.get(&field).cloned().unwrap_or(Value::Null);
            let expected = meaning(&json!({ &field: expected }));
            let found = meaning(&json!({ &field: found }));
            for difference in compare(&expected, &found).differences {
                let path = format!("{owner}.{}", difference.path);
                if difference.expected.is_some() && !ledger.has(name, &path) {
                    let (expected, found) = (difference.expected, difference.found);
                    wrong.push(format!("{name} {path}: {expected:?} became {found:?}"));
                }
            }
        }
    }
    (wrong, count)
}

#[test]
fn each_field_is_kept() {
    let mut ledger = Ledger::new(NOT_KEPT);
    let (mut wrong, _) = not_kept(|_| true, &mut ledger);
    wrong.extend(ledger.unneeded());
    assert!(wrong.is_empty(), "{} are not kept:\n{}", wrong.len(), wrong.join("\n"));
}

/// Calls a function with the members of each person and each other value that keeps its original text. Returns whether the function
/// changed any.
fn change_values(value: &mut Value, change: &impl Fn(&mut Map<String, Value>) -> bool) -> bool {
    match value {
        Value::Array(items) => {
            items.iter_mut().fold(false, |is_changed, item| change_values(item, change) | is_changed)
        }
        Value::Object(members) => {
            let is_changed = members.contains_key("raw") && change(members);
            members
                .values_mut()
                .fold(is_changed, |is_changed, value| change_values(value, change) | is_changed)
        }
        _ => false,
    }
}

/// Changes a value, but not its original text.
fn with_other_value(members: &mut Map<String, Value>) -> bool {
    let other = match members.get("value") {
        Some(Value::Bool(is_true)) => json!(!is_true),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(number) => json!(number + 1),
            None => json!(number.as_f64().unwrap() + 1.0),
        },
        Some(Value::String(date)) if date.ends_with('Z') => json!(date.replacen("20", "21", 1)),
        Some(_) => return false,
        None => {
            let Some(name) = members.get_mut("name") else { return false };
            *name = json!("Somebody Else");
            return true;
        }
    };
    members.insert("value".to_owned(), other);
    true
}

/// Replaces the original text of a value with an invalid one.
fn with_other_text(members: &mut Map<String, Value>) -> bool {
    let is_value = members.get("value").is_some_and(|value| !value.is_object() && !value.is_array());
    is_value && members.insert("raw".to_owned(), json!("?")).is_some()
}

/// A program may change a value or its original text separately.
#[test]
fn a_value_is_written_whatever_its_text_was() {
    for change in [with_other_value, with_other_text] {
        let (wrong, count) = not_kept(|value| change_values(value, &change), &mut Ledger::new(NOT_KEPT));
        assert!(count > 60, "{count} documents");
        assert!(wrong.is_empty(), "{} are not written:\n{}", wrong.len(), wrong.join("\n"));
    }
}
