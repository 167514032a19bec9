//! Spotify's namespace (Podcast Delivery Specification 1.9).

use super::read::{Described, Elements};
use crate::model::Spotify;

pub(super) const URIS: &[&str] = &["http://www.spotify.com/ns/rss"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Feed(feed) = to else { return };
    let countries = elements.text("countryoforigin").words(false).and_then(|countries| countries.value);
    feed.spotify = Some(Box::new(Spotify {
        countries_of_origin: countries.unwrap_or_default(),
        limit: elements
            .first("limit")
            .and_then(|limit| limit.attribute("recentcount").or(limit.text()).number()),
    }));
}
