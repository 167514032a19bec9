//! The event module of RSS 1.0: <https://web.resource.org/rss/1.0/modules/event/>.

use super::rows::rows;
use crate::model::event::Event;

pub(super) const URIS: &[&str] = &["http://purl.org/rss/1.0/modules/event"];

rows! {
    Event {
        elements {
            "startdate" => start,
            "enddate" => end,
            "location" => location,
            "organizer" => organizer,
            "type" => kind,
        }
    }
}
