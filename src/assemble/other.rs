//! Candidates that lost their field to another one. They are kept as extensions, so that nothing is lost.

use std::borrow::Cow;

use super::said::Said;
use crate::model::Extension;
use crate::names::kept;
use crate::statement::{Origin, Rank};
use crate::vocabulary;
use crate::xml::{Name, Namespace};

/// The element that gave a value.
#[derive(Debug, Clone)]
pub(crate) struct ValueSource {
    vocabulary: Namespace,
    name: Cow<'static, str>,
    /// Whether an attribute or an element with another purpose gave it.
    is_hint: bool,
}

impl ValueSource {
    pub(crate) fn of(origin: &Origin<'_>) -> Self {
        // The usual ones are not copied.
        const USUAL: &[&str] =
            &["dc:date", "dc:creator", "dc:title", "dc:description", "dc:language", "updated"];
        Self {
            vocabulary: origin.vocabulary,
            name: kept(USUAL, short_name(origin.name)),
            is_hint: origin.rank == Rank::Hint,
        }
    }

    /// Returns an extension with the name of the element.
    fn extension(&self) -> Extension {
        let name = Name::split(&self.name);
        Extension {
            namespace: vocabulary::uri(self.vocabulary).map(Into::into),
            prefix: vocabulary::prefix(self.vocabulary).unwrap_or(name.prefix).into(),
            name: name.local.into(),
            ..Extension::default()
        }
    }
}

/// Returns the name of an element without a long prefix, which the document may give to many values. An element with a field
/// has a short local name.
pub(super) fn short_name(name: &str) -> &str {
    const LONGEST: usize = 128;
    if name.len() <= LONGEST { name } else { name.rsplit_once(':').map_or(name, |(_, local)| local) }
}

/// Returns the extension for a value that lost its field; `None` if it says nothing, is in a field of
/// its vocabulary, or comes from an element with another purpose.
pub(super) fn extension(value: &impl Said, source: &ValueSource) -> Option<Extension> {
    let has_own_field = matches!(vocabulary::prefix(source.vocabulary), Some("itunes" | "media"));
    if value.said().trim().is_empty() || has_own_field || source.is_hint {
        return None;
    }
    let mut extension = source.extension();
    value.describe(&mut extension);
    Some(extension)
}

/// Returns the extension for an `itunes:image` that another one replaced.
pub(super) fn itunes_image(href: &str, source: &ValueSource) -> Extension {
    let attributes = [("href", href)].into_iter().collect();
    Extension { attributes, ..source.extension() }
}
