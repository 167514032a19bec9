//! `planet revive`, and addresses with several spellings.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::planet::{Planet, err, json_lines};
use super::server::{RSS, Request, Server, feed, response};

/// A server that knows the current round.
fn rounds(
    answer: impl Fn(&Request, usize) -> Vec<u8> + Send + Sync + 'static,
) -> (Server, impl Fn(&Planet, usize) -> Vec<Value>) {
    let round = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&round);
    let server = Server::new(move |request| answer(request, now.load(Ordering::SeqCst)));
    let poll = move |planet: &Planet, number: usize| {
        round.store(number, Ordering::SeqCst);
        planet.poll()
    };
    (server, poll)
}

fn moved(to: &str) -> Vec<u8> {
    response(301, &[("Location", to)], b"")
}

/// Returns each entry as its feed and title.
fn entries(planet: &Planet) -> Vec<String> {
    planet.query("SELECT feed_id || ' ' || title || ' ' || text FROM entries ORDER BY feed_id, title")
}

fn new_entries(lines: &[Value]) -> u64 {
    lines.last().unwrap()["new_entries"].as_u64().unwrap()
}

#[test]
fn a_feed_that_was_gone_comes_back_with_its_entries() {
    let (server, poll) = rounds(|_, round| match round {
        1 => response(410, &[], b""),
        0 => feed("Tides", &["High", "Low"]),
        _ => feed("Tides", &["Low", "Ebb"]),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    poll(&planet, 1);
    let output = planet.run(&["poll", "1"]);
    assert!(err(&output).contains("`planet revive 1` brings it back"), "{}", err(&output));
    assert_eq!(planet.ok(&["revive", "1"]), "revived 1: Tides, 2 entries\n");
    assert_eq!(planet.status()["retired"], serde_json::json!([]));
    assert_eq!(new_entries(&poll(&planet, 2)), 1);
    assert_eq!(
        planet.query("SELECT title || revision FROM entries ORDER BY title"),
        ["Ebb1", "High1", "Low1"]
    );
    assert_eq!(planet.ok(&["revive", "1"]), "nothing to do for 1: Tides\n");
    // A feed that is permanently gone is retired again.
    poll(&planet, 1);
    assert_eq!(planet.status()["retired"][0]["outcome"], "gone");
}

#[test]
fn a_feed_that_moved_wrongly_goes_back() {
    let (server, poll) = rounds(|request, round| match (request.path.as_str(), round) {
        ("/tides", 1) => moved("/first"),
        ("/first", 1 | 2) => moved("/second"),
        ("/first" | "/second", _) => feed("Parked", &["Buy this domain"]),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/tides")]);
    planet.ok(&["set", "1", "cookie=a=b"]);
    poll(&planet, 1);
    assert_eq!(planet.query("SELECT url FROM feeds"), [server.url("/second")]);
    let revived = planet.ok(&["revive", "1"]);
    assert_eq!(revived, format!("revived 1: Parked, at {}\n", server.url("/tides")));
    assert_eq!(new_entries(&poll(&planet, 3)), 0);
    assert_eq!(
        planet.query("SELECT url || ' ' || title FROM feeds"),
        [format!("{} Tides", server.url("/tides"))]
    );
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY title"), ["Buy this domain", "High"]);
    assert_eq!(server.header("cookie").last(), Some(&Some("a=b".to_owned())));
}

#[test]
fn feeds_that_became_one_are_two_again_and_nothing_is_lost_or_doubled() {
    let item = |id: &str, text: &str| {
        format!(
            "<item><guid isPermaLink='false'>{id}</guid><title>{id}</title><description>{text}</description></item>"
        )
    };
    let document = move |items: &[(&str, &str)]| {
        let items: String = items.iter().map(|(id, text)| item(id, text)).collect();
        let rss = format!("<rss version='2.0'><channel><title>Log</title>{items}</channel></rss>");
        response(200, &[RSS], rss.as_bytes())
    };
    let (server, poll) = rounds(move |request, round| match (request.path.as_str(), round) {
        // Both have "Low", with different text; "High" and "Neap" are only in the old one, until the new one also publishes "Neap".
        ("/old", 0) => document(&[("High", "old"), ("Low", "older"), ("Neap", "old")]),
        ("/old", 1) => document(&[("High", "old"), ("Low", "old"), ("Neap", "old")]),
        ("/old", 2 | 3) => moved("/new"),
        ("/old", _) => document(&[("High", "old"), ("Low", "old"), ("Ebb", "old")]),
        (_, 0..=2) => document(&[("Low", "new"), ("Fog", "new")]),
        _ => document(&[("Fog", "new"), ("Neap", "new")]),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/old"), &server.url("/new")]);
    poll(&planet, 1);
    let before = entries(&planet);
    poll(&planet, 2);
    assert_eq!(entries(&planet), ["2 Fog new", "2 High old", "2 Low new", "2 Neap old"]);
    // At its old address, it still counts as the same feed as the other.
    assert!(planet.ok(&["add", &server.url("/new")]).contains("already there, as 2"));
    poll(&planet, 3);
    assert_eq!(entries(&planet), ["2 Fog new", "2 High old", "2 Low new", "2 Neap new"]);
    assert_eq!(planet.ok(&["revive", "1"]), "revived 1: Log, 3 entries\n");
    assert_eq!(
        entries(&planet),
        ["1 High old", "1 Low old", "1 Neap new", "2 Fog new", "2 Low new", "2 Neap new"]
    );
    assert_eq!(
        planet.query("SELECT feed_id || revisions.title || revisions.html FROM revisions JOIN entries ON id = entry_id ORDER BY 1"),
        ["1Lowolder", "1Neapold", "2Neapold"]
    );
    let lines = poll(&planet, 4);
    assert_eq!(new_entries(&lines), 1, "{lines:?}");
    assert_eq!(
        planet.query("SELECT title FROM entries WHERE feed_id = 1 ORDER BY title"),
        ["Ebb", "High", "Low", "Neap"]
    );
    assert_eq!(before.len(), 5);
    assert_eq!(planet.query("SELECT count(*) FROM origins"), ["0"]);
    assert_eq!(planet.query("SELECT count(*) FROM shelved_entries"), ["0"]);
    assert_eq!(planet.query("PRAGMA foreign_key_check"), Vec::<String>::new());
    // The index contains all of them.
    assert_eq!(json_lines(&planet.ok(&["search", "--json", "old"])).len(), 3);
}

#[test]
fn a_chain_of_feeds_that_became_one_is_taken_apart_in_any_order() {
    for order in [["1", "2"], ["2", "1"]] {
        let (server, poll) = rounds(|request, round| match (request.path.as_str(), round) {
            ("/a", 1 | 2) => moved("/b"),
            ("/b", 2) => moved("/c"),
            ("/a", _) => feed("A", &["a1", "a2"]),
            ("/b", _) => feed("B", &["b1", "b2"]),
            _ => feed("C", &["c1"]),
        });
        let planet = Planet::new();
        planet.ok(&["add", &server.url("/a"), &server.url("/b"), &server.url("/c")]);
        let before = entries(&planet);
        poll(&planet, 1);
        poll(&planet, 2);
        assert_eq!(planet.query("SELECT DISTINCT feed_id FROM entries"), ["3"], "{order:?}");
        for feed in order {
            planet.ok(&["revive", feed]);
        }
        assert_eq!(entries(&planet), before, "{order:?}");
        assert_eq!(new_entries(&poll(&planet, 0)), 0, "{order:?}");
        assert_eq!(entries(&planet), before, "{order:?}");
    }
}

#[test]
fn a_revived_feed_takes_no_address_of_another() {
    let (server, poll) = rounds(|request, round| match (request.path.as_str(), round) {
        ("/old", 1) => moved("/new"),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/old")]);
    poll(&planet, 1);
    planet.ok(&["add", &server.url("/other")]);
    planet.ok(&["set", "2", &format!("url={}", server.url("/old"))]);
    let output = planet.run(&["revive", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("feed 2 has this address"), "{}", err(&output));
}

#[test]
fn other_spellings_of_an_address_are_the_same_subscription() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    let url = server.url("/tides?a=b");
    planet.ok(&["add", &url]);
    let rest = url.strip_prefix("http://").unwrap();
    let spellings = [
        url.clone(),
        format!("HTTP://{rest}"),
        format!("{url}#x"),
        format!("feed://{rest}"),
        format!("feed:{url}"),
        url.replace("/tides", "/./tides"),
        url.replace("/tides", "/x/../tides"),
        url.replace("/tides", "/%74ides"),
        format!(" {url}"),
    ];
    let wrong: Vec<(&String, String)> = spellings
        .iter()
        .filter_map(|spelling| {
            let output = planet.run(&["add", spelling]);
            let printed = String::from_utf8(output.stdout).unwrap();
            (!printed.starts_with("already there, as 1: Tides")).then_some((spelling, printed))
        })
        .collect();
    assert_eq!(wrong, []);
    let requests = server.paths().len();
    planet.add_list(&spellings);
    assert_eq!(planet.query("SELECT count(*) FROM feeds"), ["1"]);
    assert_eq!(server.paths().len(), requests);
    planet.ok(&["poll", &spellings[3]]);
    for other in ["/tides?a=c", "/tides/?a=b", "/Tides?a=b"] {
        planet.ok(&["add", &server.url(other)]);
    }
    assert_eq!(planet.query("SELECT count(*) FROM feeds"), ["4"]);
}
