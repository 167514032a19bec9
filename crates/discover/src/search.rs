//! The order in which the candidates of a page are requested until a feed is found.

use std::collections::{BTreeSet, VecDeque};

use bozofeed::Document;
use bozofeed::content::{self, BoundedUrlParser};

use super::{FoundFeed, FoundIn, feeds};

/// The maximum number of URLs that a search requests: enough for the feeds that a page declares and suggests, and for the well-known
/// places of two folders. A client that follows redirects counts them too.
pub const MOST_REQUESTS: usize = 20;

/// The maximum number of pages that may lead to each other. Real sites have one or two before their feed.
const MOST_PAGES: usize = 5;

/// A search for the feed of a page, without I/O.
///
/// A page may declare a feed that no longer exists, or a page that lists feeds; it may redirect browsers to another page; or it may
/// suggest nothing. The search returns the next URL to request, and takes the response, until it is a feed or no candidates are left. Each
/// step consumes the previous one, so that no response is forgotten.
///
/// ```
/// use bozofeed_discover::{SearchStep, search};
/// use bozofeed::{Bozo, Document};
///
/// /// The document that a client would fetch.
/// fn fetch(url: &str) -> Result<&'static str, &'static str> {
///     match url {
///         "https://harbour.example/feeds" => Ok("<!DOCTYPE html><a href=/tides.rss>Tides</a>"),
///         "https://harbour.example/tides.rss" => Ok("<rss version='2.0'><channel><title>Tides</title></channel></rss>"),
///         _ => Err("status 404"),
///     }
/// }
///
/// let page = "<link rel=feed href=/gone.xml><link rel=feed href=/feeds>";
/// let mut step = search(Document::from(page).url("https://harbour.example/"));
/// let found = loop {
///     step = match step {
///         SearchStep::Fetch(lookup) => match fetch(lookup.url()) {
///             Ok(body) => {
///                 let parsed = bozofeed::parse(body);
///                 if !matches!(parsed.bozo, Some(Bozo::NotAFeed(_))) {
///                     break Some(lookup.found());
///                 }
///                 let document = Document::from(body).url(lookup.url().to_owned());
///                 lookup.page(document)
///             }
///             Err(error) => lookup.failed(error),
///         },
///         SearchStep::End(_) => break None,
///     };
/// };
/// let found = found.unwrap();
/// assert_eq!(found.feed.href, "https://harbour.example/tides.rss");
/// let missed: Vec<_> = found.missed.iter().map(|missed| missed.to_string()).collect();
/// assert_eq!(missed, [
///     "https://harbour.example/gone.xml (named by the page): status 404",
///     "https://harbour.example/feeds (named by the page): not a feed",
/// ]);
/// ```
pub fn search<'a>(page: impl Into<Document<'a>>) -> SearchStep {
    let page = page.into();
    let mut search = SearchQueue { left: MOST_REQUESTS, ..SearchQueue::default() };
    let (_, url, _) = Document::from(&page).into_parts();
    let url = url.and_then(|url| BoundedUrlParser::new().parse(&url));
    // The page is not requested again.
    search.known.extend(url.map(String::from));
    search.add(feeds(&page), 0);
    search.next()
}

/// Starts a search from a page's URL alone, for pages that a server refuses to serve. `None` if the URL does not suggest a feed.
///
/// ```
/// use bozofeed_discover::{SearchStep, search_url};
///
/// let Some(SearchStep::Fetch(lookup)) = search_url("https://status.harbour.example/") else { panic!("no guess") };
/// assert_eq!(lookup.url(), "https://status.harbour.example/history.atom");
/// assert!(search_url("https://harbour.example/tides").is_none());
/// ```
pub fn search_url(url: &str) -> Option<SearchStep> {
    let page = Document::default().url(url);
    let is_guess = |feed: &FoundFeed| matches!(feed.source, FoundIn::Guess(_));
    feeds(&page).iter().any(is_guess).then(|| search(page))
}

/// The next step of a search.
#[derive(Debug)]
#[must_use = "the search continues with the answer"]
pub enum SearchStep {
    /// Request a URL, and pass the response to the search.
    Fetch(Lookup),
    /// No candidates are left. These were not feeds, in the order of the requests.
    End(Vec<MissedFeed>),
}

/// A URL that may belong to a feed.
///
/// One of its methods continues the search: [`found`](Self::found), [`page`](Self::page) or [`failed`](Self::failed).
#[derive(Debug)]
#[must_use = "the search continues with the answer"]
pub struct Lookup {
    candidate: OpenCandidate,
    search: SearchQueue,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult {
    /// The feed.
    pub feed: FoundFeed,
    /// Other feeds that the pages declare. They were not requested.
    pub others: Vec<FoundFeed>,
    /// The candidates that were not feeds, in the order of the requests.
    pub missed: Vec<MissedFeed>,
}

/// A candidate that was not a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissedFeed {
    /// The candidate.
    pub feed: FoundFeed,
    /// The reason for the missing document, as passed to [`Lookup::failed`]. `None` if there was a document that is not a feed.
    pub failure: Option<String>,
}

impl std::fmt::Display for MissedFeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { feed: FoundFeed { href, source, .. }, failure } = self;
        write!(f, "{href} ({source}): {}", failure.as_deref().unwrap_or("not a feed"))
    }
}

/// A candidate, and the number of pages between the first page and it.
#[derive(Debug)]
struct OpenCandidate {
    feed: FoundFeed,
    pages: usize,
}

#[derive(Debug, Default)]
struct SearchQueue {
    queue: VecDeque<OpenCandidate>,
    /// All URLs that were ever in the queue.
    known: BTreeSet<String>,
    missed: Vec<MissedFeed>,
    /// The number of URLs that may still be requested.
    left: usize,
}

impl Lookup {
    /// Returns the URL to request.
    pub fn url(&self) -> &str {
        &self.candidate.feed.href
    }

    /// Returns the candidate, with its origin.
    pub fn feed(&self) -> &FoundFeed {
        &self.candidate.feed
    }

    /// Ends the search: the URL is a feed.
    pub fn found(self) -> SearchResult {
        let Self { candidate, search: SearchQueue { queue, missed, .. } } = self;
        let others = queue.into_iter().map(|other| other.feed).filter(FoundFeed::is_named).collect();
        SearchResult { feed: candidate.feed, others, missed }
    }

    /// Continues the search with a document that is not a feed, but may lead to one. Set its URL to the one after redirects.
    pub fn page<'a>(self, document: impl Into<Document<'a>>) -> SearchStep {
        let Self { candidate: OpenCandidate { feed, pages }, mut search } = self;
        let is_next_page = matches!(feed.source, FoundIn::Refresh | FoundIn::Section);
        if pages < MOST_PAGES && feed.source != FoundIn::WellKnown {
            let mut found = feeds(document);
            // A page in place of the expected feed lists feeds, at best; the target of a redirect is treated like the first page.
            found.retain(|found| {
                is_next_page || found.is_named() || matches!(found.source, FoundIn::Anchor | FoundIn::Refresh)
            });
            search.add(found, pages + 1);
        }
        search.miss(feed, None)
    }

    /// Continues the search after a failure to get a document, for this reason.
    pub fn failed(self, reason: impl Into<String>) -> SearchStep {
        let Self { candidate: OpenCandidate { feed, pages }, mut search } = self;
        if pages < MOST_PAGES && matches!(feed.source, FoundIn::Refresh | FoundIn::Section) {
            // A server that refuses a page may still serve its feed, and the URL may suggest where.
            let mut found = feeds(Document::default().url(feed.href.as_str()));
            found.retain(|found| matches!(found.source, FoundIn::Guess(_)));
            search.add(found, pages + 1);
        }
        search.miss(feed, Some(reason.into()))
    }
}

impl SearchQueue {
    /// Inserts candidates before the remaining ones.
    fn add(&mut self, found: Vec<FoundFeed>, pages: usize) {
        let new = found.into_iter().filter(|feed| {
            let is_web = ["http:", "https:"].iter().any(|scheme| feed.href.starts_with(scheme));
            is_web && !content::is_script_url(&feed.href) && self.known.insert(feed.href.clone())
        });
        let mut queue: VecDeque<_> = new.map(|feed| OpenCandidate { feed, pages }).collect();
        queue.append(&mut self.queue);
        self.queue = queue;
    }

    fn miss(mut self, feed: FoundFeed, failure: Option<String>) -> SearchStep {
        self.missed.push(MissedFeed { feed, failure });
        self.next()
    }

    fn next(mut self) -> SearchStep {
        let left = self.left.checked_sub(1);
        match left.and_then(|left| Some((left, self.queue.pop_front()?))) {
            Some((left, candidate)) => SearchStep::Fetch(Lookup { candidate, search: Self { left, ..self } }),
            None => SearchStep::End(self.missed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a site of pages and feeds. The content of a feed is `feed`. Returns the feed and the requested URLs, in order.
    fn search_site(site: &[(&str, &str)]) -> (Option<SearchResult>, Vec<String>) {
        let page = |url: &str| {
            site.iter()
                .find(|(known, _)| format!("https://harbour.example{known}") == url)
                .map(|(_, page)| *page)
        };
        let mut asked = Vec::new();
        let first = page("https://harbour.example/").unwrap_or_default();
        let mut step = search(Document::from(first).url("https://harbour.example/"));
        loop {
            step = match step {
                SearchStep::Fetch(lookup) => {
                    asked.push(lookup.url().trim_start_matches("https://harbour.example").to_owned());
                    match page(lookup.url()) {
                        Some("feed") => return (Some(lookup.found()), asked),
                        Some(page) => {
                            let document = Document::from(page).url(lookup.url().to_owned());
                            lookup.page(document)
                        }
                        None => lookup.failed("status 404"),
                    }
                }
                SearchStep::End(_) => return (None, asked),
            };
        }
    }

    #[test]
    fn searches_ask_in_order_and_go_on_after_what_is_not_a_feed() {
        const NAMED: &str = "<link rel=feed href=/a><link rel=feed href=/b>";
        let mut wrong = Vec::new();
        for (name, site, expected) in [
            ("the first", &[("/", NAMED), ("/a", "feed"), ("/b", "feed")][..], "/a"),
            ("a dead link", &[("/", NAMED), ("/b", "feed")], "/a /b"),
            ("dead links", &[("/", NAMED), ("/rss.xml", "feed")], "/a /b /feed /rss.xml"),
            (
                "a page that lists feeds",
                &[("/", NAMED), ("/a", "<a href=/tides.rss>Tides"), ("/tides.rss", "feed")],
                "/a /tides.rss",
            ),
            (
                "no guesses after a page in place of a feed",
                &[("/", NAMED), ("/a", "<meta name=generator content=Hugo>"), ("/b", "feed")],
                "/a /b",
            ),
            (
                "a section",
                &[
                    ("/", "<link rel=feed href=/gone><a href=/about>About</a><a href=/blog/>Blog</a>"),
                    ("/blog/", "<link rel=feed href=/blog/x>"),
                    ("/blog/x", "feed"),
                ],
                "/gone /blog/ /blog/x",
            ),
            (
                "a refused page whose URL suggests the feed",
                &[("/", "<meta http-equiv=refresh content='0; url=https://dev.to/anna'>"), ("/feed", "feed")],
                "https://dev.to/anna https://dev.to/feed/anna /feed",
            ),
            (
                "a refresh",
                &[
                    ("/", "<meta http-equiv=refresh content='0; url=/en/'>"),
                    ("/en/", "<meta name=generator content='Hugo 1'>"),
                    ("/en/index.xml", "feed"),
                ],
                "/en/ /en/index.xml",
            ),
            (
                "circular refreshes",
                &[
                    ("/", "<meta http-equiv=refresh content='0; url=/en/'>"),
                    ("/en/", "<meta http-equiv=refresh content='0; url=/'>"),
                    ("/feed", "feed"),
                ],
                "/en/ /en/feed /en/rss.xml /en/feed.xml /en/atom.xml /en/index.xml /en/rss /en/feed.json /feed",
            ),
        ] {
            let (found, asked) = search_site(site);
            let asked = asked.join(" ");
            if asked != expected || found.is_none() {
                wrong.push((name, asked, found));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn searches_end() {
        // Each page redirects to the next, and declares another.
        let page = |url: &str| {
            let next = url.len();
            format!("<meta http-equiv=refresh content='0; url=/{next}/'><link rel=feed href=/{next}.xml>")
        };
        let mut step = search(Document::from(page("").as_str()).url("https://harbour.example/"));
        let mut asked = 0;
        while let SearchStep::Fetch(lookup) = step {
            asked += 1;
            let text = page(&"x".repeat(asked));
            let document = Document::from(text.as_str()).url(lookup.url().to_owned());
            step = lookup.page(document);
        }
        assert!(asked <= MOST_REQUESTS, "{asked}");
        let SearchStep::End(missed) = step else { return };
        assert_eq!(missed.len(), asked);
    }

    #[test]
    fn other_feeds_of_the_page_are_listed() {
        let (found, _) = search_site(&[
            ("/", "<link rel=feed href=/a title=A><link rel=feed href=/b title=B><a href=/c.rss>C</a>"),
            ("/a", "feed"),
        ]);
        let others: Vec<_> = found.unwrap().others.into_iter().map(|feed| feed.title).collect();
        assert_eq!(others, [Some("B".to_owned())]);
    }
}
