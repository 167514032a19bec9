//! The values of the top object and its items (JSON Feed 1.1, "Structure").

use super::path::Path;
use super::reading::{List, Object, Reading};
use super::value::JsonNode;
use crate::budget::{Budget, LONGEST_LANGUAGE, Mark, Paid, PaidList};
use crate::diagnostics::{JsonType, Limit, Unplaced, WarningKind};
use crate::model::{Link, Person, Str, Tag, XmlScope};
use crate::sink::{Ending, Member, Origin, Rank, Single, SingleForm, Sink, StatedId, Subject, ValueWarning};
use crate::vocabulary::json_feed::{ElementsObject, FEED, ITEM, JsonMember, LinkTarget};
use crate::vocabulary::{Tree, ValueReader, link_uri, unescape_name, without_mailto};
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

/// Passes the members of one object to a sink.
pub(super) struct ObjectSink<'s> {
    pub(super) sink: &'s mut (dyn Sink + 's),
    budget: &'s Budget,
    pub(super) subject: Subject,
    offset: usize,
    mark: Mark,
    /// Whether an element replaces the member.
    is_overridden: bool,
}

impl ObjectSink<'_> {
    /// Offers a value to its field, if the object has one.
    fn offer(&mut self, name: &'static str, value: Option<Single>) {
        self.offer_as(Rank::Own, name, value);
    }

    /// Offers a value of this rank to its field, if the object has one.
    fn offer_as(&mut self, rank: Rank, name: &'static str, value: Option<Single>) {
        if self.is_overridden {
            return;
        }
        // A member occurs only once.
        if let Some(value) = value.and_then(|value| self.budget.keep_candidate(value, false)) {
            self.sink.offer(value, &Origin::of_member(name, rank, self.offset));
        }
    }

    /// Adds a value to its list, if the object has one.
    fn add(&mut self, name: &'static str, member: Option<Member>) {
        if let Some(member) = member.and_then(|member| self.budget.keep_field(member)) {
            self.add_paid(name, member);
        }
    }

    fn add_all<T>(&mut self, name: &'static str, values: PaidList<T>, member: fn(T) -> Member) {
        for value in values.into_paid() {
            self.add_paid(name, value.map(member));
        }
    }

    fn add_paid(&mut self, name: &'static str, member: Paid<Member>) {
        if !self.is_overridden {
            self.sink.add(member, &Origin::of_member(name, Rank::Own, self.offset));
        }
    }

    /// Adds the unread members.
    fn add_rest(&mut self, rest: PaidList<Tree>) {
        for tree in rest.into_paid() {
            self.sink.add_element(tree, &Origin::of_member("", Rank::Own, self.offset));
        }
    }
}

impl Reading<'_> {
    /// Reads the top object except its items. The scope of the feed is open.
    pub(super) fn begin_feed<'a>(
        &mut self,
        mut top: Object<'a, 'static>,
        sink: &mut dyn Sink,
    ) -> OpenFeed<'a> {
        let mark = self.budget.mark();
        let mut items = None;
        let mut to = ObjectSink {
            sink,
            budget: self.budget,
            subject: Subject::Feed,
            offset: 0,
            mark,
            is_overridden: false,
        };
        // The base in the extension object, which is the last member, applies to all URLs of the feed.
        let overrides = self.element_overrides(&top);
        self.base = overrides.base.clone().or_else(|| self.base.take());
        let language = self.outermost.as_ref().and_then(|scope| scope.language.clone());
        self.scope = XmlScope::shared(language.clone(), self.base.clone());
        // The language of the response. A `language` of the feed replaces it.
        to.offer_as(Rank::Hint, "", language.map(Single::Language));
        for (name, member) in FEED {
            if let JsonMember::Items = member {
                // The items come after all other members, so that the feed is complete before its first entry.
                items = Some(List::begin(&mut top, name));
            } else {
                to.is_overridden = overrides.contains(*member);
                self.read_member(&mut top, name, *member, &mut to);
            }
        }
        OpenFeed { top, mark, items, count: 0 }
    }

    /// Reads the next item as an entry. Returns whether there was one.
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

    /// Reads the rest of the top object, and ends the scope of the feed.
    pub(super) fn end_feed(&mut self, feed: OpenFeed<'_>, sink: &mut dyn Sink) {
        let OpenFeed { mut top, mark, items, .. } = feed;
        if let Some(items) = items {
            items.end(&mut top);
        }
        let mut to = ObjectSink {
            sink,
            budget: self.budget,
            subject: Subject::Feed,
            offset: 0,
            mark,
            is_overridden: false,
        };
        let rest = self.rest(top);
        to.add_rest(rest);
        self.end(&mut to, Path::Top);
    }

    /// Reads an item as an entry.
    fn entry(&mut self, item: JsonNode<'_>, path: Path<'_>, sink: &mut dyn Sink) -> Option<()> {
        let offset = self.offset(item);
        let mut item = self.element(item, path)?;
        let mark = self.budget.mark();
        let Some(subject) = self.budget.keep_scope(Subject::Entry, true) else {
            self.limit = self.budget.stop();
            return None;
        };
        sink.begin(subject, false);
        let mut to = ObjectSink {
            sink,
            budget: self.budget,
            subject: Subject::Entry,
            offset,
            mark,
            is_overridden: false,
        };
        let overrides = self.element_overrides(&item);
        let (outer, outer_base) = (self.scope.clone(), self.base.clone());
        if let Some(base) = &overrides.base {
            let language = self.scope.as_ref().and_then(|scope| scope.language.clone());
            self.base = Some(base.clone());
            self.scope = XmlScope::shared(language, self.base.clone());
        }
        for (name, member) in ITEM {
            to.is_overridden = overrides.contains(*member);
            self.read_member(&mut item, name, *member, &mut to);
        }
        let rest = self.rest(item);
        to.add_rest(rest);
        self.end(&mut to, path);
        // `end` reads the elements of the item with the item's own language and base.
        self.scope = outer;
        self.base = outer_base;
        Some(())
    }

    /// Reads the value of a member.
    fn read_member(
        &mut self,
        object: &mut Object<'_, '_>,
        name: &'static str,
        member: JsonMember,
        to: &mut ObjectSink<'_>,
    ) {
        match member {
            JsonMember::Language => {
                let (language, inherited) = self.language(object);
                if language.is_some() {
                    self.scope = XmlScope::shared(inherited, self.base.clone());
                }
                to.offer(name, language.map(Single::Language));
            }
            JsonMember::Id => {
                let id: Option<Str> = self.string(object, name).map(Str::shared);
                // An `id` may be a URL, but the permalink is `url` (JSON Feed 1.1, "Items").
                let id = id.map(|id| Single::Id(StatedId { id, permalink: Some(false) }));
                to.offer(name, id);
            }
            JsonMember::Text(field, media_type) => {
                let text = self.text(object, name, (field, media_type));
                match field.single(to.subject) {
                    Some(single) => to.offer(name, text.map(single)),
                    None => to.add(name, text.map(Member::Content)),
                }
            }
            JsonMember::Single(field) => match field.form() {
                Some(SingleForm::Date(single)) => {
                    let date = self.date(object, name);
                    to.offer(name, date.map(single));
                }
                Some(SingleForm::Uri(single)) => {
                    let uri = self.url(object, name);
                    to.offer(name, uri.map(|uri| single(uri.into())));
                }
                _ => {}
            },
            JsonMember::Link(rel, media_type, target) => {
                let link = self.link(object, name, rel, media_type);
                let href = link.as_ref().and_then(|link| link.href.clone());
                // Elements provide the links of this relation, but do not tell which one is the page. The writer puts the page into
                // this member even if the elements hold its links.
                let is_overridden = std::mem::take(&mut to.is_overridden);
                match target {
                    LinkTarget::Page(rank) => {
                        to.offer_as(rank, name, href.map(Single::Page));
                    }
                    LinkTarget::Feed => to.offer(name, href.map(Single::Href)),
                    LinkTarget::Other => {}
                }
                to.is_overridden = is_overridden;
                to.add(name, link.map(Member::Link));
            }
            JsonMember::Links(rel) => {
                let links = self.list(object, name, |this, value, path| this.linked(value, path, rel));
                to.add_all(name, links, Member::Link);
            }
            JsonMember::Image => {
                let image = self.image(object, name);
                to.offer(name, image.map(Single::image));
            }
            JsonMember::BannerImage => {
                let image = self.image(object, name);
                to.offer(name, image.map(Single::BannerImage));
            }
            JsonMember::Expired => {
                let expired = self.boolean(object, name);
                to.offer(name, expired.map(Single::IsExpired));
            }
            JsonMember::Authors => {
                let authors = self.authors(object);
                to.add_all(name, authors, |author| Member::Author(Box::new(author)));
            }
            JsonMember::Tags => {
                let tags = self.list(object, name, Self::tag);
                to.add_all(name, tags, Member::Tag);
            }
            JsonMember::Elements => self.elements(object, name, to),
            // The items of the feed are read separately, and an item has none.
            JsonMember::Items => {}
        }
    }

    /// Ends the scope of the object at `path`.
    fn end(&mut self, to: &mut ObjectSink<'_>, path: Path<'_>) {
        let subject = to.subject;
        let values = ValueReader::new(to.sink, self.options, self.budget, self.scope.clone());
        let origin = Origin::of_member("", Rank::Own, to.offset);
        let ending = Ending { origin, tree: None, is_implied: false, progress: (1, 0) };
        let kept = to.sink.end(subject, ending, &values);
        self.budget.settle(to.mark, kept, subject == Subject::Entry);
        // Only values from elements are read at this point.
        for ValueWarning { offset, element, kind, value } in values.warnings.into_inner() {
            let path = format!("{}/{element}", path.member(ElementsObject::NAME));
            self.warnings.add(offset.unwrap_or(to.offset), || Unplaced::new(kind, &value, path));
        }
    }

    /// Returns the language of an object, once for the object itself and once for its texts, unless it is too long.
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

    /// Returns the authors: `authors` of version 1.1, or else `author` of version 1.0. If both are present, `author` is kept as an
    /// extension.
    fn authors(&mut self, object: &mut Object<'_, '_>) -> PaidList<Person> {
        /// The maximum number of people to look up among the authors, since this takes quadratic time.
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
        // JSON Feed has no member for an address, but `url` may be a `mailto:` link (JSON Feed 1.1, "authors").
        let email = url.as_deref().and_then(without_mailto).map(Str::from);
        let mut person = made!(Person {
            name: self.string(&mut object, "name").map(|name| unescape_name(&name).into()),
            uri: url.filter(|_| email.is_none()).map(Str::from),
            email
        });
        let avatar = self.url(&mut object, "avatar").map(Str::from);
        let extensions = self.extensions(object);
        person.set_avatar(avatar);
        person.set_extensions(extensions);
        Some(person)
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
        let (href, written) = self.url_and_text(object, name);
        let mut link = link(href?, rel, media_type);
        keep_written(&mut link, written);
        Some(link)
    }

    /// Reads a hub or an attachment: an object with a `url`, or a string that is the URL. Without a URL, the other members are
    /// kept.
    fn linked(&mut self, value: JsonNode<'_>, path: Path<'_>, rel: &'static str) -> Option<Link> {
        if value.kind() == JsonType::String {
            self.mismatch(value, JsonType::Object, path, true);
            return self.url_of(value, path).map(|href| link(href, rel, None));
        }
        let mut object = self.element(value, path)?;
        let (href, written) = self.url_and_text(&mut object, "url");
        let mut link =
            made!(Link { href: href.map(|href| link_uri(href.into())), rel: Str::from_static(rel) });
        keep_written(&mut link, written);
        if rel == "enclosure" {
            let media_type = self.string(&mut object, "mime_type");
            if let Some(written) = media_type {
                let DeclaredType { media_type, has_more } = declared(&written);
                link.media_type = media_type.map(Str::from);
                if has_more {
                    link.attributes.insert("type", written);
                }
            }
            link.set_title(self.string(&mut object, "title").map(Into::into));
            link.set_length(self.length(&mut object, "size_in_bytes").unwrap_or_default());
            link.set_duration(self.duration(&mut object, "duration_in_seconds").unwrap_or_default());
        } else if let Some(protocol) = self.string(&mut object, "type") {
            link.attributes.insert("type", protocol);
        }
        link.set_extensions(self.extensions(object));
        Some(link)
    }
}

/// Keeps the original form of a resolved URL among the attributes, under `href`.
fn keep_written(link: &mut Link, written: Option<String>) {
    let is_changed = |written: &str| link.href.as_deref().is_some_and(|href| href != written.trim());
    if let Some(written) = written.filter(|written| is_relative(written.trim()) && is_changed(written)) {
        link.attributes.insert("href", written);
    }
}

fn link(href: String, rel: &'static str, media_type: Option<&'static str>) -> Link {
    made!(Link {
        href: Some(link_uri(href.into())),
        rel: Str::from_static(rel),
        media_type: media_type.map(Str::from_static)
    })
}
