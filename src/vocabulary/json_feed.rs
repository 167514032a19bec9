//! JSON Feed: the members of the top object and of an item (<https://www.jsonfeed.org/version/1.1/>, "Structure").

use super::TextField;
use crate::sink::{Rank, SingleField};

/// The media type of a JSON Feed.
const JSON_FEED: &str = "application/feed+json";

/// The meaning of a member.
#[derive(Debug, Clone, Copy)]
pub(crate) enum JsonMember {
    Language,
    Id,
    /// Text of this media type.
    Text(TextField, &'static str),
    /// A value of a field.
    Single(SingleField),
    /// A link with this relation and media type.
    Link(&'static str, Option<&'static str>, LinkTarget),
    /// A list of objects, each with a link of this relation.
    Links(&'static str),
    Image,
    BannerImage,
    Expired,
    Authors,
    Tags,
    /// The [`ElementsObject`].
    Elements,
    Items,
}

impl JsonMember {
    /// Returns the elements of an [`ElementsObject`] that say all of what the member says, or more, and count instead of it: their
    /// names, those in Atom or RSS without a prefix, and the relation of links.
    pub(crate) fn elements(self) -> Option<(&'static [&'static str], Option<&'static str>)> {
        let names: &[&str] = match self {
            Self::Text(TextField::Title, _) => &["title"],
            Self::Text(TextField::Subtitle, _) => &["subtitle"],
            Self::Text(TextField::Info, _) => &["info"],
            Self::Text(TextField::Summary, _) => &["summary"],
            Self::Text(TextField::Content, _) => &["content"],
            Self::Link(rel, ..) | Self::Links(rel) => return Some((&["link"], Some(rel))),
            Self::Image => &["image"],
            Self::Authors => &["author"],
            Self::Tags => &["category", "itunes:category", "itunes:keywords"],
            _ => return None,
        };
        Some((names, None))
    }
}

/// The format of the extension object that holds what JSON Feed has no member for, as elements of XML. The top object may have
/// one, and each item.
///
/// ```json
/// "_bozofeed": {
///   "namespaces": {"itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd"},
///   "elements": [
///     {"name": "itunes:duration", "text": "1:02"},
///     {"name": "contributor", "children": [{"name": "name", "text": "Jo"}]},
///     {"name": "x:place", "attributes": {"xmlns:x": "urn:x", "kind": "port"}, "text": "Ghent"}
///   ]
/// }
/// ```
///
/// The elements are children of the feed or the entry, as in an Atom document:
///
/// - A name is a `QName`. Without a prefix it is in [`ATOM`](Self::ATOM). The prefixes are those of the object's `namespaces`, then
///   those of the top object's, then [`RSS_PREFIX`](Self::RSS_PREFIX); the attributes `xmlns` and `xmlns:…` of elements declare others,
///   as in XML. A prefix that is declared nowhere is the customary one of a known namespace, or else stays without one.
/// - All members of an element but `name` may be absent. The text comes before the children.
/// - `base` is the base URI of the feed, or the item, and of its members.
/// - Some elements say all of what a member of the feed or the item says, or more: its title, subtitle, summary or contents, its
///   authors, categories or image, or its links of a relation. Such a member does not count.
/// - An element that is not an object or has no valid name is left out, with a fault or a warning; and so is an attribute.
///   Other members are ignored.
/// - `feed`, `entry`, `channel`, `item` and the like are extensions.
///
/// The member is an extension like others if it is not an object with a list of elements, or with namespaces or a base and
/// without `elements`.
pub(crate) struct ElementsObject;

impl ElementsObject {
    /// The name of the member.
    pub(crate) const NAME: &'static str = "_bozofeed";
    /// An object: namespace names by their prefixes.
    pub(crate) const NAMESPACES: &'static str = "namespaces";
    /// The base URI of the feed or the item, as `xml:base`.
    pub(crate) const BASE: &'static str = "base";
    /// A list of elements.
    pub(crate) const ELEMENTS: &'static str = "elements";
    /// The name of an element.
    pub(crate) const ELEMENT_NAME: &'static str = "name";
    /// An object: the values of an element's attributes by their names.
    pub(crate) const ATTRIBUTES: &'static str = "attributes";
    /// The text of an element.
    pub(crate) const TEXT: &'static str = "text";
    /// The elements in an element.
    pub(crate) const CHILDREN: &'static str = "children";
    /// The greatest nesting depth. Deeper elements are not read.
    pub(crate) const DEEPEST: usize = 64;
    /// The namespace of names without a prefix.
    pub(crate) const ATOM: &'static str = "http://www.w3.org/2005/Atom";
    /// The prefix of the elements of RSS that Atom lacks, which need not be declared.
    pub(crate) const RSS_PREFIX: &'static str = "rss";
    /// The namespace of this prefix.
    pub(crate) const RSS: &'static str = super::RSS_2;
}

/// The target of a link that has a field of its own.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LinkTarget {
    /// The page of the feed or item.
    Page(Rank),
    /// The feed itself.
    Feed,
    Other,
}

/// The members of the top object, in the order in which they are read: the language holds for those after it, and so do the
/// namespaces of the elements.
pub(crate) const FEED: &[(&str, JsonMember)] = &[
    ("language", JsonMember::Language),
    ("title", JsonMember::Text(TextField::Title, "text/plain")),
    ("description", JsonMember::Text(TextField::Subtitle, "text/plain")),
    ("user_comment", JsonMember::Text(TextField::Info, "text/plain")),
    ("home_page_url", JsonMember::Link("alternate", Some("text/html"), LinkTarget::Page(Rank::Own))),
    ("feed_url", JsonMember::Link("self", Some(JSON_FEED), LinkTarget::Feed)),
    ("next_url", JsonMember::Link("next", Some(JSON_FEED), LinkTarget::Other)),
    ("hubs", JsonMember::Links("hub")),
    // The `icon` of JSON Feed is large, as `logo` is in Atom; its `favicon` is the small one.
    ("icon", JsonMember::Single(SingleField::Logo)),
    ("favicon", JsonMember::Single(SingleField::Icon)),
    ("authors", JsonMember::Authors),
    ("expired", JsonMember::Expired),
    (ElementsObject::NAME, JsonMember::Elements),
    ("items", JsonMember::Items),
];

/// The members of an item, in the order in which they are read.
pub(crate) const ITEM: &[(&str, JsonMember)] = &[
    ("language", JsonMember::Language),
    ("id", JsonMember::Id),
    ("url", JsonMember::Link("alternate", Some("text/html"), LinkTarget::Page(Rank::Own))),
    // A page elsewhere that the item is about. It is the page of the item only if there is no `url`.
    ("external_url", JsonMember::Link("related", None, LinkTarget::Page(Rank::Hint))),
    ("title", JsonMember::Text(TextField::Title, "text/plain")),
    // The writer needs it for an item without contents, which follow.
    ("summary", JsonMember::Text(TextField::Summary, "text/plain")),
    // An item must have `content_text` only if it has no HTML.
    ("content_html", JsonMember::Text(TextField::Content, "text/html")),
    ("content_text", JsonMember::Text(TextField::Content, "text/plain")),
    ("attachments", JsonMember::Links("enclosure")),
    ("date_published", JsonMember::Single(SingleField::Published)),
    ("date_modified", JsonMember::Single(SingleField::Updated)),
    ("authors", JsonMember::Authors),
    ("tags", JsonMember::Tags),
    ("image", JsonMember::Image),
    ("banner_image", JsonMember::BannerImage),
    // The writer puts into the elements what no member above has taken.
    (ElementsObject::NAME, JsonMember::Elements),
];
