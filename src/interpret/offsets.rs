//! Offsets in the document that a text was written from.

/// The offsets of elements in a text, each with the offset of what it was written from, in order.
#[derive(Debug, Default)]
pub(crate) struct Offsets(Vec<(usize, usize)>);

impl Offsets {
    /// Adds the offset of an element, which comes after the others.
    pub(crate) fn push(&mut self, offset: usize, original: usize) {
        self.0.push((offset, original));
    }

    /// Adds the length of text that was written before all elements.
    pub(crate) fn shift(&mut self, length: usize) {
        for (offset, _) in &mut self.0 {
            *offset += length;
        }
    }

    /// Returns the original offset for an offset in the text: that of the last element that starts there or before.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let after = self.0.partition_point(|(start, _)| *start <= offset);
        after.checked_sub(1).and_then(|at| self.0.get(at)).map_or(0, |(_, original)| *original)
    }
}

#[cfg(test)]
mod tests {
    use super::Offsets;

    #[test]
    fn an_offset_belongs_to_the_element_before_it() {
        let mut offsets = Offsets::default();
        for (offset, original) in [(2, 20), (5, 10)] {
            offsets.push(offset, original);
        }
        for (offset, expected) in [(0, 0), (2, 20), (4, 20), (5, 10), (9, 10)] {
            assert_eq!(offsets.original(offset), expected, "{offset}");
        }
    }
}
