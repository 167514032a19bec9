//! Offers the values of statements to their fields. Every choice is noted in the journal, and a value that loses is kept as an
//! extension.

use super::best_of::{Loser, Tie};
use super::draft::{Draft, unread};
use super::other;
use crate::budget::{Paid, Receipt};
use crate::model::{Image, Person, Str, Tag, Text};
use crate::statement::{
    CandidateOutcome, Complete as _, Completeness, DESCRIBED_IMAGE, FieldChoice, FieldValue, ImageUrl,
    Journal, Kept, Origin, PersonDetails, Rank, Single, Statement, Subject, Tree,
};
use crate::vocabulary::{DateField, PersonField, ScopeKind, TextField, ValueReader};

/// Lists that repeat a member repeat it soon; looking further back would cost more than a repetition.
const FAR: usize = 64;

impl Draft {
    /// Offers the value of a statement to its field.
    pub(super) fn take_statement(
        &mut self,
        statement: Paid<Statement>,
        origin: &Origin<'_>,
        journal: &Journal,
    ) {
        let (statement, receipt) = statement.open();
        match statement {
            Statement::Text(field, text) => self.take_text(field, text, origin, receipt, journal),
            Statement::Date(field, date) => {
                let (slot, name) = match field {
                    DateField::Published => (&mut self.published, "published"),
                    DateField::Updated => (&mut self.updated, "updated"),
                    DateField::Created => {
                        return self.take_single(Single::Created(date), origin, receipt, journal);
                    }
                    DateField::Expired => {
                        return self.take_single(Single::Expired(date), origin, receipt, journal);
                    }
                };
                let shown = journal.show(|| date.display_text());
                let other = slot.choose(date, origin, Tie::Last).note(name, shown, origin, journal);
                self.keep(other, receipt);
            }
            Statement::Id { id, permalink, .. } => {
                // Compared by address: an equal identifier that lost must not bring its `isPermaLink` along.
                let is_same = |known: Option<&Str>| known.is_some_and(|known| known.is_same(&id));
                let shown = journal.show(|| id.to_string());
                let chosen = self.id.choose(id.clone(), origin, Tie::Last);
                let other = chosen.note("id", shown, origin, journal);
                if is_same(self.id.get()) {
                    self.permalink = permalink;
                }
                self.keep_id(other, receipt);
            }
            Statement::About(about) => {
                let shown = journal.show(|| about.to_string());
                let other = self.id.choose(about, origin, Tie::Last).note("id", shown, origin, journal);
                self.keep_id(other, receipt);
            }
            Statement::Page(page) => {
                let shown = journal.show(|| page.to_string());
                // One that loses is among the links.
                let _ = self.link.choose(page, origin, Tie::Last).note("link", shown, origin, journal);
            }
            Statement::Link(link) => {
                let shown = journal.show(|| link.display_text());
                if origin.is_of_other_feed {
                    journal.note("links", shown, origin, OF_OTHER_FEED);
                    let is_known = self.links.iter().rev().take(FAR).any(|known| *known == link);
                    return self.keep_other((!is_known).then_some(link), origin, receipt);
                }
                journal.note("links", shown, origin, FieldChoice::Added);
                self.links.push(receipt.of(link));
            }
            Statement::Person(field, details) => self.take_person(field, *details, origin, receipt, journal),
            Statement::Tag(tag) => {
                let shown = journal.show(|| tag.display_text());
                let is_known = is_among(&self.tags, &tag);
                if origin.is_of_other_feed {
                    journal.note("tags", shown, origin, OF_OTHER_FEED);
                    return self.keep_other((!is_known).then_some(tag), origin, receipt);
                }
                let repeated = FieldChoice::Lost(CandidateOutcome::Repeated);
                journal.note("tags", shown, origin, if is_known { repeated } else { FieldChoice::Added });
                if !is_known {
                    self.tags.push(receipt.of(tag));
                }
            }
            Statement::Single(single) => self.take_single(single, origin, receipt, journal),
            Statement::Image(image) => self.take_image(image, origin, None, receipt, journal),
            Statement::LiveItem(live_item) => self.live_items.push(receipt.of(*live_item)),
            Statement::Element(tree) if origin.is_of_other_feed => {
                let same = |known: &Tree| known.says_same_as(&tree);
                if !self.trees.iter().rev().take(FAR).any(same) {
                    self.of_other_feeds.push(tree.map(|tree| *tree));
                }
            }
            Statement::Element(tree) => self.trees.push(tree.map(|tree| *tree)),
        }
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn take_text(
        &mut self,
        field: TextField,
        text: Text,
        origin: &Origin<'_>,
        receipt: Receipt,
        journal: &Journal,
    ) {
        let is_described = matches!(self.subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput));
        match field {
            TextField::Title => {
                let shown = journal.show(|| text.display_text());
                let chosen = self.title.choose(text, origin, Tie::First);
                let other = chosen.note("title", shown, origin, journal);
                self.keep_of_format(other, receipt);
            }
            // An image and a text input have one text, whatever it is called.
            TextField::Summary | TextField::Subtitle | TextField::Description if is_described => {
                self.take_single(Single::Description(Box::new(text)), origin, receipt, journal);
            }
            TextField::Summary => self.take_summary(text, origin, receipt, journal),
            TextField::Description if self.subject.is_entry() => {
                self.take_summary(text, origin, receipt, journal);
            }
            TextField::Subtitle | TextField::Description => {
                let (receipt, of_copy) = receipt.split();
                // `itunes:subtitle` fills the field of iTunes in any case, and the subtitle if the format has none.
                if origin.rank == Rank::StandIn && field == TextField::Subtitle {
                    let copy = Single::ItunesSubtitle(Box::new(text.clone()));
                    self.take_single(copy, origin, of_copy, journal);
                }
                self.take_single(Single::Subtitle(Box::new(text)), origin, receipt, journal);
            }
            TextField::Content | TextField::Encoded | TextField::Body => {
                let shown = journal.show(|| text.display_text());
                if origin.is_of_other_feed {
                    journal.note("content", shown, origin, OF_OTHER_FEED);
                    return self.keep_other(Some(text), origin, receipt);
                }
                journal.note("content", shown, origin, FieldChoice::Added);
                self.content.push(receipt.of(text));
            }
            TextField::Info => self.take_single(Single::Info(Box::new(text)), origin, receipt, journal),
            TextField::Rights => self.take_single(Single::Rights(Box::new(text)), origin, receipt, journal),
        }
    }

    fn take_summary(&mut self, text: Text, origin: &Origin<'_>, receipt: Receipt, journal: &Journal) {
        let (receipt, of_copy) = receipt.split();
        // As with `itunes:subtitle`, the words of iTunes fill a field of their own as well.
        if origin.rank == Rank::StandIn {
            let copy = Single::ItunesSummary(Box::new(text.clone()));
            self.take_single(copy, origin, of_copy, journal);
        }
        self.summaries.offer(receipt.of(text), origin, journal);
    }

    fn take_single(&mut self, single: Single, origin: &Origin<'_>, receipt: Receipt, journal: &Journal) {
        let is_of_feed = matches!(self.subject, Subject::Feed | Subject::Inner(ScopeKind::Source));
        // Their elements are extensions of what is not a feed.
        if !is_of_feed && matches!(single, Single::GeneratorAgent(_) | Single::ErrorReportsTo(_)) {
            return;
        }
        let (receipt, of_image) = receipt.split();
        if let Single::ItunesImage(ImageUrl(href)) = &single {
            let image = made!(Image { href: Some(href.clone()) });
            self.take_image(Box::new(image), origin, None, of_image, journal);
        }
        let (name, shown) = (single.name(), journal.show(|| single.display_text()));
        let other = self.singles.choose(single, origin).note(name, shown, origin, journal);
        self.keep_single(other, receipt);
    }

    /// Offers a scope that has ended to its field. `tree` is its element.
    pub(super) fn take_scope(
        &mut self,
        single: Single,
        origin: &Origin<'_>,
        tree: Option<Paid<Tree>>,
        receipt: Receipt,
        journal: &Journal,
    ) {
        let (name, shown) = (single.name(), journal.show(|| single.display_text()));
        let chosen = self.singles.choose_scope(single, origin, tree);
        let other = chosen.note_in(("", name), shown, (origin, true), journal);
        self.keep_single(other, receipt);
    }

    /// Offers an image. One without a URL may describe one that has nothing else, so that they
    /// are compared when the scope ends.
    pub(super) fn take_image(
        &mut self,
        image: Box<Image>,
        origin: &Origin<'_>,
        tree: Option<Paid<Tree>>,
        receipt: Receipt,
        journal: &Journal,
    ) {
        let shown = journal.show(|| image.display_text());
        let is_scope = tree.is_some();
        let (place, slot) = if image.completeness() == Completeness::Full {
            (&mut self.image, ("", "image"))
        } else {
            (&mut self.described_image, DESCRIBED_IMAGE)
        };
        let chosen = place.choose_scope(image, origin, tree);
        let other = chosen.note_in(slot, shown, (origin, is_scope), journal);
        self.keep_of_format(other, receipt);
    }

    /// Keeps a candidate that lost its field as an extension.
    fn keep<T: FieldValue>(&mut self, other: Option<Loser<T>>, receipt: Receipt) {
        let other = other.and_then(|(other, source)| other::extension(&other, source));
        self.others.extend(other.map(|other| receipt.of(other)));
    }

    /// Keeps an identifier that lost to another one. `rdf:about` is an attribute of the element that has the field, and usually
    /// the page of that.
    fn keep_id(&mut self, other: Option<Loser<Str>>, receipt: Receipt) {
        match other {
            Some((about, source)) if source.is_hint() => {
                if !about.is_empty() && self.link.get() != Some(&about) {
                    self.others.push(receipt.of(other::about(&about)));
                }
            }
            other => self.keep(other, receipt),
        }
    }

    /// Keeps a candidate that lost a field of the formats, unless its vocabulary has a field for it as well.
    fn keep_of_format<T: FieldValue>(&mut self, other: Option<Loser<T>>, receipt: Receipt) {
        let has_own_field = !matches!(self.subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput));
        self.keep(other.filter(|(_, source)| !(has_own_field && source.has_own_field())), receipt);
    }

    fn keep_single(&mut self, other: Option<Loser<Single>>, receipt: Receipt) {
        match other {
            // Their elements are kept as extensions anyway.
            Some((Single::GeneratorAgent(_) | Single::ErrorReportsTo(_), _)) | None => {}
            Some((Single::Subtitle(_) | Single::Info(_) | Single::Rights(_), _)) => {
                self.keep_of_format(other, receipt);
            }
            Some(_) => self.keep(other, receipt),
        }
    }

    /// Keeps a value of another feed as an extension.
    fn keep_other<T: FieldValue>(&mut self, value: Option<T>, origin: &Origin<'_>, receipt: Receipt) {
        self.keep(value.map(|value| (value, other::ValueSource::of(origin))), receipt);
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn take_person(
        &mut self,
        field: PersonField,
        details: PersonDetails,
        origin: &Origin<'_>,
        receipt: Receipt,
        journal: &Journal,
    ) {
        let PersonDetails { mut person, trees, .. } = details;
        person.extensions = unread(trees.into_vec(), std::mem::take(&mut person.extensions));
        let (list, name) = match field {
            PersonField::Author => (&mut self.authors, "authors"),
            PersonField::Contributor | PersonField::ContributorName => {
                (&mut self.contributors, "contributors")
            }
            PersonField::Publisher => {
                return self.take_one(person, Single::Publisher, origin, receipt, journal);
            }
            PersonField::WebMaster => {
                return self.take_one(person, Single::WebMaster, origin, receipt, journal);
            }
            PersonField::Owner => {
                return self.take_one(person, Single::ItunesOwner, origin, receipt, journal);
            }
        };
        let shown = journal.show(|| person.display_text());
        if is_nobody(&person) {
            return journal.note(name, shown, origin, FieldChoice::Lost(CandidateOutcome::Empty));
        }
        if origin.is_of_other_feed {
            journal.note(name, shown, origin, OF_OTHER_FEED);
            let is_known = list.iter().rev().take(FAR).any(|known| *known == person);
            return self.keep_other((!is_known).then_some(person), origin, receipt);
        }
        // Feeds name an author once for each kind of reader: `author` with an address, `dc:creator`, `atom:author` with a page.
        let near = list.len().saturating_sub(FAR);
        let of_field = || list.iter().enumerate().skip(near).filter(|_| field == PersonField::Author);
        // In this direction first: of two equal persons, each is a part of the other, and the earlier one is
        // to stay.
        if of_field().any(|(_, known)| is_part_of(&person, known)) {
            return journal.note(name, shown, origin, FieldChoice::Lost(CandidateOutcome::Repeated));
        }
        let known = of_field().find(|(_, known)| is_part_of(known, &person)).map(|(at, _)| at);
        if let Some(known) = known.and_then(|at| list.get_mut(at)) {
            journal.note_repeated(name, || known.display_text());
            *known = receipt.of(person).into_inner();
        } else {
            list.push(receipt.of(person));
        }
        journal.note(name, shown, origin, FieldChoice::Added);
    }

    fn take_one(
        &mut self,
        person: Person,
        single: fn(Box<Person>) -> Single,
        origin: &Origin<'_>,
        receipt: Receipt,
        journal: &Journal,
    ) {
        if !is_nobody(&person) {
            self.take_single(single(Box::new(person)), origin, receipt, journal);
        }
    }

    /// Returns the image, and leaves none. One that lost becomes an extension.
    ///
    /// RSS 1.0 §5.3.4, §5.4: the channel refers to the image by its URL, and the element that describes it need not repeat it.
    /// So an image that is only a URL and one that lacks the URL are two halves of one.
    pub(super) fn finish_image(&mut self, values: &ValueReader<'_>) -> Option<Box<Image>> {
        let Some((described, source)) = self.described_image.take_with_source() else {
            return self.image.take();
        };
        let Some(mut image) = self.image.take() else { return Some(described) };
        // An image with a title or a link is described already; the other one is a different image, and an extension.
        let is_reference = image.title.is_none() && image.link.is_none();
        let is_one = is_reference && (described.title.is_some() || described.link.is_some());
        // One candidate gives the image; the other one's parts may describe it.
        let content = if is_one { Kept::Yes } else { Kept::No };
        values.journal.revoke(DESCRIBED_IMAGE, CandidateOutcome::Incomplete, content);
        if is_one {
            let Image { title, link, links, width, height, description, extensions, .. } = *described;
            (image.title, image.link) = (title, link);
            image.description = image.description.or(description);
            image.links.extend(links);
            image.extensions.extend(extensions);
            for (own, other) in [(&mut image.width, width), (&mut image.height, height)] {
                if own.completeness() < other.completeness() {
                    *own = other;
                }
            }
            return Some(image);
        }
        if let Some(extension) = source.and_then(|source| other::extension(&described, source)) {
            self.others.extend(values.budget.keep_element(extension));
        }
        Some(image)
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
