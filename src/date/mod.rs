//! Every date form met in feeds.
//!
//! [`parse`] reads them all; each family of forms is a file here, one function that takes the text and gives the
//! instant, and a line in the list of forms. A date without a zone is in UTC.

mod asctime;
mod civil;
mod iso8601;
mod mssql;
mod names;
mod numeric;
mod perforce;
mod rfc822;
mod scan;
mod tidy;
mod units;
mod unix;
mod w3cdtf;
mod words;
mod zone;

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;

/// A form reads the whole text or nothing.
type Form = fn(&str) -> Option<Timestamp>;

/// The forms in the order in which they are tried: the common ones first, the last resort last.
const FORMS: &[Form] = &[
    rfc822::parse,
    w3cdtf::parse,
    iso8601::parse,
    asctime::parse,
    perforce::parse,
    mssql::parse,
    unix::parse,
    words::parse,
    iso8601::parse_leading,
];

/// No date is longer; what is, is not looked at.
const LONGEST: usize = 256;

/// The instant that a date names, in whichever of the forms it is written; `None` if it is in none.
///
/// Never panics. Fractions of a second are kept to the nanosecond.
///
/// ```
/// let instant = bozofeed::date::parse("Thu, 01 Jan 2004 19:48:21 GMT");
/// assert_eq!(instant, bozofeed::date::parse("2004-01-01T19:48:21Z"));
/// assert_eq!(bozofeed::date::parse("yesterday"), None);
/// ```
pub fn parse(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let text = tidy::tidy(text);
    FORMS.iter().find_map(|form| form(text.trim()))
}

/// A date form of the caller's own, to be tried before the built-in ones.
///
/// ```
/// use bozofeed::date::{DateHandler, parse_with};
///
/// let stardate = DateHandler::new(|text| text.strip_prefix("stardate ")?.parse().ok());
/// assert!(parse_with(&[stardate], "stardate 2004-01-01T19:48:21Z").is_some());
/// ```
#[derive(Clone)]
pub struct DateHandler(Arc<Handler>);

type Handler = dyn Fn(&str) -> Option<Timestamp> + Send + Sync;

impl DateHandler {
    /// A handler is given the text as the feed has it, white space and all, and gives `None` for what it does not
    /// know.
    pub fn new(handler: impl Fn(&str) -> Option<Timestamp> + Send + Sync + 'static) -> Self {
        Self(Arc::new(handler))
    }
}

impl fmt::Debug for DateHandler {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("DateHandler").finish_non_exhaustive()
    }
}

/// Like [`parse`], but the handlers come first, in their order.
pub fn parse_with(handlers: &[DateHandler], text: &str) -> Option<Timestamp> {
    handlers.iter().find_map(|handler| (handler.0)(text)).or_else(|| parse(text))
}

#[cfg(test)]
mod tests {
    use jiff::fmt::{rfc2822, temporal};
    use jiff::tz::Offset;
    use proptest::prelude::*;

    use super::*;

    /// Checks a table of texts and the instants they mean, in RFC 3339; an empty one stands for none.
    pub(super) fn check(form: Form, cases: &[(&str, &str)]) {
        for (text, instant) in cases {
            let read = form(text).map(|instant| instant.to_string()).unwrap_or_default();
            assert_eq!(&read, instant, "{text:?}");
        }
    }

    #[test]
    fn white_space_around_a_date_is_nothing() {
        assert_eq!(parse("\n 2003-12-31T10:14:55Z\t"), parse("2003-12-31T10:14:55Z"));
        assert_eq!(parse(" \n"), None);
    }

    #[test]
    fn handlers_are_tried_first_and_in_their_order() {
        let epoch = DateHandler::new(|text| (text == "2003").then_some(Timestamp::UNIX_EPOCH));
        let never = DateHandler::new(|_| None);
        let last = DateHandler::new(|_| Some(Timestamp::MAX));
        assert_eq!(parse_with(&[never.clone(), epoch.clone(), last], "2003"), Some(Timestamp::UNIX_EPOCH));
        assert_eq!(parse_with(&[never, epoch], "2004"), parse("2004"));
        assert_eq!(parse_with(&[], "2004"), parse("2004"));
    }

    /// What is said by the whole list rather than by one form.
    #[test]
    fn the_first_form_that_fits_is_taken() {
        check(
            parse,
            &[
                ("Thu, 01 Jan 2004 19:48:21 &#43;0100", "2004-01-01T18:48:21Z"),
                ("2003-12-31&nbsp;10:14:55&nbsp;&minus;01:00", "2003-12-31T11:14:55Z"),
                ("2003-12-31T10:14:55\u{2212}05:00", "2003-12-31T15:14:55Z"),
                ("２００３-12-31T10:14:55Z", "2003-12-31T10:14:55Z"),
                ("2003-06-31T10:14:55Z", "2003-07-01T10:14:55Z"),
                ("Thu, 31 Jun 2004 19:48:21 GMT", ""),
                ("2003-12-31T10:14:55Z or so", "2003-12-31T10:14:55Z"),
                ("2004-05-25 오후 11:20:00", "2004-05-25T14:20:00Z"),
                ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
                ("2003/12/31 10:14:55", "2003-12-31T10:14:55Z"),
                ("01-02-2004", "2004-02-01T00:00:00Z"),
                ("03-02-01", "2003-02-01T00:00:00Z"),
                ("20031231", "2003-12-31T00:00:00Z"),
                ("1088712000", "2004-07-01T20:00:00Z"),
                ("19:48:21 01 Jan 2004", "2004-01-01T19:48:21Z"),
                ("Mar, 13 Abr 2004 19:48:21 GMT", "2004-04-13T19:48:21Z"),
            ],
        );
    }

    /// A date of each family, so that one look tells which there are; their damage is in the tables of their files.
    #[test]
    fn every_family_is_read() {
        check(
            parse,
            &[
                // RFC 822, 1123, 2822
                ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
                ("01 Jan 2004 19:48 GMT", "2004-01-01T19:48:00Z"),
                ("Fri, 01 Jan 2004", "2004-01-01T00:00:00Z"),
                ("Thu, 01 Jan 04 19:48:21 PST", "2004-01-02T03:48:21Z"),
                ("Thu, Jan 01 2004 19:48:21 Z", "2004-01-01T19:48:21Z"),
                ("Thursday, 01 September 2004 19:48:21 A", "2004-09-01T20:48:21Z"),
                ("Thu, 01 Sept 2004 24:00 UT", "2004-09-02T00:00:00Z"),
                ("Thu,  01  Jan 2004 19:48:21 +0000 (UTC)", "2004-01-01T19:48:21Z"),
                ("Thu, 01 Jan 2004 19:48:21 GMT+2", "2004-01-01T17:48:21Z"),
                // W3C-DTF and ISO 8601
                ("2003", "2003-01-01T00:00:00Z"),
                ("2003-12", "2003-12-01T00:00:00Z"),
                ("2003-12-31T10:14Z", "2003-12-31T10:14:00Z"),
                ("2003-12-31T10:14:55.1-08:00", "2003-12-31T18:14:55.1Z"),
                ("2003-335", "2003-12-01T00:00:00Z"),
                ("2003335", "2003-12-01T00:00:00Z"),
                ("2003-W49-1", "2003-12-01T00:00:00Z"),
                ("2003W491", "2003-12-01T00:00:00Z"),
                ("20031231T101455Z", "2003-12-31T10:14:55Z"),
                // asctime, Perforce, MSSQL
                ("Sun Jan  4 16:29:06 2004", "2004-01-04T16:29:06Z"),
                ("Sun Jan 04 16:29:06 EST 2004", "2004-01-04T21:29:06Z"),
                ("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z"),
                ("2004-07-08 23:56:58.7", "2004-07-08T23:56:58.7Z"),
                // Greek, Hungarian, Korean
                ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
                ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
                ("2004년 05월 28일  01:31:15", "2004-05-27T16:31:15Z"),
                ("2004-05-25 오후 11:23:17", "2004-05-25T14:23:17Z"),
                // Words
                ("2004年5月28日 下午3:20", "2004-05-28T15:20:00Z"),
                ("July 1st, 2004 at 7:48 a.m.", "2004-07-01T07:48:00Z"),
                ("19:48 1 juillet 2004", "2004-07-01T19:48:00Z"),
                // Numbers
                ("25/12/2004", "2004-12-25T00:00:00Z"),
                ("12/25/2004 10:00", "2004-12-25T10:00:00Z"),
                ("25.12.2004", "2004-12-25T00:00:00Z"),
                ("1088712000", "2004-07-01T20:00:00Z"),
                ("1088712000000", "2004-07-01T20:00:00Z"),
                ("Thu, 01 Jan 2004 19:48:21 &#43;0100", "2004-01-01T18:48:21Z"),
            ],
        );
    }

    #[test]
    fn what_is_too_long_is_not_looked_at() {
        let padded = format!("2003-12-31 {}", "x".repeat(LONGEST));
        assert_eq!(parse(&padded), None);
    }

    /// Whole seconds from the year 1 to nearly the last that [`Timestamp`] holds.
    fn instant() -> impl Strategy<Value = Timestamp> {
        (-62_135_596_800_i64..253_402_200_000)
            .prop_filter_map("within the range", |second| Timestamp::from_second(second).ok())
    }

    /// Offsets of whole minutes.
    fn offset() -> impl Strategy<Value = Offset> {
        (-18 * 60..18 * 60)
            .prop_filter_map("within the range", |minutes| Offset::from_seconds(minutes * 60).ok())
    }

    /// Pieces that dates are made of, so that the forms are entered deeply.
    fn almost_a_date() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            "[0-9]{1,5}",
            "[-+:/., TtZ()&;]{1,2}",
            "(Mon|Thu|Jan|Sept|mar|mai|juin|am|PM|p\\.m\\.|GMT|EST|Etc/|thang)",
            "[年月日년월일오전후午時h]",
            "(&#43;|&nbsp;|٣|Μαΐου|юни|ª|\u{301}|\u{94d})",
            "\\PC",
        ];
        prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_text_gives_an_answer(text in "\\PC*", date in almost_a_date()) {
            parse(&text);
            parse(&date);
            for form in FORMS {
                form(&text);
                form(&date);
            }
        }

        #[test]
        fn an_instant_in_rfc_2822_is_read_back(instant in instant(), offset in offset()) {
            let text = rfc2822::to_string(&instant.to_zoned(offset.to_time_zone()));
            prop_assume!(text.is_ok());
            let text = text.unwrap_or_default();
            prop_assert_eq!(parse(&text), Some(instant), "{}", text);
        }

        #[test]
        fn an_instant_in_rfc_3339_is_read_back(
            instant in instant(),
            offset in offset(),
            nanosecond in 0..1_000_000_000_i32,
        ) {
            let instant = Timestamp::new(instant.as_second(), nanosecond).unwrap_or(instant);
            prop_assume!(offset.to_datetime(instant).year() >= 0);
            let text = temporal::DateTimePrinter::new().timestamp_with_offset_to_string(&instant, offset);
            prop_assert_eq!(parse(&text), Some(instant), "{}", text);
            prop_assert_eq!(parse(&text.replace('T', " ")), Some(instant), "{}", text);
        }
    }
}
