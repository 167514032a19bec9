//! The state of the feeds: failures, faults, and when each is polled next.

use maud::{Markup, html};

use super::layout::{self, Page};
use super::{Content, Site, lists, wording};
use crate::db::{Feed, Run};
use crate::list::minute;

pub(super) fn page(site: &Site<'_>, content: &Content, run: Option<&Run>) -> String {
    let mut feeds: Vec<&Feed> = content.feeds.iter().collect();
    feeds.sort_by_key(|feed| state(feed));
    let failing = feeds.iter().filter(|feed| state(feed) == State::Failing).count();
    let faulty = feeds.iter().filter(|feed| feed.is_faulty()).count();
    let retired = feeds.iter().filter(|feed| state(feed) == State::Retired).count();
    let body = html! {
        main.wide {
            h2.feed { "Health" }
            @if let Some(run) = run {
                p {
                    "Last run " (minute(&run.started_at)) ": " (run.counts.polled) " of " (run.due) " feeds polled, "
                    (run.counts.failed) " failed, " (run.counts.new_entries) " new entries, " (run.counts.changed_entries) " changed."
                }
            }
            div.text {
                table.health {
                    thead { tr { th { "Feed" } th { "State" } th { "Last poll" } th { "Next poll" } th { "Entries" } } }
                    tbody { @for feed in &feeds { (row(feed)) } }
                }
            }
        }
    };
    let as_of = feeds.iter().filter_map(|feed| feed.polled_at.as_deref()).max().unwrap_or(lists::EPOCH);
    let page =
        Page { title: Some("Health"), root: "", path: "health.html", feeds: &feeds, script: None, as_of };
    let count = layout::count(feeds.len(), "feed", "feeds");
    let summary = format!("{count}: {failing} failing, {faulty} with faults, {retired} retired");
    page.write(site, &summary, &body)
}

/// The order in which feeds are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Failing,
    Faulty,
    Well,
    Retired,
}

fn state(feed: &Feed) -> State {
    match (&feed.retired_at, feed.is_failing(), feed.is_faulty()) {
        (Some(_), _, _) => State::Retired,
        (None, true, _) => State::Failing,
        (None, false, true) => State::Faulty,
        (None, false, false) => State::Well,
    }
}

/// Returns the rules that the last document breaks.
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
                ul { @for broken in errors.iter().chain(&warnings) {
                    li {
                        (broken.severity) ": " (wording::inline_title(Some(&broken.message))) ", " (broken.place())
                        br; small { (broken.advice) }
                    }
                } }
            }
        }
    }
}

fn row(feed: &Feed) -> Markup {
    html! {
        tr.{ "f" (feed.id) } {
            td { (layout::feed_link(feed, "")) }
            td {
                @match state(feed) {
                    State::Failing => {
                        span.bad { "failed " (layout::count(feed.failures as usize, "time", "times")) }
                        @if let Some(message) = &feed.message { br; small { (wording::inline_title(Some(message))) } }
                    }
                    State::Retired => {
                        "retired " (feed.retired_at.as_deref().map(minute).unwrap_or_default())
                        @if let Some(message) = &feed.message { br; small { (wording::inline_title(Some(message))) } }
                    }
                    State::Faulty | State::Well => { (feed.outcome.replace('_', " ")) }
                }
                @if let Some(bozo) = &feed.bozo { br; small { (wording::inline_title(Some(bozo))) } }
                (findings(feed))
            }
            td { (feed.polled_at.as_deref().map_or_else(|| "never".to_owned(), minute)) }
            td {
                @if let Some(next) = &feed.next_poll_at { (minute(next)) br; small { (feed.next_poll_reason) } }
                @else { "never" }
            }
            td.number { (feed.entries) }
        }
    }
}
