//! Changes of markup: references, tags, attributes, elements.

use super::super::schema::Count;
use super::place::{Place, SourceTag, ValueSyntax, near};
use super::{Edit, Fix, rows};
use crate::date;
use crate::html::entities::named;

impl SourceTag<'_> {
    /// Returns the offset at which an attribute is added: before the white space at the end of the tag.
    pub(super) fn close_after_space(&self, text: &str) -> usize {
        let inside = text.get(self.range.start..self.close()).unwrap_or_default();
        self.range.start + inside.trim_end().len()
    }

    /// Returns the edit that adds an attribute, or gives it another value.
    fn with_attribute(&self, text: &str, name: &str, value: &str) -> Edit {
        match self.attribute(text, name) {
            Some(range) => Edit::replace(range, value),
            None => Edit::insert(self.close_after_space(text), format!(" {name}=\"{value}\"")),
        }
    }
}

/// Escapes the character at the place.
fn escape(place: &Place<'_>, written: &str, escaped: &str) -> Option<Fix> {
    let at = place.start;
    place
        .rest()
        .starts_with(written)
        .then(|| Fix::safe(format!("write {escaped}"), vec![Edit::replace(at..at + written.len(), escaped)]))
}

pub(super) fn escape_ampersand(place: &Place<'_>) -> Option<Fix> {
    escape(place, "&", "&amp;")
}

pub(super) fn escape_less_than(place: &Place<'_>) -> Option<Fix> {
    let fix = escape(place, "<", "&lt;")?;
    // A tag may be meant.
    let next = place.rest().get(1..)?.trim_start().chars().next();
    let is_text =
        next.is_some_and(|c| c.is_ascii_digit() || matches!(c, '=' | '-' | '<' | '&' | '.' | ',' | ')'));
    Some(Fix { is_safe: is_text || place.rule_is_about_attributes(), ..fix })
}

pub(super) fn escape_cdata_end(place: &Place<'_>) -> Option<Fix> {
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
pub(super) fn replace_entity(place: &Place<'_>) -> Option<Fix> {
    let name = name_of_reference(place)?;
    place.rest().get(1 + name.len()..)?.starts_with(';').then_some(())?;
    let Some((first, second)) = named(&format!("{name};")) else { return escape_ampersand(place) };
    let number = |c: char| format!("&#{};", u32::from(c));
    let text: String = std::iter::once(first).chain(second).map(number).collect();
    let range = place.start..place.start + name.len() + 2;
    Some(Fix::safe(format!("write {text}"), vec![Edit::replace(range, text)]))
}

/// Adds the semicolon of a reference that XML defines.
pub(super) fn end_reference(place: &Place<'_>) -> Option<Fix> {
    let name = name_of_reference(place).filter(|name| ["amp", "lt", "gt", "quot", "apos"].contains(name))?;
    let at = place.start + 1 + name.len();
    (!place.rest().get(1 + name.len()..)?.starts_with(';'))
        .then(|| Fix::safe(format!("write &{name};"), vec![Edit::insert(at, ";")]))
}

/// Encloses the value of an attribute in quotes.
pub(super) fn quote_value(place: &Place<'_>) -> Option<Fix> {
    let value = place.rest();
    let length = value.find(|c: char| c.is_whitespace() || c == '>').filter(|length| *length > 0)?;
    let written = value.get(..length)?;
    // Whether a slash at the end belongs to the value is not clear.
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/?#%+@,;=*!$()".contains(&b);
    if !written.bytes().all(is_plain) || written.ends_with('/') || written.starts_with('=') {
        return None;
    }
    let edits = vec![Edit::insert(place.start, "\""), Edit::insert(place.start + length, "\"")];
    Some(Fix::safe(format!("write \"{written}\""), edits))
}

/// Adds the space before an attribute.
pub(super) fn add_space(place: &Place<'_>) -> Option<Fix> {
    let before = place.text().get(..place.start)?.chars().next_back()?;
    matches!(before, '"' | '\'').then(|| Fix::safe("add a space", vec![Edit::insert(place.start, " ")]))
}

/// Removes the white space before the XML declaration.
pub(super) fn remove_leading_space(place: &Place<'_>) -> Option<Fix> {
    let before = place.text().get(..place.start)?;
    let is_space = !before.is_empty() && before.bytes().all(|b| b.is_ascii_whitespace());
    (is_space && place.rest().starts_with("<?xml"))
        .then(|| Fix::safe("remove what is before the declaration", vec![Edit::remove(0..place.start)]))
}

/// Removes an end tag without a start tag.
pub(super) fn remove_end_tag(place: &Place<'_>) -> Option<Fix> {
    let name = place.rest().strip_prefix("</")?;
    let length = name.find('>')? + 3;
    let is_name = name.get(..length - 3)?.trim_end() == place.value;
    is_name.then(|| Fix::safe("remove the end tag", vec![Edit::remove(place.start..place.start + length)]))
}

/// Adds an attribute whose value is known.
pub(super) fn add_attribute(place: &Place<'_>) -> Option<Fix> {
    let text = place.text();
    // Quotes of another kind hide attributes.
    let tag = place.tag().filter(|tag| text.get(tag.range.clone()).is_some_and(str::is_ascii))?;
    let add = |name: &str, value: &str| {
        let edit = tag.with_attribute(text, name, value);
        (format!("add {name}=\"{value}\""), vec![edit])
    };
    match (tag.name, place.value) {
        ("rss", "version") if place.source.root.as_ref()?.range == tag.range => {
            let (description, edits) = add("version", "2.0");
            Some(Fix::safe(description, edits))
        }
        ("enclosure", "type") => {
            let address = text.get(tag.attribute(text, "url")?)?;
            let (description, edits) = add("type", crate::model::media_type_of_name(address)?);
            Some(Fix::safe(description, edits))
        }
        // A text that belongs into the attribute.
        ("itunes:category", "text") => {
            let end = place.end_tag(&tag)?;
            let content = tag.range.end..end.start;
            let category = text.get(content.clone())?.trim();
            let is_text = !category.is_empty() && !category.contains(['<', '"']);
            is_text.then(|| {
                let (description, mut edits) = add("text", category);
                edits.push(Edit::remove(content));
                Fix::suggestion(description, edits)
            })
        }
        _ => None,
    }
}

/// Says that a guid is not an address.
pub(super) fn deny_permalink(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| tag.name == "guid")?;
    let edit = tag.with_attribute(place.text(), "isPermaLink", "false");
    Some(Fix::safe("add isPermaLink=\"false\"", vec![edit]))
}

/// Says that a text is markup.
pub(super) fn declare_html(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag()?;
    let edit = tag.with_attribute(place.text(), "type", "html");
    // The text may be about markup.
    Some(Fix::suggestion("add type=\"html\"", vec![edit]))
}

/// Writes the name of the encoding that the document is in.
// A document in another encoding is not changed at all.
pub(super) fn label_utf_8(place: &Place<'_>) -> Option<Fix> {
    let declaration = place.text().get(..place.start)?.trim_end_matches(['"', '\'']);
    let is_declared = declaration.trim_end().trim_end_matches('=').trim_end().ends_with("encoding");
    let range = place.start..place.start + place.value.len();
    let is_label = is_declared && place.start > 0 && place.rest().starts_with(place.value);
    is_label.then(|| Fix::safe("write `utf-8`", vec![Edit::replace(range, "utf-8")]))
}

/// Removes the white space around a value.
pub(super) fn trim(place: &Place<'_>) -> Option<Fix> {
    let (range, syntax) = place.value_range()?;
    let text = place.text();
    let before =
        text.get(crate::cut::floor_char_boundary(text, range.start.saturating_sub(1024))..range.start)?;
    let leading = before.len() - before.trim_end().len();
    let after = near(text, range.end);
    let trailing = after.len() - after.trim_start().len();
    // Nothing but the value may be between the tags.
    let (open, close) = match syntax {
        ValueSyntax::Text => (b">", b"<"),
        ValueSyntax::Cdata => (b"[", b"]"),
        ValueSyntax::Attribute => (b"\"", b"\""),
        ValueSyntax::Json => return None,
    };
    let is_at = |at: usize, mark: &[u8; 1]| {
        let found = text.as_bytes().get(at);
        found.is_some_and(|found| mark == &[*found] || syntax == ValueSyntax::Attribute && *found == b'\'')
    };
    let (start, end) = (range.start - leading, range.end + trailing);
    let is_whole = is_at(start.checked_sub(1)?, open) && is_at(end, close);
    let edits = [start..range.start, range.end..end].into_iter().filter(|range| !range.is_empty());
    let edits: Vec<Edit> = edits.map(Edit::remove).collect();
    (is_whole && !edits.is_empty()).then(|| Fix::safe("remove the white space", edits))
}

/// Removes an empty element that may be left out, with its line.
pub(super) fn remove_empty(place: &Place<'_>) -> Option<Fix> {
    if place.source.is_json || place.attribute().is_some() {
        return None;
    }
    let tag = place.tag().filter(|tag| tag.range.start == place.start)?;
    let (prefix, local) = tag.name.split_once(':').unwrap_or(("", tag.name));
    let parent = rows::row(place.source, rows::parent(place.subject)?)?;
    let child = rows::children(parent, prefix).find(|child| child.is_named(prefix, local))?;
    let text = place.text();
    // An element that must be there is not removed, nor one that says something by its attributes.
    let is_bare = tag.after_name() == tag.close_after_space(text);
    if matches!(child.count, Count::One(_) | Count::Some(_)) || !is_bare {
        return None;
    }
    let end = if tag.is_empty { tag.range.end } else { place.end_tag(&tag)?.end };
    let content = text.get(tag.range.end..end)?;
    let is_empty = tag.is_empty
        || content.split_once("</").is_some_and(|(content, _)| {
            let content = content.trim();
            content.is_empty() || content.strip_prefix("<![CDATA[").is_some_and(|rest| rest.trim() == "]]>")
        });
    let before = text.get(..tag.range.start)?;
    let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
    let start = if before.get(..before.len() - indent)?.ends_with('\n')
        && near(text, end).starts_with(['\n', '\r'])
    {
        let line_end = before.get(..before.len() - indent)?;
        line_end.strip_suffix('\n').map_or("", |rest| rest.strip_suffix('\r').unwrap_or(rest)).len()
    } else {
        tag.range.start
    };
    // An absent element is not the same as an empty one.
    is_empty.then(|| Fix::suggestion("remove the element", vec![Edit::remove(start..end)]))
}

/// Returns the first child of an element with a name, and its text.
fn child<'a>(text: &'a str, inside: std::ops::Range<usize>, name: &str) -> Option<(SourceTag<'a>, &'a str)> {
    let open = format!("<{name}");
    let content = text.get(inside.clone())?;
    content.match_indices(&open).find_map(|(at, _)| {
        let tag = SourceTag::at(text, inside.start + at).filter(|tag| tag.name == name)?;
        let rest = text.get(tag.range.end..inside.end)?;
        let value = rest.get(..rest.find('<')?)?.trim();
        Some((tag, value))
    })
}

/// Adds the date of the last change to an entry: that of its publication.
pub(super) fn copy_published(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| tag.name == "entry")?;
    let end = place.end_tag(&tag)?;
    let (published, date) = child(place.text(), tag.range.end..end.start, "published")?;
    date::parse(date).ok()?;
    let text = format!("<updated>{date}</updated>");
    Some(Fix::safe(format!("add {text}"), vec![Edit::insert(published.range.start, text)]))
}

/// Adds the date of the last change to a feed: the latest one of its entries.
pub(super) fn add_last_update(place: &Place<'_>) -> Option<Fix> {
    let tag = place.tag().filter(|tag| tag.name == "feed")?;
    let text = place.text();
    let dates = text.match_indices("<updated>").filter_map(|(at, open)| {
        let rest = near(text, at + open.len());
        let date = rest.get(..rest.find('<')?)?.trim();
        let moment = date::parse(date).ok()?;
        Some((moment.instant, date))
    });
    let (_, date) = dates.max_by_key(|(instant, _)| *instant)?;
    let added = format!("<updated>{date}</updated>");
    Some(Fix::safe(format!("add {added}"), vec![Edit::insert(tag.range.end, added)]))
}
