//! The ids of feeds and entries.

use super::{URI_SCHEME_UNREGISTERED, uris};
use crate::Rule;
use crate::fixes::{Fix, FixPlace};
use bozofeed_text::html::parsed_url::UrlParser;
use bozofeed_text::html::uri::{is_http, scheme};

rule_family! {
    ID_NOT_URI = "id-not-uri", Error, "the id is not a whole address", "Write a whole address, or a tag: URI such as tag:harbour.example,2020:12.", "RFC 4287 §4.2.6"
        { Feed "<entry><id>low-tide</id></entry>" => "<entry><id>tag:harbour.example,2020:low-tide</id></entry>" };
    ID_SCHEME_INVALID = "id-scheme-invalid", Warning, "malformed tag: or urn: URI", "Write tag:DOMAIN,DATE:NAME, such as tag:harbour.example,2020:12, or urn:NAMESPACE:NAME.", "RFC 4151 §2; RFC 8141 §2"
        { Feed "<entry><id>tag:harbour</id></entry>" => "<entry><id>tag:harbour.example,2020:low-tide</id></entry>" };
    ID_NOT_NORMALIZED = "id-not-normalized", Note, "an id that is an address in an unusual spelling", "Write the address as browsers show it: readers compare ids letter by letter.", "RFC 4287 §4.2.6.1; RFC 3986 §6.2.2"
        { Feed "<entry><id>http://Harbour.example/12</id></entry>" => "<entry><id>http://harbour.example/12</id></entry>" };
    GUID_NOT_PERMALINK = "guid-not-permalink", Error, "the guid is not an address, but is not marked as another kind of id", "Add isPermaLink=\"false\".", "RSS 2.0, guid"
        [fix Named deny_permalink] { Item "<guid>41</guid>" => r#"<guid isPermaLink="false">41</guid>"# };
}

/// Returns the rule broken by an Atom id.
pub(crate) fn rule_of_id(text: &str, urls: &UrlParser) -> Option<&'static Rule> {
    let unless = |holds: bool, rule| if holds { None } else { Some(rule) };
    if !uris::is_absolute(text) || text.contains(char::is_whitespace) {
        return Some(&ID_NOT_URI);
    }
    let broken = uris::broken_scheme_rule(text)
        .or_else(|| if is_http(text) { uris::broken_rule(text, false, urls) } else { None });
    let is_registered = scheme(text).is_none_or(uris::is_registered);
    broken
        .or_else(|| unless(uris::is_normalized(text), &ID_NOT_NORMALIZED))
        .or_else(|| unless(is_registered, &URI_SCHEME_UNREGISTERED))
}

/// Marks a guid as not being an address.
fn deny_permalink(place: &FixPlace<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| place.name_of(*tag) == "guid")?;
    let edit = place.set_attribute(tag, "isPermaLink", "false")?;
    Some(Fix::safe("add isPermaLink=\"false\"", vec![edit]))
}
