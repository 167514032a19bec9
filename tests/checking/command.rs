//! The options `--check` and `--report` of the command.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use serde_json::Value;

use crate::common::{bozofeed, with_input};

const FEED: &[u8] =
    b"<rss version='2.0'><channel><title>Tides</title><link>https://harbour.example/</link>\n\
    <description>Daily</description><pubDate>tomorrow</pubDate><ttl>x</ttl></channel></rss>";

/// Runs the command with an input and waits for it to end.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    with_input(bozofeed().args(arguments), input)
}

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
    let (status, text) = printed(&["--check", "--format", "short", "--allow", "feed-self-missing", "-"]);
    assert_eq!(status, Some(3));
    assert_eq!(
        text,
        "-:2:42: error: a date in another form than that of the format: 'tomorrow' [date-form]\n\
         -:2:65: error: invalid number: 'x' [value/UnreadableNumber]\n"
    );
}

#[test]
fn text_shows_the_line_and_what_to_do() {
    let feed = b"<rss version='2.0'><channel><title>Tides</title><link>https://harbour.example/</link>\n\
        <description>Daily</description><pubDate>2026-11-21</pubDate>\n<Docs>https://harbour.example/docs</Docs></channel></rss>";
    let output = run(&["--check", "--min-severity", "error", "-"], feed);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "-:2:42: error: a date in another form than that of the format: '2026-11-21' [date-form]\n    \
         2 | <description>Daily</description><pubDate>2026-11-21</pubDate>\n      \
           |                                          ^^^^^^^^^^\n    \
         + | <description>Daily</description><pubDate>Sat, 21 Nov 2026 00:00:00 +0000</pubDate>\n      \
           = write `Sat, 21 Nov 2026 00:00:00 +0000`\n      \
           = RSS 2.0\n\n\
         -:3:1: error: unknown element: 'Docs' [element-unknown]\n    \
         3 | <Docs>https://harbour.example/docs</Docs></channel></rss>\n      \
           | ^^^^^^\n    \
         + | <docs>https://harbour.example/docs</docs></channel></rss>\n      \
           = did you mean `docs`?\n      \
           = RSS 2.0, Extending RSS\n\n\
         2 errors in 1 document; --fix mends 1, and --diff shows how\n"
    );
    let clean = run(&["--check", "--min-severity", "error", "-"], include_bytes!("feeds/rss.xml"));
    assert_eq!(String::from_utf8(clean.stdout).unwrap(), "No rule is broken in 1 document\n");
}

#[test]
fn places_that_are_not_listed_are_counted() {
    let feed = format!("<rss version='2.0'><channel>{}</channel></rss>", "<item/>".repeat(1000));
    let output = run(&["--check", "-"], feed.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("-: and 900 more places [entry-title-missing]\n"), "{text}");
    assert!(text.contains("1003 errors"), "{}", text.lines().last().unwrap());
    let output = run(&["--check", "--format", "json", "-"], feed.as_bytes());
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let item =
        all.as_array().unwrap().iter().find(|finding| finding["rule"] == "entry-title-missing").unwrap();
    assert_eq!(item["places"], 1000);
}

#[test]
fn files_are_mended_and_nothing_else() {
    let before = b"\n<?xml version='1.0'?><rss version='2.0'><channel><title>a & b</title></channel></rss>";
    let after = b"<?xml version='1.0'?><rss version='2.0'><channel><title>a &amp; b</title></channel></rss>";
    let path = file("mended.xml", before);
    let name = path.to_str().unwrap();
    let (status, diff) = printed(&["--check", "--diff", name]);
    assert_eq!(status, Some(3));
    let expected = format!(
        "--- {name}\n+++ {name}\n@@ -1,2 +1,1 @@\n-\n-{}\n\\ No newline at end of file\n+{}\n\\ No newline at end of file\n",
        String::from_utf8_lossy(&before[1..]),
        String::from_utf8_lossy(after)
    );
    assert_eq!(diff, expected);
    assert_eq!(fs::read(&path).unwrap(), before);
    let (_, text) = printed(&["--check", "--fix", name]);
    assert!(text.contains("2 places mended\n"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), after);
    let (status, diff) = printed(&["--check", "--diff", name]);
    assert_eq!((status, diff.as_str()), (Some(0), ""));
    // Standard input is not a file.
    let output = run(&["--check", "--fix", "--quiet", "-"], before);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard input is not changed"));
}

#[test]
fn what_is_mended_is_counted_once() {
    let mut wrong = Vec::new();
    for (name, before, first) in [
        ("ampersand", &b"<rss version='2.0'><channel><title>a & b</title></channel></rss>"[..], "1 place mended\n"),
        ("clean", include_bytes!("feeds/rss.xml"), "Nothing to fix\n"),
        ("unfinished-tag", b"<rss </item>version=\"2.0\">", ""),
        ("json", b"{\"version\": \"h\": 1}", ""),
        (
            "attribute",
            b"<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel>\
              <atom:link title='write href=\" /feed.xml \" here' rel='self' href=' https://a.example/ '/></channel></rss>",
            "1 place mended\n",
        ),
    ] {
        let path = file(&format!("{name}-once.xml"), before);
        let name = path.to_str().unwrap();
        let (_, text) = printed(&["--check", "--fix", name]);
        if !text.contains(first) {
            wrong.push(format!("{name}: {text}"));
        }
        let after = fs::read(&path).unwrap();
        let (_, text) = printed(&["--check", "--fix", name]);
        if !text.contains("Nothing to fix\n") || fs::read(&path).unwrap() != after {
            wrong.push(format!("{name}, the second time: {text}"));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn rules_are_listed_and_explained() {
    let (status, list) = printed(&["--rules"]);
    assert_eq!(status, Some(0));
    let lines = list.lines().filter(|line| line.starts_with("date-form ")).count();
    assert_eq!((lines, list.lines().count()), (1, bozofeed_check::rules().len()));
    let (status, text) = printed(&["--rule", "guid-not-permalink"]);
    assert_eq!(status, Some(0));
    for part in [
        "error: the guid is not an address",
        "Why: Readers follow it",
        "<guid isPermaLink=\"false\">41</guid>",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn workflows_and_servers_read_the_findings() {
    let (status, text) = printed(&["--check", "--format", "github", "--min-severity", "error", "-"]);
    assert_eq!(status, Some(3));
    let line = text.lines().next().unwrap();
    assert!(
        line.starts_with("::error file=-,line=2,col=42,endColumn=50,title=date-form::a date in"),
        "{line}"
    );
    assert!(line.contains("'tomorrow'%0AWrite a date such as"), "{line}");
    let (_, text) = printed(&["--check", "--format", "junit", "-"]);
    assert!(text.contains("failures=\"2\">"), "{text}");
    assert!(text.contains("<failure type=\"error\" message=\"invalid number: 'x'\">"), "{text}");
    let report = bozofeed::Parser::new().parse(text.as_bytes());
    let is_well_formed =
        report.faults.iter().all(|fault| fault.error.severity() == bozofeed::FaultSeverity::Benign);
    assert!(is_well_formed, "{:?}", report.faults);
}

#[test]
fn the_exit_status_depends_on_the_severity() {
    let mut wrong = Vec::new();
    for (arguments, expected) in [
        (&["--check", "-"][..], 3),
        (&["--check", "--fail-on", "never", "-"], 0),
        (&["--check", "--quiet", "-"], 3),
        (&["--check", "--min-severity", "error", "--fail-on", "note", "-"], 3),
        (&["--check", "--diff", "--fix", "-"], 2),
        (&["--rules", "-"], 2),
        (&["--rule", "no-such-rule"], 2),
        (&["--fix", "-"], 2),
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
                let fingerprint = text(&result["partialFingerprints"]["primaryLocationLineHash"]);
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

/// Adds the places where a value violates a schema. Supports only the keywords used in our schema.
fn check_schema(schema: &Value, value: &Value, path: &str, wrong: &mut Vec<String>) {
    let known = schema.as_object().unwrap();
    let type_of = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_type = known.get("type").is_none_or(|types| match types {
        Value::Array(types) => types.iter().any(|one| one == type_of),
        one => one == type_of,
    });
    let is_word = known.get("enum").is_none_or(|words| words.as_array().unwrap().contains(value));
    let is_enough = known.get("minimum").is_none_or(|least| value.as_u64() >= least.as_u64());
    if !(is_type && is_word && is_enough) {
        wrong.push(format!("{path}: {value}"));
    }
    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
        check_schema(&schema["items"], item, &format!("{path}[{at}]"), wrong);
    }
    let Some(members) = value.as_object() else { return };
    let rows = schema["properties"].as_object().unwrap();
    for required in schema["required"].as_array().unwrap() {
        if !members.contains_key(required.as_str().unwrap()) {
            wrong.push(format!("{path}: {required} is missing"));
        }
    }
    for (name, member) in members {
        match rows.get(name) {
            Some(row) => check_schema(row, member, &format!("{path}.{name}"), wrong),
            None => wrong.push(format!("{path}: {name} is unknown")),
        }
    }
}

#[test]
fn json_is_what_the_schema_says() {
    let schema: Value =
        serde_json::from_str(include_str!("../../crates/cli/src/checking/findings.schema.json")).unwrap();
    let mut wrong = Vec::new();
    let mut fixes = 0;
    for (feed, least) in
        [(FEED, 3), (&b"<rss><channel><title>a & b</title></channel></rss>"[..], 4), (b"x", 1)]
    {
        let output = run(&["--check", "--format", "json", "-"], feed);
        let all: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(all.as_array().unwrap().len() >= least, "{all}");
        fixes += all.as_array().unwrap().iter().filter(|finding| !finding["fix"].is_null()).count();
        check_schema(&schema, &all, "$", &mut wrong);
    }
    assert!(fixes > 0);
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn sections_are_those_of_the_format_with_their_addresses() {
    const RFC: &str = "https://www.rfc-editor.org/rfc/rfc4287.html#section-4.1.1";
    let wrong: Vec<_> = [
        (
            "<rss version='2.0'><channel/></rss>",
            serde_json::json!([{ "text": "RSS Profile", "url": "https://www.rssboard.org/rss-profile" }]),
        ),
        (
            "<feed xmlns='http://www.w3.org/2005/Atom'/>",
            serde_json::json!([{ "text": "RFC 4287 §4.1.1", "url": RFC }]),
        ),
    ]
    .into_iter()
    .filter_map(|(feed, expected)| {
        let output = run(&["--check", "--format", "json", "-"], feed.as_bytes());
        let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
        let missing = findings
            .as_array()
            .unwrap()
            .iter()
            .find(|finding| finding["rule"] == "feed-self-missing")
            .unwrap();
        (missing["sections"] != expected).then(|| (feed, missing["sections"].clone()))
    })
    .collect();
    assert_eq!(wrong, []);

    // SARIF has one address per rule: its section, or the guide if the formats have different sections.
    let output = run(&["--check", "--format", "sarif", "-"], b"<rss version='2.0'/>");
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let wrong: Vec<_> = [
        ("id-not-uri", "https://www.rfc-editor.org/rfc/rfc4287.html#section-4.2.6"),
        (
            "feed-self-missing",
            "https://docs.rs/bozofeed-check/latest/bozofeed_check/guide/index.html#all-rules",
        ),
    ]
    .into_iter()
    .map(|(id, uri)| (id, uri, rules.iter().find(|rule| rule["id"] == id).unwrap()["helpUri"].clone()))
    .filter(|(_, uri, found)| found != uri)
    .collect();
    assert_eq!(wrong, []);
}

#[test]
fn sarif_has_what_code_scanning_reads() {
    let feed = "\u{FEFF}<rss version='2.0'><channel>\n<title>caf\u{E9} & b</title></channel></rss>";
    let output = run(&["--check", "--format", "sarif", "-"], feed.as_bytes());
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let driver = &log["runs"][0]["tool"]["driver"];
    assert!(driver["informationUri"].as_str().is_none_or(|uri| !uri.is_empty()));
    let rules = driver["rules"].as_array().unwrap();
    let is_complete = |rule: &&Value| {
        ["helpUri"].iter().all(|name| rule[name].as_str().is_some_and(|text| text.starts_with("https://")))
            && ["shortDescription", "fullDescription", "help"]
                .iter()
                .all(|name| rule[name]["text"].as_str().is_some_and(|text| !text.is_empty()))
    };
    assert_eq!(rules.iter().filter(is_complete).count(), rules.len());
    let results = log["runs"][0]["results"].as_array().unwrap();
    let ampersand = results.iter().find(|result| result["ruleId"] == "xml/BareAmpersand").unwrap();
    let replacement = &ampersand["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let region = serde_json::json!({ "startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 14 });
    assert_eq!(replacement["deletedRegion"], region);
    assert_eq!(replacement["insertedContent"]["text"], "&amp;");
}
