//! The rows of a document.

use super::DocumentKey;
use super::column::Cell;
use super::schema::{ENTRIES, FAULTS, FEEDS};
use std::time::Duration;

use bozofeed::model::media::{Media, MediaMember};
use bozofeed::model::{Date, Entry, Feed, IdentityRule, Link, Person, Tag, Text};
use bozofeed::{Bozo, Fault, Position, Warning};
use bozofeed::{Parsed, Timestamp};

pub(super) type FeedRow<'c> = [Cell<'c>; FEEDS.len()];
pub(super) type EntryRow<'c> = [Cell<'c>; ENTRIES.len()];
pub(super) type FaultRow<'c> = [Cell<'c>; FAULTS.len()];

/// The number of rows of a document in the other tables, and the reason why some are missing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome<'c> {
    pub(super) failure: Option<&'c str>,
    pub(super) entries: usize,
    pub(super) faults: usize,
    pub(super) warnings: usize,
}

/// Returns the row of a feed.
pub(super) fn feed_row<'c>(key: &DocumentKey<'c>, outcome: Outcome<'c>, parsed: &'c Parsed) -> FeedRow<'c> {
    let (feed, bozo) = (&parsed.feed, parsed.bozo.as_ref());
    let mut row = unread_row(key, outcome);
    let values = [
        parsed.format.json_name().into(),
        parsed.encoding.as_ref().into(),
        Cell::Bool(bozo.is_some()),
        bozo.map(Bozo::name).into(),
        bozo.map(ToString::to_string).into(),
        bozo.map(|bozo| bozo.severity().to_string()).into(),
        Cell::Bool(parsed.well_formed),
        text(feed.title.as_ref()),
        text(feed.subtitle()),
        feed.link.as_deref().into(),
        feed.id.as_deref().into(),
        feed.language().into(),
        author(&feed.authors),
        feed.generator().and_then(|generator| generator.name.as_deref()).into(),
        text(feed.rights()),
        feed.image().and_then(|image| image.href.as_deref()).into(),
        time(moment(&feed.published)),
        time(moment(&feed.updated)),
        tags(&feed.tags),
        Cell::Texts(links(&feed.links, "hub").filter_map(|link| link.href.as_deref()).collect()),
    ];
    put(&mut row, ORIGIN, values);
    row
}

/// The number of columns of feeds before the content of the document.
const ORIGIN: usize = 7;

/// Returns the row of a feed that could not be read.
pub(super) fn unread_row<'c>(key: &DocumentKey<'c>, outcome: Outcome<'c>) -> FeedRow<'c> {
    let mut row = [const { Cell::None }; FEEDS.len()];
    let begin = [
        key.source.into(),
        Cell::Number(key.position),
        key.document.into(),
        key.url.into(),
        key.bytes.map_or(Cell::None, count),
        time(key.fetched),
        outcome.failure.into(),
    ];
    let end = [count(outcome.entries), count(outcome.faults), count(outcome.warnings)];
    let counts = row.len() - end.len();
    put(&mut row, 0, begin);
    put(&mut row, counts, end);
    row
}

/// Returns the row of an entry.
pub(super) fn entry_row<'c>(
    key: &DocumentKey<'c>,
    index: usize,
    entry: &'c Entry,
    (feed, rule): (&'c Feed, IdentityRule),
) -> EntryRow<'c> {
    let media_type = |text: Option<&'c Text>| text.map(|text| text.media_type.as_str()).into();
    let (title, summary) = (entry.title.as_ref(), entry.summary.as_ref());
    // The summary has a separate column.
    let content =
        entry.best_content().filter(|best| summary.is_none_or(|summary| !std::ptr::eq(*best, summary)));
    let (published, updated) = (moment(&entry.published), moment(&entry.updated));
    [
        key.source.into(),
        Cell::Number(key.position),
        key.url.into(),
        count(index),
        entry.id.as_deref().into(),
        Cell::Text(entry.identity(rule)),
        entry.link.as_deref().into(),
        text(title),
        media_type(title),
        text(summary),
        media_type(summary),
        text(content),
        media_type(content),
        entry.language().or_else(|| feed.language()).into(),
        author(entry.authors_in(feed)),
        Cell::Texts(entry.authors_in(feed).iter().filter_map(Person::display_name).collect()),
        time(published),
        time(updated),
        tags(&entry.tags),
        Cell::Records(entry.tags.iter().map(category).collect()),
        Cell::Records(links(&entry.links, "enclosure").map(enclosure).collect()),
        Cell::Records(entry.get::<Media>().into_iter().flat_map(Media::members).map(medium).collect()),
        seconds(entry.duration()),
        entry.comments().into(),
        day(published.or(updated)),
    ]
}

/// Returns the row of a fault.
pub(super) fn fault_row<'c>(key: &DocumentKey<'c>, index: usize, fault: &Fault) -> FaultRow<'c> {
    let error = &fault.error;
    let mut row = located_row(key, ("fault", index), error.name(), fault.position);
    let values = [Cell::from(error.to_string()), error.severity().to_string().into()];
    put(&mut row, MESSAGE, values);
    row
}

/// Returns the row of a warning.
pub(super) fn warning_row<'c>(key: &DocumentKey<'c>, index: usize, warning: &'c Warning) -> FaultRow<'c> {
    let mut row = located_row(key, ("warning", index), warning.kind.name(), warning.position);
    let values = [
        Cell::from(warning.kind.description()),
        Cell::None,
        warning.path.as_str().into(),
        warning.value.as_str().into(),
    ];
    put(&mut row, MESSAGE, values);
    row
}

/// The number of columns of faults before the message.
const MESSAGE: usize = 5;

/// Returns the row of a finding at a position.
fn located_row<'c>(
    key: &DocumentKey<'c>,
    (kind, index): (&'static str, usize),
    name: &'static str,
    position: Position,
) -> FaultRow<'c> {
    let mut row = [const { Cell::None }; FAULTS.len()];
    let begin = [key.source.into(), Cell::Number(key.position), kind.into(), count(index), name.into()];
    let end = [count(position.offset), count(position.line), count(position.column)];
    let places = row.len() - end.len();
    put(&mut row, 0, begin);
    put(&mut row, places, end);
    row
}

/// Returns the row of a failure.
pub(super) fn failure_row<'c>(key: &DocumentKey<'c>, failure: &'c str, message: &'c str) -> FaultRow<'c> {
    let mut row = [const { Cell::None }; FAULTS.len()];
    let values = [
        key.source.into(),
        Cell::Number(key.position),
        "failure".into(),
        count(0),
        failure.into(),
        message.into(),
    ];
    put(&mut row, 0, values);
    row
}

/// Puts values into a row, starting at the column `at`.
fn put<'c, const N: usize>(row: &mut [Cell<'c>], at: usize, values: [Cell<'c>; N]) {
    for (cell, value) in row.iter_mut().skip(at).zip(values) {
        *cell = value;
    }
}

fn text(text: Option<&Text>) -> Cell<'_> {
    text.map(|text| text.value.as_str()).into()
}

fn author(authors: &[Person]) -> Cell<'_> {
    authors.iter().find_map(Person::display_name).into()
}

fn links<'c>(links: &'c [Link], rel: &'static str) -> impl Iterator<Item = &'c Link> {
    links.iter().filter(move |link| link.rel == rel)
}

fn tags(tags: &[Tag]) -> Cell<'_> {
    let all = tags.iter().filter_map(|tag| {
        [tag.term.as_deref(), tag.label.as_deref()].into_iter().flatten().find(|text| !text.is_empty())
    });
    Cell::Texts(all.collect())
}

fn category(tag: &Tag) -> Vec<Cell<'_>> {
    [&tag.term, &tag.scheme, &tag.label].map(|part| part.as_deref().into()).into()
}

fn enclosure(link: &Link) -> Vec<Cell<'_>> {
    vec![link.href.as_deref().into(), link.media_type.as_deref().into(), number(link.length().value)]
}

fn medium(member: MediaMember<'_>) -> Vec<Cell<'_>> {
    let content = member.content;
    vec![
        content.url.as_deref().into(),
        content.media_type.as_deref().into(),
        content.medium.as_deref().into(),
        number(content.width.value.map(u64::from)),
        number(content.height.value.map(u64::from)),
        seconds(content.duration.value),
    ]
}

fn number(number: Option<u64>) -> Cell<'static> {
    number.and_then(|number| i64::try_from(number).ok()).map_or(Cell::None, Cell::Number)
}

fn seconds(duration: Option<Duration>) -> Cell<'static> {
    number(duration.map(|duration| duration.as_secs()))
}

fn count(length: usize) -> Cell<'static> {
    Cell::Number(i64::try_from(length).unwrap_or(i64::MAX))
}

/// Returns the moment of a date, if most programs support its year.
fn moment(date: &Date) -> Option<Timestamp> {
    /// The year 1.
    const FIRST: i64 = -62_135_596_800;
    date.instant().filter(|moment| moment.seconds() >= FIRST)
}

fn time(moment: Option<Timestamp>) -> Cell<'static> {
    moment.map_or(Cell::None, |moment| {
        Cell::Time(moment.seconds() * 1_000_000 + i64::from(moment.nanoseconds() / 1_000))
    })
}

/// Returns the day of a moment, if it is plausible for an entry.
fn day(moment: Option<Timestamp>) -> Cell<'static> {
    // The days from 1990 to 2099, counted from 1970.
    const PLAUSIBLE: std::ops::Range<i64> = 7_305..47_482;
    let day = moment.map(|moment| moment.seconds().div_euclid(86_400)).filter(|day| PLAUSIBLE.contains(day));
    day.and_then(|day| i32::try_from(day).ok()).map_or(Cell::None, Cell::Day)
}

#[cfg(test)]
mod tests {
    use bozofeed::date::Moment;

    use super::*;

    #[test]
    fn days_are_plausible() {
        let mut failures = Vec::new();
        for (written, micros, expected) in [
            ("2025-11-03T08:15:00Z", Some(1_762_157_700_000_000), Some(20_395)),
            ("1989-12-31T23:59:59Z", Some(631_151_999_000_000), None),
            ("1990-01-01T00:00:00Z", Some(631_152_000_000_000), Some(7_305)),
            ("2099-12-31T00:00:00Z", Some(4_102_358_400_000_000), Some(47_481)),
            ("2100-01-01T00:00:00Z", Some(4_102_444_800_000_000), None),
            ("0001-01-01T00:00:00Z", Some(-62_135_596_800_000_000), None),
            ("0000-12-31T23:59:59Z", None, None),
            ("yesterday", None, None),
        ] {
            let date = Date::new(written, |written| written.parse::<Timestamp>().ok().map(Moment::from));
            let moment = moment(&date);
            let found = match (time(moment), day(moment)) {
                (Cell::Time(micros), Cell::Day(day)) => (Some(micros), Some(day)),
                (Cell::Time(micros), Cell::None) => (Some(micros), None),
                _ => (None, None),
            };
            if found != (micros, expected) {
                failures.push((written, found));
            }
        }
        assert_eq!(failures, []);
    }
}
