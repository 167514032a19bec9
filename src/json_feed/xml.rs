//! The XML that is written from JSON.

use super::path::Path;
use super::reading::Reading;
use crate::interpret::{Interpreted, Offsets};
use crate::vocabulary::json_feed::ElementsObject;

/// The greatest nesting depth. Deeper elements are not read.
pub(super) const DEEPEST: usize = ElementsObject::DEEPEST;

impl Reading<'_> {
    /// Adds the warnings of XML that was interpreted, at their places in the JSON document. `path` is that of the value, to
    /// which the paths of elements are added; it is `None` if the XML is a whole document.
    pub(super) fn take_warnings(
        &mut self,
        interpreted: Interpreted<'_>,
        offsets: &Offsets,
        path: Option<Path<'_>>,
    ) {
        for (offset, mut warning) in interpreted.warnings.into_kept() {
            self.warnings.add(offsets.original(offset), || {
                if let Some(path) = path {
                    let inner = warning.path.split_once('/').map_or("", |(_, inner)| inner);
                    warning.path = format!("{path}/{inner}");
                }
                warning
            });
        }
    }
}
