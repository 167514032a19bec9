//! People.

use super::value::IntoValues as _;
use std::borrow::Cow;

use super::{Dictionary, Value, string};
use crate::budget::{Budget, PaidList};
use crate::cost::Priced;
use crate::model::{Person, Str};
use crate::vocabulary::{PersonField, find_address};

/// The people of a feed or entry, in document order.
#[derive(Debug, Default)]
pub(super) struct People {
    authors: PaidList<Author>,
    /// The authors whose name and address the next one has unless it has its own.
    known: Inherited,
    pub(super) contributors: PaidList<Person>,
    pub(super) publisher: Option<Person>,
    pub(super) web_master: Option<Person>,
    pub(super) owner: Option<Owner>,
}

/// An author, and what it has from those before it.
#[derive(Debug)]
struct Author {
    person: Person,
    inherited: Inherited,
}

/// The indices of the authors that gave a name and an address.
#[derive(Debug, Default)]
struct Inherited {
    name: Option<u32>,
    email: Option<u32>,
}

impl Priced for Author {
    fn heap(&self) -> usize {
        self.person.heap()
    }

    fn written(&self) -> usize {
        self.person.written()
    }
}

impl Priced for People {
    fn heap(&self) -> usize {
        let owner = self.owner.as_ref().map_or(0, |owner| owner.person.heap());
        self.authors.heap()
            + self.contributors.heap()
            + self.publisher.heap()
            + self.web_master.heap()
            + owner
    }

    /// Values that are shown are paid for when they are added.
    fn written(&self) -> usize {
        0
    }
}

impl People {
    /// Returns the number of authors.
    pub(super) fn author_count(&self) -> usize {
        self.authors.len()
    }

    /// Adds an author. One that is described by elements has the name and the address of those before it, unless it has its
    /// own, or there is no room for them.
    pub(super) fn add_author(&mut self, person: Person, budget: &Budget) {
        let is_text = person.raw.is_some();
        let mut inherited = Inherited::default();
        let has_known = self.known.name.is_some() || self.known.email.is_some();
        if !is_text || !has_known {
            let index = u32::try_from(self.authors.len()).ok();
            match person.name {
                Some(_) => self.known.name = index,
                None => inherited.name = self.known.name.filter(|_| !is_text),
            }
            match person.email {
                Some(_) => self.known.email = index,
                None => inherited.email = self.known.email.filter(|_| !is_text),
            }
        }
        let length = [self.name_at(inherited.name), self.email_at(inherited.email)];
        let length: usize = length.into_iter().flatten().map(str::len).sum();
        if length > 0 && !budget.pay(length) {
            inherited = Inherited::default();
        }
        self.authors.extend(budget.keep(Author { person, inherited }));
    }

    fn name_at(&self, index: Option<u32>) -> Option<&str> {
        self.authors.get(usize::try_from(index?).ok()?)?.person.name.as_deref()
    }

    fn email_at(&self, index: Option<u32>) -> Option<&str> {
        self.authors.get(usize::try_from(index?).ok()?)?.person.email.as_deref()
    }

    /// Returns an author with what it inherits.
    fn described<'a>(&'a self, author: &'a Author) -> Dictionary<'a> {
        let mut d = person(&author.person);
        string(&mut d, "name", self.name_at(author.inherited.name));
        string(&mut d, "email", self.email_at(author.inherited.email));
        d
    }
}

/// Returns a person whose name and address are in the text of its element, as Universal Feed Parser tells them apart.
pub(super) fn person_of_text(field: PersonField, text: Str) -> Person {
    let (name, email) = match field {
        // `_start_contributor` expects no text; `dc:contributor` is handled as a `name`.
        PersonField::Contributor => (None, None),
        PersonField::ContributorName => (Some(text.clone()), None),
        PersonField::Author | PersonField::Publisher | PersonField::WebMaster | PersonField::Owner => {
            match split_address(&text) {
                Some((name, email)) => (name.map(Str::from), Some(email.into())),
                None => (Some(text.clone()), None),
            }
        }
    };
    Person { raw: Some(text), name, email, ..Person::default() }
}

/// Splits `me@example.org (Name)` and `Name <me@example.org>` (RFC 822 §6) into name and address.
fn split_address(text: &str) -> Option<(Option<String>, String)> {
    let (start, end) = find_address(text)?;
    let end = end + parameters(&text[end..]);
    let email = text[start..end].to_owned();
    // The brackets that held the address go with it.
    let (mut before, mut after) = (&text[..start], &text[end..]);
    for (open, close) in [("(", ")"), ("<", ">"), ("&lt;", "&gt;")] {
        if let (Some(b), Some(a)) = (before.strip_suffix(open), after.strip_prefix(close)) {
            (before, after) = (b, a);
        }
    }
    let name = [before, after].concat();
    let name = name.trim();
    let name = name.strip_prefix('(').unwrap_or(name);
    let name = name.strip_suffix(')').unwrap_or(name).trim();
    Some(((!name.is_empty()).then(|| name.to_owned()), email))
}

/// Returns the length of the parameters of a URI, which belong to the address: `?subject=…`.
fn parameters(after: &str) -> usize {
    if !after.starts_with('?') {
        return 0;
    }
    after.bytes().take_while(|b| !b.is_ascii_whitespace() && !b")>".contains(b)).count()
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

pub(super) fn people<'a>(d: &mut Dictionary<'a>, people: &'a People) {
    let People { authors, contributors, owner, .. } = people;
    let mut all: Vec<Dictionary<'_>> = authors.iter().map(|author| people.described(author)).collect();
    let mut last: Option<Cow<'_, str>> = authors.last().zip(all.last()).map(|(author, described)| {
        let raw = author.person.raw.as_deref().map(Cow::Borrowed);
        raw.unwrap_or_else(|| one_line(described).into())
    });
    let owner = owner.as_ref().filter(|owner| owner.person.raw.is_none());
    let unknown = owner.map_or(0, |owner| {
        // The owner is taken for the author before it, or for one that is alone.
        let before = owner.authors_before;
        if before == 0 {
            all.insert(0, Dictionary::default());
        }
        let at = before.saturating_sub(1);
        let said_before = all.get_mut(at).and_then(|author| own(author, &owner.person, owner.email_first));
        if at + 1 == all.len()
            && let Some(said_before) = said_before
        {
            last = Some(said_before.into());
        }
        usize::from(before == 0)
    });
    let mut detail = Dictionary::default();
    for (author, described) in authors.iter().zip(all.iter().skip(unknown)) {
        // Elements add to what is known; text counts only while nothing is.
        if author.person.raw.is_none() || detail.is_empty() {
            detail.extend(described.clone());
        }
    }
    if !all.is_empty() {
        d.insert("authors", all);
    }
    // A text is read after it is the author; elements make up the author.
    let is_text = authors.last().is_some_and(|author| author.person.raw.is_some());
    if is_text && let Some(author) = last.take() {
        d.insert("author", author);
    }
    if !detail.is_empty() {
        d.insert("author_detail", detail);
    }
    let mut uri = contributors.last().into_iter().chain(authors.iter().rev().map(|author| &author.person));
    string(d, "href", uri.find_map(|person| person.uri.as_deref()));
    if let Some(author) = last {
        d.insert("author", author);
    }
    if !contributors.is_empty() {
        d.insert("contributors", contributors.iter().map(person).into_list());
    }
}

/// The publisher, the web master and the owner of the podcast are one: each adds to the detail, and the
/// first that says something in text is the name.
pub(super) fn publisher<'a>(d: &mut Dictionary<'a>, people: &'a People) {
    let mut detail = Dictionary::default();
    let owner = people.owner.as_ref().map(|owner| &owner.person);
    for one in people.publisher.iter().chain(&people.web_master).chain(owner) {
        if !d.contains_key("publisher") {
            string(d, "publisher", one.raw.as_deref());
        }
        detail.extend(person(one));
    }
    if !detail.is_empty() {
        d.insert("publisher_detail", detail);
    }
}

fn person(person: &Person) -> Dictionary<'_> {
    let mut d = Dictionary::default();
    string(&mut d, "name", person.name.as_deref());
    string(&mut d, "email", person.email.as_deref());
    string(&mut d, "href", person.uri.as_deref());
    d
}

/// Returns a person in one line.
fn one_line(d: &Dictionary<'_>) -> String {
    let known = |key| d.get(key).and_then(Value::as_str);
    match (known("name"), known("email")) {
        // As `_sync_author_detail` writes it.
        (Some(name), Some(email)) => format!("{name} ({email})"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        (None, None) => String::new(),
    }
}

/// Gives the author what the owner's elements say, one after the other; who the author was before the last of them.
fn own<'a>(author: &mut Dictionary<'a>, owner: &'a Person, email_first: bool) -> Option<String> {
    let mut parts = [("name", owner.name.as_deref()), ("email", owner.email.as_deref())];
    if email_first {
        parts.reverse();
    }
    let mut before = None;
    for (key, value) in parts {
        let Some(value) = value else { continue };
        // `_save_author` updates `author` before it adds the value to the last of `authors`.
        before = Some(one_line(author)).filter(|name| !name.is_empty()).or(before);
        author.insert(key, value);
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a person from `name|email|uri`, or from its text.
    fn person(text: &str) -> Person {
        let mut parts = text.split('|').map(|part| (!part.is_empty()).then_some(part));
        let (name, email, uri) =
            (parts.next().flatten(), parts.next().flatten(), parts.next().flatten().map(Str::from));
        let raw = (!text.contains('|')).then(|| text.into());
        Person { raw, name: name.map(Into::into), email: email.map(Str::from), uri, ..Person::default() }
    }

    #[test]
    fn names_and_addresses_are_handed_on_while_there_is_room() {
        for (authors, room, expected) in [
            (["a||", "|b|", "||c"], 9, ["a  ", "a b ", "a b c"]),
            (["a||", "|b|", "||c"], 2, ["a  ", "a b ", "  c"]),
            (["a||", "b||", "||c"], 9, ["a  ", "b  ", "b  c"]),
            (["a", "b", "||c"], 9, ["a  ", "b  ", "a  c"]),
            (["||c", "a", "|b|"], 9, ["  c", "a  ", "a b "]),
            (["a||", "||c", "||d"], 1, ["a  ", "a  c", "  d"]),
        ] {
            let (mut people, budget) = (People::default(), Budget::default().resolved(room));
            for author in authors {
                people.add_author(person(author), &budget);
            }
            let described = people.authors.iter().map(|author| {
                let d = people.described(author);
                ["name", "email", "href"]
                    .map(|key| d.get(key).and_then(Value::as_str).unwrap_or(""))
                    .join(" ")
            });
            assert_eq!(described.collect::<Vec<_>>(), expected, "{authors:?} {room}");
        }
    }

    #[test]
    fn names_and_addresses_are_told_apart() {
        for (text, expected) in [
            ("me@example.org (Name)", Some((Some("Name"), "me@example.org"))),
            ("Name <me@example.org>", Some((Some("Name"), "me@example.org"))),
            ("Name &lt;me@example.org&gt;", Some((Some("Name"), "me@example.org"))),
            ("me@example.org?subject=x", Some((None, "me@example.org?subject=x"))),
            ("mailto:me@example.org", Some((Some("mailto:"), "me@example.org"))),
            ("Just A. Name", None),
            ("", None),
        ] {
            let found = split_address(text);
            let found = found.as_ref().map(|(name, email)| (name.as_deref(), email.as_str()));
            assert_eq!(found, expected, "{text}");
        }
    }
}
