//! Atom Threading Extensions: RFC 4685.

use super::read::{Described, Element, Elements};
use crate::model::{InReplyTo, Link, Replies, Threading};

pub(super) const URIS: &[&str] =
    &["http://purl.org/syndication/thread/1.0", "http://purl.org/rss/1.0/modules/threading"];

pub(super) const RELATIONS: &[&str] = &["replies"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let replies = || entry.links.iter().filter(|link| link.rel == "replies");
    let is_page = |link: &&Link| link.media_type.as_deref().is_none_or(super::is_html);
    let page = replies().find(is_page).and_then(|link| link.href.clone());
    entry.threading = Some(Box::new(Threading {
        in_reply_to: elements.list("in-reply-to", in_reply_to),
        total: elements.text("total").number(),
        replies: replies().map(|link| self::replies(link, elements)).collect(),
    }));
    if entry.comments.is_none() && !elements.follows_feedparser() {
        entry.comments = page;
    }
}

fn in_reply_to(element: &Element<'_>) -> InReplyTo {
    InReplyTo {
        reference: element.attribute("ref").string(),
        href: element.uri("href"),
        media_type: element.attribute("type").string(),
        source: element.uri("source"),
    }
}

/// Returns the attributes of a link (RFC 4685 §4). Feeds leave out their prefix.
fn replies(link: &Link, elements: Elements<'_>) -> Replies {
    let attribute =
        |prefixed, plain| elements.link_attribute(link, prefixed).or(elements.link_attribute(link, plain));
    Replies {
        href: link.href.clone(),
        media_type: link.media_type.clone(),
        count: attribute("thr:count", "count").number(),
        updated: attribute("thr:updated", "updated").date(),
    }
}
