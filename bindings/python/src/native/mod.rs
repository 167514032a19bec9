//! The native API. A result is kept in the crate's form; its parts become Python objects on access.

mod date;
mod diagnostics;
mod entry;
mod feed;
mod fields;
mod parsed;
mod reading;
mod values;
mod write;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use self::diagnostics::{Bozo, Fault, UnreadValue};
pub(crate) use self::entry::{Entries, Entry};
pub(crate) use self::feed::Feed;
pub(crate) use self::parsed::Parsed;
pub(crate) use self::reading::Reading;
pub(crate) use self::values::{Extension, Link, Person, Tag, Text};
pub(crate) use self::write::MissingDate;

/// Returns Python objects for parts of the model.
fn all<'m, M: 'm, P: From<&'m M>>(parts: impl IntoIterator<Item = &'m M>) -> Vec<P> {
    parts.into_iter().map(P::from).collect()
}

/// Returns a value as JSON.
pub(crate) fn to_json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the value described by JSON.
pub(crate) fn from_json<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the Python objects described by JSON.
pub(crate) fn to_python<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// The result of `__reduce__`: a function, and the class and the text passed to it.
pub(crate) type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyType>, String));

/// Returns the information for unpickling an object: a function of the package, and its arguments.
pub(crate) fn reduced<'py, A>(
    py: Python<'py>,
    function: &str,
    arguments: A,
) -> PyResult<(Bound<'py, PyAny>, A)> {
    Ok((py.import("bozofeed")?.getattr(function)?, arguments))
}

/// Declares the methods of a class of values that are compared, copied and pickled as JSON.
macro_rules! value {
    (impl $class:ident { get($this:ident) { $($got:tt)* } $($method:tt)* }) => {
        $crate::native::immutable! {
            impl $class {
                get [($this) { $($got)* }]

                /// Returns the value as JSON, for `from_json`.
                fn to_json(&self) -> PyResult<String> {
                    $crate::native::to_json(self)
                }

                /// Returns the value as plain Python objects, with the structure of its JSON.
                fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    $crate::native::to_python(py, &self.to_json()?)
                }

                /// Returns the value described by JSON from `to_json`. Raises `ValueError` for anything else.
                #[staticmethod]
                fn from_json(text: &str) -> PyResult<Self> {
                    $crate::native::from_json(text)
                }

                fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<$crate::native::Reduced<'py>> {
                    $crate::native::reduced(this.py(), "_unpickled", (this.get_type(), this.get().to_json()?))
                }

                $($method)*
            }
        }
    };
    (impl $class:ident { $($method:tt)* }) => {
        $crate::native::value! { impl $class { get(this) {} $($method)* } }
    };
}

/// Declares the methods of an immutable class, whose copies are the object itself. `get` lists its attributes.
macro_rules! immutable {
    (impl $class:ident {
        get [$(($this:ident) { $($(#[$meta:meta])* $name:ident: $kind:ty = $value:expr;)* })*]
        $($method:tt)*
    }) => {
        #[pymethods]
        impl $class {
            $($(
                $(#[$meta])*
                #[getter]
                fn $name(&self) -> $kind {
                    let $this = self;
                    $value
                }
            )*)*

            fn __copy__(this: Py<Self>) -> Py<Self> {
                this
            }

            fn __deepcopy__(this: Py<Self>, memo: &Bound<'_, PyAny>) -> Py<Self> {
                let _ = memo;
                this
            }

            $($method)*
        }
    };
    (impl $class:ident { get($this:ident) { $($got:tt)* } $($method:tt)* }) => {
        $crate::native::immutable! { impl $class { get [($this) { $($got)* }] $($method)* } }
    };
    (impl $class:ident { $($method:tt)* }) => {
        $crate::native::immutable! { impl $class { get [] $($method)* } }
    };
}

pub(crate) use {immutable, value};

/// Declares the methods of a class, including the common ones of feeds and entries. The class has a `model`.
macro_rules! methods {
    (impl $class:ident { get($this:ident) { $($got:tt)* } $($method:tt)* }) => {
        immutable! {
            impl $class {
                get [(this) {
                    /// The title.
                    title: Option<Text> = this.model().title.as_ref().map(Text::from);
                    /// All links, in document order.
                    links: Vec<Link> = all(&this.model().links);
                    /// The identifier, as stated by the feed.
                    id: Option<&str> = this.model().id.as_deref();
                    /// The contributors.
                    contributors: Vec<Person> = all(this.model().contributors());
                    /// The date of publication, verbatim.
                    published_text: Option<&str> = this.model().published.raw.as_deref();
                    /// The date of the last change, verbatim.
                    updated_text: Option<&str> = this.model().updated.raw.as_deref();
                    /// The categories.
                    tags: Vec<Tag> = all(&this.model().tags);
                    /// The elements outside known vocabularies.
                    extensions: Vec<Extension> = all(this.model().extensions());
                } ($this) { $($got)* }]

                /// The date of publication. Without a time zone, it is in UTC, and the name of its zone is `-00:00`.
                #[getter]
                fn published<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
                    date(py, &self.model().published)
                }

                /// The date of the last change. Without a time zone, it is in UTC, and the name of its zone is `-00:00`.
                #[getter]
                fn updated<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDateTime>>> {
                    date(py, &self.model().updated)
                }

                /// Returns the members of a vocabulary, such as `itunes` or `podcast`; `None` if the feed does not use it.
                /// Raises `ValueError` if the name of the vocabulary is unknown.
                fn vocabulary<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
                    member(py, self.model(), name)
                }

                /// Returns everything as JSON, for `from_json`.
                fn to_json(&self) -> PyResult<String> {
                    $crate::native::to_json(self.model())
                }

                /// Returns everything as plain Python objects, with the structure of its JSON.
                fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    $crate::native::to_python(py, &self.to_json()?)
                }

                /// Returns the object described by JSON from `to_json`. Raises `ValueError` for anything else.
                #[staticmethod]
                fn from_json(text: &str) -> PyResult<Self> {
                    $crate::native::from_json(text).map(Self::of)
                }

                fn __reduce__<'py>(this: &Bound<'py, Self>) -> PyResult<$crate::native::Reduced<'py>> {
                    $crate::native::reduced(this.py(), "_restored", (this.get_type(), this.get().state()?))
                }

                #[staticmethod]
                fn _from_state(state: &str) -> PyResult<Self> {
                    Self::of_state(state)
                }

                fn __repr__(&self) -> String {
                    let title = self.model().title.as_ref().map_or("", |title| title.value.as_str());
                    format!(concat!("<", stringify!($class), " {:?}>"), title)
                }

                $($method)*
            }
        }
    };
}

use methods;
