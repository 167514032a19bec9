//! JSON Feed 1.1 (<https://www.jsonfeed.org/version/1.1/>).
//!
//! The rows that define how members are read also define how they are written. Their values are taken from a copy of the feed or the
//! entry, and the remaining values are written as elements ([`ElementsObject`](crate::vocabulary::json_feed::ElementsObject)). If a
//! member cannot hold a text or a list completely, the elements repeat all of it, and take precedence when the feed is read.

use std::borrow::{Borrow, Cow};
use std::io;
use std::mem::take;

use bozofeed_date::DateFormat;

use super::core::{
    Core, is_url_alone, language as valid_language, logo, media_tags, media_type_of, page_of,
    without_scripts, written_date,
};
use super::elements::JsonElements;
use super::gate::{DocumentSink as _, Gate};
use super::identifier::{Identifiers, SafeId};
use super::json_text::JsonText;
use super::loss::LossReason;
use super::markup::{Markup, PolicyMarkup};
use super::prepared::{PreparedEntry, PreparedFeed};
use super::strict_json::StrictJson;
use super::{Target, WriteError, Writer, Written};
use crate::model::itunes::Itunes;
use crate::model::media::Media;
use crate::model::paging::Paging;
use crate::model::{Date, Entry, Extension, Feed, Link, Person, Str, Tag, Text, Typed};
use crate::sink::{Rank, Single, SingleField, SingleOwner};
use crate::vocabulary::json_feed::{FEED, ITEM, JsonMember, LinkTarget};
use crate::vocabulary::write::{WriteText as _, WriteValue};
use crate::vocabulary::{TextField, escape_name, without_mailto};
use bozofeed_model::internal::RareFields as _;
use bozofeed_text::maps::{Map, Set};

const VERSION: &str = "https://jsonfeed.org/version/1.1";

/// The names that extensions may not have, in addition to the names of the rows: `version`, and `author` of JSON Feed 1.0.
const RESERVED: [&str; 2] = ["version", "author"];

pub(super) fn write<E: Borrow<Entry>>(
    writer: &Writer,
    feed: &PreparedFeed<'_>,
    entries: &mut dyn Iterator<Item = E>,
    mut ids: Identifiers,
    prefixes: &[(String, String)],
    markup: Markup,
    to: &mut dyn io::Write,
) -> Result<Written, WriteError> {
    let mut json = JsonText::new(writer.indent, to);
    let mut elements = Gate::of_objects(prefixes, markup, writer.keeps_everything);
    json.open('{');
    json.text("version", VERSION);
    let mut top = Members::new(Rest::Feed(Box::new(feed.to_feed())), &mut json, &mut elements, &mut ids);
    top.write(FEED);
    // The feed is written before `items`, so the language that items inherit is known. The extension object of
    // the feed also declares prefixes for the extension objects of the items.
    let language = top.language;
    json.name("items");
    json.open('[');
    let mut count = 0;
    for entry in entries {
        elements.markup.entry = Some(count);
        json.item();
        json.open('{');
        // Each member takes its value from this copy. The elements are written last, with the remaining values.
        let mut entry = Box::new(PreparedEntry::new(entry.borrow(), feed.form_of_entries()).into_owned());
        for content in &mut entry.content {
            if let Cow::Owned(plain) = without_scripts(content) {
                *content = plain;
            }
        }
        let mut item = Members::new(Rest::Entry(entry), &mut json, &mut elements, &mut ids);
        item.language.clone_from(&language);
        item.write(ITEM);
        json.close('}');
        json.flush()?;
        count += 1;
    }
    json.close(']');
    json.close('}');
    json.end()?;
    Ok(elements.markup.into_written(count))
}

/// The values that were not written as members yet.
enum Rest {
    Feed(Box<Feed>),
    Entry(Box<Entry>),
}

/// Evaluates an expression for a feed or an entry.
macro_rules! of_either {
    ($rest:expr, $it:ident => $value:expr) => {
        match $rest {
            Rest::Feed($it) => $value,
            Rest::Entry($it) => $value,
        }
    };
}

impl Rest {
    fn take_text(&mut self, field: TextField) -> Option<Text> {
        match (self, field) {
            (Self::Feed(feed), TextField::Subtitle) => feed.rare_mut().subtitle.take().map(|text| *text),
            (Self::Feed(feed), TextField::Info) => feed.rare_mut().info.take().map(|text| *text),
            (Self::Entry(entry), TextField::Summary) => entry.summary.take(),
            (rest, TextField::Title) => of_either!(rest, it => it.title.take()),
            _ => None,
        }
    }

    fn put_text(&mut self, field: TextField, text: Text) {
        match (self, field) {
            (Self::Feed(feed), TextField::Subtitle) => feed.set_subtitle(Some(text)),
            (Self::Feed(feed), TextField::Info) => feed.set_info(Some(text)),
            (Self::Entry(entry), TextField::Summary) => entry.summary = Some(text),
            (rest, TextField::Title) => of_either!(rest, it => it.title = Some(text)),
            _ => {}
        }
    }

    fn owner(&mut self) -> SingleOwner<'_> {
        match self {
            Self::Feed(feed) => SingleOwner::Feed(feed),
            Self::Entry(entry) => SingleOwner::Entry(entry),
        }
    }

    fn links(&mut self) -> &mut Vec<Link> {
        of_either!(self, it => &mut it.links)
    }

    /// Takes the links with a relation.
    fn take_links(&mut self, rel: &str) -> Vec<Link> {
        self.links().extract_if(.., |link| link.rel == rel).collect()
    }
}

/// The members of the top object or of an item.
struct Members<'w, 't> {
    rest: Rest,
    json: &'w mut JsonText<'t>,
    elements: &'w mut Gate<JsonElements>,
    ids: &'w mut Identifiers,
    /// The language in force.
    language: Option<Str>,
    /// The summary as plain text, for an item without content.
    summary: String,
    /// Whether a content member contains the summary.
    is_summary_content: bool,
    has_content: bool,
    /// The page of the feed or entry.
    page: Option<Str>,
}

impl<'w, 't> Members<'w, 't> {
    fn new(
        rest: Rest,
        json: &'w mut JsonText<'t>,
        elements: &'w mut Gate<JsonElements>,
        ids: &'w mut Identifiers,
    ) -> Self {
        // Readers do not assume that the `id` of an item is its page (JSON Feed 1.1, "Items").
        let page = match &rest {
            Rest::Feed(feed) => feed.link.as_deref(),
            Rest::Entry(entry) => page_of(entry),
        };
        Self {
            page: page.map(Str::from),
            rest,
            json,
            elements,
            ids,
            language: None,
            summary: String::new(),
            is_summary_content: false,
            has_content: false,
        }
    }

    fn write(&mut self, rows: &[(&'static str, JsonMember)]) {
        for (name, member) in rows {
            self.member(name, *member, rows);
        }
    }

    fn report(&mut self, path: &str, reason: LossReason) {
        let Markup { entry, losses, .. } = &mut self.elements.markup;
        losses.report(*entry, || path.to_owned(), reason);
    }

    fn member(&mut self, name: &'static str, member: JsonMember, rows: &[(&'static str, JsonMember)]) {
        match member {
            JsonMember::Language => self.language(name),
            JsonMember::Id => self.id(name),
            JsonMember::Text(TextField::Content, media_type) => self.content(name, media_type == "text/html"),
            JsonMember::Text(field, _) => self.text(name, field),
            JsonMember::Single(field) => self.single(name, field),
            JsonMember::Link(rel, media_type, target) => self.link(name, (rel, media_type), target),
            JsonMember::Links(rel) => self.links(name, rel),
            JsonMember::Image => self.image(name),
            JsonMember::BannerImage => self.banner_image(name),
            JsonMember::Expired => self.expired(name),
            JsonMember::Authors => self.authors(name),
            JsonMember::Tags => self.tags(name),
            JsonMember::Elements => {
                // Extensions that were JSON members become members again. The others are XML elements, and are
                // written below.
                let members: Vec<Extension> = of_either!(&mut self.rest, it => {
                    if it.extensions().is_empty() {
                        Vec::new()
                    } else {
                        it.rare_mut().extensions.extract_if(.., |extension| extension.json.is_some()).collect()
                    }
                });
                let reserved: Vec<_> = rows.iter().map(|(name, _)| *name).chain(RESERVED).collect();
                self.extensions("", &members, &reserved);
                self.elements(name);
            }
            JsonMember::Items => {}
        }
    }

    /// Writes the language, if it is a valid tag.
    fn language(&mut self, name: &'static str) {
        let language = of_either!(&self.rest, it => it.language().map(Str::from));
        let Some(language) = language else { return };
        let Some(tag) = valid_language(&language) else {
            return self.report(name, LossReason::Unreadable);
        };
        self.json.text(name, &tag);
        of_either!(&mut self.rest, it => it.set_language(None));
        self.language = Some(language);
    }

    /// Writes the identifier of an item, which JSON Feed 1.1 requires. If a different one is written, the original stays in the copy for
    /// the elements.
    fn id(&mut self, name: &'static str) {
        let Rest::Entry(entry) = &mut self.rest else { return };
        let id = entry.id.as_deref().filter(|id| !id.is_empty()).and_then(|id| SafeId::new(id).ok());
        let id = self.ids.unique(id, entry);
        self.json.text(name, id.as_str());
        if entry.id.as_deref() == Some(id.as_str()) {
            entry.id = None;
        }
    }

    /// Writes a date or a URI.
    fn single(&mut self, name: &'static str, field: SingleField) {
        // The image of the feed can serve as its logo.
        let logo = match &self.rest {
            Rest::Feed(feed) if field == SingleField::Logo => logo(feed).map(Str::from),
            Rest::Feed(_) | Rest::Entry(_) => None,
        };
        let uri = match field.take_from(self.rest.owner()) {
            Some(Single::Published(date) | Single::Updated(date)) => return self.date(name, &date),
            Some(Single::Icon(icon)) => Some(icon),
            _ => logo,
        };
        if let Some(uri) = uri {
            self.url(name, &uri);
        }
    }

    fn date(&mut self, name: &'static str, date: &Date) {
        match written_date(date, DateFormat::Rfc3339) {
            Some(text) => self.json.text(name, &text),
            None if date.text().is_empty() => {}
            None => self.report(name, LossReason::Unreadable),
        }
    }

    /// Writes the URL of the image. An image with a title or a size is also written as an element.
    fn image(&mut self, name: &'static str) {
        let Rest::Entry(entry) = &mut self.rest else { return };
        let Some(image) = entry.image().cloned() else { return };
        if is_url_alone(&image) {
            entry.set_image(None);
        }
        if let Some(href) = &image.href {
            self.url(name, href);
        }
    }

    /// Writes the URL of the banner. Its other values are lost, since no element can hold them.
    fn banner_image(&mut self, name: &'static str) {
        let Rest::Entry(entry) = &mut self.rest else { return };
        let Some(image) = entry.banner_image().cloned() else { return };
        entry.set_banner_image(None);
        if !is_url_alone(&image) {
            self.report(name, LossReason::NoPlace);
        }
        if let Some(href) = &image.href {
            self.url(name, href);
        }
    }

    fn expired(&mut self, name: &'static str) {
        let Rest::Feed(feed) = &mut self.rest else { return };
        let expired = feed.expired().clone();
        feed.set_expired(Typed::default());
        match expired.value {
            Some(value) => self.json.value(name, &StrictJson::boolean(value)),
            None if expired.raw.is_some() => self.report(name, LossReason::NoPlace),
            None => {}
        }
    }

    /// Writes a URL, unless it is empty or rejected. Returns whether it was written.
    fn url(&mut self, name: &str, url: &str) -> bool {
        if url.is_empty() {
            return false;
        }
        let valid = self.elements.markup.uri(url).map(|url| self.json.text(name, &url));
        if let Err(reason) = valid {
            self.report(name, reason);
        }
        valid.is_ok()
    }

    /// Returns whether a text has the language in force, or none.
    fn has_language_of(&self, text: &Text) -> bool {
        let language = text.scope.as_ref().and_then(|scope| scope.language.as_ref());
        language.is_none_or(|language| self.language.as_ref() == Some(language))
    }

    /// Returns whether a member for text of this type can hold a text completely, except its base URI: URLs are resolved.
    fn holds(&self, text: &Text, media_type: &str) -> bool {
        text.media_type == media_type && text.src().is_none() && self.has_language_of(text)
    }

    /// Writes a text as plain text.
    fn text(&mut self, name: &'static str, field: TextField) {
        let Some(text) = self.rest.take_text(field) else {
            // JSON Feed 1.1 requires the title of a feed, but not that of an item.
            if field == TextField::Title && matches!(self.rest, Rest::Feed(_)) {
                self.json.text(name, "");
            }
            return;
        };
        let is_content = match &self.rest {
            Rest::Entry(entry) if field == TextField::Summary => {
                (text.is_markup() || !self.elements.keeps_everything())
                    && has_member(&text)
                    && (!entry.content.iter().any(has_member)
                        || entry.content.iter().any(|content| content.value == text.value))
            }
            Rest::Entry(_) | Rest::Feed(_) => false,
        };
        if is_content {
            // A content member will contain it.
            self.is_summary_content = true;
            return self.rest.put_text(field, text);
        }
        let plain = text.to_plain();
        if text.src().is_none() {
            let is_title = field == TextField::Title;
            self.json.text(name, &if is_title { escape_name(&plain) } else { Cow::Borrowed(&*plain) });
        }
        if field == TextField::Summary {
            self.summary = plain.into_owned();
        }
        // HTML without tags and character references equals plain text.
        let is_plain = self.holds(&text, "text/html") && !text.value.contains(['<', '&']);
        // The member cannot hold markup, another language or a `src`, so the text is also written as an element.
        if !is_plain && !self.holds(&text, "text/plain") {
            self.rest.put_text(field, text);
        }
    }

    /// Writes the first HTML content, or the first plain text.
    fn content(&mut self, name: &'static str, is_html: bool) {
        let Rest::Entry(entry) = &self.rest else { return };
        let is_of_type = |text: &&Text| has_member(text) && text.is_markup() == is_html;
        // Without content, the summary is used.
        let fallback = entry.summary.iter().filter(|_| !entry.content.iter().any(has_member));
        if let Some(content) = entry.content.iter().chain(fallback).find(is_of_type) {
            let markup = is_html.then(|| self.elements.markup.html(content));
            let value = markup.as_ref().map_or(content.value.as_str(), PolicyMarkup::as_str);
            self.json.text(name, value.trim());
            self.has_content = true;
        // An item must have `content_html` or `content_text` (JSON Feed 1.1, "Items").
        } else if !is_html && !self.has_content {
            self.json.text(name, self.summary.trim());
        }
        if is_html {
            return;
        }
        // The row of `content_text` follows the row of `content_html`, and decides for both whether the elements
        // repeat the contents.
        let is_held = match &*entry.content {
            [] => true,
            [one] => self.holds(one, "text/html") || self.holds(one, "text/plain"),
            [html, plain] => self.holds(html, "text/html") && self.holds(plain, "text/plain"),
            [..] => false,
        };
        let is_summary_written = self.is_summary_content && !self.elements.keeps_everything();
        if let Rest::Entry(entry) = &mut self.rest {
            if is_held {
                entry.content.clear();
            }
            if is_summary_written {
                entry.summary = None;
            }
        }
    }

    /// Writes a link that has a separate member.
    fn link(
        &mut self,
        name: &'static str,
        (rel, media_type): (&'static str, Option<&str>),
        target: LinkTarget,
    ) {
        // The row of the page precedes the row of `external_url`, which is only written if there is a page.
        if let LinkTarget::Page(Rank::Own) = target {
            of_either!(&mut self.rest, it => it.link = None);
        }
        let page = self.page.clone();
        let links = self.rest.links();
        let first = links.iter().find(|link| link.rel == rel && link.href.is_some());
        let says_only = |link: &Link, media_type: Option<&str>| {
            let of_member = made!(Link { href: link.href.clone(), rel: rel.into() });
            let is_written = |(name, _): &(&str, &str)| !matches!(*name, "href" | "rel");
            let attributes = link.attributes.iter().filter(is_written).collect();
            link.media_type.as_deref() == media_type
                && of_member == made!(Link { media_type: None, attributes, ..link.clone() })
        };
        let href = match target {
            LinkTarget::Page(Rank::Own) => {
                let is_page = |link: &&Link| link.href.is_some() && link.href == page;
                let is_related = |link: &Link| link.rel == "related" && says_only_as(link, "related");
                // The member for external pages contains it.
                let is_elsewhere = !links.iter().any(|link| is_page(&link) && link.rel == rel)
                    && links.iter().any(|link| is_page(&link) && is_related(link));
                page.clone().filter(|_| !is_elsewhere)
            }
            LinkTarget::Page(_) => first.filter(|_| page.is_some()).and_then(|link| link.href.clone()),
            LinkTarget::Feed => {
                let known = first.and_then(|link| link.href.clone());
                let Rest::Feed(feed) = &mut self.rest else { return };
                let href = feed.rare_mut().href.take();
                // The field, which a program may have changed, takes precedence over the link.
                href.or(known)
            }
            LinkTarget::Other => {
                first.filter(|link| says_only(link, media_type)).and_then(|link| link.href.clone())
            }
        };
        let Some(href) = href else { return };
        // The links are only removed after the member was written: if its URL is rejected, they stay for the
        // elements.
        if !self.url(name, &href) {
            return;
        }
        let mut of_rel = self.rest.take_links(rel);
        of_rel.retain(|link| {
            let is_link = link.href.is_some();
            if !is_link {
                self.report(&format!("links[{rel}]"), LossReason::NoPlace);
            }
            is_link
        });
        let is_page = matches!(target, LinkTarget::Page(Rank::Own));
        let is_held = match &*of_rel {
            [] => true,
            [one] => {
                one.href.as_ref() == Some(&href)
                    && (says_only(one, media_type) || is_page && says_only(one, None))
            }
            [..] => false,
        };
        if !is_held {
            self.rest.links().extend(of_rel);
        // The pages of the feed (RFC 5005) have the same link, which the elements would repeat.
        } else if let (Rest::Feed(feed), "next") = (&mut self.rest, rel)
            && let Some(paging) =
                feed.get::<Paging>().filter(|paging| paging.next.as_ref() == Some(&href)).cloned()
        {
            feed.set(Some(made!(Paging { next: None, ..paging })));
        }
    }

    /// Writes links as a list of objects.
    fn links(&mut self, name: &'static str, rel: &'static str) {
        const WRITTEN: [&str; 6] =
            ["url", "type", "mime_type", "title", "size_in_bytes", "duration_in_seconds"];
        let links = self.rest.take_links(rel);
        let itunes = of_either!(&self.rest, it => it.get::<Itunes>());
        let episode = itunes.and_then(|itunes| itunes.duration.value);
        let (mut is_held, mut is_element, mut is_open) = (true, true, false);
        for link in &links {
            let href = link.href.as_deref().ok_or(LossReason::NoPlace);
            let href = match href.and_then(|href| self.elements.markup.uri(href)) {
                Ok(href) => href.into_owned(),
                Err(reason) => {
                    self.report(&format!("{name}/url"), reason);
                    continue;
                }
            };
            if !is_open {
                self.json.name(name);
                self.json.open('[');
                is_open = true;
            }
            self.json.item();
            self.json.open('{');
            self.json.text("url", &href);
            // The objects have no members for the language and for other attributes. The elements can hold them.
            is_held &= link.hreflang().is_none()
                && link.attributes.iter().all(|(name, _)| matches!(name, "type" | "href" | "rel"));
            // Atom links have neither a duration nor extensions, but the episode may have the same duration. Links that neither form can
            // hold completely are only written as objects, and their other values are lost.
            is_element &= (link.duration().is_absent() || link.duration().value == episode)
                && link.extensions().is_empty();
            if rel == "enclosure" {
                // Attachments and hubs must have a type.
                let media_type = media_type_of(link);
                self.json.text("mime_type", media_type.unwrap_or("application/octet-stream"));
                if let Some(title) = link.title() {
                    self.json.text("title", title);
                }
                self.number("size_in_bytes", link.length());
                self.number("duration_in_seconds", link.duration());
            } else {
                is_held &= link.media_type.is_none() && link.title().is_none() && link.length().is_absent();
                let protocol = link.attributes.get("type").or(link.media_type.as_deref());
                self.json.text("type", protocol.unwrap_or("WebSub"));
            }
            self.extensions(name, link.extensions(), &WRITTEN);
            self.json.close('}');
        }
        if is_open {
            self.json.close(']');
        }
        if is_held {
            return;
        }
        if is_element {
            self.rest.links().extend(links);
        } else {
            self.report(name, LossReason::NoPlace);
        }
    }

    /// Writes the original text of a number if JSON allows it, or else its value.
    fn number<T: WriteValue>(&mut self, name: &str, number: &Typed<T>) {
        let value = number.value.as_ref().and_then(|value| {
            let written = number.present().and_then(StrictJson::number);
            written.or_else(|| StrictJson::number(value.to_text()))
        });
        match value {
            Some(value) => self.json.value(name, &value),
            None if number.is_absent() => {}
            None => self.report(name, LossReason::NoPlace),
        }
    }

    fn authors(&mut self, name: &'static str) {
        let authors = of_either!(&mut self.rest, it => take(&mut it.authors));
        if authors.is_empty() {
            return;
        }
        self.json.name(name);
        self.json.open('[');
        for person in &authors {
            self.json.item();
            self.json.open('{');
            let is_empty = person.email.is_none() && person.uri.is_none() && person.avatar().is_none();
            let person_name =
                person.name.as_deref().or(person.raw.as_deref().filter(|_| person.email.is_none()));
            // An author must have at least one of the three members.
            if let Some(text) = person_name.or(is_empty.then_some("")) {
                self.json.text("name", &escape_name(text));
            }
            // An author has one URL. The page takes precedence over the address, which the elements can hold.
            if let Some(uri) = &person.uri {
                self.url("url", uri);
            } else if let Some(email) = &person.email {
                self.json.text("url", &format!("mailto:{email}"));
            }
            if let Some(avatar) = person.avatar() {
                self.url("avatar", avatar);
            }
            self.extensions(name, person.extensions(), &["name", "url", "avatar"]);
            self.json.close('}');
        }
        self.json.close(']');
        if authors.iter().all(is_held) {
            return;
        }
        // An element can hold neither an avatar nor JSON members.
        let is_element = |person: &Person| {
            person.avatar().is_none() && person.extensions().iter().all(|extension| extension.json.is_none())
        };
        if authors.iter().all(is_element) {
            of_either!(&mut self.rest, it => it.authors = authors);
        } else {
            self.report(name, LossReason::NoPlace);
        }
    }

    fn tags(&mut self, name: &'static str) {
        let of_media = of_either!(&self.rest, it => it.get::<Media>().map(media_tags).unwrap_or_default());
        let tags = of_either!(&mut self.rest, it => &mut it.tags);
        let is_plain = |tag: &Tag| tag.term.is_some() && *tag == made!(Tag { term: tag.term.clone() });
        let own: Vec<_> = tags.iter().filter(|tag| !of_media.contains(tag)).cloned().collect();
        if own.is_empty() {
            return;
        }
        // Otherwise, all of them stay for the elements, which replace the member when the document is read. Media
        // RSS categories always have separate elements.
        if own.iter().all(is_plain) {
            tags.clear();
        }
        self.json.name(name);
        self.json.open('[');
        let mut written: Set<&str> = Set::new();
        for term in own.iter().filter_map(|tag| tag.term.as_deref().or(tag.label.as_deref())) {
            if written.insert(term) {
                self.json.item();
                self.json.string(&escape_name(term));
            }
        }
        self.json.close(']');
    }

    /// Writes extensions that were JSON members, unless the name is reserved.
    fn extensions(&mut self, path: &str, extensions: &[Extension], reserved: &[&str]) {
        // Duplicate names are not interoperable (RFC 8259 §4): most parsers keep the last one.
        let members =
            || extensions.iter().filter_map(|extension| Some((&*extension.name, extension.json.as_deref()?)));
        let places: Map<&str, usize> = members().enumerate().map(|(at, (name, _))| (name, at)).collect();
        for (at, (name, value)) in members().enumerate() {
            let path = || if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            let is_named = !reserved.contains(&name) && places.get(name) == Some(&at);
            let value = if is_named { StrictJson::member(name, value) } else { Err(LossReason::Name) };
            match value {
                Ok((value, reasons)) => {
                    self.json.value(name, &value);
                    for reason in reasons {
                        self.report(&path(), reason);
                    }
                }
                Err(reason) => self.report(&path(), reason),
            }
        }
    }

    /// Writes the remaining values as elements.
    fn elements(&mut self, name: &'static str) {
        let mut core = Core::within(self.elements, Target::Json, self.language.clone());
        match &self.rest {
            Rest::Feed(feed) => core.feed_parts(feed, None),
            Rest::Entry(entry) => {
                if let Some(title) = &entry.title {
                    core.construct("atom", "title", title);
                }
                // If the member contains the original identifier, the copy has none, and nothing is written.
                core.set_original_id(entry.id.as_deref(), "");
                core.entry_parts(entry, None);
            }
        }
        self.elements.write(name, self.json);
    }
}

/// Returns whether a content can be written as a member.
fn has_member(text: &Text) -> bool {
    text.src().is_none() && (text.is_markup() || text.media_type == "text/plain")
}

/// Returns whether a link has only a URL and this relation.
fn says_only_as(link: &Link, rel: &str) -> bool {
    let attributes = link.attributes.clone();
    let is_written = attributes.iter().all(|(name, _)| matches!(name, "href" | "rel"));
    is_written && *link == made!(Link { href: link.href.clone(), rel: rel.into(), attributes })
}

/// Returns whether a member can hold a person completely, except the text from which it was parsed.
fn is_held(person: &Person) -> bool {
    let mailto = person.email.as_ref().map(|email| format!("mailto:{email}"));
    let is_email = mailto.as_deref().is_none_or(|mailto| without_mailto(mailto) == person.email.as_deref());
    let is_one = person.email.is_none() || person.uri.is_none();
    is_email && is_one && person.extensions().iter().all(|extension| extension.json.is_some())
}

#[cfg(test)]
mod tests {
    use super::super::{Target, Writer};
    use crate::model::{Entry, Extension, Feed, Link, Person, Tag, Text};
    use crate::{Parsed, parse};

    fn written(change: impl FnOnce(&mut Entry)) -> (String, Vec<String>) {
        let mut entry = made!(Entry { id: Some("1".into()) });
        change(&mut entry);
        let mut text = Vec::new();
        let written = Writer::new(Target::Json)
            .keep_everything(true)
            .indent(0)
            .write_feed(&Feed::default(), [entry], &mut text)
            .unwrap();
        let text = String::from_utf8(text).unwrap();
        let item = text.trim_end().strip_suffix("}]}").and_then(|text| text.split_once("\"id\":\"1\""));
        let losses =
            written.losses.iter().map(|loss| format!("{} {}", loss.path, loss.reason.as_str())).collect();
        (item.map_or(text.clone(), |(_, item)| item.to_owned()), losses)
    }

    fn link(rel: &str, href: &str) -> Link {
        made!(Link { href: Some(href.into()), rel: rel.into() })
    }

    type Change<'c> = &'c dyn Fn(&mut Entry);

    #[test]
    fn members_hold_what_they_can() {
        let json = |name: &str, json: &str| made!(Extension { name: name.into(), json: Some(json.into()) });
        let table: [(Change<'_>, &str, &[&str]); 11] = [
            (&|_| {}, r#","content_text":"""#, &[]),
            (
                &|entry| entry.content = vec![Text::html("<p>a</p>"), Text::plain("a")],
                r#","content_html":"<p>a</p>","content_text":"a""#,
                &[],
            ),
            (
                &|entry| entry.title = Some(Text::html("<b>a</b>")),
                r#","title":"a","content_text":"","_bozofeed":{"elements":[{"name":"title","attributes":{"type":"html"},"text":"<b>a</b>"}]}"#,
                &[],
            ),
            (&|entry| entry.summary = Some(Text::plain("a")), r#","summary":"a","content_text":"a""#, &[]),
            (
                &|entry| entry.links = vec![link("edit", "https://a.example/")],
                r#","content_text":"","_bozofeed":{"elements":[{"name":"link","attributes":{"rel":"edit","href":"https://a.example/"}}]}"#,
                &[],
            ),
            (
                &|entry| entry.links = vec![link("enclosure", "https://a.example/a")],
                r#","content_text":"","attachments":[{"url":"https://a.example/a","mime_type":"application/octet-stream"}]"#,
                &[],
            ),
            (
                &|entry| entry.link = Some("javascript:a()".into()),
                r#","content_text":"""#,
                &["entries[0]/url script_url"],
            ),
            (
                &|entry| {
                    entry.authors = vec![made!(Person { email: Some("a@a.example".into()) })];
                },
                r#","content_text":"","authors":[{"url":"mailto:a@a.example"}]"#,
                &[],
            ),
            (
                &|entry| {
                    entry.tags = vec![made!(Tag { term: Some("a".into()), label: Some("A".into()) })];
                },
                r#","content_text":"","tags":["a"],"_bozofeed":{"elements":[{"name":"category","attributes":{"term":"a","label":"A"}}]}"#,
                &[],
            ),
            (
                &|entry| {
                    entry.set_extensions(vec![json("_a", "[1.10]"), json("title", "1"), json("_b", "[")]);
                },
                r#","content_text":"","_a":[1.10]"#,
                &["entries[0]/title name", "entries[0]/_b name"],
            ),
            (
                &|entry| entry.set_extensions(vec![json("_a", r#"{"url":"javascript:a()"}"#)]),
                r#","content_text":"","_a":{"url":""}"#,
                &["entries[0]/_a script_url"],
            ),
        ];
        let wrong: Vec<_> = table
            .iter()
            .map(|(change, item, losses)| (written(change), *item, *losses))
            .filter(|((found, lost), item, losses)| found != item || lost != losses)
            .collect();
        assert_eq!(wrong, []);
    }

    /// Elements are written at most as deeply as they are read.
    #[test]
    fn depth_is_bounded() {
        let mut deep = made!(Extension { name: "deepest".into() });
        for _ in 0..1000 {
            deep = made!(Extension {
                namespace: Some("urn:x".into()),
                name: "deep".into(),
                children: vec![deep]
            });
        }
        let (item, losses) = written(|entry| entry.set_extensions(vec![deep]));
        assert_eq!((item.matches("\"name\"").count(), losses.len()), (64, 1));
    }

    #[test]
    fn what_was_read_is_read_again() {
        let feeds = [
            r#"{"version":"https://jsonfeed.org/version/1.1","language":"en","title":"A","home_page_url":"https://a.example/","feed_url":"https://a.example/f",
                "hubs":[{"type":"WebSub","url":"https://hub.example/","_x":1}],"expired":true,"_y":[1.0],"items":[{"language":"sv","id":"1","url":"https://a.example/1",
                "external_url":"https://b.example/","title":"T","summary":"S","content_html":"<p>C</p>","content_text":"C","attachments":[{"url":"https://a.example/a.mp3",
                "mime_type":"audio/mpeg","title":"B","size_in_bytes":7,"duration_in_seconds":1.5,"_z":null}],"date_published":"2026-01-02T03:04:05Z",
                "authors":[{"name":"N","url":"mailto:n@a.example","avatar":"https://a.example/n.png"}],"tags":["a","b"],"image":"https://a.example/i"}]}"#,
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='en'><title type='html'>&lt;b>A&lt;/b></title>\
                <entry><id>1</id><title>T</title><link href='https://a.example/1' hreflang='nl'/><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a<br/>b</div></content>\
                <author><name>N</name><email>n@a.example</email><uri>https://n.example/</uri></author>\
                <x:y xmlns:x='urn:x' x:z='1'>w<x:v/></x:y></entry></feed>",
        ];
        let write =
            |parsed: &Parsed| Writer::new(Target::Json).keep_everything(true).to_text(parsed).unwrap();
        let mut wrong = Vec::new();
        for feed in feeds {
            let parsed = parse(feed);
            let text = write(&parsed);
            let mut again = parse(&*text);
            let second = write(&again);
            // In JSON Feed, identifiers are not pages.
            again.entries[0].id_is_permalink = parsed.entries[0].id_is_permalink;
            if again.feed != parsed.feed
                || again.entries != parsed.entries
                || second != text
                || again.bozo.is_some()
            {
                wrong.push(format!("{text}\n{:#?}\n{:#?}", again.entries, parsed.entries));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    }
}
