//! An entry with its values where readers of a format look for them.

use std::borrow::Cow;
use std::ops::Deref;
use std::time::Duration;

use super::Target;
use crate::model::itunes::Itunes;
use crate::model::media::{Media, MediaThumbnail};
use crate::model::{Entry, Image, Link, Str, Text};

/// An entry as a format has it: without empty contents, and with its picture and its playing time under the names that readers of the
/// format know. Only this module makes it.
#[derive(Debug)]
pub(super) struct PreparedEntry<'e>(Cow<'e, Entry>);

impl Deref for PreparedEntry<'_> {
    type Target = Entry;

    fn deref(&self) -> &Entry {
        &self.0
    }
}

impl<'e> PreparedEntry<'e> {
    pub(super) fn new(entry: &'e Entry, target: Target) -> Self {
        let mut prepared = Self(Cow::Borrowed(entry));
        // An empty content would take the place of one with text, and of the summary.
        if !entry.content.iter().all(has_content) {
            prepared.0.to_mut().content.retain(has_content);
        }
        match target {
            Target::Json => {
                prepared.add_image();
                prepared.add_duration_of_attachment();
            }
            Target::Atom | Target::Rss => {
                prepared.add_thumbnail();
                prepared.add_duration_of_episode();
            }
        }
        prepared
    }

    pub(super) fn into_owned(self) -> Entry {
        self.0.into_owned()
    }

    /// Adds the picture as the image.
    fn add_image(&mut self) {
        if self.image().is_none()
            && self.banner_image().is_none()
            && let Some(picture) = self.declared_picture()
        {
            self.0.to_mut().set_image(Some(made!(Image { href: Some(picture.url) })));
        }
    }

    /// Adds the picture as a thumbnail, unless an element that readers know has one.
    fn add_thumbnail(&mut self) {
        let media = self.get::<Media>();
        let is_known = media.is_some_and(|media| media.picture().is_some())
            || self.get::<Itunes>().is_some_and(|itunes| itunes.image.is_some());
        let picture = if is_known { None } else { self.declared_picture() };
        let is_enclosed = |url: &Str| self.enclosures().any(|link| link.href.as_ref() == Some(url));
        if let Some(picture) = picture.filter(|picture| !is_enclosed(&picture.url)) {
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

    /// Adds the playing time of the only file as that of the episode.
    fn add_duration_of_episode(&mut self) {
        let itunes = self.get::<Itunes>();
        let has_duration = itunes.is_some_and(|itunes| !itunes.duration.is_absent())
            || self.enclosures().all(|link| link.duration().value.is_none());
        let Some((_, Some(duration))) = (if has_duration { None } else { self.only_file() }) else { return };
        let itunes = itunes.cloned().unwrap_or_default();
        self.0.to_mut().set(Some(made!(Itunes { duration: duration.into(), ..itunes })));
    }

    /// Returns the position of the enclosure that is the only file to play, and its own playing time. That of the episode may be of
    /// any of several files.
    fn only_file(&self) -> Option<(usize, Option<Duration>)> {
        let [file] = &self.playable()[..] else { return None };
        let is_file = |link: &Link| link.rel == "enclosure" && link.href.as_ref() == Some(&file.url);
        let at = self.links.iter().position(is_file)?;
        Some((at, self.links.get(at)?.duration().value))
    }
}

/// Returns whether a content has text, or is elsewhere.
pub(super) fn has_content(text: &Text) -> bool {
    text.src().is_some() || !text.value.trim().is_empty()
}
