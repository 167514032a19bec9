//! Google Play: <https://support.google.com/podcast-publishers/answer/9889544>.

use super::read::{Described, Elements};
use super::value::explicit;
use crate::diagnostics::WarningKind;
use crate::model::{GooglePlay, Person};

pub(super) const URIS: &[&str] = &[
    "http://www.google.com/schemas/play-podcasts/1.0",
    "http://www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd",
];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let category = |text: Option<String>| text.filter(|text| !text.is_empty());
    let categories = elements.all("category");
    let google_play = Some(Box::new(GooglePlay {
        author: elements.text("author").filled().string().map(|name| {
            Box::new(Person { raw: Some(name.as_str().into()), name: Some(name.into()), ..Person::default() })
        }),
        owner: elements.text("owner").or(elements.text("email")).string(),
        description: elements.text("description").string(),
        image: elements
            .first("image")
            .and_then(|image| image.uri("href").or_else(|| image.text().filled().uri())),
        categories: categories.filter_map(|e| category(e.attribute("text").or(e.text()).string())).collect(),
        explicit: elements.text("explicit").typed(WarningKind::UnknownWord, explicit),
        block: elements.text("block").boolean(),
        new_feed_url: elements.text("new-feed-url").uri(),
    }));
    match to {
        Described::Feed(feed) => feed.google_play = google_play,
        Described::Entry(entry) => entry.google_play = google_play,
    }
}
