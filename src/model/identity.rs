//! Keys for recognizing entries across fetches.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::{Entry, Text};

impl Entry {
    /// Returns a stable key for recognizing the entry across fetches. It is built from what the feed says, so that it does
    /// not change if the feed moves to another URL: the first of
    ///
    /// 1. the identifier, word for word;
    /// 2. the [permalink](Self::permalink) as it is written, before it is resolved;
    /// 3. `urn:fnv-1a:` and a hash of the title and of the date of publication (else of creation, else of change);
    /// 4. `urn:fnv-1a:` and a hash of the title, summary, contents and enclosures.
    ///
    /// After 1 and 2 follow `#` and [`id_suffix`](Self::id_suffix), if there is one: the document has several entries with
    /// the same identifier or link.
    ///
    /// The hash is FNV-1a of 128 bits (RFC 9923 §2), in hexadecimal digits. It is a hash of words, so that neither tags
    /// nor white space count, and of the instant that a date means; it is the same on every platform, and a change of it
    /// would be a breaking one. It is not made to withstand those who look for collisions. Entries that say nothing at
    /// all are the same.
    ///
    /// ```
    /// let parsed = bozofeed::parse(b"<rss><channel><item><title>Masts</title></item></channel></rss>");
    /// assert_eq!(parsed.entries[0].id, None);
    /// assert_eq!(parsed.entries[0].identity(), "urn:fnv-1a:d55c37b2bf448e67986b9d01278caf80");
    /// ```
    pub fn identity(&self) -> Cow<'_, str> {
        match (self.known_by(), self.id_suffix.as_deref()) {
            (Some(known), None) => Cow::Borrowed(known),
            (Some(known), Some(suffix)) => Cow::Owned(format!("{known}#{suffix}")),
            (None, _) => {
                let mut hash = Fnv::default();
                if !self.hash_title_and_date(&mut hash) {
                    self.hash_content(&mut hash);
                }
                Cow::Owned(hash.urn())
            }
        }
    }

    /// Returns the identifier, or else the page as it is written.
    pub(crate) fn known_by(&self) -> Option<&str> {
        let id = self.id.as_deref().filter(|id| !id.is_empty());
        id.or_else(|| self.permalink().map(|page| self.as_written(page)))
    }

    /// Returns the page as its link writes it.
    fn as_written<'e>(&'e self, page: &'e str) -> &'e str {
        let link = self.links.iter().find(|link| link.href.as_deref() == Some(page));
        link.and_then(|link| link.attributes.get("href")).unwrap_or(page)
    }

    /// Returns a hash that tells the entry from others with the same identifier or link: of the title and the date, and
    /// with `is_full` of the link and the texts as well.
    pub(crate) fn suffix(&self, is_full: bool) -> String {
        let mut hash = Fnv::default();
        self.hash_title_and_date(&mut hash);
        if is_full {
            hash.field("link", self.permalink().map_or("", |page| self.as_written(page)));
            self.hash_content(&mut hash);
        }
        format!("{:032x}", hash.0)
    }

    /// Hashes the title and the date. Returns whether there are both.
    fn hash_title_and_date(&self, hash: &mut Fnv) -> bool {
        let title = self.title.as_ref().filter(|title| !title.value.trim().is_empty());
        let date =
            [self.published.as_ref(), self.created.as_deref(), self.updated.as_ref()].into_iter().flatten();
        let date = date.filter(|date| !date.raw.trim().is_empty()).min_by_key(|date| date.value.is_none());
        if let Some(title) = title {
            hash.text("title", title);
        }
        let Some(date) = date.filter(|_| title.is_some()) else {
            return false;
        };
        match date.value {
            Some(instant) => hash.field("date", &instant.as_second().to_string()),
            None => hash.field("date", date.raw.trim()),
        }
        true
    }

    fn hash_content(&self, hash: &mut Fnv) {
        for text in self.summary.iter().chain(&self.content) {
            hash.text("content", text);
        }
        for enclosure in self.enclosures() {
            hash.field("enclosure", enclosure.href.as_deref().unwrap_or(""));
        }
    }
}

/// Gives entries with the same identifier, or the same link and no identifier, a suffix each.
pub(crate) fn tell_apart(entries: &mut [Entry]) {
    if are_distinct(entries) {
        return;
    }
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(entries.len());
    let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let Some(known) = entry.known_by() else { continue };
        match first.get(known) {
            Some(one) => groups.entry(*one).or_insert_with(|| vec![*one]).push(at),
            None => _ = first.insert(known, at),
        }
    }
    for group in groups.into_values() {
        let suffixes = |is_full, entries: &[Entry]| -> Vec<String> {
            group.iter().filter_map(|at| entries.get(*at)).map(|entry| entry.suffix(is_full)).collect()
        };
        let short = suffixes(false, entries);
        let distinct: HashSet<&String> = short.iter().collect();
        let chosen = if distinct.len() == short.len() { short } else { suffixes(true, entries) };
        for (at, suffix) in group.iter().zip(chosen) {
            if let Some(entry) = entries.get_mut(*at) {
                entry.id_suffix = Some(suffix.into());
            }
        }
    }
}

/// Returns whether a cheap hash shows that no two entries have the same identifier or link. The hash need not
/// resist collision attacks, since entries with the same hash are compared.
fn are_distinct(entries: &[Entry]) -> bool {
    let mut hashes: Vec<u64> = entries.iter().filter_map(Entry::known_by).map(word_hash).collect();
    hashes.sort_unstable();
    hashes.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns a hash of a text, by eight bytes at a time.
fn word_hash(text: &str) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    let hash = words.iter().fold(text.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash, u64::from_le_bytes(last))
}

/// FNV-1a of 128 bits (RFC 9923 §2).
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Self(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
        }
    }

    /// A named value; the marks around it are in no text of XML.
    fn field(&mut self, name: &str, value: &str) {
        self.bytes(name.as_bytes());
        self.bytes(b"\x1F");
        self.bytes(value.as_bytes());
        self.bytes(b"\x1E");
    }

    /// The words of a text, without its tags.
    fn text(&mut self, name: &str, text: &Text) {
        self.field(name, "");
        let is_markup = text.is_markup();
        let (mut in_tag, mut in_gap, mut is_first) = (false, false, true);
        for c in text.value.chars() {
            if in_tag {
                in_tag = c != '>';
            } else if c.is_whitespace() || is_markup && c == '<' {
                in_tag = is_markup && c == '<';
                in_gap = true;
            } else {
                if in_gap && !is_first {
                    self.bytes(b" ");
                }
                (in_gap, is_first) = (false, false);
                self.bytes(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        self.bytes(b"\x1E");
    }

    fn urn(&self) -> String {
        format!("urn:fnv-1a:{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Date, Link};

    #[test]
    fn the_hash_is_that_of_rfc_9923() {
        for (text, expected) in [
            ("", 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D_u128),
            ("a", 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964),
            ("foobar", 0x343E_1662_793C_64BF_6F0D_3597_BA44_6F18),
        ] {
            let mut hash = Fnv::default();
            hash.bytes(text.as_bytes());
            assert_eq!(hash.0, expected, "{text:?}");
        }
    }

    fn text(value: &str, media_type: &'static str) -> Text {
        Text { value: value.to_owned(), media_type: media_type.into(), ..Text::default() }
    }

    fn date(raw: &str) -> Date {
        Date { raw: raw.to_owned(), value: crate::date::parse(raw), offset: None }
    }

    #[test]
    fn an_identifier_is_the_identity_and_else_the_page() {
        for (id, link, expected) in [
            (Some("x"), Some("https://a/"), "x"),
            (Some(""), Some("https://a/"), "https://a/"),
            (None, Some("https://a/"), "https://a/"),
        ] {
            let (id, link) = (id.map(Into::into), link.map(Into::into));
            assert_eq!(Entry { link, id, ..Entry::default() }.identity(), expected);
        }
    }

    #[test]
    fn a_link_is_taken_as_it_is_written() {
        let written: Link = Link {
            href: Some("https://example.org/a".into()),
            attributes: [("href", "a")].into_iter().collect(),
            ..Link::default()
        };
        let entry = Entry { link: written.href.clone(), links: vec![written], ..Entry::default() };
        assert_eq!(entry.identity(), "a");
    }

    #[test]
    fn entries_that_share_an_identifier_or_a_link_are_told_apart() {
        let entry = |id: Option<&str>, link: &str, title: &str, summary: &str| Entry {
            id: id.map(Into::into),
            link: Some(link.into()),
            title: Some(text(title, "text/plain")),
            summary: Some(text(summary, "text/plain")),
            ..Entry::default()
        };
        for (one, other, are_told_apart) in [
            (entry(Some("x"), "p", "A", ""), entry(Some("x"), "p", "B", ""), true),
            (entry(Some("x"), "p", "A", "1"), entry(Some("x"), "p", "A", "2"), true),
            (entry(None, "https://a/", "A", ""), entry(None, "https://a/", "B", ""), true),
            (entry(Some("x"), "p", "A", ""), entry(Some("y"), "p", "A", ""), false),
        ] {
            let (mut there, mut back) = ([one.clone(), other.clone()], [other, one]);
            tell_apart(&mut there);
            tell_apart(&mut back);
            assert_ne!(there[0].identity(), there[1].identity());
            assert_eq!(there[0].identity(), back[1].identity(), "the order does not count");
            assert!(there.iter().all(|entry| entry.id_suffix.is_some() == are_told_apart), "{there:?}");
        }
    }

    #[test]
    fn the_same_entry_is_the_same_tomorrow() {
        let title = Some(text("Masts and sails", "text/plain"));
        let published = Some(date("2026-01-02T03:04:05Z"));
        let entry = Entry { title: title.clone(), published, ..Entry::default() };
        for other in [
            Entry { published: Some(date("Fri, 02 Jan 2026 04:04:05 +0100")), ..entry.clone() },
            Entry { title: Some(text("<b>Masts</b>  and sails", "text/html")), ..entry.clone() },
            Entry { title: Some(text(" Masts\nand sails ", "text/plain")), ..entry.clone() },
            Entry { summary: Some(text("edited", "text/plain")), ..entry.clone() },
            Entry { updated: Some(date("2026-02-01T00:00:00Z")), ..entry.clone() },
        ] {
            assert_eq!(other.identity(), entry.identity(), "{other:?}");
        }
        for other in [
            Entry { title: Some(text("Masts", "text/plain")), ..entry.clone() },
            Entry { published: Some(date("2026-01-02T03:04:06Z")), ..entry.clone() },
            Entry { published: None, ..entry.clone() },
            Entry { published: None, summary: Some(text("Masts and sails", "text/plain")), ..entry.clone() },
            Entry { title: None, summary: title, ..entry.clone() },
            Entry {
                title: None,
                links: vec![Link { rel: "enclosure".into(), href: Some("x".into()), ..Link::default() }],
                ..entry.clone()
            },
            Entry::default(),
        ] {
            assert_ne!(other.identity(), entry.identity(), "{other:?}");
        }
    }
}
