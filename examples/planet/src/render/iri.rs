//! Identifiers of entries in the site's own feed.

use url::{Url, form_urlencoded};

use crate::db::Entry;

/// Returns the identifier of an entry, which must be an IRI in Atom (RFC 4287 §4.2.6) and unique: its identity if that is its own; otherwise
/// the identity as the fragment of the address under which its feed was added, since `1` is an identity that two feeds may use.
pub(super) fn id_of(entry: &Entry, owns_identity: bool) -> String {
    if owns_identity {
        return entry.identity.clone();
    }
    let mut url = bozofeed::polling::without_credentials(&entry.added_url);
    if let Ok(mut parsed) = Url::parse(&url) {
        parsed.set_fragment(None);
        url = parsed.into();
    }
    url.push('#');
    url.extend(form_urlencoded::byte_serialize(entry.identity.as_bytes()));
    url
}

/// Returns whether a text is an absolute IRI: a scheme, and no character that no IRI has (RFC 3987 §2.2).
pub(super) fn is_absolute(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let has_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    let is_allowed = |c: char| {
        !c.is_whitespace()
            && !c.is_control()
            && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
            && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
    };
    has_scheme && !rest.is_empty() && rest.chars().all(is_allowed) && rest.matches('#').count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iri_has_a_scheme_and_nothing_forbidden() {
        for (text, expected) in [
            ("https://harbour.example/ships/1", true),
            ("https://harbour.example/schiffe/ö#a", true),
            ("tag:harbour.example,2026:1", true),
            ("urn:fnv-1a:00ff", true),
            ("ship-1", false),
            ("1", false),
            ("", false),
            (":", false),
            ("urn:", false),
            ("News: two words", false),
            ("C:\\ships\\1", false),
            ("1a:b", false),
            ("a:b#c#d", false),
            ("a:<b>", false),
        ] {
            assert_eq!(is_absolute(text), expected, "{text}");
        }
    }
}
