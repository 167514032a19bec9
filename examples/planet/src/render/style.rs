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
        let _ = writeln!(sheet, ".f{}{{--hue:{}}}", feed.id, hue(&feed.url));
    }
    sheet
}

/// Returns a colour that depends on the address alone.
fn hue(url: &str) -> u16 {
    let digest = Sha256::digest(url.as_bytes());
    let [first, second, ..] = digest[..] else { return 0 };
    u16::from_be_bytes([first, second]) % 360
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
