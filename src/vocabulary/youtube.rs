//! The namespace of `YouTube`'s feeds.

use super::rows::rows;
use crate::model::youtube::YouTube;

pub(super) const URIS: &[&str] =
    &["http://www.youtube.com/xml/schemas/2015", "http://gdata.youtube.com/schemas/2007"];

rows! {
    YouTube {
        elements {
            "videoId" => video_id,
            "channelId" => channel_id,
            "playlistId" => playlist_id,
        }
    }
}
