//! The `blogChannel` module: <http://backend.userland.com/blogChannelModule>.

use super::Str;
use super::plain::plain;

plain! {
    /// The reading list of the author (<http://backend.userland.com/blogChannelModule>). Links are resolved.
    pub struct BlogChannel {
        /// `blogChannel:blogRoll`: an OPML file of the weblogs that the page lists.
        pub blog_roll: Option<Str>,
        /// `blogChannel:mySubscriptions`: an OPML file of the feeds that the author reads.
        pub my_subscriptions: Option<Str>,
        /// `blogChannel:blink`: a weblog that the author recommends.
        pub blink: Option<Str>,
        /// `blogChannel:changes`: a `changes.xml` with the changes of the weblog.
        pub changes: Option<Str>,
    }
}
