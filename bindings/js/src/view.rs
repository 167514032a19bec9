//! The reader's view: the values that nearly every program needs from a feed, taken from its fields.
//!
//! `tools/types.mjs` generates the TypeScript declarations of these types and of the model.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bozofeed::model::itunes::Itunes;
use bozofeed::model::media::Media;
use bozofeed::model::podcast::Podcast;
use bozofeed::model::{self, Extension, IdentityRule, Text};
use bozofeed::{Bozo, Timestamp};

/// Declares a type of the view. Lists are always present; texts, numbers and parts are left out if the feed does not have them.
macro_rules! view {
    ($(#[$meta:meta])* pub(crate) struct $name:ident $(<$life:lifetime>)? {
        $($(#[$field_meta:meta])* $field:ident: $kind:ty,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Default, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct $name $(<$life>)? {
            $(
                $(#[$field_meta])*
                #[serde(skip_serializing_if = "Absent::is_absent")]
                pub(crate) $field: $kind,
            )*
        }
    };
}

pub(crate) use view;

/// A value that may be left out.
pub(crate) trait Absent {
    fn is_absent(&self) -> bool {
        false
    }
}

impl<T> Absent for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T> Absent for Vec<T> {}
impl<T> Absent for [T] {}
impl<T: Absent + ?Sized> Absent for &T {
    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}
impl<K, V> Absent for BTreeMap<K, V> {}
impl Absent for Cow<'_, str> {}
impl Absent for String {}
impl Absent for str {}
impl Absent for bool {}
impl Absent for usize {}
impl Absent for Feed<'_> {}

view! {
    /// A feed, its entries, and the faults of the document.
    pub(crate) struct Parsed<'a> {
        /// The format, such as `rss20` or `atom10`; empty if none was recognised.
        version: &'static str,
        /// Whether the document is a feed, however damaged.
        is_feed: bool,
        /// The first rule broken by the document.
        bozo: Option<Exception>,
        /// Whether the document is well-formed.
        well_formed: bool,
        /// The first hundred faults, in document order.
        faults: Vec<Fault>,
        /// The number of all faults.
        fault_count: usize,
        /// The canonical name of the encoding in which the document was read.
        encoding: &'a str,
        /// The feed.
        feed: Feed<'a>,
        /// The entries, in document order.
        entries: Vec<Entry<'a>>,
    }
}

view! {
    /// A rule broken by a document.
    pub(crate) struct Exception {
        /// The name of the rule, such as `NotAFeed` or `CharacterEncodingOverride`.
        #[serde(rename = "type")]
        kind: &'static str,
        /// A description.
        message: String,
        /// `benign`, `mended`, or `lossy`.
        severity: &'static str,
    }
}

view! {
    /// A place where a document breaks a rule.
    pub(crate) struct Fault {
        /// The name of the rule.
        #[serde(rename = "type")]
        kind: &'static str,
        /// A description.
        message: String,
        /// `benign`, `mended`, or `lossy`.
        severity: &'static str,
        /// The offset in bytes, in the text as UTF-8.
        offset: usize,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1, in characters.
        column: usize,
    }
}

view! {
    /// The feed.
    pub(crate) struct Feed<'a> {
        /// The title, as plain text on one line.
        title: Option<Cow<'a, str>>,
        /// The page of the feed, resolved.
        link: Option<&'a str>,
        /// The URL of the feed itself, as stated by the feed.
        url: Option<&'a str>,
        /// The identifier.
        id: Option<&'a str>,
        /// The description, as plain text.
        description: Option<Cow<'a, str>>,
        /// The language.
        language: Option<&'a str>,
        /// The date of the last change, or else of publication (ISO 8601, in UTC).
        date: Option<Timestamp>,
        /// The authors.
        authors: Vec<Author<'a>>,
        /// The names of the categories.
        categories: Vec<&'a str>,
        /// The URL of the image or logo.
        image: Option<&'a str>,
        /// The URL of a small, square image.
        icon: Option<&'a str>,
        /// The rights, as plain text.
        rights: Option<Cow<'a, str>>,
        /// The name of the program that wrote the feed.
        generator: Option<&'a str>,
        /// The number of minutes for which a copy may be kept.
        ttl: Option<u64>,
        /// The URL of the hub (`WebSub`).
        hub: Option<&'a str>,
        /// The URL of the next page of the feed (RFC 5005).
        next: Option<&'a str>,
        /// The new URL of the feed, if it has moved.
        new_url: Option<&'a str>,
        /// The values of the podcast namespace.
        podcast: Option<&'a Podcast>,
        /// The values of the iTunes vocabulary.
        itunes: Option<&'a Itunes>,
        /// The elements outside known vocabularies.
        extensions: &'a [Extension],
    }
}

view! {
    /// An entry.
    pub(crate) struct Entry<'a> {
        /// The title, as plain text on one line.
        title: Option<Cow<'a, str>>,
        /// The page of the entry, resolved.
        link: Option<&'a str>,
        /// A key to recognise the entry in later versions of the feed.
        identity: Cow<'a, str>,
        /// The identifier, as stated by the feed.
        id: Option<&'a str>,
        /// The date of publication, or else of the last change (ISO 8601, in UTC).
        date: Option<Timestamp>,
        /// The date of the last change, if it is separately stated.
        updated: Option<Timestamp>,
        /// The content, or else the summary, as HTML that is safe to show in a page.
        html: Option<Cow<'a, str>>,
        /// The content or summary as plain text.
        text: Option<Cow<'a, str>>,
        /// The summary as plain text on one line, if it is not the content.
        summary: Option<Cow<'a, str>>,
        /// The authors of the entry, or else of the feed.
        authors: Vec<Author<'a>>,
        /// The names of the categories.
        categories: Vec<&'a str>,
        /// The enclosures.
        enclosures: Vec<Enclosure<'a>>,
        /// The URL of the picture to show: the image of the entry, of Media RSS or of an enclosure, or else the first image in the
        /// content.
        image: Option<String>,
        /// The duration in seconds.
        duration: Option<f64>,
        /// The language.
        language: Option<&'a str>,
        /// The page of the comments.
        comments: Option<&'a str>,
        /// The values of the podcast namespace.
        podcast: Option<&'a Podcast>,
        /// The values of the iTunes vocabulary.
        itunes: Option<&'a Itunes>,
        /// The values of Media RSS.
        media: Option<&'a Media>,
        /// The elements outside known vocabularies.
        extensions: &'a [Extension],
    }
}

view! {
    /// An author.
    pub(crate) struct Author<'a> {
        /// The name, or else the e-mail address or the URL.
        name: Option<&'a str>,
        /// The e-mail address.
        email: Option<&'a str>,
        /// The home page.
        url: Option<&'a str>,
    }
}

view! {
    /// A file that belongs to an entry.
    pub(crate) struct Enclosure<'a> {
        /// The URL.
        url: Option<&'a str>,
        /// The media type.
        #[serde(rename = "type")]
        media_type: Option<&'a str>,
        /// The length in bytes.
        length: Option<u64>,
        /// The title.
        title: Option<&'a str>,
        /// The duration in seconds.
        duration: Option<f64>,
    }
}

#[cfg(feature = "full")]
view! {
    /// A feed that a page has, or may have.
    pub(crate) struct FoundFeed<'a> {
        /// The URL, resolved.
        url: &'a str,
        /// The title given by the page.
        title: Option<&'a str>,
        /// The media type given by the page.
        #[serde(rename = "type")]
        media_type: Option<&'a str>,
        /// The place where it was found: `link`, `header`, `anchor`, `well-known` or `guess`.
        source: &'static str,
        /// Whether the page declares it as a feed.
        is_named: bool,
    }
}

#[cfg(feature = "full")]
view! {
    /// A section of a specification.
    pub(crate) struct RuleSection {
        /// The specification, and the section, if it has sections.
        text: &'static str,
        /// The URL of the section or of the specification.
        url: Option<String>,
    }
}

#[cfg(feature = "full")]
view! {
    /// A place where a document breaks a rule of its format or of good practice.
    pub(crate) struct Finding<'a> {
        /// The identifier of the rule, such as `guid-not-permalink`.
        rule: &'static str,
        /// `error`, `warning` or `note`.
        severity: &'static str,
        /// A description.
        message: String,
        /// Advice.
        advice: &'static str,
        /// The sections of specifications that state the rule for the format of the document, or an empty list if it is good practice.
        sections: Vec<RuleSection>,
        /// The element, attribute or member.
        subject: &'a str,
        /// Its value.
        value: &'a str,
        /// The offset in bytes, in the text as UTF-8.
        offset: usize,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1, in characters.
        column: usize,
    }
}

impl<'a> Parsed<'a> {
    /// Returns the view. `place` is called with the HTML and the text of each entry, in this order, and returns the values to use instead.
    pub(crate) fn of(
        parsed: &'a bozofeed::Parsed,
        mut place: impl FnMut(Cow<'a, str>) -> Cow<'a, str>,
    ) -> Self {
        let rule = parsed.identity_rule();
        let entries = parsed.entries.iter().map(|entry| Entry::of(entry, &parsed.feed, rule, &mut place));
        Self {
            version: parsed.format.as_str(),
            is_feed: parsed.is_feed(),
            bozo: parsed.bozo.as_ref().map(Exception::of),
            well_formed: parsed.well_formed,
            faults: parsed.faults.iter().map(Fault::of).collect(),
            fault_count: parsed.fault_count,
            encoding: &parsed.codec,
            feed: Feed::of(&parsed.feed),
            entries: entries.collect(),
        }
    }
}

impl Exception {
    fn of(bozo: &Bozo) -> Self {
        Self { kind: bozo.name(), message: bozo.to_string(), severity: bozo.severity().as_str() }
    }
}

impl Fault {
    fn of(fault: &bozofeed::Fault) -> Self {
        let bozofeed::Fault { error, position, .. } = fault;
        Self {
            kind: error.name(),
            message: error.to_string(),
            severity: error.severity().as_str(),
            offset: position.offset,
            line: position.line,
            column: position.column,
        }
    }
}

#[cfg(feature = "full")]
impl<'a> FoundFeed<'a> {
    pub(crate) fn of(found: &'a bozofeed_discover::FoundFeed) -> Self {
        use bozofeed_discover::FoundIn;

        Self {
            url: &found.href,
            title: found.title.as_deref(),
            media_type: found.media_type.as_deref(),
            source: match found.source {
                FoundIn::Link => "link",
                FoundIn::Header => "header",
                FoundIn::Anchor => "anchor",
                FoundIn::WellKnown => "well-known",
                _ => "guess",
            },
            is_named: found.is_named(),
        }
    }
}

#[cfg(feature = "full")]
impl RuleSection {
    fn of(section: bozofeed_check::RuleSection) -> Self {
        Self { text: section.text, url: section.url }
    }
}

#[cfg(feature = "full")]
impl<'a> Finding<'a> {
    pub(crate) fn of(finding: &'a bozofeed_check::Finding) -> Self {
        Self {
            rule: finding.rule.id,
            severity: finding.rule.severity.as_str(),
            message: finding.message(),
            advice: finding.rule.advice,
            sections: finding.sections().into_iter().map(RuleSection::of).collect(),
            subject: &finding.subject,
            value: &finding.value,
            offset: finding.position.offset,
            line: finding.position.line,
            column: finding.position.column,
        }
    }
}

/// Returns a text unless it is empty.
fn filled(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

fn plain(text: Option<&Text>) -> Option<Cow<'_, str>> {
    text.map(Text::to_plain).filter(|text| !text.is_empty())
}

/// Returns the name of a category.
pub(crate) fn category(tag: &model::Tag) -> Option<&str> {
    filled(tag.label.as_deref()).or(filled(tag.term.as_deref()))
}

impl<'a> Author<'a> {
    fn of(people: &'a [model::Person]) -> Vec<Self> {
        let author = |person: &'a model::Person| {
            let (email, url) = (filled(person.email.as_deref()), filled(person.uri.as_deref()));
            Some(Self { name: Some(person.display_name()?), email, url })
        };
        people.iter().filter_map(author).collect()
    }
}

impl<'a> Enclosure<'a> {
    fn of(link: &'a model::Link) -> Self {
        Self {
            url: filled(link.href.as_deref()),
            media_type: filled(link.media_type.as_deref()),
            length: link.length().value,
            title: filled(link.title()),
            duration: link.duration().value.map(|duration| duration.as_secs_f64()),
        }
    }
}

impl<'a> Feed<'a> {
    fn of(feed: &'a model::Feed) -> Self {
        Self {
            title: feed.title_text(),
            link: filled(feed.link.as_deref()),
            url: feed.self_url(),
            id: feed.id.as_deref(),
            description: plain(feed.subtitle()).or_else(|| plain(feed.summary.as_ref())),
            language: filled(feed.language()),
            date: feed.updated.instant().or_else(|| feed.published.instant()),
            authors: Author::of(&feed.authors),
            categories: feed.tags.iter().filter_map(category).collect(),
            image: feed.picture(),
            icon: filled(feed.icon()),
            rights: plain(feed.rights()),
            generator: feed.generator().and_then(|generator| filled(generator.name.as_deref())),
            ttl: feed.ttl().value,
            hub: feed.hub(),
            next: feed.next_page(),
            new_url: feed.new_url(),
            podcast: feed.get::<Podcast>(),
            itunes: feed.get::<Itunes>(),
            extensions: feed.extensions(),
        }
    }
}

impl<'a> Entry<'a> {
    fn of(
        entry: &'a model::Entry,
        feed: &'a model::Feed,
        rule: IdentityRule,
        mut place: impl FnMut(Cow<'a, str>) -> Cow<'a, str>,
    ) -> Self {
        let content = entry.best_content();
        let is_content = |summary: &&Text| content.is_none_or(|content| !std::ptr::eq(content, *summary));
        let summary = entry.summary.as_ref().filter(is_content).map(Text::to_line);
        Self {
            title: entry.title_text(),
            link: entry.permalink(),
            identity: entry.identity(rule),
            id: entry.id.as_deref(),
            date: entry.date(),
            updated: entry.updated.instant(),
            html: content.map(|content| place(content.to_html())),
            text: content.map(|content| place(content.to_plain())),
            summary: summary.filter(|summary| !summary.is_empty()),
            authors: Author::of(entry.authors_in(feed)),
            categories: entry.tags.iter().filter_map(category).collect(),
            enclosures: entry.enclosures().map(Enclosure::of).collect(),
            image: entry.picture().map(|picture| picture.url.into_string()),
            duration: entry.duration().map(|duration| duration.as_secs_f64()),
            language: filled(entry.language()),
            comments: filled(entry.comments()),
            podcast: entry.get::<Podcast>(),
            itunes: entry.get::<Itunes>(),
            media: entry.get::<Media>(),
            extensions: entry.extensions(),
        }
    }
}
