//! Identifiers of entries in the site's own feed.

use url::{Url, form_urlencoded};

use crate::db::Entry;

/// Returns the identifier of an entry, which must be unique, and an IRI in Atom (RFC 4287 §4.2.6): its identity, if the entry owns
/// it. Otherwise, it is the original address of its feed, with the identity as fragment, since two feeds may both use the identity
/// `1`.
pub(super) fn id_of(entry: &Entry, owns_identity: bool) -> String {
    if owns_identity {
        return entry.identity.clone();
    }
    let mut url = entry.added_url.clone();
    if let Ok(mut parsed) = Url::parse(&url) {
        parsed.set_fragment(None);
        url = parsed.into();
    }
    url.push('#');
    url.extend(form_urlencoded::byte_serialize(entry.identity.as_bytes()));
    url
}

/// Registered schemes of identifiers that mean the same everywhere (<https://www.iana.org/assignments/uri-schemes/>). `post:1` only
/// looks like one of them.
const SCHEMES: [&str; 24] = [
    "acct", "at", "cid", "did", "doi", "ftp", "gemini", "gopher", "http", "https", "info", "ipfs", "ipns",
    "magnet", "matrix", "mid", "news", "ni", "nntp", "oid", "ssb", "swh", "tag", "urn",
];

/// The prefix of keys that the crate derives from titles and dates: its namespace is not registered, and the keys are not unique.
const KEY: &str = "urn:fnv-1a:";

/// Returns whether an identity can be an identifier in the site's feed: an IRI (RFC 3987 §2.2) with a scheme of known meaning.
pub(super) fn is_identifier(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_allowed = |c: char| {
        !c.is_whitespace()
            && !c.is_control()
            && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
            && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
    };
    if rest.is_empty() || !rest.chars().all(is_allowed) || rest.matches('#').count() > 1 {
        return false;
    }
    match SCHEMES.iter().find(|known| scheme.eq_ignore_ascii_case(known)) {
        Some(&("http" | "https")) => Url::parse(text).is_ok() && rest.starts_with("//"),
        Some(&"tag") => is_tag(rest),
        Some(&"urn") => is_urn(rest) && !text.starts_with(KEY),
        Some(_) => true,
        None => false,
    }
}

/// `authorityName "," date ":" specific` (RFC 4151 §2.1)
fn is_tag(rest: &str) -> bool {
    let Some((authority, rest)) = rest.split_once(',') else { return false };
    let Some((date, _)) = rest.split_once(':') else { return false };
    let domain = authority.rsplit_once('@').map_or(authority, |(_, domain)| domain);
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_number =
        |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = date.split('-');
    domain.split('.').all(is_label)
        && parts.next().is_some_and(|year| is_number(year, 4))
        && parts.by_ref().take(2).all(|part| is_number(part, 2))
        && parts.next().is_none()
}

/// `NID ":" NSS` (RFC 8141 §2)
fn is_urn(rest: &str) -> bool {
    let Some((namespace, specific)) = rest.split_once(':') else { return false };
    (2..=32).contains(&namespace.len())
        && namespace.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && !namespace.starts_with('-')
        && !namespace.ends_with('-')
        && !specific.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_has_a_registered_scheme_and_its_form() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("https://harbour.example/ships/1", true),
            ("HTTP://harbour.example/ships/1", true),
            ("https://harbour.example/schiffe/ö#a", true),
            ("https:", false),
            ("https://", false),
            ("https:ships/1", false),
            ("tag:harbour.example,2026:1", true),
            ("tag:anna@harbour.example,2026-11-24:ships/1", true),
            ("tag:blogger.com,1999:blog-1.post-2", true),
            ("tag:harbour.example:1", false),
            ("tag:harbour.example,26:1", false),
            ("tag:harbour.example,2026-11-24-08:1", false),
            ("tag:,2026:1", false),
            ("urn:uuid:60a76c80-d399-11d9-b93c-0003939e0af6", true),
            ("urn:isbn:9780141439600", true),
            ("urn:1", false),
            ("urn:x:", false),
            ("urn:fnv-1a:00ff", false),
            ("ship-1", false),
            ("ship:1", false),
            ("yt:video:1", false),
            ("1", false),
            ("", false),
            (":", false),
            ("urn:", false),
            ("News: two words", false),
            ("C:\\ships\\1", false),
            ("1a:b", false),
            ("at:b#c#d", false),
            ("at:<b>", false),
        ] {
            if is_identifier(text) != expected {
                wrong.push(text);
            }
        }
        assert_eq!(wrong, [] as [&str; 0]);
    }
}
