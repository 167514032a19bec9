//! Texts, links, persons, categories and extensions.

use std::sync::Arc;
use std::time::Duration;

use bozofeed::model;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::{Deserialize, Serialize};

use super::fields::{Given, attributes, url};
use super::{all, value};

/// Declares a class whose objects are parts of the model.
macro_rules! of_model {
    ($(#[$meta:meta])* $class:ident) => {
        $(#[$meta])*
        #[pyclass(frozen, eq, hash, weakref, module = "bozofeed")]
        #[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $class(pub(super) model::$class);

        impl From<&model::$class> for $class {
            fn from(part: &model::$class) -> Self {
                Self(part.clone())
            }
        }
    };
}

/// A text with its media type. An empty text is false. It is formatted like its value, and is equal to a string that is its
/// value.
#[pyclass(frozen, weakref, module = "bozofeed")]
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Text(pub(super) model::Text);

impl From<&model::Text> for Text {
    fn from(text: &model::Text) -> Self {
        Self(text.clone())
    }
}

of_model! {
    /// A link, an enclosure or a license.
    Link
}
of_model! {
    /// A person.
    Person
}
of_model! {
    /// A category.
    Tag
}
of_model! {
    /// An element outside known vocabularies, with all of its content.
    Extension
}

value! {
    impl Text {
        get(this) {
            /// The text. Markup is sanitized and its relative URLs are resolved, unless this was disabled.
            value: &str = &this.0.value;
            /// The media type: `text/plain`, `text/html`, `application/xhtml+xml`, or another one stated by the feed.
            media_type: &str = &this.0.media_type;
            /// The language in force (`xml:lang`).
            language: Option<&str> = this.0.language();
            /// The URL against which relative URLs were resolved.
            base: Option<&str> = this.0.base();
            /// Whether the text is HTML or XHTML.
            is_markup: bool = this.0.is_markup();
            /// Whether the text is sanitized markup.
            is_sanitized: bool = this.0.is_sanitized();
            /// The address of the text, if the feed does not contain it.
            src: Option<&str> = this.0.src();
            /// Plain text on one line, without markup.
            plain: String = this.0.to_line().into_owned();
            /// HTML that can be shown in a page.
            html: String = this.0.to_html().into_owned();
        }

        #[new]
        #[pyo3(signature = (value, media_type="text/plain", *, language=None, base=None, src=None))]
        fn new(
            value: String,
            media_type: &str,
            language: Option<String>,
            base: Option<String>,
            src: Option<String>,
        ) -> Self {
            let mut text = model::Text::plain(value);
            text.media_type = media_type.into();
            text.set_src(src.map(Into::into));
            if language.is_some() || base.is_some() {
                let mut scope = model::XmlScope::default();
                (scope.language, scope.base) = (language.map(Into::into), base.map(Into::into));
                text.scope = Some(Arc::new(scope));
            }
            Self(text)
        }

        fn __bool__(&self) -> bool {
            !self.0.value.is_empty()
        }

        fn __str__(&self) -> &str {
            &self.0.value
        }

        /// A text is equal to a text with the same value and type, and to a string that is its value.
        fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
            match other.cast::<Self>() {
                Ok(text) => self == text.get(),
                Err(_) => other.extract::<String>().is_ok_and(|text| text == self.0.value.as_str()),
            }
        }

        /// Returns the hash of the value, since the text may be equal to a string.
        fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
            PyString::new(py, &self.0.value).hash()
        }

        fn __format__<'py>(&self, py: Python<'py>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
            self.0.value.as_str().into_pyobject(py)?.call_method1("__format__", (spec,))
        }

        fn __repr__(&self) -> String {
            format!("<Text {} {:?}>", self.0.media_type, self.0.value)
        }
    }
}

value! {
    impl Link {
        get(this) {
            /// The URL; `None` if the feed has none, or if it would run a script.
            href: Option<&str> = this.0.href.as_deref();
            /// The relation to the feed or entry; `alternate` if the feed has none.
            rel: &str = &this.0.rel;
            /// The media type, in lower case and without parameters.
            media_type: Option<&str> = this.0.media_type.as_deref();
            /// The language of the resource.
            hreflang: Option<&str> = this.0.hreflang();
            /// The title of the link.
            title: Option<&str> = this.0.title();
            /// The size of the resource in bytes.
            length: Option<u64> = this.0.length().value;
            /// The playing time.
            duration: Option<Duration> = this.0.duration().value;
        }

        #[new]
        #[pyo3(signature = (href=None, rel="alternate", media_type=None, *, hreflang=None, title=None, length=None,
            duration=None, attributes=None))]
        #[allow(clippy::too_many_arguments, reason = "the members of a link")]
        fn new(
            href: Given<'_, '_>,
            rel: &str,
            media_type: Option<String>,
            hreflang: Option<String>,
            title: Option<String>,
            #[pyo3(from_py_with = crate::input::length)] length: Option<u64>,
            duration: Option<Duration>,
            attributes: Option<&Bound<'_, PyDict>>,
        ) -> PyResult<Self> {
            let mut link = model::Link::default();
            link.href = url("href", href)?;
            link.rel = rel.into();
            link.media_type = media_type.map(Into::into);
            link.attributes = self::attributes(attributes)?;
            link.set_hreflang(hreflang.map(Into::into));
            link.set_title(title.map(Into::into));
            link.set_length(model::Typed::new(length.map_or_else(String::new, |length| length.to_string()), |_| length));
            link.set_duration(seconds(duration));
            Ok(Self(link))
        }

        /// All other attributes, in document order.
        #[getter]
        fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dictionary(py, &self.0.attributes)
        }

        fn __repr__(&self) -> String {
            format!("<Link {} {:?}>", self.0.rel, self.0.href.as_deref().unwrap_or(""))
        }
    }
}

/// Returns a duration with the number of seconds as text.
fn seconds(duration: Option<Duration>) -> model::Typed<Duration> {
    match duration {
        Some(duration) => model::Typed::new(duration.as_secs_f64().to_string(), |_| Some(duration)),
        None => model::Typed::default(),
    }
}

fn dictionary<'py>(py: Python<'py>, attributes: &model::Attributes) -> PyResult<Bound<'py, PyDict>> {
    let d = PyDict::new(py);
    for (name, value) in attributes.iter() {
        d.set_item(name, value)?;
    }
    Ok(d)
}

value! {
    impl Person {
        get(this) {
            /// The name, without the address.
            name: Option<&str> = this.0.name.as_deref();
            /// The e-mail address.
            email: Option<&str> = this.0.email.as_deref();
            /// A page about the person.
            uri: Option<&str> = this.0.uri.as_deref();
            /// The text of the element: `me@example.org (Name)`.
            raw: Option<&str> = this.0.raw.as_deref();
            /// The name to show: the name, or else the address, or else the page.
            display_name: Option<&str> = this.0.display_name();
        }

        #[new]
        #[pyo3(signature = (name=None, email=None, uri=None, *, raw=None))]
        fn new(
            name: Option<String>,
            email: Option<String>,
            uri: Given<'_, '_>,
            raw: Option<String>,
        ) -> PyResult<Self> {
            let mut person = model::Person::default();
            person.name = name.map(Into::into);
            person.email = email.map(Into::into);
            person.uri = url("uri", uri)?;
            person.raw = raw.map(Into::into);
            Ok(Self(person))
        }

        fn __repr__(&self) -> String {
            format!("<Person {:?}>", self.0.display_name().unwrap_or(""))
        }
    }
}

value! {
    impl Tag {
        get(this) {
            /// The term.
            term: Option<&str> = this.0.term.as_deref();
            /// The scheme that the term belongs to.
            scheme: Option<&str> = this.0.scheme.as_deref();
            /// A label for people.
            label: Option<&str> = this.0.label.as_deref();
            /// The parent category's term, in iTunes.
            parent: Option<&str> = this.0.parent.as_deref();
        }

        #[new]
        #[pyo3(signature = (term=None, scheme=None, label=None, parent=None))]
        fn new(
            term: Option<String>,
            scheme: Option<String>,
            label: Option<String>,
            parent: Option<String>,
        ) -> Self {
            let mut tag = model::Tag::default();
            tag.parent = parent.map(Into::into);
            tag.term = term.map(Into::into);
            tag.scheme = scheme.map(Into::into);
            tag.label = label.map(Into::into);
            Self(tag)
        }

        fn __repr__(&self) -> String {
            format!("<Tag {:?}>", self.0.term.as_deref().or(self.0.label.as_deref()).unwrap_or(""))
        }
    }
}

value! {
    impl Extension {
        get(this) {
            /// The namespace name; `None` if the element is in no namespace.
            namespace: Option<&str> = this.0.namespace.as_deref();
            /// The prefix: the customary one of a known namespace, or else the document's prefix.
            prefix: &str = &this.0.prefix;
            /// The local name.
            name: &str = &this.0.name;
            /// The text directly in the element.
            text: &str = &this.0.text;
            /// The child elements.
            children: Vec<Self> = all(&this.0.children);
            /// The value of a JSON Feed member, as JSON; `None` for an element.
            json: Option<&str> = this.0.json.as_deref();
        }

        #[new]
        #[pyo3(signature = (name, text="", *, prefix="", namespace=None, attributes=None, children=None, json=None))]
        fn new(
            name: &str,
            text: &str,
            prefix: &str,
            namespace: Option<String>,
            attributes: Option<&Bound<'_, PyDict>>,
            children: Option<Vec<PyRef<'_, Self>>>,
            json: Option<String>,
        ) -> PyResult<Self> {
            let mut extension = model::Extension::default();
            (extension.name, extension.text, extension.prefix) = (name.into(), text.into(), prefix.into());
            extension.namespace = namespace.map(Into::into);
            extension.attributes = self::attributes(attributes)?;
            extension.children = children.iter().flatten().map(|child| child.0.clone()).collect();
            extension.json = json.map(Into::into);
            Ok(Self(extension))
        }

        /// The attributes, in document order.
        #[getter]
        fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            dictionary(py, &self.0.attributes)
        }

        fn __repr__(&self) -> String {
            format!("<Extension {}:{} {:?}>", self.0.prefix, self.0.name, self.0.text)
        }
    }
}
