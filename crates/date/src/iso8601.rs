//! ISO 8601 beyond W3C-DTF: the basic, reduced, truncated, ordinal and week forms. The forms with two-digit years and with hyphens for
//! omitted fields are from the edition of 1988, §5.2.

use super::civil::{
    CivilDate, ClockTime, DateTimeFields, full_year_of_this_century, ordinal_date, week_date,
};
use super::clock::{fraction, time_of_day};
use super::scan::{ScanStep, spaces};
use super::zone::{self, Zone};

/// Templates of dates. Y, M, D, O (day of the year), w (week), d (weekday), h, m and s match one digit each; any other
/// character matches itself.
const DATES: &[&str] = &[
    // `YYYYMM` is missing, as in ISO 8601: six digits are `YYMMDD`.
    "YYYY-MM-DD", "YYYY-M-DD", "YYYY-MM-D", "YYYY-M-D", "YYYY-MM", "YYYY", "YYYYMMDD", "YYYY-MMDD",
    "YYYY-OOO", "YYYYOOO", "YYYY-Www-d", "YYYY-Www", "YYYYWwwd", "YYYYWww", "YY-MM-DD", "YYMMDD", "YYOOO",
    "-YY-MM", "-YYMM", "-YYMMDD", "-YY",
];

/// Templates of times without colons.
const TIMES: &[&str] = &["hhmmss", "hhmm"];

/// Templates of a date and a time in one number, as in databases and file names.
const INSTANTS: &[&str] = &["YYYYMMDDhhmmss", "YYYYMMDDhhmm"];

/// Parses a date, an optional time and an optional zone.
///
/// Dates without a year (`--12-31`, `-335`, `10:14`) are rejected: the instant would depend on when the feed is read.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let input = text.as_bytes();
    if !matches!(input, [b'0'..=b'9' | b'-', ..]) {
        return None;
    }
    let (fields, rest) = one_of(DATES, input)?;
    let date = fields.date()?;
    let rest = time_follows(rest, fields.has_day())?;
    let (time, _) = if rest.is_empty() { (ClockTime::default(), rest) } else { time(rest)? };
    Some(DateTimeFields { date, time })
}

/// Parses a date and a time in one number.
pub(super) fn parse_number(text: &str) -> Option<DateTimeFields<'_>> {
    match one_of(INSTANTS, text.as_bytes())? {
        (fields, []) => Some(DateTimeFields { date: fields.date()?, time: fields.time() }),
        _ => None,
    }
}

/// Parses a full date and an optional time, and ignores any further text.
pub(super) fn parse_start(text: &str) -> Option<DateTimeFields<'_>> {
    let (fields, rest) = template("YYYY-MM-DD", text.as_bytes())?;
    let date = fields.date()?;
    let time = match rest {
        [b'0'..=b'9', ..] => return None,
        // XML Schema's dates have a zone without a time.
        b"Z" => Some((ClockTime::default(), rest)),
        [b'T' | b't' | b' ', rest @ ..] => time_of_day(spaces(rest)),
        _ => None,
    };
    let time = time.map(|(time, rest)| {
        let zone = zone::zone(rest).map_or(Zone::Unspecified, |(zone, _)| zone);
        ClockTime { zone, ..time }
    });
    Some(DateTimeFields { date, time: time.unwrap_or_default() })
}

/// Returns the text of the time after a date, which may be empty. A space can only replace the T after a day.
fn time_follows(rest: &[u8], has_day: bool) -> Option<&[u8]> {
    match rest {
        [b'T' | b't', rest @ ..] => Some(rest),
        [b' ', ..] if has_day => Some(spaces(rest)),
        [] => Some(rest),
        _ => None,
    }
}

/// Parses a time, with or without colons, and its zone.
fn time(input: &[u8]) -> ScanStep<'_, ClockTime<'_>> {
    let (time, rest) = match one_of(TIMES, input) {
        Some((fields, rest)) => {
            let (nanosecond, rest) = fraction(rest);
            (ClockTime { nanosecond, ..fields.time() }, rest)
        }
        None => time_of_day(input)?,
    };
    if matches!(rest, [b':' | b'0'..=b'9', ..]) {
        return None;
    }
    let (zone, rest) = zone::zone(rest)?;
    Some((ClockTime { zone, ..time }, rest))
}

/// The values of a template's digits.
#[derive(Default)]
struct TemplateFields {
    year: Option<i32>,
    month: Option<i32>,
    day: Option<i32>,
    ordinal: Option<i32>,
    week: Option<i32>,
    weekday: Option<i32>,
    hour: i32,
    minute: i32,
    second: i32,
}

impl TemplateFields {
    fn has_day(&self) -> bool {
        self.day.is_some() || self.ordinal.is_some() || self.weekday.is_some()
    }

    fn time(&self) -> ClockTime<'static> {
        ClockTime { hour: self.hour, minute: self.minute, second: self.second, ..ClockTime::default() }
    }

    /// Returns the day, unless its fields are excessive: months up to 19 and days up to 39 are left for the caller to reject or carry
    /// over.
    fn date(&self) -> Option<CivilDate> {
        let year = self.year?;
        if let Some(ordinal) = self.ordinal {
            return (1..=366).contains(&ordinal).then(|| ordinal_date(year, ordinal));
        }
        if let Some(week) = self.week {
            let week = Some(week).filter(|week| (1..=53).contains(week))?;
            return week_date(year, week, self.weekday.unwrap_or(1));
        }
        let day = self.day.unwrap_or(1);
        let month = self.month.unwrap_or(1);
        (month < 20 && day < 40).then_some(CivilDate { year, month, day })
    }
}

/// Parses the first matching template without further digits, hyphens or weeks after it.
fn one_of<'a>(templates: &[&str], input: &'a [u8]) -> ScanStep<'a, TemplateFields> {
    templates.iter().find_map(|form| {
        template(form, input).filter(|(_, rest)| !matches!(rest, [b'0'..=b'9' | b'-' | b'W', ..]))
    })
}

/// Parses one template.
fn template<'a>(form: &str, input: &'a [u8]) -> ScanStep<'a, TemplateFields> {
    let mut fields = TemplateFields::default();
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
    use crate::tests::{check_form, check_lenient_form};

    #[test]
    fn basic_and_reduced_forms_are_read() {
        check_form(
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
            ],
        );
    }

    #[test]
    fn a_date_and_a_time_in_one_number_are_read() {
        check_form(
            parse_number,
            &[
                ("20031231101455", "2003-12-31T10:14:55Z"),
                ("200312311014", "2003-12-31T10:14:00Z"),
                ("20031231251455", ""),
                ("20031231101455Z", ""),
                ("20031231", ""),
            ],
        );
    }

    #[test]
    fn ordinal_and_week_dates_are_read() {
        check_form(
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
    fn impossible_fields_are_rejected_or_carried_over() {
        for (text, carried) in [
            ("2003-06-31", "2003-07-01T00:00:00Z"),
            ("2003-02-30T10:14:55Z", "2003-03-02T10:14:55Z"),
            ("2003-2-30 10:14Z", "2003-03-02T10:14:00Z"),
            ("2003-12-31T25:14:55Z", "2004-01-01T01:14:55Z"),
            ("2003-12-31T10:61:55Z", "2003-12-31T11:01:55Z"),
            ("2003-12-31T10:14:61Z", "2003-12-31T10:15:01Z"),
            ("2003-06-31T00:00:00+01:00", "2003-06-30T23:00:00Z"),
            ("2003-13", "2004-01-01T00:00:00Z"),
            ("2003-13-05T10:14Z", "2004-01-05T10:14:00Z"),
            ("2003-13-31", "2004-01-31T00:00:00Z"),
            ("2003-00", "2002-12-01T00:00:00Z"),
            ("2003-366", "2004-01-01T00:00:00Z"),
            ("2003-W53-1", "2003-12-29T00:00:00Z"),
            ("0000-00-00", ""),
            ("2003-12-45", ""),
        ] {
            check_form(parse, &[(text, "")]);
            check_lenient_form(parse, true, &[(text, carried)]);
        }
    }

    #[test]
    fn dates_without_a_year_are_rejected() {
        check_form(
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
    fn text_after_a_date_is_ignored() {
        check_form(
            parse_start,
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
    fn other_numbers_are_rejected() {
        check_form(
            parse,
            &[("", ""), ("1", ""), ("12", ""), ("1088712000", ""), ("01-02-2004", ""), ("2003 12", "")],
        );
    }
}
