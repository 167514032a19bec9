//! People: an author is a member of a list, a detail, and a text. Each end of an element synchronizes them.

use super::Dictionary;
use super::contents::into_trimmed;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use crate::vocabulary::find_address;

impl DictionaryReader<'_, '_> {
    pub(super) fn start_author(&mut self) {
        self.state.in_author = true;
        self.push("author", true);
        self.add("authors", Value::Dictionary(Dictionary::default()));
    }

    pub(super) fn end_author(&mut self) {
        self.pop("author");
        self.state.in_author = false;
        self.sync_detail("author");
    }

    pub(super) fn start_contributor(&mut self, key: &'static str) {
        self.state.in_contributor = true;
        self.add("contributors", Value::Dictionary(Dictionary::default()));
        if key == "name" { self.push(key, false) } else { self.push_unread(key) }
    }

    pub(super) fn end_name(&mut self) {
        let name = self.pop("name");
        // In the order in which Universal Feed Parser checks them (`_end_name`), since several may be open at the same time.
        if self.state.in_publisher {
            self.save("publisher", "name", name);
        } else if self.state.in_author {
            self.save("author", "name", name);
        } else if self.state.in_contributor {
            self.save_contributor("name", name);
        } else if self.state.in_text_input {
            self.set("name", name);
        }
    }

    pub(super) fn end_email(&mut self) {
        let email = self.pop("email");
        if self.state.in_publisher {
            self.save("publisher", "email", email);
        } else if self.state.in_author {
            self.save("author", "email", email);
        } else if self.state.in_contributor {
            self.save_contributor("email", email);
        }
    }

    pub(super) fn end_address(&mut self) {
        let address = self.pop("href");
        if self.state.in_author {
            self.save("author", "href", address);
        } else if self.state.in_contributor {
            self.save_contributor("href", address);
        }
    }

    fn save_contributor(&mut self, key: &'static str, value: String) {
        if !self.has("contributors") {
            self.add("contributors", Value::Dictionary(Dictionary::default()));
        }
        self.set_in_last("contributors", key, value);
    }

    /// Keeps a part of a person: in the detail, and in the last author, regardless of the person.
    fn save(&mut self, person: &'static str, key: &'static str, value: String) {
        let detail = detail_key(person);
        self.set_default(detail, Dictionary::default());
        self.set_in(detail, key, value.clone());
        if person == "author"
            && let Some(author) = self.notes().shared_author
        {
            self.set_in_nth("authors", author, key, value.clone());
        }
        self.sync_detail("author");
        if !self.has("authors") {
            self.add("authors", Value::Dictionary(Dictionary::default()));
        }
        self.set_in_last_author(key, value);
    }

    /// Sets a part of the last author, which may also be the detail.
    fn set_in_last_author(&mut self, key: &'static str, value: String) {
        let last = self.length_of("authors").checked_sub(1);
        if last.is_some() && last == self.notes().shared_author {
            self.set_in("author_detail", key, value.clone());
        }
        self.set_in_last("authors", key, value);
    }

    /// Derives the text of a person from its parts, or the parts from the text.
    pub(super) fn sync_detail(&mut self, person: &'static str) {
        let last = match self.context().get("authors") {
            Some(Value::List(all)) if person == "author" => all.last().and_then(Value::as_dictionary),
            _ => None,
        };
        if let Some(last) = last.filter(|last| !last.is_empty()) {
            let part = |key| last.get(key).and_then(Value::as_str).filter(|part| !part.is_empty());
            let text = match (part("name"), part("email")) {
                (Some(name), Some(email)) => format!("{name} ({email})"),
                (Some(one), None) | (None, Some(one)) => one.to_owned(),
                (None, None) => return,
            };
            return self.set(person, text);
        }
        let is_listed = last.is_some();
        let text = self.context().get(person).and_then(Value::as_str).map(str::to_owned);
        // An author without parts inherits the parts of the previous one, regardless of their length.
        let Some(text) = text.filter(|text| self.budget.pay(text.len())) else { return };
        let (name, email) = split_address(&text);
        let parts = [("name", Some(name)), ("email", email)];
        let parts =
            parts.into_iter().filter_map(|(key, part)| Some((key, part.filter(|part| !part.is_empty())?)));
        let parts: Vec<(&str, String)> = parts.collect();
        if parts.is_empty() {
            return;
        }
        let detail = detail_key(person);
        if !self.has(detail) {
            // In Python, the detail is the last author itself, so changes to one also apply to the other.
            if is_listed {
                let last = self.length_of("authors").checked_sub(1);
                self.notes().shared_author = last;
                self.set(detail, Dictionary::default());
            } else {
                return self.set(detail, parts.into_iter().into_dictionary());
            }
        }
        if is_listed {
            for (key, part) in parts {
                self.set_in_last_author(key, part);
            }
        }
    }
}

fn detail_key(person: &str) -> &'static str {
    if person == "author" { "author_detail" } else { "publisher_detail" }
}

/// Splits `me@example.org (Name)` and `Name <me@example.org>` (RFC 822 §6) into name and address.
fn split_address(text: &str) -> (String, Option<String>) {
    let Some((start, end)) = find_address(text) else {
        return (text.to_owned(), None);
    };
    let end = end + parameters(&text[end..]);
    let email = &text[start..end];
    let mut name = text.replace(email, "");
    for brackets in ["()", "<>", "&lt;&gt;"] {
        name = name.replace(brackets, "");
    }
    (without_brackets(name), Some(email.to_owned()))
}

/// Returns a name without surrounding brackets.
fn without_brackets(name: String) -> String {
    let name = into_trimmed(name);
    let name = name.strip_prefix('(').unwrap_or(&name);
    name.strip_suffix(')').unwrap_or(name).trim().to_owned()
}

/// Returns the length of the parameters of a URI, which belong to the address: `?subject=…`.
fn parameters(after: &str) -> usize {
    if !after.starts_with('?') {
        return 0;
    }
    after.bytes().take_while(|b| !b.is_ascii_whitespace() && !b")>".contains(b)).count()
}
