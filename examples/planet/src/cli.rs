//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use bozofeed_polling::hosts::HostOptions;
use jiff::tz::TimeZone;

use crate::Error;
use crate::db::Keep;
use crate::language::Language;
use crate::network::Network;
use crate::poll::Pace;
use crate::render::{CustomSheet, Site, SiteUrl};
use crate::settings::{self, Change};

/// A planet: collects the entries of many feeds in one SQLite file, and writes them as one site.
///
/// Exit status: 0 done, 1 something could not be done, 2 wrong usage, 3 `status --check` found something, 130 interrupted.
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
        /// Send this header field to the source, and to its feed if that is at the same origin: 'Authorization: Bearer …'; may be
        /// given more than once
        #[arg(long = "header", value_name = "NAME: VALUE", value_parser = settings::field)]
        headers: Vec<(String, String)>,
        #[command(flatten)]
        network: Network,
        #[command(flatten)]
        keep: Keep,
    },
    /// Fetch the archives and pages of a feed for entries that it no longer has (RFC 5005)
    ///
    /// The limits on what is kept apply: older entries than these allow are not saved. To repeat it does no harm.
    Backfill {
        /// Its number or address
        feed: String,
        /// How many documents are fetched, with the feed itself
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        documents: usize,
        #[command(flatten)]
        network: Network,
        #[command(flatten)]
        keep: Keep,
    },
    /// Follow an OPML list, or print those that are followed: each is read once a day, before the feeds are polled
    ///
    /// Feeds that the list names are added. Those that it no longer names are removed, if nothing but the list brought them.
    Follow {
        /// A URL or a file
        #[arg(value_name = "LIST")]
        source: Option<String>,
        /// Put the feeds into this folder
        #[arg(long, value_name = "NAME", requires = "source")]
        folder: Option<String>,
        /// Print one JSON object for each list
        #[arg(long, conflicts_with = "source")]
        json: bool,
        #[command(flatten)]
        network: Network,
    },
    /// Follow lists no longer, and remove the feeds that only they brought
    Unfollow {
        /// Numbers, URLs or files
        #[arg(required = true, value_name = "LIST")]
        lists: Vec<String>,
    },
    /// Ask the feeds that are due whether they changed
    Poll {
        /// Poll only these feeds, due or not: numbers or addresses
        #[arg(value_name = "FEED")]
        feeds: Vec<String>,
        /// Poll all feeds, due or not
        #[arg(long, conflicts_with = "feeds")]
        all: bool,
        #[command(flatten)]
        pace: PaceOptions,
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
        #[command(flatten)]
        site: SiteOptions,
    },
    /// Poll, write the site and serve it, all the time
    ///
    /// With --url, the hubs that feeds name are asked to send new versions as soon as they appear (WebSub). The server is meant to be
    /// behind a reverse proxy that has TLS and maps the folder of --url to it.
    Serve {
        /// The folder of the site
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// The address and port of the server
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
        listen: SocketAddr,
        /// The time between two runs, in each of which the feeds that are due are polled: 15m, 1h
        #[arg(long, value_name = "TIME", default_value = "15m", value_parser = time)]
        every: Duration,
        #[command(flatten)]
        site: SiteOptions,
        #[command(flatten)]
        pace: PaceOptions,
        #[command(flatten)]
        network: Network,
        #[command(flatten)]
        keep: Keep,
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
        /// Print metrics in the text format of Prometheus
        #[arg(long, conflicts_with = "json")]
        metrics: bool,
        /// Print what somebody should look at, and nothing else; the exit status is 3 if there is something
        #[arg(long, conflicts_with_all = ["json", "metrics"])]
        check: bool,
        /// With --check: how long ago the last run may have begun
        #[arg(long, value_name = "TIME", default_value = "2h", value_parser = time)]
        max_age: Duration,
        /// With --check: how many feeds in a hundred may fail
        #[arg(long, value_name = "N", default_value_t = 25)]
        max_failing: u8,
        /// A feed is silent without a new entry for so many times the usual interval between its last ten, and for a month
        #[arg(long, value_name = "N", default_value_t = 10)]
        silent: u32,
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
    /// Write the subscriptions as an OPML list, or the settings of feeds
    Export {
        /// The file; standard output if none is given
        file: Option<PathBuf>,
        /// Write the user names and passwords of addresses as well, and with --settings header fields and cookies
        #[arg(long)]
        credentials: bool,
        /// Write the settings instead: a line of JSON for each feed that has some, for `planet set --from`
        #[arg(long)]
        settings: bool,
    },
    /// Change settings of a feed, or print them
    #[command(after_help = settings::help())]
    Set {
        /// Its number or address
        #[arg(required_unless_present = "from")]
        feed: Option<String>,
        /// Settings; an empty value unsets
        #[arg(value_name = "NAME=VALUE", value_parser = settings::assignment)]
        settings: Vec<Change>,
        /// Print the feed as one JSON object
        #[arg(long)]
        json: bool,
        /// Apply the settings of a file that `planet export --settings` wrote
        #[arg(long, value_name = "FILE", conflicts_with_all = ["feed", "settings", "json"])]
        from: Option<PathBuf>,
    },
    /// Unset settings of a feed
    Unset {
        /// Its number or address
        feed: String,
        /// Names of settings
        #[arg(required = true, value_name = "NAME", value_parser = settings::unset)]
        settings: Vec<Change>,
        /// Print the feed as one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Do not poll feeds for now
    Pause {
        /// Numbers or addresses
        #[arg(required = true, value_name = "FEED")]
        feeds: Vec<String>,
    },
    /// Poll feeds again that were paused
    Resume {
        /// Numbers or addresses
        #[arg(required = true, value_name = "FEED")]
        feeds: Vec<String>,
    },
    /// Bring back feeds that were retired, or go back to the address that feeds had before they moved
    ///
    /// A feed that became one with another gets its entries back. The next poll asks for it, whatever it failed for.
    Revive {
        /// Numbers or addresses
        #[arg(required = true, value_name = "FEED")]
        feeds: Vec<String>,
    },
    /// Unsubscribe from feeds, and remove their entries
    Remove {
        /// Numbers or addresses
        #[arg(required = true, value_name = "FEED")]
        feeds: Vec<String>,
    },
}

/// Parses a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().map_err(|error| error.to_string())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// Parses a time such as `15m`.
fn time(text: &str) -> Result<Duration, String> {
    settings::seconds(text).map(|seconds| Duration::from_secs(seconds.into()))
}

/// Options for polling.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown, reason = "the documentation is the help of the command")]
pub(crate) struct PaceOptions {
    /// How many feeds are polled at the same time, besides those of slow servers; never two of one host
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: u16,
    /// The shortest pause between two requests to a host, in seconds; after each answer it is as long as that took, up to a second
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    pause: Duration,
    /// Ask the sites of feeds that name no picture for their icons: each once a month, and 50 sites in a run
    #[arg(long)]
    pub(crate) icons: bool,
}

impl PaceOptions {
    /// Returns the pace of a run.
    pub(crate) fn pace(&self, is_impatient: bool) -> Pace {
        let hosts = HostOptions::new().min_pause(self.pause);
        Pace { jobs: usize::from(self.jobs), hosts, is_impatient }
    }
}

/// Options for the appearance of the site.
#[derive(Debug, clap::Args)]
#[allow(clippy::doc_markdown, reason = "the documentation is the help of the command")]
pub(crate) struct SiteOptions {
    /// The title of the site
    #[arg(long, value_name = "TEXT", default_value = "Planet")]
    title: String,
    /// The address of the folder in which the site will be
    #[arg(long, value_name = "URL")]
    url: Option<SiteUrl>,
    /// The language of the title, and of entries that do not name theirs: `de`, `pt-BR`; there are words for some
    #[arg(long, value_name = "TAG")]
    lang: Option<Language>,
    /// The time zone of the times on the pages: `Europe/Berlin`
    #[arg(long, value_name = "NAME", default_value = "UTC", value_parser = TimeZone::get)]
    time_zone: TimeZone,
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
}

impl SiteOptions {
    /// Reads the style sheet.
    pub(crate) fn sheet(&self) -> Result<Option<CustomSheet>, Error> {
        self.css.as_deref().map(CustomSheet::read).transpose()
    }

    pub(crate) fn site<'s>(&'s self, sheet: Option<&'s CustomSheet>) -> Site<'s> {
        Site {
            title: &self.title,
            url: self.url.as_ref(),
            language: self.lang.as_ref(),
            zone: &self.time_zone,
            sheet,
            entries: self.entries,
            per_feed: self.per_feed,
            searchable: self.searchable,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn options_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }
}
