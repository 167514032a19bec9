//! Pingback: <http://madskills.com/public/xml/rss/module/pingback/>.

use super::Str;
use super::plain::plain;

plain! {
    /// Pingback (<http://madskills.com/public/xml/rss/module/pingback/>).
    pub struct Pingback {
        /// `pingback:server`: the URL to send a pingback to, resolved.
        pub server: Option<Str>,
        /// `pingback:target`: the URL to ping, resolved.
        pub target: Option<Str>,
        /// `pingback:about`: the URLs that were pinged, resolved.
        pub about: Vec<Str>,
    }
}
