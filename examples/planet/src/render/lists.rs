//! Long lists of entries: a page for each feed, and an archive by month.

use std::collections::HashMap;

use maud::{Markup, html};

use super::claims::Claims;
use super::files::Folder;
use super::layout::{self, Page};
use super::manifest::Plan;
use super::{Site, entry, page, wording, words};
use crate::Error;
use crate::db::{Database, Feed, Headline};
use crate::language::Language;

/// The number of a feed's entries that are shown in full; the others are single lines.
const WHOLE: usize = 10;

/// The number of lines on a page.
const LINES: usize = 100;

/// Writes the pages of all feeds.
pub(super) fn feeds(
    database: &Database,
    site: &Site<'_>,
    feeds: &[Feed],
    plan: &mut Plan,
    folder: &mut Folder,
) -> Result<(), Error> {
    for feed in feeds {
        if !plan.feeds.contains(&feed.id) {
            (0..plan.next.pages(feed.id)).for_each(|at| folder.keep(page_name(&feed.id.to_string(), at)));
            continue;
        }
        let entries = database.headlines_of(feed.id)?;
        let (whole, lines) = entries.split_at(entries.len().min(WHOLE));
        let pages: Vec<&[Headline]> =
            if lines.is_empty() { vec![&[]] } else { lines.chunks(LINES).collect() };
        let name = |at: usize| page_name(&feed.id.to_string(), at);
        let by_id = HashMap::from([(feed.id, feed)]);
        plan.next.note(feed, pages.len());
        let changed_at = database.last_change_of(feed.id)?;
        for (at, lines) in pages.iter().enumerate() {
            let mut articles = Vec::new();
            for headline in whole.iter().filter(|_| at == 0) {
                articles.push(entry::article(site, &database.entry(headline.id)?, feed, "../"));
            }
            let body = html! {
                main.list.{ "f" (feed.id) } {
                    (about(site, feed))
                    @if entries.is_empty() { p.none lang=[site.own_language()] { (site.words().no_entries) } }
                    @for article in &articles { (article) }
                    @if !lines.is_empty() && at == 0 { h2.day lang=[site.own_language()] { (site.words().earlier) } }
                    (by_day(site, lines, &by_id, false))
                    (layout::pagination(site.words(), at, pages.len(), name))
                }
            };
            let as_of = changed_at.as_deref().unwrap_or(EPOCH);
            let path = format!("feeds/{}", name(at));
            let page = Page {
                title: Some(feed.name()),
                root: "../",
                path: &path,
                feeds: &[feed],
                script: None,
                as_of,
            };
            let summary = site.words().entries(entries.len());
            folder.write(&name(at), &page.write(site, &summary, &body))?;
        }
    }
    index(site, feeds, folder)
}

/// The number of feeds on a page of the list of all feeds.
const FEEDS: usize = 500;

/// Writes the list of all feeds.
fn index(site: &Site<'_>, feeds: &[Feed], folder: &mut Folder) -> Result<(), Error> {
    let name = |at: usize| page_name("index", at);
    let all = page::in_folders(feeds.iter());
    let pages: Vec<&[(&str, &Feed)]> = if all.is_empty() { vec![&[]] } else { all.chunks(FEEDS).collect() };
    for (at, listed) in pages.iter().enumerate() {
        let body = html! {
            main.list.feeds {
                h2.day lang=[site.own_language()] { (site.words().feeds) }
                (page::list(site, listed, "../"))
                (layout::pagination(site.words(), at, pages.len(), name))
            }
        };
        let mut listed: Vec<&Feed> = listed.iter().map(|(_, feed)| *feed).collect();
        listed.sort_by_key(|feed| feed.id);
        listed.dedup_by_key(|feed| feed.id);
        let as_of = listed.iter().filter_map(|feed| feed.polled_at.as_deref()).max().unwrap_or(EPOCH);
        let path = format!("feeds/{}", name(at));
        let page = Page {
            title: Some(site.words().feeds),
            root: "../",
            path: &path,
            feeds: &listed,
            script: None,
            as_of,
        };
        let summary = site.words().feeds(feeds.len());
        folder.write(&name(at), &page.write(site, &summary, &body))?;
    }
    Ok(())
}

/// The time of a page without any changes.
pub(super) const EPOCH: &str = "1970-01-01T00:00:00Z";

/// Returns the heading of a feed's page.
fn about(site: &Site<'_>, feed: &Feed) -> Markup {
    let (own, words) = (site.own_language(), site.words());
    html! {
        h2.feed { (layout::icon(feed)) (wording::name(feed.name())) }
        p.meta {
            @if let Some(site) = &feed.site { a href=(site) rel="noopener noreferrer" lang=[own] { (words.website) } }
            @if !feed.is_private { a href=(feed.url) rel="noopener noreferrer" lang=[own] { (words.feed) } }
            @if let Some(message) = feed.public_message() { span.bad { (wording::name(&message)) } }
        }
    }
}

/// Writes the archive: a page for each month, and a list of them.
pub(super) fn archive(
    database: &Database,
    site: &Site<'_>,
    by_id: &HashMap<i64, &Feed>,
    claims: &Claims<'_>,
    plan: &mut Plan,
    folder: &mut Folder,
) -> Result<(), Error> {
    for month in &plan.months {
        let (start, end) =
            if month == EARLIER { ("", FIRST_MONTH.to_owned()) } else { (&**month, format!("{month}~")) };
        let mut entries = Vec::new();
        for headline in database.between(start, &end)? {
            if !claims.decide(&headline)?.is_hidden {
                entries.push(headline);
            }
        }
        if entries.is_empty() {
            plan.next.months.remove(month);
        } else {
            write_month(month, &entries, site, by_id, folder)?;
            plan.next.months.insert(month.clone(), entries.len());
        }
    }
    for (month, count) in &plan.next.months {
        (0..count.div_ceil(LINES)).for_each(|at| folder.keep(page_name(month, at)));
    }
    let months: Vec<(&String, &usize)> = plan.next.months.iter().rev().collect();
    let body = html! {
        main.list {
            h2.day lang=[site.own_language()] { (site.words().archive) }
            @if months.is_empty() { p.none lang=[site.own_language()] { (site.words().no_entries) } }
            @for year in months.chunk_by(|(one, _), (next, _)| one.get(..4) == next.get(..4)) {
                @if let Some((first, _)) = year.first().filter(|(month, _)| *month != EARLIER) {
                    h3 { (first.get(..4).unwrap_or_default()) }
                }
                ul.months {
                    @for (month, entries) in year {
                        li { a href=(page_name(month, 0)) { (month_name(site, month)) } " " small { (entries) } }
                    }
                }
            }
        }
    };
    let all: usize = months.iter().map(|(_, entries)| **entries).sum();
    let as_of = database.last_change()?;
    let page = Page {
        title: Some(site.words().archive),
        root: "../",
        path: "archive/",
        feeds: &[],
        script: None,
        as_of: as_of.as_deref().unwrap_or(EPOCH),
    };
    folder.write("index.html", &page.write(site, &site.words().entries(all), &body))
}

/// Writes the pages of a month.
fn write_month(
    key: &str,
    entries: &[Headline],
    site: &Site<'_>,
    by_id: &HashMap<i64, &Feed>,
    folder: &mut Folder,
) -> Result<(), Error> {
    let Some(first) = entries.first() else { return Ok(()) };
    let as_of = first.sorted_at.clone();
    let count = entries.len().div_ceil(LINES);
    let title = month_name(site, key);
    for (at, lines) in entries.chunks(LINES).enumerate() {
        let name = |at: usize| page_name(key, at);
        let mut feeds: Vec<&Feed> =
            lines.iter().filter_map(|line| by_id.get(&line.feed_id).copied()).collect();
        feeds.sort_by_key(|feed| feed.id);
        feeds.dedup_by_key(|feed| feed.id);
        let body = html! {
            main.list {
                h2.feed { (title) }
                (by_day(site, lines, by_id, true))
                (layout::pagination(site.words(), at, count, name))
            }
        };
        let path = format!("archive/{}", name(at));
        let page = Page {
            title: Some(&title),
            root: "../",
            path: &path,
            feeds: &feeds,
            script: None,
            as_of: &as_of,
        };
        let summary = site.words().entries(entries.len());
        folder.write(&name(at), &page.write(site, &summary, &body))?;
    }
    Ok(())
}

/// Returns entries as lines, grouped by day.
fn by_day(site: &Site<'_>, entries: &[Headline], by_id: &HashMap<i64, &Feed>, with_feeds: bool) -> Markup {
    let day = |entry: &Headline| words::day(&entry.sorted_at, site.zone);
    html! {
        @for day in entries.chunk_by(|one, next| day(one) == day(next)) {
            @if let Some(first) = day.first() { h3.day lang=[site.own_language()] { (page::date(site, &first.sorted_at)) } }
            ul.lines {
                @for one in day {
                    @if let Some(feed) = by_id.get(&one.feed_id) {
                        li.{ "f" (feed.id) } {
                            @if with_feeds { span.from { (layout::feed_link(feed, "../")) } }
                            @let title = wording::inline_title(one.title.as_deref());
                            @let language = one.language.as_deref().or(feed.language.as_deref()).and_then(Language::named);
                            @let lang = site.language_of(language.as_ref());
                            @if let Some(link) = &one.link { a lang=[lang] href=(link) rel="noopener noreferrer" { (title) } }
                            @else { span lang=[lang] { (title) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the month whose page lists the entries of a month: `2026-11`. All times before the first feeds are one month, since wrong
/// dates could be from thousands of months.
pub(super) fn page_of(month: &str) -> &str {
    let is_common_era = month.starts_with(|c: char| c.is_ascii_digit());
    if is_common_era && month >= FIRST_MONTH { month } else { EARLIER }
}

const FIRST_MONTH: &str = "1990-01";
const EARLIER: &str = "0000-00";

fn month_name(site: &Site<'_>, month: &str) -> String {
    if month == EARLIER { site.words().before_1990.to_owned() } else { site.words().month(month) }
}

/// Returns the name of a page of a list: `7.html`, `7-2.html`.
fn page_name(list: &str, at: usize) -> String {
    if at == 0 { format!("{list}.html") } else { format!("{list}-{}.html", at + 1) }
}
