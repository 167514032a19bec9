//! Plain values, dates and categories.

use std::borrow::Cow;
use std::sync::Arc;

use super::draft::keep;
use super::slot::{Rank, fill};
use super::{Builder, Frame, Target, attribute};
use crate::date;
use crate::model::{Date, Generator, Tag, Typed, Validity};
use crate::vocabulary::{CategoryForm, DateField, Rule, ValueField, duration, explicit};
use crate::warning::WarningKind;

pub(super) const ITUNES_SCHEME: &str = "http://www.itunes.com/";
const MEDIA_SCHEME: &str = "http://search.yahoo.com/mrss/category_schema";

impl<'a> Builder<'a, '_> {
    pub(super) fn date(&mut self, raw: String) -> Date {
        let date = Typed::new(raw, |raw| date::parse_with(&self.options.date_handlers, raw));
        if date.value.is_none() && !date.raw.is_empty() {
            self.warn(WarningKind::UnreadableDate, &date.raw);
        }
        date
    }

    pub(super) fn start_value(&mut self, field: ValueField, rule: Rule) -> Frame<'a> {
        match field {
            ValueField::Guid => {
                let permalink = self
                    .attribute("ispermalink")
                    .is_none_or(|value| value.trim().eq_ignore_ascii_case("true"));
                self.collect(Target::Guid { permalink })
            }
            ValueField::Generator => {
                let uri = ["url", "uri", "href"].iter().find_map(|name| self.attribute(name));
                let uri = uri.and_then(|uri| self.uri(uri)).map(Cow::into_owned);
                let version = self.attribute("version").map(str::to_owned);
                self.collect(Target::Generator(Box::new(Generator { name: None, uri, version })))
            }
            // CDF: `LOGO HREF="…"`.
            ValueField::Logo | ValueField::Icon if self.attribute("href").is_some() => {
                let href = self.attribute("href").and_then(|href| self.uri(href)).map(Cow::into_owned);
                let standing = self.standing();
                if let Some(href) = href {
                    let draft = self.draft();
                    let slot = if field == ValueField::Logo {
                        &mut draft.seldom().logo
                    } else {
                        &mut draft.seldom().icon
                    };
                    slot.offer(href, standing);
                }
                self.collect(Target::Rule(rule))
            }
            _ => self.collect(Target::Rule(rule)),
        }
    }

    /// The text of an element is complete; `text` is trimmed.
    pub(super) fn end_known(&mut self, rule: Rule, text: Cow<'a, str>) {
        match rule {
            Rule::Value(field) => self.end_value(field, text),
            Rule::Date(field) => self.end_date(field, text.into_owned()),
            Rule::Person(_) => self.end_person(&text),
            Rule::PersonPart(part) => self.end_person_part(part, &text),
            Rule::License => {
                let href = self.shared_uri(&text);
                self.add_license(href);
            }
            Rule::Attributes(field) => self.end_attributes(field, &text),
            Rule::Place(form) => self.end_place(form, &text),
            Rule::Root
            | Rule::AtomFeed
            | Rule::Channel
            | Rule::Entry
            | Rule::Text(_)
            | Rule::Link
            | Rule::Enclosure
            | Rule::Gathered
            | Rule::Uri
            | Rule::Category(_)
            | Rule::GeneratorAgent
            | Rule::ErrorReportsTo
            | Rule::Scope(_) => {}
        }
    }

    fn end_value(&mut self, field: ValueField, text: Cow<'a, str>) {
        let standing = self.standing();
        let draft = self.draft();
        match field {
            // Their start tags chose another target.
            ValueField::Guid | ValueField::Generator => {}
            ValueField::Id => {
                let id = Arc::from(self.resolved(&text));
                let draft = self.draft();
                let before_link = draft.link.get().is_none();
                if draft.id.offer(id, standing) {
                    draft.id_before_link = Some(before_link);
                    draft.permalink = None;
                }
            }
            ValueField::Docs
            | ValueField::Comments
            | ValueField::Icon
            | ValueField::Logo
            | ValueField::NewLocation => self.end_uri(field, &text),
            ValueField::ItunesNewFeedUrl => {
                if let Some(uri) = self.uri(&text) {
                    fill(&mut self.draft().itunes().new_feed_url, uri.into_owned());
                }
            }
            ValueField::Language => {
                draft.seldom().language.offer(Arc::from(text), standing);
            }
            ValueField::Ttl => {
                draft.seldom().ttl.offer(Typed::parsed(text), standing);
            }
            ValueField::Width => {
                draft.seldom().width.offer(Typed::parsed(text), standing);
            }
            ValueField::Height => {
                draft.seldom().height.offer(Typed::parsed(text), standing);
            }
            ValueField::Validity => self.end_validity(&text),
            ValueField::ItunesDuration => fill(&mut draft.itunes().duration, Typed::new(text, duration)),
            ValueField::ItunesExplicit => fill(&mut draft.itunes().explicit, Typed::new(text, explicit)),
            ValueField::ItunesBlock => {
                fill(&mut draft.itunes().block, Typed::new(text, |raw| Some(is_yes(raw))));
            }
            ValueField::ItunesEpisode => fill(&mut draft.itunes().episode, Typed::parsed(text)),
            ValueField::ItunesSeason => fill(&mut draft.itunes().season, Typed::parsed(text)),
            ValueField::ItunesKind => fill(&mut draft.itunes().kind, text.into_owned()),
            ValueField::ItunesKeywords => self.add_keywords(&text, Some(ITUNES_SCHEME)),
            ValueField::Tags | ValueField::MediaKeywords => self.add_keywords(&text, None),
        }
    }

    fn end_uri(&mut self, field: ValueField, text: &str) {
        let standing = self.standing();
        let Some(uri) = self.uri(text).map(Cow::into_owned) else {
            return;
        };
        let draft = self.draft();
        let slot = match field {
            ValueField::Docs => &mut draft.seldom().docs,
            ValueField::Comments => &mut draft.comments,
            ValueField::Icon => &mut draft.seldom().icon,
            ValueField::Logo => &mut draft.seldom().logo,
            _ => &mut draft.seldom().new_location,
        };
        slot.offer(uri, standing);
    }

    /// A permanent link is the entry's page where nothing else is (RSS 2.0 `guid`).
    pub(super) fn end_guid(&mut self, permalink: bool, text: &str) {
        let standing = self.standing();
        let is_empty = text.is_empty();
        let page = if permalink && !text.is_empty() { self.shared_uri(text) } else { None };
        let id = if permalink { self.resolved(text) } else { Cow::Borrowed(text) };
        // They are the same, unless white space stands within or following it would run code.
        let id = page.clone().filter(|page| **page == *id).unwrap_or_else(|| Arc::from(id));
        let hint = self.standing_as(Rank::Hint);
        let draft = self.draft();
        let before_link = draft.link.get().is_none();
        if draft.id.offer(id, standing) {
            draft.id_before_link = Some(before_link);
            draft.permalink = Some(permalink && (is_empty || page.is_some()));
        }
        if let Some(page) = page {
            draft.link.offer(page, hint);
        }
    }

    pub(super) fn end_generator(&mut self, mut generator: Box<Generator>, text: Cow<'a, str>) {
        generator.name = Some(text.into_owned());
        let standing = self.standing();
        self.draft().seldom().generator.offer(generator, standing);
    }

    fn end_date(&mut self, field: DateField, text: String) {
        let standing = self.standing();
        let date = self.date(text);
        let draft = self.draft();
        let slot = match field {
            DateField::Published => &mut draft.published,
            DateField::Updated => &mut draft.updated,
            DateField::Created => &mut draft.seldom().created,
            DateField::Expired => &mut draft.seldom().expired,
        };
        slot.offer(date, standing);
    }

    /// `dcterms:valid`: a DCMI Period, `start=…; end=…; scheme=W3C-DTF;`.
    fn end_validity(&mut self, text: &str) {
        let mut part = |name: &str| {
            let found = text
                .split(';')
                .find_map(|part| part.trim().strip_prefix(name)?.trim_start().strip_prefix('='));
            found.map(|value| self.date(value.trim().to_owned()))
        };
        let validity = Validity { raw: text.to_owned(), start: part("start"), end: part("end") };
        let standing = self.standing();
        self.draft().seldom().validity.offer(Box::new(validity), standing);
    }

    fn add_keywords(&mut self, text: &str, scheme: Option<&str>) {
        let scheme = scheme.map(|scheme| self.shared.name(scheme));
        for term in text.split(',').map(str::trim).filter(|term| !term.is_empty()) {
            self.add_tag(Tag { term: Some(term.to_owned()), scheme: scheme.clone(), label: None });
        }
    }

    pub(super) fn start_category(&mut self, form: CategoryForm) -> Frame<'a> {
        let attributes = self.reader.attributes();
        let attribute = |name| attribute(attributes, name).filter(|value| !value.is_empty());
        let (term, scheme, label) = match form {
            CategoryForm::Itunes => (attribute("text"), Some(ITUNES_SCHEME), None),
            CategoryForm::Plain | CategoryForm::Media => {
                let scheme = attribute("scheme").or_else(|| attribute("domain"));
                let own = (form == CategoryForm::Media).then_some(MEDIA_SCHEME);
                (attribute("term"), scheme.or(own), attribute("label"))
            }
        };
        let scheme = scheme.map(|scheme| self.shared.name(scheme));
        let tag = Tag { term: term.map(str::to_owned), scheme, label: label.map(Into::into) };
        // Categories stand within one another, the outer one first.
        let tags = &mut self.draft().tags;
        keep(tags, tag);
        let index = tags.len() - 1;
        self.collect(Target::Tag { index, form })
    }

    /// The text is the term where no attribute is.
    pub(super) fn end_category(&mut self, form: CategoryForm, index: usize, text: &str) {
        let tags = &mut self.draft().tags;
        let Some(tag) = tags.get_mut(index) else {
            return;
        };
        if tag.term.is_none() && !text.is_empty() {
            tag.term = Some(text.to_owned());
        }
        let only_a_default = form != CategoryForm::Plain && tag.term.is_none() && tag.label.is_none();
        let nothing = only_a_default || *tag == Tag::default();
        let (before, rest) = tags.split_at(index);
        if nothing || rest.first().is_some_and(|tag| is_among(before, tag)) {
            tags.remove(index);
        }
    }

    fn add_tag(&mut self, tag: Tag) {
        let tags = &mut self.draft().tags;
        if !is_among(tags, &tag) {
            keep(tags, tag);
        }
    }
}

/// Feeds repeat a handful of tags; beyond that the look back would cost more than a repetition.
fn is_among(tags: &[Tag], tag: &Tag) -> bool {
    tags.iter().rev().take(64).any(|other| other == tag)
}

fn is_yes(raw: &str) -> bool {
    matches!(raw.to_ascii_lowercase().as_str(), "yes" | "true")
}
