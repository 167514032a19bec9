//! Podlove Simple Chapters: <https://podlove.org/simple-chapters/>.

use super::{AttributesField, Rule};

pub(super) const URIS: &[&str] = &["http://podlove.org/simple-chapters"];

pub(super) fn element(name: &str) -> Option<Rule> {
    Some(match name {
        "chapters" => Rule::Attributes(AttributesField::Chapters),
        "chapter" => Rule::Attributes(AttributesField::Chapter),
        _ => return None,
    })
}
