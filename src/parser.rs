//! The feed parser: from bytes to the result.

use std::fmt;

use crate::DateHandler;
use crate::assemble::Assembler;
use crate::budget::{Budget, Purpose};
use crate::document::{Document, DocumentText};
use crate::encoding::EncodingPolicy;
use crate::entries::DocumentReader;
use crate::limits::Limits;
use crate::options::Options;
use crate::parsed::Parsed;
use crate::sink::Sink;
use crate::source::DecodedDocument;
use crate::tree::ElementTree;
use bozofeed_content::Sanitize;
use bozofeed_content::UrlKind;
#[cfg(feature = "sanitize")]
use bozofeed_content::internal::UrlRewriter;

/// Reads feeds. A parser only holds configuration: it can read any number of documents, from any number of threads.
///
/// ```
/// use bozofeed::content::Sanitize;
/// use bozofeed::{Document, Parser};
///
/// let parser = Parser::new().sanitize(Sanitize::Off);
/// let feed = b"<rss version='2.0'><channel><title>News</title><link>/</link></channel></rss>";
/// let document = Document::new(feed).content_type("application/rss+xml").url("https://example.org/feed");
/// assert_eq!(parser.parse(document).feed.link.as_deref(), Some("https://example.org/"));
/// ```
#[derive(Clone, Default)]
pub struct Parser {
    options: Options,
}

impl Parser {
    /// Returns the limits.
    pub(crate) fn given_limits(&self) -> Limits {
        self.options.limits
    }

    /// Returns the name of a limit that is higher than in another parser, if any: for services that let callers choose options up
    /// to a ceiling. Limits on memory and on the written size are compared for the longest document.
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let ceiling = Parser::new().limits(Limits::default().entries(100));
    /// assert_eq!(ceiling.clone().sanitize(false).limit_above(&ceiling), None);
    /// assert_eq!(Parser::new().limit_above(&ceiling), Some("entries"));
    /// ```
    pub fn limit_above(&self, other: &Self) -> Option<&'static str> {
        self.given_limits().above(&other.given_limits())
    }

    /// Returns a parser with default options.
    ///
    /// ```
    /// let parsed = bozofeed::Parser::new().parse(b"<rss version='2.0'><channel><title>Tides</title></channel></rss>");
    /// assert_eq!(parsed.feed.title.unwrap().value, "Tides");
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the policy for markup: a [`Sanitize`], `true` for [`Sanitize::Default`], or `false` for [`Sanitize::Off`].
    ///
    /// The default is [`Sanitize::Default`]: markup in the model is sanitized by [`Sanitize::Reader`] and can be displayed in a
    /// page directly; Universal Feed Parser's dictionary keeps the same markup as Universal Feed Parser. Any other policy applies
    /// to both.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed::content::Sanitize;
    ///
    /// let feed = b"<rss><channel><item><description>&lt;p style='color: red' onclick='x()'>b</description></item></channel></rss>";
    /// # if cfg!(feature = "sanitize") {
    /// let parsed = Parser::new().parse(feed);
    /// assert_eq!(parsed.entries[0].summary.as_ref().unwrap().value, "<p>b</p>");
    /// let parsed = Parser::new().sanitize(Sanitize::FeedParser).parse(feed);
    /// assert_eq!(parsed.entries[0].summary.as_ref().unwrap().value, "<p style=\"color: red;\">b</p>");
    /// # }
    /// ```
    #[must_use]
    pub fn sanitize(mut self, sanitize: impl Into<Sanitize>) -> Self {
        self.options.set_sanitize(sanitize.into());
        self
    }

    /// Sets whether relative URIs are made absolute, in links and in markup. The default is true. In the
    /// [dictionary](Self::dictionary), links are always absolute, as in Universal Feed Parser.
    ///
    /// ```
    /// use bozofeed::{Document, Parser};
    ///
    /// let feed = b"<rss version='2.0'><channel><link>/tides</link></channel></rss>";
    /// let document = Document::new(feed).url("https://harbour.example/");
    /// assert_eq!(Parser::new().resolve_urls(false).parse(document).feed.link.as_deref(), Some("/tides"));
    /// ```
    #[must_use]
    pub fn resolve_urls(mut self, resolve: bool) -> Self {
        self.options.set_resolve_urls(resolve);
        self
    }

    /// Passes the URLs in sanitized markup to a function, so that images can come from a proxy, or nothing is loaded from some
    /// hosts. By default, there is no such function.
    ///
    /// The function receives each absolute URL that the policy allows, resolved, with its [`UrlKind`]. It does not receive `data:`
    /// images, or references that remain relative. It returns
    ///
    /// - `None` to keep the URL;
    /// - another URL as a replacement, absolute or relative to the page that will display the markup. It is escaped, and is also
    ///   subject to the policy: a URL that runs a script or has a scheme that is not allowed is omitted, as is a player from an
    ///   unlisted host;
    /// - `Some(String::new())` to block the URL: its attribute, or its candidate in a `srcset`, is omitted. An image without any
    ///   other URL is removed, and a player becomes a link instead.
    ///
    /// Equal tags share one call. Markup that is sanitized again is passed to it again: if you do that, return `None` for your own
    /// URLs. Links, enclosures and images of the model are not passed to it, nor is markup if sanitizing is off.
    ///
    /// ```
    /// use bozofeed::Parser;
    /// use bozofeed::content::UrlKind;
    ///
    /// let parser = Parser::new().rewrite_urls(|kind, url| match (kind, url.host_str()?) {
    ///     (_, "proxy.example") => None,
    ///     (UrlKind::Link, _) => None,
    ///     (_, "counter.example") => Some(String::new()),
    ///     (UrlKind::Image, _) => Some(format!("https://proxy.example/?{url}")),
    ///     _ => url.as_str().strip_prefix("http:").map(|rest| format!("https:{rest}")),
    /// });
    /// let feed = br#"<rss version="2.0"><channel><item><description><![CDATA[<p><img src="http://a.example/b.png">
    ///     <img src="http://counter.example/" alt=""><audio src="http://a.example/c.mp3"></audio></p>]]></description></item></channel></rss>"#;
    /// let parsed = parser.parse(feed);
    /// let html = parsed.entries[0].summary.as_ref().unwrap().to_html();
    /// assert!(html.contains(r#"<img src="https://proxy.example/?http://a.example/b.png" alt="">"#));
    /// assert!(!html.contains("counter.example") && html.matches("<img").count() == 1);
    /// assert!(html.contains(r#"<audio src="https://a.example/c.mp3" controls="controls" preload="none">"#));
    /// ```
    ///
    /// [`UrlKind`]: crate::content::UrlKind
    #[cfg(feature = "sanitize")]
    #[must_use]
    #[expect(clippy::disallowed_types, reason = "the caller knows the crate's type")]
    pub fn rewrite_urls(
        mut self,
        rewrite: impl Fn(UrlKind, &url::Url) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.options.set_rewriter(UrlRewriter::new(rewrite));
        self
    }

    /// Sets whether tracking parameters such as `utm_source` and `fbclid`, which only tell a server where a click came from, are
    /// removed from URLs: from the links of the model and from the URLs in sanitized markup. The default is false.
    ///
    /// [`content::without_tracking`](crate::content::without_tracking) does so for a single URL. The function of
    /// [`rewrite_urls`](Self::rewrite_urls) receives the resulting URL. Identifiers are unchanged, but an entry without one is
    /// [identified](crate::model::Entry::identity) by its link, so do not change the setting for feeds that you store. If
    /// sanitizing is off, markup is unchanged.
    ///
    /// ```
    /// use bozofeed::Parser;
    ///
    /// let feed = b"<rss><channel><item><link>https://harbour.example/1?utm_source=rss</link>
    ///     <description>&lt;a href='https://boats.example/?id=3&amp;amp;fbclid=1a2b'>Boats&lt;/a></description></item></channel></rss>";
    /// let parsed = Parser::new().remove_tracking(true).parse(feed);
    /// assert_eq!(parsed.entries[0].link.as_deref(), Some("https://harbour.example/1"));
    /// # if cfg!(feature = "sanitize") {
    /// let html = parsed.entries[0].summary.as_ref().unwrap().to_html();
    /// assert!(html.contains("href=\"https://boats.example/?id=3\""));
    /// # }
    /// ```
    #[must_use]
    pub fn remove_tracking(mut self, remove: bool) -> Self {
        self.options.set_remove_tracking(remove);
        self
    }

    /// Sets the rules for determining the encoding. The default is [`EncodingPolicy::RFC3023`].
    ///
    /// ```
    /// use bozofeed::{Document, EncodingPolicy, Parser};
    ///
    /// let feed = "<?xml version='1.0' encoding='utf-8'?><rss version='2.0'><channel><title>Möwe</title></channel></rss>";
    /// let document = Document::from(feed).content_type("text/xml");
    /// assert!(Parser::new().parse(&document).bozo.is_some(), "text/xml is us-ascii by RFC 3023");
    /// let parser = Parser::new().encoding_policy(EncodingPolicy::RFC7303);
    /// assert!(parser.parse(&document).bozo.is_none());
    /// ```
    #[must_use]
    pub fn encoding_policy(mut self, policy: EncodingPolicy) -> Self {
        self.options.policy = policy;
        self
    }

    /// Sets limits on the cost of a document. The default is [`Limits::default()`].
    ///
    /// ```
    /// use bozofeed::{Limits, Parser};
    ///
    /// let parser = Parser::new().limits(Limits::default().entries(1));
    /// let parsed = parser.parse(b"<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>");
    /// assert_eq!(parsed.entries.len(), 1);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// Adds a custom date format. By default, there are none. They are tried before the built-in formats, in the order in which
    /// they were added.
    ///
    /// ```
    /// use bozofeed::{DateHandler, Parser};
    ///
    /// let stardate = DateHandler::new(|text| text.strip_prefix("stardate ")?.parse().ok());
    /// let parser = Parser::new().date_handler(stardate);
    /// let parsed = parser.parse(b"<rss><channel><item><pubDate>stardate 2026-01-02T03:04:05Z</pubDate></item></channel></rss>");
    /// assert_eq!(parsed.entries[0].date().unwrap().to_string(), "2026-01-02T03:04:05Z");
    /// ```
    #[must_use]
    pub fn date_handler(mut self, handler: DateHandler) -> Self {
        self.options.date_handlers.push(handler);
        self
    }

    /// Reads a document. It never fails: the result contains everything that could be read, and its faults are in [`Parsed::bozo`]
    /// and [`Parsed::faults`].
    ///
    /// ```
    /// let parsed = bozofeed::Parser::new().parse(b"<rss version='2.0'><channel><title>AT&T</title></channel></rss>");
    /// assert_eq!(parsed.feed.title.unwrap().value, "AT&T");
    /// assert_eq!(parsed.faults[0].to_string(), "line 1, column 38: unescaped '&'");
    /// ```
    pub fn parse<'a>(&self, document: impl Into<Document<'a>>) -> Parsed {
        self.parse_document(&document.into())
    }

    // Not generic, so that it is compiled once, with this crate.
    fn parse_document(&self, document: &Document<'_>) -> Parsed {
        let mut assembler = Assembler::default();
        let budget = self.budget(document, Purpose::MODEL);
        let parsed = self.run(document, &budget, &mut assembler);
        let (feed, entries) = assembler.into_parts();
        Parsed { feed, entries, ..parsed }
    }

    /// Decodes a document, whose entries are then read one by one: a long feed takes only the memory of its largest entry, and the
    /// first entries are available before the last ones are read. [`DocumentReader`] also provides the feed as known so far, and
    /// the verdict.
    ///
    /// ```
    /// let feed = b"<rss><channel><item><title>High</title></item><item><title>Low</title></item></channel></rss>";
    /// let mut reader = bozofeed::Parser::new().reader(feed);
    /// let titles: Vec<_> = reader.entries().map(|entry| entry.title.unwrap().to_line().into_owned()).collect();
    /// assert_eq!(titles, ["High", "Low"]);
    /// ```
    #[doc(alias("entries", "stream", "iterator"))]
    pub fn reader<'a>(&self, document: impl Into<Document<'a>>) -> DocumentReader<'a> {
        DocumentReader::new(self.options.clone(), document.into())
    }

    /// Reads a document as a tree of elements with their places in the text, for elements that are not in the model: see
    /// [`tree`](crate::tree). Only the encoding policy and the limits are used.
    ///
    /// ```
    /// let tree = bozofeed::Parser::new().tree(b"<rss><channel><title>Tides</title></channel></rss>");
    /// let titles: Vec<_> = tree.nodes().filter(|node| node.is("title")).map(|title| title.text()).collect();
    /// assert_eq!(titles, ["Tides"]);
    /// ```
    #[doc(alias("dom", "elements", "xml"))]
    pub fn tree<'a>(&self, document: impl Into<Document<'a>>) -> ElementTree<'a> {
        ElementTree::of(&document.into(), &self.options)
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the number of faults and of warnings that are kept, 100 by default, for programs that repair all of them. All faults
    /// are counted, and the verdict (`bozo`, `well_formed`) does not depend on the number.
    #[must_use]
    pub fn keep_diagnostics(mut self, most: usize) -> Self {
        self.options.limits.diagnostics = most;
        self
    }

    /// Returns the budget of a document.
    pub(crate) fn budget(&self, document: &Document<'_>, purpose: Purpose) -> Budget {
        self.options.budget(document, purpose)
    }

    /// Reads a document and passes its values to `sink`. The feed and the entries of the result are empty.
    pub(crate) fn run(&self, document: &Document<'_>, budget: &Budget, sink: &mut dyn Sink) -> Parsed {
        self.run_with_text(document, budget, sink).0
    }

    /// Like [`run`](Self::run), but also returns the text of the document.
    pub(crate) fn run_with_text<'a>(
        &self,
        document: &'a Document<'_>,
        budget: &Budget,
        sink: &mut dyn Sink,
    ) -> (Parsed, DocumentText<'a>) {
        let options = &self.options;
        let bytes = document.within(options.limits.size);
        // The checker has no rules for HTML pages.
        let source = DecodedDocument::of(document, bytes, options, budget, !sink.receives_markup());
        let mut pass = source.pass(options, budget, sink);
        while pass.read_entry() {}
        let parsed = pass.finish(&source);
        source.into_result(parsed, bytes.0)
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.options.fmt(formatter)
    }
}
