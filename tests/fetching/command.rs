//! The command `bozofeed` with URLs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use super::common;
use super::server::{FEED, RSS, Server, feed, redirect, response};

/// Returns the command without the proxies configured on this machine.
pub(super) fn bozofeed() -> Command {
    let mut command = common::bozofeed();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.env("NO_PROXY", "").env("no_proxy", "");
    for name in ["http_proxy", "https_proxy", "all_proxy"] {
        command.env_remove(name).env_remove(name.to_ascii_uppercase());
    }
    command
}

/// Runs the command against a server on this machine.
fn run(arguments: &[&str]) -> Output {
    bozofeed().arg("--allow-private").args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Returns a path for the state file of a test.
fn state_file(name: &str) -> PathBuf {
    temporary(name, "json")
}

/// Returns a path for a file of a test.
pub(super) fn temporary(name: &str, ending: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.{ending}", std::process::id()));
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
        run(&[&arguments[..], &["--refresh"]].concat());
        assert_eq!(server.requests().len(), 2);
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
    let url = server.url("/");
    for (arguments, status) in [
        (&[][..], 1),
        (&["--allow-network", "10.0.0.0/8"][..], 1),
        (&["--allow-host", "nas.local"][..], 1),
        (&["--allow-network", "127.0.0.0/8"][..], 0),
        (&["--allow-host", "127.0.0.1"][..], 0),
        (&["--allow-private"][..], 0),
        (&["--allow-network", "nas.local"][..], 2),
    ] {
        let output = bozofeed().args(arguments).arg(&url).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", err(&output));
        if status == 1 {
            let refused =
                "127.0.0.1 is not a public address (--allow-host, --allow-network or --allow-private";
            assert!(err(&output).contains(refused), "{}", err(&output));
        }
    }
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_url_is_shown_once_and_the_last_one_as_well() {
    let server = Server::new(|request| match request.path.as_str() {
        "/moved" => redirect(302, "/gone"),
        _ => response(404, &[], b""),
    });
    let not_found = "the server answered with status 404";
    for (source, expected) in [
        (server.url("/x"), format!("{}: {not_found}", server.url("/x"))),
        (server.url("/moved"), format!("{}: {}: {not_found}", server.url("/moved"), server.url("/gone"))),
        ("http:///".to_owned(), "not a URL: 'http:///'".to_owned()),
        ("http://127.0.0.1:1/".to_owned(), "http://127.0.0.1:1/: connection refused".to_owned()),
    ] {
        assert_eq!(err(&run(&[&source])), format!("bozofeed: {expected}\n"));
    }
}

#[test]
fn a_request_needs_a_name() {
    for name in ["", " "] {
        assert_eq!(run(&["--user-agent", name, "http://127.0.0.1:1/"]).status.code(), Some(2));
    }
}

#[test]
fn own_headers_are_sent() {
    let server = Server::new(|request| match request.header("cookie") {
        Some(b"a=b") => feed(&[]),
        _ => response(403, &[], b""),
    });
    let url = server.url("/");
    assert_eq!(run(&["--request-header", "Cookie: a=b", &url]).status.code(), Some(0));
    assert_eq!(run(&[&url]).status.code(), Some(1));
    for wrong in ["Cookie", "Host: harbour.example", ": x", "A: b\nC: d"] {
        assert_eq!(run(&["--request-header", wrong, &url]).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_timeout_may_be_a_fraction_of_a_second() {
    let server = Server::new(|_| {
        sleep(Duration::from_secs(2));
        feed(&[])
    });
    let output = run(&["--timeout", "0.2", &server.url("/")]);
    assert!(err(&output).contains("no complete response within 0.2 s"), "{}", err(&output));
}

#[test]
fn a_fresh_feed_is_not_asked_for_again() {
    const EXPIRES: (&str, &str) = ("Expires", "Fri, 01 Jan 2100 00:00:00 GMT");
    for (headers, expected) in [
        (&[("Cache-Control", "max-age=3600")][..], 1),
        (&[EXPIRES], 1),
        (&[("Cache-Control", "max-age=3600, no-cache")], 2),
        (&[("Cache-Control", "max-age=0")], 2),
        (&[], 2),
    ] {
        let server = Server::new(move |_| feed(headers));
        let file = state_file("fresh");
        let (file_name, url) = (file.to_str().unwrap(), server.url("/"));
        for _ in 0..2 {
            let output = run(&["--fetch-state", file_name, &url]);
            assert_eq!(output.status.code(), Some(0), "{headers:?}: {}", err(&output));
        }
        assert_eq!(server.requests().len(), expected, "{headers:?}");
        let output = run(&["--fetch-state", file_name, &url]);
        assert_eq!(out(&output).contains("fresh until"), expected == 1, "{}", out(&output));
        // A flag forces a request. Without a state, nothing is scheduled.
        let before = server.requests().len();
        run(&["--fetch-state", file_name, "--refresh", &url]);
        run(&[&url]);
        assert_eq!(server.requests().len(), before + 2, "{headers:?}");
    }
}

#[test]
fn parallel_commands_keep_the_states_of_each_other() {
    let server = Server::new(|request| feed(&[("ETag", &format!("\"{}\"", request.path))]));
    let file = state_file("parallel");
    let running: Vec<_> = (0..8)
        .map(|number| {
            let url = server.url(&format!("/{number}"));
            let mut command = bozofeed();
            command.args(["--allow-private", "--fetch-state", file.to_str().unwrap(), &url]);
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut command in running {
        assert_eq!(command.wait().unwrap().code(), Some(0));
    }
    let states: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(states.as_object().unwrap().len(), 8);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_page_has_its_own_exit_status() {
    let server = Server::new(|request| match request.path.as_str() {
        "/page" => response(200, &[("Content-Type", "text/html")], b"<!doctype html><html>Log in"),
        "/list" => response(
            200,
            &[],
            b"<opml version='2.0'><body><outline xmlUrl='https://a.example/'/></body></opml>",
        ),
        "/feed" => feed(&[]),
        _ => response(404, &[], b""),
    });
    let url = |path| server.url(path);
    for (sources, expected) in [
        (vec![url("/page")], 4),
        (vec![url("/feed"), url("/page"), url("/feed")], 4),
        (vec![url("/page"), url("/nothing")], 1),
        (vec![url("/feed"), url("/list")], 0),
        (vec!["fixtures/bad/html-page.html".to_owned()], 4),
        // The page links to no feed, but there is one at one of the usual addresses.
        (vec!["--discover".to_owned(), url("/page")], 0),
        (vec!["--write=rss".to_owned(), url("/feed")], 0),
        (vec!["--write=rss".to_owned(), "--discover".to_owned(), url("/page")], 0),
        (vec!["--write=rss".to_owned(), url("/page")], 4),
        (vec!["--write=rss".to_owned(), url("/list")], 4),
        (vec!["--write=rss".to_owned(), url("/feed"), url("/page")], 4),
        (vec!["--write=rss".to_owned(), url("/nothing"), url("/page")], 1),
        (vec!["--write=rss".to_owned(), "fixtures/bad/html-page.html".to_owned()], 4),
        // Unchanged feeds would be missing.
        (vec!["--write=rss".to_owned(), "--fetch-state=state.json".to_owned(), url("/feed")], 2),
    ] {
        let arguments: Vec<&str> = sources.iter().map(String::as_str).collect();
        assert_eq!(run(&arguments).status.code(), Some(expected), "{sources:?}");
    }
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
fn the_feed_of_a_page_is_described() {
    let server = site();
    let output = run(&[&server.url("/")]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).starts_with("Tides\n"), "{}", out(&output));
    let said = format!("bozofeed: {}: a page; this is its feed {}", server.url("/"), server.url("/tides"));
    assert!(err(&output).contains(&said), "{}", err(&output));
    assert_eq!(server.paths(), ["/", "/gone", "/tides"]);
    // Output for programs is about the given document only.
    let server = site();
    for arguments in [&["--json"][..], &["--feedparser"], &["--check"], &["--write=rss"]] {
        run(&[arguments, &[&server.url("/")]].concat());
    }
    assert!(server.paths().iter().all(|path| path == "/"), "{:?}", server.paths());
}

#[test]
fn a_page_offers_its_feeds() {
    let server = Server::new(|request| match request.path.as_str() {
        "/" => response(200, &[("Content-Type", "text/html")], PAGE),
        _ => response(404, &[], b""),
    });
    let output = run(&[&server.url("/")]);
    assert_eq!(output.status.code(), Some(4));
    let account = out(&output);
    let is_offer = |line: &&str| ["its feed", "maybe", "to read"].iter().any(|label| line.contains(label));
    let offers: Vec<&str> = account.lines().filter(is_offer).collect();
    let expected = [
        format!("  its feed  {}", server.url("/gone")),
        format!("  its feed  {}", server.url("/tides")),
        format!("  maybe     {} (linked by the page)", server.url("/news.rss")),
        format!("  to read   bozofeed {}", server.url("/gone")),
    ];
    assert_eq!(offers, expected);
    assert_eq!(server.paths(), ["/", "/gone", "/tides", "/news.rss"]);
}

#[test]
fn other_feeds_of_a_page_are_listed() {
    let page = b"<link rel=feed href=/a title=A><link rel=feed href=/b title=B>";
    let server = Server::new(|request| match request.path.as_str() {
        "/" => response(200, &[("Content-Type", "text/html")], page),
        _ => feed(&[]),
    });
    let url = server.url("/b");
    let output = run(&[&server.url("/")]);
    assert!(
        err(&output).contains(&format!("another feed of it: {url} (named by the page; B)")),
        "{}",
        err(&output)
    );
    let output = run(&["--discover", &server.url("/")]);
    assert!(out(&output).contains(&format!("  also      {url} (named by the page; B)")), "{}", out(&output));
}

#[test]
fn a_local_page_says_how_to_read_its_feed() {
    for (page, arguments, expected) in [
        ("<html><link rel=feed href=https://a.example/f>", &[][..], "bozofeed https://a.example/f"),
        ("<html><link rel=feed href=/f>", &["--base-url=https://a.example/"], "bozofeed https://a.example/f"),
        ("<html><link rel=feed href=/f>", &[], "bozofeed URL looks for the feed of the page at a URL"),
        ("<html><p>Hello", &[], "bozofeed URL looks for the feed of the page at a URL"),
        ("<html><p>Hello", &["--base-url=https://a.example/"], "bozofeed --discover https://a.example/"),
    ] {
        let file = temporary("page", "html");
        std::fs::write(&file, page).unwrap();
        let output = run(&[arguments, &[file.to_str().unwrap()]].concat());
        assert!(out(&output).contains(&format!("  to read   {expected}\n")), "{page}: {}", out(&output));
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_search_is_bounded_as_a_whole() {
    // Each candidate is redirected repeatedly.
    let links: Vec<_> = (0..60).map(|number| format!("<link rel=feed href=/{number}/>")).collect();
    let links = links.concat();
    let page = links.clone();
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => response(200, &[("Content-Type", "text/html")], page.as_bytes()),
        path => redirect(302, &format!("{path}x")),
    });
    let output = run(&["--discover", &server.url("/")]);
    assert_eq!(output.status.code(), Some(4), "{}", err(&output));
    assert!(server.paths().len() <= 21, "{} requests", server.paths().len());

    let server = Server::new(move |request| {
        if request.path == "/" {
            return response(200, &[("Content-Type", "text/html")], links.as_bytes());
        }
        sleep(Duration::from_millis(400));
        response(404, &[], b"")
    });
    let start = std::time::Instant::now();
    let output = run(&["--discover", "--timeout=1", &server.url("/")]);
    assert_eq!(output.status.code(), Some(4), "{}", err(&output));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    assert!(err(&output).contains("no feed found in 20 requests and 1 s"), "{}", err(&output));
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

    // A dead link, a page that lists feeds, a page that redirects to another one, and a usual address.
    let mut wrong = Vec::new();
    for (name, pages, expected, said) in [
        (
            "a page that was to be the feed",
            &[
                ("/", "<link rel=feed href=/feeds>"),
                ("/feeds", "<a href=/tides.rss>Tides</a>"),
                ("/tides.rss", "feed"),
            ][..],
            "/ /feeds /tides.rss",
            "/feeds: not a feed",
        ),
        (
            "another page",
            &[
                ("/", "<meta http-equiv=refresh content='0; url=/en/'>"),
                ("/en/", "<link rel=feed href=/en/x>"),
                ("/en/x", "feed"),
            ],
            "/ /en/ /en/x",
            "",
        ),
        (
            "a usual place",
            &[("/", "<link rel=feed href=/gone>"), ("/feed.xml", "feed")],
            "/ /gone /feed /rss.xml /feed.xml",
            "/gone: the server answered with status 404",
        ),
    ] {
        let site = Server::new(move |request| {
            match pages.iter().find(|(path, _)| *path == request.path).map(|(_, page)| *page) {
                Some("feed") => super::server::feed(&[]),
                Some(page) => response(200, &[("Content-Type", "text/html")], page.as_bytes()),
                None => response(404, &[], b""),
            }
        });
        let output = run(&["--discover", &site.url("/")]);
        let paths = site.paths().join(" ");
        if output.status.code() != Some(0) || paths != expected || !err(&output).contains(said) {
            wrong.push((name, paths, err(&output)));
        }
    }
    assert_eq!(wrong, []);

    // A page that the server refuses, so that only its URL identifies the feed. Only a proxy knows the host.
    let proxy = Server::new(|request| match request.path.as_str() {
        "http://status.harbour.example/history.rss" => super::server::feed(&[]),
        _ => response(403, &[], b""),
    });
    for (url, status, requests) in
        [("http://status.harbour.example/", 0, 3), ("http://harbour.example/tides", 1, 4)]
    {
        let output = run(&["--discover", "--proxy", &proxy.url(""), url]);
        assert_eq!(output.status.code(), Some(status), "{url}: {}", err(&output));
        assert_eq!(proxy.paths().len(), requests, "{:?}", proxy.paths());
    }

    let nothing = Server::new(|_| response(200, &[("Content-Type", "text/html")], b"<!doctype html><html>"));
    let output = run(&["--discover", &nothing.url("/")]);
    assert_eq!(output.status.code(), Some(4));
    assert!(err(&output).contains("no feed found"), "{}", err(&output));
}

/// Runs the command on a terminal, and returns everything that it prints there. Returns `None` if there is no `script` command.
fn on_a_terminal(url: &str) -> Option<String> {
    let command = bozofeed();
    let mut script = Command::new("script");
    let line = format!("{} --allow-private {url}", command.get_program().to_str()?);
    script.args(["-qec", &line, "/dev/null"]).envs(command.get_envs().filter_map(|(k, v)| Some((k, v?))));
    let output = script.stdin(std::process::Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn slow_downloads_show_their_progress_on_a_terminal() {
    let server = Server::writing(|_, connection| {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", FEED.len());
        let _ = connection.write_all(head.as_bytes());
        for piece in FEED.chunks(FEED.len() / 3) {
            let _ = connection.write_all(piece);
            sleep(Duration::from_millis(600));
        }
    });
    let late = Server::writing(|_, connection| {
        sleep(Duration::from_millis(1300));
        let _ = connection.write_all(&feed(&[]));
    });
    let quick = Server::new(|_| feed(&[]));
    let total = format!("of {} bytes", FEED.len());
    let mut wrong = Vec::new();
    for (server, shown) in [(&server, total.as_str()), (&late, "waiting for a response"), (&quick, "")] {
        let output = run(&[&server.url("/")]);
        if output.status.code() != Some(0) || !output.stderr.is_empty() {
            wrong.push(format!("{shown:?}: {}", err(&output)));
        }
        let terminal = on_a_terminal(&server.url("/"));
        wrong.extend(terminal.filter(|printed| !printed.contains(shown) || !printed.contains("Tides")));
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn a_damaged_state_file_is_named_and_kept() {
    let file = state_file("damaged");
    let mut wrong = Vec::new();
    for text in
        ["no JSON", "[]", "{\"http://127.0.0.1:1/\":", "{\"http://127.0.0.1:1/\": {\"url\": 1}}", "\u{1}"]
    {
        std::fs::write(&file, text).unwrap();
        let output = run(&["--fetch-state", file.to_str().unwrap(), "http://127.0.0.1:1/"]);
        let message = format!("state file {}: damaged (", file.display());
        let is_kept = std::fs::read_to_string(&file).unwrap() == text;
        if output.status.code() != Some(1) || !err(&output).contains(&message) || !is_kept {
            wrong.push(format!("{text}: {}", err(&output)));
        }
    }
    std::fs::remove_file(&file).unwrap();
    assert_eq!(wrong, [] as [String; 0]);
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
fn what_was_fetched_is_written_without_messages_and_credentials() {
    let server = Server::new(|_| feed(&[]));
    let url = server.url("/").replace("http://", "http://me:s3cret@");
    let output = run(&["--write", "rss", &url, "fixtures/formats/rss-2.0.xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("next poll"), "{}", err(&output));
    assert!(!out(&output).contains("s3cret") && !err(&output).contains("s3cret"));
    let written = bozofeed::parse(&output.stdout);
    assert_eq!((written.bozo, written.feed.title_text().as_deref()), (None, Some("Tides, Harbour News")));
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

#[test]
fn a_url_of_this_machine_is_refused() {
    for url in ["https://127.0.0.1/rss", "http://[::1]/rss", "feed://10.0.0.1/rss"] {
        let output = bozofeed().arg(url).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = err(&output);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(url) && error.contains("not a public address"), "{error}");
    }
}

#[test]
fn a_check_of_a_url_says_what_its_server_could_do_better() {
    let feed = |extra: &str, body: &str| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\n{extra}Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .into_bytes()
    };
    let server = Server::new(move |request| {
        let file =
            format!("http://{}/1.mp3", String::from_utf8_lossy(request.header("host").unwrap_or_default()));
        let body = format!(
            "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>Tides</title><!--{}-->\
             <itunes:image href='{}'/><item><enclosure url='{file}' length='9' type='audio/mpeg'/></item></channel></rss>",
            "x".repeat(1500),
            file.replace("1.mp3", "cover.png")
        );
        let has_range = request.header("range").is_some();
        match (request.path.as_str(), request.method.as_str()) {
            ("/bad", "HEAD") => response(405, &[], b""),
            ("/bad", _) => feed("", &body),
            ("/good", "HEAD") => feed("ETag: \"1\"\r\n", ""),
            ("/good", _) if request.is_conditional() => response(304, &[], b""),
            ("/good", _) => feed("ETag: \"1\"\r\n", &body),
            // The header of a 300 by 300 pixel image.
            ("/cover.png", _) => {
                response(206, &[], b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x01\x2C\0\0\x01\x2C\x08\x02\0\0\0")
            }
            ("/1.mp3", _) if has_range => response(206, &[("Content-Range", "bytes 0-0/9")], b"a"),
            ("/1.mp3", "HEAD") => {
                b"HTTP/1.1 200 OK\r\nContent-Type: audio/ogg\r\nContent-Length: 12\r\n\r\n".to_vec()
            }
            _ => redirect(302, "/good"),
        }
    });
    let lines = |path: &str| -> Vec<String> {
        let url = server.url(path);
        let output = run(&["--check", "--fail-on", "never", &url]);
        let found = out(&output);
        let server = found.lines().filter_map(|line| line.split_once(": server: "));
        let first = |problem: &str| problem.split([':', ' ']).next().unwrap_or_default().to_owned();
        server.map(|(_, problem)| first(problem)).collect()
    };
    assert_eq!(
        lines("/bad"),
        ["TLS", "compression", "validators", "HEAD", "file", "file", "file", "artwork"]
    );
    assert_eq!(lines("/good"), ["TLS", "compression", "file", "file", "file", "artwork"]);
    assert_eq!(lines("/moved")[0], "redirects");
}

#[test]
fn questions_with_gzip_are_answered_without_a_header() {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    const FEED: &str =
        "H4sIAAAAAAACA7MpKi5WKEstKs7Mz7NVN9IzULezSc5IzMtLzbGzKcksyUm1C8lMSS220YdwbPThsvpArXYA/VXs2EAAAAA=";
    let file = temporary("questions", "xml.gz");
    std::fs::write(&file, STANDARD.decode(FEED).unwrap()).unwrap();
    let damaged = STANDARD.encode(&STANDARD.decode(FEED).unwrap()[..30]);
    let lines = format!(
        "{{\"body_base64\": \"{FEED}\"}}\n{{\"path\": {:?}}}\n{{\"body_base64\": \"{damaged}\"}}\n",
        file.to_str().unwrap()
    );
    let output = common::with_input(bozofeed().arg("--ndjson"), lines.as_bytes());
    let answers: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let titles: Vec<_> = answers.iter().map(|answer| answer["feed"]["title"].as_str()).collect();
    assert_eq!(titles, [Some("Tides"), Some("Tides"), None]);
    let limited = common::with_input(bozofeed().args(["--ndjson", "--max-line", "40"]), lines.as_bytes());
    assert!(out(&limited).lines().all(|line| line.contains("error")), "{}", out(&limited));
}
