//! Atom Threading Extensions: RFC 4685.

use super::read::{Described, Elements};
use super::rows::{offer_all, rows, uri};
use crate::model::{InReplyTo, Link, Replies, Threading};

pub(super) const URIS: &[&str] =
    &["http://purl.org/syndication/thread/1.0", "http://purl.org/rss/1.0/modules/threading"];

pub(super) const RELATIONS: &[&str] = &["replies"];

rows! {
    Threading {
        elements {
            "in-reply-to" => in_reply_to,
            "total" => total,
        }
    }
}

rows! {
    InReplyTo {
        attributes {
            "ref" => reference,
            "href" => href via uri,
            "type" => media_type as MediaType,
            "source" => source via uri,
        }
    }
}

/// Reads the elements and the links. A link without a type leads to a feed of the replies, not to their page (RFC 4685 §4).
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let links = || entry.links.iter().filter(|link| link.rel == "replies");
    let is_page = |link: &&Link| link.media_type.as_deref().is_some_and(super::is_html);
    let page = links().find(is_page).and_then(|link| link.href.clone());
    let replies: Vec<Replies> = links().map(|link| self::replies(link, elements)).collect();
    let mut threading = Threading { replies, ..Threading::default() };
    offer_all(&mut threading, elements);
    if threading != Threading::default() {
        entry.rare_mut().threading = Some(Box::new(threading));
    }
    if page.is_some() && entry.comments().is_none() && !elements.follows_feedparser() {
        entry.rare_mut().comments = page;
    }
}

/// Returns the attributes of a link (RFC 4685 §4). Feeds leave out their prefix.
fn replies(link: &Link, elements: Elements<'_>) -> Replies {
    let attribute =
        |prefixed, plain| elements.link_attribute(link, prefixed).or(elements.link_attribute(link, plain));
    Replies {
        href: link.href.clone(),
        media_type: link.media_type.clone(),
        count: attribute("thr:count", "count").typed::<u64>().unwrap_or_default(),
        updated: attribute("thr:updated", "updated").date(),
    }
}
