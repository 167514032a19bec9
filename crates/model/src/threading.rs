//! Atom Threading Extensions (`thr`): [RFC 4685](https://www.rfc-editor.org/rfc/rfc4685).

use super::plain::plain;
use super::{Date, Str, Typed};

plain! {
    /// The entries that an entry replies to, and its replies (RFC 4685, Atom Threading Extensions).
    pub struct Threading {
        /// `thr:in-reply-to` (§3).
        pub in_reply_to: Vec<InReplyTo>,
        /// `thr:total`: the number of responses (§5).
        pub total: Typed<u64>,
        /// The links with the relation `replies` (§4).
        pub replies: Vec<ThreadingReplies>,
    }
}

plain! {
    /// The entry that is replied to: `thr:in-reply-to` (RFC 4685 §3).
    pub struct InReplyTo {
        /// The identifier of the entry. Required by the specification.
        pub reference: Option<Str>,
        /// The URL, resolved.
        pub href: Option<Str>,
        /// Its media type.
        pub media_type: Option<Str>,
        /// The feed of the entry, resolved.
        pub source: Option<Str>,
    }
}

plain! {
    /// The location of replies: a link with the relation `replies` (RFC 4685 §4).
    pub struct ThreadingReplies {
        /// The URL, resolved.
        pub href: Option<Str>,
        /// The media type.
        pub media_type: Option<Str>,
        /// `thr:count`: the number of replies.
        pub count: Typed<u64>,
        /// `thr:updated`: the date of the last reply.
        pub updated: Date,
    }
}
