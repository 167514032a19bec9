//! JSON Feed: the members of the top object and of an item (<https://www.jsonfeed.org/version/1.1/>, "Structure").

use super::{DateField, TextField};
use crate::model::Str;
use crate::statement::{Rank, Single};

/// The media type of a JSON Feed.
const JSON_FEED: &str = "application/feed+json";

/// The meaning of a member.
#[derive(Debug, Clone, Copy)]
pub(crate) enum JsonMember {
    Language,
    Id,
    /// Text of this media type.
    Text(TextField, &'static str),
    Date(DateField),
    /// A link with this relation and media type.
    Link(&'static str, Option<&'static str>, LinkTarget),
    /// A list of objects, each with a link of this relation.
    Links(&'static str),
    /// A URI.
    Uri(fn(Str) -> Single),
    Image,
    BannerImage,
    Expired,
    Authors,
    Tags,
    Items,
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

/// The members of the top object, in the order in which they are read: the language holds for those after it.
pub(crate) const FEED: &[(&str, JsonMember)] = &[
    ("language", JsonMember::Language),
    ("title", JsonMember::Text(TextField::Title, "text/plain")),
    ("description", JsonMember::Text(TextField::Subtitle, "text/plain")),
    ("user_comment", JsonMember::Text(TextField::Info, "text/plain")),
    ("home_page_url", JsonMember::Link("alternate", Some("text/html"), LinkTarget::Page(Rank::Own))),
    ("feed_url", JsonMember::Link("self", Some(JSON_FEED), LinkTarget::Feed)),
    ("next_url", JsonMember::Link("next", Some(JSON_FEED), LinkTarget::Other)),
    ("hubs", JsonMember::Links("hub")),
    ("icon", JsonMember::Uri(Single::Logo)),
    ("favicon", JsonMember::Uri(Single::Icon)),
    ("authors", JsonMember::Authors),
    ("expired", JsonMember::Expired),
    ("items", JsonMember::Items),
];

/// The members of an item, in the order in which they are read.
pub(crate) const ITEM: &[(&str, JsonMember)] = &[
    ("language", JsonMember::Language),
    ("id", JsonMember::Id),
    ("url", JsonMember::Link("alternate", Some("text/html"), LinkTarget::Page(Rank::Own))),
    ("external_url", JsonMember::Link("related", None, LinkTarget::Page(Rank::Hint))),
    ("title", JsonMember::Text(TextField::Title, "text/plain")),
    ("summary", JsonMember::Text(TextField::Summary, "text/plain")),
    ("content_html", JsonMember::Text(TextField::Content, "text/html")),
    ("content_text", JsonMember::Text(TextField::Content, "text/plain")),
    ("attachments", JsonMember::Links("enclosure")),
    ("date_published", JsonMember::Date(DateField::Published)),
    ("date_modified", JsonMember::Date(DateField::Updated)),
    ("authors", JsonMember::Authors),
    ("tags", JsonMember::Tags),
    ("image", JsonMember::Image),
    ("banner_image", JsonMember::BannerImage),
];
