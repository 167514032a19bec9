//! `planet set`, `unset`, `pause` and `resume`.

use serde_json::{Value, json};

use super::planet::{Planet, err, json_lines};
use super::server::{RSS, Server, feed, response, rss};

/// Returns the first feed of `list --json`.
fn first(planet: &Planet) -> Value {
    json_lines(&planet.ok(&["list", "--json"])).swap_remove(0)
}

fn titles(planet: &Planet) -> Vec<String> {
    planet.query("SELECT title FROM shown_entries ORDER BY title")
}

#[test]
fn settings_are_set_shown_and_unset() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.ok(&["add", "--folder", "Old", &server.url("/")]);
    planet.ok(&[
        "set", "1", "name=The tides = mine", "folder=Sea/Boats", "folder=Land", "header=X-Key: s3cret",
        "cookie=session=s3cret", "interval=90m", "keep-entries=10", "keep-days=30", "keep=high, low",
        "drop=advert*", "hidden=no",
    ]);
    let feed = first(&planet);
    assert_eq!(
        feed["settings"],
        json!({
            "name": "The tides = mine",
            "interval": 5400,
            "keep-entries": 10,
            "keep-days": 30,
            "keep": "high, low",
            "drop": "advert*",
            "hidden": "no",
            "headers": ["cookie", "x-key"],
        })
    );
    assert_eq!(feed["folders"], json!(["Land", "Sea/Boats"]));
    for command in [&["list"][..], &["list", "--json"], &["status", "--json"], &["set", "1"], &["export"]] {
        let shown = planet.ok(command);
        assert!(shown.contains("The tides = mine") || command[0] == "status", "{command:?}: {shown}");
        assert!(!shown.contains("s3cret"), "{command:?}: {shown}");
    }
    assert!(planet.render("index.html").contains("The tides = mine"));
    assert!(planet.ok(&["export"]).contains("The tides = mine"));
    // The values are returned verbatim, except secrets.
    let shown = planet.ok(&["set", "1"]);
    for line in ["folder=Sea/Boats", "interval=90m", "keep=high, low", "cookie=…", "header=x-key: …"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    planet.ok(&["set", "1", "name=", "keep="]);
    planet.ok(&[
        "unset", "1", "folder", "header", "cookie", "interval", "keep-entries", "keep-days", "drop", "hidden",
    ]);
    assert_eq!(first(&planet)["settings"], json!({}));
    assert_eq!(first(&planet)["folders"], json!([]));
    assert_eq!(first(&planet)["title"], "Tides");
}

#[test]
fn wrong_settings_change_nothing_and_show_no_secret() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/a"), &server.url("/b")]);
    let wrong: Vec<(Vec<&str>, Option<i32>, String)> = [
        (&["set", "1", "colour=red"][..], 2, "no setting 'colour'; there are url, name"),
        (&["set", "1", "name=A", "interval=soon"], 2, "not a time such as 30m, 6h or 2d"),
        (&["set", "1", "header=Host: s3cret"], 2, "the header 'host' is set by the client"),
        (&["set", "1", "url=ftp://harbour.example/"], 2, "not an http or https URL"),
        (&["unset", "1", "url"], 2, "a feed has an address"),
        (&["set", "9", "name=A"], 1, "no feed '9'"),
        (&["pause", "9"], 1, "no feed '9'"),
        (&["revive", "9"], 1, "no feed '9'"),
    ]
    .into_iter()
    .filter_map(|(arguments, status, message)| {
        let output = planet.run(arguments);
        let is_right = output.status.code() == Some(status) && err(&output).contains(message);
        (!is_right).then(|| (arguments.to_vec(), output.status.code(), err(&output)))
    })
    .collect();
    assert_eq!(wrong, []);
    let output = planet.run(&["set", "1", "name=A", &format!("url={}", server.url("/b#x"))]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("feed 2 has this address"), "{}", err(&output));
    assert_eq!(planet.query("SELECT count(*) FROM feeds WHERE name IS NOT NULL"), ["0"], "all or none");
}

#[test]
fn header_fields_are_sent_to_the_feed_alone() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/a"), &server.url("/b")]);
    planet.ok(&["set", "1", "header=X-Key: s3cret", "header=Accept-Language: de", "cookie=a=b; c=d"]);
    planet.ok(&["poll", "1", "2"]);
    let sent = |name: &str| server.header(name).split_off(2);
    let mut cookies = sent("cookie");
    cookies.sort();
    assert_eq!(cookies, [None, Some("a=b; c=d".to_owned())]);
    assert_eq!(sent("x-key").into_iter().flatten().collect::<Vec<_>>(), ["s3cret"]);
    planet.ok(&["set", "1", "header=X-Key:"]);
    assert_eq!(first(&planet)["settings"]["headers"], json!(["accept-language", "cookie"]));
    planet.ok(&["set", "1", "header="]);
    assert_eq!(first(&planet)["settings"]["headers"], json!(["cookie"]));
    // Another origin must not get them.
    planet.ok(&["set", "1", "url=http://127.0.0.2:9/"]);
    assert_eq!(first(&planet)["settings"], json!({}));
}

#[test]
fn the_interval_counts_but_not_more_than_the_wish_of_the_server() {
    let server = Server::new(|request| match request.path.as_str() {
        "/busy" => response(503, &[("Retry-After", "7200")], b""),
        _ => response(
            200,
            &[RSS, ("Cache-Control", "max-age=86400")],
            rss("Tides", &["High".to_owned()]).as_bytes(),
        ),
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/tides"), server.url("/busy")]);
    for feed in ["1", "2"] {
        planet.ok(&["set", feed, "interval=10m"]);
    }
    planet.poll();
    let minutes = "SELECT CAST(round((julianday(next_poll_at) - julianday(polled_at)) * 24 * 60) AS INTEGER) FROM feeds ORDER BY id";
    assert_eq!(planet.query(minutes), ["10", "120"]);
    assert_eq!(
        planet.query("SELECT next_poll_reason FROM feeds WHERE id = 1"),
        ["the interval that was set"]
    );
    planet.ok(&["unset", "1", "interval"]);
    assert_eq!(planet.query(minutes)[0], "1440", "it counts at once");
}

#[test]
fn words_choose_what_is_shown_now_and_later() {
    let server = Server::new(|request| match (request.path.as_str(), request.etag.is_some()) {
        ("/more", true) => {
            feed("Tides", &["High", "Advertising", "Boats for sale", "More adverts", "Ebb high"])
        }
        _ => response(
            200,
            &[RSS, ("ETag", "\"1\"")],
            rss("Tides", &["High", "Advertising", "Boats for sale"].map(str::to_owned)).as_bytes(),
        ),
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/more")]);
    planet.ok(&["set", "1", "drop=ADVERT*, for sale"]);
    assert_eq!(titles(&planet), ["High"]);
    planet.poll();
    assert_eq!(titles(&planet), ["Ebb high", "High"]);
    assert_eq!(first(&planet)["entries"], 2);
    assert_eq!(planet.ok(&["search", "boats"]), "");
    let page = planet.render("index.html");
    assert!(page.contains("Ebb high") && !page.contains("for sale"));
    planet.ok(&["set", "1", "keep=ebb"]);
    assert_eq!(titles(&planet), ["Ebb high"]);
    planet.ok(&["unset", "1", "keep", "drop"]);
    assert_eq!(titles(&planet).len(), 5, "nothing was lost");
}

#[test]
fn each_feed_keeps_as_much_as_is_set() {
    let server = Server::new(|request| {
        let titles =
            ["a", "b", "c", "d"].map(|title| format!("{title} {}", u8::from(request.etag.is_some())));
        response(200, &[RSS, ("ETag", "\"1\"")], rss("Tides", &titles).as_bytes())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/1"), &server.url("/2"), &server.url("/3")]);
    planet.ok(&["set", "1", "keep-entries=2"]);
    planet.ok(&["set", "2", "keep-days=7"]);
    planet
        .database()
        .execute(
            "UPDATE entries SET changed_at = '2020-01-01T00:00:00Z', sorted_at = '2020-01-01T00:00:00Z'",
            (),
        )
        .unwrap();
    planet.poll();
    let counts = "SELECT count(*) FROM entries GROUP BY feed_id ORDER BY feed_id";
    assert_eq!(planet.query(counts), ["4", "4", "8"], "those of the last document remain");
}

#[test]
fn a_paused_feed_is_not_polled_until_it_is_resumed() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let planet = Planet::new();
    planet.add_list(&[server.url("/a"), server.url("/b")]);
    assert_eq!(planet.ok(&["pause", "1"]), "paused 1: x\n");
    planet.poll();
    assert_eq!(server.paths(), ["/b"]);
    let output = planet.run(&["poll", "1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("`planet resume 1` ends that"), "{}", err(&output));
    assert!(planet.ok(&["list"]).contains("never polled; paused 20"));
    assert!(planet.ok(&["export"]).contains("/a"), "it is still a subscription");
    assert!(planet.render("health.html").contains("paused 20"));
    assert_eq!(planet.ok(&["pause", "1"]), "nothing to do for 1: x\n");
    planet.ok(&["resume", "1"]);
    planet.ok(&["poll"]);
    assert_eq!(server.paths(), ["/b", "/a"]);
}

#[test]
fn words_are_found_in_texts_without_spaces() {
    let titles = [
        "今日の潮汐表",
        "ひがた",
        "GPS潮位計の設置",
        "港口关闭通知：台风来临",
        "น้ำขึ้นน้ำลง",
        "Tides of today",
        "Ebb",
    ];
    let server = Server::new(move |_| feed("Sea", &titles));
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    planet.poll();
    let found = |words: &[&str]| {
        let lines = planet.ok(&[&["search", "--json"], words].concat());
        let mut titles: Vec<String> =
            json_lines(&lines).iter().map(|hit| hit["title"].as_str().unwrap().to_owned()).collect();
        titles.sort();
        titles.join("; ")
    };
    let mut wrong = Vec::new();
    for (words, expected) in [
        (&["潮汐"][..], "今日の潮汐表"),
        (&["潮"], "GPS潮位計の設置; 今日の潮汐表"),
        (&["潮汐表"], "今日の潮汐表"),
        (&["今日", "潮汐表"], "今日の潮汐表"),
        (&["GPS"], "GPS潮位計の設置"),
        (&["台风"], "港口关闭通知：台风来临"),
        (&["น้ำลง"], "น้ำขึ้นน้ำลง"),
        (&["tides"], "Tides of today"),
        (&["ebb"], "Ebb"),
        (&["干潮"], ""),
        (&["潮汐", "台风"], ""),
    ] {
        let found = found(words);
        if found != expected {
            wrong.push(format!("{words:?}: {found}"));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
    // The index follows the entries.
    planet.ok(&["remove", "1"]);
    assert_eq!(found(&["潮"]), "");
    planet
        .database()
        .execute("INSERT INTO entries_parts (entries_parts) VALUES ('integrity-check')", ())
        .unwrap();
}

#[test]
fn filters_choose_by_words_patterns_and_fields_and_say_how_much() {
    let server = Server::new(|_| {
        let items = [
            ("Tides", "anna", "Sea", "high water"),
            ("潮汐表", "ben", "Sea & Boats", "今日"),
            ("Deal 7", "shop", "Advert", "buy"),
            ("Fog", "anna", "Weather", "a deal"),
        ]
        .map(|(title, author, category, text)| {
            format!(
                "<item><title>{title}</title><author>{author}</author><category>{}</category><description>{text}</description></item>",
                category.replace('&', "&amp;")
            )
        })
        .concat();
        let text = format!("<rss version='2.0'><channel><title>x</title>{items}</channel></rss>");
        response(200, &[RSS], text.as_bytes())
    });
    let planet = Planet::new();
    planet.add_list(&[server.url("/")]);
    planet.poll();
    let mut wrong = Vec::new();
    for (filter, expected, count) in [
        ("drop=deal", "Tides; 潮汐表", 2),
        ("drop=title:deal", "Fog; Tides; 潮汐表", 1),
        ("drop=/^deal \\d/", "Fog; Tides; 潮汐表", 1),
        ("drop=category:advert", "Fog; Tides; 潮汐表", 1),
        ("keep=潮汐", "潮汐表", 1),
        ("keep=author:anna", "Fog; Tides", 2),
        ("keep=category:sea*, /fog/", "Fog; Tides; 潮汐表", 3),
        ("keep=今日, tides", "Tides; 潮汐表", 2),
    ] {
        let name = filter.split_once('=').unwrap().0;
        let printed = planet.ok(&["set", "1", filter]);
        let shown = planet.query("SELECT title FROM entries WHERE NOT is_hidden ORDER BY title").join("; ");
        if shown != expected || !printed.contains(&format!("{name} matches {count} of 4 entries")) {
            wrong.push(format!("{filter}: {shown}; {printed}"));
        }
        planet.ok(&["unset", "1", name]);
    }
    assert_eq!(wrong, [] as [String; 0]);
    assert_eq!(planet.run(&["set", "1", "keep=/(/"]).status.code(), Some(2));
}

#[test]
fn settings_are_exported_and_restored() {
    let server = Server::new(|_| feed("Tides", &["High"]));
    let (old, new) = (Planet::new(), Planet::new());
    for planet in [&old, &new] {
        planet.ok(&["add", &server.url("/a"), &server.url("/b"), &server.url("/c")]);
    }
    let settings = [
        "folder=Sea/Boats", "folder=Work", "name=High \"tides\"", "interval=6h", "keep=a, /b|c/",
        "cookie=s=3",
    ];
    old.ok(&[&["set", "1"][..], &settings].concat());
    old.ok(&["pause", "2"]);
    assert!(!old.ok(&["export", "--settings"]).contains("s=3"), "without --credentials, no cookies");
    let exported = old.ok(&["export", "--settings", "--credentials"]);
    assert_eq!(exported.lines().count(), 2, "the third has none: {exported}");
    new.write("settings.jsonl", &exported);
    new.ok(&["set", "--from", "settings.jsonl"]);
    assert_eq!(new.ok(&["export", "--settings", "--credentials"]), exported);
    // Changes that cannot be applied are reported; the rest is applied.
    new.ok(&["set", "1", "name=Ebb"]);
    new.write(
        "settings.jsonl",
        &format!("{{}}\n{{\"feed\":\"https://x.example/\",\"settings\":[]}}\n{exported}"),
    );
    let output = new.run(&["set", "--from", "settings.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("line 2: no feed 'https://x.example/'"), "{}", err(&output));
    assert!(err(&output).contains("2 lines could not be applied"), "{}", err(&output));
    assert_eq!(new.ok(&["export", "--settings", "--credentials"]), exported);
}
