//! Writes parsed or generated feeds as Atom 1.0, RSS 2.0 or JSON Feed 1.1.
//!
//! A [`Writer`] writes a feed to any [`io::Write`], entry by entry. It keeps only one entry in memory, plus a hash of each written
//! identifier.
//!
//! ```
//! use bozofeed::write::{Target, Writer};
//!
//! let parsed = bozofeed::parse(b"<rss><channel><title>Tides<link>https://harbour.example/</link>\
//!     <lastBuildDate>Fri, 02 Jan 2026 03:04:05 GMT</lastBuildDate>\
//!     <item><guid isPermaLink='false'>urn:example:1</guid><title>High &amp water</title></item>");
//! assert!(parsed.bozo.is_some());
//! let atom = Writer::new(Target::Atom).to_text(&parsed)?;
//! let again = bozofeed::parse(&*atom);
//! assert!(again.bozo.is_none());
//! assert_eq!(again.entries[0].title, parsed.entries[0].title);
//! # Ok::<(), bozofeed::write::WriteError>(())
//! ```
//!
//! # Rules
//!
//! - **Values are where readers look for them.** A value is written in an element or member of the format, or else in the customary
//!   namespace; elements of unknown vocabularies are written unchanged. The result lists the values that could not be written
//!   ([`Written::losses`]). For a round trip, [`keep_everything`](Writer::keep_everything) also keeps nearly all of these. The
//!   [table](crate::docs::writing) shows the place of each field.
//! - **The result is valid**, whatever was read. If an entry lacks the identifier that Atom or JSON Feed requires, a UUID of version 5
//!   (RFC 9562 §5.5) is generated from its [identity](crate::model::Entry::identity), and is the same each time. Dates are never
//!   invented: if Atom requires a date and neither the entry nor the feed nor the caller provides one, writing fails with
//!   [`WriteError::MissingDate`].
//! - **The result is safe.** Markup contains only what the [policy](Writer::sanitize) allows, text never becomes markup, and no URL that
//!   would run a script is written.

mod atom;
mod core;
mod elements;
mod escape;
mod extensions;
mod fragment;
mod gate;
mod identifier;
mod json;
mod json_text;
mod loss;
mod markup;
mod names;
mod namespace_uri;
mod prepared;
mod rss;
mod strict_json;
mod xml;

use std::borrow::Borrow;
use std::io;
use std::iter::Peekable;

use bozofeed_text::named;

use self::atom::FeedDefaults;
use self::core::Core;
use self::gate::Gate;
use self::identifier::Identifiers;
pub use self::loss::{Loss, LossReason};
use self::markup::Markup;
use self::prepared::{PreparedEntry, PreparedFeed};
use self::xml::Xml;
use crate::Timestamp;
use crate::budget::LONGEST_LANGUAGE;
use crate::diagnostics::{Bozo, LooksLike};
use crate::format::Format;
use crate::model::{Entry, Feed, Str};
use crate::parsed::Parsed;
use crate::vocabulary::write::ElementSink as _;
use bozofeed_content::Sanitize;
use bozofeed_text::html::uri::is_script_url;

/// A format that can be written.
///
/// ```
/// use bozofeed::Format;
/// use bozofeed::write::Target;
///
/// assert_eq!("rss".parse(), Ok(Target::Rss));
/// assert_eq!(Target::of(Format::Atom03), Target::Atom);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// Atom 1.0 (RFC 4287).
    Atom,
    /// RSS 2.0.
    Rss,
    /// JSON Feed 1.1.
    Json,
}

named! {
    Target: "format to write" {
        Atom => "atom",
        Rss => "rss",
        Json => "json",
    }
}

impl Target {
    /// Returns the target format for a feed that was read in this format: [`Json`](Self::Json) for JSON Feed,
    /// [`Rss`](Self::Rss) for RSS of any version, and [`Atom`](Self::Atom) for everything else.
    pub fn of(format: Format) -> Self {
        match format {
            Format::Json1 | Format::Json11 => Self::Json,
            Format::Rss090
            | Format::Rss091Netscape
            | Format::Rss091Userland
            | Format::Rss092
            | Format::Rss093
            | Format::Rss094
            | Format::Rss10
            | Format::Rss20
            | Format::Rss => Self::Rss,
            Format::HFeed
            | Format::Atom01
            | Format::Atom02
            | Format::Atom03
            | Format::Atom10
            | Format::Atom
            | Format::Cdf
            | Format::Unknown => Self::Atom,
        }
    }

    /// Returns the media type of a document: `application/atom+xml`, `application/rss+xml` or `application/feed+json`.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Atom => "application/atom+xml",
            Self::Rss => "application/rss+xml",
            Self::Json => "application/feed+json",
        }
    }
}

/// Writes feeds. A writer is only configuration: it can write any number of feeds, from any number of threads.
///
/// To write a generated feed:
///
/// ```
/// use bozofeed::model::{Entry, Feed, Text};
/// use bozofeed::write::{Target, Writer};
///
/// let mut feed = Feed::default();
/// feed.title = Some(Text::plain("Tides"));
/// feed.link = Some("https://harbour.example/".into());
/// let mut entry = Entry::default();
/// entry.title = Some(Text::plain("High water"));
/// entry.link = Some("https://harbour.example/high".into());
/// entry.summary = Some(Text::html("<p>At <b>noon</b>.</p>"));
///
/// let mut rss = Vec::new();
/// let written = Writer::new(Target::Rss).write_feed(&feed, [entry], &mut rss)?;
/// assert_eq!((written.entries, written.loss_count), (1, 0));
/// # Ok::<(), bozofeed::write::WriteError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Writer {
    target: Target,
    feed_url: Option<String>,
    fallback_date: Option<Timestamp>,
    indent: usize,
    sanitize: Sanitize,
    entries: usize,
    keeps_everything: bool,
    stylesheet: Option<String>,
}

impl Writer {
    /// The maximum number of spaces for indentation that [`set`](Self::set) accepts.
    pub(crate) const MOST_SPACES: usize = 16;

    /// Returns a writer for a format, with default options.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            feed_url: None,
            fallback_date: None,
            indent: 2,
            sanitize: Sanitize::Default,
            entries: usize::MAX,
            keeps_everything: false,
            stylesheet: None,
        }
    }

    /// Sets the URL at which the document will be published: the `self` link in Atom and, in the namespace of Atom, in RSS; `feed_url`
    /// in JSON Feed. It replaces the URL of the feed, which is the default.
    #[must_use]
    pub fn feed_url(mut self, url: impl Into<String>) -> Self {
        self.feed_url = Some(url.into());
        self
    }

    /// Sets the date of the last change for entries without a date, in a feed without one: Atom requires it (RFC 4287 §4.2.15). It is
    /// not set by default, so writing such a feed as Atom fails with [`WriteError::MissingDate`].
    #[must_use]
    pub fn fallback_date(mut self, date: Timestamp) -> Self {
        self.fallback_date = Some(date);
        self
    }

    /// Sets the number of spaces for indenting elements or members. The default is 2; 0 also omits the line breaks between them.
    #[must_use]
    pub fn indent(mut self, spaces: usize) -> Self {
        self.indent = spaces;
        self
    }

    /// Sets the policy for markup: a [`Sanitize`], `true` for [`Sanitize::Default`], or `false` for [`Sanitize::Off`].
    ///
    /// With [`Sanitize::Default`], the default, markup that was sanitized when the feed was read is written unchanged, and
    /// [`Sanitize::Reader`] applies to other markup. Any other policy applies to all markup; [`Sanitize::Off`] leaves all of it
    /// unchanged.
    #[must_use]
    pub fn sanitize(mut self, sanitize: impl Into<Sanitize>) -> Self {
        self.sanitize = sanitize.into();
        self
    }

    /// Sets the maximum number of entries in a document. The default is unlimited. An iterator that is passed by reference keeps the
    /// remaining entries for the next document.
    #[must_use]
    pub fn entries(mut self, most: usize) -> Self {
        self.entries = most;
        self
    }

    /// Sets whether to keep values for which neither the format nor a customary namespace has a place. They are written in the
    /// namespaces of RSS and of the prefix `bozofeed`, and in the [extension object](crate::docs::writing) `_bozofeed` of JSON Feed,
    /// which only this library reads. By default, they are omitted, and each of them is among the [losses](Written::losses).
    ///
    /// ```
    /// use bozofeed::write::{Target, Writer};
    ///
    /// let parsed = bozofeed::parse(b"<rss><channel><title>Tides</title><ttl>60</ttl></channel></rss>");
    /// let mut json = Vec::new();
    /// let written = Writer::new(Target::Json).write(&parsed, &mut json)?;
    /// assert!(!String::from_utf8_lossy(&json).contains("60"));
    /// assert_eq!(written.losses[0].path, "rss:ttl");
    /// let json = Writer::new(Target::Json).keep_everything(true).to_text(&parsed)?;
    /// assert!(json.contains(r#""name": "rss:ttl""#));
    /// # Ok::<(), bozofeed::write::WriteError>(())
    /// ```
    #[must_use]
    pub fn keep_everything(mut self, is_kept: bool) -> Self {
        self.keeps_everything = is_kept;
        self
    }

    /// Sets the URL of a style sheet for displaying the document in browsers: CSS if its path ends with `.css`, otherwise XSLT
    /// (Associating Style Sheets with XML documents 1.0). It is not set by default. A JSON Feed cannot have a style sheet, so there it
    /// is among the [losses](Written::losses).
    ///
    /// ```
    /// use bozofeed::model::{Entry, Feed};
    /// use bozofeed::write::{Target, Writer};
    ///
    /// let mut rss = Vec::new();
    /// let writer = Writer::new(Target::Rss).stylesheet("/feed.xsl");
    /// writer.write_feed(&Feed::default(), [] as [Entry; 0], &mut rss)?;
    /// assert!(String::from_utf8_lossy(&rss).contains(r#"<?xml-stylesheet type="text/xsl" href="/feed.xsl"?>"#));
    /// # Ok::<(), bozofeed::write::WriteError>(())
    /// ```
    #[must_use]
    pub fn stylesheet(mut self, url: impl Into<String>) -> Self {
        self.stylesheet = Some(url.into());
        self
    }

    /// Writes a parsed feed with its entries.
    ///
    /// # Errors
    ///
    /// [`WriteError::NotAFeed`] if the document was not a feed, [`WriteError::Io`] if `to` fails, and [`WriteError::MissingDate`] if
    /// Atom requires a date that is missing. After an error, the output is incomplete.
    pub fn write(&self, parsed: &Parsed, to: impl io::Write) -> Result<Written, WriteError> {
        // A document that is not a feed may still have values, for example from a stray item. They are written.
        if let Some(Bozo::NotAFeed(looks_like)) = &parsed.bozo
            && parsed.entries.is_empty()
            && parsed.feed == Feed::default()
        {
            return Err(WriteError::NotAFeed(*looks_like));
        }
        // All entries are available, so repeated identifiers are known before the first entry is written.
        // `write_feed` cannot look ahead, since its iterator may be infinite.
        let ids = Identifiers::of(&parsed.entries);
        let source = (Some(parsed.format), &*parsed.namespaces);
        self.write_any(&parsed.feed, &mut parsed.entries.iter(), ids, source, to)
    }

    /// Writes a feed with these entries, in this order.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`write`](Self::write), except [`WriteError::NotAFeed`].
    pub fn write_feed<E: Borrow<Entry>>(
        &self,
        feed: &Feed,
        entries: impl IntoIterator<Item = E>,
        to: impl io::Write,
    ) -> Result<Written, WriteError> {
        self.write_any(feed, &mut entries.into_iter(), Identifiers::default(), (None, &[]), to)
    }

    fn write_any<E: Borrow<Entry>>(
        &self,
        feed: &Feed,
        entries: &mut dyn Iterator<Item = E>,
        ids: Identifiers,
        (source, prefixes): (Option<Format>, &[(String, String)]),
        mut to: impl io::Write,
    ) -> Result<Written, WriteError> {
        // Peek at the first entry, since the feed may need its date or its site.
        let mut entries = entries.take(self.entries).peekable();
        let feed = &PreparedFeed::new(feed, entries.peek().map(Borrow::borrow), self, source);
        let mut markup = Markup::new(&self.sanitize);
        markup.set_base([feed.link.as_deref(), feed.url.as_deref(), feed.address.as_deref()]);
        let stylesheet = self.stylesheet_in(&mut markup);
        match self.target {
            Target::Atom | Target::Rss => {
                let mut xml = Gate::document(self, prefixes, markup, &mut to);
                if let Some(url) = stylesheet {
                    xml.set_stylesheet(url);
                }
                self.write_xml(feed, &mut entries, ids, xml)
            }
            Target::Json => json::write(self, feed, &mut entries, ids, prefixes, markup, &mut to),
        }
    }

    /// Returns the URL of the style sheet if the document can have one. Otherwise, records a loss.
    fn stylesheet_in(&self, markup: &mut Markup) -> Option<&str> {
        let url = self.stylesheet.as_deref()?;
        let reason = match self.target {
            Target::Json => LossReason::NoPlace,
            Target::Atom | Target::Rss if is_script_url(url) => LossReason::ScriptUrl,
            Target::Atom | Target::Rss => return Some(url),
        };
        markup.losses.report(None, || "stylesheet".to_owned(), reason);
        None
    }

    /// Writes Atom or RSS.
    fn write_xml<E: Borrow<Entry>>(
        &self,
        feed: &PreparedFeed<'_>,
        entries: &mut Peekable<impl Iterator<Item = E>>,
        mut ids: Identifiers,
        mut xml: Gate<Xml<'_>>,
    ) -> Result<Written, WriteError> {
        let is_atom = self.target == Target::Atom;
        if !is_atom {
            xml.attribute("version", "2.0");
        }
        let (language, has_languages) = {
            let mut core = Core::new(&mut xml, self.target);
            let mut language = core.feed_language(feed);
            let has_languages = language.is_some();
            // RSS has an element for the language, but Atom only has `xml:lang`.
            if is_atom && let Some(inherited) = inherited_language(feed.language()) {
                language = Some(inherited);
            }
            // The language is added to the start tag of the root, which is still open.
            core.enter(language.clone());
            (language, has_languages)
        };
        xml.close_root_tag();
        if !is_atom {
            xml.open("rss", "channel");
        }
        let mut inherited = FeedDefaults::default();
        let mut core =
            Core::within(&mut xml, self.target, language.clone()).of_feed_with_languages(has_languages);
        if is_atom {
            inherited = core.atom_feed(feed, entries.peek().map(Borrow::borrow), self)?;
        } else {
            core.rss_channel(feed, entries.peek().map(Borrow::borrow));
        }
        let mut count = 0;
        for entry in entries {
            let entry = &PreparedEntry::new(entry.borrow(), feed.form_of_entries());
            xml.markup.entry = Some(count);
            let mut result = Ok(());
            xml.within_entry(
                if is_atom { "atom" } else { "rss" },
                if is_atom { "entry" } else { "item" },
                |xml| {
                    let mut core = Core::within(xml, self.target, language.clone())
                        .of_feed_with_languages(has_languages);
                    let mut language = core.entry_language(entry);
                    if is_atom && let Some(inherited) = inherited_language(entry.language()) {
                        language = Some(inherited);
                    }
                    core.enter(language);
                    if is_atom {
                        result = core.atom_entry(entry, count, &mut ids, &inherited);
                    } else {
                        core.rss_item(entry, feed.link.as_deref(), &mut ids);
                    }
                },
            );
            // Not returned inside the closure, so that the entry is closed. The output is incomplete in either
            // case.
            result?;
            xml.flush(false)?;
            count += 1;
        }
        xml.markup.entry = None;
        if !is_atom {
            xml.close();
        }
        Ok(xml.finish()?.into_written(count))
    }

    /// Returns a parsed feed as text.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`write`](Self::write).
    pub fn to_text(&self, parsed: &Parsed) -> Result<String, WriteError> {
        let mut text = Vec::new();
        self.write(parsed, &mut text)?;
        String::from_utf8(text).map_err(|error| WriteError::Io(io::Error::other(error)))
    }
}

/// Returns the language if it is short enough for texts to inherit. A longer one would be copied to each entry.
fn inherited_language(language: Option<&str>) -> Option<Str> {
    language.filter(|language| language.len() <= LONGEST_LANGUAGE).map(Str::from)
}

/// The result of writing a feed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Written {
    /// The number of entries in the document.
    pub entries: usize,
    /// The first hundred values that could not be written, in document order.
    pub losses: Vec<Loss>,
    /// The total number of values that could not be written.
    pub loss_count: usize,
}

/// An error from writing a feed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output could not be written.
    #[error("cannot write the feed: {0}")]
    Io(#[from] io::Error),
    /// The document was not a feed, and nothing was read from it.
    #[error("not a feed (looks like {0})")]
    NotAFeed(LooksLike),
    /// Atom requires the date of the last change (RFC 4287 §4.1.1, §4.1.2), but neither the entry nor the feed has a date that could be
    /// parsed, and the [fallback](Writer::fallback_date) is not set.
    #[error("{} has no date, which Atom requires, and there is no fallback", match entry {
        Some(entry) => format!("entry {} ('{identity}')", entry + 1),
        None => "the feed".to_owned(),
    })]
    MissingDate {
        /// The position of the entry, starting at 0, or `None` for the feed itself.
        entry: Option<usize>,
        /// The [identity](Entry::identity) of the entry, or an empty string for the feed.
        identity: String,
    },
}

#[cfg(all(test, feature = "serde"))]
mod tests;
