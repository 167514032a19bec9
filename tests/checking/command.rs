//! The options `--check` and `--report` of the command, which must be built with the feature `check`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::run;

const FEED: &[u8] =
    b"<rss version='2.0'><channel><title>Tides</title><link>https://harbour.example/</link>\n\
    <description>Daily</description><pubDate>tomorrow</pubDate><ttl>x</ttl></channel></rss>";

/// Writes a feed to a temporary file.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bozofeed-checking-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

fn printed(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments, FEED);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn findings_are_printed_with_their_places_and_rules() {
    let (status, text) = printed(&["--check", "--allow", "feed-self-missing", "-"]);
    assert_eq!(status, Some(3));
    assert_eq!(
        text,
        "-:2:42: error: a date in another form than that of the format: 'tomorrow' [date-form]\n\
         -:2:65: error: invalid number: 'x' [value/UnreadableNumber]\n"
    );
}

#[test]
fn the_exit_status_depends_on_the_severity() {
    let mut wrong = Vec::new();
    for (arguments, expected) in [
        (&["--check", "-"][..], 3),
        (&["--check", "--fail-on", "never", "-"], 0),
        (&["--check", "--allow", "date-form", "--allow", "value/UnreadableNumber", "-"], 0),
        (&["--check", "--allow", "no-such-rule", "-"], 2),
        (&["--format", "json", "-"], 2),
        (&["--check", "--json", "-"], 2),
        (&["--check", "no-such-file.xml"], 1),
    ] {
        let (status, _) = printed(arguments);
        if status != Some(expected) {
            wrong.push((arguments, status));
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn json_has_an_object_for_each_finding() {
    let (_, text) = printed(&["--check", "--format", "json", "-"]);
    let all: Value = serde_json::from_str(&text).unwrap();
    let date = all.as_array().unwrap().iter().find(|finding| finding["rule"] == "date-form").unwrap();
    assert_eq!((&date["line"], &date["column"], &date["end_column"]), (&2.into(), &42.into(), &50.into()));
    assert_eq!((&date["severity"], &date["subject"]), (&"error".into(), &"rss/channel/pubDate".into()));
}

#[test]
fn fingerprints_of_sarif_do_not_depend_on_lines() {
    let results = |feed: &[u8]| -> Vec<(String, String, u64)> {
        let output = run(&["--check", "--format", "sarif", "-"], feed);
        let log: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        results
            .iter()
            .map(|result| {
                let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
                assert_eq!(rules[index]["id"], result["ruleId"]);
                let region = &result["locations"][0]["physicalLocation"]["region"];
                let text = |value: &Value| value.as_str().unwrap().to_owned();
                let fingerprint = text(&result["partialFingerprints"]["finding/v1"]);
                (text(&result["ruleId"]), fingerprint, region["startLine"].as_u64().unwrap())
            })
            .collect()
    };
    let before = results(FEED);
    let moved = [&b"\n\n\n"[..], FEED].concat();
    let after: Vec<_> =
        results(&moved).into_iter().map(|(rule, fingerprint, line)| (rule, fingerprint, line - 3)).collect();
    assert_eq!(before, after);
    assert!(before.len() >= 2);
}

#[test]
fn a_report_is_a_page_and_several_have_a_list() {
    let feed = file("a.xml", FEED);
    let page = feed.with_file_name("one.html");
    let (feed, page) = (feed.to_str().unwrap(), page.to_str().unwrap());
    let (status, text) = printed(&["--report", page, feed]);
    assert_eq!((status, text.as_str()), (Some(0), ""));
    assert!(fs::read_to_string(page).unwrap().contains("date-form"));
    let (status, _) = printed(&["--report", page, "--check", feed, feed]);
    assert_eq!(status, Some(3));
    let list = fs::read_to_string(page).unwrap();
    assert!(list.contains("href=\"./one-1.html\"") && list.contains("href=\"./one-2.html\""));
    assert!(fs::read_to_string(page.replace("one", "one-2")).unwrap().contains("Tides"));
}
