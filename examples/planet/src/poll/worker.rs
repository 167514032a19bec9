//! The requests of polls, without access to the database.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use bozofeed::{Parsed, Parser, Timestamp};
use bozofeed_check::{Checker, Findings};
use bozofeed_fetch::Fetcher;
use bozofeed_polling::hosts::{HostReply, HostWait};
use bozofeed_polling::schedule::{self, ScheduleOptions};
use bozofeed_polling::websub::WebSubLinks;
use bozofeed_polling::{Exchange, Failure, FeedState, FetchOutcome, Finished, Received, Step};
use cpu_time::ThreadTime;

use super::document;
use super::hosts::{Hosts, Next, Progress};
use crate::db::{Due, PollOutcome, Record};

/// Requests feeds.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) fetcher: Fetcher,
    pub(crate) parser: Parser,
}

/// A poll, started or not.
pub(super) struct Polling {
    due: Due,
    begun: Option<Box<Begun>>,
}

/// A poll between two requests.
struct Begun {
    /// The state to save if the poll fails.
    state: FeedState,
    exchange: Exchange,
    started: Instant,
}

impl From<Due> for Polling {
    fn from(due: Due) -> Self {
        Self { due, begun: None }
    }
}

/// The result of a job.
pub(super) enum Event {
    /// A feed was polled.
    Polled(Box<Record>),
    /// These feeds were postponed, because their host cannot be asked now.
    PutOff(Vec<i64>, HostWait),
}

/// The response to one request of a poll.
enum Asked {
    /// The poll needs another request.
    Next(Box<Exchange>),
    Answer(Answer),
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

/// A document that was received, and the hubs declared by it or its response.
struct Document {
    parsed: Box<Parsed>,
    links: Option<WebSubLinks>,
    findings: Findings,
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
    /// Makes the next request of a poll, and parses the document if there is one.
    fn ask(&self, polling: Polling) -> (HostReply, Progress<Polling, Box<Record>>) {
        let Polling { due, begun } = polling;
        let (mut state, exchange, started) = if let Some(begun) = begun {
            (begun.state, begun.exchange, begun.started)
        } else {
            let mut state = due.state.clone();
            match Exchange::start(&mut state, Timestamp::now()) {
                Ok(exchange) => (state, exchange, Instant::now()),
                Err(error) => {
                    let answer = Answer::failure(error.to_string());
                    let record = Self::record(&due, state, answer, Instant::now());
                    return (HostReply::none(), Progress::Done(Box::new(record)));
                }
            }
        };
        // If a document causes a panic, the run continues, and the state records the failure.
        let asked = catch_unwind(AssertUnwindSafe(|| self.request(exchange, &mut state)));
        let (reply, asked) = asked.unwrap_or_else(|_| {
            let message = "this program failed to read the document".to_owned();
            (HostReply::none(), Asked::Answer(Answer::failure(message)))
        });
        let progress = match asked {
            Asked::Next(exchange) => {
                let url = exchange.url().to_owned();
                let begun = Some(Box::new(Begun { state, exchange: *exchange, started }));
                Progress::GoesOn { url, job: Polling { due, begun } }
            }
            Asked::Answer(answer) => Progress::Done(Box::new(Self::record(&due, state, answer, started))),
        };
        (reply, progress)
    }

    /// Makes a request, and parses the document if there is one. Also returns the information about the host.
    fn request(&self, exchange: Exchange, state: &mut FeedState) -> (HostReply, Asked) {
        let mut parsing = Duration::ZERO;
        let mut step = match self.fetcher.send(exchange) {
            Ok(step) => step,
            Err(error) => {
                return (HostReply::none(), Asked::Answer(Answer::failure(error.to_string())));
            }
        };
        loop {
            let reply = step.host_reply();
            step = match step {
                Step::Request(exchange) => return (reply, Asked::Next(Box::new(exchange))),
                Step::Body(body) => {
                    let clock = ThreadTime::try_now().ok();
                    let step = body.finish(&self.parser, Timestamp::now());
                    parsing = clock.and_then(|clock| clock.try_elapsed().ok()).unwrap_or_default();
                    step
                }
                Step::Done(finished) => return (reply, Asked::Answer(self.answer(finished, state, parsing))),
            };
        }
    }

    fn answer(&self, finished: Finished, state: &mut FeedState, parsing: Duration) -> Answer {
        let polled = finished.record(state);
        let (outcome, message) = describe(&polled.outcome);
        let document = match polled.outcome {
            FetchOutcome::Fresh(parsed) => Some(Document {
                links: WebSubLinks::of(&parsed, &polled.response),
                parsed,
                findings: self.findings(&polled.response),
            }),
            FetchOutcome::NotModified | FetchOutcome::NotAFeed(_) | FetchOutcome::Failed(_) => None,
        };
        let bytes = polled.response.body.len() as u64;
        Answer { outcome, status: Some(polled.response.status), message, document, bytes, parsing }
    }

    /// Returns the record of a feed's first poll, which was made before the feed was added.
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
            next: schedule::next_poll(&state, now, &ScheduleOptions::new()),
            state,
            outcome: PollOutcome::Changed,
            status: Some(response.status),
            message: None,
            document: Some(document::document(
                parsed,
                WebSubLinks::of(parsed, response).as_ref(),
                &findings,
                now,
            )),
            bytes: response.body.len() as u64,
            elapsed: response.elapsed,
            parsing: Duration::ZERO,
        }
    }

    /// Returns the places where a document breaks rules.
    fn findings(&self, response: &Received) -> Findings {
        Checker::new().parser(self.parser.clone()).check(response)
    }

    fn record(due: &Due, state: FeedState, answer: Answer, started: Instant) -> Record {
        let now = Timestamp::now();
        let document = answer.document.as_ref();
        Record {
            feed: due.id,
            next: schedule::next_poll(&state, now, &due.schedule),
            outcome: answer.outcome,
            status: answer.status,
            message: answer.message,
            document: document.map(|Document { parsed, links, findings }| {
                document::document(parsed, links.as_ref(), findings, now)
            }),
            bytes: answer.bytes,
            elapsed: started.elapsed(),
            parsing: answer.parsing,
            state,
        }
    }
}

/// Returns the stored form of an outcome, with a message if it is a failure.
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

/// Makes requests and passes their results on until all work is done, or until the receiver is gone.
pub(super) fn work(client: &Client, hosts: &Hosts<Polling>, hand_on: impl Fn(Event) -> bool) {
    while let Some(next) = hosts.next() {
        let event = match next {
            Next::Turn(turn) => {
                let mut reply = HostReply::none();
                let turn = turn.map(|polling| {
                    let (said, progress) = client.ask(polling);
                    reply = said;
                    progress
                });
                hosts.release(turn, reply).map(Event::Polled)
            }
            Next::PutOff(pollings, wait) => {
                Some(Event::PutOff(pollings.iter().map(|polling| polling.due.id).collect(), wait))
            }
        };
        if !event.is_none_or(&hand_on) {
            return;
        }
    }
}
