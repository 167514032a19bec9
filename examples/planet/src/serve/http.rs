//! The server: hyper, with limits on connections, times and sizes. It is meant to run behind a reverse proxy that provides TLS, but
//! its safety does not depend on that.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use http_body_util::BodyExt as _;
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH,
    LOCATION, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS,
};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::callback::{Answer, Callbacks};
use super::files::{self, Found, Open};

/// The maximum number of concurrent connections. Others wait.
const MOST_CONNECTIONS: usize = 256;

/// The maximum number of deliveries saved concurrently.
const MOST_SAVED: usize = 4;

/// The maximum number of deliveries received concurrently. Others are refused for now.
const MOST_RECEIVED: usize = 32;

/// The maximum number of deliveries from one hub, so that a slow one leaves room for others. Each callback receives one at a time.
const MOST_OF_HUB: usize = 8;

/// In each period of this length...
const RATE_TIME: Duration = Duration::from_secs(5);

/// ... a delivery must receive this number of bytes, or it is aborted.
const LEAST_BYTES: usize = 4 << 10;

/// The time limit for receiving a request's head.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The time limit for receiving a delivery, and for waiting for its turn.
const DELIVERY_TIME: Duration = Duration::from_secs(30);

/// After this time, a connection accepts no more requests; after the same time again, it is closed.
const CONNECTION_TIME: Duration = Duration::from_secs(60);

/// The maximum length of a request's head in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// The maximum length of a callback's token in bytes: longer ones are not looked up.
const LONGEST_TOKEN: usize = 64;

/// The interval at which the server checks whether it should stop.
const TICK: Duration = Duration::from_millis(200);

/// The time for requests to end after that.
const STOP_TIME: Duration = Duration::from_secs(5);

/// The site and the hub callbacks.
pub(super) struct Server {
    pub(super) root: PathBuf,
    /// `None` if the public address of this server is unknown.
    pub(super) callbacks: Option<Arc<Callbacks>>,
}

/// A running server.
pub(super) struct Serving {
    thread: JoinHandle<()>,
    is_over: Arc<AtomicBool>,
}

impl Serving {
    /// Stops it after pending requests, unless they take too long.
    pub(super) fn stop(self) {
        self.is_over.store(true, Ordering::SeqCst);
        // If it panicked, that was already reported.
        let _ = self.thread.join();
    }
}

/// Starts the server.
pub(super) fn start(listener: TcpListener, server: Server) -> io::Result<Serving> {
    listener.set_nonblocking(true)?;
    // Blocking threads save deliveries and look up callbacks.
    let runtime = Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(2 * MOST_SAVED)
        .build()?;
    let is_over = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&is_over);
    let thread = thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || run(runtime, listener, server, &over))?;
    Ok(Serving { thread, is_over })
}

fn run(runtime: Runtime, listener: TcpListener, server: Server, is_over: &AtomicBool) {
    let guard = runtime.enter();
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return super::log(&error.to_string()),
    };
    let handler = Arc::new(Handler { server, slots: Slots::default() });
    runtime.block_on(accept(&listener, &handler, is_over));
    drop(listener);
    drop(guard);
    runtime.shutdown_timeout(STOP_TIME);
}

async fn accept(listener: &tokio::net::TcpListener, handler: &Arc<Handler>, is_over: &AtomicBool) {
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while !is_over.load(Ordering::SeqCst) {
        let Ok(Ok(permit)) = timeout(TICK, Arc::clone(&connections).acquire_owned()).await else { continue };
        let stream = match timeout(TICK, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            // There may be too many open files: wait until some connections end.
            Ok(Err(_)) => {
                sleep(TICK).await;
                continue;
            }
            Err(_) => continue,
        };
        let handler = Arc::clone(handler);
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let handler = Arc::clone(&handler);
                async move { Ok::<_, Infallible>(handler.answer(request).await) }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .max_buf_size(LONGEST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            let mut connection = pin!(connection);
            if timeout(CONNECTION_TIME, connection.as_mut()).await.is_err() {
                connection.as_mut().graceful_shutdown();
                let _ = timeout(CONNECTION_TIME, connection).await;
            }
            drop(permit);
        });
    }
    // Pending connections end, unless they take too long.
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = timeout(STOP_TIME, connections.acquire_many(all)).await;
}

struct Handler {
    server: Server,
    slots: Slots,
}

/// The number of deliveries being received: in total, by hub, and by callback.
#[derive(Default)]
struct Slots(Mutex<HashMap<String, usize>>);

/// The slot of a delivery, until it is dropped.
struct Slot<'s> {
    slots: &'s Slots,
    names: [String; 3],
}

impl Slots {
    /// Reserves a slot for a delivery; `None` if a limit is reached.
    fn take(&self, hub: &str, token: &str) -> Option<Slot<'_>> {
        let names = [String::new(), format!("hub {hub}"), format!("callback {token}")];
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = |(name, most): (&String, usize)| counts.get(name).is_none_or(|count| *count < most);
        if !names.iter().zip([MOST_RECEIVED, MOST_OF_HUB, 1]).all(is_free) {
            return None;
        }
        for name in &names {
            *counts.entry(name.clone()).or_default() += 1;
        }
        drop(counts);
        Some(Slot { slots: self, names })
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut counts = self.slots.0.lock().unwrap_or_else(PoisonError::into_inner);
        for name in &self.names {
            if let Some(count) = counts.get_mut(name) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(name);
                }
            }
        }
    }
}

impl Handler {
    async fn answer(&self, request: Request<Incoming>) -> Response<Content> {
        let path = request.uri().path();
        let token = path.strip_prefix('/').and_then(|path| path.strip_prefix(super::CALLBACKS));
        match (token, &self.server.callbacks) {
            (Some(token), Some(callbacks)) if !token.is_empty() && token.len() <= LONGEST_TOKEN => {
                let (token, callbacks) = (token.to_owned(), Arc::clone(callbacks));
                self.callback(token, callbacks, request).await
            }
            _ => self.file(&request),
        }
    }

    /// Answers a hub.
    async fn callback(
        &self,
        token: String,
        callbacks: Arc<Callbacks>,
        request: Request<Incoming>,
    ) -> Response<Content> {
        match *request.method() {
            Method::GET => {
                let query = request.uri().query().unwrap_or_default().to_owned();
                blocking(move || callbacks.verify(&token, &query)).await
            }
            Method::POST => self.deliver(token, callbacks, request).await,
            // HEAD would confirm a request without a response body for the hub.
            _ => not_allowed("GET, POST"),
        }
    }

    /// Receives and saves a delivery.
    async fn deliver(
        &self,
        token: String,
        callbacks: Arc<Callbacks>,
        request: Request<Incoming>,
    ) -> Response<Content> {
        let (head, body) = request.into_parts();
        let max_body = callbacks.max_body;
        // This comes first: requests to unknown callbacks must not take up slots.
        let hub = {
            let (callbacks, token) = (Arc::clone(&callbacks), token.clone());
            tokio::task::spawn_blocking(move || callbacks.hub(&token)).await
        };
        let hub = match hub {
            Ok(Ok(Some(hub))) => hub,
            // The hub need not retry.
            Ok(Ok(None)) => return closing(empty(StatusCode::GONE)),
            Ok(Err(_)) | Err(_) => return closing(unavailable()),
        };
        if body.size_hint().lower() > max_body as u64 {
            return closing(empty(StatusCode::PAYLOAD_TOO_LARGE));
        }
        let Some(_slot) = self.slots.take(&hub, &token) else { return closing(unavailable()) };
        let body = match timeout(DELIVERY_TIME, received(body, max_body)).await {
            Ok(Ok(body)) => body,
            Ok(Err(status)) => return closing(empty(status)),
            Err(_) => return closing(empty(StatusCode::REQUEST_TIMEOUT)),
        };
        blocking(move || callbacks.deliver(&token, &head.headers, body)).await
    }

    fn file(&self, request: &Request<Incoming>) -> Response<Content> {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return not_allowed("GET, HEAD");
        }
        let (path, media_type) = match files::find(&self.server.root, request.uri().path()) {
            Some(Found::File { path, media_type }) => (path, media_type),
            // Relative, since the public paths of a reverse proxy may differ.
            Some(Found::Folder(to)) => {
                let mut response = empty(StatusCode::MOVED_PERMANENTLY);
                set(&mut response, LOCATION, &to);
                return response;
            }
            None => return empty(StatusCode::NOT_FOUND),
        };
        let Ok(file) = Open::new(&path) else { return empty(StatusCode::NOT_FOUND) };
        let (etag, length) = (file.etag.clone(), file.length);
        let known = request.headers().get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let is_known =
            known.flat_map(|list| list.split(',')).any(|known| known.trim().trim_start_matches("W/") == etag);
        let mut response = if is_known {
            empty(StatusCode::NOT_MODIFIED)
        } else if request.method() == Method::HEAD {
            let mut response = empty(StatusCode::OK);
            set(&mut response, CONTENT_LENGTH, &length.to_string());
            response
        } else {
            Response::new(Content::File(file))
        };
        set(&mut response, CONTENT_TYPE, media_type);
        set(&mut response, ETAG, &etag);
        set(&mut response, CACHE_CONTROL, "max-age=60");
        set(&mut response, X_CONTENT_TYPE_OPTIONS, "nosniff");
        response
    }
}

/// Receives a body of at most `most` bytes, which must not arrive too slowly. Returns the status for the hub if it cannot be
/// received.
async fn received(mut body: Incoming, most: usize) -> Result<Vec<u8>, StatusCode> {
    let mut bytes: Vec<u8> = Vec::new();
    loop {
        let goal = bytes.len() + LEAST_BYTES;
        let enough = async {
            while bytes.len() < goal {
                match body.frame().await {
                    None => return Ok(true),
                    Some(Err(_)) => return Err(StatusCode::BAD_REQUEST),
                    Some(Ok(frame)) => {
                        let Ok(data) = frame.into_data() else { continue };
                        if bytes.len() + data.len() > most {
                            return Err(StatusCode::PAYLOAD_TOO_LARGE);
                        }
                        bytes.extend_from_slice(&data);
                    }
                }
            }
            Ok(false)
        };
        if timeout(RATE_TIME, enough).await.map_err(|_| StatusCode::REQUEST_TIMEOUT)?? {
            return Ok(bytes);
        }
    }
}

/// Runs code that needs the database. If it panics, the hub may retry.
async fn blocking(answer: impl FnOnce() -> Answer + Send + 'static) -> Response<Content> {
    let Ok(Answer { status, body }) = tokio::task::spawn_blocking(answer).await else { return unavailable() };
    if status == StatusCode::SERVICE_UNAVAILABLE {
        return unavailable();
    }
    let mut response = Response::new(Content::Whole(Some(Bytes::from(body))));
    *response.status_mut() = status;
    // The sender of the request determines the text.
    set(&mut response, CONTENT_TYPE, "text/plain; charset=utf-8");
    set(&mut response, X_CONTENT_TYPE_OPTIONS, "nosniff");
    response
}

fn empty(status: StatusCode) -> Response<Content> {
    let mut response = Response::new(Content::Whole(None));
    *response.status_mut() = status;
    response
}

fn not_allowed(methods: &str) -> Response<Content> {
    let mut response = closing(empty(StatusCode::METHOD_NOT_ALLOWED));
    set(&mut response, ALLOW, methods);
    response
}

fn unavailable() -> Response<Content> {
    let mut response = empty(StatusCode::SERVICE_UNAVAILABLE);
    set(&mut response, RETRY_AFTER, "120");
    response
}

/// Closes the connection after a response, because the request's body was not received.
fn closing(mut response: Response<Content>) -> Response<Content> {
    set(&mut response, hyper::header::CONNECTION, "close");
    response
}

fn set(response: &mut Response<Content>, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// The body of a response.
enum Content {
    Whole(Option<Bytes>),
    File(Open),
}

impl Body for Content {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        Poll::Ready(match self.get_mut() {
            Self::Whole(bytes) => bytes.take().map(|bytes| Ok(Frame::data(bytes))),
            // A part of a local file is available almost immediately.
            Self::File(file) if file.length > 0 => {
                Some(file.read().map(|part| Frame::data(Bytes::from(part))))
            }
            Self::File(_) => None,
        })
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match self {
            Self::Whole(bytes) => bytes.as_ref().map_or(0, |bytes| bytes.len() as u64),
            Self::File(file) => file.length,
        })
    }
}
