//! What a scope has said so far. A feed, an entry, a source, an image and a text input all fill the same draft.

use std::mem::take;
use std::sync::Arc;

use super::place::Places;
use super::slot::Slot;
use super::summary::Summaries;
use crate::model::{
    self, Arrivals, Cloud, Date, Entry, Extension, Feed, Generator, Image, Itunes, ItunesCameLast, Link,
    LiveItem, Person, Podcast, Tag, Text, TextInput, Typed, Validity,
};
use crate::vocabulary::{Met, PersonField};

/// Adds to a list of the model. Most have one member: room for more would be most of what a feed takes.
pub(super) fn keep<T>(list: &mut Vec<T>, member: T) {
    if list.capacity() == 0 {
        list.reserve_exact(1);
    }
    list.push(member);
}

/// Once it is settled it is empty, and is filled again: what an entry is made of stays where it is.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) title: Slot<Text>,
    /// RSS `description`, Atom `summary`.
    pub(super) summaries: Summaries,
    pub(super) content: Vec<Text>,
    pub(super) link: Slot<Arc<str>>,
    pub(super) links: Vec<Link>,
    pub(super) id: Slot<Arc<str>>,
    pub(super) permalink: Option<bool>,
    pub(super) id_before_link: Option<bool>,
    pub(super) authors: Vec<Person>,
    pub(super) contributors: Vec<Person>,
    pub(super) published: Slot<Date>,
    pub(super) updated: Slot<Date>,
    pub(super) tags: Vec<Tag>,
    pub(super) comments: Slot<String>,
    pub(super) source: Slot<Box<Feed>>,
    pub(super) image: Slot<Box<Image>>,
    pub(super) itunes: Option<Box<Itunes>>,
    pub(super) itunes_came_last: ItunesCameLast,
    pub(super) places: Option<Box<Places>>,
    /// Whether an image or a text input stands outside of the channel.
    pub(super) is_outside: bool,
    pub(super) extensions: Vec<Extension>,
    /// Elements that are read when the scope is complete, and are kept nowhere else.
    pub(super) gathered: Vec<Extension>,
    /// The namespaces that are read then.
    pub(super) met: Met,
    /// The people whose elements are open.
    pub(super) people: Vec<(PersonField, Person)>,
    seldom: Option<Box<Seldom>>,
}

/// What most entries do not say.
#[derive(Debug, Default)]
pub(super) struct Seldom {
    /// Atom `subtitle`; in a feed also RSS `description`.
    pub(super) subtitle: Slot<Text>,
    pub(super) info: Slot<Text>,
    pub(super) rights: Slot<Text>,
    pub(super) publisher: Option<Box<Person>>,
    pub(super) web_master: Option<Box<Person>>,
    pub(super) created: Slot<Date>,
    pub(super) expired: Slot<Date>,
    pub(super) validity: Slot<Box<Validity>>,
    pub(super) generator: Slot<Box<Generator>>,
    /// `admin:generatorAgent`.
    pub(super) generator_agent: Option<String>,
    pub(super) error_reports_to: Option<String>,
    pub(super) icon: Slot<String>,
    pub(super) logo: Slot<String>,
    pub(super) language: Slot<Arc<str>>,
    pub(super) ttl: Slot<Typed<u64>>,
    pub(super) cloud: Slot<Box<Cloud>>,
    pub(super) text_input: Slot<Box<TextInput>>,
    pub(super) docs: Slot<String>,
    pub(super) new_location: Slot<String>,
    /// `name` of a text input.
    pub(super) name: Slot<String>,
    /// `url` of an image.
    pub(super) href: Slot<Arc<str>>,
    pub(super) width: Slot<Typed<u32>>,
    pub(super) height: Slot<Typed<u32>>,
    /// `podcast:liveItem`.
    pub(super) live_items: Vec<LiveItem>,
}

impl Draft {
    pub(super) fn seldom(&mut self) -> &mut Seldom {
        self.seldom.get_or_insert_default()
    }

    pub(super) fn itunes(&mut self) -> &mut Itunes {
        self.itunes.get_or_insert_default()
    }

    fn take_seldom(&mut self) -> Seldom {
        self.seldom.take().map_or_else(Seldom::default, |seldom| *seldom)
    }

    pub(super) fn into_feed(mut self) -> Feed {
        let mut seldom = self.take_seldom();
        let mut generator = seldom.generator.take();
        if let Some(agent) = seldom.generator_agent {
            generator.get_or_insert_default().uri.get_or_insert(agent);
        }
        Feed {
            title: self.title.take(),
            subtitle: seldom.subtitle.take(),
            summary: self.summaries.best(),
            content: self.content,
            href: seldom.href.take(),
            info: seldom.info.take(),
            link: self.link.take(),
            links: self.links,
            id: self.id.take(),
            authors: self.authors,
            contributors: self.contributors,
            publisher: seldom.publisher,
            web_master: seldom.web_master,
            published: self.published.take(),
            updated: self.updated.take(),
            created: seldom.created.take(),
            validity: seldom.validity.take(),
            tags: self.tags,
            rights: seldom.rights.take(),
            generator: generator.map(|generator| *generator),
            error_reports_to: seldom.error_reports_to,
            image: self.image.take(),
            icon: seldom.icon.take(),
            logo: seldom.logo.take(),
            language: seldom.language.take(),
            ttl: seldom.ttl.take(),
            cloud: seldom.cloud.take(),
            text_input: seldom.text_input.take(),
            docs: seldom.docs.take(),
            expired: None,
            new_location: seldom.new_location.take(),
            geometries: Places::settle(self.places, &self.extensions),
            itunes: self.itunes,
            podcast: podcast(seldom.live_items),
            extensions: self.extensions,
            id_before_link: self.id_before_link,
            itunes_came_last: self.itunes_came_last,
            ..Feed::default()
        }
    }

    /// Hands everything over to a new entry, in its place; the draft is empty then.
    pub(super) fn move_to(&mut self, entry: &mut Entry) {
        // Each field by its name, so that none is forgotten: it would be said of the next entry.
        let Self {
            title,
            summaries,
            content,
            link,
            links,
            id,
            permalink,
            id_before_link,
            authors,
            contributors,
            published,
            updated,
            tags,
            comments,
            source,
            image,
            itunes,
            itunes_came_last,
            places,
            is_outside,
            extensions,
            gathered,
            met,
            people,
            seldom,
        } = self;
        let (summary, arrivals) = summaries.settle(content);
        entry.title = title.take();
        entry.link = link.take();
        entry.links = take(links);
        entry.id = id.take();
        entry.id_is_permalink = permalink.take();
        entry.summary = summary;
        entry.content = take(content);
        entry.authors = take(authors);
        entry.published = published.take();
        entry.updated = updated.take();
        entry.tags = take(tags);
        entry.source = source.take();
        entry.image = image.take();
        entry.itunes = itunes.take();
        entry.extensions = take(extensions);
        entry.id_before_link = id_before_link.take();
        *itunes_came_last = ItunesCameLast::default();
        *is_outside = false;
        gathered.clear();
        met.clear();
        people.clear();
        let is_more_said = seldom.is_some() || places.is_some() || comments.get().is_some();
        if is_more_said || !contributors.is_empty() || arrivals.is_some() {
            self.move_what_is_seldom(entry, arrivals);
        }
    }

    fn move_what_is_seldom(&mut self, entry: &mut Entry, arrivals: Option<Box<Arrivals>>) {
        let mut seldom = model::Seldom {
            comments: self.comments.take().map(String::into_boxed_str),
            contributors: take(&mut self.contributors),
            geometries: Places::settle(self.places.take(), &entry.extensions),
            arrivals,
            ..model::Seldom::default()
        };
        if let Some(mut said) = self.seldom.take() {
            seldom.subtitle = said.subtitle.take().map(Box::new);
            seldom.publisher = said.publisher;
            seldom.created = said.created.take().map(Box::new);
            seldom.expired = said.expired.take().map(Box::new);
            seldom.validity = said.validity.take();
            seldom.rights = said.rights.take().map(Box::new);
            seldom.language = said.language.take();
            entry.podcast = podcast(said.live_items);
        }
        if seldom != model::Seldom::default() {
            entry.seldom = Some(Box::new(seldom));
        }
    }

    pub(super) fn into_image(mut self) -> Image {
        let mut seldom = self.take_seldom();
        Image {
            href: seldom.href.take(),
            title: self.title.take(),
            link: self.link.take(),
            links: self.links,
            width: seldom.width.take(),
            height: seldom.height.take(),
            description: seldom.subtitle.take().or(self.summaries.best()),
            extensions: self.extensions,
            is_outside: self.is_outside,
        }
    }

    pub(super) fn into_text_input(mut self) -> TextInput {
        let mut seldom = self.take_seldom();
        TextInput {
            title: self.title.take(),
            description: seldom.subtitle.take().or(self.summaries.best()),
            name: seldom.name.take(),
            link: self.link.take(),
            links: self.links,
            extensions: self.extensions,
            is_outside: self.is_outside,
        }
    }
}

/// The vocabulary adds the rest.
fn podcast(live_items: Vec<LiveItem>) -> Option<Box<Podcast>> {
    (!live_items.is_empty()).then(|| Box::new(Podcast { live_items, ..Podcast::default() }))
}
