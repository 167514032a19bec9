//! The tables in the guide to writing: where each format keeps each field of the model, and the parts that are not kept.
//!
//! They are derived from behavior. A feed or an entry with little else is written with and without the field, and the names of the
//! new parts of the document show where the format keeps it. Then the document is read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use bozofeed::model::{Entry, Feed};
use bozofeed::write::Target;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use serde_json::{Map, Value, json};

use super::kept::fields;
use super::schema::{Kind, Schema};
use super::{Exception, FORMATS, matches, result, written_and_read};
use crate::common::repository;
use crate::leaves::compare;

const PAGE: &str = "src/docs/writing.md";

const FEED_PAGE: &str = "https://quay.example/";
const ENTRY_PAGE: &str = "https://quay.example/berth";

/// The prefix of the names of elements in the extension object of JSON Feed.
const OBJECT: &str = "_bozofeed: ";

/// Additional values of fields: some have several places, and the value of a fixture may be unreadable. The owner (or both), the
/// path of the field, and the value in JSON.
const FURTHER: &[(&str, &str, &str)] = &[
    ("feed entry", "authors", r#"[{"name": "Jo"}]"#),
    ("feed entry", "authors", r#"[{"name": "Jo", "email": "jo@quay.example"}]"#),
    ("feed entry", "authors", r#"[{"name": "Jo", "uri": "https://jo.example/"}]"#),
    (
        "feed entry",
        "geometries",
        r#"[{"value": {"kind": "point", "positions": [{"latitude": 51, "longitude": 3}]}}]"#,
    ),
    (
        "feed",
        "links",
        r#"[{"rel": "next", "href": "https://quay.example/feed2.json", "media_type": "application/feed+json"}]"#,
    ),
    ("feed", "google_play.explicit", r#"{"raw": "yes", "value": true}"#),
    ("feed", "open_search.items_per_page", r#"{"raw": "10", "value": 10}"#),
    ("feed entry", "links", r#"[{"rel": "alternate", "href": "https://quay.example/2"}]"#),
    (
        "feed entry",
        "links",
        r#"[{"rel": "enclosure", "href": "https://quay.example/a.mp3", "media_type": "audio/mpeg"}]"#,
    ),
    ("feed", "links", r#"[{"rel": "self", "href": "https://quay.example/feed.xml"}]"#),
    ("feed", "links", r#"[{"rel": "hub", "href": "https://hub.example/"}]"#),
    ("feed", "links", r#"[{"rel": "next", "href": "https://quay.example/feed2.xml"}]"#),
    ("entry", "links", r#"[{"rel": "related", "href": "https://pier.example/"}]"#),
    ("feed", "image", r#"{"href": "https://quay.example/i.png", "link": "https://quay.example/"}"#),
    ("feed entry", "image", r#"{"title": {"value": "Quay", "media_type": "text/plain"}}"#),
    ("feed", "generator", r#"{"name": "Quill"}"#),
    ("feed entry", "content", r#"[{"value": "A", "media_type": "text/plain"}]"#),
    ("feed entry", "content", r#"[{"value": "<p>A</p>", "media_type": "text/html"}]"#),
    (
        "entry",
        "source",
        r#"{"title": {"value": "Pier", "media_type": "text/plain"}, "href": "https://pier.example/feed"}"#,
    ),
    ("feed entry", "tags", r#"[{"term": "a"}]"#),
    ("feed entry", "tags", r#"[{"term": "a", "scheme": "https://quay.example/tags"}]"#),
    ("feed entry", "tags", r#"[{"term": "a", "label": "A"}]"#),
];

/// Elements unknown to all vocabularies.
const EXTENSIONS: &str =
    r#"[{"prefix": "x", "name": "place", "namespace": "https://quay.example/ns", "text": "Ghent"}]"#;

/// The reasons why parts of fields are not kept. There may be several paths. The first row for a format is used.
const EXCEPTIONS: &[Exception] = &[
    (
        "rss",
        "*.updated.raw *.published.raw",
        "A date is written in the form that the element requires. Its value is the same.",
    ),
    (
        "atom rss json",
        "*.contributors.raw",
        "A person is written by name and address, not by the text in which they were found.",
    ),
    (
        "atom rss",
        "feed.authors.extensions.*",
        "An author of JSON Feed may have members of any name; XML has no elements for them.",
    ),
    ("atom rss json", "*.owner.extensions.*", "The owner of a podcast is written by name and address."),
    (
        "rss",
        "*.rights.media_type *.content.media_type",
        "RSS has no XHTML, which becomes HTML. `content:encoded` is always HTML: plain text becomes HTML that shows it.",
    ),
    (
        "rss",
        "*.title.value *.title.media_type *.rights.value",
        "Plain text in which HTML has a tag is written as HTML that shows it, since readers of RSS may take it for HTML.",
    ),
    ("atom rss", "*.links.duration.*", "Links of XML have no duration."),
    ("json", "*.links.*", "Links that a member holds come in another order."),
    ("json", "entry.banner_image.*", "The member is a URL alone."),
    ("atom rss json", "*.media.*.scope.*", "Texts of Media RSS are written without a language of their own."),
    (
        "atom rss json",
        "*.scope.base",
        "References are resolved against it, and no base is written: it may be the address from which the feed was read.",
    ),
    ("atom rss json", "*.tags.parent", "Only categories of iTunes have subcategories."),
    (
        "atom rss json",
        "*.raw",
        "What should be a number, a date or one of some words, and is not, is left out.",
    ),
];

/// A field of the model with a specimen of its value.
struct Field {
    /// `feed` or `entry`.
    owner: &'static str,
    /// The vocabulary field that contains it, or empty for a field of the feed or entry itself.
    vocabulary: String,
    /// Its name, prefixed with the name of the field around it, if any.
    name: String,
    values: Vec<Value>,
}

impl Field {
    /// Returns the path of the value in a feed or an entry.
    fn path(&self) -> Vec<&str> {
        self.vocabulary.split('.').chain(self.name.split('.')).filter(|name| !name.is_empty()).collect()
    }

    fn get<'v>(&self, mut value: &'v Value) -> &'v Value {
        for name in self.path() {
            value = value.get(name).unwrap_or(&Value::Null);
        }
        value
    }
}

/// Returns the fields of feeds and entries, with each field of a vocabulary separately.
fn all_fields() -> Vec<Field> {
    let schema = Schema::of_model();
    let mut all = Vec::new();
    let mut add = |owner: &'static str, vocabulary: &str, name: String, value| {
        let mut values =
            if name == "extensions" { vec![serde_json::from_str(EXTENSIONS).unwrap()] } else { vec![value] };
        let path = if vocabulary.is_empty() { name.clone() } else { format!("{vocabulary}.{name}") };
        let further = FURTHER.iter().filter(|(owners, field, _)| *field == path && owners.contains(owner));
        values.extend(further.map(|(_, _, value)| serde_json::from_str::<Value>(value).unwrap()));
        if name == "links" {
            // The page is among the links.
            for list in values.iter_mut().filter_map(Value::as_array_mut) {
                let page = if owner == "feed" { FEED_PAGE } else { ENTRY_PAGE };
                list.insert(0, json!({ "rel": "alternate", "href": page }));
            }
        }
        all.push(Field { owner, vocabulary: vocabulary.to_owned(), name, values });
    };
    for (owner, name, value) in fields() {
        let of_owner = schema.fields(if owner == "feed" { "Feed" } else { "Entry" });
        match (&of_owner[&name], value) {
            (Kind::Struct(of_module), Value::Object(members)) if of_module.contains("::") => {
                for (field, value) in members {
                    match value {
                        // Each detail of Media RSS has a separate element.
                        Value::Object(details) if field == "details" => {
                            for (detail, value) in details {
                                add(owner, &name, format!("{field}.{detail}"), value);
                            }
                        }
                        value => add(owner, &name, field, value),
                    }
                }
            }
            (_, value) => add(owner, "", name, value),
        }
    }
    all
}

/// Returns a feed with an entry, with this field and everything that a format requires.
fn model_with(field: Option<(&Field, &Value)>) -> (Feed, Entry) {
    let date = |raw: &str| json!({ "raw": raw, "value": raw, "offset": 0 });
    let common = |id: &str, title: &str, link: &str| {
        json!({
            "id": id,
            "title": { "value": title, "media_type": "text/plain" },
            "link": link,
            "updated": date("2026-01-02T03:00:00Z"),
        })
    };
    let mut feed = common("https://quay.example/feed", "Quay", FEED_PAGE);
    feed["authors"] = json!([{ "name": "Bo Quay", "email": "bo@quay.example" }]);
    let mut entry = common("https://quay.example/1", "Berth", ENTRY_PAGE);
    if let Some((field, value)) = field {
        let mut at = if field.owner == "feed" { &mut feed } else { &mut entry };
        for name in field.path() {
            at = &mut at[name];
        }
        *at = value.clone();
    }
    (serde_json::from_value(feed).unwrap(), serde_json::from_value(entry).unwrap())
}

/// A place in a document, with the value there.
type Place = (Vec<String>, String);

/// Returns the places of a document, without the elements around the content of feeds and entries.
fn places(document: &[u8]) -> Vec<Place> {
    let text = std::str::from_utf8(document).unwrap();
    let mut places = Vec::new();
    if text.starts_with('{') {
        let value: Value = serde_json::from_str(text).unwrap();
        members(&value, &mut Vec::new(), &mut places);
    } else {
        elements(text, &mut places);
    }
    places
}

fn members(value: &Value, path: &mut Vec<String>, places: &mut Vec<Place>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| members(item, path, places)),
        Value::Object(object) => {
            for (name, value) in object {
                match (name.as_str(), value) {
                    ("_bozofeed", Value::Object(object)) => {
                        for (name, value) in object {
                            if name == "elements" {
                                object_elements(value, path, places);
                            }
                        }
                    }
                    _ if name == "items" && path.is_empty() => members(value, path, places),
                    _ => {
                        path.push(name.clone());
                        members(value, path, places);
                        path.pop();
                    }
                }
            }
        }
        value => places.push((path.clone(), value.to_string())),
    }
}

/// Adds the elements of the extension object.
fn object_elements(elements: &Value, path: &[String], places: &mut Vec<Place>) {
    for element in elements.as_array().into_iter().flatten() {
        let name = element["name"].as_str().unwrap_or_default();
        let mut path = path.to_vec();
        path.push(if path.is_empty() { format!("{OBJECT}{name}") } else { name.to_owned() });
        let none = Map::new();
        let attributes = element["attributes"].as_object().unwrap_or(&none);
        for (name, value) in attributes.iter().filter(|(name, _)| !name.starts_with("xmlns")) {
            let mut path = path.clone();
            path.push(format!("@{name}"));
            places.push((path, value.to_string()));
        }
        let is_empty = attributes.is_empty() && element["children"].is_null();
        if !element["text"].is_null() || is_empty {
            places.push((path.clone(), element["text"].to_string()));
        }
        object_elements(&element["children"], &path, places);
    }
}

fn elements(text: &str, places: &mut Vec<Place>) {
    const AROUND: [&str; 5] = ["feed", "entry", "rss", "channel", "item"];
    let mut reader = Reader::from_str(text);
    let mut open: Vec<(String, String, bool)> = Vec::new();
    let path = |open: &[(String, String, bool)]| {
        let names = open.iter().enumerate().map(|(depth, (name, ..))| (depth, name.clone()));
        let names = names.filter(|(depth, name)| *depth > 2 || !AROUND.contains(&name.as_str()));
        names.map(|(_, name)| name).collect::<Vec<_>>()
    };
    let start = |tag: &BytesStart<'_>, open: &mut Vec<(String, String, bool)>, places: &mut Vec<Place>| {
        if let Some((.., is_empty)) = open.last_mut() {
            *is_empty = false;
        }
        open.push((tag.name().as_ref().to_owned(), String::new(), true));
        for attribute in tag.attributes().map(Result::unwrap) {
            let name = attribute.key.as_ref();
            if !name.starts_with("xmlns") {
                let mut path = path(open);
                path.push(format!("@{name}"));
                places.push((path, attribute.value.to_string()));
                open.last_mut().unwrap().2 = false;
            }
        }
    };
    let end = |open: &mut Vec<(String, String, bool)>, places: &mut Vec<Place>| {
        let path = path(open);
        let Some((_, text, is_empty)) = open.pop() else { return };
        if !path.is_empty() && (is_empty || !text.trim().is_empty()) {
            places.push((path, text));
        }
    };
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => start(&tag, &mut open, places),
            Event::Empty(tag) => {
                start(&tag, &mut open, places);
                end(&mut open, places);
            }
            Event::End(_) => end(&mut open, places),
            Event::Text(text) => open.last_mut().into_iter().for_each(|(_, known, _)| known.push_str(&text)),
            Event::GeneralRef(reference) => {
                open.last_mut().into_iter().for_each(|(_, known, _)| known.push_str(&reference));
            }
            Event::Eof => return,
            _ => {}
        }
    }
}

/// Returns the names of places. Places inside a common element are represented by that element, unless it is the document itself.
fn names(places: &[Place]) -> Vec<String> {
    let mut of_top: Vec<(&str, Vec<String>)> = Vec::new();
    for (path, _) in places {
        let Some(top) = path.first() else { continue };
        match of_top.iter_mut().find(|(known, _)| known == top) {
            Some((_, common)) => {
                let same = common.iter().zip(path).take_while(|(one, other)| one == other).count();
                common.truncate(same);
            }
            None => of_top.push((top, path.clone())),
        }
    }
    // The elements of markup are the text.
    let name =
        |path: Vec<String>| path.into_iter().take_while(|name| name != "div").collect::<Vec<_>>().join("/");
    of_top.into_iter().map(|(_, path)| name(path)).collect()
}

/// Returns the places in one document that are missing in another.
fn added(before: &[Place], after: &[Place]) -> Vec<Place> {
    let mut before = before.to_vec();
    let is_new = |place: &&Place| match before.iter().position(|known| known == *place) {
        Some(at) => {
            before.swap_remove(at);
            false
        }
        None => true,
    };
    after.iter().filter(is_new).cloned().collect()
}

/// The result of writing and reading a field.
#[derive(Default)]
struct Outcome {
    names: Vec<String>,
    /// The parts that have changed.
    changed: BTreeSet<String>,
    is_kept: bool,
    /// The fields as which it is read.
    read_as: BTreeSet<String>,
}

impl Outcome {
    fn of(format: Target, field: &Field) -> Self {
        let mut all = Self::default();
        for value in &field.values {
            all.add(format, field, value);
        }
        all
    }

    fn add(&mut self, format: Target, field: &Field, value: &Value) {
        let write = |value: Option<&Value>| {
            let (feed, entry) = model_with(value.map(|value| (field, value)));
            let owner = |feed: &Feed, entry: &Entry| {
                if field.owner == "feed" { json!(feed) } else { json!(entry) }
            };
            let expected = owner(&feed, &entry);
            let (document, again) = written_and_read(format, &result(feed, vec![entry])).unwrap();
            (places(&document), expected, owner(&again.feed, &again.entries[0]))
        };
        let (before, _, base) = write(None);
        let (after, expected, found) = write(Some(value));
        let (expected, value) = (field.get(&expected), field.get(&found));
        let mut places = added(&before, &after);
        if places.is_empty() {
            // A missing element may represent the value.
            places = added(&after, &before);
        }
        for name in names(&places) {
            let is_within = |inner: &str, outer: &str| {
                inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            if !self.names.iter().any(|known| is_within(&name, known)) {
                self.names.retain(|known| !is_within(known, &name));
                self.names.push(name);
            }
        }
        let is_lost = value.is_null() || value == field.get(&base) && value != expected;
        if !is_lost && !places.is_empty() {
            self.is_kept = true;
        } else if !places.is_empty() {
            let top = field.path().first().copied().unwrap_or_default();
            let others = found.as_object().into_iter().flatten();
            let read_as =
                others.filter(|(name, value)| base.get(name.as_str()) != Some(value) && *name != top);
            self.read_as.extend(read_as.map(|(name, _)| name.clone()));
        }
        let changed = compare(expected, value).differences.into_iter();
        self.changed.extend(
            changed.filter(|difference| difference.expected.is_some()).map(|difference| difference.path),
        );
    }

    /// Returns the names as a cell of a table.
    fn cell(&self) -> String {
        if !self.is_kept && self.read_as.is_empty() {
            return "–".to_owned();
        }
        let (of_object, of_format): (Vec<_>, Vec<_>) =
            self.names.iter().partition(|name| name.starts_with(OBJECT));
        let mut cell = list(of_format.into_iter());
        if !of_object.is_empty() {
            let separator = if cell.is_empty() { "" } else { "; " };
            let names = list(of_object.iter().filter_map(|name| name.strip_prefix(OBJECT)));
            let _ = write!(cell, "{separator}`_bozofeed`: {names}");
        }
        if !self.is_kept {
            let _ = write!(cell, " (read as {})", list(self.read_as.iter()));
        }
        cell
    }
}

fn list(names: impl Iterator<Item = impl AsRef<str>>) -> String {
    names.map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>().join(", ")
}

/// The row of a field: its name, its owner, and the cells of the formats.
type Row = (String, &'static str, [String; 3]);

/// Returns the tables, and the parts of fields that are not kept: the formats for each path.
fn tables() -> (String, BTreeMap<String, BTreeSet<&'static str>>) {
    let mut exceptions: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
    let mut tables: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for field in all_fields() {
        let cells = FORMATS.map(|(name, format)| {
            let outcome = Outcome::of(format, &field);
            let cell = outcome.cell();
            if outcome.is_kept {
                for part in &outcome.changed {
                    let path = [&[field.owner], &*field.path()].concat().join(".");
                    let path = if part.is_empty() { path } else { format!("{path}.{part}") };
                    exceptions.entry(path).or_default().insert(name);
                }
            }
            cell
        });
        let heading =
            if field.vocabulary.is_empty() { format!("of {}", field.owner) } else { field.vocabulary };
        tables.entry(heading).or_default().push((field.name, field.owner, cells));
    }
    let mut text = String::new();
    for (owner, heading) in [("feed", "Feeds"), ("entry", "Entries")] {
        let _ =
            writeln!(text, "\n## {heading}\n\n| field | Atom | RSS | JSON Feed |\n| --- | --- | --- | --- |");
        for (name, _, [atom, rss, json]) in tables.remove(&format!("of {owner}")).unwrap_or_default() {
            let _ = writeln!(text, "| `{name}` | {atom} | {rss} | {json} |");
        }
    }
    for (vocabulary, mut rows) in tables {
        let _ = writeln!(text, "\n## `{vocabulary}`\n\n| field | element |\n| --- | --- |");
        rows.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        rows.dedup_by(|(one, _, cells), (other, _, known)| one == other && cells == known);
        for (name, owner, cells) in &rows {
            let is_alone = rows.iter().filter(|(other, ..)| other == name).count() == 1;
            let of_owner = if is_alone { String::new() } else { format!(" of the {owner}") };
            let [atom, rss, json] = cells;
            let in_object = json.strip_prefix("`_bozofeed`: ");
            let cell = match () {
                () if atom == rss && in_object.unwrap_or(json) == atom => atom.clone(),
                () if atom == rss => format!("{atom}; JSON Feed: {json}"),
                () => format!("Atom: {atom}; RSS: {rss}; JSON Feed: {json}"),
            };
            let _ = writeln!(text, "| `{name}`{of_owner} | {cell} |");
        }
    }
    (text, exceptions)
}

/// Returns the table of the parts that are not kept, and the problems with the reasons.
fn exceptions_table(exceptions: &BTreeMap<String, BTreeSet<&'static str>>) -> (String, Vec<String>) {
    // Feeds and entries inside fields are treated like any other.
    let is_nested = |path: &str| ["entry.source.", ".live_items."].iter().any(|outer| path.contains(outer));
    let mut is_needed = [false; EXCEPTIONS.len()];
    let mut wrong = Vec::new();
    for (path, formats) in exceptions.iter().filter(|(path, _)| !is_nested(path)) {
        for format in formats {
            let is_of = |(formats, paths, _): &Exception| {
                formats.split(' ').any(|known| known == *format)
                    && paths.split(' ').any(|pattern| matches(path, pattern))
            };
            match EXCEPTIONS.iter().position(is_of) {
                Some(at) => is_needed[at] = true,
                None => wrong.push(format!("{format} does not keep {path}, and there is no reason")),
            }
        }
    }
    let mut text = String::from("\n| part | not kept in | reason |\n| --- | --- | --- |\n");
    for ((formats, paths, reason), is_needed) in EXCEPTIONS.iter().zip(is_needed) {
        if !is_needed {
            wrong.push(format!("{formats} {paths} is not an exception"));
        }
        let paths: Vec<_> =
            paths.split(' ').map(|path| path.trim_start_matches("*.").replace(".*", "…")).collect();
        let formats = formats
            .replace(' ', ", ")
            .replace("atom", "Atom")
            .replace("rss", "RSS")
            .replace("json", "JSON Feed");
        let _ = writeln!(text, "| {} | {formats} | {reason} |", list(paths.iter()));
    }
    (text, wrong)
}

/// Replaces the text between two comments of a page.
fn replaced(page: &str, name: &str, table: &str) -> String {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("\n<!-- end of {name} -->"));
    let (before, rest) = page.split_once(&start).unwrap_or_else(|| panic!("{PAGE} has no {start}"));
    let (_, after) = rest.split_once(&end).unwrap_or_else(|| panic!("{PAGE} has no {end}"));
    format!("{before}{start}{table}{end}{after}")
}

/// The variable `UPDATE_DOCS` makes the test write the page.
#[test]
fn the_documentation_says_where_each_field_is_kept() {
    let (tables, exceptions) = tables();
    let (parts, mut wrong) = exceptions_table(&exceptions);
    let path = repository().join(PAGE);
    let before = std::fs::read_to_string(&path).unwrap();
    let after = replaced(&replaced(&before, "fields", &tables), "parts", &parts);
    if after != before && std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &after).unwrap();
    }
    let (old, new): (BTreeSet<_>, BTreeSet<_>) = (before.lines().collect(), after.lines().collect());
    wrong.extend(old.difference(&new).map(|line| format!("- {line}")));
    wrong.extend(new.difference(&old).map(|line| format!("+ {line}")));
    if after != before {
        wrong.push(format!("{PAGE} differs; run this test with UPDATE_DOCS=1 and read the difference"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
