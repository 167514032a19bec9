//! The result of parsing.

use std::borrow::Cow;

use crate::diagnostics::{Bozo, Fault, LooksLike, Warning};
use crate::encoding::Trail;
use crate::format::Format;
use crate::model::{Entry, Feed, IdentityRule};
use bozofeed_text::maps::Map;

/// A feed and its faults.
///
/// With the feature `serde`, it can be serialized and deserialized. Numbers with more than 15 digits, which hardly any feed has,
/// only keep their last digits with an exact parser: with `serde_json`, enable its feature `float_roundtrip`.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Parsed {
    /// The format, or [`Format::Unknown`] if the root does not specify one. A feed may lack a format: [`is_feed`](Self::is_feed)
    /// returns whether the document is a feed.
    #[cfg_attr(feature = "serde", serde(rename = "version"))]
    pub format: Format,
    /// The label of the encoding in the document or its headers, in lower case: `latin-1`.
    pub encoding: Cow<'static, str>,
    /// The canonical name of that encoding: `iso-8859-1`.
    pub codec: Cow<'static, str>,
    /// The way in which the document breaks the rules, or `None` if it does not.
    pub bozo: Option<Bozo>,
    /// Whether the document is well-formed, regardless of its label.
    pub well_formed: bool,
    /// The first hundred faults, in document order.
    pub faults: Vec<Fault>,
    /// The total number of faults.
    pub fault_count: usize,
    /// The first hundred values that could not be interpreted, in document order. They never make a feed bozo.
    pub warnings: Vec<Warning>,
    /// The namespaces declared by the document: prefix and name. Known ones have their customary prefix.
    pub namespaces: Vec<(String, String)>,
    /// The feed.
    pub feed: Feed,
    /// The entries, in document order.
    pub entries: Vec<Entry>,
    /// The way in which the encoding was determined.
    pub trail: Trail,
}

/// The result for an absent document, which is not a feed.
impl Default for Parsed {
    fn default() -> Self {
        Self {
            format: Format::Unknown,
            encoding: Cow::Borrowed(""),
            codec: Cow::Borrowed(""),
            bozo: Some(Bozo::NotAFeed(LooksLike::Empty)),
            well_formed: false,
            faults: Vec::new(),
            fault_count: 0,
            warnings: Vec::new(),
            namespaces: Vec::new(),
            feed: Feed::default(),
            entries: Vec::new(),
            trail: Trail::default(),
        }
    }
}

impl Parsed {
    /// Returns whether the document is a feed, even a broken one. A default value is not.
    ///
    /// ```
    /// assert!(bozofeed::parse(b"<rss><channel>").is_feed());
    /// assert!(!bozofeed::parse(b"<html><body>Not found</body></html>").is_feed());
    /// assert!(!bozofeed::Parsed::default().is_feed());
    /// ```
    pub fn is_feed(&self) -> bool {
        match &self.bozo {
            Some(Bozo::NotAFeed(_)) => false,
            // The limit may have been reached before the feed.
            Some(Bozo::LimitExceeded { .. }) => {
                self.format != Format::Unknown || !self.entries.is_empty() || self.feed != Feed::default()
            }
            Some(_) | None => true,
        }
    }

    /// Returns the rule that [`Entry::identity`] uses to distinguish the entries of this document: the coarsest sufficient one.
    /// Entries that are equal under every rule are one entry, and need no finer rule.
    ///
    /// Store it with the feed, and only ever make it finer. A key must not change when the entries that shared an identifier
    /// disappear from the document. The [cookbook](crate::docs::cookbook) shows how.
    ///
    /// ```
    /// use bozofeed::model::IdentityRule;
    ///
    /// let monday = bozofeed::parse(b"<rss><channel><item><guid>1</guid><link>/a</link></item></channel></rss>");
    /// let tuesday = bozofeed::parse(b"<rss><channel><item><guid>1</guid><link>/a</link></item>\
    ///     <item><guid>1</guid><link>/b</link></item></channel></rss>");
    /// let wednesday = monday.clone();
    ///
    /// let mut rule = IdentityRule::default();
    /// let rules = [monday, tuesday, wednesday].map(|parsed| {
    ///     rule = rule.max(parsed.identity_rule());
    ///     rule
    /// });
    /// assert_eq!(rules, [IdentityRule::Id, IdentityRule::IdAndLink, IdentityRule::IdAndLink]);
    /// ```
    pub fn identity_rule(&self) -> IdentityRule {
        IdentityRule::of(&self.entries)
    }

    /// Returns the entries in the order of the RSS 1.0 sequence (`items`, §5.3.2), which may differ from the document order.
    /// Entries missing from the sequence come last. Without a sequence, all are in document order.
    ///
    /// ```
    /// let feed = b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>\
    ///     <channel><items><rdf:Seq><rdf:li rdf:resource='urn:b'/><rdf:li rdf:resource='urn:a'/></rdf:Seq></items></channel>\
    ///     <item rdf:about='urn:a'/><item rdf:about='urn:b'/></rdf:RDF>";
    /// let parsed = bozofeed::parse(feed);
    /// let ids: Vec<_> = parsed.entries_in_sequence().into_iter().filter_map(|entry| entry.id.as_deref()).collect();
    /// assert_eq!(ids, ["urn:b", "urn:a"]);
    /// ```
    pub fn entries_in_sequence(&self) -> Vec<&Entry> {
        let mut places: Map<&str, usize> = Map::new();
        let lists = self.feed.extensions().iter().filter(|list| list.name.eq_ignore_ascii_case("items"));
        let members = lists.flat_map(|list| &list.children).flat_map(|sequence| &sequence.children);
        for (place, member) in members.filter(|member| &*member.name == "li").enumerate() {
            // The RDF syntax of 1999 allows the attribute without its prefix.
            let resource = member.attribute("rdf:resource").or_else(|| member.attribute("resource"));
            if let Some(resource) = resource {
                // If the sequence lists an item twice, the first place is used.
                places.entry(resource.trim()).or_insert(place);
            }
        }
        let place = |entry: &&Entry| {
            let names = [entry.id.as_deref(), entry.link.as_deref()];
            names
                .into_iter()
                .flatten()
                .find_map(|name| places.get(name.trim()))
                .copied()
                .unwrap_or(usize::MAX)
        };
        let mut entries: Vec<&Entry> = self.entries.iter().collect();
        // The sort is stable: entries missing from the sequence stay in document order, after all others.
        entries.sort_by_key(place);
        entries
    }

    /// Returns the result if the document is a feed, even a broken one, or otherwise the reason why not.
    ///
    /// # Errors
    ///
    /// [`Bozo::NotAFeed`] describes the kind of document; [`Bozo::LimitExceeded`] is returned if a limit was reached before the
    /// feed.
    ///
    /// ```
    /// let error = bozofeed::parse(b"<html><body>Not found</body></html>").into_result().unwrap_err();
    /// assert_eq!(error.name(), "NotAFeed");
    /// ```
    pub fn into_result(self) -> Result<Self, Bozo> {
        if self.is_feed() {
            return Ok(self);
        }
        Err(self.bozo.unwrap_or(Bozo::NotAFeed(LooksLike::Other)))
    }
}
