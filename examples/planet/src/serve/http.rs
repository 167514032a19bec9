//! The server: hyper, with bounds on connections, times and sizes. A reverse proxy is meant to forward requests to it and to
//! provide TLS, but its safety does not depend on that.

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

/// How many connections there are at the same time. Others wait.
const MOST_CONNECTIONS: usize = 256;

/// How many deliveries are saved at the same time.
const MOST_SAVED: usize = 4;

/// How many deliveries are received at the same time. Others are refused for now.
const MOST_RECEIVED: usize = 32;

/// How many of them may come from one hub, so that a slow one leaves room for the others. Each callback receives one at a time.
const MOST_OF_HUB: usize = 8;

/// In each of these times...
const RATE_TIME: Duration = Duration::from_secs(5);

/// ... a delivery must bring so many bytes, or end.
const LEAST_BYTES: usize = 4 << 10;

/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long a delivery may take to arrive, or to have its turn.
const DELIVERY_TIME: Duration = Duration::from_secs(30);

/// After this time a connection takes no more requests, and after as much again it is closed.
const CONNECTION_TIME: Duration = Duration::from_secs(60);

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// The longest token of a callback, in bytes: no longer one is looked up.
const LONGEST_TOKEN: usize = 64;

/// How often the server looks whether it is to stop.
const TICK: Duration = Duration::from_millis(200);

/// How long requests may take to end after that.
const STOP_TIME: Duration = Duration::from_secs(5);

/// The site, and the callbacks of hubs.
pub(super) struct Server {
    pub(super) root: PathBuf,
    /// `None`: nobody knows the address of this server.
    pub(super) callbacks: Option<Arc<Callbacks>>,
}

/// A server that is running.
pub(super) struct Serving {
    thread: JoinHandle<()>,
    is_over: Arc<AtomicBool>,
}

impl Serving {
    /// Ends it, after the requests that are under way, if they do not take long.
    pub(super) fn stop(self) {
        self.is_over.store(true, Ordering::SeqCst);
        // If it panicked, it has said so.
        let _ = self.thread.join();
    }
}

/// Starts the server.
pub(super) fn start(listener: TcpListener, server: Server) -> io::Result<Serving> {
    listener.set_nonblocking(true)?;
    // The threads for what blocks are those that save deliveries, and those that look up callbacks.
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
            // Perhaps there are too many open files: some connections end meanwhile.
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
    // Those that are under way end, if they do not take long.
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = timeout(STOP_TIME, connections.acquire_many(all)).await;
}

struct Handler {
    server: Server,
    slots: Slots,
}

/// The deliveries that are being received: how many there are in all, of each hub, and of each callback.
#[derive(Default)]
struct Slots(Mutex<HashMap<String, usize>>);

/// The place of a delivery, until it is dropped.
struct Slot<'s> {
    slots: &'s Slots,
    names: [String; 3],
}

impl Slots {
    /// Returns a slot for a delivery; `None` if there are too many of its kind.
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
            // HEAD would confirm a request without an answer that the hub can read.
            _ => not_allowed("GET, POST"),
        }
    }

    /// Receives a delivery, and saves it.
    async fn deliver(
        &self,
        token: String,
        callbacks: Arc<Callbacks>,
        request: Request<Incoming>,
    ) -> Response<Content> {
        let (head, body) = request.into_parts();
        let max_body = callbacks.max_body;
        // Before anything else: whoever does not know a callback takes nobody's place.
        let hub = {
            let (callbacks, token) = (Arc::clone(&callbacks), token.clone());
            tokio::task::spawn_blocking(move || callbacks.hub(&token)).await
        };
        let hub = match hub {
            Ok(Ok(Some(hub))) => hub,
            // The hub need not try again.
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
            // Relative, since a reverse proxy may have other paths.
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

/// Receives a body of at most `most` bytes, which must not come too slowly. Returns the status for the hub if it cannot be received.
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

/// Returns an answer that takes the database. If it panics, the hub may try again.
async fn blocking(answer: impl FnOnce() -> Answer + Send + 'static) -> Response<Content> {
    let Ok(Answer { status, body }) = tokio::task::spawn_blocking(answer).await else { return unavailable() };
    if status == StatusCode::SERVICE_UNAVAILABLE {
        return unavailable();
    }
    let mut response = Response::new(Content::Whole(Some(Bytes::from(body))));
    *response.status_mut() = status;
    // Whoever knows the callback chooses the text.
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

/// Closes the connection after a response: the body of the request was not received.
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
            // A part of a file of this machine is there at once, or nearly so.
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
