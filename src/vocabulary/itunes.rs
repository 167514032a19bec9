//! iTunes: <https://help.apple.com/itc/podcasts_connect/#/itcb54353390>.

use super::element_lists::{ElementList, elements};
use super::read::Element;
use super::rows::{explicit, rows, text_uri, yes};
use super::write::{ElementSink, TextType, WriteElements as _, WriteIn as _};
use super::{AttributesField, CategoryForm, PersonField, PersonPart, ReadAs, TextField, ValueField};
use crate::model::Str;
use crate::model::itunes::Itunes;
use bozofeed_text::html::uri::is_script_url;

pub(super) const URIS: &[&str] =
    &["http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/dtds/podcast-1.0.dtd"];

pub(super) const ELEMENTS: ElementList = elements! {
    Other;
    "author" => ReadAs::Person(PersonField::ItunesAuthor),
    "owner" => ReadAs::Person(PersonField::Owner),
    "name" in TextInput => ReadAs::PersonPart(PersonPart::Name),
    "email" in Nowhere => ReadAs::PersonPart(PersonPart::Email),
    "subtitle" in All => ReadAs::Text(TextField::Subtitle),
    "summary" in All => ReadAs::Text(TextField::Summary),
    // As in Universal Feed Parser, `itunes:link` is also an image.
    "image" | "link" => ReadAs::Attributes(AttributesField::ItunesImage),
    "category" => ReadAs::Category(CategoryForm::Itunes),
    "keywords" => ReadAs::Value(ValueField::ItunesKeywords),
    "duration" | "explicit" | "block" | "episode" | "season" | "episodeType" | "type" | "new-feed-url" => ReadAs::Leaf,
};

// The elements without a field in the formats.
rows! {
    Itunes {
        elements {
            "duration" => duration as Duration,
            "explicit" => explicit via explicit,
            "block" => block via yes,
            "episode" => episode,
            "season" => season,
            "episodeType" | "type" => kind via kind in "" as Words(&["full", "trailer", "bonus", "episodic", "serial"]),
            "new-feed-url" => new_feed_url via text_uri,
            "title" => title,
            "order" => order,
            "isClosedCaptioned" => is_closed_captioned via yes,
            "complete" => complete via yes,
        }
        writes described,
    }
}

/// Reads a word that is not a script URL.
fn kind(element: &Element<'_>) -> Option<Str> {
    element.text().string().filter(|word| !is_script_url(word))
}

/// Writes the elements that are not in the rows.
fn described(itunes: &Itunes, prefix: &str, to: &mut dyn ElementSink) {
    itunes.author.write(prefix, "author", to);
    itunes.image.write_in((prefix, "image"), "href", to);
    for (local, text) in [("subtitle", &itunes.subtitle), ("summary", &itunes.summary)] {
        if let Some(text) = text {
            to.open(prefix, local);
            to.value(text, TextType::None);
            to.close();
        }
    }
    if let Some(owner) = &itunes.owner {
        to.open(prefix, "owner");
        owner.name.write(prefix, "name", to);
        owner.email.write(prefix, "email", to);
        to.close();
    }
}
