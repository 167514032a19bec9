//! Written documents are valid in their format, and can be read again.
//!
//! Each fixture is written in every format, read again and compared leaf by leaf. Every field of the model is also tested
//! separately, with values from the fixtures and with odd texts. Models with any content are written without a fault.

mod address;
mod hostile;
mod judge;
mod kept;
mod ledger;
mod meaning;
mod members;
mod odd;
mod options;
mod peers;
mod promises;
mod rules;
mod schema;
mod table;
mod well_formed;

use bozofeed::model::{Entry, Extension, Feed, IdentityRule};
use bozofeed::write::{Target, Writer};
use bozofeed::{Document, Format, Parsed, Timestamp, parse};
use serde_json::{Value, json};

use crate::common::{fixtures, headers_beside, repository};
use crate::leaves::compare;
use ledger::{FIXTURES, OF_ANOTHER_FORMAT, OF_THE_SAME_FORMAT, OTHER_BYTES};
use meaning::{meaning, readable};
use schema::{Kind, Schema, Specimens};
use well_formed::well_formed;

pub(crate) const FORMATS: [(&str, Target); 3] =
    [("atom", Target::Atom), ("rss", Target::Rss), ("json", Target::Json)];

/// A row of a ledger: the formats, the path of leaves without indices, in which `*` is anything, and a reason.
pub(crate) type Exception = (&'static str, &'static str, &'static str);

/// Returns a writer with a date for feeds without one.
pub(crate) fn writer(format: Target) -> Writer {
    Writer::new(format).keep_everything(true).fallback_date(Timestamp::new(1_000_000_000, 0).unwrap())
}

/// Writes a feed and reads it again. Returns the document and the result of reading it, or an error: a fault, or different bytes
/// when it is written again.
pub(crate) fn written_and_read(format: Target, parsed: &Parsed) -> Result<(Vec<u8>, Parsed), String> {
    let mut written = Vec::new();
    writer(format).write(parsed, &mut written).map_err(|error| error.to_string())?;
    well_formed(&written).map_err(|fault| format!("{fault} in {}", String::from_utf8_lossy(&written)))?;
    let again = parse(&written);
    if again.bozo.is_some() || again.fault_count > 0 {
        return Err(format!("read with {:?}, {:?}", again.bozo, again.faults));
    }
    if again.entries.len() != parsed.entries.len() {
        return Err(format!("{} entries became {}", parsed.entries.len(), again.entries.len()));
    }
    Ok((written, again))
}

/// Describes the first difference between two documents.
pub(crate) fn difference(one: &[u8], other: &[u8]) -> Option<String> {
    let at = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let part = |bytes: &[u8]| {
        let end = bytes.len().min(at + 60);
        String::from_utf8_lossy(&bytes[at.saturating_sub(60).min(end)..end]).into_owned()
    };
    (one != other).then(|| format!("{:?} became {:?}", part(one), part(other)))
}

/// Rows of a ledger, with a record of the needed ones.
pub(crate) struct Ledger {
    rows: &'static [Exception],
    is_needed: Vec<bool>,
}

impl Ledger {
    pub(crate) fn new(rows: &'static [Exception]) -> Self {
        Self { rows, is_needed: vec![false; rows.len()] }
    }

    /// Returns whether a leaf is an exception.
    pub(crate) fn has(&mut self, format: &str, path: &str) -> bool {
        let mut found = false;
        for ((formats, known, _), is_needed) in self.rows.iter().zip(&mut self.is_needed) {
            if matches(path, known) && formats.split(' ').any(|known| known == format) {
                *is_needed = true;
                found = true;
            }
        }
        found
    }

    /// Returns the unneeded rows.
    pub(crate) fn unneeded(&self) -> impl Iterator<Item = String> {
        let rows = self.rows.iter().zip(&self.is_needed).filter(|(_, is_needed)| !**is_needed);
        rows.map(|((formats, path, _), _)| format!("{formats} {path} is not an exception"))
    }
}

/// Returns whether a path matches the path of a row, in which `*` stands for anything.
fn matches(path: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return path == pattern };
    let Some(path) = path.strip_prefix(start) else { return false };
    rest.is_empty() || path.char_indices().any(|(at, _)| matches(&path[at..], rest))
}

pub(crate) fn model(parsed: &Parsed) -> Value {
    json!({ "feed": parsed.feed, "entries": parsed.entries })
}

/// Returns a result with these parts.
pub(crate) fn result(feed: Feed, entries: Vec<Entry>) -> Parsed {
    let mut parsed = Parsed::default();
    (parsed.feed, parsed.entries) = (feed, entries);
    parsed
}

/// Returns the fixtures that are feeds, with their names.
pub(crate) fn feeds() -> impl Iterator<Item = (String, Parsed)> {
    fixtures().into_iter().filter_map(|path| {
        let bytes = std::fs::read(&path).unwrap();
        let parsed = parse(Document::new(&bytes).headers(headers_beside(&path)));
        let name = path.strip_prefix(repository().join("fixtures")).unwrap().display().to_string();
        parsed.is_feed().then_some((name, parsed))
    })
}

/// Returns values of every type with its fields filled, from the fixtures.
pub(crate) fn specimens(schema: &Schema) -> Specimens {
    let mut specimens = Specimens::default();
    // Pages contain no elements of the formats, and so no specific fields.
    for (_, parsed) in feeds().filter(|(_, parsed)| parsed.format != Format::HFeed) {
        specimens.add(schema, &Kind::Struct("Feed".to_owned()), &json!(parsed.feed));
        let entries = Kind::List(Box::new(Kind::Struct("Entry".to_owned())));
        specimens.add(schema, &entries, &json!(parsed.entries));
    }
    specimens
}

/// The other tests rely on this.
#[test]
fn fixtures_fill_every_field() {
    let schema = Schema::of_model();
    assert_eq!(specimens(&schema).missing(&schema), [""; 0]);
}

/// Removes the identifiers that the writer has replaced.
fn remove_original_ids(parsed: &mut Parsed) {
    let others = |extensions: &[Extension]| {
        let is_other = |extension: &&Extension| (&*extension.prefix, &*extension.name) != ("bozofeed", "id");
        extensions.iter().filter(is_other).cloned().collect::<Vec<_>>()
    };
    let extensions = others(parsed.feed.extensions());
    parsed.feed.set_extensions(extensions);
    for entry in &mut parsed.entries {
        let extensions = others(entry.extensions());
        entry.set_extensions(extensions);
    }
}

#[test]
fn fixtures_are_read_again_as_they_were() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut same = Ledger::new(OF_THE_SAME_FORMAT);
    let mut another = Ledger::new(OF_ANOTHER_FORMAT);
    let mut fixtures = Ledger::new(FIXTURES);
    for (name, parsed) in feeds() {
        for (format, written) in FORMATS {
            count += 1;
            let mut again = match written_and_read(written, &parsed) {
                Ok((_, again)) => again,
                Err(fault) => {
                    wrong.push(format!("{format} {name}: {fault}"));
                    continue;
                }
            };
            remove_original_ids(&mut again);
            let is_same = written == Target::of(parsed.format);
            let ledger = if is_same { &mut same } else { &mut another };
            let comparable = if is_same { readable } else { meaning };
            let differences = compare(&comparable(&model(&parsed)), &comparable(&model(&again))).differences;
            let unknown = differences.into_iter().filter(|difference| {
                !ledger.has(format, &difference.path)
                    && !fixtures.has(format, &format!("{name} {}", difference.path))
            });
            wrong.extend(unknown.map(|difference| {
                let (path, expected, found) = (difference.path, difference.expected, difference.found);
                let of = if is_same { "same" } else { "another" };
                format!("{format} ({of}) {path}: {expected:?} became {found:?} in {name}")
            }));
        }
    }
    assert!(count > 900, "{count} documents");
    wrong.extend(same.unneeded().chain(another.unneeded()).chain(fixtures.unneeded()));
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn fixtures_are_written_again_in_the_same_bytes() {
    let mut wrong = Vec::new();
    let mut ledger = Ledger::new(OTHER_BYTES);
    for (name, parsed) in feeds() {
        for (format, written) in FORMATS {
            // The other test reports the failure.
            let Ok((first, again)) = written_and_read(written, &parsed) else { continue };
            let second = written_and_read(written, &again).map(|(second, _)| second);
            let fault = match second {
                Ok(second) => difference(&first, &second),
                Err(fault) => Some(fault),
            };
            if let Some(fault) = fault
                && !ledger.has(format, &name)
            {
                wrong.push(format!("{format} {name}: {fault}"));
            }
        }
    }
    wrong.extend(ledger.unneeded());
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Only a result contains the namespaces of attributes without a field.
#[test]
fn a_result_is_written_like_its_parts() {
    let mut wrong = Vec::new();
    for (name, mut parsed) in feeds() {
        parsed.namespaces.clear();
        // A reader of single entries cannot know that another entry has the same identifier.
        if parsed.identity_rule() != IdentityRule::Id {
            continue;
        }
        for (format, kind) in FORMATS {
            let (mut whole, mut parts) = (Vec::new(), Vec::new());
            let one =
                writer(kind).write(&parsed, &mut whole).map(|written| (written.entries, written.loss_count));
            let other = writer(kind).write_feed(&parsed.feed, &parsed.entries, &mut parts);
            let other = other.map(|written| (written.entries, written.loss_count));
            let text = writer(kind).to_text(&parsed).unwrap_or_default();
            if one.ok() != other.ok() || whole != parts || text.as_bytes() != whole {
                wrong.push(format!("{format} {name}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}
