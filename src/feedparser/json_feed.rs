//! JSON Feed, which Universal Feed Parser does not read: its dictionary is created from the model.

use std::borrow::Cow;

use super::Dictionary;
use super::date::struct_time;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use crate::assemble::Assembler;
use crate::budget::Budget;
use crate::diagnostics::Bozo;
use crate::json_feed::JsonNode;
use crate::model::{Date, Entry, Extension, Feed, Link, Person, Tag, Text};
use crate::options::Options;
use crate::parsed::Parsed;
use crate::source::DecodedDocument;
use bozofeed_model::internal::cost::{self, ALLOCATION, Cost};

/// The results of reading a document: the result without the feed and the entries, and the dictionaries of the feed and the
/// entries.
type Dictionaries = (Parsed, Dictionary<'static>, Vec<Dictionary<'static>>);

/// Reads a document. Returns `None` if it is not JSON. The dictionaries of RSS in JSON are the same as for the equivalent XML.
pub(super) fn read(source: &DecodedDocument<'_>, options: &Options, budget: &Budget) -> Option<Dictionaries> {
    #[cfg(feature = "sanitize")]
    let options = &options.with_default_policy(crate::content::Sanitize::FeedParser);
    let (mut assembler, mut elements) = (Assembler::default(), None);
    let mut pass = source.json_pass(options, budget, &mut assembler, &mut |reader, scope, _| {
        let (feed, entries, interpreted) =
            DictionaryReader::new(reader, scope.as_deref(), options, budget).read();
        elements = Some((feed, entries));
        interpreted
    })?;
    while pass.read_entry() {}
    let mut parsed = pass.finish(source);
    let (feed, entries) = elements.unwrap_or_else(|| {
        let (feed, entries) = assembler.into_parts();
        let is_paid = |d: &Dictionary<'static>| budget.adds_entry(Cost::of(d));
        let feed = Some(self::feed(&feed, budget)).filter(is_paid).unwrap_or_default();
        let entries = entries.into_iter().map_while(|entry| {
            // The entry is dropped once its dictionary replaces it, and the list of entries is dropped at the end.
            budget.free(&entry);
            Some(self::entry(&entry, budget)).filter(is_paid)
        });
        (feed, entries.collect())
    });
    // The dictionaries are in memory together with the model.
    let limit = budget.limit().map(|limit| Bozo::LimitExceeded { limit });
    parsed.bozo = parsed.bozo.or(limit);
    Some((parsed, feed, entries))
}

fn feed(feed: &Feed, budget: &Budget) -> Dictionary<'static> {
    let mut d = Dictionary::default();
    // Extensions come before the fields, which replace members with the same name.
    extensions(&mut d, feed.extensions(), budget);
    text(&mut d, "title", feed.title.as_ref());
    text(&mut d, "subtitle", feed.subtitle());
    links(&mut d, &feed.links, feed.link.as_deref());
    string(&mut d, "href", feed.href());
    people(&mut d, &feed.authors);
    tags(&mut d, &feed.tags);
    string(&mut d, "icon", feed.icon());
    string(&mut d, "logo", feed.logo());
    string(&mut d, "language", feed.language());
    d
}

fn entry(entry: &Entry, budget: &Budget) -> Dictionary<'static> {
    let mut d = Dictionary::default();
    extensions(&mut d, entry.extensions(), budget);
    string(&mut d, "id", entry.id.as_deref());
    text(&mut d, "title", entry.title.as_ref());
    links(&mut d, &entry.links, entry.link.as_deref());
    text(&mut d, "summary", entry.summary.as_ref());
    if !entry.content.is_empty() {
        d.insert("content", entry.content.iter().map(detail).into_list());
        if let Some(content) = entry.content.first().filter(|_| entry.summary.is_none()) {
            d.insert("summary", content.value.to_string());
        }
    }
    people(&mut d, &entry.authors);
    date(&mut d, "published", &entry.published);
    date(&mut d, "updated", &entry.updated);
    tags(&mut d, &entry.tags);
    string(&mut d, "language", entry.language());
    string(&mut d, "href", entry.image().and_then(|image| image.href.as_deref()));
    d
}

fn string(d: &mut Dictionary<'static>, key: &'static str, value: Option<&str>) {
    if let Some(value) = value {
        d.insert(key, value.to_owned());
    }
}

fn text(d: &mut Dictionary<'static>, key: &'static str, text: Option<&Text>) {
    if let Some(text) = text {
        d.insert(key, text.value.to_string());
        d.insert([key, "_detail"].concat(), detail(text));
    }
}

fn detail(text: &Text) -> Dictionary<'static> {
    let mut d = Dictionary::with_capacity(4);
    d.insert("type", text.media_type.to_string());
    d.insert("language", text.language().map(str::to_owned));
    d.insert("base", text.base().unwrap_or("").to_owned());
    d.insert("value", text.value.to_string());
    d
}

fn links(d: &mut Dictionary<'static>, links: &[Link], page: Option<&str>) {
    if !links.is_empty() {
        d.insert("links", links.iter().map(link).into_list());
    }
    string(d, "link", page);
}

fn link(link: &Link) -> Dictionary<'static> {
    let mut d = Dictionary::default();
    for (name, value) in link.attributes.iter().filter(|(name, _)| *name != "href") {
        d.insert(name.to_owned(), value.to_owned());
    }
    string(&mut d, "rel", Some(&link.rel));
    let default = (link.rel != "enclosure").then_some("text/html");
    string(&mut d, "type", link.media_type.as_deref().or(default));
    string(&mut d, "href", link.href.as_deref());
    string(&mut d, "title", link.title());
    string(&mut d, "length", link.length().raw.as_deref());
    string(&mut d, "duration", link.duration().raw.as_deref());
    d
}

fn people(d: &mut Dictionary<'static>, authors: &[Person]) {
    let Some(last) = authors.last() else { return };
    d.insert("authors", authors.iter().map(person).into_list());
    string(d, "author", last.name.as_deref());
    d.insert("author_detail", person(last));
}

fn person(person: &Person) -> Dictionary<'static> {
    let mut d = Dictionary::default();
    string(&mut d, "name", person.name.as_deref());
    string(&mut d, "email", person.email.as_deref());
    string(&mut d, "href", person.uri.as_deref());
    d
}

fn date(d: &mut Dictionary<'static>, key: &'static str, date: &Date) {
    if !date.is_absent() {
        d.insert(key, date.to_string());
        let time = date.instant().map_or(Value::None, |instant| Value::Time(struct_time(instant)));
        d.insert([key, "_parsed"].concat(), time);
    }
}

fn tags(d: &mut Dictionary<'static>, tags: &[Tag]) {
    let tag = |tag: &Tag| {
        let members = [("term", &tag.term), ("scheme", &tag.scheme), ("label", &tag.label)];
        members.map(|(key, value)| (key, value.as_deref().map(str::to_owned))).into_iter().into_dictionary()
    };
    if !tags.is_empty() {
        d.insert("tags", tags.iter().map(tag).into_list());
    }
}

/// Members without a field are included under their names.
fn extensions(d: &mut Dictionary<'static>, extensions: &[Extension], budget: &Budget) {
    for extension in extensions {
        let value = match extension.json.as_deref() {
            Some(json) => of_json(json, budget),
            None => Value::Str(extension.text.to_string().into()),
        };
        d.insert(extension.name.to_lowercase(), value);
    }
}

/// Returns the value of a member. JSON is included as text if it is nested so deeply that most parsers would reject it, or if its
/// values exceed the budget.
fn of_json(json: &str, budget: &Budget) -> Value<'static> {
    let is_flat = JsonNode { raw: json, offset: 0 }.is_nested_within(super::value::DEEPEST_JSON);
    // This is only a check: the whole dictionary is charged once it is complete.
    let is_shown = is_flat && budget.has_room_for(|| cost_of_json(json));
    let value = is_shown.then(|| Value::from_json(json)).flatten();
    value.map_or_else(|| Value::Str(json.to_owned().into()), Value::into_owned)
}

/// Returns the cost of the values of JSON, estimated from its punctuation.
fn cost_of_json(json: &str) -> Cost {
    let (mut values, mut members, mut containers, mut strings, mut in_strings) = (0, 0, 0, 0, 0);
    let (mut is_in_string, mut last) = (false, b' ');
    for byte in json.bytes() {
        match byte {
            b'"' if last != b'\\' => {
                strings += usize::from(!is_in_string);
                is_in_string = !is_in_string;
            }
            _ if is_in_string => in_strings += 1,
            b'[' | b'{' => (values, containers) = (values + 1, containers + 1),
            // It is empty.
            b']' | b'}' if matches!(last, b'[' | b'{') => (values, containers) = (values - 1, containers - 1),
            b',' => values += 1,
            b':' => members += 1,
            _ => {}
        }
        // An escaped backslash does not escape anything.
        last = if byte == b'\\' && last == b'\\' { b' ' } else { byte };
    }
    let key = size_of::<Cow<'_, str>>();
    let memory =
        values * size_of::<Value<'_>>() + members * key + (containers + strings) * ALLOCATION + in_strings;
    Cost { memory, written: json.len() + (2 * containers + values) * cost::MEMBER }
}
