use jiff::fmt::{rfc2822, temporal};
use jiff::tz::Offset;

use super::*;
use bozofeed_testing::{self as testing, DIGITS, Result, Unstructured, list, pieces, text};

type FormFn = fn(&str) -> Option<DateTimeFields<'_>>;

/// Checks a table of texts and the instants that [`parse`] returns, in RFC 3339; an empty instant means none.
pub(super) fn check(cases: &[(&str, &str)]) {
    check_fields(parse, cases);
}

/// Checks a table like [`check`], with one form.
pub(super) fn check_form(form: FormFn, cases: &[(&str, &str)]) {
    check_fields(|text| form(text)?.moment(DateParser::STRICT, true), cases);
}

/// Checks a table like [`check_form`], with leniency, for a form that does or does not roll over.
pub(super) fn check_lenient_form(form: FormFn, rolls_over: bool, cases: &[(&str, &str)]) {
    check_fields(|text| form(text)?.moment(DateParser::LENIENT, rolls_over), cases);
}

fn parse(text: &str) -> Option<Moment> {
    super::parse(text).ok()
}

fn check_fields(read: impl Fn(&str) -> Option<Moment>, cases: &[(&str, &str)]) {
    for (text, instant) in cases {
        let read = read(text).map(|moment| moment.instant().to_string()).unwrap_or_default();
        assert_eq!(&read, instant, "{text:?}");
    }
}

#[test]
fn white_space_around_a_date_is_ignored() {
    assert_eq!(parse("\n 2003-12-31T10:14:55Z\t"), parse("2003-12-31T10:14:55Z"));
    assert_eq!(parse(" \n"), None);
}

#[test]
fn handlers_are_tried_first_and_in_their_order() {
    let epoch = DateHandler::new(|text| (text == "2003").then_some(Timestamp::UNIX_EPOCH));
    let never = DateHandler::new(|_| None);
    let last = DateHandler::new(|_| Some(Timestamp::MAX));
    let moment = parse_with(&[never.clone(), epoch.clone(), last], "2003").unwrap();
    assert_eq!((moment.instant(), moment.offset()), (Timestamp::UNIX_EPOCH, None));
    assert_eq!(parse_with(&[never, epoch], "2004"), parse("2004"));
    assert_eq!(parse_with(&[], "2004"), parse("2004"));
}

/// The offsets of zones, and whether one is unknown.
#[test]
fn zones_are_those_that_are_written() {
    let hours = |hours: i32| Some(hours * 3600);
    let mut wrong = Vec::new();
    for (text, offset, has_unknown_zone) in [
        // The IANA database counts hours westwards. A four-digit offset has the normal sign.
        ("Thu, 01 Jan 2004 10:00:00 Etc/GMT+5", hours(-5), false),
        ("Thu, 01 Jan 2004 10:00:00 Etc/GMT+0500", hours(5), false),
        ("Thu, 01 Jan 2004 10:00:00 ()", None, false),
        ("Thu, 01 Jan 2004 10:00:00 (EST)", hours(-5), false),
        ("1 janvier 2004 10:00 EST", hours(-5), false),
        ("1 janvier 2004 10:00 XQZW", None, true),
        ("1 janvier 2004 10:00 XQZWVU", None, false),
        ("1 janvier 2004 10:00 XQZWVUTSR", None, false),
        ("1 janvier 2004 10:00 z", None, false),
        ("1 janvier 2004 10:00 Z", hours(0), false),
    ] {
        let found = parse(text).map(|moment| (moment.offset(), moment.has_unknown_zone()));
        if found != Some((offset, has_unknown_zone)) {
            wrong.push((text, found));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn years_and_hours_at_their_limits_are_read() {
    check(&[
        ("32 janvier 5 10:00", "2032-01-05T10:00:00Z"),
        ("31 janvier 5 10:00", "2005-01-31T10:00:00Z"),
        ("1 janvier 2004 12:30 AM", "2004-01-01T00:30:00Z"),
        ("1 janvier 2004 13:30 AM", "2004-01-01T13:30:00Z"),
    ]);
}

/// Texts whose interpretation depends on the order of the forms.
#[test]
fn the_first_form_that_fits_wins() {
    check(&[
        ("Thu, 01 Jan 2004 19:48:21 &#43;0100", "2004-01-01T18:48:21Z"),
        ("2003-12-31&nbsp;10:14:55&nbsp;&minus;01:00", "2003-12-31T11:14:55Z"),
        ("2003-12-31T10:14:55\u{2212}05:00", "2003-12-31T15:14:55Z"),
        ("２００３-12-31T10:14:55Z", "2003-12-31T10:14:55Z"),
        ("2003-06-31T10:14:55Z", ""),
        ("Thu, 31 Jun 2004 19:48:21 GMT", ""),
        ("2003-12-31T10:14:55Z or so", "2003-12-31T10:14:55Z"),
        ("2004-05-25 오후 11:20:00", "2004-05-25T14:20:00Z"),
        ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
        ("2003/12/31 10:14:55", "2003-12-31T10:14:55Z"),
        ("01-02-2004", "2004-01-02T00:00:00Z"),
        ("01/02/2004", "2004-01-02T00:00:00Z"),
        ("03-02-01", "2003-02-01T00:00:00Z"),
        ("20031231", "2003-12-31T00:00:00Z"),
        ("200312311014", "2003-12-31T10:14:00Z"),
        ("1088712000", "2004-07-01T20:00:00Z"),
        ("19:48:21 01 Jan 2004", "2004-01-01T19:48:21Z"),
        ("Mar, 13 Abr 2004 19:48:21 GMT", "2004-04-13T19:48:21Z"),
    ]);
}

/// One date of each family. The tables of the forms have malformed dates.
#[test]
fn every_family_is_read() {
    check(&[
        // RFC 822, 1123, 2822
        ("Thu, 01 Jan 2004 19:48:21 GMT", "2004-01-01T19:48:21Z"),
        ("01 Jan 2004 19:48 GMT", "2004-01-01T19:48:00Z"),
        ("Fri, 01 Jan 2004", "2004-01-01T00:00:00Z"),
        ("Thu, 01 Jan 04 19:48:21 PST", "2004-01-02T03:48:21Z"),
        ("Thu, Jan 01 2004 19:48:21 Z", "2004-01-01T19:48:21Z"),
        ("Thursday, 01 September 2004 19:48:21 A", "2004-09-01T19:48:21Z"),
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
    ]);
}

#[test]
fn long_texts_are_rejected() {
    let padded = format!("2003-12-31 {}", "x".repeat(MAX_LENGTH));
    assert_eq!(parse(&padded), None);
}

fn written(instant: jiff::Timestamp, offset: Offset) -> Moment {
    Moment::new(Timestamp::from_jiff(instant), Some(offset.seconds()))
}

/// Returns the local time and the offset of a date: an empty offset for `None`, and `?` for an unknown zone.
fn local(moment: Option<Moment>) -> String {
    let Some(moment) = moment else { return String::new() };
    let local = zoned(moment.instant(), moment.offset()).datetime();
    let offset = moment.offset().and_then(|seconds| Offset::from_seconds(seconds).ok());
    let offset = offset.map(|offset| offset.to_string()).unwrap_or_default();
    format!("{local} {offset}{}", if moment.has_unknown_zone() { "?" } else { "" })
}

#[test]
fn the_written_offset_is_kept() {
    for (text, expected) in [
        ("Fri, 02 Jan 2004 19:48:21 -0500", "2004-01-02T19:48:21 -05"),
        ("Fri, 02 Jan 2004 19:48:21 EST", "2004-01-02T19:48:21 -05"),
        ("Fri, 02 Jan 2004 19:48:21 GMT", "2004-01-02T19:48:21 +00"),
        ("Fri, 02 Jan 2004 19:48:21 Z", "2004-01-02T19:48:21 +00"),
        ("Fri, 02 Jan 2004 19:48:21 (CET)", "2004-01-02T19:48:21 +01"),
        ("Fri, 02 Jan 2004 19:48:21 (so (they \\) say)) +0530", "2004-01-02T19:48:21 +05:30"),
        ("2004-01-02T19:48:21+01:00", "2004-01-02T19:48:21 +01"),
        ("2004-01-02T19:48:21:-0700", "2004-01-02T19:48:21 -07"),
        ("2004-01-02T19:48Z", "2004-01-02T19:48:00 +00"),
        ("20040102T194821+0100", "2004-01-02T19:48:21 +01"),
        ("Fri Jan  2 19:48:21 PST 2004", "2004-01-02T19:48:21 -08"),
        ("Fri, 2004/01/02 19:48:21 EST", "2004-01-02T19:48:21 -05"),
        ("02.01.2004 -0700", "2004-01-02T00:00:00 -07"),
        ("2004-01-02Z", "2004-01-02T00:00:00 +00"),
        ("2004-01-02+01:00", "2004-01-02T00:00:00 +01"),
        ("19:48 CEST, 2 juillet 2004", "2004-07-02T19:48:00 +02"),
        ("2004년 1월 2일 19:48:21", "2004-01-02T19:48:21 +09"),
    ] {
        assert_eq!(local(parse(text)), expected, "{text}");
    }
}

#[test]
fn without_a_known_offset_the_instant_is_in_utc() {
    for (text, expected) in [
        ("2004-01-02", "2004-01-02T00:00:00 "),
        ("2004-01-02T19:48:21", "2004-01-02T19:48:21 "),
        ("2004-01-02T19:48:21-00:00", "2004-01-02T19:48:21 "),
        ("Fri, 02 Jan 2004 19:48:21", "2004-01-02T19:48:21 "),
        ("Fri, 02 Jan 2004 19:48:21 -0000", "2004-01-02T19:48:21 "),
        ("Fri, 02 Jan 2004 19:48:21 K", "2004-01-02T19:48:21 "),
        ("1073072901", "2004-01-02T19:48:21 "),
        ("02 Jan 2004 19.48 Uhr", "2004-01-02T19:48:00 "),
        ("Fri, 02 Jan 2004 19:48:21 XYZ", "2004-01-02T19:48:21 ?"),
        ("2004-01-02T19:48:21 XYZ", "2004-01-02T19:48:21 ?"),
        ("Fri Jan  2 19:48:21 XYZ 2004", "2004-01-02T19:48:21 ?"),
        ("2 janvier 2004 19:48 XYZ", "2004-01-02T19:48:00 ?"),
        ("2 janvier 2004 19:48 par Jean", "2004-01-02T19:48:00 "),
        ("Fri, 02 Jan 2004 19:48:21 America/Atlantis", "2004-01-02T19:48:21 ?"),
    ] {
        assert_eq!(local(parse(text)), expected, "{text}");
    }
}

#[cfg(feature = "iana-time-zones")]
#[test]
fn iana_names_are_read() {
    for (text, expected) in [
        ("Fri, 02 Jan 2004 19:48:21 America/Los_Angeles", "2004-01-02T19:48:21 -08"),
        ("Fri, 02 Jul 2004 19:48:21 America/Los_Angeles", "2004-07-02T19:48:21 -07"),
        ("Fri, 02 Jan 2004 19:48:21 (Asia/Kolkata)", "2004-01-02T19:48:21 +05:30"),
        ("2004-01-02 19:48:21 Europe/Paris", "2004-01-02T19:48:21 +01"),
        ("2004-01-02T19:48:21[Europe/Paris]", "2004-01-02T19:48:21 +01"),
        ("2004-01-02T19:48:21+03:00[Europe/Paris]", "2004-01-02T19:48:21 +03"),
        ("2 janvier 2004 19:48 Europe/Paris", "2004-01-02T19:48:00 +01"),
        ("02 Jan 2004 Asia/Tokyo", "2004-01-02T00:00:00 +09"),
    ] {
        assert_eq!(local(parse(text)), expected, "{text}");
    }
}

#[cfg(not(feature = "iana-time-zones"))]
#[test]
fn iana_names_are_unknown_without_the_database() {
    for (text, expected) in [
        ("Fri, 02 Jan 2004 19:48:21 America/Los_Angeles", "2004-01-02T19:48:21 ?"),
        ("2004-01-02T19:48:21[Europe/Paris]", "2004-01-02T19:48:21 ?"),
    ] {
        assert_eq!(local(parse(text)), expected, "{text}");
    }
}

#[test]
fn leniencies_are_for_impossible_dates_and_military_letters() {
    for (text, strict, lenient) in [
        ("2004-06-31T10:00:00Z", "", "2004-07-01T10:00:00 +00"),
        ("2004-13-01T10:00:00Z", "", "2005-01-01T10:00:00 +00"),
        ("2004-06-30T25:51:00Z", "", "2004-07-01T01:51:00 +00"),
        ("2004-06-30T01:61:00Z", "", "2004-06-30T02:01:00 +00"),
        ("Wed, 30 Jun 2004 10:00:00 +2500", "", "2004-06-30T10:00:00 +25"),
        ("Wed, 31 Jun 2004 10:00:00 GMT", "", ""),
        ("Wed, 30 Jun 2004 10:00:00 N", "2004-06-30T10:00:00 ", "2004-06-30T10:00:00 +01"),
        ("Wed, 30 Jun 2004 10:00:00 -0500", "2004-06-30T10:00:00 -05", "2004-06-30T10:00:00 -05"),
    ] {
        assert_eq!(local(parse(text)), strict, "{text}");
        assert_eq!(local(DateParser::LENIENT.read(text)), lenient, "{text}");
    }
}

/// Returns a whole second from the year 1 to nearly the maximum of a timestamp, excluding the years of other calendars.
fn instant(u: &mut Unstructured<'_>) -> Result<jiff::Timestamp> {
    let range = u.choose(&[
        -62_135_596_800..=-21_173_000_000,
        -14_800_000_000..=16_720_000_000,
        23_100_000_000..=253_402_200_000,
    ])?;
    Ok(jiff::Timestamp::from_second(u.int_in_range(range.clone())?).unwrap())
}

/// Returns an offset of whole minutes.
fn offset(u: &mut Unstructured<'_>) -> Result<Offset> {
    Ok(Offset::from_seconds(u.int_in_range(-18 * 60..=18 * 60)? * 60).unwrap())
}

/// Returns any character, usually one of the first.
fn character(u: &mut Unstructured<'_>) -> Result<char> {
    Ok(match u.int_in_range(0..=2)? {
        0 => char::from(u.int_in_range(b' '..=b'~')?),
        1 => char::from_u32(u.int_in_range(0..=0x7FF)?).unwrap(),
        _ => u.arbitrary()?,
    })
}

/// Returns parts of dates in any order, which get further into the forms than arbitrary text.
fn almost_a_date(u: &mut Unstructured<'_>) -> Result<String> {
    const WORDS: &[&str] = &[
        "Mon", "Thu", "Jan", "Sept", "mar", "mai", "juin", "am", "PM", "p.m.", "GMT", "EST", "Etc/", "thang",
    ];
    const BEYOND_ASCII: &[&str] = &["&#43;", "&nbsp;", "٣", "Μαΐου", "юни", "ª", "\u{301}", "\u{94d}"];
    let piece = |u: &mut Unstructured<'_>| match u.int_in_range(0..=5)? {
        0 => text(u, 1..=5, &[DIGITS]),
        1 => text(u, 1..=2, &["-+:/., TtZ()&;"]),
        2 => pieces(u, 1..=1, WORDS),
        3 => text(u, 1..=1, &["年月日년월일오전후午時h"]),
        4 => pieces(u, 1..=1, BEYOND_ASCII),
        _ => Ok(character(u)?.to_string()),
    };
    Ok(list(u, 0..=14, piece)?.concat())
}

#[test]
fn any_text_is_read_without_panic() {
    testing::check(256, |u| {
        let any: String = list(u, 0..=40, character)?.into_iter().collect();
        for text in [any, almost_a_date(u)?] {
            let strict = parse(&text);
            let lenient = DateParser::LENIENT.read(&text);
            // Leniency only adds dates.
            assert!(strict.is_none() || lenient.is_some(), "{text:?}");
            for form in FORMS {
                (form.parse)(&text);
            }
        }
        Ok(())
    });
}

#[test]
fn rfc_2822_dates_round_trip() {
    testing::check(256, |u| {
        let (instant, offset) = (instant(u)?, offset(u)?);
        // A date in the year 1 or before was never set.
        if offset.to_datetime(instant).year() > 1
            && let Ok(text) = rfc2822::to_string(&instant.to_zoned_datetime(offset.to_time_zone()))
        {
            assert_eq!(parse(&text), Some(written(instant, offset)), "{text}");
        }
        Ok(())
    });
}

#[test]
fn rfc_3339_dates_round_trip() {
    testing::check(256, |u| {
        let (instant, offset) = (instant(u)?, offset(u)?);
        let instant = jiff::Timestamp::new(instant.as_second(), u.int_in_range(0..=999_999_999)?).unwrap();
        if offset.to_datetime(instant).year() > 1 {
            let text = temporal::DateTimePrinter::new().timestamp_with_offset_to_string(&instant, offset);
            assert_eq!(parse(&text), Some(written(instant, offset)), "{text}");
            assert_eq!(parse(&text.replace('T', " ")), Some(written(instant, offset)), "{text}");
        }
        Ok(())
    });
}

#[test]
fn a_sign_between_date_and_time_is_no_zone() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("5 November 2025 - 09:01", "2025-11-05T09:01:00Z"),
        ("5 November 2025 -09:01", "2025-11-05T09:01:00Z"),
        ("Thursday, June 19, 2025 - 17:00", "2025-06-19T17:00:00Z"),
        ("June 19, 2025 \u{2013} 17:00", "2025-06-19T17:00:00Z"),
        ("June 19, 2025 \u{2014} 5:00 pm", "2025-06-19T17:00:00Z"),
        ("5 November 2025 + 09:01", "2025-11-05T09:01:00Z"),
        ("2025-11-05 - 09:01", "2025-11-05T09:01:00Z"),
        ("5. Dezember 2025 - 09:01 Uhr", "2025-12-05T09:01:00Z"),
    ] {
        let moment = super::parse(text).ok();
        let found = moment.map(|moment| (moment.instant().to_string(), moment.offset()));
        if found != Some((expected.to_owned(), None)) {
            wrong.push((text, found));
        }
    }
    assert_eq!(wrong, []);
    for (text, offset) in
        [("5 November 2025 -0900", -9), ("5 November 2025 +09:00", 9), ("5 November 2025 +0900", 9)]
    {
        assert_eq!(super::parse(text).ok().and_then(Moment::offset), Some(offset * 3600), "{text}");
    }
}

#[test]
fn dates_that_were_never_set_are_unreadable() {
    let read: Vec<_> = [
        // PHP
        "Wed, 30 Nov -0001 00:00:00 +0000",
        "-0001-11-30T00:00:00+00:00",
        "-0001-11-30 00:00:00",
        "Wed, 30 Nov -1 00:00:00 +0000",
        "30 Nov -0001",
        "Nov 30, -0001 00:00",
        "30. November -0001 00:00",
        // MySQL
        "0000-00-00 00:00:00",
        "0000-00-00",
        "30 Nov 0000",
        // Go and .NET
        "Mon, 01 Jan 0001 00:00:00 +0000",
        "Mon, 01 Jan 0001 00:00:00 GMT",
        "Monday, 01-Jan-0001 00:00:00 GMT",
        "1 Jan 0001 00:00",
        "January 1, 0001",
        "Mon Jan  1 00:00:00 0001",
        "Mon Jan  1 00:00:00 UTC 0001",
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00",
        "0001-01-01T00:00:00.0000000",
        "0001-01-01T00:00:00.0000000+01:00",
        "0001-01-01T00:00:00-07:52",
        "0001-01-01T00:00:00-07:52:58",
        "0001-01-01 00:00:00 +0000 UTC",
        "0001-01-01 00:00:00",
        "0001-01-01",
        "00010101T000000Z",
        "0001/01/01 00:00:00",
        "0001-001",
        "0001-W01-1",
        "01/01/0001 12:00:00 AM",
        "1/1/0001 12:00:00 AM",
        "01.01.0001 00:00:00",
        "01/01/0001",
        "Sun, 31 Dec 0000 23:00:00 GMT",
        "0001-01-01T08:00:00+08:00",
        "0001年1月1日",
    ]
    .into_iter()
    .filter(|text| super::parse(text).is_ok())
    .collect();
    assert_eq!(read, [""; 0]);
}

#[test]
fn early_dates_that_were_set_are_read() {
    for (text, expected) in [
        ("1 Jan 01 00:00:00 GMT", "2001-01-01T00:00:00Z"),
        ("0002-01-01T00:00:00Z", "0002-01-01T00:00:00Z"),
        ("0079-10-24", "0079-10-24T00:00:00Z"),
        ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
    ] {
        assert_eq!(
            super::parse(text).map(|moment| moment.instant().to_string()),
            Ok(expected.to_owned()),
            "{text}"
        );
    }
}

/// 2568 is 2025 in the Buddhist calendar, which has the months of the Gregorian one; 1404 and 1447 are years of calendars with other
/// months.
#[test]
fn years_of_other_calendars_are_converted_or_unreadable() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("2568-02-08T10:00:00Z", Some("2025-02-08T10:00:00Z")),
        ("Sat, 08 Feb 2568 10:00:00 GMT", Some("2025-02-08T10:00:00Z")),
        ("29 Feb 2567", Some("2024-02-29T00:00:00Z")),
        ("8/2/2568 10:00", Some("2025-08-02T10:00:00Z")),
        ("1404-11-19T10:00:00Z", None),
        ("1404/11/19", None),
        ("\u{6f1}\u{6f4}\u{6f0}\u{6f4}/\u{6f1}\u{6f1}/\u{6f1}\u{6f9}", None),
        ("Sat, 08 Feb 1447 10:00:00 GMT", None),
        ("1660-01-01", Some("1660-01-01T00:00:00Z")),
    ] {
        let found = super::parse(text).ok().map(|moment| moment.instant().to_string());
        if found.as_deref() != expected {
            wrong.push((text, found));
        }
    }
    assert_eq!(wrong, []);
}

#[cfg(feature = "iana-time-zones")]
#[test]
fn zones_of_north_america_without_a_season_follow_it() {
    let mut wrong = Vec::new();
    for (text, hours) in [
        ("Mon, 05 Jan 2026 10:00:00 ET", -5),
        ("Mon, 06 Jul 2026 10:00:00 ET", -4),
        ("6 July 2026 10:00 CT", -5),
        ("July 6, 2026, 10:00 am MT", -6),
        ("Mon, 06 Jul 2026 10:00:00 PT", -7),
        ("Mon, 05 Jan 2026 10:00:00 (PT)", -8),
        ("Mon, 06 Jul 2026 10:00:00 AT", -3),
        ("Mon, 06 Jul 2026 10:00:00 EST", -5),
    ] {
        let found = super::parse(text).ok().and_then(Moment::offset);
        if found != Some(hours * 3600) {
            wrong.push((text, found));
        }
    }
    assert_eq!(wrong, []);
}
