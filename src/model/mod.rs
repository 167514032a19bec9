//! What a feed says: one set of types for every format.
//!
//! Absent is not empty: a field is `None` where the feed said nothing, and holds an empty value where it said an empty thing.

mod entry;
mod extension;
mod feed;
mod media;
mod text;
mod typed;

pub use entry::{Entry, Itunes};
pub use extension::Extension;
pub use feed::{Cloud, Feed, Generator, Image, TextInput};
pub use media::{Chapter, Chapters, Geometry, GeometryKind, Media};
pub use text::{Link, Person, Tag, Text};
pub use typed::{Date, Typed, Validity};
