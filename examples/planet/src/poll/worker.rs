//! One poll of one feed, without the database.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use bozofeed::check::{Finding, check};
use bozofeed::polling::schedule::{self, ScheduleOptions};
use bozofeed::polling::{Exchange, FeedState, FetchOutcome, links};
use bozofeed::{Headers, Parser, Timestamp};
use bozofeed_fetch::{Fetched, Fetcher};
use cpu_time::ThreadTime;

use super::document;
use super::hosts::{Hosts, Turn};
use crate::db::{Due, PollOutcome, Record};

/// Asks for feeds.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) fetcher: Fetcher,
    pub(crate) parser: Parser,
    pub(crate) schedule: ScheduleOptions,
}

/// The result of the requests of one poll.
struct Answer {
    outcome: PollOutcome,
    status: Option<u16>,
    message: Option<String>,
    document: Option<Document>,
    bytes: u64,
    parsing: Duration,
}

/// A document that was received, and the links of its response.
struct Document {
    parsed: Box<bozofeed::Parsed>,
    links: Vec<bozofeed::discover::LinkField>,
    findings: Vec<Finding>,
}

impl Answer {
    fn failure(message: String) -> Self {
        let bytes = 0;
        let parsing = Duration::ZERO;
        Self {
            outcome: PollOutcome::Failed,
            status: None,
            message: Some(message),
            document: None,
            bytes,
            parsing,
        }
    }
}

impl Client {
    /// Polls a feed in its host's turn. `None` if the run was stopped before there was an answer.
    pub(super) fn poll(&self, turn: &mut Turn<'_, Due>, due: &Due) -> Option<Record> {
        let started = Instant::now();
        let mut state = due.state.clone();
        // The run goes on if a document makes the program panic.
        let answer = catch_unwind(AssertUnwindSafe(|| self.ask(&mut state, turn)));
        let answer = answer.unwrap_or_else(|_| {
            state = due.state.clone();
            Some(Answer::failure("this program failed to read the document".to_owned()))
        })?;
        Some(self.record(due.id, due.state.failures, state, answer, started))
    }

    /// Returns the record of the first poll of a feed, which was made before the feed was added.
    pub(crate) fn first_record(&self, feed: i64, state: FeedState, fetched: &Fetched) -> Option<Record> {
        let FetchOutcome::Fresh(parsed) = &fetched.outcome else { return None };
        let now = Timestamp::now();
        let findings = self.findings(&fetched.body, Headers::from(&fetched.headers), &fetched.url);
        Some(Record {
            feed,
            next: schedule::next_poll(&state, now, &self.schedule),
            state,
            outcome: PollOutcome::Changed,
            status: Some(fetched.status),
            message: None,
            document: Some(document::document(parsed, &fetched.links, &findings, now)),
            bytes: fetched.body.len() as u64,
            elapsed: fetched.elapsed,
            parsing: Duration::ZERO,
        })
    }

    /// Makes the requests of one poll, each in its host's turn. `None` if the run was stopped.
    fn ask(&self, state: &mut FeedState, turn: &mut Turn<'_, Due>) -> Option<Answer> {
        let mut exchange = match Exchange::new(state) {
            Ok(exchange) => exchange,
            Err(error) => return Some(Answer::failure(error.to_string())),
        };
        loop {
            turn.move_to(exchange.url()).ok()?;
            let response = match self.fetcher.send(&exchange) {
                Ok(response) => response,
                Err(error) => {
                    exchange.interrupted(Timestamp::now());
                    return Some(Answer::failure(error.to_string()));
                }
            };
            let url = exchange.url().to_owned();
            let clock = ThreadTime::try_now().ok();
            let outcome = exchange.receive(&response, &self.parser, Timestamp::now());
            let parsing = clock.and_then(|clock| clock.try_elapsed().ok()).unwrap_or_default();
            let status = response.status().as_u16();
            let (outcome, message, parsed) = match outcome {
                FetchOutcome::Moved { .. } => continue,
                FetchOutcome::NotModified => (PollOutcome::NotModified, None, None),
                FetchOutcome::Gone => {
                    (PollOutcome::Gone, Some("gone for good (status 410)".to_owned()), None)
                }
                FetchOutcome::Retry { after } => (PollOutcome::Busy, Some(busy(after)), None),
                FetchOutcome::Failed(failure) => (PollOutcome::Failed, Some(failure.to_string()), None),
                FetchOutcome::Fresh(parsed) => fresh(parsed),
                other => (PollOutcome::Failed, Some(format!("unexpected outcome {other:?}")), None),
            };
            let document = parsed.map(|parsed| Document {
                parsed,
                links: links(response.headers(), &url),
                findings: self.findings(response.body(), Headers::from(response.headers()), &url),
            });
            let bytes = response.body().len() as u64;
            return Some(Answer { outcome, status: Some(status), message, document, bytes, parsing });
        }
    }

    /// Returns the places where a document breaks rules.
    fn findings(&self, body: &[u8], headers: Headers, url: &str) -> Vec<Finding> {
        check(&self.parser, bozofeed::Document::new(body).headers(headers).url(url))
    }

    fn record(
        &self,
        feed: i64,
        failures: u32,
        mut state: FeedState,
        answer: Answer,
        started: Instant,
    ) -> Record {
        let now = Timestamp::now();
        if answer.outcome.is_failure() && state.failures == failures {
            // No request was made; the next attempt waits as after any failure.
            state.polled = Some(now);
            state.failures = state.failures.saturating_add(1);
        }
        let document = answer.document.as_ref();
        Record {
            feed,
            next: schedule::next_poll(&state, now, &self.schedule),
            outcome: answer.outcome,
            status: answer.status,
            message: answer.message,
            document: document
                .map(|Document { parsed, links, findings }| document::document(parsed, links, findings, now)),
            bytes: answer.bytes,
            elapsed: started.elapsed(),
            parsing: answer.parsing,
            state,
        }
    }
}

fn fresh(parsed: Box<bozofeed::Parsed>) -> (PollOutcome, Option<String>, Option<Box<bozofeed::Parsed>>) {
    // The exchange counts a document of no known format as a failure, and keeps the state of the last feed.
    if parsed.version == bozofeed::Version::Unknown {
        let message = parsed.bozo.as_ref().map_or_else(|| "not a feed".to_owned(), ToString::to_string);
        return (PollOutcome::NotAFeed, Some(message), None);
    }
    (PollOutcome::Changed, None, Some(parsed))
}

fn busy(after: Option<Duration>) -> String {
    match after {
        Some(after) => format!("the server is busy, and asks to wait {} s", after.as_secs()),
        None => "the server is busy".to_owned(),
    }
}

/// Polls feeds until there are no more, and hands on each record; stops if nobody wants them.
pub(super) fn work(client: &Client, hosts: &Hosts<Due>, hand_on: impl Fn(Record) -> bool) {
    while let Some((mut turn, due)) = hosts.next() {
        let record = client.poll(&mut turn, &due);
        drop(turn);
        if !record.is_some_and(&hand_on) {
            return;
        }
    }
}
