//! The events of the reader, and the names and values in them.

use std::borrow::Cow;
use std::ops::Range;

use super::chars::{ScannedName, is_qualified_name, name_length, scan_name};
use bozofeed_text::scan::look;

/// A namespace, by number: 0 for none, then the vocabularies, then the namespaces that only the document declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Namespace(pub(crate) u32);

impl Namespace {
    /// The namespace of names without a prefix, unless a default namespace is declared.
    pub const NONE: Self = Self(0);
    /// The namespace of names with an undeclared prefix.
    pub(crate) const UNBOUND: Self = Self(u32::MAX);
}

impl Default for Namespace {
    fn default() -> Self {
        Self::NONE
    }
}

/// The kind of content of an element. Repairs depend on it: an end tag may close elements of an earlier kind than its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Unknown, since no vocabulary defines the element: an element of HTML, or an extension.
    Unknown,
    /// Plain text: `link`, `guid`, `pubDate`.
    Leaf,
    /// Text that may contain markup: `title`, `description`, `content`.
    Markup,
    /// Other elements: `author`, `image`, `media:group`.
    Container,
    /// An entry: `item`, `entry`.
    Entry,
    /// A feed inside a root element: `channel`.
    Feed,
    /// A root element: `rss`, `feed`, `rdf:RDF`.
    Root,
}

impl Shape {
    /// Returns whether the content is text, with or without markup.
    pub(super) fn is_text(self) -> bool {
        match self {
            Self::Leaf | Self::Markup => true,
            Self::Unknown | Self::Container | Self::Entry | Self::Feed | Self::Root => false,
        }
    }
}

/// The knowledge about feed elements that the reader needs to resolve names and to repair the structure.
pub(crate) trait Schema {
    /// An element of a vocabulary.
    type Element: Copy;

    /// Returns the namespace with this name, if a vocabulary defines it.
    fn namespace(uri: &str) -> Option<Namespace>;
    /// Returns the namespace that is customarily bound to `prefix`.
    fn well_known_prefix(prefix: &str) -> Option<Namespace>;
    /// Returns the element with this name, ignoring case.
    fn element(namespace: Namespace, local: &str) -> Option<Self::Element>;
    /// Returns the kind of content of an element.
    fn shape(element: Self::Element) -> Shape;
}

/// The name of an element or attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name as written, with its prefix.
    pub qualified: &'a str,
    /// The prefix; empty if there is none.
    pub prefix: &'a str,
    /// The name without the prefix.
    pub local: &'a str,
    /// The namespace.
    pub namespace: Namespace,
}

impl<'a> Name<'a> {
    /// Splits a name: `QName ::= (Prefix ':')? LocalPart` (Namespaces in XML 1.0 §4). The namespace is left unset.
    pub fn split(qualified: &'a str) -> Self {
        // Names are short, so a plain loop is faster than a search.
        look(qualified.len());
        Self::split_at(qualified, qualified.bytes().position(|b| b == b':'))
    }

    pub(super) fn split_at(qualified: &'a str, colon: Option<usize>) -> Self {
        let (prefix, local) = match colon {
            Some(colon) => (&qualified[..colon], &qualified[colon + 1..]),
            None => ("", qualified),
        };
        Self { qualified, prefix, local, namespace: Namespace::NONE }
    }

    /// Returns the same name at the start of `inside`, which begins with it.
    #[inline]
    pub(super) fn moved_to<'b>(&self, inside: &'b str) -> Name<'b> {
        let qualified = &inside[..self.qualified.len()];
        let prefix = &qualified[..self.prefix.len()];
        let local = &qualified[qualified.len() - self.local.len()..];
        Name { qualified, prefix, local, namespace: self.namespace }
    }

    /// Parses the name at the start of the content of a tag, and returns whether it is a `QName`. The namespace is left
    /// unset.
    pub(super) fn scan(inside: &'a str) -> (Self, bool) {
        Self::scanned(inside, scan_name(inside.as_bytes()))
    }

    /// Parses a name that was already scanned.
    pub(super) fn scanned(inside: &'a str, scanned: ScannedName) -> (Self, bool) {
        if scanned.is_plain {
            return (Self::split_at(&inside[..scanned.length], scanned.colon), true);
        }
        let qualified = &inside[..name_length(inside)];
        (Self::split(qualified), is_qualified_name(qualified))
    }
}

/// An attribute of an element.
#[derive(Debug, Clone)]
pub struct XmlAttribute<'a> {
    /// The name.
    pub name: Name<'a>,
    /// The normalized value (XML 1.0 §3.3.3): references are resolved and white space is replaced by spaces.
    pub value: Cow<'a, str>,
    /// The value as written, without quotes. It is not part of the document if the attribute is a default of the document type.
    pub written: &'a str,
    /// The offset of the name.
    pub offset: usize,
}

#[derive(Debug)]
pub(crate) enum XmlEvent<'a, E> {
    /// A start tag. [`Reader::attributes`](super::Reader::attributes) returns its attributes.
    Start {
        name: Name<'a>,
        element: Option<E>,
        tag: RawTag<'a>,
    },
    /// The end of the innermost open element. Starts and ends are always balanced.
    End {
        /// Whether the document does not contain an end tag for it.
        implied: bool,
    },
    Text(RawText<'a>),
}

/// A start tag as written.
#[derive(Debug, Clone, Copy)]
pub struct RawTag<'a> {
    /// The text between the `<` and the `>` or `/>`.
    pub raw: &'a str,
    /// The length of the element's name, after which the attributes begin. Names are shorter than 4 GiB.
    pub(crate) name_length: u32,
    /// Whether it is an empty-element tag.
    pub empty: bool,
    /// Whether its end was found by pairing quotes: see [`AttributeText`](super::attribute_syntax::AttributeText).
    pub(crate) is_quote_paired: bool,
    /// The offset of its `<`.
    pub offset: usize,
}

impl<'a> RawTag<'a> {
    /// Returns a tag whose attributes begin `name_length` bytes into `raw`.
    pub(super) fn new(raw: &'a str, name_length: usize, offset: usize) -> Self {
        // An excessive length points beyond the end of the tag: then no attributes are found.
        let name_length = u32::try_from(name_length).unwrap_or(u32::MAX);
        Self { raw, name_length, empty: false, is_quote_paired: true, offset }
    }
}

/// The place of text in a document.
#[derive(Debug, Clone)]
pub struct WrittenText {
    /// The place of the text in the document.
    pub range: Range<usize>,
    /// Whether it is the content of a CDATA section.
    pub cdata: bool,
    /// Whether its value is not as written.
    pub decoded: bool,
}

/// Character data between two tags.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawText<'a> {
    /// The text as written.
    pub raw: &'a str,
    pub cdata: bool,
    /// Whether the value differs from `raw`. [`Reader::decoded`](super::Reader::decoded) then returns it.
    pub decoded: bool,
}
