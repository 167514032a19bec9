//! Markup: policies, the sanitizer, escaping, and the URLs of feeds.
//!
//! The crate [`bozofeed-content`](https://docs.rs/bozofeed-content/0.2) describes how markup is sanitized, and why the result is
//! safe in any page.
//!
//! Without the feature `sanitize` there is no `Sanitizer`, no `SafeHtml`, and no policy except [`Sanitize::Off`]: markup is kept as
//! written, with its relative URIs resolved. [`Text::to_html`](crate::model::Text::to_html) returns it escaped. With the feature,
//! it applies the policy `Reader` to markup that was not sanitized. So the feature, which another crate may enable, never makes
//! output unsafe.

#[doc(inline)]
#[cfg(feature = "sanitize")]
pub use bozofeed_content::{Allowlist, SafeHtml, Sanitizer};
#[doc(inline)]
pub use bozofeed_content::{FoundUrl, Sanitize, UrlKind, escape, without_feed_scheme, without_tracking};
#[doc(inline)]
pub use bozofeed_text::html::parsed_url::BoundedUrlParser;
#[doc(inline)]
pub use bozofeed_text::html::references::unescape;
#[doc(inline)]
pub use bozofeed_text::html::uri::is_script_url;
