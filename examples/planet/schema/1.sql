-- Feeds, their entries, the earlier revisions of these, runs, and full-text search.
--
-- Times are text in UTC, to the second: 2026-11-22T08:15:00Z. They sort as they are written.
-- Addresses may contain the credentials with which a feed was added; commands show them without.

CREATE TABLE feeds (
    id               INTEGER PRIMARY KEY,
    url              TEXT NOT NULL UNIQUE,    -- the address to ask; a permanent redirect to a feed replaces it
    added_url        TEXT NOT NULL,           -- the address under which it was added; never changes
    added_at         TEXT NOT NULL,
    folder           TEXT,                    -- the folder of the list that it came from: 'Sea/Boats'
    -- About the feed, as of the last document. All of it is plain text, not HTML.
    title            TEXT,
    site             TEXT,                    -- the page that the feed belongs to
    picture          TEXT,                    -- the address of its icon, else of its picture
    hub              TEXT,                    -- the WebSub hub that would announce changes
    -- The state of the HTTP exchange, as bozofeed::http::State writes it; the columns show parts of it.
    state            TEXT NOT NULL CHECK (json_valid(state)),
    etag             TEXT AS (state ->> '$.validators.etag'),
    last_modified    TEXT AS (state ->> '$.validators.last_modified'),
    retry_at         TEXT AS (state ->> '$.retry_at'),
    failures         INTEGER AS (coalesce(state ->> '$.failures', 0)),
    -- The schedule.
    polled_at        TEXT,                    -- the last poll, whatever came of it
    next_poll_at     TEXT,                    -- NULL: it will not be polled again
    next_poll_reason TEXT NOT NULL,
    -- The last outcome.
    outcome          TEXT NOT NULL DEFAULT 'never_polled' CHECK (outcome IN (
                         'never_polled', 'changed', 'not_modified', 'not_a_feed', 'busy', 'failed', 'gone', 'merged')),
    status           INTEGER,                 -- the status code; NULL: no response
    message          TEXT,                    -- why it failed; NULL: it did not
    bozo             TEXT,                    -- how the last document broke the rules; NULL: it did not
    retired_at       TEXT                     -- since when it is not polled: it is gone (410), or moved to another feed
) STRICT;

CREATE INDEX feeds_due ON feeds (next_poll_at);
CREATE INDEX feeds_added ON feeds (added_url);

CREATE TABLE entries (
    id            INTEGER PRIMARY KEY,
    feed_id       INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    identity      TEXT NOT NULL,              -- bozofeed's Entry::identity: the same at every poll
    link          TEXT,
    title         TEXT,                       -- plain text, not HTML
    author        TEXT,                       -- names, separated by commas
    html          TEXT NOT NULL,              -- the content, sanitized
    text          TEXT NOT NULL,              -- the content as plain text
    image         TEXT,
    enclosures    TEXT NOT NULL CHECK (json_valid(enclosures)),   -- [{"url", "type", "length", "seconds", "title"}]
    published_at  TEXT,
    updated_at    TEXT,
    sorted_at     TEXT NOT NULL,              -- its date, but never later than it was first seen
    position      INTEGER NOT NULL,           -- its place in the document in which it was first seen
    first_seen_at TEXT NOT NULL,
    changed_at    TEXT NOT NULL,              -- when this revision was first seen
    revision      INTEGER NOT NULL DEFAULT 1,
    UNIQUE (feed_id, identity)
) STRICT;

CREATE INDEX entries_identity ON entries (identity);
CREATE INDEX entries_newest ON entries (sorted_at DESC, position, id);

-- The earlier revisions of entries whose words, link, author or enclosures changed.
CREATE TABLE revisions (
    entry_id    INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    revision    INTEGER NOT NULL,             -- 1 is the first
    replaced_at TEXT NOT NULL,
    link        TEXT,
    title       TEXT,
    author      TEXT,
    html        TEXT NOT NULL,
    enclosures  TEXT NOT NULL,
    PRIMARY KEY (entry_id, revision)
) STRICT;

-- One row for each run of `planet poll`.
CREATE TABLE runs (
    id              INTEGER PRIMARY KEY,
    started_at      TEXT NOT NULL,
    finished_at     TEXT,                     -- NULL: it is running, was killed, or could not write
    due             INTEGER NOT NULL,         -- how many feeds were to be polled
    polled          INTEGER NOT NULL DEFAULT 0,
    failed          INTEGER NOT NULL DEFAULT 0,
    unsaved         INTEGER NOT NULL DEFAULT 0,   -- feeds that were polled but could not be saved; they remain due
    new_entries     INTEGER NOT NULL DEFAULT 0,
    changed_entries INTEGER NOT NULL DEFAULT 0,
    interrupted     INTEGER NOT NULL DEFAULT 0,
    message         TEXT                      -- why feeds could not be saved
) STRICT;

-- Full-text search over the entries, which it does not copy.
CREATE VIRTUAL TABLE entries_search USING fts5 (
    title, author, text,
    content = 'entries', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER entries_inserted AFTER INSERT ON entries BEGIN
    INSERT INTO entries_search (rowid, title, author, text) VALUES (new.id, new.title, new.author, new.text);
END;

CREATE TRIGGER entries_deleted AFTER DELETE ON entries BEGIN
    INSERT INTO entries_search (entries_search, rowid, title, author, text)
    VALUES ('delete', old.id, old.title, old.author, old.text);
END;

CREATE TRIGGER entries_updated AFTER UPDATE OF title, author, text ON entries BEGIN
    INSERT INTO entries_search (entries_search, rowid, title, author, text)
    VALUES ('delete', old.id, old.title, old.author, old.text);
    INSERT INTO entries_search (rowid, title, author, text) VALUES (new.id, new.title, new.author, new.text);
END;
