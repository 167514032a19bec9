//! A stable key for recognizing an entry across fetches.

use std::borrow::Cow;

use super::{Entry, Text};

impl Entry {
    /// What tells the entry from others and is the same tomorrow, to be stored by who wants to know it again: the first of
    ///
    /// 1. its identifier, word for word;
    /// 2. its [permalink](Self::permalink);
    /// 3. `urn:fnv-1a:` and a hash of its title and of when it was published (else made, else changed);
    /// 4. `urn:fnv-1a:` and a hash of its title, summary, contents and enclosures.
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
        let id = self.id.as_deref().filter(|id| !id.is_empty());
        if let Some(known) = id.or_else(|| self.permalink()) {
            return Cow::Borrowed(known);
        }
        let mut hash = Fnv::default();
        let title = self.title.as_ref().filter(|title| !title.value.trim().is_empty());
        let date =
            [self.published.as_ref(), self.created.as_deref(), self.updated.as_ref()].into_iter().flatten();
        let date = date.filter(|date| !date.raw.trim().is_empty()).min_by_key(|date| date.value.is_none());
        if let Some(title) = title {
            hash.text("title", title);
        }
        if let (Some(_), Some(date)) = (title, date) {
            match date.value {
                Some(instant) => hash.field("date", &instant.as_second().to_string()),
                None => hash.field("date", date.raw.trim()),
            }
            return Cow::Owned(hash.urn());
        }
        for text in self.summary.iter().chain(&self.content) {
            hash.text("content", text);
        }
        for enclosure in self.enclosures() {
            hash.field("enclosure", enclosure.href.as_deref().unwrap_or(""));
        }
        Cow::Owned(hash.urn())
    }
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
