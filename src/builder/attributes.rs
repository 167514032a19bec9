//! Elements of which the attributes count: Media RSS, `cloud`, `itunes:image`, chapters.

use std::borrow::Cow;

use super::slot::fill;
use super::value::duration;
use super::{Builder, Frame, Target};
use crate::model::{Chapter, Cloud, Image, Typed};
use crate::vocabulary::{self, AttributesField, Rule};
use crate::xml::Attribute;

/// Attributes by name.
type Attributes = Vec<(String, String)>;

/// An attribute's name in lower case, with the customary prefix of its namespace or else the document's.
pub(super) fn attribute_name<'t>(attribute: &'t Attribute<'_>) -> Cow<'t, str> {
    let local = attribute.name.local;
    let written = attribute.name.prefix;
    let prefix = vocabulary::prefix(attribute.name.namespace).unwrap_or(written);
    match Some(prefix).filter(|prefix| !prefix.is_empty() && !written.is_empty()) {
        Some(prefix) => Cow::Owned(format!("{prefix}:{}", local.to_ascii_lowercase())),
        None if local.bytes().any(|b| b.is_ascii_uppercase()) => Cow::Owned(local.to_ascii_lowercase()),
        None => Cow::Borrowed(local),
    }
}

impl<'a> Builder<'a, '_> {
    /// Every attribute of the start tag.
    pub(super) fn all_attributes(&self) -> Attributes {
        let pair = |a| (attribute_name(a).into_owned(), a.value.clone().into_owned());
        self.reader.attributes().iter().map(pair).collect()
    }

    pub(super) fn start_attributes(&mut self, field: AttributesField, rule: Rule) -> Frame<'a> {
        let attributes = self.all_attributes();
        match field {
            AttributesField::ItunesImage => {
                let href = self.attribute("href").or_else(|| self.attribute("url"));
                if href.is_some() {
                    let href = href.and_then(|href| self.uri(href));
                    self.add_itunes_image(href);
                    return Frame::Nothing;
                }
            }
            AttributesField::Cloud => {
                let standing = self.standing();
                self.draft().cloud.offer(Box::new(cloud(attributes)), standing);
            }
            AttributesField::MediaContent => self.draft().media().content.push(attributes),
            AttributesField::MediaThumbnail => self.draft().media().thumbnail.push(attributes),
            AttributesField::MediaCredit => self.draft().media().credit.push(attributes),
            AttributesField::MediaRating => self.draft().media().rating = Some(attributes),
            AttributesField::MediaLicense => self.draft().media().license = Some(attributes),
            AttributesField::MediaRestriction => self.draft().media().restriction = Some(attributes),
            AttributesField::MediaPlayer => self.draft().media().player = Some(attributes),
            AttributesField::MediaStatistics => self.draft().media().statistics = Some(attributes),
            AttributesField::MediaStarRating => self.draft().media().star_rating = Some(attributes),
            AttributesField::Chapters => {
                let version = self.attribute("version").map(str::to_owned);
                self.draft().chapters.get_or_insert_default().version = version;
            }
            AttributesField::Chapter => {
                let start = self.attribute("start").map(|start| Typed::new(start, duration));
                self.draft().chapters.get_or_insert_default().chapters.push(Chapter { start, attributes });
            }
        }
        self.collect(Target::Rule(rule))
    }

    fn add_itunes_image(&mut self, href: Option<String>) {
        let Some(href) = href else { return };
        let standing = self.standing();
        let draft = self.draft();
        draft.itunes_came_last.image = true;
        fill(&mut draft.itunes().image, href.clone());
        draft.image.offer(Box::new(Image { href: Some(href), ..Image::default() }), standing);
    }

    /// The text goes beside the attributes, as `content`.
    pub(super) fn end_attributes(&mut self, field: AttributesField, text: &str) {
        // Some write the URI of the image as text.
        if field == AttributesField::ItunesImage && !text.is_empty() {
            let href = self.uri(text);
            return self.add_itunes_image(href);
        }
        let Some(media) = self.draft().media.as_deref_mut() else {
            return;
        };
        let attributes = match field {
            AttributesField::MediaCredit => media.credit.last_mut(),
            AttributesField::MediaRating => media.rating.as_mut(),
            AttributesField::MediaLicense => media.license.as_mut(),
            AttributesField::MediaRestriction => media.restriction.as_mut(),
            AttributesField::MediaPlayer => media.player.as_mut(),
            AttributesField::MediaThumbnail if !text.is_empty() => media.thumbnail.last_mut(),
            AttributesField::ItunesImage
            | AttributesField::Cloud
            | AttributesField::MediaContent
            | AttributesField::MediaThumbnail
            | AttributesField::MediaStatistics
            | AttributesField::MediaStarRating
            | AttributesField::Chapters
            | AttributesField::Chapter => None,
        };
        if let Some(attributes) = attributes {
            let name = if field == AttributesField::MediaThumbnail { "url" } else { "content" };
            if !attributes.iter().any(|(n, _)| n == name) {
                attributes.push((name.to_owned(), text.to_owned()));
            }
        }
    }
}

fn cloud(attributes: Attributes) -> Cloud {
    let mut cloud = Cloud::default();
    for (name, value) in attributes {
        match name.as_str() {
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
