//! The remembered values of an entry: hashes of identifying values, of values that may change, and of some words.

use std::borrow::Cow;

use bozofeed::Timestamp;
use bozofeed::content::without_tracking;
use bozofeed::model::{Date, Entry, Text};
use bozofeed_text::html::uri::{is_http, scheme};
use bozofeed_text::markup::{Piece, Pieces};
use percent_encoding::percent_decode_str;

use super::EntryField;

/// The maximum number of words that are remembered for a text.
const SKETCHED: usize = 16;

/// The minimum length of a text, in words, that is not repeated by chance.
const LONG: u32 = 20;

/// The hashes of an entry. Zero means that the value is missing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Traits {
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Address::is_absent"))]
    pub(super) id: Address,
    /// Whether no other publisher uses the same identifier.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub(super) id_is_global: bool,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Address::is_absent"))]
    pub(super) link: Address,
    /// The first enclosure.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) enclosure: u64,
    /// The words of the title.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) title: u64,
    /// The words of the text.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) text: u64,
    /// Whether the text is long.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub(super) is_long: bool,
    /// The date of the entry, in seconds.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub(super) date: Option<i64>,
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub(super) published: Option<i64>,
    /// The hashes of the fields, in the order of [`EntryField::ALL`].
    fields: [u32; EntryField::ALL.len()],
}

/// The hashes of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Address {
    /// The address without its scheme, `www.` and tracking parameters, or another identifier unchanged.
    pub(super) whole: u64,
    /// The path with the query. Absent for the start page of the site.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) path: u64,
    /// The host and the numbers, if one of them is long.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) number: u64,
    /// The address without a numeric fragment, which counts revisions.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) revised: u64,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(hash: &u64) -> bool {
    *hash == 0
}

impl Traits {
    pub(super) fn of(entry: &Entry) -> Self {
        let id = entry.id.as_deref().map(str::trim).filter(|id| !id.is_empty());
        let link = entry.original_link().or_else(|| entry.permalink());
        let link = link.map(|link| without_tracking(link.trim())).filter(|link| !link.is_empty());
        let enclosure = entry
            .original_enclosure_link()
            .or_else(|| entry.enclosures().find_map(|link| link.href.as_deref()));
        let content = words_of(&entry.content);
        let summary = words_of(entry.summary.as_slice());
        let text = if content.count > 0 { &content } else { &summary };
        Self {
            id: id.map_or(Address::default(), Address::of),
            id_is_global: id.is_some_and(|id| scheme(id).is_some() || id.len() >= 20),
            link: link.as_deref().map_or(Address::default(), Address::of),
            enclosure: enclosure.map_or(0, |url| key(&[file(url).as_bytes()])),
            title: entry.title.as_ref().map_or(0, title_key),
            text: text.key(),
            is_long: text.count >= LONG,
            date: entry.date().map(Timestamp::seconds),
            published: seconds(&entry.published),
            fields: std::array::from_fn(|at| match EntryField::ALL.get(at) {
                Some(EntryField::Id) => {
                    id.map_or(0, |id| shortest(hashed(&[without_tracking(id).as_bytes()])))
                }
                Some(EntryField::Link) => {
                    link.as_deref().map_or(0, |link| shortest(hashed(&[link.as_bytes()])))
                }
                Some(EntryField::Title) => shortest(words_of(entry.title.as_slice()).hash),
                Some(EntryField::Summary) => shortest(summary.hash),
                Some(EntryField::Content) => shortest(content.hash),
                Some(field) => field_hash(entry, *field),
                None => 0,
            }),
        }
    }

    /// Returns whether a field has another value.
    pub(super) fn differs(&self, other: &Self, field: EntryField) -> bool {
        self.fields.get(field as usize) != other.fields.get(field as usize)
    }

    pub(super) fn has_link(&self) -> bool {
        self.link.whole != 0
    }

    /// Returns whether the date has a time of day. Dates without one are read as midnight.
    pub(super) fn has_time(&self) -> bool {
        self.date.is_some_and(|date| date % (24 * 60 * 60) != 0)
    }

    /// Returns the link, or else the identifier.
    pub(super) fn address(&self) -> Address {
        if self.has_link() { self.link } else { self.id }
    }
}

impl Address {
    #[cfg(feature = "serde")]
    fn is_absent(&self) -> bool {
        self.whole == 0
    }

    fn of(text: &str) -> Self {
        let text = without_tracking(text);
        if !is_http(&text) {
            // `/?p=5` becomes an address when the publisher corrects it.
            let path =
                if text.starts_with('/') && text.len() > 1 { key(&[path(&text).as_bytes()]) } else { 0 };
            return Self {
                whole: key(&[text.as_bytes()]),
                path,
                number: 0,
                revised: revised(text.as_bytes()),
            };
        }
        let rest = text.split_once("//").map_or("", |(_, rest)| rest);
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, rest) = rest.split_at(end);
        let host = host.rsplit('@').next().unwrap_or(host).to_ascii_lowercase();
        let host = host.trim_end_matches(":80").trim_end_matches(":443");
        let host = host.strip_prefix("www.").unwrap_or(host);
        let path = path(rest);
        // A generator may start or stop percent-encoding the same path.
        let path = Cow::<[u8]>::from(percent_decode_str(path));
        let number = numbers(&path).map_or(0, |numbers| key(&[host.as_bytes(), &numbers]));
        Self {
            whole: key(&[host.as_bytes(), &path]),
            path: if path.is_empty() { 0 } else { key(&[&path]) },
            number,
            revised: revised(&path),
        }
    }
}

/// Returns a path with its query, without endings that servers rarely distinguish: a slash, and an empty query or fragment.
fn path(path: &str) -> &str {
    path.trim_end_matches(['/', '?', '#'])
}

/// Returns the hash of an address without the number after its `#`. Zero if it has none.
fn revised(address: &[u8]) -> u64 {
    let at = address.iter().rposition(|b| *b == b'#').map(|at| address.split_at(at));
    match at {
        Some((before, [b'#', number @ ..]))
            if !number.is_empty() && number.iter().all(u8::is_ascii_digit) =>
        {
            key(&[before])
        }
        _ => 0,
    }
}

/// Returns the numbers in a path, if one of them may identify an entry: it has at least five digits, and is not a date. All of them are
/// included, since `/t/12345/1` and `/t/12345/2` are two replies in one thread.
fn numbers(path: &[u8]) -> Option<Vec<u8>> {
    let all = || path.split(|b| !b.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let is_date = |digits: &[u8]| {
        matches!(digits.len(), 6 | 8 | 14) && (digits.starts_with(b"19") || digits.starts_with(b"20"))
    };
    all().any(|digits| digits.len() > 4 && !is_date(digits)).then(|| all().collect::<Vec<_>>().join(&b' '))
}

/// Returns the address of a file without the servers that count its downloads (`https://count.example/e/files.example/1.mp3`), without
/// its scheme, and, if its name has an extension, without the query, which is often a signature.
fn file(url: &str) -> String {
    let url = without_tracking(url.trim());
    let rest = if is_http(&url) { url.split_once("//").map_or("", |(_, rest)| rest) } else { &url };
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let (before, query) = rest.split_at(end);
    let (folders, name) = before.rsplit_once('/').unwrap_or(("", before));
    let mut at = 0;
    let mut start = 0;
    for folder in folders.split('/') {
        if is_host(folder) {
            start = at;
        }
        at += folder.len() + 1;
    }
    let host_on = before.get(start..).unwrap_or(before);
    let host_on = host_on.strip_prefix("www.").unwrap_or(host_on);
    let has_extension =
        name.rsplit_once('.').is_some_and(|(_, extension)| (2..=4).contains(&extension.len()));
    if has_extension { host_on.to_owned() } else { format!("{host_on}{query}") }
}

/// Returns whether a segment of a path is a host name.
fn is_host(part: &str) -> bool {
    let is_of_host = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
    part.rsplit_once('.').is_some_and(|(name, top)| {
        !name.is_empty() && (2..=12).contains(&top.len()) && top.bytes().all(|b| b.is_ascii_alphabetic())
    }) && part.bytes().all(is_of_host)
        && !["mp3", "m4a", "mp4", "ogg", "opus", "php", "html"].iter().any(|end| part.ends_with(end))
}

/// Returns the hash of the name of a feed.
pub(super) fn name(feed: &str) -> u64 {
    key(&[feed.as_bytes()])
}

/// A 64-bit hash that processes eight bytes at a time: a poll hashes every word of every entry. It is the same on every machine; changing
/// it would invalidate all stored states. Its constants are the first digits of the golden ratio and of the square root of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct QuickHash(u64);

impl QuickHash {
    const EMPTY: Self = Self(0x9E37_79B9_7F4A_7C15);

    fn number(self, number: u64) -> Self {
        let product = u128::from(self.0 ^ number) * u128::from(0xB504_F333_F9DE_6485_u64);
        // Both halves of the product, since the upper bits do not affect the lower half.
        let (upper, lower) =
            ((product >> 64) as u64, u64::try_from(product & u128::from(u64::MAX)).unwrap_or_default());
        Self((upper ^ lower).rotate_left(23) ^ self.0.wrapping_mul(Self::EMPTY.0))
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        let mut hash = self;
        let (chunks, rest) = bytes.as_chunks::<8>();
        for chunk in chunks {
            hash = hash.number(u64::from_le_bytes(*chunk));
        }
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        // The length distinguishes `a` from `a\0`.
        hash.number(u64::from_le_bytes(last)).number(bytes.len() as u64)
    }
}

fn hashed(parts: &[&[u8]]) -> QuickHash {
    parts.iter().fold(QuickHash::EMPTY, |hash, part| hash.bytes(part))
}

/// Returns a hash that fits into a JSON number and is not zero.
pub(super) fn key(parts: &[&[u8]]) -> u64 {
    short(hashed(parts))
}

/// Returns a hash of hashes.
pub(super) fn key_of(parts: &[u64]) -> u64 {
    short(parts.iter().fold(QuickHash::EMPTY, |hash, part| hash.number(*part)))
}

fn short(hash: QuickHash) -> u64 {
    (hash.0 >> 11).max(1)
}

#[allow(clippy::cast_possible_truncation, reason = "32 bits are left")]
fn shortest(hash: QuickHash) -> u32 {
    (hash.0 >> 32) as u32
}

/// Passes on the words of a text, without its tags.
fn each_word(text: &Text, mut take: impl FnMut(&str)) {
    let mut words = |text: &str| text.split_whitespace().for_each(&mut take);
    if !text.is_markup() {
        return words(&text.value);
    }
    for piece in Pieces::new(&text.value) {
        match piece {
            Piece::Text(text) | Piece::RawText(_, text) => words(text),
            Piece::Tag(_) => {}
        }
    }
}

/// Returns the hash of the words of a title, ignoring case and punctuation, except for signs that distinguish names (`C`, `C++`, `C#`). A
/// title that consists of punctuation is hashed unchanged.
fn title_key(title: &Text) -> u64 {
    let hash_of = |is_kept: fn(char) -> bool| {
        let mut hash = QuickHash::EMPTY;
        let mut letters = String::new();
        each_word(title, |word| {
            letters.clear();
            letters.extend(word.chars().filter(|c| is_kept(*c)).flat_map(char::to_lowercase));
            if !letters.is_empty() {
                hash = hash.bytes(letters.as_bytes());
            }
        });
        Some(hash).filter(|hash| *hash != QuickHash::EMPTY)
    };
    let words = hash_of(|c| c.is_alphanumeric() || matches!(c, '+' | '#'));
    words.or_else(|| hash_of(|_| true)).map_or(0, short)
}

/// The words of texts: a hash and a count.
struct HashedWords {
    hash: QuickHash,
    count: u32,
}

impl HashedWords {
    fn key(&self) -> u64 {
        if self.count == 0 { 0 } else { short(self.hash) }
    }
}

/// Returns the words of some texts. In a script without spaces, characters count as words. A text without words is represented by the
/// addresses of its pictures and players.
fn words_of(texts: &[Text]) -> HashedWords {
    let mut words = HashedWords { hash: QuickHash::EMPTY, count: 0 };
    for text in texts {
        each_word(text, |word| {
            words.hash = words.hash.bytes(word.as_bytes());
            let count = if has_no_spaces(word) { word.chars().count() / 2 } else { 1 };
            words.count = words.count.saturating_add(u32::try_from(count.max(1)).unwrap_or(u32::MAX));
        });
    }
    if words.count == 0 {
        for text in texts.iter().filter(|text| text.is_markup()) {
            each_source(&text.value, |url| {
                words.hash = words.hash.bytes(file(url).as_bytes());
                words.count = words.count.saturating_add(1);
            });
        }
    }
    words
}

/// Passes on the address of each picture, player and frame.
fn each_source(html: &str, mut take: impl FnMut(&str)) {
    let mut pieces = Pieces::new(html);
    while pieces.next_tag().is_some() {
        let sources =
            pieces.attributes().iter().filter(|attribute| attribute.name.eq_ignore_ascii_case("src"));
        sources.for_each(|attribute| take(attribute.value));
    }
}

fn seconds(date: &Date) -> Option<i64> {
    date.instant().map(Timestamp::seconds)
}

fn add_date(date: &Date, mut add: impl FnMut(&str)) {
    if !date.is_absent() {
        add(&date_text(date));
    }
}

/// Returns the instant, or else the date as written.
fn date_text(date: &Date) -> Cow<'_, str> {
    match date.instant() {
        Some(value) => Cow::Owned(value.seconds().to_string()),
        None => Cow::Borrowed(date.text().trim()),
    }
}

/// Returns the hash of a field other than texts and addresses.
fn field_hash(entry: &Entry, field: EntryField) -> u32 {
    let mut hash = QuickHash::EMPTY;
    let mut add = |text: &str| hash = hash.bytes(text.as_bytes());
    match field {
        EntryField::Authors => {
            for person in &entry.authors {
                add(person.display_name().unwrap_or_default());
            }
        }
        EntryField::Published => add_date(&entry.published, add),
        EntryField::Updated => add_date(&entry.updated, add),
        EntryField::Tags => {
            // Their order does not matter.
            let mut tags: Vec<&str> = entry.tags.iter().filter_map(|tag| tag.term.as_deref()).collect();
            tags.sort_unstable();
            tags.into_iter().for_each(add);
        }
        EntryField::Enclosures => {
            entry.enclosures().filter_map(|link| link.href.as_deref()).for_each(|url| add(&file(url)));
        }
        EntryField::Id | EntryField::Link | EntryField::Title | EntryField::Summary | EntryField::Content => {
        }
    }
    shortest(hash)
}

/// A sample of an entry's words for comparing texts: the words with the smallest hashes. If two texts share most of their words, their
/// samples do too.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Sketch {
    /// The beginnings of the words of the title, so that `ferry` and `ferries` match.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "few_words"))]
    pub(super) title_words: Vec<u32>,
    /// The words of the text.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "few_words"))]
    pub(super) text_words: Vec<u32>,
    /// The hash of the numbers in the title, such as episode numbers and days.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub(super) title_numbers: u64,
}

impl Sketch {
    pub(super) fn of(entry: &Entry) -> Self {
        let mut title_words = Vec::with_capacity(SKETCHED);
        let mut numbers = QuickHash::EMPTY;
        if let Some(title) = &entry.title {
            each_word(title, |word| {
                if word.contains(|c: char| c.is_ascii_digit()) {
                    let digits: Vec<u8> = word.bytes().filter(u8::is_ascii_digit).collect();
                    numbers = numbers.bytes(&digits);
                }
                for part in word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()) {
                    each_part(part, |part| title_words.push(word_hash(part)));
                }
            });
        }
        let mut text_words = Vec::with_capacity(8 * SKETCHED);
        let texts = entry.content.iter().chain(&entry.summary);
        if let Some(text) = { texts }.find(|text| !text.value.trim().is_empty()) {
            each_word(text, |word| {
                if has_no_spaces(word) {
                    each_bigram(word, |pair| text_words.push(word_hash(pair.as_bytes())));
                } else {
                    text_words.push(word_hash(word.as_bytes()));
                }
            });
        }
        Self {
            title_words: smallest(title_words),
            text_words: smallest(text_words),
            title_numbers: if numbers == QuickHash::EMPTY { 0 } else { short(numbers) },
        }
    }
}

/// Passes on the beginning of a word, or each character of a word in a script without spaces.
fn each_part(word: &str, mut take: impl FnMut(&[u8])) {
    if word.is_ascii() {
        let mut start = [0; 4];
        let length = word.len().min(start.len());
        for (to, from) in start.iter_mut().zip(word.bytes()) {
            *to = from.to_ascii_lowercase();
        }
        take(start.get(..length).unwrap_or_default());
        return;
    }
    let lower = word.to_lowercase();
    if has_no_spaces(&lower) {
        lower.chars().for_each(|c| take(c.encode_utf8(&mut [0; 4]).as_bytes()));
        return;
    }
    let end = lower.char_indices().nth(4).map_or(lower.len(), |(end, _)| end);
    take(lower.as_bytes().get(..end).unwrap_or_default());
}

/// Returns whether a word is in a script without spaces between words: Thai, Lao, Burmese, Khmer, or anything from the CJK radicals on.
fn has_no_spaces(word: &str) -> bool {
    let is_of_script = |c| matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{2E80}'..);
    !word.is_ascii() && word.chars().any(is_of_script)
}

/// Passes on each pair of adjacent characters, or the only one.
fn each_bigram(word: &str, mut take: impl FnMut(&str)) {
    let starts = || word.char_indices().map(|(at, _)| at);
    let ends = starts().skip(2).chain([word.len()]);
    for (start, end) in starts().zip(ends) {
        take(word.get(start..end).unwrap_or_default());
    }
}

fn word_hash(word: &[u8]) -> u32 {
    shortest(QuickHash::EMPTY.bytes(word))
}

/// Deserializes the words of a sketch, up to the maximum number and in the order of comparison.
#[cfg(feature = "serde")]
fn few_words<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    struct FewWords;

    impl<'de> serde::de::Visitor<'de> for FewWords {
        type Value = Vec<u32>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("a list of hashes")
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut words = Vec::new();
            while words.len() < SKETCHED
                && let Some(word) = list.next_element()?
            {
                words.push(word);
            }
            while list.next_element::<serde::de::IgnoredAny>()?.is_some() {}
            Ok(smallest(words))
        }
    }

    deserializer.deserialize_seq(FewWords)
}

fn smallest(mut words: Vec<u32>) -> Vec<u32> {
    if words.len() > 8 * SKETCHED {
        // Most of them are not among the smallest.
        words.select_nth_unstable(4 * SKETCHED);
        let mut few: Vec<u32> = words.iter().take(4 * SKETCHED).copied().collect();
        few.sort_unstable();
        few.dedup();
        if few.len() >= SKETCHED {
            return few.get(..SKETCHED).unwrap_or_default().to_vec();
        }
    }
    words.sort_unstable();
    words.dedup();
    // Without the unused capacity.
    words.get(..SKETCHED.min(words.len())).unwrap_or_default().to_vec()
}

/// Returns the percentage of words that two texts share, of all words and of the shorter text. `None` if one has no words.
pub(super) fn likeness(one: &[u32], other: &[u32]) -> Option<(usize, usize)> {
    let shorter = one.len().min(other.len());
    if shorter == 0 {
        return None;
    }
    // Both lists are sorted. If a list is full, it only represents the hashes up to its largest one.
    let last = match (one.len() == SKETCHED, other.len() == SKETCHED) {
        (true, true) => *one.last()?.min(other.last()?),
        (true, false) => *one.last()?,
        (false, true) => *other.last()?,
        (false, false) => u32::MAX,
    };
    let counted = |words: &[u32]| words.iter().filter(|word| **word <= last).count();
    let common = one.iter().filter(|word| **word <= last && other.binary_search(word).is_ok()).count();
    let (first, second) = (counted(one), counted(other));
    let all = first + second - common;
    let hundredths = |of: usize| (100 * common).checked_div(of).unwrap_or_default();
    Some((hundredths(all), hundredths(first.min(second))))
}

/// A set that may report values that were never inserted. It is checked before a map in which most lookups find nothing.
pub(super) struct Filter {
    bits: Vec<u64>,
}

impl Filter {
    pub(super) fn new(values: usize) -> Self {
        Self { bits: vec![0; (values / 4).next_power_of_two().max(16)] }
    }

    fn place(&self, value: u64) -> (usize, u64) {
        let bits = self.bits.len() as u64 * 64;
        let at = value & (bits - 1);
        (usize::try_from(at / 64).unwrap_or_default(), 1 << (at % 64))
    }

    pub(super) fn insert(&mut self, value: u64) {
        let (at, bit) = self.place(value);
        if let Some(word) = self.bits.get_mut(at) {
            *word |= bit;
        }
    }

    pub(super) fn may_have(&self, value: u64) -> bool {
        let (at, bit) = self.place(value);
        self.bits.get(at).is_some_and(|word| word & bit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_thing_have_equal_hashes() {
        let mut wrong = Vec::new();
        for (one, other, whole, path, number) in [
            ("https://h.example/a", "http://h.example/a", true, true, false),
            ("https://h.example/a", "https://www.H.example:443/a/", true, true, false),
            ("https://h.example/a?utm_source=rss", "https://h.example/a", true, true, false),
            ("https://h.example/caf%C3%A9", "https://h.example/caf\u{e9}", true, true, false),
            ("https://h.example/a#b", "https://h.example/a#c", false, false, false),
            ("https://h.example/a?b=1", "https://h.example/a?b=2", false, false, false),
            ("https://h.example/a", "https://other.example/a", false, true, false),
            ("https://h.example/", "https://other.example/", false, false, false),
            ("https://h.example/fog-12345", "https://h.example/rain-12345", false, false, true),
            ("https://h.example/fog-12345", "https://other.example/fog-12345", false, true, false),
            ("https://h.example/t/12345/1", "https://h.example/t/12345/2", false, false, false),
            ("https://h.example/20260102/fog", "https://h.example/20260102/rain", false, false, false),
            ("/?p=5", "https://h.example/?p=5", false, true, false),
            ("urn:x:12345", "urn:y:12345", false, false, false),
            ("1", "2", false, false, false),
        ] {
            let (a, b) = (Address::of(one), Address::of(other));
            let equal = |a: u64, b: u64| a == b && a != 0;
            if (equal(a.whole, b.whole), equal(a.path, b.path), equal(a.number, b.number))
                != (whole, path, number)
            {
                wrong.push((one, other));
            }
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_file_is_that_of_the_last_server() {
        let wrong: Vec<_> = [
            ("https://h.example/1.mp3", "h.example/1.mp3"),
            ("http://www.h.example/1.mp3?token=1", "h.example/1.mp3"),
            ("https://h.example/play?id=1", "h.example/play?id=1"),
            ("https://count.example/e/c.example/track/12/h.example/show/1.mp3?x=1", "h.example/show/1.mp3"),
            ("https://h.example/v1.2/show.name.mp3/1.mp3", "h.example/v1.2/show.name.mp3/1.mp3"),
            ("", ""),
        ]
        .into_iter()
        .filter(|(url, expected)| file(url) != *expected)
        .map(|(url, _)| (url, file(url)))
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn texts_are_as_alike_as_the_words_that_they_share() {
        let sketch =
            |text: &str| smallest(text.split_whitespace().map(|word| word_hash(word.as_bytes())).collect());
        let numbers =
            |from: usize, to: usize| (from..to).map(|at| at.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(likeness(&sketch("a b c d"), &sketch("a b c e")), Some((60, 75)));
        assert_eq!(likeness(&sketch("a b"), &sketch("b a c d")), Some((50, 100)));
        assert_eq!(likeness(&sketch("a b"), &sketch("c d")), Some((0, 0)));
        assert_eq!(likeness(&sketch(""), &sketch("a")), None);
        for (to, least, most) in [(1000, 100, 100), (1500, 45, 90), (2000, 25, 75)] {
            let found =
                likeness(&sketch(&numbers(0, 1000)), &sketch(&numbers(0, to))).map(|(of_all, _)| of_all);
            assert!(found.is_some_and(|found| (least..=most).contains(&found)), "{to}: {found:?}");
        }
        let apart = likeness(&sketch(&numbers(0, 1000)), &sketch(&numbers(1000, 2000)));
        assert!(apart.is_some_and(|(of_all, _)| of_all < 20), "{apart:?}");
    }

    #[test]
    fn a_filter_has_what_was_inserted() {
        let mut filter = Filter::new(100);
        let hashes: Vec<u64> = (0..200_u64).map(|at| key_of(&[at])).collect();
        hashes.iter().take(100).for_each(|hash| filter.insert(*hash));
        assert!(hashes.iter().take(100).all(|hash| filter.may_have(*hash)));
        assert!(hashes.iter().skip(100).filter(|hash| filter.may_have(**hash)).count() < 30);
    }
}
