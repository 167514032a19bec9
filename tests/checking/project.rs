//! Project settings, folders and patterns, baselines and `--watch`: the command `bozofeed`, which must already be built.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Output, Stdio};

use crate::common::bozofeed;

const FEED: &str = "<rss version='2.0'><channel><title>Tides</title><link>https://harbour.example/</link>\n\
    <description>Daily</description><pubDate>tomorrow</pubDate><ttl>x</ttl></channel></rss>";

/// Creates a folder with files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bozofeed-project-{}-{name}", std::process::id()));
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn check(folder: &PathBuf, arguments: &[&str]) -> Output {
    bozofeed().current_dir(folder).arg("--check").args(arguments).output().unwrap()
}

/// Returns the exit status, and the files and rules of the findings.
fn found(folder: &PathBuf, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let output = check(folder, &[&["--format", "short", "--min-severity", "error"], arguments].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let line = |line: &str| {
        let (file, rest) = line.split_once(':').unwrap();
        format!("{} {}", file.replace('\\', "/"), rest.rsplit_once('[').unwrap().1.trim_end_matches(']'))
    };
    (output.status.code(), text.lines().map(line).collect())
}

#[test]
fn settings_say_what_counts() {
    const BOTH: &[&str] = &["a.xml date-form", "a.xml value/UnreadableNumber"];
    let mut wrong = Vec::new();
    for (number, (settings, status, expected)) in [
        ("", 3, BOTH),
        ("ignore = ['date-form']", 3, &BOTH[1..]),
        ("ignore = ['date-form', 'value/UnreadableNumber']", 0, &[]),
        ("fail-on = 'never'", 0, BOTH),
        ("[severity]\n'date-form' = 'off'\n'value/UnreadableNumber' = 'note'", 0, &[]),
        ("[[paths]]\nfiles = 'a.*'\nignore = ['*']", 0, &[]),
        ("[[paths]]\nfiles = 'drafts/**'\nignore = ['*']", 3, BOTH),
        ("ignore = ['no-such-rule']", 1, &[]),
        ("fail-on = 'sometimes'", 1, &[]),
        ("unknown = 1", 1, &[]),
        ("ignore = [", 1, &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&format!("settings-{number}"), &[(".bozofeed.toml", settings), ("a.xml", FEED)]);
        let found = found(&folder, &["a.xml"]);
        if found.0 != Some(status) || found.1 != expected {
            wrong.push((settings, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn settings_of_an_outer_folder_hold_and_options_count_before_them() {
    let folder = folder(
        "outer",
        &[(".bozofeed.toml", "ignore = ['date-form']\nfail-on = 'never'"), ("in/a.xml", FEED)],
    );
    let inner = folder.join("in");
    assert_eq!(found(&inner, &["a.xml"]), (Some(0), vec!["a.xml value/UnreadableNumber".to_owned()]));
    assert_eq!(found(&inner, &["--fail-on", "error", "a.xml"]).0, Some(3));
    assert_eq!(found(&inner, &["--no-config", "a.xml"]).1.len(), 2);
}

#[test]
fn folders_and_patterns_are_their_feeds() {
    let folder = folder(
        "folders",
        &[
            ("a.xml", FEED),
            ("b/c.rss", FEED),
            ("b/d/e.json", r#"{"version": "https://jsonfeed.org/version/1.1", "items": 1}"#),
            ("b/feed", FEED),
            ("b/sitemap.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>"),
            ("b/opml.xml", "<opml version='2.0'><head/><body/></opml>"),
            ("b/manifest.json", r#"{"name": "Tides"}"#),
            ("b/readme.txt", "x"),
            ("c/readme.txt", "x"),
            (".git/f.xml", FEED),
        ],
    );
    let files = |arguments: &[&str]| {
        let mut files: Vec<String> = found(&folder, arguments)
            .1
            .iter()
            .map(|line| line.split(' ').next().unwrap().to_owned())
            .collect();
        files.dedup();
        files
    };
    assert_eq!(files(&["."]), ["./a.xml", "./b/c.rss", "./b/d/e.json", "./b/feed"]);
    assert_eq!(files(&["**/*.rss", "a.xml"]), ["b/c.rss", "a.xml"]);
    for nothing in ["*.atom", "c"] {
        assert_eq!(check(&folder, &[nothing]).status.code(), Some(1), "{nothing}");
    }
}

#[test]
fn known_findings_are_silent() {
    let folder = folder("baseline", &[("a.xml", FEED)]);
    let written = check(&folder, &["--write-baseline", "known.txt", "a.xml"]);
    assert_eq!((written.status.code(), written.stdout.as_slice()), (Some(0), &b""[..]));
    assert_eq!(found(&folder, &["--baseline", "known.txt", "a.xml"]), (Some(0), vec![]));
    let more = FEED.replace("<ttl>", "<skipDays><day>Someday</day></skipDays>\n<ttl>");
    fs::write(folder.join("a.xml"), more).unwrap();
    let (status, found) = found(&folder, &["--baseline", "known.txt", "a.xml"]);
    assert_eq!((status, found.len()), (Some(3), 1), "{found:?}");
}

#[test]
fn changes_since_the_baseline_are_printed() {
    let folder = folder("changes", &[("a.xml", FEED), ("b.xml", FEED)]);
    check(&folder, &["--write-baseline", "known.txt", "a.xml", "b.xml"]);
    let changed = FEED.replace("tomorrow", "Sat, 21 Nov 2020 09:30:00 GMT").replace("<ttl>", "<tides/><ttl>");
    fs::write(folder.join("a.xml"), changed).unwrap();
    let output = check(&folder, &["--baseline", "known.txt", "--report", "a.html", "a.xml"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.contains("since the baseline")).unwrap_or_default();
    let expected = "a.xml: since the baseline: 1 new, 1 gone, 2 remaining (gone: date-form)";
    assert_eq!(line, expected, "{text}");
    let page = fs::read_to_string(folder.join("a.html")).unwrap();
    assert!(page.contains("1 new, 1 gone, 2 remaining") && page.contains("<code>date-form</code> (1)"));
}

#[test]
fn files_that_change_are_checked_again() {
    let folder = folder("watch", &[("a.xml", FEED)]);
    let mut running = bozofeed()
        .current_dir(&folder)
        .args(["--check", "--watch", "--min-severity", "error", "a.xml"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("2 errors in 1 document")));
    fs::write(folder.join("a.xml"), FEED.replace("<ttl>x</ttl>", "<ttl>60</ttl>")).unwrap();
    assert!(lines.any(|line| line.starts_with("1 error in 1 document")));
    running.kill().unwrap();
    running.wait().unwrap();
}

#[test]
fn a_podcast_is_not_ready_while_an_obstacle_is_hidden() {
    const PODCAST: &str = "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><title>Tides</title>\n\
        <link>https://harbour.example/</link><description>Daily</description><language>en</language>\n\
        <itunes:image href='https://harbour.example/cover.jpg'/><itunes:explicit>false</itunes:explicit>\n\
        <itunes:category text='news'/><item><title>Low</title><guid>https://harbour.example/1</guid>\n\
        <enclosure url='https://harbour.example/1.mp3' length='12' type='audio/mpeg'/></item></channel></rss>";
    const RULE: &str = "podcast-category-spelling";
    let mut wrong = Vec::new();
    let ready = PODCAST.replace("news", "News");
    for (number, (feed, settings, arguments, expected)) in [
        (&*ready, "", &[][..], "a.xml: ready for"),
        (PODCAST, "", &[], "a.xml: not ready for"),
        (PODCAST, "", &["--allow", RULE], "a.xml: not ready for"),
        (PODCAST, "", &["--min-severity", "error"], "a.xml: not ready for"),
        (PODCAST, "", &["--baseline", "known.txt"], "a.xml: not ready for"),
        (PODCAST, "ignore = ['podcast-category-spelling']", &[], "a.xml: not ready for"),
        (PODCAST, "[severity]\n'podcast-category-spelling' = 'off'", &[], "a.xml: not ready for"),
        (PODCAST, "[severity]\n'podcast-category-spelling' = 'note'", &[], "a.xml: not ready for"),
        (PODCAST, "[[paths]]\nfiles = '*.xml'\nignore = ['*']", &[], "a.xml: not ready for"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&format!("ready-{number}"), &[(".bozofeed.toml", settings), ("a.xml", feed)]);
        check(&folder, &["--no-config", "--profile", "apple", "--write-baseline", "known.txt", "a.xml"]);
        let output = check(&folder, &[arguments, &["--profile", "apple", "a.xml"]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        if !text.contains(expected) {
            wrong.push((arguments, settings, text));
        }
        let _ = fs::remove_dir_all(&folder);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
