//! One test for each rule of good behaviour.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bozofeed::{Parser, Timestamp};
use bozofeed_fetch::{FetchErrorKind, Fetcher};
use bozofeed_polling::schedule::{NextPoll, Reason, ScheduleOptions, next_poll};
use bozofeed_polling::{Exchange, Failure, FeedState, FetchOutcome, Step};

use super::fetcher;
use super::server::{FEED, RSS, Request, Server, feed, redirect, response};

/// Starts a server that gives each answer once, and then repeats the last one.
fn sequence(answers: Vec<Vec<u8>>) -> Server {
    let count = AtomicUsize::new(0);
    Server::new(move |_| answers[count.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1)].clone())
}

/// Returns a server whose answers depend on the path.
fn routes(routes: Vec<(&'static str, Vec<u8>)>) -> Server {
    Server::new(move |request| {
        let found = routes.iter().find(|(path, _)| *path == request.path);
        found.map_or_else(|| response(404, &[], b""), |(_, answer)| answer.clone())
    })
}

/// Returns a function that answers conditional requests.
fn validating(etag: &'static str) -> impl Fn(&Request) -> Vec<u8> + Send + Sync {
    move |request| {
        let tag: Vec<u8> = etag.chars().map(|c| u8::try_from(c).unwrap()).collect();
        if request.header("if-none-match") == Some(&tag) {
            response(304, &[], b"")
        } else {
            feed(&[("ETag", etag)])
        }
    }
}

/// Returns the failure of a poll.
fn failure(fetcher: &Fetcher, url: &str) -> Failure {
    failed(fetcher.poll(&mut FeedState::new(url)).unwrap().outcome)
}

fn failed(outcome: FetchOutcome) -> Failure {
    match outcome {
        FetchOutcome::Failed(failure) => failure,
        outcome => panic!("{outcome}"),
    }
}

fn next(state: &FeedState) -> NextPoll {
    next_poll(state, Timestamp::now(), &ScheduleOptions::new().jitter(0))
}

/// Returns the number of minutes until the next poll.
fn minutes(next: NextPoll) -> u64 {
    let wait = next.at.unwrap().since(Timestamp::now());
    (wait.as_secs() + 30) / 60
}

#[test]
fn a_feed_is_fetched_unconditionally_at_most_once() {
    let server = Server::new(validating("\"high\""));
    let mut state = FeedState::new(&server.url("/"));
    let fetcher = fetcher();
    for poll in 0..4 {
        let fetched = fetcher.poll(&mut state).unwrap();
        assert_eq!(matches!(fetched.outcome, FetchOutcome::Fresh(_)), poll == 0);
        assert_eq!(fetched.response.transferred, if poll == 0 { FEED.len() as u64 } else { 0 });
    }
    let unconditional = server.requests().iter().filter(|request| !request.is_conditional()).count();
    assert_eq!((server.requests().len(), unconditional), (4, 1));
}

#[test]
fn validators_go_back_byte_for_byte() {
    for (name, value, back) in [
        ("ETag", "\"high\"", "if-none-match"),
        ("ETag", "W/\"high-gzip\"", "if-none-match"),
        ("ETag", "no quotes, and a comma", "if-none-match"),
        ("ETag", "\"\u{e9}\u{ff}\"", "if-none-match"),
        ("etag", "W/\"\"", "if-none-match"),
        ("Last-Modified", "Sat, 21 Nov 2026 08:15:00 GMT", "if-modified-since"),
        ("Last-Modified", "2026-11-21 8:15", "if-modified-since"),
        ("last-modified", "0", "if-modified-since"),
    ] {
        let server = Server::new(move |_| feed(&[(name, value)]));
        let mut state = FeedState::new(&server.url("/"));
        fetcher().poll(&mut state).unwrap();
        // The state is stored and loaded, as in an aggregator.
        let mut state: FeedState = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
        fetcher().poll(&mut state).unwrap();
        let bytes: Vec<u8> = value.chars().map(|c| u8::try_from(c).unwrap()).collect();
        let second = &server.requests()[1];
        assert_eq!(second.header(back), Some(&bytes[..]), "{name}: {value}");
        let other = if back == "if-none-match" { "if-modified-since" } else { "if-none-match" };
        assert_eq!(second.header(other), None, "{name}: {value}");
    }
}

#[test]
fn validators_are_never_invented() {
    let server = Server::new(|_| feed(&[("Date", "Sat, 21 Nov 2026 08:15:00 GMT"), ("ETag", "")]));
    let mut state = FeedState::new(&server.url("/"));
    for _ in 0..2 {
        fetcher().poll(&mut state).unwrap();
    }
    assert!(!server.requests()[1].is_conditional());
}

#[test]
fn a_200_replaces_both_validators() {
    let changed = |headers: &[(&str, &str)], title: &str| {
        response(
            200,
            &[&[RSS], headers].concat(),
            format!("<rss><channel><title>{title}</title></channel></rss>").as_bytes(),
        )
    };
    let server = sequence(vec![
        changed(&[("ETag", "\"1\""), ("Last-Modified", "Fri, 20 Nov 2026 08:15:00 GMT")], "1"),
        changed(&[("ETag", "\"2\"")], "2"),
        changed(&[("Last-Modified", "Sat, 21 Nov 2026 08:15:00 GMT")], "3"),
        changed(&[], "4"),
    ]);
    let mut state = FeedState::new(&server.url("/"));
    for _ in 0..5 {
        fetcher().poll(&mut state).unwrap();
    }
    let sent: Vec<_> = server
        .requests()
        .iter()
        .map(|request| {
            (request.header("if-none-match").is_some(), request.header("if-modified-since").is_some())
        })
        .collect();
    assert_eq!(sent, [(false, false), (true, true), (true, false), (false, true), (false, false)]);
}

#[test]
fn a_304_keeps_the_validators() {
    let server = sequence(vec![
        feed(&[("ETag", "\"1\""), ("Last-Modified", "Fri, 20 Nov 2026 08:15:00 GMT")]),
        response(304, &[], b""),
    ]);
    let mut state = FeedState::new(&server.url("/"));
    for _ in 0..4 {
        fetcher().poll(&mut state).unwrap();
    }
    for request in &server.requests()[1..] {
        assert_eq!(request.header("if-none-match"), Some(&b"\"1\""[..]));
        assert_eq!(request.header("if-modified-since"), Some(&b"Fri, 20 Nov 2026 08:15:00 GMT"[..]));
    }
}

#[test]
fn a_304_replaces_the_validators_that_it_has() {
    // RFC 9111 §4.3.4: this server sends a new tag each time.
    let server = sequence(vec![
        feed(&[("ETag", "\"1\""), ("Last-Modified", "Fri, 20 Nov 2026 08:15:00 GMT")]),
        response(304, &[("ETag", "\"2\"")], b""),
        response(304, &[("ETag", "\"3\""), ("Last-Modified", "Sat, 21 Nov 2026 08:15:00 GMT")], b""),
        response(304, &[("ETag", "")], b""),
    ]);
    let mut state = FeedState::new(&server.url("/"));
    for _ in 0..5 {
        fetcher().poll(&mut state).unwrap();
    }
    let sent: Vec<_> = server.requests()[1..]
        .iter()
        .map(|request| {
            let text = |name| String::from_utf8_lossy(request.header(name).unwrap()).into_owned();
            (text("if-none-match"), text("if-modified-since")[5..7].to_owned())
        })
        .collect();
    let expected = [("\"1\"", "20"), ("\"2\"", "20"), ("\"3\"", "21"), ("\"3\"", "21")];
    assert_eq!(sent, expected.map(|(tag, day)| (tag.to_owned(), day.to_owned())));
}

#[test]
fn only_a_permanent_chain_ends_in_gone() {
    for (chain, is_gone) in [
        (&[][..], true),
        (&[301][..], true),
        (&[308, 301], true),
        (&[302], false),
        (&[307], false),
        (&[301, 302], false),
        (&[302, 301], false),
    ] {
        let statuses = chain.to_vec();
        let server = Server::new(move |request| {
            let step: usize = request.path[1..].parse().unwrap();
            match statuses.get(step) {
                Some(status) => redirect(*status, &format!("{}", step + 1)),
                None => response(410, &[], b""),
            }
        });
        let url = server.url("/0");
        let mut state = FeedState::new(&url);
        let outcome = fetcher().poll(&mut state).unwrap().outcome;
        let expected =
            FetchOutcome::Failed(if is_gone { Failure::Gone } else { Failure::Status { status: 410 } });
        assert_eq!(outcome, expected, "{chain:?}");
        assert_eq!((state.gone, state.url == url, state.failures), (is_gone, true, 1), "{chain:?}");
    }
}

#[test]
fn a_part_of_a_feed_leaves_no_validators() {
    for (status, expected) in [(200, true), (203, true), (206, false), (226, false)] {
        let server = Server::new(move |_| response(status, &[RSS, ("ETag", "\"1\"")], FEED));
        let mut state = FeedState::new(&server.url("/"));
        for _ in 0..2 {
            fetcher().poll(&mut state).unwrap();
        }
        assert_eq!(server.requests()[1].is_conditional(), expected, "{status}");
    }
}

#[test]
fn every_way_to_fetch_fails_in_the_same_way() {
    for (status, expected) in [
        (404, FetchErrorKind::Failed(Failure::Status { status: 404 })),
        (410, FetchErrorKind::Failed(Failure::Gone)),
        (503, FetchErrorKind::Failed(Failure::Busy { after: None })),
        (304, FetchErrorKind::Failed(Failure::UnexpectedNotModified)),
    ] {
        let server = Server::new(move |_| response(status, &[], b""));
        let url = server.url("/");
        let error = fetcher().fetch(&url).unwrap_err();
        assert_eq!((error.kind(), error.url()), (&expected, url.as_str()));
        let polled = fetcher().poll(&mut FeedState::new(&url)).unwrap().outcome;
        let downloaded = fetcher().download(&url, &mut Vec::new()).unwrap_err();
        assert_eq!((&FetchErrorKind::Failed(failed(polled)), downloaded.kind()), (&expected, &expected));
        assert_eq!(error.to_string().matches("http://").count(), 1, "{error}");
    }
}

#[test]
fn downloads_are_written_as_they_are_sent() {
    let server = Server::new(|request| match request.path.as_str() {
        "/episode" => redirect(302, "/tides.mp3"),
        _ => {
            response(200, &[("Content-Type", "audio/mpeg"), ("Content-Encoding", "gzip")], &vec![7; 100_000])
        }
    });
    let mut file = Vec::new();
    // These limits apply to feeds.
    let fetcher = fetcher().max_transfer(10).max_body(10);
    let download = fetcher.download(&server.url("/episode"), &mut file).unwrap();
    assert_eq!((file.len(), download.received, download.url), (100_000, 100_000, server.url("/tides.mp3")));
    assert_eq!(download.headers["content-type"], "audio/mpeg");
    let asked = &server.requests()[1];
    assert_eq!(
        (asked.header("accept"), asked.header("accept-encoding")),
        (Some(&b"*/*"[..]), Some(&b"identity"[..]))
    );

    let mut small = [0; 10];
    let error = fetcher.download(&server.url("/"), &mut &mut small[..]).unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::Write(std::io::ErrorKind::WriteZero));
    let refused = Fetcher::new().download(&server.url("/"), &mut Vec::new()).unwrap_err();
    assert!(matches!(refused.kind(), FetchErrorKind::ForbiddenAddress { .. }), "{refused}");
    let cut = Server::new(|_| response(200, &[("Content-Length", "999")], b"cut"));
    let error = fetcher.download(&cut.url("/"), &mut Vec::new()).unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::Connection(std::io::ErrorKind::UnexpectedEof));
}

#[test]
fn redirects_may_use_the_scheme_of_feeds() {
    let other = Server::new(|_| feed(&[]));
    for scheme in ["feed://", "feed:http://", "FEED://"] {
        let to = format!("{scheme}{}/b", other.address);
        let server = Server::new(move |_| redirect(301, &to));
        let mut state = FeedState::new(&server.url("/"));
        let fetched = fetcher().poll(&mut state).unwrap();
        assert_eq!(
            (fetched.response.url.as_str(), state.url),
            (other.url("/b").as_str(), other.url("/b")),
            "{scheme}"
        );
    }
}

#[test]
fn failures_keep_the_validators() {
    for status in [404, 410, 429, 500, 503] {
        let server =
            sequence(vec![feed(&[("ETag", "\"1\"")]), response(status, &[], b"no"), response(304, &[], b"")]);
        let mut state = FeedState::new(&server.url("/"));
        for _ in 0..3 {
            fetcher().poll(&mut state).unwrap();
        }
        assert_eq!(server.requests()[2].header("if-none-match"), Some(&b"\"1\""[..]), "{status}");
    }
}

#[test]
fn a_page_instead_of_the_feed_keeps_the_validators() {
    let page =
        response(200, &[("Content-Type", "text/html"), ("ETag", "\"page\"")], b"<!doctype html><html>Log in");
    let server = sequence(vec![feed(&[("ETag", "\"1\"")]), page, response(304, &[], b"")]);
    let mut state = FeedState::new(&server.url("/"));
    fetcher().poll(&mut state).unwrap();
    let fetched = fetcher().poll(&mut state).unwrap();
    let FetchOutcome::NotAFeed(parsed) = fetched.outcome else { panic!("{}", fetched.outcome) };
    assert!(matches!(parsed.bozo, Some(bozofeed::Bozo::NotAFeed(_))));
    assert_eq!(state.failures, 1);
    fetcher().poll(&mut state).unwrap();
    assert_eq!(server.requests()[2].header("if-none-match"), Some(&b"\"1\""[..]));
}

#[test]
fn an_unchanged_body_is_not_modified() {
    let server = sequence(vec![
        feed(&[("ETag", "\"1\"")]),
        feed(&[("ETag", "\"2\"")]),
        response(200, &[RSS], &FEED.to_ascii_uppercase()),
    ]);
    let mut state = FeedState::new(&server.url("/"));
    let mut outcomes = Vec::new();
    for _ in 0..3 {
        outcomes.push(matches!(fetcher().poll(&mut state).unwrap().outcome, FetchOutcome::Fresh(_)));
    }
    assert_eq!(outcomes, [true, false, true]);
    // The validators are replaced, although the body is already known.
    assert_eq!(server.requests()[2].header("if-none-match"), Some(&b"\"2\""[..]));
}

#[test]
fn each_status_has_its_outcome() {
    for status in [200, 201, 202, 203] {
        let server = Server::new(move |_| response(status, &[RSS], FEED));
        let fetched = fetcher().fetch(&server.url("/")).unwrap();
        assert_eq!(fetched.response.status, status);
        assert_eq!(fetched.parsed.feed.title.unwrap().value, "Tides");
    }
    for status in [204, 205, 300, 305, 400, 401, 403, 404, 406, 418, 451, 500, 502, 504, 599, 999] {
        let server = Server::new(move |_| {
            response(status, &[RSS], if matches!(status, 204 | 205) { b"" } else { FEED })
        });
        let mut state = FeedState::new(&server.url("/"));
        let fetched = fetcher().poll(&mut state).unwrap();
        assert_eq!(fetched.outcome, FetchOutcome::Failed(Failure::Status { status }), "{status}");
        assert_eq!((state.failures, fetched.response.body.len()), (1, 0), "{status}");
        let message = fetched.outcome.to_string();
        assert_eq!(message, format!("the server answered with status {status}"));
    }
    let server = Server::new(|_| response(304, &[], b""));
    assert_eq!(failure(&fetcher(), &server.url("/")), Failure::UnexpectedNotModified);
}

#[test]
fn feeds_that_are_gone_are_not_polled_again() {
    let server = Server::new(|_| response(410, &[], b""));
    let mut state = FeedState::new(&server.url("/"));
    let fetched = fetcher().poll(&mut state).unwrap();
    assert_eq!(fetched.outcome, FetchOutcome::Failed(Failure::Gone));
    assert_eq!((next(&state).at, next(&state).reason), (None, Reason::Gone));
}

#[test]
fn retry_after_is_honoured() {
    let date = Timestamp::now().saturating_add(Duration::from_secs(3 * 60 * 60)).to_http_date().unwrap();
    for status in [429, 503] {
        for (value, expected) in
            [("7200", Some(120)), ("60", Some(60)), (&date, Some(180)), ("soon", None), ("", None)]
        {
            let value = value.to_owned();
            let server = Server::new(move |_| response(status, &[("Retry-After", &value)], b"busy"));
            let mut state = FeedState::new(&server.url("/"));
            let fetched = fetcher().poll(&mut state).unwrap();
            let FetchOutcome::Failed(Failure::Busy { after }) = fetched.outcome else {
                panic!("{}", fetched.outcome)
            };
            assert_eq!(after.is_some(), expected.is_some());
            let next = next(&state);
            let reason = if expected.is_some() { Reason::RetryAfter } else { Reason::Failures(1) };
            assert_eq!((minutes(next), next.reason), (expected.unwrap_or(60), reason), "{status} {after:?}");
        }
    }
    // Other errors may also have the field.
    let server = Server::new(|_| response(500, &[("Retry-After", "7200")], b""));
    let mut state = FeedState::new(&server.url("/"));
    fetcher().poll(&mut state).unwrap();
    assert_eq!((minutes(next(&state)), next(&state).reason), (120, Reason::RetryAfter));
}

#[test]
fn freshness_is_honoured() {
    for (headers, expected, reason) in [
        (&[("Cache-Control", "max-age=7200")][..], 120, Reason::Freshness),
        (&[("Cache-Control", "max-age=7200"), ("Age", "1800")], 90, Reason::Freshness),
        (&[("Cache-Control", "max-age=60")], 60, Reason::Entries),
        (&[("Cache-Control", "no-cache")], 60, Reason::Entries),
        (&[("Expires", "Fri, 01 Jan 2100 00:00:00 GMT")], 7 * 24 * 60, Reason::Freshness),
        (&[("Expires", "0")], 60, Reason::Entries),
    ] {
        let owned: Vec<(String, String)> =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        // The feed contains no dates, so only the time of its last change is known.
        let server = Server::new(move |_| {
            let headers: Vec<_> = owned.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            response(200, &[&[RSS], &headers[..]].concat(), b"<rss><channel/></rss>")
        });
        let mut state = FeedState::new(&server.url("/"));
        fetcher().poll(&mut state).unwrap();
        let next = next(&state);
        assert_eq!((minutes(next), next.reason), (expected, reason), "{headers:?}");
    }
}

#[test]
fn a_304_renews_the_freshness() {
    let server = sequence(vec![
        feed(&[("ETag", "\"1\""), ("Cache-Control", "max-age=7200")]),
        response(304, &[], b""),
        response(304, &[("Cache-Control", "max-age=10800")], b""),
    ]);
    let mut state = FeedState::new(&server.url("/"));
    let mut found = Vec::new();
    for _ in 0..3 {
        fetcher().poll(&mut state).unwrap();
        found.push(minutes(next(&state)));
    }
    assert_eq!(found, [120, 120, 180]);
}

#[test]
fn hints_of_the_feed_are_honoured() {
    let server = Server::new(|_| {
        let feed = b"<rss version='2.0'><channel><ttl>240</ttl></channel></rss>";
        response(200, &[RSS, ("Cache-Control", "max-age=7200")], feed)
    });
    let mut state = FeedState::new(&server.url("/"));
    fetcher().poll(&mut state).unwrap();
    assert_eq!((minutes(next(&state)), next(&state).reason), (240, Reason::Ttl));
}

#[test]
fn failures_back_off() {
    let server =
        sequence(vec![response(500, &[], b""), response(500, &[], b""), response(500, &[], b""), feed(&[])]);
    let mut state = FeedState::new(&server.url("/"));
    let mut found = Vec::new();
    for _ in 0..4 {
        fetcher().poll(&mut state).unwrap();
        found.push((minutes(next(&state)), state.failures));
    }
    assert_eq!(found[..3], [(60, 1), (120, 2), (240, 3)]);
    assert_eq!(found[3].1, 0);
}

#[test]
fn only_necessary_headers_are_sent() {
    let server =
        Server::new(|_| feed(&[("ETag", "\"1\""), ("Last-Modified", "x"), ("Set-Cookie", "a=b; Path=/")]));
    let mut state = FeedState::new(&server.url("/?a=b#c"));
    let fetcher = Fetcher::new().allow_private_addresses(true).user_agent("harbour-reader/2.1\r\nX-Evil: 1");
    for _ in 0..2 {
        fetcher.poll(&mut state).unwrap();
    }
    let requests = server.requests();
    let always = ["accept", "accept-encoding", "host", "user-agent"];
    assert_eq!(requests[0].names(), always);
    let conditional =
        ["accept", "accept-encoding", "host", "if-modified-since", "if-none-match", "user-agent"];
    assert_eq!(requests[1].names(), conditional, "no cookies, no referrer");
    assert_eq!(requests[0].path, "/?a=b", "no fragment");
    assert_eq!(requests[0].header("accept-encoding"), Some(&b"gzip, deflate, br, zstd"[..]));
    assert_eq!(requests[0].header("user-agent"), Some(&b"harbour-reader/2.1X-Evil: 1"[..]));
    let accept = String::from_utf8(requests[0].header("accept").unwrap().to_vec()).unwrap();
    assert!(accept.starts_with("application/atom+xml, application/rss+xml"), "{accept}");
}

#[test]
fn a_fetcher_sends_a_user_agent_by_default() {
    let server = Server::new(|_| feed(&[]));
    fetcher().fetch(&server.url("/")).unwrap();
    let name = server.requests()[0].header("user-agent").unwrap().to_vec();
    let name = String::from_utf8(name).unwrap();
    assert!(name.starts_with("bozofeed/"), "{name}");
    // A request always has a name.
    for empty in ["", " ", "\r\n", "\u{f6}"] {
        fetcher().user_agent("harbour/1").user_agent(empty).fetch(&server.url("/")).unwrap();
        let asked = server.requests();
        assert_eq!(asked.last().unwrap().header("user-agent"), Some(&b"harbour/1"[..]), "{empty:?}");
    }
}

#[test]
fn redirects_get_no_referrer() {
    let server = Server::new(|request| if request.path == "/a" { redirect(302, "/b") } else { feed(&[]) });
    fetcher().fetch(&server.url("/a")).unwrap();
    assert_eq!(server.requests()[1].names(), ["accept", "accept-encoding", "host", "user-agent"]);
}

/// Some servers only send the feed to clients that return a cookie.
#[test]
fn a_cookie_of_a_redirect_is_sent_within_the_poll_and_then_forgotten() {
    let server = Server::new(|request| {
        if request.header("cookie").is_some() {
            feed(&[])
        } else {
            response(302, &[("Location", "/a"), ("Set-Cookie", "seen=1; Path=/; HttpOnly")], b"")
        }
    });
    let mut state = FeedState::new(&server.url("/a"));
    for _ in 0..2 {
        let outcome = fetcher().poll(&mut state).unwrap().outcome;
        assert!(matches!(outcome, FetchOutcome::Fresh(_) | FetchOutcome::NotModified), "{outcome}");
    }
    let cookies: Vec<_> =
        server.requests().iter().map(|request| request.header("cookie").map(<[u8]>::to_vec)).collect();
    let sent = Some(b"seen=1".to_vec());
    assert_eq!(cookies, [None, sent.clone(), None, sent]);
}

#[test]
fn a_cookie_that_changes_nothing_does_not_keep_a_circle_going() {
    let server = Server::new(|_| response(302, &[("Location", "/a"), ("Set-Cookie", "seen=1")], b""));
    let outcome = fetcher().poll(&mut FeedState::new(&server.url("/a"))).unwrap().outcome;
    assert!(matches!(outcome, FetchOutcome::Failed(Failure::RedirectLoop { .. })), "{outcome}");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn permanent_redirects_are_followed_once() {
    for (chain, expected) in [
        (&[301][..], true),
        (&[308], true),
        (&[301, 308, 301], true),
        (&[302], false),
        (&[303], false),
        (&[307], false),
        (&[301, 302], false),
        (&[302, 301], false),
        (&[308, 307, 308], false),
    ] {
        let statuses = chain.to_vec();
        let server = Server::new(move |request| {
            let step: usize = request.path[1..].parse().unwrap();
            match statuses.get(step) {
                Some(status) => redirect(*status, &format!("{}", step + 1)),
                None => validating("\"1\"")(request),
            }
        });
        let mut state = FeedState::new(&server.url("/0"));
        let fetched = fetcher().poll(&mut state).unwrap();
        let last = server.url(&format!("/{}", chain.len()));
        assert_eq!(fetched.response.url, last);
        let moved_from = expected.then(|| server.url("/0"));
        assert_eq!((fetched.moved_from, state.url == last), (moved_from, expected), "{chain:?}");
        assert_eq!(fetched.response.redirects.iter().map(|hop| hop.status).collect::<Vec<_>>(), chain);
        let fetched = fetcher().poll(&mut state).unwrap();
        assert_eq!(fetched.outcome, FetchOutcome::NotModified, "{chain:?}");
        let asked = server.paths().len() - chain.len() - 1;
        assert_eq!(asked, if expected { 1 } else { chain.len() + 1 }, "{chain:?}");
    }
}

#[test]
fn a_permanent_redirect_to_a_page_changes_nothing() {
    for answer in
        [response(404, &[], b""), response(410, &[], b""), response(200, &[], b"<!doctype html><html>Parked")]
    {
        let server = routes(vec![("/a", redirect(301, "/b")), ("/b", answer)]);
        let url = server.url("/a");
        let mut state = FeedState::new(&url);
        fetcher().poll(&mut state).unwrap();
        assert_eq!(state.url, url);
    }
}

#[test]
fn validators_are_not_sent_to_other_urls() {
    let other = Server::new(|_| feed(&[("ETag", "\"other\"")]));
    let to = other.url("/");
    let server = Server::new(move |_| redirect(302, &to));
    let mut state = FeedState::new(&server.url("/"));
    for _ in 0..2 {
        fetcher().poll(&mut state).unwrap();
    }
    assert!(server.requests().iter().all(|request| !request.is_conditional()));
    assert_eq!(other.requests()[1].header("if-none-match"), Some(&b"\"other\""[..]));
}

#[test]
fn redirects_are_resolved_and_bounded() {
    for (location, expected) in [
        ("/b", "/b"),
        ("b", "/a/b"),
        ("?x=1", "/a/?x=1"),
        ("../b", "/b"),
        ("/b#part", "/b"),
        (" /b ", "/b"),
        ("/\u{e9}", "/%EF%BF%BD"),
        ("/b c", "/b%20c"),
    ] {
        let server = Server::new(
            move |request| if request.path == "/a/" { redirect(302, location) } else { feed(&[]) },
        );
        let fetched = fetcher().fetch(&server.url("/a/")).unwrap();
        assert_eq!(fetched.response.url, server.url(expected), "{location}");
    }
    let endless = Server::new(|request| redirect(302, &format!("{}x", request.path)));
    assert_eq!(failure(&fetcher(), &endless.url("/")), Failure::TooManyRedirects { limit: 10 });
    assert_eq!(endless.requests().len(), 11);
    let none = fetcher().max_redirects(0);
    assert_eq!(failure(&none, &endless.url("/")), Failure::TooManyRedirects { limit: 0 });

    let circle = routes(vec![("/a", redirect(301, "/b")), ("/b", redirect(301, "/a"))]);
    assert_eq!(failure(&fetcher(), &circle.url("/a")), Failure::RedirectLoop { url: circle.url("/a") });
    assert_eq!(circle.requests().len(), 2);

    for answer in [response(301, &[], b""), response(301, &[("Location", " ")], b"")] {
        let server = Server::new(move |_| answer.clone());
        assert_eq!(failure(&fetcher(), &server.url("/")), Failure::MissingLocation { status: 301 });
    }
}

#[test]
fn the_result_has_the_final_url() {
    let body = b"<rss version='2.0'><channel><link>x</link></channel></rss>";
    for (headers, expected) in [
        (&[][..], "/a/x"),
        (&[("Content-Location", "/b/feed")], "/b/x"),
        (&[("Content-Location", "http://harbour.example/c/")], "http://harbour.example/c/x"),
    ] {
        let owned: Vec<_> = headers.to_vec();
        let server = Server::new(move |_| response(200, &[&[RSS], &owned[..]].concat(), body));
        let parsed = fetcher().fetch(&server.url("/a/feed")).unwrap().parsed;
        let expected = if expected.starts_with('/') { server.url(expected) } else { expected.to_owned() };
        assert_eq!(parsed.feed.link.as_deref(), Some(expected.as_str()), "{headers:?}");
    }
}

#[test]
fn the_headers_decide_about_the_encoding() {
    let server = Server::new(|_| {
        response(
            200,
            &[("Content-Type", "application/rss+xml; charset=iso-8859-1")],
            b"<rss><channel><title>M\xF6we</title></channel></rss>",
        )
    });
    let parsed = fetcher().fetch(&server.url("/")).unwrap().parsed;
    assert_eq!(parsed.feed.title.unwrap().value, "M\u{f6}we");
    assert_eq!(parsed.encoding, "iso-8859-1");
}

#[test]
fn link_fields_are_read() {
    let server = Server::new(|_| {
        feed(&[("Link", "<https://hub.example/>; rel=hub, </?page=2>; rel=next"), ("Link", "</>; rel=self")])
    });
    let fetched = fetcher().fetch(&server.url("/")).unwrap();
    let links: Vec<_> =
        fetched.response.links().iter().map(|link| format!("{} {}", link.rel, link.href)).collect();
    let expected = [
        "hub https://hub.example/".to_owned(),
        format!("next {}", server.url("/?page=2")),
        format!("self {}", server.url("/")),
    ];
    assert_eq!(links, expected);
}

#[test]
fn a_body_is_never_taken_for_a_url() {
    let other = Server::new(|_| feed(&[]));
    let url = other.url("/secret");
    let server = Server::new(move |_| response(200, &[RSS], url.as_bytes()));
    let error = fetcher().fetch(&server.url("/")).unwrap_err();
    assert!(matches!(error.kind(), FetchErrorKind::NotAFeed(bozofeed::Bozo::NotAFeed(_))), "{error}");
    assert_eq!(other.requests().len(), 0);
}

#[test]
fn a_poll_has_one_deadline() {
    // Each redirect is fast, but together they exceed the timeout.
    let server = Server::new(|request| {
        std::thread::sleep(Duration::from_millis(120));
        redirect(302, &format!("{}x", request.path))
    });
    let error = fetcher().timeout(Duration::from_millis(300)).fetch(&server.url("/")).unwrap_err();
    assert!(matches!(error.kind(), FetchErrorKind::Timeout { .. }), "{error:?}");
    assert!(server.requests().len() <= 4);
}

#[test]
fn requests_in_several_turns_have_one_deadline() {
    let limit = Duration::from_secs(5);
    let fetcher = fetcher().timeout(limit);
    let slow = Duration::from_millis(50);
    let server = Server::new(move |request| {
        std::thread::sleep(slow);
        redirect(302, &format!("{}x", request.path))
    });
    let mut state = FeedState::new(&server.url("/"));
    let start = |state: &mut FeedState| Exchange::start(state, Timestamp::now()).unwrap();
    let Ok(Step::Request(mut next)) = fetcher.send(start(&mut state)) else { panic!("not a redirect") };
    let spent = next.spent();
    assert!(spent >= slow, "{spent:?}");
    // The time until the next turn is not counted.
    std::thread::sleep(slow);
    assert_eq!(next.spent(), spent);
    let Ok(Step::Request(third)) = fetcher.send(next) else { panic!("not a redirect") };
    assert!(third.spent() >= spent + slow, "{:?}", third.spent());
    // No time remains for another request.
    next = third;
    next.spend(limit);
    let error = fetcher.send(next).unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::Timeout { limit });
    assert_eq!(server.paths(), ["/", "/x"]);
    // A request gets at most the remaining time.
    let never = Server::new(|_| {
        std::thread::sleep(Duration::from_secs(2));
        Vec::new()
    });
    let mut exchange = start(&mut FeedState::new(&never.url("/")));
    exchange.spend(limit.checked_sub(slow).unwrap());
    let error = fetcher.send(exchange).unwrap_err();
    assert_eq!(*error.kind(), FetchErrorKind::Timeout { limit });
}

#[test]
fn one_request_of_an_exchange_can_be_made_at_a_time() {
    let other = Server::new(validating("\"high\""));
    let to = other.url("/feed");
    let server = Server::new(move |_| redirect(301, &to));
    let mut state = FeedState::new(&server.url("/"));
    let fetcher = fetcher();
    for poll in 0..2 {
        let mut step = Step::Request(Exchange::start(&mut state, Timestamp::now()).unwrap());
        let mut asked = Vec::new();
        let finished = loop {
            step = match step {
                Step::Request(exchange) => {
                    asked.push(exchange.url().to_owned());
                    fetcher.send(exchange).unwrap()
                }
                Step::Body(body) => body.finish(&Parser::new(), Timestamp::now()),
                Step::Done(finished) => break finished,
            };
        };
        let outcome = finished.record(&mut state).outcome;
        // The second poll requests the new address, and is conditional.
        let expected =
            if poll == 0 { vec![server.url("/"), other.url("/feed")] } else { vec![other.url("/feed")] };
        assert_eq!(asked, expected);
        assert_eq!(matches!(outcome, FetchOutcome::Fresh(_)), poll == 0);
        assert_eq!((server.requests().len(), other.requests().len()), (1, poll + 1));
    }
    let exchange = Exchange::start(&mut state, Timestamp::now()).unwrap();
    let refused = Fetcher::new().send(exchange).unwrap_err();
    assert!(matches!(refused.kind(), FetchErrorKind::ForbiddenAddress { .. }), "{refused}");
}
