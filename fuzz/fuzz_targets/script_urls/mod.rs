//! Script URLs in JSON.

use bozofeed::content::is_script_url;
use serde_json::Value;

/// Members whose values are followed as URLs.
static URLS: [&str; 6] = ["href", "url", "link", "icon", "logo", "src"];

/// Returns the first URL that would run a script.
pub(crate) fn find_script_url(value: &Value) -> Option<&str> {
    let mut open = vec![("", value)];
    while let Some((name, value)) = open.pop() {
        match value {
            Value::String(text) if URLS.contains(&name) && is_script_url(text) => return Some(text),
            Value::Array(values) => open.extend(values.iter().map(|value| (name, value))),
            Value::Object(members) => open.extend(members.iter().map(|(name, value)| (name.as_str(), value))),
            _ => {}
        }
    }
    None
}
