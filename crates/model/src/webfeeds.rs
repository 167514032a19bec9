//! Webfeeds, the vocabulary of Feedly: <https://blog.feedly.com/10-ways-to-optimize-your-feed-for-feedly/>.

use super::plain::plain;
use super::{Attributes, Str, Typed};

plain! {
    /// The elements that control the appearance of a feed in a reader (`webfeeds:`).
    ///
    /// ```
    /// use bozofeed::model::webfeeds::WebFeeds;
    ///
    /// let feed = r#"<rss xmlns:webfeeds="http://webfeeds.org/rss/1.0"><channel><webfeeds:accentColor>0A5C36</webfeeds:accentColor>
    ///     <webfeeds:cover image="https://harbour.example/cover.png"/></channel></rss>"#;
    /// let parsed = bozofeed::parse(feed);
    /// let webfeeds = parsed.feed.get::<WebFeeds>().unwrap();
    /// assert_eq!(webfeeds.accent_color.as_deref(), Some("0A5C36"));
    /// assert_eq!(webfeeds.cover.as_deref(), Some("https://harbour.example/cover.png"));
    /// ```
    pub struct WebFeeds {
        /// `webfeeds:icon`: a square picture of the site, resolved.
        pub icon: Option<Str>,
        /// `webfeeds:logo`: the name of the site as a picture, resolved.
        pub logo: Option<Str>,
        /// `webfeeds:wordmark`: another form of the logo, resolved.
        pub wordmark: Option<Str>,
        /// `webfeeds:cover`, its attribute `image`: a picture above the entries, resolved.
        pub cover: Option<Str>,
        /// `webfeeds:accentColor`: six hexadecimal digits.
        pub accent_color: Option<Str>,
        /// `webfeeds:related`: the presentation of related entries.
        pub related: Option<WebFeedsRelated>,
        /// `webfeeds:analytics`: services that count visits.
        pub analytics: Vec<WebFeedsAnalytics>,
        /// `webfeeds:featuredImage`: the picture of an entry.
        pub featured_image: Option<FeaturedImage>,
    }
}

plain! {
    /// `webfeeds:related`.
    pub struct WebFeedsRelated {
        /// `card` for a layout with pictures.
        pub layout: Option<Str>,
        /// `browser` if related entries open on the site.
        pub target: Option<Str>,
        /// Every other attribute.
        pub attributes: Attributes,
    }
}

plain! {
    /// `webfeeds:analytics`.
    pub struct WebFeedsAnalytics {
        /// The identifier of the site at the service.
        pub id: Option<Str>,
        /// The service: `GoogleAnalytics`.
        pub engine: Option<Str>,
    }
}

plain! {
    /// `webfeeds:featuredImage`.
    pub struct FeaturedImage {
        /// The URL, resolved.
        pub url: Option<Str>,
        /// The width in pixels.
        pub width: Typed<u32>,
        /// The height in pixels.
        pub height: Typed<u32>,
    }
}
