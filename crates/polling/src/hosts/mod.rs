//! Politeness to hosts: the time of the next request to a host, and the next poll. No I/O and no clock.
//!
//! A [`HostState`] records the limits of a host: the wait requested by a 429 or 503 (`Retry-After`), the rate limit announced by the
//! last response, and the pause after a request. All feeds of a host share it. Store it with the feeds, so that it is also known in the
//! next run.
//!
//! A [`HostQueue`] hands out jobs, such as the polls of feeds. Each host gets one request at a time, and none before it allows one. No
//! worker waits for a slow server of another job: a worker whose poll is redirected to a busy host puts the poll back into the queue,
//! and takes another.
//!
//! ```
//! use std::collections::HashMap;
//!
//! use bozofeed::Timestamp;
//! use bozofeed_polling::hosts::{HostOptions, HostQueue, HostReply, NextJob};
//! use http::{HeaderMap, HeaderValue, StatusCode};
//!
//! /// Requests a URL: the fast host answers, and the busy one asks to wait.
//! fn ask(url: &str) -> (StatusCode, HeaderMap) {
//!     if url.starts_with("https://fast.example/") {
//!         return (StatusCode::OK, HeaderMap::new());
//!     }
//!     let headers = HeaderMap::from_iter([(http::header::RETRY_AFTER, HeaderValue::from_static("900"))]);
//!     (StatusCode::TOO_MANY_REQUESTS, headers)
//! }
//!
//! let mut queue = HostQueue::new(HostOptions::new());
//! for host in ["busy.example", "fast.example"] {
//!     for number in 1..=3 {
//!         let url = format!("https://{host}/{number}.rss");
//!         queue.push(&url, url.clone());
//!     }
//! }
//! let mut asked: HashMap<StatusCode, u32> = HashMap::new();
//! let mut put_off = Vec::new();
//! // A real program uses the clock.
//! let mut now: Timestamp = "2026-11-21T12:00:00Z".parse()?;
//! loop {
//!     match queue.take(now) {
//!         NextJob::Turn(turn) => {
//!             let turn = turn.map(|url| ask(&url));
//!             let (status, headers) = turn.job();
//!             let reply = HostReply::new(*status, headers, now);
//!             let (status, _) = queue.release(turn, reply, now);
//!             *asked.entry(status).or_default() += 1;
//!         }
//!         // A real program sleeps until then.
//!         NextJob::Wait(until) => now = until,
//!         // With several workers: wait until another one has released its turn.
//!         NextJob::Busy => unreachable!("there is one worker"),
//!         NextJob::PutOff { jobs, wait } => {
//!             assert_eq!(wait.to_string(), "2026-11-21T12:15:00Z (the host asked to wait)");
//!             put_off.extend(jobs);
//!         }
//!         NextJob::Empty => break,
//!     }
//! }
//! assert_eq!(asked, HashMap::from([(StatusCode::OK, 3), (StatusCode::TOO_MANY_REQUESTS, 1)]));
//! assert_eq!(put_off, ["https://busy.example/2.rss", "https://busy.example/3.rss"]);
//! # Ok::<(), bozofeed::date::InvalidTimestamp>(())
//! ```

mod queue;
mod rate_limit;
mod reply;
mod state;

use std::time::Duration;

use bozofeed::content::{BoundedUrlParser, without_feed_scheme};

pub use queue::{HostQueue, HostTurn, NextJob};
pub use reply::HostReply;
pub use state::{HostState, HostWait, WaitReason};

/// Hosts that allow few requests, and their hourly limits. A row also applies to the hosts below it, which share the limit.
// The number for GitHub is the documented limit for requests without a token.
const KNOWN_BUDGETS: [(&str, u32); 2] = [("api.github.com", 60), ("reddit.com", 60)];

/// Options for the politeness to hosts.
///
/// ```
/// use bozofeed_polling::hosts::HostOptions;
/// use std::time::Duration;
///
/// let options = HostOptions::new().min_pause(Duration::from_millis(500));
/// assert_eq!(options.max_pause, Duration::from_secs(1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostOptions {
    /// The shortest pause between two requests to a host. None by default.
    pub min_pause: Duration,
    /// The longest pause after a slow response. One second by default.
    pub max_pause: Duration,
    /// How long [`HostQueue::take`] lets jobs wait for their host when there is nothing else to do. Five seconds by default.
    pub patience: Duration,
    /// The maximum number of requests to a host per hour. No limit by default; hosts with a [`budget`](Self::budget) have their own.
    pub hourly: Option<u32>,
    /// The budgets set by the application, the last one first.
    budgets: Vec<(String, u32)>,
}

impl Default for HostOptions {
    fn default() -> Self {
        Self {
            min_pause: Duration::ZERO,
            max_pause: Duration::from_secs(1),
            patience: Duration::from_secs(5),
            hourly: None,
            budgets: Vec::new(),
        }
    }
}

impl HostOptions {
    /// Returns the options with their defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the shortest pause between two requests to a host: from the end of a response to the next request. None by default.
    ///
    /// There is always a pause as long as the last response took, [up to a second](Self::max_pause), so that a struggling host spends
    /// at most half of its time on this reader.
    ///
    /// ```
    /// use bozofeed_polling::hosts::HostOptions;
    /// use std::time::Duration;
    ///
    /// assert_eq!(HostOptions::new().min_pause, Duration::ZERO);
    /// assert_eq!(HostOptions::new().min_pause(Duration::from_secs(2)).min_pause.as_secs(), 2);
    /// ```
    #[must_use]
    pub fn min_pause(self, pause: Duration) -> Self {
        Self { min_pause: pause, ..self }
    }

    /// Sets the longest pause after a slow response. One second by default.
    ///
    /// ```
    /// use bozofeed_polling::hosts::HostOptions;
    /// use std::time::Duration;
    ///
    /// assert_eq!(HostOptions::new().max_pause, Duration::from_secs(1));
    /// assert_eq!(HostOptions::new().max_pause(Duration::ZERO).max_pause, Duration::ZERO);
    /// ```
    #[must_use]
    pub fn max_pause(self, pause: Duration) -> Self {
        Self { max_pause: pause, ..self }
    }

    /// Sets how long jobs wait for their host when there is nothing else to do. Five seconds by default. Jobs that would have to wait
    /// longer are [put off](NextJob::PutOff).
    ///
    /// ```
    /// use bozofeed_polling::hosts::HostOptions;
    /// use std::time::Duration;
    ///
    /// assert_eq!(HostOptions::new().patience, Duration::from_secs(5));
    /// assert_eq!(HostOptions::new().patience(Duration::from_secs(90)).patience.as_secs(), 90);
    /// ```
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Sets the maximum number of requests to a host per hour, at least one. No limit by default. They are spread over the hour: at
    /// most a minute's share is made at once.
    ///
    /// ```
    /// use bozofeed_polling::hosts::HostOptions;
    ///
    /// assert_eq!(HostOptions::new().hourly, None);
    /// assert_eq!(HostOptions::new().hourly(1200).hourly, Some(1200));
    /// ```
    #[must_use]
    pub fn hourly(self, requests: u32) -> Self {
        Self { hourly: Some(requests), ..self }
    }

    /// Sets the maximum number of requests to a domain per hour, shared by its host and all hosts below it. By default, `reddit.com`
    /// and `api.github.com` get 60.
    ///
    /// ```
    /// use bozofeed::Timestamp;
    /// use bozofeed_polling::hosts::{HostOptions, HostState};
    ///
    /// let now: Timestamp = "2026-11-21T12:00:00Z".parse()?;
    /// for (options, seconds) in [(HostOptions::new(), 60), (HostOptions::new().budget("reddit.com", 120), 0)] {
    ///     let mut state = HostState::of("https://www.reddit.com/r/tides.rss", &options);
    ///     state.request(now, &options);
    ///     let next = state.next_request(now, &options).map_or(now, |wait| wait.until);
    ///     assert_eq!(next.since(now).as_secs(), seconds);
    /// }
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, domain: &str, requests: u32) -> Self {
        self.budgets.insert(0, (domain.to_ascii_lowercase(), requests));
        self
    }

    /// Returns the domain of a host that has its own budget, and the budget.
    fn budget_of(&self, host: &str) -> Option<(&str, u32)> {
        let own = self.budgets.iter().map(|(domain, requests)| (domain.as_str(), *requests));
        own.chain(KNOWN_BUDGETS).find(|(domain, _)| is_within(host, domain))
    }

    /// Returns the maximum number of requests to a host per hour.
    fn requests_an_hour(&self, host: &str) -> Option<u32> {
        self.budget_of(host).map(|(_, requests)| requests).or(self.hourly).map(|requests| requests.max(1))
    }

    /// Returns the name under which a URL's host is queued: the host without its port and `www`, or the domain with a budget. Empty if
    /// the URL has no host.
    fn host_of(&self, url: &str) -> String {
        let Some(url) = without_feed_scheme(url.trim()) else { return String::new() };
        let Some(url) = BoundedUrlParser::new().parse(&url) else { return String::new() };
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_suffix('.').unwrap_or(host);
        let host = host.strip_prefix("www.").unwrap_or(host);
        self.budget_of(host).map_or(host, |(domain, _)| domain).to_owned()
    }
}

/// Returns whether a host is a domain or a subdomain of it.
fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_one_neighbour() {
        let options = HostOptions::new().budget("Harbour.example", 5);
        let wrong: Vec<_> = [
            ("http://tides.example/a", "tides.example"),
            ("https://tides.example:8443/", "tides.example"),
            ("HTTPS://www.Tides.example./", "tides.example"),
            ("feed://ada:secret@tides.example/", "tides.example"),
            ("feed:https://tides.example/", "tides.example"),
            ("http://m\u{f6}we.example/", "xn--mwe-sna.example"),
            ("http://127.0.0.2:80/", "127.0.0.2"),
            ("http://[::1]:80/", "[::1]"),
            ("https://www.reddit.com/r/tides.rss", "reddit.com"),
            ("https://old.reddit.com/r/tides.rss", "reddit.com"),
            ("https://notreddit.com/", "notreddit.com"),
            ("https://github.com/", "github.com"),
            ("https://sea.harbour.example/", "harbour.example"),
            ("mailto:ada@tides.example", ""),
            ("tides", ""),
        ]
        .into_iter()
        .map(|(url, expected)| (url, expected, options.host_of(url)))
        .filter(|(_, expected, host)| host != expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_budget_of_a_domain_precedes_that_of_all() {
        let options = HostOptions::new().hourly(900).budget("reddit.com", 0).budget("sea.example", 7);
        let wrong: Vec<_> = [
            ("tides.example", Some(900)),
            ("reddit.com", Some(1)),
            ("api.github.com", Some(60)),
            ("a.sea.example", Some(7)),
            ("asea.example", Some(900)),
        ]
        .into_iter()
        .filter(|(host, expected)| options.requests_an_hour(host) != *expected)
        .collect();
        assert_eq!(wrong, []);
        assert_eq!(HostOptions::new().requests_an_hour("tides.example"), None);
    }
}
