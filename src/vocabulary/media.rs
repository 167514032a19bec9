//! Media RSS: <https://www.rssboard.org/media-rss>.

use super::{AttributesField, CategoryForm, Rule, TextField, ValueField};

pub(super) const URIS: &[&str] = &["http://search.yahoo.com/mrss", "http://search.yahoo.com/rss"];

pub(super) fn element(name: &str) -> Option<Rule> {
    Some(match name {
        "title" => Rule::Text(TextField::Title),
        "description" => Rule::Text(TextField::Description),
        "keywords" => Rule::Value(ValueField::MediaKeywords),
        "category" => Rule::Category(CategoryForm::Media),
        "content" => Rule::Attributes(AttributesField::MediaContent),
        "thumbnail" => Rule::Attributes(AttributesField::MediaThumbnail),
        "credit" => Rule::Attributes(AttributesField::MediaCredit),
        "rating" => Rule::Attributes(AttributesField::MediaRating),
        "license" => Rule::Attributes(AttributesField::MediaLicense),
        "restriction" => Rule::Attributes(AttributesField::MediaRestriction),
        "player" => Rule::Attributes(AttributesField::MediaPlayer),
        "statistics" => Rule::Attributes(AttributesField::MediaStatistics),
        "starrating" => Rule::Attributes(AttributesField::MediaStarRating),
        "tags" => Rule::Value(ValueField::MediaTags),
        _ => return None,
    })
}
