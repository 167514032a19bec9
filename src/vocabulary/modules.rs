//! Small modules of RSS 1.0 and 2.0, each with one or two known elements.

use super::element_lists::{ElementList, elements};
use super::{ReadAs, TextField};

/// <http://webns.net/mvcb/>
pub(super) const ADMIN_URIS: &[&str] = &["http://webns.net/mvcb"];
/// <http://purl.org/rss/1.0/modules/content/>
pub(super) const CONTENT_URIS: &[&str] = &["http://purl.org/rss/1.0/modules/content"];
/// <https://www.w3.org/TR/rdf-syntax-grammar/>
pub(super) const RDF_URIS: &[&str] = &["http://www.w3.org/1999/02/22-rdf-syntax-ns#"];
/// <https://www.w3.org/TR/xhtml1/>
pub(super) const XHTML_URIS: &[&str] = &["http://www.w3.org/1999/xhtml"];

pub(super) const ADMIN: ElementList = elements! {
    Other;
    "generatorAgent" => ReadAs::GeneratorAgent,
    "errorReportsTo" => ReadAs::ErrorReportsTo,
};

pub(super) const CONTENT: ElementList = elements! {
    Other;
    "encoded" => ReadAs::Text(TextField::Encoded),
};

pub(super) const RDF: ElementList = elements! {
    Other;
    "rdf" => ReadAs::Root,
};

pub(super) const XHTML: ElementList = elements! {
    Other;
    "body" => ReadAs::Text(TextField::Body),
};
