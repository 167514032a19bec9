//! Functions for `bozofeed` only: filling rare fields in place, the cost of values, and hashes of values. They may change in any version.

pub use crate::entry::RareOfEntry;
pub use crate::feed::RareOfFeed;
pub use crate::plain::RareFields;
pub use crate::text::RareOfLink;

pub mod cost {
    //! The cost of values, which is charged to the budget of a document.

    pub use crate::cost::{
        ALLOCATION, BRACKETS, Cost, ELEMENT, LIST, MEMBER, NAME, NUMBER, Priced, allocated, push_exact,
    };
    pub use crate::plain::Absent;
    pub use crate::price::member;
}

pub mod digest {
    //! Hashes that distinguish values.

    pub use crate::digest::{Digest, of};
}
