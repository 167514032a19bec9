//! The choice among entries with the same identity: those that are shown, and the one that keeps it in the site's feed.
//!
//! Anybody can publish an entry with the identifier, the link and the words of another, and be there first. So an entry is
//! hidden only by one with the same link whose feed is published where the link leads: on its host, in a folder that holds the
//! page, and further down than the feed of the hidden one. In all other cases both are shown.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::iri::is_identifier;
use super::place::{Page, Place};
use crate::db::{self, Copy, Database, Headline};

/// The identities that several entries have.
pub(super) struct Claims<'d> {
    database: &'d Database,
    /// `None`: it is looked up for each entry, since few are asked for.
    repeated: Option<HashSet<String>>,
    /// The decisions, by the numbers of the entries.
    decided: RefCell<HashMap<i64, Standing>>,
}

/// The outcome for an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing {
    /// Whether another entry with the same link is shown instead.
    pub(super) is_hidden: bool,
    /// Whether the identity is its identifier in the site's feed.
    pub(super) owns_identity: bool,
}

impl<'d> Claims<'d> {
    /// `is_for_all`: all entries are asked for.
    pub(super) fn new(database: &'d Database, is_for_all: bool) -> Result<Self, db::Error> {
        let repeated = if is_for_all { Some(database.repeated_identities()?) } else { None };
        Ok(Self { database, repeated, decided: RefCell::default() })
    }

    /// Decides whether an entry is shown.
    pub(super) fn decide(&self, entry: &Headline) -> Result<Standing, db::Error> {
        // `1` is an identity that two feeds may use for different entries.
        let is_global = is_identifier(&entry.identity);
        let alone = Standing { is_hidden: false, owns_identity: is_global };
        if !is_global || self.repeated.as_ref().is_some_and(|repeated| !repeated.contains(&entry.identity)) {
            return Ok(alone);
        }
        let mut decided = self.decided.borrow_mut();
        if !decided.contains_key(&entry.id) {
            decided.extend(standings(&entry.identity, &self.database.copies(&entry.identity)?));
        }
        Ok(decided.get(&entry.id).copied().unwrap_or(alone))
    }
}

/// An entry, and how near its feed is to the page that it links to.
struct Claim<'c> {
    copy: &'c Copy,
    place: Option<Place>,
    /// How many parts of the path the feed and the page have in common; `None` if they are on different hosts.
    common: Option<usize>,
    /// The same, if the feed is published in a folder that holds the page.
    held: Option<usize>,
}

/// Decides about the entries with an identity, which are in the order in which they were first seen.
fn standings(identity: &str, copies: &[Copy]) -> Vec<(i64, Standing)> {
    let claims: Vec<Claim<'_>> = copies
        .iter()
        .map(|copy| {
            let place = Place::of(&copy.feed_url);
            let near = |measure: fn(&Place, &Page) -> Option<usize>| {
                measure(place.as_ref()?, &Page::of(copy.link.as_deref()?)?)
            };
            let (common, held) = (near(Place::common), near(Place::holds));
            Claim { copy, place, common, held }
        })
        .collect();
    let mut nearest: HashMap<&str, Option<usize>> = HashMap::new();
    for claim in &claims {
        if let Some(link) = &claim.copy.link {
            let nearest = nearest.entry(link).or_default();
            *nearest = claim.held.max(*nearest);
        }
    }
    let mut seen = HashSet::new();
    let is_hidden = claims.iter().map(|claim| {
        let Some(link) = claim.copy.link.as_deref() else { return false };
        // Two feeds of one folder, such as Atom and RSS, are of one publisher: the first one suffices.
        let is_repeated = claim.place.as_ref().is_some_and(|place| !seen.insert((link, place.publisher())));
        is_repeated || nearest.get(link).copied().flatten() > claim.common
    });
    let is_hidden: Vec<bool> = is_hidden.collect();
    let page = Page::of(identity);
    let rank = |claim: &Claim<'_>| {
        let of_identity = claim.place.as_ref().zip(page.as_ref()).and_then(|(place, page)| place.holds(page));
        (of_identity, claim.held, Reverse(claim.copy.id))
    };
    let shown = claims.iter().zip(&is_hidden).filter(|(_, is_hidden)| !**is_hidden).map(|(claim, _)| claim);
    let owner = shown.max_by_key(|claim| rank(claim)).map(|claim| claim.copy.id);
    let standing = |(claim, is_hidden): (&Claim<'_>, &bool)| {
        let id = claim.copy.id;
        (id, Standing { is_hidden: *is_hidden, owns_identity: owner == Some(id) })
    };
    claims.iter().zip(&is_hidden).map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds with an entry of the same identity and link, and which of them are shown, whichever was first.
    #[rustfmt::skip]
    const TABLE: &[(&str, &[&str], &[usize])] = &[
        // Another host, with the link of the victim.
        ("https://harbour.example/1", &["https://harbour.example/feed", "https://thief.example/"], &[0]),
        ("https://harbour.example/2026/1", &["https://harbour.example/feed.xml", "https://thief.example/2026/feed"], &[0]),
        ("https://harbour.example/2026/1", &["https://harbour.example/", "https://thief.example/", "https://b.example/"], &[0]),
        ("https://harbour.example/1", &["https://harbour.example/news", "https://thief.example/1"], &[0]),
        ("https://harbour.example/?p=1", &["https://harbour.example/?feed=rss2", "https://thief.example/?feed=rss2"], &[0]),
        // Nobody is at home: everybody is shown.
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
        // A name that begins like that of the victim, or differs in case.
        ("https://host.example/anna/1", &["https://host.example/anna/feed", "https://host.example/ann/feed"], &[0]),
        ("https://host.example/ann/1", &["https://host.example/ann/feed", "https://host.example/anna/feed"], &[0]),
        ("https://host.example/Anna/1", &["https://host.example/Anna/feed", "https://host.example/anna/feed"], &[0]),
        // A victim whose feed is elsewhere is not hidden by a neighbour on the host, with a path that is shorter, longer or as long.
        ("https://host.example/~anna/1", &["https://proxy.example/anna", "https://host.example/~mallory/feed"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://proxy.example/anna", "https://host.example/blog/mallory"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://proxy.example/anna", "https://host.example/blog/mallory.xml"], &[0, 1]),
        ("https://host.example/blog/anna/1", &["https://host.example/anna.xml", "https://host.example/blog/mallory/feed"], &[0, 1]),
        ("https://host.example/anna/1", &["https://proxy.example/anna", "https://host.example/?user=mallory"], &[0, 1]),
        // The feed of the host and that of a folder.
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
        // Ports are servers, perhaps of others; schemes and `www.` are not.
        ("https://host.example/1", &["https://host.example/feed", "https://host.example:8443/feed"], &[0]),
        ("https://host.example/1", &["https://proxy.example/", "https://host.example:8443/feed"], &[0, 1]),
        ("http://host.example:8080/1", &["http://host.example:8080/feed", "http://host.example/feed"], &[0]),
        ("https://host.example/1", &["http://host.example/feed", "https://thief.example/"], &[0]),
        ("http://www.host.example/1", &["https://host.example:443/feed", "https://thief.example/"], &[0]),
        ("https://host.example/1", &["https://www.host.example/feed", "https://www2.host.example/"], &[0]),
        // Hosts above and below may be of others.
        ("https://host.example/1", &["https://host.example/feed", "https://mallory.host.example/feed"], &[0]),
        ("https://anna.host.example/1", &["https://anna.host.example/feed", "https://host.example/mallory/feed"], &[0]),
        ("https://host.example/1", &["https://feeds.host.example/", "https://thief.example/"], &[0, 1]),
        ("https://host.example/1", &["https://proxy.example/", "https://mallory.host.example/feed"], &[0, 1]),
        ("https://anna.host.example/1", &["https://mallory.host.example/feed", "https://proxy.example/"], &[0, 1]),
        ("https://host.example/1", &["https://host.example/feed", "https://nothost.example/", "https://example/"], &[0]),
        ("https://host.example/1", &["https://host.example/feed", "https://host.example.thief.example/feed"], &[0]),
        ("https://host.example/1", &["https://host.example/feed", "https://host.example@thief.example/feed"], &[0]),
    ];

    fn copies(link: Option<&str>, feeds: impl Iterator<Item = &'static str>) -> Vec<Copy> {
        let copy =
            |(id, feed): (i64, &str)| Copy { id, link: link.map(str::to_owned), feed_url: feed.to_owned() };
        (1..).zip(feeds).map(copy).collect()
    }

    fn shown(identity: &str, copies: &[Copy]) -> Vec<String> {
        let standings = standings(identity, copies);
        let owners = standings.iter().filter(|(_, standing)| standing.owns_identity);
        assert!(owners.clone().all(|(_, owner)| !owner.is_hidden) && owners.count() == 1, "{copies:?}");
        let shown = copies.iter().zip(&standings).filter(|(_, (_, standing))| !standing.is_hidden);
        let mut shown: Vec<String> = shown.map(|(copy, _)| copy.feed_url.clone()).collect();
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
        let own = |id: i64, identity: &str, feeds: [&'static str; 2], links: [&str; 2]| {
            let mut copies = copies(None, feeds.into_iter());
            for (copy, link) in copies.iter_mut().zip(links) {
                copy.link = Some(link.to_owned());
            }
            let standings = standings(identity, &copies);
            assert_eq!(
                standings.iter().find(|(_, one)| one.owns_identity).unwrap().0,
                id,
                "{identity} {feeds:?}"
            );
        };
        let (thief, harbour) = ("https://thief.example/feed", "https://harbour.example/feed");
        let links = ["https://thief.example/1", "https://harbour.example/1"];
        own(2, "https://harbour.example/1", [thief, harbour], links);
        own(
            2,
            "https://harbour.example/~anna/1",
            ["https://harbour.example/~mallory/", "https://harbour.example/~anna/"],
            links,
        );
        // Whose it is cannot be told: the first one keeps it, and both are shown.
        own(1, "tag:harbour.example,2026:1", [thief, harbour], links);
    }
}
