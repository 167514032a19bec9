//! `planet poll`: requests, schedule, and stored data.

use std::io::Write as _;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::planet::{Planet, err, json_lines};
use super::server::{RSS, Server, feed, not_found, response, rss};

/// A server that gives each answer once, and then repeats the last one.
fn sequence(answers: Vec<Vec<u8>>) -> Server {
    let count = AtomicUsize::new(0);
    Server::new(move |_| answers[count.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1)].clone())
}

fn outcome(lines: &[Value]) -> &str {
    lines[0]["outcome"].as_str().unwrap()
}

#[test]
fn only_feeds_that_are_due_are_asked() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/a"), server.url("/b")]);
    assert_eq!(json_lines(&planet.ok(&["poll", "--json"])).len(), 3);
    assert_eq!(json_lines(&planet.ok(&["poll", "--json"])).len(), 1, "none is due");
    assert_eq!(server.paths(), ["/a", "/b"]);
    planet
        .database()
        .execute("UPDATE feeds SET next_poll_at = '2020-01-01T00:00:00Z' WHERE id = 2", ())
        .unwrap();
    planet.ok(&["poll"]);
    assert_eq!(server.paths(), ["/a", "/b", "/b"]);
    planet.ok(&["poll", "1", "1", &server.url("/a")]);
    assert_eq!(server.paths().len(), 4, "a feed that is named is asked, due or not");
}

#[test]
fn the_second_poll_is_conditional_and_brings_nothing() {
    let server = Server::new(|request| {
        if request.etag.as_deref() == Some("\"1\"") {
            return response(304, &[], b"");
        }
        response(200, &[RSS, ("ETag", "\"1\"")], rss("Tides", &["High".to_owned()]).as_bytes())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    for _ in 0..2 {
        assert_eq!(outcome(&planet.poll()), "not_modified");
    }
    assert_eq!(planet.query("SELECT etag FROM feeds"), ["\"1\""]);
    assert_eq!(planet.query("SELECT title || revision FROM entries"), ["High1"]);
}

#[test]
fn an_entry_that_changes_keeps_its_earlier_revisions() {
    let item = |title: &str, text: &str| {
        let item =
            format!("<item><guid>urn:x</guid><title>{title}</title><description>{text}</description></item>");
        response(200, &[RSS], format!("<rss version='2.0'><channel>{item}</channel></rss>").as_bytes())
    };
    let server = sequence(vec![
        item("High", "One metre"),
        item("High", "Two metres"),
        item("High", "&lt;p&gt;Two metres&lt;/p&gt;"),
        item("Low", "Two metres"),
        response(200, &[RSS], b"<rss version='2.0'><channel/></rss>"),
    ]);
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    let changed: Vec<u64> = (0..4).map(|_| planet.poll()[0]["changed_entries"].as_u64().unwrap()).collect();
    assert_eq!(changed, [1, 0, 1, 0], "markup alone is not a revision");
    assert_eq!(
        planet.query("SELECT title || ' ' || text || ' ' || revision FROM entries"),
        ["Low Two metres 3"]
    );
    assert_eq!(
        planet.query("SELECT revision || ' ' || title || ' ' || html FROM revisions ORDER BY revision"),
        ["1 High One metre", "2 High <p>Two metres</p>"]
    );
    assert_eq!(planet.ok(&["search", "metre"]), "", "only the last revision is found");
    assert!(planet.ok(&["search", "metres"]).contains("Low"));
}

#[test]
fn a_feed_that_moves_for_good_is_asked_at_its_new_address() {
    let server = Server::new(|request| match request.path.as_str() {
        "/old" => response(301, &[("Location", "/new")], b""),
        "/for-now" => response(302, &[("Location", "/new")], b""),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/old")]);
    for _ in 0..2 {
        planet.poll();
    }
    assert_eq!(planet.query("SELECT url FROM feeds"), [server.url("/new")]);
    assert_eq!(planet.query("SELECT added_url FROM feeds"), [server.url("/old")]);
    assert_eq!(server.paths(), ["/old", "/new", "/new"]);
    let planet = Planet::new();
    planet.add_list(&[server.url("/for-now")]);
    planet.poll();
    assert_eq!(planet.query("SELECT url FROM feeds"), [server.url("/for-now")]);
}

#[test]
fn a_feed_that_moves_to_another_becomes_one_with_it() {
    let has_moved = Arc::new(AtomicUsize::new(0));
    let flag = Arc::clone(&has_moved);
    let server = Server::new(move |request| match request.path.as_str() {
        "/old" if flag.load(Ordering::SeqCst) > 0 => response(301, &[("Location", "/new")], b""),
        "/old" => feed("Tides", &["High", "Low"]),
        _ => feed("Tides", &["Low", "Ebb"]),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/old"), server.url("/new")]);
    planet.poll();
    assert_eq!(planet.query("SELECT count(*) FROM entries"), ["4"]);
    has_moved.store(1, Ordering::SeqCst);
    planet.poll();
    assert_eq!(planet.query("SELECT DISTINCT feed_id FROM entries"), ["2"]);
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY title"), ["Ebb", "High", "Low"]);
    assert_eq!(planet.status()["retired"][0]["message"], "moved for good to the address of feed 2");
    assert_eq!(planet.poll().len(), 2, "one feed is left");
}

#[test]
fn a_feed_that_is_gone_is_retired_and_keeps_its_entries() {
    let server = sequence(vec![feed("Tides", &["High"]), response(410, &[], b"")]);
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    assert_eq!(outcome(&planet.poll()), "gone");
    assert_eq!(planet.poll().len(), 1, "it is not asked again");
    assert_eq!(server.paths().len(), 2);
    assert!(planet.ok(&["status"]).contains("gone for good (status 410)"));
    assert_eq!(planet.query("SELECT title FROM entries"), ["High"]);
    let named = planet.run(&["poll", "1"]);
    assert_eq!(named.status.code(), Some(1));
}

/// Returns the number of minutes until a feed's next poll.
fn minutes(planet: &Planet) -> i64 {
    let sql = "SELECT CAST(round((julianday(next_poll_at) - julianday('now')) * 1440) AS INTEGER) FROM feeds";
    planet.query(sql)[0].parse().unwrap()
}

#[test]
fn a_busy_server_is_left_alone_for_as_long_as_it_asks() {
    for (header, expected) in [("7200", 119..=121), ("60", 59..=61)] {
        let server = Server::new(move |_| response(503, &[("Retry-After", header)], b""));
        let planet = Planet::new();
        planet.add_list(&[server.url("/")]);
        assert_eq!(outcome(&planet.poll()), "busy");
        assert!(expected.contains(&minutes(&planet)), "{header}: {}", minutes(&planet));
        planet.ok(&["poll"]);
        assert_eq!(server.paths().len(), 1);
    }
}

#[test]
fn failures_back_off() {
    let server = Server::new(|_| not_found());
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let mut last = 0;
    for _ in 0..4 {
        planet.poll();
        let now = minutes(&planet);
        assert!(now > last + last / 2, "{now} after {last}");
        last = now;
    }
    assert!(planet.ok(&["status"]).contains("failed 4 times: the server answered with status 404"));
}

/// Systems other than Linux have a single loopback address.
#[cfg(target_os = "linux")]
#[test]
fn a_host_is_asked_by_one_request_at_a_time_and_hosts_side_by_side() {
    const HOSTS: u8 = 5;
    // For each host, the current and the maximum number of concurrent requests.
    let counts: Arc<Vec<(AtomicUsize, AtomicUsize)>> =
        Arc::new((0..HOSTS).map(|_| Default::default()).collect());
    let serve = |host: u8, answer: Vec<u8>| {
        let counts = Arc::clone(&counts);
        Server::at(Ipv4Addr::new(127, 0, 0, host + 1), move |_, connection| {
            let (active, most) = &counts[usize::from(host)];
            most.fetch_max(active.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(30));
            // The client may send another request as soon as it has the last byte.
            active.fetch_sub(1, Ordering::SeqCst);
            let _ = connection.write_all(&answer);
        })
    };
    let mut servers: Vec<Server> = (1..HOSTS).map(|host| serve(host, feed("Tides", &["High"]))).collect();
    // One server redirects to another.
    servers.push(serve(0, response(302, &[("Location", &servers[0].url("/redirected"))], b"")));
    let planet = Planet::new();
    let urls = servers.iter().flat_map(|server| (0..6).map(|n| server.url(&format!("/{n}"))));
    planet.add_list(&urls.collect::<Vec<_>>());
    let lines = planet.poll();
    assert_eq!(lines.len(), 31);
    let run = &lines[30];
    assert_eq!((&run["failed"], &run["polled"]), (&Value::from(0), &Value::from(30)));
    let most: Vec<usize> = counts.iter().map(|(_, most)| most.load(Ordering::SeqCst)).collect();
    assert_eq!(most, [1; HOSTS as usize]);
    assert_eq!(servers[0].paths().len(), 12);
}

#[test]
fn hubs_are_shown() {
    let in_feed = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Tides</title><link rel='hub' href='https://hub.example/'/></feed>";
    let server = Server::new(move |request| match request.path.as_str() {
        "/header" => response(200, &[RSS, ("Link", "</hub>; rel=hub")], rss("Winds", &[]).as_bytes()),
        _ => response(200, &[("Content-Type", "application/atom+xml")], in_feed.as_bytes()),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/feed"), &server.url("/header")]);
    let list = planet.ok(&["list"]);
    assert!(list.contains("WebSub hub https://hub.example/"), "{list}");
    assert!(list.contains(&format!("WebSub hub {}", server.url("/hub"))), "{list}");
    assert!(planet.render("index.html").contains("WebSub"));
}

#[test]
fn a_run_is_quiet_unless_somebody_watches() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let output = planet.run(&["poll"]);
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(0), 0, 0));
    let output = planet.run(&["poll", "--all", "--verbose"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("1 of 1 feeds polled in "), "{said}");
}

#[test]
fn entries_that_say_nothing_are_one_and_do_not_change() {
    let server =
        Server::new(|_| response(200, &[RSS], b"<rss version='2.0'><channel><item/><item/></channel></rss>"));
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    for _ in 0..2 {
        assert_eq!(planet.poll()[0]["changed_entries"], 0);
    }
    assert_eq!(planet.query("SELECT revision FROM entries"), ["1"]);
}

#[test]
fn a_second_run_does_not_poll_the_same_feeds() {
    let server = Server::writing(|_, connection| {
        thread::sleep(Duration::from_secs(2));
        let _ = connection.write_all(&feed("Tides", &["High"]));
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let mut first = planet.command(&["poll"]).spawn().unwrap();
    while server.paths().is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    let second = planet.run(&["poll", "--all"]);
    assert_eq!(second.status.code(), Some(1));
    assert!(err(&second).contains("another run is polling these feeds"), "{}", err(&second));
    assert!(first.wait().unwrap().success());
    assert_eq!(server.paths().len(), 1);
}

#[test]
fn a_feed_that_is_removed_while_it_is_polled_stays_removed() {
    let server = Server::writing(|_, connection| {
        thread::sleep(Duration::from_secs(1));
        let _ = connection.write_all(&feed("Tides", &["High"]));
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let mut run = planet.command(&["poll"]).spawn().unwrap();
    while server.paths().is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    planet.ok(&["remove", "1"]);
    assert!(run.wait().unwrap().success());
    assert_eq!(planet.query("SELECT (SELECT count(*) FROM feeds) + (SELECT count(*) FROM entries)"), ["0"]);
}

#[test]
fn a_feed_that_was_gone_is_polled_again_if_another_moves_to_it() {
    let round = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&round);
    let server = Server::new(move |request| match (request.path.as_str(), now.load(Ordering::SeqCst)) {
        ("/new", 0) => response(410, &[], b""),
        ("/old", 1) => response(301, &[("Location", "/new")], b""),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/old"), server.url("/new")]);
    planet.poll();
    round.store(1, Ordering::SeqCst);
    planet.poll();
    assert_eq!(planet.query("SELECT id FROM feeds WHERE retired_at IS NULL"), ["2"]);
    assert_eq!(planet.poll()[0]["outcome"], "changed");
    assert_eq!(planet.query("SELECT outcome FROM feeds"), ["merged", "changed"]);
}
