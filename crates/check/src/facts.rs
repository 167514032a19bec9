//! Facts about a document that are collected while it is parsed: facts needed by several families, and the state of single
//! families between elements that is not in any row.

use std::ops::Range;

use super::profile::Profile;
use crate::maps::{Map, Set};
use bozofeed::Timestamp;
use bozofeed::inspect::TagSpan;

/// The facts about the feed.
#[derive(Debug, Default)]
pub(crate) struct FeedFacts {
    /// The URL of the document.
    pub(crate) url: Option<String>,
    /// The version of RSS.
    pub(crate) version: String,
    /// The base URL of its references.
    pub(crate) base: String,
    /// The URL that it declares as its own.
    pub(crate) own_url: Option<String>,
    /// The page of the channel.
    pub(crate) page: String,
    /// The number of its entries so far.
    pub(crate) entries: usize,
    /// Whether an element of the feed was found after its entries.
    pub(crate) has_late_elements: bool,
    /// The ids of the entries, with their update times.
    pub(crate) ids: Map<String, String>,
    /// The latest update time of an entry, in a feed without its own.
    pub(crate) last_update: Option<(Timestamp, String)>,
}

/// The facts about the open entry.
#[derive(Debug, Default)]
pub(crate) struct EntryFacts {
    /// The types and languages of its alternate links.
    pub(crate) alternates: Vec<(String, String)>,
    pub(crate) enclosures: usize,
    /// The id with its place.
    pub(crate) id: Option<(String, Range<usize>)>,
    pub(crate) updated: String,
    /// The place of the update time.
    pub(crate) updated_at: Range<usize>,
    pub(crate) is_permalink: bool,
    /// Whether its content is elsewhere, or is not text.
    pub(crate) needs_summary: bool,
    /// Its content as XHTML next to the elements of the format.
    pub(crate) body: Option<Deferred>,
    /// The start tag of its publication date, with the extent of the date.
    pub(crate) published: Option<(TagSpan, (usize, usize))>,
}

/// A finding that depends on later parts of the document.
#[derive(Debug)]
pub(crate) struct Deferred {
    pub(crate) span: Range<usize>,
    pub(crate) subject: String,
}

/// The maximum number of deferred findings.
pub(crate) const MOST: usize = 100;

/// The dates in the future, of the feed and of its entries.
#[derive(Debug, Default)]
pub(crate) struct FutureDates {
    pub(crate) of_feed: Vec<Deferred>,
    pub(crate) of_entries: Vec<Deferred>,
}

impl FutureDates {
    /// Adds a date in the future.
    pub(crate) fn add(&mut self, is_of_entry: bool, span: Range<usize>, subject: impl FnOnce() -> String) {
        let list = if is_of_entry { &mut self.of_entries } else { &mut self.of_feed };
        if list.len() < MOST {
            list.push(Deferred { span, subject: subject() });
        }
    }
}

/// The state of the namespaces declared by the document.
#[derive(Debug, Default)]
pub(crate) struct CheckedNamespaces {
    pub(crate) unknown: Set<String>,
    /// The elements without a namespace that are added by programs.
    pub(crate) of_programs: &'static [&'static str],
}

/// The role of an open element in RDF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RdfPart {
    /// The children are nodes: `rdf:RDF`, and a property that is a collection.
    Nodes,
    /// The children are properties.
    Node,
    /// It has text, or one node.
    Property,
    /// It has a resource, and nothing else.
    Reference,
    /// Arbitrary markup, or an element that was already reported.
    Any,
}

/// An open element of RDF.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RdfElement {
    pub(crate) part: RdfPart,
    pub(crate) children: usize,
}

/// The open elements of RDF.
#[derive(Debug, Default)]
pub(crate) struct OpenRdf(pub(crate) Vec<RdfElement>);

/// The facts about a podcast that are needed by its rules.
#[derive(Debug, Default)]
pub(crate) struct PodcastFacts {
    pub(crate) profile: Option<Profile>,
    pub(crate) is_serial: bool,
    /// The open category.
    pub(crate) category: String,
    /// The seasons, numbers and types of the episodes.
    pub(crate) episodes: Set<[String; 3]>,
    /// The season, number and type of the open episode.
    pub(crate) episode: [String; 3],
    /// Whether an item has a file that may be an episode, and whether directories accept one of them.
    pub(crate) has_files: bool,
    pub(crate) has_episodes: bool,
    /// The files of the episodes, and the file of the open episode.
    pub(crate) files: Set<String>,
    pub(crate) file: String,
    /// The recommended elements of episodes that were already reported.
    pub(crate) reported: Vec<&'static str>,
    pub(crate) of_channel: TextFacts,
    pub(crate) of_episode: TextFacts,
}

/// The elements of the channel or an episode whose texts directories reject.
#[derive(Debug, Default)]
pub(crate) struct TextFacts {
    /// Elements without a valid value.
    pub(crate) void: Vec<&'static str>,
    /// Elements with a long text.
    pub(crate) long: Vec<(Range<usize>, &'static str)>,
}
