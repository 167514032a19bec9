-- Feeds with a secret are hidden unless somebody wants them to be published.

DROP VIEW shown_entries;
DROP INDEX feeds_hidden;

-- 'yes' or 'no': whether the feed and its entries are kept off the site. NULL: if it has a secret.
ALTER TABLE feeds ADD COLUMN is_hidden TEXT CHECK (is_hidden IN ('yes', 'no'));
UPDATE feeds SET is_hidden = hidden;
ALTER TABLE feeds DROP COLUMN hidden;
ALTER TABLE feeds RENAME COLUMN is_hidden TO hidden;

-- The program writes into the state which secret the requests have: 'address' or 'header'.
UPDATE feeds SET state = with_secret(url, state);

-- Why the feed and its entries are not on the site. NULL: they are.
ALTER TABLE feeds ADD COLUMN hidden_because TEXT AS (CASE
    WHEN hidden = 'yes' THEN 'somebody hid it'
    WHEN hidden = 'no' THEN NULL
    WHEN state ->> '$.secret' = 'header' THEN 'its header fields may be secret'
    WHEN state ->> '$.secret' = 'address' AND address IS NOT 'shown' THEN 'its address has a secret'
END);

-- Few feeds are hidden, and looked for with each entry.
CREATE INDEX feeds_hidden ON feeds (id) WHERE hidden_because IS NOT NULL;
CREATE VIEW shown_entries AS SELECT * FROM entries
    WHERE NOT is_hidden AND feed_id NOT IN (SELECT id FROM feeds WHERE hidden_because IS NOT NULL);
