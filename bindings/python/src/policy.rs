//! The markup policy in the form of the drop-in's sanitizer.

use bozofeed::content::Sanitize;
use bozofeed::content::{Allowlist, Sanitizer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The lists of Universal Feed Parser's sanitizer, under the names of [`Allowlist`].
fn lists(allowlist: &mut Allowlist) -> [(&'static str, &mut Vec<String>); 8] {
    [
        ("elements", &mut allowlist.elements),
        ("attributes", &mut allowlist.attributes),
        ("svg_elements", &mut allowlist.svg_elements),
        ("svg_attributes", &mut allowlist.svg_attributes),
        ("mathml_elements", &mut allowlist.mathml_elements),
        ("mathml_attributes", &mut allowlist.mathml_attributes),
        ("css_properties", &mut allowlist.css_properties),
        ("url_schemes", &mut allowlist.url_schemes),
    ]
}

/// Returns the policy denoted by `True`, `False` or a dictionary of lists.
pub(crate) fn policy(sanitize: &Bound<'_, PyAny>) -> PyResult<Sanitize> {
    let Ok(changed) = sanitize.cast::<PyDict>() else {
        return Ok(if sanitize.is_truthy()? { Sanitize::FeedParser } else { Sanitize::Off });
    };
    let mut allowlist = Allowlist::feedparser();
    for (name, list) in changed {
        let name: String = name.extract()?;
        let mut lists = lists(&mut allowlist).into_iter();
        let known = lists.find(|(known, _)| *known == name);
        let (_, known) = known.ok_or_else(|| PyValueError::new_err(format!("unknown list '{name}'")))?;
        *known = list.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?;
    }
    Ok(Sanitize::Custom(Box::new(allowlist)))
}

/// Returns the default lists of allowed markup.
#[pyfunction]
pub(crate) fn default_lists(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let d = PyDict::new(py);
    for (name, list) in lists(&mut Allowlist::feedparser()) {
        d.set_item(name, &*list)?;
    }
    Ok(d)
}

/// Returns whether text of an undeclared type looks like HTML.
#[pyfunction]
pub(crate) fn looks_like_html(text: &str) -> bool {
    bozofeed::feedparser::looks_like_html(text)
}

/// Returns sanitized markup, with relative URIs resolved if there is a base.
#[pyfunction]
#[pyo3(signature = (markup, sanitize, base=None))]
pub(crate) fn clean(markup: &str, sanitize: &Bound<'_, PyAny>, base: Option<&str>) -> PyResult<String> {
    let cleaner = Sanitizer::new(&policy(sanitize)?, base.is_some());
    Ok(cleaner.clean(markup, base.unwrap_or("")).into_owned())
}
