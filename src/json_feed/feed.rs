//! The top object and its items, as statements (JSON Feed 1.1, "Structure").

use std::sync::Arc;

use super::path::Path;
use super::reading::{Object, Reading};
use super::value::JsonNode;
use crate::budget::LONGEST_LANGUAGE;
use crate::content::is_relative;
use crate::diagnostics::{JsonType, Limit, WarningKind};
use crate::model::{Link, Person, Tag, XmlScope};
use crate::statement::{Beginning, Ending, Origin, PersonDetails, Single, Sink, Statement, Subject};
use crate::vocabulary::{DateField, PersonField, TextField, ValueReader, without_mailto};

/// The media type of a JSON Feed.
const JSON_FEED: &str = "application/feed+json";

/// States the members of one object.
struct Stated<'s, S> {
    sink: &'s mut S,
    offset: usize,
}

impl<S: Sink> Stated<'_, S> {
    /// The origin of a value: a member of the object.
    fn origin(&self, name: &'static str) -> Origin<'static> {
        Origin::of_member(name, self.offset)
    }

    /// States a value, if the object has one.
    fn state<T>(&mut self, name: &'static str, value: Option<T>, statement: impl FnOnce(T) -> Statement) {
        if let Some(value) = value {
            let origin = self.origin(name);
            self.sink.state(statement(value), &origin);
        }
    }

    fn state_all<T>(&mut self, name: &'static str, values: Vec<T>, statement: impl Fn(T) -> Statement) {
        for value in values {
            self.state(name, Some(value), &statement);
        }
    }
}

impl Reading<'_> {
    /// States the top object. The scope of the feed is open.
    pub(super) fn feed<S: Sink>(&mut self, mut top: Object<'_, '_>, sink: &mut S) {
        let object = &mut top;
        let (language, inherited) = self.language(object);
        self.scope = XmlScope::shared(inherited, self.base.clone());
        let mut stated = Stated { sink, offset: 0 };
        stated.state("language", language, |language| Single::Language(language).into());
        for (name, field) in [
            ("title", TextField::Title),
            ("description", TextField::Subtitle),
            ("user_comment", TextField::Info),
        ] {
            let text = self.text(object, name, "text/plain");
            stated.state(name, text, |text| Statement::Text(field, text));
        }
        let home = self.link(object, "home_page_url", "alternate", Some("text/html"));
        stated.state("home_page_url", home.as_ref().and_then(|link| link.href.clone()), Statement::Page);
        stated.state("home_page_url", home, Statement::Link);
        let itself = self.link(object, "feed_url", "self", Some(JSON_FEED));
        stated.state("feed_url", itself.as_ref().and_then(|link| link.href.clone()), |href| {
            Single::Href(href).into()
        });
        stated.state("feed_url", itself, Statement::Link);
        let next = self.link(object, "next_url", "next", Some(JSON_FEED));
        stated.state("next_url", next, Statement::Link);
        let hubs = self.list(object, "hubs", Self::hub);
        stated.state_all("hubs", hubs, Statement::Link);
        let logo = self.url(object, "icon");
        stated.state("icon", logo, |uri| Single::Logo(uri).into());
        let icon = self.url(object, "favicon");
        stated.state("favicon", icon, |uri| Single::Icon(uri).into());
        self.state_authors(object, &mut stated);
        let expired = self.boolean(object, "expired");
        stated.state("expired", expired, |expired| Single::IsExpired(expired).into());
        let most = self.options.limits.entries;
        let mut count = 0;
        self.list(object, "items", |this, item, path| {
            if count >= most {
                this.limit = Some(Limit::Entries);
                return None;
            }
            if !this.budget.add_entry() {
                this.limit = Some(Limit::Memory);
                return None;
            }
            this.entry(item, path, stated.sink)?;
            count += 1;
            Some(())
        });
        let rest = self.rest(top);
        stated.state_all("", rest, Statement::Element);
        self.end(Subject::Feed, &mut stated);
    }

    fn end<S: Sink>(&mut self, subject: Subject, stated: &mut Stated<'_, S>) {
        let values = ValueReader::new::<S>(self.options, self.budget, self.scope.clone());
        let origin = stated.origin("");
        let ending = Ending { origin, is_implied: false, progress: (1, 0) };
        stated.sink.end(subject, &ending, &values);
    }

    /// States an item as an entry.
    fn entry<S: Sink>(&mut self, item: JsonNode<'_>, path: Path<'_>, sink: &mut S) -> Option<()> {
        let offset = self.offset(item);
        let mut item = self.element(item, path)?;
        let object = &mut item;
        sink.begin(Subject::Entry, Beginning::default());
        let mut stated = Stated { sink, offset };
        let (own_language, inherited) = self.language(object);
        let outer = self.scope.clone();
        if own_language.is_some() {
            self.scope = XmlScope::shared(inherited, self.base.clone());
        }
        stated.state("language", own_language, |language| Single::Language(language).into());
        let id: Option<Arc<str>> = self.string(object, "id").map(Arc::from);
        let identifier =
            |id: Arc<str>| Statement::Id { id: Arc::clone(&id), resolved: id, permalink: Some(false) };
        stated.state("id", id, identifier);
        let page = self.link(object, "url", "alternate", Some("text/html"));
        let external = self.link(object, "external_url", "related", None);
        let href = page.as_ref().or(external.as_ref()).and_then(|link| link.href.clone());
        stated.state("url", href, Statement::Page);
        stated.state("url", page, Statement::Link);
        stated.state("external_url", external, Statement::Link);
        for (name, field, media_type) in [
            ("title", TextField::Title, "text/plain"),
            ("summary", TextField::Summary, "text/plain"),
            ("content_html", TextField::Content, "text/html"),
            ("content_text", TextField::Content, "text/plain"),
        ] {
            let text = self.text(object, name, media_type);
            stated.state(name, text, |text| Statement::Text(field, text));
        }
        let attachments = self.list(object, "attachments", Self::attachment);
        stated.state_all("attachments", attachments, Statement::Link);
        for (name, field) in [("date_published", DateField::Published), ("date_modified", DateField::Updated)]
        {
            let date = self.date(object, name);
            stated.state(name, date, |date| Statement::Date(field, date));
        }
        self.state_authors(object, &mut stated);
        let tags = self.list(object, "tags", Self::tag);
        stated.state_all("tags", tags, Statement::Tag);
        let image = self.image(object, "image");
        stated.state("image", image, Statement::Image);
        let banner_image = self.image(object, "banner_image");
        stated.state("banner_image", banner_image, |image| Single::BannerImage(image).into());
        let rest = self.rest(item);
        stated.state_all("", rest, Statement::Element);
        self.end(Subject::Entry, &mut stated);
        self.scope = outer;
        Some(())
    }

    /// Returns the language of an object for itself and for the texts in it, unless it is too long.
    fn language(&mut self, object: &mut Object<'_, '_>) -> (Option<Arc<str>>, Option<Arc<str>>) {
        let value = object.get("language");
        let language: Option<Arc<str>> = self.string(object, "language").map(Arc::from);
        let mut inherited = language.clone();
        if let Some(value) = value
            && let Some(tag) = inherited.take_if(|tag| tag.len() > LONGEST_LANGUAGE)
        {
            self.warn(value, WarningKind::TooLong, &tag, object.path.member("language"));
        }
        (language, inherited)
    }

    fn state_authors<S: Sink>(&mut self, object: &mut Object<'_, '_>, stated: &mut Stated<'_, S>) {
        let authors = self.authors(object);
        stated.state_all("authors", authors, |person| {
            Statement::Person(PersonField::Author, PersonDetails { person, ..PersonDetails::default() })
        });
    }

    /// States the authors: `authors` of 1.1, else `author` of 1.0. If there are both, `author` is kept as an extension.
    fn authors(&mut self, object: &mut Object<'_, '_>) -> Vec<Person> {
        /// The number of people up to which they are looked for among the authors.
        const FEW: usize = 16;
        let mut authors = self.list(object, "authors", Self::person);
        if let Some(value) = self.member(object, "author") {
            let outer = object.path;
            let path = outer.member("author");
            let people = match value.kind() {
                JsonType::Array => {
                    self.mismatch(value, JsonType::Object, path, true);
                    object.put_back("author", value);
                    self.list(object, "author", Self::person)
                }
                JsonType::Null => {
                    self.mismatch(value, JsonType::Object, path, true);
                    Vec::new()
                }
                _ => self.person(value, path).into_iter().collect(),
            };
            if authors.is_empty() {
                authors = people;
            } else if (people.len() > FEW || people.iter().any(|person| !authors.contains(person)))
                && !object.has("author")
            {
                object.put_back("author", value);
            }
        }
        authors
    }

    /// Reads an author. A string is a name.
    fn person(&mut self, value: JsonNode<'_>, path: Path<'_>) -> Option<Person> {
        if value.kind() == JsonType::String {
            self.mismatch(value, JsonType::Object, path, true);
            return Some(Person { name: Some(self.text_of(value).into()), ..Person::default() });
        }
        let mut object = self.element(value, path)?;
        let url = self.url(&mut object, "url");
        let email = url.as_deref().and_then(without_mailto).map(str::to_owned);
        Some(Person {
            name: self.string(&mut object, "name").map(Into::into),
            uri: url.filter(|_| email.is_none()),
            email,
            avatar: self.url(&mut object, "avatar"),
            extensions: self.extensions(object),
            ..Person::default()
        })
    }

    fn tag(&mut self, value: JsonNode<'_>, path: Path<'_>) -> Option<Tag> {
        let kind = value.kind();
        if kind != JsonType::String {
            let read = !matches!(kind, JsonType::Object | JsonType::Array);
            self.mismatch(value, JsonType::String, path, read);
            if !read || kind == JsonType::Null {
                return None;
            }
        }
        Some(Tag { term: Some(self.text_of(value)), ..Tag::default() })
    }

    fn link(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        rel: &'static str,
        media_type: Option<&'static str>,
    ) -> Option<Link> {
        let written = self.written(object, name);
        let href = self.url(object, name)?;
        let mut link = link(href, rel, media_type);
        keep_written(&mut link, written);
        Some(link)
    }

    /// States a hub: the URL at which to subscribe to notifications, and its protocol. A string is the URL.
    fn hub(&mut self, value: JsonNode<'_>, path: Path<'_>) -> Option<Link> {
        self.linked(value, path, "hub", |this, object, link| {
            if let Some(kind) = this.string(object, "type") {
                link.attributes.push("type".into(), kind);
            }
        })
    }

    fn attachment(&mut self, value: JsonNode<'_>, path: Path<'_>) -> Option<Link> {
        self.linked(value, path, "enclosure", |this, object, link| {
            link.media_type = this.string(object, "mime_type").map(Into::into);
            let rare = link.rare_mut();
            rare.title = this.string(object, "title").map(Into::into);
            rare.length = this.length(object, "size_in_bytes").map(Box::new);
            rare.duration = this.duration(object, "duration_in_seconds").map(Box::new);
        })
    }

    /// Reads a link: an object with a `url`, or a string that is the URL. Without a URL, the other members are kept.
    fn linked(
        &mut self,
        value: JsonNode<'_>,
        path: Path<'_>,
        rel: &'static str,
        rest: impl FnOnce(&mut Self, &mut Object<'_, '_>, &mut Link),
    ) -> Option<Link> {
        if value.kind() == JsonType::String {
            self.mismatch(value, JsonType::Object, path, true);
            return self.url_of(value, path).map(|href| link(href, rel, None));
        }
        let mut object = self.element(value, path)?;
        let written = self.written(&object, "url");
        let href = self.url(&mut object, "url");
        let mut link = Link { href: href.map(Into::into), rel: rel.into(), ..Link::default() };
        keep_written(&mut link, written);
        rest(self, &mut object, &mut link);
        let extensions = self.extensions(object);
        if !extensions.is_empty() {
            link.rare_mut().extensions = extensions;
        }
        Some(link)
    }
}

/// Keeps a URL that resolving changed among the attributes, under `href`.
fn keep_written(link: &mut Link, written: Option<String>) {
    let is_changed = |written: &str| link.href.as_deref().is_some_and(|href| href != written.trim());
    if let Some(written) = written.filter(|written| is_relative(written.trim()) && is_changed(written)) {
        link.attributes.push("href".into(), written);
    }
}

fn link(href: String, rel: &'static str, media_type: Option<&'static str>) -> Link {
    Link {
        href: Some(href.into()),
        rel: rel.into(),
        media_type: media_type.map(Into::into),
        ..Link::default()
    }
}
