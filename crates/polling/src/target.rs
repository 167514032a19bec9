//! The URL of a feed, with and without its credentials.

use std::borrow::Cow;
use std::fmt;

use ::http::{HeaderValue, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bozofeed::content::{BoundedUrlParser, without_feed_scheme};
use percent_encoding::percent_decode_str;
use url::Url;

use super::secrets;

/// The reason why a URL cannot be the URL of a feed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UrlError {
    /// It is not a URL, or has no host.
    #[error("not a URL: '{url}'")]
    Invalid {
        /// The URL without its credentials.
        url: String,
    },
    /// It is neither `http:` nor `https:`; `feed:` means one of these.
    #[error("not an http or https URL: '{url}'")]
    UnsupportedScheme {
        /// The URL without its credentials.
        url: String,
    },
}

impl UrlError {
    /// Returns the URL without its credentials.
    pub fn url(&self) -> &str {
        match self {
            Self::Invalid { url } | Self::UnsupportedScheme { url } => url,
        }
    }
}

/// The URL of a request.
#[derive(Clone)]
pub(super) struct RequestTarget {
    /// The URL without credentials and fragment.
    url: Url,
    uri: Uri,
    /// The value of the `Authorization` field.
    authorization: Option<HeaderValue>,
    /// The user and the password, as written in the URL.
    userinfo: Option<(String, Option<String>)>,
}

/// Omits the credentials of the URL.
impl fmt::Debug for RequestTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&secrets::hidden(self.url())).finish()
    }
}

impl RequestTarget {
    /// Parses the URL of a feed, which may have a feed scheme.
    pub(super) fn parse(text: &str) -> Result<Self, UrlError> {
        let text = text.trim();
        let invalid = || UrlError::Invalid { url: without_credentials(text) };
        let url = without_feed_scheme(text)
            .ok_or_else(|| UrlError::UnsupportedScheme { url: without_credentials(text) })?;
        Self::of(BoundedUrlParser::new().parse(&url).ok_or_else(invalid)?)
    }

    /// Returns the target of a redirect (RFC 9110 §10.2.2). Credentials are kept if [both may have
    /// them](Self::may_share_credentials_with).
    pub(super) fn redirect(&self, location: &str) -> Result<Self, UrlError> {
        let invalid = || UrlError::Invalid { url: without_credentials(location) };
        let location = location.trim();
        let web = without_feed_scheme(location)
            .ok_or_else(|| UrlError::UnsupportedScheme { url: without_credentials(location) })?;
        let mut to = Self::of(BoundedUrlParser::new().join(&self.url, &web).ok_or_else(invalid)?)?;
        if to.authorization.is_none() && self.may_share_credentials_with(&to) {
            to.authorization.clone_from(&self.authorization);
            to.userinfo.clone_from(&self.userinfo);
        }
        Ok(to)
    }

    fn of(mut url: Url) -> Result<Self, UrlError> {
        // The target of a request excludes the fragment (RFC 9110 §7.1).
        url.set_fragment(None);
        let user = url.username().to_owned();
        let password = url.password().map(str::to_owned);
        // This only fails for URLs without a host, which have no credentials.
        let _ = url.set_username("");
        let _ = url.set_password(None);
        if !matches!(url.scheme(), "http" | "https") {
            return Err(UrlError::UnsupportedScheme { url: without_credentials(url.as_str()) });
        }
        let uri =
            url.as_str().parse().map_err(|_| UrlError::Invalid { url: without_credentials(url.as_str()) })?;
        let has_credentials = !user.is_empty() || password.is_some();
        let userinfo = has_credentials.then_some((user, password));
        let decoded = |text| Cow::from(percent_decode_str(text));
        let authorization = userinfo.as_ref().and_then(|(user, password)| {
            basic(&decoded(user), &decoded(password.as_deref().unwrap_or_default()))
        });
        Ok(Self { url, uri, authorization, userinfo })
    }

    /// Returns whether credentials for this URL may be sent to another: it has the same origin, or it is an upgrade from http to https
    /// on the default ports of the same host.
    pub(super) fn may_share_credentials_with(&self, other: &Self) -> bool {
        let is_upgrade = self.url.host() == other.url.host()
            && self.url.scheme() == "http"
            && other.url.scheme() == "https"
            && self.url.port().is_none()
            && other.url.port().is_none();
        self.url.origin() == other.url.origin() || is_upgrade
    }

    /// Returns the URL without credentials and fragment.
    pub(super) fn url(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the URL without credentials and fragment, and the user and the password as written.
    pub(super) fn parts(&self) -> (&Url, Option<&(String, Option<String>)>) {
        (&self.url, self.userinfo.as_ref())
    }

    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    pub(super) fn authorization(&self) -> Option<&HeaderValue> {
        self.authorization.as_ref()
    }

    /// Returns the URL to store, with its credentials.
    pub(super) fn to_stored(&self) -> String {
        let mut url = self.url.clone();
        if let Some((user, password)) = &self.userinfo {
            let _ = url.set_username(user);
            let _ = url.set_password(password.as_deref());
        }
        url.into()
    }
}

/// Returns the credentials of the scheme `Basic` (RFC 7617 §2).
fn basic(user: &[u8], password: &[u8]) -> Option<HeaderValue> {
    let credentials = STANDARD.encode([user, b":", password].concat());
    let mut value = HeaderValue::from_str(&format!("Basic {credentials}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Returns a URL without its credentials, so that it can be shown, logged or published. If the text is not a URL, everything between
/// the scheme and the last `@` is removed. The address in a `mailto:` URL is not a credential.
///
/// The feeds of private podcasts and repositories have a secret in their address. The values of parameters with telling names (`auth`,
/// `token`, `key`, `sig` and others) and secrets in the path (`private-…`) become `***`.
///
/// ```
/// use bozofeed_polling::without_credentials;
///
/// assert_eq!(without_credentials("mailto:anna@harbour.example"), "mailto:anna@harbour.example");
/// assert_eq!(without_credentials("https://anna:secret@harbour.example/"), "https://harbour.example/");
/// assert_eq!(without_credentials("https://anna:secret@/"), "https:///");
/// assert_eq!(without_credentials("https://harbour.example/feed?token=s3cret"), "https://harbour.example/feed?token=***");
/// ```
pub fn without_credentials(text: &str) -> String {
    let url = without_userinfo(text);
    match secrets::hidden(&url) {
        Cow::Borrowed(_) => url,
        Cow::Owned(hidden) => hidden,
    }
}

/// Returns whether the address of a feed contains a secret that the server requires, other than a user and a password.
///
/// ```
/// use bozofeed_polling::has_secret;
///
/// assert!(has_secret("https://harbour.example/feed?token=s3cret"));
/// assert!(!has_secret("https://harbour.example/feed?page=2"));
/// ```
pub fn has_secret(url: &str) -> bool {
    matches!(secrets::hidden(url), Cow::Owned(_))
}

/// Returns a URL without its user and password.
pub(super) fn without_userinfo(text: &str) -> String {
    if text.trim_start().get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:")) {
        return text.to_owned();
    }
    if let Some(mut url) = BoundedUrlParser::new().parse(text)
        && url.has_host()
    {
        let _ = url.set_username("");
        let _ = url.set_password(None);
        return url.into();
    }
    let Some(at) = text.rfind('@') else { return text.to_owned() };
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default());
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let scheme =
        before.split_once("://").map(|(scheme, _)| scheme).filter(|scheme| scheme.chars().all(is_scheme));
    scheme.map_or_else(|| after.to_owned(), |scheme| format!("{scheme}://{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bozofeed_testing::{LETTERS, check, pieces, text};

    #[test]
    fn only_the_web_is_asked() {
        for (text, expected) in [
            ("http://harbour.example", Ok("http://harbour.example/")),
            (" HTTPS://Harbour.example/a#b ", Ok("https://harbour.example/a")),
            ("feed://harbour.example/a", Ok("http://harbour.example/a")),
            ("feed:harbour.example/a", Ok("http://harbour.example/a")),
            ("feed:https://harbour.example/a", Ok("https://harbour.example/a")),
            ("FEED:http://harbour.example/a", Ok("http://harbour.example/a")),
            ("http://anna:secret@harbour.example/a", Ok("http://harbour.example/a")),
            ("http://m\u{fc}we.example/\u{e4}", Ok("http://xn--mwe-hoa.example/%C3%A4")),
            ("ftp://harbour.example/", Err("not an http or https URL: 'ftp://harbour.example/'")),
            ("file:///etc/passwd", Err("not an http or https URL: 'file:///etc/passwd'")),
            ("data:,feed", Err("not an http or https URL: 'data:,feed'")),
            ("itpc://harbour.example/a", Ok("http://harbour.example/a")),
            ("feed:ftp://harbour.example", Err("not an http or https URL: 'feed:ftp://harbour.example'")),
            ("harbour", Err("not a URL: 'harbour'")),
            ("http://", Err("not a URL: 'http://'")),
            ("", Err("not a URL: ''")),
            ("ftp://anna:secret@harbour.example/", Err("not an http or https URL: 'ftp://harbour.example/'")),
            ("http://anna:se cret@har bour/", Err("not a URL: 'http://har bour/'")),
            ("http://anna:secret@:80/a@b", Err("not a URL: 'http://b'")),
            ("anna:secret@harbour.example", Err("not an http or https URL: 'harbour.example'")),
            ("MailTo:x@reader.example", Err("not an http or https URL: 'mailto:x@reader.example'")),
        ] {
            let target = RequestTarget::parse(text);
            let result = target.as_ref().map(RequestTarget::url).map_err(ToString::to_string);
            assert_eq!(result, expected.map_err(str::to_owned), "{text}");
        }
    }

    #[test]
    fn credentials_become_a_header() {
        for (text, credentials) in [
            ("http://harbour.example/", None),
            ("http://anna:secret@harbour.example/", Some("anna:secret")),
            ("http://anna@harbour.example/", Some("anna:")),
            ("http://:secret@harbour.example/", Some(":secret")),
            ("http://a%40b:100%25%C3%A4%zz@harbour.example/", Some("a@b:100%\u{e4}%zz")),
        ] {
            let target = RequestTarget::parse(text).unwrap();
            let expected = credentials.map(|credentials| format!("Basic {}", STANDARD.encode(credentials)));
            let header = target.authorization().map(|header| header.to_str().unwrap().to_owned());
            assert_eq!(header, expected, "{text}");
            assert!(!target.uri().to_string().contains('@'), "{text}");
            assert!(target.authorization().is_none_or(HeaderValue::is_sensitive), "{text}");
        }
    }

    #[test]
    fn a_secret_is_never_shown() {
        check(256, |u| {
            let scheme = u.choose(&["", "http", "https", "feed", "ftp", "x"])?;
            let mut before = format!("{scheme}{}{}", u.choose(&["", ":"])?, pieces(u, 0..=3, &["/"])?);
            if u.arbitrary()? {
                before = before + &text(u, 0..=3, &[LETTERS])? + ":";
            }
            let after = text(u, 0..=9, &[LETTERS, ".:[]@ %/?#"])?;
            if after.contains('@') && after.contains('/') {
                return Ok(());
            }
            let text = format!("{before}s3cret@{after}");
            let shown = match RequestTarget::parse(&text) {
                Ok(target) => format!("{} {} {target:?}", target.url(), target.uri()),
                Err(error) => format!("{error} {error:?}"),
            };
            assert!(!shown.contains("s3cret"), "{text} is shown as {shown}");
            Ok(())
        });
    }

    #[test]
    fn credentials_stay_within_their_origin() {
        for (from, location, keeps) in [
            ("http://anna:secret@harbour.example/", "/b", true),
            ("http://anna:secret@harbour.example/", "https://harbour.example/b", true),
            ("https://anna:secret@harbour.example/", "http://harbour.example/b", false),
            ("http://anna:secret@harbour.example/", "http://harbour.example:8080/b", false),
            ("http://anna:secret@harbour.example:8080/", "https://harbour.example/b", false),
            ("http://anna:secret@harbour.example/", "http://www.harbour.example/b", false),
            ("http://anna:secret@harbour.example/", "//lighthouse.example/b", false),
            ("http://anna:secret@harbour.example/", "feed://harbour.example/b", true),
            ("http://anna:secret@harbour.example/", "feed:https://harbour.example/b", true),
            ("http://anna:secret@harbour.example/", "FEED://lighthouse.example/b", false),
        ] {
            let to = RequestTarget::parse(from).unwrap().redirect(location).unwrap();
            assert_eq!(to.authorization().is_some(), keeps, "{location}");
            assert_eq!(to.to_stored().contains("anna:secret@"), keeps, "{location}");
            assert!(!to.url().contains("secret"), "{location}");
        }
    }
}
