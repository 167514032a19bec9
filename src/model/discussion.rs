//! What is said about an entry elsewhere: threads, comments, trackbacks.

use std::borrow::Cow;
use std::sync::Arc;

use super::plain::plain;
use super::{Date, Typed};

plain! {
    /// What an entry answers, and what answers it (RFC 4685, Atom Threading Extensions).
    pub struct Threading {
        /// `thr:in-reply-to` (§3).
        pub in_reply_to: Vec<InReplyTo>,
        /// `thr:total`: how many responses there are (§5).
        pub total: Option<Typed<u64>>,
        /// The links with the relation `replies` (§4).
        pub replies: Vec<Replies>,
    }
}

plain! {
    /// What an entry answers: `thr:in-reply-to` (RFC 4685 §3).
    pub struct InReplyTo {
        /// The identifier of what is answered. Required by the specification.
        pub reference: Option<String>,
        /// Where it is, resolved.
        pub href: Option<String>,
        /// Its media type.
        pub media_type: Option<String>,
        /// The feed that it is in, resolved.
        pub source: Option<String>,
    }
}

plain! {
    /// Where responses are: a link with the relation `replies` (RFC 4685 §4).
    pub struct Replies {
        /// Where they are, resolved.
        pub href: Option<Arc<str>>,
        /// The media type.
        pub media_type: Option<Cow<'static, str>>,
        /// `thr:count`: how many there are.
        pub count: Option<Typed<u64>>,
        /// `thr:updated`: when the last one came.
        pub updated: Option<Date>,
    }
}

plain! {
    /// What Slash sites say of a story (<https://web.resource.org/rss/1.0/modules/slash/>).
    pub struct Slash {
        /// `slash:section`.
        pub section: Option<String>,
        /// `slash:department`.
        pub department: Option<String>,
        /// `slash:comments`: how many comments there are.
        pub comments: Option<Typed<u64>>,
        /// `slash:hit_parade`: how many comments there are from each score up. Without a value where one is no number.
        pub hit_parade: Option<Typed<Vec<u64>>>,
    }
}

plain! {
    /// Where comments are sent and read (<http://wellformedweb.org/news/wfw_namespace_elements>).
    pub struct CommentApi {
        /// `wfw:comment`: where to post a comment, resolved.
        pub comment: Option<String>,
        /// `wfw:commentRss`: the feed of the comments, resolved.
        pub comment_rss: Option<String>,
    }
}

plain! {
    /// `TrackBack` (<http://madskills.com/public/xml/rss/module/trackback/>).
    pub struct Trackback {
        /// `trackback:ping`: where to send a ping, resolved.
        pub ping: Option<String>,
        /// `trackback:about`: what was pinged, resolved.
        pub about: Vec<String>,
    }
}

plain! {
    /// Pingback (<http://madskills.com/public/xml/rss/module/pingback/>).
    pub struct Pingback {
        /// `pingback:server`: where to send a pingback, resolved.
        pub server: Option<String>,
        /// `pingback:target`: the URL to be pinged, resolved.
        pub target: Option<String>,
        /// `pingback:about`: what was pinged, resolved.
        pub about: Vec<String>,
    }
}
