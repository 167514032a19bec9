//! Changes of JSON.

use super::place::Place;
use super::{Edit, Fix};

/// The version of JSON Feed.
const VERSION: &str = "https://jsonfeed.org/version/1.1";

/// Removes the comma at the place.
pub(in crate::check) fn remove_comma(place: &Place<'_>) -> Option<Fix> {
    let comma = place.literal(",")?;
    Some(Fix::safe("remove the comma", vec![Edit::remove(&comma)]))
}

/// Adds a comma after the value before the place.
pub(in crate::check) fn add_comma(place: &Place<'_>) -> Option<Fix> {
    let before = place.before();
    let blank = before.get(before.trim_end().len()..)?;
    let ends_value =
        before.trim_end().ends_with(|c: char| matches!(c, '"' | '}' | ']') || c.is_ascii_alphanumeric());
    let end = place.literal_before(blank)?.start();
    ends_value.then(|| Fix::safe("add a comma", vec![Edit::replace(&end, ",")]))
}

/// Adds the version, before the other members.
pub(in crate::check) fn add_version(place: &Place<'_>) -> Option<Fix> {
    let start = place.literal("{")?.end();
    let after = place.rest().get(1..)?;
    let space = after.get(..after.len() - after.trim_start().len())?;
    let text = format!("{space}\"version\": \"{VERSION}\",");
    Some(Fix::safe(format!("add \"version\": \"{VERSION}\""), vec![Edit::replace(&start, text)]))
}

/// Writes the version that is meant.
pub(in crate::check) fn correct_version(place: &Place<'_>) -> Option<Fix> {
    let rest = place.rest();
    let length = rest.strip_prefix('"')?.find('"')?;
    let written = rest.get(1..=length)?;
    // Version 1.0 of JSON Feed is written `/1`.
    let meant = if written.trim_end_matches('/').ends_with("/1") {
        "https://jsonfeed.org/version/1"
    } else {
        VERSION
    };
    let value = place.literal(rest.get(..length + 2)?)?;
    Some(Fix::safe(format!("write `{meant}`"), vec![Edit::replace(&value, format!("\"{meant}\""))]))
}
