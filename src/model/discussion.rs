//! Discussions of an entry: threads, comments, trackbacks.

use std::borrow::Cow;
use std::sync::Arc;

use super::plain::plain;
use super::{Date, Typed};

plain! {
    /// The entries that an entry answers, and its answers (RFC 4685, Atom Threading Extensions).
    pub struct Threading {
        /// `thr:in-reply-to` (§3).
        pub in_reply_to: Vec<InReplyTo>,
        /// `thr:total`: the number of responses (§5).
        pub total: Typed<u64>,
        /// The links with the relation `replies` (§4).
        pub replies: Vec<Replies>,
    }
}

plain! {
    /// An entry that is answered: `thr:in-reply-to` (RFC 4685 §3).
    pub struct InReplyTo {
        /// The identifier of the entry. Required by the specification.
        pub reference: Option<String>,
        /// The URL, resolved.
        pub href: Option<String>,
        /// Its media type.
        pub media_type: Option<String>,
        /// The feed of the entry, resolved.
        pub source: Option<String>,
    }
}

plain! {
    /// The place of responses: a link with the relation `replies` (RFC 4685 §4).
    pub struct Replies {
        /// The URL, resolved.
        pub href: Option<Arc<str>>,
        /// The media type.
        pub media_type: Option<Cow<'static, str>>,
        /// `thr:count`: the number of responses.
        pub count: Typed<u64>,
        /// `thr:updated`: the date of the last one.
        pub updated: Option<Date>,
    }
}

plain! {
    /// The Slash module (story sites, <https://web.resource.org/rss/1.0/modules/slash/>).
    pub struct Slash {
        /// `slash:section`.
        pub section: Option<String>,
        /// `slash:department`.
        pub department: Option<String>,
        /// `slash:comments`: the number of comments.
        pub comments: Typed<u64>,
        /// `slash:hit_parade`: the numbers of comments from each score up. Without a value if one of them is not a number.
        pub hit_parade: Typed<Vec<u64>>,
    }
}

plain! {
    /// The Comment API, for sending and reading comments (<http://wellformedweb.org/news/wfw_namespace_elements>).
    pub struct CommentApi {
        /// `wfw:comment`: the URL to post a comment to, resolved.
        pub comment: Option<String>,
        /// `wfw:commentRss`: the feed of the comments, resolved.
        pub comment_rss: Option<String>,
    }
}

plain! {
    /// `TrackBack` (<http://madskills.com/public/xml/rss/module/trackback/>).
    pub struct Trackback {
        /// `trackback:ping`: the URL to send a ping to, resolved.
        pub ping: Option<String>,
        /// `trackback:about`: the URLs that were pinged, resolved.
        pub about: Vec<String>,
    }
}

plain! {
    /// Pingback (<http://madskills.com/public/xml/rss/module/pingback/>).
    pub struct Pingback {
        /// `pingback:server`: the URL to send a pingback to, resolved.
        pub server: Option<String>,
        /// `pingback:target`: the URL to be pinged, resolved.
        pub target: Option<String>,
        /// `pingback:about`: the URLs that were pinged, resolved.
        pub about: Vec<String>,
    }
}
