//! A document: the data from a server or a file.

use std::borrow::Cow;
use std::io::{self, Read};
use std::sync::Arc;

use crate::Headers;
use crate::Limits;
use crate::budget::LONGEST_LANGUAGE;
use crate::diagnostics::Positions;
use crate::model::{Str, XmlScope};
use bozofeed_text::html::resolve::LONGEST_BASE;
use bozofeed_text::html::uri::without_user_info;

/// A document to read: its bytes, its URL and the headers of its response.
///
/// All functions that read documents also accept bytes or text, for data from a file:
///
/// ```
/// let parsed = bozofeed::parse("<rss version='2.0'><channel><title>Tides</title></channel></rss>");
/// assert_eq!(parsed.feed.title.unwrap().value, "Tides");
/// ```
///
/// The headers of a response determine the encoding, and its URL is the base of relative ones:
///
/// ```
/// use bozofeed::Document;
///
/// let document = Document::new(b"<rss version='2.0'><channel><title>M\xF6we</title><link>/</link></channel></rss>")
///     .content_type("text/xml; charset=iso-8859-1")
///     .url("https://harbour.example/feed");
/// let parsed = bozofeed::parse(document);
/// assert_eq!(parsed.feed.title.unwrap().value, "Möwe");
/// assert_eq!(parsed.feed.link.as_deref(), Some("https://harbour.example/"));
/// ```
///
/// A document borrows or owns its parts. An owned one can be sent to another thread:
///
/// ```
/// use bozofeed::Document;
///
/// let body = b"<rss version='2.0'><channel><title>Tides</title></channel></rss>".to_vec();
/// let document: Document<'static> = Document::from(body).url("https://harbour.example/feed");
/// let parsed = std::thread::spawn(move || bozofeed::parse(document)).join().unwrap();
/// assert_eq!(parsed.feed.title.unwrap().value, "Tides");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) url: Option<Cow<'a, str>>,
    pub(crate) headers: Cow<'a, Headers>,
}

impl<'a> Document<'a> {
    /// Returns a document from a file: without a URL and without headers.
    ///
    /// ```
    /// let document = bozofeed::Document::new(b"<rss version='2.0'><channel><title>Tides</title></channel></rss>");
    /// assert_eq!(bozofeed::parse(document).feed.title.unwrap().value, "Tides");
    /// ```
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::of(Cow::Borrowed(bytes))
    }

    const fn of(bytes: Cow<'a, [u8]>) -> Self {
        Self { bytes, url: None, headers: Cow::Owned(Headers::new()) }
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes, the URL and the headers.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let (bytes, url, headers) = Document::from("<rss/>").url("https://harbour.example/feed").into_parts();
    /// assert_eq!((&*bytes, url.as_deref(), headers.is_empty()), (&b"<rss/>"[..], Some("https://harbour.example/feed"), true));
    /// ```
    pub fn into_parts(self) -> (Cow<'a, [u8]>, Option<Cow<'a, str>>, Cow<'a, Headers>) {
        (self.bytes, self.url, self.headers)
    }

    /// Replaces the bytes, and keeps the URL and the headers: for a repaired document.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let document = Document::new(b"<rss>").url("https://harbour.example/feed").with_bytes(b"<rss/>");
    /// assert_eq!(document.bytes(), b"<rss/>");
    /// ```
    #[must_use]
    pub fn with_bytes<'b>(self, bytes: &'b [u8]) -> Document<'b>
    where
        'a: 'b,
    {
        Document { bytes: Cow::Borrowed(bytes), ..self }
    }

    /// Returns the document with all borrowed data copied, so that it can be stored or sent to another thread.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let line = String::from("<rss version='2.0'><channel/></rss>");
    /// let document: Document<'static> = Document::from(&line).into_owned();
    /// drop(line);
    /// assert!(bozofeed::parse(document).is_feed());
    /// ```
    pub fn into_owned(self) -> Document<'static> {
        let Self { bytes, url, headers } = self;
        Document {
            bytes: Cow::Owned(bytes.into_owned()),
            url: url.map(|url| Cow::Owned(url.into_owned())),
            headers: Cow::Owned(headers.into_owned()),
        }
    }

    /// Sets the URL of the document, against which relative URIs are resolved (RFC 3986 §5.1.3). By default there is none, and URIs
    /// stay relative unless the document itself specifies a base.
    ///
    /// The user information, the query and the fragment of the URL are not part of the base, so that keys in it are not published.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let feed = b"<rss version='2.0'><channel><link>/tides</link></channel></rss>";
    /// let parsed = bozofeed::parse(Document::new(feed).url("https://harbour.example/feed.xml"));
    /// assert_eq!(parsed.feed.link.as_deref(), Some("https://harbour.example/tides"));
    /// ```
    #[must_use]
    pub fn url(self, url: impl Into<Cow<'a, str>>) -> Self {
        Self { url: Some(url.into()), ..self }
    }

    /// Sets the Content-Type of the response, with its parameters, replacing any previous one. By default there is none, as for a
    /// file.
    ///
    /// It takes precedence over the XML declaration when the encoding is determined (RFC 3023).
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let feed = b"<rss version='2.0'><channel><title>M\xF6we</title></channel></rss>";
    /// let parsed = bozofeed::parse(Document::new(feed).content_type("text/xml; charset=iso-8859-1"));
    /// assert_eq!(parsed.encoding, "iso-8859-1");
    /// assert_eq!(parsed.feed.title.unwrap().value, "Möwe");
    /// ```
    #[must_use]
    pub fn content_type(mut self, value: &str) -> Self {
        self.headers.to_mut().insert("content-type", value);
        self
    }

    /// Adds a header of the response. By default there are none. If a header is added more than once, the first one is used.
    ///
    /// Content-Type determines the encoding, Content-Location is the base URI, and Content-Language is the language of a feed that
    /// does not specify one.
    ///
    /// ```
    /// use bozofeed::Document;
    ///
    /// let feed = b"<rss version='2.0'><channel><link>tides</link></channel></rss>";
    /// let document = Document::new(feed).header("Content-Location", "https://harbour.example/feed.xml");
    /// assert_eq!(bozofeed::parse(document).feed.link.as_deref(), Some("https://harbour.example/tides"));
    /// ```
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.to_mut().append(name, value);
        self
    }

    /// Sets all headers of the response, replacing any previous ones. By default there are none.
    ///
    /// ```
    /// use bozofeed::{Document, Headers};
    ///
    /// let headers: Headers = [("content-type", "text/html"), ("content-language", "nl")].into_iter().collect();
    /// let parsed = bozofeed::parse(Document::new(b"<rss version='2.0'><channel/></rss>").headers(&headers));
    /// assert_eq!(parsed.bozo.unwrap().to_string(), "text/html is not an XML media type");
    /// assert_eq!(parsed.feed.language(), Some("nl"));
    /// ```
    #[must_use]
    pub fn headers(self, headers: impl Into<Cow<'a, Headers>>) -> Self {
        Self { headers: headers.into(), ..self }
    }

    /// Returns the URL of the document, if it is known.
    pub fn given_url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Returns the headers of the response.
    pub fn given_headers(&self) -> &Headers {
        &self.headers
    }

    /// Returns the bytes up to this size, and whether there are more.
    pub(crate) fn within(&self, size: usize) -> (&[u8], bool) {
        self.bytes.get(..size).map_or((&self.bytes, false), |bytes| (bytes, bytes.len() < self.bytes.len()))
    }

    /// Returns the URL against which references are resolved. It has no user information, query or fragment: only an empty
    /// reference or a fragment would inherit them (RFC 3986 §5.2.2), and they may contain secrets of the reader of the document.
    #[cfg(feature = "h-feed")]
    pub(crate) fn base_url(&self) -> Option<Cow<'_, str>> {
        self.url.as_deref().map(public_part)
    }

    /// Returns the language and the base from the response. The Content-Location is the base, and may be relative to the URL of the
    /// document (RFC 2616 §14.14). The base has no query, since an empty reference would inherit it.
    pub(crate) fn scope(&self) -> Option<Arc<XmlScope>> {
        self.scope_of(public_part)
    }

    /// Like [`scope`](Self::scope), but with the query and the fragment of the base, as in Universal Feed Parser's dictionary.
    #[cfg(feature = "feedparser")]
    pub(crate) fn scope_with_query(&self) -> Option<Arc<XmlScope>> {
        self.scope_of(without_user_info)
    }

    fn scope_of(&self, part: impl Fn(&str) -> Cow<'_, str>) -> Option<Arc<XmlScope>> {
        let url = self.url.as_deref().map(&part);
        let url = url.as_deref();
        // As in Universal Feed Parser, although it has not been the base in HTTP since RFC 7231 (Appendix B).
        let location = self.headers.get("content-location");
        let location = location
            .and_then(|location| bozofeed_text::html::resolve::resolve_safe(url.unwrap_or(""), location));
        let location = location.as_deref().map(&part);
        // Each reference in the document may be resolved against the base, and becomes as long as it.
        let base = location.as_deref().or(url).filter(|base| base.len() <= LONGEST_BASE);
        // RFC 9110 §8.5.
        let language = self.headers.get("content-language");
        let language = language.filter(|tag| !tag.is_empty() && tag.len() <= LONGEST_LANGUAGE);
        XmlScope::shared(language.map(Str::shared), base.map(Str::shared))
    }
}

/// Returns a URL without its user information, query and fragment.
fn public_part(url: &str) -> Cow<'_, str> {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    without_user_info(url.get(..end).unwrap_or_default())
}

impl Document<'static> {
    /// Reads a document to its end, up to the [size](Limits::size) in the limits: by default 64 MiB. At most one byte beyond the
    /// limit is read.
    ///
    /// ```
    /// use bozofeed::{Document, Limits, ReadError};
    ///
    /// let mut file: &[u8] = b"<rss version='2.0'><channel><title>Tides</title></channel></rss>";
    /// let document = Document::read(&mut file, &Limits::default())?.url("https://harbour.example/feed");
    /// assert_eq!(bozofeed::parse(document).feed.title.unwrap().value, "Tides");
    ///
    /// let error = Document::read(&b"<rss>"[..], &Limits::default().size(4)).unwrap_err();
    /// assert!(matches!(error, ReadError::TooLarge { size: 4, .. }));
    /// assert_eq!(error.to_string(), "longer than 4 bytes");
    /// # Ok::<(), ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there are more bytes than the limit, or reading fails.
    pub fn read(reader: impl Read, limits: &Limits) -> Result<Self, ReadError> {
        let size = limits.size;
        let mut bytes = Vec::new();
        let most = u64::try_from(size).unwrap_or(u64::MAX);
        // One more byte distinguishes a document that is too long from one of exactly this size.
        reader.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() > size { Err(ReadError::TooLarge { size }) } else { Ok(bytes.into()) }
    }
}

/// The error of [`Document::read`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There are more bytes than [`Limits::size`] allows.
    #[error("longer than {size} bytes")]
    #[non_exhaustive]
    TooLarge {
        /// The limit, in bytes.
        size: usize,
    },
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<'a> From<&'a [u8]> for Document<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::new(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Document<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::new(bytes)
    }
}

impl<'a> From<&'a Vec<u8>> for Document<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::new(bytes)
    }
}

/// The bytes are moved.
impl From<Vec<u8>> for Document<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::of(Cow::Owned(bytes))
    }
}

/// Text in UTF-8. If the document declares another encoding, the declaration is wrong and the document is bozo, so pass the bytes
/// if you have them.
impl<'a> From<&'a str> for Document<'a> {
    fn from(text: &'a str) -> Self {
        Self::new(text.as_bytes())
    }
}

/// Text in UTF-8, like `&str`.
impl<'a> From<&'a String> for Document<'a> {
    fn from(text: &'a String) -> Self {
        Self::new(text.as_bytes())
    }
}

/// Text in UTF-8, like `&str`. It is moved.
impl From<String> for Document<'_> {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

/// The document, borrowed.
impl<'a> From<&'a Document<'_>> for Document<'a> {
    fn from(document: &'a Document<'_>) -> Self {
        let Document { bytes, url, headers } = document;
        Self {
            bytes: Cow::Borrowed(bytes),
            url: url.as_deref().map(Cow::Borrowed),
            headers: Cow::Borrowed(headers),
        }
    }
}

/// The text of a document that was read, for the positions of findings in it.
#[derive(Debug)]
#[non_exhaustive]
pub struct DocumentText<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// The bytes from which it was decoded: the bytes of the document, up to the limit on its size.
    pub bytes: &'a [u8],
    /// The number of bytes before the text, taken by a byte order mark.
    pub start: usize,
    /// The number of byte order marks. More than one is a fault.
    pub byte_order_marks: usize,
}

impl DocumentText<'_> {
    /// Returns a converter from offsets in the text to lines and columns.
    pub fn positions(&self) -> Positions<'_> {
        Positions::new(&self.text, self.start)
    }
}
