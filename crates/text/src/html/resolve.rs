//! Resolution of relative URI references on strings (RFC 3986 §5).
//!
//! The `url` crate is not used because it normalizes: it percent-encodes, lower-cases and adds slashes, while feeds require
//! `http://example.org` and IRIs to be kept as written. It also does not support relative bases, which feeds may have.

use std::borrow::Cow;

use crate::forward::{memchr, memchr3};

pub use super::uri::is_script_url;
use super::uri::{has_host, is_plain_http, scheme, trim};

/// A function that resolves a reference against a base, such as [`resolve`].
pub type Resolve = for<'a> fn(&str, &'a str) -> Cow<'a, str>;

/// The five parts of a URI reference (RFC 3986 Appendix B). Empty parts and absent parts are distinct.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// The scheme, without the colon.
    pub scheme: Option<&'a str>,
    /// The authority, without the slashes before it.
    pub authority: Option<&'a str>,
    /// The path.
    pub path: &'a str,
    /// The query, without the question mark.
    pub query: Option<&'a str>,
    /// The fragment, without the number sign.
    pub fragment: Option<&'a str>,
}

/// The maximum length of a base for resolving references, in bytes. Every resolved reference contains a copy of it.
pub const LONGEST_BASE: usize = 2048;

impl<'a> Parts<'a> {
    /// Returns the parts of a URI reference.
    pub fn of(uri: &'a str) -> Self {
        let scheme = scheme(uri);
        let rest = scheme.and_then(|scheme| uri.get(scheme.len() + 1..)).unwrap_or(uri);
        // In this order, since a fragment may contain `?` and `/`, and a query `/` (RFC 3986 §3.4, §3.5).
        let (rest, fragment) = split_once(rest, b'#');
        let (rest, query) = split_once(rest, b'?');
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(memchr(b'/', rest.as_bytes()).unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query, fragment }
    }

    /// Returns whether other references can be relative to it: `mailto:` and `urn:` are not hierarchical.
    pub fn is_hierarchical(&self) -> bool {
        self.scheme.is_none() || self.authority.is_some() || self.path.starts_with('/')
    }

    /// Returns whether it has a scheme other than that of its base.
    pub fn is_foreign_to(&self, base: &Self) -> bool {
        match (self.scheme, base.scheme) {
            (Some(own), Some(of_base)) => !own.eq_ignore_ascii_case(of_base),
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// Returns whether the authority has only one of the brackets of an IP literal.
    pub fn has_unmatched_bracket(&self) -> bool {
        self.authority.is_some_and(|authority| authority.contains('[') != authority.contains(']'))
    }
}

/// Returns the parts of a text before and after the first `delimiter`, an ASCII character. In short texts, this is much faster
/// than [`str::split_once`].
fn split_once(text: &str, delimiter: u8) -> (&str, Option<&str>) {
    memchr(delimiter, text.as_bytes()).map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

/// Resolves a reference against a base, which may be empty or relative.
///
/// An absolute reference is returned as written. RFC 3986 §5.2.2 would remove its dot segments: the target would be the same, but the
/// result would differ from the same URI elsewhere in the feed. An authority with an unmatched bracket yields `""`. A base of more than
/// 2,048 bytes is ignored.
pub fn resolve<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    if base.is_empty() {
        return trim(reference);
    }
    // The common case: the reference is absolute, and there is nothing to trim. `join` would also return it unchanged: it has a scheme,
    // and a host without brackets.
    if is_plain_http(reference)
        && reference.bytes().last().is_some_and(|b| b.is_ascii_graphic())
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
pub fn resolve_safe<'a>(base: &str, reference: &'a str) -> Option<Cow<'a, str>> {
    if is_script_url(reference) {
        return None;
    }
    Some(resolve(base, reference)).filter(|uri| !is_script_url(uri))
}

/// Returns whether resolving a reference may copy the base. It does not if the base is unusable or the reference is certain to be
/// absolute.
pub fn depends_on_base(base: &str, reference: &str) -> bool {
    if base.is_empty() || base.len() > LONGEST_BASE {
        return false;
    }
    let own = scheme(reference);
    let is_foreign =
        own.is_some_and(|own| scheme(base).is_some_and(|of_base| !own.eq_ignore_ascii_case(of_base)));
    !is_foreign && !is_plain_http(reference)
}

fn join<'a>(base: &str, reference: &'a str) -> Cow<'a, str> {
    if base.len() > LONGEST_BASE {
        return Cow::Borrowed(reference);
    }
    let origin = Parts::of(base);
    let reference =
        // URL Standard, "special authority ignore slashes state": with these schemes, `///h.example` contains a host.
        if origin.scheme.is_some_and(has_host) { without_more_slashes(reference) } else { reference };
    let relative = Parts::of(reference);
    // Before absolute references are returned as written, since they may also have such a bracket.
    if relative.has_unmatched_bracket() {
        return Cow::Borrowed("");
    }
    // As in browsers, `http:x` is relative to a base with the same scheme (§5.2.2, for backward compatibility).
    let is_absolute =
        relative.is_foreign_to(&origin) || relative.scheme.is_some() && relative.authority.is_some();
    // A base that is not hierarchical only allows fragments.
    let of_same_document = relative.scheme.is_none() && relative.path.is_empty() && relative.query.is_none();
    if is_absolute || !origin.is_hierarchical() && !of_same_document {
        return Cow::Borrowed(reference);
    }
    Cow::Owned(transform(&origin, &relative, base.len() + reference.len() + 1))
}

/// Removes the slashes after the first two before the host of a reference.
fn without_more_slashes(reference: &str) -> &str {
    let slashes = reference.bytes().take_while(|b| *b == b'/').count();
    reference.get(slashes.saturating_sub(2)..).filter(|_| slashes > 2).unwrap_or(reference)
}

/// Transforms a relative reference into the target URI (§5.2.2). `room` is the capacity for the result, except for dots that are added to
/// prevent ambiguity.
fn transform(base: &Parts<'_>, relative: &Parts<'_>, room: usize) -> String {
    let mut uri = String::with_capacity(room);
    push_origin(&mut uri, base.scheme, relative.authority.or(base.authority));
    let query = if relative.authority.is_some() || relative.path.starts_with('/') {
        push_path(&mut uri, "", relative.path, relative.authority.or(base.authority).is_some());
        relative.query
    } else if relative.path.is_empty() {
        uri.push_str(base.path);
        relative.query.or(base.query)
    } else {
        // The paths are merged (§5.2.3).
        let directory = base.path.rfind('/').and_then(|slash| base.path.get(..=slash));
        let host_root = if base.authority.is_some() { "/" } else { "" };
        push_path(&mut uri, directory.unwrap_or(host_root), relative.path, base.authority.is_some());
        relative.query
    };
    // The base is used without its fragment (§5.1).
    push_end(&mut uri, query, relative.fragment);
    uri
}

/// Appends a scheme and an authority with their delimiters.
pub fn push_origin(uri: &mut String, scheme: Option<&str>, authority: Option<&str>) {
    if let Some(scheme) = scheme {
        uri.push_str(scheme);
        uri.push(':');
    }
    if let Some(authority) = authority {
        uri.push_str("//");
        uri.push_str(authority);
    }
}

/// Writes the end of a URI (§5.3): an empty part keeps its delimiter, an absent part has none.
pub fn push_end(uri: &mut String, query: Option<&str>, fragment: Option<&str>) {
    for (delimiter, part) in [('?', query), ('#', fragment)] {
        if let Some(part) = part {
            uri.push(delimiter);
            uri.push_str(part);
        }
    }
}

/// Writes a path after the directory with which it is merged, which ends with a slash unless it is empty, and removes the dot segments of
/// both (§5.2.4).
fn push_path(uri: &mut String, directory: &str, path: &str, has_authority: bool) {
    let first = if directory.is_empty() { path } else { directory };
    if first.is_empty() {
        return;
    }
    let is_rooted = first.starts_with('/');
    let root = uri.len();
    // Each segment is written with a slash before it.
    let path = if directory.is_empty() { path.strip_prefix('/').unwrap_or(path) } else { path };
    let directory = directory.strip_prefix('/').unwrap_or(directory);
    if let Some(directory) = directory.strip_suffix('/') {
        for segment in directory.split('/') {
            push_segment(uri, root, segment, false);
        }
    }
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        push_segment(uri, root, segment, segments.peek().is_none());
    }
    // The rest must not look like an authority, an absolute path, or a scheme.
    let written = uri.get(root + 1..).unwrap_or_default();
    if is_rooted {
        if !has_authority && written.starts_with('/') {
            uri.insert_str(root, "/.");
        }
    } else if written.is_empty() || written.starts_with('/') || scheme(written).is_some() {
        uri.insert(root, '.');
    } else {
        uri.remove(root);
    }
}

/// Writes a segment of a path that begins at `root`. A dot segment at the end leaves a slash.
pub fn push_segment(uri: &mut String, root: usize, segment: &str, is_last: bool) {
    match segment {
        "." => {}
        ".." => {
            // At the root, `..` removes nothing (RFC 3986 §5.4.2).
            let parent = uri.get(root..).and_then(|path| path.rfind('/')).map_or(root, |slash| root + slash);
            uri.truncate(parent);
        }
        _ => {
            uri.push('/');
            uri.push_str(segment);
            return;
        }
    }
    if is_last {
        uri.push('/');
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_BASE, resolve, resolve_safe};
    use bozofeed_testing::{check, pieces};

    /// Returns the rows whose reference does not resolve as expected, with the actual results.
    fn wrong<'c>(base: &str, cases: &[(&'c str, &'c str)]) -> Vec<(&'c str, String)> {
        let resolved = |(reference, expected): &(&'c str, &str)| {
            let resolved = resolve(base, reference);
            (resolved != *expected).then(|| (*reference, resolved.into_owned()))
        };
        cases.iter().filter_map(resolved).collect()
    }

    #[test]
    fn normal_examples_of_rfc_3986() {
        // §5.4.1
        let cases = [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"),
            ("g;x", "http://a/b/c/g;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../", "http://a/"),
            ("../../g", "http://a/g"),
        ];
        assert_eq!(wrong("http://a/b/c/d;p?q", &cases), []);
    }

    #[test]
    fn abnormal_examples_of_rfc_3986() {
        // §5.4.2. For the last one, backward compatibility was chosen.
        let cases = [
            ("../../../g", "http://a/g"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"),
            ("http:g", "http://a/b/c/g"),
        ];
        assert_eq!(wrong("http://a/b/c/d;p?q", &cases), []);
    }

    #[test]
    fn empty_parts_are_kept() {
        let cases = [
            ("#", "http://b.example/d//e?q=1#"),
            ("?", "http://b.example/d//e?"),
            ("?#", "http://b.example/d//e?#"),
            ("x?", "http://b.example/d//x?"),
            ("x#", "http://b.example/d//x#"),
            ("/?", "http://b.example/?"),
            ("http://h.example/?", "http://h.example/?"),
            ("https://h.example/#", "https://h.example/#"),
            ("HTTP://h.example/?", "HTTP://h.example/?"),
            ("//h.example?", "http://h.example?"),
            ("x", "http://b.example/d//x"),
            ("x//y/", "http://b.example/d//x//y/"),
            ("..", "http://b.example/d/"),
            ("../x", "http://b.example/d/x"),
            ("../../x", "http://b.example/x"),
            ("///h.example/x", "http://h.example/x"),
            ("/a//b/", "http://b.example/a//b/"),
            ("/a//../b", "http://b.example/a/b"),
            ("./", "http://b.example/d//"),
            ("1http://x", "http://b.example/d//1http://x"),
        ];
        assert_eq!(wrong("http://b.example/d//e?q=1#f", &cases), []);
    }

    #[test]
    fn references_are_resolved_as_written() {
        let cases = [
            ("x y", "http://b.example/d/x y"),
            ("é/ü", "http://b.example/d/é/ü"),
            ("http://example.org", "http://example.org"),
            ("HTTP://EXAMPLE.org", "HTTP://EXAMPLE.org"),
            ("http:/x", "http://b.example/x"),
            ("http:///x", "http://x"),
            ("file:///x", "file:///x"),
            ("mailto:a@b", "mailto:a@b"),
            ("tag:x,2005:1", "tag:x,2005:1"),
            ("a/b:c", "http://b.example/d/a/b:c"),
            (" http://a/ ", "http://a/"),
            ("http://a/./b/../c", "http://a/./b/../c"),
            ("//h.example/./b/../c", "http://h.example/c"),
            ("http://[bad", ""),
            (":x", "http://b.example/d/:x"),
        ];
        assert_eq!(wrong("http://b.example/d/e?q=1#f", &cases), []);
    }

    #[test]
    fn a_base_may_be_anything() {
        let long = format!("http://b.example/{}/", "d".repeat(LONGEST_BASE));
        let cases = [
            ("", " x ", "x"),
            ("", "../x", "../x"),
            ("http://b.example", "x", "http://b.example/x"),
            ("http://b.example", "?q", "http://b.example?q"),
            ("http://b.example", "1x://y", "http://b.example/1x://y"),
            (
                "https://archive.example/2020/http://b.example/feed",
                "x",
                "https://archive.example/2020/http://b.example/x",
            ),
            ("/rel/dir/", "x", "/rel/dir/x"),
            ("/rel/dir/", "../x", "/rel/x"),
            ("/rel/dir/", "#f", "/rel/dir/#f"),
            ("/rel/", "/.//h.example/x", "/.//h.example/x"),
            ("/rel/", "..//h.example/x", "/.//h.example/x"),
            ("rel", "x", "x"),
            ("rel", ".", "./"),
            ("rel", "./a:b", "./a:b"),
            ("rel", ".//x", ".//x"),
            ("rel/a", "x", "rel/x"),
            ("rel/a", "../../x", "x"),
            ("//h/x", "y", "//h/y"),
            ("file:///d/e", "x", "file:///d/x"),
            ("mailto:a@b", "x", "x"),
            ("urn:a:b#c", "#d", "urn:a:b#d"),
            ("http://b.example/d/ e/", "x", "http://b.example/d/ e/x"),
            (&long, "x", "x"),
            (&long, "", ""),
        ];
        let wrong: Vec<_> = cases
            .into_iter()
            .map(|(base, reference, expected)| (base, reference, expected, resolve(base, reference)))
            .filter(|(_, _, expected, resolved)| resolved != expected)
            .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn script_urls_do_not_resolve() {
        let cases = [
            ("http://b.example/", "javascript:x", None),
            ("javascript:x", "", None),
            ("x", "./javascript:x", Some("./javascript:x")),
            ("http://b.example/", "x", Some("http://b.example/x")),
        ];
        let wrong: Vec<_> = cases
            .into_iter()
            .filter(|(base, reference, expected)| resolve_safe(base, reference).as_deref() != *expected)
            .collect();
        assert_eq!(wrong, []);
    }

    const PIECES: &[&str] = &[
        "/", "/", "//", ".", "..", "?", "#", ":", "a", "b:", "http:", "h.example", "%20", "@", "é", "[", "]",
    ];

    /// An absolute reference does not depend on the base, and is neither shortened nor extended.
    #[test]
    fn absolute_references_stay_as_written() {
        check(512, |u| {
            let uri = format!(
                "https://h.example{}",
                pieces(u, 0..=8, &["/", "..", ".", "?", "#", "a", "//", "&;"])?
            );
            let base = format!("http://b.example/{}", pieces(u, 0..=8, PIECES)?);
            assert_eq!(resolve(&base, &uri), uri, "{base:?}");
            Ok(())
        });
    }

    /// A resolved path has no dot segments; the rest of the reference is unchanged.
    #[test]
    fn only_dot_segments_are_removed() {
        check(2048, |u| {
            let path = format!("/{}", pieces(u, 0..=8, &["/", "..", ".", "/../", "/./", "a", "//"])?);
            let end = pieces(u, 0..=4, &["?", "#", "a", "/../"])?;
            let end = if end.is_empty() || end.starts_with(['?', '#']) { end } else { format!("?{end}") };
            let mut kept: Vec<&str> = Vec::new();
            for segment in path.split('/').skip(1) {
                match segment {
                    "." => {}
                    ".." => drop(kept.pop()),
                    _ => kept.push(segment),
                }
            }
            if path.ends_with("/.") || path.ends_with("/..") {
                kept.push("");
            }
            // A reference that begins with two slashes has an authority.
            if !path.starts_with("//") {
                let expected = format!("http://b.example/{}{end}", kept.join("/"));
                assert_eq!(resolve("http://b.example/d//e?q#f", &format!("{path}{end}")), expected);
            }
            Ok(())
        });
    }

    /// A resolved reference is absolute, so resolving it again changes nothing.
    #[test]
    fn resolving_twice_changes_nothing() {
        check(2048, |u| {
            let base = format!("http://b.example/{}", pieces(u, 0..=6, PIECES)?);
            let reference = pieces(u, 0..=8, PIECES)?;
            let once = resolve(&base, &reference).into_owned();
            if !once.is_empty() {
                assert_eq!(resolve(&base, &once), once, "{base:?} + {reference:?}");
            }
            Ok(())
        });
    }
}
