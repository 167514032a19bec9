//! A local server that sends exactly the bytes that a test wants, and counts its requests.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// A received request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// `If-None-Match`.
    pub(crate) etag: Option<String>,
    /// All header fields, with lower-case names.
    pub(crate) headers: Vec<(String, String)>,
    /// With the length stated in `Content-Length`.
    pub(crate) body: Vec<u8>,
}

impl Request {
    fn read(reader: &mut impl BufRead) -> Option<Self> {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let mut words = line.split(' ').map(str::to_owned);
        let (method, path) = (words.next()?, words.next()?);
        let mut headers = Vec::new();
        loop {
            line.clear();
            reader.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let etag = headers.iter().find(|(name, _)| name == "if-none-match").map(|(_, value)| value.clone());
        let length =
            headers.iter().find(|(name, _)| name == "content-length").map(|(_, value)| value.parse());
        let mut body = vec![0; length.and_then(Result::ok).unwrap_or(0)];
        reader.read_exact(&mut body).ok()?;
        Some(Self { method, path, etag, headers, body })
    }
}

/// A server that runs until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
    is_over: Arc<AtomicBool>,
}

impl Server {
    /// Starts a server whose answers are returned by a function.
    pub(crate) fn new(answer: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Self::writing(move |request, connection| {
            let _ = connection.write_all(&answer(request));
        })
    }

    /// Starts a server whose answers are written by a function.
    pub(crate) fn writing(answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::at(Ipv4Addr::LOCALHOST, answer)
    }

    /// Starts a server at another local address.
    pub(crate) fn at(
        address: Ipv4Addr,
        answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind((address, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let is_over = Arc::new(AtomicBool::new(false));
        let (known, over) = (Arc::clone(&requests), Arc::clone(&is_over));
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let (known, answer) = (Arc::clone(&known), Arc::clone(&answer));
                thread::spawn(move || {
                    let mut reader = BufReader::new(stream);
                    let Some(request) = Request::read(&mut reader) else { return };
                    known.lock().unwrap().push(request.clone());
                    answer(&request, reader.get_mut());
                });
            }
        });
        Self { address, requests, is_over }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the value of a header field in each request so far.
    pub(crate) fn header(&self, name: &str) -> Vec<Option<String>> {
        let value = |request: &Request| {
            request.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
        };
        self.requests.lock().unwrap().iter().map(value).collect()
    }

    /// Returns the requests so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    /// Returns the paths of the requests so far.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.requests.lock().unwrap().iter().map(|request| request.path.clone()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
    }
}

/// A complete response. Each connection has only one.
pub(crate) fn response(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut response = format!("HTTP/1.1 {status} X\r\nConnection: close\r\n");
    for (name, value) in headers {
        response.push_str(&format!("{name}: {value}\r\n"));
    }
    if status != 304 {
        response.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    response.push_str("\r\n");
    [response.as_bytes(), body].concat()
}

pub(crate) const RSS: (&str, &str) = ("Content-Type", "application/rss+xml");

/// An RSS feed with an item for each title.
pub(crate) fn rss(title: &str, items: &[String]) -> String {
    let items: String = items
        .iter()
        .map(|item| {
            format!(
                "<item><guid isPermaLink='false'>urn:{title}:{item}</guid><title>{item}</title>\
                 <description>About {item}</description></item>"
            )
        })
        .collect();
    format!(
        "<rss version='2.0'><channel><title>{title}</title><link>https://harbour.example/</link>\
         <description>About {title}</description>{items}</channel></rss>"
    )
}

/// A response with an RSS feed.
pub(crate) fn feed(title: &str, items: &[&str]) -> Vec<u8> {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    response(200, &[RSS], rss(title, &items).as_bytes())
}

pub(crate) fn not_found() -> Vec<u8> {
    response(404, &[], b"")
}
