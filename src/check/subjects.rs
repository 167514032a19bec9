//! Rules about a feed or an entry as a whole.

use std::borrow::Cow;
use std::ops::Range;

use super::namespaces::elements_with;
use super::open_elements::OpenNode;
use super::rules::{
    CONTENT_TYPE_MISSING, DATE_IN_FUTURE, ELEMENT_REDUNDANT, ENCLOSURE_REPEATED, ENTRY_AUTHOR_MISSING,
    ENTRY_CONTENT_MISSING, ENTRY_DATE_MISSING, ENTRY_GUID_MISSING, ENTRY_ID_REPEATED, ENTRY_LINK_MISSING,
    ENTRY_SUMMARY_MISSING, ENTRY_TEXT_MISSING, ENTRY_TITLE_MISSING, ENTRY_UPDATED_REPEATED,
    FEED_ITEMS_DIFFER, FEED_SELF_DIFFERS, FEED_SELF_MISSING, FEED_SELF_NOT_A_FEED, FEED_SELF_RELATIVE,
    GROUP_OF_ONE, HISTORY_ARCHIVE_CURRENT, HISTORY_COMPLETE_PAGED, HISTORY_CURRENT_DIFFERS,
    HISTORY_CURRENT_MISSING, HISTORY_IN_ENTRY, HISTORY_PAST_END, IMAGE_DIFFERS, LINK_ALTERNATE_REPEATED,
    LINK_RELATION_UNKNOWN, MEDIA_TYPE_INVALID, VALUE_REPEATED,
};
use super::schema::{ElementRole, ElementRow};
use super::uris;
use super::walker::{DocumentFormat, Walker, span_of};
use crate::date::{self, Moment, Timestamp};
use crate::html::parsed_url::UrlParser;
use crate::html::resolve::resolve;
use crate::html::uri::{is_http, is_relative};
use crate::maps::{Map, Set};
use crate::media_type::{FeedType, ParsedMediaType};
use crate::vocabulary::is_xml;
use crate::xml::{RawTag, TagSpan, XmlAttribute};

/// The link relations that are registered (<https://www.iana.org/assignments/link-relations/>).
#[rustfmt::skip]
const RELATIONS: &[&str] = &[
    "about", "acl", "alternate", "amphtml", "api-catalog", "appendix", "apple-touch-icon", "apple-touch-startup-image", "archives",
    "author", "blocked-by", "bookmark", "c2pa-manifest", "canonical", "chapter", "cite-as", "collection", "compression-dictionary",
    "contents", "convertedfrom", "copyright", "create-form", "current", "deprecation", "describedby", "describes", "disclosure",
    "dns-prefetch", "duplicate", "edit", "edit-form", "edit-media", "enclosure", "external", "first", "geofeed", "glossary", "help", "hosts",
    "hub", "ice-server", "icon", "index", "intervalafter", "intervalbefore", "intervalcontains", "intervaldisjoint", "intervalduring",
    "intervalequals", "intervalfinishedby", "intervalfinishes", "intervalin", "intervalmeets", "intervalmetby", "intervaloverlappedby",
    "intervaloverlaps", "intervalstartedby", "intervalstarts", "item", "last", "latest-version", "license", "linkset", "lrdd", "manifest",
    "mask-icon", "me", "media-feed", "memento", "micropub", "modulepreload", "monitor", "monitor-group", "next", "next-archive",
    "nofollow", "noopener", "noreferrer", "opener", "openid2.local_id", "openid2.provider", "original", "p3pv1", "payment", "pingback",
    "preconnect", "predecessor-version", "prefetch", "preload", "prerender", "prev", "prev-archive", "preview", "previous",
    "privacy-policy", "profile", "publication", "rdap-active", "rdap-bottom", "rdap-down", "rdap-top", "rdap-up", "related", "replies",
    "restconf", "ruleinput", "search", "section", "self", "service", "service-desc", "service-doc", "service-meta", "sip-trunking-capability",
    "sponsored", "start", "status", "stylesheet", "subsection", "successor-version", "sunset", "tag", "terms-of-service", "timegate",
    "timemap", "type", "ugc", "up", "version-history", "via", "webmention", "working-copy", "working-copy-of",
    // Met in feeds, although it has not been registered.
    "shortlink",
];

/// The relations between the parts of a feed (RFC 5005), but for `self`.
const HISTORY_RELATIONS: &[&str] =
    &["current", "first", "last", "next", "next-archive", "prev", "prev-archive", "previous"];

/// The particulars of the entry that is open.
#[derive(Debug, Default)]
struct EntryParticulars {
    alternates: Vec<(String, String)>,
    enclosures: usize,
    /// The id and its place.
    id: Option<(String, Range<usize>)>,
    updated: String,
    /// The place of the date.
    updated_at: Range<usize>,
    is_permalink: bool,
    /// Its content is elsewhere, or is not text.
    needs_summary: bool,
    /// Its content as XHTML beside the elements of the format.
    body: Option<Deferred>,
    /// The members of the group of media that is open.
    group_members: usize,
    /// The start tag of its date of publication, and the extent of the date.
    published: Option<(TagSpan, (usize, usize))>,
}

/// A finding that depends on what follows.
#[derive(Debug)]
struct Deferred {
    span: Range<usize>,
    subject: String,
}

/// The title or the page of an image.
#[derive(Debug)]
struct ImagePart {
    role: ElementRole,
    text: String,
    place: Deferred,
}

/// The particulars of the feed.
#[derive(Debug, Default)]
pub(super) struct FeedFacts {
    entries: usize,
    entry: EntryParticulars,
    alternates: Vec<(String, String)>,
    /// Those of the source that is open.
    source_alternates: Vec<(String, String)>,
    /// The base of the feed's references.
    base: String,
    has_self: bool,
    /// The URL that the feed gives as its own.
    own_url: String,
    /// The ids of the entries, with the dates at which they were updated.
    ids: Map<String, String>,
    without_author: Vec<Deferred>,
    future_feed: Vec<Deferred>,
    future_entries: Vec<Deferred>,
    /// The dates at which entries were updated.
    updates: Set<String>,
    is_update_reported: bool,
    /// The latest date at which an entry of a feed without a date of its own was updated.
    last_update: Option<(Timestamp, String)>,
    /// The title and the page of the channel.
    title: String,
    page: String,
    image: Vec<ImagePart>,
    /// The links to other parts of the feed (RFC 5005): relation, target and place.
    history: Vec<(String, String, Deferred)>,
    /// The items that RSS 1.0 lists.
    listed: Map<String, Deferred>,
    /// Whether an element of the feed was found after its entries.
    has_late_elements: bool,
    /// The unknown namespaces.
    namespaces: Set<String>,
    /// The elements without a namespace that programs add.
    of_programs: &'static [&'static str],
    /// The hours and days that are skipped.
    skipped: Set<String>,
    /// Whether the version of RSS is one with guids.
    has_guids: bool,
    /// The URL from which the document came.
    pub(super) url: Option<String>,
}

/// The number of findings that are deferred.
const MOST: usize = 100;

/// The number of items of a list that are compared with those of the document.
const MOST_ITEMS: usize = 10_000;

impl FeedFacts {
    /// Begins an entry. Returns its number, from 1.
    pub(super) fn begin_entry(&mut self) -> usize {
        self.entry = EntryParticulars::default();
        self.entries += 1;
        self.entries
    }

    /// Returns whether the element that begins is the first of the feed after its entries.
    pub(super) fn is_first_after_entries(&mut self) -> bool {
        self.entries > 0 && !std::mem::replace(&mut self.has_late_elements, true)
    }

    /// Returns whether an unknown namespace is declared for the first time. Only some are remembered.
    pub(super) fn is_new_namespace(&mut self, uri: &str) -> bool {
        self.namespaces.len() < MOST && self.namespaces.insert(uri.to_owned())
    }

    /// Notes a namespace with which elements without a namespace may come.
    pub(super) fn note_namespace(&mut self, uri: &str) {
        if self.of_programs.is_empty() {
            self.of_programs = elements_with(uri);
        }
    }

    /// Returns whether a program that the document is from adds an element of this name.
    pub(super) fn has_program_of(&self, name: &str) -> bool {
        self.of_programs.contains(&name)
    }

    /// Returns the page of the channel.
    pub(super) fn page(&self) -> &str {
        &self.page
    }

    /// Returns the latest date at which an entry was updated, as it is written.
    pub(super) fn last_update(&self) -> Option<&str> {
        self.last_update.as_ref().map(|(_, date)| &**date)
    }

    /// Returns the place of the date of publication of an element that ends, if it is an entry.
    pub(super) fn published_of(&self, role: ElementRole) -> Option<(TagSpan, (usize, usize))> {
        if role == ElementRole::Entry { self.entry.published } else { None }
    }

    /// Adds a date in the future.
    pub(super) fn add_future(
        &mut self,
        is_of_entry: bool,
        span: Range<usize>,
        subject: impl FnOnce() -> String,
    ) {
        let list = if is_of_entry { &mut self.future_entries } else { &mut self.future_feed };
        if list.len() < MOST {
            list.push(Deferred { span, subject: subject() });
        }
    }
}

fn value<'a>(attributes: &'a [XmlAttribute<'_>], name: &str) -> Option<&'a str> {
    attributes
        .iter()
        .find(|attribute| attribute.name.qualified == name)
        .map(|attribute| attribute.value.trim())
}

impl Walker {
    /// Notes what the attributes of an element say about the feed or the entry.
    pub(super) fn note_attributes(
        &mut self,
        row: &'static ElementRow,
        tag: &RawTag<'_>,
        attributes: &[XmlAttribute<'_>],
    ) {
        let span = span_of(tag);
        match row.role {
            ElementRole::Entry => {
                let about = attributes.iter().find(|attribute| attribute.name.local == "about");
                if let (DocumentFormat::Rdf, Some(about)) = (self.format, about) {
                    self.particulars.entry.id = Some((about.value.trim().to_owned(), span.range()));
                }
            }
            ElementRole::Enclosure => {
                self.particulars.entry.enclosures += 1;
                if self.particulars.entry.enclosures == 2 {
                    self.report(&ENCLOSURE_REPEATED, span, "", value(attributes, "url").unwrap_or_default());
                }
            }
            ElementRole::AtomLink => self.note_link(span, attributes),
            ElementRole::Source => self.particulars.source_alternates.clear(),
            ElementRole::ListedItem => {
                let resource = attributes.iter().find(|attribute| attribute.name.local == "resource");
                if let Some(resource) = resource.filter(|_| self.particulars.listed.len() < MOST_ITEMS) {
                    let place = Deferred { span: span.range(), subject: self.open.path("") };
                    self.particulars.listed.insert(resource.value.trim().to_owned(), place);
                }
            }
            ElementRole::MediaGroup => self.particulars.entry.group_members = 0,
            ElementRole::Content => {
                let is_text = |media_type: &str| {
                    let parsed = ParsedMediaType::parse(media_type);
                    !media_type.contains('/') || parsed.is_top("text") || parsed.is_xml()
                };
                let (source, media_type) = (value(attributes, "src"), value(attributes, "type"));
                self.particulars.entry.needs_summary =
                    source.is_some() || media_type.is_some_and(|media_type| !is_text(media_type));
                // RFC 4287 §4.1.3.2
                match (source, media_type) {
                    (Some(source), None) => self.report(&CONTENT_TYPE_MISSING, span, "", source),
                    (Some(_), Some(word @ ("text" | "html" | "xhtml"))) => {
                        self.report(&MEDIA_TYPE_INVALID, span, "@type", word);
                    }
                    (Some(_) | None, _) => {}
                }
            }
            ElementRole::Id => {
                self.particulars.entry.is_permalink |= value(attributes, "isPermaLink") != Some("false");
            }
            ElementRole::Rss
            | ElementRole::Feed
            | ElementRole::Updated
            | ElementRole::Image
            | ElementRole::Title
            | ElementRole::Page
            | ElementRole::Skipped
            | ElementRole::LiveItem
            | ElementRole::Other => {}
        }
        if matches!(row.role, ElementRole::Rss | ElementRole::Feed)
            && let Some(base) = attributes.iter().find(|a| is_xml(a.name.namespace) && a.name.local == "base")
        {
            self.particulars.base = resolve(&self.particulars.base, base.value.trim()).into_owned();
        }
        if row.role == ElementRole::Rss {
            let version = value(attributes, "version").unwrap_or_default();
            self.particulars.has_guids = version.starts_with('2');
        }
    }

    fn note_link(&mut self, span: TagSpan, attributes: &[XmlAttribute<'_>]) {
        let written = value(attributes, "href").unwrap_or_default();
        let base = attributes.iter().find(|a| is_xml(a.name.namespace) && a.name.local == "base");
        let href = base.map_or(Cow::Borrowed(written), |base| resolve(base.value.trim(), written));
        let href = resolve(&self.particulars.base, &href).into_owned();
        let href = href.as_str();
        let relation = value(attributes, "rel").unwrap_or("alternate");
        // Atom 0.3 has relations for editing, such as `service.post`.
        // A relation is one name or an IRI, without white space.
        let is_padded = attributes
            .iter()
            .any(|attribute| attribute.name.qualified == "rel" && attribute.value.len() != relation.len());
        let is_registered = || RELATIONS.iter().any(|known| known.eq_ignore_ascii_case(relation));
        let is_known = !is_padded
            && (is_registered()
                || relation.contains(':')
                || self.format == DocumentFormat::Atom03 && relation.starts_with("service."));
        if !is_known {
            self.report(&LINK_RELATION_UNKNOWN, span, "@rel", relation);
        }
        let role = self.parent_role();
        if HISTORY_RELATIONS.contains(&relation) {
            if role == ElementRole::Entry {
                self.report(&HISTORY_IN_ENTRY, span, "@rel", relation);
            } else if role == ElementRole::Feed && self.particulars.history.len() < MOST {
                let place = Deferred { span: span.range(), subject: self.open.path("") };
                self.particulars.history.push((relation.to_owned(), href.to_owned(), place));
            }
        }
        match relation {
            "self" if role == ElementRole::Feed => {
                self.particulars.has_self = true;
                href.clone_into(&mut self.particulars.own_url);
                let media_type = value(attributes, "type").unwrap_or_default();
                if !media_type.is_empty() && !self.is_type_of_feed(media_type) {
                    self.report(&FEED_SELF_NOT_A_FEED, span, "@type", media_type);
                }
                if is_relative(href) {
                    self.note_value();
                    self.report(&FEED_SELF_RELATIVE, span, "@href", written);
                } else if self.particulars.url.as_deref().is_some_and(|url| !is_same(url, href, &self.urls)) {
                    self.report(&FEED_SELF_DIFFERS, span, "@href", href);
                }
            }
            "alternate" if matches!(role, ElementRole::Feed | ElementRole::Source | ElementRole::Entry) => {
                let of = |name| value(attributes, name).unwrap_or_default().to_ascii_lowercase();
                let key = (of("type"), of("hreflang"));
                let known = match role {
                    ElementRole::Feed => &mut self.particulars.alternates,
                    ElementRole::Source => &mut self.particulars.source_alternates,
                    _ => &mut self.particulars.entry.alternates,
                };
                if known.contains(&key) {
                    if self.format == DocumentFormat::Atom {
                        self.report(&LINK_ALTERNATE_REPEATED, span, "", href);
                    }
                } else if known.len() < MOST {
                    known.push(key);
                }
            }
            _ => {}
        }
    }

    /// Returns whether a media type may be that of a feed of the format.
    fn is_type_of_feed(&self, media_type: &str) -> bool {
        let media_type = ParsedMediaType::parse(media_type);
        match media_type.feed_type() {
            Some(FeedType::Xml) => true,
            _ if media_type.is("application/atom+xml") => self.format.is_atom(),
            _ => !self.format.is_atom() && media_type.is_xml(),
        }
    }

    /// Notes what the text of an element that ends says about the feed or the entry.
    pub(super) fn note_text(&mut self, node: &OpenNode) {
        let Some(role) = node.role() else { return };
        if node.name == "published" && self.parent_role() == ElementRole::Entry {
            self.particulars.entry.published = self.open.whole_text_of(node).map(|text| (node.tag, text));
        }
        let text = || self.open.text_of(node).trim().to_owned();
        match (role, self.parent_role()) {
            (ElementRole::Id, ElementRole::Entry) => {
                self.particulars.entry.id = Some((text(), node.tag.range()));
            }
            (ElementRole::Updated, ElementRole::Entry) => {
                (self.particulars.entry.updated, self.particulars.entry.updated_at) =
                    (text(), node.tag.range());
                self.note_update();
            }
            (ElementRole::Title, ElementRole::Feed) => self.particulars.title = text(),
            (ElementRole::Page, ElementRole::Feed) => self.particulars.page = text(),
            (ElementRole::Title | ElementRole::Page, ElementRole::Image)
                if self.particulars.image.len() < MOST =>
            {
                let place = Deferred { span: node.tag.range(), subject: self.open.path("") };
                let part = ImagePart { role, text: text(), place };
                self.particulars.image.push(part);
            }
            (ElementRole::Skipped, _) => {
                let text = text();
                // `07` and `7` are the same hour.
                let number = text.trim_start_matches('0').to_ascii_lowercase();
                if !self.particulars.skipped.insert(number) {
                    self.report(&VALUE_REPEATED, node.tag, "", &text);
                }
            }
            _ => {}
        }
    }

    /// Notes the date at which an entry was updated, if the feed has none of its own.
    fn note_update(&mut self) {
        let FeedFacts { entry, last_update, .. } = &mut self.particulars;
        if self.format != DocumentFormat::Atom || self.open.root_has_child("updated") {
            return;
        }
        if let Ok(Moment { instant, .. }) = date::parse(&entry.updated)
            && last_update.as_ref().is_none_or(|(latest, _)| instant > *latest)
        {
            *last_update = Some((instant, entry.updated.clone()));
        }
    }

    /// Checks an entry that ends.
    pub(super) fn end_entry(&mut self, node: &OpenNode) {
        let span = || node.tag;
        let entry = std::mem::take(&mut self.particulars.entry);
        let has = |walker: &Self, name: &str| walker.open.has_child(node, name);
        if let Some(Deferred { span, subject }) = entry.body.filter(|_| has(self, "content:encoded")) {
            self.ledger.add(&ELEMENT_REDUNDANT, span, || subject, "content:encoded");
        }
        match self.format {
            DocumentFormat::Rss => {
                if !has(self, "title") && !has(self, "description") && !has(self, "content:encoded") {
                    self.report(&ENTRY_TITLE_MISSING, span(), "", "");
                }
                if self.particulars.has_guids {
                    if !has(self, "guid") {
                        self.report(&ENTRY_GUID_MISSING, span(), "", "");
                    }
                    if !has(self, "pubDate") && !has(self, "dc:date") {
                        self.report(&ENTRY_DATE_MISSING, span(), "", "");
                    }
                }
                let is_address = entry.id.as_ref().is_some_and(|(id, _)| is_http(id));
                let has_link = has(self, "link")
                    || has(self, "guid") && entry.is_permalink && is_address
                    || entry.enclosures > 0;
                if !has_link && !has(self, "atom:link") {
                    self.report(&ENTRY_LINK_MISSING, span(), "", "");
                }
                let is_repeated =
                    entry.id.as_ref().is_some_and(|(id, _)| self.particulars.ids.contains_key(id));
                self.end_episode(node, entry.enclosures > 0, is_repeated);
            }
            DocumentFormat::Atom => {
                if !has(self, "source") {
                    self.require_author(node);
                }
                if !has(self, "content") {
                    if entry.alternates.is_empty() {
                        self.report(&ENTRY_CONTENT_MISSING, span(), "", "");
                    } else if !has(self, "summary") {
                        self.report(&ENTRY_TEXT_MISSING, span(), "", "");
                    }
                }
                if !self.particulars.is_update_reported
                    && !entry.updated.is_empty()
                    && !self.particulars.updates.insert(entry.updated.clone())
                {
                    self.particulars.is_update_reported = true;
                    self.report(&ENTRY_UPDATED_REPEATED, entry.updated_at.clone(), "", &entry.updated);
                }
                if entry.needs_summary && !has(self, "summary") {
                    self.report(&ENTRY_SUMMARY_MISSING, span(), "", "");
                }
            }
            DocumentFormat::Atom03 => self.require_author(node),
            DocumentFormat::Rdf | DocumentFormat::Rdf090 | DocumentFormat::Cdf | DocumentFormat::Unknown => {}
        }
        let Some((id, place)) = entry.id.filter(|(id, _)| !id.is_empty()) else { return };
        let is_complete = !self.particulars.listed.is_empty() && self.particulars.listed.len() < MOST_ITEMS;
        if self.format == DocumentFormat::Rdf && is_complete && !self.particulars.listed.contains_key(&id) {
            self.report(&FEED_ITEMS_DIFFER, place.clone(), "", &id);
        }
        // RFC 4287 §4.1.1: versions of one entry have different dates.
        match self.particulars.ids.get(&id) {
            Some(updated) if self.format != DocumentFormat::Atom || *updated == entry.updated => {
                self.report(&ENTRY_ID_REPEATED, place, "", &id);
            }
            Some(_) => {}
            None => {
                self.particulars.ids.insert(id, entry.updated);
            }
        }
    }

    /// Notes the content of an entry as XHTML beside the elements of the format.
    pub(super) fn note_body(&mut self, span: Range<usize>) {
        let subject = self.open.path("");
        self.particulars.entry.body = Some(Deferred { span, subject });
    }

    /// Notes that the innermost element is a medium of a group.
    pub(super) fn note_medium(&mut self) {
        self.particulars.entry.group_members += 1;
    }

    /// Forgets the files of the entry or the broadcast before.
    pub(super) fn begin_live_item(&mut self) {
        self.particulars.entry = EntryParticulars::default();
    }

    /// Checks a group of media that ends.
    pub(super) fn end_group(&mut self, node: &OpenNode) {
        if self.particulars.entry.group_members == 1 {
            self.report(&GROUP_OF_ONE, node.tag, "", "media:content");
        }
    }

    /// Requires an author of an entry, unless that of the feed will do.
    fn require_author(&mut self, node: &OpenNode) {
        if self.open.has_child(node, "author") {
            return;
        }
        let span = node.tag;
        if self.open.is_root() {
            self.report(&ENTRY_AUTHOR_MISSING, span, "", "");
        } else if self.particulars.without_author.len() < MOST {
            let subject = self.open.path("");
            self.particulars.without_author.push(Deferred { span: span.range(), subject });
        }
    }

    /// Checks a feed that ends.
    pub(super) fn end_feed(&mut self, node: &OpenNode) {
        let is_current =
            matches!(self.format, DocumentFormat::Rss | DocumentFormat::Rdf | DocumentFormat::Atom);
        if is_current && !self.particulars.has_self {
            self.report(&FEED_SELF_MISSING, node.tag, "", "");
        }
        let without_author = std::mem::take(&mut self.particulars.without_author);
        if self.format.is_atom() && !self.open.has_child(node, "author") {
            for Deferred { span, subject } in without_author {
                self.ledger.add(&ENTRY_AUTHOR_MISSING, span, || subject, "");
            }
        }
        for ImagePart { role, text, place: Deferred { span, subject } } in
            std::mem::take(&mut self.particulars.image)
        {
            let own = match role {
                ElementRole::Title => &self.particulars.title,
                _ => &self.particulars.page,
            };
            let is_same = match role {
                ElementRole::Title => text == *own,
                // If it is invalid, there is a finding about it.
                _ => uris::broken_rule(own, false, &self.urls).is_some() || is_same(&text, own, &self.urls),
            };
            if !is_same && !text.is_empty() && !own.is_empty() {
                self.ledger.add(&IMAGE_DIFFERS, span, || subject, &text);
            }
        }
        self.check_history(node);
        if self.format == DocumentFormat::Rss {
            self.end_channel_of_podcast(node);
        }
    }

    /// Checks the links to other parts of the feed, which ends (RFC 5005).
    fn check_history(&mut self, node: &OpenNode) {
        let links = std::mem::take(&mut self.particulars.history);
        let own = std::mem::take(&mut self.particulars.own_url);
        let is_own = |target: &str| !own.is_empty() && is_same(target, &own, &self.urls);
        let target =
            |name: &str| links.iter().find(|(relation, ..)| relation == name).map(|(_, target, _)| &**target);
        let is_complete = self.open.has_child(node, "fh:complete");
        let is_at_end = |name| target(name).is_some_and(is_own);
        let (is_first, is_last) = (is_at_end("first"), is_at_end("last"));
        let is_archive = self.open.has_child(node, "fh:archive");
        let lacks_current = is_archive && target("current").is_none();
        let broken = links.iter().filter_map(|(relation, target, place)| {
            let rule = match &**relation {
                "current" if is_archive && is_own(target) => Some(&HISTORY_ARCHIVE_CURRENT),
                "current" => {
                    (is_complete && !own.is_empty() && !is_own(target)).then_some(&HISTORY_CURRENT_DIFFERS)
                }
                _ if is_complete => Some(&HISTORY_COMPLETE_PAGED),
                "next" => is_last.then_some(&HISTORY_PAST_END),
                "prev" | "previous" => is_first.then_some(&HISTORY_PAST_END),
                _ => None,
            };
            rule.map(|rule| (rule, relation, place))
        });
        for (rule, relation, Deferred { span, subject }) in broken.collect::<Vec<_>>() {
            self.ledger.add(rule, span.clone(), || subject.clone(), relation);
        }
        if lacks_current {
            self.report(&HISTORY_CURRENT_MISSING, node.tag, "", "current");
        }
    }

    /// Adds the findings about dates in the future. A feed of events has many.
    pub(super) fn conclude(&mut self) {
        self.conclude_podcast();
        let listed = std::mem::take(&mut self.particulars.listed);
        // An item without an address has a finding of its own, and may be the one that is listed.
        let is_whole = self.particulars.ids.len() == self.particulars.entries && self.particulars.entries > 0;
        let absent = listed.into_iter().filter(|(id, _)| is_whole && !self.particulars.ids.contains_key(id));
        // One is enough: which ones are missing is not in the document.
        if let Some((id, Deferred { span, subject })) = absent.min_by_key(|(_, place)| place.span.start) {
            self.ledger.add(&FEED_ITEMS_DIFFER, span, || subject, &id);
        }
        let future = std::mem::take(&mut self.particulars.future_entries);
        let is_of_events = future.len() > 2 && future.len() * 2 >= self.particulars.entries;
        let feed = std::mem::take(&mut self.particulars.future_feed);
        let entries = future.into_iter().filter(|_| !is_of_events);
        for Deferred { span, subject } in feed.into_iter().chain(entries) {
            self.ledger.add(&DATE_IN_FUTURE, span, || subject, "");
        }
    }
}

/// Returns whether two URLs are the same, but for a slash at the end and the spelling of the host.
fn is_same(one: &str, other: &str, urls: &UrlParser) -> bool {
    match (urls.parse(one), urls.parse(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}
