//! The page.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Content, Site, entry, style};
use crate::db::{Entry, Feed};
use crate::list::minute;

/// Returns the page: the newest entries by day, and the feeds.
pub(super) fn page(site: &Site<'_>, content: &Content) -> String {
    let sheet = style::sheet(&content.feeds);
    let feeds = content.by_id();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(style::policy(&sheet));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="color-scheme" content="light dark";
                title { (site.title) }
                link rel="alternate" type="application/atom+xml" title=(site.title) href="atom.xml";
                @if let Some(url) = site.url { link rel="canonical" href=(url); }
                // The sheet has nothing of a feed in it but numbers.
                style { (PreEscaped(&sheet)) }
            }
            body {
                div.wrap {
                    header.head {
                        h1 { (site.title) }
                        p { (count(content)) }
                        nav { a href="atom.xml" { "Atom feed" } a href="opml.xml" { "Subscriptions" } }
                    }
                    div.columns {
                        main {
                            @if content.entries.is_empty() {
                                p.none { "There are no entries yet." }
                            }
                            @for day in days(&content.entries) {
                                @if let Some(first) = day.first() { h2.day { (date(&first.sorted_at)) } }
                                @for one in day {
                                    @if let Some(feed) = feeds.get(&one.feed_id) { (entry::article(one, feed)) }
                                }
                            }
                        }
                        aside.feeds {
                            h2 { "Feeds" }
                            ul { @for feed in &content.feeds { (item(feed)) } }
                        }
                    }
                    footer.foot { "As of " (minute(content.changed_at())) ". Made by planet, with bozofeed." }
                }
            }
        }
    };
    page.into_string()
}

fn count(content: &Content) -> String {
    let entries = match content.entries.len() {
        1 => "1 entry".to_owned(),
        count => format!("The {count} newest entries"),
    };
    let feeds = if content.feeds.len() == 1 { "feed" } else { "feeds" };
    format!("{entries} of {} {feeds}", content.feeds.len())
}

/// Divides entries, which are in the order of their times, into days.
fn days(entries: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    entries.chunk_by(|one, next| one.sorted_at.get(..10) == next.sorted_at.get(..10))
}

/// Returns the day of a time: `Sunday, 22 November 2026`.
fn date(time: &str) -> String {
    let Some(time) = crate::db::from_text(time) else { return time.to_owned() };
    time.strftime("%A, %-d %B %Y").to_string()
}

fn item(feed: &Feed) -> Markup {
    let problem = match (&feed.retired_at, feed.failures) {
        (Some(_), _) => Some("no longer polled"),
        (None, 1..) => Some("the last poll failed"),
        (None, 0) => None,
    };
    html! {
        li.{ "f" (feed.id) } {
            (entry::icon(feed))
            span.name {
                @if let Some(site) = &feed.site { a href=(site) rel="noopener noreferrer" dir="auto" { (feed.name()) } }
                @else { span dir="auto" { (feed.name()) } }
                @if let Some(problem) = problem { small.bad { (problem) } }
                @if feed.hub.is_some() { small title="The feed has a hub that announces changes" { "WebSub" } }
            }
            a.source href=(feed.url) rel="noopener noreferrer" { "feed" }
        }
    }
}
