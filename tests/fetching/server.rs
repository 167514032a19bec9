//! A server that sends exactly the bytes specified by a test, and records its requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A received request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path, or the whole URL in a request to a proxy.
    pub(crate) path: String,
    /// The names, in lower case, and the values, in order.
    pub(crate) headers: Vec<(String, Vec<u8>)>,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_slice())
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }

    pub(crate) fn is_conditional(&self) -> bool {
        self.header("if-none-match").is_some() || self.header("if-modified-since").is_some()
    }

    fn read(reader: &mut impl BufRead) -> Option<Self> {
        let line = |reader: &mut dyn BufRead| {
            let mut line = Vec::new();
            reader.read_until(b'\n', &mut line).ok()?;
            line.ends_with(b"\r\n").then(|| line[..line.len() - 2].to_vec())
        };
        let first = String::from_utf8(line(reader)?).ok()?;
        let mut words = first.split(' ').map(str::to_owned);
        let (method, path) = (words.next()?, words.next()?);
        let mut headers = Vec::new();
        loop {
            let field = line(reader)?;
            if field.is_empty() {
                return Some(Self { method, path, headers });
            }
            let colon = field.iter().position(|b| *b == b':')?;
            let name = String::from_utf8(field[..colon].to_vec()).ok()?.to_lowercase();
            headers.push((name, field[colon + 1..].trim_ascii().to_vec()));
        }
    }
}

/// A connection for writing.
pub(crate) trait Connection: Read + Write {}

impl<T: Read + Write> Connection for T {}

type Answer = dyn Fn(&Request, &mut dyn Connection) + Send + Sync;

/// A function that prepares a connection for HTTP, with a TLS handshake if needed.
type Accept = dyn Fn(TcpStream) -> Box<dyn Connection> + Send + Sync;

/// A server on this machine. It stops when it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    is_over: Arc<AtomicBool>,
}

impl Server {
    /// Starts a server with a function that writes the answers.
    pub(crate) fn writing(answer: impl Fn(&Request, &mut dyn Connection) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        Self::on(listener, |stream| Box::new(stream), answer)
    }

    /// Starts a server with a function that returns the answers.
    pub(crate) fn new(answer: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::writing(move |request, connection| {
            let _ = connection.write_all(&answer(request));
        })
    }

    pub(crate) fn on(
        listener: TcpListener,
        accept: impl Fn(TcpStream) -> Box<dyn Connection> + Send + Sync + 'static,
        answer: impl Fn(&Request, &mut dyn Connection) + Send + Sync + 'static,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let is_over = Arc::new(AtomicBool::new(false));
        let (known, over) = (Arc::clone(&requests), Arc::clone(&is_over));
        let (accept, answer): (Arc<Accept>, Arc<Answer>) = (Arc::new(accept), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let (known, accept, answer) = (Arc::clone(&known), Arc::clone(&accept), Arc::clone(&answer));
                let connection = thread::Builder::new().stack_size(256 * 1024);
                connection
                    .spawn(move || {
                        let mut connection = BufReader::new(accept(stream));
                        if let Some(request) = Request::read(&mut connection) {
                            known.lock().unwrap().push(request.clone());
                            answer(&request, connection.get_mut());
                            let _ = connection.get_mut().flush();
                        }
                    })
                    .unwrap();
            }
        });
        Self { address, requests, is_over }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the requests so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    pub(crate) fn paths(&self) -> Vec<String> {
        self.requests().into_iter().map(|request| request.path).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
    }
}

/// Returns a complete response. There is one response per connection.
pub(crate) fn response(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 {status} X\r\nConnection: close\r\n").into_bytes();
    for (name, value) in headers {
        response.extend(name.bytes().chain(*b": "));
        // Each character becomes one byte, so that any byte can be sent.
        response.extend(value.chars().map(|c| u8::try_from(c).unwrap()));
        response.extend(b"\r\n");
    }
    let has_length = headers.iter().any(|(name, _)| {
        name.eq_ignore_ascii_case("content-length") || name.eq_ignore_ascii_case("transfer-encoding")
    });
    if !has_length && status != 304 && status != 204 {
        response.extend(format!("Content-Length: {}\r\n", body.len()).bytes());
    }
    response.extend(b"\r\n");
    response.extend(body);
    response
}

/// Copies data between the two sides of a tunnel until both are closed.
pub(crate) fn tunnel(connection: &mut dyn Connection, to: SocketAddr) {
    let mut server = TcpStream::connect(to).unwrap();
    // Requests and responses alternate here, so copying in one direction at a time is sufficient.
    server.set_read_timeout(Some(std::time::Duration::from_millis(50))).unwrap();
    let mut buffer = [0; 16 * 1024];
    loop {
        match connection.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => server.write_all(&buffer[..count]).unwrap(),
        }
        while let Ok(count @ 1..) = server.read(&mut buffer) {
            if connection.write_all(&buffer[..count]).is_err() {
                return;
            }
        }
    }
}

pub(crate) const FEED: &[u8] = b"<rss version='2.0'><channel><title>Tides</title></channel></rss>";

pub(crate) const RSS: (&str, &str) = ("Content-Type", "application/rss+xml");

/// Returns the feed, with these headers.
pub(crate) fn feed(headers: &[(&str, &str)]) -> Vec<u8> {
    response(200, &[&[RSS], headers].concat(), FEED)
}

pub(crate) fn redirect(status: u16, to: &str) -> Vec<u8> {
    response(status, &[("Location", to)], b"Moved")
}
