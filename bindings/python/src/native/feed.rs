//! The feed itself, or the source of an entry.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use bozofeed::model;
use bozofeed::model::itunes::Itunes;
use bozofeed::model::podcast::Podcast;
use pyo3::prelude::*;
use pyo3::types::PyDateTime;

use super::date::date;
use super::fields::{
    Given, date as given_date, image as image_of, member, parts, string, text_like, url, vocabulary,
};
use super::reading::Reading;
use super::{Extension, Link, Person, Tag, Text, all, immutable, methods};

/// The feed itself, or the source of an entry. Two feeds are equal if their contents are equal.
#[pyclass(frozen, eq, hash, weakref, module = "bozofeed")]
pub(crate) struct Feed {
    reading: Arc<Reading>,
    /// The index of the entry whose source it is; `None` for the feed itself.
    entry: Option<usize>,
}

static NO_FEED: LazyLock<model::Feed> = LazyLock::new(model::Feed::default);

impl Feed {
    pub(super) fn of_reading(reading: &Arc<Reading>) -> Self {
        Self { reading: Arc::clone(reading), entry: None }
    }

    /// Returns the source of an entry, if it has one.
    pub(super) fn of_source(reading: &Arc<Reading>, entry: usize) -> Option<Self> {
        reading.parsed.entries.get(entry)?.source()?;
        Some(Self { reading: Arc::clone(reading), entry: Some(entry) })
    }

    pub(super) fn model(&self) -> &model::Feed {
        match self.entry {
            None => &self.reading.parsed.feed,
            Some(index) => {
                self.reading.parsed.entries.get(index).and_then(|entry| entry.source()).unwrap_or(&NO_FEED)
            }
        }
    }

    fn of(feed: model::Feed) -> Self {
        let mut parsed = bozofeed::Parsed::default();
        parsed.feed = feed;
        Self { reading: Reading::new(Ok(parsed)), entry: None }
    }

    fn state(&self) -> PyResult<String> {
        super::to_json(self.model())
    }

    fn of_state(json: &str) -> PyResult<Self> {
        super::from_json(json).map(Self::of)
    }
}

impl PartialEq for Feed {
    fn eq(&self, other: &Self) -> bool {
        self.model() == other.model()
    }
}

impl Hash for Feed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let feed = self.model();
        (&feed.id, &feed.link, &feed.title).hash(state);
    }
}

methods! {
    impl Feed {
        get(this) {
            /// The subtitle or description.
            subtitle: Option<Text> = this.model().subtitle().map(Text::from);
            /// The rights.
            rights: Option<Text> = this.model().rights().map(Text::from);
            /// The page of the feed.
            link: Option<&str> = this.model().link.as_deref();
            /// The authors.
            authors: Vec<Person> = all(&this.model().authors);
            /// The first author.
            author: Option<Person> = this.model().authors.first().map(Person::from);
            /// The language.
            language: Option<&str> = this.model().language();
            /// The name of the program that wrote the feed.
            generator: Option<&str> = this.model().generator()?.name.as_deref();
            /// The URL of the image of the feed.
            image: Option<&str> = this.model().image()?.href.as_deref();
            /// The URL of the picture that represents the feed.
            picture: Option<&str> = this.model().picture();
            /// The `WebSub` hub.
            hub: Option<&str> = this.model().hub();
            /// The feed's own URL, as stated by the feed.
            self_url: Option<&str> = this.model().self_url();
            /// The URL of the next page of the feed (RFC 5005).
            next_page: Option<&str> = this.model().next_page();
        }

        #[new]
        #[pyo3(signature = (*, title=None, link=None, links=None, id=None, subtitle=None, authors=None, published=None,
            updated=None, tags=None, language=None, rights=None, image=None, generator=None, itunes=None, podcast=None, extensions=None))]
        #[allow(clippy::too_many_arguments, reason = "the members of a feed")]
        fn new(
            title: Given<'_, '_>,
            link: Given<'_, '_>,
            links: Given<'_, '_>,
            id: Given<'_, '_>,
            subtitle: Given<'_, '_>,
            authors: Given<'_, '_>,
            published: Given<'_, '_>,
            updated: Given<'_, '_>,
            tags: Given<'_, '_>,
            language: Given<'_, '_>,
            rights: Given<'_, '_>,
            image: Given<'_, '_>,
            generator: Given<'_, '_>,
            itunes: Given<'_, '_>,
            podcast: Given<'_, '_>,
            extensions: Given<'_, '_>,
        ) -> PyResult<Self> {
            let mut feed = model::Feed::default();
            feed.set_rights(text_like("rights", rights)?);
            feed.set_image(image_of(url("image", image)?));
            feed.set_generator(string("generator", generator)?.map(|name| {
                let mut generator = model::Generator::default();
                generator.name = Some(name);
                generator
            }));
            feed.set::<Itunes>(vocabulary("itunes", itunes)?);
            feed.set::<Podcast>(vocabulary("podcast", podcast)?);
            feed.title = text_like("title", title)?;
            feed.link = url("link", link)?;
            feed.links = parts("links", links, "Link", |part: &Link| part.0.clone())?;
            feed.id = string("id", id)?;
            feed.set_subtitle(text_like("subtitle", subtitle)?);
            feed.authors = parts("authors", authors, "Person", |part: &Person| part.0.clone())?;
            feed.published = given_date("published", published)?;
            feed.updated = given_date("updated", updated)?;
            feed.tags = parts("tags", tags, "Tag", |part: &Tag| part.0.clone())?;
            feed.set_language(string("language", language)?);
            feed.set_extensions(parts("extensions", extensions, "Extension", |part: &Extension| part.0.clone())?);
            Ok(Self::of(feed))
        }

    }
}
