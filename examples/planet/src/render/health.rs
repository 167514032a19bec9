//! The state of the feeds: failures, faults, and the times of the next polls.

use std::path::Path;

use maud::{Markup, html};

use super::files::Folder;
use super::layout::{self, Page};
use super::words::minute;
use super::{Content, Site, lists, wording};
use crate::Error;
use crate::db::{Feed, Health, Run};

/// The number of feeds on a page.
const FEEDS: usize = 200;

/// Writes all pages except the first, which is returned.
pub(super) fn pages(
    site: &Site<'_>,
    content: &Content,
    run: Option<&Run>,
    folder: &Path,
) -> Result<String, Error> {
    let mut feeds: Vec<&Feed> = content.feeds.iter().collect();
    feeds.sort_by_key(|feed| feed.health());
    let [failing, faulty, retired] = [Health::Failing, Health::Faulty, Health::Retired]
        .map(|health| feeds.iter().filter(|feed| feed.health() == health).count());
    let summary = site.words().feeds(feeds.len());
    let as_of = feeds.iter().filter_map(|feed| feed.polled_at.as_deref()).max().unwrap_or(lists::EPOCH);
    let parts: Vec<&[&Feed]> = if feeds.is_empty() { vec![&[]] } else { feeds.chunks(FEEDS).collect() };
    let mut first = String::new();
    let mut folder = if parts.len() > 1 || folder.exists() { Some(Folder::create(folder)?) } else { None };
    for (at, part) in parts.iter().enumerate() {
        let root = if at == 0 { "" } else { "../" };
        let name = |to: usize| match to {
            0 => format!("{root}health.html"),
            to => format!("{root}health/{}.html", to + 1),
        };
        let body = html! {
            main.wide lang=[site.english()] {
                h2.feed { "Health" }
                p { (failing) " failing, " (faulty) " with faults, " (retired) " retired" }
                @if let Some(run) = run.filter(|_| at == 0) {
                    p {
                        "Last run " (minute(&run.started_at, site.zone)) ": " (run.counts.polled) " of " (run.due) " feeds polled, "
                        (run.counts.failed) " failed, " (run.counts.new_entries) " new entries, " (run.counts.changed_entries) " changed."
                    }
                }
                div.text {
                    table.health {
                        thead { tr { th { "Feed" } @for label in LABELS { th { (label) } } } }
                        tbody { @for feed in *part { (row(site, feed, root)) } }
                    }
                }
                (layout::pagination(site.words(), at, parts.len(), name))
            }
        };
        let path = name(at);
        let path = path.trim_start_matches("../");
        let page = Page { title: Some("Health"), root, path, feeds: part, script: None, as_of };
        let page = page.write(site, &summary, &body);
        if at == 0 {
            first = page;
        } else if let Some(folder) = &mut folder {
            folder.write(&format!("{}.html", at + 1), &page)?;
        }
    }
    folder.map_or(Ok(()), |folder| folder.remove_others())?;
    Ok(first)
}

/// The maximum number of rules in a feed's row.
const RULES: usize = 5;

/// Returns the rules broken by the last document.
fn findings(feed: &Feed) -> Markup {
    let (errors, warnings): (Vec<_>, Vec<_>) = feed.findings.iter().partition(|broken| broken.is_error());
    let counts = [
        (!errors.is_empty()).then(|| layout::count(errors.len(), "error", "errors")),
        (!warnings.is_empty()).then(|| layout::count(warnings.len(), "warning", "warnings")),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    html! {
        @if !counts.is_empty() {
            details {
                summary { (counts.join(", ")) }
                ul { @for broken in errors.iter().chain(&warnings).take(RULES) {
                    li {
                        (broken.severity) ": " (wording::inline_title(Some(&broken.message))) ", " (broken.place())
                        br; small { (broken.advice) }
                    }
                } }
            }
        }
    }
}

/// The headings of the columns after the first. On a phone, which has no columns, each cell has its own
/// heading.
const LABELS: [&str; 4] = ["State", "Last poll", "Next poll", "Entries"];

fn row(site: &Site<'_>, feed: &Feed, root: &str) -> Markup {
    let minute = |time: &str| minute(time, site.zone);
    let [state, last, next, entries] = LABELS;
    html! {
        tr.{ "f" (feed.id) } {
            td { (layout::feed_link(feed, root)) }
            td data-label=(state) {
                @match feed.health() {
                    Health::Failing => {
                        span.bad { "failed " (layout::count(feed.failures as usize, "time", "times")) }
                        @if let Some(message) = feed.public_message() { br; small { (wording::inline_title(Some(&message))) } }
                    }
                    Health::Retired => {
                        "retired " (feed.retired_at.as_deref().map(minute).unwrap_or_default())
                        @if let Some(message) = feed.public_message() { br; small { (wording::inline_title(Some(&message))) } }
                    }
                    Health::Paused => { "paused " (feed.paused_at.as_deref().map(minute).unwrap_or_default()) }
                    Health::Faulty | Health::Well => { (feed.outcome.replace('_', " ")) }
                }
                @if let Some(bozo) = &feed.bozo { br; small { (wording::inline_title(Some(bozo))) } }
                (findings(feed))
            }
            td data-label=(last) { (feed.polled_at.as_deref().map_or_else(|| "never".to_owned(), minute)) }
            td data-label=(next) {
                @if let Some(next) = feed.next_poll_at.as_ref().filter(|_| feed.paused_at.is_none()) { (minute(next)) br; small { (feed.next_poll_reason) } }
                @else { "never" }
            }
            td.number data-label=(entries) { (feed.entries) }
        }
    }
}
