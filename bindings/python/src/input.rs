//! Documents as passed by Python programs.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;

use bozofeed::{Document, Headers, Limits, Parser, ReadError, SettingError, SettingValue};
use pyo3::exceptions::{PyException, PyOSError, PyTypeError, PyUserWarning, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyMemoryView, PyString};

/// A document and its origin.
pub(crate) struct Input {
    content: Content,
    pub(crate) url: Option<String>,
    headers: Vec<(String, String)>,
    pub(crate) name: Option<String>,
}

/// The bytes of a document, which are not copied, or their location.
enum Content {
    Backed(PyBackedBytes),
    Text(String),
    File(PathBuf),
    /// The reason why the document is missing.
    Missing(String),
}

/// The maximum length in bytes of a text that may be a path or a URL.
const LONGEST_LOCATION: usize = 2048;

impl Input {
    /// Returns the document denoted by a Python object.
    pub(crate) fn new(document: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(content) = content(document)? {
            return Ok(Self::of(content));
        }
        let (Ok(inner), Ok(url), Ok(headers)) =
            (document.getattr("content"), document.getattr("url"), document.getattr("headers"))
        else {
            let kind = document.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "a document is bytes, str, a path, a binary file or a bozofeed.Document, not {kind}"
            )));
        };
        let content = content(&inner)?.ok_or_else(|| {
            PyTypeError::new_err("the content of a document is bytes, str, a path or a binary file")
        })?;
        let name: Option<String> = document.getattr("name").ok().and_then(|name| name.extract().ok());
        let mut input = Self::of(content);
        if !url.is_none() {
            input.url = Some(text(&url).map_err(|_| wrong_type("url", &url, "a str"))?);
        }
        input.headers = fields(&headers)?;
        input.name = name.or(input.name);
        Ok(input)
    }

    /// Returns the document denoted by a Python object, or else a document that fails.
    pub(crate) fn lenient(document: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = document.py();
        Self::new(document).or_else(|error| {
            let is_fatal = !error.is_instance_of::<PyException>(py);
            if is_fatal { Err(error) } else { Ok(Self::of(Content::Missing(error.value(py).to_string()))) }
        })
    }

    fn of(content: Content) -> Self {
        let name = match &content {
            Content::File(path) => Some(path.to_string_lossy().into_owned()),
            _ => None,
        };
        Self { content, url: None, headers: Vec::new(), name }
    }

    /// Returns the bytes. At most one byte more than the limits allow is read from a file.
    pub(crate) fn bytes(&self, limits: &Limits) -> Result<Cow<'_, [u8]>, Unreadable> {
        let path = match &self.content {
            Content::File(path) => Some(path.clone()),
            Content::Backed(_) | Content::Text(_) | Content::Missing(_) => None,
        };
        self.read(limits).map_err(|error| Unreadable { error, path })
    }

    fn read(&self, limits: &Limits) -> io::Result<Cow<'_, [u8]>> {
        Ok(match &self.content {
            Content::Backed(bytes) => Cow::Borrowed(bytes),
            Content::Text(text) => Cow::Borrowed(text.as_bytes()),
            Content::File(path) => {
                Cow::Owned(match Document::read(File::open(path)?, limits) {
                    Ok(document) => document.bytes().to_vec(),
                    // Enough for the parser to notice that there is more.
                    Err(ReadError::TooLarge { size, .. }) => {
                        let most = u64::try_from(size).unwrap_or(u64::MAX).saturating_add(1);
                        let mut bytes = Vec::new();
                        File::open(path)?.take(most).read_to_end(&mut bytes)?;
                        bytes
                    }
                    Err(ReadError::Io(error)) => return Err(error),
                    Err(error) => return Err(io::Error::other(error)),
                })
            }
            Content::Missing(reason) => return Err(io::Error::other(reason.clone())),
        })
    }

    /// Returns the document with these bytes.
    pub(crate) fn document<'a>(&'a self, bytes: &'a [u8]) -> Document<'a> {
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let document = Document::new(bytes).headers(headers.collect::<Headers>());
        match &self.url {
            Some(url) => document.url(url),
            None => document,
        }
    }
}

/// Returns the content denoted by an object; `None` for a `bozofeed.Document` and for other objects.
fn content(object: &Bound<'_, PyAny>) -> PyResult<Option<Content>> {
    let py = object.py();
    if let Ok(bytes) = object.extract::<PyBackedBytes>() {
        return Ok(Some(Content::Backed(bytes)));
    }
    if object.is_instance_of::<PyString>() {
        let text = text(object)?;
        warn_of_location(py, &text)?;
        return Ok(Some(Content::Text(text)));
    }
    if object.hasattr(intern!(py, "__fspath__"))? {
        return Ok(Some(Content::File(object.extract()?)));
    }
    if object.hasattr(intern!(py, "read"))? {
        return content(&object.call_method0(intern!(py, "read"))?);
    }
    match PyMemoryView::from(object) {
        Ok(view) => {
            let bytes = view.call_method0(intern!(py, "tobytes"))?.cast_into::<PyBytes>()?;
            Ok(Some(Content::Backed(bytes.into())))
        }
        Err(_) => Ok(None),
    }
}

/// Returns the text of a string. Each lone surrogate becomes U+FFFD.
pub(crate) fn text(string: &Bound<'_, PyAny>) -> PyResult<String> {
    let string = string.cast::<PyString>()?;
    if let Ok(text) = string.to_cow() {
        return Ok(text.into_owned());
    }
    let bytes = string.call_method1("encode", ("utf-16-le", "surrogatepass"))?.extract::<PyBackedBytes>()?;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Ok(String::from_utf16_lossy(&units))
}

/// Warns if a text looks like a URL or a path rather than a document.
fn warn_of_location(py: Python<'_>, text: &str) -> PyResult<()> {
    if text.len() > LONGEST_LOCATION || text.contains(['<', '{', '[', '\n']) {
        return Ok(());
    }
    let is_url = ["http://", "https://", "feed:", "ftp://"].iter().any(|scheme| text.starts_with(scheme));
    let message = if is_url {
        c"this is the text of a document, and not fetched: bozofeed.feedparser.parse(url) fetches, or pass what your client \
          received as Document(response.content, url=..., headers=response.headers)"
    } else if text.starts_with(['/', '.', '~']) || PathBuf::from(text).is_file() {
        c"this is the text of a document, and not opened: pass pathlib.Path(...) to read a file"
    } else {
        return Ok(());
    };
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), message, 2)
}

/// Returns the headers in a mapping or in pairs. Headers without a value are left out.
pub(crate) fn fields(headers: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    if headers.is_none() {
        return Ok(Vec::new());
    }
    let pairs = if headers.hasattr("items")? { &headers.call_method0("items")? } else { headers };
    let wrong = |given: &Bound<'_, PyAny>| wrong_type("headers", given, "a mapping or a list of pairs");
    let mut fields = Vec::new();
    for pair in pairs.try_iter().map_err(|_| wrong(headers))? {
        let pair = pair?;
        let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract().map_err(|_| wrong(&pair))?;
        if !value.is_none() {
            fields.push((field_text(&name)?, field_text(&value)?));
        }
    }
    Ok(fields)
}

/// Returns the text of a part of a header. Bytes are ISO-8859-1 (RFC 9110 §5.5).
fn field_text(part: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(bytes) = part.extract::<PyBackedBytes>() {
        return Ok(bytes.iter().copied().map(char::from).collect());
    }
    text(part.str()?.as_any())
}

/// The options of a call by name: [`Parser::SETTINGS`].
pub(crate) type Options<'py> = Bound<'py, PyDict>;

/// Returns a parser with the options of a call, and its limits.
pub(crate) fn parser(options: &Options<'_>) -> PyResult<(Parser, Limits)> {
    let mut parser = Parser::new();
    let mut most = Limits::default();
    for (name, value) in options {
        let name: String = name.extract()?;
        let setting = setting(&value)?;
        if let (SettingValue::Members(limits), "limits") = (&setting, name.as_str()) {
            // A file is read up to the limit.
            for (limit, size) in limits {
                if let (SettingValue::Number(size), "size") = (size, limit.as_str()) {
                    most = most.size(usize::try_from(*size).unwrap_or(usize::MAX));
                }
            }
        }
        parser = parser.set(&name, setting).map_err(|error| wrong_option(&error, &value))?;
    }
    Ok((parser, most))
}

/// Returns the value of an option.
pub(crate) fn setting(value: &Bound<'_, PyAny>) -> PyResult<SettingValue> {
    if value.is_none() {
        return Ok(SettingValue::Absent);
    }
    if let Ok(switch) = value.cast::<PyBool>() {
        return Ok(switch.is_true().into());
    }
    if let Ok(number) = value.extract::<u64>() {
        return Ok(number.into());
    }
    if value.is_instance_of::<PyString>() {
        return Ok(SettingValue::Text(text(value)?));
    }
    if value.hasattr("items")? {
        let mut members = Vec::new();
        for pair in value.call_method0("items")?.try_iter()? {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            members.push((name.str()?.to_string(), setting(&value)?));
        }
        return Ok(SettingValue::Members(members));
    }
    Ok(SettingValue::Other(shown(value)))
}

/// Returns the exception for an option with a value of the wrong type, or with an invalid value.
pub(crate) fn wrong_option(error: &SettingError, value: &Bound<'_, PyAny>) -> PyErr {
    let message = error.to_string();
    // A number that is not a setting is out of range.
    let is_other =
        || matches!(setting(value), Ok(SettingValue::Other(_))) && !value.is_instance_of::<PyInt>();
    if error.is_type_error() || is_other() {
        PyTypeError::new_err(message)
    } else {
        PyValueError::new_err(message)
    }
}

/// Converts an argument that is a whole number.
fn whole<N: TryFrom<u64>>(name: &str, given: &Bound<'_, PyAny>) -> PyResult<N> {
    if let Some(number) = given.extract::<u64>().ok().and_then(|number| N::try_from(number).ok()) {
        return Ok(number);
    }
    if !given.is_instance_of::<PyInt>() {
        return Err(wrong_type(name, given, "an int"));
    }
    Err(PyValueError::new_err(format!(
        "{name}: {} is not allowed (allowed: a whole number from 0)",
        shown(given)
    )))
}

/// Converts the number of threads.
pub(crate) fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole("threads", given)
}

/// Converts the number of documents in memory, if there is one.
pub(crate) fn buffer(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    (!given.is_none()).then(|| whole("buffer", given)).transpose()
}

/// Converts the length of a resource, if there is one.
pub(crate) fn length(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    (!given.is_none()).then(|| whole("length", given)).transpose()
}

/// Formats a value for a message.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    /// The maximum number of characters shown.
    const LONGEST: usize = 80;
    let shown = value.repr().map_or_else(|_| "a value".to_owned(), |shown| shown.to_string());
    shown.chars().take(LONGEST).collect()
}

/// Returns the error for an argument of a wrong type.
pub(crate) fn wrong_type(name: &str, value: &Bound<'_, PyAny>, allowed: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: {} is not {allowed}", shown(value)))
}

/// A document that could not be read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    error: io::Error,
    path: Option<PathBuf>,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: {}", path.display(), self.error),
            None => write!(f, "{}", self.error),
        }
    }
}

/// An error of the operating system includes its number and the file name, so that Python chooses the class.
impl From<Unreadable> for PyErr {
    fn from(Unreadable { error, path }: Unreadable) -> Self {
        let (Some(code), Some(path)) = (error.raw_os_error(), path) else { return error.into() };
        let text = error.to_string();
        let reason = text.split(" (os error").next().unwrap_or(&text).to_owned();
        PyOSError::new_err((code, reason, path.into_os_string()))
    }
}
