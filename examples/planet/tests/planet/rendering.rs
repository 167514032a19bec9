//! `planet render`: the page, the feed and the list.

use bozofeed::Document;
use bozofeed::model::IdentityRule;

use super::planet::Planet;
use super::server::{RSS, Server, feed, response};

/// A feed with one item for each kind of entry.
const FEED: &str = "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>
    <title>Harbour &amp;amp; sea</title><link>https://harbour.example/</link>
    <item><guid isPermaLink='false'>ship-1</guid><title>AT&amp;amp;T &lt;b&gt;bold&lt;/b&gt;</title>
      <link>https://harbour.example/1</link><pubDate>Sun, 22 Nov 2020 08:15:00 GMT</pubDate>
      <description>&lt;p&gt;Three &lt;em&gt;masts&lt;/em&gt;&lt;/p&gt;</description></item>
    <item><guid>https://harbour.example/2</guid><title>Episode</title><pubDate>Sat, 21 Nov 2020 08:15:00 GMT</pubDate>
      <enclosure url='https://harbour.example/2.mp3' type='audio/mpeg' length='1234567'/></item>
    <item><guid>https://harbour.example/3</guid><title>Film</title><pubDate>Fri, 20 Nov 2020 08:15:00 GMT</pubDate>
      <enclosure url='https://harbour.example/3.mp4' type='video/mp4' length='1'/></item>
    <item><guid>https://harbour.example/4</guid><pubDate>Tue, 22 Nov 2033 08:15:00 GMT</pubDate>
      <description>From the future, without a title</description></item></channel></rss>";

const ATOM: &str = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Winds</title><id>urn:winds</id>
    <updated>2020-11-23T00:00:00Z</updated>
    <entry><id>ship-1</id><title>a &lt; b &lt;i&gt;literally&lt;/i&gt;</title><updated>2020-11-23T08:15:00Z</updated>
      <author><name>Anna</name></author><content>1 &lt; 2\n\nsecond</content></entry>
    <entry><id>https://harbour.example/2</id><title>Copied from the harbour</title><updated>2020-11-24T00:00:00Z</updated></entry></feed>";

fn planet() -> (Planet, Server) {
    let server = Server::new(|request| match request.path.as_str() {
        "/winds" => response(200, &[("Content-Type", "application/atom+xml")], ATOM.as_bytes()),
        _ => response(200, &[RSS], FEED.as_bytes()),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/harbour"), &server.url("/winds")]);
    (planet, server)
}

#[test]
fn titles_are_text_whatever_they_were() {
    let (planet, _server) = planet();
    let page = planet.render("index.html");
    for expected in [
        ">AT&amp;T bold</a></h3>",
        ">a &lt; b &lt;i&gt;literally&lt;/i&gt;</h3>",
        "><bdi>Harbour &amp; sea</bdi></a>",
        "<p>Three <em>masts</em></p>",
        "<p>1 &lt; 2</p><p>second</p>",
        ">From the future, without a title</a></h3>",
    ] {
        assert!(page.contains(expected), "{expected} is not in\n{page}");
    }
    let atom = bozofeed::parse(planet.render("atom.xml").as_bytes());
    let titles: Vec<_> =
        atom.entries.iter().filter_map(|entry| Some(entry.title.as_ref()?.value.as_str())).collect();
    // Neither feed is published where the link leads, so both copies are shown.
    assert_eq!(
        titles,
        [
            "From the future, without a title",
            "Copied from the harbour",
            "a < b <i>literally</i>",
            "AT&T bold",
            "Episode",
            "Film"
        ]
    );
    assert!(atom.entries.iter().all(|entry| entry.title.as_ref().unwrap().media_type == "text/plain"));
}

#[test]
fn the_feed_is_valid_and_its_entries_keep_their_identities() {
    let (planet, server) = planet();
    let atom = planet.render("atom.xml");
    let atom = bozofeed::parse(Document::from(&atom).content_type("application/atom+xml; charset=utf-8"));
    assert_eq!(
        (atom.format, &atom.bozo, atom.faults.len(), atom.warnings.len()),
        (bozofeed::Format::Atom10, &None, 0, 0)
    );
    let identities: Vec<_> = atom.entries.iter().map(|entry| entry.identity(IdentityRule::Id)).collect();
    // An identity that is not an IRI is converted to one, so that two feeds can both have `ship-1`.
    assert_eq!(
        identities,
        [
            "https://harbour.example/4",
            &server.url("/winds#https%3A%2F%2Fharbour.example%2F2"),
            &server.url("/winds#ship-1"),
            &server.url("/harbour#ship-1"),
            "https://harbour.example/2",
            "https://harbour.example/3",
        ]
    );
    assert_eq!(
        atom.entries[4].title_text().as_deref(),
        Some("Episode"),
        "the first that had the identity, not a copy"
    );
    for entry in &atom.entries {
        assert!(entry.updated.value.is_some());
        assert!(entry.authors.iter().all(|author| author.name.is_some()) && !entry.authors.is_empty());
        let source = entry.source().unwrap();
        assert!(source.id.is_some() && source.title.is_some() && source.updated.value.is_some());
    }
    assert!(atom.feed.id.is_some() && atom.feed.title.is_some() && atom.feed.updated.value.is_some());
    let enclosure = atom.entries[4].enclosures().next().unwrap();
    assert_eq!(enclosure.href.as_deref(), Some("https://harbour.example/2.mp3"));
    assert_eq!(atom.entries[3].best_content().unwrap().value, "<p>Three <em>masts</em></p>");
}

#[test]
fn every_format_has_the_same_feed() {
    let (planet, _server) = planet();
    planet.ok(&["render", "site", "--url", "https://planet.example/"]);
    let read = |file: &str| std::fs::read_to_string(planet.path("site").join(file)).unwrap();
    let page = read("index.html");
    let atom = bozofeed::parse(read("atom.xml").as_bytes());
    let mut wrong = Vec::new();
    for (file, media_type, version) in [
        ("atom.xml", "application/atom+xml", bozofeed::Format::Atom10),
        ("rss.xml", "application/rss+xml", bozofeed::Format::Rss20),
        ("feed.json", "application/feed+json", bozofeed::Format::Json11),
    ] {
        let parsed = bozofeed::parse(read(file).as_bytes());
        let own = format!("https://planet.example/{file}");
        let has_own = parsed.feed.self_url().or(parsed.feed.href()) == Some(&*own);
        let is_named = page.contains(&format!("<link rel=\"alternate\" type=\"{media_type}\""))
            && page.contains(&format!("<a href=\"{file}\">"));
        if (parsed.format, &parsed.bozo, has_own, is_named) != (version, &None, true, true) {
            wrong.push(format!("{file}: {:?} {:?} {has_own} {is_named}", parsed.format, parsed.bozo));
        }
        // JSON Feed cannot express the original feed of an entry.
        let has_sources = version != bozofeed::Format::Json11;
        let summary = |parsed: &bozofeed::Parsed| -> Vec<String> {
            let entries = parsed.entries.iter().map(|entry| {
                let content = entry.best_content().map(|content| content.value.to_string());
                let enclosures: Vec<_> = entry.enclosures().map(|link| link.href.clone()).collect();
                let source = entry.source().filter(|_| has_sources);
                let source = source.and_then(bozofeed::model::Feed::title_text);
                let author = entry.authors.first().and_then(|author| author.name.clone());
                format!(
                    "{:?} {:?} {:?} {:?} {content:?} {enclosures:?} {source:?} {author:?}",
                    entry.id,
                    entry.title_text(),
                    entry.link,
                    entry.date()
                )
            });
            entries.collect()
        };
        if summary(&parsed) != summary(&atom) {
            wrong.push(format!("{file}: {:#?}\n{:#?}", summary(&parsed), summary(&atom)));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn an_entry_from_the_future_is_not_first_for_ever() {
    let (planet, _server) = planet();
    assert_eq!(planet.query("SELECT sorted_at = first_seen_at FROM entries WHERE title IS NULL"), ["1"]);
}

#[test]
fn the_same_database_gives_the_same_bytes() {
    let (planet, _server) = planet();
    let files = ["index.html", "atom.xml", "rss.xml", "feed.json", "opml.xml"];
    let first = files.map(|file| planet.render(file));
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(files.map(|file| planet.render(file)), first);
    let mut left: Vec<_> =
        std::fs::read_dir(planet.path("site")).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    let expected = [
        "archive", "atom.xml", "feed.json", "feeds", "health.html", "index.html", "opml.xml", "rss.xml",
        "search.html",
    ];
    assert_eq!(left, expected);
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_one() {
    let (planet, _server) = planet();
    let before = planet.render("index.html");
    planet.database().execute("UPDATE entries SET title = 'Other'", ()).unwrap();
    // A directory cannot be replaced by a file.
    std::fs::remove_file(planet.path("site/opml.xml")).unwrap();
    std::fs::create_dir(planet.path("site/opml.xml")).unwrap();
    let output = planet.run(&["render", "site"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(super::planet::err(&output).contains("site/opml.xml: "), "{}", super::planet::err(&output));
    assert_eq!(std::fs::read_to_string(planet.path("site/index.html")).unwrap(), before);
    assert_eq!(std::fs::read_dir(planet.path("site")).unwrap().count(), 9, "no temporary file is left");
}

#[test]
fn enclosures_have_players() {
    let (planet, _server) = planet();
    let page = planet.render("index.html");
    assert!(
        page.contains("<audio controls preload=\"none\" src=\"https://harbour.example/2.mp3\" aria-label=\"Episode\"></audio>"),
        "{page}"
    );
    assert!(page.contains(
        "<video controls preload=\"none\" src=\"https://harbour.example/3.mp4\" aria-label=\"Film\"></video>"
    ));
    assert!(page.contains("audio/mpeg · 1.2 MB"));
}

#[test]
fn the_list_has_the_feeds() {
    let (planet, server) = planet();
    let list = bozofeed_opml::parse(planet.render("opml.xml").as_bytes());
    assert_eq!(list.bozo, None);
    let feeds: Vec<_> = list.subscriptions().map(|one| (one.outline.name(), one.url.to_owned())).collect();
    assert_eq!(feeds, [("Harbour & sea", server.url("/harbour")), ("Winds", server.url("/winds"))]);
}

#[test]
fn a_planet_without_entries_has_a_page() {
    let planet = Planet::new();
    planet.write("list.opml", "<opml><body><outline xmlUrl='https://harbour.example/'/></body></opml>");
    planet.ok(&["add", "list.opml"]);
    assert!(planet.render("index.html").contains("There are no entries yet."));
    let atom = bozofeed::parse(planet.render("atom.xml").as_bytes());
    assert!(atom.is_feed() && atom.entries.is_empty());
}

/// Returns all files of the site with their contents.
pub(crate) fn files(planet: &Planet, site: &str) -> std::collections::BTreeMap<String, String> {
    let mut files = std::collections::BTreeMap::new();
    let mut folders = vec![planet.path(site)];
    while let Some(folder) = folders.pop() {
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(planet.path(site)).unwrap().display().to_string();
                files.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn what_is_written_bit_by_bit_is_what_is_written_at_once() {
    let round = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let now = std::sync::Arc::clone(&round);
    let server = Server::new(move |request| {
        let round = now.load(std::sync::atomic::Ordering::SeqCst);
        let name = request.path.trim_matches('/');
        let items: String = (0..20 + round)
            .map(|n| {
                let month = n % 12 + 1;
                let text = if n == 3 { format!("in round {round}") } else { "always".to_owned() };
                // Two feeds with the same entries. Only one of each is shown.
                let id = if n % 5 == 0 { format!("https://h.example/{n}") } else { format!("urn:{name}:{n}") };
                format!(
                    "<item><guid isPermaLink='false'>{id}</guid><link>https://h.example/{n}</link><title>{name} {n}</title>\
                     <description>{text}</description><pubDate>2025-{month:02}-03T00:00:00Z</pubDate></item>"
                )
            })
            .collect();
        let title = if name == "b" { format!("B {round}") } else { name.to_owned() };
        let text = format!("<rss version='2.0'><channel><title>{title}</title>{items}</channel></rss>");
        response(200, &[RSS], text.as_bytes())
    });
    let planet = Planet::new();
    planet.add_list(&["/a", "/b", "/c", "/d"].map(|path| server.url(path)));
    let mut wrong = Vec::new();
    for (step, command) in [
        &["poll", "--all"][..],
        &["poll", "1"],
        &["poll", "--all"],
        &["poll", "2"],
        &["set", "3", "drop=always"],
        &["set", "3", "name=Sea"],
        &["set", "1", "hidden=yes"],
        &["unset", "1", "hidden"],
        &["remove", "4"],
        &["prune", "--days", "0"],
        &["pause", "1"],
    ]
    .iter()
    .enumerate()
    {
        round.store(step, std::sync::atomic::Ordering::SeqCst);
        planet.ok(command);
        planet.ok(&["render", "site"]);
        planet.ok(&["render", &format!("whole{step}")]);
        let (parts, whole) = (files(&planet, "site"), files(&planet, &format!("whole{step}")));
        let names: std::collections::BTreeSet<&String> = parts.keys().chain(whole.keys()).collect();
        wrong.extend(
            names
                .into_iter()
                .filter(|name| parts.get(*name) != whole.get(*name))
                .map(|name| format!("after {command:?}: {name}")),
        );
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn what_did_not_change_is_not_written() {
    let server = Server::new(|request| feed(request.path.trim_matches('/'), &["High"]));
    let planet = Planet::new();
    planet.add_list(&["/a", "/b", "/c"].map(|path| server.url(path)));
    planet.poll();
    planet.ok(&["render", "site"]);
    let marked = |name: &str| {
        let path = planet.path("site").join(name);
        std::fs::write(path, "mark").unwrap();
    };
    let is_marked = |name: &str| std::fs::read_to_string(planet.path("site").join(name)).unwrap() == "mark";
    for name in ["index.html", "health.html", "feeds/1.html", "feeds/2.html"] {
        marked(name);
    }
    planet.ok(&["render", "site"]);
    assert!(
        ["index.html", "health.html", "feeds/1.html", "feeds/2.html"].map(is_marked).iter().all(|is| *is)
    );
    // A poll without new entries changes the information about polls.
    planet.ok(&["poll", "1"]);
    planet.ok(&["render", "site"]);
    assert_eq!(["health.html", "feeds/1.html", "feeds/2.html"].map(is_marked), [false, true, true]);
    planet.ok(&["set", "2", "name=Sea"]);
    std::fs::remove_file(planet.path("site/feeds/3.html")).unwrap();
    planet.ok(&["render", "site"]);
    assert_eq!(["feeds/1.html", "feeds/2.html", "feeds/3.html"].map(is_marked), [true, false, false]);
    // Different options change everything.
    planet.ok(&["render", "site", "--title", "Sea"]);
    assert!(!is_marked("feeds/1.html"));
}

#[test]
fn an_entry_without_a_title_has_its_first_words_and_no_page_has_control_characters() {
    let long =
        "Low water at the old harbour wall, and then the mud of the whole bay in the sun of the evening";
    let server = Server::new(move |_| {
        let text = format!(
            "<rss version='2.0'><channel><title>Tides\u{9c} &#x85;</title><item><guid>urn:x:1</guid><description>{long}</description></item>\
             <item><guid>urn:x:2</guid><title>A\u{7f}B\u{81}</title></item></channel></rss>"
        );
        response(200, &[RSS], text.as_bytes())
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    planet.poll();
    planet.ok(&["render", "site"]);
    let words = "Low water at the old harbour wall, and then the mud of the…";
    let mut wrong = Vec::new();
    for (name, text) in files(&planet, "site") {
        let has_words = ["atom.xml", "rss.xml", "feed.json", "index.html", "feeds/1.html", "search.html"]
            .contains(&&*name);
        let is_page = !["atom.xml", "rss.xml", "feed.json", "opml.xml"].contains(&&*name);
        if text.contains("(no title)")
            || has_words && !text.contains(words)
            || is_page && text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t'))
        {
            wrong.push(name);
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}
