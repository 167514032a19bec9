//! Many feeds at the same time.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use bozofeed_polling::{FeedState, FetchOutcome};

use super::fetcher;
use super::server::{RSS, Server, response};

/// Returns the number of feeds to fetch: a thousand, or fewer if the system limits the number of open files per process. Both ends
/// of each connection are in this process.
fn feeds() -> usize {
    let files = rlimit::increase_nofile_limit(8192).unwrap_or(1024);
    usize::try_from(files.saturating_sub(200) / 3).unwrap().min(1000)
}

#[test]
fn a_thousand_feeds_are_fetched_at_once() {
    let feeds = feeds();
    // Requests are answered once all have arrived.
    let waiting = Arc::new((Mutex::new(0), Condvar::new()));
    let server = Server::writing(move |request, connection| {
        if !request.is_conditional() {
            let (count, all) = &*waiting;
            let mut count = count.lock().unwrap();
            *count += 1;
            all.notify_all();
            let long = Duration::from_secs(30);
            drop(all.wait_timeout_while(count, long, |count| *count < feeds).unwrap());
        }
        let title = request.path.trim_start_matches('/');
        let feed = format!("<rss version='2.0'><channel><title>{title}</title></channel></rss>");
        let answer = if request.is_conditional() {
            response(304, &[], b"")
        } else {
            response(200, &[RSS, ("ETag", &format!("\"{title}\""))], feed.as_bytes())
        };
        let _ = connection.write_all(&answer);
    });
    let fetcher = fetcher().timeout(Duration::from_secs(60)).connect_timeout(Duration::from_secs(60));
    let poll_all = |states: &mut [FeedState], is_expected: fn(&str, &FetchOutcome) -> bool| {
        thread::scope(|scope| {
            for (number, state) in states.iter_mut().enumerate() {
                let fetcher = &fetcher;
                let poll = move || {
                    let outcome =
                        fetcher.poll(state).unwrap_or_else(|error| panic!("{number}: {error}")).outcome;
                    assert!(is_expected(&number.to_string(), &outcome), "{number}: {outcome:?}");
                };
                thread::Builder::new().stack_size(1 << 20).spawn_scoped(scope, poll).unwrap();
            }
        });
    };
    let mut states: Vec<FeedState> =
        (0..feeds).map(|number| FeedState::new(&server.url(&format!("/{number}")))).collect();
    // Each request gets its feed, and the second one a 304.
    poll_all(&mut states, |number, outcome| match outcome {
        FetchOutcome::Fresh(parsed) => parsed.feed.title.as_ref().is_some_and(|title| title.value == number),
        _ => false,
    });
    poll_all(&mut states, |_, outcome| *outcome == FetchOutcome::NotModified);
    let requests = server.requests();
    assert_eq!(requests.len(), 2 * feeds);
    assert_eq!(requests.iter().filter(|request| !request.is_conditional()).count(), feeds);
}
