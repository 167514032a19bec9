//! The faults of a document, with their source lines.

use std::io::{self, Write};

use bozofeed::encoding::Decoded;
use bozofeed::{Bozo, Fault, Parsed, Position, Warning};

use super::printable::{Colours, columns, message, safe};

/// The maximum number of faults and warnings shown.
const MOST: usize = 5;

/// The number of columns shown before a fault, and the maximum number of characters in total.
const BEFORE: usize = 40;
const SHOWN: usize = 80;

/// A decoded document, with its name.
pub struct Source<'a> {
    /// The name.
    pub name: &'a str,
    /// The text.
    pub decoded: &'a Decoded<'a>,
}

/// Prints the first faults and warnings.
pub(crate) fn print(
    out: &mut dyn Write,
    document: &Source<'_>,
    parsed: &Parsed,
    c: &Colours,
) -> io::Result<()> {
    // The faults of a document that is not a feed, such as an image, are of no use.
    if matches!(parsed.bozo, Some(Bozo::NotAFeed(_))) {
        return Ok(());
    }
    print_faults(out, document, &parsed.faults, parsed.fault_count, c)?;
    for warning in parsed.warnings.iter().take(MOST) {
        print_warning(out, document, warning, c)?;
    }
    match parsed.warnings.len().saturating_sub(MOST) {
        0 => Ok(()),
        // The model stores no more of them.
        more if parsed.warnings.len() >= 100 => writeln!(out, "    … and at least {more} more warnings"),
        more => writeln!(out, "    … and {more} more warnings"),
    }
}

/// Prints the first of these faults, and the number of others.
pub fn print_faults(
    out: &mut dyn Write,
    document: &Source<'_>,
    faults: &[Fault],
    count: usize,
    c: &Colours,
) -> io::Result<()> {
    for fault in faults.iter().take(MOST) {
        print_fault(out, document, fault, c)?;
    }
    if count > MOST {
        writeln!(out, "    … and {} more faults", count - MOST)?;
    }
    Ok(())
}

/// `file:line:column: warning: path: what 'value'`
fn print_warning(
    out: &mut dyn Write,
    document: &Source<'_>,
    warning: &Warning,
    c: &Colours,
) -> io::Result<()> {
    let Position { line, column, .. } = warning.position;
    let what = message(&format!("{}: {} '{}'", warning.path, warning.kind.description(), warning.value));
    let name = safe(document.name);
    writeln!(out, "    {name}:{line}:{column}: {}warning{}: {what}", c.yellow, c.off)
}

/// `file:line:column: message`, the line, and a caret below the place.
fn print_fault(out: &mut dyn Write, document: &Source<'_>, fault: &Fault, c: &Colours) -> io::Result<()> {
    let Position { line, column, offset, .. } = fault.position;
    let what = message(&fault.error.to_string());
    writeln!(out, "    {}:{line}:{column}: {}{what}{}", safe(document.name), c.red, c.off)?;
    let Some((before, after)) = line_at(document.decoded, offset) else {
        return Ok(());
    };
    let skip = before.chars().count().saturating_sub(BEFORE);
    let before = safe(&before.chars().skip(skip).collect::<String>());
    let room = SHOWN.saturating_sub(before.chars().count());
    let after = safe(&after.chars().take(room).collect::<String>());
    writeln!(out, "      {}{before}{}{}", c.dim, after.trim_end(), c.off)?;
    let indent = before.chars().map(columns).sum();
    writeln!(out, "      {}{}^{}", " ".repeat(indent), c.red, c.off)
}

/// Returns the line around an offset of the document, split at the offset. `None` if the text begins
/// after it.
fn line_at<'a>(decoded: &'a Decoded<'_>, offset: usize) -> Option<(&'a str, &'a str)> {
    let (before, after) = decoded.text.split_at_checked(offset.checked_sub(decoded.text_start)?)?;
    let before = before.rsplit('\n').next()?;
    let after = after.split('\n').next()?;
    Some((before, after))
}
