-- The rules that each feed's last document breaks.

-- [{"rule", "severity", "message", "advice", "line", "places"}]: bozofeed's errors and warnings, the gravest first.
ALTER TABLE feeds ADD COLUMN findings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(findings));
