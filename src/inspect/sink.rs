//! The sink that passes what is read to an inspector.

use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use super::gathered::GatheredScopes;
use super::{Inspector, ReadValue};
use crate::assemble::Assembler;
use crate::budget::Paid;
use crate::content::Sanitizer;
use crate::cost::Priced as _;
use crate::model::{Entry, Feed};
use crate::options::Options;
use crate::statement::{Beginning, Ending, Origin, Sink, Statement, Subject};
use crate::vocabulary::ValueReader;
use crate::xml::{Name, RawTag, WrittenText, XmlAttribute};

/// The bytes of values that are hashed for each byte of a document, and for any document. Values that are long by inheritance take
/// more than is written.
const HASHED_PER_BYTE: usize = 64;
const HASHED: usize = 1 << 20;

/// The sink that passes what is read to an inspector.
pub(super) struct InspectorSink<'i> {
    inspector: &'i mut dyn Inspector,
    values: Values,
}

/// What is done with values.
enum Values {
    /// Those that vocabularies read together are read, for the warnings about them. Nothing is kept.
    Gathered(GatheredScopes),
    /// Their hashes are passed to the inspector, and the model is made.
    Hashed {
        model: Box<Assembler>,
        /// The number of bytes that may still be hashed.
        left: usize,
    },
}

impl<'i> InspectorSink<'i> {
    pub(super) fn new(inspector: &'i mut dyn Inspector, length: usize) -> Self {
        let values = if inspector.receives_values() {
            let left = length.saturating_mul(HASHED_PER_BYTE).saturating_add(HASHED);
            Values::Hashed { model: Box::default(), left }
        } else {
            Values::Gathered(GatheredScopes::default())
        };
        Self { inspector, values }
    }

    /// Returns the feed and the entries, if the inspector receives values.
    pub(super) fn into_model(self) -> (Feed, Vec<Entry>) {
        match self.values {
            Values::Gathered(_) => Default::default(),
            Values::Hashed { model, .. } => model.into_parts(),
        }
    }
}

/// Hashes what is written to it.
struct Hashing<'l> {
    hasher: DefaultHasher,
    left: &'l mut usize,
}

impl fmt::Write for Hashing<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        *self.left = self.left.saturating_sub(text.len());
        if *self.left == 0 {
            return Err(fmt::Error);
        }
        self.hasher.write(text.as_bytes());
        Ok(())
    }
}

/// Returns the hash of what is written; `None` if nothing is left for it.
fn hash(left: &mut usize, value: fmt::Arguments<'_>) -> Option<u64> {
    let mut hashing = Hashing { hasher: DefaultHasher::new(), left };
    hashing.write_fmt(value).ok()?;
    Some(hashing.hasher.finish())
}

/// Returns the hash of a statement.
fn hash_statement(left: &mut usize, statement: &Statement) -> Option<u64> {
    match statement {
        // In XML its names and texts were received before.
        Statement::Element(tree) => {
            let (prefix, name, json) = (&tree.prefix, &tree.name, &tree.json);
            hash(left, format_args!("{prefix}:{name} {json:?}"))
        }
        Statement::Person(field, details) => {
            let (person, text) = (&details.person, &details.text);
            hash(left, format_args!("{field:?} {person:?} {text:?}"))
        }
        // Most of what is read is text, which takes less time to hash than to write.
        Statement::Text(field, text) => {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            *left = left.saturating_sub(text.written());
            hash(left, format_args!("{field:?} {}", hasher.finish()))
        }
        Statement::Date(..)
        | Statement::Id { .. }
        | Statement::About(_)
        | Statement::Page(_)
        | Statement::Link(_)
        | Statement::Tag(_)
        | Statement::Single(_)
        | Statement::Image(_)
        | Statement::LiveItem(_) => hash(left, format_args!("{statement:?}")),
    }
}

impl Sink for InspectorSink<'_> {
    fn receives_markup(&self) -> bool {
        true
    }

    /// An inspector sees markup as written.
    fn cleaner<'o>(&self, _: &'o Options) -> &'o Sanitizer {
        Sanitizer::OFF
    }

    fn begin(&mut self, subject: Paid<Subject>, beginning: Beginning) {
        match &mut self.values {
            Values::Gathered(scopes) => scopes.begin(),
            Values::Hashed { model, left } => {
                let hash = hash(left, format_args!("begin {:?}", *subject));
                self.inspector.value(ReadValue { offset: None, hash });
                model.begin(subject, beginning);
            }
        }
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        match &mut self.values {
            Values::Gathered(scopes) => scopes.add(statement),
            Values::Hashed { model, left } => {
                let hash = hash_statement(left, &statement);
                self.inspector.value(ReadValue { offset: Some(origin.offset), hash });
                model.state(statement, origin);
            }
        }
    }

    fn end(&mut self, subject: Subject, ending: Ending<'_>, values: &ValueReader<'_>) -> usize {
        match &mut self.values {
            Values::Gathered(scopes) => {
                scopes.end(subject, values);
                // What an entry of the model takes counts: an inspection ends where reading does.
                if subject == Subject::Entry { size_of::<Entry>() } else { 0 }
            }
            Values::Hashed { model, left } => {
                let hash = hash(left, format_args!("end {subject:?}"));
                self.inspector.value(ReadValue { offset: None, hash });
                model.end(subject, ending, values)
            }
        }
    }

    fn start_tag(&mut self, name: &Name<'_>, tag: &RawTag<'_>, attributes: &[XmlAttribute<'_>]) {
        self.inspector.start_tag(name, tag, attributes);
    }

    fn text(&mut self, text: &str, written: &WrittenText) {
        self.inspector.text(text, written);
    }

    fn end_tag(&mut self, written: Option<Range<usize>>) {
        self.inspector.end_tag(written);
    }
}
