//! Guessing by statistics: chardetng for the encodings of the web, and letters in words for the code pages beyond.

use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::codec::Codec;
use super::likelihood::{NOISE, Profile, Sample, johab_likelihood, most_likely};

/// So many bytes are enough for chardetng, which reads a megabyte or two in a second …
const ENOUGH: usize = 64 << 10;
/// … and where they were not, so many are all that it gets.
const AT_MOST: usize = 4 * ENOUGH;
/// So many bytes around what is not ASCII are looked at in a long document.
const AROUND: usize = 16;
/// Code pages of Latin letters, which chardetng does not always tell apart.
const PAGES_OF_THE_WEB: [&str; 9] = [
    "windows-1252",
    "iso-8859-15",
    "windows-1250",
    "iso-8859-2",
    "windows-1254",
    "windows-1257",
    "iso-8859-13",
    "iso-8859-4",
    "windows-1258",
];
/// Code pages that chardetng does not know; of those that give the same text the first is taken.
const PAGES: [&str; 39] = [
    "macintosh",
    "x-mac-cyrillic",
    "mac-latin2",
    "mac-greek",
    "mac-turkish",
    "mac-iceland",
    "mac-croatian",
    "mac-romanian",
    "mac-arabic",
    "mac-farsi",
    "cp850",
    "cp437",
    "cp852",
    "cp855",
    "cp857",
    "cp737",
    "cp869",
    "cp860",
    "cp861",
    "cp863",
    "cp865",
    "cp775",
    "cp1125",
    "cp862",
    "cp720",
    "cp864",
    "cp856",
    "cp1006",
    "iso-8859-3",
    "iso-8859-9",
    "iso-8859-10",
    "iso-8859-14",
    "iso-8859-16",
    "koi8-t",
    "kz1048",
    "ptcp154",
    "viscii",
    "tcvn",
    "hp-roman8",
];
/// The bytes in which KOI8-U differs from KOI8-R; without them, the text goes by the older name.
const BEYOND_KOI8_R: [u8; 8] = [0xA4, 0xA6, 0xA7, 0xAD, 0xB4, 0xB6, 0xB7, 0xBD];
/// chardetng's guess stands unless the whole sample is more likely by so much in another page of the web
const MARGIN: f32 = 4.0;
/// (by so much in the commonest of them) …
const COMMONEST_MARGIN: f32 = 0.5;
const COMMONEST: &str = "windows-1252";
/// … or by so much in one that the web has left behind.
const WIDE_MARGIN: f32 = 12.0;

static PROFILES_OF_THE_WEB: LazyLock<Vec<Profile>> = LazyLock::new(|| Profile::of_each(&PAGES_OF_THE_WEB));
static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| Profile::of_each(&PAGES));

/// The label of the encoding that the bytes look like; none if they look like no text in any.
///
/// UTF-8 is never the answer, as it is not guessed but known.
pub(super) fn guess(bytes: &[u8]) -> Option<String> {
    let guess = chardetng(bytes);
    let label = if guess == encoding_rs::KOI8_U && !bytes.iter().any(|byte| BEYOND_KOI8_R.contains(byte)) {
        "koi8-r".to_owned()
    } else {
        guess.name().to_ascii_lowercase()
    };
    if bytes.is_ascii() || !guess.is_single_byte() && Codec::named(&label)?.decode(bytes).is_ok() {
        return Some(label);
    }
    let sample = Sample::of(bytes);
    let guessed = match Codec::named(&label) {
        Some(codec) if guess.is_single_byte() => Profile::of(&codec).likelihood(&sample),
        _ => f32::MIN,
    };
    let likely = |margin: f32, best: f32| (best - guessed.max(NOISE)) * sample.length() > margin;
    let of_the_web = most_likely(&PROFILES_OF_THE_WEB, &sample);
    let mut other = most_likely(&PROFILES, &sample);
    let johab = johab_likelihood(bytes);
    if johab > other.0 {
        other = (johab, "johab");
    }
    if other.0 > of_the_web.0 && likely(WIDE_MARGIN, other.0) {
        return Some(other.1.to_owned());
    }
    let margin = if of_the_web.1 == COMMONEST { COMMONEST_MARGIN } else { MARGIN };
    if likely(margin, of_the_web.0) {
        return Some(of_the_web.1.to_owned());
    }
    (guessed > NOISE).then_some(label)
}

/// What chardetng says: of a long document by the words that are not ASCII, by more of them where not all of it decodes
/// in that.
fn chardetng(bytes: &[u8]) -> &'static Encoding {
    let ask = |excerpt: &[u8], whole: bool| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(excerpt, whole);
        detector.guess(None, Utf8Detection::Deny)
    };
    if bytes.len() <= ENOUGH {
        return ask(bytes, true);
    }
    let (excerpt, whole) = beyond_ascii(bytes, ENOUGH);
    let guess = ask(&excerpt, whole);
    if guess.decode_without_bom_handling_and_without_replacement(bytes).is_some() {
        return guess;
    }
    let (excerpt, whole) = beyond_ascii(bytes, AT_MOST);
    ask(&excerpt, whole)
}

/// What is not ASCII, with what stands around it, up to about so many bytes; and whether the last of it is whole.
fn beyond_ascii(bytes: &[u8], enough: usize) -> (Vec<u8>, bool) {
    let mut excerpt = Vec::with_capacity(enough.min(bytes.len()));
    let mut at = 0;
    while excerpt.len() < enough {
        let rest = bytes.get(at..).unwrap_or_default();
        let skipped = Encoding::ascii_valid_up_to(rest);
        if skipped == rest.len() {
            break;
        }
        let start = at + skipped.saturating_sub(AROUND);
        let run = rest.get(skipped..).unwrap_or_default();
        let room = run.len().min(enough - excerpt.len());
        let Some(length) = run.iter().take(room + 1).position(u8::is_ascii) else {
            // One run that is longer than all that is wanted.
            excerpt.extend_from_slice(bytes.get(start..at + skipped + room).unwrap_or_default());
            return (excerpt, room == run.len());
        };
        // No further than the next byte beyond ASCII, so that no character is cut.
        let after = Encoding::ascii_valid_up_to(run.get(length..).unwrap_or_default()).min(AROUND);
        let end = at + skipped + length + after;
        excerpt.extend_from_slice(bytes.get(start..end).unwrap_or_default());
        at = end;
    }
    (excerpt, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an encoder of the code page makes of the text.
    fn encode(page: &str, text: &str) -> Vec<u8> {
        let codec = Codec::named(page).expect(page);
        let byte =
            |c: char| (0..=u8::MAX).find(|byte| codec.decode(&[*byte]).is_ok_and(|text| text.starts_with(c)));
        text.chars().map(|c| byte(c).expect("a character of the page")).collect()
    }

    const FRENCH: &str = "Où est passé l’été ? Il était là, très près, déjà fâché.";
    const FRENCH_PLAIN: &str = "Où est passé Noé ? Il était là, très près, déjà fâché.";
    const CZECH: &str =
        "Běží liška k Táboru, nese pytel zázvoru; ježek za ní pospíchá, že jí pytel rozpíchá.";
    const RUSSIAN: &str = "Мы едем, едем, едем в далёкие края, хорошие соседи, счастливые друзья.";
    const UKRAINIAN: &str = "Її сусіди їдуть до міста, їхній потяг відходить у вівторок увечері.";
    const GREEK: &str = "Το φως της ημέρας έρχεται από την ανατολή και φεύγει προς τη δύση.";
    const HEBREW: &str = "הילדים משחקים בחצר ליד הבית הגדול של סבא וסבתא";

    #[test]
    fn code_pages_that_the_web_has_left_behind_are_told_by_the_letters_in_their_words() {
        for (page, text) in [
            ("macintosh", FRENCH),
            ("cp850", FRENCH_PLAIN),
            ("cp852", CZECH),
            ("mac-latin2", CZECH),
            ("x-mac-cyrillic", RUSSIAN),
            ("cp855", RUSSIAN),
            ("cp1125", UKRAINIAN),
            ("cp737", GREEK),
            ("cp869", GREEK),
            ("cp862", HEBREW),
        ] {
            let bytes = encode(page, text);
            let guess = guess(&bytes).expect(page);
            let codec = Codec::named(&guess).expect("a codec");
            assert_eq!(codec.decode(&bytes).as_deref(), Ok(text), "{page} taken for {guess}");
        }
    }

    #[test]
    fn encodings_of_the_web_keep_chardetng_s_guess() {
        for (page, text) in [
            ("windows-1252", FRENCH),
            ("windows-1252", "She said “it isn’t so” – and left… A café—or two, for £5."),
            ("windows-1250", CZECH),
            ("iso-8859-2", CZECH),
            ("windows-1251", RUSSIAN),
            ("koi8-r", RUSSIAN),
            ("koi8-u", UKRAINIAN),
            ("windows-1253", GREEK),
            ("windows-1255", HEBREW),
        ] {
            let bytes = encode(page, text);
            let guess = guess(&bytes).expect(page);
            let codec = Codec::named(&guess).expect("a codec");
            assert_eq!(codec.decode(&bytes).as_deref(), Ok(text), "{page} taken for {guess}");
        }
    }

    #[test]
    fn noise_is_no_text_in_any_encoding() {
        assert_eq!(guess(b"\xE2\x80\x99 \xE2\x80\x9D\xA9"), None);
        assert_eq!(guess(b"\x81 \x8D"), None);
    }

    #[test]
    fn an_excerpt_of_a_long_document_cuts_no_character() {
        let mut document = b"<a>".repeat(30_000);
        document.extend(b"\x83e\x83X\x83g 12345678901234\x83e\x83X\x83g".repeat(3));
        assert_eq!(beyond_ascii(&document, ENOUGH).0.iter().filter(|byte| !byte.is_ascii()).count(), 18);
        assert_eq!(guess(&document).as_deref(), Some("shift_jis"));
    }

    #[test]
    fn an_excerpt_of_one_long_run_ends_within_it() {
        let run = b"\xE9".repeat(3 * ENOUGH);
        assert_eq!(beyond_ascii(&run, ENOUGH), (run[..ENOUGH].to_vec(), false));
        assert_eq!(beyond_ascii(&run[..ENOUGH], ENOUGH), (run[..ENOUGH].to_vec(), true));
    }
}
