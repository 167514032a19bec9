//! Plain values, dates and categories.

use std::borrow::Cow;

use super::{Destination, ElementContent, Interpreter, attribute};
use crate::model::{Date, Generator, ITUNES_CATEGORIES, ITUNES_KEYWORDS, Period, Str, Tag, Typed};
use crate::sink::{Member, Rank, Single, SingleField, SingleForm, StatedId};
use crate::vocabulary::{CategoryForm, MEDIA_SCHEME, ReadAs, ValueField};
use crate::vocabulary::{
    Read, is_prose, permalink_reference, read_date, read_typed, set_aside, unescape_name,
};
use bozofeed_text::html::uri::is_script_url;

impl<'a> Interpreter<'a, '_, '_> {
    /// Parses a date of the current element.
    pub(super) fn date(&mut self, raw: String) -> Date {
        let options = self.options;
        read_date(&options.date_handlers, raw, |kind, raw| self.warn(kind, raw))
    }

    /// Parses a typed value of the current element.
    pub(super) fn typed<K: Read>(&mut self, raw: impl Into<String>) -> Typed<K::Value> {
        read_typed::<K>(raw, |kind, raw| self.warn(kind, raw))
    }

    pub(super) fn start_value(&mut self, field: ValueField, read_as: ReadAs) -> ElementContent {
        match field {
            ValueField::Guid => {
                let permalink = match self.attribute("ispermalink") {
                    // RSS 2.0: `isPermaLink` is optional, and true if it is missing.
                    None | Some("true") => true,
                    Some("false") => false,
                    Some(written) => {
                        let is_true = written.trim().eq_ignore_ascii_case("true");
                        let written = written.to_owned();
                        // Called only for its warning.
                        self.typed::<bool>(written);
                        is_true
                    }
                };
                ElementContent::Collected(Destination::Guid { permalink })
            }
            ValueField::Generator => {
                let uri = ["url", "uri", "href"].iter().find_map(|name| self.attribute(name));
                let uri = uri.and_then(|uri| self.uri(uri)).map(Str::from);
                let version = self.attribute("version").map(Str::from);
                ElementContent::Collected(Destination::Generator(Box::new(made!(Generator {
                    name: None,
                    uri,
                    version,
                }))))
            }
            // Some feeds write them like Apple's categories.
            ValueField::ItunesKeywords if self.attribute("text").is_some() => {
                let text = self.attribute("text").unwrap_or("").to_owned();
                self.add_keywords(&text, Some(ITUNES_KEYWORDS), Rank::Hint);
                ElementContent::Collected(Destination::Known(read_as))
            }
            _ => ElementContent::Collected(Destination::Known(read_as)),
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn start_single(&mut self, field: SingleField, read_as: ReadAs) -> ElementContent {
        // CDF: `LOGO HREF="…"`.
        if let (SingleField::Logo | SingleField::Icon, Some(SingleForm::Uri(single))) = (field, field.form())
            && let Some(href) = self.attribute("href").and_then(|href| self.uri(href)).map(Str::from)
        {
            self.offer(single(href));
        }
        ElementContent::Collected(Destination::Known(read_as))
    }

    fn end_single(&mut self, field: SingleField, text: Cow<'a, str>) {
        let single = match field.form() {
            Some(SingleForm::Uri(single)) => return self.offer_uri(single, &text),
            Some(SingleForm::Language(single)) => single(Str::shared(text)),
            Some(SingleForm::Number(single)) => single(self.typed::<u64>(text)),
            Some(SingleForm::Size(single)) => single(self.typed::<u32>(text)),
            Some(SingleForm::Date(single)) => single(self.date(text.into_owned())),
            None => return,
        };
        self.offer(single);
    }

    /// Reads the value of a known element. `text` is its trimmed text.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_known(&mut self, read_as: ReadAs, text: Cow<'a, str>) {
        match read_as {
            ReadAs::Single(field) => self.end_single(field, text),
            ReadAs::Value(field) => self.end_value(field, &text),
            ReadAs::Person(_) => self.end_person(&text),
            ReadAs::PersonPart(part) => self.end_person_part(part, &text),
            ReadAs::License => {
                let href = self.uri(&text).map(Str::shared);
                self.add_license(href);
            }
            ReadAs::Attributes(field) => self.end_attributes(field, &text),
            // Their start tags chose another destination, or the text is already in a tree, as with `Gathered`.
            ReadAs::Root
            | ReadAs::AtomFeed
            | ReadAs::Channel
            | ReadAs::Entry
            | ReadAs::Text(_)
            | ReadAs::Link
            | ReadAs::Enclosure
            | ReadAs::Gathered
            | ReadAs::Place(_)
            | ReadAs::Leaf
            | ReadAs::Uri
            | ReadAs::Category(_)
            | ReadAs::GeneratorAgent
            | ReadAs::ErrorReportsTo
            | ReadAs::Scope(_) => {}
        }
    }

    fn end_value(&mut self, field: ValueField, text: &str) {
        let single = match field {
            // Their start tags chose another target.
            ValueField::Guid | ValueField::Generator => return,
            ValueField::Id => Single::Id(StatedId { id: Str::shared(text), permalink: None }),
            ValueField::ItunesKeywords => {
                return self.add_keywords(text, Some(ITUNES_KEYWORDS), self.current.rank);
            }
            ValueField::Tags | ValueField::MediaKeywords => {
                return self.add_keywords(text, None, self.current.rank);
            }
            ValueField::Validity => return self.end_validity(text),
        };
        self.offer(single);
    }

    fn offer_uri(&mut self, single: fn(Str) -> Single, text: &str) {
        if is_prose(text) {
            self.keep_text(text);
        } else if let Some(uri) = self.uri(text).map(Str::from) {
            self.offer(single(uri));
        }
    }

    /// Ends a `guid`. A permalink that can be opened is the page of the entry if there is no other (RSS 2.0).
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_guid(&mut self, permalink: bool, text: &str) {
        let reference = match () {
            () if !permalink || text.is_empty() => None,
            () => permalink_reference(text),
        };
        let page = reference.as_deref().and_then(|reference| self.link_uri(reference)).map(|page| {
            // A host without a scheme, in a document without an address.
            let is_host = page.starts_with("//");
            if is_host { Str::shared(format!("http:{page}")) } else { page }
        });
        let permalink = permalink && (text.is_empty() || page.is_some());
        // Most permalinks are identical to the resolved page.
        let id = page.clone().filter(|page| **page == *text).unwrap_or_else(|| Str::shared(text));
        self.offer(Single::Id(StatedId { id, permalink: Some(permalink) }));
        if let Some(page) = page {
            let origin = self.origin_as(Rank::Hint);
            self.offer_from(Single::Page(page), &origin);
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_generator(&mut self, mut generator: Box<Generator>, text: Cow<'a, str>) {
        generator.name = Some(text.into());
        self.offer(Single::Generator(generator));
    }

    /// Reads the dates in `dcterms:valid`, a DCMI Period: `start=…; end=…; scheme=W3C-DTF;`.
    fn end_validity(&mut self, text: &str) {
        let mut part = |name: &str| {
            let found = text
                .split(';')
                .find_map(|part| part.trim().strip_prefix(name)?.trim_start().strip_prefix('='));
            found.map(|value| self.date(value.trim().to_owned())).unwrap_or_default()
        };
        let period = made!(Period { start: part("start"), end: part("end") });
        let value = Some(period).filter(|period| *period != Period::default());
        let validity = Typed::new(text, |_| value);
        self.offer(Single::Validity(Box::new(validity)));
    }

    fn add_keywords(&mut self, text: &str, scheme: Option<&str>, rank: Rank) {
        let origin = self.origin_as(rank);
        let scheme = scheme.map(|scheme| self.trees.shared_name(scheme).into());
        for term in unescape_name(text).split(',').map(str::trim).filter(|term| !term.is_empty()) {
            let tag = made!(Tag { term: Some(term.into()), scheme: scheme.clone() });
            self.add_from(Member::Tag(tag), &origin);
        }
    }

    pub(super) fn start_category(&mut self, form: CategoryForm) -> ElementContent {
        let attributes = self.reader.attributes();
        let attribute = |name| attribute(attributes, name).filter(|value| !value.is_empty());
        // The writer adds a prefix to attributes that `category` of RSS does not have.
        let prefixed = |name| attributes.iter().find(|a| a.name.qualified == name).map(|a| a.value.as_ref());
        let (term, scheme, label) = match form {
            CategoryForm::Itunes => (attribute("text"), Some(ITUNES_CATEGORIES), None),
            CategoryForm::Plain | CategoryForm::Media => {
                // RSS calls the scheme of a category its `domain`.
                let scheme = attribute("scheme").or_else(|| attribute("domain"));
                let own = (form == CategoryForm::Media).then_some(MEDIA_SCHEME);
                (attribute("term"), scheme.or(own), attribute("label").or_else(|| prefixed(set_aside::LABEL)))
            }
        };
        // A scheme is a URI (RFC 4287 §4.2.2.2).
        let scheme = scheme.filter(|scheme| !is_script_url(scheme));
        let scheme = scheme.map(|scheme| self.trees.shared_name(scheme).into());
        let name = |text| Str::from(unescape_name(text));
        let (term, label) = (term.map(name), label.map(name));
        // Nested categories include its name in theirs.
        let outer = if form == CategoryForm::Itunes { term.clone() } else { None };
        let tag = made!(Tag { term, scheme, label, parent: self.outer_category(form) });
        // Of nested categories, the outer one comes first. One without a term waits for its text.
        let is_stated = tag.term.is_some();
        let attributes = if is_stated {
            self.add(Member::Tag(tag));
            None
        } else {
            Some(tag).filter(|tag| *tag != Tag::default()).map(Box::new)
        };
        ElementContent::Collected(Destination::Tag { is_stated, attributes, form, term: outer })
    }

    /// Returns the term of the iTunes category around this one. Returns `None` also if the budget does not allow another copy
    /// of it.
    fn outer_category(&self, form: CategoryForm) -> Option<Str> {
        match &self.collectors.last()?.target {
            Destination::Tag { form: CategoryForm::Itunes, term, .. } if form == CategoryForm::Itunes => {
                self.budget.inherit(term.as_ref()?)
            }
            _ => None,
        }
    }

    /// Ends a category. Its text is the term unless an attribute is.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn end_category(&mut self, form: CategoryForm, attributes: Option<Box<Tag>>, text: &str) {
        let mut tag = attributes.map_or_else(Tag::default, |tag| *tag);
        if !text.is_empty() {
            tag.term = Some(unescape_name(text).into());
        }
        // The scheme of iTunes or Media RSS was added here, and says nothing about the feed.
        let is_only_default = form != CategoryForm::Plain && tag.term.is_none() && tag.label.is_none();
        let is_blank = is_only_default || tag == Tag::default();
        if !is_blank {
            self.add(Member::Tag(tag));
        }
    }
}
