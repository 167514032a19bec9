//! The entries as a reader shows them, without pictures and media: nothing is loaded. A table lists all of them, one per
//! line.

use super::ReportedDocument;
use super::html::Html;
use crate::maps::Map;
use bozofeed::model::Entry;
use bozofeed_date::zoned;

/// The number of entries shown, and the number in the table.
const MOST: usize = 24;
const MOST_ROWS: usize = 10_000;

/// The maximum length of a title in the table, in characters.
const TITLE: usize = 80;

/// Writes the entries.
pub(super) fn write(html: &mut Html, subject: &ReportedDocument<'_>) {
    let parsed = subject.parsed;
    html.markup("<section id=\"entries\"><h2>The entries as a reader shows them</h2>");
    if parsed.entries.is_empty() {
        html.markup("<p>There are none.</p></section>");
        return;
    }
    let end = html.len() + subject.allowance();
    html.markup("<ul class=\"entries\"");
    html.language(parsed).markup(">");
    let writer = super::content::ContentWriter::new();
    let mut shown = 0;
    for entry in parsed.entries.iter().take(MOST) {
        if html.len() > end {
            break;
        }
        shown += 1;
        html.markup("<li><p class=\"soft\">");
        write_date(html, entry, "%Y-%m-%d %H:%M UTC");
        let author = entry.authors_in(&parsed.feed).first().and_then(|author| author.display_name());
        if let Some(author) = author {
            html.markup(" · ").bdi(author, 60);
        }
        html.markup("</p><h3 dir=\"auto\">");
        match entry.title_text() {
            Some(title) => html.start_of(&title, 160),
            None => html.markup("no title"),
        };
        html.markup("</h3>");
        if let Some(content) = entry.best_content() {
            html.markup("<div class=\"content\" dir=\"auto\" tabindex=\"0\">");
            writer.write(html, content);
            html.markup("</div>");
        }
        for enclosure in entry.enclosures().take(3) {
            let href = enclosure.href.as_deref().unwrap_or_default();
            html.markup("<p class=\"soft\">Enclosure: ").start_of(href, 120).markup("</p>");
        }
        html.markup("</li>");
    }
    html.markup("</ul>");
    html.left_out(parsed.entries.len() - shown, " entries");
    if parsed.entries.len() > shown {
        write_table(html, subject);
    }
    html.markup("</section>");
}

fn write_date(html: &mut Html, entry: &Entry, format: &str) {
    match entry.date() {
        Some(date) => html.show(zoned(date, None).strftime(format)),
        None => html.markup("no date"),
    };
}

/// Writes a line for each entry, with the number of findings about it.
fn write_table(html: &mut Html, subject: &ReportedDocument<'_>) {
    let entries = &subject.parsed.entries;
    let mut counts: Map<usize, usize> = Map::new();
    for number in subject.findings.iter().filter_map(|finding| number_in(&finding.subject)) {
        *counts.entry(number).or_default() += 1;
    }
    html.markup("<details class=\"aside\"><summary>All entries in a table</summary>");
    html.begin_table(
        "The entries, with the findings that are listed",
        &["entry", "date", "title", "findings"],
    );
    let end = html.len() + subject.allowance() / 2;
    let mut shown = 0;
    for entry in entries.iter().take(MOST_ROWS) {
        if html.len() > end {
            break;
        }
        shown += 1;
        html.markup("<tr><td>").show(shown).markup("</td><td>");
        write_date(html, entry, "%Y-%m-%d");
        html.markup("</td><td>").bdi(entry.title_text().as_deref().unwrap_or_default(), TITLE);
        html.markup("</td><td>").show(counts.get(&shown).unwrap_or(&0)).markup("</td></tr>");
    }
    html.end_table();
    html.left_out(entries.len() - shown, " entries");
    html.markup("</details>");
}

/// Returns the number of the entry in a path, starting at 1. JSON paths start at 0.
fn number_in(path: &str) -> Option<usize> {
    let (before, rest) = path.split_once('[')?;
    let number: usize = rest.split_once(']')?.0.parse().ok()?;
    Some(if before.starts_with('$') { number + 1 } else { number })
}
