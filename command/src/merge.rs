//! One feed of several.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map;

use bozofeed::model::{Date, Entry, Feed, IdentityRule, Person, Str, Text};
use bozofeed::write::WriteError;
use bozofeed::{Parsed, Timestamp};

/// How many titles make up the title of a merged feed.
const MOST_TITLES: usize = 3;

/// How many bytes the sources of the entries of a document may have in all, and one of them at most and in any case.
const MOST_OF_SOURCES: usize = 4 << 20;
const MOST_OF_SOURCE: usize = 4 << 10;
const LEAST_OF_SOURCE: usize = 256;

/// How long a language is that every entry may repeat.
const LONGEST_LANGUAGE: usize = 64;

/// The place of an entry in what was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The number of the document.
    pub document: usize,
    /// The number of the entry in it.
    pub entry: usize,
}

impl Origin {
    /// Returns the entry, among those of all documents.
    fn of(self, entries: &[Vec<Entry>]) -> Option<&Entry> {
        entries.get(self.document)?.get(self.entry)
    }
}

/// The place of an entry, and what it is judged by.
struct Candidate {
    origin: Origin,
    /// The number of its feed, which several documents may have.
    feed: usize,
    identity: String,
}

/// Returns one feed of all entries, newest first, and the place of each of them.
///
/// Entries without a date come last. Each entry that has no `source` gets one that describes its feed. Of entries with the
/// same identity, and of the same feed or with the same page, the one that was changed last is there.
pub fn merge(documents: Vec<Parsed>) -> (Parsed, Vec<Origin>) {
    let mut merged = Parsed::default();
    merged.feed = head(&documents);
    merged.namespaces = namespaces(&documents);
    let sources: Vec<Feed> =
        documents.iter().map(|parsed| source(&parsed.feed, parsed.entries.len())).collect();
    let languages: Vec<Option<Str>> = documents.iter().map(|parsed| language(&parsed.feed)).collect();
    let mut candidates = candidates(&documents);
    let mut entries: Vec<Vec<Entry>> = documents.into_iter().map(|parsed| parsed.entries).collect();
    let changed =
        |candidate: &Candidate| Reverse(candidate.origin.of(&entries).and_then(Entry::last_changed));
    candidates.sort_by_key(changed);
    let mut known = HashMap::new();
    candidates.retain(|candidate| is_first(&mut known, candidate, candidate.origin.of(&entries)));
    candidates.sort_by_key(|candidate| {
        let Origin { document, entry } = candidate.origin;
        (Reverse(candidate.origin.of(&entries).and_then(Entry::date)), document, entry)
    });
    let origins: Vec<Origin> = candidates.into_iter().map(|candidate| candidate.origin).collect();
    // Each entry gets a copy of its own, so the others are left out first.
    let described = origins.iter().filter_map(|origin| {
        let mut entry = std::mem::take(entries.get_mut(origin.document)?.get_mut(origin.entry)?);
        if entry.source().is_none() {
            entry.set_source(sources.get(origin.document).cloned());
        }
        if entry.language().is_none() {
            entry.set_language(languages.get(origin.document).cloned().flatten());
        }
        Some(entry)
    });
    merged.entries = described.collect();
    (merged, origins)
}

/// Gives the first entries a date if they have none: that of their feed, else the fallback. The date of the merged feed may be that of
/// another one.
pub(crate) fn give_dates(
    merged: &mut Parsed,
    fallback: Option<Timestamp>,
    first: usize,
) -> Result<(), WriteError> {
    for (position, entry) in merged.entries.iter_mut().enumerate().take(first) {
        if entry.last_changed().is_some() {
            continue;
        }
        let of_feed = entry.source().map(|feed| [&feed.updated, &feed.published]).into_iter().flatten();
        let date = of_feed.filter(|date| date.value.is_some()).max_by_key(|date| date.instant()).cloned();
        let Some(date) = date.or_else(|| fallback.map(Date::from)) else {
            let identity = entry.identity(IdentityRule::Id).into_owned();
            return Err(WriteError::MissingDate { entry: Some(position), identity });
        };
        entry.updated = date;
    }
    Ok(())
}

/// Returns the entries of all documents.
fn candidates(documents: &[Parsed]) -> Vec<Candidate> {
    let mut numbers = HashMap::new();
    // Two documents may be of the same feed, at different times.
    let mut rules: Vec<IdentityRule> = Vec::new();
    let mut feeds = Vec::with_capacity(documents.len());
    for document in documents {
        let rule = document.identity_rule();
        let feed = match numbers.entry(key(&document.feed)) {
            hash_map::Entry::Occupied(known) => *known.get(),
            hash_map::Entry::Vacant(new) => {
                rules.push(rule);
                *new.insert(rules.len() - 1)
            }
        };
        if let Some(finest) = rules.get_mut(feed) {
            *finest = rule.max(*finest);
        }
        feeds.push(feed);
    }
    let mut candidates = Vec::new();
    for (document, (parsed, feed)) in documents.iter().zip(feeds).enumerate() {
        let rule = rules.get(feed).copied().unwrap_or_default();
        for (entry, own) in parsed.entries.iter().enumerate() {
            let identity = own.identity(rule).into_owned();
            candidates.push(Candidate { origin: Origin { document, entry }, feed, identity });
        }
    }
    candidates
}

/// Returns the language of a feed, if entries can repeat it.
fn language(feed: &Feed) -> Option<Str> {
    feed.language().filter(|language| language.len() <= LONGEST_LANGUAGE).map(Str::from)
}

/// The feeds and pages of the entries with an identity.
type Known = HashMap<String, Vec<(usize, Option<String>)>>;

/// Returns whether an entry is the first of those that are the same. Entries with the same identity are the same if they are of the
/// same feed or lead to the same page, or if the identity is a URI and neither has a page: `1` is an identity that two feeds may use, and a feed
/// that copies the identity of an entry of another does not take its place.
fn is_first(known: &mut Known, candidate: &Candidate, entry: Option<&Entry>) -> bool {
    let page = entry.and_then(Entry::permalink);
    let same = known.entry(candidate.identity.clone()).or_default();
    let is_known = same.iter().any(|(feed, other)| {
        let is_same_page = other.as_deref() == page && (page.is_some() || has_scheme(&candidate.identity));
        *feed == candidate.feed || is_same_page
    });
    if !is_known {
        same.push((candidate.feed, page.map(str::to_owned)));
    }
    !is_known
}

/// Returns whether an identity begins with the scheme of a URI (RFC 3986 §3.1).
fn has_scheme(identity: &str) -> bool {
    identity.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    })
}

/// Returns what tells a feed from others: its identifier, its URL, or its page and title.
fn key(feed: &Feed) -> String {
    let url =
        [feed.id.as_deref(), feed.self_url(), feed.href()].into_iter().flatten().find(|url| !url.is_empty());
    let page_and_title = || {
        let title = feed.title_text().unwrap_or_default();
        format!("{} {title}", feed.link.as_deref().unwrap_or_default())
    };
    url.map_or_else(page_and_title, str::to_owned)
}

/// Returns what `source` says of a feed with so many entries (RFC 4287 §4.2.11). Every entry repeats it, so what is long is left out if
/// there are many.
fn source(feed: &Feed, entries: usize) -> Feed {
    let mut room = (MOST_OF_SOURCES / entries.max(1)).clamp(LEAST_OF_SOURCE, MOST_OF_SOURCE);
    let mut fits = |size: usize| {
        let fits = size <= room;
        room -= if fits { size } else { 0 };
        fits
    };
    let mut fits_word = |word: Option<&str>| word.filter(|word| fits(word.len())).map(Str::from);
    let mut source = Feed::default();
    let url = fits_word(feed.href().or_else(|| feed.self_url()));
    source.link = fits_word(feed.link.as_deref());
    // Elsewhere, an identifier that is not a URI identifies nothing.
    source.id = fits_word(feed.id.as_deref().filter(|id| has_scheme(id)));
    let (icon, logo) = (fits_word(feed.icon()), fits_word(feed.logo()));
    let mut fits_text = |text: Option<&Text>| text.filter(|text| fits(text_size(text))).cloned();
    source.title = fits_text(feed.title.as_ref());
    source.set_subtitle(fits_text(feed.subtitle()));
    source.set_rights(fits_text(feed.rights()));
    for (date, of_feed) in [(&mut source.updated, &feed.updated), (&mut source.published, &feed.published)] {
        if !of_feed.is_absent() && fits(of_feed.text().len()) {
            date.clone_from(of_feed);
        }
    }
    let size = |person: &Person| {
        let parts = [&person.name, &person.email, &person.uri, &person.raw, &person.avatar];
        parts.into_iter().flatten().map(|part| part.len()).sum::<usize>() + 64
    };
    let people = feed.authors.iter().filter(|person| person.extensions.is_empty() && fits(size(person)));
    source.authors = people.cloned().collect();
    source.set_href(url);
    source.set_icon(icon);
    source.set_logo(logo);
    source
}

/// Returns the number of bytes that a text repeats in each entry.
fn text_size(text: &Text) -> usize {
    let src = text.src().map_or(0, str::len);
    let scope = text.language().map_or(0, str::len) + text.base().map_or(0, str::len);
    text.value.len() + text.media_type.len() + src + scope
}

/// Returns the feed without its entries. Its titles are those of the feeds, its page that of the first, its last change the latest,
/// and its language the one that all have.
fn head(documents: &[Parsed]) -> Feed {
    let mut feed = Feed::default();
    let feeds = || documents.iter().map(|document| &document.feed);
    feed.id = Some(id(documents).into());
    feed.title = Some(Text::plain(title(documents)));
    feed.link = feeds().find_map(|feed| feed.link.clone());
    let dates = feeds().flat_map(|feed| [&feed.updated, &feed.published]);
    let entries = documents.iter().flat_map(|document| &document.entries);
    let dates = dates.chain(entries.flat_map(|entry| [&entry.updated, &entry.published]));
    let latest = dates.filter(|date| date.value.is_some()).max_by_key(|date| date.instant());
    feed.updated = latest.cloned().unwrap_or_default();
    let language = feeds().next().and_then(Feed::language);
    if feeds().all(|feed| feed.language() == language) {
        feed.set_language(language.map(Into::into));
    }
    feed
}

/// Returns an identifier that depends on the feeds alone.
fn id(documents: &[Parsed]) -> String {
    let keys: Vec<String> = documents.iter().map(|document| key(&document.feed)).collect();
    let mut entry = Entry::default();
    entry.summary = Some(Text::plain(keys.join(" ")));
    entry.identity(IdentityRule::Id).into_owned()
}

/// Returns the titles of the feeds, without repetitions: `Tides, Ferries and 3 more`.
fn title(documents: &[Parsed]) -> String {
    let mut titles = Vec::new();
    for title in documents.iter().filter_map(|document| document.feed.title_text()) {
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    let shown = titles.get(..MOST_TITLES).unwrap_or(&titles).join(", ");
    match titles.len().saturating_sub(MOST_TITLES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns the prefixes that have the same namespace in all documents. With any other, an attribute of an unknown name could come
/// into another namespace.
fn namespaces(documents: &[Parsed]) -> Vec<(String, String)> {
    let mut names: HashMap<&str, Option<&str>> = HashMap::new();
    let all = || documents.iter().flat_map(|document| &document.namespaces);
    for (prefix, name) in all() {
        let known = names.entry(prefix).or_insert(Some(name));
        if *known != Some(name) {
            *known = None;
        }
    }
    let mut namespaces = Vec::new();
    for (prefix, _) in all() {
        if let Some(Some(name)) = names.remove(prefix.as_str()) {
            namespaces.push((prefix.clone(), name.to_owned()));
        }
    }
    namespaces
}
