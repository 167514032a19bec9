//! The document as a whole: its format, and whether it is a feed at all.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::diagnostics::Limit;
use crate::model::Link;
use crate::version::Version;
use crate::vocabulary::Feeds;
use crate::xml::Reader;

/// The findings about the document so far.
#[derive(Debug, Default)]
pub(super) struct DocumentState {
    pub(super) version: Option<Version>,
    /// Whether an element that only feeds have was met.
    pub(super) is_feed: bool,
    /// The number of open elements around the content of the channel.
    pub(super) channel: Option<usize>,
    /// The number of root elements.
    pub(super) roots: usize,
    /// The number of entries that began.
    pub(super) entries: usize,
    /// The offset of the first of them.
    pub(super) first_entry: Option<usize>,
    /// The page of the feed, if it is RSS: relative links resolve against it.
    pub(super) page: Option<Arc<str>>,
    /// The page of the feed where its element was looked for, because a relative link came before it.
    pub(super) page_ahead: OnceCell<Option<Arc<str>>>,
    /// The links of an HTML page to its feeds.
    pub(super) page_links: Vec<Link>,
    /// The names of the elements around the content of the feed.
    pub(super) feed_path: String,
    /// The limit at which reading stops.
    pub(super) limit: Option<Limit>,
}

impl DocumentState {
    /// Returns whether the document is RSS. The version of RDF formats is determined last.
    pub(super) fn is_rss(&self) -> bool {
        self.version.is_none_or(Version::is_rss)
    }
}

/// `rss version="…"`; 0.91 by Netscape has its own document type declaration.
pub(super) fn rss_version(version: &str, doctype: Option<&str>) -> Version {
    match version {
        "0.91" if doctype.is_some_and(|doctype| doctype.to_ascii_lowercase().contains("netscape")) => {
            Version::Rss091Netscape
        }
        "0.91" => Version::Rss091Userland,
        "0.92" => Version::Rss092,
        "0.93" => Version::Rss093,
        "0.94" => Version::Rss094,
        _ if version.starts_with("2.") => Version::Rss20,
        _ => Version::Rss,
    }
}

/// `feed version="…"`, or the namespace of RFC 4287.
pub(super) fn atom_version(version: &str, reader: &Reader<'_, Feeds>) -> Version {
    if reader
        .namespaces
        .declared()
        .any(|declared| declared.uri.eq_ignore_ascii_case("http://www.w3.org/2005/Atom"))
    {
        return Version::Atom10;
    }
    match version {
        "0.1" => Version::Atom01,
        "0.2" => Version::Atom02,
        "0.3" => Version::Atom03,
        _ => Version::Atom,
    }
}

/// RDF formats are told by the namespace that they use; one that declares Atom's as well borrows from it.
pub(super) fn version_of_namespaces(reader: &Reader<'_, Feeds>) -> Option<Version> {
    let of = |prefix: &str, uri: &str| match (prefix, uri.to_ascii_lowercase().as_str()) {
        ("", "http://my.netscape.com/rdf/simple/0.9/" | "http://channel.netscape.com/rdf/simple/0.9/") => {
            Some(Version::Rss090)
        }
        (_, "http://purl.org/rss/1.0/") => Some(Version::Rss10),
        (_, "http://www.w3.org/2005/atom") => Some(Version::Atom10),
        _ => None,
    };
    let mut versions = reader.namespaces.declared().filter_map(|declared| of(declared.prefix, &declared.uri));
    let first = versions.next()?;
    if first.is_rss() { Some(first) } else { versions.find(|version| version.is_rss()).or(Some(first)) }
}
