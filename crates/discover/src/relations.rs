//! Titles that distinguish a page's feed of comments from its feed of entries.

use super::likely;
use bozofeed::content::BoundedUrlParser;

/// Stems of words for comments in titles of feeds, in lower case. No word for entries contains one.
const COMMENTS: &[&str] = &[
    // English, German, French, Danish, Norwegian, Dutch, Turkish, Latvian and others, with their endings
    "comment",
    "kommentar",
    "kommentaar",
    "kommentáro",
    "komentar",
    "komentár",
    "komentář",
    "komentarz",
    "komentāru",
    "komentarų",
    "komente",
    // Spanish, Portuguese, Galician, Catalan, Italian, Romanian
    "comentari",
    "comentári",
    "comentário",
    "commenti",
    "commento",
    // Dutch, Finnish, Hungarian, Icelandic, Welsh, Irish, Esperanto, Afrikaans
    "reactie",
    "kommentti",
    "kommentt",
    "kommentit",
    "hozzászólás",
    "athugasemd",
    "ummæli",
    "sylw",
    "trácht",
    "komento",
    // Basque, Vietnamese, Indonesian, Malay, Swahili, Tagalog
    "iruzkin",
    "bình luận",
    "phản hồi",
    "komen",
    "maoni",
    "puna",
    // Russian, Ukrainian, Bulgarian, Serbian, Macedonian, Belarusian, Kazakh
    "комментари",
    "коментар",
    "каментар",
    "пікір",
    "коментари",
    // Greek, Armenian, Georgian, Azerbaijani, Turkish, Albanian
    "σχόλι",
    "σχολί",
    "մեկնաբան",
    "კომენტარ",
    "şərh",
    "yorum",
    "koment",
    // Arabic, Persian, Urdu, Hebrew
    "تعليق",
    "دیدگاه",
    "نظرات",
    "تبصر",
    "תגוב",
    // Hindi, Bengali, Tamil, Telugu, Marathi, Nepali, Thai
    "टिप्पण",
    "प्रतिक्रिया",
    "মন্তব্য",
    "கருத்து",
    "மறுமொழி",
    "వ్యాఖ్య",
    "ความเห็น",
    "ความคิดเห็น",
    // Gujarati, Kannada, Malayalam, Sinhala, Burmese, Khmer, Mongolian, Faroese
    "ટિપ્પણી",
    "ಪ್ರತಿಕ್ರಿಯೆ",
    "അഭിപ്രായ",
    "අදහස්",
    "မှတ်ချက်",
    "មតិ",
    "сэтгэгдэл",
    "viðmerking",
    // Chinese, Japanese, Korean
    "评论",
    "評論",
    "留言",
    "回應",
    "迴響",
    "コメント",
    "댓글",
    "덧글",
    "코멘트",
];

/// English words for comments that only count if they form or begin a part of a title: `Fog » Replies`,
/// `Responses to Fog`. A forum may be called `Harbour Discussions`.
const ANSWERS: &[&str] = &["answers", "discussion", "discussions", "replies", "responses"];

/// Returns whether a feed has the comments of a site or a page rather than its entries.
pub(super) fn is_of_comments(href: &str, title: Option<&str>, urls: &BoundedUrlParser) -> bool {
    let title = title.unwrap_or_default().to_lowercase();
    COMMENTS.iter().any(|word| names(&title, word))
        || title.split(['»', '|', '-', '–', '—', ':', '·']).any(is_of_answers)
        || likely::is_of_comments(href, urls)
}

/// Returns whether a part of a title means comments.
fn is_of_answers(part: &str) -> bool {
    const FEEDS: &[&str] = &["atom", "feed", "rss"];
    let words = part.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty() && !FEEDS.contains(word));
    let is_answers = words.next().is_some_and(|word| ANSWERS.contains(&word));
    is_answers && words.next().is_none_or(|word| matches!(word, "for" | "in" | "of" | "on" | "to"))
}

/// Returns whether a title contains a word. A short one must be at the start of a word, since `rekomendasi` contains
/// `komen`.
fn names(title: &str, word: &str) -> bool {
    const SHORT: usize = 5;
    let is_short =
        word.chars().next().is_some_and(|first| first < '\u{250}') && word.chars().count() <= SHORT;
    title.contains(word)
        && (!is_short || title.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_comments_are_known_in_many_languages() {
        let urls = BoundedUrlParser::new();
        let titles = [
            "Tides » Comments Feed",
            "Tides » Kommentar-Feed",
            "Tides » Flux des commentaires",
            "Tides » Feed de los comentarios",
            "Tides » Feed de comentários",
            "Tides » Feed dei commenti",
            "Tides » reacties feed",
            "Tides » Kommentarsflöde",
            "Tides » Kommentar-feed",
            "Tides » Kommentarstrøm",
            "Tides » kommenttien syöte",
            "Tides » Kanał z komentarzami",
            "Tides » RSS komentářů",
            "Tides » RSS feed komentárov",
            "Tides » hozzászólás hírcsatorna",
            "Tides » Flux comentarii",
            "Tides » Kanal komentara",
            "Tides » Vir komentarjev",
            "Tides » Довод коментара",
            "Tides » Поток за коментари",
            "Tides » Лента комментариев",
            "Tides » стрічка коментарів",
            "Tides » Ροή Σχολίων",
            "Tides » yorum akışı",
            "Tides » خلاصة التعليقات",
            "Tides » פיד תגובות",
            "Tides » خوراک دیدگاه‌ها",
            "Tides » टिप्पणी फ़ीड",
            "Tides » মন্তব্য ফিড",
            "Tides » ฟีดความเห็น",
            "Tides » Dòng bình luận",
            "Tides » Umpan Komentar",
            "Tides » Suapan Komen",
            "Tides » コメントフィード",
            "Tides » 댓글 피드",
            "Tides » 评论 Feed",
            "Tides » 留言的資訊提供",
            "Tides » 迴響訂閱",
            "Tides » Canal dels comentaris",
            "Tides » Iruzkinen jarioa",
            "Tides » Fonte dos comentarios",
            "Tides » Komentarų srautas",
            "Tides » Komentāru barotne",
            "Tides » Kommentaaride RSS",
            "Tides » straumur athugasemda",
            "Tides » კომენტარების RSS",
            "Tides » Մեկնաբանությունների հոսք",
            "Tides » şərhlər lenti",
            "Tides » Канал со коментари",
            "Tides » Prurje Komentesh",
            "Tides » மறுமொழி ஓடை",
            "Tides » Ffrwd sylwadau",
            "Tides » Kommentit",
            "Replies",
            "Tides » Discussion Feed",
            "Tides - Responses (RSS)",
            "Responses to Tides",
        ];
        let missed: Vec<_> =
            titles.into_iter().filter(|title| !is_of_comments("/x", Some(title), &urls)).collect();
        assert_eq!(missed, [] as [&str; 0]);
        let others = [
            "Tides » Feed", "Rekomendasi", "Recommended", "Kommunales", "Opuna", "Aktuelles",
            "Harbour Discussions", "Discussion forum",
        ];
        let wrong: Vec<_> =
            others.into_iter().filter(|title| is_of_comments("/x", Some(title), &urls)).collect();
        assert_eq!(wrong, [] as [&str; 0]);
    }
}
