//! The elements that Universal Feed Parser supports, and the steps at the start and the end of each.

use super::attributes::KeyedAttributes;
use super::contents::{HTML, PLAIN, XHTML, is_markup};
use super::date::{DATES, adjusted, struct_time};
use super::media::MediaKey;
use super::members::DictionaryNotes;
use super::place::PlaceKey;
use super::reading::DictionaryReader;
use super::value::{IntoValues as _, Value};
use crate::date::Moment;
use crate::diagnostics::WarningKind;
use crate::format::Format;
use crate::interpret::{atom_format, rss_format};
use crate::model::ITUNES_CATEGORIES;
use crate::vocabulary::MEDIA_SCHEME;

/// A known element, by the key that it would have as an unknown one: `title`, `dc_title`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KnownKey {
    Rss,
    Channel,
    Feed,
    Entry,
    Image,
    TextInput,
    Source,
    // Texts.
    Title,
    MediaTitle,
    /// A text without special treatment, by its key.
    Text(&'static str),
    Description,
    Abstract,
    Summary,
    Content,
    Encoded,
    Body,
    // People.
    Author,
    Contributor,
    ContributorName,
    Publisher,
    Owner,
    Name,
    Email,
    Address,
    /// A date, by its key and the key of the parsed time.
    Date(&'static str, &'static str),
    Valid,
    // Links and identifiers.
    Link,
    Id,
    Enclosure,
    License,
    LicenseResource,
    NewLocation,
    // Categories.
    Category,
    ItunesCategory,
    MediaCategory,
    Tags,
    ItunesKeywords,
    MediaKeywords,
    // Values.
    Language,
    Ttl,
    Size(&'static str),
    Cloud,
    Generator,
    ItunesImage,
    /// It begins like an image, but does not end like one.
    ItunesLink,
    ItunesBlock,
    ItunesExplicit,
    Media(MediaKey),
    Place(PlaceKey),
}

impl KnownKey {
    /// Returns whether the element begins like an unknown one: only its end is handled specially.
    pub(super) fn is_known_by_its_end(self) -> bool {
        matches!(
            self,
            Self::ItunesBlock | Self::ItunesExplicit | Self::ItunesKeywords | Self::MediaKeywords | Self::Ttl
        )
    }

    /// Returns the element with a key.
    pub(super) fn of(key: &str) -> Option<Self> {
        Some(match key {
            "rss" => Self::Rss,
            "channel" => Self::Channel,
            "feed" => Self::Feed,
            "item" | "entry" => Self::Entry,
            "image" => Self::Image,
            "textinput" => Self::TextInput,
            "source" => Self::Source,
            "title" | "dc_title" => Self::Title,
            "media_title" => Self::MediaTitle,
            "subtitle" | "tagline" | "itunes_subtitle" => Self::Text("subtitle"),
            "rights" | "copyright" | "dc_rights" => Self::Text("rights"),
            "description" | "dc_description" | "media_description" => Self::Description,
            "abstract" => Self::Abstract,
            "summary" | "itunes_summary" => Self::Summary,
            "info" | "feedburner_browserfriendly" => Self::Text("info"),
            "content" => Self::Content,
            "content_encoded" | "fullitem" => Self::Encoded,
            "body" | "xhtml_body" => Self::Body,
            "author" | "managingeditor" | "itunes_author" | "dc_author" | "dc_creator" => Self::Author,
            "contributor" => Self::Contributor,
            "dc_contributor" => Self::ContributorName,
            "publisher" | "webmaster" | "dc_publisher" => Self::Publisher,
            "itunes_owner" => Self::Owner,
            "name" | "itunes_name" => Self::Name,
            "email" | "itunes_email" => Self::Email,
            "url" | "uri" | "homepage" => Self::Address,
            "published" | "issued" | "pubdate" | "dcterms_issued" => {
                Self::Date("published", "published_parsed")
            }
            "updated" | "modified" | "lastbuilddate" | "dc_date" | "dcterms_modified" => {
                Self::Date("updated", "updated_parsed")
            }
            "created" | "dcterms_created" => Self::Date("created", "created_parsed"),
            "expirationdate" => Self::Date("expired", "expired_parsed"),
            "dcterms_valid" => Self::Valid,
            "link" => Self::Link,
            "guid" | "id" => Self::Id,
            "enclosure" => Self::Enclosure,
            "creativecommons_license" => Self::License,
            "cc_license" => Self::LicenseResource,
            "newlocation" => Self::NewLocation,
            "category" | "keywords" | "dc_subject" => Self::Category,
            "itunes_category" => Self::ItunesCategory,
            "media_category" => Self::MediaCategory,
            "tags" => Self::Tags,
            "itunes_keywords" => Self::ItunesKeywords,
            "media_keywords" => Self::MediaKeywords,
            "language" | "dc_language" => Self::Language,
            "ttl" => Self::Ttl,
            "width" => Self::Size("width"),
            "height" => Self::Size("height"),
            "cloud" => Self::Cloud,
            "generator" => Self::Generator,
            "itunes_image" => Self::ItunesImage,
            "itunes_link" => Self::ItunesLink,
            "itunes_block" => Self::ItunesBlock,
            "itunes_explicit" => Self::ItunesExplicit,
            _ => match MediaKey::of(key) {
                Some(media) => Self::Media(media),
                None => Self::Place(PlaceKey::of(key)?),
            },
        })
    }
}

impl DictionaryReader<'_, '_> {
    pub(super) fn start_element(&mut self, element: KnownKey, attributes: KeyedAttributes<'_>) {
        match element {
            // They begin like unknown elements.
            KnownKey::ItunesBlock
            | KnownKey::ItunesExplicit
            | KnownKey::ItunesKeywords
            | KnownKey::MediaKeywords
            | KnownKey::Ttl => {}
            KnownKey::Rss => self.start_rss(&attributes),
            KnownKey::Channel => self.start_channel(&attributes),
            KnownKey::Feed => self.start_feed(&attributes),
            KnownKey::Entry => self.start_entry(&attributes),
            KnownKey::Image => self.start_inner("image"),
            KnownKey::TextInput => self.start_inner("textinput"),
            KnownKey::Source => self.start_source(&attributes),
            KnownKey::Title | KnownKey::MediaTitle => self.start_text("title", &attributes, PLAIN),
            KnownKey::Text(key) => self.push_content(key, &attributes, PLAIN, true),
            KnownKey::Description | KnownKey::Summary if self.has("summary") && !self.state.has_content => {
                // A second summary is content, once.
                self.state.summary_is_content = true;
                self.start_content(&attributes, PLAIN);
            }
            KnownKey::Description => self.start_text("description", &attributes, HTML),
            KnownKey::Abstract => self.start_text("description", &attributes, PLAIN),
            KnownKey::Summary => self.push_content("summary", &attributes, PLAIN, true),
            KnownKey::Content => self.start_content(&attributes, PLAIN),
            KnownKey::Encoded => {
                self.state.has_content = true;
                self.push_content("content", &attributes, HTML, true);
            }
            KnownKey::Body => self.push_content("content", &attributes, XHTML, true),
            KnownKey::Author => self.start_author(),
            KnownKey::Contributor => self.start_contributor("contributor"),
            KnownKey::ContributorName => self.start_contributor("name"),
            KnownKey::Publisher => self.push("publisher", true),
            KnownKey::Owner => {
                self.state.in_publisher = true;
                self.push_unread("publisher");
            }
            KnownKey::Name => self.push("name", false),
            KnownKey::Email => self.push("email", false),
            KnownKey::Address => self.push("href", true),
            KnownKey::Date(key, _) => self.push(key, true),
            KnownKey::Valid => self.push("validity", true),
            KnownKey::Link => self.start_link(attributes),
            KnownKey::Id => {
                self.state.id_is_link = attributes.get("ispermalink").is_none_or(|value| value == "true");
                self.push("id", true);
            }
            KnownKey::Enclosure => self.start_enclosure(attributes),
            KnownKey::License => self.push("license", true),
            KnownKey::LicenseResource => self.start_license(&attributes),
            KnownKey::NewLocation => self.push("newlocation", true),
            KnownKey::Category => {
                let scheme = attributes.get("scheme").or_else(|| attributes.get("domain"));
                self.start_category(attributes.get("term"), scheme, attributes.get("label"));
            }
            KnownKey::MediaCategory => {
                let scheme = attributes.get("scheme").or(Some(MEDIA_SCHEME));
                self.start_category(attributes.get("term"), scheme, attributes.get("label"));
            }
            KnownKey::ItunesCategory => {
                self.start_category(attributes.get("text"), Some(ITUNES_CATEGORIES), None);
            }
            KnownKey::Tags => self.push("tags", true),
            KnownKey::Language => self.push("language", true),
            KnownKey::Size(key) => self.push(key, false),
            KnownKey::Cloud => self.set("cloud", attributes.into_dictionary()),
            KnownKey::Generator => self.start_generator(attributes),
            KnownKey::ItunesImage | KnownKey::ItunesLink => self.start_itunes_image(&attributes),
            KnownKey::Media(media) => self.start_media(media, attributes),
            KnownKey::Place(place) => self.start_place(place, &attributes),
        }
    }

    pub(super) fn end_element(&mut self, element: KnownKey) {
        match element {
            KnownKey::Rss
            | KnownKey::Enclosure
            | KnownKey::LicenseResource
            | KnownKey::Cloud
            | KnownKey::ItunesLink => {}
            KnownKey::Channel | KnownKey::Feed => self.state.in_feed = false,
            KnownKey::Entry => self.end_entry(),
            KnownKey::Image => {
                self.pop("image");
                self.state.in_image = false;
            }
            KnownKey::TextInput => {
                self.pop("textinput");
                self.state.in_text_input = false;
            }
            KnownKey::Source => self.end_source(),
            KnownKey::Title => self.end_title(),
            KnownKey::MediaTitle => {
                // The depth of a `media:title` is forgotten, so that a later `title` replaces it at any depth.
                let depth = self.state.title_depth;
                self.end_title();
                self.state.title_depth = depth;
            }
            KnownKey::Text(key) => drop(self.pop_content(key)),
            KnownKey::Description | KnownKey::Summary | KnownKey::Abstract
                if std::mem::take(&mut self.state.summary_is_content) =>
            {
                self.end_content();
            }
            KnownKey::Description | KnownKey::Abstract => drop(self.pop_content("description")),
            KnownKey::Summary => drop(self.pop_content("summary")),
            KnownKey::Content | KnownKey::Encoded | KnownKey::Body => self.end_content(),
            KnownKey::Author => self.end_author(),
            KnownKey::Contributor => {
                self.pop("contributor");
                self.state.in_contributor = false;
            }
            KnownKey::ContributorName => {
                self.end_name();
                self.state.in_contributor = false;
            }
            KnownKey::Publisher => {
                self.pop("publisher");
                self.sync_detail("publisher");
            }
            KnownKey::Owner => {
                self.pop("publisher");
                self.state.in_publisher = false;
                self.sync_detail("publisher");
            }
            KnownKey::Name => self.end_name(),
            KnownKey::Email => self.end_email(),
            KnownKey::Address => self.end_address(),
            KnownKey::Date(key, parsed) => self.end_date(key, parsed),
            KnownKey::Valid => self.end_valid(),
            KnownKey::Link => drop(self.pop("link")),
            KnownKey::Id => self.end_id(),
            KnownKey::License => self.end_license(),
            KnownKey::NewLocation => self.end_new_location(),
            KnownKey::Category | KnownKey::ItunesCategory | KnownKey::MediaCategory => self.end_category(),
            KnownKey::Tags => {
                let tags = self.pop("tags");
                self.set_default("tags", Value::List(Vec::new()));
                self.add_tags(tags.split(','), None);
            }
            KnownKey::ItunesKeywords => {
                let keywords = self.pop("itunes_keywords");
                self.add_tags(keywords.split(','), Some(ITUNES_CATEGORIES));
            }
            KnownKey::MediaKeywords => {
                let keywords = self.pop("media_keywords");
                self.add_tags(keywords.split(','), None);
            }
            KnownKey::Language => drop(self.pop("language")),
            KnownKey::Ttl => {
                let minutes = self.pop("ttl");
                self.number(&minutes);
            }
            KnownKey::Size(key) => self.end_size(key),
            KnownKey::Generator => {
                let name = self.pop("generator");
                self.set_in("generator_detail", "name", name);
            }
            KnownKey::ItunesImage => drop(self.pop("itunes_image")),
            KnownKey::ItunesBlock => self.end_itunes_block(),
            KnownKey::ItunesExplicit => self.end_itunes_explicit(),
            KnownKey::Media(media) => self.end_media(media),
            KnownKey::Place(place) => self.end_place(place),
        }
    }

    fn start_rss(&mut self, attributes: &KeyedAttributes<'_>) {
        self.is_a_feed();
        if !self.format.is_some_and(Format::is_rss) {
            let version = attributes.get("version").unwrap_or("").trim();
            self.format = Some(rss_format(version, self.reader.doctype()));
        }
    }

    fn start_channel(&mut self, attributes: &KeyedAttributes<'_>) {
        self.is_a_feed();
        self.state.in_feed = true;
        self.take_attributes_of_cdf(attributes);
    }

    fn start_feed(&mut self, attributes: &KeyedAttributes<'_>) {
        self.is_a_feed();
        self.state.in_feed = true;
        let version = attributes.get("version").unwrap_or("").trim();
        self.format.get_or_insert(atom_format(version));
    }

    fn start_entry(&mut self, attributes: &KeyedAttributes<'_>) {
        self.is_a_feed();
        if !self.begin_entry() {
            return;
        }
        self.push_unread("item");
        self.state.in_entry = true;
        self.state.id_is_link = false;
        self.state.title_depth = None;
        if let Some(about) = attributes.get("rdf:about").filter(|about| !about.is_empty()) {
            self.set("id", about.to_owned());
        }
        self.take_attributes_of_cdf(attributes);
    }

    fn end_entry(&mut self) {
        self.pop("item");
        self.settle_entry();
        self.state.in_entry = false;
        self.state.has_content = false;
    }

    /// CDF: `HREF` and `LASTMOD` of a channel or an item.
    fn take_attributes_of_cdf(&mut self, attributes: &KeyedAttributes<'_>) {
        // The attributes are read like elements, so that their values pass through the same steps.
        if let Some(date) = attributes.get("lastmod") {
            self.push("updated", true);
            self.add_text(date);
            self.end_date("updated", "updated_parsed");
        }
        if let Some(href) = attributes.get("href") {
            self.start_link(KeyedAttributes::of(&[]));
            self.add_text(href);
            self.pop("link");
        }
    }

    fn start_inner(&mut self, key: &'static str) {
        if key == "textinput" || !self.state.in_entry {
            self.set_default(key, super::Dictionary::default());
        }
        match key {
            "image" => self.state.in_image = true,
            _ => self.state.in_text_input = true,
        }
        self.state.title_depth = None;
        self.push_unread(key);
    }

    fn start_source(&mut self, attributes: &KeyedAttributes<'_>) {
        if let Some(url) = attributes.get("url") {
            self.source.insert("href", url.to_owned());
        }
        self.push("source", true);
        self.state.in_source = true;
        self.state.title_depth = None;
    }

    fn end_source(&mut self) {
        // From here on, members are added to the entry or the feed around the source. `source` itself also belongs there.
        self.state.in_source = false;
        let title = self.pop("source");
        if !title.is_empty() {
            // The text of the element is plain, but the detail of a title inside it would declare it as markup.
            let detail = self.source.get("title_detail").and_then(Value::as_dictionary);
            let media_type = detail.and_then(|detail| detail.get("type")).and_then(Value::as_str);
            if media_type.is_some_and(is_markup) {
                self.source.remove("title_detail");
            }
            self.source.insert("title", title);
        }
        let source = std::mem::take(&mut self.source);
        self.notes_of_source = DictionaryNotes::default();
        self.set("source", source);
    }

    /// Begins a text that is only used inside a feed, an entry or a source.
    fn start_text(&mut self, key: &'static str, attributes: &KeyedAttributes<'_>, default: &'static str) {
        let is_kept = self.state.is_within_feed();
        self.push_content(key, attributes, default, is_kept);
    }

    fn end_title(&mut self) {
        let title = self.pop_content("title");
        if !title.is_empty() {
            self.state.title_depth = Some(self.depth());
        }
    }

    fn start_content(&mut self, attributes: &KeyedAttributes<'_>, default: &'static str) {
        self.state.has_content = true;
        // Pushed twice, as in Universal Feed Parser: the outer one remains, so that elements around the content are omitted.
        self.push_unread("content");
        self.push_content("content", attributes, default, true);
        let src = attributes.get("src").map(str::to_owned);
        if let Some(content) = &mut self.content {
            content.src = src;
        }
    }

    fn end_content(&mut self) {
        // Determined before the type is detected from the text, which happens when the content is closed.
        let is_readable = |reading: &Self| {
            reading
                .content
                .as_ref()
                .is_some_and(|content| content.media_type == PLAIN || is_markup(&content.media_type))
        };
        let is_readable = is_readable(self);
        let value = self.pop_content("content");
        if is_readable {
            self.set_default("summary", value);
        }
    }

    pub(super) fn end_date(&mut self, key: &'static str, parsed: &'static str) {
        let text = self.pop(key);
        let value = self.date(&text);
        self.set(parsed, value);
    }

    fn date(&mut self, text: &str) -> Value<'static> {
        let handlers = &self.options.date_handlers;
        let moment = DATES.read_with(handlers, text);
        if moment.is_none() && !text.is_empty() {
            self.warn(WarningKind::UnreadableDate, text);
        }
        if moment.is_some_and(Moment::has_unknown_zone) {
            self.warn(WarningKind::UnknownZone, text);
        }
        let instant = moment.map(Moment::instant);
        // The result of a handler in the program is not adjusted to Universal Feed Parser's.
        let instant = if handlers.is_empty() { adjusted(text, instant) } else { instant };
        instant.map_or(Value::None, |instant| Value::Time(struct_time(instant)))
    }

    /// Takes the dates in `dcterms:valid`, a DCMI Period: `start=…; end=…`.
    fn end_valid(&mut self) {
        let period = self.pop("validity");
        for (key, value) in period.split(';').filter_map(|part| part.split_once('=')) {
            // A space before the name is part of the name.
            let (key, parsed) = match key {
                "start" => ("validity_start", "validity_start_parsed"),
                "end" => ("validity_end", "validity_end_parsed"),
                _ => continue,
            };
            let date = self.date(value);
            self.set(key, value.to_owned());
            self.set(parsed, date);
        }
    }

    fn start_category(&mut self, term: Option<&str>, scheme: Option<&str>, label: Option<&str>) {
        self.add_tag(term, scheme, label);
        self.push("category", true);
    }

    fn add_tag(&mut self, term: Option<&str>, scheme: Option<&str>, label: Option<&str>) {
        self.set_default("tags", Value::List(Vec::new()));
        if [term, scheme, label].into_iter().flatten().all(str::is_empty) {
            return;
        }
        let members = [("term", term), ("scheme", scheme), ("label", label)];
        let members = members.map(|(key, value)| (key, value.map(str::to_owned)));
        let tag = Value::Dictionary(members.into_iter().into_dictionary());
        // A short list is searched. Once the list reaches this length, all its categories are added to the set, and from then on
        // only the set is used.
        let (is_known, many) = match self.context().get("tags") {
            Some(Value::List(tags)) if tags.len() < FEW_TAGS => (tags.contains(&tag), Vec::new()),
            Some(Value::List(tags)) if tags.len() == FEW_TAGS => {
                (false, tags.iter().map(identity_of).collect())
            }
            _ => (false, Vec::new()),
        };
        let tags = &mut self.notes().tags;
        tags.extend(many);
        if !is_known && (tags.is_empty() || tags.insert(identity_of(&tag))) {
            self.add("tags", tag);
        }
    }

    fn add_tags<'t>(&mut self, terms: impl Iterator<Item = &'t str>, scheme: Option<&str>) {
        for term in terms.map(str::trim).filter(|term| !term.is_empty()) {
            self.add_tag(Some(term), scheme, None);
        }
    }

    /// Ends a category. Its text is the term unless an attribute is.
    fn end_category(&mut self) {
        let text = self.pop("category");
        if text.is_empty() {
            return;
        }
        let last = match self.context().get("tags") {
            Some(Value::List(tags)) => tags.last().cloned(),
            _ => None,
        };
        let lacks_term = |tag: &Value<'_>| {
            let term = tag.as_dictionary().and_then(|tag| tag.get("term"));
            term.and_then(Value::as_str).is_none_or(str::is_empty)
        };
        match last.filter(lacks_term) {
            Some(Value::Dictionary(mut last)) => {
                if !self.notes().tags.is_empty() {
                    // The set contains the category without its term.
                    self.notes().tags.remove(&identity_of(&Value::Dictionary(last.clone())));
                    last.insert("term", text.clone());
                    self.notes().tags.insert(identity_of(&Value::Dictionary(last)));
                }
                self.set_in_last("tags", "term", text);
            }
            _ => self.add_tag(Some(&text), None, None),
        }
    }

    fn end_size(&mut self, key: &'static str) {
        let text = self.pop(key);
        let number = self.number(&text);
        if self.state.in_image {
            self.set(key, number.unwrap_or(0));
        }
    }

    fn number(&mut self, text: &str) -> Option<i64> {
        let number = text.parse::<i64>().ok();
        if number.is_none() && !text.is_empty() {
            self.warn(WarningKind::UnreadableNumber, text);
        }
        number
    }

    fn start_generator(&mut self, attributes: KeyedAttributes<'_>) {
        let mut detail = attributes.into_dictionary();
        self.enforce_href(&mut detail);
        self.set("generator_detail", detail);
        self.push("generator", true);
    }

    fn start_itunes_image(&mut self, attributes: &KeyedAttributes<'_>) {
        self.push("itunes_image", false);
        let given = |name| attributes.get(name).filter(|href: &&str| !href.is_empty());
        if let Some(href) = given("href").or_else(|| given("url")) {
            self.set("image", [("href", href.to_owned())].into_iter().into_dictionary());
        }
    }

    fn end_itunes_block(&mut self) {
        let is_blocked = matches!(self.pop_as_written("itunes_block").as_str(), "yes" | "Yes");
        // An integer, since Python computes `value == 'yes' and 1 or 0`.
        self.set("itunes_block", i64::from(is_blocked));
    }

    fn end_itunes_explicit(&mut self) {
        let value = match self.pop_as_written("itunes_explicit").as_str() {
            "yes" => Value::Bool(true),
            "clean" => Value::Bool(false),
            // Also for `no`: only `yes` and `clean` are recognized.
            _ => Value::None,
        };
        self.set("itunes_explicit", value);
    }
}

/// The maximum number of categories for which searching the list is cheaper than a set.
const FEW_TAGS: usize = 16;

/// Returns a text that identifies a category.
fn identity_of(tag: &Value<'_>) -> String {
    // XML cannot contain U+0000, so an absent part differs from an empty one, and no part contains the separator.
    let part = |key| tag.as_dictionary().and_then(|tag| tag.get(key)).and_then(Value::as_str).unwrap_or("\0");
    ["term", "scheme", "label"].map(part).join("\0\0")
}
