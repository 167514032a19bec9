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
        /// When it starts, from the start of the episode (Normal Play Time, RFC 2326 §3.6). Without a value where it is none.
        pub start: Typed<Duration>,
        /// Its title.
        pub title: Option<Str>,
        /// A page about it, resolved.
        pub href: Option<Str>,
        /// An image for it, resolved.
        pub image: Option<Str>,
        /// Every other attribute, and a URL as the feed wrote it where resolving changed it.
        pub attributes: Attributes,
    }
}
