-- Settings of feeds and followed lists, hosts, WebSub subscriptions.

-- Languages, as tags (RFC 5646): 'en-GB'. NULL: the feed does not say.
ALTER TABLE feeds ADD COLUMN language TEXT;
ALTER TABLE entries ADD COLUMN language TEXT;    -- of its content, else of its title

-- Settings of feeds, and lists that are followed.

-- Hosts: what their servers allow.

-- Only those that have to be remembered between two runs: a server that asked to wait, a rate limit, a budget.
CREATE TABLE hosts (
    host    TEXT PRIMARY KEY,                 -- in lower case and without `www`; or a domain with a budget
    state   TEXT NOT NULL CHECK (json_valid(state)),      -- bozofeed's HostState
    seen_at TEXT NOT NULL                     -- the end of the run in which it was asked last
) STRICT, WITHOUT ROWID;

-- How long the last poll took, in seconds. What was slow comes last in the next run.
ALTER TABLE feeds ADD COLUMN seconds REAL;

-- WebSub subscriptions, and archives.
