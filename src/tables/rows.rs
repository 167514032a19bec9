//! The rows of a document.

use super::DocumentKey;
use super::column::Cell;
use super::schema::{ENTRIES, FAULTS, FEEDS};
use crate::Timestamp;
use crate::diagnostics::Bozo;
use crate::feedparser::{Dictionary, FeedParserDict, Value, from_struct_time};

pub(super) type FeedRow<'c> = [Cell<'c>; FEEDS.len()];
pub(super) type EntryRow<'c> = [Cell<'c>; ENTRIES.len()];
pub(super) type FaultRow<'c> = [Cell<'c>; FAULTS.len()];

/// The numbers of rows that a document has in the other tables, and why it has not all of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome<'c> {
    pub(super) failure: Option<&'c str>,
    pub(super) entries: usize,
    pub(super) faults: usize,
    pub(super) warnings: usize,
}

/// Passes the row of a feed to a function: some of its values are made for it.
pub(super) fn with_feed_row<R>(
    key: &DocumentKey<'_>,
    outcome: Outcome<'_>,
    document: &FeedParserDict,
    use_row: impl FnOnce(&FeedRow<'_>) -> R,
) -> R {
    let (head, feed, bozo) = (document.head(), document.feed(), document.bozo());
    let (message, severity) = (bozo.map(ToString::to_string), bozo.map(|bozo| bozo.severity().to_string()));
    let text = |name| Cell::from(string(&feed, name));
    let image = feed.get("image").and_then(Value::as_dictionary).and_then(|image| string(image, "href"));
    let hubs = links(&feed, "hub").filter_map(|link| string(link, "href")).collect();
    let mut row = unread_row(key, outcome);
    let said = [
        string(&head, "version").into(),
        string(&head, "encoding").into(),
        Cell::Bool(bozo.is_some()),
        bozo.map(Bozo::name).into(),
        message.as_deref().into(),
        severity.as_deref().into(),
        Cell::Bool(document.is_well_formed()),
        text("title"),
        text("subtitle"),
        text("link"),
        text("id"),
        text("language"),
        text("author"),
        text("generator"),
        text("rights"),
        image.into(),
        time(moment(feed.get("published_parsed"))),
        time(moment(feed.get("updated_parsed"))),
        Cell::Texts(tags(&feed)),
        Cell::Texts(hubs),
    ];
    for (cell, said) in row.iter_mut().skip(ORIGIN).zip(said) {
        *cell = said;
    }
    use_row(&row)
}

/// The number of columns of feeds before those of what a document says.
const ORIGIN: usize = 7;

/// Returns the row of a feed that was not read.
pub(super) fn unread_row<'c>(key: &DocumentKey<'c>, outcome: Outcome<'c>) -> FeedRow<'c> {
    let mut row = [const { Cell::None }; FEEDS.len()];
    let begin = [
        Cell::Text(key.source),
        Cell::Number(key.position),
        key.document.into(),
        key.url.into(),
        key.bytes.map_or(Cell::None, count),
        time(key.fetched),
        outcome.failure.into(),
    ];
    let end = [count(outcome.entries), count(outcome.faults), count(outcome.warnings)];
    let counts = row.len() - end.len();
    for (cell, value) in row.iter_mut().zip(begin) {
        *cell = value;
    }
    for (cell, value) in row.iter_mut().skip(counts).zip(end) {
        *cell = value;
    }
    row
}

/// Returns the row of an entry.
pub(super) fn entry_row<'c>(key: &DocumentKey<'c>, index: usize, entry: &'c Dictionary<'_>) -> EntryRow<'c> {
    let text = |name| Cell::from(string(entry, name));
    let kind = |name| {
        let detail = entry.get(name).and_then(Value::as_dictionary);
        Cell::from(detail.and_then(|detail| string(detail, "type")))
    };
    // Of several contents, the first of the longest.
    let length =
        |content: &&Dictionary<'_>| string(content, "value").map_or(0, |value| value.chars().count());
    let contents: Vec<_> = dictionaries(entry.get("content")).collect();
    let content = contents.iter().rev().copied().max_by_key(length);
    let (published, updated) = (moment(entry.get("published_parsed")), moment(entry.get("updated_parsed")));
    [
        Cell::Text(key.source),
        Cell::Number(key.position),
        count(index),
        text("id"),
        text("link"),
        text("title"),
        kind("title_detail"),
        text("summary"),
        kind("summary_detail"),
        content.and_then(|content| string(content, "value")).into(),
        content.and_then(|content| string(content, "type")).into(),
        text("author"),
        time(published),
        time(updated),
        Cell::Texts(tags(entry)),
        Cell::Enclosures(links(entry, "enclosure").collect()),
        text("comments"),
        day(published.or(updated)),
    ]
}

/// Returns the row of a fault or a warning.
pub(super) fn fault_row<'c>(
    key: &DocumentKey<'c>,
    kind: &'static str,
    index: usize,
    fault: &'c Dictionary<'_>,
) -> FaultRow<'c> {
    let text = |name| Cell::from(string(fault, name));
    let number = |name| match fault.get(name) {
        Some(Value::Int(number)) => Cell::Number(*number),
        _ => Cell::None,
    };
    [
        Cell::Text(key.source),
        Cell::Number(key.position),
        Cell::Text(kind),
        count(index),
        text("type"),
        text("message"),
        text("severity"),
        text("path"),
        text("value"),
        number("offset"),
        number("line"),
        number("column"),
    ]
}

/// Returns the row of a failure.
pub(super) fn failure_row<'c>(key: &DocumentKey<'c>, failure: &'c str, message: &'c str) -> FaultRow<'c> {
    let mut row = [const { Cell::None }; FAULTS.len()];
    let values = [
        Cell::Text(key.source),
        Cell::Number(key.position),
        Cell::Text("failure"),
        count(0),
        Cell::Text(failure),
        Cell::Text(message),
    ];
    for (cell, value) in row.iter_mut().zip(values) {
        *cell = value;
    }
    row
}

/// Returns the dictionaries of a list.
pub(super) fn dictionaries<'d, 'v: 'd>(
    value: Option<&'d Value<'v>>,
) -> impl Iterator<Item = &'d Dictionary<'v>> {
    let list = match value {
        Some(Value::List(list)) => list.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(Value::as_dictionary)
}

/// Returns a text. An extension of the same name that is not a text is null.
fn string<'d>(d: &'d Dictionary<'_>, key: &str) -> Option<&'d str> {
    d.get(key)?.as_str()
}

fn links<'d, 'v: 'd>(d: &'d Dictionary<'v>, rel: &'static str) -> impl Iterator<Item = &'d Dictionary<'v>> {
    dictionaries(d.get("links")).filter(move |link| string(link, "rel") == Some(rel))
}

fn tags<'d>(d: &'d Dictionary<'_>) -> Vec<&'d str> {
    let term = |tag: &'d Dictionary<'_>| {
        let text = |key| string(tag, key).filter(|text| !text.is_empty());
        text("term").or_else(|| text("label"))
    };
    dictionaries(d.get("tags")).filter_map(term).collect()
}

fn count(length: usize) -> Cell<'static> {
    Cell::Number(i64::try_from(length).unwrap_or(i64::MAX))
}

/// Returns the moment of a `struct_time`, within the years that most programs know.
fn moment(value: Option<&Value<'_>>) -> Option<Timestamp> {
    match value {
        Some(Value::Time(fields)) if fields[0] >= 1 => from_struct_time(*fields),
        _ => None,
    }
}

fn time(moment: Option<Timestamp>) -> Cell<'static> {
    moment.map_or(Cell::None, |moment| Cell::Time(moment.to_jiff().as_microsecond()))
}

/// Returns the day of a moment, if it is plausible for an entry.
fn day(moment: Option<Timestamp>) -> Cell<'static> {
    // The days of the years 1990 to 2099, from 1970.
    const PLAUSIBLE: std::ops::Range<i64> = 7_305..47_482;
    let day = moment.map(|moment| moment.seconds().div_euclid(86_400)).filter(|day| PLAUSIBLE.contains(day));
    day.and_then(|day| i32::try_from(day).ok()).map_or(Cell::None, Cell::Day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_plausible() {
        let mut failures = Vec::new();
        for (fields, micros, expected) in [
            ([2025, 11, 3, 8, 15, 0], Some(1_762_157_700_000_000), Some(20_395)),
            // A leap second.
            ([2016, 12, 31, 23, 59, 60], Some(1_483_228_799_000_000), Some(17_166)),
            ([1989, 12, 31, 23, 59, 59], Some(631_151_999_000_000), None),
            ([1990, 1, 1, 0, 0, 0], Some(631_152_000_000_000), Some(7_305)),
            ([2099, 12, 31, 0, 0, 0], Some(4_102_358_400_000_000), Some(47_481)),
            ([2100, 1, 1, 0, 0, 0], Some(4_102_444_800_000_000), None),
            ([1, 1, 1, 0, 0, 0], Some(-62_135_596_800_000_000), None),
            ([0, 1, 1, 0, 0, 0], None, None),
        ] {
            let [year, month, day_of_month, hour, minute, second] = fields;
            let value = Value::Time([year, month, day_of_month, hour, minute, second, 0, 0, 0]);
            let moment = moment(Some(&value));
            let found = match (time(moment), day(moment)) {
                (Cell::Time(micros), Cell::Day(day)) => (Some(micros), Some(day)),
                (Cell::Time(micros), Cell::None) => (Some(micros), None),
                _ => (None, None),
            };
            if found != (micros, expected) {
                failures.push((fields, found));
            }
        }
        assert_eq!(failures, []);
    }
}
