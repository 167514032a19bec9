//! The pages of embedded players, and embedded pages that are unwanted.

use bozofeed_text::html::parsed_url::{ParsedUrl, UrlParser};
use std::borrow::Cow;

/// Hosts of advertisements and of ad exchanges, including their subdomains.
#[rustfmt::skip]
static ADVERTISEMENTS: &[&str] = &[
    "2mdn.net", "adform.net", "adnxs.com", "adsafeprotected.com", "amazon-adsystem.com", "amazon-adsystem.jp", "criteo.com",
    "doubleclick.net", "feedads.googleadservices.com", "googleadservices.com", "googlesyndication.com", "imasdk.googleapis.com",
    "moatads.com", "openx.net", "outbrain.com", "pubmatic.com", "rubiconproject.com", "scorecardresearch.com", "taboola.com",
    "zedo.com",
];

/// Returns whether an embedded page is an advertisement.
pub(super) fn is_advertisement(url: &ParsedUrl) -> bool {
    url.host_str().is_some_and(|host| {
        ADVERTISEMENTS
            .iter()
            .any(|known| host.strip_suffix(known).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
    })
}

/// Returns whether an element of this size is a tracking pixel.
pub(super) fn is_pixel(width: &str, height: &str) -> bool {
    let is_tiny = |size: &str| matches!(size.trim().trim_end_matches("px"), "0" | "1");
    is_tiny(width) && is_tiny(height)
}

/// Returns the URL of the page for people that corresponds to an embedded page.
pub(super) fn page_of(url: &ParsedUrl, urls: &UrlParser) -> String {
    known_page(url, urls).unwrap_or_else(|| url.as_str().to_owned())
}

fn known_page(url: &ParsedUrl, urls: &UrlParser) -> Option<String> {
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path: Vec<&str> = url.path_segments()?.filter(|segment| !segment.is_empty()).collect();
    let query = |name: &str| {
        let found = url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value);
        found.filter(|value| is_identifier(value))
    };
    let page = match (host, path.as_slice()) {
        ("youtube.com" | "youtube-nocookie.com" | "m.youtube.com", ["embed" | "v", id, ..]) => {
            let id = id.split(['&', '?']).next().filter(|id| is_identifier(id))?;
            // `/embed/videoseries?list=…` is a playlist, not a video.
            match (query("list"), *id == *"videoseries") {
                (Some(list), true) => format!("https://www.youtube.com/playlist?list={list}"),
                (_, true) => return None,
                _ => match query("start") {
                    Some(start) => format!("https://www.youtube.com/watch?v={id}&t={start}"),
                    None => format!("https://www.youtube.com/watch?v={id}"),
                },
            }
        }
        // `h` is the key of an unlisted video, whose page requires it.
        ("player.vimeo.com", ["video", id]) if is_identifier(id) => match query("h") {
            Some(key) => format!("https://vimeo.com/{id}/{key}"),
            None => format!("https://vimeo.com/{id}"),
        },
        ("dailymotion.com" | "geo.dailymotion.com", ["embed", "video", id]) if is_identifier(id) => {
            format!("https://www.dailymotion.com/video/{id}")
        }
        ("open.spotify.com", ["embed" | "embed-podcast", kind, id])
            if is_identifier(id) && is_identifier(kind) =>
        {
            format!("https://open.spotify.com/{kind}/{id}")
        }
        ("archive.org", ["embed", id]) if is_identifier(id) => format!("https://archive.org/details/{id}"),
        ("player.bilibili.com", ["player.html"]) => {
            format!("https://www.bilibili.com/video/{}", query("bvid")?)
        }
        ("player.twitch.tv", []) => match (query("video"), query("channel")) {
            (Some(video), _) => {
                format!("https://www.twitch.tv/videos/{}", video.strip_prefix('v').unwrap_or(&video))
            }
            (None, channel) => format!("https://www.twitch.tv/{}", channel?),
        },
        ("w.soundcloud.com", ["player"]) => {
            let (_, page) = url.query_pairs().find(|(name, _)| name == "url")?;
            // The host is checked, since the parameter may be any URL.
            let page = urls.parse(&page).ok().filter(|page| page.host_str() == Some("soundcloud.com"))?;
            page.as_str().to_owned()
        }
        _ => return None,
    };
    Some(page)
}

/// Returns whether a text may be inserted into a URL without escaping.
fn is_identifier(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

/// Returns the text of a link to a page that has no title: its host.
pub(super) fn title_of(page: &str, urls: &UrlParser) -> String {
    let host = urls.parse(page).ok().and_then(|url| url.host_str().map(str::to_owned));
    let host: Cow<'_, str> = host.map_or(Cow::Borrowed(page), Cow::Owned);
    host.strip_prefix("www.").unwrap_or(&host).to_owned()
}

#[cfg(test)]
mod tests {
    use super::{is_advertisement, is_pixel, page_of, title_of};
    use bozofeed_text::html::parsed_url::UrlParser;

    #[test]
    fn players_lead_to_their_pages() {
        let urls = UrlParser::new();
        for (embedded, expected) in [
            ("https://www.youtube.com/embed/a-b_9?rel=0", "https://www.youtube.com/watch?v=a-b_9"),
            ("http://www.youtube.com/v/abc&hl=en", "https://www.youtube.com/watch?v=abc"),
            ("https://www.youtube-nocookie.com/embed/abc?start=7", "https://www.youtube.com/watch?v=abc&t=7"),
            (
                "https://www.youtube.com/embed/videoseries?list=PL1",
                "https://www.youtube.com/playlist?list=PL1",
            ),
            ("https://www.youtube.com/embed/videoseries", "https://www.youtube.com/embed/videoseries"),
            ("https://player.vimeo.com/video/123?h=abc", "https://vimeo.com/123/abc"),
            ("https://www.dailymotion.com/embed/video/x1", "https://www.dailymotion.com/video/x1"),
            ("https://open.spotify.com/embed/episode/1", "https://open.spotify.com/episode/1"),
            ("https://archive.org/embed/tides", "https://archive.org/details/tides"),
            ("https://player.twitch.tv/?channel=tides&parent=x", "https://www.twitch.tv/tides"),
            (
                "https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b",
                "https://soundcloud.com/a/b",
            ),
            (
                "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1",
                "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1",
            ),
            ("https://maps.example/?q=1", "https://maps.example/?q=1"),
        ] {
            assert_eq!(page_of(&urls.parse(embedded).unwrap(), &urls), expected, "{embedded}");
        }
        assert_eq!(title_of("https://www.youtube.com/watch?v=x", &urls), "youtube.com");
    }

    #[test]
    fn advertisements_and_pixels_are_known() {
        for (url, expected) in [
            ("https://ad.doubleclick.net/x", true),
            ("https://doubleclick.net/", true),
            ("https://notdoubleclick.net/", false),
            ("https://video.example/", false),
        ] {
            assert_eq!(is_advertisement(&UrlParser::new().parse(url).unwrap()), expected, "{url}");
        }
        for (width, height, expected) in
            [("1", "1", true), ("0px", " 1 ", true), ("1", "9", false), ("", "", false)]
        {
            assert_eq!(is_pixel(width, height), expected, "{width} {height}");
        }
    }
}
