//! Names and addresses combined in one text, as in elements of RSS and Dublin Core.

use std::borrow::Cow;

use super::{escape_name, find_address, unescape_name};
use crate::model::Person;
use bozofeed_text::trim::trim;

/// A name and an address.
pub(crate) type Mailbox = (Option<String>, String);

/// Splits `me@example.org (Name)`, `Name <me@example.org>` and `Name (mailto:me@example.org)` (RFC 5322 §3.4, RFC 822 §6)
/// into name and address.
pub(crate) fn split_mailbox(text: &str) -> Option<Mailbox> {
    const SCHEME: &str = "mailto:";
    let (start, end) = find_address(text)?;
    let address = &text[start..end];
    // The text around the address is removed from the inside outwards: in
    // `Anna (mailto:anna@harbour.example?subject=x)`, the scheme and the parameters are within the parentheses.
    let (mut before, mut after) = (&text[..start], &text[end..]);
    // The parameters of a URI belong to neither the name nor the address.
    if let Some(parameters) = after.strip_prefix('?') {
        after = parameters.trim_start_matches(|c: char| !c.is_whitespace() && !matches!(c, ')' | '>' | '&'));
    }
    if let Some(name) = before.len().checked_sub(SCHEME.len()).and_then(|at| before.split_at_checked(at))
        && name.1.eq_ignore_ascii_case(SCHEME)
    {
        before = name.0;
    }
    // Remove the brackets around the address.
    for (open, close) in [("(", ")"), ("<", ">"), ("&lt;", "&gt;"), ("[", "]")] {
        if let (Some(b), Some(a)) =
            (before.trim_end().strip_suffix(open), after.trim_start().strip_prefix(close))
        {
            (before, after) = (b, a);
        }
    }
    let name = [trim(before), trim(after)].join(" ");
    let name = trim(&name);
    let inside = name.strip_prefix('(').and_then(|name| name.strip_suffix(')'));
    let name = trim(inside.filter(|inside| is_balanced(inside)).unwrap_or(name));
    let name = trim(name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name));
    Some(((!name.is_empty()).then(|| name.to_owned()), address.to_owned()))
}

/// Returns whether each closing parenthesis has a matching opening one before it.
fn is_balanced(text: &str) -> bool {
    let depth = text.bytes().try_fold(0_u32, |depth, b| match b {
        b'(' => Some(depth + 1),
        b')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

/// Returns the original text of a person, if it still matches the name and the address, which a program may have changed.
pub(crate) fn text_as_read(person: &Person) -> Option<&str> {
    let raw = person.raw.as_deref().filter(|raw| !trim(raw).is_empty())?;
    let own = (person.name.as_deref(), person.email.as_deref());
    let is_own = || {
        let text = unescape_name(raw);
        match split_mailbox(&text) {
            Some((name, email)) => own == (name.as_deref(), Some(&*email)),
            None => own == (Some(&*text), None),
        }
    };
    // Not every vocabulary combines names and addresses in one text.
    (own == (Some(raw), None) || own == (None, None) || is_own()).then_some(raw)
}

/// Returns a name and an address as one text: the address, followed by the name in parentheses by convention (RSS 2.0, `author`).
pub(crate) fn mailbox(name: Option<&str>, email: Option<&str>) -> Option<String> {
    let name = name.filter(|name| !trim(name).is_empty()).map(escape_name);
    match (email, name) {
        (Some(email), Some(name)) => Some(format!("{email} ({name})")),
        (email, name) => email.map(str::to_owned).or(name.map(Cow::into_owned)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text, and the name and address found in it.
    type Case = (&'static str, Option<(Option<&'static str>, &'static str)>);

    const MAILBOXES: &[Case] = &[
        ("me@example.org (Name)", Some((Some("Name"), "me@example.org"))),
        ("Name <me@example.org>", Some((Some("Name"), "me@example.org"))),
        ("Name &lt;me@example.org&gt;", Some((Some("Name"), "me@example.org"))),
        ("Name (me@example.org)", Some((Some("Name"), "me@example.org"))),
        ("me+tag@example.co.uk", Some((None, "me+tag@example.co.uk"))),
        ("Just A. Name", None),
        ("@handle", None),
        ("", None),
    ];

    fn borrowed(mailbox: Option<&Mailbox>) -> Option<(Option<&str>, &str)> {
        mailbox.map(|(name, email)| (name.as_deref(), email.as_str()))
    }

    #[test]
    fn names_and_addresses_are_told_apart() {
        for (text, expected) in MAILBOXES {
            assert_eq!(borrowed(split_mailbox(text).as_ref()), *expected, "{text}");
        }
    }

    #[test]
    fn names_keep_neither_schemes_nor_parameters_nor_quotes() {
        for (text, expected) in [
            ("Ole Holm (mailto:ole@example.org)", (Some("Ole Holm"), "ole@example.org")),
            ("mailto:ole@example.org", (None, "ole@example.org")),
            ("MAILTO:ole@example.org?subject=x", (None, "ole@example.org")),
            ("Ole <mailto:ole@example.org?subject=x>", (Some("Ole"), "ole@example.org")),
            ("\"Holm, Ole\" <ole@example.org>", (Some("Holm, Ole"), "ole@example.org")),
            ("ole@example.org (Ole (Sunday))", (Some("Ole (Sunday)"), "ole@example.org")),
            ("Ole ole@example.org Holm", (Some("Ole Holm"), "ole@example.org")),
        ] {
            assert_eq!(borrowed(split_mailbox(text).as_ref()), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_text_counts_as_long_as_it_says_the_person() {
        let person = |raw: &str, name: Option<&str>, email: Option<&str>| {
            made!(Person { raw: Some(raw.into()), name: name.map(Into::into), email: email.map(Into::into) })
        };
        for (raw, name, email, expected) in [
            ("Anna", Some("Anna"), None, true),
            ("Anna", Some("Bo"), None, false),
            ("Anna", Some("Anna"), Some("a@example.org"), false),
            ("Anna", None, None, true),
            ("a@example.org (Anna)", Some("Anna"), Some("a@example.org"), true),
            ("a@example.org (Anna)", Some("Bo"), Some("a@example.org"), false),
            ("a@example.org (Anna)", Some("Anna"), None, false),
            ("R&amp;D", Some("R&D"), None, true),
            (" ", Some("Anna"), None, false),
        ] {
            let found = text_as_read(&person(raw, name, email)).is_some();
            assert_eq!(found, expected, "{raw} {name:?} {email:?}");
        }
    }
}
