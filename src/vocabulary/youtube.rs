//! The namespace of `YouTube`'s feeds.

use super::read::{Described, Elements};
use crate::model::YouTube;

pub(super) const URIS: &[&str] =
    &["http://www.youtube.com/xml/schemas/2015", "http://gdata.youtube.com/schemas/2007"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let youtube = Some(Box::new(YouTube {
        video_id: elements.text("videoid").string(),
        channel_id: elements.text("channelid").string(),
        playlist_id: elements.text("playlistid").string(),
    }));
    match to {
        Described::Feed(feed) => feed.youtube = youtube,
        Described::Entry(entry) => entry.youtube = youtube,
    }
}
