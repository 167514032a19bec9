//! The Slash module of RSS 1.0: <https://web.resource.org/rss/1.0/modules/slash/>.

use super::plain::plain;
use super::{Str, Typed};

plain! {
    /// The Slash module (story sites, <https://web.resource.org/rss/1.0/modules/slash/>).
    pub struct Slash {
        /// `slash:section`.
        pub section: Option<Str>,
        /// `slash:department`.
        pub department: Option<Str>,
        /// `slash:comments`: the number of comments.
        pub comments: Typed<u64>,
        /// `slash:hit_parade`: the numbers of comments with at least each score. It has no value if one of them is not a number.
        pub hit_parade: Typed<Vec<u64>>,
    }
}
