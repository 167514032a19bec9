//! The feed as shown by readers: its item in a list of subscriptions, the first entries as a list and as a card, and the episodes
//! of a podcast. Pictures are placeholders, since nothing is loaded.

use std::time::Duration;

use super::ReportedDocument;
use super::html::Html;
use bozofeed::model::Entry;
use bozofeed_date::zoned;

/// The number of entries.
const ENTRIES: usize = 3;

/// The maximum lengths of texts in characters.
const TITLE: usize = 120;
const EXCERPT: usize = 180;

/// Writes the preview.
pub(super) fn write(html: &mut Html, subject: &ReportedDocument<'_>) {
    let parsed = subject.parsed;
    let feed = &parsed.feed;
    html.markup("<section id=\"preview\"><h2>How readers show it</h2>");
    if parsed.entries.is_empty() && feed.title.is_none() {
        html.markup("<p>There is nothing to show.</p></section>");
        return;
    }
    let title = feed.title_text();
    let title = title.as_deref().filter(|title| !title.is_empty()).unwrap_or("Untitled feed");
    html.markup("<div class=\"preview\"").language(parsed).markup(">");
    let is_podcast = parsed.entries.iter().any(|entry| entry.enclosures().any(is_sound));
    html.markup("<div class=\"card\"><p class=\"soft\">In a list of subscriptions</p><div class=\"line\">");
    write_picture(html, feed.picture(), title, if is_podcast { "art" } else { "icon" });
    html.markup("<div><h3 dir=\"auto\">").start_of(title, TITLE).markup("</h3>");
    let description = feed.subtitle().map(|text| text.to_line().into_owned()).unwrap_or_default();
    if !description.is_empty() {
        html.markup("<p class=\"soft\" dir=\"auto\">").start_of(&description, EXCERPT).markup("</p>");
    }
    html.markup("</div></div></div>");
    if is_podcast {
        html.markup("<div class=\"card\"><p class=\"soft\">Episodes in a player</p><ul class=\"list\">");
        for entry in parsed.entries.iter().take(ENTRIES) {
            html.markup("<li><span class=\"play\">▶</span><div><b dir=\"auto\">");
            write_title(html, entry);
            html.markup("</b><p class=\"soft\">");
            write_date(html, entry);
            match entry.duration() {
                Some(duration) => html.markup(" · ").text(&clock(duration)),
                None => html.markup(" · no duration"),
            };
            html.markup("</p></div></li>");
        }
        html.markup("</ul></div>");
    }
    html.markup("<div class=\"card\"><p class=\"soft\">Entries as a list</p><ul class=\"list\">");
    for entry in parsed.entries.iter().take(ENTRIES) {
        html.markup("<li><div><b dir=\"auto\">");
        write_title(html, entry);
        html.markup("</b><p class=\"soft\">");
        write_date(html, entry);
        html.markup("</p><p dir=\"auto\">").start_of(&excerpt(entry), EXCERPT).markup("</p></div></li>");
    }
    html.markup("</ul></div>");
    if let Some(entry) = parsed.entries.first() {
        html.markup("<div class=\"card\"><p class=\"soft\">The first entry as a card</p>");
        let picture = entry.images_in_content().next().map(|image| image.url.to_string());
        write_picture(html, picture.as_deref(), "", "cover");
        html.markup("<h3 dir=\"auto\">");
        write_title(html, entry);
        html.markup("</h3><p class=\"soft\"><bdi>").start_of(title, 60).markup("</bdi> · ");
        write_date(html, entry);
        html.markup("</p><p dir=\"auto\">").start_of(&excerpt(entry), EXCERPT).markup("</p></div>");
    }
    html.markup("</div></section>");
}

/// Writes a placeholder for a picture, with a link to it.
fn write_picture(html: &mut Html, url: Option<&str>, title: &str, class: &str) {
    let letter: String =
        title.chars().find(|c| c.is_alphanumeric()).into_iter().flat_map(char::to_uppercase).collect();
    let url = url.filter(|url| url.starts_with("http://") || url.starts_with("https://"));
    match url {
        Some(url) => html
            .markup("<a class=\"")
            .markup(class)
            .markup("\" rel=\"noopener noreferrer\" href=\"")
            .text(url)
            .markup("\">")
            .text(if letter.is_empty() { "picture" } else { &letter })
            .markup("</a>"),
        None => html
            .markup("<span class=\"")
            .markup(class)
            .markup(" none\">")
            .text(if letter.is_empty() { "no picture" } else { &letter })
            .markup("</span>"),
    };
}

fn write_title(html: &mut Html, entry: &Entry) {
    match entry.title_text().filter(|title| !title.is_empty()) {
        Some(title) => html.start_of(&title, TITLE),
        // Readers show the start of the text.
        None => html.start_of(&excerpt(entry), 60),
    };
}

fn write_date(html: &mut Html, entry: &Entry) {
    match entry.date() {
        Some(date) => html.show(zoned(date, None).strftime("%-d %B %Y")),
        None => html.markup("no date"),
    };
}

/// Returns the text of an entry on one line.
fn excerpt(entry: &Entry) -> String {
    /// The maximum number of characters examined, since the text may be long.
    const MOST: usize = 4 * EXCERPT;
    let text = entry.summary.as_ref().or_else(|| entry.best_content());
    text.map(|text| text.to_line().chars().take(MOST).collect()).unwrap_or_default()
}

fn is_sound(link: &bozofeed::model::Link) -> bool {
    let media_type = link.type_or_guess().map(|known| known.as_str().to_ascii_lowercase());
    media_type.is_some_and(|known| known.starts_with("audio/") || known.starts_with("video/"))
}

fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}
