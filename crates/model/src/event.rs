//! The event module of RSS 1.0 (`ev`): <https://web.resource.org/rss/1.0/modules/event/>.

use super::plain::plain;
use super::{Date, Str};

plain! {
    /// An event that an entry announces (<https://web.resource.org/rss/1.0/modules/event/>).
    pub struct Event {
        /// `ev:startdate`: the beginning.
        pub start: Date,
        /// `ev:enddate`: the end.
        pub end: Date,
        /// `ev:location`: the place, as text or as a URI.
        pub location: Option<Str>,
        /// `ev:organizer`: the organizer, as text or as a URI.
        pub organizer: Option<Str>,
        /// `ev:type`: `meeting`, `deadline`, `conference` …
        pub kind: Option<Str>,
    }
}
