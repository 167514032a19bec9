//! JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>): required members, and the forms of values.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use super::{
    ATTRIBUTE_MISSING, DATE_IN_FUTURE, ENTRY_CONTENT_MISSING, ENTRY_ID_MISSING, ENTRY_ID_REPEATED,
    FEED_ITEMS_MISSING, FEED_TITLE_MISSING, VALUE_EMPTY, dates, html, values,
};
use crate::check::Rule;
use crate::check::fixes::{About, Edit, Facts, Fix, Place, Spot};
use crate::check::ledger::Ledger;
use crate::check::schema::ValueForm;
use crate::date::Timestamp;
use crate::date::format::DateFormat;
use crate::diagnostics::{Diagnostics, JsonType};
use crate::html::parsed_url::UrlParser;
use crate::json_feed::{JsonNode, is_json};
use crate::maps::Set;
use crate::vocabulary::TextField;
use crate::vocabulary::json_feed::{FEED, ITEM, JsonMember};

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

/// Returns the form of a member that is a string; `None` for the others.
fn form_of(member: JsonMember) -> Option<ValueForm> {
    Some(match member {
        JsonMember::Language => ValueForm::Language,
        JsonMember::Id => ValueForm::Text,
        JsonMember::Text(TextField::Title, _) => ValueForm::Plain,
        JsonMember::Text(_, "text/html") => ValueForm::Html,
        JsonMember::Text(TextField::Content, _) => ValueForm::Any,
        JsonMember::Text(..) => ValueForm::Label,
        JsonMember::Date(_) => DATE,
        JsonMember::Link(..) | JsonMember::Uri(_) | JsonMember::Image | JsonMember::BannerImage => {
            ValueForm::Uri
        }
        JsonMember::Links(_)
        | JsonMember::Expired
        | JsonMember::Authors
        | JsonMember::Tags
        | JsonMember::Elements
        | JsonMember::Items => return None,
    })
}

/// Returns the form of a member that has a row.
fn form_in(rows: &[(&str, JsonMember)], name: &str) -> Option<ValueForm> {
    rows.iter().find(|(known, _)| *known == name).and_then(|(_, member)| form_of(*member))
}

/// Returns the form of a member of an author, a hub or an attachment.
fn form_in_part(name: &str) -> Option<ValueForm> {
    match name {
        "url" | "avatar" => Some(ValueForm::Uri),
        "mime_type" => Some(ValueForm::MediaType),
        "name" | "title" => Some(ValueForm::Label),
        "type" => Some(ValueForm::Text),
        _ => None,
    }
}

/// The names of members. Custom members begin with an underscore.
// Both versions: 1.0 has `author`, and 1.1 has `authors`.
const OF_FEED: &[&str] = &[
    "version", "title", "home_page_url", "feed_url", "description", "user_comment", "next_url", "icon",
    "favicon", "author", "authors", "language", "expired", "hubs", "items",
];
const OF_ITEM: &[&str] = &[
    "id", "url", "external_url", "title", "content_html", "content_text", "summary", "image", "banner_image",
    "date_published", "date_modified", "author", "authors", "tags", "language", "attachments",
];
const OF_AUTHOR: &[&str] = &["name", "url", "avatar"];
const OF_HUB: &[&str] = &["type", "url"];
const OF_ATTACHMENT: &[&str] = &["url", "mime_type", "title", "size_in_bytes", "duration_in_seconds"];

/// The members of an object.
struct JsonObject<'a> {
    path: String,
    span: Range<usize>,
    list: Vec<(Cow<'a, str>, JsonNode<'a>)>,
}

impl<'a> JsonObject<'a> {
    fn of(value: JsonNode<'a>, path: String) -> Self {
        // The parser has reported the faults of the members.
        let list = value.members(&mut Diagnostics::default());
        Self { path, span: value.offset..value.offset + 1, list }
    }

    fn get(&self, name: &str) -> Option<JsonNode<'a>> {
        self.list.iter().rev().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

/// Checks a JSON Feed. Other documents, and those that are not JSON, have no findings.
pub(in crate::check) fn check(text: &str, now: Timestamp, ledger: &mut Ledger) {
    if !is_json(text) {
        return;
    }
    let Some(document) = JsonNode::of(text).filter(|document| document.kind() == JsonType::Object) else {
        return;
    };
    let feed = JsonObject::of(document, "$".to_owned());
    let mut checker = JsonChecker { now, ledger, ids: Set::new(), urls: UrlParser::new() };
    checker.require(&feed, "title", &FEED_TITLE_MISSING);
    checker.require(&feed, "items", &FEED_ITEMS_MISSING);
    checker.check_members(&feed, OF_FEED, |name| form_in(FEED, name));
    checker.check_parts(&feed, "authors", OF_AUTHOR, &[]);
    checker.check_parts(&feed, "hubs", OF_HUB, OF_HUB);
    let Some(items) = feed.get("items") else { return };
    items.elements(|index, item| {
        if item.kind() == JsonType::Object {
            checker.check_item(&JsonObject::of(item, format!("$.items[{index}]")));
        }
        ControlFlow::Continue(())
    });
}

struct JsonChecker<'l> {
    now: Timestamp,
    ledger: &'l mut Ledger,
    ids: Set<String>,
    urls: UrlParser,
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
        self.check_members(item, OF_ITEM, |name| form_in(ITEM, name));
        if let Some(id) = item.get("id") {
            let text = id.text(&mut Diagnostics::default());
            if !self.ids.insert(text.clone().into_owned()) {
                let span = id.offset..id.offset + id.raw.len();
                self.ledger.add(&ENTRY_ID_REPEATED, span, || format!("{}.id", item.path), &text);
            }
        }
        self.check_parts(item, "authors", OF_AUTHOR, &[]);
        self.check_parts(item, "attachments", OF_ATTACHMENT, &["url", "mime_type"]);
    }

    /// Checks the objects in a list.
    fn check_parts(&mut self, object: &JsonObject<'_>, list: &str, known: &[&str], required: &[&str]) {
        let Some(parts) = object.get(list).filter(|parts| parts.kind() == JsonType::Array) else { return };
        parts.elements(|index, part| {
            if part.kind() == JsonType::Object {
                let part = JsonObject::of(part, format!("{}.{list}[{index}]", object.path));
                for name in required {
                    self.require(&part, name, &ATTRIBUTE_MISSING);
                }
                self.check_members(&part, known, form_in_part);
            }
            ControlFlow::Continue(())
        });
    }

    fn check_members(
        &mut self,
        object: &JsonObject<'_>,
        known: &[&str],
        form_of: impl Fn(&str) -> Option<ValueForm>,
    ) {
        for (name, value) in &object.list {
            if !known.contains(&&**name) && !name.starts_with('_') {
                let span = value.offset..value.offset + value.raw.len();
                self.ledger.add(&MEMBER_UNKNOWN, span, || format!("{}.{name}", object.path), name);
            }
            // Values of another type are faults of the parser (`json/WrongType`).
            let Some(form) = form_of(name).filter(|_| value.kind() == JsonType::String) else { continue };
            let text = value.text(&mut Diagnostics::default());
            let span = value.offset..value.offset + value.raw.len();
            let path = || format!("{}.{name}", object.path);
            let trimmed = text.trim();
            if trimmed.is_empty() {
                if !matches!(form, ValueForm::Any | ValueForm::Html | ValueForm::Label) {
                    self.ledger.add(&VALUE_EMPTY, span, path, "");
                }
                continue;
            }
            if let Some(rule) = values::broken_rule(form, trimmed, &self.urls) {
                self.ledger.note_value(value.offset);
                let spot = Spot { span: span.clone(), about: About::Json(object.span.start) };
                let facts = || Facts { form: Some(form), ..Facts::default() };
                self.ledger.add_about(rule, spot, facts, path, trimmed);
            }
            if form == DATE && dates::is_in_future(trimmed, self.now) {
                self.ledger.add(&DATE_IN_FUTURE, span.clone(), path, trimmed);
            }
            if form == ValueForm::Html {
                html::scan(&text, false, |finding| {
                    self.ledger.add_once(finding.rule, span.clone(), path, &finding.value);
                });
            }
        }
    }
}

/// The version of JSON Feed.
const VERSION: &str = "https://jsonfeed.org/version/1.1";

/// Removes the comma at the place.
fn remove_comma(place: &Place<'_>) -> Option<Fix> {
    let comma = place.literal(",")?;
    Some(Fix::safe("remove the comma", vec![Edit::remove(&comma)]))
}

/// Adds a comma after the value before the place.
fn add_comma(place: &Place<'_>) -> Option<Fix> {
    let before = place.before();
    let blank = before.get(before.trim_end().len()..)?;
    let ends_value =
        before.trim_end().ends_with(|c: char| matches!(c, '"' | '}' | ']') || c.is_ascii_alphanumeric());
    let end = place.literal_before(blank)?.start();
    ends_value.then(|| Fix::safe("add a comma", vec![Edit::replace(&end, ",")]))
}

/// Adds the version, before the other members.
fn add_version(place: &Place<'_>) -> Option<Fix> {
    let start = place.literal("{")?.end();
    let after = place.rest().get(1..)?;
    let space = after.get(..after.len() - after.trim_start().len())?;
    let text = format!("{space}\"version\": \"{VERSION}\",");
    Some(Fix::safe(format!("add \"version\": \"{VERSION}\""), vec![Edit::replace(&start, text)]))
}

/// Writes the version that is meant.
fn correct_version(place: &Place<'_>) -> Option<Fix> {
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
