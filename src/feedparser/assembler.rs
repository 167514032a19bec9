//! The sink of the dictionary: it builds the model, and notes beside it what Universal Feed Parser does differently.

use std::sync::Arc;

use super::Dictionary;
use super::date::adjusted;
use super::extension::Extensions;
use super::lingering::Base;
use super::media::{media, name_like_media};
use super::order::{self, Order};
use super::people::{Owner, People, person_of_text};
use super::place::{self, LastPlace};
use super::text::EntryText;
use crate::assemble::{self, BestOf, Kept};
use crate::budget::Budget;
use crate::content::{self, Cleaner};
use crate::date::{self, DateHandler};
use crate::model::{Date, Entry, Person, RareOfEntry, Tag, Text};
use crate::options::Options;
use crate::statement::{
    Beginning, Ending, Origin, PersonDetails, Priority, Rank, Single, Sink, Statement, Subject, fill,
};
use crate::vocabulary::{self, DateField, PersonField, ScopeKind, TextField, Tree, ValueReader};
use crate::xml::Name;

/// Builds the model and the quirks of its feed and entries.
#[derive(Debug)]
pub(super) struct DictionaryAssembler<'o> {
    /// The caller's date forms.
    handlers: &'o [DateHandler],
    pub(super) model: assemble::Assembler,
    pub(super) feed: Quirks,
    /// One for each entry of the model.
    pub(super) entries: Vec<Quirks>,
    /// Those of the open scopes, innermost last.
    scopes: Vec<Quirks>,
    budget: &'o Budget,
    base: Base,
    /// Whether a content came since the last entry ended.
    has_content: bool,
}

/// The differences between the dictionary of a feed, an entry, an image … and the model.
#[derive(Debug, Default)]
pub(super) struct Quirks {
    is_entry: bool,
    /// Whether a value is known here alone, and not to the model.
    is_described: bool,
    /// The order of the fields.
    pub(super) order: Order,
    /// Elements without a field, by their flat names.
    pub(super) extensions: Extensions,
    pub(super) media: Dictionary<'static>,
    pub(super) id: BestOf<Arc<str>>,
    /// How the first identifiers are related to the page.
    pub(super) id_link: Option<IdLink>,
    /// The number of chapters in the first `psc:chapters`; those of others do not count.
    pub(super) first_chapters: Option<usize>,
    /// The page, with the spaces in it.
    pub(super) page: BestOf<Arc<str>>,
    /// Whether the text of the element is the title, as of a `source` of RSS.
    pub(super) is_titled_by_text: bool,
    /// Whether there is a category, even one that says nothing.
    pub(super) has_tags: bool,
    /// The offset of the last content.
    last_content: Option<usize>,
    /// Whether an element ended an image or a text input that does not belong there.
    is_left: bool,
    /// Whether a content came before, outside of any entry.
    pub(super) had_content: bool,
    /// Whether a feed has a summary.
    has_summary: bool,
    /// Whether the scope is an image or a text input.
    is_described_by_few: bool,
    /// The summaries and contents of an entry, in document order.
    pub(super) texts: Vec<EntryText>,
    /// Whether there is no room for a copy of the content as the summary of an entry without one.
    pub(super) lacks_room_for_summary: bool,
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
    pub(super) link: Option<Arc<str>>,
}

impl<'o> DictionaryAssembler<'o> {
    pub(super) fn new(options: &'o Options, budget: &'o Budget) -> Self {
        Self {
            handlers: &options.date_handlers,
            model: assemble::Assembler::default(),
            feed: Quirks::default(),
            entries: Vec::new(),
            scopes: vec![Quirks::default()],
            budget,
            base: Base::default(),
            has_content: false,
        }
    }
}

impl Sink for DictionaryAssembler<'_> {
    const FOLLOWS_FEEDPARSER: bool = true;
    const COPIES: usize = 2;
    const ENTRY: usize = size_of::<(Entry, RareOfEntry, Quirks)>();

    fn cleaner(options: &Options) -> &Cleaner {
        options.feedparser_cleaner()
    }

    fn begin(&mut self, subject: Subject, beginning: Beginning) {
        self.model.begin_scope(subject, beginning);
        self.scopes.push(Quirks {
            is_entry: subject.is_entry(),
            is_outside: beginning.is_outside,
            had_content: self.has_content,
            is_described_by_few: matches!(subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput)),
            ..Quirks::default()
        });
    }

    fn state(&mut self, mut statement: Statement, origin: &Origin<'_>) {
        if let Some(date) = expiration(&statement) {
            statement = Statement::Date(DateField::Expired, date);
        }
        match &mut statement {
            Statement::Element(tree) if tree.is_remainder => return,
            // Only the language of the document and of its root counts.
            Statement::Single(Single::Language(_)) if origin.rank == Rank::Hint => {
                let name = Name::split(origin.name).local;
                if !["", "rss", "feed"].iter().any(|root| root.eq_ignore_ascii_case(name)) {
                    return;
                }
            }
            Statement::Text(field, text) => {
                let outermost = self.scopes.len() == 1;
                let is_summary = matches!(field, TextField::Summary | TextField::Description);
                let has_summary = self.scopes.last_mut().is_some_and(|quirks| {
                    let has_summary = quirks.has_summary;
                    quirks.has_summary |= *field == TextField::Summary;
                    has_summary
                });
                // A second summary is content, once.
                if outermost && is_summary && has_summary && !self.has_content {
                    *field = TextField::Content;
                    become_plain(text, origin);
                }
                if origin.name.eq_ignore_ascii_case("abstract") {
                    become_plain(text, origin);
                }
                self.has_content |= matches!(field, TextField::Content | TextField::Encoded);
                self.base.apply(text, self.budget);
            }
            // A 31st of June is the 1st of July.
            Statement::Date(_, date) => {
                let moment = date::parse_leniently(self.handlers, &date.raw);
                date.value = moment.map(|moment| moment.instant);
                if self.handlers.is_empty() {
                    date.value = adjusted(&date.raw, date.value);
                }
            }
            _ => {}
        }
        if let Some(origin) = self.left_scope(&statement, origin) {
            return self.state_outside(statement, &origin);
        }
        let statement = match self.scopes.last_mut() {
            Some(quirks) => {
                let statement = quirks.take(statement, origin, self.budget);
                quirks.is_described |= statement.is_none();
                statement
            }
            None => Some(statement),
        };
        if let Some(statement) = statement {
            self.model.state(statement, origin);
        }
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) {
        let Some(mut quirks) = self.scopes.pop() else { return };
        self.has_content &= subject != Subject::Entry;
        quirks.media = media(self.model.trees(), values);
        // The model does not know all that the scope says.
        let ending = &Ending { is_implied: ending.is_implied && !quirks.is_described, ..*ending };
        let kept = self.model.end_scope(subject, ending, values);
        let mut outer = self.scopes.last_mut();
        if let Some(outer) = &mut outer
            && let Some(field) = order::inner_field(subject)
        {
            outer.order.note(field, ending.origin.offset);
        }
        match (subject, kept) {
            (Subject::Feed, _) => self.feed = quirks,
            (Subject::Entry, Kept::At(place)) => {
                if self.entries.len() <= place {
                    self.entries.resize_with(place + 1, Quirks::default);
                }
                if let Some(entry) = self.entries.get_mut(place) {
                    *entry = quirks;
                }
            }
            (Subject::Inner(ScopeKind::Image), kept) => {
                if let Some(outer) = outer {
                    outer.itunes_image_is_last = false;
                    if kept == Kept::Yes {
                        outer.image = Some(Box::new(quirks));
                    }
                }
            }
            (Subject::Inner(ScopeKind::TextInput), Kept::Yes) => {
                if let Some(outer) = outer {
                    outer.text_input = Some(Box::new(quirks));
                }
            }
            (Subject::Inner(ScopeKind::Source), Kept::Yes) => {
                if let Some(outer) = outer {
                    outer.source = Some(Box::new(quirks));
                }
            }
            // The dictionary has no live items.
            (Subject::Entry | Subject::Inner(_), _) => {}
        }
    }

    fn element_ended(&mut self, open: usize) {
        self.base.element_ended(open);
    }

    fn base_ended(&mut self, base: &Arc<str>, open: usize) {
        self.base.ended(base, open);
    }
}

impl DictionaryAssembler<'_> {
    /// Returns the origin of a statement that is about the scope around an image or a text input, since an element came before
    /// it that neither has. There, the last value counts.
    fn left_scope<'s>(&mut self, statement: &Statement, origin: &Origin<'s>) -> Option<Origin<'s>> {
        let [.., outer, quirks] = self.scopes.as_mut_slice() else { return None };
        if outer.is_entry || !quirks.is_described_by_few {
            return None;
        }
        if let Statement::Element(tree) = statement {
            quirks.is_left |= tree.prefix.is_empty();
        }
        quirks.is_left.then_some(Origin { rank: Rank::Own, priority: Priority::new(Rank::Own, 0), ..*origin })
    }

    /// States a value about the scope around the innermost one.
    fn state_outside(&mut self, statement: Statement, origin: &Origin<'_>) {
        if matches!(statement, Statement::Single(Single::Width(_) | Single::Height(_))) {
            return;
        }
        let Some(inner) = self.scopes.pop() else { return };
        let statement = match self.scopes.last_mut() {
            Some(quirks) => quirks.take(statement, origin, self.budget),
            None => Some(statement),
        };
        self.scopes.push(inner);
        if let Some(statement) = statement {
            self.model.state_outside(statement, origin);
        }
    }
}

/// The longest content that is copied without being paid for, in bytes: few articles are longer.
const FREE_COPY: usize = 256 << 10;

impl Quirks {
    /// Notes what the dictionary needs of a statement; returns it if the model has to know it as well.
    fn take(&mut self, mut statement: Statement, origin: &Origin<'_>, budget: &Budget) -> Option<Statement> {
        self.order.note_statement(&statement, origin.offset);
        match &mut statement {
            // The keywords in an attribute are not known.
            Statement::Tag(_) if origin.rank == Rank::Hint => return None,
            Statement::Tag(tag) => {
                self.has_tags = true;
                return (*tag != Tag::default()).then_some(statement);
            }
            // An empty element has an address in a feed, and none in an entry.
            Statement::Link(link) if !self.is_entry && link.href.is_none() && link.rel != "license" => {
                link.href = Some("".into());
            }
            // An enclosure has no type by default, and a link has one.
            Statement::Link(link)
                if link.rel == "enclosure"
                    && link.media_type.is_none()
                    && !Name::split(origin.name).local.eq_ignore_ascii_case("enclosure") =>
            {
                link.media_type = Some("text/html".into());
            }
            Statement::Date(DateField::Expired, date) if !self.is_entry => {
                self.expired = Some(Box::new(std::mem::take(date)));
                return None;
            }
            // `date` is known by its name alone.
            Statement::Date(_, date) if origin.name.eq_ignore_ascii_case("date") => {
                self.extensions.add_text("updated", &date.raw, origin.offset);
                return None;
            }
            Statement::Text(field, text) => self.take_text(*field, text, origin, budget),
            Statement::Id { resolved, permalink, .. } => {
                self.take_link_of_id(resolved, *permalink);
                self.id.offer(Arc::clone(resolved), origin.priority);
            }
            // An identifier is asked for itself.
            Statement::Page(_) if origin.rank == Rank::Hint => {}
            Statement::Page(page) => {
                self.page.offer(Arc::clone(page), origin.priority);
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
                let outermost = &raw const *tree;
                if in_entry && tree.prefix.is_empty() && tree.name.eq_ignore_ascii_case("webMaster") {
                    let person = person_of_text(PersonField::WebMaster, tree.text.as_str().into());
                    restate(&mut self.people.web_master, person);
                    return Some(statement);
                }
                self.extensions.add(tree, in_entry, |tree| {
                    is_flat(tree, in_entry) && !(is_open && std::ptr::eq(tree, outermost))
                });
            }
            Statement::Person(..) => {
                if let Statement::Person(field, details) = statement {
                    self.take_person(field, details, budget);
                }
                return None;
            }
            _ => {}
        }
        Some(statement)
    }

    /// Notes what an identifier says of the page.
    fn take_link_of_id(&mut self, id: &Arc<str>, permalink: Option<bool>) {
        // It is taken for the page unless it says that it is none.
        let may_be_link = permalink.unwrap_or(true) && !content::is_script_url(id);
        let is_link = may_be_link && self.page.get().is_none();
        let first = self.id_link.get_or_insert(IdLink { is_link, link: None });
        if may_be_link {
            first.link.get_or_insert_with(|| Arc::clone(id));
        }
    }

    /// Notes a text.
    fn take_text(&mut self, field: TextField, text: &Text, origin: &Origin<'_>, budget: &Budget) {
        if matches!(field, TextField::Content | TextField::Encoded) {
            self.last_content = Some(origin.offset);
        }
        if field == TextField::Title && Name::split(origin.name).local.eq_ignore_ascii_case("source") {
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
                self.lacks_room_for_summary = true;
            }
            let priority = origin.priority.of(text);
            self.texts.push(EntryText {
                text: text.clone(),
                is_summary,
                is_typed: origin.is_typed,
                priority,
            });
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
        for tree in &trees {
            self.extensions.add(tree, self.is_entry, |_| true);
        }
        let people = &mut self.people;
        match field {
            PersonField::Author => people.add_author(person, budget),
            PersonField::Contributor | PersonField::ContributorName => people.contributors.push(person),
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

/// States a publisher. A second text replaces the first one, and not who it says that is.
fn restate(known: &mut Option<Person>, person: Person) {
    match known {
        Some(known) if known.raw.is_some() && person.raw.is_some() => known.raw = person.raw,
        known => drop(fill(known, person)),
    }
}

/// Returns the date of a feed's `expirationDate`, for which the model has no field.
fn expiration(statement: &Statement) -> Option<Date> {
    match statement {
        Statement::Element(tree)
            if tree.prefix.is_empty() && tree.name.eq_ignore_ascii_case("expirationDate") =>
        {
            Some(Date { raw: tree.text.clone(), ..Date::default() })
        }
        _ => None,
    }
}

/// Text of an undeclared type is plain unless it looks like markup.
fn become_plain(text: &mut Text, origin: &Origin<'_>) {
    if !origin.is_typed && text.media_type == "text/html" && !content::looks_like_html(&text.value) {
        text.value = content::unescape(&text.value).into_owned();
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
