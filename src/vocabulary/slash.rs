//! The Slash module of RSS 1.0: <https://web.resource.org/rss/1.0/modules/slash/>.

use super::read::Element;
use super::rows::rows;
use super::value::Read as _;
use crate::diagnostics::WarningKind;
use crate::model::Typed;
use crate::model::slash::Slash;

pub(super) const URIS: &[&str] = &["http://purl.org/rss/1.0/modules/slash"];

rows! {
    Slash {
        elements {
            "section" => section,
            "department" => department,
            "comments" => comments,
            "hit_parade" | "hitParade" => hit_parade via hit_parade,
        }
    }
}

/// Reads comma-separated numbers.
fn hit_parade(element: &Element<'_>) -> Option<Typed<Vec<u64>>> {
    element.text().typed_by(WarningKind::UnreadableNumber, |values, text| {
        let numbers = text.split(',').map(|number| u64::read(number.trim()));
        values.keep_each(numbers).collect()
    })
}
