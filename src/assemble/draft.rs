//! The candidates for the fields of one scope. A feed, an entry, a source, an image and a text input share one type.

use std::mem::take;
use std::sync::Arc;

use super::best_of::BestOf;
use super::singles::Singles;
use super::summary::Summaries;
use crate::model::{
    Date, Entry, Extension, Feed, Image, Link, LiveItem, Person, Podcast, Tag, Text, TextInput,
};
use crate::vocabulary::{self, Described, Tree, ValueReader};

/// Adds to a list of the model. Most lists have one member, so capacity for more is not reserved.
pub(super) fn push_exact<T>(list: &mut Vec<T>, member: T) {
    if list.capacity() == 0 {
        list.reserve_exact(1);
    }
    list.push(member);
}

/// The candidates for the fields of a scope.
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
    /// The fields that most entries lack.
    pub(super) singles: Singles,
    pub(super) live_items: Vec<LiveItem>,
    /// Candidates that lost their field to another one.
    pub(super) others: Vec<Extension>,
    /// Elements without a rule, and those that a vocabulary reads together.
    pub(super) trees: Vec<Tree>,
}

impl Draft {
    /// Returns the feed of the best candidates.
    pub(super) fn into_feed(mut self, values: &ValueReader<'_>) -> Feed {
        let mut extensions = self.others;
        let mut feed = Feed {
            title: self.title.take(),
            summary: self.summaries.take(&self.content, &mut extensions),
            content: self.content,
            link: self.link.take(),
            links: self.links,
            id: self.id.take(),
            authors: self.authors,
            published: self.published.take(),
            updated: self.updated.take(),
            tags: self.tags,
            image: self.image.take(),
            ..Feed::default()
        };
        let of_feed = feed.rare_mut();
        of_feed.contributors = self.contributors;
        of_feed.podcast = podcast(self.live_items);
        self.singles.move_to_feed(&mut feed);
        if !self.trees.is_empty() || !feed.links.is_empty() {
            vocabulary::read(&self.trees, Described::Feed(&mut feed), values);
        }
        feed.rare_mut().extensions = unread(self.trees.drain(..), extensions);
        feed
    }

    /// Moves the best candidates to a new entry.
    pub(super) fn move_to(&mut self, entry: &mut Entry, values: &ValueReader<'_>) {
        // Each field by its name: one that was forgotten would be lost.
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
            singles,
            live_items,
            others,
            trees,
        } = self;
        let mut extensions = take(others);
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
        if !contributors.is_empty() {
            entry.rare_mut().contributors = take(contributors);
        }
        if !live_items.is_empty() {
            entry.rare_mut().podcast = podcast(take(live_items));
        }
        singles.move_to_entry(entry);
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
        let mut extensions = self.others;
        let mut image = Image {
            title: self.title.take(),
            link: self.link.take(),
            links: self.links,
            description: self.summaries.take(&[], &mut extensions),
            extensions: unread(self.trees.drain(..), extensions),
            ..Image::default()
        };
        self.singles.move_to_image(&mut image);
        image
    }

    pub(super) fn into_text_input(mut self) -> TextInput {
        let mut extensions = self.others;
        let mut input = TextInput {
            title: self.title.take(),
            description: self.summaries.take(&[], &mut extensions),
            link: self.link.take(),
            links: self.links,
            extensions: unread(self.trees.drain(..), extensions),
            ..TextInput::default()
        };
        self.singles.move_to_text_input(&mut input);
        input
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
