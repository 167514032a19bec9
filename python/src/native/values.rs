//! Texts, links, persons, categories and extensions.

use std::collections::HashMap;
use std::time::Duration;

use bozofeed::model;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::all;

/// A text with its media type.
#[pyclass(frozen, module = "bozofeed")]
pub(crate) struct Text(model::Text);

impl From<&model::Text> for Text {
    fn from(text: &model::Text) -> Self {
        Self(text.clone())
    }
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
        self.0.is_sanitized()
    }

    /// The address of the text, if the feed does not contain it.
    #[getter]
    fn src(&self) -> Option<&str> {
        self.0.src()
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
    duration: Option<Duration>,
    attributes: HashMap<String, String>,
}

impl From<&model::Link> for Link {
    fn from(link: &model::Link) -> Self {
        Self {
            href: link.href.as_deref().map(str::to_owned),
            rel: link.rel.to_string(),
            media_type: link.media_type.as_deref().map(str::to_owned),
            hreflang: link.hreflang().map(str::to_owned),
            title: link.title().map(str::to_owned),
            length: link.length().value,
            duration: link.duration().value,
            attributes: link
                .attributes
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        }
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

impl From<&model::Person> for Person {
    fn from(person: &model::Person) -> Self {
        Self {
            name: person.name.as_deref().map(str::to_owned),
            email: person.email.as_deref().map(str::to_owned),
            uri: person.uri.as_deref().map(str::to_owned),
            raw: person.raw.as_deref().map(str::to_owned),
            display_name: person.display_name().map(str::to_owned),
        }
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

impl From<&model::Tag> for Tag {
    fn from(tag: &model::Tag) -> Self {
        Self {
            term: tag.term.as_deref().map(str::to_owned),
            scheme: tag.scheme.as_deref().map(str::to_owned),
            label: tag.label.as_deref().map(str::to_owned),
        }
    }
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

impl From<&model::Extension> for Extension {
    fn from(extension: &model::Extension) -> Self {
        Self(extension.clone())
    }
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
        all(&self.0.children)
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
