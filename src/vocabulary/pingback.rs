//! The Pingback module: <http://madskills.com/public/xml/rss/module/pingback/>.

use super::rows::{resource, rows};
use crate::model::pingback::Pingback;

pub(super) const URIS: &[&str] = &["http://madskills.com/public/xml/rss/module/pingback"];

rows! {
    Pingback {
        elements {
            "server" => server via resource,
            "target" => target via resource,
            "about" => about via resource,
        }
    }
}
