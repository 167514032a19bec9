//! The `TrackBack` module: <http://madskills.com/public/xml/rss/module/trackback/>.

use super::rows::{resource, rows};
use crate::model::trackback::Trackback;

pub(super) const URIS: &[&str] = &["http://madskills.com/public/xml/rss/module/trackback"];

rows! {
    Trackback {
        elements {
            "ping" => ping via resource,
            "about" => about via resource,
        }
    }
}
