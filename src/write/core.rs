//! The elements shared by Atom and RSS, and the elements of other vocabularies.

use std::borrow::Cow;

use bozofeed_date::{DateFormat, WEEKDAYS};

use super::Target;
use super::escape::has_markup;
use super::gate::DocumentSink;
use super::identifier::SafeId;
use super::loss::LossReason;
use super::markup::{Markup, PolicyMarkup, has_relative_urls};

use crate::budget::LONGEST_LANGUAGE;
use crate::model::geo::{Geometry, GeometryKind};
use crate::model::itunes::Itunes;
use crate::model::media::{Media, MediaDetails};
use crate::model::paging::Paging;
use crate::model::threading::Threading;
use crate::model::{
    Cloud, Date, Entry, Feed, Generator, ITUNES_CATEGORIES, ITUNES_KEYWORDS, Image, Link, MediaType, Person,
    Str, Tag, Text, TextInput, Typed, XmlScope,
};
use crate::vocabulary::value_kind::ValueKind;
use crate::vocabulary::write::{
    FeedOrEntry, TextType, WriteElements as _, WriteParts as _, WriteText as _, write_attribute,
};
use crate::vocabulary::write::{fit, fitted, is_fit, write_members, write_uri_attribute, write_uris};
use crate::vocabulary::{MEDIA_SCHEME, escape_name, find_address, set_aside, write_vocabularies};
use bozofeed_text::html::escape::escape;
use bozofeed_text::html::resolve::LONGEST_BASE;
use bozofeed_text::html::uri::{is_http, is_relative};
use bozofeed_text::maps::Set;
use bozofeed_text::media_type::ParsedMediaType;

/// Returns a date in the given format, or `None` if it could not be parsed.
pub(super) fn written_date(date: &Date, form: DateFormat) -> Option<Cow<'_, str>> {
    form.write(date.text(), date.value?)
}

/// Writes feeds and entries as elements.
pub(super) struct Core<'x> {
    pub(super) out: &'x mut dyn DocumentSink,
    pub(super) target: Target,
    /// The language in force.
    language: Option<Str>,
    /// Whether a text without a language revokes the language in force. Otherwise it inherits the language of the feed.
    revokes_language: bool,
    /// The page of the feed or entry, if it is absolute.
    pub(super) page: Option<Str>,
    /// The original identifier, if a different one was written.
    pub(super) original_id: Option<Str>,
}

impl<'x> Core<'x> {
    pub(super) fn new(out: &'x mut dyn DocumentSink, target: Target) -> Self {
        Self::within(out, target, None)
    }

    /// Creates a writer for the content of an element with the given language.
    pub(super) fn within(out: &'x mut dyn DocumentSink, target: Target, language: Option<Str>) -> Self {
        Self { out, target, language, revokes_language: true, page: None, original_id: None }
    }

    /// Sets whether the texts of the feed have their own languages.
    pub(super) fn of_feed_with_languages(self, has_languages: bool) -> Self {
        Self { revokes_language: has_languages, ..self }
    }

    /// Sets the page of the feed or entry to the first absolute URL.
    pub(super) fn set_page<'u>(&mut self, pages: impl IntoIterator<Item = Option<&'u str>>) {
        // References are not resolved against longer bases.
        let is_page = |page: &&str| !page.is_empty() && page.len() <= LONGEST_BASE && !is_relative(page);
        let page = pages.into_iter().flatten().find(is_page);
        self.page = page.map(Str::from);
    }

    /// Sets the language in force inside the element that was just started, and returns the outer language.
    pub(super) fn enter(&mut self, own_language: Option<Str>) -> Option<Str> {
        let outer = self.language.take();
        match (text_of(own_language.as_ref()), text_of(outer.as_ref())) {
            (own, outer) if own == outer => {}
            // In RSS, the language of a feed is in an element, so its texts have no language. Atom only has `xml:lang`, which also
            // applies to the texts.
            ("", _) if !self.revokes_language => {}
            // An empty value revokes the language (XML 1.0 §2.12).
            ("", _) => self.out.any_attribute("xml:lang", ""),
            (own, _) => match language(own) {
                Some(language) => self.out.any_attribute("xml:lang", &language),
                None => self.out.lose_part("/@xml:lang", LossReason::Unreadable),
            },
        }
        self.language = own_language;
        outer
    }

    pub(super) fn leave(&mut self, outer: Option<Str>) {
        self.language = outer;
    }

    /// Returns the language common to all texts, or else the language in force.
    pub(super) fn common_language<'t>(&self, mut texts: impl Iterator<Item = &'t Text>) -> Option<Str> {
        let Some(first) = texts.next().filter(|text| text.scope.is_some()) else {
            return self.language.clone();
        };
        let language = language_of(first);
        let is_common = |text: &Text| {
            let in_force = self.language.as_ref();
            language == if text.scope.is_some() { language_of(text) } else { in_force }
        };
        if texts.all(is_common) { language.cloned() } else { self.language.clone() }
    }

    /// Starts the element of a text, with the language of the text if it differs from the language in force.
    fn open_text(&mut self, prefix: &str, local: &str, text: &Text) {
        self.out.open(prefix, local);
        let outer = self.enter(language_of(text).cloned());
        self.leave(outer);
    }

    /// Returns markup with its references resolved against the page if it has no base, as RSS readers do.
    fn resolved<'t>(&self, text: &'t Text) -> Cow<'t, Text> {
        match &self.page {
            Some(page) if text.is_markup() && text.base().is_none() && has_relative_urls(&text.value) => {
                let scope =
                    made!(XmlScope { language: language_of(text).cloned(), base: Some(page.clone()) });
                let value = self.out.markup().resolved(text, page);
                Cow::Owned(made!(Text { value, scope: Some(scope.into()), ..text.clone() }))
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Writes a text construct of Atom, or content (RFC 4287 §3.1, §4.1.3).
    pub(super) fn construct(&mut self, prefix: &str, local: &str, text: &Text) {
        let text = &*without_scripts(text);
        let text = &*self.resolved(text);
        self.open_text(prefix, local, text);
        let media_type = ParsedMediaType::parse(&text.media_type);
        // Content with `src` is empty (RFC 4287 §4.1.3.2), so check this before the forms that write the
        // text.
        if let Some(src) = text.src() {
            self.out.attribute("type", &text.media_type);
            self.out.uri_attribute("src", src);
        } else if text.is_markup() {
            self.markup_construct(text, prefix == "atom");
        // Only content may have a media type. The other constructs are text, HTML or XHTML (RFC 4287 §3.1.1),
        // and their text is written whatever its type is.
        } else if local != "content" || matches!(&*text.media_type, "" | "text/plain") {
            if self.target == Target::Rss && has_markup(&text.value) {
                // RSS readers assume that it is markup, whatever the type is.
                self.out.any_attribute("type", "html");
                self.escaped(&text.value);
            } else {
                // Without a type, readers might mistake such text for markup.
                if text.value.contains(['<', '&']) {
                    self.out.any_attribute("type", "text");
                }
                self.out.plain(&text.value);
            }
        } else {
            // The order of RFC 4287 §4.1.3.3: XML types come before `text/`, since `text/xml` is both, and
            // everything else is written in Base64.
            self.out.attribute("type", &text.media_type);
            if media_type.is_xml() && self.out.elements(&text.value) || text.value.is_empty() {
            } else if text.media_type.starts_with("text/") || media_type.is_xml() {
                self.out.plain(&text.value);
            } else {
                self.binary(&text.value);
            }
        }
        self.out.close();
    }

    /// Writes binary content in Base64 (RFC 4287 §4.1.3.3). Our reader decodes it only if it is text.
    fn binary(&mut self, content: &str) {
        use base64::Engine as _;
        use base64::engine::general_purpose::STANDARD;
        let is_encoded = STANDARD.decode(content.split_ascii_whitespace().collect::<String>()).is_ok();
        if is_encoded {
            self.out.plain(content);
        } else {
            self.out.plain(&STANDARD.encode(content));
        }
    }

    fn markup_construct(&mut self, text: &Text, is_of_atom: bool) {
        let markup = self.out.markup().html(text);
        if Markup::is_xhtml(text) && is_of_atom && self.target == Target::Json {
            // In these elements, text cannot follow child elements. The escaped form of Atom 0.3 keeps the type of the markup.
            self.out.attribute("type", "application/xhtml+xml");
            self.out.attribute("mode", "escaped");
            self.out.plain(markup.as_str());
        } else if Markup::is_xhtml(text) && is_of_atom {
            self.out.attribute("type", "xhtml");
            if !self.out.xhtml(&markup) {
                // Markup that no sanitizer wrote may not be well-formed.
                let plain = made!(Text { value: markup.into_string().into(), ..text.clone() })
                    .to_plain()
                    .into_owned();
                self.out.xhtml(&PolicyMarkup::of_plain(&plain));
            }
        } else {
            self.out.attribute("type", "html");
            self.out.plain(markup.as_str());
        }
    }

    /// Writes a text of RSS. Some elements contain HTML; in others, readers guess from the text.
    pub(super) fn rss_text(&mut self, prefix: &str, local: &str, text: &Text, is_html: bool) {
        let text = &*self.resolved(text);
        self.open_text(prefix, local, text);
        if is_html && !text.is_markup() {
            self.escaped_lines(&text.value);
        } else {
            self.out.value(text, TextType::Optional);
        }
        self.out.close();
    }

    /// Writes plain text as markup that displays it.
    fn escaped(&mut self, text: &str) {
        let mut shown = String::new();
        escape(text, &['&', '<', '>'], &mut shown);
        self.out.plain(&shown);
    }

    /// Writes plain text as markup that displays it with its line breaks.
    fn escaped_lines(&mut self, text: &str) {
        let mut shown = String::new();
        for (at, line) in text.trim().lines().enumerate() {
            shown.push_str(if at == 0 { "" } else { "<br>" });
            escape(line.trim_end(), &['&', '<', '>'], &mut shown);
        }
        self.out.plain(&shown);
    }

    /// Writes a date in the format of the element. Returns whether the date could be parsed.
    pub(super) fn date(&mut self, prefix: &str, local: &str, date: &Date, form: DateFormat) -> bool {
        let Some(text) = written_date(date, form) else {
            if !date.text().is_empty() {
                self.out.lose_part(&format!("/{prefix}:{local}"), LossReason::Unreadable);
            }
            return false;
        };
        self.out.element(prefix, local, &text);
        true
    }

    /// Writes people as Atom persons, except those without any value.
    pub(super) fn people(&mut self, local: &str, people: &[Person]) {
        for person in people.iter().filter(|person| has_content(person)) {
            self.person(local, person);
        }
    }

    /// Writes an Atom person (RFC 4287 §3.2), which must have a name.
    pub(super) fn person(&mut self, local: &str, person: &Person) {
        self.out.open("atom", local);
        let names = [&person.name, &person.email, &person.raw, &person.uri];
        let name = names.into_iter().flatten().find(|name| !name.is_empty());
        self.out.open("atom", "name");
        self.out.plain(&escape_name(name.map_or("unknown", |name| name)));
        self.out.close();
        self.details(person);
        self.out.close();
    }

    fn details(&mut self, person: &Person) {
        match &person.email {
            Some(email) if is_address(email) => self.out.element("atom", "email", email),
            Some(email) if !email.is_empty() => self.out.lose_part("/email", LossReason::Unreadable),
            Some(_) | None => {}
        }
        write_uris(&person.uri, ("atom", "uri"), self.out);
        if person.avatar().is_some() {
            self.out.lose_part("/avatar", LossReason::NoPlace);
        }
        self.extensions(person.extensions());
    }

    /// Writes a category. Its form depends on its vocabulary.
    fn category(&mut self, tag: &Tag) {
        let (term, label) = (tag.term.as_deref().map(escape_name), tag.label.as_deref().map(escape_name));
        let (term, label) = (term.as_deref(), label.as_deref());
        let is_plain = label.is_none();
        if tag.parent.is_some() {
            self.out.lose_part("/category/@parent", LossReason::NoPlace);
        }
        // An Atom scheme is an absolute IRI (RFC 4287 §4.2.2.2); an RSS scheme is any text. RSS has no labels.
        let is_rss = self.target == Target::Rss;
        let is_word = !is_rss && tag.scheme.as_deref().is_some_and(is_relative);
        let is_of_rss = is_rss || is_plain && is_word && self.out.keeps_everything();
        if let (true, Some(term)) = (is_of_rss, term) {
            self.out.open("rss", "category");
            write_attribute(&tag.scheme, "domain", self.out);
            write_attribute(&tag.label, set_aside::LABEL, self.out);
            self.out.plain(term);
            self.out.close();
        } else {
            self.out.open("atom", "category");
            self.out.any_attribute("term", term.or(label).unwrap_or_default());
            if is_word && !self.out.keeps_everything() {
                self.out.lose_part("/@scheme", LossReason::NoPlace);
            } else {
                write_attribute(&tag.scheme, "scheme", self.out);
            }
            if let Some(label) = label {
                self.out.attribute("label", label);
            }
            self.out.close();
        }
    }

    /// Writes the categories, except Media RSS categories.
    pub(super) fn categories(&mut self, tags: &[Tag], media: Option<&Media>) {
        let of_media = media.map(media_tags).unwrap_or_default();
        // All keywords are written in one element.
        let keywords: Vec<&str> = tags.iter().filter_map(itunes_keyword).collect();
        let mut keywords = Some(keywords.join(", ")).filter(|keywords| !keywords.is_empty());
        // The open iTunes categories, from the outermost to the innermost.
        let mut open_categories: Vec<&str> = Vec::new();
        for tag in tags.iter().filter(|tag| !of_media.contains(tag)) {
            let category = tag.term.as_deref().filter(|_| is_of_itunes(tag, ITUNES_CATEGORIES));
            let parent = category.and(tag.parent.as_deref());
            // A category can only be a child of the innermost open one. A tag of another vocabulary has no
            // parent, so it closes all of them.
            while open_categories.pop_if(|open| parent != Some(*open)).is_some() {
                self.out.close();
            }
            if let Some(term) = category {
                let is_open = open_categories.last().copied() == parent;
                for term in parent.filter(|_| !is_open).into_iter().chain([term]) {
                    self.out.open("itunes", "category");
                    self.out.attribute("text", &escape_name(term));
                    open_categories.push(term);
                }
            } else if itunes_keyword(tag).is_none() {
                self.category(tag);
            // All keywords are written at the position of the first; `take` leaves nothing for the others.
            } else if let Some(keywords) = keywords.take() {
                self.out.element("itunes", "keywords", &escape_name(&keywords));
            }
        }
        for _ in open_categories {
            self.out.close();
        }
    }

    /// Writes the attributes of a link that the format does not define. RFC 4287 §2 and RSS 2.0 allow them only in a namespace.
    pub(super) fn other_attributes(&mut self, link: &Link) {
        for (name, value) in link.attributes.iter() {
            if name.contains(':') {
                self.out.attribute(name, value);
            } else if !matches!(name, "rel" | "type" | "href" | "hreflang" | "title" | "length") {
                self.out.attribute(&own_attribute(name), value);
            }
        }
    }

    /// Writes the image of a feed or entry.
    fn image(&mut self, prefix: &str, image: &Image, feed: Option<&Feed>) {
        self.out.open(prefix, "image");
        let within = if prefix == "rss2" { "rss2" } else { "rss" };
        write_uris(&image.href, (within, "url"), self.out);
        // RSS 2.0 requires the title and the link.
        let of_feed = feed.filter(|_| self.target == Target::Rss).and_then(|feed| feed.title.as_ref());
        let title = image.title.as_ref().or(of_feed.filter(|title| !title.value.is_empty()));
        if let Some(title) = title {
            self.rss_text(within, "title", title, false);
        }
        let page = || self.page.clone().filter(|_| self.target == Target::Rss && feed.is_some());
        let own = image.link.clone().filter(|link| !link.is_empty());
        write_uris(&own.or_else(page), (within, "link"), self.out);
        for link in image.links.iter().filter(|link| link.href != image.link) {
            self.link(link);
        }
        // RSS 2.0 limits the width and the height.
        for (local, size, most) in [("width", &image.width, 144), ("height", &image.height, 400)] {
            let fits = size.value.is_some_and(|size| (1..=most).contains(&size));
            size.write(if fits { within } else { "rss2" }, local, self.out);
        }
        if let Some(description) = &image.description {
            self.rss_text(within, "description", description, true);
        }
        self.extensions(&image.extensions);
        self.out.close();
    }

    /// Writes the image of a feed.
    pub(super) fn feed_image(&mut self, image: &Image, feed: &Feed) {
        // RSS 2.0 requires the URL, the title and the link.
        let has_url = |url: Option<&str>| url.is_some_and(|url| self.out.markup().uri(url).is_ok());
        let is_whole = has_url(image.href.as_deref())
            && has_url(image.link.as_deref().filter(|link| !link.is_empty()).or(self.page.as_deref()))
            && (image.title.is_some() || feed.title.as_ref().is_some_and(|title| !title.value.is_empty()));
        self.image(if is_whole { "rss" } else { "rss2" }, image, Some(feed));
    }

    /// Writes the text input of a feed.
    fn text_input(&mut self, input: &TextInput) {
        // RSS requires each of its parts.
        let has_name = input.name.as_deref().is_some_and(|name| !name.is_empty());
        let has_link = input.link.as_deref().is_some_and(|link| self.out.markup().uri(link).is_ok());
        let is_whole = input.title.is_some() && input.description.is_some() && has_name && has_link;
        let prefix = if is_whole { "rss" } else { "rss2" };
        self.out.open(prefix, "textInput");
        if let Some(title) = &input.title {
            self.rss_text(prefix, "title", title, false);
        }
        if let Some(description) = &input.description {
            self.rss_text(prefix, "description", description, true);
        }
        input.name.write(prefix, "name", self.out);
        write_uris(&input.link, (prefix, "link"), self.out);
        for link in input.links.iter().filter(|link| link.href != input.link) {
            self.link(link);
        }
        self.extensions(&input.extensions);
        self.out.close();
    }

    /// Writes the program that generated a feed, without its URI if an extension contains it.
    pub(super) fn generator(&mut self, generator: &Generator, feed: &Feed) {
        let mut generator = generator.clone();
        if has_extension(feed, "generatorAgent") {
            generator.uri = None;
        }
        if generator == Generator::default() {
            return;
        }
        let is_plain = self.target == Target::Rss && generator.uri.is_none() && generator.version.is_none();
        self.out.open(if is_plain { "rss" } else { "atom" }, "generator");
        write_uri_attribute(generator.uri.as_ref(), "uri", self.out);
        write_attribute(&generator.version, "version", self.out);
        self.out.plain(generator.name.as_deref().unwrap_or_default());
        self.out.close();
    }

    /// Writes places in `GeoRSS` Simple, except W3C Basic Geo points, which keep their form.
    fn places(&mut self, places: &[Typed<Geometry>]) {
        for place in places {
            match &place.value {
                Some(geometry) => self.place(geometry, place.raw.as_deref()),
                None => self.out.lose_part("/geometries", LossReason::Unreadable),
            }
        }
    }

    fn place(&mut self, geometry: &Geometry, raw: Option<&str>) {
        let details = [
            ("elev", geometry.elevation.written()),
            ("floor", geometry.floor.written()),
            ("radius", geometry.radius.written()),
            ("featuretypetag", geometry.feature_type.written()),
            ("relationshiptag", geometry.relationship.written()),
            ("featurename", geometry.feature_name.written()),
        ];
        let is_plain = details.iter().all(|(_, value)| value.is_none());
        if let (None, GeometryKind::Point, true, [point]) =
            (raw, geometry.kind, is_plain, &geometry.positions[..])
        {
            self.out.element("geo", "lat", &point.latitude.to_string());
            self.out.element("geo", "long", &point.longitude.to_string());
            if let Some(elevation) = point.elevation {
                self.out.element("geo", "alt", &elevation.to_string());
            }
            return;
        }
        let local = match geometry.kind {
            GeometryKind::Point => "point",
            GeometryKind::LineString => "line",
            GeometryKind::Polygon => "polygon",
            GeometryKind::Box => "box",
        };
        self.out.open("georss", local);
        for (name, value) in details {
            if let Some(value) = value {
                self.out.attribute(name, &value);
            }
        }
        let positions: Vec<_> =
            geometry.positions.iter().map(|p| format!("{} {}", p.latitude, p.longitude)).collect();
        self.out.plain(&positions.join(" "));
        self.out.close();
    }

    /// Writes the pages of a feed (RFC 5005) and its own URL, unless it has links to them.
    pub(super) fn feed_pages(&mut self, feed: &Feed) {
        // The field is only a fallback: the `self` link of a feed takes precedence.
        let own = feed.href().filter(|_| feed.self_url().is_none());
        let pages = feed.get::<Paging>().map(|paging| {
            [
                ("first", &paging.first),
                ("previous", &paging.previous),
                ("next", &paging.next),
                ("last", &paging.last),
                ("current", &paging.current),
                ("prev-archive", &paging.prev_archive),
                ("next-archive", &paging.next_archive),
            ]
        });
        let pages = pages.into_iter().flatten().filter_map(|(rel, href)| Some((rel, href.as_deref()?)));
        for (rel, href) in pages.chain(own.map(|own| ("self", own))) {
            if !feed.links.iter().any(|link| link.href.as_deref() == Some(href) && link.rel != "alternate") {
                self.link(&Link::new(rel, href));
            }
        }
    }

    /// Writes the links to the replies to an entry (RFC 4685 §4), unless they are among its links.
    pub(super) fn replies(&mut self, entry: &Entry) {
        let Some(threading) = entry.get::<Threading>() else { return };
        let links = entry.links.iter().filter(|link| link.rel == "replies");
        let linked: Set<_> = links.filter_map(|link| link.href.as_ref()).collect();
        for replies in &threading.replies {
            if let Some(href) = replies.href.as_ref().filter(|href| !linked.contains(href)) {
                let mut link = Link::new("replies", href.clone());
                link.media_type.clone_from(&replies.media_type);
                let count = replies.count.written().map(|count| ("thr:count", count));
                let updated = replies.updated.written().map(|date| ("thr:updated", date));
                link.attributes = count.into_iter().chain(updated).collect();
                self.link(&link);
            }
        }
    }

    /// Writes the values of an entry that neither format defines.
    pub(super) fn entry_others(&mut self, entry: &Entry) {
        self.people("contributor", entry.contributors());
        self.person_in(("dc", "publisher"), entry.publisher());
        self.date("dcterms", "created", entry.created(), DateFormat::Rfc3339);
        self.date("rss2", "expirationDate", entry.expired(), DateFormat::Rfc822);
        entry.validity().write("dcterms", "valid", self.out);
        let itunes = entry.get::<Itunes>();
        // A text that is also the iTunes text is written once, by `write_vocabularies` below, and so are the
        // image and the summary of a feed.
        if let Some(subtitle) = entry.subtitle()
            && itunes.and_then(|itunes| itunes.subtitle.as_ref()) != Some(subtitle)
        {
            self.construct("rss2", "subtitle", subtitle);
        }
        if let Some(comments) = entry.comments()
            && !entry.links.iter().any(|link| link.rel == "replies" && link.href.as_deref() == Some(comments))
        {
            if self.target == Target::Atom && !self.out.keeps_everything() {
                // RFC 4685 §4.
                self.link(&made!(Link {
                    media_type: Some("text/html".into()),
                    ..Link::new("replies", comments)
                }));
            } else {
                write_uris([&Str::from(comments)], ("rss", "comments"), self.out);
            }
        }
        if let Some(language) = entry.language()
            && self.language.as_deref() != Some(language)
        {
            match self::language(language) {
                Some(language) => self.out.element("dc", "language", &language),
                None => self.out.lose_part("/language", LossReason::Unreadable),
            }
        }
        if let Some(image) = entry.image()
            && !is_itunes_image(image, itunes.and_then(|itunes| itunes.image.as_deref()))
            // The URL is already in the elements and the member that readers support (`PreparedEntry`).
            && (self.out.keeps_everything() || !is_url_alone(image))
        {
            self.image("rss2", image, None);
        }
        if entry.banner_image().is_some() {
            self.out.lose_part("/banner_image", LossReason::NoPlace);
        }
        self.places(entry.geometries());
        self.podcast_kind("episodeType", &["full", "trailer", "bonus"], itunes);
        write_vocabularies(FeedOrEntry::Entry(entry), self.out);
        self.original_id();
        // Extensions never compete with the fields above: `extensions` wraps each element that could be
        // mistaken for one of them.
        self.extensions(entry.extensions());
    }

    /// Writes an identifier.
    pub(super) fn identifier(&mut self, prefix: &str, id: &SafeId<'_>) {
        self.out.open(prefix, "id");
        self.out.plain(id.as_str());
        self.out.close();
    }

    /// Remembers the identifier of a feed or an entry if a different one had to be written.
    pub(super) fn set_original_id(&mut self, id: Option<&str>, written: &str) {
        self.original_id = id.filter(|id| !id.is_empty() && *id != written).map(Str::from);
    }

    fn original_id(&mut self) {
        match self.original_id.take().as_deref().map(SafeId::new) {
            Some(Ok(_)) if !self.out.keeps_everything() => self.out.lose_part("/id", LossReason::NoPlace),
            Some(Ok(id)) => {
                self.out.open_in(set_aside::PREFIX, set_aside::URI, set_aside::ID);
                self.out.plain(id.as_str());
                self.out.close();
            }
            Some(Err(reason)) => self.out.lose_part("/id", reason),
            None => {}
        }
    }

    /// Writes the values of a feed that neither format defines, and those specific to RSS.
    pub(super) fn feed_others(&mut self, feed: &Feed, is_channel: bool) {
        self.people("contributor", feed.contributors());
        self.person_in(("rss", "webMaster"), feed.web_master());
        self.person_in(("dc", "publisher"), feed.publisher());
        self.date("dcterms", "created", feed.created(), DateFormat::Rfc3339);
        feed.validity().write("dcterms", "valid", self.out);
        self.feed_texts(feed);
        write_uris(&feed.docs().map(Str::from), ("rss", "docs"), self.out);
        feed.rating().map(Str::from).write("rss", "rating", self.out);
        write_uris(&feed.new_location().map(Str::from), ("rss2", "newLocation"), self.out);
        self.schedule(feed);
        if let Some(cloud) = feed.cloud() {
            self.cloud(cloud);
        }
        if let Some(input) = feed.text_input() {
            self.text_input(input);
        }
        // RSS readers look for a picture only in the RSS element.
        let fallback = logo(feed).filter(|_| is_channel).map(|logo| made!(Image { href: Some(logo.into()) }));
        let image = feed.image().filter(|_| has_own_image(feed)).or(fallback.as_ref());
        // In the other formats, the URL is in the logo.
        let is_written = is_channel || self.out.keeps_everything();
        if let Some(image) = image.filter(|image| is_written || !is_url_alone(image)) {
            self.feed_image(image, feed);
        }
        // When read from an element, it is also an extension.
        if let Some(url) = feed.error_reports_to()
            && !has_extension(feed, "errorReportsTo")
        {
            self.out.open("admin", "errorReportsTo");
            self.out.uri_attribute("rdf:resource", url);
            self.out.close();
        }
        if !feed.expired().is_absent() {
            self.out.lose_part("/expired", LossReason::NoPlace);
        }
        self.places(feed.geometries());
        self.podcast_kind("type", &["episodic", "serial"], feed.get());
        write_vocabularies(FeedOrEntry::Feed(feed), self.out);
        self.original_id();
        self.extensions(feed.extensions());
    }

    /// Writes the texts of a feed that no format defines for feeds.
    fn feed_texts(&mut self, feed: &Feed) {
        let of_itunes = feed.get::<Itunes>().and_then(|itunes| itunes.summary.as_ref());
        if let Some(summary) = feed.summary.as_ref().filter(|summary| of_itunes != Some(summary)) {
            self.construct("rss2", "summary", summary);
        }
        for content in &feed.content {
            self.contents("rss2", content);
        }
        if let Some(info) = feed.info() {
            self.construct("rss2", "info", info);
        }
    }

    /// Writes the update schedule of a feed.
    fn schedule(&mut self, feed: &Feed) {
        feed.ttl().write("rss", "ttl", self.out);
        write_members(&feed.skip_hours().to_vec(), ("rss", "skipHours"), "hour", self.out);
        // RSS 2.0 only allows the seven English names, so any other day is lost.
        let days = || feed.skip_days().iter().map(|day| fit(ValueKind::Words(&WEEKDAYS), day));
        if days().any(|day| day.is_none()) {
            self.out.lose_part("/skipDays/day", LossReason::Unreadable);
        }
        let days: Vec<Str> = days().flatten().map(Str::from).collect();
        write_members(&days, ("rss", "skipDays"), "day", self.out);
    }

    fn cloud(&mut self, cloud: &Cloud) {
        // RSS 2.0 requires all attributes.
        let protocols = ValueKind::Words(&["xml-rpc", "soap", "http-post"]);
        if cloud.port.is_unreadable() || !is_fit(protocols, &cloud.protocol) {
            return self.out.lose_part("/rss:cloud", LossReason::Unreadable);
        }
        self.out.open("rss", "cloud");
        write_attribute(&cloud.domain, "domain", self.out);
        write_attribute(&cloud.port, "port", self.out);
        write_attribute(&cloud.path, "path", self.out);
        write_attribute(&cloud.register_procedure, "registerProcedure", self.out);
        write_attribute(&cloud.protocol, "protocol", self.out);
        cloud.attributes.write_parts("", self.out);
        self.out.close();
    }

    /// Writes a person, unless it is empty.
    fn person_in(&mut self, (prefix, local): (&'static str, &'static str), person: Option<&Person>) {
        if let Some(person) = person.filter(|person| has_content(person)) {
            self.out.open(prefix, local);
            person.write_parts(prefix, self.out);
            self.out.close();
        }
    }

    /// Writes the kind of a podcast or an episode. Each has a separate element and vocabulary of words.
    fn podcast_kind(&mut self, local: &'static str, words: &'static [&'static str], itunes: Option<&Itunes>) {
        let kind = itunes.and_then(|itunes| itunes.kind.clone());
        fitted(ValueKind::Words(words), self.out, &mut |out| kind.write("itunes", local, out));
    }

    /// Writes content that the format's own element cannot contain.
    pub(super) fn contents(&mut self, prefix: &str, content: &Text) {
        if content.is_markup() && !Markup::is_xhtml(content) && content.src().is_none() {
            self.rss_text("content", "encoded", content, true);
        } else {
            self.construct(prefix, "content", content);
        }
    }
}

/// Converts a text to plain text if its media type could run scripts but is not HTML or XHTML, since it was not sanitized.
pub(super) fn without_scripts(text: &Text) -> Cow<'_, Text> {
    let media_type = text.media_type.to_ascii_lowercase();
    let may_run_scripts = ["html", "svg", "math"].iter().any(|kind| media_type.contains(kind));
    if text.is_markup() || !may_run_scripts || text.src().is_some() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(made!(Text { media_type: Str::from_static("text/plain"), ..text.clone() }))
}

/// Returns the name, in this library's namespace, of an attribute that the format does not define.
pub(super) fn own_attribute(name: &str) -> String {
    [set_aside::PREFIX, ":", name].concat()
}

/// Returns whether any of the authors can be written.
pub(super) fn has_author(authors: &[Person]) -> bool {
    authors.iter().any(has_content)
}

/// Returns whether a person has a name, an address or anything else.
pub(super) fn has_content(person: &Person) -> bool {
    let values = [&person.name, &person.email, &person.raw, &person.uri].map(Option::as_deref);
    !person.extensions().is_empty()
        || values.into_iter().chain([person.avatar()]).flatten().any(|value| !value.trim().is_empty())
}

/// Returns whether a text is just an e-mail address.
pub(super) fn is_address(text: &str) -> bool {
    find_address(text) == Some((0, text.len()))
}

/// Returns the language of a text.
fn language_of(text: &Text) -> Option<&Str> {
    text.scope.as_ref()?.language.as_ref()
}

/// Returns a language, or an empty string if none is in force.
fn text_of(value: Option<&Str>) -> &str {
    value.map_or("", Str::as_str)
}

/// Returns a language in standard spelling, or `None` if it cannot be a tag (RFC 5646 §2.1) or is too long to be inherited.
pub(super) fn language(tag: &str) -> Option<Cow<'_, str>> {
    if tag.len() > LONGEST_LANGUAGE {
        return None;
    }
    let is_part =
        |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    // Some feeds use the name of a POSIX locale, such as `en_US`.
    let tag = if tag.contains('_') { Cow::Owned(tag.replace('_', "-")) } else { Cow::Borrowed(tag) };
    let is_tag = tag.split('-').all(is_part) && tag.starts_with(|c: char| c.is_ascii_alphabetic());
    is_tag.then_some(tag)
}

/// Returns whether a feed has an extension of this name.
pub(super) fn has_extension(feed: &Feed, name: &str) -> bool {
    feed.extensions().iter().any(|extension| &*extension.name == name)
}

/// Returns whether a tag is an iTunes category or keyword, according to `scheme`. iTunes has no labels.
fn is_of_itunes(tag: &Tag, scheme: &str) -> bool {
    tag.label.is_none() && tag.term.is_some() && tag.scheme.as_deref() == Some(scheme)
}

/// Returns the media type to write for a link: its own type with parameters, or a guess.
pub(super) fn media_type_of(link: &Link) -> Option<&str> {
    link.full_type().or_else(|| link.type_or_guess().map(MediaType::as_str))
}

/// Returns an iTunes keyword, unless a comma would split it into several.
fn itunes_keyword(tag: &Tag) -> Option<&str> {
    tag.term.as_deref().filter(|term| is_of_itunes(tag, ITUNES_KEYWORDS) && !term.contains(','))
}

/// A set of categories.
#[derive(Debug, Default)]
pub(super) struct TagSet(Set<[Option<Str>; 4]>);

impl TagSet {
    fn key(Tag { term, scheme, label, parent, .. }: &Tag) -> [Option<Str>; 4] {
        [term, scheme, label, parent].map(Option::clone)
    }

    pub(super) fn contains(&self, tag: &Tag) -> bool {
        !self.0.is_empty() && self.0.contains(&Self::key(tag))
    }
}

/// Returns the Media RSS categories, which are also categories of the entry.
pub(super) fn media_tags(media: &Media) -> TagSet {
    let contents = media.contents.iter().chain(media.groups.iter().flat_map(|group| &group.contents));
    let all = contents.map(|content| &content.details).chain(media.groups.iter().map(|group| &group.details));
    let tags = |details: &MediaDetails| {
        let categories = details.categories.iter().map(|category| {
            made!(Tag {
                term: Some(category.term.clone()).filter(|term| !term.is_empty()),
                scheme: category.scheme.clone().or_else(|| Some(MEDIA_SCHEME.into())),
                label: category.label.clone(),
            })
        });
        let keywords = details.keywords.value.iter().flatten();
        let keywords = keywords.map(|term| Tag::new(term.clone()));
        categories.chain(keywords).collect::<Vec<_>>()
    };
    TagSet(all.chain([&media.details]).flat_map(tags).map(|tag| TagSet::key(&tag)).collect())
}

/// Returns whether a feed has an image other than its iTunes image.
pub(super) fn has_own_image(feed: &Feed) -> bool {
    let of_itunes = feed.get::<Itunes>().and_then(|itunes| itunes.image.as_deref());
    feed.image().is_some_and(|image| !is_itunes_image(image, of_itunes))
}

/// Returns the large picture of a feed, for the logo element of a format.
pub(super) fn logo(feed: &Feed) -> Option<&str> {
    let image = feed.image().and_then(|image| image.href.as_deref());
    let of_itunes = feed.get::<Itunes>().and_then(|itunes| itunes.image.as_deref());
    [feed.logo(), image, of_itunes].into_iter().flatten().find(|url| !url.is_empty())
}

/// Returns whether an image consists only of its URL.
pub(super) fn is_url_alone(image: &Image) -> bool {
    *image == made!(Image { href: image.href.clone() })
}

/// Returns whether an image is merely the iTunes image.
fn is_itunes_image(image: &Image, itunes: Option<&str>) -> bool {
    itunes.is_some() && image.href.as_deref() == itunes && is_url_alone(image)
}

/// Returns the page of an entry. Only RSS specifies whether an identifier is a page.
pub(super) fn page_of(entry: &Entry) -> Option<&str> {
    let is_page = entry.id_is_permalink.is_none() && !entry.links.iter().any(|link| link.rel == "alternate");
    entry.link.as_deref().or(entry.id.as_deref().filter(|id| is_page && is_http(id)))
}

/// Returns the dates of a feed that can serve as its last change, best first. The fallbacks are no later than the first, and better
/// than a date set on the writer.
pub(super) fn dates_of(feed: &Feed) -> [&Date; 3] {
    [&feed.updated, &feed.published, feed.created()]
}

/// Returns the first parsed date, for a required element.
pub(super) fn readable<'d>(dates: impl IntoIterator<Item = &'d Date>) -> Option<&'d Date> {
    dates.into_iter().find(|date| date.value.is_some())
}
