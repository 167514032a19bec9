//! Places where many sites have their feed.

use crate::html::parsed_url::{ParsedUrl, UrlParser};

/// The names, the most frequent first.
const NAMES: &[&str] = &["feed", "rss.xml", "feed.xml", "atom.xml", "index.xml", "rss", "feed.json"];

/// Likewise for pages about the status of a service, before the others.
const NAMES_OF_STATUS: &[&str] = &["history.atom", "history.rss", "feed.atom", "feed.rss"];

/// Returns the places for the page at a URL: in its folder, then in that of its site, which is empty for the root of the host.
pub(super) fn places(page: &str, site: &str) -> Vec<String> {
    let Some(page) = UrlParser::new().parse(page).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
    else {
        return Vec::new();
    };
    let mut folder = page.path().rsplit_once('/').map_or("", |(folder, _)| folder);
    // `/blog` is probably a folder, `/blog/tides.html` is not.
    if !page.path().rsplit('/').next().unwrap_or_default().contains('.') {
        folder = page.path().trim_end_matches('/');
    }
    let origin = page.origin().ascii_serialization();
    let folders = [folder, site].into_iter().skip(usize::from(folder == site));
    let of_status = if is_of_status(&page) { NAMES_OF_STATUS } else { &[] };
    folders
        .flat_map(|folder| of_status.iter().chain(NAMES).map(move |name| (folder, name)))
        .map(|(folder, name)| format!("{origin}{folder}/{name}"))
        .collect()
}

/// Returns whether a page is about the status of a service: `status.harbour.example`, `harbourstatus.example`.
fn is_of_status(page: &ParsedUrl) -> bool {
    let host = page.host_str().unwrap_or_default();
    let mut labels = host.split('.').filter(|label| *label != "www");
    labels.next().is_some_and(|label| label.ends_with("status") || label == "uptime")
        || page.path_segments().is_some_and(|mut parts| parts.next() == Some("status"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feeds_are_in_the_folder_or_the_root() {
        for (page, site, first, count) in [
            ("https://harbour.example/", "", "https://harbour.example/feed", 7),
            ("https://harbour.example/blog", "", "https://harbour.example/blog/feed", 14),
            ("https://harbour.example/blog/?x", "", "https://harbour.example/blog/feed", 14),
            ("https://harbour.example/blog/tides.html", "", "https://harbour.example/blog/feed", 14),
            ("https://anna:secret@harbour.example/tides.html", "", "https://harbour.example/feed", 7),
            ("https://harbour.example/~anna/", "/~anna", "https://harbour.example/~anna/feed", 7),
            (
                "https://harbour.example/~anna/tides/",
                "/~anna",
                "https://harbour.example/~anna/tides/feed",
                14,
            ),
            ("https://status.harbour.example/", "", "https://status.harbour.example/history.atom", 11),
            ("https://www.harbourstatus.example/", "", "https://www.harbourstatus.example/history.atom", 11),
            (
                "https://harbour.example/status/boats",
                "",
                "https://harbour.example/status/boats/history.atom",
                22,
            ),
            ("file:///tides.html", "", "", 0),
            ("tides.html", "", "", 0),
        ] {
            let places = places(page, site);
            assert_eq!(places.first().map_or("", String::as_str), first, "{page}");
            assert_eq!(places.len(), count, "{page}");
        }
    }
}
