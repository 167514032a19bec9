//! Feeds that answer, but have nothing new.

use std::time::Duration;

use bozofeed::Timestamp;

use super::{Database, Error, Feed, from_text};

/// The number of newest entries used to estimate the usual interval.
const ENTRIES: usize = 10;

/// The minimum time before a feed counts as silent, however frequent its entries were, and after it was added.
const SHORTEST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The time after which a feed with at most one entry counts as silent.
const OF_ONE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A feed without a new entry for much longer than usual.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Silent {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) url: String,
    /// The date of its newest entry; `None` if it never had one.
    pub(crate) since: Option<String>,
}

impl Database {
    /// Returns the feeds without a new entry for `factor` times the usual interval between their last ten entries, and for at
    /// least a month. Feeds that fail or are not polled are left out.
    pub(crate) fn silent(&self, feeds: &[Feed], factor: u32, now: Timestamp) -> Result<Vec<Silent>, Error> {
        let read = || {
            let sql = "SELECT sorted_at FROM entries WHERE feed_id = ?1 ORDER BY sorted_at DESC, position, id LIMIT ?2";
            let mut select = self.connection.prepare(sql)?;
            let mut silent = Vec::new();
            for feed in feeds.iter().filter(|feed| feed.health().is_answering()) {
                let limit = i64::try_from(ENTRIES).unwrap_or(i64::MAX);
                let dates =
                    select.query_map(rusqlite::params![feed.id, limit], |row| row.get::<_, String>(0))?;
                let dates = dates.collect::<rusqlite::Result<Vec<_>>>()?;
                let times: Vec<Timestamp> = dates.iter().filter_map(|date| from_text(date)).collect();
                let added = from_text(&feed.added_at).unwrap_or(now);
                if is_silent(&times, added, factor, now) {
                    silent.push(Silent {
                        id: feed.id,
                        name: feed.name().to_owned(),
                        url: feed.url.clone(),
                        since: dates.into_iter().next(),
                    });
                }
            }
            Ok(silent)
        };
        read().map_err(|error| self.error(error))
    }
}

/// Returns whether a new entry is overdue. `dates` are sorted, newest first.
fn is_silent(dates: &[Timestamp], added: Timestamp, factor: u32, now: Timestamp) -> bool {
    let (newest, longest) = match dates {
        [] => (added, OF_ONE),
        [newest] => (*newest, OF_ONE),
        [newest, .., oldest] => {
            let intervals = u32::try_from(dates.len() - 1).unwrap_or(u32::MAX);
            (*newest, (newest.since(*oldest) / intervals).saturating_mul(factor).max(SHORTEST))
        }
    };
    now.since(newest) > longest && now.since(added) > SHORTEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_is_silent_after_many_times_its_interval() {
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let ago = |days: u32| now.saturating_sub(Duration::from_secs(24 * 60 * 60) * days);
        let wrong: Vec<_> = [
            (&[1, 2, 3][..], false),
            // Daily, then none for a month.
            (&[29, 30, 31], false),
            (&[31, 32, 33], true),
            // Monthly.
            (&[200, 230, 260], false),
            (&[301, 331, 361], true),
            // All at once.
            (&[31, 31, 31], true),
            (&[360], false),
            (&[366], true),
            (&[], false),
        ]
        .into_iter()
        .filter(|(days, expected)| {
            let dates: Vec<Timestamp> = days.iter().map(|days| ago(*days)).collect();
            is_silent(&dates, ago(300), 10, now) != *expected
        })
        .collect();
        assert_eq!(wrong, []);
        assert!(is_silent(&[], ago(366), 10, now));
        for (added, expected) in [(0, false), (30, false), (31, true)] {
            assert_eq!(
                is_silent(&[ago(400), ago(401)], ago(added), 10, now),
                expected,
                "added {added} days ago"
            );
        }
    }
}
