//! The Slash module of RSS 1.0: <https://web.resource.org/rss/1.0/modules/slash/>.

use super::read::{Described, Elements};
use crate::diagnostics::WarningKind;
use crate::model::Slash;

pub(super) const URIS: &[&str] = &["http://purl.org/rss/1.0/modules/slash"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    let hit_parade = elements.text("hit_parade").or(elements.text("hitparade"));
    entry.slash = Some(Box::new(Slash {
        section: elements.text("section").string(),
        department: elements.text("department").string(),
        comments: elements.text("comments").number(),
        hit_parade: hit_parade.typed(WarningKind::UnreadableNumber, |raw| {
            raw.split(',').map(|number| number.trim().parse().ok()).collect()
        }),
    }));
}
