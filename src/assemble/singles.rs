//! The candidates for the fields with one value that few scopes have.

use super::best_of::{BestOf, Chosen, Tie};
use super::other;
use crate::budget::{Paid, push_exact};
use crate::model::Extension;
use crate::statement::{Origin, Single, SingleField, SingleOwner, Tree};

/// The best candidate for each field that has one.
#[derive(Debug, Clone, Default)]
pub(super) struct Singles(Vec<BestOf<Single>>);

impl Singles {
    fn best_of(&mut self, field: SingleField) -> Option<&mut BestOf<Single>> {
        // A list, since most scopes have none of these fields or a few.
        self.0.iter_mut().find(|best| best.get().is_some_and(|known| known.field() == field))
    }

    /// Keeps the better of the two candidates for a field; on a tie the later one wins.
    pub(super) fn choose(&mut self, value: Single, origin: &Origin<'_>) -> Chosen<Single> {
        self.choose_by(value.field(), |best| best.choose(value, origin, Tie::Last))
    }

    /// Keeps the better of two scopes.
    pub(super) fn choose_scope(
        &mut self,
        value: Single,
        origin: &Origin<'_>,
        tree: Option<Paid<Tree>>,
    ) -> Chosen<Single> {
        self.choose_by(value.field(), |best| best.choose_scope(value, origin, tree))
    }

    fn choose_by(
        &mut self,
        field: SingleField,
        choose: impl FnOnce(&mut BestOf<Single>) -> Chosen<Single>,
    ) -> Chosen<Single> {
        if let Some(best) = self.best_of(field) {
            return choose(best);
        }
        let mut best = BestOf::default();
        let chosen = choose(&mut best);
        // A value of another feed leaves the field empty.
        if best.get().is_some() {
            self.0.push(best);
        }
        chosen
    }

    /// Returns the best candidate for a field.
    pub(super) fn get(&self, field: SingleField) -> Option<&Single> {
        self.0.iter().filter_map(BestOf::get).find(|known| known.field() == field)
    }

    /// Moves the values to their fields. One for which the owner has no field becomes an extension.
    pub(super) fn move_to(&mut self, mut owner: SingleOwner<'_>, extensions: &mut Vec<Extension>) {
        for mut best in self.0.drain(..) {
            let Some((value, source)) = best.take_with_source() else { continue };
            if let (Some(stray), Some(source)) = (value.move_to(&mut owner), source)
                && let Some(extension) = other::extension(&stray, source)
            {
                push_exact(extensions, extension);
            }
        }
    }
}
