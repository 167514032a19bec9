use super::*;
use bozofeed_testing::check;

/// A Saturday.
const NOW: &str = "2026-11-21T12:00:00Z";

fn now() -> Timestamp {
    NOW.parse().unwrap()
}

#[allow(clippy::unnecessary_wraps, reason = "fields are optional")]
fn hours(count: u32) -> Option<Duration> {
    Some(HOUR * count)
}

/// Returns a state that was polled just now.
fn polled(change: impl FnOnce(&mut FeedState)) -> FeedState {
    let mut state = FeedState::new("https://harbour.example/tides.rss");
    state.polled = Some(now());
    change(&mut state);
    state
}

fn ago(hours: i64) -> Timestamp {
    Timestamp::new(now().seconds() - hours * 3600, 0).unwrap()
}

#[test]
fn each_reason_has_its_interval() {
    for (state, expected, reason) in [
        (polled(|_| {}), "2026-11-21T18:00:00Z", Reason::Default),
        (polled(|s| s.polled = None), NOW, Reason::NeverPolled),
        (polled(|s| s.freshness = hours(2)), "2026-11-21T14:00:00Z", Reason::Freshness),
        (polled(|s| s.freshness = hours(168)), "2026-11-28T12:00:00Z", Reason::Freshness),
        (polled(|s| s.freshness = Some(Duration::from_secs(300))), "2026-11-21T18:00:00Z", Reason::Default),
        (polled(|s| s.hints.ttl = hours(1)), "2026-11-21T13:00:00Z", Reason::Ttl),
        (polled(|s| s.hints.update_interval = hours(12)), "2026-11-22T00:00:00Z", Reason::UpdatePeriod),
        (
            polled(|s| {
                s.freshness = hours(2);
                s.hints.ttl = hours(3);
                s.hints.update_interval = hours(1);
                s.hints.appeared = vec![ago(1000)];
            }),
            "2026-11-21T15:00:00Z",
            Reason::Ttl,
        ),
        (
            polled(|s| {
                s.freshness = hours(2);
                s.hints.ttl = hours(2);
            }),
            "2026-11-21T14:00:00Z",
            Reason::Freshness,
        ),
        (
            polled(|s| s.hints.appeared = vec![ago(1), ago(4), ago(12)]),
            "2026-11-21T14:45:00Z",
            Reason::Entries,
        ),
        (polled(|s| s.hints.appeared = vec![ago(0)]), "2026-11-21T13:00:00Z", Reason::Entries),
        (polled(|s| s.retry_at = Some(ago(-5))), "2026-11-21T17:00:00Z", Reason::RetryAfter),
        (polled(|s| s.retry_at = Some(ago(0))), "2026-11-21T13:00:00Z", Reason::RetryAfter),
        (
            polled(|s| {
                s.retry_at = Some(ago(-5));
                s.failures = 3;
                s.freshness = hours(9);
            }),
            "2026-11-21T17:00:00Z",
            Reason::RetryAfter,
        ),
        (polled(|s| s.polled = Some(ago(-9000))), NOW, Reason::Default),
        (polled(|s| s.polled = Some(ago(9000))), NOW, Reason::Default),
    ] {
        let next = next_poll(&state, now(), &ScheduleOptions::new());
        assert_eq!((next.at, next.reason), (Some(expected.parse().unwrap()), reason), "{state:?}");
    }
    let gone = next_poll(&polled(|s| s.gone = true), now(), &ScheduleOptions::new());
    assert_eq!((gone.at, gone.reason), (None, Reason::Gone));
    assert!(!gone.is_due(Timestamp::MAX));
}

#[test]
fn a_url_that_cannot_be_polled_is_never_due() {
    let wrong: Vec<_> = [
        ("https://harbour.example/tides.rss", Reason::NeverPolled),
        ("feed:harbour.example/tides.rss", Reason::NeverPolled),
        ("ftp://harbour.example/tides.rss", Reason::UnusableUrl),
        ("mailto:ada@harbour.example", Reason::UnusableUrl),
        ("javascript:alert(1)", Reason::UnusableUrl),
        ("harbour", Reason::UnusableUrl),
        ("", Reason::UnusableUrl),
    ]
    .into_iter()
    .filter(|(url, reason)| {
        let next = next_poll(&FeedState::new(url), now(), &ScheduleOptions::new());
        next.reason != *reason || next.is_due(now()) != (*reason == Reason::NeverPolled)
    })
    .collect();
    assert_eq!(wrong, []);

    // Failed polls do not make it due again, but another URL does.
    let mut state = FeedState::new("ftp://harbour.example/");
    assert!(crate::Exchange::start(&mut state, now()).is_err());
    let next = next_poll(&state, now(), &ScheduleOptions::new());
    assert_eq!((next.at, next.to_string()), (None, "never (not an http or https URL)".to_owned()));
    state.url = "https://harbour.example/".to_owned();
    assert_eq!(next_poll(&state, now(), &ScheduleOptions::new()).reason, Reason::Failures(1));
}

#[test]
fn times_are_whole_seconds() {
    let at = |text: &str| -> Timestamp { text.parse().unwrap() };
    let wrong: Vec<_> = [
        // The last poll, the present, and the next poll: after six hours, rounded up.
        ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z", "2026-11-21T18:00:00Z"),
        ("2026-11-21T12:00:00.000000001Z", "2026-11-21T12:00:01Z", "2026-11-21T18:00:01Z"),
        ("2026-11-21T12:00:00.999999999Z", "2026-11-21T12:00:01Z", "2026-11-21T18:00:01Z"),
        ("2026-11-21T12:00:00.5Z", "2026-11-21T18:00:00.25Z", "2026-11-21T18:00:01Z"),
        // Overdue.
        ("2026-11-21T12:00:00.5Z", "2026-11-21T18:00:00.5Z", "2026-11-21T18:00:00Z"),
        ("2026-11-21T12:00:00.5Z", "2026-11-22T12:00:00.75Z", "2026-11-22T12:00:00Z"),
    ]
    .into_iter()
    .filter(|(last, now, expected)| {
        let state = polled(|s| s.polled = Some(at(last)));
        let next = next_poll(&state, at(now), &ScheduleOptions::new());
        let is_overdue = at(last).saturating_add(HOUR * 6) <= at(now);
        next.at != Some(at(expected)) || next.is_due(at(now)) != is_overdue
    })
    .collect();
    assert_eq!(wrong, []);
    let now = at("2026-11-21T12:00:00.5Z");
    assert!(next_poll(&polled(|s| s.polled = None), now, &ScheduleOptions::new()).is_due(now));
}

#[test]
fn failures_back_off_with_jitter() {
    let options = ScheduleOptions::new();
    for (failures, at_least) in
        [(1, 1), (2, 2), (3, 4), (4, 8), (8, 128), (9, 168), (400, 168), (u32::MAX, 168)]
    {
        let state = polled(|s| s.failures = failures);
        let next = next_poll(&state, now(), &options);
        assert_eq!(next.reason, Reason::Failures(failures));
        let wait = next.at.unwrap().since(now());
        // At the longest interval, the jitter shortens it.
        let least = if failures < 9 { HOUR * at_least } else { options.max * 3 / 4 };
        assert!(wait >= least && wait <= (HOUR * at_least * 5 / 4).min(options.max), "{failures}: {wait:?}");
        assert_eq!(next_poll(&state, now(), &options), next, "the jitter is repeatable");
    }
    let waits = |change: fn(u64) -> (String, u64)| {
        let all = (0..20).map(change).map(|(url, seed)| {
            let mut state = polled(|s| s.failures = 3);
            state.url = url;
            next_poll(&state, now(), &ScheduleOptions::new().seed(seed)).at
        });
        all.collect::<std::collections::BTreeSet<_>>().len()
    };
    assert!(waits(|n| (format!("https://harbour.example/{n}"), 0)) > 15);
    assert!(waits(|n| ("https://harbour.example/".to_owned(), n)) > 15);
    let steady = next_poll(&polled(|s| s.failures = 3), now(), &ScheduleOptions::new().jitter(0));
    assert_eq!(steady.at, Some("2026-11-21T16:00:00Z".parse().unwrap()));
}

#[test]
fn the_interval_is_the_one_that_a_person_would_choose() {
    const DAY: i64 = 24;
    const YEAR: i64 = 365 * DAY;
    // A description, the ages of the entries in hours, and the range of hours after which a human would look
    // again.
    let every = |first: i64, gap: i64, count: i64| (0..count).map(move |nth| first + nth * gap);
    let histories: [(&str, Vec<i64>, std::ops::RangeInclusive<u64>); 18] = [
        ("one a day", every(2, DAY, 10).collect(), 10..=14),
        ("one a day, and one that is pinned", every(2, DAY, 9).chain([7 * YEAR]).collect(), 10..=14),
        (
            "three this week, seven of years ago",
            every(12, 2 * DAY, 3).chain(every(4 * YEAR, 7 * DAY, 7)).collect(),
            18..=36,
        ),
        ("one a week", every(DAY, 7 * DAY, 10).collect(), 72..=96),
        ("one a month", every(5 * DAY, 30 * DAY, 10).collect(), 126..=168),
        ("one an hour", every(0, 1, 10).collect(), 1..=1),
        ("ten within an hour, just now", vec![0; 10], 1..=1),
        ("on workdays, seen on a Sunday", vec![50, 74, 98, 122, 146, 218, 242, 266, 290, 314], 10..=20),
        (
            "a batch each week",
            [3 * DAY, 10 * DAY, 17 * DAY].iter().flat_map(|at| [*at; 4]).take(10).collect(),
            60..=96,
        ),
        ("one batch, two days ago", vec![2 * DAY; 10], 18..=36),
        ("one a day, silent for a week", every(7 * DAY, DAY, 10).collect(), 14..=30),
        ("one a day, silent for three months", every(90 * DAY, DAY, 10).collect(), 72..=168),
        ("one a day, silent for years", every(3 * YEAR, DAY, 10).collect(), 126..=168),
        (
            "one a month, and three within two days",
            every(2, DAY, 3).chain(every(30 * DAY, 30 * DAY, 7)).collect(),
            8..=24,
        ),
        (
            "the same, three weeks later",
            every(21 * DAY, DAY, 3).chain(every(50 * DAY, 30 * DAY, 7)).collect(),
            72..=168,
        ),
        ("a single entry, just now", vec![0], 1..=24),
        ("a single entry, of years ago", vec![3 * YEAR], 126..=168),
        ("a new feed with two entries of today", vec![1, 3], 1..=24),
    ];
    let mut wrong = Vec::new();
    for (history, appeared, expected) in histories {
        let state = polled(|s| s.hints.appeared = appeared.into_iter().map(ago).collect());
        let wait = next_poll(&state, now(), &ScheduleOptions::new()).at.unwrap().since(now());
        if wait < HOUR * u32::try_from(*expected.start()).unwrap()
            || wait > HOUR * u32::try_from(*expected.end()).unwrap()
        {
            wrong.push(format!("{history}: {:.1} hours", wait.as_secs_f64() / 3600.0));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn feeds_at_the_longest_interval_come_back_at_different_times() {
    type Change = fn(&mut FeedState);
    let changes: [(&str, Change); 4] = [
        ("seldom entries", |s| s.hints.appeared = vec![ago(90_000)]),
        ("ttl", |s| s.hints.ttl = Some(Duration::MAX)),
        ("freshness", |s| s.freshness = hours(9000)),
        ("failures", |s| s.failures = 20),
    ];
    for (what, change) in changes {
        let mut per_hour = std::collections::BTreeMap::<u64, u32>::new();
        for feed in 0..1000 {
            let mut state = polled(change);
            state.url = format!("https://harbour.example/{feed}");
            let wait = next_poll(&state, now(), &ScheduleOptions::new()).at.unwrap().since(now());
            assert!(wait <= HOUR * 168 && wait >= HOUR * 126, "{what}: {wait:?}");
            *per_hour.entry(wait.as_secs() / 3600).or_default() += 1;
        }
        let most = per_hour.values().max();
        assert!(most < Some(&60), "{what}: {per_hour:?}");
    }
    // A server that names a time is asked at that time.
    let state = polled(|s| s.retry_at = Some(ago(-9000)));
    assert_eq!(next_poll(&state, now(), &ScheduleOptions::new()).at, Some(ago(-168)));
}

#[test]
fn skipped_hours_and_days_put_off() {
    for (hours, days, expected, reason) in [
        (&[18][..], &[][..], "2026-11-21T19:00:00Z", Reason::SkipHours),
        (&[18, 19, 20, 21, 22, 23, 0], &[], "2026-11-22T01:00:00Z", Reason::SkipHours),
        (&[17, 19], &[], "2026-11-21T18:00:00Z", Reason::Default),
        (&[], &[6, 7], "2026-11-23T00:00:00Z", Reason::SkipDays),
        (&[0, 1], &[6, 7], "2026-11-23T02:00:00Z", Reason::SkipDays),
        (&[18, 19, 20, 21, 22, 23], &[7], "2026-11-23T00:00:00Z", Reason::SkipHours),
        (&[], &[1, 2, 3, 4, 6, 7], "2026-11-27T00:00:00Z", Reason::SkipDays),
        (&[], &[1, 2, 3, 4, 5, 6, 7], "2026-11-21T18:00:00Z", Reason::Default),
        (&(0..24).collect::<Vec<_>>(), &[], "2026-11-21T18:00:00Z", Reason::Default),
        (
            &(0..24).filter(|hour| *hour != 17).collect::<Vec<_>>(),
            &[],
            "2026-11-22T17:00:00Z",
            Reason::SkipHours,
        ),
    ] {
        let state = polled(|s| {
            s.hints.skip_hours = hours.to_vec();
            s.hints.skip_days = days.to_vec();
        });
        let next = next_poll(&state, now(), &ScheduleOptions::new());
        assert_eq!((next.at, next.reason), (Some(expected.parse().unwrap()), reason), "{hours:?} {days:?}");
    }
}

#[test]
fn the_bounds_hold() {
    check(256, |u| {
        let stamp = |second: i64| Timestamp::new(second % 200_000_000_000, 0);
        let mut state = FeedState::new("https://harbour.example/");
        state.freshness = u.arbitrary::<Option<u64>>()?.map(Duration::from_secs);
        state.hints.ttl = u.arbitrary::<Option<u64>>()?.map(Duration::from_secs);
        state.failures = u.arbitrary()?;
        state.retry_at = u.arbitrary::<Option<i64>>()?.and_then(stamp);
        state.polled = u.arbitrary::<Option<i64>>()?.and_then(stamp);
        let now = Timestamp::new(u.int_in_range(-9_000_000_000..=200_000_000_000)?, 0).unwrap();
        let options = ScheduleOptions::new().jitter(u.arbitrary()?);
        let at = next_poll(&state, now, &options).at.unwrap();
        assert!(at >= now, "{state:?} at {now}");
        assert!(at.since(now) <= options.max, "{state:?} at {now}");
        if let Some(polled) = state.polled.filter(|polled| *polled <= now) {
            let is_late = at.since(polled) >= options.min || at == Timestamp::MAX;
            assert!(is_late, "{state:?} at {now}");
        }
        Ok(())
    });
}

#[test]
fn a_clock_that_was_set_back_delays_a_poll_by_one_interval_at_most() {
    for (hours_ahead, expected) in
        [(1, "2026-11-21T18:00:00Z"), (6, "2026-11-21T18:00:00Z"), (7, NOW), (9000, NOW)]
    {
        let next = next_poll(
            &polled(|s| s.polled = Some(ago(-hours_ahead))),
            now(),
            &ScheduleOptions::new().jitter(0),
        );
        assert_eq!(next.at, Some(expected.parse().unwrap()), "{hours_ahead} hours");
    }
}
