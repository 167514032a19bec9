//! Downloads the newest episodes of a podcast: `cargo run -p bozofeed-fetch --example podcasts -- https://example.org/feed`

use std::error::Error;
use std::fs::File;
use std::path::Path;

use bozofeed_fetch::Fetcher;

fn main() -> Result<(), Box<dyn Error>> {
    let fetcher = Fetcher::new();
    for url in std::env::args().skip(1) {
        let podcast = fetcher.fetch(&url)?.into_parsed()?;
        for episode in podcast.entries.iter().take(3) {
            let Some(audio) = episode.enclosures().find_map(|enclosure| enclosure.href.as_deref()) else {
                continue;
            };
            let path = audio.split(['?', '#']).next().unwrap_or_default();
            let name = Path::new(path).file_name().unwrap_or("episode".as_ref());
            // An episode that is already there is not replaced.
            if let Ok(mut file) = File::create_new(name) {
                println!("{}: {}", name.display(), episode.title_text().unwrap_or_default());
                fetcher.download(audio, &mut file)?;
            }
        }
    }
    Ok(())
}
