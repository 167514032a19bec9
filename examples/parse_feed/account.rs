//! A short account of a feed for people.

use std::io::{self, Write};

use bozofeed::model::{Date, Entry, Text};
use bozofeed::{Fault, Parsed};

/// How many entries and faults are shown.
const MOST_ENTRIES: usize = 20;
const MOST_FAULTS: usize = 5;

/// How wide a line may be.
const WIDTH: usize = 100;

/// ANSI sequences, or nothing where the output is no terminal.
struct Colours {
    bold: &'static str,
    dim: &'static str,
    red: &'static str,
    yellow: &'static str,
    off: &'static str,
}

const COLOURS: Colours =
    Colours { bold: "\x1b[1m", dim: "\x1b[2m", red: "\x1b[31m", yellow: "\x1b[33m", off: "\x1b[0m" };
const NONE: Colours = Colours { bold: "", dim: "", red: "", yellow: "", off: "" };

pub(crate) fn print(
    out: &mut impl Write,
    source: &str,
    bytes: &[u8],
    parsed: &Parsed,
    colours: bool,
) -> io::Result<()> {
    let c = if colours { COLOURS } else { NONE };
    let feed = &parsed.feed;
    let title = feed.title.as_ref().map_or_else(|| "(no title)".to_owned(), |title| text_line(title, WIDTH));
    writeln!(out, "{}{title}{}", c.bold, c.off)?;
    let version = if parsed.version.as_str().is_empty() { "not recognised" } else { parsed.version.as_str() };
    writeln!(out, "  format    {version}")?;
    if let Some(link) = &feed.link {
        writeln!(out, "  link      {}", one_line(link, WIDTH))?;
    }
    if let Some(updated) = feed.updated.as_ref().or(feed.published.as_ref()) {
        writeln!(out, "  updated   {}", date(updated))?;
    }
    match parsed.trail.chosen() {
        Some(chosen) => writeln!(out, "  encoding  {} ({})", parsed.encoding, chosen.source)?,
        None => writeln!(out, "  encoding  {}", parsed.encoding)?,
    }
    match &parsed.bozo {
        None => writeln!(out, "  bozo      no")?,
        Some(bozo) => {
            let message = printable(&bozo.to_string());
            writeln!(out, "  bozo      {}{}{}: {message}", c.yellow, bozo.severity(), c.off)?;
        }
    }
    for fault in parsed.faults.iter().take(MOST_FAULTS) {
        print_fault(out, source, bytes, fault, &c)?;
    }
    if parsed.fault_count > MOST_FAULTS {
        writeln!(out, "  … and {} more faults", parsed.fault_count - MOST_FAULTS)?;
    }
    for warning in parsed.warnings.iter().take(MOST_FAULTS) {
        writeln!(out, "  warning   {}", printable(&warning.to_string()))?;
    }
    writeln!(out, "  entries   {}", parsed.entries.len())?;
    for entry in parsed.entries.iter().take(MOST_ENTRIES) {
        print_entry(out, entry, &c)?;
    }
    if parsed.entries.len() > MOST_ENTRIES {
        writeln!(out, "    … and {} more", parsed.entries.len() - MOST_ENTRIES)?;
    }
    Ok(())
}

fn print_entry(out: &mut impl Write, entry: &Entry, c: &Colours) -> io::Result<()> {
    let when = entry.published.as_ref().or(entry.updated.as_ref()).map_or_else(String::new, date);
    let title = entry.title.as_ref().or(entry.summary.as_ref()).or(entry.content.first());
    let title = title.map_or_else(|| "(no title)".to_owned(), |title| text_line(title, WIDTH - 22));
    writeln!(out, "    {}{when:<16}{}  {title}", c.dim, c.off)
}

/// `file:line:column: message`, the line, and a caret below the place.
fn print_fault(
    out: &mut impl Write,
    source: &str,
    bytes: &[u8],
    fault: &Fault,
    c: &Colours,
) -> io::Result<()> {
    let position = fault.position;
    let message = printable(&fault.error.to_string());
    writeln!(out, "    {source}:{}:{}: {}{message}{}", position.line, position.column, c.red, c.off)?;
    // The line can be shown only where offsets count the bytes that were given.
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Ok(());
    };
    let Some(line) = text.split('\n').nth(position.line - 1) else {
        return Ok(());
    };
    let before: Vec<char> = line.chars().take(position.column - 1).collect();
    let skip = before.len().saturating_sub(40);
    let shown: String =
        line.chars().skip(skip).take(80).map(|c| if c.is_control() { ' ' } else { c }).collect();
    writeln!(out, "      {}{}{}", c.dim, shown.trim_end(), c.off)?;
    writeln!(out, "      {}{}^{}", " ".repeat(before.len() - skip), c.red, c.off)
}

/// A message without the control characters that a document may have put into it, and no longer than a line or two.
fn printable(message: &str) -> String {
    message.chars().take(2 * WIDTH).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn date(date: &Date) -> String {
    match date.value {
        Some(instant) => instant.strftime("%Y-%m-%d %H:%M").to_string(),
        None => one_line(&date.raw, 16),
    }
}

/// A text on one line, without control characters, cut to `width` characters.
fn one_line(text: &str, width: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= width {
        return line;
    }
    let cut: String = line.chars().take(width - 1).collect();
    format!("{}…", cut.trim_end())
}

fn text_line(text: &Text, width: usize) -> String {
    one_line(&text.plain(), width)
}
