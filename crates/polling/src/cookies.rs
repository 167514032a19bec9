//! The cookies set by servers during one poll (RFC 6265).
//!
//! Some servers set a cookie before they redirect to the feed, and redirect in a circle if it is not sent back. No cookie outlives the
//! poll, so servers cannot recognise a reader.

use std::fmt;

use ::http::header::{HeaderMap, SET_COOKIE};

use super::target::RequestTarget;
use bozofeed::Timestamp;
use bozofeed::date::{self, Moment};

/// The maximum number of cookies (RFC 6265 §6.1 asks for 50 per domain).
const MOST_COOKIES: usize = 50;

/// The maximum size of a cookie, in bytes (RFC 6265 §6.1).
const LONGEST_COOKIE: usize = 4096;

/// The cookies of a poll.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Cookies(Vec<Cookie>);

#[derive(Clone, PartialEq, Eq)]
struct Cookie {
    name: String,
    value: String,
    /// The host that receives it, in lower case.
    domain: String,
    /// Whether it is also sent to subdomains.
    has_subdomains: bool,
    path: String,
    is_secure: bool,
}

/// Omits the values, which may be credentials.
impl fmt::Debug for Cookies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter().map(|cookie| &cookie.name)).finish()
    }
}

impl Cookies {
    /// Keeps the cookies of a response. Returns whether any of them is new or has another value.
    pub(super) fn receive(&mut self, from: &RequestTarget, headers: &HeaderMap, now: Timestamp) -> bool {
        let mut has_changed = false;
        for field in headers.get_all(SET_COOKIE) {
            let Some((cookie, is_expired)) =
                field.to_str().ok().and_then(|field| Cookie::parse(field, from, now))
            else {
                continue;
            };
            let known = self.0.iter().position(|known| known.is_same(&cookie));
            if is_expired {
                if let Some(at) = known {
                    self.0.remove(at);
                }
            } else if let Some(known) = known.and_then(|at| self.0.get_mut(at)) {
                has_changed |= *known != cookie;
                *known = cookie;
            } else if self.0.len() < MOST_COOKIES {
                self.0.push(cookie);
                has_changed = true;
            }
        }
        has_changed
    }

    /// Returns the value of the `Cookie` field for a request: the application's value `given`, and the cookies that it does not name.
    /// `None` if there is nothing to add.
    pub(super) fn with(&self, given: Option<&str>, to: &RequestTarget) -> Option<String> {
        let mut field = given.unwrap_or_default().trim().trim_end_matches(';').to_owned();
        let is_given = |name: &str| {
            let given = given.unwrap_or_default().split(';');
            given.filter_map(|pair| pair.split_once('=')).any(|(known, _)| known.trim() == name)
        };
        let length = field.len();
        // RFC 6265 §5.4: longer paths first.
        let mut sent: Vec<&Cookie> = self.0.iter().filter(|cookie| cookie.is_for(to)).collect();
        sent.sort_by_key(|cookie| std::cmp::Reverse(cookie.path.len()));
        for Cookie { name, value, .. } in sent.into_iter().filter(|cookie| !is_given(&cookie.name)) {
            if !field.is_empty() {
                field.push_str("; ");
            }
            field.push_str(name);
            field.push('=');
            field.push_str(value);
        }
        (field.len() > length).then_some(field)
    }
}

impl Cookie {
    /// Parses a `Set-Cookie` field (RFC 6265 §5.2). Returns the cookie, and whether it is to be removed. `None` if it is malformed, or
    /// meant for another site.
    fn parse(field: &str, from: &RequestTarget, now: Timestamp) -> Option<(Self, bool)> {
        if field.len() > LONGEST_COOKIE {
            return None;
        }
        let mut parts = field.split(';');
        let (name, value) = parts.next()?.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        if name.is_empty() {
            return None;
        }
        let (url, _) = from.parts();
        let host = url.host_str()?.to_ascii_lowercase();
        let default_path = url.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut cookie = Self {
            name: name.to_owned(),
            value: value.to_owned(),
            domain: host.clone(),
            has_subdomains: false,
            path: if default_path.is_empty() { "/".to_owned() } else { default_path.to_owned() },
            is_secure: false,
        };
        let (mut age, mut expires) = (None, None);
        for attribute in parts {
            let (name, value) = attribute.split_once('=').unwrap_or((attribute, ""));
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "domain" if !value.is_empty() => {
                    let domain = value.trim_start_matches('.').to_ascii_lowercase();
                    // A name without a dot is a top-level domain. Shared domains that have a dot, such as `co.uk`, are allowed: the cookie
                    // is only used in this poll.
                    if domain != host && !(domain.contains('.') && is_below(&host, &domain)) {
                        return None;
                    }
                    cookie.has_subdomains = domain.contains('.');
                    cookie.domain = domain;
                }
                "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
                "secure" => cookie.is_secure = true,
                "max-age" => age = value.parse::<i64>().ok(),
                "expires" => expires = date::parse(value).ok().map(Moment::instant),
                _ => {}
            }
        }
        let is_expired = age.map_or_else(|| expires.is_some_and(|expires| expires <= now), |age| age <= 0);
        Some((cookie, is_expired))
    }

    /// Returns whether another cookie replaces this one.
    fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.domain == other.domain && self.path == other.path
    }

    /// Returns whether the cookie is sent with a request (RFC 6265 §5.4).
    fn is_for(&self, to: &RequestTarget) -> bool {
        let (url, _) = to.parts();
        let Some(host) = url.host_str() else { return false };
        let host = host.to_ascii_lowercase();
        let is_of_domain = host == self.domain || self.has_subdomains && is_below(&host, &self.domain);
        let is_of_path = url
            .path()
            .strip_prefix(&*self.path)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || self.path.ends_with('/'));
        is_of_domain && is_of_path && (!self.is_secure || url.scheme() == "https")
    }
}

/// Returns whether a host is a subdomain of `domain`. IP addresses have no subdomains.
fn is_below(host: &str, domain: &str) -> bool {
    let is_name = domain.bytes().any(|b| b.is_ascii_alphabetic()) && !domain.contains(':');
    is_name && host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use ::http::HeaderValue;

    use super::*;

    #[test]
    fn a_cookie_goes_where_its_server_says() {
        let now: Timestamp = "2026-01-02T03:04:05Z".parse().unwrap();
        let mut wrong = Vec::new();
        for (from, set, to, expected) in [
            ("https://h.example/a/feed", "a=1", "https://h.example/a/feed", Some("a=1")),
            ("https://h.example/a/feed", "a=1", "https://h.example/a", Some("a=1")),
            ("https://h.example/a/feed", "a=1", "https://h.example/ab", None),
            ("https://h.example/a/feed", "a=1; Path=/", "https://h.example/b", Some("a=1")),
            ("https://h.example/feed", "a=1", "https://other.example/feed", None),
            ("https://h.example/feed", "a=1", "https://www.h.example/feed", None),
            ("https://h.example/feed", "a=1; Domain=.h.example", "https://www.h.example/feed", Some("a=1")),
            ("https://www.h.example/feed", "a=1; domain=h.example", "https://h.example/feed", Some("a=1")),
            ("https://h.example/feed", "a=1; Domain=example", "https://other.example/feed", None),
            ("https://h.example/feed", "a=1; Domain=other.example", "https://other.example/feed", None),
            ("https://127.0.0.1/feed", "a=1; Domain=0.0.1", "https://9.0.0.1/feed", None),
            ("https://h.example/feed", "a=1; Secure", "http://h.example/feed", None),
            ("http://h.example/feed", "a=1", "https://h.example/feed", Some("a=1")),
            ("https://h.example/feed", "a=1; Max-Age=0", "https://h.example/feed", None),
            (
                "https://h.example/feed",
                "a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "https://h.example/feed",
                None,
            ),
            (
                "https://h.example/feed",
                "a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT",
                "https://h.example/feed",
                Some("a=1"),
            ),
            ("https://h.example/feed", "=1", "https://h.example/feed", None),
            ("https://h.example/feed", "a", "https://h.example/feed", None),
            ("https://h.example/feed", " a = 1 2 ", "https://h.example/feed", Some("a=1 2")),
        ] {
            let target = |url: &str| RequestTarget::parse(url).unwrap();
            let mut cookies = Cookies::default();
            let headers = HeaderMap::from_iter([(SET_COOKIE, HeaderValue::from_static(set))]);
            let has_changed = cookies.receive(&target(from), &headers, now);
            let found = cookies.with(None, &target(to));
            if found.as_deref() != expected {
                wrong.push((from, set, to, found));
            }
            assert!(!has_changed || !cookies.receive(&target(from), &headers, now), "{set} is new again");
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn what_the_application_sends_comes_first_and_counts() {
        let target = RequestTarget::parse("https://h.example/").unwrap();
        let mut cookies = Cookies::default();
        let set = ["a=1", "b=2", "c=3"].map(|set| (SET_COOKIE, HeaderValue::from_static(set)));
        let mut headers = HeaderMap::new();
        for (name, value) in set {
            headers.append(name, value);
        }
        cookies.receive(&target, &headers, Timestamp::now());
        assert_eq!(cookies.with(Some("b=own; x=y;"), &target).as_deref(), Some("b=own; x=y; a=1; c=3"));
        assert_eq!(cookies.with(Some("a=;b=;c="), &target), None);
        assert!(!format!("{cookies:?}").contains('1'));
        for at in 0..100 {
            let set = HeaderValue::from_str(&format!("n{at}=1")).unwrap();
            cookies.receive(&target, &HeaderMap::from_iter([(SET_COOKIE, set)]), Timestamp::now());
        }
        assert_eq!(cookies.0.len(), MOST_COOKIES);
    }
}
