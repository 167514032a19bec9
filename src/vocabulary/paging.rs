//! Feed Paging and Archiving: RFC 5005.

use super::read::{Described, Elements};
use super::rows::{offer_all, presence, rows};
use crate::model::Paging;

pub(super) const URIS: &[&str] = &["http://purl.org/syndication/history/1.0"];

/// `prev` is what feeds write where the specification says `previous`.
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
    let link = |relation: &str| {
        let found = feed.links.iter().find(|link| link.rel == relation);
        found.and_then(|link| link.href.clone())
    };
    let mut paging = Paging {
        first: link("first"),
        previous: link("previous").or_else(|| link("prev")),
        next: link("next"),
        last: link("last"),
        current: link("current"),
        prev_archive: link("prev-archive"),
        next_archive: link("next-archive"),
        ..Paging::default()
    };
    offer_all(&mut paging, elements);
    feed.rare_mut().paging = (paging != Paging::default()).then(|| Box::new(paging));
}
