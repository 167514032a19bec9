//! Tells users what their input is if it is not a document of the expected kind.

use crate::diagnostics::LooksLike;
use crate::encoding;

/// Returns what input looks like that is neither a feed nor a list of feeds. `has_root` if an XML element was read.
pub(crate) fn looks_like(bytes: &[u8], text: &str, has_root: bool) -> LooksLike {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let head: String = start.chars().take(1024).collect::<String>().to_ascii_lowercase();
    let controls = |b: &&u8| **b < 0x20 && !b.is_ascii_whitespace();
    let beginning = &bytes[..bytes.len().min(1024)];
    if encoding::binary_format(bytes).is_some() {
        LooksLike::Binary
    } else if start.is_empty() {
        LooksLike::Empty
    } else if start.starts_with(['{', '[']) {
        LooksLike::Json
    } else if head.contains("<html")
        || head.contains("<!doctype html")
        || (head.contains("<head") || head.contains("<body")) && !head.contains("<opml")
    {
        LooksLike::Html
    } else if beginning.iter().filter(controls).count() * 20 > beginning.len() {
        LooksLike::Binary
    } else if has_root && start.starts_with('<') {
        LooksLike::Xml
    } else {
        LooksLike::Other
    }
}
