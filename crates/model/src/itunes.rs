//! The iTunes vocabulary (`itunes`): <https://podcasters.apple.com/support/823-podcast-requirements>.

use std::time::Duration;

use super::plain::plain;
use super::{Person, Str, Text, Typed};

plain! {
    /// The iTunes vocabulary, of a feed or an episode.
    pub struct Itunes {
        /// The playing time of the episode: `1:02:03`, `62:03` or seconds.
        pub duration: Typed<Duration>,
        /// Whether there is explicit language: `yes`, `true` or `explicit`; `no`, `false` or `clean`.
        pub explicit: Typed<bool>,
        /// Whether it should be kept out of the directory.
        pub block: Typed<bool>,
        /// The number of the episode.
        pub episode: Typed<u32>,
        /// The number of the season.
        pub season: Typed<u32>,
        /// The title without the number of the episode or season (`itunes:title`).
        pub title: Option<Str>,
        /// The position among the episodes, if it is not by date (`itunes:order`).
        pub order: Typed<u32>,
        /// Whether it has captions (`itunes:isClosedCaptioned`).
        pub is_closed_captioned: Typed<bool>,
        /// Whether no more episodes will come (`itunes:complete`).
        pub complete: Typed<bool>,
        /// `itunes:author`, as written. It is also among the authors of the feed or entry.
        pub author: Option<Str>,
        /// `full`, `trailer` or `bonus`; for a feed, `episodic` or `serial`.
        pub kind: Option<Str>,
        /// `itunes:image`, resolved. If there is no other, it is also the image of the feed or entry.
        pub image: Option<Str>,
        /// `itunes:subtitle`. If there is no other, it is also the subtitle of the feed or entry.
        pub subtitle: Option<Text>,
        /// `itunes:summary`. If there is no other, it is also the summary of the feed or entry.
        pub summary: Option<Text>,
        /// The new URL of the podcast (`itunes:new-feed-url`), resolved.
        pub new_feed_url: Option<Str>,
        /// The owner of the podcast (`itunes:owner`).
        pub owner: Option<Person>,
    }
}
