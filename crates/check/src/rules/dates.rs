//! Dates.

use crate::Rule;
use crate::facts::{Deferred, FutureDates};
use crate::fixes::{Fix, FixPlace, write};
use crate::schema::ValueForm;
use crate::walker::Walker;
use bozofeed::Timestamp;
use bozofeed::date::{self, Moment};
use bozofeed_date::{DateFormat, WellFormedDate, zoned};

rule_family! {
    DATE_FORM = "date-form", Error, "a date in another form than that of the format", "Write a date such as Sat, 21 Nov 2020 09:30:00 GMT in RSS, and such as 2020-11-21T09:30:00Z elsewhere.", "RSS 2.0; RFC 4287 §3.3"
        [fix Named rewrite_date] { Item "<pubDate>2020-11-21 09:30</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 +0000</pubDate>" };
    DATE_OBSOLETE = "date-obsolete", Note, "a date in an obsolete form", "Write the year in four digits, and the zone as GMT or an offset such as +0100.", "RSS 2.0; RFC 5322 §4.3"
        [fix Named rewrite_date] { Item "<pubDate>Sat, 21 Nov 20 09:30:00 EST</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 -0500</pubDate>" };
    DATE_WEEKDAY_WRONG = "date-weekday-wrong", Warning, "wrong day of the week", "Compute the day of the week from the date, or leave it out.", "RFC 822 §5.2"
        [fix Named rewrite_date] { Item "<pubDate>Mon, 21 Nov 2020 09:30:00 GMT</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    DATE_IN_FUTURE = "date-in-future", Warning, "a date in the future", "Publish an entry when its time has come.", ""
        { Item "<pubDate>Sun, 21 Nov 2088 09:30:00 GMT</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    DATE_IMPLAUSIBLE = "date-implausible", Warning, "an implausible date", "Check the clock, the zone, and the form of the year.", ""
        { Item "<pubDate>Mon, 01 Jan 0001 00:00:00 GMT</pubDate>" => "<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    "value/UnreadableDate"
        [fix Named rewrite_date];
}

const EPOCH: jiff::civil::Date = jiff::civil::date(1970, 1, 1);

/// Returns the rule broken by a date, given the result of parsing it in its format.
pub(crate) fn rule_of_date(format: DateFormat, read: Option<WellFormedDate>) -> Option<&'static Rule> {
    let Some(WellFormedDate { day, weekday, is_obsolete, has_usual_zone }) = read else {
        return Some(&DATE_FORM);
    };
    // Computer clocks start on the first day of 1970, so an unset date is that day, or the day before in the west.
    let is_unset = day == EPOCH && format != DateFormat::W3cBase;
    if !(1970..2100).contains(&day.year()) || is_unset || !has_usual_zone {
        Some(&DATE_IMPLAUSIBLE)
    } else if weekday.is_some_and(|weekday| weekday != day.weekday()) {
        Some(&DATE_WEEKDAY_WRONG)
    } else {
        is_obsolete.then_some(&DATE_OBSOLETE)
    }
}

/// Returns the day of a time in UTC.
pub(crate) fn day_of(now: Timestamp) -> jiff::civil::Date {
    let now = jiff::Timestamp::from_second(now.seconds()).unwrap_or_default();
    now.to_zoned_datetime(jiff::tz::TimeZone::UTC).date()
}

/// Returns whether a date is more than a day ahead of `now`.
pub(crate) fn is_in_future(text: &str, now: Timestamp) -> bool {
    date::parse(text).is_ok_and(|moment| moment.instant().seconds() > now.seconds().saturating_add(86_400))
}

impl Walker {
    /// Adds the findings about dates in the future. A feed of events has many.
    pub(crate) fn conclude_dates(&mut self) {
        let FutureDates { of_feed, of_entries } = std::mem::take(&mut self.future);
        let is_of_events = of_entries.len() > 2 && of_entries.len() * 2 >= self.feed.entries;
        let of_entries = of_entries.into_iter().filter(|_| !is_of_events);
        for Deferred { span, subject } in of_feed.into_iter().chain(of_entries) {
            self.ledger.add(&DATE_IN_FUTURE, span, || subject, "");
        }
    }
}

/// Rewrites a date in the form of its format.
fn rewrite_date(place: &FixPlace<'_>) -> Option<Fix> {
    let value = place.whole_value()?;
    let moment = date::parse(&value).ok()?;
    let ValueForm::Date(form) = place.facts().form? else { return None };
    let written = written(form, moment);
    if !date::parse(&written).is_ok_and(|again| again.instant() == moment.instant()) {
        return None;
    }
    let fix = write(place, &written)?;
    // A missing or unknown time zone, an ambiguous day and month, or the remains of a tag may have another meaning.
    let has_zone = moment.offset().is_some() && !moment.has_unknown_zone();
    let is_clear = has_zone && !is_ambiguous(&value) && !has_ambiguous_zone(&value);
    Some(Fix { is_safe: is_clear && !value.contains(['<', '>', '=', '"', '\'', '{', '}']), ..fix })
}

/// Returns whether a date has a time zone name used in several countries. The names in RFC 822 are well-defined.
fn has_ambiguous_zone(date: &str) -> bool {
    const AMBIGUOUS: &[&str] = &[
        "ACT", "ADT", "AMT", "AST", "BDT", "BST", "CCT", "CT", "ECT", "ET", "GST", "IST", "MT", "PT", "SST",
        "WST",
    ];
    let zone = date.trim_end().rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    AMBIGUOUS.iter().any(|known| known.eq_ignore_ascii_case(zone))
}

/// Returns whether a date is numeric and its day, month or year could be read in another order: `02/01/2026`.
fn is_ambiguous(date: &str) -> bool {
    date.split(|c: char| c.is_whitespace() || matches!(c, 'T' | 't' | ',')).any(|word| {
        let mut parts = word.split(['/', '.', '-']);
        let mut number = || {
            let part = parts.next()?;
            let is_number = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            Some((part.len(), part.parse::<u32>().ok().filter(|_| is_number)?))
        };
        let (Some((first_digits, first)), Some((_, second)), Some((third_digits, third))) =
            (number(), number(), number())
        else {
            return false;
        };
        match (first_digits, third_digits) {
            // The year has four digits, so only the order of the other two is ambiguous.
            (3.., _) => false,
            (_, 3..) => first != second && first <= 12 && second <= 12,
            _ => !(first == second && second == third),
        }
    })
}

fn written(form: DateFormat, moment: Moment) -> String {
    let date = zoned(moment.instant(), moment.offset());
    let (form, utc) = match form {
        DateFormat::Rfc822 => ("%a, %d %b %Y %H:%M:%S %z", "+0000"),
        DateFormat::Rfc3339 | DateFormat::W3c | DateFormat::W3cLocal | DateFormat::W3cBase => {
            ("%Y-%m-%dT%H:%M:%S%.f%:z", "+00:00")
        }
    };
    let text = date.strftime(form).to_string();
    match text.strip_suffix(utc) {
        Some(start) if utc == "+00:00" => format!("{start}Z"),
        _ => text,
    }
}
