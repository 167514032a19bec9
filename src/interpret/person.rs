//! People: names, addresses, and telling the one from the other.

use std::borrow::Cow;

use std::sync::Arc;

use super::{Frame, Interpreter, Target};
use crate::statement::{PersonDetails, Sink, Statement, Subject, fill};
use crate::vocabulary::{PersonField, PersonPart, Rule, ScopeKind};

impl<'a, S: Sink> Interpreter<'a, '_, '_, S> {
    pub(super) fn start_person(&mut self, field: PersonField, rule: Rule) -> Frame<'a> {
        if let Some(scope) = self.scope() {
            scope.people.push((field, PersonDetails::default()));
        }
        self.collect(Target::Rule(rule))
    }

    pub(super) fn end_person(&mut self, text: &str) {
        let Some((field, mut details)) = self.scope().and_then(|scope| scope.people.pop()) else {
            return;
        };
        let person = &mut details.person;
        let is_described = person.name.is_some() || person.email.is_some() || person.uri.is_some();
        if !text.is_empty() || !is_described {
            person.raw = Some(text.into());
        }
        if !is_described && !text.is_empty() {
            match field {
                PersonField::ContributorName => person.name.clone_from(&person.raw),
                PersonField::Contributor => {}
                PersonField::Author
                | PersonField::Publisher
                | PersonField::WebMaster
                | PersonField::Owner => match split_address(text) {
                    Some((name, email)) => {
                        person.name = name.map(Arc::from);
                        person.email = Some(email);
                    }
                    None => person.name.clone_from(&person.raw),
                },
            }
        }
        self.state(Statement::Person(field, details));
    }

    pub(super) fn end_person_part(&mut self, part: PersonPart, text: &str) {
        let value = match part {
            PersonPart::Uri => self.uri(text),
            PersonPart::Name | PersonPart::Email => Some(Cow::Borrowed(text)),
        };
        let Some(value) = value else {
            return;
        };
        let value = value.into_owned();
        if let Some((_, details)) = self.scope().and_then(|scope| scope.people.last_mut()) {
            let person = &mut details.person;
            match part {
                PersonPart::Name => fill(&mut person.name, Arc::from(value)),
                PersonPart::Email => {
                    details.email_first = person.name.is_none();
                    fill(&mut person.email, value);
                }
                PersonPart::Uri => fill(&mut person.uri, value),
            }
            return;
        }
        match (self.subject(), part) {
            (Subject::Inner(ScopeKind::Image), PersonPart::Uri) => {
                self.state(Statement::Href(value.into()));
            }
            (Subject::Inner(ScopeKind::TextInput), PersonPart::Name) => {
                self.state(Statement::Name(value));
            }
            _ => {}
        }
    }
}

/// Splits `me@example.org (Name)` and `Name <me@example.org>` (RFC 822 §6) into name and address.
fn split_address(text: &str) -> Option<(Option<String>, String)> {
    let (start, end) = find_address(text)?;
    let email = text[start..end].to_owned();
    // The brackets that held the address go with it.
    let (mut before, mut behind) = (&text[..start], &text[end..]);
    for (open, close) in [("(", ")"), ("<", ">"), ("&lt;", "&gt;")] {
        if let (Some(b), Some(a)) = (before.strip_suffix(open), behind.strip_prefix(close)) {
            (before, behind) = (b, a);
        }
    }
    let name = [before, behind].concat();
    let name = name.trim();
    let name = name.strip_prefix('(').unwrap_or(name);
    let name = name.strip_suffix(')').unwrap_or(name).trim();
    Some(((!name.is_empty()).then(|| name.to_owned()), email))
}

/// The first e-mail address in a text: a local part, `@`, and a host name with a dot, or an address in brackets.
fn find_address(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_local = |b: &u8| b.is_ascii_alphanumeric() || b"_-.+'".contains(b);
    let is_host = |b: &u8| b.is_ascii_alphanumeric() || b"-.".contains(b);
    memchr::memchr_iter(b'@', bytes).find_map(|at| {
        let start = at - bytes[..at].iter().rev().take_while(|b| is_local(b)).count();
        let host = &bytes[at + 1..];
        let length = host.iter().take_while(|b| is_host(b)).count();
        let host = text.get(at + 1..at + 1 + length)?.trim_end_matches(['.', '-']);
        let (_, top) = host.rsplit_once('.')?;
        let plausible = start < at && (top.len() >= 2 || top.parse::<u8>().is_ok());
        let end = at + 1 + host.len();
        // `mailto:me@example.org?subject=…`
        let query = bytes.get(end) == Some(&b'?');
        let end = if query {
            end + bytes[end..].iter().take_while(|b| !b.is_ascii_whitespace() && !b")>".contains(b)).count()
        } else {
            end
        };
        plausible.then_some((start, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_are_told_apart() {
        for (text, parts) in [
            ("me@example.org (Name)", Some((Some("Name"), "me@example.org"))),
            ("Name <me@example.org>", Some((Some("Name"), "me@example.org"))),
            ("Name &lt;me@example.org&gt;", Some((Some("Name"), "me@example.org"))),
            ("Name (me@example.org)", Some((Some("Name"), "me@example.org"))),
            ("me+tag@example.co.uk", Some((None, "me+tag@example.co.uk"))),
            ("Just A. Name", None),
            ("@handle", None),
            ("", None),
        ] {
            let found = split_address(text);
            let found = found.as_ref().map(|(name, email)| (name.as_deref(), email.as_str()));
            assert_eq!(found, parts, "{text}");
        }
    }
}
