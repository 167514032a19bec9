//! Errors of fetching.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::Proxy;
use bozofeed::Bozo;
use bozofeed_polling::{Failure, Received, UrlError, without_credentials};

/// The reason why no feed was received.
///
/// The [`kind`](Self::kind) describes the problem in the same terms on every system. The message begins with the URL, without credentials.
/// The [`source`](Error::source) is the error of the operating system or of a library, if any; its type is not part of the API.
///
/// ```
/// use bozofeed_fetch::{FetchErrorKind, Fetcher};
///
/// let error = Fetcher::new().fetch("http://127.0.0.1/tides.rss").unwrap_err();
/// assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }));
/// assert_eq!(error.url(), "http://127.0.0.1/tides.rss");
/// assert_eq!(error.to_string(), "http://127.0.0.1/tides.rss: refused to connect: 127.0.0.1 is not a public address");
/// ```
#[derive(Clone)]
pub struct FetchError(Box<Details>);

#[derive(Clone)]
struct Details {
    url: String,
    kind: FetchErrorKind,
    /// More details than the kind has.
    reason: Option<String>,
    source: Option<Cause>,
    /// The status of the response that was received.
    status: Option<u16>,
    /// The document that was received instead of a feed.
    document: Option<Received>,
}

/// The error of another library.
pub(super) type Cause = Arc<dyn Error + Send + Sync>;

impl FetchError {
    /// Creates an error.
    pub(super) fn new(url: &str, kind: FetchErrorKind) -> Self {
        Self(Box::new(Details {
            url: without_credentials(url),
            kind,
            reason: None,
            source: None,
            status: None,
            document: None,
        }))
    }

    /// Adds the reason to the message.
    pub(super) fn because(mut self, reason: impl Into<String>) -> Self {
        self.0.reason = Some(reason.into());
        self
    }

    /// Names the proxy in the message, if it may be the one that failed.
    pub(super) fn through(self, proxy: &Proxy) -> Self {
        let is_about_connection = match self.0.kind {
            FetchErrorKind::Connection(_)
            | FetchErrorKind::HostNotFound
            | FetchErrorKind::Proxy
            | FetchErrorKind::Protocol
            | FetchErrorKind::OnlyHttp2
            | FetchErrorKind::Timeout { .. }
            | FetchErrorKind::Tls => true,
            FetchErrorKind::Url(_)
            | FetchErrorKind::ForbiddenAddress { .. }
            | FetchErrorKind::ForbiddenName
            | FetchErrorKind::TooLarge { .. }
            | FetchErrorKind::Decompression { .. }
            | FetchErrorKind::UnsupportedCoding { .. }
            | FetchErrorKind::Write(_)
            | FetchErrorKind::Failed(_)
            | FetchErrorKind::NotAFeed(_) => false,
        };
        if !is_about_connection {
            return self;
        }
        let reason = self.0.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
        self.because(format!("through the proxy {proxy}{reason}"))
    }

    /// Returns whether the body may be complete despite this error: after a wrong length, the server closes the connection or keeps
    /// waiting.
    pub(super) fn may_be_complete(&self) -> bool {
        matches!(
            self.0.kind,
            FetchErrorKind::Connection(_) | FetchErrorKind::Timeout { .. } | FetchErrorKind::Protocol
        )
    }

    pub(super) fn with_source(mut self, source: Cause) -> Self {
        self.0.source = Some(source);
        self
    }

    pub(super) fn with_status(mut self, status: u16) -> Self {
        self.0.status = Some(status);
        self
    }

    pub(super) fn with_document(mut self, document: Received) -> Self {
        self.0.document = Some(document);
        self
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> &FetchErrorKind {
        &self.0.kind
    }

    /// Returns the URL of the failed request, without credentials. After redirects, this is the last URL, with its secrets hidden.
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// Returns the status code of the last response. `None` if none was received.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")?;
    /// let error = Fetcher::new().allow_private_addresses(true).fetch(&url).unwrap_err();
    /// assert_eq!(error.status(), Some(404));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// Returns the document that turned out not to be a feed ([`FetchErrorKind::NotAFeed`]), such as a page that names feeds.
    ///
    /// ```
    /// # mod server { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve.rs")); }
    /// # use server::serve;
    /// use bozofeed_fetch::Fetcher;
    ///
    /// let url = serve("HTTP/1.1 200 OK\r\nContent-Length: 66\r\n\r\n<html><link rel=alternate type=application/rss+xml href=tides.rss>")?;
    /// let error = Fetcher::new().allow_private_addresses(true).fetch(&url).unwrap_err();
    /// let feeds = bozofeed_discover::feeds(error.document().unwrap());
    /// assert!(feeds[0].href.ends_with("/tides.rss"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn document(&self) -> Option<&Received> {
        self.0.document.as_ref()
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { url, kind, reason, .. } = &*self.0;
        match kind {
            // Its messages already contain the URL.
            FetchErrorKind::Url(error) => error.fmt(f)?,
            kind => write!(f, "{url}: {kind}")?,
        }
        match reason {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { url, kind, reason, source, status, document } = &*self.0;
        f.debug_struct("FetchError")
            .field("url", url)
            .field("kind", kind)
            .field("reason", reason)
            .field("source", source)
            .field("status", status)
            .field("document", document)
            .finish()
    }
}

impl Error for FetchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

/// The kind of a [`FetchError`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FetchErrorKind {
    /// The URL is unusable.
    #[error(transparent)]
    Url(UrlError),
    /// None of the addresses of the host is public or allowed. See
    /// [`Fetcher::allow_network`](super::Fetcher::allow_network).
    #[error("refused to connect: {address} is not a public address")]
    ForbiddenAddress {
        /// The first address of the host.
        address: IpAddr,
    },
    /// The name of the host belongs to a local network, such as `nas.local`, and would be resolved by a proxy. See
    /// [`Fetcher::allow_host`](super::Fetcher::allow_host).
    #[error("refused to connect: not a public name")]
    ForbiddenName,
    /// The name of the host has no address.
    #[error("host not found")]
    HostNotFound,
    /// The connection could not be opened, or was closed before the whole response was received.
    #[error("{}", connection(*.0))]
    Connection(io::ErrorKind),
    /// The proxy did not connect to the server.
    #[error("proxy")]
    Proxy,
    /// The server's certificate is not valid, or the TLS handshake failed.
    #[error("TLS")]
    Tls,
    /// The response is not valid HTTP.
    #[error("malformed response")]
    Protocol,
    /// The server has only HTTP/2, and this client only HTTP/1.1.
    #[error("the server has only HTTP/2, which is not supported")]
    OnlyHttp2,
    /// The whole response did not arrive in time.
    #[error("no complete response within {} s", limit.as_secs_f32())]
    Timeout {
        /// The time limit.
        limit: Duration,
    },
    /// The response exceeds the limit, either transferred or decompressed.
    #[error("the {} exceeds {limit} bytes", if *decompressed { "decompressed response" } else { "response" })]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
        /// Whether the limit for the decompressed body was exceeded.
        decompressed: bool,
    },
    /// The body cannot be decompressed.
    #[error("malformed {coding} body")]
    Decompression {
        /// The content coding.
        coding: String,
    },
    /// The body has a content coding that was not requested.
    #[error("unsupported content coding '{coding}'")]
    UnsupportedCoding {
        /// The content coding.
        coding: String,
    },
    /// The bytes could not be written in [`Fetcher::download`](super::Fetcher::download) or
    /// [`Fetcher::download_file`](super::Fetcher::download_file).
    #[error("cannot write the response: {0}")]
    Write(io::ErrorKind),
    /// The server answered without a document.
    #[error("{0}")]
    Failed(Failure),
    /// The document is not a feed, in [`Fetcher::fetch`](super::Fetcher::fetch). [`FetchError::document`] returns it.
    #[error("{0}")]
    NotAFeed(Bozo),
}

/// Describes the problem with a connection.
fn connection(kind: io::ErrorKind) -> String {
    match kind {
        io::ErrorKind::UnexpectedEof => {
            "the connection was closed before the response was complete".to_owned()
        }
        io::ErrorKind::Other => "the connection failed".to_owned(),
        kind => kind.to_string(),
    }
}
