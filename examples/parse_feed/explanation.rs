//! How the encoding was determined, and why each field has its value.

use std::io::{self, Write};

use bozofeed::explain::{Candidate, CandidateOutcome, FIELDS, explain};
use bozofeed::{Parsed, Parser};

use super::printable::{one_line, safe};

/// The width of a value.
const WIDTH: usize = 60;

/// Returns whether a word is the name of a field, rather than a file.
pub(crate) fn is_field(word: &str) -> bool {
    FIELDS.contains(&word)
}

/// Prints the candidates for one field, or the trail of the encoding and the candidates for all fields.
pub(crate) fn print(
    out: &mut impl Write,
    parser: &Parser,
    bytes: &[u8],
    parsed: &Parsed,
    field: Option<&str>,
) -> io::Result<()> {
    if field.is_none() {
        for line in parsed.trail.to_string().lines() {
            writeln!(out, "{}", safe(line))?;
        }
    }
    let candidates = explain(parser, bytes);
    let wanted: Vec<&Candidate> =
        candidates.iter().filter(|candidate| field.is_none_or(|field| candidate.field == field)).collect();
    if let (Some(field), true) = (field, wanted.is_empty()) {
        return writeln!(out, "no candidate for '{field}'");
    }
    let mut subjects: Vec<&str> = Vec::new();
    for candidate in &wanted {
        if subjects.last() != Some(&candidate.subject.as_str()) && !subjects.contains(&&*candidate.subject) {
            subjects.push(&candidate.subject);
        }
    }
    for subject in subjects {
        print_subject(out, subject, &wanted)?;
    }
    Ok(())
}

/// Prints the candidates of a feed, an entry, an image …, field by field.
fn print_subject(out: &mut impl Write, subject: &str, all: &[&Candidate]) -> io::Result<()> {
    let mut own: Vec<&Candidate> =
        all.iter().copied().filter(|candidate| candidate.subject == subject).collect();
    // The sort is stable, so that candidates stay in document order.
    own.sort_by_key(|candidate| candidate.field);
    let mut last = "";
    for candidate in own {
        if candidate.field != last {
            writeln!(out, "{subject}.{}", candidate.field)?;
            last = candidate.field;
        }
        let mark = if candidate.outcome == CandidateOutcome::Kept { '*' } else { ' ' };
        let Candidate { value, element, position, rank, outcome, .. } = candidate;
        let origin = if element.is_empty() { "headers".to_owned() } else { format!("<{}>", safe(element)) };
        writeln!(
            out,
            "  {mark} {}  {origin} line {}  {rank}: {outcome}",
            one_line(&format!("{value:?}"), WIDTH),
            position.line
        )?;
    }
    Ok(())
}
