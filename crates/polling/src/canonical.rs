//! The canonical spelling of a feed's URL.

use std::fmt::Write as _;

use super::UrlError;
use super::target::RequestTarget;

/// Returns the canonical spelling of a feed's URL, so that a subscription is recognised however its URL is written. Use it as a key;
/// request the original URL.
///
/// Two URLs have the same result if every server must treat them as equal (RFC 3986 §6.2, URL Standard). These make no difference:
/// the case of the scheme and the host, the default port, a fragment, a dot at the end of the host, an empty query, `/./` and
/// `/../`, needless percent-encoding, and the schemes of feeds (`feed:`, `feed://`, `feed:https://`, `rss:`, `web+feed:`), which
/// mean `http` unless they contain another one. Surrounding white space is removed.
///
/// URLs that only most servers treat as equal stay distinct: `http` and `https`, with and without `www.`, with and without a slash
/// at the end, and parameters in another order. URLs with different users also do: **the result has the credentials of the URL**.
///
/// ```
/// use bozofeed_polling::canonical_url;
///
/// let url = canonical_url("https://harbour.example/~ada/tides.rss")?;
/// assert_eq!(canonical_url("feed:HTTPS://Harbour.example.:443/a/../%7eada/./tides.rss#today")?, url);
/// assert_ne!(canonical_url("http://harbour.example/~ada/tides.rss")?, url);
/// assert_ne!(canonical_url("https://ben@harbour.example/~ada/tides.rss")?, url);
/// assert!(canonical_url("harbour.example").is_err());
/// # Ok::<(), bozofeed_polling::UrlError>(())
/// ```
///
/// # Errors
///
/// [`UrlError`] if it is not an http or https URL, as in [`Exchange::start`](super::Exchange::start).
pub fn canonical_url(url: &str) -> Result<String, UrlError> {
    Ok(RequestTarget::parse(url)?.canonical())
}

impl RequestTarget {
    /// Returns the canonical spelling of the URL, with its credentials.
    pub(super) fn canonical(&self) -> String {
        let (url, userinfo) = self.parts();
        let mut canonical = format!("{}://", url.scheme());
        if let Some((user, password)) = userinfo {
            push_encoded(&mut canonical, user, "");
            // `user@` and `user:@` send the same credentials.
            if let Some(password) = password.as_deref().filter(|password| !password.is_empty()) {
                canonical.push(':');
                push_encoded(&mut canonical, password, "");
            }
            canonical.push('@');
        }
        let host = url.host_str().unwrap_or_default();
        // The dot marks a complete name, and on the web every name is complete.
        let name = host.trim_end_matches('.');
        canonical.push_str(if name.is_empty() { host } else { name });
        if let Some(port) = url.port() {
            // Writing to a string cannot fail.
            let _ = write!(canonical, ":{port}");
        }
        push_encoded(&mut canonical, url.path(), ":@/");
        if let Some(query) = url.query().filter(|query| !query.is_empty()) {
            canonical.push('?');
            push_encoded(&mut canonical, query, ":@/?");
        }
        canonical
    }
}

/// Appends a component with only the necessary percent-encoding (RFC 3986 §6.2.2.1 and §6.2.2.2). A percent sign without two digits
/// is encoded. `delimiters` lists the general delimiters allowed in the component.
fn push_encoded(to: &mut String, component: &str, delimiters: &str) {
    let mut rest = component.as_bytes();
    while let [byte, after @ ..] = rest {
        let (encoded, after) = match (byte, after) {
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (Some(high << 4 | low), after),
                _ => (None, rest.get(1..).unwrap_or_default()),
            },
            _ => (None, after),
        };
        rest = after;
        let octet = encoded.unwrap_or(*byte);
        let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        // A reserved character has another meaning when it is encoded.
        let is_written =
            encoded.is_none() && (b"!$&'()*+,;=".contains(&octet) || delimiters.as_bytes().contains(&octet));
        if is_unreserved || is_written {
            to.push(char::from(octet));
        } else {
            let _ = write!(to, "%{octet:02X}");
        }
    }
}

/// Returns the value of a hexadecimal digit.
fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::{LETTERS, check, pieces, text};

    #[test]
    fn spellings_of_one_address_are_equal() {
        let wrong: Vec<_> = [
            (
                "http://harbour.example/",
                &[
                    "http://harbour.example",
                    "HTTP://Harbour.EXAMPLE:80/#top",
                    "http://harbour.example.",
                    "http://harbour.example/?",
                    " http://harbour.example/a/..\n",
                    "http:harbour.example",
                    "http:\\\\harbour.example\\.",
                    "feed:harbour.example",
                    "feed://harbour.example",
                    "feed:http://harbour.example",
                    "FEED:HTTP://harbour.example/",
                    "rss:harbour.example",
                    "rss://harbour.example/",
                    "web+feed://harbour.example/",
                    "web+feed:http://harbour.example/",
                    "itpc://harbour.example",
                    "http://@harbour.example/",
                    "http://:@harbour.example/",
                    "http://har%62our.example",
                    "http://\u{ff48}arbour.example",
                    "http://harbour.example:080/?#",
                    "feed:///harbour.example/",
                    "http://harb\nour.example/%2e/",
                ][..],
            ),
            (
                "https://xn--mwe-hoa.example/%C3%A4?q=%C3%A4%20b",
                &[
                    "https://m\u{fc}we.example/\u{e4}?q=\u{e4} b",
                    "https://M\u{dc}WE.example:443/%c3%a4?q=%C3%a4%20b#x",
                    "feeds:XN--mwe-hoa.example/%C3%A4?q=\u{e4}%20b",
                ],
            ),
            (
                "http://harbour.example/~ada/a.b-c_d?x=~1",
                &[
                    "http://harbour.example/%7Eada/%61.b%2dc%5Fd?%78=%7e1",
                    "http://harbour.example//../%7eada/a%2eb-c_d?x=~1",
                ],
            ),
            (
                "http://harbour.example/a%2Fb%7C%25?%3D=%7C%5B%25",
                &["http://harbour.example/a%2fb|%?%3d=|[%", "http://harbour.example/a%2Fb%7c%25?%3d=|%5b%25"],
            ),
            ("http://harbour.example/%257E", &["http://harbour.example/%%37E"]),
            (
                "http://anna:a%40b@harbour.example:8080/",
                &["http://anna:a@b@harbour.example:8080", "feed://%61nna:%61%40b@Harbour.example:8080/#"],
            ),
            ("http://anna@harbour.example/", &["http://anna:@harbour.example/"]),
            ("http://127.0.0.1/", &["http://0x7f.1", "http://2130706433/", "http://127.0.0.1./"]),
            ("http://[::1]/", &["http://[0:0::0:1]:80"]),
        ]
        .into_iter()
        .flat_map(|(canonical, spellings)| {
            spellings.iter().copied().chain([canonical]).map(move |spelling| (spelling, canonical))
        })
        .map(|(spelling, canonical)| (spelling, canonical_url(spelling), canonical))
        .filter(|(_, found, expected)| found.as_deref() != Ok(*expected))
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn other_addresses_stay_apart() {
        let url = "http://harbour.example/a/b?c=1&d=2";
        let wrong: Vec<_> = [
            "https://harbour.example/a/b?c=1&d=2",
            "http://www.harbour.example/a/b?c=1&d=2",
            "http://harbour.example/a/b/?c=1&d=2",
            "http://harbour.example//a/b?c=1&d=2",
            "http://harbour.example/A/b?c=1&d=2",
            "http://harbour.example/a%2Fb?c=1&d=2",
            "http://harbour.example/a/b?d=2&c=1",
            "http://harbour.example/a/b?c=1%26d=2",
            "http://harbour.example/a/b",
            "http://harbour.example:8080/a/b?c=1&d=2",
            "http://harbour.example:443/a/b?c=1&d=2",
            "feeds://harbour.example/a/b?c=1&d=2",
            "http://anna@harbour.example/a/b?c=1&d=2",
            "http://harbour.example/a/b?c=1&d=2&",
            "http://harbour.example/a/b?c=1&d=2?",
        ]
        .into_iter()
        .filter(|other| canonical_url(other).is_ok_and(|other| other == url))
        .collect();
        assert_eq!(wrong, [""; 0]);
        assert_eq!(canonical_url(url).as_deref(), Ok(url));
    }

    #[test]
    fn what_is_canonical_stays_so() {
        check(512, |u| {
            let rest = [
                "%", "%2e", "%7E", "%25", "%3a", ".", "/", "?", "#", "|", "\\", "&", "\u{e4}", " ", "7e",
                ":", "@", "'",
            ];
            let url = format!("http://{}{}", text(u, 1..=3, &[LETTERS])?, pieces(u, 0..=9, &rest)?);
            if let Ok(canonical) = canonical_url(&url) {
                assert_eq!(canonical_url(&canonical).as_deref(), Ok(&*canonical), "{url:?}");
                // A client may also request it.
                assert!(
                    RequestTarget::parse(&canonical).is_ok_and(|target| target.to_stored() == canonical),
                    "{url:?}: {canonical:?}"
                );
            }
            Ok(())
        });
    }
}
