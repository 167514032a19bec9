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
    /// Returns the elements of an [`ElementsObject`] that contain everything in the member, and possibly more, and take precedence
    /// over it: their names, without a prefix for Atom and RSS, and the relation of links.
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

/// The format of the extension object for everything without a JSON Feed member. It holds XML elements. The top object may have
/// one, and so may each item.
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
/// - A name is a `QName`. Without a prefix, it is in [`ATOM`](Self::ATOM). Prefixes are looked up in the object's `namespaces`,
///   then in those of the top object, and then [`RSS_PREFIX`](Self::RSS_PREFIX) is recognized; the attributes `xmlns` and `xmlns:…`
///   of elements declare others, as in XML. An undeclared prefix is the customary one of a known namespace; otherwise, it has no
///   namespace.
/// - All members of an element except `name` are optional. The text comes before the children.
/// - `base` is the base URI of the feed or the item, and of its members.
/// - Some elements contain everything in a member of the feed or the item, and possibly more: its title, subtitle, summary or
///   contents, its authors, categories or image, or its links of a relation. Such a member is ignored.
/// - An element that is not an object or has no valid name is omitted, with a fault or a warning. The same applies to attributes.
///   Other members are ignored.
/// - `feed`, `entry`, `channel`, `item` and similar elements are extensions.
///
/// The member is an ordinary extension if it is not an object with a list of elements, or with namespaces or a base and without
/// `elements`.
pub(crate) struct ElementsObject;

impl ElementsObject {
    /// The name of the member.
    pub(crate) const NAME: &'static str = "_bozofeed";
    /// An object that maps prefixes to namespace names.
    pub(crate) const NAMESPACES: &'static str = "namespaces";
    /// The base URI of the feed or the item, like `xml:base`.
    pub(crate) const BASE: &'static str = "base";
    /// A list of elements.
    pub(crate) const ELEMENTS: &'static str = "elements";
    /// The name of an element.
    pub(crate) const ELEMENT_NAME: &'static str = "name";
    /// An object that maps the names of an element's attributes to their values.
    pub(crate) const ATTRIBUTES: &'static str = "attributes";
    /// The text of an element.
    pub(crate) const TEXT: &'static str = "text";
    /// The children of an element.
    pub(crate) const CHILDREN: &'static str = "children";
    /// The maximum nesting depth. Deeper elements are not read.
    pub(crate) const DEEPEST: usize = 64;
    /// The namespace of names without a prefix.
    pub(crate) const ATOM: &'static str = "http://www.w3.org/2005/Atom";
    /// The prefix of RSS elements that Atom lacks. It need not be declared.
    pub(crate) const RSS_PREFIX: &'static str = "rss";
    /// The namespace of [`RSS_PREFIX`](Self::RSS_PREFIX).
    pub(crate) const RSS: &'static str = super::RSS_2;
}

/// The target of a link with a separate field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LinkTarget {
    /// The page of the feed or item.
    Page(Rank),
    /// The feed itself.
    Feed,
    Other,
}

/// The members of the top object, in the order in which they are read: the language and the namespaces of the elements apply to the
/// members after them.
pub(crate) const FEED: &[(&str, JsonMember)] = &[
    ("language", JsonMember::Language),
    ("title", JsonMember::Text(TextField::Title, "text/plain")),
    ("description", JsonMember::Text(TextField::Subtitle, "text/plain")),
    ("user_comment", JsonMember::Text(TextField::Info, "text/plain")),
    ("home_page_url", JsonMember::Link("alternate", Some("text/html"), LinkTarget::Page(Rank::Own))),
    ("feed_url", JsonMember::Link("self", Some(JSON_FEED), LinkTarget::Feed)),
    ("next_url", JsonMember::Link("next", Some(JSON_FEED), LinkTarget::Other)),
    ("hubs", JsonMember::Links("hub")),
    // The `icon` of JSON Feed is large, like Atom's `logo`; its `favicon` is the small one.
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
    // A page elsewhere that the item refers to. It is the page of the item only if there is no `url`.
    ("external_url", JsonMember::Link("related", None, LinkTarget::Page(Rank::Hint))),
    ("title", JsonMember::Text(TextField::Title, "text/plain")),
    // Before the contents, since the writer needs it for an item without contents.
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
    // Last, since the writer puts everything without a member into the elements.
    (ElementsObject::NAME, JsonMember::Elements),
];
