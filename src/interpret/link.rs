//! Links, enclosures and licenses.

use std::borrow::Cow;
use std::time::Duration;

use super::attributes::lower_name;
use super::{Destination, ElementContent, Interpreter};
use crate::diagnostics::WarningKind;
use crate::model::{Link, Str};
use crate::page::DeclaredLink;
use crate::sink::{Member, Rank, Single, Subject};
use crate::vocabulary::{self, Length, ReadAs, link_uri};
use bozofeed_text::html::uri::is_relative;
use bozofeed_text::html::url_names::shows_attribute;
use bozofeed_text::media_type::{self, DeclaredType, ParsedMediaType, declared};
use bozofeed_text::trim::trim;

const ALTERNATE: &str = "alternate";
const ENCLOSURE: &str = "enclosure";

/// The attributes for which a link has a field.
const FIELDS: &[&str] = &["href", "url", "uri", "rel", "type", "hreflang", "title", "length"];

impl Interpreter<'_, '_, '_> {
    /// Returns the link described by the attributes. A given `rel` replaces the one in the attributes.
    fn link_of_attributes(&mut self, rel: Option<&'static str>) -> Link {
        let mut link = made!(Link { rel: Str::from_static(rel.unwrap_or(ALTERNATE)) });
        let (mut length, mut duration) = (None, None);
        let mut others = false;
        for attribute in self.reader.attributes() {
            let name = lower_name(attribute);
            let value = attribute.value.as_ref();
            match own_name(&name) {
                // RFC 3986 §4.4: an empty reference is the base. In other formats, it has no meaning.
                "href" if trim(value).is_empty() && vocabulary::is_atom(self.current.namespace) => {
                    let base = if self.options.resolve_urls { self.base_for(value) } else { "" };
                    link.href = Some(Str::shared(self.budget.resolve(base, "")));
                }
                "href" | "url" | "uri" => link.href = self.link_uri(value),
                // RFC 4287 §4.2.7.2: a registered name and its URI are equivalent.
                "rel" if rel.is_none() => {
                    let name = trim(value)
                        .strip_prefix("http://www.iana.org/assignments/relation/")
                        .unwrap_or(value);
                    link.rel = relation(name);
                    others |= name.len() < trim(value).len();
                }
                "rel" => {}
                "type" => {
                    let DeclaredType { media_type, has_more } = declared(value);
                    link.media_type = media_type.map(|media_type| match media_type::shared(&media_type) {
                        Cow::Borrowed(known) => Str::from_static(known),
                        Cow::Owned(other) => other.into(),
                    });
                    others |= has_more;
                }
                "hreflang" => link.set_hreflang(Some(value.into())),
                "title" => link.set_title(Some(value.into())),
                "length" => length = Some(value.to_owned()),
                "duration" if rel == Some(ENCLOSURE) => duration = Some(value.to_owned()),
                _ => others = true,
            }
        }
        if let Some(raw) = duration {
            let duration = self.typed::<Duration>(raw);
            link.set_duration(duration);
        }
        if let Some(length) = length {
            link.set_length(self.typed::<Length>(length));
        }
        if others {
            self.other_attributes(&mut link);
        }
        // Most are absolute, and need no copy.
        if let Some(written) = self.written_target().filter(|written| is_relative(trim(written))) {
            let written = written.to_owned();
            // After the other attributes, since their list replaces the list to which this attribute is added.
            self.keep_written(&mut link, &written);
        }
        self.warn_of_relative(link.href.as_deref());
        link
    }

    /// Records a link of an HTML page to one of its feeds ("alternate": feed autodiscovery).
    pub(super) fn take_page_link(&mut self) {
        let rel = self.attribute("rel").unwrap_or("");
        let declared = DeclaredLink {
            rel,
            media_type: self.attribute("type"),
            href: self.attribute("href").unwrap_or(""),
            title: self.attribute("title"),
            is_variant: self.attribute("hreflang").is_some(),
        };
        if declared.is_feed(self.budget.urls()) {
            let link = self.link_of_attributes(Some(ALTERNATE));
            if let Some(link) = self.budget.keep(link) {
                self.document.page_links.push(link);
            }
        }
    }

    /// Keeps the original form of a resolved URI among the attributes, under `href`.
    fn keep_written(&mut self, link: &mut Link, written: &str) {
        let is_changed =
            link.href.as_deref().is_some_and(|href| !written.is_empty() && href != trim(written));
        if is_changed && is_relative(trim(written)) {
            link.attributes.insert(self.trees.shared_name("href"), written.to_owned());
        }
    }

    /// Offers the page of the subject.
    fn offer_page(&mut self, page: Str, rank: Rank) {
        if self.is_link_of_rss() {
            self.take_page(&page);
        }
        let origin = self.origin_as(rank);
        self.offer_from(Single::Page(page), &origin);
    }

    /// Adds the attributes that have no field.
    fn other_attributes(&mut self, link: &mut Link) {
        let is_other = |(name, value): &(Cow<'_, str>, &str)| {
            let name = own_name(name);
            let is_field = FIELDS.contains(&name) || name == "duration" && link.rel == ENCLOSURE;
            // The field has the value in another form; the original value is kept beside it.
            let is_replaced = match name {
                "rel" => value.len() > link.rel.len() && value.ends_with(&*link.rel),
                "type" => declared(value).has_more,
                _ => false,
            };
            (!is_field || is_replaced) && shows_attribute(name, value)
        };
        let all = self.reader.attributes().iter();
        let others = all.map(|attribute| (lower_name(attribute), attribute.value.as_ref())).filter(is_other);
        link.attributes =
            others.map(|(name, value)| (self.trees.shared_name(own_name(&name)), value)).collect();
    }

    /// Returns the URI in the start tag, as written.
    fn written_target(&self) -> Option<&str> {
        ["href", "url", "uri"].iter().find_map(|name| self.attribute(name))
    }

    /// Returns whether the start tag contains a URI, even one that is not kept.
    fn has_target(&self) -> bool {
        self.written_target().is_some()
    }

    /// Starts a `link`. Atom's has attributes, that of RSS has text.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn start_link(&mut self) -> ElementContent {
        if self.reader.attributes().is_empty() {
            return ElementContent::Collected(Destination::Link(None));
        }
        let link = self.link_of_attributes(None);
        if !self.has_target() || self.is_link_of_rss() {
            return ElementContent::Collected(Destination::Link(Some(Box::new(link))));
        }
        self.add_link_of_attributes(link);
        Self::stated()
    }

    /// Adds the link in the start tag of a CDF channel or item. Its other attributes belong to the channel or the item.
    pub(super) fn take_href(&mut self) {
        let mut link = self.link_of_attributes(None);
        link.attributes.retain(|name, _| !matches!(name, "about" | "lastmod"));
        self.add_link_of_attributes(link);
    }

    fn add_link_of_attributes(&mut self, link: Link) {
        // An empty reference leads to the document itself (RFC 3986 §4.4), which is hardly the page.
        let is_empty = self.written_target().is_some_and(|written| trim(written).is_empty());
        self.add_link(link, if is_empty { Rank::Hint } else { self.current.rank });
    }

    /// Returns the treatment of the content of an element whose attributes have provided the value.
    pub(super) fn stated() -> ElementContent {
        ElementContent::Collected(Destination::Stated)
    }

    /// Returns whether the element is an RSS `link`, whose text takes precedence over its attributes.
    fn is_link_of_rss(&self) -> bool {
        self.document.is_rss()
            && !vocabulary::is_atom(self.current.namespace)
            && vocabulary::is_format(self.current.namespace)
            && self.current.local().eq_ignore_ascii_case("link")
    }

    /// Returns whether the element is the `link` of an RSS channel.
    pub(super) fn is_link_of_channel(&self) -> bool {
        self.subject() == Subject::Feed && self.is_link_of_rss()
    }

    /// Adds a link with a known URI, and offers its target as the page.
    fn add_link(&mut self, link: Link, rank: Rank) {
        // An alternate of another type is another form of the feed or the entry, not its page.
        let html = link.media_type.as_deref().is_none_or(|name| ParsedMediaType::parse(name).is_html());
        let page = link.href.clone().filter(|_| link.rel == ALTERNATE && html);
        self.add(Member::Link(link));
        if let Some(page) = page {
            self.offer_page(page, rank);
        }
    }

    /// Ends a link without a URI, or an enclosure. Its text is the URI.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_link(&mut self, link: Option<Box<Link>>, text: &str) {
        let is_bare = link.is_none();
        let mut link = link.map_or_else(|| made!(Link { rel: Str::from_static(ALTERNATE) }), |link| *link);
        if text.is_empty() && link.href.is_some() {
            return self.add_link(link, self.current.rank);
        }
        let is_page = link.rel == ALTERNATE || link.rel != ENCLOSURE && self.is_link_of_rss();
        // The text of an RSS link replaces the URI in its attributes.
        if link.href.is_some() {
            link.attributes.retain(|name, _| name != "href");
        }
        let href = self.link_uri(text);
        if let Some(href) = href.as_ref().filter(|href| !href.is_empty()) {
            self.warn_of_relative(Some(href));
            link.href = Some(href.clone());
            self.keep_written(&mut link, text);
        }
        self.add(Member::Link(link));
        // An empty element is a statement, unlike a missing one; neither hides a known page. An element with attributes is not
        // empty: it may have a URI that is not kept.
        if let Some(href) = href.filter(|href| is_page && (is_bare || !href.is_empty())) {
            self.offer_page(href, self.current.rank);
        }
    }

    fn warn_of_relative(&mut self, href: Option<&str>) {
        if let Some(href) = href.filter(|href| is_relative(href) && self.base_for(href).is_empty()) {
            self.warn(WarningKind::RelativeLink, href);
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn start_enclosure(&mut self) -> ElementContent {
        let link = self.link_of_attributes(Some(ENCLOSURE));
        if !self.has_target() {
            return ElementContent::Collected(Destination::Link(Some(Box::new(link))));
        }
        self.add(Member::Link(link));
        Self::stated()
    }

    /// Returns the URI of a link, which is also the URI of its target page.
    pub(super) fn link_uri(&self, reference: &str) -> Option<Str> {
        let uri = self.uri(reference)?;
        Some(link_uri(uri))
    }

    /// Returns the URI in `rdf:resource`.
    pub(super) fn rdf_resource(&self) -> Option<Cow<'_, str>> {
        self.rdf_attribute("resource").and_then(|resource| self.uri(resource))
    }

    /// Returns an RDF attribute (RDF/XML §2.12), which old feeds write without a prefix.
    pub(super) fn rdf_attribute(&self, name: &str) -> Option<&str> {
        let found = self.reader.attributes().iter().find(|attribute| {
            let prefix = vocabulary::prefix(attribute.name.namespace);
            attribute.name.local.eq_ignore_ascii_case(name)
                && (prefix == Some("rdf") || attribute.name.prefix.is_empty())
        });
        found.map(|attribute| attribute.value.as_ref())
    }

    /// Starts a license: `cc:license rdf:resource="…"`, or `creativeCommons:license` with the URI as text.
    pub(super) fn start_license(&mut self, read_as: ReadAs) -> ElementContent {
        if self.rdf_attribute("resource").is_none() {
            return ElementContent::Collected(Destination::Known(read_as));
        }
        let resource = self.rdf_resource().map(Str::shared);
        self.add_license(resource);
        Self::stated()
    }

    pub(super) fn add_license(&mut self, href: Option<Str>) {
        self.add(Member::Link(made!(Link { href, rel: Str::from_static("license") })));
    }
}

/// Returns the name of an attribute. The writer adds a prefix to names that `enclosure` of RSS does not have.
fn own_name(name: &str) -> &str {
    name.strip_prefix("bozofeed:").unwrap_or(name)
}

/// Returns the name of a relation (RFC 8288 §3.3). The common ones are not copied, and are in lower case (§2.1.1).
fn relation(name: &str) -> Str {
    const USUAL: [&str; 8] = ["alternate", "self", "enclosure", "replies", "hub", "edit", "next", "related"];
    let usual = USUAL.iter().find(|usual| usual.eq_ignore_ascii_case(name));
    usual.map_or_else(|| name.into(), |usual| Str::from_static(usual))
}
