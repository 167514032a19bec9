//! Required parts of an entry.

use super::{ELEMENT_REDUNDANT, MEDIA_TYPE_INVALID};
use crate::facts::{Deferred, MOST};
use crate::fixes::{Edit, Fix, FixPlace};
use crate::judge::{Judge, StartedElement};
use crate::maps::Set;
use crate::open_elements::OpenNode;
use crate::schema::DocumentFormat;
use crate::schema::ElementRole;
use crate::walker::Walker;
use bozofeed::date::{self, Moment};
use bozofeed_text::html::uri::is_http;
use bozofeed_text::media_type::ParsedMediaType;

rule_family! {
    (judged by KnownEntries)
    ENTRY_ID_MISSING = "entry-id-missing", Error, "the entry has no id", "Add an id that never changes, such as its address.", "RFC 4287 §4.1.2; JSON Feed"
        { Item "<link>https://harbour.example/12</link>" => "<link>https://harbour.example/12</link>\n<guid>https://harbour.example/12</guid>" };
    ENTRY_GUID_MISSING = "entry-id-missing", Warning, "the item has no guid", "Add a guid that never changes, so that readers recognise the item.", "RSS Profile, guid";
    ENTRY_ID_REPEATED = "entry-id-repeated", Error, "two entries have the same id", "Give each entry an id of its own: most readers show only one of them.", "RFC 4287 §4.2.6; RSS 2.0, guid"
        { Channel "<item><guid>https://harbour.example/12</guid></item>\n<item><guid>https://harbour.example/12</guid></item>" => "<item><guid>https://harbour.example/12</guid></item>\n<item><guid>https://harbour.example/13</guid></item>" };
    ENTRY_TITLE_MISSING = "entry-title-missing", Error, "the entry has no title", "Add a title; in RSS, a description will do.", "RFC 4287 §4.1.2; RSS 2.0"
        { Channel "<item><link>https://harbour.example/12</link></item>" => "<item><title>Low tide</title><link>https://harbour.example/12</link></item>" };
    ENTRY_UPDATED_MISSING = "entry-updated-missing", Error, "the entry has no date", "Add the time of its last change: <updated>2020-11-21T09:30:00Z</updated>.", "RFC 4287 §4.1.2"
        [fix Named copy_published] { Feed "<entry><title>Low tide</title><published>2020-11-21T09:30:00Z</published></entry>" => "<entry><title>Low tide</title><updated>2020-11-21T09:30:00Z</updated></entry>" };
    ENTRY_UPDATED_REPEATED = "entry-updated-repeated", Note, "two entries were updated at the same time", "Write the time at which each entry was updated: readers sort by it.", "RFC 4287 §4.2.15"
        { Feed "<entry><id>urn:x-a:1</id><updated>2020-11-21T09:30:00Z</updated></entry>\n<entry><id>urn:x-a:2</id><updated>2020-11-21T09:30:00Z</updated></entry>" => "<entry><id>urn:x-a:1</id><updated>2020-11-21T09:30:00Z</updated></entry>\n<entry><id>urn:x-a:2</id><updated>2020-11-21T10:15:00Z</updated></entry>" };
    ENTRY_DATE_MISSING = "entry-date-missing", Warning, "the item has no date", "Add pubDate: readers otherwise show the time at which they fetched the feed.", "RSS Profile, pubDate"
        { Item "<link>https://harbour.example/12</link>" => "<link>https://harbour.example/12</link>\n<pubDate>Sat, 21 Nov 2020 09:30:00 GMT</pubDate>" };
    ENTRY_AUTHOR_MISSING = "entry-author-missing", Error, "neither the entry nor the feed has an author", "Add an author to the feed: <author><name>…</name></author>.", "RFC 4287 §4.1.2"
        { Whole r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<entry><title>Low tide</title></entry>
</feed>"# => r#"<feed xmlns="http://www.w3.org/2005/Atom">
<title>News</title>
<author><name>Anna</name></author>
<entry><title>Low tide</title></entry>
</feed>"# };
    ENTRY_CONTENT_MISSING = "entry-content-missing", Error, "the entry has neither content nor an alternate link", "Add the content, or a link to the page.", "RFC 4287 §4.1.2; JSON Feed"
        { Feed "<entry><title>Low tide</title></entry>" => r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/></entry>"# };
    ENTRY_SUMMARY_MISSING = "entry-summary-missing", Error, "content that is elsewhere, or is not text, needs a summary", "Add a summary.", "RFC 4287 §4.1.2"
        { Entry r#"<content type="image/png" src="https://harbour.example/a.png"/>"# => r#"<summary>The tide table.</summary>
<content type="image/png" src="https://harbour.example/a.png"/>"# };
    ENTRY_TEXT_MISSING = "entry-text-missing", Note, "the entry has neither content nor a summary", "Add a summary.", "RFC 4287 §4.1.2"
        { Feed r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/></entry>"# => r#"<entry><title>Low tide</title><link href="https://harbour.example/12"/><summary>At noon.</summary></entry>"# };
    ENTRY_LINK_MISSING = "entry-link-missing", Warning, "the item has no link", "Link the page of the item.", "RSS 2.0"
        { Channel "<item><title>Low tide</title></item>" => "<item><title>Low tide</title><link>https://harbour.example/12</link></item>" };
    CONTENT_TYPE_MISSING = "content-type-missing", Warning, "content that is elsewhere, without its media type", "Add the attribute type.", "RFC 4287 §4.1.3.2"
        { Entry r#"<content src="https://harbour.example/a.png"/>"# => r#"<content type="image/png" src="https://harbour.example/a.png"/>"# };
    ENCLOSURE_REPEATED = "enclosure-repeated", Warning, "several enclosures in an item", "Publish one enclosure in each item: most readers take only one.", "RSS Profile, enclosure"
        { Item r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>
<enclosure url="https://harbour.example/a.ogg" length="12345" type="audio/ogg"/>"# => r#"<enclosure url="https://harbour.example/a.mp3" length="12345" type="audio/mpeg"/>"# };
}

/// Facts about the entries, in addition to their ids.
#[derive(Debug, Default)]
struct KnownEntries {
    without_author: Vec<Deferred>,
    /// The update times of entries.
    updates: Set<String>,
    is_update_reported: bool,
}

impl Judge for KnownEntries {
    fn roles(&self) -> &'static [ElementRole] {
        &[
            ElementRole::Entry,
            ElementRole::Enclosure,
            ElementRole::Content,
            ElementRole::Id,
            ElementRole::Updated,
            ElementRole::Published,
            ElementRole::Feed,
        ]
    }

    fn start(&mut self, walker: &mut Walker, element: &StartedElement<'_>) {
        match element.row.role {
            ElementRole::Entry => {
                if let (DocumentFormat::Rdf, Some(about)) = (walker.format, element.value_of_local("about")) {
                    walker.entry.id = Some((about.to_owned(), element.tag.range()));
                }
            }
            ElementRole::Enclosure => {
                walker.entry.enclosures += 1;
                if walker.entry.enclosures == 2 {
                    let address = element.value("url").unwrap_or_default();
                    walker.report(&ENCLOSURE_REPEATED, element.tag, "", address);
                }
            }
            ElementRole::Content => start_content(walker, element),
            ElementRole::Id => {
                walker.entry.is_permalink |= element.value("isPermaLink") != Some("false");
            }
            _ => {}
        }
    }

    fn end(&mut self, walker: &mut Walker, node: &OpenNode) {
        match (node.role(), walker.parent_role()) {
            (Some(ElementRole::Entry), _) => self.end_entry(walker, node),
            (Some(ElementRole::Feed), _) => self.end_feed(walker, node),
            (Some(ElementRole::Published), ElementRole::Entry) => {
                walker.entry.published = walker.open.whole_text_of(node).map(|text| (node.tag, text));
            }
            (Some(ElementRole::Id), ElementRole::Entry) => {
                walker.entry.id = Some((walker.trimmed_text(node), node.tag.range()));
            }
            (Some(ElementRole::Updated), ElementRole::Entry) => {
                walker.entry.updated = walker.trimmed_text(node);
                walker.entry.updated_at = node.tag.range();
                note_update(walker);
            }
            _ => {}
        }
    }
}

/// Checks the attributes of Atom content (RFC 4287 §4.1.3.2).
fn start_content(walker: &mut Walker, element: &StartedElement<'_>) {
    let is_text = |media_type: &str| {
        let parsed = ParsedMediaType::parse(media_type);
        !media_type.contains('/') || parsed.is_top("text") || parsed.is_xml()
    };
    let (source, media_type) = (element.value("src"), element.value("type"));
    walker.entry.needs_summary =
        source.is_some() || media_type.is_some_and(|media_type| !is_text(media_type));
    match (source, media_type) {
        (Some(source), None) => walker.report(&CONTENT_TYPE_MISSING, element.tag, "", source),
        (Some(_), Some(word @ ("text" | "html" | "xhtml"))) => {
            walker.report(&MEDIA_TYPE_INVALID, element.tag, "@type", word);
        }
        (Some(_) | None, _) => {}
    }
}

/// Records the update time of an entry, if the feed has none.
fn note_update(walker: &mut Walker) {
    if walker.format != DocumentFormat::Atom || walker.open.root_has_child("updated") {
        return;
    }
    let last = &mut walker.feed.last_update;
    if let Ok(instant) = date::parse(&walker.entry.updated).map(Moment::instant)
        && last.as_ref().is_none_or(|(latest, _)| instant > *latest)
    {
        *last = Some((instant, walker.entry.updated.clone()));
    }
}

impl KnownEntries {
    fn end_entry(&mut self, walker: &mut Walker, node: &OpenNode) {
        let entry = std::mem::take(&mut walker.entry);
        let has = |walker: &Walker, name: &str| walker.open.has_child(node, name);
        if let Some(Deferred { span, subject }) = entry.body.filter(|_| has(walker, "content:encoded")) {
            walker.ledger.add(&ELEMENT_REDUNDANT, span, || subject, "content:encoded");
        }
        let report = |walker: &mut Walker, rule| walker.report(rule, node.tag, "", "");
        match walker.format {
            DocumentFormat::Rss => {
                if !has(walker, "title") && !has(walker, "description") && !has(walker, "content:encoded") {
                    report(walker, &ENTRY_TITLE_MISSING);
                }
                // Earlier versions of RSS have no guids.
                if walker.feed.version.starts_with('2') {
                    if !has(walker, "guid") {
                        report(walker, &ENTRY_GUID_MISSING);
                    }
                    if !has(walker, "pubDate") && !has(walker, "dc:date") {
                        report(walker, &ENTRY_DATE_MISSING);
                    }
                }
                let is_address = entry.id.as_ref().is_some_and(|(id, _)| is_http(id));
                let has_link = has(walker, "link")
                    || has(walker, "guid") && entry.is_permalink && is_address
                    || entry.enclosures > 0;
                if !has_link && !has(walker, "atom:link") {
                    report(walker, &ENTRY_LINK_MISSING);
                }
                let is_repeated = entry.id.as_ref().is_some_and(|(id, _)| walker.feed.ids.contains_key(id));
                walker.end_episode(node, entry.enclosures > 0, is_repeated);
            }
            DocumentFormat::Atom => {
                if !has(walker, "source") {
                    self.require_author(walker, node);
                }
                if !has(walker, "content") {
                    if entry.alternates.is_empty() {
                        report(walker, &ENTRY_CONTENT_MISSING);
                    } else if !has(walker, "summary") {
                        report(walker, &ENTRY_TEXT_MISSING);
                    }
                }
                if !self.is_update_reported
                    && !entry.updated.is_empty()
                    && !self.updates.insert(entry.updated.clone())
                {
                    self.is_update_reported = true;
                    walker.report(&ENTRY_UPDATED_REPEATED, entry.updated_at.clone(), "", &entry.updated);
                }
                if entry.needs_summary && !has(walker, "summary") {
                    report(walker, &ENTRY_SUMMARY_MISSING);
                }
            }
            DocumentFormat::Atom03 => self.require_author(walker, node),
            DocumentFormat::Rdf | DocumentFormat::Rdf090 | DocumentFormat::Cdf | DocumentFormat::Unknown => {}
        }
        let Some((id, place)) = entry.id.filter(|(id, _)| !id.is_empty()) else { return };
        // RFC 4287 §4.1.1: versions of one entry have different update times.
        match walker.feed.ids.get(&id) {
            Some(updated) if walker.format != DocumentFormat::Atom || *updated == entry.updated => {
                walker.report(&ENTRY_ID_REPEATED, place, "", &id);
            }
            Some(_) => {}
            None => {
                walker.feed.ids.insert(id, entry.updated);
            }
        }
    }

    /// Requires an author of an entry, unless the feed's author applies.
    fn require_author(&mut self, walker: &mut Walker, node: &OpenNode) {
        if walker.open.has_child(node, "author") {
            return;
        }
        if walker.open.is_root() {
            walker.report(&ENTRY_AUTHOR_MISSING, node.tag, "", "");
        } else if self.without_author.len() < MOST {
            self.without_author.push(walker.defer(node.tag));
        }
    }

    fn end_feed(&mut self, walker: &mut Walker, node: &OpenNode) {
        let without_author = std::mem::take(&mut self.without_author);
        if walker.format.is_atom() && !walker.open.has_child(node, "author") {
            for Deferred { span, subject } in without_author {
                walker.ledger.add(&ENTRY_AUTHOR_MISSING, span, || subject, "");
            }
        }
    }
}

/// Adds the date of the last change to an entry: its publication date.
fn copy_published(place: &FixPlace<'_>) -> Option<Fix> {
    place.tag().filter(|tag| place.name_of(*tag) == "entry")?;
    let (open, date) = place.published()?;
    date::parse(date).ok()?;
    let text = format!("<updated>{date}</updated>");
    Some(Fix::safe(format!("add {text}"), vec![Edit::replace(&open.start(), text)]))
}
