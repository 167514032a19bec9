//! The sources of documents.

use std::fs;
use std::io::{self, IsTerminal as _, Read};

use bozofeed::{Bozo, Document, Headers, Parsed};
use bozofeed_answers::decompressed;

/// A document and its metadata.
#[derive(Debug)]
pub struct Input {
    /// The name to show.
    pub name: String,
    /// `None` if the server reported that it has not changed.
    pub bytes: Option<Vec<u8>>,
    /// The headers of the response.
    pub headers: Headers,
    /// The base URL, or an empty string.
    pub base: String,
    /// The feed, if it was already parsed.
    pub parsed: Option<Box<Parsed>>,
    /// The members of Universal Feed Parser's dictionary that describe the response.
    pub response: serde_json::Map<String, serde_json::Value>,
    /// Notes on how it was fetched: labels and texts.
    pub notes: Vec<(&'static str, String)>,
}

impl Input {
    /// Returns the document, if there is one.
    pub fn document(&self) -> Option<Document<'_>> {
        let document = Document::new(self.bytes.as_deref()?).headers(&self.headers);
        Some(if self.base.is_empty() { document } else { document.url(&self.base) })
    }

    /// Returns an input without a document, because it has not changed.
    pub fn unchanged(name: String, notes: Vec<(&'static str, String)>) -> Self {
        Self {
            name,
            bytes: None,
            headers: Headers::new(),
            base: String::new(),
            parsed: None,
            response: serde_json::Map::new(),
            notes,
        }
    }
}

/// The reason why a source was not read.
#[derive(Debug)]
pub struct Failure {
    /// The source, and what happened.
    pub message: String,
    /// Whether the source is a page, and none of its feeds could be read.
    pub is_page: bool,
    /// Whether a server refused it.
    pub is_refused: bool,
    /// Whether there were redirects before the failure.
    pub is_redirected: bool,
}

impl Failure {
    /// Returns a failure with this message.
    pub fn new(message: String) -> Self {
        Self { message, is_page: false, is_refused: false, is_redirected: false }
    }
}

/// Returns whether a document is not a feed.
pub fn is_page(parsed: &Parsed) -> bool {
    matches!(parsed.bozo, Some(Bozo::NotAFeed(_)))
}

/// Returns whether a source is a URL to fetch.
pub fn is_url(source: &str) -> bool {
    ["http:", "https:", "feed:", "itpc:"]
        .iter()
        .any(|scheme| source.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Returns whether something is piped into standard input. A service has neither a terminal nor a pipe there.
pub(crate) fn is_piped() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        use std::os::unix::fs::FileTypeExt as _;
        let file = io::stdin().as_fd().try_clone_to_owned().map(fs::File::from);
        let kind = file.and_then(|file| file.metadata()).map(|found| found.file_type());
        kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    true
}

/// Opens a file, or standard input, and decompresses what has at most `most` bytes then.
pub(crate) fn open(
    source: &str,
    headers: &Headers,
    base: Option<&str>,
    most: usize,
) -> Result<Input, Failure> {
    let bytes = if source == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(source)
    };
    let bytes = bytes.map_err(|error| Failure::new(format!("{source}: {error}")))?;
    let document = decompressed(bytes.into(), most)
        .map_err(|error| Failure::new(format!("{source}: {error} (--limit size=NUMBER sets the limit)")))?;
    let (bytes, ..) = document.into_parts();
    Ok(Input {
        name: source.to_owned(),
        bytes: Some(bytes.into()),
        headers: headers.clone(),
        base: base.unwrap_or_default().to_owned(),
        parsed: None,
        response: serde_json::Map::new(),
        notes: Vec::new(),
    })
}
