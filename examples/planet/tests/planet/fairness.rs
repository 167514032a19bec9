//! No feed waits for another feed's server, and each host is treated as one neighbour, however many
//! feeds it has.

use std::net::Ipv4Addr;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::planet::{Planet, json_lines};
use super::server::{Server, feed, response};
use std::io::Write as _;

fn at(last: u8, answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Server {
    Server::at(Ipv4Addr::new(127, 0, 0, last), move |request, connection| {
        let _ = connection.write_all(&answer(&request.path));
    })
}

/// Returns the addresses of a server's feeds.
fn urls(server: &Server, count: usize) -> Vec<String> {
    (0..count).map(|number| server.url(&format!("/{number}"))).collect()
}

#[test]
fn fast_feeds_do_not_wait_for_slow_hosts() {
    // Slow hosts answer once the fast feeds are done, or after a timeout.
    let is_done = Arc::new(AtomicBool::new(false));
    let slow_answer = |title: &'static str| {
        let is_done = Arc::clone(&is_done);
        move |_: &str| {
            let started = Instant::now();
            while !is_done.load(Ordering::SeqCst) && started.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(10));
            }
            feed(title, &[])
        }
    };
    let slow = at(2, slow_answer("Slow"));
    let to = slow.url("/feed");
    let redirecting = at(3, move |path| response(302, &[("Location", &format!("{to}{path}"))], b""));
    // Each has its own host, and blocks a worker.
    let silent: Vec<_> = (10..50).map(|last| at(last, slow_answer("Silent"))).collect();
    let fast = at(4, |_| feed("Fast", &["High"]));
    let planet = Planet::new();
    let mut list = urls(&redirecting, 40);
    list.extend(silent.iter().map(|server| server.url("/")));
    list.extend(urls(&fast, 100));
    planet.add_list(&list);
    let started = Instant::now();
    let mut poll =
        planet.command(&["poll", "--json", "--timeout", "120"]).stdout(Stdio::null()).spawn().unwrap();
    while fast.paths().len() < 100 && started.elapsed() < Duration::from_secs(50) {
        thread::sleep(Duration::from_millis(10));
    }
    is_done.store(true, Ordering::SeqCst);
    let _ = poll.kill();
    let _ = poll.wait();
    assert_eq!(fast.paths().len(), 100, "before any slow server answered");
}

#[test]
fn a_host_that_is_busy_is_asked_once() {
    let busy = at(5, |_| response(429, &[("Retry-After", "600")], b""));
    let other = at(6, |_| feed("Other", &["High"]));
    let planet = Planet::new();
    planet.add_list(&[urls(&busy, 30), urls(&other, 3)].concat());
    let lines = json_lines(&planet.ok(&["poll", "--json"]));
    let put_off: Vec<_> = lines.iter().filter(|line| line["event"] == "put_off").collect();
    assert_eq!(put_off.len(), 1);
    assert_eq!(put_off[0]["feeds"].as_array().unwrap().len(), 29);
    assert_eq!(put_off[0]["reason"], "the host asked to wait");
    assert_eq!((busy.paths().len(), other.paths().len()), (1, 3));
    // They have not failed, but wait.
    assert_eq!(planet.query("SELECT count(*) FROM feeds WHERE failures > 0"), ["1"]);
    planet.ok(&["poll"]);
    // They are not asked with `--all`, either.
    planet.ok(&["poll", "--all"]);
    assert_eq!(busy.paths().len(), 1);
    // A user who names a feed wants to see it now.
    planet.ok(&["poll", &busy.url("/7")]);
    assert_eq!(busy.paths().last().unwrap(), "/7");
}

#[test]
fn a_host_that_is_refusing_is_asked_again_when_the_time_has_come() {
    let server = at(7, |_| response(503, &[], b""));
    let planet = Planet::new();
    planet.add_list(&urls(&server, 5));
    planet.ok(&["poll"]);
    assert_eq!(server.paths().len(), 1);
    let later = "UPDATE feeds SET next_poll_at = '2020-01-01T00:00:00Z', \
        state = json_remove(state, '$.retry_at'); DELETE FROM hosts;";
    planet.database().execute_batch(later).unwrap();
    planet.ok(&["poll"]);
    assert_eq!(server.paths().len(), 2, "one is asked whether the host is well");
    assert!(server.paths()[1] != "/0", "the feed that failed last time comes last");
}

#[test]
fn there_is_a_pause_between_requests_to_a_host() {
    let server = at(8, |_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.add_list(&urls(&server, 4));
    let started = Instant::now();
    planet.ok(&["poll", "--pause", "0.2"]);
    assert!(started.elapsed() >= Duration::from_millis(600));
    assert_eq!(server.paths().len(), 4);
}

#[test]
fn a_whole_poll_is_bounded() {
    let server = at(9, |path| {
        thread::sleep(Duration::from_millis(700));
        response(302, &[("Location", &format!("{path}x"))], b"")
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let lines = json_lines(&planet.ok(&["poll", "--json", "--timeout", "1"]));
    assert_eq!(
        lines[0]["message"].as_str().unwrap().rsplit_once(": ").unwrap().1,
        "no complete response within 1 s"
    );
    assert!(server.paths().len() <= 2, "{:?}", server.paths());
}
