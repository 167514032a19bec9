//! `planet status` for monitoring: exit status, metrics, silent feeds; and feeds that are looked up
//! again.

use std::collections::BTreeMap;

use super::planet::Planet;
use super::server::{RSS, Server, feed, not_found, response};

/// Parses metrics like a scraper; fails if they are not in the Prometheus text format.
fn metrics(text: &str) -> BTreeMap<String, i64> {
    let is_name = |name: &str| {
        let is_start = |c: char| c.is_ascii_alphabetic() || c == '_';
        name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit())
    };
    let mut values = BTreeMap::new();
    let mut typed: Option<&str> = None;
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, help) = help.split_once(' ').unwrap();
            assert!(is_name(name) && !help.is_empty(), "{line}");
            continue;
        }
        if let Some(family) = line.strip_prefix("# TYPE ") {
            let (name, kind) = family.split_once(' ').unwrap();
            assert!(is_name(name) && kind == "gauge", "{line}");
            typed = Some(name);
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').map_or((series, None), |(name, rest)| (name, Some(rest)));
        assert_eq!(Some(name), typed, "{line}");
        if let Some(labels) = labels {
            let (label, of) = labels.strip_suffix("\"}").unwrap().split_once("=\"").unwrap();
            assert!(is_name(label) && !of.contains(['"', '\\']), "{line}");
        }
        assert!(values.insert(series.to_owned(), value.parse().unwrap()).is_none(), "{line}");
    }
    values
}

#[test]
fn metrics_can_be_scraped() {
    let server = Server::new(|request| match request.path.as_str() {
        "/missing" => not_found(),
        "/hub" => response(
            200,
            &[RSS, ("Link", "<https://hub.example/>; rel=hub")],
            b"<rss version='2.0'><channel/></rss>",
        ),
        _ => feed("Tides", &["High", "Low"]),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/a"), server.url("/missing"), server.url("/hub")]);
    let before = metrics(&planet.ok(&["status", "--metrics"]));
    assert_eq!(before["planet_feeds_due"], 3);
    assert!(!before.contains_key("planet_last_run_start_timestamp_seconds"));
    planet.ok(&["poll"]);
    let after = metrics(&planet.ok(&["status", "--metrics"]));
    let wrong: Vec<_> = [
        ("planet_feeds{state=\"failing\"}", 1),
        ("planet_feeds{state=\"retired\"}", 0),
        ("planet_feeds_due", 0),
        ("planet_feeds_silent", 0),
        ("planet_entries", 2),
        ("planet_hub_feeds{subscribed=\"yes\"}", 0),
        ("planet_hub_feeds{subscribed=\"no\"}", 1),
        ("planet_last_run_feeds{state=\"polled\"}", 3),
        ("planet_last_run_feeds{state=\"failed\"}", 1),
        ("planet_last_run_entries{state=\"new\"}", 2),
    ]
    .into_iter()
    .filter(|(series, expected)| after.get(*series) != Some(expected))
    .collect();
    assert_eq!(wrong, [], "{after:?}");
    assert!(
        after["planet_last_run_end_timestamp_seconds"] >= after["planet_last_run_start_timestamp_seconds"]
    );
    assert!(after["planet_database_bytes"] > 0);
}

#[test]
fn a_monitor_is_told_by_the_exit_status() {
    let server = Server::new(
        |request| if request.path == "/missing" { not_found() } else { feed("Tides", &["High"]) },
    );
    let planet = Planet::new();
    planet.add_list(&[server.url("/a"), server.url("/b"), server.url("/missing")]);
    let check = |more: &[&str]| {
        let output = planet.run(&[&["status", "--check"], more].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(check(&[]), (Some(3), "there was no run yet\n".to_owned()));
    planet.ok(&["poll"]);
    assert_eq!(check(&[]), (Some(3), "1 of 3 feeds fail\n".to_owned()));
    assert_eq!(check(&["--max-failing", "40"]), (Some(0), String::new()));
    planet.database().execute("UPDATE runs SET started_at = '2020-01-01T00:00:00Z'", ()).unwrap();
    assert_eq!(
        check(&["--max-failing", "40", "--max-age", "1d"]),
        (Some(3), "the last run began 2020-01-01 00:00 UTC\n".to_owned())
    );
}

#[test]
fn silent_feeds_are_shown() {
    let dated = |dates: &[&str]| {
        let items: String = dates
            .iter()
            .map(|date| format!("<item><title>{date}</title><pubDate>{date}T00:00:00Z</pubDate></item>"))
            .collect();
        response(
            200,
            &[RSS],
            format!("<rss version='2.0'><channel><title>Tides</title>{items}</channel></rss>").as_bytes(),
        )
    };
    let server = Server::new(move |request| match request.path.as_str() {
        "/daily" => dated(&["2025-03-03", "2025-03-02", "2025-03-01"]),
        "/yearly" => dated(&["2025-03-03", "2015-03-02", "2005-03-01"]),
        _ => feed("New", &["High"]),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/daily"), server.url("/yearly"), server.url("/new")]);
    planet.ok(&["poll"]);
    assert_eq!(planet.status()["silent"].as_array().unwrap().len(), 0, "they were just added");
    planet.database().execute("UPDATE feeds SET added_at = '2025-03-04T00:00:00Z'", ()).unwrap();
    let shown = planet.ok(&["status"]);
    assert!(shown.contains("silent     1: Tides"), "{shown}");
    assert!(shown.contains("the newest entry is of 2025-03-03 00:00 UTC"), "{shown}");
    let silent = &planet.status()["silent"];
    assert_eq!(silent.as_array().unwrap().len(), 1, "{silent}");
    assert_eq!(silent[0]["id"], 1);
}

#[test]
fn a_feed_that_fails_for_a_week_is_looked_up_again() {
    let page = |links: &str| {
        response(
            200,
            &[("Content-Type", "text/html")],
            format!("<html><head>{links}</head></html>").as_bytes(),
        )
    };
    let rss = |title: &str, site: &str| {
        let text = format!(
            "<rss version='2.0'><channel><title>Tides</title><link>{site}</link><item><guid>urn:x:{title}</guid><title>{title}</title></item></channel></rss>"
        );
        response(200, &[RSS], text.as_bytes())
    };
    let is_gone = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let gone = std::sync::Arc::clone(&is_gone);
    let server = Server::new(move |request| {
        match (request.path.as_str(), gone.load(std::sync::atomic::Ordering::SeqCst)) {
            ("/old", false) => rss("High", "/site/"),
            ("/site/", _) => page("<link rel='alternate' type='application/rss+xml' href='/moved'>"),
            ("/moved", true) => rss("Low", "/site/"),
            _ => not_found(),
        }
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/old")]);
    is_gone.store(true, std::sync::atomic::Ordering::SeqCst);
    planet.ok(&["poll", "--all"]);
    let site = || server.paths().iter().filter(|path| *path == "/site/").count();
    assert_eq!(site(), 0, "not at once");
    let past = "UPDATE feeds SET failing_since = '2020-01-01T00:00:00Z'";
    planet.database().execute(past, ()).unwrap();
    planet.ok(&["poll", "--all"]);
    assert_eq!(site(), 1);
    assert_eq!(planet.query("SELECT url FROM feeds"), [server.url("/moved")]);
    assert!(planet.ok(&["list"]).contains("found on the page of its site"));
    planet.ok(&["poll"]);
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY title"), ["High", "Low"]);
    assert!(planet.ok(&["revive", "1"]).contains(&server.url("/old")));
    // At most once a week.
    for _ in 0..2 {
        planet.ok(&["poll", "--all"]);
        planet.database().execute(past, ()).unwrap();
    }
    assert_eq!(site(), 1);
}

#[test]
fn a_lost_feed_does_not_become_another_and_what_did_can_be_undone() {
    let is_gone = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let gone = std::sync::Arc::clone(&is_gone);
    let rss = |title: &str, ids: &[(&str, &str)]| {
        let items: String = ids
            .iter()
            .map(|(id, title)| {
                format!("<item><guid isPermaLink='false'>{id}</guid><title>{title}</title></item>")
            })
            .collect();
        let text = format!(
            "<rss version='2.0'><channel><title>{title}</title><link>/site/</link>{items}</channel></rss>"
        );
        response(200, &[RSS], text.as_bytes())
    };
    let server = Server::new(move |request| {
        let page = |href: &str| {
            let text = format!(
                "<html><head><link rel='alternate' type='application/rss+xml' href='{href}'></head></html>"
            );
            response(200, &[("Content-Type", "text/html")], text.as_bytes())
        };
        match (request.path.as_str(), gone.load(std::sync::atomic::Ordering::SeqCst)) {
            ("/old", false) => rss("Tides", &[("1", "High"), ("2", "Low")]),
            ("/site/", _) => page("/comments"),
            ("/comments", _) => rss("Comments", &[("c1", "Nice"), ("c2", "Not nice")]),
            ("/old2", false) => {
                let text = String::from_utf8(rss("Fog", &[("1", "Thick"), ("2", "Thin")])).unwrap();
                let body = text.split_once("\r\n\r\n").unwrap().1.replace("/site/", "/site2/");
                response(200, &[RSS], body.as_bytes())
            }
            ("/site2/", _) => page("/other"),
            // It uses one of the same identifiers for something else.
            ("/other", _) => rss("Buy now", &[("1", "Cheap"), ("x1", "Cheaper"), ("x2", "Cheapest")]),
            _ => not_found(),
        }
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/old"), server.url("/old2")]);
    planet.ok(&["poll"]);
    planet.database().execute("UPDATE entries SET first_seen_at = '2020-01-01T00:00:00Z'", ()).unwrap();
    is_gone.store(true, std::sync::atomic::Ordering::SeqCst);
    planet.ok(&["poll", "--all"]);
    planet.database().execute("UPDATE feeds SET failing_since = '2020-01-01T00:00:00Z'", ()).unwrap();
    planet.ok(&["poll", "--all"]);
    let urls = || planet.query("SELECT url FROM feeds ORDER BY id");
    assert_eq!(
        urls(),
        [server.url("/old"), server.url("/other")],
        "the feed of comments has nothing in common"
    );
    assert!(planet.ok(&["status"]).contains("`planet revive 2` takes that back"));
    planet.ok(&["poll"]);
    let entries = || planet.query("SELECT title FROM entries WHERE feed_id = 2 ORDER BY title");
    assert_eq!(entries(), ["Cheap", "Cheaper", "Cheapest", "Thin"]);
    planet.ok(&["revive", "2"]);
    assert_eq!(urls(), [server.url("/old"), server.url("/old2")]);
    assert_eq!(planet.query("SELECT title FROM feeds ORDER BY id"), ["Tides", "Fog"]);
    assert_eq!(entries(), ["Thick", "Thin"]);
    assert!(planet.status()["found"].as_array().unwrap().is_empty());
}
