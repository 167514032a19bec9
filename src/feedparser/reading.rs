//! The elements of a document, in document order, as Universal Feed Parser reads them: a stack of elements whose text is collected,
//! and a dictionary for each of the feed and its entries, into which each value is put as its element ends.
//!
//! What an element means depends on its name and on a few facts ([`ReadingState`]), and not on the elements around it. An element that is
//! not known is a member of the dictionary by its name: with its attributes if it has any, otherwise with its text.

use std::borrow::Cow;

use super::attributes::{KeyedAttributes, prefix_of};
use super::contents::{Content, into_trimmed};
use super::elements::KnownKey;
use super::place::PlaceKind;
use super::value::IntoValue;
use super::{Dictionary, Value, canonical};
use crate::budget::{Budget, LONGEST_LANGUAGE, Mark};
use crate::content::inline::InlineTag;
use crate::cost::{self, Cost, Priced as _};
use crate::diagnostics::{Diagnostics, Limit, Unplaced, WarningKind};
use crate::html::resolve::{LONGEST_BASE, is_script_url};
use crate::html::uri::scheme;
use crate::html::url_names::shows_text;
use crate::interpret::{Interpreted, canonical_namespaces};
use crate::maps::{Map, Set};
use crate::model::{Str, XmlScope};
use crate::options::Options;
use crate::version::Version;
use crate::vocabulary::{self, Feeds, unescape_link};
use crate::xml::{BlankText, Name, RawTag, RawText, Reader, XmlEvent};

/// What the elements before the one that is read have said, and the places that are open.
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
    /// The number of contents that are open.
    pub(super) in_content: usize,
    /// Whether a content came since the last entry ended.
    pub(super) has_content: bool,
    /// Whether the summary that is open is kept as content.
    pub(super) summary_is_content: bool,
    /// Whether the identifier that is open is a permanent link.
    pub(super) id_is_link: bool,
    /// The depth of the last title that was not empty. A title at that depth or deeper does not replace it.
    pub(super) title_depth: Option<usize>,
    /// Whether chapters are read: only those of the first list are. `None` if none has begun.
    pub(super) reads_chapters: Option<bool>,
    /// The kind of geometry whose positions a list of GML is.
    pub(super) geometry: Option<PlaceKind>,
}

/// The indices of the authors that are the `author_detail` of a dictionary as well.
#[derive(Debug, Default)]
pub(super) struct SharedAuthors {
    feed: Option<usize>,
    entry: Option<usize>,
    pub(super) source: Option<usize>,
}

/// The categories that the dictionaries have.
#[derive(Debug, Default)]
pub(super) struct KnownTags {
    feed: Set<String>,
    entry: Set<String>,
    pub(super) source: Set<String>,
}

/// An element whose text is collected.
#[derive(Debug)]
struct Collecting {
    key: Cow<'static, str>,
    /// Whether the text is read at all.
    is_read: bool,
    /// Whether the text is kept when the element ends.
    is_kept: bool,
    text: String,
}

/// An element that is open.
#[derive(Debug)]
enum OpenKey<'a> {
    /// An element of the feed: what ends it, and the key that an unknown one has.
    Element { element: Option<KnownKey>, key: Cow<'static, str>, base: Str, language: Option<Str> },
    /// Markup within a content. `is_written`: its end tag is, too.
    Markup { name: &'a str, is_written: bool },
}

/// The reading of a document.
pub(super) struct DictionaryReader<'a, 'o> {
    pub(super) reader: Reader<'a, Feeds>,
    pub(super) options: &'o Options,
    pub(super) budget: &'o Budget,
    pub(super) state: ReadingState,
    pub(super) feed: Dictionary<'static>,
    pub(super) entries: Vec<Dictionary<'static>>,
    pub(super) source: Dictionary<'static>,
    pub(super) version: Option<Version>,
    is_feed: bool,
    /// The number of namespace declarations that were looked at.
    declarations: usize,
    open: Vec<OpenKey<'a>>,
    collecting: Vec<Collecting>,
    pub(super) content: Option<Content>,
    pub(super) base: Str,
    pub(super) language: Option<Str>,
    pub(super) shared_authors: SharedAuthors,
    pub(super) tags: KnownTags,
    /// The depths of the elements that gave the members of the last entry.
    depths: Map<Cow<'static, str>, usize>,
    mark: Mark,
    limit: Option<Limit>,
    warnings: Diagnostics<Unplaced>,
    /// The offset of the start tag that was read last.
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
            version: None,
            is_feed: false,
            declarations: 0,
            open: Vec::with_capacity(16),
            collecting: Vec::with_capacity(8),
            content: None,
            base: scope.and_then(|scope| scope.base.clone()).unwrap_or(Str::from_static("")),
            language,
            shared_authors: SharedAuthors::default(),
            tags: KnownTags::default(),
            depths: Map::new(),
            mark: budget.mark(),
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
            version: self.is_feed.then_some(self.version.unwrap_or(Version::Unknown)),
            limit: self.limit.or_else(|| self.reader.limit()).or_else(|| self.budget.limit()),
            namespaces: canonical_namespaces(&self.reader, self.budget),
            warnings: self.warnings,
            reader: self.reader,
        };
        (self.feed, self.entries, interpreted)
    }

    fn start(&mut self, name: &Name<'a>, tag: &RawTag<'a>) {
        self.offset = tag.offset;
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
            // "Special hack for better tracking of empty textinput/image elements in illformed feeds."
            self.state.in_text_input &= matches!(key.as_str(), "title" | "link" | "description" | "name");
            self.state.in_image &= matches!(
                key.as_str(),
                "title" | "link" | "description" | "url" | "href" | "width" | "height"
            );
        }
        let element = KnownKey::of(&key);
        if element == Some(KnownKey::Channel) {
            self.note_cdf(name.local, &attributes);
        }
        let (base, language) = (self.base.clone(), self.language.clone());
        self.open.push(OpenKey::Element { element, key: Cow::Borrowed(""), base, language });
        match element {
            Some(element) => self.start_element(element, attributes),
            None => self.start_unknown(key, attributes),
        }
    }

    fn start_unknown(&mut self, key: String, attributes: KeyedAttributes<'_>) {
        // RDF is a feed if it declares a namespace of one. Other RDF is not until there is a channel or an item.
        self.is_feed |= key == "rdf_rdf" && self.open.len() == 1 && self.version.is_some_and(Version::is_rss);
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

    /// Writes a start tag to the content around it. Returns whether the content has markup.
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
            // An XML parser has resolved the references in attributes, which are kept in text.
            resolves: raw.contains("&#"),
            unwraps: self.version == Some(Version::Atom10),
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

    /// Puts the language and the base of an element into force. `self.open` has the elements around it.
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
            crate::content::URL_SCHEMES.iter().any(|listed| listed.eq_ignore_ascii_case(scheme))
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

    /// Removes an element that has ended. Its base stays in force if there is none around it, and its language if it is the outermost
    /// element.
    fn leave(&mut self) {
        self.open.pop();
        if let Some(OpenKey::Element { base, language, .. }) = self.open.last() {
            if !base.is_empty() {
                self.base = base.clone();
            }
            self.language.clone_from(language);
        }
    }

    /// Takes the version from the namespaces that were declared.
    fn note_namespaces(&mut self) {
        let new = self.reader.namespaces.declared().skip(self.declarations);
        let mut count = 0;
        for declared in new {
            count += 1;
            let version = match (declared.prefix, declared.uri.to_ascii_lowercase().as_str()) {
                (
                    "",
                    "http://my.netscape.com/rdf/simple/0.9/" | "http://channel.netscape.com/rdf/simple/0.9/",
                ) => Version::Rss090,
                (_, "http://purl.org/rss/1.0/") => Version::Rss10,
                (_, "http://www.w3.org/2005/atom") => Version::Atom10,
                _ => continue,
            };
            self.version.get_or_insert(version);
        }
        self.declarations += count;
    }

    /// A channel without a root around it is CDF if it is written as CDF has it.
    fn note_cdf(&mut self, name: &str, attributes: &KeyedAttributes<'_>) {
        let has = |name| attributes.get(name).is_some();
        if !self.is_feed && self.open.is_empty() && (name == "CHANNEL" || has("href") || has("lastmod")) {
            self.version = Some(Version::Cdf);
        }
    }

    /// Notes that the document is a feed.
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
        if !self.budget.adds_entry(size_of::<Dictionary<'_>>()) {
            self.limit = self.budget.stop();
            return false;
        }
        self.mark = mark;
        self.entries.push(Dictionary::default());
        self.depths.clear();
        self.shared_authors.entry = None;
        self.tags.entry.clear();
        true
    }

    /// Ends the last entry: what it has replaced while it was read is no longer paid for.
    pub(super) fn settle_entry(&mut self) {
        if let Some(entry) = self.entries.last() {
            let kept = size_of::<Dictionary<'_>>() + self.budget.memory_of(entry);
            self.budget.settle(self.mark, kept, true);
        }
    }

    /// Returns the dictionary that members are put into.
    pub(super) fn context(&mut self) -> &mut Dictionary<'static> {
        let ReadingState { in_source, in_image, in_text_input, in_entry, .. } = self.state;
        let inner = match () {
            () if in_source => return &mut self.source,
            () if in_image => "image",
            () if in_text_input => "textinput",
            () => "",
        };
        let has_inner = matches!(self.feed.get(inner), Some(Value::Dictionary(_)));
        match self.entries.last_mut() {
            Some(entry) if in_entry && !has_inner => entry,
            _ if !has_inner => &mut self.feed,
            _ => match self.feed.get_mut(inner) {
                Some(Value::Dictionary(inner)) => inner,
                // Not reached: it has just been found to be a dictionary.
                _ => &mut self.source,
            },
        }
    }

    /// Returns whether the dictionary has a member.
    pub(super) fn has(&mut self, key: &str) -> bool {
        self.context().contains_key(key)
    }

    /// Puts a member into the dictionary, unless there is no room for it.
    pub(super) fn set(&mut self, key: impl Into<Cow<'static, str>>, value: impl IntoValue<'static>) {
        let (key, value) = (key.into(), value.into_value());
        if self.pays_for(&key, &value) {
            self.context().insert(key, value);
        }
    }

    /// Puts a member into the dictionary if there is none.
    pub(super) fn set_default(&mut self, key: &'static str, value: impl IntoValue<'static>) {
        if !self.has(key) {
            self.set(key, value);
        }
    }

    /// Adds a dictionary to a list in the dictionary.
    pub(super) fn add(&mut self, key: &'static str, value: Value<'static>) {
        self.set_default(key, Value::List(Vec::new()));
        if self.pays_for("", &value)
            && let Some(Value::List(list)) = self.context().get_mut(key)
        {
            list.push(value);
        }
    }

    /// Returns the length of a list in the dictionary.
    pub(super) fn length_of(&mut self, list: &str) -> usize {
        match self.context().get(list) {
            Some(Value::List(list)) => list.len(),
            _ => 0,
        }
    }

    /// Sets a member of the last dictionary of a list.
    pub(super) fn set_in_last(&mut self, list: &'static str, key: &'static str, value: String) {
        if let Some(last) = self.length_of(list).checked_sub(1) {
            self.set_in_nth(list, last, key, value);
        }
    }

    /// Sets a member of a dictionary of a list.
    pub(super) fn set_in_nth(&mut self, list: &'static str, nth: usize, key: &'static str, value: String) {
        let value = value.into_value();
        if self.pays_for(key, &value)
            && let Some(Value::List(list)) = self.context().get_mut(list)
            && let Some(Value::Dictionary(member) | Value::Attributes(member)) = list.get_mut(nth)
        {
            member.insert(key, value);
        }
    }

    /// Returns the index of the author that is the `author_detail` of the dictionary as well.
    pub(super) fn shared_author(&mut self) -> Option<usize> {
        let ReadingState { in_source, in_entry, .. } = self.state;
        if in_source {
            self.shared_authors.source
        } else if in_entry {
            self.shared_authors.entry
        } else {
            self.shared_authors.feed
        }
    }

    /// Returns the categories that the dictionary has.
    pub(super) fn tags_mut(&mut self) -> &mut Set<String> {
        let ReadingState { in_source, in_entry, .. } = self.state;
        let KnownTags { feed, entry, source } = &mut self.tags;
        if in_source {
            source
        } else if in_entry {
            entry
        } else {
            feed
        }
    }

    /// Makes the last author the `author_detail` of the dictionary as well.
    pub(super) fn share_last_author(&mut self) {
        let last = self.length_of("authors").checked_sub(1);
        let ReadingState { in_source, in_entry, .. } = self.state;
        let shared = &mut self.shared_authors;
        *(if in_source {
            &mut shared.source
        } else if in_entry {
            &mut shared.entry
        } else {
            &mut shared.feed
        }) = last;
    }

    /// Adds a dictionary to a list in a dictionary in the dictionary.
    pub(super) fn add_in(&mut self, inner: &'static str, list: &'static str, value: Value<'static>) {
        if self.pays_for("", &value)
            && let Some(Value::Dictionary(inner)) = self.context().get_mut(inner)
            && let Some(Value::List(list)) = inner.get_mut(list)
        {
            list.push(value);
        }
    }

    /// Sets a member of a dictionary in the dictionary.
    pub(super) fn set_in(&mut self, inner: &'static str, key: &'static str, value: impl IntoValue<'static>) {
        let value = value.into_value();
        if !self.pays_for(key, &value) {
            return;
        }
        if let Some(Value::Dictionary(inner) | Value::Attributes(inner)) = self.context().get_mut(inner) {
            inner.insert(key, value);
        }
    }

    /// Pays for a member. Returns whether there is room for it.
    fn pays_for(&self, key: &str, value: &Value<'_>) -> bool {
        self.budget.adds(|| {
            let memory = size_of::<(Cow<'_, str>, Value<'_>)>() + key.len() + value.heap();
            Cost { memory, written: cost::MEMBER + key.len() + value.written() }
        })
    }

    /// Collects text until the element ends. `is_kept`: it is put into the dictionary then.
    pub(super) fn push(&mut self, key: impl Into<Cow<'static, str>>, is_kept: bool) {
        self.collecting.push(Collecting { key: key.into(), is_read: true, is_kept, text: String::new() });
    }

    /// Notes an element whose text has no meaning.
    pub(super) fn push_unread(&mut self, key: &'static str) {
        let key = Cow::Borrowed(key);
        self.collecting.push(Collecting { key, is_read: false, is_kept: false, text: String::new() });
    }

    /// Adds text to the innermost element whose text is collected.
    pub(super) fn add_text(&mut self, text: &str) {
        if let Some(collecting) = self.collecting.last_mut() {
            collecting.text.push_str(text);
        }
    }

    /// Begins an element whose text may be markup.
    pub(super) fn push_content(
        &mut self,
        key: &'static str,
        attributes: &KeyedAttributes<'_>,
        default: &'static str,
        is_kept: bool,
    ) {
        self.state.in_content += 1;
        let (language, base) = (self.language.clone(), self.base.clone());
        self.content =
            Some(Content::new(attributes.get("type"), default, attributes.get("mode"), language, base));
        self.push(key, is_kept);
    }

    /// Ends an element whose text may be markup. Returns its value.
    pub(super) fn pop_content(&mut self, key: &str) -> String {
        let value = self.pop(key);
        self.state.in_content = self.state.in_content.saturating_sub(1);
        self.content = None;
        value
    }

    /// Ends an element, and puts its value into the dictionary. Returns the value, which is empty if another element collects text.
    pub(super) fn pop(&mut self, key: &str) -> String {
        let Some(Collecting { key, is_kept, text, .. }) =
            self.collecting.pop_if(|collecting| collecting.key == key)
        else {
            return String::new();
        };
        if !is_kept {
            return into_trimmed(text);
        }
        let Some(value) = self.value(&key, text) else { return String::new() };
        match key.as_ref() {
            "category" | "tags" | "itunes_keywords" => {}
            "title" if self.state.title_depth.is_some_and(|depth| depth <= self.depth()) => {}
            _ if self.state.in_entry && !self.state.in_source => self.keep_in_entry(key, &value),
            _ if self.state.in_feed || self.state.in_source => self.keep_in_feed(key, &value),
            _ => {}
        }
        value
    }

    /// Ends an element whose text is not kept. Returns the text with the white space around it.
    pub(super) fn pop_as_written(&mut self, key: &str) -> String {
        let collecting = self.collecting.pop_if(|collecting| collecting.key == key);
        collecting.map_or_else(String::new, |collecting| collecting.text)
    }

    /// Returns the value of a text; `None` if it would run a script.
    fn value(&mut self, key: &str, text: String) -> Option<String> {
        if let Some(content) = &mut self.content {
            let is_guessed = !self.version.is_some_and(Version::is_atom);
            return Some(content.value(text, is_guessed, self.options, self.budget));
        }
        let text = into_trimmed(text);
        let text = crate::content::repair_if(text.into(), |_| true).into_owned();
        let is_uri = matches!(
            key,
            "comments"
                | "docs"
                | "href"
                | "icon"
                | "id"
                | "link"
                | "logo"
                | "url"
                | "wfw_comment"
                | "wfw_commentrss"
        );
        if key == "id" {
            let resolves = self.state.id_is_link && self.options.resolve_urls;
            return Some(if resolves { self.budget.resolve(&self.base, &text).into_owned() } else { text });
        }
        if key == "href" {
            return Some(self.resolved(&text).unwrap_or_default());
        }
        if is_uri {
            return self.resolved(&text);
        }
        if KnownKey::of(key).is_none() && !shows_text(key, &text) {
            return Some(String::new());
        }
        Some(text)
    }

    /// Returns a URI, made absolute; `None` if it would run a script.
    pub(super) fn resolved(&self, reference: &str) -> Option<String> {
        if self.options.resolve_urls {
            self.budget.resolve_safe(&self.base, reference).map(Cow::into_owned)
        } else {
            Some(reference.trim()).filter(|reference| !is_script_url(reference)).map(str::to_owned)
        }
    }

    fn keep_in_entry(&mut self, key: Cow<'static, str>, value: &str) {
        match key.as_ref() {
            "content" => {
                if let Some(content) = &self.content {
                    let detail = content.detail(value, self.budget);
                    self.add("content", detail);
                }
            }
            "link" => {
                if !self.state.in_image {
                    self.keep_link(value);
                }
            }
            _ => {
                let key = if key == "description" { "summary".into() } else { canonical(key) };
                let depth = self.depth();
                if self.depths.get(&key).is_none_or(|before| depth <= *before) {
                    self.depths.insert(key.clone(), depth);
                    self.set_in_last_entry(key.clone(), value.to_owned());
                }
                self.keep_detail(&key, value, true);
            }
        }
    }

    /// Puts a member into the last entry, even within an image of the feed.
    fn set_in_last_entry(&mut self, key: Cow<'static, str>, value: impl IntoValue<'static>) {
        let value = value.into_value();
        if self.pays_for(&key, &value)
            && let Some(entry) = self.entries.last_mut()
        {
            entry.insert(key, value);
        }
    }

    fn keep_in_feed(&mut self, key: Cow<'static, str>, value: &str) {
        let key = if key == "description" { "subtitle".into() } else { canonical(key) };
        if key == "link" {
            self.keep_link(value);
        } else {
            self.set(key.clone(), value.to_owned());
            self.keep_detail(&key, value, false);
        }
    }

    /// Keeps the text of a link: it is the page, and the address of the last link.
    fn keep_link(&mut self, value: &str) {
        let value = unescape_link(Cow::Borrowed(value)).into_owned();
        if !value.is_empty() || !self.state.in_entry {
            self.set_in_last("links", "href", value.clone());
        }
        self.set("link", value);
    }

    fn keep_detail(&mut self, key: &str, value: &str, in_entry: bool) {
        if self.state.in_content == 0 {
            return;
        }
        let Some(content) = &self.content else { return };
        let detail = content.detail(value, self.budget);
        let key = [key, "_detail"].concat().into();
        if in_entry { self.set_in_last_entry(key, detail) } else { self.set(key, detail) }
    }

    /// Warns of a value of the element that was read last.
    #[cold]
    pub(super) fn warn(&mut self, kind: WarningKind, value: &str) {
        let offset = self.offset;
        let path = || self.reader.path_to(offset);
        self.warnings.add(self.reader.original(offset), || Unplaced::new(kind, value, path()));
    }
}
