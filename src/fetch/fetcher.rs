//! The client.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::http::header::{
    ACCEPT_ENCODING as ACCEPT_ENCODING_FIELD, CONTENT_ENCODING, HeaderMap, HeaderValue, USER_AGENT,
};
use ::http::{Request, Response};
use jiff::Timestamp;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::transport::DefaultConnector;

use super::body::{self, Progress};
use super::decode::{self, ACCEPT_ENCODING, DecodeError};
use super::resolver::{GuardedResolver, Refused};
use super::{FetchError, Fetched};
use crate::Parser;
use crate::http::{Exchange, MAX_REDIRECTS, Outcome, State, links};

/// A function that reports the progress of a download.
type Report = Arc<dyn Fn(&Progress<'_>) + Send + Sync>;

const MIB: u64 = 1 << 20;

/// Fetches feeds. One fetcher serves any number of feeds, from any number of threads; connections are kept for a while.
///
/// ```no_run
/// use bozofeed::fetch::Fetcher;
/// use std::time::Duration;
///
/// let fetcher = Fetcher::new().user_agent("harbour-reader/2.1").timeout(Duration::from_secs(20));
/// let fetched = fetcher.fetch("https://harbour.example/tides.rss")?;
/// println!("{} {}", fetched.status, fetched.url);
/// let parsed = fetched.into_parsed()?;
/// # Ok::<(), bozofeed::fetch::FetchError>(())
/// ```
#[derive(Clone)]
pub struct Fetcher {
    agent: Agent,
    parser: Parser,
    resolver: GuardedResolver,
    root_certificates: Vec<Vec<u8>>,
    user_agent: HeaderValue,
    timeout: Duration,
    connect_timeout: Duration,
    max_transfer: u64,
    max_body: u64,
    max_redirects: usize,
    on_progress: Option<Report>,
}

impl fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fetcher")
            .field("user_agent", &self.user_agent)
            .field("timeout", &self.timeout)
            .field("connect_timeout", &self.connect_timeout)
            .field("max_transfer", &self.max_transfer)
            .field("max_body", &self.max_body)
            .field("max_redirects", &self.max_redirects)
            .field("resolver", &self.resolver)
            .finish_non_exhaustive()
    }
}

impl Default for Fetcher {
    fn default() -> Self {
        let resolver = GuardedResolver::default();
        Self {
            agent: agent(&resolver, &[]),
            parser: Parser::new(),
            resolver,
            root_certificates: Vec::new(),
            user_agent: HeaderValue::from_static(concat!("bozofeed/", env!("CARGO_PKG_VERSION"))),
            timeout: Duration::from_secs(60),
            connect_timeout: Duration::from_secs(10),
            max_transfer: 32 * MIB,
            max_body: 64 * MIB,
            max_redirects: MAX_REDIRECTS,
            on_progress: None,
        }
    }
}

/// Returns an agent that follows no redirects, uses no proxy and adds no headers.
fn agent(resolver: &GuardedResolver, root_certificates: &[Vec<u8>]) -> Agent {
    let mut tls = TlsConfig::builder();
    if !root_certificates.is_empty() {
        let certificates: Vec<_> =
            root_certificates.iter().map(|der| Certificate::from_der(der).to_owned()).collect();
        tls = tls.root_certs(RootCerts::new_with_certs(&certificates));
    }
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .tls_config(tls.build())
        .build();
    Agent::with_parts(config, DefaultConnector::default(), resolver.clone())
}

impl Fetcher {
    /// Returns a fetcher with every option at its default.
    ///
    /// ```
    /// let fetcher = bozofeed::fetch::Fetcher::new();
    /// assert!(fetcher.fetch("ftp://harbour.example/tides.rss").is_err(), "only http and https");
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the `User-Agent` field, by which publishers recognise your reader. It should contain a URL that explains it.
    /// `bozofeed/VERSION` by default. Characters that are not allowed in a header are removed.
    ///
    /// ```
    /// use bozofeed::fetch::Fetcher;
    ///
    /// let fetcher = Fetcher::new().user_agent("harbour-reader/2.1 (+https://harbour.example/reader)");
    /// assert!(format!("{fetcher:?}").contains("harbour-reader/2.1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn user_agent(mut self, name: &str) -> Self {
        let name: String = name.chars().filter(|c| matches!(c, ' '..='~')).collect();
        if let Ok(name) = HeaderValue::from_str(name.trim()) {
            self.user_agent = name;
        }
        self
    }

    /// Sets the time limit for a whole poll, including redirects and the body. One minute by default.
    ///
    /// ```
    /// use bozofeed::fetch::{FetchError, Fetcher};
    /// use std::time::Duration;
    ///
    /// let fetcher = Fetcher::new().timeout(Duration::ZERO);
    /// let error = fetcher.fetch("http://harbour.example/tides.rss").unwrap_err();
    /// assert!(matches!(error, FetchError::Timeout { .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the time limit for opening a connection. Ten seconds by default.
    ///
    /// ```
    /// use bozofeed::fetch::Fetcher;
    /// use std::time::Duration;
    ///
    /// let fetcher = Fetcher::new().connect_timeout(Duration::from_secs(3));
    /// assert!(format!("{fetcher:?}").contains("connect_timeout: 3s"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self { connect_timeout: timeout, ..self }
    }

    /// Sets the size limit for a body as it is transferred, in bytes. 32 MiB by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::{FetchError, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_transfer(20);
    /// assert!(matches!(fetcher.fetch(&url), Err(FetchError::TooLarge { limit: 20, decompressed: false, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_transfer(self, bytes: u64) -> Self {
        Self { max_transfer: bytes, ..self }
    }

    /// Sets the size limit for a body after decompression, in bytes. 64 MiB by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::{FetchError, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_body(20);
    /// assert!(matches!(fetcher.fetch(&url), Err(FetchError::TooLarge { limit: 20, decompressed: true, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_body(self, bytes: u64) -> Self {
        Self { max_body: bytes, ..self }
    }

    /// Sets the number of redirects that are followed. Ten by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::Fetcher;
    /// use bozofeed::http::{Failure, Outcome};
    ///
    /// let url = serve("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_redirects(0);
    /// let outcome = fetcher.fetch(&url)?.outcome;
    /// assert_eq!(outcome, Outcome::Failed(Failure::TooManyRedirects { limit: 0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_redirects(self, limit: usize) -> Self {
        Self { max_redirects: limit, ..self }
    }

    /// Sets whether addresses are allowed that are not public ([`is_public`](super::is_public)), for feeds on your own
    /// network. False by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::{FetchError, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let error = Fetcher::new().fetch(&url).unwrap_err();
    /// assert!(matches!(error, FetchError::ForbiddenAddress { .. }));
    /// assert!(Fetcher::new().allow_private_addresses(true).fetch(&url).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_private_addresses(mut self, allow: bool) -> Self {
        self.resolver.allow_private = allow;
        self.rebuild()
    }

    /// Allows a single address that is not public, such as that of a server on your own network. None are allowed by default.
    ///
    /// ```
    /// use bozofeed::fetch::{FetchError, Fetcher};
    ///
    /// let fetcher = Fetcher::new().allow_address("192.168.178.20".parse()?);
    /// let error = fetcher.fetch("http://192.168.178.1/").unwrap_err();
    /// assert!(matches!(error, FetchError::ForbiddenAddress { .. }));
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn allow_address(mut self, address: IpAddr) -> Self {
        self.resolver.allowed.push(address);
        self.rebuild()
    }

    /// Sets a function that resolves a host name and a port. The resolver of the system is used by default. The addresses are
    /// checked in any case.
    ///
    /// ```
    /// use bozofeed::fetch::{FetchError, Fetcher};
    ///
    /// let fetcher = Fetcher::new().resolver(|_, port| Ok(vec![([10, 0, 0, 1], port).into()]));
    /// let error = fetcher.fetch("http://harbour.example/tides.rss").unwrap_err();
    /// assert_eq!(error.to_string(), "refused to connect to 'harbour.example': 10.0.0.1 is not a public address");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resolver(
        mut self,
        lookup: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Self {
        self.resolver.lookup = Some(Arc::new(lookup));
        self.rebuild()
    }

    /// Adds a trusted certificate authority, in DER. By default, those of Mozilla's list are trusted; added ones replace that
    /// list.
    ///
    /// ```no_run
    /// let certificate = std::fs::read("authority.der")?;
    /// let fetcher = bozofeed::fetch::Fetcher::new().root_certificate(&certificate);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn root_certificate(mut self, der: &[u8]) -> Self {
        self.root_certificates.push(der.to_vec());
        self.rebuild()
    }

    /// Sets the parser that reads the feeds. [`Parser::new()`] by default. Its headers and base URL are replaced by those of the
    /// response.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::Fetcher;
    /// use bozofeed::{Limits, Parser};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let parser = Parser::new().limits(Limits::default().size(20));
    /// let fetcher = Fetcher::new().allow_private_addresses(true).parser(parser);
    /// let parsed = fetcher.fetch(&url)?.into_parsed()?;
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: size");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn parser(self, parser: Parser) -> Self {
        Self { parser, ..self }
    }

    /// Sets a function that is called after each part of a body that is received. There is none by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::Fetcher;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// static RECEIVED: AtomicU64 = AtomicU64::new(0);
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true);
    /// let fetcher = fetcher.on_progress(|progress| RECEIVED.store(progress.received, Ordering::Relaxed));
    /// let fetched = fetcher.fetch(&url)?;
    /// assert_eq!(RECEIVED.load(Ordering::Relaxed), fetched.transferred);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_progress(self, report: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        Self { on_progress: Some(Arc::new(report)), ..self }
    }

    fn rebuild(mut self) -> Self {
        self.agent = agent(&self.resolver, &self.root_certificates);
        self
    }

    /// Fetches a feed without a stored state.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/docs/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed::fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetched = Fetcher::new().allow_private_addresses(true).fetch(&url)?;
    /// assert_eq!((fetched.status, fetched.url.as_str()), (200, url.as_str()));
    /// assert!(fetched.into_parsed()?.is_feed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no complete response was received. A response without a document is an [`Outcome`].
    pub fn fetch(&self, url: &str) -> Result<Fetched, FetchError> {
        self.poll(&mut State::new(url))
    }

    /// Asks whether a feed changed, and fetches it if it did. The request is made at once: call
    /// [`next_poll`](crate::http::schedule::next_poll) first to find out if it is due. The state is updated in any case, also if
    /// there is an error.
    ///
    /// ```no_run
    /// use bozofeed::fetch::Fetcher;
    /// use bozofeed::http::{Outcome, State};
    ///
    /// let fetcher = Fetcher::new();
    /// let mut state = State::new("https://harbour.example/tides.rss");
    /// fetcher.poll(&mut state)?;
    /// // Some hours later: nothing is transferred if nothing changed.
    /// match fetcher.poll(&mut state)?.outcome {
    ///     Outcome::Fresh(parsed) => println!("{} entries", parsed.entries.len()),
    ///     Outcome::NotModified => println!("nothing new"),
    ///     outcome => println!("{outcome:?}"),
    /// }
    /// # Ok::<(), bozofeed::fetch::FetchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no complete response was received. A response without a document is an [`Outcome`].
    pub fn poll(&self, state: &mut State) -> Result<Fetched, FetchError> {
        let started = Instant::now();
        let exchange = Exchange::new(state).map_err(FetchError::Url)?;
        let mut exchange = exchange.max_redirects(self.max_redirects);
        loop {
            let (response, transferred) = match self.send_since(started, &exchange) {
                Ok(received) => received,
                Err(error) => {
                    exchange.interrupted(Timestamp::now());
                    return Err(error);
                }
            };
            let url = exchange.url().to_owned();
            let outcome = exchange.receive(&response, &self.parser, Timestamp::now());
            if matches!(outcome, Outcome::Moved { .. }) {
                continue;
            }
            let (parts, body) = response.into_parts();
            return Ok(Fetched {
                outcome,
                links: links(&parts.headers, &url),
                url,
                status: parts.status.as_u16(),
                headers: parts.headers,
                body,
                transferred,
                redirects: exchange.redirects().to_vec(),
                moved: exchange.is_moved(),
                elapsed: started.elapsed(),
            });
        }
    }

    /// Makes the next request of an exchange and follows no redirect, for callers that do something between the requests of
    /// a poll: wait until the next host is free, or measure. [`poll`](Self::poll) makes all requests of an exchange.
    ///
    /// The body of the response is decompressed. Each request may take as long as [`timeout`](Self::timeout) says.
    ///
    /// ```no_run
    /// use bozofeed::Parser;
    /// use bozofeed::fetch::Fetcher;
    /// use bozofeed::http::{Exchange, Outcome, State};
    /// use bozofeed::jiff::Timestamp;
    ///
    /// let fetcher = Fetcher::new();
    /// let mut state = State::new("https://harbour.example/tides.rss");
    /// let mut exchange = Exchange::new(&mut state)?;
    /// let outcome = loop {
    ///     println!("asking {}", exchange.url());
    ///     let response = fetcher.send(&exchange).inspect_err(|_| exchange.interrupted(Timestamp::now()))?;
    ///     match exchange.receive(&response, &Parser::new(), Timestamp::now()) {
    ///         Outcome::Moved { .. } => {}
    ///         outcome => break outcome,
    ///     }
    /// };
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no complete response was received. Tell the exchange with [`Exchange::interrupted`].
    pub fn send(&self, exchange: &Exchange<'_>) -> Result<Response<Vec<u8>>, FetchError> {
        self.send_since(Instant::now(), exchange).map(|(response, _)| response)
    }

    /// Makes one request of a poll that started at a time. The body is received only if it can be a feed.
    fn send_since(
        &self,
        started: Instant,
        exchange: &Exchange<'_>,
    ) -> Result<(Response<Vec<u8>>, u64), FetchError> {
        let url = exchange.url();
        let error = |error: ureq::Error| self.error(url, error);
        let mut request: Request<()> = exchange.request();
        request.headers_mut().insert(USER_AGENT, self.user_agent.clone());
        request.headers_mut().insert(ACCEPT_ENCODING_FIELD, HeaderValue::from_static(ACCEPT_ENCODING));
        let Some(left) = self.timeout.checked_sub(started.elapsed()).filter(|left| !left.is_zero()) else {
            return Err(FetchError::Timeout { url: url.to_owned(), limit: self.timeout });
        };
        let request = self
            .agent
            .configure_request(request)
            .timeout_global(Some(left))
            .timeout_connect(Some(self.connect_timeout.min(left)))
            .build();
        let (parts, body) = self.agent.run(request).map_err(error)?.into_parts();
        if !matches!(parts.status.as_u16(), 200 | 203) {
            return Ok((Response::from_parts(parts, Vec::new()), 0));
        }
        let too_large =
            |limit, decompressed| FetchError::TooLarge { url: url.to_owned(), limit, decompressed };
        let on_progress = self.on_progress.as_deref();
        let body = body::read(body, self.max_transfer, started, url, on_progress.map(|report| report as _))
            .map_err(error)?
            .ok_or_else(|| too_large(self.max_transfer, false))?;
        let transferred = body.len() as u64;
        let codings = content_encoding(&parts.headers);
        let body = decode::decode(body, &codings, self.max_body).map_err(|error| match error {
            DecodeError::TooLarge => too_large(self.max_body, true),
            DecodeError::Malformed { coding, reason } => {
                FetchError::Decompression { url: url.to_owned(), coding, reason }
            }
            DecodeError::Unsupported { coding } => {
                FetchError::UnsupportedCoding { url: url.to_owned(), coding }
            }
        })?;
        if body.len() as u64 > self.max_body {
            return Err(too_large(self.max_body, true));
        }
        Ok((Response::from_parts(parts, body), transferred))
    }

    /// Translates an error of the client.
    fn error(&self, url: &str, error: ureq::Error) -> FetchError {
        let url = url.to_owned();
        let host = || {
            let host = url::Url::parse(&url).ok().and_then(|url| url.host_str().map(str::to_owned));
            host.unwrap_or_default()
        };
        match error {
            ureq::Error::Timeout(_) => FetchError::Timeout { url, limit: self.timeout },
            ureq::Error::HostNotFound => FetchError::HostNotFound { host: host(), reason: None },
            ureq::Error::Other(other) => match other.downcast::<Refused>() {
                Ok(refused) => FetchError::ForbiddenAddress { host: host(), address: refused.0 },
                Err(other) => FetchError::Connection { url, reason: other.to_string() },
            },
            ureq::Error::Tls(reason) => FetchError::Tls { url, reason: reason.to_owned() },
            ureq::Error::Rustls(reason) => FetchError::Tls { url, reason: reason.to_string() },
            ureq::Error::Io(error) => self.io_error(url, &error),
            ureq::Error::ConnectionFailed => {
                FetchError::Connection { url, reason: "connection failed".to_owned() }
            }
            ureq::Error::BodyExceedsLimit(_) => {
                FetchError::TooLarge { url, limit: self.max_transfer, decompressed: false }
            }
            ureq::Error::LargeResponseHeader(..) => {
                FetchError::Protocol { url, reason: "the response's headers are too large".to_owned() }
            }
            other => FetchError::Protocol { url, reason: other.to_string() },
        }
    }

    fn io_error(&self, url: String, error: &io::Error) -> FetchError {
        let text = error.to_string();
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
                FetchError::Timeout { url, limit: self.timeout }
            }
            io::ErrorKind::UnexpectedEof => {
                let reason = "the connection was closed before the response was complete".to_owned();
                FetchError::Connection { url, reason }
            }
            // rustls wraps its errors.
            io::ErrorKind::InvalidData => FetchError::Tls { url, reason: text },
            _ if text.contains("failed to lookup address") => {
                let host = url::Url::parse(&url).ok().and_then(|url| url.host_str().map(str::to_owned));
                FetchError::HostNotFound { host: host.unwrap_or_default(), reason: Some(text) }
            }
            _ => FetchError::Connection { url, reason: text },
        }
    }
}

/// Returns the content codings of a response, as one list (RFC 9110 §5.3).
fn content_encoding(headers: &HeaderMap) -> String {
    let values = headers.get_all(CONTENT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",")
}
