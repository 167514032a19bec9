//! Podlove Simple Chapters (`psc`): <https://podlove.org/simple-chapters/>.

use std::time::Duration;

use super::plain::plain;
use super::{Attributes, Str, Typed};

plain! {
    /// The chapters of an episode: `psc:chapters` (<https://podlove.org/simple-chapters/>).
    pub struct Chapters {
        /// The version of the vocabulary.
        pub version: Option<Str>,
        /// The chapters, in the order of the document.
        pub chapters: Vec<Chapter>,
    }
}

plain! {
    /// One chapter: `psc:chapter`.
    pub struct Chapter {
        /// The time from the start of the episode (Normal Play Time, RFC 2326 §3.6). An invalid time has no value.
        pub start: Typed<Duration>,
        /// Its title.
        pub title: Option<Str>,
        /// A page about it, resolved.
        pub href: Option<Str>,
        /// An image for it, resolved.
        pub image: Option<Str>,
        /// Every other attribute, and the original of a URL that resolving changed.
        pub attributes: Attributes,
    }
}
