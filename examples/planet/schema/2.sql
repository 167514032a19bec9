-- Identities that depend on the entry alone, several folders for a feed, and what pruning needs to know.

-- The file is one of this program: 'plnt'.
PRAGMA application_id = 0x706c6e74;

-- The rule by which the feed's entries are told apart (bozofeed's IdentityRule). It only ever becomes finer.
ALTER TABLE feeds ADD COLUMN identity_rule TEXT NOT NULL DEFAULT 'id'
    CHECK (identity_rule IN ('id', 'id_and_link', 'title_and_date', 'content'));

-- The rule of the row's identity: that of the feed, or a coarser one if the entry was not in a document since. 'schema_1': the
-- identifier or link that it shared with others, '#', and a hash of schema 1.
ALTER TABLE entries ADD COLUMN identity_rule TEXT NOT NULL DEFAULT 'id'
    CHECK (identity_rule IN ('id', 'id_and_link', 'title_and_date', 'content', 'schema_1'));

UPDATE entries SET identity_rule = 'schema_1'
    WHERE identity GLOB '*#' || replace(hex(zeroblob(16)), '0', '[0-9a-f]');

CREATE INDEX entries_schema_1 ON entries (feed_id, identity) WHERE identity_rule = 'schema_1';

-- Feeds that shared identifiers get the rule that tells those entries apart.
UPDATE feeds
    SET identity_rule = CASE WHEN EXISTS (
            SELECT 1 FROM entries WHERE feed_id = feeds.id AND identity_rule = 'schema_1'
            GROUP BY substr(identity, 1, length(identity) - 33), link HAVING count(*) > 1
        ) THEN 'title_and_date' ELSE 'id_and_link' END
    WHERE id IN (SELECT feed_id FROM entries WHERE identity_rule = 'schema_1');

-- The entries of each feed's last document. They are never pruned, since they would come back as new.
CREATE TABLE present (
    feed_id  INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL REFERENCES entries (id) ON DELETE CASCADE,
    PRIMARY KEY (feed_id, entry_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX present_entries ON present (entry_id);

-- Until the next poll, every entry may be in the last document.
INSERT INTO present SELECT feed_id, id FROM entries;

-- The sizes of texts, for limits.
ALTER TABLE entries ADD COLUMN bytes INTEGER AS (length(CAST(html AS BLOB)) + length(CAST(text AS BLOB)));
ALTER TABLE revisions ADD COLUMN bytes INTEGER AS (length(CAST(html AS BLOB)));

CREATE INDEX entries_of_feed ON entries (feed_id, sorted_at DESC, position, id, bytes);
CREATE INDEX entries_changed ON entries (changed_at);
CREATE INDEX revisions_sizes ON revisions (entry_id, revision DESC, bytes);

-- The folders of the lists that a feed came from: 'Sea/Boats'.
CREATE TABLE folders (
    feed_id INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    folder  TEXT NOT NULL,
    PRIMARY KEY (feed_id, folder)
) STRICT, WITHOUT ROWID;

INSERT INTO folders SELECT id, folder FROM feeds WHERE folder IS NOT NULL;
ALTER TABLE feeds DROP COLUMN folder;
