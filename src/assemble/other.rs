//! Candidates that lost their field to another one. They are kept as extensions, so that nothing is lost.

use std::borrow::Cow;

use crate::model::{Date, Extension, Text};
use crate::names::kept;
use crate::statement::{Origin, Rank};
use crate::vocabulary;
use crate::xml::{Name, Namespace};

/// The element that gave a value.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    vocabulary: Namespace,
    name: Cow<'static, str>,
    /// Whether an attribute or an element with another purpose gave it.
    is_hint: bool,
}

impl Source {
    pub(crate) fn of(origin: &Origin<'_>) -> Self {
        // The usual ones are not copied.
        const USUAL: &[&str] =
            &["dc:date", "dc:creator", "dc:title", "dc:description", "dc:language", "updated"];
        Self {
            vocabulary: origin.vocabulary,
            name: kept(USUAL, origin.name),
            is_hint: origin.rank == Rank::Hint,
        }
    }
}

/// A value that can be kept as the text of an extension.
pub(crate) trait Said {
    /// Returns the text.
    fn said(&self) -> &str;

    /// Returns whether both values mean the same.
    fn says_what(&self, other: &Self) -> bool {
        self.said().trim() == other.said().trim()
    }
}

impl Said for Text {
    fn said(&self) -> &str {
        &self.value
    }
}

impl Said for Date {
    fn said(&self) -> &str {
        &self.raw
    }

    fn says_what(&self, other: &Self) -> bool {
        self.value.is_some() && self.value == other.value || self.raw == other.raw
    }
}

impl Said for std::sync::Arc<str> {
    fn said(&self) -> &str {
        self
    }
}

impl Said for String {
    fn said(&self) -> &str {
        self
    }
}

/// Returns the extension for a value that lost its field; `None` if it says nothing, is in a field of
/// its vocabulary, or comes from an element with another purpose.
pub(super) fn extension(text: &str, source: &Source) -> Option<Extension> {
    let has_own_field = matches!(vocabulary::prefix(source.vocabulary), Some("itunes" | "media"));
    if text.trim().is_empty() || has_own_field || source.is_hint {
        return None;
    }
    let name = Name::split(&source.name);
    Some(Extension {
        namespace: vocabulary::uri(source.vocabulary).map(Into::into),
        prefix: vocabulary::prefix(source.vocabulary).unwrap_or(name.prefix).into(),
        name: name.local.into(),
        text: text.to_owned(),
        ..Extension::default()
    })
}
