//! Subscription lists: OPML 1.0, 1.1 and 2.0.
//!
//! [`parse`] reads a list as [`bozofeed::parse`] reads a feed: it never fails, names may be in any case, faults are in [`Opml::bozo`] and
//! [`Opml::faults`], and unusable values are in [`Opml::warnings`]. [`Opml::into_result`] turns a document that is not a list into an
//! error. [`Opml::subscriptions`] returns the feeds with their folders. [`Opml::to_xml`] writes OPML 2.0.
//!
//! ```
//! use bozofeed_opml::{Opml, Outline};
//!
//! let list = bozofeed_opml::parse(br#"<opml version="1.1"><head><title>Harbour</title></head><body>
//!     <outline text="Boats"><outline text="Tides" XMLURL="https://harbour.example/tides.rss"/></outline>
//! </body></opml>"#);
//! let all: Vec<_> = list.subscriptions().collect();
//! assert_eq!((all[0].outline.name(), all[0].url), ("Tides", "https://harbour.example/tides.rss"));
//! assert_eq!(all[0].folders, ["Boats"]);
//!
//! let mut tides = Outline::feed("Tides", "https://harbour.example/tides.rss");
//! tides.html_url = Some("https://harbour.example/".into());
//! let mine = Opml::new("Mine").with_outlines([Outline::folder("Sea", vec![tides])]);
//! assert_eq!(bozofeed_opml::parse(&mine.to_xml()).outlines, mine.outlines);
//! ```
//!
//! # Features
//!
//! | feature | default | purpose |
//! | --- | --- | --- |
//! | `serde` | yes | `Serialize` and `Deserialize` for lists |
//!
//! The minimum Rust version is 1.88.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod read;
mod subscriptions;
#[cfg(test)]
mod tests;
mod write;

use std::borrow::Cow;

use bozofeed::encoding::Trail;
use bozofeed::{Bozo, Document, Fault, LooksLike, Warning, content};

pub use subscriptions::Subscription;

/// Parses a subscription list.
///
/// ```
/// use bozofeed::Document;
///
/// let list = bozofeed_opml::parse(b"<opml version='2.0'><body><outline text='Gulls &amp; terns'/></body></opml>");
/// assert_eq!(list.outlines[0].name(), "Gulls & terns");
/// assert!(list.bozo.is_none());
///
/// let response = Document::new(b"<opml><body><outline text='M\xF6wen'/></body></opml>");
/// let list = bozofeed_opml::parse(response.content_type("text/xml; charset=iso-8859-1"));
/// assert_eq!(list.outlines[0].name(), "M\u{f6}wen");
/// ```
pub fn parse<'a>(document: impl Into<Document<'a>>) -> Opml {
    read::read(&document.into())
}

/// A subscription list, and the faults of its document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Opml {
    /// The version, as written. `None` if there is no `opml` element, or it has no version.
    pub version: Option<String>,
    /// The metadata.
    pub head: Head,
    /// The top-level outlines.
    pub outlines: Vec<Outline>,
    /// The namespaces declared in the document: prefixes and names.
    pub namespaces: Vec<(String, String)>,
    /// The label of the encoding in the document or its headers, in lower case: `latin-1`.
    pub encoding: Cow<'static, str>,
    /// The canonical name of that encoding: `iso-8859-1`.
    pub codec: Cow<'static, str>,
    /// The exception for the broken rules, or `None` if there are none.
    pub bozo: Option<Bozo>,
    /// Whether the document is well-formed, even if it is mislabelled. A list created by a program is not a document.
    pub well_formed: bool,
    /// The first hundred faults, in document order.
    pub faults: Vec<Fault>,
    /// The number of all faults.
    pub fault_count: usize,
    /// The first hundred unreadable dates, and URLs that were left out because they would run a script, in document order. They never
    /// make a list bozo.
    pub warnings: Vec<Warning>,
    /// How the encoding was determined.
    pub trail: Trail,
}

/// Declares plain data. In JSON, absent values and empty lists are left out, and a missing field has its default value.
macro_rules! plain {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_absent"))]
                pub $field: $kind,
            )*
        }
    };
}

#[cfg(feature = "serde")]
fn is_absent<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

plain! {
    /// The metadata of a list (OPML 2.0, "What is a head?"). Values are kept as written; [`bozofeed::date::parse`] parses the dates.
    pub struct Head {
        /// The title.
        pub title: Option<String>,
        /// The date of creation.
        pub date_created: Option<String>,
        /// The date of the last change.
        pub date_modified: Option<String>,
        /// The owner's name.
        pub owner_name: Option<String>,
        /// The owner's e-mail address.
        pub owner_email: Option<String>,
        /// The URL of a page for contacting the owner.
        pub owner_id: Option<String>,
        /// The URL of the format's documentation.
        pub docs: Option<String>,
        /// Every other element, by its name: `expansionState`, `windowTop` …
        pub others: Vec<(String, String)>,
    }
}

plain! {
    /// An outline of a list: a folder, a feed, or another item (OPML 2.0, "What is an outline?").
    pub struct Outline {
        /// `text`: the name to show.
        pub text: Option<String>,
        /// `title`: the feed's own title.
        pub title: Option<String>,
        /// `type`: `rss` for a feed of any format, `link` or `include` for another list.
        pub kind: Option<String>,
        /// `xmlUrl`, or `url` of a feed: the URL of the feed. A URL that runs a script is left out, with a [warning](Opml::warnings).
        pub xml_url: Option<String>,
        /// `htmlUrl`: the page of the feed. A URL that runs a script is left out, with a [warning](Opml::warnings).
        pub html_url: Option<String>,
        /// `url` of an outline that is not a feed: the page or list that a `link` or an `include` refers to.
        pub url: Option<String>,
        /// `description`.
        pub description: Option<String>,
        /// `language`.
        pub language: Option<String>,
        /// `version` of the feed's format.
        pub version: Option<String>,
        /// `category`: see [`categories`](Self::categories).
        pub category: Option<String>,
        /// `created`: the date on which the outline was added.
        pub created: Option<String>,
        /// Every other attribute, by its name as written.
        pub attributes: Vec<(String, String)>,
        /// The outlines within it.
        pub outlines: Vec<Outline>,
    }
}

impl Outline {
    /// Returns an outline for a feed.
    ///
    /// ```
    /// let tides = bozofeed_opml::Outline::feed("Tides", "https://harbour.example/tides.rss");
    /// assert_eq!((tides.name(), tides.is_feed()), ("Tides", true));
    /// ```
    pub fn feed(text: impl Into<String>, xml_url: impl Into<String>) -> Self {
        let kind = Some("rss".to_owned());
        Self { text: Some(text.into()), kind, xml_url: Some(xml_url.into()), ..Self::default() }
    }

    /// Returns an outline for a folder.
    ///
    /// ```
    /// use bozofeed_opml::Outline;
    ///
    /// let sea = Outline::folder("Sea", vec![Outline::feed("Tides", "https://harbour.example/tides.rss")]);
    /// assert_eq!((sea.outlines.len(), sea.is_feed()), (1, false));
    /// ```
    pub fn folder(text: impl Into<String>, outlines: Vec<Outline>) -> Self {
        Self { text: Some(text.into()), outlines, ..Self::default() }
    }

    /// Returns the name to show, as plain text: the text, else the title, else a URL.
    ///
    /// ```
    /// let list = bozofeed_opml::parse(b"<opml><body><outline title='Tides' xmlUrl='https://a.example/t'/></body></opml>");
    /// assert_eq!(list.outlines[0].name(), "Tides");
    /// ```
    pub fn name(&self) -> &str {
        let all = [&self.text, &self.title, &self.html_url, &self.xml_url, &self.url];
        all.into_iter().flatten().map(|name| name.trim()).find(|name| !name.is_empty()).unwrap_or_default()
    }

    /// Returns whether this is a feed.
    pub fn is_feed(&self) -> bool {
        self.xml_url.is_some()
    }

    /// Returns the categories: the comma-separated values of `category`, without a slash at the start (`/Boston/Weather,/Tags/News`).
    ///
    /// ```
    /// let list = bozofeed_opml::parse(b"<opml><body><outline category='/Sea/Boats, tides'/></body></opml>");
    /// assert_eq!(list.outlines[0].categories().collect::<Vec<_>>(), ["Sea/Boats", "tides"]);
    /// ```
    pub fn categories(&self) -> impl Iterator<Item = &str> {
        let all = self.category.as_deref().unwrap_or_default().split(',');
        all.map(|category| category.trim().trim_matches('/')).filter(|category| !category.is_empty())
    }

    /// Returns a URL, unless following it would run code.
    fn url_of(value: &str) -> Option<String> {
        let url = value.trim();
        (!url.is_empty() && !content::is_script_url(url)).then(|| url.to_owned())
    }
}

impl Opml {
    /// Returns an empty list with a title.
    ///
    /// ```
    /// assert!(bozofeed_opml::Opml::new("Mine").to_xml().contains("<title>Mine</title>"));
    /// ```
    pub fn new(title: impl Into<String>) -> Self {
        let head = Head { title: Some(title.into()), ..Head::default() };
        Self { version: Some("2.0".to_owned()), head, ..Self::default() }
    }

    /// Returns the list with these outlines at the top level, which replace any others.
    ///
    /// ```
    /// use bozofeed_opml::{Opml, Outline};
    ///
    /// let list = Opml::new("Mine").with_outlines([Outline::feed("Tides", "https://harbour.example/tides.rss")]);
    /// assert_eq!(list.subscriptions().next().unwrap().url, "https://harbour.example/tides.rss");
    /// ```
    #[must_use]
    pub fn with_outlines(self, outlines: impl IntoIterator<Item = Outline>) -> Self {
        Self { outlines: outlines.into_iter().collect(), ..self }
    }

    /// Returns whether the document is a list, valid or not. A list created by a program is one.
    ///
    /// ```
    /// use bozofeed_opml::Opml;
    ///
    /// assert!(bozofeed_opml::parse(b"<opml><body><outline text='Sea'>").is_opml());
    /// assert!(!bozofeed_opml::parse(b"<rss version='2.0'><channel/></rss>").is_opml());
    /// assert!(Opml::new("Mine").is_opml());
    /// ```
    pub fn is_opml(&self) -> bool {
        match &self.bozo {
            Some(Bozo::NotOpml(_)) => false,
            // The limit may have been reached before the list.
            Some(Bozo::LimitExceeded { .. }) => {
                self.version.is_some() || !self.outlines.is_empty() || self.head != Head::default()
            }
            Some(_) | None => true,
        }
    }

    /// Returns the list if the document is one, valid or not, or else the reason.
    ///
    /// # Errors
    ///
    /// [`Bozo::NotOpml`] tells what the document looks like; [`Bozo::LimitExceeded`] means that a limit was reached before the list.
    ///
    /// ```
    /// let error = bozofeed_opml::parse(b"<html><body>Not found</body></html>").into_result().unwrap_err();
    /// assert_eq!(error.to_string(), "not a list of subscriptions (looks like an HTML page)");
    /// ```
    pub fn into_result(self) -> Result<Self, Bozo> {
        if self.is_opml() {
            return Ok(self);
        }
        Err(self.bozo.unwrap_or(Bozo::NotOpml(LooksLike::Other)))
    }

    /// Returns the list as an OPML 2.0 document, in UTF-8. Characters that XML forbids are left out.
    ///
    /// ```
    /// use bozofeed_opml::{Opml, Outline};
    ///
    /// let feed = Outline::feed("Tides & winds", "https://harbour.example/?a=1&b=2");
    /// let list = Opml::new("Mine").with_outlines([Outline::folder("Sea", vec![feed])]);
    /// assert_eq!(list.to_xml(), r#"<?xml version="1.0" encoding="UTF-8"?>
    /// <opml version="2.0">
    ///   <head>
    ///     <title>Mine</title>
    ///   </head>
    ///   <body>
    ///     <outline text="Sea">
    ///       <outline text="Tides &amp; winds" type="rss" xmlUrl="https://harbour.example/?a=1&amp;b=2"/>
    ///     </outline>
    ///   </body>
    /// </opml>
    /// "#);
    /// ```
    pub fn to_xml(&self) -> String {
        write::write(self)
    }
}

/// The README's example is also a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
