//! Links, enclosures and licenses.

use std::borrow::Cow;

use super::attributes::attribute_name;
use super::{Builder, Frame, Target};
use crate::model::{Link, Typed};
use crate::vocabulary::Rule;
use crate::warning::WarningKind;

const ALTERNATE: &str = "alternate";

impl<'a> Builder<'a, '_> {
    /// The link that the attributes describe.
    fn link_of_attributes(&self, rel: Option<&'static str>) -> Link {
        let mut link = Link { rel: Cow::Borrowed(rel.unwrap_or(ALTERNATE)), ..Link::default() };
        for attribute in self.reader.attributes() {
            let name = attribute_name(attribute);
            let value = attribute.value.as_ref();
            match name.as_ref() {
                "href" | "url" | "uri" => link.href = Some(self.resolved(value).into_owned()),
                // RFC 4287 §4.2.7.2: a registered name and its URI are the same.
                "rel" if rel.is_none() => {
                    let name = value
                        .trim()
                        .strip_prefix("http://www.iana.org/assignments/relation/")
                        .unwrap_or(value);
                    link.rel = Cow::Owned(name.to_owned());
                }
                "rel" => {}
                "type" => link.media_type = Some(value.to_owned()),
                "hreflang" => link.hreflang = Some(value.to_owned()),
                "title" => link.title = Some(value.to_owned()),
                "length" => link.length = Some(length(value)),
                _ => link.attributes.push((name.into_owned(), value.to_owned())),
            }
        }
        link
    }

    /// `link`: Atom's has attributes, RSS's has text.
    pub(super) fn start_link(&mut self) -> Frame<'a> {
        let link = self.link_of_attributes(None);
        let html = link.media_type.as_deref().is_none_or(is_html);
        let page = link.href.clone().filter(|_| link.rel == ALTERNATE && html);
        let has_href = link.href.is_some();
        let is_self = link.rel == "self" && link.media_type.is_none();
        self.warn_of(&link);
        let draft = self.draft();
        draft.links.push(link);
        if let Some(page) = page.filter(|_| !is_self) {
            draft.link = Some(page);
        }
        if has_href {
            return Frame::Nothing;
        }
        let index = draft.links.len() - 1;
        self.collect(Target::Link(index))
    }

    pub(super) fn end_link(&mut self, index: usize, text: Cow<'a, str>) {
        let text = super::construct::unescape_link(text);
        let href = self.resolved(&text).into_owned();
        if is_relative(&href) && self.base().is_empty() {
            self.warn(WarningKind::RelativeLink, &href);
        }
        let draft = self.draft();
        if !href.is_empty()
            && let Some(link) = draft.links.get_mut(index)
        {
            link.href = Some(href.clone());
        }
        // An empty element says something, a missing one nothing; neither hides a page that is known.
        if !href.is_empty() || draft.link.is_none() {
            draft.link = Some(href);
        }
    }

    fn warn_of(&mut self, link: &Link) {
        if let Some(length) = link.length.as_ref().filter(|length| length.value.is_none()) {
            self.warn(WarningKind::UnreadableLength, &length.raw);
        }
        if let Some(href) = link.href.as_deref().filter(|href| is_relative(href) && self.base().is_empty()) {
            self.warn(WarningKind::RelativeLink, href);
        }
    }

    pub(super) fn start_enclosure(&mut self) -> Frame<'a> {
        let link = self.link_of_attributes(Some("enclosure"));
        self.warn_of(&link);
        self.draft().links.push(link);
        Frame::Nothing
    }

    /// `cc:license rdf:resource="…"`, `creativeCommons:license` with the URI as text.
    pub(super) fn start_license(&mut self, rule: Rule) -> Frame<'a> {
        let resource =
            self.reader.attributes().iter().find(|a| a.name.local.eq_ignore_ascii_case("resource"));
        let Some(resource) = resource.map(|a| a.value.clone().into_owned()) else {
            return self.collect(Target::Rule(rule));
        };
        self.add_license(resource);
        Frame::Nothing
    }

    pub(super) fn add_license(&mut self, href: String) {
        let link = Link { href: Some(href), rel: Cow::Borrowed("license"), ..Link::default() };
        self.draft().links.push(link);
    }
}

/// Whether a reference has no scheme (RFC 3986 §4.2).
fn is_relative(reference: &str) -> bool {
    let scheme = reference.split(['/', '?', '#']).next().and_then(|first| first.split_once(':'));
    !reference.is_empty()
        && scheme.is_none_or(|(scheme, _)| !scheme.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether a media type is one of a page to be read.
fn is_html(media_type: &str) -> bool {
    matches!(
        media_type.trim().to_ascii_lowercase().as_str(),
        "text/html" | "html" | "application/xhtml+xml" | "xhtml"
    )
}

/// A size in bytes; people write it with separators.
fn length(raw: &str) -> Typed<u64> {
    Typed::new(raw, |raw| {
        let digits: String = raw.trim().chars().filter(|c| !matches!(c, ',' | ' ' | '_')).collect();
        digits.parse().ok()
    })
}
