//! The contract of the command `parse_feed`, which other programs call.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Output, Stdio};

use crate::common::command::{bozofeed, parse_feed, run, with_input};
use crate::common::repository;
use serde_json::{Value, json};

const FEED: &str = "fixtures/formats/rss-2.0.xml";
const BROKEN: &str = "fixtures/mended/ampersand-bare.xml";

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the answers to these lines.
fn answers(lines: &[&str]) -> Vec<Value> {
    let output = run(&["--ndjson"], lines.join("\n").as_bytes());
    assert_eq!(status(&output), Some(0), "{}", err(&output));
    assert_eq!(err(&output), "");
    out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn question(members: &Value) -> Value {
    let [answer] = answers(&[&members.to_string()]).try_into().unwrap();
    answer
}

#[test]
fn a_file_gets_a_readable_summary() {
    let output = run(&[FEED], b"");
    assert_eq!(status(&output), Some(0));
    let account = out(&output);
    for shown in
        ["Harbour News", "rss20", "https://harbour.example/", "utf-8", "A ship came in", "2023-03-02 07:15"]
    {
        assert!(account.contains(shown), "{shown} is not in\n{account}");
    }
    assert!(!account.contains('\u{1b}'), "no colours unless the output is a terminal");
}

#[test]
fn links_lose_their_tracking_on_demand() {
    let feed = b"<rss><channel><item><title>A</title><link>https://harbour.example/1?utm_source=rss</link></item></channel></rss>";
    for (options, expected) in [
        (&["--json", "-"][..], "https://harbour.example/1?utm_source=rss"),
        (&["--json", "--remove-tracking", "-"], "https://harbour.example/1"),
    ] {
        assert_eq!(json(&run(options, feed))["entries"][0]["link"], expected);
    }
}

#[test]
fn a_broken_feed_is_read_and_its_faults_are_pointed_at() {
    let output = run(&[BROKEN], b"");
    assert_eq!(status(&output), Some(0));
    let account = out(&output);
    let fault = format!("{BROKEN}:4:16: ");
    let lines: Vec<&str> = account.lines().collect();
    let at = lines.iter().position(|line| line.contains(&fault)).unwrap_or_else(|| panic!("{account}"));
    let (line, caret) = (lines[at + 1], lines[at + 2]);
    assert!(line.contains("<title>AT&T, a && b</title>"), "{account}");
    assert_eq!(line.find('&'), caret.find('^'), "{account}");
}

/// Returns the lines that are printed for these bytes.
fn account(bytes: &[u8]) -> Vec<String> {
    let output = run(&["-"], bytes);
    assert_eq!(status(&output), Some(0));
    out(&output).lines().map(str::to_owned).collect()
}

fn channel(content: &str) -> String {
    format!(
        "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>{content}</channel></rss>"
    )
}

#[test]
fn titles_are_plain_text_without_controls() {
    for (title, expected) in [
        ("The crew&amp;#8217;s &amp;amp; log", "The crew\u{2019}s & log"),
        ("&lt;b&gt;Ma&lt;/b&gt;sts", "Masts"),
        ("Masts\n\tand sails", "Masts and sails"),
        ("a\u{202E}b\u{2066}c\u{7F}d", "a\\u{202e}b\\u{2066}c\\u{7f}d"),
        ("a\u{200B}b\u{200D}c\u{FEFF}d\u{E0041}e", "a\\u{200b}b\\u{200d}c\\u{feff}d\\u{e0041}e"),
        ("a\u{2028}b\u{2029}c", "a b c"),
        ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
        ("&amp;#27;[31m &amp;amp;", "\\u{1b}[31m &"),
        ("", "(no title)"),
    ] {
        let lines = account(channel(&format!("<title>{title}</title>")).as_bytes());
        assert_eq!(lines[0], expected, "{title}");
    }
}

#[test]
fn faults_of_documents_that_are_not_feeds_are_not_listed() {
    for (file, looks_like) in [
        ("fixtures/bad/html-page.html", "an HTML page"),
        ("fixtures/bad/png.png", "binary data"),
        ("fixtures/bad/plain-text.txt", "another kind of text"),
        ("fixtures/bad/empty.xml", "an empty document"),
    ] {
        let account = out(&run(&[file], b""));
        let last = account.lines().last().unwrap();
        assert_eq!(last, format!("  bozo      lossy: not a feed (looks like {looks_like})"));
    }
}

#[test]
fn the_feeds_of_a_page_are_listed() {
    let account = out(&run(&["fixtures/bad/html-page-that-names-its-feeds.html"], b""));
    let feeds: Vec<&str> = account.lines().skip_while(|line| !line.starts_with("  its feed")).collect();
    assert_eq!(feeds, ["  its feed  /feed.xml", "  its feed  https://harbour.example/feed.json"]);
}

#[test]
fn an_entry_shows_its_date_page_and_enclosure() {
    let date = "<pubDate>Thu, 02 Mar 2023 08:15:00 +0100</pubDate>";
    let page = "<link>https://harbour.example/fog</link>";
    let enclosure = "<enclosure url='https://harbour.example/fog.ogg' type='audio/ogg' length='12345678'/>";
    let duration = "<itunes:duration>1:02:03</itunes:duration>";
    for (content, expected) in [
        (String::new(), &["    {no date       }  Fog"][..]),
        ("<pubDate>soon</pubDate>".to_owned(), &["    {no date       }  Fog"]),
        (date.to_owned(), &["    2023-03-02 07:15  Fog"]),
        (page.to_owned(), &["    {no date       }  Fog", "https://harbour.example/fog"]),
        (
            format!("{page}{enclosure}{duration}"),
            &["    {no date       }  Fog", "https://harbour.example/fog  audio/ogg, 12.3 MB, 1:02:03"],
        ),
        (
            "<enclosure url='https://harbour.example/fog.ogg' type='audio/ogg' length='0'/>".to_owned(),
            &["    {no date       }  Fog", "https://harbour.example/fog.ogg  audio/ogg"],
        ),
    ] {
        let lines = account(channel(&format!("<item><title>Fog</title>{content}</item>")).as_bytes());
        let at = lines.iter().position(|line| line.starts_with("  entries   1")).unwrap();
        assert_eq!(lines[at].ends_with("(times in UTC)"), content == date, "{content}");
        let shown: Vec<&str> = lines[at + 1..].iter().map(String::as_str).collect();
        let expected: Vec<String> = expected
            .iter()
            .enumerate()
            .map(|(i, line)| match i {
                0 => line.replace("{no date       }", &" ".repeat(16)),
                _ => format!("{}{line}", " ".repeat(22)),
            })
            .collect();
        assert_eq!(shown, expected, "{content}");
    }
}

#[test]
fn a_podcast_shows_its_author_and_what_is_live() {
    let output = out(&run(&["fixtures/namespaces/podcast-live-item.xml"], b""));
    assert!(output.contains("\n  live      live: from 2024-03-02 09:15 UTC, The race, live\n"), "{output}");
    let lines = account(channel("<itunes:author>Anna Berg</itunes:author>").as_bytes());
    assert!(lines.contains(&"  author    Anna Berg".to_owned()), "{lines:?}");
}

#[test]
fn warnings_have_their_place_and_are_counted() {
    let items = "\n<item><pubDate>soon</pubDate></item>".repeat(7);
    let lines = account(channel(&items).as_bytes());
    let warnings: Vec<&String> = lines.iter().filter(|line| line.contains("warning")).collect();
    assert_eq!(warnings.len(), 6, "{lines:?}");
    assert_eq!(warnings[0], "    -:2:7: warning: rss/channel/item/pubDate: invalid date 'soon'");
    assert_eq!(warnings[5], "    … and 2 more warnings");
}

#[test]
fn a_fault_is_pointed_at_in_any_encoding_and_after_wide_characters() {
    let utf_16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_be_bytes).collect()
    };
    let latin =
        |text: &str| -> Vec<u8> { text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect() };
    let utf_8 = |text: &str| text.as_bytes().to_vec();
    let marked = |text: &str| [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    for (encoding, encode, title, columns) in [
        ("utf-8", &utf_8 as &dyn Fn(&str) -> Vec<u8>, "Sk\u{E4}r & co", 4),
        ("utf-8", &marked, "Sk\u{E4}r & co", 4),
        ("utf-8", &utf_8, "\u{6D77}\u{6D77} & co", 4),
        ("utf-8", &utf_8, "Ska\u{308}r & co", 4),
        ("iso-8859-1", &latin, "Sk\u{E4}r & co", 4),
        ("utf-16", &utf_16, "Sk\u{E4}r & co", 4),
    ] {
        let feed = format!("<?xml version='1.0' encoding='{encoding}'?>\n{}", channel(&format!("\n{title}")));
        let lines = account(&encode(&feed));
        let at =
            lines.iter().position(|line| line.starts_with("    -:3:")).unwrap_or_else(|| panic!("{lines:?}"));
        assert!(lines[at + 1].starts_with(&format!("      {title}")), "{lines:?}");
        assert_eq!(lines[at + 2].find('^'), Some(6 + columns + 1), "{lines:?}");
    }
}

#[test]
fn the_guide_shows_what_is_printed() {
    let guide = std::fs::read_to_string(repository().join("src/docs/command.md")).unwrap();
    let (_, shown) = guide.split_once(&format!("parse_feed -- {BROKEN}\n")).unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    assert_eq!(out(&run(&[BROKEN], b"")), shown);
}

#[test]
fn a_missing_file_is_named_and_the_others_are_still_read() {
    let output = run(&["no-such-file.xml", FEED, "nor-this.xml"], b"");
    assert_eq!(status(&output), Some(1));
    let errors = err(&output);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 2, "{errors}");
    assert!(lines[0].contains("no-such-file.xml") && lines[0].contains("No such file"), "{errors}");
    assert!(lines[1].contains("nor-this.xml"), "{errors}");
    assert!(out(&output).contains("A ship came in"));
}

#[test]
fn a_folder_is_not_a_file() {
    let output = run(&["fixtures", FEED], b"");
    assert_eq!(status(&output), Some(1));
    assert_eq!(err(&output).lines().count(), 1);
    assert!(err(&output).contains("fixtures"));
    assert!(out(&output).contains("A ship came in"));
}

#[test]
fn wrong_usage_is_reported() {
    for arguments in [
        &["--no-such-option", FEED][..],
        &["--ndjson", FEED],
        &["--json", "--feedparser", FEED],
        &["--json", "--ndjson"],
        &["--jobs", "2"],
        &["--jobs", "2", FEED],
        &["--jobs", "2", "--explain", FEED],
        &["--write", "pdf", FEED],
        &["--write", "atom", "--json", FEED],
        &["--write", "atom", "--explain", FEED],
        &["--write", "atom", "--ndjson"],
        &["--write", "atom", "--fallback-date", "soon", FEED],
        &["--write", "atom", "--indent", "17", FEED],
        &["--feed-url", "https://harbour.example/atom.xml", FEED],
        &["--entries", "1", FEED],
        &["--ndjson", "--jobs", "-1"],
        &["--ndjson", "--jobs", "many"],
        &["--resume", "answers.jsonl", FEED],
        &["-H", "no colon", FEED],
    ] {
        let output = run(arguments, b"");
        assert_eq!(status(&output), Some(2), "{arguments:?}");
        assert!(!err(&output).is_empty(), "{arguments:?}");
        assert_eq!(out(&output), "", "{arguments:?}");
    }
}

#[test]
fn the_usage_that_is_shown_is_right() {
    let usage = "\nUsage: parse_feed [OPTIONS] <FILE|URL>...\n       parse_feed --ndjson [OPTIONS] <QUESTIONS >ANSWERS\n";
    for arguments in [
        &["--help"][..],
        &["--jobs", "2", FEED],
        &["--ndjson", FEED],
        &["--jobs", "2"],
        &["--ndjson", "--json"],
    ] {
        let output = run(arguments, b"");
        let shown = out(&output) + &err(&output);
        assert!(shown.contains(usage), "{arguments:?}: {shown}");
    }
}

#[test]
fn piped_input_is_read_with_a_hyphen_and_without() {
    let bytes = std::fs::read(repository().join(FEED)).unwrap();
    for (arguments, input, expected, shown) in [
        (&["-"][..], &bytes[..], 0, "A ship came in"),
        (&[], &bytes, 0, "A ship came in"),
        (&["--json"], &bytes, 0, "\"version\": \"rss20\""),
        (&["--explain", "link"], &bytes, 0, "entries[0].link"),
        (&[], b"", 4, "not a feed (looks like an empty document)"),
    ] {
        let output = run(arguments, input);
        assert_eq!(status(&output), Some(expected), "{arguments:?}: {}", err(&output));
        assert!(out(&output).contains(shown), "{arguments:?}: {}", out(&output));
    }
}

#[test]
fn a_source_is_required_if_nothing_is_piped() {
    let output = parse_feed().stdin(Stdio::null()).output().unwrap();
    assert_eq!((status(&output), out(&output).as_str()), (Some(2), ""));
    assert!(err(&output).contains("<FILE|URL>"), "{}", err(&output));
}

#[test]
fn documents_that_are_not_feeds_have_their_own_exit_status() {
    const PAGE: &str = "fixtures/bad/html-page.html";
    for (arguments, expected) in [
        (&[PAGE][..], 4),
        // The output says so itself.
        (&["--json", PAGE], 0),
        (&["--feedparser", PAGE], 0),
        (&["--explain", "link", PAGE], 4),
        (&["--write", "rss", PAGE], 4),
        (&[FEED, PAGE, FEED], 4),
        (&[PAGE, "no-such-file.xml"], 1),
        (&[BROKEN], 0),
    ] {
        assert_eq!(status(&run(arguments, b"")), Some(expected), "{arguments:?}");
    }
}

#[test]
fn each_of_several_accounts_has_a_heading() {
    let account = out(&run(&[FEED, BROKEN], b""));
    let (first, second) = account.split_once(&format!("\n\n{BROKEN}:\n")).unwrap();
    assert!(first.starts_with(&format!("{FEED}:\nHarbour News\n")), "{first}");
    assert!(second.starts_with("(no title)\n"), "{second}");
    assert!(out(&run(&[FEED], b"")).starts_with("Harbour News\n"));
}

#[test]
fn documents_as_json_have_their_paths() {
    for option in ["--json", "--feedparser"] {
        let output = run(&[option, FEED, BROKEN], b"");
        let documents = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
        let paths: Vec<Value> = documents.map(|document| document.unwrap()["path"].clone()).collect();
        assert_eq!(paths, [FEED, BROKEN], "{option}");
        let alone: Value = serde_json::from_slice(&run(&[option, FEED], b"").stdout).unwrap();
        assert_eq!(alone.get("path"), None, "{option}");
    }
}

#[test]
fn a_limit_that_is_exceeded_names_its_option() {
    for (limit, advice) in
        [("size=100", "(--limit size=NUMBER sets it)"), ("entries=0", "(--limit entries=NUMBER")]
    {
        let account = out(&run(&["--limit", limit, FEED], b""));
        assert!(account.contains("limit exceeded") && account.contains(advice), "{account}");
        // A part of a feed, written again, looks complete.
        let written = run(&["--write", "atom", "--fallback-date", "2026-01-02", "--limit", limit, FEED], b"");
        let messages = String::from_utf8(written.stderr).unwrap();
        assert!(messages.contains("some values were not read") && messages.contains(advice), "{messages}");
    }
}

/// Returns a gzip file of one stored block (RFC 1951 §3.2.4, RFC 1952 §2.3).
fn gzip(text: &[u8]) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    let head = b"\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01";
    [&head[..], &length.to_le_bytes(), &(!length).to_le_bytes(), text, &[0; 8]].concat()
}

#[test]
fn a_compressed_file_is_read_and_not_replaced() {
    let file =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("compressed-{}.xml.gz", std::process::id()));
    let compressed = gzip(&std::fs::read(repository().join(BROKEN)).unwrap());
    std::fs::write(&file, &compressed).unwrap();
    let name = file.to_str().unwrap();
    let output = bozofeed().arg(name).output().unwrap();
    assert_eq!(status(&output), Some(0), "{}", err(&output));
    assert!(out(&output).contains("unescaped '&' at line 4, column 16"), "{}", out(&output));
    let fixed = bozofeed().args(["--check", "--fix", name]).output().unwrap();
    assert!(err(&fixed).contains("is compressed"), "{}", err(&fixed));
    assert_eq!(std::fs::read(&file).unwrap(), compressed);
    let piped = with_input(&mut bozofeed(), &compressed);
    assert!(out(&piped).contains("AT&T"), "{}", out(&piped));
}

#[test]
fn a_host_is_tried_as_a_url_and_a_file_is_not() {
    let run = |source: &str| bozofeed().args(["--timeout", "5", source]).output().unwrap();
    let output = run("tides.invalid/feed");
    assert_eq!(status(&output), Some(1));
    let said = "bozofeed: tides.invalid/feed: no such file; trying https://tides.invalid/feed\n";
    assert!(err(&output).starts_with(said), "{}", err(&output));
    for source in ["no-such-file.xml", "no/such.d/file"] {
        let errors = err(&run(source));
        assert!(errors.contains("No such file") && !errors.contains("https:"), "{errors}");
    }
}

#[test]
fn errors_say_what_is_expected() {
    let settings =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("settings-{}.toml", std::process::id()));
    std::fs::write(&settings, "fail-on = 'error'\nignore = [\n").unwrap();
    let settings = settings.to_str().unwrap();
    for (arguments, expected) in [
        (&["--ndjson", "--seconds", "0"][..], "must be greater than 0"),
        (&["--chekc", FEED], "'--check'"),
        (&["--check", "--config", settings, FEED], "\n2 | ignore = [\n"),
    ] {
        let output = with_input(bozofeed().args(arguments), b"");
        assert!(err(&output).contains(expected), "{arguments:?}: {}", err(&output));
    }
}

#[test]
fn the_help_is_as_expected_and_the_short_one_fits_on_a_screen() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (name, option) in [("help-short", "-h"), ("help-long", "--help")] {
            let output = with_input(bozofeed().arg(option), b"");
            assert_eq!(status(&output), Some(0), "{}", err(&output));
            let help = out(&output);
            assert!(option == "--help" || help.lines().count() <= 48, "{help}");
            insta::assert_snapshot!(name, help);
        }
    });
}

#[test]
fn the_manual_and_the_completions_have_every_option() {
    let run = |arguments: &[&str]| out(&with_input(bozofeed().args(arguments), b""));
    let help = run(&["--help"]);
    let names = help.lines().filter_map(|line| line.trim_start().split_once("--")).map(|(_, rest)| rest);
    let names: Vec<&str> = names.map(|rest| rest.split([' ', ',']).next().unwrap()).collect();
    for kind in ["man", "bash", "fish", "zsh"] {
        let generated = run(&["--generate", kind]).replace("\\-", "-");
        for name in ["check", "write", "limit", "fetch-state", "ndjson"] {
            assert!(names.contains(&name), "{name}: {names:?}");
            assert!(generated.contains(name), "{kind} lacks {name}");
        }
    }
}

#[test]
fn the_model_is_printed_as_json() {
    let output = run(&["--json", FEED], b"");
    assert_eq!(status(&output), Some(0));
    let model = json(&output);
    assert_eq!(model["version"], "rss20");
    assert_eq!(model["feed"]["title"]["value"], "Harbour News");
    assert_eq!(model["entries"][0]["published"]["value"], "2023-03-02T07:15:00Z");
    assert_eq!(model["bozo"], Value::Null);
}

#[test]
fn explain_shows_the_candidates_for_a_field() {
    let feed = b"<rss version='2.0'><channel><item><guid>https://harbour.example/guid</guid>\n\
        <link>https://harbour.example/ship</link></item></channel></rss>";
    let output = run(&["--explain", "link", "-"], feed);
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, explanation) = text.split_once("entries[0].link\n").unwrap();
    assert_eq!(
        explanation,
        "    \"https://harbour.example/guid\"  <guid> line 1  hint: lower rank\n  \
         * \"https://harbour.example/ship\"  <link> line 2  own element: kept\n"
    );
    assert!(!text.contains("policy:"), "{text}");
}

#[test]
fn explain_alone_shows_the_encoding_and_all_fields() {
    for arguments in [&["--explain", FEED][..], &[FEED, "--explain"]] {
        let output = run(arguments, b"");
        let text = String::from_utf8(output.stdout).unwrap();
        for part in ["policy: ", "feed.title\n", "entries[0].published\n"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn explain_names_a_field_without_candidates() {
    let output = run(&["--explain", "ttl", "-"], b"<rss><channel/></rss>");
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("no candidate for 'ttl'\n"));
}

#[test]
fn the_dictionary_is_printed_as_json() {
    let output = run(&["--feedparser", FEED], b"");
    assert_eq!(status(&output), Some(0));
    let dictionary = json(&output);
    assert_eq!(dictionary["version"], "rss20");
    assert_eq!(dictionary["bozo"], false);
    assert_eq!(dictionary["feed"]["title"], "Harbour News");
    assert_eq!(dictionary["feed"]["title_detail"]["type"], "text/plain");
    assert_eq!(dictionary["entries"][0]["published_parsed"], json!([2023, 3, 2, 7, 15, 0, 3, 61, 0]));
    assert_eq!(dictionary["entries"][0]["id"], "https://harbour.example/ship");
}

#[test]
fn several_files_give_several_documents() {
    let output = run(&["--feedparser", FEED, BROKEN], b"");
    let documents = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
    let versions: Vec<Value> = documents.map(|document| document.unwrap()["version"].clone()).collect();
    assert_eq!(versions, ["rss20", "rss20"]);
}

#[test]
fn options_set_the_headers_of_the_response() {
    let latin = "<rss version='2.0'><channel><title>Sk\u{e4}r</title><link>/a</link></channel></rss>";
    let latin: Vec<u8> = latin.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let read = |arguments: &[&str]| json(&run(&[&["--feedparser", "-"], arguments].concat(), &latin));
    for arguments in [
        &["--content-type", "application/xml; charset=iso-8859-1"][..],
        &["-H", "Content-Type: application/xml; charset=iso-8859-1"],
        &["--header", "content-type:application/xml; charset=iso-8859-1"],
    ] {
        let dictionary = read(arguments);
        assert_eq!(dictionary["encoding"], "iso-8859-1", "{arguments:?}");
        assert_eq!(dictionary["bozo"], false, "{arguments:?}");
        assert_eq!(dictionary["feed"]["title"], "Sk\u{e4}r", "{arguments:?}");
    }
    assert_eq!(
        read(&["--base-url", "https://harbour.example/rss"])["feed"]["link"],
        "https://harbour.example/a"
    );
}

#[test]
fn sanitizing_and_resolving_can_be_turned_off() {
    let feed = "<rss version='2.0'><channel><item><link>/ship</link>\
        <description>&lt;p onclick='sail()'&gt;&lt;a href='/mast'&gt;x&lt;/a&gt;&lt;/p&gt;</description></item></channel></rss>";
    let read = |arguments: &[&str]| {
        let arguments =
            [&["--feedparser", "--base-url", "https://harbour.example/", "-"], arguments].concat();
        let entry = json(&run(&arguments, feed.as_bytes()))["entries"][0].clone();
        (entry["link"].as_str().unwrap().to_owned(), entry["summary"].as_str().unwrap().to_owned())
    };
    let (link, summary) = read(&[]);
    assert_eq!(link, "https://harbour.example/ship");
    assert!(!summary.contains("onclick") && summary.contains("https://harbour.example/mast"), "{summary}");
    let (link, summary) = read(&["--no-sanitize"]);
    assert_eq!(link, "https://harbour.example/ship");
    assert!(summary.contains("onclick") && summary.contains("https://harbour.example/mast"), "{summary}");
    // As in Universal Feed Parser, the links of elements are always resolved.
    let (link, summary) = read(&["--no-resolve"]);
    assert_eq!(link, "https://harbour.example/ship");
    assert!(!summary.contains("onclick") && summary.contains("\"/mast\""), "{summary}");
}

#[test]
fn questions_are_answered_in_order() {
    let body = |i: usize| format!("<rss version='2.0'><channel><title>{i}</title></channel></rss>");
    let questions: Vec<String> = (0..200).map(|i| json!({"id": i, "body": body(i)}).to_string()).collect();
    let answers = answers(&questions.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answers.len(), 200);
    for (i, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], json!(i));
        assert_eq!(answer["feed"]["title"], json!(i.to_string()));
    }
}

#[test]
fn an_answer_has_the_dictionarys_members() {
    let answer = question(&json!({"id": "a", "path": FEED}));
    for member in [
        "id", "bozo", "encoding", "version", "namespaces", "feed", "entries", "headers", "well_formed",
        "faults", "trail",
    ] {
        assert!(answer.get(member).is_some(), "{member}: {answer}");
    }
    assert_eq!(answer.get("bozo_exception"), None);
    assert_eq!(answer["well_formed"], true);
    let broken = question(&json!({"id": "b", "path": BROKEN}));
    assert_eq!(broken["bozo"], true);
    assert_eq!(broken["well_formed"], false);
    assert_eq!(broken["bozo_exception"]["type"], "SAXParseException");
    assert!(broken["bozo_exception"]["message"].is_string());
    let fault = &broken["faults"][0];
    assert_eq!((&fault["line"], &fault["column"]), (&json!(4), &json!(16)));
    for member in ["type", "message", "severity", "offset"] {
        assert!(fault.get(member).is_some(), "{member}: {fault}");
    }
}

#[test]
fn a_body_comes_as_base64_or_text_or_path() {
    let expected = json!("Harbour News");
    let text = "<rss version='2.0'><channel><title>Harbour News</title></channel></rss>";
    let encoded =
        "PHJzcyB2ZXJzaW9uPScyLjAnPjxjaGFubmVsPjx0aXRsZT5IYXJib3VyIE5ld3M8L3RpdGxlPjwvY2hhbm5lbD48L3Jzcz4=";
    for question_ in [json!({"body": text}), json!({"body_base64": encoded}), json!({"path": FEED})] {
        assert_eq!(question(&question_)["feed"]["title"], expected, "{question_}");
    }
}

#[test]
fn headers_and_url_are_used_and_returned() {
    let answer = question(&json!({
        "id": 1,
        "url": "https://harbour.example/rss",
        "headers": {"Content-Type": "text/plain", "ETag": "\"e\"", "Last-Modified": "Thu, 02 Mar 2023 08:15:00 GMT"},
        "body": "<rss version='2.0'><channel><link>/a</link></channel></rss>",
    }));
    assert_eq!(answer["href"], "https://harbour.example/rss");
    assert_eq!(answer["feed"]["link"], "https://harbour.example/a");
    assert_eq!(answer["headers"]["content-type"], "text/plain");
    assert_eq!(answer["etag"], "\"e\"");
    assert_eq!(answer["bozo_exception"]["type"], "NonXMLContentType");
}

#[test]
fn empty_headers_are_a_file() {
    let answer = question(&json!({"id": 1, "headers": {}, "body": "<rss version='2.0'><channel/></rss>"}));
    assert_eq!(answer["bozo"], false, "{answer}");
    assert_eq!(answer["encoding"], "utf-8");
}

#[test]
fn a_line_that_is_not_a_question_gets_an_error_and_the_next_one_is_read() {
    let feed = json!({"id": "last", "path": FEED}).to_string();
    for (line, id) in [
        ("no JSON", Value::Null),
        ("{\"id\": \"cut", Value::Null),
        ("[1, 2]", Value::Null),
        ("null", Value::Null),
        ("\u{1}", Value::Null),
        ("{}", Value::Null),
        ("{\"id\": \"a\"}", json!("a")),
        ("{\"id\": \"b\", \"body_base64\": \"***\"}", json!("b")),
        ("{\"id\": \"c\", \"path\": \"no-such-file.xml\"}", json!("c")),
        ("{\"id\": \"d\", \"body\": 3}", json!("d")),
    ] {
        let answers = answers(&[line, &feed]);
        assert_eq!(answers.len(), 2, "{line}");
        assert_eq!(answers[0]["id"], id, "{line}");
        assert!(
            answers[0]["error"].as_str().is_some_and(|error| !error.is_empty()),
            "{line}: {}",
            answers[0]
        );
        assert_eq!(answers[1]["id"], "last", "{line}");
        assert_eq!(answers[1]["version"], "rss20", "{line}");
    }
}

#[test]
fn a_line_that_is_not_utf_8_gets_an_error() {
    let output = run(&["--ndjson"], b"\xFF\xFE\n{\"id\": 1, \"body\": \"\"}\n");
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains("error"), "{text}");
}

#[test]
fn blank_lines_are_skipped() {
    let feed = json!({"id": 1, "path": FEED}).to_string();
    assert_eq!(answers(&["", "  ", &feed, "\r", "\t", &feed, ""]).len(), 2);
    assert_eq!(answers(&[""]).len(), 0);
}

#[test]
fn the_last_line_needs_no_line_break() {
    let output = run(&["--ndjson"], b"{\"id\": 1, \"body\": \"\"}");
    assert_eq!(out(&output).lines().count(), 1);
    assert!(out(&output).ends_with('\n'));
}

#[test]
fn an_answer_is_flushed_before_the_next_question() {
    let mut command = parse_feed();
    command.arg("--ndjson").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().unwrap();
    let mut questions = running.stdin.take().unwrap();
    let mut answers = BufReader::new(running.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(questions, "{}", json!({"id": id, "path": FEED})).unwrap();
        questions.flush().unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["id"], json!(id));
    }
    drop(questions);
    assert_eq!(running.wait().unwrap().code(), Some(0));
}

#[test]
fn every_fixture_has_an_answer_on_one_line() {
    let folder = repository().join("fixtures");
    let folders =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let files: Vec<PathBuf> = folders
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    let questions: Vec<String> =
        files.iter().map(|path| json!({"id": path, "path": path}).to_string()).collect();
    let answers = answers(&questions.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answers.len(), files.len());
    for (file, answer) in files.iter().zip(&answers) {
        assert_eq!(answer["id"].as_str(), file.to_str());
        assert!(answer["bozo"].is_boolean(), "{}", file.display());
    }
}

#[test]
fn a_closed_output_is_not_an_error() {
    let mut command = parse_feed();
    let many = vec![FEED; 2000];
    command.arg("--json").args(many).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().unwrap();
    drop(running.stdout.take());
    let output = running.wait_with_output().unwrap();
    assert_eq!(status(&output), Some(0));
    assert_eq!(err(&output), "");
}

/// Parses the output of the command.
fn read_again(output: &Output) -> Value {
    assert_eq!(status(output), Some(0), "{}", err(output));
    let again = json(&run(&["--json", "-"], &output.stdout));
    assert_eq!(again["bozo"], Value::Null, "{}", out(output));
    again
}

/// Returns a member of each entry.
fn of_entries(model: &Value, pointer: &str) -> Vec<String> {
    let entries = model["entries"].as_array().unwrap().iter();
    let member =
        |entry: &Value| entry.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    entries.map(member).collect()
}

/// Writes files into a new folder, and returns their paths.
fn files<const N: usize>(test: &str, contents: [&str; N]) -> [String; N] {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut number = 0;
    contents.map(|content| {
        number += 1;
        let path = folder.join(format!("{number}.xml"));
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    })
}

#[test]
fn a_feed_is_written_in_each_format_and_in_its_own() {
    const RSS: &str = "fixtures/formats/rss-1.0.xml";
    const ATOM: &str = "fixtures/formats/atom-0.3.xml";
    const JSON: &str = "fixtures/formats/json-feed-1.0.json";
    let mut wrong = Vec::new();
    for (format, file, expected) in [
        ("atom", RSS, "atom10"),
        ("atom", JSON, "atom10"),
        ("rss", ATOM, "rss20"),
        ("rss", JSON, "rss20"),
        ("json", RSS, "json11"),
        ("json", ATOM, "json11"),
        ("same", RSS, "rss20"),
        ("same", ATOM, "atom10"),
        ("same", JSON, "json11"),
    ] {
        let again = read_again(&run(&["--write", format, "--fallback-date", "2023-03-02", file], b""));
        let read = json(&run(&["--json", file], b""));
        let same = ["/title/value", "/link"].iter().all(|at| of_entries(&again, at) == of_entries(&read, at));
        if again["version"] != expected || !same || read["entries"].as_array().unwrap().is_empty() {
            wrong.push(format!("{format} {file}: {again}"));
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn the_options_of_writing_are_followed() {
    let write = |arguments: &[&str]| run(&[&["--write", "atom", FEED], arguments].concat(), b"");
    let own = "https://harbour.example/atom.xml";
    let again = read_again(&write(&["--feed-url", own, "--title", "Ships & masts"]));
    assert_eq!(again["feed"]["title"]["value"], "Ships & masts");
    let own_links = again["feed"]["links"].as_array().unwrap();
    assert!(own_links.iter().any(|link| link["rel"] == "self" && link["href"] == own), "{own_links:?}");
    let lines = |arguments: &[&str]| out(&write(arguments)).lines().count();
    assert!(lines(&["--indent", "0"]) < 4 && lines(&[]) > 4);
    assert!(out(&write(&["--indent", "0"])).ends_with('\n'));
    let none = write(&["--entries", "0", "--fallback-date", "2023-03-02"]);
    assert_eq!(of_entries(&read_again(&none), "/id"), [] as [String; 0]);
}

#[test]
fn a_feed_without_dates_needs_a_fallback_for_atom_alone() {
    let write = |arguments: &[&str]| run(&[&["--write"], arguments, &[BROKEN]].concat(), b"");
    let missing = write(&["atom"]);
    assert_eq!((status(&missing), out(&missing).as_str()), (Some(1), ""));
    let errors = err(&missing);
    assert!(errors.starts_with(&format!("parse_feed: {BROKEN}: ")), "{errors}");
    assert!(errors.contains("has no date") && errors.contains("--fallback-date"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    for arguments in [&["rss"][..], &["json"], &["atom", "--fallback-date", "2023-03-02"]] {
        assert_eq!(
            of_entries(&read_again(&write(arguments)), "/title/value"),
            ["AT&T, a && b"],
            "{arguments:?}"
        );
    }
}

#[test]
fn only_feeds_are_written() {
    let page = "fixtures/bad/html-page.html";
    let output = run(&["--write", "rss", page], b"");
    assert_eq!((status(&output), out(&output).as_str()), (Some(4), ""));
    assert_eq!(err(&output), format!("parse_feed: {page}: not a feed (looks like an HTML page)\n"));
    let url = ["--feed-url", "https://harbour.example/all.rss"];
    let output = run(&[&["--write", "rss", page, FEED, "no-such-file.xml"], &url[..]].concat(), b"");
    assert_eq!((status(&output), err(&output).lines().count()), (Some(1), 2), "{}", err(&output));
    assert!(out(&output).contains("A ship came in"), "the others are written");
}

#[test]
fn what_cannot_be_written_is_reported_with_its_file_and_its_place() {
    let item = "<item><title>a</title><guid>urn:example:a</guid><pubDate>Thu, 02 Mar 2023 08:15:00 GMT</pubDate></item>";
    let late = "<item><title>b</title><guid>urn:example:b</guid><pubDate>Fri, 03 Mar 2023 08:15:00 GMT</pubDate>\
        <expirationDate>soon</expirationDate></item>";
    let [first, second] = files("losses", [&channel(item), &channel(&format!("{item}{late}"))]);
    let output = run(&["--write", "atom", &first, &second], b"");
    assert_eq!(status(&output), Some(0));
    // The entry is the first one of the merged feed, and the second one of its file.
    let errors = err(&output);
    assert!(errors.starts_with(&format!("parse_feed: {second}: entries[1]/")), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let alone = err(&run(&["--write", "atom", &second], b""));
    assert_eq!(alone, errors);
}

#[test]
fn several_feeds_become_one_with_the_newest_entries_first() {
    let [tides, ferries, page] = files(
        "merged",
        [
            "<rss version='2.0'><channel><title>Tides &amp;amp; winds</title><link>https://tides.example/</link>\
                <description>d</description><language>nl</language>\
                <lastBuildDate>Wed, 01 Mar 2023 00:00:00 GMT</lastBuildDate>\
                <item><title>old</title><guid>urn:example:old</guid><pubDate>Wed, 01 Mar 2023 08:00:00 GMT</pubDate></item>\
                <item><title>none</title><guid>urn:example:none</guid></item>\
                <item><title>one</title><guid isPermaLink='false'>1</guid><pubDate>Sat, 04 Mar 2023 08:00:00 GMT</pubDate></item>\
                </channel></rss>",
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='nl'><title>Ferries</title><id>urn:example:ferries</id>\
                <updated>2023-03-05T08:00:00Z</updated><author><name>Jo</name></author>\
                <link href='https://ferries.example/'/>\
                <entry><id>urn:example:new</id><title>new</title><updated>2023-03-03T08:00:00Z</updated></entry>\
                <entry><id>urn:example:old</id><title>old, edited</title><published>2023-03-01T08:00:00Z</published>\
                    <updated>2023-03-02T08:00:00Z</updated></entry>\
                <entry><id>urn:example:copied</id><title>copied</title><updated>2023-03-02T09:00:00Z</updated>\
                    <source><id>urn:example:other</id><title>Other</title><updated>2023-03-02T09:00:00Z</updated></source></entry>\
                <entry><id>1</id><title>another one</title><updated>2023-03-02T10:00:00Z</updated></entry>\
                </feed>",
            "<html><body>Not found</body></html>",
        ],
    );
    for format in ["atom", "rss", "json"] {
        let output = run(&["--write", format, "--keep-everything", &tides, &ferries], b"");
        // RSS requires a `link`, and the merged feed has no URL that could serve as one.
        let missing = "parse_feed: link: the format requires it, and the feed has none\n";
        assert_eq!(err(&output), if format == "rss" { missing } else { "" }, "{format}");
        let again = read_again(&output);
        let feed = &again["feed"];
        assert_eq!(feed["title"]["value"], "Tides & winds, Ferries", "{format}");
        assert_eq!(
            (&feed["link"], &feed["language"]),
            // Each feed has a separate page.
            (&Value::Null, &json!("nl")),
            "{format}"
        );
        let titles = of_entries(&again, "/title/value");
        assert_eq!(titles, ["one", "new", "another one", "copied", "old", "old, edited", "none"], "{format}");
        let sources = of_entries(&again, "/source/title/value");
        assert_eq!(
            sources,
            [
                "Tides &amp; winds", "Ferries", "Ferries", "Other", "Tides &amp; winds", "Ferries",
                "Tides &amp; winds"
            ],
            "{format}"
        );
    }
    let again = read_again(&run(&["--write", "atom", "--entries", "2", &tides, &ferries], b""));
    assert_eq!(of_entries(&again, "/title/value"), ["one", "new"]);
    assert_eq!(again["entries"][1]["source"]["authors"][0]["name"], "Jo");
    // The format is that of the first document; documents that are not feeds are omitted.
    let output = run(&["--write", "same", &page, &ferries, &tides], b"");
    assert_eq!(status(&output), Some(4));
    assert!(out(&output).contains("http://www.w3.org/2005/Atom"), "{}", out(&output));
}

#[test]
fn an_entry_that_several_feeds_have_is_written_once() {
    // The identifier, the page, the title and the day of the last change.
    type Item = (&'static str, &'static str, &'static str, u8);
    // The page of a feed, and its items.
    type Channel = (&'static str, &'static [Item]);
    const A: &str = "https://a.example/";
    const B: &str = "https://b.example/";
    const CASES: [(&str, Channel, Channel, &[&str]); 11] = [
        ("a copy", (A, &[("urn:1", A, "a", 1)]), (B, &[("urn:1", A, "a", 1)]), &["a"]),
        ("a copy without a page", (A, &[("1", "", "a", 1)]), (B, &[("1", "", "a", 1)]), &["a"]),
        ("other pages", (A, &[("urn:1", A, "a", 1)]), (B, &[("urn:1", B, "b", 2)]), &["b", "a"]),
        // A feed neither replaces nor hides entries of another one, regardless of its metadata.
        ("the same page", (A, &[("urn:1", A, "a", 1)]), (B, &[("urn:1", A, "b", 1)]), &["a", "b"]),
        ("the later change", (A, &[("urn:1", A, "a", 1)]), (B, &[("urn:1", A, "b", 2)]), &["b", "a"]),
        ("the same feed", (A, &[("1", A, "a", 2)]), (A, &[("1", B, "b", 1)]), &["a", "b"]),
        ("URIs without pages", (A, &[("urn:1", "", "a", 2)]), (B, &[("urn:1", "", "b", 1)]), &["a", "b"]),
        ("words without pages", (A, &[("1", "", "a", 2)]), (B, &[("1", "", "b", 1)]), &["a", "b"]),
        (
            "a feed that repeats an identifier",
            (A, &[("1", A, "a", 2), ("1", A, "b", 1)]),
            (A, &[("1", A, "a", 2)]),
            &["a", "a", "b"],
        ),
        ("a feed that repeats an entry", (A, &[("1", A, "a", 2), ("1", A, "a", 2)]), (B, &[]), &["a"]),
        ("two entries", (A, &[("1", A, "a", 2)]), (B, &[("2", A, "a", 2)]), &["a", "a"]),
    ];
    let item = |(id, link, title, day): &Item| {
        let link = if link.is_empty() { String::new() } else { format!("<link>{link}</link>") };
        let date = format!("<date xmlns='http://purl.org/dc/elements/1.1/'>2023-03-0{day}</date>");
        format!("<item><guid isPermaLink='false'>{id}</guid>{link}<title>{title}</title>{date}</item>")
    };
    let feed = |(page, items): Channel| {
        let items: Vec<String> = items.iter().map(item).collect();
        channel(&format!("<title>{page}</title><link>{page}</link>{}", items.concat()))
    };
    let mut wrong = Vec::new();
    for (name, first, second, expected) in CASES {
        let paths = files("same", [&feed(first), &feed(second)]);
        for order in [[0, 1], [1, 0]] {
            let [one, other] = order.map(|at: usize| &*paths[at]);
            let again = read_again(&run(&["--write", "atom", one, other], b""));
            let mut titles = of_entries(&again, "/title/value");
            titles.sort();
            let mut expected = expected.to_vec();
            expected.sort_unstable();
            if titles != expected {
                wrong.push(format!("{name}, {order:?}: {titles:?}"));
            }
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn an_entry_keeps_its_identifier_if_another_feed_copies_it() {
    let atom = |page: &str, title: &str, date: &str| {
        format!(
            "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:example:tides</id><title>{title}</title><updated>{date}</updated>\
             <author><name>Jo</name></author><link href='{page}'/><entry><id>urn:example:1</id><title>{title}</title>\
             <updated>{date}</updated><link href='{page}1'/></entry></feed>"
        )
    };
    let [own, copy] = files(
        "copied",
        [
            &atom("https://tides.example/", "own", "2023-03-01T00:00:00Z"),
            &atom("https://thief.example/", "copy", "2023-03-09T00:00:00Z"),
        ],
    );
    let again = read_again(&run(&["--write", "atom", &own, &copy], b""));
    assert_eq!(of_entries(&again, "/title/value"), ["copy", "own"]);
    assert_eq!(of_entries(&again, "/link"), ["https://thief.example/1", "https://tides.example/1"]);
    let ids = of_entries(&again, "/id");
    assert!(ids[0] != "urn:example:1" && ids[1] == "urn:example:1", "{ids:?}");
}

/// Values repeated in the entries of many feeds are bounded for all feeds together.
#[test]
fn a_feed_of_many_is_about_as_long_as_its_sources() {
    let head = format!("<title>{}</title><copyright>{}</copyright>", "t".repeat(1_900), "c".repeat(2_000));
    let numbers: [usize; 60] = std::array::from_fn(|number| number);
    let contents = numbers.map(|number| {
        let items = (0..400).map(|item| format!("<item><title>{number}-{item}</title></item>"));
        channel(&format!("{head}{}", items.collect::<String>()))
    });
    let sources: usize = contents.iter().map(String::len).sum();
    let paths = files("many", contents.each_ref().map(String::as_str));
    let mut arguments = vec!["--write", "rss", "--indent", "0"];
    arguments.extend(paths.iter().map(String::as_str));
    let output = run(&arguments, b"");
    assert_eq!(status(&output), Some(0));
    assert!(output.stdout.len() < 8 * (sources + (1 << 20)), "{} of {sources}", output.stdout.len());
    assert!(err(&output).contains("source: the document would become too large"), "{}", err(&output));
}

/// The values of a feed that are repeated in each of its entries are bounded, regardless of their kind.
#[test]
fn a_merged_feed_is_about_as_long_as_its_sources() {
    let long = "x".repeat(100_000);
    let items: Vec<String> =
        (0..2_000).map(|number| format!("<item><title>{number}</title></item>")).collect();
    let items = items.concat();
    let head = format!(
        "<title>{long}</title><link>https://h.example/</link><language>{long}</language><copyright>{long}</copyright>"
    );
    let [first, second] = files("long", [&channel(&format!("{head}{items}")), &channel("")]);
    let url = "https://harbour.example/all.rss";
    let output = run(&["--write", "rss", "--indent", "0", "--feed-url", url, &first, &second], b"");
    let shortened = format!("parse_feed: {first}: source: the document would become too large\n");
    assert_eq!((status(&output), err(&output)), (Some(0), shortened));
    assert_eq!(out(&output).matches("<item").count(), 2_000);
    assert!(output.stdout.len() < 10 * (3 * long.len() + items.len()), "{}", output.stdout.len());
}

#[test]
fn a_merged_feed_has_no_dates_of_other_feeds() {
    let item = |title: &str| {
        format!("<item><guid isPermaLink='false'>urn:{title}</guid><title>{title}</title></item>")
    };
    let date = |day: u8| format!("<pubDate>0{day} Mar 2023 08:00:00 GMT</pubDate>");
    let feed = |title: &str, date: &str| channel(&format!("<title>{title}</title>{date}{}", item(title)));
    let [dated, later, none] =
        files("dates", [&feed("a", &date(1)), &feed("b", &date(2)), &feed("c", "")].map(String::as_str));
    let write = |arguments: &[&str]| run(&[&["--write", "atom"], arguments].concat(), b"");
    let updated = |arguments: &[&str]| of_entries(&read_again(&write(arguments)), "/updated/value");
    assert_eq!(updated(&[&dated, &later]), ["2023-03-01T08:00:00Z", "2023-03-02T08:00:00Z"]);
    let missing = write(&[&dated, &none]);
    assert_eq!((status(&missing), out(&missing).as_str()), (Some(1), ""));
    assert!(
        err(&missing).starts_with(&format!("parse_feed: {none}: entry 1 ('urn:c')")),
        "{}",
        err(&missing)
    );
    assert_eq!(
        updated(&[&dated, &none, "--fallback-date", "2023-03-09"]),
        ["2023-03-01T08:00:00Z", "2023-03-09T00:00:00Z"]
    );
    assert_eq!(updated(&[&dated, &none, "--entries", "1"]), ["2023-03-01T08:00:00Z"]);
    let rss = read_again(&run(&["--write", "rss", &dated, &none], b""));
    assert!(rss["entries"].as_array().unwrap().iter().all(|entry| entry.get("updated").is_none()), "{rss}");
}
