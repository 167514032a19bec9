//! A single request: its route to the server, and its errors.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::header::{
    ACCEPT_ENCODING as ACCEPT_ENCODING_FIELD, CONTENT_ENCODING, HeaderMap, HeaderValue, PROXY_AUTHORIZATION,
    TRANSFER_ENCODING, USER_AGENT,
};
use http::{Request, Response};
use ureq::AsSendBody;

use super::address::is_local_name;
use super::body;
use super::clock::{RequestClock, RequestTimes};
use super::decode::{self, ACCEPT_ENCODING, DecodeError};
use super::network::literal;
use super::resolver::{LookupFailed, Refused};
use super::transport::{ClosedWhenReused, OnlyHttp2};
use super::{FetchError, FetchErrorKind, Fetcher, tls};
use bozofeed::Timestamp;
use bozofeed_polling::{Exchange, ResponseBody, Step};

impl Fetcher {
    /// Makes a request, and receives the response without its body.
    ///
    /// A request that only reads is repeated on a new connection if the server had closed the kept one (RFC 9110 §9.2.2). Other
    /// requests never use a kept connection, since nobody could tell whether they were carried out.
    pub(super) fn open<B: AsSendBody + Clone>(
        &self,
        url: &str,
        mut request: Request<B>,
        limits: RequestTimes,
    ) -> Result<Response<ureq::Body>, FetchError> {
        let failed = |kind| FetchError::new(url, kind);
        if limits.head.is_zero() {
            return Err(failed(FetchErrorKind::Timeout { limit: self.timeout }));
        }
        let uri = request.uri().clone();
        let is_https = uri.scheme_str() == Some("https");
        let proxy = self
            .proxies
            .of(&uri)
            .map_err(|invalid| failed(FetchErrorKind::Proxy).because(invalid.to_string()))?;
        request.headers_mut().insert(USER_AGENT, self.user_agent.clone());
        if let Some(proxy) = proxy {
            // The proxy resolves names; literal addresses in the URL are checked here.
            let host = uri.host().unwrap_or_default();
            if let Some(address) = literal(host).filter(|address| !self.allowed.allow(host, *address)) {
                return Err(failed(FetchErrorKind::ForbiddenAddress { address }));
            }
            if is_local_name(host) && !self.allowed.allow(host, IpAddr::V4(Ipv4Addr::LOCALHOST)) {
                return Err(failed(FetchErrorKind::ForbiddenName));
            }
            let authorization = proxy.authorization().filter(|_| !is_https && proxy.takes_requests());
            if let Some(authorization) = authorization {
                request.headers_mut().insert(PROXY_AUTHORIZATION, authorization);
            }
        }
        let Some(agent) = self.agents.get(proxy.is_some(), is_https) else {
            return Err(failed(FetchErrorKind::Connection(io::ErrorKind::Unsupported)));
        };
        let start = Instant::now();
        let send = |request: Request<B>, is_reusing: bool| {
            let spent = start.elapsed();
            let mut config = agent
                .configure_request(request)
                .timeout_global(limits.whole.map(|whole| whole.saturating_sub(spent)))
                .timeout_recv_response(Some(limits.head.saturating_sub(spent)))
                .timeout_per_read(limits.part)
                .timeout_connect(Some(self.connect_timeout.min(limits.head)));
            if !is_reusing {
                config = config.max_idle_age(Duration::ZERO);
            }
            agent.run(config.build())
        };
        let is_read = request.method().is_safe();
        let result = match send(request.clone(), is_read) {
            Err(ureq::Error::Other(error)) if is_read && error.is::<ClosedWhenReused>() => {
                send(request, false)
            }
            result => result,
        };
        result.map_err(|error| {
            let error = self.error(url, error);
            match proxy {
                Some(proxy) => error.through(proxy),
                None => error,
            }
        })
    }

    /// Makes the next request of a poll, and receives the body if it can be a feed, decompressed.
    pub(super) fn send_request(&self, exchange: Exchange) -> Result<Step, FetchError> {
        let mut exchange = exchange.max_body(self.max_transfer).default_headers(&self.headers);
        let mut clock = RequestClock::new(exchange.spent());
        let left = self.timeout.saturating_sub(clock.before);
        let url = exchange.url().to_owned();
        let mut request = exchange.request();
        request.headers_mut().insert(ACCEPT_ENCODING_FIELD, HeaderValue::from_static(ACCEPT_ENCODING));
        let (head, body) = match self.open(&url, request, RequestTimes::whole(left)) {
            Ok(response) => response.into_parts(),
            Err(error) => return exchange.give_up(Timestamp::now()).map(Step::Done).ok_or(error),
        };
        exchange.spend(clock.lap());
        match exchange.receive(head.status, &head.headers, Timestamp::now()) {
            Step::Body(mut to) => match self.receive(clock, &url, &head.headers, body, &mut to) {
                Ok(()) => Ok(Step::Body(to)),
                Err(error) => to.give_up(Timestamp::now()).map(Step::Done).ok_or(error),
            },
            step @ (Step::Request(_) | Step::Done(_)) => Ok(step),
        }
    }

    fn receive(
        &self,
        mut clock: RequestClock,
        url: &str,
        headers: &HeaderMap,
        body: ureq::Body,
        to: &mut ResponseBody,
    ) -> Result<(), FetchError> {
        let failed = |kind| FetchError::new(url, kind);
        let too_large = |limit, decompressed| failed(FetchErrorKind::TooLarge { limit, decompressed });
        let on_progress = self.on_progress.as_deref().map(|report| report as _);
        let codings = content_encoding(headers);
        // An uncompressed body is transferred at its size, and a compressed one is hardly ever larger than its contents.
        let slack = if codings.is_empty() { 0 } else { self.max_body / 100 + 1024 };
        let most = self.max_body.saturating_add(slack).min(self.max_transfer);
        let received = body::receive(body, to, most, &clock, url, on_progress);
        to.spend(clock.lap());
        match received.map_err(|error| self.error(url, error)) {
            Ok(true) => {}
            Ok(false) if most < self.max_transfer => return Err(too_large(self.max_body, true)),
            Ok(false) => return Err(too_large(self.max_transfer, false)),
            // If the length was that of the decoded body, nothing is missing, and the server waits or disconnects.
            Err(error) if error.may_be_complete() => {
                return to.decode(|body| decode::decode_cut(body, &codings, self.max_body).ok_or(error));
            }
            Err(error) => return Err(error),
        }
        let decoded = to.decode(|body| {
            let body = decode::decode(body, &codings, self.max_body)?;
            // A body without a coding also has a limit.
            if body.len() as u64 > self.max_body { Err(DecodeError::TooLarge) } else { Ok(body) }
        });
        decoded.map_err(|error| match error {
            DecodeError::TooLarge => too_large(self.max_body, true),
            DecodeError::Malformed { coding, reason } => {
                failed(FetchErrorKind::Decompression { coding }).because(reason)
            }
            DecodeError::Unsupported { coding } => failed(FetchErrorKind::UnsupportedCoding { coding }),
        })
    }

    /// Translates an error of the client.
    pub(super) fn error(&self, url: &str, error: ureq::Error) -> FetchError {
        let failed = |kind| FetchError::new(url, kind);
        let protocol = |reason: String| failed(FetchErrorKind::Protocol).because(reason);
        match error {
            ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
                failed(FetchErrorKind::Timeout { limit: self.connect_timeout.min(self.timeout) })
            }
            ureq::Error::Timeout(_) => failed(FetchErrorKind::Timeout { limit: self.timeout }),
            ureq::Error::HostNotFound => failed(FetchErrorKind::HostNotFound),
            ureq::Error::Other(other) => match other.downcast::<Refused>() {
                Ok(refused) => failed(FetchErrorKind::ForbiddenAddress { address: refused.0 }),
                Err(other) => match other.downcast::<LookupFailed>() {
                    Ok(lookup) => failed(FetchErrorKind::HostNotFound).with_source(Arc::new(lookup.0)),
                    Err(other) if other.is::<OnlyHttp2>() => failed(FetchErrorKind::OnlyHttp2),
                    Err(other) => {
                        failed(FetchErrorKind::Connection(io::ErrorKind::Other)).with_source(other.into())
                    }
                },
            },
            ureq::Error::Tls(reason) => failed(FetchErrorKind::Tls).because(reason),
            ureq::Error::Io(error) => self.io_error(url, error),
            ureq::Error::ConnectionFailed => failed(FetchErrorKind::Connection(io::ErrorKind::Other)),
            ureq::Error::ConnectProxyFailed(reason) => failed(FetchErrorKind::Proxy).because(reason),
            ureq::Error::BodyExceedsLimit(_) => {
                failed(FetchErrorKind::TooLarge { limit: self.max_transfer, decompressed: false })
            }
            ureq::Error::LargeResponseHeader(..) => protocol("its headers are too large".to_owned()),
            ureq::Error::Protocol(error) => protocol(error.to_string()).with_source(Arc::new(error)),
            other => protocol(other.to_string()).with_source(Arc::new(other)),
        }
    }

    fn io_error(&self, url: &str, error: io::Error) -> FetchError {
        let failed = |kind| FetchError::new(url, kind);
        let failure = match (error.kind(), tls::reason(&error)) {
            (io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock, _) => {
                failed(FetchErrorKind::Timeout { limit: self.timeout })
            }
            (_, Some(reason)) => failed(FetchErrorKind::Tls).because(reason),
            (kind, None) => failed(FetchErrorKind::Connection(kind)),
        };
        failure.with_source(Arc::new(error))
    }
}

/// Returns the content codings of a response followed by its transfer codings, which were applied after them, as one list (RFC 9110
/// §5.3, RFC 9112 §7). The client already decodes `chunked`.
fn content_encoding(headers: &HeaderMap) -> String {
    let of_transfer = headers.get_all(TRANSFER_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let of_transfer = of_transfer
        .flat_map(|value| value.split(','))
        .filter(|coding| !coding.trim().eq_ignore_ascii_case("chunked"));
    let of_content = headers.get_all(CONTENT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    of_content.chain(of_transfer).collect::<Vec<_>>().join(",")
}
