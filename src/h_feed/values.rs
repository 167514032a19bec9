//! The values of properties (microformats2 parsing, "parsing a p- property" and the following).

use std::ops::Deref;

use super::classes::PropertyForm;
use crate::page::{PageTag, PageTags};
use bozofeed_text::forward::memmem;
use bozofeed_text::markup::plain_text::{one_line, plain_text};
use bozofeed_text::scan::Scan;

/// The value of a property. Only a [`PropertyReader`] creates one, and charges for it.
#[derive(Debug)]
pub(super) struct PropertyValue(String);

impl Deref for PropertyValue {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<PropertyValue> for String {
    fn from(value: PropertyValue) -> Self {
        value.0
    }
}

/// Reads the values of a page's properties. Elements with properties can be nested, and one element can have many properties, so
/// the same text can be the value of any number of them. In total, values are read from at most four times the length of the page;
/// after that, no further values are read.
#[derive(Debug)]
pub(super) struct PropertyReader {
    scan: Scan,
}

impl PropertyReader {
    /// The number of steps for each byte of markup that becomes text, or of a value that is copied. A page has 64 steps per byte.
    const STEPS: usize = 16;

    /// Returns the reader for a page of this length.
    pub(super) fn new(length: usize) -> Self {
        Self { scan: Scan::new(length) }
    }

    /// Returns whether values were omitted.
    pub(super) fn is_exhausted(&self) -> bool {
        self.scan.is_exhausted()
    }

    /// Charges for reading this many bytes. Returns whether they may be read.
    fn pay(&self, bytes: usize) -> bool {
        self.scan.pay(bytes.saturating_mul(Self::STEPS))
    }

    /// Reads an attribute.
    pub(super) fn attribute(&self, tag: &PageTag<'_>, name: &str) -> Option<PropertyValue> {
        let value = tag.attribute(name)?;
        self.pay(value.len()).then(|| PropertyValue(value.into_owned()))
    }

    /// Reads the value from the attributes of a property's element.
    pub(super) fn attributes(&self, tag: &PageTag<'_>, form: PropertyForm) -> Option<PropertyValue> {
        let value = of_attributes(tag, form)?;
        self.pay(value.len()).then_some(PropertyValue(value))
    }

    /// Reads the value from the content of a property's element: the parts of it that are marked as the value, or its text.
    pub(super) fn content(&self, markup: &str, form: PropertyForm) -> Option<PropertyValue> {
        self.pay(markup.len()).then(|| PropertyValue(of_content(markup, form)))
    }

    /// Reads the text of markup.
    pub(super) fn text(&self, markup: &str) -> Option<PropertyValue> {
        self.pay(markup.len()).then(|| PropertyValue(plain_text(markup).into_owned()))
    }

    /// Copies a value.
    pub(super) fn copy(&self, value: &PropertyValue) -> Option<PropertyValue> {
        self.pay(value.len()).then(|| PropertyValue(value.to_string()))
    }
}

/// Returns the value from the attributes of a property's element.
fn of_attributes(tag: &PageTag<'_>, form: PropertyForm) -> Option<String> {
    let names: &[(&str, &str)] = match form {
        PropertyForm::Text => &[
            ("abbr", "title"),
            ("link", "title"),
            ("data", "value"),
            ("input", "value"),
            ("img", "alt"),
            ("area", "alt"),
        ],
        // The order of "parsing a u- property": the first attribute of the element is used, so the `src` of a video takes
        // precedence over its `poster`, which is an image.
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

fn of_content(markup: &str, form: PropertyForm) -> String {
    // Few properties have parts, and searching for them takes as long as reading the text.
    let may_have_parts = memmem::find(markup.as_bytes(), b"value").is_some();
    let parts = if may_have_parts { parts(markup) } else { Vec::new() };
    match form {
        // The date and the time may be in separate parts. They must be separated by a space.
        PropertyForm::Date if !parts.is_empty() => parts.join(" "),
        _ if !parts.is_empty() => parts.concat(),
        _ => plain_text(markup).into_owned(),
    }
}

/// Returns the values of the elements with the class `value` or `value-title` (value class pattern).
fn parts(markup: &str) -> Vec<String> {
    let mut parts = Vec::new();
    // The open part: the name of its element, and the offset of its content.
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
