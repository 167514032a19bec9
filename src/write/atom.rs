//! Atom 1.0 (RFC 4287).

use bozofeed_date::DateFormat;

use super::core::{Core, dates_of, has_author, logo, media_type_of, readable, written_date};
use super::identifier::{Identifiers, SafeId, urn};
use super::loss::LossReason;
use super::markup::encoded;
use super::prepared::{PreparedEntry, PreparedFeed, has_content};
use super::{Target, WriteError, Writer};
use crate::model::media::Media;
use crate::model::{Date, Entry, Feed, IdentityRule, Link, Person, Str, Text};
use crate::vocabulary::write::{write_attribute, write_uris};
use bozofeed_text::html::uri::scheme;
use bozofeed_text::maps::Set;
use bozofeed_text::media_type::ParsedMediaType;

/// The values of the feed for entries that lack them.
#[derive(Debug, Default)]
pub(super) struct FeedDefaults {
    /// The formatted date of the last change: the feed's own, or else the fallback.
    pub(super) updated: Option<String>,
    /// The author for entries without one, if the feed has no author.
    author: Option<Person>,
}

impl Core<'_> {
    /// Writes the elements of a feed, except its entries. `first` is the first entry.
    pub(super) fn atom_feed(
        &mut self,
        feed: &PreparedFeed<'_>,
        first: Option<&Entry>,
        writer: &Writer,
    ) -> Result<FeedDefaults, WriteError> {
        let of_entry = first.map(|entry| [&entry.updated, &entry.published, entry.created()]);
        // Atom requires `updated`.
        let own = readable(dates_of(feed));
        let updated = own
            .or_else(|| readable(of_entry.into_iter().flatten()))
            .cloned()
            .or_else(|| writer.fallback_date.map(Date::from))
            .ok_or_else(|| WriteError::MissingDate { entry: None, identity: String::new() })?;
        let url = feed.url.as_deref();
        let id = feed.id.as_deref().and_then(iri);
        // The identifier is generated from the URL of the feed, not from its title or dates, so that it
        // never changes (RFC 4287 §4.2.6).
        let id = id.unwrap_or_else(|| urn(url.or(feed.link.as_deref()).unwrap_or_default()));
        self.identifier("atom", &id);
        self.set_original_id(feed.id.as_deref(), id.as_str());
        self.required_title(feed.title.as_ref());
        self.date("atom", "updated", &updated, DateFormat::Rfc3339);
        if let Some(subtitle) = feed.subtitle() {
            self.construct("atom", "subtitle", subtitle);
        }
        self.atom_links(&feed.links, feed.link.as_deref());
        self.feed_pages(feed);
        self.people("author", &feed.authors);
        // §4.1.1 requires an author for the feed or for each entry. Later entries are not known yet; those without an author get this
        // one.
        let mut author = (!has_author(&feed.authors)).then(|| title_as_author(feed));
        if !first.is_some_and(has_own_author)
            && let Some(author) = author.take()
        {
            self.person("author", &author);
        }
        self.feed_details(feed);
        // The date of the first entry is not used, since it says nothing about the others.
        let inherited = own.cloned().or_else(|| writer.fallback_date.map(Date::from));
        let updated = inherited.and_then(|date| Some(written_date(&date, DateFormat::Rfc3339)?.into_owned()));
        Ok(FeedDefaults { updated, author })
    }

    /// Writes the content of an entry element.
    pub(super) fn atom_entry(
        &mut self,
        entry: &PreparedEntry<'_>,
        position: usize,
        ids: &mut Identifiers,
        inherited: &FeedDefaults,
    ) -> Result<(), WriteError> {
        let own = [&entry.updated, &entry.published, entry.created()];
        // The date of a copied entry can come from its source feed, but not from the feed into which it was
        // copied.
        let of_source = entry.source().map(dates_of).into_iter().flatten();
        let own = readable(own.into_iter().chain(of_source));
        let own = own.and_then(|date| written_date(date, DateFormat::Rfc3339));
        let updated = own.as_deref().or(inherited.updated.as_deref()).ok_or_else(|| {
            let identity = entry.identity(IdentityRule::Id).into_owned();
            WriteError::MissingDate { entry: Some(position), identity }
        })?;
        let id = ids.unique(entry.id.as_deref().and_then(iri), entry);
        self.identifier("atom", &id);
        self.set_original_id(entry.id.as_deref(), id.as_str());
        self.required_title(entry.title.as_ref());
        self.out.element("atom", "updated", updated);
        self.entry_parts(entry, inherited.author.as_ref().filter(|_| !has_own_author(entry)));
        Ok(())
    }

    /// Writes the elements of an entry, except the required ones. `author` is for an entry that needs one.
    pub(super) fn entry_parts(&mut self, entry: &Entry, author: Option<&Person>) {
        self.date("atom", "published", &entry.published, DateFormat::Rfc3339);
        self.atom_links(&entry.links, entry.link.as_deref());
        self.replies(entry);
        self.authors(&entry.authors, author);
        self.categories(&entry.tags, entry.get::<Media>());
        let is_document = self.target == Target::Atom;
        // Content or a page is required (§4.1.2). Without either, the summary or the title is the content.
        let needs_content = is_document && entry.content.is_empty() && !self.has_page(entry);
        let fallback =
            entry.summary.iter().chain(&entry.title).filter(|_| needs_content).find(|text| has_content(text));
        match &entry.summary {
            Some(summary) => self.construct("atom", "summary", summary),
            None if is_document && entry.content.first().is_some_and(needs_summary) => {
                self.out.element("atom", "summary", "");
            }
            None => {}
        }
        for (at, content) in entry.content.iter().chain(fallback).enumerate() {
            // At most one is allowed (§4.1.2).
            if at == 0 {
                self.construct("atom", "content", content);
            } else {
                self.contents("rss2", content);
            }
        }
        if needs_content && fallback.is_none() {
            self.out.element("atom", "content", "");
        }
        if let Some(rights) = entry.rights() {
            self.construct("atom", "rights", rights);
        }
        if let Some(source) = entry.source() {
            self.source(source, is_document && !has_author(&entry.authors));
        }
        self.entry_others(entry);
    }

    /// Returns whether a link to the page of an entry can be written.
    fn has_page(&self, entry: &Entry) -> bool {
        let links = entry.links.iter().filter(|link| link.rel == "alternate");
        let pages = links.filter_map(|link| link.href.as_deref()).chain(entry.link.as_deref());
        // The URL of a link may be relative.
        let is_written = |page| matches!(self.out.markup().uri(page), Ok(_) | Err(LossReason::RelativeUrl));
        pages.into_iter().any(is_written)
    }

    fn required_title(&mut self, title: Option<&Text>) {
        match title {
            Some(title) => self.construct("atom", "title", title),
            None => self.out.element("atom", "title", ""),
        }
    }

    /// Writes the links. Only one page is allowed for each type and language (§4.1.1, §4.1.2). For other readers, further pages get
    /// the relation `related`.
    pub(super) fn atom_links(&mut self, links: &[Link], page: Option<&str>) {
        let is_page = |link: &&Link| link.rel == "alternate" && link.href.is_some();
        if let Some(page) = page
            && !links.iter().any(|link| link.rel == "alternate" && link.href.as_deref() == Some(page))
        {
            self.link(&made!(Link { href: Some(page.into()), rel: "alternate".into() }));
        }
        let mut seen: Set<(Option<&str>, Option<&str>)> = Set::new();
        for link in links {
            let kind = (link.media_type.as_deref(), link.hreflang());
            if is_page(&link) && seen.contains(&kind) && self.target != Target::Json {
                if self.out.keeps_everything() {
                    self.link_as("rss2", "link", link);
                } else {
                    self.link(&made!(Link { rel: "related".into(), ..link.clone() }));
                }
                continue;
            }
            if is_page(&link) {
                seen.insert(kind);
            }
            self.link(link);
        }
    }

    /// Writes an Atom link (RFC 4287 §4.2.7).
    pub(super) fn link(&mut self, link: &Link) {
        self.link_as("atom", "link", link);
    }

    pub(super) fn link_as(&mut self, prefix: &str, local: &str, link: &Link) {
        let Some(href) = link.href.as_deref().filter(|href| !href.is_empty()) else {
            return self.out.lose_part("/link/@href", LossReason::NoPlace);
        };
        let href = match self.out.markup().uri(href) {
            Ok(href) => href,
            // The URL of a link may be relative (RFC 4287 §4.2.7.1).
            Err(LossReason::RelativeUrl) => encoded(href),
            Err(reason) => return self.out.lose_part("/link/@href", reason),
        };
        self.out.open(prefix, local);
        self.link_attributes(link, &href);
        self.out.close();
    }

    fn link_attributes(&mut self, link: &Link, href: &str) {
        // The relation defaults to `alternate` (RFC 4287 §4.2.7.2), but not every reader supports that.
        let written = link.attributes.get("rel").filter(|_| link.rel != "alternate");
        self.out.attribute("rel", written.unwrap_or(&link.rel));
        match media_type_of(link).filter(|media_type| media_type.contains('/')) {
            Some(media_type) => self.out.attribute("type", media_type),
            // The protocol of a hub, in JSON Feed, or a word that is not a media type.
            None if link.attributes.get("type").is_some() || link.media_type.is_some() => {
                self.out.lose_part("/@type", LossReason::NoPlace);
            }
            None => {}
        }
        self.out.any_attribute("href", href);
        write_attribute(&link.hreflang().map(Str::from), "hreflang", self.out);
        write_attribute(&link.title().map(Str::from), "title", self.out);
        write_attribute(link.length(), "length", self.out);
        // The gate drops an attribute that the tag already has. Thus the value of a field, which a program may have changed, takes
        // precedence over the attribute that was read.
        self.other_attributes(link);
        if !link.duration().is_absent() {
            self.out.lose_part("/@duration", LossReason::NoPlace);
        }
        if !link.extensions().is_empty() {
            self.out.lose_part("/extensions", LossReason::NoPlace);
        }
    }

    /// Writes the source feed of a copied entry (§4.2.11), with an author if the entry needs one from here.
    pub(super) fn source(&mut self, feed: &Feed, needs_author: bool) {
        self.out.open("atom", "source");
        let outer = self.enter(self.common_language(feed.title.iter().chain(feed.subtitle())));
        // The parts of a feed end with its original identifier. The original identifier of the surrounding
        // entry is set aside, so that it is not written inside the source.
        let of_entry = self.original_id.take();
        // §4.1.2: otherwise, the entry would inherit the authors of the feed into which it was copied.
        let needs_author = needs_author && !has_author(&feed.authors) && feed.title_text().is_some();
        let author = needs_author.then(|| title_as_author(feed));
        self.feed_parts(feed, author.as_ref());
        self.original_id = of_entry;
        self.leave(outer);
        self.out.close();
    }

    /// Writes the elements of a feed where none is required. `author` is for a feed that needs one.
    pub(super) fn feed_parts(&mut self, feed: &Feed, author: Option<&Person>) {
        match feed.id.as_deref().map(SafeId::new) {
            Some(Ok(id)) => self.identifier("atom", &id),
            Some(Err(reason)) => self.out.lose_part("/atom:id", reason),
            None => {}
        }
        if let Some(title) = &feed.title {
            self.construct("atom", "title", title);
        }
        self.date("atom", "updated", &feed.updated, DateFormat::Rfc3339);
        if let Some(subtitle) = feed.subtitle() {
            self.construct("atom", "subtitle", subtitle);
        }
        self.atom_links(&feed.links, feed.link.as_deref());
        self.feed_pages(feed);
        self.authors(&feed.authors, author);
        self.feed_details(feed);
    }

    /// Writes the authors, and `required` if there is one.
    fn authors(&mut self, own: &[Person], required: Option<&Person>) {
        self.people("author", own);
        if let Some(author) = required {
            self.person("author", author);
        }
    }

    /// Writes the values of a feed except its identity, texts, links and authors.
    fn feed_details(&mut self, feed: &Feed) {
        self.categories(&feed.tags, feed.get::<Media>());
        if let Some(rights) = feed.rights() {
            self.construct("atom", "rights", rights);
        }
        if let Some(generator) = feed.generator() {
            self.generator(generator, feed);
        }
        write_uris(&feed.icon().map(Str::from), ("atom", "icon"), self.out);
        // In JSON, a member contains the picture.
        let logo = if self.target == Target::Json { feed.logo() } else { logo(feed) };
        write_uris(&logo.map(Str::from), ("atom", "logo"), self.out);
        self.date("rss2", "pubDate", &feed.published, DateFormat::Rfc822);
        self.feed_others(feed, false);
    }

    /// Returns the language of a feed.
    pub(super) fn feed_language(&self, feed: &Feed) -> Option<Str> {
        self.common_language(feed.title.iter().chain(feed.subtitle()).chain(feed.rights()))
    }

    /// Returns the language of an entry.
    pub(super) fn entry_language(&self, entry: &Entry) -> Option<Str> {
        self.common_language(entry.title.iter().chain(&entry.summary).chain(&entry.content))
    }
}

/// Returns a person named after the title of a feed.
fn title_as_author(feed: &Feed) -> Person {
    let title = feed.title_text();
    made!(Person { name: Some(title.as_deref().unwrap_or("unknown").into()) })
}

/// Returns whether an entry has an author without the feed's: its own, or its source's (§4.2.1). The title of the source may serve as
/// its author.
fn has_own_author(entry: &Entry) -> bool {
    let of_source = |feed: &Feed| has_author(&feed.authors) || feed.title_text().is_some();
    has_author(&entry.authors) || entry.source().is_some_and(of_source)
}

/// Returns whether an entry with this content needs a summary, because the content is external or in Base64 (§4.1.2).
fn needs_summary(content: &Text) -> bool {
    let is_text = content.is_markup()
        || content.media_type.is_empty()
        || content.media_type.starts_with("text/")
        || ParsedMediaType::parse(&content.media_type).is_xml();
    content.src().is_some() || !is_text
}

/// Returns an identifier as an absolute IRI (RFC 4287 §4.2.6) if it has a scheme and is not a script URL. Disallowed characters are
/// percent-encoded. A UUID becomes a URN (RFC 9562 §4).
pub(super) fn iri(id: &str) -> Option<SafeId<'_>> {
    let is_digit =
        |(at, b): (usize, u8)| if matches!(at, 8 | 13 | 18 | 23) { b == b'-' } else { b.is_ascii_hexdigit() };
    if id.len() == 36 && id.bytes().enumerate().all(is_digit) {
        return SafeId::new(format!("urn:uuid:{}", id.to_ascii_lowercase())).ok();
    }
    // Neither the original nor the encoded form may be a script URL.
    scheme(id).and(SafeId::new(id).ok()).and_then(|_| SafeId::new(encoded(id)).ok())
}
