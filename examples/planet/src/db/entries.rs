//! Storage of entries after a poll.

use bozofeed::model::{self, IdentityRule};
use bozofeed_polling::matcher::{EntryField, EntryMatch, EntryStatus};
use rusqlite::{OptionalExtension as _, Params, Row, Transaction, params};

use super::Extent;
use super::address::Visibility;
use super::returning::returned;
use crate::cjk;

/// An entry of a document, ready to be saved.
#[derive(Debug, Clone)]
pub(crate) struct NewEntry {
    pub(crate) link: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) html: String,
    pub(crate) text: String,
    pub(crate) language: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) enclosures: Vec<Enclosure>,
    /// One per line.
    pub(crate) categories: String,
    pub(crate) published_at: Option<String>,
    pub(crate) updated_at: Option<String>,
    /// Its date, unless it is in the future.
    pub(crate) date: Option<String>,
}

/// A file that belongs to an entry: an episode, a picture, a document.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Enclosure {
    pub(crate) url: String,
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub(crate) media_type: Option<String>,
    /// In bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) length: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
}

/// An entry for display.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) id: i64,
    pub(crate) feed_id: i64,
    pub(crate) identity: String,
    /// The original address of its feed, in the shown form.
    pub(crate) added_url: String,
    pub(crate) link: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) html: String,
    pub(crate) text: String,
    pub(crate) language: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) enclosures: Vec<Enclosure>,
    pub(crate) published_at: Option<String>,
    pub(crate) updated_at: Option<String>,
    pub(crate) sorted_at: String,
    pub(crate) changed_at: String,
    pub(crate) revision: u32,
}

/// The effect of saving an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    New,
    Changed,
    Same,
}

/// The columns of an [`Entry`], from `entries JOIN feeds`.
pub(super) const COLUMNS: &str = "feed_id, identity, feeds.added_url, link, entries.title, author, html, text, image, \
    enclosures, published_at, updated_at, sorted_at, changed_at, revision, entries.id, \
    entries.language, feeds.address";

/// Reads the [`COLUMNS`].
pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let enclosures: String = row.get(9)?;
    let visible = Visibility::of(row.get::<_, Option<String>>(17)?.as_deref());
    Ok(Entry {
        feed_id: row.get(0)?,
        identity: row.get(1)?,
        added_url: visible.shown(&row.get::<_, String>(2)?),
        link: row.get(3)?,
        title: row.get(4)?,
        author: row.get(5)?,
        html: row.get(6)?,
        text: row.get(7)?,
        image: row.get(8)?,
        enclosures: serde_json::from_str(&enclosures).unwrap_or_default(),
        published_at: row.get(10)?,
        updated_at: row.get(11)?,
        sorted_at: row.get(12)?,
        changed_at: row.get(13)?,
        revision: row.get(14)?,
        id: row.get(15)?,
        language: row.get(16)?,
    })
}

/// The columns that are compared to detect changes of an entry.
struct Stored {
    id: i64,
    link: Option<String>,
    title: Option<String>,
    author: Option<String>,
    html: String,
    text: String,
    language: Option<String>,
    image: Option<String>,
    enclosures: String,
    published_at: Option<String>,
    updated_at: Option<String>,
    sorted_at: String,
    first_seen_at: String,
    categories: String,
}

/// An entry of a document.
#[derive(Clone, Copy)]
pub(super) struct Incoming<'d> {
    /// The identity rule of the feed.
    pub(super) rule: IdentityRule,
    pub(super) extent: Extent,
    pub(super) position: usize,
    pub(super) entry: &'d NewEntry,
    /// The parsed entry, which has a key for each rule.
    pub(super) source: &'d model::Entry,
    /// The result of the feed's matcher; `None` for an archived entry.
    pub(super) matched: Option<&'d EntryMatch>,
}

/// Saves an entry, and also returns its number: a new entry is inserted; the previous revision of a changed one is kept.
pub(super) fn save(
    transaction: &Transaction<'_>,
    feed: i64,
    incoming: Incoming<'_>,
    now: &str,
) -> rusqlite::Result<(i64, Change)> {
    let Incoming { extent, entry, matched, .. } = incoming;
    let enclosures = serde_json::to_string(&entry.enclosures).unwrap_or_else(|_| "[]".to_owned());
    let Some(stored) = known(transaction, feed, incoming)? else {
        let id = insert(transaction, feed, incoming, &enclosures, now)?;
        return Ok((id, Change::New));
    };
    let is_older = match extent {
        Extent::Whole => false,
        Extent::New => is_older(transaction, &stored, entry, &enclosures)?,
        // The existing version is newer.
        Extent::Old => true,
    };
    if is_older {
        return Ok((stored.id, Change::Same));
    }
    let is_other = stored.link != entry.link
        || stored.title != entry.title
        || stored.author != entry.author
        || stored.text != entry.text
        || stored.enclosures != enclosures;
    // Differences in spaces, tracking parameters and the like do not count as changes.
    let is_changed = is_other && matched.is_none_or(|matched| matched.status != EntryStatus::Same);
    let (published_at, sorted_at) = dates(&stored, entry, matched);
    let is_refreshed = is_other
        || stored.published_at != *published_at
        || stored.sorted_at != sorted_at
        || stored.html != entry.html
        || stored.language != entry.language
        || stored.image != entry.image
        || stored.categories != entry.categories
        || stored.updated_at != entry.updated_at;
    if is_changed {
        let sql = "INSERT INTO revisions (entry_id, revision, replaced_at, link, title, author, html, enclosures) \
            SELECT id, revision, ?2, link, title, author, html, enclosures FROM entries WHERE id = ?1";
        transaction.prepare_cached(sql)?.execute(params![stored.id, now])?;
        let sql = "UPDATE entries SET revision = revision + 1, changed_at = ?2 WHERE id = ?1";
        transaction.prepare_cached(sql)?.execute(params![stored.id, now])?;
    }
    if is_other {
        let sql = "UPDATE entries SET link = ?2, title = ?3, author = ?4, text = ?5, enclosures = ?6, has_parts = ?7 WHERE id = ?1";
        let NewEntry { link, title, author, text, .. } = entry;
        let values = params![stored.id, link, title, author, text, enclosures, has_parts(entry)];
        transaction.prepare_cached(sql)?.execute(values)?;
    }
    if is_refreshed {
        // A change of the markup alone, such as a picture's address, is not a revision.
        let sql = "UPDATE entries SET html = ?2, image = ?3, published_at = ?4, updated_at = ?5, language = ?6, \
            categories = ?7, sorted_at = ?8 WHERE id = ?1";
        let NewEntry { html, language, image, updated_at, categories, .. } = entry;
        let values =
            params![stored.id, html, image, published_at, updated_at, language, categories, sorted_at];
        transaction.prepare_cached(sql)?.execute(values)?;
    }
    Ok((stored.id, if is_changed { Change::Changed } else { Change::Same }))
}

/// Returns the publication date of an entry, and the time used for sorting. An entry that is published again moves to the top, and a
/// corrected date is respected. The dates of a site's rebuild have neither effect: the matcher leaves them out, or they are later than
/// the time when the entry was first seen.
fn dates<'s>(
    stored: &'s Stored,
    entry: &'s NewEntry,
    matched: Option<&EntryMatch>,
) -> (&'s Option<String>, &'s str) {
    let Some(matched) = matched else { return (&entry.published_at, &stored.sorted_at) };
    if !matched.changed.contains(&EntryField::Published) {
        return (&stored.published_at, &stored.sorted_at);
    }
    let is_moved = |date: &&str| matched.status == EntryStatus::Again || **date <= *stored.first_seen_at;
    (&entry.published_at, entry.date.as_deref().filter(is_moved).unwrap_or(&stored.sorted_at))
}

/// Returns whether a delivered entry is older than the stored one: hubs retry failed deliveries, in any order. If a publisher reverts a
/// change, the next poll notices it.
fn is_older(
    transaction: &Transaction<'_>,
    stored: &Stored,
    entry: &NewEntry,
    enclosures: &str,
) -> rusqlite::Result<bool> {
    // Both are in UTC.
    let is_dated = |at: &String| at.ends_with('Z') && at.starts_with(|c: char| c.is_ascii_digit());
    if let (Some(known), Some(delivered)) = (&stored.updated_at, &entry.updated_at)
        && is_dated(known)
        && is_dated(delivered)
        && known != delivered
    {
        return Ok(known > delivered);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM revisions WHERE entry_id = ?1 AND link IS ?2 AND title IS ?3 AND author IS ?4 \
        AND html = ?5 AND enclosures = ?6)";
    let NewEntry { link, title, author, html, .. } = entry;
    let values = params![stored.id, link, title, author, html, enclosures];
    transaction.prepare_cached(sql)?.query_row(values, |row| row.get(0))
}

/// Returns the row of an entry: the row with its number, or else a row with its key and no number.
fn known(
    transaction: &Transaction<'_>,
    feed: i64,
    incoming: Incoming<'_>,
) -> rusqlite::Result<Option<Stored>> {
    let Incoming { rule, extent, source, matched, .. } = incoming;
    let Some(matched) = matched else { return find(transaction, feed, incoming) };
    let number = i64::try_from(matched.entry).unwrap_or(i64::MAX);
    let sql = "SELECT id, identity_rule FROM entries WHERE feed_id = ?1 AND number = ?2";
    let row = transaction
        .prepare_cached(sql)?
        .query_row(params![feed, number], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    if let Some((id, known)) = row {
        // The feed now needs a finer rule, so the row gets another key.
        if known.parse::<IdentityRule>().is_ok_and(|known| known < rule) {
            let sql = "UPDATE OR IGNORE entries SET identity = ?2, identity_rule = ?3 WHERE id = ?1";
            transaction.prepare_cached(sql)?.execute(params![id, source.identity(rule), rule.as_str()])?;
        }
        return select_by(transaction, "id = ?1", params![id]);
    }
    // The row is from an earlier schema, an archive, or a feed that was merged into this one.
    let Some(stored) = find(transaction, feed, incoming)? else { return Ok(None) };
    let sql = "UPDATE entries SET number = ?2 WHERE id = ?1 AND number IS NULL";
    let is_free = transaction.prepare_cached(sql)?.execute(params![stored.id, number])? > 0;
    // Otherwise, the identifier was reused for another entry. A hub's delivery is too little evidence for that: a single entry looks
    // like the only one of a feed, replaced by the next.
    Ok(Some(stored).filter(|_| is_free || extent == Extent::New))
}

/// Returns the row of an entry: the row with its key, or else a row with the key of a coarser rule, which then gets its key.
fn find(
    transaction: &Transaction<'_>,
    feed: i64,
    incoming: Incoming<'_>,
) -> rusqlite::Result<Option<Stored>> {
    let Incoming { rule, source, .. } = incoming;
    let identity = source.identity(rule);
    let stored = select(transaction, feed, &identity)?;
    if stored.is_some() {
        return Ok(stored);
    }
    let Some(id) = coarser(transaction, feed, incoming)? else { return Ok(None) };
    let sql = "UPDATE entries SET identity = ?2, identity_rule = ?3 WHERE id = ?1";
    transaction.prepare_cached(sql)?.execute(params![id, identity, rule.as_str()])?;
    select(transaction, feed, &identity)
}

/// Returns the row of an entry whose key is of a coarser rule: the feed did not need a finer one when the entry was last seen. The
/// values added by the finer rule must match, since another entry may have the same key.
fn coarser(
    transaction: &Transaction<'_>,
    feed: i64,
    incoming: Incoming<'_>,
) -> rusqlite::Result<Option<i64>> {
    /// Rows of schema 1: the key by the coarsest rule, `#`, and 32 digits.
    const SCHEMA_1: &str = "SELECT id FROM entries INDEXED BY entries_schema_1 \
        WHERE feed_id = ?1 AND identity_rule = 'schema_1' AND identity > ?2 || '#' AND identity < ?2 || '$' \
        AND length(identity) = length(?2) + 33 AND (?3 OR link IS ?4) \
        AND (?5 OR title IS ?6 AND published_at IS ?7) AND (?8 OR text IS ?9) ORDER BY id DESC LIMIT 1";
    const COARSER: &str = "SELECT id FROM entries WHERE feed_id = ?1 AND identity = ?2 AND (?3 OR link IS ?4) \
        AND (?5 OR title IS ?6 AND published_at IS ?7) AND (?8 OR text IS ?9)";
    let Incoming { rule, entry, source, .. } = incoming;
    let NewEntry { link, title, published_at, text, .. } = entry;
    let find = |sql, known: IdentityRule| {
        // A value is compared if the feed's rule covers it, but the row's rule does not.
        let is_ignored = |covering| rule < covering || known >= covering;
        let values = params![
            feed,
            source.identity(known),
            is_ignored(IdentityRule::IdAndLink),
            link,
            is_ignored(IdentityRule::TitleAndDate),
            title,
            published_at,
            is_ignored(IdentityRule::Content),
            text,
        ];
        transaction.prepare_cached(sql)?.query_row(values, |row| row.get(0)).optional()
    };
    for known in IdentityRule::ALL.iter().copied().rev().filter(|known| *known < rule) {
        if let Some(id) = find(COARSER, known)? {
            return Ok(Some(id));
        }
    }
    find(SCHEMA_1, IdentityRule::Id)
}

/// Returns the key of a new entry, with its rule: the feed's rule, or a finer one if another entry has that key because the publisher
/// reuses identifiers.
fn free_identity(
    transaction: &Transaction<'_>,
    feed: i64,
    incoming: Incoming<'_>,
) -> rusqlite::Result<(String, IdentityRule)> {
    let Incoming { rule, source, matched, .. } = incoming;
    let sql = "SELECT EXISTS (SELECT 1 FROM entries WHERE feed_id = ?1 AND identity = ?2)";
    let mut is_taken = transaction.prepare_cached(sql)?;
    for finer in IdentityRule::ALL.iter().copied().filter(|finer| *finer >= rule) {
        let identity = source.identity(finer);
        if !is_taken.query_row(params![feed, identity], |row| row.get::<_, bool>(0))? {
            return Ok((identity.into_owned(), finer));
        }
    }
    // Identical in every respect, but published at another time.
    let number = matched.map_or(0, |matched| matched.entry);
    Ok((format!("{}#{number}", source.identity(rule)), rule))
}

/// Returns whether an entry has text without spaces between words.
fn has_parts(entry: &NewEntry) -> bool {
    let texts = [entry.title.as_deref(), entry.author.as_deref(), Some(&*entry.text)];
    texts.into_iter().flatten().any(cjk::is_in)
}

fn select(transaction: &Transaction<'_>, feed: i64, identity: &str) -> rusqlite::Result<Option<Stored>> {
    select_by(transaction, "feed_id = ?1 AND identity = ?2", params![feed, identity])
}

fn select_by(
    transaction: &Transaction<'_>,
    condition: &str,
    values: impl Params,
) -> rusqlite::Result<Option<Stored>> {
    let sql = format!(
        "SELECT id, link, title, author, html, text, image, enclosures, updated_at, language, categories, \
         published_at, sorted_at, first_seen_at FROM entries WHERE {condition}"
    );
    let mut select = transaction.prepare_cached(&sql)?;
    let mut rows = select.query(values)?;
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some(Stored {
        id: row.get(0)?,
        link: row.get(1)?,
        title: row.get(2)?,
        author: row.get(3)?,
        html: row.get(4)?,
        text: row.get(5)?,
        image: row.get(6)?,
        enclosures: row.get(7)?,
        updated_at: row.get(8)?,
        language: row.get(9)?,
        categories: row.get(10)?,
        published_at: row.get(11)?,
        sorted_at: row.get(12)?,
        first_seen_at: row.get(13)?,
    }))
}

fn insert(
    transaction: &Transaction<'_>,
    feed: i64,
    incoming: Incoming<'_>,
    enclosures: &str,
    now: &str,
) -> rusqlite::Result<i64> {
    let Incoming { position, entry, matched, .. } = incoming;
    let (identity, rule) = free_identity(transaction, feed, incoming)?;
    let sql = "INSERT INTO entries (feed_id, identity, identity_rule, link, title, author, html, text, image, enclosures, \
        published_at, updated_at, sorted_at, position, first_seen_at, changed_at, language, categories, has_parts, number) \
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15, ?16, ?17, ?18, ?19) RETURNING id";
    let values = params![
        feed,
        identity,
        rule.as_str(),
        entry.link,
        entry.title,
        entry.author,
        entry.html,
        entry.text,
        entry.image,
        enclosures,
        entry.published_at,
        entry.updated_at,
        entry.date.as_deref().unwrap_or(now),
        i64::try_from(position).unwrap_or(i64::MAX),
        now,
        entry.language,
        entry.categories,
        has_parts(entry),
        matched.map(|matched| i64::try_from(matched.entry).unwrap_or(i64::MAX)),
    ];
    returned(transaction, sql, values)
}
