//! Paths to values, by names and indices.

use std::fmt;

/// The path to a value: `$.items[3].id` (RFC 9535 §2.7). It is only formatted for messages.
#[derive(Debug, Clone, Copy)]
pub(super) enum Path<'p> {
    /// The document.
    Top,
    /// A member of an object.
    Member(&'p Path<'p>, &'p str),
    /// An element of an array, from 0.
    Element(&'p Path<'p>, usize),
}

impl Path<'_> {
    pub(super) fn member<'p>(&'p self, name: &'p str) -> Path<'p> {
        Path::Member(self, name)
    }

    pub(super) fn element(&self, index: usize) -> Path<'_> {
        Path::Element(self, index)
    }
}

impl Path<'_> {
    /// Returns the number of arrays and objects that are open at the value, including the value.
    pub(super) fn depth(&self) -> usize {
        self.steps().len()
    }

    /// Returns the steps from the innermost to the top.
    fn steps(&self) -> Vec<&Self> {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            steps.push(at);
            match at {
                Path::Top => return steps,
                Path::Member(parent, _) | Path::Element(parent, _) => at = parent,
            }
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().iter().rev().try_for_each(|step| match step {
            Path::Top => f.write_str("$"),
            Path::Member(_, name) => write!(f, ".{name}"),
            Path::Element(_, index) => write!(f, "[{index}]"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_from_the_top() {
        let items = Path::Top.member("items");
        let third = items.element(3);
        assert_eq!(third.member("id").to_string(), "$.items[3].id");
        assert_eq!(Path::Top.to_string(), "$");
    }
}
