//! Spotify's namespace (Podcast Delivery Specification 1.9).

use super::read::Element;
use super::rows::rows;
use crate::model::spotify::Spotify;
use crate::model::{Str, Typed};

pub(super) const URIS: &[&str] = &["http://www.spotify.com/ns/rss"];

rows! {
    Spotify {
        elements {
            "countryOfOrigin" => countries_of_origin via countries,
            "limit" => limit via limit in "recentCount",
        }
    }
}

fn countries(element: &Element<'_>) -> Vec<Str> {
    element.text().words(false).and_then(|countries| countries.value).unwrap_or_default()
}

fn limit(element: &Element<'_>) -> Option<Typed<u32>> {
    element.attribute("recentcount").or(element.text()).typed::<u32>()
}
