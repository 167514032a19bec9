//! What the reader hands out.

use std::borrow::Cow;

use super::chars::{Scanned, is_qualified_name, scan_name};
use super::tags::name_length;

/// A namespace, by number: 0 is none, the vocabularies' own come next, those that only this document knows last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Namespace(pub(crate) u32);

impl Namespace {
    /// Names without a prefix where no default namespace is declared.
    pub(crate) const NONE: Self = Self(0);
    /// Names with a prefix that means nothing.
    pub(crate) const UNBOUND: Self = Self(u32::MAX);
}

/// How the content of an element looks, and how much an end tag of it may close. From the vocabularies' tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Of no vocabulary: an element of HTML, or of somebody's own.
    Unknown,
    /// Plain text: `link`, `guid`, `pubDate`.
    Leaf,
    /// Text that may hold markup: `title`, `description`, `content`.
    Markup,
    /// Holds other elements: `author`, `image`, `media:group`.
    Container,
    /// `item`, `entry`.
    Entry,
    /// `channel` within a root.
    Feed,
    /// `rss`, `feed`, `rdf:RDF`.
    Root,
}

/// What the reader must know about the elements of feeds, to resolve names and to mend; the vocabularies know it.
pub(crate) trait Schema {
    /// An element of some vocabulary.
    type Element: Copy;

    /// The vocabulary's number of this namespace name, if one has it.
    fn namespace(uri: &str) -> Option<Namespace>;
    /// What an undeclared prefix plainly means.
    fn well_known_prefix(prefix: &str) -> Option<Namespace>;
    /// The element of this name; names are compared without regard to case.
    fn element(namespace: Namespace, local: &str) -> Option<Self::Element>;
    /// How its content looks.
    fn shape(element: Self::Element) -> Shape;
}

/// The name of an element or attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name<'a> {
    /// As it is written, prefix and all.
    pub(crate) qualified: &'a str,
    pub(crate) prefix: &'a str,
    pub(crate) local: &'a str,
    pub(crate) namespace: Namespace,
}

impl<'a> Name<'a> {
    /// Takes a qualified name apart (Namespaces in XML 1.0 §4); its namespace is still to be found.
    pub(crate) fn split(qualified: &'a str) -> Self {
        // Names are short, so a plain loop is faster than a search.
        Self::split_at(qualified, qualified.bytes().position(|b| b == b':'))
    }

    fn split_at(qualified: &'a str, colon: Option<usize>) -> Self {
        let (prefix, local) = match colon {
            Some(colon) => (&qualified[..colon], &qualified[colon + 1..]),
            None => ("", qualified),
        };
        Self { qualified, prefix, local, namespace: Namespace::NONE }
    }

    /// Reads the name at the start of a tag's inside; its namespace is still to be found. Whether it is a `QName`.
    pub(super) fn scan(inside: &'a str) -> (Self, bool) {
        Self::scanned(inside, scan_name(inside.as_bytes()))
    }

    /// The same where it was scanned before.
    pub(super) fn scanned(inside: &'a str, scanned: Scanned) -> (Self, bool) {
        if scanned.is_plain {
            return (Self::split_at(&inside[..scanned.length], scanned.colon), true);
        }
        let qualified = &inside[..name_length(inside)];
        (Self::split(qualified), is_qualified_name(qualified))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Attribute<'a> {
    pub(crate) name: Name<'a>,
    /// Normalized (XML 1.0 §3.3.3): references resolved, white space turned into spaces.
    pub(crate) value: Cow<'a, str>,
    /// Where its name stands.
    pub(super) offset: usize,
}

#[derive(Debug)]
pub(crate) enum Event<'a, E> {
    /// A start tag; its attributes stand in [`Reader::attributes`](super::Reader::attributes).
    Start {
        name: Name<'a>,
        element: Option<E>,
        tag: Tag<'a>,
    },
    /// The innermost open element ends. Ends always match starts, whatever the document says.
    End {
        /// No end tag in the document says so.
        implied: bool,
    },
    Text(Text<'a>),
    /// The document is over, and every element has ended.
    Eof,
}

/// A start tag as it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tag<'a> {
    /// From behind the `<` up to the `>` or `/>`.
    pub(crate) raw: &'a str,
    /// Whether it is an empty-element tag.
    pub(crate) empty: bool,
    /// Where its `<` stands.
    pub(crate) offset: usize,
}

/// Character data between two tags.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'a> {
    /// As it is written.
    pub(crate) raw: &'a str,
    pub(crate) cdata: bool,
    /// Whether the value differs from `raw` and stands in [`Reader::decoded`](super::Reader::decoded).
    pub(crate) decoded: bool,
}
