//! Changes of JSON.

use super::place::Place;
use super::{Edit, Fix};

/// The version of JSON Feed.
const VERSION: &str = "https://jsonfeed.org/version/1.1";

/// Removes the comma at the place.
pub(super) fn remove_comma(place: &Place<'_>) -> Option<Fix> {
    place
        .rest()
        .starts_with(',')
        .then(|| Fix::safe("remove the comma", vec![Edit::remove(place.start..place.start + 1)]))
}

/// Adds a comma after the value before the place.
pub(super) fn add_comma(place: &Place<'_>) -> Option<Fix> {
    let before = place.text().get(..place.start)?.trim_end();
    let ends_value = before.ends_with(|c: char| matches!(c, '"' | '}' | ']') || c.is_ascii_alphanumeric());
    ends_value.then(|| Fix::safe("add a comma", vec![Edit::insert(before.len(), ",")]))
}

/// Adds the version, before the other members.
pub(super) fn add_version(place: &Place<'_>) -> Option<Fix> {
    let at = place.text().find('{')? + 1;
    let after = place.text().get(at..)?;
    let space = after.get(..after.len() - after.trim_start().len())?;
    let text = format!("{space}\"version\": \"{VERSION}\",");
    Some(Fix::safe(format!("add \"version\": \"{VERSION}\""), vec![Edit::insert(at, text)]))
}

/// Writes the version that is meant.
pub(super) fn correct_version(place: &Place<'_>) -> Option<Fix> {
    let version = place.rest().strip_prefix('"')?;
    let length = version.find('"')?;
    let written = version.get(..length)?;
    // Version 1.0 of JSON Feed is written `/1`.
    let meant = if written.trim_end_matches('/').ends_with("/1") {
        "https://jsonfeed.org/version/1"
    } else {
        VERSION
    };
    let range = place.start + 1..place.start + 1 + length;
    Some(Fix::safe(format!("write `{meant}`"), vec![Edit::replace(range, meant)]))
}
