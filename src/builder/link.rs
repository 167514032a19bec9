//! Links, enclosures and licenses.

use std::borrow::Cow;
use std::sync::Arc;

use super::attributes::lower_name;
use super::draft::keep;
use super::{Builder, Frame, Target};
use crate::content::is_relative;
use crate::model::{Link, Typed};
use crate::names::kept;
use crate::vocabulary::{self, Rule};
use crate::warning::WarningKind;

const ALTERNATE: &str = "alternate";

/// The attributes that a link has fields for.
const FIELDS: &[&str] = &["href", "url", "uri", "rel", "type", "hreflang", "title", "length"];

impl<'a> Builder<'a, '_> {
    /// The link that the attributes describe.
    fn link_of_attributes(&mut self, rel: Option<&'static str>) -> Link {
        let mut has_others = false;
        let mut link = Link { rel: Cow::Borrowed(rel.unwrap_or(ALTERNATE)), ..Link::default() };
        for attribute in self.reader.attributes() {
            let name = lower_name(attribute);
            let value = attribute.value.as_ref();
            match name.as_ref() {
                "href" | "url" | "uri" => link.href = self.shared_uri(value),
                // RFC 4287 §4.2.7.2: a registered name and its URI are the same.
                "rel" if rel.is_none() => {
                    let name = value
                        .trim()
                        .strip_prefix("http://www.iana.org/assignments/relation/")
                        .unwrap_or(value);
                    link.rel = relation(name);
                }
                "rel" => {}
                "type" => link.media_type = Some(media_type(value)),
                "hreflang" => link.hreflang = Some(value.into()),
                "title" => link.title = Some(value.into()),
                "length" => link.length = Some(Box::new(length(value))),
                _ => has_others = true,
            }
        }
        if has_others {
            self.other_attributes(&mut link);
        }
        link
    }

    /// A page around no feed may name its feeds (HTML, "alternate": feed autodiscovery).
    pub(super) fn take_page_link(&mut self) {
        let rel = self.attribute("rel").unwrap_or("");
        let is_alternate = rel.split_ascii_whitespace().any(|name| name.eq_ignore_ascii_case(ALTERNATE));
        if is_alternate && self.attribute("type").is_some_and(is_feed) {
            let link = self.link_of_attributes(Some(ALTERNATE));
            keep(&mut self.page_links, link);
        }
    }

    /// What a link has no field for.
    fn other_attributes(&mut self, link: &mut Link) {
        for attribute in self.reader.attributes() {
            let name = lower_name(attribute);
            if !FIELDS.contains(&name.as_ref()) {
                link.others().attributes.push((self.shared.name(&name), attribute.value.as_ref().to_owned()));
            }
        }
    }

    /// Whether the start tag says where the link leads, be it to nothing that is kept.
    fn has_target(&self) -> bool {
        ["href", "url", "uri"].iter().any(|name| self.attribute(name).is_some())
    }

    /// `link`: Atom's has attributes, RSS's has text.
    pub(super) fn start_link(&mut self) -> Frame<'a> {
        let link = self.link_of_attributes(None);
        let html = link.media_type.as_deref().is_none_or(vocabulary::is_html);
        let page = link.href.clone().filter(|_| link.rel == ALTERNATE && html);
        let has_target = self.has_target();
        self.warn_of(&link);
        let standing = self.standing();
        let draft = self.draft();
        keep(&mut draft.links, link);
        if let Some(page) = page {
            draft.link.offer(page, standing);
        }
        if has_target {
            return Frame::Nothing;
        }
        let index = draft.links.len() - 1;
        self.collect(Target::Link(index))
    }

    pub(super) fn end_link(&mut self, index: usize, text: Cow<'a, str>) {
        let text = super::construct::unescape_link(text);
        let Some(href) = self.shared_uri(&text) else {
            return;
        };
        if is_relative(&href) && self.base().is_empty() {
            self.warn(WarningKind::RelativeLink, &href);
        }
        let standing = self.standing();
        let draft = self.draft();
        if !href.is_empty()
            && let Some(link) = draft.links.get_mut(index)
        {
            link.href = Some(href.clone());
        }
        // An empty element says something, a missing one nothing; neither hides a page that is known.
        draft.link.offer(href, standing);
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
        let mut link = self.link_of_attributes(Some("enclosure"));
        let duration = link.attributes().iter().find(|(name, _)| name.as_ref() == "duration");
        link.duration = duration.map(|(_, raw)| Box::new(Typed::new(raw.as_str(), vocabulary::duration)));
        self.warn_of(&link);
        let has_target = self.has_target();
        let draft = self.draft();
        keep(&mut draft.links, link);
        if has_target {
            return Frame::Nothing;
        }
        let index = draft.links.len() - 1;
        self.collect(Target::Enclosure(index))
    }

    /// Some write the URI of an enclosure as its text.
    pub(super) fn end_enclosure(&mut self, index: usize, text: &str) {
        let href = if text.is_empty() { None } else { self.shared_uri(text) };
        if let Some(link) = self.draft().links.get_mut(index)
            && href.is_some()
        {
            link.href = href;
        }
    }

    /// The URI in `rdf:resource`.
    pub(super) fn rdf_resource(&self) -> Option<Cow<'_, str>> {
        self.rdf_attribute("resource").and_then(|resource| self.uri(resource))
    }

    /// An attribute of RDF's (RDF/XML §2.12), which old feeds write without a prefix.
    pub(super) fn rdf_attribute(&self, name: &str) -> Option<&str> {
        let found = self.reader.attributes().iter().find(|attribute| {
            let prefix = vocabulary::prefix(attribute.name.namespace);
            attribute.name.local.eq_ignore_ascii_case(name)
                && (prefix == Some("rdf") || attribute.name.prefix.is_empty())
        });
        found.map(|attribute| attribute.value.as_ref())
    }

    /// `cc:license rdf:resource="…"`, `creativeCommons:license` with the URI as text.
    pub(super) fn start_license(&mut self, rule: Rule) -> Frame<'a> {
        if self.rdf_attribute("resource").is_none() {
            return self.collect(Target::Rule(rule));
        }
        let resource = self.rdf_resource().map(Arc::from);
        self.add_license(resource);
        Frame::Nothing
    }

    pub(super) fn add_license(&mut self, href: Option<Arc<str>>) {
        let link = Link { href, rel: Cow::Borrowed("license"), ..Link::default() };
        keep(&mut self.draft().links, link);
    }
}

/// Whether a media type is one of a feed.
fn is_feed(media_type: &str) -> bool {
    let media_type = media_type.trim();
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"]
        .iter()
        .any(|feed| feed.eq_ignore_ascii_case(media_type))
}

/// A size in bytes; people write it with separators.
fn length(raw: &str) -> Typed<u64> {
    Typed::new(raw, |raw| {
        let digits: String = raw.trim().chars().filter(|c| !matches!(c, ',' | ' ' | '_')).collect();
        digits.parse().ok()
    })
}

/// A media type; those that nearly every link has are not copied.
fn media_type(written: &str) -> Cow<'static, str> {
    const USUAL: [&str; 8] = [
        "text/html",
        "application/rss+xml",
        "application/atom+xml",
        "audio/mpeg",
        "image/jpeg",
        "image/png",
        "video/mp4",
        "audio/x-m4a",
    ];
    kept(&USUAL, written)
}

/// The name of a relation (RFC 8288 §3.3); those that nearly every link has are not copied.
fn relation(name: &str) -> Cow<'static, str> {
    const USUAL: [&str; 8] = ["alternate", "self", "enclosure", "replies", "hub", "edit", "next", "related"];
    kept(&USUAL, name)
}
