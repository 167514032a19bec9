//! A short summary of a feed for people.

use std::io::{self, Write};

use bozofeed::model::podcast::{LiveItem, Podcast};
use bozofeed::model::{Date, Entry, Feed, Link, MediaType, Person, Text};
use bozofeed::{Bozo, Document, Format, Parsed};

use super::limits;
use super::places::{self, Source};
use super::printable::{Colours, WIDTH, clock, message, minute, one_line, safe, size, text_line};
use crate::extension::Extension;

/// The maximum number of entries, live items and authors shown.
const MOST_ENTRIES: usize = 20;
const MOST_LIVE_ITEMS: usize = 5;
const MOST_AUTHORS: usize = 3;

/// The column of entry titles, after the dates.
const INDENT: usize = 22;

pub(crate) fn print(
    out: &mut dyn Write,
    extension: &dyn Extension,
    source: &Source<'_>,
    document: Document<'_>,
    parsed: &Parsed,
    colours: bool,
) -> io::Result<()> {
    let c = Colours::new(colours);
    print_feed(out, &parsed.feed, parsed.format, c)?;
    let encoding = safe(&parsed.encoding);
    match parsed.trail.source() {
        Some(source) => writeln!(out, "  encoding  {encoding} ({source})")?,
        None => writeln!(out, "  encoding  {encoding}")?,
    }
    match &parsed.bozo {
        None => writeln!(out, "  bozo      no")?,
        Some(bozo) => {
            let message = message(&bozo.to_string());
            let advice = match bozo {
                Bozo::LimitExceeded { limit } => limits::advice(*limit).unwrap_or_default(),
                _ => String::new(),
            };
            writeln!(out, "  bozo      {}{}{}: {message}{advice}", c.yellow, bozo.severity(), c.off)?;
        }
    }
    places::print(out, source, parsed, c)?;
    if matches!(parsed.bozo, Some(Bozo::NotAFeed(_))) && parsed.entries.is_empty() {
        return extension.print_page(out, document, parsed);
    }
    let live_items = parsed.feed.get::<Podcast>().map_or(&[][..], |podcast| &podcast.live_items);
    for live_item in live_items.iter().take(MOST_LIVE_ITEMS) {
        print_live_item(out, live_item)?;
    }
    if live_items.len() > MOST_LIVE_ITEMS {
        writeln!(out, "  … and {} more live items", live_items.len() - MOST_LIVE_ITEMS)?;
    }
    let entries = parsed.entries.get(..MOST_ENTRIES).unwrap_or(&parsed.entries);
    let zone = if entries.iter().any(|entry| entry.date().is_some()) { " (times in UTC)" } else { "" };
    writeln!(out, "  entries   {}{zone}", parsed.entries.len())?;
    for entry in entries {
        print_entry(out, entry, c)?;
    }
    if parsed.entries.len() > MOST_ENTRIES {
        writeln!(out, "    … and {} more", parsed.entries.len() - MOST_ENTRIES)?;
    }
    Ok(())
}

fn print_feed(out: &mut dyn Write, feed: &Feed, format: Format, c: &Colours) -> io::Result<()> {
    writeln!(out, "{}{}{}", c.bold, title_line(feed.title.as_ref(), WIDTH), c.off)?;
    writeln!(
        out,
        "  format    {}",
        if format == Format::Unknown { "not recognised" } else { format.as_str() }
    )?;
    if let Some(link) = &feed.link {
        writeln!(out, "  link      {}", message(link))?;
    }
    let authors: Vec<String> = feed.authors.iter().filter_map(name).take(MOST_AUTHORS).collect();
    if !authors.is_empty() {
        writeln!(out, "  author    {}", authors.join(", "))?;
    }
    if let Some(updated) = [&feed.updated, &feed.published].into_iter().find_map(Date::instant) {
        writeln!(out, "  updated   {} UTC", minute(updated))?;
    }
    Ok(())
}

/// `live      pending: from 2024-03-02 09:15 UTC, The race`
fn print_live_item(out: &mut dyn Write, live_item: &LiveItem) -> io::Result<()> {
    let status = one_line(live_item.status.as_deref().unwrap_or("live item"), 12);
    let start = live_item.start.instant().map(minute);
    let start = start.map_or_else(String::new, |start| format!("from {start} UTC, "));
    let title = title_line(live_item.item.title.as_ref(), WIDTH - 40);
    writeln!(out, "  live      {status}: {start}{title}")
}

fn print_entry(out: &mut dyn Write, entry: &Entry, c: &Colours) -> io::Result<()> {
    let dates = [&entry.published, &entry.updated, entry.created()];
    let when = dates.into_iter().find_map(Date::instant).map(minute).unwrap_or_default();
    let title = entry.title.as_ref().or(entry.summary.as_ref()).or(entry.content.first());
    writeln!(out, "    {}{when:<16}{}  {}", c.dim, c.off, title_line(title, WIDTH - INDENT))?;
    let enclosure = entry.enclosures().next();
    let link = entry.permalink().or_else(|| enclosure.and_then(|enclosure| enclosure.href.as_deref()));
    let details = enclosure.map(|enclosure| enclosure_line(entry, enclosure)).filter(|line| !line.is_empty());
    let parts: Vec<String> = [link.map(message), details].into_iter().flatten().collect();
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(out, "{:INDENT$}{}{}{}", "", c.dim, parts.join("  "), c.off)
}

/// `audio/mpeg, 12.3 MB, 1:02:03`
fn enclosure_line(entry: &Entry, enclosure: &Link) -> String {
    let media_type = enclosure.type_or_guess().map(|media_type| match media_type {
        MediaType::Guessed(guessed) => format!("probably {guessed}"),
        MediaType::Declared(declared) => one_line(declared, 40),
        _ => String::new(),
    });
    // Feeds often write 0 for an unknown length.
    let length = enclosure.length().value.filter(|&length| length > 0);
    let parts = [media_type, length.map(size), entry.duration().map(clock)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn title_line(title: Option<&Text>, width: usize) -> String {
    let line = title.map(|title| text_line(title, width)).filter(|line| !line.is_empty());
    line.unwrap_or_else(|| "(no title)".to_owned())
}

fn name(person: &Person) -> Option<String> {
    let all = [person.name.as_deref(), person.email.as_deref(), person.raw.as_deref(), person.uri.as_deref()];
    let name = all.into_iter().flatten().find(|name| !name.trim().is_empty())?;
    Some(one_line(name, WIDTH / 2))
}
