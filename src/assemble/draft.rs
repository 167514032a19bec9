//! The candidates for the fields of one scope. A feed, an entry, a source, an image and a text input share one type.

use super::best_of::BestOf;
use super::singles::Singles;
use super::summary::Summaries;
use crate::budget::{PaidList, push_exact};
use crate::model::podcast::{LiveItem, Podcast};
use crate::model::{Date, Entry, Extension, Feed, Image, Link, Person, Str, Tag, Text, TextInput};
use crate::statement::{CandidateOutcome, Kept, Single, SingleField, SingleOwner, Subject};
use crate::vocabulary::{self, Described, Tree, ValueReader, set_aside};

/// The candidates for the fields of a scope.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    pub(super) subject: Subject,
    pub(super) title: BestOf<Text>,
    /// RSS `description`, Atom `summary`.
    pub(super) summaries: Summaries,
    pub(super) content: PaidList<Text>,
    pub(super) link: BestOf<Str>,
    pub(super) links: PaidList<Link>,
    pub(super) id: BestOf<Str>,
    pub(super) permalink: Option<bool>,
    pub(super) authors: PaidList<Person>,
    pub(super) contributors: PaidList<Person>,
    pub(super) published: BestOf<Date>,
    pub(super) updated: BestOf<Date>,
    pub(super) tags: PaidList<Tag>,
    /// The image that has a URL.
    pub(super) image: BestOf<Box<Image>>,
    /// The image that has none, but may describe the other one.
    pub(super) described_image: BestOf<Box<Image>>,
    /// The fields that most entries lack.
    pub(super) singles: Singles,
    pub(super) live_items: PaidList<LiveItem>,
    /// Candidates that lost their field to another one.
    pub(super) others: PaidList<Extension>,
    /// Elements without a rule, and those that a vocabulary reads together.
    pub(super) trees: PaidList<Tree>,
    /// Elements that describe another feed.
    pub(super) of_other_feeds: PaidList<Tree>,
}

impl Draft {
    /// Returns the feed of the best candidates.
    pub(super) fn into_feed(mut self, values: &ValueReader<'_>) -> Feed {
        // Before `others` is read: an image that loses becomes one of them.
        let image = self.finish_image(values);
        // Before the values are moved to their fields, since the generator is looked for among them.
        self.finish_generator(values);
        let mut extensions = self.others.into_vec();
        let mut feed = made!(Feed {
            title: self.title.take(),
            // Before the contents are moved: a summary that repeats one of them is not kept as an extension.
            summary: self.summaries.take(&self.content, &mut extensions),
            content: self.content.into_vec(),
            link: self.link.take(),
            links: self.links.into_vec(),
            id: self.id.take(),
            authors: self.authors.into_vec(),
            published: self.published.take().unwrap_or_default(),
            updated: self.updated.take().unwrap_or_default(),
            tags: self.tags.into_vec(),
            image
        });
        if !self.contributors.is_empty() {
            feed.rare_mut().contributors = self.contributors.into_vec();
        }
        if !self.live_items.is_empty() {
            feed.rare_mut().podcast = podcast(self.live_items.into_vec());
        }
        self.singles.move_to(SingleOwner::Feed(&mut feed), &mut extensions);
        if !self.trees.is_empty() || !feed.links.is_empty() {
            vocabulary::read(&self.trees, Described::Feed(&mut feed), values);
        }
        // After the vocabularies have marked what they read: only the rest becomes extensions.
        let trees = self.trees.into_vec().into_iter().chain(self.of_other_feeds.into_vec());
        let extensions = unread(trees, extensions);
        if !extensions.is_empty() {
            feed.rare_mut().extensions = extensions;
        }
        feed
    }

    /// Moves the best candidates to a new entry, and leaves no candidates.
    pub(super) fn move_to(&mut self, entry: &mut Entry, values: &ValueReader<'_>) {
        // Before `others` is read: an image that loses becomes one of them.
        let first_image = self.finish_image(values);
        // Each field by its name: one that was forgotten would be lost, and found again in the next entry.
        let Self {
            subject: _,
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
            // Both were taken above.
            image: _,
            described_image: _,
            singles,
            live_items,
            others,
            trees,
            of_other_feeds,
        } = self;
        // Entries describe no other feed.
        of_other_feeds.truncate(0);
        let mut extensions = others.take();
        entry.title = title.take();
        entry.summary = summaries.take(content, &mut extensions);
        entry.link = link.take();
        entry.links = links.take();
        entry.id = id.take();
        entry.id_is_permalink = permalink.take();
        entry.content = content.take();
        entry.authors = authors.take();
        entry.published = published.take().unwrap_or_default();
        entry.updated = updated.take().unwrap_or_default();
        entry.tags = tags.take();
        if let Some(image) = first_image {
            entry.rare_mut().image = Some(image);
        }
        if !contributors.is_empty() {
            entry.rare_mut().contributors = contributors.take();
        }
        if !live_items.is_empty() {
            entry.rare_mut().podcast = podcast(live_items.take());
        }
        singles.move_to(SingleOwner::Entry(entry), &mut extensions);
        // Most links are read by no vocabulary, but some relations are.
        if !trees.is_empty() || !entry.links.is_empty() {
            vocabulary::read(trees, Described::Entry(entry), values);
        }
        // As in `into_feed`: after the vocabularies have marked what they read.
        let extensions = unread(trees.drain_from(0), extensions);
        if !extensions.is_empty() {
            entry.rare_mut().extensions = extensions;
        }
    }

    pub(super) fn into_image(mut self) -> Image {
        let mut image =
            made!(Image { title: self.title.take(), link: self.link.take(), links: self.links.into_vec() });
        let mut extensions = self.others.into_vec();
        self.singles.move_to(SingleOwner::Image(&mut image), &mut extensions);
        made!(Image { extensions: unread(self.trees.into_vec(), extensions), ..image })
    }

    pub(super) fn into_text_input(mut self) -> TextInput {
        let mut input = made!(TextInput {
            title: self.title.take(),
            link: self.link.take(),
            links: self.links.into_vec()
        });
        let mut extensions = self.others.into_vec();
        self.singles.move_to(SingleOwner::TextInput(&mut input), &mut extensions);
        made!(TextInput { extensions: unread(self.trees.into_vec(), extensions), ..input })
    }

    /// Compares the URI of the generator with `admin:generatorAgent`, which fills the same field if that is empty.
    fn finish_generator(&self, values: &ValueReader<'_>) {
        if let Some(Single::Generator(generator)) = self.singles.get(SingleField::Generator)
            && generator.uri.is_some()
        {
            values.journal.revoke(("", "generator.uri"), CandidateOutcome::LowerRank, Kept::No);
        }
    }
}

/// Returns the parts of elements that no vocabulary has read, after other extensions.
pub(super) fn unread(
    trees: impl IntoIterator<Item = Tree>,
    mut extensions: Vec<Extension>,
) -> Vec<Extension> {
    for extension in trees.into_iter().filter_map(Tree::into_unread) {
        push_exact(&mut extensions, set_aside::restored(extension));
    }
    extensions
}

/// The vocabulary adds the rest.
fn podcast(live_items: Vec<LiveItem>) -> Option<Box<Podcast>> {
    (!live_items.is_empty()).then(|| Box::new(made!(Podcast { live_items })))
}
