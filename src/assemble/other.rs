//! Candidates that lost their field to another one. They are kept as extensions, so that nothing is lost.

use std::borrow::Cow;

use crate::model::Extension;
use crate::names::kept;
use crate::statement::{FieldValue, Origin, Rank};
use crate::vocabulary;
use crate::xml::{Name, Namespace};

/// The element that gave a value.
#[derive(Debug, Clone)]
pub(crate) struct ValueSource {
    vocabulary: Namespace,
    name: Cow<'static, str>,
    /// Whether an attribute or an element with another purpose gave it.
    is_hint: bool,
    /// Whether the element has an attribute for the type of its text.
    is_typed: bool,
}

impl ValueSource {
    pub(crate) fn of(origin: &Origin<'_>) -> Self {
        // The usual ones are not copied.
        const USUAL: &[&str] = &[
            "description", "summary", "dc:date", "dc:creator", "dc:title", "dc:description", "dc:language",
            "updated",
        ];
        Self {
            vocabulary: origin.vocabulary,
            name: kept(USUAL, short_name(origin.name)),
            is_hint: origin.rank == Rank::Hint,
            is_typed: origin.is_typed,
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
fn short_name(name: &str) -> &str {
    const LONGEST: usize = 128;
    if name.len() <= LONGEST { name } else { name.rsplit_once(':').map_or(name, |(_, local)| local) }
}

/// Returns the extension for a value that lost the field of a format; `None` if it says nothing, is in a field of its own
/// vocabulary, or comes from an element with another purpose.
pub(super) fn extension(value: &impl FieldValue, source: &ValueSource) -> Option<Extension> {
    let has_own_field = matches!(vocabulary::prefix(source.vocabulary), Some("itunes" | "media"));
    if has_own_field { None } else { own_extension(value, source) }
}

/// Returns the extension for a value that lost the field of its own vocabulary.
pub(super) fn own_extension(value: &impl FieldValue, source: &ValueSource) -> Option<Extension> {
    if value.main_text().trim().is_empty() || source.is_hint {
        return None;
    }
    let mut extension = source.extension();
    value.describe(&mut extension);
    // A type that the element does not give is our reading of it.
    if let Some(media_type) = value.media_type().filter(|_| source.is_typed) {
        extension.attributes.push("type".into(), media_type.to_owned());
    }
    Some(extension)
}
