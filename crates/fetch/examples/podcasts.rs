//! Downloads the newest episodes of a podcast: `cargo run -p bozofeed-fetch --example podcasts -- https://example.org/feed`

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use bozofeed_fetch::Fetcher;

fn main() -> ExitCode {
    let fetcher = Fetcher::new();
    let mut status = ExitCode::SUCCESS;
    for url in std::env::args().skip(1) {
        if let Err(error) = download(&fetcher, &url) {
            eprintln!("{error}");
            status = ExitCode::FAILURE;
        }
    }
    status
}

fn download(fetcher: &Fetcher, url: &str) -> Result<(), Box<dyn Error>> {
    let podcast = fetcher.fetch(url)?.parsed;
    for episode in podcast.entries.iter().take(3) {
        let Some(audio) = episode.enclosures().find_map(|enclosure| enclosure.href.as_deref()) else {
            continue;
        };
        let path = audio.split(['?', '#']).next().unwrap_or_default();
        // The name is untrusted: it must not denote a hidden file, such as one that a shell reads.
        let mut names = path.rsplit(['/', '\\']).map(|name| name.trim_start_matches('.'));
        let name = names.find(|name| !name.is_empty()).unwrap_or("episode");
        // Existing episodes are not replaced, and interrupted downloads are resumed.
        if !Path::new(name).exists() {
            println!("{name}: {}", episode.title_text().unwrap_or_default());
            fetcher.download_file(audio, name)?;
        }
    }
    Ok(())
}
