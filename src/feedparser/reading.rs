//! Reads the elements of a document in document order, like Universal Feed Parser: with a stack of elements whose text is
//! collected, and a dictionary for the feed and for each entry. Each value is added to a dictionary when its element ends.
//!
//! The meaning of an element depends on its name and on a few facts ([`ReadingState`]), not on the elements around it. An unknown
//! element is a member of the dictionary under its name: with its attributes if it has any, or else with its text.

use std::borrow::Cow;
use std::hash::RandomState;

use super::attributes::{KeyedAttributes, prefix_of};
use super::contents::Content;
use super::elements::KnownKey;
use super::members::DictionaryNotes;
use super::place::PlaceKind;
use super::texts::CollectedText;
use super::{Dictionary, Value, canonical};
use crate::budget::{Budget, LONGEST_LANGUAGE, Mark};
use crate::diagnostics::{Diagnostics, Limit, Unplaced, WarningKind};
use crate::format::Format;
use crate::inline_markup::InlineTag;
use crate::interpret::{Interpreted, canonical_namespaces, format_of_namespace};
use crate::model::internal::digest;
use crate::model::{Str, XmlScope};
use crate::options::Options;
use crate::vocabulary::{self, Feeds};
use crate::xml::{BlankText, Name, RawTag, RawText, Reader, XmlEvent};
use bozofeed_model::internal::cost::Cost;
use bozofeed_text::html::resolve::LONGEST_BASE;
use bozofeed_text::html::uri::scheme;
use bozofeed_text::maps::{Map, Set, set_of};

/// The state left by the previous elements.
#[derive(Debug, Default)]
pub(super) struct ReadingState {
    pub(super) in_feed: bool,
    pub(super) in_entry: bool,
    pub(super) in_source: bool,
    pub(super) in_image: bool,
    pub(super) in_text_input: bool,
    pub(super) in_author: bool,
    pub(super) in_contributor: bool,
    pub(super) in_publisher: bool,
    /// The number of open contents.
    pub(super) in_content: usize,
    /// Whether a content occurred since the end of the last entry.
    pub(super) has_content: bool,
    /// Whether the open summary is kept as content.
    pub(super) summary_is_content: bool,
    /// Whether the open identifier is a permanent link.
    pub(super) id_is_link: bool,
    /// The depth of the last nonempty title. A title at that depth or deeper does not replace it.
    pub(super) title_depth: Option<usize>,
    /// Whether chapters are read: only the chapters of the first list are.
    pub(super) reads_chapters: bool,
    /// The kind of geometry that contains the positions of a GML list.
    pub(super) geometry: Option<PlaceKind>,
}

impl ReadingState {
    /// Returns whether a feed, an entry or a source is open, so that there is a dictionary for values.
    pub(super) fn is_within_feed(&self) -> bool {
        self.in_feed || self.in_entry || self.in_source
    }
}

/// An open element.
#[derive(Debug)]
enum OpenKey<'a> {
    /// An element of the feed: the known element, if any, and its key as an unknown one.
    Element { element: Option<KnownKey>, key: Cow<'static, str>, base: Str, language: Option<Str> },
    /// Markup inside a content. `is_written` means that its end tag is also written.
    Markup { name: &'a str, is_written: bool },
}

/// The state of the reader of a document.
pub(super) struct DictionaryReader<'a, 'o> {
    pub(super) reader: Reader<'a, Feeds>,
    pub(super) options: &'o Options,
    pub(super) budget: &'o Budget,
    pub(super) state: ReadingState,
    pub(super) feed: Dictionary<'static>,
    pub(super) entries: Vec<Dictionary<'static>>,
    pub(super) source: Dictionary<'static>,
    pub(super) format: Option<Format>,
    is_feed: bool,
    /// The number of namespace declarations that were examined.
    declarations: usize,
    open: Vec<OpenKey<'a>>,
    pub(super) collecting: Vec<CollectedText>,
    pub(super) content: Option<Content>,
    pub(super) base: Str,
    pub(super) language: Option<Str>,
    pub(super) notes_of_feed: DictionaryNotes,
    pub(super) notes_of_entry: DictionaryNotes,
    pub(super) notes_of_source: DictionaryNotes,
    /// The depths of the elements from which the members of the last entry came.
    pub(super) depths: Map<Cow<'static, str>, usize>,
    /// The number of feed roots that have begun.
    roots: usize,
    /// The digests of the entries, in a document that may contain its feed twice.
    known: Option<Set<u64>>,
    hasher: RandomState,
    mark: Mark,
    /// The memory of members that may belong to the feed, since the last entry began.
    pub(super) paid_for_feed: usize,
    limit: Option<Limit>,
    warnings: Diagnostics<Unplaced>,
    /// The offset of the last start tag.
    offset: usize,
}

impl<'a, 'o> DictionaryReader<'a, 'o> {
    pub(super) fn new(
        reader: Reader<'a, Feeds>,
        scope: Option<&XmlScope>,
        options: &'o Options,
        budget: &'o Budget,
    ) -> Self {
        let language = scope.and_then(|scope| scope.language.clone());
        let mut feed = Dictionary::default();
        if let Some(language) = &language {
            feed.insert("language", language.replace('_', "-"));
        }
        Self {
            reader,
            options,
            budget,
            state: ReadingState::default(),
            feed,
            entries: Vec::new(),
            source: Dictionary::default(),
            format: None,
            is_feed: false,
            declarations: 0,
            open: Vec::with_capacity(16),
            collecting: Vec::with_capacity(8),
            content: None,
            base: scope.and_then(|scope| scope.base.clone()).unwrap_or(Str::from_static("")),
            language,
            notes_of_feed: DictionaryNotes::default(),
            notes_of_entry: DictionaryNotes::default(),
            notes_of_source: DictionaryNotes::default(),
            depths: Map::new(),
            roots: 0,
            known: None,
            hasher: RandomState::new(),
            mark: budget.mark(),
            paid_for_feed: 0,
            limit: None,
            warnings: Diagnostics::default(),
            offset: 0,
        }
    }

    /// Reads the whole document. Returns the dictionaries of the feed and of the entries, and the findings about the document.
    pub(super) fn read(mut self) -> (Dictionary<'static>, Vec<Dictionary<'static>>, Interpreted<'a>) {
        while self.limit.is_none() {
            let is_collected = self.collecting.last().is_some_and(|collecting| collecting.is_read);
            let blank = if is_collected { BlankText::Read } else { BlankText::Skip };
            match self.reader.next(blank) {
                None => break,
                Some(XmlEvent::Start { name, tag, .. }) => self.start(&name, &tag),
                Some(XmlEvent::Text(text)) => self.text(&text),
                Some(XmlEvent::End { implied }) => self.end(implied),
            }
        }
        while !self.open.is_empty() {
            self.end(true);
        }
        let interpreted = Interpreted {
            format: self.is_feed.then_some(self.format.unwrap_or(Format::Unknown)),
            limit: self.limit.or_else(|| self.reader.limit()).or_else(|| self.budget.limit()),
            namespaces: canonical_namespaces(&self.reader, self.budget),
            warnings: self.warnings,
            reader: self.reader,
        };
        (self.feed, self.entries, interpreted)
    }

    fn start(&mut self, name: &Name<'a>, tag: &RawTag<'a>) {
        self.offset = tag.offset;
        if self.state.in_content > 0 && !self.state.is_within_feed() && begins_feed(name) {
            // The apparent content is a page, or another document, around the feed.
            self.state.in_content = 0;
            self.content = None;
        }
        // Inside a content, an element is markup regardless of its name.
        if self.state.in_content > 0 && self.start_markup(name, tag) {
            return;
        }
        self.note_namespaces();
        let attributes = KeyedAttributes::of(self.reader.attributes());
        self.enter(name, &attributes);
        let (Ok(prefix) | Err(prefix)) = prefix_of(name);
        let local = name.local.to_lowercase();
        let key = if prefix.is_empty() { local } else { [prefix.as_str(), "_", local.as_str()].concat() };
        if prefix.is_empty() {
            // Any other element ends the text input or the image, which may lack an end tag.
            self.state.in_text_input &= matches!(key.as_str(), "title" | "link" | "description" | "name");
            self.state.in_image &= matches!(
                key.as_str(),
                "title" | "link" | "description" | "url" | "href" | "width" | "height"
            );
        }
        let element = KnownKey::of(&key);
        let is_root = matches!(element, Some(KnownKey::Rss | KnownKey::Feed)) || key == "rdf_rdf";
        self.roots += usize::from(is_root && self.open.is_empty());
        if element == Some(KnownKey::Channel) {
            self.note_cdf(name.local, &attributes);
        }
        let (base, language) = (self.base.clone(), self.language.clone());
        self.open.push(OpenKey::Element { element, key: Cow::Borrowed(""), base, language });
        match element.filter(|element| !element.is_known_by_its_end()) {
            Some(element) => self.start_element(element, attributes),
            None => self.start_unknown(key, attributes),
        }
    }

    fn start_unknown(&mut self, key: String, attributes: KeyedAttributes<'_>) {
        // RDF is a feed if it declares a feed namespace. Other RDF is a feed once a channel or an item occurs.
        self.is_feed |= key == "rdf_rdf" && self.open.len() == 1 && self.format.is_some_and(Format::is_rss);
        let key: Cow<'static, str> = key.into();
        if attributes.is_empty() {
            self.push(key.clone(), true);
        } else {
            self.set(canonical(key.clone()), Value::Attributes(attributes.into_dictionary()));
        }
        if let Some(OpenKey::Element { key: open, .. }) = self.open.last_mut() {
            *open = key;
        }
    }

    /// Writes a start tag to the surrounding content. Returns whether the content contains markup.
    fn start_markup(&mut self, name: &Name<'a>, tag: &RawTag<'a>) -> bool {
        let Some(content) = self.content.as_mut().filter(|content| !content.has_elements_of_feed()) else {
            return false;
        };
        let attributes = self.reader.attributes();
        let base = attributes
            .iter()
            .find(|attribute| attribute.name.local == "base" && vocabulary::is_xml(attribute.name.namespace));
        if let Some(base) = base.filter(|_| self.options.resolve_urls) {
            content.rebase(&base.value, self.budget);
        }
        let raw = self.reader.markup_of(tag);
        let tag = InlineTag {
            raw: &raw,
            is_empty: tag.empty,
            // An XML parser has resolved the references in attributes, which remain unresolved in text.
            resolves: raw.contains("&#"),
            unwraps: self.format == Some(Format::Atom10),
        };
        let Some(collecting) = self.collecting.last_mut() else { return false };
        let text = &mut collecting.text;
        let is_written = content.start_tag(name, tag, (attributes, self.budget), text);
        self.open.push(OpenKey::Markup { name: name.local, is_written });
        true
    }

    fn text(&mut self, text: &RawText<'a>) {
        let Some(collecting) = self.collecting.last_mut().filter(|collecting| collecting.is_read) else {
            return;
        };
        match &self.content {
            Some(content) if self.state.in_content > 0 => {
                let is_expanded = text.decoded && content.is_written();
                let included = is_expanded.then(|| self.reader.with_entities(text.raw, false));
                let included = included.filter(|included| matches!(included, Cow::Owned(_)));
                content.push(text, self.reader.decoded(), included.as_deref(), &mut collecting.text);
            }
            _ if text.decoded => collecting.text.push_str(self.reader.decoded()),
            _ => collecting.text.push_str(text.raw),
        }
    }

    fn end(&mut self, is_implied: bool) {
        match self.open.last() {
            None => {}
            Some(OpenKey::Markup { name, is_written }) => {
                let (name, is_written) = (*name, *is_written && !is_implied);
                self.open.pop();
                self.end_markup(name, is_written);
            }
            Some(OpenKey::Element { element: Some(element), .. }) => {
                let element = *element;
                // With the language and the base of the element, which `leave` ends.
                self.end_element(element);
                self.leave();
            }
            Some(OpenKey::Element { element: None, key, .. }) => {
                let key = key.clone();
                self.pop(&key);
                self.leave();
            }
        }
    }

    fn end_markup(&mut self, name: &str, is_written: bool) {
        let (Some(content), Some(collecting)) = (&mut self.content, self.collecting.last_mut()) else {
            return;
        };
        if let Some(base) = content.end_tag(name, is_written, &mut collecting.text)
            && self.base.is_empty()
        {
            self.base = Str::shared(base);
        }
    }

    /// Applies the language and the base of an element. `self.open` contains the elements around it.
    fn enter(&mut self, name: &Name<'_>, attributes: &KeyedAttributes<'_>) {
        // CDF writes them without a prefix.
        if let Some(base) = attributes.get("xml:base").or_else(|| attributes.get("base")) {
            self.rebase(base);
        }
        let Some(language) = attributes.get("xml:lang").or_else(|| attributes.get("lang")) else { return };
        self.language = match language {
            "" => None,
            tag if tag.len() > LONGEST_LANGUAGE => {
                self.warn(WarningKind::TooLong, tag);
                None
            }
            tag => Some(Str::shared(tag.replace('_', "-"))),
        };
        let is_root = matches!(name.local.to_ascii_lowercase().as_str(), "feed" | "rss");
        if let Some(language) = self.language.clone().filter(|_| is_root) {
            self.feed.insert("language", language.into_string());
        }
    }

    /// Sets the base, which must have one of a few schemes if it replaces another one.
    fn rebase(&mut self, reference: &str) {
        let Some(base) = self.budget.resolve_safe(&self.base, reference) else { return };
        let is_listed = |scheme: &str| {
            bozofeed_content::internal::URL_SCHEMES.iter().any(|listed| listed.eq_ignore_ascii_case(scheme))
        };
        if !self.base.is_empty() && !scheme(&base).is_none_or(is_listed) {
            return;
        }
        if base.len() > LONGEST_BASE {
            self.warn(WarningKind::TooLong, &base);
            self.base = Str::from_static("");
        } else {
            self.base = Str::shared(base);
        }
    }

    /// Removes an element that has ended. Its base stays in effect if there is none around it, and its language if it is the
    /// outermost element.
    fn leave(&mut self) {
        self.open.pop();
        if let Some(OpenKey::Element { base, language, .. }) = self.open.last() {
            if !base.is_empty() {
                self.base = base.clone();
            }
            self.language.clone_from(language);
        }
    }

    /// Determines the format from the declared namespaces.
    fn note_namespaces(&mut self) {
        for declared in self.reader.namespaces.declared().skip(self.declarations) {
            self.declarations += 1;
            // RSS 0.90 is identified only by the default namespace.
            let format = format_of_namespace(&declared.uri);
            let format = format.filter(|format| *format != Format::Rss090 || declared.prefix.is_empty());
            // The first declaration takes precedence: Atom feeds declare RSS namespaces for their extensions, and vice versa.
            self.format = self.format.or(format);
        }
    }

    /// Sets the format to CDF for a channel without a root around it that is written like CDF.
    fn note_cdf(&mut self, name: &str, attributes: &KeyedAttributes<'_>) {
        let has = |name| attributes.get(name).is_some();
        if !self.is_feed && self.open.is_empty() && (name == "CHANNEL" || has("href") || has("lastmod")) {
            self.format = Some(Format::Cdf);
        }
    }

    /// Records that the document is a feed.
    pub(super) fn is_a_feed(&mut self) {
        self.is_feed = true;
    }

    /// Returns the number of open elements.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins an entry, unless a limit is reached. Returns whether it has begun.
    pub(super) fn begin_entry(&mut self) -> bool {
        if self.entries.len() >= self.options.limits.entries {
            self.limit = Some(Limit::Entries);
            return false;
        }
        let mark = self.budget.mark();
        if !self.budget.adds_entry(Cost::memory(size_of::<Dictionary<'_>>())) {
            self.limit = self.budget.stop();
            return false;
        }
        // Entries are compared only after the first root: equal entries of the same feed are both kept. The second copy of a feed
        // may lack its root.
        if self.known.is_none() && (self.roots > 1 || self.roots == 1 && self.open.len() == 1) {
            self.known = Some(set_of(self.entries.iter().map(|entry| digest::of(entry, &self.hasher))));
        }
        self.mark = mark;
        self.paid_for_feed = 0;
        self.entries.push(Dictionary::default());
        self.depths.clear();
        self.notes_of_entry = DictionaryNotes::default();
        true
    }

    /// Ends the last entry, and removes it if the document contains it twice. Replaced values are no longer charged.
    pub(super) fn settle_entry(&mut self) {
        let Some(entry) = self.entries.last() else { return };
        let is_new = self.known.as_mut().is_none_or(|known| known.insert(digest::of(entry, &self.hasher)));
        let kept = if is_new { size_of::<Dictionary<'_>>() + self.budget.memory_of(entry) } else { 0 };
        self.budget.settle(self.mark, kept + self.paid_for_feed, true);
        if !is_new {
            self.entries.pop();
        }
    }

    /// Warns about a value of the last element.
    #[cold]
    pub(super) fn warn(&mut self, kind: WarningKind, value: &str) {
        let offset = self.offset;
        let path = || self.reader.path_to(offset);
        self.warnings.add(self.reader.original(offset), || Unplaced::new(kind, value, path()));
    }
}

/// Returns whether an element is a feed, or occurs only in feeds.
fn begins_feed(name: &Name<'_>) -> bool {
    let (Ok(prefix) | Err(prefix)) = prefix_of(name);
    match prefix.as_str() {
        "" => {
            let element = KnownKey::of(&name.local.to_lowercase());
            matches!(element, Some(KnownKey::Rss | KnownKey::Feed | KnownKey::Channel | KnownKey::Entry))
        }
        "rdf" => name.local.eq_ignore_ascii_case("RDF"),
        _ => false,
    }
}
