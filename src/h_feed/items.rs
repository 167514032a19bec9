//! The items of a page: its elements with microformats classes, and their content.

use std::borrow::Cow;

use super::atom::{self, PageHead};
use super::classes::{Classes, ItemKind, Properties, Property, PropertyForm};
use super::item_values::ItemValues;
use super::values::{PropertyReader, PropertyValue};
use crate::budget::Budget;
use crate::page::{PageTag, PageTags, base_url};
use crate::xml::Nodes;
use bozofeed_text::html::references::unescape;
use bozofeed_text::html::resolve::resolve_safe;
use bozofeed_text::markup::plain_text::one_line;
use bozofeed_text::markup::{Kind, kind_of};

/// The maximum number of open elements. Deeper ones are not items or properties.
const DEEPEST: usize = 128;

/// Elements of feeds. A document with one of them is not a page, regardless of its first element.
const FEEDS: &[&str] = &["rss", "feed", "channel", "rdf:rdf"];

/// A page with a feed, or with entries.
#[derive(Debug)]
pub(super) struct Page<'a> {
    /// The entries read so far, as Atom elements.
    entries: Nodes,
    /// The number of entries.
    count: usize,
    /// The first feed that is not inside another item.
    feed: Option<ItemValues<'a>>,
    head: PageHead<'a>,
    open: Vec<OpenPageElement<'a>>,
    /// The number of open elements beyond the maximum depth.
    left_out: usize,
    /// The number of open `template` elements, whose content is not part of the page.
    templates: usize,
    items: Vec<Item<'a>>,
    values: PropertyReader,
}

#[derive(Debug)]
struct OpenPageElement<'a> {
    name: &'a str,
    kind: Option<Kind>,
    /// The offset of its content.
    content: usize,
    is_item: bool,
    properties: Vec<OpenProperty>,
}

#[derive(Debug)]
struct OpenProperty {
    property: Property,
    form: PropertyForm,
    /// The value, if it comes from the attributes.
    given: Option<PropertyValue>,
    /// The index of its item.
    item: usize,
}

/// An open item.
#[derive(Debug)]
struct Item<'a> {
    kind: ItemKind,
    /// Whether it becomes an entry or a feed, or is the value of a property of such an item. The values of other items are not
    /// read.
    is_read: bool,
    values: ItemValues<'a>,
    /// The properties of the surrounding item whose value it is.
    comes_as: Vec<(Property, PropertyForm)>,
    /// The open properties.
    open: Properties,
    /// The open properties whose value is not their text.
    dropped: Properties,
    /// Whether it has a property with a text, one with a URL, and an item. If so, it has no implied name or URL.
    has_text: bool,
    has_url: bool,
    encloses: bool,
    /// The number of open elements, including its own.
    depth: usize,
    /// The name, the URL and the picture implied by its attributes.
    own: Implied,
    /// Its child elements `a` and `img`: their number, and the values implied by the last one.
    anchors: (usize, Implied),
    images: (usize, Implied),
}

#[derive(Debug, Default)]
struct Implied {
    name: Option<PropertyValue>,
    url: Option<PropertyValue>,
    photo: Option<PropertyValue>,
}

impl Implied {
    fn of(tag: &PageTag<'_>, values: &PropertyReader) -> Self {
        let get = |names: &[(&str, &str)]| {
            names
                .iter()
                .find(|(element, _)| tag.is(element))
                .and_then(|(_, name)| values.attribute(tag, name))
        };
        Self {
            name: get(&[("img", "alt"), ("area", "alt"), ("abbr", "title")]),
            url: get(&[("a", "href"), ("area", "href")]),
            photo: get(&[("img", "src"), ("object", "data")]),
        }
    }
}

impl<'a> Page<'a> {
    /// Reads a page. Returns `None` if it contains neither a feed nor several entries: a single entry is an article.
    pub(super) fn read(text: &'a str, url: Option<&'a str>, budget: &Budget) -> Option<Self> {
        let mut page = Self {
            entries: Nodes::of(text.len()),
            count: 0,
            feed: None,
            head: PageHead { url, ..PageHead::default() },
            open: Vec::new(),
            left_out: 0,
            templates: 0,
            items: Vec::new(),
            values: PropertyReader::new(text.len()),
        };
        for tag in PageTags::new(text) {
            if FEEDS.iter().any(|name| tag.is(name)) {
                return None;
            }
            if tag.is_end { page.end(&tag, text, budget) } else { page.start(&tag, text, budget) }
        }
        page.close(0, text.len(), text, budget);
        (page.feed.is_some() || page.count > 1).then_some(page)
    }

    /// Returns the feed of the page.
    pub(super) fn into_atom(self) -> Nodes {
        atom::feed(&self.feed.unwrap_or_default(), &self.head, self.entries)
    }

    /// Returns whether values were omitted.
    pub(super) fn has_lost_values(&self) -> bool {
        self.values.is_exhausted()
    }

    fn start(&mut self, tag: &PageTag<'a>, text: &'a str, budget: &Budget) {
        let kind = kind_of(tag.name);
        // The elements that this tag closes are not around it, so they do not count towards its depth.
        self.close_implied(tag, kind, text, budget);
        let depth = self.open.len() + 1;
        let is_void = kind.is_some_and(Kind::is_void);
        if depth > DEEPEST {
            self.left_out += usize::from(!is_void);
            return;
        }
        let class = tag.attribute("class").filter(|_| self.templates == 0);
        let classes = class.map(|class| Classes::of(&class)).unwrap_or_default();
        if tag.is("html") {
            self.head.language =
                self.head.language.take().or_else(|| tag.attribute("lang").map(Cow::into_owned));
        } else if tag.is("base") {
            let base = || {
                let href = tag.attribute("href")?;
                base_url(self.head.url.unwrap_or_default(), href.trim())
            };
            self.head.base = self.head.base.take().or_else(base);
        } else if tag.is("link") {
            let is_canonical = |rel: Cow<'_, str>| {
                rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("canonical"))
            };
            if self.head.canonical.is_none() && tag.attribute("rel").is_some_and(is_canonical) {
                self.head.canonical = tag.attribute("href").filter(|href| !href.trim().is_empty());
            }
        } else if tag.is("template") {
            self.templates += 1;
        }
        if let Some(item) = self
            .items
            .last_mut()
            .filter(|item| item.is_read && depth == item.depth + 1 && classes.root.is_none())
        {
            let children = [("a", &mut item.anchors), ("img", &mut item.images)];
            for (_, child) in children.into_iter().filter(|(name, _)| tag.is(name)) {
                *child = (child.0 + 1, Implied::of(tag, &self.values));
            }
        }
        let mut element = OpenPageElement {
            name: tag.name,
            kind,
            content: tag.end,
            is_item: false,
            properties: Vec::new(),
        };
        if let Some(root) = classes.root {
            element.is_item = true;
            self.begin(root, classes.properties, tag, depth);
        } else {
            self.add_properties(&mut element, classes, tag);
        }
        self.open.push(element);
        if is_void {
            self.close(self.open.len() - 1, tag.end, text, budget);
        }
    }

    /// Adds the properties of an element to the surrounding item.
    fn add_properties(&mut self, element: &mut OpenPageElement<'a>, classes: Classes, tag: &PageTag<'a>) {
        let Some(index) = self.items.len().checked_sub(1) else { return };
        let Some(item) = self.items.get_mut(index).filter(|item| item.is_read) else { return };
        for (property, form) in classes.properties {
            match form {
                PropertyForm::Text | PropertyForm::Markup => item.has_text = true,
                PropertyForm::Url => item.has_url = true,
                PropertyForm::Date => {}
            }
            // Inside a property of the same name, each text would be read twice.
            if item.open.add(property) {
                let given = self.values.attributes(tag, form);
                element.properties.push(OpenProperty { property, form, given, item: index });
            }
        }
    }

    /// Begins an item, which may be the value of properties.
    fn begin(
        &mut self,
        kind: ItemKind,
        mut comes_as: Vec<(Property, PropertyForm)>,
        tag: &PageTag<'a>,
        depth: usize,
    ) {
        if let Some(around) = self.items.last_mut() {
            around.encloses = true;
            around.has_text |= !comes_as.is_empty();
            // The text of a feed's property does not include its entries.
            if around.kind == ItemKind::Feed {
                around.dropped.add_all(around.open);
            }
            // A person named inside an author is the author.
            if kind == ItemKind::Card
                && around.open.has(Property::Author)
                && !around.dropped.has(Property::Author)
            {
                around.dropped.add(Property::Author);
                comes_as.push((Property::Author, PropertyForm::Text));
            }
        }
        let is_read = match kind {
            ItemKind::Feed if self.items.is_empty() => self.feed.is_none(),
            ItemKind::Entry if self.is_own_entry(&comes_as) => true,
            ItemKind::Feed | ItemKind::Entry | ItemKind::Card | ItemKind::Other => {
                self.items.last().is_some_and(|around| around.is_read) && !comes_as.is_empty()
            }
        };
        let language = tag.attribute("lang").map(Cow::into_owned);
        self.items.push(Item {
            kind,
            is_read,
            values: ItemValues { offset: tag.start, language, ..ItemValues::default() },
            comes_as,
            open: Properties::default(),
            dropped: Properties::default(),
            has_text: false,
            has_url: false,
            encloses: false,
            depth,
            own: if is_read { Implied::of(tag, &self.values) } else { Implied::default() },
            anchors: <(usize, Implied)>::default(),
            images: <(usize, Implied)>::default(),
        });
    }

    /// Returns whether an entry inside the open items is an entry of the page itself, not part of another entry or the value of a
    /// property: a comment, or the post that is being answered.
    fn is_own_entry(&self, comes_as: &[(Property, PropertyForm)]) -> bool {
        comes_as.is_empty() && self.items.iter().all(|around| around.kind == ItemKind::Feed)
    }

    fn end(&mut self, tag: &PageTag<'a>, text: &'a str, budget: &Budget) {
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        // The end tag of another element does not close a table or a cell.
        let kind = kind_of(tag.name);
        let is_bound = |kind: Kind| kind.is_scope();
        let is_of_table = kind.is_some_and(|kind| kind.is_part() || kind.is_scope());
        let found = self.find(|open| tag.is(open.name), |kind| is_bound(kind) && !is_of_table);
        if let Some(at) = found {
            self.close(at, tag.start, text, budget);
        }
    }

    /// Closes the elements whose end tags a start tag implies (HTML Standard 13.1.2.4).
    fn close_implied(&mut self, tag: &PageTag<'a>, kind: Option<Kind>, text: &'a str, budget: &Budget) {
        let Some(kind) = kind else { return };
        let is_kind = |kind: Kind| move |open: &OpenPageElement<'_>| open.kind == Some(kind);
        if kind.closes_paragraph() {
            let found = self.find(is_kind(Kind::Paragraph), |kind| kind.is_scope() || kind == Kind::Button);
            if let Some(at) = found {
                self.close(at, tag.start, text, budget);
            }
        }
        let found = match kind {
            Kind::Item => self.find(is_kind(kind), |kind| kind.is_scope() || kind == Kind::List),
            Kind::Definition => {
                self.find(is_kind(kind), |kind| kind.is_scope() || kind == Kind::DefinitionList)
            }
            Kind::Cell => self.find(is_kind(kind), Kind::has_parts),
            Kind::Row => self.find(is_kind(kind), |kind| matches!(kind, Kind::Table | Kind::Section)),
            Kind::Section => self.find(is_kind(kind), |kind| kind == Kind::Table),
            Kind::Formatting if tag.is("a") => {
                self.find(|open| open.name.eq_ignore_ascii_case("a"), Kind::is_scope)
            }
            _ => None,
        };
        if let Some(at) = found {
            self.close(at, tag.start, text, budget);
        }
    }

    /// Returns the index of the innermost open element for which `is` holds, unless an element inside it bounds the search.
    fn find(
        &self,
        is: impl Fn(&OpenPageElement<'a>) -> bool,
        bounds: impl Fn(Kind) -> bool,
    ) -> Option<usize> {
        for (at, open) in self.open.iter().enumerate().rev() {
            if is(open) {
                return Some(at);
            }
            if open.kind.is_some_and(&bounds) {
                return None;
            }
        }
        None
    }

    /// Closes the open elements from `index` on, which end at `end`.
    fn close(&mut self, index: usize, end: usize, text: &'a str, budget: &Budget) {
        while self.open.len() > index
            && let Some(OpenPageElement { name, kind: _, content, is_item, properties }) = self.open.pop()
        {
            let markup = text.get(content..end).unwrap_or_default();
            if name.eq_ignore_ascii_case("template") {
                self.templates = self.templates.saturating_sub(1);
            } else if self.head.title.is_none() && name.eq_ignore_ascii_case("title") {
                self.head.title = Some(one_line(&unescape(markup)).into_owned());
            }
            for property in properties {
                self.end_property(property, markup);
            }
            if is_item {
                self.end_item(markup, budget);
            }
        }
    }

    fn end_property(&mut self, open: OpenProperty, markup: &'a str) {
        let OpenProperty { property, form, given, item } = open;
        let Some(item) = self.items.get_mut(item) else { return };
        item.open.remove(property);
        if item.dropped.has(property) {
            item.dropped.remove(property);
            return;
        }
        item.values.add(property, form, given, markup, &self.values);
    }

    fn end_item(&mut self, markup: &'a str, budget: &Budget) {
        // The remaining items are the surrounding ones (`is_own_entry`).
        let Some(mut item) = self.items.pop() else { return };
        if !item.is_read {
            // An entry inside another one, or a second feed.
            return;
        }
        item.imply(markup, &self.values);
        let Item { kind, mut values, comes_as, .. } = item;
        let base = self.head.base.as_deref().or(self.head.url).unwrap_or_default();
        if let Some(uid) = values.uid.as_mut()
            && let Some(base) = budget.inherit(&base)
        {
            *uid = resolve_safe(base, uid).map_or_else(String::new, Cow::into_owned);
        }
        match kind {
            ItemKind::Entry if self.is_own_entry(&comes_as) => {
                self.count += 1;
                atom::add_entry(&values, &mut self.entries);
            }
            ItemKind::Feed if self.items.is_empty() => {
                self.feed.get_or_insert(values);
            }
            ItemKind::Feed | ItemKind::Entry | ItemKind::Card | ItemKind::Other => {
                if let Some(around) = self.items.last_mut() {
                    around.values.add_item(&values, &comes_as, &self.values);
                }
            }
        }
    }
}

impl Item<'_> {
    /// Adds implied values (microformats2 parsing, "parsing for implied properties"), and removes a name that repeats the content.
    fn imply(&mut self, markup: &str, reader: &PropertyReader) {
        let Self { values, own, anchors: (anchors, anchor), images: (images, image), .. } = self;
        if values.name.is_none() && !self.has_text && !self.encloses && self.kind != ItemKind::Feed {
            let child = image.name.take().filter(|_| *images == 1);
            let name = own.name.take().or_else(|| reader.text(markup));
            values.name = name.filter(|name| !name.is_empty()).or(child);
        }
        let is_implied = !self.has_url && !self.encloses;
        if values.url(Property::Url).is_none() {
            let url = own.url.take().or(anchor.url.take().filter(|_| is_implied && *anchors == 1));
            values.urls.extend(url.map(|url| (Property::Url, url)));
        }
        if is_implied && self.kind == ItemKind::Card {
            let photo = own.photo.take().or(image.photo.take().filter(|_| *images == 1));
            values.urls.extend(photo.map(|url| (Property::Photo, url)));
        }
        // A note has no title (post type discovery): its name, which may be implied, is its whole text.
        if let (Some(name), Some(content)) = (&values.name, &values.content)
            && content.is(name, reader)
        {
            values.name = None;
        }
    }
}
