//! The lists of a scope: which members are new, and what happens to the others.

use super::lost::{self, ValueSource};
use super::slots::{ScopeValue, Slots, of_feed_or_entry};
use crate::budget::{Paid, push_exact};
use crate::model::{Link, Person, Tag, Text};
use crate::sink::{CandidateOutcome, FieldChoice, FieldValue, Journal, Member, Origin, Tree, is_nobody};
use bozofeed_model::internal::RareFields as _;

/// Lists that repeat a member repeat it soon; a longer search would cost more than a repetition.
const FAR: usize = 64;

impl Slots {
    /// Adds a member to its list.
    pub(super) fn add(&mut self, member: Member, origin: &Origin<'_>, journal: &Journal) {
        match member {
            Member::Content(text) => self.add_content(text, origin, journal),
            Member::Link(link) => self.add_link(link, origin, journal),
            Member::Author(person) => self.add_person(true, person, origin, journal),
            Member::Contributor(person) => self.add_person(false, person, origin, journal),
            Member::Tag(tag) => self.add_tag(tag, origin, journal),
            // Its attributes come first, inside its scope.
            Member::LiveItem(new) => {
                if let ScopeValue::LiveItem(live_item) = &mut self.value {
                    **live_item = *new;
                }
            }
        }
    }

    /// Adds an element that is read when the scope ends.
    pub(super) fn add_element(&mut self, element: Paid<Tree>, origin: &Origin<'_>) {
        let is_known = |known: &Tree| known.says_same_as(&element);
        if !origin.is_of_other_feed {
            self.trees.push(element);
        } else if !self.trees.iter().rev().take(FAR).any(is_known) {
            self.of_other_feeds.push(element);
        }
    }

    fn add_content(&mut self, text: Text, origin: &Origin<'_>, journal: &Journal) {
        let shown = journal.show(|| text.display_text());
        if origin.is_of_other_feed {
            journal.note("content", shown, origin, OF_OTHER_FEED);
            return self.keep_other(Some(text), origin);
        }
        journal.note("content", shown, origin, FieldChoice::Added);
        if let Some(content) = of_feed_or_entry!(&mut self.value, it => &mut it.content) {
            push_exact(content, text);
        }
    }

    fn add_link(&mut self, link: Link, origin: &Origin<'_>, journal: &Journal) {
        let shown = journal.show(|| link.display_text());
        if origin.is_of_other_feed {
            journal.note("links", shown, origin, OF_OTHER_FEED);
            let is_known = self.value.links().iter().rev().take(FAR).any(|known| *known == link);
            return self.keep_other((!is_known).then_some(link), origin);
        }
        journal.note("links", shown, origin, FieldChoice::Added);
        push_exact(self.value.links(), link);
    }

    fn add_tag(&mut self, tag: Tag, origin: &Origin<'_>, journal: &Journal) {
        let shown = journal.show(|| tag.display_text());
        let Some(tags) = of_feed_or_entry!(&mut self.value, it => &mut it.tags) else { return };
        let is_known = is_among(tags, &tag);
        if origin.is_of_other_feed {
            journal.note("tags", shown, origin, OF_OTHER_FEED);
            return self.keep_other((!is_known).then_some(tag), origin);
        }
        let repeated = FieldChoice::Lost(CandidateOutcome::Repeated);
        journal.note("tags", shown, origin, if is_known { repeated } else { FieldChoice::Added });
        if !is_known {
            push_exact(tags, tag);
        }
    }

    /// Keeps a value of another feed as an extension.
    fn keep_other(&mut self, value: Option<impl FieldValue>, origin: &Origin<'_>) {
        self.keep(value.and_then(|value| lost::extension(&value, ValueSource::of(origin))));
    }

    fn add_person(&mut self, is_author: bool, person: Box<Person>, origin: &Origin<'_>, journal: &Journal) {
        let name = if is_author { "authors" } else { "contributors" };
        let shown = journal.show(|| person.display_text());
        if is_nobody(&person) {
            return journal.note(name, shown, origin, FieldChoice::Lost(CandidateOutcome::Empty));
        }
        let list = of_feed_or_entry!(&mut self.value, it => {
            if is_author { &mut it.authors } else { &mut it.rare_mut().contributors }
        });
        let Some(list) = list else { return };
        if origin.is_of_other_feed {
            journal.note(name, shown, origin, OF_OTHER_FEED);
            let is_known = list.iter().rev().take(FAR).any(|known| *known == *person);
            return self.keep_other((!is_known).then_some(person), origin);
        }
        // Feeds name an author once per kind of reader: `author` with an address, `dc:creator`, `atom:author` with a page.
        let near = list.len().saturating_sub(FAR);
        let of_field = || list.iter().enumerate().skip(near).filter(|_| is_author);
        // This direction is checked first: of two equal persons, each is part of the other, and the earlier one is to be kept.
        if of_field().any(|(_, known)| is_part_of(&person, known)) {
            return journal.note(name, shown, origin, FieldChoice::Lost(CandidateOutcome::Repeated));
        }
        let known = of_field().find(|(_, known)| is_part_of(known, &person)).map(|(at, _)| at);
        if let Some(known) = known.and_then(|at| list.get_mut(at)) {
            journal.note_repeated(name, || known.display_text());
            *known = *person;
        } else {
            push_exact(list, *person);
        }
        journal.note(name, shown, origin, FieldChoice::Added);
    }
}

const OF_OTHER_FEED: FieldChoice = FieldChoice::Lost(CandidateOutcome::OtherFeed);

/// Returns whether a person has a name, and another person of the same name has all of its values.
fn is_part_of(person: &Person, other: &Person) -> bool {
    let is_part = |own: Option<&str>, of_other: Option<&str>| own.is_none() || own == of_other;
    person.name.is_some()
        && person.name == other.name
        && is_part(person.email.as_deref(), other.email.as_deref())
        && is_part(person.uri.as_deref(), other.uri.as_deref())
        && is_part(person.avatar(), other.avatar())
        && person.extensions().is_empty()
}

fn is_among(tags: &[Tag], tag: &Tag) -> bool {
    // Nearly all tags differ in the length of their term.
    let length = |tag: &Tag| tag.term.as_ref().map_or(0, |term| term.len());
    let own = length(tag);
    let near = tags.get(tags.len().saturating_sub(FAR)..).unwrap_or_default();
    near.iter().any(|other| length(other) == own && other == tag)
}
