//! Values in the form that their specification prescribes.

use std::fmt::Write as _;
use std::time::Duration;

use super::super::schema::ValueForm;
use super::super::values::broken_rule;
use super::Fix;
use super::place::Place;
use crate::date::format::DateFormat;
use crate::date::{self, Moment, zoned};
use crate::html::parsed_url::UrlParser;
use crate::html::resolve::resolve;
use crate::vocabulary::{Explicit, Read as _};

/// Writes a value, if the form of the place has it.
pub(in crate::check) fn write(place: &Place<'_>, value: &str) -> Option<Fix> {
    let form = place.facts().form?;
    let is_valid = broken_rule(form, value, &UrlParser::new()).is_none();
    if !is_valid || value == place.whole_value()? {
        return None;
    }
    Some(Fix::safe(format!("write `{value}`"), vec![place.write(value)?]))
}

/// Writes a date in the form of its format.
pub(in crate::check) fn rewrite_date(place: &Place<'_>) -> Option<Fix> {
    let value = place.whole_value()?;
    let moment = date::parse(&value).ok()?;
    let ValueForm::Date(form) = place.facts().form? else { return None };
    let written = written(form, moment);
    if !date::parse(&written).is_ok_and(|again| again.instant == moment.instant) {
        return None;
    }
    let fix = write(place, &written)?;
    // A zone that was not understood, a day that may be the month, and what is left of a tag may be meant otherwise.
    let is_clear = !moment.has_unknown_zone && !is_ambiguous(&value) && !has_ambiguous_zone(&value);
    Some(Fix { is_safe: is_clear && !value.contains(['<', '>', '=', '"', '\'', '{', '}']), ..fix })
}

/// Returns whether a date has the name of a zone that several countries have. Those of RFC 822 are defined there.
fn has_ambiguous_zone(date: &str) -> bool {
    const AMBIGUOUS: &[&str] = &[
        "ACT", "ADT", "AMT", "AST", "BDT", "BST", "CCT", "CT", "ECT", "ET", "GST", "IST", "MT", "PT", "SST",
        "WST",
    ];
    let zone = date.trim_end().rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    AMBIGUOUS.iter().any(|known| known.eq_ignore_ascii_case(zone))
}

/// Returns whether a date has its day, its month or its year in numbers that may be read in another order: `02/01/2026`.
fn is_ambiguous(date: &str) -> bool {
    date.split(|c: char| c.is_whitespace() || matches!(c, 'T' | 't' | ',')).any(|word| {
        let mut parts = word.split(['/', '.', '-']);
        let mut number = || {
            let part = parts.next()?;
            let is_number = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            Some((part.len(), part.parse::<u32>().ok().filter(|_| is_number)?))
        };
        let (Some((first_digits, first)), Some((_, second)), Some((third_digits, third))) =
            (number(), number(), number())
        else {
            return false;
        };
        match (first_digits, third_digits) {
            // The year is written in full, so only the order of the other two is in doubt.
            (3.., _) => false,
            (_, 3..) => first != second && first <= 12 && second <= 12,
            _ => !(first == second && second == third),
        }
    })
}

fn written(form: DateFormat, moment: Moment) -> String {
    let date = zoned(moment.instant, moment.offset);
    let (form, utc) = match form {
        DateFormat::Rfc822 => ("%a, %d %b %Y %H:%M:%S %z", "+0000"),
        DateFormat::Rfc3339 | DateFormat::W3c | DateFormat::W3cLocal | DateFormat::W3cBase => {
            ("%Y-%m-%dT%H:%M:%S%.f%:z", "+00:00")
        }
    };
    let text = date.strftime(form).to_string();
    match text.strip_suffix(utc) {
        Some(start) if utc == "+00:00" => format!("{start}Z"),
        _ => text,
    }
}

/// Writes 0 for 24.
pub(in crate::check) fn write_midnight(place: &Place<'_>) -> Option<Fix> {
    // It would be repeated.
    let after = place.rest();
    let after = after.get(..after.find("</skipHours>")?)?;
    let before = place.before();
    let before = before.get(before.rfind("<skipHours")?..)?;
    let is_there = [before, after].iter().any(|text| text.contains(">0<"));
    if is_there { None } else { write(place, "0") }
}

/// Writes a language tag with hyphens.
pub(in crate::check) fn write_language_tag(place: &Place<'_>) -> Option<Fix> {
    let tag = place.whole_value()?.replace('_', "-");
    write(place, &tag)
}

/// Writes the media type that the name of the file has, which is not the value that is read.
pub(in crate::check) fn suggest_media_type(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let address = ["url", "href", "src"].iter().find_map(|name| place.attribute_of(tag, name))?;
    let fix = write(place, crate::model::media_type_of_name(address.value)?)?;
    Some(Fix { is_safe: false, ..fix })
}

/// Percent-encodes the characters that an address must not have.
pub(in crate::check) fn encode_uri(place: &Place<'_>) -> Option<Fix> {
    let uri = place.whole_value()?;
    let is_http = ["http://", "https://"].iter().any(|scheme| uri.starts_with(scheme));
    // Text with addresses in it is not an address.
    if !is_http || uri.matches("://").count() != 1 {
        return None;
    }
    // A host is not percent-encoded: it is another one that is meant.
    let authority =
        uri.split_once("://").map_or("", |(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default());
    if authority.contains(|c: char| c.is_whitespace() || "<>\"{}|\\^`%".contains(c)) {
        return None;
    }
    let mut encoded = String::with_capacity(uri.len());
    for (at, c) in uri.char_indices() {
        let is_octet = || {
            let hex = uri.as_bytes().get(at + 1..at + 3);
            hex.is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
        };
        match c {
            '%' if !is_octet() => encoded.push_str("%25"),
            '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`' | '\0'..=' ' | '\u{7F}' => {
                // A string takes whatever is written to it.
                let _ = write!(encoded, "%{:02X}", u32::from(c));
            }
            c => encoded.push(c),
        }
    }
    write(place, &encoded)
}

/// Writes the whole address that a reference leads to.
pub(in crate::check) fn write_whole_address(place: &Place<'_>) -> Option<Fix> {
    let source = place.source;
    let reference = place.whole_value()?;
    // Only the reader knows the base that is in force.
    if let Some(base) = source.url.filter(|_| !place.facts().has_base) {
        return write_resolved(place, &resolve(base, &reference));
    }
    let is_http = source.page.starts_with("http://") || source.page.starts_with("https://");
    if !is_http || !reference.starts_with('/') || !place.finding.subject.starts_with("rss/") {
        return None;
    }
    let fix = write_resolved(place, &resolve(source.page, &reference))?;
    Some(Fix { is_safe: false, ..fix })
}

fn write_resolved(place: &Place<'_>, address: &str) -> Option<Fix> {
    let is_whole = address.starts_with("http://") || address.starts_with("https://");
    let form = place.facts().form?;
    if !is_whole || broken_rule(form, address, &UrlParser::new()).is_some() {
        return None;
    }
    Some(Fix::safe(format!("write `{address}`"), vec![place.write(address)?]))
}

/// Writes a word in the spelling of its vocabulary.
pub(in crate::check) fn correct_word(place: &Place<'_>) -> Option<Fix> {
    let value = place.whole_value()?;
    let (ValueForm::Boolean(words) | ValueForm::Words(words)) = place.facts().form? else { return None };
    let truth = bool::read(&value)?;
    let word = words.iter().find(|word| bool::read(word) == Some(truth))?;
    write(place, word)
}

/// Writes whether there is explicit language in the words that Apple asks for.
pub(in crate::check) fn write_explicit(place: &Place<'_>) -> Option<Fix> {
    let word = if Explicit::read(&place.whole_value()?)? { "true" } else { "false" };
    write(place, word)
}

/// Writes a duration that can be read as hours, minutes and seconds.
pub(in crate::check) fn rewrite_duration(place: &Place<'_>) -> Option<Fix> {
    let duration = Duration::read(&place.whole_value()?)?;
    let seconds = duration.as_secs();
    (duration.subsec_nanos() == 0).then_some(())?;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    write(place, &format!("{hours}:{minutes:02}:{:02}", seconds % 60))
}

/// Writes a number that can be read in digits alone.
pub(in crate::check) fn rewrite_number(place: &Place<'_>) -> Option<Fix> {
    let number = u64::read(&place.whole_value()?)?;
    write(place, &number.to_string())
}
