//! The time limits and durations of requests.

use std::time::{Duration, Instant};

/// The time limits of a request.
#[derive(Clone, Copy)]
pub(super) struct RequestTimes {
    /// For the response up to its body.
    pub(super) head: Duration,
    /// For the whole response.
    pub(super) whole: Option<Duration>,
    /// For each part of the body.
    pub(super) part: Option<Duration>,
}

impl RequestTimes {
    pub(super) fn whole(limit: Duration) -> Self {
        Self { head: limit, whole: Some(limit), part: None }
    }

    pub(super) fn each_part(limit: Duration) -> Self {
        Self { head: limit, whole: None, part: Some(limit) }
    }
}

/// Measures the time of a poll, without the time between its requests.
pub(super) struct RequestClock {
    start: Instant,
    /// The earlier duration of the poll.
    pub(super) before: Duration,
}

impl RequestClock {
    /// Starts the clock of a poll that has taken `before` so far.
    pub(super) fn new(before: Duration) -> Self {
        Self { start: Instant::now(), before }
    }

    /// Returns the duration of the poll so far.
    pub(super) fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.start.elapsed())
    }

    /// Returns the time since the start or the last lap.
    pub(super) fn lap(&mut self) -> Duration {
        let lap = self.start.elapsed();
        self.start += lap;
        self.before = self.before.saturating_add(lap);
        lap
    }
}
