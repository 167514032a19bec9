//! The values of an item.

use super::classes::{Property, PropertyForm};
use super::values::{PropertyReader, PropertyValue};
use bozofeed_text::markup::plain_text::one_line;

/// The values of an item.
#[derive(Debug, Default)]
pub(super) struct ItemValues<'a> {
    /// The offset of its element.
    pub(super) offset: usize,
    pub(super) language: Option<String>,
    pub(super) name: Option<PropertyValue>,
    pub(super) summary: Option<Prose<'a>>,
    pub(super) content: Option<Prose<'a>>,
    pub(super) published: Option<PropertyValue>,
    pub(super) updated: Option<PropertyValue>,
    pub(super) uid: Option<String>,
    pub(super) authors: Vec<ItemAuthor>,
    pub(super) categories: Vec<PropertyValue>,
    pub(super) email: Option<PropertyValue>,
    /// The URLs, each with its property.
    pub(super) urls: Vec<(Property, PropertyValue)>,
}

/// A text, or markup as written.
#[derive(Debug)]
pub(super) enum Prose<'a> {
    Text(PropertyValue),
    Markup(&'a str),
}

impl Prose<'_> {
    /// Returns whether this has the given text, apart from white space.
    pub(super) fn is(&self, text: &str, values: &PropertyReader) -> bool {
        match self {
            Self::Text(own) => one_line(own) == one_line(text),
            Self::Markup(markup) => values.text(markup).is_some_and(|own| *own == *one_line(text)),
        }
    }
}

#[derive(Debug)]
pub(super) struct ItemAuthor {
    pub(super) name: Option<PropertyValue>,
    pub(super) url: Option<PropertyValue>,
    pub(super) email: Option<PropertyValue>,
}

impl ItemValues<'_> {
    /// Returns the first URL of this property.
    pub(super) fn url(&self, property: Property) -> Option<&PropertyValue> {
        self.urls.iter().find(|(known, _)| *known == property).map(|(_, url)| url)
    }
}

impl<'a> ItemValues<'a> {
    /// Adds a value, which may come from attributes. If only one is allowed, the first one is used.
    pub(super) fn add(
        &mut self,
        property: Property,
        form: PropertyForm,
        given: Option<PropertyValue>,
        markup: &'a str,
        reader: &PropertyReader,
    ) {
        if form == PropertyForm::Markup {
            match property {
                Property::Content => self.content = self.content.take().or(Some(Prose::Markup(markup))),
                Property::Summary => self.summary = self.summary.take().or(Some(Prose::Markup(markup))),
                _ => self.add_text(property, reader.text(markup)),
            }
        } else {
            self.add_text(property, given.or_else(|| reader.content(markup, form)));
        }
    }

    fn add_text(&mut self, property: Property, value: Option<PropertyValue>) {
        let Some(value) = value.filter(|value| !value.is_empty()) else { return };
        let single = match property {
            Property::Name => &mut self.name,
            Property::Email => &mut self.email,
            Property::Published => &mut self.published,
            Property::Updated => &mut self.updated,
            Property::Uid => {
                self.uid.get_or_insert_with(|| value.into());
                return;
            }
            Property::Summary => {
                self.summary.get_or_insert(Prose::Text(value));
                return;
            }
            Property::Content => {
                self.content.get_or_insert(Prose::Text(value));
                return;
            }
            Property::Author => {
                self.authors.push(ItemAuthor { name: Some(value), url: None, email: None });
                return;
            }
            Property::Category => return self.categories.push(value),
            Property::Url
            | Property::Photo
            | Property::Featured
            | Property::Audio
            | Property::Video
            | Property::InReplyTo
            | Property::About
            | Property::Syndication => return self.urls.push((property, value)),
        };
        single.get_or_insert(value);
    }

    /// Adds an item that is the value of properties.
    pub(super) fn add_item(
        &mut self,
        item: &ItemValues<'_>,
        comes_as: &[(Property, PropertyForm)],
        reader: &PropertyReader,
    ) {
        let (name, url) = (item.name.as_ref(), item.url(Property::Url));
        for (property, form) in comes_as {
            let value = match form {
                PropertyForm::Url => url.or(name),
                PropertyForm::Text | PropertyForm::Date | PropertyForm::Markup => name.or(url),
            };
            let Some(value) = value else { continue };
            let copy = |value: Option<&PropertyValue>| reader.copy(value?);
            if *property == Property::Author {
                let (name, url, email) = (copy(name), copy(url), copy(item.email.as_ref()));
                self.authors.push(ItemAuthor { name, url, email });
            } else {
                self.add_text(*property, copy(Some(value)));
            }
        }
    }
}
