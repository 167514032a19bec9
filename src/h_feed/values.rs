//! The values of properties (microformats2 parsing, "parsing a p- property" and the following).

use super::classes::PropertyForm;
use crate::content::{PageTag, PageTags};
use crate::markup::plain_text::{one_line, plain_text};

/// Returns the value that the attributes of a property's element give.
pub(super) fn of_attributes(tag: &PageTag<'_>, form: PropertyForm) -> Option<String> {
    let names: &[(&str, &str)] = match form {
        PropertyForm::Text => &[
            ("abbr", "title"),
            ("link", "title"),
            ("data", "value"),
            ("input", "value"),
            ("img", "alt"),
            ("area", "alt"),
        ],
        PropertyForm::Url => &[
            ("a", "href"),
            ("area", "href"),
            ("link", "href"),
            ("img", "src"),
            ("audio", "src"),
            ("video", "src"),
            ("source", "src"),
            ("iframe", "src"),
            ("video", "poster"),
            ("object", "data"),
            ("abbr", "title"),
            ("data", "value"),
            ("input", "value"),
        ],
        PropertyForm::Date => &[
            ("time", "datetime"),
            ("ins", "datetime"),
            ("del", "datetime"),
            ("abbr", "title"),
            ("data", "value"),
            ("input", "value"),
        ],
        PropertyForm::Markup => &[],
    };
    let mut own = names.iter().filter(|(element, _)| tag.is(element));
    own.find_map(|(_, attribute)| tag.attribute(attribute)).map(|value| value.trim().to_owned())
}

/// Returns the value that the content of a property's element gives: the parts of it that say so, or its text.
pub(super) fn of_content(markup: &str, form: PropertyForm) -> String {
    let parts = parts(markup);
    match form {
        PropertyForm::Date if !parts.is_empty() => parts.join(" "),
        _ if !parts.is_empty() => parts.concat(),
        _ => plain_text(markup).into_owned(),
    }
}

/// Returns the values of the elements with the class `value` or `value-title` (value class pattern).
fn parts(markup: &str) -> Vec<String> {
    let mut parts = Vec::new();
    // The part that is open: the name of its element, and the offset of its content.
    let mut open: Option<(&str, usize)> = None;
    for tag in PageTags::new(markup) {
        if let Some((name, content)) = open {
            if tag.is_end && tag.is(name) {
                let content = markup.get(content..tag.start).unwrap_or_default();
                parts.push(plain_text(content).into_owned());
                open = None;
            }
            continue;
        }
        let class = tag.attribute("class").filter(|_| !tag.is_end);
        let has = |name: &str| {
            class.iter().flat_map(|class| class.split_ascii_whitespace()).any(|class| class == name)
        };
        if has("value-title") {
            parts.extend(tag.attribute("title").map(|title| one_line(&title).into_owned()));
        } else if has("value") {
            match of_attributes(&tag, PropertyForm::Date).or_else(|| of_attributes(&tag, PropertyForm::Text))
            {
                Some(value) => parts.push(value),
                None => open = Some((tag.name, tag.end)),
            }
        }
    }
    parts
}
