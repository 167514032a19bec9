//! The native API. A result is kept as the crate has it; its parts become Python objects when they are asked for.

mod date;
mod diagnostics;
mod entry;
mod feed;
mod parsed;
mod values;
mod write;

use pyo3::prelude::*;

pub(crate) use self::diagnostics::{Bozo, Fault, UnreadValue};
pub(crate) use self::entry::{Entries, Entry};
pub(crate) use self::feed::Feed;
pub(crate) use self::parsed::Parsed;
pub(crate) use self::values::{Extension, Link, Person, Tag, Text};
pub(crate) use self::write::MissingDate;
use crate::json::to_python;

/// Returns Python objects for parts of the model.
fn all<'m, M: 'm, P: From<&'m M>>(parts: impl IntoIterator<Item = &'m M>) -> Vec<P> {
    parts.into_iter().map(P::from).collect()
}

/// Returns a part of the model as the JSON of the crate, as Python objects.
fn serialized<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, serde_json::to_value(value).unwrap_or_default())
}

/// Returns one member of a part of the model in the same form.
fn member<'py>(
    py: Python<'py>,
    value: &impl serde::Serialize,
    name: &str,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    value.get_mut(name).map(serde_json::Value::take).map(|member| to_python(py, member)).transpose()
}

/// Declares the methods of a class, and those that feeds and entries have in common. The class has a `model`.
macro_rules! methods {
    (impl $class:ident { $($method:tt)* }) => {
        #[pymethods]
        impl $class {
            #[getter]
            fn title(&self) -> Option<Text> {
                self.model().title.as_ref().map(Text::from)
            }

            #[getter]
            fn links(&self) -> Vec<Link> {
                all(&self.model().links)
            }

            #[getter]
            fn id(&self) -> Option<&str> {
                self.model().id.as_deref()
            }

            #[getter]
            fn contributors(&self) -> Vec<Person> {
                all(self.model().contributors())
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
                all(&self.model().tags)
            }

            #[getter]
            fn extensions(&self) -> Vec<Extension> {
                all(self.model().extensions())
            }

            /// Returns the members of a vocabulary, such as `itunes` or `podcast`.
            fn vocabulary<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
                member(py, self.model(), name)
            }

            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                serialized(py, self.model())
            }

            fn __repr__(&self) -> String {
                let title = self.model().title.as_ref().map_or("", |title| title.value.as_str());
                format!(concat!("<", stringify!($class), " {:?}>"), title)
            }

            $($method)*
        }
    };
}

use methods;
