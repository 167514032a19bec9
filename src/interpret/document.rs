//! The document as a whole: its format, and whether it is a feed at all.

use std::cell::OnceCell;

use crate::budget::PaidList;
use crate::diagnostics::Limit;
use crate::format::Format;
use crate::model::{Link, Str};
use crate::vocabulary::Feeds;
use crate::xml::Reader;

/// The findings about the document so far.
#[derive(Debug, Default)]
pub(super) struct DocumentState {
    pub(super) format: Option<Format>,
    /// Whether an element that only feeds have was met.
    pub(super) is_feed: bool,
    /// The number of open elements of the channel or the Atom feed that is open, its own included.
    pub(super) described: Option<usize>,
    /// Whether a channel or an Atom feed has said anything about the feed.
    pub(super) is_described_before: bool,
    /// Whether the channel or the Atom feed that is open describes another feed than the first one.
    pub(super) is_other: bool,
    /// Whether the root is that of RDF.
    pub(super) is_rdf: bool,
    /// The number of root elements.
    pub(super) roots: usize,
    /// The number of entries that began.
    pub(super) entries: usize,
    /// The offset of the first of them.
    pub(super) first_entry: Option<usize>,
    /// The page of the feed, if it is RSS: relative links resolve against it.
    pub(super) page: Option<Str>,
    /// The page of the feed where its element was looked for, because a relative link came before it.
    pub(super) page_ahead: OnceCell<Option<Str>>,
    /// The links of an HTML page to its feeds.
    pub(super) page_links: PaidList<Link>,
    /// The names of the elements around the content of the feed.
    pub(super) feed_path: String,
    /// The limit at which reading stops.
    pub(super) limit: Option<Limit>,
    formats: DeclaredFormats,
}

/// The formats that the namespaces of the document name.
#[derive(Debug, Default)]
struct DeclaredFormats {
    /// The number of declarations that were looked at. A document may have many of them, and many roots.
    seen: usize,
    first: Option<Format>,
    first_rss: Option<Format>,
    has_atom10: bool,
}

impl DeclaredFormats {
    fn update(&mut self, reader: &Reader<'_, Feeds>) {
        // Names of namespaces are case-sensitive (Namespaces in XML §2.3), but feeds write them in any case.
        for declared in reader.namespaces.declared().skip(self.seen) {
            self.seen += 1;
            let Some(format) = format_of_namespace(&declared.uri) else { continue };
            self.first.get_or_insert(format);
            self.has_atom10 |= format == Format::Atom10;
            if format.is_rss() {
                self.first_rss.get_or_insert(format);
            }
        }
    }
}

impl DocumentState {
    /// Returns whether the document is RSS. RDF formats are recognised last.
    pub(super) fn is_rss(&self) -> bool {
        self.format.is_none_or(Format::is_rss)
    }

    /// Returns the format of `feed version="…"`, or that of the namespace of RFC 4287.
    pub(super) fn atom_format(&mut self, version: &str, reader: &Reader<'_, Feeds>) -> Format {
        self.formats.update(reader);
        // The namespace outranks the attribute: RFC 4287 has no `version`.
        if self.formats.has_atom10 { Format::Atom10 } else { atom_format(version) }
    }

    /// Returns whether the document declares the namespace of RFC 4287.
    pub(super) fn has_atom10(&mut self, reader: &Reader<'_, Feeds>) -> bool {
        self.formats.update(reader);
        self.formats.has_atom10
    }

    /// Returns the format that the namespaces name: RDF formats are told by the namespace that they use, and one that
    /// declares Atom's as well borrows from it.
    pub(super) fn format_of_namespaces(&mut self, reader: &Reader<'_, Feeds>) -> Option<Format> {
        self.formats.update(reader);
        self.formats.first_rss.or(self.formats.first)
    }
}

/// Returns the format of a namespace.
pub(crate) fn format_of_namespace(uri: &str) -> Option<Format> {
    match uri.to_ascii_lowercase().as_str() {
        "http://my.netscape.com/rdf/simple/0.9/" | "http://channel.netscape.com/rdf/simple/0.9/" => {
            Some(Format::Rss090)
        }
        "http://purl.org/rss/1.0/" => Some(Format::Rss10),
        "http://www.w3.org/2005/atom" => Some(Format::Atom10),
        _ => None,
    }
}

/// `feed version="…"`, of the time before RFC 4287.
pub(crate) fn atom_format(version: &str) -> Format {
    match version {
        "0.1" => Format::Atom01,
        "0.2" => Format::Atom02,
        "0.3" => Format::Atom03,
        _ => Format::Atom,
    }
}

/// `rss version="…"`; 0.91 by Netscape has its own document type declaration.
pub(crate) fn rss_format(version: &str, doctype: Option<&str>) -> Format {
    match version {
        "0.91" if doctype.is_some_and(|doctype| doctype.to_ascii_lowercase().contains("netscape")) => {
            Format::Rss091Netscape
        }
        "0.91" => Format::Rss091Userland,
        "0.92" => Format::Rss092,
        "0.93" => Format::Rss093,
        "0.94" => Format::Rss094,
        // Revisions of the specification have numbers such as 2.0.11, and some feeds state them.
        _ if version.starts_with("2.") => Format::Rss20,
        _ => Format::Rss,
    }
}
