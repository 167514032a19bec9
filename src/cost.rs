//! The cost of values, which a [`Budget`](crate::budget::Budget) pays.

use std::sync::Arc;

use crate::model::Extension;

/// The cost of a value: the memory that it takes in the model, and the bytes that it adds to the JSON that is written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cost {
    pub(crate) memory: usize,
    pub(crate) written: usize,
}

impl Cost {
    /// Returns the cost of a `T` with this number of fields and bytes of text.
    pub(crate) const fn of<T>(fields: usize, text: usize) -> Self {
        /// The memory that a string takes besides its bytes.
        const ALLOCATION: usize = 16;
        /// A name, its punctuation and its indentation.
        const MEMBER: usize = 24;
        Self { memory: size_of::<T>() + fields * ALLOCATION + text, written: fields * MEMBER + text }
    }

    /// Returns the cost of two values, which are kept or left out together.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            memory: self.memory.saturating_add(other.memory),
            written: self.written.saturating_add(other.written),
        }
    }

    /// Returns the cost of so many values.
    pub(crate) const fn times(self, count: usize) -> Self {
        Self { memory: self.memory.saturating_mul(count), written: self.written.saturating_mul(count) }
    }

    /// The cost of the value that a vocabulary reads from an element.
    pub(crate) const READ: Self = Self::of::<Extension>(4, 0);

    /// Returns the cost of an attribute that has no field.
    pub(crate) const fn attribute(text: usize) -> Self {
        Self::of::<(Arc<str>, String)>(2, text)
    }

    /// Returns the cost of a JSON value that is read into memory.
    pub(crate) fn json(raw: &str) -> Self {
        /// The memory of a map with one member, and of a member or an element.
        const OBJECT: usize = 320;
        const PART: usize = 64;
        let objects = crate::forward::memchr_iter(b'{', raw.as_bytes()).count();
        let parts = crate::forward::memchr2_iter(b',', b':', raw.as_bytes()).count();
        Self { memory: objects * OBJECT + parts * PART, written: raw.len() }
    }

    /// Returns the cost of a word in a list.
    pub(crate) const fn word(text: usize) -> Self {
        Self::of::<String>(1, text)
    }

    /// Returns what is left when a cost was paid.
    pub(crate) const fn without(self, cost: Self) -> Self {
        Self {
            memory: self.memory.saturating_sub(cost.memory),
            written: self.written.saturating_sub(cost.written),
        }
    }

    /// Returns whether this is enough for a cost.
    pub(crate) const fn is_enough_for(self, cost: Self) -> bool {
        cost.memory <= self.memory && cost.written <= self.written
    }
}
