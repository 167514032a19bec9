//! URLs that the caller replaces while markup is sanitized.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use bozofeed_text::named;

use super::tracking::without_tracking;
use bozofeed_text::html::parsed_url::{NotAUrl, ParsedUrl, UrlParser};
use bozofeed_text::html::uri::trim;

/// The use of a URL in markup, for [found](crate::FoundUrl) URLs and for a caller that rewrites them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UrlKind {
    /// A picture: the `src` of an `img`, each candidate of a `srcset`, a background.
    Image,
    /// The `poster` of a `video`.
    Poster,
    /// Audio or video: the `src` of `audio`, `video`, `source` and `track`.
    Media,
    /// The page of an embedded player. The sanitizer keeps players of the hosts in the policy.
    Player,
    /// Anything that is not loaded unasked: `href`, `cite`, the `action` of a form.
    Link,
}

named! {
    UrlKind: "kind of URL" {
        Image => "image",
        Poster => "poster",
        Media => "media",
        Player => "player",
        Link => "link",
    }
}

impl UrlKind {
    /// Returns the kind of the URL in an attribute. Both names must be in lower case.
    pub(super) fn of(element: &str, attribute: &str) -> Self {
        match attribute {
            "poster" => Self::Poster,
            "src" if matches!(element, "audio" | "sound" | "source" | "track" | "video") => Self::Media,
            "altimg" | "background" | "data-src" | "dynsrc" | "icon" | "lowsrc" | "src" | "srcset"
            | "vrml" => Self::Image,
            _ => Self::Link,
        }
    }
}

/// A function that returns the replacement of a URL.
#[derive(Clone)]
pub struct UrlRewriter(Arc<RewriteFn>);

#[expect(clippy::disallowed_types, reason = "the caller knows the crate's type")]
type RewriteFn = dyn Fn(UrlKind, &url::Url) -> Option<String> + Send + Sync;

impl UrlRewriter {
    #[expect(clippy::disallowed_types, reason = "the caller knows the crate's type")]
    /// Returns a function that the caller chose.
    pub fn new(rewrite: impl Fn(UrlKind, &url::Url) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(rewrite))
    }

    /// Returns a function that removes [tracking parameters](without_tracking), and passes the result to the caller's function.
    pub fn without_tracking(next: Option<Self>) -> Self {
        Self::new(move |kind, url| {
            let next = next.as_ref().map(|next| &next.0);
            let Cow::Owned(clean) = without_tracking(url.as_str()) else { return next?(kind, url) };
            let answer =
                next.zip(UrlParser::new().parse(&clean).ok()).and_then(|(next, url)| next(kind, &url));
            Some(answer.unwrap_or(clean))
        })
    }

    /// Returns the replacement of a reference; `""` if it is blocked.
    pub(super) fn rewrite<'a>(&self, kind: UrlKind, reference: &'a str, urls: &UrlParser) -> Cow<'a, str> {
        let is_data = reference.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
        // Nothing is loaded from any of these, so there is nothing to rewrite.
        if reference.is_empty() || reference.starts_with('#') || is_data {
            return Cow::Borrowed(reference);
        }
        match absolute(reference, urls) {
            Ok(Some(url)) => self.answer(kind, &url).map_or(Cow::Borrowed(reference), Cow::Owned),
            // Browsers may still be able to load it.
            Err(NotAUrl::Invalid | NotAUrl::Relative) if kind == UrlKind::Link => Cow::Borrowed(reference),
            // The function must see every URL that is loaded, and a URL that cannot be parsed cannot be passed to it.
            Err(_) => Cow::Borrowed(""),
            Ok(None) => Cow::Borrowed(reference),
        }
    }

    /// Returns the replacement of a URL, in the form of an attribute value.
    pub(super) fn answer(&self, kind: UrlKind, url: &ParsedUrl) -> Option<String> {
        let answer = (self.0)(kind, url)?;
        Some(trim(&answer).chars().filter(|c| !c.is_control()).collect())
    }
}

/// Returns the URL of a reference, or `None` if it is relative and so depends on the page that shows it. A reference may name a
/// host without a scheme, which the page adds.
fn absolute(reference: &str, urls: &UrlParser) -> Result<Option<ParsedUrl>, NotAUrl> {
    // `.invalid` is reserved (RFC 6761 §6.4), so a reference that stays on this host is relative to the page.
    const NOWHERE: &str = "nowhere.invalid";
    match urls.parse(reference) {
        Ok(url) => Ok(Some(url)),
        Err(NotAUrl::Relative) => {
            let page = urls.parse("https://nowhere.invalid/")?;
            Ok(Some(urls.join(&page, reference)?).filter(|url| url.host_str() != Some(NOWHERE)))
        }
        Err(error) => Err(error),
    }
}

impl fmt::Debug for UrlRewriter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("UrlRewriter").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{UrlKind, UrlParser, UrlRewriter};

    #[test]
    fn references_with_a_host_are_rewritten() {
        let urls = UrlParser::new();
        let rewriter = UrlRewriter::new(|_, url| Some(format!("<{url}>\u{7}")));
        for (reference, expected) in [
            ("http://a.example/b", "<http://a.example/b>"),
            ("//a.example/b", "<https://a.example/b>"),
            ("/\\a.example", "<https://a.example/>"),
            ("\\\\a.example", "<https://a.example/>"),
            ("https:a.example", "<https://a.example/>"),
            ("mailto:a", "<mailto:a>"),
            ("a/b", "a/b"),
            ("/a", "/a"),
            ("#a", "#a"),
            ("", ""),
            ("DATA:image/png,", "DATA:image/png,"),
            ("http://[", ""),
        ] {
            assert_eq!(rewriter.rewrite(UrlKind::Image, reference, &urls), expected, "{reference:?}");
        }
        assert_eq!(rewriter.rewrite(UrlKind::Link, "http://[", &urls), "http://[");
        // Soft hyphens are removed from hosts, so a browser may be able to follow it.
        let long = format!("http://a{}.example/", "\u{ad}".repeat(200));
        assert_eq!(rewriter.rewrite(UrlKind::Link, &long, &urls), "");
        let unchanged = UrlRewriter::new(|_, _| None);
        assert_eq!(unchanged.rewrite(UrlKind::Image, "//a.example/ b", &urls), "//a.example/ b");
    }
}
