//! The client: its options, and polls.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http::header::HeaderValue;

use super::agents::{AgentOptions, Agents};
use super::body::Progress;
use super::network::{AllowedAddresses, Network};
use super::proxy::{Proxies, Proxy};
use super::resolver::Lookup;
use super::tls::{InvalidCertificate, Trust, certificates};
use super::{FetchError, FetchErrorKind, Fetched};
use bozofeed::{Parser, Timestamp};
use bozofeed_polling::{
    Exchange, FeedState, InvalidHeader, MAX_BODY, MAX_TRANSFER, Polled, RequestHeaders, Step, UrlError,
};

/// A function that reports the progress of a download.
type Report = Arc<dyn Fn(&Progress<'_>) + Send + Sync>;

/// Names the project, so that publishers know whom to contact.
const USER_AGENT: &str = concat!("bozofeed/", env!("CARGO_PKG_VERSION"));

/// Fetches feeds. One fetcher serves any number of feeds, from any number of threads; connections are kept alive for a while.
///
/// ```no_run
/// use bozofeed_fetch::Fetcher;
/// use std::time::Duration;
///
/// let fetcher = Fetcher::new().user_agent("harbour-reader/2.1").timeout(Duration::from_secs(20));
/// let fetched = fetcher.fetch("https://harbour.example/tides.rss")?;
/// println!("{}: {} entries", fetched.response.url, fetched.parsed.entries.len());
/// # Ok::<(), bozofeed_fetch::FetchError>(())
/// ```
#[derive(Clone)]
pub struct Fetcher {
    pub(super) agents: Agents,
    pub(super) parser: Parser,
    pub(super) allowed: AllowedAddresses,
    pub(super) lookup: Option<Lookup>,
    pub(super) proxies: Proxies,
    pub(super) trust: Arc<Trust>,
    pub(super) user_agent: HeaderValue,
    pub(super) timeout: Duration,
    pub(super) connect_timeout: Duration,
    pub(super) max_transfer: u64,
    pub(super) max_body: u64,
    pub(super) max_redirects: Option<usize>,
    pub(super) headers: RequestHeaders,
    pub(super) max_download: u64,
    pub(super) on_progress: Option<Report>,
}

impl fmt::Debug for Fetcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fetcher")
            .field("user_agent", &self.user_agent)
            .field("timeout", &self.timeout)
            .field("connect_timeout", &self.connect_timeout)
            .field("max_transfer", &self.max_transfer)
            .field("max_body", &self.max_body)
            .field("max_download", &self.max_download)
            .field("max_redirects", &self.max_redirects)
            .field("headers", &self.headers)
            .field("allowed", &self.allowed)
            .field("proxies", &self.proxies)
            .finish_non_exhaustive()
    }
}

impl Default for Fetcher {
    fn default() -> Self {
        let fetcher = Self {
            agents: Agents::default(),
            parser: Parser::new(),
            allowed: AllowedAddresses::default(),
            lookup: None,
            proxies: Proxies::from_environment(),
            trust: Arc::default(),
            user_agent: HeaderValue::from_static(USER_AGENT),
            timeout: Duration::from_secs(60),
            connect_timeout: Duration::from_secs(10),
            max_transfer: MAX_TRANSFER,
            max_body: MAX_BODY,
            max_redirects: None,
            headers: RequestHeaders::new(),
            max_download: 4 << 30,
            on_progress: None,
        };
        fetcher.rebuild()
    }
}

impl Fetcher {
    /// Returns a fetcher with every option at its default.
    ///
    /// ```
    /// let fetcher = bozofeed_fetch::Fetcher::new();
    /// assert!(fetcher.fetch("ftp://harbour.example/tides.rss").is_err(), "only http and https");
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the `User-Agent` field, which identifies your reader to publishers. It should contain a URL that explains it.
    /// `bozofeed/VERSION` by default. Characters that are not allowed in a header are removed. An empty name is ignored, since many
    /// servers refuse requests without one.
    ///
    /// ```
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let fetcher = Fetcher::new().user_agent("harbour-reader/2.1 (+https://harbour.example/reader)");
    /// assert!(format!("{fetcher:?}").contains("harbour-reader/2.1"));
    /// assert!(format!("{:?}", fetcher.user_agent(" ")).contains("harbour-reader/2.1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn user_agent(mut self, name: &str) -> Self {
        let name: String = name.chars().filter(|c| matches!(c, ' '..='~')).collect();
        match HeaderValue::from_str(name.trim()) {
            Ok(name) if !name.is_empty() => self.user_agent = name,
            _ => {}
        }
        // The proxies also receive the name.
        self.rebuild()
    }

    /// Sets a header field for every request, replacing one of the same name: a preferred language, an authorization, a cookie. There
    /// are none by default.
    ///
    /// It is sent to the servers of all feeds, so only use it for credentials if all feeds are on one server. Otherwise set them per
    /// feed: [`FeedState::headers`] are only sent for that feed, and take precedence. After a redirect to another origin, only fields
    /// that cannot be credentials are still sent: see [`RequestHeaders`].
    ///
    /// ```
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let fetcher = Fetcher::new().header("Accept-Language", "de")?.header("Authorization", "Bearer s3cret")?;
    /// assert!(!format!("{fetcher:?}").contains("s3cret"));
    /// assert!(Fetcher::new().header("Host", "harbour.example").is_err(), "set by the client");
    /// # Ok::<(), bozofeed_fetch::polling::InvalidHeader>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidHeader`] if the field cannot be sent, or is one that the client sets.
    pub fn header(mut self, name: &str, value: &str) -> Result<Self, InvalidHeader> {
        self.headers.insert(name, value)?;
        Ok(self)
    }

    /// Sets the time limit for a whole poll: for all its requests together, including redirects and the body. One minute by default.
    ///
    /// ```
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    /// use std::time::Duration;
    ///
    /// let fetcher = Fetcher::new().timeout(Duration::ZERO);
    /// let error = fetcher.fetch("http://harbour.example/tides.rss").unwrap_err();
    /// assert_eq!(*error.kind(), FetchErrorKind::Timeout { limit: Duration::ZERO });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the time limit for opening a connection. Ten seconds by default.
    ///
    /// ```
    /// use bozofeed_fetch::Fetcher;
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

    /// Sets the size limit for a transferred body, in bytes. [`MAX_TRANSFER`] (32 MiB) by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_transfer(20);
    /// let error = fetcher.fetch(&url).unwrap_err();
    /// assert_eq!(*error.kind(), FetchErrorKind::TooLarge { limit: 20, decompressed: false });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_transfer(self, bytes: u64) -> Self {
        Self { max_transfer: bytes, ..self }
    }

    /// Sets the size limit for a decompressed body, in bytes. [`MAX_BODY`] (64 MiB) by default. It also limits the transferred body,
    /// with a small allowance for the overhead of compression.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_body(20);
    /// let error = fetcher.fetch(&url).unwrap_err();
    /// assert_eq!(*error.kind(), FetchErrorKind::TooLarge { limit: 20, decompressed: true });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_body(self, bytes: u64) -> Self {
        Self { max_body: bytes, ..self }
    }

    /// Sets the size limit for a [download](Self::download), in bytes. 4 GiB by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwaves")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_download(4);
    /// let error = fetcher.download(&url, &mut Vec::new()).unwrap_err();
    /// assert_eq!(*error.kind(), FetchErrorKind::TooLarge { limit: 4, decompressed: false });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_download(self, bytes: u64) -> Self {
        Self { max_download: bytes, ..self }
    }

    /// Sets the maximum number of redirects. Ten by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    /// use bozofeed_fetch::polling::{Failure, FetchOutcome, FeedState};
    ///
    /// let url = serve("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true).max_redirects(0);
    /// let outcome = fetcher.poll(&mut FeedState::new(&url))?.outcome;
    /// assert_eq!(outcome, FetchOutcome::Failed(Failure::TooManyRedirects { limit: 0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn max_redirects(self, limit: usize) -> Self {
        Self { max_redirects: Some(limit), ..self }
    }

    /// Allows connections to private addresses, which are all addresses that are not [public](super::is_public). Off by default. For
    /// feeds on your own network, [`allow_network`](Self::allow_network) and [`allow_host`](Self::allow_host) are narrower.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let error = Fetcher::new().fetch(&url).unwrap_err();
    /// assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }));
    /// assert!(Fetcher::new().allow_private_addresses(true).fetch(&url).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allow_private_addresses(mut self, allow: bool) -> Self {
        self.allowed.all = allow;
        self.rebuild()
    }

    /// Allows a network of addresses that are not public, or a single address. None are allowed by default.
    ///
    /// ```
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher, Network};
    ///
    /// let fetcher = Fetcher::new().allow_network("192.168.178.0/24".parse()?);
    /// let error = fetcher.fetch("http://192.168.179.1/").unwrap_err();
    /// assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }));
    /// # Ok::<(), bozofeed_fetch::InvalidNetwork>(())
    /// ```
    #[must_use]
    pub fn allow_network(mut self, network: Network) -> Self {
        self.allowed.networks.push(network);
        self.rebuild()
    }

    /// Allows a single address that is not public. None are allowed by default.
    ///
    /// ```
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let fetcher = Fetcher::new().allow_address("192.168.178.20".parse()?);
    /// let error = fetcher.fetch("http://192.168.178.1/").unwrap_err();
    /// assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }));
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub fn allow_address(self, address: IpAddr) -> Self {
        self.allow_network(address.into())
    }

    /// Allows all addresses of a host, such as `nas.local`. A name that starts with a dot also includes every subdomain. None are
    /// allowed by default.
    ///
    /// The owner of a name controls its address, so only allow names that your own network resolves.
    ///
    /// ```
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let fetcher = Fetcher::new()
    ///     .allow_host("nas.local")
    ///     .resolver(|_, port| Ok(vec![([10, 0, 0, 1], port).into()]));
    /// let error = fetcher.fetch("http://printer.local/").unwrap_err();
    /// assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }));
    /// ```
    #[must_use]
    pub fn allow_host(mut self, host: &str) -> Self {
        self.allowed.hosts.push(host.trim().trim_end_matches('.').to_ascii_lowercase());
        self.rebuild()
    }

    /// Sets the proxy for all requests. `None` means no proxy. By default, the environment decides: `http_proxy`, `https_proxy` and
    /// `all_proxy`, in lower or upper case. Hosts in `no_proxy` are always connected to directly, and so is this machine, unless the
    /// proxy runs on it.
    ///
    /// The address of a proxy may be private. A proxy resolves host names itself, so only addresses written in the URL can be checked.
    /// Names in private networks (`nas.local`, `db.internal`, names without a dot) are refused unless they are
    /// [allowed](Self::allow_host).
    ///
    /// ```no_run
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let fetcher = Fetcher::new().proxy(Some("http://10.0.0.1:3128".parse()?));
    /// # Ok::<(), bozofeed_fetch::InvalidProxy>(())
    /// ```
    #[must_use]
    pub fn proxy(mut self, proxy: Option<Proxy>) -> Self {
        self.proxies.replace(proxy);
        self.rebuild()
    }

    /// Sets a function that resolves a host name and a port. The system's resolver is used by default. The addresses are always
    /// checked.
    ///
    /// ```
    /// use bozofeed_fetch::{FetchErrorKind, Fetcher};
    ///
    /// let fetcher = Fetcher::new().proxy(None).resolver(|_, port| Ok(vec![([10, 0, 0, 1], port).into()]));
    /// let error = fetcher.fetch("http://harbour.example/tides.rss").unwrap_err();
    /// assert_eq!(*error.kind(), FetchErrorKind::ForbiddenAddress { address: "10.0.0.1".parse()? });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn resolver(
        mut self,
        lookup: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
    ) -> Self {
        self.lookup = Some(Arc::new(lookup));
        self.rebuild()
    }

    /// Adds certificates of trusted authorities, in PEM or DER. The certificates of the system, of the variables `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR`, and of Mozilla's list are also trusted.
    ///
    /// ```no_run
    /// let certificates = std::fs::read("authority.pem")?;
    /// let fetcher = bozofeed_fetch::Fetcher::new().root_certificates(&certificates)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`InvalidCertificate`] if the bytes are not certificates.
    pub fn root_certificates(mut self, file: &[u8]) -> Result<Self, InvalidCertificate> {
        let mut added = self.trust.added.clone();
        added.extend(certificates(file)?);
        self.trust = Arc::new(Trust::new(added));
        Ok(self.rebuild())
    }

    /// Sets the parser for the feeds. [`Parser::new()`] by default. It also receives the headers and the URL of the response.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    /// use bozofeed_fetch::bozofeed::{Limits, Parser};
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let parser = Parser::new().limits(Limits::default().size(20));
    /// let fetcher = Fetcher::new().allow_private_addresses(true).parser(parser);
    /// let parsed = fetcher.fetch(&url)?.parsed;
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: size");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn parser(self, parser: Parser) -> Self {
        Self { parser, ..self }
    }

    /// Sets a function that is called after each received part of a body. There is none by default.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// static RECEIVED: AtomicU64 = AtomicU64::new(0);
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetcher = Fetcher::new().allow_private_addresses(true);
    /// let fetcher = fetcher.on_progress(|progress| RECEIVED.store(progress.received, Ordering::Relaxed));
    /// let fetched = fetcher.fetch(&url)?;
    /// assert_eq!(RECEIVED.load(Ordering::Relaxed), fetched.response.transferred);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_progress(self, report: impl Fn(&Progress<'_>) + Send + Sync + 'static) -> Self {
        Self { on_progress: Some(Arc::new(report)), ..self }
    }

    fn rebuild(mut self) -> Self {
        self.agents = Agents::new(&AgentOptions {
            allowed: &self.allowed,
            lookup: self.lookup.as_ref(),
            proxies: &self.proxies,
            trust: &self.trust,
            user_agent: &self.user_agent,
        });
        self
    }

    /// Fetches a feed without a stored state.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<rss version='2.0'><channel><ttl/></channel></rss>")?;
    /// let fetched = Fetcher::new().allow_private_addresses(true).fetch(&url)?;
    /// assert_eq!((fetched.response.status, fetched.response.url.as_str()), (200, url.as_str()));
    /// assert!(fetched.parsed.is_feed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no feed was received: because of the URL, the network, or the server's response, such as 404 or a web page
    /// ([`FetchErrorKind::NotAFeed`]). A malformed feed is not an error: see [`Parsed::bozo`](bozofeed::Parsed::bozo).
    pub fn fetch(&self, url: &str) -> Result<Fetched, FetchError> {
        Fetched::of(self.poll(&mut FeedState::new(url))?)
    }

    /// Checks whether a feed changed, and fetches it if it did. The request is made at once: call
    /// [`next_poll`](bozofeed_polling::schedule::next_poll) first to find out whether the feed is due. The state is always updated,
    /// even if there is an error.
    ///
    /// ```no_run
    /// use bozofeed_fetch::Fetcher;
    /// use bozofeed_fetch::polling::{FetchOutcome, FeedState};
    ///
    /// let fetcher = Fetcher::new();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// fetcher.poll(&mut state)?;
    /// // Some hours later: an unchanged feed is not transferred again.
    /// match fetcher.poll(&mut state)?.outcome {
    ///     FetchOutcome::Fresh(feed) => println!("{} entries", feed.entries.len()),
    ///     outcome => println!("{outcome}"),
    /// }
    /// # Ok::<(), bozofeed_fetch::FetchError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no complete response was received. A response without a feed is a
    /// [`FetchOutcome`](bozofeed_polling::FetchOutcome).
    pub fn poll(&self, state: &mut FeedState) -> Result<Polled, FetchError> {
        let mut step = Step::Request(self.start(state)?);
        loop {
            step = match step {
                Step::Request(exchange) => self.send(exchange)?,
                Step::Body(body) => body.finish(&self.parser, Timestamp::now()),
                Step::Done(finished) => return Ok(finished.record(state)),
            };
        }
    }

    /// Starts a poll.
    pub(super) fn start(&self, state: &mut FeedState) -> Result<Exchange, FetchError> {
        let exchange = Exchange::start(state, Timestamp::now()).map_err(invalid_url)?;
        Ok(match self.max_redirects {
            Some(limit) => exchange.max_redirects(limit),
            None => exchange,
        })
    }

    /// Makes the next request of an exchange, for callers that do something between the requests of a poll: wait until the next host is
    /// free, or measure. [`poll`](Self::poll) makes all requests of an exchange.
    ///
    /// Returns the next step; the body of a [`Step::Body`] is complete. The limits and header fields of this fetcher apply, except that
    /// the exchange has its own limit for redirects. The [`timeout`](Self::timeout) applies to all requests of an exchange together,
    /// without the time between them.
    ///
    /// ```no_run
    /// use bozofeed_fetch::Fetcher;
    /// use bozofeed_fetch::bozofeed::{Parser, Timestamp};
    /// use bozofeed_fetch::polling::{Exchange, FeedState, Step};
    ///
    /// let fetcher = Fetcher::new();
    /// let mut state = FeedState::new("https://harbour.example/tides.rss");
    /// let mut step = Step::Request(Exchange::start(&mut state, Timestamp::now())?);
    /// let finished = loop {
    ///     step = match step {
    ///         Step::Request(exchange) => {
    ///             println!("asking {}", exchange.url());
    ///             fetcher.send(exchange)?
    ///         }
    ///         Step::Body(body) => body.finish(&Parser::new(), Timestamp::now()),
    ///         Step::Done(finished) => break finished,
    ///     }
    /// };
    /// println!("{}", finished.record(&mut state).outcome);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FetchError`] if no complete response was received. The exchange is then over, and its state records a failed poll.
    pub fn send(&self, exchange: Exchange) -> Result<Step, FetchError> {
        self.send_request(exchange)
    }
}

/// Returns the error for an unusable URL.
fn invalid_url(error: UrlError) -> FetchError {
    let url = error.url().to_owned();
    FetchError::new(&url, FetchErrorKind::Url(error))
}
