//! Candidates that lost their field to another one. They are kept as extensions, so that no data is lost.

use std::borrow::Cow;

use crate::budget::Paid;
use crate::model::Extension;
use crate::sink::{FieldValue, Origin, Rank, Tree};
use crate::vocabulary;
use crate::xml::{Name, Namespace};
use bozofeed_text::names::kept;

/// The element that a value came from.
#[derive(Debug, Clone)]
pub(crate) struct ValueSource {
    vocabulary: Namespace,
    name: Cow<'static, str>,
    /// Whether the value came from an attribute, or from an element with another purpose.
    is_hint: bool,
    /// Whether the element has an attribute for the type of its text.
    is_typed: bool,
    /// Whether the element is a scope.
    is_scope: bool,
    /// The element with all its content, unless it is empty.
    scope: Option<Box<Extension>>,
}

impl ValueSource {
    pub(crate) fn of(origin: &Origin<'_>) -> Self {
        // The common names are not copied.
        const USUAL: &[&str] = &[
            "guid", "link", "description", "summary", "dc:date", "dc:creator", "dc:title", "dc:description",
            "dc:language", "updated",
        ];
        Self {
            vocabulary: origin.vocabulary,
            name: kept(USUAL, short_name(origin.name)),
            is_hint: origin.rank == Rank::Hint,
            is_typed: origin.is_typed,
            is_scope: false,
            scope: None,
        }
    }

    /// Returns the element with the same local name in a vocabulary, with the prefix of the vocabulary.
    pub(super) fn in_vocabulary(self, vocabulary: Namespace) -> Self {
        let name = match self.name.split_once(':') {
            Some((_, local)) => Cow::Owned(local.to_owned()),
            None => self.name,
        };
        Self { vocabulary, name, ..self }
    }

    /// Returns the element of a scope, which was charged while it was read. The tree is `None` if the budget did not allow it.
    pub(super) fn of_scope(origin: &Origin<'_>, tree: Option<Paid<Tree>>) -> Self {
        let is_scope = tree.is_some();
        let tree = tree.map(Paid::into_inner).filter(|tree| !tree.is_blank());
        Self { scope: tree.and_then(Tree::into_unread).map(Box::new), is_scope, ..Self::of(origin) }
    }

    /// Returns whether the value came from an attribute, or from an element with another purpose.
    pub(super) fn is_hint(&self) -> bool {
        self.is_hint
    }

    /// Returns whether feeds and entries have a field for the vocabulary of the element. If so, that field has the value.
    pub(super) fn has_own_field(&self) -> bool {
        matches!(vocabulary::prefix(self.vocabulary), Some("itunes" | "media"))
    }

    /// Returns an extension with the name of the element.
    fn extension(&self) -> Extension {
        let name = Name::split(&self.name);
        made!(Extension {
            namespace: vocabulary::uri(self.vocabulary).map(Into::into),
            prefix: vocabulary::prefix(self.vocabulary).unwrap_or(name.prefix).into(),
            name: name.local.into()
        })
    }
}

/// Returns the name of an element without a long prefix, which the document might repeat for many values. An element with a field
/// has a short local name.
fn short_name(name: &str) -> &str {
    const LONGEST: usize = 128;
    if name.len() <= LONGEST { name } else { name.rsplit_once(':').map_or(name, |(_, local)| local) }
}

/// Returns the extension for an `rdf:about` that is not the identifier.
pub(super) fn about(about: &str) -> Extension {
    made!(Extension {
        namespace: Some("http://www.w3.org/1999/02/22-rdf-syntax-ns#".into()),
        prefix: "rdf".into(),
        name: "about".into(),
        text: about.into()
    })
}

/// Returns the extension for a value that lost its field. Returns `None` if the value is empty, or comes from an element with
/// another purpose.
pub(super) fn extension(value: &impl FieldValue, source: ValueSource) -> Option<Extension> {
    if source.is_hint {
        return None;
    }
    if source.is_scope {
        return source.scope.map(|scope| *scope);
    }
    let mut extension = source.extension();
    value.describe(&mut extension);
    let Extension { text, attributes, children, .. } = &extension;
    if text.trim().is_empty() && attributes.iter().all(|(_, value)| value.is_empty()) && children.is_empty() {
        return None;
    }
    // If the element does not give a type, the type is our interpretation.
    let has_type = extension.attributes.get("type").is_some();
    if let Some(media_type) = value.media_type().filter(|_| source.is_typed && !has_type) {
        extension.attributes.insert("type", media_type);
    }
    Some(extension)
}
