//! Spotify: the Podcast Delivery Specification, version 1.9.

use super::plain::plain;
use super::{Str, Typed};

plain! {
    /// Spotify (Podcast Delivery Specification 1.9, `spotify:`).
    pub struct Spotify {
        /// `spotify:countryOfOrigin`: the countries of its audience (ISO 3166-1), separated by spaces.
        pub countries_of_origin: Vec<Str>,
        /// `spotify:limit`, its attribute `recentCount`: the number of newest episodes to show.
        pub limit: Typed<u32>,
    }
}
