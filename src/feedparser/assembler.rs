//! The sink of the dictionary: it builds the model, and notes beside it what Universal Feed Parser does differently.

use std::sync::Arc;

use super::Dictionary;
use super::date::adjusted;
use super::extension::Extensions;
use super::lingering::Base;
use super::media::{media, name_like_media};
use super::people::{Owner, People};
use super::text::EntryText;
use crate::assemble::{self, BestOf, Kept};
use crate::budget::Budget;
use crate::content::Cleaner;
use crate::date::{self, DateHandler};
use crate::model::Entry;
use crate::options::Options;
use crate::statement::{
    Beginning, Complete, Completeness, Ending, ItunesStatement, Origin, PersonDetails, Rank, Sink, Statement,
    Subject, fill,
};
use crate::vocabulary::{self, PersonField, ScopeKind, TextField, Tree, ValueReader};

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
}

/// The differences between the dictionary of a feed, an entry, an image … and the model.
#[derive(Debug, Default)]
pub(super) struct Quirks {
    is_entry: bool,
    /// Elements without a field, by their flat names.
    pub(super) extensions: Extensions,
    pub(super) media: Dictionary,
    pub(super) id: BestOf<Id>,
    /// The number of chapters in the first `psc:chapters`; those of others do not count.
    pub(super) first_chapters: Option<usize>,
    has_page: bool,
    /// The summaries and contents of an entry, in document order.
    pub(super) texts: Vec<EntryText>,
    pub(super) people: People,
    /// Whether the last image is that of iTunes.
    pub(super) itunes_image_is_last: bool,
    /// Whether the last subtitle is that of iTunes.
    pub(super) itunes_subtitle_is_last: bool,
    /// Whether there was white space around the text, which then is not understood.
    pub(super) explicit_is_padded: bool,
    pub(super) block_is_padded: bool,
    /// Whether an image or a text input is outside of the channel.
    pub(super) is_outside: bool,
    pub(super) image: Option<Box<Quirks>>,
    pub(super) text_input: Option<Box<Quirks>>,
    pub(super) source: Option<Box<Quirks>>,
}

/// An identifier.
#[derive(Debug)]
pub(super) struct Id {
    pub(super) id: Arc<str>,
    /// Whether no link came before it: `guidislink` depends on it.
    pub(super) is_before_link: bool,
}

impl Complete for Id {
    fn completeness(&self) -> Completeness {
        self.id.completeness()
    }
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
        }
    }
}

impl Sink for DictionaryAssembler<'_> {
    const FOLLOWS_FEEDPARSER: bool = true;
    const ENTRY: usize = size_of::<(Entry, Quirks)>();

    fn cleaner(options: &Options) -> &Cleaner {
        options.feedparser_cleaner()
    }

    fn begin(&mut self, subject: Subject, beginning: Beginning) {
        self.model.begin_scope(subject, beginning);
        self.scopes.push(Quirks {
            is_entry: subject.is_entry(),
            is_outside: beginning.is_outside,
            ..Quirks::default()
        });
    }

    fn state(&mut self, mut statement: Statement, origin: &Origin<'_>) {
        match &mut statement {
            Statement::Text(_, text) => self.base.apply(text, self.budget),
            // A 31st of June is the 1st of July.
            Statement::Date(_, date) => {
                let moment = date::read_leniently(self.handlers, &date.raw);
                date.value = moment.map(|moment| moment.instant);
                if self.handlers.is_empty() {
                    date.value = adjusted(&date.raw, date.value);
                }
            }
            _ => {}
        }
        let statement = match self.scopes.last_mut() {
            Some(quirks) => quirks.take(statement, origin, self.budget),
            None => Some(statement),
        };
        if let Some(statement) = statement {
            self.model.state(statement, origin);
        }
    }

    fn end(&mut self, subject: Subject, ending: &Ending<'_>, values: &ValueReader<'_>) {
        let Some(mut quirks) = self.scopes.pop() else { return };
        quirks.media = media(self.model.trees(), values);
        let kept = self.model.end_scope(subject, ending, values);
        let outer = self.scopes.last_mut();
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

impl Quirks {
    /// Notes what the dictionary needs of a statement; returns it if the model has to know it as well.
    fn take(&mut self, statement: Statement, origin: &Origin<'_>, budget: &Budget) -> Option<Statement> {
        match &statement {
            Statement::Text(field, text) => {
                let is_summary = match field {
                    TextField::Summary | TextField::Description => true,
                    TextField::Content | TextField::Encoded | TextField::Body => false,
                    TextField::Title | TextField::Subtitle | TextField::Info | TextField::Rights => {
                        if *field == TextField::Subtitle {
                            self.itunes_subtitle_is_last = origin.rank == Rank::StandIn;
                        }
                        return Some(statement);
                    }
                };
                if *field == TextField::Description {
                    self.itunes_subtitle_is_last = false;
                }
                if self.is_entry {
                    let priority = origin.priority.of(text);
                    self.texts.push(EntryText {
                        text: text.clone(),
                        is_summary,
                        is_typed: origin.is_typed,
                        priority,
                    });
                }
            }
            Statement::Id { resolved, .. } => {
                let id = Id { id: Arc::clone(resolved), is_before_link: !self.has_page };
                self.id.offer(id, origin.priority);
            }
            Statement::Page(_) => self.has_page = true,
            Statement::Itunes(ItunesStatement::Image(_)) => self.itunes_image_is_last = true,
            Statement::Itunes(ItunesStatement::Explicit(_)) => self.explicit_is_padded = origin.is_padded,
            Statement::Itunes(ItunesStatement::Block(_)) => self.block_is_padded = origin.is_padded,
            Statement::Element(tree) => {
                let in_entry = self.is_entry;
                if tree.prefix.as_ref() == "psc" && tree.name.eq_ignore_ascii_case("chapters") {
                    self.first_chapters.get_or_insert(tree.children.len());
                }
                self.extensions.add(tree, |tree| is_flat(tree, in_entry));
            }
            Statement::W3cPosition { name, text } => {
                self.extensions.add_text(format!("geo_{name}"), text);
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

    fn take_person(&mut self, field: PersonField, details: PersonDetails, budget: &Budget) {
        let PersonDetails { person, trees, email_first } = details;
        for tree in &trees {
            self.extensions.add(tree, |_| true);
        }
        let people = &mut self.people;
        match field {
            PersonField::Author => people.add_author(person, budget),
            PersonField::Contributor | PersonField::ContributorName => people.contributors.push(person),
            PersonField::Publisher => fill(&mut people.publisher, person),
            PersonField::WebMaster => fill(&mut people.web_master, person),
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

/// Returns whether an element is shown by its flat name. Those of Media RSS and of chapters that have a rule are shown
/// otherwise.
fn is_flat(tree: &Tree, in_entry: bool) -> bool {
    let is_gathered = vocabulary::is_gathered(tree.vocabulary);
    let is_shown_otherwise = is_gathered
        && vocabulary::has_rule(tree.vocabulary, &tree.name)
        && (in_entry || tree.prefix.as_ref() != "psc");
    !is_shown_otherwise && name_like_media(tree).is_none()
}
