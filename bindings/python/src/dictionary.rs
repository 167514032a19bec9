//! Universal Feed Parser's dictionary, as Python objects.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use bozofeed::feedparser::{self, Dictionary, FeedParserDict, Value};
use bozofeed::{Bozo, DateHandler, Document, Headers, Parser, Position, Timestamp};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::expat;
use crate::input::fields;
use crate::policy::policy;

/// Adds the values of a document to `result`, in the order of Universal Feed Parser.
///
/// `dict_type` is the type of all dictionaries. `exception(name, message, severity, line, column)` returns the value
/// of `bozo_exception`.
#[pyfunction]
#[pyo3(signature = (result, data, *, headers, url, resolve, sanitize, handlers, dict_type, exception))]
#[allow(clippy::too_many_arguments, reason = "a call with names, of one caller")]
pub(crate) fn fill_dictionary(
    result: &Bound<'_, PyDict>,
    data: PyBackedBytes,
    headers: &Bound<'_, PyAny>,
    url: Option<&str>,
    resolve: bool,
    sanitize: &Bound<'_, PyAny>,
    handlers: Vec<Py<PyAny>>,
    dict_type: &Bound<'_, PyType>,
    exception: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let py = result.py();
    let headers = fields(headers)?;
    let headers: Headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let content_type = headers.content_type().map(str::to_owned);
    let mut document = Document::new(&data).headers(headers);
    if let Some(url) = url {
        document = document.url(url);
    }
    let mut parser = Parser::new().resolve_urls(resolve).sanitize(policy(sanitize)?);
    let failure = Arc::new(Mutex::new(None));
    for handler in handlers {
        parser = parser.date_handler(date_handler(handler, &failure));
    }
    let document = py.detach(|| parser.dictionary(document));
    if let Some(error) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let mut builder = Builder::new(dict_type)?;
    for (key, value) in document.head().iter() {
        match value {
            // It is false at first, unless the response had a problem.
            Value::Bool(_) => {}
            Value::Str(label) if key == "encoding" => result.set_item(key, spelled(label, &document))?,
            Value::Exception(bozo) => {
                let exception = self::exception(bozo, content_type.as_deref(), exception)?;
                result.set_item(intern!(py, "bozo"), true)?;
                result.set_item(key, exception)?;
            }
            value => result.set_item(key, builder.value(value)?)?,
        }
    }
    result.set_item(intern!(py, "feed"), builder.dictionary(&document.feed())?)?;
    let entries = PyList::empty(py);
    for entry in document.entries() {
        entries.append(builder.dictionary(&entry)?)?;
    }
    result.set_item(intern!(py, "entries"), entries)
}

/// Returns the label of the encoding. Detected encodings are spelled as in chardet.
fn spelled<'d>(label: &'d str, document: &FeedParserDict) -> &'d str {
    const SPELLED: [&str; 14] = [
        "Big5", "CP949", "EUC-JP", "EUC-KR", "EUC-TW", "GB2312", "HZ-GB-2312", "IBM866", "ISO-2022-JP",
        "Johab", "KOI8-R", "SHIFT_JIS", "TIS-620", "Windows-1252",
    ];
    let is_guess = document.trail().is_guess();
    let known = SPELLED.into_iter().find(|known| is_guess && known.eq_ignore_ascii_case(label));
    known.unwrap_or(label)
}

/// Returns a date format that calls a function of the caller.
fn date_handler(handler: Py<PyAny>, failure: &Arc<Mutex<Option<PyErr>>>) -> DateHandler {
    let failure = Arc::clone(failure);
    DateHandler::new(move |text| {
        Python::attach(|py| match call_handler(handler.bind(py), text) {
            Ok(instant) => instant,
            Err(error) => {
                // The exception is raised by `parse` after the whole document was read.
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                None
            }
        })
    })
}

/// Calls a date handler, which returns nine numbers in UTC, or a false value if it cannot parse the text.
fn call_handler(handler: &Bound<'_, PyAny>, text: &str) -> PyResult<Option<Timestamp>> {
    let fields = handler.call1((text,))?;
    if !fields.is_truthy()? {
        return Ok(None);
    }
    let fields: Vec<i64> =
        fields.try_iter()?.map(|field| field?.call_method0("__int__")?.extract()).collect::<PyResult<_>>()?;
    // Numbers outside the range of `struct_time` yield no date. A leap second becomes the second before it.
    let [year @ 0..=9999, month, day, hour, minute, second, ..] = fields[..] else { return Ok(None) };
    let second = second.min(59);
    let date = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
    Ok((fields.len() == 9).then(|| date.parse().ok()).flatten())
}

/// Returns nine numbers for a date in any built-in format, or `None`.
#[pyfunction]
pub(crate) fn read_date(py: Python<'_>, text: &str) -> PyResult<Option<Py<PyAny>>> {
    let Ok(moment) = bozofeed::date::parse(text) else { return Ok(None) };
    let fields = PyTuple::new(py, feedparser::struct_time(moment.instant()))?;
    struct_time(py)?.call1((fields,)).map(|time| Some(time.unbind()))
}

fn struct_time(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import(intern!(py, "time"))?.getattr(intern!(py, "struct_time"))
}

/// The maximum length of a key that is cached for later dictionaries, and the maximum number of cached keys.
const LONGEST_KEY: usize = 48;
const MOST_KEYS: usize = 512;

/// Builds the objects of a single document.
struct Builder<'py> {
    dict_type: Bound<'py, PyType>,
    struct_time: Bound<'py, PyAny>,
    /// Previously used keys.
    keys: HashMap<String, Bound<'py, PyString>>,
}

impl<'py> Builder<'py> {
    fn new(dict_type: &Bound<'py, PyType>) -> PyResult<Self> {
        let py = dict_type.py();
        Ok(Self { dict_type: dict_type.clone(), struct_time: struct_time(py)?, keys: HashMap::new() })
    }

    fn py(&self) -> Python<'py> {
        self.dict_type.py()
    }

    fn key(&mut self, key: &str) -> Bound<'py, PyString> {
        if let Some(known) = self.keys.get(key) {
            return known.clone();
        }
        if key.len() > LONGEST_KEY || self.keys.len() >= MOST_KEYS {
            return PyString::new(self.py(), key);
        }
        let made = PyString::intern(self.py(), key);
        self.keys.insert(key.to_owned(), made.clone());
        made
    }

    fn dictionary(&mut self, d: &Dictionary<'_>) -> PyResult<Bound<'py, PyDict>> {
        let made = self.dict_type.call0()?.cast_into::<PyDict>()?;
        self.filled(made, d)
    }

    /// Returns `made` with the members of a dictionary.
    fn filled(&mut self, made: Bound<'py, PyDict>, d: &Dictionary<'_>) -> PyResult<Bound<'py, PyDict>> {
        for (key, value) in d.iter() {
            made.set_item(self.key(key), self.value(value)?)?;
        }
        Ok(made)
    }

    fn all(&mut self, values: &[Value<'_>]) -> PyResult<Vec<Bound<'py, PyAny>>> {
        values.iter().map(|value| self.value(value)).collect()
    }

    fn value(&mut self, value: &Value<'_>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py();
        Ok(match value {
            Value::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
            Value::Int(value) => value.into_pyobject(py)?.into_any(),
            Value::Float(value) => value.into_pyobject(py)?.into_any(),
            Value::Str(text) => PyString::new(py, text).into_any(),
            Value::Time(fields) => self.struct_time.call1((PyTuple::new(py, fields)?,))?,
            Value::Duration(duration) => duration.into_pyobject(py)?.into_any(),
            Value::List(values) => PyList::new(py, self.all(values)?)?.into_any(),
            Value::Tuple(values) => PyTuple::new(py, self.all(values)?)?.into_any(),
            Value::Dictionary(d) => self.dictionary(d)?.into_any(),
            Value::Attributes(d) => self.filled(PyDict::new(py), d)?.into_any(),
            // Only the outermost dictionary has an exception.
            _ => py.None().into_bound(py),
        })
    }
}

/// Returns the exception of a bozo document.
fn exception<'py>(
    bozo: &Bozo,
    content_type: Option<&str>,
    make: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let severity = bozo.severity().to_string();
    let place = |position: &Position| Some((position.line, position.column));
    let (name, message, place) = match bozo {
        Bozo::NotWellFormed { error, position } => {
            (bozo.name(), expat::message(error, position), place(position))
        }
        Bozo::Json { error, position } => (bozo.name(), error.to_string(), place(position)),
        // For this exception, the media type includes its parameters.
        Bozo::NonXMLContentType { content_type: Some(media_type), .. } => {
            let media_type = content_type.unwrap_or(media_type);
            (bozo.name(), format!("{media_type} is not an XML media type"), None)
        }
        _ => (bozo.name(), bozo.to_string(), None),
    };
    make.call1((name, message, severity, place))
}
