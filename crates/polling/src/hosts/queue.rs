//! The queue of jobs, grouped by host.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{HostOptions, HostReply, HostState, HostWait};
use bozofeed::Timestamp;

/// A queue of jobs that make requests to hosts.
///
/// A worker [takes](Self::take) a job together with the host's turn, makes *one* request, and [gives the turn back](Self::release) with
/// the [reply](HostReply). If the poll needs another request because it was redirected, the worker puts the job [back](Self::resume)
/// into the queue of the next URL's host. This way, no worker waits while it holds a job, a host gets one request at a time, and each
/// request respects the host's earlier replies. Hosts take turns in the order of their first jobs; the jobs of a host keep their order.
/// Add jobs last that were slow or failed last time.
///
/// It is plain data: share it in a mutex, and do not wait while the mutex is locked. The [module](super) has an example.
#[derive(Debug)]
pub struct HostQueue<J> {
    options: HostOptions,
    hosts: Vec<QueuedHost<J>>,
    /// The indices of hosts in `hosts`.
    places: BTreeMap<String, usize>,
    /// Hosts with jobs that may be asked, or whose state must be checked. Each host with jobs is in exactly one of these three.
    ready: VecDeque<usize>,
    /// Hosts with jobs that must not be asked before a certain time.
    waiting: BTreeSet<(Timestamp, usize)>,
    /// Hosts with a request under way, with or without further jobs, and its start time.
    under_way: BTreeMap<usize, Timestamp>,
    /// The number of waiting jobs.
    count: usize,
}

/// A host and its jobs.
#[derive(Debug)]
struct QueuedHost<J> {
    state: HostState,
    jobs: VecDeque<J>,
}

/// The permission to make one request to a host, with the job that makes it.
///
/// Only [`HostQueue::release`] gives the job back. This ensures that no turn is forgotten, which would block the host's other jobs for
/// ever.
#[derive(Debug)]
#[must_use = "give the turn back, or the host is not asked again"]
pub struct HostTurn<J> {
    host: usize,
    started: Timestamp,
    job: J,
}

/// The next action of a worker. There will be no other variants.
#[derive(Debug)]
#[must_use = "a job would be lost"]
pub enum NextJob<J> {
    /// Make one request, and give the turn [back](HostQueue::release).
    Turn(HostTurn<J>),
    /// There is nothing to do before this time, unless a turn is given back or a job is added.
    Wait(Timestamp),
    /// There is nothing to do until a turn is given back or a job is added.
    Busy,
    /// The host of these jobs must not be asked for longer than the [patience](HostOptions::patience) allows, and there is nothing else
    /// to do: leave them to a later run. They have not failed.
    PutOff {
        /// The jobs, all for one host.
        jobs: Vec<J>,
        /// The time before which the host must not be asked, and the reason.
        wait: HostWait,
    },
    /// The queue is empty, and all turns were given back.
    Empty,
}

impl<J> HostQueue<J> {
    /// Returns an empty queue.
    pub fn new(options: HostOptions) -> Self {
        Self {
            options,
            hosts: Vec::new(),
            places: BTreeMap::new(),
            ready: VecDeque::new(),
            waiting: BTreeSet::new(),
            under_way: BTreeMap::new(),
            count: 0,
        }
    }

    /// Sets the state of a host, as stored after the last run. Do so before taking any job.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostQueue, HostReply, HostState, NextJob};
    /// use http::{HeaderMap, StatusCode};
    /// use std::time::Duration;
    ///
    /// let (now, options) = ("2026-11-21T12:00:00Z".parse()?, HostOptions::new());
    /// let mut state = HostState::of("https://harbour.example/", &options);
    /// let reply = HostReply::new(StatusCode::TOO_MANY_REQUESTS, &HeaderMap::new(), now);
    /// state.observe(reply, Duration::ZERO, now, &options);
    ///
    /// let mut queue = HostQueue::new(options);
    /// queue.restore(state);
    /// queue.push("https://harbour.example/tides.rss", "tides");
    /// assert!(matches!(queue.take(now), NextJob::PutOff { .. }));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn restore(&mut self, state: HostState) {
        let place = self.place(state.host.clone());
        if let Some(entry) = self.hosts.get_mut(place) {
            entry.state = state;
        }
    }

    /// Returns the states of all hosts, in no particular order. Store each one that is not [over](HostState::is_over).
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostQueue};
    ///
    /// let mut queue = HostQueue::new(HostOptions::new());
    /// queue.push("https://www.harbour.example/tides.rss", 1);
    /// queue.push("http://harbour.example:8080/ships.rss", 2);
    /// assert!(queue.states().map(|state| &state.host).eq(["harbour.example"]));
    /// ```
    pub fn states(&self) -> impl Iterator<Item = &HostState> {
        self.hosts.iter().map(|entry| &entry.state)
    }

    /// Adds a job for the host of a URL, after the host's other jobs.
    pub fn push(&mut self, url: &str, job: J) {
        self.add(url, job, VecDeque::push_back);
    }

    /// Adds a job in progress, such as a poll that was redirected, before the other jobs of the URL's host. It should be finished
    /// before new ones are started.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostQueue, NextJob};
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut queue = HostQueue::new(HostOptions::new());
    /// queue.push("https://harbour.example/tides.rss", "tides");
    /// queue.resume("https://harbour.example/ships.rss", "ships");
    /// let NextJob::Turn(turn) = queue.take(now) else { panic!() };
    /// assert_eq!(*turn.job(), "ships");
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn resume(&mut self, url: &str, job: J) {
        self.add(url, job, VecDeque::push_front);
    }

    fn add(&mut self, url: &str, job: J, add: impl FnOnce(&mut VecDeque<J>, J)) {
        let host = self.options.host_of(url);
        let place = self.place(host);
        let Some(entry) = self.hosts.get_mut(place) else { return };
        // A host with a request under way becomes ready when its turn is given back.
        if entry.jobs.is_empty() && !self.under_way.contains_key(&place) {
            self.ready.push_back(place);
        }
        add(&mut entry.jobs, job);
        self.count += 1;
    }

    /// Returns the index of a host, which is added if it is new.
    fn place(&mut self, host: String) -> usize {
        let next = self.hosts.len();
        let place = *self.places.entry(host.clone()).or_insert(next);
        if place == next {
            self.hosts.push(QueuedHost { state: HostState::new(host), jobs: VecDeque::new() });
        }
        place
    }

    /// Returns the number of jobs waiting for their hosts, without the jobs that were taken.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether no job is waiting. Jobs that were taken may come back.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the start times of the requests under way, in no particular order: one for each turn that was not given back. A program
    /// can start more workers when others are held up by slow servers.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostQueue, NextJob};
    ///
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut queue = HostQueue::new(HostOptions::new());
    /// queue.push("https://harbour.example/tides.rss", "tides");
    /// let NextJob::Turn(turn) = queue.take(now) else { panic!() };
    /// assert!(queue.under_way().eq([now]));
    /// # Ok::<(), bozofeed::date::InvalidTimestamp>(())
    /// ```
    pub fn under_way(&self) -> impl Iterator<Item = Timestamp> {
        self.under_way.values().copied()
    }

    /// Returns the next job, or the reason why there is none.
    pub fn take(&mut self, now: Timestamp) -> NextJob<J> {
        self.wake(now);
        while let Some(place) = self.ready.pop_front() {
            let Some(entry) = self.hosts.get_mut(place) else { continue };
            // A host is ready as soon as its turn is given back, although its reply may require a pause.
            if let Some(wait) = entry.state.next_request(now, &self.options) {
                self.waiting.insert((wait.until, place));
                continue;
            }
            let Some(job) = entry.jobs.pop_front() else { continue };
            entry.state.request(now, &self.options);
            self.under_way.insert(place, now);
            self.count -= 1;
            return NextJob::Turn(HostTurn { host: place, started: now, job });
        }
        match (self.waiting.first().copied(), self.under_way.is_empty()) {
            (None, true) => NextJob::Empty,
            (None, false) => NextJob::Busy,
            (Some((until, place)), true) if until.since(now) > self.options.patience => {
                self.put_off(place, now).unwrap_or(NextJob::Wait(until))
            }
            (Some((until, _)), _) => NextJob::Wait(until),
        }
    }

    /// Returns whether [`take`](Self::take) would return a turn.
    pub fn is_ready(&mut self, now: Timestamp) -> bool {
        self.wake(now);
        let may_ask = |place: &usize| {
            self.hosts.get(*place).is_some_and(|entry| entry.state.next_request(now, &self.options).is_none())
        };
        self.ready.iter().any(may_ask)
    }

    /// Moves the hosts whose time has come to the ready ones.
    fn wake(&mut self, now: Timestamp) {
        while let Some((until, place)) = self.waiting.pop_first() {
            if until > now {
                self.waiting.insert((until, place));
                return;
            }
            self.ready.push_back(place);
        }
    }

    fn put_off(&mut self, place: usize, now: Timestamp) -> Option<NextJob<J>> {
        let entry = self.hosts.get_mut(place)?;
        let wait = entry.state.next_request(now, &self.options)?;
        let jobs = Vec::from(std::mem::take(&mut entry.jobs));
        self.waiting.retain(|(_, waiting)| *waiting != place);
        self.count -= jobs.len();
        Some(NextJob::PutOff { jobs, wait })
    }

    /// Gives a turn back with the reply to its request. Returns the job, or the result of [`HostTurn::map`]. The host's other jobs wait
    /// for as long as the reply requires.
    ///
    /// If the poll continues, [`resume`](Self::resume) the job before another worker uses the queue.
    pub fn release<K>(&mut self, turn: HostTurn<K>, reply: HostReply, now: Timestamp) -> K {
        let HostTurn { host, started, job } = turn;
        if self.under_way.remove(&host).is_some()
            && let Some(entry) = self.hosts.get_mut(host)
        {
            entry.state.observe(reply, now.since(started), now, &self.options);
            if !entry.jobs.is_empty() {
                self.ready.push_back(host);
            }
        }
        job
    }
}

impl<J> HostTurn<J> {
    /// Returns the job, or the result of [`map`](Self::map).
    pub fn job(&self) -> &J {
        &self.job
    }

    /// Makes the request: turns the job into its result, which [`HostQueue::release`] returns.
    pub fn map<K>(self, request: impl FnOnce(J) -> K) -> HostTurn<K> {
        HostTurn { host: self.host, started: self.started, job: request(self.job) }
    }

    /// Makes the request in an asynchronous program.
    ///
    /// ```
    /// use bozofeed_polling::hosts::{HostOptions, HostQueue, HostReply, NextJob};
    ///
    /// # async fn poll() -> Result<(), bozofeed::date::InvalidTimestamp> {
    /// let now = "2026-11-21T12:00:00Z".parse()?;
    /// let mut queue = HostQueue::new(HostOptions::new());
    /// queue.push("https://harbour.example/tides.rss", "https://harbour.example/tides.rss");
    /// let NextJob::Turn(turn) = queue.take(now) else { panic!() };
    /// let turn = turn.map_async(|url| async move { url.len() }).await;
    /// assert_eq!(queue.release(turn, HostReply::none(), now), 33);
    /// # Ok(())
    /// # }
    /// # let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    /// # assert!(matches!(std::pin::pin!(poll()).poll(&mut context), std::task::Poll::Ready(Ok(()))));
    /// ```
    pub async fn map_async<K, F: Future<Output = K>>(self, request: impl FnOnce(J) -> F) -> HostTurn<K> {
        HostTurn { host: self.host, started: self.started, job: request(self.job).await }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use ::http::{HeaderMap, StatusCode};
    use bozofeed_testing::check;

    fn at(milliseconds: u64) -> Timestamp {
        let start: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        start.saturating_add(Duration::from_millis(milliseconds))
    }

    fn queue(urls: &[&'static str]) -> HostQueue<&'static str> {
        let mut queue = HostQueue::new(HostOptions::new());
        for url in urls {
            queue.push(url, *url);
        }
        queue
    }

    fn reply(status: u16) -> HostReply {
        HostReply::new(StatusCode::from_u16(status).unwrap(), &HeaderMap::new(), at(0))
    }

    fn turn<J>(next: NextJob<J>) -> HostTurn<J> {
        match next {
            NextJob::Turn(turn) => turn,
            NextJob::Wait(until) => panic!("wait until {until}"),
            NextJob::Busy => panic!("busy"),
            NextJob::PutOff { wait, .. } => panic!("put off until {wait}"),
            NextJob::Empty => panic!("empty"),
        }
    }

    /// Returns the next action as text: the job, or the milliseconds to wait.
    fn next(queue: &mut HostQueue<&'static str>, now: u64) -> (String, Option<HostTurn<&'static str>>) {
        match queue.take(at(now)) {
            NextJob::Turn(turn) => ((*turn.job()).to_owned(), Some(turn)),
            NextJob::Wait(until) => (format!("wait {}", until.since(at(0)).as_millis()), None),
            NextJob::Busy => ("busy".to_owned(), None),
            NextJob::PutOff { jobs, wait } => {
                (format!("put off {jobs:?} {}", wait.until.since(at(0)).as_millis()), None)
            }
            NextJob::Empty => ("empty".to_owned(), None),
        }
    }

    #[test]
    fn a_host_has_one_turn_at_a_time() {
        let mut queue = queue(&["http://a/1", "https://a:8443/2", "http://b/1"]);
        let (first, first_turn) = next(&mut queue, 0);
        let (second, second_turn) = next(&mut queue, 0);
        assert_eq!((first.as_str(), second.as_str()), ("http://a/1", "http://b/1"));
        assert_eq!(next(&mut queue, 0).0, "busy");
        assert_eq!((queue.len(), queue.under_way().count()), (1, 2));
        // The response took 40 ms, and so does the pause.
        queue.release(first_turn.unwrap(), reply(200), at(40));
        assert!(!queue.is_ready(at(40)) && queue.is_ready(at(80)));
        assert_eq!(next(&mut queue, 40).0, "wait 80");
        let (third, third_turn) = next(&mut queue, 80);
        assert_eq!(third, "https://a:8443/2");
        queue.release(third_turn.unwrap(), reply(200), at(90));
        assert_eq!(next(&mut queue, 90).0, "busy", "a redirect may come back");
        queue.release(second_turn.unwrap(), reply(200), at(90));
        assert_eq!(next(&mut queue, 90).0, "empty");
    }

    #[test]
    fn a_poll_that_was_redirected_comes_first_at_its_new_host() {
        let mut queue = queue(&["http://a/1", "http://b/1", "http://b/2", "http://a/2"]);
        let a = turn(queue.take(at(0)));
        let b = turn(queue.take(at(0)));
        queue.release(a, reply(302), at(0));
        queue.resume("http://b/3", "http://b/3");
        assert_eq!(next(&mut queue, 0).0, "http://a/2", "no job waits for b");
        queue.release(b, reply(200), at(0));
        let (redirected, b) = next(&mut queue, 0);
        assert_eq!(redirected, "http://b/3");
        queue.release(b.unwrap(), reply(200), at(0));
        assert_eq!(next(&mut queue, 0).0, "http://b/2");
    }

    #[test]
    fn the_jobs_of_a_busy_host_are_put_off_when_nothing_else_is_to_do() {
        let mut queue = queue(&["http://a/1", "http://a/2", "http://a/3", "http://b/1", "http://b/2"]);
        let a = turn(queue.take(at(0)));
        queue.release(a, reply(429), at(10));
        for _ in 0..2 {
            let b = turn(queue.take(at(10)));
            assert!(b.job().starts_with("http://b/"));
            assert_eq!(next(&mut queue, 10).0, "wait 60010", "others are under way");
            queue.release(b, reply(200), at(10));
        }
        assert_eq!(next(&mut queue, 10).0, "put off [\"http://a/2\", \"http://a/3\"] 60010");
        assert_eq!(next(&mut queue, 10).0, "empty");
        queue.push("http://a/4", "http://a/4");
        assert_eq!(next(&mut queue, 56_000).0, "wait 60010", "within the patience");
        assert_eq!(next(&mut queue, 60_010).0, "http://a/4");
    }

    #[test]
    fn states_survive() {
        let mut queue = queue(&["http://a/1", "http://a/2"]);
        let a = turn(queue.take(at(0)));
        queue.release(a, reply(503), at(10));
        let states: Vec<HostState> = queue.states().cloned().collect();
        let mut queue = HostQueue::new(HostOptions::new());
        queue.push("https://www.a/3", "http://a/3");
        for state in states {
            queue.restore(state);
        }
        assert_eq!(next(&mut queue, 20).0, "put off [\"http://a/3\"] 60010");
    }

    /// Simulates polls with redirects and refusals on a fake clock, and counts.
    #[test]
    fn no_job_is_lost_and_no_host_asked_twice_at_once() {
        check(256, |u| {
            let hosts: usize = u.int_in_range(1..=4)?;
            let jobs: usize = u.int_in_range(0..=20)?;
            let mut queue = HostQueue::new(HostOptions::new());
            let mut expected = Vec::new();
            for job in 0..jobs {
                queue.push(&format!("http://host-{}/", job % hosts), (job, job % hosts));
                expected.push(job);
            }
            let (mut now, mut turns, mut done) = (0, Vec::new(), Vec::new());
            for _ in 0..10_000 {
                let is_ready = queue.is_ready(at(now));
                let next = queue.take(at(now));
                assert_eq!(is_ready, matches!(next, NextJob::Turn(_)));
                match next {
                    NextJob::Turn(turn) => turns.push(turn),
                    NextJob::Wait(until) if turns.is_empty() => {
                        assert!(until.since(at(now)) <= Duration::from_secs(5));
                        now = u64::try_from(until.since(at(0)).as_millis()).unwrap() + 1;
                    }
                    NextJob::PutOff { jobs, wait } => {
                        assert!(turns.is_empty() && wait.until.since(at(now)) > Duration::from_secs(5));
                        done.extend(jobs.into_iter().map(|(job, _)| job));
                    }
                    NextJob::Empty => break,
                    NextJob::Wait(_) | NextJob::Busy => assert!(!turns.is_empty()),
                }
                let mut under_way: Vec<_> = turns.iter().map(|turn| turn.job().1).collect();
                under_way.sort_unstable();
                under_way.dedup();
                assert_eq!(under_way.len(), turns.len(), "one turn for each host");
                if !turns.is_empty() && u.ratio(2, 3)? {
                    now += u.int_in_range(0..=3000)?;
                    let turn = turns.swap_remove(u.choose_index(turns.len())?);
                    let status = *u.choose(&[200, 302, 429, 503])?;
                    let (job, host) = queue.release(turn, reply(status), at(now));
                    if status == 302 && u.ratio(1, 2)? {
                        let host = (host + 1) % hosts;
                        queue.resume(&format!("http://host-{host}/"), (job, host));
                    } else {
                        done.push(job);
                    }
                }
            }
            done.extend(turns.into_iter().map(|turn| turn.job().0));
            done.sort_unstable();
            assert_eq!(done, expected);
            assert_eq!(queue.len(), 0);
            Ok(())
        });
    }
}
