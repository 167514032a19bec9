//! URLs parsed by the URL Standard. This is the only module that calls the parser of the `url` crate.
//!
//! The `url` crate applies IDNA to hosts (UTS #46), at many times the cost of the rest, and does not limit the length of hosts or their
//! labels. So this module checks the length of a host against the limit of the domain name system before parsing it, and a [`UrlParser`]
//! limits the number of bytes that it passes to IDNA. `clippy.toml` prevents other modules from naming `url::Url`, and from calling
//! functions that parse hosts.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "this module is the gate to them")]

use std::cell::Cell;
use std::ops::{Deref, DerefMut};

use url::{ParseError, Url};

/// The maximum length of a host, in bytes: a name takes 255 in a message, including two bytes that are not in its text (RFC 1035 §2.3.4).
pub const LONGEST_HOST: usize = 253;

/// The maximum number of bytes of non-ASCII hosts that one parser passes to IDNA: 100,000 links to hosts of 40 bytes.
const MOST_INTERNATIONAL: usize = 4 << 20;

/// Parses the URLs of a document, or a URL from the caller.
#[derive(Debug, Clone)]
pub struct UrlParser {
    /// The remaining number of bytes for IDNA.
    left: Cell<usize>,
    /// Whether a URL was not parsed because the allowance for IDNA was spent.
    is_spent: Cell<bool>,
}

/// A URL whose host has at most 253 bytes, as written and as serialized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedUrl(Url);

/// The reason why a text is not a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAUrl {
    /// It has no scheme, and there is no base.
    Relative,
    /// Its host has more than 253 bytes.
    HostTooLong,
    /// Its host is not plain ASCII, and the parser has spent its allowance for such hosts.
    Unpaid,
    /// The URL Standard does not accept it.
    Invalid,
}

impl UrlParser {
    /// Returns a parser for one document.
    pub const fn new() -> Self {
        Self { left: Cell::new(MOST_INTERNATIONAL), is_spent: Cell::new(false) }
    }

    /// Returns whether a URL was not parsed because the allowance for IDNA was spent.
    pub fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    /// Parses an absolute URL.
    ///
    /// # Errors
    ///
    /// If the text is not a URL, or if its host is too long or costs too much.
    pub fn parse(&self, text: &str) -> Result<ParsedUrl, NotAUrl> {
        self.pay(text, None)?;
        ParsedUrl::new(Url::parse(text))
    }

    /// Parses a reference, relative to a base URL.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Self::parse).
    pub fn join(&self, base: &Url, reference: &str) -> Result<ParsedUrl, NotAUrl> {
        self.pay(reference, Some(base.scheme()))?;
        ParsedUrl::new(base.join(reference))
    }

    /// Checks and charges for the host of a URL. `base` is the scheme of the base URL.
    fn pay(&self, text: &str, base: Option<&str>) -> Result<(), NotAUrl> {
        // The common case: whatever part of the URL is the host, it costs nothing.
        if text.len() <= LONGEST_HOST && is_plain(text.bytes()) {
            return Ok(());
        }
        let Some(host) = host(text, base) else { return Ok(()) };
        let length = decoded_length(host.clone());
        // Before charging: hosts that cannot be resolved must not use up the allowance.
        if length > LONGEST_HOST {
            return Err(NotAUrl::HostTooLong);
        }
        if !is_plain(host) {
            let Some(left) = self.left.get().checked_sub(length) else {
                self.is_spent.set(true);
                return Err(NotAUrl::Unpaid);
            };
            self.left.set(left);
        }
        Ok(())
    }
}

/// Parses the URLs of a document for programs that use the [`url`] crate, at a bounded cost.
///
/// That crate applies IDNA to hosts of any length, at many times the cost of the rest, and a document may have many URLs. This parser
/// refuses hosts of more than 253 bytes, which cannot exist in the domain name system. It passes at most 4 MiB of non-ASCII hosts to
/// IDNA, and refuses further URLs with such hosts. Otherwise, it follows the URL Standard.
///
/// ```
/// use bozofeed_text::html::parsed_url::BoundedUrlParser;
///
/// let urls = BoundedUrlParser::new();
/// let page = urls.parse("https://harbour.example/today/").unwrap();
/// assert_eq!(urls.join(&page, "tides.rss").unwrap().as_str(), "https://harbour.example/today/tides.rss");
/// assert!(urls.parse(&format!("https://{}.example/", "a".repeat(300))).is_none());
/// ```
#[derive(Debug, Clone, Default)]
pub struct BoundedUrlParser(UrlParser);

impl BoundedUrlParser {
    /// Returns a parser for one document.
    pub const fn new() -> Self {
        Self(UrlParser::new())
    }

    /// Returns the inner parser, for this crate.
    pub fn inner(&self) -> &UrlParser {
        &self.0
    }

    /// Parses an absolute URL. `None` if it is not one, or if its host is refused.
    pub fn parse(&self, text: &str) -> Option<Url> {
        self.0.parse(text).ok().map(|url| url.0)
    }

    /// Parses a reference, relative to a base URL. `None` if it is not one, or if its host is refused.
    pub fn join(&self, base: &Url, reference: &str) -> Option<Url> {
        self.0.join(base, reference).ok().map(|url| url.0)
    }
}

impl Default for UrlParser {
    fn default() -> Self {
        Self::new()
    }
}

impl ParsedUrl {
    /// Replaces the host by a plain one. Returns whether that was possible.
    pub fn set_host(&mut self, host: &'static str) -> bool {
        self.0.set_host(Some(host)).is_ok()
    }

    fn new(parsed: Result<Url, ParseError>) -> Result<Self, NotAUrl> {
        match parsed {
            // Punycode may be longer than the original host.
            Ok(url) if url.host_str().is_some_and(|host| host.len() > LONGEST_HOST) => {
                Err(NotAUrl::HostTooLong)
            }
            Ok(url) => Ok(Self(url)),
            Err(ParseError::RelativeUrlWithoutBase) => Err(NotAUrl::Relative),
            Err(_) => Err(NotAUrl::Invalid),
        }
    }
}

impl Deref for ParsedUrl {
    type Target = Url;

    fn deref(&self) -> &Url {
        &self.0
    }
}

impl DerefMut for ParsedUrl {
    fn deref_mut(&mut self) -> &mut Url {
        &mut self.0
    }
}

impl From<ParsedUrl> for String {
    fn from(url: ParsedUrl) -> Self {
        url.0.into()
    }
}

/// Returns whether a host is ASCII without Punycode and percent-encoded octets, which IDNA copies unchanged. Tabs and newlines in a URL
/// may hide Punycode until they are removed.
fn is_plain(mut host: impl Iterator<Item = u8>) -> bool {
    let mut last = 0;
    host.all(|byte| {
        let is_punycode = byte == b'-' && last == b'-';
        last = byte;
        byte.is_ascii_graphic() && byte != b'%' && !is_punycode
    })
}

/// The state of the basic URL parser (URL Standard §4.4) after a scheme.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SchemeType {
    /// A special scheme other than `file`. Any number of slashes precedes the host.
    Special,
    /// `file`. Neither user information nor a port surrounds the host.
    File,
    /// Any other scheme. Two slashes precede the host, which is opaque.
    Other,
}

impl SchemeType {
    fn of(is_scheme: impl Fn(&str) -> bool) -> Self {
        if ["ftp", "http", "https", "ws", "wss"].into_iter().any(&is_scheme) {
            Self::Special
        } else if is_scheme("file") {
            Self::File
        } else {
            Self::Other
        }
    }
}

/// Returns the host as written, as the basic URL parser of the URL Standard finds it. `base` is the scheme of the base URL.
fn host(text: &str, base: Option<&str>) -> Option<impl Iterator<Item = u8> + Clone> {
    // The basic URL parser removes these characters before it looks for a scheme, so `ht\ntp:` is a scheme.
    let text = text.trim_matches(|c| c <= ' ');
    let mut rest = text.bytes().filter(|b| !matches!(b, b'\t' | b'\n' | b'\r'));
    let scheme = scheme_length(rest.clone());
    let written = rest.clone().take(scheme.unwrap_or_default()).map(|b| b.to_ascii_lowercase());
    let is_scheme = |known: &str| match scheme {
        Some(_) => written.clone().eq(known.bytes()),
        None => base == Some(known),
    };
    let kind = SchemeType::of(is_scheme);
    let is_of_base = base.is_some_and(is_scheme);
    if let Some(length) = scheme {
        // Including the colon.
        _ = rest.nth(length);
    }
    let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
    let slashes = rest.clone().take_while(is_slash).count();
    let has_host = match kind {
        // "no scheme state": without a base it is not a URL.
        _ if scheme.is_none() && base.is_none() => false,
        // "special relative or authority state", "special authority ignore slashes state", "relative slash state"
        SchemeType::Special => slashes >= 2 || !is_of_base,
        // "file slash state"; a third slash begins the path, and the host is empty.
        SchemeType::File => slashes == 2,
        // "path or authority state"
        SchemeType::Other => slashes >= 2,
    };
    let is_end = move |b: &u8| matches!(b, b'/' | b'?' | b'#') || *b == b'\\' && kind != SchemeType::Other;
    let authority = rest.skip(slashes).take_while(move |b| !is_end(b));
    // "authority state": the user information ends at the last `@`.
    let is_at = |(at, b): (usize, u8)| (b == b'@').then_some(at + 1);
    let userinfo =
        authority.clone().enumerate().filter_map(is_at).last().filter(|_| kind != SchemeType::File);
    // "host state"
    let mut is_bracketed = kind == SchemeType::File;
    let host = authority.skip(userinfo.unwrap_or_default()).take_while(move |b| {
        is_bracketed = kind == SchemeType::File || *b == b'[' || is_bracketed && *b != b']';
        is_bracketed || *b != b':'
    });
    has_host.then_some(host)
}

/// Returns the length of a scheme before a colon: "scheme start state" and "scheme state".
fn scheme_length(mut text: impl Iterator<Item = u8> + Clone) -> Option<usize> {
    let is_of_scheme = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    let length = text.clone().take_while(is_of_scheme).count();
    let is_scheme = text.clone().next()?.is_ascii_alphabetic() && text.nth(length) == Some(b':');
    is_scheme.then_some(length)
}

/// Returns the length of percent-decoded text.
fn decoded_length(text: impl Iterator<Item = u8>) -> usize {
    // The number of digits of an encoded octet read so far.
    let mut digits = None;
    let mut length = 0;
    for byte in text {
        length += 1;
        digits = match (byte, digits) {
            (b'%', _) => Some(0),
            (_, Some(0)) if byte.is_ascii_hexdigit() => Some(1),
            (_, Some(_)) if byte.is_ascii_hexdigit() => {
                // The three characters of an encoded octet are one byte.
                length -= 2;
                None
            }
            _ => None,
        };
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::{LETTERS, check, pieces, text};

    fn length(text: &str, base: Option<&str>) -> usize {
        host(text, base).map_or(0, decoded_length)
    }

    #[test]
    fn the_host_is_that_of_the_url_standard() {
        let wrong: Vec<_> = [
            ("http://h234567", None, 7),
            (" \u{1f}HTTP://h2345/x", None, 5),
            ("http:h2345", None, 5),
            ("http:/h2345", None, 5),
            ("http:\\\\h2345\\x", None, 5),
            ("http:////\\h2345?x", None, 5),
            ("ht\ttp:\n//h2\r345#x", None, 5),
            ("http://user:pass@h2345:8080/", None, 5),
            ("http://a@b@c/@h2345", None, 1),
            ("http://@h2345", None, 5),
            ("http://%68%32345", None, 5),
            ("http://%6%68%zz%2", None, 8),
            ("http://%%68", None, 2),
            ("http://[::1]:80/", None, 5),
            ("http://[::1", None, 4),
            ("http://\u{6f22}\u{6f22}/", None, 6),
            ("ws:h2345", None, 5),
            ("file://h2345/x", None, 5),
            ("file:\\\\a@b:c\\x", None, 5),
            ("file:///h2345", None, 0),
            ("file:h2345", None, 0),
            ("mailto:a@h2345", None, 0),
            ("data:text/plain,//h2345", None, 0),
            ("x://a@h2345:1/", None, 5),
            ("x:/h2345", None, 0),
            ("//h2345", None, 0),
            ("1http://h2345", None, 0),
            ("", None, 0),
            ("//h2345", Some("http"), 5),
            ("\\/h2345", Some("http"), 5),
            ("///h2345", Some("http"), 5),
            ("/h2345", Some("http"), 0),
            ("h2345", Some("http"), 0),
            ("http:h2345", Some("http"), 0),
            ("http:/h2345", Some("http"), 0),
            ("HTTP:/\\h2345", Some("http"), 5),
            ("https:h2345", Some("http"), 5),
            ("//h2345", Some("x"), 5),
            ("//h2345", Some("file"), 5),
        ]
        .into_iter()
        .map(|(text, base, expected)| (text, base, expected, length(text, base)))
        .filter(|(_, _, expected, found)| expected != found)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_long_host_is_refused() {
        let (longest, longer) = (["a.", &"b".repeat(251)].concat(), ["a.", &"b".repeat(252)].concat());
        let chinese = "\u{6f22}".repeat(84);
        let spread =
            (0..84).filter_map(|n| char::from_u32(0x4e00 + n * 241)).map(String::from).collect::<Vec<_>>();
        let urls = UrlParser::new();
        let base = urls.parse("http://b.example/").unwrap();
        let wrong: Vec<_> = [
            (format!("http://{longest}/"), Ok(())),
            (format!("http://{longer}/"), Err(NotAUrl::HostTooLong)),
            (format!("http://a@{longest}:80/{longer}"), Ok(())),
            (format!("http:{longer}"), Err(NotAUrl::HostTooLong)),
            (format!("file://{longer}/"), Err(NotAUrl::HostTooLong)),
            (format!("x://{longer}/"), Err(NotAUrl::HostTooLong)),
            (format!("http://{chinese}/"), Ok(())),
            (format!("http://{chinese}\u{6f22}/"), Err(NotAUrl::HostTooLong)),
            // 252 bytes, and more as Punycode.
            (format!("http://{}/", spread.join("")), Err(NotAUrl::HostTooLong)),
            (format!("http://{}/", "%61".repeat(253)), Ok(())),
            (format!("http://{}/", "%61".repeat(254)), Err(NotAUrl::HostTooLong)),
            (format!("http://{longer}@h/{longer}?{longer}#{longer}"), Ok(())),
            (format!("mailto:{longer}"), Ok(())),
            (format!("{longer}:{longer}"), Ok(())),
            (format!("//{longer}"), Err(NotAUrl::Relative)),
            ("http://[".to_owned(), Err(NotAUrl::Invalid)),
        ]
        .into_iter()
        .map(|(text, expected)| (urls.parse(&text).map(drop), expected, text))
        .filter(|(found, expected, _)| found != expected)
        .collect();
        assert_eq!(wrong, []);
        assert_eq!(urls.join(&base, &format!("//{longer}")), Err(NotAUrl::HostTooLong));
        assert!(urls.join(&base, &longer).is_ok());
    }

    #[test]
    fn the_bytes_that_idna_gets_are_bounded() {
        let plain = "http://a-b.example/%61--\u{6f22}";
        let wrong: Vec<_> = [
            ("http://\u{6f22}.example/", 11),
            ("http://xn--p8s.example/", 15),
            ("http://x\tn-\n-p8s.example/", 15),
            ("http://%E6%BC%A2.example/", 11),
            ("http://a@\u{6f22}:80/%61", 3),
            ("http://\u{6f22}@a.example/", 0),
            (plain, 0),
            ("mailto:\u{6f22}", 0),
        ]
        .into_iter()
        .map(|(text, paid)| {
            let urls = UrlParser::new();
            let is_parsed = urls.parse(text).is_ok();
            (text, is_parsed, paid, MOST_INTERNATIONAL - urls.left.get())
        })
        .filter(|(_, is_parsed, expected, paid)| !is_parsed || expected != paid)
        .collect();
        assert_eq!(wrong, []);
        let urls = UrlParser { left: Cell::new(20), ..UrlParser::new() };
        let international = "//\u{6f22}.example/";
        let base = urls.parse("http://b.example/").unwrap();
        assert!(urls.join(&base, international).is_ok() && !urls.is_spent());
        assert_eq!(urls.join(&base, international), Err(NotAUrl::Unpaid));
        assert!(urls.is_spent());
        assert!(urls.parse(plain).is_ok(), "a plain host costs nothing");
    }

    #[test]
    fn urls_with_short_hosts_are_those_of_the_url_standard() {
        let filler = "f".repeat(LONGEST_HOST);
        check(512, |u| {
            let schemes = ["http:", "HTTPS:", "h\nttp:", "file:", "x:", "mailto:", "1:", "", "", " \u{1}"];
            let delimiters =
                ["/", "/", "\\", "@", ":", "?", "#", "[", "]", "%", "%41", ".", "\t", "\u{e9}", " "];
            let start = pieces(u, 0..=1, &schemes)? + &pieces(u, 0..=3, &["/", "\\"])?;
            let text =
                start + &pieces(u, 0..=9, &delimiters)? + &text(u, 0..=20, &[LETTERS, LETTERS, ":/@[]"])?;
            // A path that is too long for a host.
            let long = format!("{text}/{filler}");
            let base = Url::parse(u.choose(&["http://b.example/d/e", "file:///d/e", "x://b/d"])?).unwrap();
            for text in [&text, &long] {
                let written = |url: Result<Url, ParseError>| url.ok().map(String::from);
                assert_eq!(
                    UrlParser::new().parse(text).ok().map(String::from),
                    written(Url::parse(text)),
                    "{text:?}"
                );
                let joined = UrlParser::new().join(&ParsedUrl(base.clone()), text).ok().map(String::from);
                assert_eq!(joined, written(base.join(text)), "{base} + {text:?}");
            }
            Ok(())
        });
    }

    #[test]
    fn what_is_accepted_is_accepted_again() {
        check(512, |u| {
            let letters =
                ["a", "\u{ad}", "\u{6f22}", "\u{ff21}", "%e6%bc%a2", ".", "-", "xn--", "\u{10fffd}"];
            let text = format!("http:{}", pieces(u, 2..=2, &["/", "\\"])? + &pieces(u, 1..=300, &letters)?);
            if let Ok(url) = UrlParser::new().parse(&text) {
                assert!(url.host_str().is_some_and(|host| host.len() <= LONGEST_HOST), "{text:?}");
                assert!(length(&text, None) <= LONGEST_HOST, "{text:?}");
                assert_eq!(UrlParser::new().parse(url.as_str()), Ok(url.clone()), "{text:?}");
            }
            Ok(())
        });
    }
}
