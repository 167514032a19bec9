//! `YouTube` (`yt`), in addition to Media RSS. It has no published specification.

use super::Str;
use super::plain::plain;

plain! {
    /// The `YouTube` elements of a channel or a video, in addition to Media RSS. It has no published specification.
    pub struct YouTube {
        /// `yt:videoId`.
        pub video_id: Option<Str>,
        /// `yt:channelId`. In a feed of a channel it lacks its first two letters, `UC`.
        pub channel_id: Option<Str>,
        /// `yt:playlistId`.
        pub playlist_id: Option<Str>,
    }
}
