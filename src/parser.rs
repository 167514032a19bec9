//! Reads a document, from bytes to the result.

use std::borrow::Cow;

use crate::assemble::Assembler;
use crate::content::{self, Sanitize};
use crate::date::DateHandler;
use crate::diagnostics::{
    Bozo, EncodingFindings, Findings, Limit, LooksLike, Verdict, Violation, WellFormednessError,
};
use crate::encoding::{self, Decoded, EncodingPolicy, Source};
use crate::headers::Headers;
use crate::interpret::{Interpreted, interpret};
use crate::json_feed;
use crate::limits::Limits;
use crate::options::Options;
use crate::parsed::Parsed;
use crate::statement::Sink;
use crate::version::Version;

/// Reads feeds. One parser reads any number of them, from any number of threads.
///
/// ```
/// let parser = bozofeed::Parser::new().content_type("application/rss+xml").base_url("https://example.org/feed");
/// let parsed = parser.parse(b"<rss version='2.0'><channel><title>News</title><link>/</link></channel></rss>");
/// assert_eq!(parsed.feed.link.as_deref(), Some("https://example.org/"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Parser {
    options: Options,
}

impl Parser {
    /// A parser that sanitizes, resolves relative URIs, and takes what it reads for a file without headers.
    pub fn new() -> Self {
        Self::default()
    }

    /// The Content-Type that the server gave, parameters and all: `text/xml; charset=iso-8859-1`. None by default.
    #[must_use]
    pub fn content_type(self, value: &str) -> Self {
        self.header("content-type", value)
    }

    /// A header that the server gave. Content-Type decides about the encoding, Content-Location about the base URI.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.options.headers.insert(name, value);
        self
    }

    /// All headers that the server gave, in place of any given before.
    #[must_use]
    pub fn headers(mut self, headers: Headers) -> Self {
        self.options.headers = headers;
        self
    }

    /// All headers of an HTTP response, in place of any given before.
    ///
    /// ```
    /// let response = http::Response::builder().header("Content-Type", "text/xml; charset=iso-8859-1").body(()).unwrap();
    /// let parsed = bozofeed::Parser::new()
    ///     .response(response.headers())
    ///     .parse(b"<rss version='2.0'><channel><title>M\xF6we</title></channel></rss>");
    /// assert_eq!(parsed.feed.title.unwrap().value, "M\u{f6}we");
    /// ```
    #[cfg(feature = "http")]
    #[must_use]
    pub fn response(self, headers: &::http::HeaderMap) -> Self {
        self.headers(Headers::from(headers))
    }

    /// Where the feed came from; relative URIs are resolved against it (RFC 3986 §5.1.3). None by default.
    #[must_use]
    pub fn base_url(mut self, url: &str) -> Self {
        self.options.base_url = Some(url.to_owned());
        self
    }

    /// What markup may hold: `true` (the default) for Universal Feed Parser's lists, `false` for anything, or a [`Sanitize`].
    #[must_use]
    pub fn sanitize(mut self, sanitize: impl Into<Sanitize>) -> Self {
        self.options.sanitize = sanitize.into();
        self.options.rebuild_cleaner();
        self
    }

    /// Whether relative URIs are made absolute. True by default. Against a base of more than 8,000 bytes (RFC 9110 §4.1)
    /// they are not.
    #[must_use]
    pub fn resolve_urls(mut self, resolve: bool) -> Self {
        self.options.resolve_urls = resolve;
        self.options.rebuild_cleaner();
        self
    }

    /// By which rules the encoding is determined. [`EncodingPolicy::RFC3023`] by default.
    #[must_use]
    pub fn encoding_policy(mut self, policy: EncodingPolicy) -> Self {
        self.options.policy = policy;
        self
    }

    /// How much a document may ask for.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.options.limits = limits;
        self
    }

    /// Adds a date form of the caller's own; handlers are tried first, in the order in which they were added.
    #[must_use]
    pub fn date_handler(mut self, handler: DateHandler) -> Self {
        self.options.date_handlers.push(handler);
        self
    }

    /// Reads a document. It never fails: what is wrong is in [`Parsed::bozo`] and [`Parsed::faults`], what could be read
    /// is there.
    pub fn parse(&self, bytes: &[u8]) -> Parsed {
        let mut assembler = Assembler::default();
        let parsed = self.run(bytes, &mut assembler);
        Parsed { feed: assembler.feed, entries: assembler.entries, ..parsed }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Reads a document and states what it says to `sink`. The feed and the entries of the result are empty.
    pub(crate) fn run<S: Sink>(&self, bytes: &[u8], sink: &mut S) -> Parsed {
        let options = self.options_with_base();
        let is_cut = bytes.len() > options.limits.size;
        let bytes = &bytes[..bytes.len().min(options.limits.size)];
        let mut decoded = encoding::decode(bytes, &options.headers, &options.policy);
        let encoding = self.encoding_findings(&mut decoded);
        let is_json = json_feed::is_json(&decoded.text);
        let (parsed, verdict) = if is_json {
            let (parsed, findings) = json_feed::read(&decoded, &options, sink);
            (parsed, verdict(findings, is_cut, encoding, &decoded))
        } else {
            let (parsed, findings) = read_xml(bytes, &decoded, &options, sink);
            (parsed, verdict(findings, is_cut, encoding, &decoded))
        };
        let Verdict { bozo, well_formed, faults, fault_count } = verdict;
        let Decoded { encoding, codec, trail, .. } = decoded;
        Parsed { encoding, codec, bozo, well_formed, faults, fault_count, trail, ..parsed }
    }

    /// Returns what the choice of the encoding says about the document.
    fn encoding_findings(&self, decoded: &mut Decoded<'_>) -> EncodingFindings {
        let bozo = decoded.bozo.take();
        let is_wrong = matches!(
            bozo,
            Some(Bozo::CharacterEncodingOverride { .. } | Bozo::CharacterEncodingUnknown { .. })
        );
        // JSON has no label in the document, and a byte order mark is label enough (XML 1.0 §4.3.3).
        let has_label = self.options.headers.is_empty()
            && !has_byte_order_mark(decoded)
            && !json_feed::is_json(&decoded.text);
        EncodingFindings { bozo, is_mislabelled: is_wrong && has_label }
    }

    /// The base URI is the Content-Location, which may be relative to where the feed was fetched (RFC 2616 §14.14).
    fn options_with_base(&self) -> Cow<'_, Options> {
        let Some(location) = self.options.headers.get("content-location") else {
            return Cow::Borrowed(&self.options);
        };
        let base = content::resolve(self.options.base_url.as_deref().unwrap_or(""), location).into_owned();
        let mut options = self.options.clone();
        options.base_url = Some(base);
        Cow::Owned(options)
    }
}

/// Reads an XML document. Returns the result without the verdict, and the findings on which it is based.
fn read_xml<S: Sink>(
    bytes: &[u8],
    decoded: &Decoded<'_>,
    options: &Options,
    sink: &mut S,
) -> (Parsed, Findings<WellFormednessError>) {
    let Interpreted { version, limit, namespaces, warnings, reader } =
        interpret(&decoded.text, None, options, sink);
    let warnings = warnings.into_positioned(&decoded.text, decoded.text_start);
    let parsed = Parsed {
        version: version.unwrap_or(Version::Unknown),
        namespaces,
        warnings: warnings.map(|(unplaced, position)| unplaced.at(position)).collect(),
        ..Parsed::default()
    };
    let has_root = reader.has_root();
    let findings = Findings {
        byte_order_mark: decoded
            .surplus_mark()
            .map(|position| (WellFormednessError::TextOutsideRoot, position)),
        faults: reader.faults,
        limit,
        not_a_feed: version.is_none().then(|| looks_like(bytes, &decoded.text, has_root)),
    };
    (parsed, findings)
}

/// Returns the verdict on a document; `is_cut` if it was longer than [`Limits::size`].
fn verdict<E: Into<Violation>>(
    mut findings: Findings<E>,
    is_cut: bool,
    encoding: EncodingFindings,
    decoded: &Decoded<'_>,
) -> Verdict {
    if is_cut {
        findings.limit = Some(Limit::Size);
    }
    findings.verdict(encoding, &decoded.text, decoded.text_start)
}

/// Whether the document's only label is its byte order mark.
fn has_byte_order_mark(decoded: &Decoded<'_>) -> bool {
    decoded.trail.chosen().is_some_and(|chosen| chosen.source == Source::ByteOrderMark)
        && decoded.trail.evidence.iter().all(|evidence| evidence.source != Source::XmlDeclaration)
}

/// Returns the kind of input that is not a feed.
fn looks_like(bytes: &[u8], text: &str, has_root: bool) -> LooksLike {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let head: String = start.chars().take(1024).collect::<String>().to_ascii_lowercase();
    let controls = |b: &&u8| **b < 0x20 && !b.is_ascii_whitespace();
    let beginning = &bytes[..bytes.len().min(1024)];
    if encoding::binary_format(bytes).is_some() {
        LooksLike::Binary
    } else if start.is_empty() {
        LooksLike::Empty
    } else if start.starts_with(['{', '[']) {
        LooksLike::Json
    } else if head.contains("<html")
        || head.contains("<!doctype html")
        || (head.contains("<head") || head.contains("<body")) && !head.contains("<opml")
    {
        LooksLike::Html
    } else if beginning.iter().filter(controls).count() * 20 > beginning.len() {
        LooksLike::Binary
    } else if has_root && start.starts_with('<') {
        LooksLike::Xml
    } else {
        LooksLike::Other
    }
}
