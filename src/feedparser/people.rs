//! People.

use serde_json::Value;

use super::{Dictionary, string};
use crate::model::Person;

/// The people of a feed or entry, in document order.
#[derive(Debug, Default)]
pub(super) struct People {
    pub(super) authors: Vec<Person>,
    pub(super) contributors: Vec<Person>,
    pub(super) publisher: Option<Person>,
    pub(super) web_master: Option<Person>,
    pub(super) owner: Option<Owner>,
}

/// The owner of a podcast, whose details Universal Feed Parser gives the author before as well.
#[derive(Debug, Default)]
pub(super) struct Owner {
    pub(super) person: Person,
    /// The number of authors before the owner.
    pub(super) authors_before: usize,
    /// Whether the address came before the name.
    pub(super) email_first: bool,
}

pub(super) fn people(d: &mut Dictionary, people: &People) {
    let People { authors, contributors, owner, .. } = people;
    let uri =
        contributors.last().into_iter().chain(authors.iter().rev()).find_map(|person| person.uri.as_deref());
    string(d, "href", uri);
    let mut all: Vec<Dictionary> = authors.iter().map(person).collect();
    hand_on(authors, &mut all);
    let in_one_line = |(author, described): (&Person, &Dictionary)| {
        author.raw.as_deref().map_or_else(|| name(&described_person(described)), str::to_owned)
    };
    string(d, "author", authors.last().zip(all.last()).map(in_one_line).as_deref());
    let owner = owner.as_ref().filter(|owner| owner.person.raw.is_none());
    let unknown = owner.map_or(0, |owner| {
        // The owner is taken for the author before it, or for one that is alone.
        let before = owner.authors_before;
        if before == 0 {
            all.insert(0, Dictionary::new());
        }
        let at = before.saturating_sub(1);
        let said_before = all.get_mut(at).and_then(|author| own(author, &owner.person, owner.email_first));
        if at + 1 == all.len() {
            string(d, "author", said_before.as_deref());
        }
        usize::from(before == 0)
    });
    let mut detail = Dictionary::new();
    for (author, described) in authors.iter().zip(all.iter().skip(unknown)) {
        // Elements add to what is known; text counts only while nothing is.
        if author.raw.is_none() || detail.is_empty() {
            detail.extend(described.clone());
        }
    }
    if !detail.is_empty() {
        d.insert("author_detail".into(), Value::Object(detail));
    }
    if !all.is_empty() {
        d.insert("authors".into(), all.into_iter().map(Value::Object).collect());
    }
    if !contributors.is_empty() {
        d.insert("contributors".into(), contributors.iter().map(|c| Value::Object(person(c))).collect());
    }
}

/// The publisher, the web master and the owner of the podcast are one: each adds to the detail, and the
/// first that says something in text is the name.
pub(super) fn publisher(d: &mut Dictionary, people: &People) {
    let mut detail = Dictionary::new();
    let owner = people.owner.as_ref().map(|owner| &owner.person);
    for one in people.publisher.iter().chain(&people.web_master).chain(owner) {
        if !d.contains_key("publisher") {
            string(d, "publisher", one.raw.as_deref());
        }
        detail.extend(person(one));
    }
    if !detail.is_empty() {
        d.insert("publisher_detail".into(), Value::Object(detail));
    }
}

fn person(person: &Person) -> Dictionary {
    let mut d = Dictionary::new();
    string(&mut d, "name", person.name.as_deref());
    string(&mut d, "email", person.email.as_deref());
    string(&mut d, "href", person.uri.as_deref());
    d
}

/// A person in one line.
fn name(person: &Person) -> String {
    match (&person.raw, &person.name, &person.email) {
        (Some(raw), _, _) => raw.to_string(),
        (None, Some(name), Some(email)) => format!("{name} ({email})"),
        (None, Some(name), None) => name.to_string(),
        (None, None, Some(email)) => email.clone(),
        (None, None, None) => String::new(),
    }
}

/// A person described by elements has the name and the address of the author before, unless it has its own.
fn hand_on(authors: &[Person], all: &mut [Dictionary]) {
    let mut known = Dictionary::new();
    for (author, described) in authors.iter().zip(all) {
        let is_text = author.raw.is_some();
        if is_text && !known.is_empty() {
            continue;
        }
        for key in ["name", "email"] {
            if let Some(value) = described.get(key) {
                known.insert(key.into(), value.clone());
            } else if let Some(value) = known.get(key).filter(|_| !is_text) {
                described.insert(key.into(), value.clone());
            }
        }
    }
}

fn described_person(d: &Dictionary) -> Person {
    let known = |key| d.get(key).and_then(Value::as_str);
    let (name, email) = (known("name").map(Into::into), known("email").map(str::to_owned));
    Person { name, email, ..Person::default() }
}

/// Gives the author what the owner's elements say, one after the other; who the author was before the last of them.
fn own(author: &mut Dictionary, owner: &Person, email_first: bool) -> Option<String> {
    let mut parts = [("name", owner.name.as_deref()), ("email", owner.email.as_deref())];
    if email_first {
        parts.reverse();
    }
    let mut before = None;
    for (key, value) in parts {
        let Some(value) = value else { continue };
        before = Some(name(&described_person(author))).filter(|name| !name.is_empty()).or(before);
        author.insert(key.into(), value.into());
    }
    before
}
