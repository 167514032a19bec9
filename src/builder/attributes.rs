//! Elements of which the attributes count: `cloud`, `itunes:image`.

use std::borrow::Cow;
use std::sync::Arc;

use super::slot::fill;
use super::{Builder, Frame, Target};
use crate::model::{Attributes, Cloud, Image, Typed};
use crate::vocabulary::{self, AttributesField, Rule};
use crate::xml::Attribute;

/// An attribute's name with the customary prefix of its namespace, or else the document's.
fn attribute_name<'t>(attribute: &'t Attribute<'_>) -> Cow<'t, str> {
    let written = attribute.name.prefix;
    let prefix = vocabulary::prefix(attribute.name.namespace).unwrap_or(written);
    match Some(prefix).filter(|prefix| !prefix.is_empty() && !written.is_empty()) {
        Some(prefix) => Cow::Owned(format!("{prefix}:{}", attribute.name.local)),
        None => Cow::Borrowed(attribute.name.local),
    }
}

/// The same in lower case, but for the prefix.
pub(super) fn lower_name<'t>(attribute: &'t Attribute<'_>) -> Cow<'t, str> {
    let mut name = attribute_name(attribute);
    if attribute.name.local.bytes().any(|b| b.is_ascii_uppercase()) {
        let local = name.find(':').map_or(0, |colon| colon + 1);
        if let Some(local) = name.to_mut().get_mut(local..) {
            local.make_ascii_lowercase();
        }
    }
    name
}

impl<'a> Builder<'a, '_> {
    /// Every attribute of the start tag.
    pub(super) fn all_attributes(&mut self) -> Attributes {
        let shared = &mut self.shared;
        let pair = |a| (shared.name(&attribute_name(a)), a.value.clone().into_owned());
        self.reader.attributes().iter().map(pair).collect()
    }

    pub(super) fn start_attributes(&mut self, field: AttributesField, rule: Rule) -> Frame<'a> {
        match field {
            AttributesField::ItunesImage => {
                let href = self.attribute("href").or_else(|| self.attribute("url"));
                if href.is_some() {
                    let href = href.and_then(|href| self.shared_uri(href));
                    self.add_itunes_image(href);
                    return Frame::Nothing;
                }
            }
            AttributesField::Cloud => {
                let standing = self.standing();
                let cloud = cloud(self.all_attributes());
                self.draft().seldom().cloud.offer(Box::new(cloud), standing);
            }
        }
        self.collect(Target::Rule(rule))
    }

    fn add_itunes_image(&mut self, href: Option<Arc<str>>) {
        let Some(href) = href else { return };
        let standing = self.standing();
        let draft = self.draft();
        draft.itunes_came_last.image = true;
        fill(&mut draft.itunes().image, href.clone());
        draft.image.offer(Box::new(Image { href: Some(href), ..Image::default() }), standing);
    }

    /// Some write the URI of the image as text.
    pub(super) fn end_attributes(&mut self, field: AttributesField, text: &str) {
        if field == AttributesField::ItunesImage && !text.is_empty() {
            let href = self.shared_uri(text);
            self.add_itunes_image(href);
        }
    }
}

fn cloud(attributes: Attributes) -> Cloud {
    let mut cloud = Cloud::default();
    for (name, value) in attributes {
        match name.to_ascii_lowercase().as_str() {
            "domain" => cloud.domain = Some(value),
            "port" => cloud.port = Some(Typed::parsed(value)),
            "path" => cloud.path = Some(value),
            "registerprocedure" => cloud.register_procedure = Some(value),
            "protocol" => cloud.protocol = Some(value),
            _ => cloud.attributes.push((name, value)),
        }
    }
    cloud
}
