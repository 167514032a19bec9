//! HTML pages, as far as they lead to feeds: their text, their tags, and their links.
//!
//! The crate `bozofeed-discover` finds the feeds and the icons of a page by them.
//!
//! ```
//! use bozofeed::Headers;
//! use bozofeed::page::{self, PageTags};
//!
//! let page = page::decode(b"<meta charset=iso-8859-1><a href='/m\xF6we?a&amp;b'>Gulls</a>", &Headers::new());
//! let anchor = PageTags::new(&page.text).find(|tag| tag.is("a") && !tag.is_end).unwrap();
//! assert_eq!(anchor.attribute("href").as_deref(), Some("/m\u{f6}we?a&b"));
//! assert_eq!(&page.text[anchor.end..], "Gulls</a>");
//! ```

mod feeds;
mod tags;

use std::borrow::Cow;

use crate::Headers;
use crate::encoding::{self, Decoded, EncodingPolicy};
use bozofeed_text::html::parsed_url::UrlParser;

pub(crate) use feeds::DeclaredLink;
#[cfg(feature = "h-feed")]
pub(crate) use feeds::has_own_feed;
pub use feeds::{is_host_of_feeds, is_likely_feed, is_word_for_feeds};
pub use tags::{PageTag, PageTags};

/// Decodes a page as a browser does.
pub fn decode<'a>(bytes: &'a [u8], headers: &Headers) -> Decoded<'a> {
    let mut headers = Cow::Borrowed(headers);
    // A document without a media type is HTML.
    if headers.content_type().is_none() {
        headers.to_mut().insert("content-type", "text/html");
    }
    encoding::decode_bytes(&EncodingPolicy::ENCODING_STANDARD, bytes, &headers)
}

/// Returns the base URL that a `base` element gives to the page at a URL. `None` if it is one that the HTML Standard forbids (4.2.3).
///
/// ```
/// use bozofeed::page::base_url;
///
/// assert_eq!(base_url("https://harbour.example/a/", "/b/").as_deref(), Some("https://harbour.example/b/"));
/// assert_eq!(base_url("https://harbour.example/a/", "data:text/html,"), None);
/// ```
pub fn base_url(page: &str, href: &str) -> Option<String> {
    let urls = UrlParser::new();
    let base = match urls.parse(page) {
        Ok(page) => urls.join(&page, href).ok()?,
        // Without the URL of the page, only an absolute URL can be the base.
        Err(_) => urls.parse(href).ok()?,
    };
    matches!(base.scheme(), "http" | "https").then(|| base.into())
}
