//! Webfeeds, the vocabulary of Feedly: <https://blog.feedly.com/10-ways-to-optimize-your-feed-for-feedly/>.

use super::read::Element;
use super::rows::{rows, text_uri, uri};
use crate::model::Str;
use crate::model::webfeeds::{FeaturedImage, WebFeeds, WebFeedsAnalytics, WebFeedsRelated};

pub(super) const URIS: &[&str] = &["http://webfeeds.org/rss/1.0"];

rows! {
    WebFeeds {
        elements {
            "icon" => icon via text_uri,
            "logo" => logo via text_uri,
            "wordmark" => wordmark via text_uri,
            "cover" => cover via cover in "image",
            "accentColor" => accent_color,
            "related" => related,
            "analytics" => analytics,
            "featuredImage" => featured_image,
        }
    }
}

rows! {
    WebFeedsRelated {
        attributes {
            "layout" => layout,
            "target" => target,
        }
        rest => attributes,
    }
}

rows! {
    WebFeedsAnalytics {
        attributes {
            "id" => id,
            "engine" => engine,
        }
    }
}

rows! {
    FeaturedImage {
        attributes {
            "url" => url via uri,
            "width" => width,
            "height" => height,
        }
    }
}

/// Reads the picture in the attribute, or in the text, which some feeds use.
fn cover(element: &Element<'_>) -> Option<Str> {
    element.attribute("image").uri().or_else(|| element.text().uri())
}
