//! Spotify: the Podcast Delivery Specification, version 1.9.

use super::plain::plain;
use super::{Str, Typed};

plain! {
    /// Spotify (Podcast Delivery Specification 1.9, `spotify:`).
    pub struct Spotify {
        /// `spotify:countryOfOrigin`: the countries that it is made for (ISO 3166-1), between spaces.
        pub countries_of_origin: Vec<Str>,
        /// `spotify:limit`, its attribute `recentCount`: how many of the newest episodes are to be shown.
        pub limit: Typed<u32>,
    }
}
