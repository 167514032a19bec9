//! Texts of links to feeds, in the most common languages of the web.
//!
//! Each line of a list has several words, separated by spaces.

/// Language names in titles of feeds: native, English and German, in lower case.
const LANGUAGES: &[(&str, &str)] = &[
    ("ar", "العربية arabic arabisch"),
    ("ca", "català catalan"),
    ("cs", "čeština česky czech tschechisch"),
    ("da", "dansk danish dänisch"),
    ("de", "deutsch german"),
    ("el", "ελληνικά greek griechisch"),
    ("en", "english englisch anglais inglés inglese"),
    ("es", "español castellano spanish spanisch"),
    ("fa", "فارسی persian persisch"),
    ("fi", "suomi finnish finnisch"),
    ("fr", "français french französisch"),
    ("he", "עברית hebrew hebräisch"),
    ("hi", "हिन्दी hindi"),
    ("hu", "magyar hungarian ungarisch"),
    ("id", "indonesia indonesian indonesisch"),
    ("it", "italiano italian italienisch"),
    ("ja", "日本語 japanese japanisch"),
    ("ko", "한국어 korean koreanisch"),
    ("nl", "nederlands dutch niederländisch"),
    ("no", "norsk norwegian norwegisch"),
    ("pl", "polski polish polnisch"),
    ("pt", "português portuguese portugiesisch"),
    ("ro", "română romanian rumänisch"),
    ("ru", "русский russian russisch"),
    ("sv", "svenska swedish schwedisch"),
    ("th", "ไทย thai"),
    ("tr", "türkçe turkish türkisch"),
    ("uk", "українська ukrainian ukrainisch"),
    ("vi", "việt vietnamese vietnamesisch"),
    ("zh", "中文 chinese chinesisch"),
];

/// Returns the code of the language in a title: `de` for `Nachrichten (Deutsch)`.
pub(super) fn language(title: &str) -> Option<&'static str> {
    if title.len() > LONGEST {
        return None;
    }
    let title = title.to_lowercase();
    let words = || title.split(|c: char| !is_of_word(c)).filter(|word| !word.is_empty());
    let named = |names: &str| names.split(' ').any(|name| words().any(|word| word == name));
    LANGUAGES.iter().find(|(_, names)| named(names)).map(|(code, _)| *code)
}

/// Words that are sufficient evidence of a link to a feed.
const FEEDS: &[&str] = &[
    // English
    "atom feed feeds newsfeed rdf rss rss2 rss2.0 syndicate syndication webfeed",
    // French, Spanish, Portuguese
    "syndiquer sindicación sindicar sindicação",
    // Finnish, Swedish, Hungarian
    "syöte syötteet uutissyöte webbflöde hírcsatorna",
    // Russian, Ukrainian
    "рсс фид фід",
    // Arabic, Persian, Urdu, which also spell out the letters of RSS
    "خلاصات خوراک إس اس ایس فیڈ",
    // Hebrew
    "פיד",
    // Hindi
    "फ़ीड फीड आरएसएस",
    // Bengali, Tamil
    "আরএসএস ফিড ஆர்எஸ்எஸ்",
];

/// Other words in such texts: to subscribe, the channel, the news, the site, and function words.
const OTHERS: &[&str] = &[
    // English
    "1.0 2.0 xml json the this our my a an to by via with in of for on and use get full all main",
    "latest recent new subscribe subscription subscriptions follow us me blog site website news",
    "posts post articles entries content contents updates podcast channel button icon link",
    "available page add you can text only format episodes stories",
    "web grab copy url address here click view read now",
    // German
    "abonnieren abonniere abo abonnement per als den das der die dieses diesen unseren unser mit im",
    "für beiträge artikel nachrichten neuigkeiten einträge alle seite kanal aktuelles meldungen",
    "folgen neueste neue webseite und",
    // French
    "flux fil fils s abonner abonnez vous au aux le la les du de des en par ce notre nos l d",
    "information informations infos actualité actualités nouvelles billets toutes tous dernières",
    "derniers suivre nous suivez et",
    // Spanish, Catalan
    "suscribirse suscríbete suscribete suscripción suscribir suscríbase subscriu fuente fuentes",
    "canal canales noticias artículos entradas al a el los las por vía del nuestro nuestros este",
    "sitio con seguir síguenos titulares y tú",
    // Portuguese
    "assinar assine subscrever subscreva assinatura notícias artigos o do da no na pelo por nosso",
    "fonte feed publicações siga e",
    // Italian
    "iscriviti abbonati sottoscrivi iscrizione il lo gli i al ai tramite con del della nostro",
    "notizie articoli canale segui seguici via su",
    // Dutch
    "abonneer abonneren nieuws berichten artikelen het van op met kanaal volg volgen ons onze je en een",
    // Swedish, Danish, Norwegian, Finnish
    "prenumerera prenumeration på via vårt flöde flöden nyheter inlägg artiklar abonner abonnér",
    "nyheder indlæg innlegg strøm kilde vår följ følg oss os som med tilaa uutiset",
    "syötteen n ja",
    // Polish
    "subskrybuj subskrypcja kanał kanały kanału wpisy wpisów aktualności artykuły przez nasz",
    "obserwuj wiadomości i",
    // Czech, Slovak
    "odebírat odběr odber odoberať kanál kanály kanálu novinky články aktuality příspěvky zdroj přes",
    "cez přihlásit",
    // Hungarian
    "feliratkozás feliratkozása hírfolyam csatorna hírek hozzászólások bejegyzések az",
    // Romanian
    "abonare abonează te la prin flux fluxul știri articole abonamente",
    // Croatian, Serbian, Slovene
    "pretplata pretplati pretplatite se na naroči novice vijesti vesti novosti preko kanal kanali",
    "izvor izvori vir viri",
    // Lithuanian, Latvian, Estonian
    "srautas prenumerata prenumeruoti naujienos plūsma abonēt jaunumi voog uudised telli",
    // Turkish
    "abone ol olun aboneliği akişi akışı besleme beslemesi ile haberler yazılar kaynağı takip et",
    "beslemeleri kanalı",
    // Vietnamese
    "đăng ký theo dõi nguồn cấp tin qua kênh bài viết tức mới",
    // Indonesian, Malay
    "berlangganan langganan umpan berita melalui suapan langgan lewat artikel ikuti",
    // Russian
    "подписаться подписка подпишитесь подписки подписку лента ленты ленту канал новости новостей на",
    "по через записей записи сайта блога статьи все и в экспорт читать",
    // Ukrainian
    "підписатися підписка стрічка новини",
    // Bulgarian
    "абонамент абонирай се емисия",
    // Greek
    "ροή ροές εγγραφή συνδρομή τροφοδοσία νέα στο με μέσω",
    // Arabic
    "آر خلاصة اشتراك الاشتراك اشترك عبر في تغذية قناة الأخبار موجز موجزات تلقيم خدمة",
    // Persian
    "اشتراک اخبار مشترک شوید از طریق",
    // Hebrew
    "הרשמה הירשמו הזנת ערוץ עדכוני חדשות",
    // Hindi
    "सदस्यता लें करें सब्सक्राइब समाचार",
    // Tamil
    "ஓடை",
];

/// Words that indicate a link to a feed, for scripts without spaces between words, and for Korean, which adds particles.
const UNSPACED_FEEDS: &[&str] = &[
    // Japanese
    "フィード",
    // Chinese
    "聚合 信息源 資訊提供 订阅源 訂閱源 供稿",
    // Korean
    "피드",
    // Thai
    "ฟีด",
];

/// Other words in such texts.
const UNSPACED_OTHERS: &[&str] = &[
    // Chinese
    "订阅 訂閱 源 本站 博客 部落格 通过 透過 使用 新闻 新聞 文章 频道 頻道 我 们 全站 全部 最新 资讯 关注 用 的 網站 网站",
    // Japanese
    "購読 登録 を する で の 配信 ブログ 記事 更新 情報 新着 ニュース こ サイト",
    // Korean
    "구독 하기 으로 로 를 을 블로그 뉴스 새 글 전체",
    // Thai
    "สมัคร รับ ข่าว ติดตาม สมาชิก ผ่าน",
];

/// The maximum length in bytes of the texts that are examined.
const LONGEST: usize = 200;

/// Returns whether an anchor with this text leads to a feed, whatever its URL is: it mentions a feed, and has only words that
/// occur in such texts.
pub(super) fn is_feed_text(text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    let text = text.to_lowercase();
    // Few texts mention a feed, so the long lists are rarely searched.
    let names_feed = Words(&text).any(|word| match word {
        Word::Spaced(word) => has(FEEDS, word),
        Word::Unspaced(text) => all(UNSPACED_FEEDS).any(|word| text.contains(word)),
    });
    names_feed
        && Words(&text).all(|word| match word {
            Word::Spaced(word) => has(FEEDS, word) || has(OTHERS, word),
            Word::Unspaced(text) => consists_of_known(text),
        })
}

fn all(list: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    list.iter().flat_map(|line| line.split(' '))
}

fn has(list: &'static [&'static str], word: &str) -> bool {
    all(list).any(|known| known == word)
}

/// Returns whether a text without spaces consists of known words, matching the longest first.
fn consists_of_known(mut text: &str) -> bool {
    while !text.is_empty() {
        let known = all(UNSPACED_FEEDS).chain(all(UNSPACED_OTHERS)).filter(|word| text.starts_with(word));
        let Some(rest) = known.max_by_key(|word| word.len()).and_then(|word| text.strip_prefix(word)) else {
            return false;
        };
        text = rest;
    }
    true
}

/// A part of a text.
enum Word<'a> {
    Spaced(&'a str),
    /// One or more words in a script without spaces between words.
    Unspaced(&'a str),
}

/// The words of a text. `RSS订阅` has two.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.0.trim_start_matches(|c: char| !is_of_word(c));
        let is_unspaced = rest.starts_with(is_of_unspaced);
        let end = rest.find(|c: char| !is_of_word(c) || is_of_unspaced(c) != is_unspaced);
        let (word, rest) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        self.0 = rest;
        match word {
            "" => None,
            word if is_unspaced => Some(Word::Unspaced(word)),
            word => Some(Word::Spaced(word.trim_matches('.'))),
        }
    }
}

/// Returns whether a character is part of words, including combining marks. Indian languages and Thai have many.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '.' || is_of_unspaced(c) || ('\u{900}'..='\u{d7f}').contains(&c)
}

/// Returns whether a character is Thai, Chinese, Japanese or Korean.
fn is_of_unspaced(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e4e}' | '\u{3041}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}')
        || matches!(c, '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::is_feed_text;

    #[test]
    fn texts_of_links_name_feeds_in_many_languages() {
        let wrong: Vec<_> = [
            ("RSS", true),
            ("rss feed", true),
            ("Subscribe via RSS", true),
            ("Subscribe to this blog’s RSS feed", true),
            ("RSS 2.0", true),
            ("RSS ↗", true),
            ("Atom", true),
            ("Syndicate this site (XML)", true),
            ("XML", false),
            ("Subscribe", false),
            ("", false),
            ("What is RSS?", false),
            ("How to feed gulls", false),
            ("The RSS that everybody likes", false),
            ("RSS is dead", false),
            ("RSS-Feed abonnieren", true),
            ("RSS-Feeds", true),
            ("Flux RSS", true),
            ("S’abonner au flux RSS", true),
            ("Fil RSS", true),
            ("Flux de travail", false),
            ("Suscribirse por RSS", true),
            ("Canal RSS", true),
            ("Assine o feed RSS", true),
            ("Iscriviti al feed RSS", true),
            ("Abonneer op RSS", true),
            ("RSS-flöde", true),
            ("Prenumerera via RSS", true),
            ("RSS-syöte", true),
            ("Kanał RSS", true),
            ("Odběr RSS", true),
            ("RSS hírcsatorna", true),
            ("Flux RSS", true),
            ("RSS aboneliği", true),
            ("RSS ile takip et", true),
            ("Nguồn cấp RSS", true),
            ("Berlangganan RSS", true),
            ("RSS-лента", true),
            ("Подписаться на RSS", true),
            ("Новости", false),
            ("RSS-стрічка", true),
            ("Ροή RSS", true),
            ("خلاصة RSS", true),
            ("خوراک", true),
            ("הזנת RSS", true),
            ("RSS फ़ीड", true),
            ("RSS订阅", true),
            ("訂閱 RSS", true),
            ("订阅本站", false),
            ("RSSフィード", true),
            ("フィードを購読する", true),
            ("RSS 구독하기", true),
            ("ฟีด RSS", true),
            ("ข่าว", false),
            ("تغذية آر إس إس", true),
            ("آر اس اس", true),
            ("आरएसएस फ़ीड", true),
            ("আরএসএস ফিড", true),
            ("RSS ஓடை", true),
            ("订阅源", true),
            ("RSS izvor", true),
            ("RSS srautas", true),
            ("RSS-voog", true),
        ]
        .into_iter()
        .filter(|(text, expected)| is_feed_text(text) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
