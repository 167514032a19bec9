//! Untrusted texts on a page: shortened, and isolated from the surrounding text.

use maud::{Markup, html};

use crate::printable::printable;

/// The maximum lengths of titles and names in characters.
const TITLE: usize = 240;
const NAME: usize = 80;

/// Returns a title for a heading with `dir="auto"`.
pub(super) fn title(text: Option<&str>) -> String {
    shortened(text.unwrap_or("(no title)"), TITLE)
}

/// Returns a title within a line.
pub(super) fn inline_title(text: Option<&str>) -> Markup {
    html! { bdi { (title(text)) } }
}

/// Returns the name of a feed or a person within a line. Characters that reverse the direction (U+202E) do not affect the
/// text after it.
pub(super) fn name(text: &str) -> Markup {
    html! { bdi { (shortened(text, NAME)) } }
}

/// Returns a name for an attribute or a page title, which cannot be isolated.
pub(super) fn plain_name(text: &str) -> String {
    shortened(&printable(text), NAME)
}

/// Returns a text cut to at most `most` characters.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}
