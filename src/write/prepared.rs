//! Feeds and entries with their values moved to where readers of a format look for them.

use std::borrow::Cow;
use std::ops::Deref;
use std::time::Duration;

use super::core::{has_author, logo};
use super::{Target, Writer};
use crate::format::Format;
use crate::model::itunes::Itunes;
use crate::model::media::{Media, MediaThumbnail};
use crate::model::{Entry, Feed, Image, Link, Person, Str, Text, Typed};

/// An entry prepared for a format: without empty contents, and with its picture and playing time under the names that readers of the
/// format support. Only this module creates it.
#[derive(Debug)]
pub(super) struct PreparedEntry<'e>(Cow<'e, Entry>);

impl Deref for PreparedEntry<'_> {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.0
    }
}

impl<'e> PreparedEntry<'e> {
    pub(super) fn new(entry: &'e Entry, form: EntryForm) -> Self {
        let EntryForm { target, keeps_everything } = form;
        let mut prepared = Self(Cow::Borrowed(entry));
        // An empty content would take precedence over one with text, and over the summary.
        if !entry.content.iter().all(has_content) {
            prepared.0.to_mut().content.retain(has_content);
        }
        match target {
            Target::Json => {
                prepared.add_image();
                prepared.add_duration_of_attachment();
                if !keeps_everything {
                    prepared.remove_what_members_say();
                }
            }
            Target::Atom | Target::Rss => {
                if !keeps_everything {
                    prepared.remove_repeated_content();
                }
                prepared.add_duration_of_episode(keeps_everything);
                prepared.add_pictures(target, keeps_everything);
            }
        }
        if !keeps_everything {
            if target != Target::Atom {
                prepared.add_authors_of_source();
            }
            prepared.remove_repeated_author(target);
        }
        prepared
    }

    pub(super) fn into_owned(self) -> Entry {
        self.0.into_owned()
    }

    /// Sets the picture as the image.
    fn add_image(&mut self) {
        if self.image().is_none()
            && self.banner_image().is_none()
            && let Some(picture) = self.declared_picture()
        {
            self.0.to_mut().set_image(Some(made!(Image { href: Some(picture.url) })));
        }
    }

    /// Adds the picture as a thumbnail and as the image of an episode, unless readers of the format already find one.
    fn add_pictures(&mut self, target: Target, keeps_everything: bool) {
        let media = self.get::<Media>();
        let is_known = media.is_some_and(|media| media.picture().is_some())
            // Only podcast players support the iTunes image, and they read RSS.
            || (keeps_everything || target == Target::Rss)
                && self.get::<Itunes>().is_some_and(|itunes| itunes.image.is_some());
        let picture = if is_known { None } else { self.declared_picture() };
        let is_enclosed = |url: &Str| self.enclosures().any(|link| link.href.as_ref() == Some(url));
        if let Some(picture) = picture.filter(|picture| !is_enclosed(&picture.url)) {
            if target == Target::Rss
                && !keeps_everything
                && let Some(itunes) = self.get::<Itunes>().cloned()
            {
                let itunes = made!(Itunes { image: Some(picture.url.clone()), ..itunes });
                self.0.to_mut().set(Some(itunes));
            }
            let media = self.get::<Media>();
            let mut media = media.cloned().unwrap_or_default();
            media.details.thumbnails.push(made!(MediaThumbnail {
                url: Some(picture.url),
                width: picture.width.map(Into::into).unwrap_or_default(),
                height: picture.height.map(Into::into).unwrap_or_default(),
            }));
            self.0.to_mut().set(Some(media));
        }
    }

    /// Adds the playing time of the episode to its only file.
    fn add_duration_of_attachment(&mut self) {
        let episode = self.get::<Itunes>().and_then(|itunes| itunes.duration.value);
        if let Some(episode) = episode
            && let Some((at, None)) = self.only_file()
            && let Some(link) = self.0.to_mut().links.get_mut(at)
        {
            link.set_duration(episode.into());
        }
    }

    /// Removes contents with the same words as the first, such as a plain-text version. JSON Feed has a member for each form.
    fn remove_repeated_content(&mut self) {
        let [first, others @ ..] = &self.content[..] else { return };
        if others.is_empty() {
            return;
        }
        let words = first.to_plain().into_owned();
        let is_repeated = |text: &Text| {
            text.src().is_none() && text.to_plain().split_whitespace().eq(words.split_whitespace())
        };
        if others.iter().any(is_repeated) {
            let mut at = 0;
            self.0.to_mut().content.retain(|text| {
                at += 1;
                at == 1 || !is_repeated(text)
            });
        }
    }

    /// Adds the authors of the source feed to a copied entry without authors (RFC 4287 §4.2.1). Only Atom has a place for them in
    /// the source.
    fn add_authors_of_source(&mut self) {
        if !has_author(&self.authors)
            && let Some(source) = self.source().filter(|source| has_author(&source.authors))
        {
            let authors = source.authors.clone();
            self.0.to_mut().authors = authors;
        }
    }

    /// Removes the iTunes author if an element of the format or of Dublin Core contains it, since other readers would see two authors.
    fn remove_repeated_author(&mut self, target: Target) {
        let Some(itunes) = self.get::<Itunes>() else { return };
        let Some(author) = &itunes.author else { return };
        let is_creator = |person: &Person| person.email.is_none() && person.name.as_ref() == Some(author);
        if target != Target::Rss || self.authors.iter().any(is_creator) {
            let itunes = made!(Itunes { author: None, ..itunes.clone() });
            self.0.to_mut().set(Some(itunes));
        }
    }

    /// Removes the iTunes picture and playing time if JSON members already contain them.
    fn remove_what_members_say(&mut self) {
        let Some(itunes) = self.get::<Itunes>() else { return };
        let image = self.image().and_then(|image| image.href.as_ref());
        let has_image = itunes.image.is_some() && itunes.image.as_ref() == image;
        let episode = itunes.duration.value;
        let has_duration =
            episode.is_some() && self.enclosures().any(|link| link.duration().value == episode);
        if has_image || has_duration {
            let mut itunes = itunes.clone();
            itunes.image = itunes.image.filter(|_| !has_image);
            if has_duration {
                itunes.duration = Typed::default();
            }
            self.0.to_mut().set(Some(itunes));
        }
    }

    /// Sets the playing time of the only file as that of the episode.
    fn add_duration_of_episode(&mut self, keeps_everything: bool) {
        let itunes = self.get::<Itunes>();
        let has_duration = itunes.is_some_and(|itunes| !itunes.duration.is_absent())
            || self.enclosures().all(|link| link.duration().value.is_none());
        let Some((at, Some(duration))) = (if has_duration { None } else { self.only_file() }) else { return };
        let itunes = itunes.cloned().unwrap_or_default();
        let entry = self.0.to_mut();
        entry.set(Some(made!(Itunes { duration: duration.into(), ..itunes })));
        if !keeps_everything && let Some(link) = entry.links.get_mut(at) {
            // Nothing is lost, since the episode has the playing time.
            link.set_duration(Typed::default());
        }
    }

    /// Returns the position of the enclosure that is the only playable file, and its own playing time. With several files, it is unclear
    /// which one the playing time of the episode belongs to.
    fn only_file(&self) -> Option<(usize, Option<Duration>)> {
        let [file] = &self.playable()[..] else { return None };
        let is_file = |link: &Link| link.rel == "enclosure" && link.href.as_ref() == Some(&file.url);
        let at = self.links.iter().position(is_file)?;
        Some((at, self.links.get(at)?.duration().value))
    }
}

/// The form of a document's entries.
#[derive(Debug, Clone, Copy)]
pub(super) struct EntryForm {
    pub(super) target: Target,
    pub(super) keeps_everything: bool,
}

/// Returns the iTunes values of a feed, with the author added for podcast players, which read RSS, or removed for readers of Atom and
/// JSON, which would see two authors. Returns `None` if nothing has to change.
fn own_author(
    itunes: Option<&Itunes>,
    authors: &[Person],
    target: Target,
    is_of_podcast: bool,
) -> Option<Itunes> {
    let own = itunes.and_then(|itunes| itunes.author.as_ref());
    let name =
        || authors.iter().find_map(|person| person.name.as_ref().filter(|name| !name.trim().is_empty()));
    let author = match target {
        Target::Rss if is_of_podcast => own.or_else(name),
        Target::Rss => own,
        Target::Atom | Target::Json => None,
    };
    (author != own).then(|| made!(Itunes { author: author.cloned(), ..itunes.cloned().unwrap_or_default() }))
}

/// A feed prepared for a format. Only this module creates it.
#[derive(Debug)]
pub(super) struct PreparedFeed<'f> {
    feed: Cow<'f, Feed>,
    /// The URL of the new document, or else the `self` link of the original.
    pub(super) url: Option<Str>,
    /// The URL from which the feed was read.
    pub(super) address: Option<Str>,
    form_of_entries: EntryForm,
}

impl Deref for PreparedFeed<'_> {
    type Target = Feed;

    fn deref(&self) -> &Feed {
        &self.feed
    }
}

impl<'f> PreparedFeed<'f> {
    /// Prepares a feed. `source` is the format of the original document, and `first` is the first entry.
    pub(super) fn new(
        feed: &'f Feed,
        first: Option<&Entry>,
        writer: &Writer,
        source: Option<Format>,
    ) -> Self {
        let url = writer.feed_url.as_deref().or_else(|| feed.self_url()).map(Str::from);
        let is_of_podcast = feed.get::<Itunes>().is_some()
            || first.is_some_and(|entry| entry.get::<Itunes>().is_some() || has_sound(entry));
        let address = feed.href().map(Str::from);
        let (target, keeps_everything) = (writer.target, writer.keeps_everything);
        let form_of_entries = EntryForm { target, keeps_everything };
        let mut prepared = Self { feed: Cow::Borrowed(feed), url, address, form_of_entries };
        prepared.set_own_url(writer, source);
        if !keeps_everything {
            match target {
                Target::Rss if is_of_podcast => prepared.add_itunes_image(),
                Target::Rss => {}
                Target::Atom | Target::Json => prepared.set_logo(),
            }
            if let Some(itunes) = own_author(prepared.get(), &prepared.authors, target, is_of_podcast) {
                prepared.feed.to_mut().set(Some(itunes));
            }
        }
        prepared
    }

    /// Returns the form of the entries.
    pub(super) fn form_of_entries(&self) -> EntryForm {
        self.form_of_entries
    }

    pub(super) fn to_feed(&self) -> Feed {
        self.feed.clone().into_owned()
    }

    /// Sets the `self` link, which a feed should have (RFC 4287 §4.1.1), to the URL of the writer. The `self` link of an original in
    /// another format is not written for other readers.
    fn set_own_url(&mut self, writer: &Writer, source: Option<Format>) {
        let is_replaced = writer.feed_url.is_some();
        let of_source = source.map(Target::of);
        let is_of_another = |media_type: Option<&str>| {
            let is_of_target = of_source.map_or_else(
                || media_type.is_none_or(|name| name == writer.target.media_type()),
                |of_source| of_source == writer.target,
            );
            !is_of_target && !writer.keeps_everything
        };
        let is_dropped =
            |link: &Link| link.rel == "self" && (is_replaced || is_of_another(link.media_type.as_deref()));
        let is_other_address = is_replaced || is_of_another(None);
        if self.links.iter().any(is_dropped) {
            self.feed.to_mut().links.retain(|link| !is_dropped(link));
        }
        if is_other_address && self.href().is_some() {
            self.feed.to_mut().set_href(None);
        }
        if let Some(url) = &writer.feed_url {
            let link = made!(Link {
                href: Some(url.as_str().into()),
                rel: "self".into(),
                media_type: Some(writer.target.media_type().into()),
            });
            self.feed.to_mut().links.insert(0, link);
        }
    }

    /// Sets the picture as the logo, and removes duplicates of it.
    fn set_logo(&mut self) {
        let Some(url) = logo(&self.feed).map(Str::from) else { return };
        let is_same = self.image().is_some_and(|image| {
            let Image { title, link, links, .. } = image.clone();
            let says_no_more = *image == made!(Image { href: Some(url.clone()), title, link, links });
            let is_of_feed =
                image.title.is_none() || image.title.as_ref().map(Text::to_plain) == self.title_text();
            let has_page = image.link.is_none() || image.link == self.link;
            says_no_more && is_of_feed && has_page && image.links.iter().all(|link| link.href == image.link)
        });
        let feed = self.feed.to_mut();
        if is_same {
            feed.set_image(None);
        }
        if feed.get::<Itunes>().is_some_and(|itunes| itunes.image.as_ref() == Some(&url))
            && self.form_of_entries.target == Target::Json
            && let Some(itunes) = feed.get::<Itunes>().cloned()
        {
            feed.set(Some(made!(Itunes { image: None, ..itunes })));
        }
        feed.set_logo(Some(url));
    }

    /// Adds the picture as the iTunes image, the only one that podcast players show.
    fn add_itunes_image(&mut self) {
        let itunes = self.get::<Itunes>();
        if itunes.is_none_or(|itunes| itunes.image.is_none())
            && let Some(picture) = self.picture().map(Str::from)
        {
            let itunes = itunes.cloned().unwrap_or_default();
            self.feed.to_mut().set(Some(made!(Itunes { image: Some(picture), ..itunes })));
        }
    }
}

/// Returns whether an entry has an audio or video file.
fn has_sound(entry: &Entry) -> bool {
    let is_sound = |name: &str| name.starts_with("audio/") || name.starts_with("video/");
    entry.enclosures().any(|link| link.type_or_guess().is_some_and(|of| is_sound(of.as_str())))
}

/// Returns whether a content has text or is external.
pub(super) fn has_content(text: &Text) -> bool {
    text.src().is_some() || !text.value.trim().is_empty()
}
