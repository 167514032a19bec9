//! Addresses, which have several spellings.

use bozofeed::polling::canonical_url;

/// Returns the same key for all spellings of the address of a feed.
pub(crate) fn feed_key(url: &str) -> String {
    // An address that cannot be asked for is only the same as itself.
    canonical_url(url).unwrap_or_else(|_| url.trim().to_owned())
}
