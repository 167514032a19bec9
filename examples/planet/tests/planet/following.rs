//! `planet follow`: subscription lists whose changes are followed.

use std::sync::{Arc, Mutex};

use super::planet::{Planet, err};
use super::server::{Server, feed, response};

/// A server with feeds, and a list whose text can be changed by a test.
fn list_server() -> (Server, Arc<Mutex<String>>) {
    let list = Arc::new(Mutex::new(String::new()));
    let text = Arc::clone(&list);
    let server = Server::new(move |request| match request.path.as_str() {
        "/list.opml" => match text.lock().unwrap().as_str() {
            "" => response(500, &[], b""),
            text => response(200, &[("Content-Type", "text/x-opml")], text.as_bytes()),
        },
        path => feed(path, &[path]),
    });
    (server, list)
}

fn opml(server: &Server, paths: &[&str]) -> String {
    let outlines: String = paths
        .iter()
        .map(|path| {
            format!("<outline text='{path}'><outline text='x' xmlUrl='{}'/></outline>", server.url(path))
        })
        .collect();
    format!("<opml version='2.0'><body>{outlines}</body></opml>")
}

/// Returns the paths of the feeds.
fn feeds(planet: &Planet) -> String {
    let urls = planet.query("SELECT url FROM feeds ORDER BY url");
    urls.iter().map(|url| url.rsplit_once('/').unwrap().1).collect::<Vec<_>>().join(" ")
}

/// Polls after a day.
fn poll_later(planet: &Planet) {
    planet.database().execute("UPDATE lists SET next_check_at = '2020-01-01T00:00:00Z'", ()).unwrap();
    planet.ok(&["poll"]);
}

#[test]
fn feeds_come_and_go_with_the_list() {
    let (server, list) = list_server();
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/own")]);
    let set = |paths: &[&str]| *list.lock().unwrap() = opml(&server, paths);
    set(&["/own", "/a", "/b"]);
    let url = server.url("/list.opml");
    assert!(planet.ok(&["follow", &url, "--folder", "Club"]).contains("2 feeds added, 0 removed"));
    assert_eq!(feeds(&planet), "a b own");
    assert!(planet.ok(&["set", "2"]).contains("folder=Club//a"), "{}", planet.ok(&["set", "2"]));
    planet.ok(&["poll"]);
    let reads = || server.paths().iter().filter(|path| *path == "/list.opml").count();
    assert_eq!(reads(), 1, "it is read once a day");
    set(&["/b", "/c"]);
    poll_later(&planet);
    assert_eq!(feeds(&planet), "b c own", "a feed that was there before stays");
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY title"), ["/b", "/c", "/own"]);
    // A feed that was also added by hand stays, and a feed that was removed by hand is not added
    // again.
    planet.ok(&["add", &server.url("/c")]);
    planet.ok(&["remove", &server.url("/b")]);
    poll_later(&planet);
    assert_eq!(feeds(&planet), "c own");
    set(&["/d"]);
    poll_later(&planet);
    assert_eq!(feeds(&planet), "c d own");
    assert!(planet.ok(&["follow"]).contains("/list.opml  (1 feeds, in Club)"), "{}", planet.ok(&["follow"]));
    assert!(planet.ok(&["unfollow", &url]).contains("1 feeds removed"));
    assert_eq!((feeds(&planet).as_str(), planet.ok(&["follow"]).as_str()), ("c own", ""));
}

#[test]
fn a_list_that_cannot_be_read_removes_nothing() {
    let (server, list) = list_server();
    let planet = Planet::new();
    *list.lock().unwrap() = opml(&server, &["/a", "/b"]);
    planet.ok(&["follow", &server.url("/list.opml")]);
    let whole = opml(&server, &["/c"]);
    let cut = whole.get(..whole.len() - 20).unwrap().to_owned();
    let cases = [
        ("", "the server answered with status 500", "a b"),
        ("<html><p>Moved</p></html>", "not a list of feeds", "a b"),
        ("<opml version='2.0'><body/></opml>", "not a list of feeds", "a b"),
        // The list may have been longer.
        (cut.as_str(), "no feeds are removed since the list is broken", "a b c"),
    ];
    let wrong: Vec<_> = cases
        .into_iter()
        .filter_map(|(text, message, expected)| {
            text.clone_into(&mut list.lock().unwrap());
            poll_later(&planet);
            let (shown, found) = (planet.ok(&["follow"]), feeds(&planet));
            (!shown.contains(message) || found != expected).then_some((text.to_owned(), shown, found))
        })
        .collect();
    assert_eq!(wrong, []);
    *list.lock().unwrap() = whole;
    poll_later(&planet);
    assert_eq!(feeds(&planet), "c");
    assert!(!planet.ok(&["follow"]).contains("broken"));
}

#[test]
fn lists_are_files_as_well() {
    let server = Server::new(|request| feed(&request.path, &["x"]));
    let planet = Planet::new();
    planet.write("a.opml", &opml(&server, &["/a", "/both"]));
    planet.write("b.opml", &opml(&server, &["/b", "/both"]));
    planet.ok(&["follow", "a.opml"]);
    planet.ok(&["follow", "b.opml"]);
    planet.ok(&["follow", "b.opml"]);
    assert_eq!(feeds(&planet), "a b both");
    planet.ok(&["unfollow", "a.opml"]);
    assert_eq!(feeds(&planet), "b both", "the other list names it as well");
    let output = planet.run(&["unfollow", "a.opml"]);
    assert!(err(&output).contains("no list 'a.opml'"), "{}", err(&output));
    assert_eq!(planet.run(&["follow", "missing.opml"]).status.code(), Some(1));
    planet.ok(&["unfollow", "2"]);
    assert_eq!(feeds(&planet), "");
}
