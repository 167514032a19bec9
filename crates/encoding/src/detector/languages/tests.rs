//! Detection of texts in the common encodings of their languages.

use crate::codec::Codec;
use crate::detector::{Detected, detect};
use crate::trail::Decision;

/// Returns the encoded text.
fn encode(encoding: &str, text: &str) -> Vec<u8> {
    if let Some(standard) = encoding_rs::Encoding::for_label(encoding.as_bytes()) {
        let (bytes, _, is_unmappable) = standard.encode(text);
        assert!(!is_unmappable, "{encoding}: {text}");
        return bytes.into_owned();
    }
    let codec = Codec::named(encoding).expect(encoding);
    let byte = |c: char| {
        let beyond = (0x80..=u8::MAX).find(|byte| codec.character(*byte) == Some(c));
        u8::try_from(c).ok().filter(u8::is_ascii).or(beyond).expect("a character of the page")
    };
    text.chars().map(byte).collect()
}

/// Asserts that each text is decoded correctly as the title of an English feed.
fn assert_detected(texts: &[(&str, &str)]) {
    for &(encoding, text) in texts {
        let feed = format!(
            "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Example news</title><item><title>{text}</title>\
             <link>https://example.org/1</link><description>More in our next edition.</description></item></channel></rss>"
        );
        let bytes = encode(encoding, &feed);
        let Detected { label, detection } = detect(&bytes);
        let codec = label.as_deref().and_then(Codec::named).expect("a codec");
        assert_eq!(codec.decode(&bytes).as_deref(), Ok(feed.as_str()), "{encoding}: {detection:?}");
    }
}

#[test]
fn a_word_in_an_english_feed_is_windows_1252() {
    assert_detected(
        &[
            "A naïve approach", "Anaïs at the harbour", "La fête du village", "¡Hola!", "¿Qué tal?",
            "A café opens", "She said “no” again", "It’s about time", "Five to nine – or later…",
            "Tickets from €5", "Now £10 less", "25 °C in the shade", "Malmö and Tromsø",
            "Chloë’s crème brûlée", "São Tomé", "© Example", "20 µm",
        ]
        .map(|text| ("windows-1252", text)),
    );
}

#[test]
fn a_short_title_is_read_in_its_encoding() {
    assert_detected(&[
        ("windows-1250", "Nový most přes řeku"),
        ("windows-1250", "Łódź"),
        ("iso-8859-2", "Pokoj wrócił do Łodzi, wieś świętuje"),
        ("windows-1250", "Őszi vásár"),
        ("windows-1250", "Šola se začne jutri"),
        ("windows-1251", "Новости"),
        ("windows-1251", "В деревне починили мост"),
        ("windows-1251", "Новини от морето"),
        ("koi8-r", "В деревне починили мост"),
        ("ibm866", "В деревне починили мост"),
        ("windows-1253", "Νέα από το λιμάνι"),
        ("windows-1254", "Işıklar söndü"),
        ("windows-1254", "Beşiktaş kazandı"),
        ("windows-1255", "חדשות הבוקר"),
        ("windows-1256", "أخبار الصباح"),
        ("windows-1257", "Tiltas per upę jau atidarytas, miestas švenčia"),
        ("windows-874", "ข่าวเช้า"),
        ("gbk", "新闻"),
        ("gbk", "今天早上的天气"),
        ("big5", "今天早上的天氣"),
        ("shift_jis", "朝のニュース"),
        ("euc-jp", "朝のニュース"),
        ("euc-kr", "아침 소식"),
    ]);
}

#[test]
fn rare_encodings_are_told_by_the_letters_in_their_words() {
    assert_detected(&[
        ("macintosh", "Où est passé Noé ? Il était là, très près, déjà fâché."),
        ("cp850", "Où est passé Noé ? Il était là, très près, déjà fâché."),
        ("cp852", "Běží liška k Táboru, nese pytel zázvoru"),
        ("mac-latin2", "Běží liška k Táboru, nese pytel zázvoru"),
        ("x-mac-cyrillic", "Мы едем, едем, едем в далёкие края"),
        ("cp855", "Мы едем, едем, едем в далёкие края"),
        ("cp1125", "Її сусіди їдуть до міста, їхній потяг відходить увечері"),
        ("cp737", "Το φως της ημέρας έρχεται από την ανατολή"),
        ("cp869", "Το φως της ημέρας έρχεται από την ανατολή"),
        ("cp862", "הילדים משחקים בחצר ליד הבית הגדול"),
    ]);
}

#[test]
fn the_detection_says_who_was_right() {
    for (encoding, text, decision) in [
        ("windows-1251", "В деревне починили мост, и теперь по нему ездят", Decision::Agreed),
        ("windows-1252", "¡Hola!", Decision::Refuted),
        ("cp737", "Το φως της ημέρας έρχεται από την ανατολή", Decision::Rare),
    ] {
        let detection = detect(&encode(encoding, text)).detection.expect("a detection");
        assert_eq!(detection.decision, decision, "{encoding}: {detection}");
    }
}
