//! The page in a browser: nothing hostile from a feed runs.
//!
//! These tests need Chromium: `BOZOFEED_BROWSER` names its command, `chromium` if it is not set. Without it they are skipped.

use std::process::{Command, Stdio};

use super::planet::Planet;
use super::server::{RSS, Server, response};

/// A script that marks the document.
const RUN: &str = "document.documentElement.setAttribute('data-ran','1')";

/// Markup that would run, if it were shown as it is.
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

/// Addresses that would run, if they were followed or loaded.
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

/// An RSS feed with each payload in each place.
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

/// An Atom feed whose titles and contents are of all types.
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

/// Loads a page. Returns the resulting document and the messages of the browser; `None` if the browser is not installed.
fn load(page: &str) -> Option<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("index.html");
    std::fs::write(&file, page).unwrap();
    let browser = std::env::var("BOZOFEED_BROWSER").unwrap_or_else(|_| "chromium".to_owned());
    let started = Command::new(&browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--no-first-run", "--enable-logging=stderr", "--virtual-time-budget=3000", "--dump-dom"])
        .arg("--host-resolver-rules=MAP * ~NOTFOUND")
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
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

/// Returns the page without its policy, so that scripts would run if there were any.
fn without_policy(page: &str) -> String {
    let (start, rest) = page.split_once("<meta http-equiv=\"Content-Security-Policy\"").unwrap();
    let (_, end) = rest.split_once('>').unwrap();
    format!("{start}{end}")
}

#[test]
fn nothing_hostile_runs_with_or_without_the_policy() {
    let page = hostile_planet().render("index.html");
    for page in [page.clone(), without_policy(&page)] {
        let Some((document, _)) = load(&page) else { return };
        assert!(!document.contains("data-ran=\"1\""), "a script ran");
        assert!(document.contains("<footer class=\"foot\">"), "the page is whole to its end");
        let articles = document.matches("<article ").count();
        assert_eq!(articles, payloads().len() * 3, "no entry swallowed another");
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
    for forbidden in
        ["<script", "<iframe", "<form", "<base", "<link rel=\"stylesheet\"", "<svg", "<object", "<embed"]
    {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    assert_eq!(page.matches("<style").count(), 1);
    assert_eq!(page.matches("<meta http-equiv").count(), 1);
    // In text every `<` is escaped, so these are tags.
    let tags: Vec<&str> = page.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect();
    for attribute in [" href=\"", " src=\""] {
        for value in
            tags.iter().flat_map(|tag| tag.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()))
        {
            let is_own = ["atom.xml", "opml.xml", "archive/index.html", "search.html", "health.html"]
                .contains(&value)
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
    // The feed carries it on in a form that is read back the same, and sanitized.
    let atom = bozofeed::parse(planet.render("atom.xml").as_bytes());
    assert_eq!((&atom.bozo, atom.entries.len()), (&None, payloads().len() * 3));
    assert_eq!(bozofeed::opml::parse(planet.render("opml.xml").as_bytes()).bozo, None);
}
