//! The words of the pages, in several languages. The health page is for people who run the planet, and in
//! English.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;

use crate::db::from_text;
use crate::language::Language;

/// The words of a language. Names in braces, such as `{n}`, are placeholders.
#[derive(Debug)]
pub(crate) struct Words {
    /// The primary tag.
    language: &'static str,
    pub(super) archive: &'static str,
    pub(super) search: &'static str,
    pub(super) health: &'static str,
    pub(super) subscriptions: &'static str,
    pub(super) feeds: &'static str,
    pub(super) feed: &'static str,
    pub(super) website: &'static str,
    pub(super) read_on: &'static str,
    pub(super) updated: &'static str,
    pub(super) newer: &'static str,
    pub(super) older: &'static str,
    pub(super) earlier: &'static str,
    pub(super) before_1990: &'static str,
    pub(super) no_entries: &'static str,
    pub(super) retired: &'static str,
    pub(super) failed: &'static str,
    pub(super) has_hub: &'static str,
    /// The search words.
    pub(super) query: &'static str,
    /// The text before, in and after the link to the archive.
    pub(super) needs_script: [&'static str; 3],
    /// `{n}` of `{m}`.
    page: &'static str,
    all_feeds: &'static str,
    /// Singular and plural.
    count_entries: [&'static str; 2],
    count_feeds: [&'static str; 2],
    newest: &'static str,
    /// `{entries}` of `{feeds}`.
    of: &'static str,
    searched: &'static str,
    /// Appended to a number of entries.
    pub(super) first_shown: &'static str,
    /// `{time}`.
    as_of: &'static str,
    /// `{weekday}`, `{day}`, `{month}`, `{year}`.
    date: &'static str,
    month_of_year: &'static str,
    /// `{short}` is the abbreviated month.
    moment: &'static str,
    weekdays: &'static str,
    months: &'static str,
    short_months: &'static str,
}

const ENGLISH: Words = Words {
    language: "en",
    archive: "Archive",
    search: "Search",
    health: "Health",
    subscriptions: "Subscriptions",
    feeds: "Feeds",
    feed: "Feed",
    website: "Website",
    read_on: "Read on",
    updated: "updated",
    newer: "Newer",
    older: "Older",
    earlier: "Earlier entries",
    before_1990: "Before 1990",
    no_entries: "There are no entries yet.",
    retired: "no longer polled",
    failed: "the last poll failed",
    has_hub: "The feed has a hub that announces changes",
    query: "Words",
    needs_script: ["The search needs JavaScript. The ", "archive", " does not."],
    page: "Page {n} of {m}",
    all_feeds: "All {n} feeds",
    count_entries: ["1 entry", "{n} entries"],
    count_feeds: ["1 feed", "{n} feeds"],
    newest: "The {n} newest entries",
    of: "{entries} of {feeds}",
    searched: "The {n} newest entries are searched",
    first_shown: ", the first {n} are shown",
    as_of: "As of {time}. Made by planet, with bozofeed.",
    date: "{weekday}, {day} {month} {year}",
    month_of_year: "{month} {year}",
    moment: "{day} {short} {year}, {time}",
    weekdays: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    months: "January February March April May June July August September October November December",
    short_months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
};

const OTHERS: &[Words] = &[
    Words {
        language: "de",
        archive: "Archiv",
        search: "Suche",
        health: "Zustand",
        subscriptions: "Abonnements",
        feeds: "Feeds",
        feed: "Feed",
        website: "Website",
        read_on: "Weiterlesen",
        updated: "aktualisiert",
        newer: "Neuere",
        older: "Ältere",
        earlier: "Frühere Einträge",
        before_1990: "Vor 1990",
        no_entries: "Es gibt noch keine Einträge.",
        retired: "wird nicht mehr abgefragt",
        failed: "die letzte Abfrage schlug fehl",
        has_hub: "Der Feed hat einen Hub, der Änderungen ankündigt",
        query: "Wörter",
        needs_script: ["Die Suche braucht JavaScript, das ", "Archiv", " nicht."],
        page: "Seite {n} von {m}",
        all_feeds: "Alle {n} Feeds",
        count_entries: ["1 Eintrag", "{n} Einträge"],
        count_feeds: ["1 Feed", "{n} Feeds"],
        newest: "Die {n} neuesten Einträge",
        of: "{entries} aus {feeds}",
        searched: "Durchsucht werden die {n} neuesten Einträge",
        first_shown: ", gezeigt werden die ersten {n}",
        as_of: "Stand: {time}. Erstellt mit planet und bozofeed.",
        date: "{weekday}, {day}. {month} {year}",
        month_of_year: "{month} {year}",
        moment: "{day}. {short} {year}, {time}",
        weekdays: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
        months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        short_months: "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    },
    Words {
        language: "fr",
        archive: "Archives",
        search: "Recherche",
        health: "État",
        subscriptions: "Abonnements",
        feeds: "Flux",
        feed: "Flux",
        website: "Site web",
        read_on: "Lire la suite",
        updated: "mis à jour",
        newer: "Plus récents",
        older: "Plus anciens",
        earlier: "Articles précédents",
        before_1990: "Avant 1990",
        no_entries: "Il n’y a pas encore d’articles.",
        retired: "n’est plus interrogé",
        failed: "la dernière requête a échoué",
        has_hub: "Le flux a un hub qui annonce les changements",
        query: "Mots",
        needs_script: ["La recherche a besoin de JavaScript, les ", "archives", " non."],
        page: "Page {n} sur {m}",
        all_feeds: "Les {n} flux",
        count_entries: ["1 article", "{n} articles"],
        count_feeds: ["1 flux", "{n} flux"],
        newest: "Les {n} derniers articles",
        of: "{entries} de {feeds}",
        searched: "La recherche porte sur les {n} derniers articles",
        first_shown: ", dont les {n} premiers sont affichés",
        as_of: "Mis à jour le {time}. Créé avec planet et bozofeed.",
        date: "{weekday} {day} {month} {year}",
        month_of_year: "{month} {year}",
        moment: "{day} {short} {year}, {time}",
        weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
        months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        short_months: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    },
    Words {
        language: "es",
        archive: "Archivo",
        search: "Buscar",
        health: "Estado",
        subscriptions: "Suscripciones",
        feeds: "Fuentes",
        feed: "Fuente",
        website: "Sitio web",
        read_on: "Seguir leyendo",
        updated: "actualizado",
        newer: "Más recientes",
        older: "Más antiguos",
        earlier: "Artículos anteriores",
        before_1990: "Antes de 1990",
        no_entries: "Todavía no hay artículos.",
        retired: "ya no se consulta",
        failed: "la última consulta falló",
        has_hub: "La fuente tiene un hub que anuncia los cambios",
        query: "Palabras",
        needs_script: ["La búsqueda necesita JavaScript; el ", "archivo", ", no."],
        page: "Página {n} de {m}",
        all_feeds: "Las {n} fuentes",
        count_entries: ["1 artículo", "{n} artículos"],
        count_feeds: ["1 fuente", "{n} fuentes"],
        newest: "Los {n} artículos más recientes",
        of: "{entries} de {feeds}",
        searched: "Se busca en los {n} artículos más recientes",
        first_shown: "; se muestran los primeros {n}",
        as_of: "Actualizado el {time}. Hecho con planet y bozofeed.",
        date: "{weekday}, {day} de {month} de {year}",
        month_of_year: "{month} de {year}",
        moment: "{day} {short} {year}, {time}",
        weekdays: "lunes martes miércoles jueves viernes sábado domingo",
        months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        short_months: "ene feb mar abr may jun jul ago sept oct nov dic",
    },
    Words {
        language: "it",
        archive: "Archivio",
        search: "Cerca",
        health: "Stato",
        subscriptions: "Iscrizioni",
        feeds: "Feed",
        feed: "Feed",
        website: "Sito web",
        read_on: "Continua a leggere",
        updated: "aggiornato",
        newer: "Più recenti",
        older: "Meno recenti",
        earlier: "Articoli precedenti",
        before_1990: "Prima del 1990",
        no_entries: "Non ci sono ancora articoli.",
        retired: "non viene più letto",
        failed: "l’ultima lettura non è riuscita",
        has_hub: "Il feed ha un hub che annuncia le modifiche",
        query: "Parole",
        needs_script: ["La ricerca richiede JavaScript, l’", "archivio", " no."],
        page: "Pagina {n} di {m}",
        all_feeds: "Tutti i {n} feed",
        count_entries: ["1 articolo", "{n} articoli"],
        count_feeds: ["1 feed", "{n} feed"],
        newest: "I {n} articoli più recenti",
        of: "{entries} da {feeds}",
        searched: "La ricerca comprende i {n} articoli più recenti",
        first_shown: ", i primi {n} sono mostrati",
        as_of: "Aggiornato il {time}. Creato con planet e bozofeed.",
        date: "{weekday} {day} {month} {year}",
        month_of_year: "{month} {year}",
        moment: "{day} {short} {year}, {time}",
        weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
        months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        short_months: "gen feb mar apr mag giu lug ago set ott nov dic",
    },
    Words {
        language: "nl",
        archive: "Archief",
        search: "Zoeken",
        health: "Toestand",
        subscriptions: "Abonnementen",
        feeds: "Feeds",
        feed: "Feed",
        website: "Website",
        read_on: "Verder lezen",
        updated: "bijgewerkt",
        newer: "Nieuwer",
        older: "Ouder",
        earlier: "Eerdere berichten",
        before_1990: "Vóór 1990",
        no_entries: "Er zijn nog geen berichten.",
        retired: "wordt niet meer opgehaald",
        failed: "de laatste keer mislukte het ophalen",
        has_hub: "De feed heeft een hub die wijzigingen aankondigt",
        query: "Woorden",
        needs_script: ["Zoeken heeft JavaScript nodig, het ", "archief", " niet."],
        page: "Pagina {n} van {m}",
        all_feeds: "Alle {n} feeds",
        count_entries: ["1 bericht", "{n} berichten"],
        count_feeds: ["1 feed", "{n} feeds"],
        newest: "De {n} nieuwste berichten",
        of: "{entries} van {feeds}",
        searched: "Er wordt gezocht in de {n} nieuwste berichten",
        first_shown: ", de eerste {n} worden getoond",
        as_of: "Bijgewerkt op {time}. Gemaakt met planet en bozofeed.",
        date: "{weekday} {day} {month} {year}",
        month_of_year: "{month} {year}",
        moment: "{day} {short} {year}, {time}",
        weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        months: "januari februari maart april mei juni juli augustus september oktober november december",
        short_months: "jan feb mrt apr mei jun jul aug sep okt nov dec",
    },
    Words {
        language: "pt",
        archive: "Arquivo",
        search: "Pesquisa",
        health: "Estado",
        subscriptions: "Assinaturas",
        feeds: "Feeds",
        feed: "Feed",
        website: "Site",
        read_on: "Continuar a ler",
        updated: "atualizado",
        newer: "Mais recentes",
        older: "Mais antigos",
        earlier: "Artigos anteriores",
        before_1990: "Antes de 1990",
        no_entries: "Ainda não há artigos.",
        retired: "já não é consultado",
        failed: "a última consulta falhou",
        has_hub: "O feed tem um hub que anuncia alterações",
        query: "Palavras",
        needs_script: ["A pesquisa precisa de JavaScript; o ", "arquivo", " não."],
        page: "Página {n} de {m}",
        all_feeds: "Todos os {n} feeds",
        count_entries: ["1 artigo", "{n} artigos"],
        count_feeds: ["1 feed", "{n} feeds"],
        newest: "Os {n} artigos mais recentes",
        of: "{entries} de {feeds}",
        searched: "A pesquisa abrange os {n} artigos mais recentes",
        first_shown: "; são mostrados os primeiros {n}",
        as_of: "Atualizado em {time}. Feito com planet e bozofeed.",
        date: "{weekday}, {day} de {month} de {year}",
        month_of_year: "{month} de {year}",
        moment: "{day} {short} {year}, {time}",
        weekdays: "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
        months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        short_months: "jan fev mar abr mai jun jul ago set out nov dez",
    },
    Words {
        language: "sv",
        archive: "Arkiv",
        search: "Sök",
        health: "Tillstånd",
        subscriptions: "Prenumerationer",
        feeds: "Flöden",
        feed: "Flöde",
        website: "Webbplats",
        read_on: "Läs vidare",
        updated: "uppdaterat",
        newer: "Nyare",
        older: "Äldre",
        earlier: "Tidigare inlägg",
        before_1990: "Före 1990",
        no_entries: "Det finns inga inlägg ännu.",
        retired: "hämtas inte längre",
        failed: "den senaste hämtningen misslyckades",
        has_hub: "Flödet har en hubb som meddelar ändringar",
        query: "Ord",
        needs_script: ["Sökningen kräver JavaScript, men inte ", "arkivet", "."],
        page: "Sida {n} av {m}",
        all_feeds: "Alla {n} flöden",
        count_entries: ["1 inlägg", "{n} inlägg"],
        count_feeds: ["1 flöde", "{n} flöden"],
        newest: "De {n} senaste inläggen",
        of: "{entries} från {feeds}",
        searched: "Sökningen omfattar de {n} senaste inläggen",
        first_shown: ", de första {n} visas",
        as_of: "Uppdaterad {time}. Gjord med planet och bozofeed.",
        date: "{weekday} {day} {month} {year}",
        month_of_year: "{month} {year}",
        moment: "{day} {short} {year}, {time}",
        weekdays: "måndag tisdag onsdag torsdag fredag lördag söndag",
        months: "januari februari mars april maj juni juli augusti september oktober november december",
        short_months: "jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.",
    },
    Words {
        language: "ja",
        archive: "アーカイブ",
        search: "検索",
        health: "状態",
        subscriptions: "購読一覧",
        feeds: "フィード",
        feed: "フィード",
        website: "ウェブサイト",
        read_on: "続きを読む",
        updated: "更新",
        newer: "新しい記事",
        older: "古い記事",
        earlier: "以前の記事",
        before_1990: "1990年より前",
        no_entries: "記事はまだありません。",
        retired: "取得を終了しました",
        failed: "前回の取得に失敗しました",
        has_hub: "更新を知らせるハブがあります",
        query: "検索語",
        needs_script: ["検索には JavaScript が必要です。", "アーカイブ", "には必要ありません。"],
        page: "{n} / {m} ページ",
        all_feeds: "{n} 件のフィードすべて",
        count_entries: ["1 件の記事", "{n} 件の記事"],
        count_feeds: ["1 件のフィード", "{n} 件のフィード"],
        newest: "最新の記事 {n} 件",
        of: "{entries}（{feeds}）",
        searched: "最新の記事 {n} 件を検索します",
        first_shown: "（最初の {n} 件を表示）",
        as_of: "{time} 現在。planet と bozofeed で作成。",
        date: "{year}年{month}{day}日 {weekday}",
        month_of_year: "{year}年{month}",
        moment: "{year}年{short}{day}日 {time}",
        weekdays: "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
        months: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
        short_months: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    },
];

impl Words {
    /// Returns the words for a page in this language, or English words if there are none.
    pub(crate) fn of(language: Option<&Language>) -> &'static Self {
        let known = OTHERS.iter().find(|words| language.is_some_and(|language| language.is(words.language)));
        known.unwrap_or(&ENGLISH)
    }

    /// Returns the primary tag of their language.
    pub(super) fn language(&self) -> &'static str {
        self.language
    }

    pub(super) fn page(&self, at: usize, of: usize) -> String {
        self.page.replace("{n}", &at.to_string()).replace("{m}", &of.to_string())
    }

    pub(super) fn all_feeds(&self, count: usize) -> String {
        self.all_feeds.replace("{n}", &count.to_string())
    }

    pub(super) fn entries(&self, count: usize) -> String {
        counted(self.count_entries, count)
    }

    /// Returns the singular and plural of "entry".
    pub(super) fn entry_forms(&self) -> [&'static str; 2] {
        self.count_entries
    }

    pub(super) fn feeds(&self, count: usize) -> String {
        counted(self.count_feeds, count)
    }

    /// Returns the text for the newest entries of this number of feeds.
    pub(super) fn newest(&self, entries: usize, feeds: usize) -> String {
        let newest =
            if entries == 1 { self.entries(1) } else { self.newest.replace("{n}", &entries.to_string()) };
        self.of.replace("{entries}", &newest).replace("{feeds}", &self.feeds(feeds))
    }

    pub(super) fn searched(&self, entries: usize) -> String {
        self.searched.replace("{n}", &entries.to_string())
    }

    pub(super) fn as_of(&self, time: &str) -> String {
        self.as_of.replace("{time}", time)
    }

    /// Formats a day, `2026-11-22`, in words.
    pub(super) fn date(&self, day: &str) -> String {
        day.parse().map_or_else(|_| day.to_owned(), |date| self.filled(self.date, date, ""))
    }

    /// Formats a month, `2026-11`, in words.
    pub(super) fn month(&self, month: &str) -> String {
        let first = format!("{month}-01").parse();
        first.map_or_else(|_| month.to_owned(), |date| self.filled(self.month_of_year, date, ""))
    }

    /// Formats a time of the database in a time zone.
    pub(super) fn moment(&self, time: &str, zone: &TimeZone) -> String {
        let Some(time) = zoned(time, zone) else { return time.to_owned() };
        self.filled(self.moment, time.date(), &time.strftime("%H:%M").to_string())
    }

    fn filled(&self, pattern: &str, date: jiff::civil::Date, time: &str) -> String {
        let nth = |list: &'static str, at: i8| {
            list.split(' ').nth(usize::try_from(at).unwrap_or_default()).unwrap_or_default()
        };
        let month = date.month() - 1;
        pattern
            .replace("{weekday}", nth(self.weekdays, Weekday::to_monday_zero_offset(date.weekday())))
            .replace("{day}", &date.day().to_string())
            .replace("{month}", nth(self.months, month))
            .replace("{short}", nth(self.short_months, month))
            .replace("{year}", &date.year().to_string())
            .replace("{time}", time)
    }
}

fn counted([one, many]: [&str; 2], count: usize) -> String {
    if count == 1 { one.to_owned() } else { many.replace("{n}", &count.to_string()) }
}

fn zoned(time: &str, zone: &TimeZone) -> Option<jiff::ZonedDateTime> {
    Some(jiff::Timestamp::from(from_text(time)?).to_zoned_datetime(zone.clone()))
}

/// Returns the day of a time of the database in a time zone: `2026-11-22`.
pub(super) fn day(time: &str, zone: &TimeZone) -> String {
    zoned(time, zone).map_or_else(|| time.to_owned(), |time| time.date().to_string())
}

/// Formats a time of the database to the minute in a time zone: `2026-11-22 09:15 CET`.
pub(super) fn minute(time: &str, zone: &TimeZone) -> String {
    zoned(time, zone).map_or_else(|| time.to_owned(), |time| time.strftime("%Y-%m-%d %H:%M %Z").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_what_is_replaced() {
        for words in OTHERS.iter().chain([&ENGLISH]) {
            let texts = [
                words.page(2, 3),
                words.all_feeds(7),
                words.entries(7),
                words.feeds(7),
                words.newest(60, 7),
                words.searched(7),
                words.as_of("7"),
                words.date("2026-11-22"),
                words.month("2026-11"),
                words.moment("2026-11-22T08:15:00Z", &TimeZone::UTC),
            ];
            for text in &texts {
                assert!(!text.contains(['{', '}']) && text.contains(|c: char| c.is_ascii_digit()), "{text}");
            }
            let counts = [(words.weekdays, 7), (words.months, 12), (words.short_months, 12)];
            for (list, count) in counts {
                assert_eq!(list.split(' ').count(), count, "{list}");
            }
        }
    }

    #[test]
    fn times_are_written_in_the_language_and_the_zone() {
        let berlin = TimeZone::fixed(jiff::tz::offset(1));
        for (tag, date, month, moment) in [
            ("en", "Monday, 23 November 2026", "November 2026", "23 Nov 2026, 00:15"),
            ("de-AT", "Montag, 23. November 2026", "November 2026", "23. Nov. 2026, 00:15"),
            ("fr", "lundi 23 novembre 2026", "novembre 2026", "23 nov. 2026, 00:15"),
            ("ja", "2026年11月23日 月曜日", "2026年11月", "2026年11月23日 00:15"),
            // A language without words.
            ("tlh", "Monday, 23 November 2026", "November 2026", "23 Nov 2026, 00:15"),
        ] {
            let words = Words::of(Language::named(tag).as_ref());
            let time = "2026-11-22T23:15:00Z";
            let found =
                (words.date(&day(time, &berlin)), words.month("2026-11"), words.moment(time, &berlin));
            assert_eq!((found.0.as_str(), found.1.as_str(), found.2.as_str()), (date, month, moment));
        }
        assert_eq!(minute("2026-11-22T23:15:00Z", &TimeZone::UTC), "2026-11-22 23:15 UTC");
    }
}
