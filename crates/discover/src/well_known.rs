//! Places where many sites have their feed.

use bozofeed::content::BoundedUrlParser;

/// The names, most frequent first.
const NAMES: &[&str] = &["feed", "rss.xml", "feed.xml", "atom.xml", "index.xml", "rss", "feed.json"];

/// Returns the places for the page at a URL: in its folder, then in the folder of its site (`site` is empty for the root of
/// the host).
pub(super) fn places(page: &str, site: &str) -> Vec<String> {
    let Some(page) =
        BoundedUrlParser::new().parse(page).filter(|url| matches!(url.scheme(), "http" | "https"))
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
    folders
        .flat_map(|folder| NAMES.iter().map(move |name| (folder, name)))
        .map(|(folder, name)| format!("{origin}{folder}/{name}"))
        .collect()
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
            ("file:///tides.html", "", "", 0),
            ("tides.html", "", "", 0),
        ] {
            let places = places(page, site);
            assert_eq!(places.first().map_or("", String::as_str), first, "{page}");
            assert_eq!(places.len(), count, "{page}");
        }
    }
}
