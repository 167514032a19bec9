//! `planet add`, `list`, `search`, `export` and `remove`.

use super::planet::{Planet, err, json_lines};
use super::server::{RSS, Server, feed, not_found, response};

const PAGE: &[u8] = b"<!doctype html><title>Harbour</title>
    <link rel=alternate type=application/rss+xml href=/gone title=Old>
    <link rel=alternate type=application/rss+xml href=/tides title=Tides>
    <link rel=alternate type=application/rss+xml href=/winds title=Winds><p>Welcome";

const LIST: &[u8] = b"<opml version='2.0'><body><outline text='Sea'><outline text='Boats'>
    <outline text='Tides' xmlUrl='https://harbour.example/tides'/></outline>
    <outline text='Winds' xmlUrl='https://harbour.example/winds'/></outline>
    <outline text='Broken' xmlUrl='ftp://harbour.example/'/></body></opml>";

fn site() -> Server {
    Server::new(|request| match request.path.as_str() {
        "/" => response(200, &[("Content-Type", "text/html")], PAGE),
        "/plain" => response(200, &[("Content-Type", "text/html")], b"<!doctype html><p>Welcome"),
        "/tides" => feed("Tides", &["High", "Low"]),
        "/winds" => feed("Winds", &["North"]),
        "/list" => response(200, &[("Content-Type", "text/xml")], LIST),
        "/moved" => response(301, &[("Location", "/tides")], b""),
        _ => not_found(),
    })
}

#[test]
fn a_feed_is_added_with_what_it_has() {
    let (planet, server) = (Planet::new(), site());
    let url = server.url("/tides");
    assert_eq!(planet.ok(&["add", &url]), format!("added 1: Tides ({url}), 2 entries\n"));
    assert_eq!(planet.ok(&["add", &url]), "already there, as 1: Tides\n");
    assert_eq!(server.paths(), ["/tides"], "the feed is asked for once");
    assert_eq!(planet.query("SELECT title FROM entries ORDER BY position"), ["High", "Low"]);
    assert_eq!(planet.poll().len(), 2, "one feed, and the run");
    assert_eq!(planet.query("SELECT count(*) FROM entries"), ["2"]);
}

#[test]
fn a_page_brings_the_first_of_its_feeds_that_answers() {
    let (planet, server) = (Planet::new(), site());
    let added = planet.ok(&["add", &server.url("/")]);
    assert!(added.contains(&format!("added 1: Tides ({})", server.url("/tides"))), "{added}");
    assert!(added.contains(&format!("the page also has {} (Winds)", server.url("/winds"))), "{added}");
    let dead = format!("the page names {}, too: the server answered with status 404", server.url("/gone"));
    assert!(added.contains(&dead), "{added}");
    assert_eq!(server.paths(), ["/", "/gone", "/tides"]);
}

#[test]
fn a_feed_that_moved_is_added_at_its_new_address() {
    let (planet, server) = (Planet::new(), site());
    planet.ok(&["add", &server.url("/moved")]);
    assert_eq!(planet.query("SELECT url FROM feeds"), [server.url("/tides")]);
}

#[test]
fn lists_are_added_with_their_folders() {
    let server = site();
    for is_file in [true, false] {
        let planet = Planet::new();
        planet.write("subscriptions.opml", std::str::from_utf8(LIST).unwrap());
        let source = if is_file { "subscriptions.opml".to_owned() } else { server.url("/list") };
        let added = planet.ok(&["add", &source]);
        assert!(added.contains("added 2 feeds of the list, 0 were already there"), "{added}");
        assert!(added.contains("left out: not an http or https URL: 'ftp://harbour.example/'"), "{added}");
        assert_eq!(
            planet.query("SELECT folder FROM folders JOIN feeds ON feeds.id = feed_id ORDER BY url"),
            ["Sea/Boats", "Sea"]
        );
        assert!(planet.ok(&["add", &source]).contains("added 0 feeds of the list, 2 were already there"));
    }
}

#[test]
fn what_cannot_be_added_is_an_error() {
    let (planet, server) = (Planet::new(), site());
    planet.write("notes.txt", "buy rope");
    for (source, message) in [
        (server.url("/plain"), "neither a feed nor a page that has one (not a feed (looks like"),
        (server.url("/missing"), "the server answered with status 404"),
        ("notes.txt".to_owned(), "not a list of feeds (OPML)"),
        ("nowhere".to_owned(), "'nowhere' is neither a file nor a URL"),
        ("ftp://harbour.example/".to_owned(), "is neither a file nor a URL"),
    ] {
        let output = planet.run(&["add", &source]);
        assert_eq!(output.status.code(), Some(1), "{source}");
        assert!(err(&output).contains(message), "{source}: {}", err(&output));
    }
    assert_eq!(planet.query("SELECT count(*) FROM feeds"), ["0"]);
    let mut refused = planet.command(&["list"]);
    let output = refused.args(["extra"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "wrong usage");
}

#[test]
fn private_addresses_are_refused_unless_they_are_allowed() {
    let (planet, server) = (Planet::new(), site());
    let add = |options: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_planet"))
            .current_dir(planet.folder())
            .args([&["add", &server.url("/tides")], options].concat())
            .output()
            .unwrap()
    };
    for options in [&[][..], &["--allow-network", "10.0.0.0/8"], &["--allow-host", "harbour.example"]] {
        let output = add(options);
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        let message = "127.0.0.1 is not a public address; --allow-host, --allow-network or --allow-private";
        assert!(err(&output).contains(message), "{}", err(&output));
        assert!(server.paths().is_empty());
    }
    for options in [["--allow-network", "127.0.0.0/8"], ["--allow-host", "127.0.0.1"]] {
        assert_eq!(add(&options).status.code(), Some(0), "{options:?}");
        planet.ok(&["remove", "1"]);
    }
    for options in
        [["--allow-network", "everywhere"], ["--ca", "missing.pem"], ["--proxy", "ftp://harbour.example/"]]
    {
        assert_eq!(add(&options).status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn commands_without_a_planet_say_how_to_make_one() {
    let planet = Planet::new();
    for command in ["list", "status", "poll", "export"] {
        let output = planet.run(&[command]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        assert!(
            err(&output).contains("planet.db does not exist; `planet add` creates it"),
            "{}",
            err(&output)
        );
    }
    planet.write("planet.db", "this is a text, and has been one for more than a hundred bytes, as is easily seen by all who read it");
    let output = planet.run(&["list"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("planet.db is not a database of a planet"), "{}", err(&output));
}

#[test]
fn a_file_that_is_no_planet_is_refused_and_left_as_it_is() {
    let (planet, server) = (Planet::new(), site());
    let other = planet.path("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE books (title TEXT)").unwrap();
    planet.write("byte.db", "x");
    planet.write("short.db", "SQLite format");
    planet.write("text.db", &"buy rope\n".repeat(1_000));
    let tides = server.url("/tides");
    let mut wrong = Vec::new();
    for file in ["other.db", "byte.db", "short.db", "text.db"] {
        let before = std::fs::read(planet.path(file)).unwrap();
        for command in
            [&["add", &tides][..], &["follow", &tides], &["list"], &["poll"], &["prune"], &["render", "site"]]
        {
            let output = planet.run(&[command, &["--db", file]].concat());
            let is_same = std::fs::read(planet.path(file)).unwrap() == before;
            if output.status.code() != Some(1) || !is_same || !err(&output).contains("database of") {
                wrong.push(format!("{file}, {command:?}: {is_same}, {}", err(&output)));
            }
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    assert!(server.paths().is_empty());
    // An empty file is treated like a missing one.
    planet.write("empty.db", "");
    planet.ok(&["add", &tides, "--db", "empty.db"]);
}

#[test]
fn a_feed_that_needs_a_header_field_is_added_with_it() {
    let others = Server::new(|request| {
        assert!(request.headers.iter().all(|(name, _)| name != "x-key"), "a header field of another server");
        feed("Winds", &["North"])
    });
    let winds = others.url("/winds").replace("127.0.0.1", "localhost");
    let server = Server::new(move |request| {
        if !request.headers.contains(&("x-key".to_owned(), "s3cret".to_owned())) {
            return response(401, &[], b"");
        }
        let page = |href: &str| {
            let page =
                format!("<!doctype html><link rel=alternate type=application/rss+xml href={href}><p>Welcome");
            response(200, &[("Content-Type", "text/html")], page.as_bytes())
        };
        match request.path.as_str() {
            "/" => page("/tides"),
            "/elsewhere" => page(&winds),
            _ => feed("Tides", &["High"]),
        }
    });
    let mut wrong = Vec::new();
    for (path, headers, added, state) in [
        ("/tides", &[][..], "status 401", ""),
        ("/tides", &["X-Key: s3cret"][..], "added 1: Tides", r#"{"x-key":"s3cret"}"#),
        (
            "/",
            &["X-Key: s3cret", "Accept-Language: de"],
            "added 1: Tides",
            r#"{"x-key":"s3cret","accept-language":"de"}"#,
        ),
        ("/elsewhere", &["X-Key: s3cret"], "added 1: Winds", "NULL"),
    ] {
        let planet = Planet::new();
        let url = server.url(path);
        let headers = headers.iter().flat_map(|header| ["--header", header]);
        let output = planet.run(&["add", &url].into_iter().chain(headers).collect::<Vec<_>>());
        let printed = format!("{}{}", String::from_utf8_lossy(&output.stdout), err(&output));
        let stored = planet.query("SELECT state -> '$.headers' FROM feeds").concat();
        if !printed.contains(added) || printed.contains("s3cret") || stored != state {
            wrong.push(format!("{path}: {printed}{stored}"));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    for (field, message) in [("X-Key", "not of the form"), ("Host: harbour.example", "set by the client")] {
        let output = Planet::new().run(&["add", "harbour.example", "--header", field]);
        assert_eq!(output.status.code(), Some(2), "{field}");
        assert!(err(&output).contains(message), "{field}: {}", err(&output));
    }
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let (planet, server) = (Planet::new(), site());
    planet.ok(&["add", &server.url("/tides")]);
    planet.database().pragma_update(None, "user_version", 99).unwrap();
    let output = planet.run(&["list"]);
    assert!(err(&output).contains("written by a newer planet (schema 99"), "{}", err(&output));
}

#[test]
fn feeds_are_listed_and_removed() {
    let (planet, server) = (Planet::new(), site());
    planet.ok(&["add", &server.url("/tides"), &server.url("/winds")]);
    planet.ok(&["set", "2", "folder=Sea/Boats", "folder=Land"]);
    let list = planet.ok(&["list"]);
    assert!(list.contains("1  Tides  (2 entries)") && list.contains("2  Winds  (1 entry)"), "{list}");
    assert!(list.contains("       folder=Land\n       folder=Sea/Boats\n"), "{list}");
    let feeds = json_lines(&planet.ok(&["list", "--json"]));
    assert_eq!((feeds[0]["outcome"].as_str(), feeds[0]["entries"].as_u64()), (Some("changed"), Some(2)));
    planet.ok(&["remove", "1"]);
    assert_eq!(planet.query("SELECT title FROM entries"), ["North"]);
    assert_eq!(planet.ok(&["search", "high"]), "");
    let output = planet.run(&["remove", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("no feed '1'"), "{}", err(&output));
}

#[test]
fn entries_are_found_by_their_words() {
    let planet = Planet::new();
    let server = Server::new(|_| {
        let body = "<rss version='2.0'><channel><title>Log</title>
            <item><guid>1</guid><title>Three masts</title><description>&lt;p&gt;The &lt;b&gt;cook&lt;/b&gt; sings.</description></item>
            <item><guid>2</guid><title>The cook</title><description>Sch\u{f6}ne Lieder</description></item></channel></rss>";
        response(200, &[RSS], body.as_bytes())
    });
    planet.ok(&["add", &server.url("/")]);
    let titles = |words: &[&str]| {
        let found = planet.ok(&[&["search", "--json", "--"], words].concat());
        json_lines(&found).iter().map(|hit| hit["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(titles(&["cook"]), ["The cook", "Three masts"], "a title counts more");
    assert_eq!(titles(&["cook", "sings"]), ["Three masts"]);
    assert_eq!(titles(&["SCHONE"]), ["The cook"]);
    assert_eq!(titles(&["lied*"]), ["The cook"]);
    assert_eq!(titles(&["(cook)"]), ["The cook", "Three masts"]);
    for words in ["b", "NOT", "\"", "title:cook", "-", "*"] {
        assert_eq!(titles(&[words]), Vec::<String>::new(), "{words}");
    }
}

#[test]
fn an_exported_list_is_read_back_and_has_no_passwords() {
    let (planet, server) = (Planet::new(), site());
    let url = server.url("/tides").replace("http://", "http://anna:s3cret@");
    planet.ok(&["add", "--folder", "Sea/Boats", &url]);
    planet.ok(&["export", "out.opml"]);
    let list = bozofeed_opml::parse(std::fs::read(planet.path("out.opml")).unwrap());
    let all: Vec<_> = list.subscriptions().collect();
    assert_eq!(all[0].folders, ["Sea", "Boats"]);
    assert_eq!(all[0].outline.xml_url, Some(server.url("/tides")));
    for command in [&["list"][..], &["list", "--json"], &["status"], &["export"]] {
        assert!(!planet.ok(command).contains("s3cret"), "{command:?}");
    }
    assert!(!planet.render("opml.xml").contains("s3cret"));
    assert!(!planet.render("index.html").contains("s3cret") && !planet.render("atom.xml").contains("s3cret"));
    assert!(planet.ok(&["export", "--credentials"]).contains("s3cret"));
}
