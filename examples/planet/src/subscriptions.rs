//! The feeds as a list of subscriptions.

use std::collections::HashMap;

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
    let mut places = Places::new();
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
            folder(&mut list.outlines, &mut places, other).push(outline.clone());
        }
        folder(&mut list.outlines, &mut places, first).push(outline);
    }
    list
}

/// The place of each folder among the outlines around it, by the names of its path.
type Places<'f> = HashMap<Vec<&'f str>, usize>;

/// Returns the outlines of a folder, `Sea/Boats`; it is made if it is not there.
fn folder<'o, 'f>(
    mut outlines: &'o mut Vec<Outline>,
    places: &mut Places<'f>,
    path: &'f str,
) -> &'o mut Vec<Outline> {
    /// How deep folders are. Each line of the list is indented by its depth, and each feed may have folders of its own.
    const DEEPEST: usize = 16;
    let names: Vec<_> = path.splitn(DEEPEST, '/').filter(|name| !name.is_empty()).collect();
    for depth in 1..=names.len() {
        let path = &names[..depth];
        let at = places.get(path).copied().unwrap_or_else(|| {
            outlines.push(Outline::folder(path[depth - 1], Vec::new()));
            places.insert(path.to_vec(), outlines.len() - 1);
            outlines.len() - 1
        });
        outlines = &mut outlines[at].outlines;
    }
    outlines
}
