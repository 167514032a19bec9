//! Resolution of relative URI references on strings (RFC 3986 §5.2).
//!
//! The `url` crate is not used because it normalizes: it percent-encodes, lower-cases and adds slashes, while feeds need
//! `http://example.org` and IRIs as they were written. It also has no relative base, which feeds may have.

use std::borrow::Cow;

use crate::forward::{memchr, memchr3};

pub(crate) use super::uri::is_script_url;
use super::uri::{is_plain_http, scheme, trim};

/// The five parts of a URI reference (RFC 3986 Appendix B). An empty part counts as absent.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    scheme: &'a str,
    authority: &'a str,
    path: &'a str,
    query: &'a str,
    fragment: &'a str,
}

/// The longest base that references are resolved against, in bytes. Every resolved reference contains a copy of it.
pub(crate) const LONGEST_BASE: usize = 2048;

fn split(uri: &str) -> Parts<'_> {
    let scheme = scheme(uri).unwrap_or_default();
    let rest = uri.strip_prefix(scheme).unwrap_or(uri);
    let rest = if scheme.is_empty() { rest } else { rest.strip_prefix(':').unwrap_or(rest) };
    let (rest, fragment) = split_once(rest, b'#');
    let (rest, query) = split_once(rest, b'?');
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(memchr(b'/', rest.as_bytes()).unwrap_or(rest.len())),
        None => ("", rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

/// Returns the parts of a text before and after the first `delimiter`, an ASCII character. In short texts, this is much faster
/// than [`str::split_once`].
fn split_once(text: &str, delimiter: u8) -> (&str, &str) {
    memchr(delimiter, text.as_bytes()).map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// Resolves a reference against a base, which may be empty or relative. An absolute reference is returned as written, as
/// by Universal Feed Parser. An authority with an unmatched bracket yields `""`. A base of more than 2,048 bytes is
/// ignored.
pub(crate) fn resolve<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    if base.is_empty() {
        return trim(reference);
    }
    // The common case: it is absolute, and nothing of it is trimmed.
    if is_plain_http(reference)
        && reference.bytes().last().is_some_and(|b| b.is_ascii_graphic() && b != b'#' && b != b'?')
        && memchr3(b'\t', b'\n', b'\r', reference.as_bytes()).is_none()
    {
        return Cow::Borrowed(reference);
    }
    match trim(reference) {
        Cow::Borrowed(trimmed) => join(base, trimmed),
        Cow::Owned(trimmed) => Cow::Owned(join(base, &trimmed).into_owned()),
    }
}

/// Resolves a reference like [`resolve`], or returns `None` if the reference or the result is a script URL.
pub(crate) fn resolve_safe<'a>(base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
    if is_script_url(reference) {
        return None;
    }
    Some(resolve(base, reference)).filter(|uri| !is_script_url(uri))
}

/// Returns whether resolving a reference may copy the base: not if the base is of no use, or the reference is certain to be
/// absolute.
pub(crate) fn depends_on_base(base: &str, reference: &str) -> bool {
    if base.is_empty() || base.len() > LONGEST_BASE {
        return false;
    }
    let own = scheme(reference);
    let is_foreign =
        own.is_some_and(|own| scheme(base).is_some_and(|of_base| !own.eq_ignore_ascii_case(of_base)));
    !is_foreign && !is_plain_http(reference)
}

fn join<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    if base.is_empty()
        || base.len() > LONGEST_BASE
        || is_plain_http(reference) && !reference.ends_with(['#', '?'])
    {
        return Cow::Borrowed(reference);
    }
    if reference.is_empty() {
        // RFC 3986 §5.2.2: the fragment is not part of the base.
        return Cow::Owned(split_once(base, b'#').0.to_owned());
    }
    let relative = split(reference);
    if relative.authority.contains('[') != relative.authority.contains(']') {
        return Cow::Borrowed("");
    }
    let origin = split(base);
    let hierarchical =
        origin.scheme.is_empty() || !origin.authority.is_empty() || origin.path.starts_with('/');
    let foreign = !relative.scheme.is_empty() && !relative.scheme.eq_ignore_ascii_case(origin.scheme);
    if foreign || !hierarchical {
        return Cow::Borrowed(reference);
    }
    if !relative.scheme.is_empty() && !relative.authority.is_empty() {
        let written =
            !reference.ends_with(['#', '?']) && !relative.scheme.bytes().any(|b| b.is_ascii_uppercase());
        if written {
            return Cow::Borrowed(reference);
        }
        let mut uri = compose(&relative.scheme.to_ascii_lowercase(), relative.authority, reference.len());
        uri.push_str(relative.path);
        return Cow::Owned(finish(uri, relative.query, relative.fragment));
    }
    // RFC 3986 §5.2.2, non-strict: a reference with the scheme of its base and no authority is relative.
    if !relative.authority.is_empty() {
        let mut uri = compose(origin.scheme, relative.authority, base.len() + reference.len());
        uri.push_str(relative.path);
        return Cow::Owned(finish(uri, relative.query, relative.fragment));
    }
    let mut uri = compose(origin.scheme, origin.authority, base.len() + reference.len());
    if relative.path.is_empty() {
        uri.push_str(origin.path);
        let query = if relative.query.is_empty() { origin.query } else { relative.query };
        return Cow::Owned(finish(uri, query, relative.fragment));
    }
    if relative.path.starts_with('/') {
        push_segments(&mut uri, None, relative.path.get(1..).unwrap_or_default(), true);
    } else {
        let directory = origin.path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let rooted = !origin.authority.is_empty() || origin.path.starts_with('/');
        push_segments(&mut uri, Some(directory), relative.path, rooted);
    }
    Cow::Owned(finish(uri, relative.query, relative.fragment))
}

fn compose(scheme: &str, authority: &str, room: usize) -> String {
    let mut uri = String::with_capacity(room + 1);
    if !scheme.is_empty() {
        uri.push_str(scheme);
        uri.push(':');
    }
    if !authority.is_empty() {
        uri.push_str("//");
        uri.push_str(authority);
    }
    uri
}

fn finish(mut uri: String, query: &str, fragment: &str) -> String {
    for (mark, part) in [('?', query), ('#', fragment)] {
        if !part.is_empty() {
            uri.push(mark);
            uri.push_str(part);
        }
    }
    uri
}

/// Merges two paths and removes dot segments (RFC 3986 §5.2.3 and §5.2.4). Empty segments of merged paths are dropped, as
/// by Python's `urljoin`.
fn push_segments(uri: &mut String, directory: Option<&str>, path: &str, rooted: bool) {
    let root = uri.len();
    for segment in directory.unwrap_or_default().split('/').filter(|segment| !segment.is_empty()) {
        push_segment(uri, root, segment, false);
    }
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        if last || !segment.is_empty() || directory.is_none() {
            push_segment(uri, root, segment, last);
        }
    }
    if !rooted && uri.len() > root + 1 {
        uri.remove(root);
    }
}

fn push_segment(uri: &mut String, root: usize, segment: &str, last: bool) {
    match segment {
        "." => {}
        ".." => {
            let parent = uri.get(root..).and_then(|path| path.rfind('/')).map_or(root, |slash| root + slash);
            uri.truncate(parent);
        }
        _ => {
            uri.push('/');
            uri.push_str(segment);
            return;
        }
    }
    if last {
        uri.push('/');
    }
}

#[cfg(test)]
mod tests {
    use super::{resolve, resolve_safe};

    #[test]
    fn references_resolve_against_an_absolute_base() {
        let base = "http://b.example/d/e?q=1#f";
        for (reference, expected) in [
            // RFC 3986 §5.2.2: the fragment of the base is not inherited.
            ("", "http://b.example/d/e?q=1"),
            ("x", "http://b.example/d/x"),
            ("/x", "http://b.example/x"),
            ("//h2/y", "http://h2/y"),
            ("#frag", "http://b.example/d/e?q=1#frag"),
            ("?q", "http://b.example/d/e?q"),
            ("../x", "http://b.example/x"),
            ("../../../x", "http://b.example/x"),
            ("./x", "http://b.example/d/x"),
            ("x y", "http://b.example/d/x y"),
            ("é/ü", "http://b.example/d/é/ü"),
            ("http://example.org", "http://example.org"),
            ("HTTP://EXAMPLE.org", "http://EXAMPLE.org"),
            ("http:x", "http://b.example/d/x"),
            ("http:///x", "http://x"),
            ("mailto:a@b", "mailto:a@b"),
            ("tag:x,2005:1", "tag:x,2005:1"),
            ("a/b:c", "http://b.example/d/a/b:c"),
            (" http://a/ ", "http://a/"),
            ("http://a/./b/../c", "http://a/./b/../c"),
            ("x/./y/../z", "http://b.example/d/x/z"),
            ("x;p=1", "http://b.example/d/x;p=1"),
            (".", "http://b.example/d/"),
            ("..", "http://b.example/"),
            ("#", "http://b.example/d/e?q=1"),
            ("?", "http://b.example/d/e?q=1"),
            ("//", "http://b.example/d/e?q=1"),
            ("/a//b/", "http://b.example/a//b/"),
            ("/a/b/..", "http://b.example/a/"),
            ("http://[bad", ""),
            ("1http://x", "http://b.example/d/1http:/x"),
            (":x", "http://b.example/d/:x"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference:?}");
        }
    }

    #[test]
    fn a_base_may_be_anything() {
        let long = format!("http://b.example/{}/", "d".repeat(super::LONGEST_BASE));
        for (base, reference, expected) in [
            ("", " x ", "x"),
            ("", "../x", "../x"),
            ("http://b.example", "x", "http://b.example/x"),
            ("http://b.example", "?q", "http://b.example?q"),
            ("http://b.example", "1x://y", "http://b.example/1x:/y"),
            ("/rel/dir/", "x", "/rel/dir/x"),
            ("/rel/dir/", "../x", "/rel/x"),
            ("/rel/dir/", "#f", "/rel/dir/#f"),
            ("rel", "x", "x"),
            ("rel/a", "x", "rel/x"),
            ("//h/x", "y", "//h/y"),
            ("mailto:a@b", "x", "x"),
            ("http://b.example/d/ e/", "x", "http://b.example/d/ e/x"),
            (&long, "x", "x"),
            (&long, "", ""),
        ] {
            assert_eq!(resolve(base, reference), expected, "{base:?} + {reference:?}");
        }
    }

    #[test]
    fn script_urls_do_not_resolve() {
        for (base, reference, expected) in [
            ("http://b.example/", "javascript:x", None),
            ("javascript:x", "", None),
            ("http://b.example/", "x", Some("http://b.example/x")),
        ] {
            assert_eq!(resolve_safe(base, reference).as_deref(), expected, "{base:?} + {reference:?}");
        }
    }
}
