//! The row of an element, by its path.

use super::super::schema::{Child, ElementRow, Modules, ValueForm};
use super::super::{formats, json, modules, older};
use super::place::{Place, SourceText};

/// Returns the names of a path, without the numbers of entries.
fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').map(|name| name.split('[').next().unwrap_or_default())
}

/// Returns the row of the root.
fn root(source: &SourceText<'_>) -> Option<&'static ElementRow> {
    let tag = source.root.as_ref()?;
    let declares = |name: &str| source.text.get(tag.range.clone()).is_some_and(|tag| tag.contains(name));
    Some(match tag.name {
        "rss" => &formats::RSS,
        "rdf:RDF" if declares("http://purl.org/rss/1.0/") => &formats::RDF,
        "rdf:RDF" => &older::RDF_090,
        "feed" if declares("purl.org/atom/ns#") => &older::ATOM_03_FEED,
        "entry" if declares("purl.org/atom/ns#") => &older::ATOM_03_ENTRY,
        "feed" => &formats::ATOM_FEED,
        "entry" => &formats::ATOM_ENTRY,
        _ => return None,
    })
}

/// Returns the children that an element may have with a prefix, which is empty for those of the format.
pub(super) fn children(row: &ElementRow, prefix: &str) -> impl Iterator<Item = &'static Child> {
    let own = row.children.iter().filter(move |child| {
        let of_child = child.name.split_once(':').map_or("", |(prefix, _)| prefix);
        of_child == prefix
    });
    let of_modules = match row.modules {
        Modules::None => None,
        known => modules::children(prefix, known),
    };
    let own: Vec<&'static Child> = own.collect();
    own.into_iter().chain(of_modules.into_iter().flatten())
}

/// Returns the row of the element with a path.
pub(super) fn row(source: &SourceText<'_>, path: &str) -> Option<&'static ElementRow> {
    let mut names = names(path);
    let root_name = source.root.as_ref()?.name;
    if names.next() != Some(root_name) {
        return None;
    }
    names.try_fold(root(source)?, |row, name| {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        children(row, prefix).find(|child| child.is_named(prefix, local)).map(|child| child.element)
    })
}

/// Returns the path of the element around that with a path.
pub(super) fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(parent, _)| parent)
}

/// Returns the form of the value that a finding is about.
pub(super) fn form(place: &Place<'_>) -> Option<ValueForm> {
    if place.source.is_json {
        return json::form_of_path(place.subject);
    }
    let row = row(place.source, place.element_path())?;
    Some(match place.attribute() {
        Some(name) => row.attributes.iter().find(|attribute| attribute.name == name)?.form,
        None => row.form,
    })
}
