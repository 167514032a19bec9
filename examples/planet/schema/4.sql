-- Settings of feeds and followed lists, hosts, WebSub subscriptions.

-- Settings of feeds, and lists that are followed.

-- Hosts: what their servers allow.

-- WebSub subscriptions, and archives.
