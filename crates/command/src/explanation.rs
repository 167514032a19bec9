//! How the encoding was determined, and why each field has its value.

use std::collections::HashMap;
use std::io::{self, Write};

use bozofeed::explain::{Candidate, CandidateOutcome, Explanation};

use super::printable::{one_line, safe};

/// The display width of a value.
const WIDTH: usize = 60;

/// Prints the candidates for one field, or the trail of the encoding and the candidates for all fields.
pub(crate) fn print(out: &mut dyn Write, explanation: &Explanation, field: Option<&str>) -> io::Result<()> {
    if field.is_none() {
        for line in explanation.parsed.trail.to_string().lines() {
            writeln!(out, "{}", safe(line))?;
        }
    }
    let wanted = |candidate: &&Candidate| field.is_none_or(|field| candidate.field == field);
    // The candidates of each subject, in order of the subjects' first occurrence.
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut subjects: Vec<Vec<&Candidate>> = Vec::new();
    for candidate in explanation.candidates.iter().filter(wanted) {
        let place = *places.entry(&*candidate.subject).or_insert(subjects.len());
        match subjects.get_mut(place) {
            Some(own) => own.push(candidate),
            None => subjects.push(vec![candidate]),
        }
    }
    if let (Some(field), true) = (field, subjects.is_empty()) {
        return writeln!(out, "no candidate for '{field}'");
    }
    for own in subjects {
        print_subject(out, own)?;
    }
    if explanation.limit.is_some() {
        writeln!(out, "further candidates are left out")?;
    }
    Ok(())
}

/// Prints the candidates of a feed, an entry, an image …, field by field.
fn print_subject(out: &mut dyn Write, mut own: Vec<&Candidate>) -> io::Result<()> {
    // The sort is stable, so candidates stay in document order.
    own.sort_by(|one, other| one.field.cmp(&other.field));
    let mut last = "";
    for candidate in own {
        if candidate.field != last {
            writeln!(out, "{}.{}", candidate.subject, candidate.field)?;
            last = &candidate.field;
        }
        let mark = if candidate.outcome == CandidateOutcome::Kept { '*' } else { ' ' };
        let Candidate { value, element, position, rank, outcome, .. } = candidate;
        write!(out, "  {mark} {}  ", one_line(&format!("{value:?}"), WIDTH))?;
        match element.as_str() {
            "" => write!(out, "headers")?,
            element => write!(out, "<{}>", safe(element))?,
        }
        writeln!(out, " line {}  {}: {}", position.line, rank.description(), outcome.description())?;
    }
    Ok(())
}
