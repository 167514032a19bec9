-- Secrets in addresses, hidden feeds.

-- Whether the address is published: 'shown' or 'hidden'. NULL: unless it has a secret.
ALTER TABLE feeds ADD COLUMN address TEXT CHECK (address IN ('shown', 'hidden'));

-- 'yes': the feed and its entries are not on the site.
ALTER TABLE feeds ADD COLUMN hidden TEXT CHECK (hidden IN ('yes'));

DROP VIEW shown_entries;
CREATE VIEW shown_entries AS SELECT * FROM entries
    WHERE NOT is_hidden AND feed_id NOT IN (SELECT id FROM feeds WHERE hidden IS NOT NULL);
