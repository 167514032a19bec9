//! The feeds as a list of subscriptions.

use std::collections::HashMap;

use bozofeed_opml::{Opml, Outline};

use crate::db::Feed;

/// The form of the addresses in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// With credentials and secrets.
    Full,
    /// Without them. Addresses that are incomplete without their secrets are marked.
    Shown,
    /// Only addresses that anyone can use.
    Public,
}

/// Returns the active feeds as a list, in their folders.
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
        // A feed in several folders is written to each of them, as Feedly does.
        let (first, others) =
            feed.folders.split_first().map_or(("", &[][..]), |(first, others)| (first, others));
        for other in others {
            folder(&mut list.outlines, &mut places, other).push(outline.clone());
        }
        folder(&mut list.outlines, &mut places, first).push(outline);
    }
    list
}

/// The index of each folder in its parent's outlines, by the names of its path.
type Places<'f> = HashMap<Vec<&'f str>, usize>;

/// Returns the outlines of a folder, `Sea/Boats`, which is created if necessary.
fn folder<'o, 'f>(
    mut outlines: &'o mut Vec<Outline>,
    places: &mut Places<'f>,
    path: &'f str,
) -> &'o mut Vec<Outline> {
    /// The maximum depth of folders. Each line of the list is indented by its depth, and each feed may be in different
    /// folders.
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
