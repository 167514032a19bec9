//! Relative URIs made absolute: RFC 3986 §5.2 on strings.
//!
//! The `url` crate is not used here: it percent-encodes, lower-cases and adds slashes, while a feed's reader wants
//! `http://example.org` and IRIs back as they were written; and a feed's base may be relative itself, which it
//! cannot hold.

use super::uri::{is_plain_http, scheme, trim};
use std::borrow::Cow;

/// RFC 3986 Appendix B: the five parts of a URI reference. A part that is empty counts as absent.
#[derive(Clone, Copy, Default)]
struct Parts<'a> {
    scheme: &'a str,
    authority: &'a str,
    path: &'a str,
    query: &'a str,
    fragment: &'a str,
}

/// A longer base makes nothing absolute: RFC 9110 §4.1 asks nobody to read longer URIs, and each reference would have a copy.
const LONGEST_BASE: usize = 8000;

fn split(uri: &str) -> Parts<'_> {
    let scheme = scheme(uri).unwrap_or_default();
    let rest = uri.strip_prefix(scheme).unwrap_or(uri);
    let rest = if scheme.is_empty() { rest } else { rest.strip_prefix(':').unwrap_or(rest) };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

/// One URI reference against a base, as Universal Feed Parser answers for the links of a feed: an absolute
/// reference as it was written, a relative one by RFC 3986 §5.2, whatever its scheme. An authority with a lone
/// bracket cannot be read and gives `""`. The base may be empty or relative.
pub(crate) fn resolve<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    match trim(reference) {
        Cow::Borrowed(trimmed) => join(base, trimmed),
        Cow::Owned(trimmed) => Cow::Owned(join(base, &trimmed).into_owned()),
    }
}

fn join<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    if base.is_empty()
        || base.len() > LONGEST_BASE
        || is_plain_http(reference) && !reference.ends_with(['#', '?'])
    {
        return Cow::Borrowed(reference);
    }
    if reference.is_empty() {
        return Cow::Owned(base.to_owned());
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
    // RFC 3986 §5.2.2, not strict: a reference with the scheme of its base and no authority is relative.
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

/// RFC 3986 §5.2.3 and §5.2.4, merge and remove dot segments. Where two paths are merged, empty segments within
/// them go, as Python's `urljoin` has it.
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
    use super::resolve;

    #[test]
    fn references_resolve_against_an_absolute_base() {
        let base = "http://b.example/d/e?q=1#f";
        for (reference, expected) in [
            ("", "http://b.example/d/e?q=1#f"),
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
}
