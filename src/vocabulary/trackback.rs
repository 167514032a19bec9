//! The `TrackBack` module: <http://madskills.com/public/xml/rss/module/trackback/>.

use super::read::{Described, Elements};
use crate::model::Trackback;

pub(super) const URIS: &[&str] = &["http://madskills.com/public/xml/rss/module/trackback"];

/// RSS 2.0 writes the URL as text, RSS 1.0 in `rdf:resource`.
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    entry.trackback =
        Some(Box::new(Trackback { ping: elements.resource("ping"), about: elements.resources("about") }));
}
