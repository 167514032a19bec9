//! The native API. A result is kept as the crate has it; its parts become Python objects when they are asked for.

use std::sync::Arc;

use bozofeed::{Timestamp, model};
use jiff::tz::Offset;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDelta, PyDict, PyList, PySlice, PyTzInfo};

use crate::json::to_python;

/// A feed and what is wrong with it.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Parsed(pub(crate) Arc<bozofeed::Parsed>);

/// How the document breaks the rules.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Bozo {
    r#type: &'static str,
    message: String,
    severity: String,
    line: Option<usize>,
    column: Option<usize>,
}

/// A place where a rule is broken.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Fault {
    r#type: &'static str,
    message: String,
    severity: String,
    offset: usize,
    line: usize,
    column: usize,
}

/// A value that could not be read.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct UnreadValue {
    r#type: &'static str,
    message: String,
    value: String,
    path: String,
    offset: usize,
    line: usize,
    column: usize,
}

#[pymethods]
impl Parsed {
    #[getter]
    fn version(&self) -> &'static str {
        self.0.version.as_str()
    }

    #[getter]
    fn encoding(&self) -> &str {
        &self.0.encoding
    }

    #[getter]
    fn is_feed(&self) -> bool {
        self.0.is_feed()
    }

    #[getter]
    fn well_formed(&self) -> bool {
        self.0.well_formed
    }

    #[getter]
    fn bozo(&self) -> Option<Bozo> {
        let bozo = self.0.bozo.as_ref()?;
        let position = match bozo {
            bozofeed::Bozo::NotWellFormed { position, .. } | bozofeed::Bozo::Json { position, .. } => {
                Some(position)
            }
            _ => None,
        };
        Some(Bozo {
            r#type: bozo.name(),
            message: bozo.to_string(),
            severity: bozo.severity().to_string(),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        })
    }

    #[getter]
    fn severity(&self) -> Option<String> {
        self.0.bozo.as_ref().map(|bozo| bozo.severity().to_string())
    }

    #[getter]
    fn faults(&self) -> Vec<Fault> {
        let fault = |fault: &bozofeed::Fault| Fault {
            r#type: fault.error.name(),
            message: fault.error.to_string(),
            severity: fault.error.severity().to_string(),
            offset: fault.position.offset,
            line: fault.position.line,
            column: fault.position.column,
        };
        self.0.faults.iter().map(fault).collect()
    }

    #[getter]
    fn fault_count(&self) -> usize {
        self.0.fault_count
    }

    #[getter]
    fn warnings(&self) -> Vec<UnreadValue> {
        let warning = |warning: &bozofeed::Warning| UnreadValue {
            r#type: warning.kind.name(),
            message: warning.kind.to_string(),
            value: warning.value.clone(),
            path: warning.path.clone(),
            offset: warning.position.offset,
            line: warning.position.line,
            column: warning.position.column,
        };
        self.0.warnings.iter().map(warning).collect()
    }

    #[getter]
    fn namespaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let d = PyDict::new(py);
        for (prefix, uri) in &self.0.namespaces {
            d.set_item(prefix, uri)?;
        }
        Ok(d)
    }

    #[getter]
    fn trail(&self) -> Vec<String> {
        self.0.trail.to_string().lines().map(str::to_owned).collect()
    }

    #[getter]
    fn feed(&self) -> Feed {
        Feed(Of::Feed(Arc::clone(&self.0)))
    }

    #[getter]
    fn entries(&self) -> Entries {
        Entries(Arc::clone(&self.0))
    }

    /// Returns everything as the JSON of the crate, as Python objects.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        serialized(py, &*self.0)
    }

    fn __repr__(&self) -> String {
        let bozo = self.severity().map_or_else(String::new, |severity| format!(" bozo={severity}"));
        format!("<Parsed {} entries={}{bozo}>", self.0.version.as_str(), self.0.entries.len())
    }
}

#[pymethods]
impl Bozo {
    fn __repr__(&self) -> String {
        format!("<Bozo {}: {}>", self.r#type, self.message)
    }

    fn __str__(&self) -> &str {
        &self.message
    }
}

#[pymethods]
impl Fault {
    fn __repr__(&self) -> String {
        format!("<Fault line {}, column {}: {}>", self.line, self.column, self.message)
    }
}

#[pymethods]
impl UnreadValue {
    fn __repr__(&self) -> String {
        format!(
            "<UnreadValue line {}, column {}: {} ({:?})>",
            self.line, self.column, self.message, self.value
        )
    }
}

/// The entries of a feed, each of which becomes an object when it is asked for.
#[pyclass(frozen, sequence, module = "bozofeed")]
pub(crate) struct Entries(Arc<bozofeed::Parsed>);

impl Entries {
    fn at(&self, index: usize) -> Entry {
        Entry { parsed: Arc::clone(&self.0), index }
    }
}

#[pymethods]
impl Entries {
    fn __len__(&self) -> usize {
        self.0.entries.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = isize::try_from(self.0.entries.len())?;
        if let Ok(slice) = index.cast::<PySlice>() {
            let all =
                PyList::new(py, (0..self.0.entries.len()).map(|index| self.at(index)).collect::<Vec<_>>())?;
            return all.as_any().get_item(slice);
        }
        let index: isize =
            index.extract().map_err(|_| PyTypeError::new_err("indices of entries are integers or slices"))?;
        let from_start = if index < 0 { index + length } else { index };
        match usize::try_from(from_start) {
            Ok(at) if from_start < length => Ok(Bound::new(py, self.at(at))?.into_any()),
            _ => Err(PyIndexError::new_err("there is no such entry")),
        }
    }

    fn __iter__(&self) -> EntryIterator {
        EntryIterator { parsed: Arc::clone(&self.0), next: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<Entries of {}>", self.0.entries.len())
    }
}

/// Returns one entry at a time.
#[pyclass(module = "bozofeed")]
pub(crate) struct EntryIterator {
    parsed: Arc<bozofeed::Parsed>,
    next: usize,
}

#[pymethods]
impl EntryIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Entry> {
        let index = self.next;
        self.next += 1;
        (index < self.parsed.entries.len()).then(|| Entry { parsed: Arc::clone(&self.parsed), index })
    }

    fn __length_hint__(&self) -> usize {
        self.parsed.entries.len().saturating_sub(self.next)
    }
}

/// The owner of a feed: a result, or the source of one of its entries.
enum Of {
    Feed(Arc<bozofeed::Parsed>),
    Source(Arc<bozofeed::Parsed>, usize),
}

/// The feed itself, or the source of an entry.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Feed(Of);

static NO_FEED: std::sync::LazyLock<model::Feed> = std::sync::LazyLock::new(model::Feed::default);

impl Feed {
    fn model(&self) -> &model::Feed {
        match &self.0 {
            Of::Feed(parsed) => &parsed.feed,
            Of::Source(parsed, index) => {
                parsed.entries.get(*index).and_then(|entry| entry.source()).unwrap_or(&NO_FEED)
            }
        }
    }
}

#[pymethods]
impl Feed {
    #[getter]
    fn title(&self) -> Option<Text> {
        text(self.model().title.as_ref())
    }

    #[getter]
    fn subtitle(&self) -> Option<Text> {
        text(self.model().subtitle.as_ref())
    }

    #[getter]
    fn rights(&self) -> Option<Text> {
        text(self.model().rights.as_ref())
    }

    #[getter]
    fn link(&self) -> Option<&str> {
        self.model().link.as_deref()
    }

    #[getter]
    fn links(&self) -> Vec<Link> {
        self.model().links.iter().map(link).collect()
    }

    #[getter]
    fn id(&self) -> Option<&str> {
        self.model().id.as_deref()
    }

    #[getter]
    fn authors(&self) -> Vec<Person> {
        self.model().authors.iter().map(person).collect()
    }

    #[getter]
    fn contributors(&self) -> Vec<Person> {
        self.model().contributors().iter().map(person).collect()
    }

    #[getter]
    fn published<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        date(py, self.model().published.as_ref())
    }

    #[getter]
    fn updated<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        date(py, self.model().updated.as_ref())
    }

    #[getter]
    fn published_text(&self) -> Option<&str> {
        self.model().published.as_ref().map(|date| date.raw.as_str())
    }

    #[getter]
    fn updated_text(&self) -> Option<&str> {
        self.model().updated.as_ref().map(|date| date.raw.as_str())
    }

    #[getter]
    fn tags(&self) -> Vec<Tag> {
        self.model().tags.iter().map(tag).collect()
    }

    #[getter]
    fn language(&self) -> Option<&str> {
        self.model().language.as_deref()
    }

    #[getter]
    fn generator(&self) -> Option<&str> {
        self.model().generator.as_ref()?.name.as_deref()
    }

    /// The URL of the picture that represents the feed.
    #[getter]
    fn picture(&self) -> Option<&str> {
        self.model().picture()
    }

    /// The `WebSub` hub.
    #[getter]
    fn hub(&self) -> Option<&str> {
        self.model().hub()
    }

    #[getter]
    fn self_url(&self) -> Option<&str> {
        self.model().self_url()
    }

    #[getter]
    fn next_page(&self) -> Option<&str> {
        self.model().next_page()
    }

    #[getter]
    fn extensions(&self) -> Vec<Extension> {
        self.model().extensions().iter().map(extension).collect()
    }

    /// Returns the members of a vocabulary, such as `itunes` or `podcast`.
    fn vocabulary<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        member(py, self.model(), name)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        serialized(py, self.model())
    }

    fn __repr__(&self) -> String {
        format!("<Feed {:?}>", self.model().title.as_ref().map_or("", |title| title.value.as_str()))
    }
}

/// One entry of a feed.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Entry {
    parsed: Arc<bozofeed::Parsed>,
    index: usize,
}

static NO_ENTRY: std::sync::LazyLock<model::Entry> = std::sync::LazyLock::new(model::Entry::default);

impl Entry {
    fn model(&self) -> &model::Entry {
        self.parsed.entries.get(self.index).unwrap_or(&NO_ENTRY)
    }
}

#[pymethods]
impl Entry {
    #[getter]
    fn title(&self) -> Option<Text> {
        text(self.model().title.as_ref())
    }

    #[getter]
    fn title_text(&self) -> Option<String> {
        self.model().title_text().map(std::borrow::Cow::into_owned)
    }

    /// The page of the entry, or its identifier if that is a permalink.
    #[getter]
    fn link(&self) -> Option<&str> {
        self.model().permalink()
    }

    #[getter]
    fn links(&self) -> Vec<Link> {
        self.model().links.iter().map(link).collect()
    }

    #[getter]
    fn enclosures(&self) -> Vec<Link> {
        self.model().enclosures().map(link).collect()
    }

    #[getter]
    fn id(&self) -> Option<&str> {
        self.model().id.as_deref()
    }

    /// A stable key for recognising the entry across fetches.
    #[getter]
    fn identity(&self) -> String {
        self.model().identity(self.parsed.identity_rule()).into_owned()
    }

    #[getter]
    fn summary(&self) -> Option<Text> {
        text(self.model().summary.as_ref())
    }

    #[getter]
    fn contents(&self) -> Vec<Text> {
        self.model().content.iter().filter_map(|content| text(Some(content))).collect()
    }

    /// The best of the contents, or the summary.
    #[getter]
    fn content(&self) -> Option<Text> {
        text(self.model().best_content())
    }

    #[getter]
    fn authors(&self) -> Vec<Person> {
        self.model().authors_in(&self.parsed.feed).iter().map(person).collect()
    }

    #[getter]
    fn contributors(&self) -> Vec<Person> {
        self.model().contributors().iter().map(person).collect()
    }

    #[getter]
    fn published<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        date(py, self.model().published.as_ref())
    }

    #[getter]
    fn updated<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        date(py, self.model().updated.as_ref())
    }

    #[getter]
    fn published_text(&self) -> Option<&str> {
        self.model().published.as_ref().map(|date| date.raw.as_str())
    }

    #[getter]
    fn updated_text(&self) -> Option<&str> {
        self.model().updated.as_ref().map(|date| date.raw.as_str())
    }

    /// The first date that can be read: published, updated, created.
    #[getter]
    fn date<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
        let Some(instant) = self.model().date() else { return Ok(None) };
        datetime(py, instant, None)
    }

    #[getter]
    fn tags(&self) -> Vec<Tag> {
        self.model().tags.iter().map(tag).collect()
    }

    #[getter]
    fn comments(&self) -> Option<&str> {
        self.model().comments()
    }

    #[getter]
    fn language(&self) -> Option<&str> {
        self.model().language()
    }

    #[getter]
    fn duration(&self) -> Option<std::time::Duration> {
        self.model().duration()
    }

    /// The feed that the entry was taken from.
    #[getter]
    fn source(&self) -> Option<Feed> {
        self.model().source()?;
        Some(Feed(Of::Source(Arc::clone(&self.parsed), self.index)))
    }

    #[getter]
    fn extensions(&self) -> Vec<Extension> {
        self.model().extensions().iter().map(extension).collect()
    }

    /// Returns the members of a vocabulary, such as `itunes` or `podcast`.
    fn vocabulary<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        member(py, self.model(), name)
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        serialized(py, self.model())
    }

    fn __repr__(&self) -> String {
        format!("<Entry {:?}>", self.model().title.as_ref().map_or("", |title| title.value.as_str()))
    }
}

/// A text with its media type.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Text(model::Text);

fn text(text: Option<&model::Text>) -> Option<Text> {
    text.cloned().map(Text)
}

#[pymethods]
impl Text {
    #[getter]
    fn value(&self) -> &str {
        &self.0.value
    }

    #[getter]
    fn media_type(&self) -> &str {
        &self.0.media_type
    }

    #[getter]
    fn language(&self) -> Option<&str> {
        self.0.language()
    }

    #[getter]
    fn base(&self) -> Option<&str> {
        self.0.base()
    }

    #[getter]
    fn is_markup(&self) -> bool {
        self.0.is_markup()
    }

    #[getter]
    fn is_sanitized(&self) -> bool {
        self.0.is_sanitized
    }

    /// The address of the text, if the feed does not contain it.
    #[getter]
    fn src(&self) -> Option<&str> {
        self.0.src.as_deref()
    }

    /// Plain text, without markup.
    #[getter]
    fn plain(&self) -> String {
        self.0.to_line().into_owned()
    }

    /// HTML that can be shown in a page.
    #[getter]
    fn html(&self) -> String {
        self.0.to_html().into_owned()
    }

    fn __str__(&self) -> &str {
        &self.0.value
    }

    fn __repr__(&self) -> String {
        format!("<Text {} {:?}>", self.0.media_type, self.0.value)
    }
}

/// A link, an enclosure or a license.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Link {
    href: Option<String>,
    rel: String,
    media_type: Option<String>,
    hreflang: Option<String>,
    title: Option<String>,
    length: Option<u64>,
    duration: Option<std::time::Duration>,
    attributes: std::collections::HashMap<String, String>,
}

fn link(link: &model::Link) -> Link {
    Link {
        href: link.href.as_deref().map(str::to_owned),
        rel: link.rel.to_string(),
        media_type: link.media_type.as_deref().map(str::to_owned),
        hreflang: link.hreflang().map(str::to_owned),
        title: link.title().map(str::to_owned),
        length: link.length().value,
        duration: link.duration().value,
        attributes: link.attributes.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    }
}

#[pymethods]
impl Link {
    fn __repr__(&self) -> String {
        format!("<Link {} {:?}>", self.rel, self.href.as_deref().unwrap_or(""))
    }
}

/// A person.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Person {
    name: Option<String>,
    email: Option<String>,
    uri: Option<String>,
    raw: Option<String>,
    display_name: Option<String>,
}

fn person(person: &model::Person) -> Person {
    Person {
        name: person.name.as_deref().map(str::to_owned),
        email: person.email.clone(),
        uri: person.uri.clone(),
        raw: person.raw.as_deref().map(str::to_owned),
        display_name: person.display_name().map(str::to_owned),
    }
}

#[pymethods]
impl Person {
    fn __repr__(&self) -> String {
        format!("<Person {:?}>", self.display_name.as_deref().unwrap_or(""))
    }
}

/// A category.
#[pyclass(frozen, get_all, module = "bozofeed")]
pub(crate) struct Tag {
    term: Option<String>,
    scheme: Option<String>,
    label: Option<String>,
}

fn tag(tag: &model::Tag) -> Tag {
    Tag { term: tag.term.clone(), scheme: tag.scheme.as_deref().map(str::to_owned), label: tag.label.clone() }
}

#[pymethods]
impl Tag {
    fn __repr__(&self) -> String {
        format!("<Tag {:?}>", self.term.as_deref().or(self.label.as_deref()).unwrap_or(""))
    }
}

/// An element that no vocabulary knows, with everything in it.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Extension(model::Extension);

fn extension(extension: &model::Extension) -> Extension {
    Extension(extension.clone())
}

#[pymethods]
impl Extension {
    #[getter]
    fn namespace(&self) -> Option<&str> {
        self.0.namespace.as_deref()
    }

    #[getter]
    fn prefix(&self) -> &str {
        &self.0.prefix
    }

    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let d = PyDict::new(py);
        for (name, value) in self.0.attributes.iter() {
            d.set_item(name, value)?;
        }
        Ok(d)
    }

    #[getter]
    fn children(&self) -> Vec<Self> {
        self.0.children.iter().map(extension).collect()
    }

    /// The value of a member of a JSON Feed.
    #[getter]
    fn json(&self) -> Option<&str> {
        self.0.json.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("<Extension {}:{} {:?}>", self.0.prefix, self.0.name, self.0.text)
    }
}

/// Returns a date with the offset that was written, or in UTC. There is none for a date that Python cannot express.
fn date<'py>(py: Python<'py>, date: Option<&model::Date>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
    let Some(date) = date else { return Ok(None) };
    let Some(instant) = date.value else { return Ok(None) };
    datetime(py, instant, date.offset)
}

fn datetime(
    py: Python<'_>,
    instant: Timestamp,
    offset: Option<i32>,
) -> PyResult<Option<Bound<'_, PyDateTime>>> {
    let (local, zone) = match offset {
        Some(seconds) if seconds != 0 => {
            let zone = PyTzInfo::fixed_offset(py, PyDelta::new(py, 0, seconds, 0, true)?)?;
            (Offset::from_seconds(seconds).unwrap_or(Offset::UTC).to_datetime(instant.into()), zone)
        }
        _ => (Offset::UTC.to_datetime(instant.into()), PyTzInfo::utc(py)?.to_owned()),
    };
    if local.year() < 1 {
        return Ok(None);
    }
    let small = |number: i8| u8::try_from(number).unwrap_or(0);
    let made = PyDateTime::new(
        py,
        i32::from(local.year()),
        small(local.month()),
        small(local.day()),
        small(local.hour()),
        small(local.minute()),
        small(local.second()),
        u32::try_from(local.subsec_nanosecond() / 1000).unwrap_or(0),
        Some(&zone),
    )?;
    Ok(Some(made))
}

fn serialized<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, serde_json::to_value(value).unwrap_or_default())
}

fn member<'py>(
    py: Python<'py>,
    value: &impl serde::Serialize,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    match value.get_mut(name).map(serde_json::Value::take) {
        Some(member) => to_python(py, member).map(Some),
        None => Ok(None),
    }
}
