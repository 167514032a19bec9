//! Polls a local server.

use std::sync::Arc;

use async_fetch::{client, poll};
use bozofeed::Parser;
use bozofeed_polling::FeedState;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// Starts a server, and returns the prefix of its URLs.
async fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = vec![0; 8192];
                let length = stream.read(&mut request).await.unwrap();
                let answer = answer(&String::from_utf8_lossy(&request[..length]).to_lowercase());
                let answer = format!("HTTP/1.1 {answer}");
                stream.write_all(answer.as_bytes()).await.unwrap();
            });
        }
    });
    url
}

fn answer(request: &str) -> String {
    let full = |body: &str| {
        let length = body.len();
        format!("200 OK\r\nETag: \"7\"\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
    };
    let empty = "Content-Length: 0\r\nConnection: close\r\n\r\n";
    match request.split(' ').nth(1) {
        Some("/old") => format!("301 Moved\r\nLocation: /feed\r\n{empty}"),
        Some("/feed") if request.contains("if-none-match: \"7\"") => format!("304 Not Modified\r\n{empty}"),
        Some("/feed") => full("<rss version='2.0'><channel><item/></channel></rss>"),
        Some("/page") => full("<!doctype html><html><body>Log in"),
        Some("/cut") => "200 OK\r\nContent-Length: 99\r\nConnection: close\r\n\r\n<rss>".to_owned(),
        Some("/large") => format!("200 OK\r\nConnection: close\r\n\r\n<rss>{}", " ".repeat(65 << 20)),
        _ => format!("410 Gone\r\n{empty}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_answer_has_its_outcome_and_its_state() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (url, client, parser) = (serve().await, client().unwrap(), Arc::new(Parser::new()));
    let mut wrong = Vec::new();
    for (path, expected, stored) in [
        ("/feed", &["new version with 1 entry", "not modified"][..], "/feed"),
        ("/old", &["new version with 1 entry", "not modified"], "/feed"),
        ("/page", &["not a feed (looks like an HTML page)"; 2], "/page"),
        ("/gone", &["gone for good (status 410)"; 2], "/gone"),
        ("/cut", &["error"; 2], "/cut"),
        ("/large", &["the response exceeds 67108864 bytes"], "/large"),
    ] {
        let mut state = FeedState::new(&format!("{url}{path}"));
        for (number, expected) in expected.iter().enumerate() {
            let found = match poll(&client, &parser, &mut state).await {
                Ok(outcome) => outcome.to_string(),
                Err(error) if error.is::<reqwest::Error>() => "error".to_owned(),
                Err(error) => error.to_string(),
            };
            let failures = if stored == "/feed" { 0 } else { number + 1 };
            let is_right = state.url == format!("{url}{stored}") && state.failures as usize == failures;
            if found != *expected || !is_right {
                wrong.push((path, found, state.clone()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
