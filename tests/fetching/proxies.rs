//! Proxies.

use std::io::Write as _;
use std::net::{Ipv4Addr, TcpListener};

use bozofeed_fetch::{FetchErrorKind, Fetcher};

use super::command::bozofeed;
use super::server::{FEED, Server, feed, redirect, response, tunnel};

/// Returns a fetcher that uses this proxy.
fn through(proxy: &str) -> Fetcher {
    Fetcher::new().proxy(Some(proxy.parse().unwrap())).timeout(std::time::Duration::from_secs(5))
}

/// A proxy that answers requests itself. It supports hosts that cannot be resolved.
fn proxy() -> Server {
    Server::new(|request| match request.path.as_str() {
        "http://harbour.example/tides" | "http://harbour.example:8080/a?b" => feed(&[]),
        "http://harbour.example/old" => redirect(302, "/tides"),
        "http://harbour.example/inside" => redirect(302, "http://10.0.0.1/"),
        _ => response(404, &[], b""),
    })
}

#[test]
fn requests_are_sent_to_the_proxy_with_their_whole_url() {
    let proxy = proxy();
    let fetcher = through(&proxy.url(""));
    for url in
        ["http://harbour.example/tides", "http://harbour.example:8080/a?b#c", "http://harbour.example/old"]
    {
        assert_eq!(fetcher.fetch(url).unwrap().response.body, FEED, "{url}");
    }
    let first = &proxy.requests()[0];
    assert_eq!(first.method, "GET");
    assert_eq!(first.header("host"), Some(&b"harbour.example"[..]));
    assert_eq!(first.names(), ["accept", "accept-encoding", "host", "user-agent"]);
}

#[test]
fn credentials_of_the_proxy_are_for_the_proxy() {
    let proxy = proxy();
    let with = proxy.url("").replace("http://", "http://anna:s%C3%A4cret@");
    through(&with).fetch("http://harbour.example/tides").unwrap();
    let credentials = Some(&b"Basic YW5uYTpzw6RjcmV0"[..]);
    assert_eq!(proxy.requests()[0].header("proxy-authorization"), credentials);
    assert_eq!(proxy.requests()[0].header("authorization"), None);
    // Without the proxy, its credentials are not sent.
    let server = Server::new(|_| feed(&[]));
    let fetcher = through(&with).allow_private_addresses(true);
    let fetched = fetcher.clone().proxy(None).fetch(&server.url("/")).unwrap();
    assert_eq!((fetched.response.status, server.requests()[0].header("proxy-authorization")), (200, None));
    assert!(!format!("{fetcher:?}").contains("cret"), "{fetcher:?}");
}

#[test]
fn addresses_in_urls_are_checked_before_the_proxy_is_asked() {
    let proxy = proxy();
    let fetcher = through(&proxy.url(""));
    for url in [
        "http://10.0.0.1/",
        "http://127.0.0.1/",
        "http://0x7f000001/",
        "http://localhost/",
        "http://a.localhost/",
        "http://[::1]/",
        "https://169.254.169.254/",
        "http://harbour.example/inside",
    ] {
        let error = fetcher.fetch(url).unwrap_err();
        assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }), "{url}: {error}");
    }
    assert_eq!(proxy.paths(), ["http://harbour.example/inside"]);
    // Allowed addresses are passed to the proxy.
    let allowed = fetcher.allow_network("10.0.0.0/8".parse().unwrap());
    allowed.fetch("http://10.0.0.1/").unwrap_err();
    assert_eq!(proxy.paths().last().unwrap(), "http://10.0.0.1/");
}

#[test]
fn names_of_private_networks_are_not_given_to_the_proxy() {
    let proxy = proxy();
    let fetcher = through(&proxy.url(""));
    let refused = |fetcher: &Fetcher, url: &str| {
        matches!(fetcher.fetch(url).unwrap_err().kind(), FetchErrorKind::ForbiddenName)
    };
    let urls = ["http://db.internal/", "http://nas.local/feed", "https://printer/", "http://box.home.arpa./"];
    let wrong: Vec<_> = urls.into_iter().filter(|url| !refused(&fetcher, url)).collect();
    assert_eq!(wrong, [] as [&str; 0]);
    let allowed = fetcher.allow_host("nas.local");
    assert!(!refused(&allowed, "http://nas.local/feed"), "the proxy is asked");
    assert!(refused(&allowed, "http://db.internal/"));
}

#[test]
fn https_goes_through_a_tunnel() {
    let server = super::tls::server(super::tls::VALID);
    let to = server.address;
    let proxy = Server::writing(move |request, connection| match request.method.as_str() {
        "CONNECT" if request.path == "harbour.example:443" => {
            // As in many servers.
            let _ = connection.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n");
            tunnel(connection, to);
        }
        _ => drop(connection.write_all(&response(403, &[], b""))),
    });
    let with = proxy.url("").replace("http://", "http://anna:secret@");
    let fetcher = through(&with).user_agent("harbour/1").root_certificates(super::tls::AUTHORITY).unwrap();
    assert_eq!(fetcher.fetch("https://harbour.example/").unwrap().response.body, FEED);
    let asked = &proxy.requests()[0];
    assert_eq!(asked.header("proxy-authorization"), Some(&b"Basic YW5uYTpzZWNyZXQ="[..]));
    assert_eq!(asked.header("user-agent"), Some(&b"harbour/1"[..]));
    assert_eq!(server.requests()[0].header("proxy-authorization"), None);

    let error = fetcher.fetch("https://lighthouse.example/").unwrap_err();
    assert!(matches!(error.kind(), FetchErrorKind::Proxy), "{error:?}");
    assert!(error.to_string().starts_with("https://lighthouse.example/: proxy: "), "{error}");
}

#[test]
fn socks_proxies_are_supported() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        use std::io::Read as _;
        for mut stream in listener.incoming().map_while(Result::ok) {
            // RFC 1928 §3: version, methods; §4: version, command, reserved, a domain, its length.
            let mut greeting = [0; 3];
            stream.read_exact(&mut greeting).unwrap();
            stream.write_all(&[5, 0]).unwrap();
            let mut request = [0; 5];
            stream.read_exact(&mut request).unwrap();
            let mut host = vec![0; usize::from(request[4]) + 2];
            stream.read_exact(&mut host).unwrap();
            assert_eq!((&request[..4], &host[..15]), (&[5, 1, 0, 3][..], &b"harbour.example"[..]));
            stream.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).unwrap();
            let mut head = [0; 4096];
            assert!(stream.read(&mut head).unwrap() > 0);
            stream.write_all(&feed(&[])).unwrap();
        }
    });
    let fetcher = through(&format!("socks5h://{address}"));
    assert_eq!(fetcher.fetch("http://harbour.example/tides").unwrap().response.body, FEED);
    // Names that are resolved locally are checked.
    let fetcher =
        through(&format!("socks5://{address}")).resolver(|_, port| Ok(vec![([10, 0, 0, 1], port).into()]));
    let error = fetcher.fetch("http://harbour.example/").unwrap_err();
    assert!(matches!(error.kind(), FetchErrorKind::ForbiddenAddress { .. }), "{error:?}");
}

#[test]
fn a_proxy_that_does_not_answer_is_an_error() {
    let error = through("http://127.0.0.1:1").fetch("http://harbour.example/").unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::Connection(std::io::ErrorKind::ConnectionRefused));
}

#[test]
fn the_environment_and_an_option_name_the_proxy() {
    let proxy = proxy();
    let server = Server::new(|_| feed(&[]));
    let (through, direct) = (proxy.url(""), server.url("/"));
    let url = "http://harbour.example/tides";
    for (variable, value, arguments, is_read) in [
        ("http_proxy", through.as_str(), vec![url], true),
        ("HTTP_PROXY", &through, vec![url], true),
        ("all_proxy", &through, vec![url], true),
        ("ALL_PROXY", &through, vec![url], true),
        ("https_proxy", &through, vec![url], false),
        ("http_proxy", "ftp://x", vec![url], false),
        ("http_proxy", "http://127.0.0.1:1", vec!["--proxy", &through, url], true),
        ("http_proxy", &through, vec!["--proxy", "", "--allow-private", &direct], true),
        ("no_proxy", "harbour.example", vec!["--proxy", &through, url], false),
        ("no_proxy", "127.0.0.0/8", vec!["--proxy", &through, "--allow-private", &direct], true),
    ] {
        let mut command = bozofeed();
        let output = command.env(variable, value).args(&arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(i32::from(!is_read)),
            "{variable}={value} {arguments:?}: {error}"
        );
    }
    assert_eq!(server.requests().len(), 2);
    let output = bozofeed().args(["--proxy", "ftp://x", url]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
