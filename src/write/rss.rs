//! RSS 2.0 (<https://www.rssboard.org/rss-specification>).

use std::borrow::Cow;

use bozofeed_date::DateFormat;

use super::Target;
use super::atom::iri;
use super::core::{
    Core, has_content, is_address, language, media_type_of, own_attribute, page_of, readable, without_scripts,
};
use super::identifier::{Identifiers, SafeId};
use super::loss::LossReason;
use super::prepared::{EntryForm, PreparedEntry, PreparedFeed};
use crate::model::itunes::Itunes;
use crate::model::media::Media;
use crate::model::{Entry, Feed, Link, Person, Str};
use crate::vocabulary::write::{TextType, WriteText as _, write_attribute, write_uri_attribute, write_uris};
use crate::vocabulary::{escape_name, find_address, mailbox, text_as_read};
use bozofeed_text::html::uri::is_http;

impl Core<'_> {
    /// Writes the elements of a channel, except its items.
    pub(super) fn rss_channel(&mut self, feed: &PreparedFeed<'_>, first: Option<&Entry>) {
        match &feed.title {
            Some(title) => self.rss_text("rss", "title", title, false),
            None => self.out.element("rss", "title", ""),
        }
        // The page is required. Without one, the feed's own URL is a fallback.
        let id = feed.id.as_deref().filter(|id| is_http(id));
        let of_image = feed.image().and_then(|image| image.link.as_deref());
        let alternates =
            feed.links.iter().filter(|link| link.rel == "alternate").map(|link| link.href.as_deref());
        // The last resort is the site of the first entry, unless the entry was copied from another feed.
        let site = first.filter(|entry| entry.source().is_none()).and_then(|entry| site(page_of(entry)?));
        // Best first: RSS 2.0 expects the image and the channel to have the same link, whereas the URLs of
        // the document lead to XML.
        let others = [of_image, feed.url.as_deref(), feed.address.as_deref(), id, site];
        self.set_page([feed.link.as_deref()].into_iter().chain(alternates).chain(others));
        let is_page = |page: &str| self.out.markup().uri(page).is_ok();
        // If the feed's own page can be written, `rss_links` writes it.
        if !feed.link.as_deref().is_some_and(is_page) {
            write_uris(&self.page, ("rss", "link"), self.out);
            if self.page.is_none() {
                self.out.lose_part("/rss:link", LossReason::Missing);
            }
        }
        self.rss_links(&feed.links, feed.link.as_deref());
        self.feed_pages(feed);
        match feed.subtitle().or(feed.summary.as_ref()) {
            Some(subtitle) => self.rss_text("rss", "description", subtitle, true),
            None => self.out.element("rss", "description", ""),
        }
        if let Some(id) = &feed.id {
            match SafeId::new(id.as_str()) {
                Ok(id) => {
                    let is_iri = iri(id.as_str()).as_ref() == Some(&id);
                    self.identifier(if is_iri { "atom" } else { "rss2" }, &id);
                }
                Err(reason) => self.out.lose_part("/rss2:id", reason),
            }
        }
        match feed.language().map(language) {
            Some(Some(language)) => self.out.element("rss", "language", &language),
            Some(None) => self.out.lose_part("language", LossReason::Unreadable),
            None => {}
        }
        if let Some(rights) = feed.rights() {
            self.rss_text("rss", "copyright", rights, false);
        }
        // Other readers would see two authors.
        let itunes = feed.get::<Itunes>().filter(|_| !self.out.keeps_everything());
        self.rss_people("managingEditor", &feed.authors, itunes.and_then(|itunes| itunes.author.as_deref()));
        self.date("rss", "pubDate", &feed.published, DateFormat::Rfc822);
        self.date("rss", "lastBuildDate", &feed.updated, DateFormat::Rfc822);
        self.categories(&feed.tags, feed.get::<Media>());
        if let Some(generator) = feed.generator() {
            self.generator(generator, feed);
        }
        write_uris(&feed.icon().map(Str::from), ("atom", "icon"), self.out);
        write_uris(&feed.logo().map(Str::from), ("atom", "logo"), self.out);
        self.feed_others(feed, true);
    }

    /// Writes the content of an item element.
    pub(super) fn rss_item(&mut self, entry: &PreparedEntry<'_>, page: Option<&str>, ids: &mut Identifiers) {
        self.set_page([entry.link.as_deref(), page]);
        if let Some(title) = &entry.title {
            self.rss_text("rss", "title", title, false);
        }
        // RSS 2.0 does not require `guid`, so an item without an identifier gets none.
        let id = entry.id.as_deref().filter(|id| !id.is_empty());
        let id = id.map(|id| ids.unique(SafeId::new(id).ok(), entry));
        let id = id.as_ref().map(SafeId::as_str);
        let is_permalink =
            // A permalink can be opened in a browser (RSS 2.0, `guid`).
            entry.id_is_permalink == Some(true) && id == entry.id.as_deref() && id.is_some_and(is_http);
        self.rss_links(&entry.links, page_of(entry));
        self.replies(entry);
        if let Some(id) = id {
            self.out.open("rss", "guid");
            // The default is `true`.
            if !is_permalink {
                self.out.attribute("isPermaLink", "false");
            }
            self.out.plain(id);
            self.out.close();
            self.set_original_id(entry.id.as_deref(), id);
        }
        // RSS readers sort and show entries only by this date.
        if !self.date("rss", "pubDate", &entry.published, DateFormat::Rfc822)
            && let Some(date) = readable([&entry.updated, entry.created()])
        {
            self.date("rss", "pubDate", date, DateFormat::Rfc822);
        }
        self.date("atom", "updated", &entry.updated, DateFormat::Rfc3339);
        match &entry.summary {
            Some(summary) => self.rss_text("rss", "description", summary, true),
            // An item needs a title or a description.
            None if entry.title.is_none() => self.out.element("rss", "description", ""),
            None => {}
        }
        for (at, content) in entry.content.iter().map(without_scripts).enumerate() {
            let content = &*content;
            // Even plain text is written in the element that RSS readers look for, as markup that displays
            // it. An item has only one such element; further contents become Atom elements.
            if at == 0
                && content.src().is_none()
                && (content.is_markup() || content.media_type == "text/plain")
            {
                self.rss_text("content", "encoded", content, true);
            } else if self.out.keeps_everything() {
                self.contents("atom", content);
            } else {
                self.construct("atom", "content", content);
            }
        }
        self.rss_people("author", &entry.authors, None);
        self.categories(&entry.tags, entry.get::<Media>());
        if let Some(rights) = entry.rights() {
            self.construct("atom", "rights", rights);
        }
        if let Some(source) = entry.source() {
            self.rss_source(source);
        }
        self.entry_others(entry);
    }

    /// Writes the content of a live item element.
    pub(super) fn live_item(&mut self, entry: &Entry) {
        let form = EntryForm { target: Target::Rss, keeps_everything: self.out.keeps_everything() };
        let entry = PreparedEntry::new(entry, form);
        self.rss_item(&entry, None, &mut Identifiers::default());
    }

    /// Writes the links. The RSS element is only for the page; other links become Atom links, except enclosures.
    fn rss_links(&mut self, links: &[Link], page: Option<&str>) {
        let is_page =
            |link: &Link| link.rel == "alternate" && link.href.is_some() && link.href.as_deref() == page;
        let mut needs_page = page.is_some();
        if let Some(page) = page
            && !links.iter().any(is_page)
        {
            write_uris([&page.into()], ("rss", "link"), self.out);
            needs_page = false;
        }
        for link in links {
            let absolute = link.href.as_deref().and_then(|href| self.out.markup().uri(href).ok());
            let can_be_absolute = absolute.is_some();
            let page_url = absolute.filter(|_| needs_page && is_page(link)).map(Cow::into_owned);
            if let Some(url) = page_url {
                needs_page = false;
                self.page_link(link, &url);
            // The URL of an enclosure must be absolute in RSS 2.0. An Atom link may be relative (RFC 4287
            // §4.2.7.1), so it is the fallback.
            } else if link.rel == "enclosure" && can_be_absolute {
                self.enclosure(link);
            } else {
                self.link(link);
            }
        }
    }

    /// Writes an enclosure, whose length and type are required.
    fn enclosure(&mut self, link: &Link) {
        self.out.open("rss", "enclosure");
        write_uri_attribute(link.href.as_ref(), "url", self.out);
        // RSS Best Practices Profile: a length that cannot be determined is 0.
        self.out.any_attribute("length", &link.length().present().unwrap_or("0".into()));
        let media_type = media_type_of(link);
        self.out.attribute("type", media_type.unwrap_or("application/octet-stream"));
        // RSS defines no other attributes, but some have a namespace. Other readers only look for this element.
        self.own_attributes(link);
        self.other_attributes(link);
        self.out.close();
    }

    /// Writes the link of the page. Its element contains only a URL.
    fn page_link(&mut self, link: &Link, url: &str) {
        self.out.open("rss", "link");
        self.own_attributes(link);
        // Some readers do not find the URL in an element with attributes.
        if self.out.keeps_everything() {
            let media_type = link.full_type().map(Str::from);
            write_attribute(&media_type, &own_attribute("type"), self.out);
            write_attribute(link.length(), &own_attribute("length"), self.out);
            self.other_attributes(link);
        }
        self.out.plain(url);
        self.out.close();
    }

    /// Writes the values of a link for which neither of its elements has an attribute.
    fn own_attributes(&mut self, link: &Link) {
        write_attribute(&link.hreflang().map(Str::from), &own_attribute("hreflang"), self.out);
        write_attribute(&link.title().map(Str::from), &own_attribute("title"), self.out);
        write_attribute(link.duration(), &own_attribute("duration"), self.out);
        if !link.extensions().is_empty() {
            self.out.lose_part("/extensions", LossReason::NoPlace);
        }
    }

    /// Writes people: the first one with an address in the RSS element, others in Dublin Core elements. A person with more values, such
    /// as a page, either loses them or becomes an Atom person. `known` is the author in the iTunes element.
    fn rss_people(&mut self, local: &str, people: &[Person], known: Option<&str>) {
        // RSS allows only one.
        let mut has_room = true;
        for person in people.iter().filter(|person| has_content(person)) {
            let name = person.name.as_deref().filter(|name| !name.trim().is_empty()).map(escape_name);
            let name = name.as_deref();
            let email = person.email.as_deref().filter(|email| is_address(email));
            let usual = email.and_then(|email| mailbox(person.name.as_deref(), Some(email)));
            let has_more =
                person.uri.is_some() || person.avatar().is_some() || !person.extensions().is_empty();
            let raw = text_as_read(person).filter(|_| !has_more);
            // A name with an address in it would be read as both.
            let is_ambiguous = raw.is_none() && name.is_some_and(|name| find_address(name).is_some());
            // Other readers could not tell the name from an address, or it is missing.
            let is_of_atom = is_ambiguous
                || has_more
                    && (self.out.keeps_everything() || name.is_none() || name == person.uri.as_deref());
            if is_of_atom {
                self.person("author", person);
            } else if has_more {
                self.lose_details(local, person);
            }
            if is_of_atom {
                // It is written above.
            } else if let Some(usual) =
                usual.as_deref().filter(|usual| has_room && raw.is_none_or(|raw| raw == *usual))
            {
                self.out.element("rss", local, usual);
                has_room = self.out.keeps_everything();
            } else {
                // Writing the original text preserves a person that is not in the form of RSS 2.0.
                let Some(text) = raw.or(usual.as_deref()).or(name).or(person.email.as_deref()) else {
                    continue;
                };
                if known != Some(text) {
                    self.out.element("dc", "creator", text);
                }
            }
        }
    }

    /// Records the values of a person that its element cannot contain.
    fn lose_details(&mut self, local: &str, person: &Person) {
        let details = [("uri", person.uri.is_some()), ("avatar", person.avatar().is_some())];
        for (detail, is_there) in details.into_iter().chain([("extensions", !person.extensions().is_empty())])
        {
            if is_there {
                self.out.lose_part(&format!("/{local}/{detail}"), LossReason::NoPlace);
            }
        }
    }

    /// Writes the source feed of a copied item: in the RSS element for other readers or if it fits there, and otherwise in the Atom
    /// element.
    fn rss_source(&mut self, feed: &Feed) {
        let page = feed.link.as_deref().filter(|_| !self.out.keeps_everything());
        let url = feed.href().or_else(|| feed.self_url()).or(page);
        let mut simple = made!(Feed { title: feed.title.clone() });
        simple.set_href(feed.href().map(Str::from));
        // The RSS `source` element only has room for a URL and a title.
        let is_simple = *feed == simple;
        match url {
            None if !self.out.keeps_everything() => self.out.lose_part("/source", LossReason::NoPlace),
            Some(url) if is_simple || !self.out.keeps_everything() => {
                if has_more(feed) {
                    self.out.lose_part("/source", LossReason::NoPlace);
                }
                self.out.open("rss", "source");
                self.out.uri_attribute("url", url);
                if let Some(title) = &feed.title {
                    self.out.value(title, TextType::Optional);
                }
                self.out.close();
            }
            _ => self.source(feed, false),
        }
    }
}

/// Returns whether a source has values that affect the entry, such as rights, but have no place in an RSS item. Its other values
/// only identify or describe the source.
fn has_more(source: &Feed) -> bool {
    let mut rest = source.clone();
    rest.authors.clear();
    (rest.id, rest.link, rest.title) = (None, None, None);
    (rest.published, rest.updated) = Default::default();
    rest.set_subtitle(None);
    rest.set_icon(None);
    rest.set_logo(None);
    rest.set_href(None);
    rest.links.retain(|link| !matches!(&*link.rel, "alternate" | "self"));
    rest != Feed::default()
}

/// Returns the root URL of a page's site.
fn site(page: &str) -> Option<&str> {
    let host = page.find("://").filter(|_| is_http(page))? + "://".len();
    let path = page.get(host..)?.find('/')?;
    page.get(..=host + path)
}
