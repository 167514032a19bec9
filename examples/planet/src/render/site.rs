//! The options of a site: its title, address, language and style sheet, and the sizes of its pages.

use std::path::Path;
use std::str::FromStr;

use jiff::tz::TimeZone;
use url::Url;

use super::words::Words;
use crate::Error;
use crate::language::Language;

/// The options of `planet render`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'s> {
    pub(crate) title: &'s str,
    pub(crate) url: Option<&'s SiteUrl>,
    /// The language of the title, and of entries without a language.
    pub(crate) language: Option<&'s Language>,
    /// The time zone for times on the pages.
    pub(crate) zone: &'s TimeZone,
    /// A style sheet that follows the planet's own.
    pub(crate) sheet: Option<&'s CustomSheet>,
    /// The number of entries on the first page and in the feed.
    pub(crate) entries: usize,
    /// The maximum number of them from one feed.
    pub(crate) per_feed: Option<usize>,
    /// The number of entries that the search page finds.
    pub(crate) searchable: usize,
}

impl Site<'_> {
    /// Returns the language of the pages for `lang`.
    pub(super) fn page_language(&self) -> &str {
        self.language.map_or("en", Language::as_str)
    }

    /// Returns the planet's own words for the pages.
    pub(super) fn words(&self) -> &'static Words {
        Words::of(self.language)
    }

    /// Returns the `lang` of the planet's own words, if the page has another language.
    pub(super) fn own_language(&self) -> Option<&'static str> {
        let own = self.words().language();
        self.language.is_some_and(|language| !language.is(own)).then_some(own)
    }

    /// Returns the `lang` of English words, if the page has another language.
    pub(super) fn english(&self) -> Option<&'static str> {
        self.language.is_some_and(|language| !language.is("en")).then_some("en")
    }

    /// Returns the `lang` of a feed's text, unless it equals the page's; empty if the language is unknown (HTML, "The lang and
    /// xml:lang attributes").
    pub(super) fn language_of<'l>(&self, text: Option<&'l Language>) -> Option<&'l str> {
        match (text, self.language) {
            (Some(text), _) if text.as_str() == self.page_language() => None,
            (Some(text), _) => Some(text.as_str()),
            (None, Some(_)) => None,
            (None, None) => Some(""),
        }
    }
}

/// The address of the folder where the site will be published: an `http` or `https` URL that ends with a slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SiteUrl(String);

impl SiteUrl {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address of a file of the site: `feeds/7.html`, or the empty path for the first page.
    pub(crate) fn file(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

/// The error for a text that is not the address of a site.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SiteUrlError {
    #[error("{0}")]
    Url(#[from] url::ParseError),
    #[error("not an http or https URL")]
    Scheme,
    #[error("a user name, password, query or fragment cannot be part of the address of a site")]
    Extra,
}

impl FromStr for SiteUrl {
    type Err = SiteUrlError;

    fn from_str(text: &str) -> Result<Self, SiteUrlError> {
        let mut url = Url::parse(text)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(SiteUrlError::Scheme);
        }
        let has_user = !url.username().is_empty() || url.password().is_some();
        if has_user || url.query().is_some() || url.fragment().is_some() {
            return Err(SiteUrlError::Extra);
        }
        // The URL may include the name of the first page.
        let folder = url.path().strip_suffix("/index.html").unwrap_or(url.path());
        let folder = format!("{}/", folder.trim_end_matches('/'));
        url.set_path(&folder);
        Ok(Self(url.into()))
    }
}

/// A style sheet that can be part of a page.
#[derive(Debug)]
pub(crate) struct CustomSheet(String);

impl CustomSheet {
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let error = |source| Error::File { path: path.display().to_string(), source };
        let text = std::fs::read_to_string(path).map_err(error)?;
        // Browsers replace line ends and NUL with these characters (HTML, "Preprocessing the input stream"), and the policy
        // contains the hash of the result.
        let text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n").replace('\r', "\n");
        let text = text.replace('\0', "\u{FFFD}");
        if text.to_ascii_lowercase().contains("</style") {
            let source = std::io::Error::new(
                std::io::ErrorKind::InvalidData,
                "'</style' would end the style sheet of the page",
            );
            return Err(error(source));
        }
        Ok(Self(text))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_within_the_folder() {
        let mut wrong = Vec::new();
        for (text, expected) in [
            ("https://harbour.example", Some("https://harbour.example/feeds/7.html")),
            ("https://harbour.example/", Some("https://harbour.example/feeds/7.html")),
            ("https://harbour.example/planet", Some("https://harbour.example/planet/feeds/7.html")),
            ("https://harbour.example/planet/", Some("https://harbour.example/planet/feeds/7.html")),
            ("https://harbour.example/planet//", Some("https://harbour.example/planet/feeds/7.html")),
            (
                "https://harbour.example/planet/index.html",
                Some("https://harbour.example/planet/feeds/7.html"),
            ),
            ("https://harbour.example/v1.2", Some("https://harbour.example/v1.2/feeds/7.html")),
            ("https://harbour.example/a b/ö", Some("https://harbour.example/a%20b/%C3%B6/feeds/7.html")),
            ("HTTP://Harbour.example:80/a/../b", Some("http://harbour.example/b/feeds/7.html")),
            ("https://harbour.example/?planet", None),
            ("https://harbour.example/#planet", None),
            ("https://anna:secret@harbour.example/", None),
            ("ftp://harbour.example/", None),
            ("harbour.example", None),
            ("/planet/", None),
        ] {
            let file = text.parse::<SiteUrl>().ok().map(|url| url.file("feeds/7.html"));
            if file.as_deref() != expected {
                wrong.push(format!("{text}: {file:?}"));
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }

    #[test]
    fn a_text_has_its_language_unless_it_is_that_of_the_page() {
        let of = |text: &str| Language::named(text);
        let mut wrong = Vec::new();
        for (site, text, expected) in [
            ("", "", Some("")),
            ("", "de", Some("de")),
            ("", "en", None),
            ("de", "", None),
            ("de", "de", None),
            ("de", "en", Some("en")),
        ] {
            let (language, text) = (of(site), of(text));
            let site = Site {
                title: "",
                url: None,
                language: language.as_ref(),
                zone: &TimeZone::UTC,
                sheet: None,
                entries: 1,
                per_feed: None,
                searchable: 1,
            };
            if site.language_of(text.as_ref()) != expected {
                wrong.push(format!("{language:?} {text:?}: {:?}", site.language_of(text.as_ref())));
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }
}
