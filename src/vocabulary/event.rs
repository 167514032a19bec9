//! The event module of RSS 1.0: <https://web.resource.org/rss/1.0/modules/event/>.

use super::read::{Described, Elements};
use crate::model::Event;

pub(super) const URIS: &[&str] = &["http://purl.org/rss/1.0/modules/event"];

pub(super) fn read(elements: Elements<'_>, to: &mut Described<'_>) {
    let Described::Entry(entry) = to else { return };
    entry.event = Some(Box::new(Event {
        start: elements.text("startdate").date(),
        end: elements.text("enddate").date(),
        location: elements.text("location").string(),
        organizer: elements.text("organizer").string(),
        kind: elements.text("type").string(),
    }));
}
