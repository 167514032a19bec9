//! The entries as a reader shows them, but for pictures and media: nothing is loaded.

use super::ReportedDocument;
use super::html::Html;

/// The number of entries.
const MOST: usize = 24;

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
    #[cfg(feature = "sanitize")]
    let writer = super::content::ContentWriter::new();
    let mut shown = 0;
    for entry in parsed.entries.iter().take(MOST) {
        if html.len() > end {
            break;
        }
        shown += 1;
        html.markup("<li><p class=\"soft\">");
        match entry.date() {
            Some(date) => html.show(date.to_jiff().strftime("%Y-%m-%d %H:%M UTC")),
            None => html.markup("no date"),
        };
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
            #[cfg(feature = "sanitize")]
            writer.write(html, content);
            #[cfg(not(feature = "sanitize"))]
            html.element("p", &content.to_plain().trim().chars().take(420).collect::<String>());
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
    html.markup("</section>");
}
