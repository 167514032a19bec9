//! Markup functions for `bozofeed`, `bozofeed-model` and `bozofeed-check` only: the conventions and the budget of a document, and the
//! rules of the sanitizer. They may change in any version.

pub use super::allowlist::{URL_SCHEMES, is_kept_css_property};
pub use super::budget::{Exceeded, GrowthBudget};
#[cfg(feature = "sanitize")]
pub use super::cleaner::sanitized;
pub use super::cleaner::{SanitizeValues, sanitized_again};
pub use super::conventions::MarkupConventions;
pub use super::found_urls::FoundUrls;
pub use super::guess::{has_references, looks_like_html};
pub use super::links::resolve_attribute;
pub use super::rewrite::UrlRewriter;
pub use super::undeclared::UndeclaredMarkup;
pub use super::uri_attributes::is_resolved_attribute;
pub use super::xhtml::Syntax;
