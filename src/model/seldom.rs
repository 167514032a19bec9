//! What few entries say.

use std::sync::Arc;

use super::{
    Arrivals, Arxiv, Chapters, CommentApi, Date, Entry, Geometry, GooglePlay, Image, Person, Pingback, Prism,
    Publishing, RawVoice, Slash, SourceNamespace, Text, Threading, Trackback, Typed, Validity, YouTube,
};

/// The table: each is a field of [`Seldom`], and a method of [`Entry`] that asks for it.
macro_rules! seldom {
    ($($(#[$doc:meta])* $name:ident: $kind:ty,)*) => {
        /// What few entries say. An entry that says none of it has none.
        #[derive(Debug, Clone, PartialEq, Default)]
        pub(crate) struct Seldom {
            $(pub(crate) $name: Option<Box<$kind>>,)*
            pub(crate) language: Option<Arc<str>>,
            pub(crate) comments: Option<Box<str>>,
            pub(crate) contributors: Vec<Person>,
            pub(crate) geometries: Vec<Typed<Geometry>>,
            /// In which order summaries and contents came, where there are several summaries.
            pub(crate) arrivals: Option<Box<Arrivals>>,
        }

        #[cfg(all(test, feature = "serde"))]
        const NAMES: &[&str] = &[$(stringify!($name),)* "contributors", "geometries"];

        impl Entry {
            $($(#[$doc])*
            pub fn $name(&self) -> Option<&$kind> {
                self.seldom.as_ref()?.$name.as_deref()
            })*
        }
    };
}

seldom! {
    /// `itunes:subtitle`.
    subtitle: Text,
    /// The publisher (`dc:publisher`).
    publisher: Person,
    /// When it was made (Atom 0.3 `created`, `dcterms:created`).
    created: Date,
    /// When it is over (RSS 0.93 `expirationDate`).
    expired: Date,
    /// From when to when it is valid (`dcterms:valid`).
    validity: Validity,
    /// The rights.
    rights: Text,
    /// An image to be shown at its top (JSON Feed `banner_image`).
    banner_image: Image,
    /// Its chapters (Podlove Simple Chapters).
    chapters: Chapters,
    /// What it answers, and what answers it (RFC 4685).
    threading: Threading,
    /// What the Slash module says.
    slash: Slash,
    /// Where comments are sent and read (`wfw`).
    comment_api: CommentApi,
    /// `TrackBack`.
    trackback: Trackback,
    /// Pingback.
    pingback: Pingback,
    /// What the Atom Publishing Protocol says.
    publishing: Publishing,
    /// What PRISM says.
    prism: Prism,
    /// What arXiv says.
    arxiv: Arxiv,
    /// What `YouTube` says.
    youtube: YouTube,
    /// What Google Play's namespace says.
    google_play: GooglePlay,
    /// What `RawVoice`'s namespace says.
    rawvoice: RawVoice,
    /// What the `source` namespace says.
    source_namespace: SourceNamespace,
}

impl Entry {
    /// The language.
    pub fn language(&self) -> Option<&str> {
        self.seldom.as_ref()?.language.as_deref()
    }

    /// The page of its comments, resolved (RSS `comments`).
    pub fn comments(&self) -> Option<&str> {
        self.seldom.as_ref()?.comments.as_deref()
    }

    /// The contributors.
    pub fn contributors(&self) -> &[Person] {
        self.seldom.as_ref().map_or(&[], |seldom| &seldom.contributors)
    }

    /// The places that it is about, in the order of the document; the point of `geo:lat` and `geo:long` has no raw text.
    pub fn geometries(&self) -> &[Typed<Geometry>] {
        self.seldom.as_ref().map_or(&[], |seldom| &seldom.geometries)
    }

    pub(crate) fn arrivals(&self) -> Option<&Arrivals> {
        self.seldom.as_ref()?.arrivals.as_deref()
    }

    pub(crate) fn seldom(&mut self) -> &mut Seldom {
        self.seldom.get_or_insert_default()
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::{Entry, NAMES};

    #[test]
    fn what_is_seldom_is_serialized_as_a_field() {
        let entry = serde_json::to_value(Entry::default()).unwrap_or_default();
        let missing: Vec<_> = NAMES.iter().filter(|name| entry.get(**name).is_none()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
