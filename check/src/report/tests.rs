use std::fs;
use std::path::{Path, PathBuf};

use bozofeed::inspect::encodings::AttemptOutcome;
use bozofeed::inspect::encodings::MediaKind;
use bozofeed::{Document, EncodingPolicy, Headers, Parser};

use crate::Checker;

/// Returns the fixtures about encodings; none in the published package, which does not have them.
fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/encoding");
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_none_or(|extension| extension != "headers"));
    files.sort();
    files
}

fn headers_beside(path: &Path) -> Headers {
    let mut name = path.as_os_str().to_owned();
    name.push(".headers");
    let headers = fs::read_to_string(name).unwrap_or_default();
    headers.lines().filter_map(|line| line.split_once(':')).map(|(n, v)| (n.trim(), v.trim())).collect()
}

/// Returns the classes of the steps in the chart for wide windows.
fn steps_of_chart(page: &str) -> Vec<&str> {
    let chart = page.split_once("<svg class=\"chart wide\"").unwrap().1.split_once("</svg>").unwrap().0;
    chart.split("<rect class=\"box step ").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect()
}

#[test]
fn the_path_in_the_chart_is_that_of_the_trail() {
    let mut wrong = Vec::new();
    for path in fixtures() {
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
