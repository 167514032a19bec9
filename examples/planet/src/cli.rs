//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::db::Keep;
use crate::language::Language;
use crate::network::Network;
use crate::render::SiteUrl;

/// A planet: collects the entries of many feeds in one SQLite file, and writes them as one site.
///
/// Exit status: 0 done, 1 something could not be done, 2 wrong usage, 130 interrupted.
#[derive(Debug, clap::Parser)]
#[command(version)]
pub(crate) struct Arguments {
    /// The database
    #[arg(long, global = true, value_name = "FILE", default_value = "planet.db")]
    pub(crate) db: PathBuf,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Subscribe to feeds: the URL of a feed, of a page that has one, or of an OPML list, or a file with such a list
    Add {
        #[arg(required = true, value_name = "URL|OPML|SITE")]
        sources: Vec<String>,
        /// Put the feeds into this folder
        #[arg(long, value_name = "NAME")]
        folder: Option<String>,
        #[command(flatten)]
        network: Network,
        #[command(flatten)]
        keep: Keep,
    },
    /// Ask the feeds that are due whether they changed
    Poll {
        /// Poll only these feeds, due or not: numbers or addresses
        #[arg(value_name = "FEED")]
        feeds: Vec<String>,
        /// Poll all feeds, due or not
        #[arg(long, conflicts_with = "feeds")]
        all: bool,
        /// How many feeds are polled at the same time, besides those of slow servers; never two of one host
        #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=512))]
        jobs: u16,
        /// The shortest pause between two requests to a host, in seconds; after each answer it is as long as that took, up to a second
        #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
        pause: Duration,
        /// Print one JSON object for each feed, and one for the run
        #[arg(long)]
        json: bool,
        /// Print a line for each feed
        #[arg(short, long, conflicts_with = "json")]
        verbose: bool,
        #[command(flatten)]
        network: Network,
        #[command(flatten)]
        keep: Keep,
    },
    /// Remove old entries and revisions, and give their space back to the disk
    ///
    /// The entries of each feed's last document remain: without them, they would come back as new.
    Prune {
        /// Remove entries that have not changed for so many days, and revisions that were replaced as long ago
        #[arg(long, value_name = "N")]
        days: Option<u32>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        keep: Keep,
    },
    /// Write a site: the newest entries, a page for each feed, an archive, a search page, Atom, RSS, JSON Feed and OPML
    Render {
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// The title of the site
        #[arg(long, value_name = "TEXT", default_value = "Planet")]
        title: String,
        /// The address of the folder in which the site will be
        #[arg(long, value_name = "URL")]
        url: Option<SiteUrl>,
        /// The language of the title, and of entries that do not name theirs: `de`, `pt-BR`
        #[arg(long, value_name = "TAG")]
        lang: Option<Language>,
        /// Add a style sheet to that of the pages
        #[arg(long, value_name = "FILE")]
        css: Option<PathBuf>,
        /// How many entries the first page and the feed have
        #[arg(long, value_name = "N", default_value_t = 60)]
        entries: usize,
        /// How many of them may be of one feed [default: 10, or more if there are few feeds]
        #[arg(long, value_name = "N")]
        per_feed: Option<usize>,
        /// How many entries, the newest ones, the search page finds
        #[arg(long, value_name = "N", default_value_t = 2_000)]
        searchable: usize,
    },
    /// List the feeds
    List {
        /// Print one JSON object for each feed
        #[arg(long)]
        json: bool,
    },
    /// Show how the last run went, and which feeds have problems
    Status {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Find entries that contain all words, the best match first; `harb*` matches beginnings of words
    Search {
        #[arg(required = true)]
        words: Vec<String>,
        /// How many entries are shown
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Print one JSON object for each entry
        #[arg(long)]
        json: bool,
    },
    /// Write the subscriptions as an OPML list
    Export {
        /// The file; standard output if none is given
        file: Option<PathBuf>,
        /// Write the user names and passwords of addresses as well
        #[arg(long)]
        credentials: bool,
    },
    /// Unsubscribe from feeds, and remove their entries
    Remove {
        /// Numbers or addresses
        #[arg(required = true, value_name = "FEED")]
        feeds: Vec<String>,
    },
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
