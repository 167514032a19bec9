//! The Pingback module: <http://madskills.com/public/xml/rss/module/pingback/>.

use super::read::{Described, Elements};
use crate::model::Pingback;

pub(super) const URIS: &[&str] = &["http://madskills.com/public/xml/rss/module/pingback"];

/// RSS 2.0 writes the URL as text, RSS 1.0 in `rdf:resource`.
pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    entry.pingback = Some(Box::new(Pingback {
        server: elements.resource("server"),
        target: elements.resource("target"),
        about: elements.resources("about"),
    }));
}
