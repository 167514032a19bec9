//! Chapters and Media RSS.

use super::Typed;

/// The chapters of an episode (Podlove Simple Chapters).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Chapters {
    /// The version of the vocabulary.
    pub version: Option<String>,
    /// The chapters, in the order of the document.
    pub chapters: Vec<Chapter>,
}

/// One chapter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Chapter {
    /// When it starts, from the start of the episode.
    pub start: Option<Typed<std::time::Duration>>,
    /// Its attributes, `start` among them, in the order of the document.
    pub attributes: Vec<(String, String)>,
}

/// What the Media RSS vocabulary says: each list holds the attributes (and the text) of one kind of element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Media {
    /// `media:content`: the attributes of each.
    pub content: Vec<Vec<(String, String)>>,
    /// `media:thumbnail`: the attributes of each.
    pub thumbnail: Vec<Vec<(String, String)>>,
    /// `media:credit`: the attributes of each, and its text as `content`.
    pub credit: Vec<Vec<(String, String)>>,
    /// `media:rating`: its attributes, and its text as `content`.
    pub rating: Option<Vec<(String, String)>>,
    /// `media:license`: its attributes, and its text as `content`.
    pub license: Option<Vec<(String, String)>>,
    /// `media:restriction`: its attributes, and its text as `content`.
    pub restriction: Option<Vec<(String, String)>>,
    /// `media:player`: its attributes, and its text as `content`.
    pub player: Option<Vec<(String, String)>>,
    /// `media:statistics`: its attributes.
    pub statistics: Option<Vec<(String, String)>>,
    /// `media:starRating`: its attributes.
    pub star_rating: Option<Vec<(String, String)>>,
    /// `media:keywords`: its text; the keywords are tags as well.
    pub keywords: Option<String>,
    /// `media:tags`: its text.
    pub tags: Option<String>,
}
