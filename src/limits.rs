//! Limits on the cost of a document.

use bozofeed_content::internal::GrowthBudget;

use crate::UnknownName;
use crate::diagnostics::KEPT;

/// Limits on the cost of a document.
///
/// At a limit on size, entries or memory, the parser stops and keeps the results so far; at the other limits, it omits the excess
/// and continues. In both cases, it reports [`Bozo::LimitExceeded`](crate::Bozo::LimitExceeded). The defaults are far above the
/// needs of feeds, even those with a whole archive. Lower them to bound the cost per document, or raise them to read generated
/// data.
///
/// The `cost` test in the repository reads 10 MB documents of every shape with the default limits, within
/// [bounds](crate::docs::speed#maximum-cost-of-a-document) on processor time, memory and output.
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
    pub(crate) size: usize,
    pub(crate) depth: usize,
    pub(crate) entries: usize,
    /// Like the next two, `None` if not set by the caller.
    memory: Option<usize>,
    memory_per_byte: Option<usize>,
    written: Option<usize>,
    pub(crate) resolved: usize,
    pub(crate) expansion: usize,
    pub(crate) extensions: usize,
    /// The number of faults that are kept. Only repair needs more than the default.
    pub(crate) diagnostics: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            size: 64 << 20,
            depth: 5000,
            entries: usize::MAX,
            memory: None,
            memory_per_byte: None,
            written: None,
            resolved: GrowthBudget::BYTES,
            expansion: 1 << 20,
            extensions: 48,
            diagnostics: KEPT,
        }
    }
}

/// The memory that a result may take if the caller does not set a limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DefaultMemory {
    least: usize,
    per_byte: usize,
}

impl DefaultMemory {
    pub(crate) const MODEL: Self = Self { least: 32 << 20, per_byte: 5 };
    /// A dictionary of Universal Feed Parser, which contains many values twice, each with a name; or an explanation.
    pub(crate) const LARGE: Self = Self { least: 64 << 20, per_byte: 16 };
}

/// A function that sets a limit.
type Setter = fn(Limits, usize) -> Limits;

/// The names of the limits, which are the names of the methods.
const NAMES: &[&str] = &[
    "size", "depth", "entries", "memory", "memory_per_byte", "written", "resolved", "expansion", "extensions",
];

/// Returns the function that sets the limit with this name.
fn setter(name: &str) -> Option<Setter> {
    Some(match name {
        "size" => Limits::size,
        "depth" => Limits::depth,
        "entries" => Limits::entries,
        "memory" => Limits::memory,
        "memory_per_byte" => Limits::memory_per_byte,
        "written" => Limits::written,
        "resolved" => Limits::resolved,
        "expansion" => Limits::expansion,
        "extensions" => Limits::extensions,
        _ => return None,
    })
}

impl Limits {
    /// Sets the limit with this name, for limits from a configuration or an argument. The names are the names of the methods;
    /// hyphens may replace underscores.
    ///
    /// ```
    /// use bozofeed::Limits;
    ///
    /// assert_eq!(Limits::default().set("memory-per-byte", 8)?, Limits::default().memory_per_byte(8));
    /// let error = Limits::default().set("height", 4).unwrap_err();
    /// assert!(error.to_string().starts_with("unknown limit 'height' (known: size, depth, "));
    /// # Ok::<(), bozofeed::UnknownName>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no limit has this name.
    pub fn set(self, name: &str, value: usize) -> Result<Self, UnknownName> {
        let field = name.replace('-', "_");
        let set = setter(&field).ok_or_else(|| UnknownName::new("limit", name, NAMES))?;
        Ok(set(self, value))
    }

    /// Returns the name of a limit above its ceiling, if any. Limits on memory and on the written size are compared for the longest
    /// document.
    pub(crate) fn above(&self, ceiling: &Self) -> Option<&'static str> {
        // Without `..`, so that new fields must also be compared.
        let Self {
            size,
            depth,
            entries,
            memory: _,
            memory_per_byte: _,
            written: _,
            resolved,
            expansion,
            extensions,
            diagnostics: _,
        } = *self;
        let longest = ceiling.size;
        let pairs = [
            ("size", size, ceiling.size),
            ("depth", depth, ceiling.depth),
            ("entries", entries, ceiling.entries),
            ("memory", self.memory_of(longest), ceiling.memory_of(longest)),
            ("written", self.written_of(longest), ceiling.written_of(longest)),
            ("resolved", resolved, ceiling.resolved),
            ("expansion", expansion, ceiling.expansion),
            ("extensions", extensions, ceiling.extensions),
        ];
        pairs.into_iter().find(|(_, limit, ceiling)| limit > ceiling).map(|(name, ..)| name)
    }

    /// Sets the maximum number of input bytes. Further bytes are not read. The default is 64 MiB.
    ///
    /// Feeds are fetched again and again, so publishers keep them small: the largest of the 318 feeds in this crate's measurements
    /// has 2.2 MB.
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

    /// Sets the maximum number of open elements. The default is 5,000; the content of deeper ones is omitted.
    ///
    /// Feeds nest their elements about ten levels deep. Inline XHTML adds a few dozen levels, or some hundreds if a program wraps
    /// it repeatedly.
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

    /// Sets the maximum number of entries. By default, only [`memory`](Self::memory) limits it.
    ///
    /// Feeds list only recent entries: the largest of the measured feeds has 300.
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

    /// Sets the number of bytes of memory that the result of a document may take. The default is 32 MiB, plus 5 bytes per byte of
    /// the document. Including the text, and lists that are copied as they grow, reading a document takes at most about 64 MiB plus 8
    /// times its size. An explanation, or a dictionary of Universal Feed Parser, may take 64 MiB plus 16 bytes per byte. An
    /// explicit limit applies to documents of any length, unless [`memory_per_byte`](Self::memory_per_byte) is also set.
    ///
    /// Entries, texts, members of lists and elements without a field are charged before they are kept. The price is the memory that
    /// the value allocates. A quarter is reserved for entries and their fields: when the other three quarters are spent, further
    /// members of lists and elements without a field are omitted, and when everything is spent, reading stops.
    ///
    /// The default is above the needs of feeds, which take one to three times their size. Set it to the memory that a process can
    /// spend on one document, minus the document itself.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().memory(1000));
    /// let categories = "<category>tides</category>".repeat(50) + &"<category>winds</category>".repeat(50);
    /// let parsed = parser.parse(format!("<rss><channel>{categories}<link>x</link></channel></rss>").as_bytes());
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: memory");
    /// ```
    #[must_use]
    pub fn memory(self, memory: usize) -> Self {
        Self { memory: Some(memory), ..self }
    }

    /// Sets the number of bytes of memory that the result may take per byte of the document, if that is more than
    /// [`memory`](Self::memory).
    ///
    /// The result of a feed takes one to three times its size, and up to 20 times if every entry is as short as
    /// `<item><title>a</title></item>`. Only nearly empty elements, such as `<a/>`, take more.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let feed = format!("<rss><channel>{}</channel></rss>", "<item/>".repeat(1000));
    /// let parser = Parser::new().limits(Limits::default().memory(0).memory_per_byte(32));
    /// let parsed = parser.parse(feed.as_bytes());
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: memory");
    /// ```
    #[must_use]
    pub fn memory_per_byte(self, memory_per_byte: usize) -> Self {
        Self { memory_per_byte: Some(memory_per_byte), ..self }
    }

    /// Returns the number of bytes of memory that the result of a document of this length may take.
    #[doc(hidden)]
    pub fn memory_of(&self, length: usize) -> usize {
        self.memory_or(DefaultMemory::MODEL, length)
    }

    /// Returns the number of bytes of memory that a result with this default may take.
    pub(crate) fn memory_or(&self, default: DefaultMemory, length: usize) -> usize {
        // An explicit limit replaces both defaults: a caller who sets one would not expect the other to raise it.
        match (self.memory, self.memory_per_byte) {
            (None, None) => length.saturating_mul(default.per_byte).saturating_add(default.least),
            (memory, per_byte) => {
                length.saturating_mul(per_byte.unwrap_or(0)).max(memory.unwrap_or(default.least))
            }
        }
    }

    /// Sets the approximate number of bytes that the result of a document may have as JSON. The default is 80 MiB, or 8 bytes per
    /// byte of the document if that is more. Excess values are omitted, as for [`memory`](Self::memory), since writing takes time.
    ///
    /// The JSON of a feed has at most about four times as many bytes as the feed.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().written(2000));
    /// let categories = (0..100).map(|number| format!("<category>{number}</category>")).collect::<String>();
    /// let parsed = parser.parse(format!("<rss><channel>{categories}</channel></rss>").as_bytes());
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: written bytes");
    /// ```
    #[must_use]
    pub fn written(self, written: usize) -> Self {
        Self { written: Some(written), ..self }
    }

    /// Returns the number of bytes that the result of a document of this length may have as JSON.
    #[doc(hidden)]
    pub fn written_of(&self, length: usize) -> usize {
        const WRITTEN: usize = 80 << 20;
        const PER_BYTE: usize = 8;
        self.written.unwrap_or_else(|| length.saturating_mul(PER_BYTE).max(WRITTEN))
    }

    /// Returns the number of bytes that may be added to a document of this length.
    pub(crate) fn resolved_of(&self, length: usize) -> usize {
        const LEAST: usize = 64 << 10;
        const PER_BYTE: usize = 4;
        self.resolved.min(length.saturating_mul(PER_BYTE).saturating_add(LEAST))
    }

    /// Sets the number of bytes that inherited values may add to the whole document: relative references become longer when they
    /// are resolved, every text has the current base and language, every place inherits descriptions, and in Universal Feed
    /// Parser's dictionary an author may inherit the name of the previous one. The default is 16 MiB; the limit never exceeds 64
    /// KiB plus 4 bytes per byte of the document. Above the limit, references stay relative and are not examined, texts have no
    /// base longer than 128 bytes, and nothing else is inherited.
    ///
    /// A resolved reference has about 80 bytes: the measured feeds have at most 8 KB of them in total, with a base of 40 bytes.
    ///
    /// ```
    /// use bozofeed::{Document, Limits, Parser};
    ///
    /// let feed = b"<rss><channel><item><description>&lt;a href=tides>b&lt;/a></description></item></channel></rss>";
    /// let document = Document::new(feed).url("https://harbour.example/");
    /// let parsed = Parser::new().limits(Limits::default().resolved(10)).parse(document);
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: resolved references");
    /// assert!(parsed.entries[0].summary.as_ref().unwrap().value.contains("\"tides\""));
    /// ```
    #[must_use]
    pub fn resolved(self, resolved: usize) -> Self {
        Self { resolved, ..self }
    }

    /// Sets the number of bytes that references to the document's own entities may add to it (XML 1.0 §4.4). The default is 1 MiB;
    /// references beyond it are kept as text.
    ///
    /// Few feeds declare entities, and those entities are names of characters, which add nothing. At 1 MiB, the included text is
    /// still small compared to the largest feeds.
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

    /// Sets the maximum nesting depth of extension elements. Deeper ones are omitted. The default is 48, which is also the highest
    /// allowed value: the result is nested twice as deeply as JSON, and most JSON parsers allow 128 levels.
    ///
    /// Extensions are at most four or five levels deep.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().extensions(1));
    /// let parsed = parser.parse(b"<rss xmlns:x='urn:x'><channel><x:a><x:b/></x:a></channel></rss>");
    /// assert!(parsed.feed.extensions()[0].children.is_empty());
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "limit exceeded: extension depth");
    /// ```
    #[must_use]
    pub fn extensions(self, extensions: usize) -> Self {
        Self { extensions, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_has_a_name() {
        let limits = NAMES.iter().try_fold(Limits::default(), |limits, name| limits.set(name, 7));
        // Without `..`, so that new fields must be added to the names.
        let all = Limits {
            size: 7,
            depth: 7,
            entries: 7,
            memory: Some(7),
            memory_per_byte: Some(7),
            written: Some(7),
            resolved: 7,
            expansion: 7,
            extensions: 7,
            diagnostics: KEPT,
        };
        assert_eq!(limits, Ok(all));
    }

    /// The attributes of a tag and the members of an object are listed before they are charged, so their number is limited.
    #[test]
    fn lists_that_are_made_before_they_are_paid_for_are_bounded() {
        use crate::{Bozo, Limit, parse};
        let numbered = |count: usize, part: fn(usize) -> String| (0..count).map(part).collect::<String>();
        let tag = |count| {
            format!("<rss><channel><a {}/></channel></rss>", numbered(count, |n| format!("b{n}='' ")))
        };
        let object = |count| {
            let members = numbered(count, |n| format!("\"a{n}\":1,"));
            format!(
                "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[],{members}\"_b\":{{{members}\"c\":1}}}}"
            )
        };
        let wrong: Vec<_> = [
            ("a tag", tag(60_000), false),
            ("a tag", tag(70_000), true),
            ("an object", object(60_000), false),
            ("an object", object(70_000), true),
        ]
        .into_iter()
        .filter(|(_, document, is_limited)| {
            let bozo = parse(document.as_bytes()).bozo;
            matches!(bozo, Some(Bozo::LimitExceeded { limit: Limit::Memory })) != *is_limited
        })
        .map(|(name, document, _)| (name, document.len()))
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_limit_that_is_set_counts_for_documents_of_any_length() {
        const MIB: usize = 1 << 20;
        let default = Limits::default();
        for (limits, length, memory, written) in [
            (default, MIB, 37 * MIB, 80 * MIB),
            (default, 64 * MIB, 352 * MIB, 512 * MIB),
            (default.memory(MIB), 64 * MIB, MIB, 512 * MIB),
            (default.memory(MIB).memory_per_byte(4), 64 * MIB, 256 * MIB, 512 * MIB),
            (default.memory(MIB).memory_per_byte(4), 16, MIB, 80 * MIB),
            (default.memory_per_byte(4), 64 * MIB, 256 * MIB, 512 * MIB),
            (default.memory_per_byte(4), MIB, 32 * MIB, 80 * MIB),
            (default.written(MIB), 64 * MIB, 352 * MIB, MIB),
        ] {
            assert_eq!(
                (limits.memory_of(length), limits.written_of(length)),
                (memory, written),
                "{limits:?}"
            );
        }
    }
}
