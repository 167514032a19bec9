//! Subscriptions at hubs, and deliveries from hubs.

use bozofeed::Timestamp;
use bozofeed_polling::FetchOutcome;
use bozofeed_polling::websub::{HubRequest, HubSecret, HubSubscription, ReadDelivery, Verification};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use super::polls::save_document;
use super::settings::{reschedule, write_state};
use super::{Database, Document, Error, Extent, Keep, Saved, feeds, to_text};

/// A feed's subscription.
#[derive(Debug)]
pub(crate) struct Subscribed {
    /// The last part of the callback URL.
    token: String,
    /// `None` if the feed was removed.
    pub(crate) feed: Option<i64>,
    pub(crate) subscription: HubSubscription,
}

/// A request that is due at a hub.
#[derive(Debug)]
pub(crate) struct HubTask {
    pub(crate) token: String,
    pub(crate) hub: String,
    pub(crate) topic: String,
    pub(crate) request: HubRequest,
    /// Whether the request ends the subscription.
    pub(crate) is_end: bool,
}

/// The result of a delivery.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Delivered {
    Saved(Saved),
    NotModified,
    NotAFeed,
    /// The feed is paused or retired, or was removed.
    Unwanted,
}

/// The last part of a callback URL and a secret, both random.
pub(crate) struct Secrets {
    pub(crate) token: String,
    pub(crate) secret: HubSecret,
}

/// The columns of a [`Subscribed`].
const COLUMNS: &str = "token, feed_id, state";

/// A feed whose hub should deliver new versions.
const WANTED: &str = "retired_at IS NULL AND paused_at IS NULL AND hub IS NOT NULL AND topic IS NOT NULL";

fn subscribed(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<Subscribed>> {
    let state: String = row.get(2)?;
    // A subscription that was edited by hand is ignored if it is invalid.
    let subscription = serde_json::from_str(&state).ok();
    let (token, feed) = (row.get(0)?, row.get(1)?);
    Ok(subscription.map(|subscription| Subscribed { token, feed, subscription }))
}

impl Database {
    /// Returns the subscription with this token.
    pub(crate) fn subscription(&self, token: &str) -> Result<Option<Subscribed>, Error> {
        find(&self.connection, token).map_err(|error| self.error(error))
    }

    /// Returns a number that changes when there may be new requests for hubs, apart from requests that become due with time.
    pub(crate) fn hub_clock(&self) -> Result<i64, Error> {
        let now = self.connection.query_row("SELECT now FROM hub_clock", (), |row| row.get(0));
        now.map_err(|error| self.error(error))
    }

    /// Returns the time when the next subscription is due; `None` if there is none.
    pub(crate) fn next_hub_task(&self) -> Result<Option<Timestamp>, Error> {
        let read = || {
            let rows = known(&self.connection)?;
            Ok(rows.iter().filter_map(|(row, ..)| row.subscription.next_at()).min())
        };
        read().map_err(|error| self.error(error))
    }

    /// Returns the requests that are due at hubs, and records that they are made: new subscriptions for feeds with a hub, renewals of
    /// subscriptions that are about to end, and the end of unwanted ones. `callbacks` is the prefix of all callback URLs.
    pub(crate) fn hub_tasks(
        &mut self,
        callbacks: &str,
        now: Timestamp,
        mut secrets: impl FnMut() -> Option<Secrets>,
    ) -> Result<Vec<HubTask>, Error> {
        let path = self.path.clone();
        let mut read = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut tasks = Vec::new();
            for (row, is_wanted, is_ending) in known(&transaction)? {
                let Subscribed { token, mut subscription, .. } = row;
                if subscription.callback() != format!("{callbacks}{token}")
                    || !(is_wanted || subscription.is_active(now))
                {
                    // It can no longer be confirmed, or has already expired.
                    transaction.execute("DELETE FROM hub_subscriptions WHERE token = ?1", [token])?;
                    continue;
                }
                // The first request to end it is made at once.
                if !(subscription.is_due(now) || !is_wanted && !is_ending) {
                    continue;
                }
                let request =
                    if is_wanted { subscription.subscribe(now) } else { subscription.unsubscribe(now) };
                // The hub's URL was validated before the subscription was saved.
                let Ok(request) = request else { continue };
                save(&transaction, &token, &subscription)?;
                let sql = "UPDATE hub_subscriptions SET message = NULL, \
                    ending_since = CASE WHEN ?3 THEN coalesce(ending_since, ?2) END WHERE token = ?1";
                transaction.execute(sql, params![token, to_text(now), !is_wanted])?;
                tasks.push(task(token, &subscription, request, !is_wanted));
            }
            for (feed, hub, topic) in unsubscribed(&transaction)? {
                let Some(Secrets { token, secret }) = secrets() else { break };
                let callback = format!("{callbacks}{token}");
                let Ok(mut subscription) = HubSubscription::new(&topic, &hub, &callback, secret) else {
                    continue;
                };
                let Ok(request) = subscription.subscribe(now) else { continue };
                let sql = "INSERT INTO hub_subscriptions (token, feed_id, state) VALUES (?1, ?2, '{}')";
                transaction.execute(sql, params![token, feed])?;
                save(&transaction, &token, &subscription)?;
                tasks.push(task(token, &subscription, request, false));
            }
            transaction.commit()?;
            Ok(tasks)
        };
        read().map_err(|source| Error::Sqlite { path, source })
    }

    /// Records why a hub did not accept a request.
    pub(crate) fn note_hub_failure(&self, token: &str, message: &str) -> Result<(), Error> {
        let sql = "UPDATE hub_subscriptions SET message = ?2 WHERE token = ?1";
        self.connection.execute(sql, params![token, message]).map(|_| ()).map_err(|error| self.error(error))
    }

    /// Processes a hub's verification of a request, or its denial.
    pub(crate) fn verify(&mut self, token: &str, query: &str, now: Timestamp) -> Result<Verification, Error> {
        let path = self.path.clone();
        let mut verify = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let Some(Subscribed { token, feed, mut subscription }) = find(&transaction, token)? else {
                return Ok(Verification::Refused);
            };
            let verification = subscription.verify(query, now);
            let message = match &verification {
                Verification::Refused => return Ok(verification),
                // The feed was removed before the hub verified the request.
                Verification::Subscribed { .. } if feed.is_none() => return Ok(Verification::Refused),
                Verification::Subscribed { .. } | Verification::Unsubscribed { .. } => None,
                Verification::Denied { reason: Some(reason) } => Some(format!("denied by the hub: {reason}")),
                Verification::Denied { reason: None } => Some("denied by the hub".to_owned()),
            };
            save(&transaction, &token, &subscription)?;
            let sql = "UPDATE hub_subscriptions SET message = ?2 WHERE token = ?1";
            transaction.execute(sql, params![token, message])?;
            if let Some(feed) = feed {
                reschedule(&transaction, feed, now)?;
            }
            transaction.commit()?;
            Ok(verification)
        };
        verify().map_err(|source| Error::Sqlite { path, source })
    }

    /// Saves a delivery like the result of a poll, with the same keys, settings and limits. The next poll updates the facts about the
    /// feed, and its schedule.
    pub(crate) fn save_delivery(
        &mut self,
        feed: i64,
        delivery: ReadDelivery,
        document: impl FnOnce(&bozofeed::Parsed) -> Document,
        keep: &Keep,
        now: Timestamp,
    ) -> Result<Delivered, Error> {
        let path = self.path.clone();
        let save = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let sql = "SELECT EXISTS (SELECT 1 FROM feeds WHERE id = ?1 AND retired_at IS NULL AND paused_at IS NULL)";
            let is_wanted = transaction.query_row(sql, [feed], |row| row.get(0))?;
            let state = feeds::state_of(&transaction, feed)?.filter(|_| is_wanted);
            let Some(mut state) = state else { return Ok(Delivered::Unwanted) };
            let delivered = match delivery.record(&mut state, now).outcome {
                FetchOutcome::Fresh(parsed) => {
                    let document = document(&parsed);
                    Delivered::Saved(save_document(
                        &transaction,
                        feed,
                        &document,
                        Extent::New,
                        keep,
                        &to_text(now),
                    )?)
                }
                FetchOutcome::NotModified => Delivered::NotModified,
                FetchOutcome::NotAFeed(_) | FetchOutcome::Failed(_) => Delivered::NotAFeed,
            };
            write_state(&transaction, feed, &state)?;
            transaction.commit()?;
            Ok(delivered)
        };
        save().map_err(|source| Error::Sqlite { path, source })
    }
}

fn task(token: String, subscription: &HubSubscription, request: HubRequest, is_end: bool) -> HubTask {
    let topic = subscription.topic().to_owned();
    HubTask { token, hub: request.url().to_owned(), topic, request, is_end }
}

fn find(connection: &Connection, token: &str) -> rusqlite::Result<Option<Subscribed>> {
    let sql = format!("SELECT {COLUMNS} FROM hub_subscriptions WHERE token = ?1");
    connection.prepare_cached(&sql)?.query_row([token], subscribed).optional().map(Option::flatten)
}

/// Returns all subscriptions, whether each is wanted, and whether the hub was asked to end it.
fn known(connection: &Connection) -> rusqlite::Result<Vec<(Subscribed, bool, bool)>> {
    let sql = format!(
        "SELECT {COLUMNS}, ending_since IS NULL AND EXISTS (SELECT 1 FROM feeds WHERE id = feed_id AND {WANTED} \
         AND hub = hub_subscriptions.state ->> '$.hub' AND topic = hub_subscriptions.state ->> '$.topic'), \
         ending_since IS NOT NULL FROM hub_subscriptions ORDER BY feed_id, token"
    );
    let mut select = connection.prepare(&sql)?;
    let rows = select.query_map((), |row| {
        let (is_wanted, is_ending) = (row.get(3)?, row.get(4)?);
        Ok(subscribed(row)?.map(|subscribed| (subscribed, is_wanted, is_ending)))
    })?;
    rows.filter_map(Result::transpose).collect()
}

/// Returns the feeds with a hub but no lasting subscription: their numbers, hubs and topics.
fn unsubscribed(connection: &Connection) -> rusqlite::Result<Vec<(i64, String, String)>> {
    let sql = format!(
        "SELECT id, hub, topic FROM feeds WHERE {WANTED} \
         AND NOT EXISTS (SELECT 1 FROM hub_subscriptions WHERE feed_id = feeds.id AND ending_since IS NULL) ORDER BY id"
    );
    let mut select = connection.prepare(&sql)?;
    select.query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// Saves a subscription.
fn save(connection: &Connection, token: &str, subscription: &HubSubscription) -> rusqlite::Result<()> {
    let sql = "UPDATE hub_subscriptions SET state = ?2, active_until = ?3 WHERE token = ?1";
    let state = serde_json::to_string(subscription).unwrap_or_default();
    let until = subscription.active_until().map(to_text);
    connection.prepare_cached(sql)?.execute(params![token, state, until])?;
    Ok(())
}
