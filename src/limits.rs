//! Limits on what a document may cost.

/// Limits on what a document may cost.
///
/// At a limit on size, depth or entries the parser stops and keeps what it has read; at the other limits it leaves out the
/// excess and continues. In both cases it reports [`Bozo::LimitExceeded`](crate::Bozo::LimitExceeded). The defaults are far
/// above what real feeds need; set them lower to spend less on a document, or higher to read generated data.
///
/// With the default limits, a document of up to 10 MiB, whatever it contains, takes at most 1 second of processor time and
/// 512 MiB of memory to be read and written as JSON (one core of an AMD EPYC of 2024, release mode). The test `cost` of the
/// repository reads documents of that size under limits.
///
/// ```
/// use bozofeed::{Bozo, Limit, Limits, Parser};
///
/// let parser = Parser::new().limits(Limits::default().entries(1));
/// let parsed = parser.parse(b"<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>");
/// assert_eq!(parsed.entries.len(), 1);
/// assert!(matches!(parsed.bozo, Some(Bozo::LimitExceeded { limit: Limit::Entries, .. })));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The number of bytes of input. Further bytes are not read. The default is 64 MiB.
    ///
    /// Feeds are fetched again and again, so their publishers keep them small: the largest of the 318 feeds that this crate
    /// is measured with has 2.2 MB.
    pub size: usize,
    /// The number of elements that are open at the same time. The default is 500.
    ///
    /// Feeds nest their elements about ten levels deep, and inline XHTML adds a few dozen.
    pub depth: usize,
    /// The number of entries. The default is 50,000.
    ///
    /// Feeds list recent entries only: the largest of the measured feeds has 300.
    pub entries: usize,
    /// The number of list members in the whole document: links, people, categories, keywords, enclosures, media objects,
    /// positions of a place, elements and JSON values without a field and the like, of the feed and all entries. An element
    /// that is read together with those in it, such as `media:content`, counts twice, and the attributes of an element without
    /// a field count from the 17th on. As many namespaces are listed. The default is 200,000.
    ///
    /// Entries have about five list members on average: the measured feeds have at most 1,639 in total.
    pub list_members: usize,
    /// The number of bytes that bases and languages may add to the whole document: relative references become longer when
    /// they are resolved, and every text has the base and the language in force. The default is 16 MiB; beyond it,
    /// references stay relative, and texts have no base longer than 128 bytes. The bases that Universal Feed Parser gives to
    /// the texts after an element may add as many bytes to the dictionary.
    ///
    /// A resolved reference has about 80 bytes: the measured feeds have at most 8 KB in total, with a base of 40 bytes.
    pub resolved: usize,
    /// The number of bytes that references to the document's own entities may add to it (XML 1.0 §4.4). The default is
    /// 1 MiB; references beyond are kept as text.
    ///
    /// Feeds hardly ever declare entities, and those that do declare names of characters, which add nothing. At 1 MiB, the
    /// included text is still small compared to the largest feeds.
    pub expansion: usize,
    /// The nesting depth of extension elements that are kept. Deeper ones are left out. The default is 64.
    ///
    /// Extensions are at most four or five levels deep.
    pub extensions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: 64 << 20,
            depth: 500,
            entries: 50_000,
            list_members: 200_000,
            resolved: 16 << 20,
            expansion: 1 << 20,
            extensions: 64,
        }
    }
}

impl Limits {
    /// Sets the number of bytes of input. The default is 64 MiB.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().size(48));
    /// let parsed = parser.parse(b"<rss version='2.0'><channel><title>Tides</title><item/></channel></rss>");
    /// assert_eq!(parsed.feed.title.unwrap().value, "Tides");
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: size");
    /// ```
    #[must_use]
    pub fn size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// Sets the number of elements that may be open at the same time. The default is 500.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().depth(3));
    /// let parsed = parser.parse(b"<rss><channel><title>Tides</title><a><b/></a></channel></rss>");
    /// assert_eq!(parsed.feed.title.unwrap().value, "Tides");
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: depth");
    /// ```
    #[must_use]
    pub fn depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// Sets the number of entries. The default is 50,000.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().entries(1));
    /// let parsed = parser.parse(b"<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>");
    /// assert_eq!(parsed.entries.len(), 1);
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: entries");
    /// ```
    #[must_use]
    pub fn entries(self, entries: usize) -> Self {
        Self { entries, ..self }
    }

    /// Sets the number of list members in the whole document. The default is 200,000.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().list_members(1));
    /// let parsed = parser.parse(b"<rss><channel><category>a</category><category>b</category></channel></rss>");
    /// assert_eq!(parsed.feed.tags.len(), 1);
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: list members");
    /// ```
    #[must_use]
    pub fn list_members(self, list_members: usize) -> Self {
        Self { list_members, ..self }
    }

    /// Sets the number of bytes that bases and languages may add to the whole document. The default is 16 MiB.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().base_url("https://harbour.example/").limits(Limits::default().resolved(10));
    /// let parsed = parser.parse(b"<rss><channel><item><description>&lt;a href=tides>b&lt;/a></description></item></channel></rss>");
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: resolved references");
    /// assert!(parsed.entries[0].summary.as_ref().unwrap().value.contains("\"tides\""));
    /// ```
    #[must_use]
    pub fn resolved(self, resolved: usize) -> Self {
        Self { resolved, ..self }
    }

    /// Sets the number of bytes that the document's own entities may add to it. The default is 1 MiB.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().expansion(10));
    /// let parsed = parser.parse(b"<!DOCTYPE rss [<!ENTITY t 'high tide'>]><rss><channel><title>&t; &t;</title></channel></rss>");
    /// assert_eq!(parsed.feed.title.unwrap().value, "high tide &t;");
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: entity expansion");
    /// ```
    #[must_use]
    pub fn expansion(self, expansion: usize) -> Self {
        Self { expansion, ..self }
    }

    /// Sets the nesting depth of extension elements that are kept. The default is 64.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().extensions(1));
    /// let parsed = parser.parse(b"<rss xmlns:x='urn:x'><channel><x:a><x:b/></x:a></channel></rss>");
    /// assert!(parsed.feed.extensions[0].children.is_empty());
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: extension depth");
    /// ```
    #[must_use]
    pub fn extensions(self, extensions: usize) -> Self {
        Self { extensions, ..self }
    }
}
