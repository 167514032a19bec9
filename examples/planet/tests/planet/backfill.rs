//! `planet backfill`: entries from archives and pages.

use super::planet::{Planet, err};
use super::server::{RSS, Server, response};

/// An RSS document with items for each title, dated in a month or undated, and a link to an older document.
fn document(titles: &str, month: Option<u8>, older: Option<&str>) -> Vec<u8> {
    let items: String = titles
        .split(' ')
        .map(|title| {
            let date = month.map(|month| format!("<dc:date>2026-{month:02}-01T00:00:00Z</dc:date>"));
            format!(
                "<item><guid>urn:x:{title}</guid><title>{title}</title>{}</item>",
                date.unwrap_or_default()
            )
        })
        .collect();
    let link = older.map(|href| format!("<atom:link rel='prev-archive' href='{href}'/>")).unwrap_or_default();
    let text = format!(
        "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom' xmlns:dc='http://purl.org/dc/elements/1.1/'>\
         <channel><title>Tides</title>{link}{items}</channel></rss>"
    );
    response(200, &[RSS], text.as_bytes())
}

fn archive() -> Server {
    Server::new(|request| match request.path.as_str() {
        "/" => document("h g", Some(8), Some("/3")),
        "/3" => document("g-old f", Some(6), Some("/2")),
        "/2" => document("e d", None, Some("/1")),
        "/1" => document("c b advert", Some(2), None),
        _ => response(404, &[], b""),
    })
}

fn entries(planet: &Planet) -> String {
    planet.query("SELECT title FROM shown_entries ORDER BY sorted_at DESC, position, id").join(" ")
}

#[test]
fn older_entries_are_saved_as_those_of_a_poll() {
    let server = archive();
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    planet.ok(&["set", "1", "drop=advert", "cookie=a=b", "hidden=no"]);
    assert_eq!(entries(&planet), "h g");
    let printed = planet.ok(&["backfill", "1"]);
    assert_eq!(printed, "Tides: 7 entries of 4 documents\n");
    // Undated entries are as old as the ones before them.
    assert_eq!(entries(&planet), "h g g-old f e d c b");
    assert_eq!(server.paths(), ["/", "/", "/3", "/2", "/1"]);
    assert_eq!(server.header("cookie")[1..], vec![Some("a=b".to_owned()); 4]);
    // Repeating it is harmless, and a poll removes nothing.
    let before = planet.query("SELECT title || revision || changed_at FROM entries ORDER BY id");
    assert_eq!(planet.ok(&["backfill", &server.url("/")]), "Tides: 0 entries of 4 documents\n");
    planet.poll();
    assert_eq!(planet.query("SELECT title || revision || changed_at FROM entries ORDER BY id"), before);
    assert!(planet.ok(&["search", "c"]).contains("Tides"));
}

#[test]
fn an_archive_has_earlier_versions() {
    let server = Server::new(|request| {
        let (title, link) = match request.path.as_str() {
            "/" => ("Corrected", "<link rel='next' href='/2'/>"),
            _ => ("Wrong", ""),
        };
        let text = format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>Tides</title>{link}<entry><id>urn:x:1</id><title>{title}</title></entry></feed>"
        );
        response(200, &[], text.as_bytes())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    planet.ok(&["backfill", "1"]);
    assert_eq!(planet.query("SELECT title || revision FROM entries"), ["Corrected1"]);
}

#[test]
fn the_limits_of_what_is_kept_end_it() {
    let server = archive();
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    let printed = planet.ok(&["backfill", "1", "--keep-entries", "4"]);
    assert_eq!(printed, "Tides: 2 entries of 3 documents; as much as is kept\n");
    assert_eq!(entries(&planet), "h g g-old f");
    // A feed's own limit also applies.
    planet.ok(&["set", "1", "keep-entries=2"]);
    assert_eq!(planet.ok(&["backfill", "1"]), "Tides: 0 entries of 3 documents; as much as is kept\n");
}

#[test]
fn it_is_bounded_and_keeps_what_it_has() {
    let server = Server::new(|request| {
        let number: u32 = request.path[1..].parse().unwrap_or(0);
        document(&format!("t{number}"), Some(3), Some(&format!("/{}", number + 1)))
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/0")]);
    let output = planet.run(&["backfill", "1", "--documents", "5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("there may be more than 5 documents"), "{}", err(&output));
    assert_eq!(planet.query("SELECT count(*) FROM entries"), ["5"]);

    let server = Server::new(|request| match request.path.as_str() {
        "/" => document("a", Some(3), Some("/2")),
        "/2" => document("b", Some(2), Some("/1")),
        _ => response(503, &[], b""),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    let output = planet.run(&["backfill", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("/1: the server is busy"), "{}", err(&output));
    assert_eq!(entries(&planet), "a b");
    assert_eq!(planet.run(&["backfill", "7"]).status.code(), Some(1));
}
