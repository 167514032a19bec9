//! One poll of one feed, without the database.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use bozofeed::check::Finding;
use bozofeed::polling::schedule::{self, ScheduleOptions};
use bozofeed::polling::{Exchange, Failure, FeedState, FetchOutcome, Received, Step};
use bozofeed::{Parsed, Parser, Timestamp};
use bozofeed_fetch::Fetcher;
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
    parsed: Box<Parsed>,
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
        // The run goes on if a document makes the program panic. The state says then that the poll failed.
        let answer = catch_unwind(AssertUnwindSafe(|| self.ask(&mut state, turn)));
        let answer = answer.unwrap_or_else(|_| {
            Some(Answer::failure("this program failed to read the document".to_owned()))
        })?;
        Some(self.record(due.id, state, answer, started))
    }

    /// Returns the record of the first poll of a feed, which was made before the feed was added.
    pub(crate) fn first_record(
        &self,
        feed: i64,
        state: FeedState,
        parsed: &Parsed,
        response: &Received,
    ) -> Record {
        let now = Timestamp::now();
        let findings = self.findings(response);
        Record {
            feed,
            next: schedule::next_poll(&state, now, &self.schedule),
            state,
            outcome: PollOutcome::Changed,
            status: Some(response.status),
            message: None,
            document: Some(document::document(parsed, &response.links(), &findings, now)),
            bytes: response.body.len() as u64,
            elapsed: response.elapsed,
            parsing: Duration::ZERO,
        }
    }

    /// Makes the requests of one poll, each in its host's turn. `None` if the run was stopped.
    fn ask(&self, state: &mut FeedState, turn: &mut Turn<'_, Due>) -> Option<Answer> {
        let mut exchange = match Exchange::start(state, Timestamp::now()) {
            Ok(exchange) => exchange,
            Err(error) => return Some(Answer::failure(error.to_string())),
        };
        let mut parsing = Duration::ZERO;
        let finished = loop {
            turn.move_to(exchange.url()).ok()?;
            match self.fetcher.send(exchange) {
                Ok(Step::Request(next)) => exchange = next,
                Ok(Step::Body(body)) => {
                    let clock = ThreadTime::try_now().ok();
                    let finished = body.finish(&self.parser, Timestamp::now());
                    parsing = clock.and_then(|clock| clock.try_elapsed().ok()).unwrap_or_default();
                    break finished;
                }
                Ok(Step::Done(finished)) => break finished,
                Err(error) => return Some(Answer::failure(error.to_string())),
            }
        };
        let polled = finished.record(state);
        let (outcome, message) = describe(&polled.outcome);
        let document = match polled.outcome {
            FetchOutcome::Fresh(parsed) => Some(Document {
                parsed,
                links: polled.response.links(),
                findings: self.findings(&polled.response),
            }),
            FetchOutcome::NotModified | FetchOutcome::NotAFeed(_) | FetchOutcome::Failed(_) => None,
        };
        let bytes = polled.response.body.len() as u64;
        Some(Answer { outcome, status: Some(polled.response.status), message, document, bytes, parsing })
    }

    /// Returns the places where a document breaks rules.
    fn findings(&self, response: &Received) -> Vec<Finding> {
        self.parser.check(response)
    }

    fn record(&self, feed: i64, state: FeedState, answer: Answer, started: Instant) -> Record {
        let now = Timestamp::now();
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

/// Returns what an outcome is in the database, and a message if it is a failure.
fn describe(outcome: &FetchOutcome) -> (PollOutcome, Option<String>) {
    let kind = match outcome {
        FetchOutcome::Fresh(_) => return (PollOutcome::Changed, None),
        FetchOutcome::NotModified => return (PollOutcome::NotModified, None),
        FetchOutcome::NotAFeed(_) => PollOutcome::NotAFeed,
        FetchOutcome::Failed(Failure::Gone) => PollOutcome::Gone,
        FetchOutcome::Failed(Failure::Busy { .. }) => PollOutcome::Busy,
        FetchOutcome::Failed(_) => PollOutcome::Failed,
    };
    (kind, Some(outcome.to_string()))
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
