//! Dates in words, in any language and order: `donderdag 1 januari 2004 om 19:48`, `2004年5月28日 下午3:20`, `19:48, 1st of January 2004`,
//! `2004-július-13T9:15-05:00`.
//!
//! The text is read from left to right, one component at a time. An unknown or repeated component rejects the whole text:
//! no date is better than a wrong one.

use super::calendar_words::{self, LanguageSet, Meanings, TableName, is_of_word};
use super::civil::{CivilDate, ClockTime, DateTimeFields, full_year};
use super::clock::{Meridiem, meridiem, time_of_day};
use super::names::{self, CalendarName};
use super::numeric::{self, NumericDate};
use super::scan::number;
use super::units::{Unit, era, half_of_day, unit};
use super::zone::{self, Zone};

/// Parses a day, a month and a year, with an optional time and zone. A missing year is never guessed.
pub(super) fn parse(text: &str) -> Option<DateTimeFields<'_>> {
    let mut components = Components { text, ..Components::default() };
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '0'..='9' => components.number(rest)?,
            // An offset is only possible after a date or a time. Elsewhere, a minus sign may belong to a year; other signs are
            // punctuation.
            '+' | '-' if components.may_have_offset(rest) => components.offset(rest),
            '-' if components.is_before_era(text, rest) => return None,
            '(' | '[' => components.comment(rest),
            _ if first.is_alphabetic() => components.word(rest)?,
            _ => after(rest, first),
        };
        if components.is_complete {
            break;
        }
    }
    components.fields()
}

/// Returns the text after its first character.
fn after(text: &str, first: char) -> &str {
    text.strip_prefix(first).unwrap_or_default()
}

/// Returns the remaining bytes of a step as text. Steps end after ASCII characters, so this never fails.
fn rest_of<'a>(text: &'a str, rest: &[u8]) -> &'a str {
    text.len().checked_sub(rest.len()).and_then(|start| text.get(start..)).unwrap_or_default()
}

/// Returns whether a character is Chinese, Japanese or Korean.
fn is_east_asian(letter: char) -> bool {
    matches!(letter, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Returns whether the input starts with one or two digits, the separator and a digit.
fn is_time(input: &[u8], separator: u8) -> bool {
    let after_hour = |input: &[u8]| matches!(input, [first, b'0'..=b'9', ..] if *first == separator);
    match input {
        [b'0'..=b'9', b'0'..=b'9', rest @ ..] | [b'0'..=b'9', rest @ ..] => after_hour(rest),
        _ => false,
    }
}

/// Splits off a word.
fn word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !is_of_word(letter)).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Returns whether a word names a zone. A single lower-case letter is a preposition instead.
fn is_zone(word: &str) -> bool {
    zone::named(word.as_bytes()).is_some()
        && (word.len() > 1 || word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// Returns whether an unknown word looks like a zone abbreviation.
fn looks_like_zone(word: &str) -> bool {
    (2..=5).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn set_once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    if slot.is_some() {
        return None;
    }
    *slot = Some(value);
    Some(())
}

/// The components read so far.
#[derive(Default)]
struct Components<'a> {
    year: Option<i32>,
    month: Option<i32>,
    day: Option<i32>,
    /// A whole date, instead of the fields above.
    numeric: Option<NumericDate>,
    /// The possible months for the name of the month, as bits.
    months: u16,
    /// The month that a filler word denotes in some languages.
    unlikely_month: Option<i32>,
    /// From 1 for Monday.
    weekday: Option<i32>,
    /// The possible weekdays for the name of the weekday, as bits.
    weekdays: u8,
    /// The whole text, and the languages of its names once they are determined.
    text: &'a str,
    languages: Option<(LanguageSet, LanguageSet)>,
    /// Whether the name of the month may be a weekday.
    is_month_doubtful: bool,
    /// Whether the next number is the month.
    is_month_next: bool,
    /// Up to two numbers that may be the day or the year, each with its number of digits.
    numbers: [Option<(i32, usize)>; 2],
    time: Option<ClockTime<'a>>,
    meridiem: Option<Meridiem>,
    zone: Option<Zone<'a>>,
    /// The year before the first year of the era.
    era: i32,
    /// The zone that the language implies.
    implied_zone: Option<i32>,
    /// Whether at most a half of the day or a zone followed the time.
    is_after_time: bool,
    /// Whether date and time are complete and an unknown word followed: then the remaining text is ignored.
    is_complete: bool,
}

impl<'a> Components<'a> {
    /// Reads a number, or a time or a date that starts with one.
    fn number(&mut self, text: &'a str) -> Option<&'a str> {
        let input = text.as_bytes();
        // `31.12` may begin a date, so a dot only separates hours and minutes after a date.
        if is_time(input, b':') || is_time(input, b'h') || (is_time(input, b'.') && self.has_date()) {
            return self.time(text);
        }
        // A numeric date is tried before its first number, which could be read as a day.
        if self.has_no_date()
            && let Some((date, rest)) = numeric::parse(input)
        {
            self.is_after_time = false;
            self.numeric = Some(date);
            return Some(rest_of(text, rest));
        }
        // A name that begins with a number: `1-р сар`.
        if let Some((name, rest)) = calendar_words::name(text) {
            let meanings = self.meanings(name);
            self.table_name(meanings)?;
            return Some(rest);
        }
        let ((value, digits), rest) = number(input, 4)?;
        let rest = rest_of(text, rest);
        self.is_after_time = false;
        if let Some((unit, implied_zone, after_unit)) = unit(rest.trim_start()) {
            self.set(unit, value, digits)?;
            self.implied_zone = implied_zone;
            return Some(after_unit);
        }
        // `3 pm` is an hour without minutes. After a time, `pm` belongs to that time.
        if self.time.is_none()
            && let Some((half, after_half)) = meridiem(rest.trim_start().as_bytes())
        {
            self.set(Unit::Hour, value, digits)?;
            self.meridiem = Some(half);
            return Some(rest_of(rest, after_half));
        }
        if self.is_month_next {
            self.is_month_next = false;
            self.set(Unit::Month, value, digits)?;
        } else {
            // A third unassigned number rejects the date.
            *self.numbers.iter_mut().find(|slot| slot.is_none())? = Some((value, digits));
        }
        let (ending, after_ending) = word(rest);
        Some(if names::is_ordinal_ending(&names::fold(ending)) { after_ending } else { rest })
    }

    fn time(&mut self, text: &'a str) -> Option<&'a str> {
        let (time, rest) = time_of_day(text.as_bytes())?;
        // A second time, or too many parts of a time, means that the text is not a single date.
        if self.time.is_some() || matches!(rest, [b':' | b'0'..=b'9', ..]) {
            return None;
        }
        self.time = Some(time);
        self.is_after_time = true;
        Some(rest_of(text, rest))
    }

    /// Sets a field, or rejects the date if the field is already set.
    fn set(&mut self, unit: Unit, value: i32, digits: usize) -> Option<()> {
        let time = match unit {
            Unit::Year if self.era > 0 => return set_once(&mut self.year, self.era + value),
            Unit::Year => return set_once(&mut self.year, full_year(value, digits)),
            Unit::Month => {
                if std::mem::take(&mut self.is_month_doubtful) {
                    self.month = None;
                }
                return set_once(&mut self.month, value);
            }
            Unit::Day => return set_once(&mut self.day, value),
            Unit::Hour => {
                self.is_after_time = true;
                return set_once(&mut self.time, ClockTime { hour: value, ..ClockTime::default() });
            }
            // Minutes without an hour reject the date.
            Unit::Minute | Unit::Second => self.time.as_mut()?,
        };
        self.is_after_time = true;
        *(if matches!(unit, Unit::Minute) { &mut time.minute } else { &mut time.second }) = value;
        Some(())
    }

    /// Reads `+01:00`. A sign without a number is punctuation.
    fn offset(&mut self, text: &'a str) -> &'a str {
        let input = text.as_bytes();
        match zone::offset(input) {
            Some((zone, rest)) if matches!(input, [_, b'0'..=b'9', ..]) => {
                self.zone = Some(zone);
                rest_of(text, rest)
            }
            _ => text.get(1..).unwrap_or_default(),
        }
    }

    /// Skips a comment, or uses it as the zone.
    fn comment(&mut self, text: &'a str) -> &'a str {
        let (comment, rest) = text.split_once([')', ']']).unwrap_or((text, ""));
        let name = comment.get(1..).unwrap_or_default();
        // After an offset, the comment merely repeats the zone: `-0500 (EST)`.
        if self.zone.is_none() && zone::is_known(name.as_bytes()) {
            self.zone = zone::zone(name.as_bytes()).map(|(zone, _)| zone);
        }
        rest
    }

    fn word(&mut self, text: &'a str) -> Option<&'a str> {
        // Before East Asian words are skipped, letter by letter: `下午` is one of them.
        if let Some((half, implied_zone, rest)) = half_of_day(text) {
            self.meridiem = Some(half);
            self.implied_zone = implied_zone;
            return Some(rest);
        }
        // Only directly after the time, since `am` is a preposition in German and other words begin with these letters.
        if self.is_after_time
            && let Some((half, rest)) = meridiem(text.as_bytes())
        {
            self.meridiem = Some(half);
            return Some(rest_of(text, rest));
        }
        let first = text.chars().next()?;
        if let Some((before, rest)) = era(text) {
            self.era = before;
            return Some(rest);
        }
        if is_east_asian(first) && calendar_words::name(text).is_none() {
            // Weekdays, for instance: in these languages, the units are sufficient.
            return Some(after(text, first));
        }
        let (word, rest) = word(text);
        if self.may_have_zone() && (is_zone(word) || zone::iana::is_known(zone::zone_name(text.as_bytes()).0))
        {
            let (zone, rest) = zone::zone(text.as_bytes())?;
            self.zone = Some(zone);
            return Some(rest_of(text, rest));
        }
        let table = calendar_words::name(text);
        if let Some((name, rest)) = table.filter(|(name, _)| !name.is_filler) {
            let meanings = self.meanings(name);
            self.table_name(meanings)?;
            return Some(rest);
        }
        if let Some((name, _)) = table {
            self.unlikely_month = self.unlikely_month.or(self.meanings(name).month);
            return Some(rest);
        }
        // The stems come after the table of whole names: a name in the table has languages, which help to resolve the other names of the
        // date.
        let folded = names::fold(word);
        if names::is_filler(&folded) {
            return Some(rest);
        }
        if folded == names::MONTH_WORD {
            self.is_month_next = true;
            return Some(rest);
        }
        self.name(word, &folded)?;
        Some(rest)
    }

    /// Returns the meanings of a name in the languages of the whole text.
    fn meanings(&mut self, name: TableName) -> Meanings {
        if name.is_certain() {
            return name.within(LanguageSet::ALL);
        }
        let text = self.text;
        let (languages, alike) = *self.languages.get_or_insert_with(|| LanguageSet::of_text(text));
        let meanings = name.within(languages);
        // The notation of the day is a weaker hint than a weekday, so it is only used to choose between months.
        let month = if meanings.months.count_ones() > 1 { name.within(alike).month } else { None };
        Meanings { month: month.or(meanings.month), ..meanings }
    }

    /// Uses the name of a month or a weekday of a known language.
    fn table_name(&mut self, meanings: Meanings) -> Option<()> {
        let Meanings { month, weekday, months, weekdays } = meanings;
        match (month, weekday) {
            (Some(month), None) if self.month.is_none() || self.is_month_doubtful => {
                self.months = months;
                self.month = Some(month);
                self.is_month_doubtful = false;
            }
            // The weekday usually precedes the month.
            (Some(month), Some(_)) if self.month.is_none() || self.is_month_doubtful => {
                self.months = months;
                self.is_month_doubtful = self.month.is_none();
                self.month = Some(month);
                self.weekdays = if self.weekdays == 0 { weekdays } else { self.weekdays };
            }
            (Some(_), None) => return None,
            (_, Some(weekday)) => {
                self.weekdays = weekdays;
                self.weekday = self.weekday.or(Some(weekday));
            }
            (None, None) => {}
        }
        self.is_after_time = false;
        Some(())
    }

    /// Uses the name of a month or a weekday that is missing from the table of languages. An unknown word is ignored before all
    /// components, since it may be a weekday in a language without a table, and after all components.
    fn name(&mut self, word: &'a str, folded: &str) -> Option<()> {
        match names::name(folded) {
            Some(CalendarName::Month(month)) if self.month.is_none() || self.is_month_doubtful => {
                self.month = Some(month);
                self.is_month_doubtful = false;
            }
            Some(CalendarName::MonthOrWeekday(month)) if self.month.is_none() => {
                self.month = Some(month);
                self.is_month_doubtful = true;
            }
            // `mar 2 mar 2004`: one of the two is the weekday, so the other is certainly March.
            Some(CalendarName::MonthOrWeekday(_)) if self.is_month_doubtful => self.is_month_doubtful = false,
            Some(CalendarName::Weekday(weekday)) => self.weekday = self.weekday.or(weekday),
            Some(CalendarName::MonthOrWeekday(_)) => {}
            None if self.time.is_some() && self.has_date() => {
                if self.zone.is_none() && self.is_after_time && looks_like_zone(word) {
                    self.zone = Some(Zone::Name(word.as_bytes()));
                }
                self.is_complete = true;
            }
            None if self.is_untouched() => {}
            Some(CalendarName::Month(_)) | None => return None,
        }
        self.is_after_time = false;
        Some(())
    }

    /// Returns whether a zone is possible here: after the time, or after the date if the time came first.
    fn may_have_zone(&self) -> bool {
        self.is_after_time || (self.time.is_some() && self.zone.is_none() && self.has_date())
    }

    /// Returns whether an offset is possible here. After a date without a time, `-` with four digits is an offset; other numbers after
    /// `-` are the time.
    fn may_have_offset(&self, text: &str) -> bool {
        self.may_have_zone()
            || (self.time.is_none()
                && self.zone.is_none()
                && self.has_date()
                && zone::is_offset_without_time(text.as_bytes()))
    }

    /// Returns whether a minus sign belongs to a year before the common era, as in PHP's zero date: `-0001-11-30`, `30 Nov -1`.
    fn is_before_era(&self, text: &str, rest: &str) -> bool {
        let before = text.strip_suffix(rest).unwrap_or(text);
        let is_year = before.is_empty() || before.ends_with(' ') && self.month.is_some() && self.count() == 1;
        let is_sign = matches!(rest.as_bytes(), [_, b'0'..=b'9', ..]);
        is_sign && is_year && !is_time(rest.as_bytes().get(1..).unwrap_or_default(), b':')
    }

    fn is_untouched(&self) -> bool {
        self.has_no_date() && self.year.is_none() && self.count() == 0 && self.time.is_none()
    }

    /// Returns whether there is neither a month nor a numeric date.
    fn has_no_date(&self) -> bool {
        (self.month.is_none() || self.is_month_doubtful) && self.numeric.is_none()
    }

    /// Returns whether there are a day, a month and a year.
    fn has_date(&self) -> bool {
        let numbers = self.count() + usize::from(self.day.is_some()) + usize::from(self.year.is_some());
        self.numeric.is_some() || (self.month.is_some() && numbers >= 2)
    }

    /// Returns the count of numbers that may be the day or the year.
    fn count(&self) -> usize {
        self.numbers.iter().flatten().count()
    }

    fn date(&self) -> Option<CivilDate> {
        if let Some(numeric) = self.numeric {
            // Three numbers without context, such as `12 31 2003`, may be anything.
            let is_doubtful = numeric.has_spaces_only && self.weekday.is_none() && self.time.is_none();
            let is_alone = (self.month.is_none() || self.is_month_doubtful)
                && self.day.is_none()
                && self.year.is_none()
                && self.count() == 0;
            return if is_doubtful || !is_alone { None } else { Some(numeric.date(self.weekday)) };
        }
        let full = |(value, digits)| full_year(value, digits);
        let is_year = |(value, digits)| digits > 2 || value > 31;
        let (year, day) = match (self.year, self.day, self.numbers) {
            (Some(year), Some(day), [None, None]) | (Some(year), None, [Some((day, _)), None]) => (year, day),
            (None, None, [Some(year), Some((day, _))]) if is_year(year) => (full(year), day),
            (None, Some(day), [Some(year), None]) | (None, None, [Some((day, _)), Some(year)]) => {
                (full(year), day)
            }
            // Without a day, the first of the month.
            (Some(year), None, [None, None]) | (None, None, [Some((year, 4)), None])
                if self.time.is_none() =>
            {
                (year, 1)
            }
            _ => return None,
        };
        let month = self.month.or(self.unlikely_month)?;
        let date = |month| CivilDate { year, month, day };
        // Of several months, the one whose day falls on the given weekday is used.
        let is_weekday = |month: &i32| {
            // The month is between 1 and 12, so the shift is in range: it comes from a name or from the range below.
            let is_candidate = self.months & 1 << (month - 1) != 0;
            let weekday = date(*month).weekday().filter(|_| is_candidate);
            weekday.is_some_and(|weekday| self.weekdays & 1 << (weekday - 1) != 0)
        };
        if self.months.count_ones() < 2 || self.weekdays == 0 || is_weekday(&month) {
            return Some(date(month));
        }
        Some(date((1..=12).find(is_weekday).unwrap_or(month)))
    }

    fn fields(self) -> Option<DateTimeFields<'a>> {
        let date = self.date()?;
        let mut time = self.time.unwrap_or_default();
        if let (Some(_), Some(meridiem)) = (self.time, self.meridiem) {
            time.hour = meridiem.hour(time.hour);
        }
        // A date without a time is midnight in UTC, whatever the language.
        let implied_zone = self.implied_zone.filter(|_| self.time.is_some()).map(Zone::Offset);
        time.zone = self.zone.or(implied_zone).unwrap_or_default();
        Some(DateTimeFields { date, time })
    }
}

#[cfg(test)]
mod tests;
