//! Merging several feeds into one.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use bozofeed::model::{Date, Entry, Feed, IdentityRule, Person, Str, Text};
use bozofeed::write::{LossReason, WriteError};
use bozofeed::{Parsed, Timestamp};

use super::claims::{Claim, Place, Standing, standings};

/// The maximum number of titles in the title of a merged feed.
const MOST_TITLES: usize = 3;

/// The maximum number of bytes that all entries together may repeat from their feeds, in addition to the size of each document; also
/// the limit for a single entry.
const MOST_OF_SOURCES: usize = 4 << 20;
const MOST_OF_SOURCE: usize = 4 << 10;

/// The maximum length of a language that every entry may repeat.
const LONGEST_LANGUAGE: usize = 64;

/// The maximum number of copies of an entry that are compared with each other.
const MOST_COPIES: usize = 8;

/// A document to merge.
#[derive(Debug, Default)]
pub struct Document {
    /// The feed.
    pub parsed: Parsed,
    /// The URL from which it was read. `None` for a file, whatever the document says about itself.
    pub url: Option<String>,
    /// Its size in bytes.
    pub size: usize,
}

/// The position of an entry in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The index of the document.
    pub document: usize,
    /// The index of the entry in the document.
    pub entry: usize,
}

impl Origin {
    /// Returns the entry from the entries of all documents.
    fn of(self, entries: &[Vec<Entry>]) -> Option<&Entry> {
        entries.get(self.document)?.get(self.entry)
    }
}

/// A merged feed.
#[derive(Debug, Default)]
pub struct Merged {
    /// The feed.
    pub parsed: Parsed,
    /// The origin of each of its entries.
    pub origins: Vec<Origin>,
    /// The documents whose entries omit some values of their feed, with the reasons.
    pub shortened: Vec<(usize, LossReason)>,
}

/// The origin of an entry, with the values used for deciding about it.
struct Candidate {
    origin: Origin,
    /// The number of its feed. Several documents may be of the same feed.
    feed: usize,
    identity: String,
}

/// Merges all entries into one feed, newest first.
///
/// Entries without a date come last. Each entry without a `source` gets one that describes its feed. Among entries of one feed with
/// the same identity, the last modified one is kept. Between feeds, [`claims`](super::claims) decides; only one of several equal
/// copies is kept.
pub fn merge(documents: Vec<Document>) -> Merged {
    let mut merged = Merged::default();
    merged.parsed.feed = head(&documents);
    merged.parsed.namespaces = namespaces(&documents);
    let mut shares: Vec<Share> = shares(&documents);
    let homes: Vec<[Option<Place>; 2]> = documents.iter().map(places).collect();
    let mut candidates = candidates(&documents);
    let mut entries: Vec<Vec<Entry>> =
        documents.into_iter().map(|document| document.parsed.entries).collect();
    // A stable sort would need half as much memory again.
    candidates.sort_unstable_by_key(|Candidate { origin, .. }| {
        (Reverse(origin.of(&entries).and_then(Entry::last_changed)), origin.document, origin.entry)
    });
    let shown = shown(candidates, &entries, &homes);
    let mut origins: Vec<Origin> = Vec::with_capacity(shown.len());
    origins.extend(shown.iter().map(|(candidate, _)| candidate.origin));
    for (Candidate { origin, .. }, owns_identity) in shown {
        let entry = entries.get_mut(origin.document).and_then(|entries| entries.get_mut(origin.entry));
        if let Some(entry) = entry.filter(|_| !owns_identity) {
            // Otherwise, readers of the merged feed would mistake it for a new version of the other one.
            entry.id = Some(entry.identity(IdentityRule::IdAndLink).into_owned().into());
        }
    }
    origins.sort_by_key(|origin| {
        let Origin { document, entry } = *origin;
        (Reverse(origin.of(&entries).and_then(Entry::date)), document, entry)
    });
    let mut entries = chosen(entries, &origins);
    // Each entry gets a separate copy, so excess entries are removed first.
    for (entry, origin) in entries.iter_mut().zip(&origins) {
        if let Some(share) = shares.get_mut(origin.document) {
            share.describe(entry);
        }
    }
    merged.parsed.entries = entries;
    merged.origins = origins;
    let shortened = shares.iter().enumerate().filter(|(_, share)| share.is_shortened && share.is_used);
    merged.shortened = shortened.map(|(document, _)| (document, LossReason::Limit)).collect();
    merged
}

/// Returns the entries at these places, in this order. They are sorted within the list of the longest document, since a second list would
/// need as much memory again.
fn chosen(mut entries: Vec<Vec<Entry>>, origins: &[Origin]) -> Vec<Entry> {
    let longest = (0..entries.len()).max_by_key(|document| entries.get(*document).map(Vec::len));
    let mut starts = vec![0; entries.len()];
    let mut all =
        longest.and_then(|longest| entries.get_mut(longest)).map(std::mem::take).unwrap_or_default();
    for (document, entries) in
        entries.iter_mut().enumerate().filter(|(document, _)| Some(*document) != longest)
    {
        if let Some(start) = starts.get_mut(document) {
            *start = all.len();
        }
        all.reserve_exact(entries.len());
        all.append(entries);
    }
    drop(entries);
    // The current place of each entry, by its original place, and the original place of each entry, by its current place.
    let mut places: Vec<usize> = (0..all.len()).collect();
    let mut present = places.clone();
    for (to, origin) in origins.iter().enumerate() {
        let first = starts.get(origin.document).map_or(0, |start| start + origin.entry);
        let (Some(&from), Some(&displaced)) = (places.get(first), present.get(to)) else { continue };
        all.swap(to, from);
        places.swap(first, displaced);
        present.swap(to, from);
    }
    all.truncate(origins.len());
    all
}

/// The values of a feed that are repeated in the entries of a document.
struct Share {
    source: Feed,
    language: Option<Str>,
    /// Whether something was left out because it was too long.
    is_shortened: bool,
    /// Whether an entry repeats it.
    is_used: bool,
}

impl Share {
    /// Gives an entry the values that it lacks.
    fn describe(&mut self, entry: &mut Entry) {
        if entry.source().is_none() {
            entry.set_source(Some(self.source.clone()));
            self.is_used = true;
        }
        if entry.language().is_none() {
            entry.set_language(self.language.clone());
        }
    }
}

/// Returns the values that the entries of each document repeat: in total, at most the size of the documents plus a constant.
fn shares(documents: &[Document]) -> Vec<Share> {
    let all: usize = documents.iter().map(|document| document.parsed.entries.len()).sum();
    let common = MOST_OF_SOURCES / all.max(1);
    let share = |Document { parsed, size, .. }: &Document| {
        let own = size / parsed.entries.len().max(1);
        let mut room = Room { left: (common + own).min(MOST_OF_SOURCE), is_short: false };
        let source = source(&parsed.feed, &mut room);
        let language = language(&parsed.feed).filter(|language| room.fits(language.len()));
        Share { source, language, is_shortened: room.is_short, is_used: false }
    };
    documents.iter().map(share).collect()
}

/// The number of bytes that an entry may repeat.
struct Room {
    left: usize,
    is_short: bool,
}

impl Room {
    /// Reserves room for a value, if there is enough.
    fn fits(&mut self, size: usize) -> bool {
        let fits = size <= self.left;
        self.left -= if fits { size } else { 0 };
        self.is_short |= !fits;
        fits
    }
}

/// Returns the place from which a document was read, and the place of the page that its feed declares.
fn places(document: &Document) -> [Option<Place>; 2] {
    [document.url.as_deref(), document.parsed.feed.link.as_deref()].map(|url| Place::of(url?))
}

/// Returns the entries to show, with whether each keeps its identity. Candidates that were modified last come first.
fn shown(
    mut candidates: Vec<Candidate>,
    entries: &[Vec<Entry>],
    places: &[[Option<Place>; 2]],
) -> Vec<(Candidate, bool)> {
    let mut known = HashSet::new();
    let is_latest: Vec<bool> =
        candidates.iter().map(|candidate| known.insert((candidate.feed, &*candidate.identity))).collect();
    let mut is_latest = is_latest.into_iter();
    candidates.retain(|_| is_latest.next().unwrap_or_default());
    let mut groups: HashMap<&str, Vec<usize>> = HashMap::new();
    for (position, candidate) in candidates.iter().enumerate() {
        groups.entry(&candidate.identity).or_default().push(position);
    }
    let alone = Standing { is_hidden: false, owns_identity: true };
    let mut decided = vec![alone; candidates.len()];
    for (identity, group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let copies: Vec<&Candidate> = group.iter().filter_map(|position| candidates.get(*position)).collect();
        let found = decide(identity, &copies, entries, places);
        for (position, standing) in group.into_iter().zip(found) {
            if let Some(place) = decided.get_mut(position) {
                *place = standing;
            }
        }
    }
    let shown = candidates.into_iter().zip(decided).filter(|(_, standing)| !standing.is_hidden);
    shown.map(|(candidate, standing)| (candidate, standing.owns_identity)).collect()
}

/// Decides about the entries of several feeds with the same identity.
fn decide(
    identity: &str,
    copies: &[&Candidate],
    entries: &[Vec<Entry>],
    places: &[[Option<Place>; 2]],
) -> Vec<Standing> {
    let claim = |Candidate { origin, .. }: &&Candidate| {
        let [place, home] =
            places.get(origin.document).map_or([None, None], |places| places.each_ref().map(Option::as_ref));
        let link = origin.of(entries).and_then(Entry::permalink);
        Claim { place, home, link, first_seen: i64::try_from(origin.document).unwrap_or(i64::MAX) }
    };
    let claims: Vec<Claim<'_>> = copies.iter().map(claim).collect();
    let mut standings = standings(identity, &claims);
    if !has_scheme(identity) {
        // `1` is an identity that two feeds may use, so no reader assumes that it identifies one entry.
        for standing in &mut standings {
            standing.owns_identity = true;
        }
    }
    // Of two equal entries, one is enough.
    let mut order: Vec<usize> = (0..copies.len()).collect();
    order.sort_by_key(|position| {
        let owns_identity = standings.get(*position).is_some_and(|standing| standing.owns_identity);
        (!owns_identity, copies.get(*position).map(|copy| (copy.origin.document, copy.origin.entry)))
    });
    let mut compared: Vec<&Entry> = Vec::new();
    for position in order {
        let entry = copies.get(position).and_then(|copy| copy.origin.of(entries));
        let (Some(entry), Some(standing)) = (entry, standings.get_mut(position)) else { continue };
        if standing.is_hidden {
            continue;
        }
        standing.is_hidden = compared.contains(&entry);
        if !standing.is_hidden && compared.len() < MOST_COPIES {
            compared.push(entry);
        }
    }
    standings
}

/// Gives the first entries a date if they have none: the date of their feed, or else the fallback. The date of the merged feed may
/// come from another feed.
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
fn candidates(documents: &[Document]) -> Vec<Candidate> {
    // Two documents may be versions of the same feed; only the address tells.
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut rules: Vec<IdentityRule> = Vec::new();
    let mut feeds = Vec::with_capacity(documents.len());
    for document in documents {
        let rule = document.parsed.identity_rule();
        let new = rules.len();
        let feed = document.url.as_deref().map_or(new, |url| *numbers.entry(url).or_insert(new));
        match rules.get_mut(feed) {
            Some(finest) => *finest = rule.max(*finest),
            None => rules.push(rule),
        }
        feeds.push(feed);
    }
    let mut candidates = Vec::new();
    for (document, (Document { parsed, .. }, feed)) in documents.iter().zip(feeds).enumerate() {
        let rule = rules.get(feed).copied().unwrap_or_default();
        for (entry, own) in parsed.entries.iter().enumerate() {
            let identity = own.identity(rule).into_owned();
            candidates.push(Candidate { origin: Origin { document, entry }, feed, identity });
        }
    }
    candidates
}

/// Returns the language of a feed, if it is short enough for entries to repeat.
fn language(feed: &Feed) -> Option<Str> {
    feed.language().filter(|language| language.len() <= LONGEST_LANGUAGE).map(Str::from)
}

/// Returns whether an identity begins with the scheme of a URI (RFC 3986 §3.1).
fn has_scheme(identity: &str) -> bool {
    identity.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    })
}

/// Returns a key that identifies a feed: its identifier, its URL, or its page and title.
fn key(feed: &Feed) -> String {
    let url =
        [feed.id.as_deref(), feed.self_url(), feed.href()].into_iter().flatten().find(|url| !url.is_empty());
    let page_and_title = || {
        let title = feed.title_text().unwrap_or_default();
        format!("{} {title}", feed.link.as_deref().unwrap_or_default())
    };
    url.map_or_else(page_and_title, str::to_owned)
}

/// Returns the `source` for a feed (RFC 4287 §4.2.11). Every entry repeats it, so values without room are left out.
fn source(feed: &Feed, room: &mut Room) -> Feed {
    let mut fits = |size: usize| room.fits(size);
    let mut fits_word = |word: Option<&str>| word.filter(|word| fits(word.len())).map(Str::from);
    let mut source = Feed::default();
    let url = fits_word(feed.href().or_else(|| feed.self_url()));
    source.link = fits_word(feed.link.as_deref());
    // Outside the feed, an identifier that is not a URI identifies nothing.
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
        let parts = [&person.name, &person.email, &person.uri, &person.raw].map(Option::as_deref);
        parts.into_iter().chain([person.avatar()]).flatten().map(str::len).sum::<usize>() + 64
    };
    let people = feed.authors.iter().filter(|person| person.extensions().is_empty() && fits(size(person)));
    source.authors = people.cloned().collect();
    source.set_href(url);
    source.set_icon(icon);
    source.set_logo(logo);
    source
}

/// Returns the number of bytes that a text adds to each entry.
fn text_size(text: &Text) -> usize {
    let src = text.src().map_or(0, str::len);
    let scope = text.language().map_or(0, str::len) + text.base().map_or(0, str::len);
    text.value.len() + text.media_type.len() + src + scope
}

/// Returns the feed without its entries. Its title combines the titles of the feeds, its last change is the latest, and its language
/// is the common one. It has no page: each feed has its own.
fn head(documents: &[Document]) -> Feed {
    let mut feed = Feed::default();
    let feeds = || documents.iter().map(|document| &document.parsed.feed);
    feed.id = Some(id(documents).into());
    feed.title = Some(Text::plain(title(documents)));
    let dates = feeds().flat_map(|feed| [&feed.updated, &feed.published]);
    let entries = documents.iter().flat_map(|document| &document.parsed.entries);
    let dates = dates.chain(entries.flat_map(|entry| [&entry.updated, &entry.published]));
    let latest = dates.filter(|date| date.value.is_some()).max_by_key(|date| date.instant());
    feed.updated = latest.cloned().unwrap_or_default();
    let language = feeds().next().and_then(Feed::language);
    if feeds().all(|feed| feed.language() == language) {
        feed.set_language(language.map(Into::into));
    }
    feed
}

/// Returns an identifier that only depends on the feeds.
fn id(documents: &[Document]) -> String {
    let keys: Vec<String> = documents.iter().map(|document| key(&document.parsed.feed)).collect();
    let mut entry = Entry::default();
    entry.summary = Some(Text::plain(keys.join(" ")));
    entry.identity(IdentityRule::Id).into_owned()
}

/// Returns the titles of the feeds, without duplicates: `Tides, Ferries and 3 more`.
fn title(documents: &[Document]) -> String {
    let titles = documents.iter().filter_map(|document| document.parsed.feed.title_text());
    let mut known = HashSet::new();
    let titles: Vec<_> = titles.filter(|title| known.insert(title.clone())).collect();
    let shown = titles.get(..MOST_TITLES).unwrap_or(&titles).join(", ");
    match titles.len().saturating_sub(MOST_TITLES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Returns the prefixes with the same namespace in all documents. With any other prefix, an unknown attribute could end up in a
/// different namespace.
fn namespaces(documents: &[Document]) -> Vec<(String, String)> {
    let mut names: HashMap<&str, Option<&str>> = HashMap::new();
    let all = || documents.iter().flat_map(|document| &document.parsed.namespaces);
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

#[cfg(test)]
mod tests {
    use bozofeed::write::{Target, Writer};

    use super::*;

    /// The URL of a document, the identifier of its feed, and its entries: identifier, page, title, and day of the last change.
    type Case =
        (Option<&'static str>, &'static str, &'static [(&'static str, &'static str, &'static str, u8)]);

    const HARBOUR: Option<&str> = Some("https://harbour.example/feed");
    const THIEF: Option<&str> = Some("https://thief.example/feed");
    const PAGE: &str = "https://harbour.example/1";

    fn document((url, id, entries): Case) -> Document {
        let entries = entries.iter().map(|(id, link, title, day)| {
            format!("<entry><id>{id}</id><link href='{link}'/><title>{title}</title><updated>2026-01-0{day}T00:00:00Z</updated></entry>")
        });
        let entries: String = entries.collect();
        let text = format!("<feed xmlns='http://www.w3.org/2005/Atom'><id>{id}</id>{entries}</feed>");
        Document { parsed: bozofeed::parse(&*text), url: url.map(str::to_owned), size: text.len() }
    }

    #[test]
    fn a_feed_replaces_its_own_entries_alone() {
        let own: Case = (HARBOUR, "urn:h", &[("urn:1", PAGE, "own", 1)]);
        let later: Case = (HARBOUR, "urn:h", &[("urn:1", PAGE, "later", 2)]);
        let moved: Case = (HARBOUR, "urn:h", &[("urn:1", "https://harbour.example/2", "moved", 3)]);
        let beside: Case =
            (Some("https://harbour.example/rss.xml"), "urn:h", &[("urn:1", PAGE, "beside", 2)]);
        let copy: Case = (THIEF, "urn:h", &[("urn:1", PAGE, "copy", 9)]);
        let elsewhere: Case = (THIEF, "urn:h", &[("urn:1", "https://thief.example/1", "elsewhere", 9)]);
        let file: Case = (None, "urn:h", &[("urn:1", PAGE, "file", 9)]);
        let same_file: Case = (None, "urn:t", &[("urn:1", PAGE, "file", 9)]);
        let mut wrong = Vec::new();
        for (one, other, expected) in [
            (own, later, &["later"][..]),
            (own, moved, &["moved"]),
            (own, beside, &["beside"]),
            // The page of the entry is on the host of its feed.
            (own, copy, &["own"]),
            (own, elsewhere, &["elsewhere", "own"]),
            (own, file, &["own"]),
            (copy, file, &["copy", "file"]),
            (file, same_file, &["file"]),
        ] {
            for order in [[one, other], [other, one]] {
                let Merged { parsed, origins, .. } = merge(order.map(document).into());
                let mut titles: Vec<_> = parsed.entries.iter().filter_map(Entry::title_text).collect();
                titles.sort();
                if titles != expected || origins.len() != titles.len() {
                    wrong.push(format!("{order:?}: {titles:?}"));
                }
            }
        }
        assert_eq!(wrong, [] as [String; 0]);
    }

    #[test]
    fn the_identity_is_that_of_the_feed_at_the_page_or_of_the_first() {
        let other = "https://thief.example/1";
        for (urls, links, owner) in
            [([None, HARBOUR], [other, PAGE], PAGE), ([THIEF, None], [PAGE, other], PAGE)]
        {
            let documents = [(urls[0], links[0]), (urls[1], links[1])].map(|(url, link)| {
                let text = format!(
                    "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>urn:1</id><link href='{link}'/></entry></feed>"
                );
                Document { parsed: bozofeed::parse(&*text), url: url.map(str::to_owned), size: text.len() }
            });
            let merged = merge(documents.into()).parsed;
            let owners = merged.entries.iter().filter(|entry| entry.id.as_deref() == Some("urn:1"));
            assert_eq!(owners.map(|entry| entry.permalink()).collect::<Vec<_>>(), [Some(owner)]);
        }
    }

    #[test]
    fn the_addresses_of_the_documents_are_not_published() {
        let documents = ["a", "b"].map(|host| {
            let url = format!("https://user:pw@{host}.example/feed?key=KEY#part");
            let text = format!(
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>{host}</title><updated>2026-01-01T00:00:00Z</updated><link href=''/><link rel='self' href=''/><author><name>N</name><uri/></author>\
                <entry><id>urn:{host}</id><title>T</title><link href='#x'/><content type='html'>&lt;a href=''>x&lt;/a></content></entry></feed>"
            );
            let document = bozofeed::Document::from(&*text).url(&*url);
            Document { parsed: bozofeed::parse(document), url: Some(url), size: text.len() }
        });
        let merged = merge(documents.into()).parsed;
        assert_eq!(merged.entries.len(), 2);
        for format in [Target::Atom, Target::Rss, Target::Json] {
            let text = Writer::new(format).to_text(&merged).unwrap();
            let found: Vec<_> =
                ["user:", "pw@", "KEY", "#part"].into_iter().filter(|secret| text.contains(secret)).collect();
            assert!(found.is_empty(), "{found:?} in {text}");
            assert!(text.contains("https://a.example/feed"), "{text}");
        }
    }

    #[test]
    fn what_entries_repeat_is_bounded_for_all_documents_together() {
        let mut sizes = 0;
        let document = |number: usize| {
            let items = (0..1_000).map(|item| format!("<item><title>{number}-{item}</title></item>"));
            let items: String = items.collect();
            let text = format!("<rss><channel><title>{}</title>{items}</channel></rss>", "x".repeat(1_000));
            sizes += text.len();
            Document { parsed: bozofeed::parse(&*text), url: None, size: text.len() }
        };
        let documents = (0..20).map(document).collect();
        let Merged { parsed, shortened, .. } = merge(documents);
        let repeated = parsed.entries.iter().filter_map(Entry::source).filter_map(|feed| feed.title.as_ref());
        let repeated: usize = repeated.map(|title| title.value.len()).sum();
        assert!(repeated <= MOST_OF_SOURCES + sizes, "{repeated}");
        assert_eq!(shortened.len(), 20);
    }
}
