//! URLs that probably lead to a feed.

use url::Url;

/// Returns whether a URL looks like one of a feed.
pub(super) fn is_likely(href: &str) -> bool {
    let Ok(url) = Url::parse(href) else { return false };
    match url.scheme() {
        "feed" => return true,
        "http" | "https" => {}
        _ => return false,
    }
    let host = url.host_str().unwrap_or_default();
    if HOSTS.contains(&host) && url.path().len() > 1 {
        return true;
    }
    let mut segments = url.path().split('/').filter(|segment| !segment.is_empty());
    let last = segments.next_back().unwrap_or_default().to_ascii_lowercase();
    if ENDINGS.iter().any(|ending| last.ends_with(ending)) || NAMES.contains(&last.as_str()) {
        return true;
    }
    url.query_pairs().any(|(name, value)| {
        let value = value.to_ascii_lowercase();
        let is_name =
            ["feed", "format", "type", "output", "alt"].iter().any(|known| name.eq_ignore_ascii_case(known));
        is_name && QUERY_VALUES.contains(&value.as_str())
    })
}

/// Hosts that serve nothing else.
const HOSTS: &[&str] =
    &["feeds.feedburner.com", "feeds2.feedburner.com", "feeds.megaphone.fm", "feeds.simplecast.com"];

/// How the last part of a path ends.
const ENDINGS: &[&str] = &[
    ".rss",
    ".atom",
    ".rdf",
    "rss.xml",
    "atom.xml",
    "feed.xml",
    "feeds.xml",
    "rss2.xml",
    "feed.json",
    "rss.php",
    "feed.php",
    "atom.php",
];

/// The last part of a path.
const NAMES: &[&str] = &["feed", "feeds", "rss", "rss2", "atom", "rdf", "rss.aspx", "feed.rss", "index.xml"];

/// The values of a query's `feed`, `format`, `type` and their kind.
const QUERY_VALUES: &[&str] = &["rss", "rss2", "atom", "rdf", "rss091", "rss092", "rss10", "rss20", "feed"];

#[cfg(test)]
mod tests {
    use super::is_likely;

    #[test]
    fn urls_of_feeds_are_told_from_others() {
        for (href, expected) in [
            ("https://harbour.example/feed", true),
            ("https://harbour.example/blog/Feed/", true),
            ("https://harbour.example/index.xml", true),
            ("https://harbour.example/tides.rss?x=1", true),
            ("https://harbour.example/tides.ATOM#top", true),
            ("https://harbour.example/?feed=rss2", true),
            ("https://harbour.example/news?Format=RSS", true),
            ("https://feeds.feedburner.com/tides", true),
            ("feed://harbour.example/tides", true),
            ("https://harbour.example/", false),
            ("https://harbour.example/feeding-gulls", false),
            ("https://harbour.example/feed/gulls", false),
            ("https://harbour.example/sitemap.xml", false),
            ("https://harbour.example/grass", false),
            ("https://harbour.example/?type=article", false),
            ("https://feeds.feedburner.com/", false),
            ("mailto:feed@harbour.example", false),
            ("/feed", false),
        ] {
            assert_eq!(is_likely(href), expected, "{href}");
        }
    }
}
