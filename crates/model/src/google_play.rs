//! Google Play (`googleplay`): <https://support.google.com/podcast-publishers/answer/9889544>.

use super::plain::plain;
use super::{Person, Str, Typed};

plain! {
    /// Google Play (<https://support.google.com/podcast-publishers/answer/9889544>, `googleplay:`).
    pub struct GooglePlay {
        /// `googleplay:author`.
        pub author: Option<Person>,
        /// `googleplay:owner`, in older feeds `googleplay:email`: an e-mail address.
        pub owner: Option<Str>,
        /// `googleplay:description`: plain text.
        pub description: Option<Str>,
        /// `googleplay:image`, resolved.
        pub image: Option<Str>,
        /// `googleplay:category`.
        pub categories: Vec<Str>,
        /// `googleplay:explicit`: `yes` or `no`, in older feeds `clean`.
        pub explicit: Typed<bool>,
        /// `googleplay:block`: whether it must not be listed.
        pub block: Typed<bool>,
        /// `googleplay:new-feed-url`, resolved.
        pub new_feed_url: Option<Str>,
    }
}
