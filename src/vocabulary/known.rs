//! The elements listed by the vocabularies.

use super::ReadAs;

/// An element of a vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KnownElement {
    pub(crate) read_as: ReadAs,
    pub(crate) family: Family,
    pub(crate) fields: FieldScopes,
    /// The place among the elements of the same rank that fill the same field. The first one takes precedence.
    pub(crate) place: u8,
}

/// The family of formats or the kind of module to which a name belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// The name has the same authority in RSS and in Atom.
    Any,
    /// The name exists only in Atom.
    Atom,
    /// The name exists only in RSS.
    Rss,
    /// A name from Atom 0.3, CDF or RSS 1.1 that was replaced in later versions.
    Elder,
    /// Dublin Core.
    DublinCore,
    /// Media RSS.
    MediaRss,
    /// Any other vocabulary.
    Other,
}

/// The kinds of scopes that have fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldScope {
    /// A part of a person, which has no other field.
    Nowhere = 0,
    /// A feed.
    Feed = 1,
    /// An entry.
    Entry = 2,
    /// An image.
    Image = 4,
    /// A text input.
    TextInput = 8,
    /// All scopes.
    All = 15,
}

/// The scopes with a field for an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldScopes(u8);

impl FieldScopes {
    /// Returns a set of scopes.
    pub const fn of(scopes: &[FieldScope]) -> Self {
        let (mut fields, mut at) = (0, 0);
        while at < scopes.len() {
            fields |= scopes[at] as u8;
            at += 1;
        }
        Self(fields)
    }

    /// Returns whether the set contains a scope.
    pub fn contain(self, scope: FieldScope) -> bool {
        self.0 & scope as u8 != 0
    }
}
