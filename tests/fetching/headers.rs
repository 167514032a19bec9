//! Header fields set by the application.

use bozofeed::Timestamp;
use bozofeed_polling::{Exchange, FeedState, FetchOutcome};

use super::fetcher;
use super::server::{Server, feed, redirect, response};

const FIELDS: &[(&str, &str)] =
    &[("Authorization", "Bearer s3cret"), ("Cookie", "session=s3cret"), ("X-Key", "s3cret")];

#[test]
fn fields_of_the_client_and_of_the_feed_are_sent() {
    let server = Server::new(|request| {
        let is_known = request.header("authorization") == Some(b"Bearer s3cret");
        if is_known { feed(&[]) } else { response(401, &[], b"") }
    });
    let client = fetcher().header("Accept-Language", "de").unwrap().header("Cookie", "client=1").unwrap();
    let mut state = FeedState::new(&server.url("/"));
    for (name, value) in FIELDS {
        state.headers.insert(name, value).unwrap();
    }
    // The state is stored and loaded, as in an aggregator.
    let mut state: FeedState = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
    let outcome = client.poll(&mut state).unwrap().outcome;
    assert!(matches!(outcome, FetchOutcome::Fresh(_)), "{outcome}");
    let asked = &server.requests()[0];
    let names = [
        "accept", "accept-encoding", "accept-language", "authorization", "cookie", "host", "user-agent",
        "x-key",
    ];
    assert_eq!(asked.names(), names);
    assert_eq!(asked.header("cookie"), Some(&b"session=s3cret"[..]), "the feed takes precedence");
    // The fields of the client also apply to downloads.
    client.download(&server.url("/"), &mut Vec::new()).unwrap_err();
    assert_eq!(server.requests()[1].header("cookie"), Some(&b"client=1"[..]));
}

#[test]
fn fields_do_not_reach_another_origin() {
    for status in [301, 302, 307, 308] {
        let other = Server::new(|_| feed(&[]));
        let to = other.url("/");
        let server = Server::new(move |_| redirect(status, &to));
        let url = server.url("/");
        let mut client = fetcher().header("Accept-Language", "de").unwrap();
        let mut state = FeedState::new(&url);
        for (name, value) in FIELDS {
            client = client.header(name, value).unwrap();
            state.headers.insert(name, value).unwrap();
        }
        client.poll(&mut state).unwrap();
        client.download(&url, &mut Vec::new()).unwrap();
        // The fields of the feed are not sent after a permanent redirect.
        let exchange = Exchange::start(&mut state.clone(), Timestamp::now()).unwrap();
        let is_moved = matches!(status, 301 | 308);
        assert_eq!(exchange.headers().contains_key("x-key"), !is_moved, "{status}");
        for asked in other.requests() {
            assert_eq!(asked.names(), ["accept", "accept-encoding", "accept-language", "host", "user-agent"]);
        }
        assert_eq!(other.requests().len(), 2);
        assert!(server.requests().iter().all(|asked| asked.header("x-key").is_some()));
    }
}

#[test]
fn values_are_never_shown() {
    let servers = [
        Server::new(|_| response(404, &[], b"")),
        Server::new(|_| b"rubbish".to_vec()),
        Server::new(|_| feed(&[("Set-Cookie", "id=s3cret")])),
        Server::new(|_| response(200, &[], b"<html/>")),
    ];
    for server in &servers {
        let mut client = fetcher();
        for (name, value) in FIELDS {
            client = client.header(name, value).unwrap();
        }
        let mut state = FeedState::new(&server.url("/")).header("X-Key", "s3cret").unwrap();
        let shown = format!(
            "{client:?} {state:?} {:?} {:?} {:?} {:?}",
            client.poll(&mut state),
            client.fetch(&server.url("/")),
            client.download(&server.url("/"), &mut Vec::new()),
            client.clone().header("X-Key", "s3cret\n").map(drop)
        );
        assert!(!shown.contains("s3cret"), "{shown}");
    }
}
