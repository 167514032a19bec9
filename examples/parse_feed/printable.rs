//! Text that is safe for a terminal, and its width.

use std::time::Duration;

use bozofeed::model::{Date, Text};

/// How wide a line may be.
pub(crate) const WIDTH: usize = 100;

/// A character that does nothing to a terminal and to the order of what is around it.
fn harmless(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => ' ',
        // Bidi_Control (UAX #9 §2).
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// A text without the controls that a document may have put into it.
pub(crate) fn safe(text: &str) -> String {
    text.chars().map(harmless).collect()
}

/// The same of what is no longer than a line or two.
pub(crate) fn message(text: &str) -> String {
    text.chars().take(2 * WIDTH).map(harmless).collect()
}

/// The same on one line, cut to `width` characters.
pub(crate) fn one_line(text: &str, width: usize) -> String {
    let safe = safe(text);
    let line = safe.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= width {
        return line;
    }
    let cut: String = line.chars().take(width - 1).collect();
    format!("{}…", cut.trim_end())
}

/// The same of a text, whose type says whether it has tags.
pub(crate) fn text_line(text: &Text, width: usize) -> String {
    one_line(&text.plain(), width)
}

/// How many columns of a terminal a character takes: the blocks that are wide or combining throughout (UAX #11).
pub(crate) fn columns(c: char) -> usize {
    match c {
        '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{FE00}'..='\u{FE0F}' => 0,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF01}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1F64F}'
        | '\u{1F900}'..='\u{1F9FF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
}

/// The minute that a date means, in UTC.
pub(crate) fn minute(date: &Date) -> Option<String> {
    date.value.map(|instant| instant.strftime("%Y-%m-%d %H:%M").to_string())
}

/// `1:02:03`, `2:03`
pub(crate) fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// `312 bytes`, `12.3 MB`: multiples of a thousand.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} bytes"),
    }
}
