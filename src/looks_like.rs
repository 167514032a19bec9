//! Describes input that is not a document of the expected kind.

use crate::diagnostics::LooksLike;

/// Returns the apparent kind of input that is neither a feed nor a list of feeds. `has_root` means that an XML element was read.
pub(crate) fn looks_like(bytes: &[u8], text: &str, has_root: bool) -> LooksLike {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let controls = |b: &&u8| **b < 0x20 && !b.is_ascii_whitespace();
    let beginning = &bytes[..bytes.len().min(1024)];
    // The signature of a binary format takes precedence over any appearance of the decoded text. The proportion of control
    // characters comes after JSON and HTML, which are recognized by their beginning even if they are damaged.
    if bozofeed_encoding::binary_format(bytes).is_some() {
        LooksLike::Binary
    } else if start.is_empty() {
        LooksLike::Empty
    } else if start.starts_with(['{', '[']) {
        LooksLike::Json
    } else if bozofeed_encoding::is_html(start.as_bytes()) {
        LooksLike::Html
    } else if beginning.iter().filter(controls).count() * 20 > beginning.len() {
        LooksLike::Binary
    } else if has_root && start.starts_with('<') {
        LooksLike::Xml
    } else {
        LooksLike::Other
    }
}
