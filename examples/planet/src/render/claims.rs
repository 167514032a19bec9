//! Decides which of several entries with the same identity are shown, and which one keeps it in the site's feed.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use bozofeed_command::claims::{Claim, Place, Standing, standings};

use super::iri::is_identifier;
use crate::db::{self, Database, Headline};

/// The identities shared by several entries.
pub(super) struct Claims<'d> {
    database: &'d Database,
    /// `None` if only a few entries need it, which are looked up one by one.
    repeated: Option<HashSet<String>>,
    /// The decisions, by the numbers of the entries.
    decided: RefCell<HashMap<i64, Standing>>,
}

impl<'d> Claims<'d> {
    /// `is_for_all`: all entries will be needed.
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
            let copies = self.database.copies(&entry.identity)?;
            let places: Vec<Option<Place>> = copies.iter().map(|copy| Place::of(&copy.feed_url)).collect();
            let claims = copies.iter().zip(&places).map(|(copy, place)| Claim {
                place: place.as_ref(),
                home: None,
                link: copy.link.as_deref(),
                first_seen: copy.id,
            });
            let standings = standings(&entry.identity, &claims.collect::<Vec<_>>());
            decided.extend(copies.iter().map(|copy| copy.id).zip(standings));
        }
        Ok(decided.get(&entry.id).copied().unwrap_or(alone))
    }
}
