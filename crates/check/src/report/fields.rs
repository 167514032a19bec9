//! The origin of each value: every candidate for every field.

use super::ReportedDocument;
use super::html::Html;
use crate::maps::Map;
use bozofeed::explain::{Candidate, CandidateOutcome};
use bozofeed::model::Entry;

/// The maximum length of a value in characters.
const LONGEST: usize = 90;

/// The number of subjects that are initially open, and the number listed.
const OPEN: usize = 2;
const MOST: usize = 24;

/// Writes the candidates for the fields, by subject.
pub(super) fn write(html: &mut Html, subject: &ReportedDocument<'_>) {
    html.markup("<section id=\"fields\"><h2>Where values come from</h2>");
    html.markup("<p class=\"soft\">Every element that gives a value for a field. Of several, the one with the most authority is kept.</p>");
    let end = html.len() + subject.allowance();
    let candidates = &subject.explanation.candidates;
    let mut subjects: Vec<(&str, Vec<&Candidate>)> = Vec::new();
    let mut places = Map::new();
    for candidate in candidates {
        let place = *places.entry(&*candidate.subject).or_insert(subjects.len());
        match subjects.get_mut(place) {
            Some((_, own)) => own.push(candidate),
            None => subjects.push((&candidate.subject, vec![candidate])),
        }
    }
    let mut left_out = 0;
    for (index, (name, mut own)) in subjects.into_iter().enumerate() {
        if html.len() > end || index >= MOST {
            left_out += 1;
            continue;
        }
        own.sort_by(|one, other| one.field.cmp(&other.field));
        html.markup(if index < OPEN { "<details open><summary>" } else { "<details><summary>" });
        write_name(html, subject, name);
        html.markup("</summary><div class=\"fields\">");
        html.begin_table("The candidates", &["field", "value", "element", "line", "authority", "outcome"]);
        let mut cut = 0;
        for candidate in own {
            if html.len() > end {
                cut += 1;
                continue;
            }
            let Candidate { field, value, element, position, rank, outcome, .. } = candidate;
            html.markup(if *outcome == CandidateOutcome::Kept {
                "<tr><td>"
            } else {
                "<tr class=\"lost\"><td>"
            });
            html.text(field).markup("</td><td>").bdi(value, LONGEST).markup("</td><td><code>");
            html.start_of(element, LONGEST)
                .markup("</code></td><td>")
                .show(position.line)
                .markup("</td><td>");
            html.text(rank.description())
                .markup("</td><td>")
                .text(outcome.description())
                .markup("</td></tr>");
        }
        html.end_table();
        html.left_out(cut, "");
        html.markup("</div></details>");
    }
    html.left_out(left_out, " feeds, entries and images");
    if candidates.is_empty() {
        html.markup("<p>No element gives a value for a field.</p>");
    }
    html.markup("</section>");
}

/// Writes the name of a subject: entries are numbered as in the paths of findings, and shown with their
/// titles.
fn write_name(html: &mut Html, subject: &ReportedDocument<'_>, name: &str) {
    let entry = name.strip_prefix("entries[").and_then(|rest| rest.split_once(']'));
    let Some((number, part)) = entry.and_then(|(index, part)| Some((index.parse::<usize>().ok()?, part)))
    else {
        let name: String =
            name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect();
        html.text(&name);
        return;
    };
    html.markup("Entry ").show(number + 1).text(&part.replace('.', ", "));
    let title = subject.parsed.entries.get(number).and_then(Entry::title_text);
    if let Some(title) = title {
        html.markup(" <span class=\"soft\">").bdi(&title, 80).markup("</span>");
    }
}
