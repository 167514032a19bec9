//! `planet search`.

use std::io::Write;

use crate::Error;
use crate::db::Database;
use crate::printable::{cut, printable};

/// Prints the entries that contain all words.
pub(crate) fn print(
    database: &Database,
    words: &[String],
    limit: u32,
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), Error> {
    for hit in database.search(words, limit)? {
        if is_json {
            serde_json::to_writer(&mut *out, &hit).map_err(std::io::Error::from)?;
            writeln!(out)?;
            continue;
        }
        let day = hit.sorted_at.get(..10).unwrap_or_default();
        writeln!(
            out,
            "{day}  {}  ({})",
            cut(hit.title.as_deref().unwrap_or("(no title)"), 90),
            cut(&hit.feed, 40)
        )?;
        writeln!(out, "            {}", cut(&hit.snippet, 120))?;
        if let Some(link) = &hit.link {
            writeln!(out, "            {}", printable(link))?;
        }
    }
    Ok(())
}
