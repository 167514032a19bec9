//! The queue of polls shared by the workers: each host is asked by one worker at a time, and no worker waits for a host.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bozofeed::Timestamp;
use bozofeed_polling::hosts::{HostQueue, HostReply, HostState, HostTurn, HostWait, NextJob};

/// The time after which a worker with a pending request counts as held up, so that another one may take its place.
const HELD_UP: Duration = Duration::from_millis(100);

/// The maximum number of workers, however many are held up.
const MOST_WORKERS: usize = 512;

/// Polls that wait for their hosts.
pub(super) struct Hosts<J> {
    waiting: Mutex<Waiting<J>>,
    changed: Condvar,
    /// The number of workers if none is held up.
    jobs: usize,
}

struct Waiting<J> {
    queue: HostQueue<J>,
    workers: usize,
    is_stopped: bool,
}

/// The next action of a worker.
pub(super) enum Next<J> {
    /// Make one request.
    Turn(HostTurn<J>),
    /// Postpone polls whose host cannot be asked in this run.
    PutOff(Vec<J>, HostWait),
}

/// The result of one request of a poll.
pub(super) enum Progress<J, R> {
    /// The poll needs another request.
    GoesOn { url: String, job: J },
    /// The poll is finished.
    Done(R),
}

impl<J> Hosts<J> {
    pub(super) fn new(queue: HostQueue<J>, jobs: usize) -> Self {
        let waiting = Waiting { queue, workers: 0, is_stopped: false };
        Self { waiting: Mutex::new(waiting), changed: Condvar::new(), jobs }
    }

    /// Waits until workers need to be started, and returns their number: the configured number, plus one for each worker held up by a
    /// slow server, as long as there is work to do. They are counted from now on, until [`next`](Self::next) returns `None` to them.
    /// `None` if all work is done.
    pub(super) fn missing_workers(&self) -> Option<usize> {
        let mut waiting = self.lock();
        loop {
            let now = Timestamp::now();
            let has_work = waiting.workers == 0 || waiting.queue.is_ready(now);
            let missing = self.wanted(&waiting, now).saturating_sub(waiting.workers).min(waiting.queue.len());
            if missing > 0 && has_work && !waiting.is_stopped {
                waiting.workers += missing;
                return Some(missing);
            }
            if waiting.workers == 0 {
                return None;
            }
            waiting = self.wait(waiting, Some(HELD_UP));
        }
    }

    fn wanted(&self, waiting: &Waiting<J>, now: Timestamp) -> usize {
        let held_up = waiting.queue.under_way().filter(|since| now.since(*since) >= HELD_UP).count();
        (self.jobs + held_up).min(MOST_WORKERS)
    }

    /// Returns the next action, waiting for one if necessary; `None` if the worker should end.
    pub(super) fn next(&self) -> Option<Next<J>> {
        let mut waiting = self.lock();
        loop {
            let now = Timestamp::now();
            if waiting.is_stopped || waiting.workers > self.wanted(&waiting, now) {
                break;
            }
            let patience = match waiting.queue.take(now) {
                NextJob::Turn(turn) => return Some(Next::Turn(turn)),
                NextJob::PutOff { jobs, wait } => return Some(Next::PutOff(jobs, wait)),
                NextJob::Wait(until) => Some(until.since(now)),
                NextJob::Busy => None,
                NextJob::Empty => break,
            };
            waiting = self.wait(waiting, patience);
        }
        waiting.workers = waiting.workers.saturating_sub(1);
        drop(waiting);
        self.changed.notify_all();
        None
    }

    /// Releases a host's turn after a request, and returns the result if the poll is finished. Otherwise, the poll waits for the host
    /// of its next URL.
    pub(super) fn release<R>(&self, turn: HostTurn<Progress<J, R>>, reply: HostReply) -> Option<R> {
        let mut waiting = self.lock();
        let result = match waiting.queue.release(turn, reply, Timestamp::now()) {
            Progress::GoesOn { url, job } => {
                waiting.queue.resume(&url, job);
                None
            }
            Progress::Done(result) => Some(result),
        };
        drop(waiting);
        self.changed.notify_all();
        result
    }

    /// Stops handing out turns.
    pub(super) fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }

    /// Returns the host states that must be stored.
    pub(super) fn states(&self, now: Timestamp) -> Vec<HostState> {
        self.lock().queue.states().filter(|state| !state.is_over(now)).cloned().collect()
    }

    /// Waits for a change, or until this time.
    fn wait<'w>(
        &self,
        waiting: MutexGuard<'w, Waiting<J>>,
        patience: Option<Duration>,
    ) -> MutexGuard<'w, Waiting<J>> {
        match patience {
            Some(time) => self.changed.wait_timeout(waiting, time).unwrap_or_else(PoisonError::into_inner).0,
            None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<J>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
