//! A run continues despite faults of a feed, the disk or the clock, and the status reports them.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::planet::{Planet, err, json_lines};
use super::server::{RSS, Server, feed, not_found, response, rss};

/// Pseudorandom bytes, the same in every run.
fn garbage(length: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[0]
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn one_bad_feed_does_not_stop_the_others() {
    let is_page = Arc::new(AtomicBool::new(false));
    let turned = Arc::clone(&is_page);
    let server = Server::writing(move |request, connection| {
        let page =
            response(200, &[("Content-Type", "text/html")], b"<!doctype html><title>For sale</title><p>Buy");
        let answer = match request.path.as_str() {
            "/garbage" => response(200, &[RSS], &garbage(10_000_000)),
            "/page" if turned.load(Ordering::SeqCst) => page,
            "/empty" => response(200, &[RSS], b""),
            "/cut" => {
                response(200, &[RSS], b"<rss version='2.0'><channel><title>Cut</title><item><title>A</title>")
            }
            "/nested" => response(200, &[RSS], &b"<rss><channel><item>".repeat(20_000)),
            "/not-http" => b"220 harbour.example ESMTP\r\n\r\n".to_vec(),
            "/closed" => Vec::new(),
            "/loop" => response(301, &[("Location", "/loop")], b""),
            "/script" => response(301, &[("Location", "javascript:alert(1)")], b""),
            "/endless" => {
                let start =
                    "HTTP/1.1 200 X\r\nContent-Type: application/rss+xml\r\n\r\n<rss version='2.0'><channel>";
                let _ = connection.write_all(start.as_bytes());
                let item = rss("x", &["Again and again".to_owned()]).repeat(200);
                while connection.write_all(item.as_bytes()).is_ok() {}
                return;
            }
            "/good" | "/page" => feed("Tides", &["High"]),
            _ => not_found(),
        };
        let _ = connection.write_all(&answer);
    });
    let planet = Planet::new();
    let paths = [
        ("/garbage", "not a feed"),
        ("/page", ""),
        ("/empty", "not a feed"),
        ("/cut", ""),
        ("/nested", ""),
        ("/not-http", ""),
        ("/closed", ""),
        ("/loop", "redirect loop"),
        ("/script", "redirect to an unusable URL"),
        ("/endless", "exceeds 2097152 bytes"),
        ("/missing", "status 404"),
        ("/good", ""),
    ];
    let poll = || json_lines(&planet.ok(&["poll", "--all", "--json", "--max-size", "2"]));
    planet.add_list(&paths.map(|(path, _)| server.url(path)));
    // Ten megabytes exceed the limit of two, which only applied to one run.
    planet.ok(&["poll", "1", "--max-size", "16"]);
    assert_eq!(planet.query("SELECT outcome FROM feeds WHERE id = 1"), ["not_a_feed"]);
    poll();
    is_page.store(true, Ordering::SeqCst);
    let lines = poll();
    assert_eq!(lines.len(), paths.len() + 1);
    assert_eq!((&lines[12]["polled"], &lines[12]["unsaved"]), (&Value::from(12), &Value::from(0)));

    let status = planet.ok(&["status"]);
    for (path, message) in paths.iter().filter(|(path, message)| *path != "/garbage" && !message.is_empty()) {
        let at =
            status.find(&format!("({})", server.url(path))).unwrap_or_else(|| panic!("{path}: {status}"));
        let line = status[at..].lines().nth(1).unwrap();
        assert!(line.contains(message), "{path}: {line}");
    }
    let turned = "SELECT outcome || ': ' || message FROM feeds WHERE url LIKE '%/page'";
    assert!(
        planet.query(turned)[0].starts_with("not_a_feed: not a feed (looks like"),
        "{:?}",
        planet.query(turned)
    );
    assert_eq!(
        planet.query("SELECT title FROM feeds WHERE url LIKE '%/page'"),
        ["Tides"],
        "it keeps its entries"
    );
    assert_eq!(
        planet.query("SELECT count(*) FROM entries JOIN feeds ON feeds.id = feed_id WHERE url LIKE '%/page'"),
        ["1"]
    );
    assert_eq!(planet.query("SELECT outcome FROM feeds WHERE url LIKE '%/good'"), ["not_modified"]);
    assert!(status.contains("bozo"), "the truncated feed is parsed, and bozo: {status}");
}

#[test]
fn rules_that_a_feed_breaks_are_shown() {
    let server = Server::new(|_| {
        let body = b"<rss version='2.0'><channel><title>Tides</title><link>/tides</link><description>Daily</description>\n\
            <item><title>High</title><guid>41</guid></item>\n<item><title>Low</title><guid>42</guid></item></channel></rss>";
        response(200, &[RSS], body)
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    planet.ok(&["poll"]);
    let status = planet.ok(&["status"]);
    assert!(
        status.contains(
            "error: the guid is not an address, but is not marked as another kind of id: '41', in 2 places, the first in line 2 [guid-not-permalink]"
        ),
        "{status}"
    );
    let first = "SELECT (findings ->> '$[0].severity') || ' ' || (findings ->> '$[0].rule') FROM feeds";
    assert_eq!(planet.query(first), ["error uri-relative"]);
    let health = planet.render("health.html");
    assert!(health.contains("the guid is not an address") && health.contains("in line"), "{health}");
    assert!(health.contains("isPermaLink=&quot;false&quot;"), "{health}");
}

#[test]
fn a_server_that_never_answers_is_given_up() {
    let server = Server::writing(|request, connection| {
        if request.path == "/good" {
            let _ = connection.write_all(&feed("Tides", &["High"]));
        } else {
            std::thread::sleep(Duration::from_secs(8));
        }
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/never"), server.url("/good")]);
    planet.ok(&["poll", "--timeout", "1"]);
    assert_eq!(planet.query("SELECT outcome FROM feeds ORDER BY id"), ["failed", "changed"]);
    assert!(planet.ok(&["status"]).contains("no complete response within 1 s"));
}

#[test]
fn a_feed_waits_no_longer_than_usual_after_the_clock_was_set_back() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    // As if the feed had been polled in the year 2040.
    let sql = "UPDATE feeds SET polled_at = '2040-01-01T00:00:00Z', next_poll_at = '2040-01-01T06:00:00Z', \
        state = json_set(state, '$.polled', '2040-01-01T00:00:00Z', '$.retry_at', '2040-01-01T02:00:00Z')";
    planet.database().execute(sql, ()).unwrap();
    planet.ok(&["poll"]);
    let hours = "SELECT CAST(round((julianday(next_poll_at) - julianday('now')) * 24) AS INTEGER) FROM feeds";
    assert_eq!(planet.query(hours), ["2"], "two hours after the poll, as the server had asked");
    assert_eq!(planet.query("SELECT polled_at <= strftime('%Y-%m-%dT%H:%M:%SZ', 'now') FROM feeds"), ["1"]);
    // The next run does not postpone it again.
    let before = planet.query("SELECT next_poll_at FROM feeds");
    planet.ok(&["poll"]);
    assert_eq!(planet.query("SELECT next_poll_at FROM feeds"), before);
}

#[test]
fn a_run_waits_for_another_writer_and_goes_on_without_it() {
    let server = Server::new(|request| feed(&request.path.replace('/', "x"), &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/a"), server.url("/b")]);
    // The run waits for a short lock.
    let other = planet.database();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let run = planet.command(&["poll", "--json"]).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    other.execute_batch("COMMIT").unwrap();
    let output = run.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(planet.query("SELECT outcome FROM feeds"), ["changed", "changed"]);

    // A lasting lock is reported; the feeds remain due.
    other.execute("UPDATE feeds SET next_poll_at = '2020-01-01T00:00:00Z'", ()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut run =
        planet.command(&["poll", "--json"]).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let started = Instant::now();
    while run.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < Duration::from_secs(120), "the run does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = run.wait_with_output().unwrap();
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert!(
        err(&output).contains("2 of 2 feeds could not be saved, and will be asked again"),
        "{}",
        err(&output)
    );
    assert!(err(&output).contains("database is locked"), "{}", err(&output));
    assert_eq!(planet.status()["due"], 2);
}

/// Runs a command that cannot write files larger than this number of kilobytes, as on a full disk.
fn limited(planet: &Planet, kilobytes: u64, arguments: &str) -> std::process::Output {
    let command = env!("CARGO_BIN_EXE_planet");
    // `ulimit -f` counts blocks of 512 bytes.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec '{command}' {arguments}", kilobytes * 2);
    Command::new("sh").current_dir(planet.folder()).args(["-c", &script]).output().unwrap()
}

#[test]
fn a_full_disk_costs_only_what_does_not_fit_and_the_servers_nothing() {
    const FEEDS: usize = 40;
    let server = Server::new(|request| {
        let name = request.path.replace('/', "x");
        let items: Vec<String> = (0..30).map(|n| format!("{name} {n} {}", "wave ".repeat(200))).collect();
        response(200, &[RSS], rss(&name, &items).as_bytes())
    });
    let planet = Planet::new();
    planet.add_list(&(0..FEEDS).map(|n| server.url(&format!("/{n}"))).collect::<Vec<_>>());
    let mut asked = Vec::new();
    for _ in 0..3 {
        let before = server.paths().len();
        let output = limited(&planet, 600, "poll --allow-private --jobs 2");
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
        assert!(err(&output).contains("since nothing can be written"), "{}", err(&output));
        asked.push(server.paths().len() - before);
    }
    let saved: usize = planet.query("SELECT count(DISTINCT feed_id) FROM entries")[0].parse().unwrap();
    assert!(saved < FEEDS, "everything fitted");
    // Three that do not fit, plus pending ones, rather than all feeds repeatedly.
    assert!(asked[0] <= saved + 6 && asked[1] <= 6 && asked[2] <= 6, "{asked:?}, {saved} saved");
    let mut paths = server.paths();
    let all = paths.len();
    paths.sort();
    paths.dedup();
    assert!(all <= paths.len() + 6, "{all} requests for {} feeds", paths.len());

    // Reading still works, and the status reports the problem.
    let status = limited(&planet, 600, "status");
    assert!(status.status.success(), "{}", err(&status));

    // Nothing is half saved; with room again, the rest is saved.
    assert_eq!(planet.query("PRAGMA integrity_check"), ["ok"]);
    let counts = planet.query("SELECT DISTINCT count(*) FROM entries GROUP BY feed_id");
    assert!(counts.is_empty() || counts == ["30"], "{counts:?}");
    planet.ok(&["poll", "--all"]);
    assert_eq!(planet.query("SELECT count(*) FROM entries"), [(30 * FEEDS).to_string()]);
}

#[test]
fn a_run_that_cannot_write_asks_nobody_and_the_monitor_is_told() {
    let server = Server::new(|request| match request.path.as_str() {
        "/list" => response(
            200,
            &[("Content-Type", "text/x-opml")],
            b"<opml version='2.0'><body><outline text='x' xmlUrl='https://harbour.example/'/></body></opml>",
        ),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/a"), server.url("/b")]);
    planet.ok(&["follow", &server.url("/list")]);
    planet.ok(&["remove", "3"]);
    planet.ok(&["poll"]);
    planet.ok(&["status", "--check"]);
    let past = "UPDATE feeds SET next_poll_at = '2020-01-01T00:00:00Z'";
    planet.database().execute(past, ()).unwrap();
    planet.database().execute("UPDATE lists SET next_check_at = NULL", ()).unwrap();
    let earlier = "UPDATE runs SET started_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 minute')";
    planet.database().execute(earlier, ()).unwrap();
    let asked = server.paths().len();
    // Not even one page fits.
    for command in ["poll --allow-private", "poll --all --allow-private", "poll 1 --allow-private"] {
        let output = limited(&planet, 4, command);
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    }
    for command in ["add", "follow"] {
        let output = limited(&planet, 4, &format!("{command} {} --allow-private", server.url("/c")));
        assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    }
    assert_eq!(server.paths().len(), asked, "{:?}", server.paths());
    let check = planet.run(&["status", "--check"]);
    let shown = String::from_utf8_lossy(&check.stdout).into_owned();
    assert_eq!(check.status.code(), Some(3), "{shown}");
    assert!(shown.contains("saved nothing: planet.db: "), "{shown}");
    assert!(planet.ok(&["status"]).contains("saved nothing"));
    assert!(planet.ok(&["status", "--metrics"]).contains("planet_last_run_failed 1\n"));
    // The status can still be read.
    let check = limited(&planet, 4, "status --check");
    let shown = String::from_utf8_lossy(&check.stdout).into_owned();
    assert_eq!(check.status.code(), Some(3), "{shown}{}", err(&check));
    assert!(shown.contains("nothing can be written"), "{shown}");
    // With free space again, the problems are gone.
    planet.ok(&["poll"]);
    planet.ok(&["status", "--check"]);
    assert!(planet.ok(&["status", "--metrics"]).contains("planet_last_run_failed 0\n"));
}

#[test]
fn a_run_that_was_killed_is_a_problem_and_one_that_goes_on_is_not() {
    let server = Server::writing(|request, connection| {
        if request.path == "/slow" {
            std::thread::sleep(Duration::from_secs(20));
        }
        let _ = connection.write_all(&feed("Tides", &["High"]));
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/slow")]);
    let mut run = planet.command(&["poll"]).spawn().unwrap();
    let started = Instant::now();
    while server.paths().is_empty() && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    planet.ok(&["status", "--check"]);
    run.kill().unwrap();
    run.wait().unwrap();
    let check = planet.run(&["status", "--check"]);
    let shown = String::from_utf8_lossy(&check.stdout).into_owned();
    assert_eq!(check.status.code(), Some(3), "{shown}");
    assert!(shown.contains("did not finish: it was killed, or could not write"), "{shown}");
}

#[test]
fn a_feed_that_does_not_fit_is_put_off_and_the_others_are_saved() {
    let server = Server::new(|request| match request.path.as_str() {
        "/large" => {
            let items: Vec<String> = (0..300).map(|n| format!("{n} {}", "wave ".repeat(2_000))).collect();
            response(200, &[RSS], rss("large", &items).as_bytes())
        }
        path => feed(&path.replace('/', "x"), &["High"]),
    });
    let planet = Planet::new();
    planet.add_list(&["/a", "/large", "/b", "/c"].map(|path| server.url(path)));
    for _ in 0..3 {
        limited(&planet, 1_000, "poll --allow-private --jobs 1");
    }
    let mut paths = server.paths();
    paths.sort();
    assert_eq!(paths, ["/a", "/b", "/c", "/large"], "it is not asked again at once");
    assert_eq!(
        planet.query("SELECT outcome FROM feeds ORDER BY id"),
        ["changed", "never_polled", "changed", "changed"]
    );
    assert!(planet.ok(&["list"]).contains(", the result could not be saved: planet.db"));
    assert_eq!(planet.status()["failing"].as_array().unwrap().len(), 0, "its server answered");
    planet.ok(&["poll", "2"]);
    assert_eq!(planet.query("SELECT count(*) FROM entries"), ["303"]);
    assert_eq!(planet.query("SELECT failures FROM feeds WHERE id = 2"), ["0"]);
}
