//! Atom Threading Extensions: RFC 4685.

use super::read::{Described, Elements};
use super::rows::{FieldChoice, media_type, offer_all, rows, uri};
use super::write::{ElementSink, FeedOrEntry, WriteParts as _};
use crate::model::Link;
use crate::model::threading::{InReplyTo, Threading, ThreadingReplies};
use bozofeed_model::internal::RareFields as _;
use bozofeed_text::media_type::ParsedMediaType;

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
            "type" => media_type via media_type,
            "source" => source via uri,
        }
    }
}

/// Reads the elements and the links. A link without a type leads to a feed of the replies, not to an HTML page (RFC 4685 §4).
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let links = || entry.links.iter().enumerate().filter(|(_, link)| link.rel == "replies");
    let is_page = |(_, link): &(usize, &Link)| {
        link.media_type.as_deref().is_some_and(|name| ParsedMediaType::parse(name).is_html())
    };
    let page = links().find(is_page).and_then(|(at, link)| Some((at, link.href.clone()?)));
    // All links are replies, including the one that becomes the page of the comments: its count is the number of replies.
    let mut replies = Vec::new();
    for (at, link) in links() {
        replies.push(self::replies(link, elements));
        elements.note_link("threading.replies", at, FieldChoice::Added);
    }
    let mut threading = made!(Threading { replies });
    offer_all("threading", &mut threading, elements);
    if threading != Threading::default() {
        entry.set(Some(threading));
    }
    elements.offer_link("comments", &mut entry.rare_mut().comments, page);
}

/// Returns the attributes of a link (RFC 4685 §4). Feeds omit their prefix.
fn replies(link: &Link, elements: Elements<'_>) -> ThreadingReplies {
    let attribute =
        |prefixed, plain| elements.link_attribute(link, prefixed).or(elements.link_attribute(link, plain));
    made!(ThreadingReplies {
        href: link.href.clone(),
        media_type: link.media_type.clone(),
        count: attribute("thr:count", "count").typed::<u64>().unwrap_or_default(),
        updated: attribute("thr:updated", "updated").date().unwrap_or_default(),
    })
}

/// Writes the elements. The replies are among the links.
pub(super) fn write(from: FeedOrEntry<'_>, prefix: &'static str, to: &mut dyn ElementSink) {
    if let FeedOrEntry::Entry(entry) = from {
        entry.get::<Threading>().write_parts(prefix, to);
    }
}
