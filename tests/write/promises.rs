//! The guarantees for every written document. The fuzz target `write` checks the same ones.

use bozofeed::content::{Sanitize, is_script_url};
use bozofeed::write::{Target, Writer, Written};
use bozofeed::{Parsed, Parser, Timestamp, parse};
use serde_json::Value;

use super::judge::judge;

const FORMATS: [Target; 3] = [Target::Atom, Target::Rss, Target::Json];

/// Returns the problems with the documents written from a feed in all formats.
pub(crate) fn faults(parsed: &Parsed, sanitize: &Sanitize) -> Vec<String> {
    let date = Timestamp::new(1_000_000_000, 0).unwrap_or(Timestamp::UNIX_EPOCH);
    let mut wrong = Vec::new();
    for (format, keeps) in FORMATS.into_iter().flat_map(|format| [(format, false), (format, true)]) {
        let mut written = Vec::new();
        let writer =
            Writer::new(format).keep_everything(keeps).fallback_date(date).sanitize(sanitize.clone());
        let found = match (writer.write(parsed, &mut written), judge(&written)) {
            (Err(error), _) => Err(error.to_string()),
            (_, Err(fault)) => Err(fault),
            (Ok(Written { entries, .. }), Ok(ids)) => has_entries(parsed, entries, &ids, &written),
        };
        wrong.extend(
            found.err().map(|fault| format!("{format}, keeps everything: {keeps}: {}", fault.escape_debug())),
        );
    }
    wrong
}

/// Compares the entries seen by other parsers with the entries of the model.
fn has_entries(
    parsed: &Parsed,
    written: usize,
    ids: &[Option<String>],
    document: &[u8],
) -> Result<(), String> {
    let count = parsed.entries.len();
    let dictionary = Value::from(Parser::new().dictionary(document));
    let entries = dictionary["entries"].as_array().map_or(&[][..], Vec::as_slice);
    let again = parse(document);
    let counts = [written, ids.len(), again.entries.len(), entries.len()];
    if counts != [count; 4] {
        return Err(format!(
            "entries: {count} are {counts:?} as returned, for others, for us, in the dictionary"
        ));
    }
    for (at, ((id, entry), again)) in ids.iter().zip(entries).zip(&again.entries).enumerate() {
        let id = id.as_deref().map(str::trim).unwrap_or_default();
        if is_script_url(id) {
            return Err(format!("id of entry {at} runs a script: {id:?}"));
        }
        let dictionary = entry["id"].as_str().unwrap_or_default();
        if id != again.id.as_deref().unwrap_or_default() || id != dictionary {
            return Err(format!(
                "id of entry {at}: {id:?}, for us {:?}, in the dictionary {dictionary:?}",
                again.id
            ));
        }
    }
    Ok(())
}
