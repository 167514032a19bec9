//! Names that are nearly those of the rows.

use super::super::namespaces::{declarations, intended};
use super::place::Place;
use super::{Edit, Fix, rows};
use crate::vocabulary::{ATOM, Feeds, is_address, uri, uri_of_prefix};
use crate::xml::Schema as _;

/// The longest name that is compared, in bytes.
const LONGEST_NAME: usize = 40;

/// Returns the name that is nearest to another: in another case, or with a letter or two that differ. `None` if two are as near.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let most = match name.len() {
        // A short name with another letter is another name, so only the case may differ.
        0..4 => 0,
        4..7 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    let mut is_only = true;
    for candidate in known.filter(|known| *known != name) {
        let distance = distance(&name.to_ascii_lowercase(), &candidate.to_ascii_lowercase());
        match best {
            Some((least, _)) if distance > least => {}
            Some((least, known)) if distance == least => is_only &= known == candidate,
            _ => (best, is_only) = (Some((distance, candidate)), true),
        }
    }
    best.filter(|(distance, _)| *distance <= most && is_only).map(|(_, name)| name)
}

/// Returns the number of letters that are inserted, removed, replaced or exchanged with their neighbour from one name to another.
fn distance(one: &str, other: &str) -> usize {
    let (rows, columns) = (one.as_bytes(), other.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=columns.len()).collect();
    for (row, of_row) in rows.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, of_column) in columns.iter().enumerate() {
            // Not the maximum, since one is added.
            let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let mut cost = (get(&last, column) + usize::from(of_row != of_column))
                .min(get(&last, column + 1) + 1)
                .min(get(&next, column) + 1);
            let is_exchanged = row > 0
                && column > 0
                && rows.get(row - 1) == Some(of_column)
                && columns.get(column - 1) == Some(of_row);
            if is_exchanged {
                cost = cost.min(get(&before, column - 1) + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
}

/// Spells an element as its specification does.
pub(super) fn rename_element(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let name = tag.name;
    let (prefix, _) = name.split_once(':').unwrap_or(("", name));
    let parent = rows::row(place.source, rows::parent(place.subject)?)?;
    let known = nearest(name, rows::children(parent, prefix).map(|child| child.name))?;
    let edits = rename(place, &tag, known)?;
    let description = format!("did you mean `{known}`?");
    // Another name than the one in another case may be meant.
    Some(if known.eq_ignore_ascii_case(name) && !has_sibling(place, &tag, known) {
        Fix::safe(description, edits)
    } else {
        Fix::suggestion(description, edits)
    })
}

/// Returns whether an element of a name is near, before or after: the element would be a repetition.
fn has_sibling(place: &Place<'_>, tag: &super::place::SourceTag<'_>, name: &str) -> bool {
    const NEAR: usize = 4096;
    let text = place.text();
    let from = crate::cut::floor_char_boundary(text, tag.range.start.saturating_sub(NEAR));
    let to = crate::cut::floor_char_boundary(text, (tag.range.end + NEAR).min(text.len()));
    let around = text.get(from..to).unwrap_or_default();
    let (before, after) = around.split_at(tag.range.start - from);
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
fn rename(place: &Place<'_>, tag: &super::place::SourceTag<'_>, name: &str) -> Option<Vec<Edit>> {
    let mut edits = vec![Edit::replace(tag.range.start + 1..tag.after_name(), name)];
    if !tag.is_empty {
        let end = place.end_tag(tag)?.start + 2;
        edits.push(Edit::replace(end..end + tag.name.len(), name));
    }
    Some(edits)
}

/// Spells an attribute as its specification does.
pub(super) fn rename_attribute(place: &Place<'_>) -> Option<Fix> {
    let name = place.attribute()?;
    let row = rows::row(place.source, place.element_path())?;
    let tag = place.tag()?;
    let text = place.text();
    let known = nearest(name, row.attributes.iter().map(|attribute| attribute.name))?;
    place.rest().starts_with(name).then_some(())?;
    if tag.attribute(text, known).is_some() {
        return None;
    }
    let description = format!("did you mean `{known}`?");
    Some(Fix::suggestion(description, vec![Edit::replace(place.start..place.start + name.len(), known)]))
        .map(|fix| Fix { is_safe: known.eq_ignore_ascii_case(name), ..fix })
}

/// Names a person that has no address by the element that is for names.
pub(super) fn name_creator(place: &Place<'_>) -> Option<Fix> {
    let is_author = place.subject.starts_with("rss/") && place.subject.ends_with("]/author");
    let name = place.whole_value()?;
    if !is_author || is_address(&name) || name.contains('@') {
        return None;
    }
    let tag = place.tag().filter(|tag| tag.name == "author")?;
    if has_sibling(place, &tag, "dc:creator") {
        return None;
    }
    let mut edits = rename(place, &tag, "dc:creator")?;
    edits.extend(declaration(place, "dc")?);
    Some(Fix::safe("write `dc:creator`, which is for names", edits))
}

/// Returns the edits that make a customary prefix that of its namespace: one that declares it on the root, or none if it is declared.
fn declaration(place: &Place<'_>, prefix: &str) -> Option<Vec<Edit>> {
    let root = place.source.root.as_ref()?;
    let raw = place.text().get(root.range.start + 1..root.close())?;
    let usual = if prefix == "atom" { uri(ATOM) } else { uri_of_prefix(prefix) }?;
    if let Some((_, known, _)) = declarations(raw).find(|(known, ..)| *known == prefix) {
        return (known == usual).then(Vec::new);
    }
    let at = root.close_after_space(place.text());
    Some(vec![Edit::insert(at, format!(" xmlns:{prefix}=\"{usual}\""))])
}

/// Declares a prefix that is not.
pub(super) fn declare_prefix(place: &Place<'_>) -> Option<Fix> {
    let prefix = place.value;
    // Its elements are read as those of the namespace that the prefix is customary for.
    Feeds::well_known_prefix(prefix)?;
    let edits = declaration(place, prefix)?;
    let name = edits.first()?.replacement.trim().to_owned();
    Some(Fix::safe(format!("declare `{name}`"), edits))
}

/// Spells the name of a namespace as its specification does.
pub(super) fn spell_namespace(place: &Place<'_>) -> Option<Fix> {
    let prefix = place.attribute()?.strip_prefix("xmlns")?.trim_start_matches(':');
    let name = place.whole_value()?;
    let spelled = intended(prefix, name.trim())?;
    Some(Fix::safe(format!("did you mean `{spelled}`?"), vec![place.write(spelled)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let known = ["pubDate", "link", "guid", "title", "source", "isPermaLink", "image", "item"];
        let wrong: Vec<_> = [
            ("pubdate", Some("pubDate")),
            ("PubDate", Some("pubDate")),
            ("pudDate", Some("pubDate")),
            ("pbuDate", Some("pubDate")),
            ("publicationDate", None),
            ("lnik", Some("link")),
            ("lik", None),
            ("GUID", Some("guid")),
            ("titel", Some("title")),
            ("isPermalink", Some("isPermaLink")),
            ("date", None),
            ("", None),
        ]
        .into_iter()
        .filter(|(name, expected)| nearest(name, known.into_iter()) != *expected)
        .collect();
        assert_eq!(wrong, []);
    }
}
