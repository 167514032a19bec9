//! `Link` fields of an HTTP response.

use ::http::HeaderMap;

use crate::Headers;
use crate::discover::{LinkField, link_fields};

/// Returns the links in the `Link` fields of a response (RFC 8288): `self`, `hub` (of `WebSub`), `next`, `alternate` and others.
///
/// Targets are resolved against `base`, the URL of the response.
///
/// ```
/// use bozofeed::polling::links;
/// use http::{HeaderMap, HeaderValue};
///
/// let mut headers = HeaderMap::new();
/// headers.insert("link", HeaderValue::from_static("</hub>; rel=hub, </tides?page=2>; rel=\"next\""));
/// let links = links(&headers, "https://harbour.example/tides");
/// assert_eq!(links[0].href, "https://harbour.example/hub");
/// assert!(links[1].has_rel("next"));
/// ```
pub fn links(headers: &HeaderMap, base: &str) -> Vec<LinkField> {
    link_fields(&Headers::from(headers), base)
}
