//! Resolution of references in the manner of Python's `urljoin`. It differs from RFC 3986: an empty query or fragment is dropped,
//! and so are the empty segments of a path that is merged with the base path. An empty reference resolves to the base, including
//! its fragment.

use std::borrow::Cow;

use bozofeed_text::html::resolve::{LONGEST_BASE, Parts, push_end, push_origin, push_segment};
use bozofeed_text::html::uri::{is_plain_http, scheme, trim};

/// Resolves a reference against a base, which may be empty or relative. An absolute reference keeps its path as written. An
/// authority with an unmatched bracket yields `""`. A base of more than 2,048 bytes is ignored.
pub(super) fn urljoin<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    let trimmed = trim(reference);
    match without_empty_authority(&trimmed) {
        Some(named) => Cow::Owned(join(base, &named).into_owned()),
        None => match trimmed {
            Cow::Borrowed(trimmed) => join(base, trimmed),
            Cow::Owned(trimmed) => Cow::Owned(join(base, &trimmed).into_owned()),
        },
    }
}

/// Universal Feed Parser removes slashes after the second one, regardless of the scheme: `file:///x` becomes `file://x`.
fn without_empty_authority(uri: &str) -> Option<String> {
    let scheme = scheme(uri)?;
    let path = uri.get(scheme.len()..)?.strip_prefix(":///")?;
    Some(format!("{scheme}://{}", path.trim_start_matches('/')))
}

fn join<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    // An empty query or fragment is dropped even if the reference is absolute.
    let ends_empty = reference.ends_with(['#', '?']);
    // Most references are absolute URLs in their normal form, which do not depend on the base.
    if base.is_empty() || base.len() > LONGEST_BASE || is_plain_http(reference) && !ends_empty {
        return Cow::Borrowed(reference);
    }
    if reference.is_empty() {
        return Cow::Owned(base.to_owned());
    }
    let relative = without_empty(Parts::of(reference));
    // Python's `urljoin` raises `ValueError` for it, in which case Universal Feed Parser returns an empty string.
    if relative.has_unmatched_bracket() {
        return Cow::Borrowed("");
    }
    let origin = without_empty(Parts::of(base));
    if relative.is_foreign_to(&origin) || !origin.is_hierarchical() {
        return Cow::Borrowed(reference);
    }
    let mut uri = String::with_capacity(base.len() + reference.len() + 1);
    if let Some(own) = relative.scheme.filter(|_| relative.authority.is_some()) {
        if !ends_empty && !own.bytes().any(|b| b.is_ascii_uppercase()) {
            return Cow::Borrowed(reference);
        }
        push_origin(&mut uri, Some(&own.to_ascii_lowercase()), relative.authority);
        uri.push_str(relative.path);
    } else if relative.authority.is_some() {
        push_origin(&mut uri, origin.scheme, relative.authority);
        uri.push_str(relative.path);
    } else {
        push_origin(&mut uri, origin.scheme, origin.authority);
        if relative.path.is_empty() {
            uri.push_str(origin.path);
            push_end(&mut uri, relative.query.or(origin.query), relative.fragment);
            return Cow::Owned(uri);
        }
        push_merged(&mut uri, &origin, relative.path);
    }
    push_end(&mut uri, relative.query, relative.fragment);
    Cow::Owned(uri)
}

/// Returns the parts as seen by `urljoin`: an empty part is absent.
fn without_empty(parts: Parts<'_>) -> Parts<'_> {
    let [authority, query, fragment] =
        [parts.authority, parts.query, parts.fragment].map(|part| part.filter(|part| !part.is_empty()));
    Parts { authority, query, fragment, ..parts }
}

/// Writes a path merged with the base path, without dot segments and without the empty segments of merged paths.
fn push_merged(uri: &mut String, base: &Parts<'_>, path: &str) {
    let root = uri.len();
    let own = path.strip_prefix('/');
    let directory = base.path.rsplit_once('/').map_or("", |(directory, _)| directory);
    if own.is_none() {
        for segment in directory.split('/').filter(|segment| !segment.is_empty()) {
            push_segment(uri, root, segment, false);
        }
    }
    let mut segments = own.unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        // An absolute path keeps its empty segments. The last segment is written even if it is empty, since a trailing slash
        // belongs to the path.
        if is_last || !segment.is_empty() || own.is_some() {
            push_segment(uri, root, segment, is_last);
        }
    }
    let is_rooted = own.is_some() || base.authority.is_some() || base.path.starts_with('/');
    if !is_rooted && uri.len() > root + 1 {
        uri.remove(root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_resolve_as_in_python() {
        let base = "http://b.example/d/e?q=1#f";
        let long = format!("http://b.example/{}/", "d".repeat(LONGEST_BASE));
        let cases = [
            (base, "", base),
            (base, "x", "http://b.example/d/x"),
            (base, "/x", "http://b.example/x"),
            (base, "//h2/y", "http://h2/y"),
            (base, "#frag", "http://b.example/d/e?q=1#frag"),
            (base, "?q", "http://b.example/d/e?q"),
            (base, "../x", "http://b.example/x"),
            (base, "../../../x", "http://b.example/x"),
            (base, "./x", "http://b.example/d/x"),
            (base, "x y", "http://b.example/d/x y"),
            (base, "é/ü", "http://b.example/d/é/ü"),
            (base, "http://example.org", "http://example.org"),
            (base, "HTTP://EXAMPLE.org", "http://EXAMPLE.org"),
            (base, "http:x", "http://b.example/d/x"),
            (base, "http:///x", "http://x"),
            (base, "mailto:a@b", "mailto:a@b"),
            (base, "tag:x,2005:1", "tag:x,2005:1"),
            (base, "a/b:c", "http://b.example/d/a/b:c"),
            (base, " http://a/ ", "http://a/"),
            (base, "http://a/./b/../c", "http://a/./b/../c"),
            (base, "x/./y/../z", "http://b.example/d/x/z"),
            (base, "x;p=1", "http://b.example/d/x;p=1"),
            (base, ".", "http://b.example/d/"),
            (base, "..", "http://b.example/"),
            (base, "#", "http://b.example/d/e?q=1"),
            (base, "?", "http://b.example/d/e?q=1"),
            (base, "//", "http://b.example/d/e?q=1"),
            (base, "/a//b/", "http://b.example/a//b/"),
            (base, "/a/b/..", "http://b.example/a/"),
            (base, "http://[bad", ""),
            (base, "1http://x", "http://b.example/d/1http:/x"),
            (base, ":x", "http://b.example/d/:x"),
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
            (
                "https://archive.example/http://b.example/feed",
                "x",
                "https://archive.example/http:/b.example/x",
            ),
            (base, "http://h.example/?", "http://h.example/"),
            (base, "file:///x", "file://x"),
        ];
        let wrong: Vec<_> = cases
            .into_iter()
            .map(|(base, reference, expected)| (base, reference, expected, urljoin(base, reference)))
            .filter(|(_, _, expected, resolved)| resolved != expected)
            .collect();
        assert_eq!(wrong, []);
    }
}
