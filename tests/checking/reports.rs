//! Report pages.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bozofeed::{Document, EncodingPolicy, Headers, Parser};
use bozofeed_check::Checker;
use bozofeed_check::report::index;
use bozofeed_encoding::{AttemptOutcome, MediaKind};
use sha2::{Digest as _, Sha256};

fn folder(name: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_none_or(|extension| extension != "headers"));
    files.sort();
    files
}

/// Returns the headers of a fixture, from the file beside it.
pub(crate) fn headers_beside(path: &Path) -> Headers {
    let mut name = path.as_os_str().to_owned();
    name.push(".headers");
    let headers = fs::read_to_string(name).unwrap_or_default();
    headers.lines().filter_map(|line| line.split_once(':')).map(|(n, v)| (n.trim(), v.trim())).collect()
}

/// A start tag, an end tag or text.
#[derive(Debug, PartialEq)]
struct Tag<'a> {
    name: &'a str,
    is_end: bool,
    attributes: &'a str,
}

/// Returns the tags of a page, after its style sheet.
fn tags(page: &str) -> Vec<Tag<'_>> {
    let body = page.split_once("</style>").unwrap().1;
    let parts = body.split('<').skip(1).map(|part| part.split_once('>').unwrap().0);
    parts
        .map(|tag| {
            let is_end = tag.starts_with('/');
            let tag = tag.trim_start_matches('/');
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            Tag { name: name.trim_end_matches('/'), is_end, attributes }
        })
        .collect()
}

/// Returns the structural faults of a page.
fn faults(page: &str) -> Vec<String> {
    const ELEMENTS: &[&str] = &[
        "head", "body", "html", "header", "main", "footer", "section", "article", "nav", "div", "p", "span",
        "h1", "h2", "h3", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr",
        "th", "td", "b", "code", "pre", "mark", "a", "br", "details", "summary", "svg", "defs", "marker",
        "path", "rect", "g", "text", "title", "i", "em", "strong", "blockquote", "h4", "sub", "sup", "del",
        "ins", "hr", "figure", "figcaption", "abbr", "q", "cite", "small", "u", "s", "kbd", "samp", "var",
        "dfn", "tfoot", "bdi",
    ];
    let mut faults = Vec::new();
    let mut open = vec!["html", "head"];
    for Tag { name, is_end, attributes } in tags(page) {
        if !ELEMENTS.contains(&name) {
            faults.push(format!("unexpected element {name}"));
        }
        let names = attributes.split('"').step_by(2).flat_map(|names| names.split_whitespace());
        for attribute in names.filter(|attribute| {
            attribute.starts_with("on") || attribute.starts_with("src") || attribute.starts_with("style")
        }) {
            faults.push(format!("unexpected attribute {attribute}"));
        }
        if attributes.contains("javascript:") {
            faults.push("a script URL".to_owned());
        }
        match (is_end, name) {
            (false, "br" | "hr" | "path" | "rect") => {}
            (false, _) => open.push(name),
            (true, _) if open.last() == Some(&name) => drop(open.pop()),
            (true, _) => faults.push(format!("</{name}> in {open:?}")),
        }
    }
    if !open.is_empty() {
        faults.push(format!("open: {open:?}"));
    }
    faults
}

#[test]
fn pages_are_well_formed_and_have_only_our_markup() {
    let mut wrong = Vec::new();
    for name in ["bad", "encoding", "formats", "json", "mended", "model", "namespaces"] {
        for path in folder(name) {
            let bytes = fs::read(&path).unwrap();
            let headers = headers_beside(&path);
            let page = Checker::new().report("a.xml", Document::new(&bytes).headers(&headers));
            let faults = faults(page.html());
            if !faults.is_empty() {
                wrong.push((path, faults));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_a_feed_says_is_never_markup() {
    let evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>";
    let escaped = evil.replace('<', "&lt;").replace('"', "&quot;");
    let mut wrong = Vec::new();
    for document in [
        format!(
            "<?xml version='1.0' encoding=\"{escaped}\"?><rss version='2.0'><channel><title>{escaped}</title><link>{escaped}</link>\
             <item><title>{escaped}</title><guid>{escaped}</guid><author>{escaped}</author><pubDate>{escaped}</pubDate>\
             <description>{escaped}</description><enclosure url=\"{escaped}\" length=\"{escaped}\"/></item></channel></rss>"
        ),
        format!("<rss version='2.0'><channel><title>{evil}</title><item><description>{evil}"),
        format!("<a{evil}><rss><{evil}/></rss>"),
        format!(
            "{{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":{0},\"items\":[{{\"id\":{0}}}]}}",
            serde_json::json!(evil)
        ),
    ] {
        let sent = Document::new(document.as_bytes()).content_type(&format!("text/xml; charset={evil}"));
        let page = Checker::new().report(evil, sent);
        let faults = faults(page.html());
        let list = index(&[("a.html", &page)]);
        if !faults.is_empty() || list.contains("<script") || list.contains("<img") {
            wrong.push((document, faults));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_page_is_not_much_larger_than_its_document() {
    let item = "<item><a>b</a><link>x</link><guid>1</guid></item>";
    let title = "é".repeat(200_000);
    let mut wrong = Vec::new();
    for document in [
        format!("<rss version='2.0'><channel>{}</channel></rss>", item.repeat(4_000)),
        format!("<rss version='2.0'><channel>{}</channel></rss>", "<a/>".repeat(20_000)),
        format!("<rss version='2.0'><channel><title>{title}</title></channel></rss>"),
        format!("<rss version='2.0'>{}", "<channel>".repeat(10_000)),
        format!("<rss version='2.0'><channel>{}", "&".repeat(50_000)),
        "<".repeat(1000),
        String::new(),
    ] {
        let page = Checker::new().report("a", document.as_bytes());
        let most = 8 * document.len() + 200_000;
        if page.html().len() > most {
            wrong.push((document.chars().take(60).collect::<String>(), page.html().len(), most));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_policy_allows_the_style_sheet_alone() {
    let page = Checker::new().report("a", b"<rss version='2.0'/>");
    let style = page.html().split_once("<style>").unwrap().1.split_once("</style>").unwrap().0;
    let policy = format!("style-src 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(style)));
    assert!(page.html().contains(&policy), "{policy}");
    assert!(page.html().contains("default-src 'none'"));
}

#[test]
fn the_worst_feeds_come_first_in_the_index() {
    let good = Checker::new().report("good.xml", include_bytes!("feeds/rss.xml"));
    let bad = Checker::new().report("bad.xml", b"<rss><channel><title>AT&T</title>");
    let page = index(&[("good.html", &good), ("bad.html", &bad)]);
    assert!(page.find("bad.html") < page.find("good.html"));
    assert_eq!(faults(&page), [""; 0]);
}

/// Returns the classes of the steps in the chart for wide windows.
fn steps_of_chart(page: &str) -> Vec<&str> {
    let chart = page.split_once("<svg class=\"chart wide\"").unwrap().1.split_once("</svg>").unwrap().0;
    chart.split("<rect class=\"box step ").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

#[test]
fn the_path_in_the_chart_is_that_of_the_trail() {
    let mut wrong = Vec::new();
    for path in folder("encoding") {
        let bytes = fs::read(&path).unwrap();
        let headers = headers_beside(&path);
        for policy in [
            EncodingPolicy::RFC3023,
            EncodingPolicy::RFC7303,
            EncodingPolicy::ENCODING_DIVINATION,
            EncodingPolicy::W3C_RECIPE,
            EncodingPolicy::ENCODING_STANDARD,
        ] {
            let parser = Parser::new().encoding_policy(policy);
            let document = Document::new(&bytes).headers(&headers);
            let trail = parser.parse(&document).trail;
            let page = Checker::new().parser(parser).report("a.xml", &document);
            let steps = trail.path(MediaKind::of(&headers));
            let attempts: Vec<_> = steps.iter().flat_map(|taken| &taken.attempts).copied().collect();
            let expected: Vec<_> = steps
                .iter()
                .filter(|taken| taken.is_taken)
                .map(|taken| {
                    let last = taken.attempts.last().map(|attempt| &attempt.outcome);
                    match (taken.is_taken, last) {
                        (false, _) => "off",
                        (true, None) => "on",
                        (true, Some(AttemptOutcome::Refused(_))) => "bad",
                        (true, Some(_)) => "good",
                    }
                })
                .collect();
            let is_trail = attempts == trail.candidates().iter().collect::<Vec<_>>();
            if !is_trail || steps_of_chart(page.html()) != expected {
                wrong.push((
                    path.clone(),
                    policy.name(),
                    steps_of_chart(page.html()).join(" "),
                    expected.join(" "),
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_long_feed_has_a_table_of_its_entries() {
    let item = |number: usize| {
        format!("<item><title>Tide {number} of the harbour</title><description>Low</description></item>")
    };
    let items: String = (1..=10_500).map(item).collect();
    let feed = format!("<rss version='2.0'><channel>{items}</channel></rss>");
    let report = Checker::new().report("a.xml", feed.as_bytes());
    let (_, table) = report.html().split_once("All entries in a table").unwrap();
    let (table, _) = table.split_once("</details>").unwrap();
    let rows = table.matches("<tr><td>").count();
    assert!(table.contains("Tide 10 of the harbour") && rows <= 10_000);
    assert!(table.contains(&format!("and {} more entries", 10_500 - rows)), "{rows}");
    assert!(report.html().len() < 2 * feed.len());
    // A short feed is shown in full.
    let short = Checker::new().report("a.xml", b"<rss version='2.0'><channel><item/></channel></rss>");
    assert!(!short.html().contains("All entries in a table"));
}
