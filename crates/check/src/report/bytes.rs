//! The bytes where an encoding label failed, decoded in the encodings that were tried.

use super::ReportedDocument;
use super::html::Html;
use bozofeed_encoding::{AttemptOutcome, Refusal, characters};

/// The number of bytes shown before the malformed sequence, and the total number.
const BEFORE: usize = 8;
const SHOWN: usize = 20;

/// Writes a table of the first bytes that are malformed in an encoding that was tried.
pub(super) fn write(html: &mut Html, subject: &ReportedDocument<'_>) {
    let trail = &subject.parsed.trail;
    let malformed = trail.candidates().iter().find_map(|attempt| match &attempt.outcome {
        AttemptOutcome::Refused(Refusal::Malformed { offset, bytes }) => Some((*offset, bytes.len())),
        AttemptOutcome::ChosenWithDamage(damage) => Some((damage.offset, 1)),
        AttemptOutcome::Refused(_) | AttemptOutcome::Chosen => None,
    });
    let Some((offset, length)) = malformed else { return };
    let start = offset.saturating_sub(BEFORE);
    let end = subject.bytes.len().min(start + SHOWN);
    let Some(window) = subject.bytes.get(start..end) else { return };
    let hit = offset - start..offset - start + length.max(1);
    html.markup("<h3>The bytes at which a label failed</h3><div class=\"scroll\"><table class=\"bytes\"><tr><th scope=\"row\">");
    html.markup("from byte ").show(start).markup("</th>");
    for (at, byte) in window.iter().enumerate() {
        let class = if hit.contains(&at) { " class=\"hit\"" } else { "" };
        html.markup(&format!("<td{class}>{byte:02X}</td>"));
    }
    html.markup("</tr>");
    let mut shown: Vec<&str> = Vec::new();
    let chosen = trail.chosen().and_then(|chosen| chosen.codec.as_deref());
    let tried = trail.candidates().iter().filter_map(|attempt| attempt.codec.as_deref());
    // windows-1252 has a character for every byte, so there is always something to compare with.
    for codec in tried.chain(["windows-1252"]) {
        if shown.contains(&codec) || shown.len() > 5 {
            continue;
        }
        let Some(cells) = characters(codec, window) else { continue };
        shown.push(codec);
        html.markup(if chosen == Some(codec) { "<tr class=\"used\">" } else { "<tr>" });
        html.markup("<th scope=\"row\">").text(codec).markup("</th>");
        for cell in cells {
            let cell = if cell.trim().is_empty() && !cell.is_empty() { "·" } else { &cell };
            html.markup("<td>").text(cell).markup("</td>");
        }
        html.markup("</tr>");
    }
    html.markup("</table></div>");
}
