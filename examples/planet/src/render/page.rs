//! The first page: the newest entries by day, and the feeds.

use maud::{Markup, html};

use super::layout::{self, Page};
use super::{Content, Shown, Site, entry, wording, words};
use crate::db::Feed;

/// The maximum number of feeds listed on the first page. If there are more, only the feeds of its entries
/// are listed.
const MOST_FEEDS: usize = 100;

pub(super) fn page(site: &Site<'_>, content: &Content) -> String {
    // The list of all feeds would take up most of the page.
    let is_long = content.feeds.len() > MOST_FEEDS;
    let is_on_page = |feed: &Feed| content.entries.iter().any(|shown| shown.entry.feed_id == feed.id);
    let listed: Vec<&Feed> = content.feeds.iter().filter(|feed| !is_long || is_on_page(feed)).collect();
    let (own, words) = (site.own_language(), site.words());
    let by_id = content.by_id();
    let body = html! {
        div.columns {
            main {
                @if content.entries.is_empty() {
                    p.none lang=[own] { (words.no_entries) }
                }
                @for day in days(site, &content.entries) {
                    @if let Some(first) = day.first() { h2.day lang=[own] { (date(site, &first.entry.sorted_at)) } }
                    @for one in day {
                        @if let Some(feed) = by_id.get(&one.entry.feed_id) { (entry::article(site, &one.entry, feed, "")) }
                    }
                }
            }
            aside.feeds {
                h2 lang=[own] { (words.feeds) }
                (list(site, &in_folders(listed.iter().copied()), ""))
                @if is_long { p lang=[own] { a href="feeds/index.html" { (words.all_feeds(content.feeds.len())) } } }
            }
        }
    };
    let page =
        Page { title: None, root: "", path: "", feeds: &listed, script: None, as_of: content.changed_at() };
    page.write(site, &words.newest(content.entries.len(), content.feeds.len()), &body)
}

/// Splits entries, which are sorted by time, into days.
fn days<'s>(site: &Site<'_>, entries: &'s [Shown]) -> impl Iterator<Item = &'s [Shown]> {
    let day = |shown: &Shown| words::day(&shown.entry.sorted_at, site.zone);
    entries.chunk_by(move |one, next| day(one) == day(next))
}

/// Returns the day of a time: `Sunday, 22 November 2026`.
pub(super) fn date(site: &Site<'_>, time: &str) -> String {
    site.words().date(&words::day(time, site.zone))
}

/// Returns feeds with each of their folders: feeds without a folder first, then sorted by folder.
pub(super) fn in_folders<'f>(feeds: impl Iterator<Item = &'f Feed>) -> Vec<(&'f str, &'f Feed)> {
    let mut listed: Vec<(&str, &Feed)> = Vec::new();
    for feed in feeds {
        listed.extend(feed.folders.iter().map(|folder| (folder.as_str(), feed)));
        if feed.folders.is_empty() {
            listed.push(("", feed));
        }
    }
    listed.sort_by_key(|(folder, _)| *folder);
    listed
}

/// Returns a list of feeds under the names of their folders; `root` is the relative URL of the first
/// page.
pub(super) fn list(site: &Site<'_>, feeds: &[(&str, &Feed)], root: &str) -> Markup {
    html! {
        @for folder in feeds.chunk_by(|(one, _), (next, _)| one == next) {
            @if let Some((name, _)) = folder.first().filter(|(name, _)| !name.is_empty()) { h3 { (wording::name(name)) } }
            ul { @for (_, feed) in folder { (item(site, feed, root)) } }
        }
    }
}

/// Returns a feed as a list item; `root` is the relative URL of the first page.
fn item(site: &Site<'_>, feed: &Feed, root: &str) -> Markup {
    let (own, words) = (site.own_language(), site.words());
    let problem = match (&feed.retired_at, feed.failures) {
        (Some(_), _) => Some(words.retired),
        (None, 1..) => Some(words.failed),
        (None, 0) => None,
    };
    html! {
        li.{ "f" (feed.id) } {
            (layout::icon(feed))
            span.name {
                (layout::feed_link(feed, root))
                @if let Some(problem) = problem { small.bad lang=[own] { (problem) } }
                @if feed.hub.is_some() { small title=(words.has_hub) { "WebSub" } }
            }
            @if !feed.is_private { a.source href=(feed.url) rel="noopener noreferrer" { (words.feed.to_lowercase()) } }
        }
    }
}
