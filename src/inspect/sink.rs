//! The sink that passes what is read to an inspector.

use std::fmt::{self, Write as _};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::mem::discriminant;
use std::ops::Range;

use super::gathered::GatheredScopes;
use super::{Inspector, ReadValue};
use crate::budget::Paid;
use crate::cost::Priced as _;
use crate::model::Entry;
use crate::options::Options;
use crate::statement::{Ending, Origin, Sink, Statement, Subject};
use crate::vocabulary::ValueReader;
use crate::xml::{Name, RawTag, WrittenText, XmlAttribute};
use bozofeed_content::Sanitizer;

/// The bytes of values that are hashed for each byte of a document, and for any document. Values that are long by inheritance take
/// more than is written.
const HASHED_PER_BYTE: usize = 64;
const HASHED: usize = 1 << 20;

/// The sink that passes what is read to an inspector.
pub(super) struct InspectorSink<'i> {
    inspector: &'i mut dyn Inspector,
    /// The values that vocabularies read together, for the warnings about them.
    scopes: GatheredScopes,
    /// The number of bytes of values that may still be hashed, if the inspector receives them.
    left: Option<usize>,
}

impl<'i> InspectorSink<'i> {
    pub(super) fn new(inspector: &'i mut dyn Inspector, length: usize) -> Self {
        let left = || length.saturating_mul(HASHED_PER_BYTE).saturating_add(HASHED);
        let left = inspector.receives_values().then(left);
        Self { inspector, scopes: GatheredScopes::default(), left }
    }

    /// Passes the hash of a value of some bytes to the inspector, if it receives values.
    fn pass(&mut self, offset: Option<usize>, length: usize, hash: impl FnOnce(&mut DefaultHasher)) {
        let Some(left) = &mut self.left else { return };
        *left = left.saturating_sub(length);
        // The value is received without a hash once the allowance is spent, so that values still come in the
        // same places.
        let hash = (*left > 0).then(|| {
            let mut hasher = DefaultHasher::new();
            hash(&mut hasher);
            hasher.finish()
        });
        self.inspector.value(ReadValue { offset, hash });
    }
}

/// Hashes what is written to it.
struct Hashed<'h>(&'h mut DefaultHasher);

impl fmt::Write for Hashed<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Hashes a statement.
fn hash(statement: &Statement, hasher: &mut DefaultHasher) {
    discriminant(statement).hash(hasher);
    match statement {
        Statement::Text(field, text) => (discriminant(field), text).hash(hasher),
        Statement::Date(field, date) => (discriminant(field), date).hash(hasher),
        Statement::Id { id, permalink } => (id, permalink).hash(hasher),
        Statement::About(text) | Statement::Page(text) => text.hash(hasher),
        Statement::Link(link) => link.hash(hasher),
        Statement::Tag(tag) => tag.hash(hasher),
        // The names and texts of the elements in it were received before.
        Statement::Person(field, details) => {
            (discriminant(field), &details.person).hash(hasher);
        }
        // Some of them have numbers that cannot be hashed.
        Statement::Single(_) | Statement::Image(_) | Statement::LiveItem(_) => {
            // It has no errors.
            let _ = write!(Hashed(hasher), "{statement:?}");
        }
        // In XML its names and texts were received before.
        Statement::Element(tree) => (&tree.prefix, &tree.name, &tree.json).hash(hasher),
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

    fn begin(&mut self, subject: Paid<Subject>, _: bool) {
        self.pass(None, 1, |hasher| (true, discriminant(&*subject)).hash(hasher));
        self.scopes.begin();
    }

    fn state(&mut self, statement: Paid<Statement>, origin: &Origin<'_>) {
        if self.left.is_some() {
            self.pass(Some(origin.offset), statement.written(), |hasher| hash(&statement, hasher));
        }
        self.scopes.add(statement);
    }

    fn end(&mut self, subject: Subject, _: Ending<'_>, values: &ValueReader<'_>) -> usize {
        self.pass(None, 1, |hasher| (false, discriminant(&subject)).hash(hasher));
        self.scopes.end(subject, values);
        // The memory of an entry of the model counts, so that an inspection ends where reading does.
        if subject == Subject::Entry { size_of::<Entry>() } else { 0 }
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
