//! Text that is safe for a terminal, with its width and colours.

use std::time::Duration;

use bozofeed::Timestamp;
use bozofeed::model::Text;

/// The maximum width of a line.
pub const WIDTH: usize = 100;

/// ANSI sequences, or nothing if the output is not a terminal.
#[derive(Debug)]
pub struct Colours {
    /// Begins bold text.
    pub bold: &'static str,
    /// Begins faint text.
    pub dim: &'static str,
    /// Begins red text.
    pub red: &'static str,
    /// Begins yellow text.
    pub yellow: &'static str,
    /// Ends any of them.
    pub off: &'static str,
}

const COLOURS: Colours =
    Colours { bold: "\x1b[1m", dim: "\x1b[2m", red: "\x1b[31m", yellow: "\x1b[33m", off: "\x1b[0m" };
const NONE: Colours = Colours { bold: "", dim: "", red: "", yellow: "", off: "" };

impl Colours {
    /// Returns the sequences if colours are enabled.
    pub fn new(colours: bool) -> &'static Self {
        if colours { &COLOURS } else { &NONE }
    }
}

/// Returns whether a character controls the terminal or the order of the text around it, breaks the line, or is invisible.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            // Bidi_Control (UAX #9 §2), line and paragraph separators, zero-width characters and fillers.
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
                | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
                | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
                // Variation selectors, except the ones that select the form of an emoji.
                | '\u{FE00}'..='\u{FE0D}'
                // Tags and further variation selectors.
                | '\u{E0000}'..='\u{E0FFF}'
        )
}

/// Appends a character: white space as a space, and a hidden character escaped, as `\u{200b}`.
fn push_safe(text: &mut String, c: char) {
    match c {
        '\t' | '\n' | '\r' => text.push(' '),
        c if is_hidden(c) => text.extend(c.escape_unicode()),
        c => text.push(c),
    }
}

/// Returns a text on one line, with hidden characters escaped.
pub fn safe(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push_safe(&mut shown, c));
    shown
}

/// Returns the start of a text, at most a line or two, with hidden characters escaped.
pub fn message(text: &str) -> String {
    let mut shown = String::new();
    text.chars().take(2 * WIDTH).for_each(|c| push_safe(&mut shown, c));
    shown
}

/// Returns a text on one line, with hidden characters escaped, cut to `width` characters.
pub fn one_line(text: &str, width: usize) -> String {
    /// The number of characters examined for each character shown: a text may be long, and be shown often.
    const MOST: usize = 16;
    let end = text.char_indices().nth(MOST * (width + 1)).map_or(text.len(), |(end, _)| end);
    let mut line = String::new();
    for word in text.get(..end).unwrap_or(text).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        // The rest of a long word is cut off.
        word.chars().take(width + 1).for_each(|c| push_safe(&mut line, c));
        if line.chars().count() > width {
            let cut: String = line.chars().take(width - 1).collect();
            return format!("{}…", cut.trim_end());
        }
    }
    line
}

/// Returns the plain text of a text on one line, as [`one_line`] does.
pub(crate) fn text_line(text: &Text, width: usize) -> String {
    one_line(&text.to_line(), width)
}

/// Returns the number of terminal columns of a character, based on the blocks that are entirely wide or combining (UAX
/// #11).
pub fn columns(c: char) -> usize {
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

/// Returns a time to the minute, in UTC: `2026-11-21 08:15`.
pub fn minute(time: Timestamp) -> String {
    let text = time.to_string();
    let (day, clock) = text.split_once('T').unwrap_or_default();
    format!("{day} {}", clock.get(..5).unwrap_or_default())
}

/// `1:02:03`, `2:03`
pub(crate) fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// `312 bytes`, `12.3 MB`: multiples of a thousand.
pub fn size(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB")];
    match UNITS.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} bytes"),
    }
}
