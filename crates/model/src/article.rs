//! The links and pictures of an article.

use super::{Entry, Text};
use bozofeed_content::internal::FoundUrls;
use bozofeed_content::{FoundUrl, UrlKind};

impl Text {
    /// Returns the links, pictures, audio, video and players of markup, in document order. Text that is not markup has none.
    ///
    /// Only absolute URLs are found: relative ones were resolved when the document was read, unless the parser was configured not to or
    /// their base is unknown. All URLs are safe: a link does not run a script, and a picture or video is `http` or `https`. Links have
    /// the schemes that the policy allowed, or the schemes of [`Sanitize::Reader`](bozofeed_content::Sanitize) if the markup was not
    /// sanitized. A picture in several sizes is found in its default size.
    ///
    /// Takes time in proportion to the text, and only allocates for values with character references.
    ///
    /// ```
    /// use bozofeed::content::UrlKind;
    ///
    /// let feed = br#"<rss><channel><item><description><![CDATA[<video src="https://harbour.example/a.mp4"></video>
    ///     <a href="https://harbour.example/tides">Tides</a>]]></description></item></channel></rss>"#;
    /// let summary = bozofeed::parse(feed).entries[0].summary.clone().unwrap();
    /// let found: Vec<_> = summary.urls().map(|found| (found.kind, found.url.into_owned())).collect();
    /// assert_eq!(found[0], (UrlKind::Media, "https://harbour.example/a.mp4".to_owned()));
    /// assert_eq!(found[1], (UrlKind::Link, "https://harbour.example/tides".to_owned()));
    /// ```
    pub fn urls(&self) -> impl Iterator<Item = FoundUrl<'_>> {
        let markup = if self.is_markup() { self.value.as_str() } else { "" };
        FoundUrls::new(markup, self.is_sanitized())
    }

    /// Returns the links among the [`urls`](Self::urls) of the text.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><description>&lt;a href='https://harbour.example/'>High &lt;b>tide</description></item></channel></rss>";
    /// let summary = bozofeed::parse(feed).entries[0].summary.clone().unwrap();
    /// let link = summary.links().next().unwrap();
    /// assert_eq!((&*link.url, &*link.text()), ("https://harbour.example/", "High tide"));
    /// ```
    pub fn links(&self) -> impl Iterator<Item = FoundUrl<'_>> {
        self.urls().filter(|found| found.kind == UrlKind::Link)
    }

    /// Returns the pictures among the [`urls`](Self::urls) of the text, without posters of videos.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><description>&lt;img src='https://harbour.example/a.png' alt='Waves'></description></item></channel></rss>";
    /// let summary = bozofeed::parse(feed).entries[0].summary.clone().unwrap();
    /// let picture = summary.images().next().unwrap();
    /// assert_eq!((&*picture.url, &*picture.text()), ("https://harbour.example/a.png", "Waves"));
    /// ```
    pub fn images(&self) -> impl Iterator<Item = FoundUrl<'_>> {
        self.urls().filter(|found| found.kind == UrlKind::Image)
    }
}

impl Entry {
    /// Returns the links within the [best content](Self::best_content), in document order. The entry's own links are in
    /// [`links`](Self::links).
    ///
    /// ```
    /// let feed = b"<rss><channel><item><description>&lt;a href='https://harbour.example/'>Harbour&lt;/a></description></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// let links: Vec<_> = parsed.entries[0].links_in_content().map(|link| format!("{}: {}", link.text(), link.url)).collect();
    /// assert_eq!(links, ["Harbour: https://harbour.example/"]);
    /// ```
    pub fn links_in_content(&self) -> impl Iterator<Item = FoundUrl<'_>> {
        self.best_content().into_iter().flat_map(Text::links)
    }

    /// Returns the pictures within the [best content](Self::best_content), in document order.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><description>&lt;img src='https://harbour.example/a.png'></description></item></channel></rss>";
    /// let parsed = bozofeed::parse(feed);
    /// let first = parsed.entries[0].images_in_content().next();
    /// assert_eq!(first.unwrap().url, "https://harbour.example/a.png");
    /// ```
    pub fn images_in_content(&self) -> impl Iterator<Item = FoundUrl<'_>> {
        self.best_content().into_iter().flat_map(Text::images)
    }
}
