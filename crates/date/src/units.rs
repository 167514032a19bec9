//! Words next to numbers: the units and eras of East Asian dates, and the halves of the day.

use super::clock::Meridiem;

/// The unit of a number, from the word after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

/// Splits off a unit. Also returns the zone of its language, in seconds east of UTC, if dates in that language imply one.
pub(super) fn unit(text: &str) -> Option<(Unit, Option<i32>, &str)> {
    UNITS.iter().find_map(|(name, unit, offset)| Some((*unit, *offset, text.strip_prefix(name)?)))
}

/// Splits off a half of the day, with the zone of its language as in [`unit`].
pub(super) fn half_of_day(text: &str) -> Option<(Meridiem, Option<i32>, &str)> {
    HALVES_OF_DAY.iter().find_map(|(name, half, offset)| Some((*half, *offset, text.strip_prefix(name)?)))
}

/// Splits off the name of an era, and returns the year before its first year.
pub(super) fn era(text: &str) -> Option<(i32, &str)> {
    ERAS.iter().find_map(|(name, before)| Some((*before, text.strip_prefix(name)?)))
}

const KOREA: Option<i32> = Some(9 * 3600);

/// The units, with the zone that they imply: Korean dates are in Korean time, as in Universal Feed Parser.
const UNITS: &[(&str, Unit, Option<i32>)] = &[
    ("年", Unit::Year, None),
    ("月", Unit::Month, None),
    ("日", Unit::Day, None),
    ("号", Unit::Day, None),
    ("時", Unit::Hour, None),
    ("时", Unit::Hour, None),
    ("点", Unit::Hour, None),
    ("點", Unit::Hour, None),
    ("分", Unit::Minute, None),
    ("秒", Unit::Second, None),
    ("년", Unit::Year, KOREA),
    ("월", Unit::Month, KOREA),
    ("일", Unit::Day, KOREA),
    ("시", Unit::Hour, KOREA),
    ("분", Unit::Minute, KOREA),
    ("초", Unit::Second, KOREA),
    ("Uhr", Unit::Hour, None),
    ("uur", Unit::Hour, None),
];

/// The halves of the day, which come before the time or, in Greek, after it.
const HALVES_OF_DAY: &[(&str, Meridiem, Option<i32>)] = &[
    ("上午", Meridiem::Ante, None),
    ("下午", Meridiem::Post, None),
    ("午前", Meridiem::Ante, None),
    ("午後", Meridiem::Post, None),
    ("오전", Meridiem::Ante, KOREA),
    ("오후", Meridiem::Post, KOREA),
    ("π.μ.", Meridiem::Ante, None),
    ("μ.μ.", Meridiem::Post, None),
    ("πμ", Meridiem::Ante, None),
    ("μμ", Meridiem::Post, None),
];

/// The eras of Japan and Taiwan, with the year before their first year.
const ERAS: &[(&str, i32)] =
    &[("令和", 2018), ("平成", 1988), ("昭和", 1925), ("民國", 1911), ("民国", 1911)];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_off() {
        assert_eq!(unit("月28日"), Some((Unit::Month, None, "28日")));
        assert_eq!(unit("년"), Some((Unit::Year, KOREA, "")));
        assert_eq!(half_of_day("오후 3:20"), Some((Meridiem::Post, KOREA, " 3:20")));
        assert_eq!(era("平成24年"), Some((1988, "24年")));
        assert_eq!((unit("x"), half_of_day("x"), era("")), (None, None, None));
    }
}
