//! The URLs within markup: links, pictures, audio, video and players.

use std::borrow::Cow;

use super::UrlKind;
use super::allowlist::is_reader_scheme;
use bozofeed_text::html::references::decode;
use bozofeed_text::html::uri::{is_http, is_script_url, scheme, trim};
use bozofeed_text::markup::plain_text::plain_text;
use bozofeed_text::markup::{Pieces, lower};

/// A URL in the markup of a text, as `Text::urls` finds it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FoundUrl<'a> {
    /// The use of the URL.
    pub kind: UrlKind,
    /// The URL. It is absolute, and safe: a link does not run a script, and anything else is `http` or `https`.
    pub url: Cow<'a, str>,
    /// The `title` attribute.
    pub title: Option<Cow<'a, str>>,
    /// The `rel` attribute, or its replacement by the policy.
    pub rel: Option<Cow<'a, str>>,
    caption: Caption<'a>,
}

/// The visible text for a URL.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Caption<'a> {
    /// The content of the link.
    Content(&'a str),
    /// An alternative text, if there is one.
    Alternative(Option<Cow<'a, str>>),
}

impl FoundUrl<'_> {
    /// Returns the text of a link, or the alternative text of a picture, as plain text on one line. A link without text has the
    /// alternative text of its picture. The result is empty if there is none. It is not HTML: [`escape`](super::escape) it before you put
    /// it into a page.
    pub fn text(&self) -> Cow<'_, str> {
        match &self.caption {
            Caption::Content(content) => match plain_text(content) {
                text if text.is_empty() => alternative_in(content).unwrap_or_default(),
                text => text,
            },
            Caption::Alternative(text) => Cow::Borrowed(text.as_deref().map(str::trim).unwrap_or_default()),
        }
    }
}

/// Iterates over the URLs of markup.
pub struct FoundUrls<'a> {
    markup: &'a str,
    pieces: Pieces<'a>,
    /// Whether the markup was sanitized: then the policy has already checked its schemes.
    is_sanitized: bool,
    /// The `poster` of the last tag, which also has another URL.
    poster: Option<FoundUrl<'a>>,
    /// The first candidate of the `source` elements in the last `picture`.
    picture: Option<Cow<'a, str>>,
}

impl<'a> FoundUrls<'a> {
    /// Iterates over the URLs of markup. URLs in sanitized markup are not checked again.
    pub fn new(markup: &'a str, is_sanitized: bool) -> Self {
        Self { markup, pieces: Pieces::new(markup), is_sanitized, poster: None, picture: None }
    }

    /// Returns the value of the first attribute of the last tag that has one of these names and is not empty.
    fn value(&self, names: &[&str]) -> Option<Cow<'a, str>> {
        value_of(&self.pieces, names)
    }

    /// Returns the URL in one of these attributes of the last tag.
    fn found(&self, kind: UrlKind, names: &[&str], caption: Caption<'a>) -> Option<FoundUrl<'a>> {
        self.found_at(kind, self.value(names)?, caption)
    }

    fn found_at(&self, kind: UrlKind, url: Cow<'a, str>, caption: Caption<'a>) -> Option<FoundUrl<'a>> {
        let url = match trim(&url) {
            Cow::Borrowed(trimmed) if trimmed.len() == url.len() => url,
            trimmed => Cow::Owned(trimmed.into_owned()),
        };
        let is_safe = match kind {
            UrlKind::Link => {
                let is_allowed = |scheme: &str| self.is_sanitized || is_reader_scheme(scheme);
                scheme(&url).is_some_and(is_allowed) && !is_script_url(&url)
            }
            UrlKind::Image | UrlKind::Media | UrlKind::Player | UrlKind::Poster => is_http(&url),
        };
        let found =
            || FoundUrl { kind, url, title: self.value(&["title"]), rel: self.value(&["rel"]), caption };
        is_safe.then(found)
    }

    /// Returns the content of the link whose start tag ends at `start`. Another link ends it, so each byte is scanned once.
    fn content_of_link(&self, start: usize) -> &'a str {
        let mut pieces = Pieces::new(self.markup);
        pieces.move_to(start);
        let mut end = self.markup.len();
        while let Some(tag) = pieces.next_tag() {
            if tag.name.eq_ignore_ascii_case("a") {
                end = pieces.start;
                break;
            }
        }
        self.markup.get(start..end).unwrap_or_default()
    }

    /// Returns the URL of the last tag, a start tag of this element that ends at `end`.
    fn url_of(&mut self, element: &str, end: usize) -> Option<FoundUrl<'a>> {
        let pieces = &self.pieces;
        let alternative = |names: &[&str]| Caption::Alternative(value_of(pieces, names));
        match element {
            "a" => {
                // An anchor that only has a name has no text to look for.
                self.value(&["href", "xlink:href"])?;
                let caption = Caption::Content(self.content_of_link(end));
                self.found(UrlKind::Link, &["href", "xlink:href"], caption)
            }
            "area" => self.found(UrlKind::Link, &["href"], alternative(&["alt"])),
            "audio" | "track" => self.found(UrlKind::Media, &["src"], alternative(&["aria-label", "label"])),
            "video" => {
                self.poster = self.found(UrlKind::Poster, &["poster"], alternative(&["aria-label"]));
                self.found(UrlKind::Media, &["src"], alternative(&["aria-label"]))
            }
            "picture" => {
                self.picture = None;
                None
            }
            "source" => {
                if self.picture.is_none() {
                    // An `img` without its own URL shows one of these.
                    self.picture = self.value(&["srcset"]).and_then(first_candidate);
                }
                self.found(UrlKind::Media, &["src"], Caption::Alternative(None))
            }
            "img" | "image" => {
                let caption = alternative(&["alt"]);
                let picture = self.picture.take();
                self.found(UrlKind::Image, &["src", "href", "xlink:href"], caption.clone()).or_else(|| {
                    let candidate = self.value(&["srcset"]).and_then(first_candidate);
                    self.found_at(UrlKind::Image, candidate.or(picture)?, caption)
                })
            }
            "iframe" | "embed" => self.found(UrlKind::Player, &["src"], Caption::Alternative(None)),
            "object" => self.found(UrlKind::Player, &["data"], Caption::Alternative(None)),
            _ => None,
        }
    }
}

impl<'a> Iterator for FoundUrls<'a> {
    type Item = FoundUrl<'a>;

    fn next(&mut self) -> Option<FoundUrl<'a>> {
        if let Some(poster) = self.poster.take() {
            return Some(poster);
        }
        loop {
            let tag = self.pieces.next_tag()?;
            let element = lower(tag.name);
            if tag.is_end {
                if element == "picture" {
                    self.picture = None;
                }
                continue;
            }
            let found = self.url_of(&element, tag.end);
            // A `video` with `source` elements has no URL itself, but may have a poster.
            if let Some(found) = found.or_else(|| self.poster.take()) {
                return Some(found);
            }
        }
    }
}

/// Returns the value of the first attribute of the last tag that has one of these names and is not empty.
fn value_of<'a>(pieces: &Pieces<'a>, names: &[&str]) -> Option<Cow<'a, str>> {
    let value = |name: &&str| {
        let found = pieces.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(name));
        found.map(|attribute| attribute.value).filter(|value| !value.trim().is_empty())
    };
    names.iter().find_map(value).map(|value| decode(value, true))
}

/// Returns the URL of the first candidate of a `srcset` (HTML Standard 4.8.4.2.1).
fn first_candidate(candidates: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let first = |candidates: &str| {
        let start = candidates.find(|c: char| !c.is_ascii_whitespace() && c != ',')?;
        let rest = candidates.get(start..)?;
        let end = start + rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        // A comma at the end separates candidates; any other is a part of the URL.
        let length = candidates.get(start..end)?.trim_end_matches(',').len();
        Some((start, start + length))
    };
    let (start, end) = first(&candidates)?;
    match candidates {
        Cow::Borrowed(candidates) => candidates.get(start..end).map(Cow::Borrowed),
        Cow::Owned(candidates) => candidates.get(start..end).map(|url| Cow::Owned(url.to_owned())),
    }
}

/// Returns the alternative text of the first picture that has one.
fn alternative_in(content: &str) -> Option<Cow<'_, str>> {
    let mut pieces = Pieces::new(content);
    while let Some(tag) = pieces.next_tag() {
        if tag.name.eq_ignore_ascii_case("img")
            && let Some(text) = value_of(&pieces, &["alt"])
        {
            return Some(text);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{FoundUrl, FoundUrls, UrlKind};
    use bozofeed_testing::{check, pieces};
    use bozofeed_text::scan::steps;

    /// Returns the URLs of unsanitized markup, one per line.
    fn found(markup: &str) -> String {
        let described = |found: FoundUrl<'_>| {
            let attribute = |name, value: &Option<_>| {
                value.as_deref().map(|value: &str| format!(" {name}={value}")).unwrap_or_default()
            };
            let (title, rel) = (attribute("title", &found.title), attribute("rel", &found.rel));
            format!("{:?} {} '{}'{title}{rel}", found.kind, found.url, found.text())
        };
        FoundUrls::new(markup, false).map(described).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn urls_are_found_with_their_texts() {
        let wrong: Vec<_> = [
            ("", ""),
            ("a < b https://h.example/", ""),
            ("<a href=https://h.example/>a <b>b</b>\n c</a> d", "Link https://h.example/ 'a b c'"),
            (
                "<A HREF='https://h.example/?a&amp;b' title='t&lt;' rel=nofollow>&amp;</A>",
                "Link https://h.example/?a&b '&' title=t< rel=nofollow",
            ),
            ("<a href=' https://h.exa\tmple/ '></a>", "Link https://h.example/ ''"),
            ("<a href=mailto:a@h.example>a", "Link mailto:a@h.example 'a'"),
            (
                "<a href=https://h.example/1>a<a href=https://h.example/2>b</p>c",
                "Link https://h.example/1 'a'; Link https://h.example/2 'b c'",
            ),
            (
                "<a href=https://h.example/><img src=https://h.example/b.png alt=b></a>",
                "Link https://h.example/ 'b'; Image https://h.example/b.png 'b'",
            ),
            ("<a name=b>c</a><a href=''>c</a><a href=#d>c</a><a href=/e>c</a><a href=//h.example>c</a>", ""),
            ("<area href=https://h.example/ alt=a>", "Link https://h.example/ 'a'"),
            ("<svg><a xlink:href=https://h.example/>a</a>", "Link https://h.example/ 'a'"),
            ("<img src=https://h.example/a.png alt=' a '>", "Image https://h.example/a.png 'a'"),
            ("<img srcset=' ,https://h.example/a.png, https://h.example/b.png 2x'>", "Image https://h.example/a.png ''"),
            ("<img src=data:image/png,x><img src=a.png><img src=ftp://h.example/a.png>", ""),
            (
                "<picture><source srcset='https://h.example/a 2x'><source srcset=https://h.example/b><img alt=c></picture>",
                "Image https://h.example/a 'c'",
            ),
            (
                "<picture><source srcset=https://h.example/a><img src=https://h.example/b></picture><img>",
                "Image https://h.example/b ''",
            ),
            ("<picture><source srcset=https://h.example/a></picture><img alt=c>", ""),
            (
                "<video src=https://h.example/a poster=https://h.example/b><source src=https://h.example/c></video>",
                "Media https://h.example/a ''; Poster https://h.example/b ''; Media https://h.example/c ''",
            ),
            ("<video poster=https://h.example/b>", "Poster https://h.example/b ''"),
            ("<audio src=https://h.example/a title=b>", "Media https://h.example/a '' title=b"),
            ("<iframe src=https://h.example/a></iframe>", "Player https://h.example/a ''"),
            ("<object data=https://h.example/a>", "Player https://h.example/a ''"),
            // Script URLs, and schemes that no reader needs.
            ("<a href=javascript:x>a</a><a href='java&#10;script:x'>a</a><a href='&#1;javascript&colon;x'>a</a>", ""),
            ("<a href=data:text/html,x>a</a><a href=vbscript:x>a</a><a href=blob:x>a</a><a href=file:///x>a</a>", ""),
            ("<iframe src=javascript:x></iframe><img src=javascript:x><video src=file:///x>", ""),
            // Text that is not markup.
            ("<!-- <a href=https://h.example/>a</a> --><script><a href=https://h.example/></script>", ""),
            ("<textarea><a href=https://h.example/></textarea><p title='<a href=https://h.example/>'>", ""),
            ("<a href='https://h.example/", ""),
        ]
        .into_iter()
        .map(|(markup, expected)| (markup, expected, found(markup)))
        .filter(|(_, expected, found)| found != expected)
        .collect();
        assert_eq!(wrong, []);
    }

    #[test]
    fn the_schemes_of_sanitized_markup_are_those_of_its_policy() {
        let markup = "<a href=gemini://h.example/>a</a><a href=javascript:x>b</a>";
        let urls: Vec<_> = FoundUrls::new(markup, true).map(|found| found.url.into_owned()).collect();
        assert_eq!(urls, ["gemini://h.example/"]);
        assert_eq!(FoundUrls::new(markup, false).count(), 0);
    }

    #[test]
    fn every_url_is_absolute_and_safe() {
        const PIECES: &[&str] = &[
            "<a href=", "<img src=", "<video poster=", "<source srcset=", "<picture>", "'", "\"", ">",
            "</a>", "https://h.example/", "java", "script:", "data:", "&colon;", "&#x0a;", "//", "#", " ",
            "\u{1}", "x", "<!--", "-->", "<script>",
        ];
        check(2000, |u| {
            let markup = pieces(u, 0..=12, PIECES)?;
            for is_sanitized in [false, true] {
                for found in FoundUrls::new(&markup, is_sanitized) {
                    let is_safe = !bozofeed_text::html::uri::is_script_url(&found.url)
                        && !bozofeed_text::html::uri::is_relative(&found.url)
                        && (found.kind == UrlKind::Link
                            || found.url.to_ascii_lowercase().starts_with("http"));
                    assert!(is_safe, "{markup:?}: {found:?}");
                }
            }
            Ok(())
        });
    }

    #[test]
    fn the_work_is_proportional_to_the_markup() {
        for unit in [
            "<a href=https://h.example/>",
            "<a href=https://h.example/>a</a>",
            "<a><img src=b>",
            "<!-- <a>",
            "<a href='",
        ] {
            let cost = |count: usize| {
                let markup = unit.repeat(count);
                let _ = steps::take();
                let texts: usize = FoundUrls::new(&markup, false).map(|found| found.text().len()).sum();
                assert!(texts <= markup.len(), "{unit}");
                steps::take()
            };
            let (some, many) = (cost(100), cost(1000));
            assert!(many <= 12 * some.max(100), "{unit}: {some} {many}");
        }
    }
}
