//! The style sheet: one for the page, and a colour for each feed.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::db::Feed;

const STYLE: &str = include_str!("style.css");

/// Returns the style sheet of a page that shows these feeds.
pub(super) fn sheet(feeds: &[Feed]) -> String {
    let mut sheet = STYLE.to_owned();
    for feed in feeds {
        // Writing to a string does not fail.
        let _ = writeln!(sheet, ".f{}{{--hue:{}}}", feed.id, hue(feed));
    }
    sheet
}

/// Returns a hue for a feed: by the golden angle, so that feeds that were added together differ.
fn hue(feed: &Feed) -> i64 {
    feed.id.wrapping_mul(137).rem_euclid(360)
}

/// Returns the content security policy of a page with this style sheet: no scripts, no frames, no forms; pictures, sound and
/// film of the web; this style sheet and no other.
pub(super) fn policy(sheet: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(sheet.as_bytes()));
    format!(
        "default-src 'none'; img-src http: https: data:; media-src http: https:; style-src 'sha256-{hash}'; \
         base-uri 'none'; form-action 'none'"
    )
}
