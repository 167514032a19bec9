//! What a scope has said so far. A feed, an entry, a source, an image and a text input all fill the same draft.

use std::sync::Arc;

use super::place::Places;
use super::slot::Slot;
use super::summary::Summaries;
use crate::model::{
    Cloud, Date, Entry, Extension, Feed, Generator, Image, Itunes, ItunesCameLast, Link, LiveItem, Person,
    Podcast, Tag, Text, TextInput, Typed, Validity,
};
use crate::vocabulary::Met;

/// Adds to a list of the model. Most have one member: room for more would be most of what a feed takes.
pub(super) fn keep<T>(list: &mut Vec<T>, member: T) {
    if list.capacity() == 0 {
        list.reserve_exact(1);
    }
    list.push(member);
}

#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) title: Slot<Text>,
    /// RSS `description`, Atom `summary`.
    pub(super) summaries: Summaries,
    /// Atom `subtitle`; in a feed also RSS `description`.
    pub(super) subtitle: Slot<Text>,
    pub(super) info: Slot<Text>,
    pub(super) rights: Slot<Text>,
    pub(super) content: Vec<Text>,
    pub(super) link: Slot<String>,
    pub(super) links: Vec<Link>,
    pub(super) id: Slot<String>,
    pub(super) permalink: Option<bool>,
    pub(super) id_before_link: Option<bool>,
    pub(super) authors: Vec<Person>,
    pub(super) contributors: Vec<Person>,
    pub(super) publisher: Option<Box<Person>>,
    pub(super) web_master: Option<Box<Person>>,
    pub(super) published: Slot<Date>,
    pub(super) updated: Slot<Date>,
    pub(super) created: Slot<Date>,
    pub(super) expired: Slot<Date>,
    pub(super) validity: Slot<Box<Validity>>,
    pub(super) tags: Vec<Tag>,
    pub(super) generator: Slot<Box<Generator>>,
    /// `admin:generatorAgent`.
    pub(super) generator_agent: Option<String>,
    pub(super) error_reports_to: Option<String>,
    pub(super) image: Slot<Box<Image>>,
    pub(super) itunes_came_last: ItunesCameLast,
    /// Whether an image or a text input stands outside of the channel.
    pub(super) is_outside: bool,
    pub(super) icon: Slot<String>,
    pub(super) logo: Slot<String>,
    pub(super) language: Slot<Arc<str>>,
    pub(super) ttl: Slot<Typed<u64>>,
    pub(super) cloud: Slot<Box<Cloud>>,
    pub(super) text_input: Slot<Box<TextInput>>,
    pub(super) docs: Slot<String>,
    pub(super) new_location: Slot<String>,
    pub(super) comments: Slot<String>,
    pub(super) source: Slot<Box<Feed>>,
    /// `name` of a text input.
    pub(super) name: Slot<String>,
    /// `url` of an image.
    pub(super) href: Slot<String>,
    pub(super) width: Slot<Typed<u32>>,
    pub(super) height: Slot<Typed<u32>>,
    pub(super) places: Option<Box<Places>>,
    pub(super) itunes: Option<Box<Itunes>>,
    /// `podcast:liveItem`.
    pub(super) live_items: Vec<LiveItem>,
    pub(super) extensions: Vec<Extension>,
    /// Elements that are read when the scope is complete, and are kept nowhere else.
    pub(super) gathered: Vec<Extension>,
    /// The namespaces that are read then.
    pub(super) met: Met,
}

impl Draft {
    pub(super) fn itunes(&mut self) -> &mut Itunes {
        self.itunes.get_or_insert_default()
    }

    pub(super) fn into_feed(self) -> Feed {
        let mut generator = self.generator.take();
        if let Some(agent) = self.generator_agent {
            generator.get_or_insert_default().uri.get_or_insert(agent);
        }
        Feed {
            title: self.title.take(),
            subtitle: self.subtitle.take(),
            summary: self.summaries.best(),
            content: self.content,
            href: self.href.take(),
            info: self.info.take(),
            link: self.link.take(),
            links: self.links,
            id: self.id.take(),
            authors: self.authors,
            contributors: self.contributors,
            publisher: self.publisher,
            web_master: self.web_master,
            published: self.published.take(),
            updated: self.updated.take(),
            created: self.created.take(),
            validity: self.validity.take(),
            tags: self.tags,
            rights: self.rights.take(),
            generator: generator.map(|generator| *generator),
            error_reports_to: self.error_reports_to,
            image: self.image.take(),
            icon: self.icon.take(),
            logo: self.logo.take(),
            language: self.language.take(),
            ttl: self.ttl.take(),
            cloud: self.cloud.take(),
            text_input: self.text_input.take(),
            docs: self.docs.take(),
            expired: None,
            new_location: self.new_location.take(),
            geometries: Places::settle(self.places, &self.extensions),
            itunes: self.itunes,
            podcast: podcast(self.live_items),
            extensions: self.extensions,
            id_before_link: self.id_before_link,
            itunes_came_last: self.itunes_came_last,
            ..Feed::default()
        }
    }

    pub(super) fn into_entry(mut self) -> Entry {
        let (summary, arrivals) = self.summaries.settle(&mut self.content);
        Entry {
            title: self.title.take(),
            link: self.link.take(),
            links: self.links,
            id: self.id.take(),
            id_is_permalink: self.permalink,
            summary,
            subtitle: self.subtitle.take().map(Box::new),
            content: self.content,
            authors: self.authors,
            contributors: self.contributors,
            publisher: self.publisher,
            published: self.published.take(),
            updated: self.updated.take(),
            created: self.created.take(),
            expired: self.expired.take().map(Box::new),
            validity: self.validity.take(),
            tags: self.tags,
            rights: self.rights.take().map(Box::new),
            source: self.source.take(),
            comments: self.comments.take(),
            language: self.language.take(),
            image: self.image.take(),
            banner_image: None,
            geometries: Places::settle(self.places, &self.extensions),
            itunes: self.itunes,
            podcast: podcast(self.live_items),
            extensions: self.extensions,
            id_before_link: self.id_before_link,
            arrivals,
            ..Entry::default()
        }
    }

    pub(super) fn into_image(self) -> Image {
        Image {
            href: self.href.take(),
            title: self.title.take(),
            link: self.link.take(),
            links: self.links,
            width: self.width.take(),
            height: self.height.take(),
            description: self.subtitle.take().or(self.summaries.best()),
            extensions: self.extensions,
            is_outside: self.is_outside,
        }
    }

    pub(super) fn into_text_input(self) -> TextInput {
        TextInput {
            title: self.title.take(),
            description: self.subtitle.take().or(self.summaries.best()),
            name: self.name.take(),
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
