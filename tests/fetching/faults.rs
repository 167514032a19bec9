//! Servers that misbehave.

use std::io::Write as _;
use std::net::{Ipv6Addr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use bozofeed::Timestamp;
use bozofeed_fetch::{FetchError, FetchErrorKind};
use bozofeed_polling::FeedState;
use bozofeed_polling::websub::{HubSecret, HubStep, HubSubscription};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use super::fetcher;
use super::server::{FEED, RSS, Server, feed, response};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// The feed in Brotli.
const BROTLI: &[u8] = &[
    0x1b, 0x3f, 0x00, 0x40, 0x9c, 0x07, 0x76, 0xac, 0x66, 0x2a, 0xd2, 0x16, 0x0a, 0x4f, 0xa4, 0x43, 0xfd,
    0xc2, 0x23, 0x43, 0xb5, 0x7d, 0xe6, 0xca, 0x78, 0x36, 0x0c, 0x59, 0x9a, 0x9c, 0x3a, 0x71, 0x01, 0x87,
    0x1c, 0x38, 0xbf, 0x2d, 0x0e, 0x30, 0x90, 0x82, 0x1d, 0xb0, 0xb1, 0xda, 0x61, 0x69, 0xd7, 0xa5, 0xdf,
    0x42, 0x0b, 0x96, 0xdc, 0xe7, 0x1b, 0x12, 0x8f, 0xb2, 0x00,
];

#[test]
#[allow(clippy::too_many_lines, reason = "a table of all ways")]
fn bodies_are_read_however_they_are_sent() {
    let zlib = || {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(FEED).unwrap();
        encoder.finish().unwrap()
    };
    let deflate = || {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(FEED).unwrap();
        encoder.finish().unwrap()
    };
    let chunked = || {
        let mut body = Vec::new();
        for chunk in FEED.chunks(7) {
            body.extend(format!("{:X};name=value\r\n", chunk.len()).bytes());
            body.extend(chunk);
            body.extend(b"\r\n");
        }
        body.extend(b"0\r\nTrailer: x\r\n\r\n");
        body
    };
    let lf_chunked = || {
        let mut body = Vec::new();
        for chunk in FEED.chunks(7) {
            body.extend(format!("{:x}\n", chunk.len()).bytes());
            body.extend(chunk);
            body.extend(b"\n");
        }
        body.extend(b"0\n\n");
        body
    };
    let until_close =
        [b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nConnection: close\r\n\r\n", FEED].concat();
    let old = [b"HTTP/1.0 200 OK\r\nContent-Type: application/rss+xml\r\n\r\n", FEED].concat();
    for (name, answer) in [
        ("plain", feed(&[])),
        ("gzip", response(200, &[RSS, ("Content-Encoding", "gzip")], &gzip(FEED))),
        ("x-gzip", response(200, &[RSS, ("Content-Encoding", "X-GZIP")], &gzip(FEED))),
        ("gzip in name only", response(200, &[RSS, ("Content-Encoding", "gzip")], FEED)),
        ("deflate", response(200, &[RSS, ("Content-Encoding", "deflate")], &zlib())),
        ("raw deflate", response(200, &[RSS, ("Content-Encoding", "deflate")], &deflate())),
        ("br", response(200, &[RSS, ("Content-Encoding", "br")], BROTLI)),
        (
            "gzip twice",
            response(
                200,
                &[RSS, ("Content-Encoding", "gzip"), ("Content-Encoding", "gzip")],
                &gzip(&gzip(FEED)),
            ),
        ),
        ("chunked", response(200, &[RSS, ("Transfer-Encoding", "chunked")], &chunked())),
        ("until the connection closes", until_close),
        ("HTTP/1.0", old),
        (
            "gzip with a wrong trailer",
            response(
                200,
                &[RSS, ("Content-Encoding", "gzip")],
                &[&gzip(FEED)[..gzip(FEED).len() - 8], b"00000000"].concat(),
            ),
        ),
        (
            "gzip without a trailer",
            response(200, &[RSS, ("Content-Encoding", "gzip")], &gzip(FEED)[..gzip(FEED).len() - 8]),
        ),
        (
            "the length of the decoded body",
            response(200, &[RSS, ("Content-Encoding", "gzip"), ("Content-Length", "9999")], &gzip(FEED)),
        ),
        (
            "chunks whose lines end with LF",
            response(200, &[RSS, ("Transfer-Encoding", "chunked")], &lf_chunked()),
        ),
        ("more than Content-Length says", [feed(&[]), b"rubbish".to_vec()].concat()),
        ("br in name only", response(200, &[RSS, ("Content-Encoding", "br")], FEED)),
        ("deflate in name only", response(200, &[RSS, ("Content-Encoding", "deflate")], FEED)),
        ("zstd in name only", response(200, &[RSS, ("Content-Encoding", "zstd")], FEED)),
        ("a coding that does not exist", response(200, &[RSS, ("Content-Encoding", "utf-8")], FEED)),
        ("no coding", response(200, &[RSS, ("Content-Encoding", "none")], FEED)),
        (
            "another coding as well",
            response(200, &[RSS, ("Content-Encoding", "aws-chunked, gzip")], &gzip(FEED)),
        ),
        ("a length that is not a number", response(200, &[RSS, ("Content-Length", "many")], FEED)),
        ("a length with a unit", response(200, &[RSS, ("Content-Length", "64 bytes")], FEED)),
        ("a folded line", response(200, &[RSS, ("X-Note", "one\r\n two\r\n\tthree")], FEED)),
        ("a line without a colon", head("rubbish\r\n")),
        ("a line without a name", head(": rubbish\r\n")),
        ("a space in a name", head("X Note: one\r\n")),
        ("a space before a colon", head("Content-Encoding : identity\r\n")),
        ("control characters", head("X-Note: \u{1}\u{0}\r\n")),
        ("line feeds alone", head("X-Note: one\n")),
        (
            "early hints",
            [&b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\nrubbish\r\n\r\n"[..], &feed(&[])].concat(),
        ),
        ("too large a Content-Length", response(200, &[RSS, ("Content-Length", "999")], FEED)),
        ("no last chunk", response(200, &[RSS, ("Transfer-Encoding", "chunked")], &without_end(&chunked()))),
        (
            "gzip as the coding of the transfer",
            response(200, &[RSS, ("Transfer-Encoding", "gzip, chunked")], &one_chunk(&gzip(FEED))),
        ),
        (
            "deflate with a wrong checksum",
            response(
                200,
                &[RSS, ("Content-Encoding", "deflate")],
                &[&zlib()[..zlib().len() - 4], b"0000"].concat(),
            ),
        ),
        (
            "deflate without a checksum",
            response(200, &[RSS, ("Content-Encoding", "deflate")], &zlib()[..zlib().len() - 4]),
        ),
        ("deflate that is gzip", response(200, &[RSS, ("Content-Encoding", "deflate")], &gzip(FEED))),
        ("gzip that is deflate", response(200, &[RSS, ("Content-Encoding", "gzip")], &zlib())),
        ("many fields", head(&"Set-Cookie: a=b\r\n".repeat(500))),
        ("a long field", head(&format!("X-Note: {}\r\n", "a".repeat(90_000)))),
        ("HTTP/2", first_line("HTTP/2 200")),
        ("a version in lower case", first_line("http/1.1 200 OK")),
        ("two spaces", first_line("HTTP/1.1  200 OK")),
        ("ICY", first_line("ICY 200 OK")),
        ("carriage returns", String::from_utf8(feed(&[])).unwrap().replace("\r\n", "\r\r\n").into_bytes()),
        ("201", response(201, &[RSS], FEED)),
        ("206", response(206, &[RSS, ("Content-Range", "bytes 0-63/64")], FEED)),
        ("226", response(226, &[RSS, ("IM", "feed")], FEED)),
    ] {
        let server = Server::new(move |_| answer.clone());
        let fetched = fetcher().fetch(&server.url("/")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(fetched.response.body, FEED, "{name}");
    }
}

/// Returns chunks without the last one.
fn without_end(chunks: &[u8]) -> Vec<u8> {
    let end = chunks.windows(5).rposition(|bytes| bytes == b"\r\n0\r\n").unwrap();
    chunks[..end + 2].to_vec()
}

fn one_chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n0\r\n\r\n"].concat()
}

/// Returns the feed with a different first line.
fn first_line(line: &str) -> Vec<u8> {
    let head =
        format!("{line}\r\nContent-Type: application/rss+xml\r\nContent-Length: {}\r\n\r\n", FEED.len());
    [head.as_bytes(), FEED].concat()
}

/// Returns the feed with additional header lines.
fn head(lines: &str) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n{lines}Content-Length: {}\r\n\r\n",
        FEED.len()
    );
    [head.as_bytes(), FEED].concat()
}

#[test]
fn folded_fields_are_joined() {
    let server = Server::new(|_| feed(&[("X-Note", "one\r\n two"), ("ETag", "\r\n \"1\"")]));
    let fetched = fetcher().fetch(&server.url("/")).unwrap();
    assert_eq!(fetched.response.headers["x-note"], "one two");
    assert_eq!(fetched.response.headers["etag"], "\"1\"");
}

/// Returns the error for a server that sends these bytes and closes the connection.
fn error(answer: Vec<u8>) -> FetchError {
    let server = Server::new(move |_| answer.clone());
    let mut state = FeedState::new(&server.url("/"));
    let error = fetcher().poll(&mut state).unwrap_err();
    assert_eq!(state.failures, 1, "{error}");
    // Neither validators nor a fingerprint are stored.
    let stored = serde_json::to_value(&state).unwrap();
    let members: Vec<_> = stored.as_object().unwrap().keys().collect();
    assert_eq!(members, ["url", "polled", "failures"], "{error}");
    error
}

#[test]
fn incomplete_responses_are_errors() {
    let etag = ("ETag", "\"1\"");
    let cut = |at: usize, answer: Vec<u8>| answer[..answer.len() - at].to_vec();
    for (name, answer) in [
        ("cut body", cut(20, feed(&[etag]))),
        (
            "too large a Content-Length",
            response(200, &[RSS, etag, ("Content-Length", "999")], &FEED[..FEED.len() - 1]),
        ),
        ("cut chunk", response(200, &[RSS, etag, ("Transfer-Encoding", "chunked")], b"40\r\n<rss>")),
        ("no last chunk", response(200, &[RSS, etag, ("Transfer-Encoding", "chunked")], b"5\r\n<rss>\r\n")),
        ("cut headers", b"HTTP/1.1 200 OK\r\nContent-Ty".to_vec()),
        ("no response", Vec::new()),
    ] {
        let error = error(answer);
        assert!(
            matches!(error.kind(), FetchErrorKind::Connection(_) | FetchErrorKind::Protocol),
            "{name}: {error:?}"
        );
    }
}

/// Starts a server that closes a connection at its second request, and counts these requests.
fn closing_when_reused() -> (Server, Arc<AtomicUsize>) {
    let dropped = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&dropped);
    let server = Server::writing(move |_, connection| {
        let length = FEED.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: {length}\r\n\r\n"
        );
        let _ = connection.write_all(&[head.as_bytes(), FEED].concat());
        if let Ok(1..) = connection.read(&mut [0; 4096]) {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    (server, dropped)
}

#[test]
fn requests_are_repeated_if_a_kept_connection_was_closed() {
    let (server, dropped) = closing_when_reused();
    let fetcher = fetcher();
    for _ in 0..3 {
        assert_eq!(fetcher.fetch(&server.url("/")).unwrap().response.body, FEED);
    }
    assert_eq!(dropped.load(Ordering::SeqCst), 2);
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn requests_are_not_repeated_on_a_new_connection() {
    let server = Server::new(|_| Vec::new());
    fetcher().fetch(&server.url("/")).unwrap_err();
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn subscriptions_use_no_kept_connection() {
    let (server, _) = closing_when_reused();
    let fetcher = fetcher();
    fetcher.fetch(&server.url("/")).unwrap();
    let secret = HubSecret::new("0f5e1a9c3b7d2468").unwrap();
    let (topic, callback) = ("https://harbour.example/tides", "https://planet.example/websub/5f0c8e");
    let mut hub = HubSubscription::new(topic, &server.url("/hub"), callback, secret).unwrap();
    let step = fetcher.ask_hub(hub.subscribe(Timestamp::now()).unwrap()).unwrap();
    assert!(matches!(step, HubStep::Accepted), "{step:?}");
    // The server records the first request of each connection.
    assert_eq!(server.paths(), ["/", "/hub"]);
}

#[test]
fn a_server_with_only_http2_is_reported_as_one() {
    let settings = b"\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64";
    let goaway = b"\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\0\x01";
    for (name, parts, expected) in [
        ("settings", vec![&settings[..]], true),
        ("settings and goaway", vec![settings, goaway], true),
        ("goaway alone", vec![goaway], true),
        ("a frame in pieces", settings.chunks(2).collect(), true),
        ("half a frame", vec![&settings[..5]], false),
        ("zeros", vec![&[0; 40][..]], false),
    ] {
        let parts: Vec<Vec<u8>> = parts.into_iter().map(<[u8]>::to_vec).collect();
        let server = Server::writing(move |_, connection| {
            for part in &parts {
                let _ = connection.write_all(part);
                sleep(Duration::from_millis(20));
            }
        });
        let error = fetcher().fetch(&server.url("/")).unwrap_err();
        assert_eq!(matches!(error.kind(), FetchErrorKind::OnlyHttp2), expected, "{name}: {error}");
        let message = format!("{}: the server has only HTTP/2, which is not supported", server.url("/"));
        assert_eq!(error.to_string() == message, expected, "{name}: {error}");
    }
}

#[test]
fn malformed_responses_are_errors() {
    let field = |n| format!("X-{n}: {}\r\n", "y".repeat(400));
    let many = (0..1000).map(field).collect::<Vec<_>>().concat();
    for (name, answer) in [
        ("not HTTP", b"220 harbour.example ESMTP\r\n\r\n".to_vec()),
        ("a bare feed", FEED.to_vec()),
        (
            "a malformed chunk",
            response(200, &[RSS, ("Transfer-Encoding", "chunked")], b"zz\r\n<rss>\r\n0\r\n\r\n"),
        ),
        ("two lengths", response(200, &[RSS, ("Content-Length", "64"), ("Content-Length", "9")], FEED)),
        ("endless headers", format!("HTTP/1.1 200 OK\r\n{many}\r\n").into_bytes()),
    ] {
        let error = error(answer);
        assert!(
            matches!(error.kind(), FetchErrorKind::Protocol | FetchErrorKind::Connection(_)),
            "{name}: {error:?}"
        );
    }
    for (name, coding, body) in [
        ("cut gzip", "gzip", gzip(FEED)[..30].to_vec()),
        ("damaged gzip", "gzip", [&gzip(FEED)[..30], &[0xFF; 40]].concat()),
        ("cut br", "br", BROTLI[..30].to_vec()),
        ("damaged br", "br", [&BROTLI[..30], &[0xFF; 40]].concat()),
        ("damaged deflate", "deflate", vec![0xFF; 40]),
        ("cut zstd", "zstd", vec![0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58]),
    ] {
        let error = error(response(200, &[RSS, ("Content-Encoding", coding)], &body));
        assert!(matches!(error.kind(), FetchErrorKind::Decompression { .. }), "{name}: {error:?}");
    }
    let compress = [0x1F, 0x9D, 0x90, 0x3C];
    let error = error(response(200, &[RSS, ("Content-Encoding", "compress")], &compress));
    assert!(matches!(error.kind(), FetchErrorKind::UnsupportedCoding { .. }), "{error:?}");
}

#[test]
fn slow_servers_time_out() {
    type Send = fn(&mut dyn super::server::Connection) -> std::io::Result<()>;
    let never: Send = |_| {
        sleep(Duration::from_secs(2));
        Ok(())
    };
    let slow_headers: Send = |connection| {
        connection.write_all(b"HTTP/1.1 200 OK\r\n")?;
        for _ in 0..100 {
            connection.write_all(b"X: y\r\n")?;
            sleep(Duration::from_millis(20));
        }
        Ok(())
    };
    let slow_body: Send = |connection| {
        connection.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")?;
        for _ in 0..100 {
            connection.write_all(b"<")?;
            sleep(Duration::from_millis(20));
        }
        Ok(())
    };
    for (name, send) in [("never", never), ("slow headers", slow_headers), ("slow body", slow_body)] {
        let server = Server::writing(move |_, connection| drop(send(connection)));
        let mut state = FeedState::new(&server.url("/"));
        let limit = Duration::from_millis(200);
        let error = fetcher().timeout(limit).poll(&mut state).unwrap_err();
        assert_eq!(*error.kind(), FetchErrorKind::Timeout { limit }, "{name}");
        assert_eq!(error.url(), server.url("/"), "{name}");
        assert_eq!(state.failures, 1);
    }
}

#[test]
fn large_bodies_are_refused() {
    let endless = Server::writing(|_, connection| {
        let _ = connection.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<rss>");
        while connection.write_all(&[b' '; 4096]).is_ok() {}
    });
    let error = fetcher().max_transfer(100_000).fetch(&endless.url("/")).unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::TooLarge { limit: 100_000, decompressed: false });

    let endless = Server::writing(|_, connection| {
        let _ = connection.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        while connection.write_all(b"8\r\n        \r\n").is_ok() {}
    });
    let error = fetcher().max_transfer(100_000).fetch(&endless.url("/")).unwrap_err();
    assert!(matches!(error.kind(), FetchErrorKind::TooLarge { decompressed: false, .. }), "{error:?}");

    // A body that is declared as too large is not read.
    let announced = Server::new(|_| response(200, &[("Content-Length", "99999999999")], b""));
    let error = fetcher().fetch(&announced.url("/")).unwrap_err();
    assert!(matches!(error.kind(), FetchErrorKind::TooLarge { decompressed: false, .. }), "{error:?}");

    // A body of exactly the limit is allowed.
    let server = Server::new(|_| feed(&[]));
    let size = FEED.len() as u64;
    fetcher().max_transfer(size).max_body(size).fetch(&server.url("/")).unwrap();
    for fetcher in [fetcher().max_transfer(size - 1), fetcher().max_body(size - 1)] {
        let error = fetcher.fetch(&server.url("/")).unwrap_err();
        assert!(matches!(error.kind(), FetchErrorKind::TooLarge { .. }), "{error:?}");
    }
}

/// 100 MiB of spaces in Brotli.
const BROTLI_BOMB: &str = "cbffff3f002440e2b14072effff8ffff078004401c1680eefd1fffffff00900088c302d0bdffe3ffff1f001200715800baf7\
    7ffcffff034002200e0b40f7fe8fffff7f004800c46101e8defff1ffff0f000980382c00ddfb3ffeffff012001108705a07b\
    ffc7ffff3f002400e2b00074effff8ffff078004401c1680eefd1fffffff00900088c302d0bdffe3ffff1f001200715800ba\
    f77ff9ffff034002200e0b40f7fe07";

fn brotli_bomb() -> Vec<u8> {
    let digit = |at| u8::from_str_radix(BROTLI_BOMB.get(at..at + 2).unwrap(), 16).unwrap();
    (0..BROTLI_BOMB.len()).step_by(2).map(digit).collect()
}

#[test]
fn decompression_bombs_are_refused() {
    let zeros = gzip(&vec![b' '; 20 << 20]);
    assert!(zeros.len() < 30_000);
    for (coding, body) in [("gzip", zeros.clone()), ("br", brotli_bomb()), ("gzip, gzip", gzip(&zeros))] {
        let server = Server::new(move |_| response(200, &[RSS, ("Content-Encoding", coding)], &body));
        let error = fetcher().max_body(1 << 20).fetch(&server.url("/")).unwrap_err();
        let expected = FetchErrorKind::TooLarge { limit: 1 << 20, decompressed: true };
        assert_eq!(*error.kind(), expected, "{coding}");
    }
}

#[test]
fn unreachable_hosts_are_errors() {
    // The port service multiplexer is not in use.
    let mut state = FeedState::new("http://127.0.0.1:1/");
    let error = fetcher().poll(&mut state).unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::Connection(std::io::ErrorKind::ConnectionRefused));
    assert_eq!(error.to_string(), "http://127.0.0.1:1/: connection refused");
    assert!(std::error::Error::source(&error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>));
    assert_eq!(state.failures, 1);
    for resolver in [
        fetcher().resolver(|_, _| Ok(Vec::new())),
        // The system's message is in the language of the system.
        fetcher().resolver(|_, _| Err(std::io::Error::other("der Name ist nicht bekannt"))),
    ] {
        let error = resolver.fetch("http://nowhere.example/").unwrap_err();
        assert_eq!(*error.kind(), FetchErrorKind::HostNotFound, "{error:?}");
        assert_eq!(error.to_string(), "http://nowhere.example/: host not found");
    }
}

#[test]
fn ipv6_is_supported() {
    // Not every machine supports IPv6.
    let Ok(listener) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)) else { return };
    let server = Server::on(
        listener,
        |stream| Box::new(stream),
        |_, connection| {
            let _ = connection.write_all(&feed(&[]));
        },
    );
    let url = server.url("/");
    assert!(url.starts_with("http://[::1]:"), "{url}");
    assert_eq!(fetcher().fetch(&url).unwrap().response.body, FEED);
    let address = server.address;
    let named = fetcher().resolver(move |_, _| Ok(vec![address]));
    assert_eq!(named.fetch("http://harbour.example/").unwrap().response.body, FEED);
}

#[test]
fn progress_is_reported() {
    let server = Server::new(|_| feed(&[]));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&seen);
    let fetcher =
        fetcher().on_progress(move |progress| to.lock().unwrap().push((progress.received, progress.total)));
    fetcher.fetch(&server.url("/")).unwrap();
    let size = FEED.len() as u64;
    assert_eq!(seen.lock().unwrap().last(), Some(&(size, Some(size))));
}

#[test]
fn a_firewall_is_told_from_a_broken_feed() {
    let page = |title: &str| format!("<!DOCTYPE html><html><head><title>{title}</title></head></html>");
    let challenge = page("Just a moment...");
    let wrong: Vec<_> = [
        (response(403, &[("cf-mitigated", "challenge")], challenge.as_bytes()), "Cloudflare, status 403"),
        (response(200, &[], challenge.as_bytes()), "Cloudflare, status 200"),
        (response(202, &[("SG-Captcha", "challenge")], b""), "SiteGround, status 202"),
        (response(202, &[], page("One more").as_bytes()), ""),
        (response(403, &[("Server", "cloudflare")], page("Forbidden").as_bytes()), ""),
        (response(404, &[("cf-mitigated", "challenge")], b""), ""),
    ]
    .into_iter()
    .filter_map(|(answer, expected)| {
        let server = Server::new(move |_| answer.clone());
        let mut state = FeedState::new(&server.url("/"));
        let outcome = fetcher().poll(&mut state).unwrap().outcome.to_string();
        let found = outcome.strip_prefix("blocked by a firewall (").and_then(|rest| rest.strip_suffix(')'));
        (found.unwrap_or_default() != expected || state.failures != 1).then_some((expected, outcome))
    })
    .collect();
    assert_eq!(wrong, []);
}
