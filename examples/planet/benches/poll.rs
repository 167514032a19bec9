//! Polls thousands of local feeds, twice, renders what changed, and prints the cost.
//!
//! `cargo bench --bench poll -- FOLDER…`; the folders contain feeds. `FEEDS`, `HOSTS` and `JOBS` change the numbers of each.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark may fail")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use serde_json::Value;

fn main() {
    let folders: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if folders.is_empty() {
        println!("cargo bench --bench poll -- FOLDER…: no folder with feeds was given");
        return;
    }
    let (feeds, hosts, jobs) = (number("FEEDS", 10_000), number("HOSTS", 1_000), number("JOBS", 16));
    let folder = tempfile::tempdir().unwrap();
    let (mut server, list) = serve(&folders, feeds, hosts);
    println!("{feeds} feeds on {hosts} hosts, {jobs} workers\n");
    println!(
        "| command | s | feeds/s | MB | processor s | of it parsing | peak memory MB | new entries | 304 |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    let jobs = jobs.to_string();
    let poll = ["poll", "--all", "--json", "--allow-private", "--jobs", &jobs];
    measure("add", folder.path(), &["add", "--allow-private", &list]);
    measure("poll, all new", folder.path(), &poll);
    measure("poll, nothing new", folder.path(), &poll);
    measure("render", folder.path(), &["render", "site"]);
    let database = rusqlite::Connection::open(folder.path().join("planet.db")).unwrap();
    database
        .execute("UPDATE entries SET title = 'Edited' WHERE id = (SELECT max(id) FROM entries)", ())
        .unwrap();
    measure("render, an entry edited", folder.path(), &["render", "site"]);
    measure("name a feed", folder.path(), &["set", "1", "name=Another name"]);
    measure("render, a feed renamed", folder.path(), &["render", "site"]);
    measure("render, nothing new", folder.path(), &["render", "site"]);
    measure("search", folder.path(), &["search", "the"]);
    measure("status", folder.path(), &["status"]);
    let size = fs::metadata(folder.path().join("planet.db")).unwrap().len();
    println!("\ndatabase: {} MB", size / 1_000_000);
    server.kill().unwrap();
    server.wait().unwrap();
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Starts the server; returns the URL of its list.
fn serve(folders: &[String], feeds: usize, hosts: usize) -> (Child, String) {
    let mut server = Command::new(env!("CARGO_BIN_EXE_serve_feeds"))
        .args(folders)
        .args(["--copies", &feeds.to_string(), "--hosts", &hosts.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut list = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut list).unwrap();
    (server, list.trim().to_owned())
}

/// Runs a command, and prints a row of the table.
fn measure(name: &str, folder: &Path, arguments: &[&str]) {
    let out = folder.join("out.jsonl");
    let (before, started) = (processor_time(), Instant::now());
    let mut command = Command::new(env!("CARGO_BIN_EXE_planet"))
        .current_dir(folder)
        .args(arguments)
        .stdout(fs::File::create(&out).unwrap())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while command.try_wait().unwrap().is_none() {
        peak = peak.max(peak_memory(command.id()).unwrap_or_default());
        thread::sleep(Duration::from_millis(5));
    }
    let (elapsed, processor) = (started.elapsed(), processor_time().saturating_sub(before));
    assert!(command.wait().unwrap().success(), "{name}");
    let text = fs::read_to_string(&out).unwrap();
    let run: Value = text.lines().last().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let is_run = run["event"] == "run";
    let cell = |text: String| if is_run { text } else { String::new() };
    let count = |key: &str| run[key].as_u64().unwrap_or_default();
    #[allow(clippy::cast_precision_loss, reason = "figures for people")]
    let (polled, parsing) = (count("polled") as f64, count("parsing_milliseconds") as f64 / 1000.0);
    println!(
        "| {name} | {:.1} | {} | {} | {:.1} | {} | {} | {} | {} |",
        elapsed.as_secs_f64(),
        cell(format!("{:.0}", polled / elapsed.as_secs_f64())),
        cell((count("bytes") / 1_000_000).to_string()),
        processor.as_secs_f64(),
        cell(format!("{:.0} %", 100.0 * parsing / processor.as_secs_f64().max(0.001))),
        peak / 1000,
        cell(count("new_entries").to_string()),
        cell(count("not_modified").to_string()),
    );
    if is_run {
        assert_eq!((count("unsaved"), count("failed")), (0, count("failed")));
        eprintln!("{name}: {run}");
    }
}

/// Returns the processor time of all finished commands.
fn processor_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let seconds = |time: nix::sys::time::TimeVal| {
        Duration::from_micros(u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap())
    };
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// Returns the peak memory of a process so far, in kilobytes. Only works on Linux.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
