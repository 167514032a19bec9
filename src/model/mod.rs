//! What a feed says: one set of types for every format.
//!
//! Absent is not empty: a field is `None` where the feed said nothing, and holds an empty value where it said an empty thing.
//!
//! Where several elements can fill a field, the best of them does, whatever came first: one that says something before an
//! empty one, the format's own before Dublin Core's, Dublin Core's before iTunes' and Media RSS's, and one directly in the
//! entry before one within another element. Of equals the last counts, of titles the first.
//!
//! # What is safe to show
//!
//! A [`Text`] of the type `text/html` or `application/xhtml+xml` is markup, and sanitized. All else is plain text and *not*
//! HTML: texts of any other type, names, terms, identifiers, links, the values of [`Extension`]s. A `<` in it is a `<`, so
//! escape it before you put it into a page.
//!
//! A link of which following would run code (`javascript:` …, see [`runs_code`](crate::content::runs_code)) is dropped,
//! wherever it stands. Identifiers and extensions are what the feed said, word for word: they are no links.

mod entry;
mod extension;
mod feed;
mod identity;
mod media;
mod place;
mod reading;
mod text;
mod typed;

pub(crate) use entry::Arrivals;
pub use entry::{Entry, Itunes};
pub use extension::Extension;
pub(crate) use feed::ItunesCameLast;
pub use feed::{Cloud, Feed, Generator, Image, TextInput};
pub use media::{Chapter, Chapters, Media};
pub use place::{Coordinates, Geometry, GeometryKind};
pub use reading::MediaType;
pub use text::{Link, Person, Tag, Text};
pub use typed::{Date, Typed, Validity};
