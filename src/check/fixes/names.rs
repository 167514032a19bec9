//! Names that are nearly those of the rows.

use super::super::modules;
use super::super::namespaces::intended;
use super::super::schema::{Child, ElementRow, Modules};
use super::place::{EditableSpan, Place};
use super::{Edit, Fix};
use crate::cut::floor_char_boundary;
use crate::nearest::nearest;
use crate::vocabulary::{ATOM, Feeds, is_address, uri, uri_of_prefix};
use crate::xml::{Schema as _, TagSpan};

/// Spells an element as its specification does.
pub(in crate::check) fn rename_element(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let name = place.name_of(tag);
    let (prefix, _) = name.split_once(':').unwrap_or(("", name));
    let known = nearest(name, children(place.facts().parent?, prefix).map(|child| child.name))?;
    let edits = rename(place, tag, known)?;
    let description = format!("did you mean `{known}`?");
    // Another name than the one in another case may be meant.
    Some(if known.eq_ignore_ascii_case(name) && !has_sibling(place, tag, known) {
        Fix::safe(description, edits)
    } else {
        Fix::suggestion(description, edits)
    })
}

/// Returns the children that an element may have with a prefix, which is empty for those of the format.
pub(in crate::check) fn children(
    row: &'static ElementRow,
    prefix: &str,
) -> impl Iterator<Item = &'static Child> {
    let own = row.children.iter().filter(move |child| {
        let of_child = child.name.split_once(':').map_or("", |(prefix, _)| prefix);
        of_child == prefix
    });
    let of_modules = match row.modules {
        Modules::None => None,
        known => modules::children(prefix, known),
    };
    own.chain(of_modules.into_iter().flatten())
}

/// Returns whether an element of a name is near, before or after: the element would be a repetition.
fn has_sibling(place: &Place<'_>, tag: TagSpan, name: &str) -> bool {
    const NEAR: usize = 4096;
    let text = place.text();
    let from = floor_char_boundary(text, tag.start.saturating_sub(NEAR));
    let to = floor_char_boundary(text, tag.end().saturating_add(NEAR));
    let before = text.get(from..tag.start).unwrap_or_default();
    let after = text.get(tag.start..to).unwrap_or_default();
    let entry = ["<item", "<entry", "</item", "</entry"];
    let start = entry.iter().filter_map(|entry| before.rfind(entry)).max().unwrap_or(0);
    let end = entry.iter().filter_map(|entry| after.find(entry)).min().unwrap_or(after.len());
    let open = format!("<{name}");
    let has = |text: &str| {
        text.match_indices(&open).any(|(at, _)| {
            text.get(at + open.len()..)
                .is_some_and(|rest| rest.starts_with([' ', '>', '/', '\n', '\t', '\r']))
        })
    };
    has(before.get(start..).unwrap_or_default()) || has(after.get(..end).unwrap_or_default())
}

/// Returns the edits that give an element another name.
fn rename(place: &Place<'_>, tag: TagSpan, name: &str) -> Option<Vec<Edit>> {
    let mut edits = vec![Edit::replace(&EditableSpan::of_name(tag), name)];
    if !tag.is_empty() {
        edits.push(Edit::replace(&place.name_in_end_tag(tag)?, name));
    }
    Some(edits)
}

/// Spells an attribute as its specification does.
pub(in crate::check) fn rename_attribute(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let attribute = place.attribute()?;
    let name = attribute.name;
    let known = nearest(name, place.facts().row?.attributes.iter().map(|attribute| attribute.name))?;
    if place.attribute_of(tag, known).is_some() {
        return None;
    }
    let edits = vec![Edit::replace(&EditableSpan::of_attribute_name(&attribute), known)];
    let fix = Fix::suggestion(format!("did you mean `{known}`?"), edits);
    Some(Fix { is_safe: known.eq_ignore_ascii_case(name), ..fix })
}

/// Names a person that has no address by the element that is for names.
pub(in crate::check) fn name_creator(place: &Place<'_>) -> Option<Fix> {
    let subject = &place.finding.subject;
    let is_author = subject.starts_with("rss/") && subject.ends_with("]/author");
    let name = place.whole_value()?;
    if !is_author || is_address(&name) || name.contains('@') {
        return None;
    }
    let tag = place.tag().filter(|tag| place.name_of(*tag) == "author")?;
    if has_sibling(place, tag, "dc:creator") {
        return None;
    }
    let mut edits = rename(place, tag, "dc:creator")?;
    edits.extend(declaration(place, "dc")?);
    Some(Fix::safe("write `dc:creator`, which is for names", edits))
}

/// Returns the edits that make a customary prefix that of its namespace: one that declares it on the root, or none if it is declared.
fn declaration(place: &Place<'_>, prefix: &str) -> Option<Vec<Edit>> {
    let root = place.source.root?;
    let usual = if prefix == "atom" { uri(ATOM) } else { uri_of_prefix(prefix) }?;
    let name = format!("xmlns:{prefix}");
    if let Some(known) = place.attribute_of(root, &name) {
        return (known.value == usual).then(Vec::new);
    }
    Some(vec![Edit::replace(&place.new_attribute(root)?, format!(" {name}=\"{usual}\""))])
}

/// Declares a prefix that is not.
pub(in crate::check) fn declare_prefix(place: &Place<'_>) -> Option<Fix> {
    let prefix = place.value();
    // Its elements are read as those of the namespace that the prefix is customary for.
    Feeds::well_known_prefix(prefix)?;
    let edits = declaration(place, prefix)?;
    let name = edits.first()?.replacement.trim().to_owned();
    Some(Fix::safe(format!("declare `{name}`"), edits))
}

/// Spells the name of a namespace as its specification does.
pub(in crate::check) fn spell_namespace(place: &Place<'_>) -> Option<Fix> {
    let attribute = place.attribute()?;
    let prefix = attribute.name.strip_prefix("xmlns")?.trim_start_matches(':');
    let name = place.whole_value()?;
    let spelled = intended(prefix, name.trim())?;
    Some(Fix::safe(format!("did you mean `{spelled}`?"), vec![place.write(spelled)?]))
}
