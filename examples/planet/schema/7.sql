-- New entries are put into the indexes together; icons of sites.

-- FTS5 writes what it has in memory before each statement that could be undone by itself, as an insert with triggers can. So a document with
-- 30 new entries wrote 30 small indexes, which were merged at once. The entries here are new, and in no index yet; the program puts
-- them into the indexes at the end of its transaction.
CREATE TABLE unindexed (entry_id INTEGER PRIMARY KEY) STRICT;

DROP TRIGGER entries_inserted;
DROP TRIGGER entries_deleted;
DROP TRIGGER entries_updated;
DROP TRIGGER entries_parts_inserted;
DROP TRIGGER entries_parts_deleted;
DROP TRIGGER entries_parts_updated;

CREATE TRIGGER entries_inserted AFTER INSERT ON entries BEGIN
    INSERT INTO unindexed (entry_id) VALUES (new.id);
END;

-- One trigger for all of it, since SQLite does not promise an order of several.
CREATE TRIGGER entries_deleted AFTER DELETE ON entries BEGIN
    INSERT INTO entries_search (entries_search, rowid, title, author, text)
        SELECT 'delete', old.id, old.title, old.author, old.text
        WHERE NOT EXISTS (SELECT 1 FROM unindexed WHERE entry_id = old.id);
    INSERT INTO entries_parts (entries_parts, rowid, title, author, text)
        SELECT 'delete', old.id, old.title, old.author, old.text
        WHERE old.has_parts AND NOT EXISTS (SELECT 1 FROM unindexed WHERE entry_id = old.id);
    DELETE FROM unindexed WHERE entry_id = old.id;
END;

CREATE TRIGGER entries_updated AFTER UPDATE OF title, author, text, has_parts ON entries
    WHEN NOT EXISTS (SELECT 1 FROM unindexed WHERE entry_id = old.id) BEGIN
    INSERT INTO entries_search (entries_search, rowid, title, author, text)
        VALUES ('delete', old.id, old.title, old.author, old.text);
    INSERT INTO entries_search (rowid, title, author, text) VALUES (new.id, new.title, new.author, new.text);
    INSERT INTO entries_parts (entries_parts, rowid, title, author, text)
        SELECT 'delete', old.id, old.title, old.author, old.text WHERE old.has_parts;
    INSERT INTO entries_parts (rowid, title, author, text)
        SELECT new.id, new.title, new.author, new.text WHERE new.has_parts;
END;

-- The icon that the page of the site names, for feeds without a picture, and when the page was asked for it.
ALTER TABLE feeds ADD COLUMN icon TEXT;
ALTER TABLE feeds ADD COLUMN icon_asked_at TEXT;
