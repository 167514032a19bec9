//! Hints of a feed about when it changes and where it is. Only this file of the crate reads the model.

use std::time::Duration;

use bozofeed::date::weekday;
use bozofeed::model::syndication::Syndication;
use bozofeed::model::{Entry, Feed};
use bozofeed::{Parsed, Timestamp};

/// The maximum number of entry dates that are kept.
const DATES: usize = 10;

/// The hints of a feed about when it changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Hints {
    /// How long the feed may be kept before it is fetched again (RSS 2.0 `ttl`).
    #[cfg_attr(
        feature = "serde",
        serde(with = "super::durations::seconds", skip_serializing_if = "Option::is_none")
    )]
    pub(super) ttl: Option<Duration>,
    /// The time between two changes (`sy:updatePeriod` and `sy:updateFrequency`).
    #[cfg_attr(
        feature = "serde",
        serde(with = "super::durations::seconds", skip_serializing_if = "Option::is_none")
    )]
    pub(super) update_interval: Option<Duration>,
    /// The hours in UTC, 0 to 23, in which the feed should not be fetched (RSS 2.0 `skipHours`), in order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub(super) skip_hours: Vec<u8>,
    /// The days on which the feed should not be fetched (RSS 2.0 `skipDays`), from Monday = 1 to Sunday = 7, in order.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub(super) skip_days: Vec<u8>,
    /// The dates of the last ten entries, newest first. If the entries have no dates, the times at which the last ten changes
    /// were noticed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub(super) appeared: Vec<Timestamp>,
}

impl Hints {
    /// Collects the hints of a feed.
    fn of(parsed: &Parsed) -> Self {
        let feed = &parsed.feed;
        Self {
            ttl: ttl(feed),
            update_interval: feed.get::<Syndication>().and_then(Syndication::interval),
            skip_hours: sorted(feed.skip_hours().iter().filter_map(|hour| hour.value)),
            skip_days: sorted(feed.skip_days().iter().filter_map(|text| Some(weekday(text.trim())? + 1))),
            appeared: newest(parsed.entries.iter().filter_map(appeared)),
        }
    }

    /// Replaces the hints with the hints of a new version of the feed.
    pub(super) fn update(&mut self, parsed: &Parsed, now: Timestamp) {
        let earlier = std::mem::take(&mut self.appeared);
        *self = Self::of(parsed);
        // Dates in the future are ignored.
        self.appeared = newest(parsed.entries.iter().filter_map(appeared).filter(|date| *date <= now));
        if self.appeared.is_empty() {
            self.appeared = newest(earlier.into_iter().chain([now]));
        }
    }

    /// Adds the dates of delivered entries. Everything else in the document is left to the next poll.
    #[cfg(feature = "websub")]
    pub(super) fn add(&mut self, parsed: &Parsed, now: Timestamp) {
        let earlier = std::mem::take(&mut self.appeared);
        let mut dates: Vec<Timestamp> = parsed
            .entries
            .iter()
            .filter_map(appeared)
            .filter(|date| *date <= now && !earlier.contains(date))
            .collect();
        if dates.is_empty() && earlier.is_empty() {
            dates.push(now);
        }
        self.appeared = newest(earlier.into_iter().chain(dates));
    }
}

/// Returns the new URL that the feed announces.
pub(super) fn announced(parsed: &Parsed) -> Option<&str> {
    parsed.feed.new_url()
}

fn ttl(feed: &Feed) -> Option<Duration> {
    let minutes = feed.ttl().value?;
    Some(Duration::from_secs(minutes.saturating_mul(60)))
}

fn appeared(entry: &Entry) -> Option<Timestamp> {
    entry.published.instant().or_else(|| entry.updated.instant())
}

/// Returns the latest dates, newest first.
fn newest(dates: impl Iterator<Item = Timestamp>) -> Vec<Timestamp> {
    let mut dates: Vec<Timestamp> = dates.collect();
    dates.sort_unstable_by(|a, b| b.cmp(a));
    dates.truncate(DATES);
    dates
}

/// Returns the distinct values, sorted.
fn sorted(values: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut values: Vec<u8> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(channel: &str) -> Hints {
        let namespace = "xmlns:sy='http://purl.org/rss/1.0/modules/syndication/'";
        Hints::of(&bozofeed::parse(
            format!("<rss version='2.0' {namespace}><channel>{channel}</channel></rss>").as_bytes(),
        ))
    }

    #[test]
    fn skipped_hours_and_days_are_read() {
        for (channel, hours, days) in [
            ("", &[][..], &[][..]),
            ("<skipHours><hour>7</hour><hour> 0 </hour><hour>24</hour></skipHours>", &[0, 7], &[]),
            ("<skipHours><hour>25</hour><hour>noon</hour><hour/></skipHours>", &[], &[]),
            ("<skiphours><HOUR>23</HOUR></skiphours>", &[23], &[]),
            ("<skipDays><day>Sunday</day><day>monday</day><day>Sun</day></skipDays>", &[], &[1, 7]),
            ("<skipDays><day>S</day><day>Someday</day></skipDays>", &[], &[]),
        ] {
            let hints = hints(channel);
            assert_eq!((&hints.skip_hours[..], &hints.skip_days[..]), (hours, days), "{channel}");
        }
    }

    #[test]
    fn intervals_are_read() {
        for (channel, ttl, interval) in [
            ("<ttl>90</ttl>", Some(5400), None),
            ("<ttl>soon</ttl>", None, None),
            ("<ttl>18446744073709551615</ttl>", Some(u64::MAX), None),
            (
                "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>",
                None,
                Some(21600),
            ),
            ("<sy:updatePeriod>seldom</sy:updatePeriod>", None, None),
        ] {
            let hints = hints(channel);
            assert_eq!(hints.ttl, ttl.map(Duration::from_secs), "{channel}");
            assert_eq!(hints.update_interval, interval.map(Duration::from_secs), "{channel}");
        }
    }

    #[test]
    fn the_newest_dates_are_kept_and_dates_to_come_are_not() {
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let item = |day| format!("<item><pubDate>{day} Nov 2026 12:00:00 GMT</pubDate></item>");
        let items = (1..=30).map(item).collect::<Vec<_>>().concat();
        let parsed =
            bozofeed::parse(format!("<rss version='2.0'><channel>{items}</channel></rss>").as_bytes());
        let mut hints = Hints::default();
        hints.update(&parsed, now);
        let days: Vec<_> = hints.appeared.iter().map(|date| date.to_string()[8..10].to_owned()).collect();
        assert_eq!(days, ["21", "20", "19", "18", "17", "16", "15", "14", "13", "12"]);
    }

    #[test]
    fn changes_are_noted_where_entries_have_no_dates() {
        let parsed = bozofeed::parse(b"<rss version='2.0'><channel><item/></channel></rss>");
        let mut hints = Hints::default();
        for hour in 0..20 {
            hints.update(&parsed, Timestamp::new(hour * 3600, 0).unwrap());
        }
        let seconds: Vec<_> = hints.appeared.iter().map(|date| date.seconds() / 3600).collect();
        assert_eq!(seconds, [19, 18, 17, 16, 15, 14, 13, 12, 11, 10]);
    }
}
