//! Lists of subscriptions: OPML 1.0, 1.1 and 2.0.
//!
//! [`parse`] reads a list as [`bozofeed::parse`](crate::parse) reads a feed: it never fails, names may be in any case, and
//! faults are in [`Opml::bozo`] and [`Opml::faults`]. [`Opml::subscriptions`] lists the feeds with the folders that
//! they are in. [`Opml::to_xml`] writes OPML 2.0.
//!
//! ```
//! use bozofeed::opml::{self, Opml, Outline};
//!
//! let list = opml::parse(br#"<opml version="1.1"><head><title>Harbour</title></head><body>
//!     <outline text="Boats"><outline text="Tides" XMLURL="https://harbour.example/tides.rss"/></outline>
//! </body></opml>"#);
//! let all: Vec<_> = list.subscriptions().collect();
//! assert_eq!(all[0].outline.name(), "Tides");
//! assert_eq!(all[0].outline.xml_url.as_deref(), Some("https://harbour.example/tides.rss"));
//! assert_eq!(all[0].folders, ["Boats"]);
//!
//! let mut mine = Opml::new("Mine");
//! mine.outlines.push(Outline::feed("Tides", "https://harbour.example/tides.rss"));
//! assert_eq!(opml::parse(&mine.to_xml()).outlines, mine.outlines);
//! ```

mod read;
mod write;

use crate::diagnostics::{Bozo, Fault};
use crate::encoding::Trail;
use crate::model::plain::plain;
use crate::{Document, content};

/// Reads a list of subscriptions.
///
/// ```
/// use bozofeed::{Document, opml};
///
/// let list = opml::parse(b"<opml version='2.0'><body><outline text='Gulls &amp; terns'/></body></opml>");
/// assert_eq!(list.outlines[0].name(), "Gulls & terns");
/// assert!(list.bozo.is_none());
///
/// let response = Document::new(b"<opml><body><outline text='M\xF6wen'/></body></opml>");
/// let list = opml::parse(response.content_type("text/xml; charset=iso-8859-1"));
/// assert_eq!(list.outlines[0].name(), "M\u{f6}wen");
/// ```
pub fn parse<'a>(document: impl Into<Document<'a>>) -> Opml {
    read::read(document.into())
}

/// A list of subscriptions, and the faults of its document.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Opml {
    /// The version, as the document gives it. `None` if there is no `opml` element, or it has no version.
    pub version: Option<String>,
    /// The metadata.
    pub head: Head,
    /// The outlines on the first level.
    pub outlines: Vec<Outline>,
    /// The namespaces that the document declares: prefixes and names.
    pub namespaces: Vec<(String, String)>,
    /// How the document breaks the rules, or `None` if it does not.
    pub bozo: Option<Bozo>,
    /// The first hundred faults, in document order.
    pub faults: Vec<Fault>,
    /// The number of all faults.
    pub fault_count: usize,
    /// The label of the encoding that was used, as it was given, in lower case.
    pub encoding: String,
    /// How the encoding was determined.
    pub trail: Trail,
}

plain! {
    /// The metadata of a list (OPML 2.0, "What is a head?"). Values are as they are written;
    /// [`date::parse`](crate::date::parse) reads the dates.
    pub struct Head {
        /// The title.
        pub title: Option<String>,
        /// The date of its creation.
        pub date_created: Option<String>,
        /// The date of its last change.
        pub date_modified: Option<String>,
        /// The owner's name.
        pub owner_name: Option<String>,
        /// The owner's e-mail address.
        pub owner_email: Option<String>,
        /// A URL of a page to contact the owner.
        pub owner_id: Option<String>,
        /// A URL of the format's documentation.
        pub docs: Option<String>,
        /// Every other element, by its name: `expansionState`, `windowTop` …
        pub others: Vec<(String, String)>,
    }
}

plain! {
    /// An outline of a list: a folder, a feed, or something else (OPML 2.0, "What is an outline?").
    pub struct Outline {
        /// `text`: the name to show.
        pub text: Option<String>,
        /// `title`: the feed's own title.
        pub title: Option<String>,
        /// `type`: `rss` for a feed of any format, `link` or `include` for another list.
        pub kind: Option<String>,
        /// `xmlUrl`, or `url` of a feed: the URL of the feed. A URL that runs a script is left out.
        pub xml_url: Option<String>,
        /// `htmlUrl`: the page of the feed. A URL that runs a script is left out.
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
        /// `created`: the time at which the outline was added.
        pub created: Option<String>,
        /// Every other attribute, by its name as it is written.
        pub attributes: Vec<(String, String)>,
        /// The outlines in it.
        pub outlines: Vec<Outline>,
    }
}

impl Outline {
    /// Returns an outline that is a feed.
    ///
    /// ```
    /// let tides = bozofeed::opml::Outline::feed("Tides", "https://harbour.example/tides.rss");
    /// assert_eq!((tides.name(), tides.is_feed()), ("Tides", true));
    /// ```
    pub fn feed(text: &str, xml_url: &str) -> Self {
        let (text, kind, xml_url) = (Some(text.to_owned()), Some("rss".to_owned()), Some(xml_url.to_owned()));
        Self { text, kind, xml_url, ..Self::default() }
    }

    /// Returns an outline that is a folder.
    ///
    /// ```
    /// use bozofeed::opml::Outline;
    ///
    /// let sea = Outline::folder("Sea", vec![Outline::feed("Tides", "https://harbour.example/tides.rss")]);
    /// assert_eq!((sea.outlines.len(), sea.is_feed()), (1, false));
    /// ```
    pub fn folder(text: &str, outlines: Vec<Outline>) -> Self {
        Self { text: Some(text.to_owned()), outlines, ..Self::default() }
    }

    /// Returns the name to show, as plain text: the text, else the title, else a URL.
    ///
    /// ```
    /// let list = bozofeed::opml::parse(b"<opml><body><outline title='Tides' xmlUrl='https://a.example/t'/></body></opml>");
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

    /// Returns the categories: those of `category`, which are separated by commas, without the slash that they may begin
    /// with (`/Boston/Weather,/Tags/News`).
    ///
    /// ```
    /// let list = bozofeed::opml::parse(b"<opml><body><outline category='/Sea/Boats, tides'/></body></opml>");
    /// assert_eq!(list.outlines[0].categories().collect::<Vec<_>>(), ["Sea/Boats", "tides"]);
    /// ```
    pub fn categories(&self) -> impl Iterator<Item = &str> {
        let all = self.category.as_deref().unwrap_or_default().split(',');
        all.map(|category| category.trim().trim_matches('/')).filter(|category| !category.is_empty())
    }

    /// Takes a URL, unless following it would run code.
    fn url_of(value: &str) -> Option<String> {
        let url = value.trim();
        (!url.is_empty() && !content::is_script_url(url)).then(|| url.to_owned())
    }
}

/// A feed of a list, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subscription<'a> {
    /// The names of the folders around it, the outermost first.
    pub folders: Vec<&'a str>,
    /// The feed.
    pub outline: &'a Outline,
}

impl Opml {
    /// Returns an empty list with a title.
    ///
    /// ```
    /// assert!(bozofeed::opml::Opml::new("Mine").to_xml().contains("<title>Mine</title>"));
    /// ```
    pub fn new(title: &str) -> Self {
        let head = Head { title: Some(title.to_owned()), ..Head::default() };
        Self { version: Some("2.0".to_owned()), head, ..Self::default() }
    }

    /// Returns the feeds of the list with their folders, in document order, including feeds in other feeds.
    ///
    /// ```
    /// let list = bozofeed::opml::parse(b"<opml><body><outline text='Sea'><outline xmlUrl='https://a.example/t'/></outline></body></opml>");
    /// let subscription = list.subscriptions().next().unwrap();
    /// assert_eq!(subscription.folders, ["Sea"]);
    /// assert_eq!(subscription.outline.xml_url.as_deref(), Some("https://a.example/t"));
    /// ```
    pub fn subscriptions(&self) -> impl Iterator<Item = Subscription<'_>> {
        let mut open = vec![(None, self.outlines.iter())];
        std::iter::from_fn(move || {
            loop {
                let Some(outline) = open.last_mut()?.1.next() else {
                    open.pop();
                    continue;
                };
                let folders = open.iter().filter_map(|(folder, _)| *folder).collect();
                let name = Some(outline.name()).filter(|name| !name.is_empty() && !outline.is_feed());
                open.push((name, outline.outlines.iter()));
                if outline.is_feed() {
                    return Some(Subscription { folders, outline });
                }
            }
        })
    }

    /// Returns the list as an OPML 2.0 document, in UTF-8. Characters that XML cannot hold are left out.
    ///
    /// ```
    /// use bozofeed::opml::{Opml, Outline};
    ///
    /// let mut list = Opml::new("Mine");
    /// list.outlines.push(Outline::folder("Sea", vec![Outline::feed("Tides & winds", "https://harbour.example/?a=1&b=2")]));
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

#[cfg(test)]
mod tests;
