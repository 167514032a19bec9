//! Google Play: <https://support.google.com/podcast-publishers/answer/9889544>.

use super::read::Element;
use super::rows::{explicit, rows, text_uri};
use crate::model::google_play::GooglePlay;
use crate::model::{Person, Str};

pub(super) const URIS: &[&str] = &[
    "http://www.google.com/schemas/play-podcasts/1.0",
    "http://www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd",
];

rows! {
    GooglePlay {
        elements {
            "author" => author via author,
            "owner" | "email" => owner,
            "description" => description,
            "image" => image via image in "href",
            "category" => categories via category in "text",
            "explicit" => explicit via explicit,
            "block" => block,
            "new-feed-url" => new_feed_url via text_uri,
        }
    }
}

fn author(element: &Element<'_>) -> Option<Person> {
    let name = element.text().filled()?;
    Some(made!(Person { raw: Some(name.as_str().into()), name: Some(name) }))
}

fn image(element: &Element<'_>) -> Option<Str> {
    element.attribute("href").uri().or_else(|| element.text().uri())
}

fn category(element: &Element<'_>) -> Option<Str> {
    element.attribute("text").filled().or_else(|| element.text().filled())
}
