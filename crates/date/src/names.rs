//! The names of months and weekdays in the most common languages of feeds.
//!
//! Names are listed by their stems, which also match inflections and abbreviations: `январь`, `января` and `янв.` have the same stem. The
//! longest matching stem wins (`marras` is not `mar`). Stems have the form that [`fold`] returns: lower case without accents.

use bozofeed_text::names::NameTable;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The English names of the weekdays, from Monday.
pub const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Returns the number of an English weekday, from 0 for Monday, which may be abbreviated to three or more letters.
///
/// ```
/// use bozofeed_date::weekday;
///
/// assert_eq!((weekday("Monday"), weekday("SUN"), weekday("Su")), (Some(0), Some(6), None));
/// ```
pub fn weekday(name: &str) -> Option<u8> {
    let is_start_of = |day: &str| day.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    (0..).zip(WEEKDAYS).find(|(_, day)| name.len() >= 3 && is_start_of(day)).map(|(number, _)| number)
}

/// The stems of one language, starting from January and from Monday. Several stems of one name are separated by spaces.
struct Language {
    months: [&'static str; 12],
    weekdays: [&'static str; 7],
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CalendarName {
    /// From 1.
    Month(i32),
    /// From 1 for Monday; `None` if languages disagree.
    Weekday(Option<i32>),
    /// `mar` is March in many languages and Tuesday in some.
    MonthOrWeekday(i32),
}

impl CalendarName {
    /// Combines the two meanings of a stem. No stem has two months.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (CalendarName::Month(month), CalendarName::Weekday(_))
            | (CalendarName::Weekday(_), CalendarName::Month(month)) => CalendarName::MonthOrWeekday(month),
            (CalendarName::Weekday(Some(day)), CalendarName::Weekday(Some(other))) if day == other => self,
            (CalendarName::Weekday(_), CalendarName::Weekday(_)) => CalendarName::Weekday(None),
            (CalendarName::Weekday(_), CalendarName::MonthOrWeekday(_)) => other,
            (CalendarName::Month(_) | CalendarName::MonthOrWeekday(_), _) => self,
        }
    }
}

/// Returns the meaning of a folded word.
pub(super) fn name(word: &str) -> Option<CalendarName> {
    let stem = |at| word.get(..=at).and_then(|stem| Some((stem, *STEMS.get(stem)?)));
    // From the longest to the shortest: `marras` is November in Finnish, and its first three letters are March. A prefix that ends within
    // a character has no stem, since `get` rejects it.
    let longest = (0..word.len()).rev().find_map(stem);
    Some(match longest? {
        // A word longer than the shared abbreviation is the month, since the weekdays have separate stems.
        (stem, CalendarName::MonthOrWeekday(month)) if stem.len() < word.len() => CalendarName::Month(month),
        (_, name) => name,
    })
}

/// The stems of all languages.
static STEMS: LazyLock<NameTable<CalendarName>> = LazyLock::new(|| {
    let stems = LANGUAGES.iter().flat_map(|Language { months, weekdays }| {
        let months = months.iter().zip(1..).map(|(stems, number)| (*stems, CalendarName::Month(number)));
        let weekdays = weekdays.iter().zip(1..);
        months.chain(weekdays.map(|(stems, number)| (*stems, CalendarName::Weekday(Some(number)))))
    });
    let stems = stems.flat_map(|(stems, name)| stems.split_ascii_whitespace().map(move |stem| (stem, name)));
    NameTable::merging(stems, CalendarName::or)
});

/// Returns whether a word has no meaning in a date: a preposition, an article, "o'clock", the T of ISO 8601.
pub(super) fn is_filler(word: &str) -> bool {
    FILLERS.split_ascii_whitespace().any(|filler| filler == word)
}

/// Returns whether letters directly after a number are an ordinal ending.
pub(super) fn is_ordinal_ending(word: &str) -> bool {
    ORDINAL_ENDINGS.split_ascii_whitespace().any(|ending| ending == word)
}

/// Returns the word in lower case, without accents.
pub(super) fn fold(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).filter_map(plain).collect()
}

/// Adds the folded word to a buffer.
pub(super) fn fold_into<A: smallvec::Array<Item = u8>>(word: &str, folded: &mut SmallVec<A>) {
    for letter in word.chars().flat_map(char::to_lowercase).filter_map(plain) {
        folded.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Returns the letter without its accent, or `None` for a combining accent.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        '\u{300}'..='\u{36f}' => return None,
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' | 'ģ' => 'g',
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => 'i',
        'ķ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' => 'l',
        'ñ' | 'ń' | 'ņ' | 'ň' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ŕ' | 'ř' => 'r',
        'ś' | 'ş' | 'š' | 'ș' => 's',
        'ţ' | 'ť' | 'ț' => 't',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' | 'ų' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        other => other,
    })
}

/// Filler words, folded. All languages share the list, so it does not contain longer words with a meaning in one of them.
const FILLERS: &str = "
    t at on of the um am den der das vom uhr h le la les l d a de del las los el dia em as das do da di il dell alle
    ore om uur op het te kl klo na o ob dne v godz godzina roku rok r dnia i in pa saat gunu pukul jam tanggal hari
    ngay nam luc anul ora orele m g metai val les
    в г год года у р о року рік час ч στισ τισ στο ωρα
    في الساعة ب";

/// English, Swedish, French, Dutch, Spanish and Russian.
const ORDINAL_ENDINGS: &str = "st nd rd th er ere re e eme ste de te º ª го";

/// The Vietnamese word before the number of a month.
pub(super) const MONTH_WORD: &str = "thang";

// The Croatian stem for October is missing: in Polish and Czech it is November.
#[rustfmt::skip]
const LANGUAGES: &[Language] = &[
    // English, whose stems many languages share
    Language { months: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
        weekdays: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] },
    // German, Austrian
    Language { months: ["jan jaen", "feb", "mar maer mrz", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez"],
        weekdays: ["mont", "dien", "mitt", "donn", "frei", "sams sonnab", "sonn"] },
    // French
    Language { months: ["janv", "fev", "mar", "avr", "mai", "juin", "juil jui", "aou", "sep", "oct", "nov", "dec"],
        weekdays: ["lun", "mardi mar", "mer", "jeu", "ven", "sam", "dim"] },
    // Spanish
    Language { months: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep set", "oct", "nov", "dic"],
        weekdays: ["lun", "martes mar", "mie", "jue", "vie", "sab", "dom"] },
    // Italian
    Language { months: ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"],
        weekdays: ["lun", "marted mar", "merc", "gio", "ven", "sab", "dom"] },
    // Portuguese, Galician
    Language { months: ["jan xan", "fev", "mar", "abr", "mai", "jun xun", "jul xul", "ago", "set", "out", "nov", "dez"],
        weekdays: ["seg", "ter", "qua", "qui", "sex", "sab", "dom"] },
    // Catalan
    Language { months: ["gen", "feb", "mar", "abr", "maig", "juny", "juli", "ago", "set", "oct", "nov", "des"],
        weekdays: ["dill", "dimar", "dimec", "dijou", "divend", "dissab", "dium"] },
    // Romanian
    Language { months: ["ian", "feb", "mar martie", "apr", "mai", "iun", "iul", "aug", "sep", "oct", "noi", "dec"],
        weekdays: ["luni", "marti", "mierc", "joi", "vin", "sam", "dum"] },
    // Dutch, Afrikaans
    Language { months: ["jan", "feb", "maa mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec des"],
        weekdays: ["maand", "dins", "woe", "dond", "vrij", "zat", "zon"] },
    // Danish, Norwegian, Swedish, Icelandic
    Language { months: ["jan", "feb", "mar", "apr", "maj mai", "jun", "jul", "aug agu", "sep", "okt", "nov", "dec des"],
        weekdays: ["mandag mand", "tirs tisd manud", "onsd", "tors tor", "fred", "lord lau", "sond sunn"] },
    // Finnish
    Language { months: ["tammi", "helmi", "maalis", "huhti", "touko", "kesa", "heina", "elo", "syys", "loka", "marras", "joulu"],
        weekdays: ["maanan", "tiis", "keski", "torst", "perj", "lauan", "sunnun"] },
    // Estonian
    Language { months: ["jaan", "veeb", "mart", "apr", "mai", "juuni", "juuli", "aug", "sep", "okt", "nov", "dets"],
        weekdays: ["esmas", "teisi", "kolma", "nelja", "reede", "laup", "puha"] },
    // Latvian, Lithuanian
    Language { months: ["janv saus", "feb vasar", "mar kov", "apr bal", "maij geg", "jun birz", "jul liep", "aug rugp", "sept rugs", "okt spal", "nov lapkr", "dec gruod"],
        weekdays: ["pirm", "otr antr", "tres trec", "cetur ketv", "piekt penkt", "sest", "svet sekm"] },
    // Polish
    Language { months: ["sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paz", "lis", "gru"],
        weekdays: ["pon", "wtor", "sro", "czw", "piat", "sob", "niedz"] },
    // Czech
    Language { months: ["led", "uno", "bre", "dub", "kve", "cerv cvn", "cervenec cervenc cvc", "srp", "zar", "rij", "lis", "pros"],
        weekdays: ["pond", "uter", "stred", "ctvr", "pat", "sob", "nedel"] },
    // Slovak, Slovenian, Serbian in Latin letters
    Language { months: ["jan", "feb", "mar", "apr", "maj", "jun", "jul", "aug avg", "sep", "okt", "nov", "dec"],
        weekdays: ["pond", "utor tor", "stred sred", "stvrt cet", "piat pet", "sob sub", "ned"] },
    // Croatian
    Language { months: ["sijec", "veljac", "ozuj", "travanj travnj", "svib", "lipanj lipnj", "srpanj srpnj", "kolovoz", "rujan rujn", "", "studen", "pros"],
        weekdays: ["pon", "uto", "sri", "cet", "pet", "sub", "ned"] },
    // Hungarian, with misspellings found in feeds
    Language { months: ["jan", "feb", "mar", "apr", "maj mauj", "jun", "jul", "aug", "szep", "okt", "nov", "dec"],
        weekdays: ["hetf", "kedd", "szer", "csut", "pent", "szom", "vasarn"] },
    // Turkish
    Language { months: ["oca", "sub", "mart", "nis", "may", "haz", "tem", "agu", "eyl", "eki", "kas", "ara"],
        weekdays: ["pazart", "sali", "cars", "pers", "cuma", "cumart", "pazar"] },
    // Indonesian, Malay
    Language { months: ["jan", "feb", "mar mac", "apr", "mei", "jun", "jul", "agu ags ogo", "sep", "okt", "nov", "des dis"],
        weekdays: ["senin isnin", "selas", "rabu", "kamis kham", "jum", "sabtu", "minggu ahad"] },
    // Russian
    Language { months: ["янв", "фев", "мар", "апр", "май мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"],
        weekdays: ["пон пн", "вто вт", "сре ср", "чет чт", "пят пт", "суб сб", "вос вс"] },
    // Ukrainian
    Language { months: ["січ", "лют", "бер", "кві", "трав", "чер", "лип", "сер", "вер", "жов", "лис", "гру"],
        weekdays: ["пон пн", "вів вт", "сере ср", "чет чт", "пят пт", "суб сб", "нед нд"] },
    // Belarusian
    Language { months: ["студ", "лют", "сак", "крас", "мая май", "чэр", "ліп", "жні", "вера", "кас", "ліс", "сне"],
        weekdays: ["пан", "аўт", "сера", "чац", "пят", "суб", "няд"] },
    // Bulgarian, Macedonian
    Language { months: ["яну јан", "фев", "мар", "апр", "май мај", "юни јун", "юли јул", "авг", "сеп", "окт", "ное", "дек"],
        weekdays: ["пон", "вто", "сря", "чет", "пет", "съб саб", "нед"] },
    // Serbian
    Language { months: ["јан", "феб", "мар", "апр", "мај", "јун", "јул", "авг", "сеп", "окт", "нов", "дец"],
        weekdays: ["пон", "уто", "сре", "чет", "пет", "суб", "нед"] },
    // Greek, with spellings found in feeds
    Language { months: ["ιαν", "φεβ", "μαρ μαω", "απρ", "μαι", "ιουν ιον", "ιουλ ιολ", "αυγ", "σεπ", "οκτ", "νοε", "δεκ"],
        weekdays: ["δευ", "τρι", "τετ", "πεμ", "παρ", "σαβ", "κυρ"] },
    // Arabic (Egypt, Levant)
    Language { months: ["يناير", "فبراير شباط", "مارس آذار", "أبريل إبريل ابريل نيسان", "مايو أيار", "يونيو حزيران", "يوليو تموز", "أغسطس اغسطس آب", "سبتمبر أيلول", "أكتوبر اكتوبر", "نوفمبر", "ديسمبر"],
        weekdays: ["الاثنين الإثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"] },
    // Hebrew, with the preposition
    Language { months: ["ינואר בינואר", "פברואר בפברואר", "מרץ במרץ", "אפריל באפריל", "מאי במאי", "יוני ביוני", "יולי ביולי", "אוגוסט באוגוסט", "ספטמבר בספטמבר", "אוקטובר באוקטובר", "נובמבר בנובמבר", "דצמבר בדצמבר"],
        weekdays: ["שני", "שלישי", "רביעי", "חמישי", "שישי", "שבת", "ראשון"] },
    // Hindi
    Language { months: ["जनवरी", "फरवरी फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर सितम्बर", "अक्टूबर अक्तूबर", "नवंबर नवम्बर", "दिसंबर दिसम्बर"],
        weekdays: ["सोम", "मंगल", "बुध", "गुरु", "शुक्र", "शनि", "रवि"] },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_recognized_in_every_language() {
        for months in [
            "January February March April May June July August Sept October November December",
            "Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
            "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
            "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
            "januari februari maart april mei juni juli augustus september oktober november december",
            "januari februari mars april maj juni juli augusti september oktober november december",
            "januar februar mars april mai juni juli august september oktober november desember",
            "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember",
            "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta \
             lokakuuta marraskuuta joulukuuta",
            "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
            "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris",
            "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
            "ledna února března dubna května června července srpna září října listopadu prosince",
            "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
            "január február március április május június július augusztus szeptember október november december",
            "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
            "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
            "януари февруари март април май юни юли август септември октомври ноември декември",
            "јануар фебруар март април мај јун јул август септембар октобар новембар децембар",
            "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου \
             Νοεμβρίου Δεκεμβρίου",
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
            "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
            "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
        ] {
            for (number, month) in (1..).zip(months.split_whitespace()) {
                assert_eq!(name(&fold(month)), Some(CalendarName::Month(number)), "{month}");
            }
            assert_eq!(months.split_whitespace().count(), 12, "{months}");
        }
    }

    #[test]
    fn croatian_months_are_recognized_except_october() {
        let months = "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca";
        for (number, month) in (1..).zip(months.split_whitespace()).filter(|(number, _)| *number != 10) {
            assert_eq!(name(&fold(month)), Some(CalendarName::Month(number)), "{month}");
        }
    }

    #[test]
    fn weekdays_are_recognized() {
        for (weekday, number) in [
            ("Monday", 1),
            ("Donnerstag", 4),
            ("mardi", 2),
            ("martes", 2),
            ("mercoledì", 3),
            ("quinta", 4),
            ("maandag", 1),
            ("lördag", 6),
            ("maanantaina", 1),
            ("czwartek", 4),
            ("čtvrtek", 4),
            ("csütörtök", 4),
            ("Perşembe", 4),
            ("четверг", 4),
            ("четвер", 4),
            ("Κυριακή", 7),
            ("الخميس", 4),
        ] {
            assert_eq!(name(&fold(weekday)), Some(CalendarName::Weekday(Some(number))), "{weekday}");
        }
        assert_eq!(name("mar"), Some(CalendarName::MonthOrWeekday(3)));
        assert_eq!(name("foo"), None);
    }

    /// `tor` is the abbreviation of Thursday in Danish and Norwegian, and a stem of Tuesday in Slovenian.
    #[test]
    fn a_stem_of_two_weekdays_is_undecided() {
        assert_eq!(name("tor"), Some(CalendarName::Weekday(None)));
        assert_eq!(name("torek"), Some(CalendarName::Weekday(None)));
        assert_eq!(name("torsdag"), Some(CalendarName::Weekday(Some(4))));
    }

    #[test]
    fn no_stem_has_two_months() {
        for language in LANGUAGES {
            for (month, stems) in (1..).zip(language.months) {
                for stem in stems.split_ascii_whitespace() {
                    let known = name(stem);
                    let is_month = [CalendarName::Month(month), CalendarName::MonthOrWeekday(month)]
                        .iter()
                        .any(|name| known == Some(*name));
                    assert!(is_month, "{stem} is not just {month}: {known:?}");
                }
            }
        }
    }

    #[test]
    fn stems_are_folded_and_have_two_letters() {
        for language in LANGUAGES {
            for stem in language
                .months
                .iter()
                .chain(&language.weekdays)
                .flat_map(|stems| stems.split_ascii_whitespace())
            {
                assert_eq!(fold(stem), stem);
                assert!(stem.chars().count() > 1, "{stem}");
            }
        }
    }
}
