//! What `bozofeed` needs of values, besides what everyone does: to fill rare fields in place, to know what a value costs, and to
//! tell values apart. It may change in any version.

pub use crate::entry::RareOfEntry;
pub use crate::feed::RareOfFeed;
pub use crate::plain::RareFields;
pub use crate::text::RareOfLink;

pub mod cost {
    //! The cost of values, which the budget of a document pays.

    pub use crate::cost::{
        ALLOCATION, BRACKETS, Cost, ELEMENT, LIST, MEMBER, NAME, NUMBER, Priced, allocated, push_exact,
    };
    pub use crate::plain::Absent;
    pub use crate::price::member;
}

pub mod digest {
    //! What tells a value from others, as a hash.

    pub use crate::digest::{Digest, of};
}
