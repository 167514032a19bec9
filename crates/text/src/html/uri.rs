//! URI references as they appear in feeds and markup.

use super::references::unescape;
use crate::forward::{memchr, memchr2, memchr3};
use crate::xml_chars::is_xml_char;
use std::borrow::Cow;

/// Returns the scheme of a URI, without its colon (RFC 3986 §3.1).
pub fn scheme(uri: &str) -> Option<&str> {
    let is_of_scheme = |&&b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let length = uri.as_bytes().iter().take_while(is_of_scheme).count();
    let (scheme, rest) = uri.split_at_checked(length)?;
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.starts_with(':');
    named.then_some(scheme)
}

/// Returns whether a URI is a web URL: its scheme is `http` or `https`.
#[inline]
pub fn is_http(uri: &str) -> bool {
    scheme(uri).is_some_and(is_http_scheme)
}

/// Returns whether a scheme is `http` or `https`.
#[inline]
pub fn is_http_scheme(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// Removes white space and control characters from the ends of a URI, tabs and newlines within it, and extra slashes before a host that
/// cannot be empty (URL Standard, basic URL parser): `http:///h.example` contains a host, `file:///path` does not.
pub fn trim(reference: &str) -> Cow<'_, str> {
    let is_trimmed = matches!(reference.as_bytes(), [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic());
    // If both ends are graphic ASCII characters, there is nothing to trim.
    let trimmed =
        if is_trimmed { reference } else { reference.trim_matches(|c: char| c <= ' ' || c.is_whitespace()) };
    if memchr3(b'\t', b'\n', b'\r', trimmed.as_bytes()).is_some() {
        let kept: String = trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        return Cow::Owned(single_authority(&kept).unwrap_or(kept));
    }
    single_authority(trimmed).map_or(Cow::Borrowed(trimmed), Cow::Owned)
}

fn single_authority(uri: &str) -> Option<String> {
    let colon = uri.bytes().position(|b| b == b':')?;
    let rest = uri.get(colon..)?.strip_prefix(":///")?;
    let scheme = scheme(uri).filter(|scheme| has_host(scheme))?;
    Some(format!("{scheme}://{}", rest.trim_start_matches('/')))
}

/// Returns whether the URLs of a scheme have a host: it is a special scheme of the URL Standard other than `file`.
pub fn has_host(scheme: &str) -> bool {
    ["http", "https", "ftp", "ws", "wss"].iter().any(|special| special.eq_ignore_ascii_case(scheme))
}

/// Returns whether a reference is relative: it has no scheme (RFC 3986 §4.2).
#[inline]
pub fn is_relative(reference: &str) -> bool {
    let bytes = reference.as_bytes();
    let end = bytes.iter().find(|b| matches!(b, b':' | b'/' | b'?' | b'#'));
    let has_scheme = end == Some(&b':') && bytes.first().is_some_and(u8::is_ascii_alphabetic);
    !bytes.is_empty() && !has_scheme
}

/// Returns whether a character may disguise a scheme: white space, controls, characters without a glyph, and characters that XML forbids.
/// Browsers ignore some of them; the others disappear when text is stored, compared or written as XML.
pub fn is_invisible(c: char) -> bool {
    c <= ' '
        || c.is_control()
        || c.is_whitespace()
        || !is_xml_char(c)
        || is_default_ignorable(c)
        // Noncharacters, interlinear annotations and the object replacement character (The Unicode Standard §23.7, §23.8).
        || matches!(c, '\u{FDD0}'..='\u{FDEF}' | '\u{FFF9}'..='\u{FFFC}')
        || u32::from(c) & 0xFFFE == 0xFFFE
}

/// Returns whether programs hide a character that they do not support (Unicode's property `Default_Ignorable_Code_Point`).
fn is_default_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// Returns a reference without surrounding white space, and without characters in its scheme that may disguise it.
pub fn disclosed(reference: &str) -> Cow<'_, str> {
    let end = memchr3(b':', b'/', b'?', reference.as_bytes()).unwrap_or(reference.len());
    let (scheme, rest) = reference.split_at(end);
    if scheme.bytes().all(|b| b.is_ascii_graphic()) || !scheme.contains(is_invisible) {
        return Cow::Borrowed(reference);
    }
    let visible: String = scheme.chars().filter(|c| !is_invisible(*c)).collect();
    Cow::Owned(visible + rest)
}

/// Returns a URL without the user information before its host, which may be a password.
///
/// ```
/// use bozofeed_text::html::uri::without_user_info;
///
/// assert_eq!(without_user_info("https://user:password@harbour.example/feed"), "https://harbour.example/feed");
/// ```
#[must_use]
pub fn without_user_info(url: &str) -> Cow<'_, str> {
    if memchr(b'@', url.as_bytes()).is_none() {
        return Cow::Borrowed(url);
    }
    let is_slash = |c| matches!(c, '/' | '\\');
    let (before, rest) = url.split_at(scheme(url).map_or(0, |scheme| scheme.len() + 1));
    let host = rest.trim_start_matches(is_slash);
    let (slashes, _) = rest.split_at(rest.len() - host.len());
    // Browsers find a host after any number of slashes (URL Standard, basic URL parser).
    let has_authority = slashes.len() == 2 || has_host(before.trim_end_matches(':'));
    let end = host.find(|c| is_slash(c) || matches!(c, '?' | '#')).unwrap_or(host.len());
    match host.get(..end).and_then(|authority| authority.rfind('@')).filter(|_| has_authority) {
        Some(at) => Cow::Owned([before, slashes, host.get(at + 1..).unwrap_or_default()].concat()),
        None => Cow::Borrowed(url),
    }
}

/// Returns whether following a URI runs code: its scheme is `javascript:` or similar, it is a `data:` URI of a document, or a `blob:` or
/// `filesystem:` URI, whose document has the origin of the page that created it (File API §8.5). Disguises (white space, character
/// references, upper case, a preceding `feed:` or `view-source:`) are recognised.
///
/// ```
/// use bozofeed_text::html::uri::is_script_url;
///
/// assert!(is_script_url(" Java\tScript:alert(1)"));
/// assert!(!is_script_url("https://example.org/?javascript:"));
/// ```
#[must_use]
pub fn is_script_url(uri: &str) -> bool {
    // The common case. After `http:/` or `https:` the scheme is complete, so it cannot be a script URL.
    if uri.starts_with("http") && matches!(uri.as_bytes().get(4..6), Some(b":/" | b"s:")) {
        return false;
    }
    // A script URL has a colon, which may be written as a reference.
    let Some(marks) = memchr2(b':', b'&', uri.as_bytes()).and_then(|at| uri.as_bytes().get(at..)) else {
        return false;
    };
    // A character reference that an HTML attribute would resolve: `javascript&colon;`. Both forms are checked, the decoded one here and
    // the written one below: some programs resolve references, and others do not.
    if memchr(b'&', marks).is_some()
        && let Cow::Owned(decoded) = unescape(uri)
        && has_script_scheme(&decoded)
    {
        return true;
    }
    has_script_scheme(uri)
}

fn has_script_scheme(uri: &str) -> bool {
    /// The maximum length of a scheme that is recognised.
    const LONGEST: usize = 16;
    let mut visible = uri.chars().filter(|c| !is_invisible(*c));
    loop {
        let mut scheme = [0_u8; LONGEST];
        let mut length = 0;
        loop {
            match visible.next() {
                Some(':') => break,
                Some(c) if c.is_ascii() && length < LONGEST => {
                    if let Some(byte) = scheme.get_mut(length) {
                        *byte = u8::try_from(c).unwrap_or(0).to_ascii_lowercase();
                    }
                    length += 1;
                }
                _ => return false,
            }
        }
        match scheme.get(..length) {
            Some(
                b"javascript" | b"vbscript" | b"livescript" | b"jscript" | b"ecmascript" | b"mocha" | b"blob"
                | b"filesystem",
            ) => return true,
            Some(b"data") => {
                let media_type: String = visible.take_while(|c| !matches!(c, ',' | ';')).take(64).collect();
                let media_type = media_type.to_ascii_lowercase();
                // `xml` includes XHTML and SVG, which may contain scripts, and `script` the types of JavaScript.
                return ["html", "xml", "script"].iter().any(|kind| media_type.contains(kind));
            }
            // The rest is a complete URI.
            Some(b"feed" | b"view-source" | b"jar") => {}
            _ => return false,
        }
    }
}

/// Returns whether the URL Standard certainly accepts a URI: `http` or `https` and a host of letters, digits, hyphens and single dots
/// that is neither an IPv4 address nor Punycode.
pub fn is_plain_http(uri: &str) -> bool {
    let Some(rest) = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://")) else {
        return false;
    };
    let bytes = rest.as_bytes();
    let mut label = 0;
    loop {
        let length = bytes.get(label..).unwrap_or_default().iter().take_while(|b| is_label(**b)).count();
        match bytes.get(label + length) {
            Some(b'.') if length > 0 && !is_punycode(bytes, label) => label += length + 1,
            None | Some(b'/' | b'?' | b'#') => return is_top_label(bytes, label),
            Some(_) => return false,
        }
    }
}

/// Returns whether a byte may occur in a label of a host: a letter, a digit or a hyphen.
#[inline]
fn is_label(byte: u8) -> bool {
    static LABEL: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0_u8;
        while byte < 0x80 {
            table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'-';
            byte += 1;
        }
        table
    };
    LABEL[usize::from(byte)]
}

/// Returns whether the label at `label`, the last one of a host, is a top-level domain that is not Punycode.
fn is_top_label(host: &[u8], label: usize) -> bool {
    // A host is only an IPv4 address if its last label is a number, in hexadecimal with `0x` (URL Standard §3.5).
    host.get(label).is_some_and(u8::is_ascii_alphabetic) && !is_punycode(host, label)
}

#[inline]
fn is_punycode(host: &[u8], label: usize) -> bool {
    matches!(host.get(label..), Some([b'x' | b'X', b'n' | b'N', b'-', b'-', ..]))
}

#[cfg(test)]
mod tests {
    use super::{
        disclosed, is_invisible, is_plain_http, is_relative, is_script_url, scheme, trim, without_user_info,
    };
    use crate::html::parsed_url::UrlParser;

    #[test]
    fn user_information_is_removed() {
        for (url, expected) in [
            ("https://h.example/a/", "https://h.example/a/"),
            ("https://u:pw@h.example/f.xml?key=1#x", "https://h.example/f.xml?key=1#x"),
            ("https:\\\\u:p@w@h.example\\a", "https:\\\\h.example\\a"),
            ("https:u@h.example", "https:h.example"),
            ("//u@h.example/@a", "//h.example/@a"),
            ("https://h.example/@a/?b@c#d@e", "https://h.example/@a/?b@c#d@e"),
            ("https://h.example?b@c", "https://h.example?b@c"),
            ("mailto:a@h.example", "mailto:a@h.example"),
            ("a@b", "a@b"),
            ("", ""),
        ] {
            assert_eq!(without_user_info(url), expected, "{url}");
        }
    }

    #[test]
    fn script_urls_are_recognised_in_every_disguise() {
        for uri in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " \t\u{1}javascript:alert(1)",
            "java\nscript:alert(1)",
            "java\0script:alert(1)",
            "java\u{200B}script\u{FEFF}:alert(1)",
            "java\u{FFFE}script:alert(1)",
            "java\u{1FFFF}script\u{E0001}:alert(1)",
            "javascript\r:alert(1)",
            "javascript://example.org/%0Aalert(1)",
            "javascript&colon;alert(1)",
            "&#106;avascript&#x3A;alert(1)",
            "vbscript:msgbox",
            "LiveScript:x",
            "feed:javascript:alert(1)",
            "view-source:feed:java script:x",
            "data:text/html,<script>",
            "data:TEXT/HTML;base64,PHNjcmlwdD4=",
            "data:image/svg+xml,<svg onload=x>",
            "data:application/xhtml+xml;charset=utf-8,x",
            "blob:https://example.org/0b7c",
            "feed:BLOB:null/0b7c",
            "filesystem:https://example.org/temporary/x.html",
        ] {
            assert!(is_script_url(uri), "{uri:?}");
        }
        for uri in [
            "",
            "x",
            "http://example.org/javascript:x",
            "https:javascript",
            "/javascript:x",
            "?javascript:x",
            "mailto:javascript@example.org",
            "tag:example.org,2005:javascript:x",
            "javascripts:x",
            "data:image/png;base64,iVBORw0KGgo=",
            "data:,plain",
            "feed://example.org/",
            "feed:https://example.org/",
            "urn:x&amp;javascript:",
            "blob/x",
            "blobs:x",
            "é:javascript:x",
        ] {
            assert!(!is_script_url(uri), "{uri:?}");
        }
    }

    #[test]
    fn characters_without_a_glyph_are_invisible() {
        let invisible = "\0\t \u{7f}\u{85}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}\u{180f}\u{2003}\
            \u{200b}\u{200f}\u{2028}\u{202a}\u{202e}\u{2060}\u{206f}\u{3000}\u{3164}\u{fdd0}\u{fdef}\u{fe00}\u{fe0f}\u{feff}\
            \u{ffa0}\u{fff0}\u{fffc}\u{fffe}\u{ffff}\u{1bca0}\u{1bca3}\u{1d173}\u{1d17a}\u{1fffe}\u{1ffff}\u{e0000}\u{e0fff}\
            \u{10fffe}\u{10ffff}";
        let visible = "!az~\u{a1}\u{ac}\u{ae}\u{34e}\u{350}\u{61b}\u{61d}\u{115e}\u{1161}\u{17b3}\u{17b6}\u{180a}\u{1810}\u{2010}\
            \u{2027}\u{2030}\u{2070}\u{3163}\u{3165}\u{fdcf}\u{fdf0}\u{fdff}\u{fe10}\u{fefe}\u{ff9f}\u{ffa1}\u{ffef}\u{fffd}\
            \u{10000}\u{1bc9f}\u{1bca4}\u{1d172}\u{1d17b}\u{1fffd}\u{20000}\u{dfffd}\u{e1000}\u{10fffd}";
        let wrong: Vec<_> = invisible
            .chars()
            .filter(|c| !is_invisible(*c))
            .chain(visible.chars().filter(|c| is_invisible(*c)))
            .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn schemes_are_disclosed() {
        let wrong: Vec<_> = [
            ("javascript:x\u{200b}", "javascript:x\u{200b}"),
            ("java\u{fffe}script:x\u{200b}", "javascript:x\u{200b}"),
            (" \u{1}java\tscript\u{ad} :x", "javascript:x"),
            ("\u{200b}", ""),
            ("\u{e9}\u{ad}:x", "\u{e9}:x"),
            ("\u{e9}:x", "\u{e9}:x"),
            ("a\u{200b}/b\u{200b}:", "a/b\u{200b}:"),
            ("?\u{200b}:", "?\u{200b}:"),
            ("", ""),
        ]
        .into_iter()
        .filter(|(reference, expected)| disclosed(reference) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn references_without_a_scheme_are_relative() {
        let wrong: Vec<_> = [
            ("", false),
            ("a", true),
            ("/a:b", true),
            ("?a:b", true),
            ("#a:b", true),
            ("a/b:c", true),
            ("1:b", true),
            (":b", true),
            ("a:b", false),
            ("http://h.example", false),
        ]
        .into_iter()
        .filter(|(reference, expected)| is_relative(reference) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn references_are_trimmed_as_by_browsers() {
        let wrong: Vec<_> = [
            ("", ""),
            ("a", "a"),
            (" a b ", "a b"),
            ("\u{1}ab\u{a0}", "ab"),
            ("a\tb\nc\rd", "abcd"),
            (" a\n", "a"),
            ("a ", "a"),
            (" a", "a"),
            ("http:///h.example", "http://h.example"),
            ("http://///h.example", "http://h.example"),
            ("h\nttp:///h.example", "http://h.example"),
            ("http://h.example///a", "http://h.example///a"),
            ("http:/a", "http:/a"),
            ("1:///a", "1:///a"),
            ("file:///a", "file:///a"),
            ("urn:///a", "urn:///a"),
            ("/a:///b", "/a:///b"),
        ]
        .into_iter()
        .filter(|(reference, expected)| trim(reference) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn scheme_follows_rfc_3986() {
        for (uri, expected) in [
            ("http://x", Some("http")),
            ("svn+ssh:x", Some("svn+ssh")),
            ("1x:y", None),
            (":x", None),
            ("a/b:c", None),
            ("x", None),
        ] {
            assert_eq!(scheme(uri), expected, "{uri:?}");
        }
    }

    #[test]
    fn plain_hosts_are_accepted_by_the_url_parser() {
        for (uri, expected) in [
            ("http://example.org/x y", true),
            ("https://a-b.example.co?x", true),
            ("http://localhost", true),
            ("http://1.2.3.4/", false),
            ("http://1.2.3.0x4/", false),
            ("http://xn--a/", false),
            ("http://a:99999/", false),
            ("http://a b/", false),
            ("http:///x", false),
            ("ftp://x/", false),
        ] {
            assert_eq!(is_plain_http(uri), expected, "{uri:?}");
            assert!(!expected || UrlParser::new().parse(uri).is_ok(), "{uri:?}");
        }
    }
}
