//! ISO 8601 beyond W3C-DTF: the basic, reduced, truncated, ordinal and week forms (those with two-digit years and
//! hyphens for what is left out are in the edition of 1988, §5.2).
//!
//! What is too large is carried over: 31 June is 1 July, `25:14` the next day's 01:14.

use jiff::Timestamp;

use super::civil::{Clock, Date, full_year_of_this_century, rolling, strict, week_date};
use super::scan::{Parsed, fraction, spaces, time_of_day};
use super::zone;

/// The forms of a date: Y, M, D, O (day of the year), w (week), d (weekday), h, m and s each stand for a digit, any
/// other letter for itself.
const DATES: &[&str] = &[
    "YYYY-MM-DD",
    "YYYY-M-DD",
    "YYYY-MM-D",
    "YYYY-M-D",
    "YYYY-MM",
    "YYYY",
    "YYYYMMDD",
    "YYYY-MMDD",
    "YYYY-OOO",
    "YYYYOOO",
    "YYYY-Www-d",
    "YYYY-Www",
    "YYYYWwwd",
    "YYYYWww",
    "YY-MM-DD",
    "YYMMDD",
    "YYOOO",
    "-YY-MM",
    "-YYMM",
    "-YYMMDD",
    "-YY",
];

/// The forms of a time without colons.
const TIMES: &[&str] = &["hhmmss", "hhmm"];

/// Date and time in one number, as databases and file names have it.
const INSTANTS: &[&str] = &["YYYYMMDDhhmmss", "YYYYMMDDhhmm"];

/// A date in one of the forms, a time behind it, a zone behind that.
///
/// The forms that leave out the year (`--12-31`, `-335`, `10:14`) are none here: they would mean another instant every
/// time that the same feed is read.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let input = text.as_bytes();
    if !matches!(input, [b'0'..=b'9' | b'-', ..]) {
        return None;
    }
    if let Some((fields, [])) = one_of(INSTANTS, input) {
        return strict(fields.date()?, fields.clock());
    }
    let (fields, rest) = one_of(DATES, input)?;
    let date = fields.date()?;
    let rest = clock_follows(rest, fields.has_day())?;
    let (clock, _) = if rest.is_empty() { (Clock::default(), rest) } else { clock(rest)? };
    rolling(date, clock)
}

/// The last resort: a full date and perhaps a time, and then something that nobody knows.
pub(super) fn parse_leading(text: &str) -> Option<Timestamp> {
    let (fields, rest) = template("YYYY-MM-DD", text.as_bytes())?;
    let date = fields.date()?;
    let time = match rest {
        [b'0'..=b'9', ..] => return None,
        [b'T' | b't' | b' ', rest @ ..] => time_of_day(spaces(rest)),
        _ => None,
    };
    let clock =
        time.map(|(clock, rest)| Clock { offset: zone::zone(rest).map_or(0, |(offset, _)| offset), ..clock });
    rolling(date, clock.unwrap_or_default())
}

/// The text of the time behind a date: empty if there is none. A space may stand for the T behind a whole date only.
fn clock_follows(rest: &[u8], has_day: bool) -> Option<&[u8]> {
    match rest {
        [b'T' | b't', rest @ ..] => Some(rest),
        [b' ', ..] if has_day => Some(spaces(rest)),
        [] => Some(rest),
        _ => None,
    }
}

/// A time with or without colons, and its zone.
fn clock(input: &[u8]) -> Parsed<'_, Clock> {
    let (clock, rest) = match one_of(TIMES, input) {
        Some((fields, rest)) => {
            let (nanosecond, rest) = fraction(rest);
            (Clock { nanosecond, ..fields.clock() }, rest)
        }
        None => time_of_day(input)?,
    };
    if matches!(rest, [b':' | b'0'..=b'9', ..]) {
        return None;
    }
    let (offset, rest) = zone::zone(rest)?;
    Some((Clock { offset, ..clock }, rest))
}

/// What the digits of a template said.
#[derive(Default)]
struct Fields {
    year: Option<i32>,
    month: Option<i32>,
    day: Option<i32>,
    ordinal: Option<i32>,
    week: Option<i32>,
    weekday: Option<i32>,
    hour: i32,
    minute: i32,
    second: i32,
    is_extended: bool,
}

impl Fields {
    fn has_day(&self) -> bool {
        self.day.is_some() || self.ordinal.is_some() || self.weekday.is_some()
    }

    fn clock(&self) -> Clock {
        Clock { hour: self.hour, minute: self.minute, second: self.second, ..Clock::default() }
    }

    /// The day, if its fields are not further out than a slip of the pen: month 19 and day 39 are still carried over.
    fn date(&self) -> Option<Date> {
        let year = self.year?;
        if let Some(ordinal) = self.ordinal {
            return (1..=366).contains(&ordinal).then_some(Date { year, month: 1, day: ordinal });
        }
        if let Some(week) = self.week {
            let weekday = self.weekday.unwrap_or(1);
            let exists = (1..=53).contains(&week) && (1..=7).contains(&weekday);
            return exists.then(|| week_date(year, week, weekday));
        }
        let day = self.day.unwrap_or(1);
        match self.month {
            // Somebody has swapped them.
            Some(month @ 13..=31) if self.is_extended && (1..=12).contains(&day) => {
                Some(Date { year, month: day, day: month })
            }
            Some(month) => (month < 20 && day < 40).then_some(Date { year, month, day }),
            None => Some(Date { year, month: 1, day }),
        }
    }
}

/// The first template that fits, and behind which no other one goes on.
fn one_of<'a>(templates: &[&str], input: &'a [u8]) -> Parsed<'a, Fields> {
    templates.iter().find_map(|form| {
        template(form, input).filter(|(_, rest)| !matches!(rest, [b'0'..=b'9' | b'-' | b'W', ..]))
    })
}

/// Reads one template.
fn template<'a>(form: &str, input: &'a [u8]) -> Parsed<'a, Fields> {
    let mut fields = Fields { is_extended: form.contains("M-"), ..Fields::default() };
    let mut rest = input;
    let mut year_digits = 0;
    for letter in form.bytes() {
        let [byte, tail @ ..] = rest else { return None };
        rest = tail;
        let field = match letter {
            b'Y' => {
                year_digits += 1;
                fields.year.get_or_insert(0)
            }
            b'M' => fields.month.get_or_insert(0),
            b'D' => fields.day.get_or_insert(0),
            b'O' => fields.ordinal.get_or_insert(0),
            b'w' => fields.week.get_or_insert(0),
            b'd' => fields.weekday.get_or_insert(0),
            b'h' => &mut fields.hour,
            b'm' => &mut fields.minute,
            b's' => &mut fields.second,
            _ if letter == *byte => continue,
            _ => return None,
        };
        if !byte.is_ascii_digit() {
            return None;
        }
        *field = *field * 10 + i32::from(byte - b'0');
    }
    fields.year = fields.year.map(|year| full_year_of_this_century(year, year_digits));
    Some((fields, rest))
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::date::tests::check;

    #[test]
    fn basic_and_reduced_forms_are_read() {
        check(
            parse,
            &[
                ("20031231", "2003-12-31T00:00:00Z"),
                ("2003-1231", "2003-12-31T00:00:00Z"),
                ("031231", "2003-12-31T00:00:00Z"),
                ("991231", "2099-12-31T00:00:00Z"),
                ("03-12-31", "2003-12-31T00:00:00Z"),
                ("-03-12", "2003-12-01T00:00:00Z"),
                ("-0312", "2003-12-01T00:00:00Z"),
                ("-031231", "2003-12-31T00:00:00Z"),
                ("-03", "2003-01-01T00:00:00Z"),
                ("20031231T101455Z", "2003-12-31T10:14:55Z"),
                ("20031231T1014+0100", "2003-12-31T09:14:00Z"),
                ("20031231T10Z", "2003-12-31T10:00:00Z"),
                ("20031231T101455.5Z", "2003-12-31T10:14:55.5Z"),
                ("2003-12-31T101455", "2003-12-31T10:14:55Z"),
                ("20031231 10:14:55 -0100", "2003-12-31T11:14:55Z"),
                ("20031231101455", "2003-12-31T10:14:55Z"),
                ("200312311014", "2003-12-31T10:14:00Z"),
            ],
        );
    }

    #[test]
    fn ordinal_and_week_dates_are_read() {
        check(
            parse,
            &[
                ("2003-335", "2003-12-01T00:00:00Z"),
                ("2003335", "2003-12-01T00:00:00Z"),
                ("03335", "2003-12-01T00:00:00Z"),
                ("2004-366", "2004-12-31T00:00:00Z"),
                ("2003-335T10:14:55Z", "2003-12-01T10:14:55Z"),
                ("2004-W01", "2003-12-29T00:00:00Z"),
                ("2004-W53-7", "2005-01-02T00:00:00Z"),
                ("2009W537T10:14Z", "2010-01-03T10:14:00Z"),
                ("2009-W01-1", "2008-12-29T00:00:00Z"),
                ("2003-W54", ""),
                ("2003-W12-8", ""),
                ("2003-000", ""),
            ],
        );
    }

    #[test]
    fn what_is_too_large_is_carried_over() {
        check(
            parse,
            &[
                ("2003-06-31", "2003-07-01T00:00:00Z"),
                ("2003-02-30T10:14:55Z", "2003-03-02T10:14:55Z"),
                ("2003-2-30 10:14Z", "2003-03-02T10:14:00Z"),
                ("2003-12-31T25:14:55Z", "2004-01-01T01:14:55Z"),
                ("2003-12-31T10:61:55Z", "2003-12-31T11:01:55Z"),
                ("2003-12-31T10:14:61Z", "2003-12-31T10:15:01Z"),
                ("2003-06-31T00:00:00+01:00", "2003-06-30T23:00:00Z"),
                ("2003-13", "2004-01-01T00:00:00Z"),
                ("2003-13-31", "2004-01-31T00:00:00Z"),
                ("2003-00", "2002-12-01T00:00:00Z"),
                ("0000-00-00", ""),
                ("2003-12-45", ""),
            ],
        );
    }

    #[test]
    fn swapped_day_and_month_are_swapped_back() {
        check(
            parse,
            &[("2003-31-12", "2003-12-31T00:00:00Z"), ("2003-13-05T10:14Z", "2003-05-13T10:14:00Z")],
        );
    }

    #[test]
    fn a_date_without_its_year_is_none() {
        check(
            parse,
            &[
                ("--12-31", ""),
                ("--12", ""),
                ("---31", ""),
                ("-335", ""),
                ("10:14:55+01:00", ""),
                ("T1014", ""),
            ],
        );
    }

    #[test]
    fn a_leading_date_is_the_last_resort() {
        check(
            parse_leading,
            &[
                ("2003-12-31 foo", "2003-12-31T00:00:00Z"),
                ("2003-12-31Z", "2003-12-31T00:00:00Z"),
                ("2003-12-31T10:14:55:00Z", "2003-12-31T10:14:55Z"),
                ("2003-12-31T10:14:55ZZ", "2003-12-31T10:14:55Z"),
                ("2003-12-311", ""),
                ("foo", ""),
            ],
        );
    }

    #[test]
    fn other_numbers_are_left_to_the_other_forms() {
        check(
            parse,
            &[("", ""), ("1", ""), ("12", ""), ("1088712000", ""), ("01-02-2004", ""), ("2003 12", "")],
        );
    }
}
