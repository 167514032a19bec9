//! Small modules of RSS 1.0 and 2.0 with one or two elements that have a rule.

use super::rules::{ElementRules, rules};
use super::{Rule, TextField};

/// <http://webns.net/mvcb/>
pub(super) const ADMIN_URIS: &[&str] = &["http://webns.net/mvcb"];
/// <http://purl.org/rss/1.0/modules/content/>
pub(super) const CONTENT_URIS: &[&str] = &["http://purl.org/rss/1.0/modules/content"];
/// <https://www.w3.org/TR/rdf-syntax-grammar/>
pub(super) const RDF_URIS: &[&str] = &["http://www.w3.org/1999/02/22-rdf-syntax-ns#"];
/// <https://www.w3.org/TR/xhtml1/>
pub(super) const XHTML_URIS: &[&str] = &["http://www.w3.org/1999/xhtml"];

pub(super) const ADMIN: ElementRules = rules! {
    Other;
    "generatorAgent" => Rule::GeneratorAgent,
    "errorReportsTo" => Rule::ErrorReportsTo,
};

pub(super) const CONTENT: ElementRules = rules! {
    Other;
    "encoded" => Rule::Text(TextField::Encoded),
};

pub(super) const RDF: ElementRules = rules! {
    Other;
    "rdf" => Rule::Root,
};

pub(super) const XHTML: ElementRules = rules! {
    Other;
    "body" => Rule::Text(TextField::Body),
};
