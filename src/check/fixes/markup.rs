//! Changes of markup: references, tags, attributes, elements.

use super::super::podcasts::is_required;
use super::super::schema::Count;
use super::names::children;
use super::place::Place;
use super::{Edit, Fix};
use crate::date;
use crate::html::entities::named;

/// Escapes the character at the place.
fn escape(place: &Place<'_>, written: &str, escaped: &str) -> Option<Fix> {
    let span = place.literal(written)?;
    Some(Fix::safe(format!("write {escaped}"), vec![Edit::replace(&span, escaped)]))
}

pub(in crate::check) fn escape_ampersand(place: &Place<'_>) -> Option<Fix> {
    escape(place, "&", "&amp;")
}

pub(in crate::check) fn escape_less_than(place: &Place<'_>) -> Option<Fix> {
    let fix = escape(place, "<", "&lt;")?;
    // A tag may be meant.
    let next = place.rest().get(1..)?.trim_start().chars().next();
    let is_text =
        next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '=' | '-' | '<' | '&' | '.' | ',' | ')'));
    Some(Fix { is_safe: is_text, ..fix })
}

/// Escapes a `<` in the value of an attribute, which begins at the place. Others in the value have a finding the next time.
pub(in crate::check) fn escape_in_attribute(place: &Place<'_>) -> Option<Fix> {
    let value = place.rest();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let length = value.get(1..)?.find(quote)?;
    let inside = value.get(1..=length)?;
    let span = place.literal(value.get(..length + 2)?)?;
    let written = format!("{quote}{}{quote}", inside.replace('<', "&lt;"));
    Some(Fix::safe("write &lt;", vec![Edit::replace(&span, written)]))
}

pub(in crate::check) fn escape_cdata_end(place: &Place<'_>) -> Option<Fix> {
    // A section within a section may be meant.
    escape(place, "]]>", "]]&gt;").map(|fix| Fix { is_safe: false, ..fix })
}

/// Returns the name of the reference at the place.
fn name_of_reference<'a>(place: &Place<'a>) -> Option<&'a str> {
    let rest = place.rest().strip_prefix('&')?;
    let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
    rest.get(..length).filter(|name| !name.is_empty())
}

/// Writes an entity of HTML as a numeric reference, and escapes the ampersand of another one.
pub(in crate::check) fn replace_entity(place: &Place<'_>) -> Option<Fix> {
    let name = name_of_reference(place)?;
    let reference = place.literal(&format!("&{name};"))?;
    let Some((first, second)) = named(&format!("{name};")) else { return escape_ampersand(place) };
    let number = |c: char| format!("&#{};", u32::from(c));
    let text: String = std::iter::once(first).chain(second).map(number).collect();
    Some(Fix::safe(format!("write {text}"), vec![Edit::replace(&reference, text)]))
}

/// Adds the semicolon of a reference that XML defines.
pub(in crate::check) fn end_reference(place: &Place<'_>) -> Option<Fix> {
    let name = name_of_reference(place).filter(|name| ["amp", "lt", "gt", "quot", "apos"].contains(name))?;
    let reference = place.literal(&format!("&{name}"))?;
    (!place.rest().get(1 + name.len()..)?.starts_with(';'))
        .then(|| Fix::safe(format!("write &{name};"), vec![Edit::replace(&reference.end(), ";")]))
}

/// Encloses the value of an attribute in quotes.
pub(in crate::check) fn quote_value(place: &Place<'_>) -> Option<Fix> {
    let value = place.rest();
    let length = value.find(|c: char| c.is_whitespace() || c == '>').filter(|length| *length > 0)?;
    let written = value.get(..length)?;
    // Whether a slash at the end belongs to the value is not clear.
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/?#%+@,;=*!$()".contains(&b);
    if !written.bytes().all(is_plain) || written.ends_with('/') || written.starts_with('=') {
        return None;
    }
    let span = place.literal(written)?;
    let edits = vec![Edit::replace(&span.start(), "\""), Edit::replace(&span.end(), "\"")];
    Some(Fix::safe(format!("write \"{written}\""), edits))
}

/// Adds the space before an attribute.
pub(in crate::check) fn add_space(place: &Place<'_>) -> Option<Fix> {
    let quote = ["\"", "'"].into_iter().find_map(|quote| place.literal_before(quote))?;
    Some(Fix::safe("add a space", vec![Edit::replace(&quote.end(), " ")]))
}

/// Removes the white space before the XML declaration.
pub(in crate::check) fn remove_leading_space(place: &Place<'_>) -> Option<Fix> {
    place.literal("<?xml")?;
    let blank = place.blank_start()?;
    Some(Fix::safe("remove what is before the declaration", vec![Edit::remove(&blank)]))
}

/// Removes an end tag without a start tag.
pub(in crate::check) fn remove_end_tag(place: &Place<'_>) -> Option<Fix> {
    let inside = place.rest().strip_prefix("</")?;
    let inside = inside.get(..inside.find('>')?)?;
    let tag = place.literal(&format!("</{inside}>"))?;
    (inside.trim_end() == place.value()).then(|| Fix::safe("remove the end tag", vec![Edit::remove(&tag)]))
}

/// Adds an attribute whose value is known.
pub(in crate::check) fn add_attribute(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let add = |name: &str, value: &str| {
        let edit = place.set_attribute(tag, name, value)?;
        Some((format!("add {name}=\"{value}\""), vec![edit]))
    };
    match (place.name_of(tag), place.value()) {
        ("rss", "version") if place.source.root == Some(tag) => {
            let (description, edits) = add("version", "2.0")?;
            Some(Fix::safe(description, edits))
        }
        ("enclosure", "type") => {
            let address = place.attribute_of(tag, "url")?;
            let (description, edits) = add("type", crate::model::media_type_of_name(address.value)?)?;
            Some(Fix::safe(description, edits))
        }
        // A text that belongs into the attribute.
        ("itunes:category", "text") => {
            let content = place.content(tag)?;
            let category = content.text(place.text()).trim();
            let is_text = !category.is_empty() && !category.contains(['<', '"']);
            let (description, mut edits) = add("text", category).filter(|_| is_text)?;
            edits.push(Edit::remove(&content));
            Some(Fix::suggestion(description, edits))
        }
        _ => None,
    }
}

/// Says that a guid is not an address.
pub(in crate::check) fn deny_permalink(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| place.name_of(*tag) == "guid")?;
    let edit = place.set_attribute(tag, "isPermaLink", "false")?;
    Some(Fix::safe("add isPermaLink=\"false\"", vec![edit]))
}

/// Says that a text is markup.
pub(in crate::check) fn declare_html(place: &Place<'_>) -> Option<Fix> {
    let edit = place.set_attribute(place.tag()?, "type", "html")?;
    // The text may be about markup.
    Some(Fix::suggestion("add type=\"html\"", vec![edit]))
}

/// Writes the name of the encoding that the document is in.
// A document in another encoding is not changed at all.
pub(in crate::check) fn label_utf_8(place: &Place<'_>) -> Option<Fix> {
    let declaration = place.before().trim_end_matches(['"', '\'']);
    let is_declared = declaration.trim_end().trim_end_matches('=').trim_end().ends_with("encoding");
    let label = place.literal(place.value()).filter(|_| is_declared && !place.value().is_empty())?;
    Some(Fix::safe("write `utf-8`", vec![Edit::replace(&label, "utf-8")]))
}

/// Removes the white space around a value.
pub(in crate::check) fn trim(place: &Place<'_>) -> Option<Fix> {
    let padding = place.padding()?;
    let edits: Vec<Edit> =
        padding.iter().filter(|blank| !blank.text(place.text()).is_empty()).map(Edit::remove).collect();
    (!edits.is_empty()).then(|| Fix::safe("remove the white space", edits))
}

/// Removes an empty element that may be left out, with its line.
pub(in crate::check) fn remove_empty(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|_| place.attribute().is_none())?;
    let name = place.name_of(tag);
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let child = children(place.facts().parent?, prefix).find(|child| child.is_named(prefix, local))?;
    // An element that must be there is not removed, nor one that has attributes.
    let is_required = matches!(child.count, Count::One(_) | Count::Some(_)) || is_required(child.name);
    if is_required || tag.attributes(place.text()).next().is_some() {
        return None;
    }
    let mut element = place.tag_span(tag)?;
    if !tag.is_empty() {
        let content = place.content(tag)?.text(place.text()).trim();
        let is_section = content.strip_prefix("<![CDATA[").is_some_and(|rest| rest.trim() == "]]>");
        if !content.is_empty() && !is_section {
            return None;
        }
        element = element.to(&place.end_tag(tag)?);
    }
    // An absent element is not the same as an empty one.
    Some(Fix::suggestion("remove the element", vec![Edit::remove(&place.with_line(&element))]))
}

/// Adds the date of the last change to an entry: that of its publication.
pub(in crate::check) fn copy_published(place: &Place<'_>) -> Option<Fix> {
    place.tag().filter(|tag| place.name_of(*tag) == "entry")?;
    let (open, date) = place.published()?;
    date::parse(date).ok()?;
    let text = format!("<updated>{date}</updated>");
    Some(Fix::safe(format!("add {text}"), vec![Edit::replace(&open.start(), text)]))
}

/// Adds the date of the last change to a feed: the latest one of its entries.
pub(in crate::check) fn add_last_update(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| place.name_of(*tag) == "feed" && !tag.is_empty())?;
    let date = place.source.last_update?;
    let added = format!("<updated>{date}</updated>");
    Some(Fix::safe(format!("add {added}"), vec![Edit::replace(&place.tag_span(tag)?.end(), added)]))
}
