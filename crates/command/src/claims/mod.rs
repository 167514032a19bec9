//! Selection among entries of several feeds with the same identity: it decides which of them are shown, and which one keeps the
//! identity.
//!
//! Anyone can publish an entry with the identifier, the link and the words of another, and even be first. So an entry is only hidden
//! by one with the same link whose feed is published where the link leads: on the same host, in a folder that contains the page, and
//! closer to it than the feed of the hidden entry. In all other cases, both are shown. A feed's statements about itself hide
//! nothing: only the address from which it was read counts.

mod place;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use place::Page;
pub use place::Place;

/// An entry with the place of its feed and the page that it links to.
#[derive(Debug, Clone)]
pub struct Claim<'c> {
    /// The place where the feed is published, if known.
    pub place: Option<&'c Place>,
    /// The page that the feed declares as its own. Any feed can declare any page, so this only decides which of the visible entries
    /// keeps the identity.
    pub home: Option<&'c Place>,
    /// The page of the entry.
    pub link: Option<&'c str>,
    /// A number that is smaller for entries that were seen earlier.
    pub first_seen: i64,
}

/// The outcome for an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Whether another entry with the same link is shown instead.
    pub is_hidden: bool,
    /// Whether it keeps the identity.
    pub owns_identity: bool,
}

/// The proximity of an entry's feed to the page that the entry links to.
struct Nearness {
    /// The number of path segments shared by the feed and the page; `None` if they are on different hosts.
    common: Option<usize>,
    /// This number, if the feed is published in a folder that contains the page.
    held: Option<usize>,
    /// This number for the page that the feed declares as its own.
    at_home: Option<usize>,
}

impl Nearness {
    fn of(claim: &Claim<'_>) -> Self {
        let page = claim.link.and_then(Page::of);
        let near = |place: Option<&Place>, measure: fn(&Place, &Page) -> Option<usize>| {
            measure(place?, page.as_ref()?)
        };
        Self {
            common: near(claim.place, Place::common),
            held: near(claim.place, Place::holds),
            at_home: near(claim.home, Place::holds),
        }
    }
}

/// Decides about all entries with an identity. Among entries of one publisher with the same link, the first in the list is shown.
pub fn standings(identity: &str, claims: &[Claim<'_>]) -> Vec<Standing> {
    let near: Vec<Nearness> = claims.iter().map(Nearness::of).collect();
    let mut nearest: HashMap<&str, Option<usize>> = HashMap::new();
    for (claim, near) in claims.iter().zip(&near) {
        if let Some(link) = claim.link {
            let nearest = nearest.entry(link).or_default();
            *nearest = near.held.max(*nearest);
        }
    }
    let mut seen = HashSet::new();
    let is_hidden = claims.iter().zip(&near).map(|(claim, near)| {
        let Some(link) = claim.link else { return false };
        // Two feeds in one folder, such as Atom and RSS, have the same publisher: the first one is enough.
        let is_repeated = claim.place.is_some_and(|place| !seen.insert((link, place.publisher())));
        is_repeated || nearest.get(link).copied().flatten() > near.common
    });
    let is_hidden: Vec<bool> = is_hidden.collect();
    let page = Page::of(identity);
    let shown = claims.iter().zip(&near).zip(&is_hidden).enumerate();
    let shown = shown.filter(|(_, (_, is_hidden))| !**is_hidden);
    let owner = shown.max_by_key(|(_, ((claim, near), _))| {
        let of_identity = claim.place.zip(page.as_ref()).and_then(|(place, page)| place.holds(page));
        (of_identity, near.held, near.at_home.is_some(), Reverse(claim.first_seen))
    });
    let owner = owner.map(|(position, _)| position);
    let standing = |(position, is_hidden)| Standing { is_hidden, owns_identity: owner == Some(position) };
    is_hidden.into_iter().enumerate().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds with an entry of the same identity and link, and the indices of the visible ones, whichever was first.
    #[rustfmt::skip]
    const TABLE: &[(&str, &[&str], &[usize])] = &[
        // Another host, with the victim's link.
        ("https://harbour.example/1", &["https://harbour.example/feed", "https://thief.example/"], &[0]),
        ("https://harbour.example/2026/1", &["https://harbour.example/feed.xml", "https://thief.example/2026/feed"], &[0]),
        ("https://harbour.example/2026/1", &["https://harbour.example/", "https://thief.example/", "https://b.example/"], &[0]),
        ("https://harbour.example/1", &["https://harbour.example/news", "https://thief.example/1"], &[0]),
        ("https://harbour.example/?p=1", &["https://harbour.example/?feed=rss2", "https://thief.example/?feed=rss2"], &[0]),
        // No feed is at the link's host: all are shown.
        ("https://harbour.example/1", &["https://a.example/", "https://b.example/"], &[0, 1]),
        ("https://harbour.example/1", &["https://proxy.example/harbour", "https://proxy.example/thief"], &[0, 1]),
        ("https://harbour.example/1", &["https://proxy.example/harbour", "https://thief.example/"], &[0, 1]),
        // Elsewhere on the same host.
        ("https://host.example/~anna/1", &["https://host.example/~anna/feed", "https://host.example/~mallory/feed"], &[0]),
        ("https://host.example/~anna/1", &["https://host.example/~anna/blog/feed/", "https://host.example/~mallory/"], &[0, 1]),
        ("https://host.example/~anna/1", &["https://host.example/~anna/feed/atom/", "https://host.example/~mallory/feed/"], &[0]),
        ("https://host.example/blog/anna/1", &["https://host.example/blog/anna", "https://host.example/blog/mallory"], &[0]),
        ("https://host.example/@anna/1", &["https://host.example/@anna.rss", "https://host.example/@mallory.rss"], &[0]),
        ("https://host.example/anna/1", &["https://host.example/feed/anna", "https://host.example/feed/mallory"], &[0, 1]),
        ("https://host.example/anna/1", &["https://host.example/feed?of=anna", "https://host.example/feed?of=mallory"], &[0, 1]),
        ("https://host.example/anna/1", &["https://host.example/anna.xml", "https://host.example/feed?of=anna"], &[0]),
        ("https://host.example/1", &["https://host.example/anna", "https://host.example/mallory"], &[0, 1]),
        // A name that begins like the victim's, or differs in case.
        ("https://host.example/anna/1", &["https://host.example/anna/feed", "https://host.example/ann/feed"], &[0]),
        ("https://host.example/ann/1", &["https://host.example/ann/feed", "https://host.example/anna/feed"], &[0]),
        ("https://host.example/Anna/1", &["https://host.example/Anna/feed", "https://host.example/anna/feed"], &[0]),
        // A victim whose feed is elsewhere is not hidden by a neighbour on the host, whether its path is shorter, longer or of equal
        // length.
        ("https://host.example/~anna/1", &["https://proxy.example/anna", "https://host.example/~mallory/feed"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://proxy.example/anna", "https://host.example/blog/mallory"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://proxy.example/anna", "https://host.example/blog/mallory.xml"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://host.example/anna.xml", "https://host.example/blog/mallory/feed"], &[0, 1]),
        ("https://host.example/anna/1", &["https://proxy.example/anna", "https://host.example/?user=mallory"], &[0, 1]),
        // The feed of the host and the feed of a folder.
        ("https://host.example/~anna/1", &["https://host.example/~anna/feed", "https://host.example/feed"], &[0]),
        ("https://host.example/~anna/1", &["https://host.example/feed", "https://host.example/~mallory/feed"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://host.example/feed", "https://host.example/blog/mallory/feed"], &[0, 1]),
        ("https://host.example/1", &["https://host.example/feed", "https://host.example/~mallory/feed"], &[0, 1]),
        ("https://host.example/a/b/1", &["https://host.example/a/b/feed", "https://host.example/a/feed", "https://host.example/"], &[0]),
        // Spellings.
        ("https://host.example/~anna/1", &["https://host.example/%7Eanna/feed", "https://host.example/%7emallory/feed"], &[0]),
        ("https://host.example/%7eanna/1", &["https://HOST.example./~anna/feed", "https://host.example/~mallory/feed"], &[0]),
        ("https://host.example/~anna/1", &["https://host.example/~anna/feed", "https://host.example/~anna/../~mallory/feed"], &[0]),
        ("https://host.example/~anna/1", &["https://host.example/~anna/feed", "https://host.example/~anna/%2e%2E/~mallory/feed"], &[0]),
        ("https://host.example/~anna/1", &["https://host.example/~anna/feed", "https://host.example/~anna%2Ffeed"], &[0]),
        ("https://host.example/%C3%A4/1", &["https://host.example/ä/feed", "https://host.example/%c3%a4b/feed"], &[0]),
        ("https://host.example/a//b/1", &["https://host.example//a/b/feed", "https://host.example/c/feed"], &[0]),
        ("https://xn--bcher-kva.example/1", &["https://bücher.example/feed", "https://thief.example/"], &[0]),
        // Different ports are different servers, perhaps of different owners; schemes and `www.` make no difference.
        ("https://host.example/1", &["https://host.example/feed", "https://host.example:8443/feed"], &[0]),
        ("https://host.example/1", &["https://proxy.example/", "https://host.example:8443/feed"], &[0, 1]),
        ("http://host.example:8080/1", &["http://host.example:8080/feed", "http://host.example/feed"], &[0]),
        ("https://host.example/1", &["http://host.example/feed", "https://thief.example/"], &[0]),
        ("http://www.host.example/1", &["https://host.example:443/feed", "https://thief.example/"], &[0]),
        ("https://host.example/1", &["https://www.host.example/feed", "https://www2.host.example/"], &[0]),
        // Parent and child domains may have different owners.
        ("https://host.example/1", &["https://host.example/feed", "https://mallory.host.example/feed"], &[0]),
        ("https://anna.host.example/1", &["https://anna.host.example/feed", "https://host.example/mallory/feed"], &[0]),
        ("https://host.example/1", &["https://feeds.host.example/", "https://thief.example/"], &[0, 1]),
        ("https://host.example/1", &["https://proxy.example/", "https://mallory.host.example/feed"], &[0, 1]),
        ("https://anna.host.example/1", &["https://mallory.host.example/feed", "https://proxy.example/"], &[0, 1]),
        ("https://host.example/1", &["https://host.example/feed", "https://nothost.example/", "https://example/"], &[0]),
        ("https://host.example/1", &["https://host.example/feed", "https://host.example.thief.example/feed"], &[0]),
        ("https://host.example/1", &["https://host.example/feed", "https://host.example@thief.example/feed"], &[0]),
    ];

    /// An entry and the address of its feed.
    #[derive(Debug)]
    struct Copy {
        link: Option<String>,
        feed_url: &'static str,
    }

    fn copies(link: Option<&str>, feeds: impl Iterator<Item = &'static str>) -> Vec<Copy> {
        feeds.map(|feed_url| Copy { link: link.map(str::to_owned), feed_url }).collect()
    }

    fn decide(identity: &str, copies: &[Copy]) -> Vec<Standing> {
        let places: Vec<Option<Place>> = copies.iter().map(|copy| Place::of(copy.feed_url)).collect();
        let claims = (1..).zip(copies).zip(&places).map(|((first_seen, copy), place)| Claim {
            place: place.as_ref(),
            home: None,
            link: copy.link.as_deref(),
            first_seen,
        });
        standings(identity, &claims.collect::<Vec<_>>())
    }

    fn shown(identity: &str, copies: &[Copy]) -> Vec<String> {
        let standings = decide(identity, copies);
        let owners = standings.iter().filter(|standing| standing.owns_identity);
        assert!(owners.clone().all(|owner| !owner.is_hidden) && owners.count() == 1, "{copies:?}");
        let shown = copies.iter().zip(&standings).filter(|(_, standing)| !standing.is_hidden);
        let mut shown: Vec<String> = shown.map(|(copy, _)| copy.feed_url.to_owned()).collect();
        shown.sort();
        shown
    }

    #[test]
    fn nobody_hides_the_entry_of_another() {
        let mut wrong = Vec::new();
        for (link, feeds, expected) in TABLE {
            let mut expected: Vec<&str> = expected.iter().map(|at| feeds[*at]).collect();
            expected.sort_unstable();
            for identity in ["tag:harbour.example,2026:1", link] {
                for (order, copies) in [
                    ("first", copies(Some(link), feeds.iter().copied())),
                    ("last", copies(Some(link), feeds.iter().rev().copied())),
                ] {
                    let shown = shown(identity, &copies);
                    if shown != expected {
                        wrong.push(format!("{link} {feeds:?}, victim {order}: {shown:?}"));
                    }
                }
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }

    #[test]
    fn entries_with_different_links_or_none_are_different() {
        let feeds = ["https://harbour.example/feed", "https://thief.example/"];
        assert_eq!(shown("urn:x:1", &copies(None, feeds.into_iter())), feeds);
        let mut other = copies(Some("https://harbour.example/1"), feeds.into_iter());
        for link in
            [None, Some("https://thief.example/1"), Some("https://harbour.example/2"), Some("not a URL")]
        {
            other[1].link = link.map(str::to_owned);
            assert_eq!(shown("urn:x:1", &other), feeds, "{link:?}");
        }
    }

    #[test]
    fn of_two_feeds_of_one_folder_the_first_is_shown() {
        for (feeds, expected) in [
            (["https://h.example/atom.xml", "https://h.example/rss.xml"], 1),
            (["https://h.example/feed/", "https://www.h.example/feed/atom/"], 1),
            (["https://h.example/a.rss", "https://h.example/a/feed.json"], 1),
            (["https://proxy.example/a.rss", "https://proxy.example/a/atom"], 1),
            (["https://h.example/a.rss", "https://h.example/b.rss"], 2),
            (["https://h.example/feed?a", "https://h.example/feed?b"], 2),
            (["https://h.example/feed?a", "https://h.example/feed"], 2),
            (["https://h.example/feed", "https://h.example:81/feed"], 1),
        ] {
            let shown = shown("urn:x:1", &copies(Some("https://h.example/1"), feeds.into_iter()));
            assert_eq!(shown.len(), expected, "{feeds:?}: {shown:?}");
        }
    }

    #[test]
    fn who_publishes_an_identity_keeps_it() {
        let own = |position: usize, identity: &str, feeds: [&'static str; 2], links: [&str; 2]| {
            let mut copies = copies(None, feeds.into_iter());
            for (copy, link) in copies.iter_mut().zip(links) {
                copy.link = Some(link.to_owned());
            }
            let owner = decide(identity, &copies).iter().position(|standing| standing.owns_identity);
            assert_eq!(owner, Some(position), "{identity} {feeds:?}");
        };
        let (thief, harbour) = ("https://thief.example/feed", "https://harbour.example/feed");
        let links = ["https://thief.example/1", "https://harbour.example/1"];
        own(1, "https://harbour.example/1", [thief, harbour], links);
        own(
            1,
            "https://harbour.example/~anna/1",
            ["https://harbour.example/~mallory/", "https://harbour.example/~anna/"],
            links,
        );
        // The owner is unknown: the first one keeps the identity, and both are shown.
        own(0, "tag:harbour.example,2026:1", [thief, harbour], links);
    }

    #[test]
    fn a_home_that_a_feed_names_hides_nobody() {
        let (harbour, thief) = (Place::of("https://harbour.example/"), Place::of("https://thief.example/"));
        let (harbour, thief) = (harbour.as_ref(), thief.as_ref());
        let link = Some("https://harbour.example/1");
        for (homes, owner) in [([harbour, thief], 0), ([thief, harbour], 1), ([harbour, harbour], 0)] {
            let claim = |(first_seen, home)| Claim { place: None, home, link, first_seen };
            let found = standings("urn:x:1", &[(1, homes[0]), (2, homes[1])].map(claim));
            assert!(found.iter().all(|standing| !standing.is_hidden), "{found:?}");
            assert_eq!(found.iter().position(|standing| standing.owns_identity), Some(owner), "{homes:?}");
        }
    }
}
