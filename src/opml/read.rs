//! Reads OPML. Only this file of the module decodes text and reads events.

use std::borrow::Cow;

use super::{Head, Opml, Outline};
use crate::Document;
use crate::budget::{Budget, PaidList, Purpose};
use crate::content::is_script_url;
use crate::cost::{self, Priced, allocated};
use crate::diagnostics::{
    Bozo, Diagnostics, DocumentFindings, Limit, Positions, Unplaced, Verdict, WellFormednessError,
};
use crate::encoding::{self, Decoded, EncodingPolicy};
use crate::html::url_names::{shows_attribute, shows_text};
use crate::limits::Limits;
use crate::looks_like::looks_like;
use crate::source::encoding_findings;
use crate::vocabulary::read_date;
use crate::xml::{BlankText, Namespace, RawTag, Reader, Schema, Shape, XmlAttribute, XmlEvent};

/// Elements open at once. Feeds whose end tags are missing open within each other.
const DEPTH: usize = 25_000;

/// How deep outlines are nested. Outlines that are deeper become siblings on this level. Each level is two levels of the
/// list's JSON, of which most readers allow 128.
const DEEPEST: usize = 48;

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
struct OpmlSchema;

impl Schema for OpmlSchema {
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
struct OpenOpmlElement<'a> {
    kind: OpenKind,
    name: &'a str,
    /// The offset of its start tag.
    offset: usize,
}

enum OpenKind {
    /// An outline, by its index.
    Outline(usize),
    Head(HeadElement),
    Other,
}

/// Warns of a date that cannot be read. `attribute` is that of the innermost open element that has it, if it is not its text.
fn check_date(
    text: &str,
    open: &[OpenOpmlElement<'_>],
    attribute: Option<&str>,
    warnings: &mut Diagnostics<Unplaced>,
) {
    if text.trim().is_empty() {
        return;
    }
    let offset = open.last().map_or(0, |element| element.offset);
    // The value is kept as it is written.
    let _ = read_date(&[], text.to_owned(), |kind, raw| {
        warnings.add(offset, || {
            // A warning keeps the beginning of a path.
            let mut path: Vec<&str> = open.iter().take(DEEPEST).map(|element| element.name).collect();
            let attribute = attribute.map(|name| ["@", name].concat());
            path.extend(attribute.as_deref());
            Unplaced::new(kind, raw, path.join("/"))
        });
    });
}

/// An attribute of an outline.
struct OutlineAttribute<'a> {
    name: &'a str,
    value: Cow<'a, str>,
}

impl Priced for OutlineAttribute<'_> {
    /// Its name and its value are copied, and borrowed ones are there as well.
    fn heap(&self) -> usize {
        size_of::<(String, String)>()
            + allocated(self.name.len())
            + allocated(self.value.len())
            + self.value.heap()
    }

    fn written(&self) -> usize {
        cost::MEMBER + self.name.len() + self.value.len()
    }
}

/// The outlines of a document, in its order, before their places are known. They borrow from the document.
struct Outlines<'a, 'b> {
    nodes: PaidList<OutlineNode>,
    /// The attributes of all outlines.
    attributes: PaidList<OutlineAttribute<'a>>,
    budget: &'b Budget,
    /// The limit at which an outline was moved to another level.
    limit: Option<Limit>,
}

struct OutlineNode {
    /// The first of its attributes.
    attributes: usize,
    /// The outline around it, as the tags nest.
    parent: Option<usize>,
    /// Whether its end tag is missing.
    is_unclosed: bool,
}

impl Priced for OutlineNode {
    /// The outline, its place and its level, and the list of the outlines in it with their number.
    fn heap(&self) -> usize {
        size_of::<(Outline, Option<usize>, Level, Vec<Outline>, usize)>()
    }

    fn written(&self) -> usize {
        cost::BRACKETS + cost::ELEMENT + cost::MEMBER
    }
}

impl<'a> Outlines<'a, '_> {
    /// Adds an outline and returns its index; `None` if there is no room for it.
    fn add(&mut self, attributes: &[XmlAttribute<'a>], parent: Option<usize>) -> Option<usize> {
        let node = OutlineNode { attributes: self.attributes.len(), parent, is_unclosed: false };
        self.nodes.push(self.budget.keep(node)?);
        for attribute in attributes {
            let (name, value) = (attribute.name.qualified, attribute.value.clone());
            self.attributes.push(self.budget.keep(OutlineAttribute { name, value })?);
        }
        self.nodes.len().checked_sub(1)
    }

    /// Puts the outlines into one another. Returns the limit that they exceed, too.
    fn into_tree(mut self) -> (Vec<Outline>, Option<Limit>) {
        let places = self.places();
        let mut counts = vec![0_usize; self.nodes.len()];
        for parent in places.iter().flatten() {
            counts[*parent] += 1;
        }
        // Backwards, every outline has its own outlines when it is made, in reverse order.
        let mut lists: Vec<Vec<Outline>> = counts.into_iter().map(Vec::with_capacity).collect();
        let roots = places.iter().filter(|parent| parent.is_none()).count();
        let mut roots = Vec::with_capacity(roots);
        for (node, parent) in self.nodes.iter().zip(places).rev() {
            let mut outline = outline(self.attributes.drain_from(node.attributes));
            outline.outlines = lists.pop().unwrap_or_default();
            outline.outlines.reverse();
            match parent.and_then(|parent| lists.get_mut(parent)) {
                Some(siblings) => siblings.push(outline),
                None => roots.push(outline),
            }
        }
        roots.reverse();
        (roots, self.budget.limit().or(self.limit))
    }

    /// Returns the outline around each outline: that around its start tag, unless this is a feed without an end tag, or is
    /// nested too deeply.
    fn places(&mut self) -> Vec<Option<usize>> {
        // In the order of the document, the place of an outline is known before those in it.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut levels: Vec<Level> = Vec::with_capacity(self.nodes.len());
        for (at, node) in self.nodes.iter().enumerate() {
            let around = node.parent.and_then(|parent| Some((parent, *levels.get(parent)?)));
            let (place, depth) = match around {
                None => (None, 0),
                Some((parent, level)) if level.has_outlines && level.depth < DEEPEST => {
                    (Some(parent), level.depth + 1)
                }
                Some((parent, level)) => {
                    if level.has_outlines {
                        self.limit.get_or_insert(Limit::Depth);
                    }
                    (places.get(parent).copied().flatten(), level.depth)
                }
            };
            let end = self.nodes.get(at + 1).map_or(self.attributes.len(), |next| next.attributes);
            let own = self.attributes.get(node.attributes..end).unwrap_or_default();
            let borrowed = own.iter().map(|OutlineAttribute { name, value }| OutlineAttribute {
                name,
                value: Cow::Borrowed(&**value),
            });
            let has_outlines = !node.is_unclosed || !outline(borrowed).is_feed();
            places.push(place);
            levels.push(Level { depth, has_outlines });
        }
        places
    }
}

/// The level of an outline in the tree.
#[derive(Clone, Copy)]
struct Level {
    depth: usize,
    /// Whether the outlines in it belong to it.
    has_outlines: bool,
}

pub(super) fn read(document: &Document<'_>) -> Opml {
    let limits = Limits::default().depth(DEPTH);
    let (bytes, is_cut) = document.within(limits.size);
    let mut decoded = encoding::decode_bytes(&EncodingPolicy::default(), bytes, &document.headers);
    let encoding = encoding_findings(document, &mut decoded, false);
    let mut reader: Reader<'_, OpmlSchema> = Reader::new(&decoded.text, &limits);
    let mut opml = Opml::default();
    let mut open: Vec<OpenOpmlElement<'_>> = Vec::new();
    let mut warnings = Diagnostics::default();
    let budget = Budget::of(&limits, bytes.len(), Purpose::MODEL);
    let (nodes, attributes) = (PaidList::default(), PaidList::default());
    let mut outlines = Outlines { nodes, attributes, budget: &budget, limit: None };
    // The innermost open outline.
    let mut around = None;
    let mut is_opml = false;
    let mut text = String::new();
    while let Some(event) = reader.next(BlankText::Read) {
        match event {
            XmlEvent::Start { name, element, tag } => {
                text.clear();
                let kind = match element {
                    Some(OpmlElement::Outline) => {
                        // A list without its root is known by its outlines.
                        is_opml = true;
                        match outlines.add(whole_attributes(reader.attributes(), tag, &decoded.text), around)
                        {
                            Some(index) => {
                                around = Some(index);
                                OpenKind::Outline(index)
                            }
                            None => OpenKind::Other,
                        }
                    }
                    Some(OpmlElement::Opml) => {
                        is_opml = true;
                        let version = reader
                            .attributes()
                            .iter()
                            .find(|attribute| is(attribute.name.qualified, "version"));
                        opml.version =
                            opml.version.or_else(|| version.map(|version| version.value.trim().to_owned()));
                        OpenKind::Other
                    }
                    // An outline's own elements are none of the head's.
                    Some(OpmlElement::Head(element)) if outlines.nodes.is_empty() => OpenKind::Head(element),
                    Some(OpmlElement::Head(_) | OpmlElement::Part) | None => OpenKind::Other,
                };
                let is_outline = matches!(kind, OpenKind::Outline(_));
                open.push(OpenOpmlElement { kind, name: name.local, offset: tag.offset });
                let dates = reader.attributes().iter().filter(|_| is_outline);
                for date in dates.filter(|attribute| is(attribute.name.qualified, "created")) {
                    check_date(&date.value, &open, Some(date.name.qualified), &mut warnings);
                }
            }
            XmlEvent::End { implied } => {
                if let Some(OpenOpmlElement { kind: OpenKind::Head(element), name, .. }) = open.last() {
                    let text = text.trim();
                    if matches!(element, HeadElement::DateCreated | HeadElement::DateModified) {
                        check_date(text, &open, None, &mut warnings);
                    }
                    add_to_head(&mut opml.head, *element, name, text, &budget);
                }
                if let Some(OpenOpmlElement { kind: OpenKind::Outline(index), .. }) = open.pop() {
                    around = None;
                    if let Some(node) = outlines.nodes.get_mut(index) {
                        node.is_unclosed = implied;
                        around = node.parent;
                    }
                }
            }
            XmlEvent::Text(part) => {
                if matches!(open.last(), Some(OpenOpmlElement { kind: OpenKind::Head(_), .. })) {
                    text.push_str(if part.decoded { reader.decoded() } else { part.raw });
                }
            }
        }
    }
    let limit;
    (opml.outlines, limit) = outlines.into_tree();
    let declared = reader.namespaces.declared();
    let namespaces = declared.map(|declared| (declared.prefix.to_owned(), declared.uri.clone().into_owned()));
    opml.namespaces = budget.keep_each(namespaces).collect();
    let limit = if is_cut { Some(Limit::Size) } else { reader.limit().or(limit).or_else(|| budget.limit()) };
    let has_root = reader.has_root();
    let findings = DocumentFindings {
        byte_order_mark: decoded
            .surplus_mark()
            .map(|position| (WellFormednessError::TextOutsideRoot, position)),
        faults: reader.faults,
        limit,
        not_a_feed: (!is_opml).then(|| looks_like(bytes, &decoded.text, has_root)),
    };
    let positions = &mut Positions::new(&decoded.text, decoded.text_start);
    let warnings = warnings.into_positioned(positions);
    let warnings = warnings.map(|(unplaced, position)| unplaced.at(position)).collect();
    let Verdict { bozo, well_formed, faults, fault_count } = findings.verdict(encoding, positions);
    let bozo = bozo.map(|bozo| match bozo {
        Bozo::NotAFeed(looks_like) => Bozo::NotOpml(looks_like),
        other => other,
    });
    let Decoded { encoding, codec, trail, .. } = decoded;
    Opml { encoding, codec, bozo, well_formed, faults, fault_count, warnings, trail, ..opml }
}

/// Returns the attributes of a tag but for an address that ends with the document: the beginning of an address is another address. That the tag has
/// no end is an error of the document.
fn whole_attributes<'t, 'a>(
    attributes: &'t [XmlAttribute<'a>],
    tag: RawTag<'_>,
    text: &str,
) -> &'t [XmlAttribute<'a>] {
    let end = tag.offset.saturating_add(1).saturating_add(tag.raw.len());
    // A slash at the end may be one of an address.
    let is_cut = text.get(end..).is_none_or(|rest| rest.trim_start_matches('/').is_empty());
    let Some((last, others)) = attributes.split_last().filter(|_| is_cut) else { return attributes };
    if !["xmlUrl", "htmlUrl", "url"].iter().any(|name| is(last.name.qualified, name)) {
        return attributes;
    }
    let written = text.get(last.offset..).unwrap_or_default();
    let value = written.split_once('=').map_or("", |(_, value)| value.trim());
    let is_whole = ['"', '\'']
        .iter()
        .any(|quote| value.strip_prefix(*quote).is_some_and(|value| value.ends_with(*quote)));
    if is_whole { attributes } else { others }
}

fn is(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

fn add_to_head(head: &mut Head, element: HeadElement, name: &str, text: &str, budget: &Budget) {
    let field = match element {
        HeadElement::Title => &mut head.title,
        HeadElement::DateCreated => &mut head.date_created,
        HeadElement::DateModified => &mut head.date_modified,
        HeadElement::OwnerName => &mut head.owner_name,
        HeadElement::OwnerEmail => &mut head.owner_email,
        HeadElement::OwnerId => &mut head.owner_id,
        HeadElement::Docs => &mut head.docs,
        HeadElement::Other => {
            let other = shows_text(name, text).then(|| (name.to_owned(), text.to_owned()));
            head.others.extend(budget.keep_each(other.into_iter()));
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
fn outline<'a>(attributes: impl Iterator<Item = OutlineAttribute<'a>>) -> Outline {
    let mut outline = Outline::default();
    let mut plain_url = None;
    for OutlineAttribute { name, value } in attributes {
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
                if shows_attribute(name, &value) {
                    outline.attributes.push((name.to_owned(), value.into_owned()));
                }
                continue;
            }
        };
        field.get_or_insert_with(|| value.into_owned());
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
    // `pie` was an early name of Atom.
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    ["", "rss", "atom", "rdf", "feed", "xml", "json", "pie", "podcast"].contains(&kind.as_str())
        || kind.starts_with("application/")
        || kind.starts_with("rss")
        || kind.starts_with("atom")
}
