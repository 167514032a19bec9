//! Proxies, from an option or from the environment.

use std::env;
use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bozofeed_polling::without_credentials;
use http::{HeaderValue, Uri};
use ureq::ProxyProtocol;
use url::Url;

use super::network::{Network, is_host, literal};

/// A proxy: `http://harbour.example:3128`, `https://…`, `socks5://…`, `socks5h://…`, `socks4://…` or `socks4a://…`, with a user
/// and a password if required. The default scheme is `http`.
///
/// ```
/// use bozofeed_fetch::Proxy;
///
/// let proxy: Proxy = "http://anna:secret@10.0.0.1:3128".parse()?;
/// assert_eq!(proxy.to_string(), "http://10.0.0.1:3128/");
/// assert!("ftp://10.0.0.1".parse::<Proxy>().is_err());
/// # Ok::<(), bozofeed_fetch::InvalidProxy>(())
/// ```
#[derive(Clone)]
pub struct Proxy {
    url: String,
    pub(super) client: ureq::Proxy,
}

/// The error for text that is not the URL of a [`Proxy`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a proxy: '{url}'")]
pub struct InvalidProxy {
    /// The URL without its credentials.
    url: String,
}

impl FromStr for Proxy {
    type Err = InvalidProxy;

    fn from_str(text: &str) -> Result<Self, InvalidProxy> {
        let text = text.trim();
        let invalid = || InvalidProxy { url: without_credentials(text) };
        let url = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let parsed = Url::parse(&url).ok().filter(Url::has_host).ok_or_else(invalid)?;
        // In the standard's grammar, other schemes have no user, so the text is passed on unchanged.
        let client = ureq::Proxy::new(&url).map_err(|_| invalid())?;
        Ok(Self { url: without_credentials(parsed.as_str()), client })
    }
}

/// The URL, without credentials.
impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Proxy").field(&self.url).finish()
    }
}

impl Proxy {
    /// Returns whether requests for `http` URLs are sent to the proxy itself. Others go through a tunnel.
    pub(super) fn takes_requests(&self) -> bool {
        self.client.protocol() == ProxyProtocol::Http
    }

    /// Returns the `Proxy-Authorization` field of a request that is sent to the proxy.
    pub(super) fn authorization(&self) -> Option<HeaderValue> {
        let password = self.client.password().unwrap_or_default();
        // RFC 7617 §2
        let credentials = STANDARD.encode(format!("{}:{password}", self.client.username()?));
        let mut value = HeaderValue::from_str(&format!("Basic {credentials}")).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    fn is_on_this_machine(&self) -> bool {
        literal(self.client.host()).is_some_and(|address| address.to_canonical().is_loopback())
    }
}

/// The proxies, by the scheme of the request.
#[derive(Debug, Clone, Default)]
pub(super) struct Proxies {
    http: Option<Proxy>,
    https: Option<Proxy>,
    bypass: Vec<Bypass>,
    /// An environment variable with an invalid value.
    invalid: Option<InvalidProxy>,
}

impl Proxies {
    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, in lower or upper case. In CGI, `HTTP_PROXY` is a header of
    /// the request, so it is ignored.
    pub(super) fn from_environment() -> Self {
        Self::from_variables(|name| env::var(name).ok())
    }

    fn from_variables(get: impl Fn(&str) -> Option<String>) -> Self {
        let is_cgi = get("REQUEST_METHOD").is_some();
        let variable = |name: &str| {
            let upper = name.to_ascii_uppercase();
            get(name).or_else(|| get(&upper).filter(|_| !(is_cgi && upper == "HTTP_PROXY")))
        };
        let mut proxies =
            Self { bypass: Bypass::list(&variable("no_proxy").unwrap_or_default()), ..Self::default() };
        for name in ["http_proxy", "https_proxy"] {
            let Some(text) = variable(name).or_else(|| variable("all_proxy")) else { continue };
            // An empty variable means no proxy.
            if text.trim().is_empty() {
                continue;
            }
            match text.parse::<Proxy>() {
                Ok(proxy) if name == "http_proxy" => proxies.http = Some(proxy),
                Ok(proxy) => proxies.https = Some(proxy),
                Err(invalid) => proxies.invalid = Some(invalid),
            }
        }
        proxies
    }

    /// Replaces the proxies. The hosts with direct connections stay the same.
    pub(super) fn replace(&mut self, proxy: Option<Proxy>) {
        (self.http, self.https) = (proxy.clone(), proxy);
        self.invalid = None;
    }

    pub(super) fn http(&self) -> Option<&Proxy> {
        self.http.as_ref()
    }

    pub(super) fn https(&self) -> Option<&Proxy> {
        self.https.as_ref()
    }

    /// Returns the proxy for a URL. Loopback addresses denote this machine, so only a proxy on this machine is used for them.
    pub(super) fn of(&self, uri: &Uri) -> Result<Option<&Proxy>, InvalidProxy> {
        let host = uri.host().unwrap_or_default();
        let is_https = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if is_https { 443 } else { 80 });
        if self.bypass.iter().any(|bypass| bypass.matches(host, port)) {
            return Ok(None);
        }
        if let Some(invalid) = &self.invalid {
            return Err(invalid.clone());
        }
        let is_loopback = literal(host).is_some_and(|address| address.to_canonical().is_loopback());
        let proxy = if is_https { self.https() } else { self.http() };
        Ok(proxy.filter(|proxy| !is_loopback || proxy.is_on_this_machine()))
    }
}

/// Hosts with direct connections: a member of `no_proxy`.
#[derive(Debug, Clone, PartialEq)]
enum Bypass {
    All,
    Network(Network),
    /// A host with its subdomains, and its port if it matters.
    Host(String, Option<u16>),
}

impl Bypass {
    fn list(text: &str) -> Vec<Self> {
        text.split([',', ' ', '\t']).filter(|one| !one.is_empty()).map(Self::of).collect()
    }

    fn of(text: &str) -> Self {
        if text == "*" {
            return Self::All;
        }
        let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        if let Ok(network) = bare.parse() {
            return Self::Network(network);
        }
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if port.parse::<u16>().is_ok() => (host, port.parse().ok()),
            _ => (text, None),
        };
        Self::Host(format!(".{}", host.trim_start_matches(['*', '.'])), port)
    }

    fn matches(&self, host: &str, port: u16) -> bool {
        match self {
            Self::All => true,
            Self::Network(network) => literal(host).is_some_and(|address| network.contains(address)),
            Self::Host(known, own) => is_host(known, host) && own.is_none_or(|own| own == port),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_decide_by_scheme_and_host() {
        for (variables, url, expected) in [
            ("", "http://harbour.example/", "-"),
            ("http_proxy=a:1", "http://harbour.example/", "http://a:1/"),
            ("http_proxy=a:1", "https://harbour.example/", "-"),
            ("HTTPS_PROXY=http://a:1", "https://harbour.example/", "http://a:1/"),
            ("all_proxy=socks5://a", "http://harbour.example/", "socks5://a"),
            ("all_proxy=b:2 http_proxy=a:1", "http://harbour.example/", "http://a:1/"),
            ("all_proxy=b:2 http_proxy=a:1", "https://harbour.example/", "http://b:2/"),
            ("http_proxy=a:1 HTTP_PROXY=b:2", "http://harbour.example/", "http://a:1/"),
            ("HTTP_PROXY=b:2 REQUEST_METHOD=GET", "http://harbour.example/", "-"),
            ("http_proxy= all_proxy=a:1", "http://harbour.example/", "-"),
            ("http_proxy=ftp://a", "http://harbour.example/", "error"),
            ("http_proxy=a:1 no_proxy=*", "http://harbour.example/", "-"),
            ("http_proxy=a:1 NO_PROXY=harbour.example", "http://harbour.example/", "-"),
            ("http_proxy=a:1 NO_PROXY=harbour.example", "http://www.Harbour.example/", "-"),
            ("http_proxy=a:1 NO_PROXY=.harbour.example,x", "http://www.harbour.example/", "-"),
            ("http_proxy=a:1 NO_PROXY=*.harbour.example", "http://www.harbour.example/", "-"),
            ("http_proxy=a:1 NO_PROXY=harbour.example", "http://notharbour.example/", "http://a:1/"),
            ("http_proxy=a:1 NO_PROXY=harbour.example:81", "http://harbour.example/", "http://a:1/"),
            ("http_proxy=a:1 NO_PROXY=harbour.example:80", "http://harbour.example/", "-"),
            ("http_proxy=a:1 NO_PROXY=10.0.0.0/8", "http://10.1.2.3/", "-"),
            ("http_proxy=a:1 NO_PROXY=::1", "http://[::1]/", "-"),
            ("http_proxy=a:1", "http://localhost/", "-"),
            ("http_proxy=127.0.0.1:1", "http://localhost/", "http://127.0.0.1:1/"),
        ] {
            let proxies = Proxies::from_variables(|name| {
                let mut variables = variables.split(' ').filter_map(|variable| variable.split_once('='));
                variables.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
            });
            let found = match proxies.of(&url.parse().unwrap()) {
                Ok(Some(proxy)) => proxy.to_string(),
                Ok(None) => "-".to_owned(),
                Err(_) => "error".to_owned(),
            };
            assert_eq!(found, expected, "{variables} {url}");
        }
        let lists = Bypass::list("a, b:80\t[fd00::/8]");
        assert_eq!(lists.len(), 3);
        assert_eq!(lists[2], Bypass::Network("fd00::/8".parse().unwrap()));
    }

    #[test]
    fn credentials_are_not_shown() {
        for text in ["http://anna:s3cret@a:1", "anna:s3cret@a:1", "socks5://anna:s3cret@a"] {
            let proxy: Proxy = text.parse().unwrap();
            assert!(!format!("{proxy} {proxy:?}").contains("s3cret"), "{proxy:?}");
        }
        let error = "ftp://anna:s3cret@a".parse::<Proxy>().unwrap_err();
        assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
    }
}
