//! Anchors that probably lead to a feed, judging by their URLs and texts.

use std::borrow::Cow;

use bozofeed::content::BoundedUrlParser;

use super::likely;
use super::page::{Anchor, AnchorUrl};
use super::sites;

/// Returns whether the URL of an anchor looks like a feed's, whatever its text is.
pub(super) fn has_feed_url(anchor: &Anchor, urls: &BoundedUrlParser) -> bool {
    anchor.is_feed
        || match &anchor.url {
            AnchorUrl::Resolved(url) => likely::is_likely_url(url),
            AnchorUrl::Written(href) => likely::is_likely(href, urls),
        }
}

/// Returns the URL of the feed that an anchor probably leads to.
pub(super) fn feed(anchor: &Anchor, urls: &BoundedUrlParser) -> Option<String> {
    let url = match &anchor.url {
        AnchorUrl::Resolved(url) => Cow::Borrowed(url),
        // A relative URL reveals nothing.
        AnchorUrl::Written(href) => Cow::Owned(urls.parse(href)?),
    };
    if let Some(feed) = likely::subscribed(&url, urls) {
        return Some(feed);
    }
    let is_named = anchor.names_feed && !likely::is_page(&url);
    let is_likely = has_feed_url(anchor, urls) || is_named;
    (is_likely && !sites::has_no_feeds(&url)).then(|| url.as_str().to_owned())
}
