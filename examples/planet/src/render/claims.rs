//! The choice among entries with the same identity: those that are shown, and the one that keeps it in the site's feed.
//!
//! Anybody can publish an entry with the identifier of another. So a feed cannot hide the entry of another feed by being first:
//! entries with different links are different, and of those with the same link the one is shown whose feed is published where the
//! link leads.

use std::cmp::Reverse;
use std::collections::HashSet;

use url::Url;

use super::iri::is_absolute;
use crate::db::{self, Copy, Database, Headline};

/// The identities that several entries have.
pub(super) struct Claims<'d> {
    database: &'d Database,
    repeated: HashSet<String>,
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
    pub(super) fn new(database: &'d Database) -> Result<Self, db::Error> {
        Ok(Self { database, repeated: database.repeated_identities()? })
    }

    /// Decides whether an entry is shown.
    pub(super) fn decide(&self, entry: &Headline) -> Result<Standing, db::Error> {
        // `1` is an identity that two feeds may use for different entries.
        let is_global = is_absolute(&entry.identity);
        if !is_global || !self.repeated.contains(&entry.identity) {
            return Ok(Standing { is_hidden: false, owns_identity: is_global });
        }
        Ok(standing(entry, &self.database.copies(&entry.identity)?))
    }
}

fn standing(entry: &Headline, copies: &[Copy]) -> Standing {
    let claim = |copy: &Copy| {
        let of = |address| authority(copy, address);
        (of(&entry.identity), copy.link.as_deref().map_or(0, of), Reverse(copy.id))
    };
    let own = copies.iter().find(|copy| copy.id == entry.id).map(claim);
    let mut better = copies.iter().filter(|copy| Some(claim(copy)) > own).peekable();
    let owns_identity = better.peek().is_none();
    Standing { is_hidden: better.any(|copy| copy.link == entry.link), owns_identity }
}

/// Returns how much the feed of an entry has to say about an address: what it serves itself most, what it only says of itself least.
fn authority(copy: &Copy, address: &str) -> u8 {
    let web = |url: &str| Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let (Some(address), Some(feed)) = (web(address), web(&copy.feed_url)) else { return 0 };
    let host = |url: &Url| {
        let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
        host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
    };
    let (wanted, own) = (host(&address), host(&feed));
    let is_within = |inner: &str, outer: &str| {
        inner.strip_suffix(outer).is_some_and(|rest| rest.ends_with('.')) && outer.contains('.')
    };
    if wanted == own {
        return if address.port() == feed.port() { 4 } else { 3 };
    }
    if is_within(&wanted, &own) || is_within(&own, &wanted) {
        return 2;
    }
    // Anybody can name any page as their own.
    u8::from(copy.site.as_deref().and_then(web).is_some_and(|site| host(&site) == wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copy(id: i64, feed_url: &str, link: Option<&str>, site: Option<&str>) -> Copy {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Copy { id, link: own(link), feed_url: feed_url.to_owned(), site: own(site) }
    }

    #[test]
    fn a_feed_has_a_say_about_what_it_serves() {
        for (feed, site, expected) in [
            ("https://harbour.example/feed", None, 4),
            ("https://www.harbour.example/feed", None, 4),
            ("https://harbour.example:8443/feed", None, 3),
            ("https://feeds.harbour.example/", None, 2),
            ("https://example/", None, 0),
            ("https://notharbour.example/", None, 0),
            ("https://other.example/", Some("https://harbour.example/"), 1),
            ("https://other.example/", Some("https://other.example/"), 0),
            ("https://other.example/", None, 0),
        ] {
            let copy = copy(1, feed, None, site);
            assert_eq!(authority(&copy, "https://harbour.example/1"), expected, "{feed} {site:?}");
        }
        assert_eq!(authority(&copy(1, "https://harbour.example/", None, None), "urn:x"), 0);
    }

    #[test]
    fn nobody_hides_the_entry_of_another() {
        const LINK: Option<&str> = Some("https://harbour.example/1");
        let (thief, own) = ("https://thief.example/", "https://harbour.example/feed");
        for (copies, shown, owner) in [
            // The first one wins if nothing else decides.
            (
                vec![copy(1, "https://a.example/", LINK, None), copy(2, "https://b.example/", LINK, None)],
                &[1][..],
                1,
            ),
            // A thief was first, with the link of the victim.
            (vec![copy(1, thief, LINK, None), copy(2, own, LINK, None)], &[2], 2),
            (vec![copy(1, thief, LINK, Some("https://harbour.example/")), copy(2, own, LINK, None)], &[2], 2),
            // With another link.
            (
                vec![copy(1, thief, Some("https://thief.example/1"), None), copy(2, own, LINK, None)],
                &[1, 2],
                1,
            ),
            (
                vec![copy(1, own, LINK, None), copy(2, thief, Some("https://thief.example/1"), None)],
                &[1, 2],
                1,
            ),
            (vec![copy(1, thief, None, None), copy(2, own, LINK, None)], &[1, 2], 2),
        ] {
            let judged: Vec<(i64, Standing)> = copies
                .iter()
                .map(|copy| {
                    let headline = Headline {
                        id: copy.id,
                        feed_id: copy.id,
                        identity: "urn:x".to_owned(),
                        link: copy.link.clone(),
                        title: None,
                        sorted_at: String::new(),
                    };
                    (copy.id, standing(&headline, &copies))
                })
                .collect();
            let of = |wanted: fn(&Standing) -> bool| -> Vec<i64> {
                judged.iter().filter(|(_, standing)| wanted(standing)).map(|(id, _)| *id).collect()
            };
            assert_eq!(of(|standing| !standing.is_hidden), shown, "{copies:?}");
            assert_eq!(of(|standing| standing.owns_identity), [owner], "{copies:?}");
        }
    }
}
