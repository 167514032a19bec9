//! iTunes: <https://help.apple.com/itc/podcasts_connect/#/itcb54353390>.

use super::read::{Described, Elements};
use super::rules::{ElementRules, rules};
use super::{AttributesField, CategoryForm, PersonField, PersonPart, Rule, TextField, ValueField};

pub(super) const URIS: &[&str] =
    &["http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/dtds/podcast-1.0.dtd"];

pub(super) const ELEMENTS: ElementRules = rules! {
    "author" => Rule::Person(PersonField::Author),
    "owner" => Rule::Person(PersonField::Owner),
    "name" => Rule::PersonPart(PersonPart::Name),
    "email" => Rule::PersonPart(PersonPart::Email),
    "subtitle" => Rule::Text(TextField::Subtitle),
    "summary" => Rule::Text(TextField::Summary),
    "image" | "link" => Rule::Attributes(AttributesField::ItunesImage),
    "category" => Rule::Category(CategoryForm::Itunes),
    "keywords" => Rule::Value(ValueField::ItunesKeywords),
    "duration" => Rule::Value(ValueField::ItunesDuration),
    "explicit" => Rule::Value(ValueField::ItunesExplicit),
    "block" => Rule::Value(ValueField::ItunesBlock),
    "episode" => Rule::Value(ValueField::ItunesEpisode),
    "season" => Rule::Value(ValueField::ItunesSeason),
    "new-feed-url" => Rule::Value(ValueField::ItunesNewFeedUrl),
    "episodeType" | "type" => Rule::Value(ValueField::ItunesKind),
};

/// Reads the elements without a field in the formats.
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let title = elements.text("title").string();
    let order = elements.text("order").number();
    let is_closed_captioned = elements.text("isclosedcaptioned").boolean();
    let complete = elements.text("complete").boolean();
    if title.is_none() && order.is_none() && is_closed_captioned.is_none() && complete.is_none() {
        return;
    }
    let itunes = match to {
        Described::Feed(feed) => &mut feed.itunes,
        Described::Entry(entry) => &mut entry.itunes,
    };
    let itunes = itunes.get_or_insert_default();
    (itunes.title, itunes.order) = (title, order);
    (itunes.is_closed_captioned, itunes.complete) = (is_closed_captioned, complete);
}
