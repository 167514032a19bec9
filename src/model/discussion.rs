//! What is said about an entry elsewhere: threads, comments, trackbacks.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Date, Typed};

/// What an entry answers, and what answers it (RFC 4685, Atom Threading Extensions).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Threading {
    /// `thr:in-reply-to` (§3).
    pub in_reply_to: Vec<InReplyTo>,
    /// `thr:total`: how many responses there are (§5).
    pub total: Option<Typed<u64>>,
    /// The links with the relation `replies` (§4).
    pub replies: Vec<Replies>,
}

/// What an entry answers: `thr:in-reply-to` (RFC 4685 §3).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct InReplyTo {
    /// The identifier of what is answered. Required by the specification.
    #[cfg_attr(feature = "serde", serde(rename = "ref"))]
    pub reference: Option<String>,
    /// Where it is, resolved.
    pub href: Option<String>,
    /// Its media type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub media_type: Option<String>,
    /// The feed that it is in, resolved.
    pub source: Option<String>,
}

/// Where responses are: a link with the relation `replies` (RFC 4685 §4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Replies {
    /// Where they are, resolved.
    pub href: Option<Arc<str>>,
    /// The media type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub media_type: Option<Cow<'static, str>>,
    /// `thr:count`: how many there are.
    pub count: Option<Typed<u64>>,
    /// `thr:updated`: when the last one came.
    pub updated: Option<Date>,
}

/// What Slash sites say of a story (<https://web.resource.org/rss/1.0/modules/slash/>).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
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

/// Where comments are sent and read (<http://wellformedweb.org/news/wfw_namespace_elements>).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CommentApi {
    /// `wfw:comment`: where to post a comment, resolved.
    pub comment: Option<String>,
    /// `wfw:commentRss`: the feed of the comments, resolved.
    pub comment_rss: Option<String>,
}

/// `TrackBack` (<http://madskills.com/public/xml/rss/module/trackback/>).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Trackback {
    /// `trackback:ping`: where to send a ping, resolved.
    pub ping: Option<String>,
    /// `trackback:about`: what was pinged, resolved.
    pub about: Vec<String>,
}

/// Pingback (<http://madskills.com/public/xml/rss/module/pingback/>).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Pingback {
    /// `pingback:server`: where to send a pingback, resolved.
    pub server: Option<String>,
    /// `pingback:target`: the URL to be pinged, resolved.
    pub target: Option<String>,
    /// `pingback:about`: what was pinged, resolved.
    pub about: Vec<String>,
}
