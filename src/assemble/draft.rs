//! The candidates for the fields of one scope. A feed, an entry, a source, an image and a text input share one type.

use std::mem::take;
use std::sync::Arc;

use super::best_of::BestOf;
use super::summary::Summaries;
use crate::model::{
    Cloud, Date, Entry, Extension, Feed, Generator, Geometry, Image, Itunes, Link, LiveItem, Person, Podcast,
    Tag, Text, TextInput, Typed, Validity,
};
use crate::vocabulary::{self, Described, Tree, ValueReader};

/// Adds to a list of the model. Most lists have one member, so capacity for more is not reserved.
pub(super) fn push_exact<T>(list: &mut Vec<T>, member: T) {
    if list.capacity() == 0 {
        list.reserve_exact(1);
    }
    list.push(member);
}

/// The candidates for the fields of a scope. A draft that was emptied is used again.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) title: BestOf<Text>,
    /// RSS `description`, Atom `summary`.
    pub(super) summaries: Summaries,
    pub(super) content: Vec<Text>,
    pub(super) link: BestOf<Arc<str>>,
    pub(super) links: Vec<Link>,
    pub(super) id: BestOf<Arc<str>>,
    pub(super) permalink: Option<bool>,
    pub(super) authors: Vec<Person>,
    pub(super) contributors: Vec<Person>,
    pub(super) published: BestOf<Date>,
    pub(super) updated: BestOf<Date>,
    pub(super) tags: Vec<Tag>,
    pub(super) image: BestOf<Box<Image>>,
    pub(super) itunes: Option<Box<Itunes>>,
    /// Elements without a rule, and those that a vocabulary reads together.
    pub(super) trees: Vec<Tree>,
    rare: Option<Box<RareFields>>,
}

/// The fields that most entries lack.
#[derive(Debug, Default)]
pub(super) struct RareFields {
    /// Atom `subtitle`; in a feed also RSS `description`.
    pub(super) subtitle: BestOf<Text>,
    pub(super) info: BestOf<Text>,
    pub(super) rights: BestOf<Text>,
    pub(super) publisher: Option<Box<Person>>,
    pub(super) web_master: Option<Box<Person>>,
    pub(super) created: BestOf<Date>,
    pub(super) expired: BestOf<Date>,
    pub(super) is_expired: Option<Typed<bool>>,
    pub(super) validity: BestOf<Box<Validity>>,
    pub(super) generator: BestOf<Box<Generator>>,
    /// `admin:generatorAgent`.
    pub(super) generator_agent: Option<String>,
    pub(super) error_reports_to: Option<String>,
    pub(super) comments: BestOf<String>,
    pub(super) icon: BestOf<String>,
    pub(super) logo: BestOf<String>,
    pub(super) language: BestOf<Arc<str>>,
    pub(super) ttl: BestOf<Typed<u64>>,
    pub(super) cloud: BestOf<Box<Cloud>>,
    pub(super) text_input: BestOf<Box<TextInput>>,
    pub(super) source: BestOf<Box<Feed>>,
    pub(super) banner_image: Option<Box<Image>>,
    pub(super) docs: BestOf<String>,
    pub(super) new_location: BestOf<String>,
    /// `name` of a text input.
    pub(super) name: BestOf<String>,
    /// The URL of an image, a source, or the feed itself.
    pub(super) href: BestOf<Arc<str>>,
    pub(super) width: BestOf<Typed<u32>>,
    pub(super) height: BestOf<Typed<u32>>,
    pub(super) geometries: Vec<Typed<Geometry>>,
    pub(super) live_items: Vec<LiveItem>,
    /// Candidates that lost their field to another one.
    pub(super) others: Vec<Extension>,
}

impl Draft {
    pub(super) fn rare(&mut self) -> &mut RareFields {
        self.rare.get_or_insert_default()
    }

    pub(super) fn itunes(&mut self) -> &mut Itunes {
        self.itunes.get_or_insert_default()
    }

    /// Returns the feed of the best candidates.
    pub(super) fn into_feed(mut self, values: &ValueReader<'_>) -> Feed {
        let mut rare = self.rare.take().unwrap_or_default();
        let mut generator = rare.generator.take();
        if let Some(agent) = rare.generator_agent {
            generator.get_or_insert_default().uri.get_or_insert(agent);
        }
        let mut extensions = std::mem::take(&mut rare.others);
        let mut feed = Feed {
            title: self.title.take(),
            subtitle: rare.subtitle.take(),
            summary: self.summaries.take(&self.content, &mut extensions),
            content: self.content,
            href: rare.href.take(),
            info: rare.info.take(),
            link: self.link.take(),
            links: self.links,
            id: self.id.take(),
            authors: self.authors,
            published: self.published.take(),
            updated: self.updated.take(),
            created: rare.created.take(),
            tags: self.tags,
            rights: rare.rights.take(),
            generator: generator.map(|generator| *generator),
            error_reports_to: rare.error_reports_to,
            image: self.image.take(),
            icon: rare.icon.take(),
            logo: rare.logo.take(),
            language: rare.language.take(),
            ttl: rare.ttl.take(),
            cloud: rare.cloud.take(),
            text_input: rare.text_input.take(),
            docs: rare.docs.take(),
            expired: rare.is_expired,
            new_location: rare.new_location.take(),
            ..Feed::default()
        };
        let of_feed = feed.rare_mut();
        of_feed.contributors = self.contributors;
        of_feed.publisher = rare.publisher;
        of_feed.web_master = rare.web_master;
        of_feed.validity = rare.validity.take();
        of_feed.geometries = rare.geometries;
        of_feed.itunes = self.itunes;
        of_feed.podcast = podcast(rare.live_items);
        if !self.trees.is_empty() || !feed.links.is_empty() {
            vocabulary::read(&self.trees, Described::Feed(&mut feed), values);
        }
        feed.rare_mut().extensions = unread(self.trees.drain(..), extensions);
        feed
    }

    /// Moves the best candidates to a new entry, and leaves the draft empty.
    pub(super) fn move_to(&mut self, entry: &mut Entry, values: &ValueReader<'_>) {
        // Each field by its name: one that was forgotten would be said of the next entry.
        let Self {
            title,
            summaries,
            content,
            link,
            links,
            id,
            permalink,
            authors,
            contributors,
            published,
            updated,
            tags,
            image,
            itunes,
            trees,
            rare,
        } = self;
        let mut extensions = Vec::new();
        entry.title = title.take();
        entry.summary = summaries.take(content, &mut extensions);
        entry.link = link.take();
        entry.links = take(links);
        entry.id = id.take();
        entry.id_is_permalink = permalink.take();
        entry.content = take(content);
        entry.authors = take(authors);
        entry.published = published.take();
        entry.updated = updated.take();
        entry.tags = take(tags);
        if let Some(image) = image.take() {
            entry.rare_mut().image = Some(image);
        }
        if let Some(itunes) = itunes.take() {
            entry.rare_mut().itunes = Some(itunes);
        }
        if !contributors.is_empty() {
            entry.rare_mut().contributors = take(contributors);
        }
        if let Some(mut rare) = rare.take() {
            let of_entry = entry.rare_mut();
            of_entry.subtitle = rare.subtitle.take().map(Box::new);
            of_entry.publisher = rare.publisher;
            of_entry.created = rare.created.take().map(Box::new);
            of_entry.expired = rare.expired.take().map(Box::new);
            of_entry.validity = rare.validity.take();
            of_entry.rights = rare.rights.take().map(Box::new);
            of_entry.source = rare.source.take();
            of_entry.comments = rare.comments.take().map(Into::into);
            of_entry.language = rare.language.take();
            of_entry.banner_image = rare.banner_image;
            of_entry.geometries = rare.geometries;
            of_entry.podcast = podcast(rare.live_items);
            extensions.extend(rare.others);
        }
        // Most links are read by no vocabulary, but some relations are.
        if !trees.is_empty() || !entry.links.is_empty() {
            vocabulary::read(trees, Described::Entry(entry), values);
        }
        let extensions = unread(trees.drain(..), extensions);
        if !extensions.is_empty() {
            entry.rare_mut().extensions = extensions;
        }
    }

    pub(super) fn into_image(mut self) -> Image {
        let mut rare = self.rare.take().unwrap_or_default();
        let mut extensions = std::mem::take(&mut rare.others);
        let summary = self.summaries.take(&[], &mut extensions);
        Image {
            href: rare.href.take(),
            title: self.title.take(),
            link: self.link.take(),
            links: self.links,
            width: rare.width.take(),
            height: rare.height.take(),
            description: rare.subtitle.take().or(summary),
            extensions: unread(self.trees.drain(..), extensions),
        }
    }

    pub(super) fn into_text_input(mut self) -> TextInput {
        let mut rare = self.rare.take().unwrap_or_default();
        let mut extensions = std::mem::take(&mut rare.others);
        let summary = self.summaries.take(&[], &mut extensions);
        TextInput {
            title: self.title.take(),
            description: rare.subtitle.take().or(summary),
            name: rare.name.take(),
            link: self.link.take(),
            links: self.links,
            extensions: unread(self.trees.drain(..), extensions),
        }
    }
}

/// Returns the parts of elements that no vocabulary has read, after other extensions.
fn unread(trees: impl Iterator<Item = Tree>, mut extensions: Vec<Extension>) -> Vec<Extension> {
    for extension in trees.filter_map(Tree::into_unread) {
        push_exact(&mut extensions, extension);
    }
    extensions
}

/// The vocabulary adds the rest.
fn podcast(live_items: Vec<LiveItem>) -> Option<Box<Podcast>> {
    (!live_items.is_empty()).then(|| Box::new(Podcast { live_items, ..Podcast::default() }))
}
