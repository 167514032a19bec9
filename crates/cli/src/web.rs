//! Documents from the web.

mod server;

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bozofeed::{Headers, Parser, Timestamp};
use bozofeed_discover::{FoundFeed, FoundIn, MOST_REQUESTS, SearchResult, SearchStep};
use bozofeed_fetch::{FetchError, FetchErrorKind, Fetcher, Progress};
use bozofeed_polling::schedule::{self, ScheduleOptions};
use bozofeed_polling::{FeedState, FetchOutcome, Polled, Received, without_credentials};
use serde_json::{Map, Value};

use crate::NAME;
pub(crate) use crate::network::FetchArguments;
use crate::states::States;
use bozofeed_command::MOST_FEEDS;
use bozofeed_command::printable::{message, minute, size};
use bozofeed_command::source::{Failure, Input, is_page, is_url};

/// The time after which a download shows its progress.
const SLOW: Duration = Duration::from_secs(1);

/// The maximum number of redirects from a candidate of a search to a feed.
const MOST_REDIRECTS: usize = 5;

/// The label of a redirect.
const REDIRECT: &str = "redirect";

/// The interval of progress updates.
const STEP: Duration = Duration::from_millis(200);

/// Fetches documents, and keeps the states of their URLs.
pub(crate) struct Client {
    fetcher: Fetcher,
    /// Whether a body is being received; `None` if progress is not shown.
    is_receiving: Option<Arc<AtomicBool>>,
    /// Whether to make requests even if the state says that it is too early.
    refresh: bool,
    /// Whether to read the feed of a page instead of the page, even if the page does not declare one.
    discover: bool,
    /// The time limit for all requests for a source.
    timeout: Duration,
    states: States,
}

/// Returns the shown form of a source: a URL without the user name and password.
fn shown(source: &str) -> String {
    if is_url(source) { without_credentials(source) } else { source.to_owned() }
}

/// Describes why a URL was not read. Each URL is shown only once, without its password.
fn failure(source: &str, error: &FetchError) -> Failure {
    let source = shown(source);
    let hint = match error.kind() {
        FetchErrorKind::ForbiddenAddress { .. } => {
            " (--allow-host, --allow-network or --allow-private allows it)"
        }
        _ => "",
    };
    let is_about_source = error.url() == source || matches!(error.kind(), FetchErrorKind::Url(_));
    let prefix = if is_about_source { String::new() } else { format!("{source}: ") };
    Failure { is_redirected: error.url() != source, ..Failure::new(format!("{prefix}{error}{hint}")) }
}

/// Describes a response without a document, in the same way.
fn failed(source: &str, url: &str, failure: &bozofeed_polling::Failure) -> Failure {
    let source = shown(source);
    let prefix = if url == source { String::new() } else { format!("{source}: ") };
    let is_redirected = url != source;
    Failure {
        is_refused: failure.is_refusal(),
        is_redirected,
        ..Failure::new(format!("{prefix}{url}: {failure}"))
    }
}

impl Client {
    pub(crate) fn new(parser: Parser, arguments: &FetchArguments) -> io::Result<Self> {
        let states = States::load(arguments.fetch_state.as_deref())?;
        let mut fetcher = arguments.fetcher().parser(parser);
        // Progress is not written to logs.
        let is_receiving = io::stderr().is_terminal().then(Arc::<AtomicBool>::default);
        if let Some(is_receiving) = &is_receiving {
            fetcher = fetcher.on_progress(show_progress(Arc::clone(is_receiving)));
        }
        let FetchArguments { refresh, discover, timeout, .. } = *arguments;
        Ok(Self { fetcher, is_receiving, refresh, discover, timeout, states })
    }

    /// Saves the states of the URLs.
    pub(crate) fn save(&self) -> io::Result<()> {
        self.states.save()
    }

    /// Fetches a document. If it is a page, fetches its feed instead: the feed that the page declares or links to if the document is for
    /// people, or a likely one if requested.
    pub(crate) fn open(&mut self, url: &str, is_for_people: bool) -> Result<Input, Failure> {
        let mut requests = Requests { left: MOST_REQUESTS, until: Instant::now() + self.timeout };
        let fetcher = self.fetcher.clone();
        match self.fetch(url, &fetcher) {
            Ok(input) if input.parsed.as_deref().is_some_and(is_page) && (self.discover || is_for_people) => {
                let step = bozofeed_discover::search(input.document().unwrap_or_default());
                let found = self.search(url, step, &mut requests);
                // For people, the account lists the page's other feeds.
                if self.discover { found } else { found.or(Ok(input)) }
            }
            // The URL alone may reveal the location of the feed.
            Err(failure) if self.discover && failure.is_refused => {
                let found =
                    bozofeed_discover::search_url(url).map(|step| self.search(url, step, &mut requests));
                found.and_then(Result::ok).ok_or(failure)
            }
            other => other,
        }
    }

    /// Fetches the feed found by a search.
    fn search(&mut self, url: &str, mut step: SearchStep, requests: &mut Requests) -> Result<Input, Failure> {
        loop {
            step = match step {
                SearchStep::Fetch(lookup) if !self.discover && !is_said(lookup.feed()) => {
                    lookup.failed("not asked for")
                }
                SearchStep::Fetch(lookup) => {
                    let Some(fetcher) = requests.fetcher(&self.fetcher) else {
                        let cause = format!(
                            "no feed found in {MOST_REQUESTS} requests and {} s",
                            self.timeout.as_secs_f64()
                        );
                        return Err(no_feed(url, &cause));
                    };
                    let asked = self.fetch(lookup.url(), &fetcher);
                    requests.spend(&asked);
                    match asked {
                        Ok(found) if found.parsed.as_deref().is_some_and(is_page) => {
                            report_missed(lookup.feed(), || format!("{}: not a feed", found.name));
                            lookup.page(found.document().unwrap_or_default())
                        }
                        Ok(mut found) => {
                            self.tell(url, &lookup.found(), &mut found);
                            return Ok(found);
                        }
                        Err(failure) => {
                            report_missed(lookup.feed(), || failure.message.clone());
                            lookup.failed(failure.message)
                        }
                    }
                }
                SearchStep::End(missed) => {
                    let places = missed.len();
                    let cause = format!("no feed found in the page, nor at the {places} places it led to");
                    return Err(no_feed(url, &cause));
                }
            };
        }
    }

    /// Reports which feed of a page is read, and lists the others.
    fn tell(&self, url: &str, result: &SearchResult, found: &mut Input) {
        let others = result.others.iter().take(MOST_FEEDS).map(describe);
        if self.discover {
            found.notes.insert(0, ("found", describe(&result.feed)));
            found.notes.splice(1..1, others.map(|other| ("also", other)));
            return;
        }
        let feed = describe(&result.feed);
        eprintln!("{NAME}: {}", message(&format!("{}: a page; this is its feed {feed}", shown(url))));
        for other in others {
            eprintln!("{NAME}: {}", message(&format!("another feed of it: {other}")));
        }
    }

    /// Polls a feed, with a message for people if no response arrives for a while.
    fn poll(&self, state: &mut FeedState, fetcher: &Fetcher) -> Result<Polled, FetchError> {
        let Some(is_receiving) = &self.is_receiving else { return fetcher.poll(state) };
        let url = message(&shown(&state.url));
        is_receiving.store(false, Ordering::Relaxed);
        let (done, waiting) = mpsc::channel::<()>();
        let polled = thread::scope(|scope| {
            scope.spawn(move || {
                let is_waiting = waiting.recv_timeout(SLOW) == Err(RecvTimeoutError::Timeout);
                if is_waiting && !is_receiving.load(Ordering::Relaxed) {
                    eprintln!("{NAME}: {url}: waiting for a response");
                }
            });
            let polled = fetcher.poll(state);
            drop(done);
            polled
        });
        // Clears the progress line.
        eprint!("\r\x1b[K");
        polled
    }

    fn fetch(&mut self, url: &str, fetcher: &Fetcher) -> Result<Input, Failure> {
        let mut state = self.states.of(url);
        let now = Timestamp::now();
        if state.gone && !self.refresh {
            let cause = "not fetched: the feed is gone for good (status 410; --refresh asks anyway)";
            return Err(Failure::new(format!("{}: {cause}", shown(url))));
        }
        if let Some(retry_at) = state.retry_at.filter(|retry_at| *retry_at > now && !self.refresh) {
            let cause = format!("not fetched: the server asked to wait until {} UTC", minute(retry_at));
            return Err(Failure::new(format!("{}: {cause} (--refresh asks anyway)", shown(url))));
        }
        // If the clock was set back, the time of the last poll is meaningless.
        let is_past = state.polled.is_some_and(|polled| polled <= now);
        if let Some(until) = state.fresh_until().filter(|until| is_past && *until > now && !self.refresh) {
            let note = format!("the feed is fresh until {} UTC (--refresh asks anyway)", minute(until));
            return Ok(Input::unchanged(shown(url), vec![("not asked", note)]));
        }
        let polled = match self.poll(&mut state, fetcher) {
            Ok(polled) => polled,
            Err(error) => {
                self.states.set(url, state);
                return Err(failure(url, &error));
            }
        };
        let notes = notes(&polled, &state);
        self.states.set(url, state);
        let Received { url: base, status, headers, body, .. } = polled.response;
        // The command also describes pages.
        let parsed = match polled.outcome {
            FetchOutcome::Fresh(parsed) | FetchOutcome::NotAFeed(parsed) => parsed,
            FetchOutcome::NotModified => return Ok(Input::unchanged(base, notes)),
            FetchOutcome::Failed(failure) => return Err(failed(url, &base, &failure)),
        };
        let headers: Headers = headers.iter().collect();
        let response = response(&base, status, &headers);
        let (name, bytes, parsed) = (base.clone(), Some(body), Some(parsed));
        Ok(Input { name, bytes, headers, base, parsed, response, notes })
    }
}

/// The remaining budget of a search.
struct Requests {
    /// The number of requests left, including redirects.
    left: usize,
    until: Instant,
}

impl Requests {
    /// Returns a fetcher restricted to the remaining budget, unless it is exhausted.
    fn fetcher(&self, fetcher: &Fetcher) -> Option<Fetcher> {
        let redirects = self.left.checked_sub(1)?.min(MOST_REDIRECTS);
        let timeout = self.until.saturating_duration_since(Instant::now());
        (!timeout.is_zero()).then(|| fetcher.clone().max_redirects(redirects).timeout(timeout))
    }

    /// Subtracts the requests that were made. A failure after redirects counts as the maximum, since their number is unknown.
    fn spend(&mut self, asked: &Result<Input, Failure>) {
        let redirects = match asked {
            Ok(input) => input.notes.iter().filter(|(label, _)| *label == REDIRECT).count(),
            Err(failure) if failure.is_redirected => MOST_REDIRECTS,
            Err(_) => 0,
        };
        self.left = self.left.saturating_sub(1 + redirects);
    }
}

/// Returns `href`, `status`, `etag`, `modified` and `headers` of Universal Feed Parser's dictionary.
fn response(url: &str, status: u16, headers: &Headers) -> Map<String, Value> {
    let fields: Map<String, Value> =
        headers.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let mut response = Map::new();
    response.insert("href".into(), url.into());
    response.insert("status".into(), status.into());
    for (header, key) in [("etag", "etag"), ("last-modified", "modified")] {
        if let Some(value) = headers.get(header) {
            response.insert(key.into(), value.into());
        }
    }
    response.insert("headers".into(), Value::Object(fields));
    response
}

/// Describes a poll with labels and texts.
fn notes(polled: &Polled, state: &FeedState) -> Vec<(&'static str, String)> {
    let Polled { outcome, moved_from, response, .. } = polled;
    let redirects = response.redirects.iter().map(|redirect| (REDIRECT, redirect.to_string()));
    let mut notes: Vec<_> = redirects.collect();
    if moved_from.is_some() {
        notes.push(("moved", format!("for good, to {}", response.url)));
    }
    let transferred = size(response.transferred);
    let seconds = response.elapsed.as_secs_f32();
    let cached = match (response.status, outcome) {
        (304, _) => ", not modified since it was fetched last".to_owned(),
        (_, FetchOutcome::NotModified) => format!(", {transferred}, the same as it was last"),
        _ => format!(", {transferred}"),
    };
    notes.push(("fetched", format!("status {}{cached}, in {seconds:.1} s", response.status)));
    if !matches!(outcome, FetchOutcome::NotAFeed(_)) {
        let next = schedule::next_poll(state, Timestamp::now(), &ScheduleOptions::new());
        let when = next.at.map_or_else(|| "never".to_owned(), |at| minute(at) + " UTC");
        notes.push(("next poll", format!("{when} ({})", next.reason)));
    }
    notes
}

fn describe(feed: &FoundFeed) -> String {
    match &feed.title {
        Some(title) => format!("{} ({}; {title})", feed.href, feed.source),
        None => format!("{} ({})", feed.href, feed.source),
    }
}

/// Returns whether a page declares or links to a feed, or leads to such a page.
fn is_said(feed: &FoundFeed) -> bool {
    feed.is_named() || matches!(feed.source, FoundIn::Anchor | FoundIn::Refresh)
}

/// Returns the failure of a search.
fn no_feed(url: &str, cause: &str) -> Failure {
    Failure { is_page: true, ..Failure::new(format!("{}: {cause}", shown(url))) }
}

/// Reports a declared or linked feed that is not a feed. Failed guesses are not reported.
fn report_missed(feed: &FoundFeed, cause: impl Fn() -> String) {
    if feed.is_named() || feed.source == FoundIn::Anchor {
        eprintln!("{NAME}: {}", message(&cause()));
    }
}

/// Shows the progress of slow downloads on a terminal, in one line.
fn show_progress(is_receiving: Arc<AtomicBool>) -> impl Fn(&Progress<'_>) + Send + Sync + 'static {
    let shown = Mutex::new(Duration::ZERO);
    move |progress| {
        is_receiving.store(true, Ordering::Relaxed);
        let Ok(mut last) = shown.lock() else { return };
        if progress.elapsed < *last {
            // A new download has started.
            *last = Duration::ZERO;
        }
        if progress.elapsed < SLOW || !last.is_zero() && progress.elapsed < *last + STEP {
            return;
        }
        *last = progress.elapsed;
        let received = size(progress.received);
        let total = progress.total.map(|total| format!(" of {}", size(total))).unwrap_or_default();
        let line = message(&format!("{NAME}: {}: {received}{total}", progress.url));
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{line}");
        let _ = stderr.flush();
    }
}
