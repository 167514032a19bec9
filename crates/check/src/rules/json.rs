//! JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>): required members, and the forms of values.

use std::borrow::Cow;
use std::ops::Range;

use super::{
    ATTRIBUTE_MISSING, DATE_IN_FUTURE, ENTRY_CONTENT_MISSING, ENTRY_ID_MISSING, ENTRY_ID_REPEATED,
    FEED_ITEMS_MISSING, FEED_TITLE_MISSING, VALUE_EMPTY, dates, html, values,
};
use crate::Rule;
use crate::fixes::{Edit, Fix, FixPlace};
use crate::ledger::Ledger;
use crate::location::{FindingFacts, FindingLocation, LocatedPart};
use crate::maps::Set;
use crate::schema::ValueForm;
use bozofeed::Timestamp;
use bozofeed::inspect::json::{JsonPart, JsonType, is_json};
use bozofeed_date::DateFormat;
use bozofeed_text::html::parsed_url::UrlParser;

rule_family! {
    MEMBER_UNKNOWN = "member-unknown", Warning, "unknown member", "Correct the name, or begin it with an underscore if it is your own.", "JSON Feed, Extensions"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "homepage_url": "https://harbour.example/", "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "home_page_url": "https://harbour.example/", "items": []}"# };
    "json/Comment"
        { Whole r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  // none yet
  "items": []
}"# => r#"{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News",
  "items": []
}"# };
    "json/DuplicateName"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "title": "News", "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/InvalidEscape"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "description": "a\q", "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "description": "a\\q", "items": []}"# };
    "json/InvalidLiteral"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "expired": True, "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "expired": true, "items": []}"# };
    "json/MissingColon"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items" []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/MissingComma"
        [fix Nothing add_comma] { Whole r#"{"version": "https://jsonfeed.org/version/1.1" "title": "News", "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/MissingValue"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "home_page_url": , "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "home_page_url": "https://harbour.example/", "items": []}"# };
    "json/MissingVersion"
        [fix Nothing add_version] { Whole r#"{"title": "News", "items": [{ "id": "12", "content_text": "Low tide" }]}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [{ "id": "12", "content_text": "Low tide" }]}"# };
    "json/SingleQuotes"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", 'items': []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/StrayComma"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [,]}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/TrailingComma"
        [fix Nothing remove_comma] { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [],}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/TrailingContent"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []} Done."# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/UnknownVersion"
        [fix Nothing correct_version] { Whole r#"{"version": "https://jsonfeed.org/version/7", "title": "News", "items": [{ "id": "12", "content_text": "Low tide" }]}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [{ "id": "12", "content_text": "Low tide" }]}"# };
    "json/UnquotedName"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", items: []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "json/WrongType"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [{ "id": 12, "content_text": "Low tide" }]}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": [{ "id": "12", "content_text": "Low tide" }]}"# };
    "value/HttpVersion"
        [fix Nothing correct_version] { Whole r#"{"version": "http://jsonfeed.org/version/1.1", "title": "News", "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
    "value/NullMember"
        { Whole r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "description": null, "items": []}"# => r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "items": []}"# };
}

const DATE: ValueForm = ValueForm::Date(DateFormat::Rfc3339);

/// Members, with the forms of strings. Other names must begin with an underscore.
type MemberForms = &'static [(&'static str, Option<ValueForm>)];

// For both versions: 1.0 has `author`, and 1.1 has `authors`.
const OF_FEED: MemberForms = &[
    ("version", None),
    ("title", Some(ValueForm::Plain)),
    ("home_page_url", Some(ValueForm::Uri)),
    ("feed_url", Some(ValueForm::Uri)),
    ("description", Some(ValueForm::Label)),
    ("user_comment", Some(ValueForm::Label)),
    ("next_url", Some(ValueForm::Uri)),
    ("icon", Some(ValueForm::Uri)),
    ("favicon", Some(ValueForm::Uri)),
    ("author", None),
    ("authors", None),
    ("language", Some(ValueForm::Language)),
    ("expired", None),
    ("hubs", None),
    ("items", None),
];
const OF_ITEM: MemberForms = &[
    ("id", Some(ValueForm::Text)),
    ("url", Some(ValueForm::Uri)),
    ("external_url", Some(ValueForm::Uri)),
    ("title", Some(ValueForm::Plain)),
    ("content_html", Some(ValueForm::Html)),
    ("content_text", Some(ValueForm::Any)),
    ("summary", Some(ValueForm::Label)),
    ("image", Some(ValueForm::Uri)),
    ("banner_image", Some(ValueForm::Uri)),
    ("date_published", Some(DATE)),
    ("date_modified", Some(DATE)),
    ("author", None),
    ("authors", None),
    ("tags", None),
    ("language", Some(ValueForm::Language)),
    ("attachments", None),
];
const OF_AUTHOR: MemberForms =
    &[("name", Some(ValueForm::Label)), ("url", Some(ValueForm::Uri)), ("avatar", Some(ValueForm::Uri))];
const OF_HUB: MemberForms = &[("type", Some(ValueForm::Text)), ("url", Some(ValueForm::Uri))];
const OF_ATTACHMENT: MemberForms = &[
    ("url", Some(ValueForm::Uri)),
    ("mime_type", Some(ValueForm::MediaType)),
    ("title", Some(ValueForm::Label)),
    ("size_in_bytes", None),
    ("duration_in_seconds", None),
];

/// The members of an object.
struct JsonObject<'a> {
    path: String,
    span: Range<usize>,
    list: Vec<(Cow<'a, str>, JsonPart<'a>)>,
}

impl<'a> JsonObject<'a> {
    fn of(value: JsonPart<'a>, path: String) -> Self {
        // Faults of the members were already reported by the parser.
        let list = value.members().collect();
        Self { path, span: value.range().start..value.range().start + 1, list }
    }

    fn get(&self, name: &str) -> Option<JsonPart<'a>> {
        self.list.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

/// Checks a JSON Feed. Other JSON documents, and documents that are not JSON, have no findings.
pub(crate) fn check(text: &str, now: Timestamp, urls: &UrlParser, ledger: &mut Ledger) {
    if !is_json(text) {
        return;
    }
    let Some(document) = JsonPart::of(text).filter(|document| document.kind() == JsonType::Object) else {
        return;
    };
    let feed = JsonObject::of(document, "$".to_owned());
    let mut checker = JsonChecker { now, ledger, ids: Set::new(), urls };
    checker.require(&feed, "title", &FEED_TITLE_MISSING);
    checker.require(&feed, "items", &FEED_ITEMS_MISSING);
    checker.check_members(&feed, OF_FEED);
    checker.check_parts(&feed, "authors", OF_AUTHOR, &[]);
    checker.check_parts(&feed, "hubs", OF_HUB, &["type", "url"]);
    let Some(items) = feed.get("items") else { return };
    for (index, item) in items.elements().enumerate() {
        if item.kind() == JsonType::Object {
            checker.check_item(&JsonObject::of(item, format!("$.items[{index}]")));
        }
    }
}

struct JsonChecker<'l> {
    now: Timestamp,
    ledger: &'l mut Ledger,
    ids: Set<String>,
    urls: &'l UrlParser,
}

impl JsonChecker<'_> {
    fn require(&mut self, object: &JsonObject<'_>, name: &str, rule: &'static Rule) {
        if object.get(name).is_none() {
            self.ledger.add(rule, object.span.clone(), || object.path.clone(), name);
        }
    }

    fn check_item(&mut self, item: &JsonObject<'_>) {
        self.require(item, "id", &ENTRY_ID_MISSING);
        // An item has at least one of the two.
        if item.get("content_html").is_none() && item.get("content_text").is_none() {
            self.require(item, "content_html", &ENTRY_CONTENT_MISSING);
        }
        self.check_members(item, OF_ITEM);
        if let Some(id) = item.get("id") {
            let text = id.text();
            if !self.ids.insert(text.clone().into_owned()) {
                let span = id.range();
                self.ledger.add(&ENTRY_ID_REPEATED, span, || format!("{}.id", item.path), &text);
            }
        }
        self.check_parts(item, "authors", OF_AUTHOR, &[]);
        self.check_parts(item, "attachments", OF_ATTACHMENT, &["url", "mime_type"]);
    }

    /// Checks the objects in a list.
    fn check_parts(&mut self, object: &JsonObject<'_>, list: &str, known: MemberForms, required: &[&str]) {
        let Some(parts) = object.get(list).filter(|parts| parts.kind() == JsonType::Array) else { return };
        for (index, part) in parts.elements().enumerate() {
            if part.kind() == JsonType::Object {
                let part = JsonObject::of(part, format!("{}.{list}[{index}]", object.path));
                for name in required {
                    self.require(&part, name, &ATTRIBUTE_MISSING);
                }
                self.check_members(&part, known);
            }
        }
    }

    fn check_members(&mut self, object: &JsonObject<'_>, known: MemberForms) {
        for (name, value) in &object.list {
            let row = known.iter().find(|(known, _)| known == name);
            if row.is_none() && !name.starts_with('_') {
                let span = value.range();
                self.ledger.add(&MEMBER_UNKNOWN, span, || format!("{}.{name}", object.path), name);
            }
            // Values of another type are faults of the parser (`json/WrongType`).
            let form = row.and_then(|(_, form)| *form);
            let Some(form) = form.filter(|_| value.kind() == JsonType::String) else { continue };
            let text = value.text();
            let span = value.range();
            let path = || format!("{}.{name}", object.path);
            let trimmed = text.trim();
            if trimmed.is_empty() {
                if !matches!(form, ValueForm::Any | ValueForm::Html | ValueForm::Label) {
                    self.ledger.add(&VALUE_EMPTY, span, path, "");
                }
                continue;
            }
            if let Some(rule) = values::broken_rule(form, trimmed, self.urls) {
                self.ledger.note_value(span.start);
                let location =
                    FindingLocation { span: span.clone(), part: LocatedPart::Json(object.span.start) };
                let facts = || FindingFacts { form: Some(form), ..FindingFacts::default() };
                self.ledger.add_about(rule, location, facts, path, trimmed);
            }
            if form == DATE && dates::is_in_future(trimmed, self.now) {
                self.ledger.add(&DATE_IN_FUTURE, span.clone(), path, trimmed);
            }
            if form == ValueForm::Html {
                html::scan(&text, false, |finding| {
                    html::add_in_markup(self.ledger, finding.rule, span.clone(), path, &finding.value);
                });
            }
        }
    }
}

/// The version of JSON Feed.
const VERSION: &str = "https://jsonfeed.org/version/1.1";

/// Removes the comma at the place.
fn remove_comma(place: &FixPlace<'_>) -> Option<Fix> {
    let comma = place.literal(",")?;
    Some(Fix::safe("remove the comma", vec![Edit::remove(&comma)]))
}

/// Adds a comma after the value before the place.
fn add_comma(place: &FixPlace<'_>) -> Option<Fix> {
    let before = place.before();
    let blank = before.get(before.trim_end().len()..)?;
    let ends_value =
        before.trim_end().ends_with(|c: char| matches!(c, '"' | '}' | ']') || c.is_ascii_alphanumeric());
    let end = place.literal_before(blank)?.start();
    ends_value.then(|| Fix::safe("add a comma", vec![Edit::replace(&end, ",")]))
}

/// Adds the version, before the other members.
fn add_version(place: &FixPlace<'_>) -> Option<Fix> {
    let start = place.literal("{")?.end();
    let after = place.rest().get(1..)?;
    let space = after.get(..after.len() - after.trim_start().len())?;
    let text = format!("{space}\"version\": \"{VERSION}\",");
    Some(Fix::safe(format!("add \"version\": \"{VERSION}\""), vec![Edit::replace(&start, text)]))
}

/// Writes the intended version.
fn correct_version(place: &FixPlace<'_>) -> Option<Fix> {
    let rest = place.rest();
    let length = rest.strip_prefix('"')?.find('"')?;
    let written = rest.get(1..=length)?;
    // Version 1.0 of JSON Feed is written `/1`.
    let meant = if written.trim_end_matches('/').ends_with("/1") {
        "https://jsonfeed.org/version/1"
    } else {
        VERSION
    };
    let value = place.literal(rest.get(..length + 2)?)?;
    Some(Fix::safe(format!("write `{meant}`"), vec![Edit::replace(&value, format!("\"{meant}\""))]))
}
