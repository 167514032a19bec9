//! The top object and its items, into the model (JSON Feed 1.1, "Structure").

use std::sync::Arc;

use super::path::Path;
use super::reading::{Object, Reading};
use super::value::Value;
use crate::diagnostics::JsonType;
use crate::diagnostics::Limit;
use crate::model::{Entry, Feed, InForce, Link, Person, Seldom, Tag};

/// The media type of a JSON Feed.
const JSON_FEED: &str = "application/feed+json";

impl Reading<'_> {
    /// The top object.
    pub(super) fn feed(&mut self, mut top: Object<'_, '_>) -> (Feed, Vec<Entry>) {
        let object = &mut top;
        let language: Option<Arc<str>> = self.string(object, "language").map(Arc::from);
        self.in_force = InForce::shared(language.clone(), self.base.clone());
        let home = self.link(object, "home_page_url", "alternate", Some("text/html"));
        let itself = self.link(object, "feed_url", "self", Some(JSON_FEED));
        let next = self.link(object, "next_url", "next", Some(JSON_FEED));
        let hubs = self.list(object, "hubs", Self::hub);
        let mut feed = Feed {
            title: self.text(object, "title", "text/plain"),
            subtitle: self.text(object, "description", "text/plain"),
            info: self.text(object, "user_comment", "text/plain"),
            link: home.as_ref().and_then(|link| link.href.clone()),
            href: itself.as_ref().and_then(|link| link.href.clone()),
            links: home.into_iter().chain(itself).chain(next).chain(hubs).collect(),
            logo: self.url(object, "icon"),
            icon: self.url(object, "favicon"),
            language,
            authors: self.authors(object),
            expired: self.boolean(object, "expired"),
            ..Feed::default()
        };
        let most = self.options.limits.entries;
        let mut count = 0;
        let entries = self.list(object, "items", |this, item, path| {
            if count >= most {
                this.limit = Some(Limit::Entries);
                return None;
            }
            let entry = this.entry(item, path)?;
            count += 1;
            Some(entry)
        });
        feed.extensions = self.extensions(top);
        (feed, entries)
    }

    fn entry(&mut self, item: Value<'_>, path: Path<'_>) -> Option<Entry> {
        let mut item = self.element(item, path)?;
        let object = &mut item;
        let own_language: Option<Arc<str>> = self.string(object, "language").map(Arc::from);
        let outer = self.in_force.clone();
        if own_language.is_some() {
            self.in_force = InForce::shared(own_language.clone(), self.base.clone());
        }
        let page = self.link(object, "url", "alternate", Some("text/html"));
        let external = self.link(object, "external_url", "related", None);
        let html = self.text(object, "content_html", "text/html");
        let plain = self.text(object, "content_text", "text/plain");
        let attachments = self.list(object, "attachments", Self::attachment);
        let banner_image = self.image(object, "banner_image");
        let seldom = (own_language.is_some() || banner_image.is_some())
            .then(|| Box::new(Seldom { language: own_language, banner_image, ..Seldom::default() }));
        let entry = Entry {
            id: self.string(object, "id").map(Into::into),
            id_is_permalink: Some(false),
            title: self.text(object, "title", "text/plain"),
            summary: self.text(object, "summary", "text/plain"),
            link: page.as_ref().or(external.as_ref()).and_then(|link| link.href.clone()),
            links: page.into_iter().chain(external).chain(attachments).collect(),
            content: html.into_iter().chain(plain).collect(),
            published: self.date(object, "date_published"),
            updated: self.date(object, "date_modified"),
            authors: self.authors(object),
            tags: self.list(object, "tags", Self::tag),
            image: self.image(object, "image"),
            seldom,
            extensions: self.extensions(item),
            ..Entry::default()
        };
        self.in_force = outer;
        Some(entry)
    }

    /// `authors` of 1.1 and `author` of 1.0, who may be the same.
    fn authors(&mut self, object: &mut Object<'_, '_>) -> Vec<Person> {
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
            for person in people {
                if !authors.contains(&person) {
                    authors.push(person);
                }
            }
        }
        authors
    }

    /// An author; a string is a name.
    fn person(&mut self, value: Value<'_>, path: Path<'_>) -> Option<Person> {
        if value.kind() == JsonType::String {
            self.mismatch(value, JsonType::Object, path, true);
            return Some(Person { name: Some(self.text_of(value).into()), ..Person::default() });
        }
        let mut object = self.element(value, path)?;
        Some(Person {
            name: self.string(&mut object, "name").map(Into::into),
            uri: self.url(&mut object, "url").map(Into::into),
            avatar: self.url(&mut object, "avatar").map(Into::into),
            extensions: self.extensions(object),
            ..Person::default()
        })
    }

    fn tag(&mut self, value: Value<'_>, path: Path<'_>) -> Option<Tag> {
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
        let href = self.url(object, name)?;
        Some(link(href, rel, media_type))
    }

    /// A hub: where to ask for notifications, and by which protocol. A string is its URL.
    fn hub(&mut self, value: Value<'_>, path: Path<'_>) -> Option<Link> {
        self.linked(value, path, "hub", |this, object, link| {
            if let Some(kind) = this.string(object, "type") {
                link.others().attributes.push(("type".into(), kind));
            }
        })
    }

    fn attachment(&mut self, value: Value<'_>, path: Path<'_>) -> Option<Link> {
        self.linked(value, path, "enclosure", |this, object, link| {
            link.media_type = this.string(object, "mime_type").map(Into::into);
            link.title = this.string(object, "title").map(Into::into);
            link.length = this.length(object, "size_in_bytes").map(Box::new);
            link.duration = this.duration(object, "duration_in_seconds").map(Box::new);
        })
    }

    /// An object with a `url`; a string is the URL alone. One without a URL is still a link: what else it says is kept.
    fn linked(
        &mut self,
        value: Value<'_>,
        path: Path<'_>,
        rel: &'static str,
        rest: impl FnOnce(&mut Self, &mut Object<'_, '_>, &mut Link),
    ) -> Option<Link> {
        if value.kind() == JsonType::String {
            self.mismatch(value, JsonType::Object, path, true);
            return self.url_of(value, path).map(|href| link(href, rel, None));
        }
        let mut object = self.element(value, path)?;
        let href = self.url(&mut object, "url");
        let mut link = Link { href: href.map(Into::into), rel: rel.into(), ..Link::default() };
        rest(self, &mut object, &mut link);
        let extensions = self.extensions(object);
        if !extensions.is_empty() {
            link.others().extensions = extensions;
        }
        Some(link)
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
