//! Where things stood in the document.

/// The byte offset of an element in the text of the document.
///
/// It is kept for warnings and for the order of elements that the model tells apart. Two values that differ in
/// their offsets alone are equal.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Offset(pub(crate) usize);

impl PartialEq for Offset {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Offset {}
