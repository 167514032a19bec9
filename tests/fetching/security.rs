//! Forbidden addresses and credentials.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bozofeed_fetch::{FetchError, FetchErrorKind, Fetcher};
use bozofeed_polling::{Failure, FeedState, FetchOutcome};

use super::fetcher;
use super::server::{FEED, Server, feed, redirect, response};

fn is_refused(error: &FetchError) -> bool {
    matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. })
}

#[test]
fn addresses_that_are_not_public_are_refused_in_every_spelling() {
    let server = Server::new(|_| feed(&[]));
    let port = server.address.port();
    for host in [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "0", "localhost",
        "LOCALHOST", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "[fe80::1]", "[fd00::1]", "[ff02::1]", "\u{ff11}27.0.0.1",
    ] {
        let mut state = FeedState::new(&format!("http://{host}:{port}/"));
        let result = Fetcher::new().timeout(Duration::from_secs(2)).poll(&mut state);
        assert!(result.as_ref().is_err_and(is_refused), "{host}: {result:?}");
        assert_eq!(state.failures, 1, "{host}");
    }
    assert_eq!(server.requests().len(), 0);
    let error = Fetcher::new().fetch(&server.url("/")).unwrap_err().to_string();
    let url = server.url("/");
    assert_eq!(error, format!("{url}: refused to connect: 127.0.0.1 is not a public address"));
}

/// Returns a fetcher that may connect to the servers of these tests, but to no other address of this machine.
fn guarded() -> Fetcher {
    Fetcher::new().allow_address(Ipv4Addr::LOCALHOST.into()).timeout(Duration::from_secs(5))
}

#[test]
fn redirects_to_private_addresses_are_refused_at_every_hop() {
    for to in [
        "http://127.0.0.2/",
        "http://[::1]/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/",
        "https://0/",
    ] {
        let server = Server::new(move |request| {
            let hop = request.path.len();
            if hop < 4 { redirect(301, &format!("{}x", request.path)) } else { redirect(301, to) }
        });
        let url = server.url("/");
        let mut state = FeedState::new(&url);
        let error = guarded().poll(&mut state).unwrap_err();
        assert!(is_refused(&error), "{to}: {error:?}");
        assert_eq!((server.requests().len(), state.failures, state.url), (4, 1, url), "{to}");
    }
}

#[test]
fn names_of_private_addresses_are_refused() {
    let server = Server::new(|_| feed(&[]));
    let address = server.address;
    for addresses in
        [vec![address], vec!["10.1.2.3:80".parse().unwrap(), address], vec!["[fd00::1]:80".parse().unwrap()]]
    {
        let fetcher = Fetcher::new().resolver(move |_, _| Ok(addresses.clone()));
        let error = fetcher.fetch("http://harbour.example/").unwrap_err();
        assert!(is_refused(&error), "{error:?}");
    }
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn only_allowed_ones_of_several_addresses_are_connected_to() {
    let server = Server::new(|_| feed(&[]));
    let address = server.address;
    let refused = SocketAddr::new("127.0.0.2".parse().unwrap(), address.port());
    let fetcher = guarded().resolver(move |_, _| Ok(vec![refused, address]));
    assert_eq!(fetcher.fetch("http://harbour.example/").unwrap().response.body, FEED);
    // The allowed address has no server, and the other one is not tried.
    let fetcher = Fetcher::new()
        .allow_address("127.0.0.3".parse().unwrap())
        .connect_timeout(Duration::from_millis(200))
        .resolver(move |_, _| Ok(vec![SocketAddr::new("127.0.0.3".parse().unwrap(), 9), address]));
    let error = fetcher.fetch("http://harbour.example/").unwrap_err();
    assert!(!is_refused(&error), "{error:?}");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_name_is_resolved_once_for_the_check_and_the_connection() {
    let server = Server::new(|_| feed(&[]));
    let address = server.address;
    let count = Arc::new(AtomicUsize::new(0));
    let asked = Arc::clone(&count);
    // The first lookup returns an allowed address, the second one does not, as in DNS rebinding.
    let fetcher = guarded().resolver(move |_, _| {
        let first = asked.fetch_add(1, Ordering::SeqCst) == 0;
        Ok(vec![if first { address } else { SocketAddr::new("127.0.0.2".parse().unwrap(), address.port()) }])
    });
    assert_eq!(fetcher.fetch("http://harbour.example/").unwrap().response.body, FEED);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    assert!(is_refused(&fetcher.fetch("http://harbour.example/").unwrap_err()));
    assert_eq!((count.load(Ordering::SeqCst), server.requests().len()), (2, 1));
}

#[test]
fn private_addresses_are_allowed_by_network_and_by_host() {
    let server = Server::new(|_| feed(&[]));
    let address = server.address;
    let url = format!("http://nas.local:{}/", address.port());
    let named = Fetcher::new().resolver(move |_, _| Ok(vec![address]));
    let network = |network: &str| named.clone().allow_network(network.parse().unwrap());
    for (fetcher, url, expected) in [
        (named.clone(), url.as_str(), false),
        (network("127.0.0.0/8"), &url, true),
        (network("127.0.0.1"), &url, true),
        (network("0.0.0.0/0"), &url, true),
        (network("127.0.0.2/31"), &url, false),
        (network("10.0.0.0/8"), &url, false),
        (network("::/0"), &url, false),
        (named.clone().allow_host("NAS.local"), &url, true),
        (named.clone().allow_host(".local"), &url, true),
        (named.clone().allow_host("local"), &url, false),
        (named.clone().allow_host("127.0.0.1"), &server.url("/"), true),
        (named.clone().allow_host("nas.local"), &server.url("/"), false),
    ] {
        let result = fetcher.fetch(url);
        assert_eq!(result.is_ok(), expected, "{fetcher:?} {url}");
        assert!(result.is_ok() || result.is_err_and(|error| is_refused(&error)), "{fetcher:?} {url}");
    }
    // An allowed host must not redirect to another one.
    let to = "http://127.0.0.2/";
    let redirecting = Server::new(move |_| redirect(301, to));
    let address = redirecting.address;
    let fetcher = Fetcher::new().allow_host("nas.local").resolver(move |_, _| Ok(vec![address]));
    assert!(is_refused(&fetcher.fetch("http://nas.local/").unwrap_err()));
}

#[test]
fn only_http_urls_are_fetched() {
    for url in [
        "file:///etc/passwd", "ftp://harbour.example/", "gopher://harbour.example/", "data:,x",
        "javascript:x", "x",
    ] {
        let error = fetcher().fetch(url).unwrap_err();
        assert!(matches!(error.kind(), FetchErrorKind::Url(_)), "{url}: {error:?}");
        let server = Server::new(move |_| redirect(302, url));
        let fetched = fetcher().poll(&mut FeedState::new(&server.url("/"))).unwrap();
        let is_unusable = matches!(
            fetched.outcome,
            FetchOutcome::Failed(Failure::UnusableLocation(_) | Failure::Status { .. })
        );
        // `x` is relative to the server.
        assert!(is_unusable || url == "x", "{url}: {:?}", fetched.outcome);
    }
    let server = Server::new(|_| feed(&[]));
    for scheme in ["feed://", "feed:", "feed:http://", "FEED://"] {
        let url = format!("{scheme}{}/", server.address);
        assert_eq!(fetcher().fetch(&url).unwrap().response.body, FEED, "{url}");
    }
}

#[test]
fn credentials_are_only_sent_to_their_origin() {
    let other = Server::new(|_| feed(&[]));
    let to = other.url("/");
    let server = Server::new(move |request| match request.path.as_str() {
        "/same" => redirect(301, "/b"),
        "/other" => redirect(302, &to),
        _ => feed(&[]),
    });
    let with = |path: &str| server.url(path).replace("http://", "http://anna:s%C3%A4cret@");
    for path in ["/same", "/other"] {
        let mut state = FeedState::new(&with(path));
        let fetched = fetcher().poll(&mut state).unwrap();
        assert!(!format!("{fetched:?}").contains("cret"), "{fetched:?}");
        assert!(!fetched.response.url.contains('@'));
    }
    let expected = Some(&b"Basic YW5uYTpzw6RjcmV0"[..]);
    assert!(server.requests().iter().all(|request| request.header("authorization") == expected));
    assert!(server.requests().iter().all(|request| !request.header("host").unwrap().contains(&b'@')));
    assert_eq!(server.requests().len(), 3);
    assert_eq!(other.requests()[0].header("authorization"), None);
    // The stored URL keeps the credentials for the next poll.
    let mut state = FeedState::new(&with("/same"));
    fetcher().poll(&mut state).unwrap();
    assert_eq!(state.url, with("/b"));
}

#[test]
fn credentials_are_not_in_errors_or_links() {
    let servers = [
        Server::new(|_| response(404, &[], b"")),
        Server::new(|_| response(410, &[], b"")),
        Server::new(|_| response(503, &[], b"")),
        Server::new(|_| b"rubbish".to_vec()),
        Server::new(|_| response(200, &[("Content-Encoding", "br")], b"\xFF")),
        Server::new(|_| redirect(301, "ftp://ben:s3cret@harbour.example/")),
        Server::new(|request| redirect(301, &request.path)),
        Server::new(|_| redirect(301, "http://ben:s3cret@[")),
    ];
    let mut urls: Vec<String> = servers.iter().map(|server| server.url("/")).collect();
    urls.push("http://127.0.0.1:1/".to_owned());
    for url in urls {
        let url = url.replace("http://", "http://anna:s3cret@");
        let error = fetcher().fetch(&url).unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(!text.contains("s3cret") && !text.contains("anna") && !text.contains("ben"), "{text}");
    }
    for url in [
        "ftp://anna:s3cret@harbour.example/",
        "http://anna:s3cret@/",
        "http://anna:s3cret@a b/",
        "anna:s3cret@x",
    ] {
        let error = fetcher().fetch(url).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
    }
    let error = Fetcher::new().fetch("http://anna:s3cret@127.0.0.1/").unwrap_err();
    assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");

    let server = Server::new(|_| {
        let feed = b"<rss version='2.0'><channel><link>a</link><item><link>b</link></item></channel></rss>";
        response(200, &[("Content-Type", "application/rss+xml"), ("Link", "<c>; rel=self")], feed)
    });
    let fetched = fetcher().fetch(&server.url("/").replace("http://", "http://anna:s3cret@")).unwrap();
    assert_eq!(fetched.response.links()[0].href, server.url("/c"));
    let parsed = fetched.parsed;
    assert_eq!(parsed.feed.link.as_deref(), Some(server.url("/a").as_str()));
    assert!(!format!("{parsed:?}").contains("s3cret"));
}

#[test]
fn host_names_are_sent_to_the_server() {
    let server = Server::new(|_| feed(&[]));
    let address = server.address;
    guarded().resolver(move |_, _| Ok(vec![address])).fetch("http://harbour.example/").unwrap();
    assert_eq!(server.requests()[0].header("host"), Some(&b"harbour.example"[..]));
}
