//! Namespace names as URIs, which some parsers require (Namespaces in XML 1.0 §2.1).

use std::borrow::Cow;
use std::fmt::Write as _;
use std::net::Ipv6Addr;

/// Returns a namespace name as a URI or a relative reference (RFC 3986). Disallowed characters are percent-encoded; a valid name is
/// returned unchanged.
pub(super) fn namespace_uri(name: &str) -> Cow<'_, str> {
    let is_usual =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'.' | b'-' | b'_' | b'#' | b'?' | b'=');
    // A fast path for names with a scheme but no other colon, second fragment, port or user information.
    let (scheme, rest) = name.split_once(':').unwrap_or(("", name));
    if is_scheme(scheme) && rest.bytes().all(is_usual) && rest.matches('#').nth(1).is_none() {
        return Cow::Borrowed(name);
    }
    let mut uri = String::with_capacity(name.len() + 8);
    let before_path = name.find(['/', '?', '#']).unwrap_or(name.len());
    let scheme_end = name.get(..before_path).and_then(|start| start.find(':'));
    let rest = match scheme_end.and_then(|end| Some((name.get(..end)?, name.get(end + 1..)?))) {
        Some((scheme, rest)) if is_scheme(scheme) => {
            uri.push_str(scheme);
            uri.push(':');
            rest
        }
        // The first segment of a relative reference cannot contain a colon (§4.2).
        Some(_) => {
            let (first, rest) = name.split_at(before_path);
            encode(first, "@", &mut uri);
            rest
        }
        None => name,
    };
    let rest = match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
            uri.push_str("//");
            encode_authority(authority, &mut uri);
            rest
        }
        None => rest,
    };
    let (path, fragment) = match rest.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment)),
        None => (rest, None),
    };
    encode(path, ":@/?", &mut uri);
    if let Some(fragment) = fragment {
        uri.push('#');
        encode(fragment, ":@/?", &mut uri);
    }
    if uri == name { Cow::Borrowed(name) } else { Cow::Owned(uri) }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Encodes user information, a host and a port (§3.2).
fn encode_authority(authority: &str, uri: &mut String) {
    let host = match authority.rsplit_once('@') {
        Some((user, host)) => {
            encode(user, ":", uri);
            uri.push('@');
            host
        }
        None => authority,
    };
    let is_port = |port: &str| (1..=5).contains(&port.len()) && port.bytes().all(|b| b.is_ascii_digit());
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) if is_port(port) => (host, Some(port)),
        _ => (host, None),
    };
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    if address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok()) {
        uri.push_str(host);
    } else {
        encode(host, "", uri);
    }
    if let Some(port) = port {
        uri.push(':');
        uri.push_str(port);
    }
}

/// Appends a part of a URI. Characters that are invalid in URIs, and delimiters not in `delimiters`, are percent-encoded (§2).
fn encode(part: &str, delimiters: &str, uri: &mut String) {
    for (at, c) in part.char_indices() {
        let is_encoded = || {
            let digits = part.as_bytes().get(at + 1..at + 3);
            digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let is_kept = match c {
            '%' => is_encoded(),
            '-' | '.' | '_' | '~' | '!' | '$' | '&' | '\'' | '(' | ')' | '*' | '+' | ',' | ';' | '=' => true,
            c => c.is_ascii_alphanumeric() || delimiters.contains(c),
        };
        if is_kept {
            uri.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::namespace_uri;

    #[test]
    fn names_become_uris() {
        let mut wrong = Vec::new();
        for (name, expected) in [
            ("", ""),
            ("urn:x", "urn:x"),
            ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
            ("http://h/p?q=1;r=(a)&b~c", "http://h/p?q=1;r=(a)&b~c"),
            ("tag:h,2001:y", "tag:h,2001:y"),
            ("x", "x"),
            ("/a:b", "/a:b"),
            ("http://[::1]:80/", "http://[::1]:80/"),
            ("urn:a%20b", "urn:a%20b"),
            ("urn:x<y>", "urn:x%3Cy%3E"),
            ("{urn:x}", "%7Burn%3Ax%7D"),
            ("http://ex\u{e7}mple/", "http://ex%C3%A7mple/"),
            ("urn:x%zz%", "urn:x%25zz%25"),
            ("urn:a#b#c", "urn:a#b%23c"),
            ("urn:[", "urn:%5B"),
            ("http://h/p?q[]=1", "http://h/p?q%5B%5D=1"),
            ("http://[::1", "http://%5B%3A:1"),
            ("http://[x]/", "http://%5Bx%5D/"),
            ("http://a:b/", "http://a%3Ab/"),
            ("http://a:/", "http://a%3A/"),
            ("http://a:1234567/", "http://a%3A1234567/"),
            ("http://a@b@c/", "http://a%40b@c/"),
            ("http:\\\\x", "http:%5C%5Cx"),
            (":x", "%3Ax"),
            ("1:x/y:z", "1%3Ax/y:z"),
            ("%41:x", "%41%3Ax"),
        ] {
            let found = namespace_uri(name);
            if found != expected || namespace_uri(&found) != found {
                wrong.push((name, found.into_owned()));
            }
        }
        assert_eq!(wrong, []);
    }
}
