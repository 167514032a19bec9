//! The cost of values, which is charged to the budget of a document.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use bozofeed_content::TextValue;

/// The cost of a value: its memory, and the size of its JSON.
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

/// The quotes, the punctuation and the indentation of a member, or of a value in a list.
pub const MEMBER: usize = 16;

/// The typical length of a field name.
pub const NAME: usize = 8;

/// The overhead of a value in a list.
pub const ELEMENT: usize = 12;

/// The brackets of a list or an object.
pub const BRACKETS: usize = 4;

/// An empty list: `"children":[]`.
pub const LIST: usize = MEMBER + "children".len();

/// The typical number of digits of a number.
pub const NUMBER: usize = 12;

/// A value with a cost. `plain!`, which lists all fields, implements it for the types of the model.
pub trait Priced {
    /// Returns the number of bytes that the value has allocated, without the size of its type.
    fn heap(&self) -> usize;

    /// Returns the approximate size of the value as JSON.
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

    /// Returns the cost of two values that are kept or left out together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            memory: self.memory.saturating_add(other.memory),
            written: self.written.saturating_add(other.written),
        }
    }

    /// Returns the cost of `count` values.
    #[must_use]
    pub const fn times(self, count: usize) -> Self {
        Self { memory: self.memory.saturating_mul(count), written: self.written.saturating_mul(count) }
    }

    /// Returns the rest after a cost is paid.
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

/// Adds to a list, with little spare capacity: it is not charged, and most lists have one member.
pub fn push_exact<T>(list: &mut Vec<T>, member: T) {
    const FEW: usize = 4;
    let length = list.len();
    if length == list.capacity() {
        // By a factor, so that adding takes linear time; doubling could leave half of the memory unused.
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

/// Texts. Their quotes are already counted for the member or element.
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

/// Returns the share of each owner in the cost of a shared value.
fn shared<T: ?Sized>(value: &Arc<T>, bytes: usize) -> usize {
    // Rounded up, so that all owners together pay the full cost.
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
