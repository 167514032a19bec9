//! Words that stand with numbers: the units and eras of East Asian dates, the halves of the day, as data.

use super::scan::Meridiem;

/// What a number counts if its word stands behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

/// The unit that the text begins with, the zone of its language in seconds east of UTC, and the rest.
pub(super) fn unit(text: &str) -> Option<(Unit, i32, &str)> {
    UNITS.iter().find_map(|(name, unit, offset)| Some((*unit, *offset, text.strip_prefix(name)?)))
}

/// The half of the day that the text begins with, the zone of its language as above, and the rest.
pub(super) fn half_of_day(text: &str) -> Option<(Meridiem, i32, &str)> {
    HALVES_OF_DAY.iter().find_map(|(name, half, offset)| Some((*half, *offset, text.strip_prefix(name)?)))
}

/// The year before the first of the era that the text begins with, and the rest.
pub(super) fn era(text: &str) -> Option<(i32, &str)> {
    ERAS.iter().find_map(|(name, before)| Some((*before, text.strip_prefix(name)?)))
}

const KOREA: i32 = 9 * 3600;

/// The units, and the zone of a time without one: Korean ones are Korean time.
const UNITS: &[(&str, Unit, i32)] = &[
    ("年", Unit::Year, 0),
    ("月", Unit::Month, 0),
    ("日", Unit::Day, 0),
    ("号", Unit::Day, 0),
    ("時", Unit::Hour, 0),
    ("时", Unit::Hour, 0),
    ("点", Unit::Hour, 0),
    ("點", Unit::Hour, 0),
    ("分", Unit::Minute, 0),
    ("秒", Unit::Second, 0),
    ("년", Unit::Year, KOREA),
    ("월", Unit::Month, KOREA),
    ("일", Unit::Day, KOREA),
    ("시", Unit::Hour, KOREA),
    ("분", Unit::Minute, KOREA),
    ("초", Unit::Second, KOREA),
    ("Uhr", Unit::Hour, 0),
    ("uur", Unit::Hour, 0),
];

/// The halves of the day that stand before the time, or, in Greek, behind it.
const HALVES_OF_DAY: &[(&str, Meridiem, i32)] = &[
    ("上午", Meridiem::Ante, 0),
    ("下午", Meridiem::Post, 0),
    ("午前", Meridiem::Ante, 0),
    ("午後", Meridiem::Post, 0),
    ("오전", Meridiem::Ante, KOREA),
    ("오후", Meridiem::Post, KOREA),
    ("π.μ.", Meridiem::Ante, 0),
    ("μ.μ.", Meridiem::Post, 0),
    ("πμ", Meridiem::Ante, 0),
    ("μμ", Meridiem::Post, 0),
];

/// Japan's eras, and Taiwan's.
const ERAS: &[(&str, i32)] =
    &[("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_known_by_what_they_begin_with() {
        assert_eq!(unit("月28日"), Some((Unit::Month, 0, "28日")));
        assert_eq!(unit("년"), Some((Unit::Year, KOREA, "")));
        assert_eq!(half_of_day("오후 3:20"), Some((Meridiem::Post, KOREA, " 3:20")));
        assert_eq!(era("平成24年"), Some((1988, "24年")));
        assert_eq!((unit("x"), half_of_day("x"), era("")), (None, None, None));
    }
}
