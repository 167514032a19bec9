//! Reading documents into the native API.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use bozofeed::{Document, Headers, Limits, Parser, Sanitize};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyString};

use crate::native::Parsed;

/// A document and where it is from.
pub(crate) struct Input {
    pub(crate) bytes: Bytes,
    pub(crate) url: Option<String>,
    headers: Vec<(String, String)>,
    pub(crate) name: Option<String>,
}

/// The bytes of a document, which are not copied.
pub(crate) enum Bytes {
    Backed(PyBackedBytes),
    Text(String),
}

impl Bytes {
    pub(crate) fn get(&self) -> &[u8] {
        match self {
            Self::Backed(bytes) => bytes,
            Self::Text(text) => text.as_bytes(),
        }
    }
}

impl Input {
    /// Returns the document that bytes, a string or a `bozofeed.Document` stand for.
    pub(crate) fn new(document: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Some(bytes) = bytes(document)? {
            return Ok(Self { bytes, url: None, headers: Vec::new(), name: None });
        }
        let (Ok(content), Ok(url), Ok(headers)) =
            (document.getattr("content"), document.getattr("url"), document.getattr("headers"))
        else {
            return Err(PyTypeError::new_err("a document is bytes, str or a bozofeed.Document"));
        };
        let content = bytes(&content)?;
        Ok(Self {
            bytes: content
                .ok_or_else(|| PyTypeError::new_err("the content of a document is bytes or str"))?,
            url: url.extract()?,
            headers: fields(&headers)?,
            name: document.getattr("name").ok().and_then(|name| name.extract().ok()).flatten(),
        })
    }

    /// Returns the document.
    pub(crate) fn document(&self) -> Document<'_> {
        let headers = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let document = Document::new(self.bytes.get()).headers(headers.collect::<Headers>());
        match &self.url {
            Some(url) => document.url(url),
            None => document,
        }
    }

    fn parse(&self, options: &Parser) -> bozofeed::Parsed {
        options.parse(self.document())
    }
}

fn bytes(content: &Bound<'_, PyAny>) -> PyResult<Option<Bytes>> {
    if let Ok(bytes) = content.extract::<PyBackedBytes>() {
        return Ok(Some(Bytes::Backed(bytes)));
    }
    match content.cast::<PyString>() {
        Ok(text) => Ok(Some(Bytes::Text(text.extract()?))),
        Err(_) => Ok(None),
    }
}

/// Returns the headers of a mapping.
fn fields(headers: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    if headers.is_none() {
        return Ok(Vec::new());
    }
    headers.call_method0("items")?.try_iter()?.map(|field| field?.extract()).collect()
}

/// Returns a parser with the options of a call.
pub(crate) fn parser(
    sanitize: &str,
    resolve_urls: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Parser> {
    let sanitize = match sanitize {
        "reader" => Sanitize::Reader,
        "feedparser" => Sanitize::FeedParser,
        "off" => Sanitize::Off,
        other => return Err(PyValueError::new_err(format!("unknown policy '{other}'"))),
    };
    let mut given = Limits::default();
    for (name, limit) in limits.into_iter().flatten() {
        let (name, limit): (String, usize) = (name.extract()?, limit.extract()?);
        given = given.set(&name, limit).map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(Parser::new().sanitize(sanitize).resolve_urls(resolve_urls).limits(given))
}

/// Reads a document.
#[pyfunction]
#[pyo3(signature = (document, *, sanitize="reader", resolve_urls=true, limits=None))]
pub(crate) fn parse(
    py: Python<'_>,
    document: &Bound<'_, PyAny>,
    sanitize: &str,
    resolve_urls: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Parsed> {
    let (input, options) = (Input::new(document)?, parser(sanitize, resolve_urls, limits)?);
    Ok(Parsed(Arc::new(py.detach(|| input.parse(&options)))))
}

/// Reads many documents at the same time, on as many threads as there are cores if `threads` is 0.
#[pyfunction]
#[pyo3(signature = (documents, *, threads=0, sanitize="reader", resolve_urls=true, limits=None))]
pub(crate) fn parse_many(
    py: Python<'_>,
    documents: &Bound<'_, PyAny>,
    threads: usize,
    sanitize: &str,
    resolve_urls: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Parsed>> {
    let options = parser(sanitize, resolve_urls, limits)?;
    let inputs = inputs(documents)?;
    let parsed = py.detach(|| for_each(&inputs, threads, |input| Arc::new(input.parse(&options))));
    Ok(parsed.into_iter().map(Parsed).collect())
}

pub(crate) fn inputs(documents: &Bound<'_, PyAny>) -> PyResult<Vec<Input>> {
    documents.try_iter()?.map(|document| Input::new(&document?)).collect()
}

/// Returns the results of a function for all inputs, in their order.
pub(crate) fn for_each<R: Send + Sync>(
    inputs: &[Input],
    threads: usize,
    read: impl Fn(&Input) -> R + Sync,
) -> Vec<R> {
    let cores = || thread::available_parallelism().map_or(1, Into::into);
    let threads = if threads == 0 { cores() } else { threads }.min(inputs.len());
    if threads <= 1 {
        return inputs.iter().map(read).collect();
    }
    let results: Vec<OnceLock<R>> = inputs.iter().map(|_| OnceLock::new()).collect();
    // The longest first: the last ones end at about the same time.
    let mut order: Vec<(&Input, &OnceLock<R>)> = inputs.iter().zip(&results).collect();
    order.sort_by_key(|(input, _)| std::cmp::Reverse(input.bytes.get().len()));
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((input, result)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let _ = result.set(read(input));
                }
            });
        }
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// A candidate for a field.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Candidate {
    subject: String,
    field: String,
    value: String,
    element: String,
    line: usize,
    column: usize,
    rank: String,
    outcome: String,
}

#[pymethods]
impl Candidate {
    fn __repr__(&self) -> String {
        format!("<Candidate {}.{} from <{}>: {}>", self.subject, self.field, self.element, self.outcome)
    }
}

/// Returns the candidates of every field, or of one field.
#[pyfunction]
#[pyo3(signature = (document, field=None, *, sanitize="reader", resolve_urls=true, limits=None))]
pub(crate) fn explain(
    py: Python<'_>,
    document: &Bound<'_, PyAny>,
    field: Option<&str>,
    sanitize: &str,
    resolve_urls: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Candidate>> {
    if let Some(field) = field
        && !bozofeed::explain::is_field(field)
    {
        return Err(PyValueError::new_err(format!("unknown field '{field}'")));
    }
    let (input, options) = (Input::new(document)?, parser(sanitize, resolve_urls, limits)?);
    let explanation = py.detach(|| options.explain(input.document()));
    let candidates = explanation.candidates.into_iter();
    let of_field = candidates.filter(|candidate| field.is_none_or(|field| candidate.field == field));
    let candidate = |candidate: bozofeed::explain::Candidate| Candidate {
        field: candidate.field.into_owned(),
        line: candidate.position.line,
        column: candidate.position.column,
        rank: candidate.rank.description().to_owned(),
        outcome: candidate.outcome.description().to_owned(),
        subject: candidate.subject.to_string(),
        value: candidate.value,
        element: candidate.element,
    };
    Ok(of_field.map(candidate).collect())
}
