//! Guessing by statistics: chardetng for the encodings of the web, and letters in words for the code pages beyond.

use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

use super::alphabets::{self, ALPHABETS, SHARES};
use super::codec::Codec;
use super::double_byte::KS_X_1001;

/// So many bytes are enough for chardetng, which is slow.
const ENOUGH: usize = 64 << 10;
/// So many bytes around what is not ASCII are looked at in a long document.
const AROUND: usize = 16;
/// So many characters beyond ASCII are looked at.
const SAMPLE: usize = 4096;
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
/// So many letters of another script than Latin make a code page one of that script.
const ANOTHER_SCRIPT: usize = 22;
/// Logarithm of the likelihood of what no text has: a capital behind a small letter, a sign within a word.
const VIOLATION: f32 = -7.0;
/// Of a letter that the language does not have.
const FOREIGN: f32 = -7.5;
/// Of a capital.
const CAPITAL: f32 = -1.5;
/// Of a mark of punctuation between words.
const PUNCTUATION: f32 = -4.0;
/// Of a dash, an ellipsis, a space or an apostrophe at the end of a word.
const SEPARATOR: f32 = -2.0;
/// Of a quotation mark where it belongs.
const QUOTATION: f32 = -2.0;
/// Of a Latin letter that is a word of its own.
const ALONE: f32 = -3.0;
/// Of any other sign between words.
const SIGN: f32 = -6.0;
/// Of an apostrophe within a word.
const ELISION: f32 = -1.0;
/// chardetng's guess stands unless the whole sample is more likely by so much in another page of the web
const MARGIN: f32 = 4.0;
/// (by so much in the commonest of them) …
const COMMONEST_MARGIN: f32 = 0.5;
const COMMONEST: &str = "windows-1252";
/// … or by so much in one that the web has left behind.
const WIDE_MARGIN: f32 = 12.0;
/// Of any byte beyond ASCII among noise: one in 128.
const NOISE: f32 = -4.85;

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
    let margin = if of_the_web.1 == COMMONEST {
        COMMONEST_MARGIN
    } else {
        MARGIN
    };
    if likely(margin, of_the_web.0) {
        return Some(of_the_web.1.to_owned());
    }
    (guessed > NOISE).then_some(label)
}

/// What chardetng says: of a long document by the words that are not ASCII, if all of it decodes in that.
fn chardetng(bytes: &[u8]) -> &'static Encoding {
    let ask = |bytes: &[u8]| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(bytes, true);
        detector.guess(None, Utf8Detection::Deny)
    };
    if bytes.len() > ENOUGH {
        let guess = ask(&beyond_ascii(bytes));
        if guess
            .decode_without_bom_handling_and_without_replacement(bytes)
            .is_some()
        {
            return guess;
        }
    }
    ask(bytes)
}

/// What is not ASCII, with what stands around it.
fn beyond_ascii(bytes: &[u8]) -> Vec<u8> {
    let mut excerpt = Vec::with_capacity(ENOUGH);
    let mut at = 0;
    while excerpt.len() < ENOUGH {
        let rest = bytes.get(at..).unwrap_or_default();
        let skipped = Encoding::ascii_valid_up_to(rest);
        if skipped == rest.len() {
            break;
        }
        let start = at + skipped.saturating_sub(AROUND);
        let run = rest.get(skipped..).unwrap_or_default();
        let length = run.iter().position(u8::is_ascii).unwrap_or(run.len());
        // No further than the next byte beyond ASCII, so that no character is cut.
        let after = Encoding::ascii_valid_up_to(run.get(length..).unwrap_or_default()).min(AROUND);
        let end = at + skipped + length + after;
        excerpt.extend_from_slice(bytes.get(start..end).unwrap_or_default());
        at = end;
    }
    excerpt
}

/// A byte beyond ASCII between its neighbours.
type Neighbours = [u8; 3];

struct Sample {
    neighbours: Vec<Neighbours>,
    /// Which bytes there are, also beyond the sample.
    present: [bool; 256],
}

impl Sample {
    fn of(bytes: &[u8]) -> Self {
        let at = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        let beyond_ascii = bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| !byte.is_ascii())
            .take(SAMPLE);
        let mut present = [false; 256];
        for &byte in bytes {
            present[usize::from(byte)] = true;
        }
        Self {
            neighbours: beyond_ascii
                .map(|(i, &byte)| [at(i.checked_sub(1)), byte, at(Some(i + 1))])
                .collect(),
            present,
        }
    }

    fn length(&self) -> f32 {
        u16::try_from(self.neighbours.len().max(1))
            .unwrap_or(u16::MAX)
            .into()
    }
}

/// What a character is to the words around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Small(Script),
    Capital(Script),
    /// A letter of a script without case.
    Letter(Script),
    /// Also within words.
    Apostrophe,
    /// A quotation mark that begins something.
    Opening,
    /// One that ends something.
    Closing,
    /// A dash, an ellipsis or a space, wherever it stands.
    Separator,
    Punctuation,
    Currency,
    Sign,
    Control,
    /// No character at all.
    Undefined,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Other,
}

impl Class {
    fn of(character: Option<char>) -> Self {
        let Some(c) = character else {
            return Self::Undefined;
        };
        let script = match c {
            '\0'..='\u{36F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
            '\u{370}'..='\u{3FF}' => Script::Greek,
            '\u{400}'..='\u{52F}' => Script::Cyrillic,
            _ => Script::Other,
        };
        match c {
            '’' | '\'' | '-' | '\u{AD}' => Self::Apostrophe,
            '“' | '„' | '‘' | '‚' | '«' | '‹' | '¿' | '¡' => Self::Opening,
            '”' | '»' | '›' => Self::Closing,
            '–' | '—' | '…' | '\u{A0}' => Self::Separator,
            '•' | '·' | '±' | '×' | '³' | '¹' | '¾' | '¶' | '†' | '‰' | '→' | 'µ' | '°' | '©' | '®' | '™'
            | '§' | '№' | '½' | '¼' | '²' | '،' | '؛' | '؟' | '\u{200E}' | '\u{200F}' => {
                Self::Punctuation
            }
            '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}' => Self::Control,
            '€' | '£' | '¥' | '¢' => Self::Currency,
            'ª' | 'º' | 'ƒ' => Self::Sign,
            '\u{300}'..='\u{36F}' => Self::Small(script),
            c if c.is_ascii() && !c.is_ascii_alphabetic() => Self::Punctuation,
            c if c.is_lowercase() => Self::Small(script),
            c if c.is_uppercase() => Self::Capital(script),
            c if c.is_alphabetic() || alphabets::of(c) != 0 => Self::Letter(script),
            _ => Self::Sign,
        }
    }

    fn script(self) -> Option<Script> {
        match self {
            Self::Small(script) | Self::Capital(script) | Self::Letter(script) => Some(script),
            Self::Apostrophe
            | Self::Opening
            | Self::Closing
            | Self::Separator
            | Self::Punctuation
            | Self::Currency
            | Self::Sign
            | Self::Control
            | Self::Undefined => None,
        }
    }

    /// The likelihood of a character in its place, as a logarithm; that of the letter itself comes on top.
    fn likelihood(self, before: Self, after: Self) -> f32 {
        let (follows_a_letter, precedes_a_letter) = (before.script().is_some(), after.script().is_some());
        let within_a_word = follows_a_letter && precedes_a_letter;
        match self {
            Self::Control | Self::Undefined => 2.0 * VIOLATION,
            Self::Apostrophe if within_a_word => ELISION,
            Self::Separator | Self::Apostrophe => SEPARATOR,
            Self::Opening if precedes_a_letter && !follows_a_letter => QUOTATION,
            Self::Closing if !precedes_a_letter => QUOTATION,
            Self::Currency if follows_a_letter => VIOLATION,
            Self::Opening | Self::Closing | Self::Punctuation | Self::Sign if within_a_word => VIOLATION,
            Self::Opening | Self::Closing | Self::Punctuation | Self::Currency => PUNCTUATION,
            Self::Sign => SIGN,
            letter
                if before
                    .script()
                    .is_some_and(|script| Some(script) != letter.script()) =>
            {
                VIOLATION
            }
            Self::Capital(_) if matches!(before, Self::Small(_)) => VIOLATION,
            Self::Capital(Script::Latin) | Self::Small(Script::Latin)
                if !follows_a_letter && !precedes_a_letter =>
            {
                ALONE
            }
            Self::Capital(_) => CAPITAL,
            Self::Small(_) | Self::Letter(_) => 0.0,
        }
    }
}

/// What the bytes of a code page are.
struct Profile {
    name: &'static str,
    classes: [Class; 256],
    /// The alphabets that each byte's letter belongs to, a bit each.
    alphabets: [u64; 256],
}

impl Profile {
    fn of_each(pages: &[&str]) -> Vec<Self> {
        pages
            .iter()
            .filter_map(|page| Codec::named(page))
            .map(|codec| Self::of(&codec))
            .collect()
    }

    fn of(codec: &Codec) -> Self {
        let mut characters = [None; 256];
        for (byte, character) in (0..=u8::MAX).zip(&mut characters) {
            *character = codec.decode(&[byte]).ok().and_then(|text| text.chars().next());
        }
        // A page that has the letters of another script was made for languages that are written in it.
        let of_another_script =
            |c: &&Option<char>| c.is_some_and(|c| alphabets::of(c) & !alphabets::latin() != 0);
        let languages = if characters.iter().filter(of_another_script).count() >= ANOTHER_SCRIPT {
            !alphabets::latin()
        } else {
            u64::MAX
        };
        Self {
            name: codec.name,
            classes: characters.map(Class::of),
            alphabets: characters.map(|character| character.map_or(0, alphabets::of) & languages),
        }
    }

    /// The mean logarithm of the likelihood of a sampled character, in the language that suits best.
    fn likelihood(&self, sample: &Sample) -> f32 {
        let class = |byte: u8| self.classes[usize::from(byte)];
        if (0..=u8::MAX).any(|byte| sample.present[usize::from(byte)] && class(byte) == Class::Undefined) {
            return f32::MIN;
        }
        let mut count = [0.0_f32; 256];
        let mut total = 0.0;
        for &[before, byte, after] in &sample.neighbours {
            total += class(byte).likelihood(class(before), class(after));
            if class(byte).script().is_some() {
                count[usize::from(byte)] += 1.0;
            }
        }
        let mut by_language = [0.0_f32; ALPHABETS.len()];
        for (count, alphabets) in count
            .iter()
            .zip(self.alphabets)
            .filter(|(count, _)| **count > 0.0)
        {
            for (at, (likelihood, share)) in by_language.iter_mut().zip(SHARES.iter()).enumerate() {
                *likelihood += count * if alphabets >> at & 1 == 1 { *share } else { FOREIGN };
            }
        }
        let best = by_language.into_iter().fold(f32::MIN, f32::max);
        (total + best) / sample.length()
    }
}

/// The page in which the sample is most likely, and how likely it is; the first of several.
fn most_likely(profiles: &[Profile], sample: &Sample) -> (f32, &'static str) {
    profiles
        .iter()
        .map(|page| (page.likelihood(sample), page.name))
        .fold(
            (f32::MIN, ""),
            |best, next| {
                if next.0 > best.0 { next } else { best }
            },
        )
}

/// The same of johab, whose characters have two bytes: the 2,350 syllables of KS X 1001 make up nearly all texts.
fn johab_likelihood(bytes: &[u8]) -> f32 {
    let Some(text) = Codec::named("johab").and_then(|codec| codec.decode(bytes).ok()) else {
        return f32::MIN;
    };
    let (mut total, mut count) = (0.0, 0.0);
    for character in text.chars().filter(|c| !c.is_ascii()).take(SAMPLE) {
        count += 2.0;
        total += match character {
            c if KS_X_1001.has_syllable(c) => -(2350.0_f32).ln(),
            '가'..='힣' => 2.0 * VIOLATION,
            '\u{3000}'..='\u{303F}' | '\u{2000}'..='\u{206F}' => 2.0 * PUNCTUATION,
            _ => 2.0 * SIGN,
        };
    }
    if count > 0.0 { total / count } else { f32::MIN }
}
