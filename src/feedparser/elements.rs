//! The elements that Universal Feed Parser knows: what begins and ends with each.

use super::attributes::Attributes;
use super::contents::{HTML, PLAIN, XHTML, is_markup};
use super::date::{DATES, adjusted, struct_time};
use super::place::Geometry;
use super::reading::Reading;
use super::value::{IntoValues as _, Value};
use crate::diagnostics::WarningKind;
use crate::html::resolve::is_script_url;
use crate::interpret::rss_version;
use crate::model::ITUNES_CATEGORIES;
use crate::version::Version;
use crate::vocabulary::MEDIA_SCHEME;

/// An element that is known, by the key that it would have as an unknown one: `title`, `dc_title`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
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
    Subtitle,
    Rights,
    Description,
    Abstract,
    Summary,
    Info,
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
    // Dates.
    Published,
    Updated,
    Created,
    Expired,
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
    Width,
    Height,
    Cloud,
    Generator,
    ItunesImage,
    ItunesBlock,
    ItunesExplicit,
    // Media RSS.
    MediaContent,
    MediaThumbnail,
    MediaPlayer,
    MediaCredit,
    MediaGroup,
    /// `media:rating`, `media:license` and `media:restriction`, by the keys of their attributes and of their text.
    MediaText(&'static str, &'static str),
    Chapters,
    Chapter,
    // Places.
    Where,
    GeoRss(Geometry),
    Gml(Option<Geometry>),
    GmlPart(Option<Geometry>),
    GmlPosition,
    GmlPositions,
}

impl Element {
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
            "subtitle" | "tagline" | "itunes_subtitle" => Self::Subtitle,
            "rights" | "copyright" | "dc_rights" => Self::Rights,
            "description" | "dc_description" | "media_description" => Self::Description,
            "abstract" => Self::Abstract,
            "summary" | "itunes_summary" => Self::Summary,
            "info" | "feedburner_browserfriendly" => Self::Info,
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
            "published" | "issued" | "pubdate" | "dcterms_issued" => Self::Published,
            "updated" | "modified" | "lastbuilddate" | "dc_date" | "dcterms_modified" => Self::Updated,
            "created" | "dcterms_created" => Self::Created,
            "expirationdate" => Self::Expired,
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
            "width" => Self::Width,
            "height" => Self::Height,
            "cloud" => Self::Cloud,
            "generator" => Self::Generator,
            "itunes_image" | "itunes_link" => Self::ItunesImage,
            "itunes_block" => Self::ItunesBlock,
            "itunes_explicit" => Self::ItunesExplicit,
            "media_content" => Self::MediaContent,
            "media_thumbnail" => Self::MediaThumbnail,
            "media_player" => Self::MediaPlayer,
            "media_credit" => Self::MediaCredit,
            "media_group" => Self::MediaGroup,
            "media_rating" => Self::MediaText("media_rating", "rating"),
            "media_license" => Self::MediaText("media_license", "license"),
            "media_restriction" => Self::MediaText("media_restriction", "restriction"),
            "psc_chapters" => Self::Chapters,
            "psc_chapter" => Self::Chapter,
            "georss_where" => Self::Where,
            "georss_point" => Self::GeoRss(Geometry::Point),
            "georss_line" => Self::GeoRss(Geometry::LineString),
            "georss_polygon" => Self::GeoRss(Geometry::Polygon),
            "georss_box" => Self::GeoRss(Geometry::Box),
            "gml_point" | "gml_polygon" => Self::Gml(None),
            "gml_linestring" => Self::Gml(Some(Geometry::LineString)),
            "gml_linearring" => Self::GmlPart(Some(Geometry::Polygon)),
            "gml_exterior" => Self::GmlPart(None),
            "gml_pos" => Self::GmlPosition,
            "gml_poslist" => Self::GmlPositions,
            _ => return None,
        })
    }
}

/// The start of an element and its end.
impl Reading<'_, '_> {
    pub(super) fn start_element(&mut self, element: Element, attributes: Attributes<'_>) {
        match element {
            Element::Rss => self.start_rss(&attributes),
            Element::Channel => self.start_channel(&attributes),
            Element::Feed => self.start_feed(&attributes),
            Element::Entry => self.start_entry(&attributes),
            Element::Image => self.start_inner("image"),
            Element::TextInput => self.start_inner("textinput"),
            Element::Source => self.start_source(&attributes),
            Element::Title | Element::MediaTitle => self.start_text("title", &attributes, PLAIN),
            Element::Subtitle => self.push_content("subtitle", &attributes, PLAIN, true),
            Element::Rights => self.push_content("rights", &attributes, PLAIN, true),
            Element::Info => self.push_content("info", &attributes, PLAIN, true),
            Element::Description | Element::Summary if self.has("summary") && !self.place.has_content => {
                // A second summary is content, once.
                self.place.summary_is_content = true;
                self.start_content(&attributes, PLAIN);
            }
            Element::Description => self.start_text("description", &attributes, HTML),
            Element::Abstract => self.start_text("description", &attributes, PLAIN),
            Element::Summary => self.push_content("summary", &attributes, PLAIN, true),
            Element::Content => self.start_content(&attributes, PLAIN),
            Element::Encoded => self.start_content(&attributes, HTML),
            Element::Body => self.push_content("content", &attributes, XHTML, true),
            Element::Author => self.start_author(),
            Element::Contributor => self.start_contributor("contributor"),
            Element::ContributorName => self.start_contributor("name"),
            Element::Publisher => self.push("publisher", true),
            Element::Owner => {
                self.place.in_publisher = true;
                self.push("publisher", false);
            }
            Element::Name => self.push("name", false),
            Element::Email => self.push("email", false),
            Element::Address => self.push("href", true),
            Element::Published => self.push("published", true),
            Element::Updated => self.push("updated", true),
            Element::Created => self.push("created", true),
            Element::Expired => self.push("expired", true),
            Element::Valid => self.push("validity", true),
            Element::Link => self.start_link(attributes),
            Element::Id => {
                self.place.id_is_link = attributes.get("ispermalink").is_none_or(|value| value == "true");
                self.push("id", true);
            }
            Element::Enclosure => self.start_enclosure(attributes),
            Element::License => self.push("license", true),
            Element::LicenseResource => self.start_license(&attributes),
            Element::NewLocation => self.push("newlocation", true),
            Element::Category => {
                let scheme = attributes.get("scheme").or_else(|| attributes.get("domain"));
                self.start_category(attributes.get("term"), scheme, attributes.get("label"));
            }
            Element::MediaCategory => {
                let scheme = attributes.get("scheme").or_else(|| attributes.get("domain"));
                self.start_category(
                    attributes.get("term"),
                    scheme.or(Some(MEDIA_SCHEME)),
                    attributes.get("label"),
                );
            }
            Element::ItunesCategory => {
                self.start_category(attributes.get("text"), Some(ITUNES_CATEGORIES), None);
            }
            Element::Tags => self.push("tags", true),
            Element::ItunesKeywords => self.push("itunes_keywords", true),
            Element::MediaKeywords => self.push("media_keywords", true),
            Element::Language => self.push("language", true),
            Element::Width => self.push("width", false),
            Element::Height => self.push("height", false),
            Element::Cloud => self.set("cloud", attributes.into_dictionary()),
            Element::Generator => self.start_generator(attributes),
            Element::ItunesImage => self.start_itunes_image(&attributes),
            Element::ItunesBlock => self.push("itunes_block", false),
            Element::ItunesExplicit => self.push("itunes_explicit", false),
            Element::MediaContent => {
                self.add("media_content", Value::Attributes(attributes.into_dictionary()))
            }
            Element::MediaThumbnail => {
                self.add("media_thumbnail", Value::Attributes(attributes.into_dictionary()));
                self.push("url", true);
            }
            Element::MediaPlayer => {
                self.push("media_player", false);
                self.set("media_player", attributes.into_dictionary());
            }
            Element::MediaCredit => {
                self.add("media_credit", Value::Attributes(attributes.into_dictionary()));
                self.push("credit", true);
            }
            Element::MediaGroup => {}
            Element::MediaText(key, text) => {
                self.set_default(key, Value::Attributes(attributes.into_dictionary()));
                self.push(text, true);
            }
            Element::Chapters => self.start_chapters(attributes),
            Element::Chapter => self.start_chapter(attributes),
            Element::Where => {
                self.push("where", false);
                self.set("where", super::Dictionary::default());
            }
            Element::GeoRss(_) => {
                self.push("geometry", false);
                self.set("where", super::Dictionary::default());
            }
            Element::Gml(geometry) => {
                self.set_reference_system(&attributes);
                self.place.geometry = geometry;
                self.push("geometry", false);
            }
            Element::GmlPart(geometry) => {
                self.place.geometry = geometry.or(self.place.geometry);
                self.push("geometry", false);
            }
            Element::GmlPosition | Element::GmlPositions => self.push("pos", false),
        }
    }

    pub(super) fn end_element(&mut self, element: Element) {
        match element {
            Element::Rss
            | Element::Enclosure
            | Element::LicenseResource
            | Element::Cloud
            | Element::MediaContent
            | Element::MediaGroup
            | Element::Chapter => {}
            Element::Channel | Element::Feed => self.place.in_feed = false,
            Element::Entry => self.end_entry(),
            Element::Image => {
                self.pop("image");
                self.place.in_image = false;
            }
            Element::TextInput => {
                self.pop("textinput");
                self.place.in_text_input = false;
            }
            Element::Source => self.end_source(),
            Element::Title => self.end_title(),
            Element::MediaTitle => {
                let depth = self.place.title_depth;
                self.end_title();
                self.place.title_depth = depth;
            }
            Element::Subtitle => drop(self.pop_content("subtitle")),
            Element::Rights => drop(self.pop_content("rights")),
            Element::Info => drop(self.pop_content("info")),
            Element::Description | Element::Summary | Element::Abstract
                if std::mem::take(&mut self.place.summary_is_content) =>
            {
                self.end_content();
            }
            Element::Description | Element::Abstract => drop(self.pop_content("description")),
            Element::Summary => drop(self.pop_content("summary")),
            Element::Content | Element::Encoded | Element::Body => self.end_content(),
            Element::Author => self.end_author(),
            Element::Contributor => {
                self.pop("contributor");
                self.place.in_contributor = false;
            }
            Element::ContributorName => {
                self.end_name();
                self.place.in_contributor = false;
            }
            Element::Publisher => {
                self.pop("publisher");
                self.sync_detail("publisher");
            }
            Element::Owner => {
                self.pop("publisher");
                self.place.in_publisher = false;
                self.sync_detail("publisher");
            }
            Element::Name => self.end_name(),
            Element::Email => self.end_email(),
            Element::Address => self.end_address(),
            Element::Published => self.end_date("published", "published_parsed"),
            Element::Updated => self.end_date("updated", "updated_parsed"),
            Element::Created => self.end_date("created", "created_parsed"),
            Element::Expired => self.end_date("expired", "expired_parsed"),
            Element::Valid => self.end_valid(),
            Element::Link => drop(self.pop("link")),
            Element::Id => self.end_id(),
            Element::License => self.end_license(),
            Element::NewLocation => self.end_new_location(),
            Element::Category | Element::ItunesCategory | Element::MediaCategory => self.end_category(),
            Element::Tags => {
                let tags = self.pop("tags");
                self.add_tags(tags.split(','), None);
            }
            Element::ItunesKeywords => {
                let keywords = self.pop("itunes_keywords");
                self.add_tags(keywords.split(','), Some(ITUNES_CATEGORIES));
            }
            Element::MediaKeywords => {
                let keywords = self.pop("media_keywords");
                self.add_tags(keywords.split(','), None);
            }
            Element::Language => drop(self.pop("language")),
            Element::Width => self.end_size("width"),
            Element::Height => self.end_size("height"),
            Element::Generator => {
                let name = self.pop("generator");
                self.set_in("generator_detail", "name", name);
            }
            Element::ItunesImage => drop(self.pop("itunes_image")),
            Element::ItunesBlock => self.end_itunes_block(),
            Element::ItunesExplicit => self.end_itunes_explicit(),
            Element::MediaThumbnail => self.end_thumbnail(),
            Element::MediaPlayer => {
                let text = self.pop("media_player");
                self.set_in("media_player", "content", text);
            }
            Element::MediaCredit => {
                let credit = self.pop("credit");
                if !credit.trim().is_empty() {
                    self.set_in_last("media_credit", "content", credit);
                }
            }
            Element::MediaText(key, text) => self.end_media_text(key, text),
            Element::Chapters => self.place.reads_chapters = Some(false),
            Element::Where => drop(self.pop("where")),
            Element::GeoRss(geometry) => self.end_georss(geometry),
            Element::Gml(_) | Element::GmlPart(_) => {
                self.place.geometry = None;
                self.pop("geometry");
            }
            Element::GmlPosition => self.end_positions(Some(Geometry::Point)),
            Element::GmlPositions => self.end_positions(self.place.geometry),
        }
    }

    fn start_rss(&mut self, attributes: &Attributes<'_>) {
        self.is_a_feed();
        if !self.version.is_some_and(Version::is_rss) {
            let version = attributes.get("version").unwrap_or("").trim();
            self.version = Some(rss_version(version, self.reader.doctype()));
        }
    }

    fn start_channel(&mut self, attributes: &Attributes<'_>) {
        self.is_a_feed();
        self.place.in_feed = true;
        self.take_attributes_of_cdf(attributes);
    }

    fn start_feed(&mut self, attributes: &Attributes<'_>) {
        self.is_a_feed();
        self.place.in_feed = true;
        let version = match attributes.get("version").unwrap_or("").trim() {
            "0.1" => Version::Atom01,
            "0.2" => Version::Atom02,
            "0.3" => Version::Atom03,
            _ => Version::Atom,
        };
        self.version.get_or_insert(version);
    }

    fn start_entry(&mut self, attributes: &Attributes<'_>) {
        self.is_a_feed();
        self.begin_entry();
        self.push("item", false);
        self.place.in_entry = true;
        self.place.id_is_link = false;
        self.place.title_depth = None;
        if let Some(about) = attributes.get("rdf:about").filter(|about| !about.is_empty()) {
            self.set("id", about.to_owned());
        }
        self.take_attributes_of_cdf(attributes);
    }

    fn end_entry(&mut self) {
        self.pop("item");
        self.settle_entry();
        self.place.in_entry = false;
        self.place.has_content = false;
        self.place.reads_chapters = None;
    }

    /// CDF: `HREF` and `LASTMOD` of a channel or an item.
    fn take_attributes_of_cdf(&mut self, attributes: &Attributes<'_>) {
        if let Some(date) = attributes.get("lastmod") {
            self.push("updated", true);
            self.add_text(date);
            self.end_date("updated", "updated_parsed");
        }
        if let Some(href) = attributes.get("href") {
            self.start_link(Attributes::of(&[]));
            self.add_text(href);
            self.pop("link");
        }
    }

    fn start_inner(&mut self, key: &'static str) {
        if key == "textinput" || !self.place.in_entry {
            self.set_default(key, super::Dictionary::default());
        }
        match key {
            "image" => self.place.in_image = true,
            _ => self.place.in_text_input = true,
        }
        self.place.title_depth = None;
        self.push(key, false);
    }

    fn start_source(&mut self, attributes: &Attributes<'_>) {
        if let Some(url) = attributes.get("url") {
            self.source.insert("href", url.to_owned());
        }
        self.push("source", true);
        self.place.in_source = true;
        self.place.title_depth = None;
    }

    fn end_source(&mut self) {
        self.place.in_source = false;
        let title = self.pop("source");
        if !title.is_empty() {
            self.source.insert("title", title);
        }
        let source = std::mem::take(&mut self.source);
        self.shared_authors.source = None;
        self.set("source", source);
    }

    /// Begins a text that only counts within a feed, an entry or a source.
    fn start_text(&mut self, key: &'static str, attributes: &Attributes<'_>, default: &'static str) {
        let is_kept = self.place.in_feed || self.place.in_entry || self.place.in_source;
        self.push_content(key, attributes, default, is_kept);
    }

    fn end_title(&mut self) {
        let title = self.pop_content("title");
        if !title.is_empty() {
            self.place.title_depth = Some(self.depth());
        }
    }

    fn start_content(&mut self, attributes: &Attributes<'_>, default: &'static str) {
        self.place.has_content = true;
        self.push_content("content", attributes, default, true);
        let src = attributes.get("src").filter(|src| !is_script_url(src)).map(str::to_owned);
        if let Some(content) = &mut self.content {
            content.src = src;
        }
    }

    fn end_content(&mut self) {
        // Before the type is known from the text: the content is closed with it.
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
        if moment.is_some_and(|moment| moment.has_unknown_zone) {
            self.warn(WarningKind::UnknownZone, text);
        }
        let instant = moment.map(|moment| moment.instant);
        let instant = if handlers.is_empty() { adjusted(text, instant) } else { instant };
        instant.map_or(Value::None, |instant| Value::Time(struct_time(instant)))
    }

    /// Takes the dates in `dcterms:valid`, a DCMI Period: `start=…; end=…`.
    fn end_valid(&mut self) {
        let period = self.pop("validity");
        for (key, value) in period.split(';').filter_map(|part| part.split_once('=')) {
            let (key, parsed) = match key.trim() {
                "start" => ("validity_start", "validity_start_parsed"),
                "end" => ("validity_end", "validity_end_parsed"),
                _ => continue,
            };
            let value = value.trim();
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
        let is_new = match self.context().get("tags") {
            Some(Value::List(tags)) => !tags.contains(&tag),
            _ => false,
        };
        if is_new {
            self.add("tags", tag);
        }
    }

    fn add_tags<'t>(&mut self, terms: impl Iterator<Item = &'t str>, scheme: Option<&str>) {
        for term in terms.map(str::trim).filter(|term| !term.is_empty()) {
            self.add_tag(Some(term), scheme, None);
        }
    }

    /// Ends a category. Its text is the term if no attribute is.
    fn end_category(&mut self) {
        let text = self.pop("category");
        if text.is_empty() {
            return;
        }
        let lacks_term = match self.context().get("tags") {
            Some(Value::List(tags)) => match tags.last() {
                Some(Value::Dictionary(tag)) => {
                    tag.get("term").and_then(Value::as_str).is_none_or(str::is_empty)
                }
                _ => false,
            },
            _ => false,
        };
        if lacks_term {
            self.set_in_last("tags", "term", text);
        } else {
            self.add_tag(Some(&text), None, None);
        }
    }

    fn end_size(&mut self, key: &'static str) {
        let text = self.pop(key);
        let number = text.parse::<i64>().ok();
        if number.is_none() && !text.is_empty() {
            self.warn(WarningKind::UnreadableNumber, &text);
        }
        if self.place.in_image {
            self.set(key, number.unwrap_or(0));
        }
    }

    fn start_generator(&mut self, attributes: Attributes<'_>) {
        let mut detail = attributes.into_dictionary();
        self.enforce_href(&mut detail);
        self.set("generator_detail", detail);
        self.push("generator", true);
    }

    fn start_itunes_image(&mut self, attributes: &Attributes<'_>) {
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
            // `no` as well: `yes` and `clean` alone are known.
            _ => Value::None,
        };
        self.set("itunes_explicit", value);
    }
}
