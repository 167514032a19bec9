//! `planet prune`.

use std::io::Write;

use crate::Error;
use crate::db::Pruned;

/// Prints the numbers of removed items.
pub(crate) fn print(pruned: &Pruned, is_json: bool, out: &mut impl Write) -> Result<(), Error> {
    if is_json {
        serde_json::to_writer(&mut *out, pruned).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    let Pruned { entries, revisions, bytes_before, bytes_after } = pruned;
    let megabytes = |bytes: &u64| format!("{}.{} MB", bytes / 1_000_000, bytes % 1_000_000 / 100_000);
    writeln!(
        out,
        "removed {entries} entries and {revisions} revisions; {} instead of {}",
        megabytes(bytes_after),
        megabytes(bytes_before)
    )?;
    Ok(())
}
