//! Written documents break no rule of their format, regardless of the source.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bozofeed::model::itunes::Itunes;
use bozofeed::model::{Entry, Feed, Link, Tag, Text};
use bozofeed::write::{Target, Writer};
use bozofeed::{Document, Parser, Timestamp};
use bozofeed_check::{Checker, Profile, RuleSeverity};

use crate::reports::headers_beside;

const FORMATS: [(&str, Target); 3] = [("atom", Target::Atom), ("rss", Target::Rss), ("json", Target::Json)];

const PART: &str = "a missing element or attribute is not invented";
const PLACE: &str = "it is in the same place in the source";
const UNREADABLE: &str = "a value of a vocabulary is written although it is unreadable";

/// The rules that are broken: the format, the rule, and the reason.
const BROKEN: &[(&str, &str, &str)] = &[
    ("atom", "attribute-missing", PART),
    ("atom", "element-misplaced", PLACE),
    ("atom", "value/UnreadableDuration", UNREADABLE),
    ("rss", "attribute-missing", PART),
    ("rss", "element-misplaced", PLACE),
    ("rss", "feed-link-missing", "a page is not invented"),
    ("rss", "value/UnreadableDuration", UNREADABLE),
];

/// Returns the files in the folders of the fixtures, and the clean feeds.
pub(crate) fn documents() -> Vec<PathBuf> {
    let files = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = files(&root.join("../../fixtures")).into_iter().chain([root.join("feeds")]);
    let mut all: Vec<PathBuf> =
        folders.filter(|path| path.is_dir()).flat_map(|folder| files(&folder)).collect();
    all.retain(|path| path.is_file() && path.extension().is_none_or(|extension| extension != "headers"));
    all.sort();
    all
}

#[test]
fn what_is_written_has_no_errors() {
    let fallback = Timestamp::new(1_000_000_000, 0).unwrap();
    let (mut count, mut needed) = (0, BTreeSet::new());
    // An example of each broken rule, and the number of occurrences.
    let mut wrong: BTreeMap<(&str, &str), (usize, String)> = BTreeMap::new();
    for path in documents() {
        let bytes = std::fs::read(&path).unwrap();
        let parsed = Parser::new().parse(Document::new(&bytes).headers(headers_beside(&path)));
        if !parsed.is_feed() {
            continue;
        }
        for (name, format) in FORMATS {
            count += 1;
            let text = Writer::new(format).fallback_date(fallback).to_text(&parsed).unwrap();
            for finding in Checker::new().check(text.as_bytes()) {
                let rule = finding.rule.id;
                if finding.rule.severity != RuleSeverity::Error {
                    continue;
                }
                if BROKEN.iter().any(|(format, known, _)| (*format, *known) == (name, rule)) {
                    needed.insert((name, rule));
                    continue;
                }
                let example = || (0, format!("{}: {finding} at {}", path.display(), finding.subject));
                wrong.entry((name, rule)).or_insert_with(example).0 += 1;
            }
        }
    }
    assert!(count > 900, "{count} documents");
    let mut wrong: Vec<String> = wrong
        .iter()
        .map(|((name, rule), (count, example))| format!("{name} {rule}: {count}, {example}"))
        .collect();
    let rows = BROKEN.iter().filter(|(format, rule, _)| !needed.contains(&(*format, *rule)));
    wrong.extend(rows.map(|(format, rule, _)| format!("{format} {rule} is not broken")));
    assert!(wrong.is_empty(), "{} rules are broken:\n{}", wrong.len(), wrong.join("\n"));
}

/// A podcast created by a program meets the requirements of directories, if it has the values listed in the guide to writing.
#[test]
fn a_podcast_of_ones_own_is_ready_for_apple() {
    let mut show = Itunes::default();
    show.image = Some("https://harbour.example/cover.jpg".into());
    show.explicit = false.into();
    let mut feed = Feed::default();
    feed.title = Some(Text::plain("Tides"));
    feed.link = Some("https://harbour.example/".into());
    feed.set_subtitle(Some(Text::plain("The harbour, every week")));
    feed.set_language(Some("en".into()));
    feed.tags = vec![Tag::itunes("Science"), Tag::itunes("Nature").within("Science")];
    feed.set(Some(show));
    let mut sound = Link::new("enclosure", "https://harbour.example/1.mp3");
    sound.media_type = Some("audio/mpeg".into());
    sound.set_length(4_200_000.into());
    let mut episode = Entry::default();
    episode.id = Some("urn:example:tides:1".into());
    episode.title = Some(Text::plain("Fog"));
    episode.published = "2026-01-02T03:04:05Z".parse::<Timestamp>().unwrap().into();
    episode.links = vec![sound];
    let written = |episode: &Entry| {
        let mut rss = Vec::new();
        let writer = Writer::new(Target::Rss).feed_url("https://harbour.example/tides.rss");
        writer.write_feed(&feed, [episode], &mut rss).unwrap();
        let findings = Checker::new().profile(Profile::Apple).check(&rss[..]);
        Profile::Apple.obstacles(&findings).map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(written(&episode), [""; 0]);
    episode.links.clear();
    assert!(
        written(&episode).iter().any(|obstacle| obstacle.contains("without a file")),
        "{:?}",
        written(&episode)
    );
}
