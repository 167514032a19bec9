//! Parsing of OPML.

use std::borrow::Cow;
use std::ops::Range;

use bozofeed::content::is_script_url;
use bozofeed::date;
use bozofeed::inspect::{
    ElementShapes, Inspection, Inspector, Name, RawTag, Shape, WrittenText, XmlAttribute,
};
use bozofeed::{Bozo, Document, Limit, Limits, Parser, Warning, WarningKind};
use bozofeed_text::cut::beginning;
use bozofeed_text::html::characters::without_controls;
use bozofeed_text::html::url_names::{shows_attribute, shows_text};
use bozofeed_text::trim::trim;

use super::{Head, Opml, Outline};

/// The maximum number of open elements. Unclosed feeds nest within each other.
const DEPTH: usize = 25_000;

/// The maximum nesting depth of outlines. Deeper outlines become siblings at this depth. Each level takes two levels of the list's JSON,
/// where most parsers allow 128.
const DEEPEST: usize = 48;

/// The maximum number of warnings that are kept.
const WARNINGS: usize = 100;

/// The maximum length of the value and the path of a warning, in bytes.
const LONGEST: usize = 1000;

/// The elements of OPML.
struct OpmlElements;

impl ElementShapes for OpmlElements {
    const ELEMENTS: &'static [(&'static str, Shape)] = &[
        ("outline", Shape::Container),
        ("opml", Shape::Root),
        ("head", Shape::Feed),
        ("body", Shape::Feed),
        ("title", Shape::Leaf),
        ("datecreated", Shape::Leaf),
        ("datemodified", Shape::Leaf),
        ("ownername", Shape::Leaf),
        ("owneremail", Shape::Leaf),
        ("ownerid", Shape::Leaf),
        ("docs", Shape::Leaf),
        ("expansionstate", Shape::Leaf),
        ("vertscrollstate", Shape::Leaf),
        ("windowtop", Shape::Leaf),
        ("windowleft", Shape::Leaf),
        ("windowbottom", Shape::Leaf),
        ("windowright", Shape::Leaf),
    ];
}

fn shape_of(name: &str) -> Shape {
    let known = OpmlElements::ELEMENTS.iter().find(|(known, _)| is(name, known));
    known.map_or(Shape::Unknown, |(_, shape)| *shape)
}

pub(super) fn read(document: &Document<'_>) -> Opml {
    let limits = Limits::default().depth(DEPTH);
    let mut list =
        ListReader { outlines: Outlines::of(limits, document.bytes().len()), ..ListReader::default() };
    let parser = Parser::new().limits(limits);
    let inspection = parser.inspect_elements::<OpmlElements>(document, &mut list);
    list.finish(inspection)
}

/// Builds a list from the events of the reader.
#[derive(Default)]
struct ListReader {
    version: Option<String>,
    head: Head,
    outlines: Outlines,
    open: Vec<OpenOpmlElement>,
    /// The innermost open outline.
    around: Option<usize>,
    /// The text of the innermost element, if it is in the head.
    text: String,
    /// The offset and the parts of each warning.
    warnings: Vec<(usize, WarningKind, String, String)>,
    last: Option<LastAddress>,
}

/// An open element.
struct OpenOpmlElement {
    kind: OpenKind,
    name: String,
    /// The offset of its start tag.
    offset: usize,
    /// Whether it has an empty-element tag.
    is_empty: bool,
}

enum OpenKind {
    /// An outline, by its index.
    Outline(usize),
    Head,
    Other,
}

/// An outline whose tag ends with an unquoted URL. If the document ends there, the URL may be truncated, and would be a different URL.
struct LastAddress {
    /// The offset of the end of the tag.
    end: usize,
    /// The index of the outline.
    index: usize,
    /// The outline without the URL.
    without: Outline,
}

impl Inspector for ListReader {
    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        self.text.clear();
        let shape = shape_of(name.local);
        let mut left_out = Vec::new();
        let kind = match shape {
            Shape::Container => match self.outlines.add(attributes, self.around, |url| left_out.push(url)) {
                Some(index) => {
                    self.around = Some(index);
                    self.last = last_address(attributes, tag, index);
                    OpenKind::Outline(index)
                }
                None => OpenKind::Other,
            },
            // Elements within an outline do not belong to the head.
            Shape::Leaf if self.outlines.nodes.is_empty() => OpenKind::Head,
            Shape::Unknown if self.open.last().is_some_and(|around| is(&around.name, "head")) => {
                OpenKind::Head
            }
            _ => OpenKind::Other,
        };
        if shape == Shape::Root && self.version.is_none() {
            let version = attributes.iter().find(|attribute| is(attribute.name.qualified, "version"));
            self.version = version.map(|version| version.value.trim().to_owned());
        }
        let is_outline = matches!(kind, OpenKind::Outline(_));
        let (name, offset, is_empty) = (name.local.to_owned(), tag.offset, tag.empty);
        self.open.push(OpenOpmlElement { kind, name, offset, is_empty });
        let dates = attributes.iter().filter(|_| is_outline);
        for date in dates.filter(|attribute| is(attribute.name.qualified, "created")) {
            self.check_date(&date.value, Some(date.name.qualified));
        }
        for url in left_out {
            self.warn(WarningKind::ScriptUrl, &url.value, Some(url.name.qualified));
        }
    }

    fn text(&mut self, text: &str, _: &WrittenText) {
        if matches!(self.open.last(), Some(OpenOpmlElement { kind: OpenKind::Head, .. })) {
            self.text.push_str(text);
        }
    }

    fn end_tag(&mut self, written: Option<Range<usize>>) {
        if matches!(self.open.last(), Some(OpenOpmlElement { kind: OpenKind::Head, .. })) {
            self.end_of_head_element();
        }
        let Some(OpenOpmlElement { kind: OpenKind::Outline(index), is_empty, .. }) = self.open.pop() else {
            return;
        };
        self.around = None;
        if let Some(node) = self.outlines.nodes.get_mut(index) {
            node.is_unclosed = written.is_none() && !is_empty;
            self.around = node.parent;
        }
    }
}

impl ListReader {
    fn end_of_head_element(&mut self) {
        let text = value_of(&self.text).into_owned();
        self.text.clear();
        let text = text.as_str();
        let Some(name) = self.open.last().map(|element| element.name.clone()) else { return };
        let head = &mut self.head;
        let field = match name.to_ascii_lowercase().as_str() {
            "title" => &mut head.title,
            "datecreated" => &mut head.date_created,
            "datemodified" => &mut head.date_modified,
            "ownername" => &mut head.owner_name,
            "owneremail" => &mut head.owner_email,
            "ownerid" => &mut head.owner_id,
            "docs" => &mut head.docs,
            _ => {
                if !shows_text(&name, text) {
                    self.warn(WarningKind::ScriptUrl, text, None);
                } else if self.outlines.has_room([&*name, text].into_iter()) {
                    head.others.push((name, text.to_owned()));
                }
                return;
            }
        };
        let is_url = is(&name, "ownerid") || is(&name, "docs");
        if is_url && is_script_url(text) {
            self.warn(WarningKind::ScriptUrl, text, None);
        } else if !text.is_empty() || field.is_none() {
            // An empty value is ignored.
            *field = Some(text.to_owned());
        }
        if is(&name, "datecreated") || is(&name, "datemodified") {
            self.check_date(text, None);
        }
    }

    /// Warns of an unreadable date. `attribute` is the attribute of the innermost open element that holds it, if it is not the element's
    /// text.
    fn check_date(&mut self, text: &str, attribute: Option<&str>) {
        if text.trim().is_empty() {
            return;
        }
        let kind = match date::parse(text) {
            Err(_) => WarningKind::UnreadableDate,
            Ok(moment) if moment.has_unknown_zone() => WarningKind::UnknownZone,
            Ok(_) => return,
        };
        self.warn(kind, text, attribute);
    }

    /// Warns of a value of the innermost open element, or of one of its attributes.
    fn warn(&mut self, kind: WarningKind, text: &str, attribute: Option<&str>) {
        if self.warnings.len() == WARNINGS {
            return;
        }
        let offset = self.open.last().map_or(0, |element| element.offset);
        // A warning keeps the start of a path.
        let mut path: Vec<&str> = self.open.iter().take(DEEPEST).map(|element| &*element.name).collect();
        let attribute = attribute.map(|name| ["@", name].concat());
        path.extend(attribute.as_deref());
        let cut = |text: &str| beginning(text, LONGEST).to_owned();
        // In document order: the text of an element is complete at its end, after the elements within it.
        let before = self.warnings.partition_point(|(other, ..)| *other <= offset);
        self.warnings.insert(before, (offset, kind, cut(text), cut(&path.join("/"))));
    }

    /// Returns the parsed list.
    fn finish(mut self, inspection: Inspection<'_>) -> Opml {
        let Inspection { parsed, text, .. } = inspection;
        // A slash at the end may belong to a URL.
        let is_cut = |end| text.text.get(end..).is_none_or(|rest| rest.trim_start_matches('/').is_empty());
        if let Some(LastAddress { index, without, .. }) = self.last.filter(|last| is_cut(last.end))
            && let Some(node) = self.outlines.nodes.get_mut(index)
        {
            node.outline = without;
        }
        let mut positions = text.positions();
        let placed = |(offset, kind, value, path): (usize, _, String, String)| {
            Warning::new(kind, &value, &path, positions.of(offset))
        };
        let warnings = self.warnings.into_iter().map(placed).collect();
        let (outlines, limit) = self.outlines.into_tree();
        let bozo = match parsed.bozo {
            Some(Bozo::NotAFeed(looks_like)) => Some(Bozo::NotOpml(looks_like)),
            Some(Bozo::LimitExceeded { .. }) => parsed.bozo,
            other => limit.map(|limit| Bozo::LimitExceeded { limit }).or(other),
        };
        Opml {
            version: self.version,
            head: self.head,
            outlines,
            namespaces: parsed.namespaces,
            encoding: parsed.encoding,
            codec: parsed.codec,
            bozo,
            well_formed: parsed.well_formed,
            faults: parsed.faults,
            fault_count: parsed.fault_count,
            warnings,
            trail: parsed.trail,
        }
    }
}

/// The remaining allowance for the memory and the JSON of a list: [`Limits`] allows as much as for a feed of its length.
#[derive(Default)]
struct Allowance {
    memory: usize,
    written: usize,
}

/// The outlines of a document, in document order, before the tree is built.
#[derive(Default)]
struct Outlines {
    nodes: Vec<OutlineNode>,
    left: Allowance,
    /// The limit that was exceeded when an outline was left out, or moved to another level.
    limit: Option<Limit>,
}

struct OutlineNode {
    outline: Outline,
    /// The enclosing outline, according to the tags.
    parent: Option<usize>,
    /// Whether its end tag is missing.
    is_unclosed: bool,
}

impl Outlines {
    /// Returns an empty set of outlines for a list of this length.
    fn of(limits: Limits, length: usize) -> Self {
        // The cost of an outline includes space for moving lists, which the values of a feed do not need.
        let memory = limits.memory_of(length) / 4 * 5;
        let left = Allowance { memory, written: limits.written_of(length) };
        Self { left, ..Self::default() }
    }

    /// Returns whether the allowance suffices for an outline or another value with these texts, and spends it.
    fn has_room<'t>(&mut self, texts: impl Iterator<Item = &'t str>) -> bool {
        /// The memory of an outline and a text, and their punctuation in JSON. While the tree is built, each outline also needs its
        /// place, its list, and the spare capacity from [`push`].
        const OUTLINE: (usize, usize) =
            (size_of::<(OutlineNode, Outline, [usize; 8])>() + size_of::<OutlineNode>() / 4, 32);
        const TEXT: (usize, usize) = (size_of::<String>() + 8, 8);
        let (memory, written) = texts.fold(OUTLINE, |(memory, written), text| {
            (memory + TEXT.0 + text.len(), written + TEXT.1 + text.len())
        });
        match (self.left.memory.checked_sub(memory), self.left.written.checked_sub(written)) {
            (Some(memory), Some(written)) => self.left = Allowance { memory, written },
            (None, _) => self.limit = Some(Limit::Memory),
            (_, None) => self.limit = Some(Limit::Written),
        }
        self.limit.is_none()
    }

    /// Adds an outline and returns its index; `None` if the allowance does not suffice. `leave_out` receives the attributes that
    /// [`outline`] leaves out.
    fn add<'a, 't>(
        &mut self,
        attributes: &'a [XmlAttribute<'t>],
        parent: Option<usize>,
        leave_out: impl FnMut(&'a XmlAttribute<'t>),
    ) -> Option<usize> {
        let texts = attributes.iter().flat_map(|attribute| [attribute.name.qualified, &*attribute.value]);
        if !self.has_room(texts) {
            return None;
        }
        push(
            &mut self.nodes,
            OutlineNode { outline: outline(attributes, leave_out), parent, is_unclosed: false },
        );
        self.nodes.len().checked_sub(1)
    }

    /// Builds the tree. Also returns the limit that was exceeded.
    fn into_tree(mut self) -> (Vec<Outline>, Option<Limit>) {
        let places = self.places();
        let mut counts = vec![0_usize; self.nodes.len()];
        for parent in places.iter().flatten() {
            counts[*parent] += 1;
        }
        // Backwards, every outline has its own outlines when it is placed, in reverse order.
        let mut lists: Vec<Vec<Outline>> = counts.into_iter().map(Vec::with_capacity).collect();
        let mut roots = Vec::with_capacity(places.iter().filter(|place| place.is_none()).count());
        for (node, parent) in self.nodes.into_iter().zip(places).rev() {
            let mut outline = node.outline;
            outline.outlines = lists.pop().unwrap_or_default();
            outline.outlines.reverse();
            match parent.and_then(|parent| lists.get_mut(parent)) {
                Some(siblings) => siblings.push(outline),
                None => roots.push(outline),
            }
        }
        roots.reverse();
        (roots, self.limit)
    }

    /// Returns the parent of each outline: the outline that encloses its start tag, except for unclosed feeds and excessive nesting.
    fn places(&mut self) -> Vec<Option<usize>> {
        // In document order, the place of an outline is known before the outlines within it.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut levels: Vec<Level> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
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
            places.push(place);
            levels.push(Level { depth, has_outlines: !node.is_unclosed || !node.outline.is_feed() });
        }
        places
    }
}

/// Adds to a list, with a growth factor of a quarter: doubling could leave half of the memory unused.
fn push<T>(list: &mut Vec<T>, member: T) {
    let length = list.len();
    if length == list.capacity() {
        list.reserve_exact(length / 4 + 1);
    }
    list.push(member);
}

/// The level of an outline in the tree.
#[derive(Clone, Copy)]
struct Level {
    depth: usize,
    /// Whether nested outlines belong to it.
    has_outlines: bool,
}

/// Returns the data to remember for a tag whose last attribute is an unquoted URL.
fn last_address(attributes: &[XmlAttribute<'_>], tag: &RawTag<'_>, index: usize) -> Option<LastAddress> {
    let (last, others) = attributes.split_last()?;
    let start = tag.offset.saturating_add(1);
    let written = tag.raw.get(last.offset.checked_sub(start)?..)?;
    let value = written.split_once('=').map_or("", |(_, value)| value.trim());
    let is_whole = ['"', '\'']
        .iter()
        .any(|quote| value.strip_prefix(*quote).is_some_and(|value| value.ends_with(*quote)));
    let end = start.saturating_add(tag.raw.len());
    (is_address(last.name.qualified) && !is_whole).then(|| LastAddress {
        end,
        index,
        without: outline(others, |_| {}),
    })
}

/// Returns the text of an element without surrounding white space, and with its encoding repaired.
fn value_of(text: &str) -> Cow<'_, str> {
    without_controls(Cow::Borrowed(trim(text)))
}

/// Returns whether an attribute of this name contains a URL.
fn is_address(name: &str) -> bool {
    ["xmlUrl", "htmlUrl", "url"].iter().any(|known| is(name, known))
}

fn is(name: &str, known: &str) -> bool {
    name.eq_ignore_ascii_case(known)
}

/// Creates an outline from its attributes. Of duplicates, the first is used. `leave_out` receives attributes with a script URL.
fn outline<'a, 't>(
    attributes: &'a [XmlAttribute<'t>],
    mut leave_out: impl FnMut(&'a XmlAttribute<'t>),
) -> Outline {
    let mut outline = Outline::default();
    let mut plain_url = None;
    for attribute in attributes {
        let (name, value) = (attribute.name.qualified, &attribute.value);
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
                    let value = without_controls(Cow::Borrowed(value)).into_owned();
                    push(&mut outline.attributes, (name.to_owned(), value));
                } else {
                    leave_out(attribute);
                }
                continue;
            }
        };
        if is_address(name) && is_script_url(value) {
            leave_out(attribute);
        }
        field.get_or_insert_with(|| without_controls(Cow::Borrowed(value)).into_owned());
    }
    for url in [&mut outline.xml_url, &mut outline.html_url, &mut plain_url] {
        *url = url.take().and_then(|url| Outline::url_of(&url));
    }
    // OPML 1.0 does not define the attribute for the URL of a feed, so it depends on the kind.
    if outline.xml_url.is_none() && may_be_feed(outline.kind.as_deref()) {
        outline.xml_url = plain_url.take();
    }
    outline.url = plain_url;
    outline
}

/// Returns whether the `url` of an outline of this kind is the URL of a feed.
fn may_be_feed(kind: Option<&str>) -> bool {
    // `pie` was an early name of Atom.
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    ["", "rss", "atom", "rdf", "feed", "xml", "json", "pie", "podcast"].contains(&kind.as_str())
        || kind.starts_with("application/")
        || kind.starts_with("rss")
        || kind.starts_with("atom")
}
