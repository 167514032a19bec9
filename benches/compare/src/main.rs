//! Compares bozofeed with its peers over a folder of feeds, and prints one table: `cargo run --release -- FOLDER`.
//!
//! In each round, every engine in turn reads all files. The result is the median of the rounds, in processor time of the thread, so
//! that other load on the machine has little influence. A second table shows the time for a feed of 2 KB.

#[allow(dead_code, reason = "the other programs use the rest")]
mod made;
mod rounds;

use std::borrow::Cow;
use std::hint::black_box;

use encoding_rs::WINDOWS_1252;
use quick_xml::Reader;
use quick_xml::events::Event;

use rounds::{Engine, feeds, measure};

fn main() {
    let (feeds, bytes) = feeds();
    let engines = engines();
    let seconds = measure(&engines, &feeds);
    let of = |name: &str| {
        engines.iter().position(|(engine, _)| *engine == name).map_or(f64::NAN, |at| seconds[at])
    };
    println!(
        "| engine | MB/s | of quick-xml, values copied | of feed-rs, sanitizing on | of feedparser-rs |"
    );
    println!("| --- | ---: | ---: | ---: | ---: |");
    for ((name, _), seconds) in engines.iter().zip(&seconds) {
        print!("| {name} | {:.0} |", bytes as f64 / 1e6 / seconds);
        for peer in [COPIED, FEED_RS, FEEDPARSER_RS] {
            print!(" {:.2} |", of(peer) / seconds);
        }
        println!();
    }
    let small = vec![made::sized(made::ITEM, SMALL); SMALL_COUNT];
    let seconds = measure(&engines, &small);
    let copied = engines.iter().position(|(engine, _)| *engine == COPIED).map_or(f64::NAN, |at| seconds[at]);
    println!("\n| feed of {} bytes | µs | times quick-xml, values copied |", small[0].len());
    println!("| --- | ---: | ---: |");
    for ((name, _), seconds) in engines.iter().zip(&seconds) {
        println!("| {name} | {:.1} | {:.2} |", seconds * 1e6 / SMALL_COUNT as f64, seconds / copied);
    }
}

/// The size of a small feed, and the number of times that it is read in a round.
const SMALL: usize = 2_000;
const SMALL_COUNT: usize = 500;

const COPIED: &str = "quick-xml, values copied";
const FEED_RS: &str = "feed-rs, sanitizing on";
const FEEDPARSER_RS: &str = "feedparser-rs";

fn engines() -> Vec<Engine> {
    let plain = bozofeed::Parser::new().sanitize(false).resolve_urls(false);
    let full = bozofeed::Parser::new();
    // After a failure, its parser keeps state of that feed, and panics at the next one. So each feed gets a new parser.
    let feed_rs = |feed: &[u8], sanitize| {
        drop(black_box(feed_rs::parser::Builder::new().sanitize_content(sanitize).build().parse(feed)));
    };
    vec![
        ("quick-xml, bare events", Box::new(|feed| events(feed, false))),
        (COPIED, Box::new(|feed| events(feed, true))),
        ("rss + atom_syndication", Box::new(syndication)),
        ("feed-rs, sanitizing off", Box::new(move |feed| feed_rs(feed, false))),
        ("bozofeed, sanitizing and resolving off", Box::new(move |feed| drop(black_box(plain.parse(feed))))),
        (FEED_RS, Box::new(move |feed| feed_rs(feed, true))),
        (FEEDPARSER_RS, Box::new(|feed| drop(black_box(feedparser_rs::parse(feed))))),
        ("bozofeed", Box::new(move |feed| drop(black_box(full.parse(feed))))),
    ]
}

/// Reads the document with rss or atom_syndication.
fn syndication(feed: &[u8]) {
    if black_box(rss::Channel::read_from(feed)).is_err() {
        drop(black_box(atom_syndication::Feed::read_from(feed)));
    }
}

/// Reads the events of a document. With `copied`, texts and attribute values are copied, as in a parser that keeps them.
///
/// A document that is not UTF-8 is decoded first, so that every engine reads the same documents.
fn events(feed: &[u8], copied: bool) {
    let text = std::str::from_utf8(feed).map_or_else(|_| WINDOWS_1252.decode(feed).0, Cow::Borrowed);
    let mut reader = Reader::from_str(&text);
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
