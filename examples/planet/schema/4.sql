-- Settings of feeds, followed lists, hosts.

-- Languages, as tags (RFC 5646): 'en-GB'. NULL: the feed does not say.
ALTER TABLE feeds ADD COLUMN language TEXT;
ALTER TABLE entries ADD COLUMN language TEXT;    -- of its content, else of its title

-- Settings of feeds, and lists that are followed.

-- The same key for all spellings of an address. `feed_key` is a function of this program.
ALTER TABLE feeds ADD COLUMN url_key TEXT;
ALTER TABLE feeds ADD COLUMN added_key TEXT;
UPDATE feeds SET url_key = feed_key(url), added_key = feed_key(added_url);

-- Subscriptions to several spellings of an address become one: the first that is polled, else the first.
CREATE TEMP TABLE twins AS
    SELECT id, first_value(id) OVER (PARTITION BY url_key ORDER BY retired_at IS NOT NULL, id) AS first FROM feeds;
DELETE FROM twins WHERE id = first;
UPDATE feeds SET identity_rule = (
        SELECT identity_rule FROM feeds AS all_feeds
        WHERE all_feeds.id = feeds.id OR all_feeds.id IN (SELECT twins.id FROM twins WHERE first = feeds.id)
        ORDER BY CASE identity_rule WHEN 'content' THEN 1 WHEN 'title_and_date' THEN 2 WHEN 'id_and_link' THEN 3 ELSE 4 END
        LIMIT 1
    )
    WHERE id IN (SELECT first FROM twins);
UPDATE OR IGNORE entries SET feed_id = (SELECT first FROM twins WHERE twins.id = feed_id)
    WHERE feed_id IN (SELECT id FROM twins);
INSERT OR IGNORE INTO present (feed_id, entry_id)
    SELECT first, entry_id FROM present JOIN twins ON twins.id = present.feed_id
    JOIN entries ON entries.id = entry_id AND entries.feed_id = first;
INSERT OR IGNORE INTO folders (feed_id, folder) SELECT first, folder FROM folders JOIN twins ON twins.id = feed_id;
DELETE FROM feeds WHERE id IN (SELECT id FROM twins);
DROP TABLE twins;

CREATE UNIQUE INDEX feeds_url_key ON feeds (url_key);
CREATE INDEX feeds_added_key ON feeds (added_key);

-- What `planet set` sets. NULL: nothing.
ALTER TABLE feeds ADD COLUMN name TEXT;               -- shown in place of the title
ALTER TABLE feeds ADD COLUMN interval INTEGER;        -- the seconds between two polls
ALTER TABLE feeds ADD COLUMN keep_entries INTEGER;
ALTER TABLE feeds ADD COLUMN keep_days INTEGER;
ALTER TABLE feeds ADD COLUMN keep_words TEXT;         -- only entries with one of these are shown
ALTER TABLE feeds ADD COLUMN drop_words TEXT;         -- entries with one of these are not shown
ALTER TABLE feeds ADD COLUMN paused_at TEXT;          -- since when it is not polled because somebody wants it so

-- Entries that the words of their feeds leave out. They are kept, since words may change.
ALTER TABLE entries ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
CREATE INDEX entries_hidden ON entries (feed_id) WHERE is_hidden;
CREATE VIEW shown_entries AS SELECT * FROM entries WHERE NOT is_hidden;

-- The addresses that a feed had before, the last one with the highest number.
CREATE TABLE moves (
    id       INTEGER PRIMARY KEY,
    feed_id  INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    url      TEXT NOT NULL,
    headers  TEXT,                                    -- the header fields that were sent to it: {"cookie": "a=b"}
    moved_at TEXT NOT NULL,
    reason   TEXT NOT NULL
) STRICT;

CREATE INDEX moves_of_feed ON moves (feed_id);

INSERT INTO moves (feed_id, url, moved_at, reason)
    SELECT id, added_url, coalesce(polled_at, added_at), 'moved for good' FROM feeds WHERE url_key <> added_key;

-- The feed that a feed became one with.
ALTER TABLE feeds ADD COLUMN merged_into INTEGER REFERENCES feeds (id) ON DELETE SET NULL;
UPDATE feeds
    SET merged_into = (SELECT id FROM feeds AS others WHERE feeds.message = 'moved for good to the address of feed ' || others.id)
    WHERE outcome = 'merged';

-- The entries that merged feeds gave to others.
CREATE TABLE origins (
    entry_id  INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    feed_id   INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,   -- the feed that had it
    is_shared INTEGER NOT NULL DEFAULT 0,             -- the feed that has it published it as well
    PRIMARY KEY (entry_id, feed_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX origins_of_feed ON origins (feed_id);

-- The entries of merged feeds that the other feed had as well, as they were.
CREATE TABLE shelved_entries (
    feed_id       INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    identity      TEXT NOT NULL,
    identity_rule TEXT NOT NULL,
    link          TEXT,
    title         TEXT,
    author        TEXT,
    html          TEXT NOT NULL,
    text          TEXT NOT NULL,
    image         TEXT,
    enclosures    TEXT NOT NULL,
    published_at  TEXT,
    updated_at    TEXT,
    sorted_at     TEXT NOT NULL,
    position      INTEGER NOT NULL,
    first_seen_at TEXT NOT NULL,
    changed_at    TEXT NOT NULL,
    revision      INTEGER NOT NULL,
    is_hidden     INTEGER NOT NULL,
    revisions     TEXT NOT NULL,                      -- [{"revision", "replaced_at", "link", "title", "author", "html", "enclosures"}]
    PRIMARY KEY (feed_id, identity)
) STRICT, WITHOUT ROWID;

-- Since when a feed fails, and when it was last looked up on the page of its site.
ALTER TABLE feeds ADD COLUMN failing_since TEXT;
ALTER TABLE feeds ADD COLUMN looked_up_at TEXT;

-- Lists that are followed.
CREATE TABLE lists (
    id            INTEGER PRIMARY KEY,
    source        TEXT NOT NULL UNIQUE,               -- a URL, or the path of a file
    folder        TEXT,                               -- the folder in which its feeds are
    added_at      TEXT NOT NULL,
    checked_at    TEXT,                               -- the last time that it was read, whatever came of it
    next_check_at TEXT,                               -- after a failure: not before
    failures      INTEGER NOT NULL DEFAULT 0,
    message       TEXT                                -- why it was not read, or not as a whole; NULL: it was
) STRICT;

-- The feeds that the lists name.
CREATE TABLE listed (
    list_id INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
    url_key TEXT NOT NULL,
    folder  TEXT NOT NULL,                            -- '': none
    feed_id INTEGER REFERENCES feeds (id) ON DELETE SET NULL,   -- NULL: somebody removed it
    PRIMARY KEY (list_id, url_key, folder)
) STRICT, WITHOUT ROWID;

CREATE INDEX listed_feeds ON listed (feed_id);

-- Whether the feed was also added otherwise than by a list that is followed.
ALTER TABLE feeds ADD COLUMN is_own INTEGER NOT NULL DEFAULT 1;

-- Hosts: what their servers allow.

-- Only those that have to be remembered between two runs: a server that asked to wait, a rate limit, a budget.
CREATE TABLE hosts (
    host    TEXT PRIMARY KEY,                 -- in lower case and without `www`; or a domain with a budget
    state   TEXT NOT NULL CHECK (json_valid(state)),      -- bozofeed's HostState
    seen_at TEXT NOT NULL                     -- the end of the run in which it was asked last
) STRICT, WITHOUT ROWID;

-- How long the last poll took, in seconds. What was slow comes last in the next run.
ALTER TABLE feeds ADD COLUMN seconds REAL;
