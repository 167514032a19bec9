//! `TrackBack`: <http://madskills.com/public/xml/rss/module/trackback/>.

use super::Str;
use super::plain::plain;

plain! {
    /// `TrackBack` (<http://madskills.com/public/xml/rss/module/trackback/>).
    pub struct Trackback {
        /// `trackback:ping`: the URL to send a ping to, resolved.
        pub ping: Option<Str>,
        /// `trackback:about`: the URLs that were pinged, resolved.
        pub about: Vec<Str>,
    }
}
