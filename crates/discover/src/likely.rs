//! Recognition of feeds by their URL.

use std::borrow::Cow;

use bozofeed::content::BoundedUrlParser;
use bozofeed::page::{is_likely_feed, is_word_for_feeds};
use url::Url;

use percent_encoding::percent_decode_str;

/// Returns whether a URL, resolved or not, looks like a feed's.
pub(super) fn is_likely(href: &str, urls: &BoundedUrlParser) -> bool {
    parse(href, urls).is_some_and(|url| is_likely_url(&url))
}

/// Returns whether a URL, resolved against any base, looks like a feed's and does not belong to a service that takes a feed's URL as a
/// parameter.
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

/// Returns whether a URL belongs to a feed of comments.
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

/// The parts shared by the paths and queries of a page and a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SharedPath {
    /// The number of parts: two for `/sport/tennis/2026/` and `/feeds/sport/tennis.xml`, one for `/viewforum.php?f=7` and `/feed.php?f=7`.
    /// One less if both have further, different parts, since the feed may belong to a sibling.
    pub(super) parts: usize,
    /// Whether any part is shared, even with a sibling.
    pub(super) is_related: bool,
    /// Whether the whole path of the page is shared.
    pub(super) is_whole: bool,
}

impl SharedPath {
    pub(super) fn of(page: &Url, feed: &Url) -> Self {
        let (fields, fields_of_feed) = (fields(page), fields(feed));
        let (page, feed) = (parts(page), parts(feed));
        let in_query = fields.iter().filter(|field| names_field(field, &fields_of_feed, &feed)).count();
        let mut shared = Self::default();
        for at in 0..page.len() {
            for start in 0..feed.len() {
                let (page, feed) =
                    (page.get(at..).unwrap_or_default(), feed.get(start..).unwrap_or_default());
                let same =
                    page.iter().zip(feed).take_while(|(one, other)| one.eq_ignore_ascii_case(other)).count();
                let differs_then = page.len() > same && feed.len() > same;
                shared.parts = shared.parts.max(same.saturating_sub(usize::from(differs_then)));
                shared.is_related |= same > 0;
            }
        }
        // If a query selects the content, the path only names a script.
        shared.is_whole = match fields.len() {
            0 => shared.parts > 0 && shared.parts == page.len(),
            named => in_query == named,
        };
        shared.parts += in_query;
        shared.is_related |= in_query > 0;
        shared
    }
}

/// Returns the fields of a query that identify the subject of a page, with their values: the forum, the topic, the category, the search
/// words. Some forum software separates fields with semicolons.
fn fields(url: &Url) -> Vec<(String, String)> {
    /// Sessions, languages, sort orders and page numbers.
    const OTHERS: &[&str] = &[
        "action", "feed", "format", "lang", "language", "mode", "offset", "order", "page", "paged", "sid",
        "sort", "start", "style", "theme", "type", "view",
    ];
    /// A higher limit would make the comparison slow: it takes quadratic time.
    const MOST: usize = 12;
    let text =
        |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().to_ascii_lowercase();
    let pairs = url.query().unwrap_or_default().split(['&', ';']).filter_map(|pair| pair.split_once('='));
    let pairs = pairs.filter(|(_, value)| !value.is_empty()).map(|(name, value)| (text(name), text(value)));
    pairs.filter(|(name, _)| !OTHERS.contains(&&**name)).take(MOST).collect()
}

/// Returns whether a feed contains a field of a page: with the same value in its query, or in the path after the word that the field
/// abbreviates, as `/feed/forum/7` does for `f=7`.
fn names_field((name, value): &(String, String), fields: &[(String, String)], parts: &[&str]) -> bool {
    // The second number of `board=7.0` is the first topic shown.
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let whole = |text: &str| match text.split_once('.') {
        Some((number, rest)) if is_number(number) && is_number(rest) => number.to_owned(),
        _ => text.to_owned(),
    };
    let value = whole(value);
    fields.iter().any(|(known, other)| known == name && whole(other) == value)
        || parts.windows(2).any(|pair| match pair {
            [word, part] => {
                part.eq_ignore_ascii_case(&value) && word.to_ascii_lowercase().starts_with(&**name)
            }
            _ => false,
        })
}

/// Returns the parts of a path that identify its subject, without words for feeds and file extensions.
fn parts(url: &Url) -> Vec<&str> {
    const EXTENSIONS: &[&str] =
        &[".xml", ".rss", ".atom", ".rdf", ".json", ".jsonfeed", ".html", ".htm", ".php"];
    /// A higher limit would make the comparison slow: it takes quadratic time.
    const MOST: usize = 12;
    let stem = |part| {
        let mut stems = EXTENSIONS.iter().filter_map(|extension| str::strip_suffix(part, *extension));
        stems.next().unwrap_or(part)
    };
    let is_of_feeds = |part: &&str| part.is_empty() || *part == "index" || is_word_for_feeds(part);
    url.path().split('/').map(stem).filter(|part| !is_of_feeds(part)).take(MOST).collect()
}

/// Returns whether a URL is below a folder of tags, categories or authors: its feed only has some of the site's entries.
pub(super) fn is_of_part(url: &Url) -> bool {
    const FOLDERS: &[&str] = &[
        "author", "authors", "categories", "category", "label", "labels", "tag", "tagged", "tags", "topic",
        "topics",
    ];
    let mut folders = url.path().split('/').filter(|part| !part.is_empty());
    let is_folder = |part: &str| FOLDERS.iter().any(|known| part.eq_ignore_ascii_case(known));
    folders.any(is_folder) && folders.next().is_some_and(|part| !is_word_for_feeds(part))
}

/// The match between the language stated by a link or its URL and the page's language, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LanguageMatch {
    Same,
    Unknown,
    Other,
}

impl LanguageMatch {
    pub(super) fn of(page: Option<&str>, stated: Option<&str>) -> Self {
        let code =
            |language: &str| language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        match (page.map(code), stated.map(code)) {
            (Some(page), Some(stated)) if page == stated => Self::Same,
            (Some(_), Some(_)) => Self::Other,
            (None, _) | (_, None) => Self::Unknown,
        }
    }
}

/// Returns the language code in a URL: in its first folders, at the end of its last part, in its query or in its host.
pub(super) fn language(url: &Url) -> Option<String> {
    const FIELDS: &[&str] = &["lang", "language", "locale", "hl"];
    let code = |part: &str| {
        let part = part.to_ascii_lowercase();
        is_language(&part).then(|| part.split(['-', '_']).next().unwrap_or_default().to_owned())
    };
    let mut folders = url.path().split('/').filter(|part| !part.is_empty()).take(2);
    let last = last_segment(url);
    let stem = last.split('.').rev().find(|part| !EXTENSIONS_OF_FEEDS.contains(part)).unwrap_or_default();
    let end = stem.rsplit(['-', '_']).next().unwrap_or_default();
    let labels = url.host_str().unwrap_or_default().split('.');
    let label = labels.clone().next().filter(|_| labels.count() > 2);
    let field = || {
        let mut fields = url.query_pairs().filter(|(name, _)| FIELDS.contains(&&**name));
        fields.find_map(|(_, value)| code(&value))
    };
    folders.find_map(code).or_else(|| code(end)).or_else(field).or_else(|| label.and_then(code))
}

/// The language codes (ISO 639-1) that begin the paths of multilingual sites.
const LANGUAGES: &[&str] = &[
    "ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "nl", "no", "nb", "pl", "pt", "ro", "ru", "sk",
    "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
];

/// Returns whether a part of a path denotes a language: `de`, `pt-br`.
pub(super) fn is_language(part: &str) -> bool {
    let code = part.split(['-', '_']).next().unwrap_or_default();
    part.len() <= "zh-hant".len() && LANGUAGES.contains(&code)
}

const EXTENSIONS_OF_FEEDS: &[&str] = &["xml", "rss", "atom", "rdf", "json"];

/// Returns whether a URL belongs to a page that explains feeds, lists them, or leads elsewhere.
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

/// Services that read feeds. Links to them contain the URL of the feed.
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

/// The place of the feed's URL in a service's URL.
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
    fn feeds_of_tags_have_a_part_of_the_site() {
        for (url, expected) in [
            ("https://a.example/tags/fog/feed/", true),
            ("https://a.example/blog/Category/fog.xml", true),
            ("https://a.example/author/ada/rss", true),
            ("https://a.example/tags/feed", false),
            ("https://a.example/tags", false),
            ("https://a.example/rss.xml", false),
        ] {
            assert_eq!(is_of_part(&BoundedUrlParser::new().parse(url).unwrap()), expected, "{url}");
        }
    }

    #[test]
    fn feeds_share_paths_with_pages() {
        let urls = BoundedUrlParser::new();
        let wrong: Vec<_> = [
            ("/sport/tennis/2026/", "/feeds/sport/tennis.xml", 2, true),
            ("/sport/tennis/2026/", "/sport/feed", 1, true),
            ("/sport/tennis/2026/", "/sport/rowing/feed", 0, true),
            ("/sport/tennis/2026/", "/feed", 0, false),
            ("/sport/tennis/2026/", "/tennis/rss", 1, true),
            ("/project/boats/", "/rss/project/boats/releases.xml", 2, true),
            ("/project/boats/1.0/", "/rss/project/boats/releases.xml", 1, true),
            ("/project/boats/", "/rss/updates.xml", 0, false),
            ("/@anna", "/@anna.rss", 1, true),
            ("/r/boats/new/", "/r/boats/new/.rss", 3, true),
            ("/", "/index.xml", 0, false),
            ("/viewforum.php?f=7", "/feed.php?f=7", 1, true),
            ("/viewforum.php?f=7&sid=1", "/app.php/feed/forum/7", 1, true),
            ("/viewforum.php?f=7", "/feed.php?f=8", 0, false),
            ("/viewforum.php?f=7", "/feed.php", 0, false),
            ("/viewtopic.php?t=12", "/feed.php?f=7&t=12", 1, true),
            ("/forumdisplay.php?fid=7", "/syndication.php?fid=7", 1, true),
            ("/index.php?board=7.0", "/index.php?action=.xml;type=rss2;board=7", 1, true),
            ("/?cat=7", "/?feed=rss2&cat=7", 1, true),
            ("/?s=rope+ends", "/?s=rope%20ends&feed=rss2", 1, true),
            ("/?s=rope", "/feed/", 0, false),
        ]
        .into_iter()
        .map(|(page, feed, parts, is_related)| {
            let parse = |path| urls.parse(&format!("https://harbour.example{path}")).unwrap();
            let shared = SharedPath::of(&parse(page), &parse(feed));
            (page, feed, (shared.parts, shared.is_related), (parts, is_related))
        })
        .filter(|(.., found, expected)| found != expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn urls_name_languages() {
        let urls = BoundedUrlParser::new();
        let wrong: Vec<_> = [
            ("https://harbour.example/de/feed.xml", Some("de")),
            ("https://harbour.example/blog/pt-br/feed", Some("pt")),
            ("https://harbour.example/feed.fr.xml", Some("fr")),
            ("https://harbour.example/feed-es.xml", Some("es")),
            ("https://harbour.example/it.rss", Some("it")),
            ("https://harbour.example/feed?lang=nl", Some("nl")),
            ("https://pl.harbour.example/feed", Some("pl")),
            ("https://harbour.example/feed.xml", None),
            ("https://it.example/feed.xml", None),
            ("https://harbour.example/a/b/de/feed.xml", None),
        ]
        .into_iter()
        .map(|(url, expected)| (url, language(&urls.parse(url).unwrap()), expected))
        .filter(|(_, found, expected)| found.as_deref() != *expected)
        .collect();
        assert_eq!(wrong, []);
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
