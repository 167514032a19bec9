//! The routes of statements: to a field, which [`Slots::offer`] decides about, or to a list.

use super::lost::{self, ValueSource};
use super::slots::{Given, ScopeValue, Slots, of_feed_or_entry, unread};
use crate::budget::{Paid, push_exact};
use crate::model::{Image, Person, Str, Tag, Text};
use crate::statement::{
    CandidateOutcome, FieldChoice, FieldValue, ImageUrl, Journal, Origin, PersonDetails, Rank, Single,
    Statement, Subject, Tree,
};
use crate::vocabulary::{PersonField, ScopeKind, TextField};

/// Lists that repeat a member repeat it soon; looking further back would cost more than a repetition.
const FAR: usize = 64;

impl Slots {
    /// Takes what a statement says.
    pub(super) fn take_statement(
        &mut self,
        statement: Paid<Statement>,
        origin: &Origin<'_>,
        journal: &Journal,
    ) {
        match statement.into_inner() {
            Statement::Text(field, text) => self.take_text(field, text, origin, journal),
            Statement::Single(single) => self.take_single(single, origin, journal),
            Statement::Link(link) => {
                let shown = journal.show(|| link.display_text());
                if origin.is_of_other_feed {
                    journal.note("links", shown, origin, OF_OTHER_FEED);
                    let is_known = self.value.links().iter().rev().take(FAR).any(|known| *known == link);
                    return self.keep_other((!is_known).then_some(link), origin);
                }
                journal.note("links", shown, origin, FieldChoice::Added);
                push_exact(self.value.links(), link);
            }
            Statement::Person(field, details) => self.take_person(field, *details, origin, journal),
            Statement::Tag(tag) => self.take_tag(tag, origin, journal),
            // The attributes of its element are stated first, within its own scope.
            Statement::LiveItem(stated) => {
                if let ScopeValue::LiveItem(live_item) = &mut self.value {
                    **live_item = *stated;
                }
            }
            Statement::Element(tree) => {
                let tree = Paid::map(tree, |tree| *tree);
                let is_known = |known: &Tree| known.says_same_as(&tree);
                if !origin.is_of_other_feed {
                    self.trees.push(tree);
                } else if !self.trees.iter().rev().take(FAR).any(is_known) {
                    self.of_other_feeds.push(tree);
                }
            }
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn take_text(&mut self, field: TextField, text: Text, origin: &Origin<'_>, journal: &Journal) {
        let is_described = matches!(self.subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput));
        let single = match field {
            TextField::Title => Single::Title(text),
            // An image and a text input have one text, whatever it is called.
            TextField::Summary | TextField::Subtitle | TextField::Description if is_described => {
                Single::Description(Box::new(text))
            }
            TextField::Summary => return self.take_summary(text, origin, journal),
            TextField::Description if self.subject.is_entry() => {
                return self.take_summary(text, origin, journal);
            }
            TextField::Subtitle | TextField::Description => {
                // `itunes:subtitle` fills the field of iTunes in any case, and the subtitle if the format has none.
                if origin.rank == Rank::StandIn && field == TextField::Subtitle {
                    let copy = Single::ItunesSubtitle(Box::new(text.clone()));
                    self.offer(copy, origin, Given::Value, journal);
                }
                Single::Subtitle(Box::new(text))
            }
            TextField::Content | TextField::Encoded | TextField::Body => {
                let shown = journal.show(|| text.display_text());
                if origin.is_of_other_feed {
                    journal.note("content", shown, origin, OF_OTHER_FEED);
                    return self.keep_other(Some(text), origin);
                }
                journal.note("content", shown, origin, FieldChoice::Added);
                if let Some(content) = of_feed_or_entry!(&mut self.value, it => &mut it.content) {
                    push_exact(content, text);
                }
                return;
            }
            TextField::Info => Single::Info(Box::new(text)),
            TextField::Rights => Single::Rights(Box::new(text)),
        };
        self.offer(single, origin, Given::Value, journal);
    }

    fn take_summary(&mut self, text: Text, origin: &Origin<'_>, journal: &Journal) {
        // As with `itunes:subtitle`, the words of iTunes fill a field of their own as well.
        if origin.rank == Rank::StandIn {
            let copy = Single::ItunesSummary(Box::new(text.clone()));
            self.offer(copy, origin, Given::Value, journal);
        }
        self.offer(Single::Summary(text), origin, Given::Value, journal);
    }

    fn take_single(&mut self, single: Single, origin: &Origin<'_>, journal: &Journal) {
        match &single {
            // Their elements are extensions of what is not a feed.
            Single::GeneratorAgent(_) | Single::ErrorReportsTo(_)
                if !matches!(self.value, ScopeValue::Feed(_)) =>
            {
                return;
            }
            // It is the image as well, unless there is another one.
            Single::ItunesImage(ImageUrl(href)) => {
                let image = Single::image(Box::new(made!(Image { href: Some(href.clone()) })));
                self.offer(image, origin, Given::Value, journal);
            }
            _ => {}
        }
        self.offer(single, origin, Given::Value, journal);
    }

    fn take_tag(&mut self, tag: Tag, origin: &Origin<'_>, journal: &Journal) {
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

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn take_person(
        &mut self,
        field: PersonField,
        details: PersonDetails,
        origin: &Origin<'_>,
        journal: &Journal,
    ) {
        let PersonDetails { mut person, trees, .. } = details;
        unread(trees.into_vec()).for_each(|extension| push_exact(&mut person.extensions, extension));
        let is_author = field == PersonField::Author;
        let name = match field {
            PersonField::Author => "authors",
            PersonField::Contributor | PersonField::ContributorName => "contributors",
            PersonField::Publisher | PersonField::WebMaster | PersonField::Owner => {
                if !is_nobody(&person) {
                    let person = Box::new(person);
                    let single = match field {
                        PersonField::Publisher => Single::Publisher(person),
                        PersonField::WebMaster => Single::WebMaster(person),
                        _ => Single::ItunesOwner(person),
                    };
                    self.offer(single, origin, Given::Value, journal);
                }
                return;
            }
        };
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
            let is_known = list.iter().rev().take(FAR).any(|known| *known == person);
            return self.keep_other((!is_known).then_some(person), origin);
        }
        // Feeds name an author once for each kind of reader: `author` with an address, `dc:creator`, `atom:author` with a page.
        let near = list.len().saturating_sub(FAR);
        let of_field = || list.iter().enumerate().skip(near).filter(|_| is_author);
        // In this direction first: of two equal persons, each is a part of the other, and the earlier one is
        // to stay.
        if of_field().any(|(_, known)| is_part_of(&person, known)) {
            return journal.note(name, shown, origin, FieldChoice::Lost(CandidateOutcome::Repeated));
        }
        let known = of_field().find(|(_, known)| is_part_of(known, &person)).map(|(at, _)| at);
        if let Some(known) = known.and_then(|at| list.get_mut(at)) {
            journal.note_repeated(name, || known.display_text());
            *known = person;
        } else {
            push_exact(list, person);
        }
        journal.note(name, shown, origin, FieldChoice::Added);
    }
}

const OF_OTHER_FEED: FieldChoice = FieldChoice::Lost(CandidateOutcome::OtherFeed);

/// Returns whether an element describes nobody, having no content.
fn is_nobody(person: &Person) -> bool {
    let Person { name, email, uri, avatar, extensions, .. } = person;
    name.is_none() && email.is_none() && uri.is_none() && avatar.is_none() && extensions.is_empty()
}

/// Returns whether another person of the same name has all values of a person with a name.
fn is_part_of(person: &Person, other: &Person) -> bool {
    let is_part = |own: &Option<Str>, of_other: &Option<Str>| own.is_none() || own == of_other;
    person.name.is_some()
        && person.name == other.name
        && is_part(&person.email, &other.email)
        && is_part(&person.uri, &other.uri)
        && is_part(&person.avatar, &other.avatar)
        && person.extensions.is_empty()
}

fn is_among(tags: &[Tag], tag: &Tag) -> bool {
    // Nearly all of them differ in this.
    let length = |tag: &Tag| tag.term.as_ref().map_or(0, |term| term.len());
    let own = length(tag);
    let near = tags.get(tags.len().saturating_sub(FAR)..).unwrap_or_default();
    near.iter().any(|other| length(other) == own && other == tag)
}
