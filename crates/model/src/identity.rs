//! Keys for recognizing entries across fetches.

use std::borrow::Cow;

use bozofeed_text::named;

use super::fnv::Fnv;
use super::{Entry, Link, Text};
use bozofeed_text::maps::set_of;
use bozofeed_text::markup::{Piece, Pieces};

/// The values of an entry that make up its [key](Entry::identity), from coarse to fine: each rule includes the values of the previous
/// one.
///
/// A feed has a rule, `Parsed::identity_rule`, which is stored with it and only becomes finer: use [`Ord::max`] of the stored rule and
/// the rule of the document.
///
/// ```
/// use bozofeed::model::IdentityRule;
///
/// let (stored, document) = (IdentityRule::IdAndLink, IdentityRule::Id);
/// assert_eq!(document.max(stored), IdentityRule::IdAndLink);
/// assert_eq!(stored.as_str().parse(), Ok(stored));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum IdentityRule {
    /// The identifier; if there is none, the link; if there is neither, the title and date, or the texts. It suffices for almost every
    /// feed, and the key stays the same whichever other values are edited.
    #[default]
    Id,
    /// Also the link: the feed repeats identifiers.
    IdAndLink,
    /// Also the title and the publication date: the feed repeats links. Correcting a title changes the key.
    TitleAndDate,
    /// Also the texts and enclosures: the feed has entries that do not differ otherwise. Every edit changes the key.
    Content,
}

named! {
    IdentityRule: "identity rule" {
        Id => "id",
        IdAndLink => "id_and_link",
        TitleAndDate => "title_and_date",
        Content => "content",
    }
}

impl IdentityRule {
    /// Returns the coarsest rule that distinguishes as many entries as possible.
    ///
    /// ```
    /// use bozofeed_model::{Entry, IdentityRule};
    ///
    /// let mut entries = vec![Entry::default(), Entry::default()];
    /// for (entry, link) in entries.iter_mut().zip(["https://harbour.example/1", "https://harbour.example/2"]) {
    ///     entry.id = Some("1".into());
    ///     entry.link = Some(link.into());
    /// }
    /// assert_eq!(IdentityRule::of(&entries[..1]), IdentityRule::Id);
    /// assert_eq!(IdentityRule::of(&entries), IdentityRule::IdAndLink);
    /// ```
    pub fn of(entries: &[Entry]) -> Self {
        let keys = |rule| set_of(entries.iter().map(|entry| entry.identity(rule))).len();
        // This is enough for nearly every feed. The finer rules hash all texts of all entries.
        if keys(Self::Id) == entries.len() {
            return Self::Id;
        }
        // Equal entries do not make a rule finer.
        let most = keys(Self::Content);
        Self::ALL.iter().copied().find(|rule| keys(*rule) == most).unwrap_or(Self::Content)
    }
}

impl Entry {
    /// Returns a key for recognizing the entry across fetches, by the rule that is stored with its feed (see `Parsed::identity_rule`). It
    /// only depends on the values of the entry: it stays the same if other entries appear, vanish or are edited, or if the feed moves to
    /// another URL. The `Matcher` of the crate `bozofeed-polling` remembers entries, and also recognises entries whose identifiers change
    /// or are reused.
    ///
    /// Under [`IdentityRule::Id`] the key is the first of these:
    ///
    /// 1. the identifier, verbatim;
    /// 2. the [permalink](Self::permalink) as written, before it is resolved;
    /// 3. `urn:fnv-1a:` and a hash of the title and of the date of publication (else of creation, else of change);
    /// 4. `urn:fnv-1a:` and a hash of the title, summary, contents and enclosures.
    ///
    /// Under a finer rule, the key continues with `#` and a hash of the rule's name, the permalink, and, depending on the rule, the title
    /// and the date, the summary, contents and enclosures. Keys under different rules never collide, so all of them can be stored in one
    /// set: if a feed's rule becomes finer, earlier entries are recognized by their keys under the finer rule (see the cookbook in the
    /// guide).
    ///
    /// The hash is FNV-1a of 128 bits (RFC 9923 §2), in hexadecimal digits. It covers words, so tags and white space do not matter, and
    /// the instant of a date. It is the same on every platform, and changing it would be a breaking change. It is not cryptographic:
    /// collisions can be constructed. Entries without any values have the same key.
    ///
    /// ```
    /// use bozofeed::model::IdentityRule;
    ///
    /// let parsed = bozofeed::parse(b"<rss><channel><item><guid>1</guid><title>Masts</title></item>\
    ///     <item><title>Masts</title></item></channel></rss>");
    /// let [masts, nameless] = &parsed.entries[..] else { panic!() };
    /// assert_eq!(masts.identity(IdentityRule::Id), "1");
    /// assert_eq!(masts.identity(IdentityRule::TitleAndDate), "1#902796caaa97d75bc30b4c64f2f9dde8");
    /// assert_eq!(nameless.id, None);
    /// assert_eq!(nameless.identity(IdentityRule::Id), "urn:fnv-1a:d55c37b2bf448e67986b9d01278caf80");
    /// ```
    pub fn identity(&self, rule: IdentityRule) -> Cow<'_, str> {
        let key = self.known_by().map_or_else(|| Cow::Owned(self.urn()), Cow::Borrowed);
        if rule == IdentityRule::Id {
            return key;
        }
        let mut hash = Fnv::default();
        hash.field("rule", rule.as_str());
        if let Some(page) = self.permalink() {
            hash.field("link", self.as_written(page));
        }
        if rule >= IdentityRule::TitleAndDate {
            self.hash_title(&mut hash);
            self.hash_date(&mut hash);
        }
        if rule >= IdentityRule::Content {
            self.hash_content(&mut hash);
        }
        Cow::Owned(format!("{key}#{hash}"))
    }

    /// Returns the identifier, or else the page as written.
    fn known_by(&self) -> Option<&str> {
        let id = self.id.as_deref().filter(|id| !id.is_empty());
        id.or_else(|| self.permalink().map(|page| self.as_written(page)))
    }

    /// Returns the page as written in its link.
    fn as_written<'e>(&'e self, page: &'e str) -> &'e str {
        let link = self.links.iter().find(|link| link.href.as_deref() == Some(page));
        link.and_then(written).unwrap_or(page)
    }

    /// Returns a key for an entry without an identifier and a link.
    fn urn(&self) -> String {
        let mut hash = Fnv::default();
        let (has_title, has_date) = (self.hash_title(&mut hash), self.hash_date(&mut hash));
        // Title or date alone are often repeated, so the texts are also hashed.
        if has_title && has_date {
            return format!("urn:fnv-1a:{hash}");
        }
        let mut hash = Fnv::default();
        self.hash_title(&mut hash);
        self.hash_content(&mut hash);
        format!("urn:fnv-1a:{hash}")
    }

    /// Hashes the title. Returns whether there is one.
    fn hash_title(&self, hash: &mut Fnv) -> bool {
        let title = self.title.as_ref().filter(|title| !title.value.trim().is_empty());
        title.inspect(|title| hash.text("title", title)).is_some()
    }

    /// Hashes the date of publication, else of creation, else of change. Returns whether there is one.
    fn hash_date(&self, hash: &mut Fnv) -> bool {
        let dates = [&self.published, self.created(), &self.updated].into_iter();
        // The first readable date, else the first: `min_by_key` returns the first of equal values.
        let dates = dates.filter(|date| date.value.is_some() || !date.text().trim().is_empty());
        let date = dates.min_by_key(|date| date.value.is_none());
        date.inspect(|date| match date.instant() {
            Some(instant) => hash.field("date", &instant.seconds().to_string()),
            None => hash.field("date", date.text().trim()),
        })
        .is_some()
    }

    fn hash_content(&self, hash: &mut Fnv) {
        for text in self.summary.iter().chain(&self.content) {
            hash.text("content", text);
        }
        for enclosure in self.enclosures() {
            hash.field("enclosure", written(enclosure).unwrap_or(""));
        }
    }
}

/// Returns the URI of a link as written.
fn written(link: &Link) -> Option<&str> {
    link.attributes.get("href").or(link.href.as_deref())
}

impl Fnv {
    /// A named value. The delimiters cannot occur in XML text.
    fn field(&mut self, name: &str, value: &str) {
        self.bytes(name.as_bytes());
        self.bytes(b"\x1F");
        self.bytes(value.as_bytes());
        self.bytes(b"\x1E");
    }

    /// The words of a text, without its tags.
    fn text(&mut self, name: &str, text: &Text) {
        self.field(name, "");
        let mut is_first = true;
        text.each_word(|word| {
            if !std::mem::take(&mut is_first) {
                self.bytes(b" ");
            }
            self.bytes(word.as_bytes());
        });
        self.bytes(b"\x1E");
    }
}

impl Text {
    /// Passes on the words of the text, without its tags.
    fn each_word(&self, mut take: impl FnMut(&str)) {
        let mut words = |text: &str| text.split_whitespace().for_each(&mut take);
        if self.is_markup() {
            for piece in Pieces::new(&self.value) {
                match piece {
                    Piece::Text(text) | Piece::RawText(_, text) => words(text),
                    Piece::Tag(_) => {}
                }
            }
        } else {
            words(&self.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::IdentityRule::{Content, Id, IdAndLink, TitleAndDate};
    use super::*;
    use crate::Date;

    fn text(value: &str, media_type: &'static str) -> Text {
        Text { value: value.into(), media_type: media_type.into(), ..Text::default() }
    }

    fn date(raw: &str) -> Date {
        Date::new(raw, |raw| bozofeed_date::parse(raw).ok())
    }

    #[test]
    fn an_identifier_is_the_identity_and_else_the_page() {
        for (id, link, expected) in [
            (Some("x"), Some("https://a/"), "x"),
            (Some(""), Some("https://a/"), "https://a/"),
            (None, Some("https://a/"), "https://a/"),
        ] {
            let (id, link) = (id.map(Into::into), link.map(Into::into));
            assert_eq!(Entry { link, id, ..Entry::default() }.identity(Id), expected);
        }
    }

    #[test]
    fn a_link_is_taken_as_it_is_written() {
        let link = |rel: &'static str, host: &str| Link {
            rel: rel.into(),
            href: Some(format!("{host}/a").into()),
            attributes: [("href", "a")].into_iter().collect(),
            ..Link::default()
        };
        let entry = |id: Option<&str>, host: &str| Entry {
            id: id.map(Into::into),
            link: Some(format!("{host}/a").into()),
            links: vec![link("alternate", host), link("enclosure", host)],
            ..Entry::default()
        };
        assert_eq!(entry(None, "https://example.org").identity(Id), "a");
        for (id, rule) in
            [None, Some("1")].into_iter().flat_map(|id| IdentityRule::ALL.iter().map(move |rule| (id, *rule)))
        {
            let [here, there] = ["https://here.example", "https://there.example"].map(|host| entry(id, host));
            assert_eq!(here.identity(rule), there.identity(rule), "{id:?} {rule:?}");
        }
    }

    fn entry(id: Option<&str>, link: Option<&str>, title: &str, summary: &str) -> Entry {
        Entry {
            id: id.map(Into::into),
            link: link.map(Into::into),
            title: Some(text(title, "text/plain")),
            summary: Some(text(summary, "text/plain")),
            ..Entry::default()
        }
    }

    #[test]
    fn the_rule_is_the_coarsest_that_tells_the_entries_apart() {
        let dated = |day: &str| Entry { published: date(day), ..entry(Some("x"), None, "", "1") };
        for (one, other, rule) in vec![
            (entry(Some("x"), Some("p"), "A", ""), entry(Some("y"), Some("p"), "A", ""), Id),
            (entry(None, Some("p"), "A", ""), entry(None, Some("q"), "A", ""), Id),
            (entry(None, None, "A", ""), entry(None, None, "B", ""), Id),
            (entry(None, None, "A", "1"), entry(None, None, "A", "2"), Id),
            (entry(Some("x"), Some("p"), "A", ""), entry(None, Some("p"), "A", ""), Id),
            (entry(Some("x"), Some("p"), "A", ""), entry(Some("x"), Some("q"), "A", ""), IdAndLink),
            (entry(Some("x"), Some("p"), "A", ""), entry(Some("x"), None, "A", ""), IdAndLink),
            (entry(Some("x"), Some("p"), "A", ""), entry(Some("x"), Some("p"), "B", ""), TitleAndDate),
            (entry(None, Some("p"), "A", ""), entry(None, Some("p"), "B", ""), TitleAndDate),
            (dated("2026-01-02"), dated("2026-01-03"), TitleAndDate),
            (entry(Some("x"), Some("p"), "A", "1"), entry(Some("x"), Some("p"), "A", "2"), Content),
            // Equal entries do not need a finer rule.
            (entry(Some("x"), Some("p"), "A", "1"), entry(Some("x"), Some("p"), "A", "1"), Id),
            (Entry::default(), Entry::default(), Id),
        ] {
            for entries in [[one.clone(), other.clone()], [other.clone(), one.clone()]] {
                assert_eq!(IdentityRule::of(&entries), rule, "{entries:?}");
            }
            let third = [one.clone(), other.clone(), entry(Some("x"), Some("r"), "A", "")];
            assert!(IdentityRule::of(&third) >= rule, "{third:?}");
        }
        assert_eq!(IdentityRule::of(&[]), Id);
    }

    #[test]
    fn the_same_entry_is_the_same_tomorrow() {
        let title = Some(text("Masts and sails", "text/plain"));
        let published = date("2026-01-02T03:04:05Z");
        let entry = Entry { title: title.clone(), published, ..Entry::default() };
        for other in [
            Entry { published: date("Fri, 02 Jan 2026 04:04:05 +0100"), ..entry.clone() },
            Entry { title: Some(text("<b>Masts</b>  and sails", "text/html")), ..entry.clone() },
            Entry { title: Some(text(" Masts\nand sails ", "text/plain")), ..entry.clone() },
            Entry { summary: Some(text("edited", "text/plain")), ..entry.clone() },
            Entry { updated: date("2026-02-01T00:00:00Z"), ..entry.clone() },
        ] {
            assert_eq!(other.identity(Id), entry.identity(Id), "{other:?}");
        }
        for other in [
            Entry { title: Some(text("Masts", "text/plain")), ..entry.clone() },
            Entry { published: date("2026-01-02T03:04:06Z"), ..entry.clone() },
            Entry { published: Date::default(), ..entry.clone() },
            Entry {
                published: Date::default(),
                summary: Some(text("Masts and sails", "text/plain")),
                ..entry.clone()
            },
            Entry { title: None, summary: title, ..entry.clone() },
            Entry {
                title: None,
                links: vec![Link { rel: "enclosure".into(), href: Some("x".into()), ..Link::default() }],
                ..entry.clone()
            },
            Entry::default(),
        ] {
            assert_ne!(other.identity(Id), entry.identity(Id), "{other:?}");
        }
    }
}
