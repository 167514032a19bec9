//! The result of one poll: state, schedule, outcome and entries of a feed, saved in one transaction.

use std::collections::HashSet;
use std::time::Duration;

use bozofeed::Timestamp;
use bozofeed::model::IdentityRule;
use bozofeed_polling::FeedState;
use bozofeed_polling::schedule::{self, NextPoll};
use rusqlite::{OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::address::feed_key;
use super::entries::{self, Change, Incoming};
use super::feeds::StoredState;
use super::settings::{self, note_move, with_address};
use super::{Database, Due, Error, Keep, NewEntry, matching, merging, prune, search, to_text};

/// The outcome of a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PollOutcome {
    /// A feed with new content.
    Changed,
    NotModified,
    /// A document that is not a feed.
    NotAFeed,
    /// The server is busy (429, 503).
    Busy,
    Failed,
    /// Permanently gone (410).
    Gone,
}

impl PollOutcome {
    /// Returns its name in the database.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::NotModified => "not_modified",
            Self::NotAFeed => "not_a_feed",
            Self::Busy => "busy",
            Self::Failed => "failed",
            Self::Gone => "gone",
        }
    }

    pub(crate) fn is_failure(self) -> bool {
        match self {
            Self::NotAFeed | Self::Busy | Self::Failed | Self::Gone => true,
            Self::Changed | Self::NotModified => false,
        }
    }
}

/// The result of one poll of a feed.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) feed: i64,
    pub(crate) state: FeedState,
    pub(crate) next: NextPoll,
    pub(crate) outcome: PollOutcome,
    pub(crate) status: Option<u16>,
    pub(crate) message: Option<String>,
    /// The feed, if one was received.
    pub(crate) document: Option<Document>,
    /// The decompressed size of the body.
    pub(crate) bytes: u64,
    pub(crate) elapsed: Duration,
    /// The processor time for parsing.
    pub(crate) parsing: Duration,
}

/// A feed that was received.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) about: FeedFacts,
    /// The rule that distinguishes its entries.
    pub(crate) rule: IdentityRule,
    pub(crate) entries: Vec<NewEntry>,
    /// Its entries in parsed form, for the matcher and for their keys.
    pub(crate) sources: Vec<bozofeed::model::Entry>,
}

/// Facts about a feed, from its document.
#[derive(Debug, Clone, Default)]
pub(crate) struct FeedFacts {
    pub(crate) title: Option<String>,
    pub(crate) site: Option<String>,
    pub(crate) picture: Option<String>,
    /// The WebSub hub, and the feed's address at the hub.
    pub(crate) hub: Option<String>,
    pub(crate) topic: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) bozo: Option<String>,
    pub(crate) findings: Vec<BrokenRule>,
}

/// A rule broken by a document, and the first place.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct BrokenRule {
    /// The name of the rule: `date-form`.
    pub(crate) rule: String,
    /// `error` or `warning`.
    pub(crate) severity: String,
    pub(crate) message: String,
    pub(crate) advice: String,
    pub(crate) line: usize,
    /// The number of places. Counting stops at a hundred.
    pub(crate) places: usize,
}

impl BrokenRule {
    pub(crate) fn is_error(&self) -> bool {
        self.severity == "error"
    }

    /// Describes where the rule is broken: `in line 4`, `in 12 places, the first in line 4`.
    pub(crate) fn place(&self) -> String {
        match self.places {
            1 => format!("in line {}", self.line),
            places => format!("in {places} places, the first in line {}", self.line),
        }
    }
}

/// The numbers of entries saved after a poll.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Saved {
    pub(crate) new: u64,
    pub(crate) changed: u64,
}

impl Database {
    /// Saves the result of a poll in one transaction: after a crash, either all of it is saved, or the feed is still due. If a limit
    /// is exceeded, the oldest data is removed.
    pub(crate) fn save(&mut self, record: &Record, keep: &Keep, now: Timestamp) -> Result<Saved, Error> {
        let path = self.path.clone();
        let mut save = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let saved = save(&transaction, record, keep, &to_text(now))?;
            transaction.commit()?;
            Ok(saved)
        };
        save().map_err(|source| Error::Sqlite { path, source })
    }

    /// Records that the result of a poll could not be saved, and delays the next poll as after a failure: the server would have to send the
    /// same document again. The poll does not count as failed, since the server answered.
    pub(crate) fn back_off(&mut self, feed: i64, reason: &str, now: Timestamp) -> Result<(), Error> {
        let Some(Due { mut state, schedule, .. }) = self.due_feed(feed)? else { return Ok(()) };
        state.polled = Some(now);
        state.failures = state.failures.saturating_add(1);
        let next = schedule::next_poll(&state, now, &schedule);
        let sql = "UPDATE feeds SET next_poll_at = ?2, next_poll_reason = ?3 WHERE id = ?1";
        let values = params![feed, next.at.map(to_text), reason];
        self.connection.execute(sql, values).map(|_| ()).map_err(|error| self.error(error))
    }
}

fn save(transaction: &Transaction<'_>, record: &Record, keep: &Keep, now: &str) -> rusqlite::Result<Saved> {
    let mut feed = record.feed;
    let select = "SELECT url FROM feeds WHERE id = ?1";
    let known =
        transaction.prepare_cached(select)?.query_row([feed], |row| row.get::<_, String>(0)).optional()?;
    // Otherwise, the feed was removed during the poll.
    let Some(known) = known else { return Ok(Saved::default()) };
    let has_moved = known != record.state.url;
    let other = if has_moved { with_address(transaction, feed, &record.state.url)? } else { None };
    match other {
        Some(other) => {
            merging::merge(transaction, feed, other, now)?;
            feed = other;
        }
        None => update(transaction, record, has_moved, now)?,
    }
    match &record.document {
        Some(document) => save_document(transaction, feed, document, Extent::Whole, keep, now),
        None => Ok(Saved::default()),
    }
}

/// How complete a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// It has all entries: missing ones are no longer published.
    Whole,
    /// It may have only new entries: missing ones are still published.
    New,
    /// It is older: an entry that is no longer in the feed is saved as in this document.
    Old,
}

/// Saves the entries of a document, by the feed's rule and settings and within its limits.
pub(super) fn save_document(
    transaction: &Transaction<'_>,
    feed: i64,
    document: &Document,
    extent: Extent,
    keep: &Keep,
    now: &str,
) -> rusqlite::Result<Saved> {
    let rule = refine(transaction, feed, document.rule)?;
    let mut saved = Saved::default();
    let shown = settings::shown(transaction, feed)?;
    let mut seen = HashSet::new();
    let mut present = Vec::with_capacity(document.entries.len());
    let mut changed = Vec::new();
    let matched = match extent {
        Extent::Whole | Extent::New => Some(matching::matched(transaction, feed, &document.sources)?),
        // A matcher only knows the entries of polls.
        Extent::Old => None,
    };
    for (position, (entry, source)) in document.entries.iter().zip(&document.sources).enumerate() {
        let matched = matched.as_ref().and_then(|matched| matched.get(position));
        // Two equal entries have the same number or identity.
        let is_first = match matched {
            Some(matched) => seen.insert(matched.entry.to_string()),
            None => seen.insert(source.identity(rule).into_owned()),
        };
        if is_first {
            let incoming = Incoming { rule, extent, position, entry, source, matched };
            let (id, change) = entries::save(transaction, feed, incoming, now)?;
            present.push(id);
            if change != Change::Same {
                changed.push(id);
            }
            match change {
                Change::New => saved.new += 1,
                Change::Changed => saved.changed += 1,
                Change::Same => {}
            }
        }
    }
    search::index_new(transaction)?;
    // The filters use the index to look up words.
    for entry in changed.into_iter().filter(|_| !shown.is_all()) {
        settings::choose(transaction, feed, &shown, Some(entry))?;
    }
    match extent {
        Extent::Whole => prune::set_present(transaction, feed, present.into_iter())?,
        Extent::New => prune::add_present(transaction, feed, present.into_iter())?,
        Extent::Old => {}
    }
    merging::note_published(transaction, feed)?;
    if saved.new + saved.changed > 0 {
        prune::limit(transaction, feed, keep, now)?;
    }
    Ok(saved)
}

/// Refines the rule of a feed to a document's rule, and returns it.
pub(super) fn refine(
    transaction: &Transaction<'_>,
    feed: i64,
    rule: IdentityRule,
) -> rusqlite::Result<IdentityRule> {
    let stored = stored_rule(transaction, feed)?;
    if rule > stored {
        let sql = "UPDATE feeds SET identity_rule = ?2 WHERE id = ?1";
        transaction.execute(sql, params![feed, rule.as_str()])?;
    }
    Ok(rule.max(stored))
}

pub(super) fn stored_rule(transaction: &Transaction<'_>, feed: i64) -> rusqlite::Result<IdentityRule> {
    let mut select = transaction.prepare_cached("SELECT identity_rule FROM feeds WHERE id = ?1")?;
    let name: String = select.query_row([feed], |row| row.get(0))?;
    Ok(name.parse().unwrap_or_default())
}

/// Saves everything except the entries.
fn update(
    transaction: &Transaction<'_>,
    record: &Record,
    has_moved: bool,
    now: &str,
) -> rusqlite::Result<()> {
    if has_moved {
        note_move(transaction, record.feed, now, "moved for good")?;
        let sql = "UPDATE feeds SET url_key = ?2 WHERE id = ?1";
        transaction.execute(sql, params![record.feed, feed_key(&record.state.url)])?;
    }
    let is_retired = record.next.at.is_none();
    let sql = "UPDATE feeds SET url = ?2, state = ?3, polled_at = ?4, next_poll_at = ?5, next_poll_reason = ?6, outcome = ?7, \
        status = ?8, message = ?9, retired_at = ?10, seconds = ?11, \
        failing_since = CASE WHEN ?12 THEN coalesce(failing_since, ?4) END WHERE id = ?1";
    let values = params![
        record.feed,
        record.state.url,
        StoredState::of(&record.state),
        record.state.polled.map_or_else(|| now.to_owned(), to_text),
        record.next.at.map(to_text),
        record.next.reason.to_string(),
        record.outcome.name(),
        record.status,
        record.message,
        is_retired.then_some(now),
        record.elapsed.as_secs_f64(),
        record.outcome.is_failure(),
    ];
    transaction.prepare_cached(sql)?.execute(values)?;
    if let Some(Document { about, .. }) = &record.document {
        let sql = "UPDATE feeds SET title = coalesce(?2, title), site = ?3, picture = ?4, hub = ?5, bozo = ?6, \
            findings = ?7, language = ?8, topic = ?9 WHERE id = ?1";
        let findings = serde_json::to_string(&about.findings).unwrap_or_else(|_| "[]".to_owned());
        let values = params![
            record.feed, about.title, about.site, about.picture, about.hub, about.bozo, findings,
            about.language, about.topic
        ];
        transaction.prepare_cached(sql)?.execute(values)?;
    }
    Ok(())
}
