//! A run that is killed or interrupted loses nothing and repeats nothing.

use std::collections::BTreeSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::Write as _;
use std::net::Ipv4Addr;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::planet::Planet;
use super::server::{RSS, Server, response, rss};

const FEEDS: usize = 40;

/// Starts a server whose feeds get one more entry in each round, and answer 304 to clients that know the current
/// round's.
fn growing(round: &Arc<AtomicUsize>, address: Ipv4Addr) -> Server {
    let round = Arc::clone(round);
    Server::at(address, move |request, connection| {
        let round = round.load(Ordering::SeqCst);
        let etag = format!("\"{round}\"");
        if request.etag.as_deref() == Some(&etag) {
            let _ = connection.write_all(&response(304, &[], b""));
            return;
        }
        let name = request.path.trim_start_matches('/');
        let items: Vec<String> = (0..=round).map(|n| format!("{name}-{n}")).collect();
        let _ = connection.write_all(&response(200, &[RSS, ("ETag", &etag)], rss(name, &items).as_bytes()));
    })
}

fn start(planet: &Planet) -> Child {
    let mut command = planet.command(&["poll", "--all", "--json"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Returns the entries of a planet, including duplicates.
fn entries(planet: &Planet) -> Vec<String> {
    planet.query("SELECT title FROM entries ORDER BY title")
}

fn expected(round: usize) -> Vec<String> {
    let all: BTreeSet<String> =
        (0..FEEDS).flat_map(|feed| (0..=round).map(move |n| format!("f{feed}-{n}"))).collect();
    all.into_iter().collect()
}

#[test]
fn nothing_is_lost_or_repeated_if_a_run_is_killed_at_any_point() {
    let round = Arc::new(AtomicUsize::new(0));
    // Several hosts, so that several requests are concurrent.
    let hosts = if cfg!(target_os = "linux") { 4 } else { 1 };
    let servers: Vec<Server> =
        (1..=hosts).map(|host| growing(&round, Ipv4Addr::new(127, 0, 0, host))).collect();
    let requests = || servers.iter().map(|server| server.paths().len()).sum::<usize>();
    let planet = Planet::new();
    let url = |feed: usize| servers[feed % servers.len()].url(&format!("/f{feed}"));
    planet.add_list(&(0..FEEDS).map(url).collect::<Vec<_>>());
    planet.poll();
    let random = RandomState::new();
    let mut unfinished = 0;
    for kill_number in 0..20_u64 {
        round.fetch_add(1, Ordering::SeqCst);
        let before: BTreeSet<String> = entries(&planet).into_iter().collect();
        // A point between the first request and shortly after the last, however fast the machine is.
        let point = random.hash_one(kill_number);
        let last = requests() + usize::try_from(point % (FEEDS as u64 + 1)).unwrap();
        let mut run = start(&planet);
        while requests() < last && run.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros((point >> 32) % 4000));
        run.kill().unwrap();
        run.wait().unwrap();
        assert_eq!(planet.query("PRAGMA integrity_check"), ["ok"]);
        assert_eq!(planet.query("PRAGMA foreign_key_check"), Vec::<String>::new());
        let after = entries(&planet);
        let distinct: BTreeSet<String> = after.iter().cloned().collect();
        assert_eq!(after.len(), distinct.len(), "an entry is there twice");
        assert!(distinct.is_superset(&before), "an entry is lost");
        unfinished += usize::from(after.len() < expected(round.load(Ordering::SeqCst)).len());
        // The validators of a feed match the saved entries: all of a document, or none.
        let torn = "SELECT feeds.id FROM feeds JOIN entries ON feed_id = feeds.id GROUP BY feeds.id \
            HAVING count(*) <> 1 + CAST(trim(etag, '\"') AS INTEGER)";
        assert_eq!(planet.query(torn), Vec::<String>::new());
    }
    let last = planet.poll();
    assert_eq!(last.last().unwrap()["failed"], 0);
    let all = expected(20);
    assert_eq!(entries(&planet), all);
    assert_eq!(
        planet.query("SELECT count(*) FROM revisions"),
        ["0"],
        "no entry was mistaken for another revision"
    );
    let searched = "SELECT count(*) FROM entries_search WHERE entries_search MATCH 'about'";
    assert_eq!(planet.query(searched), [all.len().to_string()]);
    assert_eq!(bozofeed::parse(planet.render("atom.xml").as_bytes()).entries.len(), 60);
    eprintln!("{unfinished} of 20 kills hit a run before its end");
    // Some of the kills must have hit a run in progress.
    assert!(unfinished > 3, "{unfinished} of 20 runs were killed before their end");
}

#[test]
fn an_interrupt_saves_what_arrived_and_stops() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let server = Server::new(|request| {
            // The first feeds answer; the others prolong the run.
            let number: usize = request.path.trim_start_matches("/f").parse().unwrap();
            thread::sleep(Duration::from_millis(if number < 3 { 0 } else { 20_000 }));
            let name = request.path.trim_start_matches('/');
            response(200, &[RSS], rss(name, &[format!("{name}-0")]).as_bytes())
        });
        let planet = Planet::new();
        planet.add_list(&(0..FEEDS).map(|feed| server.url(&format!("/f{feed}"))).collect::<Vec<_>>());
        let mut run = start(&planet);
        let started = Instant::now();
        while server.paths().len() < 4 {
            assert!(started.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(10));
        }
        let interrupted = Instant::now();
        kill(Pid::from_raw(i32::try_from(run.id()).unwrap()), signal).unwrap();
        let status = run.wait().unwrap();
        assert_eq!(status.code(), Some(130), "{signal}");
        assert!(interrupted.elapsed() < Duration::from_secs(15), "it does not wait for the slow server");
        assert_eq!(entries(&planet), ["f0-0", "f1-0", "f2-0"]);
        let status = planet.status();
        assert_eq!((&status["last_run"]["interrupted"], &status["due"]), (&true.into(), &(FEEDS - 3).into()));
        assert!(planet.ok(&["status"]).contains("interrupted"));
    }
}
