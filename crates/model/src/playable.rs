//! The playable files of an entry.

use std::time::Duration;

use super::media::{Media, MediaContent};
use super::podcast::{AlternateEnclosure, Podcast};
use super::reading::guessed_type;
use super::{Entry, Link, Str};
use bozofeed_text::html::uri::is_http;
use bozofeed_text::maps::Set;

/// A file or a stream that can be played, with its known properties.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Playable {
    /// The URL.
    pub url: Str,
    /// The media type in the feed, or else a guess from the file name.
    pub media_type: Option<Str>,
    /// Whether it is a video.
    pub is_video: bool,
    /// The title of this form.
    pub title: Option<Str>,
    /// The language.
    pub language: Option<Str>,
    /// The size in bytes.
    pub length: Option<u64>,
    /// The playing time.
    pub duration: Option<Duration>,
    /// Bits per second.
    pub bitrate: Option<f64>,
    /// The height of the picture in pixels.
    pub height: Option<u32>,
    /// Whether the publisher marked it as the default.
    pub is_default: bool,
}

/// The support for each media type, from universal to almost none. Types that are not listed are not played.
const TYPES: &[(&str, u8)] = &[
    // The first matching row is used, so a type must come before a pattern that contains it.
    ("audio/mpeg", 0),
    ("audio/mp3", 0),
    ("audio/mp4", 0),
    ("audio/x-m4a", 0),
    ("audio/m4a", 0),
    ("audio/aac", 0),
    ("video/mp4", 0),
    ("video/x-m4v", 0),
    ("audio/*", 1),
    ("video/webm", 1),
    ("video/*", 2),
    ("application/ogg", 1),
    ("application/vnd.apple.mpegurl", 3),
    ("application/x-mpegurl", 3),
    ("application/dash+xml", 3),
];

/// The rank of an enclosure whose type is unknown: most are audio.
const UNKNOWN: u8 = 4;

impl Entry {
    /// Returns the playable files: enclosures, `media:content` and `podcast:alternateEnclosure`, each URL once. Widely supported types
    /// (MP3, AAC, MP4) come first, then other audio and video, then streams, then enclosures without a known type. Within these groups,
    /// the publisher's default comes first, then enclosures, in document order. Pictures, documents and torrents are left out.
    ///
    /// ```
    /// let feed = r#"<rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><item>
    ///     <podcast:alternateEnclosure type="audio/opus" length="100"><podcast:source uri="https://harbour.example/1.opus"/>
    ///     <podcast:source uri="ipfs://QmX"/></podcast:alternateEnclosure>
    ///     <enclosure url="https://harbour.example/1.mp3" type="audio/mpeg" length="300"/>
    ///     <enclosure url="https://harbour.example/1.pdf" type="application/pdf"/></item></channel></rss>"#;
    /// let parsed = bozofeed::parse(feed);
    /// let playable = parsed.entries[0].playable();
    /// let files: Vec<_> = playable.iter().map(|one| (one.url.as_str(), one.length)).collect();
    /// assert_eq!(files, [("https://harbour.example/1.mp3", Some(300)), ("https://harbour.example/1.opus", Some(100))]);
    /// ```
    pub fn playable(&self) -> Vec<Playable> {
        let enclosures = self.enclosures().filter_map(of_enclosure);
        let contents = self.get::<Media>().into_iter().flat_map(Media::members);
        let contents = contents.filter_map(|member| of_content(member.content));
        let alternates = self.get::<Podcast>().into_iter().flat_map(|podcast| &podcast.alternate_enclosures);
        let mut all: Vec<(u8, Playable)> =
            enclosures.chain(contents).chain(alternates.flat_map(of_alternate)).collect();
        // Before sorting, so that of a repeated URL the first description in the chain above is kept, rather than the one with the best
        // type.
        let mut seen = Set::new();
        all.retain(|(_, one)| seen.insert(one.url.clone()));
        // The sort is stable: recordings of equal rank stay in the order of the feed.
        all.sort_by_key(|(rank, one)| (*rank, !one.is_default));
        let mut all: Vec<_> = all.into_iter().map(|(_, one)| one).collect();
        // `itunes:duration` applies to the episode; with several files, it may belong to any of them.
        if let [only] = &mut all[..] {
            only.duration = only.duration.or_else(|| self.duration());
        }
        all
    }
}

/// Returns the support for a media type, and whether it is a video; `None` if it cannot be played.
fn rank(media_type: &str) -> Option<(u8, bool)> {
    let is_of = |(known, _): &&(&str, u8)| match known.strip_suffix('*') {
        Some(top) => media_type.get(..top.len()).is_some_and(|start| start.eq_ignore_ascii_case(top)),
        None => media_type.eq_ignore_ascii_case(known),
    };
    let is_video = media_type.get(..6).is_some_and(|top| top.eq_ignore_ascii_case("video/"));
    TYPES.iter().find(is_of).map(|(_, rank)| (*rank, is_video))
}

/// Returns the rank of a file by its media type, else by its name, and the type. A generic type for binary data, or one that contradicts
/// a playable file name, is ignored.
fn ranked(url: &str, declared: Option<&Str>) -> Option<(u8, bool, Option<Str>)> {
    let declared = declared.filter(|declared| !declared.is_empty());
    if let Some((declared, (rank, is_video))) =
        declared.and_then(|declared| Some((declared, rank(declared)?)))
    {
        return Some((rank, is_video, Some(declared.clone())));
    }
    let is_of_no_use =
        declared.is_none_or(|declared| declared.eq_ignore_ascii_case("application/octet-stream"));
    let guess = guessed_type(url).filter(|_| is_of_no_use)?;
    rank(guess).map(|(rank, is_video)| (rank, is_video, Some(Str::from_static(guess))))
}

fn of_enclosure(link: &Link) -> Option<(u8, Playable)> {
    let url = link.href.as_ref().filter(|url| is_http(url))?;
    let declared = link.media_type.as_ref();
    let is_unknown = || declared.is_none_or(|declared| declared.is_empty()) && guessed_type(url).is_none();
    let (rank, is_video, media_type) =
        ranked(url, declared).or_else(|| is_unknown().then_some((UNKNOWN, false, None)))?;
    let (length, duration) = (link.length().value.filter(|length| *length > 0), link.duration().value);
    let (title, language) = (link.title().map(Str::from), link.hreflang().map(Str::from));
    Some((
        rank,
        Playable {
            url: url.clone(),
            media_type,
            is_video,
            title,
            language,
            length,
            duration,
            ..Playable::default()
        },
    ))
}

fn of_content(content: &MediaContent) -> Option<(u8, Playable)> {
    let url = content.url.as_ref().filter(|url| is_http(url))?;
    let medium = content.medium.as_deref().map(str::to_ascii_lowercase);
    let by_medium = || match medium.as_deref() {
        Some("audio") => Some((1, false, None)),
        Some("video") => Some((2, true, None)),
        _ => None,
    };
    let is_silent = content.media_type.as_deref().is_none_or(str::is_empty);
    let (rank, is_video, media_type) =
        ranked(url, content.media_type.as_ref()).or_else(|| by_medium().filter(|_| is_silent))?;
    Some((
        rank,
        Playable {
            url: url.clone(),
            media_type,
            is_video,
            title: content.details.title.as_ref().map(|title| title.to_line().into_owned().into()),
            language: content.lang.clone(),
            length: content.file_size.value.filter(|size| *size > 0),
            duration: content.duration.value,
            bitrate: content.bitrate.value.map(|kilobits| kilobits * 1000.0),
            height: content.height.value,
            is_default: content.is_default.value == Some(true),
        },
    ))
}

fn of_alternate(alternate: &AlternateEnclosure) -> impl Iterator<Item = (u8, Playable)> {
    alternate.sources.iter().filter_map(|source| {
        let url = source.uri.as_ref().filter(|url| is_http(url))?;
        let declared = source.content_type.as_ref().or(alternate.media_type.as_ref());
        let (rank, is_video, media_type) = ranked(url, declared)?;
        let playable = Playable {
            url: url.clone(),
            media_type,
            is_video,
            title: alternate.title.clone(),
            language: alternate.lang.clone(),
            length: alternate.length.value.filter(|length| *length > 0),
            duration: None,
            bitrate: alternate.bitrate.value,
            height: alternate.height.value,
            is_default: alternate.default.value == Some(true),
        };
        Some((rank, playable))
    })
}
