//! iTunes: <https://help.apple.com/itc/podcasts_connect/#/itcb54353390>.

use super::{AttributesField, CategoryForm, PersonField, PersonPart, Rule, TextField, ValueField};

pub(super) const URIS: &[&str] =
    &["http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/dtds/podcast-1.0.dtd"];

pub(super) fn element(name: &str) -> Option<Rule> {
    Some(match name {
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
        "episodetype" | "type" => Rule::Value(ValueField::ItunesKind),
        _ => return None,
    })
}
