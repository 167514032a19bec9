//! The pages of the site, and the selection of their entries.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use super::planet::{Planet, err};
use super::rendering::files;
use super::server::{RSS, Server, feed, not_found, response};

/// A feed with these items, as XML.
fn channel(title: &str, items: &[String]) -> Vec<u8> {
    let feed =
        format!("<rss version='2.0'><channel><title>{title}</title>{}</channel></rss>", items.concat());
    response(200, &[RSS], feed.as_bytes())
}

fn item(id: &str, link: &str, title: &str) -> String {
    format!("<item><guid isPermaLink='false'>{id}</guid><link>{link}</link><title>{title}</title></item>")
}

/// Returns the titles on a page, in order.
fn titles(page: &str) -> Vec<String> {
    // Day headings have a class.
    let articles = page.split("<h3 ").skip(1).filter(|heading| !heading.starts_with("class"));
    let text = |html: &str| {
        let html = html.split("</h3>").next().unwrap_or_default();
        let html = html.split_once('>').map_or("", |(_, html)| html);
        html.split('<').filter_map(|part| part.rsplit('>').next()).collect::<String>()
    };
    articles.map(text).collect()
}

/// Returns the titles in the Atom feed.
fn atom_titles(planet: &Planet) -> Vec<String> {
    let atom = bozofeed::parse(planet.render("atom.xml").as_bytes());
    atom.entries.iter().filter_map(|entry| entry.title_text().map(Cow::into_owned)).collect()
}

fn read(planet: &Planet, file: &str) -> String {
    std::fs::read_to_string(planet.path("site").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Systems other than Linux have a single loopback address.
#[cfg(target_os = "linux")]
#[test]
fn a_feed_cannot_hide_the_entries_of_another() {
    let victim = Server::at(Ipv4Addr::new(127, 0, 0, 2), |request, connection| {
        let host = request.path.trim_start_matches('/').replace('_', ":");
        let page = |name: &str| format!("http://{host}/{name}");
        let items = [
            item("tag:harbour.example,2026:1", &page("1"), "Own 1"),
            item("tag:harbour.example,2026:2", &page("2"), "Own 2"),
            item("tag:harbour.example,2026:3", &page("3"), "Own 3"),
        ];
        let _ = std::io::Write::write_all(connection, &channel("Victim", &items));
    });
    let own_host = victim.url("").trim_start_matches("http://").to_owned();
    let host = own_host.clone();
    let thief = Server::new(move |_| {
        let items = [
            item("tag:harbour.example,2026:1", &format!("http://{host}/1"), "Stolen with the link"),
            item("tag:harbour.example,2026:2", "https://thief.example/2", "Stolen with another link"),
            "<item><guid isPermaLink='false'>tag:harbour.example,2026:3</guid><title>Stolen without a link</title></item>".to_owned(),
        ];
        channel("Thief", &items)
    });
    let planet = Planet::new();
    // The thief comes first.
    planet.ok(&["add", &thief.url("/")]);
    planet.ok(&["add", &victim.url(&format!("/{}", own_host.replace(':', "_")))]);
    let mut found = titles(&planet.render("index.html"));
    found.sort();
    let expected = ["Own 1", "Own 2", "Own 3", "Stolen with another link", "Stolen without a link"];
    assert_eq!(found, expected);
    let mut found = atom_titles(&planet);
    found.sort();
    assert_eq!(found, expected);
    // No two entries in the feed have the same identifier.
    let atom = bozofeed::parse(planet.render("atom.xml").as_bytes());
    let mut ids: Vec<_> = atom.entries.iter().filter_map(|entry| entry.id.as_deref()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 5);
    let own =
        |title: &str| atom.entries.iter().find(|entry| entry.title_text().as_deref() == Some(title)).unwrap();
    assert_eq!(own("Own 1").id.as_deref(), Some("tag:harbour.example,2026:1"));
    // The archive and the search show the same entries; the page of a feed shows all of its entries.
    assert!(!read(&planet, "search.html").contains("Stolen with the link"));
    assert!(read(&planet, "feeds/1.html").contains("Stolen with the link"));
}

#[test]
fn a_feed_cannot_fill_the_page() {
    let server = Server::new(|request| match request.path.as_str() {
        "/undated" => {
            let items: Vec<String> =
                (0..500).map(|n| item(&n.to_string(), "", &format!("Flood {n}"))).collect();
            channel("Flood", &items)
        }
        "/future" => {
            let item = |n: u32| {
                format!(
                    "<item><guid>f{n}</guid><title>Future {n}</title><pubDate>Tue, 19 Jan 2038 03:14:{n:02} GMT</pubDate></item>"
                )
            };
            channel("Future", &(0..40).map(item).collect::<Vec<_>>())
        }
        path => {
            let day = if path == "/tides" { "Sat, 21 Nov 2020" } else { "Sun, 22 Nov 2015" };
            let item = |n: u32| {
                let title = path.trim_start_matches('/');
                format!(
                    "<item><guid>{n}</guid><title>{title} {n}</title><pubDate>{day} 08:{n:02}:00 GMT</pubDate></item>"
                )
            };
            channel(path, &(0..20).map(item).collect::<Vec<_>>())
        }
    });
    let planet = Planet::new();
    planet.ok(&[
        "add",
        &server.url("/undated"),
        &server.url("/future"),
        &server.url("/tides"),
        &server.url("/old"),
    ]);
    let count = |titles: &[String]| {
        ["Flood", "Future", "tides", "old"]
            .map(|feed| titles.iter().filter(|title| title.starts_with(feed)).count())
    };
    assert_eq!(count(&titles(&planet.render("index.html"))), [15, 15, 15, 15]);
    assert_eq!(count(&atom_titles(&planet)), [15, 15, 15, 15]);
    planet.ok(&["render", "site", "--per-feed", "3", "--entries", "10"]);
    let page = read(&planet, "index.html");
    assert_eq!(count(&titles(&page)), [3, 3, 3, 1], "old entries of a new feed come by their dates");
    planet.ok(&["render", "site", "--per-feed", "1000"]);
    let all = count(&titles(&read(&planet, "index.html")));
    assert_eq!(all[0] + all[1], 60, "without the limit, they fill it");
    // In the site's feed, too, a date in the future is replaced by the time when the entry was first seen.
    let atom = planet.render("atom.xml");
    assert!(!atom.contains("2038-"), "{atom}");
    // A planet with a single feed has a full page.
    let alone = Planet::new();
    alone.ok(&["add", &server.url("/undated")]);
    assert_eq!(titles(&alone.render("index.html")).len(), 60);
}

#[test]
fn feeds_and_months_have_pages() {
    let server = Server::new(|request| match request.path.as_str() {
        "/many" => {
            let item = |n: u32| {
                let (month, day) = (["Jan", "Feb", "Mar"][n as usize % 3], 1 + n % 28);
                format!(
                    "<item><guid>{n}</guid><link>https://harbour.example/{n}</link><title>Ship {n}</title>\
                         <pubDate>{day:02} {month} 2020 08:15:00 GMT</pubDate></item>"
                )
            };
            channel("Ships", &(0..330).map(item).collect::<Vec<_>>())
        }
        "/empty" => channel("Empty", &[]),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/many"), &server.url("/empty"), &server.url("/tides")]);
    planet.ok(&["render", "site", "--url", "https://planet.example/"]);
    let files = |folder: &str| {
        let mut files: Vec<String> = std::fs::read_dir(planet.path("site").join(folder))
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        files
    };
    assert_eq!(
        files("feeds"),
        ["1-2.html", "1-3.html", "1-4.html", "1.html", "2.html", "3.html", "index.html"]
    );
    let month =
        planet.query("SELECT substr(first_seen_at, 1, 7) FROM entries WHERE feed_id = 3").swap_remove(0);
    let mut expected: Vec<String> = ["2020-01", "2020-02", "2020-03"]
        .iter()
        .flat_map(|month| [format!("{month}-2.html"), format!("{month}.html")])
        .collect();
    expected.extend([format!("{month}.html"), "index.html".to_owned()]);
    expected.sort();
    assert_eq!(files("archive"), expected);

    // Every entry is on exactly one page of its feed, and on one of the archive.
    for folder in ["feeds", "archive"] {
        let pages: String =
            files(folder).iter().map(|file| read(&planet, &format!("{folder}/{file}"))).collect();
        for n in 0..330 {
            assert_eq!(
                pages.matches(&format!("\"https://harbour.example/{n}\"")).count(),
                1,
                "{folder}: {n}"
            );
        }
    }
    let page = read(&planet, "archive/2020-02.html");
    for expected in [
        "February 2020",
        "Page 1 of 2",
        "href=\"2020-02-2.html\" rel=\"next\"",
        "../feeds/1.html",
        "../index.html",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert!(page.contains("<link rel=\"canonical\" href=\"https://planet.example/archive/2020-02.html\">"));
    assert!(
        read(&planet, "archive/index.html")
            .contains("<a href=\"2020-01.html\">January 2020</a> <small>110</small>")
    );
    assert!(read(&planet, "feeds/2.html").contains("There are no entries yet."));
    assert_eq!(titles(&read(&planet, "feeds/1.html")).len(), 10, "the newest are shown whole");

    // Links within the site lead somewhere.
    let root = planet.path("site");
    for file in [
        "index.html", "health.html", "search.html", "archive/index.html", "archive/2020-01.html",
        "feeds/1.html", "feeds/1-2.html",
    ] {
        let page = read(&planet, file);
        let folder = root.join(file).parent().unwrap().to_owned();
        for link in page.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let is_web = link.starts_with("http://") || link.starts_with("https://");
            assert!(is_web || folder.join(link).exists(), "{file}: {link}");
        }
    }

    // Pages of feeds and months that no longer exist are removed; other files stay.
    std::fs::write(root.join("feeds/notes.html"), "mine").unwrap();
    planet.ok(&["remove", "1"]);
    planet.ok(&["render", "site"]);
    assert_eq!(files("feeds"), ["2.html", "3.html", "index.html", "notes.html"]);
    assert_eq!(files("archive"), [format!("{month}.html"), "index.html".to_owned()]);
}

#[test]
fn false_dates_do_not_make_thousands_of_pages() {
    let server = Server::new(|_| {
        let item = |n: u32| {
            // Earlier years may belong to other calendars.
            let year = 1_500 + n % 490;
            format!(
                "<item><guid>{n}</guid><title>{n}</title><pubDate>{year}-05-01T00:00:00Z</pubDate></item>"
            )
        };
        channel("Old", &(1..1_990).map(item).collect::<Vec<_>>())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    assert!(planet.render("archive/index.html").contains(">Before 1990</a> <small>1989</small>"));
    assert_eq!(std::fs::read_dir(planet.path("site/archive")).unwrap().count(), 21);
    assert!(read(&planet, "archive/0000-00-20.html").contains("Page 20 of 20"));
}

#[test]
fn the_health_page_says_what_is_wrong() {
    let server = Server::new(|request| match request.path.as_str() {
        "/broken" => {
            response(200, &[RSS], b"<rss version='2.0'><channel><title>AT&T</title></channel></rss>")
        }
        "/gone" => response(410, &[], b""),
        "/missing" => not_found(),
        _ => feed("Tides", &["High"]),
    });
    let planet = Planet::new();
    planet.add_list(&["/tides", "/broken", "/gone", "/missing"].map(|path| server.url(path)));
    planet.poll();
    let page = planet.render("health.html");
    for expected in [
        "1 failing, 1 with faults, 1 retired",
        "4 of 4 feeds polled, 2 failed, 1 new entries",
        "failed 1 time",
        "the server answered with status 404",
        "mended: unescaped &#39;&amp;&#39;",
        "gone for good (status 410)",
    ] {
        let expected = expected.replace("&#39;", "'");
        assert!(page.contains(&expected), "{expected}: {page}");
    }
    let order: Vec<_> = ["feeds/4.html", "feeds/2.html", "feeds/1.html", "feeds/3.html"]
        .iter()
        .map(|feed| page.find(*feed))
        .collect();
    assert!(order.is_sorted() && order[0].is_some(), "{order:?}");
    let next = planet.query("SELECT replace(substr(next_poll_at, 1, 16), 'T', ' ') FROM feeds WHERE id = 4");
    assert!(page.contains(&next[0]), "{next:?}");
}

#[test]
fn pictures_are_lazy_and_tracking_pixels_are_left_out() {
    let server = Server::new(|_| {
        let item = "<item><guid>1</guid><title>Sea</title><media:thumbnail url='https://harbour.example/small.png'/>\
            <description>&lt;img src='https://track.example/1.gif' width='1' height='1'&gt;\
            &lt;img src='https://harbour.example/sea.png'&gt; The sea</description>\
            <enclosure url='https://harbour.example/large.png' type='image/png' length='1'/></item>";
        let feed = format!(
            "<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'><channel><title>Sea</title>\
             <image><url>https://harbour.example/icon.png</url></image>{item}</channel></rss>"
        );
        response(200, &[RSS], feed.as_bytes())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    let pages = ["index.html", "feeds/1.html", "atom.xml"].map(|file| planet.render(file));
    for page in &pages {
        assert!(!page.contains("track.example"), "{page}");
    }
    for page in &pages[..2] {
        let pictures: Vec<&str> =
            page.split("<img").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        assert!(pictures.len() >= 4, "{pictures:?}");
        for picture in pictures {
            let is_private =
                picture.contains("loading=\"lazy\"") && picture.contains("referrerpolicy=\"no-referrer\"");
            assert!(is_private, "{picture}");
        }
    }
}

#[test]
fn feedly_keeps_all_folders_of_a_feed() {
    // As Feedly writes it: a feed is in the outline of each of its folders.
    let list = "<opml version='1.0'><body>
        <outline text='Sea' title='Sea'><outline type='rss' text='Tides' xmlUrl='https://harbour.example/tides'/></outline>
        <outline text='Work' title='Work'><outline type='rss' text='Tides' xmlUrl='https://harbour.example/tides'/>
          <outline type='rss' text='Ropes' xmlUrl='https://harbour.example/ropes'/></outline></body></opml>";
    let planet = Planet::new();
    planet.write("feedly.opml", list);
    assert!(planet.ok(&["add", "feedly.opml"]).contains("added 2 feeds"));
    for _ in 0..2 {
        let exported = planet.ok(&["export"]);
        let list = bozofeed_opml::parse(exported.as_bytes());
        let mut feeds: Vec<String> = list
            .subscriptions()
            .map(|one| format!("{}/{}", one.folders.join("/"), one.outline.name()))
            .collect();
        feeds.sort();
        assert_eq!(feeds, ["Sea/Tides", "Work/Ropes", "Work/Tides"], "{exported}");
        planet.ok(&["add", "feedly.opml"]);
    }
    // An existing feed is also put into the folders of another list.
    planet.write("other.opml", &list.replace("'Sea'", "'Boats'"));
    planet.ok(&["add", "other.opml"]);
    assert_eq!(planet.query("SELECT folder FROM folders WHERE feed_id = 1"), ["Boats", "Sea", "Work"]);
}

#[test]
fn a_site_has_a_language_and_a_style_sheet_of_its_own() {
    let german = "<rss version='2.0'><channel><title>Gezeiten</title><language>de-DE</language>\
        <item><guid isPermaLink='false'>1</guid><title>Flut</title></item></channel></rss>";
    let hebrew = "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='he'><title>\u{5d9}\u{5dd}</title>\
        <entry><id>urn:a:1</id><title>USB \u{5d9}\u{5dd}</title></entry></feed>";
    let server = Server::new(move |request| match request.path.as_str() {
        "/de" => response(200, &[RSS], german.as_bytes()),
        "/he" => response(200, &[("Content-Type", "application/atom+xml")], hebrew.as_bytes()),
        _ => channel("Tides", &[item("2", "https://harbour.example/2", "High")]),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/de"), &server.url("/he"), &server.url("/")]);
    planet.write("own.css", "body { color: teal }\r\n");
    planet.ok(&["render", "site", "--lang", "nl", "--css", "own.css"]);
    let page = read(&planet, "index.html");
    for expected in [
        "<html lang=\"nl\">",
        "<nav><a href=\"archive/index.html\">Archief</a>",
        "<h3 lang=\"de-DE\" dir=\"auto\">Flut</h3>",
        "<h3 lang=\"he\" dir=\"rtl\">USB",
        "<h3 dir=\"auto\"><a href=\"https://harbour.example/2\"",
        "body { color: teal }\n",
    ] {
        assert!(page.contains(expected), "{expected} is not in\n{page}");
    }
    assert!(read(&planet, "feed.json").contains("\"language\": \"nl\""));
    // In an unsupported language, the planet's own words are English, and marked as such.
    planet.ok(&["render", "site", "--lang", "cy"]);
    assert!(
        read(&planet, "index.html").contains("<nav lang=\"en\"><a href=\"archive/index.html\">Archive</a>")
    );
    for (option, value) in [("--lang", "dutch language"), ("--css", "missing.css"), ("--url", "/planet")] {
        assert_ne!(planet.run(&["render", "site", option, value]).status.code(), Some(0), "{option}");
    }
    planet.write("own.css", "</STYLE><script>x()</script>");
    assert_eq!(planet.run(&["render", "site", "--css", "own.css"]).status.code(), Some(1));
}

#[test]
fn the_first_page_of_many_feeds_is_small() {
    let server = Server::new(|_| channel("Tides", &[item("1", "https://harbour.example/1", "High")]));
    let planet = Planet::new();
    let urls: Vec<String> = (0..2_000).map(|number| server.url(&format!("/{number}"))).collect();
    planet.add_list(&urls);
    planet.ok(&["poll", &urls[7]]);
    planet.ok(&["render", "site"]);
    let page = read(&planet, "index.html");
    assert!(page.len() < 40_000, "{} bytes", page.len());
    assert!(page.contains("<a href=\"feeds/index.html\">All 2000 feeds</a>"));
    let listed = |file: &str| read(&planet, file).matches("<li class=\"f").count();
    assert_eq!([listed("feeds/index.html"), listed("feeds/index-4.html")], [500, 500]);
}

#[test]
fn addresses_are_in_the_folder_of_the_site() {
    let server = Server::new(|_| channel("Tides", &[item("ship-1", "https://harbour.example/1", "High")]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    for url in ["https://harbour.example/planet", "https://harbour.example/planet/"] {
        planet.ok(&["render", "site", "--url", url]);
        for file in ["index.html", "atom.xml", "rss.xml", "feed.json"] {
            let text = read(&planet, file);
            let own = text.matches("https://harbour.example/planet").count();
            assert_eq!(own, text.matches("https://harbour.example/planet/").count(), "{file} of {url}");
            assert!(own > 0, "{file} of {url}");
        }
    }
}

#[test]
fn secrets_in_addresses_are_nowhere_on_the_site_unless_somebody_wants_them_there() {
    let server = Server::new(|request| {
        if request.path.starts_with("/missing") { not_found() } else { feed("Tides", &["High"]) }
    });
    let planet = Planet::new();
    let secrets = ["auth", "token", "key", "feed_token", "sig"];
    let paths = secrets.map(|name| format!("/feed?{name}=s3cret-{name}"));
    let others = [
        "/missing?token=s3cret-missing",
        "/ical/private-s3cret0123456789/x",
        "/plain-s3cret",
        "/public?page=2",
    ];
    let urls: Vec<String> =
        paths.iter().map(String::as_str).chain(others).map(|path| server.url(path)).collect();
    planet.add_list(&urls);
    planet.ok(&["set", "8", "address=hidden"]);
    // Somebody wants them to be published, but not their addresses.
    (1..=7).for_each(|feed| drop(planet.ok(&["set", &feed.to_string(), "hidden=no"])));
    let printed = ["--json", "--verbose"]
        .map(|how| planet.run(&["poll", "--all", how]))
        .map(|output| format!("{}{}", String::from_utf8_lossy(&output.stdout), err(&output)));
    let mut places: Vec<(String, String)> =
        printed.into_iter().map(|text| ("poll".to_owned(), text)).collect();
    for command in ["list", "status", "export"] {
        places.push((command.to_owned(), planet.ok(&[command])));
    }
    planet.ok(&["render", "site", "--url", "https://planet.example/"]);
    places.extend(files(&planet, "site"));
    let mut wrong: Vec<&str> = Vec::new();
    for (place, text) in &places {
        // An address hidden by the user does not look secret, so the run itself cannot know.
        if text.replace("plain-s3cret", "").contains("s3cret")
            || (place != "poll" && text.contains("plain-s3cret"))
        {
            wrong.push(place);
        }
    }
    assert_eq!(wrong, [] as [&str; 0]);
    let opml = std::fs::read_to_string(planet.path("site/opml.xml")).unwrap();
    assert_eq!(opml.matches("xmlUrl").count(), 1, "{opml}");
    assert!(opml.contains("/public?page=2"), "{opml}");
    let health = std::fs::read_to_string(planet.path("site/health.html")).unwrap();
    assert!(health.contains("the server answered with status 404"), "{health}");
    assert!(planet.ok(&["export", "--credentials"]).contains("sig=s3cret-sig"));
    planet.ok(&["set", "5", "address=shown"]);
    assert!(planet.render("opml.xml").contains("sig=s3cret-sig"));
}

#[test]
fn a_hidden_feed_is_nowhere_on_the_site() {
    let server = Server::new(|request| feed(request.path.trim_matches('/'), &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/harbour"), server.url("/smugglers")]);
    planet.poll();
    planet.ok(&["set", "2", "hidden=yes"]);
    let mut wrong = Vec::new();
    for file in [
        "index.html", "health.html", "search.html", "opml.xml", "atom.xml", "rss.xml", "feed.json",
        "feeds/index.html",
    ] {
        let text = planet.render(file);
        if text.contains("smugglers") || (!text.contains("harbour")) {
            wrong.push(file);
        }
    }
    assert_eq!(wrong, [] as [&str; 0]);
    assert!(!planet.path("site/feeds/2.html").exists());
    planet.ok(&["unset", "2", "hidden"]);
    assert!(planet.render("index.html").contains("smugglers"));
}

#[test]
fn a_feed_with_a_secret_is_published_only_if_somebody_wants_it() {
    let server =
        Server::new(|request| feed(request.path.trim_matches('/').split('?').next().unwrap(), &["High"]));
    let user = server.url("/user").replace("http://", "http://anna:s3cret@");
    let planet = Planet::new();
    planet.add_list(&[
        server.url("/open"),
        server.url("/token?token=s3cret"),
        user,
        server.url("/header"),
        server.url("/language"),
    ]);
    planet.poll();
    // The rows build on each other: each keeps the changes of the rows above.
    let mut wrong = Vec::new();
    for (command, expected) in [
        (&["status"][..], "open header language"),
        (&["set", "4", "header=Authorization: Bearer s3cret"], "open language"),
        (&["set", "5", "header=Accept-Language: de"], "open language"),
        (&["set", "2", "address=shown"], "open token language"),
        (&["set", "2", "address="], "open language"),
        (&["set", "2", "hidden=no"], "open token language"),
        (&["set", "3", "hidden=no"], "open token user language"),
        (&["set", "4", "hidden=no"], "open token user header language"),
        (&["set", "1", "hidden=yes"], "token user header language"),
        (&["unset", "2", "hidden"], "user header language"),
        (&["unset", "4", "hidden"], "user language"),
        (&["unset", "4", "header"], "user header language"),
        (&["set", "1", "hidden=no", "header=Cookie: a=b"], "open user header language"),
    ] {
        planet.ok(command);
        let page = planet.render("index.html");
        let names = ["open", "token", "user", "header", "language"];
        let shown =
            names.into_iter().filter(|name| page.contains(&format!(">{name}"))).collect::<Vec<_>>().join(" ");
        if shown != expected {
            wrong.push(format!("{command:?}: {shown}"));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    let note = "not on the site, since its address has a secret: `planet set 2 hidden=no` publishes it";
    assert!(planet.ok(&["list"]).contains(note));
    assert!(planet.ok(&["set", "2", "interval=1h"]).contains(note));
    let added = planet.ok(&["add", &server.url("/more"), "--header", "X-Key: s3cret"]);
    assert!(added.contains("since its header fields may be secret: `planet set 6 hidden=no`"), "{added}");
}

#[test]
fn times_are_those_of_a_zone() {
    let server = Server::new(|_| {
        let items = "<item><guid>1</guid><title>Late</title><pubDate>2025-03-08T23:30:00Z</pubDate></item>\
            <item><guid>2</guid><title>Early</title><pubDate>2025-03-08T09:00:00Z</pubDate></item>";
        response(
            200,
            &[RSS],
            format!("<rss version='2.0'><channel><title>Tides</title>{items}</channel></rss>").as_bytes(),
        )
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    for (zone, days) in [
        ("UTC", &["Saturday, 8 March 2025"][..]),
        ("Europe/Berlin", &["Sunday, 9 March 2025", "Saturday, 8 March 2025"]),
    ] {
        planet.ok(&["render", "site", "--time-zone", zone]);
        for file in ["index.html", "archive/2025-03.html"] {
            let page = read(&planet, file);
            let found: Vec<&str> = page
                .split("class=\"day\"")
                .skip(1)
                .filter_map(|part| part.split_once('>')?.1.split('<').next())
                .collect();
            assert_eq!(found, days, "{zone} {file}");
        }
    }
    let page = read(&planet, "index.html");
    assert!(page.contains("datetime=\"2025-03-08T23:30:00Z\">9 Mar 2025, 00:30"), "{page}");
    assert_eq!(planet.run(&["render", "site", "--time-zone", "Europe/Atlantis"]).status.code(), Some(2));
}

#[test]
fn feeds_are_listed_in_their_folders() {
    let server = Server::new(|request| feed(&request.path, &["High"]));
    let planet = Planet::new();
    for (path, folder) in [("/a", "Sea"), ("/b", "Land"), ("/c", "")] {
        planet.ok(&["add", &server.url(path)]);
        if !folder.is_empty() {
            planet.ok(&["set", &server.url(path), &format!("folder={folder}")]);
        }
    }
    planet.ok(&["set", "1", "folder=Sea", "folder=Land"]);
    planet.ok(&["render", "site"]);
    for (file, list) in [("index.html", "class=\"feeds\""), ("feeds/index.html", "class=\"list feeds\"")] {
        let page = read(&planet, file);
        let list = page.split(list).nth(1).unwrap();
        let names: Vec<&str> =
            list.split("<bdi>").skip(1).filter_map(|part| part.split('<').next()).collect();
        assert_eq!(names, ["/c", "Land", "/a", "/b", "Sea", "/a"], "{file}");
    }
}

#[test]
fn a_feed_without_a_picture_has_the_icon_of_its_site() {
    let server = Server::new(|request| match request.path.as_str() {
        "/site" => {
            response(200, &[("Content-Type", "text/html")], b"<link rel=icon sizes=32x32 href=/buoy.png>")
        }
        path @ ("/a" | "/b" | "/c") => {
            let host = request.headers.iter().find(|(name, _)| name == "host").map_or("", |(_, host)| host);
            let picture = if path == "/c" {
                format!("<image><url>http://{host}/c.png</url></image>")
            } else {
                String::new()
            };
            let text = format!(
                "<rss version='2.0'><channel><title>{path}</title><link>http://{host}/site</link>{picture}</channel></rss>"
            );
            response(200, &[RSS], text.as_bytes())
        }
        _ => not_found(),
    });
    let planet = Planet::new();
    planet.add_list(&["/a", "/b", "/c"].map(|path| server.url(path)));
    planet.poll();
    assert!(!server.paths().contains(&"/site".to_owned()), "nobody asked for icons");
    for _ in 0..2 {
        planet.ok(&["poll", "--all", "--icons"]);
    }
    assert_eq!(
        server.paths().iter().filter(|path| *path == "/site").count(),
        1,
        "once a month, for all feeds of the site"
    );
    let page = planet.render("index.html");
    let icons: Vec<&str> = page
        .split("<span class=\"icon\"")
        .skip(1)
        .filter_map(|icon| icon.split("src=\"").nth(1)?.split('"').next())
        .collect();
    assert_eq!(icons, [server.url("/buoy.png"), server.url("/buoy.png"), server.url("/c.png")]);
}
