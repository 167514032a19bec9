//! Runs bozofeed beside its peers over a folder of feeds and prints one table: `cargo run --release -- FOLDER`.
//!
//! Every engine reads every file once a round, the rounds of the engines in turn; the median round counts.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use quick_xml::Reader;
use quick_xml::events::Event;

/// How many rounds each engine runs.
const ROUNDS: usize = 7;

type Engine = (&'static str, Box<dyn Fn(&[u8])>);

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: compare FOLDER");
        std::process::exit(2);
    };
    let feeds = read(Path::new(&folder));
    let bytes: usize = feeds.iter().map(Vec::len).sum();
    println!("{} feeds, {:.1} MB\n", feeds.len(), bytes as f64 / 1e6);
    let engines = engines();
    let mut times: Vec<Vec<Duration>> = engines.iter().map(|_| Vec::new()).collect();
    for _ in 0..ROUNDS {
        for ((_, engine), times) in engines.iter().zip(&mut times) {
            let start = Instant::now();
            for feed in &feeds {
                engine(feed);
            }
            times.push(start.elapsed());
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[times.len() / 2].as_secs_f64()
    };
    let base = median(&mut times[0]);
    println!("| engine | MB/s | of quick-xml's events |\n| --- | ---: | ---: |");
    for ((name, _), times) in engines.iter().zip(&mut times) {
        let seconds = median(times);
        println!("| {name} | {:.0} | {:.2} |", bytes as f64 / 1e6 / seconds, base / seconds);
    }
}

fn engines() -> Vec<Engine> {
    let plain = bozofeed::Parser::new().sanitize(false).resolve_urls(false);
    let full = bozofeed::Parser::new();
    // Its parser keeps state over a feed that it gave up, and panics at the next: a new one for each.
    let feed_rs = |feed: &[u8], sanitize| {
        drop(black_box(feed_rs::parser::Builder::new().sanitize_content(sanitize).build().parse(feed)));
    };
    vec![
        ("quick-xml, bare events", Box::new(|feed| events(feed, false))),
        ("quick-xml, values copied", Box::new(|feed| events(feed, true))),
        ("bozofeed, sanitizing and resolving off", Box::new(move |feed| drop(black_box(plain.parse(feed))))),
        ("bozofeed", Box::new(move |feed| drop(black_box(full.parse(feed))))),
        ("feed-rs, sanitizing off", Box::new(move |feed| feed_rs(feed, false))),
        ("feed-rs, sanitizing on", Box::new(move |feed| feed_rs(feed, true))),
    ]
}

/// The events of a document; with `copied`, every text and attribute value is copied as a parser that keeps them must.
fn events(feed: &[u8], copied: bool) {
    let Ok(text) = std::str::from_utf8(feed) else { return };
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut values = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Eof) | Err(_) => break,
            Ok(Event::Text(text)) if copied => values.push(text.into_inner().into_owned()),
            Ok(Event::CData(text)) if copied => values.push(text.into_inner().into_owned()),
            Ok(Event::Start(tag) | Event::Empty(tag)) if copied => {
                values.extend(tag.attributes().flatten().map(|attribute| attribute.value.into_owned()));
            }
            Ok(event) => {
                black_box(event);
            }
        }
    }
    black_box(values);
}

fn read(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("compare: {}: cannot be read", folder.display());
        std::process::exit(1);
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}
