//! Feed Paging and Archiving: RFC 5005.

use super::read::{Described, Elements};
use super::rows::{offer_all, presence, rows};
use super::write::{ElementSink, FeedOrEntry, WriteParts as _};
use crate::model::Str;
use crate::model::paging::Paging;

pub(super) const URIS: &[&str] = &["http://purl.org/syndication/history/1.0"];

/// Feeds write `prev` where the specification says `previous`.
pub(super) const RELATIONS: &[&str] =
    &["first", "last", "previous", "prev", "next", "current", "prev-archive", "next-archive"];

rows! {
    Paging {
        elements {
            "complete" => complete via presence,
            "archive" => archive via presence,
        }
    }
}

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Feed(feed) = to else { return };
    let mut paging = Paging::default();
    let offer = |field, relation: &str, target: &mut Option<Str>| {
        let mut links = feed.links.iter().enumerate();
        let found = links.find(|(_, link)| link.rel == relation && link.href.is_some());
        elements.offer_link(field, target, found.and_then(|(at, link)| Some((at, link.href.clone()?))));
    };
    offer("paging.first", "first", &mut paging.first);
    offer("paging.previous", "previous", &mut paging.previous);
    // The name used by browsers, a fallback for the registered one.
    offer("paging.previous", "prev", &mut paging.previous);
    offer("paging.next", "next", &mut paging.next);
    offer("paging.last", "last", &mut paging.last);
    offer("paging.current", "current", &mut paging.current);
    offer("paging.prev_archive", "prev-archive", &mut paging.prev_archive);
    offer("paging.next_archive", "next-archive", &mut paging.next_archive);
    offer_all("paging", &mut paging, elements);
    feed.set((paging != Paging::default()).then_some(paging));
}

/// Writes the elements. The pages are among the links.
pub(super) fn write(from: FeedOrEntry<'_>, prefix: &'static str, to: &mut dyn ElementSink) {
    if let FeedOrEntry::Feed(feed) = from {
        feed.get::<Paging>().write_parts(prefix, to);
    }
}
