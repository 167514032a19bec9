-- Secrets in addresses, hidden feeds.

-- Whether the address is published: 'shown' or 'hidden'. NULL: unless it has a secret.
ALTER TABLE feeds ADD COLUMN address TEXT CHECK (address IN ('shown', 'hidden'));

-- 'yes': the feed and its entries are not on the site.
ALTER TABLE feeds ADD COLUMN hidden TEXT CHECK (hidden IN ('yes'));

DROP VIEW shown_entries;
CREATE VIEW shown_entries AS SELECT * FROM entries
    WHERE NOT is_hidden AND feed_id NOT IN (SELECT id FROM feeds WHERE hidden IS NOT NULL);

-- What of the site is out of date. Each rendering advances `now`; whatever changes is marked with it.
CREATE TABLE clock (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    now     INTEGER NOT NULL,
    changed INTEGER NOT NULL                  -- when anything changed last that the site shows
) STRICT;
INSERT INTO clock (id, now, changed) VALUES (1, 1, 1);

-- The feeds whose entries changed, and the months (`2026-11`) of entries that did.
CREATE TABLE changed_feeds (feed_id INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE changed_months (month TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_inserted_on_site AFTER INSERT ON entries BEGIN
    INSERT INTO changed_feeds SELECT new.feed_id, now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    INSERT INTO changed_months SELECT substr(new.sorted_at, 1, 7), now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    UPDATE clock SET changed = now WHERE changed < now;
END;

CREATE TRIGGER entries_updated_on_site AFTER UPDATE ON entries BEGIN
    INSERT INTO changed_feeds SELECT new.feed_id, now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    INSERT INTO changed_feeds SELECT old.feed_id, now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    INSERT INTO changed_months SELECT substr(new.sorted_at, 1, 7), now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    INSERT INTO changed_months SELECT substr(old.sorted_at, 1, 7), now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    UPDATE clock SET changed = now WHERE changed < now;
END;

-- An entry that is removed may have been shown instead of others with its identity.
CREATE TRIGGER entries_deleted_on_site AFTER DELETE ON entries BEGIN
    INSERT INTO changed_feeds SELECT old.feed_id, now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    INSERT INTO changed_months SELECT substr(old.sorted_at, 1, 7), now FROM clock WHERE true
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    INSERT INTO changed_months SELECT substr(sorted_at, 1, 7), now FROM entries, clock WHERE identity = old.identity
        ON CONFLICT DO UPDATE SET at = excluded.at WHERE at < excluded.at;
    UPDATE clock SET changed = now WHERE changed < now;
END;

CREATE TRIGGER feeds_inserted_on_site AFTER INSERT ON feeds BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER feeds_updated_on_site AFTER UPDATE ON feeds BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER feeds_deleted_on_site AFTER DELETE ON feeds BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER folders_inserted_on_site AFTER INSERT ON folders BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER folders_deleted_on_site AFTER DELETE ON folders BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER listed_inserted_on_site AFTER INSERT ON listed BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER listed_deleted_on_site AFTER DELETE ON listed BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER listed_updated_on_site AFTER UPDATE ON listed BEGIN UPDATE clock SET changed = now WHERE changed < now; END;
CREATE TRIGGER runs_updated_on_site AFTER UPDATE ON runs BEGIN UPDATE clock SET changed = now WHERE changed < now; END;

-- What the folders of sites have, so that only what changed is written again.
CREATE TABLE sites (
    directory TEXT PRIMARY KEY,
    manifest  TEXT NOT NULL CHECK (json_valid(manifest))
) STRICT, WITHOUT ROWID;

-- Advanced when a feed comes to name another hub or none, is added, paused or removed, or a subscription changes.
CREATE TABLE hub_clock (id INTEGER PRIMARY KEY CHECK (id = 1), now INTEGER NOT NULL) STRICT;
INSERT INTO hub_clock (id, now) VALUES (1, 1);

CREATE TRIGGER feeds_inserted_for_hubs AFTER INSERT ON feeds WHEN new.hub IS NOT NULL BEGIN UPDATE hub_clock SET now = now + 1; END;
CREATE TRIGGER feeds_deleted_for_hubs AFTER DELETE ON feeds WHEN old.hub IS NOT NULL BEGIN UPDATE hub_clock SET now = now + 1; END;
CREATE TRIGGER feeds_updated_for_hubs AFTER UPDATE ON feeds
    WHEN old.hub IS NOT new.hub OR old.topic IS NOT new.topic
        OR (old.retired_at IS NULL) <> (new.retired_at IS NULL) OR (old.paused_at IS NULL) <> (new.paused_at IS NULL)
    BEGIN UPDATE hub_clock SET now = now + 1; END;
CREATE TRIGGER hubs_inserted_for_hubs AFTER INSERT ON hub_subscriptions BEGIN UPDATE hub_clock SET now = now + 1; END;
CREATE TRIGGER hubs_deleted_for_hubs AFTER DELETE ON hub_subscriptions BEGIN UPDATE hub_clock SET now = now + 1; END;
CREATE TRIGGER hubs_updated_for_hubs AFTER UPDATE OF state, feed_id, ending_since ON hub_subscriptions
    BEGIN UPDATE hub_clock SET now = now + 1; END;

-- What the feed was called before a move, for `planet revive`.
ALTER TABLE moves ADD COLUMN title TEXT;
ALTER TABLE moves ADD COLUMN site TEXT;
ALTER TABLE moves ADD COLUMN picture TEXT;

-- The categories of an entry, one to a line.
ALTER TABLE entries ADD COLUMN categories TEXT NOT NULL DEFAULT '';
ALTER TABLE shelved_entries ADD COLUMN categories TEXT NOT NULL DEFAULT '';

-- Entries in scripts that have no spaces between words: any three characters are found. The program sets `has_parts`.
ALTER TABLE entries ADD COLUMN has_parts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE shelved_entries ADD COLUMN has_parts INTEGER NOT NULL DEFAULT 0;
UPDATE entries SET has_parts = 1
    WHERE coalesce(title, '') || coalesce(author, '') || text GLOB '*[฀-໿က-႟ក-៿぀-ヿ㐀-鿿豈-﫿𠀀-𿿿]*';

CREATE VIRTUAL TABLE entries_parts USING fts5 (
    title, author, text,
    content = 'entries', content_rowid = 'id', tokenize = 'trigram'
);

CREATE TRIGGER entries_parts_inserted AFTER INSERT ON entries WHEN new.has_parts BEGIN
    INSERT INTO entries_parts (rowid, title, author, text) VALUES (new.id, new.title, new.author, new.text);
END;

CREATE TRIGGER entries_parts_deleted AFTER DELETE ON entries WHEN old.has_parts BEGIN
    INSERT INTO entries_parts (entries_parts, rowid, title, author, text)
    VALUES ('delete', old.id, old.title, old.author, old.text);
END;

CREATE TRIGGER entries_parts_updated AFTER UPDATE OF title, author, text, has_parts ON entries
    WHEN old.has_parts OR new.has_parts BEGIN
    INSERT INTO entries_parts (entries_parts, rowid, title, author, text)
        SELECT 'delete', old.id, old.title, old.author, old.text WHERE old.has_parts;
    INSERT INTO entries_parts (rowid, title, author, text)
        SELECT new.id, new.title, new.author, new.text WHERE new.has_parts;
END;

INSERT INTO entries_parts (rowid, title, author, text)
    SELECT id, title, author, text FROM entries WHERE has_parts;

-- What bozofeed's Matcher remembers of a feed, which tells whether an entry is new, the same, changed or moved.
CREATE TABLE matchers (
    feed_id INTEGER PRIMARY KEY REFERENCES feeds (id) ON DELETE CASCADE,
    state   TEXT NOT NULL CHECK (json_valid(state))
) STRICT;

-- The number that the matcher of its feed gave to the entry. NULL: none, since it is of an archive, of a feed that became one with this one,
-- or of an earlier schema; then its identity tells.
ALTER TABLE entries ADD COLUMN number INTEGER;
CREATE INDEX entries_numbered ON entries (feed_id, number) WHERE number IS NOT NULL;

-- Numbers are those of one feed.
CREATE TRIGGER entries_renumbered AFTER UPDATE OF feed_id ON entries WHEN new.number IS NOT NULL AND old.feed_id <> new.feed_id BEGIN
    UPDATE entries SET number = NULL WHERE id = new.id;
END;
