//! Kept and removed entries: identities, databases of earlier versions, limits, `planet prune`.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rusqlite::Connection;
use serde_json::Value;

use super::planet::{Planet, err};
use super::server::{RSS, Server, feed, response};

/// An item: identifier, link, title, description.
type Item<'i> = (&'i str, &'i str, &'i str, &'i str);

fn items(items: &[Item<'_>]) -> Vec<u8> {
    let items: String = items
        .iter()
        .map(|(id, link, title, description)| {
            format!(
                "<item><guid isPermaLink='false'>{id}</guid><link>https://harbour.example/{link}</link><title>{title}</title>\
                 <description>{description}</description></item>"
            )
        })
        .collect();
    response(
        200,
        &[RSS],
        format!("<rss version='2.0'><channel><title>Log</title>{items}</channel></rss>").as_bytes(),
    )
}

/// A server that gives the answer for the current round.
fn rounds(answers: Vec<Vec<u8>>) -> (Server, Arc<AtomicUsize>) {
    let round = Arc::new(AtomicUsize::new(0));
    let now = Arc::clone(&round);
    let server = Server::new(move |_| answers[now.load(Ordering::SeqCst).min(answers.len() - 1)].clone());
    (server, round)
}

#[test]
fn an_identifier_that_is_repeated_for_a_day_brings_nothing_back() {
    let (ferry, crane) = (("1", "ferry", "Ferry", "late"), ("1", "crane", "Crane", "stopped"));
    let corrected = ("1", "ferry", "The ferry", "on time");
    let fog = ("2", "fog", "Fog", "thick");
    let days: [&[Item<'_>]; 5] =
        [&[ferry, fog], &[crane, ferry, fog], &[ferry, fog], &[corrected, fog], &[corrected, crane, fog]];
    let (server, round) = rounds(days.iter().map(|day| items(day)).collect());
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let counts: Vec<(Value, Value)> = (0..days.len())
        .map(|day| {
            round.store(day, Ordering::SeqCst);
            let line = planet.poll().swap_remove(0);
            (line["new_entries"].clone(), line["changed_entries"].clone())
        })
        .collect();
    let expected = [(2, 0), (1, 0), (0, 0), (0, 1), (0, 0)];
    assert_eq!(counts, expected.map(|(new, changed)| (Value::from(new), Value::from(changed))));
    assert_eq!(planet.query("SELECT identity_rule FROM feeds"), ["id_and_link"]);
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY title"), ["Crane", "Fog", "The ferry"]);
}

#[test]
fn a_feed_that_needs_every_rule_gets_it_and_loses_nothing() {
    let days: [&[Item<'_>]; 4] = [
        &[("1", "a", "A", "x")],
        &[("1", "a", "A", "x"), ("1", "b", "A", "x")],
        &[("1", "a", "A", "x"), ("1", "b", "A", "x"), ("1", "b", "B", "x")],
        &[("1", "a", "A", "x"), ("1", "b", "A", "x"), ("1", "b", "B", "x"), ("1", "b", "B", "y")],
    ];
    let (server, round) = rounds(days.iter().map(|day| items(day)).collect());
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let rules: Vec<(String, Value)> = (0..days.len())
        .map(|day| {
            round.store(day, Ordering::SeqCst);
            let new = planet.poll()[0]["new_entries"].clone();
            (planet.query("SELECT identity_rule FROM feeds").swap_remove(0), new)
        })
        .collect();
    let expected = ["id", "id_and_link", "title_and_date", "content"];
    assert_eq!(rules, expected.map(|rule| (rule.to_owned(), Value::from(1))));
    assert_eq!(planet.query("SELECT DISTINCT identity_rule FROM entries"), ["content"]);
    assert_eq!(planet.query("SELECT group_concat(revision) FROM entries"), ["1,1,1,1"]);
}

/// Turns the database into schema 1, as in the first version of this program.
fn to_schema_1(planet: &Planet) {
    let new = planet.database();
    let old = Connection::open(planet.path("old.db")).unwrap();
    old.execute_batch(include_str!("../../schema/1.sql")).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    drop(old);
    let path = planet.path("old.db");
    new.execute("ATTACH ?1 AS old", [path.to_str().unwrap()]).unwrap();
    new.execute_batch(
        "INSERT INTO old.feeds (id, url, added_url, added_at, folder, title, site, state, polled_at, next_poll_at, \
             next_poll_reason, outcome, status) \
             SELECT id, url, added_url, added_at, (SELECT folder FROM folders WHERE feed_id = id), title, site, state, \
             polled_at, next_poll_at, next_poll_reason, outcome, status FROM main.feeds;
         -- Entries that shared an identifier or a link had it, `#`, and a hash.
         INSERT INTO old.entries (id, feed_id, identity, link, title, author, html, text, image, enclosures, published_at, \
             updated_at, sorted_at, position, first_seen_at, changed_at, revision) \
             SELECT id, feed_id, CASE identity_rule WHEN 'id' THEN identity ELSE \
                 substr(identity, 1, length(identity) - 33) || '#' || lower(hex(randomblob(16))) END, \
             link, title, author, html, text, image, enclosures, published_at, updated_at, sorted_at, position, first_seen_at, \
             changed_at, revision FROM main.entries;
         DETACH old",
    )
    .unwrap();
    drop(new);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(planet.path(&format!("planet.db{suffix}")));
    }
    std::fs::rename(planet.path("old.db"), planet.path("planet.db")).unwrap();
}

#[test]
fn a_database_of_schema_1_keeps_its_entries_and_none_comes_back_as_new() {
    let documents: [(&str, &[Item<'_>]); 4] = [
        (
            "/plain",
            &[
                ("1", "a", "A", "x"),
                ("2", "b", "B", "x"),
                ("tag:x#00112233445566778899aabbccddeeff", "c", "C", "x"),
            ],
        ),
        ("/shared", &[("1", "a", "A", "x"), ("1", "b", "A", "x"), ("2", "c", "C", "x")]),
        (
            "/status",
            &[("1", "a", "A", "x"), ("1", "a", "B", "x"), ("1", "a", "B", "x"), ("2", "c", "C", "x")],
        ),
        ("/texts", &[("1", "a", "A", "x"), ("1", "a", "A", "y"), ("2", "c", "C", "x")]),
    ];
    let answers = documents.map(|(path, document)| (path, items(document)));
    let server = Server::new(move |request| {
        answers
            .iter()
            .find(|(path, _)| *path == request.path)
            .map_or_else(Vec::new, |(_, answer)| answer.clone())
    });
    let planet = Planet::new();
    planet.write(
        "list.opml",
        &format!(
            "<opml version='2.0'><body><outline text='Sea'>{}</outline></body></opml>",
            documents.map(|(path, _)| format!("<outline text='x' xmlUrl='{}'/>", server.url(path))).concat()
        ),
    );
    planet.ok(&["add", "list.opml"]);
    planet.poll();
    // Without validators, every document is parsed again.
    planet.database().execute("UPDATE feeds SET state = json_object('url', url)", ()).unwrap();
    let all = "SELECT id || ' ' || feed_id || ' ' || title || ' ' || text || ' ' || revision FROM entries ORDER BY id";
    let before = planet.query(all);
    assert_eq!(before.len(), 12);
    to_schema_1(&planet);
    assert_eq!(planet.query("PRAGMA user_version"), ["1"]);
    let lines = planet.poll();
    let run = lines.last().unwrap();
    assert_eq!(
        (&run["new_entries"], &run["changed_entries"]),
        (&Value::from(0), &Value::from(0)),
        "{lines:?}"
    );
    assert_eq!(planet.query(all), before);
    assert_eq!(planet.query("SELECT count(*) FROM entries WHERE identity_rule = 'schema_1'"), ["0"]);
    assert_eq!(
        planet.query("SELECT identity_rule FROM feeds ORDER BY id"),
        ["id_and_link", "id_and_link", "title_and_date", "content"],
    );
    assert_eq!(planet.query("PRAGMA user_version"), ["9"]);
    assert_eq!(planet.query("PRAGMA integrity_check"), ["ok"]);
    assert_eq!(planet.query("SELECT DISTINCT folder FROM folders"), ["Sea"]);
    assert!(planet.ok(&["search", "x"]).lines().count() > 12, "the index is complete");
}

#[test]
fn a_migrated_database_is_pruned_only_of_entries_that_are_gone() {
    let (server, round) =
        rounds(vec![items(&[("1", "a", "A", "x"), ("2", "b", "B", "x")]), items(&[("2", "b", "B", "x")])]);
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    planet.poll();
    planet.database().execute("UPDATE entries SET changed_at = '2020-01-01T00:00:00Z'", ()).unwrap();
    to_schema_1(&planet);
    // It is not yet known which entries the document has.
    planet.ok(&["prune", "--days", "30"]);
    assert_eq!(planet.query("SELECT title FROM entries"), ["A", "B"]);
    round.store(1, Ordering::SeqCst);
    planet.poll();
    planet.ok(&["prune", "--days", "30"]);
    assert_eq!(planet.query("SELECT title FROM entries"), ["B"]);
    round.store(0, Ordering::SeqCst);
    assert_eq!(planet.poll()[0]["new_entries"], 1);
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let mode =
        |planet: &Planet| std::fs::metadata(planet.path("planet.db")).unwrap().permissions().mode() & 0o777;
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    assert_eq!(mode(&planet), 0o600);
    // A database of an earlier version is protected when it is migrated.
    to_schema_1(&planet);
    std::fs::set_permissions(planet.path("planet.db"), PermissionsExt::from_mode(0o644)).unwrap();
    planet.ok(&["list"]);
    assert_eq!(mode(&planet), 0o600);
    // Later changes are the owner's choice.
    std::fs::set_permissions(planet.path("planet.db"), PermissionsExt::from_mode(0o640)).unwrap();
    planet.ok(&["list"]);
    assert_eq!(mode(&planet), 0o640);
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    for (sql, is_ours) in [
        ("CREATE TABLE notes (text TEXT)", false),
        ("CREATE TABLE feeds (url TEXT); PRAGMA user_version = 1", false),
        ("CREATE TABLE notes (text TEXT); PRAGMA user_version = 2", false),
        ("PRAGMA application_id = 1", false),
        ("PRAGMA application_id = 1; PRAGMA user_version = 2", false),
        ("PRAGMA user_version = 7", false),
        ("VACUUM", true),
    ] {
        let planet = Planet::new();
        planet.database().execute_batch(sql).unwrap();
        let before = std::fs::read(planet.path("planet.db")).unwrap();
        planet.write("list.opml", "<opml><body><outline xmlUrl='https://harbour.example/'/></body></opml>");
        for arguments in [&["add", "list.opml"][..], &["list"], &["status"], &["poll"], &["prune"]] {
            let output = planet.run(arguments);
            assert_eq!(output.status.success(), is_ours, "{sql}: {arguments:?}: {}", err(&output));
            assert!(
                is_ours || err(&output).contains("planet.db is a database of another program"),
                "{}",
                err(&output)
            );
        }
        let after = std::fs::read(planet.path("planet.db")).unwrap();
        assert_eq!(before == after, !is_ours, "{sql}");
        assert_eq!(planet.path("planet.db-wal").exists(), is_ours && planet.path("planet.db-wal").exists());
    }
}

#[test]
fn a_malformed_state_does_not_block_the_other_feeds() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    // SQLite itself rejects a state that is not JSON, or whose number of failures is not a number.
    let states = [
        "[]",
        "null",
        "\"x\"",
        "{\"failures\": -1}",
        "{\"failures\": 99999999999}",
        "{\"url\": 7, \"polled\": \"yesterday\"}",
    ];
    for state in states {
        let planet = Planet::new();
        planet.ok(&["add", &server.url("/a"), &server.url("/b")]);
        planet.database().execute("UPDATE feeds SET state = ?1 WHERE id = 1", [state]).unwrap();
        for arguments in [
            &["list"][..],
            &["list", "--json"],
            &["status"],
            &["status", "--json"],
            &["export"],
            &["render", "site"],
        ] {
            let output = planet.run(arguments);
            assert!(output.status.success(), "{state}: {arguments:?}: {}", err(&output));
        }
        assert_eq!(planet.ok(&["list", "--json"]).lines().count(), 2, "{state}");
        planet.poll();
        assert_eq!(
            planet.query("SELECT outcome FROM feeds ORDER BY id"),
            ["changed", "not_modified"],
            "{state}"
        );
        assert_eq!(planet.query("SELECT json_valid(state) FROM feeds"), ["1", "1"], "it is started anew");
    }
}

/// A feed with new texts at each poll, about a megabyte in size.
fn changing(address: Ipv4Addr, is_new: bool) -> Server {
    let count = AtomicUsize::new(0);
    Server::at(address, move |_, connection| {
        let round = count.fetch_add(1, Ordering::SeqCst);
        let text = format!("round {round} ").repeat(1_000);
        let all: Vec<(String, String)> = (0..100)
            .map(|n| (if is_new { format!("{round}-{n}") } else { n.to_string() }, text.clone()))
            .collect();
        let all: Vec<Item<'_>> =
            all.iter().map(|(id, text)| (id.as_str(), id.as_str(), "Wave", text.as_str())).collect();
        let _ = std::io::Write::write_all(connection, &items(&all));
    })
}

#[test]
fn a_feed_that_always_changes_does_not_fill_the_disk() {
    for is_new in [false, true] {
        let server = changing(Ipv4Addr::LOCALHOST, is_new);
        let planet = Planet::new();
        planet.add_list(&[server.url("/")]);
        let limits = ["poll", "--all", "--keep-size", "3", "--keep-revisions", "2"];
        let sizes: Vec<u64> = (0..10)
            .map(|_| {
                planet.ok(&limits);
                planet.status()["database_bytes"].as_u64().unwrap()
            })
            .collect();
        // Ten polls bring 19 MB, without the index.
        assert!(sizes[9] < 9_000_000, "{sizes:?}");
        let texts: u64 = planet.query("SELECT sum(bytes) FROM entries")[0].parse().unwrap();
        assert!(texts <= 3 << 20, "{texts}");
        assert_eq!(planet.query("SELECT count(*) FROM present"), ["100"]);
        let most = planet.query(
            "SELECT coalesce(max(count), 0) FROM (SELECT count(*) AS count FROM revisions GROUP BY entry_id)",
        );
        assert_eq!(most, [if is_new { "0" } else { "2" }]);
        if !is_new {
            assert_eq!(planet.query("SELECT DISTINCT revision FROM revisions ORDER BY revision"), ["8", "9"]);
        }
        assert_eq!(planet.query("PRAGMA integrity_check"), ["ok"]);
        assert_eq!(planet.query("SELECT count(*) FROM unindexed"), ["0"]);
        // The index contains exactly the words of the existing entries.
        let check = "INSERT INTO entries_search (entries_search, rank) VALUES ('integrity-check', 1)";
        planet.database().execute(check, ()).unwrap();
    }
}

#[test]
fn the_entries_of_the_last_document_count_first() {
    let dated = |days: &[u32]| {
        let items: String = days
            .iter()
            .map(|day| format!("<item><guid>{day}</guid><title>{day}</title><pubDate>2025-03-{day:02}T08:00:00Z</pubDate></item>"))
            .collect();
        let text = format!("<rss version='2.0'><channel><title>Log</title>{items}</channel></rss>");
        response(200, &[RSS], text.as_bytes())
    };
    // The second document has older entries than the first.
    let (server, round) = rounds(vec![dated(&[7, 6, 5]), dated(&[2, 1])]);
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    for at in 0..2 {
        round.store(at, Ordering::SeqCst);
        planet.ok(&["poll", "--all", "--keep-entries", "3"]);
    }
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY title"), ["1", "2", "7"]);
}

#[test]
fn pruning_gives_space_back_and_nothing_comes_back() {
    let (server, round) = rounds(vec![
        items(&[("1", "a", "A", &"x ".repeat(200_000)), ("2", "b", "B", "x"), ("3", "c", "C", "x")]),
        items(&[("2", "b", "B", "y"), ("3", "c", "C", "x")]),
    ]);
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    planet.poll();
    round.store(1, Ordering::SeqCst);
    planet.poll();
    let old = "UPDATE entries SET changed_at = '2020-01-01T00:00:00Z'; UPDATE revisions SET replaced_at = '2020-01-01T00:00:00Z'";
    planet.database().execute_batch(old).unwrap();
    assert!(planet.ok(&["prune"]).starts_with("removed 0 entries and 0 revisions"));
    let pruned: Value = serde_json::from_str(&planet.ok(&["prune", "--days", "365", "--json"])).unwrap();
    assert_eq!((&pruned["entries"], &pruned["revisions"]), (&1.into(), &1.into()));
    let size = |name: &str| pruned[name].as_u64().unwrap();
    assert!(size("bytes_after") + 700_000 < size("bytes_before"), "{pruned}");
    assert_eq!(std::fs::metadata(planet.path("planet.db")).unwrap().len(), size("bytes_after"));
    assert_eq!(planet.query("SELECT title FROM entries"), ["B", "C"]);
    planet.database().execute("UPDATE feeds SET state = json_object('url', url)", ()).unwrap();
    assert_eq!(planet.poll()[0]["new_entries"], 0, "the entries of the last document were kept");
    assert!(planet.ok(&["search", "x"]).contains('C'));
    // An entry that was pruned and is published again is new.
    round.store(0, Ordering::SeqCst);
    assert_eq!(planet.poll()[0]["new_entries"], 1);
}

#[test]
fn only_the_last_runs_are_remembered() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let runs = "INSERT INTO runs (started_at, due) \
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000) SELECT '2020-01-01T00:00:00Z', n FROM n";
    planet.database().execute(runs, ()).unwrap();
    planet.poll();
    assert_eq!(planet.query("SELECT count(*) FROM runs"), ["1001"]);
}

#[test]
fn a_backup_of_a_planet_in_use_is_a_planet() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    planet.database().execute(&format!("VACUUM INTO '{}'", planet.path("backup.db").display()), ()).unwrap();
    assert_eq!(planet.ok(&["--db", "backup.db", "list"]), planet.ok(&["list"]));
    assert!(planet.ok(&["--db", "backup.db", "search", "High"]).contains("Tides"));
}

#[test]
fn an_entry_is_the_same_if_its_identifier_or_address_changes_and_another_if_its_identifier_is_used_again() {
    let dated = |items: &[(&str, &str, &str, u32)]| {
        let items: String = items
            .iter()
            .map(|(id, link, title, day)| {
                format!(
                    "<item><guid isPermaLink='false'>{id}</guid><link>https://harbour.example/{link}</link><title>{title}</title>\
                     <description>All about {title} of the day</description><pubDate>2025-03-{day:02}T08:00:00Z</pubDate></item>"
                )
            })
            .collect();
        let text = format!("<rss version='2.0'><channel><title>Log</title>{items}</channel></rss>");
        response(200, &[RSS], text.as_bytes())
    };
    let days = [
        dated(&[("a1", "fog", "Fog on the river", 1), ("b1", "rain", "Rain in the hills", 2)]),
        // Each build generates new identifiers.
        dated(&[("a2", "fog", "Fog on the river", 1), ("b2", "rain", "Rain in the hills", 2)]),
        // Tracking parameters come and go.
        dated(&[
            ("a2", "fog?utm_source=feed", "Fog on the river", 1),
            ("b2", "rain", "Rain in the hills", 2),
        ]),
        // An identifier is reused for another entry.
        dated(&[("a2", "snow", "Snow at last", 9), ("b2", "rain", "Rain in the hills", 2)]),
        dated(&[("a2", "snow", "Snow at last, and ice", 9), ("b2", "rain", "Rain in the hills", 2)]),
    ];
    let (server, round) = rounds(days.to_vec());
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    let counts: Vec<(u64, u64)> = (0..days.len())
        .map(|day| {
            round.store(day, Ordering::SeqCst);
            let line = planet.poll().swap_remove(0);
            (line["new_entries"].as_u64().unwrap(), line["changed_entries"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(counts, [(2, 0), (0, 0), (0, 0), (1, 0), (0, 1)]);
    let titles = planet.query("SELECT title FROM entries ORDER BY title");
    assert_eq!(titles, ["Fog on the river", "Rain in the hills", "Snow at last, and ice"]);
}

/// The dates of two items in two polls, and the date shown for the first item.
type Dates<'d> = (&'d str, [&'d str; 2], [&'d str; 2], &'d str);

#[test]
fn a_date_that_is_corrected_counts_and_one_that_a_build_changes_does_not() {
    const DATES: &[Dates<'_>] = &[
        ("is published anew", ["2023-03-01", "2023-02-01"], ["2024-05-01", "2023-02-01"], "2024-05-01"),
        ("had no date", ["1970-01-01", "2023-02-01"], ["2023-03-01", "2023-02-01"], "2023-03-01"),
        ("had a later date", ["2024-03-01", "2023-02-01"], ["2023-03-01", "2023-02-01"], "2023-03-01"),
        (
            "has the date of the build",
            ["2023-03-01", "2023-03-02"],
            ["2023-04-01", "2023-04-02"],
            "2023-03-01",
        ),
        ("stays", ["2023-03-01", "2023-02-01"], ["2023-03-01", "2023-02-01"], "2023-03-01"),
    ];
    for (what, first, second, expected) in DATES {
        let answer = |dates: &[&str; 2]| {
            let items: String = dates
                .iter()
                .zip(["fog", "ice"])
                .map(|(date, name)| {
                    format!(
                        "<item><guid isPermaLink='false'>{name}</guid><title>{name}</title><pubDate>{date}T10:00:00Z</pubDate></item>"
                    )
                })
                .collect();
            response(200, &[RSS], format!("<rss version='2.0'><channel>{items}</channel></rss>").as_bytes())
        };
        let (server, round) = rounds(vec![answer(first), answer(second)]);
        let planet = Planet::new();
        planet.add_list(&[server.url("/feed")]);
        planet.poll();
        round.store(1, Ordering::SeqCst);
        planet.poll();
        let found = planet.query("SELECT substr(sorted_at, 1, 10) FROM entries WHERE title = 'fog'");
        assert_eq!(found, [*expected], "{what}");
        assert_eq!(planet.query("SELECT count(*) FROM revisions"), ["0"], "{what}");
    }
}

#[test]
fn a_database_of_an_earlier_schema_hides_its_feeds_with_secrets() {
    let planet = Planet::new();
    planet.add_list(
        &["https://harbour.example/feed?token=s3cret", "https://harbour.example/feed"].map(str::to_owned),
    );
    to_schema_1(&planet);
    planet.ok(&["list"]);
    let hidden = planet.query("SELECT hidden_because FROM feeds ORDER BY id");
    assert_eq!(hidden, ["its address has a secret", "NULL"]);
}

#[test]
fn few_feeds_are_hidden_and_their_entries_are_looked_for_in_an_index() {
    let planet = Planet::new();
    planet.add_list(&["https://harbour.example/feed".to_owned()]);
    let plan = planet.database().query_row(
        "EXPLAIN QUERY PLAN SELECT id FROM feeds WHERE hidden_because IS NOT NULL",
        (),
        |row| row.get::<_, String>(3),
    );
    assert!(plan.unwrap().contains("feeds_hidden"));
}
