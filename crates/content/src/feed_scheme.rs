//! Schemes for feeds at an `http` or `https` URL, such as `feed:`.

use std::borrow::Cow;

use bozofeed_text::html::uri::is_http;

/// The schemes: for feeds in general, and for podcast players. Web pages can only register schemes with `web+` (HTML Standard 8.9.1.3).
const SCHEMES: &[&str] =
    &["feed", "feeds", "itpc", "itpcs", "pcast", "podcast", "rss", "web+feed", "web+rss"];

/// Returns the text after the scheme, if it is one of these.
fn strip(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme)).then_some((scheme, rest))
}

/// Returns the `http` or `https` URL of a URL with a feed scheme (`feed:`, `rss:`, `podcast:` and others). Any other URL is returned
/// unchanged. Returns `None` if the inner URL has another scheme.
///
/// ```
/// use bozofeed_content::without_feed_scheme;
///
/// assert_eq!(without_feed_scheme("feed://harbour.example/tides").as_deref(), Some("http://harbour.example/tides"));
/// assert_eq!(without_feed_scheme("feed:https://harbour.example/").as_deref(), Some("https://harbour.example/"));
/// assert_eq!(without_feed_scheme("https://harbour.example/").as_deref(), Some("https://harbour.example/"));
/// assert_eq!(without_feed_scheme("feed:ftp://harbour.example/"), None);
/// ```
pub fn without_feed_scheme(text: &str) -> Option<Cow<'_, str>> {
    let Some((scheme, rest)) = strip(text) else { return Some(Cow::Borrowed(text)) };
    if is_http(rest) {
        return Some(Cow::Borrowed(rest));
    }
    // `feed:ftp://…`: the rest is a URL with another scheme.
    if rest.split('/').next().is_some_and(|first| first.ends_with(':')) {
        return None;
    }
    let is_secure = ["feeds", "itpcs"].iter().any(|known| known.eq_ignore_ascii_case(scheme));
    let web = if is_secure { "https" } else { "http" };
    Some(Cow::Owned(format!("{web}://{}", rest.trim_start_matches('/'))))
}

#[cfg(test)]
mod tests {
    use super::without_feed_scheme;

    #[test]
    fn feeds_are_at_web_urls() {
        for (text, expected) in [
            ("feed://a.example/x", Some("http://a.example/x")),
            ("feed:a.example/x", Some("http://a.example/x")),
            ("FEED:https://a.example/x", Some("https://a.example/x")),
            ("feeds://a.example/x", Some("https://a.example/x")),
            ("itpc://a.example/x", Some("http://a.example/x")),
            ("pcast://a.example/x", Some("http://a.example/x")),
            ("podcast://a.example/x", Some("http://a.example/x")),
            ("rss://a.example/x", Some("http://a.example/x")),
            ("RSS:a.example/x", Some("http://a.example/x")),
            ("web+feed://a.example/x", Some("http://a.example/x")),
            ("Web+Feed:https://a.example/x", Some("https://a.example/x")),
            ("https://a.example/feed:x", Some("https://a.example/feed:x")),
            ("mailto:a@b.example", Some("mailto:a@b.example")),
            ("/feed", Some("/feed")),
            ("feed:ftp://a.example/x", None),
            ("feed:javascript:x", Some("http://javascript:x")),
        ] {
            assert_eq!(without_feed_scheme(text).as_deref(), expected, "{text}");
        }
    }
}
