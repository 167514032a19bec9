//! Odd texts in every field.

use bozofeed::content::is_script_url;
use bozofeed::model::{Entry, Feed, Text};
use bozofeed::write::Target;
use serde_json::{Value, json};

use super::kept::{alone, fields};
use super::meaning::{meaning, shown};
use super::schema::{Kind, Schema};
use super::{Exception, FORMATS, Ledger, difference, result, specimens, written_and_read};
use crate::common;
use crate::leaves::{Difference, compare};

/// Texts that a writer might handle incorrectly, by name.
const TEXTS: &[(&str, &str)] = &[
    ("references", "a &amp; b &lt;c&gt; &#65; &nbsp; a & b &c; d && e&"),
    ("tags", "a <b>x</b> c<br> <script>alert(1)</script><img src=x onerror=alert(1)> 1 < 2 > 0 <3"),
    ("sections", "a]]>b <![CDATA[a]]> <!-- a --> -- <?b c?> <!d>"),
    ("quotes", "\"a\" 'b' `c` \\ \\n \\u0041 {\"a\": [1, null, true]} a}b{c]d[e,f:g"),
    ("white space", " \n a\tb\nc a\r\nb\rc a  b   c a\u{2028}b\u{2029}c\u{A0}d \t "),
    ("characters that XML lacks", "a\u{1}b\u{1F}c\u{7F}d a\u{FFFE}b\u{FFFF}c\u{FDD0}d\u{1FFFF}e a\u{FFFD}b"),
    (
        "letters",
        "\u{202E}a\u{202C} \u{200F}ב\u{200E} \u{2066}c\u{2069} 👩\u{200D}🚀 🇧🇪 e\u{301} \u{FEFF}a\u{FEFF}b",
    ),
    ("script URL", "javascript:alert(1)"),
    ("number", "007"),
    ("word", "null"),
    ("address", "someone@harbour.example (Some One)"),
];

/// An ordinary text: differences with it have another reason.
const PLAIN: &str = "plain";

/// Members that are not free text, but words, names, URLs or numbers.
const NOT_FREE: &[&str] = &[
    "media_type", "namespace", "prefix", "json", "rel", "hreflang", "language", "lang", "base", "src", "raw",
    "email", "uri", "avatar", "is_sanitized",
];

/// Fields that do not keep every text: the formats, the path with the text, and a reason.
const NOT_KEPT: &[Exception] = &[
    ("atom rss json", "*language with *", "it is not a language tag"),
    ("atom rss json", "*spotify.countries_of_origin with *", "words are separated by spaces"),
    ("atom rss json", "*rawvoice.alternates.* with *", "it is the name of an element"),
    (
        "atom rss json",
        "*.name with address",
        "the text of a person's element is read as an address and a name",
    ),
];

/// Returns whether a string is read as a URL or an address.
fn is_url(text: &str) -> bool {
    text.contains("://")
        || text.starts_with("mailto:")
        || text.starts_with("tag:")
        || text.starts_with("urn:")
}

/// Replaces the free texts of a value. Returns the number of texts.
fn replace(value: &mut Value, text: &str) -> usize {
    match value {
        Value::Array(items) => items.iter_mut().map(|item| replace(item, text)).sum(),
        Value::Object(members) if members.contains_key("raw") => {
            // A value that was read from a text. A person has a name even without the text.
            if members.remove("email").is_some() | members.contains_key("name") {
                members.remove("raw");
                members.insert("name".to_owned(), text.into());
                return 1;
            }
            0
        }
        Value::Object(members) if members.contains_key("media_type") && members.contains_key("value") => {
            let is_plain = members["media_type"] == "text/plain";
            let html = || format!("<p>{}</p>", bozofeed::content::escape(text));
            if !is_plain && members["media_type"] != "text/html" {
                return 0;
            }
            members.insert("value".to_owned(), if is_plain { text.into() } else { html().into() });
            1
        }
        Value::Object(members) => {
            let is_element = members.contains_key("children") || members.contains_key("prefix");
            let free = members
                .iter_mut()
                .filter(|(name, _)| !NOT_FREE.contains(&name.as_str()) && (!is_element || *name != "name"));
            free.map(|(_, value)| replace(value, text)).sum()
        }
        Value::String(known) if !is_url(known) => {
            text.clone_into(known);
            1
        }
        _ => 0,
    }
}

/// Collects the script URLs among the members of a value that are URLs.
fn script_urls(name: &str, value: &Value, found: &mut Vec<String>) {
    const URLS: &[&str] = &[
        "link", "href", "uri", "url", "avatar", "icon", "logo", "docs", "comments", "original_link",
        "original_enclosure_link", "new_location", "new_feed_url", "error_reports_to", "image", "img",
        "poster", "feed_url", "embed_url", "account_url", "ping", "target", "server", "about", "first",
        "previous", "next", "last", "current", "prev_archive", "next_archive", "blog_roll",
        "my_subscriptions", "blink", "comment", "comment_rss", "blogroll", "likes", "link_short", "opml_url",
        "self_url", "in_reply_to", "subscription_lists", "back_links", "responses", "src", "reason",
        "peer_links",
    ];
    match value {
        // The arXiv comment is a text.
        Value::Object(members) if name == "arxiv" => {
            let others = members.iter().filter(|(name, _)| *name != "comment");
            others.for_each(|(name, value)| script_urls(name, value, found));
        }
        // Comments of Media RSS are texts; the comments of an entry are elsewhere.
        Value::Array(items) if name == "comments" && items.iter().all(Value::is_string) => {}
        Value::Array(items) => items.iter().for_each(|item| script_urls(name, item, found)),
        Value::Object(members) => members.iter().for_each(|(name, value)| script_urls(name, value, found)),
        Value::String(text) if is_script_url(text) && URLS.contains(&name) => {
            found.push(format!("{name}: {text}"));
        }
        _ => {}
    }
}

/// Writes a field with its text replaced, and returns the leaves that differ when it is read again.
fn differences(
    format: Target,
    owner: &str,
    field: &str,
    value: &Value,
    text: &str,
) -> Result<Vec<Difference>, String> {
    let mut value = value.clone();
    replace(&mut value, text);
    let (expected, again) = alone(format, owner, field, &value)?;
    let found = if owner == "feed" { json!(again.feed) } else { json!(again.entries[0]) };
    let found = found.get(field).cloned().unwrap_or(Value::Null);
    let [expected, found] = [expected, found].map(|value| shown(&meaning(&json!({ field: value }))));
    let mut differences = compare(&expected, &found).differences;
    differences.retain(|difference| difference.expected.is_some());
    Ok(differences)
}

#[test]
fn odd_texts_are_kept_as_they_are_shown() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut ledger = Ledger::new(NOT_KEPT);
    for (number, (owner, field, value)) in fields().into_iter().enumerate() {
        if replace(&mut value.clone(), PLAIN) == 0 {
            continue;
        }
        for (format, kind) in FORMATS {
            let with_plain = differences(kind, owner, &field, &value, PLAIN).unwrap_or_default();
            // Each field gets some of them, and each of them is in some fields.
            for (name, text) in common::sampled(TEXTS.iter().cycle().skip(number).take(TEXTS.len()), 4) {
                // Attributes and elements that might be URLs are dropped.
                let is_text =
                    ["title", "subtitle", "summary", "rights", "info", "content"].contains(&field.as_str());
                if *name == "script URL" && !is_text {
                    continue;
                }
                count += 1;
                let found = match differences(kind, owner, &field, &value, text) {
                    Ok(found) => found,
                    Err(fault) => {
                        wrong.push(format!("{format} {owner}.{field} with {name}: {fault:.1500}"));
                        continue;
                    }
                };
                for difference in found {
                    let path = format!("{owner}.{} with {name}", difference.path);
                    let is_known = with_plain.iter().any(|known| known.path == difference.path);
                    if !is_known && !ledger.has(format, &path) {
                        let (expected, found) = (difference.expected, difference.found);
                        wrong.push(format!("{format} {path}: {expected:?} became {found:?}"));
                    }
                }
            }
        }
    }
    assert!(count > 400, "{count} documents");
    if cfg!(feature = "thorough") {
        wrong.extend(ledger.unneeded());
    }
    assert!(wrong.is_empty(), "{} are not kept:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_text_of_a_megabyte_is_kept() {
    let long = "Ébb & <flow> ]]> ".repeat(if cfg!(feature = "thorough") { 1 << 16 } else { 1 << 13 });
    let long = long.trim();
    let mut wrong = Vec::new();
    for (format, kind) in FORMATS {
        let mut entry = Entry::default();
        let text = |media_type: &str, value: &str| -> Text {
            serde_json::from_value(json!({ "value": value, "media_type": media_type })).unwrap()
        };
        entry.title = Some(text("text/plain", long));
        entry.content = vec![text("text/html", &format!("<p>{}</p>", bozofeed::content::escape(long)))];
        entry.set_original_link(Some("https://harbour.example/".into()));
        entry.set_extensions(vec![
            serde_json::from_value(json!({ "namespace": "urn:x", "prefix": "x", "name": "y", "text": long }))
                .unwrap(),
        ]);
        match written_and_read(kind, &result(Feed::default(), vec![entry])) {
            Ok((_, again)) => {
                let again = &again.entries[0];
                let title = again.title.as_ref().map(|title| title.to_plain().into_owned());
                let content = again.content.first().map(|content| content.to_plain().into_owned());
                let extension = again.extensions().iter().find(|extension| extension.name == "y");
                let all = [title, content, extension.map(|extension| extension.text.to_string())];
                wrong.extend(
                    all.iter()
                        .enumerate()
                        .filter(|(_, text)| text.as_deref() != Some(long))
                        .map(|(number, _)| format!("{format} {number}")),
                );
            }
            Err(fault) => wrong.push(format!("{format} {fault:.500}")),
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn deep_elements_are_kept() {
    let mut wrong = Vec::new();
    for depth in [1, 2, 47, 48] {
        let mut element = json!({ "namespace": "urn:x", "prefix": "x", "name": "y0", "text": "deep" });
        for level in 1..depth {
            element = json!({
                "namespace": if level % 3 == 0 { "urn:z" } else { "urn:x" }, "prefix": if level % 3 == 0 { "z" } else { "x" },
                "name": format!("y{level}"), "attributes": { "a": "1" }, "text": "", "children": [element],
            });
        }
        for (format, kind) in FORMATS {
            let mut feed = Feed::default();
            feed.set_extensions(vec![serde_json::from_value(element.clone()).unwrap()]);
            let mut entry = Entry::default();
            entry.set_extensions(feed.extensions().to_vec());
            match written_and_read(kind, &result(feed, vec![entry])) {
                Ok((_, again)) => {
                    let kept = |extensions: &[bozofeed::model::Extension]| {
                        let found = extensions.iter().find(|extension| {
                            extension.namespace.as_deref() == element["namespace"].as_str()
                        });
                        found.is_some_and(|found| compare(&element, &json!(found)).differences.is_empty())
                    };
                    if !kept(again.feed.extensions()) || !kept(again.entries[0].extensions()) {
                        wrong.push(format!("{format} {depth}"));
                    }
                }
                Err(fault) => wrong.push(format!("{format} {depth}: {fault:.800}")),
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Pseudorandom numbers, reproducible from a seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns a number below a limit.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }
}

/// Strings besides the odd texts, of the kind found in other fields.
const WORDS: &[&str] = &[
    "",
    "x",
    "https://harbour.example/a?b=c&d=<e>\"",
    "http://",
    "//x",
    "a b",
    "mailto:",
    "1",
    "-1",
    "2024-03-02T08:15:00Z",
    "en",
    "text/html",
    "application/xhtml+xml",
    "image/svg+xml",
    "text/plain; charset=x",
    "xmlns",
    "xml",
    "xmlns:a",
    "a:b",
    ":",
    "1a",
    "-",
    "é",
    "alternate",
    "self",
    "enclosure",
    "http://www.w3.org/2005/Atom",
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2000/xmlns/",
    "data:text/html,<script>x</script>",
    "feed",
    "entry",
    "item",
    "title",
    "_bozofeed",
    "true",
];

/// Changes some strings of a value, removes some members and repeats some items. `with_names` also changes names of elements and
/// attributes.
fn disturb(value: &mut Value, random: &mut Random, with_names: bool) {
    match value {
        Value::Array(items) => {
            for item in items.iter_mut() {
                disturb(item, random, with_names);
            }
            if random.below(4) == 0 && !items.is_empty() {
                let at = random.below(items.len());
                items.push(items[at].clone());
            }
            if random.below(8) == 0 {
                items.truncate(random.below(items.len() + 1));
            }
        }
        Value::Object(members) => {
            let has_value_of_type = members.contains_key("raw");
            let is_element = members.contains_key("prefix");
            for (name, value) in members.iter_mut() {
                // The values of numbers and dates have a fixed form.
                let is_fixed = has_value_of_type && name == "value" || name == "kind";
                let is_name = is_element && matches!(name.as_str(), "prefix" | "name" | "namespace");
                if !is_fixed && (with_names || !is_name) {
                    disturb(value, random, with_names);
                }
            }
            if random.below(3) == 0 && !members.is_empty() {
                let name = members.keys().nth(random.below(members.len())).cloned().unwrap();
                let is_needed = matches!(name.as_str(), "raw" | "value" | "media_type" | "rel");
                if !is_needed && (with_names || !is_element) {
                    members.remove(&name);
                }
            }
            let has_any_names =
                !is_element && !members.contains_key("raw") && members.values().all(Value::is_string);
            if with_names && random.below(6) == 0 && has_any_names {
                members.insert(WORDS[random.below(WORDS.len())].to_owned(), "odd".into());
            }
        }
        Value::String(text) => match random.below(6) {
            0 => WORDS[random.below(WORDS.len())].clone_into(text),
            1 => TEXTS[random.below(TEXTS.len())].1.clone_into(text),
            2 => text.push_str(TEXTS[random.below(TEXTS.len())].1),
            _ => {}
        },
        _ => {}
    }
}

/// Returns a full feed and a full entry, in JSON.
fn full() -> (Value, Value) {
    let schema = Schema::of_model();
    let specimens = specimens(&schema);
    let of = |name: &str| {
        specimens.full(&schema, &Kind::Struct(name.to_owned()), &specimens.of(name), &mut Vec::new())
    };
    (of("Feed"), of("Entry"))
}

/// Returns the number of models, which are large. `PROPTEST_CASES` specifies another one.
fn cases() -> u64 {
    u64::from(common::cases()) / 16
}

/// Keeps some members of a value, so that a case does not contain every fault at once.
fn leave_a_part(value: &mut Value, random: &mut Random) {
    if let Value::Object(members) = value {
        let most = 1 + random.below(members.len().max(1));
        while members.len() > most {
            let name = members.keys().nth(random.below(members.len())).cloned().unwrap();
            members.remove(&name);
        }
    }
}

#[test]
fn any_model_is_written_without_a_fault() {
    let (feed, entry) = full();
    let mut failures: Vec<String> = Vec::new();
    let mut written_models = 0;
    for seed in 0..cases() {
        let mut random = Random(seed);
        let (mut feed, mut entry) = (feed.clone(), entry.clone());
        // Faulty names would hide everything else.
        let with_names = seed % 4 == 0;
        disturb(&mut feed, &mut random, with_names);
        disturb(&mut entry, &mut random, with_names);
        leave_a_part(&mut feed, &mut random);
        leave_a_part(&mut entry, &mut random);
        let (Ok(feed), Ok(entry)) =
            (serde_json::from_value::<Feed>(feed), serde_json::from_value::<Entry>(entry))
        else {
            continue;
        };
        written_models += 1;
        for (format, kind) in FORMATS {
            if let Err(fault) = faults(kind, &feed, &entry) {
                failures.push(format!("{format}, seed {seed}: {fault:.1000}"));
            }
        }
    }
    assert!(written_models * 2 > cases(), "{written_models} models");
    let count = failures.len();
    failures.truncate(40);
    assert!(failures.is_empty(), "{count} are wrong:\n{}", failures.join("\n"));
}

/// Writes a feed with two entries, and reads it. Returns the problems with it.
fn faults(format: Target, feed: &Feed, entry: &Entry) -> Result<(), String> {
    let entries = vec![entry.clone(), Entry::default()];
    let (_, again) = written_and_read(format, &result(feed.clone(), entries))?;
    let mut found = Vec::new();
    script_urls("", &json!([again.feed, again.entries]), &mut found);
    if found.is_empty() { Ok(()) } else { Err(format!("script URLs: {found:?}")) }
}

/// Replaces some free texts of a value.
fn disturb_texts(value: &mut Value, random: &mut Random) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| disturb_texts(item, random)),
        Value::Object(members) if !members.contains_key("raw") && !members.contains_key("media_type") => {
            let is_element = members.contains_key("children") || members.contains_key("prefix");
            for (name, value) in members {
                if !NOT_FREE.contains(&name.as_str()) && (!is_element || name != "name") {
                    disturb_texts(value, random);
                }
            }
        }
        _ if random.below(4) == 0 => drop(replace(value, TEXTS[random.below(TEXTS.len())].1)),
        _ => {}
    }
}

/// Once read, a written model is always written in the same bytes.
#[test]
fn any_model_that_was_read_is_written_in_the_same_bytes() {
    let (feed, entry) = full();
    let mut failures: Vec<String> = Vec::new();
    for seed in 0..cases() {
        let mut random = Random(seed);
        let (mut feed, mut entry) = (feed.clone(), entry.clone());
        disturb_texts(&mut feed, &mut random);
        disturb_texts(&mut entry, &mut random);
        leave_a_part(&mut feed, &mut random);
        leave_a_part(&mut entry, &mut random);
        let feed: Feed = serde_json::from_value(feed).unwrap();
        let entry: Entry = serde_json::from_value(entry).unwrap();
        for (format, kind) in FORMATS {
            let entries = vec![entry.clone(), Entry::default()];
            let twice = written_and_read(kind, &result(feed.clone(), entries))
                .and_then(|(_, again)| written_and_read(kind, &again))
                .and_then(|(second, again)| Ok((second, written_and_read(kind, &again)?.0)));
            match twice {
                Ok((second, third)) => {
                    failures
                        .extend(difference(&second, &third).map(|at| format!("{format}, seed {seed}: {at}")));
                }
                Err(fault) => failures.push(format!("{format}, seed {seed}: {fault:.1000}")),
            }
        }
    }
    let count = failures.len();
    failures.truncate(40);
    assert!(failures.is_empty(), "{count} are wrong:\n{}", failures.join("\n"));
}
