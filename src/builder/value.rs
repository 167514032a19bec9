//! Plain values, dates and categories.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use super::draft::Rank;
use super::{Builder, Frame, Kind, Target};
use crate::date;
use crate::model::{Date, Tag, Typed, Validity};
use crate::vocabulary::{CategoryForm, DateField, Rule, ValueField};
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
                self.draft().permalink = Some(permalink);
            }
            ValueField::Generator => {
                let uri = ["url", "uri", "href"].iter().find_map(|name| self.attribute(name));
                let uri = uri.map(|uri| self.resolved(uri).into_owned());
                let version = self.attribute("version").map(str::to_owned);
                let generator = self.draft().generator.get_or_insert_default();
                generator.uri = uri.or(generator.uri.take());
                generator.version = version;
            }
            _ => {}
        }
        self.collect(Target::Rule(rule))
    }

    /// The text of an element is complete; `text` is trimmed.
    pub(super) fn end_known(&mut self, rule: Rule, text: Cow<'a, str>) {
        match rule {
            Rule::Value(field) => self.end_value(field, text),
            Rule::Date(field) => self.end_date(field, text.into_owned()),
            Rule::Person(field) => self.end_person(field, &text),
            Rule::PersonPart(part) => self.end_person_part(part, &text),
            Rule::License => self.add_license(text.into_owned()),
            Rule::Category(form) => self.end_category(form, &text),
            Rule::Attributes(field) => self.end_attributes(field, &text),
            Rule::Place(form) => self.end_place(form, &text),
            Rule::Root
            | Rule::AtomFeed
            | Rule::Channel
            | Rule::Entry
            | Rule::Text(_)
            | Rule::Link
            | Rule::Enclosure
            | Rule::Uri
            | Rule::GeneratorAgent
            | Rule::ErrorReportsTo
            | Rule::Scope(_) => {}
        }
    }

    fn end_value(&mut self, field: ValueField, text: Cow<'a, str>) {
        let standing = self.standing(Rank::Own);
        let uri = match field {
            ValueField::Id
            | ValueField::Docs
            | ValueField::Comments
            | ValueField::Icon
            | ValueField::Logo => Some(self.resolved(&text).into_owned()),
            _ => None,
        };
        let draft = self.draft();
        match field {
            ValueField::Id => {
                draft.id_before_link = Some(draft.link.is_none());
                draft.id.offer(uri.unwrap_or_default(), standing);
            }
            ValueField::Guid => self.end_guid(text),
            ValueField::Language => draft.language = Some(Arc::from(text)),
            ValueField::Generator => draft.generator.get_or_insert_default().name = Some(text.into_owned()),
            ValueField::Docs => draft.docs = uri,
            ValueField::Comments => draft.comments = uri,
            ValueField::Icon => draft.icon = uri,
            ValueField::Logo => draft.logo = uri,
            ValueField::Ttl => draft.ttl = Some(Typed::parsed(text)),
            ValueField::NewLocation => draft.new_location = Some(text.into_owned()),
            ValueField::Width => draft.width = Some(Typed::parsed(text)),
            ValueField::Height => draft.height = Some(Typed::parsed(text)),
            ValueField::Validity => self.end_validity(&text),
            ValueField::ItunesDuration => draft.itunes().duration = Some(Typed::new(text, duration)),
            ValueField::ItunesExplicit => draft.itunes().explicit = Some(Typed::new(text, explicit)),
            ValueField::ItunesBlock => draft.itunes().block = Some(Typed::new(text, |raw| Some(is_yes(raw)))),
            ValueField::ItunesEpisode => draft.itunes().episode = Some(Typed::parsed(text)),
            ValueField::ItunesSeason => draft.itunes().season = Some(Typed::parsed(text)),
            ValueField::ItunesKind => draft.itunes().kind = Some(text.into_owned()),
            ValueField::ItunesKeywords => self.add_keywords(&text, Some(ITUNES_SCHEME)),
            ValueField::Tags => self.add_keywords(&text, None),
            ValueField::MediaKeywords => {
                draft.media().keywords = Some(text.clone().into_owned());
                self.add_keywords(&text, None);
            }
            ValueField::MediaTags => draft.media().tags = Some(text.into_owned()),
        }
    }

    /// A permanent link is the entry's page where nothing else is (RSS 2.0 `guid`).
    fn end_guid(&mut self, text: Cow<'a, str>) {
        let standing = self.standing(Rank::Own);
        let permalink = self.draft().permalink == Some(true);
        let id = if permalink { self.resolved(&text).into_owned() } else { text.into_owned() };
        let draft = self.draft();
        draft.id_before_link = Some(draft.link.is_none());
        if permalink && draft.link.is_none() && !id.is_empty() {
            draft.link = Some(id.clone());
        }
        draft.id.offer(id, standing);
    }

    fn end_date(&mut self, field: DateField, text: String) {
        let standing = self.standing(Rank::Own);
        let stand_in = self.standing(Rank::StandIn);
        let date = self.date(text);
        let draft = self.draft();
        match field {
            DateField::Published => draft.published.offer(date, standing),
            DateField::Updated => draft.updated.offer(date, standing),
            DateField::Date => draft.updated.offer(date, stand_in),
            DateField::Created => draft.created.offer(date, standing),
            DateField::Expired => draft.expired.offer(date, standing),
        }
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
        self.draft().validity = Some(Box::new(validity));
    }

    fn add_keywords(&mut self, text: &str, scheme: Option<&str>) {
        for term in text.split(',').map(str::trim).filter(|term| !term.is_empty()) {
            self.add_tag(Tag { term: Some(term.to_owned()), scheme: scheme.map(str::to_owned), label: None });
        }
    }

    pub(super) fn start_category(&mut self, form: CategoryForm, rule: Rule) -> Frame<'a> {
        let attribute = |name| self.attribute(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let tag = match form {
            CategoryForm::Itunes => {
                Tag { term: attribute("text"), scheme: Some(ITUNES_SCHEME.to_owned()), label: None }
            }
            CategoryForm::Plain | CategoryForm::Media => {
                let scheme = attribute("scheme").or_else(|| attribute("domain"));
                let scheme =
                    scheme.or_else(|| (form == CategoryForm::Media).then(|| MEDIA_SCHEME.to_owned()));
                Tag { term: attribute("term"), scheme, label: attribute("label") }
            }
        };
        if self.kind() != Kind::Inner(crate::vocabulary::ScopeKind::Image) {
            self.add_tag(tag);
        }
        self.collect(Target::Rule(rule))
    }

    /// The text is the term, of the tag that the attributes began or of a new one.
    fn end_category(&mut self, form: CategoryForm, text: &str) {
        if text.is_empty() || form == CategoryForm::Itunes {
            return;
        }
        let term = Some(text.to_owned());
        match self.draft().tags.last_mut() {
            Some(tag) if tag.term.is_none() => tag.term = term,
            _ => self.add_tag(Tag { term, ..Tag::default() }),
        }
    }
}

/// `1:02:03`, `62:03`, `3723`.
pub(super) fn duration(raw: &str) -> Option<Duration> {
    let mut seconds = 0_f64;
    let parts: Vec<&str> = raw.trim().split(':').collect();
    if parts.len() > 3 {
        return None;
    }
    for part in parts {
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
            return None;
        }
        seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

fn explicit(raw: &str) -> Option<bool> {
    match raw.to_ascii_lowercase().as_str() {
        "yes" | "true" | "explicit" => Some(true),
        "no" | "false" | "clean" => Some(false),
        _ => None,
    }
}

fn is_yes(raw: &str) -> bool {
    matches!(raw.to_ascii_lowercase().as_str(), "yes" | "true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_hours_minutes_and_seconds_or_seconds_alone() {
        for (raw, seconds) in [
            ("1:02:03", Some(3723.0)),
            ("62:03", Some(3723.0)),
            ("3723", Some(3723.0)),
            ("00:00:01.5", Some(1.5)),
            ("", None),
            ("an hour", None),
            ("1:2:3:4", None),
            ("-5", None),
        ] {
            assert_eq!(duration(raw).map(|d| d.as_secs_f64()), seconds, "{raw}");
        }
    }
}
