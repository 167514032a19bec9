-- WebSub subscriptions.

-- The address under which the feed's hub knows it.
ALTER TABLE feeds ADD COLUMN topic TEXT;

CREATE TABLE hub_subscriptions (
    token        TEXT PRIMARY KEY,            -- the end of the callback, which nobody can guess
    feed_id      INTEGER REFERENCES feeds (id) ON DELETE SET NULL,   -- NULL: the feed was removed
    state        TEXT NOT NULL CHECK (json_valid(state)),     -- bozofeed's HubSubscription, with its secret
    active_until TEXT,                        -- NULL: the hub has not confirmed it
    ending_since TEXT,                        -- since when the hub is asked to end it
    message      TEXT                         -- why the hub did not confirm it; NULL: it did, or was not asked
) STRICT, WITHOUT ROWID;

CREATE INDEX hub_subscriptions_of_feed ON hub_subscriptions (feed_id);
