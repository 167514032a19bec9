//! Dates in the words of any language, in any order: `donderdag 1 januari 2004 om 19:48`, `2004年5月28日 下午3:20`,
//! `19:48, 1st of January 2004`, `2004-július-13T9:15-05:00`.
//!
//! The text is read from left to right, one thing at a time. A thing that is in no date, or a second one of its
//! kind, makes the whole no date: better none than a wrong one.

use jiff::Timestamp;

use super::civil::{Clock, Date, full_year, strict};
use super::names::{self, Name};
use super::numeric;
use super::scan::{Meridiem, meridiem, number, time_of_day};
use super::units::{Unit, era, half_of_day, unit};
use super::zone;

/// Reads day, month and year, and time and zone if they are there. No year is guessed.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let mut reading = Reading::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '0'..='9' => reading.number(rest)?,
            '+' | '-' if reading.may_have_zone() => reading.offset(rest),
            '(' => reading.comment(rest),
            _ if first.is_alphabetic() => reading.word(rest)?,
            _ => after(rest, first),
        };
        if reading.is_complete {
            break;
        }
    }
    reading.instant()
}

/// What is left behind the first character.
fn after(text: &str, first: char) -> &str {
    text.strip_prefix(first).unwrap_or_default()
}

/// The text behind the bytes that a step has left. Steps end at ASCII, so that this never fails.
fn rest_of<'a>(text: &'a str, rest: &[u8]) -> &'a str {
    text.len().checked_sub(rest.len()).and_then(|start| text.get(start..)).unwrap_or_default()
}

/// Letters, and the signs that are written over and under them.
fn is_of_word(letter: char) -> bool {
    letter.is_alphabetic() || matches!(letter, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{963}')
}

/// Chinese, Japanese and Korean characters.
fn is_east_asian(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// One or two digits, the separator, a digit.
fn is_time(input: &[u8], separator: u8) -> bool {
    let behind_digit = |input: &[u8]| matches!(input, [first, b'0'..=b'9', ..] if *first == separator);
    match input {
        [b'0'..=b'9', b'0'..=b'9', rest @ ..] | [b'0'..=b'9', rest @ ..] => behind_digit(rest),
        _ => false,
    }
}

/// The word that the text begins with.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !is_of_word(letter)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// A letter alone is a preposition unless it is a capital.
fn is_zone(word: &str) -> bool {
    zone::named(word.as_bytes()).is_some()
        && (word.len() > 1 || word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

fn set_once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    if slot.is_some() {
        return None;
    }
    *slot = Some(value);
    Some(())
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    year: Option<i32>,
    month: Option<i32>,
    day: Option<i32>,
    /// The month's name may have been a weekday's.
    is_month_doubtful: bool,
    /// The next number is the month.
    is_month_next: bool,
    /// Numbers that may be the day or the year, each with its count of digits.
    numbers: Vec<(i32, usize)>,
    clock: Option<Clock>,
    meridiem: Option<Meridiem>,
    offset: Option<i32>,
    /// What the years of an era are counted from.
    era: i32,
    /// The zone of the language.
    offset_of_language: i32,
    /// Nothing but the time's halves and zone has come since the time.
    is_behind_time: bool,
    /// Date and time are there, and something unknown has come: the rest is of no account.
    is_complete: bool,
}

impl Reading {
    /// A number, or a time or date that begins with it.
    fn number<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let input = text.as_bytes();
        if is_time(input, b':') || is_time(input, b'h') || (is_time(input, b'.') && self.has_date()) {
            return self.time(text);
        }
        if let Some((date, rest)) = numeric::date(input).filter(|_| !self.has_date() && self.month.is_none())
        {
            self.is_behind_time = false;
            (self.year, self.month, self.day) = (Some(date.year), Some(date.month), Some(date.day));
            return Some(rest_of(text, rest));
        }
        let ((value, digits), rest) = number(input, 4)?;
        let rest = rest_of(text, rest);
        self.is_behind_time = false;
        if let Some((unit, offset, behind)) = unit(rest.trim_start()) {
            self.set(unit, value, digits)?;
            self.offset_of_language = offset;
            return Some(behind);
        }
        if let Some((half, behind)) = meridiem(rest.trim_start().as_bytes()).filter(|_| self.clock.is_none())
        {
            self.set(Unit::Hour, value, digits)?;
            self.meridiem = Some(half);
            return Some(rest_of(rest, behind));
        }
        if self.is_month_next {
            self.is_month_next = false;
            self.set(Unit::Month, value, digits)?;
        } else if self.numbers.len() < 2 {
            self.numbers.push((value, digits));
        } else {
            return None;
        }
        let (ending, behind) = word(rest);
        Some(if names::is_ordinal_ending(&names::fold(ending)) { behind } else { rest })
    }

    fn time<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let (clock, rest) = time_of_day(text.as_bytes())?;
        if self.clock.is_some() || matches!(rest, [b':' | b'0'..=b'9', ..]) {
            return None;
        }
        self.clock = Some(clock);
        self.is_behind_time = true;
        Some(rest_of(text, rest))
    }

    /// Sets a field that nothing has set yet.
    fn set(&mut self, unit: Unit, value: i32, digits: usize) -> Option<()> {
        let clock = match unit {
            Unit::Year if self.era > 0 => return set_once(&mut self.year, self.era + value),
            Unit::Year => return set_once(&mut self.year, full_year(value, digits)),
            Unit::Month => return set_once(&mut self.month, value),
            Unit::Day => return set_once(&mut self.day, value),
            Unit::Hour => {
                self.is_behind_time = true;
                return set_once(&mut self.clock, Clock { hour: value, ..Clock::default() });
            }
            Unit::Minute | Unit::Second => self.clock.as_mut()?,
        };
        self.is_behind_time = true;
        *(if matches!(unit, Unit::Minute) { &mut clock.minute } else { &mut clock.second }) = value;
        Some(())
    }

    /// `+01:00`; a sign without number is punctuation.
    fn offset<'a>(&mut self, text: &'a str) -> &'a str {
        let input = text.as_bytes();
        match zone::offset(input) {
            Some((offset, rest)) if matches!(input, [_, b'0'..=b'9', ..]) => {
                self.offset = Some(offset);
                rest_of(text, rest)
            }
            _ => text.get(1..).unwrap_or_default(),
        }
    }

    /// What stands in brackets is a comment (RFC 5322 §3.2.2); people put the zone there too.
    fn comment<'a>(&mut self, text: &'a str) -> &'a str {
        let (comment, rest) = text.split_once(')').unwrap_or((text, ""));
        let name = comment.get(1..).unwrap_or_default();
        if let Some(offset) = zone::named(name.as_bytes()).filter(|_| self.offset.is_none()) {
            self.offset = Some(offset);
        }
        rest
    }

    fn word<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        if let Some((half, offset, rest)) = half_of_day(text) {
            self.meridiem = Some(half);
            self.offset_of_language = offset;
            return Some(rest);
        }
        if let Some((half, rest)) = meridiem(text.as_bytes()).filter(|_| self.is_behind_time) {
            self.meridiem = Some(half);
            return Some(rest_of(text, rest));
        }
        let first = text.chars().next()?;
        if let Some((before, rest)) = era(text) {
            self.era = before;
            return Some(rest);
        }
        if is_east_asian(first) {
            // Weekdays and such: in these languages the units say it all.
            return Some(after(text, first));
        }
        let (word, rest) = word(text);
        if self.may_have_zone() && is_zone(word) {
            let (offset, rest) = zone::zone(text.as_bytes())?;
            self.offset = Some(offset);
            return Some(rest_of(text, rest));
        }
        let folded = names::fold(word);
        if names::is_filler(&folded) {
            return Some(rest);
        }
        if folded == names::MONTH_WORD {
            self.is_month_next = true;
            return Some(rest);
        }
        self.named(&folded)?;
        Some(rest)
    }

    /// A month, a weekday, or something unknown: before everything else it may be a weekday of a language that is not
    /// in the table, and behind everything else it does not matter.
    fn named(&mut self, folded: &str) -> Option<()> {
        match names::name(folded) {
            Some(Name::Month(month)) if self.month.is_none() || self.is_month_doubtful => {
                self.month = Some(month);
                self.is_month_doubtful = false;
            }
            Some(Name::MonthOrWeekday(month)) if self.month.is_none() => {
                self.month = Some(month);
                self.is_month_doubtful = true;
            }
            Some(Name::MonthOrWeekday(_)) if self.is_month_doubtful => self.is_month_doubtful = false,
            Some(Name::Weekday | Name::MonthOrWeekday(_)) => {}
            None if self.clock.is_some() && self.has_date() => self.is_complete = true,
            None if self.is_untouched() => {}
            Some(Name::Month(_)) | None => return None,
        }
        self.is_behind_time = false;
        Some(())
    }

    /// A zone stands behind the time, or behind the date if the time came first.
    fn may_have_zone(&self) -> bool {
        self.is_behind_time || (self.clock.is_some() && self.offset.is_none() && self.has_date())
    }

    fn is_untouched(&self) -> bool {
        self.month.is_none() && self.year.is_none() && self.numbers.is_empty() && self.clock.is_none()
    }

    /// Whether day, month and year are there.
    fn has_date(&self) -> bool {
        let numbers = self.numbers.len() + usize::from(self.day.is_some()) + usize::from(self.year.is_some());
        self.month.is_some() && numbers >= 2
    }

    fn instant(self) -> Option<Timestamp> {
        let full = |(value, digits)| full_year(value, digits);
        let is_year = |(value, digits)| digits > 2 || value > 31;
        let (year, day) = match (self.year, self.day, self.numbers.as_slice()) {
            (Some(year), Some(day), []) => (year, day),
            (Some(year), None, [(day, _)]) => (year, *day),
            (None, Some(day), [year]) => (full(*year), day),
            (None, None, [year, (day, _)]) if is_year(*year) => (full(*year), *day),
            (None, None, [(day, _), year]) => (full(*year), *day),
            // A month of a year is its first day.
            (Some(year), None, []) if self.clock.is_none() => (year, 1),
            (None, None, [(year, 4)]) if self.clock.is_none() => (*year, 1),
            _ => return None,
        };
        let date = Date { year, month: self.month?, day };
        let Some(mut clock) = self.clock else {
            return strict(date, Clock::default());
        };
        if let Some(meridiem) = self.meridiem {
            clock.hour = meridiem.hour(clock.hour);
        }
        clock.offset = self.offset.unwrap_or(self.offset_of_language);
        strict(date, clock)
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::date::tests::check;

    #[test]
    fn months_are_read_in_the_languages_of_feeds() {
        check(
            parse,
            &[
                ("Donnerstag, 13. März 2004 19:48 Uhr", "2004-03-13T19:48:00Z"),
                ("Do., 13. Dez. 2004, 19.48 Uhr MEZ", "2004-12-13T18:48:00Z"),
                ("am 13. Mai 2004 um 12:15", "2004-05-13T12:15:00Z"),
                ("13.05.2004 um 10 Uhr", "2004-05-13T10:00:00Z"),
                ("May 13th, 2004 at 3 p.m.", "2004-05-13T15:00:00Z"),
                ("mardi 13 août 2004 à 19h48", "2004-08-13T19:48:00Z"),
                ("mar, 13 avr 2004 19:48:00 +0200", "2004-04-13T17:48:00Z"),
                ("mar, 13 mar 2004", "2004-03-13T00:00:00Z"),
                ("1er février 2004", "2004-02-01T00:00:00Z"),
                ("13 de septiembre de 2004 a las 7:48 p. m.", "2004-09-13T19:48:00Z"),
                ("mer, 13 ott 2004 19:48:21 +0200", "2004-10-13T17:48:21Z"),
                ("13 de Setembro de 2004 às 19:48", "2004-09-13T19:48:00Z"),
                ("donderdag 13 mei 2004 om 19:48 uur", "2004-05-13T19:48:00Z"),
                ("13 października 2004 r. godz. 19:48", "2004-10-13T19:48:00Z"),
                ("13 октября 2004 г. в 19:48", "2004-10-13T19:48:00Z"),
                ("Чт, 13 жов 2004 19:48:00 +0300", "2004-10-13T16:48:00Z"),
                ("13. října 2004 19:48", "2004-10-13T19:48:00Z"),
                ("den 13 oktober 2004 kl. 19.48", "2004-10-13T19:48:00Z"),
                ("13. marraskuuta 2004 klo 19.48", "2004-11-13T19:48:00Z"),
                ("13 Ağustos 2004 Cuma, 19:48", "2004-08-13T19:48:00Z"),
                ("2004 m. gegužės 13 d.", "2004-05-13T00:00:00Z"),
                ("13 tháng 5, 2004", "2004-05-13T00:00:00Z"),
                ("13 مايو، 2004", "2004-05-13T00:00:00Z"),
                ("13 मई 2004", "2004-05-13T00:00:00Z"),
            ],
        );
    }

    #[test]
    fn greek_dates_are_read() {
        check(
            parse,
            &[
                ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
                ("Σαβ, 01 Μαώ 2004 12:00:00 +0200", "2004-03-01T10:00:00Z"),
                ("1 Μαΐου 2004, 7:48 μ.μ.", "2004-05-01T19:48:00Z"),
            ],
        );
    }

    #[test]
    fn hungarian_dates_are_read() {
        check(
            parse,
            &[
                ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
                ("2004-máujus-13T09:15+05:00", "2004-05-13T04:15:00Z"),
                ("2004. július 13. 9:15", "2004-07-13T09:15:00Z"),
                ("2004. május 13., vasárnap 9:15", "2004-05-13T09:15:00Z"),
                ("július-13T9:15-05:00", ""),
            ],
        );
    }

    #[test]
    fn korean_dates_are_in_korean_time() {
        check(
            parse,
            &[
                ("2004년 05월 28일  01:31:15", "2004-05-27T16:31:15Z"),
                ("2004-05-25 오후 11:20:00", "2004-05-25T14:20:00Z"),
                ("2004-05-25 오전 12:20:00", "2004-05-24T15:20:00Z"),
                ("2004년 5월 28일 금요일 오후 3시 20분", "2004-05-28T06:20:00Z"),
                ("2004년 5월 28일 01:31:15 +0000", "2004-05-28T01:31:15Z"),
                ("2004년 5월 28일", "2004-05-28T00:00:00Z"),
            ],
        );
    }

    #[test]
    fn chinese_and_japanese_dates_are_read() {
        check(
            parse,
            &[
                ("2004年5月28日", "2004-05-28T00:00:00Z"),
                ("2004年05月28日 15:20:30", "2004-05-28T15:20:30Z"),
                ("2004年5月28日星期五 下午3:20", "2004-05-28T15:20:00Z"),
                ("2004年5月28日(金) 午後3時20分05秒 JST", "2004-05-28T06:20:05Z"),
                ("平成16年5月28日", "2004-05-28T00:00:00Z"),
                ("民國93年5月28日 15:20", "2004-05-28T15:20:00Z"),
                ("Fri, 28 5月 2004 15:20:30 +0800", "2004-05-28T07:20:30Z"),
            ],
        );
    }

    #[test]
    fn numbers_alone_are_read_with_and_without_time() {
        check(
            parse,
            &[
                ("12/31/2003", "2003-12-31T00:00:00Z"),
                ("31.12.2003 - 19:48", "2003-12-31T19:48:00Z"),
                ("31.12.2003, 19.48 Uhr", "2003-12-31T19:48:00Z"),
                ("2003/12/31 19:48:21 EDT", "2003-12-31T23:48:21Z"),
                ("Wed, 12/31/2003 7:48 PM", "2003-12-31T19:48:00Z"),
                ("31-12-2003 19:48:21 GMT+2", "2003-12-31T17:48:21Z"),
            ],
        );
    }

    #[test]
    fn the_time_may_come_first() {
        check(
            parse,
            &[
                ("19:48:21 01 Jan 2004", "2004-01-01T19:48:21Z"),
                ("7:48 pm EST on January 1st, 2004", "2004-01-02T00:48:00Z"),
                ("10:00 13/02/2004", "2004-02-13T10:00:00Z"),
                ("10:00 13.02.2004 -0700", "2004-02-13T17:00:00Z"),
                ("10:00 13 Feb 2004 EST", "2004-02-13T15:00:00Z"),
                ("3pm, 13 Feb 2004", "2004-02-13T15:00:00Z"),
                ("mar. 30 avr. 08:57:00 CEST 2004", "2004-04-30T06:57:00Z"),
            ],
        );
    }

    #[test]
    fn a_month_of_a_year_is_its_first_day() {
        check(
            parse,
            &[
                ("January 2004", "2004-01-01T00:00:00Z"),
                ("2004年5月", "2004-05-01T00:00:00Z"),
                ("Jan 04", ""),
            ],
        );
    }

    #[test]
    fn what_is_no_date_is_not_made_one() {
        check(
            parse,
            &[
                ("", ""),
                ("yesterday", ""),
                ("21 Jan", ""),
                ("31 Jun 2004", ""),
                ("Dec x 2012 11:47:32 GMT", ""),
                ("16 zzz 2012 11:47:32 GMT", ""),
                ("16 Dec zz 11:47:32 GMT", ""),
                ("16 Dec 2012 1:2:3:4 GMT", ""),
                ("16 Dec Jan 2012", ""),
                ("16 Dec 2012 2013", ""),
                ("16 Dec 2012 10:00 11:00", ""),
                ("16 Dec 20122", ""),
                ("Chapter 3, verse 5", ""),
            ],
        );
    }
}
