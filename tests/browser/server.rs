//! A server for every host that the browser requests: it serves the test pages on one host, and records requests to others.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The host of the test pages.
pub(super) const HOST: &str = "page.test";

/// The content security policy of the pages. It forbids nothing, and reports everything except the script of the page, images,
/// audio, video and `style` attributes.
const POLICY: &str = "default-src 'none'; script-src 'nonce-own'; connect-src 'self'; frame-src 'self'; img-src * data:; \
    media-src * data:; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; report-uri /violation";

/// A text for the browser.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) text: String,
    /// Whether it must not affect the surrounding page: named properties and forms.
    pub(super) is_isolated: bool,
    /// Whether it is also read as XHTML.
    pub(super) is_xhtml: bool,
    /// The number of texts, starting with this one, that may share a frame.
    pub(super) together: usize,
}

/// A request for something other than the test pages.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// The method, host and path, or a policy violation reported by the browser.
    pub(super) what: String,
    /// Whether it can only be for an image, audio or video.
    pub(super) is_media: bool,
}

/// The server, its port, and the received requests.
pub(super) struct Server {
    pub(super) port: u16,
    requests: Arc<Mutex<Vec<Request>>>,
    findings: Receiver<Value>,
}

impl Server {
    /// Serves a page that loads all these texts. If there are lists, the texts must contain nothing that is not listed. After
    /// `enough` findings, the page stops.
    pub(super) fn start(texts: Vec<Sample>, lists: Value, enough: usize) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (sender, findings) = channel();
        let (noted, texts) = (Arc::clone(&requests), Arc::new((texts, lists, enough)));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (noted, texts, sender) = (Arc::clone(&noted), Arc::clone(&texts), sender.clone());
                std::thread::spawn(move || answer(&stream, &texts, &noted, &sender));
            }
        });
        Ok(Self { port, requests, findings })
    }

    /// Waits for the findings of the page, and returns them with the requests.
    pub(super) fn wait(&self, patience: std::time::Duration) -> Option<(Value, Vec<Request>)> {
        let findings = self.findings.recv_timeout(patience).ok()?;
        Some((findings, self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

fn answer(
    mut stream: &TcpStream,
    (texts, lists, enough): &(Vec<Sample>, Value, usize),
    noted: &Mutex<Vec<Request>>,
    findings: &Sender<Value>,
) -> Option<()> {
    let note = |what: String, is_media| {
        noted.lock().unwrap_or_else(PoisonError::into_inner).push(Request { what, is_media });
    };
    let mut reader = BufReader::new(stream);
    if reader.fill_buf().ok()?.first() == Some(&0x16) {
        note("a TLS connection".to_owned(), false);
        return None;
    }
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let header = |name: &str| {
        let mut lines = head.lines().skip(1).filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value.trim())
    };
    let mut body = vec![0; header("content-length").parse().unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let mut words = head.split(' ');
    let (method, target) = (words.next()?, words.next()?);
    let (kind, body) = match target.split('?').next()? {
        _ if header("host") != HOST => ("", String::new()),
        "/" => ("text/html", include_str!("driver.html").to_owned()),
        "/texts" => {
            let sample = |sample: &Sample| {
                let Sample { text, is_isolated, is_xhtml, together } = sample;
                json!({"text": text, "isIsolated": is_isolated, "isXhtml": is_xhtml, "together": together})
            };
            let texts: Value = texts.iter().map(sample).collect();
            ("application/json", json!({"texts": texts, "lists": lists, "enough": enough}).to_string())
        }
        "/document" => ("text/html", document(target, texts, !lists.is_null())?),
        "/favicon.ico" => ("image/x-icon", String::new()),
        "/violation" => {
            note(format!("a violation: {}", String::from_utf8_lossy(&body)), false);
            ("text/plain", String::new())
        }
        "/findings" => {
            findings.send(serde_json::from_slice(&body).ok()?).ok()?;
            ("text/plain", String::new())
        }
        _ => ("", String::new()),
    };
    let status = if kind.is_empty() {
        let is_media = header("accept").starts_with("image/") || !header("range").is_empty();
        note(format!("{method} {}{target}", header("host")), is_media);
        "404 Not Found"
    } else {
        "200 OK"
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\
         Content-Security-Policy-Report-Only: {POLICY}\r\n\r\n{body}"
    )
    .ok()
}

/// Returns texts as a document without a doctype, which a browser renders in quirks mode. If `is_contained` is set, even a single
/// text is wrapped in an element.
fn document(target: &str, texts: &[Sample], is_contained: bool) -> Option<String> {
    let mut numbers = target.split(['=', '&']).filter_map(|part| part.parse::<usize>().ok());
    let (n, count) = (numbers.next()?, numbers.next()?);
    let host = "<form id=settings name=settings><input name=kept></form>";
    let texts = match texts.get(n..n + count)? {
        [alone] if !is_contained => alone.text.clone(),
        texts => texts.iter().flat_map(|sample| ["<div class=place>", &sample.text, "</div>"]).collect(),
    };
    Some(format!("<script nonce=own>parent.watch(window, {n}, 'document')</script><body>{host}{texts}"))
}
