//! Dates of three numbers: `2003/12/31`, `12/31/2003`, `31.12.2003`, `31-12-03`.

use super::civil::{Date, days_in_month, full_year};
use super::scan::{Parsed, number, spaces};

/// Three numbers with the same separator, slash, dot or hyphen, behind each of which a space may stand.
///
/// A number of four digits, or one too large for a day, is the year, first or last; of the other two the one that
/// can be no month is the day. Where both orders are possible, slashes are American (month first), dots and hyphens
/// European.
pub(super) fn date(input: &[u8]) -> Parsed<'_, Date> {
    let (first, rest) = number(input, 4)?;
    let [separator @ (b'/' | b'.' | b'-'), rest @ ..] = rest else {
        return None;
    };
    let (second, rest) = number(spaces(rest), 2)?;
    let rest = rest.strip_prefix(&[*separator])?;
    let (third, rest) = number(spaces(rest), 4)?;
    let is_year = |(value, digits)| digits > 2 || value > 31;
    let ((value, digits), month, day) = if is_year(first) {
        let (month, day) = order(second.0, third.0, true);
        (first, month, day)
    } else {
        let (month, day) = order(first.0, second.0, *separator == b'/');
        (third, month, day)
    };
    let year = full_year(value, digits);
    let exists = digits != 3 && (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    exists.then_some((Date { year, month, day }, rest))
}

/// Month and day of two numbers.
fn order(first: i32, second: i32, month_first: bool) -> (i32, i32) {
    match (first > 12, second > 12) {
        (true, false) => (second, first),
        (false, true) => (first, second),
        _ if month_first => (first, second),
        _ => (second, first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_what_is_possible() {
        for (text, (year, month, day)) in [
            ("2003/12/31", (2003, 12, 31)),
            ("2003.12.31", (2003, 12, 31)),
            ("2003. 12. 31.", (2003, 12, 31)),
            ("2003/31/12", (2003, 12, 31)),
            ("12/31/2003", (2003, 12, 31)),
            ("31/12/2003", (2003, 12, 31)),
            ("31.12.2003", (2003, 12, 31)),
            ("31. 12. 2003", (2003, 12, 31)),
            ("31-12-2003", (2003, 12, 31)),
            ("05/24/06", (2006, 5, 24)),
            ("24/05/06", (2006, 5, 24)),
            ("24.5.99", (1999, 5, 24)),
            ("99/12/31", (1999, 12, 31)),
            ("1/2/2003", (2003, 1, 2)),
            ("1.2.2003", (2003, 2, 1)),
            ("1-2-2003", (2003, 2, 1)),
        ] {
            let read = date(text.as_bytes()).map(|(date, _)| date);
            assert_eq!(read, Some(Date { year, month, day }), "{text}");
        }
        for text in [
            "",
            "31/12",
            "31/12.2003",
            "32/13/2003",
            "31/13/2003",
            "31.2.2003",
            "1/2/20034",
            "0/0/0",
            "1/2/345",
        ] {
            assert_eq!(date(text.as_bytes()), None, "{text}");
        }
    }
}
