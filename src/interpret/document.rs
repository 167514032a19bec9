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
    /// Whether an element occurred that only feeds have.
    pub(super) is_feed: bool,
    /// The depth of the channel or Atom feed that is open, counting its own element.
    pub(super) described: Option<usize>,
    /// Whether a channel or an Atom feed has described the feed yet.
    pub(super) is_described_before: bool,
    /// Whether the channel or Atom feed that is open describes a feed other than the first one.
    pub(super) is_other: bool,
    /// Whether the root is `rdf:RDF`.
    pub(super) is_rdf: bool,
    /// The number of root elements.
    pub(super) roots: usize,
    /// The number of entries so far.
    pub(super) entries: usize,
    /// The offset of the first entry.
    pub(super) first_entry: Option<usize>,
    /// The page of the feed, if it is RSS: relative links are resolved against it.
    pub(super) page: Option<Str>,
    /// The page of the feed, looked up ahead because a relative link came before it.
    pub(super) page_ahead: OnceCell<Option<Str>>,
    /// The links of an HTML page to its feeds.
    pub(super) page_links: PaidList<Link>,
    /// The names of the elements around the content of the feed.
    pub(super) feed_path: String,
    /// The limit that stopped the reader.
    pub(super) limit: Option<Limit>,
    formats: DeclaredFormats,
}

/// The formats whose namespaces the document declares.
#[derive(Debug, Default)]
struct DeclaredFormats {
    /// The number of declarations that were examined. A document may have many of them, and many roots.
    seen: usize,
    first: Option<Format>,
    first_rss: Option<Format>,
    has_atom10: bool,
}

impl DeclaredFormats {
    fn update(&mut self, reader: &Reader<'_, Feeds>) {
        // Namespace names are case-sensitive (Namespaces in XML §2.3), but feeds write them in any case.
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

    /// Returns the format of `feed version="…"`, or the format of the RFC 4287 namespace.
    pub(super) fn atom_format(&mut self, version: &str, reader: &Reader<'_, Feeds>) -> Format {
        self.formats.update(reader);
        // The namespace takes precedence over the attribute: RFC 4287 has no `version`.
        if self.formats.has_atom10 { Format::Atom10 } else { atom_format(version) }
    }

    /// Returns whether the document declares the RFC 4287 namespace.
    pub(super) fn has_atom10(&mut self, reader: &Reader<'_, Feeds>) -> bool {
        self.formats.update(reader);
        self.formats.has_atom10
    }

    /// Returns the format that the namespaces indicate: RDF formats are identified by their namespace, and one that also
    /// declares Atom's namespace borrows from it.
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

/// The format of `feed version="…"`, from the time before RFC 4287.
pub(crate) fn atom_format(version: &str) -> Format {
    match version {
        "0.1" => Format::Atom01,
        "0.2" => Format::Atom02,
        "0.3" => Format::Atom03,
        _ => Format::Atom,
    }
}

/// The format of `rss version="…"`; 0.91 by Netscape has its own document type declaration.
pub(crate) fn rss_format(version: &str, doctype: Option<&str>) -> Format {
    match version {
        "0.91" if doctype.is_some_and(|doctype| doctype.to_ascii_lowercase().contains("netscape")) => {
            Format::Rss091Netscape
        }
        "0.91" => Format::Rss091Userland,
        "0.92" => Format::Rss092,
        "0.93" => Format::Rss093,
        "0.94" => Format::Rss094,
        // Revisions of the specification have numbers such as 2.0.11, which some feeds use as the version.
        _ if version.starts_with("2.") => Format::Rss20,
        _ => Format::Rss,
    }
}
