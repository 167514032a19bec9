//! The Comment API (`wfw`): <http://wellformedweb.org/news/wfw_namespace_elements>.

use super::Str;
use super::plain::plain;

plain! {
    /// The Comment API, for sending and reading comments (<http://wellformedweb.org/news/wfw_namespace_elements>).
    pub struct CommentApi {
        /// `wfw:comment`: the URL to post a comment to, resolved.
        pub comment: Option<Str>,
        /// `wfw:commentRss`: the feed of the comments, resolved.
        pub comment_rss: Option<Str>,
    }
}
