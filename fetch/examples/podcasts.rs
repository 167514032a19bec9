//! Downloads the newest episodes of a podcast: `cargo run -p bozofeed-fetch --example podcasts -- https://example.org/feed`

use std::error::Error;
use std::path::Path;

use bozofeed_fetch::Fetcher;

fn main() -> Result<(), Box<dyn Error>> {
    let fetcher = Fetcher::new();
    for url in std::env::args().skip(1) {
        let podcast = fetcher.fetch(&url)?.parsed;
        for episode in podcast.entries.iter().take(3) {
            let Some(audio) = episode.enclosures().find_map(|enclosure| enclosure.href.as_deref()) else {
                continue;
            };
            let path = audio.split(['?', '#']).next().unwrap_or_default();
            let name = Path::new(path).file_name().unwrap_or("episode".as_ref());
            // An episode that is already there is not replaced, and the rest of one that was interrupted is fetched.
            if !Path::new(name).exists() {
                println!("{}: {}", name.display(), episode.title_text().unwrap_or_default());
                fetcher.download_file(audio, name)?;
            }
        }
    }
    Ok(())
}
