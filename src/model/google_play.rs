//! Google Play (`googleplay`): <https://support.google.com/podcast-publishers/answer/9889544>.

use super::plain::plain;
use super::{Person, Typed};

plain! {
    /// Google Play (<https://support.google.com/podcast-publishers/answer/9889544>, `googleplay:`).
    pub struct GooglePlay {
        /// `googleplay:author`.
        pub author: Option<Box<Person>>,
        /// `googleplay:owner`, in older feeds `googleplay:email`: an e-mail address.
        pub owner: Option<String>,
        /// `googleplay:description`: plain text.
        pub description: Option<String>,
        /// `googleplay:image`, resolved.
        pub image: Option<String>,
        /// `googleplay:category`.
        pub categories: Vec<String>,
        /// `googleplay:explicit`: `yes` or `no`, in older feeds `clean`.
        pub explicit: Typed<bool>,
        /// `googleplay:block`: whether it is not to be listed.
        pub block: Typed<bool>,
        /// `googleplay:new-feed-url`, resolved.
        pub new_feed_url: Option<String>,
    }
}
