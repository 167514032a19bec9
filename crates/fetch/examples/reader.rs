//! Reads feeds in the terminal: `cargo run -p bozofeed-fetch --example reader -- https://example.org/feed`

use std::process::ExitCode;

use bozofeed_fetch::Fetcher;

fn main() -> ExitCode {
    let fetcher = Fetcher::new();
    let mut status = ExitCode::SUCCESS;
    for url in std::env::args().skip(1) {
        let parsed = match fetcher.fetch(&url) {
            Ok(document) => document.parsed,
            Err(error) => {
                eprintln!("{error}");
                status = ExitCode::FAILURE;
                continue;
            }
        };
        println!("{}", parsed.feed.title_text().unwrap_or_default());
        for entry in parsed.entries.iter().take(20) {
            let date = entry.date().map(|date| date.to_string()).unwrap_or_default();
            println!("\n{}  {date}", entry.title_text().unwrap_or("(no title)".into()));
            if let Some(content) = entry.best_content() {
                println!("{}", content.to_plain());
            }
            if let Some(page) = entry.permalink() {
                println!("{page}");
            }
        }
    }
    status
}
