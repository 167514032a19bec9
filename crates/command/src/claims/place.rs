//! The place where a feed is published, and the pages in its folder.
//!
//! A host may be shared by many people, each with a folder, or with a feed next to other people's. So a feed speaks for the
//! pages below its own path: `/~anna/feed` for the pages in `/~anna/`, `/blog/anna` and `/blog/anna.rss` for the pages in
//! `/blog/anna/`.

use std::hash::Hash;

use bozofeed::content::BoundedUrlParser;
use percent_encoding::percent_decode_str;
use url::Url;

/// File names for the feed of a folder: `/feed.xml` speaks for `/`.
const FEED_NAMES: [&str; 10] = ["", "atom", "feed", "feeds", "index", "rdf", "rss", "rss1", "rss2", "xml"];

/// File extensions of feeds: `/anna.rss` speaks for `/anna/`.
const EXTENSIONS: [&str; 5] = ["atom", "json", "rdf", "rss", "xml"];

/// The query parameter for the feed of a folder in `WordPress`: `?feed=rss2`.
const FEED_PARAMETER: &str = "feed=";

/// The host of an address, with its port unless it is the scheme's default.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Host {
    name: String,
    port: Option<u16>,
}

impl Host {
    fn of(url: &Url) -> Option<Self> {
        if !matches!(url.scheme(), "http" | "https") {
            return None;
        }
        let name = url.host_str()?.trim_end_matches('.');
        let name = name.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(name);
        Some(Self { name: name.to_owned(), port: url.port() })
    }
}

/// The place where a feed is published.
#[derive(Debug)]
pub struct Place {
    host: Host,
    /// The folder that it speaks for.
    folder: Vec<String>,
    /// The folder that contains it.
    directory: Vec<String>,
    /// The query, which may distinguish one of many feeds.
    query: Option<String>,
}

/// The address of a page.
#[derive(Debug)]
pub(super) struct Page {
    host: Host,
    path: Vec<String>,
}

impl Page {
    /// Returns the page at an address; `None` if it is not a web address.
    pub(super) fn of(url: &str) -> Option<Self> {
        let url = BoundedUrlParser::new().parse(url)?;
        Some(Self { host: Host::of(&url)?, path: segments(&url) })
    }
}

impl Place {
    /// Returns the place of the feed at this address; `None` if it is not a web address.
    pub fn of(url: &str) -> Option<Self> {
        let url = BoundedUrlParser::new().parse(url)?;
        let host = Host::of(&url)?;
        let mut folder = segments(&url);
        let mut directory = folder.clone();
        directory.pop();
        if let Some(last) = folder.last_mut()
            && let Some((stem, extension)) = last.rsplit_once('.')
            && EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
        {
            *last = stem.to_owned();
        }
        while folder.last().is_some_and(|last| is_feed_name(last)) {
            folder.pop();
        }
        let names_format = |query: &str| query.strip_prefix(FEED_PARAMETER).is_some_and(is_feed_name);
        let query = url.query().filter(|query| !query.is_empty() && !names_format(query));
        Some(Self { host, folder, directory, query: query.map(str::to_owned) })
    }

    /// Returns a value shared by the feeds of one publisher, such as feeds in several formats in one folder.
    pub(super) fn publisher(&self) -> impl Eq + Hash {
        (&self.host, &self.folder, &self.query)
    }

    /// Returns the number of path segments shared by the feed and a page; `None` if they are on different hosts.
    pub(super) fn common(&self, page: &Page) -> Option<usize> {
        (self.host == page.host)
            .then(|| self.folder.iter().zip(&page.path).take_while(|(one, other)| one == other).count())
    }

    /// Returns the same number if the page is in the folder that the feed speaks for, or next to the feed.
    pub(super) fn holds(&self, page: &Page) -> Option<usize> {
        let common = self.common(page)?;
        let is_beside = || page.path.split_last().is_none_or(|(_, directory)| directory == self.directory);
        (self.query.is_none() && (common == self.folder.len() || is_beside())).then_some(common)
    }
}

fn is_feed_name(name: &str) -> bool {
    FEED_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Returns the path segments, decoded separately, so that `%2F` does not split them.
fn segments(url: &Url) -> Vec<String> {
    let parts = url.path_segments().into_iter().flatten().filter(|part| !part.is_empty());
    parts.map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned()).collect()
}
