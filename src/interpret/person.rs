//! People: names and addresses, and how to distinguish them.

use std::borrow::Cow;

use smallvec::{SmallVec, smallvec};

use super::{Destination, ElementContent, Interpreter};
use crate::budget::PaidList;
use crate::model::{Person, Str};
use crate::sink::{Member, Single, SingleField, Subject, Tree, fill, is_nobody};
use crate::vocabulary::set_aside::unread;
use crate::vocabulary::{
    PersonField, PersonPart, ReadAs, ScopeKind, find_address, split_mailbox, unescape_name, without_mailto,
};

/// A person whose element is open.
#[derive(Debug)]
pub(super) struct OpenPerson {
    field: PersonField,
    person: Box<Person>,
    /// Its unknown child elements.
    pub(super) trees: PaidList<Tree>,
}

impl Interpreter<'_, '_, '_> {
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn start_person(&mut self, field: PersonField, read_as: ReadAs) -> ElementContent {
        if let Some(scope) = self.scope() {
            scope.people.push(OpenPerson { field, person: Box::default(), trees: PaidList::default() });
        }
        ElementContent::Collected(Destination::Known(read_as))
    }

    pub(super) fn end_person(&mut self, text: &str) {
        let Some(OpenPerson { field, mut person, trees }) = self.scope().and_then(|scope| scope.people.pop())
        else {
            return;
        };
        let is_described = person.name.is_some() || person.email.is_some() || person.uri.is_some();
        if !text.is_empty() || !is_described {
            person.raw = Some(Str::shared(text));
        }
        // The elements in the person take precedence over the text beside them, which is kept as written.
        if is_described || text.is_empty() {
            return self.give_person(field, person, trees);
        }
        let text = &*unescape_name(text);
        let mut people = mailboxes(text);
        let last = people.pop().unwrap_or(text);
        for one in people {
            let mut person = made!(Person { raw: Some(Str::shared(one)) });
            describe(&mut person, one);
            self.give_person(field, Box::new(person), PaidList::default());
        }
        if last.len() < text.len() {
            person.raw = Some(Str::shared(last));
        }
        describe(&mut person, last);
        self.give_person(field, person, trees);
    }

    /// Passes a person with its child elements to its field, if the budget allows it.
    fn give_person(&mut self, field: PersonField, person: Box<Person>, trees: PaidList<Tree>) {
        let (single, to_single): (_, fn(Box<Person>) -> Single) = match field {
            PersonField::Author => return self.add_person(Member::Author, person, trees),
            PersonField::ItunesAuthor => {
                // As with `itunes:subtitle`, the iTunes author also has a separate field.
                if let Some(author) =
                    person.raw.clone().or_else(|| person.name.clone()).filter(|_| !is_nobody(&person))
                {
                    self.offer(Single::ItunesAuthor(author));
                }
                return self.add_person(Member::Author, person, trees);
            }
            PersonField::Contributor | PersonField::ContributorName => {
                return self.add_person(Member::Contributor, person, trees);
            }
            PersonField::Publisher => (SingleField::Publisher, Single::Publisher),
            PersonField::WebMaster => (SingleField::WebMaster, Single::WebMaster),
            PersonField::Owner => (SingleField::ItunesOwner, Single::ItunesOwner),
        };
        if is_nobody(&person) && trees.is_empty() {
            return;
        }
        if let Some(mut person) = self.candidate(single, person) {
            person.set_extensions(unread(trees.into_vec()).collect());
            let origin = self.origin();
            self.offer_paid(person.map(to_single), &origin);
        }
    }

    fn add_person(&mut self, member: fn(Box<Person>) -> Member, person: Box<Person>, trees: PaidList<Tree>) {
        if let Some(mut person) = self.budget.keep(person) {
            person.set_extensions(unread(trees.into_vec()).collect());
            let origin = self.origin();
            self.add_paid(person.map(member), &origin);
        }
    }

    pub(super) fn end_person_part(&mut self, part: PersonPart, text: &str) {
        let (part, text) = match without_mailto(text) {
            // A URI with an address is the address.
            Some(address) if part != PersonPart::Name => (PersonPart::Email, address),
            Some(_) | None => (part, text),
        };
        let value = match part {
            PersonPart::Uri => self.uri(text),
            // The name of a text input is a form field name, not one to be shown.
            PersonPart::Name if self.subject() != Subject::Inner(ScopeKind::TextInput) => {
                Some(unescape_name(text))
            }
            PersonPart::Name | PersonPart::Email => Some(Cow::Borrowed(text)),
        };
        let Some(value) = value else {
            return;
        };
        let value = Str::from(value);
        if let Some(OpenPerson { person, .. }) = self.scope().and_then(|scope| scope.people.last_mut()) {
            let loser = match part {
                PersonPart::Name => fill(&mut person.name, value),
                PersonPart::Email => fill(&mut person.email, value),
                PersonPart::Uri => fill(&mut person.uri, value),
            };
            return self.keep_text(&loser.unwrap_or_default());
        }
        match (self.subject(), part) {
            // `url` of an image and `name` of a text input share their names with the parts of a person, and are read in the same way.
            (Subject::Inner(ScopeKind::Image), PersonPart::Uri) => {
                self.offer(Single::Href(value));
            }
            (Subject::Inner(ScopeKind::TextInput), PersonPart::Name) => {
                self.offer(Single::Name(value));
            }
            _ => {}
        }
    }
}

/// Sets the name and the address of a person from a text. Without an address, the whole text is the name.
fn describe(person: &mut Person, text: &str) {
    match split_mailbox(text) {
        Some((name, email)) => {
            person.name = name.map(Str::from);
            person.email = Some(email.into());
        }
        None if person.raw.as_deref() == Some(text) => person.name.clone_from(&person.raw),
        None => person.name = Some(Str::shared(text)),
    }
}

/// Splits a list of mailboxes at its commas and semicolons (RFC 5322 §3.4), if each part has an address.
/// Otherwise, the whole text is one mailbox.
fn mailboxes(text: &str) -> SmallVec<[&str; 4]> {
    // The common case.
    if bozofeed_text::forward::memchr2(b',', b';', text.as_bytes()).is_none() {
        return smallvec![text];
    }
    let (mut depth, mut is_quoted, mut start) = (0_u32, false, 0);
    let mut parts: SmallVec<[&str; 4]> = SmallVec::new();
    for (at, c) in text.char_indices() {
        match c {
            // A comma in a quoted name or in a comment is not a separator (RFC 5322 §3.2.2, §3.2.4).
            '"' => is_quoted = !is_quoted,
            '(' | '<' if !is_quoted => depth += 1,
            ')' | '>' if !is_quoted => depth = depth.saturating_sub(1),
            ',' | ';' if !is_quoted && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    let parts: SmallVec<[&str; 4]> = parts.collect();
    // A part without an address may be half of a name: `Berg, Anna <anna@harbour.example>`.
    if parts.len() > 1 && parts.iter().all(|part| find_address(part).is_some()) {
        parts
    } else {
        smallvec![text]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_if_each_part_has_an_address() {
        for (text, expected) in [
            ("a@example.org (A), b@example.org (B)", &["a@example.org (A)", "b@example.org (B)"][..]),
            ("a@example.org; B <b@example.org>", &["a@example.org", "B <b@example.org>"]),
            ("\"Holm, Ole\" <a@example.org>", &["\"Holm, Ole\" <a@example.org>"]),
            ("Holm, Ole <a@example.org>", &["Holm, Ole <a@example.org>"]),
            ("a@example.org (A, of B)", &["a@example.org (A, of B)"]),
            ("Ann, Ole", &["Ann, Ole"]),
        ] {
            assert_eq!(mailboxes(text).as_slice(), expected, "{text}");
        }
    }
}
