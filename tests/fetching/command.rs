//! The command `parse_feed` with URLs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use super::server::{FEED, RSS, Server, feed, redirect, response};

/// Runs the command, which `cargo test` builds with the tests, against a server on this machine.
fn run(arguments: &[&str]) -> Output {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let command = profile.join("examples").join(format!("parse_feed{}", std::env::consts::EXE_SUFFIX));
    assert!(command.is_file(), "{} is not built: cargo build --example parse_feed", command.display());
    let mut command = Command::new(command);
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).arg("--allow-private").args(arguments);
    command.output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns a path for the state of one test.
fn state_file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.json", std::process::id()));
    let _ = std::fs::remove_file(&file);
    file
}

#[test]
fn a_feed_is_fetched_and_summarized() {
    let server = Server::new(|request| match request.path.as_str() {
        "/old" => redirect(301, "/feed"),
        _ => feed(&[("Cache-Control", "max-age=7200")]),
    });
    let output = run(&[&server.url("/old")]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let account = out(&output);
    for line in [
        "Tides".to_owned(),
        "format    rss20".to_owned(),
        format!("redirect  301 permanently to {}", server.url("/feed")),
        format!("moved     for good, to {}", server.url("/feed")),
        format!("fetched   status 200, {} bytes", FEED.len()),
        "(the response is fresh until then (Cache-Control, Expires))".to_owned(),
    ] {
        assert!(account.contains(&line), "{line} is not in\n{account}");
    }
}

#[test]
fn the_second_run_transfers_no_body() {
    let server = Server::new(|request| {
        if request.is_conditional() { response(304, &[], b"") } else { feed(&[("ETag", "\"1\"")]) }
    });
    let file = state_file("second-run");
    let url = server.url("/");
    let arguments = ["--fetch-state", file.to_str().unwrap(), &url];
    assert!(out(&run(&arguments)).contains("Tides"));
    let second = run(&arguments);
    assert_eq!(second.status.code(), Some(0), "{}", err(&second));
    assert!(out(&second).contains("status 304, not modified"), "{}", out(&second));
    let sent: Vec<_> = server.requests().iter().map(super::server::Request::is_conditional).collect();
    assert_eq!(sent, [false, true]);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_server_that_asks_to_wait_is_not_asked() {
    for (answer, message) in [
        (response(429, &[("Retry-After", "600")], b""), "the server asked to wait until"),
        (response(410, &[], b""), "gone for good"),
    ] {
        let server = Server::new(move |_| answer.clone());
        let file = state_file("wait");
        let url = server.url("/");
        let arguments = ["--fetch-state", file.to_str().unwrap(), &url];
        for _ in 0..2 {
            assert_eq!(run(&arguments).status.code(), Some(1));
        }
        assert!(err(&run(&arguments)).contains(message), "{message}");
        assert_eq!(server.requests().len(), 1);
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn an_unreadable_state_file_is_an_error() {
    let file = state_file("damaged");
    std::fs::write(&file, "{\"x\": ").unwrap();
    let output = run(&["--fetch-state", file.to_str().unwrap(), "fixtures/formats/rss-2.0.xml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("damaged-"), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\"x\": ");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn failures_are_reported_without_credentials() {
    let server = Server::new(|_| response(404, &[], b""));
    let url = server.url("/").replace("http://", "http://anna:s3cret@");
    let output = run(&[&url]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("the server answered with status 404"), "{}", err(&output));
    assert!(!err(&output).contains("s3cret"), "{}", err(&output));
}

#[test]
fn addresses_of_this_machine_are_refused_unless_they_are_allowed() {
    let server = Server::new(|_| feed(&[]));
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let output = Command::new(profile.join("examples/parse_feed")).arg(server.url("/")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("127.0.0.1 is not a public address"), "{}", err(&output));
    assert_eq!(server.requests().len(), 0);
}

const PAGE: &[u8] = b"<!doctype html><html><head><link rel=alternate type=application/rss+xml href=/gone title=Old>
    <link rel=alternate type=application/rss+xml href=/tides title=Tides></head><body><a href=/news.rss>News</a>";

fn site() -> Server {
    Server::new(|request| match request.path.as_str() {
        "/" => response(200, &[("Content-Type", "text/html")], PAGE),
        "/tides" => feed(&[]),
        _ => response(404, &[], b""),
    })
}

#[test]
fn a_page_offers_its_feeds() {
    let server = site();
    let output = run(&[&server.url("/")]);
    assert_eq!(output.status.code(), Some(0));
    let account = out(&output);
    let offers: Vec<&str> =
        account.lines().filter(|line| line.contains("its feed") || line.contains("maybe")).collect();
    let expected = [
        format!("  its feed  {}", server.url("/gone")),
        format!("  its feed  {}", server.url("/tides")),
        format!("  maybe     {} (linked by the page)", server.url("/news.rss")),
    ];
    assert_eq!(offers, expected);
    assert_eq!(server.paths(), ["/"]);
}

#[test]
fn discovery_follows_a_page_to_its_feed() {
    let server = site();
    let output = run(&["--discover", &server.url("/")]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).starts_with("Tides\n"), "{}", out(&output));
    assert!(out(&output).contains(&format!("found     {} (named by the page; Tides)", server.url("/tides"))));
    assert_eq!(server.paths(), ["/", "/gone", "/tides"]);
    let feed = run(&["--discover", &server.url("/tides")]);
    assert!(out(&feed).starts_with("Tides\n"), "{}", out(&feed));

    let nothing = Server::new(|_| response(200, &[("Content-Type", "text/html")], b"<!doctype html><html>"));
    let output = run(&["--discover", &nothing.url("/")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("no feed found"), "{}", err(&output));
}

#[test]
fn slow_downloads_show_their_progress() {
    let server = Server::writing(|_, connection| {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", FEED.len());
        let _ = connection.write_all(head.as_bytes());
        for piece in FEED.chunks(FEED.len() / 3) {
            let _ = connection.write_all(piece);
            sleep(Duration::from_millis(600));
        }
    });
    let output = run(&[&server.url("/")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).contains(&format!("of {} bytes", FEED.len())), "{}", err(&output));
    let late = Server::writing(|_, connection| {
        sleep(Duration::from_millis(1300));
        let _ = connection.write_all(&feed(&[]));
    });
    let error = err(&run(&[&late.url("/")]));
    assert!(error.contains("waiting for a response"), "{error}");
    let quick = Server::new(|_| feed(&[]));
    assert_eq!(err(&run(&[&quick.url("/")])), "");
}

#[test]
fn json_is_not_mixed_with_messages() {
    let server = Server::new(|_| feed(&[]));
    for option in ["--json", "--feedparser"] {
        let output = run(&[option, &server.url("/")]);
        let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(value["feed"].is_object());
        let is_dictionary = option == "--feedparser";
        assert_eq!(value["status"] == 200 && value["href"] == server.url("/"), is_dictionary);
        assert_eq!(value["headers"]["content-type"] == "application/rss+xml", is_dictionary);
        assert!(err(&output).contains("next poll"), "{}", err(&output));
    }
}

#[test]
fn lists_of_subscriptions_are_listed() {
    let list = b"<opml version='2.0'><head><title>Sea</title></head><body><outline text='Boats'>
        <outline text='Tides &amp; winds' type='rss' xmlUrl='https://harbour.example/tides.rss'/></outline>
        <outline text='News' XMLURL='https://harbour.example/news'/></body></opml>";
    let server = Server::new(move |_| response(200, &[("Content-Type", "text/x-opml")], list));
    let file = state_file("list");
    std::fs::write(&file, list).unwrap();
    for source in [server.url("/"), file.to_str().unwrap().to_owned()] {
        let output = run(&[&source]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        let account = out(&output);
        let expected = "  feeds     2\n    Boats\n      Tides & winds\n      https://harbour.example/tides.rss\n    \n    News\n    https://harbour.example/news\n";
        assert!(account.starts_with("Sea\n  format    OPML 2.0\n"), "{account}");
        assert!(account.contains(expected), "{account}");
    }
    let output = run(&["--json", file.to_str().unwrap()]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["outlines"][1]["xml_url"], "https://harbour.example/news");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn sources_of_several_kinds_are_read_in_one_run() {
    let server = Server::new(|_| response(200, &[RSS], FEED));
    let output =
        run(&[&server.url("/"), "fixtures/formats/rss-2.0.xml", &format!("feed:{}", server.url("/"))]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(out(&output).matches("Tides").count(), 2);
    assert!(out(&output).contains("Harbour News"));
}
