//! Reads OPML. Only this file of the module decodes text and reads events.

use super::{Head, Opml, Outline};
use crate::Headers;
use crate::content::is_script_url;
use crate::diagnostics::{EncodingFindings, Findings, Positions, Verdict};
use crate::encoding::{self, EncodingPolicy};
use crate::html::url_names::{shows_attribute, shows_text};
use crate::limits::Limits;
use crate::looks_like::looks_like;
use crate::xml::{BlankText, Namespace, Reader, Schema, Shape, XmlEvent};

/// Elements open at once. Feeds whose end tags are missing open within each other.
const DEPTH: usize = 100_000;

/// How deep outlines are nested. Outlines that are deeper become siblings on this level.
const DEEPEST: usize = 100;

/// The elements of OPML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpmlElement {
    Opml,
    Part,
    Outline,
    Head(HeadElement),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeadElement {
    Title,
    DateCreated,
    DateModified,
    OwnerName,
    OwnerEmail,
    OwnerId,
    Docs,
    Other,
}

/// The elements by their names in lower case.
const ELEMENTS: &[(&str, OpmlElement)] = &[
    ("outline", OpmlElement::Outline),
    ("opml", OpmlElement::Opml),
    ("head", OpmlElement::Part),
    ("body", OpmlElement::Part),
    ("title", OpmlElement::Head(HeadElement::Title)),
    ("datecreated", OpmlElement::Head(HeadElement::DateCreated)),
    ("datemodified", OpmlElement::Head(HeadElement::DateModified)),
    ("ownername", OpmlElement::Head(HeadElement::OwnerName)),
    ("owneremail", OpmlElement::Head(HeadElement::OwnerEmail)),
    ("ownerid", OpmlElement::Head(HeadElement::OwnerId)),
    ("docs", OpmlElement::Head(HeadElement::Docs)),
    ("expansionstate", OpmlElement::Head(HeadElement::Other)),
    ("vertscrollstate", OpmlElement::Head(HeadElement::Other)),
    ("windowtop", OpmlElement::Head(HeadElement::Other)),
    ("windowleft", OpmlElement::Head(HeadElement::Other)),
    ("windowbottom", OpmlElement::Head(HeadElement::Other)),
    ("windowright", OpmlElement::Head(HeadElement::Other)),
];

/// The elements of OPML, which has no namespace. A default namespace is ignored.
#[derive(Debug)]
struct Outlines;

impl Schema for Outlines {
    type Element = OpmlElement;

    fn namespace(_: &str) -> Option<Namespace> {
        None
    }

    fn well_known_prefix(_: &str) -> Option<Namespace> {
        None
    }

    fn element(_: Namespace, local: &str) -> Option<OpmlElement> {
        ELEMENTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(local)).map(|(_, element)| *element)
    }

    fn shape(element: OpmlElement) -> Shape {
        match element {
            OpmlElement::Opml => Shape::Root,
            OpmlElement::Part => Shape::Feed,
            OpmlElement::Outline => Shape::Container,
            OpmlElement::Head(_) => Shape::Leaf,
        }
    }
}

/// An open element.
enum OpenOpmlElement<'a> {
    Outline(usize),
    Head(HeadElement, &'a str),
    Other,
}

/// An outline before its place is known.
struct Node {
    outline: Outline,
    /// The outline around it, as the tags nest.
    parent: Option<usize>,
    /// Whether it is a feed without an end tag: what follows is not in it.
    is_unclosed: bool,
}

pub(super) fn read(bytes: &[u8], headers: &Headers) -> Opml {
    let decoded = encoding::decode(bytes, headers, &EncodingPolicy::default());
    let mut reader: Reader<'_, Outlines> = Reader::new(&decoded.text, &Limits::default().depth(DEPTH));
    let mut opml = Opml::default();
    let mut open: Vec<OpenOpmlElement<'_>> = Vec::new();
    let mut nodes: Vec<Node> = Vec::new();
    let mut is_opml = false;
    let mut text = String::new();
    while let Some(event) = reader.next(BlankText::Read) {
        match event {
            XmlEvent::Start { name, element, .. } => {
                text.clear();
                open.push(match element {
                    Some(OpmlElement::Outline) => {
                        let parent = open.iter().rev().find_map(|open| match open {
                            OpenOpmlElement::Outline(index) => Some(*index),
                            OpenOpmlElement::Head(..) | OpenOpmlElement::Other => None,
                        });
                        let attributes = reader.attributes().iter();
                        let outline = outline(
                            attributes.map(|attribute| (attribute.name.qualified, &*attribute.value)),
                        );
                        nodes.push(Node { outline, parent, is_unclosed: false });
                        OpenOpmlElement::Outline(nodes.len() - 1)
                    }
                    Some(OpmlElement::Opml) => {
                        is_opml = true;
                        let version = reader
                            .attributes()
                            .iter()
                            .find(|attribute| is(attribute.name.qualified, "version"));
                        opml.version =
                            opml.version.or_else(|| version.map(|version| version.value.trim().to_owned()));
                        OpenOpmlElement::Other
                    }
                    // An outline's own elements are none of the head's.
                    Some(OpmlElement::Head(element)) if nodes.is_empty() => {
                        OpenOpmlElement::Head(element, name.local)
                    }
                    Some(OpmlElement::Head(_) | OpmlElement::Part) | None => OpenOpmlElement::Other,
                });
            }
            XmlEvent::End { implied } => match open.pop() {
                Some(OpenOpmlElement::Outline(index)) => {
                    if let Some(node) = nodes.get_mut(index) {
                        node.is_unclosed = implied && node.outline.is_feed();
                    }
                }
                Some(OpenOpmlElement::Head(element, name)) => {
                    add_to_head(&mut opml.head, element, name, text.trim());
                }
                Some(OpenOpmlElement::Other) | None => {}
            },
            XmlEvent::Text(part) => {
                if matches!(open.last(), Some(OpenOpmlElement::Head(..))) {
                    text.push_str(if part.decoded { reader.decoded() } else { part.raw });
                }
            }
        }
    }
    is_opml |= !nodes.is_empty();
    opml.outlines = tree(nodes);
    opml.namespaces = reader
        .namespaces
        .declared()
        .map(|declared| (declared.prefix.to_owned(), declared.uri.clone().into_owned()))
        .collect();
    let limit = reader.limit();
    let has_root = reader.has_root();
    let findings = Findings {
        byte_order_mark: None,
        faults: reader.faults,
        limit,
        not_a_feed: (!is_opml).then(|| looks_like(bytes, &decoded.text, has_root)),
    };
    let encoding = EncodingFindings { bozo: decoded.bozo, is_mislabelled: false };
    let Verdict { bozo, faults, fault_count, .. } =
        findings.verdict(encoding, &mut Positions::new(&decoded.text, decoded.text_start));
    (opml.bozo, opml.faults, opml.fault_count) = (bozo, faults, fault_count);
    opml.encoding = decoded.encoding.into_owned();
    opml.trail = decoded.trail;
    opml
}

fn is(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

fn add_to_head(head: &mut Head, element: HeadElement, name: &str, text: &str) {
    let field = match element {
        HeadElement::Title => &mut head.title,
        HeadElement::DateCreated => &mut head.date_created,
        HeadElement::DateModified => &mut head.date_modified,
        HeadElement::OwnerName => &mut head.owner_name,
        HeadElement::OwnerEmail => &mut head.owner_email,
        HeadElement::OwnerId => &mut head.owner_id,
        HeadElement::Docs => &mut head.docs,
        HeadElement::Other => {
            if shows_text(name, text) {
                head.others.push((name.to_owned(), text.to_owned()));
            }
            return;
        }
    };
    let is_url = matches!(element, HeadElement::OwnerId | HeadElement::Docs);
    if is_url && is_script_url(text) {
        return;
    }
    // An empty one says nothing.
    if !text.is_empty() || field.is_none() {
        *field = Some(text.to_owned());
    }
}

/// Makes an outline of its attributes; of equals the first counts.
fn outline<'a>(attributes: impl Iterator<Item = (&'a str, &'a str)>) -> Outline {
    let mut outline = Outline::default();
    let mut plain_url = None;
    for (name, value) in attributes {
        let field = match name.to_ascii_lowercase().as_str() {
            "text" => &mut outline.text,
            "title" => &mut outline.title,
            "type" => &mut outline.kind,
            "xmlurl" => &mut outline.xml_url,
            "htmlurl" => &mut outline.html_url,
            "url" => &mut plain_url,
            "description" => &mut outline.description,
            "language" => &mut outline.language,
            "version" => &mut outline.version,
            "category" => &mut outline.category,
            "created" => &mut outline.created,
            _ => {
                if shows_attribute(name, value) {
                    outline.attributes.push((name.to_owned(), value.to_owned()));
                }
                continue;
            }
        };
        field.get_or_insert_with(|| value.to_owned());
    }
    for url in [&mut outline.xml_url, &mut outline.html_url, &mut plain_url] {
        *url = url.take().and_then(|url| Outline::url_of(&url));
    }
    // OPML 1.0 does not say which attribute has the URL of a feed; the kind tells.
    if outline.xml_url.is_none() && may_be_feed(outline.kind.as_deref()) {
        outline.xml_url = plain_url.take();
    }
    outline.url = plain_url;
    outline
}

/// Returns whether the `url` of an outline of this kind is a feed's.
fn may_be_feed(kind: Option<&str>) -> bool {
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    ["", "rss", "atom", "rdf", "feed", "xml", "json", "pie", "podcast"].contains(&kind.as_str())
        || kind.starts_with("application/")
        || kind.starts_with("rss")
        || kind.starts_with("atom")
}

/// Puts the outlines into one another.
fn tree(mut nodes: Vec<Node>) -> Vec<Outline> {
    // In the order of the document, the place of an outline is known before those in it.
    let mut places: Vec<(Option<usize>, usize)> = Vec::with_capacity(nodes.len());
    for at in 0..nodes.len() {
        let parent = nodes.get(at).and_then(|node| node.parent);
        let place = |index: usize| places.get(index).copied().unwrap_or_default();
        let place = match parent {
            None => (None, 0),
            Some(parent) => {
                let (around, depth) = place(parent);
                let is_unclosed = nodes.get(parent).is_some_and(|node| node.is_unclosed);
                if is_unclosed || depth >= DEEPEST { (around, depth) } else { (Some(parent), depth + 1) }
            }
        };
        places.push(place);
    }
    // Backwards, every outline has its own outlines when it is moved, in reverse order.
    let mut roots = Vec::new();
    while let Some(Node { mut outline, .. }) = nodes.pop() {
        outline.outlines.reverse();
        let parent = places.pop().and_then(|(parent, _)| parent);
        match parent.and_then(|parent| nodes.get_mut(parent)) {
            Some(parent) => parent.outline.outlines.push(outline),
            None => roots.push(outline),
        }
    }
    roots.reverse();
    roots
}
