//! The functions of the native API.

use bozofeed_check::{Checker, Finding as CoreFinding};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::input::{Input, Options, Unreadable, parser};
use crate::native::{Parsed, Reading, value};
use crate::stream::Stream;

/// Parses a document.
#[pyfunction]
#[pyo3(signature = (document, *, options))]
pub(crate) fn parse(py: Python<'_>, document: &Bound<'_, PyAny>, options: &Options<'_>) -> PyResult<Parsed> {
    let (input, (options, limits)) = (Input::new(document)?, parser(options)?);
    let parsed = py.detach(|| input.bytes(&limits).map(|bytes| options.parse(input.document(&bytes))))?;
    Ok(Parsed::new(Reading::new(Ok(parsed))))
}

/// Parsed documents, one after the other. Several threads are used.
#[pyclass(module = "bozofeed")]
pub(crate) struct ParsedIterator(Option<Stream>);

#[pymethods]
impl ParsedIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Parsed>> {
        let Some(stream) = &mut self.0 else { return Ok(None) };
        match stream.next(py) {
            Ok(Some(answer)) => Ok(Some(Parsed::new(Reading::new(answer.outcome)))),
            end => {
                self.0 = None;
                end.map(|_| None)
            }
        }
    }

    /// Stops reading.
    fn close(&mut self) {
        self.0 = None;
    }
}

/// Parses documents lazily.
#[pyfunction]
#[pyo3(signature = (documents, *, threads=0, buffer=None, options))]
pub(crate) fn parse_iter(
    documents: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = crate::input::threads)] threads: usize,
    #[pyo3(from_py_with = crate::input::buffer)] buffer: Option<usize>,
    options: &Options<'_>,
) -> PyResult<ParsedIterator> {
    let options = parser(options)?;
    Ok(ParsedIterator(Some(Stream::new(documents, threads, buffer, options)?)))
}

/// Returns the result of `with` for a document.
fn with_document<R: Send>(
    document: &Bound<'_, PyAny>,
    options: &Options<'_>,
    with: impl FnOnce(&bozofeed::Parser, bozofeed::Document<'_>) -> R + Send,
) -> PyResult<R> {
    let (input, (options, limits)) = (Input::new(document)?, parser(options)?);
    let made = document.py().detach(|| {
        let bytes = input.bytes(&limits)?;
        Ok(with(&options, input.document(&bytes)))
    });
    made.map_err(|error: Unreadable| error.into())
}

/// A candidate for a field: a value from an element.
#[pyclass(frozen, eq, hash, get_all, weakref, module = "bozofeed")]
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Candidate {
    /// The owner of the field: `feed`, `entries[3]`, `entries[3].source`.
    subject: String,
    /// The name of the field in the model: `link`, `itunes.duration`.
    field: String,
    /// The value, as text.
    value: String,
    /// The qualified name of the element, or the name of the JSON member.
    element: String,
    /// The line of the element, from 1.
    line: usize,
    /// The column of the element, from 1.
    column: usize,
    /// The authority of the element over the field.
    rank: String,
    /// Whether the value was kept, or the reason why not.
    outcome: String,
}

value! {
    impl Candidate {
        fn __repr__(&self) -> String {
            format!("<Candidate {}.{} from <{}>: {}>", self.subject, self.field, self.element, self.outcome)
        }
    }
}

/// Returns the candidates for all fields, or for one field.
#[pyfunction]
#[pyo3(signature = (document, field=None, *, options))]
pub(crate) fn explain(
    document: &Bound<'_, PyAny>,
    field: Option<&str>,
    options: &Options<'_>,
) -> PyResult<Vec<Candidate>> {
    if let Some(field) = field
        && !bozofeed::explain::is_field(field)
    {
        return Err(PyValueError::new_err(format!("unknown field '{field}'")));
    }
    let explanation = with_document(document, options, |parser, document| parser.explain(document))?;
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

/// A place where a document breaks a rule of its format or of good practice.
#[pyclass(frozen, eq, hash, get_all, weakref, module = "bozofeed")]
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Finding {
    /// The name of the rule, such as `date-form`.
    rule: String,
    /// The severity: `error`, `warning` or `note`.
    severity: String,
    /// The way the document breaks the rule, with the value.
    message: String,
    /// Advice for fixing the document.
    advice: String,
    /// The sections of specifications that state the rule for the format of the document, as pairs of a text and a URL; empty for
    /// unwritten good practice.
    sections: Vec<(String, Option<String>)>,
    /// The path to the place: `rss/channel/item[3]/enclosure/@length`, or `$.items[3].id` in JSON.
    subject: String,
    /// The value, verbatim, or the name of the missing item.
    value: String,
    /// The byte offset in the document.
    offset: usize,
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
}

value! {
    impl Finding {
        fn __str__(&self) -> String {
            format!("line {}, column {}: {}", self.line, self.column, self.message)
        }

        fn __repr__(&self) -> String {
            format!("<Finding {} {}: {}>", self.severity, self.rule, self.__str__())
        }
    }
}

impl From<CoreFinding> for Finding {
    fn from(finding: CoreFinding) -> Self {
        Self {
            rule: finding.rule.id.to_owned(),
            severity: finding.rule.severity.to_string(),
            message: finding.message(),
            advice: finding.rule.advice.to_owned(),
            sections: finding
                .sections()
                .into_iter()
                .map(|section| (section.text.to_owned(), section.url))
                .collect(),
            offset: finding.position.offset,
            line: finding.position.line,
            column: finding.position.column,
            subject: finding.subject,
            value: finding.value,
        }
    }
}

/// Returns the places where a document breaks the rules of its format or of good practice.
#[pyfunction]
#[pyo3(signature = (document, *, options))]
pub(crate) fn check(document: &Bound<'_, PyAny>, options: &Options<'_>) -> PyResult<Vec<Finding>> {
    let findings = with_document(document, options, |parser, document| {
        Checker::new().parser(parser.clone()).check(document)
    })?;
    Ok(findings.into_iter().map(Finding::from).collect())
}

/// Returns an HTML page about a document.
#[pyfunction]
#[pyo3(signature = (document, name, *, options))]
pub(crate) fn report(document: &Bound<'_, PyAny>, name: &str, options: &Options<'_>) -> PyResult<String> {
    let report = with_document(document, options, |parser, document| {
        Checker::new().parser(parser.clone()).report(name, document)
    })?;
    Ok(report.html().to_owned())
}
