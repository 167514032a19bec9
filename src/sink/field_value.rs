//! Values that can be kept as an extension if they lose their field.

use super::{Complete, Completeness};
use crate::model::{
    Cloud, Date, Extension, Feed, Generator, Image, Link, Period, Person, Str, Tag, Text, TextInput, Typed,
};
use bozofeed_model::internal::cost::Priced;
use bozofeed_text::trim::trim;

/// A value that can be kept as an extension.
pub(crate) trait FieldValue {
    /// Returns the text of the value, or its most important part.
    fn main_text(&self) -> &str;

    /// Returns whether both values mean the same.
    fn means_same_as(&self, other: &Self) -> bool
    where
        Self: Sized,
    {
        trim(self.main_text()) == trim(other.main_text())
    }

    /// Returns the value in a form for display.
    fn display_text(&self) -> String {
        self.main_text().to_owned()
    }

    /// Returns the media type of the value, if it has one.
    fn media_type(&self) -> Option<&str> {
        None
    }

    /// Describes the value in an extension that already has its name.
    fn describe(&self, extension: &mut Extension) {
        extension.text = self.main_text().into();
    }
}

impl FieldValue for Text {
    fn main_text(&self) -> &str {
        if self.value.is_empty() { self.src().unwrap_or_default() } else { &self.value }
    }

    fn media_type(&self) -> Option<&str> {
        Some(&self.media_type)
    }

    fn describe(&self, extension: &mut Extension) {
        extension.text = self.value.as_str().into();
        push_attributes(extension, [("src", self.src())]);
    }
}

impl FieldValue for Person {
    fn main_text(&self) -> &str {
        first_of([self.raw.as_deref(), self.display_name(), self.uri.as_deref()])
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self == other
    }

    fn display_text(&self) -> String {
        let parts = [self.name.as_deref(), self.email.as_deref(), self.uri.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Describes a person in one line, or by child elements.
    fn describe(&self, extension: &mut Extension) {
        match &self.raw {
            Some(raw) => extension.text = raw.clone(),
            None => push_children(
                extension,
                [
                    ("name", self.name.as_deref()),
                    ("email", self.email.as_deref()),
                    ("uri", self.uri.as_deref()),
                ],
            ),
        }
        extension.children.extend_from_slice(self.extensions());
    }
}

/// An `itunes:image`.
#[derive(Debug, Clone)]
pub(crate) struct ImageUrl(pub(crate) Str);

impl Complete for ImageUrl {
    fn completeness(&self) -> Completeness {
        self.0.completeness()
    }
}

impl Priced for ImageUrl {
    fn heap(&self) -> usize {
        self.0.heap()
    }

    fn written(&self) -> usize {
        self.0.written()
    }
}

impl FieldValue for ImageUrl {
    fn main_text(&self) -> &str {
        &self.0
    }

    fn describe(&self, extension: &mut Extension) {
        push_attributes(extension, [("href", Some(&*self.0))]);
    }
}

impl<T: FieldValue> FieldValue for Box<T> {
    fn main_text(&self) -> &str {
        self.as_ref().main_text()
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self.as_ref().means_same_as(other)
    }

    fn display_text(&self) -> String {
        self.as_ref().display_text()
    }

    fn media_type(&self) -> Option<&str> {
        self.as_ref().media_type()
    }

    fn describe(&self, extension: &mut Extension) {
        self.as_ref().describe(extension);
    }
}

impl FieldValue for Date {
    fn main_text(&self) -> &str {
        self.text()
    }

    fn means_same_as(&self, other: &Self) -> bool {
        // One instant in two spellings is one date: `pubDate` and `dc:date` write it differently.
        self.value.is_some() && self.instant() == other.instant() || self.raw == other.raw
    }

    fn display_text(&self) -> String {
        match self.instant() {
            Some(instant) => format!("{self} ({instant})"),
            None => self.to_string(),
        }
    }
}

impl FieldValue for Str {
    fn main_text(&self) -> &str {
        self
    }
}

/// An identifier, and whether it is the page of the entry, if the element says so.
#[derive(Debug, Clone)]
pub(crate) struct StatedId {
    /// The identifier as written.
    pub(crate) id: Str,
    pub(crate) permalink: Option<bool>,
}

impl Complete for StatedId {
    fn completeness(&self) -> Completeness {
        self.id.completeness()
    }
}

impl FieldValue for StatedId {
    fn main_text(&self) -> &str {
        &self.id
    }
}

impl Priced for StatedId {
    fn heap(&self) -> usize {
        self.id.heap()
    }

    fn written(&self) -> usize {
        self.id.written()
    }
}

macro_rules! typed_values {
    ($($kind:ty),+) => {
        $(impl FieldValue for Typed<$kind> {
            fn main_text(&self) -> &str {
                self.text()
            }

            fn means_same_as(&self, other: &Self) -> bool {
                // `60` and `060` are the same number.
                self.value.is_some() && self.value == other.value || self.raw == other.raw
            }
        })+
    };
}

// Not dates, since two dates with different offsets may be equal.
typed_values!(bool, u32, u64, i32, f64, Period);

impl FieldValue for Generator {
    fn main_text(&self) -> &str {
        first_of([self.name.as_deref(), self.uri.as_deref(), self.version.as_deref()])
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self == other
    }

    fn describe(&self, extension: &mut Extension) {
        extension.text = self.name.clone().unwrap_or_default();
        push_attributes(extension, [("uri", self.uri.as_deref()), ("version", self.version.as_deref())]);
    }
}

impl FieldValue for Cloud {
    fn main_text(&self) -> &str {
        first_of([
            self.domain.as_deref(),
            self.port.raw.as_deref(),
            self.path.as_deref(),
            self.protocol.as_deref(),
        ])
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self == other
    }

    fn describe(&self, extension: &mut Extension) {
        let attributes = [
            ("domain", self.domain.as_deref()),
            ("port", self.port.raw.as_deref()),
            ("path", self.path.as_deref()),
            ("registerProcedure", self.register_procedure.as_deref()),
            ("protocol", self.protocol.as_deref()),
        ];
        let others = self.attributes.iter().map(|(name, value)| (name, Some(value)));
        push_attributes(extension, attributes.into_iter().chain(others));
    }
}

impl FieldValue for Image {
    fn main_text(&self) -> &str {
        first_of([self.href.as_deref(), value_of(self.title.as_ref()), self.link.as_deref()])
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self == other
    }

    /// Describes an image that is only a URL. For other images, the whole element is kept.
    fn describe(&self, extension: &mut Extension) {
        push_children(extension, [("url", self.href.as_deref())]);
    }
}

impl FieldValue for TextInput {
    fn main_text(&self) -> &str {
        first_of([self.link.as_deref(), value_of(self.title.as_ref()), self.name.as_deref()])
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self == other
    }
}

impl FieldValue for Feed {
    fn main_text(&self) -> &str {
        let title = value_of(self.title.as_ref());
        first_of([self.href(), self.id.as_deref(), self.link.as_deref(), title])
    }

    fn means_same_as(&self, other: &Self) -> bool {
        self == other
    }
}

impl FieldValue for Link {
    fn main_text(&self) -> &str {
        self.href.as_deref().unwrap_or_default()
    }

    fn display_text(&self) -> String {
        format!("{} {}", self.rel, self.main_text())
    }

    fn describe(&self, extension: &mut Extension) {
        let attributes = [
            ("href", self.href.as_deref()),
            ("rel", Some(&*self.rel)),
            ("type", self.media_type.as_deref()),
            ("hreflang", self.hreflang()),
            ("title", self.title()),
            ("length", self.length().raw.as_deref()),
            ("duration", self.duration().raw.as_deref()),
        ];
        let others = self.attributes.iter().map(|(name, value)| (name, Some(value)));
        push_attributes(extension, attributes.into_iter().chain(others));
    }
}

impl FieldValue for Tag {
    fn main_text(&self) -> &str {
        first_of([self.term.as_deref(), self.label.as_deref()])
    }

    fn describe(&self, extension: &mut Extension) {
        let attributes = [
            ("term", self.term.as_deref()),
            ("scheme", self.scheme.as_deref()),
            ("label", self.label.as_deref()),
            ("parent", self.parent.as_deref()),
        ];
        push_attributes(extension, attributes);
    }
}

/// Returns the first text that is not empty.
fn first_of<const N: usize>(texts: [Option<&str>; N]) -> &str {
    texts.into_iter().flatten().find(|text| !text.is_empty()).unwrap_or_default()
}

fn value_of(text: Option<&Text>) -> Option<&str> {
    text.map(|text| text.value.as_str())
}

fn push_attributes<'v>(
    extension: &mut Extension,
    attributes: impl IntoIterator<Item = (&'v str, Option<&'v str>)>,
) {
    let before = std::mem::take(&mut extension.attributes);
    let before = before.iter().map(|(name, value)| (Str::from(name), Str::from(value)));
    let new = attributes.into_iter().filter_map(|(name, value)| Some((Str::from(name), Str::from(value?))));
    // A field and the text from which it was read have the same name; the field takes precedence.
    extension.attributes = before.chain(new).collect();
}

/// Adds child elements in the namespace of the extension.
fn push_children<const N: usize>(extension: &mut Extension, children: [(&str, Option<&str>); N]) {
    for (name, text) in children {
        let Some(text) = text else { continue };
        push_child(extension, name, |child| child.text = text.into());
    }
}

/// Adds a child element in the namespace of the extension.
fn push_child(extension: &mut Extension, name: &str, describe: impl FnOnce(&mut Extension)) {
    let mut child = made!(Extension {
        namespace: extension.namespace.clone(),
        prefix: extension.prefix.clone(),
        name: name.into()
    });
    describe(&mut child);
    extension.children.push(child);
}

#[cfg(test)]
mod tests {
    use super::FieldValue;
    use crate::model::{Extension, Link, Typed};

    #[test]
    fn attributes_of_a_name_are_described_once() {
        let mut link = made!(Link { href: Some("https://a.example/b".into()), rel: "related".into() });
        link.attributes = [("href", "b"), ("rel", "x"), ("x:y", "z")].into_iter().collect();
        let mut extension = made!(Extension { name: "link".into() });
        link.describe(&mut extension);
        let found: Vec<_> = extension.attributes.iter().collect();
        assert_eq!(found, [("href", "https://a.example/b"), ("rel", "related"), ("x:y", "z")]);
    }

    #[test]
    fn numbers_are_compared_by_their_value() {
        let number = |raw| Typed::new(raw, |raw| raw.parse::<u32>().ok());
        assert!(number("60").means_same_as(&number("060")));
        assert!(!number("60").means_same_as(&number("61")));
        assert!(!number("x").means_same_as(&number("y")));
    }
}
