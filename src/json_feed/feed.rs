//! The top object and its items, as statements (JSON Feed 1.1, "Structure").

use super::path::Path;
use super::reading::{List, Object, Reading};
use super::value::JsonNode;
use crate::budget::{Budget, LONGEST_LANGUAGE, Mark, PaidList};
use crate::diagnostics::{JsonType, Limit, Unplaced, WarningKind};
use crate::model::{Link, Person, Str, Tag, XmlScope};
use crate::statement::{
    Ending, Origin, PersonDetails, Rank, Single, SingleForm, Sink, StatedId, Statement, Subject, ValueWarning,
};
use crate::vocabulary::json_feed::{ElementsObject, FEED, ITEM, JsonMember, LinkTarget};
use crate::vocabulary::{PersonField, Tree, ValueReader, link_uri, unescape_name, without_mailto};
use bozofeed_text::html::uri::is_relative;
use bozofeed_text::media_type::{DeclaredType, declared};

/// The name of the list of items.
const ITEMS: &str = "items";

/// A feed whose items are being read.
#[derive(Debug)]
pub(super) struct OpenFeed<'a> {
    top: Object<'a, 'static>,
    mark: Mark,
    items: Option<List<'a>>,
    /// The number of entries.
    count: usize,
}

/// States the members of one object.
pub(super) struct Stated<'s> {
    pub(super) sink: &'s mut (dyn Sink + 's),
    budget: &'s Budget,
    pub(super) subject: Subject,
    offset: usize,
    mark: Mark,
    /// Whether an element replaces the member.
    is_overridden: bool,
}

impl Stated<'_> {
    /// States a value, if the object has one.
    fn state<T>(&mut self, name: &'static str, value: Option<T>, statement: impl FnOnce(T) -> Statement) {
        self.state_as(Rank::Own, name, value, statement);
    }

    /// States a value of this rank, if the object has one.
    fn state_as<T>(
        &mut self,
        rank: Rank,
        name: &'static str,
        value: Option<T>,
        statement: impl FnOnce(T) -> Statement,
    ) {
        if self.is_overridden {
            return;
        }
        // A member occurs once.
        if let Some(statement) =
            value.and_then(|value| self.budget.keep_statement(statement(value), |_| false))
        {
            self.sink.state(statement, &Origin::of_member(name, rank, self.offset));
        }
    }

    fn state_all<T>(&mut self, name: &'static str, values: PaidList<T>, statement: impl Fn(T) -> Statement) {
        if self.is_overridden {
            return;
        }
        for value in values.into_paid() {
            self.sink.state(value.map(&statement), &Origin::of_member(name, Rank::Own, self.offset));
        }
    }

    /// States the members that were not read.
    fn state_rest(&mut self, rest: PaidList<Tree>) {
        for tree in rest.into_paid() {
            if let Some(statement) =
                self.budget.keep_statement(Statement::Element(tree.map(Box::new)), |_| true)
            {
                self.sink.state(statement, &Origin::of_member("", Rank::Own, self.offset));
            }
        }
    }
}

impl Reading<'_> {
    /// States the top object but for its items. The scope of the feed is open.
    pub(super) fn begin_feed<'a>(
        &mut self,
        mut top: Object<'a, 'static>,
        sink: &mut dyn Sink,
    ) -> OpenFeed<'a> {
        let mark = self.budget.mark();
        let mut items = None;
        let mut stated = Stated {
            sink,
            budget: self.budget,
            subject: Subject::Feed,
            offset: 0,
            mark,
            is_overridden: false,
        };
        // Before the members, although the extension object is the last of them: its base holds for all URLs
        // of the feed.
        let overrides = self.element_overrides(&top);
        self.base = overrides.base.clone().or_else(|| self.base.take());
        let language = self.outermost.as_ref().and_then(|scope| scope.language.clone());
        self.scope = XmlScope::shared(language.clone(), self.base.clone());
        // The language of the response, which a `language` of the feed replaces.
        stated.state_as(Rank::Hint, "", language, |language| Single::Language(language).into());
        for (name, member) in FEED {
            if let JsonMember::Items = member {
                // The items come after all other members, so that the feed is known before its first entry.
                items = Some(List::begin(&mut top, name));
            } else {
                stated.is_overridden = overrides.contains(*member);
                self.state_member(&mut top, name, *member, &mut stated);
            }
        }
        OpenFeed { top, mark, items, count: 0 }
    }

    /// States the next item as an entry. Returns whether there was one.
    pub(super) fn next_item(&mut self, feed: &mut OpenFeed<'_>, sink: &mut dyn Sink) -> bool {
        let Some(items) = &mut feed.items else { return false };
        let path = Path::Top.member(ITEMS);
        let Some((index, item)) = self.next_in(items, path) else { return false };
        let entry = if feed.count < self.options.limits.entries {
            let path = match index {
                Some(index) => path.element(index),
                None => path,
            };
            self.entry(item, path, sink)
        } else {
            self.limit = Some(Limit::Entries);
            None
        };
        feed.count += usize::from(entry.is_some());
        self.end_element(items, item, entry.is_some());
        true
    }

    /// States what is left of the top object, and ends the scope of the feed.
    pub(super) fn end_feed(&mut self, feed: OpenFeed<'_>, sink: &mut dyn Sink) {
        let OpenFeed { mut top, mark, items, .. } = feed;
        if let Some(items) = items {
            items.end(&mut top);
        }
        let mut stated = Stated {
            sink,
            budget: self.budget,
            subject: Subject::Feed,
            offset: 0,
            mark,
            is_overridden: false,
        };
        let rest = self.rest(top);
        stated.state_rest(rest);
        self.end(&mut stated, Path::Top);
    }

    /// States an item as an entry.
    fn entry(&mut self, item: JsonNode<'_>, path: Path<'_>, sink: &mut dyn Sink) -> Option<()> {
        let offset = self.offset(item);
        let mut item = self.element(item, path)?;
        let mark = self.budget.mark();
        let Some(subject) = self.budget.keep_scope(Subject::Entry, true) else {
            self.limit = self.budget.stop();
            return None;
        };
        sink.begin(subject, false);
        let mut stated =
            Stated { sink, budget: self.budget, subject: Subject::Entry, offset, mark, is_overridden: false };
        let overrides = self.element_overrides(&item);
        let (outer, outer_base) = (self.scope.clone(), self.base.clone());
        if let Some(base) = &overrides.base {
            let language = self.scope.as_ref().and_then(|scope| scope.language.clone());
            self.base = Some(base.clone());
            self.scope = XmlScope::shared(language, self.base.clone());
        }
        for (name, member) in ITEM {
            stated.is_overridden = overrides.contains(*member);
            self.state_member(&mut item, name, *member, &mut stated);
        }
        let rest = self.rest(item);
        stated.state_rest(rest);
        self.end(&mut stated, path);
        // After `end`, which reads the elements of the item in its own language and base.
        self.scope = outer;
        self.base = outer_base;
        Some(())
    }

    /// States the value of a member.
    fn state_member(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        member: JsonMember,
        stated: &mut Stated<'_>,
    ) {
        match member {
            JsonMember::Language => {
                let (language, inherited) = self.language(object);
                if language.is_some() {
                    self.scope = XmlScope::shared(inherited, self.base.clone());
                }
                stated.state(name, language, |language| Single::Language(language).into());
            }
            JsonMember::Id => {
                let id: Option<Str> = self.string(object, name).map(Str::shared);
                // An `id` may be a URL, but the permalink is `url` (JSON Feed 1.1, "Items").
                stated.state(name, id, |id| Single::Id(StatedId { id, permalink: Some(false) }).into());
            }
            JsonMember::Text(field, media_type) => {
                let text = self.text(object, name, (field, media_type));
                stated.state(name, text, |text| Statement::Text(field, text));
            }
            JsonMember::Single(field) => match field.form() {
                Some(SingleForm::Date(single)) => {
                    let date = self.date(object, name);
                    stated.state(name, date, |date| single(date).into());
                }
                Some(SingleForm::Uri(single)) => {
                    let uri = self.url(object, name);
                    stated.state(name, uri, |uri| single(uri.into()).into());
                }
                _ => {}
            },
            JsonMember::Link(rel, media_type, target) => {
                let link = self.link(object, name, rel, media_type);
                let href = link.as_ref().and_then(|link| link.href.clone());
                // Elements state the links of this relation, but not which of them is the page. The writer
                // puts the page into this member even if the elements hold its links.
                let is_overridden = std::mem::take(&mut stated.is_overridden);
                match target {
                    LinkTarget::Page(rank) => {
                        stated.state_as(rank, name, href, |page| Single::Page(page).into());
                    }
                    LinkTarget::Feed => stated.state(name, href, |href| Single::Href(href).into()),
                    LinkTarget::Other => {}
                }
                stated.is_overridden = is_overridden;
                stated.state(name, link, Statement::Link);
            }
            JsonMember::Links(rel) => {
                let links = self.list(object, name, |this, value, path| this.linked(value, path, rel));
                stated.state_all(name, links, Statement::Link);
            }
            JsonMember::Image => {
                let image = self.image(object, name);
                stated.state(name, image, |image| Single::image(image).into());
            }
            JsonMember::BannerImage => {
                let image = self.image(object, name);
                stated.state(name, image, |image| Single::BannerImage(image).into());
            }
            JsonMember::Expired => {
                let expired = self.boolean(object, name);
                stated.state(name, expired, |expired| Single::IsExpired(expired).into());
            }
            JsonMember::Authors => {
                let authors = self.authors(object);
                stated.state_all(name, authors, |person| {
                    let details = PersonDetails { person, ..PersonDetails::default() };
                    Statement::Person(PersonField::Author, Box::new(details))
                });
            }
            JsonMember::Tags => {
                let tags = self.list(object, name, Self::tag);
                stated.state_all(name, tags, Statement::Tag);
            }
            JsonMember::Elements => self.elements(object, name, stated),
            // Those of the feed are read by themselves, and an item has none.
            JsonMember::Items => {}
        }
    }

    /// Ends the scope of the object at `path`.
    fn end(&mut self, stated: &mut Stated<'_>, path: Path<'_>) {
        let subject = stated.subject;
        let values = ValueReader::new(stated.sink, self.options, self.budget, self.scope.clone());
        let origin = Origin::of_member("", Rank::Own, stated.offset);
        let ending = Ending { origin, tree: None, is_implied: false, progress: (1, 0) };
        let kept = stated.sink.end(subject, ending, &values);
        self.budget.settle(stated.mark, kept, subject == Subject::Entry);
        // Only elements have values that are read now.
        for ValueWarning { offset, element, kind, value } in values.warnings.into_inner() {
            let path = format!("{}/{element}", path.member(ElementsObject::NAME));
            self.warnings.add(offset.unwrap_or(stated.offset), || Unplaced::new(kind, &value, path));
        }
    }

    /// Returns the language of an object for itself and for the texts in it, unless it is too long.
    fn language(&mut self, object: &mut Object<'_, '_>) -> (Option<Str>, Option<Str>) {
        let value = object.counting("language");
        let language: Option<Str> = self.string(object, "language").map(Str::shared);
        let mut inherited = language.clone();
        if let Some(value) = value
            && let Some(tag) = inherited.take_if(|tag| tag.len() > LONGEST_LANGUAGE)
        {
            self.warn(value, WarningKind::TooLong, &tag, object.path.member("language"));
        }
        (language, inherited)
    }

    /// Returns the authors: `authors` of 1.1, else `author` of 1.0. If there are both, `author` is kept as an extension.
    fn authors(&mut self, object: &mut Object<'_, '_>) -> PaidList<Person> {
        /// The number of people up to which they are looked for among the authors, since this takes quadratic time.
        const FEW: usize = 16;
        let mut authors = self.list(object, "authors", Self::person);
        if let Some(value) = self.member(object, "author") {
            let parent = object.path;
            let path = parent.member("author");
            let people = match value.kind() {
                JsonType::Array => {
                    self.mismatch(value, JsonType::Object, path, true);
                    object.put_back("author", value);
                    self.list(object, "author", Self::person)
                }
                JsonType::Null => {
                    self.mismatch(value, JsonType::Object, path, true);
                    PaidList::default()
                }
                _ => {
                    let mut people = PaidList::default();
                    people.extend(self.person(value, path).and_then(|person| self.budget.keep(person)));
                    people
                }
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
            let name = self.text_of(value, path);
            return Some(made!(Person { name: Some(unescape_name(&name).into()) }));
        }
        let mut object = self.element(value, path)?;
        let url = self.url(&mut object, "url");
        // There is no member for an address, but `url` may be a `mailto:` link (JSON Feed 1.1, "authors").
        let email = url.as_deref().and_then(without_mailto).map(Str::from);
        Some(made!(Person {
            name: self.string(&mut object, "name").map(|name| unescape_name(&name).into()),
            uri: url.filter(|_| email.is_none()).map(Str::from),
            email,
            avatar: self.url(&mut object, "avatar").map(Str::from),
            extensions: self.extensions(object)
        }))
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
        let term = self.text_of(value, path);
        Some(Tag::new(unescape_name(&term)))
    }

    fn link(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        rel: &'static str,
        media_type: Option<&'static str>,
    ) -> Option<Link> {
        // Before the URL, which takes the member out of the object.
        let written = self.written(object, name);
        let href = self.url(object, name)?;
        let mut link = link(href, rel, media_type);
        keep_written(&mut link, written);
        Some(link)
    }

    /// Reads a hub or an attachment: an object with a `url`, or a string that is the URL. Without a URL, the other members
    /// are kept.
    fn linked(&mut self, value: JsonNode<'_>, path: Path<'_>, rel: &'static str) -> Option<Link> {
        if value.kind() == JsonType::String {
            self.mismatch(value, JsonType::Object, path, true);
            return self.url_of(value, path).map(|href| link(href, rel, None));
        }
        let mut object = self.element(value, path)?;
        let written = self.written(&object, "url");
        let href = self.url(&mut object, "url");
        let mut link =
            made!(Link { href: href.map(|href| link_uri(href.into())), rel: Str::from_static(rel) });
        keep_written(&mut link, written);
        if rel == "enclosure" {
            let media_type = self.string(&mut object, "mime_type");
            if let Some(written) = media_type {
                let DeclaredType { media_type, has_more } = declared(&written);
                link.media_type = media_type.map(Str::from);
                if has_more {
                    link.attributes.push("type", written);
                }
            }
            let rare = link.rare_mut();
            rare.title = self.string(&mut object, "title").map(Into::into);
            rare.length = self.length(&mut object, "size_in_bytes").map(Box::new);
            rare.duration = self.duration(&mut object, "duration_in_seconds").map(Box::new);
        } else if let Some(protocol) = self.string(&mut object, "type") {
            link.attributes.push("type", protocol);
        }
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
        link.attributes.push("href", written);
    }
}

fn link(href: String, rel: &'static str, media_type: Option<&'static str>) -> Link {
    made!(Link {
        href: Some(link_uri(href.into())),
        rel: Str::from_static(rel),
        media_type: media_type.map(Str::from_static)
    })
}
