//! The sink of the dictionary: it builds the model, and notes beside it what Universal Feed Parser does differently.

use super::CONVENTIONS;
use super::date::{DATES, adjusted};
use super::lingering::Base;
use super::media::media;
use super::order::{self};
use super::quirks::{Quirks, become_plain, expiration};
use super::text::EntryTexts;
use super::urljoin::urljoin;
use crate::assemble;
use crate::budget::{Budget, Paid, Purpose};
use crate::conventions::Conventions;
use crate::date::DateHandler;
use crate::model::Str;
use crate::options::Options;
use crate::statement::{Beginning, Ending, Kept, Origin, Priority, Rank, Single, Sink, Statement, Subject};
use crate::vocabulary::{DateField, ScopeKind, TextField, ValueReader};
use crate::xml::Name;

/// Entries, and what is like them, have their quirks.
pub(super) const PURPOSE: Purpose =
    Purpose { beside: size_of::<Quirks>(), is_dictionary: true, resolve: urljoin };

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
    fn conventions(&self) -> &'static Conventions {
        CONVENTIONS
    }

    fn begin(&mut self, paid: Paid<Subject>, beginning: Beginning) {
        let subject = *paid;
        self.model.begin_scope(paid, beginning);
        self.scopes.push(Quirks {
            is_entry: subject.is_entry(),
            is_outside: beginning.is_outside,
            texts: EntryTexts { had_content: self.has_content, ..EntryTexts::default() },
            is_image_or_input: matches!(subject, Subject::Inner(ScopeKind::Image | ScopeKind::TextInput)),
            ..Quirks::default()
        });
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        let (mut statement, receipt) = statement.open();
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
                // The default type of `abstract` is plain text there, unlike that of `description`.
                if origin.name.eq_ignore_ascii_case("abstract") {
                    become_plain(text, origin);
                }
                self.has_content |= matches!(field, TextField::Content | TextField::Encoded);
                self.base.apply(text, self.budget);
            }
            Statement::Date(_, date) => {
                let moment = DATES.read_with(self.handlers, &date.raw);
                date.value = moment.map(|moment| moment.instant);
                if self.handlers.is_empty() {
                    date.value = adjusted(&date.raw, date.value);
                }
            }
            _ => {}
        }
        if let Some(origin) = self.left_scope(&statement, origin) {
            return self.state_outside(receipt.of(statement), &origin);
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
            self.model.state(receipt.of(statement), origin);
        }
    }

    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize {
        let Some(mut quirks) = self.scopes.pop() else { return 0 };
        // `hasContent` is one flag of the whole parser, and only the end of an entry resets it.
        self.has_content &= subject != Subject::Entry;
        (quirks.media, quirks.media_memory) = media(self.model.trees(), &mut quirks.order, values);
        // The model does not know all that the scope says.
        let offset = ending.origin.offset;
        let ending = Ending { is_implied: ending.is_implied && !quirks.is_described, ..ending };
        let (kept, mut memory) = self.model.end_scope(subject, ending, values);
        if kept != Kept::No {
            memory += values.budget.memory_of(&quirks);
        }
        let mut outer = self.scopes.last_mut();
        if let Some(outer) = &mut outer
            && let Some(field) = order::inner_field(subject)
        {
            outer.order.note(field, offset);
        }
        match (subject, kept) {
            (Subject::Feed, _) => self.feed = quirks,
            (Subject::Entry, Kept::At(place)) => {
                if self.entries.len() <= place {
                    // The model knows how many entries will come.
                    let room = self.model.capacity().saturating_sub(self.entries.len());
                    self.entries
                        .reserve_exact(room.min(values.budget.room_for::<Quirks>().saturating_add(1)));
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
        memory
    }

    fn element_ended(&mut self, open: usize) {
        self.base.element_ended(open);
    }

    fn base_ended(&mut self, base: &Str, open: usize) {
        self.base.ended(base, open);
    }
}

impl DictionaryAssembler<'_> {
    /// Returns the origin of a statement that is about the scope around an image or a text input, since an element came before
    /// it that neither has. There, the last value counts.
    fn left_scope<'s>(&mut self, statement: &Statement, origin: &Origin<'s>) -> Option<Origin<'s>> {
        let [.., outer, quirks] = self.scopes.as_mut_slice() else { return None };
        if outer.is_entry || !quirks.is_image_or_input {
            return None;
        }
        if let Statement::Element(tree) = statement {
            // `unknown_starttag` resets `inimage` and `intextinput` ("Special hack for … illformed feeds").
            quirks.is_left |= tree.prefix.is_empty();
        }
        quirks.is_left.then_some(Origin { rank: Rank::Own, priority: Priority::new(Rank::Own, 0), ..*origin })
    }

    /// States a value about the scope around the innermost one.
    fn state_outside(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        let (statement, receipt) = statement.open();
        // `_end_width` and `_end_height` drop values outside of an image; the other elements of an image have no such check.
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
            self.model.state_outside(receipt.of(statement), origin);
        }
    }
}
