//! Media RSS 1.5.1: <https://www.rssboard.org/media-rss>.
//!
//! The description of a medium may be in the feed, the entry, a group or the medium itself ("Optional Elements"), so there is one type
//! for it, [`MediaDetails`]. A medium inherits values that it lacks: [`Media::members`] returns each medium with the inherited values.

use std::time::Duration;

use super::plain::{by_methods, plain};
use super::{Attributes, Str, Text, Typed};

plain! {
    /// The Media RSS elements of a feed or an entry.
    pub struct Media with floats {
        /// `media:content` outside of groups.
        pub contents: Vec<MediaContent>,
        /// `media:group`.
        pub groups: Vec<MediaGroup>,
        /// The details that apply to all of them.
        pub details: MediaDetails,
    }
}

plain! {
    /// Several forms of the same content: `media:group`.
    pub struct MediaGroup with floats {
        /// The forms.
        pub contents: Vec<MediaContent>,
        /// The details that apply to all of them.
        pub details: MediaDetails,
    }
}

plain! {
    /// One medium: `media:content`. An attribute with an invalid number or other value keeps its text, without a value.
    pub struct MediaContent with floats {
        /// The URL, resolved. `None` if there is only a player.
        pub url: Option<Str>,
        /// Its size in bytes.
        pub file_size: Typed<u64>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// The kind: `image`, `audio`, `video`, `document` or `executable`.
        pub medium: Option<Str>,
        /// Whether it is the one to show from its group.
        pub is_default: Typed<bool>,
        /// `sample`, `full` or `nonstop`.
        pub expression: Option<Str>,
        /// Kilobits per second.
        pub bitrate: Typed<f64>,
        /// Frames per second.
        pub framerate: Typed<f64>,
        /// Thousands of samples per second.
        pub sampling_rate: Typed<f64>,
        /// The number of audio channels.
        pub channels: Typed<u32>,
        /// The playing time: seconds, or hours, minutes and seconds.
        pub duration: Typed<Duration>,
        /// Its height in pixels.
        pub height: Typed<u32>,
        /// Its width in pixels.
        pub width: Typed<u32>,
        /// Its language (RFC 3066).
        pub lang: Option<Str>,
        /// Every other attribute, and the original of a URL that resolving changed.
        pub attributes: Attributes,
        /// The details of only this medium.
        pub details: MediaDetails,
    }
}

plain! {
    /// The details of the media of a feed, an entry or a group, or of one medium ("Optional Elements").
    pub struct MediaDetails with floats {
        /// `media:adult`, which `media:rating` replaced.
        pub adult: Typed<bool>,
        /// `media:rating`: the audience, by one or more schemes.
        pub ratings: Vec<MediaRating>,
        /// `media:title`.
        pub title: Option<Text>,
        /// `media:description`.
        pub description: Option<Text>,
        /// `media:keywords`: words separated by commas.
        pub keywords: Typed<Vec<Str>>,
        /// `media:thumbnail`, the most important first.
        pub thumbnails: Vec<MediaThumbnail>,
        /// `media:category`.
        pub categories: Vec<MediaCategory>,
        /// `media:hash`.
        pub hashes: Vec<MediaHash>,
        /// `media:player`.
        #[doc(hidden)]
        pub player: Option<Box<MediaPlayer>>,
        /// `media:credit`: the people and companies that contributed.
        pub credits: Vec<MediaCredit>,
        /// `media:copyright`.
        #[doc(hidden)]
        pub copyright: Option<Box<MediaCopyright>>,
        /// `media:text`: a transcript or caption.
        pub texts: Vec<TimedText>,
        /// `media:restriction`.
        pub restrictions: Vec<MediaRestriction>,
        /// `media:community`: the reactions of its viewers.
        #[doc(hidden)]
        pub community: Option<Box<MediaCommunity>>,
        /// `media:comments`: comments, as text.
        pub comments: Vec<Str>,
        /// `media:embed`.
        #[doc(hidden)]
        pub embed: Option<Box<MediaEmbed>>,
        /// `media:responses`: URLs of media that respond to it, resolved.
        pub responses: Vec<Str>,
        /// `media:backLinks`: URLs of pages that link to it, resolved.
        pub back_links: Vec<Str>,
        /// `media:status`.
        #[doc(hidden)]
        pub status: Option<Box<MediaStatus>>,
        /// `media:price`.
        pub prices: Vec<MediaPrice>,
        /// `media:license`.
        pub licenses: Vec<MediaLicense>,
        /// `media:subTitle`.
        pub sub_titles: Vec<SubTitle>,
        /// `media:peerLink`.
        pub peer_links: Vec<PeerLink>,
        /// `media:location`: the place where it, or part of it, was recorded. The coordinates are in the geometries of the entry.
        pub locations: Vec<MediaLocation>,
        /// `media:rights`: `userCreated` or `official`.
        pub rights: Option<Str>,
        /// `media:scenes`.
        pub scenes: Vec<MediaScene>,
    }
}

by_methods! {
    MediaDetails {
        /// Returns `media:player`.
        player / set_player: boxed(MediaPlayer),
        /// Returns `media:copyright`.
        copyright / set_copyright: boxed(MediaCopyright),
        /// Returns `media:community`: the reactions of its viewers.
        community / set_community: boxed(MediaCommunity),
        /// Returns `media:embed`.
        embed / set_embed: boxed(MediaEmbed),
        /// Returns `media:status`.
        status / set_status: boxed(MediaStatus),
    }
}

plain! {
    /// `media:rating`.
    pub struct MediaRating {
        /// The URI of the scheme. Defaults to `urn:simple`.
        pub scheme: Option<Str>,
        /// The rating; in the simple scheme `adult` or `nonadult`.
        pub value: Str,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:thumbnail`.
    pub struct MediaThumbnail {
        /// The URL, resolved. Some feeds write it as the text of the element.
        pub url: Option<Str>,
        /// Its width in pixels.
        pub width: Typed<u32>,
        /// Its height in pixels.
        pub height: Typed<u32>,
        /// The time in the medium that it shows (Normal Play Time, RFC 2326 §3.6).
        pub time: Typed<Duration>,
        /// Every other attribute, and the original of a URL that resolving changed.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:category`. The categories are also the entry's tags.
    pub struct MediaCategory {
        /// The category.
        pub term: Str,
        /// The URI of the scheme.
        pub scheme: Option<Str>,
        /// A label for people.
        pub label: Option<Str>,
    }
}

plain! {
    /// `media:hash`.
    pub struct MediaHash {
        /// The algorithm: `md5` or `sha-1`. Defaults to `md5`.
        pub algo: Option<Str>,
        /// The hash, as written.
        pub value: Str,
    }
}

plain! {
    /// `media:player`: a page that plays it.
    pub struct MediaPlayer {
        /// The page, resolved.
        pub url: Option<Str>,
        /// The width of the window in pixels.
        pub width: Typed<u32>,
        /// The height of the window in pixels.
        pub height: Typed<u32>,
        /// Its text, which contains markup in some feeds.
        pub text: Str,
        /// Every other attribute, and the original of a URL that resolving changed.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:credit`.
    pub struct MediaCredit {
        /// The name of the person or company.
        pub name: Str,
        /// The role, in lower case by the specification.
        pub role: Option<Str>,
        /// The URI of the scheme of the role. Defaults to `urn:ebu`.
        pub scheme: Option<Str>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:copyright`.
    pub struct MediaCopyright {
        /// The statement.
        pub text: Str,
        /// A page with the terms, resolved.
        pub url: Option<Str>,
    }
}

plain! {
    /// `media:text`.
    pub struct TimedText {
        /// The text.
        pub text: Text,
        /// Its language.
        pub lang: Option<Str>,
        /// The time from which it is shown (Normal Play Time).
        pub start: Typed<Duration>,
        /// The time until which it is shown (Normal Play Time).
        pub end: Typed<Duration>,
    }
}

plain! {
    /// `media:restriction`.
    pub struct MediaRestriction {
        /// `allow` or `deny`.
        pub relationship: Option<Str>,
        /// The kind of the values: `country`, `uri` or `sharing`.
        pub kind: Option<Str>,
        /// Countries (ISO 3166) or URIs, separated by spaces, or `all` or `none`.
        pub values: Typed<Vec<Str>>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:community`. Some feeds write its elements outside of it.
    pub struct MediaCommunity with floats {
        /// `media:starRating`.
        pub star_rating: Option<StarRating>,
        /// `media:statistics`.
        pub statistics: Option<MediaStatistics>,
        /// `media:tags`: tags separated by commas, with optional weights.
        pub tags: Typed<Vec<WeightedTag>>,
    }
}

plain! {
    /// `media:starRating`.
    pub struct StarRating with floats {
        /// The mean.
        pub average: Typed<f64>,
        /// The number of ratings.
        pub count: Typed<u64>,
        /// The lowest possible rating.
        pub min: Typed<f64>,
        /// The highest possible rating.
        pub max: Typed<f64>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:statistics`.
    pub struct MediaStatistics {
        /// The number of views.
        pub views: Typed<u64>,
        /// The number of users who marked it as a favorite.
        pub favorites: Typed<u64>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// One of `media:tags`.
    pub struct WeightedTag {
        /// The tag.
        pub name: Str,
        /// Its weight. Defaults to `1`.
        pub weight: Option<u64>,
    }
}

plain! {
    /// `media:embed`: a player to embed in a page.
    pub struct MediaEmbed {
        /// The URL of the player, resolved.
        pub url: Option<Str>,
        /// Its width in pixels.
        pub width: Typed<u32>,
        /// Its height in pixels.
        pub height: Typed<u32>,
        /// `media:param`, by name.
        pub params: Attributes,
    }
}

plain! {
    /// `media:status`.
    pub struct MediaStatus {
        /// `active`, `blocked` or `deleted`.
        pub state: Option<Str>,
        /// The reason: a text, or its URL.
        pub reason: Option<Str>,
    }
}

plain! {
    /// `media:price`.
    pub struct MediaPrice with floats {
        /// `rent`, `purchase`, `package` or `subscription`.
        pub kind: Option<Str>,
        /// A page about it, resolved.
        pub info: Option<Str>,
        /// The amount.
        pub price: Typed<f64>,
        /// The currency (ISO 4217).
        pub currency: Option<Str>,
    }
}

plain! {
    /// `media:license`.
    pub struct MediaLicense {
        /// The license's name.
        pub name: Str,
        /// The URL, resolved.
        pub href: Option<Str>,
        /// The media type of the license.
        pub media_type: Option<Str>,
        /// Every other attribute, and the original of a URL that resolving changed.
        pub attributes: Attributes,
    }
}

plain! {
    /// `media:subTitle`.
    pub struct SubTitle {
        /// The URL, resolved.
        pub href: Option<Str>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// Its language.
        pub lang: Option<Str>,
    }
}

plain! {
    /// `media:peerLink`: a peer-to-peer source.
    pub struct PeerLink {
        /// The URL, resolved.
        pub href: Option<Str>,
        /// The media type, such as `application/x-bittorrent`.
        pub media_type: Option<Str>,
    }
}

plain! {
    /// `media:location`.
    pub struct MediaLocation {
        /// A description of the place.
        pub description: Option<Str>,
        /// The time from which the medium shows the place (Normal Play Time).
        pub start: Typed<Duration>,
        /// The time until which it does (Normal Play Time).
        pub end: Typed<Duration>,
    }
}

plain! {
    /// `media:scene`.
    pub struct MediaScene {
        /// `sceneTitle`.
        pub title: Option<Str>,
        /// `sceneDescription`.
        pub description: Option<Str>,
        /// `sceneStartTime` (Normal Play Time).
        pub start_time: Typed<Duration>,
        /// `sceneEndTime` (Normal Play Time).
        pub end_time: Typed<Duration>,
    }
}

impl Media {
    /// Returns every medium, in a group or not, with its inherited details.
    pub fn members(&self) -> impl Iterator<Item = MediaMember<'_>> {
        let alone = self.contents.iter().map(|content| (None, content));
        let grouped = self
            .groups
            .iter()
            .flat_map(|group| group.contents.iter().map(move |content| (Some(group), content)));
        alone.chain(grouped).map(|(group, content)| MediaMember { media: self, group, content })
    }
}

/// A medium and its enclosing details.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct MediaMember<'m> {
    /// The media of the feed or entry.
    pub media: &'m Media,
    /// The group that it is in.
    pub group: Option<&'m MediaGroup>,
    /// The medium.
    pub content: &'m MediaContent,
}

impl<'m> MediaMember<'m> {
    /// Returns the closest detail: of the medium, its group, or its entry.
    ///
    /// ```
    /// # let feed = b"<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><item><media:group>\
    /// #   <media:content url='http://a.example/1'/><media:rating>adult</media:rating></media:group></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// let media = parsed.entries[0].get::<bozofeed::model::media::Media>();
    /// for member in media.iter().flat_map(|media| media.members()) {
    ///     let rating = member.closest(|details| details.ratings.first());
    ///     assert_eq!(rating.map(|rating| rating.value.as_str()), Some("adult"));
    /// }
    /// ```
    pub fn closest<T>(&self, what: impl Fn(&'m MediaDetails) -> Option<T>) -> Option<T> {
        let group = self.group.map(|group| &group.details);
        // Media RSS, "Optional Elements": the innermost element overrides enclosing ones.
        [Some(&self.content.details), group, Some(&self.media.details)].into_iter().flatten().find_map(what)
    }

    /// Returns its title, else its group's, else its entry's.
    pub fn title(&self) -> Option<&'m Text> {
        self.closest(|details| details.title.as_ref())
    }

    /// Returns its description, else its group's, else its entry's.
    pub fn description(&self) -> Option<&'m Text> {
        self.closest(|details| details.description.as_ref())
    }

    /// Returns its thumbnails, else its group's, else its entry's.
    pub fn thumbnails(&self) -> &'m [MediaThumbnail] {
        let thumbnails =
            self.closest(|details| Some(details.thumbnails.as_slice()).filter(|list| !list.is_empty()));
        thumbnails.unwrap_or_default()
    }

    /// Returns its credits, else its group's, else its entry's.
    pub fn credits(&self) -> &'m [MediaCredit] {
        self.closest(|details| Some(details.credits.as_slice()).filter(|list| !list.is_empty()))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_closest_to_a_medium_holds_for_it() {
        let details = |title: &str| {
            let title = Some(title).filter(|title| !title.is_empty());
            let title = title.map(|title| Text { value: title.into(), ..Text::default() });
            MediaDetails { title, ..MediaDetails::default() }
        };
        for (media, group, content, expected) in [
            ("entry", "group", "medium", Some("medium")),
            ("entry", "group", "", Some("group")),
            ("entry", "", "", Some("entry")),
            ("", "", "", None),
        ] {
            let content = MediaContent { details: details(content), ..MediaContent::default() };
            let group = MediaGroup { contents: vec![content], details: details(group) };
            let media = Media { groups: vec![group], details: details(media), ..Media::default() };
            let titles: Vec<_> =
                media.members().map(|m| m.title().map(|title| title.value.as_str())).collect();
            assert_eq!(titles, [expected]);
        }
    }
}
