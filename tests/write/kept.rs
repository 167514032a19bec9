//! Tests every field of the model separately.

use bozofeed::model::{Entry, Feed};
use serde_json::{Value, json};

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

#[test]
fn each_field_is_kept() {
    let mut wrong = Vec::new();
    let mut ledger = Ledger::new(NOT_KEPT);
    for (owner, field, value) in fields() {
        for (name, format) in FORMATS {
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
    wrong.extend(ledger.unneeded());
    assert!(wrong.is_empty(), "{} are not kept:\n{}", wrong.len(), wrong.join("\n"));
}
