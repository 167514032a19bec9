//! The cost of values, which the budget of a document pays.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use bozofeed_content::TextValue;

/// The cost of a value: the memory that it takes, and the bytes that it adds to the JSON that is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// The memory.
    pub memory: usize,
    /// The bytes of JSON.
    pub written: usize,
}

/// The bytes that an allocator adds to an allocation.
pub const ALLOCATION: usize = 8;

/// The counters of an `Arc`.
const COUNTERS: usize = 2 * size_of::<usize>();

/// The quotes, the punctuation and the indentation of a member, and those of a value in a list.
pub const MEMBER: usize = 16;

/// The name of most fields.
pub const NAME: usize = 8;

/// What a value in a list has besides the value.
pub const ELEMENT: usize = 12;

/// The brackets of a list or an object.
pub const BRACKETS: usize = 4;

/// An empty list: `"children":[]`.
pub const LIST: usize = MEMBER + "children".len();

/// The digits of most numbers.
pub const NUMBER: usize = 12;

/// A value that can be paid for. The types of the model have their price from `plain!`, which knows all fields.
pub trait Priced {
    /// Returns the bytes that the value has allocated, besides those of its type.
    fn heap(&self) -> usize;

    /// Returns about as many bytes as the value has as JSON.
    fn written(&self) -> usize;
}

/// Returns the memory of an allocation.
pub const fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { bytes + ALLOCATION }
}

impl Cost {
    /// Returns the cost of a value.
    pub fn of<T: Priced>(value: &T) -> Self {
        Self { memory: size_of::<T>() + value.heap(), written: value.written() }
    }

    /// Returns the cost of memory that is not written.
    pub const fn memory(bytes: usize) -> Self {
        Self { memory: bytes, written: 0 }
    }

    /// Returns the cost of two values, which are kept or left out together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            memory: self.memory.saturating_add(other.memory),
            written: self.written.saturating_add(other.written),
        }
    }

    /// Returns the cost of so many values.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self { memory: self.memory.saturating_mul(count), written: self.written.saturating_mul(count) }
    }

    /// Returns what is left when a cost was paid.
    #[must_use]
    pub const fn without(self, cost: Self) -> Self {
        Self {
            memory: self.memory.saturating_sub(cost.memory),
            written: self.written.saturating_sub(cost.written),
        }
    }

    /// Returns whether this is enough for a cost.
    pub const fn is_enough_for(self, cost: Self) -> bool {
        cost.memory <= self.memory && cost.written <= self.written
    }
}

/// Adds to a list, without much room for more: it is not paid for, and most lists have one member.
pub fn push_exact<T>(list: &mut Vec<T>, member: T) {
    const FEW: usize = 4;
    let length = list.len();
    if length == list.capacity() {
        // By a factor, so that adding takes linear time; twice the length would leave up to half of the memory unused.
        list.reserve_exact(if length < FEW { length.max(1) } else { length / 4 + 1 });
    }
    list.push(member);
}

/// The price of values that allocate nothing.
macro_rules! flat {
    ($($kind:ty: $written:expr,)+) => {$(
        impl $crate::cost::Priced for $kind {
            #[inline]
            fn heap(&self) -> usize {
                0
            }

            fn written(&self) -> usize {
                $written
            }
        }
    )+};
}

pub(crate) use flat;

flat! {
    (): 4,
    bool: 5,
    u8: NUMBER,
    u16: NUMBER,
    u32: NUMBER,
    u64: NUMBER,
    i32: NUMBER,
    i64: NUMBER,
    f64: NUMBER,
    Duration: NUMBER,
}

/// Texts. Their quotes are those of a member or an element.
macro_rules! texts {
    ($($kind:ty: $text:ident => $heap:expr;)+) => {$(
        impl Priced for $kind {
            #[inline]
            fn heap(&self) -> usize {
                let $text = self;
                $heap
            }

            #[inline]
            fn written(&self) -> usize {
                self.len()
            }
        }
    )+};
}

texts! {
    String: text => allocated(text.capacity());
    Cow<'_, str>: text => match text {
        Cow::Borrowed(_) => 0,
        Cow::Owned(text) => text.heap(),
    };
    Arc<str>: text => shared(text, text.len());
    Box<str>: text => allocated(text.len());
    TextValue: text => allocated(text.len());
}

/// Returns the part of a shared value that one of those who share it pays.
fn shared<T: ?Sized>(value: &Arc<T>, bytes: usize) -> usize {
    // Rounded up, so that all of them together pay for the whole.
    allocated(COUNTERS + bytes).div_ceil(Arc::strong_count(value))
}

impl<T: Priced> Priced for Arc<T> {
    fn heap(&self) -> usize {
        shared(self, size_of::<T>() + (**self).heap())
    }

    fn written(&self) -> usize {
        (**self).written()
    }
}

impl<T: Priced> Priced for Option<T> {
    #[inline]
    fn heap(&self) -> usize {
        self.as_ref().map_or(0, T::heap)
    }

    fn written(&self) -> usize {
        self.as_ref().map_or(4, T::written)
    }
}

impl<T: Priced> Priced for Box<T> {
    fn heap(&self) -> usize {
        allocated(size_of::<T>()) + (**self).heap()
    }

    fn written(&self) -> usize {
        (**self).written()
    }
}

impl<T: Priced> Priced for Vec<T> {
    fn heap(&self) -> usize {
        allocated(self.capacity() * size_of::<T>()) + self.iter().map(T::heap).sum::<usize>()
    }

    fn written(&self) -> usize {
        BRACKETS + self.iter().map(|value| ELEMENT + value.written()).sum::<usize>()
    }
}

impl<A: Priced, B: Priced> Priced for (A, B) {
    fn heap(&self) -> usize {
        self.0.heap() + self.1.heap()
    }

    fn written(&self) -> usize {
        BRACKETS + 2 * ELEMENT + self.0.written() + self.1.written()
    }
}
