//! The feeds as a list of subscriptions.

use bozofeed_opml::{Opml, Outline};

use crate::db::Feed;

/// The addresses in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// With credentials and secrets.
    Full,
    /// Without; those that are not complete without their secrets are marked.
    Shown,
    /// Only those that everybody can use.
    Public,
}

/// Returns the feeds that are not retired as a list, in their folders.
pub(crate) fn opml(title: &str, feeds: &[Feed], addresses: Addresses) -> Opml {
    let mut list = Opml::new(title);
    for feed in feeds.iter().filter(|feed| feed.retired_at.is_none()) {
        let url = match addresses {
            Addresses::Full => &feed.full_url,
            Addresses::Public if feed.is_private => continue,
            Addresses::Shown | Addresses::Public => &feed.url,
        };
        let mut outline = Outline::feed(feed.name(), url);
        outline.html_url.clone_from(&feed.site);
        // A feed that is in several folders is in each of them, as Feedly writes it.
        let (first, others) =
            feed.folders.split_first().map_or(("", &[][..]), |(first, others)| (first, others));
        for other in others {
            folder(&mut list.outlines, other).push(outline.clone());
        }
        folder(&mut list.outlines, first).push(outline);
    }
    list
}

/// Returns the outlines of a folder, `Sea/Boats`; it is made if it is not there.
fn folder<'o>(mut outlines: &'o mut Vec<Outline>, path: &str) -> &'o mut Vec<Outline> {
    for name in path.split('/').filter(|name| !name.is_empty()) {
        let is_it = |outline: &Outline| !outline.is_feed() && outline.text.as_deref() == Some(name);
        let at = outlines.iter().position(is_it).unwrap_or_else(|| {
            outlines.push(Outline::folder(name, Vec::new()));
            outlines.len() - 1
        });
        outlines = &mut outlines[at].outlines;
    }
    outlines
}
