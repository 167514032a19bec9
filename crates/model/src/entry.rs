//! One entry of a feed.

use super::arxiv::Arxiv;
use super::chapters::Chapters;
use super::comment_api::CommentApi;
use super::event::Event;
use super::geo::Geometry;
use super::google_play::GooglePlay;
use super::itunes::Itunes;
use super::media::Media;
use super::pingback::Pingback;
use super::plain::{
    plain_with_rare, rare_kept, rare_methods, rare_owned, rare_reference, rare_slot, rare_type, rare_value,
};
use super::podcast::Podcast;
use super::prism::Prism;
use super::publishing::Publishing;
use super::rawvoice::RawVoice;
use super::slash::Slash;
use super::source_namespace::SourceNamespace;
use super::threading::Threading;
use super::torznab::{Newznab, Torznab};
use super::trackback::Trackback;
use super::webfeeds::WebFeeds;
use super::youtube::YouTube;
use super::{Date, Extension, Feed, Image, Link, Period, Person, Str, Tag, Text, Typed};
use bozofeed_date::Moment;

plain_with_rare! {
    /// An entry: `item` of RSS and CDF, `entry` of Atom, an item of a JSON Feed.
    ///
    /// Common values are fields: the title, the texts, the page and the links, the identifier, the authors, the dates of publication and
    /// change, and the categories. Everything else is returned by a method, which has the name of the member in JSON, and is set by a
    /// method with the prefix `set_`. A [`Feed`] has the same fields. This keeps an entry small, since rare values take no space. The
    /// values of a vocabulary are found by its type, with [`get`](Self::get).
    ///
    /// ```
    /// use bozofeed::model::itunes::Itunes;
    /// use bozofeed::model::{Entry, Typed};
    ///
    /// let mut entry = Entry::default();
    /// entry.id = Some("urn:example:1".into());
    /// let mut itunes = Itunes::default();
    /// itunes.season = Typed::new("3", |season| season.parse().ok());
    /// entry.set(Some(itunes));
    /// assert_eq!(entry.get::<Itunes>().and_then(|itunes| itunes.season.value), Some(3));
    /// ```
    ///
    /// These methods return the values to show, whichever elements they come from: [`title_text`](Self::title_text),
    /// [`html`](Self::html), [`text`](Self::text), [`permalink`](Self::permalink), [`authors_in`](Self::authors_in),
    /// [`date`](Self::date), [`picture`](Self::picture), [`playable`](Self::playable).
    pub struct Entry with floats {
        /// The title.
        pub title: Option<Text>,
        /// The page of the entry, resolved.
        pub link: Option<Str>,
        /// All links, in document order. The enclosures are the links with the relation `enclosure`.
        pub links: Vec<Link>,
        /// The identifier, as written: Atom `id`, RSS `guid`, else `rdf:about`, else `dc:identifier`. It is not resolved, so it stays the
        /// same if the feed moves.
        pub id: Option<Str>,
        /// Whether the identifier is also the page of the entry: RSS `guid` without `isPermaLink="false"`, unless it cannot be opened,
        /// such as a number, words or a UUID. `None` if the format does not specify it.
        pub id_is_permalink: Option<bool>,
        /// The summary: RSS `description`, Atom `summary`, else `dc:description`, `itunes:summary`, `media:description`.
        /// `None` if there is only content.
        pub summary: Option<Text>,
        /// The contents, each with its type, in document order: Atom `content`, `content:encoded`, `xhtml:body`, `xhtml:div`.
        pub content: Vec<Text>,
        /// The authors: `author`, `dc:creator`, `itunes:author`.
        pub authors: Vec<Person>,
        /// The date of publication: `pubDate`, `published`, `issued`.
        pub published: Date,
        /// The date of the last change: `updated`, `modified`, `dc:date`.
        pub updated: Date,
        /// The categories.
        pub tags: Vec<Tag>,
    }

    rare struct RareOfEntry {
        /// Returns the page of the entry before a service replaced the link (`feedburner:origLink`), resolved.
        original_link / set_original_link: shared(Str),
        /// Returns the enclosure before a service replaced its link (`feedburner:origEnclosureLink`), resolved.
        original_enclosure_link / set_original_enclosure_link: shared(Str),
        /// Returns `itunes:subtitle`, or `subtitle`.
        subtitle / set_subtitle: boxed(Text),
        /// Returns the contributors.
        contributors / set_contributors: list(Person),
        /// Returns the publisher (`dc:publisher`).
        publisher / set_publisher: boxed(Person),
        /// Returns the date of creation (Atom 0.3 `created`, `dcterms:created`).
        created / set_created: typed(Moment),
        /// Returns the date on which the entry expires (RSS 0.93 `expirationDate`).
        expired / set_expired: typed(Moment),
        /// Returns the period in which the entry is valid (`dcterms:valid`).
        validity / set_validity: typed(Period),
        /// Returns the rights.
        rights / set_rights: boxed(Text),
        /// Returns the feed from which the entry was copied (RFC 4287 §4.2.11, RSS `source`).
        source / set_source: boxed(Feed),
        /// Returns the page of the comments, resolved: RSS `comments`, else a link with the relation `replies` (RFC 4685 §4).
        comments / set_comments: shared(Str),
        /// Returns the language: `xml:lang` of the entry, `dc:language`.
        language / set_language: shared(Str),
        /// Returns the image.
        image / set_image: boxed(Image),
        /// Returns an image for the top of the entry (JSON Feed `banner_image`).
        banner_image / set_banner_image: boxed(Image),
        /// Returns the places that the entry is about, in document order. The point of `geo:lat` and `geo:long` has no raw text.
        geometries / set_geometries: list(Typed<Geometry>),
        chapters: vocabulary(Chapters),
        itunes: vocabulary(Itunes),
        media: vocabulary(Media),
        podcast: vocabulary(Podcast),
        threading: vocabulary(Threading),
        event: vocabulary(Event),
        slash: vocabulary(Slash),
        comment_api: vocabulary(CommentApi),
        trackback: vocabulary(Trackback),
        pingback: vocabulary(Pingback),
        publishing: vocabulary(Publishing),
        prism: vocabulary(Prism),
        arxiv: vocabulary(Arxiv),
        youtube: vocabulary(YouTube),
        google_play: vocabulary(GooglePlay),
        rawvoice: vocabulary(RawVoice),
        source_namespace: vocabulary(SourceNamespace),
        torznab: vocabulary(Torznab),
        newznab: vocabulary(Newznab),
        webfeeds: vocabulary(WebFeeds),
        /// Returns the elements of unknown vocabularies, in document order.
        extensions / set_extensions: list(Extension),
    }
}

impl Entry {
    /// Returns the enclosures: the links with the relation `enclosure` (RFC 4287 §4.2.7.2, RSS 2.0 `enclosure`).
    pub fn enclosures(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.rel == "enclosure")
    }

    /// Returns the URIs of the licenses: the links with the relation `license` (`creativeCommons:license`, RFC 4946).
    pub fn licenses(&self) -> impl Iterator<Item = &str> {
        self.links.iter().filter(|link| link.rel == "license").filter_map(|link| link.href.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A feed may have hundreds of thousands of entries, and most have few fields.
    #[test]
    fn entries_are_small() {
        let sizes = [
            size_of::<Entry>(),
            size_of::<RareOfEntry>(),
            size_of::<Text>(),
            size_of::<Person>(),
            size_of::<Date>(),
        ];
        assert_eq!(sizes, [384, 400, 64, 104, 48]);
    }

    #[test]
    fn values_that_are_absent_take_no_room() {
        let mut entry = Entry::default();
        entry.set_language(None);
        entry.set_rights(None);
        entry.set_created(Date::default());
        entry.set_contributors(Vec::new());
        entry.set::<Itunes>(None);
        assert!(entry.rare.get().is_none());
        entry.set_language(Some("de".into()));
        entry.set_language(None);
        assert_eq!(entry, Entry::default());
    }
}
