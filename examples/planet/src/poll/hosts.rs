//! Turns: at most one request to each host at a time.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use url::Url;

/// Jobs that wait for their hosts.
///
/// A worker takes a job with [`next`](Self::next), and with it the host's turn, until it drops the [`Turn`]. Hosts take turns
/// in the order of their first jobs, so that one with many feeds does not hold up the others.
pub(super) struct Hosts<J> {
    waiting: Mutex<Waiting<J>>,
    changed: Condvar,
}

struct Waiting<J> {
    jobs: HashMap<String, VecDeque<J>>,
    /// The hosts that have jobs and are not being asked, each once.
    ready: VecDeque<String>,
    /// The hosts that are being asked.
    busy: HashSet<String>,
    /// How many jobs wait, of all hosts.
    count: usize,
    is_stopped: bool,
}

/// The permission to ask a host, until it is dropped.
pub(super) struct Turn<'h, J> {
    hosts: &'h Hosts<J>,
    host: String,
}

/// No more requests are to be made.
#[derive(Debug)]
pub(super) struct Stopped;

impl<J> Hosts<J> {
    /// Distributes jobs, each with its URL, over their hosts.
    pub(super) fn new(jobs: impl IntoIterator<Item = (String, J)>) -> Self {
        let mut waiting = Waiting {
            jobs: HashMap::new(),
            ready: VecDeque::new(),
            busy: HashSet::new(),
            count: 0,
            is_stopped: false,
        };
        for (url, job) in jobs {
            let host = host_of(&url);
            let queue = waiting.jobs.entry(host.clone()).or_default();
            if queue.is_empty() {
                waiting.ready.push_back(host);
            }
            queue.push_back(job);
            waiting.count += 1;
        }
        Self { waiting: Mutex::new(waiting), changed: Condvar::new() }
    }

    /// Returns the next job whose host is free, and waits for one if none is; `None` if there are no more jobs.
    pub(super) fn next(&self) -> Option<(Turn<'_, J>, J)> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_stopped {
                return None;
            }
            if let Some(host) = waiting.ready.pop_front() {
                let job = waiting.jobs.get_mut(&host).and_then(VecDeque::pop_front);
                if let Some(job) = job {
                    waiting.count -= 1;
                    waiting.busy.insert(host.clone());
                    return Some((Turn { hosts: self, host }, job));
                }
            } else if waiting.count == 0 {
                return None;
            } else {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Gives no more turns.
    pub(super) fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<J>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn release(&self, host: &str) {
        let mut waiting = self.lock();
        waiting.busy.remove(host);
        if waiting.jobs.get(host).is_some_and(|queue| !queue.is_empty()) {
            waiting.ready.push_back(host.to_owned());
        }
        drop(waiting);
        self.changed.notify_all();
    }
}

impl<J> Turn<'_, J> {
    /// Gives the turn back and waits for that of the host of another URL, to which a redirect leads.
    pub(super) fn move_to(&mut self, url: &str) -> Result<(), Stopped> {
        let host = host_of(url);
        if host == self.host {
            return Ok(());
        }
        self.hosts.release(&self.host);
        self.host.clear();
        let mut waiting = self.hosts.lock();
        while waiting.busy.contains(&host) {
            if waiting.is_stopped {
                return Err(Stopped);
            }
            waiting = self.hosts.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.busy.insert(host.clone());
        waiting.ready.retain(|ready| *ready != host);
        self.host = host;
        Ok(())
    }
}

impl<J> Drop for Turn<'_, J> {
    fn drop(&mut self) {
        self.hosts.release(&self.host);
    }
}

/// Returns the host of a URL, whatever the port: one machine serves them all.
fn host_of(url: &str) -> String {
    let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_else(|| url.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn hosts(urls: &[&str]) -> Hosts<usize> {
        Hosts::new(urls.iter().enumerate().map(|(job, url)| ((*url).to_owned(), job)))
    }

    #[test]
    fn a_host_has_one_turn_at_a_time() {
        let hosts = hosts(&["http://a/1", "https://a:8443/2", "http://b/1"]);
        let (first, job) = hosts.next().unwrap();
        assert_eq!(job, 0);
        let (second, job) = hosts.next().unwrap();
        assert_eq!(job, 2, "a is busy");
        drop(first);
        let (third, job) = hosts.next().unwrap();
        assert_eq!(job, 1);
        drop((second, third));
        assert!(hosts.next().is_none());
    }

    #[test]
    fn a_redirect_waits_for_its_host() {
        let hosts = hosts(&["http://a/1", "http://b/1", "http://b/2"]);
        let (mut from_a, _) = hosts.next().unwrap();
        let (at_b, _) = hosts.next().unwrap();
        thread::scope(|scope| {
            let moved = scope.spawn(move || {
                from_a.move_to("http://b/3").unwrap();
                from_a
            });
            drop(at_b);
            let last = moved.join().unwrap();
            // Whoever came first: now b is busy, and its last job waits.
            drop(last);
        });
        assert_eq!(hosts.next().map(|(_, job)| job), Some(2));
    }

    #[test]
    fn many_workers_never_ask_a_host_twice_at_once() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let urls: Vec<String> = (0..300).map(|n| format!("http://host-{}/{n}", n % 7)).collect();
        let hosts = Hosts::new(urls.iter().map(|url| (url.clone(), url.clone())));
        let active: [AtomicUsize; 7] = Default::default();
        let done = AtomicUsize::new(0);
        let visit = |url: &str| {
            let number: usize = host_of(url).trim_start_matches("host-").parse().unwrap();
            assert_eq!(active[number].fetch_add(1, Ordering::SeqCst), 0, "{url}");
            thread::yield_now();
            active[number].fetch_sub(1, Ordering::SeqCst);
        };
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    while let Some((mut turn, url)) = hosts.next() {
                        visit(&url);
                        let other = format!("http://host-{}/", url.len() % 7);
                        turn.move_to(&other).unwrap();
                        visit(&other);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.load(Ordering::SeqCst), 300);
    }

    #[test]
    fn nothing_is_handed_out_after_a_stop() {
        let hosts = hosts(&["http://a/1", "http://b/1"]);
        hosts.stop();
        assert!(hosts.next().is_none());
    }
}
