//! Elements whose attributes hold the value: `cloud`, `itunes:image`.

use std::borrow::Cow;

use super::{Destination, ElementContent, Interpreter};
use crate::model::{Attributes, Cloud, Image, Str};
use crate::sink::{ImageUrl, Single};
use crate::vocabulary::{self, AttributesField, ReadAs, is_prose};
use crate::xml::XmlAttribute;
use bozofeed_text::html::url_names::shows_attribute;

/// Returns the name of an attribute with the customary prefix of its namespace, or otherwise the document's own prefix.
fn attribute_name<'t>(attribute: &'t XmlAttribute<'_>) -> Cow<'t, str> {
    let written = attribute.name.prefix;
    let prefix = vocabulary::prefix(attribute.name.namespace).unwrap_or(written);
    match Some(prefix).filter(|prefix| !prefix.is_empty() && !written.is_empty()) {
        Some(prefix) if prefix == written => Cow::Borrowed(attribute.name.qualified),
        Some(prefix) => Cow::Owned([prefix, ":", attribute.name.local].concat()),
        None => Cow::Borrowed(attribute.name.local),
    }
}

/// Returns [`attribute_name`] with the local name in lower case.
pub(super) fn lower_name<'t>(attribute: &'t XmlAttribute<'_>) -> Cow<'t, str> {
    let mut name = attribute_name(attribute);
    if attribute.name.local.bytes().any(|b| b.is_ascii_uppercase()) {
        let local = name.find(':').map_or(0, |colon| colon + 1);
        if let Some(local) = name.to_mut().get_mut(local..) {
            local.make_ascii_lowercase();
        }
    }
    name
}

impl Interpreter<'_, '_, '_> {
    /// Returns every attribute of the start tag, without script URLs.
    pub(super) fn all_attributes(&mut self) -> Attributes {
        self.attributes_where(|_| true)
    }

    /// Returns the attributes of the start tag that match, without script URLs.
    pub(super) fn attributes_where(&mut self, matches: impl Fn(&XmlAttribute<'_>) -> bool) -> Attributes {
        let shown = self.reader.attributes().iter().filter(|attribute| {
            matches(attribute) && shows_attribute(attribute.name.local, &attribute.value)
        });
        let pairs = shown.map(|attribute| {
            // Created before it is charged, since the price is that of the stored value.
            let name = Str::from(self.trees.shared_name(&attribute_name(attribute)));
            (name, Str::from(attribute.value.as_ref()))
        });
        self.budget.keep_each(pairs).collect()
    }

    pub(super) fn start_attributes(&mut self, field: AttributesField, read_as: ReadAs) -> ElementContent {
        match field {
            AttributesField::ItunesImage => {
                let href = self.attribute("href").or_else(|| self.attribute("url"));
                if href.is_some() {
                    let href = href.and_then(|href| self.uri(href)).map(Str::shared);
                    self.offer_itunes_image(href);
                    return Self::stated();
                }
            }
            AttributesField::Cloud => {
                let cloud = self.cloud();
                self.offer(Single::Cloud(Box::new(cloud)));
            }
        }
        ElementContent::Collected(Destination::Known(read_as))
    }

    fn offer_itunes_image(&mut self, href: Option<Str>) {
        let Some(href) = href else { return };
        // It is also the image, unless there is another one.
        self.offer(Single::image(Box::new(made!(Image { href: Some(href.clone()) }))));
        self.offer(Single::ItunesImage(ImageUrl(href)));
    }

    /// Ends an element with attributes. Some feeds write the URI of `itunes:image` as text.
    pub(super) fn end_attributes(&mut self, field: AttributesField, text: &str) {
        match field {
            AttributesField::ItunesImage if is_prose(text) => self.keep_text(text),
            AttributesField::ItunesImage if !text.is_empty() => {
                let href = self.shared_uri(text);
                self.offer_itunes_image(href);
            }
            AttributesField::ItunesImage => {}
            AttributesField::Cloud => self.keep_text(text),
        }
    }

    fn cloud(&mut self) -> Cloud {
        let (mut cloud, mut others) = (Cloud::default(), Vec::new());
        for attribute in self.reader.attributes().to_vec() {
            let name = attribute_name(&attribute);
            let value = attribute.value.clone().into_owned();
            match name.to_ascii_lowercase().as_str() {
                "domain" => cloud.domain = Some(value.into()),
                "port" => cloud.port = self.typed::<u16>(value),
                "path" => cloud.path = Some(value.into()),
                "registerprocedure" => cloud.register_procedure = Some(value.into()),
                "protocol" => cloud.protocol = Some(value.into()),
                _ if shows_attribute(&name, &value) => others.push((self.trees.shared_name(&name), value)),
                _ => {}
            }
        }
        cloud.attributes = others.into_iter().collect();
        cloud
    }
}
