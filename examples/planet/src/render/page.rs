//! The first page: the newest entries by day, and the feeds.

use maud::{Markup, html};

use super::layout::{self, Page};
use super::{Content, Shown, Site, entry};
use crate::db::Feed;

/// How many feeds the first page lists. If there are more, it lists those of its entries.
const MOST_FEEDS: usize = 100;

pub(super) fn page(site: &Site<'_>, content: &Content) -> String {
    // The list of all feeds would be most of the page.
    let is_long = content.feeds.len() > MOST_FEEDS;
    let is_on_page = |feed: &Feed| content.entries.iter().any(|shown| shown.entry.feed_id == feed.id);
    let listed: Vec<&Feed> = content.feeds.iter().filter(|feed| !is_long || is_on_page(feed)).collect();
    let own = site.own_language();
    let by_id = content.by_id();
    let body = html! {
        div.columns {
            main {
                @if content.entries.is_empty() {
                    p.none { "There are no entries yet." }
                }
                @for day in days(&content.entries) {
                    @if let Some(first) = day.first() { h2.day lang=[own] { (date(&first.entry.sorted_at)) } }
                    @for one in day {
                        @if let Some(feed) = by_id.get(&one.entry.feed_id) { (entry::article(site, &one.entry, feed, "")) }
                    }
                }
            }
            aside.feeds {
                h2 lang=[own] { "Feeds" }
                ul { @for feed in &listed { (item(feed, "")) } }
                @if is_long { p lang=[own] { a href="feeds/index.html" { "All " (content.feeds.len()) " feeds" } } }
            }
        }
    };
    let page =
        Page { title: None, root: "", path: "", feeds: &listed, script: None, as_of: content.changed_at() };
    page.write(site, &summary(content), &body)
}

fn summary(content: &Content) -> String {
    let entries = match content.entries.len() {
        1 => "1 entry".to_owned(),
        count => format!("The {count} newest entries"),
    };
    format!("{entries} of {}", layout::count(content.feeds.len(), "feed", "feeds"))
}

/// Divides entries, which are in the order of their times, into days.
fn days(entries: &[Shown]) -> impl Iterator<Item = &[Shown]> {
    entries.chunk_by(|one, next| one.entry.sorted_at.get(..10) == next.entry.sorted_at.get(..10))
}

/// Returns the day of a time: `Sunday, 22 November 2026`.
pub(super) fn date(time: &str) -> String {
    let Some(time) = crate::db::from_text(time) else { return time.to_owned() };
    jiff::Timestamp::from(time).strftime("%A, %-d %B %Y").to_string()
}

/// Returns a feed as an item of a list; `root` is the way to the first page.
pub(super) fn item(feed: &Feed, root: &str) -> Markup {
    let problem = match (&feed.retired_at, feed.failures) {
        (Some(_), _) => Some("no longer polled"),
        (None, 1..) => Some("the last poll failed"),
        (None, 0) => None,
    };
    html! {
        li.{ "f" (feed.id) } {
            (layout::icon(feed))
            span.name {
                (layout::feed_link(feed, root))
                @if let Some(problem) = problem { small.bad { (problem) } }
                @if feed.hub.is_some() { small title="The feed has a hub that announces changes" { "WebSub" } }
            }
            @if !feed.is_private { a.source href=(feed.url) rel="noopener noreferrer" { "feed" } }
        }
    }
}
