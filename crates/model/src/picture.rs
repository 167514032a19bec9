//! The picture of an entry.

use super::google_play::GooglePlay;
use super::itunes::Itunes;
use super::media::{Media, MediaContent, MediaThumbnail};
use super::podcast::Podcast;
use super::reading::guessed_type;
use super::webfeeds::WebFeeds;
use super::{Entry, Image, Str, Text, Typed};
use bozofeed_text::html::references::unescape;
use bozofeed_text::html::uri::is_http;
use bozofeed_text::markup::{Piece, Pieces, WrittenAttributes};

/// A picture, with its size if the feed specifies it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Picture {
    /// The URL.
    pub url: Str,
    /// The width in pixels.
    pub width: Option<u32>,
    /// The height in pixels.
    pub height: Option<u32>,
}

/// The minimum length of a picture's sides: smaller pictures are icons, smilies and bullets.
const SMALLEST: u32 = 48;

/// Parts of host names and of paths (file names without extensions) that do not occur in the URLs of entry pictures.
#[rustfmt::skip]
const NO_PICTURES: &[&str] = &[
    // Smilies.
    "emoji", "emojis", "smilies", "smileys", "smiley", "twemoji", "emoticons",
    // People.
    "avatar", "avatars", "gravatar",
    // Visits and clicks. FeedBurner has `~r`, `~ff` and `~4`.
    "pixel", "1x1", "beacon", "counter", "tracker", "tracking", "analytics", "stats", "stat", "b", "~r", "~ff", "~4", "~a", "~d",
    // Spacers.
    "spacer", "blank", "transparent", "clear", "shim",
    // Buttons and badges.
    "favicon", "badge", "badges", "shields", "buttons",
    // Advertisements.
    "ad", "ads", "doubleclick", "googlesyndication", "googleadservices", "feedads",
];

/// The classes of pictures that do not illustrate an entry.
const NO_PICTURE_CLASSES: &[&str] = &["emoji", "wp-smiley", "smiley", "avatar", "icon"];

impl Entry {
    /// Returns the picture to show next to the entry, with its size if the feed specifies it. It is the first of these:
    ///
    /// 1. the image of the entry, or of the episode ([`image`](Self::image), [`banner_image`](Self::banner_image), `podcast:image`,
    ///    `webfeeds:featuredImage`);
    /// 2. the largest `media:content` that is an image, else the largest `media:thumbnail`;
    /// 3. an enclosure that is an image;
    /// 4. the first picture of the content or summary, else the poster of its first video.
    ///
    /// Tracking pixels, emoji, avatars, icons, spacers and advertisements are skipped, judging by their sizes, classes and URLs.
    ///
    /// ```
    /// let feed = r#"<rss><channel><item><description><![CDATA[<img src="https://harbour.example/pixel.gif" width="1" height="1">
    ///     <p>Fog. <img src="https://harbour.example/fog.jpg" width="640" height="480"></p>]]></description></item></channel></rss>"#;
    /// let parsed = bozofeed::parse(feed);
    /// let picture = parsed.entries[0].picture().unwrap();
    /// assert_eq!(picture.url, "https://harbour.example/fog.jpg");
    /// assert_eq!((picture.width, picture.height), (Some(640), Some(480)));
    /// ```
    pub fn picture(&self) -> Option<Picture> {
        self.declared_picture().or_else(|| {
            let mut texts = self.content.iter().chain(&self.summary).filter(|text| text.is_markup());
            texts.find_map(picture_of_text)
        })
    }

    /// Returns the [picture](Self::picture) of the entry, unless it only appears in a text.
    pub fn declared_picture(&self) -> Option<Picture> {
        let of_media = || self.get::<Media>().and_then(Media::picture);
        self.own_picture().or_else(of_media).or_else(|| self.enclosed_picture())
    }

    fn own_picture(&self) -> Option<Picture> {
        let images = [self.image(), self.banner_image()].into_iter().flatten();
        let own = images.filter_map(|Image { href, width, height, .. }| sized(href.as_ref(), width, height));
        let podcast = self.get::<Podcast>().into_iter().flat_map(|podcast| &podcast.images);
        let of_podcast = podcast.filter_map(|image| sized(image.href.as_ref(), &image.width, &image.height));
        let plain = [
            self.get::<Itunes>().and_then(|itunes| itunes.image.as_ref()),
            self.get::<GooglePlay>().and_then(|play| play.image.as_ref()),
        ];
        let plain = plain.into_iter().filter_map(|url| sized(url, Typed::ABSENT, Typed::ABSENT));
        let featured = self.get::<WebFeeds>().and_then(|webfeeds| webfeeds.featured_image.as_ref());
        let featured = featured.and_then(|image| sized(image.url.as_ref(), &image.width, &image.height));
        own.chain(of_podcast).chain(plain).chain(featured).next()
    }

    fn enclosed_picture(&self) -> Option<Picture> {
        let is_image = |name: &str| name.starts_with("image/");
        let mut images =
            self.enclosures().filter(|link| link.type_or_guess().is_some_and(|of| is_image(of.as_str())));
        images.find_map(|link| sized(link.href.as_ref(), Typed::ABSENT, Typed::ABSENT))
    }
}

impl Media {
    /// Returns the largest `media:content` that is an image, else the largest `media:thumbnail`.
    pub fn picture(&self) -> Option<Picture> {
        let all = [&self.details].into_iter();
        let all = all.chain(self.groups.iter().map(|group| &group.details));
        let all = all.chain(self.members().map(|member| &member.content.details));
        let thumbnails = all.flat_map(|details| &details.thumbnails);
        let thumbnails = thumbnails
            .filter_map(|MediaThumbnail { url, width, height, .. }| sized(url.as_ref(), width, height));
        let contents = self.members().map(|member| member.content).filter(|content| is_image(content));
        let contents =
            contents.filter_map(|MediaContent { url, width, height, .. }| sized(url.as_ref(), width, height));
        // A thumbnail is a smaller copy of a picture, so it is only used if there is no picture.
        largest(contents).or_else(|| largest(thumbnails))
    }
}

/// Returns whether a medium is an image.
fn is_image(content: &MediaContent) -> bool {
    if let Some(media_type) = content.media_type.as_deref() {
        return media_type.starts_with("image/");
    }
    match content.medium.as_deref() {
        Some(medium) => medium.eq_ignore_ascii_case("image"),
        None => {
            content.url.as_deref().and_then(guessed_type).is_some_and(|guess| guess.starts_with("image/"))
        }
    }
}

/// Returns the picture at a URL, unless it should not be shown.
fn sized(url: Option<&Str>, width: &Typed<u32>, height: &Typed<u32>) -> Option<Picture> {
    let url = url?.clone();
    let size = |size: &Typed<u32>| size.value.filter(|size| *size > 0);
    Some(Picture { url, width: size(width), height: size(height) }).filter(Picture::is_shown)
}

/// Returns the picture with the most pixels. Of equal ones, it returns the first.
fn largest(pictures: impl Iterator<Item = Picture>) -> Option<Picture> {
    // `max_by_key` returns the last of equal values.
    let area = |picture: &Picture| {
        // Without a height, only the width is compared: feeds often omit the height.
        u64::from(picture.width.unwrap_or(0)) * u64::from(picture.height.unwrap_or(1).max(1))
    };
    pictures
        .enumerate()
        .max_by_key(|(at, picture)| (area(picture), std::cmp::Reverse(*at)))
        .map(|(_, picture)| picture)
}

impl Picture {
    /// Returns whether to show a picture: it is on the web, large enough, and its URL does not look like a tracking pixel, smiley or
    /// avatar.
    fn is_shown(&self) -> bool {
        let is_small = |size: Option<u32>| size.is_some_and(|size| size < SMALLEST);
        let is_icon = is_small(self.width) && is_small(self.height);
        // A picture with one or two pixels in one direction is a tracking pixel or a line.
        let is_line = [self.width, self.height].into_iter().flatten().any(|size| size < 3);
        is_http(&self.url) && !is_icon && !is_line && !has_no_picture(&self.url)
    }
}

/// Returns whether a URL has a part that indicates another kind of picture.
fn has_no_picture(url: &str) -> bool {
    let url = url.split(['?', '#']).next().unwrap_or(url);
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let is_listed = |part: &str| NO_PICTURES.iter().any(|listed| part.eq_ignore_ascii_case(listed));
    let mut folders = path.split('/').map(|part| part.split_once('.').map_or(part, |(name, _)| name));
    host.split('.').any(is_listed) || folders.any(is_listed)
}

/// Returns the first picture to show in markup, else the poster of the first video.
fn picture_of_text(text: &Text) -> Option<Picture> {
    let mut poster = None;
    let mut pieces = Pieces::new(&text.value);
    while let Some(piece) = pieces.next() {
        let Piece::Tag(tag) = piece else { continue };
        if tag.is_end {
            continue;
        }
        if tag.name.eq_ignore_ascii_case("img") {
            // The poster of a video is only returned if the whole text has no picture.
            if let Some(picture) = picture_of_tag(&pieces.attributes) {
                return Some(picture);
            }
        } else if poster.is_none() && tag.name.eq_ignore_ascii_case("video") {
            let url =
                attribute(&pieces.attributes, "poster").map(|url| unescape(url.trim()).into_owned().into());
            poster = url.map(|url| Picture { url, width: None, height: None }).filter(Picture::is_shown);
        }
    }
    poster
}

fn picture_of_tag(attributes: &WrittenAttributes<'_>) -> Option<Picture> {
    // Without the sanitizer, a lazy picture has its URL in another attribute. `src` comes last, since it holds a placeholder in such
    // elements.
    let urls = ["data-src", "data-lazy-src", "data-original", "src"].into_iter();
    let url = urls
        .filter_map(|name| attribute(attributes, name))
        .map(|url| unescape(url.trim()))
        .find(|url| is_http(url))?;
    let class = attribute(attributes, "class").unwrap_or_default();
    if class.split_ascii_whitespace().any(|class| NO_PICTURE_CLASSES.contains(&class)) {
        return None;
    }
    let alt = unescape(attribute(attributes, "alt").unwrap_or_default());
    // The alternative text of an emoji is the emoji itself.
    if !alt.is_empty()
        && alt.chars().count() <= 8
        && !alt.chars().any(|c| c.is_alphanumeric() || c.is_ascii())
    {
        return None;
    }
    let size = |name: &str| attribute(attributes, name)?.trim().trim_end_matches("px").parse::<u32>().ok();
    Some(Picture { url: url.into_owned().into(), width: size("width"), height: size("height") })
        .filter(Picture::is_shown)
}

/// Returns the value of the first attribute of a name.
fn attribute<'e>(attributes: &WrittenAttributes<'e>, name: &str) -> Option<&'e str> {
    attributes
        .iter()
        .find(|attribute| attribute.name.eq_ignore_ascii_case(name))
        .map(|attribute| attribute.value)
}
