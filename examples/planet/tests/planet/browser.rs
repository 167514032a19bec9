//! The page in a browser: nothing hostile from a feed runs.
//!
//! These tests need Chromium: `BOZOFEED_BROWSER` is its command, `chromium` by default. Without it, they are skipped.

use std::process::{Command, Stdio};

use super::planet::Planet;
use super::server::{RSS, Server, response};

/// A script that marks the document.
const RUN: &str = "document.documentElement.setAttribute('data-ran','1')";

/// Markup that would run if it were not sanitized.
fn payloads() -> Vec<String> {
    vec![
        format!("<script>{RUN}</script>"),
        format!("</title></style></textarea></noscript><script>{RUN}</script>"),
        format!("<img src=x onerror=\"{RUN}\">"),
        format!("<svg onload=\"{RUN}\"><script>{RUN}</script></svg>"),
        format!("\"><img src=x onerror={RUN}>"),
        format!("' onmouseover='{RUN}' autofocus onfocus='{RUN}' x='"),
        format!("<details open ontoggle=\"{RUN}\">x</details>"),
        format!("<iframe srcdoc=\"<script>parent.{RUN}</script>\"></iframe>"),
        format!(
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror={RUN}&gt;\">"
        ),
        format!("<video><source onerror=\"{RUN}\"></video><audio src=x onerror=\"{RUN}\">"),
        format!("<meta http-equiv=refresh content=\"0;url=javascript:{RUN}\">"),
        format!("<style>@import 'javascript:{RUN}';body{{display:none}}</style><link rel=stylesheet href=x>"),
        format!(
            "<form action=\"javascript:{RUN}\"><input type=submit autofocus></form><base href=\"javascript:{RUN}//\">"
        ),
        format!("]]><script>{RUN}</script>"),
        format!("<!--><script>{RUN}</script>-->"),
    ]
}

/// Addresses that would run if they were followed or loaded.
fn addresses() -> Vec<String> {
    vec![
        format!("javascript:{RUN}"),
        format!("JaVaScRiPt\t:{RUN}"),
        format!(" \u{1}javascript:{RUN}"),
        format!("data:text/html,<script>{RUN}</script>"),
        format!("vbscript:{RUN}"),
        format!("https://harbour.example/\" onerror=\"{RUN}\" x=\""),
        format!("https://harbour.example/'><script>{RUN}</script>"),
        format!("https://harbour.example/\"></audio><script>{RUN}</script>"),
    ]
}

fn escaped(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() || *c == '\t').fold(String::new(), |xml, c| match c {
        '&' => xml + "&amp;",
        '<' => xml + "&lt;",
        '>' => xml + "&gt;",
        '"' => xml + "&quot;",
        c => xml + c.encode_utf8(&mut [0; 4]),
    })
}

/// An RSS feed with each payload in each position.
fn hostile_rss() -> String {
    let (markup, urls) = (payloads(), addresses());
    let mut items = String::new();
    for (n, payload) in markup.iter().enumerate() {
        let (payload, url) = (escaped(payload), escaped(&urls[n % urls.len()]));
        items.push_str(&format!(
            "<item><guid isPermaLink='false'>{payload}</guid><title>{payload}</title><link>{url}</link>\
             <author>{payload}</author><dc:creator>{payload}</dc:creator><description>{payload}</description>\
             <enclosure url=\"{url}\" type=\"audio/{payload}\" length=\"{payload}\"/>\
             <enclosure url=\"https://harbour.example/{payload}\" type=\"video/mp4\" length=\"1\"/>\
             <media:thumbnail url=\"{url}\"/></item>"
        ));
    }
    let (payload, url) = (escaped(&markup[1]), escaped(&urls[5]));
    format!(
        "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:media='http://search.yahoo.com/mrss/'>\
         <channel><title>{payload}</title><link>{url}</link><image><url>{url}</url></image>{items}</channel></rss>"
    )
}

/// An Atom feed with titles and contents of all types.
fn hostile_atom() -> String {
    let mut entries = String::new();
    for (n, payload) in payloads().iter().enumerate() {
        for kind in ["text", "html"] {
            let payload = escaped(payload);
            entries.push_str(&format!(
                "<entry><id>urn:{kind}:{n}</id><title type='{kind}'>{payload}</title><updated>2020-01-01T00:00:00Z</updated>\
                 <author><name>{payload}</name></author><content type='{kind}'>{payload}</content></entry>"
            ));
        }
    }
    let title = escaped(&payloads()[0]);
    let hub = escaped(&addresses()[6]);
    format!(
        "<feed xmlns='http://www.w3.org/2005/Atom'><title type='text'>{title}</title><link rel='hub' href=\"{hub}\"/>{entries}</feed>"
    )
}

fn hostile_planet() -> Planet {
    let server = Server::new(|request| match request.path.as_str() {
        "/atom" => response(200, &[("Content-Type", "application/atom+xml")], hostile_atom().as_bytes()),
        _ => response(200, &[RSS], hostile_rss().as_bytes()),
    });
    let planet = Planet::new();
    planet.ok(&["add", "--folder", "<script>x</script>", &server.url("/rss"), &server.url("/atom")]);
    planet
}

/// Loads a page. Returns the resulting document and the browser's messages; `None` if the browser is not installed.
fn load(page: &str) -> Option<(String, String)> {
    load_with(page, "")
}

/// Like `load`, with a query for the address: `?q=tides`.
fn load_with(page: &str, query: &str) -> Option<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("index.html");
    std::fs::write(&file, page).unwrap();
    let browser = std::env::var("BOZOFEED_BROWSER").unwrap_or_else(|_| "chromium".to_owned());
    let started = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--no-first-run", "--enable-logging=stderr", "--virtual-time-budget=3000", "--dump-dom"])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}{query}", file.display()))
        .stdin(Stdio::null())
        .output();
    let output = match started {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: {browser} is not installed");
            return None;
        }
        Err(error) => panic!("{browser}: {error}"),
    };
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let document = text(&output.stdout);
    assert!(document.contains("</html>"), "{browser} loaded nothing: {}", text(&output.stderr));
    Some((document, text(&output.stderr)))
}

/// Returns the page without its policy, so that any scripts would run.
fn without_policy(page: &str) -> String {
    let (start, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let (_, end) = rest.split_once('>').unwrap();
    format!("{start}{end}")
}

#[test]
fn nothing_hostile_runs_with_or_without_the_policy() {
    let planet = hostile_planet();
    let articles = payloads().len() * 3;
    // A word that occurs in many entries.
    let found = |page: &str| page.replacen("<input id=\"words\"", "<input value=\"script\" id=\"words\"", 1);
    for (file, marker, expected) in [
        ("index.html", "<article ", Some(articles)),
        ("feeds/1.html", "<article ", Some(10)),
        ("feeds/2.html", "<article ", Some(10)),
        ("health.html", "<tr", Some(3)),
        ("archive/index.html", "<li>", None),
        ("search.html", "<li>", None),
    ] {
        let page = found(&planet.render(file));
        for page in [page.clone(), without_policy(&page)] {
            let Some((document, _)) = load(&page) else { return };
            assert!(!document.contains("data-ran=\"1\""), "{file}: a script ran");
            assert!(document.contains("<footer class=\"foot\">"), "{file}: the page is whole to its end");
            let count = document.matches(marker).count();
            assert!(
                count > 0 && expected.is_none_or(|expected| count == expected),
                "{file}: {count} × {marker}"
            );
        }
    }
}

#[test]
fn the_browser_would_run_the_payloads_as_they_are() {
    let mut ran = 0;
    for payload in payloads() {
        let Some((document, _)) = load(&format!("<!doctype html><html><body>{payload}</body></html>")) else {
            return;
        };
        ran += usize::from(document.contains("data-ran=\"1\""));
    }
    assert!(ran >= 6, "{ran} of the payloads run: the other test would notice nothing");
}

#[test]
fn the_policy_allows_the_page_itself() {
    let server = Server::new(|_| super::server::feed("Tides", &["High", "Low"]));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    for file in ["archive/index.html", "feeds/1.html", "health.html", "search.html"] {
        let Some((_, messages)) = load(&planet.render(file)) else { return };
        assert!(!messages.contains("Content Security Policy"), "{file}: {messages}");
    }
    let page = planet.render("index.html");
    let Some((_, messages)) = load(&page) else { return };
    assert!(!messages.contains("Content Security Policy"), "{messages}");
    // The policy is in force: a style that is not the page's own is refused.
    let with_style = page.replace("</body>", "<p style=\"color:red\">x</p><script>1</script></body>");
    let (_, messages) = load(&with_style).unwrap();
    assert!(messages.contains("Content Security Policy"), "{messages}");
}

#[test]
fn the_files_have_nothing_that_could_run() {
    let planet = hostile_planet();
    let page = planet.render("index.html");
    // The script of the search page is the only one, and the same for all sites.
    for file in ["feeds/1.html", "feeds/2.html", "archive/index.html", "health.html"] {
        assert!(!planet.render(file).contains("<script"), "{file}");
    }
    let search = planet.render("search.html");
    assert_eq!(search.matches("<script").count(), 2, "the script and its data");
    assert_eq!(search.matches("</script").count(), 2);
    assert!(search.contains(concat!("<script>", include_str!("../../src/render/search.js"), "</script>")));
    for forbidden in
        ["<script", "<iframe", "<form", "<base", "<link rel=\"stylesheet\"", "<svg", "<object", "<embed"]
    {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert_eq!(page.matches("<style").count(), 1);
    assert_eq!(page.matches("<meta http-equiv").count(), 1);
    // Every `<` in text is escaped, so these are tags.
    let tags: Vec<&str> = page.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect();
    for attribute in [" href=\"", " src=\""] {
        for value in
            tags.iter().flat_map(|tag| tag.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()))
        {
            let own = [
                "atom.xml", "rss.xml", "feed.json", "opml.xml", "archive/index.html", "search.html",
                "health.html",
            ];
            let is_own = own.contains(&value)
                || value.strip_prefix("feeds/").is_some_and(|name| name == "1.html" || name == "2.html");
            assert!(
                is_own || value.starts_with("http://") || value.starts_with("https://"),
                "{attribute}{value}"
            );
        }
    }
    let policy = page.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap();
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(!policy.split('"').next().unwrap().contains("unsafe"));
    // The feeds contain it in a form that parses to the same result, and sanitized.
    for file in ["atom.xml", "rss.xml", "feed.json"] {
        let parsed = bozofeed::parse(planet.render(file).as_bytes());
        assert_eq!((&parsed.bozo, parsed.entries.len()), (&None, payloads().len() * 3), "{file}");
    }
    assert_eq!(bozofeed_opml::parse(planet.render("opml.xml").as_bytes()).bozo, None);
}

/// A feed whose names and titles are long, or reverse the direction of the text.
fn unruly_rss() -> String {
    let word = "Donaudampfschifffahrtsgesellschaft".repeat(9);
    let items: String = [word.as_str(), &"word ".repeat(600), "\u{202E}desrever\u{2066}", "\u{5e9}\u{5dc}\u{5d5}\u{5e9}\u{5d4}"]
        .iter()
        .enumerate()
        .map(|(n, text)| {
            format!(
                "<item><guid>urn:{n}</guid><title>{text}</title><link>https://harbour.example/{n}</link><author>{text}</author>\
                 <description>{word}</description><enclosure url='https://harbour.example/{word}' type='x/{word}' length='1'/></item>"
            )
        })
        .collect();
    format!(
        "<rss version='2.0'><channel><title>\u{202E}{word}</title><link>https://harbour.example/</link>{items}</channel></rss>"
    )
}

/// Loads pages in a frame of this width in pixels; returns the number of excess pixels of each page, or `None` without a
/// browser.
fn surplus(pages: &[(String, String)], width: u32) -> Option<Vec<(String, i64)>> {
    let frames: String = pages
        .iter()
        .map(|(file, page)| {
            let page = without_policy(page).replace('&', "&amp;").replace('"', "&quot;");
            format!("<iframe title=\"{file}\" style=\"width:{width}px;height:900px;border:0\" srcdoc=\"{page}\"></iframe>")
        })
        .collect();
    let measure = "for (const frame of document.querySelectorAll('iframe')) {
        const root = frame.contentDocument.documentElement;
        const reaches = [...root.querySelectorAll('body *')].filter((one) => !one.closest('.text') && one.offsetParent)
            .map((one) => one.getBoundingClientRect().right);
        frame.dataset.surplus = Math.round(Math.max(root.scrollWidth, ...reaches) - root.clientWidth);
        frame.removeAttribute('srcdoc');
    }";
    let (document, _) = load(&format!(
        "<!doctype html><html><body>{frames}<script>onload = () => {{ {measure} }}</script></body></html>"
    ))?;
    let all = document.split("<iframe ").skip(1).map(|frame| {
        let of = |name: &str| frame.split(&format!("{name}=\"")).nth(1)?.split('"').next();
        (of("title").unwrap().to_owned(), of("data-surplus").unwrap_or("-1").parse().unwrap())
    });
    Some(all.collect())
}

#[test]
fn no_name_or_title_widens_a_page() {
    let server = Server::new(|_| response(200, &[RSS], unruly_rss().as_bytes()));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    planet.ok(&["render", "site"]);
    let month =
        planet.query("SELECT 'archive/' || substr(sorted_at, 1, 7) || '.html' FROM entries").swap_remove(0);
    let files = ["index.html", "feeds/1.html", "health.html", "search.html", "archive/index.html", &month];
    let pages: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            let page =
                planet.render(file).replacen("<input id=\"words\"", "<input value=\"d\" id=\"words\"", 1);
            (file.to_string(), page)
        })
        .collect();
    for width in [1280, 768, 390, 320] {
        let Some(surplus) = surplus(&pages, width) else { return };
        assert_eq!(surplus, files.map(|file| (file.to_owned(), 0)), "{width} pixels");
    }
    // The measurement detects a page that is too wide.
    let wide = pages[0].1.replace("</main>", "<p style='width:2000px'>x</p></main>");
    assert!(surplus(&[("wide".to_owned(), wide)], 390).unwrap()[0].1 > 1_000);
}

#[test]
fn names_that_reverse_the_text_are_isolated() {
    let server = Server::new(|_| response(200, &[RSS], unruly_rss().as_bytes()));
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    planet.ok(&["render", "site"]);
    let month =
        planet.query("SELECT 'archive/' || substr(sorted_at, 1, 7) || '.html' FROM entries").swap_remove(0);
    for file in ["index.html", "feeds/1.html", "health.html", &month] {
        let page = planet.render(file);
        let body = &page[page.find("<body>").unwrap()..];
        assert!(!page[..page.find("<body>").unwrap()].contains('\u{202E}'), "{file}: in the head");
        assert!(body.contains('\u{202E}'), "{file}");
        for (at, _) in body.match_indices('\u{202E}') {
            // The element around it ends its effect.
            let before = &body[..at];
            let is_within = |element: &str, end: &str| before.rfind(element) > before.rfind(end);
            let is_isolated = is_within("<bdi>", "</bdi>") || is_within("<h3 ", "</h3>");
            assert!(is_isolated, "{file}: {}", &before[before.len().saturating_sub(200)..]);
        }
        assert!(!body.contains(&"word ".repeat(100)), "{file}: titles are cut");
    }
}

#[test]
fn the_search_finds_entries_without_a_server() {
    let server = Server::new(|_| {
        let body = "<rss version='2.0'><channel><title>Log</title>
            <item><guid>1</guid><title>Three masts</title><link>https://harbour.example/1</link><description>The Sch\u{f6}ner cook sings</description></item>
            <item><guid>2</guid><title>The cook &amp;lt;/script&amp;gt;</title><description>&lt;/script&gt;&lt;script&gt;x</description></item></channel></rss>";
        response(200, &[RSS], body.as_bytes())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    let page = planet.render("search.html");
    for (words, expected) in [
        ("cook", &["The cook &lt;/script&gt;", "Three masts"][..]),
        ("COOK mast", &["Three masts"]),
        ("schoner", &["Three masts"]),
        ("log", &["Three masts", "The cook &lt;/script&gt;"]),
        ("&lt;/script", &["The cook &lt;/script&gt;"]),
        ("whale", &[]),
        ("", &[]),
        ("?q=COOK+mast", &["Three masts"]),
        ("?q=Sch%C3%B6ner%20cook", &["Three masts"]),
        ("?q=%26lt%3Bscript", &[]),
    ] {
        let page = page.replacen("<input id=\"words\"", &format!("<input value=\"{words}\" id=\"words\""), 1);
        let query = words.strip_prefix('?').map_or("", |_| words);
        let page = if query.is_empty() { page } else { page.replacen(&format!("value=\"{words}\" "), "", 1) };
        let Some((document, messages)) = load_with(&page, query) else { return };
        let list = document.split("id=\"found\"").nth(1).unwrap().split("</ul>").next().unwrap();
        let titles: Vec<&str> = list
            .split("<li>")
            .skip(1)
            .filter_map(|item| item.split("<bdi>").nth(1)?.split('<').next())
            .collect();
        assert_eq!(titles, expected, "{words}: {messages}");
        assert!(!messages.contains("Content Security Policy"), "{messages}");
    }
}

#[test]
fn a_picture_that_cannot_be_loaded_leaves_the_letter() {
    const DOT: &str = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
    let server = Server::new(|_| {
        let feed = "<rss version='2.0'><channel><title>Tides</title><image><url>https://harbour.example/icon.png</url></image>\
            <item><guid>1</guid><title>High</title></item></channel></rss>";
        response(200, &[RSS], feed.as_bytes())
    });
    let planet = Planet::new();
    planet.ok(&["add", &server.url("/")]);
    let page = without_policy(&planet.render("index.html"));
    let measure = "<script>setTimeout(() => {
        const width = (name) => document.querySelector(`.icon ${name}`).getBoundingClientRect().width;
        document.documentElement.dataset.widths = `${width('img') > 0} ${width('b') > 0}`;
    }, 1000)</script></body>";
    let page = page.replace("</body>", measure);
    let loaded = page.replace("https://harbour.example/icon.png", DOT);
    for (page, expected) in [(page, "false true"), (loaded, "true true")] {
        let Some((document, _)) = load(&page) else { return };
        assert!(document.contains(&format!("data-widths=\"{expected}\"")), "{expected}: {document}");
    }
}
