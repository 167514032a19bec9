//! Names in the guides exist: identifiers in the sources, and options in the help of their command. Sessions show the actual
//! output.

use std::collections::BTreeSet;

use crate::common::command::{bozofeed, parse_feed, with_input};
use crate::common::{files_below, repository};

/// Returns the guides with their paths in the repository.
fn guides() -> Vec<(String, String)> {
    let root = repository().canonicalize().unwrap();
    let guides: Vec<_> = files_below(&root, &[".md"])
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(guides.iter().any(|(name, _)| name == "README.md"), "no guides found");
    guides
}

/// Returns the text of a guide outside of its code blocks.
fn prose(guide: &str) -> String {
    guide.split("```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// Returns the code spans in a text.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.len() > 2)
}

/// Returns whether a span is a path of identifiers, or is spelled like an identifier.
fn is_identifier(span: &str) -> bool {
    let path = span.split('(').next().unwrap_or(span);
    let is_path = path.contains("::") || path.contains('.') && !path.contains('/');
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let is_camel =
        path.starts_with(|c: char| c.is_ascii_uppercase()) && path.contains(|c: char| c.is_ascii_lowercase());
    path.is_ascii()
        && path.split("::").flat_map(|part| part.split('.')).all(is_word)
        && (is_path || path.contains('_') || is_camel)
}

/// Guides that contain names from other programs, with the names.
const ELSEWHERE: [(&str, &[&str]); 7] = [
    ("bindings/js/FROM_FEEDSMITH.md", &["DetectError"]),
    // The W3C's feed validator has a class for each of its messages.
    ("crates/check/src/guide.md", &["*"]),
    ("examples/spark/README.md", &["executor", "memoryOverhead"]),
    ("src/docs/from_feed_rs.md", &["id_generator", "timestamp_parser", "MediaText", "ParseFeedError"]),
    // Keys of feedparser, whose names are composed of prefixes and elements.
    (
        "src/docs/from_feedparser.md",
        &[
            "itunes_duration", "itunes_episode", "prefix_name", "slash_comments", "sy_updateperiod",
            "thr_total",
        ],
    ),
    (
        "src/docs/from_rss.md",
        &[
            "ChannelBuilder", "EntryBuilder", "WriteConfig", "atom_ext", "dublin_core_ext", "itunes_ext",
            "managing_editor", "pretty_write_to", "syndication_ext", "write_to",
        ],
    ),
    ("src/docs/speed.md", &["idna_adapter"]),
];

#[test]
fn identifiers_in_guides_exist() {
    let endings = [".rs", ".toml", ".py", ".pyi", ".js", ".mjs", ".ts", ".h", ".json", ".sh", ".txt", ".yml"];
    let root = repository();
    let scripts = [".ci", "benches"].into_iter().flat_map(|folder| files_below(&root.join(folder), &[""]));
    let files = files_below(root, &endings).into_iter().chain(scripts);
    // This file contains names that do not exist here.
    let sources: String = files
        .filter(|path| !path.ends_with("tests/guides.rs"))
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    let known: BTreeSet<&str> = words(&sources).collect();
    let mut wrong = Vec::new();
    for (name, guide) in guides() {
        let elsewhere =
            ELSEWHERE.iter().find(|(guide, _)| *guide == name).map_or(&[][..], |(_, names)| names);
        let prose = prose(&guide);
        for span in spans(&prose).filter(|span| is_identifier(span)) {
            let path = span.split('(').next().unwrap_or(span);
            let is_known =
                |word: &str| known.contains(word) || elsewhere.contains(&word) || elsewhere.contains(&"*");
            wrong.extend(words(path).filter(|word| !is_known(word)).map(|word| format!("{name}: {word}")));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Returns the long options in a text.
fn options(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("--").map(|(at, _)| at);
    starts.filter_map(move |at| {
        let is_start = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
        let name = &text[at + 2..];
        let length =
            name.bytes().take_while(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-').count();
        let name = name[..length].trim_end_matches('-');
        (is_start && name.starts_with(|c: char| c.is_ascii_lowercase())).then_some(name)
    })
}

/// Options of other programs: of cargo and its tests, of Node, Deno, Docker, Spark and others.
const OF_OTHERS: &[&str] = &[
    "all-features", "all-targets", "allow-read", "archives", "bench", "bin", "conf", "deploy-mode", "detach",
    "directory", "doc", "edition", "example", "features", "files", "ignored", "in-place", "include-ignored",
    "lib", "locked", "manifest-path", "master", "miri", "name", "no-provenance", "nocapture", "path",
    "precise", "prefix", "print", "publish", "py-files", "release", "target", "test", "update", "volume",
    "workspace", "all", "tag", "external",
];

#[test]
fn options_in_guides_exist() {
    let help = |command: &mut std::process::Command| {
        let output = with_input(command.arg("--help"), b"");
        String::from_utf8(output.stdout).unwrap()
    };
    let helps = help(&mut bozofeed()) + &help(&mut parse_feed());
    let known: BTreeSet<&str> = options(&helps).collect();
    assert!(known.contains("feedparser"), "no options found");
    let mut wrong = Vec::new();
    for (name, guide) in guides() {
        // The programs of an example have their own options, which their sources declare as fields or spell out.
        let own: String = match name.rsplit_once('/') {
            Some((folder, _)) if folder.starts_with("examples/") => {
                let sources =
                    files_below(&repository().join(folder), &[".rs", ".py", ".scala", ".sh", ".sbt"]);
                sources.into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
            }
            _ => String::new(),
        };
        let of_example: BTreeSet<String> = words(&own).map(|word| word.replace('_', "-")).collect();
        let spelled: BTreeSet<&str> = options(&own).collect();
        let is_known = |option: &str| {
            known.contains(option)
                || OF_OTHERS.contains(&option)
                || of_example.contains(option)
                || spelled.contains(option)
                || own.contains(&format!("\"{option}\""))
        };
        wrong.extend(
            options(&guide).filter(|option| !is_known(option)).map(|option| format!("{name}: --{option}")),
        );
    }
    wrong.dedup();
    assert_eq!(wrong, [""; 0]);
}

/// A line `…` stands for omitted lines.
fn is_shown(shown: &str, printed: &str) -> bool {
    let mut rest = printed;
    shown.split("…\n").enumerate().all(|(index, part)| match rest.find(part.trim_end()) {
        Some(at) if index > 0 || at == 0 => {
            rest = &rest[at + part.trim_end().len()..];
            true
        }
        Some(_) | None => false,
    })
}

#[test]
fn what_guides_show_is_what_is_printed() {
    let mut runs = 0;
    let mut wrong = Vec::new();
    for (name, guide) in guides() {
        for block in guide.split("```console\n").skip(1).filter_map(|rest| rest.split_once("```")) {
            for session in format!("\n{}", block.0).split("\n$ ").skip(1) {
                let (line, shown) = session.split_once('\n').unwrap_or((session, ""));
                let example = line.strip_prefix("cargo run --example parse_feed -- ");
                let (mut command, arguments) = match (example, line.strip_prefix("bozofeed ")) {
                    (Some(arguments), _) => (parse_feed(), arguments),
                    (None, Some(arguments)) => (bozofeed(), arguments),
                    (None, None) => continue,
                };
                if shown.trim().is_empty() {
                    continue;
                }
                let output = with_input(command.args(arguments.split(' ')), b"");
                let printed = [output.stdout, output.stderr].concat();
                let printed = String::from_utf8(printed).unwrap();
                runs += 1;
                if !is_shown(shown, &printed) {
                    wrong.push(format!("{name}: {line}\n{printed}"));
                }
            }
        }
    }
    assert!(runs >= 2, "only {runs} sessions found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
