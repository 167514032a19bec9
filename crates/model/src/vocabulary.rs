//! Access to the values of a vocabulary by its type.

use super::{Entry, Feed};

/// A vocabulary of a `T`, which is a [`Feed`] or an [`Entry`]: the type that selects the result of [`Feed::get`] and [`Entry::get`].
///
/// A vocabulary that only exists for feeds does not compile for an entry:
///
/// ```compile_fail,E0277
/// # let parsed = bozofeed::parse("");
/// let paging = parsed.entries[0].get::<bozofeed::model::paging::Paging>();
/// ```
///
/// The trait is sealed: types of other crates cannot implement it. Elements of other namespaces are
/// [extensions](Entry::extensions).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vocabulary of `{T}`",
    note = "a page of the module `bozofeed::model` lists the types that implement `Vocabulary`"
)]
pub trait Vocabulary<T>: VocabularySlot<T> {}

/// The slot of a vocabulary in a `T`.
#[expect(unnameable_types, reason = "so that the trait above is sealed")]
pub trait VocabularySlot<T>: Sized {
    fn get(owner: &T) -> Option<&Self>;

    fn slot(owner: &mut T) -> &mut Option<Box<Self>>;
}

macro_rules! access {
    ($name:ident) => {
        impl $name {
            /// Returns the values of a vocabulary; `None` if there are none.
            pub fn get<V: Vocabulary<Self>>(&self) -> Option<&V> {
                V::get(self)
            }

            /// Returns the values of a vocabulary for editing. If there are none, they start empty.
            pub fn get_or_insert_default<V: Vocabulary<Self> + Default>(&mut self) -> &mut V {
                V::slot(self).get_or_insert_default()
            }

            /// Sets the values of a vocabulary, which [`get`](Self::get) returns.
            pub fn set<V: Vocabulary<Self>>(&mut self, values: Option<V>) {
                if values.is_some() || V::get(self).is_some() {
                    *V::slot(self) = values.map(Box::new);
                }
            }
        }
    };
}

access!(Feed);
access!(Entry);
