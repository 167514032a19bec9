//! Guesses at a document by its URL.

use std::borrow::Cow;

use bozofeed::content::BoundedUrlParser;
use bozofeed::page::is_likely_feed;
use url::Url;

use percent_encoding::percent_decode_str;

/// Returns whether a URL, resolved or not, looks like one of a feed.
pub(super) fn is_likely(href: &str, urls: &BoundedUrlParser) -> bool {
    parse(href, urls).is_some_and(|url| is_likely_url(&url))
}

/// Returns whether a URL, resolved against its base or any other, looks like one of a feed, and not like one of a service that has that
/// of a feed in it.
pub(super) fn is_likely_url(url: &Url) -> bool {
    is_likely_feed(url) && !is_service(url)
}

/// Parses a URL, which may be relative: only its path and query matter.
fn parse(href: &str, urls: &BoundedUrlParser) -> Option<Url> {
    let base = urls.parse("http://relative.invalid/")?;
    urls.join(&base, href)
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

fn last_segment(url: &Url) -> String {
    let last = url.path().split('/').rfind(|segment| !segment.is_empty());
    last.unwrap_or_default().to_ascii_lowercase()
}

/// Returns whether a URL is that of a feed of comments.
pub(super) fn is_of_comments(href: &str, urls: &BoundedUrlParser) -> bool {
    let Some(url) = parse(href, urls) else { return false };
    let mut segments = url.path().split('/').filter(|segment| !segment.is_empty()).rev();
    let last = segments.next().unwrap_or_default().to_ascii_lowercase();
    let before = segments.next().unwrap_or_default();
    let stem = last.split('.').next().unwrap_or_default();
    stem.ends_with("comments")
        || before.eq_ignore_ascii_case("comments") && (is_likely_feed(&url) || last == "default")
        || url.query_pairs().any(|(name, value)| name == "feed" && value.starts_with("comments"))
}

/// Returns whether a URL is that of a page which explains feeds, lists them, or leads elsewhere.
pub(super) fn is_page(url: &Url) -> bool {
    const PARTS: &[&str] = &["wiki", "help", "about", "what-is", "faq", "support"];
    if !is_web(url) {
        return true;
    }
    let path = url.path().to_ascii_lowercase();
    let last = last_segment(url);
    let is_html = [".html", ".htm", ".pdf"].iter().any(|ending| last.ends_with(ending));
    (path.len() <= 1 && url.query().is_none())
        || is_html
        || is_service(url)
        || path.split('/').any(|segment| PARTS.iter().any(|part| segment.starts_with(part)))
}

/// Services that read feeds. Links to them have the URL of the feed in them.
const SERVICES: &[(&str, Embedded)] = &[
    ("feedly.com", Embedded::Path("/feed/")),
    ("cloud.feedly.com", Embedded::Path("/feed/")),
    ("inoreader.com", Embedded::Path("/feed/")),
    ("inoreader.com", Embedded::Query("add_feed")),
    ("theoldreader.com", Embedded::Query("url")),
    ("netvibes.com", Embedded::Query("url")),
    ("add.my.yahoo.com", Embedded::Query("url")),
    ("fusion.google.com", Embedded::Query("feedurl")),
    ("newsblur.com", Embedded::Query("url")),
    ("bazqux.com", Embedded::Query("subscribe")),
    ("feedbin.com", Embedded::Query("subscribe")),
    ("antennapod.org", Embedded::Query("url")),
    ("podcastaddict.com", Embedded::Path("/feed/")),
    ("subscribeonandroid.com", Embedded::Path("/")),
];

/// The place of the URL of a feed in that of a service.
enum Embedded {
    /// After this part of the path.
    Path(&'static str),
    /// The value of this field of the query.
    Query(&'static str),
}

fn is_host(url: &Url, known: &str) -> bool {
    let below = url.host_str().unwrap_or_default().strip_suffix(known);
    below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

fn is_service(url: &Url) -> bool {
    SERVICES.iter().any(|(host, _)| is_host(url, host))
}

/// Returns the feed that a link to a service subscribes to.
pub(super) fn subscribed(url: &Url, urls: &BoundedUrlParser) -> Option<String> {
    let found = SERVICES.iter().filter(|(host, _)| is_host(url, host)).find_map(|(_, embedded)| {
        let text: Cow<'_, str> = match embedded {
            Embedded::Path(before) => {
                let path = url.as_str().split_once(url.host_str()?)?.1;
                let path = percent_decode_str(path).decode_utf8().ok()?;
                path.split_once(before)?.1.to_owned().into()
            }
            Embedded::Query(name) => url.query_pairs().find(|(known, _)| known == name)?.1,
        };
        let text = if text.contains("://") { text.into_owned() } else { format!("http://{text}") };
        urls.parse(&text).filter(|url| is_web(url) && url.host_str().is_some_and(|host| host.contains('.')))
    })?;
    Some(found.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_are_told_from_feeds() {
        for (href, expected) in [
            ("https://harbour.example/feed", true),
            ("/feed", true),
            ("https://feedly.com/i/subscription/feed/https://harbour.example/feed.xml", false),
            ("https://add.my.yahoo.com/rss?url=https://harbour.example/x", false),
        ] {
            assert_eq!(is_likely(href, &BoundedUrlParser::new()), expected, "{href}");
        }
    }

    #[test]
    fn links_to_services_have_the_feed() {
        for (href, expected) in [
            (
                "https://feedly.com/i/subscription/feed/https://a.example/x.xml",
                Some("https://a.example/x.xml"),
            ),
            (
                "https://feedly.com/i/subscription/feed%2Fhttps%3A%2F%2Fa.example%2Fx",
                Some("https://a.example/x"),
            ),
            (
                "https://www.inoreader.com/?add_feed=https%3A%2F%2Fa.example%2Fx%3Fy",
                Some("https://a.example/x?y"),
            ),
            ("https://add.my.yahoo.com/rss?url=a.example/x", Some("http://a.example/x")),
            ("http://www.subscribeonandroid.com/a.example/x.xml", Some("http://a.example/x.xml")),
            ("https://www.newsblur.com/?url=javascript:x", None),
            ("https://feedly.com/", None),
            ("https://harbour.example/?url=https://a.example/x", None),
        ] {
            let urls = BoundedUrlParser::new();
            assert_eq!(subscribed(&urls.parse(href).unwrap(), &urls).as_deref(), expected, "{href}");
        }
    }

    #[test]
    fn pages_are_told_from_feeds() {
        for (href, expected) in [
            ("https://harbour.example/backend?x=1", false),
            ("https://harbour.example/a/b", false),
            ("https://harbour.example/rss.html", true),
            ("https://en.wiki.example/wiki/RSS", true),
            ("https://harbour.example/", true),
            ("mailto:x@harbour.example", true),
        ] {
            assert_eq!(is_page(&BoundedUrlParser::new().parse(href).unwrap()), expected, "{href}");
        }
    }
}
