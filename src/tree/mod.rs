//! A document as a tree of elements, each with its place in the text: for elements that are not in the model, and for programs that
//! check or edit feeds.
//!
//! [`Parser::tree`](crate::Parser::tree) reads any document that [`Parser::parse`](crate::Parser::parse) reads: the encoding is
//! determined in the same way, and broken XML is repaired in the same way.
//!
//! ```
//! use bozofeed::Parser;
//!
//! let feed = br#"<rss version="2.0" xmlns:w="https://weather.example/ns"><channel>
//!     <item><title>Harbour</title><w:wind unit="knots">12</w:wind></item>
//!     <item><title>Bay</title><w:wind unit="knots">7</w:wind></item>
//! </channel></rss>"#;
//! let tree = Parser::new().tree(feed);
//! let winds = tree.nodes().filter(|node| node.is("w:wind"));
//! let knots: Vec<_> = winds.filter_map(|wind| wind.text().parse::<u32>().ok()).collect();
//! assert_eq!(knots, [12, 7]);
//!
//! let title = tree.nodes().find(|node| node.is("title")).unwrap();
//! assert_eq!(title.position().to_string(), "line 2, column 11");
//! assert_eq!(&tree.text()[title.range()], "<title>Harbour</title>");
//! ```

mod build;
mod json;
mod xml;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use self::build::Builder;
use crate::budget::{Budget, Purpose};
pub use crate::diagnostics::Positions;
use crate::diagnostics::{Limit, Position};
use crate::document::Document;
use crate::encoding;
use crate::json_feed::{self, JsonDocument};
use crate::options::Options;
use crate::vocabulary;
use crate::xml::Namespace;

/// A document as a tree of elements: see the [module](self).
///
/// The tree shows the repaired document: each start tag has its element, and elements that a vocabulary defines end where they were
/// meant to end. Comments, processing instructions and the document type are not included.
///
/// A JSON document is also a tree. Each value is an element with the name of its member, or of the array around it. The text of the
/// element is the string, number or boolean.
pub struct ElementTree<'a> {
    text: Cow<'a, str>,
    text_start: usize,
    nodes: Vec<NodeData>,
    attributes: Vec<AttributeData>,
    pieces: Vec<PieceData>,
    /// Names and values that differ from the text. Their places follow the places in the text.
    more: String,
    namespaces: Vec<NamespaceData>,
    limit: Option<Limit>,
}

/// The place of a string: in the text, or after its end in [`ElementTree::more`].
#[derive(Debug, Clone, Copy, Default)]
struct StringPlace {
    start: usize,
    end: usize,
}

/// The number that denotes a missing element or piece of text.
const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct NodeData {
    name: QualifiedName,
    parent: u32,
    /// The number of the next element that is not inside this one.
    after: u32,
    /// The numbers of its attributes.
    attributes: (u32, u32),
    /// The first piece of the text directly inside it.
    first_piece: u32,
    /// Its start tag, and the end of the element.
    start: usize,
    tag_end: usize,
    end: usize,
}

#[derive(Debug, Clone, Copy)]
struct QualifiedName {
    place: StringPlace,
    /// The length of the prefix.
    prefix: u32,
    namespace: u32,
}

#[derive(Debug, Clone, Copy)]
struct AttributeData {
    name: QualifiedName,
    value: StringPlace,
    start: usize,
    /// The value as written.
    written: (usize, usize),
}

#[derive(Debug, Clone, Copy)]
struct PieceData {
    value: StringPlace,
    start: usize,
    end: usize,
    is_cdata: bool,
    /// The next piece of the same element.
    next: u32,
}

#[derive(Debug)]
struct NamespaceData {
    number: Namespace,
    uri: String,
}

impl<'a> ElementTree<'a> {
    /// Reads a document.
    pub(crate) fn of(document: &Document<'a>, options: &Options) -> Self {
        let (policy, headers) = (&options.policy, &document.headers);
        let (within, is_cut) = document.within(options.limits.size);
        let decoded = if let Cow::Borrowed(bytes) = document.bytes {
            encoding::decode_bytes(policy, bytes.get(..within.len()).unwrap_or(bytes), headers)
        } else {
            encoding::decode_bytes(policy, within, headers).into_owned()
        };
        let text = &*decoded.text;
        let mut builder = Builder::new(text, &options.limits);
        if json_feed::is_json(text) {
            let budget = Budget::of(&options.limits, text.as_bytes(), Purpose::MODEL);
            json::read(text, &JsonDocument::of(text, &options.limits, &budget), &mut builder);
        } else {
            xml::read(text, &options.limits, &mut builder);
        }
        let Builder { nodes, attributes, pieces, more, namespaces, limit, .. } = builder;
        let limit = if is_cut { Some(Limit::Size) } else { limit };
        let (text, text_start) = (decoded.text, decoded.text_start);
        Self { text, text_start, nodes, attributes, pieces, more, namespaces, limit }
    }

    /// Returns the text of the document, decoded to UTF-8, without a byte order mark. The ranges of the tree refer to its bytes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the limit at which a part of the document was omitted, if any: see [`Limits`](crate::Limits).
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Returns the root element, or `None` if the document has no element. A broken document may have several;
    /// [`nodes`](Self::nodes) includes the others.
    pub fn root(&self) -> Option<Node<'_>> {
        self.node(0)
    }

    /// Returns all elements in document order: each one is followed by its descendants.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> + Clone {
        self.nodes.iter().zip(0..).map(|(data, number)| Node { tree: self, number, data })
    }

    /// Returns a converter from offsets in the [`text`](Self::text) to positions in the document.
    pub fn positions(&self) -> Positions<'_> {
        Positions::new(&self.text, self.text_start)
    }

    fn node(&self, number: u32) -> Option<Node<'_>> {
        let data = self.nodes.get(usize::try_from(number).ok()?)?;
        Some(Node { tree: self, number, data })
    }

    fn string(&self, place: StringPlace) -> &str {
        let length = self.text.len();
        match place.start.checked_sub(length) {
            Some(start) => self.more.get(start..place.end.saturating_sub(length)),
            None => self.text.get(place.start..place.end),
        }
        .unwrap_or_default()
    }

    fn namespace(&self, name: QualifiedName) -> Option<&NamespaceData> {
        self.namespaces.get(usize::try_from(name.namespace).ok()?)
    }

    fn prefix(&self, name: QualifiedName) -> &str {
        self.string(name.place).get(..length(name.prefix)).unwrap_or_default()
    }

    fn local_name(&self, name: QualifiedName) -> &str {
        let name_and_prefix = self.string(name.place);
        match length(name.prefix) {
            0 => name_and_prefix,
            prefix => name_and_prefix.get(prefix + ":".len()..).unwrap_or_default(),
        }
    }
}

fn length(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl fmt::Debug for ElementTree<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.nodes()).finish()
    }
}

/// An element of an [`ElementTree`].
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t ElementTree<'t>,
    number: u32,
    data: &'t NodeData,
}

impl<'t> Node<'t> {
    /// Returns the name as written, with its prefix. If the reader interpreted the name as another one, returns that one.
    pub fn name(&self) -> &'t str {
        self.tree.string(self.data.name.place)
    }

    /// Returns the prefix of the name, or an empty string if there is none.
    pub fn prefix(&self) -> &'t str {
        self.tree.prefix(self.data.name)
    }

    /// Returns the name without its prefix.
    pub fn local_name(&self) -> &'t str {
        self.tree.local_name(self.data.name)
    }

    /// Returns the namespace name as declared in the document, or `None` if the element is in no namespace. An undeclared prefix
    /// has its customary meaning.
    pub fn namespace(&self) -> Option<&'t str> {
        self.tree.namespace(self.data.name).map(|namespace| namespace.uri.as_str())
    }

    /// Returns whether the element has this name. The prefix must be the customary one of a vocabulary, regardless of the prefix in
    /// the document; elements of RSS and Atom have none. For other namespaces, it is the prefix in the document. Names of a
    /// vocabulary are compared ignoring ASCII case, as in the reader.
    ///
    /// ```
    /// let feed = br#"<rss xmlns:apple="http://www.itunes.com/dtds/podcast-1.0.dtd"><apple:Author>Ada</apple:Author></rss>"#;
    /// let tree = bozofeed::Parser::new().tree(feed);
    /// let author = tree.nodes().find(|node| node.is("itunes:author")).unwrap();
    /// assert_eq!((author.name(), &*author.text()), ("apple:Author", "Ada"));
    /// ```
    pub fn is(&self, name: &str) -> bool {
        let number = self.tree.namespace(self.data.name).map_or(Namespace::NONE, |known| known.number);
        let prefix = match number {
            Namespace::NONE if self.data.name.prefix == 0 => Some(""),
            _ => vocabulary::customary_prefix(number),
        };
        let Some(prefix) = prefix else { return self.name() == name };
        let (expected, local) = name.split_once(':').unwrap_or(("", name));
        prefix == expected && self.local_name().eq_ignore_ascii_case(local)
    }

    /// Returns the parent element, or `None` for the root.
    pub fn parent(&self) -> Option<Node<'t>> {
        self.tree.node(self.data.parent)
    }

    /// Returns the child elements.
    pub fn children(&self) -> impl Iterator<Item = Node<'t>> + Clone + use<'t> {
        let Self { tree, number, data } = *self;
        // Elements are numbered in document order: the first child, if any, has the next number, and each further child follows the
        // last descendant of the child before it.
        let within = move |number: u32| if number < data.after { tree.node(number) } else { None };
        std::iter::successors(within(number + 1), move |child| within(child.data.after))
    }

    /// Returns all descendant elements, in document order.
    pub fn descendants(&self) -> impl Iterator<Item = Node<'t>> + Clone + use<'t> {
        let tree = self.tree;
        (self.number + 1..self.data.after).map_while(move |number| tree.node(number))
    }

    /// Returns the attributes, including those added by the document type, but without namespace declarations.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = NodeAttribute<'t>> + Clone + use<'t> {
        let tree = self.tree;
        let (start, end) = self.data.attributes;
        let own = tree.attributes.get(length(start)..length(end)).unwrap_or_default();
        own.iter().map(move |data| NodeAttribute { tree, data })
    }

    /// Returns the value of an attribute, by its name as written.
    pub fn attribute(&self, name: &str) -> Option<&'t str> {
        self.attributes().find(|attribute| attribute.name() == name).map(|attribute| attribute.value())
    }

    /// Returns the text directly inside the element, without the text of its child elements.
    pub fn text(&self) -> Cow<'t, str> {
        let mut pieces = self.pieces();
        let first = pieces.next().map_or("", |piece| piece.value());
        let mut whole = Cow::Borrowed(first);
        for piece in pieces {
            whole.to_mut().push_str(piece.value());
        }
        whole
    }

    /// Returns the pieces of the text directly inside the element: elements, comments and CDATA sections divide it.
    pub fn pieces(&self) -> impl Iterator<Item = TextPiece<'t>> + Clone + use<'t> {
        let tree = self.tree;
        let piece = move |number: u32| {
            let data = tree.pieces.get(usize::try_from(number).ok()?)?;
            Some(TextPiece { tree, data })
        };
        std::iter::successors(piece(self.data.first_piece), move |last| piece(last.data.next))
    }

    /// Returns the child elements and the pieces of text directly inside the element, in document order.
    pub fn parts(&self) -> impl Iterator<Item = NodePart<'t>> + Clone + use<'t> {
        let mut children = self.children().peekable();
        let mut pieces = self.pieces().peekable();
        std::iter::from_fn(move || {
            let is_element = match (children.peek(), pieces.peek()) {
                (Some(child), Some(piece)) => child.data.start < piece.data.start,
                (child, _) => child.is_some(),
            };
            if is_element {
                children.next().map(NodePart::Element)
            } else {
                pieces.next().map(NodePart::Text)
            }
        })
    }

    /// Returns the byte range in the [text](ElementTree::text) from its start tag to its end tag. An element without an end tag
    /// ends where the reader ended it.
    pub fn range(&self) -> Range<usize> {
        self.data.start..self.data.end
    }

    /// Returns the byte range of its start tag.
    pub fn start_tag(&self) -> Range<usize> {
        self.data.start..self.data.tag_end
    }

    /// Returns the position of its start tag. For many elements, [`ElementTree::positions`] is faster.
    pub fn position(&self) -> Position {
        self.tree.positions().of(self.data.start)
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Node").field(&self.name()).field(&self.range()).finish()
    }
}

/// Two nodes are equal if they are the same element of the same tree.
impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.data, other.data)
    }
}

impl Eq for Node<'_> {}

/// An attribute of an element.
#[derive(Clone, Copy)]
pub struct NodeAttribute<'t> {
    tree: &'t ElementTree<'t>,
    data: &'t AttributeData,
}

impl<'t> NodeAttribute<'t> {
    /// Returns the name as written, with its prefix.
    pub fn name(&self) -> &'t str {
        self.tree.string(self.data.name.place)
    }

    /// Returns the prefix of the name, or an empty string if there is none.
    pub fn prefix(&self) -> &'t str {
        self.tree.prefix(self.data.name)
    }

    /// Returns the name without its prefix.
    pub fn local_name(&self) -> &'t str {
        self.tree.local_name(self.data.name)
    }

    /// Returns the namespace name, or `None` for an attribute without a prefix, which is in no namespace (Namespaces in XML 1.0
    /// §6.2).
    pub fn namespace(&self) -> Option<&'t str> {
        self.tree.namespace(self.data.name).map(|namespace| namespace.uri.as_str())
    }

    /// Returns the value, normalized and with its references resolved (XML 1.0 §3.3.3).
    pub fn value(&self) -> &'t str {
        self.tree.string(self.data.value)
    }

    /// Returns the byte range of the name in the [text](ElementTree::text). It is empty for an attribute added by the document
    /// type.
    pub fn name_range(&self) -> Range<usize> {
        let (start, end) = self.data.written;
        // An empty value in the document comes after its name, so it never begins where the attribute does.
        let length = if start == end && start == self.data.start { 0 } else { self.name().len() };
        self.data.start..self.data.start + length
    }

    /// Returns the byte range of the value in the [text](ElementTree::text), without quotes.
    pub fn value_range(&self) -> Range<usize> {
        self.data.written.0..self.data.written.1
    }
}

impl fmt::Debug for NodeAttribute<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("NodeAttribute").field(&self.name()).field(&self.value()).finish()
    }
}

/// A piece of the text of an element.
#[derive(Clone, Copy)]
pub struct TextPiece<'t> {
    tree: &'t ElementTree<'t>,
    data: &'t PieceData,
}

impl<'t> TextPiece<'t> {
    /// Returns the text, with its references resolved.
    pub fn value(&self) -> &'t str {
        self.tree.string(self.data.value)
    }

    /// Returns whether it is the content of a CDATA section.
    pub fn is_cdata(&self) -> bool {
        self.data.is_cdata
    }

    /// Returns its byte range in the [text](ElementTree::text), without the delimiters of a CDATA section.
    pub fn range(&self) -> Range<usize> {
        self.data.start..self.data.end
    }
}

impl fmt::Debug for TextPiece<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("TextPiece").field(&self.value()).finish()
    }
}

/// A part of an element's content.
#[derive(Debug, Clone, Copy)]
pub enum NodePart<'t> {
    /// An element.
    Element(Node<'t>),
    /// A piece of text.
    Text(TextPiece<'t>),
}

#[cfg(test)]
mod tests;
