//! The names of months and weekdays in every language of the Unicode CLDR, with their languages. Without the feature `calendar-words`,
//! the table only has the names in the most common languages of feeds.
//!
//! Many names have another meaning in another language: `lip` is June in Croatian and July in Polish, `paz` is Sunday in Turkish and,
//! with an accent, October in Polish. So the words of a date are evaluated together: the languages with most of them are used.
//!
//! `generate_calendar_words.py` writes the table. It is searched as text, so nothing has to be built from it at run time.

use super::names::{fold_into, is_filler};
use smallvec::SmallVec;

/// The rows, sorted by the bytes of the names, after a row with the languages that write a dot after the day.
#[cfg(feature = "calendar-words")]
static TABLE: &str = include_str!("calendar_words.txt");
#[cfg(not(feature = "calendar-words"))]
static TABLE: &str = include_str!("calendar_words_used_most.txt");

/// The maximum number of words in a name.
const MOST_WORDS: usize = 7;

/// The maximum length of a name, in bytes.
const LONGEST: usize = 96;

/// A set of languages, by their numbers in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LanguageSet([u64; 5]);

impl LanguageSet {
    pub(super) const ALL: Self = Self([u64::MAX; 5]);

    /// Parses two-digit numbers in base 36.
    fn parse(numbers: &str) -> Self {
        let mut set = Self([0; 5]);
        let digit = |b: u8| usize::from(if b <= b'9' { b - b'0' } else { b - b'a' + 10 });
        for number in numbers.as_bytes().chunks_exact(2) {
            let [first, second] = [number[0], number[1]].map(digit);
            let number = 36 * first + second;
            if let Some(word) = set.0.get_mut(number / 64) {
                *word |= 1 << (number % 64);
            }
        }
        set
    }

    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Returns the most common language.
    fn first(self) -> Option<usize> {
        let at = self.0.iter().position(|word| *word != 0)?;
        Some(64 * at + self.0[at].trailing_zeros() as usize)
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }

    /// Returns the languages in both sets, or this set if there are none.
    fn narrowed(self, other: Self) -> Self {
        let both = self.and(other);
        if both.is_empty() { self } else { both }
    }

    /// Returns the languages of the names in a text, and those among them that write the day like the text, as `7.` or as `7`.
    pub(super) fn of_text(text: &str) -> (Self, Self) {
        let mut languages = Self::ALL;
        let (mut day_has_dot, mut rest) = (None, text);
        while let Some(first) = rest.chars().next() {
            let mut after = rest.get(first.len_utf8()..).unwrap_or_default();
            if let Some((name, after_name)) = name(rest).filter(|(name, _)| !name.is_filler) {
                languages = languages.narrowed(name.languages());
                after = after_name;
            } else if first.is_ascii_digit() {
                let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                after = rest.get(number..).unwrap_or_default();
                // The first number that may be a day: a year is longer, and the hour of a time is followed by a colon.
                if number <= 2 && day_has_dot.is_none() && !after.starts_with(':') {
                    let has_letter_next = after.trim_start_matches(['.', ' ']).starts_with(is_of_word);
                    day_has_dot = has_letter_next.then(|| after.starts_with(". "));
                }
            } else if is_of_word(first) {
                after = rest.trim_start_matches(is_of_word);
            }
            rest = after;
        }
        let dotted = Self::parse(TABLE.get(1..).and_then(|table| table.lines().next()).unwrap_or_default());
        let alike = match day_has_dot {
            Some(true) => languages.narrowed(dotted),
            Some(false) => languages.narrowed(languages.without(dotted)),
            None => languages,
        };
        (languages, alike)
    }
}

/// A name in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableName {
    /// The meanings, as written in the table.
    meanings: &'static str,
    /// Whether the name is a filler word in some languages.
    pub(super) is_filler: bool,
}

/// The months and weekdays that a name may denote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Meanings {
    /// The month in the most common language, from 1.
    pub(super) month: Option<i32>,
    /// The weekday in the most common language, from 1 for Monday.
    pub(super) weekday: Option<i32>,
    /// Each month, as a bit.
    pub(super) months: u16,
    /// Each weekday, as a bit.
    pub(super) weekdays: u8,
}

impl TableName {
    fn each(self) -> impl Iterator<Item = (u8, LanguageSet)> {
        self.meanings.split(',').filter_map(|meaning| {
            let (kind, languages) = meaning.split_at_checked(1)?;
            Some((*kind.as_bytes().first()?, LanguageSet::parse(languages)))
        })
    }

    /// Returns all languages with the name.
    fn languages(self) -> LanguageSet {
        let none = LanguageSet([0; 5]);
        self.each().fold(none, |all, (_, some)| LanguageSet(std::array::from_fn(|at| all.0[at] | some.0[at])))
    }

    /// Returns whether the meaning is unambiguous.
    pub(super) fn is_certain(self) -> bool {
        !self.meanings.contains(',')
    }

    /// Returns the meanings of the name in some languages, or in all if these languages do not have it.
    pub(super) fn within(self, languages: LanguageSet) -> Meanings {
        let languages = if languages.and(self.languages()).is_empty() { LanguageSet::ALL } else { languages };
        let mut meanings = Meanings::default();
        let [mut of_month, mut of_weekday] = [usize::MAX; 2];
        for (kind, of) in self.each() {
            let Some(first) = languages.and(of).first() else { continue };
            match kind {
                // The table has a letter for each meaning: `A` to `L` for months, and `a` to `g` for weekdays.
                b'A'..=b'L' => {
                    meanings.months |= 1 << (kind - b'A');
                    if first < of_month {
                        (of_month, meanings.month) = (first, Some(i32::from(kind - b'A') + 1));
                    }
                }
                b'a'..=b'g' => {
                    meanings.weekdays |= 1 << (kind - b'a');
                    if first < of_weekday {
                        (of_weekday, meanings.weekday) = (first, Some(i32::from(kind - b'a') + 1));
                    }
                }
                _ => {}
            }
        }
        meanings
    }
}

/// Returns whether a character is a letter or a combining sign.
pub(super) fn is_of_word(letter: char) -> bool {
    letter.is_alphabetic()
        || matches!(letter,
            '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{7eb}'..='\u{7f3}' | '\u{1e130}'..='\u{1e136}' | '\u{1e944}'..='\u{1e94a}'
            | '\u{135d}'..='\u{135f}' | '\u{2cef}'..='\u{2cf1}' | '\u{2d7f}' | '\u{302a}'..='\u{302f}'
            // The scripts of South and South-East Asia, except digits and punctuation.
            | '\u{900}'..='\u{963}' | '\u{981}'..='\u{9e3}' | '\u{a01}'..='\u{a5f}' | '\u{a70}'..='\u{ae3}'
            | '\u{b01}'..='\u{b63}' | '\u{b82}'..='\u{bd7}' | '\u{c00}'..='\u{c63}' | '\u{c80}'..='\u{ce3}'
            | '\u{d00}'..='\u{d63}' | '\u{d81}'..='\u{ddf}' | '\u{df2}' | '\u{df3}'
            | '\u{e30}'..='\u{e4e}' | '\u{eb0}'..='\u{ecd}' | '\u{f71}'..='\u{f84}' | '\u{102b}'..='\u{103e}'
            | '\u{1056}'..='\u{109d}' | '\u{17b4}'..='\u{17d3}' | '\u{a806}' | '\u{a8e0}'..='\u{a8f1}'
            | '\u{a9b3}'..='\u{a9c0}' | '\u{aa29}'..='\u{aa36}' | '\u{abe3}'..='\u{abed}' | '\u{11100}'..='\u{11134}')
}

/// Splits off the longest name at the start of a text.
pub(super) fn name(text: &str) -> Option<(TableName, &str)> {
    let mut folded: SmallVec<[u8; LONGEST]> = SmallVec::new();
    let mut found = None;
    let mut rest = text;
    for count in 1..=MOST_WORDS {
        let end = rest.find(|c: char| !is_of_word(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(end)?;
        if word.is_empty() || folded.len() + word.len() > LONGEST {
            break;
        }
        fold_into(word, &mut folded);
        let folded_name = std::str::from_utf8(&folded).ok()?;
        let row = first_row_from(folded_name);
        // The rows are sorted, so names that begin with these words directly follow this position. If the first of them does not match,
        // no longer name does.
        let Some(after_name) = row.strip_prefix(folded_name) else { break };
        if let Some(row) = after_name.strip_prefix(' ') {
            let meanings = row.lines().next().unwrap_or_default();
            let is_filler = meanings.ends_with('~') || count == 1 && is_filler(folded_name);
            // Not returned yet, since a longer name takes precedence.
            found = Some((TableName { meanings, is_filler }, after));
        }
        // A name may continue after an apostrophe, a hyphen or a space, with an optional dot before it.
        let separator = after.chars().take_while(|c| !c.is_alphanumeric() && *c != ',').take(3).count();
        let length = after.chars().take(separator).map(char::len_utf8).sum();
        if !(1..=2).contains(&separator) {
            break;
        }
        rest = after.get(length..)?;
        folded.push(b'_');
    }
    found
}

/// Returns the table from the first row with a name that is not less than `name`.
fn first_row_from(name: &str) -> &'static str {
    let bytes = TABLE.as_bytes();
    let (mut low, mut high) = (TABLE.find('\n').map_or(0, |end| end + 1), TABLE.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        // The row that contains the middle.
        let start = bytes.get(low..middle).and_then(|before| before.iter().rposition(|b| *b == b'\n'));
        let start = start.map_or(low, |at| low + at + 1);
        let row = bytes.get(start..).unwrap_or_default();
        let row_name = row.split(|b| *b == b' ').next().unwrap_or_default();
        if row_name < name.as_bytes() {
            low = row.iter().position(|b| *b == b'\n').map_or(TABLE.len(), |end| start + end + 1);
        } else {
            high = start;
        }
    }
    TABLE.get(low..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::fold;

    #[test]
    fn every_name_is_found_as_it_is_listed() {
        let mut wrong = Vec::new();
        let mut last = "";
        for row in TABLE.lines().skip(1) {
            let (key, meanings) = row.split_once(' ').unwrap();
            let written = key.replace('_', " ");
            let found = name(&written).filter(|(_, rest)| rest.is_empty());
            let is_found = found.is_some_and(|(name, _)| name.meanings == meanings);
            if !is_found || fold(key) != key || key <= last {
                wrong.push(key);
            }
            last = key;
        }
        assert_eq!(wrong, [""; 0]);
    }

    /// The table without the feature is a subset of the other: the languages with the lowest numbers.
    #[test]
    #[cfg(feature = "calendar-words")]
    fn the_table_of_the_languages_used_most_is_a_part_of_the_other() {
        use std::fmt::Write as _;

        const LANGUAGES: u32 = 67;
        let used_most = |numbers: &str| -> String {
            let pairs = numbers.as_bytes().chunks_exact(2).map(|pair| std::str::from_utf8(pair).unwrap());
            pairs.filter(|number| u32::from_str_radix(number, 36).unwrap() < LANGUAGES).collect()
        };
        let (dotted, rows) = TABLE.split_once('\n').unwrap();
        let mut expected = format!(".{}\n", used_most(&dotted[1..]));
        for row in rows.lines() {
            let (name, meanings) = row.split_once(' ').unwrap();
            let of_meaning = |meaning: &str| {
                let languages = used_most(&meaning[1..]);
                (meaning == "~" || !languages.is_empty()).then(|| format!("{}{languages}", &meaning[..1]))
            };
            let meanings: Vec<String> = meanings.split(',').filter_map(of_meaning).collect();
            if !meanings.is_empty() {
                writeln!(expected, "{name} {}", meanings.join(",")).unwrap();
            }
        }
        assert!(include_str!("calendar_words_used_most.txt") == expected);
    }

    #[test]
    fn other_words_are_no_names() {
        for text in ["", "zzz", "januaryx", ".", "_", "7"] {
            assert!(name(text).is_none(), "{text}");
        }
        let (_, rest) = name("Januar 2026").unwrap();
        assert_eq!(rest, " 2026");
    }

    #[test]
    fn the_languages_of_the_other_words_decide() {
        let month = |text: &str, word: &str| {
            let (languages, alike) = LanguageSet::of_text(text);
            let name = name(word).unwrap().0;
            name.within(languages).month.and(name.within(alike).month)
        };
        let mut wrong = Vec::new();
        for (text, word, expected) in [
            ("Paz, 08 Şub 2026", "Paz", None),
            ("Paz, 08 Şub 2026", "Şub", Some(2)),
            ("niedz., 8 paź 2026", "paź", Some(10)),
            ("7. listopada 2026.", "listopada", Some(10)),
            ("7 listopada 2026", "listopada", Some(11)),
            ("7. lip 2026.", "lip", Some(6)),
            ("7 lip 2026", "lip", Some(7)),
            ("srijeda, 7 lip 2026", "lip", Some(6)),
            ("środa, 7 lip 2026", "lip", Some(7)),
        ] {
            let found = month(text, word);
            if found != expected {
                wrong.push((text, found));
            }
        }
        assert_eq!(wrong, []);
    }

    /// Seven dates for each name of a month, with alternating names of weekdays.
    #[test]
    fn dates_of_every_language_are_read() {
        let mut of_languages: Vec<[Vec<&str>; 19]> =
            std::iter::repeat_with(Default::default).take(320).collect();
        for row in TABLE.lines().skip(1) {
            let (key, meanings) = row.split_once(' ').unwrap();
            for (kind, languages) in (TableName { meanings, is_filler: false }).each() {
                let at = match kind {
                    b'A'..=b'L' => kind - b'A',
                    b'a'..=b'g' => kind - b'a' + 12,
                    _ => continue,
                };
                for number in (0..320).filter(|number| languages.0[number / 64] & 1 << (number % 64) != 0) {
                    of_languages[number][usize::from(at)].push(key);
                }
            }
        }
        let (mut right, mut unread, mut wrong) = (0, 0, Vec::new());
        for names in &of_languages {
            for month in 1..=12 {
                for (count, name) in names[month - 1].iter().enumerate() {
                    for day in 8..15 {
                        let date = jiff::civil::date(2026, i8::try_from(month).unwrap(), day);
                        let of_day =
                            &names[12 + usize::try_from(date.weekday().to_monday_zero_offset()).unwrap()];
                        let Some(weekday) = of_day.get(count % of_day.len().max(1)) else { continue };
                        let text =
                            format!("{weekday}, {day:02} {name} 2026 10:00:00 +0000").replace('_', " ");
                        match crate::parse(&text) {
                            Err(_) => unread += 1,
                            Ok(moment) if moment.instant().to_string().starts_with(&date.to_string()) => {
                                right += 1;
                            }
                            Ok(_) => wrong.push(text),
                        }
                    }
                }
            }
        }
        assert!(right > if cfg!(feature = "calendar-words") { 30_000 } else { 8_000 }, "{right}");
        assert!((unread + wrong.len()) * 100 < right, "{right} {unread} {wrong:?}");
        // In a few languages, the name of a month is the English name of another one, as which RFC 822 reads it.
        assert!(wrong.len() * 900 < right, "{right} {unread} {wrong:?}");
    }
}
