//! The differences between the dictionary and the model, which are noted while a document is read.

use super::Dictionary;
use super::extension::Extensions;
use super::media::name_like_media;
use super::order::Order;
use super::people::{Owner, People, person_of_text};
use super::place::{self, LastPlace};
use super::text::{EntryText, EntryTexts};
use crate::assemble::BestOf;
use crate::budget::Budget;
use crate::content;
use crate::cost::Priced;
use crate::model::{Date, ITUNES_CATEGORIES, ITUNES_KEYWORDS, Link, Person, Str, Tag, Text};
use crate::statement::{Origin, PersonDetails, Rank, Single, Statement, fill};
use crate::vocabulary::{self, DateField, PersonField, TextField, Tree};
use crate::xml::Name;

/// The differences between the dictionary of a feed, an entry, an image … and the model.
#[derive(Debug, Default)]
pub(super) struct Quirks {
    pub(super) is_entry: bool,
    /// Whether a value is known here alone, and not to the model.
    pub(super) is_described: bool,
    /// The order of the fields.
    pub(super) order: Order,
    /// Elements without a field, by their flat names.
    pub(super) extensions: Extensions,
    pub(super) media: Dictionary<'static>,
    /// The memory of it.
    pub(super) media_memory: usize,
    pub(super) id: BestOf<Str>,
    /// `rdf:about`, which identifies an entry without another identifier.
    pub(super) about: Option<Str>,
    /// How the first identifiers are related to the page.
    pub(super) id_link: Option<IdLink>,
    /// The number of chapters in the first `psc:chapters`; those of others do not count.
    pub(super) first_chapters: Option<usize>,
    /// The page, with the spaces in it.
    pub(super) page: BestOf<Str>,
    /// Whether the text of the element is the title, as of a `source` of RSS.
    pub(super) is_titled_by_text: bool,
    /// Whether there is a category, even one that says nothing.
    pub(super) has_tags: bool,
    /// The offset of the last content.
    pub(super) last_content: Option<usize>,
    /// Whether an element ended an image or a text input that does not belong there.
    pub(super) is_left: bool,
    /// Whether a feed has a summary.
    pub(super) has_summary: bool,
    /// Whether the scope is an image or a text input.
    pub(super) is_image_or_input: bool,
    pub(super) texts: EntryTexts,
    pub(super) people: People,
    /// Whether the last image is that of iTunes.
    pub(super) itunes_image_is_last: bool,
    /// The last subtitle of a feed.
    pub(super) subtitle: Option<Box<Text>>,
    /// The date on which a feed expires.
    pub(super) expired: Option<Box<Date>>,
    pub(super) place: Option<Box<LastPlace>>,
    /// The last `itunes:explicit`.
    pub(super) explicit: Option<ExplicitWord>,
    /// The last `itunes:block`.
    pub(super) block: Option<bool>,
    /// Whether an image or a text input is outside of the channel.
    pub(super) is_outside: bool,
    pub(super) image: Option<Box<Quirks>>,
    pub(super) text_input: Option<Box<Quirks>>,
    pub(super) source: Option<Box<Quirks>>,
}

/// A word of `itunes:explicit`.
#[derive(Debug, Clone, Copy)]
pub(super) enum ExplicitWord {
    Yes,
    Clean,
    Unknown,
}

/// The relation of the identifiers to the page. Later ones do not change it.
#[derive(Debug)]
pub(super) struct IdLink {
    /// Whether the first one is a permanent link, and no link came before it.
    pub(super) is_link: bool,
    /// The first one that is a permanent link.
    pub(super) link: Option<Str>,
}

impl Priced for Quirks {
    fn heap(&self) -> usize {
        let Self { order, extensions, media_memory, id, about, id_link, page, texts, people, .. } = self;
        let (id, page) = (id.get().map_or(0, Priced::heap), page.get().map_or(0, Priced::heap));
        let link = id_link.as_ref().map_or(0, |id_link| id_link.link.heap());
        let Self { subtitle, expired, place, image, text_input, source, .. } = self;
        let place = place.as_deref().map_or(0, Priced::heap);
        order.heap()
            + extensions.heap()
            + media_memory
            + id
            + about.heap()
            + page
            + link
            + texts.all.heap()
            + people.heap()
            + subtitle.heap()
            + expired.heap()
            + place
            + image.heap()
            + text_input.heap()
            + source.heap()
    }

    /// Values that are shown are paid for when they are added.
    fn written(&self) -> usize {
        0
    }
}

/// The longest content that is copied without being paid for, in bytes: few articles are longer.
const FREE_COPY: usize = 256 << 10;

impl Quirks {
    /// Notes what the dictionary needs of a statement; returns it if the model has to know it as well.
    pub(super) fn take(
        &mut self,
        mut statement: Statement,
        origin: &Origin<'_>,
        budget: &Budget,
    ) -> Option<Statement> {
        self.order.note_statement(&statement, origin.offset);
        match &mut statement {
            // The keywords in an attribute are not known.
            Statement::Tag(_) if origin.rank == Rank::Hint => return None,
            Statement::Tag(tag) => {
                self.has_tags = true;
                // Categories are not nested there, and keywords are among them.
                tag.parent = None;
                if tag.is_of_itunes(ITUNES_KEYWORDS) {
                    tag.scheme = Some(Str::from_static(ITUNES_CATEGORIES));
                }
                return (*tag != Tag::default()).then_some(statement);
            }
            Statement::Link(link) => self.take_link(link, origin),
            Statement::Date(DateField::Expired, date) if !self.is_entry => {
                self.expired = Some(Box::new(std::mem::take(date)));
                return None;
            }
            // `date` is known by its name alone.
            Statement::Date(_, date) if origin.name.eq_ignore_ascii_case("date") => {
                self.extensions.add_text("updated", &date.raw, origin.offset, budget);
                return None;
            }
            Statement::Text(field, text) => self.take_text(*field, text, origin, budget),
            Statement::Id { resolved, permalink, .. } => {
                self.take_link_of_id(resolved, *permalink);
                self.id.offer(resolved.clone(), origin.priority);
            }
            Statement::About(about) => self.about = Some(about.clone()),
            // An identifier is asked for itself.
            Statement::Page(_) if origin.rank == Rank::Hint => {}
            Statement::Page(page) => {
                self.page.offer(page.clone(), origin.priority);
            }
            Statement::Single(Single::ItunesImage(_)) => self.itunes_image_is_last = true,
            Statement::Element(tree) => {
                let in_entry = self.is_entry;
                if tree.prefix.as_ref() == "psc" && tree.name.eq_ignore_ascii_case("chapters") {
                    self.first_chapters.get_or_insert(tree.children.len());
                }
                self.take_itunes(tree);
                if LastPlace::take(&mut self.place, tree, budget) {
                    self.order.note("where", tree.offset);
                }
                // An element around a content is not closed.
                let is_open = tree.attributes.is_empty() && self.last_content > Some(tree.offset);
                let outermost = &raw const ***tree;
                if in_entry && tree.prefix.is_empty() && tree.name.eq_ignore_ascii_case("webMaster") {
                    let person = person_of_text(PersonField::WebMaster, tree.text.as_str().into());
                    restate(&mut self.people.web_master, person);
                    return Some(statement);
                }
                self.extensions.add(tree, in_entry, budget, |tree| {
                    is_flat(tree, in_entry) && !(is_open && std::ptr::eq(tree, outermost))
                });
            }
            Statement::Person(..) => {
                if let Statement::Person(field, details) = statement {
                    self.take_person(field, *details, budget);
                }
                return None;
            }
            _ => {}
        }
        Some(statement)
    }

    /// Gives a link what Universal Feed Parser gives it.
    fn take_link(&self, link: &mut Link, origin: &Origin<'_>) {
        if is_named(origin, "enclosure") {
            // An empty `url` does not become the address, and stays what it is.
            if link.href.take_if(|href| href.is_empty()).is_some() {
                link.attributes.push("url", "");
            }
            return;
        }
        // An enclosure and a license have no type by default, but a link to one has.
        let is_link_to_one =
            link.rel == "enclosure" || link.rel.eq_ignore_ascii_case("license") && is_named(origin, "link");
        if is_link_to_one && link.media_type.is_none() {
            link.media_type = Some("text/html".into());
        }
        // An empty element has an address in a feed, and none in an entry.
        if !self.is_entry && link.href.is_none() && link.rel != "license" {
            link.href = Some("".into());
        }
    }

    /// Notes what an identifier says of the page.
    fn take_link_of_id(&mut self, id: &Str, permalink: Option<bool>) {
        // It is taken for the page unless it says that it is none.
        let may_be_link = permalink.unwrap_or(true) && !content::is_script_url(id);
        let is_link = may_be_link && self.page.get().is_none();
        let first = self.id_link.get_or_insert(IdLink { is_link, link: None });
        if may_be_link {
            first.link.get_or_insert_with(|| id.clone());
        }
    }

    /// Notes a text.
    fn take_text(&mut self, field: TextField, text: &Text, origin: &Origin<'_>, budget: &Budget) {
        // A summary after another one alone is content.
        let becomes_content = matches!(field, TextField::Summary | TextField::Description)
            && self.is_entry
            && !self.texts.had_content
            && self.texts.all.len() == 1
            && self.texts.all.iter().all(|text| text.is_summary);
        if field == TextField::Content || becomes_content {
            self.last_content = Some(origin.offset);
        }
        if field == TextField::Title && is_named(origin, "source") {
            self.is_titled_by_text = true;
        }
        let is_summary = match field {
            TextField::Summary | TextField::Description => true,
            TextField::Content | TextField::Encoded | TextField::Body => false,
            TextField::Title | TextField::Subtitle | TextField::Info | TextField::Rights => {
                if field == TextField::Subtitle && !self.is_entry {
                    self.subtitle = Some(Box::new(text.clone()));
                }
                return;
            }
        };
        if field == TextField::Description && !self.is_entry {
            self.subtitle = Some(Box::new(text.clone()));
        }
        if self.is_entry {
            if !is_summary && text.value.len() > FREE_COPY && !budget.pay(text.value.len()) {
                self.texts.lacks_room_for_summary = true;
            }
            let priority = origin.priority.of(text);
            self.texts.all.extend(budget.keep_field(EntryText {
                text: text.clone(),
                is_summary,
                is_typed: origin.is_typed,
                priority,
            }));
        }
    }

    /// Takes the words of iTunes: Universal Feed Parser knows one or two for each, without white space around them.
    fn take_itunes(&mut self, tree: &Tree) {
        if tree.prefix.as_ref() != "itunes" {
            return;
        }
        let word = if tree.is_padded { "" } else { tree.text.as_str() };
        if tree.name.eq_ignore_ascii_case("explicit") {
            self.explicit = Some(match word {
                "yes" => ExplicitWord::Yes,
                "clean" => ExplicitWord::Clean,
                _ => ExplicitWord::Unknown,
            });
        } else if tree.name.eq_ignore_ascii_case("block") {
            self.block = Some(matches!(word, "yes" | "Yes"));
        }
    }

    fn take_person(&mut self, field: PersonField, details: PersonDetails, budget: &Budget) {
        let PersonDetails { mut person, text, is_followed, trees, email_first } = details;
        if is_followed {
            return;
        }
        if let Some(text) = text {
            person = person_of_text(field, text);
        }
        for tree in trees.iter() {
            self.extensions.add(tree, self.is_entry, budget, |_| true);
        }
        let people = &mut self.people;
        match field {
            PersonField::Author => people.add_author(person, budget),
            PersonField::Contributor | PersonField::ContributorName => {
                people.contributors.extend(budget.keep(person));
            }
            PersonField::Publisher => restate(&mut people.publisher, person),
            PersonField::WebMaster => restate(&mut people.web_master, person),
            PersonField::Owner => {
                let authors_before = people.author_count();
                let mut known = people.owner.take().map(|owner| owner.person);
                fill(&mut known, person);
                let person = known.unwrap_or_default();
                people.owner = Some(Owner { person, authors_before, email_first });
            }
        }
    }
}

/// Returns whether an element has this local name.
fn is_named(origin: &Origin<'_>, local: &str) -> bool {
    Name::split(origin.name).local.eq_ignore_ascii_case(local)
}

/// States a publisher. A second text replaces the first one, and not who it says that is.
fn restate(known: &mut Option<Person>, person: Person) {
    match known {
        Some(known) if known.raw.is_some() && person.raw.is_some() => known.raw = person.raw,
        known => drop(fill(known, person)),
    }
}

/// Returns the date of a feed's `expirationDate`, for which the model has no field.
pub(super) fn expiration(statement: &Statement) -> Option<Date> {
    match statement {
        Statement::Element(tree)
            if tree.prefix.is_empty() && tree.name.eq_ignore_ascii_case("expirationDate") =>
        {
            Some(Date { raw: tree.text.as_str().into(), ..Date::default() })
        }
        _ => None,
    }
}

/// Text of an undeclared type is plain unless it looks like markup.
pub(super) fn become_plain(text: &mut Text, origin: &Origin<'_>) {
    if !origin.is_typed && text.media_type == "text/html" && !content::looks_like_html(&text.value) {
        text.value = content::unescape(&text.value).into_owned().into();
        text.media_type = "text/plain".into();
    }
}

/// Returns whether an element is shown by its flat name. Those of Media RSS and of chapters that have a rule are shown
/// otherwise.
fn is_flat(tree: &Tree, in_entry: bool) -> bool {
    let is_gathered = vocabulary::is_gathered(tree.vocabulary);
    let is_shown_otherwise = is_gathered
        && vocabulary::has_rule(tree.vocabulary, &tree.name)
        && (in_entry || tree.prefix.as_ref() != "psc");
    !is_shown_otherwise && !place::is_shown(tree) && name_like_media(tree).is_none()
}
