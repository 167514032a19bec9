//! Small modules of RSS 1.0 and 2.0 of which one or two elements have a meaning of their own.

use super::{Rule, TextField};

/// <http://webns.net/mvcb/>
pub(super) const ADMIN_URIS: &[&str] = &["http://webns.net/mvcb"];
/// <http://purl.org/rss/1.0/modules/content/>
pub(super) const CONTENT_URIS: &[&str] = &["http://purl.org/rss/1.0/modules/content"];
/// `FeedBurner`'s, which has no page of its own.
pub(super) const FEEDBURNER_URIS: &[&str] = &["http://rssnamespace.org/feedburner/ext/1.0"];
/// <https://www.w3.org/TR/rdf-syntax-grammar/>
pub(super) const RDF_URIS: &[&str] = &["http://www.w3.org/1999/02/22-rdf-syntax-ns#"];
/// <https://www.w3.org/TR/xhtml1/>
pub(super) const XHTML_URIS: &[&str] = &["http://www.w3.org/1999/xhtml"];

pub(super) fn admin(name: &str) -> Option<Rule> {
    match name {
        "generatoragent" => Some(Rule::GeneratorAgent),
        "errorreportsto" => Some(Rule::ErrorReportsTo),
        _ => None,
    }
}

pub(super) fn content(name: &str) -> Option<Rule> {
    (name == "encoded").then_some(Rule::Text(TextField::Encoded))
}

pub(super) fn feedburner(name: &str) -> Option<Rule> {
    (name == "browserfriendly").then_some(Rule::Text(TextField::Info))
}

pub(super) fn rdf(name: &str) -> Option<Rule> {
    (name == "rdf").then_some(Rule::Root)
}

pub(super) fn xhtml(name: &str) -> Option<Rule> {
    (name == "body").then_some(Rule::Text(TextField::Body))
}
