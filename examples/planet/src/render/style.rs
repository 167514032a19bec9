//! The style sheet: common rules, a colour for each feed on the page, and the site owner's style sheet.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::site::{CustomSheet, Site};
use crate::db::Feed;

const STYLE: &str = include_str!("style.css");

/// Returns the style sheet of a page with these feeds.
pub(super) fn sheet(site: &Site<'_>, feeds: &[&Feed]) -> String {
    let mut sheet = STYLE.to_owned();
    for feed in feeds {
        // Writing to a string does not fail.
        let _ = writeln!(sheet, ".f{}{{--hue:{}}}", feed.id, hue(feed));
    }
    sheet.push_str(site.sheet.map_or("", CustomSheet::as_str));
    sheet
}

/// Returns a hue for a feed, using the golden angle, so that feeds that were added together differ.
fn hue(feed: &Feed) -> i64 {
    feed.id.wrapping_mul(137).rem_euclid(360)
}

/// Returns the content security policy of a page: no frames, no forms, and no style sheet except this one. The page with a
/// script allows only that script, which cannot turn text into markup, and loads nothing else; other pages allow pictures,
/// audio and video.
pub(super) fn policy(sheet: &str, script: Option<&str>) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    let allowed = match script {
        Some(script) => {
            format!(
                "script-src 'sha256-{}'; require-trusted-types-for 'script'; trusted-types 'none'",
                hash(script)
            )
        }
        None => "img-src http: https: data:; media-src http: https:".to_owned(),
    };
    format!(
        "default-src 'none'; {allowed}; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(sheet)
    )
}
