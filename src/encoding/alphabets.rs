//! The letters beyond ASCII with which languages are written.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The letters of a language, in lower case.
pub(super) struct Alphabet {
    /// The language, or a group of languages with the same letters.
    #[cfg_attr(not(test), expect(dead_code, reason = "it names the row"))]
    pub(super) language: &'static str,
    letters: &'static str,
    /// More letters, each range from its first to its last.
    ranges: &'static [(char, char)],
}

impl Alphabet {
    fn characters(&self) -> impl Iterator<Item = char> {
        self.letters.chars().chain(self.ranges.iter().flat_map(|&(first, last)| first..=last))
    }
}

const fn letters(language: &'static str, letters: &'static str) -> Alphabet {
    Alphabet { language, letters, ranges: &[] }
}

const fn ranges(language: &'static str, letters: &'static str, ranges: &'static [(char, char)]) -> Alphabet {
    Alphabet { language, letters, ranges }
}

/// The exemplar letters of each language, with those that foreign words and names often bring along.
pub(super) static ALPHABETS: [Alphabet; 44] = [
    letters("German", "äöüß"),
    letters("Swedish, Finnish", "åäöé"),
    letters("Danish, Norwegian", "æøåé"),
    letters("French", "éèàêçùâîôûëïüÿœæ"),
    letters("Italian", "àèéìòùî"),
    letters("Spanish", "áéíóúñü"),
    letters("Catalan", "àèéíïòóúüç"),
    letters("Portuguese", "ãõáéíóúâêôçàü"),
    letters("Dutch", "ëéïèöüáóê"),
    letters("Icelandic", "áðéíóúýþæö"),
    letters("Faroese", "áðíóúýæø"),
    letters("Welsh", "âêîôûŵŷáéíóúàèìòùäëïö"),
    letters("Polish", "ąćęłńóśźż"),
    letters("Czech", "áčďéěíňóřšťúůýž"),
    letters("Slovak", "áäčďéíĺľňóôŕšťúýž"),
    letters("Hungarian", "áéíóöőúüű"),
    letters("Croatian, Bosnian, Slovenian", "čćđšž"),
    letters("Romanian", "ăâîşţșț"),
    letters("Albanian", "ëç"),
    letters("Turkish", "çğıİöşüâîû"),
    letters("Azerbaijani", "əçğıİöşü"),
    letters("Estonian", "äöõüšž"),
    letters("Latvian", "āčēģīķļņšūž"),
    letters("Lithuanian", "ąčęėįšųūž"),
    letters("Maltese", "ċġħżàèìòù"),
    letters("Esperanto", "ĉĝĥĵŝŭ"),
    letters("Sami", "áčđŋšŧžâåäö"),
    ranges(
        "Vietnamese",
        "àáâãèéêìíòóôõùúýăđĩũơư",
        &[('ạ', 'ỹ'), ('\u{300}', '\u{303}'), ('\u{309}', '\u{309}'), ('\u{323}', '\u{323}')],
    ),
    letters("Greek", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"),
    ranges("Russian", "ё", &[('а', 'я')]),
    letters("Ukrainian", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"),
    letters("Belarusian", "абвгдеёжзійклмнопрстуўфхцчшыьэюя"),
    letters("Bulgarian", "абвгдежзийклмнопрстуфхцчшщъьюя"),
    letters("Serbian", "абвгдђежзијклљмнњопрстћуфхцчџш"),
    letters("Macedonian", "абвгдѓежзѕијклљмнњопрстќуфхцчџш"),
    ranges("Kazakh", "ёәғқңөұүһі", &[('а', 'я')]),
    ranges("Tajik", "ёғӣқӯҳҷ", &[('а', 'я')]),
    ranges("Kyrgyz, Mongolian", "ёңөү", &[('а', 'я')]),
    ranges("Tatar, Bashkir", "ёәҗңөүһғҙҡҫ", &[('а', 'я')]),
    ranges("Hebrew", "", &[('א', 'ת')]),
    ranges("Arabic", "", &[('ء', 'غ'), ('ـ', 'ْ'), ('\u{FE70}', '\u{FEFC}')]),
    ranges("Persian", "پچژگکی", &[('ء', 'غ'), ('ـ', 'ْ')]),
    ranges("Urdu", "", &[('\u{FB50}', '\u{FDFF}'), ('\u{FE70}', '\u{FEFC}')]),
    ranges("Thai", "", &[('ก', 'ฺ'), ('เ', '๎')]),
];

/// Which alphabets a letter belongs to, a bit each.
static MEMBERSHIP: LazyLock<HashMap<char, u64>> = LazyLock::new(|| {
    let mut membership = HashMap::new();
    for (at, alphabet) in ALPHABETS.iter().enumerate() {
        for letter in alphabet.characters() {
            *membership.entry(letter).or_default() |= 1 << at;
        }
    }
    membership
});

/// How many letters each alphabet has, as the logarithm of the share that each of them then has.
pub(super) static SHARES: LazyLock<[f32; ALPHABETS.len()]> = LazyLock::new(|| {
    ALPHABETS.each_ref().map(|alphabet| {
        // Alphabets other than Latin count alike: the rare letters that one has more do not make the others rarer.
        let count = match alphabet.characters().count() {
            25..=45 => 33,
            count => count.try_into().unwrap_or(u16::MAX),
        };
        -f32::from(count).ln()
    })
});

/// The alphabets that a letter of either case belongs to, a bit each.
pub(super) fn of(letter: char) -> u64 {
    let find = |letter: char| MEMBERSHIP.get(&letter).copied().unwrap_or_default();
    find(letter) | letter.to_lowercase().next().map_or(0, find)
}

/// The Latin alphabets, a bit each.
pub(super) fn latin() -> u64 {
    static LATIN: LazyLock<u64> = LazyLock::new(|| {
        let is_latin = |alphabet: &Alphabet| alphabet.characters().next().is_some_and(|c| c < '\u{300}');
        ALPHABETS.iter().enumerate().filter(|(_, a)| is_latin(a)).fold(0, |bits, (at, _)| bits | 1 << at)
    });
    *LATIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bit_is_enough_for_each_alphabet_and_none_is_empty() {
        assert!(ALPHABETS.len() <= 64);
        for alphabet in &ALPHABETS {
            assert!(alphabet.characters().count() > 1, "{}", alphabet.language);
            assert!(alphabet.characters().all(|c| !c.is_ascii()), "{}", alphabet.language);
        }
    }

    #[test]
    fn letters_of_either_case_are_known() {
        let of = |letter| -> Vec<_> {
            ALPHABETS
                .iter()
                .enumerate()
                .filter(|(at, _)| super::of(letter) >> at & 1 == 1)
                .map(|(_, a)| a.language)
                .collect()
        };
        assert_eq!(of('ß'), ["German"]);
        assert_eq!(of('Ў'), ["Belarusian"]);
        assert_eq!(of('İ'), ["Turkish", "Azerbaijani"]);
        assert_eq!(of('─'), [""; 0]);
    }
}
