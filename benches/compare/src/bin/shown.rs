//! Compares several ways to obtain displayable values, with parsed dates and sanitized HTML, and prints one table: `cargo run
//! --release --bin shown -- FOLDER`.
//!
//! It is separate from `compare`, since each engine in a process affects the memory costs of later ones.

#[path = "../rounds.rs"]
mod rounds;

use std::hint::black_box;

use rounds::{Engine, feeds, measure};

fn main() {
    let (feeds, bytes) = feeds();
    let parser = bozofeed::Parser::new();
    let engines: [Engine; 2] = [
        ("rss + atom_syndication, diligent-date-parser, ammonia", Box::new(cleaned)),
        ("bozofeed", Box::new(move |feed| drop(black_box(parser.parse(feed))))),
    ];
    let seconds = measure(&engines, &feeds);
    println!("| engine | MB/s | of the first |\n| --- | ---: | ---: |");
    for ((name, _), time) in engines.iter().zip(&seconds) {
        println!("| {name} | {:.0} | {:.2} |", bytes as f64 / 1e6 / time, seconds[0] / time);
    }
}

/// Reads the document with rss or atom_syndication, parses the dates of its entries and sanitizes their HTML.
fn cleaned(feed: &[u8]) {
    let date = |text: &str| {
        black_box(diligent_date_parser::parse_date(text));
    };
    let html = |text: &str| drop(black_box(ammonia::clean(text)));
    if let Ok(channel) = rss::Channel::read_from(feed) {
        for item in &channel.items {
            item.pub_date.iter().for_each(|text| date(text));
            item.description.iter().chain(&item.content).for_each(|text| html(text));
        }
        black_box(channel);
    } else if let Ok(feed) = atom_syndication::Feed::read_from(feed) {
        // Its dates are already parsed.
        for entry in &feed.entries {
            let content = entry.content.iter().filter_map(|content| content.value.as_ref());
            entry.summary.iter().map(|text| &text.value).chain(content).for_each(|text| html(text));
        }
        black_box(feed);
    }
}
