//! The stored form of a document: facts about its feed, and its entries.

use std::collections::HashSet;

use bozofeed::Timestamp;
use bozofeed::model::{self, Link, Text};
use bozofeed::{Bozo, FaultSeverity, Parsed};
use bozofeed_check::{Finding, RuleSeverity};
use bozofeed_polling::websub::WebSubLinks;

use crate::db::{BrokenRule, Document, Enclosure, FeedFacts, NewEntry, to_text};
use crate::language::Language;

/// The maximum number of enclosures for each entry.
const MOST_ENCLOSURES: usize = 50;

/// The maximum number of broken rules that are stored.
const MOST_RULES: usize = 20;

/// Converts a document. `links` are the links to its hubs.
pub(crate) fn document(
    parsed: &Parsed,
    links: Option<&WebSubLinks>,
    findings: &[Finding],
    now: Timestamp,
) -> Document {
    let about = FeedFacts { findings: broken_rules(findings), ..about(parsed, links) };
    let sources = parsed.entries_in_sequence();
    let entries = sources.iter().map(|one| entry(one, &parsed.feed, now)).collect();
    Document { about, rule: parsed.identity_rule(), entries, sources: sources.into_iter().cloned().collect() }
}

/// Returns the rules that a document breaks, without notes: most severe first, each with its first place.
fn broken_rules(findings: &[Finding]) -> Vec<BrokenRule> {
    let mut broken: Vec<BrokenRule> = Vec::new();
    for finding in findings.iter().filter(|finding| finding.rule.severity > RuleSeverity::Note) {
        let (rule, severity) = (finding.rule.id, finding.rule.severity.as_str());
        match broken.iter_mut().find(|known| known.rule == rule && known.severity == severity) {
            Some(known) => known.places += 1,
            None => broken.push(BrokenRule {
                rule: rule.to_owned(),
                severity: severity.to_owned(),
                message: finding.message(),
                advice: finding.rule.advice.to_owned(),
                line: finding.position.line,
                places: 1,
            }),
        }
    }
    broken.sort_by_key(|broken| !broken.is_error());
    broken.truncate(MOST_RULES);
    broken
}

/// Returns the facts about a feed in its document.
fn about(parsed: &Parsed, links: Option<&WebSubLinks>) -> FeedFacts {
    let feed = &parsed.feed;
    FeedFacts {
        title: feed.title.as_ref().and_then(one_line),
        site: feed.link.as_deref().and_then(web),
        picture: feed.icon().and_then(web).or_else(|| feed.picture().and_then(web)),
        hub: links.and_then(|links| links.hubs.first().cloned()),
        topic: links.map(|links| links.topic.clone()),
        language: feed.language().and_then(language),
        bozo: parsed.bozo.as_ref().map(verdict),
        findings: Vec::new(),
    }
}

/// Describes how a document broke the rules: `mended: unescaped '&' at line 4, column 16`.
fn verdict(bozo: &Bozo) -> String {
    let severity = match bozo.severity() {
        FaultSeverity::Benign => "benign",
        FaultSeverity::Mended => "mended",
        _ => "lossy",
    };
    format!("{severity}: {bozo}")
}

fn entry(entry: &model::Entry, feed: &model::Feed, now: Timestamp) -> NewEntry {
    let mut known = HashSet::new();
    let authors = entry.authors_in(feed).iter().filter_map(model::Person::display_name);
    let authors: Vec<String> =
        authors.map(collapsed).filter(|name| !name.is_empty() && known.insert(name.clone())).collect();
    let content = entry.best_content();
    let language_in_force =
        content.and_then(Text::language).or_else(|| entry.title.as_ref()?.language()).or(entry.language());
    let mut enclosures: Vec<Enclosure> =
        entry.enclosures().filter_map(enclosure).take(MOST_ENCLOSURES).collect();
    if let Some(episode) = enclosures.first_mut() {
        // The duration of an episode applies to its enclosure.
        episode.seconds = episode.seconds.or(entry.duration().map(|duration| duration.as_secs()));
    }
    let of = |date: &model::Date| date.instant().map(to_text);
    NewEntry {
        link: entry.permalink().and_then(web),
        title: entry.title.as_ref().and_then(one_line),
        author: (!authors.is_empty()).then(|| authors.join(", ")),
        html: content.map(|content| content.to_html().into_owned()).unwrap_or_default(),
        text: content.map(|content| content.to_plain().into_owned()).unwrap_or_default(),
        language: language_in_force.and_then(language),
        image: entry.picture().and_then(|picture| web(&picture.url)),
        enclosures,
        categories: categories(entry),
        published_at: of(&entry.published),
        updated_at: of(&entry.updated),
        date: entry.date().filter(|date| *date <= now).map(to_text),
    }
}

/// The maximum number of categories for each entry.
const MOST_CATEGORIES: usize = 50;

/// Returns the names of the categories, one per line.
fn categories(entry: &model::Entry) -> String {
    let names = entry.tags.iter().filter_map(|tag| tag.label.as_deref().or(tag.term.as_deref()));
    let names: Vec<String> =
        names.map(collapsed).filter(|name| !name.is_empty()).take(MOST_CATEGORIES).collect();
    names.join("\n")
}

/// Returns a text on one line; `None` if it is empty.
fn one_line(text: &Text) -> Option<String> {
    Some(collapsed(&text.to_line())).filter(|text| !text.is_empty())
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the tag of a language.
fn language(text: &str) -> Option<String> {
    Language::named(text).map(|language| language.as_str().to_owned())
}

/// Returns an address if it is a web address.
fn web(url: &str) -> Option<String> {
    let url = url::Url::parse(url.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.into())
}

fn enclosure(link: &Link) -> Option<Enclosure> {
    let media_type = link.type_or_guess().map(|media_type| media_type.as_str().to_owned());
    Some(Enclosure {
        url: link.href.as_deref().and_then(web)?,
        media_type,
        length: link.length().value.filter(|length| *length > 0),
        seconds: link.duration().value.map(|duration| duration.as_secs()),
        title: link.title().map(collapsed).filter(|title| !title.is_empty()),
    })
}
