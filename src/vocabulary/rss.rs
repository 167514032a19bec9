//! RSS 0.90–2.0 and CDF: <https://www.rssboard.org/rss-specification>, <https://www.w3.org/TR/NOTE-CDFsubmit.html>.

use super::element_lists::{ElementList, elements};
use super::read::{Described, Element, Elements};
use super::rows::{offer_all, rows};
use super::{CategoryForm, PersonField, PersonPart, ReadAs, ScopeKind, TextField, ValueField};
use crate::diagnostics::WarningKind;
use crate::model::{Str, Typed};
use crate::sink::SingleField;
use bozofeed_model::internal::RareFields as _;

pub(super) const URIS: &[&str] = &[
    "http://backend.userland.com/rss",
    "http://backend.userland.com/rss2",
    "http://blogs.law.harvard.edu/tech/rss",
    "http://cyber.law.harvard.edu/rss/rss.html",
    "http://purl.org/rss/1.0",
    "http://my.netscape.com/rdf/simple/0.9",
    "http://channel.netscape.com/rdf/simple/0.9",
    "http://purl.org/rss/1.0/modules/rss091#",
    "http://purl.org/net/rss1.1#",
];

pub(super) const ELEMENTS: ElementList = elements! {
    Any;
    "rss" => ReadAs::Root,
    "channel" => ReadAs::Channel,
    // `product`, `fullitem` and `homepage` are in no RSS specification. Universal Feed Parser reads them.
    "item" | "product" => ReadAs::Entry,
    "title" in All => ReadAs::Text(TextField::Title),
    "link" in All => ReadAs::Link,
    "description" in All as Rss => ReadAs::Text(TextField::Description),
    "abstract" in All as Elder => ReadAs::Text(TextField::Description),
    "guid" as Rss => ReadAs::Value(ValueField::Guid),
    "pubDate" as Rss => ReadAs::Single(SingleField::Published),
    "lastBuildDate" as Rss => ReadAs::Single(SingleField::Updated),
    // In no RSS specification, whereas `modified` is in Atom 0.3.
    "date" as Elder after "modified" => ReadAs::Single(SingleField::Updated),
    "expirationDate" in Entry => ReadAs::Single(SingleField::Expired),
    "author" | "managingEditor" => ReadAs::Person(PersonField::Author),
    "webMaster" in Feed => ReadAs::Person(PersonField::WebMaster),
    "category" | "keywords" => ReadAs::Category(CategoryForm::Plain),
    "tags" => ReadAs::Value(ValueField::Tags),
    "enclosure" => ReadAs::Enclosure,
    "source" in Entry => ReadAs::Scope(ScopeKind::Source),
    "comments" in Entry => ReadAs::Single(SingleField::Comments),
    "image" => ReadAs::Scope(ScopeKind::Image),
    "textInput" in Feed => ReadAs::Scope(ScopeKind::TextInput),
    "url" | "uri" | "href" | "homepage" in Image => ReadAs::PersonPart(PersonPart::Uri),
    "width" in Image => ReadAs::Single(SingleField::Width),
    "height" in Image => ReadAs::Single(SingleField::Height),
    "language" => ReadAs::Single(SingleField::Language),
    "copyright" as Rss => ReadAs::Text(TextField::Rights),
    "generator" in Feed => ReadAs::Value(ValueField::Generator),
    "docs" in Feed => ReadAs::Single(SingleField::Docs),
    "ttl" in Feed => ReadAs::Single(SingleField::Ttl),
    "cloud" in Feed => ReadAs::Attributes(super::AttributesField::Cloud),
    "newLocation" in Feed => ReadAs::Single(SingleField::NewLocation),
    "fullitem" => ReadAs::Text(TextField::Encoded),
    "body" => ReadAs::Text(TextField::Body),
};

/// Elements of the channel that are kept as trees.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ChannelDetails {
    rating: Option<Str>,
    skip_hours: Vec<Typed<u8>>,
    skip_days: Vec<Str>,
}

rows! {
    ChannelDetails {
        elements {
            "rating" => rating,
            "skipHours" / "hour" => skip_hours via hour,
            "skipDays" / "day" => skip_days,
        }
    }
}

/// The elements among them that contain text.
pub(super) const TEXTS: &[&str] = &["rating", "hour", "day"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Feed(feed) = to else { return };
    let mut details = ChannelDetails::default();
    offer_all("", &mut details, elements);
    // The elements without a namespace are read before those in an RSS namespace, which this function also reads. A rating that was
    // already found is kept.
    if details == ChannelDetails::default() {
        return;
    }
    let feed = feed.rare_mut();
    feed.rating = feed.rating.take().or(details.rating);
    feed.skip_hours.extend(details.skip_hours);
    feed.skip_days.extend(details.skip_days);
}

/// Reads an hour: 0 to 23 in RSS 2.0; in RSS 0.91, midnight is 24.
fn hour(element: &Element<'_>) -> Option<Typed<u8>> {
    element.text().typed_by(WarningKind::UnreadableNumber, |_, text| match text.parse().ok()? {
        24 => Some(0),
        hour @ 0..24 => Some(hour),
        _ => None,
    })
}
