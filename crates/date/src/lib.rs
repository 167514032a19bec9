//! Reads every date form found in feeds.
//!
//! [`parse`] returns a [`Moment`]: an instant, and the offset from UTC in the text.
//!
//! Each family of forms has its own file, with one function and one row in the table of forms. A date without a zone is in UTC.
//!
//! # Words
//!
//! Names of months and weekdays are read in every language of the Unicode CLDR, in full and abbreviated, or in the 67 most common
//! languages of feeds without the default feature `calendar-words`. An ambiguous name is resolved by the other names of the date, by the
//! weekday, and by whether the language writes a dot after the day. A year of the Buddhist calendar is converted; a year of the Persian
//! or Islamic calendar is unreadable.
//!
//! # Dates that were never set
//!
//! For a date that was never set, Go and .NET write `0001-01-01T00:00:00Z`, `MySQL` writes `0000-00-00`, and PHP writes a year before 0.
//! Dates of the year 1 and before are unreadable, in every form. 1 January 1970 is a valid date.
//!
//! # Zones
//!
//! Offsets (`+01:00`), common abbreviations (`EST`, `CEST`, `JST`) and offsets after a name (`GMT+2`) are always read. Names of the IANA
//! time zone database (`America/Los_Angeles`) are read with the default feature `iana-time-zones`, which bundles the database;
//! abbreviations without a season (`ET`) then follow it. Without the feature, such names are unknown zones, and such abbreviations use
//! their winter offset. An unknown zone is read as UTC and reported by [`Moment::has_unknown_zone`].
//!
//! Single letters except `Z` are read as `-0000`, an unknown local offset, since RFC 822 reversed their signs (RFC 5322 §4.3).
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `calendar-words` | yes | the names of months and weekdays in every language of the Unicode CLDR |
//! | `iana-time-zones` | yes | names of the IANA time zone database, with the database bundled |
//! | `chrono04`, `jiff`, `time03` | no | conversions to and from dates of `chrono` 0.4, `jiff` 1 and `time` 0.3 |
//! | `serde` | no | `Serialize` and `Deserialize` for instants |
//!
//! The minimum Rust version is 1.88.

mod asctime;
mod calendar_words;
mod civil;
mod clock;
mod comments;
#[cfg(any(feature = "chrono04", feature = "jiff", feature = "time03"))]
mod convert;
mod format;
mod handler;
mod iana;
mod iso8601;
mod moment;
mod mssql;
mod names;
mod numeric;
mod perforce;
mod rfc822;
mod scan;
mod tidy;
mod timestamp;
mod units;
mod unix;
mod usual;
mod w3cdtf;
mod words;
mod written;
mod zone;

use bozofeed_text::trim::trim;
use civil::DateTimeFields;
pub use format::{DateFormat, WellFormedDate};
pub use handler::DateHandler;
pub use moment::Moment;
pub use names::{WEEKDAYS, weekday};
pub use rfc822::month;
pub use timestamp::{InvalidTimestamp, NotSystemTime, Timestamp, zoned};

/// A date parser with configurable leniency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateParser {
    /// Carries excessive fields over to the next unit, in the same forms as Universal Feed Parser: 31 June is 1 July, 25:14 is 01:14 on
    /// the next day. Also applies offsets that no zone has (`+9999`). If disabled, such dates are rejected.
    pub roll_over: bool,
    /// Gives the military letters A, M, N and Y the offsets of RFC 822. If disabled, they are `-0000`.
    pub military_offsets: bool,
}

impl DateParser {
    /// Only reads possible dates.
    pub const STRICT: Self = Self { roll_over: false, military_offsets: false };

    /// Also reads impossible dates.
    #[cfg(test)]
    pub const LENIENT: Self = Self { roll_over: true, military_offsets: true };

    /// Reads a date.
    pub fn read(self, text: &str) -> Option<Moment> {
        let text = trim(text);
        // In WebAssembly, where size matters, the general forms also read these dates.
        let usual = if cfg!(target_family = "wasm") { None } else { usual::parse(text) };
        match usual {
            // Many feeds have it in each entry, and no other form reads it.
            Some(fields) if !self.roll_over && fields.date.was_never_set() => None,
            usual => usual.and_then(|fields| fields.moment(self, false)).or_else(|| self.read_any(text)),
        }
    }

    /// Reads a date in any form. There is no surrounding white space.
    #[inline(never)]
    fn read_any(self, text: &str) -> Option<Moment> {
        if text.len() > MAX_LENGTH {
            return None;
        }
        let tidied;
        let text = if tidy::is_tidy(text) {
            text
        } else {
            tidied = tidy::tidy(text);
            // A comment at the end has become a space.
            tidied.trim()
        };
        // Each form requires a digit, and scans most of a text before it rejects the text. This check follows tidying, which converts
        // digits of other scripts and character references to ASCII.
        if !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        // If a form reads a date that does not exist, the next forms are tried. So a form that never carries over leaves such dates to
        // one that does.
        FORMS.iter().find_map(|form| (form.parse)(text)?.moment(self, form.rolls_over))
    }

    /// Reads a date, trying the handlers first, in order.
    pub fn read_with(self, handlers: &[DateHandler], text: &str) -> Option<Moment> {
        let instant = handlers.iter().find_map(|handler| handler.read(text));
        match instant {
            Some(instant) => Some(Moment::new(instant, None)),
            None => self.read(text),
        }
    }
}

/// Dates longer than this are rejected.
const MAX_LENGTH: usize = 256;

/// A date form. The function must read the whole text.
struct DateForm {
    parse: fn(&str) -> Option<DateTimeFields<'_>>,
    /// Whether the form carries impossible fields over if the parser allows it.
    rolls_over: bool,
}

/// The forms in the order in which they are tried: common forms first, fallbacks last.
const FORMS: &[DateForm] = &[
    DateForm { parse: rfc822::parse, rolls_over: false },
    DateForm { parse: w3cdtf::parse, rolls_over: false },
    // Before the form for Unix time: twelve digits may also be milliseconds since 1970.
    DateForm { parse: iso8601::parse_number, rolls_over: false },
    // After W3C-DTF, which it includes: an impossible date such as `2004-06-31` is read here, where it may be carried over. Before
    // `words`, which would read `03-02-01` as 2 March 2001.
    DateForm { parse: iso8601::parse, rolls_over: true },
    DateForm { parse: asctime::parse, rolls_over: false },
    DateForm { parse: perforce::parse, rolls_over: true },
    DateForm { parse: mssql::parse, rolls_over: false },
    DateForm { parse: unix::parse, rolls_over: false },
    // Accepts its components in any order, so it comes after all forms with a fixed order.
    DateForm { parse: words::parse, rolls_over: false },
    // Ignores the text after a date, so it comes last: after `2004-05-25`, `words` reads the time in `오후 11:20:00`.
    DateForm { parse: iso8601::parse_start, rolls_over: true },
];

/// Parses a date in any form; `None` for a text that is not a date or for an impossible date, such as 31 June.
///
/// Fractions of a second are kept to the nanosecond.
///
/// ```
/// use bozofeed_date as date;
///
/// let moment = date::parse("Thu, 01 Jan 2004 19:48:21 -0500").unwrap();
/// assert_eq!(moment.instant().to_string(), "2004-01-02T00:48:21Z");
/// assert_eq!(moment.offset(), Some(-5 * 60 * 60));
///
/// let moment = date::parse("Thu, 01 Jan 2004 19:48:21 XYZ").unwrap();
/// assert_eq!(moment.instant().to_string(), "2004-01-01T19:48:21Z");
/// assert!(moment.offset().is_none() && moment.has_unknown_zone());
///
/// assert!(date::parse("2003-06-31").is_err());
/// assert_eq!(date::parse("yesterday").unwrap_err().to_string(), "not a date in a known form");
/// ```
///
/// # Errors
///
/// Returns an error if the text does not match any form, or the date does not exist.
pub fn parse(text: &str) -> Result<Moment, InvalidDate> {
    parse_with(&[], text).ok_or(InvalidDate)
}

/// The error of [`parse`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a date in a known form")]
#[non_exhaustive]
pub struct InvalidDate;

/// Parses a date like [`parse`], trying the handlers first. A moment from a handler has no offset.
pub fn parse_with(handlers: &[DateHandler], text: &str) -> Option<Moment> {
    DateParser::STRICT.read_with(handlers, text)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
