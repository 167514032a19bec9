//! The outermost layer of a connection: repairs the heads of responses, rewrites requests for proxies, and detects that the server
//! closed a reused connection.

use std::io;

use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

use super::chunks::Chunks;
use super::head;

/// The maximum length of a head to repair. Longer heads are passed on unchanged, and the client rejects them.
const LONGEST_HEAD: usize = 300 << 10;

/// The server closed a reused connection instead of answering the next request on it.
///
/// A server may close an idle connection at any time, even while a request is on its way (RFC 9112 §9.3).
#[derive(Debug, thiserror::Error)]
#[error("the server closed a connection that was kept open")]
pub(super) struct ClosedWhenReused;

fn closed_when_reused() -> ureq::Error {
    ureq::Error::Other(Box::new(ClosedWhenReused))
}

/// The server answered with HTTP/2, which nobody had asked for.
#[derive(Debug, thiserror::Error)]
#[error("the server has only HTTP/2")]
pub(super) struct OnlyHttp2;

/// Returns whether the other side ended the connection.
fn is_end(error: &ureq::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, UnexpectedEof};

    let kinds = [BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, UnexpectedEof];
    matches!(error, ureq::Error::Io(error) if kinds.contains(&error.kind()))
}

/// Wraps each connection in a [`LenientTransport`].
#[derive(Debug, Clone, Copy)]
pub(super) struct LenientConnector {
    /// Whether requests are sent to a proxy with their complete URL, in `absolute-form` (RFC 9112 §3.2.2).
    pub(super) is_absolute: bool,
    /// Whether connections go through the tunnel of a proxy. The connection to the proxy itself, which the client opens without a
    /// tunnel, is not wrapped.
    pub(super) is_tunnel: bool,
}

impl<In: Transport> Connector<In> for LenientConnector {
    type Out = Box<dyn Transport>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, ureq::Error> {
        let Some(inner) = chained else { return Ok(None) };
        if self.is_tunnel && details.config.proxy().is_none() {
            return Ok(Some(Box::new(inner)));
        }
        let authority = details.uri.authority().filter(|_| self.is_absolute);
        let origin = authority.map(|authority| format!("http://{authority}").into_bytes());
        Ok(Some(Box::new(LenientTransport {
            inner: Box::new(inner),
            origin: origin.unwrap_or_default(),
            is_sending: false,
            has_answered: false,
            awaits_another: false,
            expects_head: true,
            received: Vec::new(),
            scanned: 0,
            chunks: None,
            input: Vec::new(),
            consumed: 0,
            has_progress: false,
        })))
    }
}

/// A connection whose responses have well-formed heads.
#[derive(Debug)]
struct LenientTransport {
    inner: Box<dyn Transport>,
    /// Inserted before the target of each request.
    origin: Vec<u8>,
    /// Whether part of the request was sent.
    is_sending: bool,
    /// Whether the first byte of a response was received.
    has_answered: bool,
    /// Whether a response after the first one is expected and has not started.
    awaits_another: bool,
    /// Whether the next bytes are a head.
    expects_head: bool,
    /// The start of an incomplete head.
    received: Vec<u8>,
    /// The number of its bytes that were already searched for the end.
    scanned: usize,
    /// The state of the current body, if it is chunked.
    chunks: Option<Chunks>,
    /// The bytes for the client, from `consumed` on.
    input: Vec<u8>,
    consumed: usize,
    has_progress: bool,
}

impl LenientTransport {
    /// Passes on the received bytes: repaired heads, and everything after them.
    fn pass_on(&mut self) {
        self.input.drain(..self.consumed);
        self.consumed = 0;
        while self.expects_head {
            let is_http = head::begins(&self.received) || head::begins_http2(&self.received);
            match head::end(&self.received, self.scanned) {
                Some(end) if is_http && end <= LONGEST_HEAD => {
                    let head = self.received.get(..end).unwrap_or_default();
                    let start = self.input.len();
                    head::mend(head, &mut self.input);
                    self.chunks =
                        head::is_chunked(self.input.get(start..).unwrap_or_default()).then(Chunks::default);
                    // Informational responses are followed by another head (RFC 9110 §15.2).
                    let status = head::status(head);
                    self.expects_head = status.is_some_and(|status| status != 101 && status / 100 == 1);
                    self.received.drain(..end);
                    self.scanned = 0;
                }
                None if is_http && self.received.len() <= LONGEST_HEAD => {
                    self.scanned = self.received.len();
                    return;
                }
                _ => self.expects_head = false,
            }
        }
        if let Some(chunks) = &mut self.chunks
            && chunks.pass_on(&mut self.received, &mut self.input)
        {
            self.chunks = None;
        }
        // Incomplete lines wait in `chunks`; everything else is passed on.
        self.input.append(&mut self.received);
        self.scanned = 0;
    }

    /// Returns the space reserved for the origin at the start of the output.
    fn reserved(&self) -> usize {
        if self.is_sending { 0 } else { self.origin.len() }
    }
}

impl Transport for LenientTransport {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        let reserved = self.reserved();
        self.is_sending = true;
        self.awaits_another = self.has_answered;
        self.expects_head = true;
        self.chunks = None;
        if reserved > 0 {
            // `GET /path` becomes `GET http://host/path`.
            let output = self.inner.buffers().output();
            let request = output.get(reserved..).unwrap_or_default();
            let method = memchr::memchr(b' ', request).map_or(0, |space| space + 1);
            output.copy_within(reserved..reserved + method, 0);
            if let Some(target) = output.get_mut(method..method + reserved) {
                target.copy_from_slice(&self.origin);
            }
        }
        match self.inner.transmit_output(reserved + amount, timeout) {
            Err(error) if self.awaits_another && is_end(&error) => Err(closed_when_reused()),
            sent => sent,
        }
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        self.is_sending = false;
        let result = self.inner.maybe_await_input(timeout);
        let buffers = self.inner.buffers();
        let read = buffers.input();
        let amount = read.len();
        let has_ended = match &result {
            Ok(has_more) => !has_more && amount == 0,
            Err(error) => is_end(error),
        };
        if self.awaits_another && has_ended {
            return Err(closed_when_reused());
        }
        let has_more = result?;
        if amount > 0 {
            self.has_answered = true;
            self.awaits_another = false;
        }
        self.received.extend_from_slice(read);
        buffers.input_consume(amount);
        let is_http2 = self.expects_head && head::begins_http2(&self.received);
        if is_http2 && self.received.len() >= head::HTTP2_FRAME {
            return Err(ureq::Error::Other(Box::new(OnlyHttp2)));
        }
        self.pass_on();
        Ok(has_more)
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl Buffers for LenientTransport {
    fn output(&mut self) -> &mut [u8] {
        let reserved = self.reserved();
        self.inner.buffers().output().get_mut(reserved..).unwrap_or_default()
    }

    fn input(&self) -> &[u8] {
        self.input.get(self.consumed..).unwrap_or_default()
    }

    fn input_append_buf(&mut self) -> &mut [u8] {
        self.inner.buffers().input_append_buf()
    }

    fn input_appended(&mut self, amount: usize) {
        self.inner.buffers().input_appended(amount);
    }

    fn input_consume(&mut self, amount: usize) {
        self.has_progress = amount > 0;
        self.consumed = (self.consumed + amount).min(self.input.len());
    }

    fn tmp_and_output(&mut self) -> (&mut [u8], &mut [u8]) {
        self.inner.buffers().tmp_and_output()
    }

    fn can_use_input(&self) -> bool {
        self.has_progress && !self.input().is_empty()
    }
}
