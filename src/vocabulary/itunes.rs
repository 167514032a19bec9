//! iTunes: <https://help.apple.com/itc/podcasts_connect/#/itcb54353390>.

use super::rows::rows;
use super::rules::{ElementRules, rules};
use super::{AttributesField, CategoryForm, PersonField, PersonPart, Rule, TextField, ValueField};
use crate::model::Itunes;

pub(super) const URIS: &[&str] =
    &["http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/dtds/podcast-1.0.dtd"];

pub(super) const ELEMENTS: ElementRules = rules! {
    Other;
    "author" => Rule::Person(PersonField::Author),
    "owner" => Rule::Person(PersonField::Owner),
    "name" in TextInput => Rule::PersonPart(PersonPart::Name),
    "email" in Nowhere => Rule::PersonPart(PersonPart::Email),
    "subtitle" in All => Rule::Text(TextField::Subtitle),
    "summary" in All => Rule::Text(TextField::Summary),
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

// The elements without a field in the formats.
rows! {
    Itunes {
        elements {
            "title" => title,
            "order" => order,
            "isClosedCaptioned" => is_closed_captioned,
            "complete" => complete,
        }
    }
}
