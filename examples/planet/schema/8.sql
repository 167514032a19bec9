-- The feeds that are hidden, which the view of shown entries leaves out: few, and looked for with each entry.

CREATE INDEX feeds_hidden ON feeds (id) WHERE hidden IS NOT NULL;
