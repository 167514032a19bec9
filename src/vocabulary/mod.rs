//! The meaning of the elements of feeds: one file per namespace, each with a table.
//!
//! A namespace consists of its file and its line in [`VOCABULARIES`]. A table specifies how each element is [read](ReadAs), which
//! also tells the XML reader the shape of its content. Elements that are only meaningful together are kept as a tree; once the feed
//! or the entry is complete, a function of the vocabulary reads the tree.

mod arxiv;
mod atom;
mod blog_channel;
mod comment_api;
mod creative_commons;
mod dublin_core;
mod element_lists;
mod event;
mod feedburner;
mod georss;
mod google_play;
mod itunes;
pub(crate) mod json_feed;
pub(crate) mod kind;
mod known;
mod mailbox;
#[cfg(test)]
mod matrix;
mod media;
mod modules;
mod open_search;
mod paging;
#[cfg(test)]
mod pairs;
mod pingback;
pub(crate) mod place;
mod podcast;
mod podlove;
mod prism;
mod publishing;
mod rawvoice;
mod read;
mod rows;
mod rss;
pub(crate) mod set_aside;
mod slash;
mod source_namespace;
mod spotify;
mod syndication;
mod table;
mod threading;
mod torznab;
mod trackback;
mod uri;
mod value;
pub(crate) mod value_kind;
mod webfeeds;
pub(crate) mod write;
mod youtube;

use self::element_lists::ElementTable;
use self::element_lists::table;
pub(crate) use self::known::{Family, KnownElement};
pub use self::known::{FieldScope, FieldScopes};
pub(crate) use self::mailbox::{mailbox, split_mailbox, text_as_read};
pub(crate) use self::read::Described;
use self::read::Elements;
use self::table::{NAMESPACES, VOCABULARIES, VocabularyRow, WRITERS};
pub use self::table::{VocabularyRows, all_vocabularies, prefixes, vocabularies_of};
#[cfg(feature = "feedparser")]
pub(crate) use self::uri::unescape_link;
pub(crate) use self::uri::{escape_name, is_prose, link_uri, permalink_reference, read_uri, unescape_name};
pub(crate) use self::value::Explicit;
pub(crate) use self::value::{Length, Read, find_address, read_date, read_typed, value_of, without_mailto};
use smallvec::SmallVec;

pub(crate) use crate::sink::{DEEPEST, PersonField, ScopeKind, TextField, Tree, ValueReader};
use crate::sink::{SingleField, SingleForm};
use crate::xml::{Name, Namespace, Schema, Shape};
use bozofeed_text::markup::is_styled_text;

/// Returns whether this is the namespace of `xml:lang` and `xml:base`.
pub fn is_xml(namespace: Namespace) -> bool {
    prefix(namespace) == Some("xml")
}

/// The default scheme of Media RSS categories.
pub(crate) const MEDIA_SCHEME: &str = "http://search.yahoo.com/mrss/category_schema";

/// The namespace of RSS of any version: its index among the vocabularies.
const RSS: Namespace = Namespace(1);

/// The namespace name for RSS 2.0 elements outside of RSS. RSS 2.0 itself has none, but some feeds use this one, and readers
/// support it. The namespace of RSS 1.0 lacks most of the elements.
pub(crate) const RSS_2: &str = "http://backend.userland.com/rss2";

/// The namespace of Atom: its index among the vocabularies.
pub const ATOM: Namespace = Namespace(2);

/// Returns whether this is the namespace of Atom.
pub fn is_atom(namespace: Namespace) -> bool {
    namespace == ATOM
}

/// Returns whether this is a namespace of the formats, or none: an element in it belongs to them, regardless of its prefix.
pub(crate) fn is_format(namespace: Namespace) -> bool {
    namespace == Namespace::NONE || prefix(namespace) == Some("")
}

/// Returns whether an attribute belongs to the formats: it has no prefix, or the prefix of a format (`a:href`).
pub(crate) fn is_attribute_of_format(name: &Name<'_>) -> bool {
    name.prefix.is_empty() || prefix(name.namespace) == Some("")
}

/// The elements of the formats, which feeds mix freely.
static CORE: &ElementTable = table!(rss::ELEMENTS, atom::ELEMENTS);

fn vocabulary(namespace: Namespace) -> Option<&'static VocabularyRow> {
    VOCABULARIES.get(usize::try_from(namespace.0).ok()?.checked_sub(1)?)
}

/// Returns the customary prefix of a namespace, if it replaces the prefix in the document.
pub(crate) fn prefix(namespace: Namespace) -> Option<&'static str> {
    vocabulary(namespace).filter(|v| v.is_customary).map(|v| v.prefix)
}

/// Returns the customary prefix of a namespace, even if the prefix in the document is kept.
pub fn customary_prefix(namespace: Namespace) -> Option<&'static str> {
    vocabulary(namespace).map(|v| v.prefix)
}

/// Returns whether the elements of a namespace are gathered into trees, regardless of how they are read otherwise.
pub(crate) fn is_gathered(namespace: Namespace) -> bool {
    vocabulary(namespace).is_some_and(|v| v.is_gathered)
}

/// Returns whether inline markup inside this element belongs to its text.
pub(crate) fn has_text(namespace: Namespace, local: &str) -> bool {
    let is_format = is_format(namespace);
    known(namespace, local).is_some()
        || is_format && rss::TEXTS.iter().any(|text| text.eq_ignore_ascii_case(local))
        || !is_format && vocabulary(namespace).is_some_and(|v| v.reader.is_some())
}

/// Reads the trees of a complete feed or entry into its fields.
pub(crate) fn read(trees: &[Tree], mut described: Described<'_>, values: &ValueReader<'_>) {
    // The values are charged one by one as they are read, instead of by the deposit for their elements.
    values.budget.release();
    // The known vocabularies that occur. There are only a few dozen, so searching the list takes bounded time.
    let mut met: SmallVec<[Namespace; 8]> = SmallVec::new();
    for tree in trees {
        if !met.contains(&tree.vocabulary) && vocabulary(tree.vocabulary).is_some_and(|v| v.reader.is_some())
        {
            met.push(tree.vocabulary);
        }
    }
    for link in described.links() {
        // Most links have one of these relations, which do not belong to a vocabulary.
        if !matches!(link.rel.as_ref(), "alternate" | "enclosure" | "self") {
            met.extend(owner(&link.rel).filter(|owner| !met.contains(owner)));
        }
    }
    // `arxiv:affiliation` is an element of the author.
    for extension in described.authors().iter().flat_map(crate::model::Person::extensions) {
        let namespace = extension.namespace.as_deref().and_then(Feeds::namespace);
        met.extend(namespace.filter(|namespace| !met.contains(namespace)));
    }
    // The elements of RSS 2.0 have no namespace. Members of a JSON Feed have none either, but are not elements. `met` cannot
    // contain this reader: it is found by the number of a namespace, and these elements have none.
    if trees.iter().any(|tree| tree.vocabulary == Namespace::NONE && tree.json.is_none()) {
        rss::read(Elements::new(trees, Namespace::NONE, values), &mut described);
    }
    let places = place::read(trees, values);
    if !places.is_empty() {
        described.set_geometries(places);
    }
    // The document order only decides ties: each reader either fills fields that no other reader fills, or offers values to fields
    // that the formats have already filled.
    for namespace in met {
        if let Some(reader) = vocabulary(namespace).and_then(|v| v.reader) {
            (reader.read)(Elements::new(trees, namespace, values), &mut described);
        }
    }
}

/// Returns the vocabulary of a link relation.
fn owner(relation: &str) -> Option<Namespace> {
    let at = VOCABULARIES.iter().position(|v| v.relations.contains(&relation))?;
    u32::try_from(at + 1).ok().map(Namespace)
}

/// Returns the element with a name, if the list of its namespace contains it.
fn known(namespace: Namespace, local: &str) -> Option<&'static KnownElement> {
    let elements = if namespace == Namespace::NONE { CORE } else { vocabulary(namespace)?.elements? };
    elements.get(local)
}

/// Returns whether an unlisted element is a wrapper that belongs to a format: its content describes the surrounding feed or entry.
pub(crate) fn is_wrapper(namespace: Namespace, local: &str) -> bool {
    /// RSS 1.0 and 1.1 `items`; the containers of RDF; the point around `geo:lat` and `geo:long`.
    const WRAPPERS: [(&str, &[&str]); 3] =
        [("", &["items", "redirect"]), ("rdf", &["Seq", "Bag", "Alt", "li"]), ("geo", &["Point"])];
    let prefix = if is_format(namespace) { Some("") } else { prefix(namespace) };
    WRAPPERS.iter().any(|(known, names)| {
        prefix == Some(*known) && names.iter().any(|name| name.eq_ignore_ascii_case(local))
    })
}

/// Returns whether an element is HTML markup inside a text: without a prefix, or in the XHTML namespace.
pub(crate) fn is_inline_html(namespace: Namespace, prefix: &str, local: &str) -> bool {
    (prefix.is_empty() || is_format(namespace) || self::prefix(namespace) == Some("xhtml"))
        && is_styled_text(local)
}

/// Returns whether the rows of a vocabulary fill a field of this name: `podcast.season`.
pub(crate) fn has_field(name: &str) -> bool {
    let (vocabulary, field) = name.split_once('.').unwrap_or(("", name));
    VOCABULARIES
        .iter()
        .filter_map(|v| v.reader)
        .any(|reader| reader.field == vocabulary && reader.content.has_field(field))
}

/// Returns the name of a known namespace.
pub fn uri(namespace: Namespace) -> Option<&'static str> {
    vocabulary(namespace).and_then(VocabularyRow::name)
}

/// Returns the name of a known namespace as spelled in its specification, given any of its names. Returns `None` for an unknown
/// one.
pub(crate) fn spelled(uri: &str) -> Option<&'static str> {
    Feeds::namespace(uri).and_then(self::uri)
}

/// Returns whether a namespace is an RSS namespace.
pub(crate) fn is_rss(uri: &str) -> bool {
    Feeds::namespace(uri) == Some(RSS)
}

/// Returns whether browsers interpret the elements of a namespace, and run scripts in them, in a document of any type: XHTML, SVG
/// and `MathML`.
pub(crate) fn is_run_by_browsers(uri: &str) -> bool {
    const NAMES: [&str; 3] =
        ["//www.w3.org/1999/xhtml", "//www.w3.org/2000/svg", "//www.w3.org/1998/math/mathml"];
    // Browsers compare the name exactly. A consumer that compares it as leniently as this crate must not find anything to run,
    // either.
    let name = uri.split_once(':').map_or("", |(_, name)| name.trim_end_matches('/'));
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns whether an element in a namespace, or in none, is more than an extension: it is part of the structure of a feed, or may
/// fill a field.
pub(crate) fn has_meaning(uri: &str, local: &str) -> bool {
    let namespace = if uri.is_empty() { Some(Namespace::NONE) } else { Feeds::namespace(uri) };
    let Some(namespace) = namespace else { return false };
    // The lists of the formats do not include wrappers such as `items`.
    if is_wrapper(namespace, local) {
        return true;
    }
    if is_format(namespace) {
        return CORE.get(local).is_some();
    }
    match known(namespace, local).map(|known| known.read_as) {
        // They are also extensions.
        Some(ReadAs::GeneratorAgent | ReadAs::ErrorReportsTo) => false,
        Some(_) => true,
        None => {
            let reader = vocabulary(namespace).and_then(|v| v.reader);
            let rows = reader.and_then(|reader| reader.content.rows);
            rows.is_some_and(|rows| {
                rows.all_elements().flat_map(|row| row.names).any(|name| name.eq_ignore_ascii_case(local))
            })
        }
    }
}

/// Returns the name of the namespace with a customary prefix.
pub fn uri_of_prefix(prefix: &str) -> Option<&'static str> {
    VOCABULARIES.iter().find(|v| v.prefix == prefix).and_then(VocabularyRow::name)
}

/// Writes the values in the vocabulary fields of a feed or entry.
pub(crate) fn write_vocabularies(from: write::FeedOrEntry<'_>, to: &mut dyn write::ElementSink) {
    for (prefix, write) in &WRITERS {
        if let Some(write) = write {
            write(from, prefix, to);
        }
    }
}

/// The way in which an element is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadAs {
    /// `rss`, `rdf:RDF`: contains the feed and possibly the entries.
    Root,
    /// `feed` of Atom: both the root and the feed.
    AtomFeed,
    /// `channel`.
    Channel,
    /// `item`, `entry`.
    Entry,
    /// Text that may contain markup.
    Text(TextField),
    /// Text that is the whole value of a field.
    Single(SingleField),
    /// Plain text.
    Value(ValueField),
    /// A person: text, or elements for the name, the address and the URI.
    Person(PersonField),
    /// A part of the surrounding person.
    PersonPart(PersonPart),
    /// `link`, of RSS and Atom.
    Link,
    /// `enclosure`.
    Enclosure,
    /// A license's URI, in an attribute or as text.
    License,
    /// A category, in attributes or as text.
    Category(CategoryForm),
    /// `image`, `textInput`, `source`: a scope with its own fields.
    Scope(ScopeKind),
    /// An element whose attributes contain the value.
    Attributes(AttributesField),
    /// A part of a place, which is an extension until the places are read.
    Place(PlaceForm),
    /// An element that is used only in the tree of its vocabulary.
    Gathered,
    /// An extension with text, which the rows of its vocabulary may read.
    Leaf,
    /// Like `Leaf`, but the text is a URI.
    Uri,
    /// `admin:generatorAgent`: the URI of the generator is in `rdf:resource`.
    GeneratorAgent,
    /// `admin:errorReportsTo`: the URI is in `rdf:resource`.
    ErrorReportsTo,
}

impl ReadAs {
    /// Returns whether the text of the element is a URI.
    pub(crate) fn is_uri(self) -> bool {
        match self {
            Self::Single(field) => matches!(field.form(), Some(SingleForm::Uri(_))),
            Self::PersonPart(PersonPart::Uri) | Self::License | Self::Uri => true,
            // An identifier is kept as written.
            Self::Value(_)
            | Self::PersonPart(PersonPart::Name | PersonPart::Email)
            | Self::Link
            | Self::Root
            | Self::AtomFeed
            | Self::Channel
            | Self::Entry
            | Self::Text(_)
            | Self::Person(_)
            | Self::Enclosure
            | Self::Category(_)
            | Self::Scope(_)
            | Self::Attributes(_)
            | Self::Place(_)
            | Self::Gathered
            | Self::Leaf
            | Self::GeneratorAgent
            | Self::ErrorReportsTo => false,
        }
    }

    /// Returns the lower-case names of the attributes without a prefix that are read, or `None` if all are.
    pub(crate) fn attributes(self) -> Option<&'static [&'static str]> {
        Some(match self {
            Self::Root | Self::AtomFeed => &["version"],
            Self::Channel | Self::Entry => &["about", "lastmod", "href"],
            Self::Text(_) => &["type", "mode", "src"],
            Self::Value(ValueField::Guid) => &["ispermalink"],
            Self::Value(ValueField::Generator) => &["url", "uri", "href", "version"],
            Self::Value(ValueField::ItunesKeywords) | Self::Category(CategoryForm::Itunes) => &["text"],
            Self::Single(SingleField::Icon | SingleField::Logo) => &["href"],
            Self::Category(CategoryForm::Plain | CategoryForm::Media) => {
                &["term", "scheme", "domain", "label"]
            }
            Self::License => &["resource"],
            Self::Attributes(AttributesField::ItunesImage) => &["href", "url"],
            Self::Scope(ScopeKind::Image) => &["href", "url", "src", "resource"],
            Self::Scope(ScopeKind::Source) => &["url"],
            Self::Scope(ScopeKind::LiveItem) => &["status", "start", "end"],
            Self::Single(_)
            | Self::Value(_)
            | Self::Person(_)
            | Self::PersonPart(_)
            | Self::Scope(ScopeKind::TextInput) => &[],
            Self::Link
            | Self::Enclosure
            | Self::Place(_)
            | Self::Attributes(AttributesField::Cloud)
            | Self::Gathered
            | Self::Leaf
            | Self::Uri
            | Self::GeneratorAgent
            | Self::ErrorReportsTo => return None,
        })
    }
}

/// Plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueField {
    /// Atom `id`.
    Id,
    /// RSS `guid`, which may also be the page of the entry.
    Guid,
    Generator,
    Validity,
    /// Comma-separated keywords, with the scheme of iTunes.
    ItunesKeywords,
    /// Comma-separated tags, without a scheme.
    Tags,
    /// Comma-separated keywords, without a scheme.
    MediaKeywords,
}

/// The parts of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PersonPart {
    Name,
    Email,
    Uri,
}

/// The form of a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CategoryForm {
    /// `term`, `scheme` or `domain`, `label`; or the term as text.
    Plain,
    /// `text`; categories are nested.
    Itunes,
    /// The term as text, with the scheme of Media RSS.
    Media,
}

/// Elements whose attributes contain the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributesField {
    ItunesImage,
    Cloud,
}

/// The form of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlaceForm {
    /// `georss:where`, `gml:Point` and similar elements, which contain elements with the positions.
    Around(Option<crate::model::geo::GeometryKind>),
    /// Latitude and longitude, for one position after another.
    Positions(crate::model::geo::GeometryKind),
    /// `georss:circle`: a position, and the radius around it in metres.
    Circle,
    /// `gml:pos`, `gml:posList`: the positions of the surrounding geometry.
    Inner,
    /// `geo:lat`.
    Latitude,
    /// `geo:long`.
    Longitude,
    /// `geo:alt`.
    Altitude,
    /// `gml:lowerCorner`, then `gml:upperCorner`.
    Corner,
    /// `georss:elev`, `georss:featurename` and similar elements beside positions.
    Description,
}

/// The namespace name of Userland's feeds.
pub(crate) const USERLAND: &str = "http://backend.userland.com/rss";

/// Returns whether a namespace name is that of Userland's feeds, or of a page below it.
pub(crate) fn is_userlands(uri: &str) -> bool {
    const PAGE: &[u8] = b"backend.userland.com/rss";
    let is_it = |part: &[u8]| part[0] | 0x20 == PAGE[0] && part.eq_ignore_ascii_case(PAGE);
    uri.len() >= PAGE.len() && uri.as_bytes().windows(PAGE.len()).any(is_it)
}

/// Returns the position of the vocabulary with these names.
fn position_of(uris: &[&str]) -> Option<usize> {
    VOCABULARIES.iter().position(|vocabulary| vocabulary.uris == uris)
}

/// Returns the vocabulary's namespace with a name, if any. The comparison ignores case, the difference between `http` and `https`,
/// and trailing slashes.
pub fn namespace_of_uri(uri: &str) -> Option<Namespace> {
    Feeds::namespace(uri)
}

/// Returns the namespace that is customarily bound to a prefix.
pub fn namespace_of_prefix(prefix: &str) -> Option<Namespace> {
    Feeds::well_known_prefix(prefix)
}

/// The vocabularies, in the form that the XML reader needs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Feeds;

impl Schema for Feeds {
    type Element = KnownElement;

    /// Returns the namespace with a name. The comparison ignores case, the difference between `http` and `https`, and trailing
    /// slashes.
    fn namespace(uri: &str) -> Option<Namespace> {
        let plain = uri.trim_end_matches('/');
        let scheme = plain.get(..6).filter(|scheme| scheme.eq_ignore_ascii_case("https:"));
        let known = match scheme.and_then(|scheme| plain.get(scheme.len()..)) {
            // The table contains only `http`.
            Some(rest) => NAMESPACES.get(&format!("http:{rest}")),
            None => NAMESPACES.get(plain),
        };
        if let Some(number) = known {
            return Some(Namespace(*number));
        }
        // Userland's own feeds use the name of a page below its namespace. The table above is sufficient for nearly every feed.
        // This search examines each byte of the name, so it comes last.
        let at = is_userlands(uri).then(|| position_of(rss::URIS)).flatten()?;
        u32::try_from(at + 1).ok().map(Namespace)
    }

    fn well_known_prefix(prefix: &str) -> Option<Namespace> {
        let known = |v: &VocabularyRow| !v.prefix.is_empty() && v.prefix.eq_ignore_ascii_case(prefix);
        // The lines of the formats have an empty prefix, since their elements are written without one. So their prefixes must be
        // listed here.
        let at = match prefix {
            "atom" | "atom10" | "a10" => position_of(atom::URIS),
            "rss" => position_of(rss::URIS),
            _ => VOCABULARIES.iter().position(known),
        };
        u32::try_from(at? + 1).ok().map(Namespace)
    }

    fn element(namespace: Namespace, local: &str) -> Option<KnownElement> {
        let known = *known(namespace, local)?;
        // The names `atom:link` and `atom:author` also exist in RSS.
        let is_of_atom = known.family == Family::Any && is_atom(namespace);
        Some(if is_of_atom { KnownElement { family: Family::Atom, ..known } } else { known })
    }

    fn shape(known: KnownElement) -> Shape {
        match known.read_as {
            ReadAs::Root | ReadAs::AtomFeed => Shape::Root,
            ReadAs::Channel => Shape::Feed,
            ReadAs::Entry => Shape::Entry,
            ReadAs::Text(_) => Shape::Markup,
            ReadAs::Single(_)
            | ReadAs::Value(_)
            | ReadAs::PersonPart(_)
            | ReadAs::Link
            | ReadAs::Enclosure
            | ReadAs::License
            | ReadAs::Leaf
            | ReadAs::Uri
            | ReadAs::GeneratorAgent
            | ReadAs::ErrorReportsTo
            | ReadAs::Category(CategoryForm::Plain | CategoryForm::Media)
            | ReadAs::Place(
                PlaceForm::Positions(_)
                | PlaceForm::Circle
                | PlaceForm::Inner
                | PlaceForm::Corner
                | PlaceForm::Latitude
                | PlaceForm::Longitude
                | PlaceForm::Altitude
                | PlaceForm::Description,
            ) => Shape::Leaf,
            ReadAs::Person(_)
            | ReadAs::Category(CategoryForm::Itunes)
            | ReadAs::Scope(_)
            | ReadAs::Attributes(_)
            | ReadAs::Gathered
            | ReadAs::Place(PlaceForm::Around(_)) => Shape::Container,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespace_names_match_without_regard_to_case_scheme_and_slash() {
        let dublin_core = Feeds::namespace("http://purl.org/dc/elements/1.1/");
        assert!(dublin_core.is_some());
        for uri in [
            "https://purl.org/dc/elements/1.1/",
            "http://purl.org/DC/elements/1.1",
            "HTTP://PURL.ORG/dc/elements/1.1/",
        ] {
            assert_eq!(Feeds::namespace(uri), dublin_core, "{uri}");
        }
        assert_eq!(Feeds::namespace("http://example.org/"), None);
        assert_eq!(Feeds::well_known_prefix("dc"), dublin_core);
    }

    #[test]
    fn every_namespace_name_is_unique_and_in_its_normal_form() {
        let mut seen = std::collections::BTreeSet::new();
        for uri in VOCABULARIES.iter().flat_map(|v| v.uris) {
            assert_eq!(*uri, uri.to_ascii_lowercase().trim_end_matches('/'), "{uri}");
            assert!(seen.insert(uri), "{uri}");
        }
    }

    #[test]
    fn the_namespace_of_atom_is_that_of_its_vocabulary() {
        let atom = vocabulary(ATOM).expect("a vocabulary");
        assert_eq!(atom.uris, atom::URIS);
    }

    #[test]
    fn element_names_match_without_regard_to_case() {
        for (name, read_as) in [
            ("pubDate", Some(ReadAs::Single(SingleField::Published))),
            ("PUBDATE", Some(ReadAs::Single(SingleField::Published))),
            ("thisNameIsLongerThanAnyThatATableHolds", None),
            ("Élan", None),
        ] {
            assert_eq!(super::known(Namespace::NONE, name).map(|known| known.read_as), read_as, "{name}");
        }
    }
}
