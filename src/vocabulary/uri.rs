//! Reads URIs, with one function for all formats and vocabularies.

use std::borrow::Cow;

use crate::budget::Budget;
use crate::model::Str;
use bozofeed_content::internal::has_references;
use bozofeed_text::html::references::unescape;
use bozofeed_text::html::uri::is_relative;
use bozofeed_text::html::uri::scheme;
use bozofeed_text::trim::trim;

/// Reads a URI: doubly escaped references in it are resolved, and it is made absolute. Returns `None` for a URI that would run a
/// script.
pub(crate) fn read_uri<'t>(text: &'t str, base: &str, budget: &Budget) -> Option<Cow<'t, str>> {
    // References are resolved first, so that they cannot hide the scheme of a script URL from `resolve_safe`.
    match unescape_link(Cow::Borrowed(text)) {
        Cow::Borrowed(text) => budget.resolve_safe(base, text),
        Cow::Owned(text) => budget.resolve_safe(base, &text).map(|uri| Cow::Owned(uri.into_owned())),
    }
}

/// Returns the URI of a link and of its target page, with spaces percent-encoded, since a URI must not contain any (RFC 3986 §2).
pub(crate) fn link_uri(uri: Cow<'_, str>) -> Str {
    let has_spaces = bozofeed_text::forward::memchr(b' ', uri.as_bytes()).is_some();
    if has_spaces { Str::shared(uri.replace(' ', "%20")) } else { Str::shared(uri) }
}

/// Resolves the references in a plain value, which some feeds escape once too often.
pub(crate) fn unescape_link(value: Cow<'_, str>) -> Cow<'_, str> {
    if bozofeed_text::forward::memchr(b'&', value.as_bytes()).is_some() && value.contains("&amp;") {
        Cow::Owned(unescape(&value).into_owned())
    } else {
        value
    }
}

/// Resolves the references in a name or a category, which some feeds escape once too often (`R&amp;amp;D`).
pub(crate) fn unescape_name(value: &str) -> Cow<'_, str> {
    if has_references(value) { unescape(value) } else { Cow::Borrowed(value) }
}

/// Returns a name or a category in the form that [`unescape_name`] reverses.
pub(crate) fn escape_name(value: &str) -> Cow<'_, str> {
    if has_references(value) { Cow::Owned(value.replace('&', "&amp;")) } else { Cow::Borrowed(value) }
}

/// Returns whether a text is prose where a URI is expected: words without a scheme (RFC 3986 §2 has no white space).
pub(crate) fn is_prose(text: &str) -> bool {
    let text = trim(text);
    // Most are absolute, and are not searched.
    is_relative(text) && !text.contains('/') && text.contains(char::is_whitespace)
}

/// Returns the reference in a `guid` that is a permalink, which RSS 2.0 requires to be "a url that can be opened in a Web browser".
/// Returns `None` for other identifiers, which publishers often forget to mark as such.
///
/// An absolute URL has a scheme and a host. Relative references are plausible if they have the syntax of a path, a query or a
/// fragment. Words, numbers, mail addresses, UUIDs and similar identifiers are not.
pub(crate) fn permalink_reference(text: &str) -> Option<Cow<'_, str>> {
    let text = trim(text);
    // An identifier with a colon is usually a URN, a tag or a number with a prefix. Relative references are considered only after
    // this, since a colon would be ambiguous in them (RFC 3986 §4.2).
    if let Some(scheme) = scheme(text) {
        // Magnet links are the only URLs without a host that feeds use as pages.
        let rest = text.get(scheme.len() + 1..)?;
        let can_be_opened = rest.starts_with("//") || scheme.eq_ignore_ascii_case("magnet");
        return can_be_opened.then_some(Cow::Borrowed(text));
    }
    if text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        // A host without a scheme, which browsers complete.
        return is_path(text).then(|| Cow::Owned(format!("//{text}")));
    }
    let is_plausible = match text.as_bytes() {
        [b'/', ..] | [b'.', b'/', ..] | [b'.', b'.', b'/', ..] => true,
        [b'?' | b'#', rest @ ..] => rest.first().is_some_and(u8::is_ascii_alphabetic),
        _ => is_path(text) && names_page(text),
    };
    is_plausible.then_some(Cow::Borrowed(text))
}

/// Returns whether the characters before a query or fragment are common in paths, unlike in base64, times or mail addresses.
fn is_path(text: &str) -> bool {
    let is_of_path =
        |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '~' | '%' | ',' | '!');
    !text.contains(char::is_whitespace) && path(text).chars().all(is_of_path)
}

/// Returns the text before a query or fragment.
fn path(text: &str) -> &str {
    text.split_once(['?', '#']).map_or(text, |(path, _)| path)
}

/// Returns whether a relative path has several segments, one of them with a letter, or a query, or is a file name.
fn names_page(text: &str) -> bool {
    let path = path(text);
    let query = text.get(path.len()..).and_then(|rest| rest.strip_prefix('?'));
    let extension =
        path.rsplit_once('.').filter(|(name, _)| !name.is_empty()).map(|(_, extension)| extension);
    path.contains('/') && path.contains(char::is_alphabetic)
        || query.is_some_and(|query| query.contains('='))
        || extension.is_some_and(|extension| {
            PAGE_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension))
        })
}

/// The file name extensions that browsers and players open.
const PAGE_EXTENSIONS: [&str; 40] = [
    "html", "htm", "xhtml", "shtml", "php", "phtml", "php3", "php4", "php5", "asp", "aspx", "jsp", "jspx",
    "jsf", "cfm", "cgi", "pl", "do", "nsf", "txt", "md", "xml", "json", "pdf", "epub", "mp3", "m4a", "mp4",
    "m4v", "mov", "webm", "ogg", "opus", "wav", "flac", "jpg", "jpeg", "png", "gif", "webp",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check, text};

    #[test]
    fn a_permalink_can_be_opened() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("https://h.example/1", Some("https://h.example/1")),
            (" HTTP://h.example/a b ", Some("HTTP://h.example/a b")),
            ("gemini://h.example/1", Some("gemini://h.example/1")),
            ("magnet:?xt=urn:btih:1", Some("magnet:?xt=urn:btih:1")),
            ("www.h.example/1", Some("//www.h.example/1")),
            ("WWW.h.example", Some("//WWW.h.example")),
            ("//h.example/1", Some("//h.example/1")),
            ("/posts/1", Some("/posts/1")),
            ("/a b.html", Some("/a b.html")),
            ("../1", Some("../1")),
            ("./1", Some("./1")),
            ("?p=5", Some("?p=5")),
            ("#fog", Some("#fog")),
            ("p5.html", Some("p5.html")),
            ("p5.PHP?a=b c", None),
            ("p5.PHP?a=b", Some("p5.PHP?a=b")),
            ("posts/1", Some("posts/1")),
            ("posts/", Some("posts/")),
            ("日記/1", Some("日記/1")),
            ("node?id=5", Some("node?id=5")),
            ("", None),
            ("Episode 12: Fog", None),
            ("Episode:12", None),
            ("Fog", None),
            ("Fog?", None),
            ("4711", None),
            ("#4711", None),
            ("22e86428-5a7e-4a7e-9c6e-1c2d3e4f5a6b", None),
            ("{22E86428-5A7E-4A7E-9C6E-1C2D3E4F5A6B}", None),
            ("1234 at https://h.example", None),
            ("1234@https://h.example/", None),
            ("anna@h.example", None),
            ("mailto:anna@h.example", None),
            ("urn:uuid:1", None),
            ("tag:h.example,2026:1", None),
            ("spotify:episode:1", None),
            ("2026-01-02T10:00:00Z", None),
            ("01/02/2026", None),
            ("Fog and/or rain", None),
            ("Zm9n/3J+YQ==", None),
            ("v1.2.3", None),
            (".html", None),
            ("www. fog", None),
        ] {
            let found = permalink_reference(text);
            if found.as_deref() != expected {
                wrong.push((text, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        let mut wrong = Vec::new();
        for (written, name) in [
            ("R&D", "R&D"),
            ("R&amp;D", "R&D"),
            ("R&amp;amp;D", "R&amp;D"),
            ("O&#39;Neill", "O'Neill"),
            ("Caf&eacute;", "Café"),
            ("R&D; rest", "R&D; rest"),
            ("&#0; &amp;", "&#0; &amp;"),
            ("&bogus; &amp;", "&bogus; &amp;"),
            ("&copy 2026", "&copy 2026"),
        ] {
            let read = unescape_name(written);
            if read != name || unescape_name(&escape_name(name)) != name {
                wrong.push((written, read));
            }
        }
        assert_eq!(wrong, []);
        check(512, |u| {
            let name = crate::testing::pieces(
                u,
                0..=8,
                &["&", "&amp;", "&#39;", "&#0;", "&copy", "a", ";", "&x;", "#"],
            )?;
            assert_eq!(unescape_name(&escape_name(&name)), name);
            Ok(())
        });
    }

    /// An identifier of letters, digits and hyphens does not have the syntax of a reference.
    #[test]
    fn words_are_no_permalinks() {
        check(512, |u| {
            let id = text(u, 0..=40, &["abcXYZ", "0123456789", "-_ ", "éж港"])?;
            assert_eq!(permalink_reference(&id), None, "{id:?}");
            Ok(())
        });
    }

    #[test]
    fn words_are_no_uri() {
        for (text, expected) in [
            ("Some text", true),
            ("Comments (5)", true),
            ("talk", false),
            ("http://e.example/a b", false),
            ("/files/a b.mp3", false),
            (" talk.html ", false),
            ("", false),
        ] {
            assert_eq!(is_prose(text), expected, "{text}");
        }
    }
}
